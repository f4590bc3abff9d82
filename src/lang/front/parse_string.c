/* parse_string.c: adjacent string tokens to one Constant or JoinedStr.  Escapes are in parse_escape.c. */
#include "parse_impl.h"

#include <string.h>

typedef struct Text {
    char *s;
    size_t len, cap;
} Text;

/* What the pieces of one literal gather in. */
typedef struct Joined {
    Parser *p;
    const Token *first, *last;
    Text text;       /* literal text not yet in `values` */
    NodeVec values;
    bool has_f;
} Joined;

static bool append(Parser *p, Text *t, const char *s, size_t len)
{
    if (t->len + len > t->cap) {
        size_t cap = (t->len + len) + (t->len ? t->len + len : 0);
        char *bigger = arena_grow(p->arena, t->s, t->len, cap);
        if (!bigger)
            return parse_no_memory(p), false;
        t->s = bigger;
        t->cap = cap;
    }
    if (len)
        memcpy(t->s + t->len, s, len);
    t->len += len;
    return true;
}

/* A node over the whole literal. */
static Node *over(const Joined *j, Node *n)
{
    if (n) {
        n->end_lineno = j->last->end_lineno;
        n->end_col_offset = j->last->end_col;
    }
    return n;
}

static Place start(const Joined *j)
{
    return (Place){j->first->lineno, j->first->col};
}

static Node *str_node(Joined *j, const Text *t)
{
    AstStr kind = {0};
    if (j->first->start[0] == 'u')
        kind = (AstStr){"u", 1};
    return over(j, NEW(j->p, Constant, start(j), .value = {.kind = ACONST_STR, .len = t->len, .s = t->len ? t->s : ""}, .kind = kind));
}

static bool flush(Joined *j, Text *t, NodeVec *values)
{
    if (!t->len)
        return true;
    Node *n = str_node(j, t);
    *t = (Text){0};
    return n && parse_push(j->p, values, n);
}

/* ---- f-strings ---- */

typedef struct Cursor {
    const char *s, *end;
    const Token *t;
    bool raw;
    const char *counted; /* up to here the newlines have been counted */
    const char *line;    /* where the line of `counted` begins; the token's start on its first line */
    int lines;
} Cursor;

/* Where the brace before `from` stands: the lines of the token are counted once, not for every field. */
static Place brace_place(Cursor *c, const char *from, const char *to)
{
    const char *brace = from - 1;
    for (; c->counted < brace; c->counted++)
        if (*c->counted == '\n') {
            c->lines++;
            c->line = c->counted + 1;
        }
    int col = (int)(brace - c->line) + (c->lines ? 0 : c->t->col);
    while (from < to && (*from == ' ' || *from == '\t' || *from == '\f'))
        from++;
    if (from < to && *from == '\n') /* nothing stands on the brace's own line */
        col = c->lines ? 0 : c->t->col;
    return (Place){c->t->lineno + c->lines, col};
}

static bool add_literal(Joined *j, Cursor *c, Text *text, const char *from, const char *to)
{
    const char *out = from;
    size_t len = (size_t)(to - from);
    if (!c->raw && memchr(from, '\\', len) && !parse_decode_str(j->p, from, len, c->t, &out, &len))
        return false;
    return append(j->p, text, out, len);
}

/* Text up to a single brace or the end; a doubled brace stands for itself, but not inside a format. */
static bool literal(Joined *j, Cursor *c, Text *text, int level)
{
    const char *from = c->s, *s = from, *bare = NULL; /* bare: a backslash before a brace, which stays */
    while (s < c->end) {
        char ch = *s++;
        if (!c->raw && ch == '\\' && s < c->end) {
            ch = *s++;
            if (ch == 'N') { /* the braces of \N{NAME} are no expression */
                if (s < c->end && *s++ == '{')
                    while (s < c->end && *s++ != '}') {}
                continue;
            }
            if (ch == '{') bare = s - 2;
            if (ch == '{' && !parse_warn(j->p, PARSE_WARN_DEPRECATION, c->t->lineno, c->t, "invalid escape sequence '\\%c'", ch))
                return false;
        }
        if (ch != '{' && ch != '}')
            continue;
        if (level == 0 && s < c->end && *s == ch) {
            if (!add_literal(j, c, text, from, s))
                return false;
            from = ++s;
            continue;
        }
        if (level == 0 && ch == '}')
            return parse_raise(j->p, "f-string: single '}' is not allowed"), false;
        s--;
        break;
    }
    c->s = s;
    if (bare && bare == s - 1) return (bare == from || add_literal(j, c, text, from, bare)) && append(j->p, text, "\\", 1);
    return s == from || add_literal(j, c, text, from, s);
}

static char closer_of(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

/* Goes to the end of the expression: a '!', ':', '=' or '}' outside brackets and strings. */
static bool skip_expression(Joined *j, Cursor *c)
{
    char open[LEX_MAX_LEVEL], quote = 0;
    int depth = 0, quotes = 0;
    Parser *p = j->p;
    for (; c->s < c->end; c->s++) {
        char ch = *c->s;
        bool triple = c->s + 2 < c->end && c->s[1] == ch && c->s[2] == ch;
        if (ch == '\\')
            return parse_raise(p, "f-string expression part cannot include a backslash"), false;
        if (quote) {
            if (ch == quote && (quotes == 1 || triple)) {
                c->s += quotes - 1;
                quote = 0;
            }
            continue;
        }
        if (ch == '\'' || ch == '"') {
            quote = ch;
            quotes = triple ? 3 : 1;
            c->s += quotes - 1;
        } else if (ch == '(' || ch == '[' || ch == '{') {
            if (depth >= LEX_MAX_LEVEL)
                return parse_raise(p, "f-string: too many nested parenthesis"), false;
            open[depth++] = ch;
        } else if (ch == '#') {
            return parse_raise(p, "f-string expression part cannot include '#'"), false;
        } else if (!depth && strchr("!:}=><", ch)) {
            char next = c->s + 1 < c->end ? c->s[1] : 0;
            if (next == '=' && strchr("!=<>", ch))
                c->s++;
            else if (ch != '<' && ch != '>')
                break;
        } else if (ch == ')' || ch == ']' || ch == '}') {
            if (!depth)
                return parse_raise(p, "f-string: unmatched '%c'", ch), false;
            if (closer_of(open[--depth]) != ch)
                return parse_raise(p, "f-string: closing parenthesis '%c' does not match opening parenthesis '%c'", ch, open[depth]), false;
        }
    }
    if (quote)
        return parse_raise(p, "f-string: unterminated string"), false;
    if (depth)
        return parse_raise(p, "f-string: unmatched '%c'", open[depth - 1]), false;
    return true;
}

static bool is_blank(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\f'))
        s++;
    return s == end;
}

static Node *unfinished(Joined *j)
{
    return parse_raise(j->p, "f-string: expecting '}'");
}

static Node *format_spec(Joined *j, Cursor *c, int level);

/* {expression=!r:format}: from the brace to behind the other.  `=` puts the source itself into `text`. */
static Node *field(Joined *j, Cursor *c, Text *text, NodeVec *values, int level)
{
    Parser *p = j->p;
    Node *spec = NULL;
    int conversion = -1;
    bool shown = false;
    if (level >= 2)
        return parse_raise(p, "f-string: expressions nested too deeply");
    const char *from = ++c->s;
    if (!skip_expression(j, c))
        return NULL;
    const char *to = c->s;
    if (to >= c->end)
        return unfinished(j);
    if (is_blank(from, to) && *to != '}')
        return parse_raise(p, "f-string: expression required before '%c'", *to);
    if (is_blank(from, to))
        return parse_raise(p, "f-string: empty expression not allowed");
    Node *value = parse_fstring_expr(p, brace_place(c, from, to), from, to);
    if (!value)
        return NULL;
    if (*c->s == '=') {
        if (!parse_needs(p, 8, "f-string: self documenting expressions are"))
            return NULL;
        for (c->s++; c->s < c->end && (*c->s == ' ' || (*c->s >= '\t' && *c->s <= '\r')); c->s++) {}
        if (!append(p, text, from, (size_t)(c->s - from)))
            return NULL;
        shown = true;
    }
    if (c->s < c->end && *c->s == '!') {
        if (++c->s >= c->end)
            return unfinished(j);
        conversion = *c->s++;
        if (conversion != 's' && conversion != 'r' && conversion != 'a')
            return parse_raise(p, "f-string: invalid conversion character: expected 's', 'r', or 'a'");
    }
    if (c->s < c->end && *c->s == ':') {
        if (++c->s >= c->end)
            return unfinished(j);
        spec = format_spec(j, c, level + 1);
        if (!spec)
            return NULL;
    }
    if (c->s >= c->end || *c->s != '}')
        return unfinished(j);
    c->s++;
    if (shown && !spec && conversion == -1)
        conversion = 'r';
    if (!flush(j, text, values))
        return NULL;
    Node *n = over(j, NEW(p, FormattedValue, start(j), .value = value, .conversion = conversion, .format_spec = spec));
    return n && parse_push(p, values, n) ? n : NULL;
}

static bool fields(Joined *j, Cursor *c, Text *text, NodeVec *values, int level)
{
    for (;;) {
        if (!literal(j, c, text, level))
            return false;
        if (c->s >= c->end || *c->s == '}')
            return true;
        if (!field(j, c, text, values, level))
            return false;
    }
}

static Node *format_spec(Joined *j, Cursor *c, int level)
{
    Text text = {0};
    NodeVec values = {0};
    if (!fields(j, c, &text, &values, level))
        return NULL;
    /* The whole and its last text have the span of the one token that they stand in. */
    Joined own = {.p = j->p, .first = c->t, .last = c->t};
    if (!flush(&own, &text, &values))
        return NULL;
    return over(&own, NEW(j->p, JoinedStr, start(&own), .values = seq_of(values)));
}

/* ---- Tokens ---- */

typedef struct Prefix {
    bool raw, bytes, f;
    const char *s; /* behind the quotes */
    size_t len;
} Prefix;

static Prefix read_prefix(const Token *t)
{
    Prefix x = {.s = t->start};
    for (; *x.s != '"' && *x.s != '\''; x.s++) {
        char c = *x.s | 32;
        x.raw |= c == 'r';
        x.bytes |= c == 'b';
        x.f |= c == 'f';
    }
    size_t n = t->len - (size_t)(x.s - t->start);
    size_t quotes = n >= 6 && x.s[1] == x.s[0] && x.s[2] == x.s[0] ? 3 : 1;
    x.s += quotes;
    x.len = n - 2 * quotes;
    return x;
}

/* The lexer takes any bytes in a string; a wrong one is told by its place in the string. */
static bool check_utf8(Parser *p, const char *s, size_t len)
{
    const char *reason, *end = s + len;
    int bad;
    uint32_t c;
    for (const char *q = s; q < end;) {
        int n = (unsigned char)*q < 128 ? 1 : lex_decode_utf8(q, end, &c, &reason, &bad);
        if (!n) {
            int from = (int)(q - s);
            if (bad == 1)
                parse_raise(p, "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %d: %s", (unsigned char)*q, from, reason);
            else
                parse_raise(p, "(unicode error) 'utf-8' codec can't decode bytes in position %d-%d: %s", from, from + bad - 1, reason);
            return false;
        }
        q += n;
    }
    return true;
}

static bool add_bytes(Joined *j, const Token *t, Prefix x)
{
    Parser *p = j->p;
    const char *out = x.s;
    size_t len = x.len;
    for (size_t i = 0; i < x.len; i++)
        if ((unsigned char)x.s[i] >= 128)
            return parse_raise(p, "bytes can only contain ASCII literal characters"), false;
    if (!x.raw && memchr(x.s, '\\', x.len) && !parse_decode_bytes(p, x.s, x.len, t, &out, &len))
        return false;
    return append(p, &j->text, out, len);
}

static bool add_token(Joined *j, const Token *t, Prefix x)
{
    Parser *p = j->p;
    if (x.bytes)
        return add_bytes(j, t, x);
    if (!p->in->is_text && !check_utf8(p, x.s, x.len))
        return false;
    Cursor c = {.s = x.s, .end = x.s + x.len, .t = t, .raw = x.raw, .counted = t->start, .line = t->start};
    if (!x.f)
        return add_literal(j, &c, &j->text, x.s, x.s + x.len);
    j->has_f = true;
    if (!fields(j, &c, &j->text, &j->values, 0))
        return false;
    if (c.s < c.end) { /* an unmatched brace is an error of its own before this */
        parse_raise(p, "f-string: single '}' is not allowed");
        return false;
    }
    return true;
}

static Node *strings(Parser *p)
{
    int first = p->pos;
    while (accept(p, TOK_STRING)) {}
    if (p->failed)
        return NULL;
    Joined j = {.p = p, .first = &p->tokens[first], .last = &p->tokens[p->pos - 1]};
    bool bytes = read_prefix(j.first).bytes;
    const Token *tokens = p->tokens;
    for (int i = first, end = p->pos; i < end; i++) {
        Prefix x = read_prefix(&tokens[i]);
        if (!x.f && !add_token(&j, &tokens[i], x))
            return NULL;
        if (x.bytes != bytes)
            return parse_raise(p, "cannot mix bytes and nonbytes literals");
        if (x.f && !parse_needs(p, 6, "Format strings are"))
            return NULL;
        if (x.f && !add_token(&j, &tokens[i], x))
            return NULL;
    }
    if (bytes)
        return over(&j, NEW(p, Constant, start(&j), .value = {.kind = ACONST_BYTES, .len = j.text.len, .s = j.text.len ? j.text.s : ""}));
    if (!j.has_f)
        return str_node(&j, &j.text);
    if (!flush(&j, &j.text, &j.values))
        return NULL;
    return over(&j, NEW(p, JoinedStr, start(&j), .values = seq_of(j.values)));
}

Node *parse_strings(Parser *p)
{
    Node *n;
    int pos = p->pos;
    if (parse_recall(p, MEMO_STRINGS, &n))
        return n;
    return parse_remember(p, MEMO_STRINGS, pos, strings(p));
}
