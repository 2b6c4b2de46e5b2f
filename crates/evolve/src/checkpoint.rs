//! Checkpoints: the state of a search as bytes.

use serde::{Serialize, de::DeserializeOwned};
use tilewright_grid::{Seed, checksum};

use crate::evolution::{Names, State};
use crate::{Error, Evolution, Problem, Scheme};

/// The first bytes of every checkpoint.
const MAGIC: &[u8] = b"tilewright/checkpoint/1\n";

impl<P: Problem, S: Scheme<P>> Evolution<P, S>
where
    P::Genome: Serialize + DeserializeOwned,
{
    /// The state of the search as bytes: a header, the version, the names of the problem and the
    /// scheme, the state in postcard format, and a checksum.
    ///
    /// ```
    /// use tilewright_evolve::*;
    /// use tilewright_grid::{Rng, Seed};
    ///
    /// struct Ones;
    /// impl Problem for Ones {
    ///     type Genome = BitString;
    ///     fn objectives(&self) -> [Direction; 1] {
    ///         [Direction::Maximize]
    ///     }
    ///     fn random(&self, rng: &mut Rng) -> BitString {
    ///         BitString::random(64, rng)
    ///     }
    ///     fn evaluate(&self, genome: &BitString) -> Evaluation {
    ///         Evaluation::feasible([f64::from(genome.ones())])
    ///     }
    /// }
    ///
    /// let mutation = BitFlip { rate: Rate::new(1.0 / 64.0)? };
    /// let scheme = Plus { parents: 4, children: 16, mutation, restart: None };
    /// let mut evolution = Evolution::new(Ones, scheme, Seed(1))?;
    /// // Evaluate a generation by yourself, with ask and tell.
    /// let genomes: Vec<BitString> = evolution.ask()?.iter().cloned().collect();
    /// let evaluations: Vec<Evaluation> = genomes.iter().map(|it| Ones.evaluate(it)).collect();
    /// evolution.tell(&evaluations)?;
    ///
    /// let bytes = evolution.checkpoint();
    /// let resumed = Evolution::resume(Ones, scheme, &bytes)?;
    /// assert_eq!(resumed.evaluations(), evolution.evaluations());
    /// # Ok::<(), tilewright_evolve::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Vec<u8> {
        let named = (&self.names, &self.state);
        let mut bytes = postcard::to_extend(&named, MAGIC.to_vec())
            .expect("the state of a search can be written");
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Resumes a search from a checkpoint, given its problem and scheme.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if the bytes are not a checkpoint or damaged, [`Error::Mismatch`] if
    /// it is one of another version, problem or scheme.
    pub fn resume(problem: P, scheme: S, checkpoint: &[u8]) -> Result<Self, Error> {
        let mut evolution = Self::new(problem, scheme, Seed(0))?;
        let body =
            checkpoint.strip_prefix(MAGIC).ok_or(Error::Checkpoint("wrong header"))?;
        let (body, sum) =
            body.split_last_chunk().ok_or(Error::Checkpoint("it is truncated"))?;
        let covered = &checkpoint[..checkpoint.len() - sum.len()];
        if checksum(covered) != u64::from_le_bytes(*sum) {
            return Err(Error::Checkpoint("wrong checksum: it is truncated or damaged"));
        }
        let unreadable =
            |_| Error::Checkpoint("its contents cannot be read by this version");
        let (names, rest): (Names, _) =
            postcard::take_from_bytes(body).map_err(unreadable)?;
        names.expect(&evolution.names)?;
        let state: State<P::Genome> = postcard::from_bytes(rest).map_err(unreadable)?;
        if !state.is_sound() {
            return Err(Error::Checkpoint("a population is incomplete"));
        }
        evolution.state = state;
        Ok(evolution)
    }
}

impl Names {
    /// Checks that version, problem and scheme are those of this search.
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
