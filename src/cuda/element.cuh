/* element.cuh: one element in a card's memory: loaded into the type that formulas compute in, stored from it, and converted as the CPU converts.
 *
 * float16 and bfloat16 compute in float, bool in bool (bytes of 0 and 1) or int, the small integers in int. What does not fit an integer is what x86 makes of it.
 */
#ifndef PERCH_CUDA_ELEMENT_CUH
#define PERCH_CUDA_ELEMENT_CUH

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "device.h"

enum {
#define DTYPE(NAME, numpy, torch, bytes, kind) GPU_##NAME,
#include "core/dtypes.def"
#undef DTYPE
};

__device__ __forceinline__ int32_t cut_to_int(double x) { return x >= -2147483648.0 && x < 2147483648.0 ? (int32_t)x : INT32_MIN; }
__device__ __forceinline__ int64_t cut_to_long(double x) { return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN; }
__device__ __forceinline__ float float_of_half(uint16_t h) { return __half2float(__ushort_as_half(h)); }
__device__ __forceinline__ uint16_t half_of_float(float f) { return __half_as_ushort(__float2half_rn(f)); }
__device__ __forceinline__ float float_of_bfloat(uint16_t h) { return __uint_as_float((uint32_t)h << 16); }
__device__ __forceinline__ uint16_t bfloat_of_float(float f) { return __bfloat16_as_ushort(__float2bfloat16_rn(f)); }

/* The register type of a dtype. */
__device__ __forceinline__ int register_type(int dtype)
{
    switch (dtype) {
    case GPU_BOOL: return GPU_BOOL;
    case GPU_INT64: return GPU_INT64;
    case GPU_FLOAT64: return GPU_FLOAT64;
    case GPU_FLOAT16: case GPU_BFLOAT16: case GPU_FLOAT32: return GPU_FLOAT32;
    default: return GPU_INT32;
    }
}

__device__ __forceinline__ GpuNumber load(int dtype, const char *at, int64_t i)
{
    GpuNumber n;
    n.bits = 0;
    switch (dtype) {
    case GPU_BOOL: n.B = ((const uint8_t *)at)[i] != 0; break;
    case GPU_UINT8: n.I = ((const uint8_t *)at)[i]; break;
    case GPU_INT8: n.I = ((const int8_t *)at)[i]; break;
    case GPU_INT16: n.I = ((const int16_t *)at)[i]; break;
    case GPU_INT32: n.I = ((const int32_t *)at)[i]; break;
    case GPU_INT64: n.L = ((const int64_t *)at)[i]; break;
    case GPU_FLOAT16: n.F = float_of_half(((const uint16_t *)at)[i]); break;
    case GPU_BFLOAT16: n.F = float_of_bfloat(((const uint16_t *)at)[i]); break;
    case GPU_FLOAT32: n.F = ((const float *)at)[i]; break;
    case GPU_FLOAT64: n.D = ((const double *)at)[i]; break;
    }
    return n;
}

/* Of the dtype's register type. */
__device__ __forceinline__ void store(int dtype, char *at, int64_t i, GpuNumber n)
{
    switch (dtype) {
    case GPU_BOOL: ((uint8_t *)at)[i] = n.B != 0; break;
    case GPU_UINT8: case GPU_INT8: ((uint8_t *)at)[i] = (uint8_t)n.I; break;
    case GPU_INT16: ((int16_t *)at)[i] = (int16_t)n.I; break;
    case GPU_INT32: ((int32_t *)at)[i] = n.I; break;
    case GPU_INT64: ((int64_t *)at)[i] = n.L; break;
    case GPU_FLOAT16: ((uint16_t *)at)[i] = half_of_float(n.F); break;
    case GPU_BFLOAT16: ((uint16_t *)at)[i] = bfloat_of_float(n.F); break;
    case GPU_FLOAT32: ((float *)at)[i] = n.F; break;
    case GPU_FLOAT64: ((double *)at)[i] = n.D; break;
    }
}

/* From the register type of `from` to that of `to`, and as narrow as `to` is. */
__device__ __forceinline__ GpuNumber convert(int from, int to, GpuNumber n)
{
    GpuNumber r;
    r.bits = 0;
    int a = register_type(from), b = register_type(to);
    double d = a == GPU_FLOAT64 ? n.D : (double)n.F;
    bool floating = a == GPU_FLOAT32 || a == GPU_FLOAT64;
    int64_t l = a == GPU_INT64 ? n.L : a == GPU_INT32 ? n.I : n.B;
    switch (b) {
    case GPU_BOOL: r.B = floating ? d != 0 : l != 0; break;
    case GPU_FLOAT32: r.F = a == GPU_FLOAT32 ? n.F : floating ? (float)d : (float)l; break;
    case GPU_FLOAT64: r.D = floating ? d : (double)l; break;
    case GPU_INT64: r.L = floating ? cut_to_long(d) : l; break;
    default: r.I = floating ? cut_to_int(d) : (int32_t)l; break;
    }
    switch (to) {
    case GPU_UINT8: r.I = (uint8_t)r.I; break;
    case GPU_INT8: r.I = (int8_t)r.I; break;
    case GPU_INT16: r.I = (int16_t)r.I; break;
    case GPU_FLOAT16: r.F = float_of_half(half_of_float(r.F)); break;
    case GPU_BFLOAT16: r.F = float_of_bfloat(bfloat_of_float(r.F)); break;
    default: break;
    }
    return r;
}

#endif
