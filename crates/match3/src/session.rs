//! A game that somebody plays swap by swap: what stands where, which swaps there are, what a swap
//! sets off; swaps can be taken back, and the game saved.

use serde::{Serialize, Serializer};
use tilewright_grid::{Cell, Grid, Rng, Seed, Size};

use crate::bits::dispatch;
use crate::bots::Bot as _;
use crate::replay::Recorder;
use crate::rules::{Observer, Phase};
use crate::{Game, Goal, Kind, Level, Player, Replay, ReplayError, Rules, Swap};

/// A game of a level that somebody plays, one of a batch: the board that is dealt and every
/// refill come from the seed and the number of the game, as in [`play`](crate::play()).
///
/// It is kept as its swaps and played again from them, so a swap that was taken back and is made
/// again does the same.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Goal, Level, Session};
/// use tilewright_play::Session as _;
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let mut session = Session::new(&level, &Goal::Score { score: 100 }, Seed(1), 0);
/// let swap = session.moves()[0];
/// let steps = session.play(swap)?;
/// assert!(steps.iter().any(|step| !step.matched.is_empty()));
/// let again = Session::load(&session.save())?;
/// assert_eq!(again.state(), session.state());
/// assert!(session.undo() && session.state().moves_made == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    rules: Rules,
    seed: Seed,
    number: u32,
    swaps: Vec<Swap>,
    state: State,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// What stands where.
    #[serde(flatten)]
    pub board: Blocks,
    /// The goal.
    pub goal: Goal,
    /// How much of it is left: blocks to collect, hits and layers to give, and tens of points;
    /// 0 when it is reached.
    pub left: u64,
    /// The points.
    pub score: u64,
    /// How many swaps were made.
    pub moves_made: u32,
    /// How many may be made, if the level says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// How often the board was shuffled because no swap was left.
    pub reshuffles: u32,
    /// Whether the goal is reached.
    pub won: bool,
    /// Whether no swap may be made any more: the goal is reached, the moves are made, or the
    /// board has no swap.
    pub over: bool,
}

/// What stands where on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocks {
    /// What each cell is by now, a row a text, as in the text form of a level.
    #[serde(rename = "layout", serialize_with = "layout")]
    pub kinds: Grid<Kind>,
    /// The colour of the block in each cell, from 0; none where there is no block.
    pub colors: Grid<Option<u32>>,
}

/// Something that a swap sets off, and the board behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What happens.
    #[serde(rename = "event")]
    pub happening: Happening,
    /// The cells that are matched and about to be cleared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<Cell>,
    /// The board.
    #[serde(flatten)]
    pub board: Blocks,
}

/// What happens to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Happening {
    /// Two blocks have changed places.
    Swapped,
    /// Lines are about to be cleared.
    Matched,
    /// They are cleared; nothing has fallen yet.
    Cleared,
    /// Blocks have fallen by a cell, or come in.
    Fallen,
    /// No swap was left, and the blocks were shuffled.
    Shuffled,
}

/// Why a swap cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SwapError {
    /// They are not neighbours on the board.
    #[error("{one} and {two} are not neighbours on the board")]
    Apart {
        /// One cell.
        one: Cell,
        /// The other.
        two: Cell,
    },
    /// They make no line.
    #[error("swapping {one} and {two} makes no line")]
    NoLine {
        /// One cell.
        one: Cell,
        /// The other.
        two: Cell,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl Session {
    /// The game of that number, at its beginning.
    pub fn new(level: &Level, goal: &Goal, seed: Seed, number: u32) -> Self {
        let rules = Rules::new(level, goal);
        let swaps = Vec::new();
        let game = Line { rules: &rules, seed, number, swaps: &swaps };
        let state = game.replayed(&mut (), |game| game.state());
        Self { rules, seed, number, swaps, state }
    }

    /// The game that was saved, after all its swaps.
    ///
    /// # Errors
    /// When it does not go as it is written down.
    pub fn from_replay(replay: &Replay) -> Result<Self, ReplayError> {
        replay.check()?;
        let Replay { level, seed, game, swaps, .. } = replay;
        let goal = level.goal.as_ref().ok_or(ReplayError::NoGoal)?;
        let mut session = Self::new(level, goal, *seed, *game);
        let size = level.size();
        let swap = |&[one, two]: &[Cell; 2]| Swap::between(size, one, two);
        session.swaps = swaps.iter().filter_map(swap).collect();
        session.state = session.replayed(&mut (), |game| game.state());
        Ok(session)
    }

    /// The game so far, written down.
    pub fn replay(&self) -> Replay {
        let mut recorder = Recorder::default();
        self.replayed(&mut recorder, |_| ());
        let mut level = self.rules.level().clone();
        level.goal = Some(self.rules.goal().clone());
        let size = level.size();
        Replay {
            seed: self.seed,
            game: self.number,
            player: None,
            swaps: self.swaps.iter().map(|swap| swap.cells(size)).collect(),
            boards: recorder.boards,
            is_won: self.state.won,
            level,
        }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    const fn size(&self) -> Size {
        self.rules.level().size()
    }

    /// Plays all swaps again before somebody who looks on, and asks about the board behind them.
    fn replayed<T: Observer, R>(
        &self,
        see: &mut T,
        ask: impl FnOnce(&dyn Board) -> R,
    ) -> R {
        let Self { rules, seed, number, swaps, .. } = self;
        Line { rules, seed: *seed, number: *number, swaps }.replayed(see, ask)
    }
}

impl tilewright_play::Session for Session {
    type State = State;
    type Move = [Cell; 2];
    type Event = Step;
    type Player<'a> = Player;
    type PlayError = SwapError;
    type LoadError = ReplayError;

    fn state(&self) -> State {
        self.state.clone()
    }

    /// The swaps that make a line.
    fn moves(&self) -> Vec<[Cell; 2]> {
        if self.state.over {
            return Vec::new();
        }
        let size = self.size();
        let swaps = self.replayed(&mut (), |game| game.all());
        swaps.into_iter().map(|swap| swap.cells(size)).collect()
    }

    fn is_over(&self) -> bool {
        self.state.over
    }

    /// Swaps the blocks of two cells, in either order. Returns what that sets off, step by step.
    fn play(&mut self, [one, two]: [Cell; 2]) -> Result<Vec<Step>, SwapError> {
        if self.state.over {
            return Err(SwapError::Over);
        }
        let swap = Swap::between(self.size(), one, two);
        let swap = swap.ok_or(SwapError::Apart { one, two })?;
        if !self.replayed(&mut (), |game| game.allows(swap)) {
            return Err(SwapError::NoLine { one, two });
        }
        self.swaps.push(swap);
        let mut steps = Steps { after: self.swaps.len() as u32, steps: Vec::new() };
        self.state = self.replayed(&mut steps, |game| game.state());
        Ok(steps.steps)
    }

    fn undo(&mut self) -> bool {
        let is_undone = self.swaps.pop().is_some();
        if is_undone {
            self.state = self.replayed(&mut (), |game| game.state());
        }
        is_undone
    }

    /// The swap that a bot would make. It draws from child 2 of the game's seed.
    fn hint(&self, player: Player) -> Option<[Cell; 2]> {
        if self.state.over {
            return None;
        }
        let of_game = self.seed.child(u64::from(self.number));
        let mut rng = of_game.child(2).child(self.swaps.len() as u64).rng();
        let swap = self.replayed(&mut (), |game| game.chosen(player, &mut rng));
        Some(swap.cells(self.size()))
    }

    fn save(&self) -> String {
        self.replay().to_json() + "\n"
    }

    fn load(text: &str) -> Result<Self, ReplayError> {
        Self::from_replay(&Replay::from_json(text)?)
    }
}

/// A game by its swaps.
struct Line<'a> {
    rules: &'a Rules,
    seed: Seed,
    number: u32,
    swaps: &'a [Swap],
}

impl Line<'_> {
    fn replayed<T: Observer, R>(
        &self,
        see: &mut T,
        ask: impl FnOnce(&dyn Board) -> R,
    ) -> R {
        dispatch!(self.rules.shape.words, W => {
            let mut game = Game::<W>::new(self.rules);
            game.begin(self.seed.child(u64::from(self.number)).child(0), see);
            for &swap in self.swaps {
                game.swap(swap, see);
            }
            ask(&game)
        })
    }
}

/// A game under way, whatever the size of its board.
trait Board {
    /// The swaps that make a line.
    fn all(&self) -> Vec<Swap>;
    /// Whether a swap makes a line.
    fn allows(&self, swap: Swap) -> bool;
    /// The swap that a bot would make; there is one.
    fn chosen(&self, player: Player, rng: &mut Rng) -> Swap;
    /// How it stands.
    fn state(&self) -> State;
}

impl<const W: usize> Board for Game<'_, W> {
    fn all(&self) -> Vec<Swap> {
        self.swaps().collect()
    }

    fn allows(&self, swap: Swap) -> bool {
        self.is_legal(swap)
    }

    fn chosen(&self, player: Player, rng: &mut Rng) -> Swap {
        player.choose(self, rng)
    }

    fn state(&self) -> State {
        let moves = self.rules().level().moves;
        let is_last = moves.is_some_and(|moves| self.swaps_made() >= moves);
        State {
            board: Blocks::of(self),
            goal: self.rules().goal().clone(),
            left: self.left(),
            score: self.score(),
            moves_made: self.swaps_made(),
            move_limit: moves,
            reshuffles: self.reshuffles(),
            won: self.is_won(),
            over: self.is_won() || is_last || self.swap_count() == 0,
        }
    }
}

impl Blocks {
    fn of<const W: usize>(game: &Game<'_, W>) -> Self {
        let size = game.rules().level().size();
        let colors = Grid::from_fn(size, |cell| game.color(size.index(cell)));
        Self { kinds: game.kinds(), colors }
    }
}

/// The kinds of all cells, a row a text.
fn layout<S: Serializer>(kinds: &Grid<Kind>, serializer: S) -> Result<S::Ok, S::Error> {
    let columns = kinds.size().columns as usize;
    let rows = kinds.values().chunks(columns);
    serializer.collect_seq(
        rows.map(|row| row.iter().map(|kind| kind.glyph()).collect::<String>()),
    )
}

/// Takes down what the swap of that number sets off, from 1.
struct Steps {
    after: u32,
    steps: Vec<Step>,
}

impl Observer for Steps {
    fn see<const W: usize>(&mut self, game: &Game<'_, W>, phase: Phase) {
        if game.swaps_made() != self.after {
            return;
        }
        let size = game.rules().level().size();
        let (happening, matched) = match phase {
            Phase::Swapped(_) => (Happening::Swapped, Vec::new()),
            Phase::Matched(cells) => {
                let cells = cells.into_iter().map(|index| size.cell(index));
                (Happening::Matched, cells.collect())
            }
            Phase::Cleared => (Happening::Cleared, Vec::new()),
            Phase::Fallen(_) => (Happening::Fallen, Vec::new()),
            Phase::Shuffled => (Happening::Shuffled, Vec::new()),
            Phase::Dealt | Phase::Over => return,
        };
        self.steps.push(Step { happening, matched, board: Blocks::of(game) });
    }
}

#[cfg(test)]
mod tests {
    use tilewright_play::Session as _;

    use super::*;
    use crate::{Strategy, play};

    fn session(game: u32) -> Session {
        let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
        Session::new(&level, &Goal::Score { score: 900 }, Seed(5), game)
    }

    fn played(game: u32, player: Player) -> Session {
        let mut session = session(game);
        while let Some(swap) = session.hint(player) {
            session.play(swap).unwrap();
        }
        session
    }

    #[test]
    fn a_session_goes_as_a_batch_does() {
        let mut session = session(3);
        let rules = session.rules().clone();
        let replay = Replay::record(&rules, Strategy::Greedy.into(), 1000, 3, Seed(5));
        for &[one, two] in &replay.0.swaps {
            session.play([two, one]).unwrap();
        }
        let outcome = play(&rules, &Strategy::Greedy.into(), 1000, 3..4, Seed(5))[0];
        let State { won, score, moves_made, reshuffles, over, .. } = session.state();
        assert_eq!((won, score), (outcome.is_won, outcome.score));
        assert_eq!((moves_made, reshuffles), (outcome.swaps, outcome.reshuffles));
        assert!(over && session.moves().is_empty());
        assert_eq!(session.replay().boards, replay.0.boards);
    }

    #[test]
    fn the_last_step_is_the_board_at_rest_and_undo_takes_all_of_it_back() {
        let mut session = session(0);
        for _ in 0..12 {
            let before = session.state();
            let [one, two] = session.hint(Strategy::Random.into()).unwrap();
            let steps = session.play([one, two]).unwrap();
            assert_eq!(steps[0].happening, Happening::Swapped);
            assert_eq!(steps.last().unwrap().board, session.state().board);
            let after = session.state();
            assert!(session.undo());
            assert_eq!(session.state(), before);
            session.play([one, two]).unwrap();
            assert_eq!(session.state(), after);
        }
    }

    #[test]
    fn what_makes_no_line_is_refused_and_changes_nothing() {
        let mut session = session(1);
        let before = session.state();
        let legal = session.moves();
        let size = session.size();
        for one in size.cells() {
            for two in
                [Cell::new(one.row, one.column + 1), Cell::new(one.row + 1, one.column)]
            {
                if legal.contains(&[one, two]) {
                    continue;
                }
                let expected = if size.contains(two) {
                    SwapError::NoLine { one, two }
                } else {
                    SwapError::Apart { one, two }
                };
                assert_eq!(session.play([one, two]), Err(expected));
            }
        }
        assert_eq!(session.state(), before);
        let mut over = played(1, Strategy::Greedy.into());
        let [one, two] = legal[0];
        assert_eq!(over.play([one, two]), Err(SwapError::Over));
    }

    #[test]
    fn a_saved_game_goes_on_and_damage_is_found() {
        let mut session = session(2);
        for _ in 0..5 {
            let [one, two] = session.hint(Strategy::Seed.into()).unwrap();
            session.play([one, two]).unwrap();
        }
        let json = session.save();
        let mut again = Session::load(&json).unwrap();
        assert_eq!(again.state(), session.state());
        let hint = session.hint(Strategy::Planner.into());
        assert_eq!(again.hint(Strategy::Planner.into()), hint);
        let [one, two] = hint.unwrap();
        assert_eq!(again.play([one, two]), session.play([one, two]));
        let told = |from: &str, to: &str| {
            let damaged = json.replacen(from, to, 1);
            Session::load(&damaged).unwrap_err().to_string()
        };
        let seed = told("\"seed\":5", "\"seed\":6");
        assert!(seed.starts_with("board 0 comes out otherwise"), "{seed}");
        let goal = told("\"score\":900", "\"score\":901");
        assert_eq!(goal, ReplayError::Checksum.to_string());
    }

    #[test]
    fn a_level_with_a_limit_ends_there() {
        let mut level: Level = "......\n......\n......\n......\n".parse().unwrap();
        level.moves = Some(2);
        let mut session =
            Session::new(&level, &Goal::Score { score: 1_000_000 }, Seed(1), 0);
        for _ in 0..2 {
            let [one, two] = session.moves()[0];
            session.play([one, two]).unwrap();
        }
        assert!(session.state().over && !session.state().won);
        assert_eq!(session.hint(Strategy::Seed.into()), None);
    }
}
