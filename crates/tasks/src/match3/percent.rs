//! Shares in percent, as requests and games have them.

use tilewright_grid::Estimate;

/// A share in percent with one decimal, or with as many as it takes not to print all or nothing where it is
/// neither: `99.96`, never `100.0`.
pub(super) fn percent(share: f64) -> String {
    with_decimals(share, 1)
}

/// The same without decimals, unless it takes some: `60`, `99.7`, `100`.
pub(super) fn whole_percent(share: f64) -> String {
    with_decimals(share, 0)
}

fn with_decimals(share: f64, least: usize) -> String {
    let value = 100.0 * share;
    let is_end = share <= 0.0 || share >= 1.0;
    let precise = (least..8).map(|decimals| format!("{value:.decimals$}"));
    let mut told = precise.filter(|text| {
        is_end || text.parse().is_ok_and(|read: f64| read > 0.0 && read < 100.0)
    });
    told.next().unwrap_or_else(|| value.to_string())
}

/// The same without the decimal of a whole number: `60`, `62.5`, `99.9`.
pub(super) fn short_percent(share: f64) -> String {
    let text = percent(share);
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// How many of these games were won, in words; of games without a loss, what that proves.
pub(super) fn won(Estimate { mean, ci95 }: Estimate, games: u32, moves: u32) -> String {
    if mean >= 1.0 && games > 0 {
        return format!("{} within {moves} moves", without_loss(games));
    }
    let [low, high] = ci95.map(percent);
    format!("{} % won within {moves} moves (95 %: {low} to {high} %)", percent(mean))
}

/// What games without a loss prove, in words.
pub(super) fn without_loss(games: u32) -> String {
    // Rounded down, as it is a least share.
    let least = (1000.0 * Estimate::without_miss(games.into())).floor() / 10.0;
    let games = thousands(games);
    format!("no loss in {games} games (at least {least:.1} %, 95 % confidence)")
}

/// A number with commas between thousands.
fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_a_hundred_percent() {
        let shares = [0.0, 0.000_4, 0.6, 0.625, 0.999, 0.999_6, 0.999_999, 1.0];
        let all = shares.map(short_percent);
        assert_eq!(all, ["0", "0.04", "60", "62.5", "99.9", "99.96", "99.9999", "100"]);
        assert_eq!(percent(0.6), "60.0");
        assert_eq!([0.622, 0.996, 1.0].map(whole_percent), ["62", "99.6", "100"]);
    }

    #[test]
    fn games_without_a_loss_say_what_they_prove() {
        let words = |hits, games| won(Estimate::of_share(hits, games), games as u32, 25);
        let none =
            "no loss in 3,000 games (at least 99.9 %, 95 % confidence) within 25 moves";
        assert_eq!(words(3000, 3000), none);
        assert_eq!(
            words(2999, 3000),
            "99.97 % won within 25 moves (95 %: 99.8 to 99.99 %)"
        );
        assert!(words(10, 10).contains("at least 74.1 %"), "{}", words(10, 10));
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
