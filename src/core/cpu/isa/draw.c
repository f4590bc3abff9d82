/* draw.c: random numbers in vector loops: MT19937's and Philox's words, and uniform and normal numbers made of them. No multiplication is fused with an addition, so
 * that a seed gives the same numbers on every machine.
 */
#include <math.h>
#include <string.h>

#include "core/formulas.h"
#include "isa.h"

#define INLINE static inline __attribute__((always_inline))

/* ---- words ---- */
enum { WORDS = 624, FAR = 397 };
INLINE uint32_t twist(uint32_t here, uint32_t next, uint32_t far)
{
    uint32_t y = (here & 0x80000000u) | (next & 0x7FFFFFFFu);
    return far ^ y >> 1 ^ (-(y & 1) & 0x9908B0DFu);
}

static void refill(uint32_t *k)
{
    ISA_LOOP for (int i = 0; i < WORDS - FAR; i++) k[i] = twist(k[i], k[i + 1], k[i + FAR]);
    ISA_LOOP for (int i = WORDS - FAR; i < WORDS - 1; i++) k[i] = twist(k[i], k[i + 1], k[i + FAR - WORDS]); /* what it reads was made 227 steps before */
    k[WORDS - 1] = twist(k[WORDS - 1], k[0], k[FAR - 1]);
}

static void temper(int64_t n, uint32_t *restrict out, const uint32_t *restrict key)
{
    for (int64_t i = 0; i < n; i++) {
        uint32_t y = key[i];
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C5680u;
        y ^= y << 15 & 0xEFC60000u;
        out[i] = y ^ y >> 18;
    }
}

static void philox(int64_t n, uint64_t key, uint64_t first, uint32_t (*words)[DRAW_BLOCK])
{
    uint32_t *restrict w0 = words[0], *restrict w1 = words[1], *restrict w2 = words[2], *restrict w3 = words[3];
    ISA_LOOP for (int64_t i = 0; i < n; i++) {
        uint64_t block = first + (uint64_t)i;
        uint32_t x0 = (uint32_t)block, x1 = (uint32_t)(block >> 32), x2 = 0, x3 = 0, k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
        for (int round = 0; round < 10; round++) {
            uint64_t a = (uint64_t)0xD2511F53u * x0, b = (uint64_t)0xCD9E8D57u * x2;
            x0 = (uint32_t)(b >> 32) ^ x1 ^ k0;
            x2 = (uint32_t)(a >> 32) ^ x3 ^ k1;
            x1 = (uint32_t)b;
            x3 = (uint32_t)a;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        w0[i] = x0;
        w1[i] = x1;
        w2[i] = x2;
        w3[i] = x3;
    }
}

/* ---- units ---- */
static void units(int64_t n, float *restrict out, const uint32_t *restrict words, uint32_t mask, float scale)
{
    for (int64_t i = 0; i < n; i++) out[i] = (float)(int32_t)(words[i] & mask) * scale;
}

/* 0 … 2^52 - 1 as a double, by its bits: no unit before AVX-512 converts 64-bit integers */
INLINE double number_of(uint64_t x) { return fm_number(x | 0x4330000000000000u) - 0x1p52; }

INLINE double unit_long(uint32_t high, uint32_t low) { return (number_of(high & 0x1FFFFF) * 0x1p32 + number_of(low)) * 0x1p-53; }
static void units_long(int64_t n, double *restrict out, const uint32_t *restrict high, const uint32_t *restrict low, int step)
{
    if (step == 1)
        for (int64_t i = 0; i < n; i++) out[i] = unit_long(high[i], low[i]);
    else
        for (int64_t i = 0; i < n; i++) out[i] = unit_long(high[2 * i], low[2 * i]);
}

INLINE float unit_mxnet(uint32_t word)
{
    float x = (float)number_of(word) * 0x1p-32f;
    return x >= 1.0f ? 0x1.FFFFFEp-1f : x;
}
static void units_mxnet(int64_t n, float *restrict out, const uint32_t *restrict words)
{
    for (int64_t i = 0; i < n; i++) out[i] = unit_mxnet(words[i]);
}

INLINE double unit_numpy(uint32_t high, uint32_t low) { return (number_of(high >> 5) * 67108864.0 + number_of(low >> 6)) * 0x1p-53; }
static void units_numpy(int64_t n, double *restrict out, const uint32_t *restrict high, const uint32_t *restrict low, int step)
{
    if (step == 1)
        for (int64_t i = 0; i < n; i++) out[i] = unit_numpy(high[i], low[i]);
    else
        for (int64_t i = 0; i < n; i++) out[i] = unit_numpy(high[2 * i], low[2 * i]);
}

static void stretch_torch(int64_t n, float *out, const float *u, float low, float wide)
{
    ISA_LOOP for (int64_t i = 0; i < n; i++) out[i] = (float)((double)u[i] * (double)wide + (double)low);
}
static void stretch_mxnet(int64_t n, float *out, const float *u, float low, float wide)
{
    ISA_LOOP for (int64_t i = 0; i < n; i++) out[i] = low + wide * u[i];
}
static void stretch_long(int64_t n, double *out, const double *u, double low, double wide)
{
    ISA_LOOP for (int64_t i = 0; i < n; i++) out[i] = low + wide * u[i];
}

/* ---- logarithm, sine and cosine of floats: glibc's results to the last bit, which PyTorch's and MXNet's streams show ----
 * Its method (the logarithm of the nearest of sixteen numbers, and short polynomials, in double precision) and its numbers, which are those of Arm's Optimized
 * Routines; tests/core compares with the C library.
 */
INLINE uint32_t bits_of(float x) { union { float f; uint32_t u; } v = {x}; return v.u; }
INLINE float float_of(uint32_t u) { union { uint32_t u; float f; } v = {u}; return v.f; }
static const double inverses[16] = {
    0x1.661ec79f8f3bep+0, 0x1.571ed4aaf883dp+0, 0x1.49539f0f010bp+0,  0x1.3c995b0b80385p+0, 0x1.30d190c8864a5p+0, 0x1.25e227b0b8eap+0,
    0x1.1bb4a4a1a343fp+0, 0x1.12358f08ae5bap+0, 0x1.0953f419900a7p+0, 0x1p+0,               0x1.e608cfd9a47acp-1, 0x1.ca4b31f026aap-1,
    0x1.b2036576afce6p-1, 0x1.9c2d163a1aa2dp-1, 0x1.886e6037841edp-1, 0x1.767dcf5534862p-1,
};
static const double logarithms[16] = {
    -0x1.57bf7808caadep-2, -0x1.2bef0a7c06ddbp-2, -0x1.01eae7f513a67p-2, -0x1.b31d8a68224e9p-3, -0x1.6574f0ac07758p-3, -0x1.1aa2bc79c81p-3,
    -0x1.a4e76ce8c0e5ep-4, -0x1.1973c5a611cccp-4, -0x1.252f438e10c1ep-5, 0,                     0x1.aa5aa5df25984p-5,  0x1.c5e53aa362eb4p-4,
    0x1.526e57720db08p-3,  0x1.bc2860d22477p-3,   0x1.1058bc8a07ee1p-2,  0x1.4043057b6ee09p-2,
};

/* of normal positive numbers */
INLINE float log_of(float x)
{
    uint32_t from = bits_of(x) - 0x3F330000u;
    int64_t nearest = (int64_t)from >> 19 & 15; /* as wide as the numbers: only so does GCC gather */
    double twos = (double)((int32_t)from >> 23), m = (double)float_of(bits_of(x) - (from & 0xFF800000u));
    double r = m * inverses[nearest] - 1, whole = logarithms[nearest] + twos * 0x1.62e42fefa39efp-1, rr = r * r;
    double tail = -0x1.00ea348b88334p-2 * rr + (0x1.5575b0be00b6ap-2 * r - 0x1.ffffef20a4123p-2);
    return (float)(tail * rr + (whole + r));
}

/* both of 0 <= x < 100 */
INLINE void turn_of(float x, float *cosine, float *sine)
{
    double d = (double)x;
    int32_t quarter = ((int32_t)(d * 0x1.45F306DC9C883p+23) + 0x800000) >> 24;
    d -= (double)quarter * 0x1.921FB54442D18p0;
    double z = d * d, zd = z * d, zz = z * z;
    float s = (float)((d + zd * -0x1.555545995a603p-3) + zd * z * (0x1.1107605230bc4p-7 + z * -0x1.994eb3774cf24p-13));
    float c = (float)(((1 + z * -0x1.ffffffd0c621cp-2) + zz * 0x1.55553e1068f19p-5) + zz * z * (-0x1.6c087e89a359dp-10 + z * 0x1.99343027bf8c3p-16));
    uint32_t swap = -((uint32_t)quarter & 1), differ = (bits_of(s) ^ bits_of(c)) & swap; /* odd quarters swap them, the upper two turn the sign */
    *cosine = float_of(bits_of(c) ^ differ ^ (((uint32_t)quarter + 1) & 2) << 30);
    *sine = float_of(bits_of(s) ^ differ ^ ((uint32_t)quarter & 2) << 30);
}

/* ---- normal numbers ---- */
static void pairs(int64_t n, const float *restrict u, const float *restrict v, float *restrict cosines, float *restrict sines)
{
    for (int64_t i = 0; i < n; i++) {
        float radius = sqrtf(-2 * log_of(1 - u[i])), c, s;
        turn_of((float)(6.28318530717958647692 * (double)v[i]), &c, &s);
        cosines[i] = radius * c;
        sines[i] = radius * s;
    }
}

static void pairs_long(int64_t n, const double *restrict u, const double *restrict v, double *restrict cosines)
{
    for (int64_t i = 0; i < n; i++) cosines[i] = sqrt(-2 * fm_log_D(1 - v[i])) * fm_cos_D(6.28318530717958647692 * u[i]);
}

static void exponentials(int64_t n, double *restrict out, const double *restrict u)
{
    for (int64_t i = 0; i < n; i++) out[i] = -fm_log_D(1 - u[i]);
}

static void points(int64_t n, const uint32_t *restrict first, const uint32_t *restrict second, int step, float *restrict x, float *restrict y)
{
    if (step == 1)
        for (int64_t i = 0; i < n; i++) {
            x[i] = 2.0f * unit_mxnet(first[i]) - 1.0f;
            y[i] = 2.0f * unit_mxnet(second[i]) - 1.0f;
        }
    else
        for (int64_t i = 0; i < n; i++) {
            x[i] = 2.0f * unit_mxnet(first[2 * i]) - 1.0f;
            y[i] = 2.0f * unit_mxnet(second[2 * i]) - 1.0f;
        }
}

static void polar_end(int64_t n, float *restrict x, float *restrict y)
{
    for (int64_t i = 0; i < n; i++) {
        float r = x[i] * x[i] + y[i] * y[i], scale = sqrtf(-2.0f * log_of(r) / r);
        x[i] *= scale;
        y[i] *= scale;
    }
}

static void mask_words(int64_t n, float *restrict out, const uint32_t *restrict words, uint64_t bound, float factor)
{
    uint32_t bound_high = (uint32_t)(bound >> 32), bound_low = (uint32_t)bound;
    for (int64_t i = 0; i < n; i++) {
        uint32_t high = words[2 * i] & 0x1FFFFF, low = words[2 * i + 1];
        out[i] = (high < bound_high) | ((high == bound_high) & (low < bound_low)) ? factor : 0;
    }
}
static void mask(int64_t n, float *restrict out, const double *restrict u, double p, float factor)
{
    for (int64_t i = 0; i < n; i++) out[i] = u[i] < p ? factor : 0;
}
static void mask_long(int64_t n, double *restrict out, const double *restrict u, double p, double factor)
{
    for (int64_t i = 0; i < n; i++) out[i] = u[i] < p ? factor : 0;
}

/* The quotient is rounded to the nearest integer: what is left is at most half of range on either side, and exact. */
static void integers(int64_t n, int64_t *restrict out, const uint32_t *restrict words, uint32_t range, int64_t low)
{
    double by = 1.0 / range;
    for (int64_t i = 0; i < n; i++) {
        double word = number_of(words[i]), quotient = (word * by + 0x1p52) - 0x1p52, rest = word - quotient * range;
        rest = rest < 0 ? rest + range : rest;
        out[i] = (int64_t)((fm_bits(rest + 0x1p52) & 0xFFFFFFFFu) + (uint64_t)low);
    }
}

const DrawLoops ISA_NAME(draw_loops) = {
    refill, temper, philox, units, units_long, units_mxnet, units_numpy, stretch_torch, stretch_mxnet, stretch_long,
    pairs, pairs_long, points, polar_end, exponentials, mask_words, mask, mask_long, integers,
};
