//! Games that are played: calls and answers are JSON, and the events of match-3 plain data, too.

mod plain;

pub use plain::*;

use tilewright_grid::Cell;
use tilewright_match3::{EventList, SkilledBot, Strategy};
use tilewright_play::Session as _;
use tilewright_sessions::Game;

use crate::status::{Failure, TwStatus};

/// A game, and what its last call has answered, which a caller whose buffer was too short reads again.
pub(crate) struct HeldGame {
    game: Game,
    pub(crate) said: Vec<u8>,
    /// Whether that says that a move was made.
    is_made: bool,
    list: EventList,
    pub(crate) events: Vec<TwEvent>,
    pub(crate) lists: Vec<u32>,
    /// Why the move of these events was refused.
    why: Option<String>,
}

impl HeldGame {
    /// Begins the game of a name with its options, a JSON object; empty for the usual ones.
    pub(crate) fn open(name: &str, options: &str) -> Result<Self, Failure> {
        let options = if options.is_empty() { "{}" } else { options };
        Game::open(name, options).map(Self::of).map_err(refused)
    }

    /// Continues a saved game of a name.
    pub(crate) fn load(name: &str, saved: &str) -> Result<Self, Failure> {
        Game::load(name, saved).map(Self::of).map_err(refused)
    }

    /// A copy, which goes on alike.
    pub(crate) fn copy(&self) -> Self {
        Self::of(self.game.clone())
    }

    fn of(game: Game) -> Self {
        Self {
            game,
            said: Vec::new(),
            is_made: true,
            list: EventList::default(),
            events: Vec::new(),
            lists: Vec::new(),
            why: None,
        }
    }

    /// Answers a call: a verb, and its argument as JSON, which may be empty.
    pub(crate) fn ask(&mut self, verb: &str, argument: &str) -> Result<(), Failure> {
        let reply = self.game.call(verb, argument).map_err(refused)?;
        self.said = reply.json.into_bytes();
        self.is_made = reply.is_made;
        Ok(())
    }

    /// The status of what was said, where the buffer for it was long enough.
    pub(crate) fn status_said(&self, filled: TwStatus) -> TwStatus {
        if filled == TwStatus::Ok && !self.is_made { TwStatus::No } else { filled }
    }

    /// The status of the last move of [`Self::swap`], where the buffer for its events was long enough.
    pub(crate) fn status_swapped(&self, filled: TwStatus) -> Result<TwStatus, Failure> {
        match &self.why {
            Some(why) if filled == TwStatus::Ok => {
                Err(Failure { status: TwStatus::No, ..Failure::argument(why) })
            }
            _ => Ok(filled),
        }
    }

    fn match3(&mut self) -> Result<&mut tilewright_match3::Session, Failure> {
        match &mut self.game {
            Game::Match3(session) => Ok(session),
            _ => Err(Failure::argument("the game is not one of match-3")),
        }
    }

    /// Makes a move of match-3; its events are kept. A tap is a cell twice.
    pub(crate) fn swap(&mut self, cells: [Cell; 2]) -> Result<(), Failure> {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        let made = self
            .match3()
            .map(|session| session.play_seen(cells, &mut |events| list.take(events)));
        list.end();
        let events = list.events();
        self.events.clear();
        self.events.extend(events.iter().map(TwEvent::of));
        self.lists.clear();
        self.lists.extend_from_slice(events.lists);
        self.list = list;
        self.why = made?.err().map(|error| error.to_string());
        Ok(())
    }

    /// The move that a bot would make within a budget; none if the game is over.
    pub(crate) fn hint(
        &mut self,
        bot: &str,
        budget: u64,
    ) -> Result<Option<TwSwap>, Failure> {
        let bot: SkilledBot = match bot {
            "" => Strategy::Greedy.into(),
            name => {
                name.parse().map_err(|error| Failure::argument(format!("{error}")))?
            }
        };
        let swap = |[from, to]: [Cell; 2]| TwSwap {
            x: from.column,
            y: from.row,
            to_x: to.column,
            to_y: to.row,
        };
        Ok(self.match3()?.hint_within(bot, budget).map(swap))
    }

    /// Where the game stands.
    pub(crate) fn state(&mut self) -> Result<TwMatch3State, Failure> {
        let session = self.match3()?;
        let size = session.rules().level().size();
        let state = session.state();
        Ok(TwMatch3State {
            score: state.score,
            left: state.left,
            columns: size.columns,
            rows: size.rows,
            moves_made: state.moves_made,
            move_limit: state.move_limit.unwrap_or(u32::MAX),
            over: state.over.into(),
            won: state.won.into(),
        })
    }

    /// What is on the board.
    pub(crate) fn elements(&mut self) -> Result<Vec<TwElement>, Failure> {
        Ok(self.match3()?.elements().iter().map(TwElement::of).collect())
    }
}

fn refused(reason: String) -> Failure {
    Failure::new(TwStatus::Refused, reason)
}
