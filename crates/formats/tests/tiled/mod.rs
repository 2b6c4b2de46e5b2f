//! Tiled's files: what they become, that they come back, and that no bytes do harm.

mod arbitrary;
mod build;
mod files;
mod hostile;
mod oracle;
mod round_trip;
mod tmj;
mod tmx;
mod values;
