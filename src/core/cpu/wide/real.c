/* real.c: loops over rows of float or double: softmax, moments, norms and their gradients. wide/real_loops.h is included once a type.
 *
 * Sums run in lanes that are added in a fixed order, so a result depends on the length and the instruction set alone.
 */
#include <math.h>
#include <string.h>

#include "wide.h"

extern const WideReal WIDE_NAME(wide_real)[2];

/* e^x within an ulp or two, without a call: 2^n times a polynomial on |r| <= ln 2 / 2. The scaling goes in two steps so that results
 * below the smallest normal number and infinities come out right; NaN stays NaN. */
static inline float exp_f32(float x)
{
    union { float f; uint32_t u; } t, a, b;
    x = x < -104.0f ? -104.0f : x;
    x = x > 89.0f ? 89.0f : x;
    t.f = x * 1.44269504088896341f + 12582912.0f; /* 1.5 * 2^23: the integer lands in the low bits */
    float n = t.f - 12582912.0f;
    float r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    int32_t e = (int32_t)(t.u - 0x4B400000u), half = e >> 1;
    a.u = (uint32_t)(half + 127) << 23;
    b.u = (uint32_t)(e - half + 127) << 23;
    return p * a.f * b.f;
}
static inline double exp_f64(double x) { return exp(x); }
static inline float log_f32(float x) { return logf(x); }
static inline double log_f64(double x) { return log(x); }

/* The same for vectors: for float as above, for double with six more terms. */
typedef float VF __attribute__((vector_size(WIDE_BYTES), may_alias));
typedef int32_t VFI __attribute__((vector_size(WIDE_BYTES), may_alias));
typedef double VD __attribute__((vector_size(WIDE_BYTES), may_alias));
typedef int64_t VDI __attribute__((vector_size(WIDE_BYTES), may_alias));
#define CLAMP(V, VI, x, low, high)                                                      \
    do {                                                                                \
        VI under = (VI)(x < (low)), over = (VI)(x > (high));                            \
        x = (V)((under & (VI)((V){0} + (low))) | (~under & (VI)x));                     \
        x = (V)((over & (VI)((V){0} + (high))) | (~over & (VI)x));                      \
    } while (0)

static inline VF vexp_f32(VF x)
{
    CLAMP(VF, VFI, x, -104.0f, 89.0f);
    VF t = x * 1.44269504088896341f + 12582912.0f, n = t - 12582912.0f, r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    VF p = r * (1.0f / 5040) + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    VFI e = (VFI)t - 0x4B400000, half = e >> 1;
    return p * (VF)((half + 127) << 23) * (VF)((e - half + 127) << 23);
}

static inline VD vexp_f64(VD x)
{
    CLAMP(VD, VDI, x, -746.0, 710.0);
    VD t = x * 1.4426950408889634074 + 6755399441055744.0, n = t - 6755399441055744.0, r = x - n * 6.93147180369123816490e-01;
    r = r - n * 1.90821492927058770002e-10;
    VD p = r * (1.0 / 6227020800) + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    VDI e = (VDI)t - 0x4338000000000000, half = e >> 1;
    return p * (VD)((half + 1023) << 52) * (VD)((e - half + 1023) << 52);
}

enum { BLOCK = 4096 }; /* elements of a float sum before it goes into double: its lanes stay exact to a few units in the last place */

#define T float
#define N int32_t
#define FN(x) x##_f32
#include "real_loops.h"
#define T double
#define N int64_t
#define FN(x) x##_f64
#include "real_loops.h"

#define ROW(s) {softmax_rows_##s, softmax_grad_rows_##s, softmax_columns_##s, softmax_grad_columns_##s, moments_##s, row_moments_##s, affine_##s, affine_each_##s, \
                dot2_##s, norm_grad_##s, layer_sums_##s, layer_grad_##s, add_##s, \
                moments_columns_##s, dot2_columns_##s, norm_grad_each_##s}
const WideReal WIDE_NAME(wide_real)[2] = {ROW(f32), ROW(f64)};
