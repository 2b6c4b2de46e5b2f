//! Opening a database: made new and whole, checked before anything is written.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::owner::make_folder;
use crate::{Error, Result, temporary_folder};

/// Identifies the file as ours, in the header of every SQLite database: `tilw`.
const APPLICATION: i64 = 0x7469_6c77;

/// The tables.
const SCHEMA: &str = include_str!("schema.sql");

/// The version of their format, in the header of the file.
const FORMAT: i64 = 3;

/// How long is waited for another process that writes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// A database of up to this size is checked page by page when it is opened, in bytes: the check
/// reads it all, and would delay every command that opens a larger one. Chosen.
const CHECKED: u64 = 16 << 20;

/// Opens a database, or makes a new one. Returns too whether it can only be read.
pub(crate) fn open(path: &Path) -> Result<(Connection, bool)> {
    let io = |what: &str| {
        let what = format!("cannot {what} {}", path.display());
        move |source| Error::Io { what, source }
    };
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(Error::Foreign(path.to_owned())),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path)?,
        Err(error) => return Err(io("read")(error)),
    }

    // The header is checked and the right to write asked before SQLite opens the file, as opening
    // may already write.
    check_header(path).map_err(io("read"))??;
    if !can_write(path) {
        return Ok((open_to_read(path)?, true));
    }

    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags);
    let db = opened.map_err(|source| of_sqlite(path, source))?;
    ready(&db, path)?;

    Ok((db, false))
}

/// Whether a database may be written: SQLite also needs files beside it.
fn can_write(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let opened = File::options().append(true).open(path);
    let denied = opened.and_then(|_| tempfile::tempfile_in(folder)).err();
    denied.is_none_or(|error| {
        let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
        !kinds.contains(&error.kind())
    })
}

/// Opens a database that cannot be written. Where there is no write-ahead log, nobody has it open to write, and it is
/// read without the files that readers share: those cannot be made beside it.
fn open_to_read(path: &Path) -> Result<Connection> {
    let wrap = |source| of_sqlite(path, source);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let how = if log_of(path).exists() { "mode=ro" } else { "immutable=1" };
    let db = Connection::open_with_flags(format!("{}?{how}", address(path)), flags);
    let db = db.map_err(wrap)?;
    db.busy_timeout(PATIENCE).map_err(wrap)?;
    let found = version(&db).map_err(wrap)?;
    if found != FORMAT {
        return Err(Error::Format { path: path.to_owned(), found, known: FORMAT });
    }

    check(&db, path)?;
    Ok(db)
}

/// Whether the write-ahead log beside a database holds what need not be in the file yet.
fn is_logged(path: &Path) -> bool {
    fs::metadata(log_of(path)).is_ok_and(|found| found.len() > 0)
}

/// The write-ahead log beside a database.
fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// The address of a file, in which SQLite takes options.
fn address(path: &Path) -> String {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut address = "file://".to_owned();
    let bytes = whole.as_os_str().as_encoded_bytes();

    if !bytes.starts_with(b"/") {
        address.push('/');
    }

    for &byte in bytes {
        match byte {
            b'\\' => address.push('/'),
            b'/' | b'.' | b'-' | b'_' | b':' => address.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            _ => {
                let _ = write!(address, "%{byte:02x}");
            }
        }
    }

    address
}

/// A database in memory.
pub(crate) fn in_memory() -> Result<Connection> {
    let path = Path::new(":memory:");
    let made = Connection::open_in_memory().and_then(|mut db| {
        configure(&db)?;
        fill(&mut db)?;
        Ok(db)
    });
    made.map_err(|source| of_sqlite(path, source))
}

/// Checks an open database, and makes it ready to be written.
fn ready(db: &Connection, path: &Path) -> Result<()> {
    let wrap = |source| of_sqlite(path, source);
    // Until it is known to be ours and sound, closing it must not write the log into it.
    let untouched = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
    db.set_db_config(untouched, is_logged(path)).map_err(wrap)?;
    configure(db).map_err(wrap)?;
    let found = version(db).map_err(wrap)?;
    if found != FORMAT {
        return Err(Error::Format { path: path.to_owned(), found, known: FORMAT });
    }
    check(db, path)?;
    write_ahead(db).map_err(wrap)?;
    db.set_db_config(untouched, false).map_err(wrap)?;
    Ok(())
}

/// Sets what holds for each connection.
fn configure(db: &Connection) -> rusqlite::Result<()> {
    db.busy_timeout(PATIENCE)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    db.set_prepared_statement_cache_capacity(64);
    // With a write-ahead log a killed process loses nothing; a power failure may lose the last
    // moments, and never damages the file.
    db.execute_batch("PRAGMA foreign_keys = on; PRAGMA synchronous = normal;")
}

/// Turns the write-ahead log on, if it is not.
fn write_ahead(db: &Connection) -> rusqlite::Result<()> {
    db.query_row("PRAGMA journal_mode = wal", [], |_| Ok(()))
}

/// The version of the format.
fn version(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Makes the tables of a new database.
fn fill(db: &mut Connection) -> rusqlite::Result<()> {
    let step = Transaction::new(db, TransactionBehavior::Immediate)?;
    step.execute_batch(SCHEMA)?;
    step.execute_batch(&format!(
        "PRAGMA user_version = {FORMAT}; PRAGMA application_id = {APPLICATION};"
    ))?;
    step.commit()
}

/// Makes a new database beside its place and gives it its name when it is whole, so that a file
/// of this name is never a part of one.
fn make(path: &Path) -> Result<()> {
    let io =
        |source| Error::Io { what: format!("cannot make {}", path.display()), source };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    make_folder(folder).map_err(io)?;
    let (place, _lock) = temporary_folder(folder).map_err(io)?;
    // Only its user can read a temporary file, and so the database.
    let made = tempfile::NamedTempFile::new_in(place.path()).map_err(io)?;
    let filled = Connection::open(made.path()).and_then(|mut db| {
        configure(&db)?;
        db.execute_batch("PRAGMA auto_vacuum = incremental")?;
        fill(&mut db)?;
        write_ahead(&db)
    });
    filled.map_err(|source| of_sqlite(path, source))?;
    match made.persist_noclobber(path) {
        // Another process was faster.
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(io(error.error)),
        Ok(_) => Ok(()),
    }
}

/// Checks the header of a file before SQLite opens it: SQLite may write to what it opens.
fn check_header(path: &Path) -> io::Result<Result<()>> {
    let mut header = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut header)?;
    let path = path.to_owned();

    let number = |at: usize| {
        let bytes = header.get(at..at + 4)?;
        Some(i64::from(u32::from_be_bytes(bytes.try_into().ok()?)))
    };
    if !header.starts_with(b"SQLite format 3\0") || number(68) != Some(APPLICATION) {
        return Ok(Err(Error::Foreign(path)));
    }

    let found = number(60).unwrap_or(0);
    if found != FORMAT {
        return Ok(Err(Error::Format { path, found, known: FORMAT }));
    }

    Ok(Ok(()))
}

/// Checks that the file is not truncated and, if it is not large, all of its pages.
fn check(db: &Connection, path: &Path) -> Result<()> {
    let damaged = |what: String| Error::Damaged { path: path.to_owned(), what };
    let wrap = |source| of_sqlite(path, source);
    let number = |name: &str| {
        let found = db.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
        found.map(u64::from).map_err(wrap)
    };

    // From the first look at the pages to the last, others may write and close. A transaction
    // holds what is looked at: the pages that it counts stay in the file or in the log, and only
    // measured after it has begun, the two cannot have been a state before them.
    let held = db.unchecked_transaction().map_err(wrap)?;
    let expected = number("page_count")? * number("page_size")?;
    let read = |source| {
        let what = format!("cannot read {}", path.display());
        Error::Io { what, source }
    };
    let logged = is_logged(path);
    let size = fs::metadata(path).map_err(read)?.len();

    // Pages that are only in the write-ahead log are not missing.
    if size < expected && !logged {
        return Err(damaged(format!("it has {size} bytes instead of {expected}")));
    }

    // The check reads every page: too much for each command on a large database.
    if size <= CHECKED {
        let checked = "PRAGMA quick_check(1)";
        let found = db.query_row(checked, [], |row| row.get::<_, String>(0));
        let found = found.map_err(wrap)?;
        if found != "ok" {
            return Err(damaged(found.replace('\n', " ")));
        }
    }

    held.finish().map_err(wrap)
}

/// The error for one of SQLite: a damaged file, a busy one, or another.
pub(crate) fn of_sqlite(path: &Path, source: rusqlite::Error) -> Error {
    use rusqlite::ErrorCode::{
        DatabaseBusy, DatabaseCorrupt, DatabaseLocked, NotADatabase,
    };

    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => {
            Error::Damaged { path, what: source.to_string() }
        }
        Some(DatabaseBusy | DatabaseLocked) => Error::Busy(path),
        _ => Error::Sqlite { path, source },
    }
}
