//! Which cells may change, into what, and how large a change is.

use tilewright_grid::{Cell, Grid};
use tilewright_match3::{Block, Contents, Kind, Level, Ruleset, Template};

use super::CellChange;
use crate::Symmetry;

impl Symmetry {
    /// The symmetry that the cells of a level have; none if all of them are ordinary or holes.
    pub fn of(level: &Level) -> Self {
        let cells = level.cells();
        let is_plain = |kind: &Kind| [Kind::ORDINARY, Kind::HOLE].contains(kind);
        if cells.values().iter().all(is_plain) {
            return Self::None;
        }

        let has = |symmetry: &Self| {
            cells.size().cells().all(|cell| {
                let orbit = symmetry.orbit(cells.size(), cell);
                orbit.iter().all(|&other| cells[other] == cells[cell])
            })
        };

        // From the largest symmetry: a level that has both has each.
        let all = [Self::Both, Self::Horizontal, Self::Vertical, Self::Rotational];
        all.into_iter().find(has).unwrap_or(Self::None)
    }
}

/// Whether a kind may be changed, or put into a cell.
const fn is_changeable(kind: Kind) -> bool {
    matches!(kind.contents(), Contents::Dealt | Contents::Obstacle | Contents::Blocker)
}

/// The cells that may change.
pub(super) fn free(level: &Level) -> Grid<bool> {
    level.cells().map(|&kind| is_changeable(kind) && !level.rules().is_of_big_block(kind))
}

/// The kinds that may be put into cells: those of the free cells, and these with one layer more or less.
pub(super) fn kinds(level: &Level, free: &Grid<bool>) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    let cells = level.cells().values().iter().zip(free.values());

    for (&kind, _) in cells.filter(|(kind, is_free)| **is_free && kind.is_special()) {
        for kind in std::iter::once(kind).chain(beside(kind, level.rules())) {
            if kind.is_special() && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    if kinds.is_empty() { vec![Kind::OBSTACLE] } else { kinds }
}

/// The same kind with one layer more or less.
fn beside(kind: Kind, rules: &Ruleset) -> Vec<Kind> {
    let most =
        |id: u8| rules.blocks().get(usize::from(id)).map_or(0, Block::first_number);
    let under = |id: u8| id.checked_sub(1).map_or(0, most);

    let blocker = match kind.filling() {
        (Contents::Blocker, id, _) => most(id),
        _ => 0,
    };

    let most = [blocker, under(kind.cover().0), under(kind.ground().0)];

    let mut found = Vec::new();
    for (part, (now, most)) in kind.layers().into_iter().zip(most).enumerate() {
        for then in [now.wrapping_sub(1), now + 1] {
            if most == 0 || !(1..=most).contains(&then) {
                continue;
            }

            let mut layers = kind.layers();
            layers[part] = then;
            found.push(kind.with_layers(layers));
        }
    }
    found
}

/// The size of a change: the difference of the layers if only they differ, else 4.
pub(super) fn size(from: Kind, to: Kind) -> u32 {
    if from.with_layers([0; 3]) != to.with_layers([0; 3]) {
        return 4;
    }
    let pairs = from.layers().into_iter().zip(to.layers());
    pairs.map(|(from, to)| u32::from(from.abs_diff(to))).sum::<u32>().min(4)
}

/// The cells in which two levels differ.
pub(super) fn between(before: &Level, after: &Level) -> Vec<CellChange> {
    let template = Template::from(before);

    let name = |kind: Kind| template.name_of(kind);
    let cells = before.size().cells();
    let differs = |&cell: &Cell| before.cells()[cell] != after.cells()[cell];

    cells
        .filter(differs)
        .map(|cell| CellChange {
            cell,
            from: name(before.cells()[cell]),
            to: name(after.cells()[cell]),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetry_is_that_of_the_cells() {
        let of = |text: &str| Symmetry::of(&text.parse().unwrap());
        assert_eq!(of("...\n...\n"), Symmetry::None);
        assert_eq!(of("#.#\n...\n"), Symmetry::Horizontal);
        assert_eq!(of("#..\n...\n#.."), Symmetry::Vertical);
        assert_eq!(of("#.#\n...\n#.#"), Symmetry::Both);
        assert_eq!(of("#..\n...\n..#"), Symmetry::Rotational);
        assert_eq!(of("##.\n...\n..#"), Symmetry::None);
    }

    #[test]
    fn kinds_are_those_of_the_level_and_their_layers() {
        let level: Level = "1..\n.d#\n_..\n".parse().unwrap();
        let free = free(&level);
        assert!(!free.values()[6] && free.values()[5]);
        let names: Vec<&str> =
            kinds(&level, &free).iter().map(|kind| kind.key()).collect();
        assert_eq!(names, ["blocked1", "blocked2", "overlay4", "overlay3", "obstacle"]);
        assert_eq!(size(Kind::OVERLAY4, Kind::OVERLAY2), 2);
        assert_eq!(size(Kind::OVERLAY4, Kind::ORDINARY), 4);
    }
}
