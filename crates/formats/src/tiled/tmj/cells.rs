//! The cells of tile layers in JSON.

use serde_json::Value;
use tilewright_grid::{Grid, Size};

use super::super::context::Context;
use super::super::encoding::{Encoding, unpack};
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::gid::Gid;
use super::super::json::Json;
use super::super::members::Members;
use super::super::record::Source;
use super::super::tile_layer::{Chunk, TileLayer};

impl TileLayer {
    pub(super) fn take_members(
        members: &mut Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let size = take_size(members)?;

        let encoding: String = members.take("encoding")?.unwrap_or("csv".to_owned());
        let compression: String = members.take("compression")?.unwrap_or_default();
        let packing = Encoding::of(&encoding, &compression, &members.place())?;

        if members.has("chunks") || (context.is_infinite && !members.has("data")) {
            let chunks = members.take_list("chunks")?;
            members.take_json("startx");
            members.take_json("starty");
            let read = |chunk| Chunk::from_members(chunk, packing, context);
            let chunks = chunks.into_iter().map(read).collect::<Result<_, _>>()?;
            return Ok(Self::Infinite { size, chunks });
        }

        let expected = context.claim(size.rows, size.columns, &members.place())?;
        Ok(Self::Finite(take_cells(members, packing, size, expected)?))
    }

    pub(super) fn put_members(&self, members: &mut Members) {
        let size = match self {
            Self::Finite(cells) => {
                members.set("data", numbers(cells));
                cells.size()
            }
            Self::Infinite { size, chunks } => {
                let left = chunks.iter().map(|chunk| chunk.column).min().unwrap_or(0);
                let top = chunks.iter().map(|chunk| chunk.row).min().unwrap_or(0);
                members.set("startx", Value::from(left));
                members.set("starty", Value::from(top));
                members.set_list("chunks", chunks.iter().map(Chunk::to_members));
                *size
            }
        };

        put_size(size, members);
    }
}

impl Chunk {
    fn from_members(
        mut members: Members,
        packing: Encoding,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let column = members.take("x")?.ok_or_else(|| members.missing("x"))?;
        let row = members.take("y")?.ok_or_else(|| members.missing("y"))?;
        let size = take_size(&mut members)?;
        let expected = context.claim(size.rows, size.columns, &members.place())?;
        let cells = take_cells(&mut members, packing, size, expected)?;
        let mut extras = Extras::default();
        extras.keep_members(members)?;
        Ok(Self { row, column, cells, extras })
    }

    fn to_members(&self) -> Members {
        let mut members = Members::default();
        members.set("x", Value::from(self.column));
        members.set("y", Value::from(self.row));
        put_size(self.cells.size(), &mut members);
        members.set("data", numbers(&self.cells));
        self.extras.put_members(&mut members);
        members
    }
}

fn take_size(members: &mut Members) -> Result<Size, Error> {
    let columns = members.take("width")?.ok_or_else(|| members.missing("width"))?;
    let rows = members.take("height")?.ok_or_else(|| members.missing("height"))?;
    Ok(Size::new(rows, columns))
}

fn put_size(size: Size, members: &mut Members) {
    members.set("width", size.columns);
    members.set("height", size.rows);
}

/// Reads cells: a list of gids, or encoded text. Without data, all are empty.
fn take_cells(
    members: &mut Members,
    packing: Encoding,
    size: Size,
    expected: usize,
) -> Result<Grid<Gid>, Error> {
    let place = members.place();

    let cells = match members.take_json("data") {
        None => vec![Gid::EMPTY; expected],
        Some(Json::Numbers(gids)) => gids.into_iter().map(Gid::new).collect(),
        Some(Json::List(list)) if list.is_empty() => Vec::new(),
        Some(Json::Plain(Value::String(text))) => {
            unpack(&text, packing, expected, &place)?
        }
        Some(other) => {
            return Err(members.value("data", other.shown(), "global tile ids"));
        }
    };

    let found = cells.len();
    Grid::from_values(size, cells).map_err(|_| Error::Cells { place, found, expected })
}

fn numbers(cells: &Grid<Gid>) -> Json {
    Json::numbers(cells.values().iter().map(|gid| gid.bits()).collect())
}
