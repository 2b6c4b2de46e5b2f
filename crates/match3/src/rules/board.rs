//! The board of a game: all that changes while it is played.

use tilewright_grid::{Bits, Rng, Seed};

use super::general::GeneralState;
use super::journal::Journal;
use super::{Game, Paths, Rules, Simulator};
use crate::bits::MOST_WORDS;

/// The colour of a cell without a block.
pub(super) const NONE: u8 = u8::MAX;
/// The maximum number of bits of a colour: 64 colours.
const PLANES: usize = 6;

/// All that changes while a game is played: what is in the cells, how far the goal is reached, and the random numbers
/// to come. The [`Rules`] are what stays. A copy goes on alike.
///
/// `W` is the number of 64-bit words of the bit boards: at least [`Rules::words`], at most 64.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Board, Game, Level, Rules};
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let rules = Rules::new(&level, &"clear:blockers".parse()?);
/// let mut board = Board::<1>::new(&rules);
/// let mut game = Game::new(&rules, &mut board);
/// game.start(Seed(1));
/// let first = game.moves().next().expect("a board is dealt with a move");
/// game.play(first);
///
/// let mut copy = board.clone();
/// let second = Game::new(&rules, &mut board).moves().next().expect("there is another");
/// for board in [&mut board, &mut copy] {
///     Game::new(&rules, board).play(second);
/// }
/// assert_eq!(Game::new(&rules, &mut board).score(), Game::new(&rules, &mut copy).score());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    pub(super) rng: Rng,
    /// The colour of the block of every cell.
    pub(super) colors: Vec<u8>,
    /// Bit k of the colour of every block.
    pub(super) planes: [Bits<W>; PLANES],
    pub(super) filled: Bits<W>,
    pub(super) open: Bits<W>,
    /// The first cells of the possible swaps to the right, and down.
    pub(super) swaps: [Bits<W>; 2],
    /// The possible taps.
    pub(super) taps: Bits<W>,
    pub(super) collected: Vec<u32>,
    pub(super) score: u64,
    pub(super) swaps_made: u32,
    /// The moves beyond those of the level.
    pub(super) extra_moves: u32,
    pub(super) cascades: u32,
    pub(super) reshuffles: u32,
    /// The number of moves whose cascades did not end within [`CASCADES`](super::game::CASCADES).
    pub(super) endless: u32,
    /// What is reported to those who watch; none while nobody does.
    pub(super) journal: Option<Box<Journal>>,
    /// The state under `classic`.
    pub(super) classic: ClassicState<W>,
    /// The state under other rules.
    pub(super) general: GeneralState<W>,
}

/// The state of a game under `classic`, beside that of every [`Board`].
#[derive(Clone, Debug)]
pub(super) struct ClassicState<const W: usize> {
    pub(super) blockers: Bits<W>,
    pub(super) overlays: Bits<W>,
    /// The hits or layers that each cell has left.
    pub(super) hits: Vec<u8>,
    pub(super) paths: Paths,
    /// Whether the fill paths are still those of the level.
    pub(super) is_fresh: bool,
}

impl<const W: usize> Board<W> {
    /// The board of a game that has not begun.
    ///
    /// # Panics
    /// If the board has more cells than `W` words have bits, or `W` is greater than 64.
    pub fn new(rules: &Rules) -> Self {
        assert!(rules.words() <= W && W <= MOST_WORDS, "the board fits into the words");

        let area = rules.level.size().area();
        Self {
            rng: Seed(0).rng(),
            colors: vec![NONE; area],
            planes: [Bits::EMPTY; PLANES],
            filled: Bits::EMPTY,
            open: Bits::EMPTY,
            swaps: [Bits::EMPTY; 2],
            taps: Bits::EMPTY,
            collected: vec![0; rules.counted_colors()],
            score: 0,
            swaps_made: 0,
            extra_moves: 0,
            cascades: 0,
            reshuffles: 0,
            endless: 0,
            journal: None,
            classic: ClassicState {
                blockers: Bits::EMPTY,
                overlays: Bits::EMPTY,
                hits: vec![0; area],
                paths: rules.paths.clone(),
                is_fresh: true,
            },
            general: GeneralState::new(rules),
        }
    }

    /// The number of moves that were made.
    pub(crate) const fn moves_made(&self) -> u32 {
        self.swaps_made
    }

    /// Becomes a copy of a board at rest under the same rules, without allocating memory.
    pub(crate) fn copy_from(&mut self, from: &Self) {
        // Each by its name, so that no new one is forgotten.
        let Self {
            rng,
            colors,
            planes,
            filled,
            open,
            swaps,
            taps,
            collected,
            score,
            swaps_made,
            extra_moves,
            cascades,
            reshuffles,
            endless,
            journal,
            classic,
            general,
        } = from;
        self.rng.clone_from(rng);
        self.colors.clone_from(colors);
        (self.planes, self.filled, self.open) = (*planes, *filled, *open);
        (self.swaps, self.taps) = (*swaps, *taps);
        self.collected.clone_from(collected);
        (self.score, self.swaps_made) = (*score, *swaps_made);
        (self.extra_moves, self.cascades) = (*extra_moves, *cascades);
        (self.reshuffles, self.endless) = (*reshuffles, *endless);
        match (&mut self.journal, journal) {
            (Some(to), Some(from)) => to.copy_from(from),
            (to, from) => to.clone_from(from),
        }
        self.classic.copy_from(classic);
        self.general.copy_from(general);
    }

    /// Becomes a copy of the board of a game under the same rules, with other random refills, without allocating
    /// memory.
    pub fn imagine(&mut self, game: &Game<'_, W>, rng: Rng) {
        let from = &*game.board;

        self.rng = rng;
        self.colors.clone_from(&from.colors);
        self.planes = from.planes;
        (self.swaps, self.taps) = (from.swaps, from.taps);
        (self.filled, self.open) = (from.filled, from.open);
        self.collected.clone_from(&from.collected);

        match game.rules.simulator {
            Simulator::Classic => self.classic.copy_from(&from.classic),
            Simulator::General => self.general.copy_from(&from.general),
        }

        self.score = from.score;
        (self.swaps_made, self.extra_moves) = (from.swaps_made, from.extra_moves);
        (self.cascades, self.reshuffles) = (from.cascades, from.reshuffles);
        self.endless = from.endless;
    }
}

impl<const W: usize> ClassicState<W> {
    /// Of a board under other rules.
    pub(super) const NONE: Self = Self {
        blockers: Bits::EMPTY,
        overlays: Bits::EMPTY,
        hits: Vec::new(),
        paths: Paths::NONE,
        is_fresh: true,
    };

    fn copy_from(&mut self, from: &Self) {
        (self.blockers, self.overlays) = (from.blockers, from.overlays);
        self.hits.clone_from(&from.hits);
        // The paths of both are those of the level until a blocker goes, which most games of a search never see.
        if !self.is_fresh || !from.is_fresh {
            self.paths.copy_from(&from.paths);
        }
        self.is_fresh = from.is_fresh;
    }
}

impl<'a, const W: usize> Game<'a, W> {
    /// The game of a board under the rules that it was made for.
    ///
    /// # Panics
    /// If it was visibly made for others: of another size, or with other colours or kinds to count.
    pub fn new(rules: &'a Rules, board: &'a mut Board<W>) -> Self {
        let is_own = board.colors.len() == rules.level.size().area()
            && board.collected.len() == rules.counted_colors()
            && board.general.fits(&rules.plan);
        assert!(is_own, "a board keeps its rules");
        Self { rules, board }
    }
}
