//! No bytes may make the readers of networks and of learners' checkpoints panic or eat the
//! memory. A checksum guards both, so each body is also tried with the checksum that fits.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_2048::{Learner, Network};
use tilewright_grid::checksum;

const HEADINGS: [&[u8]; 2] =
    [b"tilewright/network2048/1\n", b"tilewright/checkpoint2048/3\n"];

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    for heading in HEADINGS {
        let mut file = [heading, bytes].concat();
        file.extend(checksum(&file).to_le_bytes());
        read(&file);
    }
});

/// Reads a file both ways; what is taken must come back from its own written form.
fn read(bytes: &[u8]) {
    if let Ok(network) = Network::from_bytes(bytes, &()) {
        let written = network.to_bytes(&()).expect("memory holds it");
        assert_eq!(Network::from_bytes(&written, &()).expect("it was written"), network);
    }
    if let Ok(learner) = Learner::resume(bytes, &()) {
        let written = learner.checkpoint(&()).expect("memory holds it");
        Learner::resume(&written, &()).expect("it was written");
    }
}
