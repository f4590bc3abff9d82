/* real.c: loops over rows of float or double: softmax, moments, norms and their gradients. wide/real_loops.h is included once a type.
 *
 * Sums run in eight (or more) lanes that are added in a fixed order, so a result depends on the length alone.
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

#define T float
#define FN(x) x##_f32
#include "real_loops.h"
#define T double
#define FN(x) x##_f64
#include "real_loops.h"

#define ROW(s) {softmax_##s, softmax_grad_##s, softmax_columns_##s, softmax_grad_columns_##s, moments_##s, affine_##s, affine_each_##s, \
                dot2_##s, norm_grad_##s, layer_sums_##s, layer_grad_##s, add_##s, \
                moments_columns_##s, dot2_columns_##s, norm_grad_each_##s}
const WideReal WIDE_NAME(wide_real)[2] = {ROW(f32), ROW(f64)};
