//! Animations of games: swaps, matches and falling blocks.

pub(crate) mod block;
mod flash;
mod head;
mod other;
mod scene;
mod stage;
mod wave;

use tilewright_draw::{Animation, Frame, Picture};

use crate::events::{Element, Event, EventKind, Events, Manner, Place};
use crate::replay::Spectator;
use crate::rules::Part;
use crate::{Game, Replay, ReplayError, Rules};
use scene::Scene;
pub(crate) use scene::draw_layers;
use stage::Stage;
use wave::Wave;

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

/// Records the frames of a game, from what its events tell.
struct Animator {
    frames: Vec<Frame>,
    most: usize,
    /// The board that is shown; none before the first.
    stage: Option<Stage>,
    /// The number of swaps that have begun.
    begun: u32,
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
            stage: None,
            begun: 0,
            shown: 0,
            total: self.swaps.len(),
            foot: self.name(),
        };
        self.play(Some(&mut animation))?;
        Ok(animation.finish(self))
    }

    /// The board after a number of swaps, or the final board if there are fewer.
    ///
    /// As text, every block is the letter of its colour.
    ///
    /// # Errors
    /// When the recording is wrong; see [`Replay::check`].
    pub fn picture(&self, swaps: usize) -> Result<Picture, ReplayError> {
        let mut still = StageRecorder { swaps, stage: None };
        self.play(Some(&mut still))?;
        let stage = still.stage.expect("every game is dealt");
        Ok(stage.scene().picture(self.swaps.len(), &self.name()))
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
struct StageRecorder {
    swaps: usize,
    stage: Option<Stage>,
}

impl Spectator for StageRecorder {
    fn begin(&mut self, rules: &Rules, elements: Vec<Element>, parts: Vec<(Part, u64)>) {
        self.stage = Some(Stage::new(rules, elements, &parts));
    }

    fn step(&mut self, events: Events<'_>) {
        let Some(stage) = &mut self.stage else { return };
        let begins = events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Swap | EventKind::Tap));
        if begins && stage.head.swaps() as usize >= self.swaps {
            self.swaps = 0;
        }
        if self.swaps > 0 {
            stage.apply(events);
        }
    }
}

impl Spectator for Animator {
    fn begin(&mut self, rules: &Rules, elements: Vec<Element>, parts: Vec<(Part, u64)>) {
        let stage = Stage::new(rules, elements, &parts);
        self.take(&stage.scene(), REST);
        self.stage = Some(stage);
    }

    fn step(&mut self, events: Events<'_>) {
        let Some(mut stage) = self.stage.take() else { return };
        let is_of = |kind: EventKind| move |event: &&Event| event.kind == kind;

        let swap = events
            .iter()
            .find(|event| matches!(event.kind, EventKind::Swap | EventKind::Tap));
        self.begun += u32::from(swap.is_some());

        // After the end the stage goes on, for the final board.
        if self.is_over() {
            stage.apply(events);
            self.stage = Some(stage);
            return;
        }

        let before = stage.scene();
        let mut wave = Wave::of(events, &stage);
        stage.apply(events);
        let after = stage.scene();

        if let Some(swap) = swap {
            self.glide(&before, &after, swap);
        } else if !wave.is_empty() {
            self.wave(&before, &after, &mut wave);
        } else if events.iter().any(|event| event.manner == Manner::Made) {
            self.appear(&after, events);
        } else if events.iter().any(is_fall) {
            self.fall(&after, events);
        } else if events.iter().find(is_of(EventKind::Reshuffle)).is_some() {
            self.shuffle(&before, &after);
        } else if events.iter().find(is_of(EventKind::Rest)).is_some() {
            self.take(&after, REST);
            self.shown += usize::from(self.frames.len() < self.most);
        } else {
            self.take(&after, STEP);
        }
        self.stage = Some(stage);
    }
}

/// Whether something falls or comes in.
const fn is_fall(event: &Event) -> bool {
    matches!(
        event.manner,
        Manner::Fall | Manner::Slide | Manner::Portal | Manner::Refilled
    )
}

impl Animator {
    /// Whether no more frames are shown.
    const fn is_over(&self) -> bool {
        self.begun > SWAPS || self.frames.len() >= self.most
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

    /// Two blocks are swapped, or one is tapped.
    fn glide(&mut self, before: &Scene, after: &Scene, swap: &Event) {
        let places = [swap.from, swap.to].into_iter().filter_map(Place::index);
        let spots: Vec<_> = places.collect();
        self.take(&Scene { spots: spots.clone(), ..before.clone() }, CHOICE);

        if let [first, second] = spots[..] {
            // Two frames on the way, the ends apart.
            for left in [0.67, 0.33] {
                let mut scene = after.clone();
                scene.delay(second, Some(first), left);
                scene.delay(first, Some(second), left);
                self.take(&scene, STEP);
            }
        }
        self.take(after, STEP);
    }

    /// Blocks fall by one cell, and new ones come in.
    fn fall(&mut self, after: &Scene, events: Events<'_>) {
        for left in [0.5, 0.0] {
            let mut scene = after.clone();
            for event in events.iter().filter(|event| is_fall(event)) {
                let from = event.from.index().filter(|_| event.kind == EventKind::Move);
                if let Some(to) = event.to.index() {
                    scene.delay(to, from, left);
                }
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
        let stage = self.stage.take().expect("every game is dealt");
        let swaps = |count| stage.head.counted(count);

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

        let picture = stage.scene().picture(self.total, &foot);
        self.frames.push(Frame { picture, hundredths: END });
        Animation { title, frames: self.frames }
    }
}
