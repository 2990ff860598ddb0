//! Networks as evaluations of a game.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::{Features, Notation as _};
use network::Network;

use crate::definition::GameDefinition;
use crate::network_inputs::{BuiltInNetwork, NetworkInputs};

/// The inputs of a game's networks; None where it has none.
pub(crate) fn inputs<W: GameDefinition>() -> Option<NetworkInputs> {
    let of = NetworkInputs {
        name: W::Features::NAME,
        inputs: W::Features::INPUTS,
        buckets: W::Features::BUCKETS,
        width: W::NETWORK_WIDTH,
        views: W::Features::VIEWS,
        symmetries: W::Features::SYMMETRIES,
        moves: W::Features::MOVE_ROWS,
    };
    (of.inputs > 0).then_some(of)
}

/// Reads a network of a game.
///
/// # Errors
/// If the bytes are none, or one that does not fit; in words.
pub(crate) fn read<W: GameDefinition>(bytes: &[u8]) -> Result<Arc<Network>, String> {
    let network = Network::decode(bytes).map_err(|error| error.to_string())?;
    fits::<W>(&network)?;
    Ok(Arc::new(network))
}

/// Checks that a network is one of a game.
///
/// # Errors
/// What does not fit, in words.
pub(crate) fn fits<W: GameDefinition>(network: &Network) -> Result<(), String> {
    let of = inputs::<W>().ok_or("this game has no networks")?;
    let sizes = [of.inputs, of.width, of.buckets, of.moves];
    network.fits(W::Position::GAME, of.name, sizes).map_err(|error| error.to_string())
}

/// The network of a game in the program, where there is one.
pub(crate) fn built_in<W: GameDefinition>() -> Option<Arc<Network>> {
    static READ: Mutex<BTreeMap<&str, Arc<Network>>> = Mutex::new(BTreeMap::new());
    let BuiltInNetwork { file, .. } = W::network()?;
    let mut read_before = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(network) = read_before.get(W::Position::GAME) {
        return Some(network.clone());
    }
    // A test reads every network of the program.
    let network = read::<W>(file).ok()?;
    read_before.insert(W::Position::GAME, network.clone());
    Some(network)
}
