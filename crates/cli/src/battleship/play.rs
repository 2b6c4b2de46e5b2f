//! `tilewright battleship play`: a duel of a person against a hunter in the terminal.

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ratatui::crossterm::event::KeyCode;
use tilewright_battleship::{
    FleetError, MEMORY, Placer, Sequential, Session, Side, SkilledHunter,
};
use tilewright_grid::Seed;
use tilewright_tasks::battleship::{
    AnswerError, PersonPlacers, built_in_placer, check_hunters, check_knows,
    check_possible, refused, undecided,
};
use tilewright_tasks::{Answer as _, Event, Host, Input};

use super::screen::{Action, Screen};
use crate::arguments::PlayShips;
use crate::context::Context;
use crate::door::{CliHost, Manner};
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::keys::{self, Keys};

/// The longest time to wait for a key before checking whether the program was cancelled.
const WAIT: Duration = Duration::from_millis(250);

/// The time between two updates of the progress of counting.
const UPDATE: Duration = Duration::from_millis(100);

/// The hint for the case that no legal fleet is found.
const NOT_FOUND: &str =
    "use a larger field, fewer or shorter ships, or a less strict {touch}";

pub(crate) fn run(arguments: &PlayShips, context: &Context) -> Result<Verdict, Failure> {
    if let Some(path) = &arguments.record {
        files::check_free(path, context.force)?;
        files::check_ending(path, "games", &["json"])?;
    }

    let refuse = |refusal| Manner::Flags.failure(refusal);
    let host = CliHost::new(context);
    let [own, knows] =
        [&arguments.own, &arguments.knows].map(|path| input(path.as_deref()));
    let (own, knows) = (own?, knows?);
    check_knows(&[arguments.wanted()], knows.as_slice()).map_err(refuse)?;
    let field = arguments.field.request();
    let placers = match PersonPlacers::open(&field, own.as_ref(), knows.as_ref(), &host) {
        Ok(placers) => placers,
        Err(AnswerError::Undecided(undecided)) => return Ok(undecided.verdict()),
        Err(AnswerError::Refused(refusal)) => return Err(refuse(refusal)),
    };
    let rules = placers.rules();

    if context.json || !context.is_terminal || !std::io::stdin().is_terminal() {
        return Err(anyhow!("this command needs a terminal to play in"))
            .hint("battleship duel lets two hunters play without one");
    }

    check_possible(rules, MEMORY, &host).map_err(|error| refuse(refused(error)))?;
    let hunter = match arguments.skilled(rules, &host) {
        Ok(hunter) => hunter,
        Err(AnswerError::Undecided(undecided)) => return Ok(undecided.verdict()),
        Err(AnswerError::Refused(refusal)) => return Err(refuse(refusal)),
    };
    check_hunters(&[hunter], rules, &host).map_err(refuse)?;
    let seed = context.seed();
    let adversarial = arguments.adversarial.then(|| built_in_placer(rules));
    let adversarial = adversarial.transpose().map_err(refuse)?;
    context.catch_interrupt();
    let session = match begin(hunter, &placers, adversarial, seed, &host) {
        Ok(session) => session,
        Err(error) => match undecided(error, NOT_FOUND, &host) {
            AnswerError::Undecided(undecided) => return Ok(undecided.verdict()),
            AnswerError::Refused(refusal) => return Err(refuse(refusal)),
        },
    };

    let knows = knows.map(|knows| knows.to_string());
    show(Screen::new(session, seed.child(3), knows), arguments, context)
}

/// Shows the duel until the person quits.
fn show(
    mut screen: Screen,
    arguments: &PlayShips,
    context: &Context,
) -> Result<Verdict, Failure> {
    let mut record = Record::new(arguments.record.as_deref(), context);
    let mut terminal = ratatui::try_init()?;
    // The terminal is given back before an error is shown.
    let ended = watch(&mut terminal, &mut screen, &mut record, context);
    keys::give_back(terminal)?;
    ended?;
    record.close(&screen.session)?;
    if files::is_dash(arguments.record.as_deref()) {
        context.say(&screen.outcome());
        return Ok(Verdict::Done);
    }

    context.print(format!("{}\n", screen.outcome()).as_bytes())?;
    Ok(if context.is_cancelled() { Verdict::Stopped } else { Verdict::Done })
}

/// The input with the name of a file or a placer.
fn input(path: Option<&Path>) -> Result<Option<Input>, Failure> {
    Ok(path.map(files::name).transpose()?.map(Input::Name))
}

/// Starts the duel. The person's fleet is their own or drawn from child 0 of the seed, the
/// hunter's fleet is drawn from child 1, and the hunter's shots from child 2.
fn begin(
    hunter: SkilledHunter,
    placers: &PersonPlacers,
    adversarial: Option<Placer>,
    seed: Seed,
    host: &dyn Host,
) -> Result<Session, FleetError> {
    let rules = placers.rules().clone();
    let person = placers.fleet(seed.child(0))?;
    let placer =
        adversarial.unwrap_or_else(|| Placer::Sequential(Sequential::new(&rules)));
    let hidden = placer.draw(&rules, &mut seed.child(1).rng())?;
    host.tell(Event::Begun { doing: "preparing the opponent", steps: None });
    let prepared = placers.hunter(hunter, host);
    host.tell(Event::Ended);
    let prepared = prepared?;
    let mut session = Session::against(rules, [person, hidden], hunter, prepared, seed)?;
    session.set_undo_depth(usize::MAX);
    Ok(session)
}

/// The record of the person's shots. The file is rewritten after every shot, so that no shot is
/// lost if the process is killed.
struct Record<'a> {
    path: Option<&'a Path>,
    /// The number of shots in the file.
    shots: Option<u32>,
    context: &'a Context,
}

impl<'a> Record<'a> {
    const fn new(path: Option<&'a Path>, context: &'a Context) -> Self {
        Self { path, shots: None, context }
    }

    /// Writes the game so far, if there are new shots.
    fn write(&mut self, session: &Session) -> Result<(), Failure> {
        let Some(path) = self.path.filter(|path| files::is_kept(path)) else {
            return Ok(());
        };
        let shots = Some(session.sight(Side::Person).shots());
        if self.shots == shots {
            return Ok(());
        }
        // After the first write, the existing file is our own.
        let force = self.context.force || self.shots.is_some();
        files::write(path, session.battle().to_json().as_bytes(), force)?;
        self.shots = shots;
        Ok(())
    }

    /// Writes the finished game, also to stdout if the path is `-`.
    fn close(mut self, session: &Session) -> Result<(), Failure> {
        self.write(session)?;
        let stream = self.path.filter(|path| !files::is_kept(path));
        let text = session.battle().to_json();
        stream.map_or(Ok(()), |path| self.context.save(path, text.as_bytes()))
    }
}

/// Draws the screen and handles keys until the person quits.
fn watch(
    terminal: &mut ratatui::DefaultTerminal,
    screen: &mut Screen,
    record: &mut Record<'_>,
    context: &Context,
) -> Result<(), Failure> {
    let mut keys = Keys::new(context);
    while !context.is_cancelled() {
        record.write(&screen.session)?;
        terminal.draw(|frame| screen.draw(frame))?;
        if screen.is_counting {
            count(terminal, screen, &mut keys, context);
            continue;
        }
        let Some(key) = keys.next(WAIT)? else { continue };

        let key = match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
            KeyCode::Up | KeyCode::Char('k') => Action::Move(-1, 0),
            KeyCode::Down | KeyCode::Char('j') => Action::Move(1, 0),
            KeyCode::Left => Action::Move(0, -1),
            KeyCode::Right | KeyCode::Char('l') => Action::Move(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => Action::Shoot,
            KeyCode::Char('h' | '?') => Action::Hint,
            KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
            _ => continue,
        };

        screen.press(key);
    }

    Ok(())
}

/// Computes a hint and shows the progress; any key cancels it.
fn count(
    terminal: &mut ratatui::DefaultTerminal,
    screen: &mut Screen,
    keys: &mut Keys,
    context: &Context,
) {
    let mut drawn = Instant::now();
    screen.count(&mut |screen, share| {
        if drawn.elapsed() > UPDATE {
            drawn = Instant::now();
            // An error here, such as a closed terminal, occurs again when the next key is read.
            let _ = terminal.draw(|frame| screen.draw_counting(frame, share));
        }
        match keys.next(Duration::ZERO) {
            Ok(None) => context.flow(),
            Ok(Some(_)) | Err(_) => ControlFlow::Break(()),
        }
    });
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use tilewright_battleship::FleetFile;
    use tilewright_grid::Cell;
    use tilewright_play::Session as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Words {
        #[command(flatten)]
        duel: PlayShips,
    }

    /// A host with a single file.
    struct OneFile(&'static str);

    impl Host for OneFile {
        fn open(&self, _: &str) -> std::io::Result<Box<dyn std::io::BufRead + '_>> {
            Ok(Box::new(self.0.as_bytes()))
        }
    }

    fn begun(words: &[&str], hunter: &str, file: &'static str) -> Session {
        let words = Words::parse_from([&["play"], words].concat());
        let field = words.duel.field.request();
        let [own, knows] = [&words.duel.own, &words.duel.knows];
        let [own, knows] = [own, knows].map(|it| input(it.as_deref()).unwrap());
        let host = OneFile(file);
        let placers = PersonPlacers::open(&field, own.as_ref(), knows.as_ref(), &host);
        begin(hunter.parse().unwrap(), &placers.unwrap(), None, Seed(7), &host).unwrap()
    }

    #[test]
    fn a_duel_is_recorded_with_the_seed_that_repeats_it() {
        let played = || {
            let mut session = begun(&["--rows", "4", "--fleet", "2,1"], "novice", "");
            session.play(Cell::new(0, 0)).unwrap();
            session.battle()
        };
        assert_eq!(played().seed, Seed(7));
        assert_eq!(played(), played());
    }

    #[test]
    fn a_person_may_hide_a_fleet_of_their_own() {
        let text = "AA..\n....\n...B\n";
        let file = FleetFile::read(text).unwrap();
        let session = begun(&["--own", "own.txt"], "random", text);
        assert_eq!(session.person(), &file.fleets[0]);
        assert_eq!(session.rules().size(), file.size.unwrap());
    }

    #[test]
    fn only_the_fleets_that_are_hidden_or_known_must_be_legal() {
        let text = "AA..\n....\n...B\n\nAA..\n..B.\n....\n";
        let file = FleetFile::read(text).unwrap();
        let session = begun(&["--own", "own.txt"], "random", text);
        assert_eq!(session.person(), &file.fleets[0]);

        let field = Words::parse_from(["play"]).duel.field.request();
        let own = input(Some("own.txt".as_ref())).unwrap();
        let opened =
            |own, knows| PersonPlacers::open(&field, own, knows, &OneFile(text)).is_ok();
        assert!(opened(own.as_ref(), None));
        assert!(!opened(own.as_ref(), own.as_ref()));
        assert!(!opened(None, own.as_ref()));
    }

    /// The person misses until the hunter has won.
    fn lost(mut session: Session) -> u32 {
        while !session.is_over() {
            let cells = session.moves();
            let hidden = session.hidden().clone();
            let is_ship = |cell: &Cell| hidden.ships.iter().any(|it| it.covers(*cell));
            let water = cells.iter().find(|cell| !is_ship(cell));
            session.play(*water.unwrap_or(&cells[0])).unwrap();
        }
        session.sight(Side::Hunter).shots()
    }

    #[test]
    fn an_opponent_that_knows_the_list_finds_the_fleet_at_once() {
        let text = "AAA...\n......\n..BB..\n......\n.C....\n......\n";
        let words = ["--own", "own.txt", "--knows", "own.txt"];
        let knows = lost(begun(&words, "scout", text));
        // Six cells, and few more to tell the eight places apart.
        assert!((6..=12).contains(&knows), "{knows}");
        assert!(lost(begun(&words[..2], "scout", text)) > knows);
    }
}
