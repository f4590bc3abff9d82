/* decompose.c: _tensor's decompositions of one matrix of float32 or float64 (core/cpu/wide/dense.h). A matrix comes and goes as the tensor of its columns: row c is column c. Nothing of it is
 * an op: torch.linalg says its gradients (Python), and where there is none it is not asked.
 */
#include <math.h>
#include <string.h>

#include "core/cpu/wide/dense.h"
#include "core/cpu/wide/wide.h"
#include "lang/object/mem.h"
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

static Value pair(TensorLib *lib, Columns *a, Columns *b)
{
    Value t = tuple_new(lib->vm, 2), first = shown(lib, a), second = shown(lib, b);
    if (t && first && second) {
        as_tuple(t)->items[0] = first;
        as_tuple(t)->items[1] = second;
        return t;
    }
    release(lib->vm, first);
    release(lib->vm, second);
    release(lib->vm, t);
    return NO_VALUE;
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
    if (!columns_new(lib, dtype, few, a.rows, &q)) return dropped(lib, &a), NO_VALUE;
    if (!columns_new(lib, dtype, a.columns, few, &r)) return dropped(lib, &a), dropped(lib, &q), NO_VALUE;
    void *tau = host_take(vm, size * (size_t)few + 1);
    Solved s = !tau ? STOPPED : few == 0 ? SOLVED
                                         : factors(dtype)->qr(&host, a.at, a.rows, a.columns, tau);
    if (s == SOLVED && few) s = factors(dtype)->qr_q(&host, a.at, tau, a.rows, few, q.at, few);
    for (int64_t c = 0; s == SOLVED && few && c < a.columns; c++) {
        int64_t filled = c + 1 < few ? c + 1 : few;
        char *to = (char *)r.at + size * (size_t)(c * few);
        memcpy(to, (char *)a.at + size * (size_t)(c * a.rows), size * (size_t)filled);
        memset(to + size * (size_t)filled, 0, size * (size_t)(few - filled));
    }
    if (tau) host_give(vm, tau, size * (size_t)few + 1);
    dropped(lib, &a);
    if (s == SOLVED) return pair(lib, &q, &r);
    dropped(lib, &q);
    dropped(lib, &r);
    return NO_VALUE;
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
    Solved s = a->rows ? factors(a->t->dtype)->lu(&host, a->at, a->rows, *swaps, sign) : SOLVED;
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
        else if (a.rows && b.columns) s = factors(a.t->dtype)->lu_solve(&host, a.at, swaps, a.rows, b.at, b.columns);
        if (s == SOLVED) result = shown(lib, &b);
        else dropped(lib, &b);
    }
    host_give(vm, swaps, sizeof *swaps * (size_t)(a.rows + 1));
    dropped(lib, &a);
    return result;
}
static Value fn_lu_det(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a;
    int64_t *swaps;
    int sign;
    Solved s = factored(vm, args[0], &lib, &a, &swaps, &sign);
    if (s == STOPPED) return NO_VALUE;
    double whole = sign, log_size = 0;
    for (int64_t i = 0; i < a.rows; i++) {
        double u = number(&a, i * a.rows + i);
        whole *= u;
        log_size += log(fabs(u));
        if (u < 0) sign = -sign;
        else if (u == 0) sign = 0;
    }
    host_give(vm, swaps, sizeof *swaps * (size_t)(a.rows + 1));
    dropped(lib, &a);
    Value t = tuple_new(vm, 3);
    if (!t) return NO_VALUE;
    as_tuple(t)->items[0] = make_float_any(whole);
    as_tuple(t)->items[1] = make_float(sign);
    as_tuple(t)->items[2] = make_float_any(log_size);
    return t;
}

static Value fn_cholesky(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Columns a;
    const DenseHost host = {vm, host_take, host_give, host_stop};
    if (!columns_copy(vm, args[0], &lib, &a)) return NO_VALUE;
    Solved s = a.rows != a.columns ? (err_raise(vm, EXC_ValueError, "expected a square matrix"), STOPPED) : a.rows ? factors(a.t->dtype)->cholesky(&host, a.at, a.rows)
                                                                                                                   : SOLVED;
    if (s == SOLVED) return shown(lib, &a);
    int64_t minor = 0;
    while (s == UNSOLVED && minor < a.rows - 1 && number(&a, minor * a.rows + minor) > 0) minor++;
    dropped(lib, &a);
    return s == UNSOLVED ? int_from_i64(vm, minor + 1) : NO_VALUE;
}

const NativeDef tensor_decompose_functions[] = {
    {"qr", fn_qr, "columns, /", "The columns of Q and of R.", 0},
    {"lu_solve", fn_lu_solve, "columns, right, /", "The columns of the solution; a number: of the pivot that is missing.", 0},
    {"lu_det", fn_lu_det, "columns, /", "The determinant, its sign, and the logarithm of its size.", 0},
    {"cholesky", fn_cholesky, "columns, /", "The columns of the lower root; a number: of the minor that is not positive.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
