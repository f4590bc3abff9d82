/* str.c: strings themselves: their storage, making, interning, hashing, comparing, joining (UTF-8: str_utf8.c).
 *
 * A str is stored in the narrowest width that holds its widest character, so equal texts have equal bytes. One exception to
 * "a block has exactly the size of its text": a string that str_append has grown has STR_ROOMY set and its block has the
 * size roomy_size() gives for its length, which lets the next append often write in place. Methods are in str_methods*.c,
 * the type in str_type.c, searching in text_find.c.
 */
#include "lang/object/alloc.h"
#include "lang/text/text_impl.h"

enum { STR_ROOMY = 32 };
#define STR_MAX (INT64_C(1) << 44)

/* ---- storage ---- */
static size_t exact_size(int64_t len, unsigned w) { return sizeof(Str) + ((size_t)len + 1) * w; }

/* At least n, in steps of a quarter to an eighth: a function of n alone, so no capacity need be stored. */
static size_t roomy_size(size_t n)
{
    if (n <= 64) return 64;
    int log = 63 - __builtin_clzll(n);
    size_t mask = ((size_t)1 << (log - 2)) - 1;
    return (n + mask) & ~mask;
}

static size_t block_size(const Str *s)
{
    size_t n = exact_size(s->len, str_width(s));
    return s->head.aux & STR_ROOMY ? roomy_size(n) : n;
}

static void set_end(Str *s)
{
    unsigned w = str_width(s);
    if (w == 1) s->data[s->len] = 0;
    else if (w == 2) ((uint16_t *)s->data)[s->len] = 0;
    else ((uint32_t *)s->data)[s->len] = 0;
}

static void fill_head(VM *vm, Str *s, int64_t len, unsigned aux)
{
    s->head = (Obj){.refs = 1, .kind = KIND_STR, .aux = (uint16_t)aux, .type = CLASS(str)};
    s->hash = -1;
    s->len = len;
}

/* A plain str has no prefix and its type is not counted, so its block comes straight from mem: obj_alloc would zero it. */
static Str *alloc_str(VM *vm, int64_t len, unsigned w, bool ascii)
{
    if (len > STR_MAX) return (Str *)err_no_memory(vm);
    Str *s = mem_take(vm->mem, exact_size(len, w));
    if (!s) return (Str *)err_no_memory(vm);
    fill_head(vm, s, len, w | (ascii ? STR_ASCII : 0));
    set_end(s);
    return s;
}

Value str_new(VM *vm, int64_t len, uint32_t max_char)
{
    return VAL(alloc_str(vm, len, width_for(max_char), max_char < 128));
}

/* ---- interning: a table of borrowed pointers; a dying interned string takes itself out ---- */
typedef struct Interns {
    uint64_t *slots; /* a pointer, above it the highest bits of its hash (most of those that are no match are so known without a look at them); 0: empty, GONE: deleted */
    uint64_t mask;
    int64_t used, filled;
} Interns;
#define GONE ((uint64_t)1)
enum { ABOVE = 48 }; /* bits of a pointer (value.h) */

static inline uint64_t slot_with(const Str *s, int64_t hash) { return (uint64_t)(uintptr_t)s | (uint64_t)hash >> ABOVE << ABOVE; }
static inline Str *str_in(uint64_t slot) { return (Str *)(uintptr_t)(slot & (((uint64_t)1 << ABOVE) - 1)); }

static bool is_same(uint64_t slot, const Str *s, int64_t hash)
{
    const Str *other = str_in(slot);
    return (slot ^ (uint64_t)hash) >> ABOVE == 0 && (other == s || (other->hash == hash && str_equal(REF(other), REF(s))));
}

static uint64_t *intern_slot(Interns *t, const Str *s, int64_t hash)
{
    uint64_t *gone = NULL;
    for (uint64_t i = (uint64_t)hash;; i++) {
        uint64_t *p = &t->slots[i & t->mask];
        if (!*p) return gone ? gone : p;
        if (*p == GONE) {
            if (!gone) gone = p;
        } else if (is_same(*p, s, hash)) {
            return p;
        }
    }
}

static bool intern_grow(VM *vm, Interns *t)
{
    uint64_t size = t->slots ? (t->mask + 1) : 0;
    uint64_t want = size ? size : 2048;
    while ((uint64_t)t->used * 2 >= want) want *= 2;
    uint64_t *slots = mem_zalloc(vm->mem, want * sizeof *slots);
    if (!slots) return err_no_memory(vm), false;
    Interns bigger = {slots, want - 1, 0, 0};
    for (uint64_t i = 0; i < size; i++) {
        if (t->slots[i] <= GONE) continue;
        const Str *s = str_in(t->slots[i]);
        *intern_slot(&bigger, s, s->hash) = t->slots[i];
        bigger.used++;
    }
    bigger.filled = bigger.used;
    mem_free(vm->mem, t->slots, size * sizeof *slots);
    *t = bigger;
    return true;
}

static Interns *interns(VM *vm)
{
    if (!vm->interns) {
        Interns *t = mem_zalloc(vm->mem, sizeof *t);
        if (!t) return err_no_memory(vm), NULL;
        if (!intern_grow(vm, t)) return mem_free(vm->mem, t, sizeof *t), NULL;
        vm->interns = (struct Interns *)t;
    }
    return (Interns *)vm->interns;
}

Value str_intern(VM *vm, Value v)
{
    if (as_str(v)->head.aux & STR_INTERNED) return v;
    Value shared = NO_VALUE;
    if (as_obj(v)->type != CLASS(str)) shared = str_exact(vm, v);
    else if (as_str(v)->len == 1 && str_at(as_str(v), 0) < 256) shared = str_from_char(vm, str_at(as_str(v), 0));
    else shared = retain(v);
    release(vm, v);
    if (!shared || as_str(shared)->head.aux & STR_INTERNED) return shared;

    Interns *t = interns(vm);
    if (!t || ((uint64_t)t->filled * 3 >= (t->mask + 1) * 2 && !intern_grow(vm, t))) return release(vm, shared), NO_VALUE;
    const int64_t hash = str_hash(vm, shared);
    uint64_t *p = intern_slot(t, as_str(shared), hash);
    if (*p > GONE) {
        Value old = retain(REF(str_in(*p)));
        release(vm, shared);
        return old;
    }
    if (!*p) t->filled++;
    t->used++;
    *p = slot_with(as_str(shared), hash);
    as_obj(shared)->aux |= STR_INTERNED;
    return shared;
}

Value str_intern_c(VM *vm, const char *c)
{
    Value s = str_from_c(vm, c);
    return s ? str_intern(vm, s) : NO_VALUE;
}

Value str_intern_utf8(VM *vm, const char *text, size_t n)
{
    Interns *t = interns(vm);
    if (!t) return NO_VALUE;
    int64_t hash = (int64_t)text_hash_bytes(vm->hash_seed, text, n);
    if (hash == -1) hash = -2;
    for (uint64_t i = (uint64_t)hash; t->slots[i & t->mask]; i++) {
        uint64_t slot = t->slots[i & t->mask];
        if (slot == GONE || (slot ^ (uint64_t)hash) >> ABOVE) continue;
        Str *s = str_in(slot);
        if (s->hash == hash && (size_t)s->len == n && str_is_ascii(s) && !memcmp(s->data, text, n)) return retain(REF(s));
    }
    Value s = str_from_utf8(vm, text, n);
    if (s && str_is_ascii(as_str(s))) ((Str *)BITS(s))->hash = hash;
    return s ? str_intern(vm, s) : NO_VALUE;
}

static void intern_forget(VM *vm, Str *s)
{
    Interns *t = (Interns *)vm->interns;
    if (!t) return;
    for (uint64_t i = (uint64_t)s->hash;; i++) {
        uint64_t *p = &t->slots[i & t->mask];
        if (!*p) return;
        if (str_in(*p) == s) {
            *p = GONE;
            t->used--;
            return;
        }
    }
}

void str_dealloc(VM *vm, Obj *o)
{
    Str *s = (Str *)o;
    if (o->aux & STR_INTERNED) intern_forget(vm, s);
    if (o->type == CLASS(str)) mem_give(vm->mem, s, block_size(s));
    else obj_free(vm, o, block_size(s));
}

bool str_open(VM *vm)
{
    if (!vm->empty_str && !(vm->empty_str = VAL(alloc_str(vm, 0, 1, true)))) return false;
    for (uint32_t c = 0; c < 256; c++) {
        Value v = str_from_char(vm, c);
        if (!v) return false;
        release(vm, v);
    }
    return interns(vm) != NULL;
}

void str_close(VM *vm)
{
    for (int c = 0; c < 256; c++) value_clear(vm, &vm->chars[c]);
    value_clear(vm, &vm->empty_str);
    for (int i = 0; i < UTF8_BUFS; i++) {
        mem_free(vm->mem, vm->utf8[i].p, vm->utf8[i].cap);
        vm->utf8[i].p = NULL;
        vm->utf8[i].cap = 0;
    }
    Interns *t = (Interns *)vm->interns;
    if (!t) return;
    vm->interns = NULL;
    mem_free(vm->mem, t->slots, (t->mask + 1) * sizeof *t->slots);
    mem_free(vm->mem, t, sizeof *t);
}

/* ---- characters in bulk ---- */
#define COPY_LOOP(D, S) \
    do { \
        D *d = dst; \
        const S *s = src; \
        _Pragma("omp simd") for (int64_t i = 0; i < n; i++) d[i] = (D)s[i]; \
    } while (0)

/* Most pieces of text are shorter than a call of libc takes: two loads and stores that may overlap do for up to 16 bytes. */
static inline void copy_bytes(unsigned char *d, const unsigned char *s, size_t n)
{
    if (n > 16) {
        memcpy(d, s, n);
    } else if (n >= 8) {
        uint64_t first, last;
        memcpy(&first, s, 8);
        memcpy(&last, s + n - 8, 8);
        memcpy(d, &first, 8);
        memcpy(d + n - 8, &last, 8);
    } else if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, s, 4);
        memcpy(&last, s + n - 4, 4);
        memcpy(d, &first, 4);
        memcpy(d + n - 4, &last, 4);
    } else if (n > 0) {
        unsigned char first = s[0], middle = s[n / 2], last = s[n - 1];
        d[0] = first;
        d[n / 2] = middle;
        d[n - 1] = last;
    }
}

void text_copy(void *dst, unsigned dw, const void *src, unsigned sw, int64_t n)
{
    if (dw == sw) {
        copy_bytes(dst, src, (size_t)n * dw);
    } else if (dw == 1) {
        if (sw == 2) COPY_LOOP(uint8_t, uint16_t);
        else COPY_LOOP(uint8_t, uint32_t);
    } else if (dw == 2) {
        if (sw == 1) COPY_LOOP(uint16_t, uint8_t);
        else COPY_LOOP(uint16_t, uint32_t);
    } else {
        if (sw == 1) COPY_LOOP(uint32_t, uint8_t);
        else COPY_LOOP(uint32_t, uint16_t);
    }
}

/* Blocks of 32 characters; the first that shows that the width is needed ends it. */
#define OR_LOOP(T, ENOUGH) do { \
        const T *s = p; \
        for (; i + 32 <= n && !(all & ~(uint32_t)(ENOUGH)); i += 32) { \
            T block = 0; \
            for (int k = 0; k < 32; k++) block |= s[i + k]; \
            all |= block; \
        } \
        if (i + 32 <= n) return all; \
        for (; i < n; i++) all |= s[i]; \
    } while (0)
uint32_t text_or(const void *p, unsigned w, int64_t n)
{
    uint32_t all = 0;
    int64_t i = 0;
    if (w == 1) OR_LOOP(uint8_t, 0x7F);
    else if (w == 2) OR_LOOP(uint16_t, 0xFF);
    else OR_LOOP(uint32_t, 0xFFFF);
    return all;
}
#undef OR_LOOP

Value str_from_text(VM *vm, const void *p, unsigned w, int64_t n)
{
    if (n == 0) return str_from_ascii(vm, "", 0);
    uint32_t max = text_or(p, w, n);
    if (n == 1) return str_from_char(vm, max);
    Value v = str_new(vm, n, max);
    if (v) text_copy(as_str(v)->data, str_width(as_str(v)), p, w, n);
    return v;
}

/* ---- make ---- */
Value str_from_char(VM *vm, uint32_t c)
{
    if (c < 256) {
        if (vm->chars[c]) return retain(vm->chars[c]);
        Str *s = alloc_str(vm, 1, 1, c < 128);
        if (!s) return NO_VALUE;
        s->data[0] = (unsigned char)c;
        vm->chars[c] = VAL(s);
        return retain(vm->chars[c]);
    }
    Value v = str_new(vm, 1, c);
    if (!v) return v;
    if (c < 65536) *(uint16_t *)as_str(v)->data = (uint16_t)c;
    else *(uint32_t *)as_str(v)->data = c;
    return v;
}

Value str_from_latin1(VM *vm, const void *p, size_t n)
{
    if (n <= 1) return n ? str_from_char(vm, *(const unsigned char *)p) : str_from_ascii(vm, "", 0);
    Value v = str_new(vm, (int64_t)n, text_or(p, 1, (int64_t)n));
    if (v) memcpy(as_str(v)->data, p, n);
    return v;
}

Value str_from_ascii(VM *vm, const char *p, size_t n)
{
    if (n <= 1) {
        if (n) return str_from_char(vm, (unsigned char)*p);
        if (!vm->empty_str && !(vm->empty_str = VAL(alloc_str(vm, 0, 1, true)))) return NO_VALUE;
        return retain(vm->empty_str);
    }
    Str *s = alloc_str(vm, (int64_t)n, 1, true);
    if (s) copy_bytes(s->data, (const unsigned char *)p, n);
    return VAL(s);
}

Value str_from_ucs4(VM *vm, const uint32_t *p, size_t n) { return str_from_text(vm, p, 4, (int64_t)n); }

Value str_from_c(VM *vm, const char *c) { return str_from_utf8(vm, c, strlen(c)); }

Value str_exact(VM *vm, Ref s)
{
    if (as_obj(s)->type == CLASS(str)) return retain(s);
    return str_from_text(vm, as_str(s)->data, str_width(as_str(s)), as_str(s)->len);
}

Value str_as_subclass(VM *vm, Type *type, Ref v)
{
    const Str *from = as_str(v);
    unsigned w = str_width(from);
    Str *s = (Str *)obj_alloc(vm, type, exact_size(from->len, w));
    if (!s) return NO_VALUE;
    s->head.aux = (uint16_t)(w | (from->head.aux & STR_ASCII));
    s->hash = from->hash;
    s->len = from->len;
    memcpy(s->data, from->data, ((size_t)from->len + 1) * w);
    return VAL(s);
}

Value str_substr(VM *vm, Ref v, int64_t start, int64_t end)
{
    const Str *s = as_str(v);
    int64_t n = end - start;
    if (n == s->len) return str_exact(vm, v);
    unsigned w = str_width(s);
    const unsigned char *p = s->data + (size_t)start * w;
    if (str_is_ascii(s)) return str_from_ascii(vm, (const char *)p, (size_t)(n > 0 ? n : 0));
    return str_from_text(vm, p, w, n > 0 ? n : 0);
}

/* ---- joining ---- */
static inline unsigned wider(const Str *a, const Str *b)
{
    return str_width(a) > str_width(b) ? str_width(a) : str_width(b);
}

Value str_concat(VM *vm, Ref va, Ref vb)
{
    const Str *a = as_str(va), *b = as_str(vb);
    if (a->len == 0) return str_exact(vm, vb);
    if (b->len == 0) return str_exact(vm, va);
    unsigned w = wider(a, b);
    Str *s = alloc_str(vm, a->len + b->len, w, a->head.aux & b->head.aux & STR_ASCII);
    if (!s) return NO_VALUE;
    text_copy(s->data, w, a->data, str_width(a), a->len);
    text_copy(s->data + (size_t)a->len * w, w, b->data, str_width(b), b->len);
    return VAL(s);
}

bool str_append(VM *vm, Value *slot, Ref vb)
{
    Str *a = as_str(*slot);
    const Str *b = as_str(vb);
    unsigned w = str_width(a);
    bool own = a->head.refs == 1 && *slot != vb && a->head.type == CLASS(str) && !(a->head.aux & STR_INTERNED) && a->len > 0 &&
               str_width(b) <= w && a->len + b->len <= STR_MAX;
    if (!own) {
        Value r = str_concat(vm, *slot, vb);
        if (r != NO_VALUE) value_put(vm, slot, r);
        return r != NO_VALUE;
    }
    if (b->len == 0) return true;
    int64_t len = a->len + b->len;
    size_t old_size = block_size(a), new_size = roomy_size(exact_size(len, w));
    if (old_size != new_size) {
        Str *moved = mem_realloc(vm->mem, a, old_size, new_size);
        if (!moved) return err_no_memory(vm), false;
        a = moved;
        *slot = VAL(a);
    }
    text_copy(a->data + (size_t)a->len * w, w, b->data, str_width(b), b->len);
    unsigned ascii = a->head.aux & b->head.aux & STR_ASCII;
    a->head.aux = (uint16_t)(w | ascii | STR_ROOMY);
    a->hash = -1;
    a->len = len;
    set_end(a);
    return true;
}

Value str_join(VM *vm, Ref vsep, const Ref *items, int64_t n)
{
    if (n == 0) return str_from_ascii(vm, "", 0);
    const Str *sep = as_str(vsep);
    if (n == 1 && is_str(items[0])) return str_exact(vm, items[0]);
    int64_t len = 0;
    unsigned w = n > 1 && sep->len ? str_width(sep) : 1, ascii = n > 1 && sep->len ? sep->head.aux & STR_ASCII : STR_ASCII;
    for (int64_t i = 0; i < n; i++) {
        if (!is_str(items[i]))
            return err_raise(vm, EXC_TypeError, "sequence item %lld: expected str instance, %T found", (long long)i, items[i]);
        const Str *s = as_str(items[i]);
        len += s->len;
        if (str_width(s) > w) w = str_width(s);
        ascii &= s->head.aux;
        if (len > STR_MAX) return err_no_memory(vm);
    }
    if (sep->len && n > STR_MAX / sep->len) return err_no_memory(vm);
    len += sep->len * (n - 1);
    if (len == 0) return str_from_ascii(vm, "", 0);
    Str *r = alloc_str(vm, len, w, ascii);
    if (!r) return NO_VALUE;
    unsigned char *p = r->data;
    for (int64_t i = 0; i < n; i++) {
        if (i && sep->len) {
            text_copy(p, w, sep->data, str_width(sep), sep->len);
            p += (size_t)sep->len * w;
        }
        const Str *s = as_str(items[i]);
        text_copy(p, w, s->data, str_width(s), s->len);
        p += (size_t)s->len * w;
    }
    return VAL(r);
}

/* ---- hash and compare ---- */
static inline uint64_t mix(uint64_t a, uint64_t b)
{
    __uint128_t m = (__uint128_t)a * b;
    return (uint64_t)m ^ (uint64_t)(m >> 64);
}

uint64_t text_hash_bytes(uint64_t seed, const void *data, size_t n)
{
    const unsigned char *p = data;
    uint64_t h = seed ^ 0x9E3779B97F4A7C15u ^ n * 0xD6E8FEB86659FD93u, a, b;
    size_t left = n;
    for (; left > 16; left -= 16, p += 16) {
        memcpy(&a, p, 8);
        memcpy(&b, p + 8, 8);
        h = mix(a ^ 0xA0761D6478BD642Fu ^ h, b ^ 0xE7037ED1A0B428DBu);
    }
    a = b = 0;
    if (left >= 8) {
        memcpy(&a, p, 8);
        memcpy(&b, p + left - 8, 8);
    } else if (left >= 4) {
        uint32_t x, y;
        memcpy(&x, p, 4);
        memcpy(&y, p + left - 4, 4);
        a = (uint64_t)x << 32 | y;
    } else if (left) {
        a = (uint64_t)p[0] << 16 | (uint64_t)p[left >> 1] << 8 | p[left - 1];
    }
    return mix(mix(a ^ 0x8EBC6AF09C88C6E3u, b ^ h), h ^ 0x589965CC75374CC3u);
}

int64_t str_hash(VM *vm, Ref v)
{
    Str *s = (Str *)BITS(v);
    if (s->hash == -1) {
        int64_t h = (int64_t)text_hash_bytes(vm->hash_seed, s->data, (size_t)s->len * str_width(s));
        s->hash = h == -1 ? -2 : h;
    }
    return s->hash;
}

bool str_equal(Ref va, Ref vb)
{
    if (va == vb) return true;
    const Str *a = as_str(va), *b = as_str(vb);
    if (a->len != b->len || ((a->head.aux ^ b->head.aux) & STR_WIDTH)) return false;
    if (a->hash != b->hash && a->hash != -1 && b->hash != -1) return false;
    return memcmp(a->data, b->data, (size_t)a->len * str_width(a)) == 0;
}

bool str_equal_c(Ref v, const char *c)
{
    const Str *s = as_str(v);
    size_t n = strlen(c);
    return (size_t)s->len == n && str_width(s) == 1 && memcmp(s->data, c, n) == 0;
}

/* The first place where the two differ, n when they do not. */
#define FIRST_DIFFERENCE(A, B) \
    do { \
        const A *x = (const void *)a->data; \
        const B *y = (const void *)b->data; \
        if (sizeof(A) == sizeof(B)) \
            while (i + 8 <= n && !memcmp(x + i, y + i, 8 * sizeof(A))) i += 8; \
        while (i < n && x[i] == y[i]) i++; \
    } while (0)

int str_compare(Ref va, Ref vb)
{
    const Str *a = as_str(va), *b = as_str(vb);
    int64_t n = a->len < b->len ? a->len : b->len, i = 0;
    switch (str_width(a) * 8 + str_width(b)) {
    case 9: {
        int c = memcmp(a->data, b->data, (size_t)n);
        if (c) return c;
        i = n;
        break;
    }
    case 18: FIRST_DIFFERENCE(uint16_t, uint16_t); break;
    case 36: FIRST_DIFFERENCE(uint32_t, uint32_t); break;
    case 10: FIRST_DIFFERENCE(uint8_t, uint16_t); break;
    case 12: FIRST_DIFFERENCE(uint8_t, uint32_t); break;
    case 17: FIRST_DIFFERENCE(uint16_t, uint8_t); break;
    case 20: FIRST_DIFFERENCE(uint16_t, uint32_t); break;
    case 33: FIRST_DIFFERENCE(uint32_t, uint8_t); break;
    default: FIRST_DIFFERENCE(uint32_t, uint16_t); break;
    }
    if (i < n) return str_at(a, i) < str_at(b, i) ? -1 : 1;
    return a->len < b->len ? -1 : a->len > b->len;
}

int64_t str_find(Ref s, Ref sub, int64_t start, int64_t end)
{
    Text hay = text_of_str(s), needle = text_of_str(sub);
    return text_find(&hay, &needle, start, end);
}

bool str_has_prefix_c(Ref v, const char *prefix)
{
    const Str *s = as_str(v);
    size_t n = strlen(prefix);
    if ((size_t)s->len < n) return false;
    for (size_t i = 0; i < n; i++)
        if (str_at(s, (int64_t)i) != (unsigned char)prefix[i]) return false;
    return true;
}
