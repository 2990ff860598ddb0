//! The server alone: `serve [--port N] [--data DIR]`, as `tesuji serve` does it. The browser tests can run on it.

use std::error::Error;

use server::{Config, Server};

fn main() -> Result<(), Box<dyn Error>> {
    let mut config = Config::new(0, "tesuji-data");
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "serve" => {}
            "--port" => config.port = arguments.next().ok_or("--port needs a number")?.parse()?,
            "--data" => config.data_dir = arguments.next().ok_or("--data needs a folder")?.into(),
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    let server = Server::bind(config)?;
    println!("http://{}", server.address());
    Ok(server.run()?)
}
