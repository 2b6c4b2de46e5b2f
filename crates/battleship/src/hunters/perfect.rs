//! Exact play against uniform fleets on small fields: the policy with the fewest shots in the mean, by dynamic programming.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_grid::{Cell, Rng, Watch};

use super::{Hunter, RandomHunter};
use crate::placers::transformed;
use crate::{Fleet, FleetError, Limits, Mark, Placements, Rules, Ship, Sight};

/// The largest number of cells of a field, so that a set of them is one word.
const MAX_CELLS: usize = 32;

/// The largest number of ships, so that those that are sunk are one word, a byte each.
const MAX_SHIPS: usize = 8;

/// The largest number of fleets: 4 × 5 cells with ships of 3 and 2 have 242 and 139,092 positions. Beyond some hundred fleets
/// the positions are too many anyway.
const MAX_FLEETS: u128 = 1024;

/// The largest number of positions that are solved, in a minute or two (`cargo run --release -p tilewright-battleship --example
/// perfect`).
const MAX_POSITIONS: usize = 1 << 18;

/// The number of nodes between two calls of the watch, a millisecond or two.
const LOOK: u64 = 1 << 15;

/// The policy that sinks uniform fleets with the fewest shots in the mean, for rules with few fleets.
///
/// What a hunter knows is a *position*: the cells where no ship can be any more or that were hit, and the ships that are
/// sunk. The mean of the shots left is the least over all cells of one shot plus the mean over its outcomes; positions that
/// differ by a symmetry of the field are solved once, and cells whose lower bound is not below the best so far not at
/// all. (The recursion is that of Audinot, Bonnet and Viennot, *Optimal strategies against a random opponent in
/// Battleship*, 2014; the bound is ours.)
///
/// ```
/// use tilewright_battleship::{PerfectPolicy, Rules, Touch};
/// use tilewright_grid::Size;
///
/// // A ship of 2 cells on 1 × 3: the first shot, in the middle, hits; then one side or the other.
/// let rules = Rules::new(Size::new(1, 3), "2".parse()?, Touch::Never)?;
/// let policy = PerfectPolicy::new(&rules, &())?;
/// assert_eq!(policy.mean_shots(), 2.5);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PerfectPolicy {
    game: Arc<Game>,
    solved: Arc<BTreeMap<Position, Solution>>,
    /// The sum of the shots over all fleets.
    sum: u64,
}

/// What a hunter knows, up to the shots that make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    /// The cells that need no shot: hit, or without a ship in all fleets left.
    closed: u32,
    hits: u32,
    /// The sunk ships, as sorted bytes.
    sunk: u64,
}

/// A solved position: the sum of the shots left over its fleets, and the cell to shoot at.
#[derive(Clone, Copy, Debug)]
struct Solution {
    sum: u32,
    cell: u8,
}

/// A fleet, as sets of cells.
#[derive(Clone, Debug)]
struct Layout {
    cells: u32,
    /// For each ship its cells and its byte among all placements, from 1.
    ships: Vec<(u32, u8)>,
}

/// The fleets and the symmetries of a game.
#[derive(Debug)]
struct Game {
    rules: Rules,
    fleets: Vec<Layout>,
    placements: Vec<Ship>,
    /// For every symmetry the image of each cell and of each placement's byte.
    symmetries: Vec<(Vec<u8>, Vec<u8>)>,
}

impl PerfectPolicy {
    /// Solves the game by these rules. The watch is called some hundred times a second.
    ///
    /// # Errors
    /// [`FleetError::NotSolved`] when the field has more than 32 cells, the fleet more than 8 ships, there are more than 1024
    /// legal fleets or more than 262,144 positions; [`FleetError::CannotFit`] when there is no legal fleet;
    /// [`FleetError::Cancelled`] when the watch stops it.
    pub fn new(rules: &Rules, watch: &dyn Watch) -> Result<Self, FleetError> {
        Self::within(rules, u64::MAX, watch)
    }

    /// Whether the field, the ships and the number of fleets are small enough to be solved, which takes some milliseconds to
    /// say. The number of positions is known only when they are solved.
    ///
    /// # Errors
    /// As [`new`](Self::new), but for the number of positions.
    pub fn check(rules: &Rules) -> Result<(), FleetError> {
        Game::fleets(rules, &()).map(|_| ())
    }

    /// The same within a number of nodes: fleets whose answer to a shot is found, some ten nanoseconds each.
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`FleetError::NotSolved`] when it takes more nodes.
    pub(crate) fn within(
        rules: &Rules,
        limit: u64,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let game = Game::new(rules, watch)?;
        let all: Vec<u16> = (0..game.fleets.len() as u16).collect();
        let root = game.position(&all, 0, 0);
        let mut search =
            Search { game: &game, solved: BTreeMap::new(), nodes: 0, limit, watch };
        let sum = search.sum(&all, root, u32::MAX)?.expect("there is no bound");
        let solved = Arc::new(search.solved);
        Ok(Self { game: Arc::new(game), solved, sum: u64::from(sum) })
    }

    /// The mean number of shots over all legal fleets, the least that any hunter can reach.
    pub fn mean_shots(&self) -> f64 {
        self.sum as f64 / self.game.fleets.len() as f64
    }

    /// The number of legal fleets.
    pub fn fleets(&self) -> usize {
        self.game.fleets.len()
    }

    /// The number of positions that were solved.
    pub fn positions(&self) -> usize {
        self.solved.len()
    }

    /// A hunter that plays by the policy. After shots that the policy does not make it shoots at the cell that most of the
    /// fleets left occupy.
    pub fn hunter(&self) -> Box<dyn Hunter> {
        Box::new(PerfectHunter(self.clone()))
    }

    /// The best cell, the first one in a tie; none if the position was not solved.
    fn best(&self, left: &[u16], sight: &Sight<'_>) -> Option<Cell> {
        let game = &self.game;
        let (mut hits, mut sunk) = (0, 0);
        for cell in sight.rules().size().cells() {
            if matches!(sight.mark(cell), Mark::Hit | Mark::Sunk) {
                hits |= 1 << game.index(cell);
            }
        }
        for ship in sight.sunk() {
            sunk = with_sunk(sunk, game.byte(*ship)?);
        }
        let position = game.position(left, hits, sunk);
        let (canonical, symmetry) = game.canonical(position);
        let cell = self.solved.get(&canonical)?.cell;
        let images = &game.symmetries[symmetry].0;
        let at = images.iter().position(|&image| image == cell)?;
        sight.rules().size().cells().nth(at)
    }
}

impl Game {
    /// All legal fleets, if the rules are small enough.
    fn fleets(rules: &Rules, watch: &dyn Watch) -> Result<Placements, FleetError> {
        let refused = |what: String| Err(FleetError::NotSolved(what));
        let (cells, ships) = (rules.size().area(), rules.roster().ships());
        if cells > MAX_CELLS {
            return refused(format!("{cells} cells, expected at most {MAX_CELLS}"));
        }
        if ships > MAX_SHIPS {
            return refused(format!("{ships} ships, expected at most {MAX_SHIPS}"));
        }
        // 32 cells need far less memory.
        let limits = Limits::of_memory(1 << 28);
        let all = Placements::given(&Sight::new(rules), limits, watch)?;
        let total = all.total();
        if total == 0 {
            return Err(FleetError::CannotFit);
        }
        if total > MAX_FLEETS {
            return refused(format!("{total} fleets, expected at most {MAX_FLEETS}"));
        }
        Ok(all)
    }

    fn new(rules: &Rules, watch: &dyn Watch) -> Result<Self, FleetError> {
        let all = Self::fleets(rules, watch)?;
        let total = all.total();
        let mut lengths = rules.roster().lengths().to_vec();
        lengths.sort_unstable();
        lengths.dedup();
        let placements =
            lengths.iter().flat_map(|&it| Ship::everywhere(rules.size(), it));
        let placements: Vec<Ship> = placements.collect();
        let mut game = Self {
            rules: rules.clone(),
            fleets: Vec::new(),
            placements,
            symmetries: Vec::new(),
        };
        game.fleets = (0..total).map(|number| game.layout(&all.fleet(number))).collect();
        let is_square = rules.size().rows == rules.size().columns;
        game.symmetries =
            (0..if is_square { 8 } else { 4 }).map(|it| game.symmetry(it)).collect();
        Ok(game)
    }

    /// The number of a cell in reading order.
    const fn index(&self, cell: Cell) -> usize {
        (cell.row * self.rules.size().columns + cell.column) as usize
    }

    /// The byte of a ship: its number among all placements, from 1.
    fn byte(&self, ship: Ship) -> Option<u8> {
        let number = self.placements.iter().position(|it| *it == ship)?;
        u8::try_from(number + 1).ok()
    }

    fn layout(&self, fleet: &Fleet) -> Layout {
        let one = |ship: &Ship| {
            let cells = ship.cells().fold(0, |all, cell| all | 1 << self.index(cell));
            (cells, self.byte(*ship).expect("a field of 32 cells has fewer placements"))
        };
        let ships: Vec<(u32, u8)> = fleet.ships.iter().map(one).collect();
        Layout { cells: ships.iter().fold(0, |all, ship| all | ship.0), ships }
    }

    /// The images of all cells and of all placements.
    fn symmetry(&self, symmetry: u32) -> (Vec<u8>, Vec<u8>) {
        let image = |ship: Ship| {
            transformed(&Fleet::new(vec![ship]), &self.rules, symmetry).ships[0]
        };
        let of_cell = |cell| {
            let one = image(Ship::new(cell, 1, tilewright_grid::Heading::East));
            self.index(one.cell) as u8
        };
        let cells = self.rules.size().cells().map(of_cell).collect();
        let of_ship = |ship: &Ship| self.byte(image(*ship)).unwrap_or(0);
        let bytes = [0].into_iter().chain(self.placements.iter().map(of_ship)).collect();
        (cells, bytes)
    }

    /// The position in which these fleets are left.
    fn position(&self, left: &[u16], hits: u32, sunk: u64) -> Position {
        let occupied =
            left.iter().fold(0, |all, &it| all | self.fleets[usize::from(it)].cells);
        Position { closed: !occupied | hits, hits, sunk }
    }

    /// The least of the images of a position, and the first symmetry that leads to it.
    fn canonical(&self, position: Position) -> (Position, usize) {
        let images = self.symmetries.iter().map(|(cells, bytes)| {
            let moved = |set: u32| {
                let images = cells.iter().enumerate();
                images.fold(0, |all, (at, &to)| all | (set >> at & 1) << to)
            };
            let used = u32::MAX.checked_shl(cells.len() as u32).unwrap_or(0);
            let sunk = position.sunk.to_le_bytes();
            let sunk = sunk.iter().filter(|byte| **byte > 0);
            Position {
                closed: moved(position.closed) | used,
                hits: moved(position.hits),
                sunk: sunk.fold(0, |all, &byte| with_sunk(all, bytes[usize::from(byte)])),
            }
        });
        let best = images.zip(0..).min_by_key(|image| image.0);
        best.expect("the identity is a symmetry")
    }

    /// The outcome of a shot at a fleet: 0 for a miss, 1 for a hit, and the byte of a sunk ship plus 1.
    fn outcome(&self, fleet: u16, cell: u32, hits: u32) -> u16 {
        let layout = &self.fleets[usize::from(fleet)];
        if layout.cells >> cell & 1 == 0 {
            return 0;
        }
        let ship = layout.ships.iter().find(|ship| ship.0 >> cell & 1 == 1);
        let &(cells, byte) = ship.expect("one of its ships has the cell");
        let is_sunk = cells & !(hits | 1 << cell) == 0;
        if is_sunk { u16::from(byte) + 1 } else { 1 }
    }

    /// The fewest shots that these fleets can cost in sum: every cell must be hit, and a shot hits at most as many of the fleets as share a
    /// cell, so that it misses the others.
    fn bound(&self, left: &[u16], hits: u32) -> u32 {
        let mut counts = [0_u32; MAX_CELLS];
        let mut sum = 0;
        for &fleet in left {
            let mut cells = self.fleets[usize::from(fleet)].cells & !hits;
            sum += cells.count_ones();
            while cells != 0 {
                counts[cells.trailing_zeros() as usize] += 1;
                cells &= cells - 1;
            }
        }
        if sum == 0 {
            return 0;
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        sum + left.len() as u32 - most
    }
}

/// Sorted bytes with one more.
fn with_sunk(sunk: u64, byte: u8) -> u64 {
    let mut bytes = sunk.to_le_bytes();
    // The zeros, which stand for no ship, are in front.
    bytes[0] = byte;
    bytes.sort_unstable();
    u64::from_le_bytes(bytes)
}

/// The fleets with the same outcome of a shot.
type Outcome = (u16, Vec<u16>);

/// A depth-first search with a bound.
struct Search<'a> {
    game: &'a Game,
    solved: BTreeMap<Position, Solution>,
    nodes: u64,
    limit: u64,
    watch: &'a dyn Watch,
}

impl Search<'_> {
    /// The least sum of the shots left over these fleets; none if it is not below the limit.
    fn sum(
        &mut self,
        left: &[u16],
        position: Position,
        limit: u32,
    ) -> Result<Option<u32>, FleetError> {
        let (canonical, symmetry) = self.game.canonical(position);
        if let Some(solved) = self.solved.get(&canonical) {
            return Ok(Some(solved.sum).filter(|sum| *sum < limit));
        }

        let mut cells = self.cells(left, position)?;
        // The smallest bound first; the first cell in a tie.
        cells.sort_by_key(|cell| (cell.0, cell.1));
        let mut best: Option<(u32, u32)> = None;
        for (bound, cell, outcomes) in cells {
            let limit = best.map_or(limit, |best| best.0);
            if bound >= limit {
                break;
            }
            if let Some(sum) = self.shot(cell, &outcomes, bound, position, limit)? {
                best = Some((sum, cell));
            }
        }

        let Some((sum, cell)) = best else { return Ok(None) };
        if self.solved.len() >= MAX_POSITIONS {
            let what = format!("more than {MAX_POSITIONS} positions");
            return Err(FleetError::NotSolved(what));
        }
        let cell = self.game.symmetries[symmetry].0[cell as usize];
        self.solved.insert(canonical, Solution { sum, cell });
        Ok(Some(sum))
    }

    /// The cells that a shot can tell something about, each with a lower bound of the sum and its outcomes.
    fn cells(
        &mut self,
        left: &[u16],
        position: Position,
    ) -> Result<Vec<(u32, u32, Vec<Outcome>)>, FleetError> {
        let game = self.game;
        let open = (0..game.rules.size().area() as u32)
            .filter(|at| position.closed >> at & 1 == 0);
        let one = |cell: u32| {
            self.count(left.len() as u64)?;
            let mut outcomes: Vec<Outcome> = Vec::new();
            for &fleet in left {
                let outcome = game.outcome(fleet, cell, position.hits);
                match outcomes.iter_mut().find(|it| it.0 == outcome) {
                    Some(same) => same.1.push(fleet),
                    None => outcomes.push((outcome, vec![fleet])),
                }
            }
            outcomes.sort_unstable_by_key(|it| it.0);
            let bound = outcomes.iter().map(|(outcome, fleets)| {
                let hit = u32::from(*outcome > 0) << cell;
                game.bound(fleets, position.hits | hit)
            });
            let bound = left.len() as u32 + bound.sum::<u32>();
            Ok((bound, cell, outcomes))
        };
        open.map(one).collect()
    }

    /// Counts nodes, and ends the search when there are too many or the watch stops it.
    fn count(&mut self, nodes: u64) -> Result<(), FleetError> {
        let before = self.nodes;
        self.nodes += nodes;
        if self.nodes > self.limit {
            return Err(FleetError::NotSolved(format!("more than {} nodes", self.limit)));
        }
        if before / LOOK != self.nodes / LOOK && self.watch.look().is_break() {
            return Err(FleetError::Cancelled);
        }
        Ok(())
    }

    /// The sum after a shot at a cell; none if it is not below the limit.
    fn shot(
        &mut self,
        cell: u32,
        outcomes: &[Outcome],
        bound: u32,
        position: Position,
        limit: u32,
    ) -> Result<Option<u32>, FleetError> {
        // The bound is replaced outcome by outcome by what they take.
        let mut sum = bound;
        for (outcome, fleets) in outcomes {
            let hits = position.hits | u32::from(*outcome > 0) << cell;
            let estimate = self.game.bound(fleets, hits);
            if estimate == 0 {
                continue;
            }
            let sunk = match outcome {
                0 | 1 => position.sunk,
                byte => with_sunk(position.sunk, (byte - 1) as u8),
            };
            let next = self.game.position(fleets, hits, sunk);
            let others = sum - estimate;
            let Some(exact) = self.sum(fleets, next, limit - others)? else {
                return Ok(None);
            };
            sum = others + exact;
        }
        Ok(Some(sum).filter(|sum| *sum < limit))
    }
}

/// Plays by a policy.
struct PerfectHunter(PerfectPolicy);

impl PerfectHunter {
    /// The fleets that agree with the shots.
    fn left(&self, sight: &Sight<'_>) -> Vec<u16> {
        let game = &self.0.game;
        let mut misses = 0;
        let mut hits = 0;
        for cell in sight.rules().size().cells() {
            match sight.mark(cell) {
                Mark::Unknown => {}
                Mark::Miss => misses |= 1 << game.index(cell),
                Mark::Hit | Mark::Sunk => hits |= 1_u32 << game.index(cell),
            }
        }
        let sunk: Vec<u8> = sight.sunk().iter().filter_map(|&it| game.byte(it)).collect();
        let agrees = |layout: &Layout| {
            let ships = layout.ships.iter();
            let mut whole = ships.filter(|ship| ship.0 & !hits == 0).map(|ship| ship.1);
            // Exactly the sunk ships are hit whole: one that lies where a longer ship is hit, too, is another fleet's.
            layout.cells & misses == 0
                && hits & !layout.cells == 0
                && whole.clone().count() == sunk.len()
                && whole.all(|byte| sunk.contains(&byte))
        };
        let all = game.fleets.iter().zip(0..);
        all.filter(|(layout, _)| agrees(layout)).map(|(_, number)| number).collect()
    }
}

impl Hunter for PerfectHunter {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self(self.0.clone()))
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let left = self.left(sight);
        if let Some(cell) = self.0.best(&left, sight) {
            return cell;
        }
        let game = &self.0.game;
        let count = |cell: Cell| {
            let fleets = left.iter().map(|&it| &game.fleets[usize::from(it)]);
            fleets.filter(|it| it.cells >> game.index(cell) & 1 == 1).count()
        };
        let cells = sight.rules().size().cells();
        let unknown = cells.filter(|cell| sight.mark(*cell) == Mark::Unknown);
        // The first cell in a tie: `max_by_key` keeps the last.
        let best = unknown.map(|cell| (count(cell), std::cmp::Reverse(cell))).max();
        match best {
            Some((count, std::cmp::Reverse(cell))) if count > 0 => cell,
            _ => RandomHunter.aim(sight, rng),
        }
    }
}
