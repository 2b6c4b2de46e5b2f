//! Timers.

use super::board::{Contents, Layered, Place};
use super::events::Event;
use super::game::{Below, Game};
use super::goal_effect::pick;
use super::rules::Then;

/// A timer: its cell, and whether it is the cover there.
type Ticking = (Place, bool);

impl Game {
    /// All timers count, then those at 0 act; whether the game is lost by that.
    pub(crate) fn count_down(&mut self, below: &mut Below<'_>) -> bool {
        let timers = self.timers();
        if timers.is_empty() {
            return false;
        }

        for &timer in &timers {
            let layered = self.timer(timer);
            self.set_timer(timer, Layered { layers: layered.layers - 1, ..layered });
        }

        let mut lost = false;
        for timer in timers {
            if self.timer(timer).layers == 0 && !lost {
                lost = self.act(timer, below);
            }
        }

        let rows = self.rows();
        self.record.push(Event::Counted(rows));
        lost
    }

    /// All timers, in reading order, contents before covers.
    fn timers(&self) -> Vec<Ticking> {
        let mut timers = Vec::new();
        for place in self.board.places() {
            let cell = self.board.at(place);
            let ticks = |kind: usize| self.rules().kinds[kind].timer.is_some();
            if matches!(cell.contents, Some(Contents::Blocker(it)) if ticks(it.kind)) {
                timers.push((place, false));
            }
            if cell.cover.is_some_and(|it| ticks(it.kind)) {
                timers.push((place, true));
            }
        }
        timers
    }

    fn timer(&self, (place, is_cover): Ticking) -> Layered {
        let cell = self.board.at(place);
        match (is_cover, cell.contents, cell.cover) {
            (false, Some(Contents::Blocker(timer)), _) | (true, _, Some(timer)) => timer,
            _ => unreachable!("the timer in {place:?} stays"),
        }
    }

    fn set_timer(&mut self, (place, is_cover): Ticking, layered: Layered) {
        let cell = self.board.at_mut(place);
        if is_cover {
            cell.cover = Some(layered);
        } else {
            cell.contents = Some(Contents::Blocker(layered));
        }
    }

    /// What a timer at 0 does; whether that loses the game.
    fn act(&mut self, timer: Ticking, below: &mut Below<'_>) -> bool {
        let kind = self.timer(timer).kind;
        let Some(rule) = self.rules().kinds[kind].timer.clone() else { return false };
        match rule.then {
            Then::Lose => return true,
            Then::Spread => {
                let again = Layered { kind, layers: rule.after };
                self.set_timer(timer, again);
                let mut beside = self.board.neighbours(timer.0);
                beside.sort_unstable();
                beside.retain(|&place| self.can_be_spread_to(place));
                if let Some(place) = pick(&beside, below) {
                    self.put(again, place);
                    let name = self.rules().kinds[kind].name.clone();
                    self.record.push(Event::Spread(name, place));
                }
            }
            Then::Become(name) => {
                let Some(next) = self.rules().kind_named(&name) else { return false };
                let layers = self.rules().kinds[next].full();
                self.set_timer(timer, Layered { kind: next, layers });
                self.counts.became[kind] += 1;
                self.counts.came[next] += 1;
            }
        }
        false
    }
}
