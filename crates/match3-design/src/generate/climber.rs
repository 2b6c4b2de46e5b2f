//! A level that is changed cell by cell, with all measures of its potential.

use tilewright_grid::{Cell, Heading, Rng};
use tilewright_match3::Kind;

use crate::style::{ANY, CellSet};
use crate::{LevelProblem, Style, Tally};

/// The cost of one cell too many or too few of a kind, or against a placement, in cases: the most that a cell is worth.
const CELL: u32 = 64;
/// The cost of an isolated cell or a cluster more than a composed level has, in cases: about that of closing a cell
/// amid others.
const STRAY: u32 = 16;
/// The distance to the target below which one gene is closed and another one opened in one change:
/// about 1.5 times the most that a cell is worth.
const NEAR: u32 = 100;

/// A level that is changed, and its measures.
pub(super) struct Climber<'a> {
    problem: LevelProblem<'a>,
    pub(super) genes: Vec<u8>,
    pub(super) tally: Tally,
    /// The number of cells of each choice.
    counts: Vec<u32>,
    special: CellSet,
    /// The distance from the request, and that before the change that is being tried.
    pub(super) cost: u32,
    before: u32,
    /// The genes of the change that is being tried, with their earlier choices.
    trail: Vec<(usize, u8)>,
}

impl<'a> Climber<'a> {
    pub(super) fn new(problem: LevelProblem<'a>, genes: Vec<u8>) -> Self {
        let tally = Tally::new(&problem.space.level(&genes));
        let counts = problem.space.counts(tally.cells().values());
        let special = problem.space.specials(tally.cells().values());
        let (cost, before, trail) = (0, 0, Vec::new());
        let mut climber =
            Self { problem, genes, tally, counts, special, cost, before, trail };
        climber.cost = climber.cost_within(u32::MAX);
        climber
    }

    /// Opens the path along which the first infeasible cell is filled when all cells are open; under other rules
    /// than `classic`, takes away the first ingredient that is too near an exit. Returns whether there was one.
    pub(super) fn repair(&mut self) -> bool {
        let (size, space) = (self.tally.cells().size(), self.problem.space);

        if !space.is_classic() {
            let first = space.misplaced(self.tally.cells().values()).next();
            let gene = first.and_then(|index| space.gene_of(index));
            if let Some(gene) = gene {
                self.put(gene, 0);
            }
            return gene.is_some();
        }

        let infeasible = self.tally.infeasible();
        let Some(row) = infeasible.iter().position(|&cells| cells != 0) else {
            return false;
        };
        let first = Cell::new(row as u32, infeasible[row].trailing_zeros());

        let refillable = self.tally.refillable();
        let mut next = Some(self.path_start(size.index(first)));

        // From the cell towards its source, until one that is refilled.
        while let Some(index) = next {
            let cell = size.cell(index);
            if refillable[cell.row as usize] >> cell.column & 1 == 1 {
                break;
            }
            let is_closed = !self.tally.cells().values()[index].is_open();
            if let (true, Some(gene)) = (is_closed, space.gene_of(index)) {
                self.put(gene, 0);
            }
            next = space.source(index);
        }
        true
    }

    /// The first cell of the path that refills a cell, or that ends beside a closed cell.
    fn path_start(&self, index: usize) -> usize {
        let space = self.problem.space;
        if self.tally.cells().values()[index].is_open() {
            return index;
        }
        if let Some(source) = space.source(index) {
            return source;
        }
        // A fixed blocker: the base is feasible, so one of its neighbours is refillable there.
        let size = self.tally.cells().size();
        let cell = size.cell(index);

        let filled =
            |next: &usize| space.source(*next).is_some() || space.is_open_spawner(*next);
        [Heading::North, Heading::West, Heading::East]
            .into_iter()
            .filter_map(|heading| size.step(cell, heading))
            .map(|next| size.index(next))
            .find(filled)
            .expect("the base of a space is feasible")
    }

    /// Sets a gene, and records its earlier choice.
    fn put(&mut self, gene: usize, choice: u8) {
        let space = self.problem.space;
        for &index in space.orbit(gene) {
            self.tally.set(index as usize, space.choices()[choice as usize]);
            self.special.put(index as usize, choice > 0);
        }
        let before = std::mem::replace(&mut self.genes[gene], choice);
        let cells = space.orbit(gene).len() as u32;
        self.counts[before as usize] -= cells;
        self.counts[choice as usize] += cells;
        self.trail.push((gene, before));
    }

    /// The distance of the potential from the target.
    const fn off(&self) -> u32 {
        self.tally.potential().abs_diff(self.problem.target)
    }

    /// The distance from the request; 0 if the level fulfils it. What is beyond the bound without a look at the
    /// clusters is not looked at, which takes most of the time.
    fn cost_within(&self, bound: u32) -> u32 {
        let space = self.problem.space;
        let beyond = self.off().saturating_sub(self.problem.tolerance);
        let wrong =
            space.miscount(&self.counts) + space.faults(self.tally.cells().values());
        let cost = beyond + CELL * wrong;
        if cost > bound {
            return cost;
        }
        cost + STRAY * space.strays(self.tally.cells().values(), &self.special)
    }

    /// Repairs an infeasible level by one step. Else changes one or two genes, and repairs the level
    /// if the change makes it infeasible without making it cost more. Returns the number of
    /// levels that were tried.
    pub(super) fn change(&mut self, rng: &mut Rng) -> u64 {
        self.trail.clear();
        self.before = self.cost;
        if self.genes.is_empty() {
            return 1;
        }
        if self.repair() {
            self.cost = self.cost_within(u32::MAX);
            return 1;
        }

        let before = self.before;
        self.try_change(rng);
        let mut tried = 1;
        self.cost = self.cost_within(before);
        while self.cost <= before && self.repair() {
            tried += 1;
            self.cost = self.cost_within(before);
        }
        tried
    }

    /// Changes a cluster as in given levels, or one or two genes.
    fn try_change(&mut self, rng: &mut Rng) {
        let space = self.problem.space;
        if space.is_shape_due(rng) {
            let mut genes = self.genes.clone();
            space.vary_shapes(&mut genes, rng);
            self.adopt(&genes);
            return;
        }

        // Clusters alone seldom meet a potential to the case, so that one change in four is of genes. Chosen.
        if let Some(learned) = space.learned()
            && rng.below(4) != 0
        {
            let mut genes = self.genes.clone();
            learned.vary(space, &mut genes, true, rng);
            self.adopt(&genes);
            return;
        }

        let closes = self.tally.potential() > self.problem.target;
        let is_near = self.off() < NEAR;
        let (gene, choice) = self.propose(closes, rng);
        self.put(gene, choice);

        // Near the target the change of one gene often jumps over it, so that a second one goes
        // back by a part; not in one of four, for the cases where one gene fits. Chosen; `cargo
        // bench -p tilewright-match3-design` shows the time of a level.
        if is_near && rng.below(4) != 0 {
            let (gene, choice) = self.propose(!closes, rng);
            self.put(gene, choice);
        }
    }

    /// Sets the genes that differ.
    fn adopt(&mut self, genes: &[u8]) {
        for (gene, &choice) in genes.iter().enumerate() {
            if choice != self.genes[gene] {
                self.put(gene, choice);
            }
        }
    }

    /// Undoes the last change.
    pub(super) fn undo(&mut self) {
        let mut trail = std::mem::take(&mut self.trail);
        for (gene, choice) in trail.drain(..).rev() {
            self.put(gene, choice);
        }
        self.trail = trail;
        self.cost = self.before;
    }

    /// Draws a gene and a new choice that closes (or opens) its cells, if 64 draws find one. While
    /// a count is wrong, every second call accepts any other choice. Of a composed level most draws let clusters
    /// grow and shrink.
    fn propose(&self, closes: bool, rng: &mut Rng) -> (usize, u8) {
        let space = self.problem.space;
        let choices = space.choices();
        let is_free = space.miscount(&self.counts) > 0 && rng.below(2) == 0;
        let suits_any = *space.style() != Style::Composed || rng.below(ANY) == 0;

        // Drawn, not listed: the genes that fit differ after each change. Where one draw in 20
        // fits, 64 fail in 4 % of the cases, and the last draw is tried instead, as any change is.
        // Chosen.
        let mut proposal = (0, 0);
        for _ in 0..64 {
            let gene = rng.index(self.genes.len());
            let choice = rng.index(choices.len()) as u8;
            proposal = (gene, choice);
            let [old, new] = [self.genes[gene], choice]
                .map(|choice| closure(choices[choice as usize]));
            let is_other = is_free && self.genes[gene] != choice;
            let is_due = is_other || (closes && new > old) || (!closes && new < old);

            let is_due = is_due && space.may(gene, choice);
            if is_due && (suits_any || space.suits(&self.genes, gene, choice)) {
                break;
            }
        }
        (proposal.0, space.allowed(proposal.0, proposal.1))
    }
}

/// How far a kind closes a cell: 0 to 2.
const fn closure(kind: Kind) -> u8 {
    !kind.is_draggable() as u8 + !kind.is_open() as u8
}
