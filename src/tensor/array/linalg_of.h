/* linalg_of.h: the algorithms of linalg.h for one kind of number: T, FN(f), CONJ(x), and whether it IS_COMPLEX. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lang/object/mem.h"
#include "core/cpu/lapack.h"
#include "core/cpu/tridiagonal.h"
#include "core/cpu/wide/wide.h"
#include "linalg.h"

static void *host_take(void *vm, size_t bytes)
{
    void *p = mem_alloc(((VM *)vm)->mem, bytes);
    if (!p) err_no_memory(vm);
    return p;
}
static void host_give(void *vm, void *p, size_t bytes) { mem_free(((VM *)vm)->mem, p, bytes); }
static bool host_stop(void *vm) { return !vm_poll(vm); }
#define HOST(vm) const DenseHost host = {vm, host_take, host_give, host_stop}

/* LAPACK is asked first, then, of what is large and real, core's own loops. */
#if IS_COMPLEX
#define KIND           LAPACK_Z
#define LARGE(n, call) ((void)0)
#else
#define KIND LAPACK_D
#define LARGE(n, call)                                             \
    do {                                                           \
        HOST(vm); \
        if ((n) >= DENSE_FEW) return wide_loops()->dense->call;    \
    } while (0)
#endif
#define SERVED(rows, columns, call)                                   \
    do {                                                              \
        HOST(vm); \
        if (lapack_serves(rows, columns)) return call;                \
    } while (0)

/* y += k x */
static void add_times(int64_t n, T k, const T *restrict x, T *restrict y)
{
    for (int64_t i = 0; i < n; i++) y[i] += k * x[i];
}
/* x, conjugated, times y */
static T inner(int64_t n, const T *restrict x, const T *restrict y)
{
    enum { LANES = 8 };
    T lanes[LANES] = {0}, sum = 0;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) lanes[k] += CONJ(x[i + k]) * y[i + k];
    for (; i < n; i++) sum += CONJ(x[i]) * y[i];
    for (int k = 0; k < LANES; k++) sum += lanes[k];
    return sum;
}
static void scale(int64_t n, T k, T *x)
{
    for (int64_t i = 0; i < n; i++) x[i] *= k;
}
static void exchange_rows(T *a, int64_t rows, int64_t columns, int64_t i, int64_t j)
{
    for (int64_t c = 0; c < columns; c++, a += rows) {
        T x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
}
static double largest_part(T x) /* of the number's two */
{
    double re = fabs(creal(x)), im = fabs(cimag(x));
    return re > im || re != re ? re : im;
}
static double length(int64_t n, const T *x) /* without overflow on the way */
{
    double most = 0, sum = 0;
    for (int64_t i = 0; i < n; i++) {
        double part = largest_part(x[i]);
        if (part != part) return part;
        if (part > most) most = part;
    }
    if (most == 0 || most > DBL_MAX) return most;
    for (int64_t i = 0; i < n; i++) {
        double re = creal(x[i]) / most, im = cimag(x[i]) / most;
        sum += re * re + im * im;
    }
    return most * sqrt(sum);
}

/* ---- triangular factors: column by column, each taking off what the ones before it explain ---- */
#if !IS_COMPLEX
/* Real ones of at most three rows: LAPACK need not be opened (6 ms: the first figure of matplotlib's turns a few), but they are rounded as OpenBLAS rounds them (with its kernels for AVX2):
 * products are gathered before they are taken off, and where there are several right sides, each is multiplied by 1 / the diagonal. */
enum { TINY = 3 };
static double gathered(int64_t n, const double *row, int64_t step, const double *b)
{
    double sum = 0;
    for (int64_t k = 0; k < n; k++) sum += row[k * step] * b[k];
    return sum;
}
static void exchange(double *x, double *y)
{
    double was = *x;
    *x = *y;
    *y = was;
}
static Solved tiny_lu(double *a, int64_t n, int64_t *swaps, int *sign)
{
    bool singular = false;
    *sign = 1;
    for (int64_t j = 0; j < n; j++) {
        double *b = a + j * n;
        int64_t pivot = j;
        for (int64_t k = 0; k < j; k++) exchange(b + k, b + swaps[k]);
        for (int64_t i = 1; i < n; i++) b[i] -= gathered(i < j ? i : j, a + i, n, b);
        for (int64_t i = j + 1; i < n; i++)
            if (fabs(b[i]) > fabs(b[pivot])) pivot = i;
        swaps[j] = pivot;
        if (b[pivot] == 0) {
            singular = true;
            continue;
        }
        if (pivot != j) {
            *sign = -*sign;
            exchange_rows(a, n, j + 1, j, pivot);
        }
        scale(n - j - 1, 1 / b[j], b + j + 1);
    }
    return singular ? UNSOLVED : SOLVED;
}
static void tiny_solve_one(const double *lu, int64_t n, double *b)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t r = i + 1; r < n; r++) b[r] -= b[i] * lu[i * n + r];
    for (int64_t i = n - 1; i >= 0; i--) {
        b[i] /= lu[i * n + i];
        for (int64_t r = 0; r < i; r++) b[r] -= b[i] * lu[i * n + r];
    }
}
static void tiny_solve_of_many(const double *lu, int64_t n, double *b) /* one of several */
{
    if (n > 1) b[1] -= b[0] * lu[1];
    if (n > 2) {
        b[2] -= fma(lu[5], b[1], lu[2] * b[0]);
        b[2] *= 1 / lu[8];
        b[1] -= lu[7] * b[2];
        b[0] -= lu[6] * b[2];
    }
    if (n > 1) {
        b[1] *= 1 / lu[n + 1];
        b[0] -= b[1] * lu[n];
    }
    b[0] *= 1 / lu[0];
}
static Solved tiny_solve(const double *lu, const int64_t *swaps, int64_t n, double *b, int64_t columns)
{
    for (int64_t c = 0; c < columns; c++, b += n) {
        for (int64_t i = 0; i < n; i++) exchange(b + i, b + swaps[i]);
        if (columns == 1) tiny_solve_one(lu, n, b);
        else tiny_solve_of_many(lu, n, b);
    }
    return SOLVED;
}
#endif

Solved FN(lu)(VM *vm, T *a, int64_t n, int64_t *swaps, int *sign)
{
#if !IS_COMPLEX
    if (n && n <= TINY) return tiny_lu(a, n, swaps, sign);
#endif
    SERVED(n, n, lapack_lu(&host, KIND, a, n, swaps, sign));
    LARGE(n, of_double.lu(&host, a, n, swaps, sign));
    *sign = 1;
    bool singular = false;
    for (int64_t j = 0; j < n; j++) {
        T *column = a + j * n;
        for (int64_t k = 0; k < j; k++)
            if (column[k] != 0) add_times(n - k - 1, -column[k], a + k * n + k + 1, column + k + 1);
        int64_t pivot = j;
        for (int64_t i = j + 1; i < n; i++)
            if (fabs(creal(column[i])) + fabs(cimag(column[i])) > fabs(creal(column[pivot])) + fabs(cimag(column[pivot]))) pivot = i;
        swaps[j] = pivot;
        if (column[pivot] == 0) {
            singular = true;
            continue;
        }
        if (pivot != j) {
            *sign = -*sign;
            exchange_rows(a, n, n, j, pivot);
        }
        scale(n - j - 1, 1 / column[j], column + j + 1);
        if ((j & 31) == 31 && !vm_poll(vm)) return STOPPED;
    }
    return singular ? UNSOLVED : SOLVED;
}

Solved FN(lu_solve)(VM *vm, const T *lu, const int64_t *swaps, int64_t n, T *b, int64_t columns)
{
#if !IS_COMPLEX
    if (n && n <= TINY) return tiny_solve(lu, swaps, n, b, columns);
#endif
    SERVED(n, n, lapack_lu_solve(&host, KIND, lu, swaps, n, b, columns, false));
    LARGE(n, of_double.lu_solve(&host, lu, swaps, n, b, columns));
    for (int64_t i = 0; i < n; i++)
        if (swaps[i] != i) exchange_rows(b, n, columns, i, swaps[i]);
    for (int64_t c = 0; c < columns; c++, b += n) {
        for (int64_t j = 0; j < n; j++)
            if (b[j] != 0) add_times(n - j - 1, -b[j], lu + j * n + j + 1, b + j + 1);
        for (int64_t j = n - 1; j >= 0; j--) {
            b[j] /= lu[j * n + j];
            add_times(j, -b[j], lu + j * n, b);
        }
        if ((c & 7) == 7 && !vm_poll(vm)) return STOPPED;
    }
    return SOLVED;
}

Solved FN(cholesky)(VM *vm, T *a, int64_t n)
{
    SERVED(n, n, lapack_cholesky(&host, KIND, a, n, false));
    LARGE(n, of_double.cholesky(&host, a, n));
    for (int64_t j = 0; j < n; j++) {
        T *column = a + j * n;
        for (int64_t k = 0; k < j; k++) add_times(n - j, -CONJ(a[k * n + j]), a + k * n + j, column + j);
        double square = creal(column[j]);
        if (!(square > 0)) return UNSOLVED;
        double root = sqrt(square);
        column[j] = root;
        scale(n - j - 1, 1 / root, column + j + 1);
        memset(column, 0, sizeof *column * (size_t)j);
        if ((j & 31) == 31 && !vm_poll(vm)) return STOPPED;
    }
    return SOLVED;
}

/* ---- reflectors: H = 1 - tau v v*, v[0] = 1 ---- */
/* H* turns x into (beta, 0 …): beta takes x[0]'s place, the rest of v the others'. */
static T reflector(int64_t n, T *x)
{
    double rest = length(n - 1, x + 1);
    if (rest == 0 && cimag(x[0]) == 0) return 0;
    double beta = -copysign(hypot(hypot(creal(x[0]), cimag(x[0])), rest), creal(x[0]));
    T tau = (beta - x[0]) / beta;
    scale(n - 1, 1 / (x[0] - beta), x + 1);
    x[0] = beta;
    return tau;
}
/* y = (1 - tau v v*) y */
static void reflect(int64_t n, const T *v, T tau, T *y)
{
    if (tau == 0) return;
    T by = tau * (y[0] + inner(n - 1, v + 1, y + 1));
    y[0] -= by;
    add_times(n - 1, -by, v + 1, y + 1);
}

Solved FN(qr)(VM *vm, T *a, int64_t rows, int64_t columns, T *tau)
{
    SERVED(rows, columns, lapack_qr(&host, KIND, a, rows, columns, tau));
    LARGE(rows < columns ? rows : columns, of_double.qr(&host, a, rows, columns, tau));
    for (int64_t j = 0; j < rows && j < columns; j++) {
        T *v = a + j * rows + j;
        tau[j] = reflector(rows - j, v);
        for (int64_t c = j + 1; c < columns; c++) reflect(rows - j, v, CONJ(tau[j]), a + c * rows + j);
        if ((j & 7) == 7 && !vm_poll(vm)) return STOPPED;
    }
    return SOLVED;
}
Solved FN(qr_q)(VM *vm, const T *a, const T *tau, int64_t rows, int64_t reflectors, T *q, int64_t columns)
{
    if (reflectors) SERVED(rows, columns, lapack_qr_q(&host, KIND, a, tau, rows, reflectors, q, columns));
    LARGE(reflectors, of_double.qr_q(&host, a, tau, rows, reflectors, q, columns));
    memset(q, 0, sizeof *q * (size_t)(rows * columns));
    for (int64_t c = 0; c < columns; c++) q[c * rows + c] = 1;
    for (int64_t j = reflectors - 1; j >= 0; j--) {
        for (int64_t c = j; c < columns; c++) reflect(rows - j, a + j * rows + j, tau[j], q + c * rows + j); /* (columns before j are those of 1 there) */
        if ((j & 7) == 7 && !vm_poll(vm)) return STOPPED;
    }
    return SOLVED;
}

/* ---- Hermitian eigenvalues: to a real tridiagonal matrix by reflectors on both sides, that one by rotations ---- */
/* y = a x, of a's lower triangle, from place `from` on */
static void hermitian_times(const T *a, int64_t n, int64_t from, const T *x, T *y)
{
    memset(y + from, 0, sizeof *y * (size_t)(n - from));
    for (int64_t c = from; c < n; c++) {
        const T *column = a + c * n;
        y[c] += creal(column[c]) * x[c] + inner(n - c - 1, column + c + 1, x + c + 1);
        add_times(n - c - 1, x[c], column + c + 1, y + c + 1);
    }
}
static bool to_tridiagonal(VM *vm, T *a, int64_t n, double *d, double *e, T *tau, T *work)
{
    for (int64_t i = 0; i + 1 < n; i++) {
        T *v = a + i * n;
        tau[i] = reflector(n - i - 1, v + i + 1);
        e[i] = creal(v[i + 1]);
        d[i] = creal(v[i]);
        if (tau[i] != 0) {
            v[i + 1] = 1;
            hermitian_times(a, n, i + 1, v, work);
            scale(n - i - 1, tau[i], work + i + 1);
            T half = -tau[i] * inner(n - i - 1, work + i + 1, v + i + 1) / 2;
            add_times(n - i - 1, half, v + i + 1, work + i + 1);
            for (int64_t c = i + 1; c < n; c++) {
                add_times(n - c, -CONJ(work[c]), v + c, a + c * n + c);
                add_times(n - c, -CONJ(v[c]), work + c, a + c * n + c);
            }
        }
        if ((i & 7) == 7 && !vm_poll(vm)) return false;
    }
    if (n) d[n - 1] = creal(a[n * n - 1]);
    return true;
}

/* The vectors while they are turned: real, column by column. */
typedef struct Turned {
    double *columns;
    int64_t n;
} Turned;
static void turn(void *vectors, int64_t i, double c, double s)
{
    const Turned *t = vectors;
    double *x = t->columns + i * t->n, *y = x + t->n;
    for (int64_t k = 0; k < t->n; k++) {
        double right = y[k];
        y[k] = c * right - s * x[k];
        x[k] = s * right + c * x[k];
    }
}
static void stay(void *vectors, int64_t i, double c, double s) {}

/* Ascending, and where each stood. */
static void order_of(const double *d, int64_t n, int64_t *order, bool descending)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t k = i;
        for (; k > 0 && (descending ? d[order[k - 1]] < d[i] : d[order[k - 1]] > d[i]); k--) order[k] = order[k - 1];
        order[k] = i;
    }
}

Solved FN(eigh)(VM *vm, T *a, int64_t n, double *values, bool vectors)
{
    LARGE(n, eigh(&host, a, n, values, vectors));
    size_t room = sizeof(T) * (size_t)(2 * n) + sizeof(double) * (size_t)(2 * n) + sizeof(int64_t) * (size_t)n, square = vectors ? sizeof(double) * (size_t)(n * n) : 0;
    char *memory = n ? mem_zalloc(vm->mem, room + square) : NULL;
    if (!n) return SOLVED;
    if (!memory) return err_no_memory(vm), STOPPED;
    T *tau = (T *)memory, *work = tau + n;
    double *d = (double *)(work + n), *e = d + n;
    Turned z = {vectors ? e + n : NULL, n};
    int64_t *order = (int64_t *)(e + n + (vectors ? n * n : 0));
    Solved result = STOPPED;
    for (int64_t i = 0; vectors && i < n; i++) z.columns[i * n + i] = 1;
    if (to_tridiagonal(vm, a, n, d, e, tau, work)) {
        result = tridiagonal_settle(d, e, n, vectors ? turn : stay, &z) ? SOLVED : UNSOLVED;
        order_of(d, n, order, false);
        for (int64_t i = 0; i < n; i++) values[i] = d[order[i]];
    }
    if (result == SOLVED && vectors) {
        T *own = mem_alloc(vm->mem, sizeof *own * (size_t)(n * n));
        if (!own) result = (err_no_memory(vm), STOPPED);
        else {
            for (int64_t c = 0; c < n; c++)
                for (int64_t i = 0; i < n; i++) own[c * n + i] = z.columns[order[c] * n + i];
            for (int64_t j = n - 2; j >= 0; j--)
                for (int64_t c = 0; c < n; c++) reflect(n - j - 1, a + j * n + j + 1, tau[j], own + c * n + j + 1);
            memcpy(a, own, sizeof *own * (size_t)(n * n));
            mem_free(vm->mem, own, sizeof *own * (size_t)(n * n));
        }
    }
    mem_free(vm->mem, memory, room + square);
    return result;
}

/* ---- singular values: pairs of columns are turned until they stand across each other ---- */
static void turn_columns(int64_t n, T *x, T *y, double c, double s, T phase /*y is multiplied by it first*/)
{
    for (int64_t i = 0; i < n; i++) {
        T left = x[i], right = phase * y[i];
        x[i] = c * left - s * right;
        y[i] = s * left + c * right;
    }
}

Solved FN(complete)(VM *vm, T *u, int64_t rows, int64_t have, int64_t want)
{
    int64_t axis = 0;
    for (int64_t j = have; j < want; j++) {
        T *column = u + j * rows;
        for (; axis < rows; axis++) { /* a unit vector that the columns before do not explain */
            memset(column, 0, sizeof *column * (size_t)rows);
            column[axis] = 1;
            for (int pass = 0; pass < 2; pass++)
                for (int64_t k = 0; k < j; k++) add_times(rows, -inner(rows, u + k * rows, column), u + k * rows, column);
            double size = length(rows, column);
            if (size < 1e-8) continue;
            scale(rows, 1 / size, column);
            axis++;
            break;
        }
        if (!vm_poll(vm)) return STOPPED;
    }
    return SOLVED;
}

Solved FN(values)(VM *vm, T *a, int64_t n, double *values, bool vectors, bool upper)
{
    HOST(vm);
    return lapack_eigh(&host, KIND, a, n, values, vectors, upper);
}
Solved FN(split)(VM *vm, T *a, int64_t rows, int64_t columns, double *s, T *u, T *vh, bool all)
{
    HOST(vm);
    return lapack_svd(&host, KIND, a, rows, columns, s, u, vh, all);
}
Solved FN(lstsq)(VM *vm, T *a, int64_t rows, int64_t columns, T *b, int64_t right, double *s, double limit, int64_t *rank)
{
    HOST(vm);
    return lapack_lstsq(&host, KIND, a, rows, columns, b, right, s, &limit, rank);
}
Solved FN(svd)(VM *vm, T *a, int64_t rows, int64_t columns, double *s, T *v)
{
    LARGE(columns, svd(&host, a, rows, columns, s, v));
    for (int64_t i = 0; i < rows * columns; i++)
        if (!(largest_part(a[i]) <= DBL_MAX)) return UNSOLVED;
    if (v) {
        memset(v, 0, sizeof *v * (size_t)(columns * columns));
        for (int64_t i = 0; i < columns; i++) v[i * columns + i] = 1;
    }
    bool again = true;
    for (int sweep = 0; again && sweep < 60; sweep++) {
        again = false;
        for (int64_t p = 0; p < columns; p++) {
            if (!vm_poll(vm)) return STOPPED;
            for (int64_t q = p + 1; q < columns; q++) {
                T *x = a + p * rows, *y = a + q * rows, both = inner(rows, x, y), phase = 1;
                double first = creal(inner(rows, x, x)), second = creal(inner(rows, y, y)), g = creal(both);
#if IS_COMPLEX
                g = cabs(both);
                if (g != 0) phase = conj(both) / g;
#endif
                if (g == 0 || fabs(g) <= 0x1p-53 * sqrt(first) * sqrt(second)) continue;
                again = true;
                double zeta = (second - first) / (2 * g), t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta)), c = 1 / sqrt(1 + t * t);
                turn_columns(rows, x, y, c, c * t, phase);
                if (v) turn_columns(columns, v + p * columns, v + q * columns, c, c * t, phase);
            }
        }
    }
    size_t spare = sizeof(int64_t) * (size_t)columns + sizeof(double) * (size_t)columns + sizeof(T) * (size_t)(columns * (rows + columns));
    char *memory = columns ? mem_alloc(vm->mem, spare) : NULL;
    if (!columns) return SOLVED;
    if (!memory) return err_no_memory(vm), STOPPED;
    T *was = (T *)memory, *v_was = was + rows * columns;
    double *sizes = (double *)(v_was + columns * columns);
    int64_t *order = (int64_t *)(sizes + columns), whole = 0;
    memcpy(was, a, sizeof *a * (size_t)(rows * columns));
    if (v) memcpy(v_was, v, sizeof *v * (size_t)(columns * columns));
    for (int64_t j = 0; j < columns; j++) sizes[j] = length(rows, a + j * rows);
    order_of(sizes, columns, order, true);
    for (int64_t j = 0; j < columns; j++) {
        s[j] = sizes[order[j]];
        memcpy(a + j * rows, was + order[j] * rows, sizeof *a * (size_t)rows);
        if (v) memcpy(v + j * columns, v_was + order[j] * columns, sizeof *v * (size_t)columns);
        if (s[j] > DBL_MIN && s[j] > s[0] * 1e-300 && whole == j) {
            scale(rows, 1 / s[j], a + j * rows);
            whole = j + 1;
        }
    }
    mem_free(vm->mem, memory, spare);
    return v ? FN(complete)(vm, a, rows, whole, columns) : SOLVED;
}
