//! When the doors of a surface let its agents in.

use tilewright_pathplan::planners::Door;

use crate::plane::Plane;

/// How often doors that an agent enters at once are asked for the next time at which each is open. Two doors are open
/// together within as many turns of one as the other has ticks, if ever; what takes more is as good as never for a walker.
const MOST_TURNS: u32 = 10_000;

/// The doors that an agent enters with a step to a node: it covers them there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timetable {
    /// The node, the node of the door's cell, and the door; in ascending order of the first two.
    list: Vec<(u32, u32, Door)>,
    /// A bit for each node that is in the list.
    nodes: Vec<u64>,
}

impl Timetable {
    /// Whether there is no door.
    pub(crate) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of the first entry of a node, from that of a door on.
    fn find(&self, node: u32, door: u32) -> Result<usize, usize> {
        self.list.binary_search_by_key(&(node, door), |&(node, door, _)| (node, door))
    }

    /// Adds or replaces the door of a cell for an agent that stands at a node.
    pub(crate) fn insert(&mut self, node: u32, at: u32, door: Door, nodes: usize) {
        match self.find(node, at) {
            Ok(place) => self.list[place].2 = door,
            Err(place) => self.list.insert(place, (node, at, door)),
        }
        self.nodes.resize(nodes.div_ceil(64), 0);
        self.nodes[node as usize / 64] |= 1 << (node % 64);
    }

    /// Removes the door of a cell for an agent that stands at a node.
    pub(crate) fn remove(&mut self, node: u32, at: u32) {
        let Ok(place) = self.find(node, at) else { return };
        self.list.remove(place);
        if self.of(node as usize).is_empty() {
            self.nodes[node as usize / 64] &= !(1 << (node % 64));
        }
    }

    /// The doors that an agent covers at a node.
    fn of(&self, node: usize) -> &[(u32, u32, Door)] {
        let first = self.list.partition_point(|entry| (entry.0 as usize) < node);
        let count = self.list[first..].partition_point(|entry| entry.0 as usize == node);
        &self.list[first..first + count]
    }

    /// The first time, not before `time`, at which a step or link from one node to another can begin: all doors that it enters are
    /// open then. Infinite if that is never, or not within reason.
    #[inline]
    pub(crate) fn leave(&self, plane: &Plane, time: f64, from: usize, to: usize) -> f64 {
        if self.nodes.is_empty() || self.nodes[to / 64] >> (to % 64) & 1 == 0 {
            return time;
        }
        self.wait(plane, time, from, to)
    }

    fn wait(&self, plane: &Plane, time: f64, from: usize, to: usize) -> f64 {
        let from = plane.cell(from);
        // An agent that stands in a door may stay there, and move within it.
        let is_entered = |&&(_, door, _): &&(u32, u32, Door)| {
            let door = plane.cell(door as usize);
            let is_beside =
                |at: u32, first: u32| at < first || at >= first + u32::from(plane.size);
            is_beside(door.row, from.row) || is_beside(door.column, from.column)
        };

        let doors = || self.of(to).iter().filter(is_entered);
        let mut now = time;
        for _ in 0..MOST_TURNS {
            let next = doors().fold(now, |now, &(.., door)| door.opens(now));
            if next.to_bits() == now.to_bits() {
                return now;
            }
            now = next;
        }
        f64::INFINITY
    }
}
