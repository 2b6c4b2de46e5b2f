//! Planning in motion.

use tilewright_draw::{Animation, DrawError, Frame, Picture};
use tilewright_grid::{Cell, Watch};

use crate::evolved::Evolving;
use crate::picture::{Scene, tile_for};
use crate::{Map, Route, Source};

/// The most frames of a search that expands cells.
const MOST_FRAMES: usize = 48;
/// How long a frame stands, in hundredths of a second.
const FRAME: u16 = 6;
/// About how many generations are shown of a long search.
const MOST_GENERATIONS: u64 = 48;
/// The most cells of paths that are drawn of a generation.
const MOST_CELLS: usize = 1 << 18;
/// How long a generation stands.
const GENERATION: u16 = 30;
/// How long the answer stands.
const LAST: u16 = 250;

/// A search that expands cell after cell until the path is there.
///
/// # Errors
/// [`DrawError::Cancelled`] when the watch stops the drawing.
pub fn expansions(
    map: &Map,
    sources: &[Source],
    expanded: &[Cell],
    path: &[Cell],
    [start, goal]: [Cell; 2],
    watch: &dyn Watch,
) -> Result<Animation, DrawError> {
    let tile = tile_for(map.size());
    let scene =
        Scene { sources, start: Some(start), goal: Some(goal), ..Scene::default() };
    let frames = expanded.len().clamp(1, MOST_FRAMES);
    let animation = (0..=frames).map(|frame| {
        let seen = &expanded[..expanded.len() * frame / frames];
        let scene = Scene { expanded: seen, ..scene };
        let caption = format!("{} cells expanded", seen.len());
        still(map.picture(&scene, tile), &caption, FRAME)
    });
    let last = || {
        let scene = Scene { expanded, path, ..scene };
        let caption =
            format!("{} cells expanded, a path of {} cells", expanded.len(), path.len());
        still(map.picture(&scene, tile), &caption, LAST)
    };
    let animation = animation.chain(std::iter::once_with(last));
    Animation::drawn("a search, cell by cell", animation, watch)
}

/// A generation of paths to be shown.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Which one; the first is 0.
    pub number: u64,
    /// How many paths it has.
    pub count: usize,
    /// Its paths, or as many of them as are drawn.
    pub paths: Vec<Vec<Cell>>,
    /// The fittest of them.
    pub best: Route,
}

impl Generation {
    /// What is shown of a generation of a search over so many after the first; none where it is
    /// left out, so that long searches have short animations.
    pub fn of(seen: &Evolving<'_>, generations: u32) -> Option<Self> {
        let (number, last) = (seen.generation, u64::from(generations));
        let frame = |number: u64| number * MOST_GENERATIONS / (last + 1);
        let is_shown = number == 0 || number == last || frame(number) > frame(number - 1);
        is_shown.then(|| {
            let mut room = MOST_CELLS;
            let has_room = |path: &Vec<Cell>| {
                room = room.saturating_sub(path.len());
                room > 0
            };
            let paths = seen.paths().take_while(has_room).collect();
            Self { number, count: seen.count(), paths, best: seen.best() }
        })
    }
}

/// The paths of every generation drawing together on the best. `optimum` is the length of the
/// shortest path by the same steps.
///
/// # Errors
/// [`DrawError::Cancelled`] when the watch stops the drawing.
pub fn generations(
    map: &Map,
    sources: &[Source],
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
        let Generation { number, count, paths, best } = generation;
        let scene = Scene { faint: paths, path: &best.cells, ..scene };
        let cost = rounded(best.length);
        let caption =
            format!("generation {number}: {count} paths, the best costs {cost}");
        still(map.picture(&scene, tile), &caption, GENERATION)
    });
    let last = || {
        let scene = Scene { path: &path.cells, ..scene };
        let [cost, optimum] = [path.length, optimum].map(rounded);
        let caption = format!("cost {cost}; the optimum by A* is {optimum}");
        still(map.picture(&scene, tile), &caption, LAST)
    };
    let animation = animation.chain(std::iter::once_with(last));
    Animation::drawn("paths that evolve, generation by generation", animation, watch)
}

/// A length with at most one decimal.
fn rounded(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

fn still(picture: Picture, caption: &str, hundredths: u16) -> Frame {
    Frame { picture: picture.captioned(caption), hundredths }
}
