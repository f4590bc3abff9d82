/* complex.c: plans what is computed of complex numbers; what only moves elements, and products, have the kernels they always have. */
#include <string.h>

#include "core/cpu/line_places.h"
#include "core/op_more.h"
#include "plan.h"

/* Which ops have a formula. */
static const bool has_formula[OPS_TOTAL] = {
#define CF(name, ...) [OP_##name] = true,
#define CF_TRUTH CF
#define CF_TORCH(name, ...)
#include "core/complex_formulas.def"
    [OP_cast] = true,
};

/* Whole numbers are read exactly where they can be. */
static bool is_wide(const Work *w) { return w->compute != DT_COMPLEX64 || w->op->id == OP_cast || w->op->id == OP_copy; }

static void set_number(double *to, Scalar s)
{
    to[0] = scalar_as_double(s);
    to[1] = s.kind == SCALAR_COMPLEX ? s.im : 0;
}

static bool elementwise(Work *w, GpuWork *g)
{
    const View *out = &w->out[0];
    GpuComplex c = {.size = out->size, .ndim = out->ndim, .ins = w->in_count < 3 ? w->in_count : 3, .op = w->op->id, .torch = accent_rules(w->accent)->complex_formulas, .wide = is_wide(w)};
    if (!has_formula[w->op->id]) return cuda_host->work_fail(w, CE_NOT_IMPLEMENTED, "%s of complex numbers is not in perch yet", w->op->name);
    if (out->size == 0) return true;
    if (out->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    memcpy(c.shape, out->shape, sizeof *c.shape * (size_t)out->ndim);
    memcpy(c.out.strides, out->strides, sizeof *c.shape * (size_t)out->ndim);
    c.out.at = out->at;
    c.out.dtype = (uint8_t)out->dtype;
    if (w->op->attr_count && w->attrs && w->op->id != OP_cast) set_number(c.k, w->attrs[value_value].number);
    for (int i = 0; i < c.ins; i++) {
        const View *v = &w->in[i];
        if (!v->present) {
            set_number(c.in[i].number, w->numbers[i]);
            continue;
        }
        c.in[i].at = v->at;
        c.in[i].dtype = (uint8_t)v->dtype;
        shape_spread(v->shape, v->strides, v->ndim, out->ndim, c.in[i].strides);
    }
    gpu_run_complex(g->stream, &c);
    return true;
}

bool gpu_blit_complex(Work *w, GpuWork *g, const Blit *b)
{
    GpuComplex c = {.size = 1, .ndim = b->n, .ins = 1, .op = OP_copy, .wide = 1};
    if (b->n > GPU_DIMS) return gpu_too_many_axes(w);
    for (int i = 0; i < b->n; i++) {
        c.size *= c.shape[i] = b->size[i];
        c.in[0].strides[i] = b->from_step[i];
        c.out.strides[i] = b->to_step[i];
    }
    c.in[0].at = (char *)(uintptr_t)b->from;
    c.in[0].dtype = (uint8_t)b->from_type;
    c.out.at = b->to;
    c.out.dtype = (uint8_t)b->to_type;
    gpu_run_complex(g->stream, &c);
    return true;
}

static bool reduction(Work *w, GpuWork *g, int function, int end)
{
    GpuReduce r = {.function = (uint8_t)function, .end = (uint8_t)end, .parts = 1};
    if (!gpu_open_axes(w, &r) || !gpu_tensor(w, &w->out[0], &r.out)) return false;
    if (w->op->id == OP_norm) r.p = w->attrs[reduce_order].f;
    if (function == GPU_DEVIATION) r.divisor = (double)r.each - w->attrs[reduce_ddof].f;
    if (r.divisor < 0) r.divisor = 0;
    if (function == GPU_ABSMIN && r.each == 0) r.function = GPU_SUM; /* of nothing: 0 */
    if (r.results) gpu_run_complex_reduce(g->stream, &r);
    return true;
}

static bool norm(Work *w, GpuWork *g)
{
    int function, end;
    gpu_norm_of(w->attrs[reduce_order].f, &function, &end);
    return reduction(w, g, function, end);
}

static bool running(Work *w, GpuWork *g, bool product)
{
    GpuLines l;
    if (!gpu_open_lines(w, g, &l, 1)) return false;
    l.product = product;
    if (l.len && l.count) gpu_run_complex_running(g->stream, &l);
    return true;
}

/* A view without one of its axes. */
static bool without(Work *w, const View *v, int axis, GpuTensor *to)
{
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    View rest = *v;
    rest.ndim = 0;
    rest.shape = shape;
    rest.strides = strides;
    for (int i = 0; i < v->ndim; i++)
        if (i != axis) shape[rest.ndim] = v->shape[i], strides[rest.ndim++] = v->strides[i];
    return gpu_tensor(w, &rest, to);
}

bool gpu_fft(Work *w, GpuWork *g);
bool gpu_fft(Work *w, GpuWork *g)
{
    const View *v = &w->in[0], *out = &w->out[0];
    int axis = (int)w->attrs[fft_axis].i;
    if (out->size == 0) return true;
    if (axis < 0) axis += v->ndim;
    GpuFourier f = {.n = out->shape[axis], .have = v->shape[axis], .in_step = v->strides[axis], .out_step = out->strides[axis], .scale = w->attrs[fft_scale].f, .inverse = w->attrs[fft_inverse].i != 0};
    if (f.n >= INT64_C(1) << 40) return cuda_host->work_fail(w, CE_HOST_MEMORY, "fft: too many elements");
    if (f.have > f.n) f.have = f.n;
    f.lines = out->size / f.n;
    f.room = gpu_power_above(f.n);
    if (f.room != f.n) f.room = gpu_power_above(2 * f.n - 1);
    size_t bytes = (size_t)f.room * 16;
    if (!without(w, v, axis, &f.in) || !without(w, out, axis, &f.out)) return false;
    if (!(f.from = gpu_scratch(w, g, (size_t)f.lines * bytes)) || !(f.to = gpu_scratch(w, g, (size_t)f.lines * bytes)) || (f.room != f.n && !(f.chirp = gpu_scratch(w, g, 2 * bytes)))) return false;
    gpu_run_fourier(g->stream, &f);
    return true;
}

bool gpu_complex(Work *w, GpuWork *g)
{
    const View *x = &w->in[0], *out = &w->out[0];
    switch (w->op->id) {
    case OP_sum: return reduction(w, g, GPU_SUM, GPU_AS_IT_IS);
    case OP_prod: return reduction(w, g, GPU_PROD, GPU_AS_IT_IS);
    case OP_count_nonzero: return reduction(w, g, GPU_COUNT, GPU_AS_IT_IS);
    case OP_any: return reduction(w, g, GPU_COUNT, GPU_ANY);
    case OP_all: return reduction(w, g, GPU_COUNT, GPU_ALL);
    case OP_mean: return reduction(w, g, GPU_SUM, GPU_MEAN);
    case OP_var: return reduction(w, g, GPU_DEVIATION, GPU_VARIANCE);
    case OP_std: return reduction(w, g, GPU_DEVIATION, GPU_DEVIATION_END);
    case OP_norm: return norm(w, g);
    case OP_cumsum: return running(w, g, false);
    case OP_cumprod: return running(w, g, true);
    case OP_copy: case OP_cast:
        if (x->present && x->dtype == out->dtype && shape_same(x->shape, x->ndim, out->shape, out->ndim)) return gpu_copy(w, g, out->at, out->strides, x);
        return elementwise(w, g);
    default: return w->op->elementwise ? elementwise(w, g) : gpu_kernel(w->op)(w, g);
    }
}
