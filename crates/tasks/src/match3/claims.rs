//! What the document of a level says besides the level: its band, the bot that judges it, a name.

use serde_json::{Map, Value, json};
use tilewright_grid::DocumentError;
use tilewright_match3::{Level, SkilledBot, Statistics};
use tilewright_match3_design::{Difficulty, potential};

use super::band::{Band, round};
use super::people::MET;
use super::people_search::PeopleTarget;

/// The keys that hold for the cells and rules that were played, and for no others.
const OF_GAMES: [&str; 2] = ["difficulty", "proof"];

/// The claims of a level. They stay when the level is changed, unless something else is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The bot that judges the level: that of its band, else that of the games from which it has its
    /// difficulty.
    pub(super) bot: Option<SkilledBot>,
    pub(super) band: Option<Band>,
    /// All other keys of the document, such as a name.
    others: Map<String, Value>,
}

/// A key of a level's document that nothing reads and that differs little from one that is read, with that one: a level may
/// have keys of others, and such a key is misspelt as a rule.
pub(super) fn misspelt(text: &str) -> Option<(String, &'static str)> {
    let text = text.trim_start_matches('\u{feff}');
    let document: Map<String, Value> = serde_json::from_str(text).ok()?;
    let known = || Level::KEYS.into_iter().chain(OF_GAMES).chain(["band"]);
    let is_read = |key: &str| known().any(|known| known == key);
    document.into_iter().map(|(key, _)| key).filter(|key| !is_read(key)).find_map(|key| {
        let lower = key.to_lowercase();
        // Of a short word another one is a letter away: two are too many.
        let is_near = |known: &str| {
            let most = if known.len() < 6 { 1 } else { 2 };
            strsim::damerau_levenshtein(&lower, known) <= most
        };
        known().find(|known| is_near(known)).map(|known| (key, known))
    })
}

impl Claims {
    /// The claims of a level in JSON or of a text level of match3-lab; none of any other text.
    ///
    /// # Errors
    /// When the band is malformed.
    pub(super) fn of(text: &str) -> Result<Self, DocumentError> {
        let band = Band::of(text)?;
        let text = text.trim_start_matches('\u{feff}');
        // A text level is not a document, and has no other claims.
        let mut others: Map<String, Value> =
            serde_json::from_str(text).unwrap_or_default();
        others.retain(|key, _| key != "band" && !Level::KEYS.contains(&key.as_str()));

        let of_games = OF_GAMES.iter().filter_map(|key| {
            // Other programs may use these keys for something else.
            others.get(*key)?.get("bot")?.as_str()?.parse().ok()
        });

        let named = band.as_ref().and_then(|band| band.bot);
        let bot = named.or_else(|| of_games.into_iter().next());

        Ok(Self { bot, band, others })
    }

    /// The band of the difficulty that was asked for when the level was generated, if its document says so.
    pub(super) fn requested(text: &str) -> Option<Band> {
        let text = text.trim_start_matches('\u{feff}');
        let document: Value = serde_json::from_str(text).ok()?;
        let asked = &document["difficulty"];
        if let Some(rate) = asked["pass_rate"].as_f64() {
            let pass_rate =
                Some([rate - MET, rate + MET].map(|end| round(end.clamp(0.0, 1.0))));
            return Some(Band { pass_rate, ..Band::default() });
        }
        let bot = asked["bot"].as_str()?.parse().ok()?;
        let band = Band { bot: Some(bot), ..Band::default() };
        if let Some(swaps) = asked["swaps"].as_f64() {
            let swaps = Some(Difficulty::Swaps(swaps).range().map(round));
            return Some(Band { swaps, ..band });
        }

        let (rate, moves) = (asked["win_rate"].as_f64()?, asked["moves"].as_u64()?);
        let wanted = Difficulty::WinRate { rate, moves: u32::try_from(moves).ok()? };
        Some(Band { win_rate: Some(wanted.range().map(round)), ..band })
    }

    /// The claims for other cells or rules: without what was proved of these.
    #[must_use]
    pub(super) fn changed(mut self) -> Self {
        self.others.retain(|key, _| !OF_GAMES.contains(&key.as_str()));
        if let Some(bot) = self.bot {
            self.band.get_or_insert_default().bot.get_or_insert(bot);
        }
        self
    }

    /// The claims for other rules than those of the document, such as another goal: no range of difficulty
    /// of its band holds for them.
    #[must_use]
    pub(super) fn under_other_rules(self) -> Self {
        let mut claims = self.changed();
        if let Some(band) = &mut claims.band {
            (band.swaps, band.win_rate) = (None, None);
        }
        claims
    }

    /// The claims for another move limit, within which this share of games is won, if it is known. Mean swaps
    /// do not depend on the limit.
    #[must_use]
    pub(super) fn within(self, limit: Option<Difficulty>, by: SkilledBot) -> Self {
        if let Some(wanted) = limit {
            return self.moved(wanted, by);
        }
        let mut claims = self.changed();
        if let Some(band) = &mut claims.band {
            band.win_rate = None;
        }
        claims
    }

    /// The claims that name the bot, whether the document named one or not.
    #[must_use]
    pub(super) fn judged_by(mut self, bot: SkilledBot) -> Self {
        self.band.get_or_insert_default().bot = Some(bot);
        self
    }

    /// The claims for a level that was given another difficulty, measured by this bot. A range of its
    /// band that has no room for it moves there, as wide as it was.
    #[must_use]
    pub(super) fn moved(self, wanted: Difficulty, by: SkilledBot) -> Self {
        let mut claims = self.changed();
        let Some(band) = &mut claims.band else { return claims };

        band.bot = Some(by);
        let (range, value, most) = match wanted {
            Difficulty::Swaps(swaps) => (&mut band.swaps, swaps, f64::INFINITY),
            Difficulty::WinRate { rate, .. } => (&mut band.win_rate, rate, 1.0),
        };
        let Some([low, high]) = *range else { return claims };

        if !(low..=high).contains(&value) {
            let [least, greatest] = wanted.range();
            // As wide as it was, but at least as wide as the tolerance of the difficulty.
            let half = ((high - low) / 2.0).max((greatest - least) / 2.0);
            *range = Some([(value - half).max(0.0), (value + half).min(most)].map(round));
        }

        claims
    }

    /// The claims for a level that people are to find otherwise. A range of theirs in the band that has no room for it moves there;
    /// what the band asks of a bot stays.
    #[must_use]
    pub(super) fn asked_of(self, target: PeopleTarget) -> Self {
        let mut claims = self.changed();
        let Some(band) = &mut claims.band else { return claims };

        let (range, ends) = match target {
            PeopleTarget::PassRate(_) => (&mut band.pass_rate, [0.0, 1.0]),
            PeopleTarget::Attempts(_) => (&mut band.attempts, [1.0, f64::INFINITY]),
        };
        let Some([low, high]) = *range else { return claims };
        let value = target.value();
        if !(low..=high).contains(&value) {
            let [least, greatest] = target.range(1.0);
            let half = ((high - low) / 2.0).max((greatest - least) / 2.0);
            let moved = [value - half, value + half];
            *range = Some(moved.map(|end| round(end.clamp(ends[0], ends[1]))));
        }
        claims
    }

    /// The ranges of the band in which a level does not lie, in words.
    pub(super) fn misses(&self, level: &Level, played: &Statistics) -> Vec<String> {
        let Some(band) = &self.band else { return Vec::new() };

        let within = |moves| played.within(moves).win_rate.mean;
        let mean = format!("mean {}s", level.rules().move_word());
        let measures = [
            (&*mean, band.swaps, played.mean_swaps()),
            ("win rate", band.win_rate, level.moves.map(within)),
            (
                "potential",
                band.potential,
                level.is_classic().then(|| f64::from(potential(level))),
            ),
        ];

        let outside = |(name, range, value): (&str, Option<[f64; 2]>, Option<f64>)| {
            let ([low, high], value) = (range?, value?);
            let is_outside = !(low..=high).contains(&value);
            is_outside
                .then(|| format!("{name} {}, the band is {low} to {high}", round(value)))
        };
        measures.into_iter().filter_map(outside).collect()
    }

    /// The keys that are written behind those of the level.
    pub(super) fn keys(&self) -> Map<String, Value> {
        let mut keys = self.others.clone();
        if let Some(band) = &self.band {
            keys.insert("band".to_owned(), json!(band));
        }
        keys
    }

    /// The level with its claims, as a document within an answer.
    pub(super) fn document(&self, level: &Level) -> serde_json::Result<Value> {
        let mut document = serde_json::to_value(level)?;
        if let Value::Object(document) = &mut document {
            document.extend(self.keys());
        }
        Ok(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(text: &str) -> Claims {
        Claims::of(text).unwrap()
    }

    #[test]
    fn the_bot_of_the_band_comes_before_that_of_the_games() {
        let bot = |text: &str| claims(text).bot.map(|bot| bot.to_string());
        let band = r#"{"band": {"bot": "planner"}, "proof": {"bot": "greedy"}}"#;
        assert_eq!(bot(band).as_deref(), Some("planner"));
        let named =
            r#"{"band": {"win_rate": [0, 1]}, "difficulty": {"bot": "greedy:0.7"}}"#;
        assert_eq!(bot(named).as_deref(), Some("greedy:0.7"));
        // Keys of other programs are nothing that has to be understood.
        for other in [r#"{"difficulty": 3, "proof": {"bot": 7}}"#, "....\n", ""] {
            assert_eq!(bot(other), None, "{other}");
        }
        assert!(Claims::of(r#"{"band": {"bot": "nobody"}}"#).is_err());
    }

    #[test]
    fn a_band_moves_to_a_difficulty_for_which_it_has_no_room() {
        let text = r#"{"name": "a", "proof": {}, "band": {"bot": "greedy", "win_rate": [0.5, 0.7], "swaps": [9, 12]}}"#;
        let moved = |rate| {
            let wanted = Difficulty::WinRate { rate, moves: 20 };
            serde_json::to_string(
                &claims(text).moved(wanted, "greedy".parse().unwrap()).keys(),
            )
        };

        let with = |range: &str| {
            format!(
                r#"{{"name":"a","band":{{"bot":"greedy","swaps":[9.0,12.0],"win_rate":{range}}}}}"#
            )
        };
        assert_eq!(moved(0.7).unwrap(), with("[0.5,0.7]"));
        assert_eq!(moved(0.4).unwrap(), with("[0.3,0.5]"));
        assert_eq!(moved(0.99).unwrap(), with("[0.89,1.0]"));
    }

    #[test]
    fn the_band_of_people_moves_without_that_of_the_bot() {
        let text = r#"{"band": {"win_rate": [0.5, 0.7], "pass_rate": [0.4, 0.5]}}"#;
        let moved = |rate| {
            let target = PeopleTarget::PassRate(rate);
            claims(text).asked_of(target).band.unwrap()
        };
        assert_eq!(moved(0.45).pass_rate, Some([0.4, 0.5]));
        assert_eq!(moved(0.65).pass_rate, Some([0.6, 0.7]));
        assert_eq!(moved(0.99).pass_rate, Some([0.94, 1.0]));
        assert_eq!(moved(0.99).win_rate, Some([0.5, 0.7]));
    }

    #[test]
    fn a_bot_that_only_the_proof_named_stays_when_the_proof_goes() {
        let keys = claims(r#"{"proof": {"bot": "random"}}"#).changed().keys();
        assert_eq!(Value::Object(keys), json!({"band": {"bot": "random"}}));
        assert!(claims(r#"{"proof": {}}"#).changed().keys().is_empty());
    }
}
