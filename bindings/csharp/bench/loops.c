/* The loops of the measurement in C, for Bench.cs: the same calls on handles of the same library, in the same process. */

#include <stdint.h>
#include <time.h>

#include "tilewright.h"

/* Processor time of this thread in seconds. */
double loops_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

uint32_t loops_stand(uint64_t map, uint32_t calls) {
    uint32_t yes = 0;
    TwAgent agent = tw_agent();
    for (uint32_t call = 0; call < calls; call++) {
        TwPlace at = {call % 60, call / 60 % 60, 0};
        yes += tw_map_can_stand(map, at, agent) == TW_STATUS_OK;
    }
    return yes;
}

uint32_t loops_find(uint64_t map, uint32_t calls) {
    static TwPlace places[256];
    uint32_t sum = 0;
    for (uint32_t call = 0; call < calls; call++) {
        TwPlace from = {call % 60, 0, 0}, to = {call % 60, 3, 0};
        TwQuery query = tw_query(from, to);
        TwFound found;
        tw_map_route(map, &query, 0, places, 256, &found);
        sum += (uint32_t)found.length;
    }
    return sum;
}

uint32_t loops_crowd(uint64_t map, uint64_t crowd, uint32_t frames) {
    static TwCrowdEvent events[1024];
    uint32_t sum = 0;
    size_t length = 0;
    for (uint32_t frame = 0; frame < frames; frame++) {
        tw_crowd_step(map, crowd, events, 1024, &length);
        sum += (uint32_t)length;
    }
    return sum;
}

uint32_t loops_flow(uint64_t map, uint64_t flow, uint32_t frames) {
    static TwBody bodies[1024];
    uint32_t sum = 0;
    size_t length = 0;
    for (uint32_t frame = 0; frame < frames; frame++) {
        tw_flow_update(map, flow, bodies, 1024, &length);
        for (size_t at = 0; at < length; at++) sum += (uint32_t)bodies[at].point.x;
    }
    return sum;
}

uint32_t loops_field(uint64_t field, TwPlace *places, uint32_t frames) {
    for (uint32_t frame = 0; frame < frames; frame++) tw_field_advance(field, places, 300);
    return places[0].x;
}
