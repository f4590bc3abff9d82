/* mod_math.c: the module math: functions of floats. Those of whole numbers and sums are mod_math_int.c.
 *
 * The C library's functions do the work; what is added are Python's errors: an invalid argument is a "math domain
 * error", a result too large a "math range error". */
#include "mod_math.h"

#include <float.h>
#include <math.h>

static Value domain_error(VM *vm) { return err_raise(vm, EXC_ValueError, "math domain error"); }
static Value range_error(VM *vm) { return err_raise(vm, EXC_OverflowError, "math range error"); }

/* The answer r of a function of x, checked. */
static Value checked(VM *vm, double x, double r, bool may_overflow)
{
    if (isnan(r) && !isnan(x)) return domain_error(vm);
    if (isinf(r) && isfinite(x)) return may_overflow ? range_error(vm) : domain_error(vm);
    return make_float_any(r);
}

#define ONE(name, expr, may_overflow)                                              \
    static Value fn_##name(VM *vm, const Ref *args, int n, Ref kwnames)            \
    {                                                                              \
        double x;                                                                  \
        if (is_float(args[0])) x = float_of(args[0]);                              \
        else if (!num_to_double(vm, args[0], &x)) return NO_VALUE;                 \
        return checked(vm, x, expr, may_overflow);                                 \
    }
ONE(acos, acos(x), false)
ONE(acosh, acosh(x), false)
ONE(asin, asin(x), false)
ONE(asinh, asinh(x), false)
ONE(atan, atan(x), false)
ONE(atanh, atanh(x), false)
ONE(cbrt, cbrt(x), false)
ONE(cos, cos(x), false)
ONE(cosh, cosh(x), true)
ONE(erf, erf(x), false)
ONE(erfc, erfc(x), false)
ONE(exp, exp(x), true)
ONE(exp2, exp2(x), true)
ONE(expm1, expm1(x), true)
ONE(fabs, fabs(x), false)
ONE(log1p, x == 0 ? x : log1p(x), false)
ONE(sin, sin(x), false)
ONE(sinh, sinh(x), true)
ONE(sqrt, sqrt(x), false)
ONE(tan, tan(x), false)
ONE(tanh, tanh(x), false)
ONE(degrees, x * (180.0 / M_PI), true)
ONE(radians, x * (M_PI / 180.0), true)
#undef ONE

/* ---- gamma: the sum of Lanczos with g = 6.0246..., N = 13 ---- */
static const double LANCZOS_G = 6.024680040776729583740234375, G_LESS_HALF = 5.524680040776729583740234375;
enum { LANCZOS_N = 13 };

static double lanczos_sum(double x) /* x > 0 */
{
    static const double num[LANCZOS_N] = {
        23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
        35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
        6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
        248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
        2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
        8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
        2.5066282746310002701649081771338373386264310793408};
    static const double den[LANCZOS_N] = {0.0, 39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
                                          2637558.0, 357423.0, 32670.0, 1925.0, 66.0, 1.0};
    double a = 0, b = 0;
    for (int i = 0; i < LANCZOS_N; i++) { /* in powers of x or of 1/x, whichever is below 1 */
        int k = x < 5.0 ? LANCZOS_N - 1 - i : i;
        a = (x < 5.0 ? a * x : a / x) + num[k];
        b = (x < 5.0 ? b * x : b / x) + den[k];
    }
    return a / b;
}

static double sin_pi(double x)
{
    double y = fmod(fabs(x), 2.0), r;
    switch ((int)round(2.0 * y)) {
    case 0: r = sin(M_PI * y); break;
    case 1: r = cos(M_PI * (y - 0.5)); break;
    case 2: r = sin(M_PI * (1.0 - y)); break;
    case 3: r = -cos(M_PI * (y - 1.5)); break;
    default: r = sin(M_PI * (y - 2.0)); break;
    }
    return copysign(1.0, x) * r;
}

static Value fn_gamma(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, r;
    if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
    if (isnan(x) || x == INFINITY) return make_float_any(x);
    if (isinf(x) || x == 0 || (x < 0 && x == floor(x))) return domain_error(vm);
    if (x == floor(x) && x <= 23) {
        for (r = 1; x > 2; x--) r *= x - 1;
        return make_float(r);
    }
    double abs = fabs(x);
    if (abs < 1e-20) return checked(vm, x, 1.0 / x, true);
    if (abs > 200) return x < 0 ? make_float(0.0 / sin_pi(x)) : range_error(vm);
    double y = abs + G_LESS_HALF;
    double rest = abs > G_LESS_HALF ? (y - abs) - G_LESS_HALF : (y - G_LESS_HALF) - abs; /* what the sum above rounded away */
    double z = rest * LANCZOS_G / y, power = abs < 140.0 ? pow(y, abs - 0.5) : pow(y, abs / 2.0 - 0.25);
    if (x < 0) {
        r = -M_PI / sin_pi(abs) / abs * exp(y) / lanczos_sum(abs);
        r -= z * r;
        r = abs < 140.0 ? r / power : r / power / power;
    } else {
        r = lanczos_sum(abs) / exp(y);
        r += z * r;
        r = abs < 140.0 ? r * power : r * power * power;
    }
    return checked(vm, x, r, true);
}

static Value fn_lgamma(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x;
    if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
    if (isnan(x)) return make_float_any(x);
    if (isinf(x)) return make_float(INFINITY);
    if (x == floor(x) && x <= 2.0) return x <= 0 ? domain_error(vm) : make_float(0.0);
    double abs = fabs(x);
    if (abs < 1e-20) return make_float(-log(abs));
    double r = log(lanczos_sum(abs)) - LANCZOS_G;
    r += (abs - 0.5) * (log(abs + LANCZOS_G - 0.5) - 1);
    if (x < 0) r = log(M_PI) - log(fabs(sin_pi(abs))) - log(abs) - r;
    return checked(vm, x, r, true);
}

/* ---- logarithms, of ints of any size too ---- */
static bool log_of(VM *vm, Ref v, double (*fn)(double), double *out)
{
    double x;
    if (is_int(v)) {
        if (int_sign(v) <= 0) return domain_error(vm), false;
        int64_t bits = int_bit_length(v);
        if (bits > 1000) { /* m * 2**e */
            Value top = int_rshift(vm, v, make_small(bits - 500));
            if (top == NO_VALUE) return false;
            bool ok;
            x = int_to_double(vm, top, &ok);
            release(vm, top);
            int exp;
            x = frexp(x, &exp);
            *out = fn(x) + fn(2.0) * (double)(exp + bits - 500);
            return true;
        }
    }
    if (!num_to_double(vm, v, &x)) return false;
    if (isnan(x) || x == INFINITY) {
        *out = x;
        return true;
    }
    if (x <= 0) return domain_error(vm), false;
    *out = fn(x);
    return true;
}

static Value fn_log(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, base;
    if (!log_of(vm, args[0], log, &x)) return NO_VALUE;
    if (args[1] == NULL) return make_float_any(x);
    if (!log_of(vm, args[1], log, &base)) return NO_VALUE;
    if (base == 0) return err_raise(vm, EXC_ZeroDivisionError, "float division by zero");
    return make_float_any(x / base);
}

static Value fn_log2(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double r;
    return log_of(vm, args[0], log2, &r) ? make_float_any(r) : NO_VALUE;
}

static Value fn_log10(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double r;
    return log_of(vm, args[0], log10, &r) ? make_float_any(r) : NO_VALUE;
}

/* ---- of two floats ---- */
static bool two(VM *vm, const Ref *args, double *x, double *y) { return num_to_double(vm, args[0], x) && num_to_double(vm, args[1], y); }

static Value fn_atan2(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, y;
    return two(vm, args, &y, &x) ? make_float_any(atan2(y, x)) : NO_VALUE;
}

static Value fn_copysign(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, y;
    return two(vm, args, &x, &y) ? make_float_any(copysign(x, y)) : NO_VALUE;
}

static Value fn_fmod(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, y;
    if (!two(vm, args, &x, &y)) return NO_VALUE;
    if (isinf(y) && isfinite(x)) return make_float(x);
    double r = fmod(x, y);
    return isnan(r) && !isnan(x) && !isnan(y) ? domain_error(vm) : make_float_any(r);
}

static Value fn_remainder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, y;
    if (!two(vm, args, &x, &y)) return NO_VALUE;
    double r = remainder(x, y);
    return isnan(r) && !isnan(x) && !isnan(y) ? domain_error(vm) : make_float_any(r);
}

static Value fn_pow(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, y;
    if (!two(vm, args, &x, &y)) return NO_VALUE;
    double r = pow(x, y);
    if (isfinite(x) && isfinite(y)) {
        if (isnan(r) || (isinf(r) && x == 0)) return domain_error(vm);
        if (isinf(r)) return range_error(vm);
    }
    return make_float_any(r);
}

static Value fn_nextafter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, y;
    return two(vm, args, &x, &y) ? make_float_any(nextafter(x, y)) : NO_VALUE;
}

static Value fn_ulp(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x;
    if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
    if (!isfinite(x)) return make_float_any(fabs(x));
    x = fabs(x);
    double up = nextafter(x, INFINITY);
    return make_float(isinf(up) ? x - nextafter(x, 0.0) : up - x);
}

/* ---- questions ---- */
#define ASK(name, expr)                                                       \
    static Value fn_##name(VM *vm, const Ref *args, int n, Ref kwnames)       \
    {                                                                         \
        double x;                                                             \
        return num_to_double(vm, args[0], &x) ? make_bool(expr) : NO_VALUE;   \
    }
ASK(isnan, isnan(x))
ASK(isinf, isinf(x))
ASK(isfinite, isfinite(x))
#undef ASK

static Value fn_isclose(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double a, b, rel = 1e-9, abs = 0;
    if (!two(vm, args, &a, &b)) return NO_VALUE;
    if (args[2] != NULL && !num_to_double(vm, args[2], &rel)) return NO_VALUE;
    if (args[3] != NULL && !num_to_double(vm, args[3], &abs)) return NO_VALUE;
    if (rel < 0 || abs < 0) return err_raise(vm, EXC_ValueError, "tolerances must be non-negative");
    if (a == b) return V_TRUE;
    if (isinf(a) || isinf(b)) return V_FALSE;
    double gap = fabs(b - a);
    return make_bool(gap <= fabs(rel * b) || gap <= fabs(rel * a) || gap <= abs);
}

/* ---- parts ---- */
static Value fn_frexp(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x;
    int exp = 0;
    if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
    double m = isfinite(x) && x != 0 ? frexp(x, &exp) : x;
    Value pair[2] = {make_float_any(m), make_small(exp)};
    return tuple_take(vm, pair, 2);
}

static Value fn_ldexp(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x;
    int64_t exp;
    if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
    if (!is_int(args[1])) return err_raise(vm, EXC_TypeError, "Expected an int as second argument to ldexp.");
    if (!num_index_clip(vm, args[1], &exp)) return NO_VALUE;
    if (x == 0 || !isfinite(x)) return make_float_any(x);
    if (exp > INT32_MAX) return range_error(vm);
    if (exp < INT32_MIN) return make_float(copysign(0.0, x));
    double r = ldexp(x, (int)exp);
    return isinf(r) ? range_error(vm) : make_float(r);
}

static Value fn_modf(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double x, whole;
    if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
    double part = isnan(x) ? (whole = x) : modf(x, &whole);
    Value pair[2] = {make_float_any(part), make_float_any(whole)};
    return tuple_take(vm, pair, 2);
}

static Value whole(VM *vm, Ref v, Ref method, double (*fn)(double))
{
    bool found;
    double x;
    if (!is_float(v)) {
        Value r = call_special(vm, v, method, NULL, 0, &found);
        if (found || err_occurred(vm)) return r;
    }
    return num_to_double(vm, v, &x) ? int_from_double(vm, fn(x)) : NO_VALUE;
}

static Value fn_floor(VM *vm, const Ref *args, int n, Ref kwnames) { return whole(vm, args[0], NAME(__floor__), floor); }
static Value fn_ceil(VM *vm, const Ref *args, int n, Ref kwnames) { return whole(vm, args[0], NAME(__ceil__), ceil); }

static Value fn_trunc(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool found;
    if (is_float(args[0])) return int_from_double(vm, float_of(args[0]));
    Value r = call_special(vm, args[0], NAME(__trunc__), NULL, 0, &found);
    if (found || err_occurred(vm)) return r;
    return err_raise(vm, EXC_TypeError, "type %T doesn't define __trunc__ method", args[0]);
}

/* ---- lengths ---- */
/* The square root of a sum of exact squares, with one rounding at the end: quadruple precision holds a double's square. */
static double root_of(__float128 sum)
{
    if (sum == 0) return 0;
    __float128 s = (__float128)sqrtl((long double)sum);
    s += (sum - s * s) / (2 * s);
    return (double)s;
}

/* The exact square of x, whose square neither over- nor underflows: high + low. */
static double square(double x, double *low)
{
    double c = x * 134217729.0, h = c - (c - x), l = x - h, s = x * x;
    *low = ((h * h - s) + 2 * h * l) + l * l;
    return s;
}
/* hypot of two numbers of common size in pairs of doubles: their error lies far below half a unit of the root. */
static bool hypot_plain(double x, double y, double *root)
{
    x = fabs(x);
    y = fabs(y);
    if (!(x > 1e-100 && x < 1e100 && y > 1e-100 && y < 1e100)) return false;
    double xl, yl, rl, xs = square(x > y ? x : y, &xl), ys = square(x > y ? y : x, &yl);
    double high = xs + ys, low = ((xs - high) + ys) + xl + yl, r = sqrt(high), rs = square(r, &rl);
    *root = r + (((high - rs) - rl) + low) / (2 * r);
    return true;
}

static Value fn_hypot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Tuple *t = as_tuple(args[0]);
    double root;
    if (t->len == 2 && is_float(t->items[0]) && is_float(t->items[1]) && hypot_plain(float_of(t->items[0]), float_of(t->items[1]), &root)) return make_float(root);
    __float128 sum = 0;
    bool inf = false, nan = false;
    for (int64_t i = 0; i < t->len; i++) {
        double x;
        if (!num_to_double(vm, t->items[i], &x)) return NO_VALUE;
        inf = inf || isinf(x);
        nan = nan || isnan(x);
        sum += (__float128)x * (__float128)x;
    }
    return make_float_any(inf ? INFINITY : nan ? NAN : root_of(sum));
}

static Value fn_dist(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value p = tuple_from_iter(vm, args[0]), q = p == NO_VALUE ? NO_VALUE : tuple_from_iter(vm, args[1]), out = NO_VALUE;
    __float128 sum = 0;
    bool inf = false, nan = false;
    if (q == NO_VALUE) goto end;
    if (as_tuple(p)->len != as_tuple(q)->len) {
        err_raise(vm, EXC_ValueError, "both points must have the same number of dimensions");
        goto end;
    }
    for (int64_t i = 0; i < as_tuple(p)->len; i++) {
        double x, y;
        if (!num_to_double(vm, as_tuple(p)->items[i], &x) || !num_to_double(vm, as_tuple(q)->items[i], &y)) goto end;
        double gap = fabs(x - y);
        inf = inf || isinf(gap);
        nan = nan || isnan(gap);
        sum += (__float128)gap * (__float128)gap;
    }
    out = make_float_any(inf ? INFINITY : nan ? NAN : root_of(sum));
end:
    release(vm, p);
    release(vm, q);
    return out;
}

static const NativeDef functions[] = {
    {"acos", fn_acos, "x, /", "The angle from 0 to pi whose cosine is x.", 0},
    {"acosh", fn_acosh, "x, /", "The number whose hyperbolic cosine is x.", 0},
    {"asin", fn_asin, "x, /", "The angle from -pi/2 to pi/2 whose sine is x.", 0},
    {"asinh", fn_asinh, "x, /", "The number whose hyperbolic sine is x.", 0},
    {"atan", fn_atan, "x, /", "The angle from -pi/2 to pi/2 whose tangent is x.", 0},
    {"atan2", fn_atan2, "y, x, /", "The angle of the point (x, y), in its quadrant.", 0},
    {"atanh", fn_atanh, "x, /", "The number whose hyperbolic tangent is x.", 0},
    {"cbrt", fn_cbrt, "x, /", "The cube root.", 0},
    {"ceil", fn_ceil, "x, /", "x rounded up to an int.", 0},
    {"copysign", fn_copysign, "x, y, /", "x's magnitude with y's sign.", 0},
    {"cos", fn_cos, "x, /", "The cosine of an angle in radians.", 0},
    {"cosh", fn_cosh, "x, /", "The hyperbolic cosine.", 0},
    {"degrees", fn_degrees, "x, /", "An angle in radians, in degrees.", 0},
    {"dist", fn_dist, "p, q, /", "How far p is from q.", 0},
    {"erf", fn_erf, "x, /", "The error function.", 0},
    {"erfc", fn_erfc, "x, /", "1 - erf(x), exact for large x.", 0},
    {"exp", fn_exp, "x, /", "e to the power x.", 0},
    {"exp2", fn_exp2, "x, /", "2 to the power x.", 0},
    {"expm1", fn_expm1, "x, /", "exp(x) - 1, exact for small x.", 0},
    {"fabs", fn_fabs, "x, /", "x without its sign, as a float.", 0},
    {"floor", fn_floor, "x, /", "x rounded down to an int.", 0},
    {"fmod", fn_fmod, "x, y, /", "What is left of x past the last multiple of y towards zero: x's sign, where % has y's.", 0},
    {"frexp", fn_frexp, "x, /", "The pair (m, e) with x == m * 2**e and 0.5 <= abs(m) < 1.", 0},
    {"gamma", fn_gamma, "x, /", "The gamma function: factorial(x - 1) for a whole x.", 0},
    {"hypot", fn_hypot, "*coordinates", "How far a point is from the origin.", 0},
    {"isclose", fn_isclose, "a, b, *, rel_tol=1e-09, abs_tol=0.0", "Whether a and b differ by no more than a tolerance.", NATIVE_KW},
    {"isfinite", fn_isfinite, "x, /", "Whether x is an ordinary number.", 0},
    {"isinf", fn_isinf, "x, /", "Whether x is an infinity.", 0},
    {"isnan", fn_isnan, "x, /", "Whether x is a NaN.", 0},
    {"ldexp", fn_ldexp, "x, i, /", "x times 2 to the power i.", 0},
    {"lgamma", fn_lgamma, "x, /", "The logarithm of abs(gamma(x)).", 0},
    {"log", fn_log, "x, base=math.e, /", "The logarithm of x: natural, or to a base.", 0},
    {"log10", fn_log10, "x, /", "The logarithm to base 10.", 0},
    {"log1p", fn_log1p, "x, /", "log(1 + x), exact for small x.", 0},
    {"log2", fn_log2, "x, /", "The logarithm to base 2.", 0},
    {"modf", fn_modf, "x, /", "The pair (fraction, whole part), both with x's sign.", 0},
    {"nextafter", fn_nextafter, "x, y, /", "The float beside x, on the side of y.", 0},
    {"pow", fn_pow, "x, y, /", "x to the power y.", 0},
    {"radians", fn_radians, "x, /", "An angle in degrees, in radians.", 0},
    {"remainder", fn_remainder, "x, y, /", "What is left of x past the nearest multiple of y.", 0},
    {"sin", fn_sin, "x, /", "The sine of an angle in radians.", 0},
    {"sinh", fn_sinh, "x, /", "The hyperbolic sine.", 0},
    {"sqrt", fn_sqrt, "x, /", "The square root.", 0},
    {"tan", fn_tan, "x, /", "The tangent of an angle in radians.", 0},
    {"tanh", fn_tanh, "x, /", "The hyperbolic tangent.", 0},
    {"trunc", fn_trunc, "x, /", "x without its fraction, as an int.", 0},
    {"ulp", fn_ulp, "x, /", "What x's last bit is worth.", 0},
    {"comb", math_comb, "n, k, /", "How many sets of k can be drawn from n.", 0},
    {"factorial", math_factorial, "n, /", "The product of 1 to n.", 0},
    {"fsum", math_fsum, "seq, /", "The sum, rounded once at its end.", 0},
    {"gcd", math_gcd, "*integers", "The largest int that divides all of them.", NATIVE_RAW},
    {"isqrt", math_isqrt, "n, /", "The square root, rounded down to an int.", 0},
    {"lcm", math_lcm, "*integers", "The smallest int that all of them divide.", NATIVE_RAW},
    {"perm", math_perm, "n, k=None, /", "How many sequences of k can be drawn from n.", 0},
    {"prod", math_prod, "iterable, /, *, start=1", "All items multiplied together.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

static const ModuleConst constants[] = {
    {"pi", CONST_FLOAT, 0, M_PI, NULL},
    {"e", CONST_FLOAT, 0, M_E, NULL},
    {"tau", CONST_FLOAT, 0, 2 * M_PI, NULL},
    {"inf", CONST_FLOAT, 0, INFINITY, NULL},
    {"nan", CONST_FLOAT, 0, NAN, NULL},
    {NULL, CONST_INT, 0, 0, NULL},
};

const ModuleDef math_module = {
    .name = "math",
    .doc = "This module provides access to the mathematical functions\ndefined by the C standard.",
    .functions = functions,
    .constants = constants,
};
