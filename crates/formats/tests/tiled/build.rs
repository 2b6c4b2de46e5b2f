//! What a map that is built is written as.

use std::path::Path;
use std::sync::Arc;

use tilewright_formats::tiled::{
    Error, Gid, Image, Layer, LayerKind, Map, MapTileset, Object, Property, Tileset,
    Value,
};
use tilewright_grid::{Grid, Size};

fn group(name: &str, layer: Layer) -> Layer {
    let kind = LayerKind::Group(vec![layer]);
    Layer { name: name.to_owned(), kind, ..Layer::default() }
}

#[test]
fn a_built_map_is_written_as_tiled_writes_it() {
    let size = Size::new(2, 3);
    let mut map = Map::orthogonal(size, 16, 16);
    let image = Image::new("ground.png", 32, 16);
    let tileset = Tileset::new("ground", 16, 16, 2, 2).with_image(image);
    assert_eq!(map.add_tileset("ground.tsx", tileset.clone()), 1);
    assert_eq!(map.add_tileset("more.tsx", Tileset::new("more", 16, 16, 0, 0)), 3);
    let heat = Grid::from_fn(size, |cell| Gid::new(cell.row + cell.column));
    map.add_layer(Layer::tiles("heat", heat));
    let mut route = Object::polyline(&[(8.0, 8.0), (24.5, 8.0)]).named("guard");
    route.properties.insert("steps", 2);
    map.add_layer(group("ways", Layer::objects("routes", vec![route])));
    let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="3" height="2" tilewidth="16" tileheight="16" infinite="0" nextlayerid="4" nextobjectid="2">
 <tileset firstgid="1" source="ground.tsx"/>
 <tileset firstgid="3" source="more.tsx"/>
 <layer id="1" name="heat" width="3" height="2">
  <data encoding="csv">
0,1,2,
1,2,3
</data>
 </layer>
 <group id="2" name="ways">
  <objectgroup id="3" name="routes">
   <object id="1" name="guard" x="8" y="8">
    <properties>
     <property name="steps" type="int" value="2"/>
    </properties>
    <polyline points="0,0 16.5,0"/>
   </object>
  </objectgroup>
 </group>
</map>
"#;
    assert_eq!(map.to_tmx(), expected);
    let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="16" tileheight="16" tilecount="2" columns="2">
 <image source="ground.png" width="32" height="16"/>
</tileset>
"#;
    assert_eq!(tileset.to_tsx(), expected);
}

#[test]
fn files_that_are_not_read_are_named_and_kept() {
    let text = r#"<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8" infinite="0">
        <tileset firstgid="1" source="absent.tsx"/><tileset firstgid="9" source="../out.tsx"/>
        <objectgroup name="o"><object id="1" template="absent.tx" x="3" y="4"/></objectgroup></map>"#;
    let read = || {
        Map::parse_alone(
            text.as_bytes(),
            Path::new("a.tmx"),
            &mut crate::tiled::files::nothing,
        )
    };
    let (mut map, unread) = read().unwrap();
    let named: Vec<&str> = unread.iter().map(|unread| unread.source.as_str()).collect();
    assert_eq!(named, ["absent.tsx", "../out.tsx", "absent.tx"]);
    assert!(matches!(unread[0].error, Error::Load { .. }));
    assert!(matches!(unread[1].error, Error::Outside { .. }));
    assert!(map.objects().all(|object| object.base().is_none()));
    let again = map.to_tmx();
    assert!(
        again.contains("source=\"../out.tsx\"")
            && again.contains("template=\"absent.tx\"")
    );
    assert!(crate::tiled::files::parse(text).is_err());
    // Nobody knows how many tiles the last one has, so that much room is left to it.
    let first = map.add_tileset("new.tsx", Tileset::new("new", 8, 8, 1, 1));
    assert_eq!(first, 9 + (1 << 16));
}

#[test]
fn a_map_that_moves_names_the_same_files() {
    let mut map = Map::orthogonal(Size::new(1, 1), 8, 8);
    map.add_tileset("ground.tsx", Tileset::new("ground", 8, 8, 1, 1));
    let image = Image::new("tiles/own.png", 8, 8);
    let tileset = Arc::new(Tileset::new("own", 8, 8, 1, 1).with_image(image));
    map.tilesets.push(MapTileset { first_gid: 2, tileset, ..MapTileset::default() });
    let file = |path: &str| Value::File(path.to_owned());
    map.properties.insert("music", file("a.ogg"));
    map.properties.insert("page", file("https://example.org/a"));
    map.properties.insert("list", Value::List(vec![Property::from(file("b.ogg"))]));
    let mut object = Object::point(1.0, 1.0);
    object.template = Some("npc.tx".to_owned());
    map.add_layer(group("all", Layer::objects("o", vec![object])));
    map.rebase("../maps/");
    let text = map.to_tmx();
    for path in ["ground.tsx", "tiles/own.png", "a.ogg", "b.ogg", "npc.tx"] {
        assert!(text.contains(&format!("\"../maps/{path}\"")), "{path} in {text}");
    }
    assert!(text.contains("\"https://example.org/a\""));
}

#[test]
fn a_new_tileset_comes_after_every_tile_that_is_laid() {
    let text = r#"<map version="1.0" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
        <tileset firstgid="1" name="old" tilewidth="8" tileheight="8"><image source="old.png" width="32" height="16"/></tileset>
        <layer name="ground" width="2" height="1"><data encoding="csv">1,8</data></layer></map>"#;
    let mut map = crate::tiled::files::parse(text).unwrap();
    assert_eq!(map.add_tileset("new.tsx", Tileset::new("new", 8, 8, 1, 1)), 9);
    let text = text.replace(">1,8<", ">1,2147483748<").replace(
        "tileheight=\"8\">\n        <tileset",
        "tileheight=\"8\">\n        <tileset tilecount=\"2\"",
    );
    let mut map = crate::tiled::files::parse(&text).unwrap();
    assert_eq!(map.add_tileset("new.tsx", Tileset::new("new", 8, 8, 1, 1)), 101);
}
