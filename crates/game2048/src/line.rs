//! A move within one row or column.

/// Slides the codes of a line to its start and merges equal neighbours, those nearest to the start
/// first and each tile at most once. Returns the sum of the merged tiles. Tiles of the code `max`
/// or above do not merge.
pub(crate) fn slide_line(cells: &mut [u8], max: u8) -> u64 {
    let (mut write, mut gain) = (0, 0);

    // The code of the last tile that was written and has not merged yet; 0 if there is none.
    let mut waiting = 0;
    for read in 0..cells.len() {
        let code = std::mem::take(&mut cells[read]);
        if code == 0 {
            continue;
        }

        if code == waiting && code < max {
            cells[write - 1] = code + 1;
            gain += 1 << (code + 1);
            waiting = 0;
        } else {
            cells[write] = code;
            write += 1;
            waiting = code;
        }
    }
    gain
}

#[cfg(test)]
mod tests {
    use super::slide_line;

    #[track_caller]
    fn check(before: [u8; 4], after: [u8; 4], gain: u64) {
        let mut cells = before;
        assert_eq!(slide_line(&mut cells, 31), gain, "{before:?}");
        assert_eq!(cells, after, "{before:?}");
    }

    #[test]
    fn of_three_equal_tiles_the_two_nearest_the_wall_merge() {
        check([1, 1, 1, 0], [2, 1, 0, 0], 4);
        check([0, 1, 1, 1], [2, 1, 0, 0], 4);
    }

    #[test]
    fn a_merged_tile_does_not_merge_again() {
        check([1, 1, 2, 0], [2, 2, 0, 0], 4);
        check([2, 1, 1, 0], [2, 2, 0, 0], 4);
        check([1, 1, 1, 1], [2, 2, 0, 0], 8);
    }

    #[test]
    fn the_largest_tiles_merge_without_a_limit() {
        check([15, 0, 0, 15], [16, 0, 0, 0], 65_536);
        check([16, 16, 15, 15], [17, 16, 0, 0], 131_072 + 65_536);
    }
}
