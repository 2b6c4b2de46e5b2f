//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod common;
mod guards;
mod live;
mod runs;
mod sessions;
