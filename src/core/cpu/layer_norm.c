/* layer_norm.c: layer norm (each row by itself) and group norm (each group of an image's channels), and their gradients.
 *
 * Rows of a layer norm are all axes but the normed ones; the operand is looked at with the normed axes last. Gradients of scale and shift are sums over
 * rows: rows are cut into CHUNKS pieces by their number alone, each with its own sums, which are then added in order.
 */
#include <math.h>
#include <string.h>

#include "flat.h"
#include "kernels.h"

enum { CHUNKS = 16 };

typedef struct Rows {
    Work *w;
    const WideReal *loops;
    DType type;
    int64_t e, rows, n, chunk;        /* n: elements of a row */
    int64_t channels, groups, inner;  /* group norm: a row is channels / groups times inner */
    const char *x, *g, *scale, *shift;
    char *y, *partial;
    double *mean, *inverse, *sum, *dot;
    _Atomic bool failed;
} Rows;

static void row_statistics(const Rows *r, const char *x, double eps, double *mean, double *inverse)
{
    double var;
    r->loops->row_moments(x, r->n, mean, &var);
    *inverse = 1 / sqrt((var < 0 ? 0 : var) + eps);
}

static int64_t grain(const Rows *r) { return r->n >= 16384 ? 1 : 16384 / (r->n + 1) + 1; }

/* ---- a view with some axes moved to the end ---- */

typedef struct Turned { View v; int64_t shape[MAX_DIMS], strides[MAX_DIMS]; } Turned;

static void normed_axes(const Work *w, int ndim, bool *marks)
{
    Ints axes = w->attrs[norm_axes].ints;
    memset(marks, 0, MAX_DIMS);
    if (axes.count <= 0) axes = (Ints){&w->attrs[norm_axis].i, 1};
    for (int i = 0; i < axes.count; i++)
        if (ndim) marks[axes.d[i] < 0 ? axes.d[i] + ndim : axes.d[i]] = true;
}

/* *rows: elements of the axes in front; *n: of the marked ones. */
static const View *turn(const View *v, const bool *marks, Turned *t, int64_t *rows, int64_t *n)
{
    int at = 0;
    *rows = *n = 1;
    for (int marked = 0; marked < 2; marked++)
        for (int i = 0; i < v->ndim; i++) {
            if (marks[i] != marked) continue;
            t->shape[at] = v->shape[i];
            t->strides[at++] = v->strides[i];
            if (marked) *n *= v->shape[i];
            else *rows *= v->shape[i];
        }
    t->v = *v;
    t->v.shape = t->shape;
    t->v.strides = t->strides;
    t->v.contiguous = shape_is_contiguous(t->shape, t->strides, v->ndim);
    return &t->v;
}

static void rows_start(Rows *r, Work *w, DType dtype)
{
    memset(r, 0, sizeof *r);
    r->w = w;
    r->type = dtype_computed(dtype);
    r->e = (int64_t)dtype_bytes(r->type);
    r->loops = flat_loops(r->type);
}

static void store_all(Work *w, const View *out, const double *values)
{
    int64_t strides[MAX_DIMS];
    shape_contiguous(out->shape, out->ndim, strides);
    flat_copy(w, out->at, out->dtype, out->strides, values, DT_FLOAT64, strides, out->shape, out->ndim);
}

static void load_all(Work *w, double *values, const View *in)
{
    int64_t strides[MAX_DIMS];
    shape_contiguous(in->shape, in->ndim, strides);
    flat_copy(w, values, DT_FLOAT64, strides, in->at, in->dtype, in->strides, in->shape, in->ndim);
}

/* The forward pass of both: x and y are row-major with a row's elements last. */
static bool norm_forward(Work *w, Rows *r, const View *vx, const View *vy, void (*body)(void *data, int64_t from, int64_t to))
{
    Flat x, y, scale = {.at = NULL}, shift = {.at = NULL};
    bool ok = flat_in(w, vx, r->type, &x);
    ok = flat_out(w, vy, r->type, &y) && ok;
    if (ok && w->in_count > 1) ok = flat_in(w, &w->in[1], r->type, &scale);
    if (ok && w->in_count > 2) ok = flat_in(w, &w->in[2], r->type, &shift);
    double *numbers = work_scratch(w, (size_t)(2 * r->rows) * sizeof *numbers);
    if ((ok = ok && numbers)) {
        r->x = x.at;
        r->y = y.at;
        r->scale = scale.at;
        r->shift = shift.at;
        r->mean = numbers;
        r->inverse = numbers + r->rows;
        if (r->n) work_parallel(w, r->rows, grain(r), body, r);
        else
            for (int64_t i = 0; i < r->rows; i++) r->mean[i] = r->inverse[i] = NAN;
        if (w->out[1].size) store_all(w, &w->out[1], r->mean), store_all(w, &w->out[2], r->inverse);
        ok = !r->failed;
    }
    if (numbers) work_scratch_free(w, numbers);
    flat_close(w, ok, &y, &x, &scale, &shift);
    return ok;
}

/* ---- layer norm ---- */

static void layer_rows(void *data, int64_t from, int64_t to)
{
    Rows *r = data;
    double eps = r->w->attrs[norm_eps].f;
    for (int64_t i = from, done = 0; i < to && !r->failed; i++) {
        const char *x = r->x + i * r->n * r->e;
        row_statistics(r, x, eps, &r->mean[i], &r->inverse[i]);
        r->loops->affine_each(x, r->y + i * r->n * r->e, r->n, r->mean[i], r->inverse[i], r->scale, r->shift);
        if (work_after(r->w, &done, r->n)) r->failed = true;
    }
}

bool cpu_layer_norm(Work *w)
{
    Rows r;
    Turned tx, ty;
    bool marks[MAX_DIMS];
    rows_start(&r, w, w->in[0].dtype);
    normed_axes(w, w->in[0].ndim, marks);
    const View *x = turn(&w->in[0], marks, &tx, &r.rows, &r.n), *y = turn(&w->out[0], marks, &ty, &r.rows, &r.n);
    return norm_forward(w, &r, x, y, layer_rows);
}

static void layer_grad_chunks(void *data, int64_t from, int64_t to)
{
    Rows *r = data;
    for (int64_t c = from, done = 0; c < to && !r->failed; c++) {
        char *ds = r->partial + c * 2 * r->n * r->e, *db = ds + r->n * r->e;
        int64_t end = (c + 1) * r->chunk < r->rows ? (c + 1) * r->chunk : r->rows;
        memset(ds, 0, (size_t)(2 * r->n * r->e));
        for (int64_t i = c * r->chunk; i < end && !r->failed; i++) {
            const char *g = r->g + i * r->n * r->e, *x = r->x + i * r->n * r->e;
            double sum, dot;
            r->loops->layer_sums(g, x, r->scale, r->n, r->mean[i], r->inverse[i], &sum, &dot, ds, db);
            r->loops->layer_grad(g, x, r->scale, r->y + i * r->n * r->e, r->n, r->mean[i], r->inverse[i], sum, dot);
            if (work_after(r->w, &done, r->n)) r->failed = true;
        }
    }
}

/* A row of `type` into an output of any layout. */
static void store_row(Work *w, const View *out, DType type, const void *row)
{
    int64_t strides[MAX_DIMS];
    shape_contiguous(out->shape, out->ndim, strides);
    flat_copy(w, out->at, out->dtype, out->strides, row, type, strides, out->shape, out->ndim);
}

bool cpu_layer_norm_grad(Work *w)
{
    Rows r;
    Turned tg, tx, ty;
    bool marks[MAX_DIMS];
    Flat g, x, dx, scale;
    rows_start(&r, w, w->in[1].dtype);
    normed_axes(w, w->in[1].ndim, marks);
    bool ok = flat_in(w, turn(&w->in[0], marks, &tg, &r.rows, &r.n), r.type, &g);
    ok = flat_in(w, turn(&w->in[1], marks, &tx, &r.rows, &r.n), r.type, &x) && ok;
    ok = flat_out(w, turn(&w->out[0], marks, &ty, &r.rows, &r.n), r.type, &dx) && ok;
    ok = flat_in(w, &w->in[2], r.type, &scale) && ok;
    double *numbers = work_scratch(w, (size_t)(2 * r.rows) * sizeof *numbers);
    r.partial = work_scratch(w, (size_t)(2 * CHUNKS * r.n * r.e));
    if ((ok = ok && numbers && r.partial)) {
        r.g = g.at;
        r.x = x.at;
        r.y = dx.at;
        r.scale = scale.at;
        r.mean = numbers;
        r.inverse = numbers + r.rows;
        if (r.rows) load_all(w, r.mean, &w->in[3]), load_all(w, r.inverse, &w->in[4]);
        r.chunk = (r.rows + CHUNKS - 1) / CHUNKS;
        int64_t chunks = r.chunk ? (r.rows + r.chunk - 1) / r.chunk : 0, each = r.chunk * r.n;
        if (r.n && chunks) work_parallel(w, chunks, each >= 8192 ? 1 : 8192 / (each + 1) + 1, layer_grad_chunks, &r);
        else memset(r.partial, 0, (size_t)(2 * r.n * r.e));
        for (int64_t c = 1; c < chunks && r.n; c++) r.loops->add(r.partial, r.partial + c * 2 * r.n * r.e, 2 * r.n);
        if (r.n) store_row(w, &w->out[1], r.type, r.partial), store_row(w, &w->out[2], r.type, r.partial + r.n * r.e);
        ok = !r.failed;
    }
    if (numbers) work_scratch_free(w, numbers);
    if (r.partial) work_scratch_free(w, r.partial);
    flat_close(w, ok, &dx, &g, &x, &scale);
    return ok;
}

/* ---- group norm ---- */

static void group_start(Rows *r, Work *w, const View *x)
{
    rows_start(r, w, x->dtype);
    r->channels = x->shape[1];
    r->groups = w->attrs[norm_groups].i;
    r->inner = 1;
    for (int i = 2; i < x->ndim; i++) r->inner *= x->shape[i];
    r->rows = x->shape[0] * r->groups;
    r->n = r->channels / r->groups * r->inner;
}

static void group_rows(void *data, int64_t from, int64_t to)
{
    Rows *r = data;
    double eps = r->w->attrs[norm_eps].f;
    int64_t each = r->channels / r->groups;
    for (int64_t i = from, done = 0; i < to && !r->failed; i++) {
        const char *x = r->x + i * r->n * r->e;
        row_statistics(r, x, eps, &r->mean[i], &r->inverse[i]);
        for (int64_t k = 0; k < each; k++) {
            int64_t c = i % r->groups * each + k, at = k * r->inner * r->e;
            double scale = r->inverse[i] * (r->scale ? flat_number(r->type, r->scale, c) : 1);
            r->loops->affine(x + at, r->y + i * r->n * r->e + at, r->inner, scale, (r->shift ? flat_number(r->type, r->shift, c) : 0) - r->mean[i] * scale);
        }
        if (work_after(r->w, &done, r->n)) r->failed = true;
    }
}

bool cpu_group_norm(Work *w)
{
    Rows r;
    group_start(&r, w, &w->in[0]);
    return norm_forward(w, &r, &w->in[0], &w->out[0], group_rows);
}

/* sum and dot: of g and of g (x - mean), for each channel of each image */
static void group_grad_rows(void *data, int64_t from, int64_t to)
{
    Rows *r = data;
    int64_t each = r->channels / r->groups;
    for (int64_t i = from, done = 0; i < to && !r->failed; i++) {
        double all = 0, product = 0, inverse = r->inverse[i], n = (double)r->n;
        for (int64_t k = 0; k < each; k++) {
            int64_t c = i % r->groups * each + k, plane = i * each + k;
            double s, d, scale = r->scale ? flat_number(r->type, r->scale, c) : 1;
            r->loops->dot2(r->g + plane * r->inner * r->e, r->x + plane * r->inner * r->e, r->inner, r->mean[i], &s, &d);
            r->sum[plane] = s;
            r->dot[plane] = d * inverse;
            all += s * scale;
            product += d * scale;
        }
        double b = -inverse * inverse * inverse * product / n, shift = -inverse * all / n - b * r->mean[i];
        for (int64_t k = 0; k < each; k++) {
            int64_t c = i % r->groups * each + k, at = (i * each + k) * r->inner * r->e;
            r->loops->norm_grad(r->g + at, r->x + at, r->y + at, r->inner, inverse * (r->scale ? flat_number(r->type, r->scale, c) : 1), b, shift);
        }
        if (work_after(r->w, &done, r->n)) r->failed = true;
    }
}

bool cpu_group_norm_grad(Work *w)
{
    Rows r;
    Flat g, x, dx, scale;
    group_start(&r, w, &w->in[1]);
    int64_t images = w->in[1].shape[0], planes = images * r.channels;
    bool ok = flat_in(w, &w->in[0], r.type, &g);
    ok = flat_in(w, &w->in[1], r.type, &x) && ok;
    ok = flat_in(w, &w->in[2], r.type, &scale) && ok;
    ok = flat_out(w, &w->out[0], r.type, &dx) && ok;
    double *numbers = work_scratch(w, (size_t)(2 * r.rows + 2 * planes + 2 * r.channels) * sizeof *numbers);
    if ((ok = ok && numbers)) {
        double *ds = numbers + 2 * r.rows + 2 * planes, *db = ds + r.channels;
        r.g = g.at;
        r.x = x.at;
        r.y = dx.at;
        r.scale = scale.at;
        r.mean = numbers;
        r.inverse = r.mean + r.rows;
        r.sum = r.inverse + r.rows;
        r.dot = r.sum + planes;
        memset(r.sum, 0, (size_t)(2 * planes + 2 * r.channels) * sizeof *numbers);
        if (r.rows) load_all(w, r.mean, &w->in[3]), load_all(w, r.inverse, &w->in[4]);
        if (r.n) work_parallel(w, r.rows, grain(&r), group_grad_rows, &r);
        for (int64_t i = 0; i < images; i++)
            for (int64_t c = 0; c < r.channels; c++) ds[c] += r.dot[i * r.channels + c], db[c] += r.sum[i * r.channels + c];
        if (r.channels) store_all(w, &w->out[1], ds), store_all(w, &w->out[2], db);
        ok = !r.failed;
    }
    if (numbers) work_scratch_free(w, numbers);
    flat_close(w, ok, &dx, &g, &x, &scale);
    return ok;
}
