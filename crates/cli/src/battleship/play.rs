//! `tilewright battleship play`: a person against a hunter, key by key.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use tilewright_battleship::{
    Cloud, Duel as Game, FleetError, FleetFile, MEMORY, Placer, Rules, Sequential,
};
use tilewright_grid::Seed;

use super::screen::{Key, Screen};
use super::{built_in, check, check_possible, read_fleets, tell_of_samples, undecided};
use crate::arguments::PlayShips;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::keys::{self, Keys};

/// How long nothing is looked at but keys.
const REST: Duration = Duration::from_millis(250);

/// The cure where no room is found for a fleet.
const LAXER: &str = "take a larger field, fewer or shorter ships, or a laxer --touch";

pub(crate) fn run(arguments: &PlayShips, context: &Context) -> Result<Verdict, Failure> {
    if let Some(path) = &arguments.record {
        files::check_free(path, context.force)?;
    }
    let mut own = arguments.own.as_deref().map(read_fleets).transpose()?;
    let rules = super::rules(&arguments.field, own.as_ref())?;
    if let Some((file, path)) = own.as_mut().zip(arguments.own.as_ref()) {
        file.fleets.truncate(1);
        check(file, &rules, &path.display().to_string())?;
    }
    if context.json || !context.is_terminal || !std::io::stdin().is_terminal() {
        return Err(anyhow!("a person can play in a terminal only"))
            .hint("battleship hunt plays by hunters");
    }
    check_possible(&rules, MEMORY)?;
    tell_of_samples(&[arguments.hunter], &rules, context);
    let seed = context.seed();
    let hard = if arguments.hard { Some(built_in(&rules)?) } else { None };
    let game = match undecided(begin(arguments, own, hard, &rules, seed), LAXER, context)?
    {
        Ok(game) => game,
        Err(verdict) => return Ok(verdict),
    };
    let mut screen =
        Screen::new(game, Cloud::new(&rules, seed.child(3)), arguments.hunter);
    context.heed_interrupt();
    let mut terminal = ratatui::try_init()?;
    let played = watch(&mut terminal, &mut screen, context);
    keys::give_back(terminal)?;
    played?;
    let duel = screen.duel();
    if let Some(path) = &arguments.record {
        context.save(path, duel.battle().to_json().as_bytes())?;
    }
    let is_piped = files::is_dash(arguments.record.as_deref());
    if is_piped {
        context.say(&screen.outcome());
        return Ok(Verdict::Done);
    }
    context.print(format!("{}\n", screen.outcome()).as_bytes())?;
    Ok(if context.is_cancelled() { Verdict::Interrupted } else { Verdict::Done })
}

/// Hides both fleets: the person's own or one from child 0 of the seed, the hunter's from child
/// 1. Its shots are from child 2.
fn begin<'a>(
    arguments: &PlayShips,
    own: Option<FleetFile>,
    hard: Option<FleetFile>,
    rules: &'a Rules,
    seed: Seed,
) -> Result<Game<'a>, FleetError> {
    let sequential = Sequential::new(rules);
    let own = own.and_then(|file| file.fleets.into_iter().next());
    let person = own.map_or_else(|| sequential.draw(&mut seed.child(0).rng()), Ok)?;
    let placer = hard.map_or(Placer::Sequential(sequential), |file| {
        Placer::Listed(Arc::new(file.fleets))
    });
    let hidden = placer.draw(rules, &mut seed.child(1).rng())?;
    Ok(Game::new(rules, person, hidden, arguments.hunter, seed))
}

/// Draws and waits for keys until the person leaves.
fn watch(
    terminal: &mut ratatui::DefaultTerminal,
    screen: &mut Screen<'_>,
    context: &Context,
) -> std::io::Result<()> {
    let keys = Keys::new();
    while !context.is_cancelled() {
        terminal.draw(|frame| screen.draw(frame))?;
        let Some(key) = keys.next(REST)? else { continue };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let key = match key.code {
            KeyCode::Char('c') if is_control => {
                context.interrupt();
                continue;
            }
            KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
            KeyCode::Up | KeyCode::Char('k') => Key::Move(-1, 0),
            KeyCode::Down | KeyCode::Char('j') => Key::Move(1, 0),
            KeyCode::Left => Key::Move(0, -1),
            KeyCode::Right | KeyCode::Char('l') => Key::Move(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => Key::Shoot,
            KeyCode::Char('h' | '?') => Key::Hint,
            _ => continue,
        };
        screen.press(key);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use tilewright_grid::Cell;

    use super::*;

    #[derive(clap::Parser)]
    struct Words {
        #[command(flatten)]
        duel: PlayShips,
    }

    #[test]
    fn a_duel_is_written_down_with_the_seed_that_repeats_it() {
        let words = Words::parse_from(["play", "--rows", "4", "--fleet", "2,1"]);
        let rules = super::super::rules(&words.duel.field, None).unwrap();
        let played = || {
            let mut game = begin(&words.duel, None, None, &rules, Seed(7)).unwrap();
            game.shoot(Cell::new(0, 0)).unwrap();
            game.battle().clone()
        };
        assert_eq!(played().seed, Seed(7));
        assert_eq!(played(), played());
    }

    #[test]
    fn a_person_may_hide_a_fleet_of_their_own() {
        let words = Words::parse_from(["play", "--hunter", "random"]);
        let file = FleetFile::read("AA..\n....\n...B\n").unwrap();
        let rules = super::super::rules(&words.duel.field, Some(&file)).unwrap();
        let own = file.fleets[0].clone();
        let game = begin(&words.duel, Some(file), None, &rules, Seed(7)).unwrap();
        assert_eq!(game.person(), &own);
    }
}
