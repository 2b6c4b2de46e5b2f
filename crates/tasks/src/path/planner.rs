//! The planners by their names.

use std::fmt;
use std::str::FromStr;

use tilewright_pathplan::evolved::Method;

/// Who plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannerName {
    /// A* with the octile distance, or the Manhattan distance.
    Astar,
    /// Breadth-first search.
    Bfs,
    /// The search of Dijkstra.
    Dijkstra,
    /// Jump point search.
    Jps,
    /// Evolution.
    Evolved(Method),
}

impl PlannerName {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Astar => "astar",
            Self::Bfs => "bfs",
            Self::Dijkstra => "dijkstra",
            Self::Jps => "jps",
            Self::Evolved(method) => method.name(),
        }
    }

    /// Whether its paths evolve.
    pub(super) const fn is_evolved(self) -> bool {
        matches!(self, Self::Evolved(_))
    }
}

impl fmt::Display for PlannerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for PlannerName {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let exact = [Self::Astar, Self::Bfs, Self::Dijkstra, Self::Jps];
        let evolved = Method::ALL.map(Self::Evolved);
        let all = exact.into_iter().chain(evolved);
        all.clone().find(|planner| planner.word() == word).ok_or_else(|| {
            let names: Vec<_> = all.map(Self::word).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}
