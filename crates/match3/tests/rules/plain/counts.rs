//! What a game counts from its start.

use super::rules::Rules;

/// The counts of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    pub(crate) score: u64,
    /// Blocks and pieces collected, by colour.
    pub(crate) collected: Vec<u64>,
    /// Kinds that lost their last layer, by kind.
    pub(crate) broken: Vec<u64>,
    /// Layers that were taken, by kind. Boards worked by hand do not list them.
    pub(crate) layers: Vec<u64>,
    /// Ingredients that left.
    pub(crate) dropped: u64,
    /// Pieces that groups made, by kind of piece.
    pub(crate) made: Vec<u64>,
    pub(crate) reshuffles: u64,
    /// Blocks and pieces that spawners gave, by colour. No rule needs it: it is for tests.
    pub(crate) spawned: Vec<u64>,
    /// Blocks that spreading blockers, and what generators gave, replaced, by colour. Likewise.
    pub(crate) replaced: Vec<u64>,
    /// Coloured pieces that left and were not collected, by colour. Likewise.
    pub(crate) left: Vec<u64>,
    /// Those that generators gave and timers became, by kind. Likewise.
    pub(crate) came: Vec<u64>,
    /// Timers that became something else, by kind. Likewise.
    pub(crate) became: Vec<u64>,
}

impl Counts {
    /// Nothing counted yet.
    pub(crate) fn none(rules: &Rules) -> Self {
        let colors = vec![0; rules.colors.len()];
        Self {
            score: 0,
            collected: colors.clone(),
            broken: vec![0; rules.kinds.len()],
            layers: vec![0; rules.kinds.len()],
            dropped: 0,
            made: vec![0; rules.pieces.len()],
            reshuffles: 0,
            spawned: colors.clone(),
            replaced: colors.clone(),
            left: colors,
            came: vec![0; rules.kinds.len()],
            became: vec![0; rules.kinds.len()],
        }
    }

    /// The lines after `end` of a board worked by hand.
    pub(crate) fn lines(&self, rules: &Rules) -> Vec<String> {
        let number =
            |name: &str, count: u64| (count > 0).then(|| format!("{name} {count}"));
        let kinds = rules.kinds.iter().map(|kind| kind.name.as_str());
        let pieces = rules.pieces.iter().map(|piece| piece.name.as_str());
        let colors = rules.colors.iter().map(String::as_str);

        [
            number("score", self.score),
            named("collected", colors, &self.collected),
            named("broken", kinds, &self.broken),
            number("dropped-in-all", self.dropped),
            named("made-in-all", pieces, &self.made),
            number("reshuffles", self.reshuffles),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// `name one=1 other=2`, without those that are 0.
fn named<'a>(
    name: &str,
    names: impl Iterator<Item = &'a str>,
    counts: &[u64],
) -> Option<String> {
    let parts = names.zip(counts).filter(|(_, count)| **count > 0);
    let parts: Vec<_> = parts.map(|(part, count)| format!(" {part}={count}")).collect();
    (!parts.is_empty()).then(|| format!("{name}{}", parts.concat()))
}
