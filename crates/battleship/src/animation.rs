//! Animations of games and of the search for adversarial fleets.

use std::ops::ControlFlow;

use tilewright_draw::{
    Anchor, Animation, Color, DrawError, Frame, Mark as Sign, Picture, Point, Ramp,
    Shape, Stroke, theme,
};
use tilewright_grid::{Cell, Grid, Seed, Watch};

use crate::chart::adversarial_lines;
use crate::picture::{Chart, WATER, color, head, row_mark, tile_for};
use crate::{
    AdversarialGeneration, Battle, Fleet, FleetError, Mark, Posterior, Rules, Sight,
};

/// The space between two fields, in pixels.
const GAP: f64 = 14.0;
/// The duration of the frame of a shot, in hundredths of a second.
const SHOT: u16 = 35;
/// The duration of the last frame, in hundredths of a second.
const END: u16 = 300;

/// What a hunter knows: misses as dots, hits as crosses, sunk ships, and in the background the
/// probability that a ship occupies each cell, if given. The last shot has a ring. `tile` is the
/// side of a cell in pixels.
pub fn sight(
    sight: &Sight<'_>,
    probabilities: Option<&Grid<f64>>,
    last: Option<Cell>,
    tile: f64,
) -> Picture {
    let size = sight.rules().size();
    let chart = Chart { size, tile };
    let mut picture = chart.field([0, 0], "what the hunter knows");

    for cell in size.cells().filter(|&cell| sight.mark(cell) == Mark::Unknown) {
        if let Some(probabilities) = probabilities {
            let (corner, fill) = (chart.corner(cell), shade(probabilities[cell]));
            picture.push(Shape::rectangle(corner, [tile - 0.5; 2], 0.0, fill));
        }
    }

    for &ship in sight.sunk() {
        picture.push(chart.hull(ship, color(ship.length)));
    }
    for cell in size.cells() {
        draw_mark(&mut picture, chart, cell, sight.mark(cell));
    }

    if let Some(cell) = last {
        picture.push(Shape::Circle {
            center: chart.middle(cell),
            radius: tile * 0.45,
            fill: None,
            stroke: Some(Stroke::new(theme::VERMILLION, tile * 0.09)),
        });
    }

    picture.marks = marks(sight, probabilities);
    picture
}

/// The colour of a probability. The square root spreads the small ones.
fn shade(probability: f64) -> Color {
    Ramp::Viridis.at(probability.max(0.0).sqrt())
}

fn draw_mark(picture: &mut Picture, chart: Chart, cell: Cell, mark: Mark) {
    let (middle, tile) = (chart.middle(cell), chart.tile);
    match mark {
        Mark::Unknown => {}
        Mark::Miss => picture.push(Shape::circle(middle, tile * 0.12, theme::MUTED)),
        Mark::Hit | Mark::Sunk => {
            let reach = tile * 0.22;
            let stroke = Stroke::new(theme::INK, tile * 0.1);
            for side in [-reach, reach] {
                let from = Point::new(middle.x - reach, middle.y - side);
                let to = Point::new(middle.x + reach, middle.y + side);
                picture.push(Shape::Polyline { points: vec![from, to], stroke });
            }
        }
    }
}

fn marks(sight: &Sight<'_>, probabilities: Option<&Grid<f64>>) -> Vec<Vec<Sign>> {
    let size = sight.rules().size();

    let mut rows = vec![head(size)];
    for row in 0..size.rows {
        let mark = |column: u32| {
            let cell = Cell::new(row, column);
            match sight.mark(cell) {
                Mark::Unknown => {
                    let paper = probabilities.map_or(WATER, |all| shade(all[cell]));
                    Sign::new("  ", paper.ink(), paper)
                }
                Mark::Miss => Sign::new("· ", theme::MUTED, WATER),
                Mark::Hit => Sign::new("x ", theme::PAPER, theme::VERMILLION),
                Mark::Sunk => Sign::new("# ", theme::PAPER, theme::GREY),
            }
        };
        let marks = (0..size.columns).map(mark);
        rows.push(std::iter::once(row_mark(row)).chain(marks).collect());
    }

    rows
}

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

/// The legend of the colours of probabilities.
fn legend() -> Picture {
    let (start, step, height) = (GAP + 190.0, 6.0, 12.0);
    let mut picture = Picture::new(start + 20.0 * step + 60.0, 28.0, "legend");

    let mut text = |text: &str, x: f64, anchor| {
        let text = Shape::text(Point::new(x, 10.0), 12.0, theme::INK, text);
        picture.push(text.anchored(anchor));
    };

    text("probability of a ship: 0 %", start - 6.0, Anchor::End);
    text("100 %", start + 20.0 * step + 6.0, Anchor::Start);
    for index in 0..20 {
        let corner = Point::new(start + f64::from(index) * step, 10.0 - height / 2.0);
        let fill = shade(f64::from(index) / 19.0);
        picture.push(Shape::rectangle(corner, [step + 0.5, height], 0.0, fill));
    }

    let row = [("0 % ", 0.0), (" 100 %", 1.0)].map(|(text, probability)| {
        let paper = shade(probability);
        Sign::new(text, paper.ink(), paper)
    });
    let before = Sign::plain("probability of a ship: ");
    picture.marks = vec![std::iter::once(before).chain(row).collect()];
    picture
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
