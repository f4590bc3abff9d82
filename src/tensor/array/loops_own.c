/* loops_own.c: exp, log, sin, cos and tanh, each of which NumPy computes for some types by a formula of its own (core/cpu/own_numpy.h) and leaves to the C library for the others. */
#include "core/cpu/own_numpy.h"
#include "loop.h"

enum { ROOM = 4096, RAISED = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW };

/* Elements that lie apart go through a room, where they lie side by side. */
static int own_apart(OwnNumpyFn *f, char *const *args, int64_t n, const int64_t *steps, size_t size)
{
    char room[ROOM];
    const char *in = args[0];
    char *out = args[1];
    int raised = 0;
    for (int64_t most = ROOM / (int64_t)size, m; n > 0; n -= m) {
        m = n < most ? n : most;
        for (int64_t i = 0; i < m; i++, in += steps[0]) memcpy(room + (size_t)i * size, in, size);
        raised |= f(m, room, room);
        for (int64_t i = 0; i < m; i++, out += steps[1]) memcpy(out, room + (size_t)i * size, size);
    }
    return raised;
}
static bool own_loop(OwnNumpyFn *f, char *const *args, int64_t n, const int64_t *steps, size_t size)
{
    const int before = fetestexcept(RAISED);
    const bool beside = steps[0] == (int64_t)size && steps[1] == (int64_t)size;
    const int after = before | (beside ? f(n, args[1], args[0]) : own_apart(f, args, n, steps, size));
    if (fetestexcept(RAISED) == after) return true;
    feclearexcept(RAISED);
    feraiseexcept(after);
    return true;
}
#define OWN(name, letter, type)                                                                                                         \
    UfuncLoopFn loop_##name##_##letter;                                                                                                 \
    bool loop_##name##_##letter(LOOP_ARGS) { return (void)vm, (void)data, own_loop(own_numpy()->name##_##type, args, count[0], steps, sizeof(type)); }
OWN(exp, f, float)
OWN(log, f, float)
OWN(sin, f, float)
OWN(cos, f, float)
OWN(tanh, f, float)
OWN(tanh, d, double)

#define LIBRARY_e(g) LOOP_UNARY(loop_##g##_e, uint16_t, uint16_t, float, np_half_to_float, half_store, g##f(x))
#define LIBRARY_d(f) LOOP_UNARY(loop_##f##_d, double, double, double, AS_IT_IS, AS_IT_IS, f(x))
#define LIBRARY_g(f) LOOP_UNARY(loop_##f##_g, long double, long double, long double, AS_IT_IS, AS_IT_IS, f##l(x))
#define FOR_FOUR(LIBRARY) LIBRARY(exp) LIBRARY(log) LIBRARY(sin) LIBRARY(cos)
#define FOR_ALL(LIBRARY) FOR_FOUR(LIBRARY) LIBRARY(tanh)
FOR_ALL(LIBRARY_e)
FOR_FOUR(LIBRARY_d)
FOR_ALL(LIBRARY_g)
