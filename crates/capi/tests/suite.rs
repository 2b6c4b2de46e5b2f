//! The library as programs in C and C++ see it.

mod hosts;
mod sequences;
mod threads;
