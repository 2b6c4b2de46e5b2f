//! Fleets from files, and the proof that no fleet fits.

use std::io;

use anyhow::Context as _;
use tilewright_battleship::{FleetError, FleetFile, Rules, Sequential, count};
use tilewright_grid::Seed;

use super::refusal::refused;
use crate::{Event, Host, HostWatch, Input, Refusal, input};

/// The size of the largest file of fleets that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The memory limit for the proof that no fleet fits, in bytes: it only makes an error message
/// better, so that some seconds of counting are its limit too.
const PROOF: u64 = 256 << 20;

/// Reads a file of fleets.
///
/// # Errors
/// When it cannot be read, or holds no fleets.
pub fn read_fleets(host: &dyn Host, input: &Input) -> Result<FleetFile, Refusal> {
    let text = text(host, input)?;
    FleetFile::read(&text).map_err(|error| named(error, input.name()))
}

/// The text of an input of this game.
pub(super) fn text(host: &dyn Host, input: &Input) -> anyhow::Result<String> {
    let text = input.bytes(host, MAX_FILE).and_then(|bytes| input::text(bytes, 1));
    text.with_context(|| input.to_string())
}

/// Whether a refusal says that the input does not exist.
pub(super) fn is_absent(refusal: &Refusal) -> bool {
    let error = refusal.error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Checks that the fleets of a file are legal; `name` is the name of the file.
///
/// # Errors
/// When one of them is illegal.
pub fn check_fleets(file: &FleetFile, rules: &Rules, name: &str) -> Result<(), Refusal> {
    file.check(rules).map_err(|error| named(error, name))
}

/// A refusal that begins with the name of the file.
pub(super) fn named(error: FleetError, name: &str) -> Refusal {
    let Refusal { error, hint, key } = refused(error);
    Refusal { error: error.context(name.to_owned()), hint, key }
}

/// Checks before a search that a legal fleet exists. If the sequential placer finds one, nothing
/// is counted; if counting takes too much memory, the check passes.
///
/// # Errors
/// [`FleetError::CannotFit`] when it is proved that no legal fleet exists.
pub fn check_possible(
    rules: &Rules,
    memory: u64,
    host: &dyn Host,
) -> Result<(), FleetError> {
    if Sequential::new(rules).draw(&mut Seed(0).rng()).is_ok() {
        return Ok(());
    }
    let doing = "checking whether the fleet fits";
    host.tell(Event::Begun { doing, steps: None });
    let count = count(rules, memory.min(PROOF), &HostWatch(host));
    host.tell(Event::Ended);
    if count == Ok(0) { Err(FleetError::CannotFit) } else { Ok(()) }
}
