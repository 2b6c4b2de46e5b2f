//! The search for a level of a given pass rate of people.

use serde_json::{Map, json};
use tilewright_match3_design::DifficultyRequest;
use tilewright_match3_design::people::PeopleModel;

use super::super::bot_results::Breadth;
use super::super::people_search::{Candidate, PeopleSearch, PeopleTarget};
use super::super::percent::short_percent;
use super::answer::FoundLevel;
use super::difficulty::LevelSearch;
use crate::Refusal;

impl LevelSearch<'_> {
    /// Generates a level with this pass rate of people. None if it was stopped before the first one was known.
    pub(super) fn one_for(
        &self,
        mut request: DifficultyRequest,
        (model, wanted): (&PeopleModel, f64),
        moves: u32,
    ) -> Result<Option<FoundLevel>, Refusal> {
        let search = PeopleSearch {
            model,
            wanted: PeopleTarget::PassRate(wanted),
            precision: 1.0,
            moves,
            bot: request.bot,
            host: self.host,
        };
        // On one board, as a search that closes in on a pass rate can learn nothing from another one.
        let mut board = None;
        let best = search.run(|difficulty, round| {
            request.difficulty = difficulty;
            let at = match board {
                Some(at) => at,
                None => self.order(&request, 0)?[0],
            };
            board = Some(at);
            self.search_on(&request, (0, at), self.seed.child(round))
        })?;
        Ok(best.map(|tried| self.entry_for(tried, request, wanted)))
    }

    fn entry_for(
        &self,
        tried: Candidate,
        mut request: DifficultyRequest,
        wanted: f64,
    ) -> FoundLevel {
        let Candidate { mut verified, difficulty, people, is_met } = tried;
        request.difficulty = difficulty;
        verified.is_found = is_met;
        let missed = || PeopleTarget::PassRate(wanted).missed(&people);
        verified.level.missed = (!is_met).then(missed);

        let mut entry = self.entry(verified, &request, Breadth::One);
        // The level is held to what was asked for, and not to the win rate that led to it.
        let asked = json!({ "pass_rate": wanted });
        entry.file =
            entry.level.to_json_with(&Map::from_iter([("difficulty".to_owned(), asked)]));
        entry.described = format!(
            "requested {} % of people to pass at first: {}; {}",
            short_percent(wanted),
            people.brief(),
            entry.described
        );
        if let Some(document) = entry.document.as_object_mut() {
            document.insert("found".to_owned(), is_met.into());
            document.insert("wanted_pass_rate".to_owned(), wanted.into());
            document.extend(
                serde_json::to_value(&people).map(|it| ("people".to_owned(), it)),
            );
        }
        entry
    }
}
