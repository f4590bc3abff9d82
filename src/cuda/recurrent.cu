/* recurrent.cu: the steps of a recurrent layer, and the way back through them. A narrow layer is one launch: a block of threads walks with some rows of the batch, which do not know the
 * others, through all steps, the state in its own memory, the weight, which every step reads, in the card's caches. A wider one is a launch a step: a block has some units of some rows.
 * Sums go by depth and are put together in one order: the same bits at every run. */
#include "launch.cuh"

#ifdef PERCH_EMULATED
#define BY_EIGHT
#else
#define BY_EIGHT _Pragma("unroll 8")
#endif

enum { MOST_GATES = 4, TANH = 0, RELU = 1, LSTM = 2, GRU = 3, KEPT = 4 }; /* as core/recurrent.h has them */

template <class T> static __device__ __forceinline__ T *numbers(const char *at, int64_t place) { return (T *)(void *)const_cast<char *>(at) + place; }
template <class T> static __device__ __forceinline__ T sigmoid(T x) { return (T)1 / ((T)1 + exp(-x)); }

/* ---- a unit of a row at a step ---- */
static __device__ __forceinline__ int64_t place(const GpuRecurrent &r, int64_t step, int64_t row) { return (r.reverse ? r.steps - 1 - step : step) * r.batch + row; }

/* What the step before left of a unit: in `all` of the steps, or before the first */
template <class T> static __device__ __forceinline__ T before(const GpuRecurrent &r, const char *all, const char *first, int64_t step, int64_t row, int unit)
{
    return *(step ? numbers<T>(all, place(r, step - 1, row) * r.n + unit) : numbers<T>(first, row * r.n + unit));
}

/* z: the state's share of the gates; old: the state before. The new state */
template <class T> static __device__ __forceinline__ T unit_there(const GpuRecurrent &r, int64_t step, int64_t row, int unit, const T z[MOST_GATES], T old)
{
    const int64_t n = r.n, at = place(r, step, row);
    const T *x = numbers<T>(r.x, at * r.wide + unit);
    T *kept = numbers<T>(r.kept, at * KEPT * n + unit), now;
    if (r.mode == LSTM) {
        T i = sigmoid<T>(x[0] + z[0]), f = sigmoid<T>(x[n] + z[1]), g = tanh(x[2 * n] + z[2]), o = sigmoid<T>(x[3 * n] + z[3]), c = f * before<T>(r, r.cell, r.first_cell, step, row, unit) + i * g;
        kept[0] = i;
        kept[n] = f;
        kept[2 * n] = g;
        kept[3 * n] = o;
        *numbers<T>(r.cell, at * n + unit) = c;
        now = o * tanh(c);
    } else if (r.mode == GRU) {
        T reset = sigmoid<T>(x[0] + z[0]), update = sigmoid<T>(x[n] + z[1]), g = tanh(x[2 * n] + reset * z[2]);
        kept[0] = reset;
        kept[n] = update;
        kept[2 * n] = g;
        kept[3 * n] = z[2];
        now = (old - g) * update + g;
    } else {
        T sum = x[0] + z[0];
        now = r.mode == TANH ? tanh(sum) : sum < 0 ? (T)0 : sum;
    }
    *numbers<T>(r.y, at * n + unit) = now;
    return now;
}

/* dh: what the step behind hands to the new state. dz: the gradient of the state's share of the gates. What goes straight to the state before */
template <class T> static __device__ __forceinline__ T unit_back(const GpuRecurrent &r, int64_t step, int64_t row, int unit, T dh, T dz[MOST_GATES])
{
    const int64_t n = r.n, at = place(r, step, row);
    const T *kept = numbers<T>(r.kept, at * KEPT * n + unit);
    T *dx = numbers<T>(r.dx, at * r.wide + unit), straight = 0;
    if (r.dy) dh += *numbers<T>(r.dy, at * n + unit);
    if (r.mode == LSTM) {
        T *handed = numbers<T>(r.dcell, row * n + unit), i = kept[0], f = kept[n], g = kept[2 * n], o = kept[3 * n], shown = tanh(*numbers<T>(r.cell, at * n + unit));
        T dc = (step == r.steps - 1 ? (T)0 : *handed) + dh * o * ((T)1 - shown * shown);
        if (r.dcells) dc += *numbers<T>(r.dcells, at * n + unit);
        dz[0] = dc * g * (i - i * i);
        dz[1] = dc * before<T>(r, r.cell, r.first_cell, step, row, unit) * (f - f * f);
        dz[2] = dc * i * ((T)1 - g * g);
        dz[3] = dh * shown * (o - o * o);
        *handed = dc * f;
    } else if (r.mode == GRU) {
        T reset = kept[0], update = kept[n], g = kept[2 * n], own = kept[3 * n], dg = (dh - dh * update) * ((T)1 - g * g), *dhidden = numbers<T>(r.dhidden, at * r.wide + unit);
        dz[0] = dg * own * (reset - reset * reset);
        dz[1] = dh * (before<T>(r, r.y, r.first, step, row, unit) - g) * (update - update * update);
        dz[2] = dg * reset;
        straight = dh * update;
        for (int k = 0; k < 3; k++) dhidden[k * n] = dz[k];
        dx[2 * n] = dg;
    } else {
        T now = *numbers<T>(r.y, at * n + unit);
        dz[0] = r.mode == TANH ? dh * ((T)1 - now * now) : now <= 0 ? (T)0 : dh;
    }
    const int same = r.mode == LSTM ? 4 : r.mode == GRU ? 2 : 1;
    for (int k = 0; k < MOST_GATES; k++)
        if (k < same) dx[k * n] = dz[k];
    return straight;
}

/* ---- narrow: all steps of some rows ---- */
enum { ROWS = 4, PARTS = 16 };

template <class T> static __global__ void recurrent_there(GpuRecurrent r)
{
    enum { MOST = GPU_NARROW / sizeof(T) };
    SHARED(T, state, ROWS * MOST);
    SHARED(T, share, ROWS * MOST_GATES * MOST);
    const int n = r.n, wide = r.wide, me = (int)threadIdx.x;
    const T *turned = numbers<T>(r.weight, 0), *bias = numbers<T>(r.bias, 0);
    for (int64_t from = (int64_t)blockIdx.x * ROWS; from < r.batch; from += (int64_t)gridDim.x * ROWS) {
        const int rows = r.batch - from < ROWS ? (int)(r.batch - from) : ROWS;
        for (int i = me; i < ROWS * n; i += BLOCK) state[i] = i < rows * n ? numbers<T>(r.first, from * n)[i] : (T)0;
        __syncthreads();
        for (int64_t step = 0; step < r.steps; step++) {
            for (int j = me; j < wide; j += BLOCK) {
                T sum[ROWS], b = r.bias ? bias[j] : (T)0;
                for (int row = 0; row < ROWS; row++) sum[row] = b;
                BY_EIGHT for (int k = 0; k < n; k++) {
                    T weight = turned[k * wide + j];
                    for (int row = 0; row < ROWS; row++) sum[row] += (T)state[row * n + k] * weight;
                }
                for (int row = 0; row < ROWS; row++) share[row * wide + j] = sum[row];
            }
            __syncthreads();
            for (int i = me; i < rows * n; i += BLOCK) {
                const int row = i / n, unit = i % n;
                T z[MOST_GATES];
                for (int k = 0; k < MOST_GATES; k++) z[k] = k * n < wide ? (T)share[row * wide + k * n + unit] : (T)0;
                state[i] = unit_there<T>(r, step, from + row, unit, z, state[i]);
            }
            __syncthreads();
        }
    }
}

template <class T> static __global__ void recurrent_back(GpuRecurrent r)
{
    enum { MOST = GPU_NARROW / sizeof(T) };
    SHARED(T, handed, ROWS * MOST);
    SHARED(T, share, ROWS * MOST_GATES * MOST);
    SHARED(T, partial, ROWS * BLOCK); /* a unit's sums over every so many gates */
    const int n = r.n, wide = r.wide, me = (int)threadIdx.x, parts = BLOCK / n < PARTS ? BLOCK / n : PARTS;
    const T *weights = numbers<T>(r.weight, 0);
    for (int64_t from = (int64_t)blockIdx.x * ROWS; from < r.batch; from += (int64_t)gridDim.x * ROWS) {
        const int rows = r.batch - from < ROWS ? (int)(r.batch - from) : ROWS;
        for (int i = rows * wide + me; i < ROWS * wide; i += BLOCK) share[i] = (T)0;
        for (int64_t step = r.steps - 1; step >= 0; step--) {
            for (int i = me; i < rows * n; i += BLOCK) {
                const int row = i / n, unit = i % n;
                T dz[MOST_GATES] = {};
                handed[i] = unit_back<T>(r, step, from + row, unit, step == r.steps - 1 ? (T)0 : (T)handed[i], dz);
                for (int k = 0; k < MOST_GATES; k++)
                    if (k * n < wide) share[row * wide + k * n + unit] = dz[k];
            }
            __syncthreads();
            if (me < parts * n) {
                T sum[ROWS] = {};
                BY_EIGHT for (int j = me / n; j < wide; j += parts) {
                    T weight = weights[j * n + me % n];
                    for (int row = 0; row < ROWS; row++) sum[row] += (T)share[row * wide + j] * weight;
                }
                for (int row = 0; row < ROWS; row++) partial[(me / n * ROWS + row) * n + me % n] = sum[row];
            }
            __syncthreads();
            for (int i = me; i < rows * n; i += BLOCK) {
                T sum = handed[i];
                for (int part = 0; part < parts; part++) sum += (T)partial[part * ROWS * n + i];
                handed[i] = sum;
                if (!step) numbers<T>(r.dstate, from * n)[i] = sum;
            }
        }
        __syncthreads();
    }
}

/* ---- wide: a step of some units of some rows; threads share the depth, too ---- */
enum { UNITS = 8, TILE = 8, DEPTH = 64, LINE = DEPTH + 1 /* neighbours in other banks */, SPLIT = BLOCK / (UNITS * TILE) };
struct Mine { int unit, row, split, left; int64_t first_row, unit_tiles; }; /* a thread's; left: the block's first unit */

static __device__ __forceinline__ Mine mine(const GpuRecurrent &r)
{
    Mine m;
    int me = (int)threadIdx.x;
    m.unit = me % UNITS;
    m.row = me / UNITS % TILE;
    m.split = me / (UNITS * TILE);
    m.unit_tiles = (r.n + UNITS - 1) / UNITS;
    m.left = (int)(blockIdx.x % m.unit_tiles) * UNITS;
    m.first_row = blockIdx.x / m.unit_tiles * TILE;
    return m;
}

/* Rows of the block's tile, so many numbers wide, from `from` on; beyond the end zeros */
template <class T, class Shared> static __device__ __forceinline__ void take_rows(const GpuRecurrent &r, const Mine &m, Shared &to, const T *rows, int wide, int from)
{
    for (int i = (int)threadIdx.x; i < TILE * DEPTH; i += BLOCK) {
        const int row = i / DEPTH, k = from + i % DEPTH;
        to[row * LINE + i % DEPTH] = m.first_row + row < r.batch && k < wide ? rows[(m.first_row + row) * wide + k] : (T)0;
    }
}

template <class T> static __global__ void recurrent_step(GpuRecurrent r, int64_t step)
{
    SHARED(T, state, TILE * LINE);
    SHARED(T, weight, MOST_GATES * UNITS * LINE);
    SHARED(T, partial, MOST_GATES * BLOCK);
    const int n = r.n, gates = r.wide / n, me = (int)threadIdx.x;
    const Mine m = mine(r);
    const T *states = step ? numbers<T>(r.y, place(r, step - 1, 0) * n) : numbers<T>(r.first, 0), *weights = numbers<T>(r.weight, 0);
    T sum[MOST_GATES] = {};
    for (int from = 0; from < n; from += DEPTH) {
        take_rows<T>(r, m, state, states, n, from);
        for (int i = me; i < gates * UNITS * DEPTH; i += BLOCK) {
            const int column = i / DEPTH, unit = m.left + column % UNITS, k = from + i % DEPTH;
            weight[column * LINE + i % DEPTH] = unit < n && k < n ? weights[((int64_t)(column / UNITS) * n + unit) * n + k] : (T)0;
        }
        __syncthreads();
        BY_EIGHT for (int k = m.split; k < DEPTH; k += SPLIT) {
            T h = state[m.row * LINE + k];
            for (int gate = 0; gate < MOST_GATES; gate++)
                if (gate < gates) sum[gate] += h * (T)weight[(gate * UNITS + m.unit) * LINE + k];
        }
        __syncthreads();
    }
    for (int gate = 0; gate < MOST_GATES; gate++) partial[gate * BLOCK + me] = sum[gate];
    __syncthreads();
    const int unit = m.left + m.unit;
    const int64_t row = m.first_row + m.row;
    if (m.split || unit >= n || row >= r.batch) return;
    for (int gate = 0; gate < MOST_GATES; gate++) {
        sum[gate] = r.bias && gate < gates ? numbers<T>(r.bias, gate * n)[unit] : (T)0;
        for (int split = 0; split < SPLIT; split++) sum[gate] += (T)partial[gate * BLOCK + split * UNITS * TILE + me];
    }
    unit_there<T>(r, step, row, unit, sum, states[row * n + unit]);
}

/* What step + 1 hands to the state behind `step`, and back through that; step -1: to the first state */
template <class T> static __global__ void recurrent_step_back(GpuRecurrent r, int64_t step)
{
    SHARED(T, share, TILE * LINE);
    SHARED(T, weight, DEPTH * UNITS);
    SHARED(T, partial, BLOCK);
    const int n = r.n, wide = r.wide, me = (int)threadIdx.x;
    const Mine m = mine(r);
    const int unit = m.left + m.unit;
    const int64_t row = m.first_row + m.row;
    const bool last = step == r.steps - 1;
    const T *shares = last ? NULL : numbers<T>(r.mode == GRU ? r.dhidden : r.dx, place(r, step + 1, 0) * wide), *weights = numbers<T>(r.weight, 0);
    T sum = 0;
    for (int from = 0; !last && from < wide; from += DEPTH) {
        take_rows<T>(r, m, share, shares, wide, from);
        for (int i = me; i < DEPTH * UNITS; i += BLOCK) {
            const int j = from + i / UNITS, column = m.left + i % UNITS;
            weight[i] = j < wide && column < n ? weights[(int64_t)j * n + column] : (T)0;
        }
        __syncthreads();
        BY_EIGHT for (int k = m.split; k < DEPTH; k += SPLIT) sum += (T)share[m.row * LINE + k] * (T)weight[k * UNITS + m.unit];
        __syncthreads();
    }
    partial[me] = sum;
    __syncthreads();
    if (m.split || unit >= n || row >= r.batch) return;
    T *handed = numbers<T>(r.dstate, row * n + unit), dz[MOST_GATES] = {};
    T dh = r.mode == GRU && !last ? *handed : (T)0;
    for (int split = 0; split < SPLIT; split++) dh += (T)partial[split * UNITS * TILE + me];
    if (step >= 0) dh = unit_back<T>(r, step, row, unit, dh, dz);
    if (step < 0 || r.mode == GRU) *handed = dh;
}

/* ---- launching ---- */
static void launch_narrow(GpuStream stream, const GpuRecurrent &r)
{
    int64_t blocks = (r.batch + ROWS - 1) / ROWS;
    dim3 grid(blocks > MOST_BLOCKS ? (unsigned)MOST_BLOCKS : (unsigned)blocks), block(BLOCK);
    if (r.back && r.wide_numbers) LAUNCH(recurrent_back<double>, grid, block, stream, r);
    else if (r.back) LAUNCH(recurrent_back<float>, grid, block, stream, r);
    else if (r.wide_numbers) LAUNCH(recurrent_there<double>, grid, block, stream, r);
    else LAUNCH(recurrent_there<float>, grid, block, stream, r);
}

static void launch_step(GpuStream stream, const GpuRecurrent &r, int64_t step)
{
    int64_t blocks = ((r.batch + TILE - 1) / TILE) * ((r.n + UNITS - 1) / UNITS);
    dim3 grid((unsigned)blocks), block(BLOCK);
    if (r.back && r.wide_numbers) LAUNCH(recurrent_step_back<double>, grid, block, stream, r, step);
    else if (r.back) LAUNCH(recurrent_step_back<float>, grid, block, stream, r, step);
    else if (r.wide_numbers) LAUNCH(recurrent_step<double>, grid, block, stream, r, step);
    else LAUNCH(recurrent_step<float>, grid, block, stream, r, step);
}

extern "C" void gpu_run_recurrent(GpuStream stream, const GpuRecurrent *given)
{
    const GpuRecurrent r = *given;
    if (r.narrow) launch_narrow(stream, r);
    else if (r.back)
        for (int64_t step = r.steps - 1; step >= -1; step--) launch_step(stream, r, step);
    else
        for (int64_t step = 0; step < r.steps; step++) launch_step(stream, r, step);
}
