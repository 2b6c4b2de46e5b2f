//! The fleets that `battleship/place` found: shown one by one, written, drawn.

use tilewright_battleship::{
    Fleet, FleetDocument, HardMoment, History, Rules, animation, chart, picture,
};
use tilewright_draw::{Animation, Picture};
use tilewright_grid::{Seed, Watch};

use super::place::Place;
use super::placing::Made;
use crate::{Answer, Event, Head, Hint, Host, Item, Medium, Paper, Verdict};

/// The fleets that were found.
pub(super) struct Placed {
    pub(super) request: Place,
    pub(super) rules: Rules,
    pub(super) made: Vec<Made>,
    /// The search for the last fleet.
    pub(super) history: History,
    /// The search for hard fleets.
    pub(super) hardening: Vec<HardMoment>,
    pub(super) is_whole: bool,
    /// How many islands of how many are done, where hard fleets were searched.
    pub(super) islands: Option<[u64; 2]>,
}

impl Placed {
    fn is_legal(&self, made: &Made) -> bool {
        self.rules.is_legal(&made.fleet)
    }

    /// How many of the fleets are legal.
    fn legal(&self) -> usize {
        self.made.iter().filter(|made| self.is_legal(made)).count()
    }

    /// How many fleets were asked for.
    const fn total(&self) -> usize {
        self.request.count.get() as usize
    }

    /// Hands on the fleets, unless they are kept for the run that resumes this one; where some
    /// are missing, says so.
    pub(super) fn show(&self, host: &dyn Host) {
        let is_written = self.is_whole || !host.keeps();
        if is_written || !self.is_kept() {
            let is_in_file = is_written && host.wanted("output").is_some();
            for (number, made) in (1..).zip(&self.made) {
                let item = Shown::new(number, made, &self.rules, is_in_file);
                let _ = host.see(Event::Item(&item));
            }
        }
        if is_written && host.draws() && self.made.len() > picture::WALL {
            let (shown, all) = (picture::WALL, self.made.len());
            let what = format!("the picture shows {shown} of {all} fleets");
            let _ = host.see(Event::Note(&what));
        }
        let (legal, total) = (self.legal(), self.total());
        if self.is_whole && legal < total {
            let is_some = legal > 0 && host.wanted("output").is_some();
            let written = if is_some { "; only these are written" } else { "" };
            let what = format!("{legal} of {total} fleets found{written}");
            let hint = Hint::from(
                "try another {seed}; {battleship/count} says how many there are",
            );
            let _ = host.see(Event::Warning(&what, Some(&hint)));
        }
    }

    /// Whether a part is done that can be kept: of a single fleet there is none.
    const fn is_kept(&self) -> bool {
        match self.islands {
            Some([done, _]) => done > 0,
            None => self.total() > 1 && !self.made.is_empty(),
        }
    }

    /// The fleets in JSON.
    fn document<'a>(&self, made: impl Iterator<Item = &'a Made>) -> FleetDocument {
        let seed = self.request.seed.unwrap_or(Seed(0));
        let document = FleetDocument::new(&self.rules);
        let mut document = document.made(self.request.method.key(), seed.0);
        for Made { fleet, origin } in made {
            document.push(&self.rules, fleet, *origin);
        }
        document
    }

    /// Where hard fleets lie, and how hard they became.
    fn hard_paper(
        &self,
        fleets: &[Fleet],
        still: Picture,
        animation: Option<Animation>,
    ) -> Paper {
        let Self { rules, hardening, .. } = self;
        let lie = picture::where_decks_lie(rules.size(), fleets);
        let title =
            format!("Share of the fleets with a deck in each cell, %, on {rules}");
        let lie = picture::percentages(&lie, &title);
        let parts = [still, lie, chart::hardness(hardening)];
        Paper { still: Picture::stacked(&parts, 10.0, "hard fleets"), animation }
    }
}

impl Answer for Placed {
    fn verdict(&self) -> Verdict {
        match () {
            () if !self.is_whole => Verdict::Stopped,
            () if self.legal() < self.total() => Verdict::No,
            () => Verdict::Done,
        }
    }

    fn reached(&self) -> Option<String> {
        let (legal, total) = (self.legal(), self.total());
        Some(match self.islands {
            _ if self.made.is_empty() => "there is no fleet yet".to_owned(),
            Some([done, islands]) if done > 0 => {
                format!("{done} of {islands} islands are done")
            }
            Some(_) => format!(
                "these are the hardest {legal} fleets so far of the {total} asked for"
            ),
            None => format!("{legal} legal fleets of the {total} asked for"),
        })
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        if self.made.is_empty() {
            return Ok(None);
        }
        head.around(&self.document(self.made.iter())).map(Some)
    }

    /// One fleet with its search, or a wall of fleets.
    fn paper(&self, is_moving: bool, watch: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let Self { rules, history, .. } = self;
        if self.made.is_empty() {
            return Ok(None);
        }
        let fleets: Vec<_> = self.made.iter().map(|made| made.fleet.clone()).collect();
        let still = picture::fleets(rules, &fleets);
        if !self.hardening.is_empty() {
            let animation = || animation::hardening(rules, &self.hardening, watch);
            let animation = is_moving.then(animation).transpose()?;
            return Ok(Some(self.hard_paper(&fleets, still, animation)));
        }
        if fleets.len() > 1 || history.is_empty() {
            return Ok(Some(Paper { still, animation: None }));
        }
        let animation = is_moving.then(|| history.animation(rules));
        Ok(Some(Paper { still: history.picture(rules), animation }))
    }

    /// The fleets that are legal: others would be refused by all who read the file.
    fn file(
        &self,
        _: &str,
        ending: &str,
        head: &Head,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let legal = self.made.iter().filter(|made| self.is_legal(made));
        if self.legal() == 0 {
            return Ok(None);
        }
        if ending != "txt" {
            return Ok(Some(head.around(&self.document(legal))?));
        }
        let texts = legal.map(|made| made.fleet.to_text(self.rules.size()));
        Ok(Some(texts.collect::<Vec<_>>().join("\n").into_bytes()))
    }
}

/// A fleet as it is shown.
#[derive(Debug)]
struct Shown<'a> {
    rules: &'a Rules,
    fleet: &'a Fleet,
    caption: String,
    number: usize,
    /// What is in the file need not be shown.
    is_in_file: bool,
}

impl<'a> Shown<'a> {
    fn new(number: usize, made: &'a Made, rules: &'a Rules, is_written: bool) -> Self {
        let Made { fleet, origin } = made;
        let clashes: Vec<_> =
            rules.clashes(fleet).iter().map(ToString::to_string).collect();
        let legal = match clashes.len() {
            0 => "legal".to_owned(),
            1 => format!("illegal: {}", clashes[0]),
            count => format!("illegal in {count} places: {}", clashes.join("; ")),
        };
        let judged = origin.evaluations.map(|count| format!("; {count} evaluations"));
        let shots =
            origin.shots.map(|shots| format!("; takes {shots:.1} shots at least"));
        let more = [judged, shots].into_iter().flatten().collect::<String>();
        let caption = format!("fleet {number}: {legal}{more}");
        let is_in_file = is_written && clashes.is_empty();
        Self { rules, fleet, caption, number, is_in_file }
    }
}

impl Item for Shown<'_> {
    /// Nothing: all fleets stand in one document.
    fn json(&self, _: &Head) -> serde_json::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn text(&self, medium: Medium) -> Result<String, (String, Option<Hint>)> {
        if self.is_in_file {
            return Ok(String::new());
        }
        let between = if self.number > 1 { "\n" } else { "" };
        let text = if medium.is_terminal {
            picture::fleet(self.rules, self.fleet, 24.0).to_text(medium.color)
        } else {
            self.fleet.to_text(self.rules.size())
        };
        Ok(format!("{between}{text}"))
    }

    fn caption(&self) -> Option<&str> {
        Some(&self.caption)
    }
}
