/* einsum.c: einsum, two operands at a time from left to right.
 *
 * A term is an array with a label for each axis. Axes of size 1 are dropped at the start (they only broadcast), a label that occurs twice is a diagonal by strides.
 * Labels that only one of two terms has and nobody asks for later are summed first; what both have is then a batch (asked for later) or contracted: a batched
 * product of matrices. Terms in between are of the computing type: float, double or int64.
 */
#include "core/einsum.h"

#include <string.h>

#include "blit.h"
#include "flat.h"
#include "gemm.h"
#include "kernels.h"

typedef struct Term {
    char *at;
    void *own;   /* scratch that holds it; NULL: an operand's own bytes */
    DType dtype;
    int n;
    uint8_t label[MAX_DIMS];
    int64_t size[MAX_DIMS], stride[MAX_DIMS];
} Term;

typedef uint64_t Set[2]; /* of labels */
static void set_add(uint64_t *s, int label) { s[label >> 6] |= (uint64_t)1 << (label & 63); }
static bool set_has(const uint64_t *s, int label) { return s[label >> 6] >> (label & 63) & 1; }

static int find(const Term *t, int label)
{
    for (int i = 0; i < t->n; i++)
        if (t->label[i] == label) return i;
    return -1;
}

static void term_of(const EinsumTerm *labels, const View *v, Term *t)
{
    *t = (Term){.at = v->at, .dtype = v->dtype};
    for (int i = 0; i < v->ndim; i++) {
        if (v->shape[i] == 1) continue;
        int at = find(t, labels->label[i]);
        if (at >= 0) {
            t->stride[at] += v->strides[i];
            continue;
        }
        t->label[t->n] = labels->label[i];
        t->size[t->n] = v->shape[i];
        t->stride[t->n++] = v->strides[i];
    }
}

static void term_drop(Work *w, Term *t)
{
    if (t->own) work_scratch_free(w, t->own);
    t->own = NULL;
}

static int64_t term_size(const Term *t)
{
    int64_t n = 1;
    for (int i = 0; i < t->n; i++) n *= t->size[i];
    return n;
}

static void add_axis(Term *t, const Term *from, int i)
{
    t->label[t->n] = from->label[i];
    t->size[t->n] = from->size[i];
    t->stride[t->n++] = from->stride[i];
}

/* The term's elements with axes in the order of `order` (all of its labels), contiguous, of `dtype`; the term itself where it is so already. */
static bool term_laid(Work *w, Term *t, const Term *order, DType dtype)
{
    int64_t from[MAX_DIMS], to[MAX_DIMS];
    for (int i = 0; i < order->n; i++) from[i] = t->stride[find(t, order->label[i])];
    shape_contiguous(order->size, order->n, to);
    Term laid = *order;
    laid.at = t->at;
    laid.own = NULL;
    laid.dtype = dtype;
    memcpy(laid.stride, to, sizeof to);
    if (t->dtype == dtype && shape_is_contiguous(order->size, from, order->n)) {
        laid.own = t->own;
        *t = laid;
        return true;
    }
    if (!(laid.own = work_scratch(w, (size_t)term_size(t) * dtype_bytes(dtype)))) return false;
    laid.at = laid.own;
    if (term_size(t)) flat_copy(w, laid.at, dtype, to, t->at, t->dtype, from, order->size, order->n);
    term_drop(w, t);
    *t = laid;
    return true;
}

static void sum_line(DType type, const char *from, int64_t n, char *to, int64_t at)
{
    if (type == DT_INT64) {
        uint64_t sum = 0;
        for (int64_t i = 0; i < n; i++) sum += ((const uint64_t *)(const void *)from)[i];
        ((uint64_t *)(void *)to)[at] = sum;
        return;
    }
    double sum, squares;
    flat_loops(type)->moments(from, n, &sum, &squares, 0);
    if (type == DT_FLOAT64) ((double *)(void *)to)[at] = sum;
    else ((float *)(void *)to)[at] = (float)sum;
}

/* Labels that are not in `keep` are summed. */
static bool term_summed(Work *w, Term *t, const uint64_t *keep, DType type)
{
    Term order = {.n = 0};
    int kept;
    for (int i = 0; i < t->n; i++)
        if (set_has(keep, t->label[i])) add_axis(&order, t, i);
    kept = order.n;
    if (kept == t->n) return true;
    for (int i = 0; i < t->n; i++)
        if (!set_has(keep, t->label[i])) add_axis(&order, t, i);
    if (!term_laid(w, t, &order, type)) return false;
    int64_t lines = 1, n = 1, e = (int64_t)dtype_bytes(type);
    for (int i = 0; i < order.n; i++) *(i < kept ? &lines : &n) *= order.size[i];
    char *sums = work_scratch(w, (size_t)(lines * e));
    if (!sums) return false;
    if (w->elsewhere) w->elsewhere->row_sums(w, type, t->at, lines, n, sums);
    for (int64_t i = 0, done = 0; i < lines && !w->elsewhere; i++) {
        sum_line(type, t->at + i * n * e, n, sums, i);
        if (work_after(w, &done, n + 1)) break;
    }
    term_drop(w, t);
    t->at = t->own = sums;
    t->n = kept;
    shape_contiguous(t->size, kept, t->stride);
    return !work_stopped(w);
}

/* ---- two terms ---- */

/* The axes `from` … `to` of `order` in t as one; false: they have no one stride. */
static bool collapsed(const Term *t, const Term *order, int from, int to, int64_t *size, int64_t *stride)
{
    int64_t sizes[MAX_DIMS], strides[MAX_DIMS];
    *size = 1;
    *stride = 1;
    for (int i = from; i < to; i++) {
        int at = find(t, order->label[i]);
        sizes[i - from] = t->size[at];
        strides[i - from] = t->stride[at];
        *size *= t->size[at];
    }
    return *size == 0 || shape_view(sizes, strides, to - from, size, 1, stride);
}

/* A matrix for each of the batch: rows of `order` from … split, columns split … n; laid out anew where strides do not allow it. */
static bool as_matrix(Work *w, Term *t, const Term *order, int batch, int split, DType type, Matrix *m, int64_t *rows, int64_t *columns, int64_t *batch_strides)
{
    if (!collapsed(t, order, batch, split, rows, &m->rs) || !collapsed(t, order, split, order->n, columns, &m->cs)) {
        if (!term_laid(w, t, order, type)) return false;
        collapsed(t, order, batch, split, rows, &m->rs);
        collapsed(t, order, split, order->n, columns, &m->cs);
    }
    m->at = t->at;
    m->dtype = t->dtype;
    for (int i = 0; i < batch; i++) batch_strides[i] = t->stride[find(t, order->label[i])];
    return true;
}

typedef struct Times { const Term *out; const char *a, *b; char *c; DType type; int64_t sa[MAX_DIMS], sb[MAX_DIMS]; } Times;

/* Rows along the last axis of products without a sum. */
static void times_rows(void *data, int64_t from, int64_t to)
{
    Times *t = data;
    int last = t->out->n - 1;
    int64_t n = last < 0 ? 1 : t->out->size[last], sa = last < 0 ? 0 : t->sa[last], sb = last < 0 ? 0 : t->sb[last];
    for (int64_t row = from; row < to; row++) {
        int64_t rest = row, a = 0, b = 0;
        for (int i = last - 1; i >= 0; i--) {
            int64_t at = rest % t->out->size[i];
            rest /= t->out->size[i];
            a += at * t->sa[i];
            b += at * t->sb[i];
        }
#define TIMES(T)                                                                                                              \
    do {                                                                                                                      \
        const T *x = (const T *)(const void *)t->a + a, *y = (const T *)(const void *)t->b + b;                               \
        T *z = (T *)(void *)t->c + row * n;                                                                                   \
        for (int64_t i = 0; i < n; i++) z[i] = x[i * sa] * y[i * sb];                                                         \
    } while (0)
        if (t->type == DT_FLOAT32) TIMES(float);
        else if (t->type == DT_FLOAT64) TIMES(double);
        else TIMES(uint64_t);
#undef TIMES
    }
}

static bool multiply(Work *w, Term *a, Term *b, Term *out)
{
    Times t = {.out = out, .c = out->at, .type = out->dtype};
    Term orders[2] = {*a, *b};
    if ((a->dtype != t.type && !term_laid(w, a, &orders[0], t.type)) || (b->dtype != t.type && !term_laid(w, b, &orders[1], t.type))) return false;
    t.a = a->at;
    t.b = b->at;
    int64_t size = term_size(out), n = out->n ? out->size[out->n - 1] : 1;
    for (int i = 0; i < out->n; i++) {
        int x = find(a, out->label[i]), y = find(b, out->label[i]);
        t.sa[i] = x < 0 ? 0 : a->stride[x];
        t.sb[i] = y < 0 ? 0 : b->stride[y];
    }
    if (size) work_parallel(w, size / n, n >= 32768 ? 1 : 32768 / n + 1, times_rows, &t);
    return !work_stopped(w);
}

/* a and b become one term with the labels batch, a's own, b's own. direct: where the result may be written if it comes out in the wanted order; NULL: nowhere. */
static bool contract(Work *w, Term *a, Term *b, const uint64_t *keep, DType type, const View *direct, const EinsumTerm *wanted, Term *out)
{
    Set keep_a = {keep[0], keep[1]}, keep_b = {keep[0], keep[1]};
    Term left = {.n = 0}, right = {.n = 0}; /* orders: batch, own, shared; batch, shared, own */
    for (int i = 0; i < a->n; i++) set_add(keep_b, a->label[i]);
    for (int i = 0; i < b->n; i++) set_add(keep_a, b->label[i]);
    if (!term_summed(w, a, keep_a, type) || !term_summed(w, b, keep_b, type)) return false;
    *out = (Term){.dtype = type};
    for (int i = 0; i < a->n; i++)
        if (find(b, a->label[i]) >= 0 && set_has(keep, a->label[i])) add_axis(&left, a, i), add_axis(&right, b, find(b, a->label[i])), add_axis(out, a, i);
    int batch = left.n, rows, shared;
    for (int i = 0; i < a->n; i++)
        if (find(b, a->label[i]) < 0) add_axis(&left, a, i), add_axis(out, a, i);
    rows = left.n;
    for (int i = 0; i < a->n; i++)
        if (find(b, a->label[i]) >= 0 && !set_has(keep, a->label[i])) add_axis(&left, a, i), add_axis(&right, b, find(b, a->label[i]));
    shared = right.n;
    for (int i = 0; i < b->n; i++)
        if (find(a, b->label[i]) < 0) add_axis(&right, b, i), add_axis(out, b, i);
    shape_contiguous(out->size, out->n, out->stride);
    bool fits = direct && direct->contiguous && direct->dtype == type;
    int at = 0;
    for (int i = 0; fits && i < wanted->n; i++)
        if (direct->shape[i] != 1) fits = at < out->n && out->label[at++] == wanted->label[i];
    if (fits && at == out->n) out->at = direct->at;
    else if (!(out->at = out->own = work_scratch(w, (size_t)term_size(out) * dtype_bytes(type)))) return false;
    if (term_size(out) == 0) return true;
    int64_t own = 1;
    for (int i = batch; i < out->n; i++) own *= out->size[i];
    if (rows == left.n && own < 64 && !w->elsewhere) return multiply(w, a, b, out);
    Gemm g = {.alpha = scalar_int(1), .beta = scalar_int(0)};
    int64_t k;
    int64_t sa[MAX_DIMS], sb[MAX_DIMS];
    if (!as_matrix(w, a, &left, batch, rows, type, &g.a, &g.m, &g.k, sa) || !as_matrix(w, b, &right, batch, shared, type, &g.b, &k, &g.n, sb)) return false;
    g.c = (Matrix){out->at, type, g.n, 1};
    g.batch_dims = batch;
    for (int i = 0; i < batch; i++) {
        g.batch[i] = left.size[i];
        g.batch_strides[0][i] = sa[i];
        g.batch_strides[1][i] = sb[i];
        g.batch_strides[2][i] = out->stride[i];
    }
    return gemm_run(w, &g);
}

/* ---- the kernel ---- */

static const int64_t *shape_of(const void *data, int i, int *ndim)
{
    const View *v = &((const Work *)data)->in[i];
    *ndim = v->ndim;
    return v->shape;
}

/* The last term, with the result's labels, into the result's own order, layout and dtype. */
static void store(Work *w, const Term *t, const View *out, const EinsumTerm *wanted)
{
    int64_t strides[MAX_DIMS];
    for (int i = 0; i < out->ndim; i++) {
        int at = find(t, wanted->label[i]);
        strides[i] = at < 0 ? 0 : t->stride[at];
    }
    flat_copy(w, out->at, out->dtype, out->strides, t->at, t->dtype, strides, out->shape, out->ndim);
}

bool cpu_einsum(Work *w)
{
    Einsum e;
    EinsumError why = {0};
    const View *out = &w->out[0];
    DType type = dtype_is_float(out->dtype) ? dtype_computed(out->dtype) : DT_INT64;
    if (out->size == 0) return true;
    if (!einsum_read(&e, w->attrs[einsum_equation].text ? w->attrs[einsum_equation].text : "", w->in_count, shape_of, w, &why)) return work_fail(w, CE_BAD_VALUE, "einsum: the equation cannot be read");
    Term a, b;
    term_of(&e.in[0], &w->in[0], &a);
    bool ok = true;
    for (int i = 1; i < w->in_count && ok; i++) {
        Set keep = {0, 0};
        Term next = {.own = NULL};
        for (int k = 0; k < e.out.n; k++) set_add(keep, e.out.label[k]);
        for (int j = i + 1; j < w->in_count; j++)
            for (int k = 0; k < e.in[j].n; k++) set_add(keep, e.in[j].label[k]);
        term_of(&e.in[i], &w->in[i], &b);
        bool last = i == w->in_count - 1;
        ok = contract(w, &a, &b, keep, type, last ? out : NULL, &e.out, &next);
        term_drop(w, &a);
        term_drop(w, &b);
        a = next;
    }
    if (ok) {
        Set keep = {0, 0};
        for (int k = 0; k < e.out.n; k++) set_add(keep, e.out.label[k]);
        ok = term_summed(w, &a, keep, type);
    }
    if (ok && a.at != out->at) store(w, &a, out, &e.out);
    term_drop(w, &a);
    return ok;
}
