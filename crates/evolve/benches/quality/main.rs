//! The quality of the schemes for real numbers, several objectives and archives beside that of Python packages, whose measurements
//! are read from `peers/python`, and of searches with noise beside ones without: `cargo bench -p tilewright-evolve --bench quality -- cma`.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod archive;
mod cma;
mod de;
mod functions;
mod hypervolume;
mod noise;
mod nsga2;
mod peers;
mod ratio;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |name: &str| asked.iter().any(|argument| argument == name);
    let studies: [(&str, fn()); 5] = [
        ("nsga2", nsga2::compare),
        ("cma", cma::compare),
        ("de", de::compare),
        ("archive", archive::compare),
        ("noise", noise::compare),
    ];
    let all = !studies.iter().any(|(name, _)| is_asked(name));
    for (name, compare) in studies {
        if all || is_asked(name) {
            compare();
            println!();
        }
    }
}
