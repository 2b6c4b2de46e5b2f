//! The network that ships with the crate.

use std::sync::{Arc, LazyLock};

use super::Network;

/// Eight tuples of five cells, trained for 25,000 games and their second halves, the
/// last 5,000 at a slower pace (see `models/README.md`).
static READY: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/8x5.tw2048");
    Arc::new(Network::from_bytes(bytes).expect("a test reads it"))
});

impl Network {
    /// The network that ships with the crate; read at the first use, which takes a moment.
    pub fn ready() -> Arc<Self> {
        Arc::clone(&READY)
    }
}
