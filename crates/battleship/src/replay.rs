//! A game written down, to be played again: `tilewright/battle/2`.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Schema, Seed, Size};

use crate::ship::place;
use crate::{Answer, Fleet, FleetError, Hunter, Roster, Rules, Sight, Touch, play};

/// What the documents say they are.
const SCHEMA: Schema = Schema::since(1, "battle", 2);

/// A shot and what it did, such as `{"cell":[0,2],"answer":"miss"}`. Documents of version 1 wrote
/// `"row":1,"column":3`, from 1, for the same cell; they are still read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ReadShot")]
pub struct Shot {
    /// Where.
    pub cell: Cell,
    /// `miss`, `hit` or `sunk`.
    pub answer: String,
}

/// The forms of a shot that are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadShot {
    cell: Option<Cell>,
    row: Option<u32>,
    column: Option<u32>,
    answer: String,
}

impl TryFrom<ReadShot> for Shot {
    type Error = &'static str;

    fn try_from(read: ReadShot) -> Result<Self, &'static str> {
        let ReadShot { cell, row, column, answer } = read;
        Ok(Self { cell: place(cell, row, column)?, answer })
    }
}

/// What is written, whatever was read.
const fn latest() -> Schema {
    SCHEMA
}

/// A game that was played: the rules, the hidden fleet, and every shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battle {
    #[serde(skip_deserializing, default = "latest")]
    schema: Schema,
    rows: u32,
    columns: u32,
    lengths: Roster,
    touch: Touch,
    /// Who shot: a hunter's name, or `person`.
    pub hunter: String,
    /// The seed of the batch.
    pub seed: Seed,
    /// Which game of the batch, from 0.
    pub game: u32,
    /// The hidden fleet.
    pub fleet: Fleet,
    /// The shots in their order.
    pub shots: Vec<Shot>,
}

impl Battle {
    /// Plays game `game` of a batch of that seed and writes it down, under the hunter's name.
    ///
    /// # Errors
    /// As [`play`].
    pub fn record(
        rules: &Rules,
        name: &str,
        hunter: &mut dyn Hunter,
        fleet: &Fleet,
        game: u32,
        seed: Seed,
    ) -> Result<Self, FleetError> {
        let mut battle = Self::new(rules, name, fleet, game, seed);
        let draws = seed.child(u64::from(game)).child(1);
        play(rules, hunter, fleet, draws, |sight, cell| battle.note(sight, cell))?;
        Ok(battle)
    }

    /// A game before its first shot.
    pub fn new(
        rules: &Rules,
        hunter: &str,
        fleet: &Fleet,
        game: u32,
        seed: Seed,
    ) -> Self {
        Self {
            schema: SCHEMA,
            rows: rules.size().rows,
            columns: rules.size().columns,
            lengths: rules.roster().clone(),
            touch: rules.touch(),
            hunter: hunter.to_owned(),
            seed,
            game,
            fleet: fleet.clone(),
            shots: Vec::new(),
        }
    }

    /// Writes down a shot at a cell, after it was shot.
    pub fn note(&mut self, sight: &Sight<'_>, cell: Cell) {
        let answer = match sight.mark(cell) {
            crate::Mark::Unknown | crate::Mark::Miss => "miss",
            crate::Mark::Hit => "hit",
            crate::Mark::Sunk => "sunk",
        };
        self.shots.push(Shot { cell, answer: answer.to_owned() });
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When the text is none, or of another sort.
    pub fn from_json(text: &str) -> Result<Self, FleetError> {
        let (mut battle, _): (Self, u32) = SCHEMA.read(text)?;
        // A name that moves the cursor or colours a terminal is none.
        battle.hunter.retain(|sign| !sign.is_control());
        Ok(battle)
    }

    /// The document as one line of JSON.
    ///
    /// # Panics
    /// Never: it holds nothing that JSON cannot say.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a game is plain data") + "\n"
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// When there are no such rules.
    pub fn rules(&self) -> Result<Rules, FleetError> {
        Rules::new(Size::new(self.rows, self.columns), self.lengths.clone(), self.touch)
    }

    /// Shoots all shots again before somebody who looks on.
    ///
    /// # Errors
    /// When the fleet is not legal, a shot cannot be, or it does something else than the file
    /// says.
    pub fn replay(
        &self,
        rules: &Rules,
        mut watch: impl FnMut(&Sight<'_>, Cell),
    ) -> Result<(), FleetError> {
        rules.check(&self.fleet, 1)?;
        let mut sight = Sight::new(rules);
        for (number, shot) in (1..).zip(&self.shots) {
            let answer: Answer = sight.shoot(&self.fleet, shot.cell)?;
            if answer.key() != shot.answer {
                let (found, expected) = (shot.answer.clone(), answer.key().to_owned());
                return Err(FleetError::Replay { shot: number, found, expected });
            }
            watch(&sight, shot.cell);
        }
        Ok(())
    }
}
