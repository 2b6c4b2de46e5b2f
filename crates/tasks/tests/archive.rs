//! The text of an archive of levels, and the hint for one that is empty.

use std::sync::Mutex;

use serde_json::json;
use tilewright_tasks::{Event, Host, Medium, Verdict, find};

/// A host that notes the warnings and their hints.
#[derive(Default)]
struct Warned(Mutex<Vec<String>>);

impl Host for Warned {
    fn tell(&self, event: Event<'_>) {
        if let Event::Warning(what, hint) = event {
            let hint = hint.map(|hint| hint.0.clone()).unwrap_or_default();
            self.0.lock().unwrap().push(format!("{what}: {hint}"));
        }
    }
}

/// Bins of a twenty-fifth of a swap, which 64 games cannot prove.
#[test]
fn an_archive_of_too_few_games_says_so_in_lines_of_a_screen() {
    let request = json!({ "rows": 6, "columns": 6, "goal": ["collect:12"],
        "difficulty": "10-14", "difficulty_bins": 100, "density_bins": 2, "symmetry_bins": 3,
        "rounds": 1, "evaluations": 300, "games": 64, "seed": 7 });
    let host = Warned::default();
    let request =
        find("match3/archive").unwrap().read(request.as_object().unwrap().clone());
    let answer = request.unwrap().run(&host).unwrap();
    assert_eq!(answer.verdict(), Verdict::No);
    let warned = host.0.into_inner().unwrap();
    assert_eq!(
        warned,
        [
            "no bin was filled: the games proved no level: raise {games}, or use wider bins: \
          fewer {difficulty_bins}"
        ]
    );
    let text = answer.text(Medium::default());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0],
        "filled bins, by density (rows) and mean swaps (columns, 9 bins of 100 in each)"
    );
    assert!(lines[1].trim_start().starts_with("10-10.36 10.36-10.72"), "{}", lines[1]);
    assert!(lines[1].ends_with(" 13.96-14"), "{}", lines[1]);
    assert!(lines.iter().all(|line| line.chars().count() <= 160), "{text}");
}
