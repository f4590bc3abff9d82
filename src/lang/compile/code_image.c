/* code_image.c: compiled code as constant data: image_write takes a Code apart for the table of frozen modules (src/freeze.c prints
 * it as C), image_read makes the Code of it again.
 *
 * Instructions and spans of a module and of all codes inside it lie one after another in two arrays that are used in place: a code
 * made from an image points into them (CODE_IMAGE) and they are never freed, nor looked at before they run. All the rest is a stream of
 * bytes: numbers of 7 bits a byte, lowest first; values behind a tag. A text stands where it comes first and is a number
 * afterwards. The same code always gives the same image. An image is trusted: it is made by the program that it becomes part of;
 * checked builds verify the code (verify.c) all the same. */
#include "lang/compiler_edition.h"
#include "code.h"

#include <pthread.h>
#include <stdlib.h>

#include "lang/object/vm.h"

/* ---- writing ---- */
typedef struct Writer {
    VM *vm;
    StrB data, ins, spans; /* bytes */
    Value seen[2];         /* text -> number; [1] of those that are interned */
    int64_t nseen;
} Writer;

static void put_byte(StrB *b, unsigned c)
{
    char one = (char)c;
    strb_ascii(b, &one, 1);
}

static void put_number(Writer *w, uint64_t n)
{
    for (; n > 127; n >>= 7) put_byte(&w->data, (unsigned)(n & 127) | 128);
    put_byte(&w->data, (unsigned)n);
}

static bool write_code(Writer *w, const Code *c);

static bool put_text(Writer *w, Ref v)
{
    VM *vm = w->vm;
    bool interned = as_obj(v)->aux & STR_INTERNED;
    Ref number = dict_get(vm, w->seen[interned], v);
    if (number) {
        put_byte(&w->data, 'r');
        put_number(w, (uint64_t)small_of(number));
        return true;
    }
    size_t n;
    Value lone = NO_VALUE; /* surrogates: in an encoding of its own */
    const char *p = str_utf8(vm, v, &n);
    if (!p) {
        err_clear(vm);
        if (!(lone = codec_encode(vm, v, "utf-8", "surrogatepass"))) return false;
        p = (const char *)as_bytes(lone)->data;
        n = (size_t)as_bytes(lone)->len;
    }
    put_byte(&w->data, lone ? 'p' : interned ? 'S' : 's');
    put_number(w, n);
    strb_ascii(&w->data, p, n);
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

static bool write_code(Writer *w, const Code *c)
{
    uint32_t head[] = {c->argcount, c->posonly, c->kwonly, c->nlocals, c->nregs, c->nfree, c->flags, c->first_line, c->nins, c->ncaches,
        c->nconsts, c->nnames, c->nhandlers, c->nexcepts};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) put_number(w, head[i]);
    strb_ascii(&w->ins, (const char *)c->ins, c->nins * sizeof *c->ins);
    strb_ascii(&w->spans, (const char *)c->spans, c->nins * sizeof *c->spans);
    bool ok = put_value(w, REF(c->name)) && put_value(w, REF(c->qualname)) && put_value(w, c->doc);
    for (uint32_t i = 0; ok && i < c->nnames; i++) ok = put_value(w, REF(c->names[i]));
    for (uint32_t i = 0; ok && i < c->nlocals; i++) ok = put_value(w, REF(c->localnames[i]));
    for (uint32_t i = 0; ok && i < c->nfree; i++) ok = put_value(w, REF(c->freenames[i]));
    for (uint32_t i = 0; i < c->nfree; i++) put_number(w, c->captures[i]);
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

bool image_write(VM *vm, Ref code, StrB *data, StrB *ins, StrB *spans)
{
    Writer w = {.vm = vm, .data = STRB_INIT(vm), .ins = STRB_INIT(vm), .spans = STRB_INIT(vm), .seen = {dict_new(vm), dict_new(vm)}};
    bool ok = w.seen[0] && w.seen[1] && write_code(&w, as_code(code)) && !w.data.failed && !w.ins.failed && !w.spans.failed;
    release(vm, w.seen[0]);
    release(vm, w.seen[1]);
    *data = w.data;
    *ins = w.ins;
    *spans = w.spans;
    return ok;
}

/* ---- reading ---- */
typedef struct Reader {
    VM *vm;
    const unsigned char *p, *end;
    Ins *ins;     /* of the next code */
    Span *spans;            /* of one that came from outside */
    const CodeImage *image; /* of one that is part of the program */
    Value texts;  /* a list: each text by its number */
    Ref filename;
    bool own;     /* instructions are copied: the image is no part of the program, and is looked at before it runs */
    size_t left;  /* instructions that are still there; of an image that is a part of the program: as many as it says */
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

static Value get_text(Reader *r, char tag)
{
    uint64_t n = get_number(r);
    const char *p = get_bytes(r, n);
    Value v = !p ? NO_VALUE : tag == 'p' ? codec_decode(r->vm, p, (int64_t)n, "utf-8", "surrogatepass") : str_from_utf8(r->vm, p, n);
    if (v && tag == 'S') v = str_intern(r->vm, v);
    if (v && !list_append(r->vm, r->texts, v)) value_clear(r->vm, &v);
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
    case 'r':
        n = get_number(r);
        return n < (uint64_t)as_list(r->texts)->len ? retain(as_list(r->texts)->items[n]) : (no_more(r), NO_VALUE);
    case 's': case 'S': case 'p': return get_text(r, *tag);
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

static void take_instructions(Reader *r, Code *c, uint32_t n)
{
    if (n > r->left) {
        no_more(r);
        return;
    }
    r->left -= n;
    c->nins = n;
    c->ins = r->ins;
    if (r->own) {
        c->ins = mem_alloc(r->vm->mem, n * sizeof *c->ins);
        c->spans = mem_alloc(r->vm->mem, n * sizeof *c->spans);
        if (c->ins) memcpy(c->ins, r->ins, n * sizeof *c->ins);
        if (c->spans) memcpy(c->spans, r->spans, n * sizeof *c->spans);
        if (!c->ins || !c->spans) err_no_memory(r->vm), r->failed = true;
        r->spans += n;
    } else {
        c->flags |= CODE_IMAGE;
        c->image = r->image;
        c->image_at = (uint32_t)(r->ins - (const Ins *)r->image->ins);
    }
    r->ins += n;
}

static void fill(Reader *r, Code *c)
{
    enum { ARGS, POSONLY, KWONLY, LOCALS, REGS, FREE, FLAGS, LINE, INS, CACHES, CONSTS, NAMES, HANDLERS, EXCEPTS, HEAD };
    uint32_t head[HEAD];
    for (int i = 0; i < HEAD; i++) head[i] = (uint32_t)get_number(r);
    c->argcount = (uint16_t)head[ARGS];
    c->posonly = (uint16_t)head[POSONLY];
    c->kwonly = (uint16_t)head[KWONLY];
    c->nregs = (uint16_t)head[REGS];
    c->flags = head[FLAGS] & ~(uint32_t)CODE_IMAGE;
    c->first_line = head[LINE];
    take_instructions(r, c, head[INS]);
    c->filename = as_str(retain(r->filename));
    c->name = get_name(r);
    c->qualname = get_name(r);
    c->doc = get_value(r);
    if ((c->names = get_names(r, head[NAMES]))) c->nnames = head[NAMES];
    if ((c->localnames = get_names(r, head[LOCALS]))) c->nlocals = (uint16_t)head[LOCALS];
    if ((c->freenames = get_names(r, head[FREE]))) {
        c->nfree = (uint16_t)head[FREE];
        c->captures = get_room(r, head[FREE], sizeof *c->captures);
    }
    for (uint32_t i = 0; c->captures && i < c->nfree; i++) c->captures[i] = (uint16_t)get_number(r);
    if ((c->caches = get_room(r, head[CACHES], sizeof *c->caches))) c->ncaches = head[CACHES];
    for (uint32_t i = 0; i < c->ncaches; i++) c->caches[i].name = (uint16_t)get_number(r);
    get_ranges(r, c, head[HANDLERS], head[EXCEPTS]);
    if ((c->consts = get_room(r, head[CONSTS], sizeof *c->consts))) c->nconsts = head[CONSTS];
    for (uint32_t i = 0; i < c->nconsts && !r->failed; i++)
        if (!(c->consts[i] = get_value(r))) r->failed = true;
    if (!c->name || !c->qualname || !c->doc) r->failed = true;
}

static Value read_code(Reader *r)
{
    VM *vm = r->vm;
    if (!rec_enter(vm, " while loading code")) return r->failed = true, NO_VALUE;
    Code *c = (Code *)obj_alloc(vm, CLASS(code), sizeof *c);
    if (c) {
        c->heat = vm->warmth;
        fill(r, c);
    } else r->failed = true;
    rec_leave(vm);
#ifdef PERCH_CHECKED
    bool look = true;
#else
    bool look = r->own;
#endif
    if (c && look && !r->failed && !code_verify(vm, REF(c))) r->failed = true;
    if (r->failed) {
        if (c) release(vm, VAL(c));
        no_more(r);
        return NO_VALUE;
    }
    c->site_base = sites_reserve(vm, c);
    return VAL(c);
}

static Value read_image(VM *vm, Reader *r)
{
    r->vm = vm;
    r->texts = list_new(vm, 64);
    Value code = r->texts ? read_code(r) : NO_VALUE;
    release(vm, r->texts);
    return code;
}

Value image_read(VM *vm, const CodeImage *image, Ref filename)
{
    Reader r = {.p = image->data, .end = image->data + image->size, .ins = (Ins *)(uintptr_t)image->ins, .image = image,
        .filename = filename, .left = SIZE_MAX};
    return read_image(vm, &r);
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
    Reader r = {.p = copy + n - head.size, .end = copy + n, .ins = ins, .spans = spans, .filename = filename, .own = true, .left = head.nins};
    Value code = read_image(vm, &r);
    mem_free(vm->mem, copy, n);
    if (!code && err_matches(vm, EXC_SystemError)) {
        err_clear(vm);
        err_raise(vm, EXC_ValueError, "bad marshal data (code)");
    }
    return code;
}

uint16_t image_magic(void) { return (uint16_t)(fingerprint() ^ fingerprint() >> 32); }
