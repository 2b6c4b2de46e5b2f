//! Players as strong as one likes: how a name with a skill is written, and which moves are the
//! player's own.

use std::fmt;

use tilewright_grid::Rng;

/// A player by its name, with a skill from 0 to 1 where one is given: `greedy` or `greedy:0.7`.
///
/// ```
/// use tilewright_play::Skilled;
///
/// let player = Skilled::read("greedy:0.7").unwrap();
/// assert_eq!((player.name, player.skill), ("greedy", Some(0.7)));
/// assert_eq!(player.to_string(), "greedy:0.7");
/// assert_eq!(Skilled::read("greedy:7"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skilled<'a> {
    /// The name, not checked.
    pub name: &'a str,
    /// The skill, if one is given.
    pub skill: Option<f64>,
}

impl<'a> Skilled<'a> {
    /// Reads `NAME` or `NAME:SKILL`; none where the skill is no number from 0 to 1.
    pub fn read(word: &'a str) -> Option<Self> {
        let Some((name, skill)) = word.split_once(':') else {
            return Some(Self { name: word, skill: None });
        };
        let skill = skill.parse().ok().filter(|skill| (0.0..=1.0).contains(skill))?;
        Some(Self { name, skill: Some(skill) })
    }
}

/// Writes what [`Skilled::read`] reads.
impl fmt::Display for Skilled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.skill.map_or(Ok(()), |skill| write!(f, ":{skill}"))
    }
}

/// Whether the next move of a player of that skill, 0 to 1, is its own and not a random one. At
/// a skill of 1 nothing is drawn.
#[inline]
pub fn is_own_move(skill: f64, rng: &mut Rng) -> bool {
    skill >= 1.0 || rng.chance(skill)
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    #[test]
    fn a_skill_is_a_number_from_0_to_1() {
        let skill = |word| Skilled::read(word).map(|player| player.skill);
        assert_eq!(skill("seed"), Some(None));
        assert_eq!(skill("seed:0"), Some(Some(0.0)));
        assert_eq!(skill("seed:1"), Some(Some(1.0)));
        for word in ["seed:", "seed:-0.1", "seed:1.1", "seed:NaN", "seed:0.5:0.5"] {
            assert_eq!(skill(word), None, "{word}");
        }
    }

    #[test]
    fn a_share_of_the_moves_is_the_players_own() {
        let mut rng = Seed(1).rng();
        let own = |skill, rng: &mut Rng| {
            (0..10_000).filter(|_| is_own_move(skill, rng)).count()
        };
        assert_eq!(own(0.0, &mut rng), 0);
        assert!((6_900..7_100).contains(&own(0.7, &mut rng)));
        let mut untouched = rng.clone();
        assert_eq!(own(1.0, &mut rng), 10_000);
        assert_eq!(rng.next_u64(), untouched.next_u64(), "nothing was drawn");
    }
}
