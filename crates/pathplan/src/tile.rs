//! Names of tiles, and of numbers that stand for them.

use std::fmt;
use std::str::FromStr;

/// The name of a tile, with the text form `ID` or `TILESET:ID`. Ids count from 0.
///
/// ```
/// use tilewright_pathplan::TileName;
///
/// let tile: TileName = "town:14".parse()?;
/// assert_eq!((tile.tileset.as_deref(), tile.id), (Some("town"), 14));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileName {
    /// The name of the tileset; none for the first one.
    pub tileset: Option<String>,
    /// The id of the tile in its tileset.
    pub id: u32,
}

impl FromStr for TileName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (tileset, id) = match text.rsplit_once(':') {
            Some((tileset, id)) => (Some(tileset.trim().to_owned()), id),
            None => (None, text),
        };
        let id =
            id.trim().parse().map_err(|_| "expected ID or TILESET:ID, such as 14")?;
        Ok(Self { tileset, id })
    }
}

impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tileset) = &self.tileset {
            write!(f, "{tileset}:")?;
        }
        write!(f, "{}", self.id)
    }
}

/// The warning of a list of walkable tiles, values or numbers that no cell has.
pub(crate) fn unmatched(what: &str, names: &[TileName]) -> String {
    let names = few(names.iter().map(ToString::to_string));
    format!("no cell is walkable, as none has one of the listed {what}: {names}")
}

/// A list of at most eight words.
pub(crate) fn few(words: impl IntoIterator<Item = String>) -> String {
    const FEW: usize = 8;
    let mut words: Vec<String> = words.into_iter().collect();
    let more = words.len().saturating_sub(FEW);
    words.truncate(FEW);
    match more {
        0 => words.join(", "),
        more => format!("{} and {more} more", words.join(", ")),
    }
}
