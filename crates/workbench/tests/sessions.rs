//! Games that are played through the server.

use crate::common::Server;
use serde_json::json;
use tilewright_workbench::Settings;

#[test]
fn a_game_is_played_and_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let server = Server::start(settings.clone());
    let begun = server.post("/sessions/2048", &json!({ "seed": 4, "name": "mine" }));
    assert_eq!(begun.status, 201);
    let path = format!("/sessions/{}", begun.json()["session"].as_str().unwrap());
    for _ in 0..10 {
        let hint =
            server.post(&format!("{path}/hint"), &json!({ "player": "greedy" })).json();
        let seen = server.post(&format!("{path}/move"), &hint);
        assert_eq!(seen.status, 200, "{}", seen.text());
        assert_eq!(
            seen.json()["events"].as_array().unwrap().last().unwrap()["event"],
            "spawned"
        );
    }
    let before = server.get(&path).json();
    assert_eq!((&before["made"], &before["revision"]), (&json!(10), &json!(10)));
    let wrong = server.post(&format!("{path}/move"), &json!({ "move": "sideways" }));
    assert_eq!(wrong.status, 400);
    drop(server);
    let server = Server::start(settings);
    assert_eq!(server.get(&path).json(), before);
    let listed = server.get("/sessions?game=2048").json();
    assert_eq!(
        (&listed["sessions"][0]["name"], &listed["sessions"][0]["made"]),
        (&json!("mine"), &json!(10))
    );
    assert_eq!(server.call(&format!("POST {path}/undo"), "").json()["made"], 9);
    let saved = server.get(&format!("{path}/save")).text();
    let copy = server.post("/sessions/2048", &json!({ "saved": saved })).json();
    assert_eq!(copy["state"], server.get(&path).json()["state"]);
    assert!(server.get(&format!("{path}/picture.svg")).text().starts_with("<svg"));
    assert!(server.get(&format!("{path}/picture.gif")).body.starts_with(b"GIF89a"));
    assert_eq!(server.get(&format!("{path}/picture.jpg")).status, 400);
    assert_eq!(server.get(&format!("{path}/nothing")).status, 404);
    assert_eq!(server.call(&format!("DELETE {path}"), "").status, 204);
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn a_fleet_is_sunk_and_its_chances_are_known() {
    let server = Server::start(Settings::default());
    let settings =
        json!({ "rows": 4, "columns": 4, "fleet": "2", "hunter": "novice", "seed": 1 });
    let mut seen = server.post("/sessions/battleship", &settings).json();
    let path = format!("/sessions/{}", seen["session"].as_str().unwrap());
    while seen["over"] == false {
        let chances = server.get(&format!("{path}/outlook")).json();
        assert_eq!(chances["probabilities"].as_array().unwrap().len(), 4);
        let hint = server.post(&format!("{path}/hint"), &json!({})).json();
        seen = server.post(&format!("{path}/move"), &hint).json();
    }
    assert!(seen["state"]["winner"].is_string());
    assert!(
        server.post(&format!("{path}/move"), &json!({ "move": [0, 0] })).status == 400
    );
}

#[test]
fn two_servers_play_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let (one, other) = (Server::start(settings.clone()), Server::start(settings));
    let begun = one.post("/sessions/2048", &json!({ "seed": 4 })).json();
    let path = format!("/sessions/{}", begun["session"].as_str().unwrap());
    assert_eq!(other.get(&path).json()["made"], 0);
    for made in 1..=4 {
        let server = if made % 2 == 0 { &one } else { &other };
        let hint = server.post(&format!("{path}/hint"), &json!({ "player": "greedy" }));
        let seen = server.post(&format!("{path}/move"), &hint.json()).json();
        assert_eq!(seen["made"], made);
    }
    assert_eq!(one.get(&path).json(), other.get(&path).json());
    assert_eq!(one.call(&format!("DELETE {path}"), "").status, 204);
    assert_eq!(other.call(&format!("POST {path}/undo"), "").status, 404);
}

/// Makes a move that a player proposes, based on a revision.
fn moved(server: &Server, path: &str, revision: u64) -> crate::common::Response {
    let hint =
        server.post(&format!("{path}/hint"), &json!({ "player": "greedy" })).json();
    server.post(
        &format!("{path}/move"),
        &json!({ "move": hint["move"], "revision": revision }),
    )
}

#[test]
fn a_stale_move_is_refused_and_both_games_can_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let mut server = Server::start(settings.clone());
    for game in ["2048", "battleship", "match3"] {
        let level = json!({ "rows": 5, "columns": 5, "colors": 4, "goal": { "all": [{ "collect": 30 }] },
                            "layout": [".....", ".....", ".....", ".....", "....."] });
        let asked = match game {
            "match3" => json!({ "seed": 4, "level": level, "game": 1 }),
            _ => json!({ "seed": 4 }),
        };
        let begun = server.post(&format!("/sessions/{game}"), &asked).json();
        assert_eq!(begun["revision"], 0, "{game}: {begun}");
        let path = format!("/sessions/{}", begun["session"].as_str().unwrap());
        let player =
            json!({ "player": if game == "battleship" { "density" } else { "greedy" } });
        let moved = |server: &Server, revision: u64| {
            let hint = server.post(&format!("{path}/hint"), &player).json();
            let made = json!({ "move": hint["move"], "revision": revision });
            server.post(&format!("{path}/move"), &made)
        };
        let mine =
            [moved(&server, 0), moved(&server, 1)].map(|seen| seen.json())[1].clone();
        assert_eq!(mine["revision"], 2, "{game}: {mine}");
        // The other tab takes a move back and goes on; what this one asks for comes too late.
        let undo = |server: &Server, revision: u64| {
            server.post(&format!("{path}/undo"), &json!({ "revision": revision }))
        };
        assert_eq!(undo(&server, 2).json()["made"], 1, "{game}");
        assert_eq!(server.get(&path).json()["undone"].as_array().unwrap().len(), 1);
        let other = server.get(&path).json()["moves"][0].clone();
        let theirs =
            server.post(&format!("{path}/move"), &json!({ "move": other })).json();
        assert_eq!(theirs["revision"], 4, "{game}: {theirs}");
        let hint = server.post(&format!("{path}/hint"), &json!({ "revision": 2 }));
        for late in [moved(&server, 2), undo(&server, 2), moved(&server, 5), hint] {
            assert_eq!(late.status, 409, "{game}: {}", late.text());
            assert!(late.json()["hint"].is_string());
        }
        assert_eq!(server.get(&path).json()["state"], theirs["state"], "{game}");
        // The server is started again: both states are still there.
        drop(server);
        server = Server::start(settings.clone());
        let ask = json!({ "revision": 2, "name": "mine" });
        let copied = server.post(&format!("{path}/copy"), &ask);
        assert_eq!(copied.status, 201, "{game}: {}", copied.text());
        let copied = copied.json();
        assert_eq!((&copied["state"], &copied["made"]), (&mine["state"], &mine["made"]));
        assert_eq!((&copied["name"], &copied["revision"]), (&json!("mine"), &json!(0)));
        assert_eq!(server.get(&path).json()["state"], theirs["state"], "{game}");
        assert_eq!(moved(&server, 4).json()["revision"], 5, "{game}");
        let gone = server.post(&format!("{path}/copy"), &json!({ "revision": 9 }));
        assert_eq!(gone.status, 409, "{game}");
        let wrong = server.post(&format!("{path}/undo"), &json!({ "revision": "one" }));
        assert_eq!(wrong.status, 400, "{game}");
    }
}

#[test]
fn two_servers_refuse_each_others_stale_moves() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let (one, other) = (Server::start(settings.clone()), Server::start(settings));
    let begun = one.post("/sessions/2048", &json!({ "seed": 4 })).json();
    let path = format!("/sessions/{}", begun["session"].as_str().unwrap());
    assert_eq!(moved(&one, &path, 0).status, 200);
    assert_eq!(moved(&other, &path, 0).status, 409);
    assert_eq!(moved(&other, &path, 1).status, 200);
    assert_eq!(moved(&one, &path, 1).status, 409);
    assert_eq!(one.get(&path).json()["revision"], 2);
}

#[test]
fn a_draft_is_kept_under_its_revision() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let server = Server::start(settings.clone());
    let put = |server: &Server, id: &str, revision: u64, value: &str| {
        let draft = json!({ "kind": "levels", "revision": revision, "value": value });
        server.call(&format!("PUT /drafts/{id}"), draft.to_string())
    };
    assert_eq!(put(&server, "a1", 0, "one").json()["revision"], 1);
    assert_eq!(put(&server, "a1", 1, "two").json()["revision"], 2);
    for revision in [0, 1, 3] {
        let late = put(&server, "a1", revision, "late");
        assert_eq!(late.status, 409, "{revision}: {}", late.text());
    }
    drop(server);
    let server = Server::start(settings);
    let kept = server.get("/drafts/a1").json();
    assert_eq!((&kept["value"], &kept["revision"]), (&json!("two"), &json!(2)));
    let listed = server.get("/drafts?kind=levels").json();
    assert_eq!(listed["drafts"][0]["id"], "a1");
    assert!(listed["drafts"][0].get("value").is_none());
    assert_eq!(server.get("/drafts?kind=maps").json()["drafts"], json!([]));
    assert_eq!(server.get("/drafts/b2").status, 404);
    for (id, body) in [
        ("a%0a", json!({ "kind": "levels", "revision": 0, "value": 1 })),
        ("a", json!({ "kind": "", "revision": 0, "value": 1 })),
        ("a", json!({ "kind": "levels", "value": 1 })),
        ("a", json!({ "kind": "levels", "revision": 0 })),
        ("a", json!({ "kind": "levels", "revision": u64::MAX, "value": 1 })),
        ("a", json!({ "kind": "levels", "revision": -1, "value": 1 })),
    ] {
        let seen = server.call(&format!("PUT /drafts/{id}"), body.to_string());
        assert_eq!(seen.status, 400, "{id} {body}");
    }
}
