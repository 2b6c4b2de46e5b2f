/* Calls that cannot be meant: each has a status and a message, and nothing breaks. */

#include <stdio.h>
#include <string.h>

#include "tilewright.h"

static int failures = 0;

static void expect(const char *what, TwStatus found, TwStatus wanted, const char *words) {
    char message[300];
    size_t length = tw_last_error(message, sizeof message);
    int is_said = found <= TW_STATUS_STOPPED || found == TW_STATUS_SHORT ? 1 : length > 0 && strstr(message, words) != NULL;
    if (found != wanted || !is_said) {
        printf("%s: status %d instead of %d, \"%s\"\n", what, (int)found, (int)wanted, message);
        failures++;
    }
}

int main(void) {
    uint64_t handle = 7, game = 0, map = 0;
    size_t length = 0;
    uint8_t buffer[8];
    TwPlace places[2], a = {0, 0, 0}, b = {3, 3, 0}, far = {9, 0, 0}, above = {0, 0, 70000};
    TwFloor floor = {4, 4}, huge[2] = {{4000000000u, 4000000000u}, {4000000000u, 4000000000u}}, none = {0, 5};
    TwLayer layer = tw_layer();
    TwAgent agent = tw_agent();
    TwFound found;
    TwQuery query;
    uint64_t route = 0, field = 0, crowd = 0, flow = 0, number = 0;
    uint32_t group = 0;
    double value = 0.0;
    const char *wrong = "\xff\xfe";

    expect("null request", tw_run(NULL, 5, NULL, NULL, NULL, &handle), TW_STATUS_ARGUMENT, "request is null");
    if (handle != 0) failures++;
    expect("null answer", tw_run("{}", 2, NULL, NULL, NULL, NULL), TW_STATUS_ARGUMENT, "answer is null");
    expect("no UTF-8", tw_run(wrong, 2, NULL, NULL, NULL, &handle), TW_STATUS_ARGUMENT, "utf-8");
    expect("no JSON", tw_run("{", 1, NULL, NULL, NULL, &handle), TW_STATUS_ARGUMENT, "request");
    expect("no task", tw_run("{}", 2, NULL, NULL, NULL, &handle), TW_STATUS_ARGUMENT, "task");
    const char *misspelt = "{\"task\": \"match3/generat\"}";
    expect("another task", tw_run(misspelt, strlen(misspelt), NULL, NULL, NULL, &handle), TW_STATUS_REFUSED, "unknown task");
    char hint[100];
    tw_last_hint(hint, sizeof hint);
    if (strstr(hint, "match3/generate") == NULL) failures++;
    const char *large = "{\"task\": \"battleship/count\", \"rows\": 99}";
    expect("out of range", tw_run(large, strlen(large), NULL, NULL, NULL, &handle), TW_STATUS_REFUSED, "99");
    tw_last_key(hint, 3);
    if (strcmp(hint, "ro") != 0) failures++;

    expect("no handle", tw_answer_read(12345, "json", NULL, 0, &length), TW_STATUS_GONE, "no such handle");
    expect("zero", tw_free(0), TW_STATUS_OK, "");
    expect("no game", tw_game_open("chess", NULL, 0, &game), TW_STATUS_REFUSED, "no game \"chess\"");
    expect("no level", tw_game_open("match3", NULL, 0, &game), TW_STATUS_REFUSED, "level");
    expect("no option", tw_game_open("2048", "{\"row\": 4}", 10, &game), TW_STATUS_REFUSED, "row");
    expect("a game", tw_game_open("2048", "{\"seed\": 1}", 11, &game), TW_STATUS_OK, "");
    expect("a game as an answer", tw_answer_read(game, "json", NULL, 0, &length), TW_STATUS_GONE, "no answer");
    expect("no verb", tw_game_ask(game, "jump", NULL, 0, NULL, 0, &length), TW_STATUS_REFUSED, "jump");
    expect("no move", tw_game_ask(game, "play", "\"north\"", 7, NULL, 0, &length), TW_STATUS_REFUSED, "north");
    expect("no JSON", tw_game_ask(game, "play", "{", 1, NULL, 0, &length), TW_STATUS_REFUSED, "");
    expect("short", tw_game_ask(game, "state", NULL, 0, buffer, sizeof buffer, &length), TW_STATUS_SHORT, "");
    if (length <= sizeof buffer) failures++;
    expect("no place for the answer", tw_game_ask(game, "undo", NULL, 0, NULL, 0, NULL), TW_STATUS_ARGUMENT, "length is null");
    expect("null length", tw_game_said(game, NULL, 0, NULL), TW_STATUS_ARGUMENT, "length is null");
    expect("null buffer", tw_game_said(game, NULL, 5, &length), TW_STATUS_ARGUMENT, "buffer is null");
    expect("a swap of 2048", tw_match3_play(game, 0, 0, 1, 0, NULL, 0, &length), TW_STATUS_ARGUMENT, "match-3");
    expect("elements of 2048", tw_match3_elements(game, NULL, 0, &length), TW_STATUS_ARGUMENT, "match-3");
    expect("no saved game", tw_game_load("2048", "{}", 2, &number), TW_STATUS_REFUSED, "");
    expect("null saved game", tw_game_load("2048", NULL, 2, &number), TW_STATUS_ARGUMENT, "saved is null");
    expect("null copy", tw_game_copy(game, NULL), TW_STATUS_ARGUMENT, "copy is null");
    expect("freed", tw_free(game), TW_STATUS_OK, "");
    expect("freed twice", tw_free(game), TW_STATUS_GONE, "no such handle");
    expect("a freed game", tw_game_said(game, NULL, 0, &length), TW_STATUS_GONE, "no such handle");

    const char *level = "{\"level\": \"......\\n......\\n......\\n......\\n\", \"goal\": \"collect:9\"}";
    expect("match-3", tw_game_open("match3", level, strlen(level), &game), TW_STATUS_OK, "");
    expect("a swap outside", tw_match3_play(game, 7, 0, 8, 0, NULL, 0, &length), TW_STATUS_NO, "");
    if (tw_last_error(NULL, 0) == 0) failures++;
    TwSwap swap;
    expect("no bot", tw_match3_hint(game, "chess", 1, &swap), TW_STATUS_ARGUMENT, "chess");
    expect("nowhere to put it", tw_match3_state(game, NULL), TW_STATUS_ARGUMENT, "state is null");
    expect("no length", tw_match3_play(game, 0, 0, 1, 0, NULL, 0, NULL), TW_STATUS_ARGUMENT, "length is null");
    expect("a move that is refused", tw_game_ask(game, "play", "[[9, 0], [9, 1]]", 16, NULL, 0, &length), TW_STATUS_NO, "");
    tw_free(game);

    expect("huge", tw_map_new(huge, 2, &layer, 1, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "cells");
    expect("empty", tw_map_new(&none, 1, &layer, 1, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "cells");
    expect("no floors", tw_map_new(NULL, 0, &layer, 1, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "cells");
    expect("null floors", tw_map_new(NULL, 1, &layer, 1, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "floors is null");
    expect("no layers", tw_map_new(&floor, 1, NULL, 0, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "layer");
    expect("no shape", tw_map_new(&floor, 1, &layer, 1, 9, NULL, 0, &map), TW_STATUS_ARGUMENT, "shape is 9");
    expect("few cells", tw_map_new(&floor, 1, &layer, 1, 0, buffer, 3, &map), TW_STATUS_ARGUMENT, "found 3 cells");
    layer.neighbors = 7;
    expect("seven neighbours", tw_map_new(&floor, 1, &layer, 1, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "neighbors of layer 0 is 7");
    layer.neighbors = 8;
    layer.corners = 3;
    expect("other corners", tw_map_new(&floor, 1, &layer, 1, 0, NULL, 0, &map), TW_STATUS_ARGUMENT, "corners");
    layer.corners = TW_CORNERS_NEVER;
    expect("a map", tw_map_new(&floor, 1, &layer, 1, TW_SHAPE_SQUARES, NULL, 0, &map), TW_STATUS_OK, "");
    if (map == game) failures++;
    expect("outside", tw_map_set(map, far, 3), TW_STATUS_ARGUMENT, "outside");
    expect("above", tw_map_set(map, above, 3), TW_STATUS_ARGUMENT, "outside");
    expect("no terrain", tw_map_set(map, a, 200), TW_STATUS_ARGUMENT, "terrain");
    TwChange changes[2] = {{a, 3}, {far, 3}};
    expect("a change outside", tw_map_set_all(map, changes, 2), TW_STATUS_ARGUMENT, "outside");
    TwCell cell;
    expect("nothing has changed", tw_map_cell(map, a, &cell), TW_STATUS_OK, "");
    if (cell.terrain != TW_TERRAIN_FREE) failures++;
    expect("null changes", tw_map_set_all(map, NULL, 2), TW_STATUS_ARGUMENT, "changes is null");
    expect("more than memory", tw_map_set_all(map, changes, (size_t)-1), TW_STATUS_ARGUMENT, "changes cannot be read");
    expect("no cost", tw_map_set_cost(map, a, 0.0), TW_STATUS_ARGUMENT, "cost");
    expect("a door that never opens", tw_map_set_door(map, a, 0, 5, 0), TW_STATUS_ARGUMENT, "door");
    expect("null link", tw_map_add_link(map, NULL, &number), TW_STATUS_ARGUMENT, "link is null");
    TwLink link = {a, far, 1, 1, 1.0};
    expect("a link to nowhere", tw_map_add_link(map, &link, &number), TW_STATUS_ARGUMENT, "outside");
    expect("no link", tw_map_remove_link(map, 77), TW_STATUS_ARGUMENT, "link was removed");

    query = tw_query(a, b);
    expect("a short way", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_SHORT, "");
    if (found.length != 4 || found.outcome != TW_OUTCOME_REACHED) failures++;
    expect("nowhere to put it", tw_map_route(map, &query, 0, places, 2, NULL), TW_STATUS_ARGUMENT, "found is null");
    expect("null query", tw_map_route(map, NULL, 0, places, 2, &found), TW_STATUS_ARGUMENT, "query is null");
    query.to = far;
    expect("a way to nowhere", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "outside");
    query = tw_query(a, b);
    query.goal_count = 3;
    expect("null goals", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "goals is null");
    query.goals = &a;
    query.goal_count = 0;
    expect("no goals", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "no goal");
    query = tw_query(a, b);
    query.agent.size = 300;
    expect("a giant", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "size");
    query.agent = agent;
    query.agent.layer = 256;
    expect("no such layer", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "no layer");
    query.agent = agent;
    query.weight = 0.5;
    expect("a small weight", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "weight");
    query.weight = 1.0;
    query.radius = 0.0 / query.departure;
    expect("a radius that is no number", tw_map_route(map, &query, 0, places, 2, &found), TW_STATUS_ARGUMENT, "radius");
    query.radius = -1.0;
    query.budget = 1;
    expect("unfinished", tw_map_route(map, &query, 1, NULL, 0, &found), TW_STATUS_OK, "");
    if (found.outcome != TW_OUTCOME_UNFINISHED || found.route != 0) failures++;
    number = found.search;
    expect("the map as its search", tw_map_resume(map, map, 0, NULL, 0, &found), TW_STATUS_GONE, "no search");
    expect("resumed", tw_map_resume(map, number, 0, NULL, 0, &found), TW_STATUS_OK, "");
    tw_free(found.search);
    expect("resumed twice", tw_map_resume(map, number, 0, NULL, 0, &found), TW_STATUS_GONE, "no such handle");
    query.budget = UINT64_MAX;
    expect("a route", tw_map_route(map, &query, 1, NULL, 0, &found), TW_STATUS_OK, "");
    route = found.route;
    expect("a map as a route", tw_route_is_valid(map, map, 0), TW_STATUS_GONE, "no route");
    expect("a route as a map", tw_route_is_valid(route, map, 0), TW_STATUS_GONE, "no map");
    expect("far along a route", tw_route_is_valid(map, route, 1000), TW_STATUS_NO, "");
    expect("no distance", tw_route_walk(map, route, 0, NULL, 0, &length, NULL), TW_STATUS_ARGUMENT, "distance is null");

    expect("a field without goals", tw_field_new(map, agent, NULL, 0, UINT64_MAX, &field), TW_STATUS_ARGUMENT, "no goal");
    expect("half a field", tw_field_new(map, agent, &b, 1, 2, &field), TW_STATUS_NO, "");
    expect("half a value", tw_field_value(field, a, &value), TW_STATUS_ARGUMENT, "not found yet");
    expect("a whole field", tw_field_resume(map, field, UINT64_MAX), TW_STATUS_OK, "");
    expect("a value outside", tw_field_value(field, far, &value), TW_STATUS_NO, "");
    expect("values of no floor", tw_field_values(map, field, 9, NULL, 0, &length), TW_STATUS_ARGUMENT, "no floor 9");

    expect("a crowd", tw_crowd_new(map, agent, 1, &crowd), TW_STATUS_OK, "");
    expect("a walker", tw_crowd_add(crowd, a, &b, &number), TW_STATUS_OK, "");
    expect("another in its place", tw_crowd_add(crowd, a, NULL, &number), TW_STATUS_ARGUMENT, "blocked");
    expect("no walker", tw_crowd_set_goal(crowd, 99, NULL), TW_STATUS_ARGUMENT, "left the crowd");
    expect("a crowd as its map", tw_crowd_step(crowd, crowd, NULL, 0, &length), TW_STATUS_GONE, "no map");
    expect("a flow", tw_flow_new(map, &flow), TW_STATUS_OK, "");
    expect("no group", tw_flow_set_goals(map, flow, 70000, &b, 1), TW_STATUS_ARGUMENT, "no group");
    expect("a group", tw_flow_add_group(map, flow, agent, &b, 1, &group), TW_STATUS_OK, "");
    TwPoint point = {0, 0, 0};
    expect("too fast", tw_flow_add(map, flow, group, point, TW_UNIT, 1, &number), TW_STATUS_ARGUMENT, "speed");

    tw_free(map);
    expect("a route without its map", tw_route_may_improve(map, route), TW_STATUS_GONE, "no such handle");
    uint64_t other = 0;
    floor.rows = 5;
    tw_map_new(&floor, 1, &layer, 1, 0, NULL, 0, &other);
    expect("a crowd on another map", tw_crowd_step(other, crowd, NULL, 0, &length), TW_STATUS_ARGUMENT, "another map");
    expect("a field of another map", tw_field_update(other, field, NULL), TW_STATUS_ARGUMENT, "another map");
    uint64_t handles[5] = {other, route, field, crowd, flow};
    for (int at = 0; at < 5; at++) expect("the end", tw_free(handles[at]), TW_STATUS_OK, "");
    if (tw_held() != 0) failures++;
    return failures;
}
