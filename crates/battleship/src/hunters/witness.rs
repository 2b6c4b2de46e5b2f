//! Whether a legal fleet agrees with a hunter's shots: a search that puts ship after ship, and where that decides nothing a
//! count.

use tilewright_grid::{Bits, Watch};

use super::outlook::{Afloat, Outlook, ShipPlacements};
use crate::bits::{self, dispatch};
use crate::placements::{Limits, exists};
use crate::{Fit, FleetError, Sight, Touch};

/// The nodes after which ships give way to the count. A fleet that is easily found takes some tens of them, and one that
/// takes thousands has so little room that the count is fast. Chosen; no command measures it.
const SHIPS: u64 = 4096;

/// The memory limit of the count, in bytes. It bounds what a message from outside can cost, as the nodes bound its time.
const MEMORY: u64 = 1 << 28;

/// The nodes between two looks of the watch: a millisecond or two on the largest field.
const LOOK: u64 = 16;

/// Searches for a legal fleet that agrees with a hunter's shots.
///
/// # Errors
/// [`FleetError::NoFleet`] when there is none, and [`FleetError::Cancelled`] when the watch stops it.
pub(crate) fn search(
    sight: &Sight<'_>,
    nodes: u64,
    watch: &dyn Watch,
) -> Result<Fit, FleetError> {
    if !sight.rules().are_apart(sight.sunk()) {
        return Err(FleetError::NoFleet);
    }

    let first = nodes.min(SHIPS);
    let found = dispatch!(sight.rules().size(), W => {
        let placements = ShipPlacements::<W>::new(sight.rules());
        let outlook = Outlook::of(sight, &placements);
        let gaps = Gaps { placements: &placements, outlook: &outlook };
        match gaps.start(sight) {
            Some(start) => Search { gaps, left: first, watch }.put(&start),
            None => Ok(Some(false)),
        }
    })?;
    match found {
        Some(true) => return Ok(Fit::Found),
        Some(false) => return Err(FleetError::NoFleet),
        None if nodes == first => return Ok(Fit::Undecided),
        None => {}
    }

    match exists(sight, Limits { memory: MEMORY, nodes: nodes - first }, watch) {
        Ok(true) => Ok(Fit::Found),
        Ok(false) => Err(FleetError::NoFleet),
        Err(FleetError::Cancelled) => Err(FleetError::Cancelled),
        Err(_) => Ok(Fit::Undecided),
    }
}

/// The places that are left for the ships of a fleet, while they are put one after another.
#[derive(Clone, Copy)]
pub(super) struct Gaps<'a, const W: usize> {
    pub(super) placements: &'a ShipPlacements<W>,
    pub(super) outlook: &'a Outlook<W>,
}

/// The ships put so far.
#[derive(Clone)]
pub(super) struct Partial<const W: usize> {
    /// Where no other ship may be.
    closed: Bits<W>,
    /// The hits that no ship covers yet.
    pub(super) hits: Bits<W>,
    /// The number of ships of each class that are left.
    pub(super) afloat: Afloat,
    /// The placement from which on a ship that covers no hit is sought.
    from: usize,
}

impl<const W: usize> Gaps<'_, W> {
    /// The sunk ships alone; none if a hit is beside one of them, where no ship can be.
    pub(super) fn start(&self, sight: &Sight<'_>) -> Option<Partial<W>> {
        let ShipPlacements { size, touch, field, .. } = *self.placements;
        let grown = |ship| bits::grown(bits::of_ship(size, ship), size, touch, field);
        let closed = sight.sunk().iter().map(|&ship| grown(ship));
        let closed = closed.fold(Bits::EMPTY, Bits::or);
        let (hits, afloat) = (self.outlook.hits, self.outlook.afloat);
        (!closed.meets(hits)).then_some(Partial { closed, hits, afloat, from: 0 })
    }

    /// The classes and placements among which the next ship is: those that cover a certain hit, or if all are covered
    /// those of the longest ships. None if all ships are put.
    pub(super) fn next(&self, partial: &Partial<W>) -> Option<Vec<(usize, usize)>> {
        if partial.hits.is_empty() {
            let class = partial.afloat.iter().position(|&count| count > 0)?;
            let numbers = self.placements.of_class(class);
            let numbers = partial.from.max(numbers.start)..numbers.end;
            let fitting = numbers.filter(|&number| self.fits(number, partial));
            return Some(fitting.map(|number| (class, number)).collect());
        }

        // The hit with the fewest placements leaves the fewest branches.
        let mut ways = vec![0_u32; 64 * W];
        let mut all = Vec::new();
        for class in (0..partial.afloat.len()).filter(|&at| partial.afloat[at] > 0) {
            for number in self.placements.of_class(class) {
                let hits = self.placements.all[number].cells.and(partial.hits);
                if !hits.is_empty() && self.fits(number, partial) {
                    hits.indices().for_each(|place| ways[place] += 1);
                    all.push((class, number));
                }
            }
        }
        let rarest = partial.hits.indices().min_by_key(|&place| ways[place]);
        let rarest = rarest.expect("there is a hit");
        all.retain(|&(_, number)| self.placements.all[number].cells.has(rarest));
        // One such list waits for each ship that is put.
        all.shrink_to_fit();
        Some(all)
    }

    /// The ships put so far with one more.
    pub(super) fn with(
        &self,
        partial: &Partial<W>,
        (class, number): (usize, usize),
    ) -> Partial<W> {
        let placement = &self.placements.all[number];
        let mut next = partial.clone();
        next.afloat[class] -= 1;
        next.closed = next.closed.or(placement.grown);
        next.hits = next.hits.without(placement.cells);
        next
    }

    /// Whether a ship fits beside those that were put, and closes no hit of another.
    fn fits(&self, number: usize, partial: &Partial<W>) -> bool {
        let placement = &self.placements.all[number];
        self.outlook.allows(placement)
            && !placement.cells.meets(partial.closed)
            && (self.placements.touch == Touch::Free
                || !placement.beside.meets(partial.hits))
    }
}

/// A depth-first search.
struct Search<'a, const W: usize> {
    gaps: Gaps<'a, W>,
    /// The nodes that are left.
    left: u64,
    watch: &'a dyn Watch,
}

impl<const W: usize> Search<'_, W> {
    /// Puts all ships that are left. Returns whether there is a fleet; none if the nodes did not suffice.
    fn put(&mut self, partial: &Partial<W>) -> Result<Option<bool>, FleetError> {
        let Some(numbers) = self.gaps.next(partial) else { return Ok(Some(true)) };
        let mut partial = partial.clone();
        for ship in numbers {
            if self.left == 0 {
                return Ok(None);
            }
            self.left -= 1;
            if self.left.is_multiple_of(LOOK) && self.watch.look().is_break() {
                return Err(FleetError::Cancelled);
            }

            let found = self.put(&self.gaps.with(&partial, ship))?;
            if found != Some(false) {
                return Ok(found);
            }

            // No fleet has a ship here: the others of its class need not try it again.
            if partial.hits.is_empty() {
                partial.from = ship.1 + 1;
            }
        }
        Ok(Some(false))
    }
}
