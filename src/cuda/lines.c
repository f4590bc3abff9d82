/* lines.c: plans what works along an axis. */
#include <string.h>

#include "plan.h"

/* Lines of in[0] along the axis attribute, or (flat) the whole as one; outputs have the axis, or have lost it. */
bool gpu_open_lines(Work *w, GpuWork *g, GpuLines *l, int outs)
{
    const View *v = &w->in[0];
    memset(l, 0, sizeof *l);
    l->outs = (uint8_t)outs;
    l->whole = !dtype_is_float(v->dtype);
    l->count = 1;
    l->in = (GpuTensor){.at = v->at, .dtype = (uint8_t)v->dtype};
    for (int k = 0; k < outs; k++) l->out[k] = (GpuTensor){.at = w->out[k].at, .dtype = (uint8_t)w->out[k].dtype};
    if (w->attrs[axis_flat].i || v->ndim == 0) {
        l->len = v->size;
        l->step = 1;
        for (int k = 0; k < outs; k++) l->out_step[k] = w->out[k].ndim ? w->out[k].strides[0] : 1;
        return v->size == 0 || (l->in.at = (char *)(uintptr_t)gpu_contiguous(w, g, v)) != NULL;
    }
    int axis = (int)w->attrs[axis_axis].i;
    if (axis < 0) axis += v->ndim;
    l->len = v->shape[axis];
    l->step = v->strides[axis];
    for (int i = 0; i < v->ndim; i++) {
        if (i != axis && l->ndim == GPU_DIMS) return gpu_too_many_axes(w);
        for (int k = 0; k < outs; k++) {
            const View *o = &w->out[k];
            bool lost = o->ndim < v->ndim;
            if (i == axis) l->out_step[k] = lost ? 0 : o->strides[i];
            else l->out_strides[k][l->ndim] = o->strides[lost && i > axis ? i - 1 : i];
        }
        if (i == axis) continue;
        l->shape[l->ndim] = v->shape[i];
        l->strides[l->ndim++] = v->strides[i];
        l->count *= v->shape[i];
    }
    return true;
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
