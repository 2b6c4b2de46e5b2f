//! The players of a coach, and how it looks at the positions of a game.

use std::ops::ControlFlow;

use tilewright_2048::{
    Assessment, EQUAL, Line, Move, Player, Position, Reason, Record, Review, Strategy,
    reasons,
};

use super::super::player::{PlayerFactory, PlayerOptions};
use crate::{BoundedInteger, BoundedNumber, Event, Host, HostWatch, Refusal};

/// How much longer the moves are searched that seem to have cost the most.
const DEEPER: u32 = 10;

/// The most moves that are searched so long: with ten times the usual positions they take as long as 2,000 others.
const DEEPENED: usize = 200;

/// The share of the expected final score above which a loss is worth a longer search: the usual one is wrong by as much.
const DOUBTED: f64 = 0.01;

/// The positions that each move of a better line may expand. A line asks for ten boards or more at each move.
const LINE_NODES: u32 = 1000;

/// The moves of a line: two after the one that is better, as far as people follow.
const LINE: usize = 3;

/// The positions that a thread takes at once.
const CHUNK: u32 = 8;

/// How many times longer a node of expectimax takes than one of the network: each of its boards is evaluated line by line.
const SLOWER: u32 = 10;

/// The options of the players of a coach.
pub(super) struct CoachOptions {
    usual: PlayerOptions,
    deep: PlayerOptions,
    line: PlayerOptions,
    fast: PlayerOptions,
    strategy: Strategy,
    four_probability: f64,
}

impl CoachOptions {
    pub(super) fn new(
        strategy: Strategy,
        network: Option<String>,
        nodes: u32,
        four_probability: f64,
    ) -> Self {
        let options = PlayerOptions {
            network,
            four_probability: BoundedNumber::of(four_probability),
            ..PlayerOptions::default()
        };
        let slower = if strategy == Strategy::Expectimax { SLOWER } else { 1 };
        let within = |nodes: u32| PlayerOptions {
            nodes_per_move: (strategy != Strategy::Perfect)
                .then(|| BoundedInteger::of((nodes / slower).max(1))),
            ..options.clone()
        };
        let depth = (strategy != Strategy::Perfect).then(|| BoundedInteger::of(1));
        Self {
            usual: within(nodes),
            deep: within(nodes.saturating_mul(DEEPER)),
            line: within(nodes.min(LINE_NODES)),
            fast: PlayerOptions { depth, ..options.clone() },
            strategy,
            four_probability,
        }
    }

    pub(super) const fn usual(&self) -> &PlayerOptions {
        &self.usual
    }
}

/// A position that is worth showing, and what a coach says of it.
pub(super) struct Lesson {
    /// The number of the position, from 0.
    pub(super) at: usize,
    pub(super) reasons: Vec<Reason>,
    pub(super) better: Line,
    /// The line after the other move: the made one, or else the second best.
    pub(super) instead: Option<Line>,
}

/// Looks at the positions of a game.
pub(super) struct Coach<'a> {
    pub(super) options: &'a CoachOptions,
    pub(super) factory: &'a PlayerFactory<'a>,
    pub(super) host: &'a dyn Host,
}

impl Coach<'_> {
    /// Whether values are points to come.
    pub(super) const fn gives_points(&self) -> bool {
        matches!(self.options.strategy, Strategy::Network | Strategy::Perfect)
    }

    /// The assessments of all positions, those moves that seem to have cost much after a longer search; of the first positions only, if
    /// the host stops the work.
    pub(super) fn assess(&self, record: &Record) -> Result<Vec<Assessment>, Refusal> {
        let positions = &record.positions;
        let all: Vec<usize> = (0..positions.len()).collect();
        let mut found = self.values("analyzing", positions, &all, &self.options.usual)?;
        if found.len() < positions.len() || self.options.strategy == Strategy::Perfect {
            return Ok(found);
        }
        let is_doubted = |at: &usize| {
            let Assessment { loss, share, .. } = found[*at];
            share.map_or(loss > Some(0.0), |share| share >= DOUBTED)
        };
        let mut doubted: Vec<usize> = Review::worst(&found);
        doubted.retain(is_doubted);
        // Boards without a move that was made are asked for themselves.
        if record.moves() == 0 {
            doubted = all;
        }
        doubted.truncate(DEEPENED);
        let deep =
            self.values("searching deeper", positions, &doubted, &self.options.deep)?;
        for (at, assessment) in doubted.into_iter().zip(deep) {
            found[at] = assessment;
        }
        Ok(found)
    }

    /// The assessments of some positions, of the first ones if the host stops the work.
    fn values(
        &self,
        doing: &str,
        positions: &[Position],
        chosen: &[usize],
        options: &PlayerOptions,
    ) -> Result<Vec<Assessment>, Refusal> {
        let (factory, host) = (self.factory.with_options(options), self.host);
        host.tell(Event::Begun { doing, steps: Some(chosen.len() as u64) });
        let mut found = Vec::with_capacity(chosen.len());
        let value = |player: &mut Box<dyn Player + '_>, at: u32| {
            let position = &positions[chosen[at as usize]];
            let values = player.values(position.board);
            let is_stopped = host.look().is_break();
            let assessment = Assessment::new(position, values, self.gives_points());
            Ok::<_, Refusal>((!is_stopped).then_some(assessment))
        };
        let keep = |assessment| {
            found.push(assessment);
            host.tell(Event::Reached(found.len() as u64));
            ControlFlow::Continue(())
        };
        let count = chosen.len() as u32;
        tilewright_play::each(0..count, CHUNK, || factory.player(), value, keep)?;
        host.tell(Event::Ended);
        Ok(found)
    }

    /// What the coach says of a position; `None` if no move has a value.
    pub(super) fn lesson(
        &self,
        at: usize,
        position: &Position,
        found: &Assessment,
    ) -> Option<Lesson> {
        let (best, other) = (found.best?, found.other());
        let line = self.factory.with_options(&self.options.line);
        let mut player = line.player();
        let mut follow = |first| Line::new(position.board, first, LINE, &mut *player);
        let (better, instead) = (follow(best), other.map(follow));
        let fast = self.factory.with_options(&self.options.fast);
        // Nothing speaks against a move that is as good.
        let worse = other.filter(|_| found.gap().is_some_and(|gap| gap >= EQUAL));
        let mut reasons = worse.map_or_else(Vec::new, |other| {
            let four_probability = self.options.four_probability;
            let mut player = fast.player();
            let player = Some(&mut *player as &mut dyn Player);
            let moves = [best, other];
            let watch = HostWatch(self.host);
            reasons(position.board, moves, four_probability, player, &watch)
        });
        // What the lines score says least of all: it is said where nothing else is.
        let line = instead.as_ref().filter(|_| worse.is_some());
        let scored = line.and_then(|line| better.reason_against(line));
        // To merge more at once is no reason where the other line soon merges more.
        let is_poorer = line.is_some_and(|line| line.points() > better.points());
        reasons.retain(|it| !(is_poorer && matches!(it, Reason::Merges { .. })));
        reasons.extend(scored.filter(|_| reasons.is_empty()));
        Some(Lesson { at, reasons, better, instead })
    }
}

/// The names of the better and the other move of a position.
pub(super) fn moves_of(found: &Assessment) -> [Option<Move>; 2] {
    [found.best, found.other()].map(|heading| heading.map(Move))
}
