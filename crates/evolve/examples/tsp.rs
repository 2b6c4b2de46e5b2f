//! Permutations: a short round trip through 52 places in Berlin, by a genetic algorithm with edge
//! recombination and inversion on eight islands. The picture shows the tour.
//!
//! `cargo run --release -p tilewright-evolve --example tsp [FILE.svg] [SEED]`

use std::error::Error;
use std::ops::ControlFlow;

use tilewright_draw::{Anchor, Picture, Point, Shape, Stroke, theme};
use tilewright_evolve::{
    Breeding, Cost, Direction, EdgeRecombination, Evaluation, Evolution, Generational,
    Inversion, Islands, Permutation, Problem, Rate, Stop, Topology, Tournament,
};
use tilewright_grid::{Rng, Seed};

mod support;

/// The places of the instance berlin52 of TSPLIB (Reinelt, *TSPLIB: a traveling salesman problem
/// library*, 1991; the places are Grötschel's).
#[rustfmt::skip]
const BERLIN: [(f64, f64); 52] = [
    (565.0, 575.0), (25.0, 185.0), (345.0, 750.0), (945.0, 685.0), (845.0, 655.0),
    (880.0, 660.0), (25.0, 230.0), (525.0, 1000.0), (580.0, 1175.0), (650.0, 1130.0),
    (1605.0, 620.0), (1220.0, 580.0), (1465.0, 200.0), (1530.0, 5.0), (845.0, 680.0),
    (725.0, 370.0), (145.0, 665.0), (415.0, 635.0), (510.0, 875.0), (560.0, 365.0),
    (300.0, 465.0), (520.0, 585.0), (480.0, 415.0), (835.0, 625.0), (975.0, 580.0),
    (1215.0, 245.0), (1320.0, 315.0), (1250.0, 400.0), (660.0, 180.0), (410.0, 250.0),
    (420.0, 555.0), (575.0, 665.0), (1150.0, 1160.0), (700.0, 580.0), (685.0, 595.0),
    (685.0, 610.0), (770.0, 610.0), (795.0, 645.0), (720.0, 635.0), (760.0, 650.0),
    (475.0, 960.0), (95.0, 260.0), (875.0, 920.0), (700.0, 500.0), (555.0, 815.0),
    (830.0, 485.0), (1170.0, 65.0), (830.0, 610.0), (605.0, 625.0), (595.0, 360.0),
    (1340.0, 725.0), (1740.0, 245.0),
];

/// The length of the shortest tour of [`BERLIN`], as TSPLIB gives it.
pub(crate) const OPTIMUM: f64 = 7542.0;

/// The shortest tour of [`BERLIN`].
#[derive(Debug)]
pub(crate) struct Tour;

/// The distance of two places, rounded as TSPLIB asks for it.
fn distance(from: u32, to: u32) -> f64 {
    let ((x1, y1), (x2, y2)) = (BERLIN[from as usize], BERLIN[to as usize]);
    let (dx, dy) = (x1 - x2, y1 - y2);
    (dx * dx + dy * dy).sqrt().round()
}

impl Problem for Tour {
    type Genome = Permutation;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Permutation {
        Permutation::random(BERLIN.len(), rng)
    }

    fn evaluate(&self, genome: &Permutation) -> Evaluation {
        let places = genome.items();
        let next = places.iter().cycle().skip(1);
        let steps = places.iter().zip(next).map(|(&from, &to)| distance(from, to));
        Evaluation::feasible([steps.sum()])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "berlin52 of TSPLIB".to_owned()
    }
}

type Scheme = Islands<Generational<Tournament, EdgeRecombination, Inversion>>;

/// Evolves tours.
pub(crate) fn run(
    generations: u64,
    seed: Seed,
) -> Result<Evolution<Tour, Scheme>, Box<dyn Error>> {
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover: EdgeRecombination,
        crossover_rate: Rate::new(0.9)?,
        mutation: Inversion { count: 1 },
        mutation_rate: Rate::HALF,
    };
    let island =
        Generational { population: 100, elite: 2, returns_hall_of_fame: false, breeding };
    let scheme = Islands {
        scheme: island,
        count: 8,
        every: 20,
        migrants: 2,
        topology: Topology::Ring,
    };
    let mut evolution = Evolution::new(Tour, scheme, seed)?;
    let stop = Stop::new().target(OPTIMUM).generations(generations);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
    Ok(evolution)
}

/// The tour on the map.
fn picture(tour: &Permutation, length: f64) -> Picture {
    let title = format!("A tour of length {length} through 52 places in Berlin");
    let mut picture = Picture::new(720.0, 540.0, title.clone());
    let at = |&place: &u32| {
        let (x, y) = BERLIN[place as usize];
        Point::new(20.0 + 0.385 * x, 520.0 - 0.4 * y)
    };
    picture.push(Shape::Polygon {
        points: tour.items().iter().map(at).collect(),
        fill: None,
        stroke: Some(Stroke::new(theme::ACCENT, 2.0)),
    });
    for place in tour.items() {
        picture.push(Shape::Circle {
            center: at(place),
            radius: 4.0,
            fill: Some(theme::INK),
            stroke: None,
        });
    }
    picture.push(Shape::Text {
        at: Point::new(20.0, 22.0),
        size: 16.0,
        anchor: Anchor::Start,
        bold: true,
        ink: theme::INK,
        text: title,
    });
    picture
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("tsp")?;
    let evolution = run(1000, seed)?;
    let best = evolution.best().ok_or("there was no generation")?;
    let [length] = best.evaluation.objectives;
    println!(
        "length {length}, {:.2} % above the optimum of {OPTIMUM}, {} evaluations",
        100.0 * (length / OPTIMUM - 1.0),
        evolution.evaluations()
    );
    support::save(&picture(&best.genome, length), &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
