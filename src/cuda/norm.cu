/* norm.cu: batch, layer and group norm and their gradients: three ways to say which statistic and which parameter an element has. Sums are of doubles, a block each. */
#include "each.cuh"
#include "element.cuh"

static __device__ __forceinline__ int64_t statistic_of(const GpuNorm &n, int64_t i)
{
    if (n.kind == GPU_NORM_LAYER) return i / n.channels;
    int64_t c = i / n.inner % n.channels;
    return n.kind == GPU_NORM_BATCH ? c : i / n.inner / n.channels * (n.channels / n.each) + c / n.each;
}
static __device__ __forceinline__ int64_t parameter_of(const GpuNorm &n, int64_t i) { return n.kind == GPU_NORM_LAYER ? i % n.channels : i / n.inner % n.channels; }
/* The k-th element of a statistic, and of a parameter. */
static __device__ __forceinline__ int64_t of_statistic(const GpuNorm &n, int64_t s, int64_t k)
{
    if (n.kind != GPU_NORM_BATCH) return s * n.count + k;
    return (k / n.inner * n.channels + s) * n.inner + k % n.inner;
}
static __device__ __forceinline__ int64_t of_parameter(const GpuNorm &n, int64_t c, int64_t k)
{
    if (n.kind == GPU_NORM_LAYER) return k * n.channels + c;
    return (k / n.inner * n.channels + c) * n.inner + k % n.inner;
}

/* Two sums over a block's threads, to all of them. */
struct Pair { double a, b; };
template <class Shared> static __device__ Pair both_sums(Shared &left, Shared &right, double a, double b)
{
    unsigned me = threadIdx.x;
    __syncthreads(); /* whoever still reads the sums before */
    left[me] = a;
    right[me] = b;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half; half /= 2) {
        if (me < half) {
            left[me] = (double)left[me] + (double)left[me + half];
            right[me] = (double)right[me] + (double)right[me + half];
        }
        __syncthreads();
    }
    return Pair{left[0], right[0]};
}

template <class T> static __global__ void statistics_kernel(GpuNorm n)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    const T *x = (const T *)n.x;
    for (int64_t s = blockIdx.x; s < n.statistics; s += gridDim.x) {
        double sum = 0, squares = 0;
        for (int64_t k = threadIdx.x; k < n.count; k += BLOCK) sum += (double)x[of_statistic(n, s, k)];
        double mean = both_sums(left, right, sum, 0).a / (double)n.count;
        for (int64_t k = threadIdx.x; k < n.count; k += BLOCK) {
            double d = (double)x[of_statistic(n, s, k)] - mean;
            squares += d * d;
        }
        double variance = both_sums(left, right, squares, 0).a / (double)n.count;
        if (threadIdx.x == 0) n.mean[s] = mean, n.inverse[s] = variance;
    }
}

/* Of a statistic: the sums of g * scale and of g * scale * (x - mean). */
template <class T> static __global__ void grad_sums_kernel(GpuNorm n)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    const T *x = (const T *)n.x, *g = (const T *)n.g, *scale = (const T *)n.scale;
    for (int64_t s = blockIdx.x; s < n.statistics; s += gridDim.x) {
        double sum = 0, dot = 0, mean = n.mean[s];
        for (int64_t k = threadIdx.x; k < n.count; k += BLOCK) {
            int64_t i = of_statistic(n, s, k);
            double gs = (double)g[i] * (scale ? (double)scale[parameter_of(n, i)] : 1);
            sum += gs;
            dot += gs * ((double)x[i] - mean);
        }
        Pair p = both_sums(left, right, sum, dot);
        if (threadIdx.x == 0) n.sums[2 * s] = p.a, n.sums[2 * s + 1] = p.b;
    }
}

template <class T> static __global__ void parameters_kernel(GpuNorm n)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    const T *x = (const T *)n.x, *g = (const T *)n.g;
    int64_t count = n.channels ? n.size / n.channels : 0;
    for (int64_t c = blockIdx.x; c < n.channels; c += gridDim.x) {
        double sum = 0, dot = 0;
        for (int64_t k = threadIdx.x; k < count; k += BLOCK) {
            int64_t i = of_parameter(n, c, k), s = statistic_of(n, i);
            sum += (double)g[i];
            dot += (double)g[i] * ((double)x[i] - n.mean[s]) * n.inverse[s];
        }
        Pair p = both_sums(left, right, sum, dot);
        if (threadIdx.x == 0) ((T *)n.d_shift)[c] = (T)p.a, ((T *)n.d_scale)[c] = (T)p.b;
    }
}

template <class T> struct NormApplyBody {
    GpuNorm n;
    __device__ void operator()(int64_t i) const
    {
        int64_t s = statistic_of(n, i), c = parameter_of(n, i);
        double scale = n.inverse[s] * (n.scale ? (double)((const T *)n.scale)[c] : 1), shift = n.shift ? (double)((const T *)n.shift)[c] : 0;
        ((T *)n.y)[i] = (T)(((double)((const T *)n.x)[i] - n.mean[s]) * scale + shift);
    }
};

template <class T> struct NormGradBody {
    GpuNorm n;
    __device__ void operator()(int64_t i) const
    {
        int64_t s = statistic_of(n, i), c = parameter_of(n, i);
        double inverse = n.inverse[s], v = (double)((const T *)n.g)[i] * (n.scale ? (double)((const T *)n.scale)[c] : 1), count = (double)n.count;
        if (n.training) v -= n.sums[2 * s] / count + ((double)((const T *)n.x)[i] - n.mean[s]) * inverse * inverse * n.sums[2 * s + 1] / count;
        ((T *)n.y)[i] = (T)(v * inverse);
    }
};

static dim3 blocks_of(int64_t n) { return dim3((unsigned)(n < 1 ? 1 : n < MOST_BLOCKS ? n : (int64_t)MOST_BLOCKS)); }

extern "C" void gpu_run_norm_statistics(GpuStream stream, const GpuNorm *given)
{
    GpuNorm n = *given;
    dim3 grid = blocks_of(n.statistics), block(BLOCK);
    if (n.dtype == GPU_FLOAT64) LAUNCH(statistics_kernel<double>, grid, block, stream, n);
    else LAUNCH(statistics_kernel<float>, grid, block, stream, n);
}

struct NormInverseBody {
    double *inverse, eps;
    __device__ void operator()(int64_t i) const { inverse[i] = 1 / sqrt((inverse[i] < 0 ? 0 : inverse[i]) + eps); }
};
extern "C" void gpu_run_norm_inverse(GpuStream stream, const GpuNorm *n) { each(stream, n->statistics, NormInverseBody{n->inverse, n->eps}); }

static __device__ __forceinline__ double double_of(const GpuTensor &t, int64_t i) { return convert(t.dtype, GPU_FLOAT64, load(t.dtype, t.at, offset_of(t, i))).D; }
static __device__ __forceinline__ void set_double(const GpuTensor &t, int64_t i, double v)
{
    GpuNumber n;
    n.D = v;
    store(t.dtype, t.at, offset_of(t, i), convert(GPU_FLOAT64, t.dtype, n));
}
struct NormRunningBody {
    GpuNorm n;
    GpuTensor mean, variance;
    double part, correct;
    __device__ void operator()(int64_t c) const
    {
        if (mean.present) set_double(mean, c, (1 - part) * double_of(mean, c) + part * n.mean[c]);
        if (variance.present) set_double(variance, c, (1 - part) * double_of(variance, c) + part * n.inverse[c] * correct);
    }
};
extern "C" void gpu_run_norm_running(GpuStream stream, const GpuNorm *n, const GpuTensor *mean, const GpuTensor *variance, double part, double correct)
{
    each(stream, n->channels, NormRunningBody{*n, *mean, *variance, part, correct});
}

struct NormGivenBody {
    GpuNorm n;
    GpuTensor mean, variance;
    __device__ void operator()(int64_t i) const
    {
        n.mean[i] = mean.present ? double_of(mean, i) : 0;
        n.inverse[i] = variance.present ? double_of(variance, i) : 0;
    }
};
extern "C" void gpu_run_norm_given(GpuStream stream, const GpuNorm *n, const GpuTensor *mean, const GpuTensor *variance) { each(stream, n->statistics, NormGivenBody{*n, *mean, *variance}); }

extern "C" void gpu_run_norm_apply(GpuStream stream, const GpuNorm *n)
{
    if (n->dtype == GPU_FLOAT64) each(stream, n->size, NormApplyBody<double>{*n});
    else each(stream, n->size, NormApplyBody<float>{*n});
}

extern "C" void gpu_run_norm_grad(GpuStream stream, const GpuNorm *given)
{
    GpuNorm n = *given;
    dim3 grid = blocks_of(n.statistics), block(BLOCK);
    if (n.training && n.dtype == GPU_FLOAT64) LAUNCH(grad_sums_kernel<double>, grid, block, stream, n);
    else if (n.training) LAUNCH(grad_sums_kernel<float>, grid, block, stream, n);
    if (n.dtype == GPU_FLOAT64) each(stream, n.size, NormGradBody<double>{n});
    else each(stream, n.size, NormGradBody<float>{n});
}

extern "C" void gpu_run_norm_parameters(GpuStream stream, const GpuNorm *given)
{
    GpuNorm n = *given;
    dim3 grid = blocks_of(n.channels), block(BLOCK);
    if (n.dtype == GPU_FLOAT64) LAUNCH(parameters_kernel<double>, grid, block, stream, n);
    else LAUNCH(parameters_kernel<float>, grid, block, stream, n);
}
