/* object.c: a tensor as an object: its operators, comparisons, truth, length; one table of slots for all accents.
 *
 * An operator is one step from the bytecode: slot, operands as Args, core_call, an object around the result.
 */
#include "core/rules.h"
#include "core/said.h"
#include "accents.h"

/* ---- objects ---- */
Value tensor_object_new(TensorLib *lib, Type *type, Accent accent, Tensor *t)
{
    TensorObj *o = (TensorObj *)obj_alloc(lib->vm, type, sizeof *o);
    if (!o) {
        tensor_release(lib->core, t);
        return NO_VALUE;
    }
    o->head.aux = (uint16_t)accent;
    o->tensor = t;
    t->shown = o;
    lib->living++;
    return VAL(o);
}

Value tensor_show(TensorLib *lib, Accent accent, Tensor *t)
{
    if (!t) return tensor_raise(lib, accent);
    if (accent == ACCENT_NUMPY) return numpy_array(lib, t);
    if (t->shown) { /* it has its object already */
        Value v = retain(REF(t->shown));
        tensor_release(lib->core, t);
        return v;
    }
    return tensor_object_new(lib, lib->types[accent], accent, t);
}

static void tensor_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((TensorObj *)o)->tensor) tensor_grad_visit(((TensorObj *)o)->tensor, visit, arg);
}

static void tensor_dealloc(VM *vm, Obj *o)
{
    Tensor *t = ((TensorObj *)o)->tensor;
    if (t) {
        Core *c = tensor_device(t)->core;
        TensorLib *lib = core_owner(c);
        if (t->shown == o) t->shown = NULL;
        tensor_release(c, t);
        if (--lib->living == 0 && lib->closing) tensor_lib_let_go(lib);
    }
    obj_free(vm, o, sizeof(TensorObj));
}

/* ---- operators ---- */
/* One operand; 1: taken, 0: not ours (NotImplemented), -1: raised. */
static inline int operand(VM *vm, Ref v, Arg *out)
{
    if (is_tensor(v)) {
        *out = arg_tensor(tensor_of(v));
        return 1;
    }
    Scalar s;
    if (tensor_number_any(vm, v, &s)) {
        *out = arg_number(s);
        return 1;
    }
    return err_occurred(vm) ? -1 : 0;
}

/* NumPy's operators take whatever array() takes (lists), and a scalar keeps its dtype. 1: *made or a number in *out */
static int numpy_operand(TensorLib *lib, Ref v, Arg *out, Tensor **made)
{
    DType d;
    Scalar s;
    if (is_float(v) || is_small(v)) return operand(lib->vm, v, out);
    if (is_tensor(v) && as_obj(v)->aux == ACCENT_NUMPY) return operand(lib->vm, v, out);
    bool scalar = numpy_number(lib->vm, v, &d, &s);
    if (!is_list(v) && !is_tuple(v) && !is_tensor(v) && (!scalar || d == DT_FLOAT64 || d == DT_INT64 || d == DT_BOOL)) return operand(lib->vm, v, out);
    *made = numpy_tensor(lib, v);
    if (*made) *out = arg_tensor(*made);
    return *made ? 1 : -1;
}

static Value numpy_binary(VM *vm, OpId op, Ref a, Ref b, Ref out)
{
    TensorLib *lib = lib_of(tensor_of(is_tensor(a) ? a : b));
    Arg in[2];
    Tensor *made[2] = {NULL, NULL}, *to = out ? tensor_of(out) : NULL;
    int left = numpy_operand(lib, a, &in[0], &made[0]), right = left == 1 ? numpy_operand(lib, b, &in[1], &made[1]) : left;
    Value result = right < 0 ? NO_VALUE : V_NOTIMPL;
    bool compares = op_get(op)->dtype_rule == RULE_BOOL; /* (Python says that itself) */
    if (right == 0 && !compares && (is_str(a) || is_bytes(a) || is_str(b) || is_bytes(b))) result = numpy_text_operand(lib, op, numpy_ufunc_name(op), a, b);
    if (right == 0 && out && is_none(b)) result = numpy_none_in_place(lib, op, out);
    if (right == 1) {
        Attr product[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
        bool ok = core_call(lib->core, op, ACCENT_NUMPY, lang_site(vm), in, 2, op == OP_matmul ? product : NULL, out ? CALL_OUT_GIVEN : 0, &to);
        if (ok && !numpy_warn(lib, op, in, 2, to, out != NULL)) {
            tensor_release(lib->core, to);
            result = NO_VALUE;
        } else if (ok && out) {
            tensor_release(lib->core, to);
            result = retain(out);
        } else
            result = ok ? tensor_result(lib, ACCENT_NUMPY, to) : tensor_raise(lib, ACCENT_NUMPY);
    }
    for (int i = 0; i < 2; i++)
        if (made[i]) tensor_release(lib->core, made[i]);
    return result;
}

/* An operator between a tensor and one of NumPy's arrays, that is lent to it. */
typedef Value (*Operator)(VM *vm, int op, Ref a, Ref b);
static Value lent(VM *vm, Operator f, int op, Ref a, Ref b)
{
    TensorLib *lib = lib_of(tensor_of(is_tensor(a) ? a : b));
    Value held = NO_VALUE;
    if (!numpy_lend(lib, is_tensor(a) ? &b : &a, &held)) return NO_VALUE;
    Value result = f(vm, op, a, b);
    release(vm, held);
    return result;
}

static Value binary(VM *vm, int op, Ref a, Ref b)
{
    Ref own = is_tensor(a) ? a : b, other = own == a ? b : a;
    Accent accent = (Accent)as_obj(own)->aux;
    TensorLib *lib = lib_of(tensor_of(own));
    if (is_foreign_array(vm, other)) {
        bool left = accent == ACCENT_TORCH && own == b && tensor_device(tensor_of(own))->kind == DEVICE_CPU; /* (a GPU's are told with a drawing) */
        if (left && op == OP_add) /* (what NumPy says when nobody adds) */
            return err_raise(vm, EXC_TypeError, "Concatenation operation is not implemented for NumPy arrays, use np.concatenate() instead. Please do not rely on this error; it may not be given on all Python implementations.");
        return left && op != OP_divide ? V_NOTIMPL : lent(vm, binary, op, a, b);
    }
    if (is_tensor(other) && as_obj(other)->aux != accent) { /* two accents: PyTorch's wins over NumPy's, mx.np's over mx.nd's; MXNet's takes no other */
        Value result;
        if (torch_meets_array(vm, a, b, (OpId)op, false, &result)) return result;
        bool both = is_of_mxnet(own) && is_of_mxnet(other); /* (gluon's own code mixes the two) */
        if (!both && (is_of_mxnet(own) || is_of_mxnet(other))) return err_raise(vm, EXC_TypeError, "type %R not supported", REF(as_obj(is_of_mxnet(own) ? other : own)->type)), tensor_explained_of(vm, "P0304", (Ref[]){a, b}, 2, -1);
        accent = both ? ACCENT_MXNP : ACCENT_TORCH;
    }
    if (accent == ACCENT_NUMPY) return numpy_binary(vm, (OpId)op, a, b, NULL);
    Arg in[2];
    int left = operand(vm, a, &in[0]), right = left == 1 ? operand(vm, b, &in[1]) : left;
    if (right == 1 && accent_library(accent) == ACCENT_MXNET && (is_complex(a) || is_complex(b))) right = 0;
    if (right != 1) {
        if (right == 0 && accent_library(accent) == ACCENT_MXNET) return err_raise(vm, EXC_TypeError, "type %R not supported", REF(type_of(vm, other)));
        if (right < 0) tensor_number_words(vm, accent);
        return right < 0 ? NO_VALUE : V_NOTIMPL;
    }
    Tensor *out;
    if (accent == ACCENT_MXNP && lib->np_infers && !lib->np_infers(lib, op_get((OpId)op)->name, in, 2, NULL, NULL)) return NO_VALUE;
    if (!core_call(lib->core, (OpId)op, accent, lang_site(vm), in, 2, NULL, 0, &out)) return tensor_raise(lib, accent);
    return tensor_result(lib, accent, out);
}

/* MXNet's operators in place, and mx.np's: no arrays of NumPy's. */
static bool mxnet_takes_no(VM *vm, Accent accent, Ref other) { return accent_library(accent) == ACCENT_MXNET && is_foreign_array(vm, other); }

static Value in_place(VM *vm, int op, Ref a, Ref b)
{
    if (!is_tensor(a)) return V_NOTIMPL;
    Accent accent = (Accent)as_obj(a)->aux;
    if (mxnet_takes_no(vm, accent, b)) return err_raise(vm, EXC_TypeError, "type %R not supported", REF(type_of(vm, b)));
    if (is_foreign_array(vm, b)) return as_obj(a)->aux == ACCENT_TORCH && tensor_device(tensor_of(a))->kind == DEVICE_CPU ? V_NOTIMPL : lent(vm, in_place, op, a, b);
    TensorLib *lib = lib_of(tensor_of(a));
    Value result;
    if (is_tensor(b) && as_obj(b)->aux != accent && torch_meets_array(vm, a, b, (OpId)op, true, &result)) return result;
    if (accent == ACCENT_NUMPY) return numpy_binary(vm, (OpId)op, a, b, a);
    Arg in[2] = {arg_tensor(tensor_of(a))};
    int right = operand(vm, b, &in[1]);
    if (right != 1) return right < 0 ? (tensor_number_words(vm, accent), NO_VALUE) : V_NOTIMPL;
    Tensor *out = tensor_of(a);
    if (accent == ACCENT_MXNP && lib->np_infers && !lib->np_infers(lib, op_get((OpId)op)->name, in, 2, NULL, out)) return NO_VALUE;
    if (!core_call(lib->core, (OpId)op, accent, lang_site(vm), in, 2, NULL, CALL_OUT_GIVEN, &out)) return tensor_raise(lib, accent);
    tensor_release(lib->core, out);
    return retain(a);
}

/* mx.np has no //, << and >>, and **= makes a new array. */
/* Is there a class that answers for itself, and is it an operand's? */
static inline bool answered(VM *vm, OperatorAgain again, int op, bool in_place, Ref a, Ref b, Value *result)
{
    return __builtin_expect(vm->answers, 0) && torch_operator_answers(vm, again, op, in_place, a, b, result);
}
static inline bool answered_value(VM *vm, const char *name, bool in_python, Ref a, Value *result)
{
    return __builtin_expect(vm->answers, 0) && torch_value_answers(vm, name, in_python, &a, 1, result);
}

static inline bool has_no(Ref a, Ref b, OpId op, bool in_place)
{
    if (op != OP_floor_divide && op != OP_shift_left && op != OP_shift_right && !(in_place && op == OP_power)) return false;
    return as_obj(is_tensor(a) ? a : b)->aux == ACCENT_MXNP;
}

#define BINARY(slot, op)                                                                    \
    static Value slot_##slot(VM *vm, Ref a, Ref b)                                                                                \
    {                                                                                                                             \
        Value answer;                                                                                                             \
        if (answered(vm, binary, op, false, a, b, &answer)) return answer;                                                        \
        return has_no(a, b, op, false) ? V_NOTIMPL : binary(vm, op, a, b);                                                        \
    }                                                                                                                             \
    static Value slot_i##slot(VM *vm, Ref a, Ref b)                                                                               \
    {                                                                                                                             \
        Value answer;                                                                                                             \
        if (answered(vm, in_place, op, true, a, b, &answer)) return answer;                                                       \
        return has_no(a, b, op, true) ? V_NOTIMPL : in_place(vm, op, a, b);                                                       \
    }
TENSOR_OPERATORS(BINARY)
static Value slot_divmod(VM *vm, Ref a, Ref b)
{
    if (as_obj(is_tensor(a) ? a : b)->aux != ACCENT_NUMPY) return V_NOTIMPL;
    Value q = slot_floordiv(vm, a, b);
    if (!q || q == V_NOTIMPL) return q;
    Value r = slot_mod(vm, a, b), pair = r ? tuple_of(vm, 2, (Ref)q, (Ref)r) : NO_VALUE;
    release(vm, q);
    release(vm, r);
    return pair;
}
static Value matmul(VM *vm, int op, Ref a, Ref b)
{
    Value result;
    if (is_foreign_array(vm, is_tensor(a) ? b : a)) return !is_tensor(a) && as_obj(b)->aux == ACCENT_TORCH && tensor_device(tensor_of(b))->kind == DEVICE_CPU ? V_NOTIMPL : lent(vm, matmul, op, a, b);
    if (is_tensor(a) && is_tensor(b) && as_obj(a)->aux != as_obj(b)->aux && torch_meets_array(vm, a, b, OP_matmul, false, &result)) return result;
    if ((!is_tensor(a) || as_obj(a)->aux == ACCENT_NUMPY) && (!is_tensor(b) || as_obj(b)->aux == ACCENT_NUMPY)) {
        Scalar s;
        for (int i = 0; i < 2; i++)
            if (tensor_number(vm, i ? b : a, &s))
                return err_raise(vm, EXC_ValueError, "matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)", i);
        return err_occurred(vm) ? NO_VALUE : numpy_binary(vm, OP_matmul, a, b, NULL);
    }
    if (!is_tensor(a) || !is_tensor(b)) return V_NOTIMPL;
    Accent accent = (Accent)as_obj(a)->aux;
    TensorLib *lib = lib_of(tensor_of(a));
    Arg in[2] = {arg_tensor(tensor_of(a)), arg_tensor(tensor_of(b))};
    Attr attrs[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
    Tensor *out;
    if (!core_call(lib->core, OP_matmul, accent, lang_site(vm), in, 2, attrs, 0, &out)) return tensor_raise(lib, accent);
    return tensor_result(lib, accent, out);
}

static Value slot_matmul(VM *vm, Ref a, Ref b)
{
    Value answer;
    return answered(vm, matmul, OP_matmul, false, a, b, &answer) ? answer : matmul(vm, OP_matmul, a, b);
}

static Value unary(VM *vm, OpId op, Ref a)
{
    Value answer;
    if (__builtin_expect(vm->answers, 0) && torch_method_answers(vm, op == OP_negative ? "neg" : op == OP_abs ? "abs" : op == OP_bit_not ? "__invert__" : "square", false, &a, 1, &answer)) return answer;
    Accent accent = (Accent)as_obj(a)->aux;
    TensorLib *lib = lib_of(tensor_of(a));
    Arg in = arg_tensor(tensor_of(a));
    Tensor *out;
    if (accent == ACCENT_MXNP && lib->np_infers) { /* (minus is a product there) */
        Arg pair[2] = {in, arg_number(scalar_int(-1))};
        bool minus = op == OP_negative;
        if (!lib->np_infers(lib, minus ? "multiply" : op == OP_bit_not ? "invert" : op_get(op)->name, minus ? pair : &in, minus ? 2 : 1, NULL, NULL)) return NO_VALUE;
    }
    if (!core_call(lib->core, op, accent, lang_site(vm), &in, 1, NULL, 0, &out)) return tensor_raise(lib, accent);
    return tensor_result(lib, accent, out);
}
static Value slot_power(VM *vm, Ref a, Ref b)
{
    bool squares = is_small(b) && small_of(b) == 2 && is_tensor(a) && as_obj(a)->aux == ACCENT_NUMPY && tensor_of(a)->dtype == DT_BOOL;
    return squares ? unary(vm, OP_square, a) : slot_pow(vm, a, b); /* (NumPy's operator squares: int8, where its power gives int64) */
}
static Value slot_neg(VM *vm, Ref a) { return unary(vm, OP_negative, a); }
static Value slot_pos(VM *vm, Ref a)
{
    Value answer;
    if (as_obj(a)->aux != ACCENT_TORCH) return unary(vm, OP_copy, a);
    if (__builtin_expect(vm->answers, 0) && torch_method_answers(vm, "positive", false, &a, 1, &answer)) return answer;
    if (tensor_of(a)->dtype == DT_BOOL) return err_raise(vm, EXC_RuntimeError, "The `+` operator, on a bool tensor is not supported.");
    return retain(a);
}
static Value slot_abs(VM *vm, Ref a) { return unary(vm, OP_abs, a); }
static Value slot_invert(VM *vm, Ref a)
{
    if (as_obj(a)->aux == ACCENT_TORCH && dtype_is_inexact((DType)tensor_of(a)->dtype)) return err_raise(vm, EXC_TypeError, "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
    return unary(vm, OP_bit_not, a);
}

/* NumPy's answer to == and != of shapes that do not fit: unequal, and a word. */
static Value unequal_shapes(VM *vm, CmpOp op)
{
    err_clear(vm);
    if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "elementwise comparison failed; this will raise an error in the future."))) return NO_VALUE;
    return make_bool(op == CMP_NE);
}

static Value compare(VM *vm, int op, Ref a, Ref b)
{
    if (is_foreign_array(vm, b)) return as_obj(a)->aux == ACCENT_TORCH && tensor_device(tensor_of(a))->kind == DEVICE_CPU ? V_NOTIMPL : lent(vm, compare, op, a, b);
    static const OpId ops[] = {OP_less, OP_less_equal, OP_equal, OP_not_equal, OP_greater, OP_greater_equal};
    if (as_obj(a)->aux == ACCENT_NUMPY && (op == CMP_EQ || op == CMP_NE) && is_none(b)) { /* each element by itself */
        Value nothing = make_float(__builtin_nan("")), result = binary(vm, ops[op], a, nothing);
        return result;
    }
    if (as_obj(a)->aux == ACCENT_NUMPY && (op == CMP_EQ || op == CMP_NE) && is_tensor(b) && as_obj(b)->aux == ACCENT_NUMPY) {
        Dims both;
        const Tensor *x = tensor_of(a), *y = tensor_of(b);
        if (!shape_broadcast(x->shape, x->ndim, y->shape, y->ndim, &both)) return unequal_shapes(vm, (CmpOp)op);
    }
    if (!is_tensor(b) && !is_of_mxnet(a) && (op == CMP_EQ || op == CMP_NE) && !is_int(b) && !is_float_any(b) && !is_complex(b) && !(as_obj(a)->aux == ACCENT_NUMPY && !is_str(b))) { /* with what is no number: unequal, as identity says */
        return V_NOTIMPL;
    }
    Value result = binary(vm, ops[op], a, b);
    bool sequence = is_list(b) || is_exact(b, CLASS(tuple)) || is_tensor(b);
    return !result && sequence && as_obj(a)->aux == ACCENT_NUMPY && (op == CMP_EQ || op == CMP_NE) && err_matches(vm, EXC_ValueError) ? unequal_shapes(vm, (CmpOp)op) : result;
}
static Value slot_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Value answer;
    if (__builtin_expect(vm->answers, 0) && torch_comparison_answers(vm, compare, (int)op, a, b, &answer)) return answer;
    return compare(vm, (int)op, a, b);
}

/* ---- one element ---- */
bool tensor_item(TensorLib *lib, Ref v, Scalar *out)
{
    core_set_accent(lib->core, (Accent)as_obj(v)->aux);
    return tensor_read_item(lib->core, tensor_of(v), out);
}

static bool item_of(VM *vm, Ref a, Scalar *out)
{
    TensorLib *lib = lib_of(tensor_of(a));
    if (core_is_batched(lib->core, tensor_of(a))) core_said(lib->core, CE_BAD_VALUE, BATCHED_ITEM);
    else if (tensor_item(lib, a, out)) return true;
    return tensor_raise(lib, (Accent)as_obj(a)->aux), false;
}

static Accent accent_of(Ref a) { return (Accent)as_obj(a)->aux; }

static Value size_one_only(VM *vm, Ref a)
{
    return tensor_of(a)->size != 1 && accent_refuses(vm, accent_of(a), MET_NUMBER_OF_MANY) ? NO_VALUE : V_NONE;
}

/* PyTorch takes a complex number without an imaginary part for a real one, NumPy none. */
static bool is_real(VM *vm, Ref a, Scalar s, const char *torch_type, const char *numpy)
{
    if (s.kind != SCALAR_COMPLEX) return true;
    if (as_obj(a)->aux != ACCENT_TORCH) return err_false(vm, EXC_TypeError, "%s", numpy);
    return s.im == 0 || err_false(vm, EXC_RuntimeError, "value cannot be converted to type %s without overflow", torch_type);
}

static Value slot_int(VM *vm, Ref a)
{
    Scalar s;
    Value answer;
    if (answered_value(vm, "__int__", false, a, &answer)) return answer;
    if (accent_of(a) == ACCENT_MXNET) return err_raise(vm, EXC_TypeError, "int() argument must be a string, a bytes-like object or a real number, not 'NDArray'");
    if (!size_one_only(vm, a) || !item_of(vm, a, &s) || !is_real(vm, a, s, "int64_t", "int() argument must be a string, a bytes-like object or a real number, not 'complex'")) return NO_VALUE;
    return s.kind >= SCALAR_FLOAT ? int_from_double(vm, s.f) : int_from_i64(vm, s.i);
}
static Value slot_float(VM *vm, Ref a)
{
    Scalar s;
    Value answer;
    if (answered_value(vm, "__float__", false, a, &answer)) return answer;
    if (accent_of(a) == ACCENT_MXNET) return err_raise(vm, EXC_TypeError, "float() argument must be a string or a real number, not 'NDArray'");
    if (!size_one_only(vm, a) || !item_of(vm, a, &s) || !is_real(vm, a, s, "double", "float() argument must be a string or a real number, not 'complex'")) return NO_VALUE;
    return make_float_any(scalar_as_double(s));
}
static Value slot_index(VM *vm, Ref a)
{
    Tensor *t = tensor_of(a);
    Accent accent = accent_of(a);
    bool fits = !dtype_is_inexact((DType)t->dtype) && t->size == 1 && !(accent == ACCENT_NUMPY && t->ndim) && accent != ACCENT_MXNP;
    return !fits && accent_refuses(vm, accent, MET_INDEX) ? NO_VALUE : slot_int(vm, a);
}

static int slot_truth(VM *vm, Ref a)
{
    Value answer;
    if (answered_value(vm, "__bool__", false, a, &answer)) {
        int truth = !answer ? -1 : is_bool(answer) ? answer == V_TRUE : (err_raise(vm, EXC_TypeError, "__bool__ should return bool, returned %T", (Ref)answer), -1);
        release(vm, answer);
        return truth;
    }
    Tensor *t = tensor_of(a);
    if (core_is_batched(lib_of(t)->core, t)) return core_said(lib_of(t)->core, CE_BAD_VALUE, BATCHED_TRUTH), tensor_raise(lib_of(t), accent_of(a)), -1;
    if (t->size != 1) return accent_refuses(vm, accent_of(a), t->size ? MET_TRUTH_OF_MANY : MET_TRUTH_OF_NONE) ? -1 : 0;
    Scalar s;
    if (!item_of(vm, a, &s)) return -1;
    return s.kind >= SCALAR_FLOAT ? s.f != 0 || s.im != 0 : s.i != 0;
}

/* ---- sequences ---- */
static int64_t slot_len(VM *vm, Ref a)
{
    Value answer;
    if (answered_value(vm, "__len__", true, a, &answer)) {
        int64_t len = -1;
        if (answer && !num_index_i64(vm, answer, &len)) len = -1;
        release(vm, answer);
        return len;
    }
    Tensor *t = tensor_of(a);
    if (t->ndim) return t->shape[0];
    return accent_refuses(vm, accent_of(a), MET_LEN) ? -1 : 0;
}

/* PyTorch takes all rows at once, and its iterator is their tuple's */
static Value iter_of_rows(VM *vm, Ref a)
{
    int64_t n = tensor_of(a)->shape[0];
    Value rows = tuple_new(vm, n), it;
    for (int64_t i = 0; rows && i < n; i++)
        if (!(as_tuple(rows)->items[i] = op_getitem(vm, a, make_small(i)))) return release(vm, rows), NO_VALUE;
    if (!rows) return NO_VALUE;
    it = op_iter(vm, rows);
    release(vm, rows);
    return it;
}

static Value slot_iter(VM *vm, Ref a)
{
    if (tensor_of(a)->ndim == 0 && accent_refuses(vm, accent_of(a), MET_ITERATION)) return NO_VALUE;
    if (as_obj(a)->aux == ACCENT_TORCH && (grad_flows(tensor_of(a)) || (type_of(vm, a)->flags & TYPE_ANSWERS) || (tensor_of(a)->user & TENSOR_USER_NAMED) ||
                                            (vm->answers && torch_dispatching(tensor_lib(vm), tensor_of(a))))) { /* all rows at once, as unbind's */
        Value name = str_from_c(vm, "unbind"), rows = name ? call_method(vm, a, name, NULL, 0) : NO_VALUE, it = rows ? op_iter(vm, rows) : NO_VALUE;
        release(vm, name);
        release(vm, rows);
        return it;
    }
    if (type_of(vm, a)->flags & TYPE_HEAP) return seq_iter_new(vm, a);
    return as_obj(a)->aux == ACCENT_TORCH ? iter_of_rows(vm, a) : seq_iter_counted(vm, a);
}

static int slot_contains(VM *vm, Ref a, Ref item)
{
    Value answer;
    if ((as_obj(a)->type->flags & TYPE_ANSWERS) && torch_value_answers(vm, "__contains__", true, (Ref[]){a, item}, 2, &answer)) {
        int is = answer ? op_truth(vm, answer) : -1;
        release(vm, answer);
        return is;
    }
    if (as_obj(a)->aux == ACCENT_TORCH && !is_tensor(item) && !is_int(item) && !is_float_any(item) && !is_complex(item))
        return err_raise(vm, EXC_RuntimeError, "Tensor.__contains__ only supports Tensor or scalar, but you passed in a %R.", REF(type_of(vm, item))), -1;
    Value same = slot_compare(vm, a, item, CMP_EQ);
    if (!same || same == V_NOTIMPL) return same ? 0 : -1;
    if (!is_tensor(same)) { /* shapes that do not go together: NumPy's array is not equal as a whole */
        int is = op_truth(vm, same);
        release(vm, same);
        return is;
    }
    TensorLib *lib = lib_of(tensor_of(same));
    Attr attrs[reduce_ATTRS] = {[reduce_axes].ints = INTS_ABSENT, [reduce_dtype].i = DT_NONE};
    Arg in = arg_tensor(tensor_of(same));
    Tensor *out;
    bool ok = core_call(lib->core, OP_any, (Accent)as_obj(a)->aux, lang_site(vm), &in, 1, attrs, 0, &out);
    release(vm, same);
    Scalar s;
    if (!ok || !tensor_read_item(lib->core, out, &s)) return tensor_raise(lib, (Accent)as_obj(a)->aux), -1;
    tensor_release(lib->core, out);
    return scalar_as_double(s) != 0;
}

static bool slot_hash(VM *vm, Ref a, int64_t *hash)
{
    if (accent_refuses(vm, accent_of(a), MET_HASH)) return false;
    *hash = (int64_t)(BITS(a) >> 4);
    return true;
}

static Value slot_repr(VM *vm, Ref a)
{
    Value answer;
    return answered_value(vm, "__repr__", true, a, &answer) ? answer : tensor_text(lib_of(tensor_of(a)), a, true);
}
static Value slot_str(VM *vm, Ref a) { return as_obj(a)->aux == ACCENT_TORCH ? op_repr(vm, a) : tensor_text(lib_of(tensor_of(a)), a, false); } /* torch: a subclass's __repr__ counts */

#define TENSOR_SLOTS                                                                                                                    \
    {                                                                                                                                   \
        .nb = {[OP_ADD] = slot_add, [OP_SUB] = slot_sub, [OP_MUL] = slot_mul, [OP_DIV] = slot_div, [OP_FLOORDIV] = slot_floordiv,         \
               [OP_MOD] = slot_mod, [OP_POW] = slot_power, [OP_AND] = slot_and, [OP_OR] = slot_or, [OP_XOR] = slot_xor,                    \
               [OP_LSHIFT] = slot_lshift, [OP_RSHIFT] = slot_rshift, [OP_MATMUL] = slot_matmul, [OP_DIVMOD] = slot_divmod},                                          \
        .inb = {[OP_ADD] = slot_iadd, [OP_SUB] = slot_isub, [OP_MUL] = slot_imul, [OP_DIV] = slot_idiv, [OP_FLOORDIV] = slot_ifloordiv,   \
                [OP_MOD] = slot_imod, [OP_POW] = slot_ipow, [OP_AND] = slot_iand, [OP_OR] = slot_ior, [OP_XOR] = slot_ixor,               \
                [OP_LSHIFT] = slot_ilshift, [OP_RSHIFT] = slot_irshift},                                                                 \
        .neg = slot_neg, .pos = slot_pos, .abs = slot_abs, .invert = slot_invert, .to_int = slot_int, .to_float = slot_float,            \
        .to_index = slot_index, .truth = slot_truth, .compare = slot_compare, .len = slot_len, .iter = slot_iter,                        \
        .contains = slot_contains, .hash = slot_hash, .repr = slot_repr, .str = slot_str, .getitem = tensor_getitem,                      \
        .setitem = tensor_setitem,                                                                                                      \
    }

/* NumPy's arrays lend their memory; what has gaps lends a copy to who wants none. The view's owner is an array of its own, which keeps the memory whatever becomes of this one. */
static bool numpy_buffer(VM *vm, Ref self, BufferView *out)
{
    static const char *const formats[DTYPE_COUNT] = {"?", "B", "b", "h", "i", "l", "e", NULL, "f", "d"};
    static unsigned char nothing[8];
    Tensor *t = tensor_of(self);
    TensorLib *lib = lib_of(t);
    if (!formats[t->dtype] || t->ndim > 8) return err_false(vm, EXC_BufferError, "memoryview: an array of this dtype or with so many dimensions lends no memory");
    Tensor *own = out->strided || tensor_is_contiguous(t) ? tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset) : tensor_contiguous(lib->core, t);
    if (!own) return tensor_raise(lib, ACCENT_NUMPY), false;
    void *data = own->size ? tensor_map(lib->core, own) : nothing;
    if (!data) {
        tensor_release(lib->core, own);
        return tensor_raise(lib, ACCENT_NUMPY), false;
    }
    own->storage->lent = true;
    int64_t bytes = (int64_t)dtype_bytes((DType)own->dtype);
    *out = (BufferView){.data = data, .len = own->size * bytes, .itemsize = bytes, .format = formats[own->dtype], .ndim = own->ndim};
    for (int i = 0; i < own->ndim; i++) out->shape[i] = own->shape[i], out->strides[i] = own->strides[i] * bytes;
    out->owner = tensor_show(lib, ACCENT_NUMPY, own);
    return out->owner != NO_VALUE;
}

/* handle, writable=True: MXNet's way to make an array of what its library gave. Here the handle is None: an array without elements, which unpickling then gives its memory. */
static Value handle_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (n < 1 || n > 2 || kwnames || !is_none(args[0])) return err_raise(vm, EXC_TypeError, "cannot create '%N' instances", as_type(cls));
    Accent accent = type_is_subtype(as_type(cls), lib->types[ACCENT_MXNP]) ? ACCENT_MXNP : ACCENT_MXNET;
    Tensor *t = tensor_new(lib->core, device_cpu(lib->core), DT_FLOAT32, (const int64_t[]){0}, 1);
    return t ? tensor_object_new(lib, as_type(cls), accent, t) : tensor_raise(lib, accent);
}

const TypeDef ndarray_def[ACCENT_COUNT] = {
    [ACCENT_MXNET] = {.name = "mxnet.ndarray.ndarray.NDArray", .doc = "An array on a device.", .kind = KIND_EMBEDDED, .size = sizeof(TensorObj),
                      .flags = TYPE_BASE | TYPE_WEAKREF | TYPE_BRIEF_NAME, .s = TENSOR_SLOTS, .s.new_ = handle_new, .dealloc = tensor_dealloc},
    [ACCENT_TORCH] = {.name = "torch.Tensor", .doc = "A tensor on a device.", .kind = KIND_EMBEDDED, .size = sizeof(TensorObj),
                      .flags = TYPE_BASE | TYPE_WEAKREF | TYPE_GC | TYPE_ATTRS | TYPE_BRIEF_NAME, .s = TENSOR_SLOTS, .s.new_ = torch_new, .dealloc = tensor_dealloc, .traverse = tensor_traverse},
    [ACCENT_NUMPY] = {.name = "numpy.ndarray", .doc = "An array in the host's memory.", .kind = KIND_EMBEDDED, .size = sizeof(TensorObj),
                      .flags = TYPE_BASE | TYPE_WEAKREF, .s = TENSOR_SLOTS, .s.buffer = numpy_buffer, .dealloc = tensor_dealloc},
    [ACCENT_MXNP] = {.name = "mxnet.numpy.ndarray", .doc = "An array of mx.np on a device.", .kind = KIND_EMBEDDED, .size = sizeof(TensorObj),
                     .flags = TYPE_BASE | TYPE_WEAKREF | TYPE_BRIEF_NAME, .s = TENSOR_SLOTS, .s.new_ = handle_new, .dealloc = tensor_dealloc},
};
