//! Crowds of a script.

use std::ops::ControlFlow;

use tilewright_grid::Seed;
use tilewright_navigation::crowd::{MemberId, Move, Pibt};
use tilewright_navigation::{Agent, LayerId};

use super::super::words::{Reason, Words};
use super::{
    MOST_HELD, MOST_STEPS, Mix, Numbers, ScriptPlayer, maybe_place, place, refused,
};
use crate::Host;

/// The most walkers, those that have left among them.
const MOST_WALKERS: usize = 10_000;

/// The most memory of all crowds in bytes: they keep the distances to each goal.
const MOST_MEMORY: usize = 1 << 28;

/// A crowd whose walkers are numbered.
pub(super) struct NumberedCrowd {
    crowd: Pibt,
    members: Vec<MemberId>,
    /// For each index of a member its latest number.
    numbers: Vec<usize>,
}

impl NumberedCrowd {
    fn member(&self, number: usize) -> Result<MemberId, Reason> {
        let member = self.members.get(number).copied();
        member.ok_or_else(|| format!("there is no walker {number}"))
    }
}

impl ScriptPlayer {
    /// Crowds and their walkers.
    pub(super) fn crowd(
        &mut self,
        verb: &str,
        words: &mut Words<'_>,
    ) -> Result<(), Reason> {
        if verb == "crowd" {
            if self.crowds.len() == MOST_HELD {
                return Err(format!("a script has at most {MOST_HELD} crowds"));
            }
            let agent = Agent::on(LayerId(words.number()?));
            let seed = Seed(words.number()?);
            let crowd = Pibt::new(self.parts()?.0, agent, seed).map_err(refused)?;
            let crowd = NumberedCrowd { crowd, members: Vec::new(), numbers: Vec::new() };
            self.crowds.push(crowd);
            return Ok(());
        }
        let number: usize = words.number()?;
        let walkers: usize = self.crowds.iter().map(|held| held.members.len()).sum();
        let memory: usize = self.crowds.iter().map(|held| held.crowd.memory()).sum();
        let is_full = verb == "walker" && walkers >= MOST_WALKERS;
        if is_full || (verb != "leave" && memory > MOST_MEMORY) {
            return Err(format!(
                "all crowds have at most {MOST_WALKERS} walkers, and {MOST_MEMORY} bytes for the distances to their goals"
            ));
        }
        let held = self.crowds.get_mut(number);
        let held = held.ok_or_else(|| format!("there is no crowd {number}"))?;
        match verb {
            "walker" => {
                let (at, goal) = (place(words)?, maybe_place(words)?);
                let member = held.crowd.add(at, goal).map_err(refused)?;
                if held.numbers.len() <= member.index() {
                    held.numbers.resize(member.index() + 1, 0);
                }
                held.numbers[member.index()] = held.members.len();
                held.members.push(member);
                Ok(())
            }
            "goal" => {
                let member = held.member(words.number()?)?;
                held.crowd.set_goal(member, maybe_place(words)?).map_err(refused)
            }
            _ => {
                let member = held.member(words.number()?)?;
                held.crowd.remove(member).map_err(refused)
            }
        }
    }

    /// Lets a crowd walk. Finds its events, mixed: of each walker that was put elsewhere, then of each that has moved, its number and where it is now; then the
    /// numbers of those that have arrived, and of those that have left.
    pub(super) fn step(
        &mut self,
        number: usize,
        count: u32,
        host: &dyn Host,
    ) -> Result<Numbers, Reason> {
        if count > MOST_STEPS {
            return Err(format!("a call makes at most {MOST_STEPS} steps"));
        }
        let map = self.map.as_ref().ok_or("the map has no floor")?;
        let held = self.crowds.get_mut(number);
        let NumberedCrowd { crowd, numbers, .. } =
            held.ok_or_else(|| format!("there is no crowd {number}"))?;
        let mut mix = Mix::default();
        for _ in 0..count {
            if host.look() == ControlFlow::Break(()) {
                return Ok(None);
            }
            let step = crowd.step(map).map_err(refused)?;
            for &Move { walker, to, .. } in step.displaced.iter().chain(&step.moves) {
                mix.add(numbers[walker.index()] as u64);
                mix.place(to);
            }
            for walker in step.arrived.iter().chain(&step.left) {
                mix.add(numbers[walker.index()] as u64);
            }
        }
        Ok(Some(vec![mix.0]))
    }
}
