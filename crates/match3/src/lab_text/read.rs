//! Reads a text level.

use std::ops::RangeInclusive;

use tilewright_grid::{Grid, Size};

use super::lines::{Line, Word};
use super::{CELLS, COLORS, LabText, MAX_SIDE, NUMBERS, token};
use crate::goal::ColorGoal;
use crate::setting::Setting;
use crate::{
    Goal, Kind, KindCount, KindGoal, Level, LevelError, Preset, Ruleset, Spawners,
};

/// The most goals of a level, so that a text can't ask for any amount of memory.
const GOALS: usize = 100;

/// The rows and the columns that a level may have.
const SIDES: RangeInclusive<u32> = 1..=MAX_SIDE;

/// The keys before the grid.
const KEYS: &str = "name, size, moves, band, colors, goal or grid";

/// What the lines before the grid say.
struct LabHeader<'a> {
    name: Option<String>,
    /// The width and the height.
    size: Option<[u32; 2]>,
    moves: Option<u32>,
    band: Option<[u32; 2]>,
    colors: u32,
    goals: Vec<LabGoal<'a>>,
}

/// A goal and the words to which an error points.
struct LabGoal<'a> {
    /// The colour, or the index of the kind in [`token::KINDS`].
    what: GoalSubject<'a>,
    count: u32,
    target: Word<'a>,
}

enum GoalSubject<'a> {
    Color(u32, Word<'a>),
    Kind(usize),
}

pub(super) fn read(text: &str) -> Result<LabText, LevelError> {
    let mut lines = Line::all(text);
    let end = text.lines().count().max(1);
    let (head, grid) = LabHeader::read(&mut lines, end)?;

    // The lines of the head may come in any order, but all of them before the grid.
    let [columns, rows] =
        head.size.ok_or_else(|| grid.error("size WIDTH HEIGHT before it"))?;
    let moves = head.moves.ok_or_else(|| grid.error("moves N before it"))?;

    if head.goals.is_empty() {
        return Err(grid.error("a goal before it, such as goal ice 12"));
    }

    let setting = Setting::of(Ruleset::preset(Preset::Lab)).shared();
    let size = Size::new(rows, columns);
    let cells = read_rows(&mut lines, size, head.colors, &setting.ruleset, end)?;

    if !token::is_playable(&cells) {
        let expected =
            format!("at least {CELLS} cells below it that are no holes and no boxes");
        return Err(grid.error(expected));
    }

    let goals = head.goals.iter().map(|goal| goal.goal(&setting, head.colors, &cells));
    let mut goals = goals.collect::<Result<Vec<_>, _>>()?;
    let goal = if goals.len() > 1 { Some(Goal::All { all: goals }) } else { goals.pop() };

    let level = Level {
        cells,
        spawners: Spawners::TopRow,
        colors: head.colors,
        setting,
        goal,
        moves: Some(moves),
        missed: None,
    };

    Ok(LabText { level, name: head.name, band: head.band })
}

impl<'a> LabHeader<'a> {
    /// Reads the lines up to the word `grid`, and returns that too. `end` is the last line of the text.
    fn read(
        lines: &mut impl Iterator<Item = Line<'a>>,
        end: usize,
    ) -> Result<(Self, Word<'a>), LevelError> {
        let mut head = Self {
            name: None,
            size: None,
            moves: None,
            band: None,
            colors: 5,
            goals: Vec::new(),
        };

        for line in lines {
            if let Some(grid) = head.take(line)? {
                return Ok((head, grid));
            }
        }

        let expected = "the word grid, and below it the rows of cells".to_owned();
        Err(LevelError::Ends { line: end, expected })
    }

    /// Takes a line. Returns the word `grid`, if the line is that.
    fn take(&mut self, line: Line<'a>) -> Result<Option<Word<'a>>, LevelError> {
        let mut words = line.words();
        let Some(key) = words.next() else { return Ok(None) };

        match &*key.text.to_ascii_lowercase() {
            "name" => {
                self.name = Some(line.rest().to_owned()).filter(|name| !name.is_empty());
                return Ok(None);
            }
            "size" => {
                let [width, height] = next(&mut words, line, "size WIDTH HEIGHT")?;
                self.size = Some([width.number(SIDES)?, height.number(SIDES)?]);
            }
            "moves" => {
                let [moves] = next(&mut words, line, "moves N")?;
                self.moves = Some(moves.number(NUMBERS)?);
            }
            "band" => {
                let [low, high] = next(&mut words, line, "band LOW HIGH")?;
                let least = low.number(0..=100)?;
                self.band = Some([least, high.number(least..=100)?]);
            }
            "colors" => {
                let [colors] = next(&mut words, line, "colors N")?;
                self.colors = colors.number(COLORS)?;
            }
            "goal" => {
                if self.goals.len() == GOALS {
                    return Err(key.error(format!("at most {GOALS} goals")));
                }
                self.goals.push(LabGoal::read(&mut words, line)?);
            }
            "grid" => {
                none_left(&mut words)?;
                return Ok(Some(key));
            }
            _ => return Err(key.error(KEYS)),
        }

        none_left(&mut words)?;
        Ok(None)
    }
}

/// The next words of a line of this form.
fn next<'a, const N: usize>(
    words: &mut impl Iterator<Item = Word<'a>>,
    line: Line<'_>,
    form: &str,
) -> Result<[Word<'a>; N], LevelError> {
    let found: Vec<_> = words.take(N).collect();
    <[Word<'a>; N]>::try_from(found).map_err(|_| line.ends(form))
}

/// Refuses another word on the line.
fn none_left<'a>(words: &mut impl Iterator<Item = Word<'a>>) -> Result<(), LevelError> {
    words.next().map_or(Ok(()), |word| Err(word.error("the end of the line")))
}

impl<'a> LabGoal<'a> {
    /// Reads the words of a goal after `goal`.
    fn read(
        words: &mut impl Iterator<Item = Word<'a>>,
        line: Line<'_>,
    ) -> Result<Self, LevelError> {
        let [kind] = next(words, line, "goal KIND TARGET, or goal color COLOR TARGET")?;
        let name = kind.text.to_ascii_lowercase();
        let (what, target) = if name == "color" {
            let [color, target] = next(words, line, "goal color COLOR TARGET")?;
            (GoalSubject::Color(color.number(0..=*COLORS.end() - 1)?, color), target)
        } else {
            let index = token::KINDS.iter().position(|kind| *kind == name);
            let index = index.ok_or_else(|| kind.error("color, grass, box or ice"))?;
            let [target] = next(words, line, "goal KIND TARGET")?;
            (GoalSubject::Kind(index), target)
        };
        Ok(Self { what, count: target.number(NUMBERS)?, target })
    }

    /// The goal on a board.
    fn goal(
        &self,
        setting: &Setting,
        colors: u32,
        cells: &Grid<Kind>,
    ) -> Result<Goal, LevelError> {
        match self.what {
            GoalSubject::Color(index, word) => {
                let names = setting.color_names(colors);
                let color = names.get(index as usize).cloned().ok_or_else(|| {
                    word.error(format!("a colour from 0 to {}", colors - 1))
                })?;
                let collect = ColorGoal { color, count: self.count };
                Ok(Goal::CollectColor { collect })
            }
            GoalSubject::Kind(index) => {
                let name = token::KINDS[index];

                // No game can clear layers that are not there.
                let present: u32 =
                    cells.values().iter().map(|kind| kind.layers_of(index)).sum();

                if self.count > present {
                    let most =
                        format!("at most {present}, the layers of {name} in the grid");
                    return Err(self.target.error(most));
                }

                let count = KindCount::Layers(self.count);
                Ok(Goal::CollectKind {
                    collect: KindGoal { kind: name.to_owned(), count },
                })
            }
        }
    }
}

/// Reads the rows of cells. `end` is the last line of the text.
fn read_rows<'a>(
    lines: &mut impl Iterator<Item = Line<'a>>,
    size: Size,
    colors: u32,
    ruleset: &Ruleset,
    end: usize,
) -> Result<Grid<Kind>, LevelError> {
    let (rows, columns) = (size.rows as usize, size.columns as usize);

    let mut cells = Vec::with_capacity(size.area());
    for row in 0..rows {
        let Some(line) = lines.next() else {
            let expected = format!("{rows} rows of cells, and found {row}");
            return Err(LevelError::Ends { line: end, expected });
        };

        let mut words = line.words();
        for column in 0..columns {
            let Some(word) = words.next() else {
                return Err(line.ends(format!("{columns} cells, and found {column}")));
            };
            let kind = token::read(word.text, colors, ruleset);
            cells.push(kind.ok_or_else(|| word.error(token::expected(colors)))?);
        }
        none_left(&mut words)?;
    }

    if let Some(line) = lines.next() {
        let word = line.words().next();
        return word.map_or_else(
            || Err(line.ends("the end of the text")),
            |word| Err(word.error("the end of the text")),
        );
    }

    Ok(Grid::from_values(size, cells).expect("every cell was counted"))
}
