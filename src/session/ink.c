/* ink.c: the colour of each stretch of what is being typed, and which bracket matches which. */
#include "lib/lib.h"
#include "typing.h"

enum { SEEN = 64 }; /* names whose device is remembered within one text */

typedef struct Inker {
    const Typing *ty;
    const Scan *scan;
    Stretch *out;
    size_t count, cap;
    struct { const char *name; size_t len; int device; bool builtin; } seen[SEEN];
    int nseen;
} Inker;

static void put(Inker *k, size_t start, size_t end, Ink ink, int device)
{
    if (end <= start) return;
    Stretch *last = k->count ? &k->out[k->count - 1] : NULL;
    if (last && last->ink == ink && last->device == device && ink == INK_PLAIN) {
        last->end = end;
        return;
    }
    if (k->count == k->cap) {
        size_t cap = k->cap ? k->cap * 2 : 128;
        Stretch *more = arena_grow(k->ty->arena, k->out, k->cap * sizeof *more, cap * sizeof *more);
        if (!more) return;
        k->out = more;
        k->cap = cap;
    }
    k->out[k->count++] = (Stretch){start, end, (uint8_t)ink, (int8_t)device};
}

/* What a name is now: its device, or whether it is a builtin. */
static int look_up(Inker *k, const char *name, size_t len, bool *builtin)
{
    for (int i = 0; i < k->nseen; i++)
        if (k->seen[i].len == len && !memcmp(k->seen[i].name, name, len)) return *builtin = k->seen[i].builtin, k->seen[i].device;
    VM *vm = k->ty->vm;
    int device = PLACED_NONE;
    *builtin = false;
    Value key = str_from_utf8(vm, name, len);
    Ref own = key ? dict_get_str(vm, REF(k->ty->names), key) : NULL;
    if (own) device = placed_device(vm, own);
    else if (key) *builtin = dict_get_str(vm, REF(vm->builtins), key) || lib_prelude_has(vm, key);
    release(vm, key);
    err_clear(vm);
    if (k->nseen < SEEN) {
        k->seen[k->nseen].name = name;
        k->seen[k->nseen].len = len;
        k->seen[k->nseen].builtin = *builtin;
        k->seen[k->nseen++].device = device;
    }
    return device;
}

/* match and case are keywords where a line begins with them and has a colon behind what they look at. */
static bool is_soft_keyword(const Inker *k, size_t i)
{
    const Piece *p = &k->scan->items[i];
    if (!(p->flags & PIECE_FIRST) || (!scan_is(k->scan, p, "match") && !scan_is(k->scan, p, "case"))) return false;
    int next = i + 1 < k->scan->count ? k->scan->items[i + 1].kind : TOK_ENDMARKER;
    if (next == TOK_EQUAL || next == TOK_DOT || next == TOK_COLON || next == TOK_COMMA) return false;
    for (size_t at = i + 2; at < k->scan->count && !(k->scan->items[at].flags & PIECE_FIRST); at++)
        if (k->scan->items[at].kind == TOK_COLON && k->scan->items[at].level == p->level) return true;
    return false;
}

static void name(Inker *k, size_t i)
{
    const Scan *s = k->scan;
    const Piece *p = &s->items[i], *before = i ? p - 1 : NULL, *after = i + 1 < s->count ? p + 1 : NULL;
    Ink ink = INK_PLAIN;
    int device = PLACED_NONE;
    bool builtin = false, first = p->flags & PIECE_FIRST;
    if (before && !first && (before->kind == KW_DEF || before->kind == KW_CLASS)) ink = INK_FUNCTION;
    else if (before && before->kind == TOK_AT && before->flags & PIECE_FIRST) ink = INK_DECORATOR;
    else if (before && !first && before->kind == TOK_DOT) {
        size_t at = i;
        for (int left = 16; left && at >= 2 && s->items[at - 1].kind == TOK_DOT && s->items[at - 2].kind == TOK_NAME; left--) at -= 2;
        if (at && s->items[at - 1].kind == TOK_AT && s->items[at - 1].flags & PIECE_FIRST) ink = INK_DECORATOR;
    } else if (p->level && after && after->kind == TOK_EQUAL && before && (before->kind == TOK_COMMA || before->kind == TOK_LPAR)) ink = INK_PLAIN; /* a keyword argument */
    else if (is_soft_keyword(k, i)) ink = INK_KEYWORD;
    else {
        device = look_up(k, s->text + p->start, piece_len(p), &builtin);
        ink = device != PLACED_NONE ? INK_DEVICE : builtin ? INK_BUILTIN : INK_PLAIN;
    }
    put(k, p->start, p->end, ink, device);
}

static Ink ink_of(int kind)
{
    switch (kind) {
    case TOK_NUMBER: return INK_NUMBER;
    case TOK_STRING: return INK_STRING;
    case PIECE_COMMENT: return INK_COMMENT;
    case PIECE_MAGIC: return INK_MAGIC;
    case PIECE_SHELL: case PIECE_BODY: return INK_PLAIN;
    case TOK_ERRORTOKEN: return INK_ERROR;
    default: return kind >= KW_FALSE ? INK_KEYWORD : INK_OPERATOR;
    }
}

static void piece(Inker *k, size_t i)
{
    const Piece *p = &k->scan->items[i];
    bool decorator = p->kind == TOK_AT && p->flags & PIECE_FIRST;
    if (p->flags & PIECE_BAD || (p->kind == TOK_OP && !(p->flags & PIECE_OPEN))) put(k, p->start, p->end, INK_ERROR, PLACED_NONE);
    else if (p->kind == TOK_NAME) name(k, i);
    else put(k, p->start, p->end, decorator ? INK_DECORATOR : ink_of(p->kind), PLACED_NONE);
}

const Stretch *session_ink(Session *session, const char *text, size_t size, size_t *count)
{
    Typing ty;
    *count = 0;
    if (!typing_begin(session, TYPING_INK, &ty)) return NULL;
    Scan s;
    scan_text(&s, ty.arena, text, size);
    Inker k = {.ty = &ty, .scan = &s};
    size_t at = 0;
    for (size_t i = 0; i < s.count; i++) {
        put(&k, at, s.items[i].start, INK_PLAIN, PLACED_NONE);
        piece(&k, i);
        at = s.items[i].end;
    }
    put(&k, at, size, INK_PLAIN, PLACED_NONE);
    if (ty.arena->failed) return NULL; /* no colour is better than half of it */
    *count = k.count;
    return k.out;
}

size_t session_bracket(Session *session, const char *text, size_t size, size_t at)
{
    Typing ty;
    if (at >= size || !strchr("()[]{}", text[at]) || !text[at] || !typing_begin(session, TYPING_BRACKET, &ty)) return SIZE_MAX;
    Scan s;
    scan_text(&s, ty.arena, text, size);
    for (size_t i = 0; i < s.count; i++)
        if (s.items[i].start == at && s.items[i].end == at + 1) {
            size_t partner = scan_partner(&s, i);
            return partner == SIZE_MAX ? SIZE_MAX : s.items[partner].start;
        }
    return SIZE_MAX;
}
