//! `tilewright 2048 play`: a person in a terminal, or a player alone.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use tilewright_2048::{Board, FOURS, Hint as Advice, Move, Session, Strategy, Table};
use tilewright_draw::{DrawError, Format};
use tilewright_grid::{Heading, Seed, Size};
use tilewright_play::Session as _;
use tilewright_tasks::game2048::Maker;

use super::saves::Saves;
use super::screen::{Key, Screen, Seat};
use super::standing;
use crate::arguments::PlayTiles;
use crate::context::Context;
use crate::door::{Desk, Manner};
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::keys::{self, Keys};
use crate::progress::Progress;

/// How a person's game is called that was given no name.
const NAME: &str = "game";

/// How long a picture of moving tiles stands, and how long nothing is looked at otherwise.
const FRAME: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(250);

pub(crate) fn run(arguments: &PlayTiles, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    if arguments.list {
        return standing::list(&Saves::new(arguments.saves.as_deref())?, context);
    }
    let is_seen = context.is_terminal && std::io::stdin().is_terminal();
    let is_alone = arguments.auto
        && (!is_seen
            || context.json
            || arguments.moves.is_some()
            || arguments.until.is_some()
            || arguments.picture.is_some());
    if !is_seen && !is_alone {
        return Err(anyhow!("a person can play in a terminal only"))
            .hint("--auto lets a player play, and 2048 bench many games");
    }
    let name = arguments.game.as_deref().or((!is_alone).then_some(NAME));
    let shelf = match name {
        Some(name) => Some((Saves::new(arguments.saves.as_deref())?, name)),
        None => None,
    };
    let session = begin(arguments, shelf.as_ref(), context)?;
    let size = session.table().size;
    let strategy = arguments.player.unwrap_or_else(|| usual(size));
    let (desk, who) = (Desk::new(context), &arguments.who.0);
    let maker = who
        .check(strategy, Some(size))
        .and_then(|()| Maker::new(strategy, who, Some(size), &desk))
        .map_err(|refusal| Manner::Flags.failure(refusal))?;
    let Some(maker) = maker else {
        context.say("interrupted before the player was ready");
        return Ok(Verdict::Interrupted);
    };
    let mut play = Play { maker, strategy, shelf, arguments, context };
    context.heed_interrupt();
    let (session, mut seat) =
        if is_alone { play.alone(session)? } else { play.shown(session)? };
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        match draw(&session, &mut seat, format, arguments.last, context) {
            Err(DrawError::Cancelled) => {
                context.say(&format!("interrupted: {} is not drawn", path.display()));
            }
            drawn => files::write(path, &drawn?, context.force)?,
        }
    }
    standing::tell(&session, seat.strategy, context)?;
    Ok(if context.is_cancelled() { Verdict::Interrupted } else { Verdict::Done })
}

/// The player for boards of that size.
fn usual(size: Size) -> Strategy {
    if size == Size::new(4, 4) { Strategy::Network } else { Strategy::Expectimax }
}

/// The saved game, or a new one.
fn begin(
    arguments: &PlayTiles,
    shelf: Option<&(Saves, &str)>,
    context: &Context,
) -> Result<Session, Failure> {
    let saved = shelf.map(|(saves, name)| saves.read(name)).transpose()?.flatten();
    let anew = |best| -> Result<Session, Failure> {
        let size = arguments.size(Size::new(4, 4));
        let (fours, seed) = (arguments.who.0.fours.get(), context.seed());
        Ok(Session::new(Table { size, fours, seed }, 0)?.with_best(best))
    };
    let Some(session) = saved else { return anew(0) };
    if arguments.new {
        return anew(session.best());
    }
    let Table { size, fours, .. } = *session.table();
    let hint = "--new begins anew, --game NAME another game beside it";
    let asked = arguments.size(size);
    if asked != size {
        let found = format!("{} × {}", size.rows, size.columns);
        return Err(anyhow!(
            "the saved game has {found} cells, asked for are {} × {}",
            asked.rows,
            asked.columns
        ))
        .hint(hint);
    }
    let own = session.table().seed;
    if let Some(asked) = context.asked_seed().filter(|&asked| asked != own) {
        return Err(anyhow!("the saved game has the seed {own}, asked for is {asked}"))
            .hint(hint);
    }
    // Bits tell shares apart that were read from the same words.
    let asked = arguments.who.0.fours.get();
    if asked.to_bits() != FOURS.to_bits() && asked.to_bits() != fours.to_bits() {
        return Err(anyhow!("the saved game has --fours {fours}, asked for is {asked}"))
            .hint(hint);
    }
    Ok(session)
}

/// What is the same through a whole sitting.
struct Play<'a> {
    maker: Maker<'a>,
    strategy: Strategy,
    shelf: Option<(Saves, &'a str)>,
    arguments: &'a PlayTiles,
    context: &'a Context,
}

impl<'a> Play<'a> {
    /// The player, which draws as in the batch of games of the same seed.
    fn seat(&self, session: &Session) -> Seat<'a> {
        let seed = session.table().seed.child(u64::from(session.number()));
        let player = self.maker.player_of(self.strategy);
        Seat { strategy: self.strategy, player, rng: seed.child(1).rng() }
    }

    fn save(&self, session: &Session) -> Result<(), Failure> {
        let Some((saves, name)) = &self.shelf else { return Ok(()) };
        saves.write(name, session)
    }

    /// Lets the player play without a screen.
    fn alone(&mut self, mut session: Session) -> Result<(Session, Seat<'a>), Failure> {
        let mut seat = self.seat(&session);
        let progress = Progress::open(self.context);
        let most = self.arguments.moves.unwrap_or(u32::MAX);
        self.save(&session)?;
        for made in 0..most {
            let board = session.game().board();
            let Some(heading) = seat.player.choose(board, &mut seat.rng) else { break };
            session.play(Move(heading))?;
            self.save(&session)?;
            if self
                .arguments
                .until
                .is_some_and(|tile| session.game().board().largest() >= tile)
            {
                break;
            }
            let score = session.game().score();
            if made % 64 == 0 && progress.say(format!("score {score}")).is_break() {
                break;
            }
        }
        Ok((session, seat))
    }

    /// Shows the game until the person leaves.
    fn shown(&mut self, session: Session) -> Result<(Session, Seat<'a>), Failure> {
        let seat = self.seat(&session);
        let name = self.shelf.as_ref().map_or(NAME, |shelf| shelf.1);
        let speed = self.arguments.speed;
        let mut screen = Screen::new(session, name, seat, speed, self.context.color);
        self.save(screen.session())?;
        if self.arguments.auto {
            screen.press(Key::Auto);
        }
        let mut terminal = ratatui::try_init()?;
        let watched = self.watch(&mut terminal, &mut screen);
        keys::give_back(terminal)?;
        watched?;
        Ok(screen.into_parts())
    }

    /// Draws, waits for keys and saves after every move.
    fn watch(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
        screen: &mut Screen<'a>,
    ) -> Result<(), Failure> {
        let (mut keys, mut before) = (Keys::new(), Instant::now());
        while !self.context.is_cancelled() {
            terminal.draw(|frame| screen.draw(frame))?;
            let rest = if screen.is_lively() { FRAME } else { REST };
            if let Some(key) = keys.next(rest)? {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                match (key.code, is_control) {
                    (KeyCode::Char('c'), true) => self.context.interrupt(),
                    (KeyCode::Char('q') | KeyCode::Esc, _) => return Ok(()),
                    (KeyCode::Char('p'), _) => self.seat_next(screen),
                    (code, _) => {
                        if key_of(code).is_some_and(|key| screen.press(key)) {
                            self.save(screen.session())?;
                        }
                    }
                }
            }
            let now = Instant::now();
            screen.pass((now - before).as_secs_f64() * 1000.0);
            before = now;
            while screen.is_due() && now.elapsed() < FRAME {
                if screen.step() {
                    self.save(screen.session())?;
                }
            }
        }
        Ok(())
    }

    /// Lets the next player that knows such boards sit down.
    fn seat_next(&self, screen: &mut Screen<'a>) {
        let all = Strategy::ALL;
        let now = all.iter().position(|&it| it == screen.strategy()).unwrap_or(0);
        let others = (1..=all.len()).map(|step| all[(now + step) % all.len()]);
        let size = screen.session().table().size;
        if let Some(next) = others.into_iter().find(|&next| self.maker.seats(next, size))
        {
            screen.sit(next, self.maker.player_of(next));
        }
    }
}

const fn key_of(code: KeyCode) -> Option<Key> {
    match code {
        KeyCode::Up => Some(Key::Move(Heading::North)),
        KeyCode::Right => Some(Key::Move(Heading::East)),
        KeyCode::Down => Some(Key::Move(Heading::South)),
        KeyCode::Left => Some(Key::Move(Heading::West)),
        KeyCode::Char('h' | '?') => Some(Key::Hint),
        KeyCode::Char('a' | ' ') => Some(Key::Auto),
        KeyCode::Char('+' | '=') => Some(Key::Faster),
        KeyCode::Char('-' | '_') => Some(Key::Slower),
        KeyCode::Char('u') | KeyCode::Backspace => Some(Key::Undo),
        KeyCode::Char('n') => Some(Key::New),
        _ => None,
    }
}

/// The game in motion, or its last board, with what the player expects beside it.
fn draw(
    session: &Session,
    seat: &mut Seat<'_>,
    format: Format,
    last: Option<usize>,
    context: &Context,
) -> Result<Vec<u8>, DrawError> {
    let mut advice = |board: Board| {
        let advice = Advice::of(&mut *seat.player, board, &mut Seed(0).rng());
        advice.values.iter().any(Option::is_some).then_some(advice)
    };
    let still = session.picture(advice(session.game().board()).as_ref());
    let last = last.unwrap_or(usize::MAX);
    let animation = format.is_moving().then(|| session.animation(last, advice, context));
    context.export(&still, animation.transpose()?.as_ref(), format, context)
}
