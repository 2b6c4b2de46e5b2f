//! Tests of hunters, placers, games and adversarial fleets.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use tilewright_battleship::{
    AdversarialEvent, AdversarialSettings, Answer, Battle, Fleet, FleetError, Hider,
    Hunter, Limits, MEMORY, Mark, Placements, Placer, PlacerFile, Posterior, Roster,
    Rules, Sequential, Ship, Sight, SkilledHunter, Statistics, Strategy, Stretch,
    StretchEnd, Touch, TwoColumns, WinRates, adversarial, duels, hunt, play, transformed,
};
use tilewright_grid::{Cell, DocumentError, Heading, ProgressWatch, Rng, Seed, Size};

fn mean(rules: &Rules, name: &str, placer: &Placer, games: u32) -> f64 {
    let hunter = name.parse::<SkilledHunter>().unwrap().hunter(rules);
    let shots = hunt(rules, &*hunter, placer, 0..games, Seed(1), &()).unwrap();
    Statistics::of(rules, &shots).unwrap().shots.mean
}

#[test]
fn better_hunters_need_fewer_shots() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::Sequential(Sequential::new(&rules));
    let means: Vec<f64> =
        ["random", "density:0.5", "hunt-and-target", "lattice", "density"]
            .iter()
            .map(|name| mean(&rules, name, &placer, 600))
            .collect();
    assert!(means.is_sorted_by(|a, b| a > b), "{means:?}");
    assert!((means[0] - 96.19).abs() < 0.7, "{means:?}");
    assert!((means[2] - 58.5).abs() < 1.5 && (means[4] - 55.4).abs() < 1.5, "{means:?}");
    let posterior = mean(&rules, "posterior", &placer, 100);
    assert!(posterior < means[2], "{posterior}");
}

#[test]
fn levels_are_hunters_from_weak_to_strong() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::Sequential(Sequential::new(&rules));
    let means: Vec<f64> = SkilledHunter::LEVELS[..3]
        .iter()
        .map(|(name, hunter)| {
            assert_eq!(name.parse::<SkilledHunter>(), Ok(*hunter));
            mean(&rules, name, &placer, 400)
        })
        .collect();
    // Over 5,000 games of uniform fleets the means are 64, 60 and 57.
    assert!(means.is_sorted_by(|a, b| *a > b + 1.5), "{means:?}");
    assert_eq!(SkilledHunter::LEVELS[3].1, Strategy::Veteran.into());
}

/// As people do, they never shoot beside a sunk ship or into a gap that is too small, and sink a
/// ship that they have hit.
#[test]
fn levels_shoot_only_where_a_ship_can_be_and_sink_what_they_hit() {
    for rules in [Rules::russian(10, 10).unwrap(), us()] {
        let placer = Placer::Sequential(Sequential::new(&rules));
        for (name, level) in SkilledHunter::LEVELS.into_iter().take(3) {
            let mut hunter = level.hunter(&rules);
            for seed in 0..25 {
                let fleet = placer.draw(&rules, &mut Seed(seed).rng()).unwrap();
                let mut before = Sight::new(&rules);
                play(&rules, &mut *hunter, &fleet, Seed(seed).child(1), |_, cell| {
                    assert!(is_possible(&before, cell), "{name} shoots at {cell}");
                    let size = rules.size();
                    let hits: Vec<Cell> =
                        size.cells().filter(|&at| before.mark(at) == Mark::Hit).collect();
                    let is_next =
                        |hit: &Cell| hit.row == cell.row || hit.column == cell.column;
                    assert!(
                        hits.is_empty() || hits.iter().any(is_next),
                        "{name} leaves a ship for {cell}"
                    );
                    before.shoot(&fleet, cell).unwrap();
                })
                .unwrap();
            }
        }
    }
}

/// The board game of the United States.
fn us() -> Rules {
    Rules::new(Size::new(10, 10), Roster::us(), Touch::Free).unwrap()
}

/// Whether a ship afloat can occupy a cell, as far as is known, found by trying all placements.
fn is_possible(sight: &Sight<'_>, cell: Cell) -> bool {
    let rules = sight.rules();
    sight.afloat().iter().any(|&(length, _)| {
        Ship::everywhere(rules.size(), length).any(|ship| {
            ship.covers(cell)
                && ship
                    .cells()
                    .all(|it| matches!(sight.mark(it), Mark::Unknown | Mark::Hit))
                && sight.sunk().iter().all(|sunk| !sunk.clashes(ship, rules.touch()))
        })
    })
}

#[test]
fn a_wanted_win_rate_is_won_by_any_rules_or_refused_with_the_range() {
    for (size, ships, opponent) in [
        (Size::new(5, 5), "3,2", Strategy::Density),
        (Size::new(4, 7), "3,2,2,1", Strategy::HuntAndTarget),
    ] {
        let rules = Rules::new(size, ships.parse().unwrap(), Touch::Never).unwrap();
        let placer = Placer::uniform(&rules, MEMORY).unwrap();
        let rates = WinRates::new(&rules, opponent.into(), &()).unwrap();
        let [low, high] = rates.range();
        assert!(low > 0.15 && low + 0.2 < high && high < 0.7, "{low} to {high}");

        let wanted = 0.7 * low + 0.3 * high;
        let casual = rates.casual(wanted, &()).unwrap();
        assert!((casual.win_rate - wanted).abs() < 0.01, "{casual:?}");
        assert_eq!(rates.casual(wanted, &()), Ok(casual));

        let (hunter, other) = (casual.hunter.hunter(&rules), opponent.hunter(&rules));
        let two: [(&dyn Hunter, &dyn Hider); 2] =
            [(&*hunter, &placer), (&*other, &placer)];
        let winners = duels(&rules, two, 0..2000, Seed(1), &()).unwrap();
        let won = winners.iter().filter(|winner| **winner == 0).count() as f64;
        // Three standard errors of 1.2 points.
        assert!((won / 2000.0 - wanted).abs() < 0.036, "{opponent}: {won} of 2000");

        let refused = rates.casual(0.9, &()).unwrap_err();
        let against = opponent.into();
        let expected = FleetError::WinRate { found: 0.9, low, high, against };
        assert_eq!(refused, expected);
    }
}

#[test]
fn win_rates_that_take_too_long_are_refused_and_a_watch_stops_their_games() {
    let rules = Rules::russian(26, 26).unwrap();
    let refused = WinRates::new(&rules, Strategy::Veteran.into(), &()).unwrap_err();
    assert_eq!(refused, FleetError::SlowDuels { hunter: Strategy::Veteran.into() });
    let rules = Rules::russian(8, 8).unwrap();
    let stop = || ControlFlow::Break(());
    let stopped = WinRates::new(&rules, Strategy::Density.into(), &stop).unwrap_err();
    assert_eq!(stopped, FleetError::Cancelled);
}

/// After a game that warms its memory up, no shot takes more of it. `exact` counts before its shots, and a sample that no
/// longer agrees is built anew, which is rare.
#[test]
fn shots_take_no_memory() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Sequential::new(&rules);
    let counts = |it: &Strategy| matches!(it, Strategy::Exact | Strategy::Perfect);
    for strategy in Strategy::ALL.into_iter().filter(|it| !counts(it)) {
        let mut hunter = strategy.hunter(&rules);
        for seed in 0..3 {
            let fleet = placer.draw(&mut Seed(seed).rng()).unwrap();
            let (mut sight, mut rng) = (Sight::new(&rules), Seed(seed).child(1).rng());
            hunter.begin(&mut rng);
            let counted = allocation_counter::measure(|| {
                while !sight.is_over() {
                    let cell = hunter.aim(&sight, &mut rng);
                    sight.shoot(&fleet, cell).unwrap();
                }
            });
            assert!(seed < 2 || counted.count_total == 0, "{strategy}: {counted:?}");
        }
    }
}

/// Always shoots at the same cell.
struct Stubborn;

impl Hunter for Stubborn {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self)
    }

    fn aim(&mut self, _: &Sight<'_>, _: &mut Rng) -> Cell {
        Cell::new(0, 0)
    }

    fn name(&self) -> String {
        "stubborn".to_owned()
    }
}

/// Hides one ship less than the rules require.
struct Miser;

impl Hider for Miser {
    fn hide(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError> {
        let mut fleet = Sequential::new(rules).draw(rng)?;
        fleet.ships.pop();
        Ok(fleet)
    }
}

#[test]
fn faults_of_foreign_hunters_and_placers_are_errors_with_their_names() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::Sequential(Sequential::new(&rules));
    let density = Strategy::Density.hunter(&rules);
    let says = |hunter: &dyn Hunter, placer: &dyn Hider| {
        let two: [(&dyn Hunter, &dyn Hider); 2] = [(&*density, placer), (hunter, placer)];
        duels(&rules, two, 0..4, Seed(1), &()).map_err(|error| error.to_string())
    };
    assert_eq!(says(&*density, &placer).unwrap().len(), 4);
    assert_eq!(
        says(&Stubborn, &placer).unwrap_err(),
        "the hunter stubborn made an illegal shot: A1 was shot at before"
    );
    let miser = says(&*density, &Miser).unwrap_err();
    assert!(
        miser.contains("Miser hid an illegal fleet: fleet 1 has ships of"),
        "{miser}"
    );
}

/// On a smaller field than its own, a fleet has no rotations.
#[test]
fn listed_fleets_of_other_rules_are_refused() {
    let (large, small) = (Rules::russian(10, 10).unwrap(), Rules::russian(7, 7).unwrap());
    let corner = Ship::new(Cell::new(9, 9), 1, Heading::East);
    let mut fleet = Sequential::new(&large).draw(&mut Seed(1).rng()).unwrap();
    fleet.ships[9] = corner;
    let listed = Placer::Listed(std::sync::Arc::new(vec![fleet]));
    for seed in 0..8 {
        let drawn = listed.draw(&small, &mut Seed(seed).rng());
        assert!(matches!(drawn, Err(FleetError::Illegal { fleet: 1, .. })), "{drawn:?}");
    }
    let hunter = Strategy::Random.hunter(&small);
    let columns = Placer::TwoColumns(TwoColumns::new(&large).unwrap());
    let uniform = Placer::uniform(&Rules::russian(8, 8).unwrap(), MEMORY).unwrap();
    for placer in [listed, columns, uniform] {
        assert!(hunt(&small, &*hunter, &placer, 0..8, Seed(1), &()).is_err());
    }
}

#[test]
fn every_hunter_ends_every_game_under_every_rule() {
    for (rows, columns, fleet, touch) in [
        (7, 7, "russian", Touch::Never),
        (8, 8, "us", Touch::Free),
        (7, 9, "4,3,3,2,2", Touch::Corners),
        (1, 20, "3,2,1", Touch::Never),
        (14, 14, "5,4,3,2,1", Touch::Never),
        (26, 26, "5,4", Touch::Never),
        (3, 3, "3,3,3", Touch::Free),
        (2, 2, "1,1,1,1", Touch::Free),
    ] {
        let roster: Roster = fleet.parse().unwrap();
        let rules = Rules::new(Size::new(rows, columns), roster, touch).unwrap();
        let placer = Placer::Sequential(Sequential::new(&rules));
        for strategy in Strategy::ALL {
            let games = match strategy {
                Strategy::Veteran | Strategy::Exact | Strategy::Perfect => 1,
                Strategy::Posterior => 3,
                _ => 12,
            };
            let hunter = strategy.hunter(&rules);
            let shots = hunt(&rules, &*hunter, &placer, 0..games, Seed(7), &()).unwrap();
            let cells = rules.roster().cells();
            let area = rules.size().area() as u32;
            assert!(shots.iter().all(|shots| (cells..=area).contains(shots)), "{rules}");
        }
    }
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::TwoColumns(TwoColumns::new(&rules).unwrap());
    let hunter = Strategy::Posterior.hunter(&rules);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| hunt(&rules, &*hunter, &placer, 0..40, Seed(3), &()).unwrap())
    };
    let whole = on(1);
    assert_eq!(whole, on(3));
    let part = hunt(&rules, &*hunter, &placer, 17..30, Seed(3), &()).unwrap();
    assert_eq!(part, whole[17..30], "a game does not depend on the range");
}

#[test]
fn hints_are_exact_where_counting_is_quick() {
    let rules = Rules::russian(7, 7).unwrap();
    let placements = Placements::new(&rules, MEMORY).unwrap();
    let fleet = placements.draw(&mut Seed(1).rng()).unwrap();
    let (mut posterior, mut sight) =
        (Posterior::new(&rules, Seed(2)), Sight::new(&rules));
    assert_eq!(posterior.probabilities(&sight), placements.probabilities());
    for cell in rules.size().cells().step_by(5) {
        sight.shoot(&fleet, cell).unwrap();
        let exact = Placements::given(&sight, Limits::of_memory(MEMORY), &())
            .unwrap()
            .probabilities();
        assert_eq!(posterior.probabilities(&sight), exact);
    }
    let small = Rules::new(Size::new(5, 5), "3,2,1".parse().unwrap(), Touch::Never);
    assert!(!Strategy::Exact.samples_at_first(&small.unwrap()));
    let large = Rules::russian(10, 10).unwrap();
    let (mut posterior, sight) = (Posterior::new(&large, Seed(2)), Sight::new(&large));
    assert!(!posterior.hint(&sight, &()).unwrap().is_exact);
    let mut posterior =
        Posterior::new(&large, Seed(2)).with_memory(Posterior::HINT_MEMORY);
    let mut reports = Vec::new();
    let watch = ProgressWatch::new(|done, total| {
        reports.push((done, total));
        ControlFlow::Continue(())
    });
    let hint = posterior.hint(&sight, &watch);
    assert!(hint.unwrap().is_exact, "a hint is exact from the first shot on");
    assert!(reports.is_sorted() && reports.len() > 20, "{reports:?}");
    assert!(reports.iter().all(|(done, total)| done <= total));
    let stopped = posterior.hint(&sight, &|| ControlFlow::Break(()));
    assert_eq!(stopped, Err(FleetError::Cancelled));
    assert!(Strategy::Exact.samples_at_first(&large));
    assert!(!Strategy::Posterior.samples_at_first(&large));
}

#[test]
fn the_two_columns_hold_the_long_ships() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::TwoColumns(TwoColumns::new(&rules).unwrap());
    let mut sides = [0; 2];
    for seed in 0..400 {
        let fleet = placer.draw(&rules, &mut Seed(seed).rng()).unwrap();
        assert!(rules.is_legal(&fleet));
        let long = fleet.ships.iter().filter(|ship| ship.length > 1);
        let columns: Vec<u32> = long.map(|ship| ship.cell.column).collect();
        let is_left = columns.iter().all(|column| [0, 2].contains(column));
        let is_right = columns.iter().all(|column| [7, 9].contains(column));
        assert!(is_left != is_right, "{columns:?}");
        sides[usize::from(is_right)] += 1;
    }
    // 200 give or take four standard deviations of 10.
    assert!((160..=240).contains(&sides[0]), "{sides:?}");
    let narrow = Rules::russian(9, 10).unwrap();
    assert_eq!(TwoColumns::new(&narrow).unwrap_err(), FleetError::TwoColumns);
}

#[test]
fn a_sunk_ship_is_announced_and_bad_shots_are_refused() {
    let (size, fleet) = Fleet::from_text("AA.\n...\n..B\n").unwrap();
    let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Never).unwrap();
    let mut sight = Sight::new(&rules);
    let mut shoot = |row, column| sight.shoot(&fleet, Cell::new(row, column));
    assert_eq!(shoot(1, 1), Ok(Answer::Miss));
    assert_eq!(shoot(1, 1), Err(FleetError::ShotTwice(Cell::new(1, 1))));
    assert_eq!(
        shoot(3, 0).unwrap_err().to_string(),
        "A4 lies outside the field of 3 × 3"
    );
    assert_eq!(shoot(0, 1), Ok(Answer::Hit));
    assert_eq!(shoot(0, 0), Ok(Answer::Sunk(fleet.ships[0])));
    assert_eq!(shoot(2, 2), Ok(Answer::Sunk(fleet.ships[1])));
    assert_eq!(shoot(2, 1), Err(FleetError::Over));
    assert_eq!((sight.shots(), sight.is_over()), (4, true));
    assert_eq!(sight.afloat(), []);
}

#[test]
fn a_recorded_game_that_was_altered_is_refused() {
    let rules = Rules::russian(7, 7).unwrap();
    let fleet = Sequential::new(&rules).draw(&mut Seed(4).rng()).unwrap();
    let mut hunter = Strategy::Lattice.hunter(&rules);
    let battle =
        Battle::record(&rules, "lattice", &mut *hunter, &fleet, 3, Seed(5)).unwrap();
    battle.check(&()).unwrap();

    // Altered in the text, which has a checksum.
    let text = battle.to_json();
    let [first, second] =
        [0, 1].map(|shot| serde_json::to_string(&battle.shots[shot]).unwrap());
    let seconds = format!(",{second}");
    for altered in [
        text.replace("\"hunter\":\"lattice\"", "\"hunter\":\"density\""),
        text.replace("\"hunter\":\"lattice\"", "\"hunter\":\"person\""),
        text.replace("\"seed\":5", "\"seed\":6"),
        text.replace("\"game\":3", "\"game\":4"),
        text.replacen(&seconds, "", 1),
        text.replacen(&format!("{first}{seconds}"), &format!("{second},{first}"), 1),
        text.split_once(",\"checksum\"").unwrap().0.to_owned() + "}",
    ] {
        assert_ne!(altered, text);
        // A missing shot shows before the checksum: an answer is not that of the fleet.
        let refused = Battle::from_json(&altered);
        let is_refused =
            matches!(refused, Err(FleetError::Checksum | FleetError::Replay { .. }));
        assert!(is_refused, "{altered}: {refused:?}");
    }

    // Altered with a new checksum: the hunter shoots otherwise.
    let checked = |change: &dyn Fn(&mut Battle)| {
        let mut altered = battle.clone();
        change(&mut altered);
        let altered = Battle::from_json(&altered.to_json()).unwrap();
        altered.check(&()).unwrap_err().to_string()
    };
    let other = "the game was recorded with another hunter, seed or version";
    for said in [
        checked(&|it| "random".clone_into(&mut it.hunter)),
        checked(&|it| it.seed = Seed(6)),
        checked(&|it| it.game = 4),
        checked(&|it| it.shots.swap(0, 1)),
    ] {
        assert!(said.starts_with("shot ") && said.ends_with(other), "{said}");
    }
    let none = checked(&|it| it.shots.clear());
    assert!(
        none.starts_with("shot 1: the file says none, but lattice shoots at "),
        "{none}"
    );
    let unknown = checked(&|it| "nobody".clone_into(&mut it.hunter));
    assert!(unknown.contains("nobody"), "{unknown}");
}

#[test]
fn a_game_is_recorded_and_replayed() {
    let rules = Rules::russian(7, 7).unwrap();
    let fleet = Sequential::new(&rules).draw(&mut Seed(4).rng()).unwrap();
    let mut hunter = Strategy::Density.hunter(&rules);
    let battle =
        Battle::record(&rules, "density", &mut *hunter, &fleet, 3, Seed(5)).unwrap();
    let text = battle.to_json();
    let read = Battle::from_json(&text).unwrap();
    assert_eq!(read, battle);
    let mut shots = 0;
    read.replay(&read.rules().unwrap(), |_, _| shots += 1).unwrap();
    assert_eq!(shots, battle.shots.len());
    let says = |text: &str| {
        let battle = Battle::from_json(text)?;
        battle.replay(&battle.rules()?, |_, _| {})
    };
    let lied = text.replacen("\"miss\"", "\"hit\"", 1);
    assert!(matches!(says(&lied), Err(FleetError::Replay { .. })));
    let beside = text.replacen("\"shots\":[{\"cell\":[", "\"shots\":[{\"cell\":[9", 1);
    assert!(matches!(says(&beside), Err(FleetError::ShotOutside { .. })));
    read.check(&()).unwrap();
    assert_eq!(read.check(&|| ControlFlow::Break(())), Err(FleetError::Cancelled));
    let other = text.replace("tilewright/battle/2", "tilewright/battle/1");
    assert!(matches!(
        says(&other),
        Err(FleetError::Document(DocumentError::Schema { .. }))
    ));
    assert!(matches!(
        says(&text[..200]),
        Err(FleetError::Document(DocumentError::Json { .. }))
    ));
}

#[test]
fn the_built_in_placer_takes_many_shots() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::mixture(&rules, &PlacerFile::adversarial().mixture);
    for (hunter, least) in
        [("hunt-and-target", 61.5), ("lattice", 61.5), ("density", 58.5)]
    {
        let found = mean(&rules, hunter, &placer, 400);
        assert!(found > least, "{hunter} {found}");
    }
}

#[test]
fn adversarial_fleets_improve_and_do_not_depend_on_threads() {
    let rules = Rules::russian(10, 10).unwrap();
    let settings = AdversarialSettings {
        hunters: vec![Strategy::Density.into()],
        judges: Vec::new(),
        fleets: 4,
        island: 2,
        generations: 12,
        games: 128,
    };
    let reported: Mutex<Vec<Stretch>> = Mutex::default();
    let watch = |event: AdversarialEvent<'_>| {
        if let AdversarialEvent::Stretch(stretch) = event {
            reported.lock().unwrap().push(stretch.clone());
        }
    };
    let from = |known: Vec<Stretch>, threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let go = || adversarial(&rules, &settings, Seed(1), known, &(), &watch);
        pool.install(go).unwrap()
    };
    let found = from(Vec::new(), 1);
    let whole = std::mem::take(&mut *reported.lock().unwrap());
    assert_eq!((settings.islands(), settings.stretch(), settings.stretches()), (4, 4, 4));
    let islands: Vec<u64> = whole.iter().map(|it| it.island).collect();
    assert_eq!(islands, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(found, from(Vec::new(), 2));
    // Known stretches are not searched again; the result is the same.
    for count in [6, 12] {
        reported.lock().unwrap().clear();
        let known = serde_json::to_string(&whole[..count]).unwrap();
        assert_eq!(found, from(serde_json::from_str(&known).unwrap(), 1));
        assert!(*reported.lock().unwrap() == whole[count..], "after {count} stretches");
    }
    let mut other = whole[0].clone();
    other.end = StretchEnd::Checkpoint("0123".to_owned());
    let refused = adversarial(&rules, &settings, Seed(1), vec![other], &(), &watch);
    assert!(matches!(refused, Err(FleetError::Search(_))));
    let (fleets, means): (_, Vec<f64>) =
        (found.fleets, found.history.iter().map(|generation| generation.mean).collect());
    assert_eq!((fleets.len(), means.len()), (4, 13));
    assert!(fleets.iter().all(|found| rules.is_legal(&found.fleet)));
    assert!(means[12] > means[0] + 2.0, "{means:?}");
    let shots: Vec<f64> = fleets.iter().map(|found| found.shots).collect();
    assert!(shots.is_sorted_by(|a, b| a >= b) && shots[3] > means[0], "{shots:?}");
}

#[test]
fn the_hunter_that_begins_a_duel_wins_ties() {
    let rules = Rules::new(Size::new(6, 6), "3,2,1".parse().unwrap(), Touch::Never);
    let rules = rules.unwrap();
    let placer = Placer::Sequential(Sequential::new(&rules));
    let density = Strategy::Density.hunter(&rules);
    let two: [(&dyn Hunter, &dyn Hider); 2] = [(&*density, &placer); 2];
    let winners = duels(&rules, two, 0..2000, Seed(1), &()).unwrap();
    let begun = |first: usize| {
        let games = winners.iter().skip(first).step_by(2);
        games.filter(|winner| **winner == first).count()
    };
    // Both play alike, but if both miss as often, the one that begins wins.
    assert!(begun(0) > 520 && begun(1) > 520, "{} and {}", begun(0), begun(1));
    assert!(begun(0).abs_diff(begun(1)) < 70);
    for (game, winner) in (0..).zip(&winners[..200]) {
        let hits = [0, 1].map(|side| {
            let seed = Seed(1).child(side);
            let mut draws = seed.child(u64::from(game)).child(0).rng();
            let fleet = placer.draw(&rules, &mut draws).unwrap();
            let mut hunter = density.fork();
            let battle =
                Battle::record(&rules, "density", &mut *hunter, &fleet, game, seed);
            let battle = battle.unwrap();
            battle.shots.iter().map(|shot| shot.answer != "miss").collect::<Vec<_>>()
        });
        assert_eq!(*winner, by_turns(&hits, game as usize % 2));
    }
    let some = duels(&rules, two, 0..40, Seed(1), &yes(900)).unwrap();
    assert!(
        !some.is_empty() && some.len() < 40 && winners.starts_with(&some),
        "{some:?}"
    );
}

/// The player who first makes all its shots, given which shots of each are hits, if a miss ends
/// the turn.
fn by_turns(hits: &[Vec<bool>; 2], first: usize) -> usize {
    let (mut turn, mut next) = (first, [0, 0]);
    loop {
        let is_hit = hits[turn][next[turn]];
        next[turn] += 1;
        if next[turn] == hits[turn].len() {
            return turn;
        }
        turn = if is_hit { turn } else { 1 - turn };
    }
}

#[test]
fn unknown_names_are_errors() {
    let says = |word: &str| word.parse::<SkilledHunter>().unwrap_err().to_string();
    insta::assert_snapshot!(says("admiral"), @"unknown hunter `admiral`: write a level (novice, intermediate, advanced, expert), a strategy (random, casual, hunt-and-target, lattice, scout, posterior, exact, density, veteran, perfect), or a strategy with a skill from 0 to 1 such as density:0.7");
    assert!("density:1.5".parse::<SkilledHunter>().is_err());
    assert_eq!(
        "density:0.25".parse::<SkilledHunter>().unwrap().to_string(),
        "density:0.25"
    );
}

proptest! {
    #[test]
    fn transformed_fleets_stay_legal_and_can_be_transformed_back(
        seed: u64,
        (rows, columns) in (7_u32..12, 7_u32..12),
        symmetry in 0_u32..8,
    ) {
        let rules = Rules::russian(rows, columns).unwrap();
        let Ok(fleet) = Sequential::new(&rules).draw(&mut Seed(seed).rng()) else {
            return Ok(());
        };
        let other = transformed(&fleet, &rules, symmetry);
        prop_assert!(rules.is_legal(&other));
        let back = (0..8).any(|symmetry| transformed(&other, &rules, symmetry) == fleet);
        prop_assert!(back);
    }

    #[test]
    fn no_change_of_a_game_makes_the_reader_panic(at in 0_usize..600, put in "[\\[\\]{},.:\"0-9a-z-]{0,6}") {
        let rules = Rules::russian(7, 7).unwrap();
        let ship = |row, column, length| Ship::new(Cell::new(row, column), length, Heading::East);
        let fleet = Fleet::new(vec![ship(0, 0, 4), ship(6, 0, 3)]);
        let mut battle = Battle::new(&rules, "person", &fleet, 0, Seed(1));
        let mut sight = Sight::new(&rules);
        for cell in rules.size().cells().take(9) {
            sight.shoot(&fleet, cell).unwrap();
            battle.note(&sight, cell);
        }
        let mut text = battle.to_json();
        let at = at.min(text.len() - 1);
        text.replace_range(at..=at, &put);
        if let Ok(battle) = Battle::from_json(&text)
            && let Ok(rules) = battle.rules()
        {
            let _ = battle.replay(&rules, |_, _| {});
        }
    }
}

/// A watch that lets the work continue for a number of calls.
fn yes(times: u32) -> impl Fn() -> ControlFlow<()> + Sync {
    let left = AtomicU32::new(times);
    move || {
        let less = |left: u32| left.checked_sub(1);
        let left = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left.map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
    }
}

/// Some layouts of the long ships in the two outer columns leave the ships of one cell no room, and
/// on a large field there are too many layouts to keep them all.
#[test]
fn two_columns_are_found_wherever_they_exist() {
    let rules = |rows, columns, lengths: &[u32]| {
        let roster = Roster::new(lengths.to_vec()).unwrap();
        Rules::new(Size::new(rows, columns), roster, Touch::Never).unwrap()
    };
    let russian = [4, 3, 3, 2, 2, 2, 1, 1, 1, 1];
    for rules in [
        rules(6, 6, &[4, 2, 2, 1, 1, 1, 1]),
        rules(8, 4, &[4, 3, 2, 1, 1, 1]),
        rules(4, 4, &[2, 2, 1, 1]),
        rules(20, 20, &russian),
        rules(26, 26, &russian),
    ] {
        let placer = Placer::TwoColumns(TwoColumns::new(&rules).unwrap());
        for seed in 0..60 {
            let fleet = placer.draw(&rules, &mut Seed(seed).rng()).unwrap();
            assert!(rules.is_legal(&fleet), "{rules}, seed {seed}");
            let columns = rules.size().columns;
            let is_outer = |ship: &Ship| {
                ship.length == 1
                    || ship.cell.column < 3
                    || ship.cell.column + 3 >= columns
            };
            assert!(fleet.ships.iter().all(is_outer), "{rules}, seed {seed}");
        }
        let settings = AdversarialSettings {
            generations: 1,
            games: 1,
            ..AdversarialSettings::default()
        };
        let settings = AdversarialSettings {
            fleets: 8,
            hunters: vec![Strategy::Random.into()],
            ..settings
        };
        adversarial(&rules, &settings, Seed(1), Vec::new(), &(), &|_| {}).unwrap();
    }
}

#[test]
fn cancelled_games_leave_the_first_ones() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::Sequential(Sequential::new(&rules));
    let hunter = Strategy::Density.hunter(&rules);
    let all = hunt(&rules, &*hunter, &placer, 0..40, Seed(3), &()).unwrap();
    let cancelled = |times| hunt(&rules, &*hunter, &placer, 0..40, Seed(3), &yes(times));
    assert!(cancelled(0).unwrap().is_empty());
    let some = cancelled(500).unwrap();
    assert!(some.len() < 40 && all.starts_with(&some), "{some:?}");
}

#[test]
fn a_cancelled_adversarial_search_returns_the_evaluated_fleets() {
    let rules = Rules::russian(10, 10).unwrap();
    let settings = AdversarialSettings {
        hunters: vec![Strategy::HuntAndTarget.into()],
        judges: Vec::new(),
        fleets: 2,
        generations: 1_000_000_000,
        games: 2,
        ..AdversarialSettings::default()
    };
    let cancelled = |times| {
        let found =
            adversarial(&rules, &settings, Seed(1), Vec::new(), &yes(times), &|_| {});
        found.unwrap().fleets
    };
    assert!(cancelled(0).is_empty());
    let fleets = cancelled(100_000);
    assert_eq!(fleets.len(), 2);
    assert!(fleets.iter().all(|found| rules.is_legal(&found.fleet)));
}
