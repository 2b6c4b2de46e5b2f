//! A duel that a person plays against a hunter, shot by shot, with undo, hints and saved games.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Rng, Seed};

use crate::hunters::shot;
use crate::saved::Saved;
use crate::{
    Answer, Battle, Fleet, FleetError, Hunter, Mark, Rules, Ship, Shot, Sight,
    SkilledHunter, Touch,
};

/// A duel of a person against a hunter. Both hide a fleet. The person begins; a player who hits
/// shoots again, and the player who sinks the other's last ship wins.
///
/// The same shots always have the same outcome: a shot that was undone and is repeated gets the
/// same reply from the hunter.
///
/// ```
/// use tilewright_battleship::{Rules, Sequential, Session, Strategy};
/// use tilewright_grid::{Cell, Seed};
/// use tilewright_play::Session as _;
///
/// let rules = Rules::russian(10, 10)?;
/// let place = |seed| Sequential::new(&rules).draw(&mut Seed(seed).rng());
/// let (person, hidden) = (place(1)?, place(2)?);
/// let hunter = Strategy::Density.into();
/// let mut session = Session::new(rules, person, hidden, hunter, Seed(3))?;
/// let cell = session.hint(Strategy::Casual.into()).expect("the game has just begun");
/// let turns = session.play(cell)?;
/// assert_eq!(turns[0].cell, cell);
/// assert_eq!(session.winner(), None);
/// let again = Session::load(&session.save())?;
/// assert_eq!(again.state(), session.state());
/// assert!(session.undo() && session.turns().is_empty());
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
pub struct Session {
    rules: Rules,
    person: Fleet,
    hidden: Fleet,
    /// The name and skill of the hunter.
    skilled: SkilledHunter,
    seed: Seed,
    turns: Vec<Turn>,
    hunter: Box<dyn Hunter>,
    /// The random stream of the hunter after its last shot; none after an undo, when the hunter
    /// still remembers shots that no longer count.
    draws: Option<Rng>,
}

/// One of the two players of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The person.
    Person,
    /// The hunter.
    Hunter,
}

/// A shot of a duel and its outcome. In JSON the key `ship` holds the ship if it was sunk:
/// `{"side":"person","cell":[0,2],"answer":"sunk","ship":{"cell":[0,1],"length":2,"heading":"east"}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Note")]
pub struct Turn {
    /// The player who shot.
    pub side: Side,
    /// The target of the shot.
    pub cell: Cell,
    /// The outcome.
    pub answer: Answer,
}

/// A turn as it is written to JSON and read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Note {
    pub(crate) side: Side,
    pub(crate) cell: Cell,
    answer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ship: Option<Ship>,
}

impl From<Turn> for Note {
    fn from(Turn { side, cell, answer }: Turn) -> Self {
        let ship = if let Answer::Sunk(ship) = answer { Some(ship) } else { None };
        Self { side, cell, answer: answer.key().to_owned(), ship }
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let who = if self.side == Side::Person { "person" } else { "hunter" };
        write!(f, "{} by the {who} at {}", self.answer, crate::cell_name(self.cell))?;
        self.ship.map_or(Ok(()), |ship| write!(f, " ({ship})"))
    }
}

/// The state of a duel, as far as the person may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// How close ships may lie.
    pub touch: Touch,
    /// The hunter's field, at which the person shoots.
    pub hunter: Waters,
    /// The person's field, at which the hunter shoots.
    pub person: Waters,
    /// The player who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Whether all ships of one player are sunk.
    pub over: bool,
}

/// The field of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waters {
    /// What the shots have revealed of every cell.
    pub marks: Grid<Mark>,
    /// The number of shots at this field.
    pub shots: u32,
    /// The lengths of the ships that are afloat, the longest first.
    pub afloat: Vec<u32>,
    /// The ships that are sunk, in the order in which they were sunk.
    pub sunk: Vec<Ship>,
    /// The whole fleet; that of the hunter only when the duel is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<Fleet>,
}

impl Waters {
    fn new(sight: &Sight<'_>, fleet: Option<&Fleet>) -> Self {
        let afloat = sight.afloat().into_iter();
        let lengths = |(length, count)| std::iter::repeat_n(length, count as usize);
        Self {
            marks: sight.marks().clone(),
            shots: sight.shots(),
            afloat: afloat.flat_map(lengths).collect(),
            sunk: sight.sunk().to_vec(),
            fleet: fleet.cloned(),
        }
    }
}

impl Session {
    /// A duel before its first shot, with the fleet of the person and the fleet that the hunter
    /// hides. The hunter draws from child 2 of the seed.
    ///
    /// # Errors
    /// When a fleet is illegal: the error calls the person's fleet 1 and the hunter's fleet 2.
    pub fn new(
        rules: Rules,
        person: Fleet,
        hidden: Fleet,
        hunter: SkilledHunter,
        seed: Seed,
    ) -> Result<Self, FleetError> {
        rules.check(&person, 1)?;
        rules.check(&hidden, 2)?;
        let (skilled, hunter, turns) = (hunter, hunter.hunter(&rules), Vec::new());
        Ok(Self { rules, person, hidden, skilled, seed, turns, hunter, draws: None })
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The hunter.
    pub const fn hunter(&self) -> SkilledHunter {
        self.skilled
    }

    /// The person's fleet.
    pub const fn person(&self) -> &Fleet {
        &self.person
    }

    /// The hunter's fleet, to be shown only when the duel is over.
    pub const fn hidden(&self) -> &Fleet {
        &self.hidden
    }

    /// All shots so far, in their order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What the shots of one player have revealed of the other's fleet.
    pub fn sight(&self, side: Side) -> Sight<'_> {
        sight(&self.rules, &self.turns, side)
    }

    /// The player who has won, if the duel is over.
    pub fn winner(&self) -> Option<Side> {
        let cells = self.rules.roster().cells() as usize;
        let hits = |side| {
            let hits = self.turns.iter().filter(|turn| turn.answer != Answer::Miss);
            hits.filter(|turn| turn.side == side).count()
        };
        [Side::Person, Side::Hunter].into_iter().find(|&side| hits(side) == cells)
    }

    /// The person's shots as the record of a hunt.
    pub fn battle(&self) -> Battle {
        let mut battle = Battle::new(&self.rules, "person", &self.hidden, 0, self.seed);
        let shots = self.turns.iter().filter(|turn| turn.side == Side::Person);
        let shot =
            |turn: &Turn| Shot { cell: turn.cell, answer: turn.answer.key().to_owned() };
        battle.shots = shots.map(shot).collect();
        battle
    }

    /// Lets the hunter shoot until it misses or has won.
    fn be_hunted(&mut self) -> Result<(), FleetError> {
        let mut rng = self.draws.take().map_or_else(|| self.recall(), Ok)?;
        let mut sight = sight(&self.rules, &self.turns, Side::Hunter);
        loop {
            let cell = shot(&mut *self.hunter, &sight, &mut rng)?;
            let answer = sight.shoot(&self.person, cell)?;
            self.turns.push(Turn { side: Side::Hunter, cell, answer });
            if answer == Answer::Miss || sight.is_over() {
                self.draws = Some(rng);
                return Ok(());
            }
        }
    }

    /// Lets the hunter repeat all its shots, so that it remembers these and no undone ones.
    fn recall(&mut self) -> Result<Rng, FleetError> {
        let mut rng = self.seed.child(2).rng();
        self.hunter.begin(&mut rng);
        let mut sight = Sight::new(&self.rules);
        for turn in self.turns.iter().filter(|turn| turn.side == Side::Hunter) {
            shot(&mut *self.hunter, &sight, &mut rng)?;
            sight.note(turn.cell, turn.answer);
        }
        Ok(rng)
    }
}

/// What the shots of one player have revealed.
fn sight<'a>(rules: &'a Rules, turns: &[Turn], side: Side) -> Sight<'a> {
    let mut sight = Sight::new(rules);
    let turns = turns.iter().filter(|turn| turn.side == side);
    turns.for_each(|turn| sight.note(turn.cell, turn.answer));
    sight
}

impl tilewright_play::Session for Session {
    type State = State;
    type Move = Cell;
    type Event = Turn;
    type Player<'a> = SkilledHunter;
    type PlayError = FleetError;
    type LoadError = FleetError;

    fn state(&self) -> State {
        let winner = self.winner();
        let shown = winner.map(|_| &self.hidden);
        State {
            touch: self.rules.touch(),
            hunter: Waters::new(&self.sight(Side::Person), shown),
            person: Waters::new(&self.sight(Side::Hunter), Some(&self.person)),
            winner,
            over: winner.is_some(),
        }
    }

    fn moves(&self) -> Vec<Cell> {
        if self.is_over() {
            return Vec::new();
        }
        let sight = self.sight(Side::Person);
        let cells = self.rules.size().cells();
        cells.filter(|&cell| sight.mark(cell) == Mark::Unknown).collect()
    }

    fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// The person shoots; after a miss the hunter shoots until it misses too. Returns all these
    /// shots, in their order.
    fn play(&mut self, cell: Cell) -> Result<Vec<Turn>, FleetError> {
        if self.is_over() {
            return Err(FleetError::Over);
        }
        let first = self.turns.len();
        let answer = self.sight(Side::Person).shoot(&self.hidden, cell)?;
        self.turns.push(Turn { side: Side::Person, cell, answer });
        if answer == Answer::Miss
            && let Err(error) = self.be_hunted()
        {
            self.turns.truncate(first);
            return Err(error);
        }
        Ok(self.turns[first..].to_vec())
    }

    /// Undoes the person's last shot and the hunter's shots after it.
    fn undo(&mut self) -> bool {
        let last = self.turns.iter().rposition(|turn| turn.side == Side::Person);
        let Some(last) = last else { return false };
        if last + 1 < self.turns.len() {
            self.draws = None;
        }
        self.turns.truncate(last);
        true
    }

    /// The cell at which a hunter would shoot in the person's place. It knows the outcome of every
    /// shot, but not their order, and draws from child 4 of the seed.
    fn hint(&self, hunter: SkilledHunter) -> Option<Cell> {
        if self.is_over() {
            return None;
        }
        let sight = self.sight(Side::Person);
        let mut rng = self.seed.child(4).child(u64::from(sight.shots())).rng();
        let mut hunter = hunter.hunter(&self.rules);
        hunter.begin(&mut rng);
        shot(&mut *hunter, &sight, &mut rng).ok()
    }

    fn save(&self) -> String {
        let fleets = [&self.person, &self.hidden];
        Saved::new(&self.rules, fleets, self.skilled, self.seed, &self.turns).to_json()
    }

    fn load(text: &str) -> Result<Self, FleetError> {
        let saved = Saved::read(text)?;
        let Saved { person, hidden, hunter, seed, shots, .. } = &saved;
        let mut session =
            Self::new(saved.rules()?, person.clone(), hidden.clone(), *hunter, *seed)?;
        for note in shots.iter().filter(|note| note.side == Side::Person) {
            session.play(note.cell)?;
        }
        saved.check(&session.turns, text)?;
        Ok(session)
    }
}
