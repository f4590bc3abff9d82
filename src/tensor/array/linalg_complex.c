/* linalg_complex.c: the algorithms for complex matrices, and eigenvalues of any complex matrix by single steps. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("cx-limited-range") /* products without the search for infinities */
#endif
#define T double complex
#define FN(f) complex_##f
#define CONJ(x) conj(x)
#define IS_COMPLEX 1
#include "linalg_of.h"
#include "linalg_schur.h"

#define H(i, j) h[(j) * n + (i)]

/* The eigenvalue of the last pair that lies nearer its last element. */
static T shift_of(const T *h, int64_t n, int64_t high)
{
    T half = (H(high - 1, high - 1) - H(high, high)) / 2, across = H(high - 1, high) * H(high, high - 1), root = csqrt(half * half + across);
    if (creal(conj(half) * root) < 0) root = -root;
    T far = half + root;
    return far == 0 ? H(high, high) : H(high, high) - across / far;
}

static void step(T *h, int64_t n, int64_t low, int64_t high, T shift, T *z)
{
    T v[2] = {H(low, low) - shift, H(low + 1, low)};
    for (int64_t k = low; k < high; k++) {
        T tau = reflector(2, v);
        if (k > low) {
            H(k, k - 1) = v[0];
            H(k + 1, k - 1) = 0;
        }
        v[0] = 1;
        for (int64_t j = k; j < n; j++) reflect(2, v, conj(tau), &H(k, j));
        reflect_right(k + 2 < high ? k + 3 : high + 1, 2, v, tau, &H(0, k), n);
        if (z) reflect_right(n, 2, v, tau, z + k * n, n);
        if (k + 1 < high) v[0] = H(k + 1, k), v[1] = H(k + 2, k);
    }
}

static Solved to_schur(VM *vm, T *h, int64_t n, T *z)
{
    double whole = length(n * n, h);
    int64_t high = n - 1, turns = 0;
    while (high >= 0) {
        int64_t low = high;
        for (; low > 0; low--) {
            double beside = cabs(H(low, low)) + cabs(H(low - 1, low - 1));
            if (cabs(H(low, low - 1)) <= DBL_EPSILON * (beside > 0 ? beside : whole)) break;
        }
        if (low > 0) H(low, low - 1) = 0;
        if (low == high) {
            high--;
            turns = 0;
            continue;
        }
        if (turns++ == 60) return UNSOLVED;
        if (!vm_poll(vm)) return STOPPED;
        T shift = turns % 10 ? shift_of(h, n, high) : H(high, high) + cabs(H(high, high - 1)); /* (shifts that go round in a circle are left) */
        step(h, n, low, high, shift, z);
    }
    return SOLVED;
}

Solved complex_eig(VM *vm, T *h, int64_t n, T *values, T *vectors)
{
    SERVED(n, n, lapack_eig(&host, LAPACK_Z, h, n, values, vectors));
    for (int64_t i = 0; i < n * n; i++)
        if (!(largest_part(h[i]) <= DBL_MAX)) return UNSOLVED;
    size_t size = sizeof(T) * (size_t)(n * n + 2 * n);
    T *z = n ? mem_alloc(vm->mem, size) : NULL;
    if (!n) return SOLVED;
    if (!z) return err_no_memory(vm), STOPPED;
    T *work = z + n * n, *x = work + n;
    double least = DBL_EPSILON * length(n * n, h);
    if (least == 0) least = DBL_MIN;
    Solved result = to_hessenberg(vm, h, n, vectors ? z : NULL, work) ? to_schur(vm, h, n, vectors ? z : NULL) : STOPPED;
    for (int64_t k = 0; result == SOLVED && k < n; k++) {
        values[k] = H(k, k);
        if (!vectors) continue;
        memset(x, 0, sizeof *x * (size_t)n);
        x[k] = 1;
        for (int64_t j = k - 1; j >= 0; j--) {
            T sum = 0, d = H(j, j) - values[k];
            for (int64_t c = j + 1; c <= k; c++) sum -= H(j, c) * x[c];
            x[j] = sum / (cabs(d) < least ? least : d);
        }
        T *to = vectors + k * n;
        memset(to, 0, sizeof *to * (size_t)n);
        for (int64_t j = 0; j <= k; j++) add_times(n, x[j], z + j * n, to);
        unit_vector(to, n, true);
        if (!vm_poll(vm)) result = STOPPED;
    }
    mem_free(vm->mem, z, size);
    return result;
}
