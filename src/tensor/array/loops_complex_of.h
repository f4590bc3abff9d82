/* loops_complex_of.h: loops over complex numbers of one type, included once a type with T (the struct), R (its parts' type), N (the C library's type), LETTER and MATH(f): the C library's
 * function for R. */
#define FN(name) LOOP_JOIN(name, LETTER)
#define HELPER(name) LOOP_JOIN(name, LETTER)
#define BINARY(name, EXPR) LOOP_REDUCING(FN(name), T, T, AS_IT_IS, AS_IT_IS, EXPR)
#define UNARY(name, EXPR) LOOP_UNARY(FN(name), T, T, T, AS_IT_IS, AS_IT_IS, EXPR)
#define PART(name, EXPR) LOOP_UNARY(FN(name), T, R, T, AS_IT_IS, AS_IT_IS, EXPR)
#define ASKS(name, EXPR) LOOP_BINARY(FN(name), T, T, bool, T, T, AS_IT_IS, AS_IT_IS, AS_IT_IS, EXPR)
#define ASKS_ONE(name, EXPR) LOOP_UNARY(FN(name), T, bool, T, AS_IT_IS, AS_IT_IS, EXPR)
#define OF(a, b) ((T){(a), (b)})
#define LIBRARY(name, f)                                             \
    static inline T HELPER(name##_of)(T x)                           \
    {                                                                \
        union { T ours; N theirs; } u = {x};                         \
        u.theirs = MATH(f)(u.theirs);                                \
        return u.ours;                                               \
    }                                                                \
    UNARY(name, HELPER(name##_of)(x))

/* The sum of a row in NumPy's order: as for real numbers, with four numbers in eight running sums. n counts parts. */
static T HELPER(sum_in_pairs)(const char *at, int64_t n, int64_t step)
{
    T sum = OF(0, 0);
    if (n < 8) {
        for (int64_t i = 0; i < n; i += 2, at += step) sum = OF(sum.re + ((const T *)at)->re, sum.im + ((const T *)at)->im);
        return sum;
    }
    if (n > 128) {
        int64_t half = n / 2 - n / 2 % 8;
        T low = HELPER(sum_in_pairs)(at, half, step), high = HELPER(sum_in_pairs)(at + half / 2 * step, n - half, step);
        return OF(low.re + high.re, low.im + high.im);
    }
    T r[4];
    for (int k = 0; k < 4; k++) r[k] = *(const T *)(at + k * step);
    int64_t i = 8;
    for (; i < n - n % 8; i += 8)
        for (int k = 0; k < 4; k++) {
            const T *x = (const T *)(at + (i / 2 + k) * step);
            r[k].re += x->re;
            r[k].im += x->im;
        }
    sum = OF((r[0].re + r[1].re) + (r[2].re + r[3].re), (r[0].im + r[1].im) + (r[2].im + r[3].im));
    for (; i < n; i += 2) {
        const T *x = (const T *)(at + i / 2 * step);
        sum = OF(sum.re + x->re, sum.im + x->im);
    }
    return sum;
}
LOOP_BINARY(FN(add_each), T, T, T, T, T, AS_IT_IS, AS_IT_IS, AS_IT_IS, OF(x.re + y.re, x.im + y.im))
UfuncLoopFn FN(add);
bool FN(add)(LOOP_ARGS)
{
    if (args[0] != args[2] || steps[0] || steps[2]) return FN(add_each)(vm, args, count, steps, data);
    T sum = HELPER(sum_in_pairs)(args[1], 2 * count[0], steps[1]), *to = (T *)args[2];
    *to = OF(to->re + sum.re, to->im + sum.im);
    return true;
}

static inline T HELPER(product)(T x, T y) { return OF(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re); }
/* Smith's way: the divisor's larger part is divided by, so that nothing overflows that need not. */
static inline T HELPER(quotient)(T x, T y)
{
    if (MATH(fabs)(y.re) >= MATH(fabs)(y.im)) {
        if (y.re == 0 && y.im == 0) return OF(x.re / MATH(fabs)(y.re), x.im / MATH(fabs)(y.re));
        R ratio = y.im / y.re, scale = 1 / (y.re + y.im * ratio);
        return OF((x.re + x.im * ratio) * scale, (x.im - x.re * ratio) * scale);
    }
    R ratio = y.re / y.im, scale = 1 / (y.im + y.re * ratio);
    return OF((x.re * ratio + x.im) * scale, (x.im * ratio - x.re) * scale);
}
static inline T HELPER(inverse)(T x)
{
    if (MATH(fabs)(x.im) <= MATH(fabs)(x.re)) {
        R ratio = x.im / x.re, divisor = x.re + x.im * ratio;
        return OF(1 / divisor, -ratio / divisor);
    }
    R ratio = x.re / x.im, divisor = x.re * ratio + x.im;
    return OF(ratio / divisor, -1 / divisor);
}
static inline bool HELPER(is_nan)(T x) { return x.re != x.re || x.im != x.im; }
static inline bool HELPER(comes_before)(T x, T y, bool equal) /* x < y, or x <= y: real parts first */
{
    return x.re < y.re ? x.im == x.im && y.im == y.im : x.re == y.re && (equal ? x.im <= y.im : x.im < y.im);
}
static inline T HELPER(lower)(T x, T y) { return HELPER(is_nan)(x) || HELPER(comes_before)(x, y, true) ? x : y; }
static inline T HELPER(higher)(T x, T y) { return HELPER(is_nan)(x) || HELPER(comes_before)(y, x, true) ? x : y; }

/* Whole exponents up to 100 by products, others by the C library. */
static T HELPER(whole_power)(T x, int n)
{
    T result = OF(1, 0), base = x;
    bool begun = false;
    for (unsigned left = (unsigned)(n < 0 ? -n : n); left; left >>= 1) {
        if (left & 1) result = begun ? HELPER(product)(result, base) : base, begun = true;
        if (left > 1) base = HELPER(product)(base, base);
    }
    return n < 0 ? HELPER(quotient)(OF(1, 0), result) : result;
}
static T HELPER(power_of)(T x, T y)
{
    if (y.re == 0 && y.im == 0) return OF(1, 0);
    if (x.re == 0 && x.im == 0) {
        if (y.re > 0 && y.im == 0) return OF(0, 0);
        raise_invalid();
        return OF(NAN, NAN);
    }
    if (y.im == 0 && y.re > -100 && y.re < 100 && y.re == MATH(rint)(y.re)) return HELPER(whole_power)(x, (int)y.re);
    union { T ours; N theirs; } base = {x}, exponent = {y};
    base.theirs = MATH(cpow)(base.theirs, exponent.theirs);
    return base.ours;
}

BINARY(subtract, OF(x.re - y.re, x.im - y.im))
BINARY(multiply, HELPER(product)(x, y))
BINARY(divide, HELPER(quotient)(x, y))
BINARY(power, HELPER(power_of)(x, y))
BINARY(maximum, HELPER(higher)(x, y))
BINARY(minimum, HELPER(lower)(x, y))
BINARY(fmax, HELPER(is_nan)(y) || HELPER(comes_before)(y, x, true) ? x : y)
BINARY(fmin, HELPER(is_nan)(y) || HELPER(comes_before)(x, y, true) ? x : y)
ASKS(equal, x.re == y.re && x.im == y.im)
ASKS(not_equal, x.re != y.re || x.im != y.im)
ASKS(less, HELPER(comes_before)(x, y, false))
ASKS(less_equal, HELPER(comes_before)(x, y, true))
ASKS(greater, HELPER(comes_before)(y, x, false))
ASKS(greater_equal, HELPER(comes_before)(y, x, true))
#define TRUE(v) ((v).re != 0 || (v).im != 0)
ASKS(logical_and, TRUE(x) && TRUE(y))
ASKS(logical_or, TRUE(x) || TRUE(y))
ASKS(logical_xor, TRUE(x) != TRUE(y))
ASKS_ONE(logical_not, !TRUE(x))
ASKS_ONE(isnan, HELPER(is_nan)(x))
ASKS_ONE(isinf, isinf(x.re) || isinf(x.im))
ASKS_ONE(isfinite, isfinite(x.re) && isfinite(x.im))

PART(absolute, MATH(hypot)(x.re, x.im))
PART(arg, MATH(atan2)(x.im, x.re))
UNARY(negative, OF(-x.re, -x.im))
UNARY(same, x)
UNARY(conjugate, OF(x.re, -x.im))
UNARY(square, OF(x.re * x.re - x.im * x.im, x.re * x.im + x.im * x.re))
UNARY(reciprocal, HELPER(inverse)(x))
UNARY(ones, OF(1, 0))
UNARY(rint, OF(MATH(rint)(x.re), MATH(rint)(x.im)))
UNARY(sign, HELPER(is_nan)(x) ? OF(NAN, 0) : HELPER(comes_before)(OF(0, 0), x, false) ? OF(1, 0) : HELPER(comes_before)(x, OF(0, 0), false) ? OF(-1, 0) : OF(0, 0))
LIBRARY(sqrt, csqrt)
LIBRARY(exp, cexp)
LIBRARY(log, clog)
LIBRARY(sin, csin)
LIBRARY(cos, ccos)
LIBRARY(tan, ctan)
LIBRARY(arcsin, casin)
LIBRARY(arccos, cacos)
LIBRARY(arctan, catan)
LIBRARY(sinh, csinh)
LIBRARY(cosh, ccosh)
LIBRARY(tanh, ctanh)
LIBRARY(arcsinh, casinh)
LIBRARY(arccosh, cacosh)
LIBRARY(arctanh, catanh)
static inline T HELPER(scaled)(T x, R by) { return OF(x.re * by, x.im * by); }
UNARY(log2, HELPER(scaled)(HELPER(log_of)(x), (R)1.442695040888963407359924681001892137L))
UNARY(log10, HELPER(scaled)(HELPER(log_of)(x), (R)0.434294481903251827651128918916605082L))
UNARY(exp2, HELPER(exp_of)(HELPER(scaled)(x, (R)0.693147180559945309417232121458176568L)))
UNARY(log1p, OF(MATH(log)(MATH(hypot)(x.re + 1, x.im)), MATH(atan2)(x.im, x.re + 1)))
UNARY(expm1, ({ const R s = MATH(sin)(x.im / 2); OF(MATH(expm1)(x.re) * MATH(cos)(x.im) - 2 * s * s, MATH(exp)(x.re) * MATH(sin)(x.im)); }))
LOOP_TERNARY(FN(clip), T, T, AS_IT_IS, AS_IT_IS, HELPER(lower)(HELPER(higher)(x, y), z))

#undef FN
#undef HELPER
#undef BINARY
#undef UNARY
#undef PART
#undef ASKS
#undef ASKS_ONE
#undef OF
#undef LIBRARY
#undef TRUE
#undef T
#undef R
#undef N
#undef LETTER
#undef MATH
