//! The loop of an engine around a match-3 game, without a window, and how long its frames take.
//!
//! A game has sprites, one for each element, and moves them by the events: every frame each sprite glides towards its cell,
//! and when a step has been shown the next one begins. A bot plays. It draws nothing, so that what is measured is the game
//! alone, of the 16,667 µs that a frame has at 60 a second:
//!
//! ```sh
//! cargo run --release --example match3_frames --features match3
//! ```

#![expect(clippy::print_stdout, reason = "a program of the terminal")]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use tilewright::grid::{Seed, Size};
use tilewright::match3::events::{Event, EventKind, Id, Look, Place};
use tilewright::match3::{Level, Session, Strategy};
use tilewright::play::Session as _;

const LEVEL: &str = r#"{"schema": "tilewright/level/2", "rows": 9, "columns": 9, "colors": 5, "rules": "royal",
    "goal": {"score": 4000000000}, "layout": [
    [".", ".", ".", ".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", ".", ".", ".", "."],
    [".", ".", ".", ".", "R-", ".", ".", ".", "."], [".", "box1", ".", ".", ".", ".", ".", "box1", "."],
    [".", ".", ".", ".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", ".", ".", ".", "."],
    [".", ".", ".", ".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", ".", ".", ".", "."],
    [".", ".", ".", ".", ".", ".", ".", ".", "."]]}"#;

/// How many frames a step takes.
const STEP: u32 = 5;
const FRAMES: usize = 60_000;

/// What an engine draws: where it is, where it goes, and which picture it has.
struct Sprite {
    at: [f32; 2],
    to: [f32; 2],
    look: Look,
}

/// The sprites, and the events of the move that is shown.
struct Scene {
    size: Size,
    sprites: BTreeMap<Id, Sprite>,
    events: Vec<Event>,
    /// The first event that is still to be shown.
    next: usize,
}

impl Scene {
    fn point(&self, place: Place) -> [f32; 2] {
        place
            .cell(self.size)
            .map_or([0.0; 2], |cell| [cell.column as f32, cell.row as f32])
    }

    /// Begins the next step.
    fn begin_step(&mut self) {
        let step = self.events[self.next].step;
        while let Some(event) = self.events.get(self.next).filter(|it| it.step == step) {
            let (to, look) = (self.point(event.to), event.look);
            match event.kind {
                EventKind::Appear => {
                    self.sprites.insert(event.id, Sprite { at: to, to, look });
                }
                EventKind::Leave => _ = self.sprites.remove(&event.id),
                kind => {
                    if let Some(sprite) = self.sprites.get_mut(&event.id) {
                        match kind {
                            EventKind::Move => sprite.to = to,
                            EventKind::Turn | EventKind::Hit => sprite.look = look,
                            _ => {}
                        }
                    }
                }
            }
            self.next += 1;
        }
    }

    /// Moves every sprite on its way; returns how many are drawn.
    fn glide(&mut self) -> usize {
        for Sprite { at, to, .. } in self.sprites.values_mut() {
            for axis in 0..2 {
                at[axis] += (to[axis] - at[axis]) / STEP as f32;
            }
        }
        self.sprites.values().filter(|sprite| sprite.look != Look::NONE).count()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = LEVEL.parse()?;
    let goal = level.goal.clone().ok_or("the level has a goal")?;
    let mut session = Session::new(&level, &goal, Seed(1), 0)?;
    let mut scene = Scene {
        size: level.size(),
        sprites: BTreeMap::new(),
        events: Vec::new(),
        next: 0,
    };
    for element in session.elements() {
        let at = scene.point(element.place);
        scene.sprites.insert(element.id, Sprite { at, to: at, look: element.look });
    }

    let (mut gliding, mut playing, mut drawn, mut left) = (vec![], vec![], 0, 0);
    for _ in 0..FRAMES {
        let begun = Instant::now();
        let is_rest = scene.next == scene.events.len() && left == 0;
        if is_rest {
            let Some(made) = session.hint(Strategy::Greedy.into()) else { break };
            scene.events.clear();
            scene.next = 0;
            session.play_seen(made, &mut |step| {
                scene.events.extend_from_slice(step.events);
            })?;
        }
        if left == 0 {
            scene.begin_step();
            left = STEP;
        }
        drawn += scene.glide();
        left -= 1;
        let list = if is_rest { &mut playing } else { &mut gliding };
        list.push(begun.elapsed().as_nanos());
    }

    println!("{} moves, {drawn} sprites drawn", session.state().moves_made);
    for (name, mut times) in
        [("frames that glide", gliding), ("frames with a hint and a move", playing)]
    {
        times.sort_unstable();
        let at = |share: usize| times[times.len() * share / 100] as f64 / 1000.0;
        println!("{name}: median {:.1} µs, 99 % within {:.1} µs", at(50), at(99));
    }
    Ok(())
}
