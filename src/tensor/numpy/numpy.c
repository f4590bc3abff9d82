/* numpy.c: the module _numpy: making arrays, the hot methods and properties of ndarray; the rest of NumPy is Python (py/numpy) on top of it.
 *
 * Reductions stand in reduce.c, scalars in scalar.c, ufuncs in ufunc.c, decompositions in linalg.c.
 */
#define ROWS_FILE "tensor/numpy/numpy.def"
#define ROWS_ACCENT ACCENT_NUMPY
#include "tensor/object/rows.h"
#undef V
#undef X
#undef O
#undef A
#undef C
#undef D
#undef N
#undef T
#include "lang/object/args.h"
#include "call.h"

Numpy *numpy_of(TensorLib *lib) { return lib->numpy ? lib->numpy : module_state(lib->vm, &numpy_c_module); }

/* ---- arguments ---- */
/* What gives an array when asked: pandas' and PIL's objects, other libraries' tensors. */
static Value by_protocol(VM *vm, Ref v)
{
    if (is_int(v) || is_float_any(v) || is_str(v) || is_list(v) || is_tuple(v) || is_none(v)) return NO_VALUE;
    Value method, name = str_intern_c(vm, "__array__");
    int found = name ? obj_lookup_attr(vm, REF(type_of(vm, v)), name, &method) : -1;
    if (found == 1) release(vm, method);
    Value array = found == 1 ? call_method(vm, v, name, NULL, 0) : NO_VALUE;
    release(vm, name);
    return array;
}

Tensor *numpy_tensor(TensorLib *lib, Ref v)
{
    if (is_tensor(v)) {
        Tensor *own = tensor_of(v);
        if (as_obj(v)->aux == ACCENT_TORCH && (tensor_device(own)->kind == DEVICE_GPU || (own->grad && grad_flows(own)))) { /* torch's __array__ is numpy(), which copies nothing */
            Value array = by_protocol(lib->vm, v);
            Tensor *t = array && is_tensor(array) ? tensor_retain(tensor_of(array)) : NULL;
            release(lib->vm, array);
            return t;
        }
        if (as_obj(v)->aux == ACCENT_NUMPY || tensor_device(own)->kind == DEVICE_CPU) return tensor_retain(own);
        Tensor *t = tensor_to(lib->core, tensor_of(v), device_cpu(lib->core), DT_NONE, false, lang_site(lib->vm));
        if (!t) tensor_raise(lib, ACCENT_NUMPY);
        return t;
    }
    DType d;
    Scalar s;
    if (numpy_is_scalar(v, &d, &s)) {
        char room[DTYPE_MAX_BYTES];
        dtype_store(d, room, s);
        Tensor *t = tensor_from_host(lib->core, device_cpu(lib->core), d, NULL, 0, room);
        if (!t) tensor_raise(lib, ACCENT_NUMPY);
        return t;
    }
    Value array = by_protocol(lib->vm, v);
    if (!array && err_occurred(lib->vm)) return NULL;
    if (array && is_tensor(array)) {
        Tensor *t = tensor_retain(tensor_of(array));
        release(lib->vm, array);
        return t;
    }
    release(lib->vm, array);
    Tensor *t = tensor_from_value(lib, ACCENT_NUMPY, v, DT_NONE, device_cpu(lib->core));
    if (t) tensor_made_at(t, lang_site(lib->vm));
    return t;
}

static bool said(Ref v) { return v && !is_none(v); }

/* ---- making ---- */
/* array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None) */
static Value fn_array(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    DType d = DT_NONE;
    if (!lib || !tensor_dtype(lib, args[1], &d)) return NO_VALUE;
    bool copy = !args[2] || is_none(args[2]) || op_truth(vm, args[2]) > 0;
    int64_t least = 0;
    if (said(args[5]) && !num_index_i64(vm, args[5], &least)) return NO_VALUE;
    if (!copy && is_tensor(args[0]) && as_obj(args[0])->aux == ACCENT_NUMPY && (d == DT_NONE || tensor_of(args[0])->dtype == d) && tensor_of(args[0])->ndim >= least) return retain(args[0]);
    Tensor *t;
    bool plain = is_list(args[0]) || is_tuple(args[0]);
    if (plain) {
        t = tensor_from_value(lib, ACCENT_NUMPY, args[0], d, device_cpu(lib->core));
    } else {
        Tensor *from = numpy_tensor(lib, args[0]);
        if (!from) return NO_VALUE;
        bool foreign = is_tensor(args[0]);
        if (foreign && as_obj(args[0])->aux != ACCENT_NUMPY) {
            if (as_obj(args[0])->aux == ACCENT_TORCH && grad_flows(tensor_of(args[0]))) {
                tensor_release(lib->core, from);
                return err_raise(vm, EXC_RuntimeError, "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
            }
            Tensor *view = tensor_view(lib->core, from, from->shape, from->strides, from->ndim, from->offset); /* an object of NumPy's over the same memory */
            tensor_release(lib->core, from);
            if (!(from = view)) return tensor_raise(lib, ACCENT_NUMPY);
        }
        if (d != DT_NONE && d != DT_BOOL && dtype_is_complex((DType)from->dtype) && !dtype_is_complex(d) && !(foreign ? numpy_warn_complex(vm) : numpy_needs_real(vm, d))) {
            tensor_release(lib->core, from);
            return NO_VALUE;
        }
        t = foreign || (d != DT_NONE && from->dtype != d) ? tensor_to(lib->core, from, device_cpu(lib->core), d, copy && foreign, lang_site(vm)) : tensor_retain(from);
        tensor_release(lib->core, from);
        if (!t) return tensor_raise(lib, ACCENT_NUMPY);
        if (foreign && grad_flows(t)) grad_detach(lib->core, t);
    }
    if (!t) return NO_VALUE;
    if (t->ndim < least && least <= MAX_DIMS) { /* ones in front */
        int64_t shape[MAX_DIMS], strides[MAX_DIMS];
        int more = (int)least - t->ndim;
        for (int i = 0; i < least; i++) {
            shape[i] = i < more ? 1 : t->shape[i - more];
            strides[i] = i < more ? t->size : t->strides[i - more];
        }
        Tensor *view = tensor_view(lib->core, t, shape, strides, (int)least, t->offset);
        tensor_release(lib->core, t);
        t = view;
    }
    if (t) tensor_made_at(t, lang_site(vm));
    return tensor_show(lib, ACCENT_NUMPY, t);
}

/* asarray(a, dtype=None, order=None) */
static Value fn_asarray(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_tensor(args[0]) && as_obj(args[0])->aux == ACCENT_NUMPY && !said(args[1])) return retain(args[0]);
    Ref all[7] = {args[0], args[1], V_FALSE, NULL, NULL, NULL, NULL};
    return fn_array(vm, all, 7, NULL);
}

static bool shape_arg(VM *vm, Ref v, Dims *shape)
{
    if (is_tensor(v) && tensor_of(v)->ndim == 0) {
        shape->n = 1;
        return num_index_i64(vm, v, &shape->d[0]);
    }
    if (!is_int(v) && !is_tuple(v) && !is_list(v) && !is_tensor(v)) {
        shape->n = 1;
        if (type_of(vm, v)->s.to_index) return num_index_i64(vm, v, &shape->d[0]);
        if (is_str(v) || is_float_any(v)) return err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    }
    return tensor_ints(vm, v, shape);
}

static Value created(VM *vm, Ref shape, Ref dtype, Scalar value, DType other)
{
    TensorLib *lib = tensor_lib(vm);
    Dims dims;
    DType d;
    if (!lib || !shape_arg(vm, shape, &dims) || !tensor_dtype(lib, dtype, &d)) return NO_VALUE;
    for (int i = 0; i < dims.n; i++)
        if (dims.d[i] < 0) return err_raise(vm, EXC_ValueError, NUMPY_SAYS(DIMENSION_NEGATIVE));
    Attr attrs[create_ATTRS] = {[create_shape].ints = {dims.d, dims.n}, [create_dtype].i = d == DT_NONE ? other : d, [create_value].number = value};
    Tensor *t;
    if (!core_call(lib->core, OP_full, ACCENT_NUMPY, lang_site(vm), NULL, 0, attrs, CALL_NO_GRAD, &t)) return tensor_raise(lib, ACCENT_NUMPY);
    tensor_made_at(t, lang_site(vm));
    return tensor_show(lib, ACCENT_NUMPY, t);
}
static Value fn_zeros(VM *vm, const Ref *args, int n, Ref kwnames) { return created(vm, args[0], args[1], scalar_int(0), DT_FLOAT64); }
static Value fn_ones(VM *vm, const Ref *args, int n, Ref kwnames) { return created(vm, args[0], args[1], scalar_int(1), DT_FLOAT64); }

/* ndarray(shape, dtype=float) */
static Value ndarray_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"shape", "dtype"};
    Ref out[2] = {NULL, NULL};
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !args_bind(vm, "ndarray", args, n, kwnames, names, 2, out)) return NO_VALUE;
    if (cls != REF(lib->types[ACCENT_NUMPY])) return err_raise(vm, EXC_NotImplementedError, "perch's numpy has no subclasses of ndarray yet");
    if (!out[0]) return err_raise(vm, EXC_TypeError, "ndarray() missing required argument 'shape' (pos 0)");
    return created(vm, out[0], out[1], scalar_int(0), DT_FLOAT64);
}

/* full_number(shape, value, dtype): value is a number */
static Value fn_full(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Scalar s, plain;
    DType d;
    if (!tensor_number_any(vm, args[1], &s)) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "a number is wanted, not %T", args[1]);
    if (!numpy_is_scalar(args[1], &d, &plain)) d = dtype_of_scalar(ACCENT_NUMPY, s);
    return created(vm, args[0], args[2], s, d);
}

/* arange([start,] stop[, step], dtype=None): raw, for its odd signature */
static Value fn_arange(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    static const char *const names[] = {"start", "stop", "step", "dtype", "like"};
    Ref given[5] = {NULL};
    for (int i = 0; i < n && i < 5; i++) given[i] = args[i];
    if (n > 5) return err_raise(vm, EXC_TypeError, "arange() takes at most 4 positional arguments (%d given)", n);
    for (int64_t k = 0; kwnames && k < as_tuple(kwnames)->len; k++) {
        int i = 0;
        while (i < 5 && !str_equal_c(as_tuple(kwnames)->items[k], names[i])) i++;
        if (i == 5) return err_raise(vm, EXC_TypeError, "'%U' is an invalid keyword argument for arange()", (Ref)as_tuple(kwnames)->items[k]);
        given[i] = args[n + k];
    }
    if (!given[0] && !given[1]) return err_raise(vm, EXC_TypeError, "arange() requires stop to be specified.");
    if (!said(given[1])) {
        given[1] = given[0];
        given[0] = NULL;
    }
    Scalar values[3] = {scalar_int(0), scalar_int(0), scalar_int(1)};
    for (int i = 0; i < 3; i++) {
        if (!said(given[i])) continue;
        if (tensor_number(vm, given[i], &values[i])) continue;
        if (err_occurred(vm)) return NO_VALUE;
        if (is_tensor(given[i]) && tensor_of(given[i])->size == 1) {
            if (!tensor_item(lib, given[i], &values[i])) return tensor_raise(lib, ACCENT_NUMPY);
        } else
            return err_raise(vm, EXC_TypeError, "unsupported operand type(s) for -: '%T' and 'int'", given[i]);
    }
    for (int i = 0; i < 3; i++)
        if (values[i].kind == SCALAR_BOOL) values[i].kind = SCALAR_INT;
    DType d = DT_NONE;
    if (!tensor_dtype(lib, given[3], &d)) return NO_VALUE;
    if (scalar_as_double(values[2]) == 0) return err_raise(vm, scalar_as_double(values[1]) == scalar_as_double(values[0]) ? EXC_ValueError : EXC_ZeroDivisionError, scalar_as_double(values[1]) == scalar_as_double(values[0]) ? "Maximum allowed size exceeded" : "division by zero");
    Attr attrs[range_ATTRS] = {[range_start].number = values[0], [range_step].number = values[2], [range_stop].number = values[1], [range_dtype].i = d};
    Tensor *t;
    if (!core_call(lib->core, OP_arange, ACCENT_NUMPY, lang_site(vm), NULL, 0, attrs, CALL_NO_GRAD, &t)) return tensor_raise(lib, ACCENT_NUMPY);
    tensor_made_at(t, lang_site(vm));
    return tensor_show(lib, ACCENT_NUMPY, t);
}

/* scalar(x): an array without dimensions as a scalar, anything else as it is */
static Value fn_scalar(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0]) || tensor_of(args[0])->ndim) return retain(args[0]);
    TensorLib *lib = lib_of(tensor_of(args[0]));
    return numpy_show(lib, tensor_retain(tensor_of(args[0])));
}

/* view(t, shape, strides, offset): any look at t's memory, in elements; checked */
static Value fn_strided(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Dims shape, strides;
    int64_t offset, low, high;
    if (!lib || !is_tensor(args[0]) || !tensor_ints(vm, args[1], &shape) || !tensor_ints(vm, args[2], &strides) || !num_index_i64(vm, args[3], &offset)) return NO_VALUE;
    Tensor *t = tensor_of(args[0]);
    shape_extent(shape.d, strides.d, shape.n, &low, &high);
    if (shape.n != strides.n || offset + low < 0 || (size_t)(offset + high) * dtype_bytes((DType)t->dtype) > t->storage->size) return err_raise(vm, EXC_ValueError, "the view leaves the array's memory");
    return tensor_show(lib, ACCENT_NUMPY, tensor_view(lib->core, t, shape.d, strides.d, shape.n, offset));
}

/* ---- shapes ---- */
static Value reshaped(VM *vm, Ref a, Ref shape)
{
    TensorLib *lib = tensor_lib(vm);
    Dims dims;
    if (!lib || !shape_arg(vm, shape, &dims)) return NO_VALUE;
    int unknown = 0;
    for (int i = 0; i < dims.n; i++) {
        if (dims.d[i] < 0) {
            unknown++;
            dims.d[i] = -1;
        }
    }
    if (unknown > 1) return err_raise(vm, EXC_ValueError, "can only specify one unknown dimension");
    Tensor *t = numpy_tensor(lib, a);
    if (!t) return NO_VALUE;
    Tensor *out = numpy_call1(lib, OP_reshape, t, (Attr[shape_ATTRS]){[shape_shape].ints = {dims.d, dims.n}});
    tensor_release(lib->core, t);
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}

static Value order_slow(VM *vm, const char *name, Ref a, Ref extra, Ref order); /* order='F' */
static bool fortran(Ref order) { return said(order) && is_str(order) && (str_equal_c(order, "F") || str_equal_c(order, "f")); }

static Value m_reshape(VM *vm, const Ref *args, int n, Ref kwnames) /* self, *shape, order='C' */
{
    Ref shape = as_tuple(args[1])->len == 1 && !is_int(as_tuple(args[1])->items[0]) ? (Ref)as_tuple(args[1])->items[0] : args[1];
    if (fortran(args[2])) return order_slow(vm, "reshape", args[0], shape, args[2]);
    return reshaped(vm, args[0], shape);
}
static Value fn_reshape(VM *vm, const Ref *args, int n, Ref kwnames) /* a, newshape, order */
{
    if (fortran(args[2])) return order_slow(vm, "reshape", args[0], args[1], args[2]);
    return reshaped(vm, args[0], args[1]);
}

static Value transposed(VM *vm, Ref a, Ref axes)
{
    TensorLib *lib = tensor_lib(vm);
    Dims dims = {.n = 0};
    if (!lib || (said(axes) && !tensor_ints(vm, axes, &dims))) return NO_VALUE;
    Tensor *t = numpy_tensor(lib, a);
    if (!t) return NO_VALUE;
    bool ok = true, marks[MAX_DIMS] = {false};
    if (said(axes) && dims.n != t->ndim) ok = err_false(vm, EXC_ValueError, "axes don't match array");
    for (int i = 0; ok && said(axes) && i < dims.n; i++) {
        int axis;
        if (!shape_axis(dims.d[i], t->ndim, &axis)) break; /* core says it */
        if (marks[axis]) ok = err_false(vm, EXC_ValueError, NUMPY_SAYS(TRANSPOSE_TWICE));
        marks[axis] = true;
    }
    Tensor *out = ok ? numpy_call1(lib, OP_transpose, t, (Attr[axes_ATTRS]){[axes_axes].ints = said(axes) ? (Ints){dims.d, dims.n} : INTS_ABSENT}) : NULL;
    tensor_release(lib->core, t);
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}
static Value m_transpose(VM *vm, const Ref *args, int n, Ref kwnames) /* self, *axes */
{
    if (as_tuple(args[1])->len == 0) return transposed(vm, args[0], NULL);
    return transposed(vm, args[0], as_tuple(args[1])->len == 1 && !is_int(as_tuple(args[1])->items[0]) ? (Ref)as_tuple(args[1])->items[0] : args[1]);
}
static Value fn_transpose(VM *vm, const Ref *args, int n, Ref kwnames) { return transposed(vm, args[0], args[1]); }
static Value get_T(VM *vm, Ref v) { return transposed(vm, v, NULL); }

static Value flat_of(VM *vm, Ref a, bool copy)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = lib ? numpy_tensor(lib, a) : NULL;
    if (!t) return NO_VALUE;
    int64_t all = t->size;
    Tensor *out = numpy_call1(lib, OP_reshape, t, (Attr[shape_ATTRS]){[shape_shape].ints = {&all, 1}});
    if (out && copy && out->storage == t->storage) {
        Tensor *own = numpy_call1(lib, OP_copy, out, NULL);
        tensor_release(lib->core, out);
        out = own;
    }
    tensor_release(lib->core, t);
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}
static Value m_ravel(VM *vm, const Ref *args, int n, Ref kwnames) { return fortran(args[1]) ? order_slow(vm, "ravel", args[0], V_NONE, args[1]) : flat_of(vm, args[0], false); }
static Value m_flatten(VM *vm, const Ref *args, int n, Ref kwnames) { return fortran(args[1]) ? order_slow(vm, "ravel", args[0], V_NONE, args[1]) : flat_of(vm, args[0], true); }

static Value order_slow(VM *vm, const char *name, Ref a, Ref extra, Ref order)
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np) return NO_VALUE;
    if (!np->reduce_slow) return err_raise(vm, EXC_NotImplementedError, "order='F'");
    Value text = str_format(vm, "order_%s", name), all = text ? tuple_of(vm, 2, a, extra) : NO_VALUE;
    Value result = all ? call2(vm, np->reduce_slow, text, all) : NO_VALUE;
    release(vm, text);
    release(vm, all);
    return result;
}

/* squeeze(a, axis=None) */
static Value fn_squeeze(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Dims dims = {.n = 0};
    if (!lib || (said(args[1]) && !tensor_ints(vm, args[1], &dims))) return NO_VALUE;
    Tensor *t = numpy_tensor(lib, args[0]);
    if (!t) return NO_VALUE;
    bool ok = true;
    for (int i = 0; ok && i < dims.n; i++) {
        int axis;
        if (shape_axis(dims.d[i], t->ndim, &axis) && t->ndim && t->shape[axis] != 1)
            ok = err_false(vm, EXC_ValueError, "cannot select an axis to squeeze out which has size not equal to one");
    }
    Tensor *out = ok ? numpy_call1(lib, OP_squeeze, t, (Attr[axes_ATTRS]){[axes_axes].ints = said(args[1]) ? (Ints){dims.d, dims.n} : INTS_ABSENT}) : NULL;
    tensor_release(lib->core, t);
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}

/* ---- values ---- */
/* astype(dtype, order='K', casting='unsafe', subok=True, copy=True) */
static Value m_astype(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = lib_of(tensor_of(args[0]));
    DType d;
    if (!tensor_dtype(lib, args[1], &d)) return NO_VALUE;
    if (d == DT_NONE) d = DT_FLOAT64;
    if (dtype_is_complex((DType)tensor_of(args[0])->dtype) && !dtype_is_complex(d) && d != DT_BOOL) {
        if (args[3] && is_str(args[3]) && str_equal_c(args[3], "real")) return err_raise(vm, EXC_NotImplementedError, "perch's numpy does not compute this for complex numbers yet"); /* (numpy's own Python asks so) */
        if (!numpy_warn_complex(vm)) return NO_VALUE;
    }
    if (!numpy_may_cast(vm, (DType)tensor_of(args[0])->dtype, d, args[3])) return NO_VALUE;
    bool copy = !args[5] || op_truth(vm, args[5]) > 0;
    if (!copy && tensor_of(args[0])->dtype == d) return retain(args[0]);
    Tensor *out = numpy_call1(lib, OP_cast, tensor_of(args[0]), (Attr[cast_ATTRS]){[cast_dtype].i = d});
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = lib ? numpy_tensor(lib, args[0]) : NULL;
    Tensor *out = t ? numpy_call1(lib, OP_copy, t, NULL) : NULL;
    if (t) tensor_release(lib->core, t);
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}

static Value m_fill(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return tensor_setitem(vm, args[0], V_ELLIPSIS, args[1]) ? V_NONE : NO_VALUE;
}

static Value m_tolist(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = lib_of(tensor_of(args[0]));
    core_set_accent(lib->core, ACCENT_NUMPY);
    return tensor_to_list(lib, tensor_of(args[0]));
}

static Value m_tobytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = tensor_of(args[0]);
    TensorLib *lib = lib_of(t);
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    for (int i = 0; i < t->ndim; i++) { /* by columns: the rows of the axes turned about */
        shape[i] = t->shape[t->ndim - 1 - i];
        strides[i] = t->strides[t->ndim - 1 - i];
    }
    Tensor *turned = fortran(args[1]) ? tensor_view(lib->core, t, shape, strides, t->ndim, t->offset) : tensor_retain(t);
    if (!turned) return tensor_raise(lib, ACCENT_NUMPY);
    Value b = bytes_from(vm, NULL, (int64_t)tensor_bytes(t));
    if (b && !tensor_read(lib->core, turned, as_bytes(b)->data)) {
        value_clear(vm, &b);
        tensor_raise(lib, ACCENT_NUMPY);
    }
    tensor_release(lib->core, turned);
    return b;
}

/* item(): the only element; item(i): of the flat array; item(i, j) */
static Value m_item(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = tensor_of(args[0]);
    TensorLib *lib = lib_of(t);
    Ref key = args[1];
    if (as_tuple(key)->len == 1 && is_tuple(as_tuple(key)->items[0])) key = as_tuple(key)->items[0];
    Tuple *keys = as_tuple(key);
    const char *at = tensor_map(lib->core, t);
    if (!at && t->size) return tensor_raise(lib, ACCENT_NUMPY);
    int64_t offset = 0;
    if (keys->len == 0) {
        if (t->size != 1) return err_raise(vm, EXC_ValueError, NUMPY_SAYS(ONE_ELEMENT));
    } else if (keys->len == 1) {
        int64_t i;
        if (!num_index_i64(vm, keys->items[0], &i)) return NO_VALUE;
        if (i < -t->size || i >= t->size)
            return t->ndim == 1 ? numpy_index_error(vm, i, 0, t->size) : err_raise(vm, EXC_IndexError, NUMPY_SAYS(INDEX_SIZE), (long long)i, (long long)t->size);
        if (i < 0) i += t->size;
        for (int k = t->ndim - 1; k >= 0; k--) {
            offset += i % t->shape[k] * t->strides[k];
            i /= t->shape[k];
        }
    } else {
        if (keys->len != t->ndim) return err_raise(vm, EXC_ValueError, "incorrect number of indices for array");
        for (int k = 0; k < t->ndim; k++) {
            int64_t i;
            if (!num_index_i64(vm, keys->items[k], &i)) return NO_VALUE;
            if (i < -t->shape[k] || i >= t->shape[k])
                return numpy_index_error(vm, i, k, t->shape[k]);
            offset += (i < 0 ? i + t->shape[k] : i) * t->strides[k];
        }
    }
    return scalar_value(vm, dtype_load((DType)t->dtype, at + offset * (int64_t)dtype_bytes((DType)t->dtype)));
}

/* dot(a, b, out=None) */
/* By a number, whose dtype counts as an array's. */
static Tensor *scaled(TensorLib *lib, Tensor *a, Tensor *b)
{
    bool same;
    Operand both[2] = {{(DType)a->dtype, false, false}, {(DType)b->dtype, false, false}};
    Tensor *wide = numpy_call1(lib, OP_cast, a, (Attr[cast_ATTRS]){[cast_dtype].i = dtype_promote(ACCENT_NUMPY, both, 2, &same)}), *out = NULL;
    if (wide) {
        Tensor *beside = numpy_call1(lib, OP_cast, b, (Attr[cast_ATTRS]){[cast_dtype].i = wide->dtype});
        if (beside) out = numpy_call2(lib, OP_multiply, wide, arg_tensor(beside));
        if (beside) tensor_release(lib->core, beside);
        tensor_release(lib->core, wide);
    }
    return out;
}

static Value fn_dot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *a = lib ? numpy_tensor(lib, args[0]) : NULL, *b = a ? numpy_tensor(lib, args[1]) : NULL, *out = NULL;
    if (b && (a->ndim == 0 || b->ndim == 0)) out = scaled(lib, a, b);
    else if (b) {
        int last = a->ndim - 1, first = b->ndim > 1 ? b->ndim - 2 : 0;
        if (a->shape[last] != b->shape[first]) {
            Value p = NO_VALUE, q = NO_VALUE, shapes[2];
            for (int k = 0; k < 2; k++) {
                Tensor *t = k ? b : a;
                StrB s = STRB_INIT(vm);
                strb_char(&s, '(');
                for (int i = 0; i < t->ndim; i++) strb_format(&s, i ? ",%lld" : "%lld", (long long)t->shape[i]);
                strb_c(&s, t->ndim == 1 ? ",)" : ")");
                shapes[k] = strb_take(&s);
            }
            p = shapes[0];
            q = shapes[1];
            if (p && q)
                err_raise(vm, EXC_ValueError, NUMPY_SAYS(DOT_ALIGNED), str_utf8(vm, p, NULL), str_utf8(vm, q, NULL), (long long)a->shape[last], last, (long long)b->shape[first], first);
            release(vm, p);
            release(vm, q);
        } else {
            Attr attrs[matrix_ATTRS] = {[matrix_alpha].number = scalar_int(1), [matrix_beta].number = scalar_int(1)};
            Arg in[2] = {arg_tensor(a), arg_tensor(b)};
            if (!core_call(lib->core, a->ndim <= 2 && b->ndim <= 2 ? OP_matmul : OP_dot, ACCENT_NUMPY, lang_site(vm), in, 2, attrs, CALL_NO_GRAD, &out)) {
                out = NULL;
                tensor_raise(lib, ACCENT_NUMPY);
            }
        }
    }
    if (a) tensor_release(lib->core, a);
    if (b) tensor_release(lib->core, b);
    return out ? numpy_give(lib, out, args[2]) : NO_VALUE;
}

/* where3(condition, x, y) */
static Value fn_where(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Arg in[3];
    Tensor *made[3] = {NULL, NULL, NULL}, *out = NULL;
    bool ok = true;
    for (int i = 0; ok && i < 3; i++) {
        Scalar s;
        DType d;
        if (i && !numpy_is_scalar(args[i], &d, &s) && tensor_number_any(vm, args[i], &s)) in[i] = arg_number(s);
        else {
            made[i] = err_occurred(vm) ? NULL : numpy_tensor(lib, args[i]);
            ok = made[i] != NULL;
            if (ok) in[i] = arg_tensor(made[i]);
        }
    }
    if (ok && !core_call(lib->core, OP_where, ACCENT_NUMPY, lang_site(vm), in, 3, NULL, CALL_NO_GRAD, &out)) {
        out = NULL;
        tensor_raise(lib, ACCENT_NUMPY);
    }
    for (int i = 0; i < 3; i++)
        if (made[i]) tensor_release(lib->core, made[i]);
    return out ? tensor_show(lib, ACCENT_NUMPY, out) : NO_VALUE;
}

/* ---- properties ---- */
static Value get_shape(VM *vm, Ref v)
{
    const Tensor *t = tensor_of(v);
    Value shape = tuple_new(vm, t->ndim);
    for (int i = 0; shape && i < t->ndim; i++) as_tuple(shape)->items[i] = make_small(t->shape[i]);
    return shape;
}
static bool set_shape(VM *vm, Ref v, Ref shape)
{
    if (!shape) return err_false(vm, EXC_AttributeError, "Cannot delete array shape");
    Value other = reshaped(vm, v, shape);
    if (!other) return false;
    Tensor *t = tensor_of(v), *o = tensor_of(other);
    bool ok = o->storage == t->storage || err_false(vm, EXC_AttributeError, "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape.");
    if (ok) tensor_set_shape(tensor_device(t)->core, t, o->shape, o->strides, o->ndim);
    release(vm, other);
    return ok;
}
static Value get_strides(VM *vm, Ref v)
{
    const Tensor *t = tensor_of(v);
    Value strides = tuple_new(vm, t->ndim);
    int64_t bytes = t->size || t->flags & T_VIEW ? (int64_t)dtype_bytes((DType)t->dtype) : 0; /* (made without elements, NumPy's have no steps) */
    for (int i = 0; strides && i < t->ndim; i++) as_tuple(strides)->items[i] = make_small(t->strides[i] * bytes);
    return strides;
}
static Value get_dtype(VM *vm, Ref v) { return dtype_new(lib_of(tensor_of(v)), ACCENT_NUMPY, (DType)tensor_of(v)->dtype); }
static Value get_ndim(VM *vm, Ref v) { return make_small(tensor_of(v)->ndim); }
static Value get_size(VM *vm, Ref v) { return make_small(tensor_of(v)->size); }
static Value get_itemsize(VM *vm, Ref v) { return make_small((int64_t)dtype_bytes((DType)tensor_of(v)->dtype)); }
static Value get_nbytes(VM *vm, Ref v) { return make_small((int64_t)tensor_bytes(tensor_of(v))); }
static Value get_real(VM *vm, Ref v) { return retain(v); }

/* ---- printing: numpy's options ---- */
/* print_options(precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, floatmode): the Python side has checked them; None: as it is */
static bool owned_text(TensorLib *lib, int which, Ref v, const char **out)
{
    size_t n;
    Value kept = str_intern(lib->vm, retain(v));
    if (!kept) return false;
    value_put(lib->vm, &lib->print_names[which], kept);
    *out = str_utf8(lib->vm, kept, &n);
    return *out != NULL;
}

static bool read_options(TensorLib *lib, const Ref *args, NumpyPrint *p, bool keep)
{
    VM *vm = lib->vm;
    size_t n;
    if (args[0] && !num_index_i64(vm, args[0], &p->precision)) return false;
    if (said(args[1]) && !num_to_double(vm, args[1], &p->threshold)) return false;
    if (said(args[2]) && !num_index_i64(vm, args[2], &p->edgeitems)) return false;
    if (said(args[3]) && !num_index_i64(vm, args[3], &p->linewidth)) return false;
    if (said(args[4])) p->suppress = op_truth(vm, args[4]) > 0;
    if (said(args[5]) && !(keep ? owned_text(lib, 0, args[5], &p->nanstr) : (p->nanstr = str_utf8(vm, args[5], &n)) != NULL)) return false;
    if (said(args[6]) && !(keep ? owned_text(lib, 1, args[6], &p->infstr) : (p->infstr = str_utf8(vm, args[6], &n)) != NULL)) return false;
    if (said(args[7])) p->sign = (char)str_at(as_str(args[7]), 0);
    if (said(args[8]))
        p->floatmode = str_equal_c(args[8], "fixed") ? FLOATMODE_FIXED : str_equal_c(args[8], "unique") ? FLOATMODE_UNIQUE : str_equal_c(args[8], "maxprec_equal") ? FLOATMODE_MAXPREC_EQUAL : FLOATMODE_MAXPREC;
    return true;
}
static Value fn_print_options(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    NumpyPrint p;
    if (!lib) return NO_VALUE;
    p = lib->numpy_print;
    if (!read_options(lib, args, &p, true)) return NO_VALUE;
    lib->numpy_print = p;
    return V_NONE;
}

/* text(a, mode, separator, prefix, suffix, *options): mode 0 str, 1 repr, 2 array2string */
static Value fn_text(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !is_tensor(args[0])) return lib ? err_raise(vm, EXC_TypeError, "expected an array, not %T", args[0]) : NO_VALUE;
    Tensor *t = tensor_of(args[0]);
    NumpyPrint p = lib->numpy_print;
    Ref options[9] = {NULL};
    for (int64_t i = 0; i < as_tuple(args[5])->len && i < 9; i++) options[i] = is_none(as_tuple(args[5])->items[i]) ? NULL : (Ref)as_tuple(args[5])->items[i];
    if (!read_options(lib, options, &p, false)) return NO_VALUE;
    size_t bytes = tensor_bytes(t) + 1, length;
    char *data = core_alloc(lib->core, bytes);
    if (!data || !tensor_read(lib->core, t, data)) {
        if (data) core_free(lib->core, data, bytes);
        return tensor_raise(lib, ACCENT_NUMPY);
    }
    HostArray a = {(DType)t->dtype, t->ndim, t->shape, data};
    StrB b = STRB_INIT(vm);
    int64_t mode = small_of(args[1]);
    const char *separator = str_utf8(vm, args[2], &length), *prefix = str_utf8(vm, args[3], &length), *suffix = str_utf8(vm, args[4], &length);
    bool ok = separator && prefix && suffix &&
              (mode == 0 ? array_text_numpy_str(&b, &a, &p) : mode == 1 ? array_text_numpy_repr(&b, &a, &p, "array") : array_text_numpy(&b, &a, &p, separator, prefix, suffix));
    core_free(lib->core, data, bytes);
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NO_VALUE;
}

/* float_text(x, scientific, unique, fractional, trim, plus, precision, min_digits, pad_left, pad_right, exp_digits): numpy.format_float_* */
static Value fn_float_text(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Scalar s;
    DType d;
    if (!numpy_is_scalar(args[0], &d, &s)) {
        double x;
        if (!num_to_double(vm, args[0], &x)) return NO_VALUE;
        s = scalar_float(x);
        d = DT_FLOAT64;
    }
    FloatSpec f = FLOAT_SPEC_DEFAULT(dtype_is_float(d) ? d : DT_FLOAT64);
    f.scientific = args[1] == V_TRUE;
    f.unique = args[2] == V_TRUE;
    f.fractional = args[3] == V_TRUE;
    f.trim = (char)str_at(as_str(args[4]), 0);
    f.plus = args[5] == V_TRUE;
    int64_t *numbers[] = {&f.precision, &f.min_digits, &f.pad_left, &f.pad_right, &f.exp_digits};
    for (int i = 0; i < 5; i++)
        if (!num_index_i64(vm, args[6 + i], numbers[i])) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    if (array_text_float(&b, scalar_as_double(s), &f)) return strb_take(&b);
    strb_drop(&b);
    return NO_VALUE;
}

/* ---- what the Python side gives ---- */
static Value fn_connect(VM *vm, const Ref *args, int n, Ref kwnames) /* ufunc_slow, reduce_slow, cast_error, axis_error, type_error */
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np) return NO_VALUE;
    Value *slots[] = {&np->ufunc_slow, &np->reduce_slow, &np->cast_error, &np->axis_error, &np->type_error, &np->find_dtype};
    for (int i = 0; i < 6; i++)
        if (args[i]) value_put(vm, slots[i], retain(args[i]));
    return V_NONE;
}

/* set_errors(divide, over, invalid): 0 warn, 1 ignore, 2 raise */
static Value fn_set_errors(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    for (int i = 0; np && i < 3; i++) np->errors[i] = is_small(args[i]) ? (uint8_t)small_of(args[i]) : NUMPY_WARN;
    return np ? V_NONE : NO_VALUE;
}

/* ---- tables ---- */
#define REDUCTIONS(FIRST)                                                                                                               \
    {"sum", numpy_sum, FIRST "axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True", "The sum over axes.", NATIVE_KW},  \
    {"prod", numpy_prod, FIRST "axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True", "The product over axes.", NATIVE_KW}, \
    {"max", numpy_max, FIRST "axis=None, out=None, keepdims=False, initial=None, where=True", "The largest over axes.", NATIVE_KW},        \
    {"min", numpy_min, FIRST "axis=None, out=None, keepdims=False, initial=None, where=True", "The smallest over axes.", NATIVE_KW},       \
    {"any", numpy_any, FIRST "axis=None, out=None, keepdims=False, where=True", "Is one of them true?", NATIVE_KW},                        \
    {"all", numpy_all, FIRST "axis=None, out=None, keepdims=False, where=True", "Are all of them true?", NATIVE_KW},                       \
    {"mean", numpy_mean, FIRST "axis=None, dtype=None, out=None, keepdims=False, where=True", "The mean over axes.", NATIVE_KW},           \
    {"var", numpy_var, FIRST "axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True", "The variance over axes.", NATIVE_KW}, \
    {"std", numpy_std, FIRST "axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True", "The standard deviation.", NATIVE_KW}, \
    {"argmax", numpy_argmax, FIRST "axis=None, out=None, keepdims=False", "Where the largest is.", NATIVE_KW},                             \
    {"argmin", numpy_argmin, FIRST "axis=None, out=None, keepdims=False", "Where the smallest is.", NATIVE_KW},                            \
    {"cumsum", numpy_cumsum, FIRST "axis=None, dtype=None, out=None", "Running sums.", NATIVE_KW},                                         \
    {"cumprod", numpy_cumprod, FIRST "axis=None, dtype=None, out=None", "Running products.", NATIVE_KW},

static const NativeDef methods[] = {
    REDUCTIONS("self, ")
    {"reshape", m_reshape, "self, *shape, order='C'", "Another shape of the same elements.", 0},
    {"transpose", m_transpose, "self, *axes", "Axes in another order.", 0},
    {"ravel", m_ravel, "self, order='C'", "One axis; a view where that is possible.", NATIVE_KW},
    {"flatten", m_flatten, "self, order='C'", "One axis; a copy.", NATIVE_KW},
    {"squeeze", fn_squeeze, "self, axis=None", "Without axes of size 1.", NATIVE_KW},
    {"astype", m_astype, "self, dtype, order='K', casting='unsafe', subok=True, copy=True", "A copy of another dtype.", NATIVE_KW},
    {"copy", m_copy, "self, order='C'", "A copy.", NATIVE_KW},
    {"__copy__", m_copy, "self", "A copy.", 0},
    {"__deepcopy__", m_copy, "self, memo=None, /", "A copy.", 0},
    {"fill", m_fill, "self, value", "Every element the value.", NATIVE_KW},
    {"tolist", m_tolist, "self", "Nested lists of Python's numbers.", 0},
    {"tobytes", m_tobytes, "self, order='C'", "The elements' bytes, row-major.", NATIVE_KW},
    {"item", m_item, "self, *args", "One element as Python's number.", 0},
    {"dot", fn_dot, "self, b, out=None", "The product with b.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"shape", get_shape, set_shape, "sizes of the axes"}, {"strides", get_strides, NULL, "bytes from one to the next"},
    {"dtype", get_dtype, NULL, "what an element is"},     {"ndim", get_ndim, NULL, "how many axes"},
    {"size", get_size, NULL, "how many elements"},        {"itemsize", get_itemsize, NULL, "bytes of an element"},
    {"nbytes", get_nbytes, NULL, "bytes of all"},         {"T", get_T, NULL, "axes reversed"},
    {"real", get_real, NULL, "itself"},                   {NULL, NULL, NULL, NULL},
};
static const NativeDef functions[] = {
    REDUCTIONS("a, ")
    {"array", fn_array, "object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None", "A new array.", NATIVE_KW},
    {"asarray", fn_asarray, "a, dtype=None, order=None, *, like=None", "As an array; itself where it is one.", NATIVE_KW},
    {"zeros", fn_zeros, "shape, dtype=float, order='C', *, like=None", "All 0.", NATIVE_KW},
    {"ones", fn_ones, "shape, dtype=None, order='C', *, like=None", "All 1.", NATIVE_KW},
    {"empty", fn_zeros, "shape, dtype=float, order='C', *, like=None", "All 0 (NumPy leaves what was there).", NATIVE_KW},
    {"full_number", fn_full, "shape, value, dtype=None", "All one number.", 0},
    {"arange", fn_arange, "*args", "start, start + step, … up to stop.", NATIVE_RAW},
    {"scalar", fn_scalar, "x, /", "A 0-d array as a scalar.", 0},
    {"strided", fn_strided, "a, shape, strides, offset, /", "A view by strides, in elements.", 0},
    {"reshape", fn_reshape, "a, newshape, order='C'", "Another shape of the same elements.", NATIVE_KW},
    {"transpose", fn_transpose, "a, axes=None", "Axes in another order.", NATIVE_KW},
    {"ravel", m_ravel, "a, order='C'", "One axis.", NATIVE_KW},
    {"squeeze", fn_squeeze, "a, axis=None", "Without axes of size 1.", NATIVE_KW},
    {"copy", m_copy, "a, order='K', subok=False", "A copy.", NATIVE_KW},
    {"dot", fn_dot, "a, b, out=None", "The product.", NATIVE_KW},
    {"where3", fn_where, "condition, x, y, /", "x where the condition holds, else y.", 0},
    {"print_options", fn_print_options, "precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, floatmode, /", "set_printoptions.", 0},
    {"text", fn_text, "a, mode, separator, prefix, suffix, *options", "An array's text.", 0},
    {"float_text", fn_float_text, "x, scientific, unique, fractional, trim, plus, precision, min_digits, pad_left, pad_right, exp_digits, /", "A number's text.", 0},
    {"set_errors", fn_set_errors, "divide, over, invalid, /", "What np.errstate says.", 0},
    {"connect", fn_connect, "ufunc_slow, reduce_slow, cast_error, axis_error, type_error, find_dtype, /", "What numpy's Python side adds.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

bool tensor_numpy_open(TensorLib *lib)
{
    Type *t = lib->types[ACCENT_NUMPY];
    t->flags &= ~(uint32_t)(TYPE_IMMUTABLE | TYPE_NO_NEW); /* py/numpy adds methods */
    t->s.new_ = ndarray_new;
    return type_add_methods(lib->vm, t, row_methods) && type_add_methods(lib->vm, t, methods) && type_add_getsets(lib->vm, t, getsets);
}

static bool numpy_init(VM *vm, Ref module, Dict *ns)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return false;
    Numpy *np = as_module(module)->state;
    np->lib = lib;
    lib->numpy = np;
    const NativeDef *tables[] = {functions, numpy_says_functions};
    for (int i = 0; i < 2; i++)
        for (const NativeDef *f = tables[i]; f->name; f++)
            if (!module_add(vm, ns, f->name, native_new(vm, f, NULL, V_NONE))) return false;
    if (!numpy_scalars_open(vm, np, ns) || !numpy_ufuncs_open(vm, np, ns) || !numpy_random_open(vm, np, ns) || !numpy_linalg_open(vm, ns) || !module_add_type(vm, ns, lib->types[ACCENT_NUMPY])) return false;
    return true;
}

static void numpy_done(VM *vm, void *state)
{
    Numpy *np = state;
    if (np->lib) np->lib->numpy = NULL;
    Value *slots[] = {&np->ufunc_slow, &np->reduce_slow, &np->cast_error, &np->axis_error, &np->type_error, &np->find_dtype};
    for (int i = 0; i < 6; i++) value_clear(vm, slots[i]);
    Type *types[NP_ABSTRACT_COUNT + DTYPE_COUNT + 2];
    int n = 0;
    for (int d = 0; d < DTYPE_COUNT; d++) types[n++] = np->scalars[d];
    for (int i = NP_ABSTRACT_COUNT - 1; i >= 0; i--) types[n++] = np->abstract[i];
    types[n++] = np->ufunc_type;
    types[n++] = np->stream_type;
    for (int i = 0; i < n; i++)
        if (types[i]) release(vm, VAL(types[i]));
}

const ModuleDef numpy_c_module = {
    .name = "_numpy",
    .doc = "NumPy's arrays, scalars and universal functions.",
    .functions = row_functions,
    .init = numpy_init,
    .state_size = sizeof(Numpy),
    .done = numpy_done,
};
