//! How long it takes to come to a goal where turns cost time, in one byte a cell.
//!
//! The *time* from a cell and a heading is the least number of steps, quarter turns and moves, to the goal. Of the four times of a cell
//! none is more than two above the least, as a half turn leads from every heading to every other one, and those of two headings beside each
//! other differ by one at most. So they follow from the least one, the headings that have it, and whether the heading opposite to
//! a single such one is two above it: all others are one above.
//!
//! Of the least time three bits suffice. A walker weighs going to a neighbour, by turning to it, a move and the time from there, against the time from
//! where it is. The first is never less. It is at most six more: at the neighbour it could turn round in two steps and come back in one, and
//! the quarter turns there and back to the heading opposite to it are two together, plus the move itself. A difference of 0 to 6 is known from
//! what is left of it after division by 8. Four times of two bytes would take 2 MiB a goal on 512 × 512 cells; these take 256 KiB.

use tilewright_grid::Cell;

use super::ground::Ground;

/// The bits of the headings with the least time, and those of all headings.
const HEADINGS: u8 = 0b1111;
/// The bit of a cell where the heading opposite to the single one with the least time has two more.
const OPPOSITE: u8 = 1 << 4;
/// Where the bits of the least time begin.
const LEAST: u8 = 5;
/// Times are known up to multiples of this.
const MODULUS: u8 = 8;

/// The time from a cell with a heading, modulo 8, by the byte of the cell.
#[inline]
pub(super) const fn time(byte: u8, heading: u8) -> u8 {
    let more = if byte >> heading & 1 == 1 {
        0
    } else if byte & OPPOSITE > 0 && byte >> opposite(heading) & 1 == 1 {
        2
    } else {
        1
    };
    ((byte >> LEAST) + more) % MODULUS
}

/// How much more one time is than another one, if that is 0 to 7.
#[inline]
pub(super) const fn excess(more: u8, less: u8) -> u8 {
    more.wrapping_sub(less) % MODULUS
}

/// The time where there are no walls, modulo 8.
pub(super) fn straight(from: Cell, heading: u8, goal: Cell) -> u8 {
    let mut moves = 0;
    let mut turns = [0; 2];
    for (axis, [here, there], [less, more]) in
        [(0, [from.row, goal.row], [0, 2]), (1, [from.column, goal.column], [3, 1])]
    {
        let distance = here.abs_diff(there);
        moves += distance;
        let way = if there < here { less } else { more };
        turns[axis] = if distance > 0 { 1 + quarters(heading, way) } else { 0 };
    }

    // From one direction to the other it turns by a quarter.
    let turns = match turns {
        [0, only] | [only, 0] => only.saturating_sub(1),
        [one, other] => one.min(other),
    };
    (moves % u32::from(MODULUS)) as u8 + turns
}

/// The quarter turns from a heading to another one.
#[inline]
pub(super) const fn quarters(from: u8, to: u8) -> u8 {
    let right = to.wrapping_sub(from) & 3;
    if right == 3 { 1 } else { right }
}

/// The heading after a quarter turn towards another one: to the right if both ways are as far.
#[inline]
pub(super) const fn turned(from: u8, to: u8) -> u8 {
    let is_left = to.wrapping_sub(from) & 3 == 3;
    from.wrapping_add(if is_left { 3 } else { 1 }) & 3
}

/// The opposite heading.
const fn opposite(heading: u8) -> u8 {
    heading ^ 2
}

/// Finds the times from all cells that are connected with a goal; returns how often a cell was looked at, two or three times each.
///
/// Backwards from the goal, one step a round. A cell is looked at in the round in which the first headings are reached, by steps back from other
/// cells; one later, when a quarter turn leads to those from the headings beside them; and one after that if the opposite heading is left.
/// So turns are no entries of the queue, and nothing but the bytes says what was reached.
pub(super) fn flood(
    goal: u32,
    ground: &Ground,
    bytes: &mut [u8],
    queue: &mut Vec<u32>,
) -> u64 {
    bytes.fill(0);
    queue.clear();
    bytes[goal as usize] = HEADINGS;
    queue.push(goal << 2);
    let (mut first, mut time) = (0, 0);
    while first < queue.len() {
        let last = queue.len();
        time = (time + 1) % MODULUS;
        for index in first..last {
            // A node and a round fit: there are fewer than 2^30 nodes.
            let (node, round) = (queue[index] >> 2, queue[index] & 3);
            let headings = headings_of(&mut bytes[node as usize], round);
            let is_last =
                round == 2 || round == 1 && bytes[node as usize] & OPPOSITE == 0;
            if !is_last {
                queue.push(node << 2 | (round + 1));
            }
            ground.for_each_behind(node, headings, |before, way| {
                let byte = &mut bytes[before as usize];
                if *byte == 0 {
                    *byte = 1 << way | time << LEAST;
                    queue.push(before << 2);
                } else if excess(time, *byte >> LEAST) == 0 {
                    *byte |= 1 << way;
                } else if excess(time, *byte >> LEAST) == 1
                    && *byte & HEADINGS == 1 << opposite(way)
                {
                    // One more as by a step, not by turns: see `headings_of`.
                    *byte |= OPPOSITE;
                }
            });
        }
        first = last;
    }
    queue.len() as u64
}

/// The headings of a cell that are reached in a round: those with the least time, those with one more, the opposite one with two more.
///
/// Until the second round the bit for the opposite heading says the contrary of what it says then: that a step has reached it with one more.
const fn headings_of(byte: &mut u8, round: u32) -> u8 {
    let least = *byte & HEADINGS;
    let is_single = least.is_power_of_two();
    let far = if is_single { 1 << opposite(least.trailing_zeros() as u8) } else { 0 };
    match round {
        0 => least,
        1 => {
            if is_single {
                *byte ^= OPPOSITE;
            }
            let left = if *byte & OPPOSITE > 0 { far } else { 0 };
            HEADINGS & !least & !left
        }
        _ => far,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tilewright_grid::{Rng, Seed};
    use tilewright_pathplan::{Map, Steps};

    use super::*;
    use crate::{Agent, Layer, Navigation, plane};

    /// The ground of a map with some walls.
    fn scattered(rng: &mut Rng) -> Ground {
        let (rows, columns, walls) = (1 + rng.below(12), 1 + rng.below(12), rng.below(5));
        let mut row = || {
            let glyph = |_| if rng.below(10) < walls { '#' } else { '.' };
            (0..columns).map(glyph).collect::<String>() + "\n"
        };
        let tiles: Map = (0..rows).map(|_| row()).collect::<String>().parse().unwrap();
        let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
        Ground::new(map.surface(Agent::default()).unwrap())
    }

    /// All times to a goal: a turn or a move more than the least one after it, as long as that changes any.
    fn plain(ground: &Ground, goal: u32) -> BTreeMap<(u32, u8), u32> {
        let mut times: BTreeMap<_, _> = (0..4).map(|way| ((goal, way), 0)).collect();
        loop {
            let before = times.clone();
            let free = (0..ground.len()).filter(|&node| ground.is_free(node));
            for state in free.flat_map(|node| (0..4).map(move |way| (node as u32, way))) {
                let (node, way) = state;
                let ahead = ground.step(node, way).map(|ahead| (ahead, way));
                let turns = [(node, (way + 1) % 4), (node, (way + 3) % 4)];
                let after = turns.into_iter().chain(ahead);
                let least = after.filter_map(|after| times.get(&after)).min().copied();
                if let Some(least) = least {
                    let time = times.entry(state).or_insert(u32::MAX);
                    *time = (*time).min(least + 1);
                }
            }
            if times == before {
                return times;
            }
        }
    }

    #[test]
    fn times_and_what_ways_lose_are_those_of_a_plain_search() {
        let mut most = 0;
        for number in 0..60 {
            let mut rng = Seed(number).rng();
            let ground = scattered(&mut rng);
            let mut bytes = vec![0; ground.len()];
            let free = (0..ground.len()).filter(|&node| ground.is_free(node));
            for goal in free.filter(|_| rng.below(8) == 0) {
                let goal = goal as u32;
                flood(goal, &ground, &mut bytes, &mut Vec::new());
                let times = plain(&ground, goal);
                let reached = bytes.iter().filter(|&&byte| byte > 0).count();
                assert_eq!(4 * reached, times.len());
                for (&(node, heading), &now) in &times {
                    let known = time(bytes[node as usize], heading);
                    assert_eq!(u32::from(known), now % 8);
                    for way in 0..4 {
                        let Some(next) = ground.step(node, way) else { continue };
                        let turns = quarters(heading, way);
                        let lost = u32::from(turns) + 1 + times[&(next, way)] - now;
                        most = most.max(lost);
                        let more = turns + 1 + time(bytes[next as usize], way);
                        assert_eq!(u32::from(excess(more, known)), lost);
                    }
                }
            }
        }
        assert_eq!(most, 6);
    }

    #[test]
    fn straight_times_are_those_without_walls() {
        let tiles: Map = "............\n".repeat(12).parse().unwrap();
        let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
        let surface = map.surface(Agent::default()).unwrap();
        let (ground, stride) = (Ground::new(surface), surface.plane.stride);
        for goal in [(0, 0), (3, 7), (11, 4)].map(|(row, column)| Cell::new(row, column))
        {
            for ((node, way), time) in plain(&ground, plane::node(goal, stride) as u32) {
                let from = plane::cell(node as usize, stride);
                let found = straight(from, way, goal) % 8;
                assert_eq!(u32::from(found), time % 8, "{from:?} {way}");
            }
        }
    }
}
