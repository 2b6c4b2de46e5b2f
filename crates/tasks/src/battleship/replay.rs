//! Replays of recorded games.

use anyhow::Context as _;
use tilewright_battleship::{Battle, FleetError};
use tilewright_draw::DrawError;
use tilewright_grid::Watch;

use super::fleets::{is_absent, text};
use crate::{Answer, Drawing, Head, Host, HostWatch, Input, Medium, Refusal};

/// A recorded game that was replayed without a contradiction.
pub(super) struct ReplayAnswer {
    name: String,
    battle: Battle,
    is_over: bool,
}

impl ReplayAnswer {
    /// Reads and replays a recorded game; `None` if the host stopped the replay.
    pub(super) fn open(host: &dyn Host, input: &Input) -> Result<Option<Self>, Refusal> {
        let name = input.to_string();
        let text = text(host, input).map_err(|error| {
            let refusal = Refusal::from(error);
            let hint = "{battleship/hunt} records a game with {record}";
            let hint = is_absent(&refusal).then(|| hint.into());
            Refusal { hint, ..refusal }
        })?;

        let battle = Battle::from_json(&text).with_context(|| name.clone())?;
        let rules = battle.rules().with_context(|| name.clone())?;
        let mut is_over = false;
        let played = battle.replay(&rules, |sight, _| is_over = sight.is_over());
        played.with_context(|| name.clone())?;

        match battle.check(&HostWatch(host)) {
            Err(FleetError::Cancelled) => Ok(None),
            checked => {
                checked.with_context(|| name.clone())?;
                Ok(Some(Self { name, battle, is_over }))
            }
        }
    }
}

impl Answer for ReplayAnswer {
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.around(&self.battle.document()).map(Some)
    }

    fn text(&self, medium: Medium) -> String {
        let Self { name, battle, is_over } = self;
        let hits = battle.shots.iter().filter(|shot| shot.answer != "miss").count();
        let end = if *is_over { "every ship sunk" } else { "unfinished, ships afloat" };
        let mut text = format!(
            "{name}: game {} of seed {} by {}: {} shots, {hits} hits, {end}; the replay agrees\n",
            battle.game,
            battle.seed,
            battle.hunter,
            battle.shots.len(),
        );

        if medium.is_terminal
            && let Ok(picture) = battle.picture(u32::MAX, &())
        {
            text += &picture.to_text(medium.color);
        }

        text
    }

    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        drawing(&self.battle, is_moving, watch).map(Some)
    }
}

/// A picture of a game at its end, or its animation.
pub(super) fn drawing(
    battle: &Battle,
    is_moving: bool,
    watch: &dyn Watch,
) -> anyhow::Result<Drawing> {
    let drawn = |error| match error {
        FleetError::Cancelled => DrawError::Cancelled.into(),
        error => anyhow::Error::new(error),
    };
    if !is_moving {
        let still = battle.picture(u32::MAX, watch).map_err(drawn)?;
        return Ok(Drawing { still, animation: None });
    }
    let animation = battle.animation(watch).map_err(drawn)?;
    let last = animation.frames.last().context("the animation has no frames")?;
    Ok(Drawing { still: last.picture.clone(), animation: Some(animation) })
}
