/* linalg_real.c: the algorithms for real matrices, and eigenvalues of any real matrix: to one with a single line below the diagonal, that by double steps which stay real. */
#define T double
#define FN(f) real_##f
#define CONJ(x) (x)
#define IS_COMPLEX 0
#include "linalg_of.h"
#include "linalg_schur.h"

#define H(i, j) h[(j) * n + (i)]

/* The pair at p, p + 1 stands alone: real eigenvalues are parted by a rotation, complex ones stay together. */
static void part_pair(double *h, int64_t n, int64_t p, double *z)
{
    int64_t q = p + 1;
    double half = (H(p, p) - H(q, q)) / 2, inside = half * half + H(p, q) * H(q, p);
    if (inside < 0) return;
    double x = half + copysign(sqrt(inside), half), y = H(q, p), size = hypot(x, y), c = x / size, s = y / size;
    for (int64_t j = p; j < n; j++) {
        double up = H(p, j), down = H(q, j);
        H(p, j) = c * up + s * down;
        H(q, j) = c * down - s * up;
    }
    for (int side = 0; side < (z ? 2 : 1); side++) {
        double *m = side ? z : h;
        for (int64_t i = 0; i < (side ? n : q + 1); i++) {
            double left = m[p * n + i], right = m[q * n + i];
            m[p * n + i] = c * left + s * right;
            m[q * n + i] = c * right - s * left;
        }
    }
    H(q, p) = 0;
}

/* One double step over places low to high: with the sum and product of two shifts at once, which are real even for a pair. */
static void double_step(double *h, int64_t n, int64_t low, int64_t high, double sum, double product, double *z)
{
    double a = H(low, low), b = H(low + 1, low), v[3] = {a * a + H(low, low + 1) * b - sum * a + product, b * (a + H(low + 1, low + 1) - sum), b * H(low + 2, low + 1)};
    for (int64_t k = low; k < high; k++) {
        int m = k + 2 <= high ? 3 : 2;
        double tau = reflector(m, v);
        if (k > low) {
            H(k, k - 1) = v[0];
            for (int i = 1; i < m; i++) H(k + i, k - 1) = 0;
        }
        v[0] = 1;
        for (int64_t j = k; j < n; j++) reflect(m, v, tau, &H(k, j));
        reflect_right(k + 3 < high ? k + 4 : high + 1, m, v, tau, &H(0, k), n);
        if (z) reflect_right(n, m, v, tau, z + k * n, n);
        for (int i = 0; i < 3; i++) v[i] = k + 1 + i <= high ? H(k + 1 + i, k) : 0;
    }
}

static Solved to_schur(VM *vm, double *h, int64_t n, double *z)
{
    double whole = length(n * n, h);
    int64_t high = n - 1, turns = 0;
    while (high >= 0) {
        int64_t low = high;
        for (; low > 0; low--) {
            double beside = fabs(H(low, low)) + fabs(H(low - 1, low - 1));
            if (fabs(H(low, low - 1)) <= DBL_EPSILON * (beside > 0 ? beside : whole)) break;
        }
        if (low > 0) H(low, low - 1) = 0;
        if (high - low < 2) {
            if (low < high) part_pair(h, n, low, z);
            high = low - 1;
            turns = 0;
            continue;
        }
        if (turns++ == 60) return UNSOLVED;
        if (!vm_poll(vm)) return STOPPED;
        double a = H(high - 1, high - 1), d = H(high, high), sum = a + d, product = a * d - H(high - 1, high) * H(high, high - 1);
        if (turns % 10 == 0) { /* shifts that go round in a circle are left for others */
            double other = fabs(H(high, high - 1)) + fabs(H(high - 1, high - 2));
            sum = 1.5 * other;
            product = other * other;
        }
        double_step(h, n, low, high, sum, product, z);
    }
    return SOLVED;
}

/* x with (h - value) x = 0, up from place k, where h's diagonal has numbers and pairs */
static void up_from(const double *h, int64_t n, int64_t k, double complex value, double least, double complex *x)
{
    for (int64_t j = k; j >= 0; j--) {
        bool pair = j > 0 && H(j, j - 1) != 0;
        double complex here = 0, above = 0;
        for (int64_t c = j + 1; c < n; c++) {
            if (x[c] == 0) continue;
            here -= H(j, c) * x[c];
            if (pair) above -= H(j - 1, c) * x[c];
        }
        double complex d = H(j, j) - value;
        if (!pair) {
            if (cabs(d) < least) d = least;
            x[j] = here / d;
            continue;
        }
        double complex a = H(j - 1, j - 1) - value, all = a * d - H(j - 1, j) * H(j, j - 1);
        if (cabs(all) < least * least) all = least * least;
        x[j - 1] = (above * d - H(j - 1, j) * here) / all;
        x[j] = (a * here - H(j, j - 1) * above) / all;
        j--;
    }
}

Solved real_eig(VM *vm, double *h, int64_t n, double complex *values, double complex *vectors)
{
    SERVED(n, n, lapack_eig(&host, LAPACK_D, h, n, values, vectors));
    for (int64_t i = 0; i < n * n; i++)
        if (!(fabs(h[i]) <= DBL_MAX)) return UNSOLVED;
    size_t size = (sizeof(double) * (size_t)(n * n + n) + sizeof(double complex) * (size_t)n);
    char *memory = n ? mem_alloc(vm->mem, size) : NULL;
    if (!n) return SOLVED;
    if (!memory) return err_no_memory(vm), STOPPED;
    double complex *x = (double complex *)memory;
    double *z = (double *)(x + n), *work = z + n * n, least = DBL_EPSILON * length(n * n, h);
    if (least == 0) least = DBL_MIN;
    Solved result = to_hessenberg(vm, h, n, vectors ? z : NULL, work) ? to_schur(vm, h, n, vectors ? z : NULL) : STOPPED;
    for (int64_t k = 0; result == SOLVED && k < n; k++) {
        bool pair = k + 1 < n && H(k + 1, k) != 0;
        if (!pair) values[k] = H(k, k);
        else {
            double half = (H(k, k) - H(k + 1, k + 1)) / 2, root = sqrt(-(half * half + H(k, k + 1) * H(k + 1, k)));
            values[k] = H(k + 1, k + 1) + half + I * root;
            values[k + 1] = conj(values[k]);
        }
        if (vectors) {
            memset(x, 0, sizeof *x * (size_t)n);
            if (pair) {
                x[k] = H(k, k + 1);
                x[k + 1] = values[k] - H(k, k);
            } else
                x[k] = 1;
            up_from(h, n, k - 1, values[k], least, x);
            double complex *to = vectors + k * n;
            memset(to, 0, sizeof *to * (size_t)n);
            for (int64_t j = 0; j <= k + pair; j++)
                for (int64_t i = 0; i < n; i++) to[i] += z[j * n + i] * x[j];
            unit_vector(to, n, pair);
            for (int64_t i = 0; pair && i < n; i++) to[n + i] = conj(to[i]);
        }
        k += pair;
        if (!vm_poll(vm)) result = STOPPED;
    }
    mem_free(vm->mem, memory, size);
    return result;
}
