//! Recorded games, which can be replayed and checked board by board.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, DocumentError, Schema, Seed, Watch, checksum, checksum_on};
use tilewright_play::{is_intact, seal};

use crate::bits::dispatch;
use crate::events::{Element, Events};
use crate::play::{outcome, run};
use crate::rules::{Part, Simulator};
use crate::{
    Board, Game, Goal, Json, Level, LevelError, Move, Outcome, Rules, SkilledBot,
};

/// The schema of the documents.
pub(crate) const SCHEMA: Schema = Schema::new("replay", 2);

/// A recorded game: the level, the seed, every swap, and a fingerprint of every board at rest.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, Replay, Rules, Strategy};
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let rules = Rules::new(&level, &"collect:15".parse()?);
/// let (replay, outcome) = Replay::record(&rules, Strategy::Greedy.into(), 1000, 0, Seed(1), &());
/// let again = Replay::from_json(&replay.to_json())?;
/// again.check()?;
/// assert_eq!((again.is_won, again.swaps.len()), (outcome.is_won, outcome.swaps as usize));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The level, with the goal of the game.
    pub level: Level,
    /// The seed of the batch.
    pub seed: Seed,
    /// The number of the game in the batch.
    pub game: u32,
    /// The bot that played; none for a person.
    pub bot: Option<SkilledBot>,
    /// The two cells of every swap.
    pub swaps: Vec<[Cell; 2]>,
    /// The fingerprints of the first board and of the board after every swap.
    pub boards: Vec<u64>,
    /// Whether the goal was reached.
    pub is_won: bool,
}

/// The document.
#[derive(Serialize, Deserialize)]
struct Document {
    level: Json,
    seed: u64,
    game: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<SkilledBot>,
    won: bool,
    swaps: Vec<[Cell; 2]>,
    boards: Vec<String>,
}

/// The reason why a replay is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A text that is not JSON, or not that of a replay.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A level that cannot be read.
    #[error("the level of the replay cannot be read: {0}")]
    Level(#[from] LevelError),
    /// A level without a goal.
    #[error("the level of the replay has no goal")]
    NoGoal,
    /// A malformed fingerprint.
    #[error("board {0}: expected a fingerprint of 16 hexadecimal digits")]
    Fingerprint(usize),
    /// A wrong number of boards.
    #[error("expected {} boards for {swaps} swaps, found {boards}", swaps + 1)]
    Boards {
        /// The number of swaps.
        swaps: usize,
        /// The number of boards.
        boards: usize,
    },
    /// A swap that completes no line.
    #[error(
        "swap {index}: swapping [{}, {}] and [{}, {}] completes no line of three",
        first.row, first.column, second.row, second.column
    )]
    Illegal {
        /// The number of the swap, from 1.
        index: usize,
        /// The first cell.
        first: Cell,
        /// The second cell.
        second: Cell,
    },
    /// A swap after the game is over.
    #[error("swap {0} comes after the goal is reached")]
    Over(usize),
    /// A board that differs from the recorded one.
    #[error(
        "board {0} differs: the replay was recorded with another level, seed or version"
    )]
    Board(usize),
    /// A wrong result.
    #[error("the replay says that the game was {}, but it was {}", if *.0 { "won" } else { "lost" }, if *.0 { "lost" } else { "won" })]
    Result(bool),
    /// A wrong checksum, although the game itself can be replayed.
    #[error("the checksum is wrong: the replay is damaged or was edited")]
    Checksum,
    /// A replay of another level than the given one.
    #[error("the replay is of another level: the first difference is in {0}")]
    OtherLevel(Cell),
    /// A replay of a level with another size, spawners, colours or goal.
    #[error("the replay is of a level with another {0}")]
    OtherRules(&'static str),
}

/// Somebody to whom a replay is shown: the first board with its parts of the goal, then the events of every step.
pub(crate) trait Spectator {
    fn begin(&mut self, rules: &Rules, elements: Vec<Element>, parts: Vec<(Part, u64)>);
    fn step(&mut self, events: Events<'_>);
}

/// The fingerprint of a board: of the kinds and colours of all cells.
pub(crate) fn fingerprint<const W: usize>(game: &Game<'_, W>) -> u64 {
    let area = game.rules().level().size().area();

    let is_general = game.rules().simulator == Simulator::General;
    (0..area).fold(checksum(&[]), |before, index| {
        let color = game.color(index).map_or(u8::MAX, |color| color as u8);
        let kind = game.kind(index);
        let classic = checksum_on(before, &[kind.glyph() as u8, color]);
        if is_general { checksum_on(classic, &kind.bytes()) } else { classic }
    })
}

impl Replay {
    /// Plays one game of a batch and records it; the outcome is the same as in the batch. When `watch`
    /// stops it, it returns the game so far.
    pub fn record(
        rules: &Rules,
        bot: SkilledBot,
        most: u32,
        game: u32,
        seed: Seed,
        watch: &dyn Watch,
    ) -> (Self, Outcome) {
        dispatch!(rules.shape.words, W => {
            let (mut swaps, mut boards) = (Vec::<Move>::new(), Vec::new());
            let mut board = Board::<W>::new(rules);
            let mut played = Game::new(rules, &mut board);
            let of_game = seed.child(u64::from(game));
            let rest = |game: &Game<'_, W>, made: Option<Move>| {
                swaps.extend(made);
                boards.push(fingerprint(game));
            };

            // A stopped game is recorded as far as it was played.
            let _ = run(&mut played, &bot, most, of_game, watch, rest);
            let outcome = outcome(&played);

            let mut level = rules.level().clone();
            level.goal = Some(rules.goal().clone());
            let size = level.size();
            let swaps = swaps.into_iter().map(|swap| swap.cells(size)).collect();

            let is_won = outcome.is_won;
            let bot = Some(bot);
            (Self { level, seed, game, bot, swaps, boards, is_won }, outcome)
        })
    }

    /// Replays the game and compares every board.
    ///
    /// # Errors
    /// When a swap is illegal, or a board or the result differs.
    pub fn check(&self) -> Result<(), ReplayError> {
        self.play(None)
    }

    /// Replays the game, and shows it to somebody.
    pub(crate) fn play(
        &self,
        spectator: Option<&mut dyn Spectator>,
    ) -> Result<(), ReplayError> {
        let goal = self.level.goal.as_ref().ok_or(ReplayError::NoGoal)?;
        let rules = Rules::new(&self.level, goal);
        dispatch!(rules.shape.words, W => {
            let mut board = Board::<W>::new(&rules);
            self.play_by(&mut Game::new(&rules, &mut board), spectator)
        })
    }

    fn play_by<const W: usize>(
        &self,
        game: &mut Game<'_, W>,
        mut spectator: Option<&mut dyn Spectator>,
    ) -> Result<(), ReplayError> {
        if self.boards.len() != self.swaps.len() + 1 {
            let (swaps, boards) = (self.swaps.len(), self.boards.len());
            return Err(ReplayError::Boards { swaps, boards });
        }

        game.begin(self.seed.child(u64::from(self.game)).child(0), &());
        if let Some(spectator) = &mut spectator {
            game.watch();
            let elements = game.elements().collect();
            spectator.begin(game.rules(), elements, game.parts().collect());
        }

        for (index, &[first, second]) in self.swaps.iter().enumerate() {
            self.compare(game, index)?;
            if game.is_won() {
                return Err(ReplayError::Over(index + 1));
            }

            let swap = game.rules().move_of([first, second]);
            let swap = swap.filter(|&swap| game.is_legal(swap));
            let illegal = ReplayError::Illegal { index: index + 1, first, second };
            let swap = swap.ok_or(illegal)?;
            match &mut spectator {
                Some(spectator) => {
                    game.play_seen(swap, &mut |events| spectator.step(events));
                }
                None => game.play(swap),
            }
        }

        self.compare(game, self.swaps.len())?;
        let is_same = game.is_won() == self.is_won;
        is_same.then_some(()).ok_or(ReplayError::Result(self.is_won))
    }

    fn compare<const W: usize>(
        &self,
        game: &Game<'_, W>,
        index: usize,
    ) -> Result<(), ReplayError> {
        let is_same = self.boards[index] == fingerprint(game);
        is_same.then_some(()).ok_or(ReplayError::Board(index))
    }

    /// Checks that it is a game of this level, and of its goal if the level has one.
    ///
    /// # Errors
    /// The first difference.
    pub fn fits(&self, level: &Level) -> Result<(), ReplayError> {
        if self.level.size() != level.size() {
            return Err(ReplayError::OtherRules("size"));
        }

        let is_other = |&cell: &Cell| self.level.cells()[cell] != level.cells()[cell];
        if let Some(cell) = level.size().cells().find(is_other) {
            return Err(ReplayError::OtherLevel(cell));
        }

        if self.level.setting != level.setting {
            return Err(ReplayError::OtherRules("set of rules"));
        }
        if self.level.spawner_cells() != level.spawner_cells() {
            return Err(ReplayError::OtherRules("set of spawners"));
        }
        if self.level.colors() != level.colors() {
            return Err(ReplayError::OtherRules("number of colours"));
        }

        if level.goal.is_some() && self.level.goal != level.goal {
            return Err(ReplayError::OtherRules("goal"));
        }
        Ok(())
    }

    /// The JSON form, `tilewright/replay/2`.
    pub fn to_json(&self) -> String {
        let document = Document {
            level: Json::of(&self.level),
            seed: self.seed.0,
            game: self.game,
            bot: self.bot,
            won: self.is_won,
            swaps: self.swaps.clone(),
            boards: self.boards.iter().map(|board| format!("{board:016x}")).collect(),
        };
        seal(&SCHEMA.document(document))
    }

    /// Reads the JSON form, without replaying the game; see [`Replay::check`].
    ///
    /// # Errors
    /// When the text is not a replay or its checksum is wrong; then the error of the game, if it has
    /// one.
    pub fn from_json(text: &str) -> Result<Self, ReplayError> {
        let document: Document = SCHEMA.read(text)?;
        let fingerprint = |(index, board): (usize, &String)| {
            let is_whole = board.len() == 16;
            let number = u64::from_str_radix(board, 16).ok().filter(|_| is_whole);
            number.ok_or(ReplayError::Fingerprint(index))
        };

        let boards = document.boards.iter().enumerate().map(fingerprint);
        let replay = Self {
            level: document.level.to_string().parse()?,
            seed: Seed(document.seed),
            game: document.game,
            bot: document.bot,
            swaps: document.swaps,
            boards: boards.collect::<Result<_, _>>()?,
            is_won: document.won,
        };

        // The game is checked before the checksum, since its error says what was changed.
        if !is_intact(text) {
            replay.check()?;
            return Err(ReplayError::Checksum);
        }
        Ok(replay)
    }

    /// The player in words: `bot greedy` or `a person`.
    pub fn played_by(&self) -> String {
        self.bot.map_or_else(|| "a person".to_owned(), |bot| format!("bot {bot}"))
    }

    /// The goal of the game.
    pub const fn goal(&self) -> Option<&Goal> {
        self.level.goal.as_ref()
    }
}
