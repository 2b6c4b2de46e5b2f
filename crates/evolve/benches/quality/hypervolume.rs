//! The exact hypervolume of a front of minimized objectives.

/// The area that points of two objectives dominate below a corner.
pub(crate) fn area(points: impl IntoIterator<Item = [f64; 2]>, corner: f64) -> f64 {
    let mut points: Vec<_> = points.into_iter().collect();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let (mut area, mut height) = (0.0, corner);
    for [x, y] in points {
        if x < corner && y < height {
            area += (corner - x) * (height - y);
            height = y;
        }
    }
    area
}

/// The volume that points of three objectives dominate below a corner, as a sum of slices: the area
/// that the points up to a height dominate, times the distance to the next height.
pub(crate) fn volume(points: impl IntoIterator<Item = [f64; 3]>, corner: f64) -> f64 {
    let mut points: Vec<_> = points.into_iter().filter(|it| it[2] < corner).collect();
    points.sort_by(|a, b| a[2].total_cmp(&b[2]));
    let slice = |at: usize| {
        let top = points.get(at + 1).map_or(corner, |next| next[2]);
        let below = points[..=at].iter().map(|&[x, y, _]| [x, y]);
        area(below, corner) * (top - points[at][2])
    };
    (0..points.len()).map(slice).sum()
}
