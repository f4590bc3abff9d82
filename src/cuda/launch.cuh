/* launch.cuh: how a kernel is launched, and what all of them use: the global index, a fault that is told once. */
#ifndef PERCH_CUDA_LAUNCH_CUH
#define PERCH_CUDA_LAUNCH_CUH

#include "device.h"

/* A block's own memory: SHARED(type, name, count), an array. */
#ifdef PERCH_EMULATED /* tests/cuda/emulated: the same files compiled for the host */
#define LAUNCH(kernel, grid, block, stream, ...) emulated_launch(stream, grid, block, #kernel, [=] { kernel(__VA_ARGS__); })
#define APART
#define UNROLLED
#define SHARED(type, name, count) EmulatedShared<type, count> &name = emulated_shared<type, count>([] {}, __FILE__, __LINE__)
#else
#define APART __noinline__ /* one copy for all kernels of a file */
#define UNROLLED _Pragma("unroll") /* the next loop: what it indexes stays in registers */
#define SHARED(type, name, count) __shared__ type name[count]
#define LAUNCH(kernel, grid, block, stream, ...) kernel<<<grid, block, 0, stream>>>(__VA_ARGS__)
#endif

enum { BLOCK = 256 };
#ifdef PERCH_EMULATED
#define MOST_BLOCKS emulated_most_blocks()
#else
enum { MOST_BLOCKS = 1 << 20 }; /* more elements than that many blocks have are a loop in each thread */
#endif

static inline unsigned blocks_for(int64_t n, int per_thread)
{
    int64_t blocks = (n + (int64_t)BLOCK * per_thread - 1) / ((int64_t)BLOCK * per_thread);
    return blocks < 1 ? 1u : blocks > MOST_BLOCKS ? (unsigned)MOST_BLOCKS : (unsigned)blocks;
}

/* The first that finds something wrong writes it; the host asks at its next wait. */
__device__ __forceinline__ void fault(GpuFault *f, uint32_t piece, int kind, int64_t a, int64_t b, int64_t c)
{
    if (atomicCAS((unsigned *)&f->piece, 0u, piece) != 0u) return;
    f->numbers[0] = a;
    f->numbers[1] = b;
    f->numbers[2] = c;
    __threadfence_system();
    *(volatile int32_t *)&f->kind = kind;
}

#endif
