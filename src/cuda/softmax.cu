/* softmax.cu: softmax along any axis, losses over classes, and their gradients: a block of threads for a row of many classes, else a thread for each position. */
#include "core/loss.h"
#include "each.cuh"
#include "element.cuh"
#include "sums.cuh"

/* ---- one thread a position: the classes lie `inner` apart ---- */
template <class T> struct SoftmaxBody {
    GpuSoftmax s;
    __device__ void operator()(int64_t i) const
    {
        int64_t base = i / s.inner * s.n * s.inner + i % s.inner;
        const T *x = (const T *)s.x + base;
        T *y = (T *)s.y + base;
        double high = -HUGE_VAL, sum = 0;
        bool nan = false;
        for (int64_t k = 0; k < s.n; k++) {
            double v = (double)x[k * s.inner] * s.scale;
            nan |= v != v;
            if (v > high) high = v;
        }
        for (int64_t k = 0; k < s.n; k++) sum += exp((double)x[k * s.inner] * s.scale - high);
        double added = log(sum);
        for (int64_t k = 0; k < s.n; k++) {
            double v = (double)x[k * s.inner] * s.scale - high;
            y[k * s.inner] = nan ? (T)NAN : s.log ? (T)(v - added) : (T)(exp(v) / sum);
        }
    }
};

template <class T> static __device__ __forceinline__ void grad_at(const GpuSoftmax &s, int64_t i, double sum)
{
    double g = (double)((const T *)s.g)[i], y = (double)((const T *)s.x)[i];
    ((T *)s.y)[i] = (T)((s.log ? g - exp(y) * sum : y * (g - sum)) * s.scale);
}
template <class T> struct SoftmaxGradBody {
    GpuSoftmax s;
    __device__ void operator()(int64_t i) const
    {
        int64_t base = i / s.inner * s.n * s.inner + i % s.inner;
        const T *g = (const T *)s.g + base, *y = (const T *)s.x + base;
        double sum = 0;
        for (int64_t k = 0; k < s.n; k++) sum += (double)g[k * s.inner] * (s.log ? 1 : (double)y[k * s.inner]);
        for (int64_t k = 0; k < s.n; k++) grad_at<T>(s, base + k * s.inner, sum);
    }
};

/* ---- a block a row: the classes lie side by side ---- */
template <class T> static __global__ void softmax_rows(GpuSoftmax s)
{
    SHARED(double, part, BLOCK);
    unsigned me = threadIdx.x;
    for (int64_t row = blockIdx.x; row < s.outer; row += gridDim.x) {
        const T *x = (const T *)s.x + row * s.n;
        T *y = (T *)s.y + row * s.n;
        double high = -HUGE_VAL, sum = 0;
        for (int64_t k = me; k < s.n; k += BLOCK) {
            double v = (double)x[k] * s.scale;
            if (v != v || high != high) high = NAN;
            else if (v > high) high = v;
        }
        part[me] = high;
        __syncthreads();
        for (unsigned half = BLOCK / 2; half; half /= 2) {
            if (me < half) {
                double a = part[me], b = part[me + half];
                part[me] = a != a || b != b ? (double)NAN : a > b ? a : b;
            }
            __syncthreads();
        }
        high = part[0];
        __syncthreads();
        for (int64_t k = me; k < s.n; k += BLOCK) sum += exp((double)x[k] * s.scale - high);
        part[me] = sum;
        __syncthreads();
        for (unsigned half = BLOCK / 2; half; half /= 2) {
            if (me < half) part[me] = (double)part[me] + (double)part[me + half];
            __syncthreads();
        }
        sum = part[0];
        double added = log(sum);
        for (int64_t k = me; k < s.n; k += BLOCK) {
            double v = (double)x[k] * s.scale - high;
            y[k] = s.log ? (T)(v - added) : (T)(exp(v) / sum);
        }
        __syncthreads(); /* before the next row's parts */
    }
}

template <class T> static __global__ void softmax_grad_rows(GpuSoftmax s)
{
    SHARED(double, part, BLOCK);
    SHARED(double, unused, BLOCK);
    for (int64_t row = blockIdx.x; row < s.outer; row += gridDim.x) {
        double sum = 0;
        for (int64_t k = threadIdx.x; k < s.n; k += BLOCK) {
            int64_t i = row * s.n + k;
            sum += (double)((const T *)s.g)[i] * (s.log ? 1 : (double)((const T *)s.x)[i]);
        }
        sum = both_sums(part, unused, sum, 0).a;
        for (int64_t k = threadIdx.x; k < s.n; k += BLOCK) grad_at<T>(s, row * s.n + k, sum);
    }
}

enum { FEW_CLASSES = 128 };
extern "C" void gpu_run_softmax(GpuStream stream, const GpuSoftmax *given)
{
    GpuSoftmax s = *given;
    if (s.inner == 1 && s.n > FEW_CLASSES) {
        dim3 grid((unsigned)(s.outer < MOST_BLOCKS ? s.outer : (int64_t)MOST_BLOCKS)), block(BLOCK);
        if (s.dtype == GPU_FLOAT64) LAUNCH(softmax_rows<double>, grid, block, stream, s);
        else LAUNCH(softmax_rows<float>, grid, block, stream, s);
        return;
    }
    if (s.dtype == GPU_FLOAT64) each(stream, s.outer * s.inner, SoftmaxBody<double>{s});
    else each(stream, s.outer * s.inner, SoftmaxBody<float>{s});
}

extern "C" void gpu_run_softmax_grad(GpuStream stream, const GpuSoftmax *s)
{
    if (s->inner == 1 && s->n > FEW_CLASSES) {
        GpuSoftmax rows = *s;
        dim3 grid((unsigned)(s->outer < MOST_BLOCKS ? s->outer : (int64_t)MOST_BLOCKS)), block(BLOCK);
        if (s->dtype == GPU_FLOAT64) LAUNCH(softmax_grad_rows<double>, grid, block, stream, rows);
        else LAUNCH(softmax_grad_rows<float>, grid, block, stream, rows);
        return;
    }
    if (s->dtype == GPU_FLOAT64) each(stream, s->outer * s->inner, SoftmaxGradBody<double>{*s});
    else each(stream, s->outer * s->inner, SoftmaxGradBody<float>{*s});
}

/* ---- losses ---- */
template <class T> struct Classes {
    GpuLoss l;
    __device__ double weight(int64_t k) const { return l.weight ? (double)((const T *)l.weight)[k] : 1; }
    /* The target's class; -1: ignored. What is no class is told and ignored. */
    __device__ int64_t target(int64_t i) const
    {
        int64_t t = ((const int64_t *)l.target)[i];
        if (t == l.ignore) return -1;
        if (t >= 0 && t < l.n) return t;
        fault(l.fault, l.piece, l.kind, t, l.n, 0);
        return -1;
    }
    __device__ double part(int64_t base, int64_t k, int64_t target) const
    {
        double even = l.smoothing / (double)l.n;
        if (l.parts) return weight(k) * ((double)((const T *)l.target)[base + k * l.inner] * (1 - l.smoothing) + even);
        return weight(k) * ((k == target ? 1 - l.smoothing : 0) + even);
    }
};

/* A position's loss, and what it weighs */
template <class T> static __device__ Sums loss_at(const Classes<T> &c, int64_t i)
{
    const GpuLoss &l = c.l;
    int64_t base = i / l.inner * l.n * l.inner + i % l.inner, target = l.parts ? -1 : c.target(i);
    const T *x = (const T *)l.x + base;
    double loss = 0;
    if (!l.parts && l.smoothing == 0) loss = target < 0 ? 0 : -c.weight(target) * (double)x[target * l.inner];
    else if (l.parts || target >= 0)
        for (int64_t k = 0; k < l.n; k++) loss -= c.part(base, k, target) * (double)x[k * l.inner];
    if (l.none) ((T *)l.out)[i] = (T)loss;
    return Sums{loss, l.parts ? 1 : target >= 0 ? c.weight(target) : 0};
}

template <class T> struct LossBody {
    Classes<T> c;
    __device__ void operator()(int64_t i) const
    {
        Sums s = loss_at<T>(c, i);
        c.l.sums[i] = s.a;
        c.l.sums[c.l.outer * c.l.inner + i] = s.b;
    }
};

template <class T> static __device__ void end_loss(const GpuLoss &l, Sums s)
{
    if (!l.none && l.out) ((T *)l.out)[0] = (T)(l.mean ? s.a / s.b : s.a);
    l.sums[0] = s.a;
    l.sums[1] = s.b;
}

/* One block: all sums, in one order at every run. */
template <class T> static __global__ void loss_end_kernel(GpuLoss l)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    double total = 0, counted = 0;
    int64_t positions = l.outer * l.inner;
    for (int64_t i = threadIdx.x; i < positions; i += BLOCK) total += l.sums[i], counted += l.sums[positions + i];
    Sums s = both_sums(left, right, total, counted);
    if (threadIdx.x == 0) end_loss<T>(l, s);
}

/* A short loss by one block: softmax (s.y: the logarithms), losses and sums. */
template <class T> static __global__ void short_loss_kernel(Classes<T> c, SoftmaxBody<T> softmax)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    double total = 0, counted = 0;
    for (int64_t i = threadIdx.x; i < c.l.outer * c.l.inner; i += BLOCK) {
        if (softmax.s.y) softmax(i);
        Sums s = loss_at<T>(c, i);
        total += s.a;
        counted += s.b;
    }
    Sums s = both_sums(left, right, total, counted);
    if (threadIdx.x == 0) end_loss<T>(c.l, s);
}

/* Where targets are classes and nothing is smoothed each element's gradient is known at once; of a mean over few positions each block counts itself. p: the logarithms of softmax, or
 * NULL: x's own gradient is wanted. */
template <class T> static __global__ void class_grad_kernel(Classes<T> c, const T *p)
{
    SHARED(double, left, BLOCK);
    SHARED(double, right, BLOCK);
    const GpuLoss &l = c.l;
    double counted = 0, divisor = 1;
    int64_t positions = l.outer * l.inner, size = positions * l.n, step = (int64_t)gridDim.x * BLOCK;
    for (int64_t i = threadIdx.x; l.mean && l.counts && i < positions; i += BLOCK) {
        int64_t target = c.target(i);
        counted += target >= 0 ? c.weight(target) : 0;
    }
    if (l.mean && l.counts) divisor = both_sums(left, right, counted, 0).a;
    else if (l.mean) divisor = l.sums[1];
    for (int64_t e = (int64_t)blockIdx.x * BLOCK + threadIdx.x; e < size; e += step) {
        int64_t k = e / l.inner % l.n, i = e / l.inner / l.n * l.inner + e % l.inner, target = c.target(i);
        double g = target < 0 ? 0 : c.weight(target) * (double)((const T *)l.g)[l.none ? i : 0] / divisor;
        ((T *)l.out)[e] = (T)((p ? exp((double)p[e]) * g : 0) - (k == target ? g : 0));
    }
}

template <class T> struct LossGradBody {
    Classes<T> c;
    __device__ void operator()(int64_t i) const
    {
        const GpuLoss &l = c.l;
        int64_t base = i / l.inner * l.n * l.inner + i % l.inner, target = l.parts ? -1 : c.target(i);
        double g = (double)((const T *)l.g)[l.none ? i : 0] / (l.mean ? l.sums[1] : 1);
        T *out = (T *)l.out + base;
        for (int64_t k = 0; k < l.n; k++) {
            double v = 0;
            if (!l.parts && l.smoothing == 0) v = k == target ? -c.weight(k) * g : 0;
            else if (l.parts || target >= 0) v = -c.part(base, k, target) * g;
            out[k * l.inner] = (T)v;
        }
    }
};

extern "C" void gpu_run_loss(GpuStream stream, const GpuLoss *l)
{
    if (l->dtype == GPU_FLOAT64) each(stream, l->outer * l->inner, LossBody<double>{{*l}});
    else each(stream, l->outer * l->inner, LossBody<float>{{*l}});
}
extern "C" void gpu_run_loss_end(GpuStream stream, const GpuLoss *given)
{
    GpuLoss l = *given;
    dim3 grid(1), block(BLOCK);
    if (l.dtype == GPU_FLOAT64) LAUNCH(loss_end_kernel<double>, grid, block, stream, l);
    else LAUNCH(loss_end_kernel<float>, grid, block, stream, l);
}
template <class T> static void short_loss(GpuStream stream, const GpuLoss *l, const GpuSoftmax *s)
{
    Classes<T> c = {*l};
    SoftmaxBody<T> softmax = {*s};
    dim3 grid(1), block(BLOCK);
    LAUNCH(short_loss_kernel<T>, grid, block, stream, c, softmax);
}
extern "C" void gpu_run_short_loss(GpuStream stream, const GpuLoss *l, const GpuSoftmax *s)
{
    if (l->dtype == GPU_FLOAT64) short_loss<double>(stream, l, s);
    else short_loss<float>(stream, l, s);
}
template <class T> static void class_grad(GpuStream stream, const GpuLoss *l, const char *logs)
{
    Classes<T> c = {*l};
    const T *p = (const T *)logs;
    dim3 grid(blocks_for(l->outer * l->n * l->inner, 1)), block(BLOCK);
    LAUNCH(class_grad_kernel<T>, grid, block, stream, c, p);
}
extern "C" void gpu_run_class_grad(GpuStream stream, const GpuLoss *l, const char *logs)
{
    if (l->dtype == GPU_FLOAT64) class_grad<double>(stream, l, logs);
    else class_grad<float>(stream, l, logs);
}
extern "C" void gpu_run_loss_grad(GpuStream stream, const GpuLoss *l)
{
    if (l->dtype == GPU_FLOAT64) each(stream, l->outer * l->inner, LossGradBody<double>{{*l}});
    else each(stream, l->outer * l->inner, LossGradBody<float>{{*l}});
}

/* ---- MXNet's SoftmaxOutput ---- */
struct CountValid {
    GpuSoftmaxOutput s;
    __device__ void operator()(int64_t) const
    {
        int64_t valid = 0, positions = s.outer * s.inner;
        for (int64_t i = 0; i < positions; i++) valid += s.parts || s.ignore == LOSS_NO_LABEL || ((const int64_t *)s.target)[i] != s.ignore;
        s.sums[0] = (double)(valid > 0 ? valid : 1);
    }
};
template <class T> struct OutputBody {
    GpuSoftmaxOutput s;
    __device__ void operator()(int64_t i) const
    {
        int64_t base = i / s.inner * s.n * s.inner + i % s.inner, label = s.parts ? 0 : ((const int64_t *)s.target)[i];
        bool ignored = !s.parts && s.ignore != LOSS_NO_LABEL && label == s.ignore;
        double factor = s.by_valid ? s.factor / s.sums[0] : s.factor, part = s.smoothing / (double)(s.n > 1 ? s.n - 1 : 1);
        for (int64_t k = 0; k < s.n; k++) {
            int64_t at = base + k * s.inner;
            double v = (double)((const T *)s.p)[at];
            v -= s.parts ? (double)((const T *)s.target)[at] : k == label ? 1 - s.smoothing : part;
            ((T *)s.out)[at] = (T)((double)(T)(ignored && !s.keeps ? 0 : v) * factor);
        }
    }
};
extern "C" void gpu_run_softmax_output(GpuStream stream, const GpuSoftmaxOutput *s)
{
    if (s->by_valid) each(stream, 1, CountValid{*s});
    if (s->dtype == GPU_FLOAT64) each(stream, s->outer * s->inner, OutputBody<double>{*s});
    else each(stream, s->outer * s->inner, OutputBody<float>{*s});
}
