/* code_image.c: compiled code as constant data: image_write takes a Code apart for the table of frozen modules (src/freeze.c prints
 * it as C), image_read makes the Code of it again.
 *
 * Instructions and spans of a module and of all codes inside it lie one after another in two arrays that are used in place: a code
 * made from an image points into them (CODE_IMAGE) and they are never freed, nor looked at before they run. All the rest is bytes: how many texts there are and where
 * the codes begin, where each text is (32 bits each), the texts, the codes. Numbers have 7 bits a byte, lowest first; values stand behind a tag, and a text is its number.
 * A code is a head, the length of the rest, the rest: in an image that is part of the program only the head is read at first (code_whole), and what is inside the rest
 * becomes codes when that is read. The same code always gives the same image. An image is trusted: it is made by the program that it becomes part of;
 * checked builds verify the code (verify.c) all the same. */
#include "lang/compiler_edition.h"
#include "code.h"

#include <pthread.h>
#include <stdlib.h>

#include "lang/object/mem_impl.h"
#include "lang/object/vm.h"

/* ---- writing ---- */
typedef struct Writer {
    VM *vm;
    StrB data, ins, spans; /* bytes; data: the codes */
    StrB texts, places;    /* and where each begins in them */
    Value seen[2];         /* text -> number; [1] of those that are interned */
    int64_t nseen;
} Writer;
enum { PLACE = sizeof(uint32_t), IMAGE_HEAD = 2 * PLACE }; /* in front of the places: how many texts, where the codes begin */

static void put_byte(StrB *b, unsigned c)
{
    char one = (char)c;
    strb_ascii(b, &one, 1);
}

static void put_number_to(StrB *b, uint64_t n)
{
    for (; n > 127; n >>= 7) put_byte(b, (unsigned)(n & 127) | 128);
    put_byte(b, (unsigned)n);
}
static void put_number(Writer *w, uint64_t n) { put_number_to(&w->data, n); }

static void put_place(StrB *b, int64_t at)
{
    uint32_t place = (uint32_t)at;
    strb_ascii(b, (const char *)&place, PLACE);
}

static bool write_code(Writer *w, const Code *c);

static bool put_text(Writer *w, Ref v)
{
    VM *vm = w->vm;
    bool interned = as_obj(v)->aux & STR_INTERNED;
    Ref number = dict_get(vm, w->seen[interned], v);
    put_byte(&w->data, 'r');
    put_number(w, (uint64_t)(number ? small_of(number) : w->nseen));
    if (number) return true;
    size_t n;
    Value lone = NO_VALUE; /* surrogates: in an encoding of its own */
    const char *p = str_utf8(vm, v, &n);
    if (!p) {
        err_clear(vm);
        if (!(lone = codec_encode(vm, v, "utf-8", "surrogatepass"))) return false;
        p = (const char *)as_bytes(lone)->data;
        n = (size_t)as_bytes(lone)->len;
    }
    put_place(&w->places, w->texts.len);
    put_byte(&w->texts, lone ? 'p' : interned ? 'S' : 's');
    put_number_to(&w->texts, n);
    strb_ascii(&w->texts, p, n);
    release(vm, lone);
    return dict_set(vm, w->seen[interned], v, make_small(w->nseen++));
}

static bool put_value(Writer *w, Ref v);

/* Members in the order of their bytes: that of the table hangs on hashes. */
static bool put_frozenset(Writer *w, Ref v)
{
    VM *vm = w->vm;
    Value list = list_from_iter(vm, v), texts = list ? list_new(vm, 0) : NO_VALUE;
    bool ok = texts != NO_VALUE;
    for (int64_t i = 0; ok && i < as_list(list)->len; i++) {
        Value r = op_repr(vm, as_list(list)->items[i]);
        ok = r && list_append_take(vm, texts, tuple_of(vm, 2, (Ref)r, (Ref)make_small(i)));
        release(vm, r);
    }
    ok = ok && list_sort(vm, texts, NULL, false);
    put_byte(&w->data, '{');
    put_number(w, ok ? (uint64_t)as_list(list)->len : 0);
    for (int64_t i = 0; ok && i < as_list(texts)->len; i++)
        ok = put_value(w, as_list(list)->items[small_of(as_tuple(as_list(texts)->items[i])->items[1])]);
    release(vm, list);
    release(vm, texts);
    return ok;
}

static bool put_value(Writer *w, Ref v)
{
    VM *vm = w->vm;
    if (!v) return err_false(vm, EXC_ValueError, "no value");
    if (is_none(v)) return put_byte(&w->data, 'N'), true;
    if (is_bool(v)) return put_byte(&w->data, v == V_TRUE ? 'T' : 'F'), true;
    if (v == V_ELLIPSIS) return put_byte(&w->data, 'E'), true;
    if (is_small(v)) {
        int64_t i = small_of(v);
        put_byte(&w->data, i < 0 ? 'n' : 'i');
        put_number(w, (uint64_t)(i < 0 ? -i : i));
        return true;
    }
    if (is_float(v) || is_kind(v, KIND_COMPLEX)) {
        double d[2] = {is_float(v) ? float_of(v) : ((Complex *)as_obj(v))->re, is_float(v) ? 0 : ((Complex *)as_obj(v))->im};
        put_byte(&w->data, is_float(v) ? 'f' : 'c');
        strb_ascii(&w->data, (const char *)d, is_float(v) ? 8 : 16);
        return true;
    }
    if (is_exact(v, CLASS(str))) return put_text(w, v);
    if (is_exact(v, CLASS(int))) {
        Value digits = int_to_text(vm, v, 16);
        size_t n;
        const char *p = digits ? str_utf8(vm, digits, &n) : NULL;
        bool negative = p && *p == '-';
        if (p) {
            put_byte(&w->data, negative ? 'M' : 'I');
            put_number(w, n - negative);
            strb_ascii(&w->data, p + negative, n - negative);
        }
        release(vm, digits);
        return p != NULL;
    }
    if (is_exact(v, CLASS(bytes))) {
        put_byte(&w->data, 'b');
        put_number(w, (uint64_t)as_bytes(v)->len);
        strb_ascii(&w->data, (const char *)as_bytes(v)->data, (size_t)as_bytes(v)->len);
        return true;
    }
    if (is_exact(v, CLASS(tuple))) {
        put_byte(&w->data, '(');
        put_number(w, (uint64_t)as_tuple(v)->len);
        for (int64_t i = 0; i < as_tuple(v)->len; i++)
            if (!put_value(w, as_tuple(v)->items[i])) return false;
        return true;
    }
    if (is_exact(v, CLASS(frozenset))) return put_frozenset(w, v);
    if (is_kind(v, KIND_CODE)) return put_byte(&w->data, 'C'), write_code(w, as_code(v));
    return err_false(vm, EXC_ValueError, "a constant of type %T", v);
}

static bool write_rest(Writer *w, const Code *c)
{
    uint32_t counts[] = {c->ncaches, c->nconsts, c->nnames, c->nhandlers, c->nexcepts};
    bool ok = put_value(w, c->doc);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) put_number(w, counts[i]);
    for (uint32_t i = 0; ok && i < c->nnames; i++) ok = put_value(w, REF(c->names[i]));
    for (uint32_t i = 0; ok && i < c->nlocals; i++) ok = put_value(w, REF(c->localnames[i]));
    for (uint32_t i = 0; ok && i < c->nfree; i++) ok = put_value(w, REF(c->freenames[i]));
    for (uint32_t i = 0; i < c->ncaches; i++) put_number(w, c->caches[i].name);
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const Handler *h = &c->handlers[i];
        uint32_t row[] = {h->start, h->end, h->target, h->depth, h->reg};
        for (int k = 0; k < 5; k++) put_number(w, row[k]);
    }
    for (uint32_t i = 0; i < c->nexcepts; i++) {
        const ExceptRegion *r = &c->excepts[i];
        uint32_t row[] = {r->start, r->end, r->reg};
        for (int k = 0; k < 3; k++) put_number(w, row[k]);
    }
    for (uint32_t i = 0; ok && i < c->nconsts; i++) ok = put_value(w, c->consts[i]);
    return ok;
}

static bool write_code(Writer *w, const Code *c)
{
    if (!code_whole(w->vm, c)) return false;
    const Span *spans = code_spans(c);
    if (!spans) return err_no_memory(w->vm) != NULL;
    uint32_t head[] = {c->argcount, c->posonly, c->kwonly, c->nlocals, c->nregs, c->nfree, c->flags, c->first_line, c->nins, (uint32_t)(w->ins.len / (int64_t)sizeof *c->ins)};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) put_number(w, head[i]);
    strb_ascii(&w->ins, (const char *)c->ins, c->nins * sizeof *c->ins);
    strb_ascii(&w->spans, (const char *)spans, c->nins * sizeof *spans);
    bool ok = put_value(w, REF(c->name)) && put_value(w, REF(c->qualname));
    for (uint32_t i = 0; i < c->nfree; i++) put_number(w, c->captures[i]);
    StrB before = w->data;
    w->data = STRB_INIT(w->vm);
    ok = ok && write_rest(w, c);
    StrB rest = w->data;
    w->data = before;
    put_number(w, (uint64_t)rest.len);
    if (rest.failed) w->data.failed = true;
    else strb_ascii(&w->data, rest.data, rest.len);
    strb_drop(&rest);
    return ok;
}

/* All bytes but those of instructions and spans, in the order of the image. */
static StrB put_together(Writer *w)
{
    StrB all = STRB_INIT(w->vm);
    const int64_t texts_at = IMAGE_HEAD + w->places.len;
    put_place(&all, w->nseen);
    put_place(&all, texts_at + w->texts.len);
    for (int64_t i = 0; !w->places.failed && i < w->nseen; i++) {
        uint32_t at;
        memcpy(&at, (const char *)w->places.data + i * PLACE, PLACE);
        put_place(&all, texts_at + at);
    }
    if (w->texts.failed || w->places.failed || w->data.failed) all.failed = true;
    if (!all.failed) strb_ascii(&all, w->texts.data, w->texts.len);
    if (!all.failed) strb_ascii(&all, w->data.data, w->data.len);
    return all;
}

bool image_write(VM *vm, Ref code, StrB *data, StrB *ins, StrB *spans)
{
    Writer w = {.vm = vm, .data = STRB_INIT(vm), .ins = STRB_INIT(vm), .spans = STRB_INIT(vm), .texts = STRB_INIT(vm), .places = STRB_INIT(vm), .seen = {dict_new(vm), dict_new(vm)}};
    bool ok = w.seen[0] && w.seen[1] && write_code(&w, as_code(code));
    *data = put_together(&w);
    ok = ok && !data->failed && !w.ins.failed && !w.spans.failed;
    strb_drop(&w.data);
    strb_drop(&w.texts);
    strb_drop(&w.places);
    release(vm, w.seen[0]);
    release(vm, w.seen[1]);
    *ins = w.ins;
    *spans = w.spans;
    return ok;
}

/* ---- reading ---- */
typedef struct Reader {
    VM *vm;
    const unsigned char *p, *end, *start; /* where it is, in the image */
    Ins *ins;     /* of all codes */
    Span *spans;            /* of one that came from outside */
    const CodeImage *image; /* of one that is part of the program */
    uint32_t count; /* texts */
    Value *texts; /* each by its number, once it was met; NULL: one code alone is read */
    Ref filename, source;
    bool own;     /* instructions are copied: the image is no part of the program, and is read as a whole and looked at before it runs */
    size_t nins;  /* instructions that are there; of an image that is a part of the program: as many as it says */
    bool failed;
} Reader;

static bool no_more(Reader *r)
{
    if (!r->failed && !err_occurred(r->vm)) err_raise(r->vm, EXC_SystemError, "bad image of code");
    r->failed = true;
    return false;
}

static uint64_t get_number(Reader *r)
{
    uint64_t n = 0;
    for (int shift = 0; r->p < r->end && shift < 64; shift += 7) {
        unsigned c = *r->p++;
        n |= (uint64_t)(c & 127) << shift;
        if (c < 128) return n;
    }
    return no_more(r), 0;
}

/* n bytes, or NULL */
static const char *get_bytes(Reader *r, uint64_t n)
{
    if (r->failed || n > (uint64_t)(r->end - r->p)) return no_more(r), NULL;
    r->p += n;
    return (const char *)r->p - n;
}

static Value read_code(Reader *r);
static Value get_value(Reader *r);

static uint32_t place_at(const unsigned char *p)
{
    uint32_t at;
    memcpy(&at, p, PLACE);
    return at;
}

/* How many texts, and where the codes begin. */
static bool begin(Reader *r)
{
    r->start = r->p;
    if (!get_bytes(r, IMAGE_HEAD)) return false;
    r->count = place_at(r->start);
    uint32_t codes = place_at(r->start + PLACE);
    size_t size = (size_t)(r->end - r->start);
    if (codes > size || r->count > (size - IMAGE_HEAD) / PLACE) return no_more(r);
    r->p = r->start + codes;
    return true;
}

static Value text_here(Reader *r)
{
    const char *tag = get_bytes(r, 1);
    uint64_t n = get_number(r);
    const char *p = get_bytes(r, n);
    if (!tag || !p) return NO_VALUE;
    switch (*tag) {
    case 'p': return codec_decode(r->vm, p, (int64_t)n, "utf-8", "surrogatepass");
    case 'S': return str_intern_utf8(r->vm, p, n);
    case 's': return str_from_utf8(r->vm, p, n);
    default: return no_more(r), NO_VALUE;
    }
}

static Value get_text(Reader *r)
{
    uint64_t i = get_number(r);
    if (r->failed || i >= r->count) return no_more(r), NO_VALUE;
    if (r->texts && r->texts[i]) return retain(r->texts[i]);
    const unsigned char *here = r->p;
    uint32_t at = place_at(r->start + IMAGE_HEAD + i * PLACE);
    if (at > (size_t)(r->end - r->start)) return no_more(r), NO_VALUE;
    r->p = r->start + at;
    Value v = text_here(r);
    r->p = here;
    if (v && r->texts) r->texts[i] = retain(v);
    return v;
}

static Value get_items(Reader *r, bool set)
{
    VM *vm = r->vm;
    int64_t n = (int64_t)get_number(r);
    if (n > r->end - r->p) return no_more(r), NO_VALUE;
    Value t = set ? frozenset_new(vm) : n ? tuple_new(vm, n) : retain(vm->empty_tuple);
    for (int64_t i = 0; t && i < n; i++) {
        Value v = get_value(r);
        bool ok = v != NO_VALUE;
        if (set) {
            ok = ok && set_add(vm, t, v) >= 0;
            release(vm, v);
        } else {
            as_tuple(t)->items[i] = v;
        }
        if (!ok) value_clear(vm, &t);
    }
    return t;
}

static Value get_value(Reader *r)
{
    VM *vm = r->vm;
    const char *tag = get_bytes(r, 1), *p;
    double d[2];
    uint64_t n;
    switch (tag ? *tag : 0) {
    case 'N': return V_NONE;
    case 'T': return V_TRUE;
    case 'F': return V_FALSE;
    case 'E': return V_ELLIPSIS;
    case 'i': case 'n':
        n = get_number(r);
        if (n > (uint64_t)SMALL_MAX + 1 - (*tag == 'i')) return no_more(r), NO_VALUE;
        return make_small(*tag == 'i' ? (int64_t)n : -(int64_t)n);
    case 'r': return get_text(r);
    case 'f': case 'c':
        if (!(p = get_bytes(r, *tag == 'f' ? 8 : 16))) return NO_VALUE;
        memcpy(d, p, *tag == 'f' ? 8 : 16);
        return *tag == 'f' ? make_float_any(d[0]) : complex_new(vm, d[0], d[1]);
    case 'I': case 'M': {
        n = get_number(r);
        p = get_bytes(r, n);
        for (uint64_t i = 0; p && i < n; i++)
            if ((p[i] < '0' || p[i] > '9') && (p[i] < 'a' || p[i] > 'f')) return no_more(r), NO_VALUE;
        Value digits = p && n ? int_from_digits(vm, p, n, 16) : (no_more(r), NO_VALUE);
        if (!digits || *tag == 'I') return digits;
        Value negative = op_neg(vm, REF(digits));
        release(vm, digits);
        return negative;
    }
    case 'b':
        n = get_number(r);
        return (p = get_bytes(r, n)) ? bytes_from(vm, p, (int64_t)n) : NO_VALUE;
    case '(': return get_items(r, false);
    case '{': return get_items(r, true);
    case 'C': return read_code(r);
    default: return no_more(r), NO_VALUE;
    }
}

static Str *get_name(Reader *r)
{
    Value v = get_value(r);
    if (v && !is_str(v)) {
        release(r->vm, v);
        no_more(r);
        return NULL;
    }
    return as_str(v);
}

/* An array of n items of a code, zeroed; n 0 or a failure: NULL. */
static void *get_room(Reader *r, uint64_t n, size_t size)
{
    if (!n || r->failed) return NULL;
    if (n > (uint64_t)(r->end - r->p)) return no_more(r), NULL; /* each takes a byte at least */
    void *p = mem_zalloc(r->vm->mem, n * size);
    if (!p) err_no_memory(r->vm), r->failed = true;
    return p;
}

static Str **get_names(Reader *r, uint64_t n)
{
    Str **names = get_room(r, n, sizeof *names);
    for (uint64_t i = 0; names && i < n && !r->failed; i++)
        if (!(names[i] = get_name(r))) r->failed = true;
    return names;
}

static void get_ranges(Reader *r, Code *c, uint32_t nhandlers, uint32_t nexcepts)
{
    if ((c->handlers = get_room(r, nhandlers, sizeof *c->handlers))) c->nhandlers = nhandlers;
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        uint32_t row[5];
        for (int k = 0; k < 5; k++) row[k] = (uint32_t)get_number(r);
        c->handlers[i] = (Handler){row[0], row[1], row[2], (uint16_t)row[3], (uint16_t)row[4]};
    }
    if ((c->excepts = get_room(r, nexcepts, sizeof *c->excepts))) c->nexcepts = nexcepts;
    for (uint32_t i = 0; i < c->nexcepts; i++) {
        uint32_t start = (uint32_t)get_number(r), end = (uint32_t)get_number(r);
        c->excepts[i] = (ExceptRegion){start, end, (uint16_t)get_number(r)};
    }
}

static void take_instructions(Reader *r, Code *c, uint32_t n, uint32_t at)
{
    if (at > r->nins || n > r->nins - at) {
        no_more(r);
        return;
    }
    c->nins = n;
    c->ins = r->ins + at;
    if (r->own) {
        c->ins = mem_alloc(r->vm->mem, n * sizeof *c->ins);
        c->spans = mem_alloc(r->vm->mem, n * sizeof *c->spans);
        if (c->ins) memcpy(c->ins, r->ins + at, n * sizeof *c->ins);
        if (c->spans) memcpy(c->spans, r->spans + at, n * sizeof *c->spans);
        if (!c->ins || !c->spans) err_no_memory(r->vm), r->failed = true;
    } else {
        c->flags |= CODE_IMAGE;
        c->image = r->image;
        c->image_at = at;
    }
}

/* What a code has before it is read. */
static void fill_head(Reader *r, Code *c)
{
    enum { ARGS, POSONLY, KWONLY, LOCALS, REGS, FREE, FLAGS, LINE, INS, AT, HEAD };
    uint32_t head[HEAD];
    for (int i = 0; i < HEAD; i++) head[i] = (uint32_t)get_number(r);
    c->argcount = (uint16_t)head[ARGS];
    c->posonly = (uint16_t)head[POSONLY];
    c->kwonly = (uint16_t)head[KWONLY];
    c->nregs = (uint16_t)head[REGS];
    c->flags = head[FLAGS] & ~(uint32_t)CODE_IMAGE;
    c->first_line = head[LINE];
    take_instructions(r, c, head[INS], head[AT]);
    c->filename = as_str(retain(r->filename));
    c->source = r->source ? retain(r->source) : NO_VALUE;
    c->name = get_name(r);
    c->qualname = get_name(r);
    c->nlocals = (uint16_t)head[LOCALS];
    if ((c->captures = get_room(r, head[FREE], sizeof *c->captures))) c->nfree = (uint16_t)head[FREE];
    for (uint32_t i = 0; i < c->nfree; i++) c->captures[i] = (uint16_t)get_number(r);
    if (!c->name || !c->qualname) r->failed = true;
}

/* (Names come first: should any be missing, the code has none of those arrays that are as long as its own counts say.) */
static void fill_rest(Reader *r, Code *c)
{
    enum { CACHES, CONSTS, NAMES, HANDLERS, EXCEPTS, COUNTS };
    uint32_t counts[COUNTS];
    c->doc = get_value(r);
    for (int i = 0; i < COUNTS; i++) counts[i] = (uint32_t)get_number(r);
    if ((c->names = get_names(r, counts[NAMES]))) c->nnames = counts[NAMES];
    c->localnames = get_names(r, c->nlocals);
    c->freenames = get_names(r, c->nfree);
    if ((c->caches = get_room(r, counts[CACHES], sizeof *c->caches))) c->ncaches = counts[CACHES];
    for (uint32_t i = 0; i < c->ncaches; i++) c->caches[i].name = (uint16_t)get_number(r);
    get_ranges(r, c, counts[HANDLERS], counts[EXCEPTS]);
    if ((c->consts = get_room(r, counts[CONSTS], sizeof *c->consts))) c->nconsts = counts[CONSTS];
    for (uint32_t i = 0; i < c->nconsts && !r->failed; i++)
        if (!(c->consts[i] = get_value(r))) r->failed = true;
    if (!c->doc) r->failed = true;
}

static bool is_sound(Reader *r, Code *c)
{
#ifdef PERCH_CHECKED
    bool look = true;
#else
    bool look = r->own;
#endif
    if (look && !r->failed && !code_verify(r->vm, REF(c))) r->failed = true;
    return !r->failed;
}

static const Ins unread[] = {{BC_READ_CODE, 0, 0, 0}};

static Value read_code(Reader *r)
{
    VM *vm = r->vm;
    if (!rec_enter(vm, " while loading code")) return r->failed = true, NO_VALUE;
    Code *c = (Code *)obj_alloc(vm, CLASS(code), sizeof *c);
    if (c) {
        c->heat = vm->warmth;
        fill_head(r, c);
        uint64_t rest = get_number(r);
        if (r->own) fill_rest(r, c);
        else if (get_bytes(r, rest)) {
            c->ins = (Ins *)(uintptr_t)unread;
            c->unread = r->p - rest;
        }
    } else r->failed = true;
    rec_leave(vm);
    if (!c || r->failed || (r->own && !is_sound(r, c))) {
        if (c) release(vm, VAL(c));
        no_more(r);
        return NO_VALUE;
    }
    c->site_base = sites_reserve(vm, c);
    return VAL(c);
}

static bool room_for_texts(Reader *r)
{
    r->texts = mem_zalloc(r->vm->mem, (r->count + 1) * sizeof *r->texts);
    return r->texts || err_no_memory(r->vm) != NULL;
}

static void drop_texts(Reader *r)
{
    for (uint32_t i = 0; r->texts && i < r->count; i++) release(r->vm, r->texts[i]);
    mem_free(r->vm->mem, r->texts, (r->count + 1) * sizeof *r->texts);
}

static Reader reader_of(VM *vm, const CodeImage *image)
{
    return (Reader){.vm = vm, .p = image->data, .end = image->data + image->size, .ins = (Ins *)(uintptr_t)image->ins, .image = image, .nins = SIZE_MAX};
}

/* ---- a code of the program's own images, part by part ---- */
/* Frames that are about to begin stand at its one instruction. */
static void move_frames(VM *vm, const Code *c)
{
    for (Frame *f = vm->frame; f && f->code; f = f->prev)
        if (f->code == c && f->pc == unread) f->pc = c->ins;
}

/* (What is read is put beside it at first: making it may collect, and run a program that calls it.) */
static void take_rest(VM *vm, Code *c, Code *rest)
{
    Value spare = c->doc ? rest->doc : NO_VALUE;
    if (c->doc) rest->doc = c->doc;
    rest->head = c->head;
    rest->ins = (Ins *)(uintptr_t)c->image->ins + c->image_at;
    rest->unread = NULL;
    *c = *rest;
    release(vm, spare);
    move_frames(vm, c);
}

/* (No memory that a program asks for: tracemalloc tells of that alone.) */
static void read_rest(Reader *r, const Code *c, Code *rest)
{
    Mem *mem = r->vm->mem;
    const MemTracer *tracer = mem->tracer;
    void *context = mem->tracer_context;
    if (tracer) mem_trace(mem, NULL, NULL);
    if (!(c->flags & CODE_MODULE) || room_for_texts(r)) fill_rest(r, rest);
    else r->failed = true;
    drop_texts(r);
    if (tracer) mem_trace(mem, tracer, context);
}

bool code_read(VM *vm, Code *c)
{
    Reader r = reader_of(vm, c->image);
    if (!begin(&r) || !rec_enter(vm, " while loading code")) return false;
    Code rest = *c;
    rest.doc = NO_VALUE;
    r.p = c->unread;
    r.filename = REF(c->filename);
    r.source = c->source;
    read_rest(&r, c, &rest);
    rec_leave(vm);
    if (!r.failed && c->unread) return take_rest(vm, c, &rest), is_sound(&r, c) || no_more(&r);
    code_drop_rest(vm, &rest);
    release(vm, rest.doc);
    return !r.failed || no_more(&r);
}

Value code_doc(VM *vm, const Code *c)
{
    if (c->doc || !c->unread) return c->doc ? retain(c->doc) : V_NONE;
    Reader r = reader_of(vm, c->image);
    if (!begin(&r)) return NO_VALUE;
    r.p = c->unread;
    Value doc = get_value(&r);
    if (doc) ((Code *)c)->doc = retain(doc);
    return doc;
}

Value image_read(VM *vm, const CodeImage *image, Ref filename)
{
    Reader r = reader_of(vm, image);
    r.filename = filename;
    return begin(&r) ? read_code(&r) : NO_VALUE;
}

/* ---- spans, packed ---- */
/* A field after the other: lines as steps from one to the next, end lines as steps from the line. */
void image_spans_flat(const Span *spans, size_t n, unsigned char *out)
{
    uint32_t *lines = (uint32_t *)(void *)out, *ends = lines + n;
    uint16_t *cols = (uint16_t *)(void *)(ends + n), *end_cols = cols + n;
    for (size_t i = 0; i < n; i++) {
        lines[i] = spans[i].line - (i ? spans[i - 1].line : 0);
        ends[i] = spans[i].end_line - spans[i].line;
        cols[i] = spans[i].col;
        end_cols[i] = spans[i].end_col;
    }
}

static void spans_from_flat(const unsigned char *flat, size_t n, Span *out)
{
    const uint32_t *lines = (const uint32_t *)(const void *)flat, *ends = lines + n;
    const uint16_t *cols = (const uint16_t *)(const void *)(ends + n), *end_cols = cols + n;
    for (size_t i = 0; i < n; i++) {
        uint32_t line = lines[i] + (i ? out[i - 1].line : 0);
        out[i] = (Span){line, line + ends[i], cols[i], end_cols[i]};
    }
}

Span *image_spans(const CodeImage *image)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER; /* interpreters of several threads share what is unpacked */
    Span *spans = __atomic_load_n(image->spans, __ATOMIC_ACQUIRE);
    if (spans) return spans;
    pthread_mutex_lock(&one_at_a_time);
    spans = *image->spans;
    size_t size = image->count * sizeof(Span);
    unsigned char *flat = spans ? NULL : malloc(size);
    if (flat && image->unpack(image->packed, image->packed_size, flat, size) && (spans = malloc(size))) {
        spans_from_flat(flat, image->count, spans);
        __atomic_store_n(image->spans, spans, __ATOMIC_RELEASE);
    }
    free(flat);
    pthread_mutex_unlock(&one_at_a_time);
    return spans;
}

/* ---- an image that came from outside ---- */
/* What an image depends on: one that another perch has written, or the same with another compiler, is none. */
static uint64_t fingerprint(void)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < BC_COUNT; i++)
        for (int k = 0; k < 2; k++)
            for (const char *s = k ? opcode_forms[i] : opcode_names[i]; *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    for (const char *s = PERCH_VERSION; *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return h ^ COMPILER_EDITION ^ sizeof(Ins) << 8 ^ sizeof(Span);
}

static uint64_t checksum(const unsigned char *p, size_t n)
{
    uint64_t h = fingerprint();
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

typedef struct ImageHead { uint64_t sum /* of all that follows */, size, nins; } ImageHead;

Value image_pack(VM *vm, Ref code)
{
    StrB data, ins, spans;
    Value packed = NO_VALUE;
    bool ok = image_write(vm, code, &data, &ins, &spans);
    size_t size = (size_t)(data.len + ins.len + spans.len);
    if (ok && (packed = bytes_from(vm, NULL, (int64_t)(sizeof(ImageHead) + size)))) {
        unsigned char *to = as_bytes(packed)->data;
        ImageHead head = {0, (uint64_t)data.len, (uint64_t)ins.len / sizeof(Ins)};
        const StrB *parts[] = {&ins, &spans, &data};
        size_t at = sizeof head;
        for (int i = 0; i < 3; at += (size_t)parts[i++]->len) memcpy(to + at, parts[i]->data, (size_t)parts[i]->len);
        memcpy(to, &head, sizeof head);
        head.sum = checksum(to + sizeof head.sum, sizeof head - sizeof head.sum + size);
        memcpy(to, &head.sum, sizeof head.sum);
    }
    strb_drop(&data);
    strb_drop(&ins);
    strb_drop(&spans);
    return packed;
}

Value image_unpack(VM *vm, const void *packed, size_t n, Ref filename)
{
    ImageHead head;
    if (n >= sizeof head) memcpy(&head, packed, sizeof head);
    bool ok = n >= sizeof head && head.sum == checksum((const unsigned char *)packed + sizeof head.sum, n - sizeof head.sum) && head.size <= n - sizeof head &&
              head.nins <= n && head.nins * (sizeof(Ins) + sizeof(Span)) == n - sizeof head - head.size;
    unsigned char *copy = ok ? mem_alloc(vm->mem, n) : NULL; /* where numbers may lie anywhere */
    if (!copy) return ok ? err_no_memory(vm) : err_raise(vm, EXC_ValueError, "bad marshal data (code of another Python)");
    memcpy(copy, packed, n);
    Ins *ins = (Ins *)(void *)(copy + sizeof head);
    Span *spans = (Span *)(void *)(copy + sizeof head + head.nins * sizeof(Ins));
    Reader r = {.vm = vm, .p = copy + n - head.size, .end = copy + n, .ins = ins, .spans = spans, .filename = filename, .own = true, .nins = head.nins};
    Value code = begin(&r) && room_for_texts(&r) ? read_code(&r) : NO_VALUE;
    drop_texts(&r);
    mem_free(vm->mem, copy, n);
    if (!code && err_matches(vm, EXC_SystemError)) {
        err_clear(vm);
        err_raise(vm, EXC_ValueError, "bad marshal data (code)");
    }
    return code;
}

uint16_t image_magic(void) { return (uint16_t)(fingerprint() ^ fingerprint() >> 32); }
