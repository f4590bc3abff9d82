/* each.cuh: a body for each of n numbers, and where an element of a strided operand lies. */
#ifndef PERCH_CUDA_EACH_CUH
#define PERCH_CUDA_EACH_CUH

#include "launch.cuh"

template <class Body> static __global__ void each_kernel(int64_t n, Body body)
{
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) body(i);
}

template <class Body> static void each(GpuStream stream, int64_t n, Body body)
{
    if (n <= 0) return;
    dim3 grid(blocks_for(n, 1)), block(BLOCK);
    LAUNCH(each_kernel<Body>, grid, block, stream, n, body);
}

static __device__ __forceinline__ int64_t offset_of(int ndim, const int64_t *shape, const int64_t *strides, int64_t i)
{
    int64_t offset = 0;
    for (int d = ndim - 1; d >= 0; d--) {
        offset += i % shape[d] * strides[d];
        i /= shape[d];
    }
    return offset;
}
static __device__ __forceinline__ int64_t offset_of(const GpuTensor &t, int64_t i) { return offset_of(t.ndim, t.shape, t.strides, i); }

/* Elements as they are, whatever their dtype. */
struct Wide { uint64_t u[2]; };
static __device__ __forceinline__ void copy_element(int bytes, char *to, int64_t to_at, const char *from, int64_t from_at)
{
    switch (bytes) {
    case 1: ((uint8_t *)to)[to_at] = ((const uint8_t *)from)[from_at]; break;
    case 2: ((uint16_t *)to)[to_at] = ((const uint16_t *)from)[from_at]; break;
    case 4: ((uint32_t *)to)[to_at] = ((const uint32_t *)from)[from_at]; break;
    case 8: ((uint64_t *)to)[to_at] = ((const uint64_t *)from)[from_at]; break;
    default: ((Wide *)to)[to_at] = ((const Wide *)from)[from_at]; break;
    }
}

#endif
