/* formulas.h: the functions that formulas.def calls fm(name): one for each type it computes in, F float, D double, I int32, L int64.
 *
 * Valid as C and as CUDA (there the mathematics is CUDA's own). In C, what a lesson uses much (exp, log, tanh, sigmoid, erf, sin, cos, pow of float; exp, log, sin,
 * cos of double) is branch-free, so that a compiler turns a loop over it into vector code for whatever unit it is told of; a multiply-add is fused only where fma is written, so
 * every unit gives the same bits. The float ones compute in double with short polynomials: at most 1 unit in the last place, most exactly rounded; the double ones
 * stay within 2. The polynomials are Chebyshev fits of ours; each says its error.
 */
#ifndef PERCH_CORE_FORMULAS_H
#define PERCH_CORE_FORMULAS_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define FM static __device__ __forceinline__
#else
#define FM static inline __attribute__((always_inline, unused))
#endif

#define FM_PI 3.14159265358979323846264338327950288

/* ---- what both types spell alike ---- */
FM float fm_abs_F(float x) { return fabsf(x); }
FM double fm_abs_D(double x) { return fabs(x); }
FM float fm_largest_F(void) { return FLT_MAX; }
FM double fm_largest_D(void) { return DBL_MAX; }
FM float fm_sqrt_F(float x) { return sqrtf(x); }
FM double fm_sqrt_D(double x) { return sqrt(x); }
FM float fm_floor_F(float x) { return floorf(x); }
FM double fm_floor_D(double x) { return floor(x); }
FM float fm_ceil_F(float x) { return ceilf(x); }
FM double fm_ceil_D(double x) { return ceil(x); }
FM float fm_rint_F(float x) { return rintf(x); }
FM double fm_rint_D(double x) { return rint(x); }
FM float fm_trunc_F(float x) { return truncf(x); }
FM double fm_trunc_D(double x) { return trunc(x); }
FM float fm_round_F(float x) { return roundf(x); }
FM double fm_round_D(double x) { return round(x); }
FM double fm_fma_D(double x, double y, double z) { return fma(x, y, z); }
FM float fm_copysign_F(float x, float y) { return copysignf(x, y); }
FM double fm_copysign_D(double x, double y) { return copysign(x, y); }
FM float fm_clamp_F(float x, float low, float high) { float t = x < low ? low : x; return t > high ? high : t; }
FM double fm_clamp_D(double x, double low, double high) { double t = x < low ? low : x; return t > high ? high : t; }
FM int32_t fm_clamp_I(int32_t x, int32_t low, int32_t high) { int32_t t = x < low ? low : x; return t > high ? high : t; }
FM int64_t fm_clamp_L(int64_t x, int64_t low, int64_t high) { int64_t t = x < low ? low : x; return t > high ? high : t; }

FM float fm_cbrt_F(float x) { return (float)cbrt((double)x); }
FM double fm_cbrt_D(double x) { return cbrt(x); }
FM float fm_asin_F(float x) { return (float)asin((double)x); }
FM double fm_asin_D(double x) { return asin(x); }
FM float fm_acos_F(float x) { return (float)acos((double)x); }
FM double fm_acos_D(double x) { return acos(x); }
FM float fm_atan_F(float x) { return (float)atan((double)x); }
FM double fm_atan_D(double x) { return atan(x); }
FM float fm_asinh_F(float x) { return (float)asinh((double)x); }
FM double fm_asinh_D(double x) { return asinh(x); }
FM float fm_acosh_F(float x) { return (float)acosh((double)x); }
FM double fm_acosh_D(double x) { return acosh(x); }
FM float fm_atanh_F(float x) { return (float)atanh((double)x); }
FM double fm_atanh_D(double x) { return atanh(x); }
FM float fm_atan2_F(float x, float y) { return (float)atan2((double)x, (double)y); }
FM double fm_atan2_D(double x, double y) { return atan2(x, y); }
FM float fm_erfc_F(float x) { return (float)erfc((double)x); }
FM double fm_erfc_D(double x) { return erfc(x); }
FM float fm_gamma_F(float x) { return (float)tgamma((double)x); }
FM double fm_gamma_D(double x) { return tgamma(x); }
#ifdef __CUDACC__
FM double fm_lgamma_D(double x) { return lgamma(x); }
#else
FM double fm_lgamma_D(double x) { int sign; return lgamma_r(x, &sign); }
#endif
FM float fm_lgamma_F(float x) { return (float)fm_lgamma_D((double)x); }
FM float fm_sin_any_F(float x) { return (float)sin((double)x); }
FM double fm_sin_any_D(double x) { return sin(x); }
FM float fm_cos_any_F(float x) { return (float)cos((double)x); }
FM double fm_cos_any_D(double x) { return cos(x); }
FM float fm_tan_any_F(float x) { return (float)tan((double)x); }
FM double fm_tan_any_D(double x) { return tan(x); }
FM float fm_pow_any_F(float x, float y) { return (float)pow((double)x, (double)y); }
FM double fm_pow_any_D(double x, double y) { return pow(x, y); }
FM double fm_tanh_D(double x) { return tanh(x); }
FM double fm_sinh_D(double x) { return sinh(x); }
FM double fm_cosh_D(double x) { return cosh(x); }
FM double fm_tan_D(double x) { return tan(x); }
FM double fm_erf_D(double x) { return erf(x); }
FM double fm_pow_D(double x, double y) { return pow(x, y); }
FM double fm_exp2_D(double x) { return exp2(x); }
FM double fm_expm1_D(double x) { return expm1(x); }
FM double fm_log2_D(double x) { return log2(x); }
FM double fm_log10_D(double x) { return log10(x); }
FM double fm_log1p_D(double x) { return log1p(x); }
FM double fm_gelu_D(double x) { return 0.5 * x * (1 + erf(x * 0.70710678118654752440)); }
FM double fm_hypot_D(double x, double y) { return hypot(x, y); }

#ifdef __CUDACC__
FM float fm_exp_F(float x) { return expf(x); }
FM double fm_exp_D(double x) { return exp(x); }
FM float fm_exp2_F(float x) { return exp2f(x); }
FM float fm_expm1_F(float x) { return expm1f(x); }
FM float fm_fma_F(float x, float y, float z) { return fmaf(x, y, z); }
FM float fm_log_F(float x) { return logf(x); }
FM double fm_log_D(double x) { return log(x); }
FM float fm_log2_F(float x) { return log2f(x); }
FM float fm_log10_F(float x) { return log10f(x); }
FM float fm_log1p_F(float x) { return log1pf(x); }
FM float fm_sin_F(float x) { return sinf(x); }
FM double fm_sin_D(double x) { return sin(x); }
FM float fm_cos_F(float x) { return cosf(x); }
FM double fm_cos_D(double x) { return cos(x); }
FM float fm_tan_F(float x) { return tanf(x); }
FM float fm_sinh_F(float x) { return sinhf(x); }
FM float fm_cosh_F(float x) { return coshf(x); }
FM float fm_tanh_F(float x) { return tanhf(x); }
FM float fm_sigmoid_F(float x) { return 1.0f / (1.0f + expf(-x)); }
FM double fm_sigmoid_D(double x) { return 1.0 / (1.0 + exp(-x)); }
FM float fm_erf_F(float x) { return erff(x); }
FM float fm_gelu_F(float x) { return 0.5f * x * (1 + erff(x * 0.70710678f)); }
FM float fm_pow_F(float x, float y) { return powf(x, y); }
FM float fm_hypot_F(float x, float y) { return hypotf(x, y); }
#else

/* ---- bits ---- */
FM uint64_t fm_bits(double x) { union { double d; uint64_t u; } v = {x}; return v.u; }
FM double fm_number(uint64_t u) { union { uint64_t u; double d; } v = {u}; return v.d; }
/* x y + z, rounded once; without the instruction by way of double, whose last bit remembers that something was cut off. */
#if defined __FMA__ || defined __ARM_FEATURE_FMA
FM float fm_fma_F(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
#else
FM float fm_fma_F(float x, float y, float z)
{
    double product = (double)x * y, sum = product + z, back = sum - product, cut = (product - (sum - back)) + (z - back);
    uint64_t inexact = (cut > 0) | (cut < 0), u = fm_bits(sum);
    if (inexact & ~u) u += (cut > 0) == (sum > 0) ? 1 : (uint64_t)-1;
    return (float)fm_number(u);
}
#endif
/* Adding this rounds to an integer, which then stands in the low bits. */
#define FM_MAGIC 0x1.8p52
/* 2^n where t = n + FM_MAGIC, for n of -1022 … 1023 */
FM double fm_power_of_two(double t) { return fm_number((fm_bits(t) << 52) + 0x3FF0000000000000u); }

/* ---- exponentials ---- */
/* exp(r), |r| <= ln(2)/2, relative 2^-32: for float results */
FM double fm_exp_short(double r)
{
    double q = 0x1.0000000ba132cp-1 + r * (0x1.5555555a800cdp-3 + r * (0x1.5554e8a22b84cp-5 + r * (0x1.1110e0c5c7f50p-7 +
               r * (0x1.6d43af18200d3p-10 + r * 0x1.a1256cd2f13c2p-13))));
    return 1 + (r + r * r * q);
}
/* exp(r) - 1, relative 2^-53 */
FM double fm_expm1_long(double r)
{
    double r2 = r * r, r4 = r2 * r2;
    double q = (0.5 + r * 0x1.5555555555557p-3 + r2 * (0x1.5555555555556p-5 + r * 0x1.11111111100bep-7)) +
               r4 * ((0x1.6c16c16c162c3p-10 + r * 0x1.a01a01abf85abp-13 + r2 * (0x1.a01a01a6e1e2ap-16 + r * 0x1.71de01fdbf9cap-19)) +
                     r4 * (0x1.27e4db46cddd1p-22 + r * 0x1.af4e554377204p-26 + r2 * 0x1.1f7340dbc337ep-29));
    return r + r2 * q;
}
FM double fm_limit(double x, double low, double high) { double t = x < low ? low : x; return t > high ? high : t; } /* NaN stays */

FM double fm_exp_wide(double x) /* any x; good for float results, under- and overflow beyond float's */
{
    x = fm_limit(x, -200, 200);
    double t = x * 0x1.71547652b82fep+0 + FM_MAGIC, n = t - FM_MAGIC;
    return fm_exp_short((x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33) * fm_power_of_two(t);
}
FM float fm_exp_F(float x) { return (float)fm_exp_wide((double)x); }
FM double fm_exp2_wide(double x)
{
    x = fm_limit(x, -300, 300);
    double t = x + FM_MAGIC, n = t - FM_MAGIC;
    return fm_exp_short((x - n) * 0x1.62e42fefa39efp-1) * fm_power_of_two(t);
}
FM float fm_exp2_F(float x) { return (float)fm_exp2_wide((double)x); }
FM double fm_exp_D(double x)
{
    x = fm_limit(x, -750, 711);
    double t = x * 0x1.71547652b82fep+0 + FM_MAGIC, n = t - FM_MAGIC;
    double r = (x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33;
    double half = n * 0.5 + FM_MAGIC, rest = (n - (half - FM_MAGIC)) + FM_MAGIC; /* two steps: 2^n itself may not be a normal number */
    return ((1 + fm_expm1_long(r)) * fm_power_of_two(half)) * fm_power_of_two(rest);
}
/* exp(x) - 1 to about 2^-50, for float results */
FM double fm_expm1_wide(double x)
{
    x = fm_limit(x, -200, 200);
    double t = x * 0x1.71547652b82fep+0 + FM_MAGIC, n = t - FM_MAGIC, scale = fm_power_of_two(t);
    double e = fm_expm1_long((x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33);
    return e * scale + (scale - 1);
}
FM float fm_expm1_F(float x) { double e = fm_expm1_wide((double)x); return x == 0 ? x : (float)e; }
FM float fm_sigmoid_F(float x) { return (float)(1 / (1 + fm_exp_wide(-(double)x))); }
FM double fm_sigmoid_D(double x) { return 1 / (1 + fm_exp_D(-x)); }
FM float fm_tanh_F(float x)
{
    double e = fm_expm1_wide(fm_limit(2 * (double)x, -40, 40));
    double r = e / (e + 2);
    return x == 0 ? x : (float)r;
}
FM float fm_sinh_F(float x)
{
    double e = fm_expm1_wide(fabs((double)x)), r = copysign(0.5 * (e + e / (e + 1)), (double)x);
    return x == 0 || fabsf(x) > FLT_MAX ? x : (float)r;
}
FM float fm_cosh_F(float x) { double e = fm_exp_wide((double)fabsf(x)); return (float)(0.5 * (e + 1 / e)); }

/* ---- logarithms ---- */
/* x = 2^n m with m from sqrt(1/2) to sqrt(2); n as a double */
FM double fm_take_apart(double x, double *n)
{
    uint64_t u = fm_bits(x) - 0x3FE6A09E00000000u + 0x4000000000000000u; /* kept positive: exponents of 1024 more */
    uint64_t e = u >> 52;
    *n = fm_number(e | 0x4330000000000000u) - (0x1p52 + 1024);
    return fm_number(fm_bits(x) - (e << 52) + 0x4000000000000000u);
}
FM double fm_log_special(double x, double r)
{
    r = x == 0 ? -HUGE_VAL : r;
    r = x < 0 ? (double)NAN : r;
    return x <= DBL_MAX ? r : x; /* infinity and NaN */
}
/* log(x), relative 2^-35 and absolute far less: for float results */
FM double fm_log_short(double x, double *n)
{
    double m = fm_take_apart(x, n), s = (m - 1) / (m + 1), z = s * s;
    return s * (2 + z * (0x1.5555555564fdap-1 + z * (0x1.999998ca249fbp-2 + z * (0x1.249324907dae3p-2 + z * (0x1.c67a84e8a4ba0p-3 + z * 0x1.8c92867b49a01p-3)))));
}
FM double fm_log_wide(double x) { double n, l = fm_log_short(x, &n); return fm_log_special(x, n * 0x1.62e42fefa39efp-1 + l); }
FM float fm_log_F(float x) { return (float)fm_log_wide((double)x); }
FM float fm_log2_F(float x) { double n, l = fm_log_short((double)x, &n); return (float)fm_log_special((double)x, n + l * 0x1.71547652b82fep+0); }
FM float fm_log10_F(float x)
{
    double n, l = fm_log_short((double)x, &n);
    return (float)fm_log_special((double)x, n * 0.30102999566398119521 + l * 0x1.bcb7b1526e50ep-2);
}
FM float fm_log1p_F(float x)
{
    double d = (double)x, r = fm_log_wide(1 + d);
    return fabsf(x) < 1e-4f ? (float)(d - d * d * (0.5 - d * (1.0 / 3))) == 0 ? x : (float)(d - d * d * (0.5 - d * (1.0 / 3))) : (float)r;
}
FM double fm_log_D(double x)
{
    double small = x < DBL_MIN ? 0x1p54 : 1, n, m = fm_take_apart(x * small, &n);
    n -= x < DBL_MIN ? 54 : 0;
    double f = m - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    double z2 = z * z;
    double r = z * ((0x1.5555555555555p-1 + z * 0x1.9999999999a39p-2) + z2 * ((0x1.2492492476a1ap-2 + z * 0x1.c71c7201a55d7p-3) +
                    z2 * ((0x1.745cf8e4bba1bp-3 + z * 0x1.3b1c3c1c81c8fp-3) + z2 * (0x1.0fbde0f4ad17bp-3 + z * 0x1.0c0aff044a970p-3))));
    double l = n * 0x1.62e42fee00000p-1 - ((half - (s * (half + r) + n * 0x1.a39ef35793c76p-33)) - f);
    return fm_log_special(x, l);
}

/* ---- circle ---- */
/* x - n pi/2 for |x| < 1e5: the first two parts of pi/2 have 33 bits, so that n times them is exact */
FM double fm_quarter(double x, double *t)
{
    *t = x * 0.63661977236758134308 + FM_MAGIC;
    double n = *t - FM_MAGIC;
    return ((x - n * 0x1.921fb54400000p+0) - n * 0x1.0b4611a600000p-34) - n * 0x1.3198a2e037073p-69;
}
FM double fm_sin_short(double r) /* relative 2^-36 */
{
    double z = r * r;
    return r + r * z * (-0x1.555555545a10cp-3 + z * (0x1.11110de588d73p-7 + z * (-0x1.a0139a9386724p-13 + z * 0x1.6db9d37ef9e71p-19)));
}
FM double fm_cos_short(double r)
{
    double z = r * r;
    return (1 - 0.5 * z) + z * z * (0x1.55555555017b7p-5 + z * (-0x1.6c16bf4e7681cp-10 + z * (0x1.a015bbcf5fc3cp-16 + z * -0x1.25217f3444058p-22)));
}
FM double fm_sin_long(double r)
{
    double z = r * r;
    return r + r * z * (-0x1.5555555555555p-3 + z * (0x1.1111111111110p-7 + z * (-0x1.a01a01a019914p-13 + z * (0x1.71de3a545c467p-19 +
               z * (-0x1.ae64540b4d1f5p-26 + z * (0x1.6121792308a6bp-33 + z * -0x1.ab145a3afb4cdp-41))))));
}
FM double fm_cos_long(double r)
{
    double z = r * r, half = 0.5 * z, w = 1 - half;
    return w + (((1 - w) - half) + z * z * (0x1.5555555555555p-5 + z * (-0x1.6c16c16c16c16p-10 + z * (0x1.a01a01a019cfbp-16 +
               z * (-0x1.27e4fb7710ebap-22 + z * (0x1.1eed8de845200p-29 + z * (-0x1.9394b4cb659aep-37 + z * 0x1.ab754378b1589p-45)))))));
}
/* quarter q of the circle: odd ones swap sine and cosine, the upper two turn the sign */
FM double fm_turn(double s, double c, uint64_t q) { double r = q & 1 ? c : s; return fm_number(fm_bits(r) ^ (q & 2) << 62); }
FM float fm_sin_F(float x)
{
    double t, r = fm_quarter((double)x, &t), v = fm_turn(fm_sin_short(r), fm_cos_short(r), fm_bits(t));
    return x == 0 ? x : (float)v;
}
FM float fm_cos_F(float x) { double t, r = fm_quarter((double)x, &t); return (float)fm_turn(fm_sin_short(r), fm_cos_short(r), fm_bits(t) + 1); }
FM float fm_tan_F(float x)
{
    double t, r = fm_quarter((double)x, &t), s = fm_sin_short(r), c = fm_cos_short(r);
    uint64_t q = fm_bits(t) & 1;
    double v = (q ? -c : s) / (q ? s : c);
    return x == 0 ? x : (float)v;
}
FM double fm_sin_D(double x)
{
    double t, r = fm_quarter(x, &t), v = fm_turn(fm_sin_long(r), fm_cos_long(r), fm_bits(t));
    return x == 0 ? x : v;
}
FM double fm_cos_D(double x) { double t, r = fm_quarter(x, &t); return fm_turn(fm_sin_long(r), fm_cos_long(r), fm_bits(t) + 1); }

/* ---- the error function, for float results ---- */
/* erfc(a) for a of 0.9 … 4: exp of a polynomial, relative 2^-26 */
FM double fm_erfc_tail(double a)
{
    double p = -0x1.6e903bf4c1887p-12 + a * (0x1.216122bde252cp+0 + a * (0x1.4351cdf9a733dp-1 + a * (0x1.c49b32baca40cp-4 + a * (-0x1.b60be48bc427ep-6 +
               a * (0x1.41d5375937fd6p-8 + a * (-0x1.514879a18c3a0p-11 + a * (0x1.ccd6867387103p-15 + a * (-0x1.5c34d1ffb7f2dp-19 + a * 0x1.7e9637a3dabc7p-25))))))));
    return fm_exp_wide(-p);
}
FM double fm_erf_near(double x) /* |x| <= 1, relative 2^-40 */
{
    double z = x * x;
    return x * (0x1.20dd750428cb9p+0 + z * (-0x1.812746ade3c08p-2 + z * (0x1.ce2f20a7415c6p-4 + z * (-0x1.b82cbae7577a7p-6 + z * (0x1.56588b32275a7p-8 +
               z * (-0x1.bfe158a7be278p-11 + z * (0x1.f57e9cee106c1p-14 + z * (-0x1.d2b8522d6f7cbp-17 + z * 0x1.1c41ab6eec487p-20))))))));
}
FM float fm_erf_F(float x)
{
    double d = (double)x, a = fabs(d), far = 1 - fm_erfc_tail(a > 4 ? 4 : a), near = fm_erf_near(fm_limit(d, -1, 1));
    double r = a > 0.95 ? copysign(far, d) : near;
    return x == x ? (float)r : x;
}
FM float fm_gelu_F(float x)
{
    double d = (double)x, u = d * 0.70710678118654752440, a = fabs(u), tail = fm_erfc_tail(a > 4 ? 4 : a), near = fm_erf_near(fm_limit(u, -1, 1));
    tail = a > 4 ? 0 : tail;
    double phi = a > 0.95 ? (d < 0 ? tail : 2 - tail) : 1 + near;
    return x == x ? (float)(0.5 * d * phi) : x;
}

/* ---- powers, for finite x > 0 and finite y ---- */
FM float fm_pow_F(float x, float y)
{
    double n, l = fm_log_short((double)x, &n);
    return (float)fm_exp2_wide((double)y * (n + l * 0x1.71547652b82fep+0));
}
FM float fm_hypot_F(float x, float y)
{
    float r = (float)sqrt((double)x * x + (double)y * y);
    return fabsf(x) > FLT_MAX || fabsf(y) > FLT_MAX ? (fabsf(x) == HUGE_VALF || fabsf(y) == HUGE_VALF ? HUGE_VALF : r) : r;
}
#endif

/* ---- made of those ---- */
FM float fm_logaddexp_F(float x, float y)
{
    float high = x > y ? x : y, d = fabsf(x - y);
    float r = high + fm_log1p_F(fm_exp_F(-d));
    return x == y ? x + 0.693147180559945309417f : x != x ? x : r;
}
FM double fm_logaddexp_D(double x, double y)
{
    double high = x > y ? x : y, d = fabs(x - y);
    double r = high + fm_log1p_D(fm_exp_D(-d));
    return x == y ? x + 0.693147180559945309417 : x != x ? x : r;
}

/* ---- divisions as Python's: the rest has the divisor's sign ---- */
FM double fm_fmod_D(double x, double y) { return fmod(x, y); }
FM float fm_fmod_F(float x, float y) { return fmodf(x, y); }
FM double fm_mod_D(double x, double y) { double m = fmod(x, y); return m != 0 && (m < 0) != (y < 0) ? m + y : m; }
FM float fm_mod_F(float x, float y) { float m = fmodf(x, y); return m != 0 && (m < 0) != (y < 0) ? m + y : m; }
/* A rest of zero has the divisor's sign too (NumPy); by zero it is zero, and no rest is -0 but that of two negative ones (MXNet). */
FM double fm_mod_signed_D(double x, double y) { double m = fmod(x, y); return m != 0 ? (m < 0) != (y < 0) ? m + y : m : copysign(m, y); }
FM float fm_mod_signed_F(float x, float y) { float m = fmodf(x, y); return m != 0 ? (m < 0) != (y < 0) ? m + y : m : copysignf(m, y); }
FM double fm_mod_or_zero_D(double x, double y) { double m = fmod(x, y); return y == 0 ? 0 : (x < 0) == (y < 0) ? m : m != 0 ? m + y : 0; }
FM float fm_mod_or_zero_F(float x, float y) { float m = fmodf(x, y); return y == 0 ? 0 : (x < 0) == (y < 0) ? m : m != 0 ? m + y : 0; }
FM double fm_floor_divide_D(double x, double y)
{
    if (y == 0) return x / y;
    double m = fmod(x, y), q = (x - m) / y;
    if (m != 0 && (y < 0) != (m < 0)) q -= 1;
    if (q == 0) return copysign(0.0, x / y);
    double whole = floor(q);
    return q - whole > 0.5 ? whole + 1 : whole;
}
FM float fm_floor_divide_F(float x, float y)
{
    if (y == 0) return x / y;
    float m = fmodf(x, y), q = (x - m) / y;
    if (m != 0 && (y < 0) != (m < 0)) q -= 1;
    if (q == 0) return copysignf(0.0f, x / y);
    float whole = floorf(q);
    return q - whole > 0.5f ? whole + 1 : whole;
}
/* Integers: by zero gives 0 (who must refuse looks first), the smallest by -1 itself. */
#define FM_INTEGER(S, T, U) \
    FM T fm_trunc_divide_##S(T x, T y) { return y == 0 ? 0 : y == -1 ? (T)((U)0 - (U)x) : x / y; } \
    FM T fm_floor_divide_##S(T x, T y) \
    { \
        if (y == 0) return 0; \
        if (y == -1) return (T)((U)0 - (U)x); \
        T q = x / y; \
        return q - (q * y != x && (x < 0) != (y < 0)); \
    } \
    FM T fm_fmod_##S(T x, T y) { return y == 0 || y == -1 ? 0 : x % y; } \
    FM T fm_mod_##S(T x, T y) { T m = fm_fmod_##S(x, y); return m != 0 && (m < 0) != (y < 0) ? m + y : m; } \
    FM T fm_pow_##S(T x, T y) \
    { \
        if (y < 0) return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0; \
        U r = 1, b = (U)x; \
        for (U e = (U)y; e; e >>= 1, b *= b) if (e & 1) r *= b; \
        return (T)r; \
    }
FM_INTEGER(I, int32_t, uint32_t)
FM_INTEGER(L, int64_t, uint64_t)
#undef FM_INTEGER

/* ---- rare ones, plain ---- */
FM double fm_digamma_D(double x)
{
    if (x == 0) return copysign((double)INFINITY, -x);
    if (x < 0) {
        if (x == floor(x)) return (double)NAN;
        double part = x - floor(x); /* the reflection, with the angle kept small */
        double r = -FM_PI / tan(FM_PI * part);
        x = 1 - x;
        double s = 0;
        for (; x < 10; x += 1) s -= 1 / x;
        double z = 1 / (x * x);
        return r + s + log(x) - 0.5 / x - z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
    }
    double s = 0;
    for (; x < 10; x += 1) s -= 1 / x;
    double z = 1 / (x * x);
    return s + log(x) - 0.5 / x - z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
}
FM float fm_digamma_F(float x) { return (float)fm_digamma_D((double)x); }
/* The n-th derivative of digamma: (-1)^(n+1) n! times the sum of (x + i)^-(n+1): terms one by one up to 14, then Euler's and Maclaurin's rest. */
FM double fm_polygamma_D(double n, double x)
{
    if (n == 0) return fm_digamma_D(x);
    if (x != x || n < 0 || n != floor(n)) return (double)NAN;
    double s = n + 1, factor = 1, sum = 0;
    if (n > 170) return (fmod(n, 2.0) == 0 ? -HUGE_VAL : HUGE_VAL) * pow(x, -s); /* n! is infinite */
    for (double i = 2; i <= n; i++) factor *= i;
    if (fmod(n, 2.0) == 0) factor = -factor;
    if (x <= 0 && x == floor(x)) return fmod(n, 2.0) == 0 ? -(double)INFINITY : (double)INFINITY;
    if (x < -1e4) { /* so many terms nearly cancel or repeat: the sum over all integers less that over those beyond */
        if (n > 1) return (double)NAN;
        double part = sin(FM_PI * (x - floor(x)));
        return FM_PI * FM_PI / (part * part) - 1 / (1 - x) - 0.5 / ((1 - x) * (1 - x));
    }
    for (; x < 14 + n; x += 1) sum += pow(x, -s);
    double power = pow(x, -s), z = 1 / (x * x), term = s / x * power;
    sum += x * power / n + 0.5 * power;
    sum += term / 12;
    term *= (s + 1) * (s + 2) * z, sum -= term / 720;
    term *= (s + 3) * (s + 4) * z, sum += term / 30240;
    term *= (s + 5) * (s + 6) * z, sum -= term / 1209600;
    term *= (s + 7) * (s + 8) * z, sum += term / 47900160;
    term *= (s + 9) * (s + 10) * z, sum -= term * (691.0 / 1307674368000.0);
    return factor * sum;
}
FM float fm_polygamma_F(float n, float x) { return (float)fm_polygamma_D((double)n, (double)x); }
FM double fm_erfinv_D(double x)
{
    if (x != x || fabs(x) > 1) return (double)NAN;
    if (fabs(x) == 1) return copysign((double)INFINITY, x);
    double l = log((1 - x) * (1 + x)), b = 4.3307467508 + 0.5 * l; /* 2 / (pi 0.147): Winitzki's closed form starts Halley's steps */
    double y = copysign(sqrt(sqrt(b * b - l / 0.147) - b), x);
    for (int i = 0; i < 3; i++) {
        double e = y > 0.5 ? (1 - x) - erfc(y) : y < -0.5 ? erfc(-y) - (1 + x) : erf(y) - x;
        double u = e / (1.12837916709551257390 * exp(-y * y));
        y -= u / (1 + y * u);
    }
    return y;
}
/* For float results: erfinv(x) / x is a smooth function of w = -log(1 - x^2), beyond w = 5 of its root; two Chebyshev fits of ours, relative 2^-42. */
FM float fm_erfinv_F(float x)
{
    double d = (double)x, w = -fm_log_D((1 - d) * (1 + d)), t = (w - 2.5) * 0.4, s = sqrt(w < 0 ? 0 : w) - 3.2;
    double near = 0x1.805c5cfcedef3p+0 + t * (0x1.3bb315fc765d3p-1 + t * (-0x1.abc1e0b477377p-6 + t * (-0x1.40b177267e346p-6 + t * (0x1.175c3f20f7707p-7 + t *
               (-0x1.ff993ee49f2a2p-12 + t * (-0x1.b553c94118f8cp-11 + t * (0x1.326278d059cd0p-12 + t * (0x1.577755fda6f7ep-16 + t * (-0x1.5b9347c978625p-15 + t *
               (0x1.225e59fcad3b2p-17 + t * (0x1.7f79df9d11d5cp-19 + t * (-0x1.f23ed5f08df3bp-20 + t * (0x1.116f831f268efp-23 + t * (0x1.b3b13bc253e0fp-23 + t *
               (-0x1.0e6d23aef64f2p-24 + t * (-0x1.5072d2af47b35p-27 + t * (0x1.dab998138249ap-28 + t * -0x1.6e4fc4735134dp-32)))))))))))))))));
    double far = 0x1.844e340984e23p+1 + s * (0x1.0133861c52115p+0 + s * (0x1.8775278dce8a8p-8 + s * (-0x1.196c20206b19bp-8 + s * (0x1.82c52209208f0p-9 + s *
               (-0x1.053aa86b7c038p-9 + s * (0x1.1ab5207677962p-10 + s * (-0x1.7718680f861dep-12 + s * (-0x1.99e7915c33c4ap-17 + s * (0x1.87a7a7e77de22p-14 + s *
               (-0x1.c2554bd91c025p-15 + s * (0x1.57e4a3dc3be56p-17 + s * (0x1.9875a903d49acp-18 + s * (-0x1.7115d0a8a77cfp-18 + s * (0x1.46f622c6c03afp-20 + s *
               (0x1.356dc29502119p-21 + s * -0x1.330f1c5feabd0p-22)))))))))))))));
    double y = w < 5 ? near : far;
    y = fabs(d) == 1 ? HUGE_VAL : y;
    return (float)(fabs(d) <= 1 ? d * y : (double)NAN);
}

#endif
