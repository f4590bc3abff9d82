/* embed.c: the embedding interface used as a front uses it: cells, modes, hooks, interrupts, sites, limits, several VMs.
 * Prints what fails; the exit code is the number of failures.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/lang.h"
#include "lib/lib.h"
#include "lang/object/mem.h"

static int failures;
#define CHECK(what) ((what) ? (void)0 : (void)(failures++, printf("embed.c:%d: %s\n", __LINE__, #what)))

typedef struct Seen {
    char out[4096];
    size_t n;
    int shown, lines;
} Seen;

static bool on_write(VM *vm, void *data, int fd, const char *text, size_t n)
{
    (void)vm, (void)fd;
    Seen *seen = data;
    if (seen->n + n < sizeof seen->out) memcpy(seen->out + seen->n, text, n), seen->n += n;
    seen->out[seen->n] = 0;
    return true;
}

static bool on_display(VM *vm, void *data, Ref value)
{
    (void)value;
    LangSite where;
    Seen *seen = data;
    seen->shown++;
    if (lang_site_info(vm, lang_site(vm), &where) && where.line > 0) seen->lines++;
    return true;
}

static VM *open_vm(Seen *seen)
{
    memset(seen, 0, sizeof *seen);
    LangConfig config = {.modules = lib_modules, .frozen = &lib_frozen,
                         .hooks = {.write = on_write, .display = on_display}, .hook_data = seen};
    return lang_open(&config);
}

/* Compile and run; true when it ended without an exception (which is printed and cleared). */
static bool cell(VM *vm, const char *source, LangMode mode)
{
    Value globals = lang_main_globals(vm);
    Value code = lang_compile(vm, source, strlen(source), "<cell>", mode);
    Value result = code ? lang_run(vm, code, globals) : NULL;
    bool good = result != NULL;
    if (!good) lang_print_error(vm);
    release(vm, result);
    release(vm, code);
    release(vm, globals);
    return good;
}

static void test_cells(void)
{
    Seen seen;
    VM *vm = open_vm(&seen);
    CHECK(cell(vm, "x = 6\ndef f(n): return n * x\n", LANG_EXEC));
    CHECK(cell(vm, "print(f(7))\n", LANG_EXEC) && !strcmp(seen.out, "42\n"));
    CHECK(cell(vm, "f(2)\n", LANG_SINGLE) && seen.shown == 1 && seen.lines == 1);
    CHECK(cell(vm, "f(3) + 1", LANG_EVAL));
    CHECK(!cell(vm, "f(", LANG_EXEC));
    CHECK(!cell(vm, "1 / 0\n", LANG_EXEC));
    CHECK(cell(vm, "x = f(1)\n", LANG_EXEC));
    CHECK(lang_close(vm) == 0);
}

static void test_two_vms(void)
{
    Seen one, two;
    VM *a = open_vm(&one), *b = open_vm(&two);
    CHECK(cell(a, "import sys\nsys.mark = 'a'\nx = 'one'\n", LANG_EXEC));
    CHECK(cell(b, "import sys\nprint(hasattr(sys, 'mark'), 'x' in globals())\n", LANG_EXEC));
    CHECK(!strcmp(two.out, "False False\n"));
    CHECK(lang_close(a) == 0);
    CHECK(cell(b, "print(len('still here'))\n", LANG_EXEC));
    CHECK(lang_close(b) == 0);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double asked;
static void *interrupt_soon(void *vm)
{
    usleep(100000);
    asked = now();
    lang_interrupt(vm);
    return NULL;
}

/* Each of these would run for very long; all must stop within 50 ms of being asked (0.5 s here: CI machines are busy). */
static void test_interrupt(void)
{
    static const char *const endless[] = {
        "while True: pass\n", "sum(range(10 ** 12))\n", "list(x for x in range(10 ** 12) if x < 0)\n", "x = 3\nwhile True: x = x * x % 1000003\n",
        "import re\nre.match('(a*)*b', 'a' * 60)\n", "def f():\n    try:\n        while True: pass\n    finally:\n        pass\nf()\n",
        "max(map(lambda x: x, range(10 ** 12)))\n", "[0 for _ in iter(int, 1)]\n", "10 ** 12 in iter(range(10 ** 12))\n",
        "sorted(range(10 ** 7), key=lambda x: -x)\n", "any(x < 0 for x in range(10 ** 12))\n", "import itertools\nlist(itertools.islice(itertools.repeat(0), 10 ** 11, None))\n",
    };
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        /* In a child: one that cannot be stopped is ended by the alarm and counts as a failure. */
        pid_t child = fork();
        if (child) {
            int status = 0;
            waitpid(child, &status, 0);
            if (WIFEXITED(status)) failures += WEXITSTATUS(status);
            else failures++, printf("embed.c: not stopped: %.60s\n", endless[i]);
            continue;
        }
        alarm(5);
        failures = 0;
        Seen seen;
        VM *vm = open_vm(&seen);
        pthread_t thread;
        pthread_create(&thread, NULL, interrupt_soon, vm);
        bool ended = cell(vm, endless[i], LANG_EXEC);
        double late = now() - asked;
        pthread_join(thread, NULL);
        if (ended || !strstr(seen.out, "KeyboardInterrupt") || late > 0.5) {
            failures++;
            printf("embed.c: %.40s: %s, %.3f s after it was asked\n", endless[i], ended ? "ended" : seen.out, late);
        }
        CHECK(cell(vm, "y = 1\n", LANG_EXEC));
        CHECK(lang_close(vm) == 0);
        fflush(stdout);
        _exit(failures);
    }
}

static void test_limit(void)
{
    Seen seen;
    VM *vm = open_vm(&seen);
    mem_set_limit(lang_mem(vm), mem_live(lang_mem(vm)) + (8 << 20));
    CHECK(!cell(vm, "x = 'a' * (1 << 30)\n", LANG_EXEC));
    CHECK(strstr(seen.out, "MemoryError") != NULL);
    CHECK(cell(vm, "x = 'a' * 1000\n", LANG_EXEC));
    CHECK(lang_close(vm) == 0);
}

static Value fn_seven(VM *vm, const Ref *args, int n, Ref kwnames) { return (void)vm, (void)args, (void)n, (void)kwnames, make_small(7); }

/* A module in C inside a package of the library is imported as one in Python is, and no differently once a program has looked at the import system. */
static void test_inner_module(void)
{
    static const NativeDef functions[] = {{"seven", fn_seven, "", "7", 0}, {NULL, NULL, NULL, NULL, 0}};
    static const ModuleDef inner = {.name = "json._inner", .doc = "A test's.", .functions = functions};
    enum { MOST = 512 };
    static const ModuleDef *modules[MOST] = {&inner};
    for (size_t i = 0; lib_modules[i]; i++) modules[i + 1] = lib_modules[i];
    static const char *const programs[] = {"from json._inner import seven\n", "import sys\nsys.meta_path\nfrom json._inner import seven\n"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        Seen seen = {.n = 0};
        LangConfig config = {.modules = modules, .frozen = &lib_frozen, .hooks = {.write = on_write}, .hook_data = &seen};
        VM *vm = lang_open(&config);
        CHECK(cell(vm, programs[i], LANG_EXEC));
        CHECK(cell(vm, "import json, sys\nprint(seven(), json._inner.__name__, json._inner.__package__)\n", LANG_EXEC));
        CHECK(cell(vm, "sys.meta_path\nprint(json._inner.__spec__.origin, json._inner.__loader__.__name__)\n", LANG_EXEC));
        CHECK(cell(vm, "print('json._inner' in sys.builtin_module_names, 'json._inner' in sys.stdlib_module_names)\n", LANG_EXEC));
        CHECK(!strcmp(seen.out, "7 json._inner json\nbuilt-in BuiltinImporter\nTrue False\n"));
        if (strcmp(seen.out, "7 json._inner json\nbuilt-in BuiltinImporter\nTrue False\n")) fputs(seen.out, stdout);
        CHECK(lang_close(vm) == 0);
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    test_cells();
    test_two_vms();
    test_limit();
    test_inner_module();
    test_interrupt();
    if (!failures) puts("embed: all well");
    return failures;
}
