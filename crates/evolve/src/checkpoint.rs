//! The whole state of a search as bytes, and back.

use serde::{Serialize, de::DeserializeOwned};
use tilewright_grid::{Seed, checksum};

use crate::evolution::{Names, State};
use crate::{Error, Evolution, Problem, Scheme};

/// What every checkpoint begins with.
const MAGIC: &[u8] = b"tilewright/checkpoint/1\n";

impl<P: Problem, S: Scheme<P>> Evolution<P, S>
where
    P::Genome: Serialize + DeserializeOwned,
{
    /// The whole state as bytes: a heading, the version and the names of problem and scheme,
    /// the state in postcard form, and a checksum.
    pub fn checkpoint(&self) -> Vec<u8> {
        let named = (&self.names, &self.state);
        let mut bytes = postcard::to_extend(&named, MAGIC.to_vec())
            .expect("a search holds only what postcard can write");
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The search as it was when the checkpoint was taken, given its problem and scheme.
    ///
    /// # Errors
    /// When the bytes are no whole checkpoint, or one of another version, problem or scheme.
    pub fn resume(problem: P, scheme: S, checkpoint: &[u8]) -> Result<Self, Error> {
        let mut evolution = Self::new(problem, scheme, Seed(0))?;
        let body = checkpoint
            .strip_prefix(MAGIC)
            .ok_or(Error::Checkpoint("it begins with another heading"))?;
        let (body, sum) = body
            .split_last_chunk()
            .ok_or(Error::Checkpoint("it ends before its checksum"))?;
        let covered = &checkpoint[..checkpoint.len() - sum.len()];
        if checksum(covered) != u64::from_le_bytes(*sum) {
            return Err(Error::Checkpoint(
                "its checksum differs: it is cut short or damaged",
            ));
        }
        let unreadable =
            |_| Error::Checkpoint("its contents are not what this version writes");
        let (names, rest): (Names, _) =
            postcard::take_from_bytes(body).map_err(unreadable)?;
        names.expect(&evolution.names)?;
        let state: State<P::Genome> = postcard::from_bytes(rest).map_err(unreadable)?;
        if !state.is_sound() {
            return Err(Error::Checkpoint("its populations are not whole"));
        }
        evolution.state = state;
        Ok(evolution)
    }
}

impl Names {
    /// Refuses what is not the same.
    fn expect(&self, here: &Self) -> Result<(), Error> {
        for (what, found, expected) in [
            ("version", &self.version, &here.version),
            ("problem", &self.problem, &here.problem),
            ("scheme", &self.scheme, &here.scheme),
        ] {
            if found != expected {
                let (found, expected) = (found.clone(), expected.clone());
                return Err(Error::Mismatch { what, found, expected });
            }
        }
        Ok(())
    }
}
