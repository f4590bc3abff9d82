/* ew_swift.c: the kernels of swift.h's functions. */
#include <string.h>

#include "isa.h"
#include "swift.h"

enum { LANES = VECTOR_BYTES / sizeof(float) };

#define SWIFT(name) \
    static void name##_k(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k) \
    { \
        float *o = out; \
        const float *xs = a; \
        FloatV x = {0}; \
        (void)b, (void)c, (void)k; \
        for (; n > 0; n -= LANES, o += LANES, xs += LANES) { \
            size_t bytes = n < LANES ? (size_t)n * sizeof(float) : sizeof x; \
            if (n < LANES) memcpy(&x, xs, bytes); \
            else memcpy(&x, xs, sizeof x); \
            FloatV r = swift_##name(x); \
            if (n < LANES) memcpy(o, &r, bytes); \
            else memcpy(o, &r, sizeof r); \
        } \
    }
SWIFT(exp)
SWIFT(sigmoid)
SWIFT(silu)
SWIFT(tanh)

const EwKernel ISA_NAME(ew_swift)[FN_COUNT] = {[FN_exp] = exp_k, [FN_sigmoid] = sigmoid_k, [FN_silu] = silu_k, [FN_tanh] = tanh_k};
