/*
 * Runs requests for tests/unit/regex.py: each is 32-bit words on stdin (operation, flags, is_bytes, pos, endpos,
 * length and units of the pattern, length and units of the subject) and one line of text on stdout. Every subject is
 * run in each width that holds it. `regex_driver bench REPEAT FLAGS PATTERN < SUBJECT` times findall instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lang/text/regex.h"

static size_t live_bytes;
static long fail_after = -1; /* allocations that still succeed; -1: all */

static void *resize(void *ctx, void *old, size_t old_size, size_t size) {
    (void)ctx;
    if (size == 0) {
        live_bytes -= old_size;
        free(old);
        return NULL;
    }
    if (fail_after == 0)
        return NULL;
    if (fail_after > 0)
        fail_after--;
    void *now = malloc(size);
    if (now == NULL)
        return NULL;
    if (old)
        memcpy(now, old, old_size < size ? old_size : size);
    free(old);
    live_bytes += size - old_size;
    return now;
}

static void warn(void *ctx, RegexWarning kind, const char *text) {
    (void)ctx;
    (void)kind;
    printf("[%s] ", text);
}

static bool too_long(void *ctx) {
    return ++*(int *)ctx > 200;
}

static const RegexMem mem = {NULL, resize, warn};

static void print_error(const RegexError *e) {
    static const char *const kinds[] = {"ok", "error", "ValueError", "OverflowError", "IndexError", "RecursionError", "MemoryError"};
    printf("%s ", kinds[e->kind]);
    for (const char *p = e->message; *p; p++)
        printf(*p == '\n' ? "\\n" : "%c", *p);
    if (e->kind == REGEX_ERROR && e->position >= 0) {
        printf(" at position %td", e->position);
        if (e->has_newline)
            printf(" (line %zu, column %zu)", e->line, e->column);
    }
}

struct out {
    char text[1 << 16];
    size_t len;
};

static void put(struct out *o, const char *format, size_t value) {
    if (o->len + 64 < sizeof o->text)
        o->len += (size_t)snprintf(o->text + o->len, 64, format, value);
}

static void put_spans(struct out *o, const size_t *spans, size_t groups, size_t lastindex) {
    for (size_t i = 0; i <= groups; i++) {
        if (spans[2 * i] == REGEX_UNSET) {
            put(o, "-;", 0);
        } else {
            put(o, "%zu,", spans[2 * i]);
            put(o, "%zu;", spans[2 * i + 1]);
        }
    }
    put(o, "%zu ", lastindex);
}

static void run(const RegexProg *prog, char op, const RegexText *subject, size_t pos, size_t endpos, struct out *o) {
    size_t groups = regex_groups(prog), last = 0;
    size_t *spans = malloc(2 * (groups + 1) * sizeof *spans);
    int polls = 0;
    RegexHooks hooks = {&polls, too_long};
    RegexMode mode = op == 'm' ? REGEX_MATCH : op == 'f' ? REGEX_FULLMATCH : REGEX_SEARCH;
    bool must_advance = false;
    int rc;
    o->len = 0;
    o->text[0] = 0;
    while ((rc = regex_exec(prog, subject, pos, endpos, mode, must_advance, spans, &last, &hooks)) == REGEX_MATCHED) {
        put_spans(o, spans, groups, last);
        if (op != 'F')
            break;
        must_advance = spans[0] == spans[1];
        pos = spans[1];
    }
    if (rc < 0)
        put(o, rc == REGEX_MEMORY ? "memory" : "interrupted", 0);
    free(spans);
}

static void *narrow(const uint32_t *units, size_t len, int width) {
    unsigned char *to = malloc(len * (size_t)width + 4);
    for (size_t i = 0; i < len; i++)
        memcpy(to + i * (size_t)width, &units[i], (size_t)width); /* little endian */
    return to;
}

static int width_of(const uint32_t *units, size_t len) {
    uint32_t top = 0;
    for (size_t i = 0; i < len; i++)
        top |= units[i];
    return top < 256 ? 1 : top < 65536 ? 2 : 4;
}

static void run_widths(const RegexProg *prog, char op, const uint32_t *units, size_t len, size_t pos, size_t endpos) {
    static struct out first, other;
    int width = width_of(units, len);
    for (int w = width; w <= 4; w *= 2) {
        RegexText subject = {narrow(units, len, w), len, w};
        run(prog, op, &subject, pos, endpos, w == width ? &first : &other);
        if (w != width && strcmp(first.text, other.text) != 0)
            printf("WIDTH %d DIFFERS %s ", w, other.text);
        free((void *)subject.data);
    }
    printf("%s", first.text);
}

static void show_template(const RegexProg *prog, const RegexText *text, bool is_bytes) {
    RegexTemplate t;
    RegexError err;
    if (!regex_template_parse(&mem, prog, text, is_bytes, &t, &err)) {
        print_error(&err);
        return;
    }
    for (size_t i = 0; i < t.count; i++) {
        if (t.parts[i].group >= 0)
            printf("<%td>", t.parts[i].group);
        else
            for (size_t k = 0; k < t.parts[i].len; k++)
                printf("%x.", (unsigned)t.parts[i].text[k]);
    }
    regex_template_free(&t);
}

static uint32_t *read_units(uint32_t *len) {
    if (fread(len, 4, 1, stdin) != 1)
        return NULL;
    uint32_t *units = malloc(*len * 4u + 4);
    if (fread(units, 4, *len, stdin) != *len)
        return NULL;
    return units;
}

static void serve(void) {
    uint32_t head[5], plen, slen;
    while (fread(head, 4, 5, stdin) == 5) {
        uint32_t *pattern = read_units(&plen), *subject = read_units(&slen);
        if (pattern == NULL || subject == NULL)
            return;
        int width = width_of(pattern, plen);
        RegexText text = {narrow(pattern, plen, width), plen, width};
        RegexError err;
        RegexProg *prog = NULL;
        if (head[0] == 'A') {
            /* Allocation failure, one step further each time, until it succeeds. */
            for (long n = 0; prog == NULL; n++) {
                fail_after = n;
                prog = regex_compile(&mem, &text, head[2], head[1], &err);
                fail_after = -1;
                if (prog == NULL && (err.kind != REGEX_NO_MEMORY || live_bytes != 0))
                    break;
            }
            head[0] = 'F';
        } else {
            prog = regex_compile(&mem, &text, head[2], head[1], &err);
        }
        if (prog == NULL) {
            print_error(&err);
        } else if (head[0] == 't') {
            int w = width_of(subject, slen);
            RegexText source = {narrow(subject, slen, w), slen, w};
            show_template(prog, &source, head[2]);
            free((void *)source.data);
        } else if (head[0] == 'i') {
            size_t len, group;
            printf("%u %zu", regex_flags(prog), regex_groups(prog));
            for (size_t i = 0; i < regex_names(prog); i++) {
                const char *name = regex_name(prog, i, &len, &group);
                printf(" %.*s=%zu", (int)len, name, group);
            }
        } else {
            run_widths(prog, (char)head[0], subject, slen, head[3], head[4] == 0xFFFFFFFFu ? SIZE_MAX : head[4]);
        }
        regex_free(prog);
        printf(live_bytes ? " LEAK %zu\n" : "\n", live_bytes);
        live_bytes = 0;
        free((void *)text.data);
        free(pattern);
        free(subject);
    }
}

static int bench(int repeat, unsigned flags, const char *pattern) {
    static char subject[1 << 25];
    RegexText text = {pattern, strlen(pattern), 1}, in = {subject, fread(subject, 1, sizeof subject, stdin), 1};
    RegexError err;
    RegexProg *prog = regex_compile(&mem, &text, false, flags, &err);
    if (prog == NULL) {
        print_error(&err);
        return 1;
    }
    size_t *spans = malloc(2 * (regex_groups(prog) + 1) * sizeof *spans), found = 0;
    double best = 1e9;
    for (int i = 0; i < repeat; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        size_t pos = 0;
        bool must_advance = false;
        for (found = 0; regex_exec(prog, &in, pos, SIZE_MAX, REGEX_SEARCH, must_advance, spans, NULL, NULL) > 0; found++) {
            pos = spans[1];
            must_advance = spans[0] == spans[1];
        }
        clock_gettime(CLOCK_MONOTONIC, &b);
        double t = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
        if (t < best)
            best = t;
    }
    printf("%.6f %zu\n", best, found);
    free(spans);
    regex_free(prog);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 5 && strcmp(argv[1], "bench") == 0)
        return bench(atoi(argv[2]), (unsigned)atoi(argv[3]), argv[4]);
    serve();
    return 0;
}
