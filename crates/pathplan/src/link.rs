//! Links that the file of a map marks.

use tilewright_grid::Cell;

/// A way between two cells beside the steps of the map: stairs, a ladder, a teleporter, a drop. Planners of this crate take steps alone;
/// a map that changes in a running game, of the crate `tilewright-navigation`, takes links too.
#[derive(Clone, Debug, PartialEq)]
pub struct MapLink {
    /// Its name, or where it has none its id in the file.
    pub name: String,
    /// Where it begins.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// What it costs, 0 to a million.
    pub cost: f64,
    /// Whether it can be used from its end to its beginning too.
    pub is_both_ways: bool,
    /// Who may use it: agents whose mask has a bit in common with it.
    pub mask: u32,
}

/// What a file says of a link besides where it is.
#[cfg(feature = "formats")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LinkWords {
    pub(crate) cost: Option<f64>,
    pub(crate) is_one_way: bool,
    pub(crate) mask: Option<f64>,
}

#[cfg(feature = "formats")]
impl LinkWords {
    /// The link of this name between two cells, for all and at a cost of 1 where nothing else is said; or what is wrong with it.
    pub(crate) fn link(
        self,
        name: String,
        [from, to]: [Cell; 2],
    ) -> Result<MapLink, &'static str> {
        let cost = self.cost.unwrap_or(1.0);
        if !(0.0..=*crate::COSTS.end()).contains(&cost) {
            return Err("its cost is not a number from 0 to 1000000");
        }
        // All bits of a signed number are -1.
        let mask = match self.mask {
            None | Some(-1.0) => u32::MAX,
            Some(mask)
                if mask.fract() == 0.0 && (0.0..=4_294_967_295.0).contains(&mask) =>
            {
                mask as u32
            }
            Some(_) => return Err("its mask is not a whole number from 0 to 4294967295"),
        };
        Ok(MapLink { name, from, to, cost, is_both_ways: !self.is_one_way, mask })
    }
}

/// Whether a property has a name, in any case and with or without underscores: `one_way`, `OneWay`.
#[cfg(feature = "formats")]
pub(crate) fn is_called(name: &str, wanted: &str) -> bool {
    let letters = |text: &str| text.to_lowercase().replace(['_', '-', ' '], "");
    letters(name) == letters(wanted)
}
