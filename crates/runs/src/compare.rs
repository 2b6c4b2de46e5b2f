//! Comparing the answer of a repeated run with the recorded one.

/// How two answers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They have the same bytes.
    Same,
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

        // Line by line: lines that differ in times alone count as equal, and the first other
        // difference is reported.
        let lines = |bytes: &'_ [u8]| -> Vec<Vec<u8>> {
            bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
        };
        let (recorded, repeated) = (lines(recorded), lines(repeated));
        let differs =
            recorded.iter().zip(&repeated).position(|(one, other)| one != other);
        let shorter = recorded.len().min(repeated.len());
        Self::Different { line: differs.unwrap_or(shorter) + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison::{self, Different, Same};

    #[test]
    fn the_first_line_that_differs_is_named() {
        let cases: [(&str, &str, Comparison); 5] = [
            ("{\"a\":1}\n", "{\"a\":1}\n", Same),
            ("{\"a\":1}\n", "{\"a\":2}\n", Different { line: 1 }),
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
