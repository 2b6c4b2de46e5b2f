//! Which way a goal lies: distances to goals, in one bit a cell, or times in one byte (see `times.rs`).
//!
//! Steps to four neighbours change the distance to a goal by one, up or down, and the sum of row and column says whether it is even. So
//! the second bit of the distance decides which neighbour is nearer: 32 KB a goal on 512 × 512 cells, where distances of 16 bits would
//! take 512.

use std::collections::VecDeque;

use super::ground::Ground;
use super::shares::Shares;
use super::times;

/// No table, no node.
pub(super) const NONE: u32 = u32::MAX;

/// The second bit of the distance to a goal, for every node, or its byte of times.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) goal: u32,
    /// Eight nodes each, or one; times without memory have none.
    pub(super) bytes: Vec<u8>,
    /// How many walkers have this goal.
    pub(super) users: u32,
    /// Whether it was found at all; before, straight distances say where to go.
    pub(super) is_made: bool,
    /// The number of the step in which it was found first since it has memory.
    pub(super) since: Option<u64>,
    /// Whether it waits to be found, for the first time or anew, or for memory.
    pub(super) is_waiting: bool,
    /// The idle tables beside it, from the one that has been idle the longest on.
    before: u32,
    after: u32,
}

/// The tables of all goals.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) list: Vec<Table>,
    /// The table of the goal in each node.
    pub(super) of_goal: Vec<u32>,
    /// The tables to be found, the longest waiting first.
    pub(super) waiting: VecDeque<u32>,
    /// The tables that nobody uses: the one that has been idle the longest, and the latest.
    pub(super) idle: [u32; 2],
    /// The memory from which on idle tables are used again, in bytes; that of times is never more.
    pub(super) limit: usize,
    /// The size of a table in bytes.
    pub(super) size: usize,
    /// A bit for each node; not for times.
    seen: Vec<u8>,
    queue: Vec<u32>,
    /// Who has the memory of times; none for distances, which all have some.
    pub(super) shares: Option<Shares>,
}

impl Table {
    /// One that nobody uses yet.
    pub(super) const fn new(bytes: Vec<u8>) -> Self {
        Self {
            goal: NONE,
            bytes,
            users: 0,
            is_made: false,
            since: None,
            is_waiting: false,
            before: NONE,
            after: NONE,
        }
    }
}

impl Tables {
    pub(super) fn new(nodes: usize, limit: usize) -> Self {
        Self {
            list: Vec::new(),
            of_goal: vec![NONE; nodes],
            waiting: VecDeque::new(),
            idle: [NONE; 2],
            limit,
            size: nodes.div_ceil(64) * 8,
            seen: vec![0; nodes.div_ceil(64) * 8],
            queue: Vec::new(),
            shares: None,
        }
    }

    /// Tables of times.
    pub(super) fn with_turns(nodes: usize, limit: usize) -> Self {
        let shares = Some(Shares::default());
        Self { size: nodes, seen: Vec::new(), shares, ..Self::new(nodes, limit) }
    }

    /// Whether they are of times.
    #[inline]
    pub(super) const fn has_turns(&self) -> bool {
        self.shares.is_some()
    }

    /// The memory from which on idle tables are used again.
    #[cfg(feature = "serde")]
    pub(super) const fn limit(&self) -> usize {
        self.limit
    }

    pub(super) const fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// The size of its memory in bytes.
    pub(super) fn memory(&self) -> usize {
        let count = match &self.shares {
            Some(shares) => shares.count(),
            None => self.list.len(),
        };
        let tables = count * self.size + self.list.len() * size_of::<Table>();
        tables + (self.of_goal.len() + self.queue.capacity()) * 4 + self.seen.len()
    }

    /// The table of a goal, for one walker more.
    pub(super) fn take(&mut self, goal: u32) -> u32 {
        let mut at = self.of_goal[goal as usize];
        if at == NONE {
            at = self.place();
            let table = &mut self.list[at as usize];
            (table.goal, table.is_made) = (goal, false);
            self.of_goal[goal as usize] = at;
        } else if self.list[at as usize].users == 0 {
            self.unlink(at);
        }
        self.list[at as usize].users += 1;
        if !self.list[at as usize].is_made {
            self.wait(at);
        }
        at
    }

    /// Gives a table back. It is kept, as the next walker may have the same goal.
    pub(super) fn give_back(&mut self, at: u32) {
        let table = &mut self.list[at as usize];
        table.users -= 1;
        if table.users > 0 {
            return;
        }
        if self.has_turns() && self.list[at as usize].bytes.is_empty() {
            self.drop_goal(at);
            return;
        }
        let last = std::mem::replace(&mut self.idle[1], at);
        let table = &mut self.list[at as usize];
        (table.before, table.after) = (last, NONE);
        match self.list.get_mut(last as usize) {
            Some(last) => last.after = at,
            None => self.idle[0] = at,
        }
    }

    /// A place for a table that is used: where memory is short, that of the one that has been idle the longest. Times get memory later.
    fn place(&mut self) -> u32 {
        if let Some(shares) = &mut self.shares {
            return shares.place(&mut self.list);
        }
        let (oldest, bytes) = (self.idle[0], self.size);
        if oldest != NONE && (self.list.len() + 1) * bytes > self.limit {
            self.unlink(oldest);
            self.of_goal[self.list[oldest as usize].goal as usize] = NONE;
            return oldest;
        }
        self.list.push(Table::new(vec![0; bytes]));
        self.list.len() as u32 - 1
    }

    /// Takes a table out of the idle ones.
    pub(super) fn unlink(&mut self, at: u32) {
        let Table { before, after, .. } = self.list[at as usize];
        match self.list.get_mut(before as usize) {
            Some(before) => before.after = after,
            None => self.idle[0] = after,
        }
        match self.list.get_mut(after as usize) {
            Some(after) => after.before = before,
            None => self.idle[1] = before,
        }
    }

    /// Lets a table wait to be found, or for memory.
    pub(super) fn wait(&mut self, at: u32) {
        let table = &mut self.list[at as usize];
        if std::mem::replace(&mut table.is_waiting, true) {
            return;
        }
        match &mut self.shares {
            Some(shares) if table.bytes.is_empty() => shares.wait(at),
            _ => self.waiting.push_back(at),
        }
    }

    /// Lets all tables wait to be found anew, after a change of the ground. Those that are used serve on until then, the others are found
    /// when they are used again.
    pub(super) fn outdate(&mut self) {
        for at in 0..self.list.len() as u32 {
            let table = &mut self.list[at as usize];
            if table.users > 0 {
                self.wait(at);
            } else {
                table.is_made = false;
            }
        }
    }

    /// Finds tables that wait, until this number of cells has been looked at; at least one.
    pub(super) fn find(&mut self, ground: &Ground, budget: u64, step: u64) {
        if self.has_turns() {
            self.share(step);
        }
        let mut looked = 0;
        while looked < budget {
            let Some(at) = self.waiting.pop_front() else { return };
            let table = &mut self.list[at as usize];
            table.is_waiting = false;
            if table.users > 0 {
                table.since.get_or_insert(step);
                looked += self.flood(at as usize, ground);
            } else {
                table.is_made = false;
            }
        }
    }

    /// Finds the distances of all cells that are connected with a goal; returns how many there are.
    fn flood(&mut self, at: usize, ground: &Ground) -> u64 {
        let has_turns = self.has_turns();
        let Self { list, seen, queue, .. } = self;
        let table = &mut list[at];
        table.is_made = true;
        if has_turns {
            return times::flood(table.goal, ground, &mut table.bytes, queue);
        }
        table.bytes.fill(0);
        seen.fill(0);
        queue.clear();

        let goal = table.goal as usize;
        seen[goal / 8] |= 1 << (goal % 8);
        queue.push(table.goal);
        let (mut first, mut distance) = (0, 0_u32);
        while first < queue.len() {
            let last = queue.len();
            distance += 1;
            let bit = (distance >> 1 & 1) as u8;
            for index in first..last {
                let node = queue[index] as usize;
                ground.for_each_neighbor(node, |next| {
                    let (byte, place) = (next / 8, next % 8);
                    if seen[byte] >> place & 1 == 0 {
                        seen[byte] |= 1 << place;
                        table.bytes[byte] |= bit << place;
                        queue.push(next as u32);
                    }
                });
            }
            first = last;
        }
        queue.len() as u64
    }

    /// Whether the table was found.
    pub(super) fn is_made(&self, at: u32) -> bool {
        self.list[at as usize].is_made
    }

    /// The bit of a node.
    #[inline]
    pub(super) fn bit(&self, at: u32, node: u32) -> bool {
        let byte = self.list[at as usize].bytes[node as usize / 8];
        byte >> (node % 8) & 1 == 1
    }

    /// The times of a node, for [`times::time`].
    #[inline]
    pub(super) fn byte(&self, at: u32, node: u32) -> u8 {
        self.list[at as usize].bytes[node as usize]
    }

    /// The goal of a table.
    #[inline]
    pub(super) fn goal(&self, at: u32) -> u32 {
        self.list[at as usize].goal
    }
}
