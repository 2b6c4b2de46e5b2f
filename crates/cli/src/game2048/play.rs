//! `tilewright 2048 play`: a person plays in the terminal, or a player plays by itself.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ratatui::crossterm::event::KeyCode;
use tilewright_2048::{
    Board, FOUR_PROBABILITY, Hint as Advice, Move, Session, Setup, Strategy,
};
use tilewright_draw::{DrawError, Format};
use tilewright_grid::{Heading, Seed, Size};
use tilewright_play::Session as _;
use tilewright_tasks::game2048::PlayerFactory;

use super::saves::Saves;
use super::screen::{Action, Autoplayer, Screen};
use super::standing;
use crate::arguments::PlayTiles;
use crate::context::Context;
use crate::door::{CliHost, Manner};
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::keys::{self, Keys};
use crate::progress::Progress;

/// The default name of a saved game.
const NAME: &str = "game";

/// The time between two frames while something moves, and while nothing does.
const FRAME: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(250);

pub(crate) fn run(arguments: &PlayTiles, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }

    let saves = || Saves::new(arguments.saves.as_deref());
    if arguments.list {
        return standing::list(&saves()?, context);
    }

    let is_alone = is_alone(arguments, context)?;
    let name = arguments.game.as_deref().or((!is_alone).then_some(NAME));
    let save_slot = name.map(|name| saves().map(|it| (it, name))).transpose()?;
    let session = begin(arguments, save_slot.as_ref(), context)?;
    let size = session.setup().size;
    let strategy = arguments.player.unwrap_or_else(|| Strategy::usual(size));
    let (host, options) = (CliHost::new(context), &arguments.options.0);
    let factory = options
        .check(strategy, Some(size))
        .and_then(|()| PlayerFactory::new(strategy, options, Some(size), &host))
        .map_err(|refusal| Manner::Flags.failure(refusal))?;
    let Some(factory) = factory else {
        context.say("interrupted while the player was loading");
        return Ok(Verdict::Stopped);
    };

    let mut play = PlayContext { factory, strategy, save_slot, arguments, context };
    context.catch_interrupt();
    let (session, mut autoplayer) =
        if is_alone { play.alone(session)? } else { play.shown(session)? };

    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        match draw(&session, &mut autoplayer, format, arguments.last, context) {
            Err(DrawError::Cancelled) => {
                context.say(&format!("interrupted: {} was not drawn", path.display()));
            }
            drawn => files::write(path, &drawn?, context.force)?,
        }
    }

    standing::print(&session, autoplayer.strategy, context)?;
    Ok(if context.is_cancelled() { Verdict::Stopped } else { Verdict::Done })
}

/// Whether a player plays alone, without a screen.
///
/// # Errors
/// If there is neither a terminal nor a player.
fn is_alone(arguments: &PlayTiles, context: &Context) -> Result<bool, Failure> {
    let is_seen = context.is_terminal && std::io::stdin().is_terminal();
    // Without a screen a player plays alone; so it does where a limit or an output needs no one to
    // watch.
    let is_alone = arguments.auto
        && (!is_seen
            || context.json
            || arguments.moves.is_some()
            || arguments.until.is_some()
            || arguments.picture.is_some());

    if !is_seen && !is_alone {
        return Err(anyhow!("2048 play needs a terminal"))
            .hint("--auto lets a player play one game without a terminal; 2048 bench plays many games");
    }

    Ok(is_alone)
}

/// The saved game, if there is one, or a new game.
fn begin(
    arguments: &PlayTiles,
    save_slot: Option<&(Saves, &str)>,
    context: &Context,
) -> Result<Session, Failure> {
    let saved = save_slot.map(|(saves, name)| saves.read(name)).transpose()?.flatten();
    let anew = |best| -> Result<Session, Failure> {
        let size = arguments.size(Size::new(4, 4));
        let (four_probability, seed) =
            (arguments.options.0.four_probability.get(), context.seed());
        let setup = Setup { size, four_probability, seed };
        let mut session = Session::new(setup, 0)?.with_best(best);
        // Any move can be taken back, and the animation shows them all.
        session.set_undo_depth(usize::MAX);
        Ok(session)
    };
    let Some(session) = saved else { return anew(0) };
    if arguments.new {
        return anew(session.best());
    }

    let Setup { size, four_probability, .. } = *session.setup();
    let hint = "--new starts this game anew; --game NAME starts another one";
    let asked = arguments.size(size);

    if asked != size {
        let [found, asked] =
            [size, asked].map(|Size { rows, columns }| format!("{rows} × {columns}"));
        let what = format!("the saved game has a {found} board, requested is {asked}");
        return Err(anyhow!(what)).hint(hint);
    }

    let own = session.setup().seed;
    if let Some(asked) = context.given_seed().filter(|&asked| asked != own) {
        return Err(anyhow!("the saved game has the seed {own}, requested is {asked}"))
            .hint(hint);
    }

    // Both were parsed from text, so equal probabilities have equal bits.
    let asked = arguments.options.0.four_probability.get();
    if asked.to_bits() != FOUR_PROBABILITY.to_bits()
        && asked.to_bits() != four_probability.to_bits()
    {
        return Err(anyhow!("the saved game has --four-probability {four_probability}, asked for is {asked}"))
            .hint(hint);
    }

    Ok(session)
}

/// What stays the same while the program runs.
struct PlayContext<'a> {
    factory: PlayerFactory<'a>,
    strategy: Strategy,
    save_slot: Option<(Saves, &'a str)>,
    arguments: &'a PlayTiles,
    context: &'a Context,
}

impl<'a> PlayContext<'a> {
    /// The player, with the random numbers that it has in `2048 bench` for the same game.
    fn autoplayer(&self, session: &Session) -> Autoplayer<'a> {
        let seed = session.setup().seed.child(u64::from(session.number()));
        let player = self.factory.player_of(self.strategy);
        Autoplayer { strategy: self.strategy, player, rng: seed.child(1).rng() }
    }

    fn save(&self, session: &Session) -> Result<(), Failure> {
        let Some((saves, name)) = &self.save_slot else { return Ok(()) };
        saves.write(name, session)
    }

    /// Plays without a screen.
    fn alone(
        &mut self,
        mut session: Session,
    ) -> Result<(Session, Autoplayer<'a>), Failure> {
        let mut autoplayer = self.autoplayer(&session);
        let progress = Progress::open(self.context);
        let most = self.arguments.moves.unwrap_or(u32::MAX);
        self.save(&session)?;

        for made in 0..most {
            let board = session.game().board();
            let Some(heading) = autoplayer.player.choose(board, &mut autoplayer.rng)
            else {
                break;
            };

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
            // A fast player makes thousands of moves a second; the line need not show each.
            if made % 64 == 0 {
                progress.say(format!("score {score}"));
                if self.context.is_cancelled() {
                    break;
                }
            }
        }

        Ok((session, autoplayer))
    }

    /// Shows the game until the person quits.
    fn shown(&mut self, session: Session) -> Result<(Session, Autoplayer<'a>), Failure> {
        let autoplayer = self.autoplayer(&session);
        let name = self.save_slot.as_ref().map_or(NAME, |save_slot| save_slot.1);
        let speed = self.arguments.speed;
        let mut screen =
            Screen::new(session, name, autoplayer, speed, self.context.color);
        self.save(&screen.session)?;

        if self.arguments.auto {
            screen.press(Action::Auto);
        }

        let mut terminal = ratatui::try_init()?;
        // The terminal is given back before an error is shown.
        let watched = self.watch(&mut terminal, &mut screen);
        keys::give_back(terminal)?;
        watched?;

        Ok((screen.session, screen.autoplayer))
    }

    /// Draws, waits for keys, and saves after every move.
    fn watch(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
        screen: &mut Screen<'a>,
    ) -> Result<(), Failure> {
        let (mut keys, mut before) = (Keys::new(self.context), Instant::now());
        while !self.context.is_cancelled() {
            terminal.draw(|frame| screen.draw(frame))?;
            let rest = if screen.is_lively() { FRAME } else { REST };
            if let Some(key) = keys.next(rest)? {
                match key.code {
                    KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                    KeyCode::Char('p') => self.next_player(screen),
                    code => {
                        if key_of(code).is_some_and(|key| screen.press(key)) {
                            self.save(&screen.session)?;
                        }
                    }
                }
            }

            let now = Instant::now();
            screen.pass((now - before).as_secs_f64() * 1000.0);
            before = now;

            // At high speeds several moves fit into a frame.
            while screen.is_due() && now.elapsed() < FRAME {
                if screen.step() {
                    self.save(&screen.session)?;
                }
            }
        }

        Ok(())
    }

    /// Changes to the next player that supports boards of this size.
    fn next_player(&self, screen: &mut Screen<'a>) {
        let all = Strategy::ALL;
        let now = all.iter().position(|&it| it == screen.strategy()).unwrap_or(0);
        let others = (1..=all.len()).map(|step| all[(now + step) % all.len()]);
        let size = screen.session.setup().size;
        if let Some(next) =
            others.into_iter().find(|&next| self.factory.is_ready(next, size))
        {
            screen.change_player(next, self.factory.player_of(next));
        }
    }
}

const fn key_of(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Up => Some(Action::Move(Heading::North)),
        KeyCode::Right => Some(Action::Move(Heading::East)),
        KeyCode::Down => Some(Action::Move(Heading::South)),
        KeyCode::Left => Some(Action::Move(Heading::West)),
        KeyCode::Char('h' | '?') => Some(Action::Hint),
        KeyCode::Char('a' | ' ') => Some(Action::Auto),
        KeyCode::Char('+' | '=') => Some(Action::Faster),
        KeyCode::Char('-' | '_') => Some(Action::Slower),
        KeyCode::Char('u') | KeyCode::Backspace => Some(Action::Undo),
        KeyCode::Char('n') => Some(Action::New),
        _ => None,
    }
}

/// The animated game, or its last board, beside the values that the player gives the moves.
fn draw(
    session: &Session,
    autoplayer: &mut Autoplayer<'_>,
    format: Format,
    last: Option<usize>,
    context: &Context,
) -> Result<Vec<u8>, DrawError> {
    let mut advice = |board: Board| {
        let advice = Advice::of(&mut *autoplayer.player, board, &mut Seed(0).rng());
        advice.values.iter().any(Option::is_some).then_some(advice)
    };
    let still = session.picture(advice(session.game().board()).as_ref());
    let last = last.unwrap_or(usize::MAX);
    let animation = format.is_moving().then(|| session.animation(last, advice, context));
    context.export(&still, animation.transpose()?.as_ref(), format, context)
}
