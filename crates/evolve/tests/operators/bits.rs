//! Packed bits against a plain list of booleans.

use proptest::prelude::*;
use tilewright_evolve::{BitString, Rate, Sequence};
use tilewright_grid::Seed;

/// Packed bits made one by one: equal to others only where bits beyond the length are 0.
fn packed(model: &[bool]) -> BitString {
    let mut bits = BitString::zeros(model.len());
    for (index, _) in model.iter().enumerate().filter(|(_, bit)| **bit) {
        bits.flip(index);
    }
    bits
}

fn agree(bits: &BitString, model: &[bool]) -> bool {
    bits.length() == model.len()
        && *bits == packed(model)
        && bits.ones() as usize == model.iter().filter(|&&bit| bit).count()
        && model.iter().enumerate().all(|(index, &bit)| bits.get(index) == bit)
}

/// Lengths around the borders of words, and any others.
fn lengths() -> impl Strategy<Value = usize> {
    let borders = [0, 1, 2, 63, 64, 65, 127, 128, 129, 192];
    prop_oneof![prop::sample::select(borders.to_vec()), 0_usize..300]
}

fn models() -> impl Strategy<Value = Vec<bool>> {
    lengths().prop_flat_map(|length| prop::collection::vec(any::<bool>(), length))
}

/// A change to two rows.
#[derive(Clone, Debug)]
enum Step {
    Flip(prop::sample::Index),
    SwapRange(prop::sample::Index, prop::sample::Index),
    SwapSome(f64, u64),
    CopyFrom,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let index = any::<prop::sample::Index>;
    let rates = prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.0..=1.0];
    let step = prop_oneof![
        index().prop_map(Step::Flip),
        (index(), index()).prop_map(|(start, end)| Step::SwapRange(start, end)),
        (rates, any::<u64>()).prop_map(|(rate, seed)| Step::SwapSome(rate, seed)),
        Just(Step::CopyFrom),
    ];
    prop::collection::vec(step, 1..12)
}

/// Takes a step on both forms of the two rows.
fn take(step: &Step, bits: &mut [BitString; 2], models: &mut [Vec<bool>; 2]) {
    let [a, b] = bits;
    let [first, second] = models;
    let common = first.len().min(second.len());
    match step {
        Step::Flip(index) if !first.is_empty() => {
            let index = index.index(first.len());
            a.flip(index);
            first[index] = !first[index];
        }
        Step::Flip(_) => {}
        Step::SwapRange(start, end) => {
            let (start, end) = (start.index(common + 1), end.index(common + 1));
            let range = start.min(end)..start.max(end);
            a.swap_range(b, range.clone());
            first[range.clone()].swap_with_slice(&mut second[range]);
        }
        Step::SwapSome(rate, seed) => {
            let rate = Rate::new(*rate).unwrap();
            a.swap_some(b, rate, &mut Seed(*seed).rng());
            first.swap_some(second, rate, &mut Seed(*seed).rng());
        }
        Step::CopyFrom => {
            b.clone_from(a);
            second.clone_from(first);
        }
    }
}

proptest! {
    #[test]
    fn packed_bits_behave_as_a_list_of_booleans(
        rows in (models(), models()),
        steps in steps(),
    ) {
        let mut models: [Vec<bool>; 2] = rows.into();
        let mut bits = [packed(&models[0]), packed(&models[1])];
        for step in steps {
            take(&step, &mut bits, &mut models);
            for (bits, model) in bits.iter().zip(&models) {
                prop_assert!(agree(bits, model), "after {step:?}: {bits:?}, {model:?}");
            }
        }
    }

    #[test]
    fn hamming_counts_the_places_that_differ(
        pairs in lengths().prop_flat_map(|n| prop::collection::vec(any::<(bool, bool)>(), n)),
    ) {
        let (a, b): (Vec<bool>, Vec<bool>) = pairs.iter().copied().unzip();
        let differing = pairs.iter().filter(|(a, b)| a != b).count();
        prop_assert_eq!(packed(&a).hamming(&packed(&b)) as usize, differing);
    }

    #[test]
    fn fresh_bits_have_none_beyond_their_length(length in lengths(), seed: u64) {
        let bits = BitString::random(length, &mut Seed(seed).rng());
        let model: Vec<bool> = (0..length).map(|index| bits.get(index)).collect();
        prop_assert!(agree(&bits, &model));
        prop_assert!(agree(&BitString::zeros(length), &vec![false; length]));
    }

    #[test]
    fn written_bits_are_read_back(model in models()) {
        let json = serde_json::to_string(&packed(&model)).unwrap();
        let read: BitString = serde_json::from_str(&json).unwrap();
        prop_assert!(agree(&read, &model));
    }
}

#[test]
fn fresh_bits_are_ones_half_of_the_time() {
    let mut rng = Seed(401).rng();
    for length in [1, 63, 64, 65, 128] {
        let total: u32 =
            (0..4000).map(|_| BitString::random(length, &mut rng).ones()).sum();
        let expected = 2000.0 * length as f64;
        let spread = (1000.0 * length as f64).sqrt();
        assert!((f64::from(total) - expected).abs() < 4.0 * spread, "{length}: {total}");
    }
}

#[test]
fn there_is_no_bit_at_or_beyond_the_length() {
    for length in [0, 1, 64, 70] {
        let bits = BitString::random(length, &mut Seed(402).rng());
        let beyond = std::panic::catch_unwind(|| bits.get(length)).unwrap_err();
        let message = beyond.downcast_ref::<String>().unwrap();
        assert_eq!(*message, format!("bit {length} of {length} bits"));
    }
}

#[test]
fn a_range_that_one_row_lacks_is_not_swapped() {
    let outcome = std::panic::catch_unwind(|| {
        let (mut long, mut short) = (packed(&[true; 60]), packed(&[false; 10]));
        long.swap_range(&mut short, 5..20);
    });
    assert!(outcome.is_err(), "ones came to lie beyond the end of the shorter row");
}

#[test]
fn bits_that_contradict_themselves_are_not_read() {
    for (words, length) in
        [("[]", 1), ("[0]", 0), ("[0]", 65), ("[0, 0]", 64), ("[2]", 1), ("[0, 4]", 66)]
    {
        let json = format!("{{\"words\": {words}, \"length\": {length}}}");
        assert!(serde_json::from_str::<BitString>(&json).is_err(), "{json}");
    }
}
