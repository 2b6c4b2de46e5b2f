//! Battleship: where ships may be, and fleets that are scored, drawn and hunted.

use std::fmt::Display;

use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods as _, PyReadwriteArray1,
    PyReadwriteArray2, PyReadwriteArray3, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilewright_battleship::{
    Advice, AdviceMethod, Chromosome, Fleet, FleetError, HuntBoard, Limits, MEMORY,
    Placements, Placer, PlacerFile, Roster, Rules, Sequential, Sight, SkilledHunter,
    Touch, TwoColumns, play_while,
};
use tilewright_grid::{Cell, Heading, Seed, Size, Watch as _};

use super::{Rows, quick, seed, size_of, watched, wrong};

/// The seed of all samples, which is that of `battleship/advise`.
const SAMPLES: Seed = Seed(1);

/// The memory that a count for one board may take: less than for a single answer, as each thread counts for one.
const COUNT_MEMORY: u64 = 1 << 28;

/// The rules of a game, from its arguments. Without a touch rule it is the usual one of the fleet.
fn rules(size: Size, fleet: &str, touch: Option<&str>) -> PyResult<Rules> {
    let roster: Roster =
        fleet.parse().map_err(|error| wrong(format!("fleet: {error}")))?;
    let touch = touch.map(str::parse).transpose();
    let touch: Option<Touch> = touch.map_err(|error| wrong(format!("touch: {error}")))?;
    let touch = touch.or_else(|| Roster::usual_touch(fleet)).unwrap_or_default();
    Rules::new(size, roster, touch).map_err(wrong)
}

/// The probability that a ship occupies each cell, after the shots of each board.
#[pyfunction]
pub(crate) fn posterior(
    py: Python<'_>,
    shots: &Bound<'_, PyArray3<u16>>,
    fleet: &str,
    touch: Option<&str>,
    method: &str,
    budget: u64,
    mut out: PyReadwriteArray3<'_, f64>,
) -> PyResult<()> {
    let shots = shots.readonly();
    let size = size_of(shots.shape())?;
    let rules = rules(size, fleet, touch)?;
    let method = AdviceMethod::named(method).ok_or_else(|| {
        let all = AdviceMethod::ALL.map(AdviceMethod::key).join(", ");
        wrong(format!("method: expected one of {all}, found {method:?}"))
    })?;
    let (shots, out) = (shots.as_slice()?, out.as_slice_mut()?);
    let (area, limits) = (size.area(), Limits { memory: COUNT_MEMORY, nodes: budget });
    watched(py, |stop| {
        let rows = Rows { argument: "shots", grain: 1, stop };
        rows.fill(
            out,
            area,
            || (),
            |(), row, out| {
                let board = HuntBoard::of_numbers(size, &shots[row * area..][..area]);
                let found = board.and_then(|board| {
                    let sight = board.sight(&rules)?;
                    Advice::new(&sight, method, limits, SAMPLES, stop)
                });
                match found {
                    Ok(advice) => out.copy_from_slice(advice.probabilities.values()),
                    Err(FleetError::Cancelled) => {}
                    Err(error) => return Err(error.to_string()),
                }
                Ok(())
            },
        )
    })
}

/// The fitness of the article of fleets as arrays of ship numbers, and whether each is legal by the rules.
#[pyfunction]
pub(crate) fn fleet_scores(
    py: Python<'_>,
    fleets: &Bound<'_, PyArray3<u16>>,
    fleet: &str,
    mut out: PyReadwriteArray1<'_, f64>,
) -> PyResult<()> {
    let fleets = fleets.readonly();
    let size = size_of(fleets.shape())?;
    let rules = rules(size, fleet, Some(Touch::Never.key()))?;
    let (fleets, out, area) = (fleets.as_slice()?, out.as_slice_mut()?, size.area());
    quick(py, out.len(), |stop| {
        let rows = (Rows { argument: "fleets", grain: 16, stop }, &rules);
        rows.0.fill(out, 1, Vec::new, |genes: &mut Vec<i32>, row, out| {
            let fleet = Fleet::of_numbers(rows.1, &fleets[row * area..][..area]);
            let fleet = fleet.map_err(|error| error.to_string())?;
            genes.clear();
            for ship in &fleet.ships {
                let Cell { row, column } = ship.cell;
                let is_upright = ship.heading() == Heading::South;
                let [row, column] = [row, column].map(|it| it.cast_signed() + 1);
                genes.extend([row, column, i32::from(is_upright)]);
            }
            out[0] = fitness(rows.1, genes)?;
            Ok(())
        })
    })
}

/// The fitness of the article of chromosomes: row and column from 1, and orientation of each ship.
#[pyfunction]
pub(crate) fn gene_scores(
    py: Python<'_>,
    genes: &Bound<'_, PyArray2<i32>>,
    size: (u32, u32),
    fleet: &str,
    mut out: PyReadwriteArray1<'_, f64>,
) -> PyResult<()> {
    let genes = genes.readonly();
    let width = genes.shape()[1];
    let rules = rules(Size::new(size.0, size.1), fleet, Some(Touch::Never.key()))?;
    let (genes, out) = (genes.as_slice()?, out.as_slice_mut()?);
    quick(py, out.len(), |stop| {
        let rows = Rows { argument: "genes", grain: 16, stop };
        rows.fill(
            out,
            1,
            || (),
            |(), row, out| {
                out[0] = fitness(&rules, &genes[row * width..][..width])?;
                Ok(())
            },
        )
    })
}

/// The fitness of a chromosome.
fn fitness(rules: &Rules, genes: &[i32]) -> Result<f64, String> {
    let chromosome = Chromosome::new(rules, genes).map_err(|error| error.to_string())?;
    Ok(chromosome.fitness().value())
}

/// Fleets that a placer hides.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct Fleets {
    rules: Rules,
    placer: Placer,
}

#[pymethods]
impl Fleets {
    /// The fleets of a placer by its name. For `uniform` all of them are counted first.
    #[new]
    fn new(
        py: Python<'_>,
        size: (u32, u32),
        fleet: &str,
        touch: Option<&str>,
        placer: &str,
    ) -> PyResult<Self> {
        let rules = rules(Size::new(size.0, size.1), fleet, touch)?;
        let placer = watched(py, |stop| {
            let placer = match placer {
                "uniform" => {
                    let limits = Limits::of_memory(MEMORY);
                    Placements::given(&Sight::new(&rules), limits, stop)
                        .and_then(Placer::of_placements)
                }
                "sequential" => Ok(Placer::Sequential(Sequential::new(&rules))),
                "two-columns" => TwoColumns::new(&rules).map(Placer::TwoColumns),
                "adversarial" => {
                    let file = PlacerFile::adversarial();
                    if file.rules != rules {
                        let made = file.rules;
                        return Err(wrong(format!(
                            "placer: adversarial is made for {made}, found {rules}"
                        )));
                    }
                    Ok(Placer::mixture(&rules, &file.mixture))
                }
                _ => {
                    return Err(wrong(format!(
                        "placer: expected uniform, sequential, two-columns or adversarial, found {placer:?}"
                    )));
                }
            };
            placer.map_err(|error: FleetError| wrong(format!("placer: {error}")))
        })?;
        Ok(Self { rules, placer })
    }

    /// Draws a fleet for each seed, as ship numbers.
    fn draw(
        &self,
        py: Python<'_>,
        seeds: &Bound<'_, PyArray1<u64>>,
        mut out: PyReadwriteArray3<'_, u16>,
    ) -> PyResult<()> {
        let seeds = seeds.readonly();
        let size = self.rules.size();
        let (seeds, out) = (seeds.as_slice()?, out.as_slice_mut()?);
        watched(py, |stop| {
            let rows = Rows { argument: "fleets", grain: 8, stop };
            rows.fill(
                out,
                size.area(),
                || (),
                |(), row, out| {
                    let mut rng = seed(seeds, row).rng();
                    let fleet = self.placer.draw(&self.rules, &mut rng);
                    let mut fleet = fleet.map_err(|error| error.to_string())?;
                    order(&mut fleet, &self.rules);
                    out.copy_from_slice(&fleet.numbers(size));
                    Ok(())
                },
            )
        })
    }
}

/// Puts the ships into the order of the roster.
fn order(fleet: &mut Fleet, rules: &Rules) {
    let mut rest = std::mem::take(&mut fleet.ships);
    for &length in rules.roster().lengths() {
        if let Some(at) = rest.iter().position(|ship| ship.length == length) {
            fleet.ships.push(rest.remove(at));
        }
    }
}

/// Hunts each fleet, once for each of its seeds. A result is the number of shots.
#[pyfunction]
pub(crate) fn hunts(
    py: Python<'_>,
    fleets: &Bound<'_, PyArray3<u16>>,
    fleet: &str,
    touch: Option<&str>,
    hunter: &str,
    seeds: &Bound<'_, PyArray2<u64>>,
    mut out: PyReadwriteArray2<'_, i64>,
) -> PyResult<()> {
    let (fleets, seeds) = (fleets.readonly(), seeds.readonly());
    let size = size_of(fleets.shape())?;
    let rules = rules(size, fleet, touch)?;
    let hunter: SkilledHunter =
        hunter.parse().map_err(|error| wrong(format!("hunter: {error}")))?;
    let (games, area) = (seeds.shape()[1], size.area());
    let (fleets, seeds, out) =
        (fleets.as_slice()?, seeds.as_slice()?, out.as_slice_mut()?);

    let read = |row: usize| {
        let error = |error: &dyn Display| {
            PyValueError::new_err(format!("fleets: row {row}: {error}"))
        };
        let fleet = Fleet::of_numbers(&rules, &fleets[row * area..][..area]);
        let fleet = fleet.map_err(|it| error(&it))?;
        let clash = rules.clashes(&fleet).into_iter().next();
        clash.map_or(Ok(fleet), |clash| Err(error(&clash)))
    };
    let fleets =
        (0..fleets.len() / area.max(1)).map(read).collect::<PyResult<Vec<_>>>()?;
    watched(py, |stop| {
        // Solving the game for `perfect` takes a minute or two at most, and Ctrl-C stops it.
        let first = hunter.prepared(&rules, stop);
        let first = first.map_err(|error| wrong(format!("hunter: {error}")))?;
        let rows = Rows { argument: "fleets", grain: 1, stop };
        rows.fill(
            out,
            1,
            || first.fork(),
            |hunter, game, out| {
                let (fleet, seed) = (&fleets[game / games], seed(seeds, game));
                let shots =
                    play_while(&rules, &mut **hunter, fleet, seed, |_, _| stop.look());
                let shots = shots.map_err(|error| error.to_string())?;
                out[0] = i64::from(shots.unwrap_or(0));
                Ok(())
            },
        )
    })
}
