/* vector.h: this unit's vectors: how long they are, and what C has no operator for. */
#ifndef PERCH_CORE_CPU_ISA_VECTOR_H
#define PERCH_CORE_CPU_ISA_VECTOR_H

#include <stdint.h>

#if defined __SSE2__
#include <immintrin.h>
#endif

#include "core/formulas.h"

#if defined __AVX512F__
#define VECTOR_BYTES 64
#define VECTOR_STREAM(to, v) _mm512_stream_si512((__m512i *)(to), (__m512i)(v))
#define VECTOR_HIDE(v) __asm__("" : "+v"(v))
#elif defined __AVX__
#define VECTOR_BYTES 32
#define VECTOR_STREAM(to, v) _mm256_stream_si256((__m256i *)(to), (__m256i)(v))
#define VECTOR_HIDE(v) __asm__("" : "+x"(v))
#elif defined __SSE2__
#define VECTOR_BYTES 16
#define VECTOR_STREAM(to, v) _mm_stream_si128((__m128i *)(to), (__m128i)(v))
#define VECTOR_HIDE(v) __asm__("" : "+x"(v))
#else
#define VECTOR_BYTES 16
#define VECTOR_STREAM(to, v) memcpy(to, &(v), VECTOR_BYTES)
#define VECTOR_HIDE(v) ((void)0)
#endif
/* VECTOR_STREAM writes past the caches; VECTOR_HIDE hides where a value came from, so that the compiler does not swap operands to read one from memory. */

typedef float FloatV __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef int32_t IntV __attribute__((vector_size(VECTOR_BYTES), may_alias));
#define INLINE static inline __attribute__((always_inline, unused))

/* low where x is less, high where it is more; NaN stays */
INLINE FloatV floats_clamp(FloatV x, float low, float high)
{
    const FloatV zero = {0}, l = low - zero, h = high - zero;
#if defined __AVX512F__
    return (FloatV)_mm512_min_ps((__m512)h, _mm512_max_ps((__m512)l, (__m512)x));
#elif defined __AVX__
    return (FloatV)_mm256_min_ps((__m256)h, _mm256_max_ps((__m256)l, (__m256)x));
#elif defined __SSE2__
    return (FloatV)_mm_min_ps((__m128)h, _mm_max_ps((__m128)l, (__m128)x));
#else
    IntV less = x < l, more = x > h;
    return (FloatV)(((IntV)l & less) | ((IntV)h & more) | ((IntV)x & ~(less | more)));
#endif
}

INLINE FloatV floats_fma(FloatV x, FloatV y, FloatV z)
{
#if defined __AVX512F__
    return (FloatV)_mm512_fmadd_ps((__m512)x, (__m512)y, (__m512)z);
#elif defined __FMA__
    return (FloatV)_mm256_fmadd_ps((__m256)x, (__m256)y, (__m256)z);
#else
    FloatV r;
    for (int i = 0; i < (int)(VECTOR_BYTES / sizeof(float)); i++)
        r[i] = fm_fma_F(x[i], y[i], z[i]);
    return r;
#endif
}

#endif
