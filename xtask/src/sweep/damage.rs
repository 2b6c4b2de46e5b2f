//! Ways to damage an input.

use tilewright_grid::Rng;

/// A damaged file.
pub(super) enum DamagedFile {
    /// It has this content.
    Bytes(Vec<u8>),
    /// It never ends: the bytes repeat.
    Endless(Vec<u8>),
    /// It does not exist.
    Missing,
    /// It is a folder.
    Folder,
    /// It is a link to itself.
    Circle,
}

/// The number of kinds of damage.
const KINDS: u32 = 26;

/// Replacements for numbers.
const NUMBERS: [&str; 10] = [
    "1000000000",
    "99999999999999999999",
    "-1",
    "0",
    "1e999",
    "NaN",
    "4294967296",
    "-9223372036854775808",
    "0.1",
    "65537",
];

/// Replacements for arguments.
const WORDS: [&str; 22] = [
    "",
    "-1",
    "0",
    "1e999",
    "NaN",
    "99999999999999999999",
    "4294967296",
    "1000000000",
    "-",
    "--",
    "/dev/null",
    "/dev/zero",
    ".",
    "..",
    "in",
    "\u{1b}[31m\u{1b}]0;x\u{7}",
    "\u{fffd}🦀",
    "a,b,c,d,e,f",
    "1,2,3,4,5",
    ":",
    "%",
    "../../../../../../nowhere/file.json",
];

/// Terminal escape sequences, inserted into text.
const ESCAPES: &[u8] = b"\x1b[2J\x1b]0;x\x07\x1b[31m";

/// The damage of a turn: each turn has another kind.
pub(super) fn damage(good: &[u8], other: &[u8], turn: u32, rng: &mut Rng) -> DamagedFile {
    DamagedFile::Bytes(match turn % KINDS {
        0 => return DamagedFile::Endless(good.to_vec()),
        1 => return DamagedFile::Endless(vec![0; 4096]),
        2 => return DamagedFile::Endless(b"[{\"a\":".to_vec()),
        3 => return DamagedFile::Missing,
        4 => return DamagedFile::Folder,
        5 => return DamagedFile::Circle,
        6 => Vec::new(),
        7 => (0..4096).map(|_| rng.next_u64() as u8).collect(),
        8 => other.to_vec(),
        9 => b"[".repeat(200_000),
        10 => b"<a>".repeat(200_000),
        11 => b"{\"a\":".repeat(100_000),
        12 => vec![b'9'; 1 << 20],
        13 => [b"\xef\xbb\xbf".as_slice(), good].concat(),
        14 => String::from_utf8_lossy(good).replace('\n', "\r\n").into_bytes(),
        15 => inserted(good, b"\0", rng),
        16 => inserted(good, ESCAPES, rng),
        17 => inserted(good, &b"[".repeat(100_000), rng),
        18 => inserted(good, &good[..good.len() / 2], rng),
        19 => removed(good, rng),
        20 | 21 => truncated(good, rng),
        22 | 23 => flipped(good, rng),
        _ => renumbered(good, rng),
    })
}

/// Whether stdin repeats the sample endlessly in this turn.
pub(super) const fn is_endless(turn: u32) -> bool {
    turn.is_multiple_of(KINDS)
}

/// The arguments with one of them damaged.
pub(super) fn damage_words(words: &[String], rng: &mut Rng) -> Vec<String> {
    let mut words = words.to_vec();
    // The first one stays: without it the others would not be read.
    let at = 1 + rng.index(words.len() - 1);
    let word = rng.pick(&WORDS).copied().unwrap_or_default();

    match rng.below(8) {
        0 => drop(words.remove(at)),
        1 => words.push(word.to_owned()),
        2 => words[at].push_str(word),
        3 => words[at] = "9".repeat(100_000),
        _ => word.clone_into(&mut words[at]),
    }
    words
}

/// A random offset in the bytes, or their end.
fn place(good: &[u8], rng: &mut Rng) -> usize {
    rng.index(good.len() + 1)
}

fn inserted(good: &[u8], part: &[u8], rng: &mut Rng) -> Vec<u8> {
    let (before, after) = good.split_at(place(good, rng));
    [before, part, after].concat()
}

fn removed(good: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut ends = [place(good, rng), place(good, rng)];
    ends.sort_unstable();
    [&good[..ends[0]], &good[ends[1]..]].concat()
}

fn truncated(good: &[u8], rng: &mut Rng) -> Vec<u8> {
    good[..place(good, rng)].to_vec()
}

fn flipped(good: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=rng.below(8) {
        if !bytes.is_empty() {
            let at = rng.index(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
        }
    }
    bytes
}

/// Replaces a number by another.
fn renumbered(good: &[u8], rng: &mut Rng) -> Vec<u8> {
    let is_digit = |at: usize| good.get(at).is_some_and(u8::is_ascii_digit);
    let starts: Vec<usize> = (0..good.len())
        .filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1)))
        .collect();
    let Some(&start) = rng.pick(&starts) else { return flipped(good, rng) };
    let end = (start..good.len()).find(|&at| !is_digit(at)).unwrap_or(good.len());
    let number = rng.pick(&NUMBERS).copied().unwrap_or_default();
    [&good[..start], number.as_bytes(), &good[end..]].concat()
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    fn bytes(turn: u32, seed: u64) -> Option<Vec<u8>> {
        match damage(b"rows = 12, columns = 7\n", b"other", turn, &mut Seed(seed).rng()) {
            DamagedFile::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    #[test]
    fn the_same_seed_does_the_same_damage() {
        for turn in 0..KINDS {
            assert_eq!(bytes(turn, 3), bytes(turn, 3), "turn {turn}");
        }
        let differ = (0..KINDS).filter(|&turn| bytes(turn, 3) != bytes(turn, 4)).count();
        assert!(differ >= 8, "{differ} kinds of damage depend on the seed");
    }

    #[test]
    fn a_number_is_replaced_whole() {
        let found = bytes(KINDS - 1, 1).unwrap();
        let text = String::from_utf8(found).unwrap();
        assert!(
            text.contains("rows = 12, ") || text.contains(", columns = 7\n"),
            "{text}"
        );
        assert!(NUMBERS.iter().any(|number| text.contains(number)), "{text}");
    }

    #[test]
    fn the_first_word_stays() {
        let words: Vec<_> =
            "path plan in/map --to 3,4".split(' ').map(str::to_owned).collect();
        for seed in 0..99 {
            let damaged = damage_words(&words, &mut Seed(seed).rng());
            assert_eq!(damaged[0], "path");
        }
    }
}
