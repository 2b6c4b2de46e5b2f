//! The history of a search: the statistics of every generation, and each new best level.

use tilewright_draw::{Animation, Frame, Picture, chart, theme};
use tilewright_evolve::{Event, Logbook};
use tilewright_grid::det;
use tilewright_match3::Level;

use crate::{Analysis, Progress, potential};

/// The history of a search, recorded from its [`Progress`]: for logbooks, charts and animations.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::Seed;
/// use tilewright_match3_design::{History, LevelRequest, generate};
///
/// let request = LevelRequest::new(600).with_tolerance(5);
/// let mut history = History::default();
/// generate(&request, Seed(1), |progress| {
///     history.record(progress);
///     ControlFlow::Continue(())
/// })?;
/// assert!(!history.animation("a search").frames.is_empty());
/// # Ok::<(), tilewright_match3_design::RequestError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    events: Vec<Event>,
    genes: Vec<u8>,
    scenes: Vec<Scene>,
}

/// A level that was the best from a generation on.
#[derive(Clone, Debug)]
struct Scene {
    event: usize,
    level: Level,
}

/// The maximum number of frames of an animation: eight seconds at a fifth of a second each.
const FRAMES: usize = 40;
/// The side of a tile in an animation, in pixels, on a board of nine columns.
const TILE: f64 = 22.0;
const GAP: f64 = 14.0;

impl History {
    /// Records a generation; other progress is ignored.
    pub fn record(&mut self, progress: Progress<'_>) {
        let Progress::Generation { event, space, genes } = progress else { return };
        if self.scenes.is_empty() || self.genes != genes {
            self.genes.clear();
            self.genes.extend_from_slice(genes);
            let level = space.level(genes);
            self.scenes.push(Scene { event: self.events.len(), level });
        }
        self.events.push(event.clone());
    }

    /// The recorded generations.
    pub fn logbook(&self) -> Logbook {
        self.events.iter().cloned().collect()
    }

    /// The fitness over the generations; for two populations, also their sizes.
    pub fn curve(&self) -> Picture {
        let fitness = curve(&self.events);
        if self.events.iter().any(|event| event.feasible < event.population) {
            let title = "Fitness and populations";
            return Picture::stacked(&[fitness, populations(&self.events)], GAP, title);
        }
        fitness
    }

    /// The state of the search: the first and the best level so far, and the potential of its cells, above
    /// the fitness and the populations. Empty before the first generation.
    pub fn scene(&self) -> Picture {
        let title = "a search for a level of a given potential";
        let (Some(first), Some(best), Some(event)) =
            (self.scenes.first(), self.scenes.last(), self.events.last())
        else {
            return Picture::new(1.0, 1.0, title);
        };
        let now = format!("generation {}", event.generation);
        let heat = Analysis::of(&best.level).heat_map(&best.level, tile_of(&best.level));
        let boards = [scene(first, "first"), scene(best, &now), heat];
        let boards = Picture::beside(&boards, GAP, title);
        Picture::stacked(&[boards, self.curve()], 0.0, title)
    }

    /// The search as an animation: the first level, the best level so far and the final one, above the
    /// fitness so far.
    pub fn animation(&self, title: &str) -> Animation {
        let Some((first, best)) = self.scenes.first().zip(self.scenes.last()) else {
            return Animation { title: title.to_owned(), frames: Vec::new() };
        };

        let step = self.scenes.len().div_ceil(FRAMES).max(1);
        let last = self.scenes.len() - 1;
        let shown =
            (0..self.scenes.len()).filter(|index| index % step == 0 || *index == last);

        let frame = |index: usize| {
            let now = &self.scenes[index];
            let until =
                self.scenes.get(index + 1).map_or(self.events.len(), |next| next.event);

            let generation = self.events[until - 1].generation;
            let boards = [
                scene(first, "first"),
                scene(now, &format!("generation {generation}")),
                scene(best, "best"),
            ];
            let boards = Picture::beside(&boards, GAP, title);

            let curve = curve(&self.events[..until]);
            let picture = Picture::stacked(&[boards, curve], 0.0, title);
            let hundredths = if index == last { 200 } else { 20 };
            Frame { picture, hundredths }
        };
        Animation { title: title.to_owned(), frames: shown.map(frame).collect() }
    }
}

fn scene(scene: &Scene, caption: &str) -> Picture {
    let caption = format!("{caption}: {}", potential(&scene.level));
    scene.level.picture(tile_of(&scene.level)).captioned(&caption)
}

/// The side of a tile at which all boards have about the same size, in pixels.
fn tile_of(level: &Level) -> f64 {
    let longest = f64::from(level.size().columns.max(level.size().rows));
    (TILE * 9.0 / longest).max(4.0)
}

/// The fitness over the generations, on a logarithmic scale: 1 at the target, about 0.01 at a
/// distance of 100.
fn curve(events: &[Event]) -> Picture {
    let line = |name: &str, color, value: &dyn Fn(&Event) -> Option<f64>| {
        let height = |event: &Event| det::log10(value(event).unwrap_or(f64::NAN));
        let points = events.iter().map(|event| (event.generation as f64, height(event)));
        chart::Series { name: name.to_owned(), color, points: points.collect() }
    };

    let closeness = |violation: f64| 1.0 / (1.0 + violation);
    let (best, worst) =
        (&|event: &Event| only(event.best), &|event: &Event| only(event.worst));

    // Infeasible levels have no fitness of their own; what is drawn falls with their violation.
    let mut series = vec![line("feasible, best", theme::FEASIBLE, best)];

    let mut bands = Vec::new();
    if events.iter().any(|event| event.feasible < event.population) {
        let faint = |color: tilewright_draw::Color| color.mix(theme::PAPER, 0.5);
        let median = &|event: &Event| only(event.median);
        series.push(line("feasible, median", faint(theme::FEASIBLE), median));
        let [low, high] =
            [line("", theme::FEASIBLE, worst), line("", theme::FEASIBLE, best)];
        let extent = low.points.iter().zip(&high.points);
        let points = extent.map(|(low, high)| (low.0, low.1, high.1)).collect();
        let (name, color) = ("feasible, best to worst".to_owned(), theme::FEASIBLE);
        bands.push(chart::Band { name, color, points });
        series.push(line("infeasible, best", theme::INFEASIBLE, &|event| {
            event.least_violation.map(closeness)
        }));
        series.push(line("infeasible, median", faint(theme::INFEASIBLE), &|event| {
            event.median_violation.map(closeness)
        }));
    }

    let chart = chart::Lines {
        title: "Fitness".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "log₁₀ of the fitness".to_owned(),
        series,
        bands,
        levels: Vec::new(),
    };
    chart.picture()
}

/// The only objective.
fn only(objectives: Option<[f64; 1]>) -> Option<f64> {
    objectives.map(|[objective]| objective)
}

/// The numbers of feasible and infeasible individuals over the generations.
fn populations(events: &[Event]) -> Picture {
    let band = |name: &str, color, extent: &dyn Fn(&Event) -> (f64, f64)| chart::Band {
        name: name.to_owned(),
        color,
        points: events
            .iter()
            .map(|event| {
                let (low, high) = extent(event);
                (event.generation as f64, low, high)
            })
            .collect(),
    };

    let feasible = |event: &Event| f64::from(event.feasible);

    let chart = chart::Lines {
        title: "Populations".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "individuals".to_owned(),
        series: Vec::new(),
        bands: vec![
            band("feasible", theme::FEASIBLE, &|event| (0.0, feasible(event))),
            band("infeasible", theme::INFEASIBLE, &|event| {
                (feasible(event), f64::from(event.population))
            }),
        ],
        levels: Vec::new(),
    };
    chart.picture()
}
