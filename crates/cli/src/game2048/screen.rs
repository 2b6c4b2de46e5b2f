//! The terminal screen of a game of 2048: what the keys do.

mod draw;

use tilewright_2048::{
    Assessment, Event, Hint, Motion, Move, Player, Position, Session, Strategy, reasons,
};
use tilewright_grid::{Heading, Rng};
use tilewright_play::Session as _;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Move(Heading),
    /// Shows or hides the values that the player gives the moves.
    Hint,
    /// Starts or stops autoplay.
    Auto,
    Faster,
    Slower,
    Undo,
    /// Starts the next game; must be pressed twice if the current one is not over.
    New,
}

/// The player that gives hints and plays when autoplay is on.
pub(super) struct Autoplayer<'a> {
    pub(super) strategy: Strategy,
    pub(super) player: Box<dyn Player + 'a>,
    pub(super) rng: Rng,
}

/// A game and everything that is shown of it.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Screen<'a> {
    pub(super) session: Session,
    title: String,
    pub(super) autoplayer: Autoplayer<'a>,
    has_color: bool,
    /// The last move and its age in milliseconds, while its animation lasts.
    motion: Option<(Motion, f64)>,
    hint: Option<Hint>,
    is_hinting: bool,
    is_auto: bool,
    /// Moves per second; a speed above [`FASTEST`] means as fast as possible.
    speed: u32,
    /// The milliseconds since the player's last move.
    waited: f64,
    is_new_asked: bool,
    message: String,
    /// Why the hint is one; empty if no hint is shown or nothing is easily seen.
    why: String,
}

/// The highest speed in moves per second; one step above it means as fast as possible.
const FASTEST: u32 = 1024;

/// With less than this time between two moves, in milliseconds, tiles are not animated.
const STILL: f64 = 40.0;

impl<'a> Screen<'a> {
    pub(super) fn new(
        session: Session,
        title: &str,
        autoplayer: Autoplayer<'a>,
        speed: u32,
        has_color: bool,
    ) -> Self {
        let title = title.to_owned();
        let mut screen = Self {
            session,
            title,
            autoplayer,
            has_color,
            motion: None,
            hint: None,
            is_hinting: false,
            is_auto: false,
            speed,
            waited: 0.0,
            is_new_asked: false,
            message: String::new(),
            why: String::new(),
        };

        screen.look();
        screen
    }

    pub(super) const fn strategy(&self) -> Strategy {
        self.autoplayer.strategy
    }

    /// Whether something moves, so that the next frame is due soon.
    pub(super) const fn is_lively(&self) -> bool {
        self.is_auto || self.motion.is_some()
    }

    /// Changes the player.
    pub(super) fn change_player(
        &mut self,
        strategy: Strategy,
        player: Box<dyn Player + 'a>,
    ) {
        (self.autoplayer.strategy, self.autoplayer.player) = (strategy, player);
        self.look();
        self.message = format!("player: {strategy}");
    }

    /// Handles a key and returns whether the game has changed.
    pub(super) fn press(&mut self, key: Action) -> bool {
        // Any other key withdraws the question.
        let was_asked = std::mem::take(&mut self.is_new_asked);
        match key {
            Action::Move(heading) => return self.play(heading),
            Action::Undo => return self.undo(),
            Action::New => {
                if was_asked
                    || self.session.is_over()
                    || self.session.state().moves_made == 0
                {
                    self.begin();
                    return true;
                }
                self.is_new_asked = true;
                "press n again to start a new game".clone_into(&mut self.message);
            }
            Action::Hint => {
                self.is_hinting = !self.is_hinting;
                self.look();
            }
            Action::Auto => {
                self.is_auto = !self.is_auto && !self.session.is_over();
                self.waited = f64::INFINITY;
                self.look();
            }
            Action::Faster => self.pace((2 * self.speed).min(2 * FASTEST)),
            Action::Slower => self.pace((self.speed / 2).max(1)),
        }

        false
    }

    fn pace(&mut self, speed: u32) {
        self.speed = speed;
        self.message = format!("autoplay at {}", self.pace_words());
    }

    fn pace_words(&self) -> String {
        match self.speed {
            1 => "1 move per second".to_owned(),
            speed if speed > FASTEST => "full speed".to_owned(),
            speed => format!("{speed} moves per second"),
        }
    }

    /// The time between two moves of the player, in milliseconds.
    fn pitch(&self) -> f64 {
        if self.speed > FASTEST { 0.0 } else { 1000.0 / f64::from(self.speed) }
    }

    /// Advances the time by that many milliseconds.
    pub(super) fn pass(&mut self, ms: f64) {
        self.waited += ms;
        let pitch = if self.is_auto { self.pitch() } else { f64::INFINITY };
        // Frequent moves are animated faster.
        let haste = (Motion::length() / pitch).max(1.0);
        if let Some((_, since)) = &mut self.motion {
            *since += ms * haste;
        }
        let is_seen = |since: &f64| *since < Motion::length() && pitch >= STILL;
        self.motion = self.motion.take().filter(|(_, since)| is_seen(since));
    }

    /// Whether it is time for the player's next move.
    pub(super) fn is_due(&self) -> bool {
        self.is_auto && self.waited >= self.pitch()
    }

    /// Makes the player's move and returns whether the game has changed.
    pub(super) fn step(&mut self) -> bool {
        let Autoplayer { player, rng, .. } = &mut self.autoplayer;
        let choice = player.choose(self.session.game().board(), rng);
        // Moves that were missed are not made up for.
        self.waited = (self.waited - self.pitch()).clamp(0.0, self.pitch());
        let Some(heading) = choice else {
            self.is_auto = false;
            return false;
        };
        self.play(heading)
    }

    fn play(&mut self, heading: Heading) -> bool {
        let before = self.session.game().clone();
        let made = Move(heading);
        let events = match self.session.play(made) {
            Ok(events) => events,
            Err(error) => {
                self.message = error.to_string();
                return false;
            }
        };

        let gain: u32 = events.iter().map(gain).sum();
        self.motion = Some((Motion::new(&before, heading, self.session.game()), 0.0));
        let (was, is) = (before.board().largest(), self.session.game().board().largest());
        self.message = match gain {
            _ if is > was && is >= 2048 => format!("{is}!"),
            0 => made.to_string(),
            gain => format!("{made} +{gain}"),
        };

        self.look();
        true
    }

    fn undo(&mut self) -> bool {
        self.is_auto = false;
        self.motion = None;
        let is_undone = self.session.undo();
        let told = if is_undone { "move undone" } else { "no move to undo" };
        told.clone_into(&mut self.message);
        if is_undone {
            self.look();
        }
        is_undone
    }

    fn begin(&mut self) {
        self.session.begin_next();
        self.autoplayer.player.begin();
        self.motion = None;
        "new game".clone_into(&mut self.message);
        self.look();
    }

    /// Updates the hint, and shows a message when the game is over.
    fn look(&mut self) {
        let board = self.session.game().board();
        if self.session.is_over() {
            self.is_auto = false;
            "game over: n starts a new game, u undoes".clone_into(&mut self.message);
        }
        let Autoplayer { player, rng, .. } = &mut self.autoplayer;
        // A hint must not change the random numbers of the player's moves.
        let hint = || Hint::of(&mut **player, board, &mut rng.clone());
        self.hint = self.is_hinting.then(hint);
        let why = self.hint.as_ref().and_then(|hint| self.reason(hint));
        self.why = why.unwrap_or_default();
    }

    /// Why the move of a hint is better than the next best one, if a person can see it on the board.
    fn reason(&self, hint: &Hint) -> Option<String> {
        let game = self.session.game();
        let position = Position { board: game.board(), score: game.score(), made: None };
        let found = Assessment::new(&position, hint.values, true);
        let (best, other) = (found.best?, found.other()?);
        // Nothing speaks against a move of the same value.
        found.gap().filter(|&gap| gap > 0.0)?;
        let four_probability = self.session.setup().four_probability;
        let reasons = reasons(game.board(), [best, other], four_probability, None);
        let why = reasons.first()?.sentence(Move(best), Move(other));
        Some(format!("hint {}: {why}", Move(best)))
    }
}

/// The points that an event scores.
const fn gain(event: &Event) -> u32 {
    if let Event::Joined { tile, .. } = *event { tile } else { 0 }
}

#[cfg(test)]
mod tests;
