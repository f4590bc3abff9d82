/* conv.c: convolution, transposed convolution and their gradients: three sums over one geometry, by oneDNN for float32 (half types through it),
 * else by unfolding windows into columns and a product.
 *
 * x is the wide side (n, c, in…), y the side of the windows (n, o, out…), weight (o, c / groups, kernel…): y = conv(x, weight),
 * x = data(y, weight), weight = weights(y, x). A transposed convolution is `data` forward.
 */
#include <string.h>

#include "conv_abreast.h"
#include "conv_direct.h"
#include "conv_winograd.h"
#include "core/core.h"
#include "core/window.h"
#include "dnn.h"
#include "flat.h"
#include "gemm.h"
#include "kernels.h"

typedef struct Sides { const View *x, *weight, *y; } Sides;

static DnnConv geometry(const Attr *attrs, Sides s, DnnConvKind kind)
{
    int dims = s.weight->ndim - 2;
    bool batched = s.x->ndim == dims + 2;
    DnnConv c = {.kind = kind, .dims = dims, .batch = batched ? s.x->shape[0] : 1, .groups = attrs[conv_groups].i,
                 .in_channels = s.x->shape[batched], .out_channels = s.y->shape[batched]};
    for (int i = 0; i < dims; i++) {
        c.in[i] = s.x->shape[1 + batched + i];
        c.out[i] = s.y->shape[1 + batched + i];
        c.kernel[i] = s.weight->shape[2 + i];
        c.stride[i] = window_get(attrs[conv_stride].ints, i, 1);
        c.pad[i] = window_get(attrs[conv_pad].ints, i, 0);
        c.dilate[i] = window_get(attrs[conv_dilate].ints, i, 1);
    }
    return c;
}

static DnnConv three(const DnnConv *c) /* axes of size 1 in front */
{
    DnnConv t = *c;
    t.dims = 3;
    for (int i = 0; i < 3; i++) {
        int from = i - (3 - c->dims);
        t.in[i] = from < 0 ? 1 : c->in[from];
        t.out[i] = from < 0 ? 1 : c->out[from];
        t.kernel[i] = from < 0 ? 1 : c->kernel[from];
        t.stride[i] = from < 0 ? 1 : c->stride[from];
        t.pad[i] = from < 0 ? 0 : c->pad[from];
        t.dilate[i] = from < 0 ? 1 : c->dilate[from];
    }
    return t;
}

/* ---- windows as columns ---- */

typedef struct Columns {
    const DnnConv *c;
    size_t bytes;       /* an element's */
    bool wide;          /* double */
    char *image, *columns;
    int64_t from, to;   /* positions of the output */
} Columns;

/* A row of the columns: one channel and one place in the kernel, all positions from … to. Row r of the image's plane is touched at
 * z * stride - pad + k * dilate; positions outside are zero (or, on the way back, dropped). */
static void column_row(const Columns *m, int64_t row, bool back)
{
    const DnnConv *c = m->c;
    int64_t kx = row % c->kernel[2], ky = row / c->kernel[2] % c->kernel[1], kz = row / (c->kernel[2] * c->kernel[1]) % c->kernel[0];
    int64_t channel = row / (c->kernel[0] * c->kernel[1] * c->kernel[2]), count = m->to - m->from;
    char *plane = m->image + (size_t)(channel * c->in[0] * c->in[1] * c->in[2]) * m->bytes;
    char *out = m->columns + (size_t)(row * count) * m->bytes;
    int64_t p = m->from;
    while (p < m->to) {
        int64_t ox = p % c->out[2], oy = p / c->out[2] % c->out[1], oz = p / (c->out[2] * c->out[1]);
        int64_t run = c->out[2] - ox < m->to - p ? c->out[2] - ox : m->to - p;
        int64_t iy = oy * c->stride[1] - c->pad[1] + ky * c->dilate[1], iz = oz * c->stride[0] - c->pad[0] + kz * c->dilate[0];
        int64_t ix = ox * c->stride[2] - c->pad[2] + kx * c->dilate[2], step = c->stride[2];
        bool inside = iy >= 0 && iy < c->in[1] && iz >= 0 && iz < c->in[0];
        int64_t line = (iz * c->in[1] + iy) * c->in[2];
#define RUN(T)                                                                                          \
    do {                                                                                                \
        T *o = (T *)(void *)out, *in = (T *)(void *)plane;                                              \
        for (int64_t i = 0, at = ix; i < run; i++, at += step) {                                        \
            bool hit = inside && at >= 0 && at < c->in[2];                                              \
            if (!back) o[i] = hit ? in[line + at] : 0;                                                  \
            else if (hit) in[line + at] += o[i];                                                        \
        }                                                                                               \
    } while (0)
        if (m->wide) RUN(double);
        else RUN(float);
#undef RUN
        out += (size_t)run * m->bytes;
        p += run;
    }
}

static void unfold_rows(void *data, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) column_row(data, i, false);
}

/* A piece is whole channels: places of one channel overlap, so one thread adds them up in order. */
static void fold_channels(void *data, int64_t from, int64_t to)
{
    const Columns *m = data;
    int64_t places = m->c->kernel[0] * m->c->kernel[1] * m->c->kernel[2];
    for (int64_t i = from * places; i < to * places; i++) column_row(m, i, true);
}

enum { COLUMN_ELEMENTS = 1 << 20 }; /* of the unfolded windows at a time */

static bool one_group(Work *w, const DnnConv *c, DType dtype, char *x, char *weight, char *y, char *scratch, int64_t step)
{
    size_t e = dtype_bytes(dtype);
    int64_t channels = c->in_channels / c->groups, filters = c->out_channels / c->groups, places = c->kernel[0] * c->kernel[1] * c->kernel[2];
    int64_t rows = channels * places, positions = c->out[0] * c->out[1] * c->out[2];
    for (int64_t from = 0; from < positions; from += step) {
        int64_t count = positions - from < step ? positions - from : step, grain = (1 << 15) / (count + 1) + 1;
        Columns m = {c, e, dtype == DT_FLOAT64, x, scratch, from, from + count};
        Gemm g = {.alpha = scalar_int(1), .beta = scalar_int(0)};
        char *part = y + (size_t)from * e;
        if (c->kind != DNN_CONV_DATA) work_parallel(w, rows, grain, unfold_rows, &m);
        if (c->kind == DNN_CONV) {
            g.m = filters, g.k = rows, g.n = count;
            g.a = (Matrix){weight, dtype, rows, 1};
            g.b = (Matrix){scratch, dtype, count, 1};
            g.c = (Matrix){part, dtype, positions, 1};
        } else if (c->kind == DNN_CONV_DATA) {
            g.m = rows, g.k = filters, g.n = count;
            g.a = (Matrix){weight, dtype, 1, rows};
            g.b = (Matrix){part, dtype, positions, 1};
            g.c = (Matrix){scratch, dtype, count, 1};
        } else {
            g.m = filters, g.k = count, g.n = rows;
            g.a = (Matrix){part, dtype, positions, 1};
            g.b = (Matrix){scratch, dtype, 1, count};
            g.c = g.d = (Matrix){weight, dtype, rows, 1};
            g.beta = scalar_int(1);
        }
        if (!gemm_run(w, &g) || work_stopped(w)) return false;
        if (c->kind == DNN_CONV_DATA) work_parallel(w, channels, grain / places + 1, fold_channels, &m);
    }
    return true;
}

static bool by_columns(Work *w, const DnnConv *given, DType dtype, char *x, char *weight, char *y)
{
    DnnConv c = three(given);
    size_t e = dtype_bytes(dtype);
    int64_t in = c.in[0] * c.in[1] * c.in[2], out = c.out[0] * c.out[1] * c.out[2], places = c.kernel[0] * c.kernel[1] * c.kernel[2];
    int64_t channels = c.in_channels / c.groups, filters = c.out_channels / c.groups, rows = channels * places, step = COLUMN_ELEMENTS / (rows + 1) + 1;
    if (step < 64) step = 64;
    if (step > out) step = out;
    if (c.kind == DNN_CONV_WEIGHT) memset(weight, 0, (size_t)(c.out_channels * rows) * e);
    if (c.kind == DNN_CONV_DATA) memset(x, 0, (size_t)(c.batch * c.in_channels * in) * e);
    if (c.batch == 0 || out == 0) return true;
    char *scratch = work_scratch(w, (size_t)(rows * step) * e);
    bool ok = scratch != NULL;
    for (int64_t n = 0; n < c.batch && ok; n++)
        for (int64_t g = 0; g < c.groups && ok; g++)
            ok = one_group(w, &c, dtype, x + (size_t)((n * c.in_channels + g * channels) * in) * e, weight + (size_t)(g * filters * rows) * e,
                           y + (size_t)((n * c.out_channels + g * filters) * out) * e, scratch, step);
    if (scratch) work_scratch_free(w, scratch);
    return ok;
}

static void add_bias(DType dtype, char *to, const char *bias, int64_t batch, int64_t channels, int64_t size)
{
    for (int64_t i = 0; i < batch * channels; i++)
        for (int64_t j = 0; j < size; j++) {
            if (dtype == DT_FLOAT64) ((double *)(void *)to)[i * size + j] += ((const double *)(const void *)bias)[i % channels];
            else ((float *)(void *)to)[i * size + j] += ((const float *)(const void *)bias)[i % channels];
        }
}

static bool compute(Work *w, const DnnConv *c, DType dtype, char *x, char *weight, char *y, const char *bias)
{
    bool done = false;
    DnnConv with = *c;
    with.bias = bias && c->kind == DNN_CONV;
    typedef bool (*Way)(Work *, const DnnConv *, float *, float *, const float *, float *, bool *);
    static const Way usual[] = {conv_direct, dnn_conv, NULL}, fast[] = {conv_abreast, conv_direct, conv_winograd, dnn_conv, NULL};
    for (const Way *way = w->host && w->host->fast_conv ? fast : usual; *way && dtype == DT_FLOAT32 && !done; way++)
        if (!(*way)(w, &with, (float *)(void *)x, (float *)(void *)weight, with.bias ? (const float *)(const void *)bias : NULL, (float *)(void *)y, &done)) return false;
    if (!done && !by_columns(w, c, dtype, x, weight, y)) return false;
    if (!bias || (done && with.bias)) return true;
    bool forward = c->kind == DNN_CONV;
    int64_t size = 1;
    for (int i = 0; i < c->dims; i++) size *= forward ? c->out[i] : c->in[i];
    add_bias(dtype, forward ? y : x, bias, c->batch, forward ? c->out_channels : c->in_channels, size);
    return true;
}

/* The three sides as arrays; the one that the kind writes goes to `out`. */
static bool run(Work *w, DnnConvKind kind, Sides s, const View *bias)
{
    const View *views[3] = {s.x, s.weight, s.y};
    static const int written[3] = {2, 0, 1};
    DType out = w->out[0].dtype, as = dtype_is_float(out) ? dtype_computed(out) : DT_FLOAT64; /* integers: exact below 2^53 */
    Flat f[4] = {{.at = NULL}};
    bool ok = true;
    if (w->out[0].size == 0) return true;
    for (int i = 0; i < 3 && ok; i++) ok = i == written[kind] ? flat_out(w, views[i], as, &f[i]) : flat_in(w, views[i], as, &f[i]);
    if (ok && bias && bias->present) ok = flat_in(w, bias, as, &f[3]);
    if (ok) {
        DnnConv c = geometry(w->attrs, s, kind);
        ok = compute(w, &c, as, f[0].at, f[1].at, f[2].at, f[3].at);
    }
    for (int i = 0; i < 4; i++)
        if (ok && i == written[kind]) flat_store(w, &f[i]);
        else flat_drop(w, &f[i]);
    return ok;
}

bool cpu_conv(Work *w)
{
    if (w->attrs[conv_transposed].i) return run(w, DNN_CONV_DATA, (Sides){&w->out[0], &w->in[1], &w->in[0]}, &w->in[2]);
    return run(w, DNN_CONV, (Sides){&w->in[0], &w->in[1], &w->out[0]}, &w->in[2]);
}

bool cpu_conv_data_grad(Work *w)
{
    if (w->attrs[conv_transposed].i) return run(w, DNN_CONV, (Sides){&w->in[0], &w->in[1], &w->out[0]}, NULL);
    return run(w, DNN_CONV_DATA, (Sides){&w->out[0], &w->in[1], &w->in[0]}, NULL);
}

bool cpu_conv_weight_grad(Work *w)
{
    if (w->attrs[conv_transposed].i) return run(w, DNN_CONV_WEIGHT, (Sides){&w->in[0], &w->out[0], &w->in[1]}, NULL);
    return run(w, DNN_CONV_WEIGHT, (Sides){&w->in[1], &w->out[0], &w->in[0]}, NULL);
}
