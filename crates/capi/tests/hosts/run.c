/* Runs the request of a file and prints the JSON of the answer. With a second argument the callback stops the task at the first call. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilewright.h"

static int stop_at_once(void *user, const char *event, size_t length) {
    *(size_t *)user += length;
    (void)event;
    return 1;
}

int main(int count, char **words) {
    if (tw_abi_version() != TW_ABI_VERSION || count < 2) {
        return 100;
    }
    FILE *file = fopen(words[1], "rb");
    static char request[1 << 20];
    size_t length = fread(request, 1, sizeof request, file);
    fclose(file);

    uint64_t answer = 0;
    size_t told = 0;
    TwStatus status = tw_run(request, length, NULL, count > 2 ? stop_at_once : NULL, &told, &answer);
    if (status > TW_STATUS_STOPPED) {
        char message[1000];
        tw_last_error(message, sizeof message);
        fprintf(stderr, "%s\n", message);
        return (int)status;
    }
    size_t needed = 0;
    if (tw_answer_read(answer, "json", NULL, 0, &needed) != TW_STATUS_OK) {
        return 101;
    }
    uint8_t *json = malloc(needed + 1);
    if (needed > 1 && tw_answer_read(answer, "json", json, needed - 1, &needed) != TW_STATUS_SHORT) {
        return 102;
    }
    if (tw_answer_read(answer, "json", json, needed, &needed) != TW_STATUS_OK) {
        return 103;
    }
    fwrite(json, 1, needed, stdout);
    free(json);
    if (tw_free(answer) != TW_STATUS_OK || tw_free(answer) != TW_STATUS_GONE || tw_held() != 0) {
        return 104;
    }
    return (int)status;
}
