-- Version 3: changes of games and drafts are counted, so that one that came too late is refused.

-- The number of changes so far: moves, and moves that were taken back.
ALTER TABLE sessions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

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
