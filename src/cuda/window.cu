/* window.cu: convolution and pooling over up to three axes, and their gradients: a thread computes one element of what is written, from all windows that have it. */
#include <cfloat>

#include "each.cuh"
#include "element.cuh"

/* ---- convolution: three sums over one geometry ---- */
struct Place { int64_t z, y, x; };
static __device__ __forceinline__ Place place_of(const int64_t *sizes, int64_t i) { return Place{i / sizes[2] / sizes[1], i / sizes[2] % sizes[1], i % sizes[2]}; }

/* What window position o touches with kernel place k on an axis; -1: nothing. */
static __device__ __forceinline__ int64_t touched(const GpuConv &c, int axis, int64_t o, int64_t k)
{
    int64_t i = o * c.stride[axis] - c.pad[axis] + k * c.dilate[axis];
    return i < c.in[axis] ? i : -1;
}
/* The window position that touches i with k; -1: none. */
static __device__ __forceinline__ int64_t toucher(const GpuConv &c, int axis, int64_t i, int64_t k)
{
    int64_t at = i + c.pad[axis] - k * c.dilate[axis];
    if (at < 0 || at % c.stride[axis]) return -1;
    at /= c.stride[axis];
    return at < c.out[axis] ? at : -1;
}

/* One element of y from x, or (not forward) of x from y: the sum over the other side's planes of its group, and over the kernel's places. */
template <class T, bool forward> struct ConvBody {
    GpuConv c;
    __device__ __forceinline__ int64_t met(int axis, int64_t at, int64_t k) const { return forward ? touched(c, axis, at, k) : toucher(c, axis, at, k); }
    __device__ void operator()(int64_t i) const
    {
        const int64_t *own = forward ? c.out : c.in, *other = forward ? c.in : c.out;
        int64_t size = own[0] * own[1] * own[2], other_size = other[0] * other[1] * other[2], places = c.kernel[0] * c.kernel[1] * c.kernel[2];
        int64_t planes = forward ? c.filters : c.channels, others = (forward ? c.channels : c.filters) / c.groups, channels = c.channels / c.groups;
        int64_t plane = i / size % planes, first = (i / size / planes * c.groups + plane / (planes / c.groups)) * others, group = first % (others * c.groups);
        Place p = place_of(own, i % size);
        T sum = c.bias ? ((const T *)c.bias)[plane] : T(0);
        for (int64_t k = 0; k < others; k++) {
            const T *from = (const T *)(forward ? c.x : c.y) + (first + k) * other_size;
            const T *weight = (const T *)c.weight + (forward ? plane * channels + k : (group + k) * channels + plane % channels) * places;
            for (int64_t kz = 0; kz < c.kernel[0]; kz++) {
                int64_t z = met(0, p.z, kz);
                if (z < 0) continue;
                for (int64_t ky = 0; ky < c.kernel[1]; ky++) {
                    int64_t y = met(1, p.y, ky);
                    if (y < 0) continue;
                    for (int64_t kx = 0; kx < c.kernel[2]; kx++) {
                        int64_t x = met(2, p.x, kx);
                        if (x >= 0) sum += from[(z * other[1] + y) * other[2] + x] * weight[(kz * c.kernel[1] + ky) * c.kernel[2] + kx];
                    }
                }
            }
        }
        ((T *)(forward ? c.y : c.x))[i] = sum;
    }
};

template <class T> struct ConvWeightBody {
    GpuConv c;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = c.out[0] * c.out[1] * c.out[2], in = c.in[0] * c.in[1] * c.in[2], places = c.kernel[0] * c.kernel[1] * c.kernel[2];
        int64_t channels = c.channels / c.groups, channel = i / places % channels, filter = i / places / channels, group = filter / (c.filters / c.groups);
        Place k = place_of(c.kernel, i % places);
        double sum = 0;
        for (int64_t image = 0; image < c.batch; image++) {
            const T *x = (const T *)c.x + (image * c.channels + group * channels + channel) * in, *y = (const T *)c.y + (image * c.filters + filter) * out;
            for (int64_t oz = 0; oz < c.out[0]; oz++) {
                int64_t z = touched(c, 0, oz, k.z);
                if (z < 0) continue;
                for (int64_t oy = 0; oy < c.out[1]; oy++) {
                    int64_t iy = touched(c, 1, oy, k.y);
                    if (iy < 0) continue;
                    for (int64_t ox = 0; ox < c.out[2]; ox++) {
                        int64_t at = touched(c, 2, ox, k.x);
                        if (at >= 0) sum += (double)x[(z * c.in[1] + iy) * c.in[2] + at] * (double)y[(oz * c.out[1] + oy) * c.out[2] + ox];
                    }
                }
            }
        }
        ((T *)c.weight)[i] = (T)sum;
    }
};

extern "C" void gpu_run_conv(GpuStream stream, const GpuConv *c)
{
    int64_t n = c->batch * c->filters * c->out[0] * c->out[1] * c->out[2];
    if (c->dtype == GPU_FLOAT64) each(stream, n, ConvBody<double, true>{*c});
    else each(stream, n, ConvBody<float, true>{*c});
}
extern "C" void gpu_run_conv_data(GpuStream stream, const GpuConv *c)
{
    int64_t n = c->batch * c->channels * c->in[0] * c->in[1] * c->in[2];
    if (c->dtype == GPU_FLOAT64) each(stream, n, ConvBody<double, false>{*c});
    else each(stream, n, ConvBody<float, false>{*c});
}
extern "C" void gpu_run_conv_weight(GpuStream stream, const GpuConv *c)
{
    int64_t n = c->filters * (c->channels / c->groups) * c->kernel[0] * c->kernel[1] * c->kernel[2];
    if (c->dtype == GPU_FLOAT64) each(stream, n, ConvWeightBody<double>{*c});
    else each(stream, n, ConvWeightBody<float>{*c});
}

/* ---- pooling ---- */
struct Span { int64_t low, high, count; }; /* of an output along an axis: its elements, and how many an average counts */

static __device__ Span span_of(const GpuPool &p, int axis, int64_t o)
{
    Span s;
    int64_t in = p.in[axis], out = p.out[axis];
    if (p.adaptive) {
        s.low = o * in / out;
        s.high = ((o + 1) * in + out - 1) / out;
        s.count = s.high - s.low;
        return s;
    }
    int64_t d = p.dilate[axis], from = o * p.stride[axis] - p.pad[axis];
    if (d > 1) {
        s.low = from < 0 ? from + (-from + d - 1) / d * d : from;
        s.high = from + (p.kernel[axis] - 1) * d + 1;
        if (s.high > in) s.high = in;
        s.count = s.high - s.low;
        return s;
    }
    int64_t to = from + p.kernel[axis], padded = to < in + p.pad[axis] ? to : in + p.pad[axis];
    s.low = from > 0 ? from : 0;
    s.high = to < in ? to : in;
    if (s.high < s.low) s.high = s.low;
    s.count = p.count_pad ? padded - from : s.high - s.low;
    return s;
}

/* The outputs whose windows (without gaps) may have element i of an axis. */
static __device__ void windows_with(const GpuPool &p, int axis, int64_t i, int64_t *first, int64_t *end)
{
    int64_t in = p.in[axis], out = p.out[axis];
    if (p.adaptive) {
        *first = i * out / in;
        *end = ((i + 1) * out + in - 1) / in;
    } else {
        int64_t from = i + p.pad[axis] - p.kernel[axis] + 1;
        *first = from <= 0 ? 0 : (from + p.stride[axis] - 1) / p.stride[axis];
        *end = (i + p.pad[axis]) / p.stride[axis] + 1;
    }
    if (*end > out) *end = out;
}

template <class T> static __device__ __forceinline__ T lowest();
template <> __device__ __forceinline__ float lowest<float>() { return -FLT_MAX; }
template <> __device__ __forceinline__ double lowest<double>() { return -DBL_MAX; }
template <> __device__ __forceinline__ int64_t lowest<int64_t>() { return INT64_MIN; }

template <class T> struct MaxPoolBody {
    GpuPool p;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = p.out[0] * p.out[1] * p.out[2], in = p.in[0] * p.in[1] * p.in[2];
        Place o = place_of(p.out, i % out);
        Span z = span_of(p, 0, o.z), r = span_of(p, 1, o.y), c = span_of(p, 2, o.x);
        const T *x = (const T *)p.x + i / out * in;
        int64_t at = -1;
        T best = lowest<T>();
        if (z.low < z.high && r.low < r.high && c.low < c.high) best = x[at = (z.low * p.in[1] + r.low) * p.in[2] + c.low];
        for (int64_t a = z.low; a < z.high; a += p.dilate[0])
            for (int64_t b = r.low; b < r.high; b += p.dilate[1])
                for (int64_t k = c.low; k < c.high; k += p.dilate[2]) {
                    int64_t here = (a * p.in[1] + b) * p.in[2] + k;
                    if (x[here] > best || x[here] != x[here]) best = x[here], at = here;
                }
        ((T *)p.y)[i] = best;
        p.where[i] = at;
    }
};

static __device__ __forceinline__ void add_one(float *at, float v) { atomicAdd(at, v); }
static __device__ __forceinline__ void add_one(double *at, double v) { atomicAdd(at, v); }
static __device__ __forceinline__ void add_one(int64_t *at, int64_t v) { atomicAdd((unsigned long long *)at, (unsigned long long)v); }
template <class T> struct MaxPoolGradBody {
    GpuPool p;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = p.out[0] * p.out[1] * p.out[2], in = p.in[0] * p.in[1] * p.in[2];
        if (p.where[i] >= 0 && p.where[i] < in) add_one((T *)p.to + i / out * in + p.where[i], ((const T *)p.g)[i]);
    }
};

template <class T> static __device__ __forceinline__ T divided(T sum, int64_t by) { return by ? sum / (T)by : T(0); }
template <class T> struct AvgPoolBody {
    GpuPool p;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = p.out[0] * p.out[1] * p.out[2], in = p.in[0] * p.in[1] * p.in[2];
        Place o = place_of(p.out, i % out);
        Span z = span_of(p, 0, o.z), r = span_of(p, 1, o.y), c = span_of(p, 2, o.x);
        const T *x = (const T *)p.x + i / out * in;
        T sum = 0;
        for (int64_t a = z.low; a < z.high; a++)
            for (int64_t b = r.low; b < r.high; b++)
                for (int64_t k = c.low; k < c.high; k++) sum += x[(a * p.in[1] + b) * p.in[2] + k];
        ((T *)p.y)[i] = divided(sum, p.divisor ? p.divisor : z.count * r.count * c.count);
    }
};
template <class T> struct AvgPoolGradBody {
    GpuPool p;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = p.out[0] * p.out[1] * p.out[2], in = p.in[0] * p.in[1] * p.in[2], first[3], end[3];
        Place e = place_of(p.in, i % in);
        const T *g = (const T *)p.g + i / in * out;
        windows_with(p, 0, e.z, &first[0], &end[0]);
        windows_with(p, 1, e.y, &first[1], &end[1]);
        windows_with(p, 2, e.x, &first[2], &end[2]);
        T sum = 0;
        for (int64_t a = first[0]; a < end[0]; a++)
            for (int64_t b = first[1]; b < end[1]; b++)
                for (int64_t k = first[2]; k < end[2]; k++) {
                    int64_t by = p.divisor ? p.divisor : span_of(p, 0, a).count * span_of(p, 1, b).count * span_of(p, 2, k).count;
                    sum += divided(g[(a * p.out[1] + b) * p.out[2] + k], by);
                }
        ((T *)p.to)[i] = sum;
    }
};

static __device__ __forceinline__ double power(double x, double p) { return p == 2 ? x * x : p == 1 ? fabs(x) : pow(fabs(x), p); }
template <class T> struct LpPoolBody {
    GpuPool p;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = p.out[0] * p.out[1] * p.out[2], in = p.in[0] * p.in[1] * p.in[2];
        Place o = place_of(p.out, i % out);
        Span z = span_of(p, 0, o.z), r = span_of(p, 1, o.y), c = span_of(p, 2, o.x);
        const T *x = (const T *)p.x + i / out * in;
        double sum = 0;
        for (int64_t a = z.low; a < z.high; a++)
            for (int64_t b = r.low; b < r.high; b++)
                for (int64_t k = c.low; k < c.high; k++) sum += power((double)x[(a * p.in[1] + b) * p.in[2] + k], p.p);
        ((T *)p.y)[i] = (T)(p.p == 2 ? sqrt(sum) : p.p == 1 ? sum : pow(sum, 1 / p.p));
    }
};
/* g (|x| / y)^(p - 1) sign(x), of all windows that have x */
template <class T> struct LpPoolGradBody {
    GpuPool p;
    __device__ void operator()(int64_t i) const
    {
        int64_t out = p.out[0] * p.out[1] * p.out[2], in = p.in[0] * p.in[1] * p.in[2], first[3], end[3];
        Place e = place_of(p.in, i % in);
        const T *g = (const T *)p.g + i / in * out, *y = (const T *)p.y + i / in * out;
        double v = (double)((const T *)p.x)[i], sum = 0;
        windows_with(p, 0, e.z, &first[0], &end[0]);
        windows_with(p, 1, e.y, &first[1], &end[1]);
        windows_with(p, 2, e.x, &first[2], &end[2]);
        for (int64_t a = first[0]; a < end[0]; a++)
            for (int64_t b = first[1]; b < end[1]; b++)
                for (int64_t k = first[2]; k < end[2]; k++) {
                    int64_t at = (a * p.out[1] + b) * p.out[2] + k;
                    double norm = (double)y[at];
                    if (norm != 0) sum += (double)g[at] * pow(fabs(v) / norm, p.p - 1) * ((v > 0) - (v < 0));
                }
        ((T *)p.to)[i] = (T)sum;
    }
};

#define BY_TYPE(body, n) \
    do { \
        if (p->dtype == GPU_FLOAT32) each(stream, n, body<float>{*p}); \
        else if (p->dtype == GPU_FLOAT64) each(stream, n, body<double>{*p}); \
        else each(stream, n, body<int64_t>{*p}); \
    } while (0)
static int64_t ins(const GpuPool *p) { return p->planes * p->in[0] * p->in[1] * p->in[2]; }
static int64_t outs(const GpuPool *p) { return p->planes * p->out[0] * p->out[1] * p->out[2]; }
extern "C" void gpu_run_max_pool(GpuStream stream, const GpuPool *p) { BY_TYPE(MaxPoolBody, outs(p)); }
extern "C" void gpu_run_max_pool_grad(GpuStream stream, const GpuPool *p) { BY_TYPE(MaxPoolGradBody, outs(p)); }
extern "C" void gpu_run_avg_pool(GpuStream stream, const GpuPool *p) { BY_TYPE(AvgPoolBody, outs(p)); }
extern "C" void gpu_run_avg_pool_grad(GpuStream stream, const GpuPool *p) { BY_TYPE(AvgPoolGradBody, ins(p)); }
extern "C" void gpu_run_lp_pool(GpuStream stream, const GpuPool *p) { BY_TYPE(LpPoolBody, outs(p)); }
extern "C" void gpu_run_lp_pool_grad(GpuStream stream, const GpuPool *p) { BY_TYPE(LpPoolGradBody, ins(p)); }
