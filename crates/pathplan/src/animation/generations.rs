//! The generations of an evolved planner, one by one.

use tilewright_draw::{Animation, DrawError};
use tilewright_grid::{Cell, Watch};

use super::{LAST, still};
use crate::evolved::GenerationView;
use crate::picture::{Scene, tile_for};
use crate::{DangerSource, Map, Route};

/// The approximate number of generations that are shown of a long search.
const MOST_GENERATIONS: u64 = 48;
/// The largest number of cells of all paths that are drawn of a generation.
const MOST_CELLS: usize = 1 << 18;
/// The duration of a generation, in hundredths of a second.
const GENERATION: u16 = 30;

/// A generation of an evolved planner, for [`generations`].
#[derive(Clone, Debug)]
pub struct Generation {
    /// The number of the generation, from 0.
    pub number: u64,
    /// The number of paths.
    pub count: usize,
    /// The paths, or the first of them if there are too many to draw.
    pub paths: Vec<Vec<Cell>>,
    /// The fittest path.
    pub best: Route,
    /// The costs of the best, the median and the worst path; none if the planner does not rank
    /// paths by their costs.
    pub costs: Option<[f64; 3]>,
}

impl Generation {
    /// The generation as it is drawn, of a search over `generations` after the first; none if it
    /// is left out to keep the animation of a long search short.
    pub fn of(seen: &GenerationView<'_>, generations: u32) -> Option<Self> {
        let (number, last) = (seen.generation, u64::from(generations));
        // A generation is shown if it is the first one of its frame.
        let frame = |number: u64| number * MOST_GENERATIONS / (last + 1);
        let is_shown = number == 0 || number == last || frame(number) > frame(number - 1);

        is_shown.then(|| {
            let mut room = MOST_CELLS;
            let has_room = |path: &Vec<Cell>| {
                room = room.saturating_sub(path.len());
                room > 0
            };
            let paths = seen.paths().take_while(has_room).collect();
            let (count, best, costs) = (seen.count(), seen.best(), seen.costs());

            Self { number, count, paths, best, costs }
        })
    }
}

/// An animation of an evolved planner: the paths of the generations, then the result. `optimum`
/// is the cost of the cheapest path by the same steps.
///
/// # Errors
/// [`DrawError::Cancelled`] when the watch stops the drawing.
pub fn generations(
    map: &Map,
    sources: &[DangerSource],
    generations: &[Generation],
    path: &Route,
    optimum: f64,
    [start, goal]: [Cell; 2],
    watch: &dyn Watch,
) -> Result<Animation, DrawError> {
    let tile = tile_for(map.size());
    let scene =
        Scene { sources, start: Some(start), goal: Some(goal), ..Scene::default() };
    let animation = generations.iter().map(|generation| {
        let Generation { number, count, paths, best, .. } = generation;
        let scene = Scene { faint: paths, path: &best.cells, ..scene };
        let cost = rounded(best.length);
        let caption = format!("generation {number}: {count} paths, best cost {cost}");
        still(map.picture(&scene, tile), &caption, GENERATION)
    });

    let last = || {
        let scene = Scene { path: &path.cells, ..scene };
        let [cost, optimum] = [path.length, optimum].map(rounded);
        let caption = format!("cost {cost}; cheapest path, by A*: {optimum}");
        still(map.picture(&scene, tile), &caption, LAST)
    };
    let animation = animation.chain(std::iter::once_with(last));
    Animation::drawn("the evolution of paths, generation by generation", animation, watch)
}

/// A length with at most one decimal.
fn rounded(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}
