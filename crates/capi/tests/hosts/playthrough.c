/* Plays the calls of games.txt and walkers.txt, and compares what each finds with the numbers after its ` = `. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilewright.h"

#define MOST 1024

static uint64_t mixed(uint64_t mix, uint64_t number) { return (mix * 65599 + number) % 2147483647; }

static uint64_t mixed_place(uint64_t mix, TwPlace place) { return mixed(mixed(mixed(mix, place.x), place.y), place.floor); }

/* A cost in millionths. */
static double floor_of(double cost) { return floor(cost * 1e6 + 0.5); }

static int line_number = 0;

static void must(TwStatus status) {
    if (status > TW_STATUS_STOPPED) {
        char message[300];
        tw_last_error(message, sizeof message);
        printf("line %d: %s\n", line_number, message);
        exit(1);
    }
}

/* Compares numbers with those after ` = `; without any there, none must be found. */
static int compared(const char *expected, const uint64_t *found, int count) {
    for (int at = 0; at < count; at++) {
        char *end = NULL;
        uint64_t number = expected == NULL ? UINT64_MAX : strtoull(expected, &end, 10);
        if (end == expected || number != found[at]) {
            printf("line %d: number %d is %llu, expected%s\n", line_number, at, (unsigned long long)found[at], expected == NULL ? " nothing" : expected);
            exit(1);
        }
        expected = end;
    }
    return count > 0;
}

/* A line without its answer, which is returned. */
static char *answer_of(char *line) {
    line[strcspn(line, "\n")] = '\0';
    char *sign = NULL;
    for (char *at = strstr(line, " = "); at != NULL; at = strstr(at + 1, " = ")) {
        sign = at;
    }
    if (sign == NULL) {
        return NULL;
    }
    *sign = '\0';
    return sign + 3;
}

static uint64_t game = 0;

static uint64_t said(const char *verb, const char *argument) {
    static uint8_t buffer[1 << 20];
    size_t length = 0;
    must(tw_game_ask(game, verb, argument, strlen(argument), buffer, sizeof buffer, &length));
    uint64_t mix = 0;
    for (size_t at = 0; at < length; at++) {
        mix = mixed(mix, buffer[at]);
    }
    return mix;
}

static uint64_t swapped(const char *cells) {
    static TwEvent events[30000];
    static uint32_t lists[100000];
    unsigned at[4];
    size_t count = 0, length = 0;
    sscanf(cells, "%u %u %u %u", &at[0], &at[1], &at[2], &at[3]);
    must(tw_match3_play(game, at[0], at[1], at[2], at[3], events, 30000, &count));
    must(tw_match3_lists(game, lists, 100000, &length));
    uint64_t mix = 0;
    for (size_t number = 0; number < count; number++) {
        TwEvent it = events[number];
        uint64_t fields[14] = {it.kind, it.manner, it.list_length, it.step, it.id, it.by, it.from, it.to, it.look.sort, it.look.number, it.look.color, it.look.detail, (uint32_t)it.value, it.list_start};
        for (int field = 0; field < 14; field++) {
            mix = mixed(mix, fields[field]);
        }
    }
    for (size_t number = 0; number < length; number++) {
        mix = mixed(mix, lists[number]);
    }
    return mix;
}

/* Plays a line of games.txt. Returns whether it was compared. */
static int play(char *line) {
    char *expected = answer_of(line);
    char *rest = strchr(line, ' ') + 1, *word = strchr(rest, ' ');
    const char *argument = word == NULL ? "" : word + 1;
    uint64_t found = 0;
    if (strncmp(line, "swap ", 5) == 0) {
        found = swapped(rest);
        return compared(expected, &found, 1);
    }
    if (word != NULL) {
        *word = '\0';
    }
    if (strncmp(line, "game ", 5) == 0) {
        must(tw_free(game));
        must(tw_game_open(rest, argument, strlen(argument), &game));
        return 0;
    }
    found = said(rest, argument);
    return compared(expected, &found, 1);
}

static struct {
    TwFloor floors[8];
    TwLayer layers[8];
    size_t floor_count, layer_count, link_count, field_count, crowd_count, walker_count;
    uint64_t map, links[MOST], fields[16], crowds[16], walkers[MOST];
} held;

static uint64_t values(uint64_t field) {
    static double values[1 << 20];
    uint64_t mix = 0;
    for (uint32_t floor = 0; floor < held.floor_count; floor++) {
        size_t length = 0;
        must(tw_field_values(held.map, field, floor, values, 1 << 20, &length));
        for (size_t at = 0; at < length; at++) {
            mix = mixed(mix, isinf(values[at]) ? 0 : (uint64_t)floor_of(values[at]) + 1);
        }
    }
    return mix;
}

static uint64_t stepped(uint64_t crowd, int count) {
    static TwCrowdEvent events[4 * MOST];
    uint64_t mix = 0;
    for (int step = 0; step < count; step++) {
        size_t length = 0;
        must(tw_crowd_step(held.map, crowd, events, 4 * MOST, &length));
        for (size_t at = 0; at < length; at++) {
            uint64_t walker = 0;
            while (held.walkers[walker] != events[at].walker) {
                walker++;
            }
            mix = mixed(mix, walker);
            if (events[at].kind <= TW_CROWD_EVENT_KIND_DISPLACED) {
                mix = mixed_place(mix, events[at].at);
            }
        }
    }
    return mix;
}

/* Plays a line of walkers.txt. Returns whether it was compared. */
static int walk(char *line) {
    char *expected = answer_of(line), *end = NULL, verb[20];
    double numbers[80] = {0.0};
    size_t count = 0;
    if (line[0] == '#' || sscanf(line, "%19s", verb) != 1) {
        return 0;
    }
    for (char *at = strchr(line, ' '); at != NULL; at = end) {
        double number = strtod(at, &end);
        if (end == at) {
            break;
        }
        numbers[count++] = number;
    }
    uint32_t whole[80] = {0};
    for (size_t at = 0; at < count; at++) {
        whole[at] = (uint32_t)numbers[at];
    }
    const double *last = numbers + count;
    TwPlace a = {whole[0], whole[1], whole[2]}, b = {whole[3], whole[4], whole[5]};
    uint64_t found[5];

    if (strcmp(verb, "floor") == 0) {
        held.floors[held.floor_count++] = (TwFloor){whole[0], whole[1]};
        return 0;
    }
    if (strcmp(verb, "layer") == 0) {
        TwLayer layer = {.neighbors = whole[0], .corners = whole[1], .sizes = whole[2]};
        memcpy(layer.costs, numbers + 3, (size_t)(last - numbers - 3) * sizeof *numbers);
        held.layers[held.layer_count++] = layer;
        return 0;
    }
    if (held.map == 0) {
        must(tw_map_new(held.floors, held.floor_count, held.layers, held.layer_count, TW_SHAPE_SQUARES, NULL, 0, &held.map));
    }
    if (strcmp(verb, "set") == 0) {
        must(tw_map_set(held.map, a, whole[3]));
    } else if (strcmp(verb, "fill") == 0) {
        static TwChange changes[1 << 16];
        size_t change = 0;
        for (uint32_t y = 0; y < whole[4]; y++) {
            for (uint32_t x = 0; x < whole[3]; x++) {
                changes[change++] = (TwChange){{a.x + x, a.y + y, a.floor}, whole[5]};
            }
        }
        must(tw_map_set_all(held.map, changes, change));
    } else if (strcmp(verb, "cost") == 0) {
        must(tw_map_set_cost(held.map, a, numbers[3]));
    } else if (strcmp(verb, "door") == 0) {
        must(whole[3] == 0 ? tw_map_remove_door(held.map, a) : tw_map_set_door(held.map, a, whole[3], whole[4], whole[5]));
    } else if (strcmp(verb, "link") == 0) {
        TwLink link = {a, b, whole[7], whole[8], numbers[6]};
        must(tw_map_add_link(held.map, &link, &held.links[held.link_count++]));
    } else if (strcmp(verb, "unlink") == 0) {
        must(tw_map_remove_link(held.map, held.links[whole[0]]));
    } else if (strcmp(verb, "route") == 0 || strcmp(verb, "reach") == 0) {
        static TwPlace places[1 << 16];
        TwQuery query = tw_query(a, b);
        TwFound route;
        query.agent = (TwAgent){whole[6], whole[7], whole[8]};
        if (verb[2] == 'a') {
            TwStatus status = tw_map_is_reachable(held.map, &query);
            must(status);
            found[0] = status == TW_STATUS_OK;
            return compared(expected, found, 1);
        }
        query.or_nearest = whole[9];
        if (whole[10] > 0) {
            query.budget = whole[10];
        }
        must(tw_map_route(held.map, &query, 0, places, 1 << 16, &route));
        for (found[4] = 1; route.outcome == TW_OUTCOME_UNFINISHED; found[4]++) {
            must(tw_map_resume(held.map, route.search, 0, places, 1 << 16, &route));
        }
        found[0] = route.outcome;
        found[1] = route.length;
        found[2] = (uint64_t)floor_of(route.cost);
        found[3] = 0;
        for (size_t at = 0; at < route.length; at++) {
            found[3] = mixed_place(found[3], places[at]);
        }
        return compared(expected, found, 5);
    } else if (strcmp(verb, "field") == 0 || strcmp(verb, "aim") == 0) {
        size_t first = verb[0] == 'f' ? 3 : 1, goals = 0;
        TwPlace places[20];
        for (size_t at = first; at + 2 < count; at += 3) {
            places[goals++] = (TwPlace){whole[at], whole[at + 1], whole[at + 2]};
        }
        uint64_t *field = &held.fields[first == 3 ? held.field_count++ : whole[0]];
        must(first == 3 ? tw_field_new(held.map, (TwAgent){whole[0], whole[1], whole[2]}, places, goals, UINT64_MAX, field) : tw_field_set_goals(held.map, *field, places, goals, NULL));
        found[0] = values(*field);
        return compared(expected, found, 1);
    } else if (strcmp(verb, "update") == 0) {
        must(tw_field_update(held.map, held.fields[whole[0]], NULL));
        found[0] = values(held.fields[whole[0]]);
        return compared(expected, found, 1);
    } else if (strcmp(verb, "follow") == 0) {
        TwPlace place = {whole[1], whole[2], whole[3]};
        for (uint32_t step = 0; step < whole[4]; step++) {
            must(tw_field_advance(held.fields[whole[0]], &place, 1));
        }
        found[0] = place.x;
        found[1] = place.y;
        found[2] = place.floor;
        return compared(expected, found, 3);
    } else if (strcmp(verb, "crowd") == 0) {
        TwAgent agent = tw_agent();
        agent.layer = whole[0];
        must(tw_crowd_new(held.map, agent, whole[1], &held.crowds[held.crowd_count++]));
    } else if (strcmp(verb, "walker") == 0) {
        TwPlace start = {whole[1], whole[2], whole[3]}, goal = {whole[4], whole[5], whole[6]};
        must(tw_crowd_add(held.crowds[whole[0]], start, count > 4 ? &goal : NULL, &held.walkers[held.walker_count++]));
    } else if (strcmp(verb, "goal") == 0) {
        TwPlace goal = {whole[2], whole[3], whole[4]};
        must(tw_crowd_set_goal(held.crowds[whole[0]], held.walkers[whole[1]], count > 2 ? &goal : NULL));
    } else if (strcmp(verb, "step") == 0) {
        found[0] = stepped(held.crowds[whole[0]], (int)whole[1]);
        return compared(expected, found, 1);
    } else {
        printf("line %d: no call %s\n", line_number, verb);
        exit(1);
    }
    return 0;
}

static int played(const char *name, int (*call)(char *)) {
    static char line[1 << 16];
    FILE *file = fopen(name, "r");
    int checked = 0;
    if (file == NULL) {
        exit(2);
    }
    for (line_number = 1; fgets(line, sizeof line, file) != NULL; line_number++) {
        checked += call(line);
    }
    fclose(file);
    return checked;
}

int main(int count, char **words) {
    if (count != 3) {
        return 3;
    }
    int games = played(words[1], play), walkers = played(words[2], walk);
    printf("%d and %d\n", games, walkers);
    return 0;
}
