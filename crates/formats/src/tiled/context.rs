//! What reading one file shares with the files that it names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::MAX_CELLS;
use super::error::{Error, Place};
use super::path::{normal, resolve};
use super::template::Template;
use super::tileset::Tileset;

/// Brings files by name.
pub(crate) type Loader<'a> = dyn FnMut(&Path) -> io::Result<Vec<u8>> + 'a;

/// The loader, what it has brought, and how many cells there may still be.
pub(crate) struct Context<'a> {
    loader: &'a mut Loader<'a>,
    /// The files that are being read, each named by the one before.
    files: Vec<PathBuf>,
    tilesets: BTreeMap<PathBuf, Arc<Tileset>>,
    templates: BTreeMap<PathBuf, Arc<Template>>,
    cells: usize,
    /// Whether the map that is being read is infinite.
    pub(crate) is_infinite: bool,
}

impl<'a> Context<'a> {
    pub(crate) fn new(path: &Path, loader: &'a mut Loader<'a>) -> Self {
        Self {
            loader,
            files: vec![normal(path)],
            tilesets: BTreeMap::new(),
            templates: BTreeMap::new(),
            cells: MAX_CELLS,
            is_infinite: false,
        }
    }

    /// Takes the cells of a layer from what there may be, before they are allocated.
    pub(crate) fn claim(
        &mut self,
        rows: u32,
        columns: u32,
        place: &Place,
    ) -> Result<usize, Error> {
        let wanted = u64::from(rows) * u64::from(columns);
        let wanted = usize::try_from(wanted).ok().filter(|&wanted| wanted <= self.cells);
        let wanted =
            wanted.ok_or_else(|| Error::TooManyCells { place: place.clone() })?;
        self.cells -= wanted;
        Ok(wanted)
    }

    /// The tileset that the file being read names so.
    pub(crate) fn tileset(&mut self, source: &str) -> Result<Arc<Tileset>, Error> {
        let path = self.locate(source)?;
        if let Some(known) = self.tilesets.get(&path) {
            return Ok(Arc::clone(known));
        }
        let tileset = Arc::new(self.load(&path, Tileset::read)?);
        self.tilesets.insert(path, Arc::clone(&tileset));
        Ok(tileset)
    }

    /// The template that the file being read names so.
    pub(crate) fn template(&mut self, source: &str) -> Result<Arc<Template>, Error> {
        let path = self.locate(source)?;
        if let Some(known) = self.templates.get(&path) {
            return Ok(Arc::clone(known));
        }
        let template = Arc::new(self.load(&path, Template::read)?);
        self.templates.insert(path, Arc::clone(&template));
        Ok(template)
    }

    fn locate(&self, source: &str) -> Result<PathBuf, Error> {
        let path = self.files.last().map_or_else(|| Path::new(""), PathBuf::as_path);
        let path = resolve(path, source)?;
        if self.files.contains(&path) { Err(Error::Cycle { path }) } else { Ok(path) }
    }

    fn load<T>(
        &mut self,
        path: &Path,
        read: fn(&[u8], &mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let bytes = (self.loader)(path)
            .map_err(|source| Error::Load { path: path.to_owned(), source })?;
        if self.files.len() >= super::MAX_DEPTH {
            return Err(Error::Cycle { path: path.to_owned() });
        }
        self.files.push(path.to_owned());
        let found = read(&bytes, self);
        self.files.pop();
        found.map_err(|source| Error::In {
            path: path.to_owned(),
            source: Box::new(source),
        })
    }
}
