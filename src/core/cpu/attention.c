/* attention.c: attention and its gradient, a part of the scores at a time: as many batches as have some 2^20 of them, or some rows of one. Shapes: queries (batches, L, D), keys
 * (batches, S, D), values (batches, S, E). The gradient makes its weights anew, and draws anew what dropout kept. */
#include <math.h>
#include <string.h>

#include "core/attention.h"
#include "draw_block.h"
#include "draw_loops.h"
#include "flat.h"
#include "gemm.h"
#include "kernels.h"

enum { SCORES = 1 << 20, GRAIN = 1 << 14 };

typedef struct Attention {
    Work *w, drawn;               /* drawn: whose numbers dropout takes */
    AttentionSizes s;
    DType type;
    int64_t e, first, count, top, rows; /* the part: so many batches from one on, so many rows of each */
    double scale, keep, factor;
    bool causal;
    Flat q, k, v, mask;
    int64_t mask_strides[MAX_DIMS]; /* of the mask, contiguous, along the scores' axes */
    char *weights, *back, *noise; /* the part's: scores, then weights; their gradients; what dropout multiplies by, or NULL */
    Flat sums;
} Attention;

static bool open(Attention *a, Work *w, int at, const uint64_t seed[2])
{
    const View *q = &w->in[at], *v = &w->in[at + 2], *mask = &w->in[at + 3];
    *a = (Attention){.w = w, .s = attention_sizes(q->shape, v->shape, q->ndim), .type = dtype_computed(q->dtype), .scale = w->attrs[attention_scale].f, .keep = 1 - w->attrs[attention_p].f,
                     .causal = w->attrs[attention_causal].i != 0};
    a->e = (int64_t)dtype_bytes(a->type);
    a->factor = a->type == DT_FLOAT64 ? 1 / a->keep : (double)(1.0f / (float)a->keep);
    if (q->dtype == DT_FLOAT16) a->factor = (double)half_to_float(half_from_float((float)a->factor));
    if (q->dtype == DT_BFLOAT16) a->factor = (double)bfloat_to_float(bfloat_from_float((float)a->factor));
    a->drawn = *w;
    a->drawn.lanes = NULL;
    memcpy(a->drawn.seed, seed, sizeof a->drawn.seed);
    bool ok = flat_in(w, q, a->type, &a->q);
    ok = flat_in(w, &w->in[at + 1], a->type, &a->k) && ok;
    ok = flat_in(w, v, a->type, &a->v) && ok;
    ok = flat_in(w, mask, mask->present && mask->dtype == DT_BOOL ? DT_BOOL : a->type, &a->mask) && ok;
    if (mask->present) {
        int64_t own[MAX_DIMS];
        shape_contiguous(mask->shape, mask->ndim, own);
        shape_spread(mask->shape, own, mask->ndim, q->ndim, a->mask_strides);
    }
    return ok;
}

static void close(Attention *a)
{
    char *scratch[] = {a->weights, a->back, a->noise};
    for (int i = 0; i < 3; i++)
        if (scratch[i]) work_scratch_free(a->w, scratch[i]);
    flat_drop(a->w, &a->q);
    flat_drop(a->w, &a->k);
    flat_drop(a->w, &a->v);
    flat_drop(a->w, &a->mask);
}

/* The next part, from the first on; false: there is none. */
static bool next(Attention *a)
{
    const AttentionSizes *s = &a->s;
    if (a->rows == 0) {
        a->rows = s->queries * s->sources <= SCORES ? s->queries : SCORES / s->sources > 0 ? SCORES / s->sources : 1;
        a->count = a->rows < s->queries ? 1 : SCORES / (s->queries * s->sources);
    } else if (a->top + a->rows < s->queries) a->top += a->rows;
    else a->first += a->count, a->top = 0;
    if (a->top == 0 && a->count > s->batches - a->first) a->count = s->batches - a->first;
    return a->count > 0;
}
static int64_t rows_of(const Attention *a) { return a->rows < a->s.queries - a->top ? a->rows : a->s.queries - a->top; }

static bool scratch(Attention *a, bool back)
{
    int64_t most = a->s.queries * a->s.sources <= SCORES ? SCORES / (a->s.queries * a->s.sources) : 0;
    int64_t n = most ? (most < a->s.batches ? most : a->s.batches) * a->s.queries * a->s.sources : a->s.sources > SCORES ? a->s.sources : SCORES;
    a->weights = work_scratch(a->w, (size_t)(n * a->e));
    if (a->weights && back) a->back = work_scratch(a->w, (size_t)(n * a->e));
    if (a->weights && a->keep < 1) a->noise = work_scratch(a->w, (size_t)(n * a->e));
    return a->weights && (!back || a->back) && (a->keep == 1 || a->noise);
}

/* ---- products: each of the part's batches ---- */
/* at: of the part's first batch; turned: the other way round */
typedef struct Side { char *at; int64_t columns, batch; bool turned; } Side;
static Side of_queries(const Attention *a, const void *at, int64_t columns) { return (Side){(char *)(uintptr_t)at + (a->first * a->s.queries + a->top) * columns * a->e, columns, a->s.queries * columns, false}; }
static Side of_sources(const Attention *a, const void *at, int64_t columns) { return (Side){(char *)(uintptr_t)at + a->first * a->s.sources * columns * a->e, columns, a->s.sources * columns, false}; }
static Side of_part(const Attention *a, char *at) { return (Side){at, a->s.sources, rows_of(a) * a->s.sources, false}; }
static Side turn(Side s) { return s.turned = true, s; }
static Matrix matrix(const Attention *a, const Side *s) { return (Matrix){s->at, a->type, s->turned ? 1 : s->columns, s->turned ? s->columns : 1}; }

/* c = factor a b, or grows by it */
static bool scaled(Attention *a, double factor, int64_t m, int64_t n, int64_t k, Side left, Side right, Side to, bool grows)
{
    Gemm g = {.m = m, .n = n, .k = k, .a = matrix(a, &left), .b = matrix(a, &right), .c = matrix(a, &to), .alpha = scalar_float(factor), .beta = scalar_int(grows), .batch_dims = 1, .batch = {a->count},
              .batch_strides = {{left.batch}, {right.batch}, {to.batch}, {to.batch}}};
    if (m * n == 0) return true;
    if (grows) g.d = g.c;
    if (k > 0) return gemm_run(a->w, &g);
    for (int64_t i = 0; i < a->count && !grows; i++) memset(to.at + i * to.batch * a->e, 0, (size_t)(m * n * a->e));
    return true;
}

static bool product(Attention *a, int64_t m, int64_t n, int64_t k, Side left, Side right, Side to, bool grows) { return scaled(a, 1, m, n, k, left, right, to, grows); }

/* ---- rows ---- */
typedef struct Row { int64_t batch, query; const char *mask; int64_t step; } Row; /* mask: of the first source */
static Row row_of(const Attention *a, int64_t i)
{
    const View *q = a->q.view;
    Row r = {a->first + i / rows_of(a), a->top + i % rows_of(a), NULL, 0};
    if (!a->mask.at) return r;
    int64_t at = r.query * a->mask_strides[q->ndim - 2], rest = r.batch;
    for (int d = q->ndim - 3; d >= 0; d--) at += rest % q->shape[d] * a->mask_strides[d], rest /= q->shape[d];
    r.mask = (const char *)a->mask.at + at * (int64_t)dtype_bytes(a->mask.dtype);
    r.step = a->mask_strides[q->ndim - 1];
    return r;
}
static bool hidden(const Attention *a, const Row *r, int64_t k) { return (a->causal && k > r->query) || (r->mask && a->mask.dtype == DT_BOOL && !r->mask[k * r->step]); }

static void draw_row(const Attention *a, const Row *r, int64_t i)
{
    int64_t n = a->s.sources, from = (r->batch * a->s.queries + r->query) * n;
    for (int64_t k = 0; k < n; k += DRAW_BLOCK)
        block_mask(&a->drawn, NULL, from + k, n - k < DRAW_BLOCK ? n - k : DRAW_BLOCK, a->keep, a->type, a->factor, a->noise + (i * n + k) * a->e);
}

#define ROWS(T)                                                                                                                  \
    static void mask_##T(const Attention *a, const Row *r, T *x)                                                                 \
    {                                                                                                                            \
        const T *added = r->mask && a->mask.dtype != DT_BOOL ? (const T *)(const void *)r->mask : NULL;                          \
        for (int64_t k = 0; added && k < a->s.sources; k++) x[k] += added[k * r->step];                                          \
        for (int64_t k = 0; k < a->s.sources; k++)                                                                               \
            if (hidden(a, r, k)) x[k] = (T)-INFINITY;                                                                            \
    }                                                                                                                            \
    static void clear_##T(const Attention *a, const Row *r, T *x)                                                                \
    {                                                                                                                            \
        for (int64_t k = 0; k < a->s.sources; k++)                                                                               \
            if (hidden(a, r, k)) x[k] = 0;                                                                                       \
    }                                                                                                                            \
    static double largest_##T(const T *x, int64_t n)                                                                             \
    {                                                                                                                            \
        T high = (T)-INFINITY;                                                                                                   \
        for (int64_t k = 0; k < n; k++) high = x[k] > high ? x[k] : high;                                                        \
        return (double)high;                                                                                                     \
    }                                                                                                                            \
    static void drop_##T(T *x, const T *noise, int64_t n)                                                                        \
    {                                                                                                                            \
        for (int64_t k = 0; k < n; k++) x[k] *= noise[k];                                                                        \
    }
ROWS(float)
ROWS(double)
#undef ROWS
#define BY_TYPE(a, call, ...) ((a)->type == DT_FLOAT64 ? call##_double(__VA_ARGS__) : call##_float(__VA_ARGS__))

/* The logarithm of row i's sum: what is there, what is to be there */
static void *sum_at(const Attention *a, int64_t i)
{
    Row r = row_of(a, i);
    return flat_at(a->sums.at, a->type, r.batch * a->s.queries + r.query);
}
static double sum_get(const Attention *a, int64_t i) { return flat_number(a->type, sum_at(a, i), 0); }
static void sum_set(const Attention *a, int64_t i, double value)
{
    if (a->type == DT_FLOAT64) *(double *)sum_at(a, i) = value;
    else *(float *)sum_at(a, i) = (float)value;
}

static bool hides(const Attention *a) { return a->causal || a->mask.at; }

/* Rows of scores become weights, and for the result what dropout leaves of them. The logarithm of a row's sum is the largest score less that of its weight. */
static void weigh_rows(Attention *a, int64_t first, int64_t m)
{
    int64_t n = a->s.sources;
    char *x = a->weights + first * n * a->e, *noise = a->noise ? a->noise + first * n * a->e : NULL;
    for (int64_t i = first; i < first + m; i++) {
        Row r = row_of(a, i);
        void *row = a->weights + i * n * a->e;
        if (hides(a)) BY_TYPE(a, mask, a, &r, row);
        if (noise) draw_row(a, &r, i);
        if (a->sums.at) sum_set(a, i, BY_TYPE(a, largest, row, n));
    }
    flat_loops(a->type)->softmax(x, x, m, n, 1, false);
    for (int64_t i = first; a->sums.at && i < first + m; i++) {
        double high = sum_get(a, i);
        if (high != -INFINITY) sum_set(a, i, high - log(BY_TYPE(a, largest, (void *)(a->weights + i * n * a->e), n)));
    }
    if (noise && a->sums.at) BY_TYPE(a, drop, (void *)x, (void *)noise, m * n); /* (the gradient wants weights and what was dropped apart) */
}

/* Their gradients become those of the scores' products, and the weights what dropout left of them. */
static void turn_rows_back(Attention *a, int64_t first, int64_t m)
{
    int64_t n = a->s.sources;
    char *p = a->weights + first * n * a->e, *g = a->back + first * n * a->e, *noise = a->noise ? a->noise + first * n * a->e : NULL;
    if (noise) BY_TYPE(a, drop, (void *)g, (void *)noise, m * n);
    flat_loops(a->type)->softmax_grad(g, p, g, m, n, a->scale, false);
    for (int64_t i = first; hides(a) && i < first + m; i++) {
        Row r = row_of(a, i);
        BY_TYPE(a, clear, a, &r, (void *)(a->back + i * n * a->e));
    }
    if (noise) BY_TYPE(a, drop, (void *)p, (void *)noise, m * n);
}

#define IN_BLOCKS(name, rows)                                                        \
    static void name(void *data, int64_t from, int64_t to)                           \
    {                                                                                \
        Attention *a = data;                                                         \
        int64_t some = WORK_STEPS / a->s.sources + 1;                                \
        for (int64_t i = from; i < to && !work_stopped(a->w); i += some) rows(a, i, to - i < some ? to - i : some); \
    }
IN_BLOCKS(weigh, weigh_rows)
IN_BLOCKS(turn_back, turn_rows_back)
#undef IN_BLOCKS

static bool each_row(Attention *a, void (*body)(void *, int64_t, int64_t)) { return work_parallel(a->w, a->count * rows_of(a), GRAIN / a->s.sources + 1, body, a); }

/* The part's weights */
static bool weights(Attention *a)
{
    const AttentionSizes *s = &a->s;
    return scaled(a, a->scale, rows_of(a), s->sources, s->depth, of_queries(a, a->q.at, s->depth), turn(of_sources(a, a->k.at, s->depth)), of_part(a, a->weights), false) && each_row(a, weigh);
}

bool cpu_attention(Work *w)
{
    Attention a;
    Flat y;
    bool ok = open(&a, w, 0, w->seed);
    const AttentionSizes *s = &a.s;
    ok = flat_out(w, &w->out[0], a.type, &y) && ok;
    ok = flat_out(w, &w->out[1], a.type, &a.sums) && ok;
    for (int i = 0; i < 2; i++) ((int64_t *)(void *)w->out[2].at)[i * w->out[2].strides[0]] = (int64_t)w->seed[i];
    if (s->batches * s->queries == 0) ok = false; /* nothing to compute, nothing wrong */
    else if (ok && s->sources == 0) {
        memset(y.at, 0, (size_t)(w->out[0].size * a.e));
        for (int64_t i = 0; i < w->out[1].size; i++)
            if (a.type == DT_FLOAT64) ((double *)a.sums.at)[i] = -INFINITY;
            else ((float *)a.sums.at)[i] = -INFINITY;
    } else {
        ok = ok && scratch(&a, false);
        while (ok && next(&a)) ok = weights(&a) && product(&a, rows_of(&a), s->wide, s->sources, of_part(&a, a.weights), of_sources(&a, a.v.at, s->wide), of_queries(&a, y.at, s->wide), false);
    }
    if (ok) flat_store(w, &y), flat_store(w, &a.sums);
    else flat_drop(w, &y), flat_drop(w, &a.sums);
    close(&a);
    return !w->error;
}

/* Of the part: what goes to queries, keys and values. */
static bool part_back(Attention *a, const void *g, void *dq, void *dk, void *dv)
{
    const AttentionSizes *s = &a->s;
    int64_t rows = rows_of(a);
    bool grows = a->top > 0;
    Side dy = of_queries(a, g, s->wide), scores = of_part(a, a->back);
    return weights(a) && product(a, rows, s->sources, s->wide, dy, turn(of_sources(a, a->v.at, s->wide)), scores, false) && each_row(a, turn_back)
           && product(a, rows, s->depth, s->sources, scores, of_sources(a, a->k.at, s->depth), of_queries(a, dq, s->depth), false)
           && product(a, s->sources, s->depth, rows, turn(scores), of_queries(a, a->q.at, s->depth), of_sources(a, dk, s->depth), grows)
           && product(a, s->sources, s->wide, rows, turn(of_part(a, a->weights)), dy, of_sources(a, dv, s->wide), grows);
}

/* in: result's gradient, queries, keys, values, mask, and the three results, of which the last says what was drawn */
bool cpu_attention_grad(Work *w)
{
    Attention a;
    Flat g, to[3];
    const View *seeds = &w->in[7];
    const int64_t *said = (const int64_t *)(const void *)seeds->at;
    bool ok = open(&a, w, 1, (uint64_t[2]){(uint64_t)said[0], (uint64_t)said[seeds->strides[0]]});
    ok = flat_in(w, &w->in[0], a.type, &g) && ok;
    for (int i = 0; i < 3; i++) ok = flat_out(w, &w->out[i], a.type, &to[i]) && ok;
    if (ok && a.s.batches * a.s.queries * a.s.sources == 0) {
        for (int i = 0; i < 3; i++)
            if (w->out[i].size) memset(to[i].at, 0, (size_t)(w->out[i].size * a.e));
    } else {
        ok = ok && scratch(&a, true);
        while (ok && next(&a)) ok = part_back(&a, g.at, to[0].at, to[1].at, to[2].at);
    }
    flat_drop(w, &g);
    for (int i = 0; i < 3; i++) {
        if (ok) flat_store(w, &to[i]);
        else flat_drop(w, &to[i]);
    }
    close(&a);
    return !w->error;
}
