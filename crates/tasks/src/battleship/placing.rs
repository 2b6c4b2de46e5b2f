//! The fleets of `battleship/place`: made one by one or island by island, each kept as it is
//! done.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tilewright_battleship::{
    Classic, Evolved, Fleet, FleetError, HardEvent, HardFleet, Hardened, Hardening,
    History, Island, Moment, Origin, Placed as Placement, Rules, Sequential, Sight, Ways,
    classic, evolve, harden,
};
use tilewright_draw::Picture;
use tilewright_grid::Seed;

use super::hunters::{note_sampling, players};
use super::place::{Method, Place};
use super::placed::Placed;
use super::{STEPS, Unanswered, undecided};
use crate::items::Items;
use crate::{Event, Host, Looking, Refusal, Scene, Within};

/// What helps where the quick placer finds no fleet.
const HARDER: &str = "{method=evolve} searches harder, and {method=exact} decides it";

/// A fleet and how it came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) fleet: Fleet,
    pub(super) origin: Origin,
}

impl Made {
    fn plain(fleet: Fleet) -> Self {
        Self { fleet, origin: Origin::default() }
    }

    /// Of a search.
    fn judged(placed: Placement) -> Self {
        let origin = Origin {
            evaluations: Some(placed.evaluations),
            generations: Some(placed.generations),
            shots: None,
        };
        Self { fleet: placed.fleet, origin }
    }

    fn hard(hard: HardFleet) -> Self {
        let origin = Origin { shots: Some(hard.shots), ..Origin::default() };
        Self { fleet: hard.fleet, origin }
    }
}

/// What places a fleet with a seed.
type Placing<'a> = Box<dyn FnMut(Seed) -> Result<Made, FleetError> + 'a>;

/// The search for a fleet, seen by the host.
struct Search<'a> {
    rules: &'a Rules,
    history: History,
    is_watched: bool,
    host: &'a dyn Host,
}

impl Search<'_> {
    /// Searches for a fleet by a search that tells every generation.
    fn fleet(
        &mut self,
        search: impl FnOnce(
            &mut dyn FnMut(Moment) -> ControlFlow<()>,
        ) -> Result<Placement, FleetError>,
    ) -> Result<Made, FleetError> {
        self.history = History::default();
        search(&mut |moment| self.see(moment)).map(Made::judged)
    }

    fn see(&mut self, moment: Moment) -> ControlFlow<()> {
        self.history.record(moment);
        if !self.is_watched {
            return self.host.see(Event::Look);
        }
        self.host
            .see(Event::Scene(&Standing { rules: self.rules, history: &self.history }))
    }
}

/// How a search stands.
#[derive(Debug)]
struct Standing<'a> {
    rules: &'a Rules,
    history: &'a History,
}

impl Scene for Standing<'_> {
    fn picture(&self) -> Picture {
        self.history.scene(self.rules)
    }
}

impl Place {
    /// Places the fleets that an earlier run has not; fleet i draws from child i of the seed.
    pub(super) fn make(
        &self,
        rules: Rules,
        host: &dyn Host,
    ) -> Result<Placed, Unanswered> {
        if self.method == Method::Hard {
            return self.harden(rules, host);
        }
        let is_watched = self.watch && self.is_search();
        let mut search =
            Search { rules: &rules, history: History::default(), is_watched, host };
        let mut placer = self.placer(&mut search)?;
        let (made, is_whole) = self.each(&rules, host, &mut *placer)?;
        drop(placer);
        let history = search.history;
        let (request, hardening, islands) = (self.clone(), Vec::new(), None);
        Ok(Placed { request, rules, made, history, hardening, is_whole, islands })
    }

    /// What places a fleet with a seed.
    fn placer<'a>(&self, search: &'a mut Search<'_>) -> Result<Placing<'a>, Unanswered> {
        let rules = search.rules;
        Ok(match self.method {
            Method::Classic => {
                let settings = Classic {
                    population: self.population.map_or(50, |it| it.get() as usize),
                    generations: self.generations.map_or(50, |it| u64::from(it.get())),
                };
                Box::new(move |seed| {
                    let watch = Looking(search.host);
                    search.fleet(|see| classic(rules, settings, seed, &watch, see))
                })
            }
            Method::Exact => {
                let ways = self.ways(rules, search.host)?;
                Box::new(move |seed| {
                    let fleet = ways.draw(&mut seed.rng());
                    fleet.map(Made::plain).ok_or(FleetError::CannotFit)
                })
            }
            Method::Sequential => {
                let sequential = Sequential::new(rules);
                Box::new(move |seed| sequential.draw(&mut seed.rng()).map(Made::plain))
            }
            Method::Evolve | Method::Hard => Box::new(move |seed| {
                search.fleet(|see| evolve(rules, Evolved::default(), seed, see))
            }),
        })
    }

    /// All ways to place the fleet.
    fn ways(&self, rules: &Rules, host: &dyn Host) -> Result<Ways, Unanswered> {
        let _ = host.see(Event::Begun { doing: "counting", steps: Some(STEPS) });
        let ways = Ways::given_while(&Sight::new(rules), self.memory.0, &Looking(host));
        let _ = host.see(Event::Ended);
        ways.map_err(|error| undecided(error, HARDER, host))
    }

    /// Places fleets one after another, each kept as it is done; and whether that are all.
    fn each(
        &self,
        rules: &Rules,
        host: &dyn Host,
        place: &mut dyn FnMut(Seed) -> Result<Made, FleetError>,
    ) -> Result<(Vec<Made>, bool), Unanswered> {
        let (count, seed) = (u64::from(self.count.get()), self.seed.unwrap_or(Seed(0)));
        let ships = rules.roster().ships();
        let is_possible =
            |number, made: &Made| number < count && made.fleet.ships.len() == ships;
        let mut items = Items::open(host, 0, count, is_possible)?;
        let _ = host.see(Event::Begun { doing: "placing", steps: Some(items.to_do()) });
        let mut last = None;
        for batch in items.batches(0..count, 1) {
            if host.see(Event::Look).is_break() {
                break;
            }
            let one = place(seed.child(batch.start));
            let one = one.map_err(|error| undecided(error, HARDER, host))?;
            // A search that was stopped is not done; of a single fleet there is no part.
            if count == 1 || host.see(Event::Look).is_break() {
                last = Some(one);
                break;
            }
            if items.add(batch.start, [one])?.is_break() {
                break;
            }
        }
        let is_stopped = host.see(Event::Look).is_break();
        let _ = host.see(Event::Ended);
        let is_whole = items.is_whole() || (count == 1 && !is_stopped);
        let mut made = items.into_outcomes();
        made.extend(last);
        Ok((made, is_whole))
    }

    /// Evolves fleets together, island by island, each kept as it is done.
    fn harden(&self, rules: Rules, host: &dyn Host) -> Result<Placed, Unanswered> {
        let settings = self.hardening();
        let islands = settings.islands();
        let is_possible =
            |number, island: &Island| number < islands && island.number == number;
        let items = Items::open(host, 0, islands, is_possible)?;
        note_sampling(&settings.hunters, &rules, host);
        let (items, found) = self.evolve(&rules, &settings, items, host)?;
        let made = found.fleets.into_iter().map(Made::hard).collect();
        Ok(Placed {
            request: self.clone(),
            rules,
            made,
            history: History::default(),
            hardening: found.history,
            is_whole: items.is_whole(),
            islands: Some([items.done(), islands]),
        })
    }

    fn hardening(&self) -> Hardening {
        let usual = Hardening::default();
        Hardening {
            hunters: self.hunter.as_ref().map_or(usual.hunters, |it| players(it)),
            fleets: self.count.get() as usize,
            generations: self
                .generations
                .map_or(usual.generations, |it| u64::from(it.get())),
            games: self.games.map_or(usual.games, Within::get),
            ..Hardening::default()
        }
    }

    /// Evolves the islands that an earlier run has not.
    fn evolve<'a>(
        &self,
        rules: &Rules,
        settings: &Hardening,
        items: Items<'a, Island>,
        host: &'a dyn Host,
    ) -> Result<(Items<'a, Island>, Hardened), Unanswered> {
        let steps = settings.generations + 1;
        let all = Some(settings.islands() * steps);
        let _ = host.see(Event::Begun { doing: "evolving", steps: all });
        let known = items.of(0..settings.islands());
        let known: Vec<_> = known.map(|(_, island)| island.clone()).collect();
        let done = AtomicU64::new(items.done() * steps);
        let kept: Mutex<(Items<'_, Island>, Option<Refusal>)> = Mutex::new((items, None));
        let see = |event: HardEvent<'_>| match event {
            HardEvent::Generation(_) => {
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                let _ = host.see(Event::Reached(done));
            }
            HardEvent::Island(island) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let failed = kept.0.keep(island.number, [island.clone()]).err();
                kept.1 = kept.1.take().or(failed);
            }
        };
        let seed = self.seed.unwrap_or(Seed(0));
        let found = harden(rules, settings, seed, known, &Looking(host), &see);
        let _ = host.see(Event::Ended);
        let (items, failed) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(refusal) = failed {
            return Err(refusal.into());
        }
        Ok((items, found.map_err(|error| undecided(error, HARDER, host))?))
    }
}
