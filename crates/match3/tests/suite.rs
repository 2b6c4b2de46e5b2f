//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod allocations;
mod animations;
mod ladder;
mod levels;
mod mappings;
mod maps;
mod named_events;
mod pictures;
mod play;
mod refusals;
mod rules;
mod worked_pictures;
