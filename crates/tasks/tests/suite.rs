//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod archive;
mod floor;
mod game2048;
mod judge;
mod populations;
mod schemas;
mod sessions;
mod stops;
mod timed;
