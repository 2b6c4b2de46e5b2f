//! Islands: components that edges connect, renamed only where a change has joined or divided them.

use super::{Component, Regions};
use crate::plane::Plane;
use crate::regions::chunk::Edge;

/// The island of a component that has none yet.
const NONE: u32 = u32::MAX;

/// The names of islands, and what finding them anew needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    /// The number of components of each island; 0 for names that are free.
    members: Vec<u32>,
    /// The names that are free.
    free: Vec<u32>,
    /// The number of the last search.
    search: u64,
    sides: Vec<Side>,
    /// The components around a chunk that changed: their islands, and themselves.
    around: Vec<(u32, Component)>,
    queue: Vec<Component>,
    old_edges: Vec<Edge>,
    old_names: Vec<u32>,
}

/// One of the sides that search for each other after an island may have been divided.
#[derive(Clone, Debug, Default)]
struct Side {
    /// The components that it has seen; those from `head` on have not been left yet.
    seen: Vec<Component>,
    head: usize,
    /// The side that it has joined: itself, as long as it has joined none.
    joined: usize,
}

impl Islands {
    /// A name for a new island of no component.
    fn name(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.members.push(0);
            self.members.len() as u32 - 1
        })
    }

    /// Takes a component out of an island.
    fn leave(&mut self, island: u32) {
        if island == NONE {
            return;
        }
        let members = &mut self.members[island as usize];
        *members -= 1;
        if *members == 0 {
            self.free.push(island);
        }
    }

    /// The side that a side belongs to in the end.
    fn root(&self, mut side: usize) -> usize {
        while self.sides[side].joined != side {
            side = self.sides[side].joined;
        }
        side
    }
}

impl Regions {
    /// The island with the most components, and the first chunk of it.
    pub(crate) fn largest_island(&self) -> Option<(u32, u32)> {
        let members = self.islands.members.iter().enumerate();
        let (island, _) =
            members.max_by_key(|&(island, &members)| (members, usize::MAX - island))?;
        let island = island as u32;
        let chunk =
            self.chunks.iter().position(|chunk| chunk.islands.contains(&island))?;
        Some((chunk as u32, island))
    }

    /// Finds all islands.
    pub(super) fn name_all_islands(&mut self) {
        for chunk in 0..self.chunks.len() as u32 {
            for number in 0..self.chunks[chunk as usize].islands.len() as u8 {
                let component = Component { chunk, number };
                if self.island_of(component) == NONE {
                    let name = self.islands.name();
                    self.rename(component, name);
                }
            }
        }
    }

    fn island_of(&self, component: Component) -> u32 {
        self.chunks[component.chunk as usize].islands[usize::from(component.number)]
    }

    fn put_into(&mut self, component: Component, island: u32) {
        let place = &mut self.chunks[component.chunk as usize].islands
            [usize::from(component.number)];
        let before = std::mem::replace(place, island);
        self.islands.members[island as usize] += 1;
        self.islands.leave(before);
    }

    /// Calls a function with each component that an edge leads to.
    pub(super) fn for_each_neighbor(
        &self,
        component: Component,
        mut visit: impl FnMut(Component),
    ) {
        let edges = &self.chunks[component.chunk as usize].edges;
        for edge in edges.iter().filter(|edge| edge.own == component.number) {
            let chunk = self
                .beside(component.chunk, usize::from(edge.way))
                .expect("edges lead to chunks");
            visit(Component { chunk, number: edge.other });
        }
    }

    /// Gives a component, and all of its old island that are connected with it, another island.
    fn rename(&mut self, first: Component, name: u32) {
        let old = self.island_of(first);
        let mut queue = std::mem::take(&mut self.islands.queue);
        queue.clear();
        queue.push(first);
        self.put_into(first, name);

        while let Some(component) = queue.pop() {
            let from = queue.len();
            self.for_each_neighbor(component, |other| {
                if self.island_of(other) == old {
                    queue.push(other);
                }
            });
            // Some may stand there twice.
            for at in (from..queue.len()).rev() {
                if self.island_of(queue[at]) == old {
                    self.put_into(queue[at], name);
                } else {
                    queue.swap_remove(at);
                }
            }
        }

        self.islands.queue = queue;
    }

    /// Finds the components and edges of a chunk anew, and where these have changed its islands.
    pub(super) fn repair_chunk(&mut self, plane: &Plane, chunk: u32) {
        let here = chunk as usize;
        let mut old_edges = std::mem::take(&mut self.islands.old_edges);
        old_edges.clone_from(&self.chunks[here].edges);
        let mut old_names = std::mem::take(&mut self.islands.old_names);
        std::mem::swap(&mut self.chunks[here].islands, &mut old_names);

        self.find_components(chunk, plane);
        self.find_edges(chunk, plane);
        if self.chunks[here].islands.len() == old_names.len()
            && self.chunks[here].edges == old_edges
        {
            // The same components with the same neighbours: a cell more or less within one of them.
            std::mem::swap(&mut self.chunks[here].islands, &mut old_names);
            self.islands.old_edges = old_edges;
            self.islands.old_names = old_names;
            return;
        }

        self.note_around(chunk, &old_edges);
        self.turn_edges(chunk);
        for &island in &old_names {
            self.islands.leave(island);
        }
        self.divide();
        self.join(chunk);
        self.islands.old_edges = old_edges;
        self.islands.old_names = old_names;
    }

    /// Notes the components that old edges led to, island by island.
    fn note_around(&mut self, chunk: u32, old_edges: &[Edge]) {
        let mut around = std::mem::take(&mut self.islands.around);
        around.clear();
        for edge in old_edges {
            let beside =
                self.beside(chunk, usize::from(edge.way)).expect("edges lead to chunks");
            let component = Component { chunk: beside, number: edge.other };
            around.push((self.island_of(component), component));
        }
        around.sort_unstable();
        around.dedup();
        self.islands.around = around;
    }

    /// Makes the edges of the chunks around lead to the components of a chunk as they are now.
    fn turn_edges(&mut self, chunk: u32) {
        let edges = std::mem::take(&mut self.chunks[chunk as usize].edges);
        for way in 0..8 {
            let Some(beside) = self.beside(chunk, way) else { continue };
            let back = tilewright_pathplan::search::back(way) as u8;
            let facing = &mut self.chunks[beside as usize].edges;
            facing.retain(|edge| edge.way != back);
            let turned = edges.iter().filter(|edge| usize::from(edge.way) == way);
            facing.extend(turned.map(|edge| Edge {
                way: back,
                own: edge.other,
                other: edge.own,
            }));
            facing.sort_unstable();
        }
        self.chunks[chunk as usize].edges = edges;
    }

    /// Divides the islands around a chunk that its change has cut through.
    fn divide(&mut self) {
        let around = std::mem::take(&mut self.islands.around);
        for of_island in around.chunk_by(|one, other| one.0 == other.0) {
            if of_island.len() > 1 {
                self.divide_island(of_island);
            }
        }
        self.islands.around = around;
    }

    /// Searches from all these components of an island in turns until they have met. A side that cannot go on has been cut off, and
    /// is an island of its own: the time is that of the smaller side, not of the larger one.
    fn divide_island(&mut self, components: &[(u32, Component)]) {
        self.islands.search += 1;
        let search = self.islands.search << 8;
        let mut sides = std::mem::take(&mut self.islands.sides);
        sides.resize_with(components.len().max(sides.len()), Side::default);
        for (number, (side, &(_, component))) in
            sides.iter_mut().zip(components).enumerate()
        {
            side.seen.clear();
            side.seen.push(component);
            (side.head, side.joined) = (0, number);
            self.chunks[component.chunk as usize].seen[usize::from(component.number)] =
                search | number as u64;
        }
        self.islands.sides = sides;

        // Of the sides that have not met, the last one keeps the name.
        let mut apart = components.len();
        while apart > 1 {
            for number in 0..components.len() {
                if apart == 1 || self.islands.sides[number].joined != number {
                    continue;
                }
                if self.islands.sides[number].head == usize::MAX {
                    continue;
                }
                apart -= self.search_on(number, search);
            }
        }
    }

    /// Leaves one more component of a side; returns how many sides fewer are apart.
    fn search_on(&mut self, number: usize, search: u64) -> usize {
        let side = &mut self.islands.sides[number];
        let Some(&component) = side.seen.get(side.head) else {
            side.head = usize::MAX;
            let cut_off = std::mem::take(&mut side.seen);
            let name = self.islands.name();
            for &component in &cut_off {
                self.put_into(component, name);
            }
            self.islands.sides[number].seen = cut_off;
            return 1;
        };
        side.head += 1;

        let mut met = 0;
        let mut islands = std::mem::take(&mut self.islands);
        let chunks = self.chunks[component.chunk as usize].edges.len();
        for at in 0..chunks {
            let edge = self.chunks[component.chunk as usize].edges[at];
            if edge.own != component.number {
                continue;
            }
            let chunk = self
                .beside(component.chunk, usize::from(edge.way))
                .expect("edges lead to chunks");
            let other = Component { chunk, number: edge.other };
            let seen = &mut self.chunks[chunk as usize].seen[usize::from(edge.other)];
            if *seen & !255 != search {
                *seen = search | number as u64;
                islands.sides[number].seen.push(other);
                continue;
            }

            let [here, there] =
                [number, (*seen & 255) as usize].map(|side| islands.root(side));
            if here == there {
                continue;
            }
            met += 1;
            // The side that goes on has both to leave.
            islands.sides[there].joined = here;
            let head = islands.sides[there].head;
            let mut moved = std::mem::take(&mut islands.sides[there].seen);
            let side = &mut islands.sides[here];
            for (at, &component) in moved.iter().enumerate() {
                side.seen.push(component);
                if at < head {
                    // It was left: it changes places with the first one that waits.
                    let last = side.seen.len() - 1;
                    side.seen.swap(side.head, last);
                    side.head += 1;
                }
            }
            moved.clear();
            islands.sides[there].seen = moved;
        }
        self.islands = islands;
        met
    }

    /// Gives the new components of a chunk their islands, and joins those that they connect.
    fn join(&mut self, chunk: u32) {
        for number in 0..self.chunks[chunk as usize].islands.len() as u8 {
            let component = Component { chunk, number };
            let mut around = std::mem::take(&mut self.islands.around);
            around.clear();
            self.for_each_neighbor(component, |other| {
                around.push((self.island_of(other), other));
            });

            // The largest island keeps its name, so that few have to be renamed.
            let members =
                |&(island, _): &(u32, Component)| self.islands.members[island as usize];
            let largest =
                around.iter().max_by_key(|it| members(it)).map(|&(island, _)| island);
            let own = self.island_of(component);
            let kept = match (own, largest) {
                (NONE, None) => self.islands.name(),
                (NONE, Some(island)) => island,
                (own, Some(island))
                    if self.islands.members[island as usize]
                        > self.islands.members[own as usize] =>
                {
                    island
                }
                (own, _) => own,
            };
            if own == NONE {
                self.put_into(component, kept);
            } else if own != kept {
                self.rename(component, kept);
            }
            for &(_, other) in &around {
                if self.island_of(other) != kept {
                    self.rename(other, kept);
                }
            }
            self.islands.around = around;
        }
    }
}
