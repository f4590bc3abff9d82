/* reduce.c: reductions over any axes: sum nansum mean prod max min any all count_nonzero norm var std logsumexp.
 *
 * Axes that go are put in the order of their strides and neighbours joined; what stays keeps its order. If an axis that goes is the dense one, each result
 * takes in runs (isa/red.c's inner); else whole rows are added to a row of accumulators (outer). Long reductions are cut at fixed places, whose partial
 * results are joined in order, so the bits do not hang on the number of threads. Accumulators are double for floats and int64 for integers.
 */
#include <math.h>
#include <string.h>

#include "ew.h"
#include "kernels.h"
#include "sum_numpy.h"

enum { CHUNK = 1 << 16, STRETCH = CHUNK, ROWS = 1 << 12, MOST_CHUNKS = 1 << 16, BLOCK = 512, COLUMNS = 1024, MAX_PARTS = 16, FEW = 8 };

typedef union Value { double d; int64_t i; } Value;

typedef struct Reduction {
    Work *w;
    const EwIsa *isa;
    const View *in;
    DType type;              /* FLOAT32, FLOAT64 or INT64: what runs are read as */
    int kept, gone;          /* axes */
    int64_t kept_shape[MAX_DIMS], kept_strides[MAX_DIMS], gone_shape[MAX_DIMS], gone_strides[MAX_DIMS];
    int64_t results, each;   /* how many results, of how many elements */
    /* the pass under way */
    const RedKernel *kernel;
    double p;
    const double *shift;     /* one a result, or NULL */
    char *acc;               /* 8 bytes a result and part */
    int64_t parts, chunk;    /* of each result; elements a part, where a result takes in runs */
    bool few_used;
    Value few[FEW];          /* for the first pass, where that is enough */
} Reduction;

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static void open_axes(Reduction *r, const bool *marks)
{
    const View *v = r->in;
    r->kept = r->gone = 0;
    r->results = r->each = 1;
    for (int i = 0; i < v->ndim; i++) {
        if (v->shape[i] != 1 && !marks[i]) {
            int k = r->kept - 1;
            if (k >= 0 && r->kept_strides[k] == v->strides[i] * v->shape[i]) r->kept_shape[k] *= v->shape[i];
            else r->kept_shape[k = r->kept++] = v->shape[i];
            r->kept_strides[k] = v->strides[i];
            r->results *= v->shape[i];
        }
        if (v->shape[i] == 1 || !marks[i]) continue;
        int k = r->gone++;
        for (; k > 0 && magnitude(r->gone_strides[k - 1]) < magnitude(v->strides[i]); k--) {
            r->gone_shape[k] = r->gone_shape[k - 1];
            r->gone_strides[k] = r->gone_strides[k - 1];
        }
        r->gone_shape[k] = v->shape[i];
        r->gone_strides[k] = v->strides[i];
        r->each *= v->shape[i];
    }
    int n = 0;
    for (int i = 0; i < r->gone; i++) {
        if (n && r->gone_strides[n - 1] == r->gone_strides[i] * r->gone_shape[i]) r->gone_shape[n - 1] *= r->gone_shape[i];
        else r->gone_shape[n++] = r->gone_shape[i];
        r->gone_strides[n - 1] = r->gone_strides[i];
    }
    r->gone = n;
    if (r->gone == 0) {
        r->gone = 1;
        r->gone_shape[0] = 1;
        r->gone_strides[0] = 1;
    }
    if (r->each == 0) r->gone_shape[0] = 0;
}

static int64_t offset_of(int ndim, const int64_t *shape, const int64_t *strides, int64_t index)
{
    int64_t offset = 0;
    for (int i = ndim - 1; i >= 0; i--) {
        offset += index % shape[i] * strides[i];
        index /= shape[i];
    }
    return offset;
}

/* ---- runs into one accumulator ---- */
static void take_runs(const Reduction *r, const char *base, int64_t from, int64_t to, void *acc, const double *shift)
{
    int last = r->gone - 1;
    size_t bytes = dtype_bytes(r->in->dtype);
    if (r->in->dtype == r->type && r->gone_strides[last] == 1 && (r->gone == 1 || r->gone_shape[last] >= 32)) {
        while (from < to) {
            int64_t column = from % r->gone_shape[last], n = r->gone_shape[last] - column;
            if (n > to - from) n = to - from;
            if (n > STRETCH) n = STRETCH;
            if (work_stopped(r->w)) return;
            r->kernel->inner(n, base + offset_of(r->gone, r->gone_shape, r->gone_strides, from) * (int64_t)bytes, acc, shift, r->p);
            from += n;
        }
        return;
    }
    char raw[BLOCK * 8], block[BLOCK * 8];
    for (int64_t blocks = 0; from < to; from += BLOCK, blocks++) {
        int64_t n = to - from < BLOCK ? to - from : BLOCK;
        if ((blocks & 127) == 127 && work_stopped(r->w)) return;
        ew_gather(r->isa, raw, base, bytes, r->gone, r->gone_shape, r->gone_strides, from, n);
        if (r->in->dtype != r->type) ew_convert(r->isa, n, block, r->type, raw, r->in->dtype);
        r->kernel->inner(n, r->in->dtype == r->type ? raw : block, acc, shift, r->p);
    }
}

static void inner_tasks(void *data, int64_t first, int64_t end)
{
    const Reduction *r = data;
    for (int64_t t = first; t < end; t++) {
        int64_t result = t / r->parts, from = t % r->parts * r->chunk, to = r->parts == 1 || r->each - from < r->chunk ? r->each : from + r->chunk;
        const char *base = r->in->at + offset_of(r->kept, r->kept_shape, r->kept_strides, result) * (int64_t)dtype_bytes(r->in->dtype);
        take_runs(r, base, from, to, r->acc + t * 8, r->shift ? r->shift + result : NULL);
    }
}

/* ---- rows into a row of accumulators ---- */
static void take_rows(const Reduction *r, const char *base, int64_t from, int64_t to, int64_t n, char *acc, const double *shift)
{
    int last = r->gone - 1, inner = r->kept - 1;
    int64_t bytes = (int64_t)dtype_bytes(r->in->dtype), step = r->kept_strides[inner];
    if (r->in->dtype == r->type && step == 1) {
        while (from < to) {
            int64_t row = from % r->gone_shape[last], rows = r->gone_shape[last] - row;
            if (rows > to - from) rows = to - from;
            if (rows > ROWS) rows = ROWS;
            if (work_stopped(r->w)) return;
            r->kernel->outer(rows, r->gone_strides[last], n, base + offset_of(r->gone, r->gone_shape, r->gone_strides, from) * bytes, acc, shift, r->p);
            from += rows;
        }
        return;
    }
    char raw[COLUMNS * 8], block[COLUMNS * 8];
    for (int64_t rows = 0; from < to; from++, rows++) {
        if ((rows & 127) == 127 && work_stopped(r->w)) return;
        ew_gather(r->isa, raw, base + offset_of(r->gone, r->gone_shape, r->gone_strides, from) * bytes, (size_t)bytes, 1, &n, &step, 0, n);
        if (r->in->dtype != r->type) ew_convert(r->isa, n, block, r->type, raw, r->in->dtype);
        r->kernel->outer(1, 0, n, r->in->dtype == r->type ? raw : block, acc, shift, r->p);
    }
}

static void outer_tasks(void *data, int64_t first, int64_t end)
{
    const Reduction *r = data;
    int inner = r->kept - 1;
    int64_t row = r->kept_shape[inner], blocks = (row + COLUMNS - 1) / COLUMNS, bytes = (int64_t)dtype_bytes(r->in->dtype);
    int64_t size = (r->each + r->parts - 1) / r->parts;
    for (int64_t t = first; t < end; t++) {
        int64_t part = t % r->parts, block = t / r->parts % blocks, outer = t / r->parts / blocks, column = block * COLUMNS;
        int64_t n = row - column < COLUMNS ? row - column : COLUMNS, result = outer * row + column;
        int64_t from = part * size, to = from + size < r->each ? from + size : r->each;
        const char *base = r->in->at + (offset_of(inner, r->kept_shape, r->kept_strides, outer) + column * r->kept_strides[inner]) * bytes;
        take_rows(r, base, from, to, n, r->acc + (part * r->results + result) * 8, r->shift ? r->shift + result : NULL);
    }
}

/* ---- one pass over everything ---- */
static Value *take_values(Reduction *r, int64_t n)
{
    if (n > FEW || r->few_used) return work_scratch(r->w, (size_t)n * sizeof(Value));
    r->few_used = true;
    return r->few;
}

static void free_values(Reduction *r, Value *v)
{
    if (v != r->few) work_scratch_free(r->w, v);
}

static Value neutral(int function, bool whole)
{
    switch (function) {
    case RED_PROD: return whole ? (Value){.i = 1} : (Value){.d = 1};
    case RED_MAX: return whole ? (Value){.i = INT64_MIN} : (Value){.d = -HUGE_VAL};
    case RED_MIN: return whole ? (Value){.i = INT64_MAX} : (Value){.d = HUGE_VAL};
    case RED_ABSMIN: return (Value){.d = HUGE_VAL};
    default: return (Value){.i = 0}; /* 0.0 too */
    }
}

static Value join(int function, bool whole, Value a, Value m)
{
    switch (function) {
    case RED_PROD: return whole ? (Value){.i = (int64_t)((uint64_t)a.i * (uint64_t)m.i)} : (Value){.d = a.d * m.d};
    case RED_MAX: case RED_ABSMAX: return whole ? (a.i > m.i ? a : m) : a.d > m.d || a.d != a.d ? a : m;
    case RED_MIN: case RED_ABSMIN: return whole ? (a.i < m.i ? a : m) : a.d < m.d || a.d != a.d ? a : m;
    default: return whole ? (Value){.i = (int64_t)((uint64_t)a.i + (uint64_t)m.i)} : (Value){.d = a.d + m.d};
    }
}

/* The results of one function, 8 bytes each, until free_values; NULL: failed. */
static Value *pass(Reduction *r, int function, const double *shift, double p)
{
    bool whole = r->type == DT_INT64, rows = r->kept && r->results && r->each > 1 && magnitude(r->kept_strides[r->kept - 1]) < magnitude(r->gone_strides[r->gone - 1]);
    r->kernel = &r->isa->reduce[function][r->type == DT_FLOAT32 ? 0 : r->type == DT_FLOAT64 ? 1 : 2];
    r->p = p;
    r->shift = shift;
    int64_t tasks = 0;
    if (rows) {
        int64_t row = r->kept_shape[r->kept - 1], blocks = r->results / row * ((row + COLUMNS - 1) / COLUMNS);
        r->parts = blocks >= MAX_PARTS || r->each < 128 ? 1 : r->each / 64 < MAX_PARTS ? r->each / 64 : MAX_PARTS;
        tasks = blocks * r->parts;
    } else {
        r->chunk = CHUNK;
        while (r->each / r->chunk > MOST_CHUNKS) r->chunk *= 2; /* an expanded tensor may have 2^40 elements */
        r->parts = r->each <= r->chunk ? 1 : (r->each - 1) / r->chunk + 1;
        tasks = r->results * r->parts;
    }
    Value *acc = take_values(r, r->results * r->parts);
    if (!acc) return NULL;
    Value start = neutral(function, whole);
    for (int64_t i = 0; i < r->results * r->parts; i++) acc[i] = start;
    r->acc = (char *)acc;
    if (r->each > 0 && r->results > 0) {
        int64_t cost = r->results * r->each / tasks, grain = cost >= 32768 ? 1 : 32768 / (cost ? cost : 1);
        work_parallel(r->w, tasks, grain, rows ? outer_tasks : inner_tasks, r);
    }
    if (r->parts == 1) return acc;
    for (int64_t i = 0; i < r->results; i++) {
        Value a = rows ? acc[i] : acc[i * r->parts];
        for (int64_t k = 1; k < r->parts; k++) a = join(function, whole, a, rows ? acc[k * r->results + i] : acc[i * r->parts + k]);
        acc[i] = a;
    }
    return acc;
}

/* ---- the ops ---- */
static void store(Reduction *r, const Value *acc, DType type)
{
    const View *out = &r->w->out[0];
    size_t bytes = dtype_bytes(out->dtype);
    if (out->contiguous) {
        ew_convert(r->isa, out->size, out->at, out->dtype, acc, type);
        return;
    }
    char block[256 * 8];
    for (int64_t at = 0; at < out->size; at += 256) {
        int64_t n = out->size - at < 256 ? out->size - at : 256;
        ew_convert(r->isa, n, block, out->dtype, acc + at, type);
        ew_scatter(r->isa, out->at, block, bytes, out->ndim, out->shape, out->strides, at, n);
    }
}

static bool open_reduction(Reduction *r, Work *w, bool as_float)
{
    bool marks[MAX_DIMS];
    Ints axes = w->attrs[reduce_axes].ints;
    const View *v = &w->in[0];
    for (int i = 0; i < v->ndim; i++) marks[i] = axes.count <= 0;
    for (int i = 0; i < axes.count && v->ndim; i++) marks[axes.d[i] < 0 ? axes.d[i] + v->ndim : axes.d[i]] = true;
    r->w = w;
    r->few_used = false;
    r->isa = ew_isa();
    r->in = v;
    r->type = ew_register_type(v->dtype);
    if (r->type != DT_FLOAT32 && r->type != DT_FLOAT64) r->type = as_float ? DT_FLOAT64 : DT_INT64;
    open_axes(r, marks);
    return true;
}

/* The plain ones: one pass, and what the accumulators hold is the result. */
static bool plain(Work *w, int function)
{
    Reduction r;
    open_reduction(&r, w, dtype_is_float(w->out[0].dtype));
    Value *acc = pass(&r, function, NULL, 0);
    if (!acc) return false;
    store(&r, acc, r.type == DT_INT64 ? DT_INT64 : DT_FLOAT64);
    free_values(&r, acc);
    return true;
}

static bool in_numpy_order(const Work *w) { return accent_rules(w->accent)->sums_pairwise && dtype_is_float(w->out[0].dtype); }
bool cpu_sum(Work *w) { return in_numpy_order(w) ? sum_numpy(w, false) : plain(w, RED_SUM); }
bool cpu_nansum(Work *w) { return plain(w, RED_NANSUM); }
bool cpu_prod(Work *w) { return in_numpy_order(w) ? sum_numpy(w, true) : plain(w, RED_PROD); }
bool cpu_max(Work *w) { return plain(w, RED_MAX); }
bool cpu_min(Work *w) { return plain(w, RED_MIN); }
bool cpu_count_nonzero(Work *w) { return plain(w, RED_COUNT_NONZERO); }

static bool truth(Work *w, bool all)
{
    Reduction r;
    open_reduction(&r, w, false);
    Value *acc = pass(&r, RED_COUNT_NONZERO, NULL, 0);
    if (!acc) return false;
    for (int64_t i = 0; i < r.results; i++) {
        int64_t n = r.type == DT_INT64 ? acc[i].i : (int64_t)acc[i].d;
        acc[i].i = all ? n == r.each : n > 0;
    }
    store(&r, acc, DT_INT64);
    free_values(&r, acc);
    return true;
}

bool cpu_any(Work *w) { return truth(w, false); }
bool cpu_all(Work *w) { return truth(w, true); }

bool cpu_mean(Work *w)
{
    Reduction r;
    open_reduction(&r, w, true);
    Value *acc = pass(&r, RED_SUM, NULL, 0);
    if (!acc) return false;
    bool overflows = w->compute == DT_FLOAT32 && accent_rules(w->accent)->mean_of_rounded_sum; /* the sum is float32's, before it is divided */
    for (int64_t i = 0; i < r.results; i++) acc[i].d = (overflows ? (double)(float)acc[i].d : acc[i].d) / (double)r.each;
    store(&r, acc, DT_FLOAT64);
    free_values(&r, acc);
    return true;
}

/* MXNet's norm of single floats: the largest magnitude so far and the sum of squares relative to it, element by element. Its last digits are those that lessons
 * print. */
static float scaled_norm(const Reduction *r, int64_t result)
{
    float scale = 0, squares = 0, block[BLOCK];
    const char *base = r->in->at + offset_of(r->kept, r->kept_shape, r->kept_strides, result) * (int64_t)sizeof(float);
    for (int64_t from = 0; from < r->each && !work_stopped(r->w); from += BLOCK) {
        int64_t n = r->each - from < BLOCK ? r->each - from : BLOCK;
        ew_gather(r->isa, (char *)block, base, sizeof(float), r->gone, r->gone_shape, r->gone_strides, from, n);
        for (int64_t i = 0; i < n; i++) {
            float x = fabsf(block[i]), ratio;
            if (x == 0) continue;
            if (scale < x) {
                ratio = scale / x;
                squares = 1 + squares * ratio * ratio;
                scale = x;
            } else {
                ratio = x / scale;
                squares += ratio * ratio;
            }
        }
    }
    return scale * sqrtf(squares);
}

/* The same of integers, whose ratios are cut. */
static int64_t scaled_whole_norm(const Reduction *r, int64_t result)
{
    int64_t scale = 0, squares = 0, whole[BLOCK];
    char block[BLOCK * sizeof(int64_t)];
    size_t bytes = dtype_bytes(r->in->dtype);
    const char *base = r->in->at + offset_of(r->kept, r->kept_shape, r->kept_strides, result) * (int64_t)bytes;
    for (int64_t from = 0; from < r->each && !work_stopped(r->w); from += BLOCK) {
        int64_t n = r->each - from < BLOCK ? r->each - from : BLOCK;
        ew_gather(r->isa, block, base, bytes, r->gone, r->gone_shape, r->gone_strides, from, n);
        ew_convert(r->isa, n, whole, DT_INT64, block, r->in->dtype);
        for (int64_t i = 0; i < n; i++) {
            int64_t x = whole[i] < 0 ? (int64_t)(0 - (uint64_t)whole[i]) : whole[i];
            if (x <= 0) continue;
            int64_t ratio = scale < x ? scale / x : x / scale;
            squares = scale < x ? 1 + squares * ratio * ratio : squares + ratio * ratio;
            if (scale < x) scale = x;
        }
    }
    return (int64_t)((double)scale * sqrt((double)squares));
}

static void scaled_norms(void *data, int64_t from, int64_t to)
{
    const Reduction *r = data;
    bool whole = dtype_is_integer(r->in->dtype);
    for (; from < to; from++) ((double *)r->acc)[from] = whole ? (double)scaled_whole_norm(r, from) : (double)scaled_norm(r, from);
}

static bool norm_mxnet(Work *w)
{
    Reduction r;
    open_reduction(&r, w, true);
    Value *acc = work_scratch(w, sizeof *acc * (size_t)(r.results ? r.results : 1));
    if (!acc) return false;
    r.acc = (char *)acc;
    work_parallel(w, r.results, r.each > 8192 ? 1 : 8192 / (r.each ? r.each : 1), scaled_norms, &r);
    store(&r, acc, DT_FLOAT64);
    work_scratch_free(w, acc);
    return true;
}

bool cpu_norm(Work *w)
{
    Reduction r;
    double p = w->attrs[reduce_order].f;
    if (accent_rules(w->accent)->norm_by_scaling && p == 2 && (w->in[0].dtype == DT_FLOAT32 || dtype_is_integer(w->in[0].dtype))) return norm_mxnet(w);
    int function = p == 2 ? RED_SQUARE : p == 1 ? RED_ABS : p == 0 ? RED_COUNT_NONZERO : p == HUGE_VAL ? RED_ABSMAX : p == -HUGE_VAL ? RED_ABSMIN : RED_POWER;
    open_reduction(&r, w, true);
    Value *acc = pass(&r, function, NULL, p);
    if (!acc) return false;
    if (function == RED_SQUARE) for (int64_t i = 0; i < r.results; i++) acc[i].d = sqrt(acc[i].d);
    if (function == RED_POWER) for (int64_t i = 0; i < r.results; i++) acc[i].d = pow(acc[i].d, 1 / p);
    if (r.each == 0 && function == RED_ABSMIN) for (int64_t i = 0; i < r.results; i++) acc[i].d = 0;
    store(&r, acc, DT_FLOAT64);
    free_values(&r, acc);
    return true;
}

static bool variance(Work *w, bool root)
{
    Reduction r;
    open_reduction(&r, w, true);
    Value *mean = pass(&r, RED_SUM, NULL, 0);
    if (!mean) return false;
    for (int64_t i = 0; i < r.results; i++) mean[i].d /= (double)r.each;
    Value *acc = pass(&r, RED_DEVIATION, (const double *)mean, 0);
    free_values(&r, mean);
    if (!acc) return false;
    double divisor = (double)r.each - w->attrs[reduce_ddof].f;
    if (divisor < 0) divisor = 0;
    for (int64_t i = 0; i < r.results; i++) {
        double v = acc[i].d / divisor;
        acc[i].d = root ? sqrt(v) : v;
    }
    store(&r, acc, DT_FLOAT64);
    free_values(&r, acc);
    return true;
}

bool cpu_var(Work *w) { return variance(w, false); }
bool cpu_std(Work *w) { return variance(w, true); }

bool cpu_logsumexp(Work *w)
{
    Reduction r;
    open_reduction(&r, w, true);
    Value *high = pass(&r, RED_MAX, NULL, 0);
    if (!high) return false;
    double *shift = work_scratch(w, (size_t)r.results * sizeof *shift);
    Value *acc = NULL;
    if (shift) {
        for (int64_t i = 0; i < r.results; i++) shift[i] = isfinite(high[i].d) ? high[i].d : 0;
        acc = pass(&r, RED_EXP, shift, 0);
    }
    if (acc) {
        for (int64_t i = 0; i < r.results; i++) acc[i].d = isfinite(high[i].d) ? log(acc[i].d) + high[i].d : high[i].d;
        store(&r, acc, DT_FLOAT64);
    }
    free_values(&r, acc);
    work_scratch_free(w, shift);
    free_values(&r, high);
    return acc != NULL;
}
