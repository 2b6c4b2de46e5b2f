//! `tilewright tour`, and Ctrl-C.

use crate::common::Place;
use crate::showcases::review_tour;
use serde_json::Value;

/// The files of a tour.
const FILES: [&str; 25] = [
    "2048.gif",
    "attic.json",
    "crowd.gif",
    "difficulty.svg",
    "evolution.gif",
    "fleet.gif",
    "game.gif",
    "heart.svg",
    "heart.txt",
    "hunt.gif",
    "hunters.svg",
    "index.html",
    "level.svg",
    "meadow.json",
    "paths.gif",
    "route.gif",
    "routes.svg",
    "taps.gif",
    "tiles.svg",
    "village-tiles.png",
    "village-tiles.tsx",
    "village.tmx",
    "village.txt",
    "wall.svg",
    "win-rate.svg",
];

#[test]
fn a_tour_is_one_page_that_shows_what_is_true() {
    let place = Place::new();
    let seen = place.run("tour").done();
    insta::assert_snapshot!(seen);
    assert_eq!(place.names("tour"), FILES);
    let page = place.text("tour/index.html");
    check_runs(&page);

    // The same seed gives the same bytes in its place, on any number of threads; what somebody
    // else put there stays.
    place.put("tour/notes.txt", "mine");
    // Variables do not change what the demos do: one once made a demo overwrite a file.
    place.put("mine.json", "mine");
    let mut command = crate::common::process(place.path());
    command.args(["tour", "--seed", "1", "--json", "--quiet", "--threads", "1"]);
    command.env("TILEWRIGHT_OUTPUT", "mine.json").env("TILEWRIGHT_COLORS", "6");
    let again = command.output().unwrap();
    assert!(again.status.success() && again.stderr.is_empty());
    assert_eq!(place.text("mine.json"), "mine");
    assert_eq!(place.text("tour/index.html"), page);
    let document: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(document["schema"], "tilewright/tour/2");
    assert_eq!(
        (&document["seed"], &document["index"]),
        (&1.into(), &"tour/index.html".into())
    );
    let mut listed: Vec<_> = document["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    listed.sort_unstable();
    assert_eq!(listed, FILES);
    assert_eq!(place.text("tour/notes.txt"), "mine");
    assert_eq!(place.names("tour").len(), FILES.len() + 1);
    assert_eq!(
        place.names("."),
        ["mine.json", "tour"],
        "nothing else is left lying about"
    );

    review_tour(place, &document);
}

/// All demos with their titles, numbers, commands and pictures, and nothing that differs from run
/// to run or is loaded from elsewhere.
fn check_runs(page: &str) {
    for word in ["src=\"", "href=\"http", "@import", ".tilewright-"] {
        assert!(!page.contains(word), "the page needs nothing from elsewhere: {word}");
    }
    let data = page.split("id=\"report\">").nth(1).unwrap();
    let data = data.split("</script>").next().unwrap();
    let report: Value = serde_json::from_str(data).unwrap();
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 17);
    for (id, run) in (1..).zip(runs) {
        let (caption, command) = (&run["caption"], run["command"].as_str().unwrap());
        assert_eq!(run["id"], id);
        assert!(
            caption["figure"]["value"].as_f64().is_some_and(|value| value > 0.0),
            "{caption}"
        );
        assert!(
            run["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")),
            "{command}"
        );
        assert_eq!(run["motion"].is_object(), command.contains(".gif"), "{command}");
        for key in ["begun", "seconds", "done"] {
            assert!(run.get(key).is_none(), "{command}: {key}");
        }
        let task = run["task"].as_str().unwrap().replace('/', " ");
        assert!(command.starts_with(&format!("tilewright {task} ")), "{command}");
        let answer = run["answer"].as_str().unwrap();
        assert_eq!(answer.is_empty(), task == "2048 play", "{command}");
    }
    let quoted = runs.iter().filter(|run| run["text"] != "").count();
    assert_eq!(quoted, 14, "demos quote a line of output");
}

#[test]
fn a_folder_with_other_files_is_refused() {
    let place = Place::new();
    for folder in ["photos", "site"] {
        std::fs::create_dir(place.path().join(folder)).unwrap();
    }
    place.put("photos/cat.png", "mine");
    place.put("site/index.html", "<p>Type <code>tilewright tour</code> first.</p>");
    place.put("file", "mine");
    #[cfg(unix)]
    {
        // A page that never ends, which took all memory.
        std::fs::create_dir(place.path().join("endless")).unwrap();
        let page = place.path().join("endless/index.html");
        std::os::unix::fs::symlink("/dev/zero", page).unwrap();
        let seen = place.run("tour --out endless");
        assert!(
            seen.stderr.contains("endless exists and contains no earlier tour"),
            "{seen}"
        );
        std::fs::remove_dir_all(place.path().join("endless")).unwrap();
    }
    insta::assert_snapshot!(place.transcript(&[
        "tour --out photos",
        "tour --out site",
        "tour --out file",
        "tour --out missing/tour",
        "tour --out .",
    ]));
    assert_eq!(place.text("photos/cat.png"), "mine");
    assert_eq!(place.names("."), ["file", "photos", "site"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_tour_stops_and_writes_nothing() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let place = Place::new();
    let mut command = crate::common::process(place.path());
    command.args(["tour", "--threads", "2"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    stderr.read_line(&mut told).unwrap();
    assert!(told.starts_with("1 of "), "{told}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    stderr.read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{told}");
    assert!(told.ends_with("interrupted: nothing is written\n"), "{told}");
    assert!(!told.contains("15 of "), "the last demos were not run: {told}");
    assert!(place.names(".").is_empty());
}

#[cfg(unix)]
#[test]
fn levels_made_before_ctrl_c_are_kept() {
    let place = Place::new();
    let told = place.interrupt(
        "match3 generate --rows 64 --columns 64 --target 20000 --count 10000 -o levels",
    );
    if !place.path().join("levels").exists() {
        assert!(told.contains("0 of 10000 levels were generated"), "{told}");
        assert!(place.names(".").is_empty());
        return;
    }
    let names = place.names("levels");
    assert!(!names.is_empty() && names.len() < 10_000);
    let is_level = |name: &&String| name.starts_with("level-");
    let levels = names.iter().filter(is_level);
    let files: Vec<_> = levels.map(|name| format!("levels/{name}")).collect();
    place.run(&format!("match3 analyze --json {}", files.join(" "))).done();
}
