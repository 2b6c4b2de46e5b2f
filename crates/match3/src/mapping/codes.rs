//! What the codes of grids and lists stand for.

use serde::Deserialize;

use super::MappingError;
use super::parts::Parts;
use crate::token::Tokens;
use crate::{Json, JsonObject, Ruleset};

/// Codes and the tokens that they stand for, in their order: of several codes for one cell the first is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "JsonObject")]
pub(super) struct Codes(Vec<(String, String)>);

impl TryFrom<JsonObject> for Codes {
    type Error = String;

    fn try_from(codes: JsonObject) -> Result<Self, String> {
        let code = |(code, token): (&str, &Json)| match token.as_str() {
            Some(token) => Ok((code.to_owned(), token.to_owned())),
            None => Err(format!("the code {code:?} stands for a text such as \"box1\"")),
        };
        codes.iter().map(code).collect::<Result<_, _>>().map(Self)
    }
}

impl Codes {
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(code, token)| (code.as_str(), token.as_str()))
    }

    /// What a code stands for.
    pub(super) fn get(&self, code: &str) -> Option<&str> {
        self.iter().find(|(other, _)| *other == code).map(|(_, token)| token)
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.iter().map(|(code, _)| code.to_owned()).collect()
    }
}

/// Codes with the parts of cells that they stand for under the rules of a level.
pub(super) struct CodeTable<'a>(pub(super) Vec<(&'a str, Parts)>);

impl<'a> CodeTable<'a> {
    pub(super) fn new(codes: &'a Codes, rules: &Ruleset, colors: &[String]) -> Self {
        Self(
            codes
                .iter()
                .map(|(code, token)| (code, meaning(token, rules, colors)))
                .collect(),
        )
    }

    pub(super) fn get(&self, code: &str) -> Option<&Parts> {
        self.0.iter().find(|(other, _)| *other == code).map(|(_, parts)| parts)
    }

    /// Refuses codes for cells that the rules do not have. With `has_numbers` a number of the document may come behind
    /// what a code stands for.
    pub(super) fn check(
        &self,
        key: &str,
        tokens: &Tokens<'_>,
        has_numbers: bool,
    ) -> Result<(), MappingError> {
        for (code, parts) in &self.0 {
            let read = |parts: &Parts| tokens.read(&parts.token());
            let Err(error) = read(parts) else { continue };
            if has_numbers && read(&parts.numbered("1")).is_ok() {
                continue;
            }
            let wrong = format!("{:?} is no cell: {}", parts.token(), error.wrong);
            let key = format!("{key}.{code}");
            return Err(match error.unknown {
                None => MappingError::Key { key, wrong },
                Some((name, known)) => MappingError::Unknown { key, wrong, name, known },
            });
        }
        Ok(())
    }
}

/// The parts of a cell in words of mappings: a token, or the name of a colour in the place of its letter.
pub(super) fn meaning(words: &str, rules: &Ruleset, colors: &[String]) -> Parts {
    let mut parts = Parts::of(words);
    let Some(contents) = parts.0[0].as_deref() else { return parts };

    let is_block = rules.blocks().iter().any(|block| block.name == contents);
    let color = colors.iter().find(|color| *color == contents).filter(|_| !is_block);
    let letter = color.and_then(|color| color.chars().next());
    let token = match (contents, letter) {
        (_, Some(letter)) => letter.to_string(),
        ("ordinary", _) => ".".to_owned(),
        ("obstacle", _) => "#".to_owned(),
        ("hole", _) => "_".to_owned(),
        ("empty", _) => "-".to_owned(),
        (other, _) => other.to_owned(),
    };
    parts.0[0] = Some(token);
    parts
}

/// The code that a value is: a text, or a number, a flag or null as JSON writes it.
pub(super) fn code_of(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Array(_) | Json::Object(_) => None,
        other => Some(other.to_string()),
    }
}

/// The value of a code: a number, a flag or null if it looks like one and is not always a text.
pub(super) fn value_of(code: &str, is_text: bool) -> Json {
    let read = serde_json::from_str::<Json>(code).ok();
    let plain = read.filter(|value| !is_text && code_of(value).as_deref() == Some(code));
    plain.filter(|value| value.as_str().is_none()).unwrap_or_else(|| code.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    #[test]
    fn words_of_mappings_are_tokens_and_names_of_colors() {
        let rules = Ruleset::preset(Preset::Royal);
        let colors = ["red", "box"].map(str::to_owned);
        let token = |words: &str| meaning(words, &rules, &colors).token();
        for (words, expected) in [
            ("red", "r"),
            ("red+chain1", "r+chain1"),
            ("hole", "_"),
            ("obstacle", "#"),
            ("ordinary_grass1", "._grass1"),
            ("+chain2", ".+chain2"),
            ("box2", "box2"),
            // A kind comes before a colour of its name.
            ("box", "box"),
        ] {
            assert_eq!(token(words), expected, "{words}");
        }
    }

    #[test]
    fn values_lead_back_from_their_codes() {
        for text in [r#""r""#, "3", "-1", "null", "true", r#""""#, r#""a b""#] {
            let value: Json = serde_json::from_str(text).unwrap();
            let code = code_of(&value).unwrap();
            assert_eq!(value_of(&code, false), value, "{text}");
        }
        assert_eq!(value_of("3", true), Json::from("3"));
        // A code is no number that JSON writes otherwise.
        assert_eq!(value_of("03", false), Json::from("03"));
        assert_eq!(code_of(&Json::Array(Vec::new())), None);
    }
}
