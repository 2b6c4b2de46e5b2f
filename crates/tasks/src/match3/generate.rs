//! `match3/generate`: a request in, levels of a wanted potential or difficulty out.

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    DifficultyWish, Goal, History, Kind, Player, Proven, Quota, Search, Strategy,
    Symmetry, Template, Violation, Wanted, Wish,
};

use super::levels::read_template;
use super::made::{Entry, Levels, Searched};
use super::rules::{Moves, set_rules};
use super::{difficulty, potential, series};
use crate::{
    Between, Host, Input, Keeping, Named, Output, Refusal, Refuse as _, Share, Task,
    Within, Worded,
};

/// Make levels of a wanted swap-match potential, or of a wanted difficulty.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Generate {
    /// How many rows; 9 unless a template says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub rows: Option<Within<1, 64>>,
    /// How many columns; 9 unless a template says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub columns: Option<Within<1, 64>>,
    /// The wanted potential: the ways in which a swap can complete a line of three.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "x-value" = "POTENTIAL",
        "x-excludes" = ["difficulty", "win_rate", "bot", "model"]
    ))]
    pub target: Option<Within<0, { u32::MAX }>>,
    /// How far off the target the potential may be.
    #[schemars(extend("x-value" = "N"))]
    pub tolerance: Within<0, { u32::MAX }>,
    /// Instead of a potential: how many swaps the goal is to take on average, within 3 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SWAPS"))]
    pub difficulty: Option<Between<1, 1000>>,
    /// Or the share of games that are to be won within `moves`, within 5 points. With
    /// `difficulty` and `auto` as `moves`, the move limit is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<Share>,
    /// Bot that plays for `difficulty` and `win_rate`: random, seed, greedy or planner.
    #[schemars(extend("x-value" = "BOT"))]
    pub bot: Worded<Player>,
    /// The model that guides the search for a difficulty, from `match3/calibrate`; a built-in
    /// one unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Kinds that may be placed: obstacle, blocked1 to blocked4, overlay1 to overlay4; with
    /// :COUNT or :LEAST-MOST, how many cells of it there are to be.
    #[schemars(extend("x-value" = "KIND,…", "x-list" = ","))]
    pub kinds: Vec<Worded<Quota>>,
    /// A level, text or JSON, of which only the cells `?` are free.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub template: Option<Input>,
    /// Which halves of the board must be alike.
    #[schemars(extend("x-value" = "SYMMETRY"))]
    pub symmetry: Symmetry,
    /// How many levels to make, no two alike.
    #[schemars(extend("x-value" = "N"))]
    pub count: Within<1, 10_000>,
    /// How to search: climb (ours), or fi2pop (the article's, with its settings).
    #[schemars(extend("x-value" = "SCHEME"))]
    pub scheme: Scheme,
    /// What fi2pop counts as the violation of an infeasible level; cells when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "VIOLATION"))]
    pub violation: Option<Violation>,
    /// How many colours of blocks the game has; 5 unless a template says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub colors: Option<Within<2, 64>>,
    /// The goal to write into the level, such as collect:30; repeat it for several.
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Vec<Worded<Goal>>,
    /// The move limit to write into the level; `auto` finds the one for `win_rate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N|auto"))]
    pub moves: Option<Moves>,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// How a level of a wanted potential is searched.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Single changes, from a start of the right density.
    #[default]
    Climb,
    /// A feasible and an infeasible population side by side.
    Fi2pop,
}

impl Default for Generate {
    fn default() -> Self {
        Self {
            rows: None,
            columns: None,
            target: None,
            tolerance: Within::of(0),
            difficulty: None,
            win_rate: None,
            bot: Worded(Strategy::Seed.into()),
            model: None,
            kinds: vec![Worded(Kind::Obstacle.into())],
            template: None,
            symmetry: Symmetry::None,
            count: Within::of(1),
            scheme: Scheme::Climb,
            violation: None,
            colors: None,
            goal: Vec::new(),
            moves: None,
            seed: None,
        }
    }
}

impl Task for Generate {
    const NAME: &'static str = "match3/generate";
    const OUTPUTS: &'static [Output] = &[
        Output::File(Named {
            name: "output",
            what: "levels",
            endings: &["json", "txt"],
            help: "Write the level here, as JSON, or as text where the name ends in .txt; a \
                   folder when there are several, each written as it comes: the same command \
                   resumes it. A level that misses what was wanted says so in its file.",
        }),
        Output::Picture(
            "Draw the result here: .svg or .png, or the search in motion as .gif or .apng.",
        ),
        Output::File(Named {
            name: "logbook",
            what: "logbooks",
            endings: &["csv", "jsonl"],
            help: "Write what every generation was like here, as .csv or .jsonl.",
        }),
    ];
    const KEEPING: Keeping = Keeping::Items;
    const GROWS_BY: &'static [&'static str] = &["count"];
    type Answer = Levels;

    fn check(&self) -> Result<(), Refusal> {
        self.check_wanted()?;
        self.search()?;
        if self.template.is_none() {
            let board = self.board(None)?;
            if self.asks_difficulty() {
                goal_of(&board)?;
            }
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn keeping(&self) -> Keeping {
        if self.is_series() { Keeping::Items } else { Keeping::Nothing }
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if !asked.contains(&"logbook") {
            return Ok(());
        }
        if self.is_series() {
            return Err(anyhow!("a logbook tells of one search")).hint("use {count=1}");
        }
        if self.asks_difficulty() {
            return Err(anyhow!("a logbook tells of the search for a potential"))
                .hint("leave it out, or use {target}");
        }
        Ok(())
    }

    fn is_folder(&self, output: &str) -> bool {
        output == "output" && self.is_series()
    }

    fn is_own(&self, file: &str) -> bool {
        series::is_level(file)
    }

    fn run(&self, host: &dyn Host) -> Result<Levels, Refusal> {
        let template = self.template.as_ref();
        let template = template.map(|input| read_template(host, input)).transpose()?;
        let board = self.board(template)?;
        let seed = self.seed.unwrap_or(Seed(0));
        let searched = if self.asks_difficulty() {
            self.of_difficulty(board, seed, host)?
        } else {
            self.of_potential(board, seed, host)?
        };
        Ok(Levels::of(searched, self.count.get() as usize, host))
    }
}

impl Generate {
    const fn asks_difficulty(&self) -> bool {
        self.difficulty.is_some() || self.win_rate.is_some()
    }

    const fn is_series(&self) -> bool {
        self.count.get() > 1
    }

    /// Whether what is wanted is said, and said once.
    fn check_wanted(&self) -> Result<(), Refusal> {
        let Self { target, difficulty, win_rate, moves, .. } = self;
        match (difficulty, win_rate, moves) {
            (None, None, _) if target.is_none() => Err(anyhow!(
                "nothing says what the level is to be like"
            ))
            .hint("say {target=600}, {difficulty=24}, or {win_rate=60%} {moves=25}"),
            _ if target.is_some() && self.asks_difficulty() => {
                Err(anyhow!("a potential and a difficulty are two requests"))
                    .hint("leave {target} out, or {difficulty} and {win_rate}")
            }
            (_, Some(_), None) => Err(Refusal::missing("moves")),
            (Some(_), Some(_), Some(Moves::Limit(_))) => Err(anyhow!(
                "`difficulty` and `win_rate` within fixed `moves` are two requests"
            ))
            .hint("leave one of them out, or use {moves=auto}"),
            (None, _, Some(Moves::Auto)) | (_, None, Some(Moves::Auto)) => {
                Err(anyhow!("auto as `moves` needs `difficulty` and `win_rate`"))
                    .hint("or name the moves")
            }
            _ => Ok(()),
        }
    }

    fn search(&self) -> Result<Search, Refusal> {
        match (self.scheme, self.violation) {
            (Scheme::Climb, None) => Ok(Search::Climb),
            (Scheme::Climb, Some(_)) => Err(anyhow!(
                "`violation` means nothing to climb, which keeps to feasible levels"
            ))
            .hint("use {scheme=fi2pop}, or leave it out"),
            (Scheme::Fi2pop, violation) => {
                Ok(Search::FeasibleInfeasible(violation.unwrap_or(Violation::Cells)))
            }
        }
    }

    /// The template, or an open board, with the rules to write into the level.
    fn board(&self, template: Option<Template>) -> Result<Template, Refusal> {
        let [rows, columns] = [self.rows, self.columns].map(|side| side.map(Within::get));
        let size = Size::new(rows.unwrap_or(9), columns.unwrap_or(9));
        let mut board = template.map_or_else(|| Template::open(size), Ok)?;
        let found = board.size();
        for (name, wanted, found) in
            [("rows", rows, found.rows), ("columns", columns, found.columns)]
        {
            if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                return Err(anyhow!(
                    "`{name}` is {wanted}, but the template has {found}"
                ))
                .hint(format!("leave {{{name}}} out: the template says it"));
            }
        }
        let goals: Vec<Goal> = self.goal.iter().map(|goal| goal.0.clone()).collect();
        let moves = match self.moves {
            Some(Moves::Limit(moves)) => Some(moves),
            Some(Moves::Auto) | None => None,
        };
        set_rules(&mut board, &goals, self.colors.map(Within::get), moves)?;
        Ok(board)
    }

    fn kinds(&self) -> Vec<Quota> {
        self.kinds.iter().map(|kind| kind.0).collect()
    }

    fn of_potential(
        &self,
        template: Template,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<Searched, Refusal> {
        let wish = Wish {
            template,
            kinds: self.kinds(),
            symmetry: self.symmetry,
            target: self.target.map_or(0, Within::get),
            tolerance: self.tolerance.get(),
            scheme: self.search()?,
        };
        let (entries, history) = if self.is_series() {
            let count = self.count.get().into();
            (potential::several(&wish, count, seed, host)?, History::default())
        } else {
            let (entry, history) = potential::one(&wish, seed, host)?;
            (vec![entry], history)
        };
        let entries = entries.into_iter().map(Entry::Potential).collect();
        let missed = "no level found within the search limits".to_owned();
        Ok(Searched { entries, history, missed, hint: potential::hint(&wish) })
    }

    fn of_difficulty(
        &self,
        template: Template,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<Searched, Refusal> {
        let (goal, player) = (goal_of(&template)?.clone(), self.bot.0);
        let model = self.model.as_ref();
        let guide = difficulty::guide(host, &template, &goal, player, model)?;
        let wish = DifficultyWish {
            template,
            kinds: self.kinds(),
            symmetry: self.symmetry,
            wanted: self.wanted(),
            player,
            others: Vec::new(),
            apart: 0.0,
            precision: 1.0,
        };
        let missed =
            format!("no level proved to be {}", difficulty::tolerance(wish.wanted));
        let finish = |proven| self.with_moves(proven);
        let entries = if self.is_series() {
            let count = (self.count.get().into(), seed);
            difficulty::several(wish, &guide, count, finish, host)?
        } else {
            vec![difficulty::one(&wish, &guide, seed, finish, host)?]
        };
        let entries = entries.into_iter().map(Box::new).map(Entry::Difficulty).collect();
        let hint = "choose a difficulty nearer to that, or allow other {kinds}".into();
        Ok(Searched { entries, history: History::default(), missed, hint })
    }

    /// The difficulty that is wanted, in a request that was checked.
    fn wanted(&self) -> Wanted {
        match (self.difficulty, self.win_rate, self.moves) {
            (None, Some(rate), Some(Moves::Limit(moves))) => {
                Wanted::WinRate { rate: rate.get(), moves }
            }
            (swaps, ..) => Wanted::Swaps(swaps.map_or(1.0, Between::get)),
        }
    }

    /// Writes the move limit into the level that its games show to give the wanted win rate.
    fn with_moves(&self, mut proven: Proven) -> Proven {
        if let (Some(rate), Some(Moves::Auto)) = (self.win_rate, self.moves) {
            let chance = proven.played.moves_closest_to(rate.get());
            proven.level.moves = chance.map(|chance| chance.moves);
        }
        proven
    }
}

/// The goal of which a difficulty is one.
fn goal_of(board: &Template) -> Result<&Goal, Refusal> {
    let goal = board.goal.as_ref().context("a difficulty is that of a goal");
    goal.hint("say it with {goal}, such as collect:30")
}
