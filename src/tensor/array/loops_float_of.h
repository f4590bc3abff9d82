/* loops_float_of.h: loops over floating numbers of one type, included once a type with T (what lies in memory), C (what is computed with), LD and ST between them, LETTER and MATH(f): the C
 * library's function for C. */
#define FN(name) LOOP_JOIN(name, LETTER)
#define HELPER(name) LOOP_JOIN(name, LETTER)
#define BINARY(name, EXPR) LOOP_REDUCING(FN(name), T, C, LD, ST, EXPR)
#define PLAIN(name, EXPR) LOOP_BINARY(FN(name), T, T, T, C, C, LD, LD, ST, EXPR)
#define UNARY(name, EXPR) LOOP_UNARY(FN(name), T, T, C, LD, ST, EXPR)
#define ASKS(name, EXPR) LOOP_BINARY(FN(name), T, T, bool, C, C, LD, LD, AS_IT_IS, EXPR)
#define ASKS_ONE(name, EXPR) LOOP_UNARY(FN(name), T, bool, C, LD, AS_IT_IS, EXPR)

/* The sum of a row in NumPy's order: eight running sums of up to 128 numbers, halves of what is longer. */
static C HELPER(sum_in_pairs)(const char *at, int64_t n, int64_t step)
{
#define NTH(i) LD(*(const T *)(at + (i) * step))
    if (n < 8) {
        C sum = 0;
        for (int64_t i = 0; i < n; i++) sum += NTH(i);
        return sum;
    }
    if (n > 128) {
        int64_t half = n / 2 - n / 2 % 8;
        C low = HELPER(sum_in_pairs)(at, half, step);
        return low + HELPER(sum_in_pairs)(at + half * step, n - half, step);
    }
    C r[8];
    for (int k = 0; k < 8; k++) r[k] = NTH(k);
    int64_t i = 8, whole = n - n % 8;
    if (step == sizeof(T))
        for (; i < whole; i += 8)
            for (int k = 0; k < 8; k++) r[k] += LD(((const T *)at)[i + k]);
    else
        for (; i < whole; i += 8)
            for (int k = 0; k < 8; k++) r[k] += NTH(i + k);
    C sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; i < n; i++) sum += NTH(i);
    return sum;
#undef NTH
}
LOOP_BINARY(FN(add_each), T, T, T, C, C, LD, LD, ST, x + y)
UfuncLoopFn FN(add);
bool FN(add)(LOOP_ARGS)
{
    if (args[0] != args[2] || steps[0] || steps[2]) return FN(add_each)(vm, args, count, steps, data);
    *(T *)args[2] = ST(LD(*(const T *)args[0]) + HELPER(sum_in_pairs)(args[1], count[0], steps[1]));
    return true;
}

/* Quotient rounded down and the rest, which has the divisor's sign; y is not 0. */
static inline C HELPER(floor_divided)(C x, C y, C *rest)
{
    C r = MATH(fmod)(x, y);
    if (r != r) return *rest = r;
    C q = (x - r) / y;
    if (r == 0) r = MATH(copysign)(0, y);
    else if ((y < 0) != (r < 0)) {
        r += y;
        q -= 1;
    }
    *rest = r;
    if (q == 0) return MATH(copysign)(0, x / y);
    C down = MATH(floor)(q);
    return q - down > (C)0.5 ? down + 1 : down;
}
static inline C HELPER(floor_quotient_of)(C x, C y)
{
    C rest;
    return y == 0 ? x / y : HELPER(floor_divided)(x, y, &rest);
}
static inline C HELPER(floor_rest_of)(C x, C y)
{
    C rest;
    if (y == 0) return MATH(fmod)(x, y);
    HELPER(floor_divided)(x, y, &rest);
    return rest;
}
static inline C HELPER(log_of_exps)(C x, C y)
{
    if (x == y) return x + (C)0.693147180559945309417232121458176568L;
    C d = x - y;
    return d > 0 ? x + MATH(log1p)(MATH(exp)(-d)) : d <= 0 ? y + MATH(log1p)(MATH(exp)(d)) : d;
}
static inline C HELPER(log_of_powers)(C x, C y)
{
    if (x == y) return x + 1;
    const C log2e = (C)1.442695040888963407359924681001892137L;
    C d = x - y;
    return d > 0 ? x + log2e * MATH(log1p)(MATH(exp2)(-d)) : d <= 0 ? y + log2e * MATH(log1p)(MATH(exp2)(d)) : d;
}

BINARY(subtract, x - y)
BINARY(multiply, x * y)
BINARY(divide, x / y)
/* Of equal ones (0 and -0) the second, of NumPy's narrow and wide ones the first. */
BINARY(maximum, FIRST_OF_EQUAL ? (x >= y || x != x ? x : y) : (x > y || x != x ? x : y))
BINARY(minimum, FIRST_OF_EQUAL ? (x <= y || x != x ? x : y) : (x < y || x != x ? x : y))
BINARY(fmax, FIRST_OF_EQUAL ? (x >= y || y != y ? x : y) : (x > y || y != y ? x : y))
BINARY(fmin, FIRST_OF_EQUAL ? (x <= y || y != y ? x : y) : (x < y || y != y ? x : y))
PLAIN(floor_divide, HELPER(floor_quotient_of)(x, y))
PLAIN(remainder, HELPER(floor_rest_of)(x, y))
PLAIN(fmod, MATH(fmod)(x, y))
PLAIN(power, MATH(pow)(x, y))
PLAIN(arctan2, MATH(atan2)(x, y))
PLAIN(hypot, MATH(hypot)(x, y))
PLAIN(copysign, MATH(copysign)(x, y))
PLAIN(heaviside, x != x ? x : x == 0 ? y : x < 0 ? (C)0 : (C)1)
PLAIN(logaddexp, HELPER(log_of_exps)(x, y))
PLAIN(logaddexp2, HELPER(log_of_powers)(x, y))
LOOP_TWO_OF_TWO(FN(divmod), T, C, LD, ST, (o = y == 0 ? (p = MATH(fmod)(x, y), x / y) : HELPER(floor_divided)(x, y, &p)))

ASKS(equal, x == y)
ASKS(not_equal, x != y)
ASKS(less, x < y)
ASKS(less_equal, x <= y)
ASKS(greater, x > y)
ASKS(greater_equal, x >= y)
ASKS(logical_and, x != 0 && y != 0)
ASKS(logical_or, x != 0 || y != 0)
ASKS(logical_xor, (x != 0) != (y != 0))
ASKS_ONE(logical_not, x == 0)
ASKS_ONE(isnan, x != x)
ASKS_ONE(isinf, isinf(x) != 0)
ASKS_ONE(isfinite, isfinite(x) != 0)
ASKS_ONE(signbit, signbit(x) != 0)

UNARY(absolute, MATH(fabs)(x))
UNARY(negative, -x)
LOOP_UNARY(FN(same), T, T, T, AS_IT_IS, AS_IT_IS, x)
UNARY(square, x * x)
UNARY(reciprocal, 1 / x)
UNARY(ones, (C)1)
UNARY(sign, x > 0 ? (C)1 : x < 0 ? (C)-1 : x == 0 ? (C)0 : x)
UNARY(sqrt, MATH(sqrt)(x))
UNARY(rint, MATH(rint)(x))
UNARY(floor, MATH(floor)(x))
UNARY(ceil, MATH(ceil)(x))
UNARY(trunc, MATH(trunc)(x))
UNARY(deg2rad, x * (C)((C)3.141592653589793238462643383279502884L / (C)180))
UNARY(rad2deg, x * (C)((C)180 / (C)3.141592653589793238462643383279502884L))
UNARY(cbrt, MATH(cbrt)(x))
UNARY(exp2, MATH(exp2)(x))
UNARY(expm1, MATH(expm1)(x))
UNARY(log2, MATH(log2)(x))
UNARY(log10, MATH(log10)(x))
UNARY(log1p, MATH(log1p)(x))
UNARY(tan, MATH(tan)(x))
UNARY(arcsin, MATH(asin)(x))
UNARY(arccos, MATH(acos)(x))
UNARY(arctan, MATH(atan)(x))
UNARY(sinh, MATH(sinh)(x))
UNARY(cosh, MATH(cosh)(x))
UNARY(arcsinh, MATH(asinh)(x))
UNARY(arccosh, MATH(acosh)(x))
UNARY(arctanh, MATH(atanh)(x))
LOOP_TERNARY(FN(clip), T, C, LD, ST, ({ const C low = x != x || x > y ? x : y; low != low || low < z ? low : z; }))

UfuncLoopFn FN(frexp);
bool FN(frexp)(LOOP_ARGS)
{
    const char *a = args[0];
    char *o = args[1], *p = args[2];
    for (int64_t i = 0; i < count[0]; i++, a += steps[0], o += steps[1], p += steps[2]) {
        int exponent = 0;
        *(T *)o = ST(MATH(frexp)(LD(*(const T *)a), &exponent));
        *(int32_t *)p = exponent;
    }
    return true;
}
UfuncLoopFn FN(modf);
bool FN(modf)(LOOP_ARGS)
{
    const char *a = args[0];
    char *o = args[1], *p = args[2];
    for (int64_t i = 0; i < count[0]; i++, a += steps[0], o += steps[1], p += steps[2]) {
        C whole, part = MATH(modf)(LD(*(const T *)a), &whole);
        *(T *)o = ST(part);
        *(T *)p = ST(whole);
    }
    return true;
}
LOOP_BINARY(FN(ldexp_i), T, int32_t, T, C, int32_t, LD, AS_IT_IS, ST, MATH(ldexp)(x, y))
LOOP_BINARY(FN(ldexp_l), T, int64_t, T, C, int64_t, LD, AS_IT_IS, ST, MATH(ldexp)(x, y > INT32_MAX ? INT32_MAX : y < INT32_MIN ? INT32_MIN : (int)y))

#undef FN
#undef HELPER
#undef BINARY
#undef PLAIN
#undef UNARY
#undef ASKS
#undef ASKS_ONE
#undef T
#undef C
#undef LD
#undef ST
#undef LETTER
#undef MATH
#undef FIRST_OF_EQUAL
