//! Timers, generators and big blocks from a document.

use super::field::{Field, RulesError};
use super::{Block, Generator, Gift, Piece, Place, Timer, TimerEnd};

/// The words of `then` that name no kind.
pub(super) const WORDS: [&str; 2] = ["lose", "spread"];

/// The most turns of a timer: two digits of a token.
const TURNS: u32 = 99;

/// The most rows and columns of a big block.
const SIDE: u32 = 4;

/// Pairs of keys that contradict each other, with the reason.
const CONTRADICTORY: [(&str, &str, &str); 8] = [
    ("after", "layers", "a timer has one layer"),
    ("after", "spreads", "a timer spreads by `then`"),
    ("after", "gives", "a generator does not count down"),
    ("gives", "layers", "a generator has no layers"),
    ("gives", "color", "a generator has no colour"),
    ("gives", "moves", "a generator does not move"),
    ("gives", "spreads", "a generator does not spread"),
    ("cells", "spreads", "a big block does not spread"),
];

/// Refuses keys that contradict each other.
pub(super) fn check(entry: &Field<'_>) -> Result<(), RulesError> {
    for (one, other, reason) in CONTRADICTORY {
        if let (Some(_), Some(field)) = (entry.get(one), entry.get(other)) {
            return Err(field.error(format!("contradictory: {reason}")));
        }
    }
    for (one, other) in [("after", "then"), ("then", "after"), ("to", "gives")] {
        if let (Some(field), None) = (entry.get(one), entry.get(other)) {
            return Err(field.error(format!("contradictory: `{one}` needs `{other}`")));
        }
    }
    Ok(())
}

/// The rows and columns of a kind; one cell without `cells`.
pub(super) fn cells(entry: &Field<'_>) -> Result<[u8; 2], RulesError> {
    let Some(field) = entry.get("cells") else { return Ok([1, 1]) };
    let expected = || {
        let sides = format!("each from 1 to {SIDE}, not both 1");
        field.error(format!("expected [rows, columns], {sides}"))
    };
    let [rows, columns] = &field.list()?[..] else { return Err(expected()) };
    let side = |field: &Field<'_>| field.number(1..=SIDE).map_err(|_| expected());
    let found = [side(rows)? as u8, side(columns)? as u8];
    if found == [1, 1] { Err(expected()) } else { Ok(found) }
}

/// What the kind of this index does after some turns.
pub(super) fn timer(
    entry: &Field<'_>,
    index: usize,
    blocks: &[Block],
) -> Result<Option<Timer>, RulesError> {
    let (Some(after), Some(then)) = (entry.get("after"), entry.get("then")) else {
        return Ok(None);
    };
    let after = after.number(1..=TURNS)? as u8;
    let kind = &blocks[index];
    let then = match then.word()? {
        "lose" => TimerEnd::Lose,
        "spread" if kind.is_big() => {
            return Err(then.error("contradictory: a big block does not spread"));
        }
        "spread" => TimerEnd::Spread,
        name => {
            let found = blocks.iter().position(|other| other.name == name);
            let found = found.ok_or_else(|| {
                then.error("unknown kind: expected lose, spread or a kind")
            })?;
            let sort = |kind: &Block| {
                (kind.place, kind.moves, kind.holds, kind.matches, kind.cells)
            };
            if sort(&blocks[found]) != sort(kind) {
                let alike = "a timer becomes what lies, falls and matches alike";
                return Err(then.error(format!("impossible: {alike}")));
            }
            TimerEnd::Turn(found as u8)
        }
    };
    Ok(Some(Timer { after, then }))
}

/// What the kind of this index gives when it is hit. `entries` are those of all kinds.
pub(super) fn generator(
    entries: &[(&str, Field<'_>)],
    index: usize,
    blocks: &[Block],
    pieces: &[Piece],
) -> Result<Option<Generator>, RulesError> {
    let entry = &entries[index].1;
    let Some(gives) = entry.get("gives") else { return Ok(None) };
    let places = [("above", false), ("anywhere", true)];
    let is_anywhere = entry.get("to").map_or(Ok(false), |to| to.choice(&places))?;

    let name = gives.word()?;
    let kind = blocks.iter().position(|other| other.name == name);
    let piece = pieces.iter().position(|piece| piece.name == name);
    let thing = match (kind, piece) {
        (Some(kind), _) => {
            let fills = matches!(blocks[kind].place, Place::Blocker | Place::Ingredient);
            let is_generator = entries[kind].1.get("gives").is_some();
            if !fills || is_generator || blocks[kind].is_big() {
                let expected =
                    "expected an ingredient, or a blocker of one cell that gives nothing";
                return Err(gives.error(format!("impossible: {expected}")));
            }
            Gift::Kind(kind as u8)
        }
        (None, Some(piece)) if pieces[piece].has_color => {
            return Err(gives.error("impossible: the piece needs a colour"));
        }
        (None, Some(piece)) => Gift::Piece(piece as u8),
        (None, None) => return Err(gives.error("unknown kind or piece")),
    };
    Ok(Some(Generator { given: thing, is_anywhere }))
}
