//! The searches of `match3/generate`.

use tilewright_grid::Seed;
use tilewright_match3::{MAX_SWAPS, Rules, SkilledBot, Template};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, History, LevelRequest, Placement, VerifiedLevel,
};

use super::super::difficulty::{guide, limit_without_loss};
use super::super::drawn_boards::DrawnBoards;
use super::super::judge::bot_for;
use super::super::people::people_model;
use super::super::percent::short_percent;
use super::super::rules::{MoveLimit, goal_of};
use super::super::target::TargetDifficulty;
use super::answer::SearchResults;
use super::difficulty::{LevelSearch, hint, tolerance};
use super::potential;
use super::request::GenerateRequest;
use crate::{BoundedInteger, Host, Refusal};

impl GenerateRequest {
    /// The levels of a potential.
    pub(super) fn of_potential(
        &self,
        template: Template,
        (boards, placements): (&DrawnBoards, Vec<Placement>),
        seed: Seed,
        host: &dyn Host,
    ) -> Result<SearchResults, Refusal> {
        let kinds = self.quotas(&template, boards.examples.as_deref())?;
        let request = LevelRequest::new(self.target.map_or(0, BoundedInteger::get))
            .with_template(template)
            .with_kinds(kinds)
            .with_symmetry(self.symmetry.unwrap_or_default())
            .with_style(self.style(boards.examples.as_ref()))
            .with_placements(placements)
            .with_tolerance(self.tolerance.get())
            .with_algorithm(self.search()?);

        let search = potential::Search { request, boards, seed, host };
        let (entries, history) = if self.is_series() {
            (search.several(self.count.get().into())?, History::default())
        } else {
            let (entry, history) = search.one(self.watch)?;
            (vec![entry], history)
        };

        let missed = "no level found within the search limits".to_owned();
        let hint = potential::hint(&search.request);
        Ok(SearchResults { entries, history, missed, hint })
    }

    /// The levels of a difficulty; the template may have named a bot.
    pub(super) fn of_difficulty(
        &self,
        template: Template,
        (boards, placements): (&DrawnBoards, Vec<Placement>),
        named: Option<SkilledBot>,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<SearchResults, Refusal> {
        let goal = goal_of(&template)?.clone();
        let bot = bot_for(self.bot, named, &goal);
        // With parts, levels are of a game that few models know.
        let (first, _) = boards.board((0, 0), &template)?;
        let guide = guide(host, &first, &goal, bot, self.model.as_ref())?;
        let kinds = self.quotas(&template, boards.examples.as_deref())?;

        // A template may have a move limit; `auto` finds another one.
        let limit = template.moves.filter(|_| self.moves != Some(MoveLimit::Auto));
        let mut request = DifficultyRequest::new(goal, self.wanted(limit)?)
            .with_template(template)
            .with_kinds(kinds)
            .with_symmetry(self.symmetry.unwrap_or_default())
            .with_style(self.style(boards.examples.as_ref()))
            .with_placements(placements)
            .with_bot(bot);

        let mut search = LevelSearch {
            guide: &guide,
            name: None,
            boards,
            finish: &|verified| self.with_moves(verified, bot, seed, host),
            is_watched: self.watch && !self.is_series(),
            seed,
            host,
        };

        if let (Some(input), Some(wanted), Some(moves)) =
            (&self.r#for, self.pass_rate, limit)
        {
            let model = people_model(host, input)?;
            let found = search.one_for(request, (&model, wanted.get()), moves)?;
            let entries = Vec::from_iter(found);
            let percent = short_percent(wanted.get());
            let missed = format!(
                "no level within 3 percentage points of {percent} % of people who pass at first"
            );
            let hint = hint(Difficulty::WinRate { rate: wanted.get(), moves });
            let history = History::default();
            return Ok(SearchResults { entries, history, missed, hint });
        }

        // Without a move limit, a name stands for swaps among the levels of this very request.
        if let Some(TargetDifficulty::Named(name)) = self.difficulty {
            let found = search.named(name, limit, &request)?;
            let Some(found) = found else { return Ok(SearchResults::nothing()) };
            (request.difficulty, search.name) = (found, Some(name));
        }

        let (wanted, rules) = (request.difficulty, &request.template.rules().clone());
        let entries = if self.is_series() {
            search.several(request, self.count.get().into())?
        } else {
            vec![search.one(&request)?]
        };

        let missed = format!("no level proved to be {}", tolerance(wanted, rules));
        let (history, hint) = (History::default(), hint(wanted));
        Ok(SearchResults { entries, history, missed, hint })
    }

    /// The requested difficulty, given the move limit; that of a name is found later.
    fn wanted(&self, limit: Option<u32>) -> Result<Difficulty, Refusal> {
        Ok(match (self.difficulty, self.win_rate) {
            (None, None) if self.pass_rate.is_some() => {
                let moves = limit.ok_or_else(|| Refusal::missing("moves"))?;
                Difficulty::WinRate { rate: 0.5, moves }
            }
            (None, Some(rate)) => {
                let moves = limit.ok_or_else(|| Refusal::missing("moves"))?;
                Difficulty::WinRate { rate: rate.get(), moves }
            }
            (Some(TargetDifficulty::Swaps(swaps)), _) => Difficulty::Swaps(swaps),
            _ => Difficulty::Swaps(1.0),
        })
    }

    /// With `auto` as `moves`, sets the move limit for the win rate, according to the games of the level.
    fn with_moves(
        &self,
        mut verified: VerifiedLevel,
        bot: SkilledBot,
        seed: Seed,
        host: &dyn Host,
    ) -> VerifiedLevel {
        let (Some(rate), Some(MoveLimit::Auto)) = (self.win_rate, self.moves) else {
            return verified;
        };

        let VerifiedLevel { level, played, .. } = &verified;
        verified.level.moves = match &level.goal {
            Some(goal) if rate.get() >= 1.0 => {
                let rules = Rules::new(level, goal);
                limit_without_loss(&rules, played, bot, MAX_SWAPS, seed, host)
            }
            _ => played.moves_closest_to(rate.get()).map(|chance| chance.moves),
        };

        verified
    }
}
