/* parse_error.c: errors and their places.
 *
 * Places are CPython's to the column, its oddities included: they depend on how far the lexer has read, and a column is
 * counted in characters of the line that the error shows.
 */
#include "parse_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *parse_no_memory(Parser *p)
{
    if (!p->failed)
        *p->err = (SyntaxErr){.kind = SYN_MEMORY, .msg = ""};
    p->failed = true;
    return NULL;
}

/* ---- The line shown ---- */

static bool show_line(Parser *p, int lineno, const char **text, size_t *len) /* true: without a newline */
{
    Lexer *lx = &p->lx;
    bool whole = p->in->is_file && !p->is_fstring; /* a file's line shows with its newline */
    const char *s = lx->buf;
    if (lx->lineno <= lineno && !whole) {
        const char *eol = lx->line_start;
        while (eol < lx->end && *eol++ != '\n') {}
        *text = lx->chunk;
        *len = (size_t)(eol - lx->chunk);
        return false;
    }
    for (int i = p->is_fstring ? p->start_line : 1; i < lineno; i++) {
        const char *eol = memchr(s, '\n', (size_t)(lx->end - s));
        if (!eol || eol + 1 >= lx->end)
            break;
        s = eol + 1;
    }
    const char *eol = memchr(s, '\n', (size_t)(lx->end - s));
    *text = s;
    *len = (size_t)((eol ? eol + whole : lx->end) - s);
    return !whole;
}

/* Bytes from the line's begin to characters. */
static int to_chars(const char *text, size_t len, int col)
{
    if (col <= 0)
        return col;
    bool past = (size_t)col > len; /* one behind the end counts as a character */
    return lex_count_chars(text, text + (past ? len : (size_t)col)) + past;
}

static void *raise_at(Parser *p, SyntaxErrKind kind, int lineno, int offset, int end_lineno, int end_offset, const char *msg)
{
    if (p->failed)
        return NULL;
    if (p->arena->failed || !msg)
        return parse_no_memory(p);
    p->failed = true;
    if (p->is_fstring)
        msg = arena_printf(p->arena, "f-string: %s", msg);
    if (!msg)
        msg = "";
    if (end_lineno == CURRENT_POS)
        end_lineno = p->lx.lineno;
    if (end_offset == CURRENT_POS)
        end_offset = (int)(p->lx.cur - p->lx.line_start);
    if (p->is_fstring) {
        offset -= p->start_col;
        end_offset -= p->start_col;
    }
    const char *text;
    size_t len;
    bool bare = show_line(p, lineno, &text, &len);
    *p->err = (SyntaxErr){
        .kind = kind,
        .msg = msg,
        .lineno = lineno,
        .offset = p->is_fstring ? offset : to_chars(text, len, offset),
        .end_lineno = end_lineno,
        .end_offset = p->is_fstring ? end_offset : to_chars(text, len, end_offset),
        .text = text,
        .text_len = len,
        .bare = bare,
    };
    return NULL;
}

void *parse_raise_at(Parser *p, SyntaxErrKind kind, int lineno, int col, int end_lineno, int end_col, const char *msg)
{
    return raise_at(p, kind, lineno, col == CURRENT_POS ? col : col + 1, end_lineno, end_col == CURRENT_POS ? end_col : end_col + 1, msg);
}

/* ---- Wording ---- */

static const char *word(Parser *p, const char *fmt, va_list va)
{
    char small[256];
    va_list again;
    va_copy(again, va);
    int n = vsnprintf(small, sizeof small, fmt, va);
    char *big = n < 0 ? NULL : arena_alloc(p->arena, (size_t)n + 1);
    if (big)
        vsnprintf(big, (size_t)n + 1, fmt, again);
    va_end(again);
    return big;
}

#define WORD(msg)               \
    va_list va;                 \
    va_start(va, fmt);          \
    const char *msg = word(p, fmt, va); \
    va_end(va)

/* At the last token read, wherever the parser stands. */
static void *raise_last(Parser *p, SyntaxErrKind kind, const char *msg)
{
    if (p->failed)
        return NULL;
    if (!p->fill)
        return raise_at(p, kind, 0, 0, 0, -1, msg);
    Token *t = &p->tokens[p->fill - 1];
    if (t->kind == TOK_ERRORTOKEN && p->lx.done == LEX_EOF && p->lx.level)
        return parse_raise_unclosed(p);
    int col = t->col == -1 ? (int)(p->lx.cur - p->lx.line_start) : t->col + 1;
    return raise_at(p, kind, t->lineno, col, t->end_lineno, t->end_col == -1 ? -1 : t->end_col + 1, msg);
}

void *parse_raise(Parser *p, const char *fmt, ...)
{
    WORD(msg);
    return raise_last(p, SYN_SYNTAX, msg);
}

void *parse_raise_indent(Parser *p, const char *fmt, ...)
{
    WORD(msg);
    return raise_last(p, SYN_INDENTATION, msg);
}

static void *raise_span(Parser *p, AstSpan s, const char *msg)
{
    return parse_raise_at(p, SYN_SYNTAX, s.lineno, s.col_offset, s.end_lineno, s.end_col_offset, msg);
}

void *parse_raise_node(Parser *p, const Node *n, const char *fmt, ...)
{
    WORD(msg);
    return raise_span(p, n->span, msg);
}

void *parse_raise_range(Parser *p, const Node *a, const Node *b, const char *fmt, ...)
{
    WORD(msg);
    return raise_span(p, (AstSpan){a->lineno, a->col_offset, b->end_lineno, b->end_col_offset}, msg);
}

AstSpan parse_token_span(const Token *t)
{
    return (AstSpan){t->lineno, t->col, t->end_lineno, t->end_col};
}

void *parse_raise_token(Parser *p, const Token *t, const char *fmt, ...)
{
    WORD(msg);
    return raise_span(p, parse_token_span(t), msg);
}

void *parse_raise_span(Parser *p, AstSpan s, const char *fmt, ...)
{
    WORD(msg);
    return raise_span(p, s, msg);
}

void *parse_raise_from(Parser *p, Place from, const char *msg)
{
    return parse_raise_at(p, SYN_SYNTAX, from.lineno, from.col, CURRENT_POS, CURRENT_POS, msg);
}

bool parse_warn(Parser *p, ParseWarnKind kind, int lineno, const Token *at_token, const char *fmt, ...)
{
    if (!p->hooks->warn)
        return true;
    WORD(msg);
    if (!msg)
        return parse_no_memory(p), false;
    if (p->hooks->warn(p->hooks->ctx, kind, msg, lineno))
        return true;
    parse_raise_token(p, at_token, "%s", msg);
    return false;
}

/* ---- The lexer's errors ---- */

void *parse_raise_unclosed(Parser *p)
{
    int i = p->lx.level - 1;
    const char *msg = arena_printf(p->arena, "'%c' was never closed", p->lx.parens[i]);
    parse_raise_at(p, SYN_SYNTAX, p->lx.paren_lines[i], p->lx.paren_cols[i], p->lx.paren_lines[i], -1, msg);
    p->err->incomplete = p->lx.done == LEX_EOF;
    return NULL;
}

/* Has the lexer seen the end of the source? */
bool parse_has_ended(const Parser *p)
{
    const Lexer *lx = &p->lx;
    bool fresh = p->err->kind != SYN_MEMORY && p->err->kind != SYN_RECURSION && p->err->kind != SYN_VALUE;
    return fresh && (lx->done == LEX_EOF || lx->cut || (lx->done == LEX_OK && lx->cur >= lx->end && lx->end > lx->buf && (lx->end[-1] != '\n' || (p->fill && p->tokens[p->fill - 1].kind == TOK_DEDENT))));
}

void *parse_raise_incomplete(Parser *p)
{
    const Token *t = p->fill ? &p->tokens[p->fill - 1] : NULL;
    int col = !t ? 0 : t->col == -1 ? (int)(p->lx.cur - p->lx.line_start) : t->col + 1;
    p->failed = false;
    *p->err = (SyntaxErr){.kind = SYN_NONE};
    raise_at(p, SYN_SYNTAX, t ? t->lineno : 0, col, t ? t->end_lineno : 0, !t || t->end_col == -1 ? -1 : t->end_col + 1, "incomplete input");
    p->err->incomplete = true;
    return NULL;
}

void parse_raise_lexer(Parser *p)
{
    Lexer *lx = &p->lx;
    if (p->failed)
        return;
    switch (lx->done) {
    case LEX_EOF:
        if (lx->level) {
            parse_raise_unclosed(p);
        } else {
            raise_last(p, SYN_SYNTAX, "unexpected EOF while parsing");
            p->err->incomplete = true;
        }
        break;
    case LEX_DEDENT: raise_last(p, SYN_INDENTATION, "unindent does not match any outer indentation level"); break;
    case LEX_TABSPACE:
        parse_raise_at(p, SYN_TAB, lx->lineno, 0, lx->lineno, -1, "inconsistent use of tabs and spaces in indentation");
        break;
    case LEX_TOODEEP: parse_raise_at(p, SYN_INDENTATION, lx->lineno, 0, lx->lineno, -1, "too many levels of indentation"); break;
    case LEX_LINECONT: {
        int col = (int)(lx->cur - lx->chunk) - 1;
        parse_raise_at(p, SYN_SYNTAX, lx->lineno, col >= 0 ? col : 0, lx->lineno, -1, "unexpected character after line continuation character");
        break;
    }
    default: break; /* the lexer has filled the error itself */
    }
    p->failed = true;
}

/* ---- When nothing fits ---- */

/* Reads on to the end: a broken token or an unclosed bracket there explains more than `err` does. */
static void check_rest(Parser *p)
{
    if (p->lx.done != LEX_OK && p->lx.done != LEX_EOF)
        return;
    int line = p->fill ? p->tokens[p->fill - 1].lineno : 0;
    SyntaxErr found = *p->err;
    Token t;
    do {
        lex_next(&p->lx, &t);
    } while (t.kind != TOK_ERRORTOKEN && t.kind != TOK_ENDMARKER);
    if (t.kind == TOK_ENDMARKER)
        return;
    if (p->lx.done == LEX_ERROR)
        return; /* which has replaced *err */
    *p->err = found;
    if (p->lx.level && line > p->lx.paren_lines[p->lx.level - 1]) {
        p->failed = false;
        parse_raise_unclosed(p);
    }
}

void parse_check_rest(Parser *p)
{
    SyntaxErrKind kind = p->err->kind;
    if (kind == SYN_SYNTAX || kind == SYN_INDENTATION || kind == SYN_TAB)
        check_rest(p);
}

void parse_raise_generic(Parser *p, const Token *last)
{
    if (last->kind == TOK_ERRORTOKEN && p->lx.done == LEX_EOF) {
        parse_raise_lexer(p);
    } else if (last->kind == TOK_INDENT || last->kind == TOK_DEDENT) {
        parse_raise_indent(p, last->kind == TOK_INDENT ? "unexpected indent" : "unexpected unindent");
    } else {
        parse_raise_token(p, last, "invalid syntax");
        check_rest(p);
    }
}

/* ---- Targets ---- */

static Node *find_bad(Node *n, int targets)
{
    NodeSeq elts;
    switch (n->kind) {
    case AST_Name:
    case AST_Subscript:
    case AST_Attribute: return NULL;
    case AST_Starred: return targets == TARGET_DEL ? n : find_bad(n->Starred.value, targets);
    case AST_Compare:
        if (targets != TARGET_FOR)
            return n;
        return n->Compare.ops.items[0] == AST_OP_In ? find_bad(n->Compare.left, targets) : NULL;
    case AST_List: elts = n->List.elts; break;
    case AST_Tuple: elts = n->Tuple.elts; break;
    default: return n;
    }
    for (int i = 0; i < elts.n; i++) {
        Node *bad = find_bad(elts.items[i], targets);
        if (bad)
            return bad;
    }
    return NULL;
}

void *parse_raise_target(Parser *p, int targets, Node *n)
{
    Node *bad = find_bad(n, targets);
    if (!bad)
        return NULL;
    return parse_raise_node(p, bad, targets == TARGET_DEL ? "cannot delete %s" : "cannot assign to %s", ast_expr_noun(bad));
}
