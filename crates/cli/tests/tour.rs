//! `tilewright tour`, and Ctrl-C.

mod common;

use common::Place;

/// What a tour holds.
const FILES: [&str; 18] = [
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
    assert_eq!(page.matches("class=\"note\"").count(), 11, "acts say what they gave");
    let command = page.split("<code>").nth(4).unwrap().split("</code>").next().unwrap();
    let words = command.strip_prefix("tilewright ").unwrap();
    let made = place.run(words).done();
    assert!(!made.stdout.is_empty());
    assert_eq!(
        place.text("heart.svg"),
        place.text("tour/heart.svg"),
        "a tour can be repeated"
    );

    // Another seed gives another tour in its place, on any number of threads; what somebody
    // else put there stays.
    place.put("tour/notes.txt", "mine");
    let again = place.run("tour --seed 3 --json --quiet --threads 1").done();
    assert!(again.stderr.is_empty(), "{again}");
    let document = again.json();
    assert_eq!(document["schema"], "tilewright/tour/1");
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
    assert_eq!(
        place.names("."),
        ["heart.svg", "tour"],
        "nothing else is left lying about"
    );
}

#[test]
fn a_folder_of_somebody_else_is_left_alone() {
    let place = Place::new();
    for folder in ["photos", "site"] {
        std::fs::create_dir(place.path().join(folder)).unwrap();
    }
    place.put("photos/cat.png", "mine");
    place.put("site/index.html", "<p>Type <code>tilewright tour</code> first.</p>");
    place.put("file", "mine");
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
fn what_was_made_before_ctrl_c_is_kept_whole() {
    let place = Place::new();
    let told = place.interrupt(
        "match3 generate --rows 64 --columns 64 --target 20000 --count 10000 -o levels",
    );
    if !place.path().join("levels").exists() {
        assert!(told.contains("0 of 10000 levels were made"), "{told}");
        assert!(place.names(".").is_empty());
        return;
    }
    let names = place.names("levels");
    assert!(!names.is_empty() && names.len() < 10_000);
    let files: Vec<_> = names.iter().map(|name| format!("levels/{name}")).collect();
    place.run(&format!("match3 analyze --json {}", files.join(" "))).done();
}
