//! The way out of cells that are all claimed.

use tilewright_pathplan::search::WAYS;

use crate::plane::Plane;

/// How many cells are looked at for the next one that nobody has claimed: those of a full hall. Who is in the middle of a larger one waits until there is room.
const MOST: usize = 1 << 12;

/// A breadth-first search for the nearest cell that nobody has claimed, and its memory.
#[derive(Clone, Debug)]
pub(super) struct Outward {
    /// For each node the number of the last search that came to it.
    seen: Vec<u32>,
    searches: u32,
    /// The nodes in the order in which the search came to them, and the first step to each.
    found: Vec<(u32, u32)>,
}

impl Outward {
    /// With memory for a map of `nodes` nodes.
    pub(super) fn new(nodes: usize) -> Self {
        Self { seen: vec![0; nodes], searches: 0, found: Vec::with_capacity(MOST) }
    }

    /// The node to which the first step leads of a shortest way to the nearest node that is not claimed: by the number of steps, of equal ones the first
    /// that a breadth-first search finds which looks at steps in the order of their directions.
    pub(super) fn step(
        &mut self,
        plane: &Plane,
        from: usize,
        is_claimed: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        self.begin();
        self.seen[from] = self.searches;
        self.found.push((from as u32, from as u32));
        let mut at = 0;
        while let Some(&(node, first)) = self.found.get(at) {
            at += 1;
            let node = node as usize;
            for way in (0..WAYS.len()).filter(|way| plane.ways[node] >> way & 1 == 1) {
                let next = plane.neighbor(node, way);
                if std::mem::replace(&mut self.seen[next], self.searches) == self.searches
                {
                    continue;
                }
                let first = if node == from { next as u32 } else { first };
                if !is_claimed(next) {
                    return Some(first as usize);
                }
                if self.found.len() == MOST {
                    return None;
                }
                self.found.push((next as u32, first));
            }
        }
        None
    }

    fn begin(&mut self) {
        self.found.clear();
        // A copy has no more memory than its original needed last.
        self.found.reserve(MOST);
        if self.searches == u32::MAX {
            self.seen.fill(0);
            self.searches = 0;
        }
        self.searches += 1;
    }
}
