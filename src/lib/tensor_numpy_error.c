/* tensor_numpy_error.c: what core refuses, in NumPy's words and as NumPy's exceptions (tensor_error.c asks here first). */
#include <stdio.h>

#include "tensor_numpy.h"

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
#include "tensor_numpy_ufunc.def"
#undef UFUNC
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op) return rows[i].name;
    return op_get(op)->name;
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
