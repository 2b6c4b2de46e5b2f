//! AI for tile games: match-3 levels of a wanted difficulty, by evolution and by search.
