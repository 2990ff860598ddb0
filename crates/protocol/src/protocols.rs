//! The protocols there are.

use std::str::FromStr;

use crate::aei::AeiServer;
use crate::client::{AeiClient, Client, UciClient, XBoardClient};
use crate::dialect::Dialect;
use crate::server::{Backend, Server, Session};
use crate::uai::UAI;
use crate::uci::UCI;
use crate::ugi::UGI;
use crate::uoi::UOI;

/// A protocol between an engine and its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The universal Onitama interface.
    Uoi,
    /// The universal Ataxx interface.
    Uai,
    /// The Arimaa engine interface.
    Aei,
    /// The universal chess interface.
    Uci,
    /// The universal game interface, of any game that has no protocol of its own.
    Ugi,
    /// XBoard's protocol (CECP), version 2.
    XBoard,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Self; 6] =
        [Self::Uoi, Self::Uai, Self::Aei, Self::Uci, Self::Ugi, Self::XBoard];

    /// Its name on an engine's line: `uoi`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uoi => "uoi",
            Self::Uai => "uai",
            Self::Aei => "aei",
            Self::Uci => "uci",
            Self::Ugi => "ugi",
            Self::XBoard => "xboard",
        }
    }

    /// Its dialect, if it is one of UCI's family.
    pub const fn dialect(self) -> Option<&'static Dialect> {
        match self {
            Self::Uoi => Some(&UOI),
            Self::Uai => Some(&UAI),
            Self::Uci => Some(&UCI),
            Self::Ugi => Some(&UGI),
            Self::Aei | Self::XBoard => None,
        }
    }

    /// The user's side of it, in a game whose sides have these letters in positions.
    pub fn client(self, sides: [char; 2]) -> Box<dyn Client> {
        match (self.dialect(), self) {
            (Some(dialect), _) => Box::new(UciClient { dialect, sides }),
            (None, Self::Aei) => Box::new(AeiClient::default()),
            (None, _) => Box::new(XBoardClient::default()),
        }
    }

    /// The engine's side of it, in a game whose sides have these letters; None where engines here do not speak it.
    pub fn session<B: Backend + 'static>(
        self,
        sides: [char; 2],
        backend: B,
    ) -> Option<Box<dyn Session<B>>> {
        match (self.dialect(), self) {
            (Some(dialect), _) => Some(Box::new(Server::new(dialect, sides, backend))),
            (None, Self::Aei) => Some(Box::new(AeiServer::new(backend))),
            (None, _) => None,
        }
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|protocol| protocol.name() == text);
        found.ok_or_else(|| format!("there is no protocol '{text}': known is {}", known()))
    }
}
