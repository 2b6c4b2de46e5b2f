//! Live maps through the server.

use crate::common::Server;
use serde_json::{Value, json};
use tilewright_tasks::Host;
use tilewright_tasks::path::{FrameInput, LiveMap};
use tilewright_workbench::Settings;

struct QuietHost;

impl Host for QuietHost {}

#[test]
fn frames_of_the_server_are_those_of_the_task() {
    let server = Server::start(Settings::default());
    let settings = json!({ "map": { "layout": ["......", "......", "..##..", "......"] },
                           "walkers": 12, "sizes": [1, 2], "seed": 7 });
    let mut live = LiveMap::open(settings.as_object().cloned().unwrap(), &QuietHost)
        .map_err(|refusal| refusal.to_string())
        .unwrap();
    let opened = server.post("/live", &settings);
    assert_eq!(opened.status, 201);
    let path = format!("/live/{}", opened.json()["live"].as_str().unwrap());

    for (row, glyph) in [(0, '#'), (1, '5'), (0, '.'), (3, '~')] {
        let changes = vec![(row, 3, glyph)];
        let mut seen = server
            .post(&path, &json!({ "changes": [[row, 3, glyph]], "ticks": 9 }))
            .json();
        let input = FrameInput::new(changes, 9).unwrap();
        let own = live.frame(&input, &QuietHost).ok().unwrap();
        // The server has a clock.
        let timing = seen.as_object_mut().unwrap().shift_remove("timing").unwrap();
        assert!(timing["change_us"].as_f64().is_some(), "{timing}");
        assert_eq!(seen, serde_json::to_value(own).unwrap());
    }

    let wrong = server.post(&path, &json!({ "changes": [[9, 9, "#"]] }));
    assert_eq!(wrong.status, 400);
    assert_eq!(wrong.json()["error"], "row 10, column 10 lies outside the map");
    assert_eq!(server.call(&format!("DELETE {path}"), "").status, 204);
    assert_eq!(server.post(&path, &json!({})).status, 404);
}

#[test]
fn the_live_maps_that_were_touched_longest_ago_go_first() {
    let server = Server::start(Settings::default());
    let settings = json!({ "map": { "layout": ["..."] }, "walkers": 1 });
    let open = |()| {
        let opened: Value = server.post("/live", &settings).json();
        format!("/live/{}", opened["live"].as_str().unwrap())
    };
    let paths = [(); 8].map(open);
    let status = |path: &str| server.post(path, &json!({ "ticks": 1 })).status;
    assert_eq!(status(&paths[0]), 200);
    open(());
    assert_eq!((status(&paths[0]), status(&paths[1])), (200, 404));
}
