//! The document of a checked level.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_draw::Picture;
use tilewright_grid::{Estimate, Seed};
use tilewright_match3::{
    Level, LevelError, MAX_SWAPS, MissedTarget, Outcome, Rules, SkilledBot, Statistics,
    Summary, Unreachable, can_move, play, unreachable,
};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{Feasibility, potential};

use super::super::band::Band;
use super::super::bot_results::{BotResults, Breadth};
use super::super::claims::Claims;
use super::super::difficulty::BEYOND;
use super::super::endless;
use super::super::judge::bot_for;
use super::super::levels::{read_source, reason};
use super::super::people::{ForPeople, MET};
use super::super::percent::whole_percent;
use super::annotation;
use super::figure::{Figure, Verdict, figures_of};
use super::looks::Looks;
use super::report::MARKDOWN;
use super::request::CheckRequest;
use crate::{Head, Hint, Host, HostWatch, Input, Item, Medium};

/// The document of a level, `tilewright/check/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct CheckDocument {
    pub(super) file: String,
    #[serde(skip)]
    seed: Seed,
    pub(super) ok: bool,
    pub(super) reasons: Vec<String>,
    /// The figures whose intervals decide nothing, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) undecided: Vec<String>,
    band: Option<Band>,
    played: Option<LevelGames>,
    people: Option<ForPeople>,
    /// The level as a small picture, if a report shows it.
    #[serde(skip)]
    pub(super) picture: Option<Picture>,
    /// Whether the text is for a service that reads it.
    #[serde(skip)]
    is_annotation: bool,
}

/// The side of a cell in a report, in pixels: nine of them are seen beside a line of text.
const TILE: f64 = 12.0;

/// The games of a level.
#[derive(Debug, Serialize)]
struct LevelGames {
    bot: SkilledBot,
    games: u32,
    finished: u32,
    swaps: Option<Summary>,
    win_rate: Estimate,
    /// The figures that the band has, and whether they lie in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    figures: Vec<Figure>,
    /// What other bots reach in the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<BotResults>,
    /// What the mean counts.
    #[serde(skip)]
    unit: String,
}

impl CheckDocument {
    pub(super) fn of(
        file: String,
        (request, model): (&CheckRequest, Option<&PeopleModel>),
        host: &dyn Host,
    ) -> Self {
        let found = read(host, &file);
        let mut checked = Self {
            file,
            seed: request.seed.unwrap_or(Seed(1)),
            ok: false,
            reasons: Vec::new(),
            undecided: Vec::new(),
            band: None,
            played: None,
            picture: None,
            is_annotation: request.annotations,
            people: None,
        };

        match found {
            Ok((level, band)) => {
                checked.band = band;
                let is_shown = host.stem(MARKDOWN).is_some();
                checked.picture = is_shown.then(|| level.picture(TILE));
                checked.examine(&level, request, host);
                checked.ask(&level, model, host);
                checked.recall(&level);
            }
            Err(error) => checked.reasons.push(error),
        }

        checked.ok = checked.reasons.is_empty();
        checked
    }

    /// Whether the file is JSON of something else than a level.
    pub(super) fn has_no_layout(&self) -> bool {
        let reason = LevelError::NoLayout.to_string();
        self.reasons.iter().any(|it| it.ends_with(&reason))
    }

    fn examine(&mut self, level: &Level, request: &CheckRequest, host: &dyn Host) {
        let is_classic = level.is_classic();
        let cells = if is_classic { Feasibility::of(level).cells } else { Vec::new() };
        if let Some(first) = cells.first() {
            let count = cells.len();
            self.reasons.push(format!(
                "infeasible: {count} cells are never refilled, first {first}"
            ));
        }

        let band = self.band.clone().unwrap_or_default();
        if band.potential.is_some() && !is_classic {
            self.reasons
                .push("the potential applies to the rules `classic` only".to_owned());
        } else if let Some(range) = band.potential {
            let (found, [low, high]) = (f64::from(potential(level)), range);
            if !(low..=high).contains(&found) {
                self.reasons
                    .push(format!("potential {found:.3}, expected {low} to {high}"));
            }
        }

        match &level.goal {
            _ if !can_move(level) => self.reasons.push(Unreachable::NoSwap.to_string()),
            None => self.examine_aimless(level, &band),
            Some(goal) => self.play(&Rules::new(level, goal), &band, request, host),
        }
    }

    /// Asks what people do in a level that has no flaw, and compares it with its band.
    fn ask(&mut self, level: &Level, model: Option<&PeopleModel>, host: &dyn Host) {
        let band = self.band.clone().unwrap_or_default();
        let Some(model) = model else {
            if band.pass_rate.is_some() || band.attempts.is_some() {
                let missing = "the band is of people, and no model of people is given to hold it against";
                self.reasons.push(missing.to_owned());
            }
            return;
        };
        if self.played.is_none() {
            return;
        }

        match ForPeople::of(level, model, host) {
            Err(why) => self.reasons.push(why.to_string()),
            Ok(None) => {}
            Ok(Some(people)) => {
                let (rate, attempts) = (people.pass_rate(), people.attempts());
                let rate = band.pass_rate.map(|range| {
                    let of = (rate.rate, rate.ci90);
                    Figure::of_people("pass_rate", "pass rate", of, range, MET)
                });
                let attempts = band.attempts.map(|range| {
                    let of = (attempts.mean, attempts.ci90);
                    // The attempts are about the inverse of the pass rate.
                    let slack = MET * attempts.mean.powi(2);
                    Figure::of_people("attempts", "mean attempts", of, range, slack)
                });
                let figures: Vec<_> = rate.into_iter().chain(attempts).collect();
                self.decide(&figures, "by the model of people");
                if let Some(played) = &mut self.played {
                    played.figures.extend(figures);
                }
                self.people = Some(people);
            }
        }
    }

    /// Takes the note of a level's search into account that says what it missed, unless its figures are in their bands.
    fn recall(&mut self, level: &Level) {
        let Some(MissedTarget { wanted, reached }) = &level.missed else { return };
        let figures = self.played.as_ref().map_or(&[][..], |played| &played.figures);
        let has_potential = self.band.as_ref().is_some_and(|it| it.potential.is_some());
        let is_held = has_potential || !figures.is_empty();
        if !is_held || !self.reasons.is_empty() {
            let words =
                format!("not found by its search: requested {wanted}, reached {reached}");
            self.reasons.insert(0, words);
        }
    }

    /// Examines a level without a goal, which is not played.
    fn examine_aimless(&mut self, level: &Level, band: &Band) {
        let of_games = [band.swaps, band.win_rate, band.pass_rate, band.attempts];
        if of_games.iter().any(Option::is_some) {
            self.reasons.push("the band needs a goal, and the level has none".to_owned());
        } else if band.potential.is_none() {
            self.reasons.push("the level has no goal, so nothing was played".to_owned());
        }
        self.reasons.extend(endless::of_level(level).map(str::to_owned));
    }

    /// Plays a level whose goal can be reached, unless it has a flaw.
    fn play(
        &mut self,
        rules: &Rules,
        band: &Band,
        request: &CheckRequest,
        host: &dyn Host,
    ) {
        let goal = rules.goal();
        if let Some(why) = unreachable(rules) {
            self.reasons.push(format!("the goal {goal} cannot be reached: {why}"));
        } else if rules.is_won_at_once() {
            self.reasons
                .push(format!("the goal {goal} is reached before the first move"));
        } else if self.reasons.is_empty() {
            let bot = band.bot.unwrap_or_else(|| bot_for(request.bot, None, goal));
            let (outcomes, figures) = self.games(rules, band, bot, request, host);
            let most = (MAX_SWAPS, request.games.get().min(outcomes.len() as u32));
            let others =
                BotResults::of(rules, (bot, Breadth::Several), most, self.seed, host);
            let played = self.judge(rules.level(), figures, bot, &outcomes);
            self.played = Some(LevelGames { others, ..played });
        }
    }

    /// Games, until they decide the figures of the band or are the most that may be played. A level whose games were
    /// stopped is not reported.
    fn games(
        &self,
        rules: &Rules,
        band: &Band,
        bot: SkilledBot,
        request: &CheckRequest,
        host: &dyn Host,
    ) -> (Vec<Outcome>, Vec<Figure>) {
        let count = [band.swaps, band.win_rate].iter().flatten().count();
        let looks = Looks::new(request.games.get(), request.max_games.get(), count);
        let mut outcomes = Vec::new();
        let mut next = Some(looks.first);
        let mut figures = Vec::new();

        while let Some(games) = next.filter(|_| host.look().is_continue()) {
            let more = outcomes.len() as u32..games;
            let watch = &HostWatch(host);
            outcomes.extend(play(rules, &bot, MAX_SWAPS, more, self.seed, watch));
            figures = figures_of(rules.level(), band, &looks, &outcomes);
            let is_open = figures.iter().any(|it| it.verdict == Verdict::Undecided);
            next = looks.next(games).filter(|_| is_open);
        }
        (outcomes, figures)
    }

    /// The games of a level, whose figures are compared with its band.
    fn judge(
        &mut self,
        level: &Level,
        figures: Vec<Figure>,
        bot: SkilledBot,
        outcomes: &[Outcome],
    ) -> LevelGames {
        // The mean swaps do not depend on the move limit.
        let whole = Statistics::of(outcomes, MAX_SWAPS);
        let limit = level.moves.unwrap_or(MAX_SWAPS);
        let word = level.rules().move_word();
        let within = whole.within(limit);

        self.reasons.extend(endless::words(whole.endless, whole.games));

        if whole.finished > 0 && within.win_rate.mean <= 0.0 {
            self.reasons
                .push(format!("no game of {bot} is won within the move limit, {limit}"));
        }
        if whole.finished == 0 {
            self.reasons.push(format!(
                "no game of {bot} reached the goal within {MAX_SWAPS} {word}s"
            ));
        }

        self.decide(&figures, &format!("after {} games", whole.games));

        LevelGames {
            bot,
            games: whole.games,
            finished: whole.finished,
            swaps: whole.swaps,
            win_rate: within.win_rate,
            figures,
            others: None,
            unit: match level.moves {
                Some(_) => format!("{word}s{BEYOND}"),
                None => format!("{word}s"),
            },
        }
    }

    /// What was measured, in a few words; none if nothing was played.
    pub(super) fn measured(&self) -> Option<String> {
        let played = self.played.as_ref()?;
        let LevelGames { bot, others, unit, win_rate, .. } = played;
        let (mean, won) = (played.swaps?.mean, whole_percent(win_rate.mean));
        let others = others.as_ref().map(BotResults::brief);
        let others = others.map_or_else(String::new, |others| format!("; {others}"));
        let people = self.people.as_ref().map(|it| format!("; {}", it.brief()));
        let people = people.unwrap_or_default();
        Some(format!("{bot}: {mean:.1} {unit}, {won} % won{others}{people}"))
    }

    /// The number of games of the bot that decides.
    pub(super) fn games_played(&self) -> u32 {
        self.played.as_ref().map_or(0, |played| played.games)
    }

    /// Takes figures into account; an estimate decides where the interval does not, which is said with what it is by.
    fn decide(&mut self, figures: &[Figure], by: &str) {
        for figure in figures {
            let words = figure.words();
            match figure.verdict {
                Verdict::Inside => {}
                Verdict::Outside => self.reasons.push(words),
                Verdict::Undecided => {
                    let words = format!("{words}: undecided {by}");
                    let place = if figure.is_good() {
                        &mut self.undecided
                    } else {
                        &mut self.reasons
                    };
                    place.push(words);
                }
            }
        }
    }
}

impl Item for CheckDocument {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        head.line("check", self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        if self.is_annotation
            && let Some(line) = annotation::line(self)
        {
            return Ok(line);
        }
        if !self.ok {
            return Ok(format!("{}: bad: {}\n", self.file, self.reasons.join("; ")));
        }

        let words: Vec<_> =
            self.measured().into_iter().chain(self.undecided.iter().cloned()).collect();
        let colon = if words.is_empty() { "" } else { ": " };
        Ok(format!("{}: ok{colon}{}\n", self.file, words.join("; ")))
    }
}

/// The level of a file and its band.
fn read(host: &dyn Host, file: &str) -> Result<(Level, Option<Band>), String> {
    let read = read_source(host, &Input::Name(file.to_owned()));
    let (template, text) = read.map_err(|refusal| reason(&refusal))?;
    let level = template.to_level().map_err(|error| error.to_string())?;
    let band = Band::of(&text).map_err(|error| format!("bad band: {error}"))?;
    Ok((level, band.or_else(|| Claims::requested(&text))))
}
