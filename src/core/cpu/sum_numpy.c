/* sum_numpy.c: sums and products of floating numbers in the order in which NumPy adds them up, so that every printed digit is NumPy's.
 *
 * Axes are walked in the order of the operand's strides, neighbours joined. Where the innermost goes, its elements are summed in pairs: eight running sums
 * of up to 128 elements, halves of what is longer; where it stays, rows are added to rows. The sum runs in the result's own type (float16 through float32).
 * One thread: lessons sum little in NumPy, and the order is the point.
 */
#include <string.h>

#include "ew.h"
#include "kernels.h"
#include "sum_numpy.h"

enum { RUN = 8192 }; /* elements of NumPy's buffer */
typedef struct Walk {
    Work *w;
    int ndim;
    int64_t shape[MAX_DIMS], in[MAX_DIMS], out[MAX_DIMS]; /* strides in elements; out 0: the axis goes */
    int run; /* from this axis on all go, and are more than one: NumPy gathers them in its buffer; -1: none */
} Walk;

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Axes from the largest stride to the smallest, those of size 1 left out. */
static void sort_axes(Walk *k, const View *v, const int64_t *in, const bool *marks)
{
    int64_t out = 1, strides[MAX_DIMS];
    for (int i = v->ndim - 1; i >= 0; i--) {
        strides[i] = marks[i] ? 0 : out;
        if (!marks[i]) out *= v->shape[i];
    }
    k->ndim = 0;
    for (int i = 0; i < v->ndim; i++) {
        if (v->shape[i] == 1) continue;
        int at = k->ndim++;
        for (; at > 0 && magnitude(k->in[at - 1]) < magnitude(in[i]); at--) {
            k->shape[at] = k->shape[at - 1];
            k->in[at] = k->in[at - 1];
            k->out[at] = k->out[at - 1];
        }
        k->shape[at] = v->shape[i];
        k->in[at] = in[i];
        k->out[at] = strides[i];
    }
}

static void join_axes(Walk *k)
{
    int n = 0;
    for (int i = 1; i < k->ndim; i++) {
        bool fits = k->in[n] == k->in[i] * k->shape[i] && k->out[n] == k->out[i] * k->shape[i];
        if (fits) k->shape[n] *= k->shape[i];
        else k->shape[++n] = k->shape[i];
        k->in[n] = k->in[i];
        k->out[n] = k->out[i];
    }
    k->ndim = k->ndim ? n + 1 : 0;
    k->run = k->ndim;
    while (k->run > 0 && k->out[k->run - 1] == 0) k->run--;
    if (k->ndim - k->run < 2) k->run = -1;
    if (k->ndim) return;
    k->ndim = 1;
    k->shape[0] = 1;
    k->in[0] = k->out[0] = 0;
}

#define RUNS(T)                                                                                                              \
    static T pairs_##T(const Walk *k, const T *x, int64_t n, int64_t step)                                                                  \
    {                                                                                                                        \
        if (n < 8) {                                                                                                         \
            T sum = 0;                                                                                                       \
            for (int64_t i = 0; i < n; i++) sum += x[i * step];                                                              \
            return sum;                                                                                                      \
        }                                                                                                                    \
        if (n > 128) {                                                                                                       \
            int64_t half = n / 2;                                                                                            \
            half -= half % 8;                                                                                                \
            if (n > WORK_STEPS && work_stopped(k->w)) return 0;                                                              \
            T low = pairs_##T(k, x, half, step);                                                                                \
            return low + pairs_##T(k, x + half * step, n - half, step);                                                         \
        }                                                                                                                    \
        T r[8];                                                                                                              \
        for (int c = 0; c < 8; c++) r[c] = x[c * step];                                                                      \
        int64_t i = 8;                                                                                                       \
        for (; i < n - n % 8; i += 8)                                                                                        \
            for (int c = 0; c < 8; c++) r[c] += x[(i + c) * step];                                                           \
        T sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));                                           \
        for (; i < n; i++) sum += x[i * step];                                                                               \
        return sum;                                                                                                          \
    }                                                                                                                        \
    static void row_##T(const Walk *k, const T *x, T *out, bool product)                                                     \
    {                                                                                                                        \
        int64_t n = k->shape[k->ndim - 1], in = k->in[k->ndim - 1], to = k->out[k->ndim - 1];                                \
        if (to == 0 && !product) *out += pairs_##T(k, x, n, in);                                                                \
        else if (product) for (int64_t i = 0; i < n && !work_paced(k->w, i); i++) out[i * to] *= x[i * in];                                          \
        else for (int64_t i = 0; i < n && !work_paced(k->w, i); i++) out[i * to] += x[i * in];                                                       \
    }                                                                                                                        \
    static void run_##T(const Walk *k, int from, const T *x, T *out) /* axes from … on all go, but lie apart */               \
    {                                                                                                                        \
        T room[RUN];                                                                                                         \
        int64_t at[MAX_DIMS] = {0}, n = 0, turn = 0;                                                                                   \
        for (bool more = true; more;) {                                                                                      \
            room[n++] = *x;                                                                                                  \
            int i = k->ndim - 1;                                                                                             \
            for (; i >= from; i--) {                                                                                         \
                x += k->in[i];                                                                                               \
                if (++at[i] < k->shape[i]) break;                                                                            \
                x -= at[i] * k->in[i];                                                                                       \
                at[i] = 0;                                                                                                   \
            }                                                                                                                \
            more = i >= from && !(n == RUN && (turn++ & 255) == 255 && work_stopped(k->w));                                                                                                \
            if (n < RUN && more) continue;                                                                                   \
            *out += pairs_##T(k, room, n, 1);                                                                                   \
            n = 0;                                                                                                           \
        }                                                                                                                    \
    }                                                                                                                        \
    static void all_##T(const Walk *k, int axis, const T *x, T *out, bool product)                                           \
    {                                                                                                                        \
        if (axis == k->run && !product) {                                                                                    \
            run_##T(k, axis, x, out);                                                                                        \
            return;                                                                                                          \
        }                                                                                                                    \
        if (axis == k->ndim - 1) {                                                                                           \
            row_##T(k, x, out, product);                                                                                     \
            return;                                                                                                          \
        }                                                                                                                    \
        for (int64_t i = 0; i < k->shape[axis] && !((i & 255) == 255 && work_stopped(k->w)); i++) all_##T(k, axis + 1, x + i * k->in[axis], out + i * k->out[axis], product); \
    }
RUNS(float)
RUNS(double)

/* The operand as `type`, in its own layout where that is its type already, else row-major in scratch. NULL: no memory. */
static const void *as_type(Work *w, const View *v, DType type, int64_t *strides, void **scratch)
{
    *scratch = NULL;
    if (v->ndim) memcpy(strides, v->strides, sizeof *strides * (size_t)v->ndim);
    if (v->dtype == type) return v->at;
    const EwIsa *isa = ew_isa();
    size_t bytes = dtype_bytes(type), own = dtype_bytes(v->dtype);
    char *all = work_scratch(w, (size_t)v->size * bytes + 8), raw[256 * 8];
    if (!all) return NULL;
    for (int64_t at = 0; at < v->size && !work_paced(w, at | 255); at += 256) {
        int64_t n = v->size - at < 256 ? v->size - at : 256;
        ew_gather(isa, raw, v->at, own, v->ndim, v->shape, v->strides, at, n);
        ew_convert(isa, n, all + (size_t)at * bytes, type, raw, v->dtype);
    }
    shape_contiguous(v->shape, v->ndim, strides);
    return *scratch = all;
}

bool sum_numpy(Work *w, bool product)
{
    const View *v = &w->in[0], *o = &w->out[0];
    DType type = o->dtype == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    bool marks[MAX_DIMS];
    Ints axes = w->attrs[reduce_axes].ints;
    for (int i = 0; i < v->ndim; i++) marks[i] = axes.count <= 0;
    for (int i = 0; i < axes.count && v->ndim; i++) marks[axes.d[i] < 0 ? axes.d[i] + v->ndim : axes.d[i]] = true;
    int64_t strides[MAX_DIMS];
    void *scratch;
    const void *x = as_type(w, v, type, strides, &scratch);
    char *acc = x || v->size == 0 ? work_scratch(w, (size_t)o->size * dtype_bytes(type) + 8) : NULL;
    if (!acc) {
        if (scratch) work_scratch_free(w, scratch);
        return false;
    }
    Walk k = {.w = w};
    sort_axes(&k, v, strides, marks);
    join_axes(&k);
    for (int64_t i = 0; i < o->size; i++) {
        if (type == DT_FLOAT64) ((double *)acc)[i] = product;
        else ((float *)acc)[i] = product;
    }
    if (v->size && type == DT_FLOAT64) all_double(&k, 0, x, (double *)acc, product);
    else if (v->size) all_float(&k, 0, x, (float *)acc, product);
    const EwIsa *isa = ew_isa();
    char block[256 * 8];
    for (int64_t at = 0; at < o->size; at += 256) {
        int64_t n = o->size - at < 256 ? o->size - at : 256;
        ew_convert(isa, n, block, o->dtype, acc + (size_t)at * dtype_bytes(type), type);
        ew_scatter(isa, o->at, block, dtype_bytes(o->dtype), o->ndim, o->shape, o->strides, at, n);
    }
    work_scratch_free(w, acc);
    if (scratch) work_scratch_free(w, scratch);
    return true;
}
