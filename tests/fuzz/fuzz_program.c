/* fuzz_program.c: whole programs are run, in a VM with a memory limit and a budget of lines; the seeds are the corpus's
 * cases. A program that runs too long without a new line is interrupted: one that goes on all the same is a finding
 * (libFuzzer's timeout). What could touch the world outside (open, os, subprocess ...) is not there: only modules that compute are.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lang.h"
#include "lib.h"
#include "mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const harmless[] = {"math", "itertools", "_collections", "_functools", "_operator", "_struct", "_json", "_heapq", "_bisect", NULL};
enum { LINES = 3000, SECONDS = 4 };

/* The clock's thread: it interrupts the program that runs since more than SECONDS, again each second. */
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

static bool swallow(VM *vm, void *data, int fd, const char *text, size_t n)
{
    (void)vm, (void)data, (void)fd, (void)text, (void)n;
    return true;
}

static bool on_line(VM *vm, void *data, uint32_t site)
{
    (void)site;
    if (++*(unsigned *)data > LINES) lang_interrupt(vm);
    return true;
}

static const ModuleDef **harmless_modules(void)
{
    static const ModuleDef *chosen[16];
    size_t n = 0;
    for (size_t i = 0; lib_modules[i]; i++)
        for (size_t k = 0; harmless[k]; k++)
            if (!strcmp(lib_modules[i]->name, harmless[k]) && n < 15) chosen[n++] = lib_modules[i];
    return chosen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned lines = 0;
    LangConfig config = {.mem_limit = 64 << 20, .modules = harmless_modules(), .hooks = {.write = swallow, .line = on_line}, .hook_data = &lines};
    VM *vm = lang_open(&config);
    if (!vm) return 0;
    Value globals = lang_main_globals(vm);
    /* The first bytes that name a builtin to the outside make the input worthless: it is not run. */
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    if (!strstr(text, "open") && !strstr(text, "input") && !strstr(text, "__import__")) {
        Value code = lang_compile(vm, text, size, "<fuzz>", LANG_EXEC);
        lang_trace_lines(vm, true);
        watch_vm(vm);
        Value result = code ? lang_run(vm, code, globals) : NULL;
        lang_trace_lines(vm, false);
        if (!result) lang_print_error(vm);
        release(vm, result);
        release(vm, code);
    }
    free(text);
    release(vm, globals);
    watch_vm(NULL);
    if (lang_close(vm)) abort();
    return 0;
}
