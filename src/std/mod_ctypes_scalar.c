/* mod_ctypes_scalar.c: single values in memory: numbers, characters, addresses, objects, by the letter that _type_ has; and arrays of characters read as one value. */
#include "mod_ctypes.h"

#include <wchar.h>

/* ---- whole numbers, and parts of them ---- */

static uint64_t load(const unsigned char *p, unsigned size)
{
    uint64_t u = 0;
    memcpy(&u, p, size); /* (little-endian machines, as all of perch) */
    return u;
}
static uint64_t mask_of(unsigned bits) { return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1; }

static Value whole_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits)
{
    unsigned width = bits.count ? bits.count : s->size * 8u;
    uint64_t u = load(p, s->size) >> bits.low & mask_of(width);
    if (!s->is_signed) return int_from_u64(vm, u);
    if (width < 64 && u >> (width - 1)) u |= ~mask_of(width);
    return int_from_i64(vm, (int64_t)u);
}

/* The lowest 64 bits of an int of any size, two's complement. */
static uint64_t low_bits(Ref v)
{
    int64_t i;
    if (int_fits_i64(v, &i)) return (uint64_t)i;
    const Int *big = (const Int *)BITS(v);
    return big->size < 0 ? -big->limb[0] : big->limb[0];
}
static bool whole_of(VM *vm, Ref v, uint64_t *out)
{
    Value i = num_index(vm, v);
    if (!i) return false;
    *out = low_bits(i);
    release(vm, i);
    return true;
}
static void put_whole(const Scalar *s, unsigned char *p, uint64_t u, Bits bits)
{
    if (bits.count) {
        uint64_t part = mask_of(bits.count) << bits.low;
        u = (load(p, s->size) & ~part) | (u << bits.low & part);
    }
    memcpy(p, &u, s->size);
}
static Value whole_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    uint64_t u;
    if (!whole_of(vm, v, &u)) return NULL;
    put_whole(s, p, u, bits);
    return V_NONE;
}

static Value truth_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits) { return make_bool(load(p, s->size) >> bits.low & mask_of(bits.count ? bits.count : s->size * 8u)); }
static Value truth_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    int truth = op_truth(vm, v);
    if (truth < 0) return NULL;
    put_whole(s, p, s->size == 1 ? (uint64_t)truth : truth ? UINT64_MAX : 0, bits); /* (VARIANT_TRUE is -1) */
    return V_NONE;
}

/* ---- floats ---- */

static Value float_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits)
{
    CValue c;
    memcpy(&c, p, s->size);
    return make_float_any(s->code == 'f' ? (double)c.f : s->code == 'd' ? c.d : (double)c.g);
}
static Value float_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    CValue c = {.raw = {0}};
    double d;
    if (!num_to_double(vm, v, &d)) return NULL;
    if (d != d) d = __builtin_copysign(__builtin_nan(""), d); /* (a NaN of Python's has a payload of its own) */
    if (s->code == 'f') c.f = (float)d;
    else if (s->code == 'd') c.d = d;
    else c.g = (long double)d;
    memcpy(p, &c, s->size);
    return V_NONE;
}

/* ---- characters ---- */

static Value char_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits) { return bytes_from(vm, p, 1); }
static Value char_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    const unsigned char *held;
    int64_t n, i;
    if (bytes_held(v, &held, &n) && n == 1) *p = *held;
    else if (is_int(v) && int_fits_i64(v, &i) && i >= 0 && i < 256) *p = (unsigned char)i;
    else return err_raise(vm, EXC_TypeError, "one character bytes, bytearray or integer expected");
    return V_NONE;
}
/* What a wchar_t may hold and a str may not. */
static bool wide_right(VM *vm, const unsigned char *p, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        uint32_t c;
        memcpy(&c, p + 4 * i, 4);
        if (c > 0x10ffff) return err_false(vm, EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", (unsigned)c);
    }
    return true;
}
Value wide_text(VM *vm, const unsigned char *p, int64_t n)
{
    if (!wide_right(vm, p, n)) return NULL;
    if ((uintptr_t)p % 4 == 0) return str_from_ucs4(vm, (const uint32_t *)(const void *)p, (size_t)n);
    Value copy = bytes_from(vm, p, 4 * n), r = copy ? str_from_ucs4(vm, (const uint32_t *)(const void *)as_bytes(copy)->data, (size_t)n) : NULL;
    release(vm, copy);
    return r;
}
static Value wide_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits) { return wide_text(vm, p, 1); }
static Value wide_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    if (!is_str(v)) return err_raise(vm, EXC_TypeError, "unicode string expected instead of %T instance", v);
    if (as_str(v)->len != 1) return err_raise(vm, EXC_TypeError, "one character unicode string expected");
    uint32_t c = str_at(as_str(v), 0);
    memcpy(p, &c, 4);
    return V_NONE;
}

/* ---- addresses ---- */

static void put_address(unsigned char *p, const void *address) { memcpy(p, &address, sizeof address); }
static void *address_at(const unsigned char *p)
{
    void *address;
    memcpy(&address, p, sizeof address);
    return address;
}

static Value address_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits)
{
    void *address = address_at(p);
    return address ? int_from_u64(vm, (uint64_t)(uintptr_t)address) : V_NONE;
}
static Value address_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    if (!is_none(v) && !is_int(v)) return err_raise(vm, EXC_TypeError, "cannot be converted to pointer");
    put_address(p, is_none(v) ? NULL : (const void *)(uintptr_t)low_bits(v));
    return V_NONE;
}
static Value bytes_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits)
{
    const char *text = address_at(p);
    return text ? bytes_from(vm, text, (int64_t)strlen(text)) : V_NONE;
}
static Value bytes_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    if (is_none(v) || is_int(v)) return address_set(vm, s, p, v, bits);
    if (!is_bytes(v)) return err_raise(vm, EXC_TypeError, "bytes or integer address expected instead of %T instance", v);
    put_address(p, as_bytes(v)->data);
    return retain(v);
}
static Value wides_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits)
{
    const void *text = address_at(p);
    return text ? wide_text(vm, text, (int64_t)wcslen(text)) : V_NONE;
}
/* A str as wchar_t, and a zero: in a bytes object. */
Value wide_bytes(VM *vm, Ref v)
{
    int64_t n = as_str(v)->len;
    Value b = bytes_from(vm, NULL, 4 * (n + 1));
    for (int64_t i = 0; b && i <= n; i++) {
        uint32_t c = i < n ? str_at(as_str(v), i) : 0;
        memcpy(as_bytes(b)->data + 4 * i, &c, 4);
    }
    return b;
}
static Value wides_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    if (is_none(v) || is_int(v)) return address_set(vm, s, p, v, bits);
    if (!is_str(v)) return err_raise(vm, EXC_TypeError, "unicode string or integer address expected instead of %T instance", v);
    Value b = wide_bytes(vm, v);
    if (b) put_address(p, as_bytes(b)->data);
    return b;
}

/* ---- objects: the word itself ---- */

static Value object_get(VM *vm, const Scalar *s, const unsigned char *p, Bits bits)
{
    Ref v = (Ref)address_at(p);
    return v ? retain(v) : err_raise(vm, EXC_ValueError, "PyObject is NULL");
}
static Value object_set(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits)
{
    put_address(p, (const void *)v);
    return retain(v);
}

/* ---- the table ---- */

const char scalar_codes[] = "cbBhHiIlLdfuzZqQPXOv?g"; /* those that the error names: not all are here */
static const Scalar scalars[] = {
#define WHOLE(code, format, type, id) {code, format, sizeof(type), (type)-1 < (type)1, sizeof(type) > 1, false, id, whole_get, whole_set}
    WHOLE('b', 'b', signed char, FFI_SINT8), WHOLE('B', 'B', unsigned char, FFI_UINT8), WHOLE('h', 'h', short, FFI_SINT16), WHOLE('H', 'H', unsigned short, FFI_UINT16),
    WHOLE('i', 'i', int, FFI_SINT32), WHOLE('I', 'I', unsigned, FFI_UINT32), WHOLE('l', 'q', long, FFI_SINT64), WHOLE('L', 'Q', unsigned long, FFI_UINT64),
    WHOLE('q', 'q', long long, FFI_SINT64), WHOLE('Q', 'Q', unsigned long long, FFI_UINT64),
#undef WHOLE
    {'c', 'c', 1, true, false, false, FFI_SINT8, char_get, char_set},
    {'u', 'u', 4, true, false, false, FFI_SINT32, wide_get, wide_set},
    {'?', '?', 1, false, false, false, FFI_UINT8, truth_get, truth_set},
    {'v', 'v', 2, true, false, false, FFI_SINT16, truth_get, truth_set},
    {'f', 'f', sizeof(float), true, true, false, FFI_FLOAT, float_get, float_set},
    {'d', 'd', sizeof(double), true, true, false, FFI_DOUBLE, float_get, float_set},
    {'g', 'g', sizeof(long double), true, false, false, FFI_LONGDOUBLE, float_get, float_set},
    {'P', 'P', sizeof(void *), false, false, true, FFI_POINTER, address_get, address_set},
    {'z', 'z', sizeof(void *), false, false, true, FFI_POINTER, bytes_get, bytes_set},
    {'Z', 'Z', sizeof(void *), false, false, true, FFI_POINTER, wides_get, wides_set},
    {'O', 'O', sizeof(void *), false, false, true, FFI_POINTER, object_get, object_set},
};
_Static_assert(sizeof(long) == 8 && sizeof(wchar_t) == 4, "formats and wide characters are those of 64-bit Unix");

const Scalar *scalar_of(char code)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (scalars[i].code == code) return &scalars[i];
    return NULL;
}

/* ---- in either order of bytes ---- */

static void reverse(unsigned char *to, const unsigned char *from, unsigned size)
{
    for (unsigned i = 0; i < size; i++) to[i] = from[size - 1 - i];
}
Value simple_get(VM *vm, const Info *info, const unsigned char *p, Bits bits)
{
    CValue c;
    if (!info->swapped) return info->scalar->get(vm, info->scalar, p, bits);
    reverse(c.raw, p, info->scalar->size);
    return info->scalar->get(vm, info->scalar, c.raw, bits);
}
/* What is stored of v without any of the program's code: an exact number for what only answers as one; anything else is v itself. */
Value simple_plain(VM *vm, const Info *info, Ref v)
{
    const Scalar *s = info->scalar;
    double d;
    if (s->set == whole_set) return num_index(vm, v);
    if (s->set == truth_set) {
        int truth = op_truth(vm, v);
        return truth < 0 ? NO_VALUE : make_bool(truth);
    }
    if (s->set == float_set) return num_to_double(vm, v, &d) ? make_float_any(d) : NO_VALUE;
    return retain(v);
}
Value simple_set(VM *vm, const Info *info, unsigned char *p, Ref v, Bits bits)
{
    CValue c;
    const Scalar *s = info->scalar;
    uint64_t u = 0;
    if (s->set == whole_set && bits.count) { /* what is beside it is read after the program's code has run */
        if (!whole_of(vm, v, &u)) return NULL;
        if (info->swapped) reverse(c.raw, p, s->size);
        put_whole(s, info->swapped ? c.raw : p, u, bits);
        if (info->swapped) reverse(p, c.raw, s->size);
        return V_NONE;
    }
    if (!info->swapped) return s->set(vm, s, p, v, bits);
    Value keep = s->set(vm, s, c.raw, v, bits);
    if (keep) reverse(p, c.raw, s->size);
    return keep;
}

/* ---- arrays of characters ---- */

Value letters_get(VM *vm, char code, const unsigned char *p, int64_t size)
{
    int64_t n = 0;
    if (code == 'c') {
        while (n < size && p[n]) n++;
        return bytes_from(vm, p, n);
    }
    while (4 * n < size && load(p + 4 * n, 4)) n++;
    return wide_text(vm, p, n);
}

static bool too_long(VM *vm, char code, int64_t n, int64_t room) { return err_false(vm, EXC_ValueError, "%s too long (%lld, maximum length %lld)", code == 'c' ? "bytes" : "string", (long long)n, (long long)room); }

/* With the zero behind it, where there is room for one. */
bool letters_set(VM *vm, char code, unsigned char *p, int64_t size, Ref v)
{
    if (code == 'c') {
        if (!is_bytes(v)) return err_false(vm, EXC_TypeError, "expected bytes, %T found", v);
        int64_t n = as_bytes(v)->len;
        if (n > size) return too_long(vm, code, n, size);
        memcpy(p, as_bytes(v)->data, (size_t)(n < size ? n + 1 : n));
        return true;
    }
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "unicode string expected instead of %T instance", v);
    int64_t n = as_str(v)->len, room = size / 4;
    if (n > room) return too_long(vm, code, n, room);
    for (int64_t i = 0; i < n + (n < room); i++) {
        uint32_t c = i < n ? str_at(as_str(v), i) : 0;
        memcpy(p + 4 * i, &c, 4);
    }
    return true;
}
