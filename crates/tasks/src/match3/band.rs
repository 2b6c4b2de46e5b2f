//! The band of a level: the ranges of its measures.

use serde::{Deserialize, Serialize};
use tilewright_grid::DocumentError;
use tilewright_match3::SkilledBot;

/// The ranges in which the measures of a level must lie, including both ends.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The bot that plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<SkilledBot>,
    /// The range of the mean swaps.
    #[serde(default, alias = "mean_swaps", skip_serializing_if = "Option::is_none")]
    pub swaps: Option<[f64; 2]>,
    /// The range of the win rate within the move limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<[f64; 2]>,
    /// The range of the potential.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub potential: Option<[f64; 2]>,
}

impl Band {
    /// The band of a level in JSON; none if it has none, or the text is not JSON.
    ///
    /// # Errors
    /// When the band is malformed.
    pub(super) fn of(text: &str) -> Result<Option<Self>, DocumentError> {
        #[derive(Deserialize)]
        struct Claims {
            band: Option<Band>,
        }
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            return Ok(None);
        }
        let Claims { band } = serde_json::from_str(text).map_err(DocumentError::from)?;
        Ok(band)
    }
}
