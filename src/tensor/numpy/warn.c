/* warn.c: RuntimeWarnings of NumPy's: divide by zero, overflow, invalid value.
 *
 * Told from values, not from the processor's flags, so they are the same for any number of threads: a result that is not finite is looked up in the
 * operands. np.errstate says what happens (ignored, warned, raised).
 */
#include <math.h>

#include "numpy.h"

typedef enum { WARN_DIVIDE, WARN_OVERFLOW, WARN_INVALID } Kind;

bool numpy_warn_text(Numpy *np, int kind, const char *scalar, const char *name)
{
    static const char *const words[] = {"divide by zero", "overflow", "invalid value"};
    VM *vm = np->lib->vm;
    if (np->errors[kind] == NUMPY_IGNORE) return true;
    if (np->errors[kind] == NUMPY_RAISE) return err_false(vm, EXC_FloatingPointError, "%s encountered in %s%s", words[kind], scalar, name);
    return err_warn(vm, EXC_RuntimeWarning, str_format(vm, "%s encountered in %s%s", words[kind], scalar, name));
}

/* astype and int() of complex numbers; false: it became an error */
bool numpy_warn_complex(VM *vm)
{
    Value numpy = import_module(vm, "numpy"), warnings = numpy ? import_module(vm, "warnings") : NO_VALUE;
    Value class = warnings ? obj_getattr_c(vm, numpy, "ComplexWarning") : NO_VALUE, warn = class ? obj_getattr_c(vm, warnings, "warn") : NO_VALUE;
    Value text = warn ? str_from_c(vm, "Casting complex values to real discards the imaginary part") : NO_VALUE;
    Value done = text ? call2(vm, warn, text, class) : NO_VALUE;
    release(vm, numpy);
    release(vm, warnings);
    release(vm, class);
    release(vm, warn);
    release(vm, text);
    release(vm, done);
    return done != NO_VALUE;
}

bool numpy_needs_real(VM *vm, DType d)
{
    return err_false(vm, EXC_TypeError, dtype_is_float(d) ? "float() argument must be a string or a real number, not 'complex'" : "int() argument must be a string, a bytes-like object or a real number, not 'complex'");
}

/* Does an op warn at all? */
static bool watched(OpId op)
{
    switch (op) {
    case OP_add: case OP_subtract: case OP_multiply: case OP_divide: case OP_floor_divide: case OP_mod: case OP_fmod: case OP_power: case OP_square: case OP_sqrt:
    case OP_reciprocal: case OP_exp: case OP_exp2: case OP_expm1: case OP_log: case OP_log2: case OP_log10: case OP_log1p: case OP_sin: case OP_cos: case OP_tan:
    case OP_arcsin: case OP_arccos: case OP_sinh: case OP_cosh: case OP_arccosh: case OP_arctanh: case OP_hypot: return true;
    default: return false;
    }
}

/* Why z is not finite; -1: no reason to say anything (an operand was not finite either) */
static int reason(OpId op, double x, double y, bool two, double z)
{
    if (isnan(z)) return isnan(x) || (two && isnan(y)) ? -1 : WARN_INVALID;
    switch (op) {
    case OP_divide: case OP_floor_divide: return y == 0 && isfinite(x) ? WARN_DIVIDE : isfinite(x) && isfinite(y) ? WARN_OVERFLOW : -1;
    case OP_log: case OP_log2: case OP_log10: case OP_log1p: case OP_arctanh: case OP_reciprocal: return isfinite(x) ? WARN_DIVIDE : -1;
    case OP_power: return x == 0 && isfinite(y) ? WARN_DIVIDE : isfinite(x) && isfinite(y) ? WARN_OVERFLOW : -1;
    default: return isfinite(x) && (!two || isfinite(y)) ? WARN_OVERFLOW : -1;
    }
}

/* Nothing times 0 is 0 but what is finite: four vectors at a time add up what came of that. A block is long enough to hide the sum and short enough to stop early. */
enum { FINITE_BLOCK = 4096 };
#define ALL_FINITE(T) \
    static bool all_finite_##T(const T *x, int64_t n) \
    { \
        typedef T V __attribute__((vector_size(16), aligned(sizeof(T)), may_alias)); \
        enum { ONE = sizeof(V) / sizeof(T), ALL = 4 * ONE }; \
        while (n >= ALL) { \
            int64_t m = (n < FINITE_BLOCK ? n : FINITE_BLOCK) / ALL * ALL; \
            V a = {0}, b = a, c = a, d = a; \
            for (int64_t i = 0; i < m; i += ALL) { \
                const V *v = (const V *)(x + i); \
                a += v[0] * 0, b += v[1] * 0, c += v[2] * 0, d += v[3] * 0; \
            } \
            a += b + c + d; \
            for (int j = 0; j < ONE; j++) \
                if (!(a[j] == 0)) return false; \
            x += m; \
            n -= m; \
        } \
        for (; n > 0; n--, x++) \
            if (!(*x * 0 == 0)) return false; \
        return true; \
    }
ALL_FINITE(float)
ALL_FINITE(double)

static bool all_finite(DType d, const char *at, int64_t n)
{
    if (d == DT_FLOAT64) return all_finite_double((const double *)at, n);
    if (d == DT_FLOAT32) return all_finite_float((const float *)at, n);
    bool bad = false;
    for (int64_t i = 0; i < n; i++) bad |= !isfinite(scalar_as_double(dtype_load(d, at + i * (int64_t)dtype_bytes(d))));
    return !bad;
}

typedef struct Look { const char *at; DType dtype; int64_t strides[MAX_DIMS]; double number; } Look;

static bool look(TensorLib *lib, const Arg *in, const Tensor *out, Look *l)
{
    l->at = NULL;
    if (!in->tensor) {
        l->number = scalar_as_double(in->number);
        return true;
    }
    const Tensor *t = in->tensor;
    l->dtype = (DType)t->dtype;
    if (!(l->at = tensor_map(lib->core, in->tensor))) return false;
    for (int i = 0; i < out->ndim; i++) {
        int k = i - (out->ndim - t->ndim);
        l->strides[i] = k < 0 || t->shape[k] == 1 ? 0 : t->strides[k];
    }
    return true;
}

static double value_at(const Look *l, const int64_t *place, int ndim)
{
    if (!l->at) return l->number;
    int64_t offset = 0;
    for (int i = 0; i < ndim; i++) offset += place[i] * l->strides[i];
    return scalar_as_double(dtype_load(l->dtype, l->at + offset * (int64_t)dtype_bytes(l->dtype)));
}

static bool say(Numpy *np, const bool *found, OpId op)
{
    for (int k = 0; k < 3; k++)
        if (found[k] && !numpy_warn_text(np, k, "", numpy_ufunc_name(op))) return false;
    return true;
}

/* Integers: a divisor of 0 */
static bool warn_integers(Numpy *np, OpId op, const Arg *b)
{
    bool zero = !b->tensor && scalar_as_double(b->number) == 0;
    if (b->tensor) {
        Look l;
        if (!look(np->lib, b, b->tensor, &l)) return true;
        int64_t place[MAX_DIMS] = {0};
        for (int64_t n = b->tensor->size; n > 0 && !zero; n--) {
            zero = value_at(&l, place, b->tensor->ndim) == 0;
            for (int i = b->tensor->ndim - 1; i >= 0; i--) {
                if (++place[i] < b->tensor->shape[i]) break;
                place[i] = 0;
            }
        }
    }
    return !zero || numpy_warn_text(np, WARN_DIVIDE, "", numpy_ufunc_name(op));
}

bool numpy_warn(TensorLib *lib, OpId op, const Arg *in, int n, Tensor *out, bool in_place)
{
    Numpy *np = lib->numpy;
    if (!np || !watched(op) || !out->size || !tensor_is_contiguous(out)) return true;
    if (np->errors[0] == NUMPY_IGNORE && np->errors[1] == NUMPY_IGNORE && np->errors[2] == NUMPY_IGNORE) return true;
    if (!dtype_is_float((DType)out->dtype)) return n == 2 && (op == OP_floor_divide || op == OP_mod || op == OP_fmod) ? warn_integers(np, op, &in[1]) : true;
    const char *at = tensor_map(lib->core, out);
    if (!at || all_finite((DType)out->dtype, at, out->size)) return true;
    bool found[3] = {false, false, false};
    Look looks[2];
    if (in_place && !(op == OP_divide && n == 2)) return true; /* the operand is gone */
    for (int i = 0; i < n; i++)
        if (!look(lib, &in[i], out, &looks[i])) return true;
    int64_t place[MAX_DIMS] = {0}, bytes = (int64_t)dtype_bytes((DType)out->dtype);
    for (int64_t i = 0; i < out->size && !(found[0] && found[2]); i++) {
        double z = scalar_as_double(dtype_load((DType)out->dtype, at + i * bytes));
        if (!isfinite(z)) {
            double y = n == 2 ? value_at(&looks[1], place, out->ndim) : 0;
            int why = in_place ? (y == 0 ? (isnan(z) ? WARN_INVALID : WARN_DIVIDE) : -1) : reason(op, value_at(&looks[0], place, out->ndim), y, n == 2, z);
            if (why >= 0) found[why] = true;
        }
        for (int k = out->ndim - 1; k >= 0; k--) {
            if (++place[k] < out->shape[k]) break;
            place[k] = 0;
        }
    }
    return say(np, found, op);
}

/* Of two scalars (or one): z is what came out. */
bool numpy_warn_scalars(Numpy *np, OpId op, Scalar x, Scalar y, bool two, bool whole, Scalar z)
{
    if (!watched(op)) return true;
    if (whole) {
        __int128 exact;
        if (op == OP_floor_divide || op == OP_mod) return y.i != 0 || numpy_warn_text(np, WARN_DIVIDE, "scalar ", numpy_ufunc_name(op));
        if (op == OP_add) exact = (__int128)x.i + y.i;
        else if (op == OP_subtract) exact = (__int128)x.i - y.i;
        else if (op == OP_multiply) exact = (__int128)x.i * y.i;
        else return true;
        return exact == z.i || numpy_warn_text(np, WARN_OVERFLOW, "scalar ", numpy_ufunc_name(op));
    }
    double result = scalar_as_double(z);
    if (z.kind != SCALAR_FLOAT || isfinite(result)) return true;
    int why = reason(op, scalar_as_double(x), scalar_as_double(y), two, result);
    return why < 0 || numpy_warn_text(np, why, "scalar ", numpy_ufunc_name(op));
}
