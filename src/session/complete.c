/* complete.c: what can stand at the cursor: finds out where it stands, asks the file for that place, and puts the answers in order. */
#include "complete.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "session_impl.h"

/* ---- the list ---- */
void complete_word(Completer *c, size_t start)
{
    c->start = start;
    c->prefix = c->scan.text + start;
    c->prefix_len = c->cursor - start;
}

/* Does `abbreviation` give the first letters of the parts of a name: m_l for my_long_name? */
static bool is_short_for(const char *abbreviation, size_t an, const char *name, size_t n)
{
    if (!memchr(abbreviation, '_', an)) return false;
    size_t a = 0;
    for (size_t i = 0; i < n && a < an; i++) {
        bool starts = !i || name[i - 1] == '_';
        if (!starts && name[i] != '_') continue;
        if (name[i] != abbreviation[a]) return false;
        a++;
    }
    return a == an;
}

bool complete_fits(const Completer *c, const char *text, size_t n)
{
    if (n >= c->prefix_len && !memcmp(text, c->prefix, c->prefix_len)) return true;
    return c->folded && is_short_for(c->prefix, c->prefix_len, text, n);
}

/* Parameters first, then names, then _private ones, then __special__ ones, magics last, by the name behind their marks. */
static uint64_t order_of(const Completion *c)
{
    const char *t = c->text;
    size_t n = strlen(t);
    if (!strcmp(c->kind, "path")) return 0;
    if (!strcmp(c->kind, "magic")) return 4;
    if (n && t[n - 1] == '=') return 0;
    return t[0] == '_' ? t[1] == '_' ? 3 : 2 : 1;
}

static const char *sort_text(const Completion *c)
{
    const char *t = c->text;
    while (*t == '%') t++;
    return t;
}

static Found *add(Completer *c)
{
    if (c->count == c->cap) {
        size_t cap = c->cap ? c->cap * 2 : 64;
        Found *more = arena_grow(c->ty.arena, c->items, c->cap * sizeof *more, cap * sizeof *more);
        if (!more) return NULL;
        c->items = more;
        c->cap = cap;
    }
    return &c->items[c->count++];
}

void complete_add(Completer *c, const char *text, const char *kind)
{
    Found *f = complete_fits(c, text, strlen(text)) ? add(c) : NULL;
    if (!f) return;
    *f = (Found){.c = {text, kind, "", "", ""}};
}

static const char *kind_of(Ref v)
{
    if (!is_heap(v)) return "instance";
    switch (as_obj(v)->kind) {
    case KIND_FUNCTION: case KIND_NATIVE: case KIND_METHOD_DESCR: case KIND_METHOD: case KIND_CLASSMETHOD: case KIND_STATICMETHOD: return "function";
    case KIND_TYPE: return "class";
    case KIND_MODULE: return "module";
    case KIND_EMBEDDED: return "tensor";
    default: return "instance";
    }
}

static bool is_called(const char *kind) { return !strcmp(kind, "function") || !strcmp(kind, "class"); }

void complete_add_value(Completer *c, const char *text, size_t n, Ref value, bool bound)
{
    if (!complete_fits(c, text, n)) return;
    const char *copy = arena_dup(c->ty.arena, text, n);
    Found *f = copy ? add(c) : NULL;
    if (!f) return;
    *f = (Found){.c = {copy, value ? kind_of(value) : "instance", "", "", ""}, .value = retain(value), .bound = bound};
}

void complete_add_key(Completer *c, const char *text, Ref value)
{
    Found *f = complete_fits(c, text, strlen(text)) ? add(c) : NULL;
    if (f) *f = (Found){.c = {text, "key", "", "", ""}, .value = value ? retain(value) : NO_VALUE};
}

/* Signature and place of a candidate, by its value. */
static void describe(const Completer *c, Found *f)
{
    SigText sig;
    if (!is_heap(f->value)) return;
    if (is_called(f->c.kind)) {
        if (sigtext_of(&c->ty, f->value, f->bound, &sig)) f->c.signature = sig.text;
        return;
    }
    f->c.device = placed_name(&c->ty, f->value);
    if (*f->c.device) f->c.place = placed_shape(&c->ty, f->value);
}

enum { DESCRIBED = 1000 }; /* more than anybody reads */

static void describe_all(Completer *c)
{
    for (size_t i = 0; i < c->count && i < DESCRIBED; i++) describe(c, &c->items[i]);
}

static void drop_values(Completer *c)
{
    for (size_t i = 0; i < c->count; i++) value_clear(c->ty.vm, &c->items[i].value);
}

/* ---- the order ---- */

/* Names stand beside each other whatever their case; keys, files and magics as they are. */
static bool is_folded(const Completion *c) { return strcmp(c->kind, "key") && strcmp(c->kind, "path") && strcmp(c->kind, "magic"); }

/* A candidate's place in the order: its class and the first letters as numbers; only where these are equal the texts are compared. */
typedef struct Key { uint64_t high, low; uint32_t at; } Key;

static Key key_of(const Found *f, uint32_t at)
{
    const unsigned char *t = (const unsigned char *)sort_text(&f->c);
    bool folded = is_folded(&f->c);
    Key k = {order_of(&f->c), 0, at};
    for (int i = 0; i < 15; i++) {
        uint64_t *word = i < 7 ? &k.high : &k.low;
        *word = *word << 8 | (folded ? (unsigned char)tolower(*t) : *t);
        if (*t) t++;
    }
    return k;
}

static int compare(const Completer *c, const Key *x, const Key *y)
{
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    const Completion *a = &c->items[x->at].c, *b = &c->items[y->at].c;
    int text = is_folded(a) ? strcasecmp(sort_text(a), sort_text(b)) : 0;
    if (!text) text = strcmp(sort_text(a), sort_text(b));
    return text ? text : (int)strlen(a->text) - (int)strlen(b->text); /* the plain name, %time, %%time */
}

/* Merging keeps the order of equals. NULL: no memory. */
static Key *sorted(Completer *c)
{
    size_t n = c->count;
    Key *from = arena_alloc(c->ty.arena, (n + 1) * sizeof *from), *to = arena_alloc(c->ty.arena, (n + 1) * sizeof *to);
    if (!from || !to) return NULL;
    for (size_t i = 0; i < n; i++) from[i] = key_of(&c->items[i], (uint32_t)i);
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            size_t mid = lo + width < n ? lo + width : n, hi = mid + width < n ? mid + width : n;
            if (mid == hi || compare(c, &from[mid - 1], &from[mid]) <= 0) memcpy(to + lo, from + lo, (hi - lo) * sizeof *to);
            else
                for (size_t a = lo, b = mid, o = lo; o < hi; o++) to[o] = b >= hi || (a < mid && compare(c, &from[a], &from[b]) <= 0) ? from[a++] : from[b++];
        }
        Key *t = from;
        from = to;
        to = t;
    }
    return from;
}

/* In order, each text once: the one that was found first. What is left out loses its value. */
static void settle(Completer *c)
{
    Key *keys = sorted(c);
    Found *out = keys ? arena_alloc(c->ty.arena, (c->count + 1) * sizeof *out) : NULL;
    size_t kept = 0;
    for (size_t i = 0; out && i < c->count; i++) {
        Found *f = &c->items[keys[i].at];
        if (!kept || strcmp(f->c.text, out[kept - 1].c.text)) out[kept++] = *f;
        else value_clear(c->ty.vm, &f->value);
    }
    if (!out) return;
    c->items = out;
    c->count = kept;
}

/* ---- where the cursor stands ---- */

/* The piece that the logical line of piece i begins with. */
static size_t line_first(const Scan *s, size_t i)
{
    while (i && !(s->items[i].flags & PIECE_FIRST)) i--;
    return i;
}

/* The expression in an f-string that the cursor stands in: where it begins; SIZE_MAX: none. */
static size_t formatted_part(const Scan *s, const Piece *p)
{
    bool formatted = false;
    size_t i = p->start, open = SIZE_MAX;
    for (; i < p->end && s->buf[i] != '"' && s->buf[i] != '\''; i++) formatted |= s->buf[i] == 'f' || s->buf[i] == 'F';
    for (; formatted && i < p->end; i++) {
        if (s->buf[i] == '{' && s->buf[i + 1] == '{' && open == SIZE_MAX) i++;
        else if (s->buf[i] == '{' && open == SIZE_MAX) open = i + 1;
        else if (s->buf[i] == '}') open = SIZE_MAX;
    }
    return open;
}

static void at_cursor(Completer *c);

/* Behind an open quote: a key of a dict, an expression of an f-string, or a file. */
static void in_string(Completer *c, size_t i)
{
    Scan *s = &c->scan;
    const Piece *p = &s->items[i];
    size_t part = formatted_part(s, p), body = p->start;
    if (part != SIZE_MAX) { /* what stands between the braces is a text of its own */
        const char *text = s->text;
        size_t cursor = c->cursor;
        Completer inner = *c;
        scan_text(&inner.scan, c->ty.arena, text + part, cursor - part);
        inner.cursor = cursor - part;
        inner.start = inner.cursor;
        at_cursor(&inner);
        c->items = inner.items;
        c->count = inner.count;
        c->cap = inner.cap;
        c->start = inner.start + part;
        return;
    }
    while (body < p->end && s->buf[body] != '"' && s->buf[body] != '\'') body++;
    char quote = s->buf[body];
    body += p->flags & PIECE_TRIPLE ? 3 : 1;
    if (body > c->cursor) return;
    complete_word(c, body);
    if (i && s->items[i - 1].kind == TOK_LSQB) complete_keys(c, i - 1, true, quote);
    if (!c->count && !(p->flags & PIECE_TRIPLE)) complete_paths(c, NULL, false, false);
}

/* Names for a place where an expression may stand; behind `word` pieces of the line. */
static void in_expression(Completer *c, size_t before, bool line_start)
{
    Scan *s = &c->scan;
    size_t open = before == SIZE_MAX ? SIZE_MAX : typing_around(s, before + 1);
    const Piece *last = before == SIZE_MAX ? NULL : &s->items[before];
    if (last && last->kind == TOK_LSQB) complete_keys(c, before, false, 0);
    if (open != SIZE_MAX && typing_is_call(s, open) && (last->kind == TOK_LPAR || last->kind == TOK_COMMA)) complete_keywords_of_call(c, open);
    c->folded = true;
    complete_names(c);
    if (line_start && c->prefix_len) complete_magics(c, c->prefix, c->prefix_len, true);
}

static void at_word(Completer *c, size_t word /*the piece at the cursor, or SIZE_MAX*/, size_t before)
{
    Scan *s = &c->scan;
    complete_word(c, word == SIZE_MAX ? c->cursor : s->items[word].start);
    bool line_start = word != SIZE_MAX ? (s->items[word].flags & PIECE_FIRST) != 0 : before == SIZE_MAX;
    size_t last = word != SIZE_MAX ? word : before;
    if (last != SIZE_MAX && !line_start && complete_import(c, line_first(s, last), word)) return;
    const Piece *b = line_start || before == SIZE_MAX ? NULL : &s->items[before];
    if (b && b->kind == TOK_DOT) {
        complete_attrs(c, before);
        return;
    }
    if (b && (b->kind == KW_DEF || b->kind == KW_CLASS || b->kind == KW_AS)) return; /* a new name */
    in_expression(c, line_start ? SIZE_MAX : before, line_start);
}

/* Is there a newline between piece i and the cursor, so that a new line has begun? */
static bool ends_before(const Scan *s, size_t i, size_t cursor)
{
    const Piece *p = &s->items[i];
    if (p->level || scan_opens(p)) return false;
    for (size_t at = p->end; at < cursor; at++)
        if (s->buf[at] == '\n') return at == p->end || s->buf[at - 1] != '\\';
    return p->kind == TOK_SEMI;
}

static void at_cursor(Completer *c)
{
    Scan *s = &c->scan;
    size_t n = s->count;
    if (!n) {
        at_word(c, SIZE_MAX, SIZE_MAX);
        return;
    }
    Piece *p = &s->items[n - 1];
    bool touches = p->end == c->cursor;
    size_t first = line_first(s, n - 1);
    if ((first < n - 1 || !touches) && !ends_before(s, n - 1, c->cursor) && complete_is_bare_magic(c, first)) {
        complete_magic_args(c, first);
        return;
    }
    if (s->items[first].kind == PIECE_MAGIC && first < n - 1 && complete_option(c, first)) return;
    switch (p->kind) {
    case PIECE_COMMENT:
        if (touches) return;
        break;
    case PIECE_MAGIC:
        if (s->buf[p->start] == '!' || s->buf[p->start] == '?') {
            if (ends_before(s, n - 1, c->cursor)) break;
            complete_word(c, c->cursor);
            if (s->buf[p->start] == '!') complete_shell(c);
            return;
        }
        if (touches) {
            complete_word(c, p->start);
            complete_magics(c, s->buf + p->start, piece_len(p), p->flags & PIECE_FIRST);
            return;
        }
        if (ends_before(s, n - 1, c->cursor)) break;
        complete_magic_args(c, n - 1);
        return;
    case PIECE_SHELL: /* its end runs up to the newline */
        if (!touches && ends_before(s, n - 1, c->cursor)) break;
        if (n >= 2 && s->buf[s->items[n - 2].start] == '!') complete_shell(c);
        else complete_magic_args(c, n - 2);
        return;
    case PIECE_BODY: return;
    case TOK_STRING:
        if (p->flags & PIECE_OPEN && touches) {
            in_string(c, n - 1);
            return;
        }
        break;
    default: break;
    }
    if (touches && piece_is_word(p)) at_word(c, n - 1, n > 1 ? n - 2 : SIZE_MAX);
    else if (touches && p->kind == TOK_NUMBER) return;
    else if (ends_before(s, n - 1, c->cursor)) at_word(c, SIZE_MAX, SIZE_MAX);
    else at_word(c, SIZE_MAX, n - 1);
}

const Completions *session_complete(Session *session, const char *text, size_t size, size_t cursor)
{
    Completer c = {0};
    if (cursor > size) cursor = size;
    if (!typing_begin(session, TYPING_COMPLETE, &c.ty)) return NULL;
    scan_text(&c.scan, c.ty.arena, text, cursor);
    c.cursor = c.start = cursor;
    c.after = text + cursor;
    c.after_size = size - cursor;
    c.prefix = "";
    at_cursor(&c);
    settle(&c);
    describe_all(&c);
    drop_values(&c);
    Completions *out = arena_alloc(c.ty.arena, sizeof *out);
    Completion *items = arena_alloc(c.ty.arena, (c.count ? c.count : 1) * sizeof *items);
    if (!out || !items || c.ty.arena->failed) return NULL;
    for (size_t i = 0; i < c.count; i++) items[i] = c.items[i].c;
    *out = (Completions){items, (int)c.count, c.start, cursor};
    return out;
}
