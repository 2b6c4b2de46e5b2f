//! `tilewright match3 play --replay`: a written game in, the same game out, board by board.

use anyhow::Context as _;
use serde::Serialize;
use tilewright_draw::{Format, export};
use tilewright_grid::Cell;
use tilewright_match3::{Goal, Player, Replay};

use super::read_template;
use super::wish::set_rules;
use crate::arguments::Play;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

/// Plays a written game again.
pub(super) fn replay(
    arguments: &Play,
    format: Option<Format>,
    context: &Context,
) -> Result<Verdict, Failure> {
    let path = arguments.replay.as_deref().expect("somebody asked for it");
    let name = || path.display().to_string();
    let text = files::read_text(path).with_context(name);
    let text = text.hint("write a game with match3 play LEVEL --record FILE")?;
    let replay = Replay::from_json(&text).with_context(name)?;
    if let Some(level) = &arguments.level {
        let mut template = read_template(level)?;
        set_rules(&mut template, &arguments.goal, arguments.colors, None)?;
        replay.fits(&template.to_level()?).with_context(name)?;
    }
    replay.check().with_context(name)?;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = Progress::during(context, "drawing", || film(&replay, format))?;
        files::write(path, &drawn, context.force)?;
    }
    let report = Replayed::of(&replay, name());
    if context.json {
        return context.print_json(&report);
    }
    context.print(report.to_text().as_bytes())?;
    if context.is_terminal {
        context.print(replay.picture(usize::MAX)?.to_text(context.color).as_bytes())?;
    }
    Ok(Verdict::Done)
}

/// A game in motion, or the board at its end.
pub(super) fn film(replay: &Replay, format: Format) -> anyhow::Result<Vec<u8>> {
    let still = replay.picture(usize::MAX)?;
    let movie = if format.is_moving() { Some(replay.movie()?) } else { None };
    Ok(export(&still, movie.as_ref(), format)?)
}

/// The JSON answer, `tilewright/replayed/1`.
#[derive(Serialize)]
struct Replayed {
    schema: &'static str,
    file: String,
    seed: u64,
    game: u32,
    /// Nothing where it was a person.
    bot: Option<Player>,
    goal: Option<Goal>,
    won: bool,
    swaps: Vec<[Cell; 2]>,
    boards: Vec<String>,
}

impl Replayed {
    fn of(replay: &Replay, file: String) -> Self {
        Self {
            schema: "tilewright/replayed/1",
            file,
            seed: replay.seed.0,
            game: replay.game,
            bot: replay.player,
            goal: replay.goal().cloned(),
            won: replay.is_won,
            swaps: replay.swaps.clone(),
            boards: replay.boards.iter().map(|board| format!("{board:016x}")).collect(),
        }
    }

    fn to_text(&self) -> String {
        let end = if self.won { "the goal reached" } else { "the goal not reached" };
        let swaps = self.swaps.len();
        let boards = self.boards.len();
        let who = self.bot.map_or_else(|| "a person".to_owned(), |bot| bot.to_string());
        format!(
            "{}: game {} of seed {} by {who}: {swaps} swaps, {end}; all {boards} boards agree\n",
            self.file, self.game, self.seed
        )
    }
}
