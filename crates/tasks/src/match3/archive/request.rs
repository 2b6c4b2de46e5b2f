//! The request of `match3/archive`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::Seed;
use tilewright_match3::{Goal, Kind, NamedQuota, Preset, Quota, SkilledBot, Template};
use tilewright_match3_design::{
    ArchiveRequest as DesignRequest, DifficultyRequest, Guide, LevelArchive, Placement,
    Style,
};

use super::super::axis::AxisRange;
use super::super::judge;
use super::super::judge::bot_for;
use super::super::levels::read_template;
use super::super::regions::placements;
use super::super::rules::{BoardOptions, goal_of, kinds, plain};
use super::super::{difficulty, refused, series};
use super::answer::{self, ArchiveAnswer};
use super::search::fill;
use crate::{
    Answer, BoundedInteger, Event, Host, HostWatch, Input, NamedOutput, Output, OwnFile,
    Refusal, Refuse as _, ResumeSupport, Task, TextValue, Verdict,
};

/// Fill an archive of levels that differ in difficulty, density and symmetry, each proved by games.
///
/// The archive has a bin for each combination of a range of mean swaps, of density (the share of
/// special cells) and of symmetry (the share of special cells whose mirror image, left and right
/// exchanged, is of the same kind). MAP-Elites searches a level for each bin, and bot games prove
/// that its mean swaps lie within the range of the bin.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct ArchiveRequest {
    /// Rows of the board; default: those of the template, else 9.
    #[schemars(extend("x-value" = "N"))]
    pub rows: Option<BoundedInteger<1, 64>>,
    /// Columns of the board; default: those of the template, else 9.
    #[schemars(extend("x-value" = "N"))]
    pub columns: Option<BoundedInteger<1, 64>>,
    /// Level, text or JSON, whose free cells `?` are filled.
    #[schemars(extend("x-value" = "FILE"))]
    pub template: Option<Input>,
    /// Kinds of cells to place: obstacle, blocked1 to blocked4, overlay1 to overlay4, or under other
    /// rules their blocks and pieces, such as box2 or grass1; with :COUNT or :MIN-MAX for the number of
    /// cells of the kind.
    #[schemars(extend("x-value" = "KIND,…", "x-list" = ","))]
    #[default(vec![TextValue(Quota::from(Kind::OBSTACLE).into())])]
    pub kinds: Vec<TextValue<NamedQuota>>,
    /// How the special cells are spread: composed into clusters, or scattered.
    #[schemars(extend("x-value" = "STYLE"))]
    #[default(Style::Composed)]
    pub style: Style,
    /// Where the cells of a kind stand, and how, such as `box in lower third`; the help of match3 generate lists all forms.
    #[schemars(extend("x-value" = "PLACEMENT"))]
    pub r#where: Vec<TextValue<Placement>>,
    /// Painted regions, which `where` names as places: a TOML file or a document of names with their rows of text, x inside and .
    /// outside, of the board's size.
    #[schemars(extend("x-value" = "FILE"))]
    pub regions: Option<Input>,
    /// Rules of the levels: classic, lab, candy, royal or blast; default: those of the template, else classic.
    #[schemars(extend("x-value" = "RULES"))]
    pub rules: Option<TextValue<Preset>>,
    /// Colours of blocks; default: those of the template, else 5.
    #[schemars(extend("x-value" = "N"))]
    pub colors: Option<BoundedInteger<2, 64>>,
    /// Goal of the levels, such as collect:30; repeat it for several.
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Vec<TextValue<Goal>>,
    /// Move limit to write into the levels.
    #[schemars(extend("x-value" = "N"))]
    pub moves: Option<BoundedInteger<1, { u32::MAX }>>,
    /// Range of the mean swaps to the goal; default: from the 5 % to the 95 % quantile of 200 random
    /// levels of the same board and kinds.
    #[schemars(extend("x-value" = "LOW-HIGH"))]
    pub difficulty: Option<TextValue<AxisRange>>,
    /// Bins of the range of mean swaps.
    #[schemars(extend("x-value" = "N"))]
    // 192 bins, a picture that can be taken in. Each round searches with what the games
    // before corrected: more rounds learn more often, and cost more games. Chosen; `cargo
    // xtask bench archive` shows the filled bins.
    #[default(BoundedInteger::of(8))]
    pub difficulty_bins: BoundedInteger<1, 100>,
    /// Range of the density: the share of special cells among all cells.
    #[schemars(extend("x-value" = "LOW-HIGH"))]
    #[default(TextValue(AxisRange { low: 0.0, high: 0.6 }))]
    pub density: TextValue<AxisRange>,
    /// Bins of the range of the density.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(6))]
    pub density_bins: BoundedInteger<1, 100>,
    /// Range of the symmetry: the share of special cells whose mirror image, left and right
    /// exchanged, is of the same kind.
    #[schemars(extend("x-value" = "LOW-HIGH"))]
    #[default(TextValue(AxisRange { low: 0.0, high: 1.0 }))]
    pub symmetry: TextValue<AxisRange>,
    /// Bins of the range of the symmetry.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(4))]
    pub symmetry_bins: BoundedInteger<1, 100>,
    /// Bot that plays to measure the difficulty; default: article if the goal is of blocks of one colour, else
    /// greedy.
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Model that guides the search, from `match3/calibrate`; default: a built-in one.
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Rounds of search and games; a round plays the best levels of the bins that are still empty.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(20))]
    pub rounds: BoundedInteger<1, 1_000_000>,
    /// Levels that the model predicts in each round.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(100_000))]
    pub evaluations: BoundedInteger<1, 1_000_000_000>,
    /// Maximum number of games of a level.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(2048))]
    pub games: BoundedInteger<64, 1_000_000>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The most bins of an archive: each holds a level that is played, and a folder a file for each.
const MOST_BINS: u64 = 10_000;

impl Task for ArchiveRequest {
    const NAME: &'static str = "match3/archive";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "levels",
            endings: &[],
            help: "Write the levels to this folder, each when it is proved, then a table and a \
                   picture of all; the same command resumes an unfinished archive.",
        }),
        Output::Picture("Draw the levels of all bins: .svg or .png."),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Items;
    const GROWS_BY: &'static [&'static str] = &["rounds"];

    fn check(&self) -> Result<(), Refusal> {
        if let Some(TextValue(range)) = self.difficulty
            && !(range.low >= 1.0 && range.high <= 1000.0)
        {
            let error = anyhow!("expected mean swaps from 1 to 1000, found {range}");
            return Err(Refusal::at("difficulty", error));
        }

        for (key, TextValue(range)) in
            [("density", self.density), ("symmetry", self.symmetry)]
        {
            if range.high > 1.0 {
                let error = anyhow!("expected shares from 0 to 1, found {range}");
                return Err(Refusal::at(key, error));
            }
        }

        let bins = [self.difficulty_bins, self.density_bins, self.symmetry_bins];
        let bins: u64 = bins.iter().map(|bins| u64::from(bins.get())).product();
        if bins > MOST_BINS {
            return Err(anyhow!(
                "the archive has {bins} bins: expected at most {MOST_BINS}"
            ))
            .hint("use fewer {difficulty_bins}, {density_bins} or {symmetry_bins}");
        }

        // Without a template, the board is known before the run, and is checked at once.
        if self.template.is_none() {
            let board = self.board(None)?;
            kinds(&self.kinds, &board)?;
            goal_of(&board)?;
        }

        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn folder(&self) -> Option<OwnFile> {
        Some(|file| series::is_level(file) || answer::SUMMARY.contains(&file))
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let template = self.template.as_ref();
        let template = template.map(|input| read_template(host, input)).transpose()?;
        let template = self.board(template)?;
        let goal = goal_of(&template)?.clone();
        let bot = bot_for(self.bot, None, &goal);
        let guide = difficulty::guide(host, &template, &goal, bot, self.model.as_ref())?;

        let seed = self.seed.unwrap_or(Seed(0));
        let placements = placements(host, &self.r#where, self.regions.as_ref())?;
        let read = series::inputs(&template, Some(&guide), &placements);

        let kinds = kinds(&self.kinds, &template)?;
        // The difficulty of this request has no effect: it yields only the usual range.
        let request = DifficultyRequest::new(goal, 1.0)
            .with_template(template.clone())
            .with_kinds(kinds.clone())
            .with_bot(bot);

        let Some(range) = self.range(&request, &guide, seed, host)? else {
            // There is no axis of the difficulty: that of the density stands in its place.
            let [density, symmetry] =
                [self.density, self.symmetry].map(|range| range.0.axis(1));
            let axes = [density, density, symmetry];
            let mut nothing = ArchiveAnswer::of(None, axes, bot, Verdict::Stopped);
            nothing.seed = seed;
            return Ok(Box::new(nothing));
        };

        let request = DesignRequest {
            template,
            kinds,
            style: self.style.clone(),
            placements,
            bot,
            difficulty: range.axis(self.difficulty_bins.get()),
            density: self.density.0.axis(self.density_bins.get()),
            symmetry: self.symmetry.0.axis(self.symmetry_bins.get()),
            evaluations: self.evaluations.get().into(),
            games: self.games.get(),
        };

        let archive =
            LevelArchive::new(&request, &guide, seed.child(1), &HostWatch(host))
                .map_err(refused)?;
        let mut wall = fill(archive, &request, read, self.rounds.get().into(), host)?;
        wall.seed = seed;

        if wall.verdict == Verdict::Done && wall.summarize(host)?.is_break() {
            wall.verdict = Verdict::Stopped;
        }

        Ok(Box::new(wall))
    }
}

impl ArchiveRequest {
    /// The template, or an open board, with the goal, colours and moves of the request.
    fn board(&self, template: Option<Template>) -> Result<Template, Refusal> {
        let asked = BoardOptions {
            rows: self.rows.map(BoundedInteger::get),
            columns: self.columns.map(BoundedInteger::get),
            rules: self.rules.map(|rules| rules.0),
            goals: plain(&self.goal),
            colors: self.colors.map(BoundedInteger::get),
            moves: self.moves.map(BoundedInteger::get),
        };
        asked.board(template)
    }

    /// The range of the mean swaps; none if the host stops the search for it.
    fn range(
        &self,
        request: &DifficultyRequest,
        guide: &Guide,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<Option<AxisRange>, Refusal> {
        if let Some(TextValue(range)) = self.difficulty {
            return Ok(Some(range));
        }

        host.tell(Event::Begun { doing: "sampling levels", steps: None });
        let ends = request.usual_swaps(guide, seed.child(0), &HostWatch(host));
        host.tell(Event::Ended);
        let range = ends.map_err(refused)?.map(|[low, high]| AxisRange { low, high });

        if let Some(range) = range {
            let word = request.template.rules().move_word();
            let note = format!(
                "difficulty {range} {word}s: the 5 % and 95 % quantiles of random levels of this request"
            );
            host.tell(Event::Note(&note));
        }

        Ok(range)
    }
}
