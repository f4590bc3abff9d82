/* interrupts.c: no interrupt is lost. A program runs many times, each time with an interrupt before another of its instructions; it must end by
 * KeyboardInterrupt every time (the programs themselves catch nothing of the kind).
 *
 *     interrupts PLACES FILE…      prints, for each place where the program went on as if nothing had come, the line that ran
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lang/lang.h"
#include "lang/object/func.h"
#include "lang/object/str.h"
#include "lib/lib.h"

static long steps, at_step;
static char where[400];

/* "file:line name", the innermost first. */
static void note_place(VM *vm, const Frame *f)
{
    size_t at = 0, n;
    for (int levels = 0; f && f->code && levels < 3; f = f->prev, levels++) {
        const char *file = str_utf8(vm, REF(f->code->filename), &n), *name = str_utf8(vm, REF(f->code->name), &n);
        at += (size_t)snprintf(where + at, sizeof where - at, "%s%.80s:%d %.40s", levels ? " < " : "", file, code_line(f->code, (int32_t)(f->pc - f->code->ins)), name);
    }
}

static void on_step(VM *vm, struct Frame *frame, const struct Ins *at)
{
    (void)at;
    if (++steps != at_step) return;
    note_place(vm, frame);
    lang_interrupt(vm);
}

static bool swallow(VM *vm, void *data, int fd, const char *text, size_t n)
{
    (void)vm, (void)data;
    return fd != 2 || at_step || fwrite(text, 1, n, stderr) == n; /* what a program says that does not run at all */
}

/* One run; the exit code of the program. */
static int run(const char *path, const char *text, size_t n)
{
    LangConfig config = {.modules = lib_modules, .frozen = &lib_frozen, .prelude = lib_prelude, .open_streams = lib_open_streams, .hooks = {.write = swallow}};
    VM *vm = lang_open(&config);
    lang_trace_steps(vm, on_step);
    int code = lang_main_text(vm, text, n, path);
    lang_trace_steps(vm, NULL);
    return code;
}

static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(1 << 20) : NULL;
    *n = text ? fread(text, 1, (1 << 20) - 1, f) : 0;
    if (text) text[*n] = 0;
    if (f) fclose(f);
    return text;
}

/* What the child found: 0 it was interrupted, 1 it went on (told), 2 it failed otherwise. */
static int child(const char *path, const char *text, size_t n, long place)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        at_step = place;
        int code = run(path, text, n);
        if (steps < at_step) _exit(0); /* it ended before */
        if (code != LANG_INTERRUPTED) printf("%s: at instruction %ld it went on and ended with %d: %s\n", path, place, code, where);
        fflush(stdout);
        _exit(code != LANG_INTERRUPTED);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status)) printf("%s: at instruction %ld: it died of signal %d\n", path, place, WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static long count(const char *path, const char *text, size_t n)
{
    int fds[2];
    long all = 0;
    if (pipe(fds)) return 0;
    pid_t pid = fork();
    if (pid == 0) {
        int code = run(path, text, n);
        if (code) steps = 0;
        _exit(write(fds[1], &steps, sizeof steps) != sizeof steps);
    }
    close(fds[1]);
    if (read(fds[0], &all, sizeof all) != sizeof all) all = 0;
    close(fds[0]);
    waitpid(pid, NULL, 0);
    return all;
}

int main(int argc, char **argv)
{
    long places = argc > 1 ? atol(argv[1]) : 100;
    int failed = 0;
    for (int i = 2; i < argc; i++) {
        size_t n;
        char *text = read_file(argv[i], &n);
        long all = text ? count(argv[i], text, n) : 0;
        if (!all) printf("%s: it does not run\n", argv[i]), failed++;
        for (long k = 0; k < places && all; k++) {
            long place = 1 + (long)((double)(all - 1) * ((double)k + 0.5) / (double)places);
            failed += child(argv[i], text, n, place) != 0;
        }
        printf("%s: %ld instructions, %ld places\n", argv[i], all, all ? places : 0);
        free(text);
    }
    printf("%d failed\n", failed);
    return failed != 0;
}
