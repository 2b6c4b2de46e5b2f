//! The time of advice after some shots of `density` on the standard game, and of the calls of a session, early and late:
//! `cargo run --release -p tilewright-battleship --example advice [shots] [games]`.

use std::error::Error;
use std::time::Instant;

use tilewright_battleship::{
    Advice, AdviceMethod, FleetError, Limits, MEMORY, Placements, Rules, Sequential,
    Session, Sight, SkilledHunter, Strategy,
};
use tilewright_grid::Seed;
use tilewright_play::Session as _;

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let shots = words.next().transpose()?.unwrap_or(20);
    let games = words.next().transpose()?.unwrap_or(200);
    let rules = Rules::russian(10, 10)?;
    let all = Placements::new(&rules, MEMORY)?;

    let limits = Limits { memory: 1 << 30, nodes: 5_000_000 };
    for method in AdviceMethod::ALL {
        let mut times = Vec::new();
        for game in 0..games {
            let sight = shot(&rules, &all, shots, Seed(game))?;
            let started = Instant::now();
            Advice::new(&sight, method, limits, Seed(1), &())?;
            times.push(1e3 * started.elapsed().as_secs_f64());
        }
        let [median, most] = [0.5, 0.95].map(|share| quantile(&mut times, share));
        println!(
            "{method} after {shots} shots: median {median:.2} ms, 95th percentile {most:.2} ms"
        );
    }

    for name in ["novice", "density", "posterior", "expert", "exact"] {
        let hunter: SkilledHunter = name.parse()?;
        let mut parts = [(); 2].map(|()| [(); 5].map(|()| Vec::new()));
        for game in 0..games.min(20) {
            calls(&rules, hunter, Seed(game), &mut parts)?;
        }
        for (when, times) in ["early", "late"].into_iter().zip(&mut parts) {
            let calls = ["play", "undo", "hint", "clone", "save"].into_iter().zip(times);
            let calls: Vec<String> = calls
                .map(|(call, times)| format!("{call} {:.0} µs", quantile(times, 0.5)))
                .collect();
            println!("{name}, {when}: {}", calls.join(", "));
        }
    }
    Ok(())
}

/// What `density` knows after a number of shots at a uniform fleet.
fn shot<'a>(
    rules: &'a Rules,
    all: &Placements,
    shots: u64,
    seed: Seed,
) -> Result<Sight<'a>, FleetError> {
    let fleet = all.draw(&mut seed.child(0).rng()).expect("there are fleets");
    let (mut hunter, mut rng) = (Strategy::Density.hunter(rules), seed.child(1).rng());
    hunter.begin(&mut rng);
    let mut sight = Sight::new(rules);
    for _ in 0..shots {
        let cell = hunter.aim(&sight, &mut rng);
        sight.shoot(&fleet, cell)?;
    }
    Ok(sight)
}

/// Times the calls of a duel against a hunter in microseconds: those of the shots 2 to 11 and after the 30th.
fn calls(
    rules: &Rules,
    hunter: SkilledHunter,
    seed: Seed,
    parts: &mut [[Vec<f64>; 5]; 2],
) -> Result<(), Box<dyn Error>> {
    let place = |child| Sequential::new(rules).draw(&mut seed.child(child).rng());
    let mut session = Session::new(rules.clone(), place(0)?, place(1)?, hunter, seed)?;
    let mut rng = seed.child(3).rng();
    for number in 0.. {
        if session.is_over() {
            break;
        }
        let cell = *rng.pick(&session.moves()).expect("the game is not over");
        let mut times = [0.0; 5];
        let mut measure = |at: usize, call: &mut dyn FnMut()| {
            let started = Instant::now();
            call();
            times[at] = 1e6 * started.elapsed().as_secs_f64();
        };
        measure(2, &mut || _ = session.hint(hunter));
        measure(0, &mut || drop(session.play(cell)));
        measure(1, &mut || _ = session.undo());
        measure(3, &mut || drop(session.clone()));
        measure(4, &mut || drop(session.save()));
        session.play(cell)?;
        let part = match number {
            1..=10 => &mut parts[0],
            30.. => &mut parts[1],
            _ => continue,
        };
        part.iter_mut().zip(times).for_each(|(all, time)| all.push(time));
    }
    Ok(())
}

fn quantile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1) as f64;
    times.get((share * last) as usize).copied().unwrap_or(f64::NAN)
}
