//! The boards of a curve: one for all levels, and others for stretches of them.

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use tilewright_grid::Size;
use tilewright_match3::{Goal, NamedQuota, Preset, Quota, Ruleset, SkilledBot, Template};
use tilewright_match3_design::{DifficultyRequest, Placement, Style, Symmetry};

use super::super::judge::bot_for;
use super::super::levels::read_template;
use super::super::regions::{PaintedRegions, painted};
use super::super::rules::set_rules;
use crate::{Host, Input, Refusal, TextValue};

/// The least cells of a mechanic that a level is about, where the curve names no number: fewer hardly show what it does. Chosen.
const LEAST: u32 = 4;

/// The board of a stretch of levels. What it does not say is as for all levels.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Stretch {
    /// The first level, from 1; default: the first of all.
    pub(super) from: Option<u32>,
    /// The last level; default: the last of all.
    pub(super) to: Option<u32>,
    pub(super) rows: Option<u32>,
    pub(super) columns: Option<u32>,
    pub(super) colors: Option<u32>,
    /// A file beside the curve.
    pub(super) template: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) goal: Option<Goals>,
    pub(super) bot: Option<TextValue<SkilledBot>>,
    pub(super) kinds: Option<Vec<String>>,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) style: Option<Style>,
    pub(super) r#where: Option<Vec<TextValue<Placement>>>,
    pub(super) regions: Option<PaintedRegions>,
    pub(super) moves: Option<u32>,
}

/// One goal or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "goal is a word such as \"collect:30\", or a list of them")]
pub(super) enum Goals {
    One(String),
    Several(Vec<String>),
}

impl Goals {
    pub(super) fn parse(&self) -> anyhow::Result<Vec<Goal>> {
        let words = match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Several(words) => words,
        };
        Ok(words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?)
    }
}

impl Stretch {
    /// Whether a level is in it.
    pub(super) fn has(&self, number: u32) -> bool {
        self.from.is_none_or(|from| from <= number)
            && self.to.is_none_or(|to| number <= to)
    }

    /// The stretch with what it leaves to the board of all levels. A template brings its own size.
    pub(super) fn over(&self, all: &Self) -> Self {
        let it = self.clone();
        let is_sized = it.template.is_some();
        Self {
            rows: it.rows.or(all.rows.filter(|_| !is_sized)),
            columns: it.columns.or(all.columns.filter(|_| !is_sized)),
            colors: it.colors.or(all.colors),
            template: it.template.or_else(|| all.template.clone()),
            rules: it.rules.or_else(|| all.rules.clone()),
            goal: it.goal.or_else(|| all.goal.clone()),
            bot: it.bot.or(all.bot),
            kinds: it.kinds.or_else(|| all.kinds.clone()),
            symmetry: it.symmetry.or(all.symmetry),
            style: it.style.or_else(|| all.style.clone()),
            r#where: it.r#where.or_else(|| all.r#where.clone()),
            regions: it.regions.or_else(|| all.regions.clone()),
            moves: it.moves.or(all.moves),
            ..it
        }
    }

    /// The template, if there is one. Templates are named by `open`, which knows where the curve lies.
    pub(super) fn template(
        &self,
        host: &dyn Host,
        open: impl Fn(&str) -> Input,
    ) -> Result<Option<Template>, Refusal> {
        let template = self.template.as_deref().map(open);
        template.map(|it| read_template(host, &it)).transpose()
    }

    /// The request for its levels, with kinds of its own but without those of mechanics, and of no difficulty yet.
    pub(super) fn request(
        &self,
        template: Option<Template>,
    ) -> anyhow::Result<DifficultyRequest> {
        if let Some(found) = template.as_ref().map(Template::size) {
            self.check_size(found)?;
        }

        let size = Size::new(self.rows.unwrap_or(9), self.columns.unwrap_or(9));
        let mut template = template.map_or_else(|| Template::open(size), Ok)?;
        if let Some(word) = &self.rules {
            let preset =
                word.parse::<Preset>().map_err(|error| anyhow!("rules: {error}"))?;
            template = template.with_rules(Ruleset::preset(preset))?;
        }

        let goals = self.goal.as_ref().map(Goals::parse).transpose()?;
        set_rules(&mut template, &goals.unwrap_or_default(), self.colors, None)?;
        let goal = template.goal.clone().context("a curve has a goal")?;
        let kinds = self.kinds.iter().flatten();
        let kinds = kinds.map(|word| word.parse::<NamedQuota>()?.under(&template));
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let bot = bot_for(self.bot, None, &goal);
        Ok(DifficultyRequest::new(goal, 1.0)
            .with_template(template)
            .with_kinds(kinds)
            .with_symmetry(self.symmetry.unwrap_or_default())
            .with_style(self.style.clone().unwrap_or_default())
            .with_placements(self.placements()?)
            .with_bot(bot))
    }

    /// Where special cells are wanted, on the painted board.
    fn placements(&self) -> anyhow::Result<Vec<Placement>> {
        let regions = self.regions.as_ref().map(painted).transpose()?.unwrap_or_default();
        let all = self.r#where.iter().flatten();
        Ok(all.map(|placement| placement.0.clone().with_regions(&regions)).collect())
    }

    /// Refuses a number of rows or columns that the template does not have.
    fn check_size(&self, found: Size) -> anyhow::Result<()> {
        let sides =
            [("rows", self.rows, found.rows), ("columns", self.columns, found.columns)];
        for (key, wanted, found) in sides {
            if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                return Err(anyhow!("{key} is {wanted}, but the template has {found}"));
            }
        }
        Ok(())
    }
}

/// The kind of a mechanic under the rules of a board, with the number of its cells.
pub(super) fn mechanic(word: &str, template: &Template) -> anyhow::Result<Quota> {
    let quota = word.parse::<NamedQuota>()?.under(template)?;
    let min = if quota.min == 0 { LEAST.min(quota.max) } else { quota.min };
    Ok(Quota { min, ..quota })
}
