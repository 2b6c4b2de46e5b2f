//! Crowds of walkers, one a cell.

use tilewright_grid::Seed;
use tilewright_navigation::NavigationError;
use tilewright_navigation::crowd::{MemberId, Pibt, WalkerState};

use super::{Handles, HeldCrowd, Paths, Reason, agent, held, held_mut, refused};

/// Why a walker cannot be added: without its place, which the program counts in another way than JavaScript.
fn unplaced(error: NavigationError) -> Reason {
    match error {
        NavigationError::Occupied { .. } => {
            "nobody can stand at start, or another walker of the crowd does".to_owned()
        }
        error => refused(error),
    }
}

impl Paths {
    /// Makes a crowd of agents on a map. Returns its number.
    pub fn new_crowd(
        &mut self,
        map: u32,
        [layer, size, mask]: [u32; 3],
        seed: u32,
    ) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let crowd = Pibt::new(map, agent(layer, size, mask), Seed(seed.into()));
            let crowd = crowd.map_err(refused)?;
            Ok(paths.crowds.insert(HeldCrowd { crowd, members: Handles::new() }) as u32)
        })
    }

    /// Adds a walker, whose place and perhaps whose goal are in the numbers of the call. Returns its number.
    pub fn add_walker(&mut self, crowd: u32, has_goal: bool) -> i32 {
        self.answer(|paths| {
            let places = paths.buffers.places(0, 1 + usize::from(has_goal));
            let start = *places.first().ok_or("a walker needs a place")?;
            let HeldCrowd { crowd, members } =
                held_mut(&mut paths.crowds, crowd, "crowd")?;
            let member = crowd.add(start, places.get(1).copied()).map_err(unplaced)?;
            Ok(members.add(member, member.index()))
        })
    }

    /// Removes a walker.
    pub fn remove_walker(&mut self, crowd: u32, walker: u32) -> i32 {
        self.answer(|paths| {
            let held = held_mut(&mut paths.crowds, crowd, "crowd")?;
            let member = held.members.get(walker, "walker")?;
            held.crowd.remove(member).map(|()| 0).map_err(refused)
        })
    }

    /// Gives a walker the goal in the numbers of the call, or none.
    pub fn set_walker_goal(&mut self, crowd: u32, walker: u32, has_goal: bool) -> i32 {
        self.answer(|paths| {
            let goal = paths.buffers.places(0, usize::from(has_goal)).first().copied();
            let held = held_mut(&mut paths.crowds, crowd, "crowd")?;
            let member = held.members.get(walker, "walker")?;
            held.crowd.set_goal(member, goal).map(|()| 0).map_err(refused)
        })
    }

    /// Answers with the place of a walker, and what it is doing: 0 idle, 1 walking, 2 arrived, 3 without a way.
    pub fn walker(&mut self, crowd: u32, walker: u32) -> i32 {
        self.answer(|paths| {
            let held = held(&paths.crowds, crowd, "crowd")?;
            let member = held.members.get(walker, "walker")?;
            let place = held.crowd.place(member).map_err(refused)?;
            paths.buffers.put_places(&[place]);
            Ok(match held.crowd.state(member).map_err(refused)? {
                WalkerState::Idle => 0,
                WalkerState::Walking => 1,
                WalkerState::Arrived => 2,
                WalkerState::Unreachable => 3,
            })
        })
    }

    /// Moves every walker by one step. Answers with four numbers for each one that has moved or was put elsewhere: its number, and the
    /// floor, column and row where it is now; then the numbers of those that have arrived, and of those that have left. The values are how many there are of each.
    pub fn step_crowd(&mut self, map: u32, crowd: u32) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let HeldCrowd { crowd, members } =
                held_mut(&mut paths.crowds, crowd, "crowd")?;
            let step = crowd.step(map).map_err(refused)?;
            let number = |member: MemberId| members.number(member.index());

            let (whole, values) = (&mut paths.buffers.whole, &mut paths.buffers.values);
            whole.clear();
            for moved in step.displaced.iter().chain(&step.moves) {
                let (floor, cell) = (moved.to.floor, moved.to.cell);
                let number = number(moved.walker);
                whole.extend([number, floor.into(), cell.column, cell.row]);
            }
            whole.extend(step.arrived.iter().chain(&step.left).map(|&it| number(it)));

            let counts = [
                step.displaced.len() + step.moves.len(),
                step.arrived.len(),
                step.left.len(),
            ];
            values.clear();
            values.extend(counts.map(|count| count as f64));
            Ok(counts[0] as u32)
        })
    }
}
