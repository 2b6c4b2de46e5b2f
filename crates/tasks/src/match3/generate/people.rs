//! The search for a level of a given pass rate of people.

use serde_json::{Map, json};
use tilewright_match3::MissedTarget;
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{Difficulty, DifficultyRequest, VerifiedLevel};

use super::super::bot_results::Breadth;
use super::super::people::{ForPeople, RateCorrection, is_met};
use super::super::percent::short_percent;
use super::answer::FoundLevel;
use super::difficulty::LevelSearch;
use crate::{Event, Refusal};

/// The searches, each for another win rate of the bot. The second is as a rule close enough.
const ROUNDS: u64 = 6;

/// A level with what people do in it.
struct Candidate {
    verified: VerifiedLevel,
    difficulty: Difficulty,
    people: ForPeople,
}

impl LevelSearch<'_> {
    /// Generates a level with this pass rate of people: searches one for a win rate of the bot, asks the model, and corrects the win
    /// rate. None if it was stopped before the first one was known.
    pub(super) fn one_for(
        &self,
        mut request: DifficultyRequest,
        (model, wanted): (&PeopleModel, f64),
        moves: u32,
    ) -> Result<Option<FoundLevel>, Refusal> {
        let mut best: Option<Candidate> = None;
        let mut steering = RateCorrection::towards(wanted);
        for round in 0..ROUNDS {
            let rate = steering.win_rate();
            request.difficulty = Difficulty::WinRate { rate, moves };
            let verified = self.search(&request, round)?;
            let people = ForPeople::of(&verified.level, model, self.seed, self.host)?;
            let Some(people) = people else { break };
            let reached = people.pass_rate().rate;
            let won = verified.played.within(moves).win_rate.mean;
            self.host.tell(Event::Note(&format!(
                "searched for {} % won by {}, found {} %: {}",
                short_percent(rate),
                request.bot,
                short_percent(won),
                people.brief()
            )));
            steering.learn(won, reached);

            let off = |it: &Candidate| (it.people.pass_rate().rate - wanted).abs();
            let tried = Candidate { verified, difficulty: request.difficulty, people };
            let is_met = is_met(reached, wanted) && tried.verified.is_found;
            if best.as_ref().is_none_or(|best| off(&tried) < off(best)) {
                best = Some(tried);
            }
            if is_met || self.host.look().is_break() {
                break;
            }
        }
        Ok(best.map(|tried| self.entry_for(tried, request, wanted)))
    }

    fn entry_for(
        &self,
        tried: Candidate,
        mut request: DifficultyRequest,
        wanted: f64,
    ) -> FoundLevel {
        let Candidate { mut verified, difficulty, people } = tried;
        request.difficulty = difficulty;
        let reached = people.pass_rate().rate;
        verified.is_found &= is_met(reached, wanted);
        verified.level.missed = (!verified.is_found).then(|| {
            let words =
                |rate| format!("{} % of people pass at first", short_percent(rate));
            MissedTarget::new(words(wanted), words(reached))
        });

        let is_found = verified.is_found;
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
            document.insert("found".to_owned(), is_found.into());
            document.insert("wanted_pass_rate".to_owned(), wanted.into());
            document.extend(
                serde_json::to_value(&people).map(|it| ("people".to_owned(), it)),
            );
        }
        entry
    }
}
