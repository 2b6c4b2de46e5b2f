//! `match3/check`: checks the levels of a folder.

mod annotation;
mod document;
mod figure;
mod junit;
mod looks;
mod report;
mod request;

pub use request::CheckRequest;
