//! How much two levels differ.

use tilewright_match3::{Kind, Level};

/// How much two levels of one size differ: the share of their special cells, those that are special in
/// either, in which they have different kinds, from 0 to 1. A cell is special if it is neither ordinary
/// nor a hole. Of all cells the share would be small for any two levels with few special cells, however
/// different they look.
///
/// 0 if neither has a special cell.
///
/// # Panics
/// If the levels have different sizes.
pub fn difference(one: &Level, two: &Level) -> f64 {
    assert_eq!(
        one.size(),
        two.size(),
        "levels of different sizes have no cells in common"
    );
    let [different, special] = compare(one.cells().values(), two.cells().values());
    different as f64 / special.max(1) as f64
}

/// The cells in which levels have different kinds, and the cells that are special in either. A hole in one
/// alone counts as both.
pub(crate) fn compare(one: &[Kind], two: &[Kind]) -> [usize; 2] {
    let (mut different, mut special) = (0, 0);
    for (a, b) in one.iter().zip(two) {
        let differs = a != b;
        different += usize::from(differs);
        special += usize::from(differs || a.is_special());
    }
    [different, special]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_few_special_cells_all_count() {
        let [one, two, three] = ["#..\n...\n...\n", "..#\n...\n...\n", "##.\n...\n...\n"]
            .map(|text| {
                let level: Level = text.parse().unwrap();
                level
            });
        let of = |a: &Level, b: &Level| compare(a.cells().values(), b.cells().values());
        assert_eq!([of(&one, &two), of(&one, &three)], [[2, 2], [1, 2]]);
        assert_eq!([of(&one, &one), of(&two, &three)], [[0, 1], [3, 3]]);
        assert!(difference(&one, &one) == 0.0 && difference(&two, &three) > 0.99);
    }
}
