//! The functions of the library.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

use std::ffi::{CStr, CString, c_char, c_void};

use crate::games::HeldGame;
use crate::handles::{self, HeldItem, free, hold, other, with};
use crate::maps::{HeldMap, TwCell};
use crate::memory::{fill, list, put, text};
use crate::run::{self, TwEventCallback};
use crate::status::{Failure, Part, TwStatus, guarded, last};

/// The version of this interface: a program and a library go together that have the same.
pub const TW_ABI_VERSION: u32 = 1;

/// The version of the interface that the library has: compare it with `TW_ABI_VERSION` of the header.
#[unsafe(no_mangle)]
pub const extern "C" fn tw_abi_version() -> u32 {
    TW_ABI_VERSION
}

/// Copies a text and its end into a buffer, as much of it as there is room for.
///
/// # Safety
/// As of the functions that call it.
unsafe fn copied(words: &str, buffer: *mut c_char, capacity: usize) -> usize {
    let length = words.len();
    let kept = words.floor_char_boundary(capacity.saturating_sub(1).min(length));
    if capacity > 0 && !buffer.is_null() {
        let words = CString::new(words[..kept].replace('\0', " ")).unwrap_or_default();
        let bytes = words.as_bytes_with_nul();
        // SAFETY: the text with its end is no longer than the buffer, which is of the caller.
        unsafe { bytes.as_ptr().copy_to_nonoverlapping(buffer.cast(), bytes.len()) };
    }
    length
}

/// Copies the message of the last error of this thread into a buffer, with a zero behind it: as much as there is room for. Returns its
/// whole length without the zero; 0 if the last call has not failed. It stays until the next call of this thread.
///
/// # Safety
/// `buffer` is null, or `capacity` bytes can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_last_error(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: as of this function.
    unsafe { copied(&last(Part::Message), buffer, capacity) }
}

/// As `tw_last_error`, what to do about it.
///
/// # Safety
/// As of `tw_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_last_hint(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: as of this function.
    unsafe { copied(&last(Part::Hint), buffer, capacity) }
}

/// As `tw_last_error`, the key of the request that it is about.
///
/// # Safety
/// As of `tw_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_last_key(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: as of this function.
    unsafe { copied(&last(Part::Key), buffer, capacity) }
}

/// Gives up what a handle stands for; 0 is fine. A call that uses it on another thread ends first. A handle that was given up, or
/// never given, is `TW_STATUS_GONE`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_free(handle: u64) -> TwStatus {
    guarded(|| {
        if handle != 0 {
            free(handle)?;
        }
        Ok(TwStatus::Ok)
    })
}

/// How many handles are held, for tests that look for what was forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn tw_held() -> usize {
    handles::count()
}

/// Runs a task: `request` is a JSON document with the name of the task and its keys, as everywhere; files that it names are relative
/// to the folder of the process, and a level or map may stand in it. `picture` is `svg`, `png`, `gif` or `apng`, or null without one. The
/// callback may be null; it gets `user` back. `answer` receives a handle, to be read by `tw_answer_read` and freed, if the status is
/// `TW_STATUS_OK`, `TW_STATUS_NO` or `TW_STATUS_STOPPED`; else 0.
///
/// # Safety
/// `length` bytes can be read from `request`, `picture` is null or a text that ends with a zero, a handle can be written to `answer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_run(
    request: *const c_char,
    length: usize,
    picture: *const c_char,
    on_event: TwEventCallback,
    user: *mut c_void,
    answer: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let (request, picture) = unsafe {
            put(answer, 0, "answer")?;
            (text(request, length, "request")?, word(picture, "picture")?)
        };
        let tell = |event: &str| {
            let Some(call) = on_event else { return false };
            let at = if event.is_empty() { c"".as_ptr() } else { event.as_ptr().cast() };
            call(user, at, event.len()) != 0
        };
        let (status, held) = run::run(request, picture, tell)?;
        // SAFETY: as of this function.
        unsafe { put(answer, hold(HeldItem::Answer(held)), "answer")? };
        Ok(status)
    })
}

/// Reads a form of an answer into a buffer: `json`, `text`, or the `picture` that was asked for, which is empty if there is none.
/// `length` receives how many bytes it has. With a null buffer that is all; with one that is too short the status is `TW_STATUS_SHORT`.
///
/// # Safety
/// `form` is a text that ends with a zero, `capacity` bytes can be written to `buffer`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_answer_read(
    answer: u64,
    form: *const c_char,
    buffer: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let form = unsafe { word(form, "form")? };
        with(answer, |held| match held {
            // SAFETY: as of this function.
            HeldItem::Answer(held) => unsafe {
                fill(held.form(form)?, (buffer, capacity), length)
            },
            _ => Err(other("answer")),
        })
    })
}

/// Begins a game, `match3`, `2048` or `battleship`, with its settings as a JSON object: those of `play` on the command line, or `saved`
/// with the text of a saved game. `game` receives its handle, or 0.
///
/// # Safety
/// `name` is a text that ends with a zero, `length` bytes can be read from `settings`, a handle can be written to `game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_game_open(
    name: *const c_char,
    settings: *const c_char,
    length: usize,
    game: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let (name, settings) = unsafe {
            put(game, 0, "game")?;
            (word(name, "name")?, optional(settings, length, "settings")?)
        };
        let held = HeldGame::open(name, settings)?;
        // SAFETY: as of this function.
        unsafe { put(game, hold(HeldItem::Game(held)), "game")? };
        Ok(TwStatus::Ok)
    })
}

/// Asks a game: `position`; `play` with a move of the position; `undo`; `hint`, perhaps with the name of a player; `outlook`; `save`. The
/// argument is JSON, or nothing. The answer is JSON, and goes into the buffer as in `tw_answer_read`. Where that was too short it was
/// made all the same, and `tw_game_said` reads it again. A move that is not possible is `TW_STATUS_REFUSED`, and changes nothing.
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
            (word(verb, "verb")?, optional(argument, argument_length, "argument")?)
        };
        with(game, |held| match held {
            HeldItem::Game(held) => {
                held.ask(verb, argument)?;
                // SAFETY: as of this function.
                unsafe { fill(&held.said, (buffer, capacity), length) }
            }
            _ => Err(other("game")),
        })
    })
}

/// Reads the last answer of a game again.
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
        with(game, |held| match held {
            // SAFETY: as of this function.
            HeldItem::Game(held) => unsafe {
                fill(&held.said, (buffer, capacity), length)
            },
            _ => Err(other("game")),
        })
    })
}

/// Makes a map of this many columns and rows. `cells` are the terrains of its cells row by row (0 free, 1 swamp, 2 water, 3 wall, 4 trees,
/// others as you mean them), or null if all are free. Steps lead to 4 or 8 neighbours; diagonal ones pass no corner of a wall. `map` receives its handle, or 0.
///
/// # Safety
/// `length` bytes can be read from `cells`, a handle can be written to `map`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_new(
    columns: u32,
    rows: u32,
    neighbors: u32,
    cells: *const u8,
    length: usize,
    map: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let cells = unsafe {
            put(map, 0, "map")?;
            if cells.is_null() { &[] } else { list(cells, length, "cells")? }
        };
        let held = HeldMap::new(columns, rows, neighbors, cells)?;
        // SAFETY: as of this function.
        unsafe { put(map, hold(HeldItem::Map(Box::new(held))), "map")? };
        Ok(TwStatus::Ok)
    })
}

/// Makes a cell of another terrain.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_set(map: u64, at: TwCell, terrain: u8) -> TwStatus {
    guarded(|| {
        with(map, |held| match held {
            HeldItem::Map(held) => held.set(at, terrain).map(|()| TwStatus::Ok),
            _ => Err(other("map")),
        })
    })
}

/// Finds a cheapest way from one cell to another, and puts its cells into the buffer, both ends included. `length` receives how many there
/// are, `cost` what it costs; `tw_map_way` reads the cells again, if the buffer was too short. `TW_STATUS_NO` if there is no way; then `length` is 0.
///
/// # Safety
/// `capacity` cells can be written to `cells`, a number to `length`; `cost` is null, or a number can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_find(
    map: u64,
    from: TwCell,
    to: TwCell,
    cells: *mut TwCell,
    capacity: usize,
    length: *mut usize,
    cost: *mut f64,
) -> TwStatus {
    guarded(|| {
        with(map, |held| match held {
            HeldItem::Map(held) => {
                let found = held.find(from, to)?;
                // SAFETY: as of this function.
                let filled = unsafe { fill(&held.way, (cells, capacity), length)? };
                if !cost.is_null() && found == TwStatus::Ok {
                    // SAFETY: as of this function.
                    unsafe { put(cost, held.cost, "cost")? };
                }
                Ok(if found == TwStatus::Ok { filled } else { found })
            }
            _ => Err(other("map")),
        })
    })
}

/// Reads the way that was found last again.
///
/// # Safety
/// `capacity` cells can be written to `cells`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_way(
    map: u64,
    cells: *mut TwCell,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(map, |held| match held {
            // SAFETY: as of this function.
            HeldItem::Map(held) => unsafe { fill(&held.way, (cells, capacity), length) },
            _ => Err(other("map")),
        })
    })
}

/// Whether there is a way, which takes no search: `TW_STATUS_OK`, or `TW_STATUS_NO`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_is_reachable(map: u64, from: TwCell, to: TwCell) -> TwStatus {
    guarded(|| {
        with(map, |held| match held {
            HeldItem::Map(held) => held.is_reachable(from, to),
            _ => Err(other("map")),
        })
    })
}

/// A text that ends with a zero; null is an empty one.
///
/// # Safety
/// It is null, or ends with a zero.
unsafe fn word<'a>(word: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if word.is_null() {
        return Ok("");
    }
    // SAFETY: not null; that it ends with a zero is promised.
    let word = unsafe { CStr::from_ptr(word) };
    let read = word.to_str();
    read.map_err(|error| Failure::argument(format!("{name}: {error}")))
}

/// A text of this many bytes; null is an empty one.
///
/// # Safety
/// As of [`text`], or null.
unsafe fn optional<'a>(
    bytes: *const c_char,
    length: usize,
    name: &str,
) -> Result<&'a str, Failure> {
    if bytes.is_null() {
        return Ok("");
    }
    // SAFETY: not null; the rest is promised.
    unsafe { text(bytes, length, name) }
}
