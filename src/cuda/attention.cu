/* attention.cu: attention in one launch, its gradient in two (each query's own sum first), no score kept: device memory grows with the length, not with its square.
 *
 * A block has a tile of its own rows ("mine": queries, or sources) and walks over tiles of the others ("other"). Of each it computes scores, turns them into factors, and adds factors
 * times rows of a third matrix to what it gathers: values (forward; the softmax of a row is corrected whenever its largest grows), keys (the queries' gradient), queries (the keys'),
 * the result's gradient (the values'). What a block gathers is its own, and it walks in order, so a result has the same bits in each run. Rows are cut into chunks of CHUNK numbers in
 * the block's memory, so heads may be of any size; what is gathered is at most 16 C numbers wide a block, wider heads are more blocks. float16 and bfloat16 are computed in float.
 */
#include "each.cuh"
#include "element.cuh"
#include "philox.cuh"

enum { LANES = 16, CHUNK = 32, PITCH = CHUNK + 1 }; /* a block is LANES x LANES threads; PITCH: rows begin in different banks */

struct Rows { const char *at; int64_t row, column; }; /* one batch's matrix */

template <class T> static __device__ __forceinline__ T read(int dtype, const char *at, int64_t i);
template <> __device__ __forceinline__ float read<float>(int dtype, const char *at, int64_t i)
{
    return dtype == GPU_FLOAT32 ? ((const float *)at)[i] : dtype == GPU_FLOAT16 ? float_of_half(((const uint16_t *)at)[i]) : float_of_bfloat(((const uint16_t *)at)[i]);
}
template <> __device__ __forceinline__ double read<double>(int, const char *at, int64_t i) { return ((const double *)at)[i]; }
static __device__ __forceinline__ void write(int dtype, char *at, int64_t i, float x)
{
    if (dtype == GPU_FLOAT32) ((float *)at)[i] = x;
    else ((uint16_t *)at)[i] = dtype == GPU_FLOAT16 ? half_of_float(x) : bfloat_of_float(x);
}
static __device__ __forceinline__ void write(int, char *at, int64_t i, double x) { ((double *)at)[i] = x; }

static __device__ __forceinline__ int64_t batch_offset(const GpuAttention &a, const GpuMatrices &m, int64_t batch) { return offset_of(a.batch_axes, a.batch_shape, m.batch, batch); }
static __device__ __forceinline__ Rows rows_of(const GpuAttention &a, const GpuMatrices &m, int64_t batch)
{
    int bytes = a.dtype == GPU_FLOAT64 ? 8 : a.dtype == GPU_FLOAT32 ? 4 : 2;
    return Rows{m.at + batch_offset(a, m, batch) * bytes, m.row, m.column};
}

/* SIDE rows from `first` on, CHUNK columns from `at` on, into the block's memory; zeros beyond. */
template <class T, int SIDE, class Room> static __device__ __forceinline__ void stage(Room &room, int dtype, const Rows &m, int64_t first, int64_t rows, int64_t at, int64_t columns)
{
    for (int i = threadIdx.y * LANES + threadIdx.x; i < SIDE * CHUNK; i += LANES * LANES) {
        int row = i / CHUNK, column = i % CHUNK;
        bool there = first + row < rows && at + column < columns;
        room[row * PITCH + column] = there ? read<T>(dtype, m.at, (first + row) * m.row + (at + column) * m.column) : T(0);
    }
}

/* x[i][j] += the product of my row i (threadIdx.y + LANES i) and other row j (threadIdx.x + LANES j), n numbers long */
template <class T, int R, class Room>
static __device__ __forceinline__ void multiply(T (&x)[R][R], Room &left, Room &right, int dtype, const Rows &mine, int64_t first, int64_t rows, const Rows &other, int64_t from, int64_t others, int64_t n)
{
    for (int64_t at = 0; at < n; at += CHUNK) {
        __syncthreads(); /* whoever still reads what is there */
        stage<T, R * LANES>(left, dtype, mine, first, rows, at, n);
        stage<T, R * LANES>(right, dtype, other, from, others, at, n);
        __syncthreads();
        int wide = n - at < CHUNK ? (int)(n - at) : CHUNK;
        for (int c = 0; c < wide; c++) {
            T a[R], b[R];
            UNROLLED
            for (int i = 0; i < R; i++) a[i] = left[(threadIdx.y + LANES * i) * PITCH + c];
            UNROLLED
            for (int j = 0; j < R; j++) b[j] = right[(threadIdx.x + LANES * j) * PITCH + c];
            UNROLLED
            for (int i = 0; i < R; i++)
                UNROLLED
                for (int j = 0; j < R; j++) x[i][j] += a[i] * b[j];
        }
    }
}

/* sum[i][c] += factors[my row i][o] * column (at + threadIdx.x + LANES c) of row o of m, over the tile's rows o */
template <class T, int R, int C, class Room, class Factors>
static __device__ __forceinline__ void gather(T (&sum)[R][C], const T (&x)[R][R], Factors &factors, Room &right, int dtype, const Rows &m, int64_t from, int64_t others, int64_t at, int64_t n)
{
    constexpr int SIDE = R * LANES;
    UNROLLED
    for (int i = 0; i < R; i++)
        UNROLLED
        for (int j = 0; j < R; j++) factors[(threadIdx.y + LANES * i) * (SIDE + 1) + threadIdx.x + LANES * j] = x[i][j];
    int count = others - from < SIDE ? (int)(others - from) : SIDE;
    UNROLLED
    for (int c = 0; c < C; c += CHUNK / LANES) {
        if (at + c * LANES >= n) continue; /* for all threads alike */
        __syncthreads();
        stage<T, SIDE>(right, dtype, m, from, others, at + c * LANES, n);
        __syncthreads();
        for (int o = 0; o < count; o++)
            UNROLLED
            for (int i = 0; i < R; i++) {
                T f = factors[(threadIdx.y + LANES * i) * (SIDE + 1) + o];
                UNROLLED
                for (int k = 0; k < CHUNK / LANES; k++) sum[i][c + k] += f * (T)right[o * PITCH + threadIdx.x + LANES * k];
            }
    }
    __syncthreads(); /* before the next tile's factors */
}

/* ---- what a pair of a query and a source is ---- */
template <class T> struct Pairs {
    const GpuAttention &a;
    int64_t batch, mask_at;
    uint64_t seed, offset;
    __device__ Pairs(const GpuAttention &given, int64_t b, uint64_t seed_, uint64_t offset_) : a(given), batch(b), mask_at(a.mask.at ? batch_offset(a, a.mask, b) : 0), seed(seed_), offset(offset_) {}
    __device__ bool inside(int64_t q, int64_t s) const { return q < a.queries && s < a.sources; }
    __device__ bool hidden(int64_t q, int64_t s) const
    {
        return (a.causal && s > q) || (a.mask_of_bools && !((const uint8_t *)a.mask.at)[mask_at + q * a.mask.row + s * a.mask.column]);
    }
    /* The score, of the product */
    __device__ T score(T product, int64_t q, int64_t s) const
    {
        product *= (T)a.scale;
        if (a.mask.at && !a.mask_of_bools) product += read<T>(a.dtype, a.mask.at, mask_at + q * a.mask.row + s * a.mask.column);
        return hidden(q, s) ? (T)-HUGE_VAL : product;
    }
};

/* What dropout multiplies by: the number that its own kernel would draw for this element of all weights */
template <class T> static __device__ APART T draw(uint64_t seed, uint64_t offset, int64_t at, int64_t apart, double keep, double factor)
{
    constexpr int EACH = sizeof(T) == 8 ? 2 : 4; /* numbers of four words */
    int64_t turn = at / apart;
    Philox p = philox_open(seed, (uint64_t)(at % apart), offset + (uint64_t)(turn / EACH) * 4);
    philox_block(p);
    int k = (int)(turn % EACH);
    bool kept = EACH == 4 ? unit(k == 0 ? p.words[0] : k == 1 ? p.words[1] : k == 2 ? p.words[2] : p.words[3]) < (float)keep
                          : (k ? unit(p.words[2], p.words[3]) : unit(p.words[0], p.words[1])) < keep;
    return kept ? (T)factor : T(0);
}
template <class T> static __device__ __forceinline__ T noise(const Pairs<T> &p, int64_t q, int64_t s)
{
    return p.a.drops ? draw<T>(p.seed, p.offset, (p.batch * p.a.queries + q) * p.a.sources + s, (int64_t)p.a.blocks * BLOCK, p.a.keep, p.a.factor) : T(1);
}

/* Of the LANES threads that share a row, to each of them; one order at every run */
template <class T> static __device__ __forceinline__ T row_max(T x)
{
    for (int with = LANES / 2; with; with /= 2) {
        T other = __shfl_xor_sync(~0u, x, with);
        x = other > x ? other : x;
    }
    return x;
}
template <class T> static __device__ __forceinline__ T row_sum(T x)
{
    for (int with = LANES / 2; with; with /= 2) x += __shfl_xor_sync(~0u, x, with);
    return x;
}

/* ---- forward ---- */
template <class T, int R> struct Online { T high[R], sum[R]; }; /* of each of my rows so far: the largest score, the sum of exp(score - it) */

/* Scores become factors; what was gathered before is corrected where a row has a larger one now. */
template <class T, int R, int C> static __device__ __forceinline__ void weigh(T (&x)[R][R], T (&gathered)[R][C], Online<T, R> &row, const Pairs<T> &p, int64_t first, int64_t from)
{
    UNROLLED
    for (int i = 0; i < R; i++) {
        int64_t q = first + threadIdx.y + LANES * i;
        T high = row.high[i], sum = 0;
        UNROLLED
        for (int j = 0; j < R; j++) {
            int64_t s = from + threadIdx.x + LANES * j;
            x[i][j] = p.inside(q, s) ? p.score(x[i][j], q, s) : (T)-HUGE_VAL;
            high = x[i][j] > high ? x[i][j] : high;
        }
        high = row_max(high);
        T base = high == (T)-HUGE_VAL ? T(0) : high, shrink = exp(row.high[i] - base);
        UNROLLED
        for (int j = 0; j < R; j++) {
            int64_t s = from + threadIdx.x + LANES * j;
            T e = exp(x[i][j] - base);
            sum += e;
            x[i][j] = p.inside(q, s) ? e * noise(p, q, s) : e;
        }
        row.sum[i] = row.sum[i] * shrink + row_sum(sum);
        row.high[i] = high;
        UNROLLED
        for (int c = 0; c < C; c++) gathered[i][c] *= shrink;
    }
}

template <class T, int R, int C> static __global__ void __launch_bounds__(LANES * LANES) attention_kernel(const __grid_constant__ GpuAttention a)
{
    constexpr int SIDE = R * LANES;
    SHARED(T, left, SIDE * PITCH);
    SHARED(T, right, SIDE * PITCH);
    SHARED(T, factors, SIDE * (SIDE + 1));
    int64_t tiles = (a.queries + SIDE - 1) / SIDE, at = (int64_t)blockIdx.y * C * LANES;
    uint64_t seed = seed_of(a.seed, a.apart), offset = behind(a.offset, a.apart);
    if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0 && threadIdx.y == 0) a.drawn[0] = (int64_t)seed, a.drawn[1] = (int64_t)offset;
    for (int64_t tile = blockIdx.x; tile < a.batches * tiles; tile += gridDim.x) {
        int64_t batch = tile / tiles, first = tile % tiles * SIDE, last = a.causal && first + SIDE < a.sources ? first + SIDE : a.sources;
        Rows q = rows_of(a, a.q, batch), k = rows_of(a, a.k, batch), v = rows_of(a, a.v, batch), y = rows_of(a, a.out, batch);
        Pairs<T> pairs(a, batch, seed, offset);
        Online<T, R> row;
        T sum[R][C];
        UNROLLED
        for (int i = 0; i < R; i++) {
            row.high[i] = (T)-HUGE_VAL;
            row.sum[i] = 0;
            UNROLLED
            for (int c = 0; c < C; c++) sum[i][c] = 0;
        }
        for (int64_t from = 0; from < last; from += SIDE) {
            T x[R][R] = {};
            multiply<T, R>(x, left, right, a.dtype, q, first, a.queries, k, from, a.sources, a.depth);
            weigh<T, R, C>(x, sum, row, pairs, first, from);
            gather<T, R, C>(sum, x, factors, right, a.dtype, v, from, a.sources, at, a.wide);
        }
        UNROLLED
        for (int i = 0; i < R; i++) {
            int64_t mine = first + threadIdx.y + LANES * i;
            if (mine >= a.queries) continue;
            if (blockIdx.y == 0 && threadIdx.x == 0) ((T *)a.sums)[batch * a.queries + mine] = row.high[i] + log(row.sum[i]);
            UNROLLED
            for (int c = 0; c < C; c++) {
                int64_t column = at + threadIdx.x + LANES * c;
                if (column < a.wide) write(a.dtype, (char *)y.at, mine * y.row + column * y.column, a.sources ? sum[i][c] / row.sum[i] : T(0));
            }
        }
    }
}

/* ---- backward ---- */
/* Each query's sum of the result times its gradient, which is that of its weights times theirs: a warp a query. */
enum { WARP = 32 };
template <class T> static __global__ void attention_delta_kernel(const __grid_constant__ GpuAttention a)
{
    for (int64_t i = (int64_t)blockIdx.x * blockDim.y + threadIdx.y; i < a.batches * a.queries; i += (int64_t)gridDim.x * blockDim.y) {
        Rows y = rows_of(a, a.out, i / a.queries), g = rows_of(a, a.g, i / a.queries);
        int64_t row = i % a.queries;
        T sum = 0;
        for (int64_t c = threadIdx.x; c < a.wide; c += WARP) sum += read<T>(a.dtype, y.at, row * y.row + c * y.column) * read<T>(a.dtype, g.at, row * g.row + c * g.column);
        for (int with = WARP / 2; with; with /= 2) sum += __shfl_xor_sync(~0u, sum, with);
        if (threadIdx.x == 0) ((T *)a.delta)[i] = sum;
    }
}

enum Role { QUERIES, KEYS, VALUES }; /* whose gradient */
struct Walk { /* of a role: my rows and the others', in the scores and in the gradient of the weights; what is gathered, and where to */
    Rows mine, other, g_mine, g_other, third;
    Rows to;
    int64_t rows, others, wide;
};
static __device__ __forceinline__ Walk walk_of(const GpuAttention &a, int role, int64_t batch)
{
    Rows q = rows_of(a, a.q, batch), k = rows_of(a, a.k, batch), v = rows_of(a, a.v, batch), g = rows_of(a, a.g, batch);
    if (role == QUERIES) return Walk{q, k, g, v, k, rows_of(a, a.dq, batch), a.queries, a.sources, a.depth};
    if (role == KEYS) return Walk{k, q, v, g, q, rows_of(a, a.dk, batch), a.sources, a.queries, a.depth};
    return Walk{k, q, v, g, g, rows_of(a, a.dv, batch), a.sources, a.queries, a.wide};
}

/* Products x, and those of the result's gradient with the values d, become the role's factors. */
template <class T, int R> static __device__ __forceinline__ void turn_back(T (&x)[R][R], const T (&d)[R][R], int role, const Pairs<T> &p, int64_t first, int64_t from)
{
    UNROLLED
    for (int i = 0; i < R; i++)
        UNROLLED
        for (int j = 0; j < R; j++) {
            int64_t mine = first + threadIdx.y + LANES * i, other = from + threadIdx.x + LANES * j, q = role == QUERIES ? mine : other, s = role == QUERIES ? other : mine;
            if (!p.inside(q, s)) {
                x[i][j] = 0;
                continue;
            }
            int64_t at = p.batch * p.a.queries + q;
            T weight = exp(p.score(x[i][j], q, s) - ((const T *)p.a.sums)[at]), kept = noise(p, q, s);
            if (role == VALUES) x[i][j] = weight * kept;
            else x[i][j] = p.hidden(q, s) ? T(0) : weight * (d[i][j] * kept - ((const T *)p.a.delta)[at]) * (T)p.a.scale;
        }
}

template <class T, int R, int C> static __global__ void __launch_bounds__(LANES * LANES) attention_grad_kernel(const __grid_constant__ GpuAttention a)
{
    constexpr int SIDE = R * LANES;
    SHARED(T, left, SIDE * PITCH);
    SHARED(T, right, SIDE * PITCH);
    SHARED(T, factors, SIDE * (SIDE + 1));
    int role = (int)blockIdx.z;
    int64_t tiles = ((role == QUERIES ? a.queries : a.sources) + SIDE - 1) / SIDE, at = (int64_t)blockIdx.y * C * LANES;
    uint64_t seed = (uint64_t)a.drawn[0], offset = (uint64_t)a.drawn[1];
    for (int64_t tile = blockIdx.x; tile < a.batches * tiles; tile += gridDim.x) {
        int64_t batch = tile / tiles, first = tile % tiles * SIDE;
        Walk w = walk_of(a, role, batch);
        Pairs<T> pairs(a, batch, seed, offset);
        int64_t begin = a.causal && role != QUERIES ? first : 0, end = a.causal && role == QUERIES && first + SIDE < w.others ? first + SIDE : w.others; /* others that may see mine, or be seen */
        T sum[R][C];
        if (at >= w.wide) continue; /* for all threads alike */
        UNROLLED
        for (int i = 0; i < R; i++)
            UNROLLED
            for (int c = 0; c < C; c++) sum[i][c] = 0;
        for (int64_t from = begin; from < end; from += SIDE) {
            T x[R][R] = {}, d[R][R] = {};
            multiply<T, R>(x, left, right, a.dtype, w.mine, first, w.rows, w.other, from, w.others, a.depth);
            if (role != VALUES) multiply<T, R>(d, left, right, a.dtype, w.g_mine, first, w.rows, w.g_other, from, w.others, a.wide);
            turn_back<T, R>(x, d, role, pairs, first, from);
            gather<T, R, C>(sum, x, factors, right, a.dtype, w.third, from, w.others, at, w.wide);
        }
        UNROLLED
        for (int i = 0; i < R; i++)
            UNROLLED
            for (int c = 0; c < C; c++) {
                int64_t mine = first + threadIdx.y + LANES * i, column = at + threadIdx.x + LANES * c;
                if (mine < w.rows && column < w.wide) write(a.dtype, (char *)w.to.at, mine * w.to.row + column * w.to.column, sum[i][c]);
            }
    }
}

/* ---- launching ---- */
static int64_t above(int64_t n, int64_t by) { return (n + by - 1) / by; }
static unsigned some(int64_t blocks, int64_t most) { return (unsigned)(blocks < 1 ? 1 : blocks < most ? blocks : most); }

/* Blocks for tiles of `side` rows, and for what is gathered `wide` at a time */
static dim3 grid_of(const GpuAttention &a, int64_t rows, int side, int64_t columns, int wide, unsigned roles)
{
    return dim3(some(a.batches * above(rows, side), MOST_BLOCKS), some(above(columns, wide), 65535), roles);
}

#define BY_WIDTH(call, columns)                                     \
    do {                                                            \
        if (a.dtype == GPU_FLOAT64) call(double, 2, 8);             \
        else if ((columns) <= 64) call(float, 4, 4);                \
        else if ((columns) <= 128) call(float, 4, 8);               \
        else call(float, 4, 16);                                    \
    } while (0)

extern "C" void gpu_run_attention(GpuStream stream, const GpuAttention *given)
{
    GpuAttention a = *given;
    dim3 block(LANES, LANES);
#define FORWARD(T, R, C) LAUNCH((attention_kernel<T, R, C>), grid_of(a, a.queries, R * LANES, a.wide, C * LANES, 1), block, stream, a)
    BY_WIDTH(FORWARD, a.wide);
}

extern "C" void gpu_run_attention_grad(GpuStream stream, const GpuAttention *given)
{
    GpuAttention a = *given;
    int64_t most = a.queries > a.sources ? a.queries : a.sources, wide = a.depth > a.wide ? a.depth : a.wide;
    dim3 lines(some(above(a.batches * a.queries, BLOCK / WARP), MOST_BLOCKS)), warps(WARP, BLOCK / WARP), block(LANES, LANES);
    if (a.dtype == GPU_FLOAT64) LAUNCH(attention_delta_kernel<double>, lines, warps, stream, a);
    else LAUNCH(attention_delta_kernel<float>, lines, warps, stream, a);
#define BACKWARD(T, R, C) LAUNCH((attention_grad_kernel<T, R, C>), grid_of(a, most, R * LANES, wide, C * LANES, 3), block, stream, a)
    BY_WIDTH(BACKWARD, wide);
}
