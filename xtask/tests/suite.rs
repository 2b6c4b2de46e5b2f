//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod book;
mod packages;
mod pages;
mod snippets;
mod unity;
mod words;
