//! A game written down, so that it can be played again and checked board by board.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, DocumentError, Schema, Seed, Watch, checksum};
use tilewright_play::{is_intact, seal};

use crate::bits::dispatch;
use crate::play::{outcome, run};
use crate::rules::{Observer, Phase};
use crate::{Game, Goal, Level, LevelError, Outcome, Player, Rules, Swap};

/// What the documents say they are.
const SCHEMA: Schema = Schema::since(1, "replay", 2);

/// A game written down: the level, the seed, every swap, and a fingerprint of every board at
/// rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The level, with the goal to which it was played.
    pub level: Level,
    /// The seed of the batch.
    pub seed: Seed,
    /// Which game of the batch.
    pub game: u32,
    /// The bot that played; none where it was a person.
    pub player: Option<Player>,
    /// The two cells of every swap.
    pub swaps: Vec<[Cell; 2]>,
    /// The fingerprint of the board that was dealt and of the board after every swap.
    pub boards: Vec<u64>,
    /// Whether the goal was reached.
    pub is_won: bool,
}

/// The document.
#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(skip_deserializing, default = "latest")]
    schema: Schema,
    level: serde_json::Value,
    seed: u64,
    game: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<Player>,
    won: bool,
    swaps: Vec<[Cell; 2]>,
    boards: Vec<String>,
}

/// What is written, whatever was read.
const fn latest() -> Schema {
    SCHEMA
}

/// Why a replay is none, or does not fit its level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// No JSON, or not that of a replay.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Its level is none.
    #[error("its level is none: {0}")]
    Level(#[from] LevelError),
    /// Its level has no goal.
    #[error("its level has no goal")]
    NoGoal,
    /// A fingerprint that is no hexadecimal number.
    #[error("board {0}: the fingerprint is no hexadecimal number of 16 digits")]
    Fingerprint(usize),
    /// Not one board more than swaps.
    #[error("{swaps} swaps leave {} boards, and there are {boards}", swaps + 1)]
    Boards {
        /// How many swaps.
        swaps: usize,
        /// How many boards.
        boards: usize,
    },
    /// A swap that completes no line.
    #[error(
        "swap {index}: [{}, {}] and [{}, {}] cannot be swapped there: no line comes about",
        first.row, first.column, second.row, second.column
    )]
    Illegal {
        /// Which swap, from 1.
        index: usize,
        /// Its first cell.
        first: Cell,
        /// Its second cell.
        second: Cell,
    },
    /// A swap after the game is over.
    #[error("swap {0}: the goal was reached before it")]
    Over(usize),
    /// A board that came out otherwise.
    #[error(
        "board {0} comes out otherwise: another level, seed or version made this replay"
    )]
    Board(usize),
    /// The goal is reached, or not reached, otherwise than said.
    #[error("the replay says that the game was {}, and it was not", if *.0 { "won" } else { "lost" })]
    Result(bool),
    /// A document that was damaged or altered where the game does not show it.
    #[error("the checksum does not agree: the replay was damaged or altered")]
    Checksum,
    /// The level is not the one that was given.
    #[error("the replay is of another level, and the first difference is in row {}, column {}", .0.row, .0.column)]
    OtherLevel(Cell),
    /// The level has another size, colours or goal.
    #[error("the replay is of a level with another {0}")]
    OtherRules(&'static str),
}

/// Takes down the boards and swaps of a game.
#[derive(Default)]
pub(crate) struct Recorder {
    swaps: Vec<Swap>,
    pub(crate) boards: Vec<u64>,
}

impl Observer for Recorder {
    fn see<const W: usize>(&mut self, game: &Game<'_, W>, phase: Phase) {
        match phase {
            Phase::Swapped(swap) => self.swaps.push(swap),
            Phase::Dealt | Phase::Over => self.boards.push(fingerprint(game)),
            _ => {}
        }
    }
}

/// A fingerprint of what lies where.
fn fingerprint<const W: usize>(game: &Game<'_, W>) -> u64 {
    let area = game.rules().level().size().area();
    let bytes: Vec<u8> = (0..area)
        .flat_map(|index| {
            let color = game.color(index).map_or(u8::MAX, |color| color as u8);
            [game.kind(index).glyph() as u8, color]
        })
        .collect();
    checksum(&bytes)
}

impl Replay {
    /// Plays that game of a batch and writes it down; the outcome is that of the batch.
    pub fn record(
        rules: &Rules,
        player: Player,
        most: u32,
        game: u32,
        seed: Seed,
    ) -> (Self, Outcome) {
        Self::record_while(rules, player, most, game, seed, &())
    }

    /// The same, until it is stopped: then the game up to there.
    pub fn record_while(
        rules: &Rules,
        player: Player,
        most: u32,
        game: u32,
        seed: Seed,
        watch: &dyn Watch,
    ) -> (Self, Outcome) {
        dispatch!(rules.shape.words, W => {
            let mut recorder = Recorder::default();
            let mut board = Game::<W>::new(rules);
            let of_game = seed.child(u64::from(game));
            // Where it was stopped it is written down as far as it went.
            let _ = run(&mut board, &player, most, of_game, watch, &mut recorder);
            let outcome = outcome(&board);
            let Recorder { swaps, boards } = recorder;
            let mut level = rules.level().clone();
            level.goal = Some(rules.goal().clone());
            let size = level.size();
            let swaps = swaps.into_iter().map(|swap| swap.cells(size)).collect();
            let is_won = outcome.is_won;
            let player = Some(player);
            (Self { level, seed, game, player, swaps, boards, is_won }, outcome)
        })
    }

    /// Plays it again and compares every board.
    ///
    /// # Errors
    /// When a swap is illegal or a board comes out otherwise.
    pub fn check(&self) -> Result<(), ReplayError> {
        self.play(&mut ())
    }

    /// Plays it again before somebody who looks on.
    pub(crate) fn play<T: Observer>(&self, see: &mut T) -> Result<(), ReplayError> {
        let goal = self.level.goal.as_ref().ok_or(ReplayError::NoGoal)?;
        let rules = Rules::new(&self.level, goal);
        dispatch!(rules.shape.words, W => self.play_by(&mut Game::<W>::new(&rules), see))
    }

    fn play_by<const W: usize, T: Observer>(
        &self,
        game: &mut Game<'_, W>,
        see: &mut T,
    ) -> Result<(), ReplayError> {
        if self.boards.len() != self.swaps.len() + 1 {
            let (swaps, boards) = (self.swaps.len(), self.boards.len());
            return Err(ReplayError::Boards { swaps, boards });
        }
        game.begin(self.seed.child(u64::from(self.game)).child(0), see);
        for (index, &[first, second]) in self.swaps.iter().enumerate() {
            self.compare(game, index)?;
            if game.is_won() {
                return Err(ReplayError::Over(index + 1));
            }
            let swap = Swap::between(self.level.size(), first, second);
            let swap = swap.filter(|&swap| game.is_legal(swap));
            let illegal = ReplayError::Illegal { index: index + 1, first, second };
            game.swap(swap.ok_or(illegal)?, see);
        }
        self.compare(game, self.swaps.len())?;
        if game.is_won() == self.is_won {
            Ok(())
        } else {
            Err(ReplayError::Result(self.is_won))
        }
    }

    fn compare<const W: usize>(
        &self,
        game: &Game<'_, W>,
        index: usize,
    ) -> Result<(), ReplayError> {
        let is_same = self.boards[index] == fingerprint(game);
        is_same.then_some(()).ok_or(ReplayError::Board(index))
    }

    /// Whether it is a game of that level, played to its goal if it has one.
    ///
    /// # Errors
    /// With the first difference, if it is not.
    pub fn fits(&self, level: &Level) -> Result<(), ReplayError> {
        if self.level.size() != level.size() {
            return Err(ReplayError::OtherRules("size"));
        }
        let is_other = |&cell: &Cell| self.level.cells()[cell] != level.cells()[cell];
        if let Some(cell) = level.size().cells().find(is_other) {
            return Err(ReplayError::OtherLevel(cell));
        }
        if self.level.spawner_cells() != level.spawner_cells() {
            return Err(ReplayError::OtherRules("row of spawners"));
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
            schema: SCHEMA,
            level: serde_json::to_value(&self.level).expect("a level can be written"),
            seed: self.seed.0,
            game: self.game,
            bot: self.player,
            won: self.is_won,
            swaps: self.swaps.clone(),
            boards: self.boards.iter().map(|board| format!("{board:016x}")).collect(),
        };
        seal(&document)
    }

    /// Reads the JSON form; whether the game goes so is left to [`Replay::check`].
    ///
    /// # Errors
    /// When it is no replay, or its checksum does not agree: then with what is wrong with the
    /// game, where that shows. Documents of version 1 have no checksum.
    pub fn from_json(text: &str) -> Result<Self, ReplayError> {
        let (document, version): (Document, u32) = SCHEMA.read(text)?;
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
            player: document.bot,
            swaps: document.swaps,
            boards: boards.collect::<Result<_, _>>()?,
            is_won: document.won,
        };
        if version > 1 && !is_intact(text) {
            replay.check()?;
            return Err(ReplayError::Checksum);
        }
        Ok(replay)
    }

    /// Who played, in words: `bot greedy`, or `a person`.
    pub fn played_by(&self) -> String {
        self.player.map_or_else(|| "a person".to_owned(), |bot| format!("bot {bot}"))
    }

    /// The goal to which it was played.
    pub const fn goal(&self) -> Option<&Goal> {
        self.level.goal.as_ref()
    }
}
