//! The answer of `match3/tweak`: its document, its text, its pictures and its files.

use std::fmt::Write as _;

use serde_json::json;
use tilewright_draw::{Animation, Frame, Picture};
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_match3::{Level, MissedTarget, Statistics, judge, picture};
use tilewright_match3_design::{Shift, Tweak, TweakRequest as DesignRequest, Tweaks};

use super::super::bot_results::{BotResults, Breadth};
use super::super::claims::Claims;
use super::super::difficulty::{Aim, played, within, words};
use super::super::people::ForPeople;
use super::super::people_search::PeopleTarget;
use super::super::percent::percent;
use super::super::{endless, series};
use super::people::PeopleTweaks;
use crate::answer::{counted, present};
use crate::{Answer, Drawing, Event, Head, Hint, Host, Medium, OutputFile, Verdict};

/// The gap between two boards of the picture, in pixels.
const GAP: f64 = 16.0;

/// The changed levels; if none was found, the closest one.
pub(super) struct TweakAnswer {
    request: DesignRequest,
    tweaks: Tweaks,
    /// What the documents of the changed levels claim: what that of the level did.
    claims: Claims,
    /// What other bots reach: in the level before the changes, then in each changed level; none if their games
    /// were stopped.
    others: Vec<Option<BotResults>>,
    /// What people do in each changed level, if that was asked.
    people: Vec<Option<ForPeople>>,
    /// What people were to do.
    target: Option<PeopleTarget>,
    verdict: Verdict,
}

impl TweakAnswer {
    /// Reports what was found, and hands out the files of a folder.
    pub(super) fn of(
        request: DesignRequest,
        seed: Seed,
        claims: Claims,
        PeopleTweaks { mut tweaks, people, target }: PeopleTweaks,
        host: &dyn Host,
    ) -> Self {
        let wanted = wanted(&request, &tweaks, target);
        let claims = match (target, tweaks.difficulty) {
            (Some(target), _) => moved(claims, |it| it.asked_of(target), &request, host),
            (None, Some(difficulty)) => {
                moved(claims, |it| it.moved(difficulty, request.bot), &request, host)
            }
            (None, None) => claims.changed(),
        };

        // Only a bot other than the usual one of the goal is noted. That of a search for people judges nothing.
        let usual = request.level.goal.as_ref().map(judge);
        let claims = match (usual, target) {
            (Some(usual), None) if usual != request.bot => claims.judged_by(request.bot),
            _ => claims,
        };

        for (tweak, people) in tweaks.answers.iter_mut().zip(&people) {
            let Tweak { level, played: games, is_found, .. } = tweak;
            if !*is_found {
                level.missed = Some(match target.zip(people.as_ref()) {
                    Some((target, people)) => target.missed(people),
                    None => MissedTarget::new(wanted.clone(), played(level, games)),
                });
            }
        }

        let others = others(&request, &tweaks, seed, host);
        let is_whole = others.iter().all(Option::is_some);
        let verdict = match verdict(&request, &tweaks, &wanted, host) {
            _ if !is_whole => Verdict::Stopped,
            verdict => verdict,
        };
        let answer = Self { request, tweaks, claims, others, people, target, verdict };
        answer.warn_of_band(host);

        if answer.request.count > 1 && host.extension("output").is_some() {
            answer.hand_out(host);
        }

        answer
    }

    /// Writes the files of a folder, until the host stops it.
    fn hand_out(&self, host: &dyn Host) {
        for (number, tweak) in (0..).zip(&self.tweaks.answers) {
            let (output, name) = ("output", &*series::name(number, "json"));
            let bytes = tweak.level.to_json_with(&self.claims.keys());
            host.tell(Event::File { output, name, bytes: bytes.as_bytes() });
            if host.look().is_break() {
                break;
            }
        }
    }

    /// Warns of the ranges of the band that a changed level leaves.
    fn warn_of_band(&self, host: &dyn Host) {
        for (number, tweak) in (1..).zip(&self.tweaks.answers) {
            if !tweak.is_found {
                continue;
            }
            for miss in self.claims.misses(&tweak.level, &tweak.played) {
                let warning = format!("answer {number} is outside its band: {miss}");
                host.tell(Event::Warning(&warning, None));
            }
        }
    }

    /// The level, and each changed level with frames around its changes, with their captions.
    fn boards(&self) -> Vec<Picture> {
        let level = &self.request.level;
        let tile = picture::tile_for(level) * 0.7;
        let before = measure(level, &self.tweaks.before);
        let before = level.picture(tile).captioned(&format!("before: {before}"));
        let after = (1..).zip(&self.tweaks.answers).map(|(number, tweak)| {
            let framed = picture::changes(&tweak.level, &cells(tweak), tile);
            framed.captioned(&label(number, tweak))
        });
        std::iter::once(before).chain(after).collect()
    }
}

/// What was asked for, in words: of people if it was of them, else of the bot.
fn wanted(
    request: &DesignRequest,
    tweaks: &Tweaks,
    target: Option<PeopleTarget>,
) -> String {
    let of_bot = || {
        let rules = request.level.rules();
        tweaks.difficulty.map_or_else(String::new, |wanted| words(wanted, rules))
    };
    target.map_or_else(of_bot, |target| target.words(target.value()))
}

/// The claims for what was asked for; says which range of the band moves.
fn moved(
    claims: Claims,
    change: impl FnOnce(Claims) -> Claims,
    request: &DesignRequest,
    host: &dyn Host,
) -> Claims {
    let before = claims.band.clone().unwrap_or_default();
    let claims = change(claims);
    let word = request.level.rules().move_word();
    let after = claims.band.clone().unwrap_or_default();

    for (name, before, after) in [
        ("pass rate", before.pass_rate, after.pass_rate),
        ("win rate", before.win_rate, after.win_rate),
        (&*format!("mean {word}s"), before.swaps, after.swaps),
    ] {
        if let (Some([from, to]), Some([low, high])) = (before, after)
            && before != after
        {
            let note = format!(
                "the band moves: {name} {low} to {high} instead of {from} to {to}"
            );
            host.tell(Event::Note(&note));
        }
    }

    claims
}

/// What other bots reach, behind a measure.
fn noted(others: Option<&BotResults>) -> String {
    others.map_or_else(String::new, BotResults::noted)
}

/// What other bots reach in the level and in each changed one.
fn others(
    request: &DesignRequest,
    tweaks: &Tweaks,
    seed: Seed,
    host: &dyn Host,
) -> Vec<Option<BotResults>> {
    let after = tweaks.answers.iter().map(|tweak| (&tweak.level, &tweak.played));
    let all = std::iter::once((&request.level, &tweaks.before)).chain(after);
    let each = all.map(|(level, played)| {
        BotResults::beside(played, level, (request.bot, Breadth::Several), seed, host)
    });
    each.collect()
}

/// Reports the difficulty and each changed level; warns if some are missing.
fn verdict(
    request: &DesignRequest,
    tweaks: &Tweaks,
    wanted: &str,
    host: &dyn Host,
) -> Verdict {
    let found = tweaks.answers.iter().filter(|tweak| tweak.is_found).count();

    let before = &tweaks.before;
    if let Some(warning) = endless::words(before.endless, before.games) {
        host.tell(Event::Warning(&warning, None));
    }

    if tweaks.is_there && !matches!(request.shift, Shift::To(_)) {
        let games = played(&request.level, &tweaks.before);
        let what = "the level is at the end of what can be asked for";
        host.tell(Event::Warning(&format!("{what}: {games}"), None));
        return Verdict::No;
    }

    if tweaks.is_there {
        let note = format!("the level already has this difficulty: {wanted}");
        host.tell(Event::Note(&note));
        return Verdict::Done;
    }
    if host.look().is_break() {
        return Verdict::Stopped;
    }

    let warning = match found {
        0 if tweaks.answers.is_empty() => {
            format!("no change of the level is allowed that leads to {wanted}")
        }
        0 => format!("no change proved to lead to {wanted}; showing the closest"),
        found if found < request.count => {
            format!("found only {found} of {} answers", request.count)
        }
        _ => return Verdict::Done,
    };

    host.tell(Event::Warning(&warning, Some(&Hint::from(HINT))));
    if found > 0 { Verdict::Done } else { Verdict::No }
}

/// What to do when changes are missing.
const HINT: &str =
    "allow other {kinds}, free more cells of the template, or add {symmetry=none}";

/// The caption of a changed level in the picture.
fn label(number: usize, Tweak { level, changes, played, .. }: &Tweak) -> String {
    format!(
        "{number}: {}, {}",
        counted(changes.len() as u64, "cell"),
        measure(level, played)
    )
}

/// The measured difficulty in two words.
fn measure(level: &Level, played: &Statistics) -> String {
    if let Some(moves) = level.moves {
        return format!("{} % won", percent(played.within(moves).win_rate.mean));
    }
    let mean = played.mean_swaps().unwrap_or(f64::NAN);
    format!("{mean:.1} {}s", level.rules().move_word())
}

/// The cells that were changed.
fn cells(tweak: &Tweak) -> Vec<Cell> {
    tweak.changes.iter().map(|change| change.cell).collect()
}

impl Answer for TweakAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let found = self.tweaks.answers.iter().filter(|tweak| tweak.is_found).count();
        Some(format!("{found} of {} answers were found", self.request.count))
    }

    /// The document, `tilewright/tweaks/2`.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let tweaks = &self.tweaks;
        let entries = tweaks.answers.iter().zip(&self.others[1..]).zip(&self.people);
        let entries = entries.map(|((tweak, others), people)| {
            Ok(present(json!({
                "level": self.claims.document(&tweak.level)?,
                "changes": tweak.changes,
                "played": tweak.played,
                "within": within(&tweak.level, &tweak.played),
                "others": others,
                "people": people,
                "found": tweak.is_found,
            })))
        });
        let entries = entries.collect::<serde_json::Result<Vec<_>>>()?;

        let before = present(json!({
            "played": tweaks.before,
            "within": within(&self.request.level, &tweaks.before),
            "others": self.others[0],
        }));
        let document = present(json!({
            // None if the games of the level, from which it follows, were stopped.
            "wanted": match self.target {
                Some(target) => Some(json!({ "pass_rate": target.value() })),
                None => tweaks.difficulty.map(|wanted| json!(Aim::of(wanted, None))),
            },
            // Whether the level itself has the difficulty.
            "unchanged": tweaks.is_there,
            "before": before,
            "bot": self.request.bot,
            "tweaks": entries,
            "evaluations": tweaks.evaluations,
            "games": tweaks.games,
        }));

        head.line("tweaks", &document).map(Some)
    }

    fn text(&self, medium: Medium) -> String {
        let before = played(&self.request.level, &self.tweaks.before);
        let bot = self.request.bot;
        let mut text =
            format!("before, by {bot}: {before}{}\n", noted(self.others[0].as_ref()));
        let wanted = wanted(&self.request, &self.tweaks, self.target);
        if !wanted.is_empty() {
            let _ = writeln!(text, "requested: {wanted}");
        }

        let answers = self.tweaks.answers.iter().zip(&self.others[1..]).zip(&self.people);
        for (number, ((tweak, others), people)) in (1..).zip(answers) {
            let changed = counted(tweak.changes.len() as u64, "cell");
            let games = played(&tweak.level, &tweak.played);
            let _ = writeln!(
                text,
                "\n{number}: {changed}: {games}{}",
                noted(others.as_ref())
            );

            if let Some(people) = people {
                let _ = writeln!(text, "   {}", people.brief());
            }
            for change in &tweak.changes {
                let (cell, words) = (change.cell, |level: &Level| {
                    level.words(level.cells()[change.cell])
                });
                let (from, to) = (words(&self.request.level), words(&tweak.level));
                let _ = writeln!(text, "   {cell}: {from} → {to}");
            }

            if medium.is_terminal {
                let framed = picture::changes(&tweak.level, &cells(tweak), 1.0);
                let _ = write!(text, "\n{}", framed.to_text(medium.color));
            }
        }

        text
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let title = "a match-3 level and its changes";

        let boards = self.boards();
        let rows: Vec<Picture> =
            boards.chunks(3).map(|row| Picture::beside(row, GAP, title)).collect();
        let still = Picture::stacked(&rows, 0.0, title);

        // Between two changed levels, the level as it was.
        let before = boards[0].clone();
        let pairs = boards.into_iter().skip(1).flat_map(|after| [before.clone(), after]);
        let frames = pairs.map(|picture| Frame { picture, hundredths: 120 }).collect();
        let animation = Animation { title: title.to_owned(), frames };
        let animation = (!animation.frames.is_empty()).then_some(animation);

        Ok(Some(Drawing { still, animation }))
    }

    fn file(
        &self,
        _: &str,
        ending: &str,
        _: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        let text = |tweak: &Tweak| match ending {
            "txt" => tweak.level.to_string(),
            _ => tweak.level.to_json_with(&self.claims.keys()),
        };
        Ok(self.tweaks.answers.first().map(|tweak| text(tweak).into()))
    }
}
