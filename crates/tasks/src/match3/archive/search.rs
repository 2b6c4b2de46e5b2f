//! The search of `match3/archive`.

use std::cell::Cell;
use std::ops::ControlFlow;

use tilewright_match3_design::{
    ArchiveRequest as DesignRequest, ArchiveRound, LevelArchive,
};

use super::super::{refused, series};
use super::answer::{self, ArchiveAnswer};
use crate::items::Items;
use crate::{Event, Hint, Host, HostWatch, Refusal, Verdict};

/// Does the rounds, of `total`, that an earlier run has not done, until all bins are filled.
pub(super) fn fill(
    mut archive: LevelArchive<'_>,
    request: &DesignRequest,
    read: u64,
    total: u64,
    host: &dyn Host,
) -> Result<ArchiveAnswer, Refusal> {
    // A round builds on all earlier ones, so that kept rounds must follow one another from 0.
    let next = Cell::new(0);
    let mut items = Items::open(host, read, total, |number, round| {
        next.replace(number + 1) == number && archive.is_possible(round)
    })?;

    for (_, round) in items.of(0..items.done()) {
        archive.add(round);
        if hand_out(round, request, host)?.is_break() {
            break;
        }
    }

    host.tell(Event::Begun { doing: "filling bins", steps: Some(total) });
    host.tell(Event::Reached(items.done()));

    let mut verdict = Verdict::Done;
    while items.done() < total && !archive.is_full() && verdict == Verdict::Done {
        say_filled(&archive, items.done(), host);
        let Some(round) = archive.advance(&HostWatch(host)).map_err(refused)? else {
            verdict = Verdict::Stopped;
            break;
        };

        let handed_out = hand_out(&round, request, host)?;
        let kept = items.add(items.done(), [round])?;
        let is_over = items.done() == total || archive.is_full();

        // A stop after the last round stops nothing.
        if (handed_out.is_break() || kept.is_break()) && !is_over {
            verdict = Verdict::Stopped;
        }
    }

    host.tell(Event::Ended);
    let wall = ArchiveAnswer::of(Some(&archive), request.axes(), request.bot, verdict);
    if wall.verdict == Verdict::No {
        warn_of_none(archive.games(), host);
    }

    Ok(wall)
}

/// Hands the levels of a round out, if there is a folder for them.
fn hand_out(
    round: &ArchiveRound,
    request: &DesignRequest,
    host: &dyn Host,
) -> anyhow::Result<ControlFlow<()>> {
    if host.extension("output").is_none() {
        return Ok(ControlFlow::Continue(()));
    }
    let files = round.levels.iter().map(|level| answer::file(level, request));
    Ok(series::hand_out(host, files.collect::<Result<_, _>>()?))
}

/// Says before a round how many bins are filled.
fn say_filled(archive: &LevelArchive<'_>, step: u64, host: &dyn Host) {
    let (filled, bins) = (archive.levels().count(), archive.bins());
    let status = format!("{filled} of {bins} bins; {} games", archive.games());
    host.tell(Event::Status(&status));
    let values = [("filled bins", filled as f64)];
    host.tell(Event::Values { step, values: &values });
}

/// Warns that no bin was filled.
fn warn_of_none(games: u64, host: &dyn Host) {
    let (what, hint) = if games > 0 {
        (
            "no bin was filled: the games proved no level",
            "raise {games}, or use wider bins: fewer {difficulty_bins}",
        )
    } else {
        (
            "no bin was filled",
            "choose another {difficulty} or {density}, or allow other {kinds}",
        )
    };

    host.tell(Event::Warning(what, Some(&Hint::from(hint))));
}
