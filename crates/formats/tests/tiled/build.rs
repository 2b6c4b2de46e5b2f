//! What a map that is built is written as.

use tilewright_formats::tiled::{Gid, Image, Layer, Map, Object, Tileset};
use tilewright_grid::{Grid, Size};

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
    map.add_layer(Layer::group("ways", vec![Layer::objects("routes", vec![route])]));
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
