-- The runs.

CREATE TABLE runs (
    -- Ids are never used twice, so that an address never leads to another run.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN
        ('running', 'done', 'no', 'wrong', 'stopped', 'refused', 'cut off')),
    -- The 64 bits of the seed: those from 2^63 are negative here.
    seed INTEGER,
    version TEXT NOT NULL,
    host TEXT NOT NULL,
    -- The folder in which relative names of inputs are found.
    folder TEXT,
    -- Unix seconds.
    begun INTEGER NOT NULL,
    seconds REAL NOT NULL DEFAULT 0,
    headline TEXT NOT NULL DEFAULT '',
    done INTEGER,
    steps INTEGER,
    status TEXT NOT NULL DEFAULT '',
    -- The lock that the process at work holds.
    owner TEXT,
    -- A checksum of the task and the request without its seed.
    likeness INTEGER NOT NULL,
    -- A checksum of the inputs, once the task has read them.
    inputs INTEGER
) STRICT;

CREATE INDEX runs_by_task ON runs (task);
CREATE INDEX runs_by_state ON runs (state);
CREATE INDEX runs_by_task_and_state ON runs (task, state);
CREATE INDEX runs_by_likeness ON runs (likeness);

CREATE TABLE requests (
    run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    request TEXT NOT NULL
) STRICT;

CREATE TABLE answers (
    run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    error TEXT,
    hint TEXT,
    checksum INTEGER NOT NULL,
    text TEXT NOT NULL,
    svg TEXT,
    answer BLOB NOT NULL
) STRICT;

CREATE TABLE points (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    step INTEGER NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    -- Covers this entry and all entries before it.
    checksum INTEGER NOT NULL,
    outcomes TEXT NOT NULL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE files (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    output TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, output, name)
) STRICT;

-- The words of each run. The texts themselves are in the tables above.
CREATE VIRTUAL TABLE search USING fts5 (
    task, request, headline, text,
    content = '', contentless_delete = 1, prefix = '2 3'
);

CREATE TRIGGER run_deleted AFTER DELETE ON runs BEGIN
    DELETE FROM search WHERE rowid = old.id;
END;

-- What the workbench keeps besides runs.

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
    saved TEXT NOT NULL,
    -- The number of changes so far: moves, and moves that were taken back. One that came too late is
    -- refused.
    revision INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX sessions_by_change ON sessions (game, changed);

-- The changes of each game, by the revision to which they led.
CREATE TABLE session_changes (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    -- 1 where the move was taken back.
    is_undo INTEGER NOT NULL,
    -- The move as JSON; null where the game was loaded with it.
    move TEXT,
    PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;

-- What is drawn on the page, with its steps of undo.
CREATE TABLE drafts (
    id TEXT PRIMARY KEY,
    -- What it is, such as `levels`.
    kind TEXT NOT NULL,
    revision INTEGER NOT NULL,
    -- Unix seconds.
    changed INTEGER NOT NULL,
    -- JSON.
    value TEXT NOT NULL
) STRICT;

CREATE INDEX drafts_by_change ON drafts (kind, changed);
