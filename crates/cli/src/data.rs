//! The user's data folder.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

/// The folder for saved games and recorded runs, in the user's data folder by the conventions of
/// the system; `None` if there is none.
pub(crate) fn folder() -> Option<PathBuf> {
    let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
    // On Windows, the folder that stays on this machine.
    let folder = if cfg!(windows) { strategy.cache_dir() } else { strategy.data_dir() };
    Some(folder.join("tilewright")).filter(|folder| folder.is_absolute())
}
