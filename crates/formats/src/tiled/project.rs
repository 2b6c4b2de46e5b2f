//! Projects of the editor: the classes that they define.

use std::collections::BTreeMap;

use tilewright_grid::DocumentError;

use super::error::Error;
use super::json::Json;
use super::members::Members;
use super::properties::Properties;
use super::record::Source as _;

/// A project of the editor, a `.tiled-project` file: its classes. Maps hold only the values that
/// differ from those of the classes.
///
/// ```
/// use tilewright_formats::tiled::{Project, Value};
///
/// let project = Project::parse(br#"{"propertyTypes": [{"name": "Rock", "type": "class",
///     "members": [{"name": "solid", "type": "bool", "value": true}]}]}"#)?;
/// assert_eq!(project.classes["Rock"].value("solid"), Some(&Value::Bool(true)));
/// # Ok::<(), tilewright_formats::tiled::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    /// The members of each class with their values.
    pub classes: BTreeMap<String, Properties>,
}

impl Project {
    /// Reads a project.
    ///
    /// # Errors
    /// If it is not a JSON object, or a class is not as the editor writes it.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let text = std::str::from_utf8(bytes).map_err(Error::Encoding)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let json: Json = serde_json::from_str(text).map_err(DocumentError::from)?;

        let mut root = Members::of(json, String::new())?;
        let mut classes = BTreeMap::new();

        for mut kind in root.take_list("propertyTypes")? {
            if kind.get_text("type") != Some("class") {
                continue;
            }

            let name: String = kind.take("name")?.ok_or_else(|| kind.missing("name"))?;
            let mut members = kind.take_list("members")?;
            for member in &mut members {
                // The one key that projects write otherwise than maps.
                member.rename("propertyType", "propertytype");
            }

            kind.set_list("properties", members.into_iter());
            classes.insert(name, Properties::take_members(&mut kind)?);
        }
        Ok(Self { classes })
    }
}
