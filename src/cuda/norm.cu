/* norm.cu: batch, layer and group norm and their gradients: three ways to say which statistic and which parameter an element has. Sums are of doubles, a block each;
 * what is small is computed by that block too, in one launch. */
#include "each.cuh"
#include "element.cuh"
#include "sums.cuh"

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

/* Half types are read and rounded where they lie; parameters of theirs are floats. */
struct Half16 {
    uint16_t bits;
    __device__ explicit operator double() const { return float_of_half(bits); }
    static __device__ Half16 of(double v) { return Half16{half_of_float((float)v)}; }
};
struct Bfloat16 {
    uint16_t bits;
    __device__ explicit operator double() const { return float_of_bfloat(bits); }
    static __device__ Bfloat16 of(double v) { return Bfloat16{bfloat_of_float((float)v)}; }
};
template <class T> struct Kept { typedef float Parameter; static __device__ T of(double v) { return T::of(v); } };
template <> struct Kept<float> { typedef float Parameter; static __device__ float of(double v) { return (float)v; } };
template <> struct Kept<double> { typedef double Parameter; static __device__ double of(double v) { return v; } };
template <class T> static __device__ __forceinline__ double scale_at(const GpuNorm &n, int64_t c) { return n.scale ? (double)((const typename Kept<T>::Parameter *)n.scale)[c] : 1; }
template <class T> static __device__ __forceinline__ double shift_at(const GpuNorm &n, int64_t c) { return n.shift ? (double)((const typename Kept<T>::Parameter *)n.shift)[c] : 0; }
template <class T> static __device__ __forceinline__ void put(char *at, int64_t i, double v) { ((T *)at)[i] = Kept<T>::of(v); }
template <class T> static __device__ __forceinline__ double get(const char *at, int64_t i) { return (double)((const T *)at)[i]; }

static __device__ __forceinline__ double double_of(const GpuTensor &t, int64_t i) { return convert(t.dtype, GPU_FLOAT64, load(t.dtype, t.at, offset_of(t, i))).D; }
static __device__ __forceinline__ void set_double(const GpuTensor &t, int64_t i, double v)
{
    GpuNumber n;
    n.D = v;
    if (t.present && t.size) store(t.dtype, t.at, offset_of(t, i), convert(GPU_FLOAT64, t.dtype, n));
}
static __device__ __forceinline__ double inverse_of(const GpuNorm &n, double variance) { return 1 / sqrt((variance < 0 ? 0 : variance) + n.eps); }

template <class T> static __device__ __forceinline__ void apply(const GpuNorm &n, int64_t i, double mean, double inverse)
{
    int64_t c = parameter_of(n, i);
    put<T>(n.y, i, (get<T>(n.x, i) - mean) * (inverse * scale_at<T>(n, c)) + shift_at<T>(n, c));
}

static __device__ void keep(const GpuNorm &n, int64_t s, double mean, double inverse)
{
    set_double(n.saved_mean, s, mean);
    set_double(n.saved_inverse, s, inverse);
    if (!n.whole) n.mean[s] = mean, n.inverse[s] = inverse;
}

static __device__ void run_on(const GpuNorm &n, int64_t s, double mean, double variance)
{
    if (n.running_mean.present) set_double(n.running_mean, s, (1 - n.part) * double_of(n.running_mean, s) + n.part * mean);
    if (n.running_variance.present) set_double(n.running_variance, s, (1 - n.part) * double_of(n.running_variance, s) + n.part * variance * n.correct);
}

/* Statistics of the operand's own: kept, and what runs brought forward. */
template <class T> static __global__ void statistics_kernel(GpuNorm n)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    for (int64_t s = blockIdx.x; s < n.statistics; s += gridDim.x) {
        double sum = 0, squares = 0, count = (double)(n.count || n.kind != GPU_NORM_BATCH ? n.count : 1);
        for (int64_t k = threadIdx.x; k < n.count; k += BLOCK) sum += get<T>(n.x, of_statistic(n, s, k));
        double mean = both_sums(left, right, sum, 0).a / count;
        for (int64_t k = threadIdx.x; k < n.count; k += BLOCK) {
            double d = get<T>(n.x, of_statistic(n, s, k)) - mean;
            squares += d * d;
        }
        double variance = both_sums(left, right, squares, 0).a / count, inverse = inverse_of(n, variance);
        if (threadIdx.x == 0) {
            keep(n, s, mean, inverse);
            run_on(n, s, mean, variance);
        }
        for (int64_t k = threadIdx.x; n.whole && k < n.count; k += BLOCK) apply<T>(n, of_statistic(n, s, k), mean, inverse);
    }
}

/* Statistics that are given (those that ran). */
struct NormGivenBody {
    GpuNorm n;
    __device__ void operator()(int64_t s) const { keep(n, s, double_of(n.running_mean, s), inverse_of(n, double_of(n.running_variance, s))); }
};
template <class T> struct NormGivenApplyBody { /* the same, and all elements */
    GpuNorm n;
    __device__ void operator()(int64_t i) const
    {
        if (i < n.statistics) keep(n, i, double_of(n.running_mean, i), inverse_of(n, double_of(n.running_variance, i)));
        if (i >= n.size) return;
        int64_t s = statistic_of(n, i);
        apply<T>(n, i, double_of(n.running_mean, s), inverse_of(n, double_of(n.running_variance, s)));
    }
};
/* What runs is brought forward by statistics that were saved. */
struct NormRunningBody {
    GpuNorm n;
    __device__ void operator()(int64_t s) const
    {
        double inverse = double_of(n.saved_inverse, s), variance = 1 / (inverse * inverse) - n.eps;
        run_on(n, s, double_of(n.saved_mean, s), variance < 0 ? 0 : variance);
    }
};
extern "C" void gpu_run_norm_running(GpuStream stream, const GpuNorm *n) { each(stream, n->statistics, NormRunningBody{*n}); }

template <class T> struct NormApplyBody {
    GpuNorm n;
    __device__ void operator()(int64_t i) const
    {
        int64_t s = statistic_of(n, i);
        apply<T>(n, i, n.mean[s], n.inverse[s]);
    }
};

/* x's gradient of the sums over its statistic: of g * scale, and of g * scale * (x - mean). */
template <class T> static __device__ __forceinline__ void apply_grad(const GpuNorm &n, int64_t i, double mean, double inverse, double sum, double dot)
{
    double v = get<T>(n.g, i) * scale_at<T>(n, parameter_of(n, i)), count = (double)n.count;
    if (n.training) v -= sum / count + (get<T>(n.x, i) - mean) * inverse * inverse * dot / count;
    put<T>(n.y, i, v * inverse);
}

/* Of a statistic: its sums; a batch norm's are its parameters' gradients too. */
template <class T> static __global__ void grad_kernel(GpuNorm n)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    bool batch = n.kind == GPU_NORM_BATCH;
    for (int64_t s = blockIdx.x; s < n.statistics; s += gridDim.x) {
        double sum = 0, dot = 0, mean = double_of(n.saved_mean, s), inverse = double_of(n.saved_inverse, s);
        for (int64_t k = threadIdx.x; k < n.count; k += BLOCK) {
            int64_t i = of_statistic(n, s, k);
            double gs = get<T>(n.g, i) * (batch ? 1 : scale_at<T>(n, parameter_of(n, i)));
            sum += gs;
            dot += gs * (get<T>(n.x, i) - mean);
        }
        Sums p = both_sums(left, right, sum, dot);
        if (batch && threadIdx.x == 0) set_double(n.d_shift, s, p.a), set_double(n.d_scale, s, p.b * inverse);
        if (batch) p.a *= scale_at<T>(n, s), p.b *= scale_at<T>(n, s);
        if (threadIdx.x == 0) n.sums[2 * s] = p.a, n.sums[2 * s + 1] = p.b, n.mean[s] = mean, n.inverse[s] = inverse;
        for (int64_t k = threadIdx.x; n.whole && k < n.count; k += BLOCK) apply_grad<T>(n, of_statistic(n, s, k), mean, inverse, p.a, p.b);
    }
}
template <class T> struct NormGradBody {
    GpuNorm n;
    __device__ void operator()(int64_t i) const
    {
        int64_t s = statistic_of(n, i);
        apply_grad<T>(n, i, n.mean[s], n.inverse[s], n.sums[2 * s], n.sums[2 * s + 1]);
    }
};

/* Of a parameter whose elements are of many statistics */
template <class T> static __global__ void parameters_kernel(GpuNorm n)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    int64_t count = n.channels ? n.size / n.channels : 0;
    for (int64_t c = blockIdx.x; c < n.channels; c += gridDim.x) {
        double sum = 0, dot = 0;
        for (int64_t k = threadIdx.x; k < count; k += BLOCK) {
            int64_t i = of_parameter(n, c, k), s = statistic_of(n, i);
            sum += get<T>(n.g, i);
            dot += get<T>(n.g, i) * (get<T>(n.x, i) - n.mean[s]) * n.inverse[s];
        }
        Sums p = both_sums(left, right, sum, dot);
        if (threadIdx.x == 0) set_double(n.d_shift, c, p.a), set_double(n.d_scale, c, p.b);
    }
}

static dim3 blocks_of(int64_t n) { return dim3((unsigned)(n < 1 ? 1 : n < MOST_BLOCKS ? n : (int64_t)MOST_BLOCKS)); }

template <class T> static void forward(GpuStream stream, GpuNorm n)
{
    dim3 grid = blocks_of(n.statistics), block(BLOCK);
    if (!n.given && n.statistics) LAUNCH(statistics_kernel<T>, grid, block, stream, n);
    if (n.given && n.whole) each(stream, n.size > n.statistics ? n.size : n.statistics, NormGivenApplyBody<T>{n});
    else if (n.given) each(stream, n.statistics, NormGivenBody{n});
    if (!n.whole) each(stream, n.size, NormApplyBody<T>{n});
}
template <class T> static void backward(GpuStream stream, GpuNorm n)
{
    dim3 grid = blocks_of(n.statistics), block(BLOCK);
    if (n.statistics) LAUNCH(grad_kernel<T>, grid, block, stream, n);
    if (!n.whole) each(stream, n.size, NormGradBody<T>{n});
    dim3 parameters = blocks_of(n.channels);
    if (n.kind != GPU_NORM_BATCH && n.channels) LAUNCH(parameters_kernel<T>, parameters, block, stream, n);
}

extern "C" void gpu_run_norm(GpuStream stream, const GpuNorm *n)
{
    switch (n->dtype) {
    case GPU_FLOAT64: forward<double>(stream, *n); break;
    case GPU_FLOAT16: forward<Half16>(stream, *n); break;
    case GPU_BFLOAT16: forward<Bfloat16>(stream, *n); break;
    default: forward<float>(stream, *n); break;
    }
}
extern "C" void gpu_run_norm_grad(GpuStream stream, const GpuNorm *n)
{
    switch (n->dtype) {
    case GPU_FLOAT64: backward<double>(stream, *n); break;
    case GPU_FLOAT16: backward<Half16>(stream, *n); break;
    case GPU_BFLOAT16: backward<Bfloat16>(stream, *n); break;
    default: backward<float>(stream, *n); break;
    }
}
