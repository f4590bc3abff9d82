/* ew.cu: elementwise programs on a card: the formulas of formulas.def, A program of one step goes element by element, its operands in registers; a longer one (a
 * chain of calls that waited for one another) is interpreted, a few elements of a thread's at once, which keeps their values in a small array. */
#include "core/cpu/functions.h"
#include "core/formulas.h"
#include "core/op_more.h"
#include "element.cuh"
#include "launch.cuh"

/* ---- one formula ---- */
struct Operand { const GpuNumber *at; int step; }; /* step 0: one value for all elements */
#define SEL_A(...) __VA_ARGS__
#define SEL_YES(...) __VA_ARGS__
#define SEL_NO(...)
#define FM_PASTE2(name, s) fm_##name##_##s
#define FM_PASTE(name, s) FM_PASTE2(name, s)
#define fm(name) FM_PASTE(name, S)
#define K(c) ((T)(c))
#ifdef PERCH_EMULATED
#define EACH for (int e = 0; e < N; e++)
#else
#define EACH _Pragma("unroll 1") for (int e = 0; e < N; e++)
#endif
#define VALUES const T x = a.at[e * a.step].S, y = b.at[e * b.step].S, z = c.at[e * c.step].S, k0 = k[0].S, k1 = k[1].S, k2 = k[2].S; (void)x; (void)y; (void)z; (void)k0; (void)k1; (void)k2;
#define EW1(name, types, ...) SEL_##types(case FN_##name: EACH { VALUES r[e].S = (T)(__VA_ARGS__); } break;)
#define EW2 EW1
#define EW3 EW1
#define EV1 EW1
#define EV2 EW1
#define EC1(name, types, ...) SEL_##types(case FN_##name: EACH { VALUES r[e].B = (__VA_ARGS__); } break;)
#define EC2 EC1
#define EB1(name, ...)
#define EB2(name, ...)
#define ES1(name, types, special, expression, slow) SEL_##types(case FN_##name: EACH { VALUES r[e].S = (special) ? (T)(slow) : (T)(expression); } break;)
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
#define EB1(name, ...) case FN_##name: EACH { VALUES r[e].B = (__VA_ARGS__); } break;
#define EB2 EB1
#define NAME bool_formula
#define S B
#define T uint8_t
#include "formula.cuh"

template <int N> static __device__ __forceinline__ void formula(int type, int function, GpuNumber *r, const Operand &a, const Operand &b, const Operand &c, const GpuNumber *k)
{
    switch (type) {
    case GPU_FLOAT32: float_formula<N>(function, r, a, b, c, k); break;
    case GPU_FLOAT64: double_formula<N>(function, r, a, b, c, k); break;
    case GPU_INT32: int_formula<N>(function, r, a, b, c, k); break;
    case GPU_INT64: long_formula<N>(function, r, a, b, c, k); break;
    default: bool_formula<N>(function, r, a, b, c, k); break;
    }
}

/* ---- what programs of one step and longer ones share ---- */
enum { CHECK_ZERO = 1, CHECK_NEGATIVE = 2 };

/* One step: `view` says where its operands come from; -1: `number`. A structure of its own, because all of it goes with every launch. */
struct OneStep {
    int64_t size, shape[GPU_DIMS];
    int32_t ndim, view[3];
    uint32_t piece;
    GpuFault *fault;
    GpuNumber number[3];
    GpuStep step;
    GpuView in[3], out;
};

/* Where element i of the program's shape lies in a view. */
template <bool plain, class Program> static __device__ __forceinline__ int64_t place(const Program &p, const GpuView &v, const int64_t *index, int64_t i)
{
    if (plain) return v.strides[p.ndim - 1] ? i : 0; /* a view without gaps, or one element for all */
    int64_t at = 0;
    for (int d = 0; d < p.ndim; d++) at += index[d] * v.strides[d];
    return at;
}

/* The index of element i; long divisions take several times as long as short ones. */
template <class Program> static __device__ __forceinline__ void places_of(const Program &p, int64_t i, int64_t *index)
{
    if (p.size <= INT32_MAX) {
        uint32_t rest = (uint32_t)i;
        for (int d = p.ndim - 1; d >= 0; d--) {
            uint32_t n = (uint32_t)p.shape[d];
            index[d] = rest % n;
            rest /= n;
        }
        return;
    }
    for (int d = p.ndim - 1; d >= 0; d--) {
        index[d] = i % p.shape[d];
        i /= p.shape[d];
    }
}

template <class Program> static __device__ __forceinline__ void check(const Program &p, const GpuStep &s, GpuNumber divisor)
{
    int64_t v = s.type == GPU_INT64 ? divisor.L : divisor.I;
    if (s.check == CHECK_ZERO ? v == 0 : v < 0) fault(p.fault, p.piece, s.check, 0, 0, 0);
}

static __device__ __forceinline__ GpuNumber read(const GpuView &v, const char *base, int64_t at)
{
    GpuNumber n = load(v.dtype, base, at);
    return register_type(v.dtype) == v.type ? n : convert(v.dtype, v.type, n);
}

static __device__ __forceinline__ void write(const GpuView &v, char *base, int64_t at, GpuNumber n)
{
    if (register_type(v.dtype) != v.type) n = convert(v.type, v.dtype, n);
    store(v.dtype, base, at, n);
}

/* ---- programs ---- */
enum { UNIT = 4 }; /* elements that a thread has in hand: one look at a step serves them all */

static __device__ APART void step_of_unit(int type, int function, GpuNumber *r, Operand a, Operand b, Operand c, const GpuNumber *k) { formula<UNIT>(type, function, r, a, b, c, k); }

static __device__ __forceinline__ Operand operand_of(const GpuProgram &p, const GpuNumber (*slot)[UNIT], const GpuNumber *none, int src)
{
    if (src >= 0) return Operand{slot[src], 1};
    return Operand{src == -1 ? none : &p.number[-2 - src], 0};
}

/* Where a program's operands lie: in its own views, or in a set's. */
struct OwnPlaces {
    const GpuProgram &p;
    __device__ int64_t size() const { return p.size; }
    __device__ char *in(int v) const { return p.in[v].at; }
    __device__ char *out(int v) const { return p.out[v].at; }
};
struct SetPlaces {
    const GpuSet &s;
    __device__ int64_t size() const { return s.size; }
    __device__ char *in(int v) const { return s.in[v]; }
    __device__ char *out(int v) const { return s.out[v]; }
};

/* The elements of a thread, `from` on, `threads` apart. */
template <bool plain, int slots, class Places> static __device__ __forceinline__ void run_steps(const GpuProgram &p, const Places &at, int64_t from, int64_t threads)
{
    GpuNumber slot[slots][UNIT], none;
    none.bits = 0;
    int64_t index[GPU_DIMS], size = at.size();
    for (int64_t first = from; first < size; first += UNIT * threads) {
        for (int e = 0; e < UNIT; e++) {
            int64_t i = first + e * threads;
            if (i >= size) i = first; /* (computed, and stored nowhere) */
            if (!plain) places_of(p, i, index);
            for (int v = 0; v < p.ins; v++) slot[p.in[v].slot][e] = read(p.in[v], at.in(v), place<plain>(p, p.in[v], index, i));
        }
        for (int s = 0; s < p.steps; s++) {
            const GpuStep &t = p.step[s];
            Operand a = operand_of(p, slot, &none, t.src[0]);
            if (t.function < 0) {
                for (int e = 0; e < UNIT; e++) slot[t.dst][e] = convert(t.from, t.type, a.at[e * a.step]);
                continue;
            }
            Operand b = operand_of(p, slot, &none, t.src[1]), c = operand_of(p, slot, &none, t.src[2]);
            for (int e = 0; t.check && e < UNIT; e++) check(p, t, b.at[e * b.step]);
            step_of_unit(t.type, t.function, slot[t.dst], a, b, c, t.k);
        }
        for (int e = 0; e < UNIT; e++) {
            int64_t i = first + e * threads;
            if (i >= size) break;
            if (!plain) places_of(p, i, index);
            for (int v = 0; v < p.outs; v++) {
                Operand value = operand_of(p, slot, &none, p.out[v].slot);
                write(p.out[v], at.out(v), place<plain>(p, p.out[v], index, i), value.at[e * value.step]);
            }
        }
    }
}

template <bool plain, int slots> static __global__ void run_program(const __grid_constant__ GpuProgram p)
{
    run_steps<plain, slots>(p, OwnPlaces{p}, (int64_t)blockIdx.x * blockDim.x + threadIdx.x, (int64_t)gridDim.x * blockDim.x);
}

/* Each set has blocks of its own. */
template <int slots> static __global__ void run_joined(const __grid_constant__ GpuJoined j)
{
    int mine = 0;
    while (mine + 1 < j.sets && blockIdx.x >= j.set[mine + 1].block) mine++;
    uint32_t first = j.set[mine].block, end = mine + 1 < j.sets ? j.set[mine + 1].block : gridDim.x;
    run_steps<true, slots>(j.program, SetPlaces{j.set[mine]}, (int64_t)(blockIdx.x - first) * blockDim.x + threadIdx.x, (int64_t)(end - first) * blockDim.x);
}

/* ---- one step ---- */
static bool one_step(const GpuProgram *p, OneStep *one)
{
    if (p->steps != 1 || p->outs != 1 || p->step[0].function < 0 || p->out[0].slot != p->step[0].dst) return false;
    one->size = p->size;
    one->ndim = p->ndim;
    one->piece = p->piece;
    one->fault = p->fault;
    one->step = p->step[0];
    one->out = p->out[0];
    for (int d = 0; d < p->ndim; d++) one->shape[d] = p->shape[d];
    for (int k = 0; k < 3; k++) {
        int src = p->step[0].src[k];
        one->view[k] = -1;
        one->number[k].bits = 0;
        if (src <= -2) one->number[k] = p->number[-2 - src];
        for (int v = 0; v < p->ins && src >= 0; v++)
            if (p->in[v].slot == src) {
                one->view[k] = k;
                one->in[k] = p->in[v];
            }
    }
    return true;
}

template <bool plain> static __device__ __forceinline__ GpuNumber operand(const OneStep &one, int k, const int64_t *index, int64_t i)
{
    return one.view[k] < 0 ? one.number[k] : read(one.in[k], one.in[k].at, place<plain>(one, one.in[k], index, i));
}

template <bool plain> static __global__ void __launch_bounds__(BLOCK, 4) run_one_step(const __grid_constant__ OneStep one)
{
    const GpuStep &t = one.step;
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < one.size; i += step) {
        int64_t index[GPU_DIMS];
        if (!plain) places_of(one, i, index);
        GpuNumber a = operand<plain>(one, 0, index, i), b = operand<plain>(one, 1, index, i), c = operand<plain>(one, 2, index, i), n;
        n.bits = 0;
        if (t.check) check(one, t, b);
        formula<1>(t.type, t.function, &n, Operand{&a, 0}, Operand{&b, 0}, Operand{&c, 0}, t.k);
        write(one.out, one.out.at, place<plain>(one, one.out, index, i), n);
    }
}

#define RUN_FEW(plain) run_program<plain, GPU_FEW_SLOTS>
#define RUN_MANY(plain) run_program<plain, GPU_SLOTS>

extern "C" void gpu_run_program(GpuStream stream, const GpuProgram *p, int plain)
{
    OneStep one;
    dim3 block(BLOCK);
    if (one_step(p, &one)) {
        dim3 grid(blocks_for(p->size, 1));
        if (plain) LAUNCH(run_one_step<true>, grid, block, stream, one);
        else LAUNCH(run_one_step<false>, grid, block, stream, one);
        return;
    }
    GpuProgram program = *p;
    dim3 grid(blocks_for(p->size, UNIT));
    if (p->slots <= GPU_FEW_SLOTS) {
        if (plain) LAUNCH(RUN_FEW(true), grid, block, stream, program);
        else LAUNCH(RUN_FEW(false), grid, block, stream, program);
    } else if (plain) LAUNCH(RUN_MANY(true), grid, block, stream, program);
    else LAUNCH(RUN_MANY(false), grid, block, stream, program);
}

extern "C" void gpu_run_joined(GpuStream stream, GpuJoined *j)
{
    unsigned blocks = 0;
    for (int i = 0; i < j->sets; i++) {
        j->set[i].block = blocks;
        blocks += blocks_for(j->set[i].size, UNIT);
    }
    GpuJoined joined = *j;
    dim3 grid(blocks), block(BLOCK);
    if (j->program.slots <= GPU_FEW_SLOTS) LAUNCH(run_joined<GPU_FEW_SLOTS>, grid, block, stream, joined);
    else LAUNCH(run_joined<GPU_SLOTS>, grid, block, stream, joined);
}
