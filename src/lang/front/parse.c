/* parse.c: the two passes, and what every rule stands on: tokens, nodes, remembered results. */
#include "parse_impl.h"
#include "lang/text/unicode.h"

#include <string.h>

/* ---- Tokens ---- */

static bool grow_tokens(Parser *p)
{
    int cap = p->cap ? p->cap * 2 : p->is_fstring ? 16 : 256;
    Token *bigger = arena_grow(p->arena, p->tokens, sizeof(Token) * (size_t)p->cap, sizeof(Token) * (size_t)cap);
    if (!bigger)
        return false;
    p->tokens = bigger;
    p->cap = cap;
    return true;
}

/* An f-string's expression was cut out of its line: its first line is shifted. */
static void shift_token(Parser *p, Token *t)
{
    if (t->col >= 0 && t->lineno == p->start_line)
        t->col += p->start_col;
    if (t->end_col >= 0 && t->end_lineno == p->start_line)
        t->end_col += p->start_col;
}

/* In single mode the end of the source ends the line too, and closes what is open if nothing comes behind it. */
static void end_single(Parser *p, Token *t)
{
    if (t->kind == TOK_ENDMARKER && p->started) {
        t->kind = TOK_NEWLINE;
        p->started = false;
        if (p->in->keeps_open)
            return;
        p->lx.pending = -p->lx.indent;
        p->lx.indent = 0;
    } else {
        p->started = true;
    }
}

static AstStr token_text(Parser *p, const Token *t)
{
    char *s = arena_dup(p->arena, t->start, t->len);
    if (!s)
        parse_no_memory(p);
    return (AstStr){s, t->len};
}

static bool keep_ignore(Parser *p, const Token *t)
{
    AstStr tag = token_text(p, t);
    Node *n = tag.s ? NEW(p, TypeIgnore, ((Place){t->lineno, t->col}), .lineno = t->lineno, .tag = tag) : NULL;
    return n && parse_push(p, &p->ignores, n);
}

Token *parse_fill(Parser *p)
{
    static Token error = {.kind = TOK_ERRORTOKEN, .col = -1, .end_col = -1};
    if (p->failed)
        return p->fill ? (p->tokens[p->fill - 1].kind == TOK_ERRORTOKEN ? &p->tokens[p->fill - 1] : &error) : &error;
    if (p->fill == p->cap && !grow_tokens(p)) {
        parse_no_memory(p);
        return &error;
    }
    Token *t = &p->tokens[p->fill];
    lex_next(&p->lx, t);
    while (t->kind == TOK_TYPE_IGNORE && keep_ignore(p, t))
        lex_next(&p->lx, t);
    if (p->in->mode == PARSE_SINGLE && !p->is_fstring)
        end_single(p, t);
    if (p->is_fstring)
        shift_token(p, t);
    p->fill++;
    if (t->kind == TOK_ERRORTOKEN)
        parse_raise_lexer(p);
    return t;
}

AstStr parse_type_comment(Parser *p)
{
    Token *t = accept(p, TOK_TYPE_COMMENT);
    return t ? token_text(p, t) : (AstStr){NULL, 0};
}

bool parse_needs(Parser *p, int minor, const char *what)
{
    if (!p->in->minor || p->in->minor >= minor)
        return true;
    if (!p->failed)
        parse_raise(p, "%s only supported in Python 3.%d and greater", what, minor);
    return false;
}

bool parse_is_word(Parser *p, const char *word)
{
    Token *t = peek(p);
    size_t n = strlen(word);
    return t->kind == TOK_NAME && t->len == n && !memcmp(t->start, word, n);
}

bool parse_force(Parser *p, int kind)
{
    if (accept(p, kind))
        return true;
    Token *t = peek(p);
    if (!p->failed)
        parse_raise_token(p, t, "expected '%s'", lex_kind_text(kind));
    return false;
}

/* ---- Nodes ---- */

static const Token *last_token(Parser *p)
{
    int i = p->pos - 1;
    while (i > 0 && (p->tokens[i].kind == TOK_NEWLINE || p->tokens[i].kind == TOK_INDENT || p->tokens[i].kind == TOK_DEDENT ||
                     p->tokens[i].kind == TOK_ENDMARKER))
        i--;
    return &p->tokens[i < 0 ? 0 : i];
}

void parse_end_here(Parser *p, Node *n)
{
    const Token *end = last_token(p);
    n->end_lineno = end->end_lineno;
    n->end_col_offset = end->end_col;
}

Node *parse_node(Parser *p, int kind, Place from, const void *fields, size_t size)
{
    Node *n = arena_alloc(p->arena, offsetof(Node, Module) + size);
    if (!n)
        return parse_no_memory(p);
    n->kind = (uint8_t)kind;
    n->flags = 0;
    n->lineno = from.lineno;
    n->col_offset = from.col;
    n->end_lineno = n->end_col_offset = 0;
    if (p->pos > 0)
        parse_end_here(p, n);
    if (size)
        memcpy(&n->Module, fields, size);
    return n;
}

bool parse_push(Parser *p, NodeVec *v, Node *n)
{
    if (v->n == v->cap) {
        int cap = v->cap ? v->cap * 2 : 4;
        Node **bigger = arena_grow(p->arena, v->items, sizeof(Node *) * (size_t)v->cap, sizeof(Node *) * (size_t)cap);
        if (!bigger) {
            parse_no_memory(p);
            return false;
        }
        v->items = bigger;
        v->cap = cap;
    }
    v->items[v->n++] = n;
    return true;
}

bool parse_push_name(Parser *p, AstStrSeq *names, AstStr name)
{
    if (!(names->n & (names->n - 1))) { /* full at every power of two */
        size_t had = sizeof(AstStr) * (size_t)names->n;
        AstStr *bigger = arena_grow(p->arena, names->items, had, had ? had * 2 : sizeof(AstStr));
        if (!bigger) {
            parse_no_memory(p);
            return false;
        }
        names->items = bigger;
    }
    names->items[names->n++] = name;
    return true;
}

NodeSeq parse_one(Parser *p, Node *n)
{
    NodeVec v = {0};
    Node **items = arena_alloc(p->arena, sizeof(Node *));
    if (!items) {
        parse_no_memory(p);
        return seq_of(v);
    }
    items[0] = n;
    return (NodeSeq){items, 1};
}

/* ---- Names ---- */

/* Python compares identifiers in their NFKC form. */
static AstStr normalize(Parser *p, const char *s, uint32_t len)
{
    AstStr same = {s, len};
    uint32_t *text = arena_alloc(p->arena, sizeof(uint32_t) * len), c = 0;
    size_t n = 0;
    if (!text)
        return parse_no_memory(p), same;
    for (const char *q = s; q < s + len;) {
        q += lex_decode_utf8(q, s + len, &c, NULL, NULL);
        text[n++] = c;
    }
    if (uni_quick_check(UNI_NFKC, text, n))
        return same;
    size_t room = uni_decompose(UNI_NFKC, text, n, NULL, 0);
    uint32_t *wide = arena_alloc(p->arena, sizeof(uint32_t) * (room + 1));
    char *out = arena_alloc(p->arena, room * 4 + 1), *q = out;
    if (!wide || !out)
        return parse_no_memory(p), same;
    room = uni_compose(wide, uni_decompose(UNI_NFKC, text, n, wide, room));
    for (size_t i = 0; i < room; i++)
        q += lex_encode_utf8(wide[i], q);
    *q = 0;
    return (AstStr){out, (uint32_t)(q - out)};
}

AstStr parse_token_name(Parser *p, const Token *t)
{
    char *s = arena_dup(p->arena, t->start, t->len);
    if (!s) {
        parse_no_memory(p);
        return (AstStr){"", 0};
    }
    for (uint32_t i = 0; i < t->len; i++)
        if ((unsigned char)s[i] >= 128)
            return normalize(p, s, t->len);
    return (AstStr){s, t->len};
}

bool parse_name(Parser *p, AstStr *out)
{
    Token *t = accept(p, TOK_NAME);
    if (!t)
        return false;
    *out = parse_token_name(p, t);
    return !p->failed;
}

/* ---- Depth and memory ---- */

bool parse_enter(Parser *p)
{
    if (++p->depth <= PARSE_MAX_DEPTH)
        return true;
    if (!p->failed) {
        p->failed = true;
        *p->err = (SyntaxErr){.kind = SYN_MEMORY, .msg = ""};
    }
    return false;
}

bool parse_recall(Parser *p, MemoRule rule, Node **out)
{
    if (!p->second || p->pos >= p->memo_cap)
        return false;
    for (Memo *m = p->memos[p->pos]; m; m = m->next)
        if (m->rule == (int)rule) {
            *out = m->node;
            p->pos = m->end;
            return true;
        }
    return false;
}

Node *parse_remember(Parser *p, MemoRule rule, int pos, Node *n)
{
    if (!p->second || p->failed)
        return n;
    if (pos >= p->memo_cap) {
        int cap = p->memo_cap ? p->memo_cap : 64;
        while (cap <= pos)
            cap *= 2;
        Memo **bigger = arena_grow(p->arena, p->memos, sizeof(Memo *) * (size_t)p->memo_cap, sizeof(Memo *) * (size_t)cap);
        if (!bigger)
            return parse_no_memory(p);
        memset(bigger + p->memo_cap, 0, sizeof(Memo *) * (size_t)(cap - p->memo_cap));
        p->memos = bigger;
        p->memo_cap = cap;
    }
    Memo *m = arena_alloc(p->arena, sizeof *m);
    if (!m)
        return parse_no_memory(p);
    *m = (Memo){.next = p->memos[pos], .node = n, .rule = (int)rule, .end = p->pos};
    p->memos[pos] = m;
    return n;
}

/* ---- The passes ---- */

/* Between statements of a module nothing behind the cursor is needed any more: errors are of the statement at hand. */
static void forget_tokens(Parser *p)
{
    if (p->second || !p->pos)
        return;
    memmove(p->tokens, p->tokens + p->pos, sizeof(Token) * (size_t)(p->fill - p->pos));
    p->fill -= p->pos;
    p->pos = 0;
}

static Node *file(Parser *p, NodeVec *body)
{
    while (!at(p, TOK_ENDMARKER)) {
        forget_tokens(p);
        if (!parse_statement(p, body))
            return NULL;
    }
    return NEW(p, Module, here(p), .body = seq_of(*body), .type_ignores = seq_of(p->ignores));
}

static bool is_end_of_single(Parser *p)
{
    for (const char *s = p->lx.cur; s < p->lx.end; s++) {
        if (*s == '#') {
            while (s < p->lx.end && *s != '\n')
                s++;
        } else if (*s != ' ' && *s != '\t' && *s != '\n' && *s != '\f') {
            return false;
        }
    }
    return true;
}

static Node *interactive(Parser *p, NodeVec *body)
{
    Place from = here(p);
    if (accept(p, TOK_NEWLINE)) {
        Node *pass = NEW(p, Pass, from, );
        if (!pass || !parse_push(p, body, pass))
            return NULL;
    } else if (parse_starts_compound(p)) {
        Node *n = parse_compound(p);
        if (!n || !accept(p, TOK_NEWLINE) || !parse_push(p, body, n))
            return NULL;
    } else if (parse_is_word(p, "match")) {
        int pos = p->pos;
        Node *n = parse_match(p);
        if (p->failed)
            return NULL;
        if (n && (!accept(p, TOK_NEWLINE) || !parse_push(p, body, n)))
            return NULL;
        p->pos = n ? p->pos : pos;
        if (!n && !parse_simple_stmts(p, body))
            return NULL;
    } else if (!parse_simple_stmts(p, body)) {
        return NULL;
    }
    if (!is_end_of_single(p))
        return parse_raise(p, "multiple statements found while compiling a single statement");
    return NEW(p, Interactive, from, .body = seq_of(*body));
}

static Node *eval(Parser *p)
{
    Place from = here(p);
    Node *n = parse_expressions(p);
    if (!n)
        return NULL;
    while (accept(p, TOK_NEWLINE)) {}
    if (!at(p, TOK_ENDMARKER))
        return NULL;
    return NEW(p, Expression, from, .body = n);
}

/* (int, *str, **Any) -> float */
static Node *func_type(Parser *p, NodeVec *types)
{
    Place from = here(p);
    int stars = 0;
    if (!accept(p, TOK_LPAR))
        return NULL;
    while (!at(p, TOK_RPAR)) {
        int more = accept(p, TOK_STAR) ? 1 : accept(p, TOK_DOUBLESTAR) ? 2 : 0;
        if (stars && more <= stars)
            return NULL;
        stars = more;
        Node *n = parse_expression(p);
        if (!n || !parse_push(p, types, n))
            return NULL;
        if (!accept(p, TOK_COMMA))
            break;
        if (at(p, TOK_RPAR))
            return NULL;
    }
    if (!accept(p, TOK_RPAR) || !accept(p, TOK_RARROW))
        return NULL;
    Node *returns = parse_expression(p);
    if (!returns)
        return NULL;
    while (accept(p, TOK_NEWLINE)) {}
    return at(p, TOK_ENDMARKER) ? NEW(p, FunctionType, from, .argtypes = seq_of(*types), .returns = returns) : NULL;
}

static Node *pass(Parser *p, NodeVec *body)
{
    p->depth = 0;
    if (p->is_fstring)
        return parse_star_expressions(p);
    switch (p->in->mode) {
    case PARSE_SINGLE: return interactive(p, body);
    case PARSE_EVAL: return eval(p);
    case PARSE_FUNC_TYPE: return func_type(p, body);
    default: return file(p, body);
    }
}

static Node *run_passes(Parser *p)
{
    NodeVec body = {0};
    Node *tree = pass(p, &body);
    if (tree && !p->failed)
        return tree;
    if (p->in->partial && !p->is_fstring && parse_has_ended(p))
        return parse_raise_incomplete(p);
    if (p->failed) {
        parse_check_rest(p);
        return NULL;
    }
    Token last = p->fill ? p->tokens[p->fill - 1] : (Token){.kind = TOK_ENDMARKER};
    bool at_end = (last.kind == TOK_ENDMARKER || last.kind == TOK_DEDENT) && p->lx.cur >= p->lx.end;
    p->second = p->diagnose = true;
    p->pos = 0;
    pass(p, &body);
    if (p->failed)
        parse_check_rest(p);
    else
        parse_raise_generic(p, &last);
    p->err->incomplete |= at_end; /* a block or a definition was to follow */
    return NULL;
}

Node *parse_fstring_expr(Parser *p, Place brace, const char *from, const char *to)
{
    /* Brackets around it allow for white space and newlines, as in a group. */
    size_t n = (size_t)(to - from);
    char *buf = arena_alloc(p->arena, n + 6);
    if (!buf)
        return parse_no_memory(p);
    buf[0] = '(';
    memcpy(buf + 1, from, n);
    memcpy(buf + 1 + n, ")\n\0\0", 5);
    Parser *sub = arena_alloc(p->arena, sizeof *sub);
    if (!sub || !parse_enter(p))
        return parse_no_memory(p);
    memset(sub, 0, offsetof(Parser, lx));
    memset((char *)sub + offsetof(Parser, tokens), 0, sizeof *sub - offsetof(Parser, tokens));
    sub->arena = p->arena;
    sub->in = p->in;
    sub->hooks = p->hooks;
    sub->err = p->err;
    sub->is_fstring = true;
    sub->start_line = brace.lineno;
    sub->start_col = brace.col;
    lex_init(&sub->lx, p->arena, p->hooks, p->err, buf, buf + n + 3);
    sub->lx.lineno = sub->start_line - 1;
    sub->lx.old_async = p->lx.old_async;
    sub->lx.in_async = p->lx.in_async;
    Node *tree = run_passes(sub);
    parse_leave(p);
    if (!tree)
        p->failed = true;
    return tree;
}

Node *parse_source(Arena *a, const ParseInput *in, SyntaxErr *err)
{
    static const ParseHooks none;
    const char *buf, *end;
    *err = (SyntaxErr){.kind = SYN_NONE};
    if (!lex_prepare(a, in, &buf, &end, err))
        return NULL;
    Parser *p = arena_alloc(a, sizeof *p);
    if (!p) {
        *err = (SyntaxErr){.kind = SYN_MEMORY, .msg = ""};
        return NULL;
    }
    memset(p, 0, sizeof *p);
    p->arena = a;
    p->in = in;
    p->hooks = in->hooks ? in->hooks : &none;
    p->err = err;
    lex_init(&p->lx, a, p->hooks, err, buf, end);
    p->lx.type_comments = in->type_comments;
    p->lx.old_async = in->minor && in->minor < 7;
    return run_passes(p);
}
