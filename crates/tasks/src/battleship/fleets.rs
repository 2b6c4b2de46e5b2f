//! Fleets of files and those that come with the program, and whether any can be.

use std::io;

use anyhow::{Context as _, anyhow};
use tilewright_battleship::{
    FleetError, FleetFile, Rules, Sequential, count_while, hard_fleets,
};
use tilewright_grid::Seed;

use super::refused;
use crate::{Event, Host, Input, Looking, Refusal, Refuse as _, input};

/// The largest file of fleets that is read, in bytes.
const MOST: u64 = 1 << 20;

/// The most bytes that a proof takes before a search.
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
    let text = input.bytes(host, MOST).and_then(|bytes| input::text(bytes, 1));
    text.with_context(|| input.to_string())
}

/// Whether there is no such input.
pub(super) fn is_absent(refusal: &Refusal) -> bool {
    let error = refusal.error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Asserts that the fleets of a file of that name are legal by the rules.
///
/// # Errors
/// When one is not.
pub fn check_fleets(file: &FleetFile, rules: &Rules, name: &str) -> Result<(), Refusal> {
    file.check(rules).map_err(|error| named(error, name))
}

/// A refusal with the name of the file that is wrong.
fn named(error: FleetError, name: &str) -> Refusal {
    let Refusal { error, hint, key } = refused(error);
    Refusal { error: error.context(name.to_owned()), hint, key }
}

/// The built-in fleets that are hard to find, where the rules are those that they are for.
///
/// # Errors
/// When they are others.
pub fn built_in_fleets(rules: &Rules) -> Result<FleetFile, Refusal> {
    let file = hard_fleets();
    let (size, found) = (file.size.unwrap_or(rules.size()), rules.size());
    if size != found {
        let [size, found] =
            [size, found].map(|it| format!("{} × {}", it.rows, it.columns));
        let error =
            anyhow!("the built-in fleets are for {size}, found a field of {found}");
        return Err(error).hint(
            "{battleship/place} with {method=hard} makes such fleets for other fields, a file \
             for {battleship/hunt}",
        );
    }
    check_fleets(&file, rules, "the built-in fleets")?;
    Ok(file)
}

/// Refuses before any search what can be proved impossible. Where the quick placer finds a fleet
/// nothing is counted.
///
/// # Errors
/// When no fleet fits.
pub fn check_possible(
    rules: &Rules,
    memory: u64,
    host: &dyn Host,
) -> Result<(), FleetError> {
    if Sequential::new(rules).draw(&mut Seed(0).rng()).is_ok() {
        return Ok(());
    }
    let doing = "checking whether the fleet fits";
    let _ = host.see(Event::Begun { doing, steps: None });
    let count = count_while(rules, memory.min(PROOF), &Looking(host));
    let _ = host.see(Event::Ended);
    if count == Ok(0) { Err(FleetError::CannotFit) } else { Ok(()) }
}
