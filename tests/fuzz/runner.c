/* runner.c: programs of fuzz targets are run, with limits (runner.h). A clock's thread watches the program that runs. */
#include "runner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INSTRUCTIONS = 30000, SECONDS = 4 };

static struct {
    pthread_mutex_t lock;
    VM *vm;
    time_t since;
    bool ticks;
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *tick(void *data)
{
    for (;;) {
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
        pthread_mutex_lock(&watch.lock);
        if (watch.vm && time(NULL) > watch.since + SECONDS) lang_interrupt(watch.vm);
        pthread_mutex_unlock(&watch.lock);
    }
    return data;
}

static void watch_vm(VM *vm)
{
    pthread_t thread;
    pthread_mutex_lock(&watch.lock);
    watch.vm = vm;
    watch.since = time(NULL);
    if (!watch.ticks) watch.ticks = pthread_create(&thread, NULL, tick, NULL) == 0;
    pthread_mutex_unlock(&watch.lock);
}

bool runner_swallow(VM *vm, void *data, int fd, const char *text, size_t n)
{
    (void)vm, (void)data, (void)fd, (void)text, (void)n;
    return true;
}

static unsigned steps;

static void on_step(VM *vm, struct Frame *frame, const struct Ins *at)
{
    (void)frame, (void)at;
    if (++steps > INSTRUCTIONS) lang_interrupt(vm);
}

static bool harmless(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words)) return false;
    return true;
}

void runner_run(VM *vm, const uint8_t *data, size_t size, Ref globals, const char *const *words)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    if (harmless(text, words)) {
        Value code = lang_compile(vm, text, size, "<fuzz>", LANG_EXEC);
        steps = 0;
        lang_trace_steps(vm, on_step);
        watch_vm(vm);
        Value result = code ? lang_run(vm, code, globals) : NULL;
        lang_trace_steps(vm, NULL);
        if (!result) lang_print_error(vm);
        release(vm, result);
        release(vm, code);
        watch_vm(NULL);
    }
    free(text);
}
