//! Where a level says that its measures lie.

use serde::{Deserialize, Serialize};
use tilewright_match3::Player;

/// Where a level's measures are to lie, both ends included.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The bot whose games are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Player>,
    /// Of the mean swaps.
    #[serde(default, alias = "mean_swaps", skip_serializing_if = "Option::is_none")]
    pub swaps: Option<[f64; 2]>,
    /// Of the share of games that are won within the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<[f64; 2]>,
    /// Of the potential.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub potential: Option<[f64; 2]>,
}

impl Band {
    /// The band in the JSON form of a level; none where it has none, or the text is no JSON.
    ///
    /// # Errors
    /// When it is not well formed.
    pub(super) fn of(text: &str) -> Result<Option<Self>, serde_json::Error> {
        #[derive(Deserialize)]
        struct Claims {
            band: Option<Band>,
        }
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            return Ok(None);
        }
        serde_json::from_str(text).map(|Claims { band }| band)
    }
}
