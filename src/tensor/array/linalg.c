/* linalg.c: numpy.linalg._umath_linalg: decompositions of stacks of matrices as ufuncs with core dimensions; lapack_lite, of which numpy.linalg asks for its error alone.
 *
 * A matrix that cannot be decomposed gives NaN and raises the processor's flag for invalid results, which numpy.linalg's handler turns into LinAlgError; where all went well the flag is
 * taken back, whatever numbers did on the way.
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "core/cpu/lapack.h"
#include "lang/object/mem.h"
#include "std/std.h"
#include "linalg.h"

/* ---- matrices to and from what operands hold ---- */
typedef struct Kind { bool two /*parts: complex*/, single; } Kind; /* of a loop's matrices */
static const Kind kind_f = {false, true}, kind_d = {false, false}, kind_F = {true, true}, kind_D = {true, false};

static size_t element_size(const Kind *k) { return k->two ? sizeof(double complex) : sizeof(double); }

typedef struct Plane { int64_t rows, columns, row_step, column_step; } Plane; /* how a matrix lies in an operand */

static void load(const Kind *k, const char *from, Plane p, void *to)
{
    for (int64_t c = 0; c < p.columns; c++) {
        const char *at = from + c * p.column_step;
        for (int64_t r = 0; r < p.rows; r++, at += p.row_step) {
            int64_t i = c * p.rows + r;
            if (!k->two) ((double *)to)[i] = k->single ? *(const float *)at : *(const double *)at;
            else ((double complex *)to)[i] = k->single ? *(const float complex *)at : *(const double complex *)at;
        }
    }
}
static void store_as(bool two, bool single, const void *from, int64_t i, char *at)
{
    if (!two && single) *(float *)at = (float)((const double *)from)[i];
    else if (!two) *(double *)at = ((const double *)from)[i];
    else if (single) *(float complex *)at = (float complex)((const double complex *)from)[i];
    else *(double complex *)at = ((const double complex *)from)[i];
}
static void store(const Kind *k, const void *from, Plane p, char *to)
{
    for (int64_t c = 0; c < p.columns; c++)
        for (int64_t r = 0; r < p.rows; r++) store_as(k->two, k->single, from, c * p.rows + r, to + c * p.column_step + r * p.row_step);
}
static void store_adjoint(const Kind *k, const void *from, Plane p, char *to) /* p: as the operand has it */
{
    for (int64_t r = 0; r < p.rows; r++)
        for (int64_t c = 0; c < p.columns; c++) {
            char *at = to + r * p.row_step + c * p.column_step;
            if (k->two) {
                double complex x = conj(((const double complex *)from)[r * p.columns + c]);
                store_as(true, k->single, &x, 0, at);
            } else
                store_as(false, k->single, from, r * p.columns + c, at);
        }
}
static void store_reals(const Kind *k, const double *from, int64_t n, int64_t step, char *to)
{
    for (int64_t i = 0; i < n; i++) store_as(false, k->single, from, i, to + i * step);
}
static void fill_nan(const Kind *k, bool two, Plane p, char *to)
{
    double complex nan = NAN + I * NAN;
    double real = NAN;
    for (int64_t c = 0; c < p.columns; c++)
        for (int64_t r = 0; r < p.rows; r++) store_as(two, k->single, two ? (const void *)&nan : &real, 0, to + c * p.column_step + r * p.row_step);
}
static void adjoint_of(const Kind *k, const void *from, int64_t rows, int64_t columns, void *to)
{
    for (int64_t c = 0; c < columns; c++)
        for (int64_t r = 0; r < rows; r++) {
            if (k->two) ((double complex *)to)[r * columns + c] = conj(((const double complex *)from)[c * rows + r]);
            else ((double *)to)[r * columns + c] = ((const double *)from)[c * rows + r];
        }
}

/* ---- what all loops share ---- */
typedef struct Loop { /* one matrix of the stack */
    VM *vm;
    const Kind *kind;
    char *args[7];
    const int64_t *count, *steps; /* of core dimensions */
    char *room;
} Loop;
typedef Solved One(Loop *l);

/* `one` for each of the stack, with `room` bytes to work in; `operands` is how many there are. */
static bool over_stack(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, const Kind *kind, int operands, size_t room, One *one)
{
    Loop l = {.vm = vm, .kind = kind, .count = count + 1, .steps = steps + operands};
    if (!(l.room = mem_alloc(vm->mem, room + 64))) return err_no_memory(vm), false;
    bool failed = fetestexcept(FE_INVALID) != 0;
    Solved now = SOLVED;
    for (int64_t i = 0; i < count[0] && now != STOPPED; i++) {
        for (int k = 0; k < operands; k++) l.args[k] = args[k] + i * steps[k];
        if ((now = one(&l)) == UNSOLVED) failed = true;
        if (!vm_poll(vm)) now = STOPPED;
    }
    mem_free(vm->mem, l.room, room + 64);
    feclearexcept(FE_INVALID);
    if (failed) feraiseexcept(FE_INVALID);
    return now != STOPPED;
}
#define CALL(l, f, ...) ((l)->kind->two ? complex_##f(__VA_ARGS__) : real_##f(__VA_ARGS__))
static Plane plane(int64_t rows, int64_t columns, const int64_t *steps) { return (Plane){rows, columns, steps[0], steps[1]}; }
static Plane row_of(int64_t n, int64_t step) { return (Plane){n, 1, step, 0}; }
/* The k-th matrix of the room: after `before` elements. */
static void *part(const Loop *l, int64_t before) { return l->room + element_size(l->kind) * (size_t)before; }

/* Whether vectors are LAPACK's, as it gives them */
static bool by_lapack(const Loop *l, int64_t m, int64_t n) { return (l->kind->two || m < LINALG_OWN || n < LINALG_OWN) && lapack_serves(m, n); }

/* ---- determinants ---- */
static Solved factored(Loop *l, int64_t n, int *sign)
{
    int64_t *swaps = part(l, n * n);
    load(l->kind, l->args[0], plane(n, n, l->steps), l->room);
    return CALL(l, lu, l->vm, (void *)l->room, n, swaps, sign);
}
typedef struct Determinant { double complex phase; double log, re, im; bool stopped; } Determinant;
static Determinant determinant(Loop *l)
{
    int64_t n = l->count[0];
    int sign;
    Solved s = factored(l, n, &sign);
    Determinant d = {.phase = s == SOLVED ? sign : 0, .log = s == SOLVED ? 0 : -INFINITY, .stopped = s == STOPPED};
    for (int64_t i = 0; s == SOLVED && i < n; i++) {
        double complex u = l->kind->two ? ((double complex *)l->room)[i * n + i] : ((double *)l->room)[i * n + i];
        double size = cabs(u);
        d.phase *= l->kind->two ? u / size : creal(u) < 0 ? -1 : 1;
        d.log += log(size);
    }
    return d;
}
static Solved one_slogdet(Loop *l)
{
    Determinant d = determinant(l);
    double real = creal(d.phase);
    store_as(l->kind->two, l->kind->single, l->kind->two ? (const void *)&d.phase : &real, 0, l->args[1]);
    store_as(false, l->kind->single, &d.log, 0, l->args[2]);
    return d.stopped ? STOPPED : SOLVED;
}
static Solved one_det(Loop *l)
{
    Determinant d = determinant(l);
    double complex whole = l->kind->two ? d.phase * exp(d.log) : 0;
    double real = creal(d.phase) * exp(d.log);
    store_as(l->kind->two, l->kind->single, l->kind->two ? (const void *)&whole : &real, 0, l->args[1]);
    return d.stopped ? STOPPED : SOLVED;
}

/* ---- equations ---- */
static Solved solved(Loop *l, int64_t n, int64_t columns, const char *given, Plane right, char *out, Plane answer)
{
    int sign;
    void *b = part(l, n * n + n);
    Solved s = factored(l, n, &sign);
    if (s == SOLVED) {
        if (given) load(l->kind, given, right, b);
        else {
            memset(b, 0, element_size(l->kind) * (size_t)(n * columns));
            for (int64_t i = 0; i < n; i++) *(double *)((char *)b + element_size(l->kind) * (size_t)(i * n + i)) = 1;
        }
        s = CALL(l, lu_solve, l->vm, (void *)l->room, part(l, n * n), n, b, columns);
        store(l->kind, b, answer, out);
    } else if (s == UNSOLVED)
        fill_nan(l->kind, l->kind->two, answer, out);
    return s;
}
static Solved one_solve(Loop *l)
{
    int64_t n = l->count[0], columns = l->count[1];
    return solved(l, n, columns, l->args[1], plane(n, columns, l->steps + 2), l->args[2], plane(n, columns, l->steps + 4));
}
static Solved one_solve1(Loop *l)
{
    int64_t n = l->count[0];
    return solved(l, n, 1, l->args[1], row_of(n, l->steps[2]), l->args[2], row_of(n, l->steps[3]));
}
static Solved one_inv(Loop *l)
{
    int64_t n = l->count[0];
    return solved(l, n, n, NULL, (Plane){0}, l->args[1], plane(n, n, l->steps + 2));
}
static Solved one_cholesky(Loop *l)
{
    int64_t n = l->count[0];
    load(l->kind, l->args[0], plane(n, n, l->steps), l->room);
    Solved s = CALL(l, cholesky, l->vm, (void *)l->room, n);
    if (s == SOLVED) store(l->kind, l->room, plane(n, n, l->steps + 2), l->args[1]);
    else fill_nan(l->kind, l->kind->two, plane(n, n, l->steps + 2), l->args[1]);
    return s;
}

/* ---- QR ---- */
static Solved one_qr_raw(Loop *l) /* the reflectors go back into the operand: numpy.linalg reads R there */
{
    int64_t m = l->count[0], n = l->count[1];
    void *tau = part(l, m * n);
    load(l->kind, l->args[0], plane(m, n, l->steps), l->room);
    Solved s = CALL(l, qr, l->vm, (void *)l->room, m, n, tau);
    store(l->kind, l->room, plane(m, n, l->steps), l->args[0]);
    store(l->kind, tau, row_of(m < n ? m : n, l->steps[2]), l->args[1]);
    return s;
}
static Solved qr_columns(Loop *l, int64_t reflectors, int64_t columns, const int64_t *out_steps)
{
    int64_t m = l->count[0], n = l->count[1];
    void *tau = part(l, m * n), *q = part(l, m * n + reflectors);
    load(l->kind, l->args[0], plane(m, n, l->steps), l->room);
    load(l->kind, l->args[1], row_of(reflectors, l->steps[2]), tau);
    Solved s = CALL(l, qr_q, l->vm, (void *)l->room, tau, m, reflectors, q, columns);
    store(l->kind, q, plane(m, columns, out_steps), l->args[2]);
    return s;
}
static Solved one_qr_reduced(Loop *l) { return qr_columns(l, l->count[2], l->count[2], l->steps + 3); }
static Solved one_qr_complete(Loop *l) { return qr_columns(l, l->count[0] < l->count[1] ? l->count[0] : l->count[1], l->count[0], l->steps + 3); }

/* ---- eigenvalues ---- */
static Solved hermitian(Loop *l, bool upper, bool vectors)
{
    int64_t n = l->count[0];
    bool as_is = (!vectors || by_lapack(l, n, n)) && lapack_serves(n, n), turned = upper && !as_is;
    int64_t steps[2] = {l->steps[turned ? 1 : 0], l->steps[turned ? 0 : 1]};
    double *values = part(l, n * n);
    load(l->kind, l->args[0], plane(n, n, steps), l->room);
    for (int64_t i = 0; turned && l->kind->two && i < n * n; i++) ((double complex *)l->room)[i] = conj(((double complex *)l->room)[i]);
    Solved s = as_is ? CALL(l, values, l->vm, (void *)l->room, n, values, vectors, upper) : CALL(l, eigh, l->vm, (void *)l->room, n, values, vectors);
    if (s == SOLVED) {
        store_reals(l->kind, values, n, l->steps[2], l->args[1]);
        if (vectors) store(l->kind, l->room, plane(n, n, l->steps + 3), l->args[2]);
    } else {
        fill_nan(l->kind, false, row_of(n, l->steps[2]), l->args[1]);
        if (vectors) fill_nan(l->kind, l->kind->two, plane(n, n, l->steps + 3), l->args[2]);
    }
    return s;
}
static Solved one_eigh_lo(Loop *l) { return hermitian(l, false, true); }
static Solved one_eigh_up(Loop *l) { return hermitian(l, true, true); }
static Solved one_eigvalsh_lo(Loop *l) { return hermitian(l, false, false); }
static Solved one_eigvalsh_up(Loop *l) { return hermitian(l, true, false); }

static Solved general(Loop *l, bool vectors)
{
    const Kind out = {true, l->kind->single};
    int64_t n = l->count[0];
    double complex *values = (double complex *)part(l, n * n + n % 2), *all = values + n;
    load(l->kind, l->args[0], plane(n, n, l->steps), l->room);
    Solved s = CALL(l, eig, l->vm, (void *)l->room, n, values, vectors ? all : NULL);
    if (s == SOLVED) {
        store(&out, values, row_of(n, l->steps[2]), l->args[1]);
        if (vectors) store(&out, all, plane(n, n, l->steps + 3), l->args[2]);
    } else {
        fill_nan(&out, true, row_of(n, l->steps[2]), l->args[1]);
        if (vectors) fill_nan(&out, true, plane(n, n, l->steps + 3), l->args[2]);
    }
    return s;
}
static Solved one_eig(Loop *l) { return general(l, true); }
static Solved one_eigvals(Loop *l) { return general(l, false); }

/* ---- singular values ---- */
typedef struct Parts { /* a = left diag(s) right*: column by column, `few` columns each (with vectors of 2, left and right have room for all) */
    void *left, *right;
    double *s;
    int64_t few;
} Parts;
/* Of the operand's m x n: what stands on its side is turned over first. vectors: 0, 1: few, 2: all of both */
static Solved split(Loop *l, int64_t m, int64_t n, int vectors, Parts *p)
{
    bool turned = m < n;
    int64_t rows = turned ? n : m, columns = turned ? m : n;
    char *at = part(l, m * n);
    void *u = at, *v = at + element_size(l->kind) * (size_t)(rows * (vectors == 2 ? rows : columns));
    p->s = (double *)((char *)v + element_size(l->kind) * (size_t)(columns * columns));
    load(l->kind, l->args[0], plane(m, n, l->steps), turned ? l->room : u);
    if (turned) adjoint_of(l->kind, l->room, m, n, u);
    Solved s = CALL(l, svd, l->vm, u, rows, columns, p->s, vectors ? v : NULL);
    if (s == SOLVED && vectors == 2) s = CALL(l, complete, l->vm, u, rows, columns, rows);
    p->left = turned ? v : u;
    p->right = turned ? u : v;
    p->few = columns;
    return s;
}
static bool is_diagonal(const Loop *l, int64_t m, int64_t n)
{
    load(l->kind, l->args[0], plane(m, n, l->steps), l->room);
    for (int64_t c = 0; c < n; c++)
        for (int64_t r = 0; r < m; r++)
            if (r != c && ((const double *)l->room)[c * m + r] != 0) return false;
    return true;
}
/* A pair of vectors may be turned round together. The signs that reflections and sweeps usually leave, so that small cases print as NumPy's do: the first vector on the left looks down, the
 * others up at their own place; where the matrix is diagonal already, none is turned. */
static void usual_signs(Loop *l, int64_t m, int64_t n, Parts *p)
{
    if (l->kind->two) return;
    bool diagonal = m == n && is_diagonal(l, m, n);
    for (int64_t j = 0; j < p->few; j++) {
        double *left = (double *)p->left + j * m, *right = (double *)p->right + j * n, lead = j ? left[j] : -left[j];
        if (diagonal) {
            lead = 0;
            for (int64_t i = 0; i < n; i++)
                if (fabs(right[i]) > fabs(lead)) lead = right[i];
        }
        if (lead >= 0) continue;
        for (int64_t i = 0; i < m; i++) left[i] = -left[i];
        for (int64_t i = 0; i < n; i++) right[i] = -right[i];
    }
}

static Solved split_as_is(Loop *l, int64_t m, int64_t n, int vectors, Parts *p) /* as split, but that right is turned already */
{
    char *at = part(l, m * n);
    p->few = m < n ? m : n;
    p->left = at;
    p->right = at + element_size(l->kind) * (size_t)(m * (vectors == 2 ? m : p->few));
    p->s = (double *)((char *)p->right + element_size(l->kind) * (size_t)((vectors == 2 ? n : p->few) * n));
    load(l->kind, l->args[0], plane(m, n, l->steps), l->room);
    return CALL(l, split, l->vm, (void *)l->room, m, n, p->s, vectors ? p->left : NULL, vectors ? p->right : NULL, vectors == 2);
}

static Solved one_svd(Loop *l)
{
    int64_t m = l->count[0], n = l->count[1];
    Parts p;
    Solved s = by_lapack(l, m, n) ? split_as_is(l, m, n, 0, &p) : split(l, m, n, 0, &p);
    if (s == SOLVED) store_reals(l->kind, p.s, p.few, l->steps[2], l->args[1]);
    else fill_nan(l->kind, false, row_of(m < n ? m : n, l->steps[2]), l->args[1]);
    return s;
}
static Solved svd_vectors(Loop *l, bool all)
{
    int64_t m = l->count[0], n = l->count[1], few = m < n ? m : n;
    Plane u = plane(m, all ? m : few, l->steps + 2), vh = plane(all ? n : few, n, l->steps + 5);
    Parts p;
    bool as_is = by_lapack(l, m, n);
    Solved s = as_is ? split_as_is(l, m, n, all ? 2 : 1, &p) : split(l, m, n, all ? 2 : 1, &p);
    if (s == SOLVED) {
        if (!as_is) usual_signs(l, m, n, &p);
        store(l->kind, p.left, u, l->args[1]);
        store_reals(l->kind, p.s, few, l->steps[4], l->args[2]);
        if (as_is) store(l->kind, p.right, vh, l->args[3]);
        else store_adjoint(l->kind, p.right, vh, l->args[3]);
    } else {
        fill_nan(l->kind, l->kind->two, u, l->args[1]);
        fill_nan(l->kind, false, row_of(few, l->steps[4]), l->args[2]);
        fill_nan(l->kind, l->kind->two, vh, l->args[3]);
    }
    return s;
}
static Solved one_svd_s(Loop *l) { return svd_vectors(l, false); }
static Solved one_svd_f(Loop *l) { return svd_vectors(l, true); }

/* ---- least squares: by singular values, those that are small beside the largest left out ---- */
static double complex element(const Loop *l, const void *of, int64_t i) { return l->kind->two ? ((const double complex *)of)[i] : ((const double *)of)[i]; }
typedef struct Equations { /* a x = b, the nearest: steps of a: 0, 1; b: 2, 3; x: 4, 5; residuals: 6; values: 7 */
    int64_t m, n, columns, few;
    const int64_t *steps;
    double limit;
} Equations;
static Solved no_answer(Loop *l, const Equations *e, Solved s)
{
    fill_nan(l->kind, l->kind->two, plane(e->n, e->columns, e->steps + 4), l->args[3]);
    fill_nan(l->kind, false, row_of(e->columns, e->steps[6]), l->args[4]);
    *(int32_t *)l->args[5] = -1;
    fill_nan(l->kind, false, row_of(e->few, e->steps[7]), l->args[6]);
    return s;
}
static Solved nearest_by_lapack(Loop *l, const Equations *e)
{
    const int64_t m = e->m, n = e->n, high = m > n ? m : n;
    int64_t rank;
    char *b = part(l, m * n);
    double *values = (double *)(b + element_size(l->kind) * (size_t)(high * e->columns));
    load(l->kind, l->args[0], plane(m, n, e->steps), l->room);
    memset(b, 0, element_size(l->kind) * (size_t)(high * e->columns));
    for (int64_t c = 0; c < e->columns; c++) load(l->kind, l->args[1] + c * e->steps[3], row_of(m, e->steps[2]), b + element_size(l->kind) * (size_t)(c * high));
    Solved s = CALL(l, lstsq, l->vm, (void *)l->room, m, n, (void *)b, e->columns, values, e->limit, &rank);
    if (s != SOLVED) return no_answer(l, e, s);
    for (int64_t c = 0; c < e->columns; c++) {
        double left = 0;
        for (int64_t i = n; i < m; i++) {
            double complex rest = element(l, b, c * high + i);
            left += creal(rest) * creal(rest) + cimag(rest) * cimag(rest);
        }
        store(l->kind, b + element_size(l->kind) * (size_t)(c * high), row_of(n, e->steps[4]), l->args[3] + c * e->steps[5]);
        store_as(false, l->kind->single, &left, 0, l->args[4] + c * e->steps[6]);
    }
    *(int32_t *)l->args[5] = (int32_t)rank;
    store_reals(l->kind, values, e->few, e->steps[7], l->args[6]);
    return s;
}
static Solved nearest_by_values(Loop *l, const Equations *e)
{
    int64_t m = e->m, n = e->n, rank = 0;
    const int64_t *steps = e->steps;
    const Kind *k = l->kind;
    Parts p;
    Solved s = split(l, m, n, 1, &p);
    if (s != SOLVED) return no_answer(l, e, s);
    double limit = e->limit >= 0 ? e->limit : k->single ? 0x1p-23 : 0x1p-52;
    while (rank < e->few && p.s[rank] > limit * p.s[0]) rank++;
    void *b = (char *)(p.s + e->few), *x = (char *)b + element_size(k) * (size_t)m;
    double complex *answer = x;
    for (int64_t c = 0; c < e->columns; c++) {
        load(k, l->args[1] + c * steps[3], row_of(m, steps[2]), b);
        memset(answer, 0, sizeof *answer * (size_t)n);
        for (int64_t r = 0; r < rank; r++) {
            double complex along = 0;
            for (int64_t i = 0; i < m; i++) along += conj(element(l, p.left, r * m + i)) * element(l, b, i);
            along /= p.s[r];
            for (int64_t i = 0; i < n; i++) answer[i] += along * element(l, p.right, r * n + i);
        }
        double left = 0;
        for (int64_t i = 0; i < m; i++) {
            double complex rest = element(l, b, i);
            for (int64_t j = 0; j < n; j++) {
                const char *at = l->args[0] + i * steps[0] + j * steps[1];
                double complex a = k->two ? (k->single ? *(const float complex *)at : *(const double complex *)at) : k->single ? *(const float *)at : *(const double *)at;
                rest -= a * answer[j];
            }
            left += creal(rest * conj(rest));
        }
        for (int64_t i = 0; i < n; i++) {
            double real = creal(answer[i]);
            store_as(k->two, k->single, k->two ? (const void *)&answer[i] : &real, 0, l->args[3] + i * steps[4] + c * steps[5]);
        }
        store_as(false, k->single, &left, 0, l->args[4] + c * steps[6]);
    }
    *(int32_t *)l->args[5] = (int32_t)rank;
    store_reals(k, p.s, e->few, steps[7], l->args[6]);
    return SOLVED;
}
static Solved one_lstsq(Loop *l)
{
    int64_t m = l->count[0], n = l->count[1];
    Equations e = {m, n, l->count[2], m < n ? m : n, l->steps, l->kind->single ? *(const float *)l->args[2] : *(const double *)l->args[2]};
    return e.columns && lapack_serves(m, n) ? nearest_by_lapack(l, &e) : nearest_by_values(l, &e);
}

/* ---- the ufuncs ---- */
/* name, operands, one, elements of room, where m and n are the first two core dimensions (n = m where there is one) and k the third */
#define LINALG_LOOPS(ROW)                                                                       \
    ROW(det, 2, 1, one_det, m * m + m)                                                          \
    ROW(slogdet, 3, 1, one_slogdet, m * m + m)                                                  \
    ROW(inv, 2, 1, one_inv, 2 * m * m + m)                                                      \
    ROW(solve, 3, 2, one_solve, m * m + m + m * n)                                              \
    ROW(solve1, 3, 1, one_solve1, m * m + 2 * m)                                                \
    ROW(cholesky, 2, 1, one_cholesky, m * m)                                                    \
    ROW(qr_raw, 2, 2, one_qr_raw, m * n + m + n)                                                \
    ROW(qr_reduced, 3, 3, one_qr_reduced, m * n + k + m * k)                                    \
    ROW(qr_complete, 3, 2, one_qr_complete, m * n + n + m * m + m)                              \
    ROW(eigh_lo, 3, 1, one_eigh_lo, m * m + m)                                                  \
    ROW(eigh_up, 3, 1, one_eigh_up, m * m + m)                                                  \
    ROW(eigvalsh_lo, 2, 1, one_eigvalsh_lo, m * m + m)                                          \
    ROW(eigvalsh_up, 2, 1, one_eigvalsh_up, m * m + m)                                          \
    ROW(eig, 3, 1, one_eig, 3 * m * m + 2 * m + 4)                                              \
    ROW(eigvals, 2, 1, one_eigvals, m * m + 2 * m + 4)                                          \
    ROW(svd, 2, 2, one_svd, m * n + (m < n ? m : n) * (m + n) + m + n)                          \
    ROW(svd_s, 4, 2, one_svd_s, m * n + (m < n ? m : n) * (m + n) + m + n)                      \
    ROW(svd_f, 4, 2, one_svd_f, m * n + m * m + n * n + m + n)                                  \
    ROW(lstsq, 7, 3, one_lstsq, m * n + (m < n ? m : n) * (m + n) + 3 * m + 4 * n + (m > n ? m : n) * k)
#define LOOP_OF(name, operands, dims, one, room)                                                                          \
    static bool loop_##name(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, const void *data)      \
    {                                                                                                                     \
        const int64_t m = count[1], n = (dims) > 1 ? count[2] : m, k = (dims) > 2 ? count[3] : 0;                         \
        (void)n, (void)k;                                                                                                 \
        return over_stack(vm, args, count, steps, data, operands, element_size(data) * (size_t)(room), one);              \
    }
LINALG_LOOPS(LOOP_OF)

#define ALL_FOUR(loop, f, d, F, D) {{f, loop, &kind_f}, {d, loop, &kind_d}, {F, loop, &kind_F}, {D, loop, &kind_D}}
static const LoopRow det_rows[] = ALL_FOUR(loop_det, "ff", "dd", "FF", "DD"), slogdet_rows[] = ALL_FOUR(loop_slogdet, "fff", "ddd", "FFf", "DDd"),
                     inv_rows[] = ALL_FOUR(loop_inv, "ff", "dd", "FF", "DD"), solve_rows[] = ALL_FOUR(loop_solve, "fff", "ddd", "FFF", "DDD"),
                     solve1_rows[] = ALL_FOUR(loop_solve1, "fff", "ddd", "FFF", "DDD"), cholesky_rows[] = ALL_FOUR(loop_cholesky, "ff", "dd", "FF", "DD"),
                     qr_raw_rows[] = {{"dd", loop_qr_raw, &kind_d}, {"DD", loop_qr_raw, &kind_D}}, qr_reduced_rows[] = {{"ddd", loop_qr_reduced, &kind_d}, {"DDD", loop_qr_reduced, &kind_D}},
                     qr_complete_rows[] = {{"ddd", loop_qr_complete, &kind_d}, {"DDD", loop_qr_complete, &kind_D}},
                     eigh_lo_rows[] = ALL_FOUR(loop_eigh_lo, "fff", "ddd", "FfF", "DdD"), eigh_up_rows[] = ALL_FOUR(loop_eigh_up, "fff", "ddd", "FfF", "DdD"),
                     eigvalsh_lo_rows[] = ALL_FOUR(loop_eigvalsh_lo, "ff", "dd", "Ff", "Dd"), eigvalsh_up_rows[] = ALL_FOUR(loop_eigvalsh_up, "ff", "dd", "Ff", "Dd"),
                     eig_rows[] = {{"fFF", loop_eig, &kind_f}, {"dDD", loop_eig, &kind_d}, {"DDD", loop_eig, &kind_D}},
                     eigvals_rows[] = {{"fF", loop_eigvals, &kind_f}, {"dD", loop_eigvals, &kind_d}, {"DD", loop_eigvals, &kind_D}},
                     svd_rows[] = ALL_FOUR(loop_svd, "ff", "dd", "Ff", "Dd"), svd_s_rows[] = ALL_FOUR(loop_svd_s, "ffff", "dddd", "FFfF", "DDdD"),
                     svd_f_rows[] = ALL_FOUR(loop_svd_f, "ffff", "dddd", "FFfF", "DDdD"), lstsq_rows[] = ALL_FOUR(loop_lstsq, "fffffif", "dddddid", "FFfFfif", "DDdDdid");

#define ROW(name, nin, nout, signature, rows) {name, nin, nout, IDENTITY_NONE, BY_LOOPS, 0, signature, rows, (int)(sizeof rows / sizeof *rows)}
static const UfuncRow ufuncs[] = {
    ROW("det", 1, 1, "(m,m)->()", det_rows), ROW("slogdet", 1, 2, "(m,m)->(),()", slogdet_rows), ROW("inv", 1, 1, "(m, m)->(m, m)", inv_rows),
    ROW("solve", 2, 1, "(m,m),(m,n)->(m,n)", solve_rows), ROW("solve1", 2, 1, "(m,m),(m)->(m)", solve1_rows), ROW("cholesky_lo", 1, 1, "(m,m)->(m,m)", cholesky_rows),
    ROW("qr_r_raw_m", 1, 1, "(m,n)->(m)", qr_raw_rows), ROW("qr_r_raw_n", 1, 1, "(m,n)->(n)", qr_raw_rows), ROW("qr_reduced", 2, 1, "(m,n),(k)->(m,k)", qr_reduced_rows),
    ROW("qr_complete", 2, 1, "(m,n),(n)->(m,m)", qr_complete_rows), ROW("eigh_lo", 1, 2, "(m,m)->(m),(m,m)", eigh_lo_rows), ROW("eigh_up", 1, 2, "(m,m)->(m),(m,m)", eigh_up_rows),
    ROW("eigvalsh_lo", 1, 1, "(m,m)->(m)", eigvalsh_lo_rows), ROW("eigvalsh_up", 1, 1, "(m,m)->(m)", eigvalsh_up_rows), ROW("eig", 1, 2, "(m,m)->(m),(m,m)", eig_rows),
    ROW("eigvals", 1, 1, "(m,m)->(m)", eigvals_rows), ROW("svd_m", 1, 1, "(m,n)->(m)", svd_rows), ROW("svd_n", 1, 1, "(m,n)->(n)", svd_rows),
    ROW("svd_m_s", 1, 3, "(m,n)->(m,m),(m),(m,n)", svd_s_rows), ROW("svd_n_s", 1, 3, "(m,n)->(m,n),(n),(n,n)", svd_s_rows),
    ROW("svd_m_f", 1, 3, "(m,n)->(m,m),(m),(n,n)", svd_f_rows), ROW("svd_n_f", 1, 3, "(m,n)->(m,m),(n),(n,n)", svd_f_rows),
    ROW("lstsq_m", 3, 4, "(m,n),(m,nrhs),()->(n,nrhs),(nrhs),(),(m)", lstsq_rows), ROW("lstsq_n", 3, 4, "(m,n),(m,nrhs),()->(n,nrhs),(nrhs),(),(n)", lstsq_rows),
};

static bool open_umath_linalg(VM *vm, Ref module, Dict *ns)
{
    Np *np = np_state(vm);
    if (!np) return err_false(vm, EXC_ImportError, "numpy.core._multiarray_umath is not imported");
    for (size_t i = 0; i < sizeof ufuncs / sizeof *ufuncs; i++)
        if (!module_add(vm, ns, ufuncs[i].name, ufunc_of_row(vm, np, &ufuncs[i]))) return false;
    return module_add(vm, ns, "__version__", str_from_c(vm, "0.1.5"));
}
extern const ModuleDef umath_linalg_module, lapack_lite_module;
const ModuleDef umath_linalg_module = {.name = "numpy.linalg._umath_linalg", .doc = "Decompositions of stacks of matrices.", .init = open_umath_linalg};

static bool open_lapack_lite(VM *vm, Ref module, Dict *ns)
{
    return module_add(vm, ns, "LapackError", lib_error_class(vm, "lapack_lite", "LapackError", NULL, REF(vm->exc_types[EXC_Exception]), NULL)) && module_add(vm, ns, "_ilp64", make_bool(false));
}
const ModuleDef lapack_lite_module = {.name = "numpy.linalg.lapack_lite", .doc = "The error of numpy.linalg's compiled half.", .init = open_lapack_lite};
