//! The work of `battleship/place`: fleets are made one by one, or on islands stretch by stretch,
//! and each fleet or stretch is kept as soon as it is finished.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use tilewright_battleship::{
    AdversarialEvent, AdversarialFleet, AdversarialFleets, AdversarialSettings,
    ClassicSettings, EvolvedFleet, EvolvedSettings, Fleet, FleetError, History, Limits,
    Origin, Placements, Progress, Rules, Sequential, Sight, Stretch, StretchEnd,
    adversarial, classic, evolve,
};
use tilewright_grid::{Seed, locked, unlocked};

use super::super::count::begin_counting;
use super::super::hunters::{check_hunters, skilled, wanted};
use super::super::refusal::{AnswerError, undecided};
use super::answer::PlaceAnswer;
use super::request::{Method, PlaceRequest};
use crate::items::Items;
use crate::{BoundedInteger, Event, Host, HostWatch, Refusal};

/// The hint for a placer that found no fleet.
const NOT_FOUND: &str = "{method=evolve} searches longer, and {method=uniform} decides whether a fleet exists";

/// A fleet, and how it was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlacedFleet {
    pub(super) fleet: Fleet,
    pub(super) origin: Origin,
}

impl PlacedFleet {
    fn plain(fleet: Fleet) -> Self {
        Self { fleet, origin: Origin::default() }
    }

    fn searched(found: EvolvedFleet) -> Self {
        let origin = Origin {
            evaluations: Some(found.evaluations),
            generations: Some(found.generations),
            shots: None,
        };
        Self { fleet: found.fleet, origin }
    }

    fn adversarial(found: AdversarialFleet) -> Self {
        let origin = Origin { shots: Some(found.shots), ..Origin::default() };
        Self { fleet: found.fleet, origin }
    }
}

/// The stretches of the islands, the number of the next one of each, and a failure to keep one.
type KeptStretches<'a> = (Items<'a, Stretch>, Vec<u64>, Option<Refusal>);

/// A function that makes a fleet from a seed.
type FleetMaker<'a> = Box<dyn FnMut(Seed) -> Result<PlacedFleet, FleetError> + 'a>;

/// A search for a fleet, whose progress is recorded and shown to the host.
struct FleetSearch<'a> {
    rules: &'a Rules,
    history: History,
    is_watched: bool,
    host: &'a dyn Host,
}

impl FleetSearch<'_> {
    /// Runs a search, given a function that calls its argument after every generation.
    fn fleet(
        &mut self,
        search: impl FnOnce(
            &mut dyn FnMut(Progress) -> ControlFlow<()>,
        ) -> Result<EvolvedFleet, FleetError>,
    ) -> Result<PlacedFleet, FleetError> {
        self.history = History::default();
        search(&mut |progress| self.see(progress)).map(PlacedFleet::searched)
    }

    fn see(&mut self, progress: Progress) -> ControlFlow<()> {
        let Progress { generation: step, best, mean, median, worst, .. } = progress;
        self.history.record(progress);
        let values =
            [("best", best), ("median", median), ("worst", worst), ("mean", mean)];
        self.host.tell(Event::Values { step, values: &values });
        if self.is_watched {
            self.host.tell(Event::Scene(&|| self.history.scene(self.rules)));
        }
        self.host.look()
    }
}

impl PlaceRequest {
    /// Places the fleets that an earlier run has not placed. Fleet i is drawn from child i of the
    /// seed.
    pub(super) fn make(
        &self,
        rules: Rules,
        host: &dyn Host,
    ) -> Result<PlaceAnswer, AnswerError> {
        if self.method == Method::Adversarial {
            return self.make_adversarial(rules, host);
        }

        let is_watched = self.watch && self.is_search();
        let mut search =
            FleetSearch { rules: &rules, history: History::default(), is_watched, host };
        let mut placer = self.placer(&mut search)?;
        let (made, is_whole) = self.each(&rules, host, &mut *placer)?;
        // Ends its borrow of the search, whose history is shown.
        drop(placer);
        let history = search.history;

        Ok(PlaceAnswer {
            request: self.clone(),
            rules,
            // A single fleet has no parts.
            is_begun: self.count.get() > 1 && !made.is_empty(),
            made,
            history,
            adversarial: Vec::new(),
            is_whole,
            islands: None,
        })
    }

    /// The function that makes a fleet by the method of the request.
    fn placer<'a>(
        &self,
        search: &'a mut FleetSearch<'_>,
    ) -> Result<FleetMaker<'a>, AnswerError> {
        let rules = search.rules;

        Ok(match self.method {
            Method::Classic => {
                let settings = ClassicSettings {
                    population: self.population.map_or(50, |it| it.get() as usize),
                    generations: self.generations.map_or(50, |it| u64::from(it.get())),
                };
                Box::new(move |seed| {
                    let watch = HostWatch(search.host);
                    search.fleet(|see| classic(rules, settings, seed, &watch, see))
                })
            }
            Method::Uniform => {
                let placements = self.placements(rules, search.host)?;
                Box::new(move |seed| {
                    let fleet = placements.draw(&mut seed.rng());
                    fleet.map(PlacedFleet::plain).ok_or(FleetError::CannotFit)
                })
            }
            Method::Sequential => {
                let sequential = Sequential::new(rules);
                Box::new(move |seed| {
                    sequential.draw(&mut seed.rng()).map(PlacedFleet::plain)
                })
            }
            Method::Evolve | Method::Adversarial => Box::new(move |seed| {
                search.fleet(|see| evolve(rules, EvolvedSettings::default(), seed, see))
            }),
        })
    }

    /// All placements of the fleet, counted.
    fn placements(
        &self,
        rules: &Rules,
        host: &dyn Host,
    ) -> Result<Placements, AnswerError> {
        begin_counting(rules, self.memory, host);
        let (sight, watch) = (Sight::new(rules), HostWatch(host));
        let placements =
            Placements::given(&sight, Limits::of_memory(self.memory.0), &watch);
        host.tell(Event::Ended);
        placements.map_err(|error| undecided(error, NOT_FOUND, host))
    }

    /// Places fleets one after another and keeps each as soon as it is finished. Returns them, and
    /// whether they are all fleets asked for.
    fn each(
        &self,
        rules: &Rules,
        host: &dyn Host,
        place: &mut dyn FnMut(Seed) -> Result<PlacedFleet, FleetError>,
    ) -> Result<(Vec<PlacedFleet>, bool), AnswerError> {
        let (count, seed) = (u64::from(self.count.get()), self.seed.unwrap_or(Seed(0)));

        let ships = rules.roster().ships();
        let is_possible = |number, made: &PlacedFleet| {
            number < count && made.fleet.ships.len() == ships
        };
        let mut items = Items::open(host, 0, count, is_possible)?;

        host.tell(Event::Begun { doing: "placing", steps: Some(items.to_do()) });
        let mut last = None;
        for batch in items.batches(0..count, 1) {
            if host.look().is_break() {
                break;
            }

            let one = place(seed.child(batch.start));
            let one = one.map_err(|error| undecided(error, NOT_FOUND, host))?;

            // The fleet of a stopped search is not finished, and a single fleet has no parts.
            if count == 1 || host.look().is_break() {
                last = Some(one);
                break;
            }

            if items.add(batch.start, [one])?.is_break() {
                break;
            }
        }

        let is_stopped = host.look().is_break();
        host.tell(Event::Ended);
        let is_whole = items.is_whole() || (count == 1 && !is_stopped);
        let mut made = items.into_outcomes();
        made.extend(last);
        Ok((made, is_whole))
    }

    /// Evolves adversarial fleets, and keeps each stretch of an island as soon as it is finished.
    /// The items are the stretches of the first island, then those of the next one.
    fn make_adversarial(
        &self,
        rules: Rules,
        host: &dyn Host,
    ) -> Result<PlaceAnswer, AnswerError> {
        let settings = self.adversarial(&rules, host)?;
        let (islands, each) = (settings.islands(), settings.stretches());
        let total = islands.saturating_mul(each);

        // The stretches of an island follow on one another, and only the last one ends it.
        let next = RefCell::new(BTreeMap::new());
        let is_possible = |number: u64, stretch: &Stretch| {
            let mut next = next.borrow_mut();
            let expected = next.entry(number / each).or_insert(number / each * each);
            let is_next = *expected == number;
            *expected += 1;
            let is_last = (number + 1).is_multiple_of(each);
            number < total
                && is_next
                && stretch.island == number / each
                && is_last == matches!(stretch.end, StretchEnd::Fleets(_))
        };
        let items = Items::open(host, 0, total, is_possible)?;

        check_hunters(&settings.hunters, &rules, host)?;
        let (items, found) = self.evolve(&rules, &settings, items, host)?;

        let made = found.fleets.into_iter().map(PlacedFleet::adversarial).collect();
        let is_end = |(_, it): &(u64, &Stretch)| matches!(it.end, StretchEnd::Fleets(_));
        let finished = items.of(0..total).filter(is_end).count() as u64;

        Ok(PlaceAnswer {
            request: self.clone(),
            rules,
            made,
            history: History::default(),
            adversarial: found.history,
            is_whole: items.is_whole(),
            is_begun: host.keeps() && items.done() > 0,
            islands: Some([finished, islands]),
        })
    }

    /// The settings of the search for adversarial fleets.
    fn adversarial(
        &self,
        rules: &Rules,
        host: &dyn Host,
    ) -> Result<AdversarialSettings, AnswerError> {
        let usual = AdversarialSettings::default();
        let hunters = self.hunter.as_ref();
        let hunters =
            hunters.map(|it| skilled(&wanted(it), None, rules, host)).transpose()?;
        Ok(AdversarialSettings {
            hunters: hunters.unwrap_or(usual.hunters),
            fleets: self.count.get() as usize,
            generations: self
                .generations
                .map_or(usual.generations, |it| u64::from(it.get())),
            games: self.games.map_or(usual.games, BoundedInteger::get),
            ..AdversarialSettings::default()
        })
    }

    /// Evolves the stretches of the islands that an earlier run has not finished.
    fn evolve<'a>(
        &self,
        rules: &Rules,
        settings: &AdversarialSettings,
        items: Items<'a, Stretch>,
        host: &'a dyn Host,
    ) -> Result<(Items<'a, Stretch>, AdversarialFleets), AnswerError> {
        let (islands, each) = (settings.islands(), settings.stretches());
        let all = Some(islands * (settings.generations + 1));
        host.tell(Event::Begun { doing: "evolving", steps: all });

        let known = items.of(0..islands.saturating_mul(each));
        let known: Vec<_> = known.map(|(_, stretch)| stretch.clone()).collect();
        let done = AtomicU64::new(known.iter().map(|it| it.history.len() as u64).sum());

        // The number of the next stretch of each island.
        let mut next: Vec<_> = (0..islands).map(|island| island * each).collect();
        for stretch in &known {
            next[stretch.island as usize] += 1;
        }

        // Islands evolve in parallel: what they share is locked, and the first refusal is kept.
        let kept: Mutex<KeptStretches<'_>> = Mutex::new((items, next, None));
        let see = |event: AdversarialEvent<'_>| match event {
            AdversarialEvent::Generation(_) => {
                host.tell(Event::Reached(done.fetch_add(1, Ordering::Relaxed) + 1));
            }
            AdversarialEvent::Stretch(stretch) => {
                let mut kept = locked(&kept);
                let (items, next, refusal) = &mut *kept;
                let number = &mut next[stretch.island as usize];
                let failed = items.keep(*number, [stretch.clone()]).err();
                *number += 1;
                *refusal = refusal.take().or(failed);
            }
        };

        let seed = self.seed.unwrap_or(Seed(0));
        let found = adversarial(rules, settings, seed, known, &HostWatch(host), &see);
        host.tell(Event::Ended);

        let (items, _, failed) = unlocked(kept);
        if let Some(refusal) = failed {
            return Err(refusal.into());
        }

        Ok((items, found.map_err(|error| undecided(error, NOT_FOUND, host))?))
    }
}
