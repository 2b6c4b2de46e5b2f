//! What the examples share: their arguments and the file of their picture.

use std::error::Error;
use std::path::{Path, PathBuf};

use tilewright_draw::{Format, Picture, export};
use tilewright_grid::Seed;

/// The file of the picture and the seed, the two arguments of an example. Both may be left out:
/// the defaults are `target/NAME.svg` and 1.
pub(crate) fn arguments(name: &str) -> Result<(PathBuf, Seed), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().unwrap_or_else(|| format!("target/{name}.svg"));
    let seed = words.next().map_or(Ok(1), |word| word.parse())?;
    Ok((file.into(), Seed(seed)))
}

/// Writes a picture in the format of the file's extension: `.svg` or `.png`.
pub(crate) fn save(picture: &Picture, file: &Path) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, export(picture, None, Format::from_path(file)?, &())?)?;
    Ok(())
}
