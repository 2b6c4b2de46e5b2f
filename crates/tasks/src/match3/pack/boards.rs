//! The boards of a pack: what the levels of each stretch request, and what guides their search.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use tilewright_match3::{Quota, SkilledBot};
use tilewright_match3_design::{DifficultyRequest, Examples, Guide, Placement, Style};

use super::super::difficulty;
use super::super::given::check_rules;
use super::curve::Curve;
use super::stretch::mechanic;
use crate::{Host, Input, Refusal};

/// The requests of the boards of a curve, with their guides.
pub(super) struct Boards {
    /// By the number of the stretch; none if no level is in it.
    boards: Vec<Option<Board>>,
}

/// A board with its guide.
pub(super) struct Board {
    pub(super) request: DifficultyRequest,
    pub(super) guide: Guide,
    /// The placements about kinds that no level has.
    idle: Vec<Placement>,
}

impl Board {
    /// The kinds of a level: those of the board, and those of its mechanics.
    pub(super) fn kinds(&self, curve: &Curve, number: u32) -> anyhow::Result<Vec<Quota>> {
        let mut kinds = self.request.kinds.clone();
        for word in curve.mechanics(number) {
            let quota = mechanic(word, &self.request.template)
                .with_context(|| format!("introduce, at level {number}"))?;
            kinds.retain(|it| it.kind != quota.kind);
            kinds.push(quota);
        }
        Ok(kinds)
    }
}

impl Boards {
    /// Reads what the levels of a curve need.
    pub(super) fn read(
        host: &dyn Host,
        (curve, input): (&Curve, &Input),
        (model, examples): (Option<&Input>, Option<&Arc<Examples>>),
    ) -> Result<Self, Refusal> {
        let mut boards: Vec<Option<Board>> = Vec::new();
        for number in 1..=curve.levels {
            let (at, keys) = curve.board(number);
            boards.resize_with(boards.len().max(at + 1), || None);
            if boards[at].is_none() {
                let template = keys.template(host, |file| Curve::beside(input, file))?;
                let mut request =
                    keys.request(template).with_context(|| input.to_string())?;
                if let (Some(examples), None) = (examples, &keys.style) {
                    check_rules(examples, &request.template)?;
                    request.style = Style::Like(Arc::clone(examples));
                }
                let goal = request.template.goal.clone().expect("a request has a goal");
                let guide = difficulty::guide(
                    host,
                    &request.template,
                    &goal,
                    request.bot,
                    model,
                )?;
                let idle = request.placements.clone();
                boards[at] = Some(Board { request, guide, idle });
            }
            // An unknown kind is refused before the first level is searched, not at its own.
            let board = boards[at].as_mut().expect("it was read");
            let kinds = board.kinds(curve, number).with_context(|| input.to_string())?;
            let template = &board.request.template;
            board.idle.retain(|placement| !placement.is_about(template, &kinds));
        }
        if let Some(placement) =
            boards.iter().flatten().find_map(|board| board.idle.first())
        {
            let error = anyhow!("where: no level has the kinds of `{placement}`");
            return Err(error.context(input.to_string()).into());
        }
        Ok(Self { boards })
    }

    pub(super) fn of(&self, at: usize) -> &Board {
        self.boards[at].as_ref().expect("the boards of all levels were read")
    }

    /// The requests and guides, for the checksum of the inputs.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&DifficultyRequest, &Guide)> {
        self.boards.iter().flatten().map(|board| (&board.request, &board.guide))
    }

    /// The bot of a level, and whether the guide predicts its swaps.
    pub(super) fn bot(&self, at: usize) -> (SkilledBot, bool) {
        let Board { request, guide, .. } = self.of(at);
        (request.bot, difficulty::is_exact(guide, request.bot))
    }
}
