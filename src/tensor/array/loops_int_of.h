/* loops_int_of.h: loops over integers of one type, included once a type with T (the type), U (the unsigned one of its size), LETTER and SIGNED (0 or 1). Results wrap as the processor's do. */
#define FN(name) LOOP_JOIN(name, LETTER)
#define WIDTH (8 * (int)sizeof(T))
#define BINARY(name, EXPR) LOOP_REDUCING(FN(name), T, T, AS_IT_IS, AS_IT_IS, EXPR)
#define UNARY(name, EXPR) LOOP_UNARY(FN(name), T, T, T, AS_IT_IS, AS_IT_IS, EXPR)
#define ASKS(name, EXPR) LOOP_BINARY(FN(name), T, T, bool, T, T, AS_IT_IS, AS_IT_IS, AS_IT_IS, EXPR)
#define ASKS_ONE(name, EXPR) LOOP_UNARY(FN(name), T, bool, T, AS_IT_IS, AS_IT_IS, EXPR)
#define HELPER(name) LOOP_JOIN(name, LETTER)

#if SIGNED
#define MAGNITUDE(v) ((U)((v) < 0 ? (U)0 - (U)(v) : (U)(v)))
#define BELOW_ZERO(v) ((v) < 0)
#else
#define MAGNITUDE(v) ((U)(v))
#define BELOW_ZERO(v) false
#endif

static inline T HELPER(floor_quotient_of)(T x, T y)
{
    if (y == 0) return raise_divide(), (T)0;
#if SIGNED
    if (y == -1) {
        if (x == (T)((U)1 << (WIDTH - 1))) raise_overflow();
        return (T)((U)0 - (U)x);
    }
    T q = (T)(x / y);
    return (T)(q - ((x % y != 0) & ((x < 0) != (y < 0))));
#else
    return (T)(x / y);
#endif
}
static inline T HELPER(floor_rest_of)(T x, T y)
{
    if (y == 0) return raise_divide(), (T)0;
#if SIGNED
    if (y == -1) return 0;
    T r = (T)(x % y);
    return (T)(r != 0 && (r < 0) != (y < 0) ? r + y : r);
#else
    return (T)(x % y);
#endif
}
static inline T HELPER(rest_of)(T x, T y)
{
    if (y == 0) return raise_divide(), (T)0;
#if SIGNED
    if (y == -1) return 0;
#endif
    return (T)(x % y);
}
static inline T HELPER(power_of)(T x, T y)
{
    U result = 1, base = (U)x;
    for (U left = (U)y; left; left >>= 1) {
        if (left & 1) result = (U)((uint64_t)result * (uint64_t)base);
        base = (U)((uint64_t)base * (uint64_t)base);
    }
    return (T)result;
}
static inline U HELPER(common_divisor)(T x, T y)
{
    U a = MAGNITUDE(x), b = MAGNITUDE(y);
    while (b) {
        U rest = (U)(a % b);
        a = b;
        b = rest;
    }
    return a;
}
static inline T HELPER(common_multiple)(T x, T y)
{
    U divisor = HELPER(common_divisor)(x, y);
    return divisor ? (T)((U)((uint64_t)(U)(MAGNITUDE(x) / divisor) * (uint64_t)MAGNITUDE(y))) : (T)0;
}

BINARY(add, (T)((U)x + (U)y))
BINARY(subtract, (T)((U)x - (U)y))
BINARY(multiply, (T)((uint64_t)(U)x * (uint64_t)(U)y))
BINARY(bitwise_and, x & y)
BINARY(bitwise_or, x | y)
BINARY(bitwise_xor, x ^ y)
BINARY(maximum, x > y ? x : y)
BINARY(minimum, x < y ? x : y)
BINARY(left_shift, (U)y < (U)WIDTH ? (T)((U)x << (U)y) : (T)0)
BINARY(right_shift, (U)y < (U)WIDTH ? (T)(x >> y) : BELOW_ZERO(x) ? (T)-1 : (T)0)
#define DIVIDES(name, EXPR)                                                                            \
    UfuncLoopFn FN(name);                                                                            \
    bool FN(name)(LOOP_ARGS)                                                                         \
    {                                                                                                  \
        const char *a = args[0], *b = args[1];                                                         \
        char *o = args[2];                                                                             \
        for (int64_t i = 0; i < count[0]; i++, a += steps[0], b += steps[1], o += steps[2]) {          \
            const T x = *(const T *)a, y = *(const T *)b;                                              \
            *(T *)o = EXPR;                                                                            \
        }                                                                                              \
        return true;                                                                                   \
    }
DIVIDES(floor_divide, HELPER(floor_quotient_of)(x, y))
DIVIDES(remainder, HELPER(floor_rest_of)(x, y))
DIVIDES(fmod, HELPER(rest_of)(x, y))
DIVIDES(gcd, (T)HELPER(common_divisor)(x, y))
DIVIDES(lcm, HELPER(common_multiple)(x, y))
LOOP_TWO_OF_TWO(FN(divmod), T, T, AS_IT_IS, AS_IT_IS, (o = HELPER(floor_quotient_of)(x, y), p = y == 0 ? (T)0 : HELPER(floor_rest_of)(x, y)))

UfuncLoopFn FN(power);
bool FN(power)(LOOP_ARGS)
{
    const char *a = args[0], *b = args[1];
    char *o = args[2];
    for (int64_t i = 0; i < count[0]; i++, a += steps[0], b += steps[1], o += steps[2]) {
        const T x = *(const T *)a, y = *(const T *)b;
        if (BELOW_ZERO(y)) return err_false(vm, EXC_ValueError, "Integers to negative integer powers are not allowed.");
        *(T *)o = HELPER(power_of)(x, y);
    }
    return true;
}

ASKS(equal, x == y)
ASKS(not_equal, x != y)
ASKS(less, x < y)
ASKS(less_equal, x <= y)
ASKS(greater, x > y)
ASKS(greater_equal, x >= y)
ASKS(logical_and, x && y)
ASKS(logical_or, x || y)
ASKS(logical_xor, !x != !y)
ASKS_ONE(logical_not, !x)
ASKS_ONE(isfinite, true)
ASKS_ONE(isinf, false)

UNARY(absolute, (T)MAGNITUDE(x))
UNARY(negative, (T)((U)0 - (U)x))
UNARY(same, x)
UNARY(invert, (T)~x)
UNARY(square, (T)((uint64_t)(U)x * (uint64_t)(U)x))
UNARY(reciprocal, (T)(1.0 / (double)x))
UNARY(sign, x > 0 ? (T)1 : BELOW_ZERO(x) ? (T)-1 : (T)0)
UNARY(ones, (T)1)
LOOP_TERNARY(FN(clip), T, T, AS_IT_IS, AS_IT_IS, ({ const T low = x < y ? y : x; low > z ? z : low; }))

#undef FN
#undef WIDTH
#undef BINARY
#undef UNARY
#undef ASKS
#undef ASKS_ONE
#undef HELPER
#undef MAGNITUDE
#undef BELOW_ZERO
#undef DIVIDES
#undef T
#undef U
#undef LETTER
#undef SIGNED
