//! The files of the page within the program.

use rust_embed::RustEmbed;

/// The page as it was when the program was built.
#[derive(RustEmbed)]
#[folder = "page/"]
pub(crate) struct Page;
