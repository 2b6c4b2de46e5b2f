//! The two written forms of a logbook, read back.

use proptest::prelude::*;
use serde_json::{Map, Value};
use tilewright_evolve::{Event, Logbook, Notes};

const HEADING: &str = "generation,evaluations,population,feasible,best,median,worst,\
                       least_violation,median_violation,diversity";

fn event(best: Option<f64>, diversity: f64) -> Event {
    Event {
        generation: 3,
        evaluations: 40,
        population: 10,
        feasible: 0,
        best: best.map(|best| [best]),
        median: None,
        worst: None,
        least_violation: Some(0.25),
        median_violation: Some(1e-9),
        diversity,
        notes: Notes::default(),
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
        best: real(4).map(|best| [best]),
        median: real(5).map(|median| [median]),
        worst: real(6).map(|worst| [worst]),
        least_violation: real(7),
        median_violation: real(8),
        diversity: real(9).unwrap_or(f64::INFINITY),
        notes: Notes::default(),
    }
}

/// Reads the fields of a line of JSON.
fn listed(fields: &Map<String, Value>) -> Event {
    let count = |name: &str| fields[name].as_u64().unwrap();
    let size = |name: &str| u32::try_from(count(name)).unwrap();
    let real = |name: &str| match &fields[name] {
        Value::Null => None,
        value => Some(value.as_f64().unwrap()),
    };
    let rank = |name: &str| real(name).map(|value| [value]);
    Event {
        generation: count("generation"),
        evaluations: count("evaluations"),
        population: size("population"),
        feasible: size("feasible"),
        best: rank("best"),
        median: rank("median"),
        worst: rank("worst"),
        least_violation: real("least_violation"),
        median_violation: real("median_violation"),
        diversity: real("diversity").unwrap(),
        notes: Notes::default(),
    }
}

/// The event as it can come back.
fn written(event: &Event) -> Event {
    let real = |value: Option<f64>| value.filter(|value| value.is_finite());
    let rank = |values: Option<[f64; 1]>| values.filter(|[value]| value.is_finite());
    Event {
        best: rank(event.best),
        median: rank(event.median),
        worst: rank(event.worst),
        least_violation: real(event.least_violation),
        median_violation: real(event.median_violation),
        ..event.clone()
    }
}

#[test]
fn a_logbook_of_nothing_is_its_heading() {
    let logbook: Logbook = Logbook::default();
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

#[test]
fn the_columns_of_a_scheme_follow_those_of_all() {
    let mut logbook = Logbook::new(&["restarts", "step"]);
    for notes in [&[3.0, 0.25][..], &[4.0], &[], &[5.0, f64::NAN, 6.0]] {
        logbook.push(Event { notes: Notes::new(notes), ..event(Some(1.0), 0.5) });
    }
    let csv = logbook.to_csv();
    assert_eq!(csv.lines().next(), Some(&*format!("{HEADING},restarts,step")));
    let rows = ["3,0.25", "4,", ",", "5,"]
        .map(|notes| format!("3,40,10,0,1,,,0.25,0.000000001,0.5,{notes}"));
    assert!(csv.lines().skip(1).eq(rows), "{csv}");
    let json = logbook.to_json_lines();
    let ends = [("3", "0.25"), ("4", "null"), ("null", "null"), ("5", "null")]
        .map(|(restarts, step)| format!("\"restarts\":{restarts},\"step\":{step}}}"));
    assert!(json.lines().zip(ends).all(|(line, end)| line.ends_with(&end)), "{json}");

    // Collected events have no columns but those of all schemes.
    let collected: Logbook = logbook.events().cloned().collect();
    assert!(collected.to_csv().lines().all(|line| line.split(',').count() == 10));
    assert!(collected.to_json_lines().lines().all(|line| line.ends_with(":0.5}")));
}

#[test]
fn the_ninth_note_is_left_out() {
    let notes = Notes::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!(notes.values(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let json = serde_json::to_string(&Notes::new(&[0.5, 2.0])).unwrap();
    assert_eq!(json, "[0.5,2.0]");
    assert_eq!(serde_json::from_str::<Notes>(&json).unwrap(), Notes::new(&[0.5, 2.0]));
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
        best: reals.0.map(|best| [best]),
        median: reals.1.map(|median| [median]),
        worst: reals.2.map(|worst| [worst]),
        least_violation: reals.3,
        median_violation: reals.4,
        diversity: reals.5,
        notes: Notes::default(),
    })
}

/// Whether two events are the same but for the last bit of a number: `serde_json` reads long
/// numbers that exactly and no more.
fn is_close(a: &Event, b: &Event) -> bool {
    let counts = |it: &Event| (it.generation, it.evaluations, it.population, it.feasible);
    let reals = |it: &Event| {
        let diversity = Some(it.diversity);
        let (least, median) = (it.least_violation, it.median_violation);
        let [best, middle, worst] =
            [it.best, it.median, it.worst].map(|rank| rank.map(|[value]| value));
        [best, middle, worst, least, median, diversity]
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
        prop_assert!(logbook.events().eq(&events));
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
            let Value::Object(fields) = serde_json::from_str(line).unwrap() else {
                panic!("a line is an object");
            };
            prop_assert!(fields.keys().map(String::as_str).eq(HEADING.split(',')));
            let read = listed(&fields);
            prop_assert!(is_close(&read, &written(event)), "{read:?}, not {event:?}");
        }
    }
}
