use serde_json::{Value, json};

use super::*;

/// The same rules, as if they were given in another form.
fn given_as(rules: Ruleset, source: Json, preset: Option<Preset>) -> Ruleset {
    Ruleset { source, preset, ..rules }
}

#[test]
fn a_preset_in_full_is_the_preset() {
    for preset in Preset::ALL {
        let mut full = serde_json::to_value(preset.document()).unwrap();
        if preset != Preset::Classic {
            let classic = Preset::Classic.document()["blocks"].as_object().unwrap();
            for (name, _) in classic.iter() {
                full["blocks"][name] = Value::Null;
            }
        }
        let full = Json::of(&full);
        let rules = Ruleset::read(Some(&full), None).unwrap();
        assert_eq!(rules, given_as(Ruleset::preset(preset), full, None));
        let based = Json::of(&json!({"base": preset.name()}));
        let rules = Ruleset::read(Some(&based), None).unwrap();
        assert_eq!(rules, given_as(Ruleset::preset(preset), based, None));
    }
}

#[test]
fn entries_replace_those_of_their_name_in_place() {
    let rules = json!({
        "base": "royal",
        "shapes": [{"shape": "line4", "makes": "rocket"}],
        "pieces": {"bomb": {"glyph": "B", "fires": "board", "starts": ["tap"]}, "ball": null},
        "pairs": [
            {"of": ["bomb", "rocket"], "fires": {"plus": 2}},
            {"of": ["rocket", "ball"], "fires": null},
            {"of": ["ball", "bomb"], "fires": null},
            {"of": ["ball", "plane"], "fires": null},
            {"of": ["ball", "ball"], "fires": null},
        ],
        "blocks": {"egg": {"place": "ingredient"}, "box": null, "safe": {"place": "blocker"}},
        "score": {"block": 7},
    });

    let rules = Ruleset::read(Some(&Json::of(&rules)), None).unwrap();

    let names: Vec<_> = rules.pieces.iter().map(|piece| &*piece.name).collect();
    assert_eq!(names, ["rocket", "bomb", "plane"]);
    assert_eq!(rules.pieces[1].fires, Effect::Board);
    assert!(!rules.pieces[1].starts.hit);

    let plus =
        PairEffect::Fires { effect: Effect::Plus(2), is_twice: false, carries: false };
    assert_eq!(rules.pairs[1], Pair { of: [1, 0], fires: plus });
    assert_eq!(rules.pairs.len(), 6);

    let names: Vec<_> = rules.blocks.iter().map(|block| &*block.name).collect();
    assert_eq!(names, ["egg", "chain", "moss", "grass", "bird", "safe"]);
    assert_eq!(rules.blocks[0].place, Place::Ingredient);
    assert_eq!(rules.points, [7, 0]);
}

#[test]
fn blocks_of_a_level_are_joined_over_those_of_its_rules() {
    let blocks = json!({"box": null, "safe": {"place": "blocker", "color": "red"}});
    let [royal, blocks] = [Json::of("royal"), Json::of(&blocks)];
    let rules = Ruleset::read(Some(&royal), Some(&blocks)).unwrap();
    assert_eq!((rules.preset, rules.document()), (None, &royal));
    let safe = rules.blocks.last().unwrap();
    assert_eq!((&*safe.name, safe.color.as_deref()), ("safe", Some("red")));
    assert_eq!(safe.broken_by, BreakCauses { beside: true, ..BreakCauses::default() });
    assert!(rules.blocks.iter().all(|block| block.name != "box"));
}

#[test]
fn a_ruleset_has_at_most_100_kinds() {
    let name = |index: u8| {
        [b'a' + index / 26, b'a' + index % 26].map(char::from).iter().collect::<String>()
    };
    let kinds = |count: u8| {
        let mut blocks = json!({"blocked": null, "overlay": null});
        (0..count).for_each(|index| blocks[name(index)] = json!({"place": "ground"}));
        Json::of(&blocks)
    };
    assert_eq!(Ruleset::read(None, Some(&kinds(100))).unwrap().blocks.len(), 100);
    let error = Ruleset::read(None, Some(&kinds(101))).unwrap_err();
    assert_eq!(error.to_string(), "`blocks` has 101 kinds: expected at most 100");
}
