//! The Rust programs of the book: compiled, and run once, that of Bevy by `cargo xtask bevy`. The pages show what stands between the
//! anchors.

#![expect(clippy::print_stdout, reason = "the programs of the book print")]

mod battleship;
mod bot;
mod crowd;
mod doors;
mod evacuation;
mod fields;
mod flow;
mod game2048;
mod level;
mod live;
mod navigation;
mod path;
mod readme;

#[test]
fn the_pages_show_these_programs() {
    for (page, program) in [
        (
            include_str!("../../../docs/src/how-to/bevy.md"),
            include_str!("../../../bindings/bevy/examples/walkers.rs"),
        ),
        (include_str!("../../../docs/src/how-to/crowd.md"), include_str!("crowd.rs")),
        (
            include_str!("../../../docs/src/how-to/crowd.md"),
            include_str!("evacuation.rs"),
        ),
        (include_str!("../../../docs/src/how-to/bot.md"), include_str!("bot.rs")),
        (include_str!("../../../docs/src/how-to/live.md"), include_str!("live.rs")),
        (
            include_str!("../../../docs/src/how-to/navigation.md"),
            include_str!("navigation.rs"),
        ),
        (
            include_str!("../../../docs/src/how-to/navigation.md"),
            include_str!("fields.rs"),
        ),
        (
            include_str!("../../../docs/src/how-to/navigation.md"),
            include_str!("doors.rs"),
        ),
        (include_str!("../../../docs/src/how-to/navigation.md"), include_str!("flow.rs")),
        (include_str!("../../../docs/src/how-to/rust.md"), include_str!("path.rs")),
        (include_str!("../../../docs/src/how-to/rust.md"), include_str!("level.rs")),
        (include_str!("../../../docs/src/how-to/rust.md"), include_str!("game2048.rs")),
        (include_str!("../../../docs/src/how-to/rust.md"), include_str!("battleship.rs")),
    ] {
        let (_, rest) = program.split_once("// ANCHOR: example\n").unwrap();
        let (shown, _) = rest.split_once("// ANCHOR_END").unwrap();
        assert!(page.contains(&format!("```rust\n{shown}```")), "{shown}");
    }
}
