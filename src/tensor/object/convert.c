/* convert.c: values of the language as tensors, numbers, shapes; and tensors as lists and numbers again. */
#include "accents.h"

Accent tensor_accent(TensorLib *lib, Ref v)
{
    (void)lib;
    return accent_library((Accent)as_obj(v)->aux);
}

Value scalar_value(VM *vm, Scalar s)
{
    if (s.kind == SCALAR_BOOL) return make_bool(s.i != 0);
    if (s.kind == SCALAR_INT) return int_from_i64(vm, s.i);
    if (s.kind == SCALAR_COMPLEX) return complex_new(vm, s.f, s.im);
    return make_float_any(s.f);
}

bool tensor_number(VM *vm, Ref v, Scalar *out)
{
    if (is_small(v)) *out = scalar_int(small_of(v));
    else if (is_float(v)) *out = scalar_float(float_of(v));
    else if (is_bool(v)) *out = scalar_bool(v == V_TRUE);
    else if (is_float_any(v)) *out = scalar_float(float_any_of(v));
    else if (is_int(v)) {
        int64_t i;
        if (!int_fits_i64(v, &i)) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C long");
        *out = scalar_int(i);
    } else {
        DType d;
        return numpy_number(vm, v, &d, out) && out->kind != SCALAR_COMPLEX;
    }
    return true;
}

bool tensor_number_any(VM *vm, Ref v, Scalar *out)
{
    DType d;
    if (numpy_number(vm, v, &d, out)) return true;
    if (is_complex(v)) return *out = scalar_complex(((Complex *)BITS(v))->re, ((Complex *)BITS(v))->im), true;
    return tensor_number(vm, v, out);
}

void tensor_number_words(VM *vm, Accent accent)
{
    if (accent != ACCENT_TORCH || !err_occurred(vm) || !err_matches(vm, EXC_OverflowError)) return;
    err_clear(vm);
    err_raise(vm, EXC_RuntimeError, "Overflow when unpacking long");
}

bool tensor_arg(TensorLib *lib, Accent accent, Ref v, Arg *out)
{
    VM *vm = lib->vm;
    if (is_tensor(v)) {
        *out = arg_tensor(tensor_of(v));
        return true;
    }
    Scalar s;
    if (tensor_number_any(vm, v, &s)) {
        *out = arg_number(s);
        return true;
    }
    if (err_occurred(vm)) return tensor_number_words(vm, accent), false;
    static const char *const words[ACCENT_MXNP] = {"type %T not supported", "expected a Tensor, not %T", "unsupported operand of type %T"};
    return err_raise(vm, EXC_TypeError, words[accent_library(accent)], v), false;
}

Value tensor_items(VM *vm, Ref v)
{
    if (is_tuple(v)) return retain(v);
    return is_list(v) ? tuple_from(vm, as_refs(as_list(v)->items), as_list(v)->len) : tuple_from_iter(vm, v);
}

bool tensor_ints(VM *vm, Ref v, Dims *out)
{
    out->n = 0;
    if (is_int(v) || (is_tensor(v) && tensor_of(v)->ndim == 0)) return num_index_i64(vm, v, &out->d[out->n++]);
    Value items = tensor_items(vm, v);
    if (!items) return false;
    int64_t n = as_tuple(items)->len;
    bool ok = n <= MAX_DIMS;
    if (!ok) err_raise(vm, EXC_ValueError, "maximum supported dimension for an ndarray is 32, found %lld", (long long)n);
    for (int64_t i = 0; ok && i < n; i++) {
        ok = num_index_i64(vm, as_tuple(items)->items[i], &out->d[out->n]);
        out->n++;
    }
    release(vm, items);
    return ok;
}

/* ---- nested values to a tensor ---- */
typedef struct Walk {
    TensorLib *lib;
    Accent accent;
    Dims shape;
    ScalarKind kind;   /* the highest met */
    DType tensor_dtype; /* of tensors met, or DT_NONE */
    bool empty;
    bool asked;        /* a dtype was said */
    int plain;         /* the highest kind of Python's own numbers; -1: none */
    char *out;         /* second walk: where the next element goes */
    DType dtype;       /* of the elements, at the second walk */
    DType wanted;      /* what was asked for */
    bool slow;         /* an array in a list was met, and warned of */
} Walk;

static bool is_plain_sequence(Ref v) { return is_list(v) || is_tuple(v) || is_kind(v, KIND_RANGE); }
/* To PyTorch whatever is indexed: a Series, a deque, an array.array; other libraries are asked before. */
static bool is_sequence(const Walk *w, Ref v)
{
    if (is_plain_sequence(v)) return true;
    const Slots *s = &type_of(w->lib->vm, v)->s;
    return w->accent == ACCENT_TORCH && s->getitem && (s->len || !s->to_float) && !is_dict(v) && !is_str(v) && !is_bytes(v) && !is_type(v); /* (NumPy's scalars are numbers) */
}

/* What v's elements are, as a list or tuple. */
static Value items_of(VM *vm, Ref v)
{
    if (is_list(v) || is_tuple(v)) return retain(v);
    if (!is_plain_sequence(v) && op_len(vm, v) < 0) return NO_VALUE;
    Value items = tuple_from_iter(vm, v);
    if (!items && !is_plain_sequence(v) && err_matches(vm, EXC_LookupError)) {
        err_clear(vm);
        err_raise(vm, EXC_ValueError, "could not determine the shape of object type '%T'", v);
    }
    return items;
}

static bool ragged(Walk *w, int depth, int64_t wanted, int64_t got)
{
    VM *vm = w->lib->vm;
    if (w->accent == ACCENT_TORCH) {
        if (got < 0) return err_false(vm, EXC_TypeError, "not a sequence");
        return err_false(vm, EXC_ValueError, "expected sequence of length %lld at dim %d (got %lld)", (long long)wanted, depth, (long long)got);
    }
    Value shape = tuple_new(vm, depth);
    for (int i = 0; shape && i < depth; i++) as_tuple(shape)->items[i] = make_small(w->shape.d[i]);
    if (shape)
        err_raise(vm, EXC_ValueError,
                  "setting an array element with a sequence. The requested array has an inhomogeneous shape after %d dimensions. The detected shape was %R + inhomogeneous part.",
                  depth, (Ref)shape);
    release(vm, shape);
    return false;
}

/* What is no plain number: texts that NumPy reads as numbers, whatever has __float__. */
static bool odd_number(Walk *w, Ref v, Scalar *s)
{
    VM *vm = w->lib->vm;
    double d;
    if (w->accent == ACCENT_NUMPY && !w->asked && (is_str(v) || is_none(v) || is_dict(v) || is_set(v)))
        return err_false(vm, EXC_NotImplementedError, "perch's numpy has no arrays of %s yet: arrays hold bools and numbers",
                         is_str(v) ? "strings" : "objects");
    if (w->accent == ACCENT_NUMPY && is_none(v)) {
        *s = scalar_float(__builtin_nan(""));
        return true;
    }
    if (w->accent == ACCENT_NUMPY && is_str(v)) {
        Value parsed = float_from_text(vm, v);
        if (parsed) *s = scalar_float(float_any_of(parsed));
        release(vm, parsed);
        return parsed != NO_VALUE;
    }
    if (w->accent == ACCENT_TORCH && is_none(v) && w->asked)
        return err_false(vm, EXC_TypeError, dtype_is_float(w->wanted) ? "must be real number, not NoneType" : "'NoneType' object cannot be interpreted as an integer");
    if (w->accent == ACCENT_TORCH && !is_str(v) && !is_bytes(v) && !type_of(vm, v)->s.to_float && !type_of(vm, v)->s.to_index)
        return is_sequence(w, v) ? err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v) : err_false(vm, EXC_RuntimeError, "Could not infer dtype of %T", v);
    if (is_str(v) || (w->accent == ACCENT_TORCH && is_bytes(v)) || !num_to_double(vm, v, &d)) {
        if (!err_occurred(vm)) {
            if (w->accent == ACCENT_TORCH) err_raise(vm, EXC_TypeError, "new(): invalid data type '%T'", v);
            else err_raise(vm, EXC_ValueError, "could not convert string to float: %R", v);
        }
        return false;
    }
    *s = scalar_float(d);
    return true;
}

/* torch.tensor's check of one element, and integers beyond 64 bits where floats are wanted. */
static bool element_fits(Walk *w, Ref v, Scalar s)
{
    DType d = w->dtype;
    if (w->accent != ACCENT_TORCH || dtype_is_float(d) || d == DT_BOOL) return true;
    if (dtype_holds(d, s)) return true;
    return err_false(w->lib->vm, EXC_RuntimeError, "value cannot be converted to type %s without overflow", dtype_info[d].name);
}

/* An integer beyond 64 bits, as a float: where the dtype asked for is one. 1: taken, 0: not that, -1: raised */
static int huge(Walk *w, Ref v, Scalar *s)
{
    VM *vm = w->lib->vm;
    int64_t i;
    double d;
    if (!is_int(v) || int_fits_i64(v, &i)) return 0;
    if (w->asked && (dtype_is_float(w->wanted) || (w->wanted == DT_BOOL && w->accent == ACCENT_TORCH))) return num_to_double(vm, v, &d) ? (*s = scalar_float(d), 1) : -1;
    if (w->accent != ACCENT_TORCH) return 0;
    return err_raise(vm, EXC_RuntimeError, "Overflow when unpacking long"), -1;
}

/* MXNet's arrays hold no complex numbers; the others' real ones hold none either. */
static bool leaf_number(Walk *w, Ref v, Scalar *s)
{
    VM *vm = w->lib->vm;
    if (accent_library(w->accent) == ACCENT_MXNET) return tensor_number(vm, v, s);
    if (!tensor_number_any(vm, v, s)) return false;
    if (s->kind != SCALAR_COMPLEX || !w->asked || dtype_is_complex(w->wanted) || w->wanted == DT_BOOL) return true;
    if (w->accent == ACCENT_TORCH) return err_false(vm, EXC_TypeError, dtype_is_float(w->wanted) ? "must be real number, not complex" : "'complex' object cannot be interpreted as an integer");
    return err_false(vm, EXC_TypeError, dtype_is_float(w->wanted) ? "float() argument must be a string or a real number, not 'complex'" : "int() argument must be a string, a bytes-like object or a real number, not 'complex'");
}

static bool leaf(Walk *w, Ref v)
{
    VM *vm = w->lib->vm;
    Scalar s;
    DType d;
    bool same;
    int large;
    if (accent_library(w->accent) != ACCENT_MXNET && numpy_number(vm, v, &d, &s)) { /* it brings its dtype */
        Operand both[2] = {{w->tensor_dtype == DT_NONE ? d : w->tensor_dtype, false, false}, {d, false, false}};
        w->tensor_dtype = dtype_promote(w->accent, both, 2, &same);
    } else {
        if ((large = huge(w, v, &s)) < 0 || (!large && !leaf_number(w, v, &s) && (err_occurred(vm) || !odd_number(w, v, &s)))) return false;
        if ((int)s.kind > w->plain) w->plain = (int)s.kind;
    }
    w->empty = false;
    if (s.kind > w->kind) w->kind = s.kind;
    if (w->out) {
        if (!element_fits(w, v, s)) return false;
        dtype_store(w->dtype, w->out, s);
        w->out += dtype_bytes(w->dtype);
    }
    return true;
}

/* Among PyTorch's numbers its tensors are numbers too. */
static bool is_number(const Walk *w, Ref v, int depth) { return w->accent == ACCENT_TORCH && depth && as_obj(v)->aux == ACCENT_TORCH; }

/* All elements of a tensor inside the nested value; its dimensions go on where the walk stands. */
static bool tensor_inside(Walk *w, Tensor *t, int depth, bool number)
{
    for (int i = 0; !number && i < t->ndim; i++)
        if (w->shape.d[depth + i] != t->shape[i]) return ragged(w, depth + i, w->shape.d[depth + i], t->shape[i]);
    w->empty = false;
    DType d = (DType)t->dtype;
    if (number && t->size != 1 && w->out) /* (PyTorch reads them one by one) */
        return dtype_is_float(w->dtype) ? err_false(w->lib->vm, EXC_ValueError, "only one element tensors can be converted to Python scalars")
                                 : err_false(w->lib->vm, EXC_TypeError, "only integer tensors of a single element can be converted to an index");
    ScalarKind kind = d == DT_BOOL ? SCALAR_BOOL : dtype_is_complex(d) ? SCALAR_COMPLEX : dtype_is_float(d) ? SCALAR_FLOAT : SCALAR_INT;
    if (kind > w->kind) w->kind = kind;
    bool same;
    Operand both[2] = {{w->tensor_dtype == DT_NONE ? d : w->tensor_dtype, false, false}, {d, false, false}};
    w->tensor_dtype = dtype_promote(w->accent, both, 2, &same);
    if (!w->out) return true;
    size_t bytes = tensor_bytes(t), step = dtype_bytes(d);
    if (t->shown) core_set_accent(w->lib->core, (Accent)((Obj *)t->shown)->aux); /* whose value is read */
    char *data = core_alloc(w->lib->core, bytes);
    if (!data || !tensor_read(w->lib->core, t, data)) {
        if (data) core_free(w->lib->core, data, bytes);
        return tensor_raise(w->lib, w->accent), false;
    }
    for (int64_t i = 0; i < t->size; i++, w->out += dtype_bytes(w->dtype)) dtype_store(w->dtype, w->out, dtype_load(d, data + (size_t)i * step));
    core_free(w->lib->core, data, bytes);
    return true;
}

static bool walk(Walk *w, Ref v, int depth)
{
    VM *vm = w->lib->vm;
    if (is_foreign_array(vm, v)) {
        Value held;
        if (depth && w->accent == ACCENT_TORCH && !w->slow) {
            w->slow = true;
            if (!torch_warn(vm, "LIST_OF_ARRAYS", NO_VALUE, NO_VALUE)) return false;
        }
        bool fits = numpy_lend(w->lib, &v, &held) && walk(w, v, depth);
        release(vm, held);
        return fits;
    }
    if (is_tensor(v)) {
        if (w->accent == ACCENT_NUMPY && as_obj(v)->aux == ACCENT_TORCH && tensor_device(tensor_of(v))->kind == DEVICE_GPU)
            return err_raise(vm, EXC_TypeError, "can't convert cuda:%d device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.", tensor_device(tensor_of(v))->index),
                   tensor_explained(vm, "P0105") != NO_VALUE;
        if (depth + (is_number(w, v, depth) ? 0 : tensor_of(v)->ndim) != w->shape.n) return ragged(w, depth, 0, -1);
        return tensor_inside(w, tensor_of(v), depth, is_number(w, v, depth));
    }
    if (!is_sequence(w, v)) {
        if (w->accent == ACCENT_TORCH && is_str(v)) return leaf(w, v);
        return depth == w->shape.n ? leaf(w, v) : ragged(w, depth, w->shape.d[depth], -1);
    }
    if (depth >= w->shape.n) {
        if (w->accent == ACCENT_TORCH) return err_false(vm, EXC_TypeError, w->plain == SCALAR_FLOAT ? "must be real number, not %T" : "'%T' object cannot be interpreted as an integer", v);
        return ragged(w, depth, 0, -1);
    }
    Value items = items_of(vm, v);
    if (!items) return false;
    int64_t n = is_tuple(items) ? as_tuple(items)->len : as_list(items)->len;
    bool ok = n == w->shape.d[depth] || ragged(w, depth, w->shape.d[depth], n);
    for (int64_t i = 0; ok && i < n; i++) {
        if (is_list(items) && i >= as_list(items)->len) {
            ok = ragged(w, depth, n, i);
            break;
        }
        Value item = retain(is_tuple(items) ? as_tuple(items)->items[i] : as_list(items)->items[i]);
        ok = walk(w, item, depth + 1);
        release(vm, item);
    }
    release(vm, items);
    return ok;
}

/* The shape that the first elements say. */
static bool first_shape(Walk *w, Ref v)
{
    VM *vm = w->lib->vm;
    Value now = retain(v);
    bool ok = true;
    w->shape.n = 0;
    while (ok) {
        if (is_foreign_array(vm, now)) {
            Ref array = now;
            Value held;
            if (!(ok = numpy_lend(w->lib, &array, &held))) break;
            release(vm, now);
            now = held;
        }
        if (is_tensor(now)) {
            Tensor *t = tensor_of(now);
            if (is_number(w, now, w->shape.n)) break;
            if (w->shape.n + t->ndim > (w->accent == ACCENT_TORCH ? MAX_DIMS : NUMPY_DIMS)) ok = err_false(vm, EXC_ValueError, "too many dimensions");
            for (int i = 0; ok && i < t->ndim; i++) w->shape.d[w->shape.n++] = t->shape[i];
            break;
        }
        if (w->accent == ACCENT_TORCH && is_str(now) && w->shape.n) ok = err_false(vm, EXC_ValueError, "too many dimensions 'str'"); /* (a text is a sequence of texts) */
        if (!ok || !is_sequence(w, now)) break;
        if (w->shape.n == (w->accent == ACCENT_TORCH ? MAX_DIMS : NUMPY_DIMS)) {
            ok = err_false(vm, EXC_ValueError, w->accent == ACCENT_TORCH ? "too many dimensions 'list'" : "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of 32.");
            break;
        }
        Value items = items_of(vm, now);
        if (!(ok = items != NO_VALUE)) break;
        int64_t n = is_tuple(items) ? as_tuple(items)->len : as_list(items)->len;
        w->shape.d[w->shape.n++] = n;
        Value next = n ? retain(is_tuple(items) ? as_tuple(items)->items[0] : as_list(items)->items[0]) : V_NONE;
        release(vm, items);
        release(vm, now);
        now = next;
        if (n == 0) break;
    }
    release(vm, now);
    return ok;
}

static DType dtype_of_values(const Walk *w)
{
    if (accent_library(w->accent) != ACCENT_MXNET && w->tensor_dtype != DT_NONE && w->plain >= 0) { /* both as arrays */
        bool same;
        DType real = w->accent == ACCENT_TORCH ? core_default_dtype(w->lib->core) : DT_FLOAT64;
        Operand both[2] = {{w->tensor_dtype, false, false}, {w->plain == SCALAR_BOOL ? DT_BOOL : w->plain == SCALAR_INT ? DT_INT64 : w->plain == SCALAR_COMPLEX ? dtype_complex_of(real) : real, false, false}};
        return dtype_promote(w->accent, both, 2, &same);
    }
    if (w->tensor_dtype != DT_NONE) return w->tensor_dtype;
    if (accent_library(w->accent) == ACCENT_MXNET) return DT_FLOAT32;
    DType f = w->accent == ACCENT_TORCH ? core_default_dtype(w->lib->core) : DT_FLOAT64;
    return w->empty ? f : w->kind == SCALAR_BOOL ? DT_BOOL : w->kind == SCALAR_INT ? DT_INT64 : w->kind == SCALAR_COMPLEX ? dtype_complex_of(f) : f;
}

Tensor *tensor_from_value(TensorLib *lib, Accent accent, Ref v, DType dtype, Device *device)
{
    Core *c = lib->core;
    if (is_foreign_array(lib->vm, v)) {
        Value held;
        Tensor *copy = numpy_lend(lib, &v, &held) ? tensor_from_value(lib, accent, v, dtype, device) : NULL;
        release(lib->vm, held);
        return copy;
    }
    Walk w = {.lib = lib, .accent = accent, .kind = SCALAR_BOOL, .tensor_dtype = DT_NONE, .empty = true, .asked = dtype != DT_NONE, .plain = -1, .wanted = dtype};
    if (is_tensor(v)) { /* a copy */
        Tensor *t = tensor_of(v);
        DType wanted = dtype != DT_NONE ? dtype : accent_library(accent) == ACCENT_MXNET && !is_of_mxnet(v) && t->dtype == DT_FLOAT64 ? DT_FLOAT32 : (DType)t->dtype;
        Tensor *copy = tensor_to(c, t, device, wanted, true, lang_site(lib->vm));
        if (!copy) tensor_raise(lib, accent);
        else grad_detach(c, copy);
        return copy;
    }
    if (!first_shape(&w, v) || !walk(&w, v, 0)) return NULL;
    w.dtype = dtype != DT_NONE ? dtype : dtype_of_values(&w);
    int64_t size;
    if (!shape_size(w.shape.d, w.shape.n, &size)) return err_no_memory(lib->vm), NULL;
    size_t bytes = (size_t)size * dtype_bytes(w.dtype);
    char *data = core_alloc(c, bytes);
    if (!data) return tensor_raise(lib, accent), NULL;
    w.out = data;
    Tensor *t = NULL;
    if (walk(&w, v, 0) && !(t = tensor_from_host(c, device, w.dtype, w.shape.d, w.shape.n, data))) tensor_raise(lib, accent);
    core_free(c, data, bytes);
    return t;
}

/* ---- back ---- */
static Value list_of(VM *vm, const Tensor *t, const char **data, int axis)
{
    size_t step = dtype_bytes((DType)t->dtype);
    if (axis == t->ndim) {
        Value v = scalar_value(vm, dtype_load((DType)t->dtype, *data));
        *data += step;
        return v;
    }
    Value list = list_new(vm, t->shape[axis]);
    for (int64_t i = 0; list && i < t->shape[axis]; i++) {
        Value item = list_of(vm, t, data, axis + 1);
        if (!item || !list_append_take(vm, list, item)) value_clear(vm, &list);
    }
    return list;
}

Value tensor_to_list(TensorLib *lib, Tensor *t)
{
    size_t bytes = tensor_bytes(t);
    char *data = core_alloc(lib->core, bytes);
    Value result = NO_VALUE;
    if (data && tensor_read(lib->core, t, data)) {
        const char *at = data;
        result = list_of(lib->vm, t, &at, 0);
    } else
        tensor_raise(lib, lib->core ? core_accent(lib->core) : ACCENT_TORCH);
    if (data) core_free(lib->core, data, bytes);
    return result;
}
