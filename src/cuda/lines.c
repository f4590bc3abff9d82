/* lines.c: plans what works along an axis. */
#include <string.h>

#include "core/cpu/line_places.h"
#include "plan.h"

/* Lines of in[0] along the axis attribute, or (flat) the whole as one; outputs have the axis, or have lost it. */
bool gpu_open_lines(Work *w, GpuWork *g, GpuLines *l, int outs)
{
    const View *v = &w->in[0];
    bool flat = w->attrs[axis_flat].i || v->ndim == 0;
    LinePlaces p;
    memset(l, 0, sizeof *l);
    l->outs = (uint8_t)outs;
    l->whole = !dtype_is_float(v->dtype);
    l->in = (GpuTensor){.at = v->at, .dtype = (uint8_t)v->dtype};
    for (int k = 0; k < outs; k++) l->out[k] = (GpuTensor){.at = w->out[k].at, .dtype = (uint8_t)w->out[k].dtype};
    lines_place(w, outs, flat, &p);
    if (p.ndim > GPU_DIMS) return gpu_too_many_axes(w);
    l->count = p.count;
    l->len = p.len;
    l->step = p.step;
    l->ndim = p.ndim;
    size_t bytes = sizeof *l->shape * (size_t)p.ndim;
    memcpy(l->shape, p.shape, bytes);
    memcpy(l->strides, p.strides, bytes);
    for (int k = 0; k < outs; k++) {
        l->out_step[k] = p.out_step[k];
        memcpy(l->out_strides[k], p.out_strides[k], bytes);
    }
    return !flat || v->size == 0 || (l->in.at = (char *)(uintptr_t)gpu_contiguous(w, g, v)) != NULL;
}

static bool extreme(Work *w, GpuWork *g, bool smallest, int outs)
{
    GpuLines l;
    if (!gpu_open_lines(w, g, &l, outs)) return false;
    l.smallest = smallest;
    if (l.len && l.count) gpu_run_extreme(g->stream, &l);
    return true;
}

#define ALONG(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
ALONG(argmax) { return extreme(w, g, false, 1); }
ALONG(argmin) { return extreme(w, g, true, 1); }
ALONG(max_axis) { return extreme(w, g, false, 2); }
ALONG(min_axis) { return extreme(w, g, true, 2); }

static bool running(Work *w, GpuWork *g, bool product)
{
    GpuLines l;
    if (!gpu_open_lines(w, g, &l, 1)) return false;
    l.product = product;
    if (dtype_is_float(w->out[0].dtype)) {
        l.rounds = w->in[0].dtype == DT_FLOAT32 && w->out[0].dtype == DT_FLOAT32 && accent_rules(w->accent)->running_sums_round;
        l.whole = false;
    }
    if (l.len && l.count) gpu_run_running(g->stream, &l);
    return true;
}
ALONG(cumsum) { return running(w, g, false); }
ALONG(cumprod) { return running(w, g, true); }
