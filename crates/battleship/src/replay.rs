//! Recorded games, to be replayed: JSON documents with the schema `tilewright/battle/2`.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Schema, Seed, Size, Watch};
use tilewright_play::{is_intact, seal};

use crate::hunt::play_while;
use crate::{
    Answer, Fleet, FleetError, Hunter, Roster, Rules, Sight, SkilledHunter, Touch,
    cell_name, play,
};

const SCHEMA: Schema = Schema::new("battle", 2);

/// The hunter of a game that a person played.
pub(crate) const PERSON: &str = "person";

/// A shot and its outcome, such as `{"cell":[0,2],"answer":"miss"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// The target of the shot.
    pub cell: Cell,
    /// The outcome: `miss`, `hit` or `sunk`.
    pub answer: String,
}

/// A recorded game: the rules, the hidden fleet, and every shot.
///
/// ```
/// use tilewright_battleship::{Battle, Rules, Sequential, Strategy};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng())?;
/// let mut hunter = Strategy::Density.hunter(&rules);
/// let battle = Battle::record(&rules, "density", &mut *hunter, &fleet, 0, Seed(2))?;
/// let read = Battle::from_json(&battle.to_json())?;
/// let mut shots = 0;
/// read.replay(&rules, |sight, _| shots = sight.shots())?;
/// assert_eq!(shots as usize, battle.shots.len());
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battle {
    rows: u32,
    columns: u32,
    lengths: Roster,
    touch: Touch,
    /// The name of the hunter, or `person`.
    pub hunter: String,
    /// The seed of the batch of games.
    pub seed: Seed,
    /// The number of the game in the batch, from 0.
    pub game: u32,
    /// The hidden fleet.
    pub fleet: Fleet,
    /// The shots, in their order.
    pub shots: Vec<Shot>,
}

impl Battle {
    /// Plays a game of a batch and records it. The hunter draws as in [`hunt`](crate::hunt), so
    /// that with the fleet of that game the shots are the same.
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

    /// Adds a shot to the record, after [`Sight::shoot`].
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
    /// When the text is not JSON, or a document of another kind or version; when its checksum is wrong,
    /// with the error of the game itself if it has one.
    pub fn from_json(text: &str) -> Result<Self, FleetError> {
        let mut battle: Self = SCHEMA.read(text)?;
        // The name is printed, so it must not hold escape sequences for the terminal.
        battle.hunter.retain(|sign| !sign.is_control());
        if !is_intact(text) {
            battle.replay(&battle.rules()?, |_, _| {})?;
            return Err(FleetError::Checksum);
        }
        Ok(battle)
    }

    /// The document, without the checksum, for serde.
    pub fn document(&self) -> impl Serialize {
        SCHEMA.document(self)
    }

    /// The document as one line of JSON, with a checksum.
    ///
    /// # Panics
    /// Never: all its values have a form in JSON.
    pub fn to_json(&self) -> String {
        seal(&self.document()) + "\n"
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn rules(&self) -> Result<Rules, FleetError> {
        Rules::new(Size::new(self.rows, self.columns), self.lengths.clone(), self.touch)
    }

    /// Replays the game, and lets its hunter shoot again if that is one of [`SkilledHunter`], not a
    /// person: with the recorded seed it makes the recorded shots. The watch can stop this.
    ///
    /// # Errors
    /// As [`replay`](Self::replay), when the hunter is unknown, at the first shot that the hunter
    /// makes otherwise, and when the watch stops it.
    pub fn check(&self, watch: &dyn Watch) -> Result<(), FleetError> {
        let rules = self.rules()?;
        self.replay(&rules, |_, _| {})?;
        if self.hunter == PERSON {
            return Ok(());
        }

        let hunter: SkilledHunter = self.hunter.parse()?;
        let draws = self.seed.child(u64::from(self.game)).child(1);
        let mut cells = Vec::new();
        let shots = &mut *hunter.prepared(&rules, watch)?;
        let played = play_while(&rules, shots, &self.fleet, draws, |_, cell| {
            cells.push(cell);
            watch.look()
        })?;
        played.ok_or(FleetError::Cancelled)?;

        let mut recorded = self.shots.iter().map(|shot| shot.cell);
        for (shot, cell) in (1..).zip(&cells) {
            let found = recorded.next();
            if found != Some(*cell) {
                return Err(FleetError::OtherShot {
                    shot,
                    hunter,
                    found: found.map_or_else(|| "none".to_owned(), cell_name),
                    expected: cell_name(*cell),
                });
            }
        }

        Ok(())
    }

    /// Replays the game and calls `watch` after every shot, with what is known of the fleet by
    /// then and the cell of the shot.
    ///
    /// # Errors
    /// When the fleet is illegal, a shot is illegal, or its outcome is not the recorded one.
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
