//! Edge recombination of tours.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::Permutation;

/// Edge recombination of closed tours (Whitley, Starkweather and Fuquay, *Scheduling problems and
/// traveling salesmen: the genetic edge recombination operator*, 1989): a child moves from each
/// item to one of its neighbors in the parents, to the one with the fewest neighbors left, of
/// several at random. If no neighbor is left, it goes on at a random item.
///
/// As in its second version (Starkweather and others, 1991), an edge of both parents precedes all
/// others. In addition, a child neither starts nor goes on at random at an item where two such edges
/// meet. So it has all edges that its parents have in common, and parents that are the same tour do
/// not change, whatever its direction and first item.
///
/// Permutations of different lengths do not change.
///
/// ```
/// use tilewright_evolve::{Crossover, EdgeRecombination, Permutation};
/// use tilewright_grid::Seed;
///
/// let mut a = Permutation::identity(9);
/// let mut b = Permutation::random(9, &mut Seed(1).rng());
/// EdgeRecombination.cross(&mut a, &mut b, &mut Seed(2).rng());
/// assert!(Permutation::new(a.into()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EdgeRecombination;

thread_local! {
    static TABLE: RefCell<Table> = const { RefCell::new(Table::new()) };
}

impl Crossover<Permutation> for EdgeRecombination {
    fn cross(&self, a: &mut Permutation, b: &mut Permutation, rng: &mut Rng) {
        // All tours of three items are the same.
        if a.len() == b.len() && a.len() > 3 {
            TABLE.with_borrow_mut(|table| {
                table.fill(a.items(), b.items());
                if table.nodes.iter().any(Node::is_open) {
                    table.walk(a.items_mut(), rng);
                    table.walk(b.items_mut(), rng);
                }
            });
        }
    }
}

/// The neighbors of an item in the parents.
#[derive(Clone, Copy)]
struct Node {
    /// Those of both parents first.
    neighbors: [u32; 4],
    /// How many neighbors there are, from 2 to 4.
    count: u8,
    /// How many of them it has in both parents.
    common: u8,
}

impl Node {
    /// Whether at most one edge of both parents ends here.
    const fn is_open(&self) -> bool {
        self.common < 2
    }

    fn neighbors(&self) -> &[u32] {
        &self.neighbors[..usize::from(self.count)]
    }
}

/// The items with their neighbors, and how many of these are left while a child is made.
struct Table {
    nodes: Vec<Node>,
    /// The number of neighbors that are not yet in the child.
    left: Vec<u8>,
    /// Whether an item is in the child.
    done: Vec<bool>,
}

impl Table {
    const fn new() -> Self {
        Self { nodes: Vec::new(), left: Vec::new(), done: Vec::new() }
    }

    /// Finds the neighbors in two tours of at least four items.
    fn fill(&mut self, a: &[u32], b: &[u32]) {
        let last = a.len() - 1;
        let around = |at: usize| {
            [if at == 0 { last } else { at - 1 }, if at == last { 0 } else { at + 1 }]
        };

        self.nodes.clear();
        self.nodes.resize(a.len(), Node { neighbors: [0; 4], count: 2, common: 0 });

        for (at, &item) in a.iter().enumerate() {
            let [before, after] = around(at).map(|at| a[at]);
            self.nodes[item as usize].neighbors = [before, after, 0, 0];
        }

        for (at, &item) in b.iter().enumerate() {
            let node = &mut self.nodes[item as usize];
            for neighbor in around(at).map(|at| b[at]) {
                let known =
                    node.neighbors[..2].iter().position(|&known| known == neighbor);
                if let Some(known) = known {
                    // The first one moves to the front; the second one is then behind it.
                    if node.common == 0 {
                        node.neighbors.swap(0, known);
                    }
                    node.common += 1;
                } else {
                    node.neighbors[usize::from(node.count)] = neighbor;
                    node.count += 1;
                }
            }
        }
    }

    /// Replaces a tour by a child.
    fn walk(&mut self, child: &mut [u32], rng: &mut Rng) {
        self.left.clear();
        self.left.extend(self.nodes.iter().map(|node| node.count));
        self.done.clear();
        self.done.resize(child.len(), false);

        let mut next = None;
        for place in child {
            let item = next.unwrap_or_else(|| self.anywhere(rng));
            *place = item;
            self.done[item as usize] = true;
            for &neighbor in self.nodes[item as usize].neighbors() {
                self.left[neighbor as usize] -= 1;
            }
            next = self.next(item, rng);
        }
    }

    /// The neighbor to go on to; none if all are in the child.
    fn next(&self, item: u32, rng: &mut Rng) -> Option<u32> {
        let node = &self.nodes[item as usize];
        let (common, others) = node.neighbors().split_at(usize::from(node.common));
        self.fewest(common, rng).or_else(|| self.fewest(others, rng))
    }

    /// Of the given items that are not in the child, one with the fewest neighbors left.
    fn fewest(&self, items: &[u32], rng: &mut Rng) -> Option<u32> {
        let (mut found, mut count, mut fewest) = ([0; 4], 0, u8::MAX);
        for &item in items.iter().filter(|&&item| !self.done[item as usize]) {
            let left = self.left[item as usize];
            if left < fewest {
                (count, fewest) = (0, left);
            }
            if left == fewest {
                found[count] = item;
                count += 1;
            }
        }

        match count {
            0 => None,
            1 => Some(found[0]),
            _ => Some(found[rng.index(count)]),
        }
    }

    /// A random item that is not in the child and where at most one edge of both parents ends.
    fn anywhere(&self, rng: &mut Rng) -> u32 {
        let open = || {
            let states = self.nodes.iter().zip(&self.done).zip(0..);
            states.filter(|((node, done), _)| node.is_open() && !**done)
        };
        let at = rng.index(open().count());
        open().nth(at).map_or(0, |(_, item)| item)
    }
}
