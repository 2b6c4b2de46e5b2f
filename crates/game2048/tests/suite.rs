//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod budgets;
mod coach;
mod games;
mod networks;
mod pictures;
mod rules;
mod searches;
mod sessions;
mod solutions;
mod tuning;
mod vectors;
