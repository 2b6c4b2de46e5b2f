//! The answer of `2048/analyze`: the game in a few numbers, and the moves that lost the most.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tilewright_2048::{
    Assessment, Board, EQUAL, Grade, Line, Move, Position, Quality, Record, Review,
    RolloutResult, Strategy, coach_pictures, move_name,
};
use tilewright_draw::Picture;
use tilewright_grid::{Estimate, Heading, Watch};

use super::coach::{Lesson, moves_of};
use crate::answer::{counted, line};
use crate::{Answer, Drawing, Head, Medium, OutputFile, Verdict};

/// The space between the pictures of moves, in pixels.
const GAP: f64 = 8.0;

pub(super) struct AnalyzeAnswer {
    pub(super) record: Record,
    pub(super) strategy: Strategy,
    /// The positions that the search of each move may expand; the player perfect searches none.
    pub(super) nodes: Option<u32>,
    /// Whether the bounds of the grades hold for these values.
    pub(super) is_graded: bool,
    /// The assessments of the first positions, all unless the host stopped the work.
    pub(super) found: Vec<Assessment>,
    pub(super) lessons: Vec<Lesson>,
    pub(super) verdict: Verdict,
}

/// The document, `tilewright/analysis2048/2`.
#[skip_serializing_none]
#[derive(Serialize)]
struct AnalysisReport {
    player: Strategy,
    /// The positions of the search of each move; the player perfect searches none.
    nodes_per_move: Option<u32>,
    rows: u32,
    columns: u32,
    /// The positions that were analyzed, and the moves among them whose loss is known.
    positions: usize,
    moves: u64,
    /// Whether each position follows from the one before.
    whole: bool,
    /// The positions that have legal moves and no values: the player perfect knows those only that a game can reach.
    unvalued: usize,
    score: u64,
    largest: u32,
    /// The expected final score at the first and at the last position.
    expected: Option<[f64; 2]>,
    /// The mean share of the expected final score that a move lost by the values alone.
    loss_share: Option<Estimate>,
    grade: Option<Grade>,
    qualities: Option<Map<String, Value>>,
    worst: Vec<LessonReport>,
}

/// A position, the values of its moves, and what the made move lost.
#[skip_serializing_none]
#[derive(Serialize)]
struct PositionLine {
    /// The number of the position, from 1.
    position: usize,
    board: Board,
    score: u64,
    #[serde(rename = "move")]
    made: Option<Move>,
    best: Option<Move>,
    values: Map<String, Value>,
    /// The games that were played on after the best move and the one it is compared with.
    played_on: Option<RolloutResult>,
    /// What the made move lost: by those games, or else by the values.
    loss: Option<f64>,
    /// The loss as a share of the score and the points of those games after the best move, or else of the score and its value.
    share: Option<f64>,
    quality: Option<Quality>,
}

/// A position with what the coach says of it.
#[skip_serializing_none]
#[derive(Serialize)]
struct LessonReport {
    #[serde(flatten)]
    position: PositionLine,
    /// The move to which the best one is compared.
    other: Option<Move>,
    /// Why the best move is better.
    why: Vec<String>,
    reasons: Vec<tilewright_2048::Reason>,
    better: Line,
    instead: Option<Line>,
}

impl PositionLine {
    fn of(at: usize, position: &Position, found: &Assessment) -> Self {
        let named = Heading::ALL.into_iter().zip(found.values);
        let values = named.map(|(heading, value)| {
            (move_name(heading).to_owned(), value.map_or(Value::Null, Value::from))
        });
        Self {
            position: at + 1,
            board: position.board,
            score: position.score,
            made: position.made.map(Move),
            best: found.best.map(Move),
            values: values.collect(),
            played_on: found.played,
            loss: found.loss,
            share: found.share,
            quality: found.quality,
        }
    }
}

impl AnalyzeAnswer {
    fn position(&self, at: usize) -> (&Position, &Assessment) {
        (&self.record.positions[at], &self.found[at])
    }

    fn line(&self, at: usize) -> PositionLine {
        let (position, found) = self.position(at);
        PositionLine::of(at, position, found)
    }

    /// The expected final score at the first and at the last position that was analyzed.
    fn expected(&self) -> Option<[f64; 2]> {
        let all: Vec<f64> = self.curve().map(|(_, score)| score).collect();
        Some([*all.first()?, *all.last()?])
    }

    /// The numbers of the positions, from 1, and the expected final scores at them.
    fn curve(&self) -> impl Iterator<Item = (f64, f64)> {
        self.found
            .iter()
            .zip(1..)
            .filter_map(|(found, number)| Some((f64::from(number), found.expected?)))
    }

    /// The last position that was analyzed.
    fn last(&self) -> &Position {
        &self.record.positions[self.found.len().saturating_sub(1)]
    }

    /// How many positions have legal moves and no values.
    fn unvalued(&self) -> usize {
        let pairs = self.record.positions.iter().zip(&self.found);
        pairs.filter(|(it, found)| it.board.has_move() && found.best.is_none()).count()
    }

    fn report(&self) -> AnalysisReport {
        let review = Review::new(&self.found);
        let last = self.last();
        let size = last.board.size();
        let qualities = review.share.map(|_| {
            let counts = Quality::ALL.into_iter().zip(review.qualities);
            counts.map(|(quality, count)| (quality.to_string(), count.into())).collect()
        });
        AnalysisReport {
            player: self.strategy,
            nodes_per_move: self.nodes,
            rows: size.rows,
            columns: size.columns,
            positions: self.found.len(),
            moves: review.moves,
            whole: self.record.is_whole(),
            unvalued: self.unvalued(),
            score: last.score,
            largest: last.board.largest(),
            expected: self.expected(),
            loss_share: review.share,
            grade: review.grade.filter(|_| self.is_graded),
            qualities,
            worst: self.lessons.iter().map(|lesson| self.lesson(lesson)).collect(),
        }
    }

    fn lesson(&self, lesson: &Lesson) -> LessonReport {
        let found = &self.found[lesson.at];
        LessonReport {
            position: self.line(lesson.at),
            other: found.other().map(Move),
            why: sentences(lesson, found),
            reasons: lesson.reasons.clone(),
            better: lesson.better.clone(),
            instead: lesson.instead.clone(),
        }
    }

    /// What a position is about: its number, the move and what it lost.
    fn caption(&self, at: usize) -> String {
        let found = &self.found[at];
        let [best, other] =
            moves_of(found).map(|it| it.map_or_else(String::new, |it| it.to_string()));
        // How sure a loss is, if games show it, and its unit.
        let sure = found.played.map_or_else(String::new, |played| {
            format!(" ± {:.0}", played.loss.half_width())
        });
        let unit = if found.expected.is_some() { " points" } else { "" };
        let number = at + 1;
        match (found.loss, found.quality) {
            (Some(loss), Some(quality)) if loss > 0.0 => format!(
                "Move {number}, {}: {other} loses {loss:.0}{sure} of {:.0} points; {best} is best",
                match quality {
                    Quality::Best | Quality::Good => "a small loss".to_owned(),
                    Quality::Inaccuracy => "an inaccuracy".to_owned(),
                    worse => format!("a {worse}"),
                },
                found.basis().unwrap_or(0.0),
            ),
            (Some(loss), _) if loss > 0.0 => {
                // Values that are no points have no unit.
                format!("Move {number}: {other} loses {loss:.0}; {best} is best")
            }
            _ if other.is_empty() => {
                format!("Board {number}: {best} is the only legal move")
            }
            _ => {
                let less = found.gap().unwrap_or(0.0);
                if less < EQUAL {
                    return format!("Board {number}: {best} is best, {other} as good");
                }
                format!(
                    "Board {number}: {best} is best, {other} {less:.0}{sure}{unit} less"
                )
            }
        }
    }

    /// What is not known of the positions, a line each.
    fn doubts(&self, unvalued: usize) -> String {
        let mut text = String::new();
        if let [first, others @ ..] = &self.record.gaps[..] {
            let board = first + 1;
            let more = match others.len() {
                0 => " does".to_owned(),
                others => format!(" and {others} others do"),
            };
            let _ =
                writeln!(text, "board {board}{more} not follow from the board before");
        }
        if unvalued > 0 {
            let boards = counted(unvalued as u64, "board");
            let _ = writeln!(text, "no game reaches {boards}: they have no values");
        }
        if self.found.len() == 1 && self.found[0].best.is_none() && unvalued == 0 {
            text += "no move is legal\n";
        }
        text
    }

    /// A position in words.
    fn words(&self, lesson: &Lesson) -> String {
        let (position, found) = self.position(lesson.at);
        let mut text = self.caption(lesson.at) + "\n";
        for row in position.board.to_string().lines() {
            let _ = writeln!(text, "    {row}");
        }
        let mut part = |head: &str, what: &str| {
            let _ = writeln!(text, "    {head:<8}{what}");
        };
        part(self.scale(), &values_in_words(found));
        for (index, why) in sentences(lesson, found).iter().enumerate() {
            part(if index == 0 { "why" } else { "" }, why);
        }
        part("better", &lesson.better.to_string());
        if let Some(instead) = &lesson.instead {
            let head = if found.other() == found.made { "made" } else { "next" };
            part(head, &instead.to_string());
        }
        text
    }

    /// What values are: points to come by a search or exactly, or numbers of the player's own.
    const fn scale(&self) -> &'static str {
        match self.strategy {
            Strategy::Network => "search",
            Strategy::Perfect => "points",
            _ => "values",
        }
    }
}

/// The value of the best move, and how far the others are below it.
fn values_in_words(found: &Assessment) -> String {
    let Some((best, value)) = found.best.zip(found.value()) else {
        return "no move is legal".to_owned();
    };
    let others = Heading::ALL.into_iter().zip(found.values);
    let others = others.filter(|&(heading, _)| heading != best);
    let others = others.filter_map(|(heading, own)| {
        let (name, behind) = (move_name(heading), value - own?);
        let is_equal = behind < EQUAL;
        Some(if is_equal {
            format!(", {name} as good")
        } else {
            format!(", {name} -{behind:.0}")
        })
    });
    format!("{} {value:.0}", move_name(best)) + &others.collect::<String>()
}

/// Why the best move is better, as sentences: at least one.
fn sentences(lesson: &Lesson, found: &Assessment) -> Vec<String> {
    let [Some(best), Some(other)] = moves_of(found) else {
        return vec!["no other move is legal".to_owned()];
    };
    if found.gap().is_none_or(|gap| gap < EQUAL) {
        return vec![format!("{other} is as good")];
    }
    if lesson.reasons.is_empty() {
        return vec!["nothing that is easily seen: compare the two lines".to_owned()];
    }
    lesson.reasons.iter().map(|reason| reason.sentence(best, other)).collect()
}

impl Answer for AnalyzeAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let (done, all) = (self.found.len(), self.record.positions.len());
        Some(format!("{done} of {all} positions were analyzed"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("analysis2048", &self.report()).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let review = Review::new(&self.found);
        let (moves, strategy) = (review.moves, self.strategy);
        let Position { board, score, .. } = self.last();
        let (largest, unvalued) = (board.largest(), self.unvalued());
        let search = self
            .nodes
            .map_or_else(String::new, |nodes| format!(", {nodes} positions a move"));
        let unit = match strategy {
            Strategy::Expectimax => "; its values are no points",
            _ => "",
        };
        let boards = counted(self.found.len() as u64, "board");
        let played = match moves {
            0 => boards,
            moves => format!("{} on {boards}", counted(moves, "move")),
        };
        let mut text = format!(
            "{played}, score {score}, largest tile {largest}; valued by {strategy}{search}{unit}\n"
        );
        text += &self.doubts(unvalued);
        if let Some(share) = review.share {
            let grade = review.grade.filter(|_| self.is_graded);
            let grade = grade.map_or_else(
                || "loss    ".to_owned(),
                |it| format!("grade   {it} of A to F: "),
            );
            let percent = 100.0 * share.mean;
            let [low, high] = share.ci95.map(|end| 100.0 * end);
            // Of one move there is no interval.
            let sure = if moves > 1 {
                format!(" ({low:.2} to {high:.2})")
            } else {
                String::new()
            };
            let by = if self.nodes.is_some() { "by the search, " } else { "" };
            let _ = writeln!(
                text,
                "{grade}{by}a move lost {percent:.2}{sure} % of the expected final score on average"
            );
            let [best, good, inaccuracies, mistakes, blunders] = review.qualities;
            let _ = writeln!(
                text,
                "moves   {best} best, {good} good, {}, {}, {}",
                plural(inaccuracies, "inaccuracy", "inaccuracies"),
                counted(mistakes, "mistake"),
                counted(blunders, "blunder"),
            );
        }
        for lesson in &self.lessons {
            text.push('\n');
            text += &self.words(lesson);
        }
        text
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let mut pictures: Vec<Picture> = Vec::new();
        if self.found.len() > 1 && self.expected().is_some() {
            pictures.push(coach_pictures::curve(self.curve().collect()));
        }
        for lesson in &self.lessons {
            let (position, found) = self.position(lesson.at);
            let why = sentences(lesson, found);
            let caption = self.caption(lesson.at);
            pictures.push(coach_pictures::lesson(position.board, found, &caption, &why));
        }
        if pictures.is_empty() {
            return Ok(None);
        }
        let title = "a game of 2048 and the moves that lost the most";
        let still = Picture::stacked(&pictures, GAP, title);
        Ok(Some(Drawing { still, animation: None }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        let lines = (0..self.found.len()).map(|at| line(&self.line(at)));
        let lines: Vec<_> = lines.collect::<Result<_, _>>()?;
        Ok(Some(lines.concat().into()))
    }
}

/// A number of things with an irregular plural.
fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
