/* random_integers.c: whole numbers of a dtype between two bounds: 8 and 16 bits share out words of 32, and bounds may be arrays. */
#include "element.h"
#include "random_draw.h"
#include "walk.h"

typedef struct Pieces { uint32_t word; int left; } Pieces; /* what of a word is left */
static inline uint32_t piece(const Bits *b, Pieces *p, int bits)
{
    if (p->left == 0) {
        p->word = bits32(b);
        p->left = 32 / bits - 1;
    } else {
        p->word >>= bits;
        p->left--;
    }
    return p->word & ((1u << bits) - 1);
}

/* 0 … last (below 2**bits; bits 1, 8 or 16) */
static inline uint32_t small_below(const Bits *b, Pieces *p, int bits, uint32_t last, uint32_t mask, bool masked)
{
    uint32_t all = (1u << bits) - 1;
    if (last == 0) return 0;
    if (last == all) return piece(b, p, bits);
    if (masked) {
        uint32_t x;
        do x = piece(b, p, bits) & mask;
        while (x > last);
        return x;
    }
    uint32_t size = last + 1, m = piece(b, p, bits) * size;
    if ((m & all) < size)
        for (uint32_t least = (all - last) % size; (m & all) < least;) m = piece(b, p, bits) * size;
    return m >> bits;
}
static inline uint64_t masked_below(const Bits *b, uint64_t last, uint64_t mask)
{
    uint64_t x;
    if (last == UINT32_MAX) return bits32(b);
    if (last == UINT64_MAX) return bits64(b);
    do x = (last <= UINT32_MAX ? bits32(b) : bits64(b)) & mask;
    while (x > last);
    return x;
}

typedef struct IntegerKind { Num num; const char *name; int bits; bool sign; int64_t least; uint64_t most; } IntegerKind;
static const IntegerKind kinds[] = {{NP_BOOL, "bool", 1, false, 0, 1}, {NP_BYTE, "int8", 8, true, INT8_MIN, INT8_MAX}, {NP_UBYTE, "uint8", 8, false, 0, UINT8_MAX},
    {NP_SHORT, "int16", 16, true, INT16_MIN, INT16_MAX}, {NP_USHORT, "uint16", 16, false, 0, UINT16_MAX}, {NP_INT, "int32", 32, true, INT32_MIN, INT32_MAX},
    {NP_UINT, "uint32", 32, false, 0, UINT32_MAX}, {NP_LONG, "int64", 64, true, INT64_MIN, INT64_MAX}, {NP_ULONG, "uint64", 64, false, 0, UINT64_MAX},
    {NP_LONGLONG, "int64", 64, true, INT64_MIN, INT64_MAX}, {NP_ULONGLONG, "uint64", 64, false, 0, UINT64_MAX}};

typedef struct Filling { Drawer *d; const IntegerKind *k; char *out; uint64_t low, last, mask; bool masked; Pieces pieces; } Filling;
static inline void store(const IntegerKind *k, char *out, int64_t i, uint64_t x)
{
    switch (k->bits) {
    case 64: ((uint64_t *)(void *)out)[i] = x; break;
    case 32: ((uint32_t *)(void *)out)[i] = (uint32_t)x; break;
    case 16: ((uint16_t *)(void *)out)[i] = (uint16_t)x; break;
    default: ((uint8_t *)out)[i] = (uint8_t)x; break;
    }
}
static inline uint64_t one_below(Filling *f)
{
    const Bits *b = &f->d->legacy.bits;
    if (f->k->bits < 32) return small_below(b, &f->pieces, f->k->bits, (uint32_t)f->last, (uint32_t)f->mask, f->masked);
    if (f->last == 0) return 0;
    return f->masked ? masked_below(b, f->last, f->mask) : random_below(b, f->last);
}
static void fill(void *data, int64_t from, int64_t to)
{
    Filling *f = data;
    const Bits *b = &f->d->legacy.bits;
    if (f->k->bits == 64 && !f->masked && f->last && f->last < UINT32_MAX) { /* the most wanted */
        uint32_t size = (uint32_t)f->last + 1, least = (UINT32_MAX - (uint32_t)f->last) % size;
        uint64_t low = f->low;
        for (int64_t i = from; i < to; i++) {
            uint64_t m;
            do m = (uint64_t)bits32(b) * size;
            while ((uint32_t)m < least);
            ((uint64_t *)(void *)f->out)[i] = low + (m >> 32);
        }
        return;
    }
    for (int64_t i = from; i < to; i++) store(f->k, f->out, i, f->low + one_below(f));
}

void random_longs(Drawer *d, int64_t *out, int64_t n, uint64_t last, bool masked)
{
    const Bits *b = &d->legacy.bits;
    uint64_t mask = last ? UINT64_MAX >> __builtin_clzll(last) : 0;
    for (int64_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)out[i] + (last == 0 ? 0 : masked ? masked_below(b, last, mask) : random_below(b, last)));
}

/* ---- bounds ---- */
/* A bound as an int of any size: what int() makes of it. Owned. */
static Value bound(VM *vm, Ref v) { return is_int(v) && !is_bool(v) ? retain(v) : import_call(vm, "builtins", "int", &v, 1); }
/* x as one of `k`, as 65 bits: *high says 0 below the least, 1 inside, 2 above the most. */
static bool place_in(VM *vm, const IntegerKind *k, Ref x, uint64_t *bits, int *where)
{
    uint64_t limb;
    bool negative, more;
    if (!random_limbs(vm, x, &limb, 1, &negative, &more)) return false;
    *bits = negative ? -limb : limb;
    if (negative) *where = !more && limb <= -(uint64_t)k->least ? 1 : 0;
    else *where = !more && limb <= k->most ? 1 : 2;
    if (limb == 0 && !more) *where = 1;
    return true;
}
static bool empty(VM *vm, bool closed, bool from_zero)
{
    if (from_zero) return err_false(vm, EXC_ValueError, closed ? "high < 0" : "high <= 0");
    return err_false(vm, EXC_ValueError, closed ? "low > high" : "low >= high");
}
static bool is_one(Ref v, const Np *np) { return !is_array(v, np) || array_size(as_array(v)) == 1; }

/* The bounds of one number: f->low, f->last */
static bool bounds(VM *vm, Filling *f, Ref low, Ref high, bool closed)
{
    Value a = bound(vm, low), b = a ? bound(vm, high) : NO_VALUE;
    if (b && !closed) {
        Value less = op_binary(vm, OP_SUB, b, make_small(1));
        release(vm, b);
        b = less;
    }
    uint64_t x, y;
    int at_x, at_y;
    bool ok = b && place_in(vm, f->k, a, &x, &at_x) && place_in(vm, f->k, b, &y, &at_y);
    if (ok && at_x == 0) ok = err_false(vm, EXC_ValueError, "low is out of bounds for %s", f->k->name);
    if (ok && at_y == 2) ok = err_false(vm, EXC_ValueError, "high is out of bounds for %s", f->k->name);
    if (ok && int_compare(a, b) > 0) ok = empty(vm, closed, int_sign(a) == 0);
    release(vm, a);
    release(vm, b);
    if (!ok) return false;
    f->low = x;
    f->last = y - x;
    f->mask = f->last ? UINT64_MAX >> __builtin_clzll(f->last) : 0;
    return true;
}

static Value one_value(VM *vm, const Filling *f, uint64_t x)
{
    if (f->k->bits == 1) return make_bool(x & 1);
    unsigned shift = 64 - (unsigned)f->k->bits;
    return f->k->sign ? int_from_i64(vm, (int64_t)(x << shift) >> shift) : int_from_u64(vm, x << shift >> shift);
}

/* Bounds that are arrays: objects, each checked on its own, before the first is drawn. */
static Value by_arrays(VM *vm, Np *np, Filling *f, Ref low, Ref high, Ref size, bool closed)
{
    NdArray *a[3] = {NULL, array_from_any(vm, np, low, np->descrs[NP_OBJECT], ARRAY_C | ARRAY_FORCE_CAST), NULL}, *out = NULL;
    NpDims dims, all;
    bool free_size, ok = a[1] && (a[2] = array_from_any(vm, np, high, np->descrs[NP_OBJECT], ARRAY_C | ARRAY_FORCE_CAST)) && random_size(vm, size, &dims, &free_size);
    if (ok && !free_size) ok = (a[0] = array_new(vm, np, np->descrs[f->k->num], dims.v, dims.n, ORDER_C)) != NULL;
    ok = ok && np_broadcast(vm, free_size ? a + 1 : a, free_size ? 2 : 3, &all);
    int64_t strides[2][NP_DIMS_MOST], index[NP_DIMS_MOST] = {0};
    if (ok && a[0] && (all.n != dims.n || memcmp(all.v, dims.v, sizeof *all.v * (size_t)all.n) != 0)) {
        Value x = np_dims_tuple(vm, dims.v, dims.n), y = x ? np_dims_tuple(vm, all.v, all.n) : NO_VALUE;
        if (y) err_raise(vm, EXC_ValueError, "Output size %S is not compatible with broadcast dimensions of inputs %S.", (Ref)x, (Ref)y);
        release(vm, x);
        release(vm, y);
        ok = false;
    }
    out = !ok ? NULL : a[0] ? array_retain(a[0]) : array_new(vm, np, np->descrs[f->k->num], all.v, all.n, ORDER_C);
    ok = out && array_strides_in(vm, a[1], all.v, all.n, strides[0]) && array_strides_in(vm, a[2], all.v, all.n, strides[1]);
    int64_t n = out ? array_size(out) : 0;
    uint64_t(*ranges)[2] = ok ? mem_zalloc(vm->mem, sizeof *ranges * (size_t)(n + 1)) : NULL;
    if (ok && !ranges) ok = (err_no_memory(vm), false);
    for (int64_t i = 0; ok && i < n; i++) {
        int64_t at[2] = {0, 0};
        for (int d = 0; d < all.n; d++)
            for (int k = 0; k < 2; k++) at[k] += index[d] * strides[k][d];
        Value x = retain(*(Value *)(void *)(a[1]->data + at[0])), y = retain(*(Value *)(void *)(a[2]->data + at[1]));
        ok = bounds(vm, f, x ? (Ref)x : (Ref)V_NONE, y ? (Ref)y : (Ref)V_NONE, closed);
        release(vm, x);
        release(vm, y);
        ranges[i][0] = f->low;
        ranges[i][1] = f->last;
        for (int d = all.n - 1; d >= 0 && ++index[d] == all.v[d]; d--) index[d] = 0;
    }
    for (int64_t i = 0; ok && i < n; i++) {
        f->low = ranges[i][0];
        f->last = ranges[i][1];
        f->mask = f->last ? UINT64_MAX >> __builtin_clzll(f->last) : 0;
        store(f->k, out->data, i, f->low + one_below(f));
    }
    if (ranges) mem_free(vm->mem, ranges, sizeof *ranges * (size_t)(n + 1));
    for (int k = 0; k < 3; k++) array_release(vm, a[k]);
    if (!ok) array_release(vm, out);
    return ok ? VAL(out) : NO_VALUE;
}

Value random_integers(VM *vm, Drawer *d, Ref low, Ref high, Ref size, Ref dtype, bool masked, bool closed)
{
    Np *np = np_state(vm);
    const char *of = masked ? "randint" : "integers";
    if (!np) return NO_VALUE;
    if (!high || is_none(high)) {
        high = low;
        low = make_small(0);
    }
    bool is_type = dtype && (dtype == REF(CLASS(int)) || dtype == REF(CLASS(bool))); /* Python's own numbers come */
    Num num = NP_LONG;
    if (dtype) {
        Descr *descr = descr_parse(vm, np, dtype, false);
        if (!descr) return NO_VALUE;
        num = descr->num;
        bool native = descr_is_native(descr), known = num <= NP_ULONGLONG;
        if (!native && !masked) err_raise(vm, EXC_ValueError, "Providing a dtype with a non-native byteorder is not supported. If you require platform-independent byteorder, call byteswap when required.");
        else if (!native &&
                 !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "Providing a dtype with a non-native byteorder is not supported. If you require platform-independent byteorder, call byteswap when "
                                                                    "required.\nIn future version, providing byteorder will raise a ValueError")))
            known = true;
        else if (!known) err_raise(vm, EXC_TypeError, "Unsupported dtype %R for %s", REF(descr), of);
        descr_release(vm, descr);
        if (err_occurred(vm)) return NO_VALUE;
    }
    Filling f = {.d = d, .masked = masked};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].num == num) f.k = &kinds[i];
    NpDims wanted;
    bool none_wanted, alone;
    memset(&wanted, -1, sizeof wanted); /* (a size that could not be read is none) */
    wanted.n = 0;
    if (!random_size(vm, size, &wanted, &alone)) { /* (the bounds are looked at first) */
        if (is_str(size)) return NO_VALUE;
        for (int i = 0; i < wanted.n; i++)
            if (wanted.v[i] == 0) return NO_VALUE;
        err_clear(vm);
        wanted.n = 0;
    }
    none_wanted = false;
    for (int i = 0; i < wanted.n; i++) none_wanted = none_wanted || wanted.v[i] == 0;
    if (none_wanted) return VAL(array_new(vm, np, np->descrs[num], wanted.v, wanted.n, ORDER_C)); /* whatever the bounds */
    bool fast = (is_int(low) || is_float(low)) && (is_int(high) || is_float(high)), single = fast;
    Value a = NO_VALUE, b = NO_VALUE;
    if (!fast) {
        a = VAL(array_from_any(vm, np, low, NULL, 0));
        b = a ? VAL(array_from_any(vm, np, high, NULL, 0)) : NO_VALUE;
        if (!b) {
            release(vm, a);
            return NO_VALUE;
        }
        single = is_one(a, np) && is_one(b, np) && as_array(a)->ndim == 0 && as_array(b)->ndim == 0;
        if (!single && is_one(a, np) && is_one(b, np) && size && !is_none(size)) single = true; /* one pair, as often as is asked for */
    }
    Value r = NO_VALUE;
    if (!single) r = by_arrays(vm, np, &f, a, b, size, closed);
    else if (bounds(vm, &f, fast ? low : (Ref)a, fast ? high : (Ref)b, closed)) {
        NpDims dims;
        bool one;
        if (random_size(vm, size, &dims, &one)) {
            uint64_t x = 0;
            if (one) {
                x = f.low + one_below(&f);
                r = is_type ? one_value(vm, &f, x) : scalar_new(vm, np->descrs[num], (const char *)&x, NULL);
            } else {
                NdArray *out = array_new(vm, np, np->descrs[num], dims.v, dims.n, ORDER_C);
                f.out = out ? out->data : NULL;
                r = VAL(out);
                if (out && !random_fill(vm, array_size(out), fill, &f)) value_clear(vm, &r);
            }
        }
    }
    release(vm, a);
    release(vm, b);
    return r;
}
