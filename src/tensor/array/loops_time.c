/* loops_time.c: loops over dates and spans of time, counts of their units. NaT is the lowest number and goes through everything. */
#include "descr.h"
#include "loop.h"

#define IS_NAT(v) ((v) == NAT)
#define TIMES(name, EXPR) LOOP_REDUCING(loop_##name##_time, int64_t, int64_t, AS_IT_IS, AS_IT_IS, EXPR)
#define TIME(name, EXPR) LOOP_UNARY(loop_##name##_time, int64_t, int64_t, int64_t, AS_IT_IS, AS_IT_IS, EXPR)
#define ASKS(name, EXPR) LOOP_BINARY(loop_##name##_time, int64_t, int64_t, bool, int64_t, int64_t, AS_IT_IS, AS_IT_IS, AS_IT_IS, EXPR)
#define ASKS_ONE(name, EXPR) LOOP_UNARY(loop_##name##_time, int64_t, bool, int64_t, AS_IT_IS, AS_IT_IS, EXPR)
#define EITHER (IS_NAT(x) || IS_NAT(y))

TIMES(add, EITHER ? NAT : (int64_t)((uint64_t)x + (uint64_t)y))
TIMES(subtract, EITHER ? NAT : (int64_t)((uint64_t)x - (uint64_t)y))
TIMES(maximum, EITHER ? NAT : x > y ? x : y)
TIMES(minimum, EITHER ? NAT : x < y ? x : y)
TIMES(fmax, IS_NAT(x) ? y : IS_NAT(y) || x >= y ? x : y)
TIMES(fmin, IS_NAT(x) ? y : IS_NAT(y) || x <= y ? x : y)
ASKS(equal, x == y && !IS_NAT(x))
ASKS(not_equal, x != y || IS_NAT(x))
ASKS(less, !EITHER && x < y)
ASKS(less_equal, !EITHER && x <= y)
ASKS(greater, !EITHER && x > y)
ASKS(greater_equal, !EITHER && x >= y)
ASKS_ONE(isnat, IS_NAT(x))
ASKS_ONE(isfinite, !IS_NAT(x))
ASKS_ONE(isinf, false)
TIME(absolute, IS_NAT(x) ? NAT : x < 0 ? -x : x)
TIME(negative, IS_NAT(x) ? NAT : -x)
TIME(same, x)
TIME(sign, (x > 0) - (x < 0))
TIME(ones, 1)
LOOP_TERNARY(loop_clip_time, int64_t, int64_t, AS_IT_IS, AS_IT_IS, ({
    const int64_t low = EITHER ? NAT : x < y ? y : x;
    IS_NAT(low) || IS_NAT(z) ? NAT : low > z ? z : low;
}))

/* ---- with numbers ---- */
static inline int64_t count_of(double v) { return v != v || isinf(v) ? NAT : (int64_t)v; }
static inline int64_t whole_quotient(int64_t x, int64_t y) { return IS_NAT(x) || y == 0 ? NAT : x / y; }
static inline int64_t floor_quotient(int64_t x, int64_t y)
{
    if (IS_NAT(x) || IS_NAT(y)) return raise_invalid(), 0;
    if (y == 0) return raise_divide(), 0;
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}
static inline int64_t floor_rest(int64_t x, int64_t y)
{
    if (IS_NAT(x) || IS_NAT(y)) return NAT;
    if (y == 0) return raise_divide(), NAT;
    if (y == -1) return 0;
    int64_t r = x % y;
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
#define MIXED(name, A, B, O, EXPR) LOOP_BINARY(loop_##name, A, B, O, A, B, AS_IT_IS, AS_IT_IS, AS_IT_IS, EXPR)
MIXED(multiply_mq, int64_t, int64_t, int64_t, IS_NAT(x) ? NAT : (int64_t)((uint64_t)x * (uint64_t)y))
MIXED(multiply_qm, int64_t, int64_t, int64_t, IS_NAT(y) ? NAT : (int64_t)((uint64_t)x * (uint64_t)y))
MIXED(multiply_md, int64_t, double, int64_t, IS_NAT(x) ? NAT : count_of((double)x * y))
MIXED(multiply_dm, double, int64_t, int64_t, IS_NAT(y) ? NAT : count_of(x * (double)y))
MIXED(divide_mq, int64_t, int64_t, int64_t, whole_quotient(x, y))
MIXED(divide_md, int64_t, double, int64_t, IS_NAT(x) ? NAT : count_of((double)x / y))
MIXED(divide_mm, int64_t, int64_t, double, EITHER ? NAN : (double)x / (double)y)
MIXED(floor_divide_mm, int64_t, int64_t, int64_t, floor_quotient(x, y))
MIXED(remainder_mm, int64_t, int64_t, int64_t, floor_rest(x, y))
LOOP_TWO_OF_TWO(loop_divmod_mm, int64_t, int64_t, AS_IT_IS, AS_IT_IS, (o = floor_quotient(x, y), p = EITHER || y == 0 ? NAT : floor_rest(x, y)))
