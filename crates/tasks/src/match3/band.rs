//! The band of a level: the ranges of its measures.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use tilewright_grid::DocumentError;
use tilewright_match3::{LabText, SkilledBot, Strategy};

/// The ranges in which the measures of a level must lie, including both ends.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The bot that plays.
    #[serde(default)]
    pub bot: Option<SkilledBot>,
    /// The range of the mean swaps.
    #[serde(default, deserialize_with = "range::swaps")]
    pub swaps: Option<[f64; 2]>,
    /// The range of the win rate within the move limit.
    #[serde(default, deserialize_with = "range::shares")]
    pub win_rate: Option<[f64; 2]>,
    /// The range of the potential.
    #[serde(default)]
    pub potential: Option<[f64; 2]>,
    /// The range of the pass rate of people at their first attempt.
    #[serde(default, deserialize_with = "range::shares")]
    pub pass_rate: Option<[f64; 2]>,
    /// The range of the mean attempts of people until they pass.
    #[serde(default, deserialize_with = "range::attempts")]
    pub attempts: Option<[f64; 2]>,
}

impl Band {
    /// The band of a level in JSON, or of a text level of match3-lab; none if it has none, or the text is
    /// neither.
    ///
    /// # Errors
    /// When the band is malformed.
    pub(super) fn of(text: &str) -> Result<Option<Self>, DocumentError> {
        #[derive(Deserialize)]
        struct BandClaim {
            band: Option<Band>,
        }

        let text = text.trim_start_matches('\u{feff}');
        if LabText::is_one(text) {
            let band = text.parse::<LabText>().ok().and_then(|lab| lab.band);
            return Ok(band.map(Self::of_percents));
        }
        if !text.trim_start().starts_with('{') {
            return Ok(None);
        }

        let BandClaim { band } =
            serde_json::from_str(text).map_err(DocumentError::from)?;
        Ok(band)
    }

    /// The band of a text level of match3-lab: the win rate of the bot greedy, in percent.
    fn of_percents(percents: [u32; 2]) -> Self {
        Self {
            bot: Some(Strategy::Greedy.into()),
            win_rate: Some(percents.map(|percent| f64::from(percent) / 100.0)),
            ..Self::default()
        }
    }

    /// The band as percents, if a text level of match3-lab can say all of it.
    pub(super) fn percents(&self) -> Option<[u32; 2]> {
        let percents =
            self.win_rate?.map(|share| (share.clamp(0.0, 1.0) * 100.0).round() as u32);
        let is_all = *self == Self::of_percents(percents) && percents[0] <= percents[1];
        is_all.then_some(percents)
    }
}

/// Ranges that measures can lie in; any other one would make every level bad, or none.
mod range {
    use std::ops::RangeInclusive;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    type Range = Option<[f64; 2]>;

    fn within<'de, D: Deserializer<'de>>(
        deserializer: D,
        all: &RangeInclusive<f64>,
        expected: &str,
    ) -> Result<Range, D::Error> {
        let range: Range = Deserialize::deserialize(deserializer)?;
        match range {
            Some([low, high])
                if low > high || !all.contains(&low) || !all.contains(&high) =>
            {
                Err(D::Error::custom(format!(
                    "expected {expected}, the lower first, found [{low}, {high}]"
                )))
            }
            range => Ok(range),
        }
    }

    pub(super) fn swaps<'de, D: Deserializer<'de>>(of: D) -> Result<Range, D::Error> {
        within(of, &(0.0..=f64::MAX), "two numbers of swaps, 0 or more")
    }

    pub(super) fn shares<'de, D: Deserializer<'de>>(of: D) -> Result<Range, D::Error> {
        within(of, &(0.0..=1.0), "two shares from 0 to 1, such as [0.5, 0.7]")
    }

    pub(super) fn attempts<'de, D: Deserializer<'de>>(of: D) -> Result<Range, D::Error> {
        within(of, &(1.0..=f64::MAX), "two numbers of attempts, 1 or more")
    }
}

/// An end of a range with four decimals at most, as people read and write bands. What that moves is a
/// hundredth of the narrowest tolerance.
pub(super) fn round(value: f64) -> f64 {
    (10_000.0 * value).round() / 10_000.0
}
