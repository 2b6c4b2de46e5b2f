//! The answer of `match3/archive`: files, document, text and picture.

use std::ops::ControlFlow;

use serde_json::{Value, json};
use tilewright_draw::{DrawError, Format, Picture, export};
use tilewright_evolve::Axis;
use tilewright_grid::{Seed, Watch, checksum};
use tilewright_match3::SkilledBot;
use tilewright_match3_design::{
    ArchiveRequest as DesignRequest, ArchivedLevel, LevelArchive, bin_ends, picture,
};

use super::super::band::Band;
use super::super::series;
use super::counts::counts;
use crate::{Answer, Drawing, Event, Head, Host, HostWatch, Medium, Verdict};

/// The files of an archive besides its levels: the picture and the table.
pub(super) const SUMMARY: [&str; 2] = ["wall.png", "archive.csv"];

/// The levels of an archive.
pub(super) struct ArchiveAnswer {
    pub(super) seed: Seed,
    /// The axes of the difficulty, the density and the symmetry.
    axes: [Axis; 3],
    bot: SkilledBot,
    levels: Vec<ArchivedLevel>,
    qd_score: f64,
    rounds: u64,
    evaluations: u64,
    games: u64,
    pub(super) verdict: Verdict,
}

/// The bins of the axes at a number of a bin, the last axis running fastest.
pub(super) fn places(axes: &[Axis; 3], bin: usize) -> [usize; 3] {
    let [_, density, symmetry] = axes.map(|axis| axis.bins);
    [bin / symmetry / density, bin / symmetry % density, bin % symmetry]
}

/// The name of the file of a level.
fn name(bin: usize) -> String {
    series::name(bin as u64, "json")
}

/// The file of a level, with its band for `match3/check` and its proof.
pub(super) fn file(
    archived: &ArchivedLevel,
    request: &DesignRequest,
) -> anyhow::Result<(String, Vec<u8>)> {
    let ArchivedLevel { bin, level, predicted, density, symmetry, played, .. } = archived;
    let axes = request.axes();

    let mut document = serde_json::to_value(level)?;
    let range = Some(bin_ends(&axes[0], places(&axes, *bin)[0]));
    document["name"] = json!(format!("bin {}", bin + 1));
    document["band"] =
        json!(Band { bot: Some(request.bot), swaps: range, ..Band::default() });
    document["proof"] = json!({
        "level": format!("{:016x}", checksum(level.to_json().as_bytes())),
        "predicted": predicted,
        "played": played.swaps,
        "density": density,
        "symmetry": symmetry,
        "bot": request.bot,
    });

    let text = serde_json::to_string_pretty(&document)? + "\n";
    Ok((name(*bin), text.into_bytes()))
}

impl ArchiveAnswer {
    /// The levels of an archive; none if it was stopped before its first round.
    pub(super) fn of(
        archive: Option<&LevelArchive<'_>>,
        axes: [Axis; 3],
        bot: SkilledBot,
        verdict: Verdict,
    ) -> Self {
        let levels = archive.into_iter().flat_map(LevelArchive::levels);
        let levels: Vec<ArchivedLevel> = levels.cloned().collect();
        let is_empty = levels.is_empty() && verdict == Verdict::Done;
        Self {
            seed: Seed(0),
            axes,
            bot,
            levels,
            qd_score: archive.map_or(0.0, LevelArchive::qd_score),
            rounds: archive.map_or(0, LevelArchive::rounds),
            evaluations: archive.map_or(0, LevelArchive::evaluations),
            games: archive.map_or(0, LevelArchive::games),
            verdict: if is_empty { Verdict::No } else { verdict },
        }
    }

    /// Writes the picture and the table, unless the host stops it.
    pub(super) fn summarize(&self, host: &dyn Host) -> anyhow::Result<ControlFlow<()>> {
        if host.extension("output").is_none() {
            return Ok(ControlFlow::Continue(()));
        }

        host.tell(Event::Begun { doing: "drawing", steps: None });
        let picture = match export(&self.picture(), None, Format::Png, &HostWatch(host)) {
            Err(DrawError::Cancelled) => return Ok(ControlFlow::Break(())),
            picture => picture?,
        };
        for (name, bytes) in SUMMARY.into_iter().zip([picture, self.table()?]) {
            let (output, bytes) = ("output", &*bytes);
            host.tell(Event::File { output, name, bytes });
        }

        host.tell(Event::Ended);
        Ok(ControlFlow::Continue(()))
    }

    fn picture(&self) -> Picture {
        let mean = |it: &ArchivedLevel| it.played.mean_swaps().unwrap_or(f64::NAN);
        let level = |it| (it, mean(it));
        let levels = self.levels.iter().map(level);
        let levels: Vec<_> = levels
            .map(|(it, mean)| (places(&self.axes, it.bin), &it.level, mean))
            .collect();
        picture::wall(&self.axes, &levels)
    }

    fn table(&self) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let names =
            "file swaps low95 high95 games density symmetry quality predicted bot";
        table.write_record(names.split(' '))?;

        let precise = |value: f64| format!("{value:.4}");
        for level in &self.levels {
            let mean = level.played.mean_swaps().unwrap_or(f64::NAN);
            let ci95 =
                level.played.swaps.and_then(|swaps| swaps.ci95).unwrap_or([mean; 2]);
            table.write_record([
                name(level.bin),
                precise(mean),
                precise(ci95[0]),
                precise(ci95[1]),
                level.played.games.to_string(),
                precise(level.density),
                precise(level.symmetry),
                precise(level.quality),
                precise(level.predicted),
                self.bot.to_string(),
            ])?;
        }

        Ok(table.into_inner()?)
    }

    fn bins(&self) -> usize {
        self.axes.iter().map(|axis| axis.bins).product()
    }

    fn coverage(&self) -> f64 {
        self.levels.len() as f64 / self.bins() as f64
    }

    /// A level of the document: its bins on the three axes, each from 0, and the range of the mean swaps of its bin.
    fn row(&self, archived: &ArchivedLevel) -> Value {
        let bin = places(&self.axes, archived.bin);
        json!({
            "bin": bin,
            "swaps": bin_ends(&self.axes[0], bin[0]),
            "quality": archived.quality,
            "density": archived.density,
            "symmetry": archived.symmetry,
            "predicted": archived.predicted,
            "played": archived.played,
            "level": archived.level,
            "file": name(archived.bin),
        })
    }
}

impl Answer for ArchiveAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} of {} bins were filled", self.levels.len(), self.bins()))
    }

    /// The document, `tilewright/archive/2`.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let [difficulty, density, symmetry] = self.axes;
        let document = json!({
            "axes": { "difficulty": difficulty, "density": density, "symmetry": symmetry },
            "bins": self.bins(),
            "filled": self.levels.len(),
            "coverage": self.coverage(),
            "qd_score": self.qd_score,
            "rounds": self.rounds,
            "evaluations": self.evaluations,
            "games": self.games,
            "bot": self.bot,
            "levels": self.levels.iter().map(|level| self.row(level)).collect::<Vec<_>>(),
        });
        head.line("archive", &document).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let Self { levels, qd_score, games, bot, seed, .. } = self;
        let coverage = 100.0 * self.coverage();
        format!(
            "{}{} of {} bins filled ({coverage:.1} %), QD score {qd_score:.2}, {games} games \
             by {bot}, seed {seed}\n",
            counts(&self.axes, levels),
            levels.len(),
            self.bins()
        )
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let is_drawn = !self.levels.is_empty();
        Ok(is_drawn.then(|| Drawing { still: self.picture(), animation: None }))
    }
}
