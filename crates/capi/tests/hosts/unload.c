/* Loads the library when the program runs, calls it on two threads, unloads it, and does so again. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tilewright.h"

static void *library = NULL;

/* A pointer to a function of the library. C99 has no cast from one to data, so its bytes are copied. */
#define FIND(function, name)                            \
    do {                                                \
        void *found = dlsym(library, name);             \
        memcpy(&(function), &found, sizeof(function));  \
    } while (0)

static void *call(void *result) {
    TwStatus (*open)(const char *, const char *, size_t, uint64_t *);
    TwStatus (*release)(uint64_t);
    size_t (*last)(char *, size_t);
    uint64_t game = 0;
    FIND(open, "tw_game_open");
    FIND(release, "tw_free");
    FIND(last, "tw_last_error");
    int good = open("chess", NULL, 0, &game) == TW_STATUS_REFUSED && last(NULL, 0) > 0;
    good = good && open("2048", NULL, 0, &game) == TW_STATUS_OK && last(NULL, 0) == 0;
    good = good && release(game) == TW_STATUS_OK;
    *(int *)result = good;
    return NULL;
}

int main(int count, char **words) {
    if (count != 2) {
        return 3;
    }
    for (int round = 0; round < 3; round++) {
        library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) {
            printf("%s\n", dlerror());
            return 2;
        }
        pthread_t thread;
        int mine = 0, other = 0;
        pthread_create(&thread, NULL, call, &other);
        call(&mine);
        pthread_join(thread, NULL);
        if (!mine || !other || dlclose(library) != 0) {
            return 1;
        }
    }
    return 0;
}
