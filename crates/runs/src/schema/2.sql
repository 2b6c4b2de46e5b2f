-- Version 2: what the workbench keeps besides runs.

-- A folder of documents has the hash of all that is in it as its name.
CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    -- Unix seconds of the last use.
    used INTEGER NOT NULL
) STRICT;

CREATE INDEX folders_by_use ON folders (used, id);

-- Contents are shared by all folders that hold them.
CREATE TABLE contents (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE documents (
    folder INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
    name TEXT NOT NULL,
    content INTEGER NOT NULL REFERENCES contents,
    PRIMARY KEY (folder, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX documents_by_content ON documents (content);

-- Games that are played.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The number of moves.
    made INTEGER NOT NULL,
    headline TEXT NOT NULL,
    -- Unix seconds.
    changed INTEGER NOT NULL,
    saved TEXT NOT NULL
) STRICT;

CREATE INDEX sessions_by_change ON sessions (game, changed);
