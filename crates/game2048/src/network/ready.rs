//! The network that ships with the crate.

use std::sync::{Arc, OnceLock};

use tilewright_grid::Watch;

use super::Network;
use crate::NetworkError;

/// Eight tuples of five cells, trained for 25,000 games and their second halves, the
/// last 5,000 at a slower pace (see `models/README.md`).
const FILE: &[u8] = include_bytes!("../../models/8x5.tw2048");

/// The network, once it was read.
static READY: OnceLock<Arc<Network>> = OnceLock::new();

impl Network {
    /// The network that ships with the crate; read at the first use, which takes a moment.
    pub fn ready() -> Arc<Self> {
        Self::ready_while(&()).expect("a test reads it")
    }

    /// The same, unless the watch stops the reading.
    ///
    /// # Errors
    /// [`NetworkError::Cancelled`] when it does.
    pub fn ready_while(watch: &dyn Watch) -> Result<Arc<Self>, NetworkError> {
        if let Some(network) = READY.get() {
            return Ok(Arc::clone(network));
        }
        let network = Self::from_bytes(FILE, watch)?;
        Ok(Arc::clone(READY.get_or_init(|| Arc::new(network))))
    }
}
