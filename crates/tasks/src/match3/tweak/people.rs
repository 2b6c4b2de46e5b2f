//! The search for tweaks with a given pass rate of people.

use tilewright_grid::Seed;
use tilewright_match3::{Statistics, play};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{
    Difficulty, Guide, Shift, TweakRequest as DesignRequest, Tweaks,
};

use super::super::people::{ForPeople, RateCorrection, is_met};
use super::super::people_search::PeopleTarget;
use super::super::percent::short_percent;
use super::super::play::rules as playable;
use super::request::search;
use crate::{Event, Host, HostWatch, Refusal};

/// The searches, each for another win rate of the bot.
const ROUNDS: u64 = 4;
/// The games of the level itself, by which the first win rate is chosen: it is known within 5 points.
const GAMES: u32 = 400;

/// Tweaks, and what people do in each.
pub(super) struct PeopleTweaks {
    pub(super) tweaks: Tweaks,
    pub(super) people: Vec<Option<ForPeople>>,
    /// What people are to do; none if the request is of a bot.
    pub(super) target: Option<PeopleTarget>,
}

/// Searches for tweaks with this pass rate of people within the move limit: for a win rate of the bot that is corrected by what the
/// model says of the level and of what was found.
pub(super) fn search_for(
    request: &mut DesignRequest,
    (model, wanted, moves): (&PeopleModel, f64, u32),
    guide: &Guide,
    seed: Seed,
    host: &dyn Host,
) -> Result<PeopleTweaks, Refusal> {
    let mut steering = RateCorrection::towards(wanted);
    let rules = playable(&request.level)?;
    let games =
        play(&rules, &request.bot, moves, 0..GAMES, seed.child(ROUNDS), &HostWatch(host));
    let won = Statistics::of(&games, moves).win_rate.mean;
    let mut is_there = false;
    if let Some(people) = ForPeople::of(&request.level, model, seed, host)? {
        host.tell(Event::Note(&format!("before: {}", people.brief())));
        steering.learn(won, people.pass_rate().rate);
        is_there = is_met(people.pass_rate().rate, wanted);
    }

    for round in 0.. {
        let rate = steering.win_rate();
        let note =
            format!("searching for {} % won by {}", short_percent(rate), request.bot);
        host.tell(Event::Note(&note));
        request.shift = Shift::To(Difficulty::WinRate { rate, moves });
        let mut tweaks = search(request, guide, seed.child(round), host)?;
        // A win rate of the bot is met more loosely than what people do.
        let is_nothing_left = tweaks.is_there;
        tweaks.is_there &= is_there;
        let asked = tweaks
            .answers
            .iter()
            .map(|tweak| ForPeople::of(&tweak.level, model, seed, host));
        let people = asked.collect::<anyhow::Result<Vec<_>>>()?;

        // What people do decides, so that an answer may be none for them.
        for (tweak, people) in tweaks.answers.iter_mut().zip(&people) {
            let is_for_people =
                people.as_ref().is_some_and(|it| is_met(it.pass_rate().rate, wanted));
            tweak.is_found &= is_for_people;
        }
        let is_over = round + 1 >= ROUNDS || is_nothing_left || host.look().is_break();
        if is_over || tweaks.answers.iter().any(|tweak| tweak.is_found) {
            return Ok(PeopleTweaks::found(tweaks, people, wanted));
        }
        if let (Some(tweak), Some(Some(people))) =
            (tweaks.answers.first(), people.first())
        {
            let won = tweak.played.within(moves).win_rate.mean;
            steering.learn(won, people.pass_rate().rate);
        }
    }
    unreachable!("the rounds end")
}

impl PeopleTweaks {
    /// The tweaks that were found, or the first one if none was.
    fn found(mut tweaks: Tweaks, people: Vec<Option<ForPeople>>, wanted: f64) -> Self {
        let has_found = tweaks.answers.iter().any(|tweak| tweak.is_found);
        let answers = std::mem::take(&mut tweaks.answers).into_iter().zip(people);
        let kept = answers.filter(|(tweak, _)| !has_found || tweak.is_found);
        let most = if has_found { usize::MAX } else { 1 };
        let (answers, people) = kept.take(most).unzip();
        tweaks.answers = answers;
        let target = Some(PeopleTarget::PassRate(wanted));
        Self { tweaks, people, target }
    }
}
