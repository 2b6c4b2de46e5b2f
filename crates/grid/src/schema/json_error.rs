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
    let text = text.strip_suffix(&place).unwrap_or(&text);
    mismatch(text).or_else(|| of_keys(text)).unwrap_or_else(|| of_syntax(text))
}

/// The message for a value of a wrong type, range or length.
fn mismatch(text: &str) -> Option<String> {
    let kinds = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = kinds.iter().find_map(|kind| text.strip_prefix(kind))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let found = if text.starts_with(kinds[2]) {
        format!("{found} values")
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
        _ => {
            let value = kinds.iter().find_map(|kind| found.strip_prefix(kind));
            value.unwrap_or(found).trim_matches('`').to_owned()
        }
    }
}

fn expected_of(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    }
}

/// The message for a missing, unknown or repeated key.
fn of_keys(text: &str) -> Option<String> {
    let words = [
        ("missing field ", "missing key "),
        ("unknown field ", "unknown key "),
        ("duplicate field ", "duplicate key "),
        ("unknown variant ", "unknown value "),
    ];
    words.iter().find_map(|(theirs, ours)| {
        text.strip_prefix(theirs).map(|rest| format!("{ours}{rest}"))
    })
}

/// The message for a text that is not JSON.
fn of_syntax(text: &str) -> String {
    if let Some(what) = text.strip_prefix("EOF while parsing ") {
        return format!("the text ends within {what}");
    }
    match text {
        "expected value" => "expected a JSON value",
        "trailing characters" => "unexpected text after the end of the JSON value",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::in_plain_words;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Level {
        rows: u32,
        is_open: Option<bool>,
        share: Option<f64>,
        cell: Option<[u32; 2]>,
    }

    #[test]
    fn errors_name_json_and_no_type_of_rust() {
        let cases = [
            (r#"{"rows": "x"}"#, "expected a whole number, 0 or more, found \"x\""),
            (r#"{"rows": -3}"#, "expected a whole number, 0 or more, found -3"),
            (r#"{"rows": 1.5}"#, "expected a whole number, 0 or more, found 1.5"),
            (r#"{"rows": 1, "is_open": 3}"#, "expected true or false, found 3"),
            (r#"{"rows": 1, "share": []}"#, "expected a number, found a list"),
            (
                r#"{"rows": 1, "cell": [1]}"#,
                "expected an array of length 2, found 1 values",
            ),
            ("[]", "expected an object, found 0 values"),
            ("3", "expected an object, found 3"),
            ("{}", "missing key `rows`"),
            (r#"{"rows": 1, "rows": 2}"#, "duplicate key `rows`"),
            (
                r#"{"row": 1}"#,
                "unknown key `row`, expected one of `rows`, `is_open`, `share`, `cell`",
            ),
            (r#"{"rows": "#, "the text ends within a value"),
            (r#"{"rows": 1} x"#, "unexpected text after the end of the JSON value"),
            ("{\"rows\": x}", "expected a JSON value"),
        ];
        for (text, expected) in cases {
            let error = serde_json::from_str::<Level>(text).unwrap_err();
            assert_eq!(in_plain_words(&error), expected, "{text}");
        }
    }
}
