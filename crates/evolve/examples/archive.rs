//! An archive: MAP-Elites finds a pose of a robot arm for every position that its hand can reach,
//! and bends the joints as little as possible. The picture shows the archive and some of the poses.
//!
//! `cargo run --release -p tilewright-evolve --example archive [FILE.svg] [SEED]`

use std::error::Error;
use std::f64::consts::PI;
use std::ops::ControlFlow;

use tilewright_draw::chart::Heatmap;
use tilewright_draw::{Anchor, Picture, Point, Ramp, Shape, Stroke, theme};
use tilewright_evolve::{
    Archive, Axis, Cost, Direction, Evaluation, Evolution, Gaussian, MapElites, Problem,
    Rate, RealBounds, Stop,
};
use tilewright_grid::{Rng, Seed, det};

mod support;

/// The number of bins of each axis.
const BINS: usize = 60;

/// An arm of equal parts in the plane, 1 long, whose base is at the origin (as in Cully, Clune,
/// Tarapore and Mouret, *Robots that can adapt like animals*, 2015). Genes are the angles of the
/// joints in radians, the first one that of the base.
#[derive(Debug)]
pub(crate) struct Arm(RealBounds);

/// The ends of all parts, from the base to the hand.
fn pose(angles: &[f64]) -> Vec<(f64, f64)> {
    let (mut heading, mut at, length) = (0.0, (0.0, 0.0), 1.0 / angles.len() as f64);
    let mut ends = vec![at];
    for angle in angles {
        heading += angle;
        at = (at.0 + length * det::cos(heading), at.1 + length * det::sin(heading));
        ends.push(at);
    }
    ends
}

/// The root mean square by which the joints are bent, without the base, in degrees.
fn bend(angles: &[f64]) -> f64 {
    let joints = &angles[1..];
    let squares: f64 = joints.iter().map(|angle| angle * angle).sum();
    (squares / joints.len() as f64).sqrt() * 180.0 / PI
}

impl Problem<3> for Arm {
    type Genome = Vec<f64>;

    /// The bend, and the position of the hand.
    fn objectives(&self) -> [Direction; 3] {
        [Direction::Minimize, Direction::Measure, Direction::Measure]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.0.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<3> {
        let (x, y) = pose(genome)[genome.len()];
        Evaluation::feasible([bend(genome), x, y])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        format!("arm {:?}", self.0)
    }
}

/// Fills the archive for an arm of this number of parts.
pub(crate) fn run(
    parts: usize,
    generations: u64,
    seed: Seed,
) -> Result<Evolution<Arm, MapElites<Gaussian>, 3>, Box<dyn Error>> {
    let bounds = RealBounds::new(vec![-PI..=PI; parts])?;
    let mutation = Gaussian { rate: Rate::HALF, spread: 0.02, bounds: bounds.clone() };
    let axes = vec![Axis::new(-1.0, 1.0, BINS); 2];
    let scheme = MapElites { floor: 180.0, ..MapElites::new(axes, mutation) };
    let mut evolution = Evolution::new(Arm(bounds), scheme, seed)?;
    evolution
        .run(&Stop::new().generations(generations), &(), |_| ControlFlow::Continue(()))?;
    Ok(evolution)
}

/// The bend of the elite of every bin, and some poses.
fn picture(archive: &Archive<Vec<f64>, 3>) -> Picture {
    let mut values = vec![None; BINS * BINS];
    for (bin, _, evaluation) in archive.elites() {
        // Bins count from the lowest x, then the lowest y; rows from the greatest y.
        let (column, row) = (bin / BINS, BINS - 1 - bin % BINS);
        values[row * BINS + column] = Some(evaluation.objectives[0]);
    }
    let map = Heatmap {
        title: "Bend of the joints in degrees, by the hand's position".to_owned(),
        rows: BINS,
        columns: BINS,
        values,
        labels: false,
        ramp: Ramp::Viridis,
        cell: 6.0,
    };
    Picture::beside(&[map.picture(), poses(archive)], 10.0, "An archive of poses")
}

/// The poses whose hands are at eight positions.
fn poses(archive: &Archive<Vec<f64>, 3>) -> Picture {
    let mut picture = Picture::new(400.0, 440.0, "Eight poses");
    picture.push(Shape::Text {
        at: Point::new(15.0, 24.0),
        size: 16.0,
        anchor: Anchor::Start,
        bold: true,
        ink: theme::INK,
        text: "Eight poses".to_owned(),
    });
    picture.push(Shape::Circle {
        center: Point::new(200.0, 240.0),
        radius: 185.0,
        fill: None,
        stroke: Some(Stroke::new(theme::GRID, 1.0)),
    });
    for (number, color) in (0_u8..).zip(theme::SERIES) {
        let angle = f64::from(number) * PI / 4.0;
        let reach = [0.95, 0.35][usize::from(number % 2)];
        let (x, y) = (reach * det::cos(angle), reach * det::sin(angle));
        let Some((genome, _)) =
            archive.elite(archive.bin(&Evaluation::feasible([0.0, x, y])))
        else {
            continue;
        };
        let at = |&(x, y): &(f64, f64)| Point::new(200.0 + 185.0 * x, 240.0 - 185.0 * y);
        let points: Vec<Point> = pose(genome).iter().map(at).collect();
        for &center in &points {
            picture.push(Shape::Circle {
                center,
                radius: 3.0,
                fill: Some(color),
                stroke: None,
            });
        }
        picture.push(Shape::Polyline { points, stroke: Stroke::new(color, 2.0) });
    }
    picture
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("archive")?;
    let evolution = run(8, 4000, seed)?;
    let archive = evolution.state();
    println!(
        "{} of {} bins have a pose, {} evaluations, QD score {:.0}",
        archive.len(),
        archive.bins(),
        evolution.evaluations(),
        archive.qd_score(180.0),
    );
    support::save(&picture(archive), &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
