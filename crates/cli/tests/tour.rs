//! `tilewright tour`, and Ctrl-C.

mod common;

use common::Place;

/// The files of a tour.
const FILES: [&str; 21] = [
    "2048.gif",
    "crowd.svg",
    "difficulty.svg",
    "evolution.gif",
    "fleet.gif",
    "game.gif",
    "garden.json",
    "heart.svg",
    "heart.txt",
    "hunt.gif",
    "hunters.svg",
    "index.html",
    "level.svg",
    "paths.gif",
    "route.gif",
    "tiles.svg",
    "village-tiles.png",
    "village-tiles.tsx",
    "village.tmx",
    "village.txt",
    "wall.svg",
];

#[test]
fn a_tour_is_one_page_with_its_pictures_beside_it() {
    let place = Place::new();
    let seen = place.run("tour").done();
    insta::assert_snapshot!(seen);
    assert_eq!(place.names("tour"), FILES);
    let page = place.text("tour/index.html");
    assert!(page.matches("<svg").count() >= 3 && page.contains("data:image/gif;base64,"));
    for word in ["src=\"http", "href=\"http", "<script", "url("] {
        assert!(!page.contains(word), "the page needs nothing from elsewhere: {word}");
    }
    assert_eq!(
        page.matches("class=\"note\"").count(),
        11,
        "demos quote a line of output"
    );
    check_layout(&page);

    // Another seed gives another tour in its place, on any number of threads; what somebody
    // else put there stays.
    place.put("tour/notes.txt", "mine");
    let again = place.run("tour --seed 3 --json --quiet --threads 1").done();
    assert!(again.stderr.is_empty(), "{again}");
    let document = again.json();
    assert_eq!(document["schema"], "tilewright/tour/2");
    assert_eq!(
        (&document["seed"], &document["index"]),
        (&3.into(), &"tour/index.html".into())
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
    assert_ne!(place.text("tour/index.html"), page);
    assert_eq!(place.names("."), ["tour"], "nothing else is left lying about");
}

/// A table of contents that links to every demo, pictures that stay legible on a phone and in
/// dark mode, and commands whose lines break only between words.
fn check_layout(page: &str) {
    let demos: Vec<_> = page.split("<section id=\"").skip(1).collect();
    assert_eq!(page.matches("<li><a href=\"#").count(), demos.len());
    for demo in demos {
        let name = demo.split('"').next().unwrap();
        assert!(page.contains(&format!("<li><a href=\"#{name}\">")), "{name} is listed");
        assert!(demo.contains("style=\"--width: "), "{name} says how wide it is");
        let command =
            demo.split("<code>").nth(1).unwrap().split("</code>").next().unwrap();
        let words: Vec<_> = command.split(' ').collect();
        assert_eq!(words[0], "<span>tilewright</span>", "{name}");
        let is_whole = |word: &&str| {
            word.strip_prefix("<span>").is_some_and(|rest| rest.ends_with("</span>"))
        };
        assert!(
            words.iter().all(is_whole),
            "{name}: each word is in one piece: {command}"
        );
    }
    for rule in ["prefers-color-scheme: dark", "--min", "overflow-x: auto"] {
        assert!(page.contains(rule), "{rule}");
    }
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
    let mut command = common::process(place.path());
    command.arg("tour").stdout(Stdio::null()).stderr(Stdio::piped());
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
    assert!(!told.contains("3 of "), "the demos after it were not run: {told}");
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
