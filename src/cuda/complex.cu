/* complex.cu: what is computed of complex numbers: elementwise formulas (core/complex_formulas.def), reductions and running sums in double, Fourier transforms. */
#ifdef PERCH_EMULATED
#include <complex>
namespace numbers = std;
#else
#include <cuda/std/complex>
namespace numbers = cuda::std;
#endif

#include "complex.cuh"
#include "core/op_more.h"
#include "each.cuh"

/* ---- elementwise ---- */
#define CF_FUNCTION static __device__
#define LIBRARY(name, z) NAME(of)(numbers::name(NAME(to)(z)))
#define LIBRARY2(name, a, b) NAME(of)(numbers::name(NAME(to)(a), NAME(to)(b)))
#define R float
#define CC numbers::complex<float>
#define F(name) name##f
#define NAME(name) name##_single
#include "complex_formula.cuh"
#define R double
#define CC numbers::complex<double>
#define F(name) name
#define NAME(name) name##_double
#include "complex_formula.cuh"

struct ComplexBody {
    GpuComplex c;
    __device__ Pair side(int k, int64_t i) const
    {
        const GpuComplexSide &s = c.in[k];
        return s.at ? load_pair(s.dtype, s.at, offset_of(c.ndim, c.shape, s.strides, i)) : Pair(s.number[0], s.number[1]);
    }
    __device__ void operator()(int64_t i) const
    {
        Pair x = side(0, i), y = c.ins > 1 ? side(1, i) : x, z = c.ins > 2 ? side(2, i) : x, k(c.k[0], c.k[1]), r;
        if (c.wide) {
            C_double v = formula_double(c.op, c.torch, pair_double(x.re, x.im), pair_double(y.re, y.im), pair_double(z.re, z.im), pair_double(k.re, k.im));
            r = Pair(v.re, v.im);
        } else {
            C_single v = formula_single(c.op, c.torch, pair_single((float)x.re, (float)x.im), pair_single((float)y.re, (float)y.im), pair_single((float)z.re, (float)z.im), pair_single((float)k.re, (float)k.im));
            r = Pair(v.re, v.im);
        }
        store_pair(c.out.dtype, c.out.at, offset_of(c.ndim, c.shape, c.out.strides, i), r);
    }
};
extern "C" void gpu_run_complex(GpuStream stream, const GpuComplex *c) { each(stream, c->size, ComplexBody{*c}); }

/* ---- reductions: a block a result ---- */
static __device__ Pair begin_of(const GpuReduce &r) { return r.function == GPU_PROD ? Pair(1) : Pair(r.function == GPU_ABSMIN ? (double)INFINITY : 0); }
static __device__ Pair of_one(const GpuReduce &r, Pair x, Pair mean)
{
    double size = r.function == GPU_COUNT || r.function == GPU_SUM || r.function == GPU_PROD ? 0 : hypot(x.re - mean.re, x.im - mean.im);
    switch (r.function) {
    case GPU_COUNT: return Pair(x != 0);
    case GPU_ABS: case GPU_ABSMAX: case GPU_ABSMIN: return Pair(size);
    case GPU_SQUARE: case GPU_DEVIATION: return Pair(size * size);
    case GPU_POWER: return Pair(pow(size, r.p));
    default: return x;
    }
}
static __device__ Pair joined(const GpuReduce &r, Pair a, Pair b)
{
    switch (r.function) {
    case GPU_PROD: return a * b;
    case GPU_ABSMAX: return b.re > a.re || b.re != b.re ? b : a;
    case GPU_ABSMIN: return b.re < a.re || b.re != b.re ? b : a;
    default: return a + b;
    }
}
template <class Shared> static __device__ Pair block_joined(const GpuReduce &r, Shared &all, Pair own)
{
    unsigned me = threadIdx.x;
    __syncthreads(); /* whoever still reads the result before */
    all[me] = own;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half; half /= 2) {
        if (me < half) all[me] = joined(r, (Pair)all[me], (Pair)all[me + half]);
        __syncthreads();
    }
    return all[0];
}
static __device__ Pair ended(const GpuReduce &r, Pair v)
{
    double n = (double)r.each;
    switch (r.end) {
    case GPU_MEAN: return Pair(v.re / n, v.im / n);
    case GPU_ANY: return Pair(v.re > 0);
    case GPU_ALL: return Pair(v.re == n);
    case GPU_ROOT: return Pair(sqrt(v.re));
    case GPU_POWER_ROOT: return Pair(pow(v.re, 1 / r.p));
    case GPU_VARIANCE: return Pair(v.re / r.divisor);
    case GPU_DEVIATION_END: return Pair(sqrt(v.re / r.divisor));
    default: return v;
    }
}
static __global__ void complex_reduce_kernel(GpuReduce r)
{
    SHARED(Pair, all, BLOCK);
    for (int64_t k = blockIdx.x; k < r.results; k += gridDim.x) {
        int64_t base = offset_of(r.kept, r.kept_shape, r.kept_strides, k);
        Pair mean(0);
        if (r.function == GPU_DEVIATION) {
            GpuReduce sums = r;
            sums.function = GPU_SUM;
            Pair own(0);
            for (int64_t i = threadIdx.x; i < r.each; i += BLOCK) own += load_pair(r.dtype, r.at, base + offset_of(r.gone, r.gone_shape, r.gone_strides, i));
            own = block_joined(sums, all, own);
            mean = Pair(own.re / (double)r.each, own.im / (double)r.each);
        }
        Pair own = begin_of(r);
        for (int64_t i = threadIdx.x; i < r.each; i += BLOCK) own = joined(r, own, of_one(r, load_pair(r.dtype, r.at, base + offset_of(r.gone, r.gone_shape, r.gone_strides, i)), mean));
        own = block_joined(r, all, own);
        if (threadIdx.x == 0) store_pair(r.out.dtype, r.out.at, offset_of(r.out, k), ended(r, own));
    }
}
extern "C" void gpu_run_complex_reduce(GpuStream stream, const GpuReduce *given)
{
    GpuReduce r = *given;
    dim3 grid((unsigned)(r.results < 1 ? 1 : r.results < MOST_BLOCKS ? r.results : (int64_t)MOST_BLOCKS)), block(BLOCK);
    LAUNCH(complex_reduce_kernel, grid, block, stream, r);
}

struct ComplexRunningBody {
    GpuLines l;
    __device__ void operator()(int64_t i) const
    {
        int64_t in = offset_of(l.ndim, l.shape, l.strides, i), to = offset_of(l.ndim, l.shape, l.out_strides[0], i);
        Pair sum(l.product);
        for (int64_t k = 0; k < l.len; k++) {
            Pair x = load_pair(l.in.dtype, l.in.at, in + k * l.step);
            sum = l.product ? sum * x : sum + x;
            store_pair(l.out[0].dtype, l.out[0].at, to + k * l.out_step[0], sum);
        }
    }
};
extern "C" void gpu_run_complex_running(GpuStream stream, const GpuLines *l) { each(stream, l->count, ComplexRunningBody{*l}); }

/* ---- Fourier transforms: lines of `room` points, a power of two; a length that is none goes through a convolution with a chirp (Bluestein) ---- */
static __device__ Pair turned(double part) /* exp(-2 pi i part) */
{
    double s, c;
    sincospi(2 * part, &s, &c);
    return Pair(c, -s);
}
/* exp(-pi i j j / n): j j counts modulo 2 n */
static __device__ Pair chirp(int64_t j, int64_t n)
{
    uint64_t m = (uint64_t)(2 * n), k = 0, a = (uint64_t)j % m, b = a;
    if (m < (UINT64_C(1) << 32)) k = a * a % m;
    else for (; b; b >>= 1, a = a * 2 % m) k = b & 1 ? (k + a) % m : k;
    return turned((double)k / (double)m);
}

struct FourierFill { /* the operand's lines, cut or filled up with zeros */
    GpuFourier f;
    __device__ void operator()(int64_t i) const
    {
        int64_t line = i / f.room, j = i % f.room;
        Pair x(0);
        if (j < f.have) {
            x = load_pair(f.in.dtype, f.in.at, offset_of(f.in.ndim, f.in.shape, f.in.strides, line) + j * f.in_step);
            if (f.inverse) x.im = -x.im;
            if (f.room != f.n) x = x * chirp(j, f.n);
        }
        store_pair(GPU_COMPLEX128, f.from, i, x);
    }
};
struct FourierChirp {
    GpuFourier f;
    __device__ void operator()(int64_t j) const
    {
        int64_t k = j < f.n ? j : f.room - j;
        Pair v = k < f.n ? chirp(k, f.n) : Pair(0);
        store_pair(GPU_COMPLEX128, f.from, j, Pair(v.re, -v.im));
    }
};
/* A step of Stockham's: `half` butterflies a line, results in order at the last step */
struct FourierStep {
    const char *from;
    char *to;
    int64_t half, span; /* span: butterflies that share a factor */
    __device__ void operator()(int64_t i) const
    {
        int64_t line = i / half * 2 * half, k = i % half, q = k % span, p = k / span;
        Pair a = load_pair(GPU_COMPLEX128, from, line + k), b = load_pair(GPU_COMPLEX128, from, line + k + half);
        store_pair(GPU_COMPLEX128, to, line + q + span * 2 * p, a + b);
        store_pair(GPU_COMPLEX128, to, line + q + span * (2 * p + 1), (a - b) * turned((double)p / (double)(2 * half / span)));
    }
};
struct FourierTimes { /* with the chirp's transform; conjugated: the way back is a way forth */
    char *at;
    const char *by;
    int64_t room;
    __device__ void operator()(int64_t i) const
    {
        Pair v = load_pair(GPU_COMPLEX128, at, i) * load_pair(GPU_COMPLEX128, by, i % room);
        store_pair(GPU_COMPLEX128, at, i, Pair(v.re, -v.im));
    }
};
struct FourierStore {
    GpuFourier f;
    __device__ void operator()(int64_t i) const
    {
        int64_t line = i / f.n, j = i % f.n;
        Pair v = load_pair(GPU_COMPLEX128, f.from, line * f.room + j);
        if (f.room != f.n) v = Pair(v.re / (double)f.room, -v.im / (double)f.room) * chirp(j, f.n);
        if (f.inverse) v.im = -v.im;
        store_pair(f.out.dtype, f.out.at, offset_of(f.out.ndim, f.out.shape, f.out.strides, line) + j * f.out_step, Pair(v.re * f.scale, v.im * f.scale));
    }
};

static void transform(GpuStream stream, char **from, char **to, int64_t lines, int64_t room)
{
    for (int64_t span = 1; span < room; span *= 2) {
        each(stream, lines * (room / 2), FourierStep{*from, *to, room / 2, span});
        char *t = *from;
        *from = *to;
        *to = t;
    }
}

extern "C" void gpu_run_fourier(GpuStream stream, const GpuFourier *given)
{
    GpuFourier f = *given;
    if (f.room != f.n) { /* the chirp's own transform, in f.chirp at the end */
        GpuFourier one = f;
        char *other = f.chirp + f.room * 16;
        one.from = f.chirp;
        each(stream, f.room, FourierChirp{one});
        transform(stream, &one.from, &other, 1, f.room);
        f.chirp = one.from;
    }
    each(stream, f.lines * f.room, FourierFill{f});
    transform(stream, &f.from, &f.to, f.lines, f.room);
    if (f.room != f.n) {
        each(stream, f.lines * f.room, FourierTimes{f.from, f.chirp, f.room});
        transform(stream, &f.from, &f.to, f.lines, f.room);
    }
    each(stream, f.lines * f.n, FourierStore{f});
}
