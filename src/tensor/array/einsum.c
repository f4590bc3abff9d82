/* einsum.c: c_einsum: sums of products over named axes.
 *
 * Every label is an axis of one big loop: first those of the output, then those summed over. An operand has along each axis the sum of the strides of its dimensions with that label (a label
 * twice: its diagonal), 0 where it has none. Axes are put in the order in which they touch memory, joined where they lie end to end, and the innermost one runs in a loop by dtype.
 */
#include "element.h"
#include "promote.h"
#include "special.h"
#include "transfer.h"

enum { OPERANDS_MOST = 32, LABELS = 52, SPREAD = -1 /* a dimension of an ellipsis */ };

typedef struct Subscripts {
    int8_t labels[OPERANDS_MOST][NP_DIMS_MOST]; /* of each dimension: a letter, or SPREAD */
    int8_t out[NP_DIMS_MOST];
    int n_out, spread;                          /* dimensions of the output; those of ellipses, first in it or where it says */
    int spread_at;                              /* where they stand in it */
    int count[128];                             /* how often each letter stands in the operands */
} Subscripts;

/* ---- the subscripts ---- */
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* One operand's subscripts: s[0, n). */
static bool operand_labels(VM *vm, const char *s, size_t n, int operand, const NdArray *a, Subscripts *out)
{
    int8_t found[NP_DIMS_MOST];
    int k = 0, ellipsis = -1;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == ' ') continue;
        if (s[i] == '.') {
            if (ellipsis >= 0 || i + 2 >= n || s[i + 1] != '.' || s[i + 2] != '.')
                return err_false(vm, EXC_ValueError, "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...') in operand %d", operand);
            ellipsis = k;
            i += 2;
            continue;
        }
        if (!is_letter(s[i])) return err_false(vm, EXC_ValueError, "invalid subscript '%c' in einstein sum subscripts string, subscripts must be letters", s[i]);
        if (k >= a->ndim) return err_false(vm, EXC_ValueError, "einstein sum subscripts string contains too many subscripts for operand %d", operand);
        found[k++] = (int8_t)s[i];
        out->count[(int)s[i]]++;
    }
    int rest = a->ndim - k;
    if (rest && ellipsis < 0)
        return err_false(vm, EXC_ValueError, "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.");
    if (ellipsis < 0) ellipsis = k;
    for (int d = 0; d < a->ndim; d++) out->labels[operand][d] = d < ellipsis ? found[d] : d < ellipsis + rest ? SPREAD : found[d - rest];
    if (rest > out->spread) out->spread = rest;
    return true;
}

static bool output_label(VM *vm, Subscripts *out, char c)
{
    if (!is_letter(c)) return err_false(vm, EXC_ValueError, "invalid subscript '%c' in einstein sum subscripts string, subscripts must be letters", c);
    for (int i = 0; i < out->n_out; i++)
        if (out->out[i] == c) return err_false(vm, EXC_ValueError, "einstein sum subscripts string includes output subscript '%c' multiple times", c);
    if (!out->count[(int)c]) return err_false(vm, EXC_ValueError, "einstein sum subscripts string included output subscript '%c' which never appeared in an input", c);
    if (out->n_out == NP_DIMS_MOST) return err_false(vm, EXC_ValueError, "einstein sum subscripts string contains too many subscripts in the output");
    out->out[out->n_out++] = (int8_t)c;
    return true;
}

static bool output_spread(VM *vm, Subscripts *out)
{
    if (out->n_out + out->spread > NP_DIMS_MOST) return err_false(vm, EXC_ValueError, "einstein sum subscripts string contains too many subscripts in the output");
    for (int i = 0; i < out->spread; i++) out->out[out->n_out++] = SPREAD;
    return true;
}

static bool output_labels(VM *vm, const char *s, size_t n, Subscripts *out)
{
    bool ellipsis = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == ' ') continue;
        if (s[i] != '.') {
            if (!output_label(vm, out, s[i])) return false;
            continue;
        }
        if (ellipsis || i + 2 >= n || s[i + 1] != '.' || s[i + 2] != '.')
            return err_false(vm, EXC_ValueError, "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...') in the output");
        ellipsis = true;
        out->spread_at = out->n_out;
        i += 2;
        if (!output_spread(vm, out)) return false;
    }
    if (!ellipsis && out->spread)
        return err_false(vm, EXC_ValueError, "output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.");
    return true;
}

static bool output_implied(VM *vm, Subscripts *out)
{
    if (!output_spread(vm, out)) return false;
    for (int c = 'A'; c <= 'z'; c++)
        if (out->count[c] == 1 && !output_label(vm, out, (char)c)) return false;
    return true;
}

/* As many parts as operands? That is looked at before any of them. */
static bool parts_count(VM *vm, const char *s, size_t n, int count)
{
    int parts = 1;
    for (size_t i = 0; i < n && !(s[i] == '-' && i + 1 < n && s[i + 1] == '>'); i++) parts += s[i] == ',';
    if (parts > count) return err_false(vm, EXC_ValueError, "more operands provided to einstein sum function than specified in the subscripts string");
    return parts == count || err_false(vm, EXC_ValueError, "fewer operands provided to einstein sum function than specified in the subscripts string");
}
static bool subscripts_parse(VM *vm, const char *s, size_t n, NdArray *const *operands, int count, Subscripts *out)
{
    memset(out, 0, sizeof *out);
    size_t at = 0;
    if (!parts_count(vm, s, n, count)) return false;
    for (int i = 0; i < count; i++) {
        size_t end = at;
        while (end < n && s[end] != ',' && !(s[end] == '-' && end + 1 < n && s[end + 1] == '>')) end++;
        if (!operand_labels(vm, s + at, end - at, i, operands[i], out)) return false;
        bool more = end < n && s[end] == ',';
        at = end + more;
    }
    return at < n ? output_labels(vm, s + at + 2, n - at - 2, out) : output_implied(vm, out);
}

/* ---- the axes ---- */
typedef struct Axes {
    int n, n_out;                                        /* of the output first */
    int64_t shape[NP_DIMS_MOST];
    int64_t strides[OPERANDS_MOST + 1][NP_DIMS_MOST];    /* the output's behind the operands' */
    int64_t own[OPERANDS_MOST][NP_DIMS_MOST];            /* an operand's dimension along each; 0: none */
    int8_t labels[NP_DIMS_MOST];
} Axes;

static bool raise_shapes(VM *vm, const Axes *x, NdArray *const *operands, int count)
{
    StrB b = STRB_INIT(vm);
    for (int i = 0; i < count; i++) {
        int64_t mapped[NP_DIMS_MOST];
        for (int k = 0; k < x->n; k++) mapped[k] = x->own[i][k] ? x->own[i][k] - 1 : -1;
        Value own = np_shape_text(vm, operands[i]->shape, operands[i]->ndim), there = own ? np_shape_text(vm, mapped, x->n) : NO_VALUE;
        if (there) strb_format(&b, "%U->%U ", (Ref)own, (Ref)there);
        release(vm, own);
        release(vm, there);
    }
    Value shapes = strb_take(&b);
    if (shapes) err_raise(vm, EXC_ValueError, "operands could not be broadcast together with remapped shapes [original->remapped]: %U", (Ref)shapes);
    release(vm, shapes);
    return false;
}

static int axis_of(const Axes *x, int label)
{
    for (int k = 0; k < x->n; k++)
        if (x->labels[k] == label) return k;
    return -1;
}

/* Where dimension d of an operand lies: ellipses end alike. */
static int axis_of_dimension(const Axes *x, const Subscripts *s, int operand, const NdArray *a, int d)
{
    if (s->labels[operand][d] != SPREAD) return axis_of(x, s->labels[operand][d]);
    int behind = 0;
    for (int e = d + 1; e < a->ndim; e++) behind += s->labels[operand][e] == SPREAD;
    return s->spread_at + s->spread - 1 - behind;
}

static bool axes_add(VM *vm, Axes *x, const Subscripts *s, int operand, const NdArray *a)
{
    for (int d = 0; d < a->ndim; d++) {
        int k = axis_of_dimension(x, s, operand, a, d);
        int64_t size = a->shape[d], *own = &x->own[operand][k];
        if (*own && *own - 1 != size && size != 1 && *own != 2)
            return err_false(vm, EXC_ValueError, "dimensions in operand %d for collapsing index '%c' don't match (%lld != %lld)", operand, (int)x->labels[k], (long long)*own - 1, (long long)size);
        if (!*own || *own == 2) *own = size + 1;
        if (size != 1) x->strides[operand][k] += a->strides[d];
    }
    return true;
}

static bool axes_open(VM *vm, Axes *x, const Subscripts *s, NdArray *const *operands, int count)
{
    memset(x, 0, sizeof *x);
    x->n = x->n_out = s->n_out;
    memcpy(x->labels, s->out, (size_t)s->n_out);
    for (int c = 'A'; c <= 'z'; c++)
        if (s->count[c] && axis_of(x, c) < 0) {
            if (x->n == NP_DIMS_MOST) return err_false(vm, EXC_ValueError, "too many subscripts in einsum");
            x->labels[x->n++] = (int8_t)c;
        }
    for (int k = 0; k < x->n; k++) x->shape[k] = 1;
    for (int i = 0; i < count; i++)
        if (!axes_add(vm, x, s, i, operands[i])) return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < x->n; k++) {
            int64_t size = x->own[i][k] - 1;
            if (size < 0 || size == 1) continue;
            if (x->shape[k] != 1 && x->shape[k] != size) return raise_shapes(vm, x, operands, count);
            x->shape[k] = size;
        }
    return true;
}

/* ---- loops: out += the product of n operands ---- */
typedef void (*SumFn)(int n, char *const *at, const int64_t *strides, int64_t count); /* at[n], strides[n]: the output */

#define AT(type, p) (*(type *)(void *)(p))
#define CONST_AT(type, p) (*(const type *)(const void *)(p))
#define DOTS_PLAIN(name, ctype)                                                                                                      \
    static void sum1_##name(const char *a, int64_t sa, char *out, int64_t so, int64_t n)                                             \
    {                                                                                                                                \
        if (so) {                                                                                                                    \
            for (int64_t i = 0; i < n; i++) AT(ctype, out + i * so) = (ctype)(AT(ctype, out + i * so) + CONST_AT(ctype, a + i * sa)); \
            return;                                                                                                                  \
        }                                                                                                                            \
        ctype part[8] = {0};                                                                                                         \
        int64_t i = 0;                                                                                                               \
        for (; i + 8 <= n; i += 8)                                                                                                   \
            for (int k = 0; k < 8; k++) part[k] = (ctype)(part[k] + CONST_AT(ctype, a + (i + k) * sa));                              \
        for (; i < n; i++) part[0] = (ctype)(part[0] + CONST_AT(ctype, a + i * sa));                                                 \
        for (int k = 1; k < 8; k++) part[0] = (ctype)(part[0] + part[k]);                                                            \
        AT(ctype, out) = (ctype)(AT(ctype, out) + part[0]);                                                                          \
    }                                                                                                                                \
    static void dot_##name(const char *a, int64_t sa, const char *b, int64_t sb, char *out, int64_t n)                               \
    {                                                                                                                                \
        ctype part[8] = {0};                                                                                                         \
        int64_t i = 0;                                                                                                               \
        if (sa == sizeof(ctype) && sb == sizeof(ctype)) {                                                                            \
            const ctype *x = (const ctype *)(const void *)a, *y = (const ctype *)(const void *)b;                                    \
            for (; i + 8 <= n; i += 8)                                                                                               \
                for (int k = 0; k < 8; k++) part[k] = (ctype)(part[k] + x[i + k] * y[i + k]);                                        \
        }                                                                                                                            \
        for (; i < n; i++) part[0] = (ctype)(part[0] + CONST_AT(ctype, a + i * sa) * CONST_AT(ctype, b + i * sb));                   \
        for (int k = 1; k < 8; k++) part[0] = (ctype)(part[0] + part[k]);                                                            \
        AT(ctype, out) = (ctype)(AT(ctype, out) + part[0]);                                                                          \
    }
/* Floats lie along the sum in lanes (of 16 bytes), four of which are added at a time: NumPy's order, so its bits. */
#define DOTS_IN_LANES(name, ctype, lanes)                                                                                                            \
    static ctype lanes_##name(const ctype *part)                                                                                                     \
    {                                                                                                                                                \
        return lanes == 2 ? part[0] + part[1] : (part[0] + part[1]) + (part[lanes - 2] + part[lanes - 1]);                                           \
    }                                                                                                                                                \
    static void sum1_##name(const char *a, int64_t sa, char *out, int64_t so, int64_t n)                                                             \
    {                                                                                                                                                \
        if (so) {                                                                                                                                    \
            for (int64_t i = 0; i < n; i++) AT(ctype, out + i * so) += CONST_AT(ctype, a + i * sa);                                                  \
            return;                                                                                                                                  \
        }                                                                                                                                            \
        ctype part[lanes] = {0};                                                                                                                     \
        int64_t i = 0;                                                                                                                               \
        if (sa == sizeof(ctype)) {                                                                                                                   \
            const ctype *x = (const ctype *)(const void *)a;                                                                                         \
            for (; i + 4 * lanes <= n; i += 4 * lanes)                                                                                               \
                for (int k = 0; k < lanes; k++) part[k] = ((x[i + k] + x[i + lanes + k]) + (x[i + 2 * lanes + k] + x[i + 3 * lanes + k])) + part[k]; \
            for (; i + lanes <= n; i += lanes)                                                                                                       \
                for (int k = 0; k < lanes; k++) part[k] = x[i + k] + part[k];                                                                        \
            for (int k = 0; i < n; i++, k++) part[k] = x[i] + part[k];                                                                               \
        }                                                                                                                                            \
        for (; i < n; i++) part[0] += CONST_AT(ctype, a + i * sa);                                                                                   \
        AT(ctype, out) += lanes_##name(part);                                                                                                        \
    }                                                                                                                                                \
    static void dot_##name(const char *a, int64_t sa, const char *b, int64_t sb, char *out, int64_t n)                                               \
    {                                                                                                                                                \
        ctype part[lanes] = {0};                                                                                                                     \
        int64_t i = 0;                                                                                                                               \
        if (sa == sizeof(ctype) && sb == sizeof(ctype)) {                                                                                            \
            const ctype *x = (const ctype *)(const void *)a, *y = (const ctype *)(const void *)b;                                                    \
            for (; i + 4 * lanes <= n; i += 4 * lanes)                                                                                               \
                for (int64_t j = i + 3 * lanes; j >= i; j -= lanes)                                                                                  \
                    for (int k = 0; k < lanes; k++) part[k] = x[j + k] * y[j + k] + part[k];                                                         \
            for (; i + lanes <= n; i += lanes)                                                                                                       \
                for (int k = 0; k < lanes; k++) part[k] = x[i + k] * y[i + k] + part[k];                                                             \
            for (int k = 0; i < n; i++, k++) part[k] = x[i] * y[i] + part[k];                                                                        \
        }                                                                                                                                            \
        for (; i < n; i++) part[0] += CONST_AT(ctype, a + i * sa) * CONST_AT(ctype, b + i * sb);                                                     \
        AT(ctype, out) += lanes_##name(part);                                                                                                        \
    }
#define SUM_LOOPS(name, ctype)                                                                                                       \
    static void axpy_##name(const char *a, ctype by, char *out, int64_t n)                                                           \
    {                                                                                                                                \
        const ctype *x = (const ctype *)(const void *)a;                                                                             \
        ctype *y = (ctype *)(void *)out;                                                                                             \
        for (int64_t i = 0; i < n; i++) y[i] = (ctype)(y[i] + x[i] * by);                                                            \
    }                                                                                                                                \
    static void sum_##name(int n, char *const *at, const int64_t *s, int64_t count)                                                  \
    {                                                                                                                                \
        char *out = at[n];                                                                                                           \
        if (n == 1) {                                                                                                                \
            sum1_##name(at[0], s[0], out, s[1], count);                                                                              \
            return;                                                                                                                  \
        }                                                                                                                            \
        if (n == 2 && s[2] == 0) {                                                                                                   \
            dot_##name(at[0], s[0], at[1], s[1], out, count);                                                                        \
            return;                                                                                                                  \
        }                                                                                                                            \
        if (n == 2 && s[2] == sizeof(ctype) && ((s[0] == 0 && s[1] == sizeof(ctype)) || (s[1] == 0 && s[0] == sizeof(ctype)))) {     \
            bool first = s[0] == 0;                                                                                                  \
            axpy_##name(at[first], CONST_AT(ctype, at[!first]), out, count);                                                         \
            return;                                                                                                                  \
        }                                                                                                                            \
        for (int64_t i = 0; i < count; i++) {                                                                                        \
            ctype product = CONST_AT(ctype, at[0] + i * s[0]);                                                                       \
            for (int k = 1; k < n; k++) product = (ctype)(product * CONST_AT(ctype, at[k] + i * s[k]));                              \
            AT(ctype, out + i * s[n]) = (ctype)(AT(ctype, out + i * s[n]) + product);                                                \
        }                                                                                                                            \
    }
DOTS_PLAIN(u8, uint8_t)
SUM_LOOPS(u8, uint8_t)
DOTS_PLAIN(u32, uint32_t)
SUM_LOOPS(u32, uint32_t)
DOTS_PLAIN(u64, uint64_t)
SUM_LOOPS(u64, uint64_t)
DOTS_IN_LANES(float, float, 4)
SUM_LOOPS(float, float)
DOTS_IN_LANES(double, double, 2)
SUM_LOOPS(double, double)
DOTS_PLAIN(longdouble, long double)
SUM_LOOPS(longdouble, long double)

static void sum_u16(int n, char *const *at, const int64_t *s, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t product = CONST_AT(uint16_t, at[0] + i * s[0]);
        for (int k = 1; k < n; k++) product = (product * CONST_AT(uint16_t, at[k] + i * s[k])) & 0xFFFF;
        AT(uint16_t, at[n] + i * s[n]) = (uint16_t)(AT(uint16_t, at[n] + i * s[n]) + product);
    }
}

static void sum_bool(int n, char *const *at, const int64_t *s, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        bool product = true;
        for (int k = 0; k < n; k++) product &= at[k][i * s[k]] != 0;
        if (product) at[n][i * s[n]] = 1;
    }
}

static void sum_half(int n, char *const *at, const int64_t *s, int64_t count)
{
    float sum = 0; /* along the way in float32 */
    for (int64_t i = 0; i < count; i++) {
        float product = np_half_to_float(CONST_AT(uint16_t, at[0] + i * s[0]));
        for (int k = 1; k < n; k++) product *= np_half_to_float(CONST_AT(uint16_t, at[k] + i * s[k]));
        if (s[n] == 0) {
            sum += product;
        } else {
            uint16_t *to = &AT(uint16_t, at[n] + i * s[n]);
            *to = np_half_from_float(np_half_to_float(*to) + product);
        }
    }
    if (s[n] == 0) AT(uint16_t, at[n]) = np_half_from_float(np_half_to_float(AT(uint16_t, at[n])) + sum);
}

#define SUM_COMPLEX(name, ctype, part)                                                      \
    static void sum_##name(int n, char *const *at, const int64_t *s, int64_t count)         \
    {                                                                                       \
        for (int64_t i = 0; i < count; i++) {                                               \
            ctype p = CONST_AT(ctype, at[0] + i * s[0]);                                    \
            for (int k = 1; k < n; k++) {                                                   \
                const ctype *q = &CONST_AT(ctype, at[k] + i * s[k]);                        \
                part re = p.re * q->re - p.im * q->im;                                      \
                p.im = p.re * q->im + p.im * q->re;                                         \
                p.re = re;                                                                  \
            }                                                                               \
            ctype *to = &AT(ctype, at[n] + i * s[n]);                                       \
            to->re += p.re;                                                                 \
            to->im += p.im;                                                                 \
        }                                                                                   \
    }
SUM_COMPLEX(cfloat, Np_cfloat, float)
SUM_COMPLEX(cdouble, Np_cdouble, double)
SUM_COMPLEX(clongdouble, Np_clongdouble, long double)

static SumFn sum_loop(Num num)
{
    switch (num) {
    case NP_BOOL: return sum_bool;
    case NP_HALF: return sum_half;
    case NP_FLOAT: return sum_float;
    case NP_DOUBLE: return sum_double;
    case NP_LONGDOUBLE: return sum_longdouble;
    case NP_CFLOAT: return sum_cfloat;
    case NP_CDOUBLE: return sum_cdouble;
    case NP_CLONGDOUBLE: return sum_clongdouble;
    default: break;
    }
    if (!num_is_integer(num)) return NULL;
    switch (np_elements[num].bytes) {
    case 1: return sum_u8; /* signed ones wrap alike */
    case 2: return sum_u16;
    case 4: return sum_u32;
    default: return sum_u64;
    }
}

/* ---- the big loop ---- */
static int64_t reach(const Axes *x, int count, int k) /* how far a step along the axis goes, over all operands */
{
    int64_t sum = 0;
    for (int i = 0; i <= count; i++) sum += x->strides[i][k] < 0 ? -x->strides[i][k] : x->strides[i][k];
    return sum;
}

static void axes_swap(Axes *x, int count, int j, int k)
{
    int64_t t = x->shape[j];
    x->shape[j] = x->shape[k];
    x->shape[k] = t;
    for (int i = 0; i <= count; i++) {
        t = x->strides[i][j];
        x->strides[i][j] = x->strides[i][k];
        x->strides[i][k] = t;
    }
}

/* The axes in the order of their steps, the shortest last; what lies end to end for all operands is one. */
static void axes_order(Axes *x, int count)
{
    for (int j = 1; j < x->n; j++)
        for (int k = j; k > 0 && (x->shape[k - 1] == 1 ? false : x->shape[k] == 1 || reach(x, count, k - 1) < reach(x, count, k)); k--) axes_swap(x, count, k - 1, k);
    int n = 0;
    for (int k = 0; k < x->n; k++) {
        if (x->shape[k] == 1) continue;
        bool joined = n > 0;
        for (int i = 0; joined && i <= count; i++) joined = x->strides[i][n - 1] == x->strides[i][k] * x->shape[k];
        if (joined) x->shape[n - 1] *= x->shape[k];
        else x->shape[n++] = x->shape[k];
        for (int i = 0; i <= count; i++) x->strides[i][n - 1] = x->strides[i][k];
    }
    x->n = n;
}

static bool axes_run(VM *vm, Axes *x, SumFn sum, NdArray *const *operands, NdArray *out, int count)
{
    enum { POLL = 1 << 16, MOST = 1 << 20 }; /* MOST: elements in one go */
    char *at[OPERANDS_MOST + 1];
    int64_t inner_strides[OPERANDS_MOST + 1] = {0}, index[NP_DIMS_MOST] = {0}, since = 0;
    for (int k = 0; k < x->n_out; k++) x->strides[count][k] = out->shape[k] == 1 ? 0 : out->strides[k];
    for (int k = 0; k < x->n; k++)
        if (!x->shape[k]) return true;
    axes_order(x, count);
    for (int i = 0; i < count; i++) at[i] = operands[i]->data;
    at[count] = out->data;
    int outer = x->n ? x->n - 1 : 0;
    int64_t inner = x->n ? x->shape[outer] : 1;
    for (int i = 0; x->n && i <= count; i++) inner_strides[i] = x->strides[i][outer];
    for (;;) {
        for (int64_t done = 0, some; done < inner; done += some) {
            char *from[OPERANDS_MOST + 1];
            some = inner - done < MOST ? inner - done : MOST;
            for (int i = 0; i <= count; i++) from[i] = at[i] + done * inner_strides[i];
            sum(count, from, inner_strides, some);
            since += some;
            if (since >= POLL) {
                if (!vm_poll(vm)) return false;
                since = 0;
            }
        }
        int k = outer - 1;
        for (; k >= 0; k--) {
            index[k]++;
            for (int i = 0; i <= count; i++) at[i] += x->strides[i][k];
            if (index[k] < x->shape[k]) break;
            for (int i = 0; i <= count; i++) at[i] -= x->strides[i][k] * x->shape[k];
            index[k] = 0;
        }
        if (k < 0) return true;
    }
}

/* ---- arguments ---- */
typedef struct Einsum {
    NdArray *operands[OPERANDS_MOST];
    int count;
    Value subscripts;
    Descr *dtype;
    Casting casting;
    Order order;
    NdArray *out; /* borrowed */
} Einsum;

static bool add_sublist(VM *vm, StrB *b, Ref v)
{
    Value items = tuple_from_iter(vm, v);
    if (!items) {
        if (!err_matches(vm, EXC_TypeError)) return false;
        err_clear(vm);
        return err_false(vm, EXC_ValueError, "subscripts for each operand must be a list or tuple");
    }
    bool ok = true;
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) {
        Ref item = as_tuple(items)->items[i];
        int64_t label;
        if (item == V_ELLIPSIS) {
            strb_c(b, "...");
            continue;
        }
        if (!num_index_i64(vm, item, &label)) {
            ok = false;
            if (err_matches(vm, EXC_TypeError)) {
                err_clear(vm);
                err_raise(vm, EXC_TypeError, "each subscript must be either an integer or an ellipsis");
            }
        } else if (label < 0 || label >= LABELS) {
            ok = err_false(vm, EXC_ValueError, "subscript is not within the valid range [0, 52)");
        } else {
            strb_char(b, (uint32_t)(label < 26 ? 'A' + label : 'a' + label - 26));
        }
    }
    release(vm, items);
    return ok;
}

static bool add_operand(VM *vm, Np *np, Einsum *e, Ref v)
{
    if (e->count == OPERANDS_MOST - 1) return err_false(vm, EXC_ValueError, "too many operands provided to einstein sum function");
    NdArray *a = array_from_any(vm, np, v, NULL, 0);
    if (a) e->operands[e->count++] = a;
    return a != NULL;
}

static bool positional_text(VM *vm, Np *np, Einsum *e, const Ref *args, int n)
{
    if (n < 2) return err_false(vm, EXC_ValueError, "must specify the einstein sum subscripts string and at least one operand");
    e->subscripts = is_str(args[0]) ? retain(args[0]) : str_from_latin1(vm, as_bytes(args[0])->data, (size_t)as_bytes(args[0])->len);
    bool ok = e->subscripts != NO_VALUE;
    for (int i = 1; ok && i < n; i++) ok = add_operand(vm, np, e, args[i]);
    return ok;
}

static bool positional_lists(VM *vm, Np *np, Einsum *e, const Ref *args, int n)
{
    if (n < 2) return err_false(vm, EXC_ValueError, "must provide at least an operand and a subscripts list to einsum");
    StrB b = STRB_INIT(vm);
    bool ok = true;
    for (int i = 0; ok && i + 1 < n; i += 2) {
        if (i) strb_char(&b, ',');
        ok = add_operand(vm, np, e, args[i]) && add_sublist(vm, &b, args[i + 1]);
    }
    if (ok && n % 2) {
        strb_c(&b, "->");
        ok = add_sublist(vm, &b, args[n - 1]);
    }
    e->subscripts = strb_take(&b);
    return ok && e->subscripts;
}

static bool keyword_take(VM *vm, Np *np, Einsum *e, Ref name, Ref v)
{
    if (str_equal_c(name, "out")) {
        if (is_none(v)) return true;
        if (!is_array(v, np)) return err_false(vm, EXC_TypeError, "keyword parameter out must be an array for einsum");
        e->out = as_array(v);
        return true;
    }
    if (str_equal_c(name, "order")) return np_order(vm, v, &e->order);
    if (str_equal_c(name, "casting")) return np_casting(vm, v, &e->casting);
    if (str_equal_c(name, "dtype")) {
        Descr *d = NULL;
        if (!descr_parse_optional(vm, np, v, &d)) return false;
        e->dtype = d;
        return true;
    }
    return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword for einsum", name);
}

static bool einsum_arguments(VM *vm, Np *np, Einsum *e, const Ref *args, int n, Ref kwnames)
{
    bool text = n && (is_str(args[0]) || is_bytes(args[0]));
    if (!(n == 0 || text ? positional_text : positional_lists)(vm, np, e, args, n)) return false;
    int64_t named = kwnames ? as_tuple(kwnames)->len : 0;
    for (int64_t i = 0; i < named; i++)
        if (!keyword_take(vm, np, e, as_tuple(kwnames)->items[i], args[n + i])) return false;
    return true;
}

/* Nothing to sum, multiply or convert: a view. */
static Value einsum_view(VM *vm, NdArray *a, const Axes *x)
{
    NdArray *view = array_view(vm, a, NULL, x->shape, x->strides[0], x->n, a->data);
    return view ? array_return(vm, view) : NULL;
}

static bool einsum_dtype(VM *vm, Np *np, Einsum *e)
{
    bool asked = e->dtype != NULL;
    Descr *d = asked ? e->dtype : descr_result(vm, np, e->operands, e->count, NULL, 0);
    e->dtype = d ? descr_ordered(vm, d, '=') : NULL;
    descr_release(vm, d);
    if (!e->dtype) return false;
    for (int i = 0; i < e->count; i++) {
        NdArray *a = e->operands[i];
        if (asked && !descr_can_cast(vm, a->descr, e->dtype, e->casting))
            return err_false(vm, EXC_TypeError, "Iterator operand %d dtype could not be cast from %R to %R according to the rule '%s'", i, REF(a->descr), REF(e->dtype), casting_name(e->casting));
        NdArray *plain = array_as(vm, a, e->dtype, ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
        if (!plain) return false;
        e->operands[i] = plain;
        array_release(vm, a);
    }
    return true;
}

static bool out_fits(VM *vm, Einsum *e, const Axes *x)
{
    bool same = e->out->ndim == x->n_out;
    for (int k = 0; same && k < x->n_out; k++) same = e->out->shape[k] == x->shape[k];
    if (!same) {
        if (e->out->ndim != x->n_out) return err_false(vm, EXC_ValueError, "out parameter does not have the correct number of dimensions, has %d but should have %d", (int)e->out->ndim, x->n_out);
        Axes with = *x;
        NdArray *all[OPERANDS_MOST];
        memcpy(all, e->operands, sizeof *all * (size_t)e->count);
        all[e->count] = e->out;
        for (int k = 0; k < x->n; k++) with.own[e->count][k] = k < x->n_out ? e->out->shape[k] + 1 : 0;
        return raise_shapes(vm, &with, all, e->count + 1);
    }
    return descr_can_cast(vm, e->dtype, e->out->descr, e->casting) ||
           err_false(vm, EXC_TypeError, "Iterator requested dtype could not be cast from %R to %R, the operand %d dtype, according to the rule '%s'", REF(e->dtype), REF(e->out->descr), e->count, casting_name(e->casting));
}

static Value einsum_sum(VM *vm, Np *np, Einsum *e, const Subscripts *s, Axes *x)
{
    if (!einsum_dtype(vm, np, e) || !axes_open(vm, x, s, e->operands, e->count)) return NULL; /* converted, they lie otherwise */
    SumFn sum = sum_loop((Num)e->dtype->num);
    if (!sum) return err_raise(vm, EXC_TypeError, "invalid data type for einsum");
    if (e->out && !out_fits(vm, e, x)) return NULL;
    NdArray *r = array_zeros(vm, np, e->dtype, x->shape, x->n_out, e->order == ORDER_F ? ORDER_F : ORDER_C);
    bool ok = r && axes_run(vm, x, sum, e->operands, r, e->count);
    if (ok && !e->out) return array_return(vm, r);
    ok = ok && array_copy_into(vm, e->out, r);
    array_release(vm, r);
    return ok ? retain(REF(e->out)) : NULL;
}

static Value c_einsum(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Einsum e = {.casting = CASTING_SAFE, .order = ORDER_KEEP};
    Subscripts s;
    Axes x;
    size_t length;
    const char *text;
    Value r = NO_VALUE;
    if (np && einsum_arguments(vm, np, &e, args, n, kwnames) && (text = str_utf8(vm, e.subscripts, &length)) && subscripts_parse(vm, text, length, e.operands, e.count, &s) &&
        axes_open(vm, &x, &s, e.operands, e.count))
        r = e.count == 1 && !e.out && x.n == x.n_out ? einsum_view(vm, e.operands[0], &x) : einsum_sum(vm, np, &e, &s, &x);
    for (int i = 0; i < e.count; i++) array_release(vm, e.operands[i]);
    release(vm, e.subscripts);
    descr_release(vm, e.dtype);
    return r;
}

const NativeDef multiarray_einsum_functions[] = {
    {"c_einsum", c_einsum, "*operands, out=None, dtype=None, order='K', casting='safe'", "Sums of products over named axes", NATIVE_RAW},
    {NULL, NULL, NULL, NULL, 0},
};
