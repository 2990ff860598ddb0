//! A club with a certificate of its own.

use std::path::Path;
use std::sync::Arc;

use crate::common::Running;
use server::club::ClubConfig;
use server::{Config, Server, ServerError, TlsFiles};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

const PLAIN: &str = "GET /healthz HTTP/1.1\r\nHost: club.example\r\nConnection: close\r\n\r\n";

/// Writes a certificate for the club, and tells what it is.
fn certificate(folder: &Path) -> (TlsFiles, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(["club.example".to_owned()]).expect("a pair");
    let files = TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") };
    std::fs::write(&files.certificate, made.cert.pem()).expect("writes");
    std::fs::write(&files.key, made.signing_key.serialize_pem()).expect("writes");
    (files, made.cert.der().clone())
}

fn public(url: &str) -> Option<ClubConfig> {
    Some(ClubConfig { public: Some(url.parse().expect("an address")), ..ClubConfig::default() })
}

/// A club, and a client that trusts its certificate alone.
fn club(data: &Path) -> (Running, TlsConnector) {
    let (files, certificate) = certificate(data);
    let server = Running::start_with(data, |config| {
        config.club = public("https://club.example");
        config.tls = Some(files);
    });
    let mut roots = RootCertStore::empty();
    roots.add(certificate).expect("a certificate");
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    (server, TlsConnector::from(Arc::new(client)))
}

async fn connect(server: &Running, client: &TlsConnector) -> TlsStream<TcpStream> {
    let stream = TcpStream::connect(server.address).await.expect("connects");
    let name = ServerName::try_from("club.example").expect("a name");
    client.connect(name, stream).await.expect("a handshake")
}

#[tokio::test]
async fn tls_a_club_answers_under_its_certificate() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, client) = club(data.path());
    let mut stream = connect(&server, &client).await;
    stream.write_all(PLAIN.as_bytes()).await.expect("writes");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("reads");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("strict-transport-security: max-age=31536000"), "{answer}");
    assert!(answer.contains(r#""status":"ok""#), "{answer}");
}

#[tokio::test]
async fn tls_a_websocket_passes_through_it() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, client) = club(data.path());
    let stream = connect(&server, &client).await;
    let url = "wss://club.example/ws";
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.expect("connects");
    let hello = futures_util::StreamExt::next(&mut socket).await.expect("a message");
    let hello = hello.expect("a message").into_text().expect("text");
    assert!(hello.contains(r#""type":"hello""#), "{hello}");
}

#[tokio::test]
async fn tls_who_speaks_plain_http_is_told_the_address() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, client) = club(data.path());
    let mut stream = TcpStream::connect(server.address).await.expect("connects");
    stream.write_all(PLAIN.as_bytes()).await.expect("writes");
    let mut answer = String::new();
    // A request that was sent and not read may end the connection after the answer.
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.ends_with("over https: https://club.example\n"), "{answer}");
    // Who does not finish a handshake keeps nobody else waiting.
    let mut idle = TcpStream::connect(server.address).await.expect("connects");
    idle.write_all(&[22, 3, 1]).await.expect("writes");
    connect(&server, &client).await;
}

#[test]
fn tls_a_certificate_needs_a_secure_address() {
    let data = tempfile::tempdir().expect("a folder");
    let (files, _) = certificate(data.path());
    for club in [None, Some(ClubConfig::default()), public("http://club.example")] {
        let mut config = Config::new(0, data.path());
        (config.club, config.tls) = (club, Some(files.clone()));
        let refused = Server::bind(config).err().expect("refused");
        assert!(matches!(refused, ServerError::NotSecure), "{refused}");
    }
}
