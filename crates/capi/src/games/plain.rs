//! The events of match-3 as plain data of C.

use tilewright_match3::events::{Element, Event, Look};

/// No cell, where a cell is a number.
pub const TW_NO_CELL: u32 = 65_535;

/// No colour.
pub const TW_COLORLESS: u32 = 255;

/// The kind of an event. Those below 32 are changes, which alone give every later board; the others are reasons. Numbers stay: skip those that you do not
/// know.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum TwEventKind {
    /// An element appears: `id`, `look`, `to`; `from` is the spawner or the generator, `by` the group, the piece or the generator that made it, `manner` dealt,
    /// refilled, made, given, spread, restored or placed.
    Appear = 0,
    /// An element leaves: `id`, `look`, `from`, `by`; `manner` matched, destroyed, fired, merged, exit, replaced, cleared or placed; `value` the
    /// goal that it counts for, from 0, or -1.
    Leave = 1,
    /// An element moves by one cell or one jump: `id`, `from`, `to`; `manner` swap, swap-back, fall, slide, portal, conveyor,
    /// shuffle, merged or restored.
    Move = 2,
    /// An element gets another look: `id`, `look`, `from` where it is, `by`.
    Turn = 3,
    /// An element loses a layer: `id`, `look` with the layers that are left, `value` their number, `from` where it is, `by`. After
    /// 0 it leaves.
    Hit = 4,
    /// The player swaps: `id` goes `from` a cell `to` a neighbour, where `by` was.
    Swap = 32,
    /// The player taps: `id`, `from`.
    Tap = 33,
    /// The swap makes nothing and is taken back: `id` goes back `from` the neighbour `to` its own cell, where `by` was.
    Refused = 34,
    /// A group is matched: `id` is its own, `list` the ids of what is in it, in reading order; if it makes a piece, `look` is the
    /// piece, `to` its cell and `value` the number of its shape in the rules, otherwise `value` is -1.
    Group = 35,
    /// A piece fires: `id`, `look`, `from`; `by` the group or piece that set it off, `manner` across or down of a line,
    /// otherwise around; `to` the cell that it has chosen, if it chooses; `list` the cells that it reaches, in the order in
    /// which they are hit. Of a pair, `by` is the other piece and `value` the number of the pair in the rules, otherwise -1.
    Fire = 36,
    /// Another number is left of a part of the goal: `value`, at most 2,147,483,647, of part `id - 1` in the order of the state's parts.
    Count = 37,
    /// Points are scored: `value` of them; below 0 where a reshuffle is undone.
    Score = 38,
    /// A kind spreads: the element `id` takes the cell `to`.
    Spread = 39,
    /// No move was left: the blocks change places. `list` has for each cell that had a block where its block goes, in reading
    /// order; the moves follow.
    Reshuffle = 40,
    /// The cascades of the move have no end: `classic` deals again, other rules end the game.
    Endless = 41,
    /// The board is at rest, and the next move is the player's.
    Rest = 42,
    /// The player uses a booster: `from` is its cell, if it has one.
    Boost = 44,
    /// The game has ended: `manner` won, out-of-moves, timed-out, stuck or endless.
    End = 43,
    /// Somebody sets the board or its goal; `manner` placed of what appears and leaves.
    Edit = 45,
    /// The last of a list that holds not all events of a move: `value` of them are missing, from its step on. The state after the
    /// move has all elements. Only lists have it, never a listener.
    Omitted = 46,
    /// The turns of the timer `id` are over, `from` where it is: what it does follows.
    Timer = 47,
}

/// In which manner something appears, leaves, moves, fires or ends.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum TwManner {
    /// None of these.
    None = 0,
    /// It is swapped by the player.
    Swap = 1,
    /// Its swap is taken back.
    SwapBack = 2,
    /// It falls straight down.
    Fall = 3,
    /// It slides to a cell beside.
    Slide = 4,
    /// It goes through a portal.
    Portal = 5,
    /// A conveyor carries it.
    Conveyor = 6,
    /// A reshuffle moves it.
    Shuffle = 7,
    /// It is dealt, as at the start.
    Dealt = 16,
    /// It comes in at a spawner.
    Refilled = 17,
    /// A group makes it.
    Made = 18,
    /// It spreads.
    Spread = 19,
    /// It is there again after a reshuffle that found no board with a move.
    Restored = 20,
    /// Somebody has put it there, or in its place.
    Placed = 21,
    /// A generator has given it.
    Given = 22,
    /// It belongs to a group.
    Matched = 32,
    /// A hit destroys it.
    Destroyed = 33,
    /// It has fired.
    Fired = 34,
    /// It leaves the board by an exit.
    Exit = 35,
    /// Something else takes its cell.
    Replaced = 36,
    /// The board is dealt again or restored.
    Cleared = 37,
    /// It touches pieces that fire together, and is merged into them.
    Merged = 38,
    /// Along its row.
    Across = 48,
    /// Along its column.
    Down = 49,
    /// Around itself, or at cells of its choice.
    Around = 50,
    /// The goal is reached.
    Won = 64,
    /// All moves have been made.
    OutOfMoves = 65,
    /// No move is possible.
    Stuck = 66,
    /// The cascades have no end.
    Endless = 67,
    /// A timer has run out.
    TimedOut = 68,
}

/// What an element is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum TwSort {
    /// No element.
    None = 0,
    /// A block of a colour.
    Block = 1,
    /// A piece of the rules.
    Piece = 2,
    /// A piece that has fired and will fire once more.
    ArmedPiece = 3,
    /// A blocker of the rules.
    Blocker = 4,
    /// An ingredient of the rules.
    Ingredient = 5,
    /// A cover of the rules, over what fills its cell.
    Cover = 6,
    /// A ground of the rules, under what fills its cell.
    Ground = 7,
    /// An obstacle: nothing breaks it, but a conveyor carries it.
    Obstacle = 8,
}

/// How an element looks, as numbers into the tables of the rules, whose names `tw_game_ask(game, "about", …)` has.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwLook {
    /// A `TwSort`.
    pub sort: u8,
    /// The number of the piece, or of the kind of a blocker, ingredient, cover or ground, from 0 in the order of the rules; 0 of a block.
    pub number: u8,
    /// The colour, from 0; `TW_COLORLESS` without one.
    pub color: u8,
    /// The layers of a blocker, cover or ground; of a piece 1 if it fires along its column; of an armed piece the number of its effect;
    /// otherwise 0.
    pub detail: u8,
}

/// One change or one reason. `TwEventKind` says which fields mean something; the others are 0, or no cell.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwEvent {
    /// A `TwEventKind`.
    pub kind: u8,
    /// A `TwManner`.
    pub manner: u8,
    /// The length of its list.
    pub list_length: u16,
    /// The step of the move, from 0: what happens in one step happens at once.
    pub step: u32,
    /// Whom it happens to: the number of an element or of a group in its game, from 1; 0 for nobody.
    pub id: u32,
    /// Who causes it.
    pub by: u32,
    /// The cell where it begins, counted from 0 row by row; `TW_NO_CELL` for none.
    pub from: u16,
    /// The cell where it ends.
    pub to: u16,
    /// How the element looks after it.
    pub look: TwLook,
    /// A number: layers, points, a goal.
    pub value: i32,
    /// Where its list begins in what `tw_match3_lists` reads.
    pub list_start: u32,
}

/// What is on the board: a ground, what fills a cell, or a cover.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwElement {
    /// Its number in the game.
    pub id: u32,
    /// Its cell, counted from 0 row by row.
    pub cell: u32,
    /// How it looks.
    pub look: TwLook,
}

/// A move of match-3: a swap of two neighbours, or a tap, which is a cell twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TwSwap {
    /// The column of the first cell.
    pub x: u32,
    /// Its row.
    pub y: u32,
    /// The column of the second cell.
    pub to_x: u32,
    /// Its row.
    pub to_y: u32,
}

/// Where a game of match-3 stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TwMatch3State {
    /// The points so far.
    pub score: u64,
    /// How much of the goal is left, over all its parts; of points a tenth.
    pub left: u64,
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// The moves that were made.
    pub moves_made: u32,
    /// The moves that may be made; `UINT32_MAX` without a limit.
    pub move_limit: u32,
    /// 1 if the game is over.
    pub over: u32,
    /// 1 if the goal was reached.
    pub won: u32,
}

impl From<Look> for TwLook {
    fn from(Look { sort, number, color, detail }: Look) -> Self {
        Self { sort: sort as u8, number, color, detail }
    }
}

impl TwEvent {
    pub(super) fn of(event: &Event) -> Self {
        Self {
            kind: event.kind as u8,
            manner: event.manner as u8,
            list_length: event.list_length,
            step: event.step,
            id: event.id.0,
            by: event.by.0,
            from: event.from.0,
            to: event.to.0,
            look: event.look.into(),
            value: event.value,
            list_start: event.list_start,
        }
    }
}

impl TwElement {
    pub(super) fn of(element: &Element) -> Self {
        let Element { id, look, place } = *element;
        Self { id: id.0, cell: place.0.into(), look: look.into() }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_match3::events::{EventKind, Manner, Place, Sort};

    use super::*;

    /// Checks that an enumeration has all variants of another one, by the same numbers: a new one does not compile.
    macro_rules! alike {
        ($mirror:ident, $other:ident: $( $variant:ident )*) => {
            $( assert_eq!($mirror::$variant as u8, $other::$variant as u8); )*
            let _ = |other: $other| match other {
                $( $other::$variant => (), )*
            };
        };
    }

    #[test]
    fn numbers_are_those_of_the_game() {
        alike!(TwEventKind, EventKind: Appear Leave Move Turn Hit Swap Tap Refused Group Fire Count Score Spread Reshuffle Endless Rest Boost End Edit Omitted Timer);
        alike!(TwManner, Manner: None Swap SwapBack Fall Slide Portal Conveyor Shuffle Dealt Refilled Made Spread Restored Placed Given Matched Destroyed Fired Exit Replaced Cleared Merged Across Down Around Won OutOfMoves Stuck Endless TimedOut);
        alike!(TwSort, Sort: None Block Piece ArmedPiece Blocker Ingredient Cover Ground Obstacle);
        assert_eq!(
            (TW_NO_CELL as u16, TW_COLORLESS as u8),
            (Place::NONE.0, Look::NONE.color)
        );
        assert_eq!(
            (size_of::<TwEvent>(), size_of::<TwElement>()),
            (size_of::<Event>(), 12)
        );
    }
}
