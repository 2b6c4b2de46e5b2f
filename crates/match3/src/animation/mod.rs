//! Animations of games: swaps, matches and falling blocks.

pub(crate) mod block;
mod flash;
mod head;
mod other;
mod scene;
mod wave;

pub(crate) use scene::draw_layers;
use scene::{DrawnBlock, Scene};
use tilewright_draw::{Animation, Frame, Picture};

use crate::rules::Way;
use crate::rules::{FallStep, Observer, Phase};
use crate::{Game, Move, Replay, ReplayError};

/// The maximum number of swaps that are shown one by one.
const SWAPS: u32 = 20;
/// The maximum number of frames on a board of 9 × 9; larger boards have fewer, so that all
/// animations have about as many cells to draw.
const FRAMES: usize = 360;
const CELLS: usize = 81;
/// The least maximum number of frames: a few swaps are seen on any board.
const FEW: usize = 60;

/// The duration of each sort of frame, in hundredths of a second.
const REST: u16 = 25;
const CHOICE: u16 = 30;
const STEP: u16 = 4;
const FLASH: u16 = 14;
const END: u16 = 300;

/// Records the frames of a game.
struct Animator {
    frames: Vec<Frame>,
    most: usize,
    /// The last board.
    scene: Option<Scene>,
    /// The cells that are about to be cleared.
    matched: Vec<usize>,
    /// Pieces that have left the board and fire in the next wave, with their cells.
    waiting: Vec<(usize, DrawnBlock)>,
    /// The number of swaps that are shown completely.
    shown: usize,
    total: usize,
    foot: String,
}

impl Replay {
    /// An animation of the game, swap by swap. Long games are shown in part: the first 20 swaps, or fewer if
    /// there are many cascades, and then the final board. The first frame is the first board, the last
    /// frame the final one.
    ///
    /// # Errors
    /// When the recording is wrong; see [`Replay::check`].
    pub fn animation(&self) -> Result<Animation, ReplayError> {
        let area = self.level.size().area().max(1);
        let mut animation = Animator {
            frames: Vec::new(),
            most: (FRAMES * CELLS / area).clamp(FEW, FRAMES),
            scene: None,
            matched: Vec::new(),
            waiting: Vec::new(),
            shown: 0,
            total: self.swaps.len(),
            foot: self.name(),
        };
        self.play(&mut animation)?;
        Ok(animation.finish(self))
    }

    /// The board after a number of swaps, or the final board if there are fewer.
    ///
    /// As text, every block is the letter of its colour.
    ///
    /// # Errors
    /// When the recording is wrong; see [`Replay::check`].
    pub fn picture(&self, swaps: usize) -> Result<Picture, ReplayError> {
        let mut still = SceneRecorder { swaps, scene: None };
        self.play(&mut still)?;
        let scene = still.scene.expect("every game is dealt");
        Ok(scene.picture(self.swaps.len(), &self.name()))
    }

    /// The player, the seed and the number of the game.
    fn name(&self) -> String {
        format!("{}, seed {}, game {}", self.played_by(), self.seed.0, self.game)
    }
}

impl<const W: usize> Game<'_, W> {
    /// The board with what is left of the goal, as in [`Replay::picture`]; `foot` is a line below it.
    pub fn picture(&self, foot: &str) -> Picture {
        let made = self.swaps_made();
        let total = self.rules().level().moves.map_or(made, |moves| moves.max(made));
        Scene::of(self).picture(total as usize, foot)
    }
}

/// Records the board after a number of swaps.
struct SceneRecorder {
    swaps: usize,
    scene: Option<Scene>,
}

impl Observer for SceneRecorder {
    fn see<const W: usize>(&mut self, game: &Game<'_, W>, phase: Phase) {
        let is_at_rest = matches!(phase, Phase::Dealt | Phase::Over);
        if is_at_rest && game.swaps_made() as usize <= self.swaps {
            self.scene = Some(Scene::of(game));
        }
    }
}

impl Observer for Animator {
    fn see<const W: usize>(&mut self, game: &Game<'_, W>, phase: Phase) {
        let is_over = self.is_over(game.swaps_made());
        if is_over && phase != Phase::Over {
            return;
        }

        // The scene is kept after the end too, for the final board.
        let mut scene = Scene::of(game);
        let before = self.scene.replace(scene.clone()).unwrap_or_else(|| scene.clone());
        let before = &before;

        if is_over {
            return;
        }

        match phase {
            Phase::Dealt => self.take(&scene, REST),
            Phase::Swapped(swap) => self.glide(before, &scene, swap),
            Phase::Matched(cells) => {
                self.wait(before, &mut scene);
                scene.spots.clone_from(&cells);
                for &cell in &cells {
                    scene.change(cell, |block| (block.scale, block.glow) = (1.12, 0.4));
                }
                self.matched = cells;
                self.take(&scene, FLASH);
            }
            Phase::Wave(shots) => self.wave(before, &scene, &shots),
            Phase::Conveyed | Phase::Spread => self.take(&scene, STEP),
            Phase::Cleared if scene.other.is_some() => self.appear(before, &scene),
            Phase::Cleared => self.burst(before, &scene),
            Phase::Fallen(steps) => self.fall(&scene, &steps),
            Phase::Shuffled => self.shuffle(before, &scene),
            Phase::Over => {
                self.take(&scene, REST);
                self.shown += usize::from(self.frames.len() < self.most);
            }
        }
    }
}

impl Animator {
    /// Whether no more frames are shown.
    const fn is_over(&self, swaps: u32) -> bool {
        swaps > SWAPS || self.frames.len() >= self.most
    }

    /// Records a frame, or extends the last one if it is the same.
    fn take(&mut self, scene: &Scene, hundredths: u16) {
        let picture = scene.picture(self.total, &self.foot);
        let last = self.frames.last_mut().filter(|last| last.picture == picture);
        if let Some(last) = last {
            last.hundredths += hundredths;
        } else if self.frames.len() < self.most {
            self.frames.push(Frame { picture, hundredths });
        }
    }

    /// Two blocks are swapped.
    fn glide(&mut self, before: &Scene, after: &Scene, swap: Move) {
        let [first, second] = swap.indices(after.kinds.size().columns as usize);
        self.take(&Scene { spots: vec![first, second], ..before.clone() }, CHOICE);

        // Two frames on the way, the ends apart.
        for left in [0.67, 0.33] {
            let mut scene = after.clone();
            let (right, down) = match swap.way {
                Way::Right => (left, 0.0),
                Way::Down => (0.0, left),
                Way::Left => (-left, 0.0),
                Way::Up => (0.0, -left),
                Way::Tap => (0.0, 0.0),
            };

            scene.change(first, |block| block.shift = (right, down));
            scene.change(second, |block| block.shift = (-right, -down));
            self.take(&scene, STEP);
        }

        self.take(after, STEP);
    }

    /// The matched blocks shrink.
    fn burst(&mut self, before: &Scene, after: &Scene) {
        let matched = std::mem::take(&mut self.matched);
        for scale in [0.8, 0.4] {
            let mut scene = after.clone();
            for &cell in &matched {
                scene.blocks[cell] = before.blocks[cell];
                scene.change(cell, |block| (block.scale, block.glow) = (scale, 0.5));
            }
            self.take(&scene, STEP);
        }
    }

    /// Blocks fall by one cell, and new ones come in.
    fn fall(&mut self, after: &Scene, steps: &[FallStep]) {
        for left in [0.5, 0.0] {
            let mut scene = after.clone();
            for step in steps {
                scene.delay(*step, left);
            }
            self.take(&scene, STEP);
        }
    }

    /// All blocks shrink, and grow again at other cells.
    fn shuffle(&mut self, before: &Scene, after: &Scene) {
        for (scene, scale) in [(before, 0.7), (before, 0.35), (after, 0.35), (after, 0.7)]
        {
            let mut scene = scene.clone();
            for block in scene.blocks.iter_mut().flatten() {
                block.scale = scale;
            }
            self.take(&scene, 2 * STEP);
        }
        self.take(after, REST);
    }

    /// The animation, with the final board.
    fn finish(mut self, replay: &Replay) -> Animation {
        let result = if replay.is_won { "won" } else { "not won" };
        let (shown, left) = (self.shown, self.total - self.shown);

        let (title, foot) = match (shown, left) {
            (_, 0) => (String::new(), format!("{}, {result}", swaps(self.total))),
            (0, _) => (": the first and the final board".to_owned(), result.to_owned()),
            _ => (
                format!(": the first {} and the final board", swaps(shown)),
                format!("{} later: {result}", swaps(left)),
            ),
        };

        let title =
            format!("match-3 game by {}, {}{title}", self.foot, swaps(self.total));

        let scene = self.scene.take().expect("every game is dealt");
        let picture = scene.picture(self.total, &foot);
        self.frames.push(Frame { picture, hundredths: END });
        Animation { title, frames: self.frames }
    }
}

/// A number of swaps.
fn swaps(count: usize) -> String {
    format!("{count} swap{}", if count == 1 { "" } else { "s" })
}
