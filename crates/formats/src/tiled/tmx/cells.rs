//! The cells of tile layers in XML.

use std::fmt::Write as _;

use tilewright_grid::{Grid, Size};

use super::super::context::Context;
use super::super::element::Element;
use super::super::encoding::{Encoding, unpack};
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::gid::Gid;
use super::super::record::Source;
use super::super::tile_layer::{Chunk, TileLayer};

impl TileLayer {
    /// Reads the cells of a `<layer>`.
    pub(super) fn take_element(
        element: &mut Element,
        extras: &mut Extras,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let size = take_size(element)?;
        let mut data =
            element.take_element("data")?.unwrap_or_else(|| Element::new("data"));
        let packing = take_packing(&mut data)?;
        let layer = if is_infinite(&data, context) {
            let chunks = take_chunks(&mut data, packing, context)?;
            Self::Infinite { size, chunks }
        } else {
            let expected = context.claim(size.rows, size.columns, &element.place())?;
            Self::Finite(take_cells(&mut data, packing, size, expected)?)
        };
        extras.keep_rest(data);
        Ok(layer)
    }

    /// Writes the size of a `<layer>`.
    pub(super) fn put_element(&self, element: &mut Element) {
        let size = match self {
            Self::Finite(cells) => cells.size(),
            Self::Infinite { size, .. } => *size,
        };
        element.set("width", size.columns.to_string());
        element.set("height", size.rows.to_string());
    }

    /// The `<data>` element.
    pub(super) fn to_data(&self) -> Element {
        let mut data = Element::new("data");
        data.set("encoding", "csv");
        match self {
            Self::Finite(cells) => data.push_text(csv(cells)),
            Self::Infinite { chunks, .. } => {
                for chunk in chunks {
                    data.push(chunk.to_element());
                }
            }
        }
        data
    }
}

impl Chunk {
    fn from_element(
        mut element: Element,
        packing: Option<Encoding>,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let column = element.take("x")?.ok_or_else(|| element.missing("x"))?;
        let row = element.take("y")?.ok_or_else(|| element.missing("y"))?;
        let size = take_size(&mut element)?;
        let expected = context.claim(size.rows, size.columns, &element.place())?;
        let cells = take_cells(&mut element, packing, size, expected)?;
        let mut extras = Extras::default();
        extras.keep_element(element)?;
        Ok(Self { row, column, cells, extras })
    }

    fn to_element(&self) -> Element {
        let mut element = Element::new("chunk");
        let Size { rows, columns } = self.cells.size();
        element.set("x", self.column.to_string());
        element.set("y", self.row.to_string());
        element.set("width", columns.to_string());
        element.set("height", rows.to_string());
        element.push_text(csv(&self.cells));
        self.extras.put_element(&mut element);
        element
    }
}

fn take_size(element: &mut Element) -> Result<Size, Error> {
    let columns = element.take("width")?.ok_or_else(|| element.missing("width"))?;
    let rows = element.take("height")?.ok_or_else(|| element.missing("height"))?;
    Ok(Size::new(rows, columns))
}

fn take_packing(data: &mut Element) -> Result<Option<Encoding>, Error> {
    let encoding = data.take_text("encoding");
    let compression = data.take_text("compression").unwrap_or_default();
    encoding
        .map(|encoding| Encoding::of(&encoding, &compression, &data.place()))
        .transpose()
}

/// Whether the cells are in chunks: if there are any, or if there is no data and the map is
/// infinite.
fn is_infinite(data: &Element, context: &Context<'_>) -> bool {
    let has_chunks = data.elements().any(|element| element.name() == "chunk");
    let has_tiles = data.elements().any(|element| element.name() == "tile");
    has_chunks || (context.is_infinite && !has_tiles && data.text().trim().is_empty())
}

fn take_chunks(
    data: &mut Element,
    packing: Option<Encoding>,
    context: &mut Context<'_>,
) -> Result<Vec<Chunk>, Error> {
    let mut chunks = Vec::new();
    for child in data.take_elements() {
        if child.name() == "chunk" {
            chunks.push(Chunk::from_element(child, packing, context)?);
        } else {
            data.push(child);
        }
    }
    Ok(chunks)
}

/// Reads cells: encoded text, or the deprecated element per cell. Without data, all are empty.
fn take_cells(
    element: &mut Element,
    packing: Option<Encoding>,
    size: Size,
    expected: usize,
) -> Result<Grid<Gid>, Error> {
    let place = element.place();
    let text = element.take_content();
    let mut cells = match packing {
        Some(packing) => unpack(&text, packing, expected, &place)?,
        None => take_tiles(element)?,
    };
    if cells.len() > expected {
        return Err(Error::Cells { place, found: cells.len(), expected });
    }
    cells.resize(expected, Gid::EMPTY);
    Ok(Grid::from_values(size, cells).expect("there are rows × columns values"))
}

fn take_tiles(element: &mut Element) -> Result<Vec<Gid>, Error> {
    let mut gids = Vec::new();
    for mut child in element.take_elements() {
        if child.name() == "tile" {
            gids.push(child.take("gid")?.unwrap_or(Gid::EMPTY));
        } else {
            element.push(child);
        }
    }
    Ok(gids)
}

/// The cells as CSV, one line per row as Tiled writes them.
fn csv(cells: &Grid<Gid>) -> String {
    let mut text = String::from("\n");
    let size = cells.size();
    for (index, gid) in cells.values().iter().enumerate() {
        let mark = match index + 1 {
            end if end == size.area() => "\n",
            next if next % size.columns as usize == 0 => ",\n",
            _ => ",",
        };
        write!(text, "{}{mark}", gid.bits()).expect("a string takes all");
    }
    text
}
