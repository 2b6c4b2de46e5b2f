//! Laws that hold for every scheme and every kind of genome.

mod allocations;
mod apart;
mod budgets;
mod cancelled;
mod climbing;
mod damaged;
mod edges;
mod islands;
mod kinds;
mod list;
mod long;
mod meeting;
mod noise;
mod numbers;
mod outside;
mod same;
mod starts;
mod task;
mod threads;
