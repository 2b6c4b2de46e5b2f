//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod archive;
mod drawn_boards;
mod explanations;
mod forecasts;
mod generation;
mod impossible;
mod ingredients;
mod like;
mod look;
mod named;
mod parts;
mod pictures;
mod placements;
mod prediction;
mod properties;
mod tweaks;
mod vectors;
mod wanted;
