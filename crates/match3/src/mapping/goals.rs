//! Goals of a studio's document.

use serde::Deserialize;

use super::codes::{Codes, code_of};
use super::grid::shown;
use super::path::Path;
use super::read::UnknownCodes;
use super::{Mapping, MappingError};
use crate::{Goal, Json, JsonObject, Ruleset};

/// What stands for the count in a goal of a mapping that does not end with it.
const COUNT: &str = "COUNT";

/// Where the goals stand, or what they are without standing anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalPlace {
    pub(super) path: Option<Path>,
    #[serde(default)]
    form: GoalForm,
    /// Where the code stands in an entry.
    #[serde(default = "code")]
    code: Path,
    /// Where the count stands in an entry.
    #[serde(default = "count")]
    count: Path,
    /// The goals of the codes as words without their count.
    #[serde(default)]
    codes: Codes,
    /// Kinds of which all must go that are on the board.
    #[serde(default)]
    all: Vec<String>,
}

/// How goals are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GoalForm {
    /// A list of objects with a code and a count.
    #[default]
    List,
    /// An object of counts by codes.
    Map,
}

fn code() -> Path {
    Path::from("type")
}

fn count() -> Path {
    Path::from("count")
}

impl GoalPlace {
    pub(super) fn check(&self) -> Result<(), MappingError> {
        let wrong = |key: String, wrong: &str| {
            Err(MappingError::Key { key, wrong: wrong.to_owned() })
        };
        if self.path.is_some() != self.all.is_empty() {
            return wrong(
                "goals".to_owned(),
                "expected either `path`, where they stand, or `all`, a list of kinds",
            );
        }
        for (code, words) in self.codes.iter() {
            if word(words, "1").parse::<Goal>().is_err() {
                let expected = "expected a goal such as color:red, kind:box, drop or collect:COUNT:3";
                return wrong(format!("goals.codes.{code}"), expected);
            }
        }
        Ok(())
    }

    /// Refuses kinds in `all` that the rules do not have.
    pub(super) fn check_kinds(&self, rules: &Ruleset) -> Result<(), MappingError> {
        let known = || rules.blocks().iter().map(|block| block.name.clone());
        let wrong = self.all.iter().find(|kind| known().all(|known| known != **kind));
        wrong.map_or(Ok(()), |kind| {
            Err(MappingError::Unknown {
                key: "goals.all".to_owned(),
                wrong: format!("the rules have no kind {kind:?}"),
                name: kind.clone(),
                known: known().collect(),
            })
        })
    }

    /// The goal of a document. `is_there` says of a kind whether it is on the board.
    pub(super) fn read(
        &self,
        document: &Json,
        is_there: impl Fn(&str) -> bool,
        unknown: &mut UnknownCodes,
    ) -> Result<Option<Goal>, MappingError> {
        let mut goals = Vec::new();
        for kind in self.all.iter().filter(|kind| is_there(kind)) {
            goals.extend(format!("kind:{kind}:all").parse::<Goal>());
        }

        let value = self.path.as_ref().and_then(|path| Some((path, path.get(document)?)));
        if let Some((path, value)) = value {
            for (at, code, count) in self.entries(path, value)? {
                let Some(words) = self.codes.get(&code) else {
                    unknown.add(code, at, None, || self.codes.names());
                    continue;
                };
                let goal = word(words, &count).parse::<Goal>();
                goals.push(goal.map_err(|_| MappingError::Value {
                    at,
                    found: count,
                    expected: format!("a count for the goal {words}"),
                })?);
            }
        }

        Ok(match goals.len() {
            0 | 1 => goals.pop(),
            _ => Some(Goal::All { all: goals }),
        })
    }

    /// The places, the codes and the counts of the goals; one without a count is of all.
    fn entries(
        &self,
        path: &Path,
        value: &Json,
    ) -> Result<Vec<(String, String, String)>, MappingError> {
        let count = |value: Option<&Json>| {
            value.and_then(code_of).unwrap_or_else(|| "all".to_owned())
        };
        let refused = |at: String, value: &Json, expected: &str| MappingError::Value {
            at,
            found: shown(value),
            expected: expected.to_owned(),
        };

        if self.form == GoalForm::Map {
            let map = value.as_object().ok_or_else(|| {
                refused(path.to_string(), value, "an object, for the form map")
            })?;
            let entry = |(code, value): (&str, &Json)| {
                (format!("{path}.{code}"), code.to_owned(), count(Some(value)))
            };
            return Ok(map.iter().map(entry).collect());
        }

        let list = value.as_array().ok_or_else(|| {
            refused(path.to_string(), value, "a list: the other form is form = \"map\"")
        })?;
        let entry = |(at, entry): (usize, &Json)| {
            let at = format!("{path}[{at}]");
            let code = self.code.get(entry).and_then(code_of).ok_or_else(|| {
                let expected = format!("an object with a code at `{}`", self.code);
                refused(at.clone(), entry, &expected)
            })?;
            Ok((at, code, count(self.count.get(entry))))
        };
        list.iter().enumerate().map(entry).collect()
    }

    /// Writes the goal of a level.
    pub(super) fn write(
        &self,
        goal: Option<&Goal>,
        document: &mut Json,
    ) -> Result<(), MappingError> {
        let (Some(path), Some(goal)) = (&self.path, goal) else { return Ok(()) };

        let mut uncoded = Vec::new();
        let mut found = Vec::new();
        for goal in single(goal) {
            match self
                .codes
                .iter()
                .find_map(|(code, words)| Some((code, count_of(words, goal)?)))
            {
                Some(entry) => found.push(entry),
                None => uncoded.push(goal.to_string()),
            }
        }
        if !uncoded.is_empty() {
            return Err(MappingError::Goals(uncoded));
        }

        let value = match self.form {
            GoalForm::Map => {
                let entry = |(code, count): (&str, Json)| {
                    (
                        code.to_owned(),
                        if count == Json::Null { "all".into() } else { count },
                    )
                };
                Json::Object(found.into_iter().map(entry).collect::<JsonObject>())
            }
            GoalForm::List => {
                let entry = |(code, count): (&str, Json)| {
                    let mut entry = Json::default();
                    self.code.set(&mut entry, code.into());
                    if count != Json::Null {
                        self.count.set(&mut entry, count);
                    }
                    entry
                };
                Json::Array(found.into_iter().map(entry).collect())
            }
        };
        path.set(document, value);
        Ok(())
    }
}

impl Mapping {
    /// The goal of words or of an object of a document.
    pub(super) fn goal(at: &str, value: &Json) -> Result<Goal, MappingError> {
        let refused = || MappingError::Value {
            at: at.to_owned(),
            found: shown(value),
            expected: "a goal such as \"collect:30\", or the object of a level"
                .to_owned(),
        };
        let Some(text) = value.as_str() else {
            return serde_json::from_str(&value.to_string()).map_err(|_| refused());
        };
        let goals =
            text.split_whitespace().map(|word| word.parse().map_err(|_| refused()));
        let mut goals = goals.collect::<Result<Vec<Goal>, _>>()?;
        match goals.len() {
            0 => Err(refused()),
            1 => Ok(goals.remove(0)),
            _ => Ok(Goal::All { all: goals }),
        }
    }
}

/// The word of a goal with its count.
fn word(words: &str, count: &str) -> String {
    if words.contains(COUNT) {
        words.replace(COUNT, count)
    } else if words.parse::<Goal>().is_ok() {
        words.to_owned()
    } else {
        format!("{words}:{count}")
    }
}

/// The count of a goal if it is one of these words; null if it needs none.
fn count_of(words: &str, goal: &Goal) -> Option<Json> {
    let found = goal.to_string();
    if found == words {
        return Some(Json::Null);
    }

    let (before, after) = match words.split_once(COUNT) {
        Some((before, after)) => (before.to_owned(), after),
        None => (format!("{words}:"), ""),
    };
    let count = found.strip_prefix(&before)?.strip_suffix(after)?;
    if word(words, count).parse::<Goal>().ok()? != *goal {
        return None;
    }
    match count {
        "all" => Some(Json::Null),
        count => Some(Json::of(&count.parse::<u32>().ok()?)),
    }
}

/// The goals of which one consists.
fn single(goal: &Goal) -> Vec<&Goal> {
    match goal {
        Goal::All { all } => all.iter().flat_map(single).collect(),
        goal => vec![goal],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lead_back_from_words_of_goals() {
        for (words, count, goal) in [
            ("color:red", "20", "color:red:20"),
            ("kind:box", "all", "kind:box:all"),
            ("kind:box", "3", "kind:box:3"),
            ("collect:COUNT:3", "9", "collect:9:3"),
            ("clear:blockers", "all", "clear:blockers"),
            ("drop", "2", "drop:2"),
            ("score", "900", "score:900"),
        ] {
            let parsed: Goal = goal.parse().unwrap();
            assert_eq!(word(words, count), goal);
            let expected =
                count.parse::<u32>().map_or(Json::Null, |count| Json::of(&count));
            assert_eq!(count_of(words, &parsed), Some(expected), "{goal}");
        }
        assert_eq!(count_of("color:green", &"color:red:2".parse().unwrap()), None);
    }
}
