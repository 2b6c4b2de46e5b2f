//! Who has memory for times to its goal, where that is short.

use std::collections::VecDeque;

use super::tables::{NONE, Table, Tables};

/// How many steps the times to a goal serve at least before another goal has their memory, where all are in use: long enough to cross a map of
/// common size, so that who has them comes to its goal rather than some cells nearer.
const TERM: u64 = 256;

/// The memory of times.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    /// The tables that wait for memory, the longest waiting first.
    waiting: VecDeque<u32>,
    /// The tables that have memory, the one that has had it the longest first.
    served: VecDeque<u32>,
    /// The places of tables that are none any more.
    free: Vec<u32>,
}

impl Shares {
    /// How many tables have memory.
    pub(super) fn count(&self) -> usize {
        self.served.len()
    }

    /// A place for a table.
    pub(super) fn place(&mut self, list: &mut Vec<Table>) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            list.push(Table::new(Vec::new()));
            list.len() as u32 - 1
        })
    }

    /// Lets a table wait for memory.
    pub(super) fn wait(&mut self, at: u32) {
        self.waiting.push_back(at);
    }
}

impl Tables {
    /// Gives memory to tables that wait for it, as long as there is some: new one up to the limit, then that of idle tables, then that of
    /// one that has served for its term.
    pub(super) fn share(&mut self, step: u64) {
        let most = (self.limit / self.size).max(1);
        while self.shares().count() > most {
            // The limit was lowered.
            let at = self.oldest();
            self.give_up(at);
        }

        let mut has_ended = false;
        while let Some(&at) = self.shares().waiting.front() {
            let bytes = if self.shares().count() < most {
                vec![0; self.size]
            } else {
                let oldest = self.oldest();
                if self.list[oldest as usize].users > 0 {
                    let since = self.list[oldest as usize].since;
                    let is_over = since.is_some_and(|since| step - since >= TERM);
                    // One a step, so that this never costs much more than one search a step.
                    if !is_over || std::mem::replace(&mut has_ended, true) {
                        return;
                    }
                }
                self.give_up(oldest)
            };
            self.shares().waiting.pop_front();
            self.shares().served.push_back(at);
            let table = &mut self.list[at as usize];
            (table.bytes, table.since) = (bytes, None);
            self.waiting.push_back(at);
        }
    }

    /// The table whose memory is needed the least: the one that has been idle the longest, else the one that has had its memory the longest.
    fn oldest(&mut self) -> u32 {
        match self.idle[0] {
            NONE => *self.shares().served.front().expect("one that has memory"),
            idle => idle,
        }
    }

    /// Takes the memory of a table; one that is in use waits for some again.
    fn give_up(&mut self, at: u32) -> Vec<u8> {
        self.shares().served.retain(|&other| other != at);
        let table = &mut self.list[at as usize];
        table.is_made = false;
        let bytes = std::mem::take(&mut table.bytes);
        if std::mem::take(&mut table.is_waiting) {
            self.waiting.retain(|&other| other != at);
        }

        if self.list[at as usize].users > 0 {
            self.wait(at);
        } else {
            self.unlink(at);
            self.drop_goal(at);
        }
        bytes
    }

    /// Forgets the goal of a table that has neither users nor memory.
    pub(super) fn drop_goal(&mut self, at: u32) {
        let table = &mut self.list[at as usize];
        let is_waiting = std::mem::take(&mut table.is_waiting);
        self.of_goal[table.goal as usize] = NONE;
        let shares = self.shares();
        if is_waiting {
            shares.waiting.retain(|&other| other != at);
        }
        shares.free.push(at);
    }

    const fn shares(&mut self) -> &mut Shares {
        self.shares.as_mut().expect("tables of times")
    }
}
