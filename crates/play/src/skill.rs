//! Players of any strength: some of their moves are random.

use std::fmt;

use tilewright_grid::Rng;

/// The name of a player, with or without a skill from 0 to 1: `greedy` or `greedy:0.7`. A
/// player of skill 0.7 makes 70 % of its moves itself and the others at random:
/// [`is_own_move`] draws which.
///
/// ```
/// use tilewright_play::SkilledName;
///
/// let player = SkilledName::read("greedy:0.7").unwrap();
/// assert_eq!((player.name, player.skill), ("greedy", Some(0.7)));
/// assert_eq!(player.to_string(), "greedy:0.7");
/// assert_eq!(SkilledName::read("greedy:7"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkilledName<'a> {
    /// The name, which may be any text.
    pub name: &'a str,
    /// The skill, from 0 to 1, if the text has one.
    pub skill: Option<f64>,
}

impl<'a> SkilledName<'a> {
    /// Reads `NAME` or `NAME:SKILL`. `None` if the skill is not a number from 0 to 1.
    pub fn read(word: &'a str) -> Option<Self> {
        let Some((name, skill)) = word.split_once(':') else {
            return Some(Self { name: word, skill: None });
        };
        let skill = skill.parse().ok().filter(|skill| (0.0..=1.0).contains(skill))?;
        Some(Self { name, skill: Some(skill) })
    }
}

/// Writes what [`SkilledName::read`] reads.
impl fmt::Display for SkilledName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.skill.map_or(Ok(()), |skill| write!(f, ":{skill}"))
    }
}

/// Draws whether the next move of a player of the given skill is its own (or else random): true
/// with probability `skill`. For a skill of 1 or more no random number is drawn.
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
        let skill = |word| SkilledName::read(word).map(|player| player.skill);
        assert_eq!(skill("bot"), Some(None));
        assert_eq!(skill("bot:0"), Some(Some(0.0)));
        assert_eq!(skill("bot:1"), Some(Some(1.0)));
        for word in ["bot:", "bot:-0.1", "bot:1.1", "bot:NaN", "bot:0.5:0.5"] {
            assert_eq!(skill(word), None, "{word}");
        }
    }

    #[test]
    fn the_skill_is_the_share_of_own_moves() {
        let mut rng = Seed(1).rng();
        let own = |skill, rng: &mut Rng| {
            (0..10_000).filter(|_| is_own_move(skill, rng)).count()
        };
        assert_eq!(own(0.0, &mut rng), 0);
        assert!((6_900..7_100).contains(&own(0.7, &mut rng)));
        let mut untouched = rng.clone();
        assert_eq!(own(1.0, &mut rng), 10_000);
        assert_eq!(rng.next_u64(), untouched.next_u64(), "a number was drawn");
    }
}
