//! The cells of a template: which of them one gene stands for, which lie beside each other, and where no ingredient may be.

use tilewright_grid::Size;
use tilewright_match3::{Level, Template, Ways};

use crate::{RequestError, Symmetry};

/// The cells of each gene, one for each group of free cells that mirror each other, and the gene of each cell.
pub(super) fn orbits(
    template: &Template,
    symmetry: Symmetry,
) -> (Vec<Vec<u32>>, Vec<Option<u32>>) {
    let size = template.size();
    let mut orbits: Vec<Vec<u32>> = Vec::new();
    let mut gene_of = vec![None; size.area()];
    for cell in size.cells() {
        if template.cells()[cell].is_none() && gene_of[size.index(cell)].is_none() {
            let orbit = symmetry.orbit(size, cell).into_iter();
            let orbit: Vec<_> = orbit.map(|cell| size.index(cell) as u32).collect();
            for &index in &orbit {
                gene_of[index as usize] = Some(orbits.len() as u32);
            }
            orbits.push(orbit);
        }
    }
    (orbits, gene_of)
}

/// The genes beside each gene, in ascending order.
pub(super) fn neighbors(
    size: Size,
    orbits: &[Vec<u32>],
    gene_of: &[Option<u32>],
) -> Vec<Vec<u32>> {
    let beside = |gene: usize| {
        let cells = orbits[gene].iter().map(|&index| size.cell(index as usize));
        let near = cells.flat_map(|cell| size.neighbors(cell));
        let mut genes: Vec<u32> =
            near.filter_map(|cell| gene_of[size.index(cell)]).collect();
        genes.sort_unstable();
        genes.dedup();
        genes.retain(|&other| other as usize != gene);
        genes
    };
    (0..orbits.len()).map(beside).collect()
}

/// The free cells in which no ingredient may be placed: from which it has no way to an exit, or less than half of
/// the longest way of all free cells; where the board names exits, of the column from which the ways are shortest, as only far cells of
/// other columns would be left. On an exit it would leave at once.
pub(super) fn near_exits(base: &Level, gene_of: &[Option<u32>]) -> Vec<bool> {
    let ways = Ways::of(base);
    let steps = |index: usize| gene_of[index].and_then(|_| ways.steps(index));
    let columns = base.size().columns as usize;
    let longest_of =
        |column: usize| (column..gene_of.len()).step_by(columns).filter_map(steps).max();
    let longest = (0..columns).filter_map(longest_of);
    let longest =
        if base.parts().exits.is_some() { longest.min() } else { longest.max() };
    let longest = longest.unwrap_or(0);
    let is_far = |steps: u16| steps > 0 && 2 * steps >= longest;
    let is_near =
        |index: usize| gene_of[index].is_some() && !steps(index).is_some_and(is_far);
    (0..gene_of.len()).map(is_near).collect()
}

/// The template with every fixed cell repeated by the symmetry.
pub(crate) fn complete(
    template: &Template,
    symmetry: Symmetry,
) -> Result<Template, RequestError> {
    let size = template.size();
    let mut complete = template.clone();
    for a in size.cells() {
        let Some(a_kind) = template.cells()[a] else { continue };
        for b in symmetry.orbit(size, a) {
            let b_kind = template.cells()[b].unwrap_or(a_kind);

            if a_kind != b_kind {
                let [a_kind, b_kind] =
                    [a_kind, b_kind].map(|kind| template.name_of(kind));
                return Err(RequestError::Asymmetric { a, a_kind, b, b_kind });
            }
            complete.set(b, Some(a_kind));
        }
    }
    Ok(complete)
}
