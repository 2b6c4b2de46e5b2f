//! The objects of an object layer.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::extras::Extras;
use super::gid::Gid;
use super::properties::Properties;
use super::record::record;
use super::template::Template;

record! {
    /// An object: a shape, a text or a tile at any position.
    ///
    /// If the object is an instance of a template, `None` means the value of the template: see
    /// [`Object::merged`]. Otherwise it means no name, no size, not rotated, opaque, visible.
    ///
    /// ```
    /// use tilewright_formats::tiled::{Object, Value};
    ///
    /// let mut door = Object::rectangle(32.0, 48.0, 16.0, 16.0).named("door");
    /// door.properties.insert("locked", true);
    /// assert_eq!(door.properties.value("locked"), Some(&Value::Bool(true)));
    /// ```
    pub struct Object {
        /// The id, unique in the map; 0 in a template.
        pub id: u32 = "id", Or(0);
        /// The path of the template of which this object is an instance.
        pub template: Option<String> = "template", Or(None);
        /// The name.
        pub name: Option<String> = "name", Or(None);
        /// The custom class, `type` in the files.
        pub kind: Option<String> = "type", Or(None);
        /// The tile of a tile object.
        pub gid: Option<Gid> = "gid", Or(None);
        /// The distance from the left in pixels. It is that of the lower left corner for a tile
        /// object.
        pub x: f64 = "x", Always(0.0);
        /// The distance from the top in pixels.
        pub y: f64 = "y", Always(0.0);
        /// The width in pixels.
        pub width: Option<f64> = "width", Or(None);
        /// The height in pixels.
        pub height: Option<f64> = "height", Or(None);
        /// The rotation in degrees, clockwise.
        pub rotation: Option<f64> = "rotation", Or(None);
        /// The opacity, from 0 (invisible) to 1.
        pub opacity: Option<f64> = "opacity", Or(None);
        /// Whether the object is shown.
        pub visible: Option<bool> = "visible", Or(None);
    }
    and {
        /// The shape.
        pub shape: Shape,
        /// Custom properties.
        pub properties: Properties,
        /// Unknown parts of the file.
        pub extras: Extras,
        /// The loaded template: see [`Object::base`].
        pub base: Base,
    }
}

/// The shape of an object. Points are relative to the position of the object.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A rectangle, or a tile if the object has a gid.
    #[default]
    Rectangle,
    /// An ellipse in the object's rectangle.
    Ellipse,
    /// A rectangle whose shorter sides are half circles.
    Capsule,
    /// A single point.
    Point,
    /// A closed polygon.
    Polygon(Vec<(f64, f64)>),
    /// An open line through points.
    Polyline(Vec<(f64, f64)>),
    /// A text in the object's rectangle.
    Text(Text),
}

record! {
    /// A text object.
    pub struct Text {
        /// The font family.
        pub font: String = "fontfamily", Or("sans-serif".to_owned());
        /// The font size in pixels.
        pub pixel_size: u32 = "pixelsize", Or(16);
        /// Whether lines are wrapped at the width of the object.
        pub wrap: bool = "wrap", Or(false);
        /// The text colour.
        pub color: String = "color", Or("#000000".to_owned());
        /// Whether the text is bold.
        pub bold: bool = "bold", Or(false);
        /// Whether the text is italic.
        pub italic: bool = "italic", Or(false);
        /// Whether the text is underlined.
        pub underline: bool = "underline", Or(false);
        /// Whether the text is struck through.
        pub strikeout: bool = "strikeout", Or(false);
        /// Whether kerning is used.
        pub kerning: bool = "kerning", Or(true);
        /// The horizontal alignment: `left`, `center`, `right` or `justify`.
        pub halign: String = "halign", Or("left".to_owned());
        /// The vertical alignment: `top`, `center` or `bottom`.
        pub valign: String = "valign", Or("top".to_owned());
    }
    and {
        /// The text.
        pub content: String,
    }
}

/// The loaded template of an object. It belongs to another file, so it is ignored when objects
/// are compared.
#[derive(Clone, Default)]
pub struct Base(pub(crate) Option<Arc<Template>>);

impl PartialEq for Base {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "loaded" } else { "none" })
    }
}

impl Object {
    /// The template of which this object is an instance, if it was loaded.
    pub fn base(&self) -> Option<&Template> {
        self.base.0.as_deref()
    }

    /// The object with missing values filled in from its template, except for the gid, which
    /// refers to the template's own tileset: see [`Map::object_tile`](super::Map::object_tile).
    pub fn merged(&self) -> Cow<'_, Self> {
        let Some(base) = self.base() else { return Cow::Borrowed(self) };
        let base = base.object.merged();

        let mut merged = self.clone();
        merged.name = merged.name.or_else(|| base.name.clone());
        merged.kind = merged.kind.or_else(|| base.kind.clone());
        merged.width = merged.width.or(base.width);
        merged.height = merged.height.or(base.height);
        merged.rotation = merged.rotation.or(base.rotation);
        merged.opacity = merged.opacity.or(base.opacity);
        merged.visible = merged.visible.or(base.visible);

        if merged.shape == Shape::Rectangle {
            merged.shape = base.shape.clone();
        }

        merged.properties = merged.properties.or(&base.properties);
        Cow::Owned(merged)
    }

    /// Replaces default values by `None`, so that objects are equal whether or not a file contains
    /// the defaults. Instances of templates do not change.
    pub(crate) fn normalize(&mut self) {
        if self.template.is_some() {
            return;
        }
        self.name.take_if(|name| name.is_empty());
        self.kind.take_if(|kind| kind.is_empty());
        for side in [&mut self.width, &mut self.height, &mut self.rotation] {
            side.take_if(|number| *number == 0.0);
        }
        self.opacity.take_if(|opacity| Some(*opacity) == Some(1.0));
        self.visible.take_if(|visible| *visible);
    }
}
