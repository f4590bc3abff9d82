/* philox.cuh: the words of PyTorch's generator on CUDA: sequence i of a seed, from an offset on, and the units that are made of them. */
#ifndef PERCH_CUDA_PHILOX_CUH
#define PERCH_CUDA_PHILOX_CUH

#include "core/philox.h"
#include "launch.cuh"

struct Philox {
    uint32_t key[2], counter[4], words[4];
    int left;
};
/* How far a graph's counter and seed are from those that were written down (graph.c); apart NULL: it is no graph. */
static __device__ __forceinline__ uint64_t behind(uint64_t offset, const uint64_t *apart) { return apart ? offset + apart[0] : offset; }
static __device__ __forceinline__ uint64_t seed_of(uint64_t seed, const uint64_t *apart) { return apart ? seed + apart[1] : seed; }

static __device__ __forceinline__ Philox philox_open(uint64_t seed, uint64_t sequence, uint64_t offset)
{
    Philox p;
    p.key[0] = (uint32_t)seed;
    p.key[1] = (uint32_t)(seed >> 32);
    offset /= 4; /* words to blocks */
    p.counter[0] = (uint32_t)offset;
    p.counter[1] = (uint32_t)(offset >> 32);
    p.counter[2] = (uint32_t)sequence;
    p.counter[3] = (uint32_t)(sequence >> 32);
    p.left = 0;
    return p;
}
static __device__ __forceinline__ void philox_block(Philox &p)
{
    philox_words(p.counter, p.key, p.words);
    if (++p.counter[0] == 0) p.counter[1]++;
}
static __device__ __forceinline__ uint32_t next_word(Philox &p)
{
    if (p.left == 0) {
        philox_block(p);
        p.left = 4;
    }
    return p.words[4 - p.left--];
}

/* Units above 0 and up to 1, as CUDA's generators make them. */
static __device__ __forceinline__ float unit(uint32_t x) { return (float)x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
static __device__ __forceinline__ double unit(uint32_t x, uint32_t y) { return (double)((uint64_t)x ^ (uint64_t)y << 21) * 0x1p-53 + 0x1p-54; }
#endif
