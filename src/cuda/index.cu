/* index.cu: elements by index: places read and checked, rows taken and laid. Where rows meet, the last one in order wins, as on the CPU; what is added is added in any order. */
#include "each.cuh"
#include "element.cuh"

struct ReadBody {
    GpuIndexRead r;
    __device__ void operator()(int64_t i) const
    {
        GpuNumber n = load(r.index.dtype, r.index.at, offset_of(r.index, i));
        int64_t at = convert(r.index.dtype, GPU_INT64, n).L;
        if (at < 0 || at >= r.size) {
            bool good = r.mode == GPU_INDEX_ANY;
            if (r.size > 0 && r.mode == GPU_INDEX_CLIP) at = at < 0 ? 0 : r.size - 1, good = true;
            if (r.size > 0 && r.mode == GPU_INDEX_WRAP) {
                at %= r.size;
                if (at < 0) at += r.size;
                good = true;
            }
            if (r.mode == GPU_INDEX_RAISE && at >= -r.size && at < 0) at += r.size, good = true;
            if (!good) {
                fault(r.fault, r.piece, r.kind, at, r.size, r.axis);
                at = 0;
            }
        }
        r.places[i] = (r.add ? r.places[i] : 0) + at * r.step;
    }
};
extern "C" void gpu_run_index_read(GpuStream stream, const GpuIndexRead *r) { each(stream, r->index.size, ReadBody{*r}); }

/* ---- adding to one element from many threads ---- */
static __device__ void add_element(int dtype, char *at, int64_t to, const char *from, int64_t i)
{
    switch (dtype) {
    case GPU_FLOAT32: atomicAdd((float *)at + to, ((const float *)from)[i]); return;
    case GPU_FLOAT64: atomicAdd((double *)at + to, ((const double *)from)[i]); return;
    case GPU_COMPLEX64: for (int k = 0; k < 2; k++) atomicAdd((float *)at + 2 * to + k, ((const float *)from)[2 * i + k]); return;
    case GPU_COMPLEX128: for (int k = 0; k < 2; k++) atomicAdd((double *)at + 2 * to + k, ((const double *)from)[2 * i + k]); return;
    case GPU_INT32: atomicAdd((int *)at + to, ((const int *)from)[i]); return;
    case GPU_INT64: atomicAdd((unsigned long long *)at + to, ((const unsigned long long *)from)[i]); return;
    default: break;
    }
    /* a byte or two of a word: the word is exchanged until nobody came between */
    int bytes = dtype == GPU_FLOAT16 || dtype == GPU_BFLOAT16 || dtype == GPU_INT16 ? 2 : 1;
    uintptr_t place = (uintptr_t)(at + to * bytes);
    unsigned *word = (unsigned *)(place & ~(uintptr_t)3), shift = (unsigned)(place & 3) * 8, mask = bytes == 2 ? 0xFFFFu : 0xFFu;
    unsigned before = *word, seen;
    do {
        seen = before;
        unsigned old = seen >> shift & mask, more = bytes == 2 ? ((const uint16_t *)from)[i] : ((const uint8_t *)from)[i], sum;
        if (dtype == GPU_FLOAT16) sum = half_of_float(float_of_half((uint16_t)old) + float_of_half((uint16_t)more));
        else if (dtype == GPU_BFLOAT16) sum = bfloat_of_float(float_of_bfloat((uint16_t)old) + float_of_bfloat((uint16_t)more));
        else if (dtype == GPU_BOOL) sum = old | more;
        else sum = old + more;
        before = atomicCAS(word, seen, (seen & ~(mask << shift)) | (sum & mask) << shift);
    } while (before != seen);
}

/* ---- rows ---- */
static __device__ void row_places(const GpuIndexRows &r, int64_t i, int64_t *at, int64_t *row)
{
    int64_t back = i % r.back_total, k = i / r.back_total % r.count, front = i / r.back_total / r.count;
    *at = offset_of(r.fronts, r.front_size, r.front_step, front) + r.places[k] + offset_of(r.backs, r.back_size, r.back_step, back);
    *row = offset_of(r.fronts, r.front_size, r.front_row, front) + offset_of(r.blocks, r.block_size, r.block_row, k) + offset_of(r.backs, r.back_size, r.back_row, back);
}

struct TakeBody {
    GpuIndexRows r;
    __device__ void operator()(int64_t i) const
    {
        int64_t at, row;
        row_places(r, i, &at, &row);
        copy_element(r.bytes, r.rows, i, r.at, at);
    }
};
extern "C" void gpu_run_index_take(GpuStream stream, const GpuIndexRows *r) { each(stream, r->total, TakeBody{*r}); }

struct WinBody {
    GpuIndexRows r;
    __device__ void operator()(int64_t i) const
    {
        int64_t at, row;
        row_places(r, i, &at, &row);
        atomicMax((long long *)r.winners + at, (long long)i);
    }
};
struct LayBody {
    GpuIndexRows r;
    __device__ void operator()(int64_t i) const
    {
        int64_t at, row;
        row_places(r, i, &at, &row);
        if (r.padded && r.places[i / r.back_total % r.count] == r.padding) return;
        if (!r.winners && !r.same) add_element(r.dtype, r.at, at, r.rows, row);
        else if (r.same || r.winners[at] == i) copy_element(r.bytes, r.at, at, r.rows, row);
    }
};
extern "C" void gpu_run_index_lay(GpuStream stream, const GpuIndexRows *r)
{
    if (r->winners) each(stream, r->total, WinBody{*r});
    each(stream, r->total, LayBody{*r});
}

/* ---- along an axis ---- */
struct GatherBody {
    GpuGather g;
    __device__ void operator()(int64_t i) const { copy_element(g.bytes, g.other, i, g.at, offset_of(g.ndim, g.shape, g.steps, i) + g.index[i] * g.along); }
};
extern "C" void gpu_run_gather(GpuStream stream, const GpuGather *g) { each(stream, g->total, GatherBody{*g}); }

struct ScatterWinBody {
    GpuGather g;
    __device__ void operator()(int64_t i) const { atomicMax((long long *)g.winners + offset_of(g.ndim, g.shape, g.steps, i) + g.index[i] * g.along, (long long)i); }
};
struct ScatterBody {
    GpuGather g;
    __device__ void operator()(int64_t i) const
    {
        int64_t at = offset_of(g.ndim, g.shape, g.steps, i) + g.index[i] * g.along, from = offset_of(g.ndim, g.shape, g.other_steps, i);
        if (!g.winners && !g.same) add_element(g.dtype, g.at, at, g.other, from);
        else if (g.same || g.winners[at] == i) copy_element(g.bytes, g.at, at, g.other, from);
    }
};
extern "C" void gpu_run_scatter(GpuStream stream, const GpuGather *g)
{
    if (g->winners) each(stream, g->total, ScatterWinBody{*g});
    each(stream, g->total, ScatterBody{*g});
}

struct OneHotBody {
    GpuOneHot o;
    __device__ void operator()(int64_t i) const
    {
        GpuNumber one;
        one.L = 1;
        if (o.index[i] >= 0 && o.index[i] < o.depth) store(o.dtype, o.out, i * o.depth + o.index[i], convert(GPU_INT64, o.dtype, one));
    }
};
extern "C" void gpu_run_one_hot(GpuStream stream, const GpuOneHot *o) { each(stream, o->count, OneHotBody{*o}); }

struct SequenceMaskBody {
    GpuSequenceMask m;
    __device__ void operator()(int64_t i) const
    {
        int64_t second = i / m.rest % (m.axis ? m.steps : m.batch), first = i / m.rest / (m.axis ? m.steps : m.batch);
        int64_t step = m.axis ? second : first, sequence = m.axis ? first : second;
        if (step >= m.length[sequence]) copy_element(m.bytes, m.at, i, (const char *)m.value, 0);
    }
};
extern "C" void gpu_run_sequence_mask(GpuStream stream, const GpuSequenceMask *m) { each(stream, m->total, SequenceMaskBody{*m}); }

struct AddAtBody {
    GpuGather g;
    __device__ void operator()(int64_t i) const { add_element(g.dtype, g.at, offset_of(g.ndim, g.shape, g.steps, i), g.other, offset_of(g.ndim, g.shape, g.other_steps, i)); }
};
extern "C" void gpu_run_add_at(GpuStream stream, const GpuGather *g) { each(stream, g->total, AddAtBody{*g}); }
