//! The schemes: known answers, what every generation keeps, and when a run ends.

mod answers;
mod batches;
mod climb;
mod crossed;
mod events;
mod hall_of_fame;
mod invariants;
mod islands;
mod judged;
mod parts;
mod plus;
mod sizes;
mod starts;
mod steady_state;
mod stops;
