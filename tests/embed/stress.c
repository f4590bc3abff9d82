/* stress.c: runs a Python file in ways that a person never would, for tests/stress.py.
 *
 *   stress gc FILE            a collection at every allocation
 *   stress fail FILE [FROM [STEP [MOST]]]   the n-th allocation fails, for n = FROM, FROM + STEP ...,
 *                             until the program runs through without one failing or MOST tries are over;
 *                             each run in a fresh VM, once with that request failing alone and once with all later ones too
 *   stress live FILE          an ordinary run
 *
 * The program's own output is swallowed, except with `live` and `gc`. Every run must give back every byte; the exit
 * code is 3 where one did not, else 0 (with gc and live: the program's own).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/object/gc.h"
#include "lang/lang.h"
#include "lib/lib.h"
#include "lang/object/mem.h"

static bool swallow(VM *vm, void *data, int fd, const char *text, size_t n)
{
    (void)vm, (void)data, (void)fd, (void)text, (void)n;
    return true;
}

static VM *open_vm(char **argv, bool quiet)
{
    LangConfig config = {
        .argc = 1, .argv = argv, .script_dir = "", .modules = lib_modules, .frozen = &lib_frozen,
        .open_streams = quiet ? NULL : lib_open_streams, .hooks = {.write = quiet ? swallow : NULL},
    };
    return lang_open(&config);
}

static int close_vm(VM *vm, const char *what, long n)
{
    size_t left = lang_close(vm);
    if (left) fprintf(stderr, "stress: %zu bytes still live (%s, request %ld)\n", left, what, n);
    return left ? 3 : 0;
}

static int run_once(char **argv, const char *text, size_t n, bool stress)
{
    VM *vm = open_vm(argv, false);
    if (!vm) return 4;
    gc_set_stress(vm, stress);
    int status = lang_main_text(vm, text, n, argv[0]);
    gc_set_stress(vm, false);
    int left = close_vm(vm, stress ? "gc" : "live", 0);
    return left ? left : status;
}

/* One run with request `at` failing: 0 fine, 1 the end was reached before it, 3 bytes left. */
static int run_failing(char **argv, const char *text, size_t n, long at, bool for_good)
{
    VM *vm = open_vm(argv, true);
    if (!vm) return 4;
    Mem *mem = lang_mem(vm);
    uint64_t before = mem_requests(mem);
    mem_fail_after(mem, at, for_good);
    lang_main_text(vm, text, n, argv[0]);
    bool reached = mem_requests(mem) - before > (uint64_t)at;
    mem_fail_after(mem, -1, false);
    int left = close_vm(vm, for_good ? "failing for good" : "failing once", at);
    return left ? left : !reached;
}

static char *read_file(const char *name, size_t *n)
{
    FILE *f = fopen(name, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = malloc((size_t)size + 1);
    *n = text ? fread(text, 1, (size_t)size, f) : 0;
    if (text) text[*n] = 0;
    fclose(f);
    return text;
}

int main(int argc, char **argv)
{
    size_t n;
    char *text = argc > 2 ? read_file(argv[2], &n) : NULL;
    if (!text) return fprintf(stderr, "usage: stress gc|live|fail FILE [FROM [STEP [MOST]]]\n"), 2;
    int status = 0;
    if (strcmp(argv[1], "fail")) {
        status = run_once(argv + 2, text, n, !strcmp(argv[1], "gc"));
    } else {
        long from = argc > 3 ? atol(argv[3]) : 0, step = argc > 4 ? atol(argv[4]) : 1, most = argc > 5 ? atol(argv[5]) : 1L << 30;
        long tries = 0;
        for (long at = from; tries < most; at += step, tries++) {
            int once = run_failing(argv + 2, text, n, at, false);
            int good = run_failing(argv + 2, text, n, at, true);
            if (once > 1 || good > 1) status = 3;
            if (once == 1 || status) break;
        }
        printf("%ld requests failed in turn\n", tries);
    }
    free(text);
    return status;
}
