//! Profiles of the frontier between the decided and the undecided cells.

/// For every column one digit that describes its next undecided cell.
pub(super) type Profile = [u8; 32];

/// The digit of a cell in which a ship may start.
pub(super) const FREE: u8 = 0;
/// The digit of a cell that must stay empty because of a neighbouring ship.
pub(super) const BLOCKED: u8 = 1;
/// The digit of a cell that must stay empty like the cell below it: a ship ends to the left of it.
pub(super) const SHADOW: u8 = 2;
/// A digit greater than this belongs to a cell of a ship from above. The difference is the number
/// of cells that the ship still has, this one included.
pub(super) const DUE: u8 = 2;

/// A set of profiles, numbered in the order of insertion: a hash table with open addressing.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    profiles: Vec<Profile>,
    /// The number of a profile plus 1, or 0 for an empty slot.
    slots: Vec<u32>,
}

impl Index {
    pub(super) fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    /// The number of a profile, which is inserted if it is new.
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

    /// The slot of a profile, or the empty slot for it.
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

    /// Removes all profiles, but keeps the memory.
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

    /// Its size in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        (self.profiles.capacity() * size_of::<Profile>()
            + self.slots.len() * size_of::<u32>()) as u64
    }
}

/// A 64-bit hash of the digits.
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
