/* move.cu: elements copied from one layout to another, filled in, counted up: nothing is computed of them. */
#include "each.cuh"
#include "element.cuh"

struct BlitBody {
    GpuBlit b;
    __device__ void operator()(int64_t i) const
    {
        int64_t to = offset_of(b.axes, b.size, b.to_step, i), from = offset_of(b.axes, b.size, b.from_step, i);
        if (b.to_type == b.from_type) copy_element(b.bytes, b.to, to, b.from, from);
        else store(b.to_type, b.to, to, convert(b.from_type, b.to_type, load(b.from_type, b.from, from)));
    }
};
extern "C" void gpu_run_blit(GpuStream stream, const GpuBlit *b) { each(stream, b->count, BlitBody{*b}); }

struct FillBody {
    GpuFill f;
    __device__ void operator()(int64_t i) const { copy_element(f.bytes, f.out.at, offset_of(f.out, i), (const char *)f.value, 0); }
};
extern "C" void gpu_run_fill(GpuStream stream, const GpuFill *f) { each(stream, f->out.size, FillBody{*f}); }

struct SequenceBody {
    GpuSequence s;
    __device__ void operator()(int64_t i) const
    {
        int64_t k = s.repeat == 1 ? i : i / s.repeat, to = offset_of(s.out, i);
        GpuNumber n;
        if (s.whole) {
            n.L = (int64_t)((uint64_t)s.first + (uint64_t)s.by * (uint64_t)k);
            store(s.out.dtype, s.out.at, to, convert(GPU_INT64, s.out.dtype, n));
            return;
        }
        if (s.single) n.D = (double)((float)s.start + (float)s.step * (float)k);
        else n.D = k == s.last ? s.stop : s.start + s.step * (double)k;
        store(s.out.dtype, s.out.at, to, convert(GPU_FLOAT64, s.out.dtype, n));
    }
};
extern "C" void gpu_run_sequence(GpuStream stream, const GpuSequence *s) { each(stream, s->out.size, SequenceBody{*s}); }

struct EyeBody {
    GpuEye e;
    __device__ void operator()(int64_t i) const
    {
        int64_t row = e.row + i;
        GpuNumber one;
        one.L = 1;
        if (row < e.rows && row + e.offset < e.columns) store(e.dtype, e.at, row * e.row_step + (row + e.offset) * e.column_step, convert(GPU_INT64, e.dtype, one));
    }
};
extern "C" void gpu_run_eye(GpuStream stream, const GpuEye *e) { each(stream, e->rows - e->row, EyeBody{*e}); }

struct PadBody {
    GpuPad p;
    static __device__ int64_t source(int64_t i, int64_t n, int mode)
    {
        if (i >= 0 && i < n) return i;
        if (mode == GPU_PAD_EDGE) return i < 0 ? 0 : n - 1;
        int64_t period = mode == GPU_PAD_WRAP ? n : mode == GPU_PAD_REFLECT ? 2 * (n - 1) : 2 * n;
        if (period == 0) return 0;
        i %= period;
        if (i < 0) i += period;
        return i < n ? i : mode == GPU_PAD_REFLECT ? period - i : period - 1 - i;
    }
    __device__ void operator()(int64_t i) const
    {
        int64_t rest = i, from = 0;
        for (int d = p.out.ndim - 1; d >= 0; d--) {
            from += source(rest % p.out.shape[d] - p.before[d], p.in.shape[d], p.mode) * p.in.strides[d];
            rest /= p.out.shape[d];
        }
        copy_element(p.bytes, p.out.at, i, p.in.at, from);
    }
};
extern "C" void gpu_run_pad(GpuStream stream, const GpuPad *p) { each(stream, p->out.size, PadBody{*p}); }

struct TriangleBody {
    GpuTriangle t;
    __device__ void operator()(int64_t i) const
    {
        int64_t column = i % t.columns, row = i / t.columns % t.rows;
        static const uint64_t zeros[2] = {0, 0};
        if (t.upper ? column < row + t.offset : column > row + t.offset) copy_element(t.bytes, t.at, i, (const char *)zeros, 0);
    }
};
extern "C" void gpu_run_triangle(GpuStream stream, const GpuTriangle *t) { each(stream, t->size, TriangleBody{*t}); }
