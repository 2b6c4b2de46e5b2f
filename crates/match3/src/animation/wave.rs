//! Waves: groups are matched, pieces fire, and made pieces appear.

use super::flash::Shot;
use super::scene::{DrawnBlock, Scene};
use super::stage::Stage;
use super::{Animator, FLASH, STEP};
use crate::events::{Event, EventKind, Events, Id, Manner, Sort};
use crate::ruleset::{Effect, PairEffect};

/// The duration of a wave in which pieces fire, in hundredths of a second.
const WAVE: u16 = 32;

/// What happens in a wave, by the indices of cells.
pub(super) struct Wave {
    /// The cells of groups.
    matched: Vec<usize>,
    shots: Vec<Shot>,
    /// The cells where something leaves, turns or loses a layer.
    changed: Vec<usize>,
    /// The cells whose filling leaves.
    gone: Vec<usize>,
}

impl Wave {
    /// The wave of a step, if it is one; `stage` shows the board before it.
    pub(super) fn of(events: Events<'_>, stage: &Stage) -> Self {
        let matched = events.iter().filter(|event| event.kind == EventKind::Group);
        let matched = matched.flat_map(|group| events.list(group));
        let matched =
            matched.filter_map(|&id| stage.mirror.element(Id(id))?.place.index());

        let shots = events.iter().filter(|event| event.kind == EventKind::Fire);
        let shots = shots.filter_map(|fire| shot(fire, events.list(fire), stage));

        let is_change =
            |event: &&Event| event.kind.is_change() && event.kind != EventKind::Move;
        let changed = events.iter().filter(is_change);
        let is_gone =
            |event: &&Event| event.kind == EventKind::Leave && event.look.sort.fills();
        let gone = events.iter().filter(is_gone);

        Self {
            matched: matched.collect(),
            shots: shots.collect(),
            changed: changed.filter_map(|event| event.from.index()).collect(),
            gone: gone.filter_map(|event| event.from.index()).collect(),
        }
    }

    /// Whether the step is none.
    pub(super) const fn is_empty(&self) -> bool {
        self.matched.is_empty() && self.shots.is_empty()
    }
}

/// A piece that fires, and the cells that it reaches.
fn shot(fire: &Event, reached: &[u32], stage: &Stage) -> Option<Shot> {
    let other = stage.other.as_ref()?;
    let number = usize::from(fire.look.number);
    let effect = match usize::try_from(fire.value) {
        Ok(pair) => match other.pair(pair).fires {
            PairEffect::Fires { effect, .. } => Some(effect),
            PairEffect::Turn(_) => None,
        },
        Err(_) if fire.look.sort == Sort::ArmedPiece => fire.look.effect(),
        Err(_) => Some(other.piece(number).fires),
    };

    // One that chooses flies there, whatever it reaches from there.
    let chosen = fire.to.index().filter(|_| matches!(effect, Some(Effect::Goal { .. })));
    let reached = || reached.iter().map(|&index| index as usize).collect();
    Some(Shot {
        cell: fire.from.index()?,
        effect,
        is_down: fire.manner == Manner::Down,
        hits: chosen.map_or_else(reached, |chosen| vec![chosen]),
    })
}

impl Animator {
    /// The sources of a wave take effect: first what they reach, then the board without what they took.
    pub(super) fn wave(&mut self, before: &Scene, after: &Scene, wave: &mut Wave) {
        if !wave.matched.is_empty() {
            let mut scene = before.clone();
            scene.spots.clone_from(&wave.matched);
            for &cell in &wave.matched {
                scene.change(cell, |block| (block.scale, block.glow) = (1.12, 0.4));
            }
            self.take(&scene, FLASH);
        }
        if !wave.shots.is_empty() {
            let mut scene = before.clone();
            scene.spots.clone_from(&wave.changed);
            scene.shots = std::mem::take(&mut wave.shots);
            self.take(&scene, WAVE);
        }

        for scale in [0.8, 0.4] {
            let mut scene = after.clone();
            for &cell in &wave.gone {
                if let (Some(block), None) = (before.blocks[cell], after.blocks[cell]) {
                    scene.blocks[cell] = Some(DrawnBlock { scale, glow: 0.5, ..block });
                }
            }
            self.take(&scene, STEP);
        }
    }

    /// The pieces that groups made appear.
    pub(super) fn appear(&mut self, after: &Scene, events: Events<'_>) {
        for scale in [0.6, 1.25] {
            let mut scene = after.clone();
            for event in events.iter().filter(|event| event.manner == Manner::Made) {
                if let Some(cell) = event.to.index() {
                    scene.change(cell, |block| block.scale = scale);
                }
            }
            self.take(&scene, 2 * STEP);
        }
        self.take(after, STEP);
    }
}
