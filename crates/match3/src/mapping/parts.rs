//! The parts of a cell: what fills it, its cover and its ground.

use crate::token::parts;

/// The number of parts.
pub(super) const PARTS: usize = 3;

/// What fills a cell, its cover and its ground, as words of a token without their marks: `r`, `chain1`, `grass2`. Of a
/// cell none is there that it does not have; of a code those that it stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Parts(pub(super) [Option<String>; PARTS]);

impl Parts {
    /// The parts of a token, or of a cover or ground alone such as `+chain1` or `_grass2`.
    pub(super) fn of(token: &str) -> Self {
        if token == "_" {
            return Self([Some(token.to_owned()), None, None]);
        }
        let (contents, cover, ground) = parts(token);
        let contents = Some(contents).filter(|contents| !contents.is_empty());
        Self([contents, cover, ground].map(|part| part.map(str::to_owned)))
    }

    /// The parts with those of another in their places.
    pub(super) fn put(&mut self, over: &Self) {
        for (part, over) in self.0.iter_mut().zip(&over.0) {
            if over.is_some() {
                part.clone_from(over);
            }
        }
    }

    /// The last part that is there, to which a number belongs.
    pub(super) fn last(&self) -> Option<usize> {
        self.0.iter().rposition(Option::is_some)
    }

    /// The same parts with a number behind the last one.
    pub(super) fn numbered(&self, number: &str) -> Self {
        let mut parts = self.clone();
        if let Some(part) = self.last().and_then(|last| parts.0[last].as_mut()) {
            part.push_str(number);
        }
        parts
    }

    /// The token; a block of any colour fills a cell of which nothing else is known.
    pub(super) fn token(&self) -> String {
        let [contents, cover, ground] = &self.0;
        let marked = |mark: &str, part: &Option<String>| {
            part.as_ref().map_or_else(String::new, |part| format!("{mark}{part}"))
        };
        let contents = contents.as_deref().unwrap_or(".");
        format!("{contents}{}{}", marked("+", cover), marked("_", ground))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_lead_back_from_their_parts() {
        for token in
            ["_", ".", "r+chain1_grass2", "box4_grass1", "R|", "P!+1", ".+ice2", "="]
        {
            assert_eq!(Parts::of(token).token(), token);
        }
        assert_eq!(Parts::of("+chain").0, [None, Some("chain".to_owned()), None]);
        assert_eq!(Parts::of("_grass").numbered("2").token(), "._grass2");
        assert_eq!(Parts::of(""), Parts::default());
    }

    #[test]
    fn what_lies_over_a_part_takes_its_place_and_leaves_the_others() {
        let mut cell = Parts::of(".+ice1");
        cell.put(&Parts::of("box2"));
        cell.put(&Parts::of("_grass1"));
        assert_eq!(cell.token(), "box2+ice1_grass1");
    }
}
