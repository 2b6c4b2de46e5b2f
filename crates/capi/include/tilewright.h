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

// The units of a point that are a cell.
#define TW_UNIT 4096

// No cell, where a cell is a number.
#define TW_NO_CELL 65535

// No colour.
#define TW_COLORLESS 255

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

// What a walker is doing.
typedef enum TwWalkerState {
  // It has no goal.
  TW_WALKER_STATE_IDLE = 0,
  // It is on its way.
  TW_WALKER_STATE_WALKING = 1,
  // It is at its goal.
  TW_WALKER_STATE_ARRIVED = 2,
  // There is no way to its goal.
  TW_WALKER_STATE_UNREACHABLE = 3,
} TwWalkerState;

// What has happened to a walker in a step.
typedef enum TwCrowdEventKind {
  // It has gone to another cell, `at`.
  TW_CROWD_EVENT_KIND_MOVED = 0,
  // It was put into another cell, `at`, since nobody can stand where it was.
  TW_CROWD_EVENT_KIND_DISPLACED = 1,
  // It has come to its goal: once for each goal, as it may make room for others later.
  TW_CROWD_EVENT_KIND_ARRIVED = 2,
  // It has left the crowd, since nobody can stand where it was and no other cell was free.
  TW_CROWD_EVENT_KIND_LEFT = 3,
} TwCrowdEventKind;

// The answer to a query.
typedef enum TwOutcome {
  // No goal can be reached.
  TW_OUTCOME_UNREACHABLE = 0,
  // A route to a goal.
  TW_OUTCOME_REACHED = 1,
  // No goal can be reached: a route to the nearest place that can.
  TW_OUTCOME_NEAREST = 2,
  // The budget is used up: `tw_map_resume` continues `search`.
  TW_OUTCOME_UNFINISHED = 3,
} TwOutcome;

// The shape of the cells of a map, and which rows or columns are shifted.
typedef enum TwShape {
  // Squares.
  TW_SHAPE_SQUARES = 0,
  // Hexagons; odd rows are shifted to the right.
  TW_SHAPE_HEXAGONS_ODD_ROWS = 1,
  // Hexagons; even rows are shifted to the right.
  TW_SHAPE_HEXAGONS_EVEN_ROWS = 2,
  // Hexagons; odd columns are shifted down.
  TW_SHAPE_HEXAGONS_ODD_COLUMNS = 3,
  // Hexagons; even columns are shifted down.
  TW_SHAPE_HEXAGONS_EVEN_COLUMNS = 4,
  // Diamonds; odd rows are shifted to the right.
  TW_SHAPE_DIAMONDS_ODD_ROWS = 5,
  // Diamonds; even rows are shifted to the right.
  TW_SHAPE_DIAMONDS_EVEN_ROWS = 6,
  // Diamonds; odd columns are shifted down.
  TW_SHAPE_DIAMONDS_ODD_COLUMNS = 7,
  // Diamonds; even columns are shifted down.
  TW_SHAPE_DIAMONDS_EVEN_COLUMNS = 8,
} TwShape;

// What a cell is made of. The numbers from 5 to 15 are free for roads, mud or lava.
typedef enum TwTerrain {
  // Free ground.
  TW_TERRAIN_FREE = 0,
  // Swamp.
  TW_TERRAIN_SWAMP = 1,
  // Water.
  TW_TERRAIN_WATER = 2,
  // A wall.
  TW_TERRAIN_WALL = 3,
  // Trees.
  TW_TERRAIN_TREES = 4,
} TwTerrain;

// When a diagonal step may pass blocked cells: each passes two cells that are neighbours of both its ends.
typedef enum TwCorners {
  // Only when both cells are free.
  TW_CORNERS_NEVER = 0,
  // When at least one of the two is free.
  TW_CORNERS_ONE = 1,
  // Always, even between two blocked cells.
  TW_CORNERS_ALWAYS = 2,
} TwCorners;

// The kind of an event. Those below 32 are changes, which alone give every later board; the others are reasons. Numbers stay: skip those that you do not
// know.
typedef enum TwEventKind {
  // An element appears: `id`, `look`, `to`; `from` is the spawner or the generator, `by` the group, the piece or the generator that made it, `manner` dealt,
  // refilled, made, given, spread, restored or placed.
  TW_EVENT_KIND_APPEAR = 0,
  // An element leaves: `id`, `look`, `from`, `by`; `manner` matched, destroyed, fired, merged, exit, replaced, cleared or placed; `value` the
  // goal that it counts for, from 0, or -1.
  TW_EVENT_KIND_LEAVE = 1,
  // An element moves by one cell or one jump: `id`, `from`, `to`; `manner` swap, swap-back, fall, slide, portal, conveyor,
  // shuffle, merged or restored.
  TW_EVENT_KIND_MOVE = 2,
  // An element gets another look: `id`, `look`, `from` where it is, `by`.
  TW_EVENT_KIND_TURN = 3,
  // An element loses a layer: `id`, `look` with the layers that are left, `value` their number, `from` where it is, `by`. After
  // 0 it leaves.
  TW_EVENT_KIND_HIT = 4,
  // The player swaps: `id` goes `from` a cell `to` a neighbour, where `by` was.
  TW_EVENT_KIND_SWAP = 32,
  // The player taps: `id`, `from`.
  TW_EVENT_KIND_TAP = 33,
  // The swap makes nothing and is taken back: `id` goes back `from` the neighbour `to` its own cell, where `by` was.
  TW_EVENT_KIND_REFUSED = 34,
  // A group is matched: `id` is its own, `list` the ids of what is in it, in reading order; if it makes a piece, `look` is the
  // piece, `to` its cell and `value` the number of its shape in the rules, otherwise `value` is -1.
  TW_EVENT_KIND_GROUP = 35,
  // A piece fires: `id`, `look`, `from`; `by` the group or piece that set it off, `manner` across or down of a line,
  // otherwise around; `to` the cell that it has chosen, if it chooses; `list` the cells that it reaches, in the order in
  // which they are hit. Of a pair, `by` is the other piece and `value` the number of the pair in the rules, otherwise -1.
  TW_EVENT_KIND_FIRE = 36,
  // Another number is left of a part of the goal: `value`, at most 2,147,483,647, of part `id - 1` in the order of the state's parts.
  TW_EVENT_KIND_COUNT = 37,
  // Points are scored: `value` of them; below 0 where a reshuffle is undone.
  TW_EVENT_KIND_SCORE = 38,
  // A kind spreads: the element `id` takes the cell `to`.
  TW_EVENT_KIND_SPREAD = 39,
  // No move was left: the blocks change places. `list` has for each cell that had a block where its block goes, in reading
  // order; the moves follow.
  TW_EVENT_KIND_RESHUFFLE = 40,
  // The cascades of the move have no end: `classic` deals again, other rules end the game.
  TW_EVENT_KIND_ENDLESS = 41,
  // The board is at rest, and the next move is the player's.
  TW_EVENT_KIND_REST = 42,
  // The player uses a booster: `from` is its cell, if it has one.
  TW_EVENT_KIND_BOOST = 44,
  // The game has ended: `manner` won, out-of-moves, timed-out, stuck or endless.
  TW_EVENT_KIND_END = 43,
  // Somebody sets the board or its goal; `manner` placed of what appears and leaves.
  TW_EVENT_KIND_EDIT = 45,
  // The last of a list that holds not all events of a move: `value` of them are missing, from its step on. The state after the
  // move has all elements. Only lists have it, never a listener.
  TW_EVENT_KIND_OMITTED = 46,
  // The turns of the timer `id` are over, `from` where it is: what it does follows.
  TW_EVENT_KIND_TIMER = 47,
} TwEventKind;

// In which manner something appears, leaves, moves, fires or ends.
typedef enum TwManner {
  // None of these.
  TW_MANNER_NONE = 0,
  // It is swapped by the player.
  TW_MANNER_SWAP = 1,
  // Its swap is taken back.
  TW_MANNER_SWAP_BACK = 2,
  // It falls straight down.
  TW_MANNER_FALL = 3,
  // It slides to a cell beside.
  TW_MANNER_SLIDE = 4,
  // It goes through a portal.
  TW_MANNER_PORTAL = 5,
  // A conveyor carries it.
  TW_MANNER_CONVEYOR = 6,
  // A reshuffle moves it.
  TW_MANNER_SHUFFLE = 7,
  // It is dealt, as at the start.
  TW_MANNER_DEALT = 16,
  // It comes in at a spawner.
  TW_MANNER_REFILLED = 17,
  // A group makes it.
  TW_MANNER_MADE = 18,
  // It spreads.
  TW_MANNER_SPREAD = 19,
  // It is there again after a reshuffle that found no board with a move.
  TW_MANNER_RESTORED = 20,
  // Somebody has put it there, or in its place.
  TW_MANNER_PLACED = 21,
  // A generator has given it.
  TW_MANNER_GIVEN = 22,
  // It belongs to a group.
  TW_MANNER_MATCHED = 32,
  // A hit destroys it.
  TW_MANNER_DESTROYED = 33,
  // It has fired.
  TW_MANNER_FIRED = 34,
  // It leaves the board by an exit.
  TW_MANNER_EXIT = 35,
  // Something else takes its cell.
  TW_MANNER_REPLACED = 36,
  // The board is dealt again or restored.
  TW_MANNER_CLEARED = 37,
  // It touches pieces that fire together, and is merged into them.
  TW_MANNER_MERGED = 38,
  // Along its row.
  TW_MANNER_ACROSS = 48,
  // Along its column.
  TW_MANNER_DOWN = 49,
  // Around itself, or at cells of its choice.
  TW_MANNER_AROUND = 50,
  // The goal is reached.
  TW_MANNER_WON = 64,
  // All moves have been made.
  TW_MANNER_OUT_OF_MOVES = 65,
  // No move is possible.
  TW_MANNER_STUCK = 66,
  // The cascades have no end.
  TW_MANNER_ENDLESS = 67,
  // A timer has run out.
  TW_MANNER_TIMED_OUT = 68,
} TwManner;

// What an element is.
typedef enum TwSort {
  // No element.
  TW_SORT_NONE = 0,
  // A block of a colour.
  TW_SORT_BLOCK = 1,
  // A piece of the rules.
  TW_SORT_PIECE = 2,
  // A piece that has fired and will fire once more.
  TW_SORT_ARMED_PIECE = 3,
  // A blocker of the rules.
  TW_SORT_BLOCKER = 4,
  // An ingredient of the rules.
  TW_SORT_INGREDIENT = 5,
  // A cover of the rules, over what fills its cell.
  TW_SORT_COVER = 6,
  // A ground of the rules, under what fills its cell.
  TW_SORT_GROUND = 7,
  // An obstacle: nothing breaks it, but a conveyor carries it.
  TW_SORT_OBSTACLE = 8,
} TwSort;

// Who asks. `tw_agent` gives the usual one, to be changed.
typedef struct TwAgent {
  // The layer that it moves on, by its number in the map.
  uint32_t layer;
  // It covers `size` × `size` cells, and stands where the upper left one of them is.
  uint32_t size;
  // It may use the links whose masks have a bit in common with this one.
  uint32_t mask;
} TwAgent;

// A place on a map: the column and the row of its cell, from 0 at the top left, and its floor, from 0.
typedef struct TwPlace {
  // The column.
  uint32_t x;
  // The row.
  uint32_t y;
  // The floor.
  uint32_t floor;
} TwPlace;

// An event of a crowd.
typedef struct TwCrowdEvent {
  // The walker.
  uint64_t walker;
  // Where it is now; of one that has arrived or left 0.
  struct TwPlace at;
  // What has happened.
  enum TwCrowdEventKind kind;
} TwCrowdEvent;

// A point on a floor, in units of which `TW_UNIT` are a cell: the middle of the upper left cell is half of that to the right and down.
typedef struct TwPoint {
  // Units to the right of the floor's left side.
  int32_t x;
  // Units below the floor's upper side.
  int32_t y;
  // The floor.
  uint32_t floor;
} TwPoint;

// Where a walker of a flow is.
typedef struct TwBody {
  // The walker.
  uint64_t walker;
  // Its middle.
  struct TwPoint point;
  // What it is doing.
  enum TwWalkerState state;
} TwBody;

// How an element looks, as numbers into the tables of the rules, whose names `tw_game_ask(game, "about", …)` has.
typedef struct TwLook {
  // A `TwSort`.
  uint8_t sort;
  // The number of the piece, or of the kind of a blocker, ingredient, cover or ground, from 0 in the order of the rules; 0 of a block.
  uint8_t number;
  // The colour, from 0; `TW_COLORLESS` without one.
  uint8_t color;
  // The layers of a blocker, cover or ground; of a piece 1 if it fires along its column; of an armed piece the number of its effect;
  // otherwise 0.
  uint8_t detail;
} TwLook;

// One change or one reason. `TwEventKind` says which fields mean something; the others are 0, or no cell.
typedef struct TwEvent {
  // A `TwEventKind`.
  uint8_t kind;
  // A `TwManner`.
  uint8_t manner;
  // The length of its list.
  uint16_t list_length;
  // The step of the move, from 0: what happens in one step happens at once.
  uint32_t step;
  // Whom it happens to: the number of an element or of a group in its game, from 1; 0 for nobody.
  uint32_t id;
  // Who causes it.
  uint32_t by;
  // The cell where it begins, counted from 0 row by row; `TW_NO_CELL` for none.
  uint16_t from;
  // The cell where it ends.
  uint16_t to;
  // How the element looks after it.
  struct TwLook look;
  // A number: layers, points, a goal.
  int32_t value;
  // Where its list begins in what `tw_match3_lists` reads.
  uint32_t list_start;
} TwEvent;

// A move of match-3: a swap of two neighbours, or a tap, which is a cell twice.
typedef struct TwSwap {
  // The column of the first cell.
  uint32_t x;
  // Its row.
  uint32_t y;
  // The column of the second cell.
  uint32_t to_x;
  // Its row.
  uint32_t to_y;
} TwSwap;

// Where a game of match-3 stands.
typedef struct TwMatch3State {
  // The points so far.
  uint64_t score;
  // How much of the goal is left, over all its parts; of points a tenth.
  uint64_t left;
  // Columns of the board.
  uint32_t columns;
  // Rows of the board.
  uint32_t rows;
  // The moves that were made.
  uint32_t moves_made;
  // The moves that may be made; `UINT32_MAX` without a limit.
  uint32_t move_limit;
  // 1 if the game is over.
  uint32_t over;
  // 1 if the goal was reached.
  uint32_t won;
} TwMatch3State;

// What is on the board: a ground, what fills a cell, or a cover.
typedef struct TwElement {
  // Its number in the game.
  uint32_t id;
  // Its cell, counted from 0 row by row.
  uint32_t cell;
  // How it looks.
  struct TwLook look;
} TwElement;

// A way to move. `tw_layer` gives the usual one, to be changed.
typedef struct TwLayer {
  // The cost of entering each terrain, from 0.001 to a million, the factor on the length of a step; 0 where it cannot be entered.
  double costs[16];
  // What each unit of danger of a cell adds to the cost of a step into it.
  double danger_weight;
  // 4 or 8 neighbours of a square; hexagons have 6, whatever is said here.
  uint32_t neighbors;
  // A `TwCorners`.
  uint32_t corners;
  // Bit `n - 1` is set if it has agents of size `n`, 1 to 8; those of size 1 it has always.
  uint32_t sizes;
} TwLayer;

// A way from one place to another beside the steps of the map: stairs, a ladder, a teleporter, a drop. `tw_link` gives the usual one, to be changed.
typedef struct TwLink {
  // Where it begins.
  struct TwPlace from;
  // Where it ends.
  struct TwPlace to;
  // Who may use it: agents whose masks have a bit in common with it.
  uint32_t mask;
  // Whether it leads from its end to its beginning too, if not 0.
  uint32_t both_ways;
  // What it costs.
  double cost;
} TwLink;

// The size of a floor.
typedef struct TwFloor {
  // Columns.
  uint32_t columns;
  // Rows.
  uint32_t rows;
} TwFloor;

// What a cell becomes: another terrain, or another danger.
typedef struct TwChange {
  // The cell.
  struct TwPlace at;
  // Its terrain, or its danger.
  uint32_t value;
} TwChange;

// What a cell is.
typedef struct TwCell {
  // The factor on the cost of its terrain.
  double cost;
  // A `TwTerrain`, or another number to 15.
  uint32_t terrain;
  // Its danger.
  uint32_t danger;
} TwCell;

// From where to where, for whom, within which limits. `tw_query` gives the usual one, to be changed.
typedef struct TwQuery {
  // The start. If the agent cannot stand there, it begins at the nearest cell where it can.
  struct TwPlace from;
  // The goal, if `goals` is null.
  struct TwPlace to;
  // Several goals, of which the cheapest is reached, or null.
  const struct TwPlace *goals;
  // How many they are.
  size_t goal_count;
  // Other cells that count as walls, such as those where other agents stand; or null.
  const struct TwPlace *blocked;
  // How many they are.
  size_t blocked_count;
  // Who asks.
  struct TwAgent agent;
  // If not 0, and no goal can be reached, the route leads to the place that can be reached and is nearest to a goal.
  uint32_t or_nearest;
  // If not 0, the regions to cross are chosen first: faster on large maps with costs, and not always the cheapest.
  uint32_t coarse;
  // Any place of the goal's floor at most this far from it, in cells, is a goal; below 0 only that itself. It needs one goal.
  double radius;
  // The tick at which the agent leaves, on maps with doors.
  double departure;
  // A route must not cost more.
  double max_cost;
  // The route may cost up to this factor more than the cheapest, 1 or more.
  double weight;
  // The cells to expand before the search is left to the next frame; `UINT64_MAX` for all.
  uint64_t budget;
} TwQuery;

// What a query has found.
typedef struct TwFound {
  // What the route costs.
  double cost;
  // What the cheapest route costs at least.
  double least;
  // How many cells were expanded.
  uint64_t expansions;
  // The handle of the search, if it is unfinished; else 0.
  uint64_t search;
  // The handle of the route, if it should be kept and there is one; else 0.
  uint64_t route;
  // How many places the route has, both ends included.
  size_t length;
  // What was found.
  enum TwOutcome outcome;
} TwFound;

// A link that a route uses.
typedef struct TwRouteLink {
  // The link.
  uint64_t link;
  // The number of the place of the route from which it is used.
  size_t at;
} TwRouteLink;

// Receives what happens while a task runs: an event as a JSON document, of which the book says what each has, or no text at all, when
// nothing has happened for a while. It is called on the thread that called `tw_run`; what it returns stops the task, unless it is 0. It
// must not leave by an exception or a long jump.
typedef int (*TwEventCallback)(void *user, const char *event, size_t length);

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

// Makes a crowd of agents of one cell, who go from cell to cell and make room for each other; ties are broken by the seed. Each step leads to one of
// four neighbours, whatever the cells cost; links are not used. `crowd` receives its handle, or 0.
//
// # Safety
// A handle can be written to `crowd`.
enum TwStatus tw_crowd_new(uint64_t map,
                           struct TwAgent agent,
                           uint64_t seed,
                           uint64_t *crowd);

// Adds a walker at a place where nobody stands. `goal` is null if it has none. `walker` receives what it is called by; that of one who left is never given again.
//
// # Safety
// `goal` is null, or a place can be read there; a number can be written to `walker`.
enum TwStatus tw_crowd_add(uint64_t crowd,
                           struct TwPlace at,
                           const struct TwPlace *goal,
                           uint64_t *walker);

// Takes a walker out of a crowd.
enum TwStatus tw_crowd_remove(uint64_t crowd, uint64_t walker);

// Gives a walker another goal, or none if it is null.
//
// # Safety
// `goal` is null, or a place can be read there.
enum TwStatus tw_crowd_set_goal(uint64_t crowd, uint64_t walker, const struct TwPlace *goal);

// Lets a walker stand still, so that it makes room for nobody, if `still` is not 0; else walk again.
enum TwStatus tw_crowd_set_still(uint64_t crowd,
                                 uint64_t walker,
                                 uint32_t still);

// Reads where a walker is, and what it is doing. Either may be null.
//
// # Safety
// `at` and `state` are null, or can be written to.
enum TwStatus tw_crowd_walker(uint64_t crowd,
                              uint64_t walker,
                              struct TwPlace *at,
                              enum TwWalkerState *state);

// Moves every walker by one step, and puts what has happened into the buffer. Where that was too short or null the step was made all the same, and
// `tw_crowd_events` reads it again.
//
// # Safety
// `capacity` events can be written to `events`, a number to `length`.
enum TwStatus tw_crowd_step(uint64_t map,
                            uint64_t crowd,
                            struct TwCrowdEvent *events,
                            size_t capacity,
                            size_t *length);

// Reads what has happened in the last step again.
//
// # Safety
// As of `tw_crowd_step`.
enum TwStatus tw_crowd_events(uint64_t crowd,
                              struct TwCrowdEvent *events,
                              size_t capacity,
                              size_t *length);

// Makes a flow: many walkers at any points, each a circle with a speed of its own, that flow to the goals of their groups. `flow` receives its handle, or 0.
//
// # Safety
// A handle can be written to `flow`.
enum TwStatus tw_flow_new(uint64_t map,
                          uint64_t *flow);

// Adds a group of agents with these goals; without goals they stand still. `group` receives its number, from 0.
//
// # Safety
// `count` places can be read from `goals`, a number can be written to `group`.
enum TwStatus tw_flow_add_group(uint64_t map,
                                uint64_t flow,
                                struct TwAgent agent,
                                const struct TwPlace *goals,
                                size_t count,
                                uint32_t *group);

// Gives a group other goals; without goals it stands still.
//
// # Safety
// `count` places can be read from `goals`.
enum TwStatus tw_flow_set_goals(uint64_t map,
                                uint64_t flow,
                                uint32_t group,
                                const struct TwPlace *goals,
                                size_t count);

// Adds a walker with its middle at a point. `speed` is how far it goes in an update, at most half of `TW_UNIT`, and `radius` at most half of its agent's
// size. `walker` receives what it is called by.
//
// # Safety
// A number can be written to `walker`.
enum TwStatus tw_flow_add(uint64_t map,
                          uint64_t flow,
                          uint32_t group,
                          struct TwPoint point,
                          int32_t speed,
                          int32_t radius,
                          uint64_t *walker);

// Takes a walker out of a flow.
enum TwStatus tw_flow_remove(uint64_t flow, uint64_t walker);

// Moves all walkers by one update, and puts where they are into the buffer, in the order in which they joined. Where that was too short or null the update was
// made all the same, and `tw_flow_bodies` reads them again; `tw_flow_events` reads who was put elsewhere, has arrived and has left.
//
// # Safety
// `capacity` bodies can be written to `bodies`, a number to `length`.
enum TwStatus tw_flow_update(uint64_t map,
                             uint64_t flow,
                             struct TwBody *bodies,
                             size_t capacity,
                             size_t *length);

// Reads where the walkers of a flow were after its last update again.
//
// # Safety
// As of `tw_flow_update`.
enum TwStatus tw_flow_bodies(uint64_t flow, struct TwBody *bodies, size_t capacity, size_t *length);

// Reads what has happened in the last update.
//
// # Safety
// `capacity` events can be written to `events`, a number to `length`.
enum TwStatus tw_flow_events(uint64_t flow,
                             struct TwCrowdEvent *events,
                             size_t capacity,
                             size_t *length);

// Begins a game, `match3`, `2048` or `battleship`, with its options as a JSON object; null for the usual ones. `match3` needs a `level` as a
// text, with a `goal` if it has none. The book lists the others. `game` receives its handle, or 0.
//
// # Safety
// `name` is a text that ends with a zero, `length` bytes can be read from `options`, a handle can be written to `game`.
enum TwStatus tw_game_open(const char *name,
                           const char *options,
                           size_t length,
                           uint64_t *game);

// Continues a game that its verb `save` wrote.
//
// # Safety
// `name` is a text that ends with a zero, `length` bytes can be read from `saved`, a handle can be written to `game`.
enum TwStatus tw_game_load(const char *name,
                           const char *saved,
                           size_t length,
                           uint64_t *game);

// Copies a game. The copy goes on alike.
//
// # Safety
// A handle can be written to `copy`.
enum TwStatus tw_game_copy(uint64_t game, uint64_t *copy);

// Asks a game. The verbs of all games are `state`, `moves`, `play` with a move, `undo`, `hint` and `save`; the book lists the others. The
// argument is JSON, or nothing. The answer is JSON, and goes into the buffer as in `tw_answer_read`. Where that was too short or null the call
// was made all the same, and `tw_game_said` reads the answer again. `TW_STATUS_NO` if a move or another change was not made: the answer says why.
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

// Reads the last answer of a game again, with its status.
//
// # Safety
// `capacity` bytes can be written to `buffer`, a number to `length`.
enum TwStatus tw_game_said(uint64_t game, uint8_t *buffer, size_t capacity, size_t *length);

// Makes a move of match-3, and puts its events into the buffer: a swap of two cells, or a tap, which is a cell twice. `length` receives how many
// there are. Where the buffer was too short or null the move was made all the same, and `tw_match3_events` reads them again. `TW_STATUS_NO` if the move is
// refused: `tw_last_error` says why, and the events show a swap that is taken back.
//
// # Safety
// `capacity` events can be written to `events`, a number to `length`.
enum TwStatus tw_match3_play(uint64_t game,
                             uint32_t from_x,
                             uint32_t from_y,
                             uint32_t to_x,
                             uint32_t to_y,
                             struct TwEvent *events,
                             size_t capacity,
                             size_t *length);

// Reads the move that a bot would make: `bot` is its name, such as `planner`, or null for `greedy`; `budget` bounds its search, `UINT64_MAX` for none.
// `TW_STATUS_NO` if the game is over.
//
// # Safety
// `bot` is null or a text that ends with a zero, a move can be written to `swap`.
enum TwStatus tw_match3_hint(uint64_t game,
                             const char *bot,
                             uint64_t budget,
                             struct TwSwap *swap);

// Reads where a game of match-3 stands.
//
// # Safety
// A state can be written to `state`.
enum TwStatus tw_match3_state(uint64_t game, struct TwMatch3State *state);

// Reads the events of the last move of `tw_match3_play` again, with its status.
//
// # Safety
// `capacity` events can be written to `events`, a number to `length`.
enum TwStatus tw_match3_events(uint64_t game,
                               struct TwEvent *events,
                               size_t capacity,
                               size_t *length);

// Reads the lists of these events, one after the other: ids of a group, cells of other events.
//
// # Safety
// `capacity` numbers can be written to `lists`, a number to `length`.
enum TwStatus tw_match3_lists(uint64_t game, uint32_t *lists, size_t capacity, size_t *length);

// Reads what is on the board of a game of match-3, cell by cell, of each its ground, what fills it, and its cover: what a screen knows before it follows
// the events.
//
// # Safety
// `capacity` elements can be written to `elements`, a number to `length`.
enum TwStatus tw_match3_elements(uint64_t game,
                                 struct TwElement *elements,
                                 size_t capacity,
                                 size_t *length);

// The usual layer: eight neighbours, free ground and swamp at a cost of 1, agents of size 1.
struct TwLayer tw_layer(void);

// The usual agent: of the first layer and of size 1, who may use all links.
struct TwAgent tw_agent(void);

// The usual link from a place to another one: both ways, at a cost of 1, for everybody.
struct TwLink tw_link(struct TwPlace from, struct TwPlace to);

// Makes a map of floors and layers. `shape` is a `TwShape`. `cells` are the terrains of the cells, floor by floor and row by row, or null if
// all are free. `map` receives its handle, or 0.
//
// # Safety
// `floor_count` floors, `layer_count` layers and `length` bytes can be read from `floors`, `layers` and `cells`, a handle can be written to `map`.
enum TwStatus tw_map_new(const struct TwFloor *floors,
                         size_t floor_count,
                         const struct TwLayer *layers,
                         size_t layer_count,
                         uint32_t shape,
                         const uint8_t *cells,
                         size_t length,
                         uint64_t *map);

// Copies a map with its links and doors; the numbers of its links stay.
//
// # Safety
// A handle can be written to `copy`.
enum TwStatus tw_map_copy(uint64_t map, uint64_t *copy);

// Makes a cell of another terrain, a `TwTerrain` or another number to 15.
enum TwStatus tw_map_set(uint64_t map, struct TwPlace at, uint32_t terrain);

// Makes many cells of other terrains, at less than the cost of one after the other. If one is wrong, none is changed.
//
// # Safety
// `count` changes can be read from `changes`.
enum TwStatus tw_map_set_all(uint64_t map,
                             const struct TwChange *changes,
                             size_t count);

// Sets the factor on the cost of a cell's terrain, from 0.001 to a million.
enum TwStatus tw_map_set_cost(uint64_t map, struct TwPlace at, double cost);

// Sets the danger of cells. If one is wrong, none is changed.
//
// # Safety
// `count` changes can be read from `changes`.
enum TwStatus tw_map_set_danger(uint64_t map, const struct TwChange *changes, size_t count);

// Reads what a cell is.
//
// # Safety
// A cell can be written to `cell`.
enum TwStatus tw_map_cell(uint64_t map, struct TwPlace at, struct TwCell *cell);

// Finds the largest size of an agent of a layer that could stand at a place; 0 where none can.
//
// # Safety
// A number can be written to `size`.
enum TwStatus tw_map_clearance(uint64_t map, struct TwPlace at, uint32_t layer, uint32_t *size);

// Whether an agent can stand at a place: `TW_STATUS_OK`, or `TW_STATUS_NO`.
enum TwStatus tw_map_can_stand(uint64_t map, struct TwPlace at, struct TwAgent agent);

// Prepares an agent for queries on a map with costs, which then take a fraction of the time, for 64 bytes a cell and some tenths of a second for 512 × 512 cells.
enum TwStatus tw_map_prepare(uint64_t map,
                             struct TwAgent agent);

// Puts a door into a cell, which stays open for `open` ticks and then shut for `shut`, again and again; at tick 0 it has been open for `shift`.
enum TwStatus tw_map_set_door(uint64_t map,
                              struct TwPlace at,
                              uint32_t open,
                              uint32_t shut,
                              uint32_t shift);

// Removes the door of a cell, which stands open then; `TW_STATUS_NO` if there was none.
enum TwStatus tw_map_remove_door(uint64_t map, struct TwPlace at);

// Adds a link. `number` receives what it is called by then; that of a link that was removed is never given again.
//
// # Safety
// A link can be read from `link`, a number can be written to `number`.
enum TwStatus tw_map_add_link(uint64_t map,
                              const struct TwLink *link,
                              uint64_t *number);

// Makes a link another one, which keeps its number.
//
// # Safety
// A link can be read from `link`.
enum TwStatus tw_map_set_link(uint64_t map, uint64_t number, const struct TwLink *link);

// Removes a link.
enum TwStatus tw_map_remove_link(uint64_t map, uint64_t number);

// The usual query from a place to another one: for the usual agent, without limits.
struct TwQuery tw_query(struct TwPlace from, struct TwPlace to);

// Finds a route, and puts its places into the buffer, both ends included. `found` receives what was found. Where the buffer was too short, `tw_map_way` reads
// the places again. With `keep` not 0 the route has a handle in `found`, by which one can ask whether it is still right. `TW_STATUS_NO` if no
// goal can be reached; a query whose budget is used up is `TW_STATUS_OK` with the outcome unfinished, and no places.
//
// # Safety
// A query whose lists can be read is at `query`, `capacity` places can be written to `places`, and what was found to `found`.
enum TwStatus tw_map_route(uint64_t map,
                           const struct TwQuery *query,
                           uint32_t keep,
                           struct TwPlace *places,
                           size_t capacity,
                           struct TwFound *found);

// Continues an unfinished search for its budget, as `tw_map_route`. The handle of the search is given up; if it is unfinished still, `found` has
// another one. If the map has changed where it has been, it begins anew.
//
// # Safety
// As of `tw_map_route`.
enum TwStatus tw_map_resume(uint64_t map,
                            uint64_t search,
                            uint32_t keep,
                            struct TwPlace *places,
                            size_t capacity,
                            struct TwFound *found);

// Reads the places of the route that a map found last again.
//
// # Safety
// `capacity` places can be written to `places`, a number to `length`.
enum TwStatus tw_map_way(uint64_t map, struct TwPlace *places, size_t capacity, size_t *length);

// Whether a goal of a query can be reached, which takes no search: `TW_STATUS_OK`, or `TW_STATUS_NO`.
//
// # Safety
// A query whose lists can be read is at `query`.
enum TwStatus tw_map_is_reachable(uint64_t map,
                                  const struct TwQuery *query);

// Whether a kept route is still one from its place number `from` on: `TW_STATUS_OK`, or `TW_STATUS_NO`.
enum TwStatus tw_route_is_valid(uint64_t map,
                                uint64_t route,
                                size_t from);

// Whether there may be a better route by now: `TW_STATUS_OK`, or `TW_STATUS_NO` if there is none for sure.
enum TwStatus tw_route_may_improve(uint64_t map,
                                   uint64_t route);

// Reads the links that a kept route uses, in their order.
//
// # Safety
// `capacity` links can be written to `links`, a number to `length`.
enum TwStatus tw_route_links(uint64_t route,
                             struct TwRouteLink *links,
                             size_t capacity,
                             size_t *length);

// Reads when a kept route comes to each of its places and leaves it, in ticks, on a map with doors; on others `length` is 0.
//
// # Safety
// `capacity` numbers each can be written to `arrivals` and to `departures`, a number to `length`.
enum TwStatus tw_route_times(uint64_t route,
                             double *arrivals,
                             double *departures,
                             size_t capacity,
                             size_t *length);

// Finds a walk along a kept route that turns only where it must, and puts its turns into the buffer: the route pulled taut, or with `any_angle` not 0 one that
// may pass walls on their other side and is never longer. `distance` receives its length in cells. Needs a map of squares.
//
// # Safety
// `capacity` places can be written to `turns`, a number each to `length` and `distance`.
enum TwStatus tw_route_walk(uint64_t map,
                            uint64_t route,
                            uint32_t any_angle,
                            struct TwPlace *turns,
                            size_t capacity,
                            size_t *length,
                            double *distance);

// Finds a field: for every place what it costs an agent to come from there to the nearest of some goals, and the next step there. It looks at `budget`
// places at most, `UINT64_MAX` for all; `TW_STATUS_NO` if some are left, for `tw_field_resume`. `field` receives its handle, or 0.
//
// # Safety
// `count` places can be read from `goals`, a handle can be written to `field`.
enum TwStatus tw_field_new(uint64_t map,
                           struct TwAgent agent,
                           const struct TwPlace *goals,
                           size_t count,
                           uint64_t budget,
                           uint64_t *field);

// Continues a field for this many places; `TW_STATUS_NO` if some are left.
enum TwStatus tw_field_resume(uint64_t map, uint64_t field, uint64_t budget);

// Repairs a field after changes of the map, at the cost of what they changed. `found`, if it is not null, receives how many values were found anew.
//
// # Safety
// `found` is null, or a number can be written there.
enum TwStatus tw_field_update(uint64_t map,
                              uint64_t field,
                              uint64_t *found);

// Gives a field other goals, and repairs it.
//
// # Safety
// `count` places can be read from `goals`; `found` is null, or a number can be written there.
enum TwStatus tw_field_set_goals(uint64_t map,
                                 uint64_t field,
                                 const struct TwPlace *goals,
                                 size_t count,
                                 uint64_t *found);

// Reads the value of a place; `TW_STATUS_NO` if no goal can be reached from there.
//
// # Safety
// A number can be written to `value`.
enum TwStatus tw_field_value(uint64_t field, struct TwPlace at, double *value);

// Reads the place to go to from another one; `TW_STATUS_NO` where there is none, at a goal and where none can be reached.
//
// # Safety
// A place can be written to `next`.
enum TwStatus tw_field_next(uint64_t field,
                            struct TwPlace at,
                            struct TwPlace *next);

// Makes each of many places the one to go to from there; where there is none, it stays.
//
// # Safety
// `count` places can be read from `places` and written there.
enum TwStatus tw_field_advance(uint64_t field, struct TwPlace *places, size_t count);

// Reads the values of all cells of a floor, row by row; infinite where no goal can be reached.
//
// # Safety
// `capacity` numbers can be written to `values`, a number to `length`.
enum TwStatus tw_field_values(uint64_t map,
                              uint64_t field,
                              uint32_t floor,
                              double *values,
                              size_t capacity,
                              size_t *length);

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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TILEWRIGHT_H */
