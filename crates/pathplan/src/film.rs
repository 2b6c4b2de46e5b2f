//! Planning in motion.

use tilewright_draw::{Frame, Movie, Picture};
use tilewright_grid::Cell;

use crate::picture::{Scene, tile_for};
use crate::{Map, Source};

/// The most frames of a search that expands cells.
const MOST_FRAMES: usize = 48;
/// How long a frame stands, in hundredths of a second.
const FRAME: u16 = 6;
/// How long a generation stands.
const GENERATION: u16 = 30;
/// How long the answer stands.
const LAST: u16 = 250;

/// A search that expands cell after cell until the path is there.
pub fn expansions(
    map: &Map,
    sources: &[Source],
    expanded: &[Cell],
    path: &[Cell],
    [start, goal]: [Cell; 2],
) -> Movie {
    let tile = tile_for(map.size());
    let scene =
        Scene { sources, start: Some(start), goal: Some(goal), ..Scene::default() };
    let frames = expanded.len().clamp(1, MOST_FRAMES);
    let mut film: Vec<Frame> = (0..=frames)
        .map(|frame| {
            let seen = &expanded[..expanded.len() * frame / frames];
            let scene = Scene { expanded: seen, ..scene };
            let caption = format!("{} cells expanded", seen.len());
            still(map.picture(&scene, tile), &caption, FRAME)
        })
        .collect();
    let scene = Scene { expanded, path, ..scene };
    let caption =
        format!("{} cells expanded, a path of {} cells", expanded.len(), path.len());
    film.push(still(map.picture(&scene, tile), &caption, LAST));
    Movie { title: "a search, cell by cell".to_owned(), frames: film }
}

/// The paths of every generation drawing together on the best.
pub fn generations(
    map: &Map,
    sources: &[Source],
    generations: &[Vec<Vec<Cell>>],
    path: &[Cell],
    [start, goal]: [Cell; 2],
) -> Movie {
    let tile = tile_for(map.size());
    let scene =
        Scene { sources, start: Some(start), goal: Some(goal), ..Scene::default() };
    let mut film: Vec<Frame> = Vec::new();
    for (generation, paths) in generations.iter().enumerate() {
        let best = paths.iter().min_by_key(|path| path.len());
        let best = best.map_or(&[][..], Vec::as_slice);
        let scene = Scene { faint: paths, path: best, ..scene };
        let caption = format!(
            "generation {generation}: {} paths, the shortest of {} cells",
            paths.len(),
            best.len()
        );
        film.push(still(map.picture(&scene, tile), &caption, GENERATION));
    }
    let scene = Scene { path, ..scene };
    let caption = format!("the path: {} cells", path.len());
    film.push(still(map.picture(&scene, tile), &caption, LAST));
    Movie {
        title: "paths that evolve, generation by generation".to_owned(),
        frames: film,
    }
}

fn still(picture: Picture, caption: &str, hundredths: u16) -> Frame {
    Frame { picture: picture.captioned(caption), hundredths }
}
