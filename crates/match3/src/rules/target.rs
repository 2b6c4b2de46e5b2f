//! Goals in the form of the simulator.

use super::Simulator;
use crate::ruleset::{Block, Place};
use crate::{ClearTarget, Goal, KindCount, Level};

/// A part of a goal that is counted down to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Blocks of a colour.
    Color(u32),
    /// Hits to the blockers of `classic`.
    Blockers,
    /// Layers of the overlays of `classic`.
    Overlays,
    /// How many of a kind must go, by its number in the rules.
    Kind(usize),
    /// Layers of a kind, by its number in the rules.
    Layers(usize),
    /// Pieces that groups make, by their number in the rules.
    Piece(usize),
    /// Ingredients that leave by an exit.
    Ingredients,
    /// Points.
    Score,
}

/// A goal without nesting: all its parts must be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The number of blocks of each of the first colours.
    pub collect: Vec<u32>,
    /// Whether no blocker may be left.
    pub blockers: bool,
    /// Whether no overlay may be left.
    pub overlays: bool,
    /// The number of points.
    pub score: u64,
    /// For each kind of the rules, how many must go.
    pub kinds: Vec<u32>,
    /// For each kind of the rules, how many of its layers must be taken.
    pub layers: Vec<u32>,
    /// For each kind of the rules, whether none may be left.
    pub all_of: Vec<bool>,
    /// The number of ingredients that must leave.
    pub drop: u32,
    /// For each piece of the rules, how many groups must make.
    pub make: Vec<u32>,
    /// Whether it names something that the level does not have, so that it is never reached.
    pub is_unknown: bool,
}

/// How far a kind of the rules has gone in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KindProgress {
    /// The number on the board.
    pub(super) present: u32,
    /// The number that lost their last layer.
    pub(super) broken: u32,
    /// The number of layers that were taken.
    pub(super) layers: u32,
    /// Whether it lost a layer in this turn.
    pub(super) is_struck: bool,
}

impl Target {
    /// The goal of the games of a level; colours beyond its number are ignored.
    pub fn new(goal: &Goal, level: &Level) -> Self {
        let rules = &level.setting.ruleset;
        let mut target = Self {
            kinds: vec![0; rules.blocks.len()],
            layers: vec![0; rules.blocks.len()],
            all_of: vec![false; rules.blocks.len()],
            make: vec![0; rules.pieces.len()],
            ..Self::default()
        };
        target.add(goal, level);
        target
    }

    /// Adds how many of a kind must go, or how many of its layers.
    fn take(&mut self, kind: usize, count: KindCount) {
        match count {
            KindCount::Number(count) => self.kinds[kind] = self.kinds[kind].max(count),
            KindCount::All => self.all_of[kind] = true,
            KindCount::Layers(count) => self.layers[kind] = self.layers[kind].max(count),
        }
    }

    /// Adds that no blocker or overlay may be left.
    fn clear(&mut self, clear: ClearTarget, blocks: &[Block]) {
        self.blockers |= clear != ClearTarget::Overlays;
        self.overlays |= clear != ClearTarget::Blockers;
        for (block, all) in blocks.iter().zip(&mut self.all_of) {
            let hits = block.broken_by.beside || block.broken_by.hit;
            let breaks = hits && block.generator.is_none();
            *all |= match block.place {
                Place::Blocker => clear != ClearTarget::Overlays && breaks,
                Place::Cover => clear != ClearTarget::Blockers,
                Place::Ground | Place::Ingredient => false,
            };
        }
    }

    fn add(&mut self, goal: &Goal, level: &Level) {
        let rules = &level.setting.ruleset;
        match goal {
            Goal::Collect { collect, of_colors } => {
                let wanted = (*of_colors).min(level.colors());
                (0..wanted as usize).for_each(|color| self.collect(color, *collect));
            }
            Goal::CollectColor { collect } => {
                match level.color_names().iter().position(|name| *name == collect.color) {
                    Some(color) => self.collect(color, collect.count),
                    None => self.is_unknown = true,
                }
            }
            Goal::CollectKind { collect } => {
                match rules.blocks.iter().position(|block| block.name == collect.kind) {
                    Some(kind) => self.take(kind, collect.count),
                    None => self.is_unknown = true,
                }
            }
            Goal::Drop { drop } => self.drop = self.drop.max(*drop),
            Goal::Make { make } => {
                match rules.pieces.iter().position(|piece| piece.name == make.piece) {
                    Some(piece) => self.make[piece] = self.make[piece].max(make.count),
                    None => self.is_unknown = true,
                }
            }
            Goal::Clear { clear } => self.clear(*clear, &rules.blocks),
            Goal::Score { score } => self.score = self.score.max(u64::from(*score)),
            Goal::All { all } => all.iter().for_each(|goal| self.add(goal, level)),
        }
    }

    fn collect(&mut self, color: usize, count: u32) {
        self.collect.resize(self.collect.len().max(color + 1), 0);
        self.collect[color] = self.collect[color].max(count);
    }

    /// Whether the goal still wants layers of a kind of the rules, of which these have gone.
    pub(super) fn wants_kind(&self, kind: usize, gone: &KindProgress) -> bool {
        gone.broken < self.kinds[kind]
            || gone.layers < self.layers[kind]
            || self.all_of[kind] && gone.present > 0
    }

    /// Whether the goal still wants a piece of the rules, of which this number were made.
    pub(super) fn wants_piece(&self, made: u32, piece: usize) -> bool {
        made < self.make[piece]
    }

    /// The parts, in the order in which they are shown.
    pub(super) fn parts(&self, simulator: Simulator) -> Vec<Part> {
        // Under other rules, blockers and overlays are kinds among the others.
        let is_classic = simulator == Simulator::Classic;
        let colors = (0..self.collect.len()).map(|color| Part::Color(color as u32));
        let classic = [(self.blockers, Part::Blockers), (self.overlays, Part::Overlays)];
        let classic = classic.into_iter().filter(|it| is_classic && it.0).map(|it| it.1);
        let all = 0..self.kinds.len();
        let kinds = all
            .clone()
            .filter(|&kind| !is_classic && (self.kinds[kind] > 0 || self.all_of[kind]));
        let layers = all.filter(|&kind| self.layers[kind] > 0);
        let pieces = (0..self.make.len()).filter(|&piece| self.make[piece] > 0);
        let drop = (self.drop > 0).then_some(Part::Ingredients);
        let score = (self.score > 0).then_some(Part::Score);
        let wanted = colors.filter(|part| matches!(part, Part::Color(color) if self.collect[*color as usize] > 0));
        wanted
            .chain(classic)
            .chain(kinds.map(Part::Kind))
            .chain(layers.map(Part::Layers))
            .chain(pieces.map(Part::Piece))
            .chain(drop)
            .chain(score)
            .collect()
    }

    /// Whether the goal has parts that only the general simulator counts.
    pub(super) fn needs_general(&self) -> bool {
        self.is_unknown
            || self.drop > 0
            || self
                .kinds
                .iter()
                .chain(&self.layers)
                .chain(&self.make)
                .any(|&count| count > 0)
            || self
                .all_of
                .iter()
                .zip([self.blockers, self.overlays])
                .any(|(&all, clears)| all != clears)
    }
}

impl<const W: usize> crate::Game<'_, W> {
    /// The parts of the goal in their order, and what is left of each: blocks by colour, blockers and overlays of
    /// `classic`, kinds, layers, pieces, ingredients, points.
    pub fn parts(&self) -> impl Iterator<Item = (Part, u64)> + '_ {
        let parts = self.rules.parts.iter();
        parts.map(|&part| (part, self.left_of_part(part)))
    }

    fn left_of_part(&self, part: Part) -> u64 {
        let (target, state) = (&self.rules.target, &self.board.general);
        let left = match part {
            Part::Color(color) => self.wanted(color),
            Part::Blockers | Part::Overlays => {
                let classic = &self.board.classic;
                let is_under = part == Part::Blockers;
                let cells = if is_under { classic.blockers } else { classic.overlays };
                cells.indices().map(|index| u32::from(classic.hits[index])).sum()
            }
            Part::Kind(kind) => {
                let some = target.kinds[kind].saturating_sub(state.gone[kind].broken);
                let all = if target.all_of[kind] { state.gone[kind].present } else { 0 };
                some.max(all)
            }
            Part::Layers(kind) => {
                target.layers[kind].saturating_sub(state.gone[kind].layers)
            }
            Part::Piece(piece) => target.make[piece].saturating_sub(state.made[piece]),
            Part::Ingredients => target.drop.saturating_sub(state.dropped),
            Part::Score => return target.score.saturating_sub(self.board.score),
        };
        u64::from(left)
    }
}
