/* philox.h: Philox-4x32-10 (Salmon et al. 2011): four words of a counter and a key. Valid as C and as CUDA. */
#ifndef PERCH_CORE_PHILOX_H
#define PERCH_CORE_PHILOX_H

#include <stdint.h>

#ifdef __CUDACC__
static __device__ __forceinline__
#else
static inline
#endif
void philox_words(const uint32_t *counter, const uint32_t *key, uint32_t *words)
{
    uint32_t x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3], k0 = key[0], k1 = key[1];
    for (int i = 0; i < 10; i++) {
        uint64_t a = (uint64_t)0xD2511F53u * x0, b = (uint64_t)0xCD9E8D57u * x2;
        uint32_t y0 = (uint32_t)(b >> 32) ^ x1 ^ k0, y2 = (uint32_t)(a >> 32) ^ x3 ^ k1;
        x1 = (uint32_t)b;
        x3 = (uint32_t)a;
        x0 = y0;
        x2 = y2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    words[0] = x0;
    words[1] = x1;
    words[2] = x2;
    words[3] = x3;
}

#endif
