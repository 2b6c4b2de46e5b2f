//! Every bad text gets an error that says where and what.

use tilewright_match3::{Kind, Level, Spawners};

fn refusal(text: &str) -> String {
    text.parse::<Level>().unwrap_err().to_string()
}

#[test]
fn bad_texts_are_named_with_line_and_column() {
    insta::assert_snapshot!(refusal(""), @"the level has no rows: expected 1 to 64");
    insta::assert_snapshot!(refusal("\n\n"), @"the level has no rows: expected 1 to 64");
    insta::assert_snapshot!(refusal("...\n..\n...\n"), @"line 2, column 3: the row has 2 cells, but the first row has 3");
    insta::assert_snapshot!(refusal("...\n....\n"), @"line 2, column 4: the row has 4 cells, but the first row has 3");
    insta::assert_snapshot!(refusal("...\n.x.\n"), @"line 2, column 2: found 'x', expected one of . # 1 2 3 4 a b c d _");
    insta::assert_snapshot!(refusal("...\n.?.\n"), @"row 2, column 2 is a free cell `?`, which only a template may have");
    insta::assert_snapshot!(refusal(&"...\n".repeat(65)), @"the level has 65 rows and 3 columns: expected at most 64 of each");
    insta::assert_snapshot!(refusal(&".".repeat(1000)), @"the level has 1 rows and 65 columns: expected at most 64 of each");
}

#[test]
fn bad_documents_are_named_with_what_stood_there() {
    let json = |rest: &str| refusal(&format!("{{\"layout\":[\"...\",\"...\"]{rest}}}"));
    insta::assert_snapshot!(json(",\"rows\":1000000000,\"columns\":1000000000"), @"the level has 1000000000 rows and 1000000000 columns: expected at most 64 of each");
    insta::assert_snapshot!(json(",\"rows\":3"), @"`rows` is 3, but `layout` has 2");
    insta::assert_snapshot!(json(",\"schema\":\"tilewright/level/3\""), @r#"found the schema "tilewright/level/3", expected "tilewright/level/2""#);
    insta::assert_snapshot!(json(",\"colors\":0"), @"`colors` is 0, expected 2 to 64");
    insta::assert_snapshot!(json(",\"colors\":5000000000"), @"`colors` is 5000000000, expected 2 to 64");
    insta::assert_snapshot!(json(",\"goal\":{\"collect\":30,\"of_colors\":9}"), @"the goal needs 9 colours, but the level has 5");
    insta::assert_snapshot!(json(",\"goal\":{\"collect\":0}"), @"the goal is 0: expected at least 1 block, colour or point");
    insta::assert_snapshot!(json(",\"goal\":{\"win\":1}"), @r#"line 1, column 41: expected a goal such as {"collect": 30}, {"clear": "blockers"}, {"drop": 3}, {"score": 5000} or {"all": […]}"#);
    insta::assert_snapshot!(json(",\"moves\":0"), @"`moves` is 0, expected at least 1");
    insta::assert_snapshot!(json(",\"moves\":NaN"), @"line 1, column 33: expected a JSON value");
    insta::assert_snapshot!(json(",\"moves\":1e999"), @"line 1, column 37: the number is too large");
    insta::assert_snapshot!(json(",\"moves\":-1"), @"line 1, column 34: expected a whole number, 0 or more, found -1");
    insta::assert_snapshot!(json(",\"spawners\":\"left\""), @r#"line 1, column 42: expected `spawners` to be "tops" or a list of [row, column]"#);
    insta::assert_snapshot!(json(",\"spawners\":[[9,9]]"), @"`spawners` have [9, 9], which is outside the board or in a hole (row 10, column 10)");
    insta::assert_snapshot!(refusal("{}"), @"the key `layout` is missing: expected the rows of the level, as a list of strings");
    insta::assert_snapshot!(refusal("{\"layout\":[]}"), @"the level has no rows: expected 1 to 64");
    insta::assert_snapshot!(refusal("{\"layout\":[\"...\",\"..."), @"line 1, column 21: the text ends within a string");
    insta::assert_snapshot!(refusal("{\n  \"layout\": [\n    \"...\",\n    \".q.\"\n  ]\n}"), @"line 4, column 7: found 'q', expected one of . # 1 2 3 4 a b c d _");
}

#[test]
fn deeply_nested_goals_are_refused() {
    let goal =
        format!("{}{{\"score\":1}}{}", "{\"all\":[".repeat(5000), "]}".repeat(5000));
    let text = format!("{{\"layout\":[\"...\"],\"goal\":{goal}}}");
    assert!(refusal(&text).contains("lists and objects are nested too deeply"));
}

#[test]
fn marks_and_line_ends_of_other_systems_are_taken() {
    let plain: Level = "..#\n.1a\n".parse().unwrap();
    for text in ["\u{feff}..#\r\n.1a\r\n", "..#\n.1a", "..# \n.1a\t\n\n \n"] {
        assert_eq!(text.parse::<Level>().unwrap(), plain, "{text:?}");
    }
}

#[test]
fn spawners_stand_where_the_level_says() {
    let text = r##"{"layout":["_.","..","#."],"spawners":"tops"}"##;
    let level: Level = text.parse().unwrap();
    assert_eq!(level.spawners(), &Spawners::Tops);
    assert_eq!(level.spawner_cells().values(), [false, true, true, false, false, false]);
    assert_eq!(level.cells().values()[4], Kind::OBSTACLE);
    assert_eq!(level.to_json().parse::<Level>().unwrap(), level);
}
