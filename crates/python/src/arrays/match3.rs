//! Levels of match-3 as arrays of codes: read, written, measured and played.

use numpy::{
    IntoPyArray as _, PyArray1, PyArray3, PyArrayMethods as _, PyReadwriteArray2,
    PyReadwriteArray3, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilewright_grid::Size;
use tilewright_match3::{
    Contents, Goal, Json, Kind, KindCodes, Level, MAX_SWAPS, Rules, Ruleset, SkilledBot,
    Template, can_move, judge, play,
};
use tilewright_match3_design::{Gauge, Guide, Violation, potential, win_rate};

use super::{Rows, quick, seed, size_of, watched, wrong};

/// The numbers that are found of a level, in the order of the columns of their array, each of 64 bits: whether there is a first move and
/// no infeasible cell, 0 or 1; potential, open potential and violation; the shares of ordinary cells, obstacles, blockers, covers,
/// grounds, ingredients and pieces; predicted swaps and win rate. From the shares on they are floating-point numbers.
const FEATURES: usize = 13;

/// The codes of levels one after the other, and the rows and columns of each.
type CodeArray<'py> = (Bound<'py, PyArray1<u16>>, (u32, u32));

/// The games of a level that are played at a time: enough for all threads.
const BATCH: u32 = 1 << 14;

/// Levels under some rules as arrays of codes.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct LevelArrays {
    codes: KindCodes,
    /// For each code what it counts as, an index among the last features.
    sorts: Vec<usize>,
    goal: Option<Goal>,
    moves: Option<u32>,
}

#[pymethods]
impl LevelArrays {
    /// Levels under rules, a JSON document, with a number of colours, goals and a move limit.
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn new(
        rules: Option<&str>,
        colors: u32,
        goals: Vec<String>,
        moves: Option<u32>,
    ) -> PyResult<Self> {
        let rules = rules.map(serde_json::from_str::<Json>).transpose();
        let rules = rules.map_err(|error| wrong(format!("rules: {error}")))?;
        let rules = Ruleset::read(rules.as_ref(), None).map_err(wrong)?;
        let codes = KindCodes::new(rules, colors).map_err(wrong)?;
        let sorts = codes.kinds().iter().map(|&kind| sort(kind)).collect();
        let found = Self { codes, sorts, goal: goal(&goals)?, moves };
        // A board of free cells may have whatever the goal wants.
        found.board(Size::new(9, 9))?;
        Ok(found)
    }

    /// The names of the codes.
    fn names(&self) -> Vec<String> {
        self.codes.kinds().iter().map(|&kind| self.codes.name_of(kind)).collect()
    }

    /// Whether the rules are `classic`.
    #[getter]
    fn is_classic(&self) -> bool {
        self.codes.kinds() == Kind::ALL
    }

    /// The codes of levels of one size, given as text, with their rows and columns.
    #[expect(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        levels: Vec<String>,
    ) -> PyResult<CodeArray<'py>> {
        let (mut all, mut first) = (Vec::new(), None);
        for (row, text) in levels.iter().enumerate() {
            let error = |error: &dyn std::fmt::Display| {
                PyValueError::new_err(format!("levels: row {row}: {error}"))
            };
            let level = self.read(text).map_err(|it| error(&it))?;
            let size = *first.get_or_insert(level.size());
            if level.size() != size {
                let Size { rows, columns } = level.size();
                let found = format!(
                    "{rows} × {columns} cells, expected {} × {} as in row 0",
                    size.rows, size.columns
                );
                return Err(error(&found));
            }
            all.extend(self.codes.encode(&level).map_err(|it| error(&it))?);
        }
        let size = first.unwrap_or(Size::new(0, 0));
        Ok((all.into_pyarray(py), (size.rows, size.columns)))
    }

    /// The documents of levels.
    fn decode(&self, levels: &Bound<'_, PyArray3<u16>>) -> PyResult<Vec<String>> {
        let levels = levels.readonly();
        let size = size_of(levels.shape())?;
        let cells = levels.as_slice()?;
        if cells.is_empty() {
            return Ok(Vec::new());
        }
        let board = self.board(size)?;
        let document = |(row, codes): (usize, &[u16])| {
            let error =
                |error| PyValueError::new_err(format!("levels: row {row}: {error}"));
            let mut own = board.clone();
            for (cell, &code) in size.cells().zip(codes) {
                own.set(cell, Some(self.kind(code)));
            }
            own.check().map_err(error)?;
            Ok(own.to_level().map_err(error)?.to_json())
        };
        cells.chunks_exact(size.area()).enumerate().map(document).collect()
    }

    /// Measures levels: each row of the output has the features of one, the last its predicted swaps and win rate if a bot is given.
    fn features(
        &self,
        py: Python<'_>,
        levels: &Bound<'_, PyArray3<u16>>,
        bot: Option<&str>,
        mut out: PyReadwriteArray2<'_, u64>,
    ) -> PyResult<()> {
        let levels = levels.readonly();
        let size = size_of(levels.shape())?;
        let (cells, out) = (levels.as_slice()?, out.as_slice_mut()?);
        if cells.is_empty() {
            return Ok(());
        }

        let board = self.board(size)?;
        let guide = bot.map(|bot| self.guide(&board, bot)).transpose()?;
        let (area, is_classic) = (size.area(), self.is_classic());
        let count = if guide.is_some() { usize::MAX } else { cells.len() / area };
        quick(py, count, |stop| {
            let rows = Rows { argument: "levels", grain: 32, stop };
            let begin = || Scales::new(&board);
            rows.fill(out, FEATURES, begin, |scales, row, out| {
                let codes = &cells[row * area..][..area];
                self.count(codes, &mut out[4..11]);
                scales.kinds.clear();
                scales.kinds.extend(codes.iter().map(|&code| self.kind(code)));
                let level = || board.filled(|cell| self.kind(codes[cell]));
                if is_classic {
                    scales.measure(&board, out);
                } else {
                    out[0] = u64::from(can_move(&level()));
                }
                if let Some(guide) = &guide {
                    let swaps = guide.predict(&level());
                    out[11] = swaps.to_bits();
                    let rate = self.moves.map_or(0.0, |moves| win_rate(swaps, moves));
                    out[12] = rate.to_bits();
                }
                Ok(())
            })
        })
    }

    /// Plays games of each level: their swaps, and 1 for each that is won. Only their sums, if there is one number for a level.
    fn simulate(
        &self,
        py: Python<'_>,
        levels: &Bound<'_, PyArray3<u16>>,
        bot: Option<&str>,
        games: u32,
        seeds: &Bound<'_, PyArray1<u64>>,
        mut out: PyReadwriteArray3<'_, i64>,
    ) -> PyResult<()> {
        let (levels, seeds) = (levels.readonly(), seeds.readonly());
        let size = size_of(levels.shape())?;
        let each = out.shape()[1];
        let (cells, seeds, out) =
            (levels.as_slice()?, seeds.as_slice()?, out.as_slice_mut()?);
        if cells.is_empty() {
            return Ok(());
        }

        let (board, goal) = (self.board(size)?, self.goal()?);
        let bot = bot_for(bot, goal)?;
        let (area, most) = (size.area(), self.moves.unwrap_or(MAX_SWAPS));
        watched(py, |stop| {
            let rows = Rows { argument: "levels", grain: 1, stop };
            rows.fill(
                out,
                2 * each,
                || (),
                |(), row, out| {
                    let codes = &cells[row * area..][..area];
                    let level = board.filled(|cell| self.kind(codes[cell]));
                    let rules = Rules::new(&level, goal);
                    // Batch by batch, so that many games take no more memory than some.
                    let mut begun = 0;
                    while begun < games && !stop.is_set() {
                        let end = games.min(begun + BATCH);
                        let seed = seed(seeds, row);
                        let played = play(&rules, &bot, most, begun..end, seed, stop);
                        for (game, outcome) in (begun..).zip(&played) {
                            let at = 2 * (game as usize).min(each - 1);
                            out[at] += i64::from(outcome.swaps);
                            out[at + 1] += i64::from(outcome.is_won);
                        }
                        begun = end;
                    }
                    Ok(())
                },
            )
        })
    }
}

impl LevelArrays {
    /// The kind of a code, which Python has checked.
    fn kind(&self, code: u16) -> Kind {
        self.codes.kind(code).unwrap_or(Kind::ORDINARY)
    }

    /// A level of a text: of its own rules, or if it says none of these.
    fn read(&self, text: &str) -> Result<Level, tilewright_match3::LevelError> {
        let template: Template = text.parse()?;
        if text.trim_start().starts_with('{') || self.is_classic() {
            return template.to_level();
        }
        template.with_rules(self.codes.rules().clone())?.to_level()
    }

    /// A board of free cells with the goal and the move limit.
    fn board(&self, size: Size) -> PyResult<Template> {
        let mut board = self.codes.board(size).map_err(wrong)?;
        board.goal.clone_from(&self.goal);
        board.moves = self.moves;
        board.check().map_err(wrong)?;
        Ok(board)
    }

    fn goal(&self) -> PyResult<&Goal> {
        self.goal.as_ref().ok_or_else(|| wrong("goal: expected one, such as collect:30"))
    }

    /// What predicts the swaps of a bot, by its name or that of nobody for the usual one.
    fn guide(&self, board: &Template, bot: &str) -> PyResult<Guide> {
        let goal = self.goal()?;
        let bot = bot_for(Some(bot).filter(|bot| !bot.is_empty()), goal)?;
        let guide = Guide::for_levels(&board.opened(), goal, bot);
        if guide.model().is_none() {
            // What follows from models of other levels is wrong by several times.
            let text = "predict: there is no model for levels of these rules, colours, size, goal and bot; play them by `simulate`";
            return Err(PyValueError::new_err(text));
        }
        Ok(guide)
    }

    /// The shares of the cells that count as each sort.
    fn count(&self, codes: &[u16], shares: &mut [u64]) {
        let mut counts = [0_u32; 8];
        for &code in codes {
            counts[self.sorts[usize::from(code)]] += 1;
        }
        let [sorts @ .., holes] = counts;
        let cells = f64::from((codes.len() as u32 - holes).max(1));
        for (share, count) in shares.iter_mut().zip(sorts) {
            *share = (f64::from(count) / cells).to_bits();
        }
    }
}

/// What a kind counts as: ordinary, obstacle, blocker, cover, ground, ingredient, piece, hole. One that is several of these counts as
/// what is in the way most.
const fn sort(kind: Kind) -> usize {
    let is_covered = kind.cover().0 != 0;
    match kind.contents() {
        Contents::Hole => 7,
        Contents::Obstacle => 1,
        Contents::Blocker => 2,
        _ if is_covered => 3,
        Contents::Ingredient => 5,
        Contents::Piece | Contents::Armed => 6,
        _ if kind.ground().0 != 0 => 4,
        _ => 0,
    }
}

/// What measures levels of `classic`, made for one arrangement of holes at a time.
struct Scales {
    gauge: Gauge,
    /// The holes that the gauge is for, and the potential of the open board with these.
    holes: Vec<bool>,
    open: u32,
    /// The kinds of a level, to which each one in turn is written.
    kinds: Vec<Kind>,
}

impl Scales {
    fn new(board: &Template) -> Self {
        let open = board.opened();
        let holes = vec![false; board.size().area()];
        let kinds = Vec::with_capacity(holes.len());
        Self { gauge: Gauge::new(&open), holes, open: potential(&open), kinds }
    }

    /// Measures the kinds.
    fn measure(&mut self, board: &Template, out: &mut [u64]) {
        let mut pairs = self.kinds.iter().zip(&self.holes);
        if pairs.any(|(kind, &is_hole)| kind.is_present() == is_hole) {
            self.holes = self.kinds.iter().map(|kind| !kind.is_present()).collect();
            let kind = |cell: usize| {
                if self.holes[cell] { Kind::HOLE } else { Kind::ORDINARY }
            };
            let open = board.filled(kind);
            (self.gauge, self.open) = (Gauge::new(&open), potential(&open));
        }

        let found = self.gauge.measure(&self.kinds, Violation::Cells);
        // A swap that can complete a line is a case of the potential.
        out[0] = u64::from(found.potential > 0 && found.violation == 0);
        out[1] = u64::from(found.potential);
        out[2] = u64::from(self.open);
        out[3] = u64::from(found.violation);
    }
}

/// The bot that plays: the one of a name, or the usual one for the goal.
fn bot_for(bot: Option<&str>, goal: &Goal) -> PyResult<SkilledBot> {
    match bot {
        None => Ok(judge(goal)),
        Some(bot) => bot.parse().map_err(|error| wrong(format!("bot: {error}"))),
    }
}

/// Several goals as one.
fn goal(goals: &[String]) -> PyResult<Option<Goal>> {
    let read =
        |text: &String| text.parse().map_err(|error| wrong(format!("goal: {error}")));
    let mut all = goals.iter().map(read).collect::<PyResult<Vec<Goal>>>()?;
    Ok(match all.len() {
        0 | 1 => all.pop(),
        _ => Some(Goal::All { all }),
    })
}
