/* tilewright for C: tasks by their documents, games, maps that change. Made by `cargo xtask capi`: do not edit.
 *
 * Every function may be called on any thread. Texts are UTF-8. A handle serves one thread at a time: a second one gets
 * TW_STATUS_BUSY. Unload the library only when no call is under way. */

#ifndef TILEWRIGHT_H
#define TILEWRIGHT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The version of this interface: a program and a library go together that have the same.
#define TW_ABI_VERSION 1

// What a call answers with.
typedef enum TwStatus {
  // Done.
  TW_STATUS_OK = 0,
  // Done, and the answer is no: no level was found, no way exists, a check failed.
  TW_STATUS_NO = 1,
  // Stopped by the callback; the answer is what was found until then.
  TW_STATUS_STOPPED = 2,
  // Refused: `tw_last_error` says why, `tw_last_hint` what to do.
  TW_STATUS_REFUSED = 3,
  // An argument cannot be used: null, no UTF-8, out of range.
  TW_STATUS_ARGUMENT = 4,
  // There is no such handle: it was freed, or is one of another kind, or was never given.
  TW_STATUS_GONE = 5,
  // Another thread is using the handle.
  TW_STATUS_BUSY = 6,
  // The buffer is too short; its length is what is needed.
  TW_STATUS_SHORT = 7,
  // An error of the library itself. The handle is given up.
  TW_STATUS_BUG = 8,
} TwStatus;

// Receives what happens while a task runs: an event as a JSON document, of which the book says what each has, or no text at all, when
// nothing has happened for a while. It is called on the thread that called `tw_run`; what it returns stops the task, unless it is 0. It
// must not leave by an exception or a long jump.
typedef int (*TwEventCallback)(void *user, const char *event, size_t length);

// A cell of a map: its column and its row, from 0 at the top left.
typedef struct TwCell {
  // The column.
  uint32_t x;
  // The row.
  uint32_t y;
} TwCell;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface that the library has: compare it with `TW_ABI_VERSION` of the header.
uint32_t tw_abi_version(void);

// Copies the message of the last error of this thread into a buffer, with a zero behind it: as much as there is room for. Returns its
// whole length without the zero; 0 if the last call has not failed. It stays until the next call of this thread.
//
// # Safety
// `buffer` is null, or `capacity` bytes can be written there.
size_t tw_last_error(char *buffer,
                     size_t capacity);

// As `tw_last_error`, what to do about it.
//
// # Safety
// As of `tw_last_error`.
size_t tw_last_hint(char *buffer, size_t capacity);

// As `tw_last_error`, the key of the request that it is about.
//
// # Safety
// As of `tw_last_error`.
size_t tw_last_key(char *buffer, size_t capacity);

// Gives up what a handle stands for; 0 is fine. A call that uses it on another thread ends first. A handle that was given up, or
// never given, is `TW_STATUS_GONE`.
enum TwStatus tw_free(uint64_t handle);

// How many handles are held, for tests that look for what was forgotten.
size_t tw_held(void);

// Runs a task: `request` is a JSON document with the name of the task and its keys, as everywhere; files that it names are relative
// to the folder of the process, and a level or map may stand in it. `picture` is `svg`, `png`, `gif` or `apng`, or null without one. The
// callback may be null; it gets `user` back. `answer` receives a handle, to be read by `tw_answer_read` and freed, if the status is
// `TW_STATUS_OK`, `TW_STATUS_NO` or `TW_STATUS_STOPPED`; else 0.
//
// # Safety
// `length` bytes can be read from `request`, `picture` is null or a text that ends with a zero, a handle can be written to `answer`.
enum TwStatus tw_run(const char *request,
                     size_t length,
                     const char *picture,
                     TwEventCallback on_event,
                     void *user,
                     uint64_t *answer);

// Reads a form of an answer into a buffer: `json`, `text`, or the `picture` that was asked for, which is empty if there is none.
// `length` receives how many bytes it has. With a null buffer that is all; with one that is too short the status is `TW_STATUS_SHORT`.
//
// # Safety
// `form` is a text that ends with a zero, `capacity` bytes can be written to `buffer`, a number to `length`.
enum TwStatus tw_answer_read(uint64_t answer,
                             const char *form,
                             uint8_t *buffer,
                             size_t capacity,
                             size_t *length);

// Begins a game, `match3`, `2048` or `battleship`, with its settings as a JSON object: those of `play` on the command line, or `saved`
// with the text of a saved game. `game` receives its handle, or 0.
//
// # Safety
// `name` is a text that ends with a zero, `length` bytes can be read from `settings`, a handle can be written to `game`.
enum TwStatus tw_game_open(const char *name,
                           const char *settings,
                           size_t length,
                           uint64_t *game);

// Asks a game: `position`; `play` with a move of the position; `undo`; `hint`, perhaps with the name of a player; `outlook`; `save`. The
// argument is JSON, or nothing. The answer is JSON, and goes into the buffer as in `tw_answer_read`. Where that was too short it was
// made all the same, and `tw_game_said` reads it again. A move that is not possible is `TW_STATUS_REFUSED`, and changes nothing.
//
// # Safety
// `verb` is a text that ends with a zero, `argument_length` bytes can be read from `argument`, `capacity` bytes can be written to
// `buffer`, a number to `length`.
enum TwStatus tw_game_ask(uint64_t game,
                          const char *verb,
                          const char *argument,
                          size_t argument_length,
                          uint8_t *buffer,
                          size_t capacity,
                          size_t *length);

// Reads the last answer of a game again.
//
// # Safety
// `capacity` bytes can be written to `buffer`, a number to `length`.
enum TwStatus tw_game_said(uint64_t game, uint8_t *buffer, size_t capacity, size_t *length);

// Makes a map of this many columns and rows. `cells` are the terrains of its cells row by row (0 free, 1 swamp, 2 water, 3 wall, 4 trees,
// others as you mean them), or null if all are free. Steps lead to 4 or 8 neighbours; diagonal ones pass no corner of a wall. `map` receives its handle, or 0.
//
// # Safety
// `length` bytes can be read from `cells`, a handle can be written to `map`.
enum TwStatus tw_map_new(uint32_t columns,
                         uint32_t rows,
                         uint32_t neighbors,
                         const uint8_t *cells,
                         size_t length,
                         uint64_t *map);

// Makes a cell of another terrain.
enum TwStatus tw_map_set(uint64_t map, struct TwCell at, uint8_t terrain);

// Finds a cheapest way from one cell to another, and puts its cells into the buffer, both ends included. `length` receives how many there
// are, `cost` what it costs; `tw_map_way` reads the cells again, if the buffer was too short. `TW_STATUS_NO` if there is no way; then `length` is 0.
//
// # Safety
// `capacity` cells can be written to `cells`, a number to `length`; `cost` is null, or a number can be written there.
enum TwStatus tw_map_find(uint64_t map,
                          struct TwCell from,
                          struct TwCell to,
                          struct TwCell *cells,
                          size_t capacity,
                          size_t *length,
                          double *cost);

// Reads the way that was found last again.
//
// # Safety
// `capacity` cells can be written to `cells`, a number to `length`.
enum TwStatus tw_map_way(uint64_t map, struct TwCell *cells, size_t capacity, size_t *length);

// Whether there is a way, which takes no search: `TW_STATUS_OK`, or `TW_STATUS_NO`.
enum TwStatus tw_map_is_reachable(uint64_t map, struct TwCell from, struct TwCell to);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TILEWRIGHT_H */
