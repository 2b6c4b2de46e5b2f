//! Which move to make, and why.

use serde::Serialize;
use tilewright_grid::Cell;

use super::{Session, SwapError};
use crate::SkilledBot;
use crate::events::{EventKind, Manner};

/// What a move does at once, as numbers that a game puts into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It serves a part of the goal, by its place in [`Session::parts`].
    Goal(u32),
    /// It makes a piece, by its number in the rules.
    Makes(u8),
    /// It fires a piece, by its number in the rules.
    Fires(u8),
}

impl Session {
    /// Why a move may be good: what it does at once, before anything falls. The board of the session stays.
    ///
    /// # Errors
    /// As `play`.
    pub fn reasons(&mut self, cells: [Cell; 2]) -> Result<Vec<Reason>, SwapError> {
        let made = self.checked(cells)?;
        let (mut reasons, mut has_fallen) = (Vec::new(), false);
        let mut trial = self.copied();
        trial.play(&self.rules, made, &mut |events| {
            for event in &events {
                has_fallen |= matches!(
                    event.manner,
                    Manner::Fall | Manner::Slide | Manner::Refilled
                );
                let reason = match event.kind {
                    EventKind::Count => Reason::Goal(event.id.0 - 1),
                    EventKind::Group if event.value >= 0 => {
                        Reason::Makes(event.look.number)
                    }
                    EventKind::Fire => Reason::Fires(event.look.number),
                    _ => continue,
                };
                if !has_fallen && !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
        });
        self.spare = Some(trial);
        Ok(reasons)
    }

    /// As `hint`, within a budget of moves that `planner` plays ahead ([`Planner::within`](crate::Planner::within)). The
    /// other bots weigh each possible move once, and are as fast with any budget.
    pub fn hint_within(&self, bot: SkilledBot, nodes: u64) -> Option<[Cell; 2]> {
        if self.is_over {
            return None;
        }
        let of_game = self.seed.child(u64::from(self.number));
        let mut rng = of_game.child(2).child(u64::from(self.board.moves_so_far())).rng();
        let made = self.board.chosen(&self.rules, bot, nodes, &mut rng);
        Some(made.cells(self.size()))
    }
}
