//! A duel that a person plays against a hunter, shot by shot, with undo, hints and saved games.

mod saved;
mod state;
mod turn;

use tilewright_grid::{Cell, Rng, Seed};

use self::saved::SavedGame;
pub use self::state::{State, Waters};
pub use self::turn::{Side, Turn};
use crate::hunters::shot;
use crate::replay::PERSON;
use crate::{
    Answer, Battle, Fleet, FleetError, Hunter, Mark, Rules, Shot, Sight, SkilledHunter,
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
        let mut battle = Battle::new(&self.rules, PERSON, &self.hidden, 0, self.seed);
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
            sight.record(turn.cell, turn.answer);
        }
        Ok(rng)
    }
}

/// What the shots of one player have revealed.
fn sight<'a>(rules: &'a Rules, turns: &[Turn], side: Side) -> Sight<'a> {
    let mut sight = Sight::new(rules);
    let turns = turns.iter().filter(|turn| turn.side == side);
    turns.for_each(|turn| sight.record(turn.cell, turn.answer));
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

        // If the hunter finds no shot, the person's shot is taken back too: the game stays as it
        // was.
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
        SavedGame::new(&self.rules, fleets, self.skilled, self.seed, &self.turns)
            .to_json()
    }

    fn load(text: &str) -> Result<Self, FleetError> {
        let saved = SavedGame::read(text)?;
        let SavedGame { person, hidden, hunter, seed, shots, .. } = &saved;
        let mut session =
            Self::new(saved.rules()?, person.clone(), hidden.clone(), *hunter, *seed)?;
        for note in shots.iter().filter(|note| note.side == Side::Person) {
            session.play(note.cell)?;
        }
        saved.check(&session.turns, text)?;
        Ok(session)
    }
}
