//! `tilewright battleship …`

mod journal;
mod place;
mod play;
mod screen;
mod watch;
mod work;

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_battleship::{
    FleetError, FleetFile, Player, Roster, Rules, Sequential, Touch, count, hard_fleets,
};
use tilewright_grid::{Seed, Size, Watch};

use crate::arguments::{Battleship, Field};
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(verb: &Battleship, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        Battleship::Place(arguments) => place::run(arguments, context),
        Battleship::Play(arguments) => play::run(arguments, context),
    }
}

/// The rules of the arguments; what they do not say is as in the file, or as usual.
fn rules(field: &Field, file: Option<&FleetFile>) -> Result<Rules, Failure> {
    let said = file.and_then(|file| file.size);
    let size = Size::new(
        field.rows.or(said.map(|size| size.rows)).unwrap_or(10),
        field.columns.or(said.map(|size| size.columns)).unwrap_or(10),
    );
    let named = field.fleet.as_ref();
    let touch = field
        .touch
        .or(file.and_then(|file| file.touch))
        .or(named.and_then(|ships| ships.touch))
        .unwrap_or(Touch::Never);
    let roster = named.map(|ships| ships.roster.clone());
    let roster = roster.or(file.map(|file| file.roster.clone()));
    Rules::new(size, roster.unwrap_or_else(Roster::russian), touch).map_err(refused)
}

/// A failure with its cure, where we know one.
fn refused(error: FleetError) -> Failure {
    let hint = match &error {
        FleetError::CannotFit
        | FleetError::TooMany { .. }
        | FleetError::TooLong { .. } => {
            Some("take a larger field, fewer or shorter ships, or a laxer --touch")
        }
        FleetError::Memory { .. } => Some("allow more with --memory, such as 16G"),
        FleetError::Letters(_) => Some("write them to a .json file"),
        FleetError::Illegal { clash, .. } if clash.contains("touch") => {
            Some("--touch corners or --touch free lets ships lie closer")
        }
        FleetError::Sign { .. } | FleetError::Bent(_) => Some(
            "write a line a row, . for water, the same letter for all decks of a ship",
        ),
        _ => None,
    };
    Failure::Error { error: error.into(), hint: hint.map(str::to_owned) }
}

/// Says that something is not decided and why, where that is what the error says; `cure` helps
/// where a quick placer gave up.
fn undecided<T>(
    found: Result<T, FleetError>,
    cure: &str,
    context: &Context,
) -> Result<Result<T, Verdict>, Failure> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(FleetError::Cancelled) => {
            context.say("interrupted: counting was cancelled");
            Ok(Err(Verdict::Interrupted))
        }
        Err(error @ FleetError::Overflow) => {
            context.say(&error.to_string());
            Ok(Err(Verdict::No))
        }
        Err(error @ FleetError::Memory { .. }) => {
            context.say(&error.to_string());
            context.say("hint: allow more with --memory, such as 16G");
            Ok(Err(Verdict::No))
        }
        Err(error @ FleetError::NotFound(_)) => {
            context.say(&error.to_string());
            context.say(&format!("hint: {cure}"));
            Ok(Err(Verdict::No))
        }
        Err(error) => Err(refused(error)),
    }
}

/// Counts, shows how far that is, and stops when the user does.
fn counting<T>(context: &Context, count: impl FnOnce(&dyn Watch) -> T) -> T {
    context.heed_interrupt();
    let progress = Progress::of(context, "counting", THOUSAND);
    count(&progress)
}

/// The steps in which counting is shown.
const THOUSAND: u64 = 1000;

/// The most bytes that a proof takes before a search.
const PROOF: u64 = 256 << 20;

/// Refuses before any search what can be proved impossible. Where the quick placer finds a
/// fleet nothing is counted. Until then Ctrl-C ends the program.
fn check_possible(rules: &Rules, memory: u64, context: &Context) -> Result<(), Failure> {
    let is_impossible = || {
        let found = Sequential::new(rules).draw(&mut Seed(0).rng());
        found.is_err() && count(rules, memory.min(PROOF)) == Ok(0)
    };
    if Progress::during(context, "checking whether the fleet fits", is_impossible) {
        return Err(refused(FleetError::CannotFit));
    }
    Ok(())
}

/// Says so where a hunter's name says exact and yet it samples.
fn tell_of_samples(hunters: &[Player], rules: &Rules, context: &Context) {
    if hunters.iter().any(|player| player.strategy().samples_at_first(rules)) {
        context.say(
            "exact: counting all fleets of this game takes too long for a shot, so it samples \
             as posterior does until few enough are left",
        );
    }
}

/// The built-in hard fleets, where the rules are those that they are for.
fn built_in(rules: &Rules) -> Result<FleetFile, Failure> {
    let file = hard_fleets();
    let (size, found) = (file.size.unwrap_or(rules.size()), rules.size());
    if size != found {
        let [size, found] =
            [size, found].map(|it| format!("{} × {}", it.rows, it.columns));
        let error =
            anyhow!("the built-in fleets are for {size}, found a field of {found}");
        return Err(error).hint(
            "place --method hard makes such fleets for other fields, a file for hunt",
        );
    }
    check(&file, rules, "the built-in fleets")?;
    Ok(file)
}

/// Refuses a file of fleets that are not legal by the rules.
fn check(file: &FleetFile, rules: &Rules, name: &str) -> Result<(), Failure> {
    file.check(rules).map_err(|error| named(error, name))
}

/// A failure with its cure and the name of the file that it is in.
fn named(error: FleetError, name: &str) -> Failure {
    match refused(error) {
        Failure::Error { error, hint } => {
            Failure::Error { error: error.context(name.to_owned()), hint }
        }
        other => other,
    }
}

/// Reads a file of fleets.
fn read_fleets(path: &Path) -> Result<FleetFile, Failure> {
    let text = files::read_text(path).with_context(|| path.display().to_string())?;
    FleetFile::read(&text).map_err(|error| named(error, &path.display().to_string()))
}

/// Refuses outputs that cannot be written or would be the same file, before any work is done.
fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = Option<&'a Path>, IntoIter: Clone>,
    context: &Context,
) -> Result<(), Failure> {
    let outputs = outputs.into_iter().flatten();
    outputs.clone().try_for_each(|path| files::check_free(path, context.force))?;
    files::check_apart(outputs)
}
