/* own_numpy.c: NumPy's own exp, log, sin, cos and tanh of float, and tanh of double, for this unit.
 *
 * The numbers (parts of ln 2 and pi/2, coefficients, intervals) and the order of operations are NumPy's, since the last bit hangs on them: quotients of polynomials, multiplications and additions
 * fused where written so. Each function takes one number and has no branch, so that the loops below become vector code.
 */
#include <fenv.h>
#include <float.h>
#include <math.h>

#include "core/cpu/own_numpy.h"
#include "core/cpu/tanh_tables.inc"
#include "isa.h"
#include "vector.h"

#define MADD(x, y, z) fm_fma_F(x, y, z)
#define ROUND_MAGIC 0x1.8p23f /* adding and subtracting this rounds to an integer */

INLINE int32_t bits_of(float x) { union { float f; int32_t i; } v = {x}; return v.i; }
INLINE float with_bits(int32_t i) { union { int32_t i; float f; } v = {i}; return v.f; }

/* ---- exp: 2^n times a quotient for |rest| < ln 2 / 2 ---- */
#define EXP_MOST 88.72283935546875f
#define EXP_LEAST -103.97208404541015625f
#define EXP_TINY -87.336544f /* below this exp is no normal number */
INLINE float exp_of(float x)
{
    float within = x < EXP_MOST && x > EXP_LEAST ? x : 0.0f;
    float n = MADD(within, 1.442695040888963407359924681001892137f, ROUND_MAGIC) - ROUND_MAGIC;
    float r = MADD(n, -1.42860677e-6f, MADD(n, -6.93145752e-1f, within));
    float over = MADD(MADD(MADD(MADD(MADD(5.082762527590693718096e-04f, r, 6.757896990527504603057e-03f), r, 5.114512081637298353406e-02f), r, 2.473615434895520810817e-01f), r,
        7.257664613233124478488e-01f), r, 9.999999999980870924916e-01f);
    float under = MADD(MADD(2.159509375685829852307e-02f, r, -2.742335390411667452936e-01f), r, 1.0f);
    int32_t power = (int32_t)n, rest = power < -125 ? power + 125 : 0; /* what would leave the normal numbers comes last, by one rounding */
    float y = with_bits(bits_of(over / under) + (power - rest) * (1 << 23)) * with_bits((rest + 127) << 23);
    return x >= EXP_MOST ? INFINITY : x <= EXP_LEAST ? 0.0f : x != x ? x : y;
}

/* ---- log: of a number in (sqrt(1/2), sqrt(2)] a quotient, and the exponent times ln 2 ---- */
INLINE float log_of(float x)
{
    float normal = x < FLT_MIN ? x * 0x1p100f : x, shift = x < FLT_MIN ? 226.0f : 126.0f;
    int32_t bits = bits_of(normal);
    float part = with_bits((bits & 0x7fffff) | 126 << 23), exponent = (float)((uint32_t)bits >> 23) - shift;
    bool low = part <= 0.707106781186547524400844362104849039f;
    float r = (low ? part + part : part) - 1.0f;
    exponent = low ? exponent - 1.0f : exponent;
    float over = MADD(MADD(MADD(MADD(MADD(2.589979117907922693523e-02f, r, 3.808837741388407920751e-01f), r, 1.480000633576506585156e+00f), r, 2.112677543073053063722e+00f), r,
        9.999999999999998702752e-01f), r, 0.0f);
    float under = MADD(MADD(MADD(MADD(MADD(5.875095403124574342950e-03f, r, 1.546476374983906719538e-01f), r, 9.864942958519418960339e-01f), r, 2.453006071784736363091e+00f), r,
        2.612677543073109236779e+00f), r, 1.0f);
    float y = MADD(exponent, 0.693147180559945309417232121458176568f, over / under);
    return x < 0 ? -NAN : x == 0 ? -INFINITY : x <= FLT_MAX ? y : x; /* (infinity and NaN stay) */
}

/* ---- sine and cosine: what is left of multiples of pi/2, which say which of two polynomials and which sign ---- */
#define SIN_MOST 117435.992f
#define COS_MOST 71476.0625f
INLINE float wave_of(float x, int32_t ahead)
{
    float n = MADD(x, 0x1.45f306p-1f, ROUND_MAGIC) - ROUND_MAGIC;
    float r = MADD(n, -0x1.846988p-48f, MADD(n, -0x1.5110b4p-22f, MADD(n, -0x1.921fb0p+00f, x))), r2 = r * r;
    float cosine = MADD(MADD(MADD(MADD(0x1.98e616p-16f, r2, -0x1.6c06dcp-10f), r2, 0x1.55553cp-05f), r2, -0x1.000000p-01f), r2, 1.0f);
    float sine = MADD(MADD(MADD(MADD(0x1.7d3bbcp-19f, r2, -0x1.a06bbap-13f), r2, 0x1.11119ap-07f), r2, -0x1.555556p-03f), r2, 0.0f);
    sine = MADD(sine, r, r);
    int32_t quarter = (int32_t)n + ahead;
    float y = quarter & 1 ? cosine : sine;
    return quarter & 2 ? 0.0f - y : y;
}

/* ---- tanh: a polynomial around the middle of the interval in which |x| lies ---- */
#define TANH_MOST 100 /* from the last interval on it is 1 */
INLINE float tanh_of(float x)
{
    float a = fabsf(x) < TANH_MOST ? fabsf(x) : TANH_MOST;
    int32_t past = (bits_of(a) & 0x7fe00000) - 0x3d400000, at = (past < 0 ? 0 : past > 0x3e00000 ? 0x3e00000 : past) >> 21;
#define NUMBER(k) with_bits((int32_t)(&tanh_float_bits[0][0])[at * 8 + (k)])
    float y = a - NUMBER(0);
    float r = MADD(MADD(MADD(MADD(MADD(MADD(NUMBER(7), y, NUMBER(6)), y, NUMBER(5)), y, NUMBER(4)), y, NUMBER(3)), y, NUMBER(2)), y, NUMBER(1));
#undef NUMBER
    return x != x ? x : with_bits(bits_of(r) | (bits_of(x) & INT32_MIN));
}
INLINE double tanh_of_double(double x)
{
    double a = fabs(x) < TANH_MOST ? fabs(x) : TANH_MOST;
    int32_t past = (int32_t)(fm_bits(a) >> 32 & 0x7ff80000) - 0x3fc00000, at = (past < 0 ? 0 : past > 0x780000 ? 0x780000 : past) >> 19;
#define NUMBER(k) fm_number((&tanh_double_bits[0][0])[at * 18 + (k)])
    double y = a - NUMBER(0), r = NUMBER(17);
#pragma GCC unroll 16
    for (int k = 16; k > 0; k--) r = fm_fma_D(r, y, NUMBER(k));
#undef NUMBER
    return x != x ? x : fm_number(fm_bits(r) | (fm_bits(x) & (uint64_t)1 << 63));
}

/* ---- loops ---- */
static int exp_float(int64_t n, void *out, const void *in)
{
    const float *xs = in;
    float *o = out;
    int32_t most = 0, least = 0;
    ISA_LOOP for (int64_t i = 0; i < n; i++) {
        const float x = xs[i];
        most |= (x >= EXP_MOST) & (x <= FLT_MAX);
        least |= (x >= -FLT_MAX) & (x < EXP_TINY);
        o[i] = exp_of(x);
    }
    return (most ? FE_OVERFLOW : 0) | (least ? FE_UNDERFLOW : 0);
}
static int log_float(int64_t n, void *out, const void *in)
{
    const float *xs = in;
    float *o = out;
    int32_t below = 0, zero = 0;
    ISA_LOOP for (int64_t i = 0; i < n; i++) {
        const float x = xs[i];
        below |= x < 0;
        zero |= x == 0;
        o[i] = log_of(x);
    }
    return (below ? FE_INVALID : 0) | (zero ? FE_DIVBYZERO : 0);
}
/* Beyond `most` parts of pi/2 do not do any more: there the C library answers. */
INLINE int wave(int64_t n, float *o, const float *xs, int32_t ahead, float most, float (*library)(float))
{
    enum { BLOCK = 512 };
    int raised = 0;
    for (int64_t at = 0; at < n; at += BLOCK, o += BLOCK, xs += BLOCK) {
        const int64_t m = n - at < BLOCK ? n - at : BLOCK;
        int32_t far = 0;
        for (int64_t i = 0; i < m; i++) far |= !(fabsf(xs[i]) <= most);
        if (!far) {
            ISA_LOOP for (int64_t i = 0; i < m; i++) o[i] = wave_of(xs[i], ahead);
            continue;
        }
        for (int64_t i = 0; i < m; i++) {
            const float x = xs[i];
            if (fabsf(x) == INFINITY) raised = FE_INVALID;
            o[i] = fabsf(x) <= most ? wave_of(x, ahead) : library(x);
        }
    }
    return raised;
}
static int sin_float(int64_t n, void *out, const void *in) { return wave(n, out, in, 0, SIN_MOST, sinf); }
static int cos_float(int64_t n, void *out, const void *in) { return wave(n, out, in, 1, COS_MOST, cosf); }
static int tanh_float(int64_t n, void *out, const void *in)
{
    const float *xs = in;
    float *o = out;
    ISA_LOOP for (int64_t i = 0; i < n; i++) o[i] = tanh_of(xs[i]);
    return 0;
}
static int tanh_double(int64_t n, void *out, const void *in)
{
    const double *xs = in;
    double *o = out;
    ISA_LOOP for (int64_t i = 0; i < n; i++) o[i] = tanh_of_double(xs[i]);
    return 0;
}
const OwnNumpy ISA_NAME(own_numpy) = {exp_float, log_float, sin_float, cos_float, tanh_float, tanh_double};
