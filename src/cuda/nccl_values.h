/* nccl_values.h: NCCL's numbers, as nccl.c and the tests' stand-in for it name them. */
#ifndef PERCH_CUDA_NCCL_VALUES_H
#define PERCH_CUDA_NCCL_VALUES_H

/* NCCL_VALUE(ours, NVIDIA's, number): tests/cuda compares the last two where NVIDIA's header is */
#define NCCL_VALUES \
    NCCL_VALUE(NCCL_OK, ncclSuccess, 0) NCCL_VALUE(NCCL_CUDA, ncclUnhandledCudaError, 1) NCCL_VALUE(NCCL_ARGUMENT, ncclInvalidArgument, 4) NCCL_VALUE(NCCL_USAGE, ncclInvalidUsage, 5) \
    NCCL_VALUE(NCCL_SUM, ncclSum, 0) NCCL_VALUE(NCCL_PROD, ncclProd, 1) NCCL_VALUE(NCCL_MAX, ncclMax, 2) NCCL_VALUE(NCCL_MIN, ncclMin, 3) \
    NCCL_VALUE(NCCL_INT8, ncclInt8, 0) NCCL_VALUE(NCCL_UINT8, ncclUint8, 1) NCCL_VALUE(NCCL_INT32, ncclInt32, 2) NCCL_VALUE(NCCL_INT64, ncclInt64, 4) NCCL_VALUE(NCCL_FLOAT16, ncclFloat16, 6) \
    NCCL_VALUE(NCCL_FLOAT32, ncclFloat32, 7) NCCL_VALUE(NCCL_FLOAT64, ncclFloat64, 8) NCCL_VALUE(NCCL_BFLOAT16, ncclBfloat16, 9)
#define NCCL_VALUE(ours, theirs, number) ours = number,
enum { NCCL_VALUES };
#undef NCCL_VALUE

typedef struct NcclId { char bytes[128]; } NcclId; /* ncclUniqueId: what the ranks of a ring know each other by */

#endif
