//! Calls in any order, with handles that were freed or never given and arguments of all kinds.

mod play;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn calls_in_any_order_have_a_status(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        play::play(&bytes);
    }
}
