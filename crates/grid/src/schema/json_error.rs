//! Messages about JSON texts in the words of JSON, not of Rust.

/// The message of a JSON error in the words of JSON, without line and column: `expected a whole
/// number, 0 or more, found "x"` instead of serde's ``invalid type: string "x", expected u64``.
///
/// ```
/// use tilewright_grid::in_plain_words;
///
/// let error = serde_json::from_str::<Vec<u64>>("[1, \"x\"]").unwrap_err();
/// assert_eq!(in_plain_words(&error), "expected a whole number, 0 or more, found \"x\"");
/// ```
pub fn in_plain_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    plain_words(text.strip_suffix(&place).unwrap_or(&text))
}

/// As [`in_plain_words`] for the message of any parser that reads types by serde, such as that of
/// TOML.
///
/// ```
/// use tilewright_grid::plain_words;
///
/// let said = plain_words("invalid length 1, expected a tuple of size 2");
/// assert_eq!(said, "expected a list of 2 values, found a list of 1 value");
/// ```
pub fn plain_words(text: &str) -> String {
    mismatch(text).or_else(|| of_keys(text)).unwrap_or_else(|| of_syntax(text))
}

/// The message for a value of a wrong type, range or length.
fn mismatch(text: &str) -> Option<String> {
    let kinds = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = kinds.iter().find_map(|kind| text.strip_prefix(kind))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let found = if text.starts_with(kinds[2]) {
        found.parse().map_or_else(|_| found.to_owned(), list_of)
    } else {
        found_in(found)
    };
    Some(format!("expected {}, found {found}", expected_of(expected)))
}

fn found_in(found: &str) -> String {
    let kinds = ["string ", "integer ", "floating point ", "boolean ", "character "];
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "null" | "unit value" | "Option value" => "null".to_owned(),
        "newtype struct" | "enum" | "unit variant" | "newtype variant"
        | "tuple variant" | "struct variant" => "another value".to_owned(),
        _ => {
            let value = kinds.iter().find_map(|kind| found.strip_prefix(kind));
            value.unwrap_or(found).trim_matches('`').to_owned()
        }
    }
}

/// A list with its length, in words.
fn list_of(values: usize) -> String {
    format!("a list of {values} {}", if values == 1 { "value" } else { "values" })
}

/// What serde expected: names of types of Rust are not for users, the words of visitors are.
fn expected_of(expected: &str) -> String {
    let words = match expected {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "a nonzero u8" | "a nonzero u16" | "a nonzero u32" | "a nonzero u64"
        | "a nonzero usize" => "a whole number, 1 or more",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" | "an array" | "a byte array" | "byte array" => "a list",
        "a map" => "an object",
        "unit" | "null" => "null",
        "a character" => "a single character",
        "option" | "any value" | "any valid JSON value" => "a JSON value",
        "string or map" | "variant identifier" => "a string or an object",
        "field identifier" => "a key",
        _ => return length_of(expected).unwrap_or_else(|| of_type(expected).to_owned()),
    };

    words.to_owned()
}

/// The words for a list of a fixed length: `a tuple of size 2`, `an array of length 2`, `struct Pair
/// with 2 elements`.
fn length_of(expected: &str) -> Option<String> {
    let ends = ["a tuple of size ", "an array of length "];
    let length = ends.iter().find_map(|start| expected.strip_prefix(start));
    let length = length.or_else(|| {
        let is_object = expected.starts_with("struct ");
        let counted = expected.trim_end_matches('s').strip_suffix(" element");
        counted.filter(|_| !is_object)?.rsplit_once(" with ").map(|(_, length)| length)
    });
    Some(list_of(length?.parse().ok()?))
}

/// The words for a type by its name.
fn of_type(expected: &str) -> &str {
    let types = [
        ("struct ", "an object"),
        ("struct variant ", "an object"),
        ("tuple struct ", "a list"),
        ("tuple variant ", "a list"),
        ("tuple ", "a list"),
        ("unit struct ", "null"),
        ("unit variant ", "a string"),
        ("enum ", "a string or an object"),
        ("newtype struct ", "another value"),
        ("newtype variant ", "another value"),
    ];

    let found = types.iter().find(|(start, _)| expected.starts_with(start));
    found.map_or(expected, |(_, words)| words)
}

/// The message for a missing, unknown or repeated key, and for a value of no known form.
fn of_keys(text: &str) -> Option<String> {
    let words = [
        ("missing field ", "missing key "),
        ("unknown field ", "unknown key "),
        ("duplicate field ", "duplicate key "),
        ("unknown variant ", "unknown value "),
        ("unknown or invalid field ", "unknown key "),
    ];

    if text.starts_with("data did not match any variant of untagged enum") {
        return Some("the value has none of the forms that are read here".to_owned());
    }

    let text = words.iter().find_map(|(theirs, ours)| {
        text.strip_prefix(theirs).map(|rest| format!("{ours}{rest}"))
    })?;
    Some(text.replace(", there are no fields", ", there are none here"))
}

/// The message for a text that is not JSON.
fn of_syntax(text: &str) -> String {
    if let Some(what) = text.strip_prefix("EOF while parsing ") {
        return format!("the text ends within {what}");
    }

    match text {
        "expected value" | "expected ident" => "expected a JSON value",
        "trailing characters" => "unexpected text after the end of the JSON value",
        "trailing comma" => "unexpected comma after the last value",
        "key must be a string" => "expected a key in double quotes",
        "invalid escape" => "invalid escape sequence in a string",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "control character in a string: write it as an escape sequence such as \\n"
        }
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            "incomplete escape sequence \\u in a string"
        }
        "invalid unicode code point" => "text that is not UTF-8",
        "recursion limit exceeded" => "lists and objects are nested too deeply",
        "invalid number" => "expected a number such as 12, -3 or 0.5",
        "number out of range" => "the number is too large",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{in_plain_words, plain_words};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Level {
        rows: u32,
        is_open: Option<bool>,
        share: Option<f64>,
        cell: Option<[u32; 2]>,
        pair: Option<(u32, f64)>,
        way: Option<Way>,
        form: Option<Form>,
    }

    #[derive(Debug, Deserialize)]
    enum Way {
        East,
        West,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read")]
    enum Form {
        Number(u32),
        Text(String),
    }

    /// Texts and what is said of them.
    const CASES: &[(&str, &str)] = &[
        (r#"{"rows": "x"}"#, "expected a whole number, 0 or more, found \"x\""),
        (r#"{"rows": -3}"#, "expected a whole number, 0 or more, found -3"),
        (r#"{"rows": 1.5}"#, "expected a whole number, 0 or more, found 1.5"),
        (r#"{"rows": 1, "is_open": 3}"#, "expected true or false, found 3"),
        (r#"{"rows": 1, "share": []}"#, "expected a number, found a list"),
        (
            r#"{"rows": 1, "cell": [1]}"#,
            "expected a list of 2 values, found a list of 1 value",
        ),
        (
            r#"{"rows": 1, "pair": [1]}"#,
            "expected a list of 2 values, found a list of 1 value",
        ),
        (r#"{"rows": 1, "pair": {}}"#, "expected a list of 2 values, found an object"),
        (r#"{"rows": 1, "way": "Up"}"#, "unknown value `Up`, expected `East` or `West`"),
        (
            r#"{"rows": 1, "form": {}}"#,
            "the value has none of the forms that are read here",
        ),
        (r#"{"rows": null}"#, "expected a whole number, 0 or more, found null"),
        ("[]", "expected an object, found a list of 0 values"),
        ("3", "expected an object, found 3"),
        ("{}", "missing key `rows`"),
        (r#"{"rows": 1, "rows": 2}"#, "duplicate key `rows`"),
        (
            r#"{"row": 1}"#,
            "unknown key `row`, expected one of `rows`, `is_open`, `share`, `cell`, `pair`, `way`, `form`",
        ),
        (r#"{"rows": "#, "the text ends within a value"),
        (r#"{"rows": 1} x"#, "unexpected text after the end of the JSON value"),
        ("{\"rows\": x}", "expected a JSON value"),
        ("nothing", "expected a JSON value"),
        ("tru", "the text ends within a value"),
        (r#"{"rows": 1,}"#, "unexpected comma after the last value"),
        ("{rows: 1}", "expected a key in double quotes"),
        (r#"{"\q": 1}"#, "invalid escape sequence in a string"),
        (r#"{"rows": 01}"#, "expected a number such as 12, -3 or 0.5"),
        (r#"{"rows": 1e999}"#, "the number is too large"),
        (
            "{\"\n\": 1}",
            "control character in a string: write it as an escape sequence such as \\n",
        ),
    ];

    #[test]
    fn errors_name_json_and_no_type_of_rust() {
        for (text, expected) in CASES {
            let error = serde_json::from_str::<Level>(text).unwrap_err();
            assert_eq!(in_plain_words(&error), *expected, "{text}");
        }
    }

    #[test]
    fn types_of_rust_are_not_named_whatever_parser_names_them() {
        for (said, expected) in [
            (
                "invalid type: integer `3`, expected string or map",
                "expected a string or an object, found 3",
            ),
            (
                "invalid length 3, expected tuple struct Point with 2 elements",
                "expected a list of 2 values, found a list of 3 values",
            ),
            (
                "invalid type: unit value, expected struct variant Goal::All",
                "expected an object, found null",
            ),
            (
                "unknown field `x`, there are no fields",
                "unknown key `x`, there are none here",
            ),
        ] {
            assert_eq!(plain_words(said), expected);
        }
    }
}
