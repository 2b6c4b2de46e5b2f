//! Links, and the islands that they connect.

use tilewright_pathplan::COSTS;

use super::Navigation;
use crate::surface::Bridge;
use crate::{Link, LinkId, NavigationError, Place};

/// The links by the nodes that they can be used from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    /// Node and place of the link, in ascending order; those from the end of a link have the second flag.
    list: Vec<(u32, u32, bool)>,
    /// A bit for each node that has one.
    nodes: Vec<u64>,
}

impl Exits {
    /// Whether there are none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The links that can be used from a node: the place of each, and whether it is used backwards.
    #[inline]
    pub(crate) fn from(&self, node: usize) -> &[(u32, u32, bool)] {
        if self.list.is_empty() || self.nodes[node / 64] >> (node % 64) & 1 == 0 {
            return &[];
        }
        let first = self.list.partition_point(|exit| (exit.0 as usize) < node);
        let count = self.list[first..].partition_point(|exit| exit.0 as usize == node);
        &self.list[first..first + count]
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[(u32, u32, bool)] {
        &self.list
    }
}

impl Navigation {
    /// Adds a link.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when an end of it is on no floor, [`NavigationError::Cost`] when its cost is below 0, above a
    /// million or not a number.
    pub fn add_link(&mut self, link: Link) -> Result<LinkId, NavigationError> {
        self.check_link(&link)?;
        let (place, generation) = self.links.insert(link);
        self.find_exits();
        Ok(LinkId { place, generation })
    }

    /// Refuses a link that cannot be.
    pub(super) fn check_link(&self, link: &Link) -> Result<(), NavigationError> {
        self.cell_of(link.from)?;
        self.cell_of(link.to)?;
        if (0.0..=*COSTS.end()).contains(&link.cost) {
            Ok(())
        } else {
            Err(NavigationError::Cost(link.cost))
        }
    }

    /// Removes a link.
    ///
    /// # Errors
    /// [`NavigationError::Link`] when it was removed before.
    pub fn remove_link(&mut self, link: LinkId) -> Result<Link, NavigationError> {
        let removed = self.links.remove(link.place, link.generation);
        let removed = removed.ok_or(NavigationError::Link(link))?;
        self.find_exits();
        Ok(removed)
    }

    /// Makes a link another one, which keeps its handle.
    ///
    /// # Errors
    /// As [`Navigation::add_link`], and [`NavigationError::Link`] when it was removed.
    pub fn set_link(&mut self, id: LinkId, link: Link) -> Result<(), NavigationError> {
        self.check_link(&link)?;
        let own = self.links.get_mut(id.place, id.generation);
        *own.ok_or(NavigationError::Link(id))? = link;
        self.find_exits();
        Ok(())
    }

    /// A link.
    ///
    /// # Errors
    /// [`NavigationError::Link`] when it was removed.
    pub fn link(&self, link: LinkId) -> Result<Link, NavigationError> {
        let found = self.links.get(link.place, link.generation).copied();
        found.ok_or(NavigationError::Link(link))
    }

    /// All links with their handles.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, Link)> {
        let each = |((place, generation), link): ((u32, u32), &Link)| {
            (LinkId { place, generation }, *link)
        };
        self.links.iter().map(each)
    }

    /// Sorts the links by the nodes that they can be used from.
    pub(super) fn find_exits(&mut self) {
        self.version += 1;
        self.links_changed = self.version;
        let mut list = Vec::new();
        for (id, link) in self.links() {
            let node = |place: Place| {
                let cell = self.cell_of(place).expect("links were checked");
                self.surfaces[0].plane.node(cell) as u32
            };
            list.push((node(link.from), id.place, false));
            if link.is_both_ways {
                list.push((node(link.to), id.place, true));
            }
        }
        list.sort_unstable();

        let mut nodes = vec![0; self.surfaces[0].plane.ways.len().div_ceil(64)];
        for &(node, ..) in &list {
            nodes[node as usize / 64] |= 1 << (node % 64);
        }
        self.exits = Exits { list, nodes };
        (0..self.surfaces.len()).for_each(|number| self.find_bridges(number));
    }

    /// Finds the islands of a surface that links connect.
    pub(super) fn find_bridges(&mut self, number: usize) {
        let mut bridges = self.surfaces[number].take_bridges();
        let surface = &self.surfaces[number];
        for &(node, place, is_back) in self.exits.all() {
            let link = self.link_at(place);
            let to = self
                .cell_of(if is_back { link.from } else { link.to })
                .expect("links were checked");
            let plane = &surface.plane;
            if plane.is_free(node as usize) && plane.is_free(plane.node(to)) {
                let from = surface.regions.island(plane.cell(node as usize));
                bridges.push(Bridge {
                    from,
                    to: surface.regions.island(to),
                    mask: link.mask,
                });
            }
        }
        self.surfaces[number].set_bridges(bridges);
    }

    pub(crate) const fn exits(&self) -> &Exits {
        &self.exits
    }

    /// The link at a place of the list.
    pub(crate) fn link_at(&self, place: u32) -> &Link {
        self.links.at(place).expect("exits name links").1
    }

    /// The handle of the link at a place of the list.
    pub(crate) fn link_id(&self, place: u32) -> LinkId {
        let (generation, _) = self.links.at(place).expect("exits name links");
        LinkId { place, generation }
    }

    pub(crate) const fn links_changed(&self) -> u64 {
        self.links_changed
    }
}
