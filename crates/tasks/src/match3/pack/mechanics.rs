//! Mechanics that a pack introduces one at a time.

use anyhow::ensure;
use serde::Deserialize;

/// The levels in which a new mechanic stands alone: the first shows it, the others repeat it. Chosen.
const ALONE: u32 = 3;
/// The levels after those, in which it is practised together with one that is known already. Chosen.
const PRACTISED: u32 = 5;
/// The mechanics of a level after that: more at once are not told apart on a board. Chosen.
const MIXED: usize = 3;

/// The kinds of a mechanic, and the number of the level that introduces it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Introduction(Kinds, u32);

/// One kind or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a mechanic is a kind such as \"box1:4-12\", or a list of kinds"
)]
enum Kinds {
    One(String),
    Several(Vec<String>),
}

impl Introduction {
    fn kinds(&self) -> &[String] {
        match &self.0 {
            Kinds::One(kind) => std::slice::from_ref(kind),
            Kinds::Several(kinds) => kinds,
        }
    }
}

/// Refuses introductions whose levels do not ascend, or that have no kinds.
pub(super) fn check(introduced: &[Introduction]) -> anyhow::Result<()> {
    ensure!(
        introduced.is_sorted_by(|one, next| one.1 < next.1)
            && introduced.iter().all(|it| it.1 > 0 && !it.kinds().is_empty()),
        "expected introduce to have points [kind, level], in ascending order of the levels from 1"
    );
    Ok(())
}

/// The kinds of the mechanics of a level: a new one alone, then beside one that is known, then mixtures of which no two
/// that follow one another are the same.
pub(super) fn at(introduced: &[Introduction], number: u32) -> Vec<&str> {
    let known = introduced.partition_point(|it| it.1 <= number);
    let Some((newest, earlier)) = introduced[..known].split_last() else {
        return Vec::new();
    };

    let since = number - newest.1;
    let chosen: Vec<&Introduction> = if since < ALONE || earlier.is_empty() {
        vec![newest]
    } else if since < ALONE + PRACTISED {
        // The one before first, since it was learned last.
        let turn = (since - ALONE) as usize % earlier.len();
        vec![&earlier[earlier.len() - 1 - turn], newest]
    } else {
        let turn = (since - ALONE - PRACTISED) as usize;
        mixture(&introduced[..known], turn)
    };
    chosen.into_iter().flat_map(Introduction::kinds).map(String::as_str).collect()
}

/// The mixture of a turn: the next ones of all mechanics in a circle, three or, where that would hold all of them, two. So
/// each comes back as soon as it can, and no mixture follows itself unless there is no other.
fn mixture(known: &[Introduction], turn: usize) -> Vec<&Introduction> {
    let count = known.len();
    let width = if count > MIXED { MIXED } else { count.min(MIXED - 1) };
    // Where a round ends with a whole mixture, the next one begins one further: else all rounds would have the same.
    let is_even = count > width && count.is_multiple_of(width);
    let shift = if is_even { turn * width / count } else { 0 };
    let first = turn * width + shift;
    let mut chosen: Vec<usize> = (first..first + width).map(|at| at % count).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|at| &known[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn introduced(levels: &[u32]) -> Vec<Introduction> {
        let one = |(at, level): (usize, &u32)| {
            Introduction(Kinds::One(char::from(b'a' + at as u8).to_string()), *level)
        };
        levels.iter().enumerate().map(one).collect()
    }

    #[test]
    fn a_mechanic_stands_alone_is_practised_and_then_mixed() {
        let all = introduced(&[3, 12, 40]);
        let of = |number| at(&all, number).concat();
        assert_eq!((of(2), of(3), of(11)), (String::new(), "a".into(), "a".into()));
        assert_eq!(
            (of(12), of(14), of(15), of(19)),
            ("b".into(), "b".into(), "ab".into(), "ab".into())
        );
        assert_eq!((of(40), of(43), of(44)), ("c".into(), "bc".into(), "ac".into()));
    }

    #[test]
    fn no_mixture_follows_itself_and_each_mechanic_comes_back() {
        for count in 3..9 {
            let levels: Vec<u32> = (0..count).map(|at| 1 + 10 * at).collect();
            let all = introduced(&levels);
            let first = 10 * count;
            let sets: Vec<String> =
                (first..first + 60).map(|number| at(&all, number).concat()).collect();
            assert!(sets.windows(2).all(|pair| pair[0] != pair[1]), "{count}: {sets:?}");
            assert!(sets.iter().all(|set| set.len() == if count > 3 { 3 } else { 2 }));
            for window in sets.windows(count as usize) {
                let seen = window.concat();
                assert!(all.iter().all(|it| seen.contains(it.kinds()[0].as_str())));
            }
        }
    }

    #[test]
    fn introductions_ascend() {
        assert!(check(&introduced(&[1, 5])).is_ok());
        assert!(
            check(&introduced(&[5, 5])).is_err() && check(&introduced(&[0])).is_err()
        );
    }
}
