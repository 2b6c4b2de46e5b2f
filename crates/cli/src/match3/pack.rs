//! `tilewright match3 pack`: a curve in, a folder of levels that follow it out.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::chart::{self, Trial};
use tilewright_match3::{
    DifficultyWish, Guide, Level, Player, Proven, Wanted, picture, spearman,
};
use tilewright_tasks::match3::Band;

use super::curve::Curve;
use super::difficulty::{guide, is_exact, played, search};
use super::series::{self, Request, Series};
use crate::arguments::Pack;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Pack, context: &Context) -> Result<Verdict, Failure> {
    let (curve, text) = Curve::read(&arguments.curve)?;
    let mut wish = curve.wish(&arguments.curve)?;
    let goal = wish.template.goal.clone().expect("a curve has a goal");
    let guide = guide(&wish.template, &goal, wish.player, arguments.model.as_deref())?;
    context.heed_interrupt();
    let request = request(&curve, &text, arguments)?;
    let series = Series::new(&arguments.output, &request, context)?;
    series.begin()?;
    let seed = series.seed;
    let mut entries = Vec::new();
    for number in 1..=curve.levels {
        wish.wanted = curve.wanted(number);
        let path = series.path(number as usize);
        let entry = if let Some(entry) = Entry::read(&path, number)? {
            entry
        } else {
            let Some(proven) = make(&wish, &guide, number, seed, context)? else {
                context.say(&format!(
                    "interrupted: {} of {} levels are in {}; the same command resumes",
                    number - 1,
                    curve.levels,
                    arguments.output.display()
                ));
                return Ok(Verdict::Interrupted);
            };
            if !proven.is_found {
                return Ok(refuse(&wish, &proven, number, arguments, context));
            }
            let entry = Entry::of(&wish, &proven, is_exact(&guide, wish.player), number);
            context.say(&format!(
                "level {number} of {}: played {}",
                curve.levels,
                played(&proven)
            ));
            files::write(&path, entry.to_file().as_bytes(), true)?;
            // One of an earlier level may still be there.
            entry.draw(&arguments.output)?;
            entry
        };
        wish.others.push(entry.level.clone());
        entries.push(entry);
    }
    Progress::during(context, "drawing", || finish(&arguments.output, &entries))?;
    tell(arguments, seed, &entries, context)
}

/// Makes a level; none when the user has interrupted it.
fn make(
    wish: &DifficultyWish,
    guide: &Guide,
    number: u32,
    seed: Seed,
    context: &Context,
) -> Result<Option<Proven>, Failure> {
    let proven = search(wish, guide, seed.child(u64::from(number)), context)?;
    Ok(Some(proven).filter(|_| !context.is_cancelled()))
}

/// Says which level the curve cannot have.
fn refuse(
    wish: &DifficultyWish,
    proven: &Proven,
    number: u32,
    arguments: &Pack,
    context: &Context,
) -> Verdict {
    context.say(&format!(
        "level {number} was not found: wanted {}, the closest was {}; the {} levels before it are in {}",
        words(wish.wanted),
        played(proven),
        number - 1,
        arguments.output.display()
    ));
    context.say(
        "hint: move the curve towards what was played, allow other kinds, or less apart",
    );
    Verdict::No
}

fn words(wanted: Wanted) -> String {
    match wanted {
        Wanted::Swaps(swaps) => format!("{swaps:.1} swaps"),
        Wanted::WinRate { rate, moves } => {
            format!("{:.0} % won within {moves} moves", 100.0 * rate)
        }
    }
}

fn file(number: u32, extension: &str) -> String {
    series::name(number as usize, extension)
}

/// What tells the pack from any other: the curve, its template and the model.
fn request(curve: &Curve, text: &str, arguments: &Pack) -> Result<Request, Failure> {
    let mut asked = [env!("CARGO_PKG_VERSION"), "\n", text].concat().into_bytes();
    for file in [curve.template(&arguments.curve), arguments.model.clone()] {
        asked.push(0);
        if let Some(path) = file {
            asked.extend(files::read(&path).with_context(|| path.display().to_string())?);
        }
    }
    Ok(Request {
        file: "pack.json",
        schema: "tilewright/pack-request/1",
        noun: "pack",
        other: "the pack of another curve, template or model",
        asked,
    })
}

/// The checksum of a level's cells and rules.
fn level_checksum(level: &Level) -> String {
    format!("{:016x}", checksum(level.to_json().as_bytes()))
}

/// A level of the pack, with what is said about it.
struct Entry {
    number: u32,
    level: Level,
    proof: Proof,
    band: Band,
}

/// What the file of a level says besides the level.
#[derive(Clone, Serialize, Deserialize)]
struct Proof {
    /// The checksum of the level that was played.
    level: String,
    wanted: f64,
    predicted: Option<f64>,
    played: f64,
    ci95: [f64; 2],
    games: u32,
    bot: Player,
}

impl Entry {
    fn of(wish: &DifficultyWish, proven: &Proven, is_exact: bool, number: u32) -> Self {
        let statistics = &proven.played;
        let bot = Some(wish.player);
        let (wanted, played, ci95, band) = match wish.wanted {
            Wanted::Swaps(swaps) => {
                let range = Some([0.97 * swaps, 1.03 * swaps]);
                let band = Band { bot, mean_swaps: range, ..Band::default() };
                let mean = statistics.mean_swaps.unwrap_or(f64::INFINITY);
                (swaps, mean, statistics.ci95.unwrap_or([mean; 2]), band)
            }
            Wanted::WinRate { rate, moves } => {
                let range = Some([rate - 0.05, rate + 0.05]);
                let band = Band { bot, win_rate: range, ..Band::default() };
                let chance = statistics.within(moves);
                (rate, chance.win_rate, chance.ci95, band)
            }
        };
        let predicted = matches!(wish.wanted, Wanted::Swaps(_)) && is_exact;
        let predicted = predicted.then_some(proven.predicted);
        let games = statistics.games;
        let level = level_checksum(&proven.level);
        let proof =
            Proof { level, wanted, predicted, played, ci95, games, bot: wish.player };
        Self { number, level: proven.level.clone(), proof, band }
    }

    /// The level's file: the level with its band, which match3 check looks at, and its proof.
    fn to_file(&self) -> String {
        let mut level =
            serde_json::to_value(&self.level).expect("a level can be written");
        level["name"] = json!(format!("level {}", self.number));
        level["band"] = json!(self.band);
        level["proof"] = json!(self.proof);
        serde_json::to_string_pretty(&level).expect("a level can be written") + "\n"
    }

    /// Draws the level beside its file.
    fn draw(&self, folder: &Path) -> Result<(), Failure> {
        let board = self.level.picture(picture::tile_for(&self.level));
        let drawn = export(&board, None, Format::Png)?;
        files::write(&folder.join(file(self.number, "png")), &drawn, true)
    }

    /// The level of a file that was finished; none if there is no file.
    fn read(path: &Path, number: u32) -> Result<Option<Self>, Failure> {
        if !path.exists() {
            return Ok(None);
        }
        let name = || path.display().to_string();
        let text = files::read_text(path).with_context(name)?;
        let hint = "delete the file: the same command makes it again";
        let document: Value =
            serde_json::from_str(&text).with_context(name).hint(hint)?;
        let part = |key: &str| document.get(key).cloned().unwrap_or_default();
        let proof = serde_json::from_value(part("proof")).with_context(name);
        let band = serde_json::from_value(part("band")).with_context(name);
        let level: Level = text.parse().with_context(name).hint(hint)?;
        let proof: Proof = proof.hint(hint)?;
        if proof.level != level_checksum(&level) {
            return Err(anyhow!("{} is not the level that was proved", name())).hint(
                "delete it to have one made again, or keep your own in another folder",
            );
        }
        Ok(Some(Self { number, level, proof, band: band.hint(hint)? }))
    }
}

/// Draws the levels, the contact sheet, the table and the chart.
fn finish(folder: &Path, entries: &[Entry]) -> Result<(), Failure> {
    for entry in entries {
        if !folder.join(file(entry.number, "png")).exists() {
            entry.draw(folder)?;
        }
    }
    let named = |entry: &Entry| {
        let proof = &entry.proof;
        let played = match entry.band.win_rate {
            Some(_) => format!("{:.0} %", 100.0 * proof.played),
            None => format!("{:.1}", proof.played),
        };
        (entry.level.clone(), format!("{}: {played}", entry.number))
    };
    let levels: Vec<_> = entries.iter().map(named).collect();
    let sheet = picture::wall(&levels, "levels of the pack, with what was played");
    let sheet = if entries.len() > 1 { sheet } else { levels[0].0.picture(24.0) };
    let chart = curve_chart(entries);
    for (name, data) in [
        ("contact-sheet.png", export(&sheet, None, Format::Png)?),
        ("curve.svg", export(&chart, None, Format::Svg)?),
        ("pack.csv", table(entries)?),
    ] {
        files::write(&folder.join(name), &data, true)?;
    }
    Ok(())
}

/// Wanted, predicted and played, level by level.
fn curve_chart(entries: &[Entry]) -> Picture {
    let trial = |entry: &Entry| {
        let Proof { wanted, predicted, played, ci95, .. } = entry.proof;
        Trial { wanted, predicted, played, ci95 }
    };
    let trials: Vec<Trial> = entries.iter().map(trial).collect();
    let is_rate = entries.iter().any(|entry| entry.band.win_rate.is_some());
    chart::pack(&trials, if is_rate { "win rate" } else { "mean swaps" })
}

fn table(entries: &[Entry]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let heads = [
        "level",
        "file",
        "wanted",
        "predicted",
        "played",
        "low95",
        "high95",
        "games",
        "bot",
    ];
    table.write_record(heads)?;
    for entry in entries {
        let Proof { wanted, predicted, played, ci95: [low, high], games, bot, .. } =
            &entry.proof;
        let predicted = predicted.map_or_else(String::new, |value| format!("{value:.4}"));
        table.write_record([
            entry.number.to_string(),
            file(entry.number, "json"),
            format!("{wanted:.4}"),
            predicted,
            format!("{played:.4}"),
            format!("{low:.4}"),
            format!("{high:.4}"),
            games.to_string(),
            bot.to_string(),
        ])?;
    }
    Ok(table.into_inner()?)
}

/// The answer: the table, and how well the curve is followed.
fn tell(
    arguments: &Pack,
    seed: Seed,
    entries: &[Entry],
    context: &Context,
) -> Result<Verdict, Failure> {
    let of = |value: fn(&Proof) -> f64| -> Vec<f64> {
        entries.iter().map(|entry| value(&entry.proof)).collect()
    };
    let (wanted, played) = (of(|proof| proof.wanted), of(|proof| proof.played));
    let follows = spearman(&wanted, &played);
    let off = |(wanted, played): (&f64, &f64)| (played - wanted).abs();
    let off: f64 = wanted.iter().zip(&played).map(off).sum::<f64>() / wanted.len() as f64;
    let apart = least_apart(entries);
    if context.json {
        let levels: Vec<Value> =
            entries.iter().map(|entry| entry_json(arguments, entry)).collect();
        return context.print_json(&json!({
            "schema": "tilewright/pack/1", "seed": seed, "spearman": follows, "mean_error": off,
            "least_apart": apart, "levels": levels,
        }));
    }
    let mut lines = vec!["level  wanted  predicted  played  (95 %)".to_owned()];
    for Entry { number, proof, .. } in entries {
        let predicted =
            proof.predicted.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));
        let [low, high] = proof.ci95;
        lines.push(format!(
            "{number:5}  {:6.2}  {predicted:>9}  {:6.2}  {low:.2} to {high:.2}",
            proof.wanted, proof.played
        ));
    }
    lines.push(format!(
        "{} levels in {}; off by {off:.3} on average, Spearman {follows:.4}, any two differ in {:.0} % of the cells, seed {seed}",
        entries.len(),
        arguments.output.display(),
        100.0 * apart
    ));
    context.print((lines.join("\n") + "\n").as_bytes())
}

fn entry_json(arguments: &Pack, entry: &Entry) -> Value {
    let path: PathBuf = arguments.output.join(file(entry.number, "json"));
    let mut value = json!(entry.proof);
    // In a table the level is its number.
    value["level"] = json!(entry.number);
    value["file"] = json!(path.display().to_string());
    value
}

/// In how large a share of the cells the two levels differ that are most alike.
fn least_apart(entries: &[Entry]) -> f64 {
    let cells = |entry: &Entry| entry.level.cells().values().to_vec();
    let all: Vec<_> = entries.iter().map(cells).collect();
    let mut least: f64 = 1.0;
    for (index, one) in all.iter().enumerate() {
        for two in &all[..index] {
            let differ = one.iter().zip(two).filter(|(a, b)| a != b).count();
            least = least.min(differ as f64 / one.len() as f64);
        }
    }
    least
}
