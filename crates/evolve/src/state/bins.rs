//! The bins of an archive: a grid, or cells.

use tilewright_grid::Seed;

use super::{Archive, Axis, Cells, cells};
use crate::{Direction, Error};

/// The most bins of an archive: a bound. Empty they take 128 MiB.
const MOST: usize = 1 << 24;

/// Into which bins a scheme divides its archive: a grid, or cells of a number and a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bins<'a> {
    pub(crate) axes: &'a [Axis],
    pub(crate) cells: Option<usize>,
    pub(crate) seed: u64,
}

impl Bins<'_> {
    /// An empty archive.
    pub(crate) fn archive<G: Clone, const M: usize>(
        self,
        directions: [Direction; M],
    ) -> Result<Archive<G, M>, Error> {
        let Some(count) = self.cells else { return Archive::new(self.axes, directions) };
        check_bins(self, directions)?;
        Archive::of_cells(Cells::new(self.axes, count, Seed(self.seed))?, directions)
    }
}

/// Checks that there are axes for the measures, and not too many bins. Returns the number of bins.
///
/// # Errors
/// As for [`Archive::new`], and if there are cells and an axis has bins of its own.
pub(crate) fn check_bins<const M: usize>(
    Bins { axes, cells, .. }: Bins<'_>,
    directions: [Direction; M],
) -> Result<usize, Error> {
    let error = |what, found| Err(Error::Scheme { what, found });

    let measures = directions.iter().filter(|it| !it.is_optimized()).count();
    if M - measures != 1 {
        let what = "an archive needs exactly one objective";
        return error(what, (M - measures) as f64);
    }
    if axes.len() != measures || axes.is_empty() {
        let what = "an archive needs one axis for each measure, and at least one";
        return error(what, axes.len() as f64);
    }
    if let Some(count) = cells {
        cells::check(axes, count)?;
        let own = axes.iter().find(|axis| axis.bins != 1);
        let what = "with cells an axis has no bins of its own, so that their number is 1";
        return own.map_or(Ok(count), |axis| error(what, axis.bins as f64));
    }

    axes.iter().try_for_each(Axis::check)?;
    let bins: f64 = axes.iter().map(|axis| axis.bins as f64).product();
    if bins > MOST as f64 {
        return error("an archive must not have more than 16777216 bins", bins);
    }
    Ok(bins as usize)
}
