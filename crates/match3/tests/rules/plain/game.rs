//! A game, and its turns.

use std::collections::{BTreeSet, VecDeque};

use super::board::{Board, Contents, Place};
use super::counts::Counts;
use super::events::Event;
use super::groups::any_group;
use super::level::Level;
use super::moves::{Move, Start, begin, possible_moves};
use super::rules::Rules;
use super::text::{board_text, place_text};

/// All chance: a number from 0 to n − 1.
pub(crate) type Below<'a> = dyn FnMut(u64) -> u64 + 'a;

/// The cascades of a turn, after which a game is endless.
const MOST_CASCADES: u64 = 1000;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Going,
    Won,
    Lost,
    Stuck,
    Endless,
}

impl Outcome {
    /// The word of the boards worked by hand.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Going => "going",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Stuck => "stuck",
            Self::Endless => "endless",
        }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) level: Level,
    pub(crate) board: Board,
    pub(crate) counts: Counts,
    pub(crate) outcome: Outcome,
    /// Whether a timer has ended it.
    pub(crate) timed_out: bool,
    pub(crate) moves_made: u64,
    /// What spawners still owe.
    pub(crate) supply: Vec<(Place, VecDeque<Contents>)>,
    /// The number of the present cascade in its turn.
    pub(crate) depth: u64,
    /// The generators that were hit in this cascade, by their first cells.
    pub(crate) told: BTreeSet<Place>,
    /// The kinds of which something lost a layer in this turn.
    pub(crate) lost_layer: Vec<bool>,
    /// What happened in this turn.
    pub(crate) record: Vec<Event>,
}

impl Game {
    /// A game whose board stands as the level has it, at rest; nothing is dealt.
    pub(crate) fn at_rest(level: Level) -> Self {
        Self {
            board: level.board.clone(),
            counts: Counts::none(&level.rules),
            outcome: Outcome::Going,
            timed_out: false,
            moves_made: 0,
            supply: level.supply.clone(),
            depth: 0,
            told: BTreeSet::new(),
            lost_layer: vec![false; level.rules.kinds.len()],
            record: Vec::new(),
            level,
        }
    }

    /// A game from its start: dealt, and perhaps over already.
    pub(crate) fn dealt(level: Level, below: &mut Below<'_>) -> Self {
        let mut game = Self::at_rest(level);
        if !game.deal(below) {
            game.outcome = Outcome::Stuck;
        } else if game.goals_met() {
            game.outcome = Outcome::Won;
        }
        game
    }

    /// The rules.
    pub(crate) const fn rules(&self) -> &Rules {
        &self.level.rules
    }

    /// The rows of the board as text.
    pub(crate) fn rows(&self) -> Vec<String> {
        board_text(&self.board, self.rules())
    }

    /// The possible moves, in order. There are none after the end.
    pub(crate) fn possible_moves(&self) -> Vec<Move> {
        if self.over() { Vec::new() } else { possible_moves(&self.board, self.rules()) }
    }

    /// Whether every move is refused.
    fn over(&self) -> bool {
        self.outcome != Outcome::Going
            || self.level.moves.is_some_and(|moves| self.moves_made >= moves)
    }

    /// Whether there are goals and all are met.
    pub(crate) fn goals_met(&self) -> bool {
        let met =
            |goal: &super::goals::Goal| goal.met(&self.board, &self.counts, self.rules());
        !self.level.goals.is_empty() && self.level.goals.iter().all(met)
    }

    /// Plays a move: what happens, or why it is refused. A refused move changes nothing.
    pub(crate) fn play(
        &mut self,
        chosen: Move,
        below: &mut Below<'_>,
    ) -> Result<Vec<Event>, String> {
        if self.over() {
            return Err("the game is over".to_owned());
        }

        let Some(start) = begin(&self.board, self.rules(), chosen) else {
            return Err(match chosen {
                Move::Swap(from, to) => {
                    format!("no swap of {} and {}", place_text(from), place_text(to))
                }
                Move::Tap(place) => format!("no tap on {}", place_text(place)),
            });
        };

        self.moves_made += 1;
        self.depth = 0;
        self.lost_layer.fill(false);
        self.record.clear();

        if let Move::Swap(from, to) = chosen {
            self.board.exchange(from, to);
        }

        self.outcome = if self.cascades(Some(start), below) {
            self.end_of_turn(below)
        } else {
            Outcome::Endless
        };
        Ok(std::mem::take(&mut self.record))
    }

    /// Cascades until the board is at rest; `false` if there are too many of them.
    pub(crate) fn cascades(
        &mut self,
        start: Option<Start>,
        below: &mut Below<'_>,
    ) -> bool {
        let mut start = start;
        loop {
            let begun = match start.take() {
                Some(start) => start,
                None if self.at_rest_now() => return true,
                None => Start { pieces: self.armed(), ..Start::default() },
            };
            if self.depth == MOST_CASCADES {
                return false;
            }

            self.depth += 1;
            self.record.push(Event::Cascade(self.depth));
            self.cascade(&begun, below);
            self.settle(below);
        }
    }

    /// Whether there is neither a group nor an armed piece.
    fn at_rest_now(&self) -> bool {
        self.armed().is_empty() && !any_group(&self.board, self.rules())
    }

    /// The armed pieces in reading order.
    fn armed(&self) -> Vec<(Place, Option<usize>)> {
        let armed = |place: &Place| {
            matches!(self.board.at(*place).contents, Some(Contents::Armed { .. }))
        };
        self.board.places().into_iter().filter(armed).map(|place| (place, None)).collect()
    }
}
