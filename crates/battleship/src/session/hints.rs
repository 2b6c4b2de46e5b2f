//! The hunters that a person asks for hints: each keeps what it has learned from the shots.

use std::collections::VecDeque;

use tilewright_grid::Cell;

use super::{Session, Side, Turn};
use crate::hunters::shot;
use crate::sight::Shots;
use crate::{Hunter, Sight, SkilledHunter};

/// The budget of a hint: a count of this many steps takes a millisecond or two, and no hunter samples as many fleets.
pub const HINT_NODES: u64 = 10_000;

/// The hunter that was asked last.
#[derive(Default)]
pub(super) struct Hints {
    adviser: Option<Adviser>,
}

/// A hunter in the person's place.
struct Adviser {
    skilled: SkilledHunter,
    nodes: u64,
    /// The hunter before the first shot.
    start: Box<dyn Hunter>,
    /// The shots of the person that it knows.
    cells: Vec<Cell>,
    /// Its states after the last shots, the last one at the back.
    states: VecDeque<AdviserState>,
}

/// A hunter that knows a number of shots.
struct AdviserState {
    shots: usize,
    hunter: Box<dyn Hunter>,
    /// Where it would shoot, if it was asked.
    hint: Option<Cell>,
}

impl Clone for Hints {
    /// Another session asks anew: what a hunter has learned is not worth its copy.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Hints {
    /// The hint of a hunter after the shots of the person.
    pub(super) fn cell(
        &mut self,
        session: &Session,
        skilled: SkilledHunter,
        nodes: u64,
    ) -> Option<Cell> {
        let is_same = |it: &Adviser| it.skilled == skilled && it.nodes == nodes;
        let adviser = match self.adviser.take().filter(is_same) {
            Some(adviser) => adviser,
            None => Adviser::new(session, skilled, nodes),
        };
        self.adviser.insert(adviser).hint(session)
    }
}

impl Adviser {
    fn new(session: &Session, skilled: SkilledHunter, nodes: u64) -> Self {
        let mut start = skilled.hunter_within(&session.rules, nodes);
        start.begin(&mut session.seed.child(4).rng());
        Self { skilled, nodes, start, cells: Vec::new(), states: VecDeque::new() }
    }

    /// The hint after the shots of the person.
    fn hint(&mut self, session: &Session) -> Option<Cell> {
        let turns = session.turns.iter().filter(|turn| turn.side == Side::Person);
        let turns: Vec<&Turn> = turns.collect();

        // What was taken back is forgotten, and a state that was not asked must be made anew to be asked.
        let same = turns.iter().zip(&self.cells);
        let same = same.take_while(|(turn, cell)| turn.cell == **cell).count();
        self.states.retain(|state| {
            state.shots <= same && (state.shots < turns.len() || state.hint.is_some())
        });
        self.cells.clear();
        self.cells.extend(turns.iter().map(|turn| turn.cell));

        let next = self.states.back().map_or(0, |state| state.shots + 1);
        let mut shots = Shots::new(&session.rules);
        for (number, turn) in turns.iter().enumerate() {
            if number >= next {
                self.follow(session, &shots, number, false);
            }
            shots.record(turn.cell, turn.answer);
        }
        if next <= turns.len() {
            self.follow(session, &shots, turns.len(), true);
        }
        self.states.back()?.hint
    }

    /// Shows the outcomes of a number of shots to the hunter, and lets it aim if it is asked. Each number has its own
    /// stream, so that the hint does not depend on what was asked before.
    fn follow(&mut self, session: &Session, seen: &Shots, number: usize, is_asked: bool) {
        let before = self.states.back().map_or(&self.start, |state| &state.hunter);
        let mut hunter = before.fork();
        let mut rng = session.seed.child(4).child(number as u64).rng();
        let sight = Sight::of(&session.rules, seen);
        let mut hint = None;
        if is_asked {
            hint = shot(&mut *hunter, &sight, &mut rng).ok();
        } else {
            hunter.follow(&sight, &mut rng);
        }

        if self.states.len() > session.depth {
            self.states.pop_front();
        }
        let hunter = hunter.fork();
        self.states.push_back(AdviserState { shots: number, hunter, hint });
    }
}
