/* resize.c: plans interpolation and its gradient. */
#include <string.h>

#include "plan.h"

static int mode_of(const char *text)
{
    if (!text || strcmp(text, "nearest") == 0) return GPU_NEAREST;
    if (strcmp(text, "nearest-exact") == 0) return GPU_NEAREST_EXACT;
    return strstr(text, "cubic") ? GPU_CUBIC : GPU_LINEAR;
}

static bool resize(Work *w, GpuWork *g, bool back)
{
    const View *x = back ? &w->out[0] : &w->in[0], *y = back ? &w->in[0] : &w->out[0];
    static const int scales[3] = {resize_scale0, resize_scale1, resize_scale2};
    int dims = x->ndim - 2, mode = mode_of(w->attrs[resize_mode].text);
    DType type = dtype_is_float(x->dtype) && x->dtype != DT_FLOAT64 ? DT_FLOAT32 : DT_FLOAT64; /* integers go through double */
    GpuResize r = {.planes = x->shape[0] * x->shape[1], .dtype = (uint8_t)type, .align = w->attrs[resize_align].i != 0};
    GpuFlat out;
    if (w->out[0].size == 0) return true;
    for (int i = 0; i < 3; i++) {
        int from = i - (3 - dims);
        r.in[i] = from < 0 ? 1 : x->shape[2 + from];
        r.out[i] = from < 0 ? 1 : y->shape[2 + from];
        r.factor[i] = from < 0 ? 0 : w->attrs[scales[from]].f;
        r.mode[i] = (uint8_t)(from < 0 ? GPU_NEAREST : mode);
    }
    char *in = (char *)(uintptr_t)gpu_flat(w, g, &w->in[0], type);
    if ((!in && w->in[0].size) || !gpu_flat_out(w, g, &w->out[0], type, &out)) return false;
    r.x = back ? out.at : in;
    r.y = back ? in : out.at;
    if (back) gpu_set(g, out.at, w->out[0].size, dtype_bytes(type), NULL);
    (back ? gpu_run_resize_grad : gpu_run_resize)(g->stream, &r);
    return gpu_flat_store(w, g, &out);
}

bool gpu_interpolate(Work *w, GpuWork *g);
bool gpu_interpolate(Work *w, GpuWork *g) { return resize(w, g, false); }
bool gpu_interpolate_grad(Work *w, GpuWork *g);
bool gpu_interpolate_grad(Work *w, GpuWork *g) { return resize(w, g, true); }
