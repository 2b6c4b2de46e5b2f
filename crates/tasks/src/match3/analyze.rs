//! `match3/analyze`: measures levels.

use serde_with::skip_serializing_none;
use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smart_default::SmartDefault;
use tilewright_draw::{Animation, Frame, Picture};
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{
    Kind, Level, NamedQuota, Rules, SkilledBot, Unreachable, can_move, picture,
    unreachable,
};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{Analysis, Examples, Likeness, Look, Model};

use super::assessment::Assessment;
use super::endless;
use super::given::examples;
use super::idle;
use super::judge;
use super::levels::{LoadedLevel, each, hint_of, model};
use super::people::{ForPeople, people_model};
use crate::answer::{line, present};
use crate::{
    Answer, BoundedInteger, Drawing, Event, Head, Hint, Host, Input, Item, Medium,
    Output, Refusal, Refuse as _, Task, TextValue, Verdict, chain,
};

/// Why some levels cannot be explained.
const NO_MEASURE: &str = "without a goal nothing says which cells make the level hard, as these rules have no potential";

/// Measure levels: potential, lost potential by kind of cell, feasibility, look, and difficulty.
///
/// Potential and feasibility are of levels of the rules classic; under other rules the difficulty is
/// predicted, if there is a model for such levels. The look of a level is how its special cells are spread: those that are neither
/// ordinary nor holes.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct AnalyzeRequest {
    /// Level files: text, JSON, .tmx or .tmj; `-` is stdin, which may have one JSON level per line.
    #[schemars(extend("x-value" = "LEVEL", "x-position" = 1))]
    pub levels: Vec<Input>,
    /// Find the cells that make a level hard, what a kind would cost in each other cell, and the single change that makes the level
    /// easiest or hardest: by games if the level has a goal, else by the potential, which levels of `classic` alone have.
    pub explain: bool,
    /// Kinds of cells that `explain` adds, as in `match3/generate`; default: obstacle, blocked1, blocked4 and overlay4, or under other
    /// rules those of the level. What the first one costs is listed for every ordinary cell.
    #[schemars(extend("x-value" = "KIND,…", "x-list" = ","))]
    pub kinds: Vec<TextValue<NamedQuota>>,
    /// Games to play of each of the most important changes of `explain`; 0 uses predictions alone.
    #[schemars(extend("x-value" = "N"))]
    // They know the mean of a change within 0.5 %, a standard deviation of a third by the
    // root of 4096. Chosen, as smaller effects are hardly felt in play.
    #[default(BoundedInteger::of(4096))]
    pub games: BoundedInteger<0, 1_000_000>,
    /// Bot that plays, or whose swaps are predicted; default: article if the goal is of blocks of one colour,
    /// else greedy.
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Model that predicts the swaps, from `match3/calibrate`; default: a built-in one.
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Model of people from `match3/calibrate` with `plays`: how often they pass a level with a goal and a move limit, and in how many
    /// attempts.
    #[schemars(extend("x-value" = "PEOPLE"))]
    pub r#for: Option<Input>,
    /// Folder of levels, or a level, to whose look each level is compared: how many of its patterns they have, and in how many special
    /// cells it differs from the nearest one. Repeat it for several.
    #[schemars(extend("x-value" = "FOLDER"))]
    pub like: Vec<Input>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for AnalyzeRequest {
    const NAME: &'static str = "match3/analyze";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the levels, their potential and the lost potential by kind here: .svg, .png, .gif or .apng.",
    )];

    fn check(&self) -> Result<(), Refusal> {
        if self.levels.is_empty() {
            return Err(Refusal::missing("levels"));
        }
        if self.explain {
            let count = self.kinds.iter().find(|kind| kind.0.to_string().contains(':'));
            return count.map_or(Ok(()), |kind| {
                let kind = &kind.0;
                Err(anyhow!(
                    "`{kind}`: `explain` adds one cell of a kind, so that it has no count"
                ))
                .hint("leave the count out")
            });
        }

        idle::refuse(self, &["games", "kinds"], ("without `explain`", "add {explain}"))?;
        if self.model.is_none() {
            return Ok(());
        }

        let why = ("with `model`, which is of its own player", "add {explain}");
        idle::refuse(self, &["bot"], why)
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        let plays = self.explain && self.games.get() > 0 || self.r#for.is_some();
        plays.then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let named = self.model.as_ref().map(|input| model(host, input)).transpose()?;
        let people =
            self.r#for.as_ref().map(|input| people_model(host, input)).transpose()?;
        let examples =
            (!self.like.is_empty()).then(|| examples(host, &self.like)).transpose()?;
        let given = (named.as_ref(), people.as_ref(), examples.as_deref());
        let mut answer = AnalyzeAnswer::default();
        for input in self.levels.iter().enumerate() {
            let is_continued = each(host, input, |found| {
                let item = self.measure(input.1, found, given, host, &mut answer);
                host.tell(Event::Item(&item));
                host.look().is_continue()
            });

            if !is_continued {
                answer.verdict = Verdict::Stopped;
                break;
            }
        }

        Ok(Box::new(answer))
    }
}

impl AnalyzeRequest {
    fn measure(
        &self,
        input: &Input,
        found: LoadedLevel,
        (named, people, examples): (
            Option<&Model>,
            Option<&PeopleModel>,
            Option<&Examples>,
        ),
        host: &dyn Host,
        answer: &mut AnalyzeAnswer,
    ) -> MeasuredLevel {
        let LoadedLevel { file, line, level } = found;
        let measures = level.and_then(|(level, bot)| {
            let can_explain = level.is_classic() || level.goal.is_some();
            anyhow::ensure!(can_explain || !self.explain, "{file}: {NO_MEASURE}");
            let assessment = Assessment::of((&level, bot), self, named, host);
            let assessment = assessment.with_context(|| file.clone())?;
            let people = people.map(|model| ForPeople::of(&level, model, host));
            let people = people.transpose().with_context(|| file.clone())?.flatten();
            let analysis = level.is_classic().then(|| Analysis::of(&level));
            let can_move = can_move(&level);
            let flaws = flaws(&level, can_move);

            let likeness = examples.map(|examples| examples.likeness(&level));

            Ok(Measures {
                analysis,
                level,
                assessment,
                people,
                likeness,
                can_move,
                flaws,
            })
        });

        let input = json!(input);
        let item = MeasuredLevel { input, file, line, measures };
        if item.measures.is_err() {
            answer.verdict = Verdict::Wrong;
        } else if host.draws_picture() {
            answer.pictures.extend(item.picture());
        }

        item
    }
}

/// A measured level, or the error of reading it.
struct MeasuredLevel {
    /// Its input in the request.
    input: Value,
    file: String,
    line: Option<usize>,
    measures: anyhow::Result<Measures>,
}

/// What is known of a level.
struct Measures {
    /// The potential and the feasibility; none under rules to which they do not apply.
    analysis: Option<Analysis>,
    level: Level,
    assessment: Assessment,
    /// What people do in it.
    people: Option<ForPeople>,
    /// How like it is to given levels.
    likeness: Option<Likeness>,
    /// Whether it has a first move.
    can_move: bool,
    /// What keeps games from telling how hard it is.
    flaws: Vec<String>,
}

/// What keeps games of a level from telling how hard it is.
fn flaws(level: &Level, can_move: bool) -> Vec<String> {
    if !can_move {
        return vec![Unreachable::NoSwap.to_string()];
    }

    let endless = endless::of_level(level).map(str::to_owned);
    let Some(goal) = &level.goal else {
        let none = "the level has no goal, so nothing says how hard it is".to_owned();
        return std::iter::once(none).chain(endless).collect();
    };

    let rules = Rules::new(level, goal);
    let why = unreachable(&rules)
        .map(|why| format!("the goal {goal} cannot be reached: {why}"));
    let at_once = rules.is_won_at_once();
    let at_once =
        at_once.then(|| format!("the goal {goal} is reached before the first move"));

    why.or(at_once).into_iter().chain(endless).collect()
}

impl Measures {
    fn board(&self) -> Picture {
        let Self { analysis, level, .. } = self;
        match analysis {
            Some(analysis) => analysis.picture(level),
            None => level.picture(picture::tile_for(level)),
        }
    }
}

impl MeasuredLevel {
    fn title(&self, measures: &Measures) -> String {
        let line = self.line.map_or_else(String::new, |line| format!(", line {line}"));
        let Some(analysis) = &measures.analysis else {
            return format!(
                "{}{line}: under these rules potential and feasibility do not apply",
                self.file
            );
        };
        let is_feasible = analysis.feasibility.is_feasible() && measures.can_move;
        let verdict = if is_feasible { "feasible" } else { "infeasible" };
        let (potential, open) = (analysis.potential(), analysis.open_potential());
        format!("{}{line}: potential {potential} of {open}, {verdict}", self.file)
    }

    fn picture(&self) -> Option<Picture> {
        let measures = self.measures.as_ref().ok()?;
        Some(measures.board().captioned(&self.title(measures)))
    }
}

impl Item for MeasuredLevel {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        match &self.measures {
            Ok(measures) => head
                .only("levels", [self.input.clone()])
                .line("analysis", &Report::of(self, measures)),
            Err(error) => line(&present(json!({
                "error": chain(error),
                "file": self.file,
                "line": self.line,
            }))),
        }
    }

    fn text(&self, medium: Medium) -> Result<String, (String, Option<Hint>)> {
        let measures =
            self.measures.as_ref().map_err(|error| (chain(error), hint_of(error)))?;
        let board = measures.board().to_text(medium.color);
        let flaws = measures.flaws.iter().map(|flaw| format!("{flaw}\n"));
        let flaws: String = flaws.collect();
        let (level, assessment) = (&measures.level, measures.assessment.to_text());
        let people =
            measures.people.as_ref().map_or_else(String::new, ForPeople::to_text);
        let key = match &picture::key(level, level.cells())[..] {
            [] => String::new(),
            key => format!("\n{}\n", key.join("; ")),
        };
        let likeness = measures
            .likeness
            .map_or_else(String::new, |likeness| format!("{likeness}\n"));
        Ok(format!(
            "{}\n{flaws}\n{board}{key}\n{assessment}{people}{}\n{likeness}",
            self.title(measures),
            Look::of(level)
        ))
    }
}

/// The document of a level, `tilewright/analysis/2`.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(flatten)]
    potential: Option<Value>,
    /// What keeps games from telling how hard the level is.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    flaws: &'a [String],
    /// How its special cells are spread.
    look: Look,
    #[serde(flatten)]
    assessment: &'a Assessment,
    #[serde(skip_serializing_if = "Option::is_none")]
    people: Option<&'a ForPeople>,
    #[serde(skip_serializing_if = "Option::is_none")]
    likeness: Option<Likeness>,
}

impl<'a> Report<'a> {
    fn of(item: &'a MeasuredLevel, measures: &'a Measures) -> Self {
        let account = |analysis| account(analysis, measures.can_move);
        let potential = measures.analysis.as_ref().map(account);
        let (file, line, assessment) = (&item.file, item.line, &measures.assessment);
        let people = measures.people.as_ref();
        let (look, flaws) = (Look::of(&measures.level), &measures.flaws[..]);
        let likeness = measures.likeness;
        Self { file, line, potential, flaws, look, assessment, people, likeness }
    }
}

/// The potential and the feasibility of a level.
fn account(analysis: &Analysis, can_move: bool) -> Value {
    let by_kind = |value: &dyn Fn(Kind) -> Value| -> BTreeMap<_, _> {
        let kinds = Kind::SPECIALS.into_iter();
        kinds.map(|kind| (kind.key(), value(kind))).collect()
    };

    let feasibility = &analysis.feasibility;
    json!({
        "potential": analysis.potential(),
        "open_potential": analysis.open_potential(),
        "shares": by_kind(&|kind| json!(analysis.share(kind))),
        "per_cell": analysis.per_cell,
        "open_per_cell": analysis.open_per_cell,
        "per_cell_shares": by_kind(&|kind| json!(analysis.per_cell_share(kind))),
        "infeasible_cells": feasibility.cells,
        "infeasible_groups": feasibility.groups,
        "feasible": feasibility.is_feasible() && can_move,
    })
}

/// The answer of all levels: their picture. Their measures were reported as items.
#[derive(Debug, Default)]
struct AnalyzeAnswer {
    pictures: Vec<Picture>,
    verdict: Verdict,
}

impl Answer for AnalyzeAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// All levels on one sheet, or as the frames of an animation.
    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let frame =
            |picture: &Picture| Frame { picture: picture.clone(), hundredths: 200 };
        let title = "levels and their potential";
        let frames = self.pictures.iter().map(frame).collect();
        let still = match &self.pictures[..] {
            [] => return Ok(None),
            [single] => single.clone(),
            pictures => Picture::stacked(pictures, 8.0, title),
        };
        let animation = Animation { title: title.to_owned(), frames };
        Ok(Some(Drawing { still, animation: Some(animation) }))
    }
}
