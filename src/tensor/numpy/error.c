/* error.c: what core refuses, as NumPy's exceptions and in its words: a row of numpy_errors for each kind, and a function where the words depend on the call. */
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
    return as_type_error(lib, lib->numpy ? lib->numpy->cast_error : NO_VALUE, str_format(lib->vm, NUMPY_SAYS(UFUNC_CAST),
                                                                                        numpy_ufunc_name(op), "O", dtype_info[tensor_of(out)->dtype].name));
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
        return err_raise(vm, EXC_TypeError, NUMPY_SAYS(UFUNC_TYPES), name);
    }
}

static void class_or(Refused *r, Value class, ExcId usual)
{
    if (class) r->class = class;
    else refused_as(r, usual);
}

static Value bad_dtype(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    if (refused_is(r, OP_subtract) && e->numbers[0] == DT_BOOL) return str_from_c(vm, NUMPY_SAYS(SUBTRACT_BOOL));
    if (refused_is(r, OP_negative) && e->numbers[0] == DT_BOOL) return str_from_c(vm, NUMPY_SAYS(NEGATIVE_BOOL));
    return str_format(vm, NUMPY_SAYS(UFUNC_TYPES), e->op ? numpy_ufunc_name((OpId)e->op->id) : "?");
}

static Value bad_cast(Refused *r)
{
    const CoreError *e = r->e;
    class_or(r, r->lib->numpy ? r->lib->numpy->cast_error : NO_VALUE, EXC_TypeError);
    return str_format(r->lib->vm, NUMPY_SAYS(UFUNC_CAST), e->op ? numpy_ufunc_name((OpId)e->op->id) : "?", dtype_info[e->numbers[0]].name, dtype_info[e->numbers[1]].name);
}

static Value empty_reduction(Refused *r)
{
    const Op *op = r->e->op;
    if (refused_is(r, OP_argmax) || refused_is(r, OP_argmin)) return str_format(r->lib->vm, NUMPY_SAYS(ARG_EMPTY), op->name);
    return str_format(r->lib->vm, NUMPY_SAYS(REDUCE_EMPTY), refused_is(r, OP_max) ? "maximum" : refused_is(r, OP_min) ? "minimum" : op ? op->name : "?");
}

static Value not_broadcastable(Refused *r)
{
    char a[ROOM], b[ROOM];
    const CoreError *e = r->e;
    bool index = refused_is(r, OP_index_get) || refused_is(r, OP_index_put), value = refused_is(r, OP_index_put) && e->numbers[0] == 1;
    const char *words = refused_is(r, OP_expand) ? NUMPY_SAYS(BROADCAST_INPUT) : value ? NUMPY_SAYS(INDEX_VALUE) : index ? NUMPY_SAYS(INDEX_ARRAYS) : NUMPY_SAYS(BROADCAST);
    return str_format(r->lib->vm, words, dims(&e->shapes[0], a), dims(&e->shapes[1], b));
}

static Value shapes_differ(Refused *r)
{
    char a[ROOM], b[ROOM];
    const CoreError *e = r->e;
    const int64_t *n = e->numbers;
    if (refused_is(r, OP_stack)) return str_from_c(r->lib->vm, NUMPY_SAYS(STACK_SHAPES));
    if (refused_is(r, OP_concat)) return str_format(r->lib->vm, NUMPY_SAYS(CONCAT_SHAPES), (long long)n[1], (long long)n[2], (long long)n[4], (long long)n[3]);
    if (n[0] == 1 && e->op && e->op->elementwise) return str_format(r->lib->vm, NUMPY_SAYS(OUT_SHAPE), dims(&e->shapes[0], a), dims(&e->shapes[1], b));
    return NO_VALUE;
}

static Value bad_ndim(Refused *r)
{
    const int64_t *n = r->e->numbers;
    return refused_is(r, OP_concat) ? str_format(r->lib->vm, NUMPY_SAYS(CONCAT_NDIM), (long long)n[0], (long long)n[2], (long long)n[1]) : NO_VALUE;
}

static Value bad_axis(Refused *r)
{
    const CoreError *e = r->e;
    int64_t ndim = e->numbers[2] + 1;
    class_or(r, r->lib->numpy ? r->lib->numpy->axis_error : NO_VALUE, EXC_ValueError);
    if (e->operand_count > 0 && e->operands[0] && e->operands[0]->ndim == 0 && ndim == 1) ndim = 0;
    return str_format(r->lib->vm, NUMPY_SAYS(AXIS_RANGE), (long long)e->numbers[0], (long long)ndim);
}

static Value bad_reshape(Refused *r)
{
    char a[ROOM];
    return str_format(r->lib->vm, NUMPY_SAYS(RESHAPE), (long long)r->e->numbers[0], dims(&r->e->shapes[0], a));
}

static Value duplicate_axis(Refused *r) { return str_from_c(r->lib->vm, refused_is(r, OP_transpose) ? NUMPY_SAYS(TRANSPOSE_TWICE) : NUMPY_SAYS(AXIS_TWICE)); }
static Value bad_dimension(Refused *r) { return str_from_c(r->lib->vm, r->e->numbers[0] < 0 ? NUMPY_SAYS(DIMENSION_NEGATIVE) : NUMPY_SAYS(DIMENSION_LARGE)); }

static Ref usual(const TensorLib *lib) { return REF(lib->vm->exc_types[EXC_ValueError]); }

const AccentErrors numpy_errors = {
    .sentences = numpy_sentences,
    .usual = usual,
    .rows = {
        [CE_NOT_BROADCASTABLE] = {.text = not_broadcastable},
        [CE_SHAPE_MISMATCH] = {.text = shapes_differ},
        [CE_MATMUL_SHAPES] = {.class = EXC_ValueError},
        [CE_BAD_AXIS] = {.text = bad_axis},
        [CE_BAD_RESHAPE] = {.text = bad_reshape},
        [CE_BAD_DIMENSION] = {.text = bad_dimension},
        [CE_BAD_NDIM] = {.text = bad_ndim},
        [CE_DUPLICATE_AXIS] = {.text = duplicate_axis},
        [CE_TOO_MANY_INDICES] = {EXC_IndexError, NUMPY_INDEX_MANY, NULL},
        [CE_EMPTY_REDUCTION] = {.text = empty_reduction},
        [CE_DTYPES_DIFFER] = {.class = EXC_TypeError},
        [CE_DTYPE_UNSUPPORTED] = {EXC_TypeError, SAID_NONE, bad_dtype},
        [CE_CANNOT_CAST] = {.text = bad_cast},
        [CE_OUT_OF_MEMORY] = {EXC_MemoryError, NUMPY_NO_MEMORY, NULL},
        [CE_HOST_MEMORY] = {EXC_MemoryError, NUMPY_NO_MEMORY, NULL},
        [CE_INDEX_RANGE] = {EXC_IndexError, NUMPY_INDEX_RANGE, NULL},
        [CE_BAD_INDEX] = {.class = EXC_IndexError},
        [CE_NOT_ONE_ELEMENT] = {.sentence = NUMPY_ONE_ELEMENT},
        [CE_NEGATIVE_POWER] = {.sentence = NUMPY_NEGATIVE_POWER},
    },
};

Value numpy_index_error(VM *vm, int64_t index, int axis, int64_t size)
{
    char text[128];
    snprintf(text, sizeof text, NUMPY_SAYS(INDEX_RANGE), (long long)index, (long long)size, (long long)axis);
    return err_raise(vm, EXC_IndexError, "%s", text);
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
    return err_false(vm, EXC_TypeError, NUMPY_SAYS(CAST_RULE), dtype_info[from].name, dtype_info[to].name, str_utf8(vm, rule, NULL));
}

const MetRow numpy_met[MET_COUNT] = {
    [MET_LEN] = {EXC_TypeError, NUMPY_LEN},
    [MET_ITERATION] = {EXC_TypeError, NUMPY_ITERATION},
    [MET_TRUTH_OF_MANY] = {EXC_ValueError, NUMPY_TRUTH_OF_MANY},
    [MET_INDEX] = {EXC_TypeError, NUMPY_SCALAR_INDEX},
    [MET_NUMBER_OF_MANY] = {EXC_TypeError, NUMPY_NUMBER_OF_MANY},
    [MET_HASH] = {EXC_TypeError, NUMPY_HASH},
};
