//! Games.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

use std::ffi::c_char;

use tilewright_grid::Cell;

use super::{done, optional, word, yes_or_no};
use crate::games::{HeldGame, TwElement, TwEvent, TwMatch3State, TwSwap};
use crate::handles::{hold, with};
use crate::memory::{fill, put, room, text};
use crate::status::{TwStatus, guarded};

/// Begins a game, `match3`, `2048` or `battleship`, with its options as a JSON object; null for the usual ones. `match3` needs a `level` as a
/// text, with a `goal` if it has none. The book lists the others. `game` receives its handle, or 0.
///
/// # Safety
/// `name` is a text that ends with a zero, `length` bytes can be read from `options`, a handle can be written to `game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_game_open(
    name: *const c_char,
    options: *const c_char,
    length: usize,
    game: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let (name, options) = unsafe {
            put(game, 0, "game")?;
            (word(name, "name")?, optional(options, length, "options")?)
        };
        let held = HeldGame::open(name, options)?;
        // SAFETY: as of this function.
        unsafe { put(game, hold(held), "game")? };
        Ok(TwStatus::Ok)
    })
}

/// Continues a game that its verb `save` wrote.
///
/// # Safety
/// `name` is a text that ends with a zero, `length` bytes can be read from `saved`, a handle can be written to `game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_game_load(
    name: *const c_char,
    saved: *const c_char,
    length: usize,
    game: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let (name, saved) = unsafe {
            put(game, 0, "game")?;
            (word(name, "name")?, text(saved, length, "saved")?)
        };
        let held = HeldGame::load(name, saved)?;
        // SAFETY: as of this function.
        unsafe { put(game, hold(held), "game")? };
        Ok(TwStatus::Ok)
    })
}

/// Copies a game. The copy goes on alike.
///
/// # Safety
/// A handle can be written to `copy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_game_copy(game: u64, copy: *mut u64) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        unsafe { put(copy, 0, "copy")? };
        let held = with(game, |held: &mut HeldGame| Ok(held.copy()))?;
        // SAFETY: as of this function.
        unsafe { put(copy, hold(held), "copy")? };
        Ok(TwStatus::Ok)
    })
}

/// Asks a game. The verbs of all games are `state`, `moves`, `play` with a move, `undo`, `hint` and `save`; the book lists the others. The
/// argument is JSON, or nothing. The answer is JSON, and goes into the buffer as in `tw_answer_read`. Where that was too short or null the call
/// was made all the same, and `tw_game_said` reads the answer again. `TW_STATUS_NO` if a move or another change was not made: the answer says why.
///
/// # Safety
/// `verb` is a text that ends with a zero, `argument_length` bytes can be read from `argument`, `capacity` bytes can be written to
/// `buffer`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_game_ask(
    game: u64,
    verb: *const c_char,
    argument: *const c_char,
    argument_length: usize,
    buffer: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let (verb, argument) = unsafe {
            // Before anything changes: an answer that cannot be given must not be made.
            put(length, 0, "length")?;
            room(buffer, capacity)?;
            (word(verb, "verb")?, optional(argument, argument_length, "argument")?)
        };
        with(game, |held: &mut HeldGame| {
            held.ask(verb, argument)?;
            // SAFETY: as of this function.
            let filled = unsafe { fill(&held.said, (buffer, capacity), length)? };
            Ok(held.status_said(filled))
        })
    })
}

/// Reads the last answer of a game again, with its status.
///
/// # Safety
/// `capacity` bytes can be written to `buffer`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_game_said(
    game: u64,
    buffer: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(game, |held: &mut HeldGame| {
            // SAFETY: as of this function.
            let filled = unsafe { fill(&held.said, (buffer, capacity), length)? };
            Ok(held.status_said(filled))
        })
    })
}

/// Makes a move of match-3, and puts its events into the buffer: a swap of two cells, or a tap, which is a cell twice. `length` receives how many
/// there are. Where the buffer was too short or null the move was made all the same, and `tw_match3_events` reads them again. `TW_STATUS_NO` if the move is
/// refused: `tw_last_error` says why, and the events show a swap that is taken back.
///
/// # Safety
/// `capacity` events can be written to `events`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_match3_play(
    game: u64,
    from_x: u32,
    from_y: u32,
    to_x: u32,
    to_y: u32,
    events: *mut TwEvent,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function. Before anything changes.
        unsafe { put(length, 0, "length")? };
        room(events, capacity)?;
        with(game, |held: &mut HeldGame| {
            held.swap([Cell::new(from_y, from_x), Cell::new(to_y, to_x)])?;
            // SAFETY: as of this function.
            let filled = unsafe { fill(&held.events, (events, capacity), length)? };
            held.status_swapped(filled)
        })
    })
}

/// Reads the move that a bot would make: `bot` is its name, such as `planner`, or null for `greedy`; `budget` bounds its search, `UINT64_MAX` for none.
/// `TW_STATUS_NO` if the game is over.
///
/// # Safety
/// `bot` is null or a text that ends with a zero, a move can be written to `swap`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_match3_hint(
    game: u64,
    bot: *const c_char,
    budget: u64,
    swap: *mut TwSwap,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let bot = unsafe { word(bot, "bot")? };
        let hint = with(game, |held: &mut HeldGame| held.hint(bot, budget))?;
        // SAFETY: as of this function.
        unsafe { put(swap, hint.unwrap_or_default(), "swap")? };
        Ok(yes_or_no(hint.is_some()))
    })
}

/// Reads where a game of match-3 stands.
///
/// # Safety
/// A state can be written to `state`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_match3_state(
    game: u64,
    state: *mut TwMatch3State,
) -> TwStatus {
    done(|| {
        let known = with(game, |held: &mut HeldGame| held.state())?;
        // SAFETY: as of this function.
        unsafe { put(state, known, "state") }
    })
}

/// Reads the events of the last move of `tw_match3_play` again, with its status.
///
/// # Safety
/// `capacity` events can be written to `events`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_match3_events(
    game: u64,
    events: *mut TwEvent,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(game, |held: &mut HeldGame| {
            // SAFETY: as of this function.
            let filled = unsafe { fill(&held.events, (events, capacity), length)? };
            held.status_swapped(filled)
        })
    })
}

/// Reads the lists of these events, one after the other: ids of a group, cells of other events.
///
/// # Safety
/// `capacity` numbers can be written to `lists`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_match3_lists(
    game: u64,
    lists: *mut u32,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(game, |held: &mut HeldGame| {
            // SAFETY: as of this function.
            unsafe { fill(&held.lists, (lists, capacity), length) }
        })
    })
}

/// Reads what is on the board of a game of match-3, cell by cell, of each its ground, what fills it, and its cover: what a screen knows before it follows
/// the events.
///
/// # Safety
/// `capacity` elements can be written to `elements`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_match3_elements(
    game: u64,
    elements: *mut TwElement,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(game, |held: &mut HeldGame| {
            // SAFETY: as of this function.
            unsafe { fill(&held.elements()?, (elements, capacity), length) }
        })
    })
}
