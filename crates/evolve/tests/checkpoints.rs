//! Checkpoints that are damaged or of something else are refused.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Direction, Error, Evaluation, Evolution,
    FeasibleInfeasible, Generational, Problem, Rate, Stop, Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed};

use crate::common::seal::sealed;

/// As many ones as possible, under a name.
#[derive(Debug)]
struct Ones(&'static str);

impl Problem for Ones {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(20, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([genome.ones().into()])
    }

    fn fingerprint(&self) -> String {
        self.0.to_owned()
    }
}

const fn breeding(tournament: u32) -> Breeding<Tournament, TwoPoint, BitFlip> {
    Breeding {
        selection: Tournament::new(tournament),
        crossover: TwoPoint,
        crossover_rate: Rate::HALF,
        mutation: BitFlip { rate: Rate::HALF },
        mutation_rate: Rate::HALF,
    }
}

type OnesScheme = Generational<Tournament, TwoPoint, BitFlip>;

const fn scheme(tournament: u32) -> OnesScheme {
    let breeding = breeding(tournament);
    Generational { population: 6, elite: 2, returns_hall_of_fame: true, breeding }
}

fn checkpoint() -> Vec<u8> {
    let mut evolution = Evolution::new(Ones("ones"), scheme(2), Seed(1)).unwrap();
    evolution
        .run(&Stop::new().generations(3), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    evolution.checkpoint().unwrap()
}

/// Resumes a search and runs some generations.
fn resume(bytes: &[u8]) -> Result<(), Error> {
    let mut evolution = Evolution::resume(Ones("ones"), scheme(2), bytes)?;
    for _ in 0..3 {
        let stop = Stop::new().generations(evolution.generations() + 1);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
        assert_eq!(evolution.population().len(), 6);
    }
    Ok(())
}

/// The index behind the first occurrence.
fn behind(bytes: &[u8], text: &str) -> usize {
    let at = bytes.windows(text.len()).position(|window| window == text.as_bytes());
    at.expect("the text occurs") + text.len()
}

#[test]
fn a_whole_checkpoint_is_taken() {
    assert_eq!(resume(&checkpoint()), Ok(()));
    assert_eq!(
        sealed(checkpoint()),
        checkpoint(),
        "the seal of this test is the real one"
    );
}

#[test]
fn a_checkpoint_cut_anywhere_is_refused() {
    let whole = checkpoint();
    for length in 0..whole.len() {
        let error = resume(&whole[..length]).unwrap_err();
        assert!(matches!(error, Error::Checkpoint(_)), "{length}: {error:?}");
    }
    for more in [&[0][..], &[255; 9]] {
        assert!(resume(&[&whole, more].concat()).is_err());
    }
}

#[test]
fn a_checkpoint_cut_anywhere_and_sealed_again_does_not_panic() {
    let whole = checkpoint();
    let heading = behind(&whole, "\n");
    for length in heading..whole.len() - 8 {
        let cut = sealed([&whole[..length], &[0; 8]].concat());
        let error = resume(&cut).unwrap_err();
        assert!(matches!(error, Error::Checkpoint(_)), "{length}: {error:?}");
    }
}

#[test]
fn what_is_wrong_with_the_bytes_is_said() {
    let whole = checkpoint();
    let said = |bytes: &[u8]| resume(bytes).unwrap_err().to_string();
    let heading = behind(&whole, "\n");
    assert_eq!(said(b""), "not a valid checkpoint: wrong header");
    assert_eq!(said(b"a picture of a cat"), "not a valid checkpoint: wrong header");
    assert_eq!(said(&whole[..heading]), "not a valid checkpoint: it is truncated");
    assert_eq!(
        said(&whole[..whole.len() - 1]),
        "not a valid checkpoint: wrong checksum: it is truncated or damaged"
    );
    assert_eq!(
        said(&sealed([&whole[..heading], &[255; 20]].concat())),
        "not a valid checkpoint: its contents cannot be read by this version"
    );
}

#[test]
fn another_version_is_refused_by_name() {
    let version = env!("CARGO_PKG_VERSION");
    let mut bytes = checkpoint();
    let end = behind(&bytes, version);
    bytes[end - 1] = b'x';
    let other = format!("{}x", &version[..version.len() - 1]);
    assert_eq!(
        resume(&sealed(bytes)).unwrap_err().to_string(),
        format!("the checkpoint has the version {other}, expected {version}")
    );
}

#[test]
fn another_problem_is_refused_by_name() {
    let error = Evolution::resume(Ones("zeros"), scheme(2), &checkpoint()).unwrap_err();
    assert_eq!(error.to_string(), "the checkpoint has the problem ones, expected zeros");
}

#[test]
fn another_scheme_is_refused_by_name() {
    let error = Evolution::resume(Ones("ones"), scheme(3), &checkpoint()).unwrap_err();
    let Error::Mismatch { what: "scheme", found, expected } = &error else {
        panic!("a tournament of three takes a checkpoint of two: {error:?}");
    };
    assert!(found.contains("Tournament { size: 2 }"), "{found}");
    assert!(expected.contains("Tournament { size: 3 }"), "{expected}");
    let text = format!("the checkpoint has the scheme {found}, expected {expected}");
    assert_eq!(error.to_string(), text);

    let other = FeasibleInfeasible { population: 6, elite: 1, breeding: breeding(2) };
    let error = Evolution::resume(Ones("ones"), other, &checkpoint()).unwrap_err();
    assert!(matches!(error, Error::Mismatch { what: "scheme", .. }), "{error:?}");
}

#[test]
fn settings_that_cannot_work_are_refused_before_the_checkpoint_is_read() {
    let mut none = scheme(2);
    none.population = 0;
    let error = Evolution::resume(Ones("ones"), none, b"").unwrap_err();
    assert!(matches!(error, Error::Setting { .. }), "{error:?}");
}

proptest! {
    #[test]
    fn a_checkpoint_with_any_byte_changed_is_refused(
        at: prop::sample::Index,
        change in 1_u8..=255,
    ) {
        let mut bytes = checkpoint();
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert!(matches!(resume(&bytes), Err(Error::Checkpoint(_))));
    }

    #[test]
    fn bytes_of_any_kind_under_a_true_seal_do_not_panic(
        at: prop::sample::Index,
        change in 1_u8..=255,
        noise in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let whole = checkpoint();
        let heading = behind(&whole, "\n");
        let mut changed = whole.clone();
        changed[heading + at.index(whole.len() - heading - 8)] ^= change;
        // Some changes make another true state; what matters is that nothing panics.
        if resume(&sealed(changed)).is_err() {
            let noisy = [&whole[..heading], &noise, &[0; 8]].concat();
            prop_assert!(resume(&sealed(noisy)).is_err());
        }
    }
}

#[test]
fn a_short_logbook_changes_nothing_but_itself() {
    let stop = Stop::new().generations(5);
    let search = || Evolution::new(Ones("ones"), scheme(2), Seed(1)).unwrap();
    let (mut whole, mut short) = (search(), search().with_logbook(1));
    whole.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    short.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(whole.logbook().events().len(), 5);
    assert!(short.logbook().events().eq(whole.logbook().events().skip(4)));
    assert_eq!(short.best().unwrap().genome, whole.best().unwrap().genome);
}
