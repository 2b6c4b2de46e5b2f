//! No text may make the readers of fleets, files of fleets, rosters, hunters and recorded games
//! panic, hang or use much memory. What they accept must be read back unchanged from its written
//! form.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_battleship::{
    Battle, Fleet, FleetDocument, FleetFile, Origin, Roster, Rules, SkilledHunter, Touch,
};

fuzz_target!(|text: &str| {
    if let Ok(roster) = text.parse::<Roster>() {
        assert_eq!(roster.to_string().parse(), Ok(roster));
    }
    if let Ok(hunter) = text.parse::<SkilledHunter>() {
        assert_eq!(hunter.to_string().parse(), Ok(hunter));
    }
    if let Ok((size, fleet)) = Fleet::from_text(text) {
        let (again, same) =
            Fleet::from_text(&fleet.to_text(size)).expect("it was written");
        assert_eq!((again, same.ships.len()), (size, fleet.ships.len()));
    }
    if let Ok(file) = FleetFile::read(text) {
        check(&file);
    }
    if let Ok(battle) = Battle::from_json(text) {
        let again =
            Battle::from_json(&battle.to_json()).expect("a written game can be read");
        assert_eq!(again, battle);
        if let Ok(rules) = battle.rules() {
            let _ = battle.replay(&rules, |_, _| {});
        }
    }
});

/// Writes a file whose fleets are legal, and reads it again.
fn check(file: &FleetFile) {
    let (Some(size), touch) = (file.size, file.touch.unwrap_or(Touch::Never)) else {
        return;
    };
    let Ok(rules) = Rules::new(size, file.roster.clone(), touch) else { return };
    if file.check(&rules).is_err() {
        return;
    }
    let mut document = FleetDocument::new(&rules);
    for fleet in &file.fleets {
        document.push(&rules, fleet, Origin::default());
    }
    let again = FleetFile::read(&document.to_json()).expect("a written file can be read");
    assert_eq!(again.fleets, file.fleets);
}
