//! The hunter that knows a list of fleets.

use std::sync::Arc;

use tilewright_grid::{Bits, Cell, Rng, Watch};

use super::Hunter;
use super::outlook::{Outlook, ShipPlacements, best_of};
use crate::bits;
use crate::placers::transformed;
use crate::{Fleet, FleetError, Rules, Sight};

/// The largest number of fleets, so that a shot takes some milliseconds at most.
const MOST: usize = 10_000;

/// Shoots at the cell that most of the fleets occupy which agree with its shots, a random one in a tie: of a list, each with
/// its rotations and reflections. When none agrees, another hunter aims.
pub(super) struct ListHunter<const W: usize> {
    known: KnownList<W>,
    /// The numbers of the fleets that agree with the shots.
    left: Vec<u32>,
    fallback: Box<dyn Hunter>,
}

/// A list of fleets, each with its rotations and reflections.
#[derive(Clone)]
pub(super) struct KnownList<const W: usize> {
    placements: Arc<ShipPlacements<W>>,
    /// The placements of every fleet, one after another.
    fleets: Arc<Vec<u16>>,
}

impl<const W: usize> KnownList<W> {
    pub(super) fn new(
        rules: &Rules,
        list: &[Fleet],
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        if list.len() > MOST {
            return Err(FleetError::KnownFleets { found: list.len(), most: MOST });
        }
        let placements = ShipPlacements::new(rules);
        let mut fleets = Vec::new();
        for (fleet, number) in list.iter().zip(1..) {
            if watch.look().is_break() {
                return Err(FleetError::Cancelled);
            }
            rules.check(fleet, number)?;
            for symmetry in 0..8 {
                fleets.extend(placements.numbers(&transformed(fleet, rules, symmetry)));
            }
        }
        let (placements, fleets) = (Arc::new(placements), Arc::new(fleets));
        Ok(Self { placements, fleets })
    }

    /// The hunter that knows it, with the one that aims when no fleet of it agrees.
    pub(super) fn with(&self, fallback: Box<dyn Hunter>) -> ListHunter<W> {
        ListHunter { known: self.clone(), left: Vec::new(), fallback }
    }

    fn width(&self) -> usize {
        self.placements.classes.iter().map(|class| class.1 as usize).sum()
    }

    /// The placements of a fleet.
    fn fleet(&self, number: u32) -> &[u16] {
        let width = self.width();
        &self.fleets[number as usize * width..(number as usize + 1) * width]
    }

    /// Whether a fleet agrees with the shots.
    fn agrees(&self, number: u32, outlook: &Outlook<W>, sunk: &[u16]) -> bool {
        let fleet = self.fleet(number);
        let afloat = fleet.iter().filter(|ship| !sunk.contains(ship));
        let mut covered = Bits::EMPTY;
        let mut count = 0;
        for &ship in afloat {
            let placement = &self.placements.all[usize::from(ship)];
            if !outlook.allows(placement) {
                return false;
            }
            covered = covered.or(placement.cells);
            count += 1;
        }
        count + sunk.len() == fleet.len() && outlook.hits.without(covered).is_empty()
    }
}

impl<const W: usize> Hunter for ListHunter<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self {
            known: self.known.clone(),
            left: self.left.clone(),
            fallback: self.fallback.fork(),
        })
    }

    fn begin(&mut self, rng: &mut Rng) {
        let KnownList { fleets, .. } = &self.known;
        self.left = (0..(fleets.len() / self.known.width()) as u32).collect();
        self.fallback.begin(rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let KnownList { placements, .. } = &self.known;
        let outlook = Outlook::of(sight, placements);
        let sunk = placements.numbers_of(sight.sunk());
        self.left.retain(|&number| self.known.agrees(number, &outlook, &sunk));

        let mut values = vec![0.0; 64 * W];
        for &number in &self.left {
            for &ship in self.known.fleet(number) {
                let cells = placements.all[usize::from(ship)].cells;
                cells.indices().for_each(|place| values[place] += 1.0);
            }
        }

        // It follows only from here on, and builds the fleets that it needs from the shots.
        let best = (!self.left.is_empty()).then(|| best_of(outlook.open, &values, rng));
        match best.flatten() {
            Some(place) => bits::cell(placements.size, place),
            None => self.fallback.aim(sight, rng),
        }
    }
}
