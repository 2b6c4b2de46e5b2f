//! Goals: what they want, and when they are met.

use serde_json::Value;

use super::board::Board;
use super::counts::Counts;
use super::json::{Read, list, number, object, required, small, text, word};
use super::rules::{Rules, Spot};

/// One goal; the parts of `all` are goals of their own.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// A number of blocks of each of the first colours.
    Colors {
        count: u64,
        first: usize,
    },
    /// A number of blocks and pieces of one colour.
    Color {
        color: usize,
        count: u64,
    },
    /// A number of a kind have lost their last layer.
    Kind {
        kind: usize,
        count: u64,
    },
    /// A number of layers of a kind were taken.
    Layers {
        kind: usize,
        count: u64,
    },
    /// None of a kind is on the board.
    AllOfKind(usize),
    /// No blocker that can be broken (first), no cover (second).
    Clear {
        blockers: bool,
        covers: bool,
    },
    /// A number of ingredients have left.
    Drop(u64),
    /// Groups have made a number of pieces of a kind.
    Make {
        piece: usize,
        count: u64,
    },
    Score(u64),
}

impl Goal {
    /// Whether it is met.
    pub(crate) fn met(&self, board: &Board, counts: &Counts, rules: &Rules) -> bool {
        match *self {
            Self::Colors { count, first } => {
                counts.collected[..first].iter().all(|&collected| collected >= count)
            }
            Self::Color { color, count } => counts.collected[color] >= count,
            Self::Kind { kind, count } => counts.broken[kind] >= count,
            Self::Layers { kind, count } => counts.layers[kind] >= count,
            Self::Drop(count) => counts.dropped >= count,
            Self::Make { piece, count } => counts.made[piece] >= count,
            Self::Score(score) => counts.score >= score,
            Self::AllOfKind(_) | Self::Clear { .. } => {
                let mut kinds = 0..rules.kinds.len();
                !kinds.any(|kind| {
                    let on_board =
                        |cell: &super::board::Cell| cell.count(rules, kind) > 0;
                    self.names(kind, rules) && board.cells.iter().any(on_board)
                })
            }
        }
    }

    /// Whether it is about all of this kind.
    fn names(&self, kind: usize, rules: &Rules) -> bool {
        match *self {
            Self::AllOfKind(wanted) => wanted == kind,
            Self::Clear { blockers, covers } => match rules.kinds[kind].spot {
                Spot::Blocker => {
                    let kind = &rules.kinds[kind];
                    blockers && !kind.broken_by.is_empty() && kind.generator.is_none()
                }
                Spot::Cover => covers,
                Spot::Ground | Spot::Ingredient => false,
            },
            _ => false,
        }
    }

    /// Whether it wants more of this colour.
    pub(crate) fn wants_color(&self, color: usize, counts: &Counts) -> bool {
        let wanted = match *self {
            Self::Colors { count, first } if color < first => count,
            Self::Color { color: wanted, count } if color == wanted => count,
            _ => return false,
        };
        counts.collected[color] < wanted
    }

    /// Whether it wants more layers of this kind.
    pub(crate) fn wants_kind(&self, kind: usize, counts: &Counts, rules: &Rules) -> bool {
        match *self {
            Self::Kind { kind: wanted, count } => {
                kind == wanted && counts.broken[kind] < count
            }
            Self::Layers { kind: wanted, count } => {
                kind == wanted && counts.layers[kind] < count
            }
            _ => self.names(kind, rules),
        }
    }
}

/// Reads a goal and the goals in it.
pub(crate) fn read_goals(value: &Value, rules: &Rules) -> Read<Vec<Goal>> {
    let key = "goal";
    let known = ["collect", "of_colors", "clear", "drop", "make", "score", "all"];
    let map = object(value, key, &known)?;
    let with_colors = map.contains_key("of_colors");
    let bare = map.get("collect").is_some_and(Value::is_number);

    if map.len() != 1 + usize::from(with_colors) || with_colors && !bare {
        return Err(format!("goal: {value} is not one goal"));
    }

    if let Some(parts) = map.get("all") {
        let mut goals = Vec::new();
        for part in list(parts, "goal.all")? {
            goals.extend(read_goals(part, rules)?);
        }
        return Ok(goals);
    }

    let goal = if let Some(collect) = map.get("collect") {
        if bare {
            let colors = rules.colors.len() as u64;
            let first = map.get("of_colors");
            let first =
                first.map_or(Ok(1), |value| small(value, "goal.of_colors", 1, colors))?;
            Goal::Colors { count: count(collect, "goal.collect")?, first }
        } else {
            read_collect(collect, rules)?
        }
    } else if let Some(clear) = map.get("clear") {
        let names = [
            ("blockers", (true, false)),
            ("overlays", (false, true)),
            ("specials", (true, true)),
        ];
        let (blockers, covers) = word(clear, "goal.clear", &names)?;
        Goal::Clear { blockers, covers }
    } else if let Some(drop) = map.get("drop") {
        Goal::Drop(count(drop, "goal.drop")?)
    } else if let Some(make) = map.get("make") {
        read_make(make, rules)?
    } else {
        Goal::Score(count(required(map, key, "score")?, "goal.score")?)
    };

    Ok(vec![goal])
}

fn count(value: &Value, key: &str) -> Read<u64> {
    number(value, key, 0, u64::MAX)
}

fn read_make(value: &Value, rules: &Rules) -> Read<Goal> {
    let key = "goal.make";
    let map = object(value, key, &["piece", "count"])?;
    let name = text(required(map, key, "piece")?, "goal.make.piece")?;
    let piece = rules.pieces.iter().position(|piece| piece.name == name);
    let piece = piece.ok_or_else(|| format!("goal.make.piece: unknown {name:?}"))?;
    Ok(Goal::Make { piece, count: count(required(map, key, "count")?, key)? })
}

fn read_collect(value: &Value, rules: &Rules) -> Read<Goal> {
    let key = "goal.collect";
    let map = object(value, key, &["color", "kind", "count", "layers"])?;

    if let Some(layers) = map.get("layers") {
        if map.contains_key("color") || map.contains_key("count") {
            return Err(format!("{key}: {value} has more than a kind and layers"));
        }
        let kind = read_kind(required(map, key, "kind")?, rules)?;
        return Ok(Goal::Layers {
            kind: layered(kind, rules)?,
            count: count(layers, key)?,
        });
    }

    let wanted = required(map, key, "count")?;
    let number = || count(wanted, "goal.collect.count");

    match (map.get("color"), map.get("kind")) {
        (Some(name), None) => {
            let name = text(name, "goal.collect.color")?;
            let color = rules.colors.iter().position(|color| color == name);
            let color =
                color.ok_or_else(|| format!("goal.collect.color: unknown {name:?}"))?;
            Ok(Goal::Color { color, count: number()? })
        }
        (None, Some(name)) => {
            let kind = read_kind(name, rules)?;
            if wanted.as_str() == Some("all") {
                return Ok(Goal::AllOfKind(kind));
            }
            Ok(Goal::Kind { kind: layered(kind, rules)?, count: number()? })
        }
        _ => Err(format!("{key}: {value} names not one of color and kind")),
    }
}

fn read_kind(name: &Value, rules: &Rules) -> Read<usize> {
    let name = text(name, "goal.collect.kind")?;
    rules.kind_named(name).ok_or_else(|| format!("goal.collect.kind: unknown {name:?}"))
}

/// The kind, unless it is one of ingredients or a generator.
fn layered(kind: usize, rules: &Rules) -> Read<usize> {
    let named = &rules.kinds[kind];
    if named.spot == Spot::Ingredient || named.generator.is_some() {
        return Err(format!("goal.collect.kind: {:?} can never be reached", named.name));
    }
    Ok(kind)
}
