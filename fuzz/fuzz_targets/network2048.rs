//! No bytes may make the readers of networks and of training checkpoints panic or use up the memory.
//! Both have a checksum, so each input is also tried with a header and the correct checksum.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_2048::{Learner, Network};
use tilewright_grid::checksum;

const HEADERS: [&[u8]; 2] =
    [b"tilewright/network2048/3\n", b"tilewright/checkpoint2048/3\n"];

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    for header in HEADERS {
        let mut file = [header, bytes].concat();
        file.extend(checksum(&file).to_le_bytes());
        read(&file);
    }
});

/// Reads a file as both kinds; what is accepted must be readable again after it is written.
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
