/* count.cu: where values are and how many: the indices of what holds, bins, places in a sorted row; and what is added at places that meet. */
#include "each.cuh"
#include "complex.cuh"

static __device__ bool holds(const GpuNonzero &n, int64_t i)
{
    int64_t at = offset_of(n.in, i);
    if (n.in.dtype == GPU_COMPLEX64 || n.in.dtype == GPU_COMPLEX128) return load_pair(n.in.dtype, n.in.at, at) != 0;
    return convert(n.in.dtype, GPU_BOOL, load(n.in.dtype, n.in.at, at)).B;
}
struct HoldsBody {
    GpuNonzero n;
    __device__ void operator()(int64_t i) const { n.before[i] = holds(n, i); }
};
struct NonzeroBody {
    GpuNonzero n;
    __device__ void operator()(int64_t i) const
    {
        if (!holds(n, i) || n.before[i] >= n.room) return;
        int64_t rest = i;
        for (int d = n.ndim - 1; d >= 0; d--) {
            ((int64_t *)n.out.at)[n.before[i] * n.row_step + d * n.column_step] = rest % n.shape[d];
            rest /= n.shape[d];
        }
    }
};
struct SelectBody {
    GpuNonzero n;
    __device__ void operator()(int64_t i) const
    {
        if (holds(n, i) && n.before[i] < n.room) copy_element(n.bytes, n.out.at, n.before[i], n.value.at, offset_of(n.value, i));
    }
};
extern "C" void gpu_run_holds(GpuStream stream, const GpuNonzero *n) { each(stream, n->size, HoldsBody{*n}); }
extern "C" void gpu_run_nonzero(GpuStream stream, const GpuNonzero *n) { each(stream, n->size, NonzeroBody{*n}); }
extern "C" void gpu_run_masked_select(GpuStream stream, const GpuNonzero *n) { each(stream, n->size, SelectBody{*n}); }

struct BincountBody {
    GpuBins b;
    __device__ void operator()(int64_t i) const
    {
        int64_t k = b.x[i];
        if (k < 0 || k >= b.count) fault(b.fault, b.piece, b.kind, k, b.count, 0);
        else if (b.weights) atomicAdd((double *)b.bins + k, b.weights[i]);
        else atomicAdd((unsigned long long *)b.bins + k, 1ull);
    }
};
extern "C" void gpu_run_bincount(GpuStream stream, const GpuBins *b) { each(stream, b->n, BincountBody{*b}); }

/* The range of the values that are numbers, by one block. */
static __global__ void range_kernel(GpuBins b)
{
    SHARED(double, low, BLOCK);
    SHARED(double, high, BLOCK);
    unsigned me = threadIdx.x;
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int64_t i = me; i < b.n; i += BLOCK) {
        double x = b.values[i];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    low[me] = least;
    high[me] = most;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half; half /= 2) {
        if (me < half) {
            double a = low[me + half], c = high[me + half];
            if (a < (double)low[me]) low[me] = a;
            if (c > (double)high[me]) high[me] = c;
        }
        __syncthreads();
    }
    if (me == 0) {
        least = low[0];
        most = high[0];
        if (b.low != b.high || b.n == 0) least = b.low, most = b.high;
        if (least == most) least -= b.margin, most += b.margin;
        b.range[0] = least;
        b.range[1] = most;
    }
}
struct HistogramBody {
    GpuBins b;
    __device__ void operator()(int64_t i) const
    {
        double x = b.values[i], low = b.range[0], high = b.range[1];
        bool none = x != x && b.nan_in_first;
        if (!none && !(x >= low && x <= high)) return;
        int64_t k = none ? 0 : (int64_t)((x - low) / (high - low) * (double)b.count);
        if (k >= b.count) k = b.count - 1;
        if (b.by_edges) {
            double step = (high - low) / (double)b.count;
            if (k > 0 && x < low + (double)k * step) k--;
            else if (k + 1 < b.count && x >= low + (double)(k + 1) * step) k++;
        }
        atomicAdd((unsigned long long *)b.bins + k, 1ull);
    }
};
extern "C" void gpu_run_histogram(GpuStream stream, const GpuBins *given)
{
    GpuBins b = *given;
    dim3 grid(1), block(BLOCK);
    LAUNCH(range_kernel, grid, block, stream, b);
    each(stream, b.n, HistogramBody{b});
}

/* ---- places in a sorted row ---- */
static __device__ bool stands_before(double a, double b) { return a < b || (b != b && a == a); } /* NaN stands last */
struct SearchBody {
    GpuSearch s;
    __device__ void operator()(int64_t i) const
    {
        int64_t line = (s.rows ? i / s.row : 0) * s.len, low = 0, n = s.len;
        double b = s.floats ? s.one ? s.number.D : ((const double *)s.b)[i] : 0;
        int64_t whole = s.floats ? 0 : s.one ? s.number.L : ((const int64_t *)s.b)[i];
        while (n > 0) {
            int64_t half = n / 2;
            bool go;
            if (s.floats) {
                double m = ((const double *)s.a)[line + low + half];
                go = s.comparing ? s.right ? !(m > b) : !(m >= b) : s.right ? !stands_before(b, m) : stands_before(m, b);
            } else {
                int64_t m = ((const int64_t *)s.a)[line + low + half];
                go = s.right ? m <= whole : m < whole;
            }
            if (go) low += half + 1;
            n = go ? n - half - 1 : half;
        }
        s.at[i] = low;
    }
};
extern "C" void gpu_run_search(GpuStream stream, const GpuSearch *s) { each(stream, s->n, SearchBody{*s}); }
