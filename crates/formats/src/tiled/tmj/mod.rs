//! The JSON format: TMJ, TSJ and TJ are read, TMJ is written.

mod cells;
mod image;
mod layer;
mod map;
mod object;
mod properties;
mod tileset;

use super::error::Error;
use super::extras::Extras;
use super::members::Members;

/// Reads a nested object, and keeps its unknown members.
fn take_part<T>(
    members: &mut Members,
    key: &str,
    extras: &mut Extras,
    read: impl FnOnce(&mut Members) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let Some(mut part) = members.take_members(key)? else { return Ok(None) };
    let found = read(&mut part)?;
    extras.keep_rest_members(key, part);
    Ok(Some(found))
}
