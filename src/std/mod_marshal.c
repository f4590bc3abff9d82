/* mod_marshal.c: the module marshal: plain values and code as bytes, in CPython's formats 0 to 4. Code has its format letter and its name, what stands behind them
 * is perch's own image of it (code_image.c): .pyc files of one perch are of no use to another Python, and the other way round.
 *
 * Values that are met twice stand once where the format has references (from 3 on). What is read may come from anywhere: every length is checked
 * before it is believed, and nothing is seen half made but tuples, which hold None until they are filled.
 */
#include <math.h>

#include "lang/object/audit.h"
#include "lang/compile/code.h"
#include "lang/text/text_impl.h"
#include "lang/object/vm.h"


enum { VERSION = 4, DEPTH_MAX = 2000, SHARED = 0x80, DIGIT_BITS = 15, CHUNK = 1 << 20, EARLY_MAX = 1 << 16 };

/* ---- writing ---- */
typedef struct Seen { uintptr_t word; uint32_t number; } Seen; /* word 0: free */
typedef struct Writer {
    VM *vm;
    unsigned char *p;
    size_t n, cap;
    int version, depth;
    bool failed; /* raised */
    Seen *seen;  /* what references may be to, by identity */
    size_t nseen, seen_cap;
} Writer;

static bool put(Writer *w, const void *p, size_t n)
{
    if (w->failed) return false;
    if (n > w->cap - w->n) {
        size_t cap = w->cap * 2 > w->n + n ? w->cap * 2 : w->n + n + 64;
        unsigned char *more = mem_realloc(w->vm->mem, w->p, w->cap, cap);
        if (!more) {
            err_no_memory(w->vm);
            return !(w->failed = true);
        }
        w->p = more;
        w->cap = cap;
    }
    if (n) memcpy(w->p + w->n, p, n);
    w->n += n;
    return true;
}
static void put_byte(Writer *w, unsigned c) { put(w, &(unsigned char){(unsigned char)c}, 1); }
static void put_number(Writer *w, int64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++) put_byte(w, (unsigned)((uint64_t)n >> (8 * i) & 255));
}
static void put_block(Writer *w, unsigned type, const void *p, int64_t n)
{
    put_byte(w, type);
    if (n > INT32_MAX) {
        if (!w->failed) err_raise(w->vm, EXC_ValueError, "unmarshallable object");
        w->failed = true;
    }
    put_number(w, n, 4);
    put(w, p, (size_t)n);
}

static Seen *seen_row(Seen *rows, size_t cap, uintptr_t word)
{
    size_t i = (size_t)((word >> 4 ^ word >> 47) * 0x9E3779B97F4A7C15u) & (cap - 1);
    while (rows[i].word && rows[i].word != word) i = (i + 1) & (cap - 1);
    return &rows[i];
}

static bool seen_grow(Writer *w)
{
    size_t cap = w->seen_cap ? w->seen_cap * 2 : 64;
    Seen *rows = mem_zalloc(w->vm->mem, cap * sizeof *rows);
    if (!rows) {
        err_no_memory(w->vm);
        return !(w->failed = true);
    }
    for (size_t i = 0; i < w->seen_cap; i++)
        if (w->seen[i].word) *seen_row(rows, cap, w->seen[i].word) = w->seen[i];
    mem_free(w->vm->mem, w->seen, w->seen_cap * sizeof *rows);
    w->seen = rows;
    w->seen_cap = cap;
    return true;
}

/* true: a reference was written. Else *flag is SHARED where others may come to refer to what is written now. */
static bool put_reference(Writer *w, Ref v, unsigned *flag)
{
    *flag = 0;
    if (w->version < 3 || (is_heap(v) && as_obj(v)->refs == 1)) return false; /* nobody else has it */
    if (w->nseen * 2 >= w->seen_cap && !seen_grow(w)) return false;
    Seen *s = seen_row(w->seen, w->seen_cap, BITS(v));
    if (s->word) {
        put_byte(w, 'r');
        put_number(w, s->number, 4);
        return true;
    }
    *s = (Seen){BITS(v), (uint32_t)w->nseen++};
    *flag = SHARED;
    return false;
}

static void put_value(Writer *w, Ref v);

static void put_int(Writer *w, Ref v, unsigned flag)
{
    int64_t i;
    uint64_t one;
    const uint64_t *limbs = &one;
    int64_t n = 1;
    bool negative, fits = int_fits_i64(v, &i);
    if (fits && i >= INT32_MIN && i <= INT32_MAX) {
        put_byte(w, 'i' | flag);
        put_number(w, i, 4);
        return;
    }
    if (fits) {
        negative = i < 0;
        one = negative ? 0 - (uint64_t)i : (uint64_t)i;
    } else {
        Int *large = (Int *)as_obj(v);
        negative = large->size < 0;
        n = negative ? -(int64_t)large->size : large->size;
        limbs = large->limb;
    }
    int64_t bits = n * 64 - __builtin_clzll(limbs[n - 1]), digits = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    put_byte(w, 'l' | flag);
    put_number(w, negative ? -digits : digits, 4);
    for (int64_t k = 0; k < digits; k++) {
        int64_t at = k * DIGIT_BITS / 64, shift = k * DIGIT_BITS % 64;
        uint64_t d = limbs[at] >> shift;
        if (shift > 64 - DIGIT_BITS && at + 1 < n) d |= limbs[at + 1] << (64 - shift);
        put_number(w, (int64_t)(d & 0x7FFF), 2);
    }
}

static void put_double(Writer *w, double d)
{
    if (w->version > 1) {
        put(w, &d, sizeof d);
        return;
    }
    StrB b = STRB_INIT(w->vm);
    if (isfinite(d)) float_format_digits(w->vm, &b, d, 'g', 17, false, false);
    else strb_c(&b, isnan(d) ? "nan" : d < 0 ? "-inf" : "inf");
    put_byte(w, (unsigned)b.len);
    put(w, b.data, (size_t)b.len);
    if (b.failed) w->failed = true;
    strb_drop(&b);
}

static void put_str(Writer *w, Ref v, unsigned flag)
{
    bool interned = as_obj(v)->aux & STR_INTERNED;
    size_t n = (size_t)as_str(v)->len;
    if (w->version >= 4 && str_is_ascii(as_str(v))) {
        if (n < 256) {
            put_byte(w, (interned ? 'Z' : 'z') | flag);
            put_byte(w, (unsigned)n);
            put(w, as_str(v)->data, n);
        } else put_block(w, (interned ? 'A' : 'a') | flag, as_str(v)->data, (int64_t)n);
        return;
    }
    const char *p = str_utf8(w->vm, v, &n);
    if (p) put_block(w, (w->version >= 3 && interned ? 't' : 'u') | flag, p, (int64_t)n);
    else w->failed = true;
}

static Value dumped(VM *vm, Ref v, int64_t version);

/* Members in the order of their bytes, so that equal sets are written alike. */
static void put_set(Writer *w, Ref v, unsigned flag)
{
    VM *vm = w->vm;
    Value pairs = list_new(vm, as_set(v)->used);
    int64_t at = 0, n = 0;
    Ref key;
    bool ok = pairs != NO_VALUE;
    for (; ok && set_next(v, &at, &key); n++) {
        Value bytes = dumped(vm, key, w->version);
        ok = bytes && list_append_take(vm, pairs, tuple_of(vm, 3, (Ref)bytes, (Ref)make_small(n), key));
        release(vm, bytes);
    }
    ok = ok && list_sort(vm, pairs, NULL, false);
    if (!ok) w->failed = true;
    put_byte(w, (is_exact(v, CLASS(frozenset)) ? '>' : '<') | flag);
    put_number(w, n, 4);
    for (int64_t i = 0; ok && i < as_list(pairs)->len; i++) {
        Tuple *t = as_tuple(as_list(pairs)->items[i]);
        Value member = retain(t->items[2]);
        put_value(w, member);
        release(vm, member);
    }
    release(vm, pairs);
}

static void put_items(Writer *w, const Value *items, int64_t n)
{
    for (int64_t i = 0; i < n && !w->failed; i++) put_value(w, items[i]);
}

static void put_code(Writer *w, Ref v, unsigned flag)
{
    VM *vm = w->vm;
    Value image = image_pack(vm, v);
    if (!image) {
        if (err_matches(vm, EXC_ValueError)) {
            err_clear(vm);
            err_raise(vm, EXC_ValueError, "unmarshallable object");
        }
        w->failed = true;
        return;
    }
    put_byte(w, 'c' | flag);
    put_value(w, REF(as_code(v)->filename));
    put_number(w, as_bytes(image)->len, 4);
    put(w, as_bytes(image)->data, (size_t)as_bytes(image)->len);
    release(vm, image);
}

static void put_buffer(Writer *w, Ref v, unsigned flag)
{
    BufferView view;
    if (!buffer_check(w->vm, v)) {
        put_byte(w, '?');
        if (!w->failed) err_raise(w->vm, EXC_ValueError, "unmarshallable object");
        w->failed = true;
    } else if (!buffer_get(w->vm, v, &view)) {
        w->failed = true;
    } else {
        put_block(w, 's' | flag, view.data, view.len);
        buffer_release(w->vm, &view);
    }
}

static void put_whole(Writer *w, Ref v)
{
    VM *vm = w->vm;
    unsigned flag;
    if (put_reference(w, v, &flag) || w->failed) return;
    if (is_int_exact(vm, v)) put_int(w, v, flag);
    else if (is_float(v)) {
        put_byte(w, (w->version > 1 ? 'g' : 'f') | flag);
        put_double(w, float_of(v));
    } else if (is_exact(v, CLASS(complex))) {
        put_byte(w, (w->version > 1 ? 'y' : 'x') | flag);
        put_double(w, ((Complex *)as_obj(v))->re);
        put_double(w, ((Complex *)as_obj(v))->im);
    } else if (is_exact(v, CLASS(bytes))) put_block(w, 's' | flag, as_bytes(v)->data, as_bytes(v)->len);
    else if (is_exact(v, CLASS(str))) put_str(w, v, flag);
    else if (is_exact(v, CLASS(tuple))) {
        int64_t n = as_tuple(v)->len;
        bool brief = w->version >= 4 && n < 256;
        put_byte(w, (brief ? ')' : '(') | flag);
        put_number(w, n, brief ? 1 : 4);
        put_items(w, as_tuple(v)->items, n);
    } else if (is_exact(v, CLASS(list))) {
        put_byte(w, '[' | flag);
        put_number(w, as_list(v)->len, 4);
        put_items(w, as_list(v)->items, as_list(v)->len);
    } else if (is_exact(v, CLASS(dict))) {
        int64_t at = 0;
        Ref key, value;
        put_byte(w, '{' | flag);
        while (!w->failed && dict_next(v, &at, &key, &value)) {
            put_value(w, key);
            put_value(w, value);
        }
        put_byte(w, '0');
    } else if (is_exact(v, CLASS(set)) || is_exact(v, CLASS(frozenset))) put_set(w, v, flag);
    else if (is_kind(v, KIND_CODE)) put_code(w, v, flag);
    else put_buffer(w, v, flag);
}

static void put_value(Writer *w, Ref v)
{
    VM *vm = w->vm;
    if (w->failed) return;
    if (++w->depth > DEPTH_MAX || !rec_room(vm)) {
        if (!err_occurred(vm)) err_raise(vm, EXC_ValueError, "object too deeply nested to marshal");
        w->failed = true;
    } else if (is_none(v)) put_byte(w, 'N');
    else if (v == REF(vm->exc_types[EXC_StopIteration])) put_byte(w, 'S');
    else if (v == V_ELLIPSIS) put_byte(w, '.');
    else if (is_bool(v)) put_byte(w, v == V_TRUE ? 'T' : 'F');
    else put_whole(w, v);
    w->depth--;
}

static Value dumped(VM *vm, Ref v, int64_t version)
{
    if (!AUDIT(vm, "marshal.dumps", "Oi", v, version)) return NULL;
    Writer w = {.vm = vm, .version = version > VERSION ? VERSION : version < 0 ? 0 : (int)version};
    put_value(&w, v);
    Value r = w.failed ? NO_VALUE : bytes_from(vm, w.p, (int64_t)w.n);
    mem_free(vm->mem, w.p, w.cap);
    mem_free(vm->mem, w.seen, w.seen_cap * sizeof *w.seen);
    return r;
}

/* ---- reading ---- */
typedef struct Reader {
    VM *vm;
    const unsigned char *p; /* of the bytes, or NULL: a file is read */
    size_t n, at;
    Ref file;
    Value piece; /* a bytearray: what was read from the file last */
    Value refs;  /* a list */
    int depth;
} Reader;

static bool too_short(Reader *r)
{
    return err_false(r->vm, EXC_EOFError, r->p ? "marshal data too short" : "EOF read where not expected");
}

/* n bytes of the file into r->piece; it may not have its size changed meanwhile. */
static bool fill_piece(Reader *r, size_t n)
{
    VM *vm = r->vm;
    int64_t got = 0;
    value_put(vm, &r->piece, bytearray_from(vm, NULL, (int64_t)n));
    if (r->piece && n) memset(as_bytearray(r->piece)->data, 0, n); /* the program sees it */
    Value name = r->piece ? str_intern_c(vm, "readinto") : NO_VALUE;
    Ref piece = r->piece;
    Value count = name ? call_method(vm, r->file, name, &piece, 1) : NO_VALUE;
    release(vm, name);
    bool ok = count && num_index_i64(vm, count, &got);
    release(vm, count);
    if (!ok) return false;
    if (got > (int64_t)n)
        return err_false(vm, EXC_ValueError, "read() returned too much data: %zu bytes requested, %lld returned", n, (long long)got);
    if (as_bytearray(r->piece)->len != (int64_t)n) return err_false(vm, EXC_ValueError, "read() changed the size of its buffer");
    return got == (int64_t)n || too_short(r);
}

/* The next n bytes (a few), good until the next are taken. */
static const unsigned char *take(Reader *r, size_t n)
{
    if (!r->p) return fill_piece(r, n) ? as_bytearray(r->piece)->data : NULL;
    if (n > r->n - r->at) return too_short(r), NULL;
    r->at += n;
    return r->p + r->at - n;
}

/* The next n bytes, as bytes. */
static Value take_bytes(Reader *r, size_t n)
{
    if (r->p) {
        const unsigned char *p = take(r, n);
        return p ? bytes_from(r->vm, p, (int64_t)n) : NO_VALUE;
    }
    Value all = bytearray_from(r->vm, NULL, 0), made;
    bool ok = all != NO_VALUE;
    for (size_t left = n; ok && left;) { /* a length is believed as far as there is something to read */
        size_t some = left < CHUNK ? left : CHUNK;
        int64_t before = as_bytearray(all)->len;
        ok = fill_piece(r, some) && bytearray_resize(r->vm, as_bytearray(all), before + (int64_t)some);
        if (ok) memcpy(as_bytearray(all)->data + before, as_bytearray(r->piece)->data, some);
        left -= some;
    }
    made = ok ? bytes_from(r->vm, as_bytearray(all)->data, (int64_t)n) : NO_VALUE;
    release(r->vm, all);
    return made;
}

static bool take_number(Reader *r, int bytes, int64_t *out)
{
    const unsigned char *p = take(r, (size_t)bytes);
    uint64_t u = 0;
    for (int i = 0; p && i < bytes; i++) u |= (uint64_t)p[i] << (8 * i);
    *out = bytes == 4 ? (int32_t)u : (int64_t)u;
    return p != NULL;
}

static bool bad(Reader *r, const char *what) { return err_false(r->vm, EXC_ValueError, "bad marshal data (%s)", what); }

static bool take_size(Reader *r, const char *what, int64_t *out)
{
    return take_number(r, 4, out) && (*out >= 0 || bad(r, what));
}

static bool take_double(Reader *r, bool binary, double *out)
{
    VM *vm = r->vm;
    int64_t n = sizeof *out;
    if (!binary && !take_number(r, 1, &n)) return false;
    const unsigned char *p = take(r, (size_t)n);
    if (!p) return false;
    if (binary) return memcpy(out, p, sizeof *out), true;
    Value text = str_from_latin1(vm, p, (size_t)n), f = text ? call1(vm, REF(CLASS(float)), text) : NO_VALUE;
    if (f) *out = float_any_of(f);
    release(vm, text);
    return f != NO_VALUE;
}

static Value take_int(Reader *r)
{
    int64_t n;
    if (!take_number(r, 4, &n)) return NO_VALUE;
    bool negative = n < 0;
    if (n == INT32_MIN) return bad(r, "long size out of range"), NO_VALUE;
    if (negative) n = -n;
    Value bytes = take_bytes(r, (size_t)n * 2), v = NO_VALUE;
    if (!bytes) return NO_VALUE;
    size_t nlimbs = (size_t)(n * DIGIT_BITS + 63) / 64, size = (nlimbs + 1) * sizeof(uint64_t);
    uint64_t *limbs = mem_zalloc(r->vm->mem, size);
    const unsigned char *p = as_bytes(bytes)->data;
    bool ok = limbs != NULL;
    if (!ok) err_no_memory(r->vm);
    for (int64_t k = 0; ok && k < n; k++) {
        uint64_t d = (uint64_t)p[2 * k] | (uint64_t)p[2 * k + 1] << 8;
        int64_t at = k * DIGIT_BITS / 64, shift = k * DIGIT_BITS % 64;
        if (d > 0x7FFF) ok = bad(r, "digit out of range in long");
        else if (!d && k == n - 1) ok = bad(r, "unnormalized long data");
        limbs[at] |= d << shift;
        if (shift > 64 - DIGIT_BITS) limbs[at + 1] |= d >> (64 - shift);
    }
    if (ok) v = int_from_limbs(r->vm, limbs, (int64_t)nlimbs, negative);
    mem_free(r->vm->mem, limbs, size);
    release(r->vm, bytes);
    return v;
}

static Value take_str(Reader *r, char type)
{
    int64_t n;
    bool ascii = type == 'a' || type == 'A' || type == 'z' || type == 'Z';
    if (type == 'z' || type == 'Z' ? !take_number(r, 1, &n) : !take_size(r, "string size out of range", &n)) return NO_VALUE;
    Value bytes = take_bytes(r, (size_t)n), s = NO_VALUE;
    if (bytes && ascii) s = str_from_latin1(r->vm, as_bytes(bytes)->data, (size_t)n); /* (nobody looks whether it is) */
    else if (bytes) s = codec_decode(r->vm, as_bytes(bytes)->data, n, "utf-8", "surrogatepass");
    release(r->vm, bytes);
    return s && (type == 't' || type == 'A' || type == 'Z') ? str_intern(r->vm, s) : s;
}

static Value take_value(Reader *r, bool *null);

/* What stands in a container. */
static Value take_item(Reader *r, const char *in)
{
    bool null = false;
    Value v = take_value(r, &null);
    if (null) err_raise(r->vm, EXC_TypeError, "NULL object in marshal data for %s", in);
    return v;
}

/* A slot among what can be referred to, for what is made later; -1: it is not shared, -2: raised. */
static int64_t reserve(Reader *r, bool shared)
{
    if (!shared) return -1;
    return list_append(r->vm, r->refs, V_NONE) ? as_list(r->refs)->len - 1 : -2;
}
static Value shared_at(Reader *r, int64_t slot, Value v)
{
    if (v && slot >= 0) value_put(r->vm, &as_list(r->refs)->items[slot], retain(v));
    return v;
}

static Value take_tuple(Reader *r, int64_t n, bool shared)
{
    VM *vm = r->vm;
    if (r->p && (size_t)n > r->n - r->at) return err_raise(vm, EXC_EOFError, "EOF read where object expected");
    int64_t slot = reserve(r, shared);
    if (slot == -2) return NO_VALUE;
    if (n > EARLY_MAX && !r->p) { /* made when all of it has come */
        Value list = list_new(vm, 0), t = NO_VALUE;
        for (int64_t i = 0; list && i < n; i++) {
            Value item = take_item(r, "tuple");
            if (!item || !list_append_take(vm, list, item)) value_clear(vm, &list);
        }
        if (list) t = tuple_from_iter(vm, list);
        release(vm, list);
        return shared_at(r, slot, t);
    }
    Value t = n ? tuple_new(vm, n) : retain(vm->empty_tuple);
    for (int64_t i = 0; t && i < n; i++) as_tuple(t)->items[i] = V_NONE;
    shared_at(r, slot, t);
    for (int64_t i = 0; t && i < n; i++) {
        Value item = take_item(r, "tuple");
        if (item) as_tuple(t)->items[i] = item;
        else value_clear(vm, &t);
    }
    return t;
}

static Value take_list(Reader *r, bool shared)
{
    VM *vm = r->vm;
    int64_t n;
    if (!take_size(r, "list size out of range", &n)) return NO_VALUE;
    Value list = list_new(vm, n < 1024 ? n : 1024);
    if (!list || (shared && !list_append(vm, r->refs, list))) value_clear(vm, &list);
    for (int64_t i = 0; list && i < n; i++) {
        Value item = take_item(r, "list");
        if (!item || !list_append_take(vm, list, item)) value_clear(vm, &list);
    }
    return list;
}

static Value take_set(Reader *r, bool frozen, bool shared)
{
    VM *vm = r->vm;
    int64_t n, slot = -1;
    if (!take_size(r, "set size out of range", &n)) return NO_VALUE;
    Value set = frozen ? frozenset_new(vm) : set_new(vm);
    if (set && frozen) slot = reserve(r, shared);
    else if (set && shared && !list_append(vm, r->refs, set)) slot = -2;
    if (slot == -2) value_clear(vm, &set);
    for (int64_t i = 0; set && i < n; i++) {
        Value item = take_item(r, "set");
        if (!item || set_add(vm, set, item) < 0) value_clear(vm, &set);
        release(vm, item);
    }
    return shared_at(r, slot, set);
}

static Value take_dict(Reader *r, bool shared)
{
    VM *vm = r->vm;
    Value d = dict_new(vm);
    if (d && shared && !list_append(vm, r->refs, d)) value_clear(vm, &d);
    while (d) {
        bool end = false;
        Value key = take_value(r, &end), value = key ? take_value(r, &end) : NO_VALUE;
        bool ok = end || (value && dict_set(vm, d, key, value));
        release(vm, key);
        release(vm, value);
        if (!ok) value_clear(vm, &d);
        if (end) break;
    }
    return d;
}

static Value take_code(Reader *r, bool shared)
{
    VM *vm = r->vm;
    int64_t n, slot = reserve(r, shared);
    if (slot == -2) return NO_VALUE;
    if (r->p && r->at < r->n && !strchr("aAzZtur", r->p[r->at] & ~SHARED)) return bad(r, "code of another Python"), NO_VALUE;
    Value file = take_item(r, "code"), image = NO_VALUE, code = NO_VALUE;
    if (file && !is_str(file)) bad(r, "code of another Python");
    else if (file && take_size(r, "code size out of range", &n)) image = take_bytes(r, (size_t)n);
    if (image) code = image_unpack(vm, as_bytes(image)->data, (size_t)n, file);
    release(vm, file);
    release(vm, image);
    return shared_at(r, slot, code);
}

static Value take_reference(Reader *r)
{
    int64_t n;
    if (!take_number(r, 4, &n)) return NO_VALUE;
    Ref v = n >= 0 && n < as_list(r->refs)->len ? (Ref)as_list(r->refs)->items[n] : V_NONE;
    return is_none(v) ? (bad(r, "invalid reference"), NO_VALUE) : retain(v);
}

static Value take_number_value(Reader *r, char type)
{
    VM *vm = r->vm;
    int64_t i;
    double d[2];
    switch (type) {
    case 'i': return take_number(r, 4, &i) ? int_from_i64(vm, i) : NO_VALUE;
    case 'I': return take_number(r, 8, &i) ? int_from_i64(vm, i) : NO_VALUE;
    case 'l': return take_int(r);
    case 'f': case 'g': return take_double(r, type == 'g', d) ? make_float_any(d[0]) : NO_VALUE;
    default: return take_double(r, type == 'y', d) && take_double(r, type == 'y', d + 1) ? complex_new(vm, d[0], d[1]) : NO_VALUE;
    }
}

static Value take_typed(Reader *r, char type, bool shared, bool *null)
{
    VM *vm = r->vm;
    int64_t n;
    Value v;
    switch (type) {
    case '0': *null = true; return NO_VALUE;
    case 'N': return V_NONE;
    case 'S': return retain(REF(vm->exc_types[EXC_StopIteration]));
    case '.': return V_ELLIPSIS;
    case 'F': return V_FALSE;
    case 'T': return V_TRUE;
    case 'i': case 'I': case 'l': case 'f': case 'g': case 'x': case 'y': v = take_number_value(r, type); break;
    case 's': v = take_size(r, "bytes object size out of range", &n) ? take_bytes(r, (size_t)n) : NO_VALUE; break;
    case 'a': case 'A': case 'z': case 'Z': case 't': case 'u': v = take_str(r, type); break;
    case ')': return take_number(r, 1, &n) ? take_tuple(r, n, shared) : NO_VALUE;
    case '(': return take_size(r, "tuple size out of range", &n) ? take_tuple(r, n, shared) : NO_VALUE;
    case '[': return take_list(r, shared);
    case '{': return take_dict(r, shared);
    case '<': case '>': return take_set(r, type == '>', shared);
    case 'c': return take_code(r, shared);
    case 'r': return take_reference(r);
    default: return bad(r, "unknown type code"), NO_VALUE;
    }
    if (v && shared && !list_append(vm, r->refs, v)) value_clear(vm, &v);
    return v;
}

/* *null: what stands there is "nothing", the end of a dict. */
static Value take_value(Reader *r, bool *null)
{
    VM *vm = r->vm;
    const unsigned char *p = take(r, 1);
    if (!p) {
        if (!err_matches(vm, EXC_EOFError)) return NO_VALUE;
        err_clear(vm);
        return err_raise(vm, EXC_EOFError, "EOF read where object expected");
    }
    unsigned c = *p;
    if (r->depth >= DEPTH_MAX) return err_raise(vm, EXC_ValueError, "recursion limit exceeded");
    if (!rec_room(vm)) return NO_VALUE;
    r->depth++;
    Value v = take_typed(r, (char)(c & 127), c & SHARED, null);
    r->depth--;
    return v;
}

static Value loaded(VM *vm, Reader *r)
{
    Value v = NO_VALUE;
    r->vm = vm;
    if ((r->refs = list_new(vm, 0))) v = take_item(r, "object");
    release(vm, r->refs);
    release(vm, r->piece);
    return v;
}

/* ---- the functions ---- */
static Value fn_dumps(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t version = VERSION;
    return args[1] && !num_index_i64(vm, args[1], &version) ? NO_VALUE : dumped(vm, args[0], version);
}

static Value fn_dump(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t version = VERSION;
    if (args[2] && !num_index_i64(vm, args[2], &version)) return NO_VALUE;
    Value bytes = dumped(vm, args[0], version), name = bytes ? str_intern_c(vm, "write") : NO_VALUE;
    Ref given = bytes;
    Value r = name ? call_method(vm, args[1], name, &given, 1) : NO_VALUE;
    release(vm, name);
    release(vm, bytes);
    return r;
}

static Value fn_loads(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!AUDIT(vm, "marshal.loads", "O", args[0])) return NULL;
    BufferView view;
    if (!buffer_get(vm, args[0], &view)) return NO_VALUE;
    Reader r = {.p = view.data ? view.data : (const unsigned char *)"", .n = (size_t)view.len};
    Value v = loaded(vm, &r);
    buffer_release(vm, &view);
    return v;
}

static Value fn_load(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!AUDIT(vm, "marshal.load", "")) return NULL;
    Ref zero = make_small(0);
    Value name = str_intern_c(vm, "read"), data = name ? call_method(vm, args[0], name, &zero, 1) : NO_VALUE, v = NO_VALUE; /* is it one that is read? */
    if (data && !is_bytes(data)) err_raise(vm, EXC_TypeError, "file.read() returned not bytes but %T", data);
    else if (data) {
        Reader r = {.file = args[0]};
        v = loaded(vm, &r);
    }
    release(vm, name);
    release(vm, data);
    return v;
}

static const NativeDef functions[] = {
    {"dump", fn_dump, "value, file, version=4, /", "Writes a value to a binary file.", 0},
    {"load", fn_load, "file, /", "Reads one value from a binary file.", 0},
    {"dumps", fn_dumps, "value, version=4, /", "The bytes that dump would write.", 0},
    {"loads", fn_loads, "bytes, /", "The value that bytes begin with; what follows is not looked at.", 0},
    {0},
};
static const ModuleConst constants[] = {{"version", CONST_INT, VERSION, 0, NULL}, {0}};
const ModuleDef marshal_module = {.name = "marshal", .doc = "Plain values and code as bytes.", .functions = functions, .constants = constants};
