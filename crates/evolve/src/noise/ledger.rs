//! The games of every individual of a noisy search.

use serde::{Deserialize, Serialize};

use crate::evaluation::Aims;
use crate::state::is_count;
use crate::{Evaluation, Standing};

/// How many games an individual has played, and how sure its means are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Games<const M: usize = 1> {
    /// The number of games.
    pub count: u32,
    /// The standard error of the mean of each value, by these games alone; infinite after one game.
    pub errors: [f64; M],
}

/// The games of the individuals of the state, of the hall of fame and of the genomes that are being evaluated. An
/// individual is found by its evaluation and genome, so that schemes need to know nothing of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ledger<G, const M: usize> {
    pub(crate) genomes: Vec<G>,
    /// The evaluations that state and hall of fame have.
    pub(crate) known: Vec<Evaluation<M>>,
    /// The means of all games.
    pub(crate) means: Vec<Evaluation<M>>,
    /// The sums of the squared deviations from the means, each as a list.
    squares: Vec<Vec<f64>>,
    pub(crate) games: Vec<u32>,
    /// The games of candidates since they became ones.
    proofs: Vec<Option<Proof<M>>>,
    /// The entries by the keys of their known evaluations.
    #[serde(skip)]
    index: Vec<(u64, u32)>,
}

/// The games of an individual since it became a candidate. Nobody was chosen for them, so that they say without bias what
/// it is worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Proof<const M: usize> {
    mean: Evaluation<M>,
    squares: Vec<f64>,
    games: u32,
}

/// The new evaluations of individuals that played again.
#[derive(Debug)]
pub struct Revision<'a, G, const M: usize = 1> {
    pub(crate) ledger: &'a Ledger<G, M>,
}

impl<G: PartialEq, const M: usize> Revision<'_, G, M> {
    /// The new evaluation of an individual, given its genome and the evaluation that it has; `None` if that is still
    /// right.
    pub fn of(&self, genome: &G, evaluation: &Evaluation<M>) -> Option<Evaluation<M>> {
        let entry = self.ledger.find(genome, evaluation)?;
        let mean = self.ledger.means[entry];
        (mean != *evaluation).then_some(mean)
    }
}

/// The games of others that count as ones of an individual in its standard error. Chosen: they decide after one game,
/// and hardly matter after twenty.
const PRIOR: f64 = 4.0;
/// How many standard errors are taken from the mean of all games to decide who may be a candidate. Chosen: luckier ones
/// would come each generation, and others would miss a chance.
pub(super) const HOPE: f64 = 2.0;
/// How many are taken from the mean of a candidate's games to decide who is best. Fitted on the sphere of 20 genes between
/// −1 and 1 with noise of 0.5, `Generational` and `Plus`, 200 generations, 30 seeds: with 3 the best claimed 0.12 to 0.19 too
/// much, with 5 0.08 to 0.17, with 8 0.06 to 0.08 and with 12 0.04 to 0.06; but with 12 it was worth up to 0.07 less than
/// with 5 (`cargo bench -p tilewright-evolve --bench quality -- noise` measures it again). There are thousands of candidates
/// in a search, each of which is compared after every game, so that what would be rare for one of them happens to some.
pub(super) const CAUTION: f64 = 8.0;

impl<G, const M: usize> Ledger<G, M> {
    pub(crate) const fn new() -> Self {
        Self {
            genomes: Vec::new(),
            known: Vec::new(),
            means: Vec::new(),
            squares: Vec::new(),
            games: Vec::new(),
            proofs: Vec::new(),
            index: Vec::new(),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.genomes.len()
    }

    /// Adds a genome that has not played.
    pub(crate) fn add(&mut self, genome: G) {
        self.genomes.push(genome);
        self.known.push(Evaluation::feasible([0.0; M]));
        self.means.push(Evaluation::feasible([0.0; M]));
        self.squares.push(vec![0.0; M]);
        self.games.push(0);
        self.proofs.push(None);
    }

    /// Takes a game into the means.
    pub(crate) fn play(&mut self, entry: usize, game: &Evaluation<M>) {
        let (mean, squares) = (&mut self.means[entry], &mut self.squares[entry]);
        take(game, mean, squares, &mut self.games[entry]);
        if let Some(Proof { mean, squares, games }) = &mut self.proofs[entry] {
            take(game, mean, squares, games);
        }
    }

    /// The violation of an entry that has played, which is the same in all games.
    pub(crate) fn violation(&self, entry: usize) -> Option<f64> {
        (self.games[entry] > 0).then(|| self.means[entry].violation)
    }

    /// The games of an entry.
    pub(crate) fn record(&self, entry: usize) -> Games<M> {
        record(self.games[entry], &self.squares[entry])
    }

    /// The entry of a candidate.
    pub(crate) fn candidate(&self, genome: &G) -> Option<usize>
    where
        G: PartialEq,
    {
        let mut proofs = self.proofs.iter().zip(&self.genomes);
        proofs.position(|(proof, own)| proof.is_some() && own == genome)
    }

    /// The games of an entry since it became a candidate, if there were any, and all of them otherwise.
    pub(crate) fn claim(&self, entry: usize) -> (Evaluation<M>, Games<M>) {
        match &self.proofs[entry] {
            Some(Proof { mean, squares, games }) if *games > 0 => {
                (*mean, record(*games, squares))
            }
            _ => (self.means[entry], self.record(entry)),
        }
    }

    /// Whether an entry has played since it became a candidate.
    pub(crate) fn is_proven(&self, entry: usize) -> bool {
        self.proofs[entry].as_ref().is_some_and(|proof| proof.games > 0)
    }

    /// Makes these entries the candidates. The games of those that are ones already go on.
    pub(crate) fn nominate(&mut self, entries: &[usize]) {
        for (entry, proof) in self.proofs.iter_mut().enumerate() {
            if !entries.contains(&entry) {
                *proof = None;
            } else if proof.is_none() {
                let mean = Evaluation::feasible([0.0; M]);
                *proof = Some(Proof { mean, squares: vec![0.0; M], games: 0 });
            }
        }
    }

    /// The variance of games of one individual, as the mean over all that played several; 0 if none did.
    pub(crate) fn variance(&self, at: usize) -> f64 {
        let (mut sum, mut freedom) = (0.0, 0.0);
        for (squares, &games) in self.squares.iter().zip(&self.games) {
            if games > 1 && squares[at].is_finite() {
                sum += squares[at];
                freedom += f64::from(games - 1);
            }
        }
        if freedom > 0.0 { sum / freedom } else { 0.0 }
    }

    /// The standing of an entry by a lower confidence bound, its mean less a number of standard errors, given the variance
    /// of all: by the games of its claim.
    pub(crate) fn bound(
        &self,
        entry: usize,
        aims: &Aims<M>,
        variance: f64,
        caution: f64,
        is_claim: bool,
    ) -> Standing {
        let (mean, squares, games) = match &self.proofs[entry] {
            Some(Proof { mean, squares, games }) if is_claim && *games > 0 => {
                (mean, squares, *games)
            }
            _ => (&self.means[entry], &self.squares[entry], self.games[entry]),
        };
        let Some(at) = aims.single else { return aims.standing(mean) };
        let count = f64::from(games);
        let own = (squares[at].max(0.0) + PRIOR * variance) / (count - 1.0 + PRIOR);
        let error = (own / count).sqrt();
        let score = aims.directions[at].score(mean.objectives[at]);
        let doubt = if error.is_finite() { caution * error } else { 0.0 };
        Standing::new(mean.violation, score - doubt)
    }

    /// Everything that was played becomes known.
    pub(crate) fn update_known(&mut self) {
        self.known.clone_from(&self.means);
        self.sort();
    }

    /// Makes the index.
    pub(crate) fn sort(&mut self) {
        self.index.clear();
        self.index.extend(self.known.iter().map(key).zip(0..));
        self.index.sort_unstable();
    }

    /// The entry of an individual.
    pub(crate) fn find(&self, genome: &G, evaluation: &Evaluation<M>) -> Option<usize>
    where
        G: PartialEq,
    {
        let key = key(evaluation);
        let first = self.index.partition_point(|&(other, _)| other < key);
        let equal = self.index[first..].iter().take_while(|&&(other, _)| other == key);
        equal.map(|&(_, entry)| entry as usize).find(|&entry| {
            self.known[entry] == *evaluation && self.genomes[entry] == *genome
        })
    }

    /// Removes the entries that are not marked.
    pub(crate) fn sweep(&mut self, marked: &[bool]) {
        fn keep<T>(list: &mut Vec<T>, marked: &[bool]) {
            let mut marks = marked.iter();
            list.retain(|_| marks.next().is_some_and(|&mark| mark));
        }
        keep(&mut self.genomes, marked);
        keep(&mut self.known, marked);
        keep(&mut self.means, marked);
        keep(&mut self.squares, marked);
        keep(&mut self.games, marked);
        keep(&mut self.proofs, marked);
        self.sort();
    }

    /// Whether the lists from a checkpoint fit together. `fresh` of the last entries may not have played.
    pub(crate) fn is_sound(&self, fresh: usize) -> bool {
        let count = self.genomes.len();
        let is_number = |square: &f64| !square.is_nan();
        count <= 1 << 30
            && fresh <= count
            && [self.known.len(), self.means.len(), self.squares.len()] == [count; 3]
            && [self.games.len(), self.proofs.len()] == [count; 2]
            && self.proofs.iter().flatten().all(Proof::is_sound)
            && self.known.iter().chain(&self.means).all(|it| it.check(0).is_ok())
            && self.squares.iter().all(|it| it.len() == M && it.iter().all(is_number))
            && self.games[..count - fresh].iter().all(|&games| games > 0)
            && self.games.iter().all(|&games| is_count(u64::from(games)))
    }
}

impl<const M: usize> Proof<M> {
    fn is_sound(&self) -> bool {
        self.mean.check(0).is_ok()
            && self.squares.len() == M
            && self.squares.iter().all(|square| !square.is_nan())
    }
}

/// The number of games and their standard errors, given the sums of squared deviations.
fn record<const M: usize>(count: u32, squares: &[f64]) -> Games<M> {
    let spread = f64::from(count) * (f64::from(count) - 1.0);
    let error = |at: usize| {
        let square = squares[at] / spread;
        if count > 1 && square >= 0.0 { square.sqrt() } else { f64::INFINITY }
    };
    Games { count, errors: std::array::from_fn(error) }
}

/// Takes a game into means, sums of squared deviations, and a number of games.
fn take<const M: usize>(
    game: &Evaluation<M>,
    mean: &mut Evaluation<M>,
    squares: &mut [f64],
    games: &mut u32,
) {
    *games = games.saturating_add(1);
    let count = f64::from(*games);
    for (at, square) in squares.iter_mut().enumerate() {
        fold(&mut mean.objectives[at], square, game.objectives[at], count);
    }
    fold(&mut mean.violation, &mut 0.0, game.violation, count);
}

/// Takes a value into a mean and the sum of the squared deviations from it (Welford, 1962). A mean that is infinite
/// stays so.
fn fold(mean: &mut f64, square: &mut f64, value: f64, count: f64) {
    if !mean.is_finite() {
        return;
    }
    if !value.is_finite() {
        *mean = value;
        return;
    }
    // Halves, as the difference of two great numbers may be infinite.
    let before = value / 2.0 - *mean / 2.0;
    *mean += 2.0 * before / count;
    *square += 4.0 * before * (value / 2.0 - *mean / 2.0);
}

/// A number that equal evaluations have in common, and hardly any others.
fn key<const M: usize>(evaluation: &Evaluation<M>) -> u64 {
    let values = evaluation.objectives.iter().chain([&evaluation.violation]);
    values.fold(0xcbf2_9ce4_8422_2325, |key, &value| {
        // Adding 0 turns −0 into 0, which is equal.
        let mixed = (key ^ (value + 0.0).to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    })
}
