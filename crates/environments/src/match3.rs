//! Match-3 as an environment.

use std::sync::Arc;

use tilewright_draw::Picture;
use tilewright_grid::{Cell, Rng, Seed, Size};
use tilewright_match3::{Board, Bot as _, Game, Level, Move, Planner, Rules};

use crate::{Environment, Outcome, Space};

/// The bytes of a cell in an observation.
const CHANNELS: usize = 11;

/// A game of a match-3 level: game *k* of a seed is the one that [`play`](tilewright_match3::play())
/// plays as its game *k*.
///
/// The actions are the swaps of a cell with the cell on its right, in reading order, then those with the
/// cell below it, then, under rules with pieces that a tap sets off, the taps. Where groups are tapped, they are the
/// taps alone, and of a group that makes no piece its first cell is legal. The reward of a move is how
/// much of the goal it reaches, as a share of the whole goal: the return of a won game is 1. The episode
/// ends when the goal is reached, the moves of the level are used up, or no move is possible. An illegal
/// action changes nothing and has the reward 0.
///
/// The observation has eleven bytes for each cell: the nine of
/// [`Game::numbers`](tilewright_match3::Game::numbers), the share of the goal that is left from 0 to 255,
/// rounded up, and the number of moves that are left, at most 255, which also means no limit.
///
/// `W` is the number of words of the board: at least
/// [`Rules::words`](tilewright_match3::Rules::words), at most 64.
///
/// ```
/// use std::sync::Arc;
/// use tilewright_environments::{Environment, Match3};
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, Rules};
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let rules = Rules::new(&level, &"clear:blockers".parse()?);
/// let mut game = Match3::<1>::new(Arc::new(rules));
/// game.reset(Seed(1));
/// assert_eq!(game.space().actions, 4 * 5 + 3 * 6);
/// let mut total = 0.0;
/// while let Some(action) = game.best_action() {
///     total += game.step(action).reward;
/// }
/// assert_eq!(total, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match3<const W: usize> {
    rules: Arc<Rules>,
    board: Board<W>,
    moves: Arc<Moves>,
    seen: Vec<u8>,
    legal: Vec<u8>,
    /// How much of the goal there was at the start, and how much is left.
    whole: u64,
    left: u64,
    is_over: bool,
    choices: Rng,
    /// The seed of the episode, and its moves so far.
    seed: Seed,
    made: Vec<u32>,
}

/// The numbers of the moves of a board.
#[derive(Debug)]
struct Moves {
    size: Size,
    has_swaps: bool,
    has_taps: bool,
}

impl Moves {
    /// The number of swaps to the right, of swaps down, and of taps.
    const fn counts(&self) -> [usize; 3] {
        let (rows, columns) = (self.size.rows as usize, self.size.columns as usize);
        let taps = if self.has_taps { rows * columns } else { 0 };
        if self.has_swaps {
            [rows * (columns - 1), (rows - 1) * columns, taps]
        } else {
            [0, 0, taps]
        }
    }

    const fn count(&self) -> usize {
        let [right, down, taps] = self.counts();
        right + down + taps
    }

    /// The move of an action.
    fn of(&self, action: u32) -> Option<Move> {
        let [right, down, _] = self.counts().map(|count| count as u32);
        let columns = self.size.columns;
        let (from, to) = if action < right {
            // Swaps to the right, then swaps down, then taps; the last column has no swap to the
            // right.
            let from = Cell::new(action / (columns - 1), action % (columns - 1));
            (from, Cell::new(from.row, from.column + 1))
        } else if action < right + down {
            let from = self.size.cell((action - right) as usize);
            (from, Cell::new(from.row + 1, from.column))
        } else {
            let from = self.size.cell((action - right - down) as usize);
            (from, from)
        };

        Move::from_to(self.size, from, to)
    }

    /// The action of a move.
    fn action(&self, made: Move) -> usize {
        let [right, down, _] = self.counts();
        let [from, to] = made.cells(self.size);
        if made.is_tap() {
            right + down + self.size.index(from)
        } else if from.row == to.row {
            from.row as usize * (self.size.columns as usize - 1) + from.column as usize
        } else {
            right + self.size.index(from)
        }
    }
}

impl<const W: usize> Match3<W> {
    /// A game under these rules.
    ///
    /// # Panics
    /// If the board has more cells than `W` words have bits, or `W` is greater than 64.
    pub fn new(rules: Arc<Rules>) -> Self {
        let size = rules.level().size();
        let (has_swaps, has_taps) = (!rules.is_tapped(), rules.has_taps());
        let moves = Moves { size, has_swaps, has_taps };
        Self::with(rules, Arc::new(moves))
    }

    fn with(rules: Arc<Rules>, moves: Arc<Moves>) -> Self {
        let mut game = Self {
            board: Board::new(&rules),
            rules,
            seen: vec![0; moves.size.area() * CHANNELS],
            legal: vec![0; moves.count()],
            moves,
            whole: 1,
            left: 0,
            is_over: false,
            choices: Seed(0).rng(),
            seed: Seed(0),
            made: Vec::new(),
        };

        game.reset(Seed(0));
        game
    }

    /// The level.
    pub fn level(&self) -> &Level {
        self.rules.level()
    }

    /// The largest bytes of a cell. How many pieces, blocks and layers there are is a matter of the rules.
    fn highs(&self) -> Vec<u8> {
        let level = self.level();
        let most = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
        let limit = level.moves.map_or(u8::MAX, most);
        let mut highs = vec![u8::MAX; CHANNELS];
        (highs[0], highs[1], highs[8]) = (7, most(level.colors()), 1);
        highs[CHANNELS - 1] = limit;
        highs
    }

    /// The game.
    pub fn game(&mut self) -> Game<'_, W> {
        Game::new(&self.rules, &mut self.board)
    }

    /// Notes what is to be seen.
    fn note(&mut self) {
        let game = Game::new(&self.rules, &mut self.board);
        let limit = game.rules().level().moves;
        let more = limit.map(|limit| limit.saturating_sub(game.swaps_made()));
        self.left = game.left();
        self.is_over = game.is_won() || more == Some(0) || game.move_count() == 0;
        // Rounded up, so that 0 says that nothing is left.
        let share = (self.left * 255).div_ceil(self.whole.max(1)).min(255) as u8;
        let more = more.map_or(255, |more| more.min(255) as u8);
        let (cells, _) = self.seen.as_chunks_mut::<CHANNELS>();

        for (index, cell) in cells.iter_mut().enumerate() {
            let [numbers @ .., _, _] = cell;
            *numbers = game.numbers(index);
            (cell[CHANNELS - 2], cell[CHANNELS - 1]) = (share, more);
        }

        self.legal.fill(0);
        if !self.is_over {
            game.moves().for_each(|made| self.legal[self.moves.action(made)] = 1);
        }
    }
}

impl<const W: usize> Environment for Match3<W> {
    /// The seed of the episode, its moves, and the stream of the best player.
    type Saved = (Seed, Vec<u32>, Rng);

    /// 64 steps take about 160 µs (`crates/environments/peers/measure.py`).
    const CHUNK: usize = 64;

    fn space(&self) -> Space {
        let Size { rows, columns } = self.moves.size;
        let shape = vec![rows as usize, columns as usize, CHANNELS];
        Space { shape, highs: self.highs(), actions: self.moves.count() }
    }

    fn reset(&mut self, seed: Seed) {
        self.choices = seed.child(1).rng();
        self.seed = seed;
        self.made.clear();
        let mut game = self.game();
        game.start(seed.child(0));
        self.whole = game.left().max(1);
        self.note();
    }

    fn step(&mut self, action: u32) -> Outcome {
        let is_legal = self.legal.get(action as usize) == Some(&1);
        let Some(made) = self.moves.of(action).filter(|_| is_legal) else {
            return Outcome { reward: 0.0, is_over: self.is_over };
        };
        let before = self.left;
        self.made.push(action);
        self.game().play(made);
        self.note();
        let reached = before as f64 - self.left as f64;
        let reward = (reached / self.whole as f64) as f32;
        Outcome { reward, is_over: self.is_over }
    }

    fn observe(&self, seen: &mut [u8]) {
        seen.copy_from_slice(&self.seen);
    }

    fn mask(&self, legal: &mut [u8]) {
        legal.copy_from_slice(&self.legal);
    }

    /// Each line is a row: the colour of a block as a letter, `#` an obstacle or blocker, `*` a piece or
    /// ingredient, `.` nothing, and a blank where no cell is.
    fn text(&self) -> String {
        let columns = self.moves.size.columns as usize;
        let letter = |cell: &[u8; CHANNELS]| match (cell[0], cell[1]) {
            (0, _) => ' ',
            (1, _) => '.',
            (2, color) => char::from(b'a' + (color - 1) % 26),
            (3 | 4, _) => '#',
            _ => '*',
        };
        let (cells, _) = self.seen.as_chunks::<CHANNELS>();
        let row = |row: &[[u8; CHANNELS]]| row.iter().map(letter).collect::<String>();
        cells.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
    }

    fn picture(&mut self) -> Picture {
        self.game().picture("")
    }

    /// The choice of [`Planner`].
    fn best_action(&mut self) -> Option<u32> {
        if self.is_over {
            return None;
        }
        let game = Game::new(&self.rules, &mut self.board);
        let made = Planner::default().choose(&game, &mut self.choices);
        Some(self.moves.action(made) as u32)
    }

    fn save(&self) -> Self::Saved {
        (self.seed, self.made.clone(), self.choices.clone())
    }

    /// The moves are made again.
    fn restore(&mut self, (seed, made, choices): Self::Saved) -> bool {
        self.reset(seed);
        for &action in &made {
            if self.legal.get(action as usize) != Some(&1) {
                return false;
            }
            self.step(action);
        }
        self.choices = choices;
        true
    }
}
