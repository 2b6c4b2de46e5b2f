//! The board that an animation shows: what the events have told so far.

use std::sync::Arc;

use super::block;
use super::head::Head;
use super::other::GeneralRules;
use super::scene::Scene;
use crate::events::{Element, Events, Mirror, kind_of};
use crate::rules::{Part, Simulator};
use crate::{Kind, Rules};

/// The board that is shown.
pub(super) struct Stage {
    pub(super) mirror: Mirror,
    pub(super) head: Head,
    /// The kinds at the start of the game.
    level: Vec<Kind>,
    /// The rules, if the board has more than the plain games of `classic`.
    pub(super) other: Option<Arc<GeneralRules>>,
}

impl Stage {
    /// The first board.
    pub(super) fn new(
        rules: &Rules,
        elements: Vec<Element>,
        parts: &[(Part, u64)],
    ) -> Self {
        let level = rules.level();
        let is_general = rules.simulator == Simulator::General;
        let other = is_general.then(|| Arc::new(GeneralRules::of(level)));
        Self {
            mirror: Mirror::new(level.size(), elements),
            head: head(rules, parts, other.as_deref()),
            level: level.cells().values().to_vec(),
            other,
        }
    }

    /// Follows the events of a step.
    pub(super) fn apply(&mut self, events: Events<'_>) {
        self.mirror.apply(events).expect("the events of a game follow each other");
        self.head.apply(events);
    }

    /// The board as it is drawn.
    pub(super) fn scene(&self) -> Scene {
        let is_classic = self.other.is_none();
        let cells = self.level.iter().enumerate();
        let cells = cells
            .map(|(index, &kind)| kind_of(kind, is_classic, self.mirror.looks(index)));
        Scene::new(self.mirror.size(), cells, self.head.clone(), self.other.clone())
    }
}

/// The header of a game with what is left of the parts of its goal.
pub(super) fn head(
    rules: &Rules,
    parts: &[(Part, u64)],
    other: Option<&GeneralRules>,
) -> Head {
    let look = other.map(GeneralRules::appearance);
    Head::new(rules, parts, |color| match &look {
        None => (color, block::letter(color)),
        Some(look) => look.color(color),
    })
}
