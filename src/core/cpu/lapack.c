/* lapack.c: the decompositions of lapack.h, each as a call of LAPACK's routine for it. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "lapack_impl.h"

static double cube(double a, double b, double c, LapackKind kind) { return a * b * c * (kind >= LAPACK_C ? 4 : 1); }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Swaps are counted from 1 there. */
static int32_t *swaps_there(const DenseHost *host, const int64_t *swaps, int64_t n)
{
    int32_t *there = host->take(host->data, sizeof *there * (size_t)n);
    for (int64_t i = 0; swaps && there && i < n; i++) there[i] = (int32_t)(swaps[i] + 1);
    return there;
}
Solved lapack_lu(const DenseHost *host, LapackKind kind, void *a, int64_t n, int64_t *swaps, int *sign)
{
    Call c = {.kind = kind, .name = LAPACK_getrf};
    int32_t *there = swaps_there(host, NULL, n);
    if (!there) return STOPPED;
    put_number(&c, n);
    put_number(&c, n);
    put_array(&c, a, n * n, 't', true);
    put_number(&c, n);
    put_array(&c, there, n, 'i', true);
    memset(there, 0, sizeof *there * (size_t)n);
    Solved s = lapack_run(host, &c, cube(n, n, n, kind) * 2 / 3);
    *sign = 1;
    for (int64_t i = 0; s != STOPPED && i < n; i++) {
        swaps[i] = there[i] - 1;
        if (swaps[i] != i) *sign = -*sign;
    }
    host->give(host->data, there, sizeof *there * (size_t)n);
    return s;
}
Solved lapack_lu_solve(const DenseHost *host, LapackKind kind, const void *lu, const int64_t *swaps, int64_t n, void *b, int64_t columns, bool turned)
{
    Call c = {.kind = kind, .name = LAPACK_getrs};
    if (columns == 0) return SOLVED;
    int32_t *there = swaps_there(host, swaps, n);
    if (!there) return STOPPED;
    put_letter(&c, turned ? 'T' : 'N');
    put_number(&c, n);
    put_number(&c, columns);
    put_array(&c, lu, n * n, 't', false);
    put_number(&c, n);
    put_array(&c, there, n, 'i', false);
    put_array(&c, b, n * columns, 't', true);
    put_number(&c, n);
    Solved s = lapack_run(host, &c, cube(n, n, columns, kind) * 2);
    host->give(host->data, there, sizeof *there * (size_t)n);
    return s;
}
Solved lapack_triangular(const DenseHost *host, LapackKind kind, const void *a, int64_t n, void *b, int64_t columns, bool upper, bool unit, bool turned)
{
    Call c = {.kind = kind, .name = LAPACK_trtrs};
    if (n == 0 || columns == 0) return SOLVED;
    put_letter(&c, upper ? 'U' : 'L');
    put_letter(&c, turned ? 'T' : 'N');
    put_letter(&c, unit ? 'U' : 'N');
    put_number(&c, n);
    put_number(&c, columns);
    put_array(&c, a, n * n, 't', false);
    put_number(&c, n);
    put_array(&c, b, n * columns, 't', true);
    put_number(&c, n);
    return lapack_run(host, &c, cube(n, n, columns, kind));
}
Solved lapack_cholesky(const DenseHost *host, LapackKind kind, void *a, int64_t n, bool upper)
{
    Call c = {.kind = kind, .name = LAPACK_potrf};
    size_t size = lapack_size(kind);
    put_letter(&c, upper ? 'U' : 'L');
    put_number(&c, n);
    put_array(&c, a, n * n, 't', true);
    put_number(&c, n);
    Solved s = lapack_run(host, &c, cube(n, n, n, kind) / 3);
    for (int64_t j = 0; s != STOPPED && j < n; j++) {
        char *column = (char *)a + size * (size_t)(j * n);
        if (upper) memset(column + size * (size_t)(j + 1), 0, size * (size_t)(n - j - 1));
        else memset(column, 0, size * (size_t)j);
    }
    return s;
}
Solved lapack_qr(const DenseHost *host, LapackKind kind, void *a, int64_t rows, int64_t columns, void *tau)
{
    Call c = {.kind = kind, .name = LAPACK_geqrf};
    int64_t few = smaller(rows, columns);
    put_number(&c, rows);
    put_number(&c, columns);
    put_array(&c, a, rows * columns, 't', true);
    put_number(&c, rows);
    put_array(&c, tau, few, 't', true);
    memset(tau, 0, lapack_size(kind) * (size_t)few);
    put_asked(&c, 't', true);
    return lapack_run(host, &c, cube(rows, columns, few, kind) * 2);
}
Solved lapack_qr_q(const DenseHost *host, LapackKind kind, const void *a, const void *tau, int64_t rows, int64_t reflectors, void *q, int64_t columns)
{
    Call c = {.kind = kind, .name = LAPACK_orgqr};
    size_t size = lapack_size(kind);
    int64_t given = smaller(reflectors, columns);
    memcpy(q, a, size * (size_t)(rows * given));
    memset((char *)q + size * (size_t)(rows * given), 0, size * (size_t)(rows * (columns - given)));
    put_number(&c, rows);
    put_number(&c, columns);
    put_number(&c, given);
    put_array(&c, q, rows * columns, 't', true);
    put_number(&c, rows);
    put_array(&c, tau, given, 't', false);
    put_asked(&c, 't', true);
    return lapack_run(host, &c, cube(rows, columns, given, kind) * 2);
}
Solved lapack_eigh(const DenseHost *host, LapackKind kind, void *a, int64_t n, void *values, bool vectors, bool upper)
{
    Call c = {.kind = kind, .name = LAPACK_syevd};
    put_letter(&c, vectors ? 'V' : 'N');
    put_letter(&c, upper ? 'U' : 'L');
    put_number(&c, n);
    put_array(&c, a, n * n, 't', true);
    put_number(&c, n);
    put_array(&c, values, n, 'r', true);
    memset(values, 0, lapack_real_size(kind) * (size_t)n);
    put_asked(&c, 't', true);
    if (kind >= LAPACK_C) put_asked(&c, 'r', true);
    put_asked(&c, 'i', true);
    return lapack_run(host, &c, cube(n, n, n, kind) * (vectors ? 4 : 2));
}
/* What LAPACK gives for numbers that are none: its own word for NaN; for infinite ones values that are NaN (its scaling would print a complaint on the way). */
#define INFINITE_ALONE(T)                                          \
    static bool infinite_alone_##T(const T *a, int64_t n)          \
    {                                                              \
        bool infinite = false, nan = false;                        \
        for (int64_t i = 0; i < n; i++) {                          \
            nan |= isnan(a[i]);                                    \
            infinite |= isinf(a[i]);                               \
        }                                                          \
        return infinite && !nan;                                   \
    }
INFINITE_ALONE(float)
INFINITE_ALONE(double)
static bool infinite_alone(LapackKind kind, const void *a, int64_t n)
{
    if (kind >= LAPACK_C) n *= 2;
    return lapack_real_size(kind) == 4 ? infinite_alone_float(a, n) : infinite_alone_double(a, n);
}
static Solved values_of_infinite(LapackKind kind, void *s, int64_t few)
{
    for (int64_t i = 0; i < few; i++) {
        if (lapack_real_size(kind) == 4) ((float *)s)[i] = NAN;
        else ((double *)s)[i] = NAN;
    }
    return SOLVED;
}
Solved lapack_svd(const DenseHost *host, LapackKind kind, void *a, int64_t rows, int64_t columns, void *s, void *u, void *vh, bool all)
{
    Call c = {.kind = kind, .name = LAPACK_gesdd};
    int64_t few = smaller(rows, columns), many = larger(rows, columns), left = all ? rows : few, right = all ? columns : few;
    if (!u && infinite_alone(kind, a, rows * columns)) return values_of_infinite(kind, s, few);
    put_letter(&c, !u ? 'N' : all ? 'A'
                                  : 'S');
    put_number(&c, rows);
    put_number(&c, columns);
    put_array(&c, a, rows * columns, 't', true);
    put_number(&c, rows);
    put_array(&c, s, few, 'r', true);
    memset(s, 0, lapack_real_size(kind) * (size_t)few);
    put_array(&c, u ? u : a, u ? rows * left : 0, 't', true);
    put_number(&c, rows);
    put_array(&c, vh ? vh : a, vh ? right * columns : 0, 't', true);
    put_number(&c, right);
    if (u) {
        memset(u, 0, lapack_size(kind) * (size_t)(rows * left));
        memset(vh, 0, lapack_size(kind) * (size_t)(right * columns));
    }
    put_asked(&c, 't', true);
    if (kind >= LAPACK_C) put_space(&c, 'r', u ? few * larger(5 * few + 7, 2 * many + 2 * few + 1) : 7 * few);
    put_space(&c, 'i', 8 * few);
    return lapack_run(host, &c, cube(many, few, few, kind) * (u ? 10 : 3));
}

/* A real matrix's values come as two rows of parts; of a pair of vectors the first column is both real parts, the second the imaginary ones. */
#define PAIRED(T)                                                                                          \
    static void paired_##T(int64_t n, const T *parts, const T *v, T complex *values, T complex *vectors)  \
    {                                                                                                      \
        for (int64_t i = 0; i < n; i++) values[i] = parts[i] + (T)1 * I * parts[n + i];                    \
        for (int64_t c = 0; vectors && c < n; c++) {                                                       \
            bool pair = parts[n + c] != 0 && c + 1 < n;                                                    \
            for (int64_t i = 0; i < n; i++) {                                                              \
                vectors[c * n + i] = v[c * n + i];                                                         \
                if (!pair) continue;                                                                       \
                vectors[c * n + i] = v[c * n + i] + (T)1 * I * v[(c + 1) * n + i];                         \
                vectors[(c + 1) * n + i] = v[c * n + i] - (T)1 * I * v[(c + 1) * n + i];                   \
            }                                                                                              \
            c += pair;                                                                                     \
        }                                                                                                  \
    }
PAIRED(float)
PAIRED(double)

Solved lapack_eig(const DenseHost *host, LapackKind kind, void *a, int64_t n, void *values, void *vectors)
{
    Call c = {.kind = kind, .name = LAPACK_geev};
    bool real = kind < LAPACK_C;
    size_t size = lapack_size(kind), bytes = size * (size_t)(2 * n + (vectors ? n * n : 1));
    char *parts = real ? host->take(host->data, bytes) : NULL;
    if (real && !parts) return STOPPED;
    if (real) memset(parts, 0, bytes);
    void *found = real ? (vectors ? parts + size * (size_t)(2 * n) : NULL) : vectors;
    put_letter(&c, 'N');
    put_letter(&c, vectors ? 'V' : 'N');
    put_number(&c, n);
    put_array(&c, a, n * n, 't', true);
    put_number(&c, n);
    put_array(&c, real ? parts : values, n, 't', true);
    if (real) put_array(&c, parts + size * (size_t)n, n, 't', true);
    put_array(&c, a, 0, 't', false); /* no vectors on the left */
    put_number(&c, n);
    put_array(&c, found ? found : a, found ? n * n : 0, 't', true);
    put_number(&c, n);
    put_asked(&c, 't', true);
    if (!real) put_space(&c, 'r', 2 * n);
    if (!real) memset(values, 0, size * (size_t)n);
    if (!real && vectors) memset(vectors, 0, size * (size_t)(n * n));
    Solved s = lapack_run(host, &c, cube(n, n, n, kind) * (vectors ? 25 : 10));
    if (s == SOLVED && kind == LAPACK_S) paired_float(n, (float *)(void *)parts, found, values, vectors);
    if (s == SOLVED && kind == LAPACK_D) paired_double(n, (double *)(void *)parts, found, values, vectors);
    if (parts) host->give(host->data, parts, bytes);
    return s;
}
Solved lapack_lstsq(const DenseHost *host, LapackKind kind, void *a, int64_t rows, int64_t columns, void *b, int64_t right, void *s, const void *limit, int64_t *rank)
{
    Call c = {.kind = kind, .name = LAPACK_gelsd};
    int64_t few = smaller(rows, columns), high = larger(larger(rows, columns), 1);
    int32_t rank_there = 0;
    put_number(&c, rows);
    put_number(&c, columns);
    put_number(&c, right);
    put_array(&c, a, rows * columns, 't', true);
    put_number(&c, larger(rows, 1));
    put_array(&c, b, high * right, 't', true);
    put_number(&c, high);
    put_array(&c, s, few, 'r', true);
    memset(s, 0, lapack_real_size(kind) * (size_t)few);
    put_array(&c, limit, 1, 'r', false);
    put_array(&c, &rank_there, 1, 'i', true);
    put_asked(&c, 't', true);
    if (kind >= LAPACK_C) put_asked(&c, 'r', false);
    put_asked(&c, 'i', false);
    Solved made = lapack_run(host, &c, cube(high, few, larger(few, right), kind) * 8);
    *rank = rank_there;
    return made;
}
