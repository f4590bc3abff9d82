/* norm.c: batch norm and its gradient: x as (outer, channels, inner), sums over outer and inner for each channel.
 *
 * Sums are taken of x minus a number near the mean, in one pass; where that number turns out to be far off, in a second one. They run along `inner`, or,
 * where that is short, over all channels of a row side by side. Half types are computed in float32.
 */
#include <math.h>
#include <string.h>

#include "flat.h"
#include "kernels.h"

enum { SHORT = 32, COLUMNS = 1024 }; /* inner below: channels side by side; that many numbers a piece */

typedef struct Norm {
    Work *w;
    const WideReal *loops;
    DType type;
    int64_t e, outer, channels, inner;
    const char *x, *g;
    char *y;
    const void *scale, *shift;         /* of `type`, or NULL */
    double *mean, *inverse, *sum, *dot; /* by channel */
    bool training;
    _Atomic bool failed;
} Norm;

static void set_number(DType type, void *at, int64_t i, double v)
{
    if (type == DT_FLOAT64) ((double *)at)[i] = v;
    else ((float *)at)[i] = (float)v;
}

static const char *segment(const Norm *n, const char *base, int64_t o, int64_t c) { return base + (o * n->channels + c) * n->inner * n->e; }

static bool side_by_side(const Norm *n) { return n->inner < SHORT; }

/* ---- means and variances ---- */

static void channel_moments(const Norm *n, int64_t c, double shift, double *mean, double *var)
{
    double count = (double)(n->outer * n->inner), sum = 0, squares = 0;
    for (int64_t o = 0; o < n->outer; o++) {
        double s, q;
        n->loops->moments(segment(n, n->x, o, c), n->inner, &s, &q, shift);
        sum += s;
        squares += q;
    }
    double off = sum / count;
    *mean = shift + off;
    *var = squares / count - off * off;
    if (*var < 0) *var = 0;
}

static void moments_of_channels(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    for (int64_t c = from; c < to && !n->failed; c++) {
        double first, ignored, mean, var;
        int64_t few = n->inner < 64 ? n->inner : 64;
        n->loops->moments(segment(n, n->x, 0, c), few, &first, &ignored, 0);
        first /= (double)few;
        if (n->type == DT_FLOAT32) first = (double)(float)first;
        channel_moments(n, c, isfinite(first) ? first : 0, &mean, &var);
        if ((mean - first) * (mean - first) > 64 * var && isfinite(mean)) channel_moments(n, c, n->type == DT_FLOAT32 ? (double)(float)mean : mean, &mean, &var);
        n->mean[c] = mean;
        n->inverse[c] = var;
        if (work_stopped(n->w)) n->failed = true;
    }
}

/* Channels side by side: columns of (outer, channels * inner), `inner` of them a channel. */
static void moments_of_columns(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    double shift[COLUMNS], sum[COLUMNS], squares[COLUMNS];
    for (int64_t c0 = from, step = COLUMNS / n->inner; c0 < to; c0 += step) {
        int64_t c1 = c0 + step < to ? c0 + step : to, count = (c1 - c0) * n->inner;
        const char *x = n->x + c0 * n->inner * n->e;
        for (int64_t j = 0; j < count; j++) {
            shift[j] = flat_number(n->type, x, j / n->inner * n->inner);
            if (!isfinite(shift[j])) shift[j] = 0;
            sum[j] = squares[j] = 0;
        }
        n->loops->moments_columns(x, n->outer, n->channels * n->inner, count, shift, sum, squares);
        for (int64_t c = c0; c < c1; c++) {
            double s = 0, q = 0, all = (double)(n->outer * n->inner);
            int64_t at = (c - c0) * n->inner;
            for (int64_t k = 0; k < n->inner; k++) s += sum[at + k], q += squares[at + k];
            n->mean[c] = shift[at] + s / all;
            double var = q / all - s / all * (s / all);
            n->inverse[c] = var < 0 ? 0 : var;
        }
    }
}

static int64_t channel_grain(const Norm *n)
{
    int64_t each = n->outer * n->inner;
    if (side_by_side(n)) return COLUMNS / n->inner;
    return each >= 16384 ? 1 : 16384 / (each + 1) + 1;
}

static int64_t row_grain(const Norm *n)
{
    int64_t each = n->channels * n->inner;
    return each >= 32768 ? 1 : 32768 / (each + 1) + 1;
}

static double load(const View *v, int64_t i) { return scalar_as_double(dtype_load(v->dtype, v->at + i * (v->ndim ? v->strides[0] : 0) * (int64_t)dtype_bytes(v->dtype))); }
static void save(const View *v, int64_t i, double x) { dtype_store(v->dtype, v->at + i * (v->ndim ? v->strides[0] : 0) * (int64_t)dtype_bytes(v->dtype), scalar_float(x)); }

/* running = (1 - momentum) running + momentum new; MXNet's momentum is the old one's part */
static void update_running(const Work *w, const Norm *n)
{
    const View *mean = &w->in[3], *var = &w->in[4];
    double part = w->attrs[norm_momentum].f, count = (double)(n->outer * n->inner);
    double correct = w->attrs[norm_unbiased].i ? count / (count - 1) : 1;
    if (accent_rules(w->accent)->momentum_of_old) part = 1 - part;
    for (int64_t c = 0; c < n->channels; c++) {
        if (w->in_count > 3 && mean->present) save(mean, c, (1 - part) * load(mean, c) + part * n->mean[c]);
        if (w->in_count > 4 && var->present) save(var, c, (1 - part) * load(var, c) + part * n->inverse[c] * correct);
    }
}

static void find_statistics(Work *w, Norm *n)
{
    int64_t count = n->outer * n->inner;
    if (!n->training)
        for (int64_t c = 0; c < n->channels; c++) n->mean[c] = load(&w->in[3], c), n->inverse[c] = load(&w->in[4], c);
    else if (count == 0)
        for (int64_t c = 0; c < n->channels; c++) n->mean[c] = n->inverse[c] = 0;
    else {
        work_parallel(w, n->channels, channel_grain(n), side_by_side(n) ? moments_of_columns : moments_of_channels, n);
        if (!n->failed) update_running(w, n);
    }
    for (int64_t c = 0; c < n->channels; c++) n->inverse[c] = 1 / sqrt(n->inverse[c] + w->attrs[norm_eps].f);
}

/* ---- y = (x - mean) * inverse * scale + shift ---- */

static void norm_rows(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    for (int64_t o = from; o < to; o++)
        for (int64_t c = 0; c < n->channels; c++) {
            double scale = n->inverse[c] * (n->scale ? flat_number(n->type, n->scale, c) : 1), shift = (n->shift ? flat_number(n->type, n->shift, c) : 0) - n->mean[c] * scale;
            n->loops->affine(segment(n, n->x, o, c), (char *)(uintptr_t)segment(n, n->y, o, c), n->inner, scale, shift);
        }
}

/* The same with one scale and shift for each element of a row, laid out before (sum, dot: of `type`). */
static void norm_rows_flat(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    int64_t row = n->channels * n->inner;
    for (int64_t o = from; o < to; o++) n->loops->affine_each(n->x + o * row * n->e, n->y + o * row * n->e, row, 0, 1, n->sum, n->dot);
}

static void lay_row(const Norm *n, void *scales, void *shifts)
{
    for (int64_t j = 0; j < n->channels * n->inner; j++) {
        int64_t c = j / n->inner;
        double scale = n->inverse[c] * (n->scale ? flat_number(n->type, n->scale, c) : 1);
        set_number(n->type, scales, j, scale);
        set_number(n->type, shifts, j, (n->shift ? flat_number(n->type, n->shift, c) : 0) - n->mean[c] * scale);
    }
}

/* ---- the kernel ---- */

static void norm_sizes(Norm *n, Work *w, const View *x)
{
    int axis = (int)w->attrs[norm_axis].i;
    if (axis < 0) axis += x->ndim;
    n->w = w;
    n->type = dtype_computed(x->dtype);
    n->e = (int64_t)dtype_bytes(n->type);
    n->loops = flat_loops(n->type);
    shape_split(x->shape, x->ndim, axis, &n->outer, &n->channels, &n->inner);
    n->training = w->attrs[norm_training].i;
}

static void store_channels(const Norm *n, const View *out, const double *values)
{
    for (int64_t c = 0; c < n->channels; c++) save(out, c, values[c]);
}

bool cpu_batch_norm(Work *w)
{
    Norm n = {.w = w};
    Flat x, y, scale = {.at = NULL}, shift = {.at = NULL};
    norm_sizes(&n, w, &w->in[0]);
    int64_t room = n.channels * (2 + 2 * (side_by_side(&n) ? n.inner : 0));
    double *numbers = work_scratch(w, (size_t)room * sizeof *numbers);
    bool ok = flat_in(w, &w->in[0], n.type, &x);
    ok = flat_out(w, &w->out[0], n.type, &y) && ok && numbers;
    if (ok && w->in_count > 1) ok = flat_in(w, &w->in[1], n.type, &scale);
    if (ok && w->in_count > 2) ok = flat_in(w, &w->in[2], n.type, &shift);
    if (ok) {
        n.x = x.at;
        n.y = y.at;
        n.scale = scale.at;
        n.shift = shift.at;
        n.mean = numbers;
        n.inverse = n.mean + n.channels;
        n.sum = n.inverse + n.channels;
        n.dot = n.sum + n.channels * n.inner;
        find_statistics(w, &n);
        bool flat = side_by_side(&n);
        if (flat) lay_row(&n, n.sum, n.dot);
        if (!n.failed && w->out[0].size) work_parallel(w, n.outer, row_grain(&n), flat ? norm_rows_flat : norm_rows, &n);
        store_channels(&n, &w->out[1], n.mean);
        store_channels(&n, &w->out[2], n.inverse);
        ok = !n.failed;
    }
    if (numbers) work_scratch_free(w, numbers);
    flat_close(w, ok, &y, &x, &scale, &shift);
    return ok;
}

/* ---- its gradient: dx = a g + b x + c with three numbers a channel ---- */

static void sums_of_channels(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    for (int64_t c = from, done = 0; c < to && !n->failed; c++) {
        n->sum[c] = n->dot[c] = 0;
        for (int64_t o = 0; o < n->outer && !n->failed; o++) {
            double s, d;
            n->loops->dot2(segment(n, n->g, o, c), segment(n, n->x, o, c), n->inner, n->mean[c], &s, &d);
            n->sum[c] += s;
            n->dot[c] += d;
            if (work_after(n->w, &done, n->inner)) n->failed = true;
        }
    }
}

static void sums_of_columns(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    double mean[COLUMNS], sum[COLUMNS], dot[COLUMNS];
    for (int64_t c0 = from, step = COLUMNS / n->inner; c0 < to; c0 += step) {
        int64_t c1 = c0 + step < to ? c0 + step : to, count = (c1 - c0) * n->inner;
        for (int64_t j = 0; j < count; j++) mean[j] = n->mean[c0 + j / n->inner], sum[j] = dot[j] = 0;
        n->loops->dot2_columns(n->g + c0 * n->inner * n->e, n->x + c0 * n->inner * n->e, n->outer, n->channels * n->inner, count, mean, sum, dot);
        for (int64_t c = c0; c < c1; c++) {
            n->sum[c] = n->dot[c] = 0;
            for (int64_t k = 0; k < n->inner; k++) n->sum[c] += sum[(c - c0) * n->inner + k], n->dot[c] += dot[(c - c0) * n->inner + k];
        }
    }
}

static void factors(const Norm *n, int64_t c, double *a, double *b, double *shift)
{
    double count = (double)(n->outer * n->inner), inverse = n->inverse[c];
    *a = inverse * (n->scale ? flat_number(n->type, n->scale, c) : 1);
    *b = n->training ? -*a * inverse * inverse * n->dot[c] / count : 0;
    *shift = n->training ? -*a * n->sum[c] / count - *b * n->mean[c] : 0;
}

static void grad_rows(void *data, int64_t from, int64_t to)
{
    Norm *n = data;
    for (int64_t o = from; o < to; o++)
        for (int64_t c = 0; c < n->channels; c++) {
            double a, b, shift;
            factors(n, c, &a, &b, &shift);
            char *y = (char *)(uintptr_t)segment(n, n->y, o, c);
            if (n->training) n->loops->norm_grad(segment(n, n->g, o, c), segment(n, n->x, o, c), y, n->inner, a, b, shift);
            else n->loops->affine(segment(n, n->g, o, c), y, n->inner, a, 0);
        }
}

typedef struct FlatGrad { const Norm *n; const char *a, *b, *c; } FlatGrad;

static void grad_rows_flat(void *data, int64_t from, int64_t to)
{
    FlatGrad *f = data;
    const Norm *n = f->n;
    int64_t row = n->channels * n->inner;
    for (int64_t o = from; o < to; o++) {
        int64_t at = o * row * n->e;
        if (n->training) n->loops->norm_grad_each(n->g + at, n->x + at, n->y + at, row, f->a, f->b, f->c);
        else n->loops->affine_each(n->g + at, n->y + at, row, 0, 1, f->a, NULL);
    }
}

static bool run_flat_grad(Work *w, const Norm *n)
{
    int64_t row = n->channels * n->inner;
    char *room = work_scratch(w, (size_t)(3 * row * n->e));
    if (!room) return false;
    FlatGrad f = {n, room, room + row * n->e, room + 2 * row * n->e};
    for (int64_t j = 0; j < row; j++) {
        double a, b, c;
        factors(n, j / n->inner, &a, &b, &c);
        set_number(n->type, room, j, a);
        set_number(n->type, room, row + j, b);
        set_number(n->type, room, 2 * row + j, c);
    }
    work_parallel(w, n->outer, row_grain(n), grad_rows_flat, &f);
    work_scratch_free(w, room);
    return true;
}

bool cpu_batch_norm_grad(Work *w)
{
    Norm n = {.w = w};
    Flat g, x, dx, scale = {.at = NULL};
    norm_sizes(&n, w, &w->in[1]);
    double *numbers = work_scratch(w, (size_t)(4 * n.channels) * sizeof *numbers);
    bool ok = flat_in(w, &w->in[0], n.type, &g);
    ok = flat_in(w, &w->in[1], n.type, &x) && ok;
    ok = flat_in(w, &w->in[2], n.type, &scale) && ok;
    ok = flat_out(w, &w->out[0], n.type, &dx) && ok && numbers;
    if (ok) {
        n.g = g.at;
        n.x = x.at;
        n.y = dx.at;
        n.scale = scale.at;
        n.mean = numbers;
        n.inverse = n.mean + n.channels;
        n.sum = n.inverse + n.channels;
        n.dot = n.sum + n.channels;
        for (int64_t c = 0; c < n.channels; c++) n.mean[c] = load(&w->in[3], c), n.inverse[c] = load(&w->in[4], c);
        work_parallel(w, n.channels, channel_grain(&n), side_by_side(&n) ? sums_of_columns : sums_of_channels, &n);
        if (n.failed) ok = false;
        else if (w->out[0].size && side_by_side(&n)) ok = run_flat_grad(w, &n);
        else if (w->out[0].size) work_parallel(w, n.outer, row_grain(&n), grad_rows, &n);
        for (int64_t c = 0; c < n.channels; c++) n.dot[c] *= n.inverse[c];
        store_channels(&n, &w->out[1], n.dot);
        store_channels(&n, &w->out[2], n.sum);
    }
    if (numbers) work_scratch_free(w, numbers);
    flat_close(w, ok, &dx, &g, &x, &scale);
    return ok;
}
