-- The functions of tilewright.h for LuaJIT. Made by `cargo xtask capi`: do not edit.
return [[
typedef enum TwStatus {
  TW_STATUS_OK = 0,
  TW_STATUS_NO = 1,
  TW_STATUS_STOPPED = 2,
  TW_STATUS_REFUSED = 3,
  TW_STATUS_ARGUMENT = 4,
  TW_STATUS_GONE = 5,
  TW_STATUS_BUSY = 6,
  TW_STATUS_SHORT = 7,
  TW_STATUS_BUG = 8,
} TwStatus;
typedef enum TwWalkerState {
  TW_WALKER_STATE_IDLE = 0,
  TW_WALKER_STATE_WALKING = 1,
  TW_WALKER_STATE_ARRIVED = 2,
  TW_WALKER_STATE_UNREACHABLE = 3,
} TwWalkerState;
typedef enum TwCrowdEventKind {
  TW_CROWD_EVENT_KIND_MOVED = 0,
  TW_CROWD_EVENT_KIND_DISPLACED = 1,
  TW_CROWD_EVENT_KIND_ARRIVED = 2,
  TW_CROWD_EVENT_KIND_LEFT = 3,
} TwCrowdEventKind;
typedef enum TwOutcome {
  TW_OUTCOME_UNREACHABLE = 0,
  TW_OUTCOME_REACHED = 1,
  TW_OUTCOME_NEAREST = 2,
  TW_OUTCOME_UNFINISHED = 3,
} TwOutcome;
typedef enum TwShape {
  TW_SHAPE_SQUARES = 0,
  TW_SHAPE_HEXAGONS_ODD_ROWS = 1,
  TW_SHAPE_HEXAGONS_EVEN_ROWS = 2,
  TW_SHAPE_HEXAGONS_ODD_COLUMNS = 3,
  TW_SHAPE_HEXAGONS_EVEN_COLUMNS = 4,
  TW_SHAPE_DIAMONDS_ODD_ROWS = 5,
  TW_SHAPE_DIAMONDS_EVEN_ROWS = 6,
  TW_SHAPE_DIAMONDS_ODD_COLUMNS = 7,
  TW_SHAPE_DIAMONDS_EVEN_COLUMNS = 8,
} TwShape;
typedef enum TwTerrain {
  TW_TERRAIN_FREE = 0,
  TW_TERRAIN_SWAMP = 1,
  TW_TERRAIN_WATER = 2,
  TW_TERRAIN_WALL = 3,
  TW_TERRAIN_TREES = 4,
} TwTerrain;
typedef enum TwCorners {
  TW_CORNERS_NEVER = 0,
  TW_CORNERS_ONE = 1,
  TW_CORNERS_ALWAYS = 2,
} TwCorners;
typedef enum TwEventKind {
  TW_EVENT_KIND_APPEAR = 0,
  TW_EVENT_KIND_LEAVE = 1,
  TW_EVENT_KIND_MOVE = 2,
  TW_EVENT_KIND_TURN = 3,
  TW_EVENT_KIND_HIT = 4,
  TW_EVENT_KIND_SWAP = 32,
  TW_EVENT_KIND_TAP = 33,
  TW_EVENT_KIND_REFUSED = 34,
  TW_EVENT_KIND_GROUP = 35,
  TW_EVENT_KIND_FIRE = 36,
  TW_EVENT_KIND_COUNT = 37,
  TW_EVENT_KIND_SCORE = 38,
  TW_EVENT_KIND_SPREAD = 39,
  TW_EVENT_KIND_RESHUFFLE = 40,
  TW_EVENT_KIND_ENDLESS = 41,
  TW_EVENT_KIND_REST = 42,
  TW_EVENT_KIND_BOOST = 44,
  TW_EVENT_KIND_END = 43,
  TW_EVENT_KIND_EDIT = 45,
  TW_EVENT_KIND_OMITTED = 46,
  TW_EVENT_KIND_TIMER = 47,
} TwEventKind;
typedef enum TwManner {
  TW_MANNER_NONE = 0,
  TW_MANNER_SWAP = 1,
  TW_MANNER_SWAP_BACK = 2,
  TW_MANNER_FALL = 3,
  TW_MANNER_SLIDE = 4,
  TW_MANNER_PORTAL = 5,
  TW_MANNER_CONVEYOR = 6,
  TW_MANNER_SHUFFLE = 7,
  TW_MANNER_DEALT = 16,
  TW_MANNER_REFILLED = 17,
  TW_MANNER_MADE = 18,
  TW_MANNER_SPREAD = 19,
  TW_MANNER_RESTORED = 20,
  TW_MANNER_PLACED = 21,
  TW_MANNER_GIVEN = 22,
  TW_MANNER_MATCHED = 32,
  TW_MANNER_DESTROYED = 33,
  TW_MANNER_FIRED = 34,
  TW_MANNER_EXIT = 35,
  TW_MANNER_REPLACED = 36,
  TW_MANNER_CLEARED = 37,
  TW_MANNER_MERGED = 38,
  TW_MANNER_ACROSS = 48,
  TW_MANNER_DOWN = 49,
  TW_MANNER_AROUND = 50,
  TW_MANNER_WON = 64,
  TW_MANNER_OUT_OF_MOVES = 65,
  TW_MANNER_STUCK = 66,
  TW_MANNER_ENDLESS = 67,
  TW_MANNER_TIMED_OUT = 68,
} TwManner;
typedef enum TwSort {
  TW_SORT_NONE = 0,
  TW_SORT_BLOCK = 1,
  TW_SORT_PIECE = 2,
  TW_SORT_ARMED_PIECE = 3,
  TW_SORT_BLOCKER = 4,
  TW_SORT_INGREDIENT = 5,
  TW_SORT_COVER = 6,
  TW_SORT_GROUND = 7,
  TW_SORT_OBSTACLE = 8,
} TwSort;
typedef struct TwAgent {
  uint32_t layer;
  uint32_t size;
  uint32_t mask;
} TwAgent;
typedef struct TwPlace {
  uint32_t x;
  uint32_t y;
  uint32_t floor;
} TwPlace;
typedef struct TwCrowdEvent {
  uint64_t walker;
  struct TwPlace at;
  enum TwCrowdEventKind kind;
} TwCrowdEvent;
typedef struct TwPoint {
  int32_t x;
  int32_t y;
  uint32_t floor;
} TwPoint;
typedef struct TwBody {
  uint64_t walker;
  struct TwPoint point;
  enum TwWalkerState state;
} TwBody;
typedef struct TwLook {
  uint8_t sort;
  uint8_t number;
  uint8_t color;
  uint8_t detail;
} TwLook;
typedef struct TwEvent {
  uint8_t kind;
  uint8_t manner;
  uint16_t list_length;
  uint32_t step;
  uint32_t id;
  uint32_t by;
  uint16_t from;
  uint16_t to;
  struct TwLook look;
  int32_t value;
  uint32_t list_start;
} TwEvent;
typedef struct TwSwap {
  uint32_t x;
  uint32_t y;
  uint32_t to_x;
  uint32_t to_y;
} TwSwap;
typedef struct TwMatch3State {
  uint64_t score;
  uint64_t left;
  uint32_t columns;
  uint32_t rows;
  uint32_t moves_made;
  uint32_t move_limit;
  uint32_t over;
  uint32_t won;
} TwMatch3State;
typedef struct TwElement {
  uint32_t id;
  uint32_t cell;
  struct TwLook look;
} TwElement;
typedef struct TwLayer {
  double costs[16];
  double danger_weight;
  uint32_t neighbors;
  uint32_t corners;
  uint32_t sizes;
} TwLayer;
typedef struct TwLink {
  struct TwPlace from;
  struct TwPlace to;
  uint32_t mask;
  uint32_t both_ways;
  double cost;
} TwLink;
typedef struct TwFloor {
  uint32_t columns;
  uint32_t rows;
} TwFloor;
typedef struct TwChange {
  struct TwPlace at;
  uint32_t value;
} TwChange;
typedef struct TwCell {
  double cost;
  uint32_t terrain;
  uint32_t danger;
} TwCell;
typedef struct TwQuery {
  struct TwPlace from;
  struct TwPlace to;
  const struct TwPlace *goals;
  size_t goal_count;
  const struct TwPlace *blocked;
  size_t blocked_count;
  struct TwAgent agent;
  uint32_t or_nearest;
  uint32_t coarse;
  double radius;
  double departure;
  double max_cost;
  double weight;
  uint64_t budget;
} TwQuery;
typedef struct TwFound {
  double cost;
  double least;
  uint64_t expansions;
  uint64_t search;
  uint64_t route;
  size_t length;
  enum TwOutcome outcome;
} TwFound;
typedef struct TwRouteLink {
  uint64_t link;
  size_t at;
} TwRouteLink;
typedef int (*TwEventCallback)(void *user, const char *event, size_t length);
uint32_t tw_abi_version(void);
size_t tw_last_error(char *buffer,
                     size_t capacity);
size_t tw_last_hint(char *buffer, size_t capacity);
size_t tw_last_key(char *buffer, size_t capacity);
enum TwStatus tw_free(uint64_t handle);
size_t tw_held(void);
enum TwStatus tw_crowd_new(uint64_t map,
                           struct TwAgent agent,
                           uint64_t seed,
                           uint64_t *crowd);
enum TwStatus tw_crowd_add(uint64_t crowd,
                           struct TwPlace at,
                           const struct TwPlace *goal,
                           uint64_t *walker);
enum TwStatus tw_crowd_remove(uint64_t crowd, uint64_t walker);
enum TwStatus tw_crowd_set_goal(uint64_t crowd, uint64_t walker, const struct TwPlace *goal);
enum TwStatus tw_crowd_set_still(uint64_t crowd,
                                 uint64_t walker,
                                 uint32_t still);
enum TwStatus tw_crowd_walker(uint64_t crowd,
                              uint64_t walker,
                              struct TwPlace *at,
                              enum TwWalkerState *state);
enum TwStatus tw_crowd_step(uint64_t map,
                            uint64_t crowd,
                            struct TwCrowdEvent *events,
                            size_t capacity,
                            size_t *length);
enum TwStatus tw_crowd_events(uint64_t crowd,
                              struct TwCrowdEvent *events,
                              size_t capacity,
                              size_t *length);
enum TwStatus tw_flow_new(uint64_t map,
                          uint64_t *flow);
enum TwStatus tw_flow_add_group(uint64_t map,
                                uint64_t flow,
                                struct TwAgent agent,
                                const struct TwPlace *goals,
                                size_t count,
                                uint32_t *group);
enum TwStatus tw_flow_set_goals(uint64_t map,
                                uint64_t flow,
                                uint32_t group,
                                const struct TwPlace *goals,
                                size_t count);
enum TwStatus tw_flow_add(uint64_t map,
                          uint64_t flow,
                          uint32_t group,
                          struct TwPoint point,
                          int32_t speed,
                          int32_t radius,
                          uint64_t *walker);
enum TwStatus tw_flow_remove(uint64_t flow, uint64_t walker);
enum TwStatus tw_flow_update(uint64_t map,
                             uint64_t flow,
                             struct TwBody *bodies,
                             size_t capacity,
                             size_t *length);
enum TwStatus tw_flow_bodies(uint64_t flow, struct TwBody *bodies, size_t capacity, size_t *length);
enum TwStatus tw_flow_events(uint64_t flow,
                             struct TwCrowdEvent *events,
                             size_t capacity,
                             size_t *length);
enum TwStatus tw_game_open(const char *name,
                           const char *options,
                           size_t length,
                           uint64_t *game);
enum TwStatus tw_game_load(const char *name,
                           const char *saved,
                           size_t length,
                           uint64_t *game);
enum TwStatus tw_game_copy(uint64_t game, uint64_t *copy);
enum TwStatus tw_game_ask(uint64_t game,
                          const char *verb,
                          const char *argument,
                          size_t argument_length,
                          uint8_t *buffer,
                          size_t capacity,
                          size_t *length);
enum TwStatus tw_game_said(uint64_t game, uint8_t *buffer, size_t capacity, size_t *length);
enum TwStatus tw_match3_play(uint64_t game,
                             uint32_t from_x,
                             uint32_t from_y,
                             uint32_t to_x,
                             uint32_t to_y,
                             struct TwEvent *events,
                             size_t capacity,
                             size_t *length);
enum TwStatus tw_match3_hint(uint64_t game,
                             const char *bot,
                             uint64_t budget,
                             struct TwSwap *swap);
enum TwStatus tw_match3_state(uint64_t game, struct TwMatch3State *state);
enum TwStatus tw_match3_events(uint64_t game,
                               struct TwEvent *events,
                               size_t capacity,
                               size_t *length);
enum TwStatus tw_match3_lists(uint64_t game, uint32_t *lists, size_t capacity, size_t *length);
enum TwStatus tw_match3_elements(uint64_t game,
                                 struct TwElement *elements,
                                 size_t capacity,
                                 size_t *length);
struct TwLayer tw_layer(void);
struct TwAgent tw_agent(void);
struct TwLink tw_link(struct TwPlace from, struct TwPlace to);
enum TwStatus tw_map_new(const struct TwFloor *floors,
                         size_t floor_count,
                         const struct TwLayer *layers,
                         size_t layer_count,
                         uint32_t shape,
                         const uint8_t *cells,
                         size_t length,
                         uint64_t *map);
enum TwStatus tw_map_copy(uint64_t map, uint64_t *copy);
enum TwStatus tw_map_set(uint64_t map, struct TwPlace at, uint32_t terrain);
enum TwStatus tw_map_set_all(uint64_t map,
                             const struct TwChange *changes,
                             size_t count);
enum TwStatus tw_map_set_cost(uint64_t map, struct TwPlace at, double cost);
enum TwStatus tw_map_set_danger(uint64_t map, const struct TwChange *changes, size_t count);
enum TwStatus tw_map_cell(uint64_t map, struct TwPlace at, struct TwCell *cell);
enum TwStatus tw_map_clearance(uint64_t map, struct TwPlace at, uint32_t layer, uint32_t *size);
enum TwStatus tw_map_can_stand(uint64_t map, struct TwPlace at, struct TwAgent agent);
enum TwStatus tw_map_prepare(uint64_t map,
                             struct TwAgent agent);
enum TwStatus tw_map_set_door(uint64_t map,
                              struct TwPlace at,
                              uint32_t open,
                              uint32_t shut,
                              uint32_t shift);
enum TwStatus tw_map_remove_door(uint64_t map, struct TwPlace at);
enum TwStatus tw_map_add_link(uint64_t map,
                              const struct TwLink *link,
                              uint64_t *number);
enum TwStatus tw_map_set_link(uint64_t map, uint64_t number, const struct TwLink *link);
enum TwStatus tw_map_remove_link(uint64_t map, uint64_t number);
struct TwQuery tw_query(struct TwPlace from, struct TwPlace to);
enum TwStatus tw_map_route(uint64_t map,
                           const struct TwQuery *query,
                           uint32_t keep,
                           struct TwPlace *places,
                           size_t capacity,
                           struct TwFound *found);
enum TwStatus tw_map_resume(uint64_t map,
                            uint64_t search,
                            uint32_t keep,
                            struct TwPlace *places,
                            size_t capacity,
                            struct TwFound *found);
enum TwStatus tw_map_way(uint64_t map, struct TwPlace *places, size_t capacity, size_t *length);
enum TwStatus tw_map_is_reachable(uint64_t map,
                                  const struct TwQuery *query);
enum TwStatus tw_route_is_valid(uint64_t map,
                                uint64_t route,
                                size_t from);
enum TwStatus tw_route_may_improve(uint64_t map,
                                   uint64_t route);
enum TwStatus tw_route_links(uint64_t route,
                             struct TwRouteLink *links,
                             size_t capacity,
                             size_t *length);
enum TwStatus tw_route_times(uint64_t route,
                             double *arrivals,
                             double *departures,
                             size_t capacity,
                             size_t *length);
enum TwStatus tw_route_walk(uint64_t map,
                            uint64_t route,
                            uint32_t any_angle,
                            struct TwPlace *turns,
                            size_t capacity,
                            size_t *length,
                            double *distance);
enum TwStatus tw_field_new(uint64_t map,
                           struct TwAgent agent,
                           const struct TwPlace *goals,
                           size_t count,
                           uint64_t budget,
                           uint64_t *field);
enum TwStatus tw_field_resume(uint64_t map, uint64_t field, uint64_t budget);
enum TwStatus tw_field_update(uint64_t map,
                              uint64_t field,
                              uint64_t *found);
enum TwStatus tw_field_set_goals(uint64_t map,
                                 uint64_t field,
                                 const struct TwPlace *goals,
                                 size_t count,
                                 uint64_t *found);
enum TwStatus tw_field_value(uint64_t field, struct TwPlace at, double *value);
enum TwStatus tw_field_next(uint64_t field,
                            struct TwPlace at,
                            struct TwPlace *next);
enum TwStatus tw_field_advance(uint64_t field, struct TwPlace *places, size_t count);
enum TwStatus tw_field_values(uint64_t map,
                              uint64_t field,
                              uint32_t floor,
                              double *values,
                              size_t capacity,
                              size_t *length);
enum TwStatus tw_run(const char *request,
                     size_t length,
                     const char *picture,
                     TwEventCallback on_event,
                     void *user,
                     uint64_t *answer);
enum TwStatus tw_answer_read(uint64_t answer,
                             const char *form,
                             uint8_t *buffer,
                             size_t capacity,
                             size_t *length);
]]
