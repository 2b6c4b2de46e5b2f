//! The players of a coach, and how it looks at the positions of a game.

use std::ops::ControlFlow;

use tilewright_2048::{
    Assessment, EQUAL, Line, Move, Player, Position, Reason, Record, Review,
    RolloutResult, Rollouts, Strategy, reasons,
};
use tilewright_grid::Seed;

use super::super::player::{PlayerFactory, PlayerOptions};
use crate::{BoundedInteger, BoundedNumber, Event, Host, HostWatch, Refusal};

/// The games that are played on after each of two moves, of all positions together: with 5,000 usual searches they took 47 s of one core,
/// of the minute that people wait for such a game. Up to 200 positions have as many games as is usual, more have fewer.
const GAMES: usize = 200_000;

/// The fewest games of a position, a tenth of the usual number: chance is three times as large. Of more positions than this allows the
/// costliest are played on.
const FEWEST: usize = 100;

/// The games whose ends may be a reason where they judge no loss. How often games are over is seen from fewer of them than what they make,
/// and expectimax takes a second for these.
const SHOWN: Rollouts = Rollouts { games: 400, moves: 200, seed: Seed(1) };

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
    line: PlayerOptions,
    fast: PlayerOptions,
    pub(super) strategy: Strategy,
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
            line: within(nodes.min(LINE_NODES)),
            fast: PlayerOptions { depth, ..options.clone() },
            strategy,
            four_probability,
        }
    }

    pub(super) const fn usual(&self) -> &PlayerOptions {
        &self.usual
    }

    /// The positions that the search of a move may expand; none if nothing is searched.
    pub(super) fn nodes(&self) -> Option<u32> {
        self.usual.nodes_per_move.map(BoundedInteger::get)
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

    /// The assessments of all positions, of the first ones only if the host stops the work. What doubtful moves cost is found by games
    /// that are played on, the costliest moves first; of boards without moves, for those that are explained.
    pub(super) fn assess(
        &self,
        record: &Record,
        explained: usize,
    ) -> Result<Vec<Assessment>, Refusal> {
        let positions = &record.positions;
        let mut found = self.values(positions)?;
        let is_judged = self.options.strategy == Strategy::Network;
        if !is_judged || self.host.look().is_break() {
            return Ok(found);
        }
        let mut doubtful = chosen(record, &found);
        if record.moves() == 0 {
            doubtful.truncate(explained);
        }
        doubtful.retain(|&at| found[at].is_doubtful());
        doubtful.truncate(GAMES / FEWEST);
        let usual = Rollouts::default();
        let games = (GAMES / doubtful.len().max(1)).min(usual.games as usize);
        let play_on = Rollouts { games: games as u32, ..usual };
        let factory = self.factory.with_options(&self.options.fast);
        self.host.tell(Event::Begun {
            doing: "playing on",
            steps: Some(doubtful.len() as u64),
        });
        let play = |player: &mut Box<dyn Player + '_>, index: u32| {
            let at = doubtful[index as usize];
            let played = self.play_on(play_on, &positions[at], &found[at], &mut **player);
            Ok::<_, Refusal>(played.map(|played| (at, played)))
        };
        let mut all = Vec::with_capacity(doubtful.len());
        let keep = |played| {
            all.push(played);
            self.host.tell(Event::Reached(all.len() as u64));
            ControlFlow::Continue(())
        };
        let count = doubtful.len() as u32;
        tilewright_play::each(0..count, 1, || factory.player(), play, keep)?;
        self.host.tell(Event::Ended);
        for (at, played) in all {
            found[at] = found[at].played_on(played);
        }
        Ok(found)
    }

    /// Plays on after the best move of a position and the one it is compared with; `None` if there is none, or the host stops the work.
    fn play_on(
        &self,
        play_on: Rollouts,
        position: &Position,
        found: &Assessment,
        player: &mut dyn Player,
    ) -> Option<RolloutResult> {
        let (moves, watch) = ([found.best?, found.other()?], HostWatch(self.host));
        let four_probability = self.options.four_probability;
        play_on.after(position.board, moves, four_probability, player, &watch)
    }

    /// The assessments of positions by a search, of the first ones if the host stops the work.
    fn values(&self, positions: &[Position]) -> Result<Vec<Assessment>, Refusal> {
        let (factory, host) = (self.factory, self.host);
        let steps = Some(positions.len() as u64);
        host.tell(Event::Begun { doing: "analyzing", steps });
        let mut found = Vec::with_capacity(positions.len());
        let value = |player: &mut Box<dyn Player + '_>, at: u32| {
            let position = &positions[at as usize];
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
        let count = positions.len() as u32;
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
        // Nothing speaks against a move that is as good.
        let worse = other.filter(|_| found.gap().is_some_and(|gap| gap >= EQUAL));
        let mut reasons = worse.map_or_else(Vec::new, |other| {
            let fast = self.factory.with_options(&self.options.fast);
            let play_on = || self.play_on(SHOWN, position, found, &mut *fast.player());
            // The network has played on where the move may have cost much.
            let is_judged = self.options.strategy == Strategy::Network;
            let games = if is_judged { found.played } else { play_on() };
            let four_probability = self.options.four_probability;
            let moves = [best, other];
            reasons(position.board, moves, four_probability, games.as_ref())
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

/// The positions to explain, the costliest moves first; of boards without moves, in their order.
pub(super) fn chosen(record: &Record, found: &[Assessment]) -> Vec<usize> {
    if record.moves() == 0 {
        return (0..found.len()).collect();
    }
    Review::worst(found)
}

/// The names of the better and the other move of a position.
pub(super) fn moves_of(found: &Assessment) -> [Option<Move>; 2] {
    [found.best, found.other()].map(|heading| heading.map(Move))
}
