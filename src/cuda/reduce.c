/* reduce.c: plans reductions over any axes: what stays and what is put together, how many parts a long one has, and what is made of the sums at the end.
 *
 * Sums are of doubles (floats) or of int64 (integers), as on the CPU: parts are cut at fixed places and joined in order, so the bits are the same at every run.
 */
#include <math.h>
#include <string.h>

#include "plan.h"

enum { PART = 1 << 14, MOST_PARTS = 1024 };

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static bool add_axis(Work *w, int64_t *shape, int64_t *strides, int *n, int64_t size, int64_t stride)
{
    if (*n && strides[*n - 1] == stride * size) shape[*n - 1] *= size;
    else if (*n == GPU_DIMS) return gpu_too_many_axes(w);
    else shape[(*n)++] = size;
    strides[*n - 1] = stride;
    return true;
}

bool gpu_open_axes(Work *w, GpuReduce *r)
{
    const View *v = &w->in[0];
    Ints axes = w->attrs[reduce_axes].ints;
    bool gone[MAX_DIMS];
    int order[MAX_DIMS], n = 0;
    for (int i = 0; i < v->ndim; i++) gone[i] = axes.count <= 0;
    for (int i = 0; i < axes.count && v->ndim; i++) gone[axes.d[i] < 0 ? axes.d[i] + v->ndim : axes.d[i]] = true;
    r->results = r->each = 1;
    for (int i = 0; i < v->ndim; i++) {
        if (v->shape[i] == 1) continue;
        if (!gone[i]) {
            r->results *= v->shape[i];
            if (!add_axis(w, r->kept_shape, r->kept_strides, &r->kept, v->shape[i], v->strides[i])) return false;
            continue;
        }
        r->each *= v->shape[i];
        int k = n++;
        for (; k > 0 && magnitude(v->strides[order[k - 1]]) < magnitude(v->strides[i]); k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < n; i++)
        if (!add_axis(w, r->gone_shape, r->gone_strides, &r->gone, v->shape[order[i]], v->strides[order[i]])) return false;
    r->at = v->at;
    r->dtype = (uint8_t)v->dtype;
    return true;
}

static bool open_reduction(Work *w, GpuReduce *r, bool as_float)
{
    memset(r, 0, sizeof *r);
    if (!gpu_open_axes(w, r)) return false;
    r->whole = !as_float && !dtype_is_float(w->in[0].dtype);
    r->parts = r->each <= PART ? 1 : (r->each - 1) / PART + 1;
    if (r->parts > MOST_PARTS) r->parts = MOST_PARTS;
    if (r->results > 4096) r->parts = 1; /* enough to do for the whole card */
    return true;
}

/* One function over everything, and what becomes of it: in `out`, or (NULL) in r->acc, 8 bytes a result. Results of one part are ended by whoever put them together. */
static bool pass(Work *w, GpuWork *g, GpuReduce *r, int function, int how, const View *out)
{
    r->function = (uint8_t)function;
    r->end = (uint8_t)how;
    r->ends = r->parts == 1;
    memset(&r->out, 0, sizeof r->out);
    if (out && !gpu_tensor(w, out, &r->out)) return false;
    if ((!r->ends || !out) && !(r->acc = gpu_scratch(w, g, (size_t)(r->results * r->parts) * 8))) return false;
    if (r->results) gpu_run_reduce(g->stream, r);
    if (r->results && !r->ends) gpu_run_reduce_end(g->stream, r);
    return true;
}

static bool plain(Work *w, GpuWork *g, int function)
{
    GpuReduce r;
    return open_reduction(w, &r, dtype_is_float(w->out[0].dtype)) && pass(w, g, &r, function, GPU_AS_IT_IS, &w->out[0]);
}

#define REDUCTION(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
REDUCTION(sum) { return plain(w, g, GPU_SUM); }
REDUCTION(nansum) { return plain(w, g, GPU_NANSUM); }
REDUCTION(prod) { return plain(w, g, GPU_PROD); }
REDUCTION(max) { return plain(w, g, GPU_MAX); }
REDUCTION(min) { return plain(w, g, GPU_MIN); }
REDUCTION(count_nonzero) { return plain(w, g, GPU_COUNT); }

static bool truth(Work *w, GpuWork *g, int how)
{
    GpuReduce r;
    return open_reduction(w, &r, false) && pass(w, g, &r, GPU_COUNT, how, &w->out[0]);
}
REDUCTION(any) { return truth(w, g, GPU_ANY); }
REDUCTION(all) { return truth(w, g, GPU_ALL); }

REDUCTION(mean)
{
    GpuReduce r;
    if (!open_reduction(w, &r, true)) return false;
    r.divisor = (double)r.each;
    return pass(w, g, &r, GPU_SUM, w->compute == DT_FLOAT32 && accent_rules(w->accent)->mean_of_rounded_sum ? GPU_MEAN_ROUNDED : GPU_MEAN, &w->out[0]);
}

void gpu_norm_of(double p, int *function, int *end)
{
    *function = p == 2 ? GPU_SQUARE : p == 1 ? GPU_ABS : p == 0 ? GPU_COUNT : p == HUGE_VAL ? GPU_ABSMAX : p == -HUGE_VAL ? GPU_ABSMIN : GPU_POWER;
    *end = *function == GPU_SQUARE ? GPU_ROOT : *function == GPU_POWER ? GPU_POWER_ROOT : GPU_AS_IT_IS;
}

REDUCTION(norm)
{
    GpuReduce r;
    int function, how;
    gpu_norm_of(w->attrs[reduce_order].f, &function, &how);
    if (!open_reduction(w, &r, true)) return false;
    r.p = w->attrs[reduce_order].f;
    if (r.each == 0 && function == GPU_ABSMIN) function = GPU_SUM; /* of nothing: 0 */
    return pass(w, g, &r, function, how, &w->out[0]);
}

static bool variance(Work *w, GpuWork *g, int how)
{
    GpuReduce r;
    if (!open_reduction(w, &r, true)) return false;
    r.divisor = (double)r.each;
    if (!pass(w, g, &r, GPU_SUM, GPU_MEAN, NULL)) return false;
    r.shift = (const double *)r.acc;
    r.divisor = (double)r.each - w->attrs[reduce_ddof].f;
    if (r.divisor < 0) r.divisor = 0;
    return pass(w, g, &r, GPU_DEVIATION, how, &w->out[0]);
}
REDUCTION(var) { return variance(w, g, GPU_VARIANCE); }
REDUCTION(std) { return variance(w, g, GPU_DEVIATION_END); }

REDUCTION(logsumexp)
{
    GpuReduce r;
    if (!open_reduction(w, &r, true) || !pass(w, g, &r, GPU_MAX, GPU_AS_IT_IS, NULL)) return false;
    r.shift = r.added = (const double *)r.acc;
    return pass(w, g, &r, GPU_EXP, GPU_LOG_ADDED, &w->out[0]);
}
