//! A duel that a person plays against a hunter, shot by shot, with undo, hints and saved games.

mod hints;
mod past;
mod reply;
mod saved;
mod state;
mod turn;

use std::collections::VecDeque;
use std::sync::Mutex;

use tilewright_grid::{Cell, Rng, Seed, locked};

pub use self::hints::HINT_NODES;
use self::hints::Hints;
use self::past::Past;
pub use self::past::UNDO_DEPTH;
use self::saved::SavedGame;
pub use self::state::{State, Waters};
pub use self::turn::{Side, Turn};
use crate::hunters::SOLVING;
use crate::replay::PERSON;
use crate::sight::Shots;
use crate::{
    Answer, Battle, Fleet, FleetError, Hunter, Mark, Rules, Shot, Sight, SkilledHunter,
};

/// A duel of a person against a hunter. Both hide a fleet. The person begins; a player who hits
/// shoots again, and the player who sinks the other's last ship wins.
///
/// The same shots always have the same outcome: a shot that was undone and is repeated gets the
/// same reply from the hunter. A session holds what both players know, its hunter and the hunters of the last shots, so that
/// each call takes the same time however long the game is. A clone of a session is a snapshot to go back to.
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
    /// All shots, in their order: at most one at each cell of both fields.
    turns: Vec<Turn>,
    /// What the shots of the person and of the hunter have revealed.
    shots: [Shots; 2],
    hunter: Box<dyn Hunter>,
    /// The random stream of the hunter after its last shot; none if the hunter does not remember its shots, after it was
    /// loaded or shots were taken back farther than is known.
    draws: Option<Rng>,
    /// The states before the last shots of the person, the last one at the back.
    past: VecDeque<Past>,
    depth: usize,
    hints: Mutex<Hints>,
}

impl Clone for Session {
    /// A snapshot, which goes on alike.
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            person: self.person.clone(),
            hidden: self.hidden.clone(),
            skilled: self.skilled,
            seed: self.seed,
            turns: self.turns.clone(),
            shots: self.shots.clone(),
            hunter: self.hunter.fork(),
            draws: self.draws.clone(),
            past: self.past.clone(),
            depth: self.depth,
            hints: Mutex::new(locked(&self.hints).clone()),
        }
    }
}

impl Session {
    /// A duel before its first shot, with the fleet of the person and the fleet that the hunter
    /// hides. The hunter draws from child 2 of the seed.
    ///
    /// # Errors
    /// When a fleet is illegal: the error calls the person's fleet 1 and the hunter's fleet 2. When the hunter is `perfect` and
    /// solving the game takes more than about a second.
    pub fn new(
        rules: Rules,
        person: Fleet,
        hidden: Fleet,
        hunter: SkilledHunter,
        seed: Seed,
    ) -> Result<Self, FleetError> {
        let prepared = hunter.solved(&rules, SOLVING, &())?;
        Self::against(rules, [person, hidden], hunter, prepared, seed)
    }

    /// The same against a hunter that is prepared already, such as one that [knows](SkilledHunter::knowing) a placer, with the
    /// fleet of the person and the one that the hunter hides. A saved game holds the name of the hunter alone, so that it
    /// continues against the plain one.
    ///
    /// ```
    /// use tilewright_battleship::{Placer, Rules, Sequential, Session, SkilledHunter, TwoColumns};
    /// use tilewright_grid::Seed;
    ///
    /// let rules = Rules::russian(10, 10)?;
    /// let placer = Placer::TwoColumns(TwoColumns::new(&rules)?);
    /// let hunter: SkilledHunter = "scout".parse()?;
    /// let knows = hunter.knowing(&rules, &placer, &())?;
    /// let person = placer.draw(&rules, &mut Seed(1).rng())?;
    /// let hidden = Sequential::new(&rules).draw(&mut Seed(2).rng())?;
    /// let session = Session::against(rules, [person, hidden], hunter, knows, Seed(3))?;
    /// assert_eq!(session.hunter(), hunter);
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    ///
    /// # Errors
    /// When a fleet is illegal, as [`new`](Self::new).
    pub fn against(
        rules: Rules,
        [person, hidden]: [Fleet; 2],
        skilled: SkilledHunter,
        hunter: Box<dyn Hunter>,
        seed: Seed,
    ) -> Result<Self, FleetError> {
        rules.check(&person, 1)?;
        rules.check(&hidden, 2)?;
        let shots = [Shots::new(&rules), Shots::new(&rules)];
        Ok(Self {
            hunter,
            skilled,
            rules,
            person,
            hidden,
            seed,
            turns: Vec::new(),
            shots,
            draws: None,
            past: VecDeque::new(),
            depth: UNDO_DEPTH,
            hints: Mutex::default(),
        })
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
    pub const fn sight(&self, side: Side) -> Sight<'_> {
        Sight::of(&self.rules, &self.shots[side as usize])
    }

    /// The player who has won, if the duel is over.
    pub fn winner(&self) -> Option<Side> {
        let sides = [Side::Person, Side::Hunter];
        sides.into_iter().find(|&side| self.shots[side as usize].unhit == 0)
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

    /// As `hint`, within a budget: the steps of a count of `exact`, and the fleets that the others sample, each of which is
    /// moved some ten times. Where `perfect` isn't solved within it, the hint is that of `exact`. Those that do neither are as
    /// fast with any budget.
    pub fn hint_within(&self, hunter: SkilledHunter, nodes: u64) -> Option<Cell> {
        if self.winner().is_some() {
            return None;
        }
        locked(&self.hints).cell(self, hunter, nodes)
    }

    fn record(&mut self, turn: Turn) {
        self.shots[turn.side as usize].record(turn.cell, turn.answer);
        self.turns.push(turn);
    }
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
        self.record(Turn { side: Side::Person, cell, answer });

        // If the hunter finds no shot, the person's shot is taken back too: the game stays as it
        // was.
        let mut hunter = None;
        if answer == Answer::Miss {
            match self.be_hunted() {
                Ok(before) => hunter = Some(before),
                Err(error) => {
                    self.take_back(first);
                    return Err(error);
                }
            }
        }
        self.keep(Past { turns: first, hunter });
        Ok(self.turns[first..].to_vec())
    }

    /// Undoes the person's last shot and the hunter's shots after it, if the state before is still known.
    fn undo(&mut self) -> bool {
        let Some(Past { turns, hunter }) = self.past.pop_back() else { return false };
        let is_hunted = self.turns[turns..].iter().any(|turn| turn.side == Side::Hunter);
        match hunter {
            Some((hunter, draws)) => (self.hunter, self.draws) = (hunter, Some(draws)),
            None if is_hunted => self.draws = None,
            None => {}
        }
        self.take_back(turns);
        true
    }

    /// The cell at which a hunter would shoot in the person's place. It has followed the shots in their order, and draws from
    /// child 4 of the seed, so that the hint does not depend on which hints were asked for before. The first hint of a hunter
    /// takes the time of making it and of following all shots, the next ones that of the shots since. The budget is
    /// [`HINT_NODES`].
    fn hint(&self, hunter: SkilledHunter) -> Option<Cell> {
        self.hint_within(hunter, HINT_NODES)
    }

    /// The state: the fleets and the shots at both, at most one for each cell.
    fn save(&self) -> String {
        SavedGame::of(self).to_json()
    }

    /// Loads a saved game. The shots are checked against the fleets and the rules of turns, not against what the hunter
    /// would shoot now: a better hunter continues a game that another version began.
    fn load(text: &str) -> Result<Self, FleetError> {
        SavedGame::read(text)?.session(text)
    }
}
