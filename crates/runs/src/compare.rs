//! Comparing the answer of a repeated run with the recorded one.

use serde_json::Value;

/// How two answers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They have the same bytes.
    Same,
    /// They have the same bytes except for the values of keys `timing`, which say how long the work
    /// took.
    SameButTimes,
    /// They differ.
    Different {
        /// The first line that differs, from 1.
        line: usize,
    },
}

impl Comparison {
    /// Compares two answers of JSON lines.
    pub fn of(recorded: &[u8], repeated: &[u8]) -> Self {
        if recorded == repeated {
            return Self::Same;
        }
        let lines = |bytes: &'_ [u8]| -> Vec<Vec<u8>> {
            bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
        };
        let (recorded, repeated) = (lines(recorded), lines(repeated));
        let mut pairs = recorded.iter().zip(&repeated);
        let is_other =
            |(a, b): (&Vec<u8>, &Vec<u8>)| a != b && timeless_line(a) != timeless_line(b);
        let differs = pairs.position(is_other);
        let shorter = recorded.len().min(repeated.len());
        let missing = (recorded.len() != repeated.len()).then_some(shorter);
        match differs.or(missing) {
            Some(at) => Self::Different { line: at + 1 },
            None => Self::SameButTimes,
        }
    }

    /// Whether the answers are the same except for times.
    pub const fn is_same(self) -> bool {
        matches!(self, Self::Same | Self::SameButTimes)
    }
}

/// An answer of JSON lines without the values of keys `timing`, which say how long the work took.
/// Lines that are not JSON are unchanged.
pub fn timeless(answer: &[u8]) -> Vec<u8> {
    answer.split_inclusive(|&byte| byte == b'\n').flat_map(timeless_line).collect()
}

fn timeless_line(line: &[u8]) -> Vec<u8> {
    let Ok(mut document) = serde_json::from_slice::<Value>(line) else {
        return line.to_vec();
    };
    drop_times(&mut document);
    let end = if line.ends_with(b"\n") { "\n" } else { "" };
    format!("{document}{end}").into_bytes()
}

fn drop_times(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            keys.shift_remove("timing");
            keys.values_mut().for_each(drop_times);
        }
        Value::Array(values) => values.iter_mut().for_each(drop_times),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison::{self, Different, Same, SameButTimes};

    #[test]
    fn only_times_may_differ() {
        let cases: [(&str, &str, Comparison); 7] = [
            ("{\"a\":1}\n", "{\"a\":1}\n", Same),
            ("{\"timing\":1,\"a\":1}\n", "{\"timing\":2,\"a\":1}\n", SameButTimes),
            ("{\"b\":[{\"timing\":1}]}\n", "{\"b\":[{\"timing\":{}}]}\n", SameButTimes),
            (
                "{\"timing\":1,\"a\":1}\n",
                "{\"timing\":1,\"a\":2}\n",
                Different { line: 1 },
            ),
            ("{\"a\":1,\"b\":2}\n", "{\"b\":2,\"a\":1}\n", Different { line: 1 }),
            ("{}\n{\"a\":1}\n", "{}\n", Different { line: 2 }),
            ("{}\n{}", "{}\n{}\n", Different { line: 2 }),
        ];
        for (recorded, repeated, expected) in cases {
            let found = Comparison::of(recorded.as_bytes(), repeated.as_bytes());
            assert_eq!(found, expected, "{recorded} {repeated}");
        }
    }
}
