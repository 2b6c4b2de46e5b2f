//! Writes `tests/playthrough/games.txt` and `walkers.txt`: games and a thousand frames of walkers as calls, with what each answers. Every language that
//! has the calls plays them and finds the same. `cargo xtask capi` runs it; its test compares what it writes with the files.
//!
//! A line of `games.txt` is `game NAME OPTIONS`, `call VERB ARGUMENT` or `swap X Y X Y`, with ` = ` and the bytes of the answer mixed into one number, or
//! those of the events, in the way of scripts of maps.

mod games;
mod walkers;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use games::games;
use walkers::walkers;

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthrough").join(name)
}

fn main() -> Result<(), Box<dyn Error>> {
    fs::write(place("games.txt"), games()?)?;
    fs::write(place("walkers.txt"), walkers()?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_playthrough_is_that_of_the_games_and_of_the_task() {
        for (name, made) in [("games.txt", games()), ("walkers.txt", walkers())] {
            let kept = fs::read_to_string(place(name)).unwrap_or_default();
            assert!(made.unwrap() == kept, "{name}: run cargo xtask capi");
        }
    }
}
