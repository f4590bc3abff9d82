/* lines.cu: one answer a line, and running sums, along an axis: a thread walks a line. */
#include "each.cuh"
#include "element.cuh"

static __device__ void line_places(const GpuLines &l, int64_t i, int64_t *in, int64_t out[2])
{
    *in = out[0] = out[1] = 0;
    for (int d = l.ndim - 1; d >= 0; d--) {
        int64_t at = i % l.shape[d];
        i /= l.shape[d];
        *in += at * l.strides[d];
        out[0] += at * l.out_strides[0][d];
        out[1] += at * l.out_strides[1][d];
    }
}

/* The first largest (smallest); NaN wins. */
struct ExtremeBody {
    GpuLines l;
    __device__ void operator()(int64_t i) const
    {
        int64_t in, to[2], best = 0;
        line_places(l, i, &in, to);
        GpuNumber found = load(l.in.dtype, l.in.at, in);
        for (int64_t k = 1; k < l.len; k++) {
            GpuNumber n = load(l.in.dtype, l.in.at, in + k * l.step);
            bool better;
            if (l.whole) {
                int64_t a = convert(l.in.dtype, GPU_INT64, n).L, b = convert(l.in.dtype, GPU_INT64, found).L;
                better = l.smallest ? a < b : a > b;
            } else {
                double a = convert(l.in.dtype, GPU_FLOAT64, n).D, b = convert(l.in.dtype, GPU_FLOAT64, found).D;
                better = b == b && (a != a || (l.smallest ? a < b : a > b));
            }
            if (better) found = n, best = k;
        }
        GpuNumber place;
        place.L = best;
        int last = l.outs - 1;
        if (last) store(l.out[0].dtype, l.out[0].at, to[0], convert(l.in.dtype, l.out[0].dtype, found));
        store(l.out[last].dtype, l.out[last].at, to[last], convert(GPU_INT64, l.out[last].dtype, place));
    }
};
extern "C" void gpu_run_extreme(GpuStream stream, const GpuLines *l) { each(stream, l->count, ExtremeBody{*l}); }

struct RunningBody {
    GpuLines l;
    __device__ void operator()(int64_t i) const
    {
        int64_t in, to[2];
        line_places(l, i, &in, to);
        double sum = l.product;
        uint64_t whole = l.product;
        for (int64_t k = 0; k < l.len; k++) {
            GpuNumber n = load(l.in.dtype, l.in.at, in + k * l.step), r;
            if (l.whole) {
                uint64_t v = (uint64_t)convert(l.in.dtype, GPU_INT64, n).L;
                whole = l.product ? whole * v : whole + v;
                r.L = (int64_t)whole;
            } else {
                double v = convert(l.in.dtype, GPU_FLOAT64, n).D;
                sum = l.product ? sum * v : sum + v;
                if (l.rounds) sum = (double)(float)sum;
                r.D = sum;
            }
            store(l.out[0].dtype, l.out[0].at, to[0] + k * l.out_step[0], convert(l.whole ? GPU_INT64 : GPU_FLOAT64, l.out[0].dtype, r));
        }
    }
};
extern "C" void gpu_run_running(GpuStream stream, const GpuLines *l) { each(stream, l->count, RunningBody{*l}); }
