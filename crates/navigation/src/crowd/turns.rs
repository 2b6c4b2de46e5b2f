//! Crowds whose walkers take time to turn.

use tilewright_grid::{Heading, Seed};

use super::step::{Frame, permutation};
use super::tables::{NONE, Tables};
use super::{Member, MemberId, Pibt, times};
use crate::map::Navigation;
use crate::{Agent, NavigationError, plane};

/// A walker that has turned by a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The walker.
    pub walker: MemberId,
    /// Its heading now.
    pub to: Heading,
}

impl Pibt {
    /// The memory for times to goals, in bytes, of a crowd whose walkers take time to turn, if [`Pibt::set_memory`] sets no other one: as much as
    /// those to 1,000 goals take on 512 × 512 cells. It is taken as goals need it.
    pub const TURNS_MEMORY: usize = 1 << 28;

    /// A crowd whose walkers take time to turn. Each has a heading, north when it joins; in a step it stays, turns by a quarter, or goes
    /// to the cell ahead.
    ///
    /// # Errors
    /// As [`Pibt::new`].
    pub fn with_turns(
        map: &Navigation,
        agent: Agent,
        seed: Seed,
    ) -> Result<Self, NavigationError> {
        let mut crowd = Self::new(map, agent, seed)?;
        crowd.tables = Tables::with_turns(crowd.ground.len(), Self::TURNS_MEMORY);
        Ok(crowd)
    }

    /// Whether its walkers take time to turn.
    pub const fn has_turns(&self) -> bool {
        self.tables.has_turns()
    }

    /// Where a walker faces.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left, [`NavigationError::Turns`] in a crowd whose walkers do not turn.
    pub fn heading(&self, id: MemberId) -> Result<Heading, NavigationError> {
        let Member { heading, .. } = *self.member(id)?;
        if !self.has_turns() {
            return Err(NavigationError::Turns);
        }
        Ok(Heading::ALL[usize::from(heading)])
    }

    /// Lets a walker face another direction at once.
    ///
    /// # Errors
    /// As [`Pibt::heading`].
    pub fn set_heading(
        &mut self,
        id: MemberId,
        heading: Heading,
    ) -> Result<(), NavigationError> {
        self.heading(id)?;
        self.member_mut(id)?.heading = heading as u8;
        Ok(())
    }

    /// The cells that a walker would go to, as those of a walker that need not turn, but by times: quarter turns to a cell, a step, and the time
    /// from there. Its own cell costs a step more than the best way.
    pub(super) fn frame_by_time(&self, step: Seed, number: u32, behind: u32) -> Frame {
        let &Member { joined, node, table, has_way, heading, .. } = &self.members[number];
        let has_way = has_way == Some(true);
        let now = if has_way { self.time(table, node, heading) } else { 0 };
        let mut sorted = [(0_u8, NONE); 5];
        let mut count = 0;
        let mut insert = |key: u8, cell: u32| {
            let mut at = count;
            while at > 0 && sorted[at - 1].0 > key {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = (key, cell);
            count += 1;
        };

        // Twice the time that is lost, so that what breaks ties fits between.
        insert(if has_way { 2 } else { 0 }, node);
        for way in permutation(step.child(u64::from(joined)).0) {
            let Some(cell) = self.ground.step(node, way) else { continue };
            let mut lost = times::quarters(heading, way) + 1;
            if has_way {
                lost = times::excess(lost + self.time(table, cell, way), now);
            }
            insert(2 * lost + u8::from(self.here[cell as usize] != NONE), cell);
        }
        let cells = sorted.map(|(_, cell)| cell);
        Frame { number, behind, cells, count: count as u8, tried: 0 }
    }

    /// The time to the goal of a table, modulo 8; as long as that is not found, the one where there are no walls.
    #[inline]
    fn time(&self, table: u32, node: u32, heading: u8) -> u8 {
        if self.tables.is_made(table) {
            return times::time(self.tables.byte(table, node), heading);
        }
        let goal = self.tables.goal(table);
        let [here, goal] =
            [node, goal].map(|node| plane::cell(node as usize, self.stride));
        times::straight(here, heading, goal)
    }

    /// Lets those turn who do not face the cells that they were planned to go to; neither they nor those who would follow them go there.
    pub(super) fn turn(&mut self) {
        let mut turned = std::mem::take(&mut self.memory.turned);
        turned.clear();
        for &number in &self.order {
            let Member { node, next, heading, .. } = self.members[number];
            if node == next {
                continue;
            }
            let way = self.ground.way(node, next);
            if heading != way {
                let heading = times::turned(heading, way);
                self.members[number].heading = heading;
                let walker = self.id(number).expect("in the crowd");
                let to = Heading::ALL[usize::from(heading)];
                self.report.turns.push(Turn { walker, to });
                turned.push(number);
            }
        }
        for &number in &turned {
            self.keep_back(number);
        }
        self.memory.turned = turned;
    }

    /// Lets a walker stay, and the one that would come to its cell, and so on. One that stays already ends that: nobody was planned to
    /// come to where it is any more.
    fn keep_back(&mut self, number: u32) {
        let mut number = number;
        while number != NONE {
            let Member { node, next, .. } = self.members[number];
            if node == next {
                return;
            }
            if self.next[next as usize] == number {
                self.next[next as usize] = NONE;
            }
            self.members[number].next = node;
            number = std::mem::replace(&mut self.next[node as usize], number);
        }
    }
}
