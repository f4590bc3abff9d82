/* sort.c: plans what puts lines in order. */
#include <string.h>

#include "plan.h"

static bool in_order(Work *w, GpuWork *g, int64_t take, bool median)
{
    GpuSort s = {.median = median, .descending = !median && w->attrs[axis_descending].i != 0};
    if (!gpu_open_lines(w, g, &s.lines, 2)) return false;
    s.take = take < 0 ? s.lines.len : take;
    s.padded = gpu_power_above(s.lines.len);
    if (s.lines.len == 0 || s.lines.count == 0 || s.take == 0) return true;
    if (!(s.keys = gpu_scratch(w, g, (size_t)(s.lines.count * s.padded) * sizeof *s.keys))) return false;
    gpu_run_sort(g->stream, &s);
    gpu_run_sort_take(g->stream, &s);
    return true;
}

#define ORDERED(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
ORDERED(sort) { return in_order(w, g, -1, false); }
ORDERED(median_axis) { return in_order(w, g, 1, true); }
ORDERED(topk) { return w->out[0].size == 0 || in_order(w, g, w->in[0].ndim ? w->attrs[axis_count].i : 1, false); }

ORDERED(unique)
{
    const View *v = &w->in[0];
    int64_t n = v->size, room = w->out[0].size;
    GpuSort s = {.padded = gpu_power_above(n)};
    GpuUnique u = {.n = n, .room = room, .each_nan_alone = accent_rules(w->accent)->each_nan_alone, .type = dtype_is_float(v->dtype)};
    if (n == 0) return true;
    const char *x = gpu_contiguous(w, g, v);
    if (!x || !gpu_tensor(w, &w->out[0], &u.values)) return false;
    u.in = (GpuTensor){.at = (char *)(uintptr_t)x, .size = n, .ndim = 1, .shape = {n}, .strides = {1}, .dtype = (uint8_t)v->dtype, .present = 1};
    s.lines = (GpuLines){.in = u.in, .count = 1, .len = n, .step = 1};
    int64_t blocks = (n + GPU_SCAN - 1) / GPU_SCAN, *sums = gpu_scratch(w, g, (size_t)blocks * 8);
    u.keys = s.keys = gpu_scratch(w, g, (size_t)s.padded * sizeof *s.keys);
    u.group = gpu_scratch(w, g, (size_t)n * 8);
    u.inverse = gpu_scratch(w, g, (size_t)n * 8);
    u.counts = gpu_scratch(w, g, (size_t)(room ? room : 1) * 8);
    if (!sums || !s.keys || !u.group || !u.inverse || !u.counts) return false;
    gpu_set(g, u.counts, room, 8, NULL);
    gpu_run_sort(g->stream, &s);
    gpu_run_unique_marks(g->stream, &u);
    gpu_run_scan(g->stream, u.group, n, sums);
    gpu_run_unique(g->stream, &u);
    return gpu_put(w, g, &w->out[1], u.inverse, DT_INT64) && gpu_put(w, g, &w->out[2], u.counts, DT_INT64);
}
