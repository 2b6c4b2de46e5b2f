//! A task of a new game, written here, is at once a command, a document, a schema and help.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::Seed;
use tilewright_tasks::{
    Answer, BoundedInteger, Entry, Head, Host, Medium, NamedOutput, Output, Refusal,
    Task, Verdict,
};

use super::command;

/// Roll dice.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["table"]))]
struct Roll {
    /// What they are rolled on.
    table: Option<Table>,
    /// How many dice.
    #[schemars(extend("x-value" = "N"))]
    dice: BoundedInteger<1, 100>,
    /// Keep only the highest of them, with `dice` at least two.
    only_highest: bool,
    /// The number from which everything random comes.
    #[schemars(with = "Option<u64>")]
    seed: Option<Seed>,
}

/// What dice are rolled on.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Table {
    /// It is loud.
    Wood,
    /// It is quiet.
    Felt,
}

impl Default for Roll {
    fn default() -> Self {
        Self { table: None, dice: BoundedInteger::of(2), only_highest: false, seed: None }
    }
}

impl Task for Roll {
    const NAME: &'static str = "dice/roll";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "throws",
        what: "throws",
        endings: &["txt"],
        help: "Write every throw to this file.",
    })];

    fn check(&self) -> Result<(), Refusal> {
        if self.only_highest && self.dice.get() < 2 {
            return Err(anyhow::anyhow!("one die is always the highest").into());
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, _: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let mut rng = self.seed.unwrap_or(Seed(0)).rng();
        let mut dice: Vec<u32> = (0..self.dice.get()).map(|_| rng.below(6) + 1).collect();
        if self.only_highest {
            dice = dice.into_iter().max().into_iter().collect();
        }
        Ok(Box::new(RollAnswer { dice }))
    }
}

#[derive(Serialize)]
struct RollAnswer {
    dice: Vec<u32>,
}

impl Answer for RollAnswer {
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("roll", self).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        format!("{:?}\n", self.dice)
    }
}

const ROLL: Entry = Entry::of::<Roll>();

/// The request of these words, or what is wrong with it.
fn words(words: &str) -> Result<serde_json::Map<String, serde_json::Value>, String> {
    let words = ["roll"].into_iter().chain(words.split_whitespace());
    let matches = command(&ROLL).try_get_matches_from(words);
    let matches = matches.map_err(|error| error.to_string())?;
    Ok(command::document(&ROLL.schema(), &matches))
}

fn document(text: &str) -> Result<(), String> {
    let read = ROLL.read(serde_json::from_str(text).unwrap());
    read.map(drop).map_err(|refusal| refusal.to_string())
}

#[test]
fn its_keys_are_flags() {
    assert_eq!(words("--table felt").unwrap()["dice"], 2);
    let request = words("--table wood --dice 5 --only-highest").unwrap();
    assert_eq!((&request["dice"], &request["only_highest"]), (&5.into(), &true.into()));
    assert_eq!(request["table"], "wood");
    for wrong in ["101", "x", "1.5"] {
        let error = words(&format!("--dice {wrong}")).unwrap_err();
        assert!(error.contains("expected a whole number from 1 to 100"), "{error}");
    }
    assert!(words("--table sand").unwrap_err().contains("[possible values: wood, felt]"));
    assert!(words("").unwrap_err().contains("required arguments were not provided"));
}

#[test]
fn each_of_its_outputs_is_a_flag_that_is_read() {
    let matches = command(&ROLL)
        .get_matches_from(["roll", "--table", "wood", "--throws", "all.txt"]);
    let asked = command::outputs(&ROLL, &matches);
    assert_eq!(asked, [("throws", "all.txt".into())]);
}

#[test]
fn its_help_is_its_documentation() {
    let help = command(&ROLL).render_help().to_string();
    assert!(help.starts_with("Roll dice\n"), "{help}");
    assert!(
        help.contains("--dice <N>       How many dice [range: 1 to 100] [default: 2]"),
        "{help}"
    );
    assert!(help.contains("Keep only the highest of them, with --dice at least two"));
}

#[test]
fn documents_are_held_to_the_same_as_flags() {
    assert_eq!(document(r#"{"dice": 100}"#), Ok(()));
    assert_eq!(
        document(r#"{"dice": 101}"#),
        Err("expected a whole number from 1 to 100, found 101".to_owned())
    );
    assert_eq!(document(r#"{"dize": 1}"#), Err("unknown key `dize`".to_owned()));
    let refused = document(r#"{"dice": 1, "only_highest": true}"#);
    assert_eq!(refused, Err("one die is always the highest".to_owned()));
}

#[test]
fn its_schema_tells_ranges_and_defaults() {
    let schema = ROLL.schema().to_value();
    let dice = &schema["properties"]["dice"];
    assert_eq!((&dice["maximum"], &dice["default"]), (&100.into(), &2.into()));
}
