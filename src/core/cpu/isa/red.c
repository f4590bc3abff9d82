/* red.c: reductions of contiguous runs into accumulators: double for floating elements, int64 for integers.
 *
 * inner: acc[0] takes in n elements; outer: acc[j] takes in x[i * stride + j] for each of `rows` i. Sixteen lanes, always the same, whatever the unit: the
 * result has the same bits on every machine. `shift` is one accumulator more (a mean, a maximum), one for inner, one each for outer.
 * Accumulators start at the function's neutral element, which is the caller's to know (cpu/reduce.c).
 */
#include <math.h>

#include "core/formulas.h"
#include "isa.h"

enum { LANES = 32 };

#define REDUCE(name, TX, TA, NEUTRAL, MAP, JOIN) \
    static void name##_inner(int64_t n, const void *xv, void *accv, const void *shiftv, double p) \
    { \
        const TX *xs = xv; \
        TA *acc = accv; \
        const TA s = shiftv ? *(const TA *)shiftv : 0; \
        (void)s; (void)p; \
        TA total = *acc; \
        int64_t i = 0; \
        if (n >= LANES) { \
            TA lane[LANES]; \
            for (int j = 0; j < LANES; j++) lane[j] = NEUTRAL; \
            for (; i + LANES <= n; i += LANES) \
                for (int j = 0; j < LANES; j++) { const TA x = (TA)xs[i + j], m = MAP, a = lane[j]; lane[j] = JOIN; } \
            for (int width = LANES / 2; width; width /= 2) \
                for (int j = 0; j < width; j++) { const TA m = lane[j + width], a = lane[j]; lane[j] = JOIN; } \
            const TA m = lane[0], a = total; \
            total = JOIN; \
        } \
        for (; i < n; i++) { const TA x = (TA)xs[i], m = MAP, a = total; total = JOIN; } \
        *acc = total; \
    } \
    static void name##_outer(int64_t rows, int64_t stride, int64_t n, const void *xv, void *accv, const void *shiftv, double p) \
    { \
        TA *restrict acc = accv; \
        const TA *shift = shiftv; \
        (void)p; \
        for (int64_t i = 0; i < rows; i++) { \
            const TX *restrict xs = (const TX *)xv + i * stride; \
            if (shift) ISA_LOOP for (int64_t j = 0; j < n; j++) { const TA x = (TA)xs[j], s = shift[j], m = MAP, a = acc[j]; (void)s; acc[j] = JOIN; } \
            else ISA_LOOP for (int64_t j = 0; j < n; j++) { const TA x = (TA)xs[j], s = 0, m = MAP, a = acc[j]; (void)s; acc[j] = JOIN; } \
        } \
    }
#define BOTH(name, NEUTRAL, MAP, JOIN) REDUCE(name##_F, float, double, NEUTRAL, MAP, JOIN) REDUCE(name##_D, double, double, NEUTRAL, MAP, JOIN)
#define WRAP(op) (int64_t)((uint64_t)a op (uint64_t)m)

BOTH(sum, 0, x, a + m)
BOTH(nansum, 0, x == x ? x : 0, a + m)
BOTH(prod, 1, x, a * m)
BOTH(max, -HUGE_VAL, x, ((a > m) | (a != a)) ? a : m)
BOTH(min, HUGE_VAL, x, ((a < m) | (a != a)) ? a : m)
BOTH(count, 0, x != 0, a + m)
BOTH(abs, 0, fabs(x), a + m)
BOTH(square, 0, x * x, a + m)
BOTH(absmax, 0, fabs(x), ((a > m) | (a != a)) ? a : m)
BOTH(absmin, HUGE_VAL, fabs(x), ((a < m) | (a != a)) ? a : m)
BOTH(power, 0, pow(fabs(x), p), a + m)
BOTH(deviation, 0, (x - s) * (x - s), a + m)
REDUCE(exp_F, float, double, 0, fm_exp_wide(x - s), a + m)
REDUCE(exp_D, double, double, 0, fm_exp_D(x - s), a + m)
REDUCE(sum_L, int64_t, int64_t, 0, x, WRAP(+))
REDUCE(prod_L, int64_t, int64_t, 1, x, WRAP(*))
REDUCE(max_L, int64_t, int64_t, INT64_MIN, x, a > m ? a : m)
REDUCE(min_L, int64_t, int64_t, INT64_MAX, x, a < m ? a : m)
REDUCE(count_L, int64_t, int64_t, 0, x != 0, a + m)

#define PAIR(name) {name##_inner, name##_outer}
#define FLOATS(name) {PAIR(name##_F), PAIR(name##_D), {NULL, NULL}}
#define ALL(name) {PAIR(name##_F), PAIR(name##_D), PAIR(name##_L)}
const RedKernel ISA_NAME(ew_reducers)[RED_COUNT][3] = {
    [RED_SUM] = ALL(sum), [RED_NANSUM] = {PAIR(nansum_F), PAIR(nansum_D), PAIR(sum_L)}, [RED_PROD] = ALL(prod), [RED_MAX] = ALL(max), [RED_MIN] = ALL(min),
    [RED_COUNT_NONZERO] = ALL(count), [RED_ABS] = FLOATS(abs), [RED_SQUARE] = FLOATS(square), [RED_ABSMAX] = FLOATS(absmax), [RED_ABSMIN] = FLOATS(absmin),
    [RED_POWER] = FLOATS(power), [RED_DEVIATION] = FLOATS(deviation), [RED_EXP] = FLOATS(exp),
};

/* ---- where the largest is ---- */
#define LARGEST(name, TX, NONE_HIGH, NONE_LOW, IS_NAN) \
    static int64_t find_##name(int64_t n, const TX *x, TX v) \
    { \
        int64_t i = 0; \
        for (; i + 64 <= n; i += 64) { int hit = 0; for (int j = 0; j < 64; j++) hit |= x[i + j] == v; if (hit) break; } \
        for (; i < n; i++) if (x[i] == v) return i; \
        return 0; \
    } \
    void ISA_NAME(ew_largest_##name)(int64_t n, const void *xv, bool smallest, int64_t *at) \
    { \
        const TX *x = xv; \
        TX lane[LANES]; \
        int odd = 0; \
        int64_t i = 0; \
        TX best = x[0]; \
        if (n >= LANES) { \
            for (int j = 0; j < LANES; j++) lane[j] = smallest ? NONE_HIGH : NONE_LOW; \
            if (smallest) for (; i + LANES <= n; i += LANES) for (int j = 0; j < LANES; j++) { const TX v = x[i + j]; odd |= IS_NAN; lane[j] = v < lane[j] ? v : lane[j]; } \
            else for (; i + LANES <= n; i += LANES) for (int j = 0; j < LANES; j++) { const TX v = x[i + j]; odd |= IS_NAN; lane[j] = v > lane[j] ? v : lane[j]; } \
            best = lane[0]; \
            for (int j = 1; j < LANES; j++) best = (smallest ? lane[j] < best : lane[j] > best) ? lane[j] : best; \
        } \
        for (; i < n; i++) { const TX v = x[i]; odd |= IS_NAN; best = (smallest ? v < best : v > best) ? v : best; } \
        if (odd) for (i = 0; i < n; i++) { const TX v = x[i]; if (IS_NAN) { *at = i; return; } } \
        *at = find_##name(n, x, best); \
    }
LARGEST(float, float, HUGE_VALF, -HUGE_VALF, v != v)
LARGEST(double, double, HUGE_VAL, -HUGE_VAL, v != v)
LARGEST(long, int64_t, INT64_MAX, INT64_MIN, ((void)v, 0))
