//! The functions of the modules of games: each hands its number on. What they mean, [`Games`] says.

use std::cell::RefCell;

use crate::Games;

thread_local! {
    static GAMES: RefCell<Games> = RefCell::default();
}

/// Makes room for the text of a call. Returns where JavaScript writes it.
#[unsafe(no_mangle)]
extern "C" fn text(length: usize) -> *mut u8 {
    super::report_panics();
    GAMES.with_borrow_mut(|games| games.room(length))
}

/// Begins a game. Returns its number.
#[unsafe(no_mangle)]
extern "C" fn open() -> i32 {
    GAMES.with_borrow_mut(Games::open)
}

/// Continues a saved game. Returns its number.
#[unsafe(no_mangle)]
extern "C" fn load() -> i32 {
    GAMES.with_borrow_mut(Games::load)
}

/// Copies a game. Returns the number of the copy.
#[unsafe(no_mangle)]
extern "C" fn copy(game: u32) -> i32 {
    GAMES.with_borrow_mut(|games| games.copy(game))
}

/// Answers a call of a game.
#[unsafe(no_mangle)]
extern "C" fn call(game: u32) -> i32 {
    GAMES.with_borrow_mut(|games| games.call(game))
}

/// Gives a game up.
#[unsafe(no_mangle)]
extern "C" fn forget(game: u32) {
    GAMES.with_borrow_mut(|games| games.forget(game));
}

/// How many games are held.
#[unsafe(no_mangle)]
extern "C" fn held() -> usize {
    GAMES.with_borrow(Games::held)
}

/// Takes the network of 2048.
#[cfg(feature = "2048")]
#[unsafe(no_mangle)]
extern "C" fn take_network() -> i32 {
    GAMES.with_borrow_mut(Games::take_network)
}

/// Where an answer is, until the next call.
#[unsafe(no_mangle)]
extern "C" fn said() -> *const u8 {
    GAMES.with_borrow(|games| games.said().as_ptr())
}

/// How long it is.
#[unsafe(no_mangle)]
extern "C" fn said_length() -> usize {
    GAMES.with_borrow(|games| games.said().len())
}
