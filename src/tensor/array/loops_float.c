/* loops_float.c: loops over floating numbers; float16 is computed in float.
 *
 * Elementary functions are the C library's, each type's own, so that digits are NumPy's; loops_own.c has those for which NumPy does not ask it.
 */
#include "loop.h"

#define T uint16_t
#define FIRST_OF_EQUAL 1
#define C float
#define LD np_half_to_float
#define ST half_store
#define LETTER e
#define MATH(g) g##f
#include "loops_float_of.h"
#define T float
#define FIRST_OF_EQUAL 0
#define C float
#define LD AS_IT_IS
#define ST AS_IT_IS
#define LETTER f
#define MATH(g) g##f
#include "loops_float_of.h"
#define T double
#define FIRST_OF_EQUAL 0
#define C double
#define LD AS_IT_IS
#define ST AS_IT_IS
#define LETTER d
#define MATH(f) f
#include "loops_float_of.h"
#define T long double
#define FIRST_OF_EQUAL 1
#define C long double
#define LD AS_IT_IS
#define ST AS_IT_IS
#define LETTER g
#define MATH(f) f##l
#include "loops_float_of.h"

/* ---- the next number, and the way to it ---- */
static uint16_t half_after(uint16_t x, uint16_t to)
{
    bool nan_x = (x & 0x7fff) > 0x7c00, nan_to = (to & 0x7fff) > 0x7c00;
    if (nan_x || nan_to) return nan_x ? x : to;
    float from = np_half_to_float(x), aim = np_half_to_float(to);
    if (from == aim) return to;
    if ((x & 0x7fff) == 0) return (uint16_t)((to & 0x8000) | 1);
    uint16_t next = (uint16_t)(x + ((from < aim) == !(x & 0x8000) ? 1 : -1));
    if ((next & 0x7fff) == 0x7c00) raise_overflow();
    return next;
}
static uint16_t half_spacing(uint16_t x)
{
    if ((x & 0x7fff) >= 0x7c00) return 0x7e00;
    return np_half_from_float(np_half_to_float(half_after(x, 0x7c00)) - np_half_to_float(x)); /* upwards, also of negative numbers */
}
#define SPACING(f, T, INF, after) \
    static T spacing_##f(T x) { return isinf(x) ? (T)NAN : x != x ? x : after(x, signbit(x) && x != 0 ? -(T)INF : (T)INF) - x; }
SPACING(f, float, INFINITY, nextafterf)
SPACING(d, double, INFINITY, nextafter)
SPACING(g, long double, INFINITY, nextafterl)
LOOP_BINARY(loop_nextafter_e, uint16_t, uint16_t, uint16_t, uint16_t, uint16_t, AS_IT_IS, AS_IT_IS, AS_IT_IS, half_after(x, y))
LOOP_BINARY(loop_nextafter_f, float, float, float, float, float, AS_IT_IS, AS_IT_IS, AS_IT_IS, nextafterf(x, y))
LOOP_BINARY(loop_nextafter_d, double, double, double, double, double, AS_IT_IS, AS_IT_IS, AS_IT_IS, nextafter(x, y))
LOOP_BINARY(loop_nextafter_g, long double, long double, long double, long double, long double, AS_IT_IS, AS_IT_IS, AS_IT_IS, nextafterl(x, y))
LOOP_UNARY(loop_spacing_e, uint16_t, uint16_t, uint16_t, AS_IT_IS, AS_IT_IS, half_spacing(x))
LOOP_UNARY(loop_spacing_f, float, float, float, AS_IT_IS, AS_IT_IS, spacing_f(x))
LOOP_UNARY(loop_spacing_d, double, double, double, AS_IT_IS, AS_IT_IS, spacing_d(x))
LOOP_UNARY(loop_spacing_g, long double, long double, long double, AS_IT_IS, AS_IT_IS, spacing_g(x))
