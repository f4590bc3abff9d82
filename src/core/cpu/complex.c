/* complex.c: CPU kernels of complex numbers: elementwise ops, reductions, running sums, orders. Ops that only move elements have the kernels they always have.
 *
 * Elementwise work goes by blocks of a row: operands are read as pairs of the wanted width, a formula (complex_formulas.def) runs over the block, and the results
 * are stored as what they are. Reductions add up in double.
 */
#include <complex.h>
#undef I
#include <math.h>
#include <string.h>

#include "core/op_more.h"
#include "ew.h"
#include "gemm.h"
#include "kernels.h"

/* An elementwise call: operands 0 … 2 and the result, 3, over the result's shape */
typedef struct Sides {
    int op, count, ndim;
    bool torch;
    const View *view[4]; /* NULL: a number */
    Scalar number[3], k;
    int64_t strides[4][MAX_DIMS];
} Sides;

#define CF_FUNCTION static inline
#define LIBRARY(name, z) NAME(of)(F(c##name)(NAME(to)(z)))
#define LIBRARY2(name, a, b) NAME(of)(F(c##name)(NAME(to)(a), NAME(to)(b)))
#define R float
#define CC float _Complex
#define F(name) name##f
#define NAME(name) name##_single
#define TYPE DT_COMPLEX64
#include "complex_rows.h"
#undef R
#undef CC
#undef F
#undef NAME
#undef TYPE
#define R double
#define CC double _Complex
#define F(name) name
#define NAME(name) name##_double
#define TYPE DT_COMPLEX128
#include "complex_rows.h"
#undef R
#undef CC
#undef F
#undef NAME
#undef TYPE

typedef C_double Pair;

/* Is there a part of 64 bits among what is read and written? Whole numbers are read exactly where they can be. */
static bool is_wide(const Work *w)
{
    if (w->compute == DT_COMPLEX64) return false;
    if (w->compute == DT_COMPLEX128) return true;
    return w->op->id != OP_copy || w->out[0].dtype != DT_COMPLEX64 || w->in[0].dtype != DT_COMPLEX64;
}

static bool across(const View *a, const View *b) /* may a write to a change b before it is read? */
{
    int64_t al, ah, bl, bh, ab = (int64_t)dtype_bytes(a->dtype), bb = (int64_t)dtype_bytes(b->dtype);
    if (!a->size || !b->size || (a->at == b->at && a->dtype == b->dtype && shape_same(a->shape, a->ndim, b->shape, b->ndim) && memcmp(a->strides, b->strides, sizeof *a->strides * (size_t)a->ndim) == 0))
        return false;
    shape_extent(a->shape, a->strides, a->ndim, &al, &ah);
    shape_extent(b->shape, b->strides, b->ndim, &bl, &bh);
    return a->at + al * ab < b->at + bh * bb && b->at + bl * bb < a->at + ah * ab;
}

/* Of these numbers PyTorch makes products and roots; of others, and of tensors, the library's power. */
static void power_by_number(Sides *s, Scalar y)
{
    double x = scalar_as_double(y);
    if (y.kind == SCALAR_BOOL || y.im != 0) return;
    if (x == 0.5 || x == -0.5) s->op = x > 0 ? OP_sqrt : OP_rsqrt, s->count = 1;
    else if (x == 0 || x == 1 || x == -1 || x == 2 || x == -2 || x == 3) s->torch = false;
}

static bool elementwise(Work *w);
/* PyTorch has a number in front behind: x + 2 for 2 + x, and the reciprocal times 2 for 2 / x. */
static bool number_first(Work *w)
{
    Work turned = *w;
    View in[2] = {w->in[1], w->in[0]};
    Scalar numbers[2] = {w->numbers[1], w->numbers[0]};
    turned.in = in;
    turned.numbers = numbers;
    if (w->op->id == OP_divide) {
        turned.op = op_get(OP_reciprocal);
        turned.in_count = 1;
        if (!elementwise(&turned)) return false;
        in[0] = w->out[0];
        turned.op = op_get(OP_multiply);
        turned.in_count = 2;
    }
    bool ok = elementwise(&turned);
    if (!ok) w->error = turned.error;
    return ok;
}

static bool elementwise(Work *w)
{
    const View *out = &w->out[0];
    bool wide = is_wide(w) || w->op->id == OP_cast || w->op->id == OP_copy;
    Sides s = {.op = w->op->id, .count = w->in_count < 3 ? w->in_count : 3, .ndim = out->ndim, .torch = accent_rules(w->accent)->complex_formulas};
    if (!(wide ? rows_double[s.op] != NULL : rows_single[s.op] != NULL)) return work_fail(w, CE_NOT_IMPLEMENTED, "%s of complex numbers is not in perch yet", w->op->name);
    if (out->size == 0) return true;
    if (s.torch && s.op == OP_power && !w->in[1].present) power_by_number(&s, w->numbers[1]);
    if (s.torch && !w->in[0].present && w->in_count == 2 && (s.op == OP_add || s.op == OP_divide)) return number_first(w);
    View copies[3];
    void *scratch[3] = {NULL, NULL, NULL};
    int64_t dense[3][MAX_DIMS];
    bool ok = true;
    s.view[3] = out;
    memcpy(s.strides[3], out->strides, sizeof *out->strides * (size_t)out->ndim);
    if (w->op->attr_count && w->attrs && w->op->id != OP_cast) s.k = w->attrs[value_value].number;
    for (int i = 0; ok && i < s.count; i++) {
        const View *v = &w->in[i];
        s.number[i] = w->numbers[i];
        if (!v->present) continue;
        if (across(out, v)) { /* the result is laid over it: it is read from a copy */
            size_t bytes = dtype_bytes(v->dtype);
            char *copy = scratch[i] = work_scratch(w, (size_t)v->size * bytes);
            if (!(ok = copy != NULL)) break;
            shape_contiguous(v->shape, v->ndim, dense[i]);
            ew_copy(w, copy, dense[i], v->at, v->strides, v->shape, v->ndim, bytes);
            copies[i] = *v;
            copies[i].at = copy;
            copies[i].strides = dense[i];
            v = &copies[i];
        }
        s.view[i] = v;
        shape_spread(v->shape, v->strides, v->ndim, out->ndim, s.strides[i]);
    }
    if (ok) work_parallel(w, out->size, 8192, wide ? part_double : part_single, &s);
    for (int i = 0; i < 3; i++)
        if (scratch[i]) work_scratch_free(w, scratch[i]);
    return ok;
}

/* ---- along axes ---- */
static Pair load(const View *v, int64_t offset)
{
    Scalar s = dtype_load(v->dtype, v->at + offset * (int64_t)dtype_bytes(v->dtype));
    return (Pair){scalar_as_double(s), s.im};
}

static void store(const View *v, int64_t offset, Pair x)
{
    dtype_store(v->dtype, v->at + offset * (int64_t)dtype_bytes(v->dtype), scalar_complex(x.re, x.im));
}

typedef struct Axes { int n; int64_t shape[MAX_DIMS], strides[MAX_DIMS], size; } Axes;
static int64_t place(const Axes *a, int64_t i)
{
    int64_t offset = 0;
    for (int k = a->n - 1; k >= 0; k--) {
        offset += i % a->shape[k] * a->strides[k];
        i /= a->shape[k];
    }
    return offset;
}
static void add_axis(Axes *a, int64_t size, int64_t step)
{
    a->shape[a->n] = size;
    a->strides[a->n++] = step;
    a->size *= size;
}

typedef struct Reduce {
    Work *w;
    int op;
    double order, ddof;
    Axes kept, gone;
} Reduce;

static bool is_zero(Pair x) { return x.re == 0 && x.im == 0; }
static double size_of(Pair x) { return hypot(x.re, x.im); }

static Pair reduced(const Reduce *r, int64_t base)
{
    const View *v = &r->w->in[0];
    int64_t n = r->gone.size, at = 0;
    Pair sum = {0, 0}, product = {1, 0}, extreme = {NAN, NAN}, mean = {0, 0};
    double count = 0, sizes = 0, largest = 0, smallest = HUGE_VAL;
    bool any = false, all = true, first = true;
    if (r->op == OP_var || r->op == OP_std) {
        for (int64_t i = 0; i < n; i++) mean = plus_double(mean, load(v, base + place(&r->gone, i)));
        mean = scaled_double(mean, 1 / (double)n);
    }
    for (int64_t i = 0; i < n; i++) {
        Pair x = load(v, base + place(&r->gone, i));
        switch (r->op) {
        case OP_nansum:
            if (is_nan_double(x)) break;
            /* fall through */
        case OP_sum: case OP_mean: sum = plus_double(sum, x); break;
        case OP_prod: product = times_double(product, x); break;
        case OP_max: case OP_argmax:
        case OP_min: case OP_argmin: {
            bool high = r->op == OP_max || r->op == OP_argmax;
            if (first || (!is_nan_double(extreme) && (is_nan_double(x) || (high ? less_double(extreme, x) : less_double(x, extreme))))) {
                extreme = x;
                at = i;
            }
            first = false;
            break;
        }
        case OP_norm: {
            double d = size_of(x);
            sizes += r->order == 2 ? d * d : r->order == 1 ? d : r->order == 0 ? d != 0 : pow(d, r->order);
            if (d > largest || isnan(d)) largest = d;
            if (d < smallest || isnan(d)) smallest = d;
            break;
        }
        case OP_var: case OP_std: {
            Pair d = minus_double(x, mean);
            sizes += d.re * d.re + d.im * d.im;
            break;
        }
        default: break;
        }
        count += !is_zero(x);
        any |= !is_zero(x);
        all &= !is_zero(x);
    }
    double divisor = (double)n - r->ddof;
    switch (r->op) {
    case OP_mean: return (Pair){sum.re / (double)n, sum.im / (double)n};
    case OP_prod: return product;
    case OP_max: case OP_min: return extreme;
    case OP_argmax: case OP_argmin: return (Pair){(double)at, 0};
    case OP_any: return (Pair){any, 0};
    case OP_all: return (Pair){all, 0};
    case OP_count_nonzero: return (Pair){count, 0};
    case OP_var: return (Pair){sizes / (divisor < 0 ? 0 : divisor), 0};
    case OP_std: return (Pair){sqrt(sizes / (divisor < 0 ? 0 : divisor)), 0};
    case OP_norm:
        if (r->order == HUGE_VAL) return (Pair){largest, 0};
        if (r->order == -HUGE_VAL) return (Pair){n ? smallest : 0, 0};
        return (Pair){r->order == 2 ? sqrt(sizes) : r->order == 1 || r->order == 0 ? sizes : pow(sizes, 1 / r->order), 0};
    default: return sum;
    }
}

static void reduce_part(void *data, int64_t from, int64_t end)
{
    Reduce *r = data;
    for (; from < end; from++) store(&r->w->out[0], from, reduced(r, place(&r->kept, from)));
}

/* Results are contiguous. */
static bool reduce(Work *w, const bool *gone)
{
    const View *v = &w->in[0];
    Reduce r = {.w = w, .op = w->op->id, .kept.size = 1, .gone.size = 1};
    if (strcmp(family_name[w->op->family], "reduce") == 0) {
        r.order = w->attrs[reduce_order].f;
        r.ddof = w->attrs[reduce_ddof].f;
    }
    for (int i = 0; i < v->ndim; i++) add_axis(gone[i] ? &r.gone : &r.kept, v->shape[i], v->strides[i]);
    work_parallel(w, w->out[0].size, r.gone.size > 4096 ? 1 : 4096 / (r.gone.size + 1) + 1, reduce_part, &r);
    return true;
}

static bool over_axes(Work *w)
{
    const View *v = &w->in[0];
    Ints axes = w->attrs[reduce_axes].ints;
    bool gone[MAX_DIMS];
    for (int i = 0; i < v->ndim; i++) gone[i] = axes.count <= 0;
    for (int i = 0; i < axes.count && v->ndim; i++) gone[axes.d[i] < 0 ? axes.d[i] + v->ndim : axes.d[i]] = true;
    return reduce(w, gone);
}

static bool along_axis(Work *w)
{
    const View *v = &w->in[0];
    bool gone[MAX_DIMS], flat = w->attrs[axis_flat].i;
    int64_t axis = w->attrs[axis_axis].i;
    if (axis < 0) axis += v->ndim;
    for (int i = 0; i < v->ndim; i++) gone[i] = flat || i == axis;
    return reduce(w, gone);
}

/* The lines of an axis (or all as one): where each begins in the operand and in the contiguous result */
static void lines(const Work *w, Axes *in, Axes *out, Axes *line, int64_t *out_step)
{
    const View *v = &w->in[0], *o = &w->out[0];
    bool flat = w->attrs[axis_flat].i || v->ndim == 0;
    int64_t axis = w->attrs[axis_axis].i;
    if (axis < 0) axis += v->ndim;
    *in = *out = *line = (Axes){.size = 1};
    *out_step = 1;
    for (int i = 0; i < v->ndim; i++) {
        if (flat || i == axis) add_axis(line, v->shape[i], v->strides[i]);
        else {
            add_axis(in, v->shape[i], v->strides[i]);
            add_axis(out, v->shape[i], o->strides[i]);
        }
        if (!flat && i == axis) *out_step = o->strides[i];
    }
}

static bool running(Work *w, bool product)
{
    Axes in, out, line;
    int64_t step;
    lines(w, &in, &out, &line, &step);
    for (int64_t k = 0; k < in.size; k++) {
        int64_t from = place(&in, k), to = place(&out, k);
        Pair sum = {product, 0};
        for (int64_t i = 0; i < line.size; i++) {
            Pair x = load(&w->in[0], from + place(&line, i));
            sum = product ? times_double(sum, x) : plus_double(sum, x);
            store(&w->out[0], to + i * step, sum);
        }
    }
    return true;
}

/* ---- order ---- */
static bool before(Pair a, Pair b) /* NaN last */
{
    if (is_nan_double(a) || is_nan_double(b)) return !is_nan_double(a);
    return less_double(a, b);
}

/* Merged from runs of one, so equals stay as they were. */
static void order_line(const Pair *x, int64_t n, bool descending, int64_t *order, int64_t *room)
{
    for (int64_t i = 0; i < n; i++) order[i] = i;
    for (int64_t run = 1; run < n; run *= 2) {
        for (int64_t a = 0; a < n; a += 2 * run) {
            int64_t middle = a + run < n ? a + run : n, end = a + 2 * run < n ? a + 2 * run : n, i = a, k = middle;
            for (int64_t to = a; to < end; to++) {
                bool right = i == middle || (k < end && (descending ? before(x[order[i]], x[order[k]]) : before(x[order[k]], x[order[i]])));
                room[to] = right ? order[k++] : order[i++];
            }
        }
        memcpy(order, room, sizeof *order * (size_t)n);
    }
}

static bool sorted(Work *w)
{
    Axes in, out, line;
    int64_t step;
    lines(w, &in, &out, &line, &step);
    int64_t n = line.size;
    char *room = work_scratch(w, (size_t)(n ? n : 1) * (sizeof(Pair) + 2 * sizeof(int64_t)));
    if (!room) return false;
    Pair *x = (Pair *)room;
    int64_t *order = (int64_t *)(x + n);
    const View *positions = &w->out[1];
    for (int64_t k = 0; k < in.size; k++) {
        int64_t from = place(&in, k), to = place(&out, k);
        for (int64_t i = 0; i < n; i++) x[i] = load(&w->in[0], from + place(&line, i));
        order_line(x, n, w->attrs[axis_descending].i, order, order + n);
        for (int64_t i = 0; i < n; i++) {
            store(&w->out[0], to + i * step, x[order[i]]);
            store(positions, to + i * step, (Pair){(double)order[i], 0});
        }
    }
    work_scratch_free(w, room);
    return true;
}

/* Rows of indices of what is not zero */
static bool places_of(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    int64_t index[MAX_DIMS] = {0}, at = 0, *to = (int64_t *)(void *)out->at;
    for (int64_t i = 0; i < v->size && to < (int64_t *)(void *)out->at + out->size; i++) {
        if (!is_zero(load(v, at))) {
            memcpy(to, index, sizeof *to * (size_t)v->ndim);
            to += v->ndim;
        }
        for (int k = v->ndim - 1; k >= 0; k--) {
            at += v->strides[k];
            if (++index[k] < v->shape[k]) break;
            at -= v->strides[k] * v->shape[k];
            index[k] = 0;
        }
    }
    return true;
}

/* ---- products ---- */
typedef struct Product { const Gemm *g; int64_t count; } Product;

static Pair element(const Matrix *m, int64_t offset)
{
    Scalar s = dtype_load(m->dtype, m->at + offset * (int64_t)dtype_bytes(m->dtype));
    return (Pair){scalar_as_double(s), s.im};
}

static void product_rows(void *data, int64_t from, int64_t end)
{
    const Gemm *g = ((const Product *)data)->g;
    Pair alpha = {scalar_as_double(g->alpha), g->alpha.im}, beta = {scalar_as_double(g->beta), g->beta.im};
    bool plain = alpha.re == 1 && alpha.im == 0;
    for (; from < end; from++) {
        int64_t row = from % g->m, batch = from / g->m, at[4] = {0};
        for (int i = g->batch_dims - 1; i >= 0; i--) {
            int64_t k = batch % g->batch[i];
            batch /= g->batch[i];
            for (int o = 0; o < 4; o++) at[o] += k * g->batch_strides[o][i];
        }
        for (int64_t j = 0; j < g->n; j++) {
            Pair sum = {0, 0};
            for (int64_t k = 0; k < g->k; k++) sum = plus_double(sum, times_double(element(&g->a, at[0] + row * g->a.rs + k * g->a.cs), element(&g->b, at[1] + k * g->b.rs + j * g->b.cs)));
            if (!plain) sum = times_double(alpha, sum);
            if (g->d.at) sum = plus_double(sum, times_double(beta, element(&g->d, at[3] + row * g->d.rs + j * g->d.cs)));
            dtype_store(g->c.dtype, g->c.at + (at[2] + row * g->c.rs + j * g->c.cs) * (int64_t)dtype_bytes(g->c.dtype), scalar_complex(sum.re, sum.im));
        }
    }
}

bool gemm_complex(Work *w, const Gemm *g)
{
    Product p = {g, 1};
    for (int i = 0; i < g->batch_dims; i++) p.count *= g->batch[i];
    int64_t each = g->n * (g->k + 1);
    work_parallel(w, p.count * g->m, each > 4096 ? 1 : 4096 / each + 1, product_rows, &p);
    return !work_stopped(w);
}

/* The same elements elsewhere; false: it is not that */
static bool copied(Work *w)
{
    const View *in = &w->in[0], *out = &w->out[0];
    if (!in->present || in->dtype != out->dtype || !shape_same(in->shape, in->ndim, out->shape, out->ndim) || in->at == out->at || across(out, in)) return false;
    ew_copy(w, out->at, out->strides, in->at, in->strides, out->shape, out->ndim, dtype_bytes(out->dtype));
    return true;
}

bool cpu_complex(Work *w)
{
    switch (w->op->id) {
    case OP_sum: case OP_nansum: case OP_mean: case OP_prod: case OP_max: case OP_min: case OP_any: case OP_all: case OP_count_nonzero: case OP_norm: case OP_var: case OP_std: return over_axes(w);
    case OP_argmax: case OP_argmin: return along_axis(w);
    case OP_cumsum: return running(w, false);
    case OP_cumprod: return running(w, true);
    case OP_sort: return sorted(w);
    case OP_nonzero: return places_of(w);
    case OP_copy:
        return copied(w) || elementwise(w);
    default: return w->op->elementwise ? elementwise(w) : cpu_kernel(w->op)(w);
    }
}
