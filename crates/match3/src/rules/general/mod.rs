//! Games under any rules.
//!
//! [`plan`] resolves the rules of a level once; [`turn`] plays a move: [`groups`] finds what matches and
//! [`making`] the pieces that it makes, [`waves`] hits cells, [`effects`] says which and [`hits`] what they lose,
//! [`settle`] lets the contents fall by [`steps`], [`ending`] ends the turn, [`spreading`] is part of it; [`timers`], [`generators`] and [`big_blocks`] are
//! kinds that do more than to stand there; [`ways`] are those of ingredients to the exits. The chapter *Rules of match-3 games* of the book defines every step.

mod begin;
mod big_blocks;
mod boosters;
mod cells;
mod columns;
mod effects;
mod ending;
mod generators;
mod groups;
mod hits;
mod insight;
mod making;
mod moves;
mod notes;
mod piece_gain;
mod plan;
mod prospects;
mod saved;
mod settle;
mod sight;
mod spreading;
mod steps;
mod tap_gain;
mod taps;
mod terrain;
#[cfg(test)]
mod tests;
mod timers;
mod turn;
mod view;
mod waves;
mod ways;

use serde::{Deserialize, Serialize};
use tilewright_grid::Bits;

pub(crate) use plan::Plan;
pub use ways::Ways;

use cells::Cells;
use groups::Group;
use making::GroupParts;
use plan::Code;
use steps::CellSource;
use taps::TapGroup;
use waves::FiringPiece;

use super::Simulator;
use super::board::NONE;
use super::swaps::{Arrival, Arrivals};
use super::target::KindProgress;
use crate::bits;
use crate::kind::Contents;
use crate::{Game, Kind, Rules};

/// The state of a game under rules other than `classic`, beside that of every [`Game`].
///
/// Colours are in the game: of blocks and of coloured pieces. The boards of the game are here: `filled`
/// the cells that match, `open` those that are not closed.
#[derive(Clone, Debug)]
pub(crate) struct GeneralState<const W: usize> {
    /// The code of the contents of each cell.
    what: Cells<W>,
    /// What the code means.
    flags: Cells<W>,
    /// The layers of a blocker, or the effect of an armed piece.
    layers: Cells<W>,
    /// The number of the cover, plus 1; 0 without one.
    cover: Cells<W>,
    cover_layers: Cells<W>,
    ground: Cells<W>,
    ground_layers: Cells<W>,
    /// The cells of the board, holes too.
    cells: Bits<W>,
    /// The cells with a cover, and those of them whose block does not match.
    covered: Bits<W>,
    muted: Bits<W>,
    /// The cells with a ground.
    grounded: Bits<W>,
    /// The cells with a blocker that does not fall, or an obstacle.
    fixed: Bits<W>,
    /// The pieces on the board at rest, without armed ones.
    pieces: Bits<W>,
    /// The cells whose contents can be swapped, on the board at rest.
    pub(in crate::rules) drag: Bits<W>,
    /// What the blocks of all swaps match, and the swaps that complete squares, on the board at rest.
    arrivals: Arrivals<W>,
    squares: [Bits<W>; 2],
    /// Of a game that is tapped: the groups on the board at rest, and all cells that can be tapped, of which
    /// the possible moves are some.
    tap_groups: Vec<TapGroup<W>>,
    pub(in crate::rules) tappable: Bits<W>,
    /// The cells that what fires in the first wave of a cascade leaves out.
    spared: Bits<W>,
    /// From where each open cell takes its contents.
    steps: Vec<CellSource>,
    /// Whether the steps are those of the open cells.
    has_steps: bool,
    /// Whether all of them go straight up to cells of the first row, which draw.
    is_straight: bool,
    /// For each kind, how many are on the board, and how many have gone.
    pub(in crate::rules) gone: Vec<KindProgress>,
    /// For each piece, how many were made by groups.
    pub(in crate::rules) made: Vec<u32>,
    pub(in crate::rules) dropped: u32,
    /// For each supply, how much of it has come.
    pub(in crate::rules) supplied: Vec<u32>,
    pub(in crate::rules) end: Option<End>,
    /// The cells that were hit in this wave.
    hit: Bits<W>,
    /// The generators that were hit in this cascade.
    giving: Bits<W>,
    groups: Vec<Group<W>>,
    /// The parts of the group that is looked at.
    parts: GroupParts,
    firing: Vec<FiringPiece>,
    next: Vec<FiringPiece>,
    /// Whether this is a trial of a move: then ties are not drawn, but the first candidate is taken.
    is_trial: bool,
    /// What the goal wanted of the things that the trial took, how many blocks and pieces it took, and how many
    /// pieces its groups made.
    gain: [u32; 3],
    #[cfg(test)]
    pub(super) script: Option<std::collections::VecDeque<(u32, u32)>>,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum End {
    /// The goal was met at rest.
    Won,
    /// A timer has run out.
    TimedOut,
    /// There is no possible move.
    Stuck,
    /// Cascades without end.
    Endless,
    /// Its observer stopped it in the middle of a turn.
    Stopped,
}

impl<const W: usize> GeneralState<W> {
    /// The state before the start of a game; without cells if the game is not general.
    pub(super) fn new(rules: &Rules) -> Self {
        let plan = &rules.plan;
        let is_general = rules.simulator == Simulator::General;
        let area = if is_general { plan.terrain.start.len() } else { 0 };

        Self {
            what: Cells::EMPTY,
            flags: Cells::EMPTY,
            layers: Cells::EMPTY,
            cover: Cells::EMPTY,
            cover_layers: Cells::EMPTY,
            ground: Cells::EMPTY,
            ground_layers: Cells::EMPTY,
            cells: (0..area).collect(),
            covered: Bits::EMPTY,
            muted: Bits::EMPTY,
            grounded: Bits::EMPTY,
            fixed: Bits::EMPTY,
            pieces: Bits::EMPTY,
            drag: Bits::EMPTY,
            arrivals: [[Arrival::EMPTY; 2]; 2],
            squares: [Bits::EMPTY; 2],
            tap_groups: Vec::new(),
            tappable: Bits::EMPTY,
            spared: Bits::EMPTY,
            steps: vec![CellSource::Nothing; area],
            has_steps: false,
            is_straight: false,
            gone: vec![KindProgress::default(); plan.blocks.len()],
            made: vec![0; plan.pieces.len()],
            dropped: 0,
            supplied: vec![0; plan.terrain.supply.len()],
            end: None,
            hit: Bits::EMPTY,
            giving: Bits::EMPTY,
            groups: Vec::new(),
            parts: GroupParts::default(),
            firing: Vec::new(),
            next: Vec::new(),
            is_trial: false,
            gain: [0; 3],
            #[cfg(test)]
            script: None,
        }
    }
}

impl<const W: usize> GeneralState<W> {
    /// Whether it may be of these rules.
    pub(super) const fn fits(&self, plan: &Plan) -> bool {
        self.gone.len() == plan.blocks.len() && self.made.len() == plan.pieces.len()
    }

    /// The cells whose contents have a flag of [`plan`].
    #[inline]
    fn with_flag(&self, flag: u8) -> Bits<W> {
        bits::pack(self.flags.bytes(), flag.trailing_zeros() as usize)
    }
}

impl<'a, const W: usize> Game<'a, W> {
    /// Whether the goal still wants layers of a kind.
    #[inline]
    pub(in crate::rules) fn wants_kind(&self, kind: usize) -> bool {
        self.rules.target.wants_kind(kind, &self.board.general.gone[kind])
    }

    /// The resolved rules.
    #[inline]
    const fn plan(&self) -> &'a Plan {
        &self.rules.plan
    }

    /// A random number below `n`.
    #[inline]
    fn draw(&mut self, n: u32) -> u32 {
        #[cfg(test)]
        if let Some(script) = &mut self.board.general.script {
            let (bound, value) = script.pop_front().expect("the script has another draw");
            assert_eq!(bound, n, "the bound of a draw");
            return value;
        }
        self.board.rng.below(n)
    }

    /// One of some cells, drawn if there are several. A trial takes the first: it must not draw, since the bot
    /// does not know what is drawn.
    fn pick(&mut self, cells: Bits<W>) -> Option<usize> {
        let rank = match cells.count() {
            0 | 1 => 0,
            _ if self.board.general.is_trial => 0,
            count => self.draw(count),
        };
        cells.nth(rank)
    }

    /// Puts something into a cell.
    #[inline]
    fn put(&mut self, index: usize, code: Code) {
        let meaning = self.plan().meaning[usize::from(code.what)];
        let state = &mut self.board.general;
        state.what[index] = code.what;
        state.flags[index] = meaning;
        state.layers[index] = code.layers;
        self.board.colors[index] = code.color;
    }

    /// Empties a cell.
    #[inline]
    fn empty_cell(&mut self, index: usize) {
        self.board.general.what[index] = plan::EMPTY;
        self.board.general.flags[index] = 0;
        self.board.colors[index] = NONE;
    }

    /// Exchanges the contents of two cells.
    #[inline]
    fn exchange(&mut self, one: usize, other: usize) {
        let state = &mut self.board.general;
        state.what.swap(one, other);
        state.flags.swap(one, other);
        state.layers.swap(one, other);
        self.board.colors.swap(one, other);
    }

    /// Moves the contents of a cell into an empty one.
    #[inline]
    fn shift(&mut self, from: usize, to: usize) {
        let state = &mut self.board.general;
        state.what[to] = std::mem::replace(&mut state.what[from], plan::EMPTY);
        state.flags[to] = std::mem::replace(&mut state.flags[from], 0);
        state.layers[to] = state.layers[from];
        self.board.colors[to] = std::mem::replace(&mut self.board.colors[from], NONE);
    }

    /// The current kind of a cell.
    pub(in crate::rules) fn kind_of_general(&self, index: usize) -> Kind {
        let (plan, state) = (self.plan(), &self.board.general);
        let what = state.what[index];
        let (contents, id) = match what {
            plan::HOLE => (Contents::Hole, 0),
            plan::EMPTY => (Contents::Empty, 0),
            plan::OBSTACLE => (Contents::Obstacle, 0),
            plan::BLOCK => (Contents::Block, 0),
            plan::PART => (Contents::Part, 0),
            piece if piece < plan.armed() => (Contents::Piece, piece - plan::PIECES),
            armed if armed < plan.first_block() => {
                (Contents::Armed, armed - plan.armed())
            }
            block => {
                let id = block - plan.first_block();
                let is_ingredient = state.flags[index] & plan::LEAVES != 0;
                (if is_ingredient { Contents::Ingredient } else { Contents::Blocker }, id)
            }
        };

        let has_layers = matches!(contents, Contents::Armed | Contents::Blocker);
        let is_draggable =
            state.flags[index] & plan::DRAGS != 0 && !state.covered.has(index);

        let kind = Kind {
            id,
            color: self.board.colors[index],
            layers: if has_layers { state.layers[index] } else { 0 },
            cover: state.cover[index],
            cover_layers: state.cover_layers[index],
            ground: state.ground[index],
            ground_layers: state.ground_layers[index],
            ..Kind::of(contents, 0)
        };

        kind.with_flags(is_draggable, self.board.open.has(index))
    }
}
