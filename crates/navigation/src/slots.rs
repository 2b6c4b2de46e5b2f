//! Lists whose items have handles: the handle of a removed item differs from that of the next one in its place.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Items by handles: the place of an item, and how many items have stood there before.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        into = "Places<T>",
        try_from = "Places<T>",
        bound(serialize = "T: Serialize + Clone")
    )
)]
pub(crate) struct Slots<T> {
    places: Vec<(u32, Option<T>)>,
    free: Vec<u32>,
}

/// Items as they are saved: for each place how many have stood there before, and the one that does. Free places are named in the order
/// in which they became free.
#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Places<T> {
    places: Vec<(u32, Option<T>)>,
    free: Vec<u32>,
}

#[cfg(feature = "serde")]
impl<T> From<Slots<T>> for Places<T> {
    fn from(Slots { places, free }: Slots<T>) -> Self {
        Self { places, free }
    }
}

#[cfg(feature = "serde")]
impl<T> TryFrom<Places<T>> for Slots<T> {
    type Error = &'static str;

    fn try_from(Places { places, free }: Places<T>) -> Result<Self, Self::Error> {
        let mut is_free = vec![false; places.len()];
        for &place in &free {
            let known = is_free.get_mut(place as usize);
            let is_new = known.is_some_and(|is_free| !std::mem::replace(is_free, true));
            if !is_new || places[place as usize].1.is_some() {
                return Err(
                    "a free place of a list of handles is taken, twice free or not there",
                );
            }
        }
        Ok(Self { places, free })
    }
}

impl<T> std::ops::Index<u32> for Slots<T> {
    type Output = T;

    /// The item at a place where there is one.
    #[inline]
    fn index(&self, place: u32) -> &T {
        self.places[place as usize].1.as_ref().expect("an item")
    }
}

impl<T> std::ops::IndexMut<u32> for Slots<T> {
    #[inline]
    fn index_mut(&mut self, place: u32) -> &mut T {
        self.places[place as usize].1.as_mut().expect("an item")
    }
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    /// Adds an item; returns its place and generation.
    pub(crate) fn insert(&mut self, item: T) -> (u32, u32) {
        if let Some(place) = self.free.pop() {
            let (generation, slot) = &mut self.places[place as usize];
            *slot = Some(item);
            return (place, *generation);
        }
        self.places.push((0, Some(item)));
        (self.places.len() as u32 - 1, 0)
    }

    /// Takes an item out.
    pub(crate) fn remove(&mut self, place: u32, generation: u32) -> Option<T> {
        let (current, slot) = self.places.get_mut(place as usize)?;
        if *current != generation {
            return None;
        }
        let item = slot.take()?;
        // A place whose handles are used up is not used again.
        if let Some(next) = current.checked_add(1) {
            *current = next;
            self.free.push(place);
        }
        Some(item)
    }

    /// An item.
    pub(crate) fn get(&self, place: u32, generation: u32) -> Option<&T> {
        let (current, slot) = self.places.get(place as usize)?;
        slot.as_ref().filter(|_| *current == generation)
    }

    /// An item, to be changed.
    pub(crate) fn get_mut(&mut self, place: u32, generation: u32) -> Option<&mut T> {
        let (current, slot) = self.places.get_mut(place as usize)?;
        slot.as_mut().filter(|_| *current == generation)
    }

    /// The item at a place, and its generation.
    pub(crate) fn at(&self, place: u32) -> Option<(u32, &T)> {
        let (generation, slot) = self.places.get(place as usize)?;
        Some((*generation, slot.as_ref()?))
    }

    /// The same handles for other items, each made of one.
    #[cfg(feature = "serde")]
    pub(crate) fn map<U>(&self, mut make: impl FnMut(&T) -> U) -> Slots<U> {
        let places = self.places.iter();
        let places =
            places.map(|(generation, item)| (*generation, item.as_ref().map(&mut make)));
        Slots { places: places.collect(), free: self.free.clone() }
    }

    /// All items with their handles, in the order of their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ((u32, u32), &T)> {
        self.places.iter().enumerate().filter_map(|(place, (generation, slot))| {
            slot.as_ref().map(|item| ((place as u32, *generation), item))
        })
    }
}
