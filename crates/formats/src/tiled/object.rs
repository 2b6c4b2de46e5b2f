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
    /// An object: a figure, a text or a tile that stands anywhere.
    ///
    /// What an instance of a template does not say itself is `None`: see
    /// [`Object::merged`]. Without a template it is the obvious: no name, no size, visible.
    pub struct Object {
        /// The id, unique in the map; 0 in a template.
        pub id: u32 = "id", Or(0);
        /// The path of the template that this is an instance of.
        pub template: Option<String> = "template", Or(None);
        /// The name.
        pub name: Option<String> = "name", Or(None);
        /// The user's class, `type` in the files.
        pub kind: Option<String> = "type", Or(None);
        /// The tile that is shown, with its flips.
        pub gid: Option<Gid> = "gid", Or(None);
        /// Pixels from the left. Tiles stand with their lower left corner there.
        pub x: f64 = "x", Always(0.0);
        /// Pixels from the top.
        pub y: f64 = "y", Always(0.0);
        /// The width in pixels.
        pub width: Option<f64> = "width", Or(None);
        /// The height in pixels.
        pub height: Option<f64> = "height", Or(None);
        /// Degrees clockwise.
        pub rotation: Option<f64> = "rotation", Or(None);
        /// From 0, invisible, to 1.
        pub opacity: Option<f64> = "opacity", Or(None);
        /// Whether the object is shown.
        pub visible: Option<bool> = "visible", Or(None);
    }
    and {
        /// The figure.
        pub shape: Shape,
        /// Custom properties.
        pub properties: Properties,
        /// What else the file says.
        pub extras: Extras,
        /// The template, once it is loaded.
        pub base: Base,
    }
}

/// The figure of an object. Points are relative to the object's own place.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A rectangle, or the tile that `gid` names.
    #[default]
    Rectangle,
    /// An ellipse in the rectangle.
    Ellipse,
    /// A rectangle whose shorter sides are half circles.
    Capsule,
    /// A single point.
    Point,
    /// A closed figure.
    Polygon(Vec<(f64, f64)>),
    /// A line from point to point.
    Polyline(Vec<(f64, f64)>),
    /// A text in the rectangle.
    Text(Text),
}

record! {
    /// A text object.
    pub struct Text {
        /// The font.
        pub font: String = "fontfamily", Or("sans-serif".to_owned());
        /// The size of the font in pixels.
        pub pixel_size: u32 = "pixelsize", Or(16);
        /// Whether lines are broken at the width.
        pub wrap: bool = "wrap", Or(false);
        /// The colour.
        pub color: String = "color", Or("#000000".to_owned());
        /// Whether the font is bold.
        pub bold: bool = "bold", Or(false);
        /// Whether the font is italic.
        pub italic: bool = "italic", Or(false);
        /// Whether there is a line below.
        pub underline: bool = "underline", Or(false);
        /// Whether there is a line through.
        pub strikeout: bool = "strikeout", Or(false);
        /// Whether letters move together.
        pub kerning: bool = "kerning", Or(true);
        /// `left`, `center`, `right` or `justify`.
        pub halign: String = "halign", Or("left".to_owned());
        /// `top`, `center` or `bottom`.
        pub valign: String = "valign", Or("top".to_owned());
    }
    and {
        /// The text itself.
        pub content: String,
    }
}

/// The template that was loaded for an object. It belongs to another file, so objects are
/// equal whatever it is.
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
    /// The template that this is an instance of, if it was loaded.
    pub fn base(&self) -> Option<&Template> {
        self.base.0.as_deref()
    }

    /// The object with all that its template says and it does not say itself. The tile of
    /// a template is not among it, as its gid counts in the template's own tileset: see
    /// [`Map::object_tile`](super::Map::object_tile).
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

    /// Says the obvious by saying nothing, so that it makes no difference how a file puts
    /// it. An instance of a template says what it says.
    pub(crate) fn settle(&mut self) {
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
