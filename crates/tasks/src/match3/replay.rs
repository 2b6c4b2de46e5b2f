//! Replays of recorded games.

use anyhow::Context as _;
use serde::Serialize;
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_match3::{Goal, Replay, SkilledBot};

use super::PlayRequest;
use super::levels::{MOST, read_template, whole};
use super::rules::{plain, set_rules};
use crate::answer::counted;
use crate::{
    Answer, BoundedInteger, Drawing, Head, Host, Input, Medium, Refusal, Refuse as _,
    input,
};

/// Replays the recorded game of an input.
pub(super) fn replay(
    request: &PlayRequest,
    input: &Input,
    host: &dyn Host,
) -> Result<ReplayAnswer, Refusal> {
    Ok(ReplayAnswer { file: input.to_string(), replay: read(request, input, host)? })
}

/// The recorded game of an input, checked board by board.
pub(super) fn read(
    request: &PlayRequest,
    input: &Input,
    host: &dyn Host,
) -> Result<Replay, Refusal> {
    let name = || input.to_string();
    let text = input.bytes(host, MOST).and_then(|bytes| input::text(bytes, 1));
    let text = text.with_context(name);
    let text = text.hint("record a game with {match3/play} and {record}")?;
    let replay = Replay::from_json(&text).with_context(name)?;

    if let Some(level) = &request.level {
        let mut template = read_template(host, level)?;
        let colors = request.colors.map(BoundedInteger::get);
        set_rules(&mut template, &plain(&request.goal), colors, None)?;
        replay.fits(&whole(&template, level)?).with_context(name)?;
    }

    replay.check().with_context(name)?;
    Ok(replay)
}

/// An animation of a game, and its final board.
pub(super) fn animation(replay: &Replay, is_moving: bool) -> anyhow::Result<Drawing> {
    let still = replay.picture(usize::MAX)?;
    let animation = is_moving.then(|| replay.animation()).transpose()?;
    Ok(Drawing { still, animation })
}

/// A replayed game.
pub(super) struct ReplayAnswer {
    file: String,
    replay: Replay,
}

/// The document, `tilewright/replayed/2`.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    seed: Seed,
    game: u32,
    /// None for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<SkilledBot>,
    goal: Option<&'a Goal>,
    won: bool,
    swaps: &'a [[Cell; 2]],
    boards: Vec<String>,
}

impl Answer for ReplayAnswer {
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let Self { file, replay } = self;
        let report = Report {
            file,
            seed: replay.seed,
            game: replay.game,
            bot: replay.bot,
            goal: replay.goal(),
            won: replay.is_won,
            swaps: &replay.swaps,
            boards: replay.boards.iter().map(|board| format!("{board:016x}")).collect(),
        };

        head.line("replayed", &report).map(Some)
    }

    fn text(&self, medium: Medium) -> String {
        let Self { file, replay } = self;
        let Replay { seed, game, bot, .. } = replay;
        let bot = bot.map_or_else(|| "a person".to_owned(), |bot| bot.to_string());
        let end = if replay.is_won { "goal reached" } else { "goal not reached" };
        let word = replay.level.rules().move_word();
        let swaps = counted(replay.swaps.len() as u64, word);
        let boards = replay.boards.len();

        let mut text = format!(
            "{file}: game {game} of seed {seed} by {bot}: {swaps}, {end}; all {boards} boards agree\n"
        );
        if medium.is_terminal
            && let Ok(picture) = replay.picture(usize::MAX)
        {
            text += &picture.to_text(medium.color);
        }

        text
    }

    fn drawing(&self, is_moving: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        animation(&self.replay, is_moving).map(Some)
    }
}
