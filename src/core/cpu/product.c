/* product.c: the kernels of matmul, dot, bmm, linear, addmm and outer: each sets up a Gemm over the operands' own strides. */
#include <string.h>

#include "ew.h"
#include "flat.h"
#include "gemm.h"
#include "kernels.h"

static bool flag(const Work *w, int i) { return w->attrs && w->attrs[i].i; }

static Gemm gemm_start(const Work *w)
{
    Gemm g = {.alpha = scalar_int(1), .beta = scalar_int(0)};
    g.a.dtype = w->in[0].dtype;
    g.b.dtype = w->in[1].dtype;
    g.c = (Matrix){w->out[0].at, w->out[0].dtype, 0, 0};
    return g;
}

/* The last two axes of a view as a matrix, swapped where transposed; a vector is a row (a) or a column (b). */
static void matrix_of(const View *v, bool transposed, bool column, Matrix *m, int64_t *rows, int64_t *columns)
{
    int n = v->ndim;
    m->at = v->at;
    m->dtype = v->dtype;
    if (n == 1) {
        *rows = column ? v->shape[0] : 1;
        *columns = column ? 1 : v->shape[0];
        m->rs = column ? v->strides[0] : 0;
        m->cs = column ? 0 : v->strides[0];
        return;
    }
    int r = transposed ? n - 1 : n - 2, c = transposed ? n - 2 : n - 1;
    *rows = v->shape[r];
    *columns = v->shape[c];
    m->rs = v->strides[r];
    m->cs = v->strides[c];
}

/* The strides of a view's batch axes, aligned with the result's from the right. */
static void batch_of(const View *v, Gemm *g, int operand)
{
    int own = v->ndim > 2 ? v->ndim - 2 : 0;
    for (int i = 1; i <= g->batch_dims; i++) g->batch_strides[operand][g->batch_dims - i] = i <= own && v->shape[own - i] != 1 ? v->strides[own - i] : 0;
}

static bool batched(Work *w)
{
    const View *a = &w->in[0], *b = &w->in[1], *out = &w->out[0];
    Gemm g = gemm_start(w);
    int64_t k;
    matrix_of(a, flag(w, matrix_transpose_a), false, &g.a, &g.m, &g.k);
    matrix_of(b, flag(w, matrix_transpose_b), true, &g.b, &k, &g.n);
    int tail = (a->ndim > 1) + (b->ndim > 1);
    g.batch_dims = out->ndim - tail;
    for (int i = 0; i < g.batch_dims; i++) {
        g.batch[i] = out->shape[i];
        g.batch_strides[2][i] = out->strides[i];
    }
    g.c.rs = a->ndim > 1 ? out->strides[g.batch_dims] : g.n;
    g.c.cs = b->ndim > 1 ? out->strides[out->ndim - 1] : 1;
    batch_of(a, &g, 0);
    batch_of(b, &g, 1);
    return gemm_run(w, &g);
}

/* A view as a matrix whose rows are all its axes but `axis`, in order, and whose columns are `axis`: over its own bytes where the rows have
 * one stride, else over a copy (dropped by the caller). */
static bool unfolded(Work *w, const View *v, int axis, Matrix *m, int64_t *rows, int64_t *columns, void **copy)
{
    int64_t shape[MAX_DIMS], strides[MAX_DIMS], one;
    int n = 0;
    *copy = NULL;
    *rows = 1;
    for (int i = 0; i < v->ndim; i++) {
        if (i == axis) continue;
        shape[n] = v->shape[i];
        strides[n++] = v->strides[i];
        *rows *= v->shape[i];
    }
    *columns = v->ndim ? v->shape[axis] : 1;
    *m = (Matrix){v->at, v->dtype, 0, v->ndim ? v->strides[axis] : 0};
    if (!v->size) return true;
    if (shape_view(shape, strides, n, rows, 1, &one)) {
        m->rs = one;
        return true;
    }
    size_t bytes = dtype_bytes(v->dtype);
    if (!(*copy = work_scratch(w, (size_t)v->size * bytes))) return false;
    shape[n] = v->shape[axis];
    strides[n] = v->strides[axis];
    int64_t packed[MAX_DIMS];
    shape_contiguous(shape, n + 1, packed);
    flat_copy(w, *copy, v->dtype, packed, v->at, v->dtype, strides, shape, n + 1);
    *m = (Matrix){*copy, v->dtype, *columns, 1};
    return true;
}

static bool dotted(Work *w)
{
    const View *a = &w->in[0], *b = &w->in[1];
    Gemm g = gemm_start(w);
    void *copies[2] = {NULL, NULL};
    Matrix b_rows = {.at = NULL};
    bool numbers = a->ndim == 0 || b->ndim == 0, ok;
    int64_t k;
    int ak = flag(w, matrix_transpose_a) ? 0 : a->ndim - 1;
    int bk = flag(w, matrix_transpose_b) ? b->ndim - 1 : accent_rules(w->accent)->dots_last && b->ndim > 1 ? b->ndim - 2 : 0;
    if (numbers) { /* one of them multiplies the other: a column times a row of one */
        Flat x, y;
        ok = flat_in(w, a, a->dtype, &x);
        ok = flat_in(w, b, b->dtype, &y) && ok;
        g.m = a->size;
        g.k = 1;
        g.n = b->size;
        g.a = (Matrix){x.at, a->dtype, 1, 1};
        g.b = (Matrix){y.at, b->dtype, 1, 1};
        g.c.rs = g.n;
        g.c.cs = 1;
        ok = ok && gemm_run(w, &g);
        flat_drop(w, &x);
        flat_drop(w, &y);
        return ok;
    }
    ok = unfolded(w, a, ak, &g.a, &g.m, &g.k, &copies[0]) && unfolded(w, b, bk, &b_rows, &g.n, &k, &copies[1]);
    g.b = (Matrix){b_rows.at, b_rows.dtype, b_rows.cs, b_rows.rs};
    g.c.rs = g.n;
    g.c.cs = 1;
    ok = ok && gemm_run(w, &g);
    for (int i = 0; i < 2; i++)
        if (copies[i]) work_scratch_free(w, copies[i]);
    return ok;
}

bool cpu_matmul(Work *w)
{
    if (w->out[0].size == 0) return true;
    return w->op->id == OP_dot ? dotted(w) : batched(w);
}

/* x (…, k) @ weight (n, k).T + bias (n) */
bool cpu_linear(Work *w)
{
    const View *x = &w->in[0], *weight = &w->in[1], *bias = &w->in[2];
    if (w->out[0].size == 0) return true;
    Gemm g = gemm_start(w);
    void *copy;
    if (!unfolded(w, x, x->ndim - 1, &g.a, &g.m, &g.k, &copy)) return false;
    bool vector = weight->ndim == 1;
    g.n = vector ? 1 : weight->shape[0];
    g.b = (Matrix){weight->at, weight->dtype, weight->strides[vector ? 0 : 1], vector ? 0 : weight->strides[0]};
    g.c.rs = g.n;
    g.c.cs = 1;
    if (bias->present) {
        g.d = (Matrix){bias->at, bias->dtype, 0, bias->ndim && bias->size != 1 ? bias->strides[0] : 0};
        g.beta = scalar_int(1);
    }
    bool ok = gemm_run(w, &g);
    if (copy) work_scratch_free(w, copy);
    return ok;
}

bool cpu_addmm(Work *w)
{
    const View *a = &w->in[0], *out = &w->out[0];
    if (out->size == 0) return true;
    Gemm g = gemm_start(w);
    int64_t k;
    matrix_of(&w->in[1], flag(w, matrix_transpose_a), false, &g.a, &g.m, &g.k);
    matrix_of(&w->in[2], flag(w, matrix_transpose_b), true, &g.b, &k, &g.n);
    g.c.rs = out->strides[0];
    g.c.cs = out->strides[1];
    g.d = (Matrix){a->at, a->dtype, 0, 0};
    if (a->ndim == 2 && a->shape[0] != 1) g.d.rs = a->strides[0];
    if (a->ndim > 0 && a->shape[a->ndim - 1] != 1) g.d.cs = a->strides[a->ndim - 1];
    if (w->attrs) {
        g.alpha = w->attrs[matrix_alpha].number;
        g.beta = w->attrs[matrix_beta].number;
    } else
        g.beta = scalar_int(1);
    if (scalar_as_double(g.beta) == 0 && g.beta.im == 0) g.d.at = NULL; /* not even its NaN */
    return gemm_run(w, &g);
}

/* A column times a row, element by element: a product of zeros keeps its sign, which a sum that starts at 0 would not. */
static bool outer_products(Work *w, const Flat *a, int64_t rows, const Flat *b, int64_t columns)
{
    const int64_t column[] = {rows, 1}, row[] = {1, columns}, strides[2][2] = {{1, 0}, {0, 1}};
    View views[2] = {{.at = a->at, .dtype = a->dtype, .present = true, .ndim = 2, .shape = column, .strides = strides[0], .size = rows},
                     {.at = b->at, .dtype = b->dtype, .present = true, .ndim = 2, .shape = row, .strides = strides[1], .size = columns}};
    const Op *multiply = op_get(OP_multiply);
    EwProgram p;
    int in[3] = {-1, -1, -1};
    ew_program_init(&p, w->out[0].shape, w->out[0].ndim);
    for (int i = 0; i < 2; i++) in[i] = ew_program_input(&p, &views[i], ew_operand_type(multiply, w->out[0].dtype, i));
    ew_program_output(&p, ew_program_call(&p, multiply, w->accent, w->out[0].dtype, in, NULL, w->out[0].dtype), &w->out[0]);
    return ew_program_run(&p, w);
}

bool cpu_outer(Work *w)
{
    const View *a = &w->in[0], *b = &w->in[1];
    if (w->out[0].size == 0) return true;
    Flat x, y = {.at = NULL};
    bool ok = flat_in(w, a, a->dtype, &x) && flat_in(w, b, b->dtype, &y);
    if (!w->of_complex) {
        ok = ok && outer_products(w, &x, a->size, &y, b->size);
        flat_drop(w, &x);
        flat_drop(w, &y);
        return ok;
    }
    Gemm g = gemm_start(w);
    g.m = a->size;
    g.k = 1;
    g.n = b->size;
    g.a = (Matrix){x.at, a->dtype, 1, 1};
    g.b = (Matrix){y.at, b->dtype, 1, 1};
    g.c.rs = w->out[0].strides[0];
    g.c.cs = w->out[0].strides[1];
    ok = ok && gemm_run(w, &g);
    flat_drop(w, &x);
    flat_drop(w, &y);
    return ok;
}
