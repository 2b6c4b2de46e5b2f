//! Draws every block, piece and kind of the presets into a file, as large and as small as games show them,
//! in grey and with deuteranopia.

use std::error::Error;

use tilewright_match3::{Preset, Ruleset, picture};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name the SVG file to write")?;
    let rulesets = Preset::ALL.map(|preset| (preset.name(), Ruleset::preset(preset)));
    std::fs::write(file, picture::contact_sheet(&rulesets).to_svg())?;
    Ok(())
}
