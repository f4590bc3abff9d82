/* recurrent.cu: all steps of a narrow recurrent layer in one launch, and back through them: a block of threads walks with some rows of the batch, which do not know the others.
 * The state lies in the block's own memory, and the weight, which every step reads, in the card's caches. Sums go by depth: the same bits at every run. */
#include "launch.cuh"

#ifdef PERCH_EMULATED
#define BY_EIGHT
#else
#define BY_EIGHT _Pragma("unroll 8")
#endif

enum { ROWS = 4, PARTS = 16, MOST_GATES = 4, TANH = 0, RELU = 1, LSTM = 2, GRU = 3, KEPT = 4 }; /* as core/recurrent.h has them */

template <class T> static __device__ __forceinline__ T sigmoid(T x) { return (T)1 / ((T)1 + exp(-x)); }

template <class T> static __device__ __forceinline__ T *numbers(const char *at, int64_t place) { return (T *)(void *)const_cast<char *>(at) + place; }

/* One unit of a row: x, z: its shares of the gates from the input and from the state; old: the state before. Returns the new state. */
template <class T> static __device__ __forceinline__ T step_there(const GpuRecurrent &r, const T *x, const T z[MOST_GATES], T old, const T *old_cell, T *cell, T *kept)
{
    int64_t n = r.n;
    if (r.mode == LSTM) {
        T i = sigmoid<T>(x[0] + z[0]), f = sigmoid<T>(x[n] + z[1]), g = tanh(x[2 * n] + z[2]), o = sigmoid<T>(x[3 * n] + z[3]), c = f * *old_cell + i * g;
        kept[0] = i;
        kept[n] = f;
        kept[2 * n] = g;
        kept[3 * n] = o;
        *cell = c;
        return o * tanh(c);
    }
    if (r.mode == GRU) {
        T reset = sigmoid<T>(x[0] + z[0]), update = sigmoid<T>(x[n] + z[1]), g = tanh(x[2 * n] + reset * z[2]);
        kept[0] = reset;
        kept[n] = update;
        kept[2 * n] = g;
        kept[3 * n] = z[2];
        return (old - g) * update + g;
    }
    T sum = x[0] + z[0];
    return r.mode == TANH ? tanh(sum) : sum < 0 ? (T)0 : sum;
}

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
            const int64_t t = r.reverse ? r.steps - 1 - step : step, before = r.reverse ? t + 1 : t - 1;
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
                const int64_t at = t * r.batch + from + row;
                T z[MOST_GATES], *cell = NULL, *kept = NULL;
                const T *old_cell = NULL;
                for (int k = 0; k < MOST_GATES; k++) z[k] = k * n < wide ? (T)share[row * wide + k * n + unit] : (T)0;
                if (r.mode == LSTM) {
                    cell = numbers<T>(r.cell, at * n + unit);
                    old_cell = step ? numbers<T>(r.cell, (before * r.batch + from + row) * n + unit) : numbers<T>(r.first_cell, (from + row) * n + unit);
                }
                if (r.mode >= LSTM) kept = numbers<T>(r.kept, at * KEPT * n + unit);
                T now = step_there<T>(r, numbers<T>(r.x, at * wide + unit), z, state[i], old_cell, cell, kept);
                numbers<T>(r.y, at * n)[unit] = now;
                state[i] = now;
            }
            __syncthreads();
        }
    }
}

/* The gradients of a unit's gates (input's share in dx, the state's in dz) from those of its new state and cell; *dh becomes what goes straight to the state before, *dc that of the cell before. */
template <class T> static __device__ __forceinline__ void step_back(const GpuRecurrent &r, const T *kept, T now, T old, T cell, T old_cell, T *dh, T *dc, T dx[MOST_GATES], T *dz_last)
{
    int64_t n = r.n;
    T d = *dh;
    *dh = 0;
    if (r.mode == LSTM) {
        T i = kept[0], f = kept[n], g = kept[2 * n], o = kept[3 * n], shown = tanh(cell), c = *dc + d * o * ((T)1 - shown * shown);
        dx[0] = c * g * (i - i * i);
        dx[1] = c * old_cell * (f - f * f);
        dx[2] = c * i * ((T)1 - g * g);
        dx[3] = d * shown * (o - o * o);
        *dz_last = dx[3];
        *dc = c * f;
    } else if (r.mode == GRU) {
        T reset = kept[0], update = kept[n], g = kept[2 * n], own = kept[3 * n];
        dx[2] = (d - d * update) * ((T)1 - g * g);
        dx[0] = dx[2] * own * (reset - reset * reset);
        dx[1] = d * (old - g) * (update - update * update);
        *dz_last = dx[2] * reset;
        *dh = d * update;
    } else {
        dx[0] = r.mode == TANH ? d * ((T)1 - now * now) : now <= 0 ? (T)0 : d;
        *dz_last = dx[0];
    }
}

template <class T> static __global__ void recurrent_back(GpuRecurrent r)
{
    enum { MOST = GPU_NARROW / sizeof(T) };
    SHARED(T, handed, ROWS * MOST);
    SHARED(T, share, ROWS * MOST_GATES * MOST);
    SHARED(T, partial, ROWS * BLOCK); /* a unit's sums over every so many gates */
    const int n = r.n, wide = r.wide, gates = wide / n, me = (int)threadIdx.x, parts = BLOCK / n < PARTS ? BLOCK / n : PARTS;
    const T *weights = numbers<T>(r.weight, 0);
    for (int64_t from = (int64_t)blockIdx.x * ROWS; from < r.batch; from += (int64_t)gridDim.x * ROWS) {
        const int rows = r.batch - from < ROWS ? (int)(r.batch - from) : ROWS;
        for (int i = rows * wide + me; i < ROWS * wide; i += BLOCK) share[i] = (T)0;
        for (int64_t step = r.steps - 1; step >= 0; step--) {
            const int64_t t = r.reverse ? r.steps - 1 - step : step, before = r.reverse ? t + 1 : t - 1;
            const bool last = step == r.steps - 1;
            for (int i = me; i < rows * n; i += BLOCK) {
                const int row = i / n, unit = i % n;
                const int64_t at = t * r.batch + from + row, then = before * r.batch + from + row, first = (from + row) * n + unit;
                T dh = last ? (T)0 : (T)handed[i], dc = 0, cell = 0, old_cell = 0, old = 0, now = 0, dx[MOST_GATES] = {}, dz_last;
                const T *kept = NULL;
                if (r.dy) dh += numbers<T>(r.dy, at * n)[unit];
                if (r.mode == LSTM) {
                    if (!last) dc = *numbers<T>(r.dcell, first);
                    if (r.dcells) dc += numbers<T>(r.dcells, at * n)[unit];
                    cell = numbers<T>(r.cell, at * n)[unit];
                    old_cell = step ? numbers<T>(r.cell, then * n)[unit] : *numbers<T>(r.first_cell, first);
                } else if (r.mode == GRU) old = step ? numbers<T>(r.y, then * n)[unit] : *numbers<T>(r.first, first);
                else now = numbers<T>(r.y, at * n)[unit];
                if (r.mode >= LSTM) kept = numbers<T>(r.kept, at * KEPT * n + unit);
                step_back<T>(r, kept, now, old, cell, old_cell, &dh, &dc, dx, &dz_last);
                for (int k = 0; k < gates; k++) {
                    T dz = k == gates - 1 ? dz_last : dx[k];
                    numbers<T>(r.dx, at * wide)[k * n + unit] = dx[k];
                    if (r.mode == GRU) numbers<T>(r.dhidden, at * wide)[k * n + unit] = dz;
                    share[row * wide + k * n + unit] = dz;
                }
                if (r.mode == LSTM) *numbers<T>(r.dcell, first) = dc;
                handed[i] = dh;
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

extern "C" void gpu_run_recurrent(GpuStream stream, const GpuRecurrent *r)
{
    int64_t blocks = (r->batch + ROWS - 1) / ROWS;
    dim3 grid(blocks > MOST_BLOCKS ? (unsigned)MOST_BLOCKS : (unsigned)blocks), block(BLOCK);
    GpuRecurrent by = *r;
    if (r->back && r->wide_numbers) LAUNCH(recurrent_back<double>, grid, block, stream, by);
    else if (r->back) LAUNCH(recurrent_back<float>, grid, block, stream, by);
    else if (r->wide_numbers) LAUNCH(recurrent_there<double>, grid, block, stream, by);
    else LAUNCH(recurrent_there<float>, grid, block, stream, by);
}
