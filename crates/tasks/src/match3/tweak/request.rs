//! The request of `match3/tweak`.

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Grid, Seed, Size};
use tilewright_match3::{Goal, Level, NamedQuota, SkilledBot, Template};
use tilewright_match3_design::{
    Difficulty, Shift, Symmetry, TweakRequest as DesignRequest, Tweaks,
};

use super::super::judge;
use super::super::judge::bot_for;
use super::super::levels::{read_claimed, read_template, whole};
use super::super::people::{ForPeople, is_met, people_model};
use super::super::percent::whole_percent;
use super::super::play::rules as playable;
use super::super::rules::{goal_of, kinds, plain, set_rules};
use super::super::target::WinRate;
use super::super::{difficulty, refused, series};
use super::answer::TweakAnswer;
use super::people::{PeopleAim, PeopleTweaks};
use crate::{
    Answer, BoundedInteger, BoundedNumber, Event, Host, Input, NamedOutput, Output,
    OwnFile, Refusal, Refuse as _, Share, Task, TextValue,
};

/// Give a level another difficulty by few changes of cells.
///
/// The answers have the fewest cells that were found, and the smallest changes; two answers have at most
/// half of their changed cells in common, and games prove each of them. Symmetry stays, and cells can be
/// kept.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct TweakRequest {
    /// Level: text, JSON, .tmx or .tmj. Holes, pieces, ingredients and blocks of a colour stay as they are.
    #[schemars(extend("x-value" = "LEVEL", "x-position" = 1))]
    pub level: Option<Input>,
    /// easier or harder: by 10 percentage points of the win rate if there is a move limit, or of the pass rate of the people of `for`,
    /// else by 10 % of the mean swaps.
    #[schemars(extend(
        "x-value" = "easier|harder",
        "x-position" = 2,
        "x-excludes" = ["difficulty", "win_rate"]
    ))]
    pub direction: Option<Direction>,
    /// Mean number of swaps to the goal, met within 3 %.
    #[schemars(extend("x-value" = "SWAPS", "x-excludes" = ["win_rate"]))]
    pub difficulty: Option<BoundedNumber<1, 1000>>,
    /// Share of games to win within the move limit, met within 5 percentage points, beyond 10 % and 90 %
    /// within half of the distance to the end; 100% for a level that cannot be lost, with no loss in 3,000
    /// games.
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<WinRate>,
    /// Share of people to pass at their first attempt within the move limit, within 3 percentage points, as the model of `for`
    /// predicts it.
    #[schemars(extend("x-value" = "SHARE", "x-excludes" = ["difficulty", "win_rate", "direction"]))]
    pub pass_rate: Option<Share>,
    /// Model of people from `match3/calibrate` with `plays`, for `pass_rate`, or for easier and harder.
    #[schemars(extend("x-value" = "PEOPLE"))]
    pub r#for: Option<Input>,
    /// Move limit; default: that of the level.
    #[schemars(extend("x-value" = "N"))]
    pub moves: Option<BoundedInteger<1, { u32::MAX }>>,
    /// Goal, such as collect:30; default: that of the level; repeat it for several.
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Vec<TextValue<Goal>>,
    /// Template whose free cells `?` are the cells that may change; nothing else of it is used.
    #[schemars(extend("x-value" = "FILE"))]
    pub template: Option<Input>,
    /// Kinds of cells to place, as in `match3/generate`; default: those of the level, and these with one
    /// layer more or less; obstacles if it has none.
    #[schemars(extend("x-value" = "KIND,…", "x-list" = ","))]
    pub kinds: Vec<TextValue<NamedQuota>>,
    /// Symmetry of the changed levels; default: that of the level.
    #[schemars(extend("x-value" = "SYMMETRY"))]
    pub symmetry: Option<Symmetry>,
    /// Answers to find; two of them have at most half of their changed cells in common.
    #[schemars(extend("x-value" = "N"))]
    // A choice of some, each of which takes thousands of games.
    #[default(BoundedInteger::of(5))]
    pub count: BoundedInteger<1, 100>,
    /// Bot that plays to measure the difficulty; default: the one that the level names, else article if the
    /// goal is of blocks of one colour, else greedy; for people the one of these, regular, beginner and novice that wins about as
    /// often as they shall.
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Model that guides the search, from `match3/calibrate`; default: a built-in one.
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// By how much easier or harder changes a pass rate, as it does a win rate.
const STEP: f64 = 0.1;
/// How close to nobody and to everybody easier and harder lead. Chosen: a model of some thousand attempts knows no smaller shares.
const END: f64 = 0.02;

/// Whether the level shall become easier or harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Easier.
    Easier,
    /// Harder.
    Harder,
}

impl Task for TweakRequest {
    const NAME: &'static str = "match3/tweak";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "levels",
            endings: &["json", "txt"],
            help: "Write the changed levels to this folder, the best first; with `count` 1, the level to this \
                   file, as JSON, or as text if the name ends in .txt.",
        }),
        Output::Picture(
            "Draw the level and its changes here: .svg or .png, or one after the other as .gif or .apng.",
        ),
    ];

    fn check(&self) -> Result<(), Refusal> {
        if self.level.is_none() {
            return Err(Refusal::missing("level"));
        }
        let is_for_people = self.pass_rate.is_some() || self.direction.is_some();
        match self.r#for {
            None if self.pass_rate.is_some() => return Err(Refusal::missing("for")),
            Some(_) if !is_for_people => {
                return Err(anyhow!("people are asked for without what they are to do"))
                    .hint("say easier or harder, or add {pass_rate=60%}");
            }
            _ => {}
        }
        if self.pass_rate.is_some() {
            let others = [self.difficulty.is_some(), self.win_rate.is_some()];
            if self.direction.is_some() || others.contains(&true) {
                return Err(anyhow!("a level can have one target")).hint(
                    "leave out {direction}, {difficulty} and {win_rate}, or {pass_rate}",
                );
            }
            return Ok(());
        }
        if self.direction.is_none()
            && self.difficulty.is_none()
            && self.win_rate.is_none()
        {
            return Err(anyhow!("the request has no difficulty"))
                .hint("say easier or harder, or add {win_rate=60%} or {difficulty=24}");
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn folder(&self) -> Option<OwnFile> {
        (self.count.get() > 1).then_some(series::is_level as OwnFile)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let input = self.level.as_ref().ok_or_else(|| Refusal::missing("level"))?;
        let (mut board, claims) = read_claimed(host, input)?;
        set_rules(
            &mut board,
            &plain(&self.goal),
            None,
            self.moves.map(BoundedInteger::get),
        )?;

        // What the document says it missed, an earlier search missed.
        board.missed = None;
        let level = whole(&board, input)?;
        let goal = goal_of(&board)?.clone();
        if playable(&level)?.is_won_at_once() {
            return Err(anyhow!("the goal {goal} is reached before the first move"))
                .hint("change {goal}");
        }
        if host.extension("output").is_some_and(|it| it == "txt") && !level.is_classic() {
            return Err(anyhow!("a text file holds no rules"))
                .hint("name a file in .json");
        }

        let seed = self.seed.unwrap_or(Seed(0));
        let usual = bot_for(self.bot, claims.bot, &goal);
        let people = match (&self.r#for, level.moves) {
            (Some(_), None) => {
                return Err(anyhow!("a pass rate needs a move limit"))
                    .hint("add {moves=25}");
            }
            (Some(input), Some(moves)) => {
                let model = people_model(host, input)?;
                let before = ForPeople::of(&level, &model, host)?;
                let rate = before.as_ref().map(|people| people.pass_rate().rate);
                // Without a rate the host has stopped it, and nothing is searched.
                let wanted = rate.map_or(Ok(0.5), |rate| self.wanted_of_people(rate))?;
                Some(PeopleAim { model, before, wanted, moves })
            }
            (None, _) => None,
        };
        let bot = match &people {
            Some(people) if self.bot.is_none() => {
                people.bot(&level, usual, seed, host)?
            }
            _ => usual,
        };
        let guide = difficulty::guide(host, &board, &goal, bot, self.model.as_ref())?;
        let mut request = self.request(level, &board, host)?.with_bot(bot);
        let found = if let Some(people) = &people {
            people.search(&mut request, &guide, seed, host)?
        } else {
            let tweaks = search(&request, &guide, seed, host)?;
            PeopleTweaks {
                people: vec![None; tweaks.answers.len()],
                tweaks,
                target: None,
            }
        };

        Ok(Box::new(TweakAnswer::of(request, seed, claims, found, host)))
    }
}

impl TweakRequest {
    /// The request of the library.
    fn request(
        &self,
        level: Level,
        board: &Template,
        host: &dyn Host,
    ) -> Result<DesignRequest, Refusal> {
        let shift = self.shift(&level)?;
        let mut request =
            DesignRequest::new(level, shift).with_count(self.count.get() as usize);

        if let Some(input) = &self.template {
            let free =
                free_cells(&read_template(host, input)?, input, request.level.size())?;
            let both = |cell| request.free[cell] && free[cell];
            request.free = Grid::from_fn(free.size(), both);
        }

        if !self.kinds.is_empty() {
            request.kinds = kinds(&self.kinds, board)?;
        }

        request.symmetry = self.symmetry.unwrap_or(request.symmetry);
        Ok(request)
    }

    /// The pass rate that people shall have, given that of the level.
    fn wanted_of_people(&self, before: f64) -> Result<f64, Refusal> {
        if let Some(wanted) = self.pass_rate {
            return Ok(wanted.get());
        }
        let (changed, word) = match self.direction {
            Some(Direction::Harder) => (before - STEP, "harder"),
            _ => (before + STEP, "easier"),
        };
        let wanted = changed.clamp(END, 1.0 - END);
        if is_met(before, wanted) || (wanted < before) != (changed < before) {
            let rate = whole_percent(before);
            return Err(anyhow!(
                "{rate} % of people pass the level: {word} cannot be asked for"
            ))
            .hint("say the share by {pass_rate=90%}");
        }
        Ok(wanted)
    }

    fn shift(&self, level: &Level) -> Result<Shift, Refusal> {
        let rate = |rate: WinRate| {
            let moves = level.moves.context("a win rate needs a move limit");
            let moves = moves.hint("add {moves=25}")?;
            Ok(Shift::To(Difficulty::WinRate { rate: rate.get(), moves }))
        };

        if let (Some(_), Some(moves)) = (&self.r#for, level.moves) {
            // The win rate that stands for what people do is found later.
            return Ok(Shift::To(Difficulty::WinRate { rate: 0.5, moves }));
        }
        match (self.direction, self.difficulty, self.win_rate) {
            (Some(Direction::Easier), ..) => Ok(Shift::Easier),
            (Some(Direction::Harder), ..) => Ok(Shift::Harder),
            (None, Some(swaps), _) => Ok(Shift::To(Difficulty::Swaps(swaps.get()))),
            (None, None, Some(share)) => rate(share),
            (None, None, None) => Err(Refusal::missing("direction")),
        }
    }
}

/// The free cells of the template.
fn free_cells(
    template: &Template,
    input: &Input,
    size: Size,
) -> Result<Grid<bool>, Refusal> {
    let found = template.size();
    if found != size {
        return Err(anyhow!(
            "{input}: the template has {} × {} cells, but the level {} × {}",
            found.rows,
            found.columns,
            size.rows,
            size.columns
        ))
        .hint("give the template of this level");
    }

    if template.free() == 0 {
        return Err(anyhow!("{input}: the template has no free cell"))
            .hint("write `?` where a cell may change");
    }

    Ok(template.cells().map(Option::is_none))
}

/// Searches for tweaks, and reports progress.
pub(super) fn search(
    request: &DesignRequest,
    guide: &tilewright_match3_design::Guide,
    seed: Seed,
    host: &dyn Host,
) -> Result<Tweaks, Refusal> {
    let steps = Some(request.count as u64);
    host.tell(Event::Begun { doing: "searching changes", steps });
    let watch = |found: Option<usize>| {
        if let Some(found) = found {
            host.tell(Event::Reached(found as u64));
        }
        host.look()
    };
    let tweaks = tilewright_match3_design::tweak(request, guide, seed, watch);
    host.tell(Event::Ended);
    tweaks.map_err(refused)
}
