/* libm.c: elementary functions for NumPy's accent, by the C library: nearly always correctly rounded, so that a lesson's last digit is NumPy's.
 *
 * The other accents print few digits and take the vector loops of cpu/isa. Those that NumPy has of its own are in isa/own_numpy.c.
 */
#include "libm.h"

#include "core/op_more.h"
#include "own_numpy.h"

#include <math.h>

static double logaddexp(double x, double y)
{
    if (x == y) return x + 0.693147180559945309417232121458;
    double d = x - y;
    return d > 0 ? x + log1p(exp(-d)) : d <= 0 ? y + log1p(exp(d)) : d;
}
static float logaddexpf(float x, float y)
{
    if (x == y) return x + 0.693147180559945309417232121458f;
    float d = x - y;
    return d > 0 ? x + log1pf(expf(-d)) : d <= 0 ? y + log1pf(expf(d)) : d;
}

#define FUNCTIONS                                                                                                               \
    ONE(exp, exp) ONE(exp2, exp2) ONE(expm1, expm1) ONE(log, log) ONE(log2, log2) ONE(log10, log10) ONE(log1p, log1p) ONE(sin, sin) \
    ONE(cos, cos) ONE(tan, tan) ONE(arcsin, asin) ONE(arccos, acos) ONE(arctan, atan) ONE(sinh, sinh) ONE(cosh, cosh) ONE(tanh, tanh) \
    ONE(arcsinh, asinh) ONE(arccosh, acosh) ONE(arctanh, atanh) ONE(cbrt, cbrt) TWO(power, pow) TWO(hypot, hypot)                    \
    TWO(arctan2, atan2) TWO(logaddexp, logaddexp)

#define ONE(name, g)                                                                                                            \
    static void name##_double(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k)               \
    {                                                                                                                           \
        for (int64_t i = 0; i < n; i++) ((double *)out)[i] = g(((const double *)a)[i]);                                         \
        (void)b, (void)c, (void)k;                                                                                              \
    }                                                                                                                           \
    static void name##_float(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k)                \
    {                                                                                                                           \
        for (int64_t i = 0; i < n; i++) ((float *)out)[i] = g##f(((const float *)a)[i]);                                       \
        (void)b, (void)c, (void)k;                                                                                              \
    }
#define TWO(name, g)                                                                                                            \
    static void name##_double(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k)               \
    {                                                                                                                           \
        for (int64_t i = 0; i < n; i++) ((double *)out)[i] = g(((const double *)a)[i], ((const double *)b)[i]);                 \
        (void)c, (void)k;                                                                                                       \
    }                                                                                                                           \
    static void name##_float(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k)                \
    {                                                                                                                           \
        for (int64_t i = 0; i < n; i++) ((float *)out)[i] = g##f(((const float *)a)[i], ((const float *)b)[i]);                     \
        (void)c, (void)k;                                                                                                       \
    }
FUNCTIONS
#undef ONE
#undef TWO
#define OWN(name, type)                                                                                                        \
    static void own_##name##_##type(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k)       \
    {                                                                                                                          \
        own_numpy()->name##_##type(n, out, a);                                                                          \
        (void)b, (void)c, (void)k;                                                                                              \
    }
OWN(exp, float) OWN(log, float) OWN(sin, float) OWN(cos, float) OWN(tanh, float) OWN(tanh, double)

EwKernel libm_kernel(int function, DType type)
{
    if (type != DT_FLOAT32 && type != DT_FLOAT64) return NULL;
    if (function == FN_tanh) return type == DT_FLOAT64 ? own_tanh_double : own_tanh_float;
    if (type == DT_FLOAT32) switch (function) {
        case FN_exp: return own_exp_float;
        case FN_log: return own_log_float;
        case FN_sin: return own_sin_float;
        case FN_cos: return own_cos_float;
        default: break;
        }
    switch (function) {
#define ONE(name, f) case FN_##name: return type == DT_FLOAT64 ? name##_double : name##_float;
#define TWO ONE
        FUNCTIONS
    default: return NULL;
    }
}
