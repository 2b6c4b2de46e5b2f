//! The levels that a request allows, and their genomes.

mod cells;

use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) use cells::complete;
use cells::{near_exits, neighbors, orbits};
use tilewright_grid::{Cell, Grid, Rng, Size};
use tilewright_match3::{Contents, Kind, Level, Paths, Quota, Template};

use crate::cases::cases_of;
use crate::placements::Placements;
use crate::style::{CellSet, LearnedLook, strays};
use crate::{
    Feasibility, Gauge, Placement, RequestError, Style, Symmetry, Violation, quotas,
};

/// The levels that a template, some kinds and a symmetry allow. A genome has one gene for each group
/// of free cells that must be equal; a gene is an index into the [`choices`](Self::choices).
///
/// ```
/// use tilewright_match3::{Kind, Template};
/// use tilewright_match3_design::{Space, Symmetry};
///
/// let template: Template = "????\n.##.\n????\n".parse()?;
/// let space = Space::new(&template, &[Kind::OVERLAY1.into()], Symmetry::Horizontal)?;
/// assert_eq!((space.genes(), space.choices()), (4, &[Kind::ORDINARY, Kind::OVERLAY1][..]));
/// assert_eq!(space.level(&[1, 0, 0, 0]).to_string(), "a..a\n.##.\n....\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    /// The level whose free cells are all ordinary: it has the highest potential and the most
    /// refilled cells.
    base: Level,
    /// The kinds that a gene may stand for: ordinary first.
    choices: Vec<Kind>,
    /// The allowed numbers of cells of each choice.
    quotas: Vec<Quota>,
    symmetry: Symmetry,
    /// The cells of each gene, by index in reading order.
    orbits: Vec<Vec<u32>>,
    /// The gene of each cell; none for fixed cells.
    gene_of: Vec<Option<u32>>,
    /// The fill paths of the base.
    paths: Paths,
    open_spawners: Vec<bool>,
    gauge: Gauge,
    is_classic: bool,
    /// The free cells in which no ingredient may be; empty if none of the kinds is an ingredient.
    near_exits: Vec<bool>,
    /// The genes beside each gene.
    neighbors: Vec<Vec<u32>>,
    free: CellSet,
    style: Style,
    learned: Option<Arc<LearnedLook>>,
    placements: Placements,
}

impl Space {
    /// The levels that the template, the kinds and the symmetry allow.
    ///
    /// # Errors
    /// When no kind is given or one cannot be placed, when the template contradicts the symmetry or
    /// a quota, or when no level of it is feasible; levels of other rules than `classic` always are.
    pub fn new(
        template: &Template,
        quotas: &[Quota],
        symmetry: Symmetry,
    ) -> Result<Self, RequestError> {
        let (quotas, absent): (Vec<Quota>, Vec<Quota>) =
            quotas::all(quotas, template)?.into_iter().partition(|quota| quota.max > 0);
        if quotas.len() == 1 {
            return Err(RequestError::NoKind);
        }
        let choices: Vec<Kind> = quotas.iter().map(|quota| quota.kind).collect();

        let template = complete(template, symmetry)?;
        quotas::check(quotas.iter().chain(&absent), &template)?;
        let (orbits, gene_of) = orbits(&template, symmetry);

        // Without special cells the level is as feasible as it can be.
        let base = template.filled(|_| Kind::ORDINARY);
        let is_classic = template.is_classic()
            && choices.iter().all(|kind| kind.classic_index().is_some());
        let feasibility = Feasibility::of(&base);
        if is_classic && !feasibility.is_feasible() {
            return Err(RequestError::Infeasible(feasibility.cells));
        }

        let spawners = base.spawner_cells();
        let is_open_spawner = |cell: Cell| spawners[cell] && base.cells()[cell].is_open();

        let is_ingredient = |kind: &Kind| kind.contents() == Contents::Ingredient;
        let near_exits =
            choices.iter().any(is_ingredient).then(|| near_exits(&base, &gene_of));

        let size = base.size();
        Ok(Self {
            neighbors: neighbors(size, &orbits, &gene_of),
            free: CellSet::new(size, |index| gene_of[index].is_some()),
            style: Style::Scattered,
            learned: None,
            placements: Placements::default(),
            paths: Paths::of(&base),
            open_spawners: base.size().cells().map(is_open_spawner).collect(),
            gauge: Gauge::new(&base),
            base,
            choices,
            quotas,
            symmetry,
            orbits,
            gene_of,
            is_classic,
            near_exits: near_exits.unwrap_or_default(),
        })
    }

    /// The same space in which levels of this style are searched; at first their special cells are scattered. To learn the look of
    /// given levels takes up to a second; `go_on` is asked meanwhile, and when it breaks, the search is to be stopped too.
    #[must_use]
    pub fn with_style(
        self,
        style: Style,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let mut space = self;
        space.style = style;
        if let Style::Like(examples) = &space.style {
            match LearnedLook::new(examples, &space, go_on) {
                Some(learned) => space.learned = Some(Arc::new(learned)),
                None => space.style = Style::Composed,
            }
        }
        space
    }

    /// Scatters the special cells of the levels that are searched. Given levels are not copied either where a search has given up
    /// their look.
    pub(crate) fn scatter(&mut self) {
        self.style = Style::Scattered;
    }

    /// The same space with placements about where its special cells stand. The template is that of [`new`](Self::new).
    ///
    /// # Errors
    /// When a placement names a kind that the request does not have, or the placements leave too few cells to a kind.
    pub fn with_placements(
        self,
        placements: &[Placement],
        template: &Template,
    ) -> Result<Self, RequestError> {
        let template = &complete(template, self.symmetry)?;
        let placements =
            Placements::new(placements, template, &self.quotas, &self.orbits)?;
        Ok(Self { placements, ..self })
    }

    pub(crate) const fn placements(&self) -> &Placements {
        &self.placements
    }

    /// Whether the placements let a gene have a choice.
    pub(crate) fn may(&self, gene: usize, choice: u8) -> bool {
        self.placements.may(usize::from(choice), &self.orbits[gene])
    }

    /// A choice, or ordinary where the placements do not let the gene have it.
    pub(crate) fn allowed(&self, gene: usize, choice: u8) -> u8 {
        if self.may(gene, choice) { choice } else { 0 }
    }

    /// The number of cells by which a level breaks the placements.
    pub(crate) fn faults(&self, kinds: &[Kind]) -> u32 {
        let given = self.learned.as_ref();
        let copied = given.map_or(0, |given| given.copied(self, kinds));
        if self.placements.is_empty() {
            return copied;
        }
        let is_free = |index: usize| self.gene_of[index].is_some();
        copied + self.placements.faults(self.base.size(), kinds, is_free)
    }

    pub(crate) const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The given levels whose look is searched.
    pub(crate) fn learned(&self) -> Option<&LearnedLook> {
        self.learned.as_deref().filter(|_| matches!(self.style, Style::Like(_)))
    }

    /// How special cells are spread in the levels that are searched.
    pub const fn style(&self) -> &Style {
        &self.style
    }

    /// The isolated cells and clusters beyond those of a composed level; 0 where cells are scattered.
    pub(crate) fn strays(&self, kinds: &[Kind], special: &CellSet) -> u32 {
        if let Some(learned) = self.learned() {
            return learned.strays(self, kinds);
        }
        match self.style {
            Style::Scattered | Style::Like(_) => 0,
            Style::Composed => strays(special, &self.free, self.images()),
        }
    }

    /// The most cells of a gene.
    fn images(&self) -> u32 {
        self.orbits.iter().map(Vec::len).max().unwrap_or(1) as u32
    }

    /// The set of special cells.
    pub(crate) fn specials(&self, kinds: &[Kind]) -> CellSet {
        CellSet::new(self.base.size(), |index| kinds[index].is_special())
    }

    /// The genes beside a gene, in ascending order.
    pub(crate) fn neighbors(&self, gene: usize) -> &[u32] {
        &self.neighbors[gene]
    }

    /// The number of genes of a genome.
    pub const fn genes(&self) -> usize {
        self.orbits.len()
    }

    /// Whether its levels are [classic](Level::is_classic), so that they have a potential and can be
    /// infeasible. Other levels count as feasible.
    pub const fn is_classic(&self) -> bool {
        self.is_classic
    }

    /// The violation of a level: 0 if it is feasible. Under other rules than `classic`, the number of ingredients
    /// that are too near an exit.
    pub(crate) fn violation(&self, kinds: &[Kind]) -> u32 {
        if !self.is_classic {
            return self.misplaced(kinds).count() as u32;
        }
        self.gauge.measure(kinds, Violation::Cells).violation
    }

    /// Whether generation may make a level: it is feasible, or under other rules than `classic` its ingredients begin in the
    /// farther half of the ways to the exits.
    pub fn is_feasible(&self, level: &Level) -> bool {
        self.violation(level.cells().values()) == 0
    }

    /// The free cells with an ingredient that is too near an exit.
    pub(crate) fn misplaced(&self, kinds: &[Kind]) -> impl Iterator<Item = usize> {
        let near = self.near_exits.iter().zip(kinds).enumerate();
        near.filter(|(_, (near, kind))| **near && kind.contents() == Contents::Ingredient)
            .map(|(index, _)| index)
    }

    /// Whether a cell is one in which no ingredient may be.
    pub(crate) fn is_near_exit(&self, index: usize) -> bool {
        self.near_exits.get(index).copied().unwrap_or(false)
    }

    /// The kinds that a gene may stand for, ordinary first.
    pub fn choices(&self) -> &[Kind] {
        &self.choices
    }

    /// The allowed numbers of cells of each choice, ordinary first.
    pub fn quotas(&self) -> &[Quota] {
        &self.quotas
    }

    /// The cells of a gene, by index in reading order.
    pub fn orbit(&self, gene: usize) -> &[u32] {
        &self.orbits[gene]
    }

    /// The level whose free cells are all ordinary.
    pub const fn base(&self) -> &Level {
        &self.base
    }

    /// The gauge for boards of this shape.
    pub const fn gauge(&self) -> &Gauge {
        &self.gauge
    }

    /// The kinds of a genome's level, in reading order.
    pub fn kinds(&self, genes: &[u8]) -> Vec<Kind> {
        let mut kinds = self.base.cells().values().to_vec();
        for (orbit, &gene) in self.orbits.iter().zip(genes) {
            for &index in orbit {
                kinds[index as usize] = self.choices[gene as usize];
            }
        }
        kinds
    }

    /// The level of a genome.
    pub fn level(&self, genes: &[u8]) -> Level {
        let cells = Grid::from_values(self.base.size(), self.kinds(genes));
        self.base.with_cells(cells.expect("there is one kind per cell"))
    }

    /// A random special choice, drawn uniformly.
    pub(crate) fn special(&self, rng: &mut Rng) -> u8 {
        1 + rng.index(self.choices.len() - 1) as u8
    }

    /// The gene of a cell; none if it is fixed.
    pub(crate) fn gene_of(&self, index: usize) -> Option<usize> {
        self.gene_of[index].map(|gene| gene as usize)
    }

    /// The cell from which a cell is filled if all free cells are ordinary.
    pub(crate) fn source(&self, index: usize) -> Option<usize> {
        self.paths.source(index)
    }

    /// The minimum number of special genes under the quotas.
    pub(crate) fn min_specials(&self) -> usize {
        let widest = self.images();
        let fixed = self.counts(self.base.cells().values());
        let missing = self.quotas.iter().zip(fixed).map(|(quota, fixed)| {
            quota.min.saturating_sub(fixed).div_ceil(widest) as usize
        });
        missing.sum::<usize>().min(self.max_specials())
    }

    /// The maximum number of special genes under the quotas.
    pub(crate) fn max_specials(&self) -> usize {
        let max = self.quotas[1..].iter().map(|quota| quota.max as usize);
        max.fold(0, usize::saturating_add).min(self.genes())
    }

    /// The number of cells of each choice, given the kinds of a level.
    pub(crate) fn counts(&self, kinds: &[Kind]) -> Vec<u32> {
        let count = |choice| kinds.iter().filter(|&&kind| kind == choice).count() as u32;
        self.choices.iter().copied().map(count).collect()
    }

    /// The number of cells too many or too few, summed over the kinds.
    pub(crate) fn miscount(&self, counts: &[u32]) -> u32 {
        self.quotas.iter().zip(counts).map(|(quota, &count)| quota.off(count)).sum()
    }

    /// The common divisor of all potentials: the smallest number of cases that are alive or dead
    /// together. Cases on a mirror line are their own mirror images; a rotation by 180° has none.
    pub(crate) const fn step(&self) -> u32 {
        let Size { rows, columns } = self.base.size();
        let (even_rows, even_columns) =
            (rows.is_multiple_of(2), columns.is_multiple_of(2));
        match self.symmetry {
            Symmetry::None => 1,
            Symmetry::Horizontal => 1 + even_columns as u32,
            Symmetry::Vertical => 1 + even_rows as u32,
            Symmetry::Both => 2 + 2 * (even_rows && even_columns) as u32,
            Symmetry::Rotational => 2,
        }
    }

    /// Whether a cell is a spawner that is open if all free cells are ordinary.
    pub(crate) fn is_open_spawner(&self, index: usize) -> bool {
        self.open_spawners[index]
    }

    /// The mean potential of levels in which each free cell is special with this probability,
    /// independently, its kind drawn uniformly.
    pub(crate) fn expected(&self, density: f64) -> f64 {
        let cells = self.base.cells();
        let closed = self.choices.iter().filter(|kind| !kind.is_open()).count();
        let closed = closed as f64 / (self.choices.len() - 1) as f64;

        // The probabilities that a cell is draggable, and that it is open.
        let passes: Vec<(f64, f64)> = (0..cells.size().area())
            .map(|index| {
                let kind = cells.values()[index];
                if self.gene_of[index].is_some() {
                    (1.0 - density, 1.0 - density * closed)
                } else {
                    (
                        f64::from(u8::from(kind.is_draggable())),
                        f64::from(u8::from(kind.is_open())),
                    )
                }
            })
            .collect();

        let at = |cell: Cell| passes[cells.size().index(cell)];
        let cases = cells.size().cells().map(|arriving| {
            let alive = cases_of(cells.size(), arriving)
                .map(|[one, two, source]| at(one).1 * at(two).1 * at(source).0);

            at(arriving).0 * alive.sum::<f64>()
        });
        cases.sum()
    }
}
