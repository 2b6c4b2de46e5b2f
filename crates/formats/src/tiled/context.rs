//! The state that is shared while a file and the files that it refers to are read.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::MAX_CELLS;
use super::error::{Error, Place};
use super::object::Base;
use super::path::{normal, resolve};
use super::template::Template;
use super::tileset::Tileset;

/// Loads files by their paths.
pub(crate) type Loader<'a> = dyn FnMut(&Path) -> io::Result<Vec<u8>> + 'a;

/// The loader, the files that it has loaded, and the number of cells that are still allowed.
pub(crate) struct Context<'a> {
    loader: &'a mut Loader<'a>,
    /// The files that are being read; each one is referred to by the one before.
    files: Vec<PathBuf>,
    tilesets: BTreeMap<PathBuf, Arc<Tileset>>,
    templates: BTreeMap<PathBuf, Arc<Template>>,
    cells: usize,
    /// Whether the map that is being read is infinite.
    pub(crate) is_infinite: bool,
    /// The files that could not be loaded; `None` if that is an error.
    unread: Option<Vec<UnreadFile>>,
}

/// A tileset or template that could not be loaded: see
/// [`Map::parse_alone`](super::Map::parse_alone).
#[derive(Debug)]
pub struct UnreadFile {
    /// The path in the file that refers to it.
    pub source: String,
    /// Why it was not loaded: [`Error::Load`] or [`Error::Outside`].
    pub error: Error,
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
            unread: None,
        }
    }

    /// Continues without files that cannot be loaded.
    pub(crate) fn forgiving(self) -> Self {
        Self { unread: Some(Vec::new()), ..self }
    }

    /// The files that could not be loaded.
    pub(crate) fn into_unread(self) -> Vec<UnreadFile> {
        self.unread.unwrap_or_default()
    }

    /// Counts the cells of a layer before they are allocated. Returns their number.
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

    /// The tileset at a path; one without tiles if it could not be loaded.
    pub(crate) fn tileset(&mut self, source: &str) -> Result<Arc<Tileset>, Error> {
        let found = self.shared(source, |context| &mut context.tilesets, Tileset::read);
        Ok(self.forgive(source, found)?.unwrap_or_default())
    }

    /// The template of an object, if it has one that could be loaded.
    pub(crate) fn base(&mut self, template: Option<&str>) -> Result<Base, Error> {
        let Some(source) = template else { return Ok(Base(None)) };
        let found = self.shared(source, |context| &mut context.templates, Template::read);
        self.forgive(source, found).map(Base)
    }

    /// The contents of a file, which is loaded only once.
    fn shared<T>(
        &mut self,
        source: &str,
        known: fn(&mut Self) -> &mut BTreeMap<PathBuf, Arc<T>>,
        read: fn(&[u8], &mut Self) -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        let path = self.locate(source)?;
        if let Some(found) = known(self).get(&path) {
            return Ok(Arc::clone(found));
        }
        let found = Arc::new(self.load(&path, read)?);
        known(self).insert(path, Arc::clone(&found));
        Ok(found)
    }

    /// Records a file that could not be loaded, unless that is an error.
    fn forgive<T>(
        &mut self,
        source: &str,
        found: Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match (found, &mut self.unread) {
            (Ok(found), _) => Ok(Some(found)),
            (Err(error), Some(unread)) if error.is_absence() => {
                if unread.iter().all(|other| other.source != source) {
                    unread.push(UnreadFile { source: source.to_owned(), error });
                }
                Ok(None)
            }
            (Err(error), _) => Err(error),
        }
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
