/* element.c: one element as Python's own value, and a value as one element: by number, through an aligned place in this machine's order. */
#include <fenv.h>
#include <math.h>

#include "element.h"
#include "digits.h"
#include "promote.h"
#include "scalar.h"
#include "time.h"
#include "transfer.h"

enum { ROOM = 64 }; /* of an element that has no size of its own making: a complex256 is the largest */

/* ---- bytes ---- */

static void turn(char *at, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        char c = at[i];
        at[i] = at[n - 1 - i];
        at[n - 1 - i] = c;
    }
}
/* The bytes that are turned round together. */
static size_t unit_of(const Descr *d)
{
    if (num_is_complex((Num)d->num)) return (size_t)d->size / 2;
    if (d->num == NP_UNICODE) return 4;
    return num_is_flexible((Num)d->num) || d->num == NP_OBJECT ? 1 : (size_t)d->size;
}
void element_swap(const Descr *d, char *at)
{
    if (d->base) {
        for (int64_t i = 0; d->base->size && i < d->size / d->base->size; i++) element_swap(d->base, at + i * d->base->size);
        return;
    }
    if (d->fields) {
        for (int64_t i = 0; i < d->n_fields; i++) element_swap(d->fields[i].descr, at + d->fields[i].offset);
        return;
    }
    size_t unit = unit_of(d);
    for (size_t i = 0; unit > 1 && i + unit <= (size_t)d->size; i += unit) turn(at + i, unit);
}

/* ---- references ---- */

void element_incref(const Descr *d, const char *at)
{
    if (d->num == NP_OBJECT) {
        Value v;
        memcpy(&v, at, sizeof v);
        if (v) retain(v);
    } else if (d->base && descr_has_objects(d))
        for (int64_t i = 0; d->base->size && i < d->size / d->base->size; i++) element_incref(d->base, at + i * d->base->size);
    else if (descr_has_objects(d))
        for (int64_t i = 0; i < d->n_fields; i++) element_incref(d->fields[i].descr, at + d->fields[i].offset);
}
void element_decref(VM *vm, const Descr *d, char *at)
{
    if (d->num == NP_OBJECT) {
        Value v;
        memcpy(&v, at, sizeof v);
        memset(at, 0, sizeof v);
        release(vm, v);
    } else if (d->base && descr_has_objects(d))
        for (int64_t i = 0; d->base->size && i < d->size / d->base->size; i++) element_decref(vm, d->base, at + i * d->base->size);
    else if (descr_has_objects(d))
        for (int64_t i = 0; i < d->n_fields; i++) element_decref(vm, d->fields[i].descr, at + d->fields[i].offset);
}

/* ---- out ---- */

static Value text_item(VM *vm, const Descr *d, const char *at)
{
    int64_t n = d->size / 4;
    uint32_t few[64], *s = n <= 64 ? few : mem_alloc(vm->mem, (size_t)n * 4), c = 0;
    if (!s) return err_no_memory(vm);
    memcpy(s, at, (size_t)n * 4);
    int64_t len = n;
    while (len && !s[len - 1]) len--;
    for (int64_t i = 0; i < len && c <= 0x10FFFF; i++) c = s[i];
    Value v = c > 0x10FFFF ? err_raise(vm, EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", c) : str_from_ucs4(vm, s, (size_t)len);
    if (s != few) mem_free(vm->mem, s, (size_t)n * 4);
    return v;
}

static Value void_item(VM *vm, Descr *d, const char *at, Ref owner)
{
    if (d->base) { /* as an array of its elements */
        NdArray *a = array_make(vm, d->np, NULL, d, NULL, NULL, 0, owner ? (void *)BITS(at) : NULL, ARRAY_WRITEABLE, owner ? retain(owner) : NO_VALUE, NULL);
        if (a && !owner) {
            memcpy(a->data, at, (size_t)d->size);
            element_incref(d, at);
        }
        return VAL(a);
    }
    if (d->fields) {
        Value t = tuple_new(vm, d->n_fields);
        for (int64_t i = 0; t && i < d->n_fields; i++) {
            Value v = element_item(vm, d->fields[i].descr, at + d->fields[i].offset, owner);
            if (!v) {
                release(vm, t);
                return NULL;
            }
            as_tuple(t)->items[i] = v;
        }
        return t;
    }
    return bytes_from(vm, at, d->size);
}

static Value number_item(VM *vm, const Descr *d, const char *at)
{
    switch ((Num)d->num) {
    case NP_BOOL: return make_bool(*at != 0);
    case NP_BYTE: return make_small(*(const int8_t *)at);
    case NP_UBYTE: return make_small(*(const uint8_t *)at);
    case NP_SHORT: return make_small(*(const int16_t *)at);
    case NP_USHORT: return make_small(*(const uint16_t *)at);
    case NP_INT: return make_small(*(const int32_t *)at);
    case NP_UINT: return make_small(*(const uint32_t *)at);
    case NP_LONG: case NP_LONGLONG: return int_from_i64(vm, *(const int64_t *)at);
    case NP_ULONG: case NP_ULONGLONG: return int_from_u64(vm, *(const uint64_t *)at);
    case NP_HALF: return make_float_any(np_half_to_double(*(const uint16_t *)at));
    case NP_FLOAT: return make_float_any((double)*(const float *)at);
    case NP_DOUBLE: return make_float_any(*(const double *)at);
    case NP_CFLOAT: return complex_new(vm, (double)((const float *)at)[0], (double)((const float *)at)[1]);
    case NP_CDOUBLE: return complex_new(vm, ((const double *)at)[0], ((const double *)at)[1]);
    default: break;
    }
    return err_raise(vm, EXC_SystemError, "an element of dtype number %d is no number", d->num);
}

Value element_item(VM *vm, Descr *d, const char *at, Ref owner)
{
    Num num = (Num)d->num;
    if (num == NP_OBJECT) {
        Value v;
        memcpy(&v, at, sizeof v);
        return v ? retain(v) : V_NONE;
    }
    if (num == NP_VOID) return void_item(vm, d, at, owner);
    if (num == NP_STRING) {
        int64_t n = d->size;
        while (n && !at[n - 1]) n--;
        return bytes_from(vm, at, n);
    }
    _Alignas(16) char room[ROOM];
    if (num == NP_UNICODE && descr_is_native(d)) return text_item(vm, d, at);
    char *own = d->size <= ROOM ? room : mem_alloc(vm->mem, (size_t)d->size);
    if (!own) return err_no_memory(vm);
    memcpy(own, at, (size_t)d->size);
    if (!descr_is_native(d)) element_swap(d, own);
    Value v;
    int64_t t;
    if (num == NP_UNICODE) v = text_item(vm, d, own);
    else if (num_is_time(num)) {
        memcpy(&t, own, sizeof t);
        v = time_item(vm, d, t);
    } else if (num == NP_LONGDOUBLE || num == NP_CLONGDOUBLE) /* wider than Python's: stays NumPy's scalar */
        v = scalar_new(vm, d->np->descrs[num], own, NULL);
    else
        v = number_item(vm, d, own);
    if (own != room) mem_free(vm->mem, own, (size_t)d->size);
    return v;
}

int element_truth(VM *vm, Descr *d, const char *at)
{
    switch ((Num)d->num) {
    case NP_OBJECT: {
        Value v;
        memcpy(&v, at, sizeof v);
        if (!v) return 0;
        retain(v);
        int r = op_truth(vm, v);
        release(vm, v);
        return r;
    }
    case NP_STRING:
        for (int64_t i = 0; i < d->size; i++)
            if (at[i] && !strchr(" \t\n\r\v\f", at[i])) return 1;
        return 0;
    case NP_UNICODE:
        for (int64_t i = 0; i + 4 <= d->size; i += 4) {
            uint32_t c;
            memcpy(&c, at + i, 4);
            if (!descr_is_native(d)) c = __builtin_bswap32(c);
            if (c && !(c < 128 && strchr(" \t\n\r\v\f", (int)c))) return 1;
        }
        return 0;
    case NP_VOID:
        for (int64_t i = 0; i < d->n_fields; i++) {
            int r = element_truth(vm, d->fields[i].descr, at + d->fields[i].offset);
            if (r) return r;
        }
        for (int64_t i = 0; !d->fields && i < d->size; i++)
            if (at[i]) return 1;
        return 0;
    case NP_HALF: return (((const unsigned char *)at)[descr_is_native(d) ? 1 : 0] & 0x7F) || ((const unsigned char *)at)[descr_is_native(d) ? 0 : 1];
    default: break;
    }
    _Alignas(16) char room[ROOM];
    memcpy(room, at, (size_t)d->size);
    if (!descr_is_native(d)) element_swap(d, room);
    switch ((Num)d->num) {
    case NP_FLOAT: return *(const float *)room != 0;
    case NP_DOUBLE: return *(const double *)room != 0;
    case NP_LONGDOUBLE: return *(const long double *)room != 0;
    case NP_CFLOAT: return ((const float *)room)[0] != 0 || ((const float *)room)[1] != 0;
    case NP_CDOUBLE: return ((const double *)room)[0] != 0 || ((const double *)room)[1] != 0;
    case NP_CLONGDOUBLE: return ((const long double *)room)[0] != 0 || ((const long double *)room)[1] != 0;
    default: break;
    }
    for (int64_t i = 0; i < d->size; i++)
        if (room[i]) return 1;
    return 0;
}

/* ---- in ---- */

static bool is_sequence_like(VM *vm, Ref v) { return !is_str(v) && !is_bytes(v) && type_of(vm, v)->s.len && type_of(vm, v)->s.getitem && !is_dict(v); }

/* A conversion failed: where v is a sequence, that is what is wrong with it. */
static bool not_one(VM *vm, Ref v)
{
    if (!is_sequence_like(vm, v) || is_scalar(vm, np_state(vm), v) || !(err_matches(vm, EXC_TypeError) || err_matches(vm, EXC_ValueError))) return false;
    Value cause = err_take(vm);
    err_raise(vm, EXC_ValueError, "setting an array element with a sequence.");
    err_from(vm, cause);
    return false;
}

static bool put_bits(VM *vm, const Descr *d, char *at, Ref given, Ref i /*an int*/)
{
    bool is_signed = np_elements[d->num].kind == 'i';
    int64_t v = 0;
    uint64_t bits;
    if (int_fits_i64(i, &v)) bits = (uint64_t)v;
    else if (!is_signed && d->size == 8 && int_sign(i) > 0 && ((const Int *)BITS(i))->size == 1) bits = ((const Int *)BITS(i))->limb[0];
    else return err_false(vm, EXC_OverflowError, is_signed || d->size < 8 ? "Python int too large to convert to C long" : "Python int too large to convert to C unsigned long");
    bool fits = true;
    if (d->size < 8) {
        int64_t top = (int64_t)1 << (8 * d->size - is_signed);
        fits = is_signed ? v >= -top && v < top : v >= 0 && v < top;
    } else if (!is_signed)
        fits = int_sign(i) >= 0;
    if (!fits && is_int(given)) {
        Value text = str_format(vm, "NumPy will stop allowing conversion of out-of-bound Python integers to integer arrays.  The conversion of %S to %s will fail in the future.\n"
                                    "For the old behavior, usually:\n    np.array(value).astype(dtype)\nwill give the desired result (the cast overflows).",
                                i, d->num == NP_LONGLONG ? "int64" : d->num == NP_ULONGLONG ? "uint64" : np_elements[d->num].name);
        if (!err_warn(vm, EXC_DeprecationWarning, text)) return false;
    }
    memcpy(at, &bits, (size_t)d->size);
    return true;
}

static bool put_integer(VM *vm, const Descr *d, char *at, Ref v)
{
    if (is_int(v)) return put_bits(vm, d, at, v, v);
    Value i = call1(vm, REF(CLASS(int)), v);
    bool ok = i ? put_bits(vm, d, at, v, i) : not_one(vm, v);
    release(vm, i);
    return ok;
}

static bool real_of(VM *vm, Ref v, double *out)
{
    if (is_none(v)) return *out = NAN, true;
    if (is_float(v)) return *out = float_of(v), true;
    if (is_int(v) && num_to_double(vm, v, out)) return true;
    Value f = is_int(v) ? NO_VALUE : call1(vm, REF(CLASS(float)), v);
    if (!f) return is_str(v) || is_bytes(v) ? false : not_one(vm, v);
    *out = float_any_of(f);
    release(vm, f);
    return true;
}

/* A number that is too large for its element. */
static bool told(VM *vm, const Descr *d, bool too_large)
{
    if (!too_large) return true;
    casts_begin();
    feraiseexcept(FE_OVERFLOW);
    return casts_tell(vm, d->np, false);
}

static bool put_float(VM *vm, const Descr *d, char *at, Ref v)
{
    double x;
    if (d->num == NP_LONGDOUBLE) {
        long double wide;
        if (is_int(v) || is_str(v) || is_bytes(v)) {
            if (!(is_int(v) ? longdouble_from_int(vm, v, &wide) : longdouble_from_text(vm, v, &wide))) return false;
        } else if (!real_of(vm, v, &x)) return false;
        else wide = x;
        memset(at, 0, sizeof wide);
        memcpy(at, &wide, 10);
        return true;
    }
    if (!real_of(vm, v, &x)) return false;
    float f = (float)x;
    uint16_t h = d->num == NP_HALF ? np_half_from_double(x) : 0;
    if (!told(vm, d, isfinite(x) && (d->num == NP_HALF ? (h & 0x7FFF) == 0x7C00 : d->num == NP_FLOAT && isinf(f)))) return false;
    memcpy(at, d->num == NP_DOUBLE ? (const void *)&x : d->num == NP_FLOAT ? (const void *)&f : (const void *)&h, (size_t)d->size);
    return true;
}

static bool put_complex(VM *vm, const Descr *d, char *at, Ref v)
{
    double re = NAN, im = NAN;
    if (is_complex(v)) re = ((const Complex *)BITS(v))->re, im = ((const Complex *)BITS(v))->im;
    else if (!is_none(v)) {
        Value c = call1(vm, REF(CLASS(complex)), v);
        if (!c) return not_one(vm, v);
        re = ((const Complex *)BITS(c))->re, im = ((const Complex *)BITS(c))->im;
        release(vm, c);
    }
    Np_cfloat f = {(float)re, (float)im};
    Np_cdouble x = {re, im};
    if (d->num == NP_CFLOAT && !told(vm, d, (isfinite(re) && isinf(f.re)) || (isfinite(im) && isinf(f.im)))) return false;
    long double g[2] = {re, im};
    if (d->num == NP_CLONGDOUBLE) {
        memset(at, 0, 32);
        memcpy(at, &g[0], 10);
        memcpy(at + 16, &g[1], 10);
    } else memcpy(at, d->num == NP_CFLOAT ? (const void *)&f : (const void *)&x, (size_t)d->size);
    return true;
}

static bool put_text(VM *vm, const Descr *d, char *at, Ref v)
{
    if (is_sequence_like(vm, v) && !is_scalar(vm, d->np, v) && !is_array(v, d->np) && !buffer_check(vm, v)) return err_false(vm, EXC_ValueError, "setting an array element with a sequence.");
    Value s = is_bytes(v) ? codec_decode(vm, as_bytes(v)->data, as_bytes(v)->len, "ascii", "strict") : op_str(vm, v);
    if (!s) return false;
    const Str *text = as_str(s);
    int64_t most = d->size / 4, n = text->len < most ? text->len : most;
    for (int64_t i = 0; i < most; i++) {
        uint32_t c = i < n ? str_at(text, i) : 0;
        memcpy(at + 4 * i, &c, 4);
    }
    release(vm, s);
    return true;
}

static bool put_bytes(VM *vm, const Descr *d, char *at, Ref v)
{
    if (is_sequence_like(vm, v) && !is_scalar(vm, d->np, v) && !is_array(v, d->np) && !buffer_check(vm, v)) return err_false(vm, EXC_ValueError, "setting an array element with a sequence.");
    Value b = NO_VALUE;
    if (is_bytes(v)) b = retain(v);
    else if (buffer_check(vm, v) && !is_scalar(vm, d->np, v)) b = call1(vm, REF(CLASS(bytes)), v);
    else {
        Value s = op_str(vm, v);
        b = s ? codec_encode(vm, s, "ascii", "strict") : NO_VALUE;
        release(vm, s);
    }
    if (!b) return false;
    int64_t n = as_bytes(b)->len < d->size ? as_bytes(b)->len : d->size;
    memcpy(at, as_bytes(b)->data, (size_t)n);
    memset(at + n, 0, (size_t)(d->size - n));
    release(vm, b);
    return true;
}

static bool put_fields(VM *vm, Descr *d, char *at, Ref v)
{
    if (is_array(v, d->np) && !as_array(v)->ndim && descr_is_structured(as_array(v)->descr)) {
        NdArray *to = array_make(vm, d->np, NULL, d, NULL, NULL, 0, at, ARRAY_WRITEABLE, NO_VALUE, NULL);
        bool copied = to && array_copy_into(vm, to, as_array(v));
        array_release(vm, to);
        return copied;
    }
    Value items = retain(v); /* a tuple: one value a field. What else there is goes into every field */
    bool ok = true, one = !is_tuple(v);
    if (!one && as_tuple(v)->len != d->n_fields)
        ok = err_false(vm, EXC_ValueError, "could not assign tuple of length %lld to structure with %lld fields.", (long long)as_tuple(v)->len, (long long)d->n_fields);
    for (int64_t i = 0; ok && i < d->n_fields; i++) ok = element_put(vm, d->fields[i].descr, at + d->fields[i].offset, one ? (Ref)items : (Ref)as_tuple(items)->items[i]);
    release(vm, items);
    return ok;
}

static bool put_subarray(VM *vm, Descr *d, char *at, Ref v)
{
    NdArray *to = array_make(vm, d->np, NULL, d, NULL, NULL, 0, at, ARRAY_WRITEABLE, NO_VALUE, NULL);
    NdArray *from = to ? array_from_any(vm, d->np, v, d->base, ARRAY_FORCE_CAST) : NULL;
    bool ok = from && array_copy_into(vm, to, from);
    array_release(vm, from);
    array_release(vm, to);
    return ok;
}

static bool put_void(VM *vm, Descr *d, char *at, Ref v)
{
    if (d->base) return put_subarray(vm, d, at, v);
    if (d->fields) return put_fields(vm, d, at, v);
    BufferView view;
    if (is_str(v)) return err_false(vm, EXC_TypeError, "a bytes-like object is required, not 'str'");
    if (!buffer_get(vm, v, &view)) return false;
    int64_t n = view.len < d->size ? view.len : d->size;
    memcpy(at, view.data, (size_t)n);
    memset(at + n, 0, (size_t)(d->size - n));
    buffer_release(vm, &view);
    return true;
}

/* One value into an aligned native place. */
static bool put_native(VM *vm, Descr *d, char *at, Ref v)
{
    Num num = (Num)d->num;
    int64_t t;
    if (num == NP_BOOL) {
        int r = op_truth(vm, v);
        if (r < 0) return false;
        *at = (char)r;
        return true;
    }
    if (num_is_integer(num)) return put_integer(vm, d, at, v);
    if (num_is_float(num)) return put_float(vm, d, at, v);
    if (num_is_complex(num)) return put_complex(vm, d, at, v);
    if (num == NP_UNICODE) return put_text(vm, d, at, v);
    if (num == NP_STRING) return put_bytes(vm, d, at, v);
    if (num == NP_VOID) return put_void(vm, d, at, v);
    if (!time_put(vm, d, v, &t)) return false;
    memcpy(at, &t, sizeof t);
    return true;
}

/* A scalar of NumPy's (or a text for a number) goes by its own dtype: what a cast of it gives. */
static bool put_cast(VM *vm, Descr *d, char *at, Ref v, bool *done)
{
    Np *np = d->np;
    *done = false;
    bool of_numpy = is_scalar(vm, np, v), words = is_str(v) || is_bytes(v), scalar = of_numpy && !words;
    bool text = words && num_is_number((Num)d->num) && (d->num != NP_BOOL || of_numpy); /* (a plain text is true or not) */
    if (!scalar && !text && !(is_array(v, np) && !as_array(v)->ndim)) return true;
    NdArray *from = scalar ? scalar_array(vm, np, v) : array_from_any(vm, np, v, NULL, 0);
    if (!from) return *done = true, false;
    if (!scalar && descr_equivalent(vm, from->descr, d)) { /* its own dtype */
        array_release(vm, from);
        return true;
    }
    Transfer t;
    bool ok = transfer_open(vm, &t, from->descr, d, array_is(from, ARRAY_ALIGNED), false);
    if (ok) {
        casts_begin();
        ok = transfer_run(vm, &t, from->data, 0, at, 0, 1) && casts_tell(vm, np, t.calls);
        transfer_close(vm, &t);
    }
    array_release(vm, from);
    return *done = true, ok;
}

bool element_put(VM *vm, Descr *d, char *at, Ref v)
{
    if (d->num == NP_OBJECT) {
        Value old, now = retain(v);
        memcpy(&old, at, sizeof old);
        memcpy(at, &now, sizeof now);
        release(vm, old);
        return true;
    }
    bool done;
    if (is_heap(v)) {
        if (!put_cast(vm, d, at, v, &done)) return false;
        if (done) return true;
    }
    if (d->num == NP_VOID || (descr_is_native(d) && ((uintptr_t)at & (uintptr_t)(d->align - 1)) == 0)) return put_native(vm, d, at, v);
    _Alignas(16) char room[ROOM];
    char *own = d->size <= ROOM ? room : mem_alloc(vm->mem, (size_t)d->size);
    if (!own) return err_no_memory(vm), false;
    bool ok = put_native(vm, d, own, v);
    if (ok && !descr_is_native(d)) element_swap(d, own);
    if (ok) memcpy(at, own, (size_t)d->size);
    if (own != room) mem_free(vm->mem, own, (size_t)d->size);
    return ok;
}

/* ---- order ---- */

#define THREE_WAY(x, y) ((x) < (y) ? -1 : (x) > (y))
static int order_real(long double x, long double y) /* NaN stands last */
{
    if (x != x || y != y) return (x != x) - (y != y);
    return THREE_WAY(x, y);
}

static int order_objects(VM *vm, const char *a, const char *b, bool *failed)
{
    Value x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    x = x ? retain(x) : V_NONE;
    y = y ? retain(y) : V_NONE;
    int less = op_compare_bool(vm, x, y, CMP_LT), more = less ? 0 : op_compare_bool(vm, x, y, CMP_GT);
    release(vm, x);
    release(vm, y);
    if (less < 0 || more < 0) *failed = true;
    return less > 0 ? -1 : more > 0;
}

int element_compare(VM *vm, Descr *d, const char *a, const char *b, bool *failed)
{
    Num num = (Num)d->num;
    if (num == NP_OBJECT) return order_objects(vm, a, b, failed);
    if (num == NP_VOID && d->fields) {
        int r = 0;
        for (int64_t i = 0; !r && !*failed && i < d->n_fields; i++) r = element_compare(vm, d->fields[i].descr, a + d->fields[i].offset, b + d->fields[i].offset, failed);
        return r;
    }
    if (num == NP_VOID && d->base) {
        int r = 0;
        for (int64_t i = 0; !r && !*failed && d->base->size && i < d->size / d->base->size; i++) r = element_compare(vm, d->base, a + i * d->base->size, b + i * d->base->size, failed);
        return r;
    }
    if (num == NP_STRING || num == NP_VOID) {
        int r = memcmp(a, b, (size_t)d->size);
        return THREE_WAY(r, 0);
    }
    if (num == NP_UNICODE) {
        for (int64_t i = 0; i < d->size; i += 4) {
            uint32_t x, y;
            memcpy(&x, a + i, 4);
            memcpy(&y, b + i, 4);
            if (!descr_is_native(d)) x = __builtin_bswap32(x), y = __builtin_bswap32(y);
            if (x != y) return THREE_WAY(x, y);
        }
        return 0;
    }
    _Alignas(16) char p[ROOM], q[ROOM];
    memcpy(p, a, (size_t)d->size);
    memcpy(q, b, (size_t)d->size);
    if (!descr_is_native(d)) element_swap(d, p), element_swap(d, q);
    switch (num) {
    case NP_HALF: return order_real(np_half_to_float(*(const uint16_t *)p), np_half_to_float(*(const uint16_t *)q));
    case NP_FLOAT: return order_real(*(const float *)p, *(const float *)q);
    case NP_DOUBLE: return order_real(*(const double *)p, *(const double *)q);
    case NP_LONGDOUBLE: return order_real(*(const long double *)p, *(const long double *)q);
    case NP_CFLOAT: case NP_CDOUBLE: case NP_CLONGDOUBLE: {
        long double x[2], y[2];
        for (int i = 0; i < 2; i++) {
            x[i] = num == NP_CFLOAT ? (long double)((const float *)p)[i] : num == NP_CDOUBLE ? (long double)((const double *)p)[i] : ((const long double *)p)[i];
            y[i] = num == NP_CFLOAT ? (long double)((const float *)q)[i] : num == NP_CDOUBLE ? (long double)((const double *)q)[i] : ((const long double *)q)[i];
        }
        bool nx = x[0] != x[0] || x[1] != x[1], ny = y[0] != y[0] || y[1] != y[1];
        if (nx != ny) return nx - ny;
        int r = order_real(x[0], y[0]);
        return r ? r : order_real(x[1], y[1]);
    }
    case NP_DATETIME: case NP_TIMEDELTA: {
        int64_t x = *(const int64_t *)p, y = *(const int64_t *)q;
        if (x == NAT || y == NAT) return (x == NAT) - (y == NAT);
        return THREE_WAY(x, y);
    }
    case NP_BOOL: return THREE_WAY(!!*p, !!*q);
    case NP_BYTE: return THREE_WAY(*(const int8_t *)p, *(const int8_t *)q);
    case NP_SHORT: return THREE_WAY(*(const int16_t *)p, *(const int16_t *)q);
    case NP_INT: return THREE_WAY(*(const int32_t *)p, *(const int32_t *)q);
    case NP_LONG: case NP_LONGLONG: return THREE_WAY(*(const int64_t *)p, *(const int64_t *)q);
    default: break;
    }
    uint64_t x = 0, y = 0;
    memcpy(&x, p, (size_t)d->size);
    memcpy(&y, q, (size_t)d->size);
    return THREE_WAY(x, y);
}

/* ---- float16 ---- */

float np_half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, e = (h >> 10) & 31, m = h & 0x3FF, bits;
    if (e == 31) bits = sign | 0x7F800000 | m << 13;
    else if (e) bits = sign | (e + 112) << 23 | m << 13;
    else {
        float f = (float)m * 0x1p-24f;
        return sign ? -f : f;
    }
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}
double np_half_to_double(uint16_t h)
{
    if ((h >> 10 & 31) != 31) return (double)np_half_to_float(h);
    uint64_t bits = (uint64_t)(h & 0x8000) << 48 | UINT64_C(0x7FF) << 52 | (uint64_t)(h & 0x3FF) << 42; /* (a conversion would make a signalling NaN a quiet one, and tell) */
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
/* Rounded once, to the nearest, ties to even. NaNs are known by their bits: a comparison with a signalling one tells of it. */
uint16_t np_half_from_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    double a = fabs(d);
    if ((bits & ~(UINT64_C(1) << 63)) > UINT64_C(0x7FF) << 52) return (uint16_t)(sign | 0x7C00 | (bits >> 42 & 0x3FF ? bits >> 42 & 0x3FF : 1));
    if (a >= 65520) {
        if (a < INFINITY) feraiseexcept(FE_OVERFLOW);
        return sign | 0x7C00;
    }
    if (a < 0x1p-14) return (uint16_t)(sign | (uint16_t)nearbyint(a * 0x1p24)); /* below the normal ones, or just there */
    int e;
    double m = frexp(a, &e);                            /* [0.5, 1) * 2^e */
    uint32_t whole = (uint32_t)nearbyint(m * 0x1p11);   /* [1024, 2048] */
    return (uint16_t)(sign | (((uint32_t)(e + 13) << 10) + whole));
}
uint16_t np_half_from_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if ((bits & 0x7FFFFFFF) <= 0x7F800000) return np_half_from_double((double)f);
    return (uint16_t)((bits >> 16 & 0x8000) | 0x7C00 | (bits >> 13 & 0x3FF ? bits >> 13 & 0x3FF : 1));
}
