//! A board that follows the events of a game and knows none of its rules.

use std::collections::BTreeMap;

use tilewright_grid::Size;

use super::{Event, EventKind, Events, Id, Look, Place, Sort};

/// An element on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its number in the game.
    pub id: Id,
    /// Its look.
    pub look: Look,
    /// Its cell.
    pub place: Place,
}

/// A board as a program sees it that knows the first board and applies the events. It holds every element with its cell and
/// look, and refuses events that cannot be: so it is also a check of a stream.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Board, Game, Level, Mirror, Rules};
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let rules = Rules::new(&level, &"clear:blockers".parse()?);
/// let mut board = Board::<1>::new(&rules);
/// let mut game = Game::new(&rules, &mut board);
/// game.start(Seed(1));
/// game.watch();
///
/// let mut mirror = Mirror::new(level.size(), game.elements());
/// let first = game.moves().next().expect("a board is dealt with a move");
/// game.play_seen(first, &mut |events| mirror.apply(events).expect("events tell all"));
/// assert!(mirror.elements().eq(game.elements()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mirror {
    size: Size,
    /// The look and the cell of each element.
    elements: BTreeMap<Id, (Look, Place)>,
    /// The greatest id so far.
    last: Id,
    /// For each cell, the ids of its ground, of what fills it, and of its cover.
    cells: Vec<[Id; 3]>,
}

/// An event that cannot be: the stream is damaged, or some of it was left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MirrorError {
    /// An event about what is not on the board.
    #[error("{0:?} of {id}, which is not on the board", id = .1.0)]
    Absent(EventKind, Id),
    /// An element or a group with an id that is not greater than those before.
    #[error("the id {} was given before", .0.0)]
    Again(Id),
    /// Two elements in one place after a step.
    #[error("{} and {} are both in the cell of index {}", .0.0, .1.0, .2.0)]
    Crowded(Id, Id, Place),
    /// A cell outside the board.
    #[error("cell {} is outside the board", .0.0)]
    Outside(Place),
}

/// The place of a sort in a cell: ground, filling or cover.
const fn layer(sort: Sort) -> usize {
    match sort {
        Sort::Ground => 0,
        Sort::Cover => 2,
        _ => 1,
    }
}

impl Mirror {
    /// The first board.
    pub fn new(size: Size, elements: impl IntoIterator<Item = Element>) -> Self {
        let mut mirror = Self {
            size,
            elements: BTreeMap::new(),
            last: Id::NONE,
            cells: vec![[Id::NONE; 3]; size.area()],
        };
        for element in elements {
            mirror.last = mirror.last.max(element.id);
            mirror.put(element.id, element.look, element.place);
        }
        mirror
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// All elements, cell by cell in reading order: ground, filling, cover.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.cells.iter().flatten().filter_map(|&id| self.element(id))
    }

    /// An element that is on the board.
    pub fn element(&self, id: Id) -> Option<Element> {
        let &(look, place) = self.elements.get(&id)?;
        Some(Element { id, look, place })
    }

    /// The ground, the filling and the cover of a cell, by its index in reading order.
    pub fn cell(&self, index: usize) -> [Option<Element>; 3] {
        self.cells[index].map(|id| self.element(id))
    }

    /// The looks of the ground, the filling and the cover of a cell.
    pub(crate) fn looks(&self, index: usize) -> [Look; 3] {
        self.cell(index).map(|element| element.map_or(Look::NONE, |element| element.look))
    }

    /// Applies the changes of a step; reasons are skipped.
    ///
    /// # Errors
    /// When an event cannot be; the board is of no use then.
    pub fn apply(&mut self, events: Events<'_>) -> Result<(), MirrorError> {
        // All elements that move leave their cells first: at once, each may come to where another was.
        for event in &events {
            if event.kind == EventKind::Move && self.elements.contains_key(&event.id) {
                self.lift(event)?;
            }
        }
        for event in &events {
            self.change(event)?;
        }
        for event in &events {
            if event.kind == EventKind::Move {
                self.set_down(event.id)?;
            }
        }
        Ok(())
    }

    fn change(&mut self, event: &Event) -> Result<(), MirrorError> {
        match event.kind {
            EventKind::Appear => {
                self.count(event.id)?;
                let index = self.index(event.to)?;
                let there = self.cells[index][layer(event.look.sort)];
                if !there.is_none() {
                    return Err(MirrorError::Crowded(there, event.id, event.to));
                }
                self.put(event.id, event.look, event.to);
            }
            EventKind::Leave => {
                self.lift(event)?;
                self.elements.remove(&event.id);
            }
            EventKind::Move => {
                // It may have appeared, or moved before, in the same step.
                self.lift(event)?;
                let (_, place) = self.known(event)?;
                *place = event.to;
            }
            EventKind::Turn | EventKind::Hit => {
                let (look, _) = self.known(event)?;
                *look = event.look;
            }
            EventKind::Group => self.count(event.id)?,
            _ => {}
        }
        Ok(())
    }

    /// Takes down a new id.
    fn count(&mut self, id: Id) -> Result<(), MirrorError> {
        if id <= self.last {
            return Err(MirrorError::Again(id));
        }
        self.last = id;
        Ok(())
    }

    fn put(&mut self, id: Id, look: Look, place: Place) {
        self.elements.insert(id, (look, place));
        self.cells[usize::from(place.0)][layer(look.sort)] = id;
    }

    /// Takes an element out of its cell, if it is still in it.
    fn lift(&mut self, event: &Event) -> Result<(), MirrorError> {
        let &mut (look, place) = self.known(event)?;
        let slot = &mut self.cells[usize::from(place.0)][layer(look.sort)];
        if *slot == event.id {
            *slot = Id::NONE;
        }
        Ok(())
    }

    /// Puts an element into the cell where its moves have ended.
    fn set_down(&mut self, id: Id) -> Result<(), MirrorError> {
        // It may have left in the same step.
        let Some(&(look, place)) = self.elements.get(&id) else { return Ok(()) };
        let index = self.index(place)?;
        let slot = &mut self.cells[index][layer(look.sort)];
        if !slot.is_none() && *slot != id {
            return Err(MirrorError::Crowded(*slot, id, place));
        }
        *slot = id;
        Ok(())
    }

    fn known(&mut self, event: &Event) -> Result<&mut (Look, Place), MirrorError> {
        let element = self.elements.get_mut(&event.id);
        element.ok_or(MirrorError::Absent(event.kind, event.id))
    }

    fn index(&self, place: Place) -> Result<usize, MirrorError> {
        place
            .index()
            .filter(|&index| index < self.cells.len())
            .ok_or(MirrorError::Outside(place))
    }
}
