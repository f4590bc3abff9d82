/* loop.h: what files of loops share: the shapes of loops over one, two and three operands.
 *
 * Each shape has a branch for memory without gaps, for an operand that stays (step 0) and for a running result (the reduction of a row), which the compiler turns into vectors, and one for any
 * steps. An output is either an operand's very elements or memory of its own: iterations never depend on each other (IVDEP), but for running results (accumulate), which lie just ahead of
 * the first operand and take the last branch.
 */
#ifndef PERCH_TENSOR_ARRAY_LOOP_H
#define PERCH_TENSOR_ARRAY_LOOP_H

#include <fenv.h>
#include <math.h>

#include "core/clones.h"
#include "element.h"
#include "ufunc_impl.h"

#define LOOP_ARGS VM *vm, char *const *args, const int64_t *count, const int64_t *steps, const void *data
typedef bool UfuncLoopFn(LOOP_ARGS);

#define LOOP_JOIN_(a, b) loop_##a##_##b
#define LOOP_JOIN(a, b) LOOP_JOIN_(a, b)
#if defined(__clang__)
#define IVDEP _Pragma("clang loop vectorize(assume_safety)")
#else
#define IVDEP _Pragma("GCC ivdep")
#endif

#define AS_IT_IS(v) (v)

/* o = EXPR of x. A, O: what lies in memory; C: what EXPR computes with; LD, ST: from one to the other */
#define LOOP_UNARY(fn, A, O, C, LD, ST, EXPR)                                  \
    UfuncLoopFn fn;                                                            \
    LOOP_WIDE bool fn(LOOP_ARGS)                                               \
    {                                                                          \
        const char *a = args[0];                                               \
        char *o = args[1];                                                     \
        int64_t n = count[0], sa = steps[0], so = steps[1];                    \
        if (sa == sizeof(A) && so == sizeof(O)) {                              \
            const A *as = (const A *)a;                                        \
            O *os = (O *)o;                                                    \
            IVDEP for (int64_t i = 0; i < n; i++) {                            \
                const C x = LD(as[i]);                                         \
                os[i] = (O)ST(EXPR);                                           \
                (void)x;                                                       \
            }                                                                  \
            return true;                                                       \
        }                                                                      \
        for (int64_t i = 0; i < n; i++, a += sa, o += so) {                    \
            const C x = LD(*(const A *)a);                                     \
            *(O *)o = (O)ST(EXPR);                                             \
            (void)x;                                                           \
        }                                                                      \
        return true;                                                           \
    }

#define LOOP_BINARY_BODY_(A, B, O, CA, CB, LDA, LDB, ST, EXPR)                                                     \
    const char *a = args[0], *b = args[1];                                                                         \
    char *o = args[2];                                                                                             \
    int64_t n = count[0], sa = steps[0], sb = steps[1], so = steps[2];                                             \
    if (so == sizeof(O) && sa == sizeof(A) && sb == sizeof(B) && (uintptr_t)o - (uintptr_t)a - 1 >= 64 && (uintptr_t)o - (uintptr_t)b - 1 >= 64) { \
        const A *as = (const A *)a;                                                                                \
        const B *bs = (const B *)b;                                                                                \
        O *os = (O *)o;                                                                                            \
        IVDEP for (int64_t i = 0; i < n; i++) {                                                                    \
            const CA x = LDA(as[i]);                                                                               \
            const CB y = LDB(bs[i]);                                                                               \
            os[i] = (O)ST(EXPR);                                                                                   \
        }                                                                                                          \
        return true;                                                                                               \
    }                                                                                                              \
    if (so == sizeof(O) && sa == 0 && sb == sizeof(B)) {                                                           \
        const CA x = LDA(*(const A *)a);                                                                           \
        const B *bs = (const B *)b;                                                                                \
        O *os = (O *)o;                                                                                            \
        IVDEP for (int64_t i = 0; i < n; i++) {                                                                    \
            const CB y = LDB(bs[i]);                                                                               \
            os[i] = (O)ST(EXPR);                                                                                   \
        }                                                                                                          \
        return true;                                                                                               \
    }                                                                                                              \
    if (so == sizeof(O) && sa == sizeof(A) && sb == 0 && (uintptr_t)o - (uintptr_t)a - 1 >= 64) {                    \
        const CB y = LDB(*(const B *)b);                                                                           \
        const A *as = (const A *)a;                                                                                \
        O *os = (O *)o;                                                                                            \
        IVDEP for (int64_t i = 0; i < n; i++) {                                                                    \
            const CA x = LDA(as[i]);                                                                               \
            os[i] = (O)ST(EXPR);                                                                                   \
        }                                                                                                          \
        return true;                                                                                               \
    }                                                                                                              \
    for (int64_t i = 0; i < n; i++, a += sa, b += sb, o += so) {                                                   \
        const CA x = LDA(*(const A *)a);                                                                           \
        const CB y = LDB(*(const B *)b);                                                                           \
        *(O *)o = (O)ST(EXPR);                                                                                     \
    }                                                                                                              \
    return true;

/* o = EXPR of x and y */
#define LOOP_BINARY(fn, A, B, O, CA, CB, LDA, LDB, ST, EXPR)     \
    UfuncLoopFn fn;                                              \
    LOOP_WIDE bool fn(LOOP_ARGS)                                 \
    {                                                            \
        LOOP_BINARY_BODY_(A, B, O, CA, CB, LDA, LDB, ST, EXPR)   \
    }

/* The same of one type, where a row may be reduced: r = EXPR of r (as x) and y, rounded to what lies in memory at the row's end */
#define LOOP_REDUCING(fn, T, C, LD, ST, EXPR)                                        \
    UfuncLoopFn fn;                                                                  \
    LOOP_WIDE bool fn(LOOP_ARGS)                                                     \
    {                                                                                \
        if (args[0] == args[2] && steps[0] == 0 && steps[2] == 0) {                  \
            C x = LD(*(const T *)args[0]);                                           \
            const char *at = args[1];                                                \
            int64_t m = count[0], step = steps[1];                                   \
            if (step == sizeof(T)) {                                                 \
                for (int64_t i = 0; i < m; i++) {                                    \
                    const C y = LD(((const T *)at)[i]);                              \
                    x = (C)(EXPR);                                                   \
                }                                                                    \
            } else                                                                   \
                for (int64_t i = 0; i < m; i++, at += step) {                        \
                    const C y = LD(*(const T *)at);                                  \
                    x = (C)(EXPR);                                                   \
                }                                                                    \
            *(T *)args[2] = (T)ST(x);                                                \
            return true;                                                             \
        }                                                                            \
        LOOP_BINARY_BODY_(T, T, T, C, C, LD, LD, ST, EXPR)                           \
    }

/* o = EXPR of x, y and z, all of one type */
#define LOOP_TERNARY(fn, T, C, LD, ST, EXPR)                                                        \
    UfuncLoopFn fn;                                                                                 \
    LOOP_WIDE bool fn(LOOP_ARGS)                                                                    \
    {                                                                                               \
        const char *a = args[0], *b = args[1], *c = args[2];                                        \
        char *o = args[3];                                                                          \
        int64_t n = count[0], sa = steps[0], sb = steps[1], sc = steps[2], so = steps[3];           \
        if (sb == 0 && sc == 0 && sa == sizeof(T) && so == sizeof(T)) {                             \
            const C y = LD(*(const T *)b), z = LD(*(const T *)c);                                   \
            const T *as = (const T *)a;                                                             \
            T *os = (T *)o;                                                                         \
            IVDEP for (int64_t i = 0; i < n; i++) {                                                 \
                const C x = LD(as[i]);                                                              \
                os[i] = (T)ST(EXPR);                                                                \
            }                                                                                       \
            return true;                                                                            \
        }                                                                                           \
        for (int64_t i = 0; i < n; i++, a += sa, b += sb, c += sc, o += so) {                       \
            const C x = LD(*(const T *)a), y = LD(*(const T *)b), z = LD(*(const T *)c);            \
            *(T *)o = (T)ST(EXPR);                                                                  \
        }                                                                                           \
        return true;                                                                                \
    }

/* o and p, by statements that set them from x (and y) */
#define LOOP_TWO_OF_TWO(fn, T, C, LD, ST, BODY)                                                     \
    UfuncLoopFn fn;                                                                                 \
    bool fn(LOOP_ARGS)                                                                              \
    {                                                                                               \
        const char *a = args[0], *b = args[1];                                                      \
        char *first = args[2], *second = args[3];                                                   \
        for (int64_t i = 0; i < count[0]; i++, a += steps[0], b += steps[1], first += steps[2], second += steps[3]) { \
            const C x = LD(*(const T *)a), y = LD(*(const T *)b);                                   \
            C o, p;                                                                                 \
            BODY;                                                                                   \
            *(T *)first = (T)ST(o);                                                                 \
            *(T *)second = (T)ST(p);                                                                \
        }                                                                                           \
        return true;                                                                                \
    }

static inline void raise_divide(void) { feraiseexcept(FE_DIVBYZERO); }
static inline void raise_invalid(void) { feraiseexcept(FE_INVALID); }
static inline void raise_overflow(void) { feraiseexcept(FE_OVERFLOW); }

static inline uint16_t half_store(float f) /* a number that float16 has no room for is an overflow */
{
    uint16_t h = np_half_from_float(f);
    if ((h & 0x7fff) == 0x7c00 && isfinite(f)) raise_overflow();
    return h;
}

#endif
