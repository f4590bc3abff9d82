/* tb_dump.c: tracebacks for handlers of signals (dump.h). */
#include "lang/object/dump.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/compile/code.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"

enum { DEEPEST = 100, THREADS = 100, TEXT = 500 }; /* frames, threads, characters of a name: what CPython tells of each */

/* ---- words ---- */

static void put(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t k = write(fd, bytes, n);
        if (k <= 0) return;
        bytes += k;
        n -= (size_t)k;
    }
}

void dump_text(int fd, const char *text) { put(fd, text, strlen(text)); }

static void put_digits(int fd, uint64_t n, unsigned base, int least)
{
    char digits[24];
    size_t at = sizeof digits;
    for (; at && (n || least > 0); n /= base, least--) digits[--at] = "0123456789abcdef"[n % base];
    put(fd, digits + at, sizeof digits - at);
}

void dump_number(int fd, uint64_t n, int least_digits) { put_digits(fd, n, 10, least_digits > 0 ? least_digits : 1); }

/* In ASCII; what is not is escaped as in a str's ascii(). */
static void put_name(int fd, const Str *s)
{
    int64_t n = s->len < TEXT ? s->len : TEXT;
    for (int64_t i = 0; i < n; i++) {
        uint32_t c = str_at(s, i);
        char plain = (char)c;
        if (c >= ' ' && c < 127) {
            put(fd, &plain, 1);
            continue;
        }
        dump_text(fd, c < 0x100 ? "\\x" : c < 0x10000 ? "\\u" : "\\U");
        put_digits(fd, c, 16, c < 0x100 ? 2 : c < 0x10000 ? 4 : 8);
    }
    if (n < s->len) dump_text(fd, "...");
}

/* ---- frames ---- */

static const Span *known_spans(const Code *c)
{
    if (c->spans || !c->image) return c->spans;
    const Span *all = __atomic_load_n(c->image->spans, __ATOMIC_ACQUIRE);
    return all ? all + c->image_at : NULL;
}

/* 0: not known without unpacking. */
static uint32_t line_of(const Frame *f)
{
    const Span *spans = known_spans(f->code);
    if (!spans) return 0;
    int64_t at = f->pc ? f->pc - f->code->ins - 1 : 0;
    if (at < 0 || at >= (int64_t)f->code->nins) return f->code->first_line;
    while (at > 0 && !spans[at].line) at--;
    return spans[at].line ? spans[at].line : f->code->first_line;
}

static void put_frame(int fd, const Frame *f)
{
    uint32_t line = line_of(f);
    dump_text(fd, "  File \"");
    put_name(fd, f->code->filename);
    dump_text(fd, "\", line ");
    if (line) dump_number(fd, line, 1);
    else dump_text(fd, "???");
    dump_text(fd, " in ");
    put_name(fd, f->code->name);
    dump_text(fd, "\n");
}

static void put_frames(int fd, const Frame *f)
{
    if (!f || !f->code) dump_text(fd, "  <no Python frame>\n");
    for (int depth = 0; f && f->code; f = f->prev) {
        if (depth++ == DEEPEST) return dump_text(fd, "  ...\n");
        put_frame(fd, f);
    }
}

/* ---- threads ---- */

typedef struct Dump { const VM *vm; int fd, told; uint64_t thread; } Dump;

static bool put_thread(void *arg, uint64_t ident, const Frame *innermost)
{
    Dump *d = arg;
    if (d->told) dump_text(d->fd, "\n");
    if (d->told++ == THREADS) return dump_text(d->fd, "...\n"), false;
    dump_text(d->fd, ident == d->thread ? "Current thread 0x" : "Thread 0x");
    put_digits(d->fd, ident, 16, 16);
    dump_text(d->fd, " (most recent call first):\n");
    if (ident == d->thread && d->vm->gc_running) dump_text(d->fd, "  Garbage-collecting\n");
    put_frames(d->fd, innermost);
    return true;
}

void dump_threads(const VM *vm, int fd, uint64_t current) { threads_peek(vm, put_thread, &(Dump){vm, fd, 0, current}); }

static bool put_if_it(void *arg, uint64_t ident, const Frame *innermost)
{
    Dump *d = arg;
    if (ident != d->thread) return true;
    dump_text(d->fd, "Stack (most recent call first):\n");
    put_frames(d->fd, innermost);
    return false;
}

void dump_thread(const VM *vm, int fd, uint64_t ident) { threads_peek(vm, put_if_it, &(Dump){vm, fd, 0, ident}); }

/* ---- modules ---- */

static Ref peek(Ref dict, const char *name)
{
    Ref key, value;
    for (int64_t pos = 0; dict_next(dict, &pos, &key, &value);)
        if (is_str(key) && str_equal_c(key, name)) return value;
    return NULL;
}

/* The interpreter's own (sys, builtins) have no table. */
static bool is_in_c(Ref names, Ref name, Ref module)
{
    if (!is_str(name) || !is_module(module)) return false;
    bool found = as_module(module)->def != NULL;
    for (int64_t i = 0; names && is_tuple(names) && i < as_tuple(names)->len && !found; i++) found = is_str(as_tuple(names)->items[i]) && str_equal(as_tuple(names)->items[i], name);
    return found;
}

static bool is_in_library(Ref names, Ref name)
{
    Ref key;
    for (int64_t pos = 0; names && is_set(names) && set_next(names, &pos, &key);)
        if (is_str(key) && str_equal(key, name)) return true;
    return false;
}

void dump_extensions(const VM *vm, int fd)
{
    Ref library = vm->sys_dict ? peek(vm->sys_dict, "stdlib_module_names") : NULL, in_c = vm->sys_dict ? peek(vm->sys_dict, "builtin_module_names") : NULL, name, module;
    unsigned told = 0;
    for (int64_t pos = 0; vm->modules && dict_next(REF(vm->modules), &pos, &name, &module);) {
        if (!is_in_c(in_c, name, module) || is_in_library(library, name)) continue;
        dump_text(fd, told++ ? ", " : "\nExtension modules: ");
        put_name(fd, as_str(name));
    }
    if (!told) return;
    dump_text(fd, " (total: ");
    dump_number(fd, told, 1);
    dump_text(fd, ")\n");
}

void dump_fatal_error(const VM *vm, const char *function, const char *what)
{
    dump_text(2, "Fatal Python error: ");
    dump_text(2, function);
    dump_text(2, ": ");
    dump_text(2, what);
    dump_text(2, "\nPython runtime state: initialized\n\n");
    dump_threads(vm, 2, 0);
    dump_extensions(vm, 2);
    abort();
}

/* ---- ahead of it ---- */

void dump_prepare(VM *vm)
{
    Ref name, module;
    vm->places_ready = true;
    for (int64_t pos = 0; vm->modules && dict_next(REF(vm->modules), &pos, &name, &module);) {
        const FrozenModule *m = is_str(name) ? frozen_named(vm, name) : NULL;
        if (m && m->code && m->code->size) image_spans(m->code);
    }
}
