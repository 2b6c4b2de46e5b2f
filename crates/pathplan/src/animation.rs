//! Animations of searches.

#[cfg(feature = "evolve")]
mod generations;
mod walks;

use tilewright_draw::{Animation, DrawError, Frame, Picture};
use tilewright_grid::{Cell, Watch};

#[cfg(feature = "evolve")]
pub use generations::{Generation, generations};
pub use walks::{Track, walks};

use crate::picture::{Scene, tile_for};
use crate::{DangerSource, Map};

/// The largest number of frames of an exact search.
const MOST_FRAMES: usize = 48;
/// The duration of a frame, in hundredths of a second.
const FRAME: u16 = 6;
/// The duration of the last frame, in hundredths of a second.
const LAST: u16 = 250;

/// An animation of an exact search: the cells in the order in which they were expanded, then the
/// path.
///
/// # Errors
/// [`DrawError::Cancelled`] when the watch stops the drawing.
pub fn expansions(
    map: &Map,
    sources: &[DangerSource],
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
            format!("{} cells expanded; path of {} cells", expanded.len(), path.len());
        still(map.picture(&scene, tile), &caption, LAST)
    };
    let animation = animation.chain(std::iter::once_with(last));
    Animation::drawn("the search, cell by cell", animation, watch)
}

fn still(picture: Picture, caption: &str, hundredths: u16) -> Frame {
    Frame { picture: picture.captioned(caption), hundredths }
}
