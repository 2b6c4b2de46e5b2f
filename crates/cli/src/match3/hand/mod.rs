//! `tilewright match3 play --hand`: a person plays a level with keys or the mouse.

mod screen;
mod steps;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use ratatui::crossterm::event::{
    DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use tilewright_match3::{Session, SkilledBot, Strategy};
use tilewright_tasks::match3::PlayRequest;

use crate::context::Context;
use crate::door::{self, CliHost, Manner};
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::keys::{self, Keys};
use screen::{Action, Screen};

/// The time between two frames while blocks move, and while nothing moves.
const FRAME: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(250);

/// The flag that lets a person play.
pub(crate) const HAND: &str = "hand";

/// The command with that flag.
pub(crate) fn with_hand(command: Command) -> Command {
    let help = "Play the level yourself in the terminal, with keys or the mouse; --bot gives hints, \
                --record records the game, and --replay continues a recorded one";
    command.arg(Arg::new(HAND).long(HAND).action(ArgAction::SetTrue).help(help))
}

/// Lets a person play the level that `match3 play` would play.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Verdict, Failure> {
    if context.json || !context.is_terminal || !std::io::stdin().is_terminal() {
        return Err(anyhow!("--hand needs a terminal"))
            .hint("without --hand a bot plays");
    }

    let mut request: PlayRequest = door::request(matches)?;
    request.seed =
        Some(context.given_seed().or(request.seed).unwrap_or_else(|| context.seed()));
    let record = matches.get_one::<PathBuf>("record");

    if let Some(path) = record {
        files::check_free(path, context.force)?;
        files::check_ending(path, "games", &["json"])?;
    }

    let session = request.session(&CliHost::new(context));
    let session = session.map_err(|refusal| Manner::Flags.failure(refusal))?;
    let bot = request.bot.map_or_else(|| Strategy::Greedy.into(), |bot| bot.0);

    play(session, bot, record.map(PathBuf::as_path), context)
}

/// Plays a game in the terminal; `bot` gives hints. The game is recorded if a path is given.
fn play(
    session: Session,
    bot: SkilledBot,
    record: Option<&Path>,
    context: &Context,
) -> Result<Verdict, Failure> {
    context.catch_interrupt();
    let mut screen = Screen::new(session, bot, context.color);
    let mut terminal = ratatui::try_init()?;
    let mouse = execute!(std::io::stdout(), EnableMouseCapture);
    let watched = mouse
        .map_err(Failure::from)
        .and_then(|()| watch(&mut terminal, &mut screen, context));
    // Fails on a closed terminal.
    let _ = execute!(std::io::stdout(), DisableMouseCapture);
    keys::give_back(terminal)?;
    watched?;
    if let Some(path) = record {
        // A game that was begun or continued here knows all its moves.
        let replay = screen.session.replay().context("the moves are not known")?;
        context.save(path, (replay.to_json() + "\n").as_bytes())?;
        if !files::is_dash(record) {
            context.say(&format!("the game is recorded in {}", path.display()));
        }
    }
    if !files::is_dash(record) {
        context.print(format!("{}\n", screen.outcome()).as_bytes())?;
    }
    Ok(if context.is_cancelled() { Verdict::Stopped } else { Verdict::Done })
}

/// Draws and waits for keys and the mouse until the person leaves.
fn watch(
    terminal: &mut ratatui::DefaultTerminal,
    screen: &mut Screen,
    context: &Context,
) -> Result<(), Failure> {
    let (mut keys, mut before) = (Keys::new(context), Instant::now());
    while !context.is_cancelled() {
        terminal.draw(|frame| screen.draw(frame))?;
        let rest = if screen.is_animated() { FRAME } else { REST };
        match keys.next_event(rest)? {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                match key.code {
                    KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                    _ => _ = of_key(key).map(|ask| screen.ask(ask)),
                }
            }
            Some(Event::Mouse(mouse)) => _ = of_mouse(mouse).map(|ask| screen.ask(ask)),
            _ => {}
        }

        let now = Instant::now();
        screen.pass((now - before).as_secs_f64() * 1000.0);
        before = now;
    }

    Ok(())
}

const fn of_key(key: KeyEvent) -> Option<Action> {
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => Some(Action::Move(-1, 0)),
        KeyCode::Down | KeyCode::Char('j') => Some(Action::Move(1, 0)),
        KeyCode::Left => Some(Action::Move(0, -1)),
        KeyCode::Right | KeyCode::Char('l') => Some(Action::Move(0, 1)),
        KeyCode::Enter | KeyCode::Char(' ') => Some(Action::Hold),
        KeyCode::Char('h' | '?') => Some(Action::Hint),
        KeyCode::Char('u') | KeyCode::Backspace => Some(Action::Undo),
        _ => None,
    }
}

const fn of_mouse(mouse: MouseEvent) -> Option<Action> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            Some(Action::Press(mouse.column, mouse.row))
        }
        MouseEventKind::Up(MouseButton::Left) => {
            Some(Action::Release(mouse.column, mouse.row))
        }
        _ => None,
    }
}
