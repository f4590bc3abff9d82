/* sort.cu: lines in order: values become unsigned keys with their places, and keys are exchanged in a bitonic network, a launch a step. A key and its place are never the
 * same twice, so equals stay as they were. */
#include "each.cuh"
#include "element.cuh"

/* In the order of the values: NaN above all, -0 with 0. */
static __device__ uint64_t key_of(int dtype, GpuNumber n)
{
    int type = register_type(dtype);
    if (type == GPU_FLOAT32 || type == GPU_FLOAT64) {
        GpuNumber v;
        v.D = (type == GPU_FLOAT32 ? (double)n.F : n.D) + 0.0;
        if (v.D != v.D) return UINT64_MAX - 1;
        return v.bits >> 63 ? ~v.bits : v.bits | 0x8000000000000000u;
    }
    return (uint64_t)convert(dtype, GPU_INT64, n).L ^ 0x8000000000000000u;
}

static __device__ int64_t line_start(const GpuLines &l, int64_t line) { return offset_of(l.ndim, l.shape, l.strides, line); }

struct KeysBody {
    GpuSort s;
    __device__ void operator()(int64_t i) const
    {
        int64_t line = i / s.padded, k = i % s.padded;
        GpuKey key;
        key.key = UINT64_MAX;
        key.at = INT64_MAX;
        if (k < s.lines.len) {
            key.key = key_of(s.lines.in.dtype, load(s.lines.in.dtype, s.lines.in.at, line_start(s.lines, line) + k * s.lines.step));
            if (s.descending) key.key = ~key.key;
            key.at = k;
        }
        s.keys[i] = key;
    }
};

struct ExchangeBody {
    GpuKey *keys;
    int64_t padded, size, step;
    __device__ void operator()(int64_t i) const
    {
        int64_t line = i / (padded / 2), k = i % (padded / 2), low = k / step * step * 2 + k % step, high = low + step;
        GpuKey *a = keys + line * padded + low, *b = keys + line * padded + high;
        bool up = (low & size) == 0, above = a->key > b->key || (a->key == b->key && a->at > b->at);
        if (above == up) {
            GpuKey t = *a;
            *a = *b;
            *b = t;
        }
    }
};

extern "C" void gpu_run_order_keys(GpuStream stream, GpuKey *keys, int64_t lines, int64_t padded)
{
    for (int64_t size = 2; size <= padded; size *= 2)
        for (int64_t step = size / 2; step; step /= 2) each(stream, lines * (padded / 2), ExchangeBody{keys, padded, size, step});
}

extern "C" void gpu_run_sort(GpuStream stream, const GpuSort *s)
{
    each(stream, s->lines.count * s->padded, KeysBody{*s});
    gpu_run_order_keys(stream, s->keys, s->lines.count, s->padded);
}

struct SortTakeBody {
    GpuSort s;
    __device__ void operator()(int64_t i) const
    {
        const GpuLines &l = s.lines;
        int64_t line = i / s.take, k = i % s.take, to[2] = {0, 0}, rest = line;
        for (int d = l.ndim - 1; d >= 0; d--) {
            to[0] += rest % l.shape[d] * l.out_strides[0][d];
            to[1] += rest % l.shape[d] * l.out_strides[1][d];
            rest /= l.shape[d];
        }
        const GpuKey *keys = s.keys + line * s.padded;
        GpuNumber place;
        place.L = keys[k].at;
        if (s.median) { /* the lower one of the two in the middle; the first NaN where there is one */
            place.L = keys[(l.len - 1) / 2].at;
            int64_t first = 0, n = l.len;
            while (n > 0) {
                int64_t half = n / 2;
                bool below = keys[first + half].key < UINT64_MAX - 1;
                if (below) first += half + 1;
                n = below ? n - half - 1 : half;
            }
            if (first < l.len && !l.whole) place.L = keys[first].at;
        }
        GpuNumber value = load(l.in.dtype, l.in.at, line_start(l, line) + place.L * l.step);
        store(l.out[0].dtype, l.out[0].at, to[0] + k * l.out_step[0], convert(l.in.dtype, l.out[0].dtype, value));
        store(l.out[1].dtype, l.out[1].at, to[1] + k * l.out_step[1], convert(GPU_INT64, l.out[1].dtype, place));
    }
};
extern "C" void gpu_run_sort_take(GpuStream stream, const GpuSort *s) { each(stream, s->lines.count * s->take, SortTakeBody{*s}); }

/* ---- sums of all before ---- */
static __global__ void scan_kernel(int64_t *values, int64_t n, int64_t *blocks)
{
    SHARED(int64_t, sums, BLOCK);
    unsigned me = threadIdx.x;
    int64_t base = (int64_t)blockIdx.x * GPU_SCAN + (int64_t)me * (GPU_SCAN / BLOCK), own = 0;
    for (int k = 0; k < GPU_SCAN / BLOCK; k++)
        if (base + k < n) own += values[base + k];
    sums[me] = own;
    __syncthreads();
    for (unsigned step = 1; step < BLOCK; step *= 2) {
        int64_t other = me >= step ? (int64_t)sums[me - step] : 0;
        __syncthreads();
        sums[me] = (int64_t)sums[me] + other;
        __syncthreads();
    }
    int64_t before = (int64_t)sums[me] - own;
    for (int k = 0; k < GPU_SCAN / BLOCK; k++)
        if (base + k < n) {
            int64_t v = values[base + k];
            values[base + k] = before;
            before += v;
        }
    if (me == BLOCK - 1) blocks[blockIdx.x] = before;
}
struct BlocksBody {
    int64_t *blocks, count;
    __device__ void operator()(int64_t) const
    {
        int64_t sum = 0;
        for (int64_t i = 0; i < count; i++) {
            int64_t v = blocks[i];
            blocks[i] = sum;
            sum += v;
        }
    }
};
struct AddBlocksBody {
    int64_t *values, *blocks;
    __device__ void operator()(int64_t i) const { values[i] += blocks[i / GPU_SCAN]; }
};
extern "C" void gpu_run_scan(GpuStream stream, int64_t *values, int64_t n, int64_t *blocks)
{
    int64_t count = (n + GPU_SCAN - 1) / GPU_SCAN;
    dim3 grid((unsigned)count), block(BLOCK);
    LAUNCH(scan_kernel, grid, block, stream, values, n, blocks);
    each(stream, 1, BlocksBody{blocks, count});
    each(stream, n, AddBlocksBody{values, blocks});
}

/* ---- unique ---- */
struct UniqueMarks {
    GpuUnique u;
    __device__ void operator()(int64_t i) const
    {
        bool nan = u.type && u.keys[i].key == UINT64_MAX - 1;
        u.group[i] = i == 0 || u.keys[i].key != u.keys[i - 1].key || (nan && u.each_nan_alone);
    }
};
struct UniqueBody {
    GpuUnique u;
    __device__ void operator()(int64_t i) const
    {
        bool nan = u.type && u.keys[i].key == UINT64_MAX - 1, alone = nan && u.each_nan_alone;
        bool first = i == 0 || u.keys[i].key != u.keys[i - 1].key || alone;
        int64_t group = u.group[i] - !first; /* u.group: so many began before i */
        if (group >= u.room) return;
        if (first) store(u.values.dtype, u.values.at, offset_of(u.values, group), convert(u.in.dtype, u.values.dtype, load(u.in.dtype, u.in.at, offset_of(u.in, u.keys[i].at))));
        u.inverse[u.keys[i].at] = alone ? 0 : group;
        if (!alone) atomicAdd((unsigned long long *)u.counts + group, 1ull);
    }
};
extern "C" void gpu_run_unique_marks(GpuStream stream, const GpuUnique *u) { each(stream, u->n, UniqueMarks{*u}); }
extern "C" void gpu_run_unique(GpuStream stream, const GpuUnique *u) { each(stream, u->n, UniqueBody{*u}); }
