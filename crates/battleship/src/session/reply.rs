//! The shots of the hunter after a miss of the person.

use tilewright_grid::Rng;

use super::{Session, Side, Turn};
use crate::hunters::shot;
use crate::{Answer, FleetError, Hunter, Sight};

impl Session {
    /// Lets the hunter shoot until it misses or has won. Returns the hunter as it was before.
    pub(super) fn be_hunted(&mut self) -> Result<(Box<dyn Hunter>, Rng), FleetError> {
        let mut rng = self.draws.take().map_or_else(|| self.recall(), Ok)?;
        let before = (self.hunter.fork(), rng.clone());
        loop {
            let shots = &self.shots[Side::Hunter as usize];
            let mut sight = Sight::of(&self.rules, shots);
            let shot = shot(&mut *self.hunter, &sight, &mut rng);
            let answer =
                shot.and_then(|cell| Ok((cell, sight.shoot(&self.person, cell)?)));
            let (cell, answer) = match answer {
                Ok(shot) => shot,
                Err(error) => {
                    (self.hunter, self.draws) = (before.0, Some(before.1));
                    return Err(error);
                }
            };
            self.record(Turn { side: Side::Hunter, cell, answer });
            if answer == Answer::Miss || self.shots[Side::Hunter as usize].unhit == 0 {
                self.draws = Some(rng);
                return Ok(before);
            }
        }
    }

    /// Lets the hunter repeat all its shots, so that it remembers these and no others.
    fn recall(&mut self) -> Result<Rng, FleetError> {
        let mut rng = self.seed.child(2).rng();
        self.hunter.begin(&mut rng);
        let mut sight = Sight::new(&self.rules);
        for turn in self.turns.iter().filter(|turn| turn.side == Side::Hunter) {
            shot(&mut *self.hunter, &sight, &mut rng)?;
            sight.record(turn.cell, turn.answer);
        }
        Ok(rng)
    }
}
