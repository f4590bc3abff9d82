/* scalar.c: NumPy's scalars: np.float64, np.int32, np.bool_ … as classes with NumPy's family tree, arithmetic and texts.
 *
 * A scalar is a number with a dtype. Arithmetic of the two usual ones (float64, int64) is done here; everything else goes through core as tensors without
 * dimensions, so the rules stand in one place.
 */
#include <math.h>

#include "lang/object/args.h"
#include "tensor/object/array_text.h"
#include "numpy.h"

static Value scalar_to_int(VM *vm, Ref v);

bool numpy_is_scalar(Ref v, DType *dtype, Scalar *value)
{
    *dtype = DT_BOOL;
    *value = scalar_bool(false);
    if (!is_heap(v) || (as_obj(v)->kind != KIND_OPAQUE && as_obj(v)->kind != KIND_FLOAT && as_obj(v)->kind != KIND_COMPLEX) || as_obj(v)->type->s.to_int != scalar_to_int) return false;
    const NumpyScalar *s = (const NumpyScalar *)BITS(v);
    *dtype = as_obj(v)->kind == KIND_FLOAT ? DT_FLOAT64 : as_obj(v)->kind == KIND_COMPLEX ? DT_COMPLEX128 : (DType)s->head.aux;
    *value = *dtype == DT_BOOL ? scalar_bool(s->i != 0) : dtype_is_complex(*dtype) ? scalar_complex(s->f, s->im) : dtype_is_float(*dtype) ? scalar_float(s->f) : scalar_int(s->i);
    return true;
}

Value numpy_scalar(Numpy *np, DType dtype, Scalar value)
{
    NumpyScalar *s = (NumpyScalar *)obj_alloc(np->lib->vm, np->scalars[dtype], sizeof *s);
    if (!s) return NO_VALUE;
    s->head.aux = (uint16_t)dtype;
    s->im = value.im;
    if (dtype_is_inexact(dtype)) s->f = scalar_as_double(value);
    else s->i = value.i;
    return VAL(s);
}

Value numpy_scalar_at(Numpy *np, DType dtype, const void *at) { return numpy_scalar(np, dtype, dtype_load(dtype, at)); }

/* A number as it would be stored in the dtype. */
static Value rounded(Numpy *np, DType dtype, Scalar value)
{
    char room[DTYPE_MAX_BYTES];
    dtype_store(dtype, room, value);
    return numpy_scalar_at(np, dtype, room);
}

Value numpy_show(TensorLib *lib, Tensor *t)
{
    if (!t || t->ndim) return tensor_show(lib, ACCENT_NUMPY, t);
    Numpy *np = numpy_of(lib);
    Value v = NO_VALUE;
    if (np) {
        const void *at = tensor_map(lib->core, t);
        v = at ? numpy_scalar_at(np, (DType)t->dtype, at) : tensor_raise(lib, ACCENT_NUMPY);
    }
    tensor_release(lib->core, t);
    return v;
}

static Numpy *numpy_here(VM *vm)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? numpy_of(lib) : NULL;
}

/* ---- arithmetic ---- */
typedef struct Side { DType dtype; Scalar value; bool number; } Side; /* number: a plain one of Python's */

/* 1: a number; 0: none (NotImplemented); -1: raised */
static int side(VM *vm, Ref v, Side *out)
{
    out->number = false;
    if (numpy_is_scalar(v, &out->dtype, &out->value)) return 1;
    if (is_tensor(v)) return 0;
    if (!tensor_number_any(vm, v, &out->value)) {
        if (!err_occurred(vm)) return 0;
        if (!is_int(v) || !err_matches(vm, EXC_OverflowError)) return -1;
        err_clear(vm); /* beyond 64 bits: NumPy has objects for it, perch a float */
        bool ok;
        out->value = scalar_float(int_to_double(vm, v, &ok));
        if (!ok) return -1;
    }
    out->number = true;
    out->dtype = out->value.kind == SCALAR_COMPLEX ? DT_COMPLEX128 : out->value.kind == SCALAR_BOOL ? DT_BOOL : out->value.kind == SCALAR_INT ? DT_INT64 : DT_FLOAT64;
    return 1;
}

static Value by_core(Numpy *np, OpId op, const Side *sides, int n)
{
    TensorLib *lib = np->lib;
    Core *c = lib->core;
    Arg in[2];
    Tensor *out = NULL;
    int made = 0;
    for (; made < n; made++) {
        char room[DTYPE_MAX_BYTES];
        dtype_store(sides[made].dtype, room, sides[made].value);
        Tensor *t = tensor_from_host(c, device_cpu(c), sides[made].dtype, NULL, 0, room);
        if (!t) break;
        in[made] = arg_tensor(t);
    }
    if (made == n && !core_call(c, op, ACCENT_NUMPY, lang_site(lib->vm), in, n, NULL, CALL_NO_GRAD, &out)) out = NULL;
    while (made > 0) tensor_release(c, in[--made].tensor);
    return numpy_show(lib, out);
}

static bool is_wide(const Side *s) { return s->dtype == DT_FLOAT64 || s->dtype == DT_INT64; }

/* float64 and int64 among themselves; false: core's */
static bool quick(OpId op, const Side *a, const Side *b, Scalar *out)
{
    if (!is_wide(a) || !is_wide(b)) return false;
    bool whole = a->dtype == DT_INT64 && b->dtype == DT_INT64;
    if (whole && op != OP_divide) {
        uint64_t x = (uint64_t)a->value.i, y = (uint64_t)b->value.i;
        switch (op) {
        case OP_add: *out = scalar_int((int64_t)(x + y)); return true;
        case OP_subtract: *out = scalar_int((int64_t)(x - y)); return true;
        case OP_multiply: *out = scalar_int((int64_t)(x * y)); return true;
        default: return false;
        }
    }
    double x = scalar_as_double(a->value), y = scalar_as_double(b->value);
    switch (op) {
    case OP_add: *out = scalar_float(x + y); return true;
    case OP_subtract: *out = scalar_float(x - y); return true;
    case OP_multiply: *out = scalar_float(x * y); return true;
    case OP_divide: *out = scalar_float(x / y); return true;
    default: return false;
    }
}

static Value with_sequence(VM *vm, OpId op, Ref a, Ref b) /* np.float64(2) + [1, 2] */
{
    bool left = is_list(a) || is_tuple(a);
    Ref seq = left ? a : b, other = left ? b : a;
    DType d;
    Scalar s;
    if (!(is_list(seq) || is_tuple(seq)) || !numpy_is_scalar(other, &d, &s)) return V_NOTIMPL;
    if (op == OP_multiply) return V_NOTIMPL; /* Python's repetition, or its error */
    Numpy *np = numpy_here(vm);
    if (!np) return NO_VALUE;
    Tensor *t = tensor_from_value(np->lib, ACCENT_NUMPY, seq, DT_NONE, device_cpu(np->lib->core));
    Value array = t ? tensor_show(np->lib, ACCENT_NUMPY, t) : NO_VALUE;
    if (!array) return NO_VALUE;
    Arg in[2] = {left ? arg_tensor(tensor_of(array)) : arg_number(s), left ? arg_number(s) : arg_tensor(tensor_of(array))};
    Tensor *out;
    bool ok = core_call(np->lib->core, op, ACCENT_NUMPY, lang_site(vm), in, 2, NULL, CALL_NO_GRAD, &out);
    release(vm, array);
    return numpy_show(np->lib, ok ? out : NULL);
}

static Value binary(VM *vm, OpId op, Ref a, Ref b)
{
    Side sides[2];
    int left = side(vm, a, &sides[0]), right = left == 1 ? side(vm, b, &sides[1]) : left;
    if (right < 0) return NO_VALUE;
    if (right == 0) return is_tensor(a) || is_tensor(b) ? V_NOTIMPL : with_sequence(vm, op, a, b);
    Numpy *np = numpy_here(vm);
    if (!np) return NO_VALUE;
    Scalar out;
    if (quick(op, &sides[0], &sides[1], &out)) {
        bool fine = out.kind == SCALAR_FLOAT ? isfinite(out.f) : op != OP_multiply && op != OP_add && op != OP_subtract;
        if (!fine && !numpy_warn_scalars(np, op, sides[0].value, sides[1].value, true, out.kind != SCALAR_FLOAT, out)) return NO_VALUE;
        return numpy_scalar(np, out.kind == SCALAR_FLOAT ? DT_FLOAT64 : DT_INT64, out);
    }
    Value v = by_core(np, op, sides, 2);
    DType d;
    if (v && numpy_is_scalar(v, &d, &out) && d != DT_BOOL && !dtype_is_complex(d) && !numpy_warn_scalars(np, op, sides[0].value, sides[1].value, true, !dtype_is_float(d), out)) value_clear(vm, &v);
    return v;
}

#define BINARY(slot, op) static Value slot_##slot(VM *vm, Ref a, Ref b) { return binary(vm, op, a, b); }
TENSOR_OPERATORS(BINARY)

static Value slot_divmod(VM *vm, Ref a, Ref b)
{
    Value q = slot_floordiv(vm, a, b);
    if (!q || q == V_NOTIMPL) return q;
    Value r = slot_mod(vm, a, b);
    Value pair = r ? tuple_of(vm, 2, (Ref)q, (Ref)r) : NO_VALUE;
    release(vm, q);
    release(vm, r);
    return pair;
}

static Value unary(VM *vm, OpId op, Ref v)
{
    Side s;
    Numpy *np = numpy_here(vm);
    if (!np || side(vm, v, &s) != 1) return NO_VALUE;
    if (op == OP_negative && s.dtype == DT_BOOL)
        return err_raise(vm, EXC_TypeError, NUMPY_SAYS(NEGATIVE_BOOL));
    if (op == OP_bit_not && dtype_is_inexact(s.dtype)) return err_raise(vm, EXC_TypeError, "bad operand type for unary ~: '%T'", v);
    if (op == OP_negative && s.dtype == DT_FLOAT64) return numpy_scalar(np, DT_FLOAT64, scalar_float(-s.value.f));
    return by_core(np, op, &s, 1);
}
static Value slot_neg(VM *vm, Ref v) { return unary(vm, OP_negative, v); }
static Value slot_abs(VM *vm, Ref v) { return unary(vm, OP_abs, v); }
static Value slot_invert(VM *vm, Ref v)
{
    DType d;
    Scalar s;
    if (numpy_is_scalar(v, &d, &s) && dtype_is_inexact(d))
        return err_raise(vm, EXC_TypeError, "ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''");
    return unary(vm, OP_bit_not, v);
}
static Value slot_pos(VM *vm, Ref v) { return retain(v); }

static bool answer(CmpOp op, int way, bool ordered)
{
    switch (op) {
    case CMP_LT: return ordered && way < 0;
    case CMP_LE: return ordered && way <= 0;
    case CMP_EQ: return ordered && way == 0;
    case CMP_NE: return !ordered || way != 0;
    case CMP_GT: return ordered && way > 0;
    default: return ordered && way >= 0;
    }
}

static Value slot_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Side x, y;
    int left = side(vm, a, &x), right = left == 1 ? side(vm, b, &y) : left;
    if (right < 0) return NO_VALUE;
    if (right == 0) return V_NOTIMPL;
    Numpy *np = numpy_here(vm);
    if (!np) return NO_VALUE;
    if (dtype_is_complex(x.dtype) || dtype_is_complex(y.dtype)) {
        static const OpId ops[] = {[CMP_LT] = OP_less, [CMP_LE] = OP_less_equal, [CMP_EQ] = OP_equal, [CMP_NE] = OP_not_equal, [CMP_GT] = OP_greater, [CMP_GE] = OP_greater_equal};
        return by_core(np, ops[op], (Side[]){x, y}, 2);
    }
    bool yes;
    if (x.value.kind != SCALAR_FLOAT && y.value.kind != SCALAR_FLOAT) yes = answer(op, x.value.i < y.value.i ? -1 : x.value.i > y.value.i, true);
    else {
        double p = scalar_as_double(x.value), q = scalar_as_double(y.value);
        yes = answer(op, p < q ? -1 : p > q, p == p && q == q);
    }
    return numpy_scalar(np, DT_BOOL, scalar_bool(yes));
}

/* ---- as Python's numbers ---- */
static Scalar value_of(Ref v)
{
    DType d;
    Scalar s = scalar_bool(false);
    numpy_is_scalar(v, &d, &s);
    return s;
}

static bool discards(VM *vm, Scalar s) { return s.kind != SCALAR_COMPLEX || numpy_warn_complex(vm); }

static Value scalar_to_int(VM *vm, Ref v)
{
    Scalar s = value_of(v);
    if (!discards(vm, s)) return NO_VALUE;
    return s.kind >= SCALAR_FLOAT ? int_from_double(vm, s.f) : int_from_i64(vm, s.i);
}
static Value scalar_to_float(VM *vm, Ref v) { return discards(vm, value_of(v)) ? make_float_any(scalar_as_double(value_of(v))) : NO_VALUE; }
static Value scalar_to_index(VM *vm, Ref v)
{
    Scalar s = value_of(v);
    if (s.kind != SCALAR_INT) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    return int_from_i64(vm, s.i);
}
static int scalar_truth(VM *vm, Ref v)
{
    Scalar s = value_of(v);
    return s.kind >= SCALAR_FLOAT ? s.f != 0 || s.im != 0 : s.i != 0;
}
static bool scalar_hash(VM *vm, Ref v, int64_t *hash)
{
    Scalar s = value_of(v);
    if (s.kind == SCALAR_COMPLEX) { /* as Python's */
        Value plain = scalar_value(vm, s);
        bool ok = plain && op_hash(vm, plain, hash);
        release(vm, plain);
        return ok;
    }
    if (s.kind == SCALAR_FLOAT) *hash = num_hash_double(s.f);
    else *hash = s.i == -1 ? -2 : num_hash_double((double)s.i);
    if (s.kind == SCALAR_INT && (s.i > (1ll << 53) || s.i < -(1ll << 53))) {
        Value i = int_from_i64(vm, s.i);
        if (!i) return false;
        *hash = num_hash_int(i);
        release(vm, i);
    }
    return true;
}

static Value scalar_text(VM *vm, Ref v)
{
    DType d;
    Scalar s;
    char room[DTYPE_MAX_BYTES];
    StrB b = STRB_INIT(vm);
    numpy_is_scalar(v, &d, &s);
    dtype_store(d, room, s);
    if (array_text_scalar(&b, d, room)) return strb_take(&b);
    strb_drop(&b);
    return NO_VALUE;
}

static Value scalar_item(VM *vm, const Ref *args, int n, Ref kwnames) { return scalar_value(vm, value_of(args[0])); }

static Value scalar_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Scalar s = value_of(args[0]);
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "format() argument 2 must be str, not %T", args[1]);
    if (as_str(args[1])->len == 0 && s.kind != SCALAR_FLOAT && s.kind != SCALAR_COMPLEX) return scalar_text(vm, args[0]);
    Value plain = scalar_value(vm, s), text = plain ? format_value(vm, plain, args[1]) : NO_VALUE;
    release(vm, plain);
    return text;
}

/* round(x) is an int, round(x, 2) a scalar: multiplied, rounded to even, divided, as NumPy does */
static Value scalar_round(VM *vm, const Ref *args, int n, Ref kwnames)
{
    DType d;
    Scalar s;
    numpy_is_scalar(args[0], &d, &s);
    Numpy *np = numpy_here(vm);
    if (!np) return NO_VALUE;
    if (s.kind == SCALAR_COMPLEX && (!args[1] || is_none(args[1]))) return err_raise(vm, EXC_TypeError, "type %T doesn't define __round__ method", args[0]);
    if (!args[1] || is_none(args[1])) {
        if (s.kind == SCALAR_BOOL) return err_raise(vm, EXC_TypeError, "type %T doesn't define __round__ method", args[0]);
        return s.kind == SCALAR_FLOAT ? int_from_double(vm, rint(s.f)) : int_from_i64(vm, s.i);
    }
    int64_t digits;
    if (!num_index_i64(vm, args[1], &digits)) return NO_VALUE;
    if (s.kind != SCALAR_FLOAT) return retain(args[0]);
    double by = pow(10, (double)(digits < 0 ? -digits : digits));
    if (digits < 0) return rounded(np, d, scalar_float(rint(s.f / by) * by));
    if (d == DT_FLOAT32) return rounded(np, d, scalar_float((float)rintf((float)s.f * (float)by) / (float)by));
    return rounded(np, d, scalar_float(rint(s.f * by) / by));
}

static Value scalar_reduce(VM *vm, const Ref *args, int n, Ref kwnames) /* pickle and copy */
{
    Value plain = scalar_value(vm, value_of(args[0]));
    Value inner = plain ? tuple_of(vm, 1, (Ref)plain) : NO_VALUE;
    Value all = inner ? tuple_of(vm, 2, REF(as_obj(args[0])->type), (Ref)inner) : NO_VALUE;
    release(vm, plain);
    release(vm, inner);
    return all;
}

static const NativeDef scalar_methods[] = {
    {"item", scalar_item, "self, *args", "The number as one of Python's.", 0},
    {"tolist", scalar_item, "self", "The number as one of Python's.", 0},
    {"__format__", scalar_format, "self, spec, /", "As Python's number.", 0},
    {"__round__", scalar_round, "self, ndigits=None, /", "Rounded to even.", 0},
    {"__reduce__", scalar_reduce, "self, /", "For pickle.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- properties ---- */
static Value get_dtype(VM *vm, Ref v)
{
    DType d;
    Scalar s;
    numpy_is_scalar(v, &d, &s);
    TensorLib *lib = tensor_lib(vm);
    return lib ? dtype_new(lib, ACCENT_NUMPY, d) : NO_VALUE;
}
static Value get_empty(VM *vm, Ref v) { return tuple_new(vm, 0); }
static Value get_zero(VM *vm, Ref v) { return make_small(0); }
static Value get_one(VM *vm, Ref v) { return make_small(1); }
static Value get_self(VM *vm, Ref v) { return retain(v); }
static Value get_bytes(VM *vm, Ref v)
{
    DType d;
    Scalar s;
    numpy_is_scalar(v, &d, &s);
    return make_small((int64_t)dtype_bytes(d));
}
static Value get_imag(VM *vm, Ref v)
{
    DType d;
    Scalar s;
    numpy_is_scalar(v, &d, &s);
    Numpy *np = numpy_here(vm);
    if (np && s.kind == SCALAR_COMPLEX) return numpy_scalar(np, dtype_real_of(d), scalar_float(s.im));
    return np ? numpy_scalar(np, d, dtype_is_float(d) ? scalar_float(0) : scalar_int(0)) : NO_VALUE;
}
static Value get_real(VM *vm, Ref v)
{
    DType d;
    Scalar s;
    numpy_is_scalar(v, &d, &s);
    if (s.kind != SCALAR_COMPLEX) return retain(v);
    Numpy *np = numpy_here(vm);
    return np ? numpy_scalar(np, dtype_real_of(d), scalar_float(s.f)) : NO_VALUE;
}
static const GetSetDef scalar_getsets[] = {
    {"dtype", get_dtype, NULL, "its dtype"},     {"shape", get_empty, NULL, "()"},          {"strides", get_empty, NULL, "()"},
    {"ndim", get_zero, NULL, "0"},               {"size", get_one, NULL, "1"},              {"T", get_self, NULL, "itself"},
    {"real", get_real, NULL, "the real part"},          {"imag", get_imag, NULL, "0"},             {"itemsize", get_bytes, NULL, "bytes"},
    {"nbytes", get_bytes, NULL, "bytes"},        {NULL, NULL, NULL, NULL},
};

static Value scalar_getitem(VM *vm, Ref v, Ref key) /* x[()] and x[...] */
{
    if (is_tuple(key) && as_tuple(key)->len == 0) return retain(v);
    if (key == V_ELLIPSIS) {
        DType d;
        Scalar s;
        char room[DTYPE_MAX_BYTES];
        numpy_is_scalar(v, &d, &s);
        dtype_store(d, room, s);
        TensorLib *lib = tensor_lib(vm);
        return lib ? tensor_show(lib, ACCENT_NUMPY, tensor_from_host(lib->core, device_cpu(lib->core), d, NULL, 0, room)) : NO_VALUE;
    }
    return err_raise(vm, EXC_IndexError, "invalid index to scalar variable.");
}

/* ---- making: np.float32(x) ---- */
static bool text_number(VM *vm, Ref text, DType d, Scalar *out)
{
    Value v = dtype_is_float(d) ? float_from_text(vm, text) : int_from_text(vm, text, 10);
    if (!v) return false;
    bool ok = tensor_number(vm, v, out);
    release(vm, v);
    return ok;
}

/* Whatever complex() takes */
static Value complex_from(VM *vm, Numpy *np, DType d, Ref v)
{
    Scalar s;
    if (tensor_number_any(vm, v, &s)) return rounded(np, d, s);
    if (err_occurred(vm)) return NO_VALUE;
    Value plain = call1(vm, REF(vm->types[TYPE_complex]), v), made = NO_VALUE;
    if (plain && tensor_number_any(vm, plain, &s)) made = rounded(np, d, s);
    release(vm, plain);
    return made;
}

static Value scalar_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Type *t = (Type *)BITS(cls);
    Numpy *np = numpy_here(vm);
    if (!np) return NO_VALUE;
    DType d = 0;
    while (d < DTYPE_COUNT && !(np->scalars[d] && type_is_subtype(t, np->scalars[d]))) d++;
    if (d == DTYPE_COUNT) return err_raise(vm, EXC_TypeError, "cannot create '%N' instances", t);
    if (!args_no_kw(vm, t->def ? strrchr(t->def->name, '.') + 1 : "scalar", kwnames) || !args_count(vm, "scalar", n, 0, 1)) return NO_VALUE;
    if (n == 0) return rounded(np, d, scalar_int(0));
    Scalar s;
    DType other;
    if (is_none(args[0])) return d == DT_BOOL ? rounded(np, d, scalar_bool(false)) : dtype_is_float(d) ? rounded(np, d, scalar_float(NAN)) : err_raise(vm, EXC_TypeError, "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'");
    if (dtype_is_complex(d) && n == 1 && !is_tensor(args[0]) && !is_list(args[0]) && !is_tuple(args[0])) return complex_from(vm, np, d, args[0]);
    if (numpy_is_scalar(args[0], &other, &s)) return discards(vm, s) ? rounded(np, d, s) : NO_VALUE;
    if (is_str(args[0])) {
        if (d == DT_BOOL) return rounded(np, d, scalar_bool(as_str(args[0])->len > 0));
        return text_number(vm, args[0], d, &s) ? rounded(np, d, s) : NO_VALUE;
    }
    if (is_tensor(args[0]) || is_list(args[0]) || is_tuple(args[0]) || is_kind(args[0], KIND_RANGE)) {
        Tensor *made = tensor_from_value(np->lib, ACCENT_NUMPY, args[0], d, device_cpu(np->lib->core));
        return made ? numpy_show(np->lib, made) : NO_VALUE;
    }
    if (!tensor_number(vm, args[0], &s)) {
        if (err_occurred(vm)) return NO_VALUE;
        if (dtype_is_float(d)) {
            double x;
            if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
            s = scalar_float(x);
        } else if (d == DT_BOOL) {
            int yes = op_truth(vm, args[0]);
            if (yes < 0) return NO_VALUE;
            s = scalar_bool(yes);
        } else {
            int64_t i;
            if (!num_index_i64(vm, args[0], &i)) return NO_VALUE;
            s = scalar_int(i);
        }
    }
    if (!dtype_is_float(d) && d != DT_BOOL && s.kind == SCALAR_FLOAT && !isfinite(s.f))
        return isnan(s.f) ? err_raise(vm, EXC_ValueError, "cannot convert float NaN to integer") : err_raise(vm, EXC_OverflowError, "cannot convert float infinity to integer");
    return rounded(np, d, s);
}

/* ---- the classes ---- */
#define SCALAR_SLOTS                                                                                                                    \
    {                                                                                                                                   \
        .nb = {[OP_ADD] = slot_add, [OP_SUB] = slot_sub, [OP_MUL] = slot_mul, [OP_DIV] = slot_div, [OP_FLOORDIV] = slot_floordiv,         \
               [OP_MOD] = slot_mod, [OP_POW] = slot_pow, [OP_AND] = slot_and, [OP_OR] = slot_or, [OP_XOR] = slot_xor,                    \
               [OP_LSHIFT] = slot_lshift, [OP_RSHIFT] = slot_rshift, [OP_DIVMOD] = slot_divmod},                                          \
        .neg = slot_neg, .pos = slot_pos, .abs = slot_abs, .invert = slot_invert, .to_int = scalar_to_int, .to_float = scalar_to_float,   \
        INDEX .truth = scalar_truth, .compare = slot_compare, .hash = scalar_hash, .repr = scalar_text, .str = scalar_text,              \
        .getitem = scalar_getitem, .new_ = scalar_new,                                                                                  \
    }
#define SCALAR_DEF(NAME, KIND_) \
    {.name = "numpy." NAME, .doc = "A number with a dtype.", .kind = KIND_, .size = sizeof(NumpyScalar), .flags = TYPE_BASE, .s = SCALAR_SLOTS, \
     .methods = scalar_methods, .getsets = scalar_getsets}
#define INDEX
static const TypeDef float_defs[] = {SCALAR_DEF("float16", KIND_OPAQUE), SCALAR_DEF("bfloat16", KIND_OPAQUE), SCALAR_DEF("float32", KIND_OPAQUE), SCALAR_DEF("float64", KIND_FLOAT)};
static const TypeDef complex_defs[] = {SCALAR_DEF("complex64", KIND_OPAQUE), SCALAR_DEF("complex128", KIND_COMPLEX)};
static const TypeDef bool_def = SCALAR_DEF("bool_", KIND_OPAQUE);
#undef INDEX
#define INDEX .to_index = scalar_to_index,
static const TypeDef int_defs[] = {SCALAR_DEF("uint8", KIND_OPAQUE), SCALAR_DEF("int8", KIND_OPAQUE), SCALAR_DEF("int16", KIND_OPAQUE), SCALAR_DEF("int32", KIND_OPAQUE),
                                   SCALAR_DEF("int64", KIND_OPAQUE)};
#undef INDEX
#define ABSTRACT(NAME) {.name = "numpy." NAME, .doc = "A family of scalars.", .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = TYPE_BASE | TYPE_NO_NEW}
static const struct { TypeDef def; int base; } families[NP_ABSTRACT_COUNT] = {
    [NP_GENERIC] = {ABSTRACT("generic"), -1},
    [NP_NUMBER] = {ABSTRACT("number"), NP_GENERIC},
    [NP_INTEGER] = {ABSTRACT("integer"), NP_NUMBER},
    [NP_SIGNED] = {ABSTRACT("signedinteger"), NP_INTEGER},
    [NP_UNSIGNED] = {ABSTRACT("unsignedinteger"), NP_INTEGER},
    [NP_INEXACT] = {ABSTRACT("inexact"), NP_NUMBER},
    [NP_FLOATING] = {ABSTRACT("floating"), NP_INEXACT},
    [NP_COMPLEX] = {ABSTRACT("complexfloating"), NP_INEXACT},
};

static const TypeDef *def_of(DType d)
{
    switch (d) {
    case DT_BOOL: return &bool_def;
    case DT_UINT8: case DT_INT8: case DT_INT16: case DT_INT32: case DT_INT64: return &int_defs[d - DT_UINT8];
    case DT_COMPLEX64: case DT_COMPLEX128: return &complex_defs[d - DT_COMPLEX64];
    default: return &float_defs[d - DT_FLOAT16];
    }
}

static bool add_class(VM *vm, Numpy *np, Dict *ns, DType d)
{
    int family = d == DT_BOOL ? NP_GENERIC : d == DT_UINT8 ? NP_UNSIGNED : dtype_is_float(d) ? NP_FLOATING : dtype_is_complex(d) ? NP_COMPLEX : NP_SIGNED;
    Ref bases[2] = {REF(np->abstract[family]), REF(vm->types[d == DT_COMPLEX128 ? TYPE_complex : TYPE_float])};
    Type *t = type_from_def2(vm, def_of(d), bases, d == DT_FLOAT64 || d == DT_COMPLEX128 ? 2 : 1);
    if (!t) return false;
    np->scalars[d] = t;
    t->flags &= ~(uint32_t)TYPE_IMMUTABLE;
    Value name = str_intern_c(vm, "_dtype_number");
    bool ok = name && type_set_attr(vm, t, name, make_small(d)) && module_add_type(vm, ns, t);
    release(vm, name);
    return ok;
}

bool numpy_scalars_open(VM *vm, Numpy *np, Dict *ns)
{
    for (int i = 0; i < NP_ABSTRACT_COUNT; i++) {
        np->abstract[i] = type_from_def(vm, &families[i].def, families[i].base < 0 ? NULL : np->abstract[families[i].base]);
        if (np->abstract[i]) np->abstract[i]->flags &= ~(uint32_t)TYPE_IMMUTABLE; /* py/numpy adds methods */
        if (!np->abstract[i] || !module_add_type(vm, ns, np->abstract[i])) return false;
    }
    for (int d = 0; d < DTYPE_COUNT; d++)
        if (!add_class(vm, np, ns, (DType)d)) return false;
    return true;
}

bool numpy_dtype_of(TensorLib *lib, Ref v, DType *out, bool *asked)
{
    VM *vm = lib->vm;
    *asked = lib->numpy && lib->numpy->find_dtype;
    if (!*asked) return false;
    Value d = call1(vm, lib->numpy->find_dtype, v), number = d ? obj_getattr(vm, d, lib->name_dtype_number) : NO_VALUE;
    if (number) *out = (DType)small_of(number);
    release(vm, d);
    release(vm, number);
    return number != NO_VALUE;
}

/* ---- NumPy's dtypes for the others ---- */
bool numpy_there(TensorLib *lib)
{
    if (lib->numpy_classes) return true;
    Value numpy = import_module(lib->vm, "numpy");
    release(lib->vm, numpy);
    return numpy != NO_VALUE;
}

Value numpy_dtype_new(TensorLib *lib, Accent accent, DType d)
{
    /* the class that the numpy module registered under the number (its dtype objects for NumPy itself) */
    Ref table = accent == ACCENT_MXNET ? (Ref)lib->numpy_classes : (Ref)lib->numpy_dtypes;
    if (!table) {
        Value numpy = import_module(lib->vm, "numpy");
        if (!numpy) return NO_VALUE;
        release(lib->vm, numpy);
        table = accent == ACCENT_MXNET ? (Ref)lib->numpy_classes : (Ref)lib->numpy_dtypes;
        if (!table) return str_from_c(lib->vm, dtype_info[d].name);
    }
    Ref found = dict_get(lib->vm, table, make_small(d));
    return found ? retain(found) : err_raise(lib->vm, EXC_TypeError, "numpy has no dtype %s", dtype_info[d].name);
}
