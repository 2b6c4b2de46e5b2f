//! Lengths of shortest paths and fields of distances, on one map or a map for each query.

use numpy::{
    PyArray2, PyArray3, PyArrayMethods as _, PyReadwriteArray1, PyReadwriteArray3,
    PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use tilewright_grid::{Cell, Grid, Size, Watch};
use tilewright_navigation::{Agent, Field, Layer, Navigation, NavigationError, Place};
use tilewright_pathplan::planners::{Astar, Bfs, Jps, Planner};
use tilewright_pathplan::{Connectivity, Corners, Graph, Ground, Map, QueryError, Steps};

use super::{Rows, size_of, watched, wrong};
use crate::games;

/// How many cells of a field are found between two looks at the watch: some milliseconds.
const PATIENCE: u64 = 1 << 16;

/// The length of the shortest path of each query; infinite where there is none. A query has a start and a goal, by row and column.
#[pyfunction]
pub(crate) fn path_lengths(
    py: Python<'_>,
    maps: &Bound<'_, PyArray3<f64>>,
    queries: &Bound<'_, PyArray2<u32>>,
    directions: u32,
    corners: &str,
    mut out: PyReadwriteArray1<'_, f64>,
) -> PyResult<()> {
    let (maps, queries) = (maps.readonly(), queries.readonly());
    let (size, steps) = (size_of(maps.shape())?, steps(directions, corners)?);
    let (count, area) = (maps.shape()[0], size.area());
    let (cells, queries, out) =
        (maps.as_slice()?, queries.as_slice()?, out.as_slice_mut()?);
    let ends = |row: usize| {
        let numbers = &queries[4 * row..][..4];
        [Cell::new(numbers[0], numbers[1]), Cell::new(numbers[2], numbers[3])]
    };
    watched(py, |stop| {
        let rows = Rows { argument: "maps", grain: 1, stop };
        if count != 1 {
            return rows.fill(
                out,
                1,
                || (),
                |(), row, out| {
                    let map = map(size, &cells[row * area..][..area])?;
                    let graph = Graph::new(&map, steps);
                    out[0] = Query::new(&graph).length(ends(row), stop);
                    Ok(())
                },
            );
        }

        // One map is laid out once for all queries, and each thread keeps its memory from query to query.
        let map = map(size, cells).map_err(|error| wrong(format!("maps: {error}")))?;
        let graph = Graph::new(&map, steps);
        rows.fill(
            out,
            1,
            || Query::new(&graph),
            |query, row, out| {
                out[0] = query.length(ends(row), stop);
                Ok(())
            },
        )
    })
}

/// For each cell of each map the length of the shortest path to the nearest goal; infinite where there is none. Each map has its own
/// goals, or all of them the same.
#[pyfunction]
pub(crate) fn path_fields(
    py: Python<'_>,
    maps: &Bound<'_, PyArray3<f64>>,
    goals: &Bound<'_, PyArray3<u32>>,
    directions: u32,
    corners: &str,
    mut out: PyReadwriteArray3<'_, f64>,
) -> PyResult<()> {
    let (maps, goals) = (maps.readonly(), goals.readonly());
    let (size, steps) = (size_of(maps.shape())?, steps(directions, corners)?);
    let area = size.area();
    let (sets, each) = (goals.shape()[0], goals.shape()[1]);
    let (cells, goals, out) = (maps.as_slice()?, goals.as_slice()?, out.as_slice_mut()?);
    watched(py, |stop| {
        let rows = Rows { argument: "maps", grain: 1, stop };
        rows.fill(
            out,
            area,
            || (),
            |(), row, out| {
                let map = map(size, &cells[row * area..][..area])?;
                let set = if sets == 1 { 0 } else { row };
                let own = goals[set * 2 * each..][..2 * each].as_chunks::<2>().0;
                let place =
                    |&[row, column]: &[u32; 2]| Place::from(Cell::new(row, column));
                let places: Vec<Place> = own.iter().map(place).collect();
                let field = field(&map, steps, &places, stop);
                let field = field.map_err(|error| error.to_string())?;
                let Some(field) = field else { return Ok(()) };
                for (to, cell) in out.iter_mut().zip(size.cells()) {
                    *to = field.value(cell).unwrap_or(f64::INFINITY);
                }
                Ok(())
            },
        )
    })
}

/// The field of a map; none if it was stopped.
fn field(
    map: &Map,
    steps: Steps,
    goals: &[Place],
    watch: &dyn Watch,
) -> Result<Option<Field>, NavigationError> {
    let laid_out = Navigation::new(map, [Layer::walk(steps)])?;
    let mut search = laid_out.begin_field(goals, Agent::default())?;
    loop {
        match laid_out.resume_field(search, PATIENCE)? {
            Ok(field) => return Ok(Some(field)),
            Err(_) if watch.look().is_break() => return Ok(None),
            Err(unfinished) => search = unfinished,
        }
    }
}

/// What answers the queries of a graph: the fastest exact planner that suits it.
enum Query<'a> {
    Jps(Box<Jps<'a>>),
    /// Where every step has the same length, their number is the length.
    Bfs(Box<Bfs<'a>>),
    Astar(Box<Astar<'a>>),
}

impl<'a> Query<'a> {
    fn new(graph: &'a Graph) -> Self {
        let is_four = graph.steps().connectivity == Connectivity::Four;
        if is_four && graph.is_uniform() {
            return Self::Bfs(Box::new(Bfs::new(graph)));
        }
        match Jps::new(graph) {
            Ok(jps) => Self::Jps(Box::new(jps)),
            Err(_) => Self::Astar(Box::new(Astar::new(graph))),
        }
    }

    /// The length of the path between two cells. One from or to a wall, or one that was stopped, is infinite.
    fn length(&mut self, [start, goal]: [Cell; 2], watch: &dyn Watch) -> f64 {
        let found = match self {
            Self::Bfs(bfs) => {
                bfs.steps(start, goal, watch).map(|steps| steps.map(f64::from))
            }
            Self::Jps(jps) => length(&mut **jps, start, goal, watch),
            Self::Astar(astar) => length(&mut **astar, start, goal, watch),
        };
        found.ok().flatten().unwrap_or(f64::INFINITY)
    }
}

/// The length of the path that a planner finds.
fn length(
    planner: &mut dyn Planner,
    start: Cell,
    goal: Cell,
    watch: &dyn Watch,
) -> Result<Option<f64>, QueryError> {
    Ok(planner.plan(start, goal, watch)?.map(|route| route.length))
}

/// A map of costs, where 0 and infinity are walls.
fn map(size: Size, costs: &[f64]) -> Result<Map, String> {
    let is_wall = |cost: f64| cost == 0.0 || cost == f64::INFINITY;
    let ground = |&cost: &f64| if is_wall(cost) { Ground::Wall } else { Ground::Free };
    let ground = Grid::from_values(size, costs.iter().map(ground).collect());
    let ground = ground.map_err(|error| error.to_string())?;
    let of = |&cost: &f64| if is_wall(cost) { 1.0 } else { cost };
    let map =
        Map::new(ground).and_then(|map| map.with_costs(costs.iter().map(of).collect()));
    map.map_err(|error| error.to_string())
}

/// The steps to a number of neighbours, past walls as `corners` says.
fn steps(directions: u32, corners: &str) -> PyResult<Steps> {
    let corners = match corners {
        "never" => Corners::Never,
        "one" => Corners::One,
        "always" => Corners::Always,
        _ => {
            let text =
                format!("corners: expected never, one or always, found {corners:?}");
            return Err(wrong(text));
        }
    };
    Ok(Steps { corners, ..games::steps(directions)? })
}
