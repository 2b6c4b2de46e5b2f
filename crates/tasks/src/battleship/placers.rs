//! The placers of a request, and the rules that the files of fleets among them state.

use std::sync::{Arc, OnceLock};

use anyhow::anyhow;
use tilewright_battleship::{
    FleetError, FleetFile, Hider as _, Hunter, Knowledge, Limits, Placements, Placer,
    PlacerFile, Rules, Sequential, Sight, SkilledHunter, Strategy, TwoColumns, WorstCase,
};
use tilewright_grid::{Watch, checksum};

use super::count::begin_counting;
use super::field::Field;
use super::fleets::{check_fleets, check_possible, is_absent, named, text};
use super::refusal::{AnswerError, refused, undecided};
use crate::{Bytes, Event, Hint, Host, HostWatch, Input, Refusal, Refuse as _};

/// The hint for a placer that found no fleet.
pub(super) const NOT_FOUND: &str = "{fleets=uniform} finds a fleet if one exists";

/// The placers of a request, and the rules of the game.
pub(super) struct Placers {
    pub(super) rules: Rules,
    pub(super) all: Vec<Placer>,
    /// What hunters know: one placer for all of them, or one for each. None where nothing is named.
    known: Vec<Option<KnownPlacer>>,
    /// For every placer its worst case, as far as it was measured.
    pub(super) worst: Vec<Option<WorstCase>>,
}

/// A placer that hunters know.
struct KnownPlacer {
    placer: Placer,
    /// What they know of it, once a hunter needs it.
    knowledge: OnceLock<Knowledge>,
}

/// A file that a placer is made of.
enum PlacerSource {
    Fleets(FleetFile),
    Mixture(PlacerFile),
}

impl Placers {
    /// The placers with these names, and those that hunters know, by the rules of the request, or else of the first file. Hunters know uniform fleets
    /// anyway.
    pub(super) fn open(
        field: &Field,
        names: &[Input],
        knows: &[Input],
        memory: Bytes,
        host: &dyn Host,
    ) -> Result<Self, AnswerError> {
        Self::open_some(field, names, usize::MAX, knows, memory, host)
    }

    /// The same, but of every file at most this number of fleets are hidden and checked. Hunters know all fleets of theirs.
    pub(super) fn open_some(
        field: &Field,
        names: &[Input],
        fleets: usize,
        knows: &[Input],
        memory: Bytes,
        host: &dyn Host,
    ) -> Result<Self, AnswerError> {
        // A placer that is named twice is made only once.
        let mut distinct: Vec<&Input> = Vec::new();
        let knows =
            knows.iter().map(|name| Some(name).filter(|it| it.name() != "uniform"));
        let knows: Vec<Option<&Input>> = knows.collect();
        for name in names.iter().chain(knows.iter().copied().flatten()) {
            if !distinct.contains(&name) {
                distinct.push(name);
            }
        }

        let read = |name: &&Input| {
            let most = if knows.contains(&Some(*name)) { usize::MAX } else { fleets };
            file(host, name, most)
        };
        let files: Vec<_> = distinct.iter().map(read).collect::<Result<_, _>>()?;
        let rules = field.rules(files.iter().flatten().map(stated).next().as_ref())?;

        // What can be refused at once is refused before fleets are counted.
        for (name, file) in distinct.iter().zip(&files) {
            check(name, file.as_ref(), &rules, memory, host)?;
        }

        let worst = |(input, file): (&&Input, &Option<PlacerSource>)| {
            worst(input.name(), file.as_ref(), &rules)
        };
        let worsts: Vec<_> = distinct.iter().zip(&files).map(worst).collect();
        let placers = made(&distinct, files, &rules, memory, host);
        let placers = placers.map_err(|error| undecided(error, NOT_FOUND, host))?;

        let of = |name| distinct.iter().position(|known| *known == name);
        let learn = |at: usize| KnownPlacer {
            placer: placers[at].clone(),
            knowledge: OnceLock::new(),
        };
        let learned = knows.into_iter().map(|name| name.and_then(of).map(learn));
        let learned = learned.collect();
        let (all, worst) = names
            .iter()
            .filter_map(of)
            .map(|at| (placers[at].clone(), worsts[at]))
            .unzip();
        Ok(Self { rules, all, known: learned, worst })
    }

    /// The number and the worst case of the placer with the largest one, the first of several, in the place of the value of the game. None if a
    /// built-in placer that is not among these is harder.
    pub(super) fn hardest(&self) -> Option<(usize, WorstCase)> {
        let built_in = PlacerFile::adversarial();
        let elsewhere = built_in.worst.filter(|_| built_in.rules == self.rules);
        let found = self.worst.iter().enumerate().rev();
        let found = found.filter_map(|(placer, worst)| Some((placer, (*worst)?)));
        let hardest = found.max_by(|a, b| a.1.shots.total_cmp(&b.1.shots))?;
        elsewhere.is_none_or(|it| hardest.1.shots >= it.shots).then_some(hardest)
    }

    /// The hunter with this number for games by these rules, prepared; it knows the placer that is named for that, if it samples. That is learned
    /// once for all hunters.
    ///
    /// # Errors
    /// As [`SkilledHunter::prepared`] and [`Knowledge::new`].
    pub(super) fn hunter(
        &self,
        number: usize,
        hunter: SkilledHunter,
        host: &dyn Host,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        let strategy = hunter.strategy();
        let known = self.known.get(number).or_else(|| self.known.last());
        let known = known.and_then(Option::as_ref).filter(|_| strategy.samples());
        let Some(KnownPlacer { placer, knowledge }) = known else {
            if strategy == Strategy::Perfect {
                host.tell(Event::Status("solving the game"));
            }
            return hunter.prepared(&self.rules, &HostWatch(host));
        };

        if let Some(learned) = knowledge.get() {
            return Ok(learned.skilled(hunter));
        }
        host.tell(Event::Status("learning the placer"));
        let learned = Knowledge::new(&self.rules, placer, &HostWatch(host))?;
        Ok(knowledge.get_or_init(|| learned).skilled(hunter))
    }

    /// Whether all hunters know the same.
    pub(super) const fn are_alike(&self) -> bool {
        self.known.len() < 2
    }

    /// A checksum of the rules, the listed fleets and the mixtures, because files of the same name may differ.
    pub(super) fn checksum(&self) -> u64 {
        let listed = |placer: &Placer| match placer {
            Placer::Listed(fleets) => format!("{fleets:?};"),
            Placer::Mixture(placer) => format!("{:?};", placer.mixture()),
            _ => ";".to_owned(),
        };
        let known = self.known.iter().map(|known| match known {
            Some(KnownPlacer { placer: it, .. }) => {
                format!("knows {}{}", it.name(), listed(it))
            }
            None => "knows nothing;".to_owned(),
        });
        let all: String = self.all.iter().map(listed).chain(known).collect();
        checksum(format!("{};{all}", self.rules).as_bytes())
    }
}

/// The names of placers in answers.
pub(super) fn names(inputs: &[Input]) -> Vec<String> {
    inputs.iter().map(ToString::to_string).collect()
}

/// The file of a placer, with its first fleets, at most this number; none if the name is that of a placer that needs none.
fn file(
    host: &dyn Host,
    input: &Input,
    most: usize,
) -> Result<Option<PlacerSource>, Refusal> {
    match input.name() {
        "uniform" | "sequential" | "two-columns" => return Ok(None),
        "adversarial" => {
            return Ok(Some(PlacerSource::Mixture(PlacerFile::adversarial())));
        }
        _ => {}
    }
    let read = || {
        let text = text(host, input)?;
        let read = if PlacerFile::is_named_in(&text) {
            PlacerFile::read(&text).map(PlacerSource::Mixture)
        } else {
            FleetFile::read(&text).map(|mut file| {
                file.fleets.truncate(most);
                PlacerSource::Fleets(file)
            })
        };
        read.map_err(|error| named(error, input.name()))
    };
    read().map(Some).map_err(|refusal: Refusal| {
        if !is_absent(&refusal) {
            return refusal;
        }
        let hint = "write uniform, sequential, two-columns, adversarial, or the name of a file \
                    of fleets, such as {battleship/place} writes, or of a placer";
        Refusal { hint: Some(Hint::from(hint)), ..refusal }
    })
}

/// Refuses a placer that cannot hide a fleet by these rules.
fn check(
    input: &Input,
    file: Option<&PlacerSource>,
    rules: &Rules,
    memory: Bytes,
    host: &dyn Host,
) -> Result<(), Refusal> {
    match (file, input.name()) {
        (Some(PlacerSource::Fleets(file)), name) => check_fleets(file, rules, name),
        (Some(PlacerSource::Mixture(file)), name) => check_rules(file, rules, name),
        (None, "sequential") => check_possible(rules, memory.0, host).map_err(refused),
        (None, _) => Ok(()),
    }
}

/// The built-in adversarial placer.
///
/// # Errors
/// When the rules are not those of the standard game, for which it was made.
pub fn built_in_placer(rules: &Rules) -> Result<Placer, Refusal> {
    let file = PlacerFile::adversarial();
    check_rules(&file, rules, "adversarial")?;
    Ok(Placer::mixture(rules, &file.mixture))
}

/// Refuses a placer that was made for other rules.
fn check_rules(file: &PlacerFile, rules: &Rules, name: &str) -> Result<(), Refusal> {
    if file.rules == *rules {
        return Ok(());
    }
    let expected = &file.rules;
    let error = anyhow!("the placer {name} is made for {expected}; found {rules}");
    Err(error).hint("{battleship/tune} makes such a placer for other rules")
}

/// The rules that a file states.
fn stated(file: &PlacerSource) -> FleetFile {
    match file {
        PlacerSource::Fleets(file) => file.clone(),
        PlacerSource::Mixture(PlacerFile { rules, .. }) => FleetFile {
            size: Some(rules.size()),
            touch: Some(rules.touch()),
            roster: rules.roster().clone(),
            fleets: Vec::new(),
        },
    }
}

/// The worst case of a placer, if it was measured by these rules.
fn worst(name: &str, file: Option<&PlacerSource>, rules: &Rules) -> Option<WorstCase> {
    match file {
        Some(PlacerSource::Mixture(file)) => file.worst,
        Some(PlacerSource::Fleets(_)) => None,
        None => WorstCase::of_built_in(name, rules),
    }
}

/// The placers with these names and files. For `uniform` all fleets are counted.
fn made(
    inputs: &[&Input],
    files: Vec<Option<PlacerSource>>,
    rules: &Rules,
    memory: Bytes,
    host: &dyn Host,
) -> Result<Vec<Placer>, FleetError> {
    let is_counting = inputs.iter().any(|input| input.name() == "uniform");
    if is_counting {
        begin_counting(rules, memory, host);
    }

    let one = |(input, file): (&&Input, Option<PlacerSource>)| match file {
        Some(PlacerSource::Fleets(file)) => Ok(Placer::Listed(Arc::new(file.fleets))),
        Some(PlacerSource::Mixture(file)) => Ok(Placer::mixture(rules, &file.mixture)),
        None => placer(input.name(), rules, memory, &HostWatch(host)),
    };
    let placers = inputs.iter().zip(files).map(one).collect();
    if is_counting {
        host.tell(Event::Ended);
    }

    placers
}

/// The placer with a name, which needs no file.
fn placer(
    name: &str,
    rules: &Rules,
    memory: Bytes,
    watch: &dyn Watch,
) -> Result<Placer, FleetError> {
    match name {
        "uniform" => {
            let sight = Sight::new(rules);
            Placer::of_placements(Placements::given(
                &sight,
                Limits::of_memory(memory.0),
                watch,
            )?)
        }
        "sequential" => Ok(Placer::Sequential(Sequential::new(rules))),
        _ => Ok(Placer::TwoColumns(TwoColumns::new(rules)?)),
    }
}
