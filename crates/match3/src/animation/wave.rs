//! The waves of games under rules other than `classic`: pieces fire, and made pieces appear.

use super::scene::{DrawnBlock, Scene};
use super::{Animator, STEP};
use crate::Kind;
use crate::kind::Contents;
use crate::rules::Shot;
use crate::ruleset::Effect;

/// The duration of a wave in which pieces fire, in hundredths of a second.
const WAVE: u16 = 32;

impl Animator {
    /// Keeps pieces in sight that have left the board to fire in the first wave.
    pub(super) fn wait(&mut self, before: &Scene, scene: &mut Scene) {
        self.waiting.clear();
        if scene.other.is_none() {
            return;
        }
        for (cell, block) in before.blocks.iter().enumerate() {
            if let Some(block) = block.filter(|_| scene.blocks[cell].is_none()) {
                self.waiting.push((cell, block));
                scene.blocks[cell] = Some(block);
            }
        }
    }

    /// The sources of a wave take effect: first what they reach, then the board without what they took.
    pub(super) fn wave(&mut self, before: &Scene, after: &Scene, shots: &[Shot]) {
        let mut scene = before.clone();
        scene.spots.clear();

        // What fires in this wave has left the board, and is shown until it has fired.
        for &(cell, block) in &self.waiting {
            scene.blocks[cell] = scene.blocks[cell].or(Some(block));
        }

        let is_changed =
            |&cell: &usize| before.kinds.values()[cell] != after.kinds.values()[cell];
        let changed: Vec<_> = (0..before.blocks.len()).filter(is_changed).collect();

        if !shots.is_empty() {
            scene.spots.clone_from(&changed);
            shots.clone_into(&mut scene.shots);
            self.take(&scene, WAVE);
        }

        let mut next = Vec::new();
        let mut scene = after.clone();
        for &cell in &changed {
            let Some(block) = before.blocks[cell] else { continue };
            let is_gone = after.blocks[cell].is_none();
            if is_gone && block.kind.contents() == Contents::Piece {
                next.push((cell, block));
            } else if is_gone {
                let shrunk = DrawnBlock { scale: 0.5, glow: 0.5, ..block };
                scene.blocks[cell] = Some(shrunk);
            }
        }

        next.extend(turned(before, shots));
        for &(cell, block) in &next {
            scene.blocks[cell] = Some(DrawnBlock { scale: 1.12, ..block });
        }

        self.waiting = next;
        self.take(&scene, 2 * STEP);
    }

    /// The pieces that groups made appear.
    pub(super) fn appear(&mut self, before: &Scene, after: &Scene) {
        self.waiting.clear();
        let is_new =
            |&cell: &usize| after.blocks[cell].is_some() && before.blocks[cell].is_none();
        let made: Vec<_> = (0..after.blocks.len()).filter(is_new).collect();
        for scale in [0.6, 1.25].into_iter().filter(|_| !made.is_empty()) {
            let mut scene = after.clone();
            for &cell in &made {
                scene.change(cell, |block| block.scale = scale);
            }
            self.take(&scene, 2 * STEP);
        }
        self.take(after, STEP);
    }
}

/// The pieces into which shots have turned blocks: lines along rows and columns by turns.
fn turned(before: &Scene, shots: &[Shot]) -> Vec<(usize, DrawnBlock)> {
    let Some(other) = &before.other else { return Vec::new() };
    let mut turned = Vec::new();
    for shot in shots {
        let Some(piece) = shot.turned_into else { continue };
        let rule = other.piece(piece);

        let mut side = 0;
        for &cell in &shot.hits {
            let Some(block) = before.blocks[cell] else { continue };
            if block.kind.contents() != Contents::Block {
                continue;
            }

            let color = if rule.has_color { block.kind.color } else { Kind::COLORLESS };
            let id = 2 * piece as u8 + side;
            let kind = Kind { id, color, ..Kind::of(Contents::Piece, 0) };
            turned.push((cell, DrawnBlock { kind, ..block }));
            side = if rule.fires == Effect::Line { 1 - side } else { 0 };
        }
    }
    turned
}
