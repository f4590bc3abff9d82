/* move.c: plans what moves elements about, and what is filled by a rule. Most of it is planned by the core's own kernels (blit.h). */
#include <math.h>
#include <string.h>

#include "plan.h"

static int mode_of(const char *mode)
{
    return strcmp(mode, "edge") == 0 || strcmp(mode, "replicate") == 0 ? GPU_PAD_EDGE : strcmp(mode, "wrap") == 0 || strcmp(mode, "circular") == 0 ? GPU_PAD_WRAP
           : strcmp(mode, "reflect") == 0 ? GPU_PAD_REFLECT : GPU_PAD_SYMMETRIC;
}

bool gpu_pad(Work *w, GpuWork *g);
bool gpu_pad(Work *w, GpuWork *g)
{
    const char *mode = w->attrs[pad_mode].text;
    const View *out = &w->out[0];
    if (out->ndim == 0 || !mode || strcmp(mode, "constant") == 0) return gpu_planned(w, g);
    if (out->size == 0) return true;
    GpuPad p = {.mode = (uint8_t)mode_of(mode), .bytes = (uint8_t)dtype_bytes(out->dtype)};
    if (!gpu_axes(w, &w->in[0], &p.in) || !gpu_axes(w, out, &p.out)) return false;
    for (int i = 0; i < out->ndim; i++) p.before[i] = w->attrs[pad_widths].ints.d[2 * i];
    gpu_run_pad(g->stream, &p);
    return true;
}

static bool triangle(Work *w, GpuWork *g, bool upper)
{
    const View *out = &w->out[0];
    int64_t strides[MAX_DIMS];
    if (out->size == 0) return true;
    shape_contiguous(out->shape, out->ndim, strides);
    if (!gpu_copy(w, g, out->at, strides, &w->in[0])) return false;
    if (out->ndim < 2) return true;
    gpu_run_triangle(g->stream, &(GpuTriangle){out->at, out->size, out->shape[out->ndim - 2], out->shape[out->ndim - 1], w->attrs[diagonal_offset].i, (uint8_t)dtype_bytes(out->dtype), upper});
    return true;
}

bool gpu_tril(Work *w, GpuWork *g);
bool gpu_tril(Work *w, GpuWork *g) { return triangle(w, g, false); }
bool gpu_triu(Work *w, GpuWork *g);
bool gpu_triu(Work *w, GpuWork *g) { return triangle(w, g, true); }

/* ---- by a rule ---- */
static bool fill(Work *w, GpuWork *g, Scalar value)
{
    GpuFill f = {.bytes = (uint8_t)dtype_bytes(w->out[0].dtype)};
    if (!gpu_tensor(w, &w->out[0], &f.out)) return false;
    dtype_store(w->out[0].dtype, f.value, value);
    gpu_run_fill(g->stream, &f);
    return true;
}

bool gpu_fill(Work *w, GpuWork *g);
bool gpu_fill(Work *w, GpuWork *g) { return fill(w, g, w->op->id == OP_full ? w->attrs[create_value].number : w->attrs[value_value].number); }

bool gpu_eye(Work *w, GpuWork *g);
bool gpu_eye(Work *w, GpuWork *g)
{
    const View *out = &w->out[0];
    if (!fill(w, g, (Scalar){.kind = SCALAR_INT})) return false;
    if (out->ndim < 2) return true;
    Scalar value = w->attrs[create_value].number;
    int64_t offset = value.kind >= SCALAR_FLOAT ? (int64_t)value.f : value.i;
    int64_t parts = dtype_is_complex(out->dtype) ? 2 : 1; /* the real parts become 1 */
    gpu_run_eye(g->stream, &(GpuEye){out->at, offset < 0 ? -offset : 0, out->shape[out->ndim - 2], out->shape[out->ndim - 1], out->strides[out->ndim - 2] * parts, out->strides[out->ndim - 1] * parts,
                                     offset, (uint8_t)dtype_real_of(out->dtype)});
    return true;
}

static int64_t whole_part(double x) { return fabs(x) < 0x1p62 ? (int64_t)x : 0; }

bool gpu_arange(Work *w, GpuWork *g);
bool gpu_arange(Work *w, GpuWork *g)
{
    const Attr *a = w->attrs;
    Scalar start = a[range_start].number, step = a[range_step].number;
    int64_t repeat = a[range_repeat].i;
    GpuSequence s = {.start = scalar_as_double(start), .step = scalar_as_double(step), .repeat = repeat > 1 ? repeat : 1, .last = -1, .whole = start.kind < SCALAR_FLOAT && step.kind < SCALAR_FLOAT};
    if (s.whole) s.first = start.i, s.by = step.i;
    else if (accent_rules(w->accent)->ranges_count_in_dtype) {
        DType dtype = w->out[0].dtype;
        s.single = dtype == DT_FLOAT32;
        s.whole = !s.single && dtype != DT_FLOAT64;
        s.first = whole_part(s.start);
        s.by = whole_part(s.step);
    }
    if (!gpu_tensor(w, &w->out[0], &s.out)) return false;
    gpu_run_sequence(g->stream, &s);
    return true;
}

bool gpu_linspace(Work *w, GpuWork *g);
bool gpu_linspace(Work *w, GpuWork *g)
{
    const Attr *a = w->attrs;
    int64_t n = w->out[0].size, gaps = a[range_endpoint].i ? n - 1 : n;
    double start = scalar_as_double(a[range_start].number), stop = scalar_as_double(a[range_stop].number);
    GpuSequence s = {.start = start, .step = gaps > 0 ? (stop - start) / (double)gaps : 0, .repeat = 1, .stop = stop, .last = a[range_endpoint].i && n > 1 ? n - 1 : -1};
    if (accent_rules(w->accent)->infinite_steps_are_nan && n > 1 && !isfinite(s.step)) s.start = s.stop = NAN;
    if (dtype_is_complex(w->out[0].dtype)) { /* real numbers first */
        double *real = gpu_scratch(w, g, (size_t)n * sizeof *real);
        if (!real) return false;
        s.out = (GpuTensor){.at = (char *)real, .size = n, .ndim = 1, .shape = {n}, .strides = {1}, .dtype = DT_FLOAT64, .present = 1};
        gpu_run_sequence(g->stream, &s);
        return gpu_put(w, g, &w->out[0], real, DT_FLOAT64);
    }
    if (!gpu_tensor(w, &w->out[0], &s.out)) return false;
    gpu_run_sequence(g->stream, &s);
    return true;
}
