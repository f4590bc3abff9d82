/* parse_tools.c: what the prompt and the --dump options ask of the parser. */
#include "parse_impl.h"

#include <stdio.h>
#include <string.h>

/* ---- Tokens as text ---- */

typedef struct Rows {
    ParseWrite write;
    void *ctx;
    bool ok;
} Rows;

/* The text as Python's repr, near enough: tokens hold no control characters but newlines and form feeds. */
static size_t quote(char *out, const char *s, size_t len)
{
    char mark = memchr(s, '\'', len) && !memchr(s, '"', len) ? '"' : '\'', *q = out;
    *q++ = mark;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == (unsigned char)mark || c == '\\') {
            *q++ = '\\';
            *q++ = (char)c;
        } else if (c == '\n' || c == '\t') {
            *q++ = '\\';
            *q++ = c == '\n' ? 'n' : 't';
        } else if (c < 32 || c == 127) {
            q += sprintf(q, "\\x%02x", c);
        } else {
            *q++ = (char)c;
        }
    }
    *q++ = mark;
    return (size_t)(q - out);
}

/* row,col-row,col: columns in characters, as tokenize counts them. */
static bool put_row(Arena *a, Rows *r, AstSpan s, const char *kind, const char *text, size_t len)
{
    char place[64], *out = arena_alloc(a, len * 4 + 4);
    if (!out)
        return false;
    snprintf(place, sizeof place, "%d,%d-%d,%d:", s.lineno, s.col_offset, s.end_lineno, s.end_col_offset);
    size_t n = quote(out, text, len);
    int pad = 15 - lex_count_chars(out, out + n);
    char *line = arena_printf(a, "%-20s%-15s%.*s%*s\n", place, kind, (int)n, out, pad > 0 ? pad : 0, "");
    return line && r->write(r->ctx, line, strlen(line));
}

static int chars_to(const Lexer *lx, const char *at)
{
    const char *s = at;
    while (s > lx->buf && s[-1] != '\n')
        s--;
    return lex_count_chars(s, at);
}

static bool put_token(Arena *a, Rows *r, const Lexer *lx, const Token *t)
{
    const char *kind = lx->extra == 1 ? "COMMENT" : lx->extra == 2 ? "NL" : t->kind == TOK_OP ? "ERRORTOKEN" : lex_kind_name(t->kind);
    if (t->kind == TOK_INDENT || t->kind == TOK_DEDENT) {
        int col = lex_count_chars(lx->line_start, lx->cur);
        bool dedent = t->kind == TOK_DEDENT;
        AstSpan s = {t->lineno, dedent ? col : 0, t->lineno, col};
        if (dedent && lx->cur >= lx->end)
            s = (AstSpan){t->lineno + 1, 0, t->lineno + 1, 0};
        return put_row(a, r, s, kind, dedent ? "" : lx->line_start, dedent ? 0 : (size_t)(lx->cur - lx->line_start));
    }
    if (t->kind == TOK_ENDMARKER)
        return put_row(a, r, (AstSpan){t->lineno + 1, 0, t->lineno + 1, 0}, kind, "", 0);
    AstSpan s = {t->lineno, chars_to(lx, t->start), t->end_lineno, chars_to(lx, t->start + t->len)};
    size_t len = t->len;
    if (t->kind == TOK_NEWLINE || lx->extra == 2) {
        len = 1;
        s.end_col_offset = s.col_offset + 1;
    }
    return put_row(a, r, s, kind, t->start, len);
}

Parser *parse_open_tokens(Arena *a, const ParseInput *in, SyntaxErr *err)
{
    static const ParseHooks none;
    const char *buf, *end;
    *err = (SyntaxErr){.kind = SYN_NONE};
    Parser *p = arena_alloc(a, sizeof *p);
    if (!p) {
        *err = (SyntaxErr){.kind = SYN_MEMORY, .msg = ""};
        return NULL;
    }
    if (!lex_prepare(a, in, &buf, &end, err))
        return NULL;
    memset(p, 0, sizeof *p);
    p->arena = a;
    p->in = in;
    p->hooks = in->hooks ? in->hooks : &none;
    p->err = err;
    lex_init(&p->lx, a, p->hooks, err, buf, end);
    return p;
}

bool parse_next_token(Parser *p, ParseToken *out)
{
    const Lexer *lx = &p->lx;
    Token token, *t = &token;
    lex_next(&p->lx, t);
    if (t->kind == TOK_ERRORTOKEN || t->kind == TOK_ENDMARKER)
        return false;
    bool word = t->kind == KW_ASYNC || t->kind == KW_AWAIT;
    const char *eol = memchr(lx->line_start, '\n', (size_t)(lx->end - lx->line_start));
    *out = (ParseToken){
        .kind = word ? t->kind == KW_ASYNC ? "ASYNC" : "AWAIT" : lex_kind_name(t->kind), .text = t->start, .len = t->len,
        .lineno = t->lineno, .end_lineno = t->end_lineno, .col = t->col, .end_col = t->end_col,
        .line = lx->chunk, .line_len = (size_t)((eol ? eol + 1 : lx->end) - lx->chunk),
    };
    return true;
}

bool parse_dump_tokens(Arena *a, const ParseInput *in, ParseWrite write, void *ctx, SyntaxErr *err)
{
    Rows r = {write, ctx, true};
    Parser *p = parse_open_tokens(a, in, err);
    if (!p)
        return false;
    p->lx.keep_comments = true;
    if (!put_row(a, &r, (AstSpan){0, 0, 0, 0}, "ENCODING", "utf-8", 5))
        return false;
    for (;;) {
        Token *t = parse_fill(p);
        if (p->failed)
            return false;
        if (!put_token(a, &r, &p->lx, t))
            return false;
        if (t->kind == TOK_ENDMARKER)
            return true;
        p->pos = p->fill = 0;
    }
}

/* ---- Is it complete? ---- */

/* How the last line that holds something begins and ends. */
typedef struct LastLine {
    int indent;
    bool opens_block, leaves_block, blank_behind;
} LastLine;

static LastLine last_line(const char *src, size_t len)
{
    LastLine x = {0};
    const char *end = src + len, *s;
    int newlines = 0;
    while (end > src && (end[-1] == '\n' || end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        newlines += *--end == '\n';
    x.blank_behind = newlines >= 1;
    for (s = end; s > src && s[-1] != '\n'; s--) {}
    for (; s < end && (*s == ' ' || *s == '\t'); s++)
        x.indent += *s == '\t' ? 4 : 1;
    x.opens_block = end > src && end[-1] == ':';
    static const char *const leaving[] = {"return", "pass", "raise", "break", "continue"};
    for (size_t i = 0; i < sizeof leaving / sizeof leaving[0]; i++) {
        size_t n = strlen(leaving[i]);
        if ((size_t)(end - s) >= n && !memcmp(s, leaving[i], n) && (s + n == end || s[n] == ' '))
            x.leaves_block = true;
    }
    return x;
}

static int offered_indent(LastLine x)
{
    if (x.opens_block)
        return x.indent + 4;
    return x.leaves_block && x.indent >= 4 ? x.indent - 4 : x.indent;
}

/* Did the source end before the error could be mended? */
static bool wants_more(const SyntaxErr *err, const char *src, size_t len)
{
    if (err->incomplete)
        return true;
    if (err->kind == SYN_INDENTATION && err->msg && !strncmp(err->msg, "expected an indented block", 26)) {
        int lines = 1;
        size_t used = len;
        while (used && (src[used - 1] == '\n' || src[used - 1] == ' ' || src[used - 1] == '\t'))
            used--;
        for (size_t i = 0; i < used; i++)
            lines += src[i] == '\n';
        return err->lineno >= lines && last_line(src, len).opens_block;
    }
    return false;
}

ParseComplete parse_is_complete(Mem *mem, const char *src, size_t len, int *indent)
{
    Arena a;
    SyntaxErr err;
    LastLine x = last_line(src, len);
    *indent = 0;
    arena_init(&a, mem);
    Node *tree = parse_source(&a, &(ParseInput){.src = src, .len = len, .mode = PARSE_FILE, .is_text = true, .max_int_digits = -1}, &err);
    ParseComplete answer = PARSE_COMPLETE;
    if (!tree) {
        answer = wants_more(&err, src, len) ? PARSE_INCOMPLETE : PARSE_INVALID;
    } else if (tree->Module.body.n) {
        const Node *last = tree->Module.body.items[tree->Module.body.n - 1];
        bool block = ast_kind_category(last->kind) == ASTCAT_stmt && (x.indent > 0 || x.opens_block) && last->lineno < last->end_lineno;
        switch (last->kind) {
        case AST_FunctionDef: case AST_AsyncFunctionDef: case AST_ClassDef: case AST_If: case AST_For: case AST_AsyncFor: case AST_While:
        case AST_With: case AST_AsyncWith: case AST_Try: case AST_TryStar: case AST_Match: break;
        default: block = false;
        }
        if (block && !x.blank_behind)
            answer = PARSE_INCOMPLETE;
    }
    if (answer == PARSE_INCOMPLETE)
        *indent = offered_indent(x);
    arena_free(&a);
    return answer;
}
