/* error.c: what core refuses, in NumPy's words and as NumPy's exceptions (object/error.c asks here first). */
#include <stdio.h>

#include "core/op_more.h"
#include "numpy.h"

enum { ROOM = 256 };
static const char *shape_text(const int64_t *d, int n, char room[ROOM])
{
    size_t at = (size_t)snprintf(room, ROOM, "(");
    for (int i = 0; i < n && at < ROOM - 32; i++) {
        if (d[i] < 0) at += (size_t)snprintf(room + at, ROOM - at, i ? ",newaxis" : "newaxis");
        else at += (size_t)snprintf(room + at, ROOM - at, i ? ",%lld" : "%lld", (long long)d[i]);
    }
    snprintf(room + at, ROOM - at, n == 1 ? ",)" : ")");
    return room;
}
static const char *dims(const Dims *d, char room[ROOM]) { return shape_text(d->d, d->n, room); }

/* core's op as NumPy's ufunc */
const char *numpy_ufunc_name(OpId op)
{
    static const struct { OpId op; const char *name; } rows[] = {
#define UFUNC(name, op, nin) {OP_##op, #name},
#include "ufunc.def"
#undef UFUNC
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op) return rows[i].name;
    return op_get(op)->name;
}
static void operand_dtype(Ref v, char room[ROOM])
{
    DType d;
    Scalar s;
    if (is_str(v)) snprintf(room, ROOM, "dtype('<U%lld')", (long long)(as_str(v)->len ? as_str(v)->len : 1));
    else if (is_bytes(v)) snprintf(room, ROOM, "dtype('S%lld')", (long long)(as_bytes(v)->len ? as_bytes(v)->len : 1));
    else {
        d = is_tensor(v) ? (DType)tensor_of(v)->dtype : numpy_is_scalar(v, &d, &s) ? d : is_bool(v) ? DT_BOOL : is_float_any(v) ? DT_FLOAT64 : DT_INT64;
        snprintf(room, ROOM, "dtype('%s')", dtype_info[d].name);
    }
}

static Value as_type_error(TensorLib *lib, Value class, Value text /*taken*/)
{
    Value made = text ? call1(lib->vm, class ? class : VAL(lib->vm->exc_types[EXC_TypeError]), text) : NO_VALUE;
    release(lib->vm, text);
    return made ? err_raise_obj(lib->vm, made) : NO_VALUE;
}

/* x += None: the sum would be of objects. */
Value numpy_none_in_place(TensorLib *lib, OpId op, Ref out)
{
    return as_type_error(lib, lib->numpy ? lib->numpy->cast_error : NO_VALUE, str_format(lib->vm, "Cannot cast ufunc '%s' output from dtype('O') to dtype('%s') with casting rule 'same_kind'",
                                                                                        numpy_ufunc_name(op), dtype_info[tensor_of(out)->dtype].name));
}

/* Some choose their loop themselves, and say that they have none for text; the others look for one that the operands can be cast to. */
Value numpy_text_operand(TensorLib *lib, OpId op, const char *name, Ref a, Ref b)
{
    VM *vm = lib->vm;
    char x[ROOM], y[ROOM];
    switch (op) {
    case OP_add: case OP_subtract: case OP_multiply: case OP_maximum: case OP_minimum: case OP_fmax: case OP_fmin: case OP_less: case OP_less_equal: case OP_greater: case OP_greater_equal:
    case OP_equal: case OP_not_equal: case OP_abs: case OP_sign: case OP_negative: case OP_copy: {
        Value text;
        operand_dtype(a, x);
        if (b) {
            operand_dtype(b, y);
            text = str_format(vm, "ufunc '%s' did not contain a loop with signature matching types (%s, %s) -> None", name, x, y);
        } else
            text = str_format(vm, "ufunc '%s' did not contain a loop with signature matching types <class 'numpy.dtype[%s]'> -> None", name, is_str(a) ? "str_" : "bytes_");
        return as_type_error(lib, lib->numpy ? lib->numpy->type_error : NO_VALUE, text);
    }
    default:
        return err_raise(vm, EXC_TypeError, "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''", name);
    }
}

static const char *ufunc_name(const CoreError *e) { return e->op ? numpy_ufunc_name((OpId)e->op->id) : "?"; }

static bool is_op(const CoreError *e, OpId op) { return e->op && e->op->id == op; }

static Value dtype_text(TensorLib *lib, const CoreError *e)
{
    VM *vm = lib->vm;
    if (is_op(e, OP_subtract) && e->numbers[0] == DT_BOOL)
        return str_from_c(vm, "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.");
    if (is_op(e, OP_negative) && e->numbers[0] == DT_BOOL)
        return str_from_c(vm, "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.");
    return str_format(vm, "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''",
                      ufunc_name(e));
}

static Value empty_text(TensorLib *lib, const CoreError *e)
{
    if (is_op(e, OP_argmax) || is_op(e, OP_argmin)) return str_format(lib->vm, "attempt to get %s of an empty sequence", e->op->name);
    return str_format(lib->vm, "zero-size array to reduction operation %s which has no identity", is_op(e, OP_max) ? "maximum" : is_op(e, OP_min) ? "minimum" : e->op ? e->op->name : "?");
}

static Value broadcast_text(TensorLib *lib, const CoreError *e)
{
    char a[ROOM], b[ROOM];
    if (is_op(e, OP_expand)) return str_format(lib->vm, "could not broadcast input array from shape %s into shape %s", dims(&e->shapes[0], a), dims(&e->shapes[1], b));
    if (is_op(e, OP_index_put) && e->numbers[0] == 1)
        return str_format(lib->vm, "shape mismatch: value array of shape %s  could not be broadcast to indexing result of shape %s", dims(&e->shapes[0], a), dims(&e->shapes[1], b));
    if (is_op(e, OP_index_get) || is_op(e, OP_index_put)) {
        return str_format(lib->vm, "shape mismatch: indexing arrays could not be broadcast together with shapes %s %s ", dims(&e->shapes[0], a), dims(&e->shapes[1], b));
    }
    return str_format(lib->vm, "operands could not be broadcast together with shapes %s %s ", dims(&e->shapes[0], a), dims(&e->shapes[1], b));
}

static Value mismatch_text(TensorLib *lib, const CoreError *e)
{
    char a[ROOM], b[ROOM];
    const int64_t *n = e->numbers;
    if (is_op(e, OP_stack)) return str_from_c(lib->vm, "all input arrays must have the same shape");
    if (is_op(e, OP_concat))
        return str_format(lib->vm, "all the input array dimensions except for the concatenation axis must match exactly, but along dimension %lld, the array at index 0 has size %lld and the array at index %lld has size %lld",
                          (long long)n[1], (long long)n[2], (long long)n[4], (long long)n[3]);
    if (e->numbers[0] == 1 && e->op && e->op->elementwise)
        return str_format(lib->vm, "non-broadcastable output operand with shape %s doesn't match the broadcast shape %s", dims(&e->shapes[0], a), dims(&e->shapes[1], b));
    return str_from_c(lib->vm, e->text);
}

static Value ndim_text(TensorLib *lib, const CoreError *e)
{
    if (is_op(e, OP_concat))
        return str_format(lib->vm, "all the input arrays must have same number of dimensions, but the array at index 0 has %lld dimension(s) and the array at index %lld has %lld dimension(s)",
                          (long long)e->numbers[0], (long long)e->numbers[2], (long long)e->numbers[1]);
    return str_from_c(lib->vm, e->text);
}

Value numpy_error_text(TensorLib *lib, const CoreError *e, Value *class)
{
    VM *vm = lib->vm;
    Numpy *np = lib->numpy;
    char a[ROOM];
    *class = vm->exc_types[EXC_ValueError] ? VAL(vm->exc_types[EXC_ValueError]) : NO_VALUE;
    switch (e->kind) {
    case CE_BAD_AXIS: {
        if (np && np->axis_error) *class = np->axis_error;
        int64_t ndim = e->numbers[2] + 1;
        if (e->operand_count > 0 && e->operands[0] && e->operands[0]->ndim == 0 && ndim == 1) ndim = 0;
        return str_format(vm, "axis %lld is out of bounds for array of dimension %lld", (long long)e->numbers[0], (long long)ndim);
    }
    case CE_DUPLICATE_AXIS: return str_from_c(vm, is_op(e, OP_transpose) ? "repeated axis in transpose" : "duplicate value in 'axis'");
    case CE_DTYPE_UNSUPPORTED: *class = VAL(vm->exc_types[EXC_TypeError]); return dtype_text(lib, e);
    case CE_CANNOT_CAST:
        *class = np && np->cast_error ? np->cast_error : VAL(vm->exc_types[EXC_TypeError]);
        return str_format(vm, "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with casting rule 'same_kind'", ufunc_name(e), dtype_info[e->numbers[0]].name,
                          dtype_info[e->numbers[1]].name);
    case CE_EMPTY_REDUCTION: return empty_text(lib, e);
    case CE_NOT_BROADCASTABLE: return broadcast_text(lib, e);
    case CE_SHAPE_MISMATCH: return mismatch_text(lib, e);
    case CE_BAD_NDIM: return ndim_text(lib, e);
    case CE_NEGATIVE_POWER: return str_from_c(vm, "Integers to negative integer powers are not allowed.");
    case CE_BAD_DIMENSION: return str_from_c(vm, e->numbers[0] < 0 ? "negative dimensions are not allowed" : "Maximum allowed dimension exceeded");
    case CE_OUT_OF_MEMORY: case CE_HOST_MEMORY: *class = VAL(vm->exc_types[EXC_MemoryError]); return str_format(vm, "Unable to allocate %s for an array", "memory");
    case CE_BAD_RESHAPE: return str_format(vm, "cannot reshape array of size %lld into shape %s", (long long)e->numbers[0], dims(&e->shapes[0], a));
    default: return NO_VALUE;
    }
}

static int kind_of(DType d) { return d == DT_BOOL ? 0 : d == DT_UINT8 ? 1 : dtype_is_integer(d) ? 2 : dtype_is_float(d) ? 3 : 4; }

/* casting= of astype; 'real' is the way of numpy's own Python. */
bool numpy_may_cast(VM *vm, DType from, DType to, Ref rule)
{
    if (!rule || !is_str(rule) || str_equal_c(rule, "unsafe") || str_equal_c(rule, "real") || from == to) return true;
    bool same, strict = str_equal_c(rule, "no") || str_equal_c(rule, "equiv");
    Operand both[2] = {{from, false, false}, {to, false, false}};
    if (!strict && dtype_promote(ACCENT_NUMPY, both, 2, &same) == to) return true;
    if (str_equal_c(rule, "same_kind") && kind_of(from) <= kind_of(to)) return true;
    return err_false(vm, EXC_TypeError, "Cannot cast array data from dtype('%s') to dtype('%s') according to the rule '%U'", dtype_info[from].name, dtype_info[to].name, rule);
}
