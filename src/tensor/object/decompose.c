/* decompose.c: _tensor's decompositions of one matrix of float32 or float64, by LAPACK (core/cpu/lapack.h) or core's own loops (core/cpu/wide/dense.h). A matrix comes and goes as the tensor of its columns: row c is column c. Nothing of it is
 * an op: torch.linalg says its gradients (Python), and where there is none it is not asked.
 */
#include <math.h>
#include <string.h>

#include "core/cpu/lapack.h"
#include "core/cpu/wide/wide.h"
#include "lang/object/mem.h"
#include "lang/object/num.h"
#include "tensor_lib.h"

typedef struct Columns {
    Tensor *t;
    void *at;
    int64_t columns, rows;
} Columns;

static void *host_take(void *vm, size_t bytes)
{
    void *p = mem_alloc(((VM *)vm)->mem, bytes);
    if (!p) err_no_memory(vm);
    return p;
}
static void host_give(void *vm, void *p, size_t bytes) { mem_free(((VM *)vm)->mem, p, bytes); }
static bool host_stop(void *vm) { return !vm_poll(vm); }

static const DenseFactors *factors(DType dtype) { return dtype == DT_FLOAT32 ? &wide_loops()->dense->of_float : &wide_loops()->dense->of_double; }
static LapackKind kind_of(DType dtype) { return dtype == DT_FLOAT32 ? LAPACK_S : LAPACK_D; }
static bool by_lapack(const Columns *m) { return lapack_serves(m->rows, m->columns); }
static double number(const Columns *m, int64_t i) { return m->t->dtype == DT_FLOAT32 ? ((const float *)m->at)[i] : ((const double *)m->at)[i]; }

static bool columns_new(TensorLib *lib, DType dtype, int64_t columns, int64_t rows, Columns *m)
{
    static double none;
    int64_t shape[2] = {columns, rows};
    *m = (Columns){tensor_new(lib->core, device_cpu(lib->core), dtype, shape, 2), &none, columns, rows};
    if (!m->t) return tensor_raise(lib, ACCENT_TORCH), false;
    if (m->t->size && !(m->at = tensor_map(lib->core, m->t))) {
        tensor_release(lib->core, m->t);
        return tensor_raise(lib, ACCENT_TORCH), false;
    }
    return true;
}
/* A copy on the CPU, released by the caller */
static bool columns_copy(VM *vm, Ref v, TensorLib **lib, Columns *m)
{
    if (!(*lib = tensor_lib(vm))) return false;
    if (!is_tensor(v) || tensor_of(v)->ndim != 2 || (tensor_of(v)->dtype != DT_FLOAT32 && tensor_of(v)->dtype != DT_FLOAT64)) return err_false(vm, EXC_TypeError, "expected a float32 or float64 matrix");
    Tensor *t = tensor_of(v);
    if (!columns_new(*lib, t->dtype, t->shape[0], t->shape[1], m)) return false;
    if (t->size == 0 || tensor_read((*lib)->core, t, m->at)) return true;
    tensor_release((*lib)->core, m->t);
    return tensor_raise(*lib, ACCENT_TORCH), false;
}
static Value shown(TensorLib *lib, Columns *m) { return tensor_show(lib, ACCENT_TORCH, m->t); }
static void dropped(TensorLib *lib, Columns *m) { tensor_release(lib->core, m->t); }

/* The matrices, each the tensor of its columns; where not all could be computed they are dropped. */
static Value columns_tuple(TensorLib *lib, Columns *const *m, int n, bool good)
{
    Value t = good ? tuple_new(lib->vm, n) : NO_VALUE;
    for (int i = 0; i < n; i++) {
        Value item = t ? shown(lib, m[i]) : NO_VALUE;
        if (!t) dropped(lib, m[i]);
        else if (item) as_tuple(t)->items[i] = item;
        else {
            release(lib->vm, t);
            t = NO_VALUE;
        }
    }
    return t;
}
/* Several at once, or none */
static bool columns_more(TensorLib *lib, DType dtype, Columns *const *m, const int64_t (*sides)[2], int n)
{
    for (int i = 0; i < n; i++)
        if (!columns_new(lib, dtype, sides[i][0], sides[i][1], m[i])) {
            while (i-- > 0) dropped(lib, m[i]);
            return false;
        }
    return true;
}

static Value fn_qr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a, q, r;
    if (!columns_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    DType dtype = a.t->dtype;
    int64_t few = a.rows < a.columns ? a.rows : a.columns;
    size_t size = dtype_bytes(dtype);
    Columns *made[] = {&q, &r};
    const int64_t sides[][2] = {{few, a.rows}, {a.columns, few}};
    if (!columns_more(lib, dtype, made, sides, 2)) return dropped(lib, &a), NO_VALUE;
    void *tau = host_take(vm, size * (size_t)few + 1);
    Solved s = !tau ? STOPPED : few == 0 ? SOLVED
                            : by_lapack(&a) ? lapack_qr(&host, kind_of(dtype), a.at, a.rows, a.columns, tau)
                                            : factors(dtype)->qr(&host, a.at, a.rows, a.columns, tau);
    if (s == SOLVED && few)
        s = by_lapack(&a) ? lapack_qr_q(&host, kind_of(dtype), a.at, tau, a.rows, few, q.at, few) : factors(dtype)->qr_q(&host, a.at, tau, a.rows, few, q.at, few);
    for (int64_t c = 0; s == SOLVED && few && c < a.columns; c++) {
        int64_t filled = c + 1 < few ? c + 1 : few;
        char *to = (char *)r.at + size * (size_t)(c * few);
        memcpy(to, (char *)a.at + size * (size_t)(c * a.rows), size * (size_t)filled);
        memset(to + size * (size_t)filled, 0, size * (size_t)(few - filled));
    }
    if (tau) host_give(vm, tau, size * (size_t)few + 1);
    dropped(lib, &a);
    return columns_tuple(lib, made, 2, s == SOLVED);
}

/* LU of args[0]: its swaps are the caller's */
static Solved factored(VM *vm, Ref v, TensorLib **lib, Columns *a, int64_t **swaps, int *sign)
{
    const DenseHost host = {vm, host_take, host_give, host_stop};
    if (!columns_copy(vm, v, lib, a)) return STOPPED;
    *swaps = NULL;
    bool square = a->rows == a->columns;
    if (!square) err_raise(vm, EXC_ValueError, "expected a square matrix");
    else *swaps = host_take(vm, sizeof **swaps * (size_t)(a->rows + 1));
    if (!*swaps) return dropped(*lib, a), STOPPED;
    *sign = 1;
    Solved s = !a->rows ? SOLVED : by_lapack(a) ? lapack_lu(&host, kind_of(a->t->dtype), a->at, a->rows, *swaps, sign)
                                                : factors(a->t->dtype)->lu(&host, a->at, a->rows, *swaps, sign);
    if (s != STOPPED) return s;
    host_give(vm, *swaps, sizeof **swaps * (size_t)(a->rows + 1));
    return dropped(*lib, a), STOPPED;
}
static Value fn_lu_solve(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a, b;
    int64_t *swaps, missing = 0;
    int sign;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    Solved s = factored(vm, args[0], &lib, &a, &swaps, &sign);
    if (s == STOPPED) return NO_VALUE;
    Value result = NO_VALUE;
    while (s == UNSOLVED && missing < a.rows && number(&a, missing * a.rows + missing) != 0) missing++;
    if (s == UNSOLVED) result = int_from_i64(vm, missing + 1);
    else if (columns_copy(vm, args[1], &lib, &b)) {
        if (b.rows != a.rows || b.t->dtype != a.t->dtype) err_raise(vm, EXC_ValueError, "the two do not fit each other"), s = STOPPED;
        else if (by_lapack(&a)) s = lapack_lu_solve(&host, kind_of(a.t->dtype), a.at, swaps, a.rows, b.at, b.columns, op_truth(vm, args[2]) > 0);
        else if (a.rows && b.columns) s = factors(a.t->dtype)->lu_solve(&host, a.at, swaps, a.rows, b.at, b.columns);
        if (s == SOLVED) result = shown(lib, &b);
        else dropped(lib, &b);
    }
    host_give(vm, swaps, sizeof *swaps * (size_t)(a.rows + 1));
    dropped(lib, &a);
    return result;
}
/* What LAPACK will not divide by, a zero, core's loops do. */
static Solved by_triangle(const DenseHost *host, const Columns *a, Columns *b, bool upper, bool unit, bool turned)
{
    if (!a->rows || !b->columns) return SOLVED;
    Solved s = by_lapack(a) ? lapack_triangular(host, kind_of(a->t->dtype), a->at, a->rows, b->at, b->columns, upper, unit, turned) : UNSOLVED;
    return s == UNSOLVED && !turned ? factors(a->t->dtype)->triangular(host, a->at, a->rows, b->at, b->columns, upper, unit) : s;
}
static Value fn_triangular(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a, b;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    if (!columns_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    if (!columns_copy(vm, args[1], &lib, &b)) return dropped(lib, &a), NO_VALUE;
    Solved s = STOPPED;
    if (a.rows != a.columns || b.rows != a.rows || b.t->dtype != a.t->dtype) err_raise(vm, EXC_ValueError, "the two do not fit each other");
    else s = by_triangle(&host, &a, &b, op_truth(vm, args[2]) > 0, op_truth(vm, args[3]) > 0, op_truth(vm, args[4]) > 0);
    dropped(lib, &a);
    if (s == SOLVED) return shown(lib, &b);
    dropped(lib, &b);
    return s == UNSOLVED ? V_NONE : NO_VALUE;
}
static Value fn_lu(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a;
    int64_t *swaps;
    int sign;
    Solved s = factored(vm, args[0], &lib, &a, &swaps, &sign);
    if (s == STOPPED) return NO_VALUE;
    int64_t rows = a.rows;
    Value rows_taken = list_new(vm, rows);
    bool kept = rows_taken != NO_VALUE;
    for (int64_t i = 0; kept && i < rows; i++) kept = list_append_take(vm, rows_taken, int_from_i64(vm, swaps[i] + 1));
    host_give(vm, swaps, sizeof *swaps * (size_t)(rows + 1));
    Value t = tuple_new(vm, 3), factors = shown(lib, &a);
    if (!kept || !t || !factors) return release(vm, rows_taken), release(vm, t), release(vm, factors), NO_VALUE;
    as_tuple(t)->items[0] = factors;
    as_tuple(t)->items[1] = make_float(sign);
    as_tuple(t)->items[2] = rows_taken;
    return t;
}

static Value fn_cholesky(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    if (!columns_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    Solved s = a.rows != a.columns ? (err_raise(vm, EXC_ValueError, "expected a square matrix"), STOPPED) : !a.rows ? SOLVED
                       : by_lapack(&a)       ? lapack_cholesky(&host, kind_of(a.t->dtype), a.at, a.rows, op_truth(vm, args[1]) > 0)
                                             : factors(a.t->dtype)->cholesky(&host, a.at, a.rows);
    if (s == SOLVED) return shown(lib, &a);
    int64_t minor = 0;
    while (s == UNSOLVED && minor < a.rows - 1 && number(&a, minor * a.rows + minor) > 0) minor++;
    dropped(lib, &a);
    return s == UNSOLVED ? int_from_i64(vm, minor + 1) : NO_VALUE;
}

/* ---- by LAPACK alone ---- */
static Value fn_by_lapack(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t rows, columns;
    if (!num_index_i64(vm, args[0], &rows) || !num_index_i64(vm, args[1], &columns)) return NO_VALUE;
    return make_bool(lapack_serves(rows, columns));
}
static bool lapack_copy(VM *vm, Ref v, TensorLib **lib, Columns *a)
{
    if (!columns_copy(vm, v, lib, a)) return false;
    if (by_lapack(a)) return true;
    dropped(*lib, a);
    return err_false(vm, EXC_ValueError, "not by LAPACK");
}
static Value fn_eigh(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a, values;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    Columns *made[] = {&values, &a};
    if (!lapack_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    if (a.rows != a.columns) return dropped(lib, &a), err_raise(vm, EXC_ValueError, "expected a square matrix");
    if (!columns_new(lib, a.t->dtype, 1, a.rows, &values)) return dropped(lib, &a), NO_VALUE;
    Solved s = lapack_eigh(&host, kind_of(a.t->dtype), a.at, a.rows, values.at, op_truth(vm, args[1]) > 0, false);
    Value t = columns_tuple(lib, made, 2, s == SOLVED);
    return s == UNSOLVED ? int_from_i64(vm, lapack_said()) : t;
}
static Value fn_svd(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a, values, u, vh;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    Columns *made[] = {&values, &u, &vh};
    if (!lapack_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    bool vectors = op_truth(vm, args[1]) > 0, all = op_truth(vm, args[2]) > 0;
    int64_t few = a.rows < a.columns ? a.rows : a.columns;
    const int64_t sides[][2] = {{1, few}, {!vectors ? 0 : all ? a.rows : few, a.rows}, {vectors ? a.columns : 0, all ? a.columns : few}};
    if (!columns_more(lib, a.t->dtype, made, sides, 3)) return dropped(lib, &a), NO_VALUE;
    Solved s = lapack_svd(&host, kind_of(a.t->dtype), a.at, a.rows, a.columns, values.at, vectors ? u.at : NULL, vectors ? vh.at : NULL, all);
    dropped(lib, &a);
    Value t = columns_tuple(lib, made, 3, s == SOLVED);
    return s == UNSOLVED ? int_from_i64(vm, lapack_said()) : t;
}

const NativeDef tensor_decompose_functions[] = {
    {"by_lapack", fn_by_lapack, "rows, columns, /", "Whether LAPACK decomposes such a matrix.", 0},
    {"eigh", fn_eigh, "columns, vectors, /", "A row of values and the columns of the vectors of a symmetric matrix; a number: what LAPACK says of its failure. By LAPACK alone.", 0},
    {"svd", fn_svd, "columns, vectors, all, /", "A row of singular values, the columns of U and of V'; a number: what LAPACK says of its failure. By LAPACK alone.", 0},
    {"qr", fn_qr, "columns, /", "The columns of Q and of R.", 0},
    {"lu_solve", fn_lu_solve, "columns, right, turned=False, /", "The columns of the solution (turned: of the transposed matrix's, by LAPACK alone); a number: of the pivot that is missing.", 0},
    {"triangular", fn_triangular, "columns, right, upper, unit, turned, /", "The columns of the solution for a triangle (turned: of the transposed matrix's, by LAPACK alone; None: it has a zero on its diagonal).", 0},
    {"lu", fn_lu, "columns, /", "The columns of both triangles, the sign of the exchanges, and the rows exchanged with the first, second …, from 1.", 0},
    {"cholesky", fn_cholesky, "columns, upper=False, /", "The columns of the lower root (the upper one: by LAPACK alone); a number: of the minor that is not positive.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
