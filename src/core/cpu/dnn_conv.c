/* dnn_conv.c: convolutions by oneDNN, a few images at a time.
 *
 * oneDNN wants its own layouts; tensors are plain. So each piece of the batch is reordered, convolved and reordered back while it is still in
 * the cache, with weights reordered once a call. (A later step keeps reordered weights between calls, keyed by address and version:
 * weight_in is the place.) Pieces go to the worker's threads. The weight's gradient is summed over pieces in their order. Very large images are
 * cut into bands.
 */
#include "dnn_impl.h"

#ifdef PERCH_DNNL
#include <string.h>

enum { CACHE_BYTES = 1 << 20 }; /* of activations a piece: with weights it stays within most second caches */

static bool describe(const DnnTable *f, dnnl_memory_desc_t *m, const int64_t *dims, int n, bool any)
{
    static const dnnl_format_tag_t plain[] = {dnnl_format_tag_undef, dnnl_a, dnnl_ab, dnnl_abc, dnnl_abcd, dnnl_abcde, dnnl_abcdef};
    dnnl_dims_t d;
    for (int i = 0; i < n; i++) d[i] = dims[i];
    return f->memory_desc_init_by_tag(m, n, d, dnnl_f32, any ? dnnl_format_tag_any : plain[n]) == dnnl_success;
}

static int conv_dims(const DnnConv *c, int64_t batch, int64_t sides[DNN_SIDES][6], int *weight_dims)
{
    int n = c->dims, at = 0;
    sides[DNN_X][0] = sides[DNN_Y][0] = batch;
    sides[DNN_X][1] = c->in_channels;
    sides[DNN_Y][1] = c->out_channels;
    if (c->groups > 1) sides[DNN_WEIGHT][at++] = c->groups;
    sides[DNN_WEIGHT][at++] = c->out_channels / c->groups;
    sides[DNN_WEIGHT][at++] = c->in_channels / c->groups;
    for (int i = 0; i < n; i++) {
        sides[DNN_X][2 + i] = c->in[i];
        sides[DNN_Y][2 + i] = c->out[i];
        sides[DNN_WEIGHT][at++] = c->kernel[i];
    }
    sides[DNN_BIAS][0] = c->out_channels;
    *weight_dims = at;
    return n + 2;
}

static bool reorder_make(Dnn *d, dnnl_primitive_t *out, const dnnl_memory_desc_t *from, const dnnl_memory_desc_t *to)
{
    dnnl_primitive_desc_t pd;
    if (d->f.memory_desc_equal(from, to)) return true;
    if (d->f.reorder_primitive_desc_create(&pd, from, d->engine, to, d->engine, d->attr) != dnnl_success) return false;
    bool ok = d->f.primitive_create(out, pd) == dnnl_success;
    d->f.primitive_desc_destroy(pd);
    return ok;
}

static bool conv_desc(Dnn *d, const DnnConv *c, dnnl_memory_desc_t m[DNN_SIDES], dnnl_convolution_desc_t *out)
{
    dnnl_dims_t stride, dilate, left, right;
    for (int i = 0; i < c->dims; i++) {
        stride[i] = c->stride[i];
        dilate[i] = c->dilate[i] - 1;
        left[i] = c->pad[i];
        right[i] = (c->out[i] - 1) * c->stride[i] + (c->kernel[i] - 1) * c->dilate[i] + 1 - c->in[i] - c->pad[i];
    }
    if (c->kind == DNN_CONV)
        return d->f.dilated_convolution_forward_desc_init(out, dnnl_forward_training, dnnl_convolution_direct, &m[DNN_X], &m[DNN_WEIGHT],
                                                          c->bias ? &m[DNN_BIAS] : NULL, &m[DNN_Y], stride, dilate, left, right) == dnnl_success;
    if (c->kind == DNN_CONV_DATA)
        return d->f.dilated_convolution_backward_data_desc_init(out, dnnl_convolution_direct, &m[DNN_X], &m[DNN_WEIGHT], &m[DNN_Y], stride, dilate,
                                                                left, right) == dnnl_success;
    return d->f.dilated_convolution_backward_weights_desc_init(out, dnnl_convolution_direct, &m[DNN_X], &m[DNN_WEIGHT], NULL, &m[DNN_Y], stride,
                                                               dilate, left, right) == dnnl_success;
}

/* The forward hint that a backward primitive wants: any forward convolution of these shapes. */
static dnnl_primitive_desc_t hint_make(Dnn *d, const DnnConv *c, dnnl_memory_desc_t m[DNN_SIDES])
{
    DnnConv forward = *c;
    dnnl_convolution_desc_t desc;
    dnnl_primitive_desc_t pd = NULL;
    forward.kind = DNN_CONV;
    if (!conv_desc(d, &forward, m, &desc) || d->f.primitive_desc_create(&pd, &desc, d->attr, d->engine, NULL) != dnnl_success) return NULL;
    return pd;
}

static bool layouts_fill(Dnn *d, const DnnConv *c, DnnEntry *e, const_dnnl_primitive_desc_t pd)
{
    static const dnnl_query_t query[3][3] = {
        {dnnl_query_src_md, dnnl_query_weights_md, dnnl_query_dst_md},
        {dnnl_query_diff_src_md, dnnl_query_weights_md, dnnl_query_diff_dst_md},
        {dnnl_query_src_md, dnnl_query_diff_weights_md, dnnl_query_diff_dst_md},
    };
    static const int written[3] = {DNN_Y, DNN_X, DNN_WEIGHT};
    for (int i = 0; i < 3; i++) {
        e->wanted[i] = *d->f.primitive_desc_query_md(pd, query[c->kind][i], 0);
        e->bytes[i] = d->f.memory_desc_get_size(&e->wanted[i]);
        bool out = written[c->kind] == i;
        if (!reorder_make(d, &e->reorder[i], out ? &e->wanted[i] : &e->plain[i], out ? &e->plain[i] : &e->wanted[i])) return false;
    }
    e->wanted[DNN_BIAS] = e->plain[DNN_BIAS];
    e->scratch = *d->f.primitive_desc_query_md(pd, dnnl_query_scratchpad_md, 0);
    e->scratch_bytes = d->f.memory_desc_get_size(&e->scratch);
    return true;
}

static bool entry_fill(Dnn *d, const DnnConv *c, int64_t batch, DnnEntry *e)
{
    int64_t dims[DNN_SIDES][6];
    int weight_dims, n = conv_dims(c, batch, dims, &weight_dims), count[DNN_SIDES] = {n, weight_dims, n, 1};
    dnnl_memory_desc_t any[DNN_SIDES];
    for (int i = 0; i < DNN_SIDES; i++)
        if (!describe(&d->f, &e->plain[i], dims[i], count[i], false) || !describe(&d->f, &any[i], dims[i], count[i], i != DNN_BIAS)) return false;
    dnnl_convolution_desc_t desc;
    dnnl_primitive_desc_t hint = NULL, pd = NULL;
    if (c->kind != DNN_CONV && !(hint = hint_make(d, c, any))) return false;
    bool ok = conv_desc(d, c, any, &desc) && d->f.primitive_desc_create(&pd, &desc, d->attr, d->engine, hint) == dnnl_success;
    ok = ok && layouts_fill(d, c, e, pd) && d->f.primitive_create(&e->run, pd) == dnnl_success;
    if (pd) d->f.primitive_desc_destroy(pd);
    if (hint) d->f.primitive_desc_destroy(hint);
    return ok;
}

static DnnEntry *conv_entry(Dnn *d, const DnnConv *c, int64_t batch)
{
    int64_t key[DNN_KEY] = {c->kind, c->dims, batch, c->groups, c->in_channels, c->out_channels, c->bias};
    bool fresh;
    for (int i = 0; i < c->dims; i++) {
        int64_t *k = key + 7 + 6 * i;
        k[0] = c->in[i], k[1] = c->out[i], k[2] = c->kernel[i], k[3] = c->stride[i], k[4] = c->pad[i], k[5] = c->dilate[i];
    }
    DnnEntry *e = dnn_entry(d, key, DNN_KEY, &fresh);
    if (!e) return NULL;
    if (fresh) {
        int before = dnn_alone_begin(d);
        e->refused = !entry_fill(d, c, batch, e);
        dnn_alone_end(d, before);
    }
    return e->refused ? NULL : e;
}

/* ---- running ---- */

typedef struct Held { dnnl_memory_t memory[DNN_SIDES + 1]; int count; } Held;

static dnnl_memory_t hold(const Dnn *d, Held *h, const dnnl_memory_desc_t *m, const void *at)
{
    dnnl_memory_t *to = &h->memory[h->count];
    if (d->f.memory_create(to, m, d->engine, (void *)(uintptr_t)at) != dnnl_success) return NULL;
    h->count++;
    return *to;
}

static void drop(const Dnn *d, Held *h)
{
    while (h->count) d->f.memory_destroy(h->memory[--h->count]);
}

static bool reorder_run(const Dnn *d, const_dnnl_primitive_t p, const dnnl_memory_desc_t *from_md, const void *from, const dnnl_memory_desc_t *to_md, void *to)
{
    Held h = {.count = 0};
    dnnl_memory_t a = hold(d, &h, from_md, from), b = hold(d, &h, to_md, to);
    dnnl_exec_arg_t args[2] = {{DNNL_ARG_FROM, a}, {DNNL_ARG_TO, b}};
    bool ok = a && b && d->f.primitive_execute(p, d->stream, 2, args) == dnnl_success;
    drop(d, &h);
    return ok;
}

static bool conv_execute(const Dnn *d, const DnnConv *c, const DnnEntry *e, const void *x, const void *weight, const float *bias, const void *y, void *scratch)
{
    static const int role[3][3] = {
        {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST},
        {DNNL_ARG_DIFF_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_DST},
        {DNNL_ARG_SRC, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_DST},
    };
    Held h = {.count = 0};
    const void *at[3] = {x, weight, y};
    dnnl_exec_arg_t args[DNN_SIDES + 1];
    int n = 0;
    bool ok = true;
    for (int i = 0; i < 3; i++, n++) args[n] = (dnnl_exec_arg_t){role[c->kind][i], hold(d, &h, &e->wanted[i], at[i])}, ok = ok && args[n].memory;
    if (c->bias) args[n] = (dnnl_exec_arg_t){DNNL_ARG_BIAS, hold(d, &h, &e->wanted[DNN_BIAS], bias)}, ok = ok && args[n++].memory;
    if (e->scratch_bytes) args[n] = (dnnl_exec_arg_t){DNNL_ARG_SCRATCHPAD, hold(d, &h, &e->scratch, scratch)}, ok = ok && args[n++].memory;
    ok = ok && d->f.primitive_execute(e->run, d->stream, n, args) == dnnl_success;
    drop(d, &h);
    return ok;
}

typedef struct ConvRun {
    Work *w;
    Dnn *dnn;
    const DnnConv *c;
    const DnnEntry *whole, *last;  /* for pieces of `images`, and for a shorter last one */
    int64_t images, pieces;
    float *x, *y, *weight;
    const float *bias;
    const char *weights[2];        /* in the layouts of the two entries */
    char *partial;                 /* the weight's gradient: a buffer for each piece, in the wanted layout */
    int64_t x_step, y_step;        /* elements an image */
    _Atomic bool failed;
} ConvRun;

static size_t rounded(size_t n) { return (n + 63) & ~(size_t)63; }

static bool piece_run(const ConvRun *r, int64_t piece, char *buffer)
{
    const Dnn *d = r->dnn;
    bool last = piece == r->pieces - 1;
    const DnnEntry *e = last ? r->last : r->whole;
    char *bx = buffer, *by = bx + rounded(e->bytes[DNN_X]), *scratch = by + rounded(e->bytes[DNN_Y]);
    float *x = r->x + piece * r->images * r->x_step, *y = r->y + piece * r->images * r->y_step;
    int kind = r->c->kind;
    void *ux = e->reorder[DNN_X] ? (void *)bx : (void *)x, *uy = e->reorder[DNN_Y] ? (void *)by : (void *)y;
    const void *weight = kind == DNN_CONV_WEIGHT ? r->partial + (size_t)piece * rounded(e->bytes[DNN_WEIGHT]) : r->weights[last];
    if (kind != DNN_CONV_DATA && e->reorder[DNN_X] && !reorder_run(d, e->reorder[DNN_X], &e->plain[DNN_X], x, &e->wanted[DNN_X], bx)) return false;
    if (kind != DNN_CONV && e->reorder[DNN_Y] && !reorder_run(d, e->reorder[DNN_Y], &e->plain[DNN_Y], y, &e->wanted[DNN_Y], by)) return false;
    if (!conv_execute(d, r->c, e, ux, weight, r->bias, uy, scratch)) return false;
    if (kind == DNN_CONV && e->reorder[DNN_Y]) return reorder_run(d, e->reorder[DNN_Y], &e->wanted[DNN_Y], by, &e->plain[DNN_Y], y);
    if (kind == DNN_CONV_DATA && e->reorder[DNN_X]) return reorder_run(d, e->reorder[DNN_X], &e->wanted[DNN_X], bx, &e->plain[DNN_X], x);
    return true;
}

static size_t buffer_bytes(const DnnEntry *e) { return rounded(e->bytes[DNN_X]) + rounded(e->bytes[DNN_Y]) + rounded(e->scratch_bytes); }

static void *aligned(void *p) { return (void *)(((uintptr_t)p + 63) & ~(uintptr_t)63); }

static void pieces_run(void *data, int64_t from, int64_t to)
{
    ConvRun *r = data;
    size_t a = buffer_bytes(r->whole), b = buffer_bytes(r->last);
    void *buffer = work_scratch(r->w, (a > b ? a : b) + 64);
    if (!buffer) {
        r->failed = true;
        return;
    }
    int before = dnn_alone_begin(r->dnn);
    for (int64_t i = from; i < to && !work_stopped(r->w); i++)
        if (!piece_run(r, i, aligned(buffer))) r->failed = true;
    dnn_alone_end(r->dnn, before);
    work_scratch_free(r->w, buffer);
}

/* How many images a piece has: as many as fit the cache, but the weights are read once a piece and must not outweigh the images. */
static int64_t piece_images(const Work *w, const DnnConv *c)
{
    int64_t x = c->in_channels, y = c->out_channels, weight = c->out_channels / c->groups * c->in_channels;
    for (int i = 0; i < c->dims; i++) x *= c->in[i], y *= c->out[i], weight *= c->kernel[i];
    int64_t image = (x + y) * 4 + 1, fits = CACHE_BYTES / image, heavy = (c->kind == DNN_CONV_WEIGHT ? 4 : 1) * weight * 4 / image + 1;
    int64_t n = fits > heavy ? fits : heavy, share = (c->batch + threads_count(w->threads) - 1) / threads_count(w->threads);
    if (n > share) n = share;
    if (n < 1) n = 1;
    for (int64_t m = n; m > n / 2 && m > 0; m--) /* even pieces where that costs little */
        if (c->batch % m == 0) return m;
    return n;
}

static bool weight_in(Work *w, ConvRun *r, const DnnEntry *e, int which, void **buffer)
{
    *buffer = NULL;
    r->weights[which] = (const char *)r->weight;
    if (!e->reorder[DNN_WEIGHT]) return true;
    if (!(*buffer = work_scratch(w, e->bytes[DNN_WEIGHT] + 64))) return false;
    void *at = aligned(*buffer);
    r->weights[which] = at;
    int before = dnn_alone_begin(r->dnn);
    bool ok = reorder_run(r->dnn, e->reorder[DNN_WEIGHT], &e->plain[DNN_WEIGHT], r->weight, &e->wanted[DNN_WEIGHT], at);
    dnn_alone_end(r->dnn, before);
    return ok || work_fail(w, CE_DEVICE_FAULT, "oneDNN: the weights could not be laid out");
}

/* The layouts of the two entries of the gradient could differ: then one piece is the whole batch. */
static bool weight_grad_run(Work *w, ConvRun *r)
{
    const DnnEntry *e = r->whole;
    size_t step = rounded(e->bytes[DNN_WEIGHT]);
    void *buffer = work_scratch(w, step * (size_t)r->pieces + 64);
    if (!buffer) return false;
    r->partial = aligned(buffer);
    work_parallel(w, r->pieces, 1, pieces_run, r);
    float *sum = (float *)(void *)r->partial;
    for (int64_t p = 1; p < r->pieces; p++) {
        const float *from = (const float *)(const void *)(r->partial + (size_t)p * step);
        for (size_t i = 0; i < e->bytes[DNN_WEIGHT] / 4; i++) sum[i] += from[i];
    }
    int before = dnn_alone_begin(r->dnn);
    if (e->reorder[DNN_WEIGHT]) {
        if (!reorder_run(r->dnn, e->reorder[DNN_WEIGHT], &e->wanted[DNN_WEIGHT], sum, &e->plain[DNN_WEIGHT], r->weight)) r->failed = true;
    } else
        memcpy(r->weight, sum, e->bytes[DNN_WEIGHT]);
    dnn_alone_end(r->dnn, before);
    work_scratch_free(w, buffer);
    return true;
}

static bool conv_whole(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done)
{
    *done = false;
    if (c->batch < 1 || !dnn_ready(w->dnn)) return true;
    ConvRun r = {.w = w, .dnn = w->dnn, .c = c, .x = x, .y = y, .weight = weight, .bias = bias};
    r.images = piece_images(w, c);
    r.x_step = c->in_channels;
    r.y_step = c->out_channels;
    for (int i = 0; i < c->dims; i++) r.x_step *= c->in[i], r.y_step *= c->out[i];
    r.pieces = (c->batch + r.images - 1) / r.images;
    int64_t rest = c->batch - (r.pieces - 1) * r.images;
    if (!(r.whole = conv_entry(w->dnn, c, r.pieces > 1 ? r.images : rest)) || !(r.last = conv_entry(w->dnn, c, rest))) return true;
    if (c->kind == DNN_CONV_WEIGHT && r.last != r.whole && !w->dnn->f.memory_desc_equal(&r.whole->wanted[DNN_WEIGHT], &r.last->wanted[DNN_WEIGHT])) {
        r.pieces = 1;
        r.images = c->batch;
        if (!(r.whole = r.last = conv_entry(w->dnn, c, c->batch))) return true;
    }
    bool ok = true;
    if (c->kind == DNN_CONV_WEIGHT) ok = weight_grad_run(w, &r);
    else {
        void *a = NULL, *b = NULL;
        ok = weight_in(w, &r, r.whole, 0, &a) && (r.whole != r.last ? weight_in(w, &r, r.last, 1, &b) : (r.weights[1] = r.weights[0], true));
        if (ok) work_parallel(w, r.pieces, 1, pieces_run, &r);
        if (a) work_scratch_free(w, a);
        if (b) work_scratch_free(w, b);
    }
    if (ok && r.failed && w->error == CORE_OK) ok = work_fail(w, CE_DEVICE_FAULT, "oneDNN failed in a convolution");
    *done = ok;
    return ok && !r.failed;
}

/* ---- large images, band by band ----
 * oneDNN cannot be stopped inside a call, so an image that would take long is cut into bands of rows of y, all alike (rows beyond its edges are zeros), as many
 * at a time as there are threads: to oneDNN a batch of small images. Between them it is asked whether to stop. */

static const double BAND_WORK = 2e9; /* multiplications and additions: some twenty milliseconds. Layers of VGG on 224 x 224 stay whole (3.7e9): bands are copied in and out */

typedef struct Bands {
    DnnConv c;            /* one of them */
    int64_t rows, count;  /* of y, in a band; bands of an image */
    int64_t x_row, y_row; /* elements of a row of one channel */
} Bands;

enum { BLOCK = 16 }; /* oneDNN works on so many channels of y at a time, however few there are */
static double image_work(const DnnConv *c)
{
    int64_t filters = (c->out_channels / c->groups + BLOCK - 1) / BLOCK * BLOCK * c->groups;
    double work = 2.0 * (double)filters * (double)(c->in_channels / c->groups);
    for (int i = 0; i < c->dims; i++) work *= (double)c->kernel[i] * (double)c->out[i];
    return work;
}

static Bands bands_of(const DnnConv *c, double work)
{
    Bands b = {.c = *c, .x_row = 1, .y_row = 1};
    b.rows = (int64_t)((double)c->out[0] * BAND_WORK / work);
    if (b.rows < 1) b.rows = 1;
    b.count = (c->out[0] + b.rows - 1) / b.rows;
    for (int i = 1; i < c->dims; i++) b.x_row *= c->in[i], b.y_row *= c->out[i];
    b.c.in[0] = (b.rows - 1) * c->stride[0] + (c->kernel[0] - 1) * c->dilate[0] + 1;
    b.c.out[0] = b.rows;
    b.c.pad[0] = 0;
    return b;
}

typedef enum Carry { CARRY_IN, CARRY_OUT, CARRY_ADD } Carry;

/* Rows first … first + rows - 1 of each channel of a whole image, which has `all` of them, to or from a band of its own. */
static void carry(Carry how, float *image, int64_t all, float *band, int64_t first, int64_t rows, int64_t channels, int64_t row)
{
    int64_t from = first < 0 ? 0 : first, to = first + rows < all ? first + rows : all, n = to > from ? (to - from) * row : 0;
    for (int64_t ch = 0; ch < channels; ch++, image += all * row, band += rows * row) {
        float *inside = band + (from - first) * row, *outside = image + from * row;
        if (how == CARRY_IN) {
            memset(band, 0, (size_t)(rows * row) * sizeof *band);
            if (n) memcpy(inside, outside, (size_t)n * sizeof *band);
        } else if (how == CARRY_OUT && n) memcpy(outside, inside, (size_t)n * sizeof *band);
        else if (how == CARRY_ADD)
            for (int64_t i = 0; i < n; i++) outside[i] += inside[i];
    }
}

/* The bands from … to - 1 of all images. */
static void carry_side(Carry how, const DnnConv *c, const Bands *b, bool x_side, float *whole, float *bands, int64_t from, int64_t to)
{
    int64_t channels = x_side ? c->in_channels : c->out_channels, all = x_side ? c->in[0] : c->out[0], row = x_side ? b->x_row : b->y_row, rows = x_side ? b->c.in[0] : b->rows;
    for (int64_t u = from; u < to; u++) {
        int64_t first = u % b->count * b->rows;
        if (x_side) first = first * c->stride[0] - c->pad[0];
        carry(how, whole + u / b->count * channels * all * row, all, bands + (u - from) * channels * rows * row, first, rows, channels, row);
    }
}

static bool conv_banded(Work *w, const DnnConv *c, Bands *b, float *x, float *weight, const float *bias, float *y, bool *done)
{
    int64_t lot = threads_count(w->threads), units = c->batch * b->count, weights = c->out_channels * (c->in_channels / c->groups);
    if (lot > units) lot = units;
    for (int i = 0; i < c->dims; i++) weights *= c->kernel[i];
    size_t x_size = (size_t)(c->in_channels * b->c.in[0] * b->x_row), y_size = (size_t)(c->out_channels * b->rows * b->y_row);
    float *xs = work_scratch(w, ((x_size + y_size) * (size_t)lot + (size_t)weights) * sizeof *xs), *ys = xs + x_size * (size_t)lot, *part = ys + y_size * (size_t)lot;
    if (!xs) return false;
    if (c->kind == DNN_CONV_DATA) memset(x, 0, (size_t)(c->batch * c->in_channels * c->in[0] * b->x_row) * sizeof *x);
    bool ok = true;
    *done = true;
    for (int64_t u = 0; u < units && ok && *done && !work_stopped(w); u += lot) {
        int64_t end = units - u < lot ? units : u + lot;
        b->c.batch = end - u;
        if (c->kind != DNN_CONV_DATA) carry_side(CARRY_IN, c, b, true, x, xs, u, end);
        if (c->kind != DNN_CONV) carry_side(CARRY_IN, c, b, false, y, ys, u, end);
        ok = conv_whole(w, &b->c, xs, c->kind == DNN_CONV_WEIGHT && u ? part : weight, bias, ys, done);
        if (!ok || !*done) break; /* the first one says whether oneDNN does it at all */
        if (c->kind == DNN_CONV) carry_side(CARRY_OUT, c, b, false, y, ys, u, end);
        else if (c->kind == DNN_CONV_DATA) carry_side(CARRY_ADD, c, b, true, x, xs, u, end);
        else
            for (int64_t i = 0; u && i < weights; i++) weight[i] += part[i];
    }
    work_scratch_free(w, xs);
    return ok && !work_stopped(w);
}

bool dnn_conv(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done)
{
    double work = image_work(c);
    if (c->batch < 1 || !(work > 2 * BAND_WORK) || c->out[0] < 2 || !dnn_ready(w->dnn)) return conv_whole(w, c, x, weight, bias, y, done);
    Bands b = bands_of(c, work);
    return conv_banded(w, c, &b, x, weight, bias, y, done);
}
#endif
