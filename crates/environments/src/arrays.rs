//! Where calls write their results.

use crate::{Environment, Space};

/// Where a call writes its results, each with an entry for every game.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the agents see, [`Space::bytes`] bytes each.
    pub observations: &'a mut [u8],
    /// The rewards.
    pub rewards: &'a mut [f32],
    /// Whether the episode has ended by the rules.
    pub terminations: &'a mut [bool],
    /// Whether the episode was cut off after the largest number of steps.
    pub truncations: &'a mut [bool],
    /// The legal actions, [`Space::actions`] bytes each: 1 for legal. Where none is, after the end of an episode, all are 1: the
    /// next action is ignored, and a distribution over no action is not a number.
    pub masks: &'a mut [u8],
    /// The last observations of episodes that have ended; written only with
    /// [`Autoreset::SameStep`](crate::Autoreset::SameStep), empty otherwise.
    pub finals: &'a mut [u8],
    /// The masks that belong to these observations.
    pub final_masks: &'a mut [u8],
}

impl Arrays<'_> {
    /// The same arrays for a shorter time.
    pub(crate) const fn part(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations,
            rewards: self.rewards,
            terminations: self.terminations,
            truncations: self.truncations,
            masks: self.masks,
            finals: self.finals,
            final_masks: self.final_masks,
        }
    }

    /// The parts of the first games and of the others.
    pub(crate) fn split_at(self, count: usize, space: &Space) -> (Self, Self) {
        let bytes = count * space.bytes();
        let (observations, other_observations) = self.observations.split_at_mut(bytes);
        let (rewards, other_rewards) = self.rewards.split_at_mut(count);
        let (terminations, other_terminations) = self.terminations.split_at_mut(count);
        let (truncations, other_truncations) = self.truncations.split_at_mut(count);
        let actions = count * space.actions;
        let (masks, other_masks) = self.masks.split_at_mut(actions);
        let (finals, other_finals) =
            self.finals.split_at_mut(bytes.min(self.finals.len()));
        let (final_masks, other_final_masks) =
            self.final_masks.split_at_mut(actions.min(self.final_masks.len()));

        (
            Self {
                observations,
                rewards,
                terminations,
                truncations,
                masks,
                finals,
                final_masks,
            },
            Self {
                observations: other_observations,
                rewards: other_rewards,
                terminations: other_terminations,
                truncations: other_truncations,
                masks: other_masks,
                finals: other_finals,
                final_masks: other_final_masks,
            },
        )
    }

    /// Shows what the agent of a game sees and may do.
    #[inline]
    pub(crate) fn show(
        &mut self,
        environment: &impl Environment,
        index: usize,
        space: &Space,
    ) {
        let (bytes, actions) = (space.bytes(), space.actions);
        environment.observe(&mut self.observations[index * bytes..(index + 1) * bytes]);
        show_mask(environment, &mut self.masks[index * actions..(index + 1) * actions]);
    }

    /// Shows the same of an episode that ends, beside the next one.
    pub(crate) fn show_final(
        &mut self,
        environment: &impl Environment,
        index: usize,
        space: &Space,
    ) {
        let (bytes, actions) = (space.bytes(), space.actions);
        environment.observe(&mut self.finals[index * bytes..(index + 1) * bytes]);
        let mask = &mut self.final_masks[index * actions..(index + 1) * actions];
        show_mask(environment, mask);
    }
}

/// Shows what the agent of a game may do: anything if nothing is legal.
#[inline]
fn show_mask(environment: &impl Environment, mask: &mut [u8]) {
    environment.mask(mask);
    if !mask.contains(&1) {
        mask.fill(1);
    }
}
