//! Laws that hold for every scheme and every kind of genome.

mod allocations;
mod cancelled;
mod edges;
mod kinds;
mod list;
mod long;
mod meeting;
mod numbers;
mod outside;
mod same;
mod starts;
mod task;
mod threads;
