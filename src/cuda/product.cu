/* product.cu: strided matrix products of any dtype by tiles in the block's memory: what cuBLAS has no function for, and everything where cuBLAS is missing. */
#include "each.cuh"
#include "complex.cuh"

enum { TILE = 16 };

template <class T> static __device__ __forceinline__ T read_as(int dtype, const char *at, int64_t i);
template <> __device__ __forceinline__ float read_as<float>(int dtype, const char *at, int64_t i) { return convert(dtype, GPU_FLOAT32, load(dtype, at, i)).F; }
template <> __device__ __forceinline__ double read_as<double>(int dtype, const char *at, int64_t i) { return convert(dtype, GPU_FLOAT64, load(dtype, at, i)).D; }
template <> __device__ __forceinline__ int64_t read_as<int64_t>(int dtype, const char *at, int64_t i) { return convert(dtype, GPU_INT64, load(dtype, at, i)).L; }
template <> __device__ __forceinline__ Pair read_as<Pair>(int dtype, const char *at, int64_t i) { return load_pair(dtype, at, i); }
static __device__ __forceinline__ void write_as(int dtype, char *at, int64_t i, Pair v) { store_pair(dtype, at, i, v); }
static __device__ __forceinline__ void write_as(int dtype, char *at, int64_t i, float v) { GpuNumber n; n.bits = 0; n.F = v; store(dtype, at, i, convert(GPU_FLOAT32, dtype, n)); }
static __device__ __forceinline__ void write_as(int dtype, char *at, int64_t i, double v) { GpuNumber n; n.bits = 0; n.D = v; store(dtype, at, i, convert(GPU_FLOAT64, dtype, n)); }
static __device__ __forceinline__ void write_as(int dtype, char *at, int64_t i, int64_t v) { GpuNumber n; n.bits = 0; n.L = v; store(dtype, at, i, convert(GPU_INT64, dtype, n)); }
static __device__ __forceinline__ void factors(const GpuProduct &p, float *alpha, float *beta) { *alpha = (float)p.alpha; *beta = (float)p.beta; }
static __device__ __forceinline__ void factors(const GpuProduct &p, double *alpha, double *beta) { *alpha = p.alpha; *beta = p.beta; }
static __device__ __forceinline__ void factors(const GpuProduct &p, Pair *alpha, Pair *beta) { *alpha = Pair(p.alpha, p.alpha_im); *beta = Pair(p.beta, p.beta_im); }
static __device__ __forceinline__ void factors(const GpuProduct &p, int64_t *alpha, int64_t *beta) { *alpha = p.whole_alpha; *beta = p.whole_beta; }

/* A block computes a tile of the result: a tile of a and one of b at a time come into its memory. */
template <class T> static __global__ void product_kernel(GpuProduct p)
{
    SHARED(T, left, TILE * TILE);
    SHARED(T, right, TILE * TILE);
    int x = threadIdx.x, y = threadIdx.y;
    T alpha, beta;
    factors(p, &alpha, &beta);
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        int64_t a = offset_of(p.batch_axes, p.batch_shape, p.a_batch, batch), b = offset_of(p.batch_axes, p.batch_shape, p.b_batch, batch);
        int64_t out = offset_of(p.batch_axes, p.batch_shape, p.out_batch, batch), add = offset_of(p.batch_axes, p.batch_shape, p.add_batch, batch);
        for (int64_t top = (int64_t)blockIdx.y * TILE; top < p.rows; top += (int64_t)gridDim.y * TILE)
            for (int64_t first = (int64_t)blockIdx.x * TILE; first < p.columns; first += (int64_t)gridDim.x * TILE) {
                int64_t row = top + y, column = first + x;
                T sum = 0;
                for (int64_t k = 0; k < p.inner; k += TILE) {
                    left[y * TILE + x] = row < p.rows && k + x < p.inner ? read_as<T>(p.a_dtype, p.a, a + row * p.a_row + (k + x) * p.a_column) : T(0);
                    right[y * TILE + x] = column < p.columns && k + y < p.inner ? read_as<T>(p.b_dtype, p.b, b + (k + y) * p.b_row + column * p.b_column) : T(0);
                    __syncthreads();
                    for (int i = 0; i < TILE; i++) sum += (T)left[y * TILE + i] * (T)right[i * TILE + x];
                    __syncthreads();
                }
                if (row >= p.rows || column >= p.columns) continue;
                if (p.bool_or) sum = sum != 0;
                T value = alpha * sum;
                if (p.add) value += beta * read_as<T>(p.add_dtype, p.add, add + row * p.add_row + column * p.add_column);
                write_as(p.out_dtype, p.out, out + row * p.out_row + column * p.out_column, value);
            }
    }
}

extern "C" void gpu_run_product(GpuStream stream, const GpuProduct *given)
{
    GpuProduct p = *given;
    const int64_t MOST = MOST_BLOCKS < 65535 ? MOST_BLOCKS : 65535;
    int64_t across = (p.columns + TILE - 1) / TILE, down = (p.rows + TILE - 1) / TILE;
    dim3 grid((unsigned)(across < MOST_BLOCKS ? across : (int64_t)MOST_BLOCKS), (unsigned)(down < MOST ? down : (int64_t)MOST), (unsigned)(p.batches < MOST ? p.batches : (int64_t)MOST)), block(TILE, TILE);
    if (p.out_dtype == GPU_FLOAT64) LAUNCH(product_kernel<double>, grid, block, stream, p);
    else if (p.out_dtype == GPU_FLOAT32 || p.out_dtype == GPU_FLOAT16 || p.out_dtype == GPU_BFLOAT16) LAUNCH(product_kernel<float>, grid, block, stream, p);
    else if (p.out_dtype == GPU_COMPLEX64 || p.out_dtype == GPU_COMPLEX128) LAUNCH(product_kernel<Pair>, grid, block, stream, p);
    else LAUNCH(product_kernel<int64_t>, grid, block, stream, p);
}

/* ---- the sums of rows that lie one after the other ---- */
template <class T, class Sum> struct RowSum {
    const T *from;
    int64_t n;
    T *to;
    __device__ void operator()(int64_t row) const
    {
        Sum sum = 0;
        for (int64_t i = 0; i < n; i++) sum += (Sum)from[row * n + i];
        to[row] = (T)sum;
    }
};
extern "C" void gpu_run_row_sums(GpuStream stream, int dtype, const char *from, int64_t rows, int64_t n, char *to)
{
    if (dtype == GPU_FLOAT32) each(stream, rows, RowSum<float, double>{(const float *)from, n, (float *)to});
    else if (dtype == GPU_FLOAT64) each(stream, rows, RowSum<double, double>{(const double *)from, n, (double *)to});
    else each(stream, rows, RowSum<int64_t, uint64_t>{(const int64_t *)from, n, (int64_t *)to});
}
