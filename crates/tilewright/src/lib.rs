//! AI for tile games: match-3 levels of a given difficulty, paths on tile maps, players of 2048,
//! fleets and hunters for Battleship.
//!
//! This crate gathers tilewright's crates under one name. No feature is on by default, so that a
//! game compiles only what it uses:
//!
//! ```toml
//! [dependencies]
//! # until a release, your clone
//! tilewright = { path = "../tilewright/crates/tilewright", features = ["match3-design"] }
//! ```
//!
//! | feature | module | crate | what it is for |
//! |---|---|---|---|
//! | `match3` | `tilewright::match3` | `tilewright-match3` | match-3 games: levels, the rules of today's games, bots that play them, sessions |
//! | `match3-design` | `tilewright::match3_design` | `tilewright-match3-design` | with the game: generate match-3 levels of a given potential, difficulty or win rate; measure, predict and explain them |
//! | `pathplan` | `tilewright::pathplan` | `tilewright-pathplan` | plan paths on tile maps: exact planners, diverse routes, Pareto fronts |
//! | `navigation` | `tilewright::navigation` | `tilewright-navigation` | with `pathplan`: paths on maps that change while a game runs, for agents of several layers and sizes |
//! | `game2048` | `tilewright::game2048` | `tilewright-2048` | play 2048: expectimax search, n-tuple networks and their training, an exact solver; with the built-in network, 8 MB of the program and 134 MB of memory |
//! | `battleship` | `tilewright::battleship` | `tilewright-battleship` | count, sample and evolve fleets; hunters and duels |
//! | `evolve` | `tilewright::evolve` | `tilewright-evolve` | the evolutionary algorithms alone, for problems of your own; with `pathplan`, evolved paths; all but `match3` and `pathplan` bring it along |
//! | `formats` | `tilewright::formats` | `tilewright-formats` | files of Tiled, LDtk and MovingAI; with `match3` and `pathplan`, levels and maps of these files |
//! | `pictures` | `tilewright::draw` | `tilewright-draw` | draw what the features above make, as SVG, PNG, GIF, APNG or text |
//! | `statistics` | | | means and shares with intervals; with `match3`, win rates and move limits of many games |
//! | `threads` | | | batches of match-3 games on all threads |
//! | `serde` | | | cells, grids, seeds, random streams and routes by serde; what is played brings it along |
//! | `glam`, `mint` | | | cells from and to vectors `x, y` of these crates |
//! | any of `match3`, `game2048`, `battleship` | `tilewright::play` | `tilewright-play` | interactive sessions with undo, hints and saved games; batches of games |
//! | always there | `tilewright::grid` | `tilewright-grid` | cells, grids, seeds and their random streams |
//!
//! The program `tilewright` (package `tilewright-cli`) does the same from the command line, and
//! `tilewright-tasks` does it for JSON requests. Equal seeds give equal results, on every
//! machine and with any number of threads.
//!
//! # A match-3 level of a given difficulty
//!
//! A level of 9 × 9 cells, mirrored, whose potential (the number of ways in which a swap can
//! complete a line of three) is 600:
//!
#![cfg_attr(feature = "match3-design", doc = "```")]
#![cfg_attr(not(feature = "match3-design"), doc = "```ignore")]
//! use tilewright::grid::Seed;
//! use tilewright::match3::Kind;
//! use tilewright::match3_design::{LevelRequest, Symmetry};
//!
//! let request = LevelRequest::new(600)
//!     .with_kinds([Kind::OBSTACLE.into(), "blocked2:3-5".parse()?])
//!     .with_symmetry(Symmetry::Horizontal);
//! let generated = request.generate(Seed(7))?;
//! println!("{}", generated.level);
//! # assert!(generated.is_found);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A path on a tile map
//!
//! The shortest path by A*, where `#` is a wall and a step into `5` costs five:
//!
#![cfg_attr(feature = "pathplan", doc = "```")]
#![cfg_attr(not(feature = "pathplan"), doc = "```ignore")]
//! use tilewright::grid::Cell;
//! use tilewright::pathplan::planners::{Astar, Planner};
//! use tilewright::pathplan::{Graph, Map, Steps};
//!
//! let map: Map = ".....\n.###.\n..5..\n".parse()?;
//! let graph = Graph::new(&map, Steps::FOUR);
//! let mut astar = Astar::new(&graph);
//! let path = astar.plan(Cell::new(1, 0), Cell::new(1, 4), &())?.expect("there is a path");
//! assert_eq!(path.length, 6.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game of 2048
//!
//! The move that the built-in network chooses, after one ply of search:
//!
#![cfg_attr(feature = "game2048", doc = "```")]
#![cfg_attr(not(feature = "game2048"), doc = "```ignore")]
//! use tilewright::game2048::{Board, Network, NetworkPlayer, Player};
//! use tilewright::grid::{Heading, Seed};
//!
//! let board: Board = "2 2 4 8\n0 0 0 16\n0 0 0 32\n0 0 2 64".parse()?;
//! let mut player = NetworkPlayer::new(Network::ready(), 1, 0.0, 0.1);
//! let heading: Option<Heading> = player.choose(board, &mut Seed(1).rng());
//! assert!(heading.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A fleet for Battleship
//!
//! The number of legal fleets on 7 × 7 cells, and a fleet drawn uniformly from them:
//!
#![cfg_attr(feature = "battleship", doc = "```")]
#![cfg_attr(not(feature = "battleship"), doc = "```ignore")]
//! use tilewright::battleship::{MEMORY, Placements, Rules};
//! use tilewright::grid::Seed;
//!
//! let rules = Rules::russian(7, 7)?;
//! let placements = Placements::new(&rules, MEMORY)?;
//! assert_eq!(placements.total(), 406_664);
//! let fleet = placements.draw(&mut Seed(1).rng()).expect("there are fleets");
//! println!("{fleet:?}");
//! # Ok::<(), tilewright::battleship::FleetError>(())
//! ```

#[cfg(feature = "game2048")]
pub use tilewright_2048 as game2048;
#[cfg(feature = "battleship")]
pub use tilewright_battleship as battleship;
#[cfg(feature = "pictures")]
pub use tilewright_draw as draw;
#[cfg(feature = "evolve")]
pub use tilewright_evolve as evolve;
#[cfg(feature = "formats")]
pub use tilewright_formats as formats;
pub use tilewright_grid as grid;
#[cfg(feature = "match3")]
pub use tilewright_match3 as match3;
#[cfg(feature = "match3-design")]
pub use tilewright_match3_design as match3_design;
#[cfg(feature = "navigation")]
pub use tilewright_navigation as navigation;
#[cfg(feature = "pathplan")]
pub use tilewright_pathplan as pathplan;
#[cfg(any(feature = "match3", feature = "game2048", feature = "battleship"))]
pub use tilewright_play as play;

/// The example of the package's first page.
#[cfg(all(doctest, feature = "match3-design"))]
#[doc = include_str!("../README.md")]
struct FirstPage;
