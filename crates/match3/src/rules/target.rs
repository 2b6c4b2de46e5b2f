//! Goals in the form of the simulator.

#[cfg(feature = "pictures")]
use super::Simulator;
use crate::ruleset::{Block, Place};
use crate::{ClearTarget, Goal, KindCount, Level};

/// A part of a goal that only rules other than `classic` have.
#[cfg(feature = "pictures")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A kind, by its number in the rules.
    Kind(usize),
    /// A piece, by its number in the rules.
    Piece(usize),
    /// Any ingredient.
    Ingredient,
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
            let breaks = block.broken_by.beside || block.broken_by.hit;
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

#[cfg(feature = "pictures")]
impl<const W: usize> crate::Game<'_, W> {
    /// How many kinds, pieces and ingredients the goal still wants, part by part.
    pub(crate) fn parts_left(&self) -> Vec<(Part, u32)> {
        if self.rules.simulator == Simulator::Classic {
            return Vec::new();
        }

        let (target, state) = (&self.rules.target, &self.board.general);
        let kinds = (0..target.kinds.len()).filter_map(|kind| {
            let (count, is_all) = (target.kinds[kind], target.all_of[kind]);
            let some = count.saturating_sub(state.gone[kind].broken);
            let all = if is_all { state.gone[kind].present } else { 0 };
            (count > 0 || is_all).then(|| (Part::Kind(kind), some.max(all)))
        });

        let pieces = (0..target.make.len()).filter(|&piece| target.make[piece] > 0);
        let pieces = pieces.map(|piece| {
            let left = target.make[piece].saturating_sub(state.made[piece]);
            (Part::Piece(piece), left)
        });

        let dropped = target.drop.saturating_sub(state.dropped);
        let ingredients = (target.drop > 0).then_some((Part::Ingredient, dropped));
        kinds.chain(pieces).chain(ingredients).collect()
    }
}
