/* kernels.h: a kernel for each row of formulas.def that has the register type of the including file, and their table.
 *
 * The includer defines T, U, S (F, D, I or L), TABLE and one of KERNELS_FLOAT, KERNELS_INTEGER. A kernel loops over contiguous elements; out may be an operand.
 */
#include "core/formulas.h"
#include "core/op_more.h"
#include "isa.h"

#define K(c) ((T)(c))
#define FM_PASTE2(name, s) fm_##name##_##s
#define FM_PASTE(name, s) FM_PASTE2(name, s)
#define fm(name) FM_PASTE(name, S)
#define SEL_A(...) __VA_ARGS__
#ifdef KERNELS_FLOAT
#define SEL_F(...) __VA_ARGS__
#define SEL_I(...)
#else
#define SEL_F(...)
#define SEL_I(...) __VA_ARGS__
#endif
#define ARGS int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k
#define NUMBERS const T k0 = k[0].S, k1 = k[1].S, k2 = k[2].S; (void)a; (void)b; (void)c; (void)k0; (void)k1; (void)k2;

#define LOOP1(TO, TX, ...) \
    TO *o = out; const TX *xs = a; \
    ISA_LOOP for (int64_t i = 0; i < n; i++) { const TX x = xs[i]; o[i] = (TO)(__VA_ARGS__); }
#define LOOP2(TO, TX, ...) \
    TO *o = out; const TX *xs = a, *ys = b; \
    ISA_LOOP for (int64_t i = 0; i < n; i++) { const TX x = xs[i], y = ys[i]; o[i] = (TO)(__VA_ARGS__); }
#define LOOP3(TO, TX, ...) \
    TO *o = out; const TX *xs = a, *ys = b, *zs = c; \
    ISA_LOOP for (int64_t i = 0; i < n; i++) { const TX x = xs[i], y = ys[i], z = zs[i]; o[i] = (TO)(__VA_ARGS__); }

#define EW1(name, types, ...) SEL_##types(static void name##_k(ARGS) { NUMBERS LOOP1(T, T, __VA_ARGS__) })
#define EW2(name, types, ...) SEL_##types(static void name##_k(ARGS) { NUMBERS LOOP2(T, T, __VA_ARGS__) })
#define EW3(name, types, ...) SEL_##types(static void name##_k(ARGS) { NUMBERS LOOP3(T, T, __VA_ARGS__) })
#define EV1 EW1
#define EV2 EW2
#define EC1(name, types, ...) SEL_##types(static void name##_k(ARGS) { NUMBERS LOOP1(uint8_t, T, __VA_ARGS__) })
#define EC2(name, types, ...) SEL_##types(static void name##_k(ARGS) { NUMBERS LOOP2(uint8_t, T, __VA_ARGS__) })
#define EB1(name, ...)
#define EB2(name, ...)
/* Blocks of a few hundred: one odd element must not make a million slow. */
#define ES1(name, types, special, expression, slow) SEL_##types( \
    static bool name##_odd(int64_t n, const T *xs) { int odd = 0; for (int64_t i = 0; i < n; i++) { const T x = xs[i]; odd |= (special); } return odd; } \
    static void name##_block(ARGS) { NUMBERS LOOP1(T, T, expression) } \
    static void name##_slow(ARGS) { NUMBERS T *o = out; const T *xs = a; for (int64_t i = 0; i < n; i++) { const T x = xs[i]; o[i] = slow; } } \
    static void name##_k(ARGS) { \
        for (int64_t at = 0; at < n; at += 256) { \
            int64_t m = n - at < 256 ? n - at : 256; \
            const T *x = (const T *)a + at; \
            (name##_odd(m, x) ? name##_slow : name##_block)(m, (T *)out + at, x, NULL, NULL, k); \
        } \
    })
#define ES2(name, types, special, expression, slow) SEL_##types( \
    static bool name##_odd(int64_t n, const T *xs, const T *ys) { int odd = 0; for (int64_t i = 0; i < n; i++) { const T x = xs[i], y = ys[i]; odd |= (special); } return odd; } \
    static void name##_block(ARGS) { NUMBERS LOOP2(T, T, expression) } \
    static void name##_slow(ARGS) { NUMBERS T *o = out; const T *xs = a, *ys = b; for (int64_t i = 0; i < n; i++) { const T x = xs[i], y = ys[i]; o[i] = slow; } } \
    static void name##_k(ARGS) { \
        for (int64_t at = 0; at < n; at += 256) { \
            int64_t m = n - at < 256 ? n - at : 256; \
            const T *x = (const T *)a + at, *y = (const T *)b + at; \
            (name##_odd(m, x, y) ? name##_slow : name##_block)(m, (T *)out + at, x, y, NULL, k); \
        } \
    })
#include "core/formulas.def"
#undef EW1
#undef EW2
#undef EW3
#undef EV1
#undef EV2
#undef EC1
#undef EC2
#undef ES1
#undef ES2

static void where_k(ARGS)
{
    T *o = out;
    const uint8_t *cs = a;
    const T *ys = b, *zs = c;
    (void)k;
    ISA_LOOP for (int64_t i = 0; i < n; i++) { const T y = ys[i], z = zs[i]; o[i] = cs[i] ? y : z; }
}
static void masked_fill_k(ARGS)
{
    T *o = out;
    const T *xs = a, k0 = k[0].S;
    const uint8_t *ms = b;
    (void)c;
    ISA_LOOP for (int64_t i = 0; i < n; i++) { const T x = xs[i]; o[i] = ms[i] ? k0 : x; }
}

const EwKernel TABLE[FN_COUNT] = {
#define ROW(name, types, ...) SEL_##types([FN_##name] = name##_k,)
#define EW1 ROW
#define EW2 ROW
#define EW3 ROW
#define EV1 ROW
#define EV2 ROW
#define EC1 ROW
#define EC2 ROW
#define ES1 ROW
#define ES2 ROW
#include "core/formulas.def"
    [FN_where] = where_k, [FN_masked_fill] = masked_fill_k,
};
