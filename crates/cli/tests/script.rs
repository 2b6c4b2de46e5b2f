//! `tilewright path script`: what is found, compared and refused.

use std::fs;

use crate::common::Place;

const YARD: &str = "floor 6 4\nfill 3 0 0 1 3 3\n# A detour.\nroute 0 0 0 5 0 0 0 1 1\n\
                    reach 0 0 0 5 0 0 0 1 1  # there is one\ncrowd 0 3\nwalker 0 0 0 0 5 0 0\nstep 0 9\n";

fn place() -> Place {
    let place = Place::new();
    place.put("yard.txt", YARD);
    place
}

#[test]
fn a_script_with_its_answers_is_a_test_of_itself() {
    let place = place();
    let told = place.run("path script yard.txt -o proved.txt");
    assert_eq!(told.stdout, "7 calls, nothing to check\n");
    let proved = place.text("proved.txt");
    assert!(proved.contains("\n# A detour.\nroute 0 0 0 5 0 0 0 1 1 = 1 9 9242641 "));
    assert!(proved.contains("\nreach 0 0 0 5 0 0 0 1 1 = 1  # there is one\n"));
    let told = place.run("path script proved.txt -o again.txt");
    assert_eq!(told.stdout, "7 calls, 3 checked: all as expected\n");
    assert_eq!(place.text("again.txt"), proved);

    let gate = proved
        .replace("crowd 0 3", "set 3 0 0 0\nroute 0 0 0 5 0 0 0 1 1 = 1 7\ncrowd 0 3");
    place.put("gate.txt", &gate);
    let told = place.run("path script gate.txt");
    assert_eq!(told.code, Some(1));
    let first = "line 7: route 0 0 0 5 0 0 0 1 1: found 1 6 5000000 ";
    assert!(told.stdout.starts_with(first), "{}", told.stdout);
    assert!(told.stdout.ends_with("2 found something else\n"), "{}", told.stdout);
}

#[test]
fn the_calls_that_every_language_plays_are_as_expected() {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../capi/tests/playthrough/walkers.txt");
    let text = fs::read_to_string(file).unwrap();
    let place = Place::new();
    place.put("walkers.txt", &text);
    let told = place.run("path script walkers.txt");
    let checked = text.lines().filter(|line| line.contains(" = ")).count();
    assert!(told.stdout.ends_with(&format!("{checked} checked: all as expected\n")));
}

#[test]
fn what_cannot_be_meant_is_refused_by_its_line() {
    let large = "floor 4000 1\nfloor 1 4000\n";
    let layers = format!("floor 300 300\n{}", "layer 8 0 255 1\n".repeat(9));
    let many = "floor 1 1\n".repeat(17);
    let dear = format!(
        "floor 30 1\nlayer 8 0 1 1000000\n{}\nfield 0 1 1 0 0 0\n",
        (0..30).map(|x| format!("cost {x} 0 0 1000000")).collect::<Vec<_>>().join("\n")
    );
    let goals = format!("floor 9 9\ncrowd 0 1\n{}", "fields 0\n");
    for (script, why) in [
        ("set 0 0 0 3\n", "line 1: found 0 floors"),
        ("floor 0 4\n", "line 1: the floors have"),
        ("floor 4 4\njump\n", "line 2: there is no call `jump`"),
        ("floor 4 4\nset 0 0\n", "line 2: a number is missing after 2 of them"),
        ("floor 4 4\nset 0 0 0 3 7\n", "line 2: found `7`, expected the end of the line"),
        ("floor 4 4\nset 0 0 0 x\n", "line 2: found `x`, expected another number"),
        ("floor 4 4\nset 9 0 0 3\n", "line 2: row 1, column 10 is outside the map"),
        ("floor 4 4\nset 0 0 0 16\n", "line 2: a terrain is 0 to 15"),
        ("floor 4 4\nfill 2 2 0 3 1 3\n", "line 2: the cells are not all on the floor"),
        (
            "floor 4 4\nset 0 0 0 3\nlayer 8 0 1 1\n",
            "line 3: `layer` stands before all other calls",
        ),
        (
            "floor 4 4\nlayer 8 0 1 -1\n",
            "line 2: found a cost of -1, expected 0 or 0.001 to 1000000",
        ),
        ("floor 4 4\nunlink 0\n", "line 2: there is no link 0"),
        ("floor 4 4\nstep 0 1\n", "line 2: the map has no floor"),
        ("floor 4 4\ncrowd 0 1\nstep 1 1\n", "line 3: there is no crowd 1"),
        (
            "floor 4 4\ncrowd 0 1\nstep 0 9999999\n",
            "line 3: a call makes at most 1048576 steps",
        ),
        ("floor 4 4\nupdate 0\n", "line 2: there is no field 0"),
        ("floor 4 4\n = 5\n", "line 2: there is no call before the numbers"),
        (
            "floor 4 4\nset 0 0 0 3 = x\n",
            "line 2: found `x` after `=`, expected a whole number",
        ),
        (large, "line 2: the floors have"),
        (&layers, "line 2: the floors have 91204 cells"),
        (&many, "line 17: a script has at most 16 floors and layers"),
        (&dear, "line 33: a cost of"),
        (&goals, "line 3: there is no call `fields`"),
    ] {
        let place = Place::new();
        place.put("s.txt", script);
        let told = place.run("path script s.txt -o out.txt");
        assert_eq!(told.code, Some(2), "{script}");
        assert!(told.stderr.contains(why), "{script}: {}", told.stderr);
        assert!(!place.path().join("out.txt").exists());
    }
}
