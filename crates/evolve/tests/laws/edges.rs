//! Edge recombination against its guarantees and plain code.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_evolve::{Crossover, EdgeRecombination, Inversion, Mutation, Permutation};
use tilewright_grid::{Rng, Seed};

use super::distributions::assert_outcomes;

type Edges = BTreeSet<(u32, u32)>;

/// The edges of a closed tour, the smaller end first.
fn edges(tour: &[u32]) -> Edges {
    let next = tour.iter().cycle().skip(1);
    tour.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b))).collect()
}

fn cross(parents: &[Permutation; 2], rng: &mut Rng) -> [Permutation; 2] {
    let [mut a, mut b] = parents.clone();
    EdgeRecombination.cross(&mut a, &mut b, rng);
    [a, b]
}

#[test]
fn children_have_all_edges_that_their_parents_share_and_few_new_ones() {
    let mut rng = Seed(1000).rng();
    let (mut new, mut all) = (0, 0);
    for round in 0..6000 {
        let length = 2 + round % 40;
        let a = Permutation::random(length, &mut rng);
        let mut b = a.clone();
        Inversion { count: rng.below(20) }.mutate(&mut b, &mut rng);
        let [in_a, in_b] = [&a, &b].map(|tour| edges(tour.items()));
        for child in cross(&[a, b], &mut rng) {
            let found = edges(child.items());
            assert!(found.is_superset(&(&in_a & &in_b)), "{child:?}");
            new += (&found - &(&in_a | &in_b)).len();
            all += found.len();
        }
    }
    // Not a law, but what the operator is for.
    assert!(new * 20 < all, "{new} of {all} edges are in no parent");
}

#[test]
fn the_same_tour_does_not_change_whatever_its_direction_and_first_item() {
    let mut rng = Seed(1001).rng();
    for length in 0..12 {
        let a = Permutation::random(length, &mut rng);
        let mut turned: Vec<u32> = a.clone().into();
        turned.reverse();
        turned.rotate_left(length / 3);
        let parents = [a, Permutation::new(turned).unwrap()];
        assert_eq!(cross(&parents, &mut rng), parents);
    }
}

/// The probabilities of all children by the rules in words, on sets of edges.
struct Plain {
    length: u32,
    common: Edges,
    all: Edges,
    children: BTreeMap<Vec<u32>, f64>,
}

impl Plain {
    fn children(a: &[u32], b: &[u32]) -> BTreeMap<Vec<u32>, f64> {
        let (a_edges, b_edges) = (edges(a), edges(b));
        let (common, all) = (&a_edges & &b_edges, &a_edges | &b_edges);
        let mut plain =
            Self { length: a.len() as u32, common, all, children: BTreeMap::new() };
        plain.extend(&mut Vec::new(), 1.0);
        plain.children
    }

    /// The items of a set of edges next to an item that are not in the tour.
    fn around(edges: &Edges, item: u32, tour: &[u32]) -> Vec<u32> {
        let other = |&(a, b): &(u32, u32)| {
            if a == item { Some(b) } else { (b == item).then_some(a) }
        };
        edges.iter().filter_map(other).filter(|next| !tour.contains(next)).collect()
    }

    fn choices(&self, tour: &[u32]) -> Vec<u32> {
        if let Some(&last) = tour.last() {
            for edges in [&self.common, &self.all] {
                let mut near = Self::around(edges, last, tour);
                let left = |&item: &u32| Self::around(&self.all, item, tour).len();
                let fewest = near.iter().map(left).min();
                near.retain(|item| Some(left(item)) == fewest);
                if !near.is_empty() {
                    return near;
                }
            }
        }
        let is_open = |item: &u32| Self::around(&self.common, *item, &[]).len() < 2;
        (0..self.length).filter(is_open).filter(|item| !tour.contains(item)).collect()
    }

    fn extend(&mut self, tour: &mut Vec<u32>, chance: f64) {
        if tour.len() == self.length as usize {
            *self.children.entry(tour.clone()).or_insert(0.0) += chance;
            return;
        }
        let choices = self.choices(tour);
        for &item in &choices {
            tour.push(item);
            self.extend(tour, chance / choices.len() as f64);
            tour.pop();
        }
    }
}

#[test]
fn children_come_with_the_probabilities_of_the_rules() {
    for (a, b) in [
        // The example of Whitley, Starkweather and Fuquay, 1989: ABCDEF and BDCAEF.
        (vec![0, 1, 2, 3, 4, 5], vec![1, 3, 2, 0, 4, 5]),
        (vec![0, 1, 2, 3, 4], vec![2, 0, 3, 1, 4]),
        (vec![0, 1, 2, 3, 4, 5, 6, 7], vec![0, 1, 2, 3, 6, 4, 7, 5]),
    ] {
        let all = Plain::children(&a, &b);
        let parents = [a, b].map(|items| Permutation::new(items).unwrap());
        for child in 0..2 {
            assert_outcomes(&all, 100_000, |rng| {
                cross(&parents, rng)[child].items().to_vec()
            });
        }
    }
}

#[test]
fn the_rules_permit_the_child_of_the_literature() {
    let all = Plain::children(&[0, 1, 2, 3, 4, 5], &[1, 3, 2, 0, 4, 5]);
    assert!(all.contains_key(&vec![1, 3, 2, 0, 4, 5]));
}
