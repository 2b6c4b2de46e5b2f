//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod approximate;
mod common;
mod diamonds;
mod doors;
mod editor;
mod evolved;
mod exact;
mod hexagonal_files;
mod hexagons;
mod hidden;
mod ldtk;
mod pareto;
mod routes;
mod staggered_files;
mod stops;
mod text;
mod tiled;
mod walls;
