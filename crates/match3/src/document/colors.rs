//! The colours of a document: their number, or their names and weights.

use crate::ruleset::Field;
use crate::setting::Setting;
use crate::{Json, LevelError, RulesError};

/// A number of colours, with their names and weights if they are listed.
pub(super) type Colors = (u32, Option<Vec<(String, u32)>>);

/// Reads the key `colors`; 5 without it. `least` is the least number, for the message only.
pub(super) fn read(value: Option<&Json>, least: u32) -> Result<Colors, LevelError> {
    let Some(value) = value else { return Ok((5, None)) };
    let field = Field::new("colors", value);

    if let Some(found) = value.as_u64() {
        return match u32::try_from(found) {
            Ok(number) => Ok((number, None)),
            Err(_) => Err(LevelError::Colors { found, least }),
        };
    }

    if value.as_object().is_none() {
        let expected =
            "expected a number from 1 to 64, or an object of names and weights";
        return Err(field.error(expected).into());
    }

    let weight = |(name, weight): (&str, Field<'_>)| {
        Ok::<_, RulesError>((name.to_owned(), weight.number(1..=1000)?))
    };
    let palette =
        field.named()?.into_iter().map(weight).collect::<Result<Vec<_>, _>>()?;
    Ok((palette.len() as u32, Some(palette)))
}

/// The value of the key `colors`.
pub(crate) fn write(setting: &Setting, colors: u32) -> Json {
    match setting.palette_of(colors) {
        None => Json::of(&colors),
        Some(palette) => {
            let entry = |(name, weight): &(String, u32)| (name.clone(), Json::of(weight));
            Json::Object(palette.iter().map(entry).collect())
        }
    }
}

/// Refuses colours that tokens cannot name.
pub(super) fn check_letters(names: &[String]) -> Result<(), RulesError> {
    for (index, name) in names.iter().enumerate() {
        let letter = name.chars().next().filter(char::is_ascii_lowercase);
        let wrong = if letter.is_none() {
            "expected a name that begins with one of the letters a to z".to_owned()
        } else if let Some(other) =
            names[..index].iter().find(|other| other.chars().next() == letter)
        {
            format!("{other} begins with the same letter")
        } else {
            continue;
        };

        let message =
            format!("has the colour {name:?}, which is ambiguous in tokens: {wrong}");
        return Err(RulesError { key: "colors".to_owned(), message });
    }
    Ok(())
}
