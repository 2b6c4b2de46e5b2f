//! Mutexes after a panic: what threads share here is whole between two statements, so that a panic elsewhere is no reason
//! to lose it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The value in a mutex, even if a thread that held it has panicked.
///
/// ```
/// use std::sync::Mutex;
/// use tilewright_grid::{locked, unlocked};
///
/// let count = Mutex::new(1);
/// *locked(&count) += 1;
/// assert_eq!(unlocked(count), 2);
/// ```
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value out of a mutex, even if a thread that held it has panicked.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
