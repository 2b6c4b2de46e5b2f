//! The pointers of C: texts that are read, and buffers that are filled.

#![expect(unsafe_code, reason = "C hands memory over by its address")]

use std::ffi::c_char;
use std::slice;

use crate::status::{Failure, TwStatus};

/// A text of this many bytes.
///
/// # Safety
/// The caller of C promises that this number of bytes can be read there while the call lasts; null is refused.
pub(crate) unsafe fn text<'a>(
    bytes: *const c_char,
    length: usize,
    name: &str,
) -> Result<&'a str, Failure> {
    // SAFETY: as of this function; characters of C are bytes.
    let bytes = unsafe { list(bytes.cast::<u8>(), length, name)? };
    str::from_utf8(bytes).map_err(|error| Failure::argument(format!("{name}: {error}")))
}

/// Values one after the other. Null stands for none of them.
///
/// # Safety
/// The caller of C promises that this number of values can be read there while the call lasts.
pub(crate) unsafe fn list<'a, T>(
    values: *const T,
    length: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if values.is_null() {
        return Err(Failure::argument(format!("{name} is null")));
    }
    if !values.is_aligned() || length > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::argument(format!("{name} cannot be read")));
    }
    // SAFETY: not null, aligned, no longer than memory can be; that it can be read is promised.
    Ok(unsafe { slice::from_raw_parts(values, length) })
}

/// Values that are read and written, one after the other.
///
/// # Safety
/// The caller of C promises that this number of values can be read and written there while the call lasts, and that nobody else does.
pub(crate) unsafe fn list_mut<'a, T>(
    values: *mut T,
    length: usize,
    name: &str,
) -> Result<&'a mut [T], Failure> {
    // SAFETY: as of this function; what is refused is refused there.
    if unsafe { list(values.cast_const(), length, name)? }.is_empty() {
        return Ok(&mut []);
    }
    // SAFETY: as in `list`, and it may be written.
    Ok(unsafe { slice::from_raw_parts_mut(values, length) })
}

/// One value.
///
/// # Safety
/// The caller of C promises that a value can be read there while the call lasts; null is refused.
pub(crate) unsafe fn given<'a, T>(value: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: as of this function.
    let values = unsafe { list(value, 1, name)? };
    Ok(&values[0])
}

/// One value, or none.
///
/// # Safety
/// As of [`given`], or null.
pub(crate) unsafe fn maybe<'a, T>(
    value: *const T,
    name: &str,
) -> Result<Option<&'a T>, Failure> {
    if value.is_null() {
        return Ok(None);
    }
    // SAFETY: as of this function.
    unsafe { given(value, name).map(Some) }
}

/// Writes a value where C wants it.
///
/// # Safety
/// The caller of C promises that a value can be written there; null is refused.
pub(crate) unsafe fn put<T>(place: *mut T, value: T, name: &str) -> Result<(), Failure> {
    if place.is_null() || !place.is_aligned() {
        return Err(Failure::argument(format!("{name} is null")));
    }
    // SAFETY: not null and aligned; that it can be written is promised.
    unsafe { place.write(value) };
    Ok(())
}

/// Refuses a buffer that cannot be filled: before a call changes anything.
pub(crate) fn room<T>(buffer: *mut T, capacity: usize) -> Result<(), Failure> {
    if capacity > 0 && buffer.is_null() {
        return Err(Failure::argument("buffer is null, and its capacity is not 0"));
    }
    if capacity > 0 && !buffer.is_aligned() {
        return Err(Failure::argument("buffer is not aligned"));
    }
    Ok(())
}

/// Fills a buffer of the caller with values, if it is long enough, and says how many there are. Without a buffer that is all.
///
/// # Safety
/// The caller of C promises that `capacity` values can be written to the buffer, and one number to `length`.
pub(crate) unsafe fn fill<T: Copy>(
    values: &[T],
    (buffer, capacity): (*mut T, usize),
    length: *mut usize,
) -> Result<TwStatus, Failure> {
    // SAFETY: as of this function.
    unsafe { put(length, values.len(), "length")? };
    room(buffer, capacity)?;
    if values.len() > capacity {
        return Ok(if buffer.is_null() { TwStatus::Ok } else { TwStatus::Short });
    }
    if !values.is_empty() {
        // SAFETY: not null and aligned, as its capacity is not 0; long enough; and memory of the caller, no part of the values.
        unsafe { values.as_ptr().copy_to_nonoverlapping(buffer, values.len()) };
    }
    Ok(TwStatus::Ok)
}
