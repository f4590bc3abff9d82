/* loops.c: the table of one instruction set's loops; the conversion of half types. */
#include "abreast.h"
#include "dense.h"
#include "direct.h"
#include "wide.h"
#include "winograd.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

extern const WideGemm WIDE_NAME(wide_gemm)[GEMM_TYPES];
extern const WideReal WIDE_NAME(wide_real)[2];
extern const WidePool WIDE_NAME(wide_pool)[3];
extern const Dense WIDE_NAME(dense);
extern const WideDirect WIDE_NAME(wide_direct);
extern const WideAbreast WIDE_NAME(wide_abreast);
extern const WideWinograd WIDE_NAME(wide_winograd);

static void to_float(const uint16_t *from, float *to, int64_t n)
{
    int64_t i = 0;
#if defined(__F16C__)
    for (; i + 8 <= n; i += 8) _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(from + i))));
#endif
    for (; i < n; i++) to[i] = half_to_float(from[i]);
}

static void from_float(const float *from, uint16_t *to, int64_t n)
{
    int64_t i = 0;
#if defined(__F16C__)
    for (; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(void *)(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#endif
    for (; i < n; i++) to[i] = half_from_float(from[i]);
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
const WideLoops WIDE_NAME(wide) = {TEXT(WIDE_ISA), WIDE_NAME(wide_gemm), WIDE_NAME(wide_real), WIDE_NAME(wide_pool), &WIDE_NAME(dense), &WIDE_NAME(wide_direct), &WIDE_NAME(wide_winograd), &WIDE_NAME(wide_abreast), to_float, from_float};
