/* ew.cu: elementwise programs on a card: the formulas of formulas.def, one element a thread and round. A program of one step has its operands in registers; a longer one
 * keeps its values in a small array of the thread's. */
#include "core/cpu/functions.h"
#include "core/formulas.h"
#include "core/op_more.h"
#include "element.cuh"
#include "launch.cuh"

/* ---- one formula ---- */
#define SEL_A(...) __VA_ARGS__
#define SEL_YES(...) __VA_ARGS__
#define SEL_NO(...)
#define FM_PASTE2(name, s) fm_##name##_##s
#define FM_PASTE(name, s) FM_PASTE2(name, s)
#define fm(name) FM_PASTE(name, S)
#define K(c) ((T)(c))
#define VALUES const T x = a.S, y = b.S, z = c.S, k0 = k[0].S, k1 = k[1].S, k2 = k[2].S; (void)x; (void)y; (void)z; (void)k0; (void)k1; (void)k2;
#define EW1(name, types, ...) SEL_##types(case FN_##name: { VALUES r.S = (T)(__VA_ARGS__); break; })
#define EW2 EW1
#define EW3 EW1
#define EV1 EW1
#define EV2 EW1
#define EC1(name, types, ...) SEL_##types(case FN_##name: { VALUES r.B = (__VA_ARGS__); break; })
#define EC2 EC1
#define EB1(name, ...)
#define EB2(name, ...)
#define ES1(name, types, special, expression, slow) SEL_##types(case FN_##name: { VALUES r.S = (special) ? (T)(slow) : (T)(expression); break; })
#define ES2 ES1

#define SEL_F SEL_YES
#define SEL_I SEL_NO
#define NAME float_formula
#define S F
#define T float
#include "formula.cuh"
#define NAME double_formula
#define S D
#define T double
#include "formula.cuh"
#undef SEL_F
#undef SEL_I
#define SEL_F SEL_NO
#define SEL_I SEL_YES
#define NAME int_formula
#define S I
#define T int32_t
#define U uint32_t
#include "formula.cuh"
#define NAME long_formula
#define S L
#define T int64_t
#define U uint64_t
#include "formula.cuh"
#undef EW1
#undef EC1
#undef ES1
#undef EB1
#undef EB2
#define EW1(...)
#define EC1(...)
#define ES1(...)
#define EB1(name, ...) case FN_##name: { VALUES r.B = (__VA_ARGS__); break; }
#define EB2 EB1
#define NAME bool_formula
#define S B
#define T uint8_t
#include "formula.cuh"

static __device__ __forceinline__ GpuNumber formula(int type, int function, GpuNumber a, GpuNumber b, GpuNumber c, const GpuNumber *k)
{
    switch (type) {
    case GPU_FLOAT32: return float_formula(function, a, b, c, k);
    case GPU_FLOAT64: return double_formula(function, a, b, c, k);
    case GPU_INT32: return int_formula(function, a, b, c, k);
    case GPU_INT64: return long_formula(function, a, b, c, k);
    default: return bool_formula(function, a, b, c, k);
    }
}

/* ---- programs ---- */
enum { CHECK_ZERO = 1, CHECK_NEGATIVE = 2 };

/* Where element i of the program's shape lies in each view. */
template <bool plain> static __device__ __forceinline__ int64_t place(const GpuProgram &p, const GpuView &v, const int64_t *index, int64_t i)
{
    if (plain) return v.strides[p.ndim - 1] ? i : 0; /* a view without gaps, or one element for all */
    int64_t at = 0;
    for (int d = 0; d < p.ndim; d++) at += index[d] * v.strides[d];
    return at;
}

/* The index of element i. */
static __device__ __forceinline__ void places_of(const GpuProgram &p, int64_t i, int64_t *index)
{
    for (int d = p.ndim - 1; d >= 0; d--) {
        index[d] = i % p.shape[d];
        i /= p.shape[d];
    }
}

static __device__ __forceinline__ void check(const GpuProgram &p, const GpuStep &s, GpuNumber divisor)
{
    int64_t v = s.type == GPU_INT64 ? divisor.L : divisor.I;
    if (s.check == CHECK_ZERO ? v == 0 : v < 0) fault(p.fault, p.piece, s.check, 0, 0, 0);
}

template <bool plain> static __global__ void run_program(const GpuProgram p)
{
    GpuNumber reg[GPU_REGS];
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int n = 0; n < p.numbers; n++) reg[p.number[n].reg] = p.number[n].value;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < p.size; i += step) {
        int64_t index[GPU_DIMS];
        if (!plain) places_of(p, i, index);
        for (int v = 0; v < p.ins; v++) {
            GpuNumber n = load(p.in[v].dtype, p.in[v].at, place<plain>(p, p.in[v], index, i));
            reg[p.in[v].reg] = register_type(p.in[v].dtype) == p.in[v].type ? n : convert(p.in[v].dtype, p.in[v].type, n);
        }
        for (int s = 0; s < p.steps; s++) {
            const GpuStep &t = p.step[s];
            GpuNumber none;
            none.bits = 0;
            GpuNumber a = t.src[0] >= 0 ? reg[t.src[0]] : none;
            if (t.function < 0) {
                reg[t.dst] = convert(t.from, t.type, a);
                continue;
            }
            GpuNumber b = t.src[1] >= 0 ? reg[t.src[1]] : none, c = t.src[2] >= 0 ? reg[t.src[2]] : none;
            if (t.check) check(p, t, b);
            reg[t.dst] = formula(t.type, t.function, a, b, c, t.k);
        }
        for (int v = 0; v < p.outs; v++) {
            GpuNumber n = reg[p.out[v].reg];
            if (register_type(p.out[v].dtype) != p.out[v].type) n = convert(p.out[v].type, p.out[v].dtype, n);
            store(p.out[v].dtype, p.out[v].at, place<plain>(p, p.out[v], index, i), n);
        }
    }
}

/* One step: where its operands come from; a view's number, or -1: `number`. */
struct OneStep { int view[3]; GpuNumber number[3]; };

static bool one_step(const GpuProgram *p, OneStep *one)
{
    if (p->steps != 1 || p->outs != 1 || p->step[0].function < 0 || p->out[0].reg != p->step[0].dst) return false;
    for (int k = 0; k < 3; k++) {
        int reg = p->step[0].src[k];
        one->view[k] = -1;
        one->number[k].bits = 0;
        for (int v = 0; v < p->ins && reg >= 0; v++)
            if (p->in[v].reg == reg) one->view[k] = v;
        for (int n = 0; n < p->numbers && reg >= 0; n++)
            if (p->number[n].reg == reg) one->number[k] = p->number[n].value;
    }
    return true;
}

template <bool plain> static __device__ __forceinline__ GpuNumber operand(const GpuProgram &p, const OneStep &one, int k, const int64_t *index, int64_t i)
{
    if (one.view[k] < 0) return one.number[k];
    const GpuView &v = p.in[one.view[k]];
    GpuNumber n = load(v.dtype, v.at, place<plain>(p, v, index, i));
    return register_type(v.dtype) == v.type ? n : convert(v.dtype, v.type, n);
}

template <bool plain> static __global__ void __launch_bounds__(BLOCK, 4) run_one_step(const GpuProgram p, const OneStep one)
{
    const GpuStep &t = p.step[0];
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < p.size; i += step) {
        int64_t index[GPU_DIMS];
        if (!plain) places_of(p, i, index);
        GpuNumber a = operand<plain>(p, one, 0, index, i), b = operand<plain>(p, one, 1, index, i), c = operand<plain>(p, one, 2, index, i);
        if (t.check) check(p, t, b);
        GpuNumber n = formula(t.type, t.function, a, b, c, t.k);
        const GpuView &out = p.out[0];
        if (register_type(out.dtype) != out.type) n = convert(out.type, out.dtype, n);
        store(out.dtype, out.at, place<plain>(p, out, index, i), n);
    }
}

extern "C" void gpu_run_program(GpuStream stream, const GpuProgram *p, int plain)
{
    GpuProgram program = *p;
    OneStep one;
    dim3 grid(blocks_for(p->size, 1)), block(BLOCK);
    if (one_step(p, &one)) {
        if (plain) LAUNCH(run_one_step<true>, grid, block, stream, program, one);
        else LAUNCH(run_one_step<false>, grid, block, stream, program, one);
    } else if (plain) LAUNCH(run_program<true>, grid, block, stream, program);
    else LAUNCH(run_program<false>, grid, block, stream, program);
}
