//! The request of `match3/generate`.

use std::sync::Arc;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Goal, Kind, NamedQuota, Preset, Quota, SkilledBot, Template, can_move,
};
use tilewright_match3_design::{
    Examples, PartQuota, Parts, Placement, Style, Symmetry, Violation,
};

use super::super::drawn_boards::DrawnBoards;
use super::super::given::{check_rules, examples};
use super::super::levels::{NOT_CLASSIC, read_claimed};
use super::super::regions::placements;
use super::super::rules::{BoardOptions, MoveLimit, goal_of, kinds, plain};
use super::super::target::{TargetDifficulty, WinRate};
use super::super::{idle, judge, refused, series};
use super::answer::GenerateAnswer;
use crate::{
    Answer, BoundedInteger, Event, Hint, Host, Input, NamedOutput, Output, OwnFile,
    Refusal, Refuse as _, ResumeSupport, Share, Task, TextValue,
};

/// Generate levels of a given difficulty or potential.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct GenerateRequest {
    /// Rows of the board; default: those of the template, else 9.
    #[schemars(extend("x-value" = "N"))]
    pub rows: Option<BoundedInteger<1, 64>>,
    /// Columns of the board; default: those of the template, else 9.
    #[schemars(extend("x-value" = "N"))]
    pub columns: Option<BoundedInteger<1, 64>>,
    /// Potential of the level: the number of ways in which a swap can complete a line of three.
    #[schemars(extend(
        "x-value" = "POTENTIAL",
        "x-excludes" = ["difficulty", "win_rate", "bot", "model", "parts"]
    ))]
    pub target: Option<BoundedInteger<0, { u32::MAX }>>,
    /// Allowed difference between the potential and `target`.
    #[schemars(extend("x-value" = "N", "x-excludes" = ["difficulty", "win_rate"]))]
    #[default(BoundedInteger::of(0))]
    pub tolerance: BoundedInteger<0, { u32::MAX }>,
    /// Difficulty instead of a potential: the mean number of swaps to the goal, met within 3 %; or
    /// easy, normal or hard: with a move limit 90 %, 60 % or 30 % of the games won, else the 15 %, 50 %
    /// or 85 % quantile of the mean swaps of 200 random levels of the same board, kinds and symmetry.
    #[schemars(extend("x-value" = "SWAPS|easy|normal|hard"))]
    pub difficulty: Option<TargetDifficulty>,
    /// Win rate instead of a potential: the share of games to win within `moves`, met within 5
    /// percentage points, beyond 10 % and 90 % within half of the distance to the end; 100% for a level
    /// that cannot be lost, with no loss in 3,000 games. With `difficulty` and `auto` as `moves`, the move
    /// limit for it is found.
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<WinRate>,
    /// Pass rate of people instead of a potential, within 3 percentage points: the share of first attempts to pass within `moves`, as
    /// the model of `for` predicts it. One level is made.
    #[schemars(extend("x-value" = "SHARE", "x-excludes" = ["difficulty", "win_rate", "target"]))]
    pub pass_rate: Option<Share>,
    /// Model of people from `match3/calibrate` with `plays`, for `pass_rate`.
    #[schemars(extend("x-value" = "PEOPLE"))]
    pub r#for: Option<Input>,
    /// Bot that plays to measure `difficulty` and `win_rate`; default: article if the goal is of blocks of one
    /// colour, else greedy.
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Model that guides the search for a difficulty, from `match3/calibrate`; default: a built-in
    /// one.
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Kinds of cells to place: obstacle, blocked1 to blocked4, overlay1 to overlay4, or under other
    /// rules their blocks and pieces, such as box2 or grass1; with :COUNT or :MIN-MAX for the number of
    /// cells of the kind; default: those of the levels of `like`, else obstacle.
    #[schemars(extend("x-value" = "KIND,…", "x-list" = ","))]
    pub kinds: Vec<TextValue<NamedQuota>>,
    /// Rules of the level: classic, lab, candy, royal or blast; default: those of the template, else classic.
    #[schemars(extend("x-value" = "RULES"))]
    pub rules: Option<TextValue<Preset>>,
    /// Level, text or JSON, whose free cells `?` are filled.
    #[schemars(extend("x-value" = "FILE"))]
    pub template: Option<Input>,
    /// Symmetry of the board; default: that of the level of `like` whose shape is taken, else none.
    #[schemars(extend("x-value" = "SYMMETRY"))]
    pub symmetry: Option<Symmetry>,
    /// How the special cells are spread: composed into clusters as in hand-made levels, or scattered. The algorithm fi2pop
    /// always scatters them.
    #[schemars(extend("x-value" = "STYLE"))]
    #[default(Style::Composed)]
    pub style: Style,
    /// Folder of your own levels, or a level, whose look the generated ones take on: patterns, where they are, numbers of special
    /// cells, symmetries, and without `template` the shape of one of them with its rules, and its goal and moves unless others
    /// are asked for. Each differs from every given level in a fifth of its special cells at least. Repeat it for several folders.
    #[schemars(extend("x-value" = "FOLDER", "x-excludes" = ["style", "rows", "columns", "rules"]))]
    pub like: Vec<Input>,
    /// Parts to draw for the board of each level, beside those of the template: exits (where ingredients leave), portals (an entrance and an
    /// exit each), conveyors, or supply (ingredients that come in through spawners), with :COUNT or :MIN-MAX, else 1 to 3 of them; for
    /// levels of a difficulty. Nothing else is put on their cells, and `where` says in which places they are, as in `exits in left
    /// half`.
    #[schemars(extend("x-value" = "PART,…", "x-list" = ","))]
    pub parts: Vec<TextValue<PartQuota>>,
    /// Where the cells of a kind stand, and how: `KIND in PLACE`, `KIND not in PLACE`, `at most N KIND in a row`, `KIND in clusters
    /// of N`, `KIND in lines of N`, `KIND in frames` (outlines of rectangles), `at most N% of KIND alone` (with no special cell
    /// beside it) or `KIND with KIND`. A kind without its number, such as box, is all of them, any every special cell; a place is
    /// border, center, spawners, row 3, columns 2-4, upper half, left third and so on, or several with or between them. In a row
    /// means in a column too. Repeated, all of them hold; fixed cells of a template are free of them.
    #[schemars(extend("x-value" = "PLACEMENT"))]
    pub r#where: Vec<TextValue<Placement>>,
    /// Painted regions, which `where` names as places: a TOML file or a document of names with their rows of text, x inside and .
    /// outside, of the board's size.
    #[schemars(extend("x-value" = "FILE"))]
    pub regions: Option<Input>,
    /// Levels to generate, all different.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(1))]
    pub count: BoundedInteger<1, 10_000>,
    /// Search algorithm for a potential.
    #[schemars(extend(
        "x-value" = "ALGORITHM",
        "x-excludes" = ["difficulty", "win_rate"]
    ))]
    #[default(Algorithm::HillClimb)]
    pub algorithm: Algorithm,
    /// Violation that fi2pop minimizes for infeasible levels; default: cells.
    #[schemars(extend("x-value" = "VIOLATION", "x-excludes" = ["difficulty", "win_rate"]))]
    pub violation: Option<Violation>,
    /// Colours of blocks; default: those of the template, else 5.
    #[schemars(extend("x-value" = "N"))]
    pub colors: Option<BoundedInteger<2, 64>>,
    /// Goal of the level, such as collect:30; repeat it for several.
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Vec<TextValue<Goal>>,
    /// Move limit of the level; `auto` finds the one for `win_rate`.
    #[schemars(extend("x-value" = "N|auto"))]
    pub moves: Option<MoveLimit>,
    /// Show the search of one level while it runs: the first level and the best so far, the potential of
    /// its cells and the populations; for a difficulty the best level so far and its games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("default" = false))]
    pub watch: bool,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The algorithm that searches a level of a given potential.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Hill climbing: small changes, from a start of the right density.
    #[default]
    HillClimb,
    /// FI-2Pop with the settings of the article: a feasible and an infeasible population.
    Fi2pop,
}

impl Task for GenerateRequest {
    const NAME: &'static str = "match3/generate";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "levels",
            endings: &["json", "txt"],
            help: "Write the level here, as JSON, or as text if the name ends in .txt; several \
                   levels to a folder, each when it is ready: the same command resumes an \
                   unfinished folder. If a level is not found, the file of the closest one says so.",
        }),
        Output::Picture(
            "Draw the result here as .svg or .png, or the search as an animation, .gif or .apng.",
        ),
        Output::File(NamedOutput {
            name: "logbook",
            what: "logbooks",
            endings: &["csv", "jsonl"],
            help: "Write the statistics of every generation here, as .csv or .jsonl.",
        }),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Items;
    const GROWS_BY: &'static [&'static str] = &["count", "watch"];

    fn check(&self) -> Result<(), Refusal> {
        self.check_wanted()?;
        self.check_effects()?;
        self.search()?;
        if self.template.is_none() && self.like.is_empty() {
            let board = self.board(None)?;
            let kinds = self.quotas(&board, None)?;
            let (parts, _) = self.parts_among(&plain(&self.r#where))?;
            parts.check(&board, &kinds).map_err(refused)?;
            if self.asks_difficulty() {
                goal_of(&board)?;
            }
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn keeping(&self) -> ResumeSupport {
        if self.is_series() { ResumeSupport::Items } else { ResumeSupport::Nothing }
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if !asked.contains(&"logbook") {
            return Ok(());
        }

        if self.is_series() {
            return Err(anyhow!(
                "a logbook is of one search, but several levels are requested"
            ))
            .hint("use {count=1}");
        }

        if self.asks_difficulty() {
            return Err(anyhow!("there is no logbook of a search for a difficulty"))
                .hint("leave it out, or use {target}");
        }

        Ok(())
    }

    fn folder(&self) -> Option<OwnFile> {
        self.is_series().then_some(series::is_level as OwnFile)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let template = self.template.as_ref();
        let claimed = template.map(|input| read_claimed(host, input)).transpose()?;
        let (template, named) =
            claimed.map(|(board, claims)| (board, claims.bot)).unzip();
        let seed = self.seed.unwrap_or(Seed(0));
        let (parts, placements) = self.parts_on(host)?;
        let boards = DrawnBoards {
            examples: (!self.like.is_empty())
                .then(|| examples(host, &self.like))
                .transpose()?,
            is_fixed: template.is_some(),
            parts,
            symmetry: self.symmetry,
            seed,
        };
        let shape = || boards.shape((0, 0)).map(|(shape, _)| shape);
        let board = self.board(template.or_else(shape))?;
        if let Some(examples) = &boards.examples {
            check_rules(examples, &board)?;
        }
        let kinds = self.quotas(&board, boards.examples.as_deref())?;
        boards.parts.check(&board, &kinds).map_err(refused)?;
        warn_of_text(&board, host);

        let asked = (&boards, placements);
        let searched = if self.asks_difficulty() {
            self.of_difficulty(board, asked, named.flatten(), seed, host)?
        } else {
            self.of_potential(board, asked, seed, host)?
        };

        Ok(Box::new(GenerateAnswer::of(searched, self.count.get() as usize, host)))
    }
}

impl GenerateRequest {
    const fn asks_difficulty(&self) -> bool {
        self.difficulty.is_some() || self.win_rate.is_some() || self.pass_rate.is_some()
    }

    /// The kinds to place.
    pub(super) fn quotas(
        &self,
        board: &Template,
        examples: Option<&Examples>,
    ) -> Result<Vec<Quota>, Refusal> {
        match examples {
            _ if !self.kinds.is_empty() => kinds(&self.kinds, board),
            Some(examples) => Ok(examples.kinds().into_iter().map(Quota::from).collect()),
            None => Ok(vec![Kind::OBSTACLE.into()]),
        }
    }

    /// The style of the levels.
    pub(super) fn style(&self, examples: Option<&Arc<Examples>>) -> Style {
        let like = |examples: &Arc<Examples>| Style::Like(Arc::clone(examples));
        examples.map_or_else(|| self.style.clone(), like)
    }

    /// The parts of the boards, and where special cells are wanted.
    fn parts_on(&self, host: &dyn Host) -> Result<(Parts, Vec<Placement>), Refusal> {
        self.parts_among(&placements(host, &self.r#where, self.regions.as_ref())?)
    }

    /// The parts of the boards with their places, and the placements of special cells.
    fn parts_among(
        &self,
        placements: &[Placement],
    ) -> Result<(Parts, Vec<Placement>), Refusal> {
        Parts::new(&plain(&self.parts), placements).map_err(refused)
    }

    pub(super) const fn is_series(&self) -> bool {
        self.count.get() > 1
    }

    /// Refuses a request without a target, or with contradicting ones.
    fn check_wanted(&self) -> Result<(), Refusal> {
        let Self { target, difficulty, win_rate, moves, .. } = self;
        if self.pass_rate.is_some() {
            return self.check_pass_rate();
        }
        match (difficulty, win_rate, moves) {
            (None, None, _) if target.is_none() => Err(anyhow!(
                "the request has no potential and no difficulty"
            ))
            .hint(
                "add {difficulty=normal}, {difficulty=24}, {win_rate=60%} {moves=25}, or {target=600}",
            ),
            _ if target.is_some() && self.asks_difficulty() => {
                Err(anyhow!("a level can have a given potential or a given difficulty, not both"))
                    .hint("leave out {target}, or {difficulty} and {win_rate}")
            }
            (_, Some(_), None) if self.template.is_none() => {
                Err(Refusal::missing("moves"))
            }
            (Some(_), Some(_), Some(MoveLimit::Limit(_))) => Err(anyhow!(
                "`difficulty` and `win_rate` contradict each other with a fixed number of `moves`"
            ))
            .hint("leave one of them out, or use {moves=auto}"),
            (None, _, Some(MoveLimit::Auto)) | (_, None, Some(MoveLimit::Auto)) => {
                Err(anyhow!("`moves` is auto, which needs `difficulty` and `win_rate`"))
                    .hint("add both, or give a number of {moves}")
            }
            _ => Ok(()),
        }
    }

    /// Refuses a pass rate of nobody, or with contradicting options.
    fn check_pass_rate(&self) -> Result<(), Refusal> {
        if self.r#for.is_none() {
            return Err(Refusal::missing("for"));
        }
        if self.target.is_some() || self.difficulty.is_some() || self.win_rate.is_some() {
            return Err(anyhow!("a level can have one target: a pass rate of people, a difficulty, or a potential"))
                .hint("leave out {target}, {difficulty} and {win_rate}");
        }
        if self.is_series() {
            return Err(anyhow!("several levels are not made for people"))
                .hint("use {count=1}, and another {seed} for each");
        }
        match self.moves {
            Some(MoveLimit::Auto) => {
                Err(anyhow!("`moves` is auto, which needs `difficulty` and `win_rate`"))
                    .hint("give a number of {moves}")
            }
            None if self.template.is_none() => Err(Refusal::missing("moves")),
            _ => Ok(()),
        }
    }

    /// Refuses options that this request gives nothing to do.
    fn check_effects(&self) -> Result<(), Refusal> {
        if self.pass_rate.is_none() {
            let why = ("without `pass_rate`", "add {pass_rate=60%}");
            idle::refuse(self, &["for"], why)?;
        }
        if self.algorithm == Algorithm::Fi2pop {
            let why = (", since fi2pop scatters special cells", "leave {algorithm} out");
            idle::refuse(self, &["like"], why)?;
        }
        if self.is_series() {
            let why = ("where several levels are generated", "use {count=1}");
            idle::refuse(self, &["watch"], why)?;
        }
        if self.asks_difficulty() {
            let why = ("without `target`", "ask for a potential by {target=600}");
            return idle::refuse(self, &["tolerance", "algorithm", "violation"], why);
        }
        let why = ("without a difficulty", "add {difficulty=24} or {win_rate=60%}");
        idle::refuse(self, &["bot", "model", "parts"], why)
    }

    pub(super) fn search(&self) -> Result<tilewright_match3_design::Algorithm, Refusal> {
        use tilewright_match3_design::Algorithm as Search;
        match (self.algorithm, self.violation) {
            (Algorithm::HillClimb, None) => Ok(Search::HillClimb),
            (Algorithm::HillClimb, Some(_)) => Err(anyhow!(
                "`violation` needs fi2pop, since hill-climb has no infeasible levels"
            ))
            .hint("use {algorithm=fi2pop}, or leave {violation} out"),
            (Algorithm::Fi2pop, violation) => {
                Ok(Search::FeasibleInfeasible(violation.unwrap_or(Violation::Cells)))
            }
        }
    }

    /// The template, or an open board, with the goal, colours and moves of the request.
    fn board(&self, template: Option<Template>) -> Result<Template, Refusal> {
        let asked = BoardOptions {
            rows: self.rows.map(BoundedInteger::get),
            columns: self.columns.map(BoundedInteger::get),
            rules: self.rules.map(|rules| rules.0),
            goals: plain(&self.goal),
            colors: self.colors.map(BoundedInteger::get),
            moves: match self.moves {
                Some(MoveLimit::Limit(moves)) => Some(moves),
                Some(MoveLimit::Auto) | None => None,
            },
        };

        let board = asked.board(template)?;
        if !self.asks_difficulty() && !board.is_classic() {
            return Err(anyhow!(NOT_CLASSIC))
                .hint("ask for a {difficulty} or a {win_rate}");
        }
        if !can_move(&board.opened()) {
            let Size { rows, columns } = board.size();
            return Err(anyhow!("no move is possible anywhere on {rows} × {columns} cells"))
                .hint("a line needs three cells in a row, and a fourth from which a block comes");
        }

        Ok(board)
    }
}

/// Warns of what a text file does not hold.
fn warn_of_text(board: &Template, host: &dyn Host) {
    let is_text = host.extension("output").is_some_and(|it| it == "txt");
    if is_text && (board.goal.is_some() || board.moves.is_some()) {
        let what = "a text file holds the cells alone, without goal and move limit";
        let hint = Hint::from("name a file in .json");
        host.tell(Event::Warning(what, Some(&hint)));
    }
}
