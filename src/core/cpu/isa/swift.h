/* swift.h: functions of float vectors that compute in float alone, within 2.5 units in the last place: for large tensors of an accent that prints few digits.
 *
 * The polynomial is a Chebyshev fit of ours. Multiplications and additions are fused where written so, by floats_fma, on every unit alike.
 */
#ifndef PERCH_CORE_CPU_ISA_SWIFT_H
#define PERCH_CORE_CPU_ISA_SWIFT_H

#include "vector.h"

/* Adding this rounds to an integer, which then stands in the low bits. */
#define SWIFT_MAGIC 0x1.8p23f
#define ALL(number) ((number) - (FloatV){0})

/* 2^(n + bias - 127) where t = n + SWIFT_MAGIC */
INLINE FloatV swift_power_of_two(FloatV t, int bias) { return (FloatV)(((IntV)t << 23) + (bias << 23)); }

/* exp(x) = (1 + *q) 2^n, where the result is n + SWIFT_MAGIC; relative 2^-26, for |x| < 120 */
INLINE FloatV swift_exp_apart(FloatV x, FloatV *q)
{
    FloatV t = floats_fma(x, ALL(0x1.715476p+0f), ALL(SWIFT_MAGIC)), n = t - SWIFT_MAGIC;
    FloatV r = floats_fma(n, ALL(0x1.05c610p-29f), floats_fma(n, ALL(-0x1.62e430p-1f), x));
    FloatV p = floats_fma(floats_fma(ALL(0x1.6d1118p-10f), r, ALL(0x1.120b7ep-7f)), r, ALL(0x1.55551ap-5f));
    p = floats_fma(floats_fma(p, r, ALL(0x1.5554dcp-3f)), r, ALL(0.5f));
    *q = floats_fma(r * r, p, r);
    return t;
}

/* 1 + exp(-x): half of exp is taken first, so that the power of two is a normal number; twice it may overflow, as it should */
INLINE FloatV swift_one_and_exp(FloatV x)
{
    FloatV q, t = swift_exp_apart(-floats_clamp(x, -89, 86), &q), half = swift_power_of_two(t, 126);
    return floats_fma(ALL(2.0f), floats_fma(half, q, half), ALL(1.0f));
}

INLINE FloatV swift_sigmoid(FloatV x) { return 1.0f / swift_one_and_exp(x); }
INLINE FloatV swift_silu(FloatV x) { return x / swift_one_and_exp(x); }
INLINE FloatV swift_exp(FloatV x) /* two steps: 2^n itself may not be a normal number */
{
    FloatV q, t = swift_exp_apart(floats_clamp(x, -104, 89), &q), half = 0.5f * (t - SWIFT_MAGIC) + SWIFT_MAGIC;
    FloatV first = swift_power_of_two(half, 127), second = swift_power_of_two(((t - SWIFT_MAGIC) - (half - SWIFT_MAGIC)) + SWIFT_MAGIC, 127);
    return floats_fma(first, q, first) * second;
}
INLINE FloatV swift_tanh(FloatV x)
{
    const IntV sign = (IntV)ALL(-0.0f);
    FloatV a = (FloatV)((IntV)x & ~sign), q, t = swift_exp_apart(floats_clamp(a + a, 0, 40), &q), scale = swift_power_of_two(t, 127);
    FloatV e = floats_fma(scale, q, scale - 1.0f), r = e / (e + 2.0f);
    return (FloatV)((IntV)r | ((IntV)x & sign));
}

#endif
