/* linalg.c: decompositions of one float64 matrix: LU, Cholesky, QR, symmetric eigenvalues, singular values, general eigenvalues.
 *
 * _numpy's functions take and give row-major arrays of float64; stacks of matrices, dtypes and errors are numpy.linalg's (Python). The order of the steps
 * and the signs follow LAPACK's textbook forms, so that small cases print as NumPy's do.
 */
#include <math.h>

#include "core/cpu/tridiagonal.h"
#include "lang/object/mem.h"
#include "numpy.h"

typedef struct Matrix { /* a new array of the result's, zeroed or a copy */
    Tensor *t;
    double *a;
    int64_t rows, cols;
} Matrix;

static bool matrix_new(TensorLib *lib, int64_t rows, int64_t cols, Matrix *m)
{
    static double none;
    int64_t shape[2] = {rows, cols};
    *m = (Matrix){.rows = rows, .cols = cols};
    m->t = tensor_new(lib->core, device_cpu(lib->core), DT_FLOAT64, shape, 2);
    if (!m->t) return tensor_raise(lib, ACCENT_NUMPY), false;
    m->a = m->t->size ? tensor_map(lib->core, m->t) : &none;
    if (m->t->size) memset(m->a, 0, sizeof *m->a * (size_t)m->t->size);
    return true;
}

static bool matrix_copy(VM *vm, Ref v, TensorLib **lib, Matrix *m)
{
    *lib = tensor_lib(vm);
    m->t = NULL;
    if (!*lib) return false;
    if (!is_tensor(v) || tensor_of(v)->ndim != 2 || tensor_of(v)->dtype != DT_FLOAT64) return err_false(vm, EXC_TypeError, "a float64 matrix is wanted");
    Tensor *t = tensor_of(v);
    if (!matrix_new(*lib, t->shape[0], t->shape[1], m)) return false;
    return t->size == 0 || tensor_read((*lib)->core, t, m->a) || (tensor_raise(*lib, ACCENT_NUMPY), false);
}

static void matrix_drop(TensorLib *lib, Matrix *m)
{
    if (m->t) tensor_release(lib->core, m->t);
    m->t = NULL;
}

static Value matrix_show(TensorLib *lib, Matrix *m)
{
    Tensor *t = m->t;
    m->t = NULL;
    return tensor_show(lib, ACCENT_NUMPY, t);
}
#define AT(m, i, j) ((m).a[(i) * (m).cols + (j)])

/* a pair or triple of what was made; takes all */
static Value together(TensorLib *lib, Matrix *all, int n)
{
    VM *vm = lib->vm;
    Value t = tuple_new(vm, n);
    for (int i = 0; t && i < n; i++)
        if (!(as_tuple(t)->items[i] = matrix_show(lib, &all[i]))) value_clear(vm, &t);
    for (int i = 0; i < n; i++) matrix_drop(lib, &all[i]);
    return t;
}

/* ---- LU with partial pivoting, column by column ---- */
static double lu(Matrix *m, int64_t *swaps) /* the permutation's sign; 0: singular */
{
    int64_t n = m->rows;
    double sign = 1;
    bool singular = false;
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < j; i++) { /* earlier exchanges of this column are done whole rows at a time */
            double sum = 0;
            for (int64_t k = 0; k < i; k++) sum += AT(*m, i, k) * AT(*m, k, j);
            AT(*m, i, j) -= sum;
        }
        for (int64_t i = j; i < n; i++) {
            double sum = 0;
            for (int64_t k = 0; k < j; k++) sum += AT(*m, i, k) * AT(*m, k, j);
            AT(*m, i, j) -= sum;
        }
        int64_t pivot = j;
        for (int64_t i = j + 1; i < n; i++)
            if (fabs(AT(*m, i, j)) > fabs(AT(*m, pivot, j))) pivot = i;
        swaps[j] = pivot;
        if (AT(*m, pivot, j) == 0) {
            singular = true;
            continue;
        }
        if (pivot != j) {
            sign = -sign;
            for (int64_t k = 0; k < n; k++) {
                double x = AT(*m, j, k);
                AT(*m, j, k) = AT(*m, pivot, k);
                AT(*m, pivot, k) = x;
            }
        }
        double by = 1 / AT(*m, j, j);
        for (int64_t i = j + 1; i < n; i++) AT(*m, i, j) *= by;
    }
    return singular ? 0 : sign;
}

/* lu_solve(a, b) -> x, or None for a singular a */
static Value fn_solve(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib;
    Matrix a, b = {0};
    Value result = NO_VALUE;
    if (!matrix_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    int64_t n = a.rows;
    int64_t *swaps = mem_zalloc(vm->mem, sizeof *swaps * (size_t)(n + 1));
    if (!swaps) err_no_memory(vm);
    else if (matrix_copy(vm, args[1], &lib, &b)) {
        if (lu(&a, swaps) == 0 && n) result = V_NONE;
        else {
            for (int64_t i = 0; i < n; i++)
                for (int64_t k = 0; swaps[i] != i && k < b.cols; k++) {
                    double x = AT(b, i, k);
                    AT(b, i, k) = AT(b, swaps[i], k);
                    AT(b, swaps[i], k) = x;
                }
            for (int64_t i = 0; i < n; i++)
                for (int64_t k = 0; k < i; k++)
                    for (int64_t c = 0; c < b.cols; c++) AT(b, i, c) -= AT(a, i, k) * AT(b, k, c);
            for (int64_t i = n - 1; i >= 0; i--) {
                for (int64_t k = n - 1; k > i; k--)
                    for (int64_t c = 0; c < b.cols; c++) AT(b, i, c) -= AT(a, i, k) * AT(b, k, c);
                for (int64_t c = 0; c < b.cols; c++) AT(b, i, c) /= AT(a, i, i);
            }
            result = matrix_show(lib, &b);
        }
    }
    if (swaps) mem_free(vm->mem, swaps, sizeof *swaps * (size_t)(n + 1));
    matrix_drop(lib, &a);
    matrix_drop(lib, &b);
    return result;
}

/* lu_det(a) -> (sign, log of the magnitude, determinant) */
static Value fn_det(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib;
    Matrix a;
    if (!matrix_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    int64_t *swaps = mem_zalloc(vm->mem, sizeof *swaps * (size_t)(a.rows + 1));
    if (!swaps) {
        matrix_drop(lib, &a);
        return err_no_memory(vm);
    }
    double sign = lu(&a, swaps), size = 0;
    for (int64_t i = 0; i < a.rows && sign != 0; i++) {
        if (AT(a, i, i) < 0) sign = -sign;
        size += log(fabs(AT(a, i, i)));
    }
    if (sign == 0) size = -INFINITY;
    mem_free(vm->mem, swaps, sizeof *swaps * (size_t)(a.rows + 1));
    Value result = tuple_of(vm, 3, make_float(sign), make_float_any(size), make_float_any(sign * exp(size)));
    matrix_drop(lib, &a);
    return result;
}

/* cholesky(a) -> L, or None where a is not positive definite */
static Value fn_cholesky(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib;
    Matrix a;
    if (!matrix_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    for (int64_t j = 0; j < a.rows; j++) {
        double sum = AT(a, j, j);
        for (int64_t k = 0; k < j; k++) sum -= AT(a, j, k) * AT(a, j, k);
        if (!(sum > 0)) {
            matrix_drop(lib, &a);
            return V_NONE;
        }
        double root = sqrt(sum);
        AT(a, j, j) = root;
        for (int64_t i = j + 1; i < a.rows; i++) {
            double x = AT(a, i, j);
            for (int64_t k = 0; k < j; k++) x -= AT(a, i, k) * AT(a, j, k);
            AT(a, i, j) = x / root;
            AT(a, j, i) = 0;
        }
    }
    return matrix_show(lib, &a);
}

/* ---- Householder ---- */
/* x[0…n) by `step` to (beta, 0 …): x becomes the reflector (first element 1 understood); its factor */
static double reflector(double *x, int64_t n, int64_t step)
{
    double scale = 0, sum = 0;
    for (int64_t i = 1; i < n; i++) {
        double v = fabs(x[i * step]);
        if (v > scale) scale = v;
    }
    if (scale == 0) return 0;
    for (int64_t i = 1; i < n; i++) sum += x[i * step] / scale * (x[i * step] / scale);
    double alpha = x[0], norm = scale * sqrt(sum), beta = -copysign(hypot(alpha, norm), alpha), tau = (beta - alpha) / beta;
    for (int64_t i = 1; i < n; i++) x[i * step] *= 1 / (alpha - beta);
    x[0] = beta;
    return tau;
}

/* qr(a) -> (Q of rows x rows, R of rows x cols) */
static Value fn_qr(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib;
    Matrix all[2] = {{0}, {0}};
    Matrix *q = &all[0], *a = &all[1];
    if (!matrix_copy(vm, args[0], &lib, a) || !matrix_new(lib, a->rows, a->rows, q)) {
        matrix_drop(lib, a);
        return NO_VALUE;
    }
    int64_t m = a->rows, n = a->cols, k = m < n ? m : n;
    double *tau = mem_zalloc(vm->mem, sizeof *tau * (size_t)(k + 1));
    if (!tau) {
        matrix_drop(lib, a);
        matrix_drop(lib, q);
        return err_no_memory(vm);
    }
    for (int64_t j = 0; j < k; j++) {
        tau[j] = reflector(&AT(*a, j, j), m - j, n);
        for (int64_t c = j + 1; c < n; c++) {
            double sum = AT(*a, j, c);
            for (int64_t i = j + 1; i < m; i++) sum += AT(*a, i, j) * AT(*a, i, c);
            sum *= tau[j];
            AT(*a, j, c) -= sum;
            for (int64_t i = j + 1; i < m; i++) AT(*a, i, c) -= AT(*a, i, j) * sum;
        }
    }
    for (int64_t i = 0; i < m; i++) AT(*q, i, i) = 1;
    for (int64_t j = k - 1; j >= 0; j--)
        for (int64_t c = j; c < m; c++) {
            double sum = AT(*q, j, c);
            for (int64_t i = j + 1; i < m; i++) sum += AT(*a, i, j) * AT(*q, i, c);
            sum *= tau[j];
            AT(*q, j, c) -= sum;
            for (int64_t i = j + 1; i < m; i++) AT(*q, i, c) -= AT(*a, i, j) * sum;
        }
    for (int64_t i = 1; i < m; i++)
        for (int64_t j = 0; j < i && j < n; j++) AT(*a, i, j) = 0;
    mem_free(vm->mem, tau, sizeof *tau * (size_t)(k + 1));
    return together(lib, all, 2);
}

/* ---- symmetric eigenvalues: tridiagonal by reflectors, then implicit QL or QR ---- */
static void to_tridiagonal(Matrix *a, double *d, double *e, double *tau, double *work) /* reads the lower triangle */
{
    int64_t n = a->rows;
    for (int64_t i = 0; i + 1 < n; i++) {
        double t = reflector(&AT(*a, i + 1, i), n - i - 1, n);
        e[i] = AT(*a, i + 1, i);
        if (t != 0) {
            AT(*a, i + 1, i) = 1;
            for (int64_t r = i + 1; r < n; r++) { /* work = t * A v */
                double sum = 0;
                for (int64_t c = i + 1; c < n; c++) sum += (c <= r ? AT(*a, r, c) : AT(*a, c, r)) * AT(*a, c, i);
                work[r] = t * sum;
            }
            double dot = 0;
            for (int64_t r = i + 1; r < n; r++) dot += work[r] * AT(*a, r, i);
            double half = -0.5 * t * dot;
            for (int64_t r = i + 1; r < n; r++) work[r] += half * AT(*a, r, i);
            for (int64_t r = i + 1; r < n; r++)
                for (int64_t c = i + 1; c <= r; c++) AT(*a, r, c) -= AT(*a, r, i) * work[c] + work[r] * AT(*a, c, i);
            AT(*a, i + 1, i) = e[i];
        }
        d[i] = AT(*a, i, i);
        tau[i] = t;
    }
    if (n) d[n - 1] = AT(*a, n - 1, n - 1);
}

/* z = H(0) … H(n-2) z */
static void apply_reflectors(const Matrix *a, const double *tau, Matrix *z)
{
    int64_t n = a->rows;
    for (int64_t j = n - 2; j >= 0; j--) {
        if (tau[j] == 0) continue;
        for (int64_t c = 0; c < z->cols; c++) {
            double sum = AT(*z, j + 1, c);
            for (int64_t i = j + 2; i < n; i++) sum += AT(*a, i, j) * AT(*z, i, c);
            sum *= tau[j];
            AT(*z, j + 1, c) -= sum;
            for (int64_t i = j + 2; i < n; i++) AT(*z, i, c) -= AT(*a, i, j) * sum;
        }
    }
}

static void rotate_columns(void *vectors, int64_t i, double c, double s)
{
    Matrix *z = vectors;
    for (int64_t k = 0; k < z->rows; k++) {
        double t = AT(*z, k, i + 1);
        AT(*z, k, i + 1) = c * t - s * AT(*z, k, i);
        AT(*z, k, i) = s * t + c * AT(*z, k, i);
    }
}

static void sort_columns(double *d, Matrix *z, int64_t n, bool descending)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t k = i;
        for (int64_t j = i + 1; j < n; j++)
            if (descending ? d[j] > d[k] : d[j] < d[k]) k = j;
        if (k == i) continue;
        double x = d[i];
        d[i] = d[k];
        d[k] = x;
        for (int64_t r = 0; r < z->rows; r++) {
            x = AT(*z, r, i);
            AT(*z, r, i) = AT(*z, r, k);
            AT(*z, r, k) = x;
        }
    }
}

/* eigh(a) -> (eigenvalues as a row, vectors), or None when it does not converge */
static Value fn_eigh(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib;
    Matrix a = {0}, all[2] = {{0}, {0}};
    Value result = NO_VALUE;
    if (!matrix_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    int64_t n = a.rows;
    double *room = mem_zalloc(vm->mem, sizeof *room * (size_t)(4 * n + 4));
    if (!room) err_no_memory(vm);
    else if (matrix_new(lib, 1, n, &all[0]) && matrix_new(lib, n, n, &all[1])) {
        double *d = room, *e = room + n + 1, *tau = room + 2 * n + 2, *work = room + 3 * n + 3;
        for (int64_t i = 0; i < n; i++) AT(all[1], i, i) = 1;
        to_tridiagonal(&a, d, e, tau, work);
        if (!tridiagonal_settle(d, e, n, rotate_columns, &all[1])) result = V_NONE;
        else {
            sort_columns(d, &all[1], n, false);
            apply_reflectors(&a, tau, &all[1]);
            for (int64_t i = 0; i < n; i++) all[0].a[i] = d[i];
            result = together(lib, all, 2);
        }
    }
    if (room) mem_free(vm->mem, room, sizeof *room * (size_t)(4 * n + 4));
    matrix_drop(lib, &a);
    matrix_drop(lib, &all[0]);
    matrix_drop(lib, &all[1]);
    return result;
}

/* ---- singular values by one-sided Jacobi rotations: rows >= cols ---- */
/* svd(a) -> (U of rows x cols, values as a row, V of cols x cols) with a = U diag(s) V' */
static Value fn_svd(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib;
    Matrix all[3] = {{0}, {0}, {0}};
    Matrix *u = &all[0], *v = &all[2];
    if (!matrix_copy(vm, args[0], &lib, u)) return NO_VALUE;
    int64_t m = u->rows, n = u->cols;
    if (!matrix_new(lib, 1, n, &all[1]) || !matrix_new(lib, n, n, v)) {
        for (int i = 0; i < 3; i++) matrix_drop(lib, &all[i]);
        return NO_VALUE;
    }
    for (int64_t i = 0; i < n; i++) AT(*v, i, i) = 1;
    bool again = true;
    for (int sweep = 0; again && sweep < 60; sweep++) {
        again = false;
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                double a = 0, b = 0, g = 0;
                for (int64_t i = 0; i < m; i++) {
                    a += AT(*u, i, p) * AT(*u, i, p);
                    b += AT(*u, i, q) * AT(*u, i, q);
                    g += AT(*u, i, p) * AT(*u, i, q);
                }
                if (g == 0 || fabs(g) <= 0x1p-53 * sqrt(a * b)) continue;
                again = true;
                double zeta = (b - a) / (2 * g), t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta)), c = 1 / sqrt(1 + t * t), s = c * t;
                for (int64_t i = 0; i < m; i++) {
                    double x = AT(*u, i, p);
                    AT(*u, i, p) = c * x - s * AT(*u, i, q);
                    AT(*u, i, q) = s * x + c * AT(*u, i, q);
                }
                for (int64_t i = 0; i < n; i++) {
                    double x = AT(*v, i, p);
                    AT(*v, i, p) = c * x - s * AT(*v, i, q);
                    AT(*v, i, q) = s * x + c * AT(*v, i, q);
                }
            }
    }
    double *s = all[1].a;
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t i = 0; i < m; i++) sum = hypot(sum, AT(*u, i, j));
        s[j] = sum;
    }
    for (int64_t i = 0; i < n; i++) { /* the largest first */
        int64_t k = i;
        for (int64_t j = i + 1; j < n; j++)
            if (s[j] > s[k]) k = j;
        if (k == i) continue;
        double x = s[i];
        s[i] = s[k];
        s[k] = x;
        for (int which = 0; which < 2; which++) {
            Matrix *z = which ? v : u;
            for (int64_t r = 0; r < z->rows; r++) {
                x = AT(*z, r, i);
                AT(*z, r, i) = AT(*z, r, k);
                AT(*z, r, k) = x;
            }
        }
    }
    double largest = n ? s[0] : 0;
    for (int64_t j = 0; j < n; j++) {
        if (s[j] > largest * 1e-300 && s[j] > 0) {
            for (int64_t i = 0; i < m; i++) AT(*u, i, j) /= s[j];
            continue;
        }
        for (int64_t e = 0; e < m; e++) { /* any unit vector across the others */
            for (int64_t i = 0; i < m; i++) AT(*u, i, j) = i == e;
            for (int pass = 0; pass < 2; pass++)
                for (int64_t k = 0; k < j; k++) {
                    double dot = 0;
                    for (int64_t i = 0; i < m; i++) dot += AT(*u, i, k) * AT(*u, i, j);
                    for (int64_t i = 0; i < m; i++) AT(*u, i, j) -= dot * AT(*u, i, k);
                }
            double norm = 0;
            for (int64_t i = 0; i < m; i++) norm = hypot(norm, AT(*u, i, j));
            if (norm < 1e-8) continue;
            for (int64_t i = 0; i < m; i++) AT(*u, i, j) /= norm;
            break;
        }
    }
    return together(lib, all, 3);
}

static const NativeDef functions[] = {
    {"lu_solve", fn_solve, "a, b, /", "x with a @ x = b; None: a is singular.", 0},
    {"lu_det", fn_det, "a, /", "Sign, logarithm and value of the determinant.", 0},
    {"cholesky", fn_cholesky, "a, /", "The lower root; None: not positive definite.", 0},
    {"qr", fn_qr, "a, /", "Q and R.", 0},
    {"eigh", fn_eigh, "a, /", "A symmetric matrix's eigenvalues and vectors; None: it did not converge.", 0},
    {"svd", fn_svd, "a, /", "U, s, V of a matrix with rows >= columns.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

bool numpy_linalg_open(VM *vm, Dict *ns)
{
    for (const NativeDef *f = functions; f->name; f++)
        if (!module_add(vm, ns, f->name, native_new(vm, f, NULL, V_NONE))) return false;
    return true;
}
