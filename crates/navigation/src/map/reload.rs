//! Maps that were read again from their files, in which somebody has drawn meanwhile.

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use tilewright_pathplan::{Map, MapLink};

use super::Navigation;
use crate::{Agent, Link, LinkId, NavigationError, Place, Terrain, Walker, WalkerId};

/// What [`Navigation::reload`] has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reload {
    /// The number of cells that have another terrain, cost or danger.
    pub cells: usize,
    /// New links, in the order of their names, as in the other lists.
    pub links_added: Vec<LinkId>,
    /// Links that lead elsewhere, cost something else, or are for others; their handles stay.
    pub links_changed: Vec<LinkId>,
    /// Links that are no longer in the files.
    pub links_removed: Vec<LinkId>,
    /// New walkers.
    pub walkers_added: Vec<WalkerId>,
    /// Walkers that the files have put elsewhere; their handles stay.
    pub walkers_moved: Vec<WalkerId>,
    /// Walkers that are no longer in the files.
    pub walkers_removed: Vec<WalkerId>,
}

/// The handles of links and walkers by their names in files. Several of one name stand in the order of the files.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(crate) struct FileNames {
    links: BTreeMap<String, Vec<LinkId>>,
    /// With their places in the files.
    walkers: BTreeMap<String, Vec<(WalkerId, Place)>>,
}

impl FileNames {
    /// Whether nothing came from a file.
    #[cfg(feature = "serde")]
    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty() && self.walkers.is_empty()
    }
}

/// Links and places of walkers by their names.
#[derive(Default)]
struct FilePlaces {
    links: BTreeMap<String, Vec<Link>>,
    walkers: BTreeMap<String, Vec<Place>>,
}

impl FilePlaces {
    fn of(maps: &[&Map]) -> Self {
        let mut found = Self::default();
        for (floor, map) in (0..).zip(maps) {
            for link in &map.places.links {
                let same = found.links.entry(link.name.clone()).or_default();
                same.push(Link::of_map(floor, link));
            }
            for npc in &map.places.npcs {
                let Some(name) = &npc.name else { continue };
                let same = found.walkers.entry(name.clone()).or_default();
                same.push(Place::new(floor, npc.cell));
            }
        }
        found
    }
}

impl Link {
    /// A link of a map that is this floor.
    fn of_map(floor: u16, link: &MapLink) -> Self {
        let MapLink { from, to, cost, is_both_ways, mask, .. } = *link;
        let [from, to] = [from, to].map(|cell| Place::new(floor, cell));
        Self { from, to, cost, mask, is_both_ways }
    }
}

impl Navigation {
    /// Takes maps that were read again from the files of its floors, one for each: after a designer has saved them.
    ///
    /// Cells become what the maps say; only those that differ are set, so that routes elsewhere stay valid. Links and NPCs that have names
    /// are known by these: those that stay keep their handles, others are added and removed. A walker stays where the game has moved it
    /// unless the files put it elsewhere than before. Links and walkers that the game has added are left alone, and those that it has
    /// removed stay away. NPCs without a name are left to the game.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_navigation::{Layer, Navigation};
    /// use tilewright_pathplan::{Map, Npc, Steps};
    ///
    /// let mut tiles: Map = "....\n....\n".parse()?;
    /// tiles.places.npcs = vec![Npc { cell: Cell::new(0, 0), name: Some("Ann".to_owned()) }];
    /// let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    /// let ann = map.walker_named("Ann").expect("she is in the file");
    ///
    /// let places = tiles.places;
    /// let mut tiles: Map = "..#.\n....\n".parse()?;
    /// tiles.places = places;
    /// let changes = map.reload([&tiles])?;
    /// assert_eq!((changes.cells, changes.walkers_added.len()), (1, 0));
    /// assert_eq!(map.walker(ann)?.name, "Ann");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NavigationError::Floors`] when the maps are more or fewer than the floors, or have other sizes; [`NavigationError::Shape`] when
    /// their cells have another shape; [`NavigationError::Outside`] and [`NavigationError::Cost`] for places and links that cannot be. Then
    /// nothing has changed.
    pub fn reload<'a>(
        &mut self,
        maps: impl IntoIterator<Item = &'a Map>,
    ) -> Result<Reload, NavigationError> {
        let maps: Vec<&Map> = maps.into_iter().collect();
        let sizes = self.floors.iter().map(|floor| floor.size);
        if !maps.iter().map(|map| map.size()).eq(sizes) {
            return Err(NavigationError::Floors);
        }
        if maps.iter().any(|map| map.shape() != self.shape) {
            return Err(NavigationError::Shape);
        }

        let mut changes = self.take_places(&maps)?;
        for (floor, map) in maps.iter().enumerate() {
            changes.cells += self.take_cells(floor, map);
        }
        self.repair();
        Ok(changes)
    }

    /// The link of this name in a file; of several the first one.
    pub fn link_named(&self, name: &str) -> Option<LinkId> {
        let mut same = self.names.links.get(name)?.iter().copied();
        same.find(|&id| self.link(id).is_ok())
    }

    /// The walker of this name in a file; of several the first one.
    pub fn walker_named(&self, name: &str) -> Option<WalkerId> {
        let mut same = self.names.walkers.get(name)?.iter().map(|(id, _)| *id);
        same.find(|&id| self.walker(id).is_ok())
    }

    /// Takes the links and the named NPCs of maps, after all of them were checked.
    pub(super) fn take_places(
        &mut self,
        maps: &[&Map],
    ) -> Result<Reload, NavigationError> {
        let FilePlaces { links, walkers } = FilePlaces::of(maps);
        for link in links.values().flatten() {
            self.check_link(link)?;
        }
        for &place in walkers.values().flatten() {
            self.cell_of(place)?;
        }

        let mut changes = Reload::default();
        self.take_links(links, &mut changes);
        self.take_walkers(walkers, &mut changes);
        Ok(changes)
    }

    fn take_links(&mut self, links: BTreeMap<String, Vec<Link>>, changes: &mut Reload) {
        let mut known = std::mem::take(&mut self.names.links);
        for (name, links) in links {
            let mut before = known.remove(&name).unwrap_or_default().into_iter();
            let mut ids = Vec::new();
            for link in links {
                let Some(id) = before.next() else {
                    let (place, generation) = self.links.insert(link);
                    ids.push(LinkId { place, generation });
                    changes.links_added.extend(ids.last());
                    continue;
                };
                ids.push(id);
                let own = self.links.get_mut(id.place, id.generation);
                if let Some(own) = own.filter(|own| **own != link) {
                    *own = link;
                    changes.links_changed.push(id);
                }
            }
            known.insert(name.clone(), before.collect());
            self.names.links.insert(name, ids);
        }

        let mut remove =
            |id: &LinkId| self.links.remove(id.place, id.generation).is_some();
        let gone = known.into_values().flatten();
        changes.links_removed = gone.filter(|id| remove(id)).collect();
        let Reload { links_added, links_changed, links_removed, .. } = &*changes;
        if [links_added, links_changed, links_removed].iter().any(|list| !list.is_empty())
        {
            self.find_exits();
        }
    }

    fn take_walkers(
        &mut self,
        walkers: BTreeMap<String, Vec<Place>>,
        changes: &mut Reload,
    ) {
        let mut known = std::mem::take(&mut self.names.walkers);
        for (name, places) in walkers {
            let mut before = known.remove(&name).unwrap_or_default().into_iter();
            let mut ids = Vec::new();
            for place in places {
                let Some((id, earlier)) = before.next() else {
                    let walker = Walker::new(&name, place, Agent::default());
                    let (slot, generation) = self.walkers.insert(walker);
                    let id = WalkerId { place: slot, generation };
                    ids.push((id, place));
                    changes.walkers_added.push(id);
                    continue;
                };
                ids.push((id, place));
                let walker = self.walkers.get_mut(id.place, id.generation);
                if let Some(walker) = walker.filter(|_| earlier != place) {
                    walker.place = place;
                    changes.walkers_moved.push(id);
                }
            }
            known.insert(name.clone(), before.collect());
            self.names.walkers.insert(name, ids);
        }

        let gone = known.into_values().flatten().map(|(id, _)| id);
        let mut remove =
            |id: &WalkerId| self.walkers.remove(id.place, id.generation).is_some();
        changes.walkers_removed = gone.filter(|id| remove(id)).collect();
    }

    /// Sets the cells of a floor that differ from a map, and returns their number; the surfaces must be repaired then.
    fn take_cells(&mut self, floor: usize, map: &Map) -> usize {
        let mut count = 0;
        let floor = self.floors[floor];
        for (index, cell) in map.size().cells().enumerate() {
            let cell = floor.stacked(cell);
            let at = self.area.index(cell);
            let terrain = Terrain::from(map.grounds().values()[index]);
            let (cost, danger) = (map.costs()[index], map.danger()[index]);

            let own = self.costs.get(at).copied().unwrap_or(1.0);
            let has_weight = own.to_bits() != cost.to_bits()
                || self.danger.get(at).copied().unwrap_or(0) != danger;
            if !has_weight && self.terrain[at] == terrain {
                continue;
            }

            count += 1;
            if has_weight {
                self.put_weight(cell, cost, danger);
            }
            self.put(cell, terrain);
        }
        count
    }
}
