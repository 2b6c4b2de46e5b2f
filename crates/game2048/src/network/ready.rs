//! The network that is built in, where the feature `network` is on.

use std::sync::{Arc, OnceLock};

use tilewright_grid::Watch;

use super::Network;
use crate::NetworkError;

/// The built-in network, once it was read.
static READY: OnceLock<Arc<Network>> = OnceLock::new();

impl Network {
    /// The built-in network: 4 tuples of 6 cells in two stages. The first call reads
    /// it, which takes some 40 ms on one thread, later ones return the same network. It takes 134 MB of memory, two bytes for each of
    /// 67,108,864 weights, beside the 8 MB of its file in the program; as much again once a board of stage 2 is seen.
    ///
    /// How it was trained is on the first page of the crate `tilewright-2048-network`, which holds
    /// it.
    ///
    /// ```
    /// use tilewright_2048::Network;
    ///
    /// let network = Network::ready();
    /// assert_eq!(network.shape().to_string(), "4x6");
    /// ```
    #[cfg(feature = "network")]
    pub fn ready() -> Arc<Self> {
        Self::ready_while(&()).expect("a test reads the built-in network")
    }

    /// The built-in network, unless the watch stops the reading.
    ///
    /// # Errors
    /// [`NetworkError::Cancelled`] when the watch stops the reading, and
    /// [`NetworkError::NotBuiltIn`] when the crate was compiled without the feature `network`.
    #[cfg(feature = "network")]
    pub fn ready_while(watch: &dyn Watch) -> Result<Arc<Self>, NetworkError> {
        if let Some(network) = READY.get() {
            return Ok(Arc::clone(network));
        }
        let network = Self::unverified(tilewright_2048_network::NETWORK, watch)?;
        Ok(Arc::clone(READY.get_or_init(|| Arc::new(network))))
    }

    /// The built-in network: this build has none but that of [`make_ready`](Self::make_ready).
    ///
    /// # Errors
    /// [`NetworkError::NotBuiltIn`], which names the missing feature, before it.
    #[cfg(not(feature = "network"))]
    pub fn ready_while(_: &dyn Watch) -> Result<Arc<Self>, NetworkError> {
        READY.get().cloned().ok_or(NetworkError::NotBuiltIn)
    }

    /// Makes this the built-in network of a program that was compiled without one, such as a page
    /// that loads the file only when it is needed. Returns whether it did: not if there is one
    /// already.
    pub fn make_ready(self) -> bool {
        READY.set(Arc::new(self)).is_ok()
    }
}
