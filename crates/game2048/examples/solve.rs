//! The exact value of the game on a small board: `cargo run --release -p tilewright-2048
//! --example solve -- 3x3`.

use std::error::Error;
use std::io::{self, Write as _};

use tilewright_2048::{FOUR_PROBABILITY, Solution};
use tilewright_grid::Size;

fn main() -> Result<(), Box<dyn Error>> {
    let words = std::env::args().nth(1).unwrap_or_else(|| "2x3".to_owned());
    let (rows, columns) = words.split_once('x').ok_or("write a size such as 3x3")?;
    let size = Size::new(rows.parse()?, columns.parse()?);
    let solution = Solution::new(size, FOUR_PROBABILITY)?;
    let (start, value) = solution.best_start();
    let (count, mean) = (solution.position_count(), solution.mean_start());
    writeln!(
        io::stdout(),
        "{count} positions, {mean:.2} points expected, {value:.2} from the best start\n{start}"
    )?;
    Ok(())
}
