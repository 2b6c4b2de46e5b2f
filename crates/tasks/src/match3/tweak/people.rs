//! The search for tweaks with a given pass rate of people.

use tilewright_grid::Seed;
use tilewright_match3::{Level, SkilledBot, Statistics, Strategy, play};
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

/// The games by which the bot is chosen, of each: its win rate is known within 7 points.
const TRIAL: u32 = 200;

/// The bots that search for people, beside the usual one: players of a ladder, who are weaker than it.
const LADDER: [Strategy; 3] = [Strategy::Regular, Strategy::Beginner, Strategy::Novice];

/// What people are to do in a changed level.
pub(super) struct PeopleAim {
    pub(super) model: PeopleModel,
    /// What they do in the level as it is; none if the host stopped its games.
    pub(super) before: Option<ForPeople>,
    /// The share that is to pass at the first attempt, within these moves.
    pub(super) wanted: f64,
    pub(super) moves: u32,
}

impl PeopleAim {
    /// The bot that wins a level about as often as people shall pass it. A stronger one wins nearly every game of a level that people
    /// find hard, and so does not feel what would make it easier for them.
    pub(super) fn bot(
        &self,
        level: &Level,
        usual: SkilledBot,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<SkilledBot, Refusal> {
        let rules = playable(level)?;
        let off = |bot: &SkilledBot| {
            let games = play(&rules, bot, self.moves, 0..TRIAL, seed, &HostWatch(host));
            (Statistics::of(&games, self.moves).win_rate.mean - self.wanted).abs()
        };
        let bots = std::iter::once(usual).chain(LADDER.map(SkilledBot::from));
        let tried = bots.map(|bot| (off(&bot), bot));
        let closest = tried.min_by(|(a, _), (b, _)| a.total_cmp(b));
        Ok(closest.map_or(usual, |(_, bot)| bot))
    }

    /// Searches for tweaks with the wanted pass rate: for a win rate of the bot that is corrected by what the model says of the level
    /// and of what was found.
    pub(super) fn search(
        &self,
        request: &mut DesignRequest,
        guide: &Guide,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<PeopleTweaks, Refusal> {
        let Self { model, before, wanted, moves } = self;
        let (wanted, moves) = (*wanted, *moves);
        let mut steering = RateCorrection::towards(wanted);
        let rules = playable(&request.level)?;
        let trial = seed.child(ROUNDS);
        let games = play(&rules, &request.bot, moves, 0..GAMES, trial, &HostWatch(host));
        let won = Statistics::of(&games, moves).win_rate.mean;
        let mut is_there = false;
        if let Some(before) = before {
            host.tell(Event::Note(&format!("before: {}", before.brief())));
            steering.learn(won, before.pass_rate().rate);
            is_there = is_met(before.pass_rate().rate, wanted);
        }

        let mut best: Option<PeopleTweaks> = None;
        for round in 0..ROUNDS {
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
                .map(|tweak| ForPeople::of(&tweak.level, model, host));
            let people = asked.collect::<anyhow::Result<Vec<_>>>()?;

            // What people do decides, so that an answer may be none for them.
            for (tweak, people) in tweaks.answers.iter_mut().zip(&people) {
                let is_for_people =
                    people.as_ref().is_some_and(|it| is_met(it.pass_rate().rate, wanted));
                tweak.is_found &= is_for_people;
            }
            if let (Some(tweak), Some(Some(people))) =
                (tweaks.answers.first(), people.first())
            {
                let won = tweak.played.within(moves).win_rate.mean;
                steering.learn(won, people.pass_rate().rate);
            }
            let is_found = tweaks.answers.iter().any(|tweak| tweak.is_found);
            let found = PeopleTweaks::found(tweaks, people, wanted);
            if best.as_ref().is_none_or(|best| is_found || found.off() < best.off()) {
                best = Some(found);
            }
            if is_found || is_nothing_left || host.look().is_break() {
                break;
            }
        }
        Ok(best.expect("there is a first round"))
    }
}

/// Tweaks, and what people do in each.
pub(super) struct PeopleTweaks {
    pub(super) tweaks: Tweaks,
    pub(super) people: Vec<Option<ForPeople>>,
    /// What people are to do; none if the request is of a bot.
    pub(super) target: Option<PeopleTarget>,
}

impl PeopleTweaks {
    /// The tweaks that were found, or the closest one if none was.
    fn found(mut tweaks: Tweaks, people: Vec<Option<ForPeople>>, wanted: f64) -> Self {
        let has_found = tweaks.answers.iter().any(|tweak| tweak.is_found);
        let answers = std::mem::take(&mut tweaks.answers).into_iter().zip(people);
        let mut kept: Vec<_> =
            answers.filter(|(tweak, _)| !has_found || tweak.is_found).collect();
        if !has_found {
            kept.sort_by(|(_, a), (_, b)| {
                off(a.as_ref(), wanted).total_cmp(&off(b.as_ref(), wanted))
            });
            kept.truncate(1);
        }
        let (answers, people) = kept.into_iter().unzip();
        tweaks.answers = answers;
        let target = Some(PeopleTarget::PassRate(wanted));
        Self { tweaks, people, target }
    }

    /// How far the first one is from what is wanted; infinite without one.
    fn off(&self) -> f64 {
        let wanted = self.target.map_or(f64::NAN, PeopleTarget::value);
        self.people.first().map_or(f64::INFINITY, |people| off(people.as_ref(), wanted))
    }
}

/// How far people are from a pass rate; infinite where they are not known.
fn off(people: Option<&ForPeople>, wanted: f64) -> f64 {
    let rate = people.map(|people| people.pass_rate().rate);
    rate.map_or(f64::INFINITY, |rate| (rate - wanted).abs())
}
