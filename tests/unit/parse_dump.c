/* parse_dump.c: the parser alone, for tests/tools/compare_ast.py and compare_errors.py.
 *
 * Reads jobs from standard input, each a line "MODE LENGTH" (MODE: ast, attrs, err, single, eval, tokens,
 * failN: with the N-th and all later allocations refused) and LENGTH bytes of source, and
 * answers each with a line "LENGTH" and that many bytes: a dump, or "!" and the error's fields, one a line.
 */
#include "lang/object/mem.h"
#include "lang/front/parse.h"

#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Out {
    char *s;
    size_t len, cap;
} Out;

static bool put(void *ctx, const char *s, size_t n)
{
    Out *o = ctx;
    if (o->len + n > o->cap) {
        o->cap = (o->len + n) * 2;
        o->s = realloc(o->s, o->cap);
        if (!o->s)
            return false;
    }
    memcpy(o->s + o->len, s, n);
    o->len += n;
    return true;
}

/* The library's codecs are not here: the C library's answer for sources in other encodings. */
static int decode(void *ctx, Arena *a, const char *encoding, const char *s, size_t len, const char **out, size_t *out_len, const char **msg)
{
    iconv_t job = iconv_open("UTF-8", encoding);
    if (job == (iconv_t)-1)
        return 0;
    size_t room = len * 4 + 1, left = room;
    char *to = arena_alloc(a, room), *at = to, *from = (char *)(uintptr_t)s;
    bool ok = to && iconv(job, &from, &len, &at, &left) != (size_t)-1;
    iconv_close(job);
    *out = to;
    *out_len = room - left;
    *msg = "decoding problem";
    return ok ? 1 : -1;
}
static const ParseHooks hooks = {.decode = decode};

static void put_error(Out *o, const SyntaxErr *e)
{
    static const char *const kinds[] = {"none", "SyntaxError", "IndentationError", "TabError", "MemoryError", "RecursionError", "ValueError"};
    char line[256];
    int n = snprintf(line, sizeof line, "!%s\n%d %d %d %d\n", kinds[e->kind], e->lineno, e->offset, e->end_lineno, e->end_offset);
    put(o, line, (size_t)n);
    put(o, e->msg, strlen(e->msg));
    put(o, "\n", 1);
    if (e->text)
        put(o, e->text, e->text_len);
}

static void job(Mem *mem, const char *mode, const char *src, size_t len, Out *o)
{
    Arena a;
    SyntaxErr err;
    ParseInput in = {.src = src, .len = len, .max_int_digits = -1, .hooks = &hooks, .is_text = strcmp(mode, "ast") && strcmp(mode, "attrs")};
    in.mode = !strcmp(mode, "single") ? PARSE_SINGLE : !strcmp(mode, "eval") ? PARSE_EVAL : PARSE_FILE;
    arena_init(&a, mem);
    if (!strncmp(mode, "fail", 4))
        mem_fail_after(mem, atoi(mode + 4), true);
    if (!strcmp(mode, "tokens")) {
        if (!parse_dump_tokens(&a, &in, put, o, &err))
            put_error(o, &err);
    } else {
        Node *tree = parse_source(&a, &in, &err);
        if (!tree)
            put_error(o, &err);
        else if (!strcmp(mode, "ast") || !strcmp(mode, "attrs"))
            ast_dump(tree, 1, !strcmp(mode, "attrs"), put, o);
        else
            put(o, "ok", 2);
    }
    mem_fail_after(mem, -1, false);
    arena_free(&a);
}

int main(void)
{
    char mode[16];
    size_t len;
    Mem *mem = mem_open();
    if (!mem)
        return 1;
    while (scanf("%15s %zu", mode, &len) == 2) {
        char *src = malloc(len + 1);
        Out o = {0};
        if (!src || getchar() != '\n' || fread(src, 1, len, stdin) != len)
            return 1;
        job(mem, mode, src, len, &o);
        printf("%zu\n", o.len);
        fwrite(o.s ? o.s : "", 1, o.len, stdout);
        fflush(stdout);
        free(o.s);
        free(src);
    }
    return mem_close(mem) ? 2 : 0;
}
