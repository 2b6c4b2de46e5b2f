//! `tilewright path reach` and `path field`, and `path plan` for agents of several cells: three answers to one question.

use serde_json::Value;

use crate::common::Place;

const YARD: &str = "..........
..........
####.#####
..........
.....WWWW.
..TT.WWWW.
..TT.WWWW.
..........
##..######
..........
";

fn place() -> Place {
    let place = Place::new();
    place.put("yard.txt", YARD);
    place
}

#[test]
fn paths_fields_and_regions_agree() {
    let place = place();
    for more in
        ["", "--size 2", "--movement fly --size 2", "--connectivity 4", "--movement swim"]
    {
        let json = |words: &str| place.run(&format!("{words} {more} --json")).json();
        let start = if more.contains("swim") { "4,6" } else { "0,0" };
        let field = json(&format!("path field yard.txt --goal {start}"));
        let reach = json(&format!("path reach yard.txt --from {start}"));
        assert_eq!(field["cells"], reach["reached"], "{more}");

        let number = |answer: &Value, row: usize, column: usize| {
            answer["values"][row][column].clone()
        };
        let [row, column] = if more.contains("swim") { [4, 6] } else { [0, 0] };
        let own = number(&reach, row, column);
        for (row, column) in
            (0..10).flat_map(|row| (0..10).map(move |column| (row, column)))
        {
            let value = number(&field, row, column);
            assert_eq!(
                value.is_null(),
                number(&reach, row, column) != own,
                "{more} {row},{column}"
            );
            // Steps cost the same in both directions here.
            if (row + 3 * column) % 7 == 0 && !value.is_null() {
                let plan = json(&format!(
                    "path plan yard.txt --from {start} --to {row},{column}"
                ));
                let apart = plan["length"].as_f64().unwrap() - value.as_f64().unwrap();
                assert!(apart.abs() < 1e-9, "{more} {row},{column}: {plan}");
            }
        }
    }
}

#[test]
fn agents_are_shown_and_refused() {
    insta::assert_snapshot!(place().transcript(&[
        "path plan yard.txt --from 9,9 --to 3,0 --size 2 --nearest",
        "path plan yard.txt --from 0,0 --to 7,8 --size 2",
        "path plan yard.txt --from 0,0 --to 6,8 --movement swim",
        "path plan yard.txt --from 0,0 --to 6,8 --size 2 --planner jps",
        "path plan yard.txt --from 0,0 --to 6,8 --size 2 --trace",
        "path plan yard.txt --from 0,0 --to 3,0 --size 2 --picture search.gif",
        "path plan yard.txt --from 0,0 --to 7,0 --departure 3",
        "path plan yard.txt --from 0,0 --to 7,0 --door 2,4,2,20,0 --departure 3",
        "path reach yard.txt --from 0,0 --size 2",
        "path reach yard.txt --from 5,6 --clearance",
        "path reach yard.txt --from 0,0 --movement swim --size 4",
        "path field yard.txt --goal 0,0 --goal 9,8",
        "path field yard.txt --goal 0,0 --flee 1.2",
        "path field yard.txt --goal 2,0",
        "path field yard.txt --goal 0,0 --flee 1.2 --keep-distance 3",
        "path field yard.txt",
    ]));
}
