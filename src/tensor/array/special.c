/* special.c: functions over whole arrays that are no ufuncs: counting, interpolating, correlating, bits in bytes, indices in one number.
 *
 * Each takes its operands as plain arrays first: C-contiguous, aligned, of one dtype. Loops then run over memory that no program's code sees.
 */
#include "special.h"

#include "element.h"
#include "ufunc.h"

#include <math.h>

enum { PLAIN = ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE };

/* max_ndim 0: any */
static NdArray *plain_of(VM *vm, Np *np, Ref v, Descr *d, int min_ndim, int max_ndim)
{
    bool list = is_list(v) || is_tuple(v); /* (of others the depth is blamed before the dtype) */
    NdArray *given = list ? NULL : array_from_any(vm, np, v, NULL, 0), *a = given;
    if (list || (given && given->ndim >= min_ndim && (!max_ndim || given->ndim <= max_ndim))) {
        a = array_from(vm, np, list || is_array(v, np) || !array_size(given) || !given->ndim ? v : REF(given), d, 0, 0, PLAIN, ORDER_C);
        array_release(vm, given);
    }
    if (!a || (a->ndim >= min_ndim && (!max_ndim || a->ndim <= max_ndim))) return a;
    err_raise(vm, EXC_ValueError, a->ndim < min_ndim ? "object of too small depth for desired array" : "object too deep for desired array");
    array_release(vm, a);
    return NULL;
}
static NdArray *plain(VM *vm, Np *np, Ref v, Num num, int min_ndim, int max_ndim) { return plain_of(vm, np, v, descr_shared(np, num), min_ndim, max_ndim); }
static const double *doubles(const NdArray *a) { return (const double *)(const void *)a->data; }
static const int64_t *longs(const NdArray *a) { return (const int64_t *)(const void *)a->data; }

bool operands_broadcast(VM *vm, NdArray *const *arrays, int n, NpDims *out)
{
    if (np_broadcast(vm, arrays, n, out)) return true;
    if (!err_matches(vm, EXC_ValueError)) return false;
    err_clear(vm);
    StrB b = STRB_INIT(vm);
    for (int i = 0; i < n; i++) {
        strb_char(&b, '(');
        for (int d = 0; d < arrays[i]->ndim; d++) strb_format(&b, d ? ",%lld" : "%lld", (long long)arrays[i]->shape[d]);
        strb_c(&b, arrays[i]->ndim == 1 ? ",) " : ") ");
    }
    Value shapes = strb_take(&b);
    if (shapes) err_raise(vm, EXC_ValueError, "operands could not be broadcast together with shapes %U", (Ref)shapes);
    release(vm, shapes);
    return false;
}

/* ---- bincount ---- */
static bool bincount_length(VM *vm, const NdArray *list, Ref minlength, int64_t *out)
{
    int64_t n = array_size(list), most = -1, least = 0;
    const int64_t *v = longs(list);
    if (minlength && !is_none(minlength) && !np_integer(vm, minlength, out, "an integer is required")) return false;
    if (!minlength || is_none(minlength)) *out = 0;
    if (minlength && is_none(minlength) && !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "0 should be passed as minlength instead of None; this will error in future."))) return false;
    if (*out < 0) return err_false(vm, EXC_ValueError, "'minlength' must not be negative");
    for (int64_t i = 0; i < n; i++) {
        most = v[i] > most ? v[i] : most;
        least = v[i] < least ? v[i] : least;
    }
    if (least < 0) return err_false(vm, EXC_ValueError, "'list' argument must have no negative elements");
    if (most >= *out) *out = most + 1;
    return true;
}

static NdArray *bincount_weighted(VM *vm, Np *np, const NdArray *list, const NdArray *weights, int64_t length)
{
    if (array_size(weights) != array_size(list)) return err_raise(vm, EXC_ValueError, "The weights and list don't have the same length."), NULL;
    NdArray *out = array_zeros(vm, np, descr_shared(np, NP_DOUBLE), &length, 1, ORDER_C);
    if (!out) return NULL;
    double *sums = (double *)(void *)out->data;
    const int64_t *v = longs(list);
    const double *w = doubles(weights);
    for (int64_t i = 0, n = array_size(list); i < n; i++) sums[v[i]] += w[i];
    return out;
}

static NdArray *bincount_plain(VM *vm, Np *np, const NdArray *list, int64_t length)
{
    NdArray *out = array_zeros(vm, np, descr_shared(np, NP_LONG), &length, 1, ORDER_C);
    if (!out) return NULL;
    int64_t *counts = (int64_t *)(void *)out->data;
    const int64_t *v = longs(list);
    for (int64_t i = 0, n = array_size(list); i < n; i++) counts[v[i]]++;
    return out;
}

static Value bincount(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    int64_t length;
    NdArray *list = np ? plain(vm, np, a[0], NP_LONG, 1, 1) : NULL, *weights = NULL, *out = NULL;
    if (!list) return NULL;
    if (bincount_length(vm, list, a[2], &length)) {
        if (!a[1] || is_none(a[1]) || array_size(list) == 0) out = bincount_plain(vm, np, list, length);
        else if ((weights = plain(vm, np, a[1], NP_DOUBLE, 1, 1))) out = bincount_weighted(vm, np, list, weights, length);
    }
    array_release(vm, list);
    array_release(vm, weights);
    return VAL(out);
}

/* ---- interp: straight lines between points ---- */
/* The interval of x: i with at[i] <= x < at[i + 1]; -1 before the first point, n behind the last. Begins where the last one lay. */
static int64_t interval_of(const double *at, int64_t n, double x, int64_t near)
{
    if (x > at[n - 1]) return n;
    if (x < at[0]) return -1;
    int64_t low = 0, high = n;
    if (near >= 0 && near < n && at[near] <= x) {
        low = near;
        if (near + 1 < n && x < at[near + 1]) return near;
        if (near + 2 < n && x < at[near + 2]) return near + 1;
    }
    while (high - low > 1) {
        int64_t mid = low + (high - low) / 2;
        if (at[mid] <= x) low = mid;
        else high = mid;
    }
    return low;
}

static double between(double x, double x0, double x1, double y0, double y1)
{
    double slope = (y1 - y0) / (x1 - x0), y = slope * (x - x0) + y0;
    if (y == y) return y;
    y = slope * (x - x1) + y1;
    return y != y && y0 == y1 ? y0 : y;
}

typedef struct Ends { double left[2], right[2]; } Ends;

/* parts: 1, or 2 for complex values that lie side by side */
static void interp_fill(const double *x, int64_t n, const double *xp, const double *fp, int64_t points, const Ends *ends, int parts, double *out)
{
    int64_t j = 0;
    for (int64_t i = 0; i < n; i++) {
        double v = x[i], *to = out + parts * i;
        if (v != v) {
            to[0] = v;
            if (parts == 2) to[1] = 0;
            continue;
        }
        j = interval_of(xp, points, v, j);
        for (int p = 0; p < parts; p++) {
            if (j < 0) to[p] = ends->left[p];
            else if (j >= points) to[p] = ends->right[p];
            else if (j == points - 1 || xp[j] == v) to[p] = fp[parts * j + p];
            else to[p] = between(v, xp[j], xp[j + 1], fp[parts * j + p], fp[parts * (j + 1) + p]);
        }
        if (j < 0) j = 0;
    }
}

static bool end_take(VM *vm, Ref v, int parts, double *out)
{
    if (!v || is_none(v)) return true;
    if (parts == 1) return num_to_double(vm, v, out);
    Value as = call1(vm, REF(CLASS(complex)), v);
    if (!as) return false;
    out[0] = ((Complex *)BITS(as))->re;
    out[1] = ((Complex *)BITS(as))->im;
    release(vm, as);
    return true;
}

static Value interp_parts(VM *vm, const Ref *a, int parts)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    Num num = parts == 2 ? NP_CDOUBLE : NP_DOUBLE;
    NdArray *fp = plain(vm, np, a[2], num, 1, 1), *xp = fp ? plain(vm, np, a[1], NP_DOUBLE, 1, 1) : NULL, *x = xp ? plain(vm, np, a[0], NP_DOUBLE, 0, 0) : NULL, *out = NULL;
    int64_t points = xp ? array_size(xp) : 0;
    bool ok = x && (points || err_false(vm, EXC_ValueError, "array of sample points is empty"));
    ok = ok && (array_size(fp) == points || err_false(vm, EXC_ValueError, "fp and xp are not of the same length."));
    if (ok) {
        Ends ends = {0};
        memcpy(ends.left, fp->data, sizeof(double) * (size_t)parts);
        memcpy(ends.right, fp->data + sizeof(double) * (size_t)(parts * (points - 1)), sizeof(double) * (size_t)parts);
        if (end_take(vm, a[3], parts, ends.left) && end_take(vm, a[4], parts, ends.right)) out = array_new(vm, np, descr_shared(np, num), x->shape, x->ndim, ORDER_C);
        if (out) interp_fill(doubles(x), array_size(x), doubles(xp), doubles(fp), points, &ends, parts, (double *)(void *)out->data);
    }
    array_release(vm, fp);
    array_release(vm, xp);
    array_release(vm, x);
    return out ? array_return(vm, out) : NULL;
}

static Value interp(VM *vm, const Ref *a, int n, Ref kw) { return (void)n, (void)kw, interp_parts(vm, a, 1); }
static Value interp_complex(VM *vm, const Ref *a, int n, Ref kw) { return (void)n, (void)kw, interp_parts(vm, a, 2); }

/* ---- correlate ----
 * out[i] = sum over j of a[i - left + j] * v[j], where that lies in a. Outputs are made in blocks that stay in the cache, one v[j] after the other: that runs over memory side by side. */
enum { CORRELATE_BLOCK = 2048 };
typedef enum Conjugate { CONJUGATE_NONE, CONJUGATE_SHORT, CONJUGATE_LONG } Conjugate; /* which of the two counts with its imaginary part turned round */
typedef void (*CorrelateFn)(const void *a, int64_t n, const void *v, int64_t m, void *out, int64_t left, int64_t from, int64_t to, Conjugate conjugate);

#define CORRELATE(name, ctype, sum, STEP)                                                                                                                          \
    static void correlate_##name(const void *a_, int64_t n, const void *v_, int64_t m, void *out_, int64_t left, int64_t from, int64_t to, Conjugate conjugate)          \
    {                                                                                                                                                               \
        const ctype *a = a_, *v = v_;                                                                                                                               \
        ctype *out = out_;                                                                                                                                          \
        (void)conjugate;                                                                                                                                            \
        for (int64_t j = 0; j < m; j++) {                                                                                                                           \
            int64_t shift = j - left, low = from > -shift ? from : -shift, high = to < n - shift ? to : n - shift;                                                  \
            const ctype by = v[j];                                                                                                                                  \
            for (int64_t i = low; i < high; i++) STEP                                                                                                               \
        }                                                                                                                                                           \
    }
#define MULTIPLY_ADD(ctype) { out[i] = (ctype)(out[i] + a[i + shift] * by); }
CORRELATE(bool, unsigned char, int, { out[i] = out[i] || (a[i + shift] && by); })
CORRELATE(u8, uint8_t, int, MULTIPLY_ADD(uint8_t))
CORRELATE(u16, uint16_t, int, { out[i] = (uint16_t)(out[i] + (uint32_t)a[i + shift] * by); })
CORRELATE(u32, uint32_t, int, MULTIPLY_ADD(uint32_t))
CORRELATE(u64, uint64_t, int, MULTIPLY_ADD(uint64_t))
CORRELATE(float, float, int, MULTIPLY_ADD(float))
CORRELATE(double, double, int, MULTIPLY_ADD(double))
CORRELATE(longdouble, long double, int, MULTIPLY_ADD(long double))
CORRELATE(half, uint16_t, int, { out[i] = np_half_from_float(np_half_to_float(out[i]) + np_half_to_float(a[i + shift]) * np_half_to_float(by)); })
#define COMPLEX_STEP                                                                                                      \
    {                                                                                                                     \
        const __typeof__(by.im) im = conjugate == CONJUGATE_SHORT ? -by.im : by.im, other = conjugate == CONJUGATE_LONG ? -a[i + shift].im : a[i + shift].im; \
        out[i].re += a[i + shift].re * by.re - other * im;                                                                \
        out[i].im += a[i + shift].re * im + other * by.re;                                                                \
    }
CORRELATE(cfloat, Np_cfloat, int, COMPLEX_STEP)
CORRELATE(cdouble, Np_cdouble, int, COMPLEX_STEP)
CORRELATE(clongdouble, Np_clongdouble, int, COMPLEX_STEP)

static CorrelateFn correlate_loop(Num num)
{
    switch (num) {
    case NP_BOOL: return correlate_bool;
    case NP_HALF: return correlate_half;
    case NP_FLOAT: return correlate_float;
    case NP_DOUBLE: return correlate_double;
    case NP_LONGDOUBLE: return correlate_longdouble;
    case NP_CFLOAT: return correlate_cfloat;
    case NP_CDOUBLE: return correlate_cdouble;
    case NP_CLONGDOUBLE: return correlate_clongdouble;
    default: break;
    }
    if (!num_is_integer(num) && num != NP_TIMEDELTA) return NULL;
    switch (np_elements[num].bytes) {
    case 1: return correlate_u8; /* signed ones wrap alike */
    case 2: return correlate_u16;
    case 4: return correlate_u32;
    default: return correlate_u64;
    }
}

static Value object_at(const NdArray *a, int64_t i)
{
    Value v = ((Value *)(void *)a->data)[i];
    return retain(v ? v : V_NONE);
}

/* One output of objects: their own * and +. */
static Value correlate_object(VM *vm, const NdArray *a, const NdArray *v, int64_t first)
{
    Value sum = NO_VALUE;
    int64_t n = array_size(a), m = array_size(v);
    for (int64_t j = 0; j < m; j++) {
        if (first + j < 0 || first + j >= n) continue;
        Value x = object_at(a, first + j), y = object_at(v, j), product = op_binary(vm, OP_MUL, x, y), next = product;
        release(vm, x);
        release(vm, y);
        if (product && sum) {
            next = op_binary(vm, OP_ADD, sum, product);
            release(vm, product);
        }
        release(vm, sum);
        sum = next;
        if (!sum) return NULL;
    }
    return sum ? sum : make_small(0);
}

static bool correlate_fill(VM *vm, const NdArray *a, const NdArray *v, NdArray *out, int64_t left, Conjugate conjugate)
{
    int64_t n = array_size(out);
    if (out->descr->num == NP_OBJECT) {
        for (int64_t i = 0; i < n; i++) {
            Value sum = correlate_object(vm, a, v, i - left);
            if (!sum) return false;
            value_put(vm, &((Value *)(void *)out->data)[i], sum);
            if (!vm_poll(vm)) return false;
        }
        return true;
    }
    CorrelateFn loop = correlate_loop((Num)out->descr->num);
    if (!loop) return err_false(vm, EXC_ValueError, "data type must provide an itemsize");
    for (int64_t from = 0; from < n; from += CORRELATE_BLOCK) {
        int64_t to = n - from < CORRELATE_BLOCK ? n : from + CORRELATE_BLOCK;
        loop(a->data, array_size(a), v->data, array_size(v), out->data, left, from, to, conjugate);
        if (!vm_poll(vm)) return false;
    }
    return true;
}

static void reverse(NdArray *a)
{
    int64_t n = array_size(a), size = a->descr->size;
    char t[32];
    for (int64_t i = 0; i < n / 2; i++) {
        char *x = a->data + i * size, *y = a->data + (n - 1 - i) * size;
        memcpy(t, x, (size_t)size);
        memcpy(x, y, (size_t)size);
        memcpy(y, t, (size_t)size);
    }
}

static NdArray *conjugated(VM *vm, Np *np, NdArray *v /*taken*/)
{
    if (v->descr->num != NP_OBJECT) return v;
    Value r = ufunc_call(vm, ufunc_named(vm, np, "conjugate"), (const Ref[]){REF(v)}, 1);
    array_release(vm, v);
    if (!r) return NULL;
    NdArray *out = array_from(vm, np, r, descr_shared(np, NP_OBJECT), 1, 1, PLAIN, ORDER_C);
    release(vm, r);
    return out;
}

/* mode: 0 where they overlap wholly, 1 as long as the longer, 2 wherever they overlap */
static Value correlate_arrays(VM *vm, Np *np, Ref x, Ref y, int64_t mode, bool second /*correlate2: conjugated, and the order counts*/)
{
    NdArray *p = array_from_any(vm, np, x, NULL, 0), *q = p ? array_from_any(vm, np, y, NULL, 0) : NULL, *a = NULL, *v = NULL, *out = NULL;
    Descr *d = q ? descr_promote(vm, p->descr, q->descr) : NULL, *native = d ? descr_ordered(vm, d, '=') : NULL;
    if (native) a = plain_of(vm, np, REF(p), native, 1, 1);
    if (a) v = plain_of(vm, np, REF(q), native, 1, 1);
    if (v && second) v = conjugated(vm, np, v);
    array_release(vm, p);
    array_release(vm, q);
    descr_release(vm, d);
    bool ok = v && (array_size(a) || err_false(vm, EXC_ValueError, "first array argument cannot be empty"));
    ok = ok && (array_size(v) || err_false(vm, EXC_ValueError, "second array argument cannot be empty"));
    bool swapped = ok && array_size(a) < array_size(v);
    if (swapped) {
        NdArray *t = a;
        a = v;
        v = t;
    }
    if (ok) {
        int64_t n = array_size(a), m = array_size(v), left = mode == 0 ? 0 : mode == 1 ? m / 2 : m - 1, length = mode == 0 ? n - m + 1 : mode == 1 ? n : n + m - 1;
        out = array_zeros(vm, np, native, &length, 1, ORDER_C);
        ok = out && correlate_fill(vm, a, v, out, left, !second ? CONJUGATE_NONE : swapped ? CONJUGATE_LONG : CONJUGATE_SHORT);
        if (ok && swapped && second) reverse(out);
    }
    descr_release(vm, native);
    array_release(vm, a);
    array_release(vm, v);
    if (ok) return array_return(vm, out);
    array_release(vm, out);
    return NULL;
}

static bool correlate_mode(VM *vm, Ref v, int64_t *out)
{
    static const char *const modes[] = {"valid", "same", "full"};
    *out = 0;
    if (!v) return true;
    if (is_str(v)) {
        for (int m = 0; m < 3; m++)
            if (str_equal_c(v, modes[m])) return *out = m, true;
        for (int m = 0; m < 3; m++)
            if (as_str(v)->len && (str_at(as_str(v), 0) | 32) == (unsigned char)modes[m][0]) {
                *out = m;
                return err_warn(vm, EXC_DeprecationWarning,
                                str_from_c(vm, "inexact matches and case insensitive matches for convolve/correlate mode are deprecated, please use one of 'valid', 'same', or 'full' instead."));
            }
        return err_false(vm, EXC_ValueError, "mode must be one of 'valid', 'same', or 'full' (got %R)", v);
    }
    if (!np_integer(vm, v, out, "") || *out < INT32_MIN || *out > INT32_MAX) return err_clear(vm), err_false(vm, EXC_TypeError, "convolve/correlate mode not understood");
    return (*out >= 0 && *out <= 2) || err_false(vm, EXC_ValueError, "integer convolve/correlate mode must be 0, 1, or 2");
}

static Value correlate(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    int64_t mode;
    return np && correlate_mode(vm, a[2], &mode) ? correlate_arrays(vm, np, a[0], a[1], mode, false) : NULL;
}

static Value correlate2(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    int64_t mode;
    return np && correlate_mode(vm, a[2], &mode) ? correlate_arrays(vm, np, a[0], a[1], mode, true) : NULL;
}

/* ---- packbits, unpackbits: an array seen as [outer][n][inner] around its axis ---- */
static bool bit_order(VM *vm, Ref v, bool *little)
{
    *little = false;
    if (!v) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "argument 3 must be str, not %T", v);
    *little = as_str(v)->len && str_at(as_str(v), 0) == 'l';
    return *little || (as_str(v)->len && str_at(as_str(v), 0) == 'b') || err_false(vm, EXC_ValueError, "'order' must be either 'little' or 'big'");
}

typedef struct Along { int64_t outer, n, inner; int axis; } Along;

/* axis None: as one line; *a becomes a view of it. */
static bool along_open(VM *vm, NdArray **a, Ref axis, Along *out)
{
    int64_t at = 0, size = array_size(*a);
    if (!axis || is_none(axis) || (*a)->ndim == 0) {
        if (axis && !is_none(axis) && (!num_index_i64(vm, axis, &at) || !np_axis(vm, &at, 1))) return false;
        NdArray *line = array_view(vm, *a, NULL, &size, (const int64_t[]){(*a)->descr->size}, 1, (*a)->data);
        if (!line) return false;
        array_release(vm, *a);
        *a = line;
        *out = (Along){1, size, 1, 0};
        return true;
    }
    if (!num_index_i64(vm, axis, &at) || !np_axis(vm, &at, (*a)->ndim)) return false;
    *out = (Along){1, (*a)->shape[at], 1, (int)at};
    for (int d = 0; d < (*a)->ndim; d++) *(d < at ? &out->outer : &out->inner) *= d == at ? 1 : (*a)->shape[d];
    return true;
}

static bool element_is_set(const char *at, int64_t size)
{
    for (int64_t i = 0; i < size; i++)
        if (at[i]) return true;
    return false;
}

/* Eight bytes that lie side by side, each 0 or not, as the bits of one. */
static unsigned char pack_eight(const char *at, bool little)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t w;
    memcpy(&w, at, 8);
    w = (((w & low) + low) | w) >> 7 & UINT64_C(0x0101010101010101);
    return (unsigned char)((w * (little ? UINT64_C(0x0102040810204080) : UINT64_C(0x8040201008040201))) >> 56);
}

static void pack(const NdArray *a, const Along *s, bool little, unsigned char *out)
{
    int64_t size = a->descr->size, bytes = (s->n + 7) / 8, step = s->inner * size;
    for (int64_t o = 0; o < s->outer; o++)
        for (int64_t k = 0; k < s->inner; k++) {
            const char *line = a->data + (o * s->n * s->inner + k) * size;
            unsigned char *to = out + o * bytes * s->inner + k;
            for (int64_t b = 0; b < bytes; b++) {
                int64_t left = s->n - 8 * b < 8 ? s->n - 8 * b : 8;
                unsigned packed = 0;
                if (left == 8 && step == 1) packed = pack_eight(line + 8 * b, little);
                else
                    for (int64_t i = 0; i < left; i++)
                        if (element_is_set(line + (8 * b + i) * step, size)) packed |= little ? 1U << i : 0x80U >> i;
                to[b * s->inner] = (unsigned char)packed;
            }
        }
}

static NdArray *bits_result(VM *vm, const NdArray *like, const Along *s, int64_t n)
{
    int64_t shape[NP_DIMS_MOST];
    memcpy(shape, like->shape, sizeof *shape * like->ndim);
    shape[s->axis] = n;
    return array_zeros(vm, np_of(like), descr_shared(np_of(like), NP_UBYTE), shape, like->ndim, ORDER_C);
}

static Value packbits(VM *vm, const Ref *args, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    bool little;
    Along s;
    NdArray *out = NULL, *a = np && bit_order(vm, args[2], &little) ? array_from_any(vm, np, args[0], NULL, PLAIN) : NULL;
    if (!a) return NULL;
    Num num = (Num)a->descr->num;
    if (num != NP_BOOL && !num_is_integer(num)) err_raise(vm, EXC_TypeError, "Expected an input array of integer or boolean data type");
    else if (along_open(vm, &a, args[1], &s)) out = bits_result(vm, a, &s, (s.n + 7) / 8);
    if (out) pack(a, &s, little, (unsigned char *)out->data);
    array_release(vm, a);
    return VAL(out);
}

static void unpack(const NdArray *a, const Along *s, bool little, int64_t count, char *out)
{
    int64_t most = count < 8 * s->n ? count : 8 * s->n;
    for (int64_t o = 0; o < s->outer; o++)
        for (int64_t k = 0; k < s->inner; k++) {
            const unsigned char *from = (const unsigned char *)a->data + o * s->n * s->inner + k;
            char *to = out + o * count * s->inner + k;
            for (int64_t i = 0; i < most; i++) to[i * s->inner] = from[i / 8 * s->inner] >> (little ? i % 8 : 7 - i % 8) & 1;
        }
}

static bool unpack_count(VM *vm, Ref v, int64_t n, int64_t *out)
{
    *out = 8 * n;
    int64_t count;
    if (!v || is_none(v)) return true;
    if (!num_index_i64(vm, v, &count)) return false;
    if (count >= 0) return *out = count, true;
    if (-count > 8 * n) return err_false(vm, EXC_ValueError, "-count larger than number of elements");
    *out += count;
    return true;
}

static Value unpackbits(VM *vm, const Ref *args, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    bool little;
    Along s;
    int64_t count;
    NdArray *out = NULL, *a = np && bit_order(vm, args[3], &little) ? array_from_any(vm, np, args[0], NULL, PLAIN) : NULL;
    if (!a) return NULL;
    if (a->descr->num != NP_UBYTE) err_raise(vm, EXC_TypeError, "Expected an input array of unsigned byte data type");
    else if (along_open(vm, &a, args[1], &s) && unpack_count(vm, args[2], s.n, &count)) out = bits_result(vm, a, &s, count);
    if (out) unpack(a, &s, little, count, out->data);
    array_release(vm, a);
    return VAL(out);
}

/* ---- ravel_multi_index, unravel_index ---- */
typedef enum ClipMode { CLIP_CLIP, CLIP_WRAP, CLIP_RAISE } ClipMode;

static bool clip_mode(VM *vm, Ref v, ClipMode *out)
{
    *out = CLIP_RAISE;
    if (!v || is_none(v)) return true;
    if (is_str(v) && as_str(v)->len) {
        static const char *const modes[] = {"clip", "wrap", "raise"};
        for (int m = 0; m < 3; m++)
            if (str_equal_c(v, modes[m])) return *out = (ClipMode)m, true;
        for (int m = 0; m < 3; m++)
            if ((str_at(as_str(v), 0) | 32) == (unsigned char)modes[m][0]) {
                *out = (ClipMode)m;
                return err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "inexact matches and case insensitive matches for clip mode are deprecated, please use one of 'clip', 'raise', or 'wrap' instead."));
            }
        return err_false(vm, EXC_ValueError, "clipmode must be one of 'clip', 'raise', or 'wrap' (got %R)", v);
    }
    int64_t m;
    if (is_str(v) || !num_index_i64(vm, v, &m)) return err_occurred(vm) && !err_matches(vm, EXC_TypeError) ? false : (err_clear(vm), err_false(vm, EXC_TypeError, "clipmode not understood"));
    if (m < 0 || m > 2) return err_false(vm, EXC_ValueError, "integer clipmode must be RAISE, WRAP, or CLIP from 'numpy.core.multiarray'");
    *out = (ClipMode)m;
    return true;
}

static bool clip_modes(VM *vm, Ref v, int n, ClipMode *out)
{
    if (!v || (!is_tuple(v) && !is_list(v))) {
        if (!clip_mode(vm, v, out)) return false;
        for (int i = 1; i < n; i++) out[i] = out[0];
        return true;
    }
    Value modes = tuple_from_iter(vm, v);
    if (!modes) return false;
    bool ok = as_tuple(modes)->len == n || err_false(vm, EXC_ValueError, "list of clipmodes has wrong length (%lld instead of %d)", (long long)as_tuple(modes)->len, n);
    for (int i = 0; ok && i < n; i++) ok = clip_mode(vm, as_tuple(modes)->items[i], &out[i]);
    release(vm, modes);
    return ok;
}

/* An array of indices as int64; bools are integers here. */
static NdArray *index_array(VM *vm, Np *np, Ref v, bool empty_lists)
{
    NdArray *a = array_from_any(vm, np, v, NULL, 0);
    if (!a) return NULL;
    Num num = (Num)a->descr->num;
    bool empty_float = empty_lists && array_size(a) == 0 && num == NP_DOUBLE && !is_array(v, np), ok = num_is_integer(num) || num_is_bool(num);
    if (!ok) {
        if (empty_float) err_raise(vm, EXC_TypeError, "indices must be integral: the provided empty sequence was inferred as float. Wrap it with 'np.array(indices, dtype=np.intp)'");
        else err_raise(vm, EXC_TypeError, "only int indices permitted");
    }
    NdArray *out = ok ? array_as(vm, a, descr_shared(np, NP_LONG), ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST) : NULL;
    array_release(vm, a);
    return out;
}

static bool order_argument(VM *vm, Ref v, bool *fortran)
{
    Order order = ORDER_C;
    if (!np_order(vm, v, &order)) return false;
    *fortran = order == ORDER_F;
    return order == ORDER_C || order == ORDER_F || err_false(vm, EXC_ValueError, "only 'C' or 'F' order is permitted");
}

/* out += stride * each index */
static bool add_indices(VM *vm, NdArray *out, NdArray *index, int64_t dim, int64_t stride, ClipMode mode)
{
    int64_t strides[NP_DIMS_MOST];
    if (!array_strides_in(vm, index, out->shape, out->ndim, strides)) return false;
    Walk w;
    walk_open(&w, out->ndim, out->shape, 2, (char *const[]){out->data, index->data}, (const int64_t *const[]){out->strides, strides});
    do {
        for (int64_t i = 0; i < w.inner; i++) {
            int64_t *to = (int64_t *)(void *)(w.at[0] + i * w.inner_strides[0]), v = *(const int64_t *)(const void *)(w.at[1] + i * w.inner_strides[1]);
            if (v < 0 || v >= dim) {
                if (mode == CLIP_RAISE) return err_false(vm, EXC_ValueError, "invalid entry in coordinates array");
                if (mode == CLIP_CLIP) v = v < 0 ? 0 : dim - 1;
                else if (dim) v = (v % dim + dim) % dim;
            }
            *to += v * stride;
        }
    } while (walk_next(&w));
    return true;
}

static bool ravel_strides(VM *vm, const NpDims *dims, bool fortran, int64_t *strides)
{
    int64_t size = 1;
    for (int i = 0; i < dims->n; i++) {
        int d = fortran ? i : dims->n - 1 - i;
        strides[d] = size;
        if (dims->v[d] < 0 || __builtin_mul_overflow(size, dims->v[d], &size)) return err_false(vm, EXC_ValueError, "invalid dims: array size defined by dims is larger than the maximum possible size.");
    }
    return true;
}

static Value ravel_multi_index(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    NpDims dims, shape;
    ClipMode modes[NP_DIMS_MOST] = {CLIP_RAISE};
    bool fortran;
    int64_t strides[NP_DIMS_MOST];
    NdArray *parts[NP_DIMS_MOST] = {NULL}, *out = NULL;
    if (!np || !np_dims(vm, a[1], &dims) || !clip_modes(vm, a[2], dims.n, modes) || !order_argument(vm, a[3], &fortran) || !ravel_strides(vm, &dims, fortran, strides)) return NULL;
    Value indices = tuple_from_iter(vm, a[0]);
    if (!indices) return NULL;
    bool ok = as_tuple(indices)->len == dims.n || err_false(vm, EXC_ValueError, "parameter multi_index must be a sequence of length %d", dims.n);
    for (int i = 0; ok && i < dims.n; i++) ok = (parts[i] = index_array(vm, np, as_tuple(indices)->items[i], true)) != NULL;
    release(vm, indices);
    ok = ok && operands_broadcast(vm, parts, dims.n, &shape) && (out = array_zeros(vm, np, descr_shared(np, NP_LONG), shape.v, shape.n, ORDER_C));
    for (int i = 0; ok && i < dims.n; i++) ok = add_indices(vm, out, parts[i], dims.v[i], strides[i], modes[i]) && vm_poll(vm);
    for (int i = 0; i < dims.n; i++) array_release(vm, parts[i]);
    if (ok) return array_return(vm, out);
    array_release(vm, out);
    return NULL;
}

static bool unravel_fill(VM *vm, NdArray *index, const NpDims *dims, int64_t size, bool fortran, NdArray *const *out)
{
    const int64_t *v = longs(index);
    for (int64_t i = 0, n = array_size(index); i < n; i++) {
        int64_t rest = v[i];
        if (rest < 0 || rest >= size) return err_false(vm, EXC_ValueError, "index %lld is out of bounds for array with size %lld", (long long)rest, (long long)size);
        for (int k = 0; k < dims->n; k++) {
            int d = fortran ? k : dims->n - 1 - k;
            ((int64_t *)(void *)out[d]->data)[i] = rest % dims->v[d];
            rest /= dims->v[d];
        }
    }
    return true;
}

static Value unravel_index(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    NpDims dims;
    bool fortran;
    int64_t size = 1;
    if (!np || !np_dims(vm, a[1], &dims) || !order_argument(vm, a[2], &fortran)) return NULL;
    NdArray *any = index_array(vm, np, a[0], true);
    if (!any) return NULL;
    for (int i = 0; i < dims.n; i++)
        if (__builtin_mul_overflow(size, dims.v[i], &size) || size == -1)
            return array_release(vm, any), err_raise(vm, EXC_ValueError, "dimensions are too large; arrays and shapes with a total size greater than 'intp' are not supported.");
    NdArray *index = array_as(vm, any, NULL, PLAIN), *parts[NP_DIMS_MOST] = {NULL};
    array_release(vm, any);
    bool ok = index != NULL;
    for (int i = 0; ok && i < dims.n; i++) ok = (parts[i] = array_new(vm, np, descr_shared(np, NP_LONG), index->shape, index->ndim, ORDER_C)) != NULL;
    ok = ok && unravel_fill(vm, index, &dims, size, fortran, parts);
    ok = ok && (dims.n || index->ndim == 0 || err_false(vm, EXC_ValueError, "multiple indices are not supported for 0d arrays"));
    array_release(vm, index);
    Value r = ok ? tuple_new(vm, dims.n) : NO_VALUE;
    for (int i = 0; i < dims.n; i++) {
        if (!r) {
            array_release(vm, parts[i]);
            continue;
        }
        Value part = array_return(vm, parts[i]);
        if (part) as_tuple(r)->items[i] = part;
        else value_clear(vm, &r);
    }
    return r;
}

/* ---- _monotonicity, _insert ---- */
static Value monotonicity(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    NdArray *x = np ? plain(vm, np, a[0], NP_DOUBLE, 1, 1) : NULL;
    if (!x) return NULL;
    const double *v = doubles(x);
    int64_t size = array_size(x), i = 1;
    while (i < size && v[i] == v[i - 1]) i++;
    int way = i >= size || v[i] > v[i - 1] ? 1 : -1;
    for (; way && i < size; i++)
        if (way > 0 ? v[i] < v[i - 1] : v[i] > v[i - 1]) way = 0;
    array_release(vm, x);
    return make_small(way);
}

static bool insert_values(VM *vm, NdArray *a, const NdArray *mask, const NdArray *values)
{
    const char *set = mask->data;
    int64_t count = array_size(values), size = a->descr->size, next = 0;
    bool objects = descr_has_objects(a->descr);
    Walk w;
    walk_open_ordered(&w, a->ndim, a->shape, 1, (char *const[]){a->data}, (const int64_t *const[]){a->strides});
    do {
        for (int64_t i = 0; i < w.inner; i++) {
            if (!*set++) continue;
            if (!count) return err_false(vm, EXC_ValueError, "Cannot insert from an empty array!");
            char *to = w.at[0] + i * w.inner_strides[0];
            const char *from = values->data + next * size;
            if (objects) {
                element_incref(a->descr, from);
                element_decref(vm, a->descr, to);
            }
            memcpy(to, from, (size_t)size);
            if (++next == count) next = 0;
        }
    } while (walk_next(&w));
    return true;
}

static Value insert(VM *vm, const Ref *args, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    if (!np) return NULL;
    if (!is_array(args[0], np)) return err_raise(vm, EXC_TypeError, "place() argument 1 must be numpy.ndarray, not %T", args[0]);
    NdArray *a = as_array(args[0]), *values = NULL, *mask = array_from(vm, np, args[1], descr_shared(np, NP_BOOL), 0, 0, PLAIN | ARRAY_FORCE_CAST, ORDER_C);
    bool ok = mask && array_writeable(vm, a, "array");
    ok = ok && (array_size(mask) == array_size(a) || err_false(vm, EXC_ValueError, "place: mask and data must be the same size"));
    ok = ok && (values = array_from(vm, np, args[2], a->descr, 0, 0, ARRAY_C, ORDER_C)) && insert_values(vm, a, mask, values);
    array_release(vm, mask);
    array_release(vm, values);
    return ok ? V_NONE : NULL;
}

const NativeDef multiarray_special_functions[] = {
    {"bincount", bincount, "x, weights=None, minlength=0", "How often each number from 0 on stands in x, or the sum of its weights", NATIVE_KW},
    {"interp", interp, "x, xp, fp, left=None, right=None", "Values at x on the lines between points", NATIVE_KW},
    {"interp_complex", interp_complex, "x, xp, fp, left=None, right=None", "The same for complex values", NATIVE_KW},
    {"correlate", correlate, "a, v, mode=0", "Sums of products of a and v at each shift", NATIVE_KW},
    {"correlate2", correlate2, "a, v, mode=0", "The same, v conjugated", NATIVE_KW},
    {"packbits", packbits, "a, axis=None, bitorder='big'", "Eight elements to a byte", NATIVE_KW},
    {"unpackbits", unpackbits, "a, axis=None, count=None, bitorder='big'", "The bits of bytes as elements", NATIVE_KW},
    {"ravel_multi_index", ravel_multi_index, "multi_index, dims, mode='raise', order='C'", "Indices by dimension as indices of the flat array", NATIVE_KW},
    {"unravel_index", unravel_index, "indices, shape, order='C'", "Indices of the flat array by dimension", NATIVE_KW},
    {"_monotonicity", monotonicity, "x", "1 where x never falls, -1 where it never rises, else 0", NATIVE_KW},
    {"_insert", insert, "arr, mask, vals", "vals, one after the other and again, where mask is true", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
