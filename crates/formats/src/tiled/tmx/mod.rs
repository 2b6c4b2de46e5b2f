//! The XML format: TMX, TSX and TX are read, TMX and TSX are written.

mod cells;
mod layer;
mod map;
mod object;
mod properties;
mod tileset;

use super::element::Element;
use super::error::Error;
use super::extras::Extras;

/// Reads a child element, and keeps its unknown parts.
fn take_part<T>(
    element: &mut Element,
    name: &str,
    extras: &mut Extras,
    read: impl FnOnce(&mut Element) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let Some(mut part) = element.take_element(name)? else { return Ok(None) };
    let found = read(&mut part)?;
    extras.keep_rest(part);
    Ok(Some(found))
}
