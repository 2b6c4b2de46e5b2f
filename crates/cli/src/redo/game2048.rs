//! The article on 2048 by expectimax.

use serde_json::Value;
use tilewright_draw::chart::Bars;
use tilewright_draw::theme;
use tilewright_grid::Estimate;

use super::chapter::{Article, Measurements, Table};
use super::studio::{Studio, decimal, estimate, interval};
use crate::failure::Failure;

pub(super) const ARTICLE: Article = Article {
    name: "2048",
    title: "2048 by expectimax",
    claim: "Expectimax to a depth of two or three own moves, with four heuristics of guides for \
            players, solves 2048 by itself in less than five minutes.",
    measure,
};

/// The players with their games: the article's, also with the fours of the article's game and with a
/// finite loss for positions without moves, and the built-in network, 1-ply and 3-ply.
const PLAYERS: [(&str, u32); 5] = [
    ("classic", 2000),
    ("classic --four-probability 0.0909", 1000),
    ("classic --terminal-value -1e8", 1000),
    ("network --depth 1", 2000),
    ("network", 100),
];

/// The mean score of the article's Python code, its share of games with 2048 in percent, and the
/// games, all measured elsewhere.
const THEIRS: (f64, u64, u32) = (44_995.0, 88, 500);

const COLUMNS: [&str; 7] = [
    "player",
    "our games",
    "theirs: mean score",
    "ours: mean score (95 %)",
    "theirs: 2048 reached (%)",
    "ours: 2048 reached (%)",
    "ours: 16384 reached (%)",
];

const NOTE: &str = "The article has no statistics; theirs are those of its Python code, 500 games, \
                    measured elsewhere. Its game draws a 4 with probability 1/11, its player expects \
                    1/10.";

fn measure(studio: &Studio<'_>) -> Result<Measurements, Failure> {
    let mut table = Table::new(&COLUMNS, NOTE);
    let (mut scores, mut reached) = (Vec::new(), Vec::new());
    for (player, games) in PLAYERS {
        let games = studio.runs(games);
        let words = format!("2048 bench --player {player} --games {games}");
        let answer = studio.answer(&words)?;
        let score = estimate(&answer["score"])?;

        let [reached_2048, reached_16384] =
            [share(&answer, "2048", games)?, share(&answer, "16384", games)?];

        let [their_score, their_share] = if player == "classic" {
            [decimal(THEIRS.0, 0), THEIRS.1.to_string()]
        } else {
            ["–", "–"].map(str::to_owned)
        };

        let cells = vec![
            format!("`{player}`"),
            decimal(f64::from(games), 0),
            their_score,
            interval(&score, 1.0, 0),
            their_share,
            interval(&reached_2048, 100.0, 1),
            interval(&reached_16384, 100.0, 1),
        ];

        table.push(cells, vec![studio.shown(&words)]);
        reached.push(reached_2048);
        scores.push(score);
    }

    let means: Vec<_> = scores.iter().map(|score| decimal(score.mean, 0)).collect();
    Ok(Measurements {
        tables: vec![table],
        checks: checks(&scores[0], &reached[0], studio.runs(PLAYERS[0].1)),
        picture: chart(&scores),
        better: format!(
            "A finite loss for positions without moves raises the mean score from {} to {}, the \
             built-in network to {} and with a 3-ply search to {}.",
            means[0], means[2], means[3], means[4]
        ),
    })
}

/// Whether the player with these scores and this share of games with 2048 is that of the article.
/// The share of the games that reached a tile.
fn share(answer: &Value, tile: &str, games: u32) -> Result<Estimate, Failure> {
    match &answer["tiles"][tile] {
        share if share.is_null() => Ok(Estimate::of_share(0, games.into())),
        share => estimate(share),
    }
}

fn checks(score: &Estimate, reached: &Estimate, games: u32) -> Vec<(&'static str, bool)> {
    // Their scores vary as ours do, so their interval is wider by the root of the ratio of the games.
    let ratio = f64::from(games) / f64::from(THEIRS.2);
    let width = score.half_width() * (1.0 + ratio).sqrt();
    let [low, high] = reached.ci95;
    let theirs =
        Estimate::of_share(THEIRS.1 * u64::from(THEIRS.2) / 100, THEIRS.2.into());
    vec![
        ("the player reaches 2048 in four of five games and more", reached.mean > 0.8),
        (
            "our mean score is that of its Python code, within the intervals of both",
            (score.mean - THEIRS.0).abs() <= width,
        ),
        (
            "our share of games with 2048 is also",
            low <= theirs.ci95[1] && theirs.ci95[0] <= high,
        ),
    ]
}

fn chart(scores: &[Estimate]) -> String {
    let bar = |((player, _), score): (&(&str, u32), &Estimate)| {
        ((*player).to_owned(), score.mean.round(), theme::ACCENT)
    };
    let bars = Bars {
        title: "Mean score by player".to_owned(),
        x_label: "mean score".to_owned(),
        bars: PLAYERS.iter().zip(scores).map(bar).collect(),
    };
    bars.picture().to_svg()
}
