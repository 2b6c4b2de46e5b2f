//! A person's game: moves that can be taken back, and the best score so far.

use tilewright_grid::Heading;

use crate::{BoardError, Game, Table};

/// A game whose moves can be taken back, one of the games of a table.
///
/// Game *i* is the one that [`play`](crate::play()) plays as number *i*: its tiles come from
/// `seed.child(i).child(0)`.
///
/// ```
/// use tilewright_2048::{Session, Table};
/// use tilewright_grid::{Heading, Seed, Size};
///
/// let table = Table { size: Size::new(4, 4), fours: 0.1, seed: Seed(1) };
/// let mut session = Session::new(table, 0)?;
/// let start = session.game().board();
/// session.play(Heading::West).or_else(|| session.play(Heading::North));
/// let again = Session::from_json(&session.to_json()).expect("it was written whole");
/// assert_eq!(again.game().board(), session.game().board());
/// assert!(session.undo());
/// assert_eq!(session.game().board(), start);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    table: Table,
    number: u32,
    game: Game,
    past: Vec<(Game, Heading)>,
    best: u64,
}

impl Session {
    /// The game of that number, at its beginning.
    ///
    /// # Errors
    /// When no board has the table's size.
    pub fn new(table: Table, number: u32) -> Result<Self, BoardError> {
        let seed = table.seed.child(u64::from(number)).child(0);
        let game = Game::new(&table, seed)?;
        Ok(Self { table, number, game, past: Vec::new(), best: 0 })
    }

    /// The same with a best score from earlier, where that is more.
    #[must_use]
    pub fn with_best(mut self, best: u64) -> Self {
        self.best = self.best.max(best);
        self
    }

    /// Which games these are.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The number of the game.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The highest score so far, of this game and of those before.
    pub const fn best(&self) -> u64 {
        self.best
    }

    /// The moves that led from the beginning to here.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Heading> {
        self.past.iter().map(|&(_, heading)| heading)
    }

    /// The moves from the beginning to here: the game before, the move, and the game after.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&Game, Heading, &Game)> {
        self.past.iter().enumerate().map(|(index, (before, heading))| {
            let after = self.past.get(index + 1).map_or(&self.game, |(game, _)| game);
            (before, *heading, after)
        })
    }

    /// Makes a move, as [`Game::play`] does.
    pub fn play(&mut self, heading: Heading) -> Option<u64> {
        let before = self.game.clone();
        let gain = self.game.play(heading)?;
        self.past.push((before, heading));
        self.best = self.best.max(self.game.score());
        Some(gain)
    }

    /// Takes the last move back; whether there was one. The same move made again brings the
    /// same tile. The best score stays.
    pub fn undo(&mut self) -> bool {
        let Some((before, _)) = self.past.pop() else { return false };
        self.game = before;
        true
    }

    /// Begins the table's next game.
    pub fn begin_next(&mut self) {
        let next = Self::new(self.table, self.number.wrapping_add(1));
        *self = next.expect("the size was checked").with_best(self.best);
    }
}
