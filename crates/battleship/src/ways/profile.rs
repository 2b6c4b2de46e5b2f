//! The frontier between the cells that are decided and those that are not.

/// What is to be known of the next cell of every column, a digit a column.
pub(super) type Profile = [u8; 32];

/// A ship may begin there.
pub(super) const FREE: u8 = 0;
/// A ship next to it keeps it empty.
pub(super) const BLOCKED: u8 = 1;
/// The same, and the cell below it as well: a ship ends to the left of it.
pub(super) const SHADOW: u8 = 2;
/// So much less than a digit: the decks that a ship from above still has from there on.
pub(super) const DUE: u8 = 2;

/// Profiles numbered in the order in which they came, found again by their digits.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    profiles: Vec<Profile>,
    /// One more than a number, or 0; open addressing.
    slots: Vec<u32>,
}

impl Index {
    pub(super) fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    /// The number of a profile, a new one if it is new.
    pub(super) fn number(&mut self, profile: &Profile) -> usize {
        if self.slots.len() < 2 * (self.profiles.len() + 1) {
            self.grow();
        }
        let slot = self.slot(profile);
        if self.slots[slot] == 0 {
            self.profiles.push(*profile);
            self.slots[slot] = self.profiles.len() as u32;
        }
        self.slots[slot] as usize - 1
    }

    /// The slot of a profile, or an empty one.
    fn slot(&self, profile: &Profile) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(profile) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.profiles[number as usize] == *profile {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Without profiles again.
    pub(super) fn clear(&mut self) {
        self.profiles.clear();
        self.slots.fill(0);
    }

    fn grow(&mut self) {
        let slots = (4 * (self.profiles.len() + 1)).next_power_of_two();
        self.slots = vec![0; slots];
        for number in 0..self.profiles.len() {
            let slot = self.slot(&self.profiles[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// The bytes that it takes.
    pub(super) const fn bytes(&self) -> u64 {
        (self.profiles.capacity() * size_of::<Profile>()
            + self.slots.len() * size_of::<u32>()) as u64
    }
}

/// The digits stirred into 64 bits.
fn hash(profile: &Profile) -> u64 {
    let (words, _) = profile.as_chunks::<8>();
    let mut hash = 0_u64;
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_keeps_its_number() {
        let mut index = Index::default();
        let profile = |number: u32| {
            let mut profile = [0; 32];
            profile[..4].copy_from_slice(&number.to_le_bytes());
            profile
        };
        for round in 0..2 {
            for number in 0..3000 {
                assert_eq!(index.number(&profile(number)), number as usize, "{round}");
            }
        }
        assert_eq!(index.profiles().len(), 3000);
    }
}
