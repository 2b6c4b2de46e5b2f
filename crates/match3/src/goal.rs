//! Goals.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The goal of a level. As a word it is `collect:COUNT`, `collect:COUNT:COLORS`, `clear:blockers`,
/// `clear:overlays`, `clear:specials` or `score:POINTS`; under rules that have them also
/// `color:NAME:COUNT`, `kind:NAME:COUNT`, `kind:NAME:all`, `layers:NAME:COUNT`, `drop:COUNT` or
/// `make:PIECE:COUNT`.
///
/// ```
/// use tilewright_match3::Goal;
///
/// let goal: Goal = "collect:30".parse()?;
/// assert_eq!(goal, Goal::Collect { collect: 30, of_colors: 1 });
/// assert_eq!(serde_json::to_string(&goal)?, r#"{"collect":30,"of_colors":1}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected a goal such as {\"collect\": 30}, {\"clear\": \"blockers\"}, {\"drop\": 3}, {\"score\": 5000} or {\"all\": […]}"
)]
pub enum Goal {
    /// Collect blocks of the first colours.
    Collect {
        /// The number of blocks of each colour.
        collect: u32,
        /// The number of colours.
        #[serde(default = "one")]
        of_colors: u32,
    },
    /// Collect blocks and pieces of one colour.
    CollectColor {
        /// The colour and the number.
        collect: ColorGoal,
    },
    /// Destroy blockers, covers or grounds of one kind.
    CollectKind {
        /// The kind and the number.
        collect: KindGoal,
    },
    /// Bring ingredients to an exit.
    Drop {
        /// The number of ingredients.
        drop: u32,
    },
    /// Make pieces by groups.
    Make {
        /// The piece and the number.
        make: PieceGoal,
    },
    /// Clear all special cells of a sort.
    Clear {
        /// The sort of special cells.
        clear: ClearTarget,
    },
    /// Reach a score.
    Score {
        /// The number of points.
        score: u32,
    },
    /// Several goals, all of which must be reached.
    All {
        /// The goals.
        all: Vec<Self>,
    },
}

/// A number of blocks and pieces of a colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColorGoal {
    /// The name of the colour.
    pub color: String,
    /// The number.
    pub count: u32,
}

/// A number of blockers, covers or grounds of a kind, or of their layers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "KindKeys", into = "KindKeys")]
pub struct KindGoal {
    /// The name of the kind.
    pub kind: String,
    /// The number.
    pub count: KindCount,
}

/// How many of a kind must go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindCount {
    /// This number must lose their last layer.
    Number(u32),
    /// Until none is on the board.
    All,
    /// This number of layers must be taken, from one or from several of the kind.
    Layers(u32),
}

/// The keys of [`KindGoal`]: either `count` or `layers`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KindKeys {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<NumberOrAll>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layers: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or \"all\"")]
enum NumberOrAll {
    Number(u32),
    Word(AllKeyword),
}

/// The word `all`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AllKeyword {
    All,
}

impl TryFrom<KindKeys> for KindGoal {
    type Error = &'static str;

    fn try_from(
        KindKeys { kind, count, layers }: KindKeys,
    ) -> Result<Self, &'static str> {
        let count = match (count, layers) {
            (Some(NumberOrAll::Number(count)), None) => KindCount::Number(count),
            (Some(NumberOrAll::Word(AllKeyword::All)), None) => KindCount::All,
            (None, Some(layers)) => KindCount::Layers(layers),
            _ => return Err("expected one of `count` and `layers`"),
        };
        Ok(Self { kind, count })
    }
}

impl From<KindGoal> for KindKeys {
    fn from(KindGoal { kind, count }: KindGoal) -> Self {
        let (count, layers) = match count {
            KindCount::Number(count) => (Some(NumberOrAll::Number(count)), None),
            KindCount::All => (Some(NumberOrAll::Word(AllKeyword::All)), None),
            KindCount::Layers(layers) => (None, Some(layers)),
        };
        Self { kind, count, layers }
    }
}

/// A number of pieces made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceGoal {
    /// The name of the piece.
    pub piece: String,
    /// The number.
    pub count: u32,
}

/// The special cells that a goal clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClearTarget {
    /// The blockers.
    Blockers,
    /// The overlays.
    Overlays,
    /// Both.
    Specials,
}

impl ClearTarget {
    /// The union of two sorts.
    #[must_use]
    pub fn and(self, other: Option<Self>) -> Self {
        if other.is_none_or(|other| other == self) { self } else { Self::Specials }
    }
}

const fn one() -> u32 {
    1
}

impl Goal {
    /// Whether the goal is reached before the first swap, on every level.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Collect { collect, of_colors } => *collect == 0 || *of_colors == 0,
            Self::CollectColor { collect } => collect.count == 0,
            Self::CollectKind { collect } => {
                matches!(collect.count, KindCount::Number(0) | KindCount::Layers(0))
            }
            Self::Drop { drop } => *drop == 0,
            Self::Make { make } => make.count == 0,
            Self::Clear { .. } => false,
            Self::Score { score } => *score == 0,
            Self::All { all } => all.is_empty() || all.iter().any(Self::is_empty),
        }
    }

    /// Whether it is a goal of the articles' game: of blocks, special cells and points.
    pub fn is_classic(&self) -> bool {
        match self {
            Self::CollectKind { .. } | Self::Drop { .. } | Self::Make { .. } => false,
            Self::All { all } => all.iter().all(Self::is_classic),
            _ => true,
        }
    }

    /// The number of colours that the goal needs.
    pub fn colors(&self) -> u32 {
        match self {
            Self::Collect { of_colors, .. } => *of_colors,
            Self::All { all } => all.iter().map(Self::colors).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// A word that is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown goal `{0}`: expected collect:COUNT, collect:COUNT:COLORS, clear:blockers, \
     clear:overlays, clear:specials, score:POINTS, color:NAME:COUNT, kind:NAME:COUNT, kind:NAME:all, \
     layers:NAME:COUNT, drop:COUNT or make:PIECE:COUNT, with numbers from 1 to {most}", most = u32::MAX
)]
pub struct UnknownGoal(pub String);

impl FromStr for Goal {
    type Err = UnknownGoal;

    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        let words: Vec<_> = text.split(':').collect();
        let number = |word: &str| word.parse().ok().filter(|&count: &u32| count > 0);

        let of_kind = |kind: &str, count| {
            let kind = kind.to_owned();
            Self::CollectKind { collect: KindGoal { kind, count } }
        };

        let goal = match words[..] {
            ["collect", count] => {
                number(count).map(|collect| Self::Collect { collect, of_colors: 1 })
            }
            ["collect", count, colors] => number(count)
                .zip(number(colors))
                .map(|(collect, of_colors)| Self::Collect { collect, of_colors }),
            ["clear", "blockers"] => Some(Self::Clear { clear: ClearTarget::Blockers }),
            ["clear", "overlays"] => Some(Self::Clear { clear: ClearTarget::Overlays }),
            ["clear", "specials"] => Some(Self::Clear { clear: ClearTarget::Specials }),
            ["color", color, count] => number(count).map(|count| {
                let color = color.to_owned();
                Self::CollectColor { collect: ColorGoal { color, count } }
            }),
            ["kind", kind, count] => {
                let all = (count == "all").then_some(KindCount::All);
                let count = all.or_else(|| number(count).map(KindCount::Number));
                count.map(|count| of_kind(kind, count))
            }
            ["layers", kind, count] => {
                number(count).map(|count| of_kind(kind, KindCount::Layers(count)))
            }
            ["drop", count] => number(count).map(|drop| Self::Drop { drop }),
            ["make", piece, count] => number(count).map(|count| {
                let piece = piece.to_owned();
                Self::Make { make: PieceGoal { piece, count } }
            }),
            ["score", points] => number(points).map(|score| Self::Score { score }),
            _ => None,
        };

        goal.ok_or_else(|| UnknownGoal(text.to_owned()))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Collect { collect, of_colors: 1 } => write!(f, "collect:{collect}"),
            Self::Collect { collect, of_colors } => {
                write!(f, "collect:{collect}:{of_colors}")
            }
            Self::CollectColor { collect: ColorGoal { color, count } } => {
                write!(f, "color:{color}:{count}")
            }
            Self::CollectKind { collect: KindGoal { kind, count } } => match count {
                KindCount::Number(count) => write!(f, "kind:{kind}:{count}"),
                KindCount::All => write!(f, "kind:{kind}:all"),
                KindCount::Layers(count) => write!(f, "layers:{kind}:{count}"),
            },
            Self::Drop { drop } => write!(f, "drop:{drop}"),
            Self::Make { make: PieceGoal { piece, count } } => {
                write!(f, "make:{piece}:{count}")
            }
            Self::Clear { clear: ClearTarget::Blockers } => f.write_str("clear:blockers"),
            Self::Clear { clear: ClearTarget::Overlays } => f.write_str("clear:overlays"),
            Self::Clear { clear: ClearTarget::Specials } => f.write_str("clear:specials"),
            Self::Score { score } => write!(f, "score:{score}"),
            Self::All { all } => {
                let words: Vec<_> = all.iter().map(ToString::to_string).collect();
                f.write_str(&words.join(" and "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_json_lead_back() {
        let words = [
            "collect:30",
            "collect:8:3",
            "clear:specials",
            "score:5000",
            "color:red:20",
            "kind:box:12",
            "kind:box:all",
            "layers:ice:12",
            "drop:3",
            "make:rocket:4",
        ];

        for word in words {
            let goal: Goal = word.parse().unwrap();
            assert_eq!(goal.to_string(), word);

            let json =
                serde_json::to_string(&Goal::All { all: vec![goal.clone()] }).unwrap();
            assert_eq!(
                serde_json::from_str::<Goal>(&json).unwrap(),
                Goal::All { all: vec![goal] }
            );
        }
    }

    #[test]
    fn what_is_no_goal_is_refused() {
        for word in [
            "",
            "collect",
            "collect:0",
            "collect:-3",
            "clear:all",
            "score:1:2",
            "win",
            "color:red",
            "color:red:0",
            "kind:box",
            "kind:box:none",
            "layers:ice",
            "layers:ice:0",
            "layers:ice:all",
            "drop:0",
            "drop:all",
            "make:rocket",
        ] {
            assert!(word.parse::<Goal>().is_err(), "{word}");
        }

        for document in [
            r#"{"collect":1,"clear":"blockers"}"#,
            r#"{"collect":{"kind":"ice"}}"#,
            r#"{"collect":{"kind":"ice","count":1,"layers":1}}"#,
            r#"{"collect":{"kind":"ice","layers":"all"}}"#,
            r#"{"collect":{"color":"red","layers":1}}"#,
        ] {
            assert!(serde_json::from_str::<Goal>(document).is_err(), "{document}");
        }
    }
}
