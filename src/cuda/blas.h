/* blas.h: cuBLASLt as blas.c sees it: the values of its enumerations that are used (compared with its own header where that is there), and the layout of its answers. */
#ifndef PERCH_CUDA_BLAS_H
#define PERCH_CUDA_BLAS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

enum { BLAS_32F = 0, BLAS_64F = 1, BLAS_16F = 2, BLAS_16BF = 14 };                  /* types */
enum { BLAS_COMPUTE_32F = 68, BLAS_COMPUTE_PLAIN = 69, BLAS_COMPUTE_64F = 70, BLAS_COMPUTE_TF32 = 77 }; /* PLAIN: without tensor cores */
enum { BLAS_TRANSA = 3, BLAS_TRANSB = 4, BLAS_EPILOGUE = 7, BLAS_BIAS_POINTER = 8 }; /* of a product's descriptor */
enum { BLAS_PLAIN = 1, BLAS_BIAS = 4 };                                             /* epilogues */
enum { BLAS_BATCH_COUNT = 5, BLAS_BATCH_OFFSET = 6 };                               /* of a layout */
enum { BLAS_WORKSPACE = 1, BLAS_ALIGNED_A = 5, BLAS_ALIGNED_B, BLAS_ALIGNED_C, BLAS_ALIGNED_D }; /* of a preference */
typedef struct BlasAlgo { uint64_t data[8]; } BlasAlgo;
typedef struct BlasResult { BlasAlgo algo; size_t workspace; int state; float waves; int reserved[4]; } BlasResult;

#endif
