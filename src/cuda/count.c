/* count.c: plans what counts and finds values. */
#include <string.h>

#include "plan.h"

static bool put(Work *w, GpuWork *g, const View *out, const void *values, DType type)
{
    GpuFlat f = {(char *)(uintptr_t)values, out, type};
    return out->size == 0 || gpu_flat_store(w, g, &f);
}

static void clear(GpuWork *g, void *at, int64_t n) { gpu_run_fill(g->stream, &(GpuFill){.out = {.at = at, .size = n, .ndim = 1, .shape = {n}, .strides = {1}}, .bytes = 8}); }

/* How many hold before each element of `n->in`. */
static bool marked(Work *w, GpuWork *g, GpuNonzero *n)
{
    int64_t blocks = (n->size + GPU_SCAN - 1) / GPU_SCAN, *sums = gpu_scratch(w, g, (size_t)blocks * 8);
    if (!sums || !(n->before = gpu_scratch(w, g, (size_t)n->size * 8))) return false;
    gpu_run_holds(g->stream, n);
    gpu_run_scan(g->stream, n->before, n->size, sums);
    return true;
}

#define COUNTED(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
COUNTED(nonzero)
{
    const View *v = &w->in[0], *out = &w->out[0];
    GpuNonzero n = {.size = v->size, .ndim = v->ndim, .out = {.at = out->at}, .room = out->ndim ? out->shape[0] : 0};
    if (n.room == 0 || v->ndim == 0 || v->size == 0) return true;
    if (v->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    memcpy(n.shape, v->shape, sizeof *n.shape * (size_t)v->ndim);
    n.row_step = out->strides[0];
    n.column_step = out->strides[1];
    if (!gpu_tensor(w, v, &n.in) || !marked(w, g, &n)) return false;
    gpu_run_nonzero(g->stream, &n);
    return true;
}

COUNTED(masked_select)
{
    const View *x = &w->in[0], *mask = &w->in[1], *out = &w->out[0];
    int64_t shape[MAX_DIMS], strides[2][MAX_DIMS], total = 1;
    int ndim = x->ndim > mask->ndim ? x->ndim : mask->ndim;
    GpuNonzero n = {.out = {.at = out->at}, .room = out->size, .bytes = (uint8_t)gpu_bytes(x->dtype)};
    for (int i = 0; i < ndim; i++) { /* both broadcast */
        int a = i - (ndim - x->ndim), b = i - (ndim - mask->ndim);
        shape[i] = a >= 0 && x->shape[a] != 1 ? x->shape[a] : b >= 0 ? mask->shape[b] : 1;
        strides[0][i] = a < 0 || x->shape[a] == 1 ? 0 : x->strides[a];
        strides[1][i] = b < 0 || mask->shape[b] == 1 ? 0 : mask->strides[b];
        total *= shape[i];
    }
    if (total == 0 || out->size == 0) return true;
    View wide[2] = {*x, *mask};
    for (int k = 0; k < 2; k++) {
        wide[k].ndim = ndim;
        wide[k].shape = shape;
        wide[k].strides = strides[k];
        wide[k].size = total;
    }
    n.size = total;
    if (!gpu_tensor(w, &wide[0], &n.value) || !gpu_tensor(w, &wide[1], &n.in) || !marked(w, g, &n)) return false;
    gpu_run_masked_select(g->stream, &n);
    return true;
}

COUNTED(bincount)
{
    const View *v = &w->in[0], *out = &w->out[0];
    bool weighted = w->in_count > 1 && w->in[1].present;
    GpuBins b = {.n = v->size, .count = out->size, .fault = g->card->fault, .piece = (uint32_t)g->card->given, .kind = CE_BAD_VALUE};
    if (!(b.bins = gpu_scratch(w, g, (size_t)out->size * 8 + 8))) return false;
    if (out->size) clear(g, b.bins, out->size);
    if (v->size) {
        if (!(b.x = (const int64_t *)(const void *)gpu_flat(w, g, v, DT_INT64)) || (weighted && !(b.weights = (const double *)(const void *)gpu_flat(w, g, &w->in[1], DT_FLOAT64)))) return false;
        gpu_run_bincount(g->stream, &b);
    }
    return put(w, g, out, b.bins, weighted ? DT_FLOAT64 : DT_INT64);
}

COUNTED(histogram)
{
    const View *v = &w->in[0], *out = &w->out[0];
    const AccentRules *rules = cuda_host->rules(w->accent);
    GpuBins b = {.n = v->size, .count = out->size, .low = w->attrs[bins_low].f, .high = w->attrs[bins_high].f, .margin = rules->histogram_wide_margin ? 1 : 0.5, .nan_in_first = rules->nan_in_first_bin,
                 .by_edges = rules->bins_by_edges};
    if (out->size == 0) return true;
    if (!(b.bins = gpu_scratch(w, g, (size_t)out->size * 8)) || !(b.range = gpu_scratch(w, g, 2 * sizeof *b.range))) return false;
    clear(g, b.bins, out->size);
    if (v->size) {
        if (!(b.values = (const double *)(const void *)gpu_flat(w, g, v, DT_FLOAT64))) return false;
        gpu_run_histogram(g->stream, &b);
    }
    return put(w, g, out, b.bins, DT_INT64);
}

COUNTED(searchsorted)
{
    const View *a = &w->in[0], *b = &w->in[1], *out = &w->out[0];
    bool number = !b->present, floats = cuda_host->dtypes[a->dtype].kind == 'F' || (number ? w->numbers[1].kind == SCALAR_FLOAT : cuda_host->dtypes[b->dtype].kind == 'F');
    DType type = floats ? DT_FLOAT64 : DT_INT64;
    GpuSearch s = {.n = out->size, .len = a->shape[a->ndim - 1], .rows = a->ndim > 1, .row = a->ndim > 1 ? b->shape[b->ndim - 1] : 1, .floats = floats, .right = w->attrs[axis_descending].i != 0, .one = number,
                   .comparing = cuda_host->rules(w->accent)->search_by_comparing};
    if (out->size == 0) return true;
    if (number && floats) s.number.D = scalar_as_double(w->numbers[1]);
    else if (number) s.number.L = w->numbers[1].i;
    if (a->size && !(s.a = gpu_flat(w, g, a, type))) return false;
    if (!number && !(s.b = gpu_flat(w, g, b, type))) return false;
    if (!(s.at = gpu_scratch(w, g, (size_t)out->size * 8))) return false;
    gpu_run_search(g->stream, &s);
    return put(w, g, out, s.at, DT_INT64);
}

/* in[0] added at offset and strides of a result of zeros: places may be met more than once. */
COUNTED(strided_grad)
{
    const View *x = &w->in[0], *out = &w->out[0];
    Ints strides = w->attrs[window_strides].ints;
    int64_t bytes = (int64_t)gpu_bytes(out->dtype);
    GpuGather j = {.at = out->at + w->attrs[window_offset].i * bytes, .total = x->size, .ndim = x->ndim, .dtype = (uint8_t)out->dtype, .bytes = (uint8_t)bytes};
    gpu_run_fill(g->stream, &(GpuFill){.out = {.at = out->at, .size = out->size, .ndim = 1, .shape = {out->size}, .strides = {1}}, .bytes = (uint8_t)bytes});
    if (x->size == 0) return true;
    if (x->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    int64_t step = 1;
    for (int i = x->ndim - 1; i >= 0; step *= x->shape[i--]) {
        j.shape[i] = x->shape[i];
        j.steps[i] = strides.d[i];
        j.other_steps[i] = step;
    }
    if (!(j.other = (char *)(uintptr_t)gpu_flat(w, g, x, out->dtype))) return false;
    gpu_run_add_at(g->stream, &j);
    return true;
}
