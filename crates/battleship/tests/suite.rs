//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod advice;
mod counts;
mod double_oracle;
mod fleets;
mod hunters;
mod mixtures;
mod notes;
mod perfect;
mod pictures;
mod sessions;
mod vectors;
