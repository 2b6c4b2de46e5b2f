//! The topmost visible tiles, and which of them could be floor.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tilewright_formats::tiled::Map as File;
use tilewright_grid::Cell;

use super::ReadOptions;
use super::inventory::name_of;
use super::layers::PlacedLayer;
use super::propose::{Guess, Proposal};
use super::read::gid_of;
use super::tiles::Frame;
use super::words::counted;
use crate::TileName;

/// The largest number of tiles of a proposal.
const MOST_NAMES: usize = 40;
/// The largest number of tiles that are listed as walls.
const FEW: usize = 6;

/// The topmost visible tile of every cell, and the counts of each tile.
pub(super) struct TopTiles {
    cells: Vec<u32>,
    /// By gid: the number of cells, and of those at the border of the map.
    counts: BTreeMap<u32, [usize; 2]>,
    border: usize,
}

impl TopTiles {
    pub(super) fn of(layers: &[PlacedLayer<'_>], frame: &Frame) -> Self {
        let size = frame.size;
        let mut cells = vec![0; size.area()];
        for placed in layers.iter().filter(|placed| placed.is_visible) {
            let Some(tiles) = placed.tiles() else { continue };
            for (index, gid) in frame.tiles(placed, tiles) {
                cells[index] = gid.id();
            }
        }

        let is_border = |Cell { row, column }: Cell| {
            row == 0 || column == 0 || row + 1 == size.rows || column + 1 == size.columns
        };

        let mut counts: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
        for (index, &gid) in cells.iter().enumerate() {
            let count = counts.entry(gid).or_default();
            count[0] += 1;
            count[1] += usize::from(is_border(size.cell(index)));
        }

        let border = counts.values().map(|count| count[1]).sum();
        Self { cells, counts, border }
    }

    /// The proposal that cells without a tile are walls.
    pub(super) fn void(&self, file: &File) -> Option<Proposal> {
        let empty = self.counts.get(&0).map_or(0, |count| count[0]);
        let all = self.cells.len();
        if empty * 50 < all || empty * 10 > all * 9 || self.counts.len() > MOST_NAMES {
            return None;
        }
        let gids: Vec<u32> = self.counts.keys().copied().filter(|&gid| gid > 0).collect();
        let tiles = gids.iter().map(|&gid| name(file, gid)).collect::<Option<_>>()?;
        let why = "assuming that cells without a tile are walls, and all tiles walkable"
            .to_owned();
        Some(Proposal { options: ReadOptions { tiles, ..ReadOptions::default() }, why })
    }

    /// Guesses that the most common tiles are the floor: first those that are not mostly at the
    /// border of the map, then all; more and more of them. Doubtful if one tile is nearly
    /// everywhere.
    pub(super) fn floor(&self, file: &File) -> Vec<Guess> {
        let is_named = |gid: u32| gid > 0 && name(file, gid).is_some();
        let counts = self.counts.iter().map(|(&gid, &count)| (gid, count));
        let mut common: Vec<_> = counts.filter(|&(gid, _)| is_named(gid)).collect();
        common.sort_by_key(|&(gid, [count, _])| (Reverse(count), gid));

        let is_border = |[count, at_border]: [usize; 2]| {
            at_border * 2 >= count || at_border * 5 > self.border * 4
        };
        let inner: Vec<_> =
            common.iter().copied().filter(|&(_, count)| !is_border(count)).collect();
        // A tile in half of the inner cells may be floor, however common at the border.
        let inside = self.cells.len() - self.border;
        let is_everywhere = common
            .first()
            .is_some_and(|(_, [count, at_border])| 2 * (count - at_border) >= inside);
        let orders = [(inner, " away from the border"), (common.clone(), "")];
        let shares = |(tiles, place)| [3, 5, 7].map(|tenths| (tiles, place, tenths));
        let guesses =
            orders.iter().map(|(tiles, place)| (tiles, *place)).flat_map(shares);

        let guess = |(tiles, place, tenths): (&Vec<_>, &str, usize)| {
            let floor = self.first(tiles, tenths);
            let walls = common.iter().map(|&(gid, _)| gid);
            let walls: Vec<u32> = walls.filter(|gid| !floor.contains(gid)).collect();
            let proposal = self.of_floor(file, place, &floor, &walls)?;
            Some(Guess { proposal, is_doubtful: is_everywhere && !place.is_empty() })
        };
        guesses.filter_map(guess).collect()
    }

    /// The first tiles that together cover this number of tenths of the map.
    fn first(&self, tiles: &[(u32, [usize; 2])], tenths: usize) -> Vec<u32> {
        let mut covered = 0;
        let is_due = |&&(_, [count, _]): &&(u32, [usize; 2])| {
            let is_due = covered * 10 < self.cells.len() * tenths;
            covered += count;
            is_due
        };
        let first = tiles.iter().take(MOST_NAMES).take_while(is_due);
        first.map(|&(gid, _)| gid).collect()
    }

    fn of_floor(
        &self,
        file: &File,
        place: &str,
        floor: &[u32],
        walls: &[u32],
    ) -> Option<Proposal> {
        let named = |&gid: &u32| name(file, gid);
        let tiles: Vec<TileName> = floor.iter().filter_map(named).collect();
        let first = tiles.first()?;
        let count = self.counts.get(floor.first()?).map_or(0, |count| count[0]);
        let few: Vec<String> = walls
            .iter()
            .filter_map(named)
            .take(FEW)
            .map(|name| name.to_string())
            .collect();

        let more = match walls.len() - few.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let walls = match &few[..] {
            [] => "there is no other tile".to_owned(),
            few => format!("assuming that these are walls: {}{more}", few.join(", ")),
        };
        let why = format!(
            "tile {first} is the most common one{place}, in {}; {walls}",
            counted(count, "cell")
        );

        Some(Proposal { options: ReadOptions { tiles, ..ReadOptions::default() }, why })
    }
}

/// The name of a tile in options, if it has one.
fn name(file: &File, gid: u32) -> Option<TileName> {
    let after = file.tilesets.partition_point(|set| set.first_gid <= gid);
    let set = file.tilesets.get(after.checked_sub(1)?)?;
    let id = gid - set.first_gid;
    let tileset = (after > 1).then(|| name_of(set).to_owned());
    let name = TileName { tileset, id };
    // Ambiguous names, and those with a comma, would name another tile.
    let again = name.to_string().parse::<TileName>().ok();
    let is_own = again.as_ref() == Some(&name) && gid_of(file, &name).ok() == Some(gid);
    (is_own && !name.to_string().contains(',')).then_some(name)
}
