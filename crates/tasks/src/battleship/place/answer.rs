//! The answer of `battleship/place`: the fleets as text, document and picture.

use tilewright_battleship::{
    AdversarialGeneration, Fleet, FleetDocument, History, Rules, animation, chart,
    picture,
};
use tilewright_draw::{Animation, Picture};
use tilewright_grid::{Seed, Watch};

use super::request::PlaceRequest;
use super::search::PlacedFleet;
use crate::{
    Answer, Drawing, Event, Head, Hint, Host, Item, Medium, OutputFile, Verdict,
};

/// The answer: the fleets that were found.
pub(super) struct PlaceAnswer {
    pub(super) request: PlaceRequest,
    pub(super) rules: Rules,
    pub(super) made: Vec<PlacedFleet>,
    /// The history of the search for the last fleet.
    pub(super) history: History,
    /// The history of the search for adversarial fleets.
    pub(super) adversarial: Vec<AdversarialGeneration>,
    /// Whether the search was finished.
    pub(super) is_whole: bool,
    /// Whether something is finished that is kept for a run that resumes this one.
    pub(super) is_begun: bool,
    /// The number of finished islands and of all islands, for adversarial fleets.
    pub(super) islands: Option<[u64; 2]>,
}

impl PlaceAnswer {
    fn is_legal(&self, made: &PlacedFleet) -> bool {
        self.rules.is_legal(&made.fleet)
    }

    /// The number of legal fleets.
    fn legal(&self) -> usize {
        self.made.iter().filter(|made| self.is_legal(made)).count()
    }

    /// The number of fleets asked for.
    const fn total(&self) -> usize {
        self.request.count.get() as usize
    }

    /// Passes the fleets to the host, unless they are kept for a run that resumes this one. Warns
    /// if fewer were found than asked for.
    pub(super) fn show(&self, host: &dyn Host) {
        let is_written = self.is_whole || !host.keeps();
        if is_written || !self.is_begun {
            let is_in_file = is_written && host.extension("output").is_some();
            for (number, made) in (1..).zip(&self.made) {
                let item = FleetItem::new(number, made, &self.rules, is_in_file);
                host.tell(Event::Item(&item));
            }
        }

        if is_written && host.draws_picture() && self.made.len() > picture::MAX_DRAWN {
            let (shown, all) = (picture::MAX_DRAWN, self.made.len());
            let what = format!("the picture shows {shown} of {all} fleets");
            host.tell(Event::Note(&what));
        }

        let (legal, total) = (self.legal(), self.total());
        if self.is_whole && legal < total {
            let is_some = legal > 0 && host.extension("output").is_some();
            let written = if is_some { "; only these are written" } else { "" };
            let what = format!("{legal} of {total} legal fleets found{written}");
            let hint = Hint::from(
                "try another {seed} or {method=evolve}; {battleship/count} counts all legal \
                 fleets",
            );
            host.tell(Event::Warning(&what, Some(&hint)));
        }
    }

    /// The document of these fleets.
    fn document<'a>(&self, made: impl Iterator<Item = &'a PlacedFleet>) -> FleetDocument {
        let seed = self.request.seed.unwrap_or(Seed(0));
        let document = FleetDocument::new(&self.rules);
        let mut document = document.made(self.request.method.key(), seed.0);
        for PlacedFleet { fleet, origin } in made {
            document.push(&self.rules, fleet, *origin);
        }
        document
    }

    /// Adversarial fleets, with the heat map of their cells and the curve of the search.
    fn adversarial_paper(
        &self,
        fleets: &[Fleet],
        still: Picture,
        animation: Option<Animation>,
    ) -> Drawing {
        let Self { rules, adversarial, .. } = self;
        let occupancy = picture::occupancy(rules.size(), fleets);
        let title = format!("Share of the fleets that occupy each cell, %, on {rules}");
        let occupancy = picture::percentages(&occupancy, &title);
        let parts = [still, occupancy, chart::adversarial(adversarial)];
        Drawing { still: Picture::stacked(&parts, 10.0, "adversarial fleets"), animation }
    }
}

impl Answer for PlaceAnswer {
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
            _ if self.made.is_empty() => "no fleet was found yet".to_owned(),
            Some([done, islands]) if done > 0 || self.is_begun => {
                format!("{done} of {islands} islands are done")
            }
            Some(_) => {
                format!("the best {legal} fleets so far, of {total} asked for")
            }
            None => format!("{legal} legal fleets of {total} asked for"),
        })
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        if self.made.is_empty() {
            return Ok(None);
        }
        head.around(&self.document(self.made.iter())).map(Some)
    }

    /// One fleet with its search, or several fleets side by side.
    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        let Self { rules, history, .. } = self;
        if self.made.is_empty() {
            return Ok(None);
        }

        let fleets: Vec<_> = self.made.iter().map(|made| made.fleet.clone()).collect();
        let still = picture::fleets(rules, &fleets);
        if !self.adversarial.is_empty() {
            let animation = || animation::adversarial(rules, &self.adversarial, watch);
            let animation = is_moving.then(animation).transpose()?;
            return Ok(Some(self.adversarial_paper(&fleets, still, animation)));
        }
        if fleets.len() > 1 || history.is_empty() {
            return Ok(Some(Drawing { still, animation: None }));
        }

        let animation = is_moving.then(|| history.animation(rules));
        Ok(Some(Drawing { still: history.picture(rules), animation }))
    }

    /// Only the legal fleets: every reader of the file would refuse the others.
    fn file(
        &self,
        _: &str,
        ending: &str,
        head: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        let legal = self.made.iter().filter(|made| self.is_legal(made));
        if self.legal() == 0 {
            return Ok(None);
        }
        if ending != "txt" {
            return Ok(Some(head.around(&self.document(legal))?.into()));
        }
        let texts = legal.map(|made| made.fleet.to_text(self.rules.size()));
        Ok(Some(texts.collect::<Vec<_>>().join("\n").into()))
    }
}

/// A fleet as it is shown.
struct FleetItem<'a> {
    rules: &'a Rules,
    fleet: &'a Fleet,
    caption: String,
    number: usize,
    /// Whether the fleet is also written to a file and therefore only its caption is shown.
    is_in_file: bool,
}

impl<'a> FleetItem<'a> {
    fn new(
        number: usize,
        made: &'a PlacedFleet,
        rules: &'a Rules,
        is_written: bool,
    ) -> Self {
        let PlacedFleet { fleet, origin } = made;
        let clashes: Vec<_> =
            rules.clashes(fleet).iter().map(ToString::to_string).collect();
        let legal = match clashes.len() {
            0 => "legal".to_owned(),
            1 => format!("illegal: {}", clashes[0]),
            count => format!("illegal, {count} violations: {}", clashes.join("; ")),
        };

        let judged = origin.evaluations.map(|count| format!("; {count} evaluations"));
        let shots = origin
            .shots
            .map(|shots| format!("; {shots:.1} shots for the fastest hunter"));
        let more = [judged, shots].into_iter().flatten().collect::<String>();
        let caption = format!("fleet {number}: {legal}{more}");
        let is_in_file = is_written && clashes.is_empty();

        Self { rules, fleet, caption, number, is_in_file }
    }
}

impl Item for FleetItem<'_> {
    /// Nothing, because all fleets are in one document.
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
