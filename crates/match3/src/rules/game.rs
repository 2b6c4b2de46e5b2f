//! A running game.

use tilewright_grid::{Bits, Grid, Rng, Seed};

use super::general::{Spare, State};
use super::observer::{Observer, Phase};
use super::{Move, Paths, Rules, Way, swaps};
use crate::Kind;
use crate::bits;

/// The colour of a cell without a block.
pub(super) const NONE: u8 = u8::MAX;
/// The maximum number of bits of a colour.
const PLANES: usize = 6;
/// The number of cascades of one swap after which the board is dealt again: with very few colours they
/// would hardly ever end.
pub(super) const CASCADES: u32 = 1000;
/// The points of a block; multiplied by the number of its cascade.
pub(super) const POINTS: u64 = 10;

/// A running game, as a [`Bot`](crate::Bot) sees it: its board is at rest.
///
/// A bot cannot see the colours of future refills. To simulate the future, it takes a copy with
/// [`Game::imagine`], which has other random refills. `W` is the number of 64-bit words of the bit
/// boards, with one bit per cell.
#[derive(Debug)]
pub struct Game<'a, const W: usize> {
    pub(super) rules: &'a Rules,
    pub(super) rng: Rng,
    /// The colour of the block of every cell.
    pub(super) colors: Vec<u8>,
    /// Bit k of the colour of every block.
    pub(super) planes: [Bits<W>; PLANES],
    pub(super) filled: Bits<W>,
    pub(super) open: Bits<W>,
    pub(super) blockers: Bits<W>,
    pub(super) overlays: Bits<W>,
    pub(super) hits: Vec<u8>,
    pub(super) paths: Paths,
    /// Whether the fill paths are still those of the level.
    pub(super) is_fresh: bool,
    pub(super) swaps: [Bits<W>; 2],
    pub(super) collected: Vec<u32>,
    pub(super) score: u64,
    pub(super) swaps_made: u32,
    pub(super) cascades: u32,
    pub(super) reshuffles: u32,
    /// The number of moves whose cascades did not end within [`CASCADES`].
    pub(crate) endless: u32,
    /// The state under rules other than `classic`.
    pub(super) general: State<W>,
    /// A game in which moves are tried.
    pub(super) spare: Spare<'a, W>,
}

impl<'a, const W: usize> Game<'a, W> {
    /// A game before its start.
    pub(crate) fn new(rules: &'a Rules) -> Self {
        let area = rules.level.size().area();
        Self {
            rules,
            rng: Seed(0).rng(),
            colors: vec![NONE; area],
            planes: [Bits::EMPTY; PLANES],
            filled: Bits::EMPTY,
            open: Bits::EMPTY,
            blockers: Bits::EMPTY,
            overlays: Bits::EMPTY,
            hits: vec![0; area],
            paths: rules.paths.clone(),
            is_fresh: true,
            swaps: [Bits::EMPTY; 2],
            collected: vec![0; rules.counted_colors()],
            score: 0,
            swaps_made: 0,
            cascades: 0,
            reshuffles: 0,
            endless: 0,
            general: State::new(rules),
            spare: Spare::default(),
        }
    }

    /// Starts a game; the board and all refills come from this seed.
    pub(crate) fn begin<T: Observer>(&mut self, seed: Seed, watch: &mut T) {
        let rules = self.rules;
        let kinds = rules.level.cells().values();
        self.rng = seed.rng();
        self.collected.fill(0);
        (self.score, self.swaps_made, self.cascades, self.reshuffles) = (0, 0, 0, 0);
        self.endless = 0;
        if rules.is_general {
            self.begin_board(watch);
            if T::LOOKS {
                watch.see(self, Phase::Dealt);
            }
            return;
        }
        let cells_of = |is_member: fn(Kind) -> bool| {
            (0..kinds.len()).filter(|&index| is_member(kinds[index])).collect()
        };
        self.open = cells_of(Kind::is_open);
        self.blockers = cells_of(Kind::is_blocker);
        self.overlays = cells_of(Kind::is_overlay);
        self.hits.copy_from_slice(&rules.hits);
        if !self.is_fresh {
            self.paths.clone_from(&rules.paths);
            self.is_fresh = true;
        }
        self.deal();
        if T::LOOKS {
            watch.see(self, Phase::Dealt);
        }
    }

    /// Makes a possible move, and plays its cascades until the board is at rest.
    pub(crate) fn make<T: Observer>(&mut self, swap: Move, watch: &mut T) {
        if self.rules.is_general {
            self.play_turn(swap, watch);
            return;
        }
        let [first, second] = swap.indices(self.columns());
        self.colors.swap(first, second);
        self.pack();
        self.swaps_made += 1;
        if T::LOOKS {
            watch.see(self, Phase::Swapped(swap));
        }
        self.settle(1, watch);
        if self.move_count() == 0 && !self.is_won() {
            self.shuffle(watch);
        }
        if T::LOOKS {
            watch.see(self, Phase::Over);
        }
    }

    /// Clears matches and refills until nothing matches, then finds the swaps. `first` is the number of
    /// the first cascade.
    pub(super) fn settle<T: Observer>(&mut self, first: u32, watch: &mut T) {
        for cascade in first.. {
            let matched = swaps::matched(&self.rules.shape, self.planes(), self.filled);
            if matched.is_empty() {
                break;
            }
            if cascade > CASCADES {
                self.deal();
                self.reshuffles += 1;
                self.endless += 1;
                break;
            }
            if T::LOOKS {
                watch.see(self, Phase::Matched(matched.indices().collect()));
            }
            self.clear(matched, cascade);
            if T::LOOKS {
                watch.see(self, Phase::Cleared);
            }
            self.refill(watch);
            self.pack();
            self.cascades += u32::from(cascade > 1);
        }
        self.find_swaps();
    }

    /// Clears matched cells: removes their blocks and a layer of their overlays, and hits every blocker
    /// beside each of them.
    fn clear(&mut self, matched: Bits<W>, cascade: u32) {
        for color in 0..self.collected.len() {
            self.collected[color] += self.of_color(matched, color as u8).count();
        }
        self.score += POINTS * u64::from(cascade * matched.count());
        for index in matched.and(self.overlays).indices() {
            self.hits[index] -= 1;
            if self.hits[index] == 0 {
                self.overlays.remove(index);
            }
        }
        let mut is_opened = false;
        if !self.blockers.is_empty() {
            for beside in self.beside(matched) {
                for index in beside.and(self.blockers).indices() {
                    self.hits[index] -= 1;
                    if self.hits[index] == 0 {
                        self.blockers.remove(index);
                        self.open.insert(index);
                        is_opened = true;
                    }
                }
            }
        }
        for index in matched.indices() {
            self.colors[index] = NONE;
        }
        self.filled = self.filled.without(matched);
        if is_opened {
            self.is_fresh = false;
            let open = &self.open;
            self.paths.find(&self.rules.spawners, |index| open.has(index));
        }
    }

    /// The neighbours of some cells, in each of the four directions.
    pub(super) fn beside(&self, cells: Bits<W>) -> [Bits<W>; 4] {
        let shape = &self.rules.shape;
        [shape.east(cells), shape.west(cells), shape.south(cells), shape.north(cells)]
    }

    /// The cells of a set that hold a block of a colour.
    pub(super) fn of_color(&self, cells: Bits<W>, color: u8) -> Bits<W> {
        let mut found = cells.and(self.filled);
        for (bit, plane) in self.planes().iter().enumerate() {
            let flip = if color >> bit & 1 == 1 { 0 } else { u64::MAX };
            for i in 0..W {
                found.0[i] &= plane.0[i] ^ flip;
            }
        }
        found
    }

    /// The bit boards of the bits of the colours.
    #[inline]
    pub(super) fn planes(&self) -> &[Bits<W>] {
        &self.planes[..self.rules.planes]
    }

    /// Packs the colours into bit boards.
    pub(super) fn pack(&mut self) {
        bits::pack_all(&self.colors, &mut self.planes[..self.rules.planes]);
    }

    /// Finds the legal swaps of a board at rest.
    pub(super) fn find_swaps(&mut self) {
        let drag = self.open.without(self.overlays).and(self.filled);
        self.swaps = swaps::legal(&self.rules.shape, self.planes(), self.filled, drag);
    }

    pub(super) const fn columns(&self) -> usize {
        self.rules.level.size().columns as usize
    }

    /// The rules.
    pub const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The number of possible moves.
    #[inline]
    pub fn move_count(&self) -> u32 {
        let swaps: u32 = self.swaps.iter().map(Bits::count).sum();
        if self.rules.is_general { swaps + self.general.taps.count() } else { swaps }
    }

    /// Whether the special cells that the goal clears are cleared.
    #[inline]
    pub(super) fn is_cleared(&self) -> bool {
        let target = &self.rules.target;
        (!target.blockers || self.blockers.is_empty())
            && (!target.overlays || self.overlays.is_empty())
    }

    /// The possible moves: first the swaps with the cell to the right, then those with the cell below, then
    /// the taps, each in reading order. Under `classic`, swaps that complete a line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<W> {
        let [east, south] = self.swaps;
        let swaps = |board: Bits<W>, way| {
            board.indices().map(move |first| Move { first: first as u16, way })
        };
        swaps(east, Way::Right).chain(swaps(south, Way::Down)).chain(self.taps())
    }

    /// Whether a move is possible.
    pub fn is_legal(&self, made: Move) -> bool {
        let forward = made.forward(self.columns());
        let index = usize::from(forward.first);
        if index >= self.colors.len() || made != forward && !self.rules.is_general {
            return false;
        }
        match forward.way {
            Way::Right => self.swaps[0].has(index),
            Way::Down => self.swaps[1].has(index),
            _ => self.general.taps.has(index),
        }
    }

    /// The colour of the block in a cell, by index in reading order; none without a block.
    pub fn color(&self, index: usize) -> Option<u32> {
        let color = *self.colors.get(index)?;
        (color != NONE).then_some(u32::from(color))
    }

    /// The current kind of a cell, by index in reading order.
    pub(crate) fn kind(&self, index: usize) -> Kind {
        if self.rules.is_general {
            return self.kind_now(index);
        }
        let kind = self.rules.level.cells().values()[index];
        kind.with_hits(self.hits[index])
    }

    /// The current kinds of all cells.
    pub fn kinds(&self) -> Grid<Kind> {
        let size = self.rules.level.size();
        Grid::from_fn(size, |cell| self.kind(size.index(cell)))
    }

    /// The number of blocks of a colour that are still to be collected.
    #[inline]
    pub fn wanted(&self, color: u32) -> u32 {
        let wanted = self.rules.target.collect.get(color as usize).copied().unwrap_or(0);
        let collected = self.collected.get(color as usize).copied().unwrap_or(0);
        wanted.saturating_sub(collected)
    }

    /// Whether the goal is reached.
    pub fn is_won(&self) -> bool {
        if self.rules.is_general {
            return self.has_won();
        }
        let target = &self.rules.target;
        (0..self.collected.len()).all(|color| self.wanted(color as u32) == 0)
            && self.is_cleared()
            && self.score >= target.score
    }

    /// How much of the goal is left: blocks to collect, plus missing hits and layers, plus missing points
    /// divided by 10; 0 if it is reached.
    pub fn left(&self) -> u64 {
        if self.rules.is_general {
            return self.left_of_goal();
        }
        let target = &self.rules.target;
        let blocks = (0..self.collected.len()).map(|color| self.wanted(color as u32));
        let hits = |board: Bits<W>| {
            board.indices().map(|index| u64::from(self.hits[index])).sum::<u64>()
        };
        blocks.map(u64::from).sum::<u64>()
            + if target.blockers { hits(self.blockers) } else { 0 }
            + if target.overlays { hits(self.overlays) } else { 0 }
            + target.score.saturating_sub(self.score).div_ceil(POINTS)
    }

    /// The score: 10 points for every matched block, times 1 for blocks that a swap matches, times 2 for
    /// those of the cascade that follows, and so on.
    pub const fn score(&self) -> u64 {
        self.score
    }

    /// The number of swaps so far.
    pub const fn swaps_made(&self) -> u32 {
        self.swaps_made
    }

    /// The number of cascades so far.
    pub const fn cascades(&self) -> u32 {
        self.cascades
    }

    /// The number of reshuffles so far, which happen when no swap is left.
    pub const fn reshuffles(&self) -> u32 {
        self.reshuffles
    }

    /// A copy with other random refills, for simulating the future.
    #[must_use]
    pub fn imagine(&self, rng: Rng) -> Self {
        let mut copy = Self::new(self.rules);
        copy.imagine_from(self, rng);
        copy
    }

    /// Becomes such a copy of another game, without allocating memory.
    pub fn imagine_from(&mut self, other: &Self, rng: Rng) {
        self.rules = other.rules;
        self.rng = rng;
        self.colors.clone_from(&other.colors);
        (self.planes, self.swaps) = (other.planes, other.swaps);
        (self.filled, self.open) = (other.filled, other.open);
        (self.blockers, self.overlays) = (other.blockers, other.overlays);
        self.hits.clone_from(&other.hits);
        if !self.is_fresh || !other.is_fresh {
            self.paths.clone_from(&other.paths);
        }
        self.is_fresh = other.is_fresh;
        self.collected.clone_from(&other.collected);
        if self.rules.is_general {
            self.copy_general(other);
        }
        self.score = other.score;
        self.swaps_made = other.swaps_made;
        (self.cascades, self.reshuffles) = (other.cascades, other.reshuffles);
        self.endless = other.endless;
    }

    /// Makes a swap in a copy of [`imagine`](Self::imagine).
    pub fn try_out(&mut self, swap: Move) {
        self.make(swap, &mut ());
    }
}
