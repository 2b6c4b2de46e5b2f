//! Options from the settings file, the environment and the command line.

use std::fmt::Write as _;

use crate::common::{Place, Seen};
use tilewright_tasks::is_control;

const LEVEL: &str = "match3 generate --rows 6 --columns 6 --target 150 --tolerance 20";

/// The seed of a run.
fn seed(seen: &Seen) -> u64 {
    seen.json()["seed"].as_u64().unwrap()
}

#[test]
fn a_flag_wins_over_the_environment_over_the_file() {
    let place = Place::new();
    let words = format!("{LEVEL} --json");
    place.put("tilewright.toml", "seed = 3\n");
    assert_eq!(seed(&place.run(&words).done()), 3);
    let with_environment =
        |words: &str| Seen::of(place.command(words).env("TILEWRIGHT_SEED", "4")).done();
    assert_eq!(seed(&with_environment(&words)), 4);
    assert_eq!(seed(&with_environment(&format!("{words} --seed 5"))), 5);
    assert_eq!(seed(&with_environment(&format!("--seed 5 {words}"))), 5);
}

#[test]
fn a_table_of_a_command_wins_over_what_stands_above_it() {
    let place = Place::new();
    let file = "seed = 1\n[match3]\nseed = 2\njson = true\n[match3.generate]\nseed = 3\n\
                rows = 6\ncolumns = 6\ntarget = 150\ntolerance = 20\n[tour]\nseed = 4\n";
    place.put("tilewright.toml", file);
    let seen = place.run("match3 generate").done();
    assert_eq!(seed(&seen), 3);
    assert_eq!(seen.json()["levels"][0]["level"]["rows"], 6);
    assert_eq!(seed(&place.run("match3 generate --seed 9").done()), 9);
    place.put("tilewright.toml", file.replace("seed = 3\n", ""));
    assert_eq!(seed(&place.run("match3 generate").done()), 2);
}

#[test]
fn lists_and_numbers_of_the_file_are_taken_as_typed() {
    let place = Place::new();
    place.put(
        "my.toml",
        "seed = 0x10\njson = true\nquiet = true\n[match3.generate]\ntarget = 150\n\
         kinds = [\"obstacle\", \"overlay2\"]\ngoal = [\"collect:30\", \"score:500\"]\n\
         tolerance = 1_00\nrows = 6\ncolumns = 6\n",
    );
    let document = place.run("match3 generate --config my.toml").done().json();
    assert_eq!(document["seed"], 16);
    let entry = &document["levels"][0];
    assert_eq!(entry["kinds"], serde_json::json!(["obstacle", "overlay2"]));
    assert_eq!(entry["tolerance"], 100);
    let goal =
        serde_json::json!({"all": [{"collect": 30, "of_colors": 1}, {"score": 500}]});
    assert_eq!(entry["level"]["goal"], goal);
}

/// A potential in the file is dropped if the user asks for a difficulty.
#[test]
fn an_option_overrides_the_settings_that_it_excludes() {
    let place = Place::new();
    let file = "[match3.generate]\nrows = 6\ncolumns = 6\ntarget = 150\ntolerance = 20\n";
    place.put("tilewright.toml", file);
    let words = "match3 generate --goal collect:15 --seed 1 --json";
    let potential = place.run(words).done().json();
    assert_eq!(potential["levels"][0]["target"], 150);
    let difficulty = place.run(&format!("{words} --difficulty 14")).done().json();
    assert_eq!(difficulty["levels"][0]["wanted"]["swaps"], 14.0);
    let both = place.run(&format!("{words} --difficulty 14 --target 150"));
    assert!(both.stderr.contains("cannot be used with"), "{both}");
}

#[test]
fn a_bad_file_is_refused_with_the_place() {
    let place = Place::new();
    let mut transcript = String::new();
    for file in [
        "seed = \n",
        "seed = 1\nseed = 2\n",
        "\nnope = 7\n",
        "config = \"other.toml\"\n",
        "[match3.nope]\na = 1\n",
        "[match3.generate]\nrows = 100\n",
        "[match3.generate]\nkinds = [\"hole\"]\n",
        "seed = -1\n",
        "seed = [1, 2]\n",
        "seed = 1979-05-27\n",
        "json = \"yes\"\n",
        "color = \"pink\"\n",
    ] {
        place.put("tilewright.toml", file);
        let seen = place.run(&format!("{LEVEL} --seed 1"));
        writeln!(transcript, "{file}{seen}").unwrap();
    }
    insta::assert_snapshot!(transcript);
}

#[test]
fn only_a_file_that_is_named_sets_outputs() {
    let place = Place::new();
    place.put("home.json", "dear");
    let generate = "rows = 6\ncolumns = 6\ntarget = 150\ntolerance = 20\n";
    for (file, key, line) in [
        (format!("force = true\n[match3.generate]\n{generate}"), "force", 1),
        (format!("[match3.generate]\n{generate}output = \"home.json\"\n"), "output", 6),
        (format!("[match3.generate]\npicture = \"home.json\"\n{generate}"), "picture", 2),
        ("[tour]\nout = \".\"\n".to_owned(), "out", 2),
    ] {
        place.put("tilewright.toml", &file);
        let seen = place.run("match3 generate --seed 1");
        assert_eq!(seen.code, Some(2), "{seen}");
        let start = format!("error: tilewright.toml: line {line}, column ");
        assert!(seen.stderr.starts_with(&start), "{seen}");
        assert!(
            seen.stderr.contains(&format!("hint: pass --{key} or --config")),
            "{seen}"
        );
        assert_eq!(place.text("home.json"), "dear");
    }
    let file =
        format!("force = true\n[match3.generate]\n{generate}output = \"home.json\"\n");
    place.put("tilewright.toml", file);
    place.run("match3 generate --seed 1 --config tilewright.toml").done();
    assert!(place.text("home.json").starts_with('{'));
}

#[test]
fn control_characters_of_files_are_not_sent_to_a_terminal() {
    let place = Place::new();
    let hostile = "\x1b]0;owned\x07\x1b[2J";
    place.put(&format!("{hostile}.json"), "{");
    let seen = Seen::of(place.command("match3 analyze").arg(format!("{hostile}.json")));
    assert_eq!(seen.code, Some(2));
    place.put("odd.map", format!("type octile\nheight {hostile}\nwidth 1\nmap\n.\n"));
    let map = place.run("path plan odd.map --from 0,0 --to 0,0");
    place.put("odd.toml", format!("seed = {hostile}\n[{hostile}]\n"));
    let settings = place.run("man --config odd.toml");
    let unknown = Seen::of(place.command("match3").arg(hostile));
    for seen in [seen, map, settings, unknown] {
        assert_eq!(seen.code, Some(2), "{seen}");
        let is_raw = |it: char| it.is_control() && it != '\n';
        assert!(!seen.stderr.contains(is_raw), "{seen:?}");
    }
}

#[test]
fn json_holds_no_character_that_a_terminal_obeys() {
    let place = Place::new();
    let hostile = "a\u{9b}2J\u{7f}\u{202e}b";
    place.put("odd.json", "[1, 2");
    let file = format!("{hostile}.json");
    place.put(&file, "{");
    for words in ["match3 analyze --json", "match3 analyze --json odd.json"] {
        let seen = Seen::of(place.command(words).arg(&file));
        let is_raw = |it: char| it != '\n' && is_control(it);
        assert!(!seen.stdout.is_empty() && !seen.stdout.contains(is_raw), "{seen:?}");
        let names: Vec<_> =
            seen.json_lines().into_iter().map(|line| line["file"].clone()).collect();
        assert!(names.contains(&file.clone().into()), "{names:?}");
    }
}

#[test]
fn no_message_begins_with_the_name_of_nothing() {
    let place = Place::new();
    for words in ["path plan", "match3 analyze", "2048 eval", "battleship score", "run"] {
        let seen = Seen::of(place.command(words).arg(""));
        assert_eq!(seen.code, Some(2), "{words}: {seen}");
        let said = seen.stderr.trim_start_matches("error: ");
        assert!(!said.starts_with(':') && !said.contains(": : "), "{words}: {seen}");
    }
}

#[test]
fn a_named_file_must_be_there_and_help_needs_none() {
    let place = Place::new();
    let missing = place.run("man --config nope.toml");
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.starts_with("error: cannot read nope.toml: "), "{missing}");
    place.put("tilewright.toml", "nonsense");
    for words in ["--help", "match3 generate --help", "help tour", "--version"] {
        assert!(!place.run(words).done().stdout.is_empty());
    }
    assert_eq!(place.run("man").code, Some(2));
}

#[test]
fn switches_of_the_environment_are_on_or_off_or_empty() {
    let place = Place::new();
    let words = format!("{LEVEL} --seed 1");
    for (value, is_json) in
        [("1", true), ("true", true), ("0", false), ("no", false), ("", false)]
    {
        let seen = Seen::of(place.command(&words).env("TILEWRIGHT_JSON", value)).done();
        assert_eq!(seen.stdout.starts_with('{'), is_json, "{value:?}: {seen}");
    }
    let seen = Seen::of(place.command(&words).env("TILEWRIGHT_JSON", "perhaps"));
    assert!(seen.stderr.contains("expected true or false"), "{seen}");
    assert_eq!(seen.code, Some(2));
    let empty = place.command(&words).env("TILEWRIGHT_CONFIG", "").output().unwrap();
    assert!(empty.status.success());
}

#[test]
fn colours_follow_the_option_and_the_environment() {
    let place = Place::new();
    place.put("level.txt", "...\n.#.\n...\n");
    let words = "match3 analyze level.txt";
    let plain = place.run(words).done().stdout;
    assert!(!plain.contains('\x1b'), "stdout is no terminal here");
    let colored = place.run(&format!("{words} --color always")).done().stdout;
    assert!(colored.contains("\x1b["));
    let asked = Seen::of(
        place.command(words).env("NO_COLOR", "1").env("TILEWRIGHT_COLOR", "always"),
    );
    assert_eq!(asked.done().stdout, colored, "--color overrides NO_COLOR");
    let refused = place.run("nonsense --color always").stderr;
    assert!(refused.contains("\x1b["), "{refused}");
    assert!(!place.run("nonsense --color never").stderr.contains('\x1b'));
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let place = Place::new();
    for what in
        ["--count 20 --json", "--algorithm fi2pop --json", "--algorithm fi2pop -o -"]
    {
        let words = format!("{LEVEL} --seed 7 {what}");
        let one = place.run(&format!("{words} --threads 1")).done().stdout;
        for threads in ["--threads 2", "--threads 8", ""] {
            assert_eq!(place.run(&format!("{words} {threads}")).done().stdout, one);
        }
    }
    for threads in [1, 8] {
        let picture = format!("--picture {threads}.gif --logbook {threads}.csv");
        let words =
            format!("{LEVEL} --seed 7 --algorithm fi2pop --threads {threads} {picture}");
        place.run(&words).done();
    }
    assert_eq!(place.bytes("1.gif"), place.bytes("8.gif"));
    assert_eq!(place.bytes("1.csv"), place.bytes("8.csv"));
}

#[test]
fn a_seed_that_was_chosen_is_told_and_gives_the_same_again() {
    let place = Place::new();
    let first = place.run(LEVEL).done();
    let told = first.stderr.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
    let again = place.run(&format!("{LEVEL} --seed {told} --quiet")).done();
    assert_eq!(again.stdout, first.stdout);
    assert!(again.stderr.is_empty(), "{again}");
    let other: u64 = told.parse::<u64>().unwrap() + 1;
    assert_ne!(place.run(&format!("{LEVEL} --seed {other}")).done().stdout, first.stdout);
}

#[test]
fn every_shell_gets_a_script_and_the_manual_has_every_command() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = place.run(&format!("completions {shell}")).done().stdout;
        assert!(script.contains("tolerance") && script.contains("tour"), "{shell}");
    }
    let manual = place.run("man").done().stdout;
    for page in ["tilewright", "tilewright-match3-generate", "tilewright-match3-analyze"]
    {
        assert!(manual.contains(&format!(".TH {page} 1 ")), "{page}");
    }
}

#[test]
fn help_lists_commands_and_options() {
    let place = Place::new();
    insta::assert_snapshot!(place.transcript(&[
        "--help",
        "match3 --help",
        "match3 generate -h",
        "match3 analyze -h",
        "tour -h",
    ]));
}

#[test]
fn pictures_take_the_colours_of_a_palette() {
    let place = Place::new();
    let draw = |words: &str| {
        let words = format!("{LEVEL} --seed 1 --force --picture level.svg {words}");
        let seen = place.run(&words).done();
        (String::from_utf8(place.bytes("level.svg")).unwrap(), seen.stdout)
    };
    let (usual, level) = draw("");
    let (own, same_level) = draw("--palette grey=#123456,blue=#abcdef");
    assert_eq!(level, same_level);
    assert!(!usual.contains("#123456") && own.contains("#123456"), "{own}");
    assert_eq!(usual.matches('<').count(), own.matches('<').count());
    place.put("tilewright.toml", "palette = [\"grey=#123456\", \"blue=#abcdef\"]\n");
    assert_eq!(draw("").0, own);
    let refused = place.run(&format!("{LEVEL} --palette gray=#123456"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("such as blue=#264653"), "{refused:?}");
}

/// A settings file holds for all requests of a task: what has no effect on one of them is not refused there.
#[test]
fn values_of_the_file_without_effect_are_left_out() {
    let place = Place::new();
    place.put("room.txt", "S..\n.#.\n..G\n");
    place.put(
        "tilewright.toml",
        "[path.plan]\ngenerations = 40\ndistance = \"manhattan\"\n\
         [battleship.place]\npopulation = 9\n[match3.generate]\nbot = \"greedy\"\n",
    );
    place.run("path plan room.txt").done();
    place.run("battleship place --seed 1").done();
    place.run(&format!("{LEVEL} --seed 1")).done();
    for words in [
        "path plan room.txt --generations 40",
        "battleship place --seed 1 --population 9",
        "match3 play room.txt --win-rate 50%",
    ] {
        let seen = place.run(words);
        assert_eq!(seen.code, Some(2), "{seen}");
        assert!(seen.stderr.contains(" has no effect"), "{seen}");
        assert!(seen.stderr.contains("hint: leave "), "{seen}");
    }
}
