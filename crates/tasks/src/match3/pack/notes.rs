//! What a pack says of each level while it is made.

use tilewright_match3_design::{Difficulty, VerifiedLevel};

use super::super::bot_results::{BotResults, Breadth};
use super::super::difficulty::{played, words};
use super::super::endless;
use super::super::percent::whole_percent;
use super::item::PackItem;
use super::line::LevelTarget;
use super::search::PackSearch;
use crate::{Event, Hint};

impl PackSearch<'_> {
    /// Reports a level, or that it was not found.
    pub(super) fn report(&self, item: &PackItem) {
        let (host, total) = (self.host, self.curve.levels);
        let PackItem { number, round, is_kept, verified, people } = item;
        let (bot, _) = self.boards.bot(self.curve.board(*number).0);
        let seed = self.seed.child(u64::from(*number));
        let wanted = self.curve.wanted(*number);
        let VerifiedLevel { level, played: games, .. } = verified;
        let mut reached = played(level, games);
        if let Some(people) = people {
            reached = format!("{}; {reached}", people.brief());
        }

        if let Some(warning) = endless::words(games.endless, games.games) {
            host.tell(Event::Warning(&warning, None));
        }

        if item.is_found() {
            let others =
                BotResults::beside(games, level, (bot, Breadth::Several), seed, host);
            let others = others.as_ref().map_or_else(String::new, BotResults::noted);
            let how = match (is_kept, round) {
                (true, _) => "kept, ",
                (_, 0) => "",
                _ => "found later, ",
            };
            let note = format!(
                "level {number} of {total}: {how}played by {bot}: {reached}{others}"
            );
            host.tell(Event::Note(&note));
            return;
        }

        if let (LevelTarget::Bot(difficulty), Some(reach)) = (wanted, verified.reach) {
            reached += "; the levels that were played have ";
            reached += &reach_words(difficulty, level.moves, reach);
        }
        let wanted = match wanted {
            LevelTarget::Bot(difficulty) => words(difficulty, level.rules()),
            LevelTarget::People(target, moves) => {
                format!("{} within {moves} moves", target.words(target.value()))
            }
        };
        let warning = format!(
            "level {number} of {total} was not found: requested {wanted}, the closest level has {reached}"
        );
        let hint: Hint =
            "move the curve towards the closest level, allow other kinds, lower min_difference, or say in [widen] what may be given up".into();
        host.tell(Event::Warning(&warning, Some(&hint)));
    }
}

/// The range of difficulties that a search has seen, in words.
fn reach_words(
    difficulty: Difficulty,
    limit: Option<u32>,
    [least, largest]: [f64; 2],
) -> String {
    match difficulty {
        Difficulty::Swaps(_) => format!("{least:.1} to {largest:.1} on average"),
        Difficulty::WinRate { moves, .. } => {
            let [least, largest] = [least, largest].map(whole_percent);
            let moves = limit.unwrap_or(moves);
            format!("{least} to {largest} % won within {moves} moves")
        }
    }
}
