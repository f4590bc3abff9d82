/* reduce.cu: reductions: a block of threads for each part of a result, or a thread where results are many and short; then the end of each result. */
#include "each.cuh"
#include "element.cuh"

union Sum { double d; int64_t i; };

static __device__ Sum neutral(int function, bool whole)
{
    Sum s;
    s.i = 0; /* 0.0 too */
    if (function == GPU_PROD) { if (whole) s.i = 1; else s.d = 1; }
    if (function == GPU_MAX) { if (whole) s.i = INT64_MIN; else s.d = -HUGE_VAL; }
    if (function == GPU_MIN) { if (whole) s.i = INT64_MAX; else s.d = HUGE_VAL; }
    if (function == GPU_ABSMIN) s.d = HUGE_VAL;
    return s;
}

static __device__ Sum join(int function, bool whole, Sum a, Sum b)
{
    Sum s;
    switch (function) {
    case GPU_PROD: if (whole) s.i = (int64_t)((uint64_t)a.i * (uint64_t)b.i); else s.d = a.d * b.d; break;
    case GPU_MAX: case GPU_ABSMAX: if (whole) s.i = a.i > b.i ? a.i : b.i; else s.d = a.d > b.d || a.d != a.d ? a.d : b.d; break;
    case GPU_MIN: case GPU_ABSMIN: if (whole) s.i = a.i < b.i ? a.i : b.i; else s.d = a.d < b.d || a.d != a.d ? a.d : b.d; break;
    default: if (whole) s.i = (int64_t)((uint64_t)a.i + (uint64_t)b.i); else s.d = a.d + b.d; break;
    }
    return s;
}

/* What an element adds. */
static __device__ Sum term(const GpuReduce &r, int64_t result, int64_t at)
{
    GpuNumber n = load(r.dtype, r.at, at);
    Sum s;
    if (r.whole) {
        int64_t v = convert(r.dtype, GPU_INT64, n).L;
        s.i = r.function == GPU_COUNT ? v != 0 : v;
        return s;
    }
    double x = convert(r.dtype, GPU_FLOAT64, n).D;
    switch (r.function) {
    case GPU_NANSUM: s.d = x == x ? x : 0; break;
    case GPU_COUNT: s.d = x != 0; break;
    case GPU_ABS: case GPU_ABSMAX: case GPU_ABSMIN: s.d = fabs(x); break;
    case GPU_SQUARE: s.d = x * x; break;
    case GPU_POWER: s.d = pow(fabs(x), r.p); break;
    case GPU_DEVIATION: s.d = (x - r.shift[result]) * (x - r.shift[result]); break;
    case GPU_EXP: s.d = exp(x - (isfinite(r.shift[result]) ? r.shift[result] : 0)); break;
    default: s.d = x; break;
    }
    return s;
}

/* What is made of a result's sum. */
static __device__ void finish(const GpuReduce &r, int64_t i, Sum s)
{
    double d = s.d;
    bool whole = r.whole;
    int64_t count = whole ? s.i : (int64_t)d;
    switch (r.end) {
    case GPU_MEAN: case GPU_VARIANCE: d /= r.divisor; break;
    case GPU_MEAN_ROUNDED: d = (double)(float)d / r.divisor; break;
    case GPU_ANY: s.i = count > 0; whole = true; break;
    case GPU_ALL: s.i = count == r.each; whole = true; break;
    case GPU_ROOT: d = sqrt(d); break;
    case GPU_POWER_ROOT: d = pow(d, 1 / r.p); break;
    case GPU_DEVIATION_END: d = sqrt(d / r.divisor); break;
    case GPU_LOG_ADDED: d = isfinite(r.added[i]) ? log(d) + r.added[i] : r.added[i]; break;
    default: break;
    }
    if (!r.out.present) {
        ((Sum *)r.acc)[i].d = d;
        return;
    }
    GpuNumber n;
    if (whole) n.L = s.i;
    else n.D = d;
    store(r.out.dtype, r.out.at, offset_of(r.out, i), convert(whole ? GPU_INT64 : GPU_FLOAT64, r.out.dtype, n));
}

/* A thread for each result: its elements one after the other. */
struct ShortBody {
    GpuReduce r;
    __device__ void operator()(int64_t i) const
    {
        int64_t result = i / r.parts, part = i % r.parts, size = (r.each + r.parts - 1) / r.parts, from = part * size, to = from + size < r.each ? from + size : r.each;
        int64_t base = offset_of(r.kept, r.kept_shape, r.kept_strides, result);
        Sum s = neutral(r.function, r.whole);
        for (int64_t k = from; k < to; k++) s = join(r.function, r.whole, s, term(r, result, base + offset_of(r.gone, r.gone_shape, r.gone_strides, k)));
        if (r.ends) finish(r, i, s);
        else ((Sum *)r.acc)[i] = s;
    }
};

/* A block for each part: threads take every BLOCK-th element, then halves are joined. */
static __global__ void long_kernel(GpuReduce r)
{
    SHARED(Sum, sums, BLOCK);
    int64_t size = (r.each + r.parts - 1) / r.parts;
    for (int64_t i = blockIdx.x; i < r.results * r.parts; i += gridDim.x) {
        int64_t result = i / r.parts, from = i % r.parts * size, to = from + size < r.each ? from + size : r.each;
        int64_t base = offset_of(r.kept, r.kept_shape, r.kept_strides, result);
        Sum s = neutral(r.function, r.whole);
        for (int64_t k = from + threadIdx.x; k < to; k += BLOCK) s = join(r.function, r.whole, s, term(r, result, base + offset_of(r.gone, r.gone_shape, r.gone_strides, k)));
        sums[threadIdx.x] = s;
        __syncthreads();
        for (unsigned half = BLOCK / 2; half; half /= 2) {
            if (threadIdx.x < half) sums[threadIdx.x] = join(r.function, r.whole, sums[threadIdx.x], sums[threadIdx.x + half]);
            __syncthreads();
        }
        if (threadIdx.x == 0 && r.ends) finish(r, i, sums[0]);
        else if (threadIdx.x == 0) ((Sum *)r.acc)[i] = sums[0];
        __syncthreads(); /* before the next part's sums */
    }
}

enum { SHORT = 64 };
extern "C" void gpu_run_reduce(GpuStream stream, const GpuReduce *r)
{
    GpuReduce reduction = *r;
    int64_t n = r->results * r->parts, inner = r->kept ? r->kept_strides[r->kept - 1] : 0, outer = r->gone ? r->gone_strides[r->gone - 1] : 0;
    bool rows = n >= 1024 && (inner < 0 ? -inner : inner) < (outer < 0 ? -outer : outer); /* neighbours in memory belong to neighbouring results */
    if (r->each / r->parts <= SHORT || rows) {
        each(stream, n, ShortBody{reduction});
        return;
    }
    dim3 grid((unsigned)(n < MOST_BLOCKS ? n : (int64_t)MOST_BLOCKS)), block(BLOCK);
    LAUNCH(long_kernel, grid, block, stream, reduction);
}

struct EndBody {
    GpuReduce r;
    __device__ void operator()(int64_t i) const
    {
        const Sum *acc = (const Sum *)r.acc + i * r.parts;
        Sum s = acc[0];
        for (int64_t k = 1; k < r.parts; k++) s = join(r.function, r.whole, s, acc[k]);
        finish(r, i, s);
    }
};
extern "C" void gpu_run_reduce_end(GpuStream stream, const GpuReduce *r) { each(stream, r->results, EndBody{*r}); }
