//! Whatever a map holds comes back from both written forms.

use std::path::Path;

use proptest::prelude::*;
use tilewright_formats::tiled::{Map, Tileset};

use crate::tiled::arbitrary::{map, tileset};
use crate::tiled::files::{data, disk, holding, nothing, parse};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_map_comes_back_from_tmx(map in map()) {
        prop_assert_eq!(parse(&map.to_tmx()).unwrap(), map);
    }

    #[test]
    fn any_map_comes_back_from_tmj(map in map()) {
        prop_assert_eq!(parse(&map.to_tmj()).unwrap(), map);
    }

    #[test]
    fn any_tileset_comes_back(set in tileset()) {
        let path = Path::new("tiles");
        let tsx = Tileset::parse(set.to_tsx().as_bytes(), path, &mut nothing).unwrap();
        prop_assert_eq!(&tsx, &set);
        let map = holding(set);
        prop_assert_eq!(parse(&map.to_tmj()).unwrap(), map);
    }

    #[test]
    fn unknown_attributes_and_elements_are_kept(map in map(), at in any::<[prop::sample::Index; 4]>()) {
        let mut text = map.to_tmx();
        for at in at {
            insert_unknown(&mut text, at);
        }
        let known = parse(&text).unwrap();
        let kept = |text: &str| text.matches("new:").count();
        prop_assert_eq!(kept(&known.to_tmx()), kept(&text), "{}", text);
        prop_assert_eq!(&parse(&known.to_tmx()).unwrap(), &known);
        prop_assert_eq!(&parse(&known.to_tmj()).unwrap(), &known);
    }

    #[test]
    fn unknown_members_are_kept(map in map(), at in any::<[prop::sample::Index; 4]>()) {
        let mut json: serde_json::Value = serde_json::from_str(&map.to_tmj()).unwrap();
        for at in at {
            let mut objects = Vec::new();
            find_objects(&json, "", &mut objects);
            let chosen = json.pointer_mut(&objects[at.index(objects.len())]).unwrap();
            chosen["unknown"] = serde_json::json!({"new": [1, null, {"a": 1.5}]});
        }
        let text = json.to_string();
        let known = parse(&text).unwrap();
        let kept = |text: &str| text.matches("\"unknown\"").count();
        prop_assert_eq!(kept(&known.to_tmj()), kept(&text), "{}", text);
        prop_assert_eq!(&parse(&known.to_tmx()).unwrap(), &known);
        prop_assert_eq!(&parse(&known.to_tmj()).unwrap(), &known);
    }
}

/// Puts an unknown attribute into an element, or an unknown element before its end.
fn insert_unknown(text: &mut String, at: prop::sample::Index) {
    let tags: Vec<usize> = text
        .match_indices('<')
        .map(|(start, _)| start)
        .filter(|&start| {
            !text[start..].starts_with("<?") && !text[start..].starts_with("<new:")
        })
        .filter(|&start| !text[start..].starts_with("</new:"))
        .collect();
    let start = tags[at.index(tags.len())];
    if text[start..].starts_with("</") {
        // Where text stands inside, an element would change which blanks count.
        if text[..start].ends_with('\n') || text[..start].ends_with(' ') {
            text.insert_str(
                start,
                "<new:thing a=\"&lt;&#10;\">two\n<deep/> words</new:thing>",
            );
        }
    } else {
        let end = start + text[start..].find(['\n', ' ', '>', '/']).unwrap();
        if !text[end..].starts_with(" new:") {
            text.insert_str(end, " new:a=\"1\"");
        }
    }
}

/// The pointers to all objects but points and those in values of properties.
fn find_objects(json: &serde_json::Value, pointer: &str, found: &mut Vec<String>) {
    if let Some(list) = json.as_array() {
        for (index, json) in list.iter().enumerate() {
            find_objects(json, &format!("{pointer}/{index}"), found);
        }
    } else if let Some(members) = json.as_object() {
        found.push(pointer.to_owned());
        for (key, json) in members {
            if !["value", "polygon", "polyline", "unknown"].contains(&key.as_str()) {
                find_objects(json, &format!("{pointer}/{key}"), found);
            }
        }
    }
}

#[test]
fn real_maps_come_back() {
    let mut count = 0;
    for entry in std::fs::read_dir(data()).unwrap() {
        let path = entry.unwrap().path();
        let name = Path::new(path.file_name().unwrap());
        let bytes = std::fs::read(&path).unwrap();
        count += 1;
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("tmx") => {
                let map = Map::parse(&bytes, name, &mut disk).unwrap();
                for text in [map.to_tmx(), map.to_tmj()] {
                    assert_eq!(
                        Map::parse(text.as_bytes(), name, &mut disk).unwrap(),
                        map
                    );
                }
            }
            Some("tsx") => {
                let set = Tileset::parse(&bytes, name, &mut disk).unwrap();
                let again = Tileset::parse(set.to_tsx().as_bytes(), name, &mut disk);
                assert_eq!(again.unwrap(), set);
                let map = holding(set);
                let again = Map::parse(map.to_tmj().as_bytes(), name, &mut disk);
                assert_eq!(again.unwrap(), map);
            }
            _ => count -= 1,
        }
    }
    assert_eq!(count, 12);
}

#[test]
fn a_map_of_today_is_written_as_it_was_read() {
    for name in
        ["tiled_flipped.tmx", "tiled_object_property.tmx", "tiled_group_layers.tmx"]
    {
        let text = std::fs::read_to_string(data().join(name)).unwrap();
        let map = Map::parse(text.as_bytes(), Path::new(name), &mut disk).unwrap();
        assert_eq!(map.to_tmx(), text.replace('\r', ""), "{name}");
    }
}
