//! The key `cells` of a document: how blocks move on the board.

use tilewright_grid::{Cell, Grid};

use crate::kind::Contents;
use crate::ruleset::{Field, Refill};
use crate::setting::{Direction, Gravity, Setting};
use crate::token::Tokens;
use crate::{Json, JsonObject, Kind, RulesError};

const KEYS: [&str; 5] = ["gravity", "portals", "conveyors", "exits", "supply"];

const DIRECTIONS: [(&str, Direction); 4] = [
    ("down", Direction::Down),
    ("left", Direction::Left),
    ("up", Direction::Up),
    ("right", Direction::Right),
];

/// The most contents of one supply, so that a document can't ask for any amount of memory.
const SUPPLY: usize = 1000;

/// Reads the keys into a setting; `present` says which cells are no holes. The supply is read by
/// [`read_supply`].
pub(super) fn read(
    field: &Field<'_>,
    setting: &mut Setting,
    present: &Grid<bool>,
) -> Result<(), RulesError> {
    field.only(&KEYS)?;

    let refill = setting.ruleset.refill;

    // What the refill cannot do is refused where it is asked for.
    if let Some(field) = field.get("gravity") {
        setting.gravity = gravity(&field, present)?;
        let is_arrows = matches!(setting.gravity, Gravity::Arrows(_));
        if refill.is_by_column() && setting.gravity != Gravity::All(Direction::Down) {
            return Err(
                field.error(format!("not with {}: expected \"down\"", refill.name()))
            );
        }
        if refill == Refill::Diagonal && is_arrows {
            return Err(field.error("arrows by cell need the refill fill-path"));
        }
    }

    if let Some(field) = field.get("portals") {
        setting.portals = portals(&field, present)?;
        if refill.is_by_column() && !setting.portals.is_empty() {
            return Err(field.error(format!("portals are not with {}", refill.name())));
        }
    }

    if let Some(field) = field.get("conveyors") {
        setting.conveyors = conveyors(&field, present)?;
    }

    if let Some(field) = field.get("exits") {
        let cells = field.list()?;
        let cells = cells.iter().map(|field| cell(field, present));
        setting.exits = Some(cells.collect::<Result<_, _>>()?);
    }

    Ok(())
}

/// Reads what spawners give first. `spawners` says which cells they are.
pub(super) fn read_supply(
    field: &Field<'_>,
    refill: Refill,
    spawners: &Grid<bool>,
    tokens: &Tokens<'_>,
) -> Result<Vec<(Cell, Vec<Kind>)>, RulesError> {
    let mut supply: Vec<(Cell, Vec<Kind>)> = Vec::new();
    for entry in field.list()? {
        entry.only(&["at", "list"])?;

        let at = entry.required("at")?;
        let cell = cell(&at, &spawners.map(|_| true))?;
        if !spawners[cell] {
            return Err(at.error(format!("no spawner is at {cell}")));
        }

        if supply.iter().any(|(other, _)| *other == cell) {
            return Err(at.error(format!("{cell} has a supply already")));
        }

        let list = entry.required("list")?.list()?;
        if list.len() > SUPPLY {
            return Err(
                entry.error(format!("expected at most {SUPPLY} tokens in `list`"))
            );
        }

        let kinds = list.iter().map(|token| supplied(token, tokens));
        supply.push((cell, kinds.collect::<Result<_, _>>()?));
    }

    if refill == Refill::Segment && !supply.is_empty() {
        return Err(field.error("a supply is not with segment"));
    }
    Ok(supply)
}

fn supplied(field: &Field<'_>, tokens: &Tokens<'_>) -> Result<Kind, RulesError> {
    let kind = tokens.read(field.word()?).map_err(|error| field.error(error.wrong))?;
    let is_supplied = |kind: &Kind| {
        let contents = matches!(
            kind.contents(),
            Contents::Block | Contents::Piece | Contents::Ingredient
        );
        contents && kind.cover == 0 && kind.ground == 0
    };
    let expected = "expected the token of a colour, a piece or an ingredient";
    kind.filter(is_supplied).ok_or_else(|| field.error(expected))
}

/// A cell of the board that is no hole.
fn cell(field: &Field<'_>, present: &Grid<bool>) -> Result<Cell, RulesError> {
    let numbers = field.value.as_array();

    let index = |value: &Json| {
        value.as_u64().map(|index| u32::try_from(index).unwrap_or(u32::MAX))
    };

    let Some([row, column]) = numbers else {
        return Err(field.error("expected a cell as [row, column]"));
    };
    let Some((row, column)) = index(row).zip(index(column)) else {
        return Err(field.error("expected a cell as [row, column]"));
    };

    let cell = Cell::new(row, column);

    match present.get(cell) {
        Some(true) => Ok(cell),
        Some(false) => Err(field.error(format!("{cell} is a hole"))),
        None => Err(field.error(format!("{cell} is outside the board"))),
    }
}

fn gravity(field: &Field<'_>, present: &Grid<bool>) -> Result<Gravity, RulesError> {
    let size = present.size();

    if field.value.as_array().is_none() {
        return field.choice(&DIRECTIONS).map(Gravity::All);
    }

    let rows = field.list()?;
    let wrong_size = || {
        let (rows, columns) = (size.rows, size.columns);
        field.error(format!("expected {rows} rows of {columns} arrows"))
    };

    let mut arrows = Grid::filled(size, Direction::Down);
    if rows.len() != size.rows as usize {
        return Err(wrong_size());
    }

    for (row, field) in (0..).zip(&rows) {
        let text = field.word()?;
        if text.chars().count() != size.columns as usize {
            return Err(wrong_size());
        }

        for (column, arrow) in (0..).zip(text.chars()) {
            let cell = Cell::new(row, column);
            match direction(arrow) {
                Some(direction) => arrows[cell] = direction,
                None if !present[cell] => {}
                None => {
                    let wrong =
                        format!("{arrow:?} at {cell} is no arrow: expected v, <, ^ or >");
                    return Err(field.error(wrong));
                }
            }
        }
    }
    Ok(Gravity::Arrows(arrows))
}

const fn direction(arrow: char) -> Option<Direction> {
    match arrow {
        'v' => Some(Direction::Down),
        '<' => Some(Direction::Left),
        '^' => Some(Direction::Up),
        '>' => Some(Direction::Right),
        _ => None,
    }
}

const fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Down => 'v',
        Direction::Left => '<',
        Direction::Up => '^',
        Direction::Right => '>',
    }
}

fn portals(
    field: &Field<'_>,
    present: &Grid<bool>,
) -> Result<Vec<[Cell; 2]>, RulesError> {
    let mut portals: Vec<[Cell; 2]> = Vec::new();

    for entry in field.list()? {
        let [entrance, exit] = &entry.list()?[..] else {
            return Err(entry.error("expected [entrance, exit], two cells"));
        };

        let portal = [cell(entrance, present)?, cell(exit, present)?];

        for (index, end) in ["an entrance", "an exit"].into_iter().enumerate() {
            if portals.iter().any(|other| other[index] == portal[index]) {
                return Err(entry.error(format!("{} is {end} twice", portal[index])));
            }
        }

        portals.push(portal);
    }
    Ok(portals)
}

fn conveyors(
    field: &Field<'_>,
    present: &Grid<bool>,
) -> Result<Vec<Vec<Cell>>, RulesError> {
    let mut used = Grid::filled(present.size(), false);

    let mut conveyors = Vec::new();
    for entry in field.list()? {
        let fields = entry.list()?;
        if fields.len() < 2 {
            return Err(entry.error("expected a conveyor of at least 2 cells"));
        }

        let mut conveyor = Vec::with_capacity(fields.len());
        for field in &fields {
            let cell = cell(field, present)?;
            if used[cell] {
                return Err(field.error(format!("{cell} is on conveyors twice")));
            }
            used[cell] = true;
            conveyor.push(cell);
        }

        conveyors.push(conveyor);
    }
    Ok(conveyors)
}

/// The value of the key `cells`; none if all is as by default.
pub(crate) fn write(setting: &Setting, tokens: &Tokens<'_>) -> Option<Json> {
    let mut cells = JsonObject::default();

    match &setting.gravity {
        Gravity::All(Direction::Down) => {}
        Gravity::All(direction) => {
            let (word, _) = DIRECTIONS[*direction as usize];
            cells.insert("gravity", word.into());
        }
        Gravity::Arrows(arrows) => {
            let rows = arrows.rows();
            let rows: Vec<String> =
                rows.map(|row| row.iter().copied().map(arrow).collect()).collect();
            cells.insert("gravity", Json::of(&rows));
        }
    }

    // What is empty is as by default, and left out.
    if !setting.portals.is_empty() {
        cells.insert("portals", Json::of(&setting.portals));
    }

    if !setting.conveyors.is_empty() {
        cells.insert("conveyors", Json::of(&setting.conveyors));
    }

    if let Some(exits) = &setting.exits {
        cells.insert("exits", Json::of(exits));
    }

    if !setting.supply.is_empty() {
        let entry = |(cell, kinds): &(Cell, Vec<Kind>)| {
            let list: Vec<_> = kinds.iter().map(|&kind| tokens.write(kind)).collect();
            let keys = [("at", Json::of(cell)), ("list", Json::of(&list))];
            Json::Object(keys.into_iter().collect())
        };
        let supply: Vec<_> = setting.supply.iter().map(entry).collect();
        cells.insert("supply", Json::Array(supply));
    }

    (!cells.is_empty()).then_some(Json::Object(cells))
}
