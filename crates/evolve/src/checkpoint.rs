//! Checkpoints: the state of a search as bytes.

use serde::{Serialize, de::DeserializeOwned};
use tilewright_grid::{Seed, checksum};

use crate::evolution::{Names, Search, sample};
use crate::noise::NoisySearch;
use crate::{Error, Evolution, Population, Problem, Scheme, State as _, StoredState};

/// The first bytes of every checkpoint.
const MAGIC: &[u8] = b"tilewright/checkpoint/2\n";

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M>
where
    P::Genome: Serialize + DeserializeOwned,
    S::State: Serialize + DeserializeOwned,
{
    /// The state of the search as bytes: a header, the version, the names of the problem and the
    /// scheme, the state in postcard format, and a checksum.
    ///
    /// # Errors
    /// [`Error::Unwritable`] if genomes cannot be written in postcard format and read again, which
    /// does not name fields: serde's attributes `flatten`, `tag`, `untagged` and
    /// `skip_serializing_if` need a format that does.
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
    ///     fn fingerprint(&self) -> String {
    ///         "64 ones".to_owned()
    ///     }
    /// }
    ///
    /// let mutation = BitFlip { rate: Rate::new(1.0 / 64.0)? };
    /// let scheme = Plus::new(4, 16, mutation);
    /// let mut evolution = Evolution::new(Ones, scheme, Seed(1))?;
    /// // Evaluate a generation by yourself, with ask and tell.
    /// let genomes: Vec<BitString> = evolution.ask()?.iter().cloned().collect();
    /// let evaluations: Vec<Evaluation> = genomes.iter().map(|it| Ones.evaluate(it)).collect();
    /// evolution.tell(&evaluations)?;
    ///
    /// let bytes = evolution.checkpoint()?;
    /// let resumed = Evolution::resume(Ones, scheme, &bytes)?;
    /// assert_eq!(resumed.evaluations(), evolution.evaluations());
    /// # Ok::<(), tilewright_evolve::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Result<Vec<u8>, Error> {
        let unwritable = |error: postcard::Error| Error::Unwritable(error.to_string());

        // Some formats of serde can be written but not read; better to say so now than after a crash.
        if let Some(one) = self.best() {
            let bytes =
                postcard::to_extend(&one.genome, Vec::new()).map_err(unwritable)?;
            postcard::from_bytes::<P::Genome>(&bytes).map_err(unwritable)?;
        }

        let offspring = self.search.is_asked.then(|| self.search.offspring.blanked());
        let parts = (&self.names, &self.search, offspring);
        let mut bytes =
            postcard::to_extend(&parts, MAGIC.to_vec()).map_err(unwritable)?;
        if let Some(noisy) = &self.noisy {
            bytes = postcard::to_extend(&**noisy, bytes).map_err(unwritable)?;
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Resumes a search from a checkpoint, given its problem and scheme.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if the bytes are not a checkpoint, damaged or do not fit the problem
    /// ([`Problem::accepts`]) and the settings of the scheme ([`Scheme::accepts`]),
    /// [`Error::Mismatch`] if it is one of another version, problem or scheme.
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
        let (mut search, rest): (Search<S::State, P::Genome, M>, _) =
            postcard::take_from_bytes(rest).map_err(unreadable)?;
        let (offspring, rest): (Option<Population<P::Genome, M>>, _) =
            postcard::take_from_bytes(rest).map_err(unreadable)?;
        // Only a search with noise has more.
        let noisy: Option<NoisySearch<P::Genome, M>> = if rest.is_empty() {
            None
        } else {
            Some(postcard::from_bytes(rest).map_err(unreadable)?)
        };

        evolution.check(&search, offspring.as_ref(), noisy.as_ref())?;
        evolution.noisy = noisy.map(|mut noisy| {
            noisy.ledger.sort();
            Box::new(noisy)
        });
        search.offspring = offspring.unwrap_or_default();
        evolution.search = search;
        evolution.list();
        Ok(evolution)
    }
}

/// The number of characters of a name that an error shows. Chosen: two names then fit on a screen.
const SHOWN: usize = 160;

/// Two different names, shortened to the surroundings of their first difference: bounds of a
/// thousand genes make a long name.
fn difference(one: &str, two: &str) -> [String; 2] {
    let same = one.chars().zip(two.chars()).take_while(|(a, b)| a == b).count();
    let begin = if one.chars().count().max(two.chars().count()) <= SHOWN {
        0
    } else {
        same.saturating_sub(SHOWN / 2)
    };
    [one, two].map(|name| {
        let mut rest = name.chars().skip(begin);
        let shown: String = rest.by_ref().take(SHOWN).collect();
        let [before, after] = [begin > 0, rest.next().is_some()];
        let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
        format!("{}{shown}{}", ellipsis(before), ellipsis(after))
    })
}

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M> {
    /// Checks that a search is one of this problem and this scheme.
    fn check(
        &self,
        search: &Search<S::State, P::Genome, M>,
        offspring: Option<&Population<P::Genome, M>>,
        noisy: Option<&NoisySearch<P::Genome, M>>,
    ) -> Result<(), Error> {
        let Self { problem, scheme, aims, .. } = self;
        let is_complete = search.is_asked == offspring.is_some()
            && search.is_sound(aims, scheme.columns(), noisy.is_some())
            && search.state.is_sound()
            && offspring.is_none_or(Population::is_sound)
            && noisy.is_none_or(|noisy| noisy.is_sound(offspring));
        if !is_complete {
            return Err(Error::Checkpoint("a part is incomplete or no valid number"));
        }

        let sample = sample(problem, search.seed);
        let is_genome = |genome: &P::Genome| {
            problem.accepts(genome, &sample) && scheme.check(problem, genome).is_ok()
        };
        let members = search.hall_of_fame.members().iter();
        let populations = search.state.populations().chain(offspring);
        let players = noisy.into_iter().flat_map(|noisy| &noisy.ledger.genomes);
        if !populations.flat_map(Population::genomes).chain(players).all(is_genome)
            || !members.map(|member| &member.genome).all(is_genome)
        {
            return Err(Error::Checkpoint("a genome does not fit the problem"));
        }

        let (sample, state) = (&sample, &search.state);
        if !scheme.accepts(&StoredState { problem, sample, state, offspring }) {
            return Err(Error::Checkpoint("the state does not fit the settings"));
        }
        Ok(())
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
                let [found, expected] = difference(found, expected);
                return Err(Error::Mismatch { what, found, expected });
            }
        }
        Ok(())
    }
}
