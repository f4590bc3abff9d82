/* sums.cuh: two sums of doubles over a block's threads, in one order at every run. */
#ifndef PERCH_CUDA_SUMS_CUH
#define PERCH_CUDA_SUMS_CUH

#include "launch.cuh"

struct Sums { double a, b; };

/* To all threads; left and right: SHARED, BLOCK each. */
template <class Shared> static __device__ Sums both_sums(Shared &left, Shared &right, double a, double b)
{
    unsigned me = threadIdx.x;
    __syncthreads(); /* whoever still reads the sums before */
    left[me] = a;
    right[me] = b;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half; half /= 2) {
        if (me < half) {
            left[me] = (double)left[me] + (double)left[me + half];
            right[me] = (double)right[me] + (double)right[me + half];
        }
        __syncthreads();
    }
    return Sums{left[0], right[0]};
}

#endif
