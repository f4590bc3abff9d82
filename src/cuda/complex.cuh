/* complex.cuh: a complex number in a card's memory, and the sums and products of two of double parts. */
#ifndef PERCH_CUDA_COMPLEX_CUH
#define PERCH_CUDA_COMPLEX_CUH

#include "element.cuh"

struct Pair {
    double re, im;
    Pair() = default; /* (a block's memory is not initialised) */
    __device__ __forceinline__ Pair(double real, double imaginary = 0) : re(real), im(imaginary) {}
    __device__ __forceinline__ Pair operator+(Pair b) const { return Pair(re + b.re, im + b.im); }
    __device__ __forceinline__ Pair operator-(Pair b) const { return Pair(re - b.re, im - b.im); }
    __device__ __forceinline__ Pair operator*(Pair b) const { return Pair(re * b.re - im * b.im, re * b.im + im * b.re); }
    __device__ __forceinline__ Pair &operator+=(Pair b) { return *this = *this + b; }
    __device__ __forceinline__ bool operator!=(double b) const { return re != b || im != 0; }
};

/* Of any dtype. */
static __device__ __forceinline__ Pair load_pair(int dtype, const char *at, int64_t i)
{
    if (dtype == GPU_COMPLEX64) return Pair(((const float *)at)[2 * i], ((const float *)at)[2 * i + 1]);
    if (dtype == GPU_COMPLEX128) return Pair(((const double *)at)[2 * i], ((const double *)at)[2 * i + 1]);
    return Pair(convert(dtype, GPU_FLOAT64, load(dtype, at, i)).D);
}
static __device__ __forceinline__ void store_pair(int dtype, char *at, int64_t i, Pair v)
{
    if (dtype == GPU_COMPLEX64) ((float *)at)[2 * i] = (float)v.re, ((float *)at)[2 * i + 1] = (float)v.im;
    else if (dtype == GPU_COMPLEX128) ((double *)at)[2 * i] = v.re, ((double *)at)[2 * i + 1] = v.im;
    else {
        GpuNumber n;
        n.bits = 0;
        n.D = dtype == GPU_BOOL && v.re == 0 ? v.im : v.re; /* true where either part is not 0 */
        store(dtype, at, i, convert(GPU_FLOAT64, dtype, n));
    }
}

#endif
