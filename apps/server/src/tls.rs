//! TLS of a club that stands at no proxy: certificate and key from files, read again when they are renewed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(60);
/// The first byte of a TLS handshake (RFC 8446, section 5.1: the content type of a handshake record).
const HANDSHAKE: u8 = 22;

/// Where a certificate and its key are, as PEM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// The certificate, then those that it stands on.
    pub certificate: PathBuf,
    /// The private key of the certificate: PKCS #8, PKCS #1 or SEC 1.
    pub key: PathBuf,
}

/// A certificate or a key that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct TlsError {
    path: PathBuf,
    fault: String,
}

/// Takes connections under a certificate.
pub(crate) struct Tls {
    files: TlsFiles,
    /// The certificate that was read last, and when its files were written.
    current: Mutex<(TlsAcceptor, Written)>,
    /// Told to who speaks HTTP without TLS.
    plain: String,
}

type Written = [Option<SystemTime>; 2];

impl Tls {
    /// Reads the files; `public` is where visitors find the club.
    pub(crate) fn open(files: TlsFiles, public: &str) -> Result<Self, TlsError> {
        let current = Mutex::new((acceptor(&files)?, written(&files)));
        let words = format!("This address is reached over https: {public}\n");
        let plain = format!(
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{words}",
            words.len()
        );
        Ok(Self { files, current, plain })
    }

    /// The stream within the connection; none where the client speaks no TLS, or not in time.
    pub(crate) async fn accept(
        &self,
        mut stream: TcpStream,
        deadline: Duration,
    ) -> Option<TlsStream<TcpStream>> {
        let handshake = async {
            let mut first = [0];
            if stream.peek(&mut first).await.ok()? == 0 {
                return None;
            }
            if first[0] != HANDSHAKE {
                // Who does not even read this gets nothing.
                let _ = self.explain(&mut stream).await;
                return None;
            }
            let acceptor = self.current.lock().unwrap_or_else(PoisonError::into_inner).0.clone();
            acceptor.accept(stream).await.ok()
        };
        timeout(deadline, handshake).await.ok().flatten()
    }

    /// Tells a client without TLS where to go. Its request is read: unread, it would end the connection before the
    /// answer has arrived.
    async fn explain(&self, stream: &mut TcpStream) -> io::Result<()> {
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await?;
        stream.write_all(self.plain.as_bytes()).await?;
        stream.shutdown().await?;
        for _ in 0..16 {
            if stream.read(&mut request).await? == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Takes a renewed certificate for the connections that come after it. One that cannot be used, as half of a pair
    /// that is being renewed, leaves the last in place, and its fault is told.
    pub(crate) async fn renew_at_times(self: Arc<Self>) {
        loop {
            sleep(LOOK).await;
            let tls = Arc::clone(&self);
            let renewed = tokio::task::spawn_blocking(move || tls.renew()).await;
            if let Ok(Err(error)) = renewed {
                eprintln!("The renewed certificate is not used: {error}");
            }
        }
    }

    /// Reads the files again if they were written since. Returns whether they were.
    fn renew(&self) -> Result<bool, TlsError> {
        let now = written(&self.files);
        let current = || self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current().1 == now {
            return Ok(false);
        }
        let renewed = acceptor(&self.files)?;
        *current() = (renewed, now);
        Ok(true)
    }
}

/// When the files were last written.
fn written(files: &TlsFiles) -> Written {
    let of = |path: &Path| path.metadata().and_then(|it| it.modified()).ok();
    [of(&files.certificate), of(&files.key)]
}

fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, TlsError> {
    let fault = |path: &Path, fault: String| TlsError { path: path.to_owned(), fault };
    let chain: Vec<CertificateDer<'_>> = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect)
        .map_err(|error| fault(&files.certificate, said(&error, "certificate")))?;
    if chain.is_empty() {
        return Err(fault(&files.certificate, said(&pem::Error::NoItemsFound, "certificate")));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key)
        .map_err(|error| fault(&files.key, said(&error, "private key")))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| fault(&files.certificate, error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(|error| fault(&files.key, format!("key and certificate do not fit: {error}")))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn said(error: &pem::Error, wanted: &str) -> String {
    match error {
        pem::Error::NoItemsFound => format!("there is no {wanted} in it (PEM is expected)"),
        pem::Error::Io(error) => error.to_string(),
        other => format!("it cannot be read as PEM: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a certificate of its own and its key.
    fn pair(folder: &Path) -> TlsFiles {
        let made = rcgen::generate_simple_self_signed(["club.example".to_owned()]).expect("a pair");
        let files = TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") };
        std::fs::write(&files.certificate, made.cert.pem()).expect("writes");
        std::fs::write(&files.key, made.signing_key.serialize_pem()).expect("writes");
        files
    }

    #[test]
    fn what_is_no_certificate_or_key_is_named_with_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = pair(folder.path());
        let refused = |files: &TlsFiles| {
            let error = Tls::open(files.clone(), "https://club.example").err().expect("refused");
            error.to_string().replace(&format!("{}/", folder.path().display()), "")
        };
        let missing = TlsFiles { key: folder.path().join("missing.pem"), ..files.clone() };
        assert!(
            refused(&missing).starts_with("missing.pem: No such file"),
            "{}",
            refused(&missing)
        );
        let swapped = TlsFiles { certificate: files.key.clone(), key: files.certificate.clone() };
        assert_eq!(refused(&swapped), "key.pem: there is no certificate in it (PEM is expected)");
        let keyless = TlsFiles { key: files.certificate.clone(), ..files.clone() };
        assert_eq!(refused(&keyless), "cert.pem: there is no private key in it (PEM is expected)");
        let other = tempfile::tempdir().expect("a folder");
        let strange = TlsFiles { key: pair(other.path()).key, ..files.clone() };
        assert!(refused(&strange).contains("key and certificate do not fit"));
        std::fs::write(&files.certificate, "-----BEGIN CERTIFICATE-----\n??").expect("writes");
        assert!(refused(&files).starts_with("cert.pem: it cannot be read as PEM"));
    }

    #[test]
    fn a_renewed_pair_is_taken_and_half_of_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = pair(folder.path());
        let tls = Tls::open(files.clone(), "https://club.example").expect("opens");
        assert!(!tls.renew().expect("nothing new"));
        let other = tempfile::tempdir().expect("a folder");
        let renewed = pair(other.path());
        let put = |from: &Path, to: &Path| {
            std::fs::copy(from, to).expect("copies");
            // Coarse clocks of file systems tell two writings in a row apart no more.
            let later = SystemTime::now() + Duration::from_secs(10);
            std::fs::File::options()
                .append(true)
                .open(to)
                .expect("opens")
                .set_modified(later)
                .expect("is set");
        };
        put(&renewed.certificate, &files.certificate);
        assert!(tls.renew().is_err());
        put(&renewed.key, &files.key);
        assert!(tls.renew().expect("reads"));
        assert!(!tls.renew().expect("nothing new"));
    }
}
