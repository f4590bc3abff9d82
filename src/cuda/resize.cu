/* resize.cu: interpolation over one to three axes, and its gradient: a thread for each element of the result, of at most four taps an axis. */
#include "each.cuh"
#include "element.cuh"

struct Taps { int64_t at[4]; double weight[4]; int count; };

/* Where output o of an axis lies in the operand, in float for float operands, as PyTorch's. */
static __device__ Taps taps_of(const GpuResize &r, int axis, int64_t o)
{
    Taps t;
    int64_t in = r.in[axis], out = r.out[axis], last = in - 1;
    int mode = r.mode[axis];
    bool wide = r.dtype == GPU_FLOAT64;
    double step;
    if (r.align && mode >= GPU_LINEAR) step = out > 1 ? (double)(in - 1) / (double)(out - 1) : 0;
    else step = r.factor[axis] > 0 ? 1 / r.factor[axis] : (double)in / (double)out;
    if (!wide) step = (double)(float)step;
    t.count = 1;
    t.weight[0] = 1;
    if (mode <= GPU_NEAREST_EXACT) {
        double shift = mode == GPU_NEAREST_EXACT ? 0.5 : 0, at = wide ? floor(((double)o + shift) * step) : (double)floorf(((float)o + (float)shift) * (float)step);
        t.at[0] = at < (double)last ? (int64_t)at : last;
        return t;
    }
    double at = r.align ? step * (double)o : step * ((double)o + 0.5) - 0.5;
    if (!wide) at = (double)(r.align ? (float)step * (float)o : (float)step * ((float)o + 0.5f) - 0.5f);
    if (!r.align && mode == GPU_LINEAR && at < 0) at = 0;
    double base = floor(at), rest = at - base;
    if (mode == GPU_LINEAR) {
        t.count = 2;
        t.at[0] = base < (double)last ? (int64_t)base : last;
        t.at[1] = t.at[0] < last ? t.at[0] + 1 : t.at[0];
        rest = at - (double)t.at[0];
        rest = rest < 0 ? 0 : rest > 1 ? 1 : rest;
        t.weight[0] = 1 - rest;
        t.weight[1] = rest;
        return t;
    }
    t.count = 4;
    for (int i = 0; i < 4; i++) { /* Keys' cubic with a = -0.75 */
        const double a = -0.75;
        double d = fabs(rest + 1 - i), p = base - 1 + i;
        t.weight[i] = d <= 1 ? ((a + 2) * d - (a + 3)) * d * d + 1 : ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
        t.at[i] = p < 0 ? 0 : p > (double)last ? last : (int64_t)p;
    }
    return t;
}

static __device__ __forceinline__ void add_to(float *at, float v) { atomicAdd(at, v); }
static __device__ __forceinline__ void add_to(double *at, double v) { atomicAdd(at, v); }
template <class T, bool back> struct ResizeBody {
    GpuResize r;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = r.out[0] * r.out[1] * r.out[2], in = r.in[0] * r.in[1] * r.in[2], o = i % out;
        Taps z = taps_of(r, 0, o / r.out[2] / r.out[1]), y = taps_of(r, 1, o / r.out[2] % r.out[1]), x = taps_of(r, 2, o % r.out[2]);
        T *plane = (T *)r.x + i / out * in, *result = (T *)r.y + i, sum = 0;
        for (int a = 0; a < z.count; a++)
            for (int b = 0; b < y.count; b++)
                for (int c = 0; c < x.count; c++) {
                    T weight = (T)z.weight[a] * (T)y.weight[b] * (T)x.weight[c];
                    T *at = plane + (z.at[a] * r.in[1] + y.at[b]) * r.in[2] + x.at[c];
                    if (back) add_to(at, *result * weight);
                    else sum += *at * weight;
                }
        if (!back) *result = sum;
    }
};

extern "C" void gpu_run_resize(GpuStream stream, const GpuResize *r)
{
    int64_t n = r->planes * r->out[0] * r->out[1] * r->out[2];
    if (r->dtype == GPU_FLOAT64) each(stream, n, ResizeBody<double, false>{*r});
    else each(stream, n, ResizeBody<float, false>{*r});
}
extern "C" void gpu_run_resize_grad(GpuStream stream, const GpuResize *r)
{
    int64_t n = r->planes * r->out[0] * r->out[1] * r->out[2];
    if (r->dtype == GPU_FLOAT64) each(stream, n, ResizeBody<double, true>{*r});
    else each(stream, n, ResizeBody<float, true>{*r});
}
