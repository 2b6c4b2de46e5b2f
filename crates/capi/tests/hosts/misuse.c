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
    TwCell cells[2], a = {0, 0}, b = {3, 3}, far = {9, 0};
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
    expect("no game", tw_game_open("chess", NULL, 0, &game), TW_STATUS_REFUSED, "unknown game");
    expect("a game", tw_game_open("2048", "{\"seed\": 1}", 11, &game), TW_STATUS_OK, "");
    expect("a game as an answer", tw_answer_read(game, "json", NULL, 0, &length), TW_STATUS_GONE, "no answer");
    expect("no verb", tw_game_ask(game, "jump", NULL, 0, NULL, 0, &length), TW_STATUS_ARGUMENT, "verb");
    expect("no move", tw_game_ask(game, "play", "\"north\"", 7, NULL, 0, &length), TW_STATUS_REFUSED, "north");
    expect("short", tw_game_ask(game, "position", NULL, 0, buffer, sizeof buffer, &length), TW_STATUS_SHORT, "");
    if (length <= sizeof buffer) failures++;
    expect("no place for the answer", tw_game_ask(game, "undo", NULL, 0, NULL, 0, NULL), TW_STATUS_ARGUMENT, "length is null");
    expect("null length", tw_game_said(game, NULL, 0, NULL), TW_STATUS_ARGUMENT, "length is null");
    expect("null buffer", tw_game_said(game, NULL, 5, &length), TW_STATUS_ARGUMENT, "buffer is null");
    expect("freed", tw_free(game), TW_STATUS_OK, "");
    expect("freed twice", tw_free(game), TW_STATUS_GONE, "no such handle");
    expect("a freed game", tw_game_said(game, NULL, 0, &length), TW_STATUS_GONE, "no such handle");

    expect("huge", tw_map_new(4000000000u, 4000000000u, 8, NULL, 0, &map), TW_STATUS_ARGUMENT, "cells");
    expect("empty", tw_map_new(0, 5, 8, NULL, 0, &map), TW_STATUS_ARGUMENT, "cells");
    expect("six neighbours", tw_map_new(4, 4, 6, NULL, 0, &map), TW_STATUS_ARGUMENT, "neighbors");
    expect("few cells", tw_map_new(4, 4, 8, buffer, 3, &map), TW_STATUS_ARGUMENT, "found 3 cells");
    expect("a map", tw_map_new(4, 4, 8, NULL, 0, &map), TW_STATUS_OK, "");
    if (map == game) failures++;
    expect("outside", tw_map_set(map, far, 3), TW_STATUS_ARGUMENT, "outside");
    expect("no terrain", tw_map_set(map, a, 200), TW_STATUS_ARGUMENT, "terrain");
    expect("a short way", tw_map_find(map, a, b, cells, 2, &length, NULL), TW_STATUS_SHORT, "");
    if (length != 4) failures++;
    expect("a way to nowhere", tw_map_find(map, a, far, cells, 2, &length, NULL), TW_STATUS_ARGUMENT, "outside");
    tw_free(map);
    if (tw_held() != 0) failures++;
    return failures;
}
