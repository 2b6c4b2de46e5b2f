//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod design;
mod game2048;
mod golden;
mod match3;
mod vector;
mod walk;
