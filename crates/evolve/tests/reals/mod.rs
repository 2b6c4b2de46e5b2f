//! The schemes for real numbers and the archive of elites.

mod answers;
mod archive;
mod lengths;
mod odd;
mod problems;
mod refusals;
mod repeats;
