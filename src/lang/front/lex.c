/* lex.c: the tokenizer proper: indentation, names, operators, brackets.  Numbers and strings are in lex_literal.c, characters in
 * lex_chars.c.
 *
 * `lineno` and `line_start` change when the first byte of a new line is reached, not when the newline is read, so that at
 * the end of the source they still name the last line: errors at the end hang on it.
 */
#include "lex_impl.h"
#include "lang/text/unicode.h"

#include <string.h>

static const char *const kind_names[] = {
#define TOKEN(name, text) #name,
#define TOKEN_OP(name, text) #name,
#define TOKEN_KW(name, text) "NAME",
#include "token.def"
};
#undef TOKEN
#undef TOKEN_OP
#undef TOKEN_KW

static const char *const kind_texts[] = {
#define TOKEN(name, text) text,
#define TOKEN_OP(name, text) text,
#define TOKEN_KW(name, text) text,
#include "token.def"
};

const char *lex_kind_name(int kind)
{
    return kind_names[kind];
}

const char *lex_kind_text(int kind)
{
    return kind_texts[kind];
}

void lex_init(Lexer *lx, Arena *a, const ParseHooks *hooks, SyntaxErr *err, const char *buf, const char *end)
{
    memset(lx, 0, sizeof *lx);
    lx->arena = a;
    lx->hooks = hooks;
    lx->err = err;
    lx->buf = lx->cur = lx->line_start = lx->chunk = buf;
    lx->end = end;
    lx->at_bol = true;
}

/* ---- Errors ---- */

bool lex_fail_range(Lexer *lx, int offset, int end_offset, const char *msg)
{
    const char *eol = memchr(lx->line_start, '\n', (size_t)(lx->end - lx->line_start));
    int here = lex_count_chars(lx->line_start, lx->cur);
    lx->done = LEX_ERROR;
    *lx->err = (SyntaxErr){
        .kind = msg ? SYN_SYNTAX : SYN_MEMORY,
        .msg = msg ? msg : "",
        .lineno = lx->lineno,
        .end_lineno = lx->lineno,
        .offset = offset < 0 ? here : offset,
        .end_offset = end_offset < 0 ? here : end_offset,
        .text = lx->line_start,
        .text_len = (size_t)((eol ? eol : lx->end) - lx->line_start),
    };
    return false;
}

bool lex_fail(Lexer *lx, const char *msg)
{
    return lex_fail_range(lx, -1, -1, msg);
}

bool lex_warn(Lexer *lx, ParseWarnKind kind, const char *msg, int lineno)
{
    if (!lx->hooks->warn || lx->hooks->warn(lx->hooks->ctx, kind, msg, lineno))
        return true;
    return lex_fail(lx, msg);
}

/* ---- Keywords ---- */

#define KW(text, name) \
    if (!memcmp(s, text, sizeof text - 1)) return KW_##name

static int keyword(const char *s, uint32_t len)
{
    switch (len) {
    case 2: KW("if", IF); KW("in", IN); KW("is", IS); KW("or", OR); KW("as", AS); break;
    case 3: KW("def", DEF); KW("for", FOR); KW("not", NOT); KW("and", AND); KW("try", TRY); KW("del", DEL); break;
    case 4: KW("else", ELSE); KW("None", NONE); KW("True", TRUE); KW("from", FROM); KW("with", WITH); KW("elif", ELIF); KW("pass", PASS); break;
    case 5: KW("class", CLASS); KW("False", FALSE); KW("raise", RAISE); KW("while", WHILE); KW("yield", YIELD); KW("break", BREAK);
        KW("async", ASYNC); KW("await", AWAIT); break;
    case 6: KW("return", RETURN); KW("import", IMPORT); KW("except", EXCEPT); KW("lambda", LAMBDA); KW("assert", ASSERT); KW("global", GLOBAL); break;
    case 7: KW("finally", FINALLY); break;
    case 8: KW("continue", CONTINUE); KW("nonlocal", NONLOCAL); break;
    default: break;
    }
    return TOK_NAME;
}

bool lex_is_keyword(const char *s, size_t n) { return n < 16 && keyword(s, (uint32_t)n) != TOK_NAME; }

/* ---- Lines ---- */

/* Goes to the line that begins at cur, unless the source ends there. */
void lex_begin_line(Lexer *lx)
{
    if (lx->cur < lx->end) {
        lx->lineno++;
        lx->line_start = lx->cur;
        if (!lx->start)
            lx->chunk = lx->cur;
    }
}

static void skip_to_line_end(Lexer *lx)
{
    const char *eol = memchr(lx->cur, '\n', (size_t)(lx->end - lx->cur));
    lx->cur = eol ? eol + 1 : lx->end;
}

static bool stop(Lexer *lx, LexDone done)
{
    lx->done = done;
    return false;
}

/* Behind a backslash: goes to the next line. */
static bool continue_line(Lexer *lx)
{
    if (*lx->cur != '\n') {
        if (lx->cur < lx->end)
            lx->cur++;
        return stop(lx, LEX_LINECONT);
    }
    lx->cur++;
    if (lx->cur >= lx->end)
        return stop(lx, LEX_EOF);
    lex_begin_line(lx);
    return true;
}

/* Compares this line's indentation with the open ones. */
static bool indent_line(Lexer *lx, int col, int alt)
{
    int top = lx->indents[lx->indent], alt_top = lx->alt_indents[lx->indent];
    if (col > top) {
        if (lx->indent + 1 >= LEX_MAX_INDENT) {
            skip_to_line_end(lx);
            return stop(lx, LEX_TOODEEP);
        }
        if (alt <= alt_top) {
            skip_to_line_end(lx);
            return stop(lx, LEX_TABSPACE);
        }
        lx->pending++;
        lx->indents[++lx->indent] = col;
        lx->alt_indents[lx->indent] = alt;
        return true;
    }
    while (lx->indent > 0 && col < lx->indents[lx->indent]) {
        lx->pending--;
        lx->indent--;
    }
    if (col != lx->indents[lx->indent]) {
        skip_to_line_end(lx);
        return stop(lx, LEX_DEDENT);
    }
    if (alt != lx->alt_indents[lx->indent]) {
        skip_to_line_end(lx);
        return stop(lx, LEX_TABSPACE);
    }
    return true;
}

/* Reads the white space a line begins with; *blank: nothing but a comment or white space on it. */
static bool begin_tokens(Lexer *lx, bool *blank)
{
    int col = 0, alt = 0, cont_col = 0;
    lex_begin_line(lx);
    for (;; lx->cur++) {
        char c = *lx->cur;
        if (c == ' ') {
            col++, alt++;
        } else if (c == '\t') {
            col = (col / LEX_TAB_SIZE + 1) * LEX_TAB_SIZE;
            alt++;
        } else if (c == '\f') {
            col = alt = 0;
        } else if (c == '\\') { /* the first line's indentation is the one that counts */
            cont_col = cont_col ? cont_col : col;
            lx->cur++;
            if (!continue_line(lx))
                return false;
            lx->cur--;
        } else {
            break;
        }
    }
    *blank = *lx->cur == '#' || *lx->cur == '\n';
    if (*blank || lx->level)
        return true;
    if (cont_col)
        col = alt = cont_col;
    return indent_line(lx, col, alt);
}

/* ---- Tokens ---- */

static void finish(Lexer *lx, Token *t, int kind, const char *start, const char *end)
{
    t->kind = (uint8_t)kind;
    t->level = (uint8_t)lx->level;
    t->start = start;
    t->lineno = kind == TOK_STRING ? lx->first_lineno : lx->lineno;
    t->end_lineno = lx->lineno;
    if (start) {
        t->len = (uint32_t)(end - start);
        t->col = (int)(start - (kind == TOK_STRING ? lx->multi_line_start : lx->line_start));
        t->end_col = (int)(end - lx->line_start);
    } else {
        t->len = 0;
        t->col = t->end_col = -1;
    }
}

static bool is_name_byte(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c >= 128;
}

bool lex_is_name_byte(unsigned char c)
{
    return is_name_byte(c);
}

/* `async` and `await` before Python 3.7. */
static int old_word(Lexer *lx, int kind)
{
    if ((kind != KW_ASYNC && kind != KW_AWAIT) || !lx->old_async || lx->in_async)
        return kind;
    const char *p = lx->cur;
    while (*p == ' ' || *p == '\t')
        p++;
    if (kind == KW_AWAIT || strncmp(p, "def", 3) || is_name_byte((unsigned char)p[3]))
        return TOK_NAME;
    lx->in_async = true;
    lx->async_line = false;
    lx->async_indent = lx->indent;
    return kind;
}

/* A name, or a string with a prefix. */
static int name_or_string(Lexer *lx)
{
    bool b = false, u = false, r = false, f = false, wide = false;
    for (;; lx->cur++) {
        char c = *lx->cur;
        if (!(b || u || f) && (c == 'b' || c == 'B'))
            b = true;
        else if (!(b || u || r || f) && (c == 'u' || c == 'U'))
            u = true;
        else if (!(r || u) && (c == 'r' || c == 'R'))
            r = true;
        else if (!(f || b || u) && (c == 'f' || c == 'F'))
            f = true;
        else
            break;
        if (lx->cur[1] == '"' || lx->cur[1] == '\'') {
            lx->cur++;
            return lex_string(lx);
        }
    }
    for (; is_name_byte((unsigned char)*lx->cur); lx->cur++)
        wide |= (unsigned char)*lx->cur >= 128;
    if (wide && !lex_check_name(lx))
        return TOK_ERRORTOKEN;
    return old_word(lx, keyword(lx->start, (uint32_t)(lx->cur - lx->start)));
}

static int open_bracket(Lexer *lx, char c, int kind)
{
    if (lx->level >= LEX_MAX_LEVEL) {
        lex_fail(lx, "too many nested parentheses");
        return TOK_ERRORTOKEN;
    }
    lx->parens[lx->level] = c;
    lx->paren_lines[lx->level] = lx->lineno;
    lx->paren_cols[lx->level++] = (int)(lx->start - lx->line_start);
    return kind;
}

static int close_bracket(Lexer *lx, char c, int kind)
{
    if (!lx->level) {
        lex_fail(lx, arena_printf(lx->arena, "unmatched '%c'", c));
        return TOK_ERRORTOKEN;
    }
    char open = lx->parens[--lx->level];
    int line = lx->paren_lines[lx->level];
    if ((open == '(' && c == ')') || (open == '[' && c == ']') || (open == '{' && c == '}'))
        return kind;
    const char *text = "closing parenthesis '%c' does not match opening parenthesis '%c'";
    if (line != lx->lineno)
        lex_fail(lx, arena_printf(lx->arena, "closing parenthesis '%c' does not match opening parenthesis '%c' on line %d", c, open, line));
    else
        lex_fail(lx, arena_printf(lx->arena, text, c, open));
    return TOK_ERRORTOKEN;
}

/* One, two or three bytes: takes what belongs to an operator. */
static int take(Lexer *lx, int n, int kind)
{
    lx->cur += n;
    return kind;
}

static int op_with_equal(Lexer *lx, int plain, int equal)
{
    return lx->cur[1] == '=' ? take(lx, 2, equal) : take(lx, 1, plain);
}

/* *, /, <, >: doubled, with = or both. */
static int op_doubled(Lexer *lx, int plain, int equal, int twice, int twice_equal)
{
    if (lx->cur[1] == lx->cur[0])
        return lx->cur[2] == '=' ? take(lx, 3, twice_equal) : take(lx, 2, twice);
    return op_with_equal(lx, plain, equal);
}

static int operator(Lexer *lx)
{
    char c = *lx->cur, d = lx->cur[1];
    switch (c) {
    case '(': return open_bracket(lx, c, take(lx, 1, TOK_LPAR));
    case '[': return open_bracket(lx, c, take(lx, 1, TOK_LSQB));
    case '{': return open_bracket(lx, c, take(lx, 1, TOK_LBRACE));
    case ')': return close_bracket(lx, c, take(lx, 1, TOK_RPAR));
    case ']': return close_bracket(lx, c, take(lx, 1, TOK_RSQB));
    case '}': return close_bracket(lx, c, take(lx, 1, TOK_RBRACE));
    case ',': return take(lx, 1, TOK_COMMA);
    case ';': return take(lx, 1, TOK_SEMI);
    case '~': return take(lx, 1, TOK_TILDE);
    case ':': return op_with_equal(lx, TOK_COLON, TOK_COLONEQUAL);
    case '=': return op_with_equal(lx, TOK_EQUAL, TOK_EQEQUAL);
    case '+': return op_with_equal(lx, TOK_PLUS, TOK_PLUSEQUAL);
    case '%': return op_with_equal(lx, TOK_PERCENT, TOK_PERCENTEQUAL);
    case '&': return op_with_equal(lx, TOK_AMPER, TOK_AMPEREQUAL);
    case '|': return op_with_equal(lx, TOK_VBAR, TOK_VBAREQUAL);
    case '^': return op_with_equal(lx, TOK_CIRCUMFLEX, TOK_CIRCUMFLEXEQUAL);
    case '@': return op_with_equal(lx, TOK_AT, TOK_ATEQUAL);
    case '!': return op_with_equal(lx, TOK_OP, TOK_NOTEQUAL);
    case '-': return d == '>' ? take(lx, 2, TOK_RARROW) : op_with_equal(lx, TOK_MINUS, TOK_MINEQUAL);
    case '*': return op_doubled(lx, TOK_STAR, TOK_STAREQUAL, TOK_DOUBLESTAR, TOK_DOUBLESTAREQUAL);
    case '/': return op_doubled(lx, TOK_SLASH, TOK_SLASHEQUAL, TOK_DOUBLESLASH, TOK_DOUBLESLASHEQUAL);
    case '<':
        if (d == '>')
            return take(lx, 2, TOK_LESSGREATER);
        return op_doubled(lx, TOK_LESS, TOK_LESSEQUAL, TOK_LEFTSHIFT, TOK_LEFTSHIFTEQUAL);
    case '>': return op_doubled(lx, TOK_GREATER, TOK_GREATEREQUAL, TOK_RIGHTSHIFT, TOK_RIGHTSHIFTEQUAL);
    case '.': return d == '.' && lx->cur[2] == '.' ? take(lx, 3, TOK_ELLIPSIS) : take(lx, 1, TOK_DOT);
    default: break;
    }
    lx->cur++;
    if (!uni_is_printable((unsigned char)c)) {
        lex_fail(lx, arena_printf(lx->arena, "invalid non-printable character U+%04X", (unsigned char)c));
        return TOK_ERRORTOKEN;
    }
    return TOK_OP;
}

static int token_at(Lexer *lx)
{
    unsigned char c = (unsigned char)*lx->cur;
    lx->start = lx->cur;
    if (c >= '0' && c <= '9')
        return lex_number(lx);
    if (is_name_byte(c))
        return name_or_string(lx);
    if (c == '"' || c == '\'')
        return lex_string(lx);
    if (c == '.' && lx->cur[1] >= '0' && lx->cur[1] <= '9')
        return lex_number(lx);
    return operator(lx);
}

static void fail_token(Lexer *lx, Token *t)
{
    finish(lx, t, TOK_ERRORTOKEN, NULL, NULL);
    if (lx->done == LEX_OK)
        lx->done = LEX_ERROR;
}

/* Is the comment from `from` to cur one of a type? Goes to its text; TYPE_IGNORE: to what stands behind the word. */
static int type_comment(const Lexer *lx, const char *from, const char **text)
{
    static const char ignore[] = "ignore";
    const char *p = from;
    for (const char *want = "# type: "; *want; want++) {
        if (*want == ' ')
            while (p < lx->cur && (*p == ' ' || *p == '\t'))
                p++;
        else if (p >= lx->cur || *p++ != *want)
            return TOK_OP;
    }
    *text = p;
    size_t n = sizeof ignore - 1, left = (size_t)(lx->cur - p);
    if (left < n || memcmp(p, ignore, n) || (left > n && p[n] != '_' && is_name_byte((unsigned char)p[n])))
        return TOK_TYPE_COMMENT;
    *text = p + n;
    return TOK_TYPE_IGNORE;
}

/* The comment as a token for the parser; one that stands alone on its line ends that line (a type), or takes the line with it (ignore). */
static bool give_type(Lexer *lx, Token *t, const char *from)
{
    const char *text;
    int kind = lx->type_comments ? type_comment(lx, from, &text) : TOK_OP;
    if (kind == TOK_OP)
        return false;
    finish(lx, t, kind, text, lx->cur);
    if (lx->blank && kind == TOK_TYPE_IGNORE) {
        lx->cur += *lx->cur == '\n';
        lx->at_bol = true;
    }
    lx->blank = false;
    return true;
}

/* A comment for a dump. */
static bool keep_comment(Lexer *lx, Token *t)
{
    const char *from = lx->cur;
    while (*lx->cur != '\n' && lx->cur < lx->end)
        lx->cur++;
    if (!lx->keep_comments)
        return give_type(lx, t, from);
    finish(lx, t, TOK_OP, from, lx->cur);
    lx->extra = 1;
    return true;
}

void lex_next(Lexer *lx, Token *t)
{
    lx->extra = 0;
next_line:
    lx->start = NULL;
    if (lx->at_bol) {
        lx->at_bol = false;
        if (!begin_tokens(lx, &lx->blank)) {
            fail_token(lx, t);
            return;
        }
    }
    if (lx->pending) {
        int step = lx->pending < 0 ? 1 : -1;
        lx->pending += step;
        finish(lx, t, step > 0 ? TOK_DEDENT : TOK_INDENT, NULL, NULL);
        return;
    }
    if (lx->in_async && lx->async_line && !lx->blank && *lx->cur != '\n' /* behind a type that stands before a block */ && !lx->level && lx->async_indent >= lx->indent)
        lx->in_async = false;
again:
    while (*lx->cur == ' ' || *lx->cur == '\t' || *lx->cur == '\f')
        lx->cur++;
    const char *line_end = lx->cur; /* a NEWLINE begins at the comment before it */
    if (*lx->cur == '#' && keep_comment(lx, t))
        return;
    if (lx->cur >= lx->end) {
        lx->done = LEX_EOF;
        finish(lx, t, lx->level ? TOK_ERRORTOKEN : TOK_ENDMARKER, NULL, NULL);
        return;
    }
    if (*lx->cur == '\n') {
        const char *at = lx->cur++;
        lx->at_bol = true;
        if (lx->blank || lx->level) {
            if (lx->keep_comments) {
                finish(lx, t, TOK_OP, at, lx->cur);
                lx->extra = 2;
                return;
            }
            goto next_line;
        }
        lx->async_line = true;
        finish(lx, t, TOK_NEWLINE, line_end, at);
        return;
    }
    if (*lx->cur == '\\') {
        lx->start = lx->cur++;
        if (!continue_line(lx)) {
            fail_token(lx, t);
            return;
        }
        goto again;
    }
    int kind = token_at(lx);
    if (kind == TOK_ERRORTOKEN)
        fail_token(lx, t);
    else
        finish(lx, t, kind, lx->start, lx->cur);
}
