//! The equilibrium of a matrix game.

/// The number of iterations: the value of games of a dozen rows is then exact to about a thousandth of the differences
/// between their payoffs.
const ITERATIONS: u32 = 5000;

/// Mixed strategies of both sides.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Equilibrium {
    /// The probabilities of the rows, whose side wants large payoffs.
    pub(super) rows: Vec<f64>,
    /// Those of the columns, whose side wants small ones.
    pub(super) columns: Vec<f64>,
}

impl Equilibrium {
    /// The equilibrium of a game with these rows of payoffs, of which there must be one, all of the same length: by regret
    /// matching (Hart and Mas-Colell, *A simple adaptive procedure leading to correlated equilibrium*, 2000), with regrets
    /// that never fall below 0 and later iterations weighing more (Tammelin, *Solving large imperfect information games
    /// using CFR+*, 2014).
    pub(super) fn of(payoffs: &[Vec<f64>]) -> Self {
        let width = payoffs[0].len();
        let mut regrets = [vec![0.0; payoffs.len()], vec![0.0; width]];
        let mut sums = regrets.clone();
        for iteration in 1..=ITERATIONS {
            let columns = normal(&regrets[1]);
            let values = of_rows(payoffs, &columns);
            let rows = normal(&regrets[0]);
            raise(&mut regrets[0], &values, &rows, 1.0);

            let rows = normal(&regrets[0]);
            let values = of_columns(payoffs, &rows);
            raise(&mut regrets[1], &values, &columns, -1.0);

            let weight = f64::from(iteration);
            for (sums, now) in sums.iter_mut().zip([&rows, &columns]) {
                sums.iter_mut().zip(now).for_each(|(sum, now)| *sum += weight * now);
            }
        }
        let [rows, columns] = sums.map(|sums| normal(&sums));
        Self { rows, columns }
    }
}

/// What each row is paid against these mixed columns.
pub(super) fn of_rows(payoffs: &[Vec<f64>], columns: &[f64]) -> Vec<f64> {
    let one =
        |row: &Vec<f64>| row.iter().zip(columns).map(|(it, share)| it * share).sum();
    payoffs.iter().map(one).collect()
}

/// What each column pays against mixed rows. The shares need not sum to 1, and rows beyond the last share are left out.
pub(super) fn of_columns(payoffs: &[Vec<f64>], shares: &[f64]) -> Vec<f64> {
    let sum: f64 = shares.iter().sum();
    let one = |at: usize| {
        let all = payoffs.iter().zip(shares);
        all.map(|(row, share)| row[at] * share / sum).sum()
    };
    (0..payoffs[0].len()).map(one).collect()
}

/// Adds to each regret what its choice would have gained.
fn raise(regrets: &mut [f64], values: &[f64], now: &[f64], sign: f64) {
    let mean: f64 = values.iter().zip(now).map(|(value, share)| value * share).sum();
    for (regret, value) in regrets.iter_mut().zip(values) {
        *regret = (*regret + sign * (value - mean)).max(0.0);
    }
}

/// Numbers from 0 up, scaled to the sum 1; all the same if their sum is 0.
fn normal(numbers: &[f64]) -> Vec<f64> {
    let sum: f64 = numbers.iter().sum();
    if sum > 0.0 {
        numbers.iter().map(|it| it / sum).collect()
    } else {
        vec![1.0 / numbers.len() as f64; numbers.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], expected: &[f64]) {
        let gap = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(gap.fold(0.0, f64::max) < 2e-3, "{found:?} {expected:?}");
    }

    #[test]
    fn known_games_have_their_equilibria() {
        // Rock, paper, scissors, in which the second side wins twice with paper.
        let game = [vec![0.0, -2.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        let found = Equilibrium::of(&game);
        let value = -1.0 / 12.0;
        near(&of_rows(&game, &found.columns), &[value; 3]);
        near(&of_columns(&game, &found.rows), &[value; 3]);
        // A row that is never worse, and a column that is never better.
        let game = [vec![60.0, 58.0], vec![61.0, 59.0]];
        let found = Equilibrium::of(&game);
        near(&found.rows, &[0.0, 1.0]);
        near(&found.columns, &[0.0, 1.0]);
    }

    #[test]
    fn neither_side_gains_in_random_games() {
        for seed in 0..20 {
            let mut rng = tilewright_grid::Seed(seed).rng();
            let size = [0, 1].map(|_| 1 + rng.below(10) as usize);
            let mut row = || (0..size[1]).map(|_| 50.0 + 20.0 * rng.unit()).collect();
            let game: Vec<Vec<f64>> = (0..size[0]).map(|_| row()).collect();
            let found = Equilibrium::of(&game);
            let most =
                of_rows(&game, &found.columns).into_iter().fold(f64::MIN, f64::max);
            let least =
                of_columns(&game, &found.rows).into_iter().fold(f64::MAX, f64::min);
            assert!((0.0..0.02).contains(&(most - least + 1e-9)), "{most} {least}");
        }
    }
}
