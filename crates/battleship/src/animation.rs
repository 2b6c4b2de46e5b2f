//! Animations of games and of the search for adversarial fleets.

use std::ops::ControlFlow;

use tilewright_draw::{Animation, DrawError, Frame, Picture};
use tilewright_grid::{Cell, Grid, Seed, Watch};

use crate::chart::adversarial_lines;
use crate::heatmap::{draw_mark, legend, sight};
use crate::picture::{Chart, tile_for};
use crate::{AdversarialGeneration, Battle, Fleet, FleetError, Posterior, Rules, Sight};

/// The space between two fields, in pixels.
const GAP: f64 = 14.0;
/// The duration of the frame of a shot, in hundredths of a second.
const SHOT: u16 = 35;
/// The duration of the last frame, in hundredths of a second.
const END: u16 = 300;

/// The hidden fleet with the shots at it.
fn hidden(rules: &Rules, fleet: &Fleet, sight: &Sight<'_>, tile: f64) -> Picture {
    let mut picture = crate::picture::fleet(rules, fleet, tile);
    let chart = Chart { size: rules.size(), tile };
    for cell in rules.size().cells() {
        draw_mark(&mut picture, chart, cell, sight.mark(cell));
    }
    picture
}

impl Battle {
    /// An animation of the game, shot by shot: on the left what the hunter knows, with the
    /// probability that a ship occupies each cell ([`Posterior`]), on the right the fleet. Samples
    /// are drawn from the seed of the game.
    ///
    /// # Errors
    /// As [`replay`](Self::replay), and [`FleetError::Cancelled`] when the watch stops it.
    pub fn animation(&self, watch: &dyn Watch) -> Result<Animation, FleetError> {
        let rules = self.rules()?;
        let tile = tile_for(rules.size()) * 0.75;
        let mut posterior = Posterior::new(&rules, self.draws());

        // The replay cannot stop half way, so the watch's answer is kept until its end.
        let (mut frames, mut flow) = (Vec::new(), ControlFlow::Continue(()));
        let mut frame = |now: &Sight<'_>, last: Option<Cell>, hundredths: u16| {
            if flow.is_continue() {
                flow = watch.look();
            }

            if flow.is_break() {
                return;
            }

            let probabilities = posterior.probabilities(now);
            frames.push(Frame {
                picture: self.scene(&rules, now, &probabilities, last, tile),
                hundredths,
            });
        };

        frame(&Sight::new(&rules), None, SHOT);
        self.replay(&rules, |now, cell| {
            frame(now, Some(cell), if now.is_over() { END } else { SHOT });
        })?;
        if flow.is_break() {
            return Err(FleetError::Cancelled);
        }

        Ok(Animation { title: self.name(), frames })
    }

    /// The picture of the game after a number of shots, or at its end if there were fewer.
    ///
    /// # Errors
    /// As [`replay`](Self::replay), and [`FleetError::Cancelled`] when the watch stops it.
    pub fn picture(&self, shots: u32, watch: &dyn Watch) -> Result<Picture, FleetError> {
        let rules = self.rules()?;

        let tile = tile_for(rules.size());
        let mut posterior = Posterior::new(&rules, self.draws());
        let start = Sight::new(&rules);
        let probabilities = posterior.probabilities(&start);
        let mut still = self.scene(&rules, &start, &probabilities, None, tile);
        let shown = shots.min(self.shots.len() as u32);

        let mut flow = ControlFlow::Continue(());
        self.replay(&rules, |now, cell| {
            if flow.is_continue() {
                flow = watch.look();
            }

            // Probabilities are also computed for shots that are not shown: the sample follows the
            // game from shot to shot.
            if flow.is_continue() && now.shots() <= shown {
                let probabilities = posterior.probabilities(now);
                if now.shots() == shown {
                    still = self.scene(&rules, now, &probabilities, Some(cell), tile);
                }
            }
        })?;

        if flow.is_break() {
            return Err(FleetError::Cancelled);
        }
        Ok(still)
    }

    fn draws(&self) -> Seed {
        self.seed.child(u64::from(self.game)).child(2)
    }

    fn name(&self) -> String {
        format!("{}, seed {}, game {}", self.hunter, self.seed, self.game)
    }

    fn scene(
        &self,
        rules: &Rules,
        now: &Sight<'_>,
        probabilities: &Grid<f64>,
        last: Option<Cell>,
        tile: f64,
    ) -> Picture {
        let afloat: Vec<String> = now
            .afloat()
            .iter()
            .map(|(length, count)| format!("{count} × {length}"))
            .collect();

        let left = if now.is_over() {
            "all sunk".to_owned()
        } else {
            format!("afloat: {}", afloat.join(", "))
        };

        let boards = [
            sight(now, Some(probabilities), last, tile).captioned(&format!(
                "{}: shot {}",
                self.hunter,
                now.shots()
            )),
            hidden(rules, &self.fleet, now, tile).captioned(&left),
        ];
        let boards = Picture::beside(&boards, GAP, self.name());
        Picture::stacked(&[boards, legend()], 0.0, self.name())
    }
}

/// An animation of a search for adversarial fleets: the best fleet of every generation above the
/// curve of the shots.
///
/// # Errors
/// [`DrawError::Cancelled`] when the watch stops the drawing.
pub fn adversarial(
    rules: &Rules,
    history: &[AdversarialGeneration],
    watch: &dyn Watch,
) -> Result<Animation, DrawError> {
    let name = format!("adversarial fleets on {rules}");
    let tile = tile_for(rules.size()) * 0.75;
    let whole = adversarial_lines(history);

    let frame = |(at, now): (usize, &AdversarialGeneration)| {
        let caption = format!("generation {}: {:.1} shots", now.generation, now.best);
        let first =
            crate::picture::fleet(rules, &history[0].fleet, tile).captioned("first");
        let best = crate::picture::fleet(rules, &now.fleet, tile).captioned(&caption);
        let boards = Picture::beside(&[first, best], GAP, &name);
        let curve = adversarial_lines(&history[..=at]).picture_on(&whole);
        let picture = Picture::stacked(&[boards, curve], 0.0, &name);
        let hundredths = if at + 1 == history.len() { END } else { SHOT };

        Frame { picture, hundredths }
    };
    Animation::drawn(&name, history.iter().enumerate().map(frame), watch)
}
