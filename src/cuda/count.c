/* count.c: plans what counts and finds values. */
#include <string.h>

#include "plan.h"

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
    int64_t strides[2][MAX_DIMS], total = 1;
    Dims both;
    GpuNonzero n = {.out = {.at = out->at}, .room = out->size, .bytes = (uint8_t)dtype_bytes(x->dtype)};
    if (!shape_broadcast(x->shape, x->ndim, mask->shape, mask->ndim, &both) || !shape_size(both.d, both.n, &total) || total == 0 || out->size == 0) return true;
    View wide[2] = {*x, *mask};
    for (int k = 0; k < 2; k++) {
        shape_spread(wide[k].shape, wide[k].strides, wide[k].ndim, both.n, strides[k]);
        wide[k].ndim = both.n;
        wide[k].shape = both.d;
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
    gpu_set(g, b.bins, out->size, 8, NULL);
    if (v->size) {
        if (!(b.x = (const int64_t *)(const void *)gpu_flat(w, g, v, DT_INT64)) || (weighted && !(b.weights = (const double *)(const void *)gpu_flat(w, g, &w->in[1], DT_FLOAT64)))) return false;
        gpu_run_bincount(g->stream, &b);
    }
    return gpu_put(w, g, out, b.bins, weighted ? DT_FLOAT64 : DT_INT64);
}

COUNTED(histogram)
{
    const View *v = &w->in[0], *out = &w->out[0];
    const AccentRules *rules = accent_rules(w->accent);
    GpuBins b = {.n = v->size, .count = out->size, .low = w->attrs[bins_low].f, .high = w->attrs[bins_high].f, .margin = rules->histogram_wide_margin ? 1 : 0.5, .nan_in_first = rules->nan_in_first_bin,
                 .by_edges = rules->bins_by_edges};
    if (out->size == 0) return true;
    if (!(b.bins = gpu_scratch(w, g, (size_t)out->size * 8)) || !(b.range = gpu_scratch(w, g, 2 * sizeof *b.range))) return false;
    gpu_set(g, b.bins, out->size, 8, NULL);
    if (v->size) {
        if (!(b.values = (const double *)(const void *)gpu_flat(w, g, v, DT_FLOAT64))) return false;
        gpu_run_histogram(g->stream, &b);
    }
    return gpu_put(w, g, out, b.bins, DT_INT64);
}

COUNTED(searchsorted)
{
    const View *a = &w->in[0], *b = &w->in[1], *out = &w->out[0];
    bool number = !b->present, floats = dtype_is_float(a->dtype) || (number ? w->numbers[1].kind == SCALAR_FLOAT : dtype_is_float(b->dtype));
    DType type = floats ? DT_FLOAT64 : DT_INT64;
    GpuSearch s = {.n = out->size, .len = a->shape[a->ndim - 1], .rows = a->ndim > 1, .row = a->ndim > 1 ? b->shape[b->ndim - 1] : 1, .floats = floats, .right = w->attrs[axis_descending].i != 0, .one = number,
                   .comparing = accent_rules(w->accent)->search_by_comparing};
    if (out->size == 0) return true;
    if (number && floats) s.number.D = scalar_as_double(w->numbers[1]);
    else if (number) s.number.L = w->numbers[1].i;
    if (a->size && !(s.a = gpu_flat(w, g, a, type))) return false;
    if (!number && !(s.b = gpu_flat(w, g, b, type))) return false;
    if (!(s.at = gpu_scratch(w, g, (size_t)out->size * 8))) return false;
    gpu_run_search(g->stream, &s);
    return gpu_put(w, g, out, s.at, DT_INT64);
}

/* in[0] added at offset and strides of a result of zeros: places may be met more than once. */
COUNTED(strided_grad)
{
    const View *x = &w->in[0], *out = &w->out[0];
    Ints strides = w->attrs[window_strides].ints;
    int64_t bytes = (int64_t)dtype_bytes(out->dtype);
    GpuGather j = {.at = out->at + w->attrs[window_offset].i * bytes, .total = x->size, .ndim = x->ndim, .dtype = (uint8_t)out->dtype, .bytes = (uint8_t)bytes};
    gpu_set(g, out->at, out->size, (size_t)bytes, NULL);
    if (x->size == 0) return true;
    if (x->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    shape_contiguous(x->shape, x->ndim, j.other_steps);
    for (int i = 0; i < x->ndim; i++) j.shape[i] = x->shape[i], j.steps[i] = strides.d[i];
    if (!(j.other = (char *)(uintptr_t)gpu_flat(w, g, x, out->dtype))) return false;
    gpu_run_add_at(g->stream, &j);
    return true;
}
