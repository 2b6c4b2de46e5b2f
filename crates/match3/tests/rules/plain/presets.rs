//! The presets, word for word from the page.

/// The preset `classic`.
const CLASSIC: &str = r#"{"shapes": [], "pieces": {}, "pairs": [],
 "blocks": {"blocked": {"place": "blocker", "layers": 4, "broken_by": ["beside"]},
            "overlay": {"place": "cover", "layers": 4, "broken_by": ["match"]}},
 "hits": "cell", "refill": "fill-path", "reshuffle": "lines", "score": {"block": 10, "piece": 0}}"#;

/// The preset `lab`.
const LAB: &str = r#"{"shapes": [{"shape": "line5", "makes": "rainbow"}, {"shape": "corner", "makes": "bomb"}, {"shape": "line4", "makes": "rocket"}],
 "pieces": {"rocket": {"glyph": "R", "fires": "line", "starts": ["tap", "hit"], "direction": "across"},
            "bomb": {"glyph": "B", "fires": {"area": 1}, "starts": ["tap", "hit"]},
            "rainbow": {"glyph": "A", "fires": "color", "starts": ["swap", "tap", "hit"]}},
 "pairs": [{"of": ["rocket", "rocket"], "fires": "cross"},
           {"of": ["rocket", "bomb"], "fires": {"cross": 1}},
           {"of": ["bomb", "bomb"], "fires": {"area": 2}},
           {"of": ["rainbow", "rocket"], "fires": {"turn_color_into": "rocket"}},
           {"of": ["rainbow", "bomb"], "fires": {"turn_color_into": "bomb"}},
           {"of": ["rainbow", "rainbow"], "fires": "board"}],
 "blocks": {"box": {"place": "blocker", "layers": 2},
            "grass": {"place": "ground", "layers": 2},
            "ice": {"place": "cover", "layers": 2, "keeps": true, "holds": true}},
 "hits": "group", "refill": "segment", "reshuffle": "clean", "score": {"block": 10, "piece": 20}}"#;

/// The preset `candy`.
const CANDY: &str = r#"{"shapes": [{"shape": "line5", "makes": "color_bomb"}, {"shape": "corner", "makes": "wrapped"}, {"shape": "line4", "makes": "striped"}],
 "pieces": {"striped": {"glyph": "S", "fires": "line", "starts": ["match", "hit"], "color": true, "direction": "across"},
            "wrapped": {"glyph": "W", "fires": {"area": 1}, "starts": ["match", "hit"], "color": true, "times": 2},
            "color_bomb": {"glyph": "C", "fires": "color", "starts": ["swap_color", "hit"]}},
 "pairs": [{"of": ["striped", "striped"], "fires": "cross"},
           {"of": ["striped", "wrapped"], "fires": {"cross": 1}},
           {"of": ["wrapped", "wrapped"], "fires": {"area": 2, "times": 2}},
           {"of": ["color_bomb", "striped"], "fires": {"turn_color_into": "striped"}},
           {"of": ["color_bomb", "wrapped"], "fires": {"turn_color_into": "wrapped"}},
           {"of": ["color_bomb", "color_bomb"], "fires": "board"}],
 "blocks": {"frosting": {"place": "blocker", "layers": 5},
            "chocolate": {"place": "blocker", "spreads": true},
            "swirl": {"place": "blocker", "moves": true},
            "lock": {"place": "cover", "keeps": true, "holds": true},
            "jelly": {"place": "ground", "layers": 2},
            "cherry": {"place": "ingredient"}},
 "hits": "wave", "refill": "diagonal", "reshuffle": "clean", "score": {"block": 20, "piece": 60}}"#;

/// The preset `royal`.
const ROYAL: &str = r#"{"shapes": [{"shape": "line5", "makes": "ball"}, {"shape": "corner", "makes": "bomb"}, {"shape": "line4", "makes": "rocket"}, {"shape": "square", "makes": "plane"}],
 "pieces": {"rocket": {"glyph": "R", "fires": "line", "starts": ["swap", "tap", "hit"], "direction": "across"},
            "bomb": {"glyph": "B", "fires": {"area": 2}, "starts": ["swap", "tap", "hit"]},
            "plane": {"glyph": "P", "fires": {"goal": 1, "plus": 1}, "starts": ["swap", "tap", "hit"]},
            "ball": {"glyph": "O", "fires": "color", "starts": ["swap", "tap", "hit"]}},
 "pairs": [{"of": ["rocket", "rocket"], "fires": "cross"},
           {"of": ["rocket", "bomb"], "fires": {"cross": 1}},
           {"of": ["bomb", "bomb"], "fires": {"area": 4}},
           {"of": ["plane", "plane"], "fires": {"goal": 3, "plus": 1}},
           {"of": ["plane", "rocket"], "fires": {"goal": 1, "plus": 1, "carries": true}},
           {"of": ["plane", "bomb"], "fires": {"goal": 1, "plus": 1, "carries": true}},
           {"of": ["ball", "rocket"], "fires": {"turn_color_into": "rocket"}},
           {"of": ["ball", "bomb"], "fires": {"turn_color_into": "bomb"}},
           {"of": ["ball", "plane"], "fires": {"turn_color_into": "plane"}},
           {"of": ["ball", "ball"], "fires": "board"}],
 "blocks": {"box": {"place": "blocker", "layers": 4},
            "egg": {"place": "blocker", "moves": true},
            "chain": {"place": "cover", "layers": 2, "keeps": true, "holds": true},
            "moss": {"place": "cover", "broken_by": ["beside", "hit"], "keeps": true, "holds": true, "matches": false, "spreads": true},
            "grass": {"place": "ground", "layers": 2},
            "bird": {"place": "ingredient"}},
 "hits": "wave", "refill": "diagonal", "reshuffle": "clean", "score": {"block": 10, "piece": 20}}"#;

/// The preset `blast`.
const BLAST: &str = r#"{"move": "tap", "least": 2,
 "groups": [{"size": 9, "makes": "ball"}, {"size": 7, "makes": "bomb"}, {"size": 5, "makes": "rocket"}],
 "pieces": {"rocket": {"glyph": "R", "fires": "line", "starts": ["tap", "hit"]},
            "bomb": {"glyph": "B", "fires": {"area": 1}, "starts": ["tap", "hit"]},
            "ball": {"glyph": "O", "fires": "color", "starts": ["tap", "hit"], "color": true}},
 "pairs": [{"of": ["rocket", "rocket"], "fires": "cross"},
           {"of": ["rocket", "bomb"], "fires": {"cross": 1}},
           {"of": ["bomb", "bomb"], "fires": {"area": 3}},
           {"of": ["ball", "rocket"], "fires": {"turn_color_into": "rocket"}},
           {"of": ["ball", "bomb"], "fires": {"turn_color_into": "bomb"}},
           {"of": ["ball", "ball"], "fires": "board"}],
 "blocks": {"box": {"place": "blocker"},
            "stone": {"place": "blocker", "broken_by": ["hit"]},
            "crate": {"place": "blocker", "layers": 4},
            "vase": {"place": "blocker", "layers": 2, "moves": true},
            "balloon": {"place": "blocker", "moves": true},
            "redballoon": {"place": "blocker", "moves": true, "color": "red", "broken_by": ["beside", "hit"]},
            "greenballoon": {"place": "blocker", "moves": true, "color": "green", "broken_by": ["beside", "hit"]},
            "blueballoon": {"place": "blocker", "moves": true, "color": "blue", "broken_by": ["beside", "hit"]},
            "yellowballoon": {"place": "blocker", "moves": true, "color": "yellow", "broken_by": ["beside", "hit"]},
            "purpleballoon": {"place": "blocker", "moves": true, "color": "purple", "broken_by": ["beside", "hit"]},
            "cage": {"place": "cover", "broken_by": ["beside", "hit"], "keeps": true, "holds": true, "matches": false},
            "grass": {"place": "ground", "layers": 2},
            "duck": {"place": "ingredient"}},
 "hits": "wave", "refill": "column", "reshuffle": "clean", "score": {"block": 10, "piece": 20}}"#;

/// The text of a preset, or nothing if there is none of this name.
pub(crate) fn preset(name: &str) -> Option<&'static str> {
    match name {
        "classic" => Some(CLASSIC),
        "lab" => Some(LAB),
        "candy" => Some(CANDY),
        "royal" => Some(ROYAL),
        "blast" => Some(BLAST),
        _ => None,
    }
}
