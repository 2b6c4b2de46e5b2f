//! What is held between calls, under numbers that are not those of what was held before.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use slab::Slab;

use crate::games::HeldGame;
use crate::maps::{HeldCrowd, HeldField, HeldFlow, HeldMap, HeldRoute, HeldSearch};
use crate::run::HeldAnswer;
use crate::status::{Failure, TwStatus};

/// A kind of what is held.
pub(crate) trait HeldKind: Sized {
    /// Its name in messages.
    const NAME: &'static str;

    /// As one of all kinds.
    fn into_item(self) -> HeldItem;

    /// This kind of it; none if it is another one.
    fn of(item: &mut HeldItem) -> Option<&mut Self>;
}

macro_rules! kinds {
    ($( $kind:ident($held:ty), $name:literal; )*) => {
        /// Something that is held.
        pub(crate) enum HeldItem {
            $( $kind(Box<$held>), )*
        }

        $( impl HeldKind for $held {
            const NAME: &'static str = $name;

            fn into_item(self) -> HeldItem {
                HeldItem::$kind(Box::new(self))
            }

            fn of(item: &mut HeldItem) -> Option<&mut Self> {
                match item {
                    HeldItem::$kind(held) => Some(held),
                    _ => None,
                }
            }
        } )*
    };
}

kinds! {
    Answer(HeldAnswer), "answer";
    Crowd(HeldCrowd), "crowd";
    Field(HeldField), "field";
    Flow(HeldFlow), "flow";
    Game(HeldGame), "game";
    Map(HeldMap), "map";
    Route(HeldRoute), "route";
    Search(HeldSearch), "search";
}

/// A place of the table: what is held there, and how often the place was given.
struct Seat {
    generation: u32,
    held: Arc<Mutex<HeldItem>>,
}

/// The places, and the generation of the next handle: it counts all that were given, so that a place that is used again has
/// another one.
struct Table {
    seats: Slab<Seat>,
    given: u32,
}

static TABLE: Mutex<Table> = Mutex::new(Table { seats: Slab::new(), given: 0 });

/// The table. It is left whole by every call, so that a panic of one does no harm to it.
fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds something. Returns its handle, which is never 0.
pub(crate) fn hold(held: impl HeldKind) -> u64 {
    let mut table = table();
    table.given = table.given.wrapping_add(1).max(1);
    let generation = table.given;
    let at = table
        .seats
        .insert(Seat { generation, held: Arc::new(Mutex::new(held.into_item())) });
    u64::from(generation) << 32 | at as u64
}

/// Gives something up.
pub(crate) fn free(handle: u64) -> Result<(), Failure> {
    let seat = {
        let mut table = table();
        let at = place(&table, handle)?;
        // Who uses it now keeps it until the end of the call.
        table.seats.remove(at)
    };
    drop(seat);
    Ok(())
}

/// How many things are held.
pub(crate) fn count() -> usize {
    table().seats.len()
}

/// Uses what is held under a handle. After a panic it is given up.
pub(crate) fn with<K: HeldKind, T>(
    handle: u64,
    call: impl FnOnce(&mut K) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let held = {
        let table = table();
        Arc::clone(&table.seats[place(&table, handle)?].held)
    };
    let mut held = match held.try_lock() {
        Ok(held) => held,
        Err(TryLockError::Poisoned(_)) => return Err(gone()),
        Err(TryLockError::WouldBlock) => {
            let busy = "another thread is using this handle";
            return Err(Failure::new(TwStatus::Busy, busy));
        }
    };
    let kind = K::of(&mut held).ok_or_else(other::<K>)?;
    catch_unwind(AssertUnwindSafe(|| call(kind))).unwrap_or_else(|panic| {
        let _ = free(handle);
        resume_unwind(panic)
    })
}

/// Uses what is held under two handles, which are of different kinds.
pub(crate) fn with_both<A: HeldKind, B: HeldKind, T>(
    (first, second): (u64, u64),
    call: impl FnOnce(&mut A, &mut B) -> Result<T, Failure>,
) -> Result<T, Failure> {
    with(first, |a| {
        if first == second {
            // Not busy: it is in use by this very call.
            return Err(other::<B>());
        }
        with(second, |b| call(a, b))
    })
}

/// The place of a handle.
fn place(table: &Table, handle: u64) -> Result<usize, Failure> {
    let (generation, at) = ((handle >> 32) as u32, (handle & 0xffff_ffff) as usize);
    let is_there = table.seats.get(at).is_some_and(|seat| seat.generation == generation);
    if is_there { Ok(at) } else { Err(gone()) }
}

fn gone() -> Failure {
    Failure::new(TwStatus::Gone, "there is no such handle: it was freed or never given")
}

/// The failure where a handle is of another kind.
fn other<K: HeldKind>() -> Failure {
    Failure::new(TwStatus::Gone, format!("the handle is no {}", K::NAME))
}
