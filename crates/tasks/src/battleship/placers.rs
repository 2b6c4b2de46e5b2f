//! The placers of a request, and the rules that the files of fleets among them state.

use std::sync::Arc;

use tilewright_battleship::{
    FleetError, FleetFile, Limits, Placements, Placer, Rules, Sequential, Sight,
    TwoColumns, adversarial_fleets,
};
use tilewright_grid::{Watch, checksum};

use super::count::begin_counting;
use super::field::Field;
use super::fleets::{
    built_in_fleets, check_fleets, check_possible, is_absent, read_fleets,
};
use super::refusal::{AnswerError, refused, undecided};
use crate::{Bytes, Event, Hint, Host, HostWatch, Input, Refusal};

/// The hint for a placer that found no fleet.
pub(super) const NOT_FOUND: &str = "{fleets=uniform} finds a fleet if one exists";

/// The placers of a request, and the rules of the game.
pub(super) struct Placers {
    pub(super) rules: Rules,
    pub(super) all: Vec<Placer>,
}

impl Placers {
    /// The placers with these names, by the rules of the request, or else of the first file.
    pub(super) fn open(
        field: &Field,
        names: &[Input],
        memory: Bytes,
        host: &dyn Host,
    ) -> Result<Self, AnswerError> {
        // A placer that is named twice is made only once.
        let mut distinct: Vec<&Input> = Vec::new();
        for name in names {
            if !distinct.contains(&name) {
                distinct.push(name);
            }
        }

        let files = distinct.iter().map(|name| file(host, name));
        let files: Vec<_> = files.collect::<Result<_, _>>()?;
        let rules = field.rules(files.iter().flatten().next())?;

        // What can be refused at once is refused before fleets are counted.
        for (name, file) in distinct.iter().zip(&files) {
            check(name, file.as_ref(), &rules, memory, host)?;
        }

        let placers = made(&distinct, files, &rules, memory, host);
        let placers = placers.map_err(|error| undecided(error, NOT_FOUND, host))?;

        let of = |name| distinct.iter().position(|known| *known == name);
        let all = names.iter().filter_map(of).map(|at| placers[at].clone()).collect();
        Ok(Self { rules, all })
    }

    /// A checksum of the rules and the listed fleets, because files of the same name may differ.
    pub(super) fn checksum(&self) -> u64 {
        let listed = |placer: &Placer| match placer {
            Placer::Listed(fleets) => format!("{fleets:?};"),
            _ => ";".to_owned(),
        };
        let listed: String = self.all.iter().map(listed).collect();
        checksum(format!("{};{listed}", self.rules).as_bytes())
    }
}

/// The names of placers in answers.
pub(super) fn names(inputs: &[Input]) -> Vec<String> {
    inputs.iter().map(ToString::to_string).collect()
}

/// The file of a placer; none if the name is that of a built-in placer.
fn file(host: &dyn Host, input: &Input) -> Result<Option<FleetFile>, Refusal> {
    if matches!(input.name(), "uniform" | "sequential" | "two-columns" | "adversarial") {
        return Ok(None);
    }
    read_fleets(host, input).map(Some).map_err(|refusal| {
        if !is_absent(&refusal) {
            return refusal;
        }
        let hint = "write uniform, sequential, two-columns, adversarial, or the name of a file \
                    of fleets, such as {battleship/place} writes";
        Refusal { hint: Some(Hint::from(hint)), ..refusal }
    })
}

/// Refuses a placer that cannot hide a fleet by these rules.
fn check(
    input: &Input,
    file: Option<&FleetFile>,
    rules: &Rules,
    memory: Bytes,
    host: &dyn Host,
) -> Result<(), Refusal> {
    match (file, input.name()) {
        (Some(file), name) => check_fleets(file, rules, name),
        (None, "adversarial") => built_in_fleets(rules).map(drop),
        (None, "sequential") => check_possible(rules, memory.0, host).map_err(refused),
        (None, _) => Ok(()),
    }
}

/// The placers with these names and files. For `uniform` all fleets are counted.
fn made(
    inputs: &[&Input],
    files: Vec<Option<FleetFile>>,
    rules: &Rules,
    memory: Bytes,
    host: &dyn Host,
) -> Result<Vec<Placer>, FleetError> {
    let is_counting = inputs.iter().any(|input| input.name() == "uniform");
    if is_counting {
        begin_counting(rules, memory, host);
    }

    let one = |(input, file): (&&Input, Option<FleetFile>)| match file {
        Some(file) => Ok(Placer::Listed(Arc::new(file.fleets))),
        None => placer(input.name(), rules, memory, &HostWatch(host)),
    };
    let placers = inputs.iter().zip(files).map(one).collect();
    if is_counting {
        host.tell(Event::Ended);
    }

    placers
}

/// The built-in placer with a name.
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
        "two-columns" => Ok(Placer::TwoColumns(TwoColumns::new(rules)?)),
        _ => Ok(Placer::Listed(Arc::new(adversarial_fleets().fleets))),
    }
}
