//! What a source says about the cells of a map.

/// What one source says about the cells of a map, of an editor or of another format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the source, such as `properties` or `layer`.
    pub source: &'static str,
    /// What was found, as a phrase without a full stop.
    pub found: String,
    /// The number of cells that it decides.
    pub cells: usize,
    /// The number of these cells that are walls.
    pub walls: usize,
}

impl Finding {
    /// The finding of a source that alone decides all cells.
    pub fn alone(
        source: &'static str,
        found: impl Into<String>,
        map: &crate::Map,
    ) -> Self {
        let cells = map.size().area();
        let walls = cells - map.walkable_count();
        Self { source, found: found.into(), cells, walls }
    }
}
