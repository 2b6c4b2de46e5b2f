//! `tilewright path crowd`: many walkers, none through another.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::Place;

/// A hall with one door.
const HALL: &str = "........#......
........#......
........#......
...............
........#......
........#......
........#......
";

fn place() -> Place {
    let place = Place::new();
    place.put("hall.txt", HALL);
    place
}

/// The cells of each walker.
fn walks(document: &Value) -> Vec<Vec<[u64; 2]>> {
    let walkers = document["walkers"].as_array().unwrap().iter();
    walkers
        .map(|walker| serde_json::from_value(walker["cells"].clone()).unwrap())
        .collect()
}

#[test]
fn nobody_walks_through_another_and_all_arrive() {
    let place = place();
    for words in
        ["--walkers 40 --to 3,14", "--walkers 60", "--walkers 30 --again --steps 100"]
    {
        let seen = place.run(&format!("path crowd hall.txt {words} --seed 3 --json"));
        assert_eq!(seen.code, Some(0), "{words}");
        let document = seen.json();
        let walks = walks(&document);
        let steps = document["steps"].as_u64().unwrap() as usize;
        for step in 0..=steps {
            let here: Vec<_> = walks.iter().filter_map(|cells| cells.get(step)).collect();
            let cells: BTreeSet<_> = here.iter().collect();
            assert_eq!(cells.len(), here.len(), "two in a cell at step {step}");
            for (number, cells) in walks.iter().enumerate() {
                let (Some(from), Some(to)) = (cells.get(step), cells.get(step + 1))
                else {
                    continue;
                };
                let far = from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]);
                assert!(far <= 1, "walker {number} jumps at step {step}");
                let swaps = |other: &Vec<[u64; 2]>| {
                    from != to
                        && other.get(step) == Some(to)
                        && other.get(step + 1) == Some(from)
                };
                assert!(!walks.iter().any(swaps), "a swap at step {step}");
            }
        }
    }
}

#[test]
fn walks_are_printed_drawn_and_written() {
    let place = place();
    place.put("two.txt", "S.G..\n");
    place.put("apart.txt", "S#G\n");
    insta::assert_snapshot!(place.transcript(&[
        "path crowd hall.txt --walkers 40 --to 3,14 --seed 3",
        "path crowd hall.txt --walkers 40 --to 3,14 --steps 10 --seed 3",
        "path crowd hall.txt --walkers 30 --again --steps 100 --seed 3",
        "path crowd hall.txt --walkers 30 --seed 3",
        "path crowd two.txt --walkers 3 --seed 1 --json",
        "path crowd two.txt --walkers 6 --seed 1",
        "path crowd apart.txt --walkers 1 --seed 1",
        "path crowd two.txt --walkers 2 --again --seed 1",
        "path crowd hall.txt --walkers 3 --to 0,8 --seed 1",
        "path crowd hall.txt --walkers 3 --again --to 0,0",
        "path crowd hall.txt --walkers 3 --own-goals --to 0,0",
    ]));

    let seen = place.run(
        "path crowd hall.txt --walkers 12 --to 3,14 --seed 3 -o walks.tmx --picture walks.gif",
    );
    assert_eq!(seen.code, Some(0), "{seen}");
    assert_eq!(place.text("walks.tmx").matches("<polyline").count(), 12);
    assert!(place.bytes("walks.gif").starts_with(b"GIF89a"));
}
