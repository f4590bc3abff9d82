/* ufunc_operators.c: the operators of arrays: each is a ufunc, unless the other operand's class wants to be asked instead. */
#include "ufunc_impl.h"

static const char *const binary_names[OP_COUNT] = {
    [OP_ADD] = "add", [OP_SUB] = "subtract", [OP_MUL] = "multiply", [OP_DIV] = "divide", [OP_FLOORDIV] = "floor_divide", [OP_MOD] = "remainder", [OP_POW] = "power", [OP_LSHIFT] = "left_shift",
    [OP_RSHIFT] = "right_shift", [OP_AND] = "bitwise_and", [OP_XOR] = "bitwise_xor", [OP_OR] = "bitwise_or", [OP_MATMUL] = "matmul", [OP_DIVMOD] = "divmod",
};
static const char *const compare_names[] = {[CMP_LT] = "less", [CMP_LE] = "less_equal", [CMP_EQ] = "equal", [CMP_NE] = "not_equal", [CMP_GT] = "greater", [CMP_GE] = "greater_equal"};
static const char *const unary_names[] = {"negative", "positive", "absolute", "invert", "sqrt", "square", "reciprocal", "_ones_like", "conjugate", "rint", "floor", "ceil", "clip", "maximum", "minimum", "logical_or", "logical_and"};

/* ---- whose turn is it? ---- */
static bool is_own_kind(VM *vm, Np *np, Ref v)
{
    if (!is_heap(v) || is_array_exact(v, np)) return true;
    Type *t = type_of(vm, v);
    return t == CLASS(int) || t == CLASS(float) || t == CLASS(complex) || t == CLASS(str) || t == CLASS(bytes) || t == CLASS(list) || t == CLASS(tuple) || t == CLASS(dict);
}
static double priority_of(VM *vm, Ref v, double otherwise)
{
    Value name = str_intern_c(vm, "__array_priority__"), p = NO_VALUE;
    double d = otherwise;
    if (name && obj_lookup_attr(vm, v, name, &p) > 0) num_to_double(vm, p, &d);
    release(vm, name);
    release(vm, p);
    if (err_occurred(vm)) {
        err_clear(vm);
        d = otherwise;
    }
    return d;
}
static bool defers(VM *vm, Np *np, Ref self, Ref other, bool inplace)
{
    if (type_of(vm, self) == type_of(vm, other) || is_own_kind(vm, np, other) || is_scalar(vm, np, other)) return false;
    Value name = str_intern_c(vm, "__array_ufunc__");
    Ref own = name ? type_lookup(vm, type_of(vm, other), name) : NULL;
    release(vm, name);
    if (own) return !inplace && is_none(own);
    if (!inplace && type_is_subtype(type_of(vm, other), type_of(vm, self))) return false;
    return priority_of(vm, self, 0.0) < priority_of(vm, other, -1000000.0);
}
bool scalar_defers(VM *vm, Np *np, Ref self, Ref other)
{
    if (is_own_kind(vm, np, other) || type_of(vm, self) == type_of(vm, other)) return false;
    if (!is_scalar(vm, np, other)) return defers(vm, np, self, other, false);
    Value name = str_intern_c(vm, "__array_ufunc__");
    Ref own = name ? type_lookup(vm, type_of(vm, other), name) : NULL;
    release(vm, name);
    return own && is_none(own);
}

/* ---- powers that something shorter computes ---- */
static const char *shorter_power(Np *np, Ref base, Ref exponent)
{
    if (!is_array(base, np)) return NULL;
    Num num = (Num)as_array(base)->descr->num;
    bool whole = is_small(exponent);
    if (!whole && !is_float(exponent)) return NULL;
    double e = whole ? (double)small_of(exponent) : float_of(exponent);
    if (num_is_integer(num) || num == NP_BOOL) return whole && e == 2 ? "square" : NULL;
    if (!num_is_float(num) && !num_is_complex(num)) return NULL;
    return e == 2 ? "square" : e == 1 ? "positive" : e == -1 ? "reciprocal" : e == 0 ? "_ones_like" : e == 0.5 ? "sqrt" : NULL;
}

static Value run(VM *vm, Np *np, const char *name, const Ref *args, int n)
{
    Ref ufunc = ufunc_named(vm, np, name);
    if (!ufunc) return err_raise(vm, EXC_TypeError, "there is no operation '%s'", name);
    Value held = retain(ufunc), r = call(vm, held, args, n, NULL);
    release(vm, held);
    return r;
}
Value scalars_binary(VM *vm, BinOp op, Ref a, Ref b)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    np->scalar_operator = true;
    Value r = run(vm, np, binary_names[op], (Ref[]){a, b}, 2);
    np->scalar_operator = false;
    return r;
}
Value array_binary(VM *vm, BinOp op, Ref a, Ref b)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (is_array(a, np) && defers(vm, np, a, b, false)) return V_NOTIMPL;
    const char *shorter = op == OP_POW ? shorter_power(np, a, b) : NULL;
    if (shorter) return run(vm, np, shorter, &a, 1);
    return run(vm, np, binary_names[op], (Ref[]){a, b}, 2);
}
Value array_inplace(VM *vm, BinOp op, Ref a, Ref b)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (op == OP_MATMUL) return err_raise(vm, EXC_TypeError, "In-place matrix multiplication is not (yet) supported. Use 'a = a @ b' instead of 'a @= b'.");
    if (defers(vm, np, a, b, true)) return V_NOTIMPL;
    const char *shorter = op == OP_POW ? shorter_power(np, a, b) : NULL;
    if (shorter) return run(vm, np, shorter, (Ref[]){a, a}, 2);
    return run(vm, np, binary_names[op], (Ref[]){a, b, a}, 3);
}
Value array_unary(VM *vm, const char *ufunc, Ref a)
{
    Np *np = np_state(vm);
    Value r = np ? run(vm, np, ufunc, &a, 1) : NO_VALUE;
    if (r || !np || strcmp(ufunc, "positive") != 0 || !is_array(a, np) || !err_matches(vm, EXC_TypeError) || num_is_integer((Num)as_array(a)->descr->num)) return r;
    Value why = err_take(vm); /* what has no sign stays as it is, with a warning */
    release(vm, why);
    if (as_array(a)->descr->num != NP_BOOL && !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "Applying '+' to a non-numerical array is ill-defined. Returning a copy, but in the future this will error."))) return NO_VALUE;
    return array_return(vm, array_copy(vm, as_array(a), ORDER_KEEP, true));
}

/* ---- comparisons ---- */
static Value all_behind(VM *vm, Np *np, Value v /*taken, may be NULL*/, int ndim, bool equal) /* what compares dimensions behind the first ndim together */
{
    while (v && is_array(v, np) && as_array(v)->ndim > ndim) {
        Value r = ufunc_reduce(vm, ufunc_named(vm, np, equal ? "logical_and" : "logical_or"), v, make_small(-1), NULL, NULL, false);
        release(vm, v);
        v = r;
    }
    return v;
}
static NdArray *as_bytes_array(VM *vm, Np *np, NdArray *a)
{
    if (a->ndim == NP_DIMS_MOST) return err_raise(vm, EXC_ValueError, "too many dimensions"), NULL;
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    memcpy(shape, a->shape, sizeof *shape * a->ndim);
    memcpy(strides, a->strides, sizeof *strides * a->ndim);
    shape[a->ndim] = a->descr->size;
    strides[a->ndim] = 1;
    return array_view(vm, a, descr_shared(np, NP_UBYTE), shape, strides, a->ndim + 1, a->data);
}
static Value raise_unlike(VM *vm) { return err_raise(vm, EXC_TypeError, "Cannot compare structured or void to non-void arrays."); }
static Value compare_voids(VM *vm, Np *np, NdArray *a, NdArray *b, CmpOp op)
{
    bool equal = op == CMP_EQ;
    int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    if (!a->descr->names) {
        if (b->descr->num != NP_VOID || b->descr->names || a->descr->size != b->descr->size) return raise_unlike(vm);
        NdArray *x = as_bytes_array(vm, np, a), *y = x ? as_bytes_array(vm, np, b) : NULL;
        Value r = y ? run(vm, np, compare_names[op], (Ref[]){REF(x), REF(y)}, 2) : NO_VALUE;
        array_release(vm, x);
        array_release(vm, y);
        return all_behind(vm, np, r, ndim, equal);
    }
    if (b->descr->num != NP_VOID) return raise_unlike(vm);
    Descr *both = b->descr->names ? descr_promote(vm, a->descr, b->descr) : NULL;
    if (!both) {
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, "Cannot compare structured arrays unless they have a common dtype.  I.e. `np.result_type(arr1, arr2)` must be defined.");
    }
    descr_release(vm, both);
    Value result = NO_VALUE;
    for (int64_t i = 0; i < a->descr->n_fields; i++) {
        Value x = op_getitem(vm, REF(a), a->descr->fields[i].name), y = x ? op_getitem(vm, REF(b), b->descr->fields[i].name) : NO_VALUE;
        Value r = y ? all_behind(vm, np, op_compare(vm, x, y, op), ndim, equal) : NO_VALUE;
        release(vm, x);
        release(vm, y);
        if (r && result) {
            Value joined = run(vm, np, equal ? "logical_and" : "logical_or", (Ref[]){result, r}, 2);
            release(vm, r);
            r = joined;
        }
        release(vm, result);
        if (!(result = r)) return NO_VALUE;
    }
    return result ? result : run(vm, np, compare_names[op], (Ref[]){V_TRUE, V_TRUE}, 2);
}
static Value void_result(VM *vm, Np *np, NdArray *a, Ref other, CmpOp op)
{
    NdArray *b = array_from_any(vm, np, other, NULL, 0);
    Value r = b ? compare_voids(vm, np, a, b, op) : NO_VALUE;
    array_release(vm, b);
    return r;
}
/* A comparison has failed (and its exception is pending): what NumPy 1 makes of it. */
static Value after_failure(VM *vm, Np *np, NdArray *a, Ref other, CmpOp op)
{
    Value error = err_take(vm);
    NdArray *b = array_from_any(vm, np, other, NULL, 0);
    if (!b) {
        err_clear(vm);
        err_put(vm, error);
        return NO_VALUE;
    }
    bool flexible = num_is_flexible((Num)a->descr->num) || num_is_flexible((Num)b->descr->num), single = a->ndim == 0 && b->ndim == 0, even = op == CMP_EQ || op == CMP_NE;
    array_release(vm, b);
    if (!flexible && !even) {
        err_put(vm, error);
        return NO_VALUE;
    }
    bool ok = true;
    if (even && flexible && !single)
        ok = err_warn(vm, EXC_FutureWarning, str_from_c(vm, "elementwise comparison failed; returning scalar instead, but in the future will perform elementwise comparison"));
    else if (even && !flexible)
        ok = err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "elementwise comparison failed; this will raise an error in the future."));
    if (!ok) err_chain(vm, error);
    else release(vm, error);
    return ok ? V_NOTIMPL : NO_VALUE;
}
Value array_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (!is_array(a, np)) return V_NOTIMPL;
    if (defers(vm, np, a, b, false)) return V_NOTIMPL;
    if ((op == CMP_EQ || op == CMP_NE) && as_array(a)->descr->num == NP_VOID) return void_result(vm, np, as_array(a), b, op);
    Value r = run(vm, np, compare_names[op], (Ref[]){a, b}, 2);
    if (r || !err_matches(vm, EXC_Exception)) return r;
    return after_failure(vm, np, as_array(a), b, op);
}

/* ---- set_numeric_ops ---- */
static bool is_operation(const char *name)
{
    for (int i = 0; i < OP_COUNT; i++)
        if (binary_names[i] && !strcmp(binary_names[i], name)) return true;
    for (size_t i = 0; i < sizeof compare_names / sizeof *compare_names; i++)
        if (!strcmp(compare_names[i], name)) return true;
    for (size_t i = 0; i < sizeof unary_names / sizeof *unary_names; i++)
        if (!strcmp(unary_names[i], name)) return true;
    return false;
}
static Value fn_set_numeric_ops(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    Value before = dict_new(vm);
    int64_t pos = 0;
    Ref key, value;
    while (before && dict_next(np->numeric_ops, &pos, &key, &value)) {
        size_t bytes;
        const char *name = str_utf8(vm, key, &bytes);
        if (!name || (is_operation(name) && !dict_set(vm, before, key, value))) value_clear(vm, &before);
    }
    pos = 0;
    while (before && dict_next(args[0], &pos, &key, &value)) {
        if (!dict_contains(vm, before, key)) continue;
        if (!type_of(vm, value)->s.call) {
            release(vm, before);
            return err_raise(vm, EXC_ValueError, "one or more objects not callable");
        }
        if (!dict_set(vm, np->numeric_ops, key, value)) value_clear(vm, &before);
    }
    return before;
}
static const NativeDef set_numeric_ops_row = {"set_numeric_ops", fn_set_numeric_ops, "**ops", NULL, NATIVE_KW};
bool ufunc_operators_open(VM *vm, Np *np, Dict *ns)
{
    return (void *)np != NULL && module_add(vm, ns, set_numeric_ops_row.name, native_new(vm, &set_numeric_ops_row, NULL, NULL));
}
