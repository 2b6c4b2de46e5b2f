//! The request of `match3/pack`.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use tilewright_grid::{Seed, checksum};
use tilewright_match3::Level;
use tilewright_match3_design::Difficulty;
use tilewright_match3_design::people::PeopleModel;

use super::super::given::{self, examples};
use super::super::people::people_model;
use super::super::percent::short_percent;
use super::super::series::{self, Series};
use super::answer::PackAnswer;
use super::boards::Boards;
use super::curve::{Curve, PRECISION};
use super::item::PackItem;
use super::kept;
use super::level::PackLevel;
use super::line::LevelTarget;
use super::rounds::rounds;
use super::search::PackSearch;
use super::unfinished::UnfinishedPack;
use crate::{
    Answer, Event, Host, Input, NamedOutput, Output, OwnFile, Refusal, Refuse as _,
    ResumeSupport, Task, Verdict,
};

/// Generate a pack of levels along a difficulty curve, with a report to print, a contact sheet, a chart and a table.
///
/// Each level is met within half of the tolerance of `match3/generate`: 1.5 % of its swaps, or 2.5 percentage
/// points of its win rate. Levels that are not found are marked, the pack goes on, and later rounds search for them again. The file of a level that was
/// never found holds the closest one, and says so.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PackRequest {
    /// Curve, a TOML file: levels = 50, goal = "collect:30", and difficulty = [[1, 20], [50, 32]], or
    /// moves = 25 and `win_rate` = [[1, 0.9], [50, 0.5]], where 1 is a level that cannot be lost, or with `for` `pass_rate` or
    /// `attempts` of people; optional keys are rows, columns, colors, kinds,
    /// symmetry, template, bot (default: article if the goal is of blocks of one colour, else greedy),
    /// `min_difference`, the least share of the special cells in which any two
    /// levels differ (default 0.3), saw and breathers (easier levels), introduce (mechanics, one at a time), `[[stretch]]` (boards of a part of
    /// the levels) and `[widen]` (what may be given up).
    #[schemars(extend("x-value" = "FILE"))]
    pub curve: Option<Input>,
    /// Model that guides the search, from `match3/calibrate`; default: a built-in one.
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Model of people from `match3/calibrate` with `plays`, for a curve of `pass_rate` or `attempts`.
    #[schemars(extend("x-value" = "PEOPLE"))]
    pub r#for: Option<Input>,
    /// Folder of your own levels, or a level, whose look the levels of the pack take on, where the curve has no `style`: patterns, where they
    /// are and numbers of special cells. Boards and kinds are those of the curve. Repeat it for several folders.
    #[schemars(extend("x-value" = "FOLDER"))]
    pub like: Vec<Input>,
    /// Folder of an earlier pack whose levels stay as they are, such as `level-007.json`; only what is missing there or was not found is made.
    #[schemars(extend("x-value" = "FOLDER"))]
    pub keep: Option<String>,
    /// Number of a level that is made again although `keep` has it.
    #[schemars(extend("x-value" = "NUMBER"))]
    pub again: Vec<u32>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The files of a pack besides its levels: the report, the contact sheet, the chart and the table.
pub(super) const SUMMARY: [&str; 4] =
    ["report.html", "contact-sheet.png", "curve.svg", "pack.csv"];

impl Task for PackRequest {
    const NAME: &'static str = "match3/pack";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "packs",
        endings: &[],
        help: "Write the pack to this folder; the same command resumes an unfinished pack.",
    })];
    const KEEPING: ResumeSupport = ResumeSupport::Items;

    fn check(&self) -> Result<(), Refusal> {
        if self.keep.is_none() && !self.again.is_empty() {
            return Err(Refusal::idle("again", " without `keep`"));
        }
        self.curve.as_ref().map(drop).ok_or_else(|| Refusal::missing("curve"))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if asked.contains(&"output") {
            return Ok(());
        }
        Err(anyhow!("a pack needs a folder for its files")).hint("name it with {output}")
    }

    fn folder(&self) -> Option<OwnFile> {
        Some(|file| series::is_level(file) || SUMMARY.contains(&file))
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let input = self.curve.as_ref().ok_or_else(|| Refusal::missing("curve"))?;
        let curve = Curve::read(host, input)?;
        let people = self.people(host, &curve, input)?;
        let examples =
            (!self.like.is_empty()).then(|| examples(host, &self.like)).transpose()?;
        let boards = Boards::read(
            host,
            (&curve, input),
            (self.model.as_ref(), examples.as_ref()),
        )?;
        let kept = self.kept(host, &curve)?;
        let seed = self.seed.unwrap_or(Seed(0));

        let parts: Vec<u64> = boards
            .parts()
            .map(|(request, guide)| {
                series::inputs(&request.template, Some(guide), &[])
                    ^ given::inputs(&request.style)
            })
            .collect();
        let of_people = people.as_ref().map(PeopleModel::to_json);
        let read = format!("{curve:?} {kept:?} {of_people:?} {parts:?}");
        let entry = |item: &PackItem| {
            let bot = boards.bot(curve.board(item.number).0);
            PackLevel::of(item, &curve, bot)
        };
        // A file is written once: that of a level that is not found yet may still change.
        let files = |_, item: &PackItem| {
            if item.is_found() { entry(item).files() } else { Ok(Vec::new()) }
        };
        let most = u64::from(curve.levels) * u64::from(rounds(&curve));
        let series = Series::open(
            host,
            checksum(read.as_bytes()),
            most,
            PackItem::is_possible,
            files,
        )?;
        if series.len() < u64::from(curve.levels) {
            say_tolerance(&curve, host);
        }

        let search = PackSearch {
            curve: &curve,
            boards: &boards,
            people: people.as_ref(),
            seed,
            host,
        };
        let mut pack = UnfinishedPack { search, series, kept: &kept, items: Vec::new() };
        let is_whole = pack.fill()? && pack.search_again()?;
        let entries: Vec<PackLevel> = pack.items.iter().map(entry).collect();
        if is_whole {
            for missed in entries.iter().filter(|it| !it.is_found()) {
                let _ = series::hand_out(host, missed.files()?);
            }
        }
        let total = u64::from(curve.levels);
        let mut packed = PackAnswer { seed, total, entries, verdict: Verdict::Stopped };
        if is_whole && packed.summarize(host)?.is_continue() {
            packed.verdict = packed.judge(host);
        }
        Ok(Box::new(packed))
    }
}

impl PackRequest {
    /// The model of people, if the curve is theirs.
    fn people(
        &self,
        host: &dyn Host,
        curve: &Curve,
        input: &Input,
    ) -> Result<Option<PeopleModel>, Refusal> {
        match (&self.r#for, curve.is_of_people()) {
            (None, true) => Err(anyhow!("a curve of pass_rate or attempts needs a model of people"))
                .with_context(|| input.to_string())
                .hint("fit one with {match3/calibrate} {plays=plays.csv}, and name it with {for=people.json}"),
            (Some(_), false) => {
                Err(Refusal::idle("for", " with a curve of difficulty or win_rate"))
            }
            (model, _) => model.as_ref().map(|it| people_model(host, it)).transpose(),
        }
    }

    /// The levels that stay as they are.
    fn kept(
        &self,
        host: &dyn Host,
        curve: &Curve,
    ) -> Result<BTreeMap<u32, Level>, Refusal> {
        let last = curve.levels;
        if let Some(beyond) = self.again.iter().find(|it| !(1..=last).contains(*it)) {
            return Err(anyhow!(
                "`again` is {beyond}, expected a level from 1 to {last}"
            )
            .into());
        }
        let levels = |folder| kept::levels(host, folder, (last, &self.again));
        self.keep.as_deref().map_or_else(|| Ok(BTreeMap::new()), levels)
    }
}

/// Says how closely each level is met: more closely than a single level would be.
fn say_tolerance(curve: &Curve, host: &dyn Host) {
    let within = match curve.wanted(1) {
        LevelTarget::Bot(Difficulty::Swaps(_)) => {
            // Of a single swap, so that the range is relative.
            let [low, _] = Difficulty::Swaps(1.0).range();
            format!("{} % of its swaps", short_percent(PRECISION * (1.0 - low)))
        }
        LevelTarget::Bot(Difficulty::WinRate { .. }) => {
            let [low, _] = Difficulty::WinRate { rate: 0.5, moves: 1 }.range();
            let points = short_percent(PRECISION * (0.5 - low));
            format!(
                "{points} percentage points of its win rate, or less beyond 10 % and 90 %"
            )
        }
        LevelTarget::People(..) => format!(
            "{} percentage points of its pass rate by the model",
            short_percent(PRECISION * super::super::people::MET)
        ),
    };

    let note = format!(
        "each level is met within {within}: half of the tolerance of a single level"
    );
    host.tell(Event::Note(&note));
}
