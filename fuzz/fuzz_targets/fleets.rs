//! No text may make the readers of fleets, files of fleets, rules, hunters and written games
//! panic, hang or eat the memory; what they take must come back from its own written form.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_battleship::{
    Battle, Fleet, FleetDocument, FleetFile, Origin, Player, Roster, Rules, Touch,
};

fuzz_target!(|text: &str| {
    if let Ok(roster) = text.parse::<Roster>() {
        assert_eq!(roster.to_string().parse(), Ok(roster));
    }
    if let Ok(player) = text.parse::<Player>() {
        assert_eq!(player.to_string().parse(), Ok(player));
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

/// A file whose fleets are legal is written and read again.
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
