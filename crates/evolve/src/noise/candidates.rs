//! The candidates of a noisy search: who may be best, and what fresh games say of them.

use tilewright_grid::{Seed, Watch};

use super::ledger::{CAUTION, HOPE};
use super::{Games, Ledger, check_asked};
use crate::evaluation::Aims;
use crate::evolution::Search;
use crate::{
    Error, Evolution, HallOfFame, Individual, Limits, PendingGenomes, Problem, Scheme,
    State as _, front,
};

/// The child of the seed of a search from which the seeds of fresh games come; no generation has its number.
const CONFIRMATION: u64 = u64::MAX - 2;

/// An individual with the means of fresh games, and these games.
type Confirmation<G, const M: usize> = (Individual<G, M>, Games<M>);

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M> {
    /// The games of which the evaluations of the members of the hall of fame are the means, in the order of the members:
    /// those that they played since they became candidates, or all of those that became ones just now. Nothing if the
    /// search is not noisy.
    pub fn hall_games(&self) -> Vec<Games<M>> {
        let Some(noisy) = &self.noisy else { return Vec::new() };
        let ledger = &noisy.ledger;
        let members = self.search.hall_of_fame.members().iter();
        let entries = members.filter_map(|member| ledger.candidate(&member.genome));
        entries.map(|entry| ledger.claim(entry).1).collect()
    }

    /// The individuals that are claimed to be best, at most a number of: of one objective those of the hall of fame, of
    /// several ones of the front, evenly from one end to the other.
    pub fn candidates(&self, most: usize) -> Vec<Individual<P::Genome, M>> {
        if self.aims.single.is_some() {
            return self
                .search
                .hall_of_fame
                .members()
                .iter()
                .take(most)
                .cloned()
                .collect();
        }
        let front = front::of(self.search.state.populations(), &self.aims);
        let (count, last) = (most.min(front.len()), front.len().saturating_sub(1));
        let place = |number: usize| number * last / (count.max(2) - 1);
        (0..count).map(|number| front[place(number)].clone()).collect()
    }

    /// The seed of a fresh game of a candidate, for those who evaluate candidates themselves.
    pub const fn fresh_seed(&self, candidate: u64, game: u64) -> Seed {
        let Search { seed, generations, .. } = self.search;
        seed.child(CONFIRMATION).child(generations).child(candidate).child(game)
    }

    /// Plays fresh games with the [`candidates`](Self::candidates), with seeds that the search has not seen, and returns
    /// what these games alone say: their means are unbiased, since nobody was chosen for them. The search does not change,
    /// and until its next generation the same games are played.
    ///
    /// # Errors
    /// If no games or more than 2²⁶ are asked for, a value is NaN or a violation negative; [`Error::Cancelled`] if the
    /// watch cancels it.
    pub fn confirm(
        &self,
        games: u32,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Vec<Confirmation<P::Genome, M>>, Error> {
        let mut candidates = self.candidates(most);
        Limits::Whole(1, usize::MAX).check("games", f64::from(games))?;
        check_asked(candidates.len(), games as usize)?;
        let mut ledger = Ledger::new();
        for candidate in &candidates {
            ledger.add(candidate.genome.clone());
        }
        let places: Vec<u32> = (0..candidates.len() as u32).collect();
        let Search { seed, generations, .. } = self.search;
        let pending = PendingGenomes {
            genomes: &ledger.genomes,
            places: &places,
            games,
            seed: seed.child(CONFIRMATION).child(generations),
        };
        let mut told = Vec::new();
        self.problem.evaluate_games(pending, watch, &mut told)?;
        let (expected, found) = (candidates.len() * games as usize, told.len());
        if expected != found {
            return Err(Error::EvaluationCount { expected, found });
        }
        for (entry, games) in told.chunks(games as usize).enumerate() {
            for game in games {
                game.check(entry)?;
                ledger.play(entry, game);
            }
        }
        for (candidate, mean) in candidates.iter_mut().zip(&ledger.means) {
            candidate.evaluation = *mean;
        }
        let records = (0..ledger.len()).map(|entry| ledger.record(entry));
        Ok(candidates.into_iter().zip(records).collect())
    }
}

/// Chooses the candidates among those before and the new entries of a ledger, and ranks them in the hall of fame. Half of
/// the places are for those who are best by the games that they played as candidates, the others for those who may be
/// better.
pub(super) fn nominate<G: Clone + PartialEq, const M: usize>(
    hall: &mut HallOfFame<G, M>,
    ledger: &mut Ledger<G, M>,
    from: usize,
    aims: &Aims<M>,
) {
    let variance = aims.single.map_or(0.0, |at| ledger.variance(at));
    let bound = |ledger: &Ledger<G, M>, entry, is_claim| {
        let caution = if is_claim { CAUTION } else { HOPE };
        ledger.bound(entry, aims, variance, caution, is_claim)
    };

    let members = hall.members().iter();
    let old: Vec<usize> =
        members.filter_map(|member| ledger.candidate(&member.genome)).collect();
    let mut chosen: Vec<usize> =
        old.iter().copied().filter(|&entry| ledger.is_proven(entry)).collect();
    chosen.sort_by_cached_key(|&entry| bound(ledger, entry, true));
    chosen.truncate(hall.places().div_ceil(2));

    // Members come before equally good newcomers.
    let mut others: Vec<usize> = old.into_iter().chain(from..ledger.len()).collect();
    others.sort_by_cached_key(|&entry| bound(ledger, entry, false));
    for entry in others {
        if chosen.len() == hall.places() {
            break;
        }
        let genome = &ledger.genomes[entry];
        if chosen.iter().all(|&other| ledger.genomes[other] != *genome) {
            chosen.push(entry);
        }
    }

    ledger.nominate(&chosen);
    chosen.sort_by_cached_key(|&entry| {
        (!ledger.is_proven(entry), bound(ledger, entry, true))
    });
    hall.replace(chosen.iter().map(|&entry| {
        let (genome, (evaluation, _)) =
            (ledger.genomes[entry].clone(), ledger.claim(entry));
        (Individual { genome, evaluation }, bound(ledger, entry, true))
    }));
}
