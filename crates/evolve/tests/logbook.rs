//! The two written forms of a logbook, read back.

use proptest::prelude::*;
use serde_json::Value;
use tilewright_evolve::{Event, Logbook};

const HEADING: &str = "generation,evaluations,population,feasible,best,median,worst,\
                       least_violation,median_violation,diversity";

const fn event(best: Option<f64>, diversity: f64) -> Event {
    Event {
        generation: 3,
        evaluations: 40,
        population: 10,
        feasible: 0,
        best,
        median: None,
        worst: None,
        least_violation: Some(0.25),
        median_violation: Some(1e-9),
        diversity,
    }
}

/// Reads a line of the table; infinities are not written and so come back as nothing.
fn parsed(line: &str) -> Event {
    let cells: Vec<&str> = line.split(',').collect();
    assert_eq!(cells.len(), 10, "{line}");
    let real = |cell: usize| match cells[cell] {
        "" => None,
        text => Some(text.parse().unwrap()),
    };
    Event {
        generation: cells[0].parse().unwrap(),
        evaluations: cells[1].parse().unwrap(),
        population: cells[2].parse().unwrap(),
        feasible: cells[3].parse().unwrap(),
        best: real(4),
        median: real(5),
        worst: real(6),
        least_violation: real(7),
        median_violation: real(8),
        diversity: real(9).unwrap_or(f64::INFINITY),
    }
}

/// The event as it can come back.
fn written(event: &Event) -> Event {
    let real = |value: Option<f64>| value.filter(|value| value.is_finite());
    Event {
        best: real(event.best),
        median: real(event.median),
        worst: real(event.worst),
        least_violation: real(event.least_violation),
        median_violation: real(event.median_violation),
        ..event.clone()
    }
}

#[test]
fn a_logbook_of_nothing_is_its_heading() {
    let logbook = Logbook::default();
    assert_eq!(logbook.to_csv(), format!("{HEADING}\n"));
    assert_eq!(logbook.to_json_lines(), "");
}

#[test]
fn what_there_is_not_and_what_is_infinite_is_empty_or_null() {
    let logbook: Logbook = [event(None, 0.5), event(Some(f64::NEG_INFINITY), f64::NAN)]
        .into_iter()
        .collect();
    let rows = "3,40,10,0,,,,0.25,0.000000001,0.5\n3,40,10,0,,,,0.25,0.000000001,\n";
    assert_eq!(logbook.to_csv(), format!("{HEADING}\n{rows}"));
    let json = logbook.to_json_lines();
    let (first, second) = json.split_once('\n').unwrap();
    assert_eq!(
        first,
        "{\"generation\":3,\"evaluations\":40,\"population\":10,\"feasible\":0,\
         \"best\":null,\"median\":null,\"worst\":null,\"least_violation\":0.25,\
         \"median_violation\":0.000000001,\"diversity\":0.5}"
    );
    assert!(second.ends_with("\"diversity\":null}\n"));
}

/// Numbers of all sizes, the infinities among them.
fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e6..1e6,
        (-1e15..1e15, -300..=285).prop_map(|(value, power)| value * 10_f64.powi(power)),
        prop::sample::select(vec![0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 5e-324]),
    ]
}

fn events() -> impl Strategy<Value = Event> {
    let counts = (any::<u64>(), any::<u64>(), any::<u32>(), any::<u32>());
    let maybe = || prop::option::of(numbers());
    let reals = (maybe(), maybe(), maybe(), maybe(), maybe(), 0.0..=1.0);
    (counts, reals).prop_map(|(counts, reals)| Event {
        generation: counts.0,
        evaluations: counts.1,
        population: counts.2,
        feasible: counts.3,
        best: reals.0,
        median: reals.1,
        worst: reals.2,
        least_violation: reals.3,
        median_violation: reals.4,
        diversity: reals.5,
    })
}

/// Whether two events are the same but for the last bit of a number: `serde_json` reads long
/// numbers that exactly and no more.
fn is_close(a: &Event, b: &Event) -> bool {
    let counts = |it: &Event| (it.generation, it.evaluations, it.population, it.feasible);
    let reals = |it: &Event| {
        let diversity = Some(it.diversity);
        let (least, median) = (it.least_violation, it.median_violation);
        [it.best, it.median, it.worst, least, median, diversity]
    };
    let close = |(a, b): (Option<f64>, Option<f64>)| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= b.abs() * 1e-15 + f64::MIN_POSITIVE,
        (a, b) => a == b,
    };
    counts(a) == counts(b) && reals(a).into_iter().zip(reals(b)).all(close)
}

proptest! {
    #[test]
    fn the_table_reads_back_as_the_events(
        events in prop::collection::vec(events(), 0..5),
    ) {
        let logbook: Logbook = events.iter().cloned().collect();
        prop_assert_eq!(logbook.events(), &events);
        let csv = logbook.to_csv();
        let mut lines = csv.lines();
        prop_assert_eq!(lines.next(), Some(HEADING));
        let read: Vec<Event> = lines.map(parsed).collect();
        prop_assert_eq!(read, events.iter().map(written).collect::<Vec<_>>());
        prop_assert!(csv.ends_with('\n') && !csv.contains(['\r', '"']));
    }

    #[test]
    fn every_json_line_reads_back_as_its_event(
        events in prop::collection::vec(events(), 0..5),
    ) {
        let json = events.iter().cloned().collect::<Logbook>().to_json_lines();
        let lines: Vec<&str> = json.lines().collect();
        prop_assert_eq!(lines.len(), events.len());
        for (line, event) in lines.into_iter().zip(&events) {
            let read: Event = serde_json::from_str(line).unwrap();
            prop_assert!(is_close(&read, &written(event)), "{read:?}, not {event:?}");
            let Value::Object(fields) = serde_json::from_str(line).unwrap() else {
                panic!("a line is an object");
            };
            prop_assert_eq!(fields.len(), 10);
            prop_assert!(HEADING.split(',').all(|column| fields.contains_key(column)));
        }
    }
}
