/* make.c: mxnet's arrays from nothing: filled, ranges, from values, random. They are made where ctx says, else on the current context.
 *
 * The names that end in _bare are the prelude's: sizes may stand one by one, ones(2, 3). */
#include "mxnet.h"

#include "core/rng.h"

/* shape: an int or a sequence; a tuple of one sequence is that sequence (*shape). */
static bool shape_arg(VM *vm, Ref shape, bool many, Dims *out)
{
    if (many && as_tuple(shape)->len == 1) shape = as_tuple(shape)->items[0];
    if (!shape) return err_false(vm, EXC_TypeError, "missing 1 required positional argument: 'shape'");
    return tensor_ints(vm, shape, out);
}

static Value filled(VM *vm, Ref shape, bool many, Scalar value, Ref context, Ref dtype, Ref out)
{
    TensorLib *lib = tensor_lib(vm);
    Dims dims;
    DType d;
    if (!lib || !shape_arg(vm, shape, many, &dims) || !tensor_dtype(lib, dtype, &d) || !mx_place(lib, context)) return NO_VALUE;
    Attr attrs[create_ATTRS];
    attrs[create_shape].ints = (Ints){dims.d, dims.n};
    attrs[create_dtype].i = d == DT_NONE ? DT_FLOAT32 : d;
    attrs[create_value].number = value;
    Tensor *t = mx_run(lib, OP_full, NULL, 0, attrs);
    mx_place_done(lib);
    return mx_give(lib, t, out);
}

/* shape, ctx=None, dtype=None, out=None, stype=None, name=None */
static Value fn_zeros(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, args[0], false, scalar_int(0), args[1], args[2], args[3]); }
static Value fn_ones(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, args[0], false, scalar_int(1), args[1], args[2], args[3]); }
static Value fn_empty(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, args[0], false, scalar_int(0), args[1], args[2], NULL); }
static Value fn_zeros_bare(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, args[0], true, scalar_int(0), args[1], args[2], NULL); }
static Value fn_ones_bare(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, args[0], true, scalar_int(1), args[1], args[2], NULL); }

static Value fn_full(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Scalar s;
    if (!tensor_number(vm, args[1], &s)) {
        double d;
        if (err_occurred(vm)) return NO_VALUE;
        if (is_tensor(args[1])) {
            TensorLib *lib = lib_of(tensor_of(args[1]));
            if (!tensor_item(lib, args[1], &s)) return tensor_raise(lib, ACCENT_MXNET);
        } else {
            if (!mx_float(vm, args[1], 0, &d)) return NO_VALUE;
            s = scalar_float(d);
        }
    }
    return filled(vm, args[0], false, s, args[2], args[3], args[4]);
}

/* What only NumPy makes numbers of (None is NaN, texts are read), as its array; NO_VALUE: it does not either. */
static Value read_by_numpy(VM *vm, Ref source, DType d)
{
    err_clear(vm);
    Value array = import_attr(vm, "numpy", "array"), dtype = array ? str_from_c(vm, dtype_info[d].name) : NO_VALUE;
    Value made = dtype ? call2(vm, array, source, dtype) : NO_VALUE;
    release(vm, dtype);
    release(vm, array);
    if (made || (err_occurred(vm) && !err_matches(vm, EXC_Exception))) return made;
    err_clear(vm);
    return err_raise(vm, EXC_TypeError, MXNET_SAYS(SOURCE_ARRAY));
}

/* source_array, ctx=None, dtype=None */
static Value fn_array(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    DType d;
    Device *device;
    if (!lib) return NO_VALUE;
    if (is_of_mxnet(args[0]) && as_obj(args[0])->aux == ACCENT_MXNET && type_of(vm, args[0]) != lib->types[ACCENT_MXNET]) { /* of a class of Python's: mx.nd.sparse */
        Value as_array = obj_getattr_c(vm, args[0], "_as_array");
        if (as_array) {
            Value made = call2(vm, as_array, args[1] ? args[1] : (Ref)V_NONE, args[2] ? args[2] : (Ref)V_NONE);
            release(vm, as_array);
            return made;
        }
        err_clear(vm);
    }
    if (!tensor_dtype(lib, args[2], &d)) { /* (NumPy was asked to make an array of it) */
        if (is_of_mxnet(args[0]) || is_foreign_array(vm, args[0]) || !err_matches(vm, EXC_TypeError)) return NO_VALUE;
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, MXNET_SAYS(SOURCE_ARRAY));
    }
    if (mx_given(args[1]) && !is_instance_of(vm, args[1], lib->context_type)) return err_raise(vm, EXC_AttributeError, "'%T' object has no attribute 'device_typeid'", args[1]);
    if (!tensor_device_arg(lib, ACCENT_MXNET, args[1], &device)) return NO_VALUE;
    Ref source = args[0];
    bool own = is_of_mxnet(source);
    lib->np = false;
    if (d == DT_NONE && !own) d = DT_FLOAT32;
    CoreMode mode = *core_mode(lib->core);
    core_mode(lib->core)->grad[ACCENT_MXNET] = false;
    core_set_accent(lib->core, ACCENT_MXNET);
    bool odd = is_str(source) || is_dict(source) || is_none(source);
    Tensor *t = odd ? NULL : tensor_from_value(lib, ACCENT_MXNET, source, d, device);
    if (!t && (odd || (!is_tensor(source) && (err_matches(vm, EXC_ValueError) || err_matches(vm, EXC_TypeError) || err_matches(vm, EXC_OverflowError))))) {
        Value array = read_by_numpy(vm, source, d);
        t = array ? tensor_from_value(lib, ACCENT_MXNET, array, d, device) : NULL;
        release(vm, array);
    }
    *core_mode(lib->core) = mode;
    if (!t) return NO_VALUE;
    tensor_made_at(t, lang_site(vm));
    return mx_show(lib, t);
}

static Scalar number_arg(VM *vm, Ref v, Scalar absent, bool *ok)
{
    Scalar s = absent;
    if (*ok && mx_given(v) && !tensor_number(vm, v, &s)) {
        double d = 0;
        *ok = !err_occurred(vm) && mx_float(vm, v, 0, &d);
        s = scalar_float(d);
    }
    return s;
}

/* start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype=float32 */
static Value fn_arange(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    bool ok = lib != NULL;
    Attr attrs[range_ATTRS];
    DType d;
    if (!ok) return NO_VALUE;
    attrs_default(op_get(OP_arange), attrs);
    Scalar start = number_arg(vm, args[0], scalar_int(0), &ok), stop = number_arg(vm, args[1], scalar_int(0), &ok), step = number_arg(vm, args[2], scalar_int(1), &ok);
    if (!ok || !mx_int(vm, args[3], 1, &attrs[range_repeat].i) || !tensor_dtype(lib, args[6], &d)) return NO_VALUE;
    if (!mx_given(args[1])) stop = start, start = scalar_int(0);
    attrs[range_start].number = start;
    attrs[range_stop].number = stop;
    attrs[range_step].number = step;
    attrs[range_dtype].i = d == DT_NONE ? DT_FLOAT32 : d;
    if (!mx_place(lib, args[5])) return NO_VALUE;
    Tensor *t = mx_run(lib, OP_arange, NULL, 0, attrs);
    mx_place_done(lib);
    return mx_give(lib, t, args[7]);
}

/* start, stop, num, endpoint=True, ctx=None, dtype=float32 */
static Value fn_linspace(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    bool ok = lib != NULL, endpoint;
    Attr attrs[range_ATTRS];
    DType d;
    if (!ok) return NO_VALUE;
    attrs_default(op_get(OP_linspace), attrs);
    attrs[range_start].number = number_arg(vm, args[0], scalar_int(0), &ok);
    attrs[range_stop].number = number_arg(vm, args[1], scalar_int(0), &ok);
    if (!ok || !mx_int(vm, args[2], 50, &attrs[range_count].i) || !mx_true(vm, args[3], true, &endpoint) || !tensor_dtype(lib, args[5], &d)) return NO_VALUE;
    attrs[range_endpoint].i = endpoint;
    attrs[range_dtype].i = d == DT_NONE ? DT_FLOAT32 : d;
    if (!mx_place(lib, args[4])) return NO_VALUE;
    Tensor *t = mx_run(lib, OP_linspace, NULL, 0, attrs);
    mx_place_done(lib);
    return mx_give(lib, t, args[6]);
}

/* N, M=0, k=0, ctx=None, dtype=None */
static Value fn_eye(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t shape[2], k;
    DType d;
    if (!lib || !num_index_i64(vm, args[0], &shape[0]) || !mx_int(vm, args[1], 0, &shape[1]) || !mx_int(vm, args[2], 0, &k) || !tensor_dtype(lib, args[4], &d)) return NO_VALUE;
    if (!shape[1]) shape[1] = shape[0];
    Attr attrs[create_ATTRS] = {[create_shape].ints = {shape, 2}, [create_dtype].i = d == DT_NONE ? DT_FLOAT32 : d, [create_value].number = scalar_int(k)};
    if (!mx_place(lib, args[3])) return NO_VALUE;
    Tensor *t = mx_run(lib, OP_eye, NULL, 0, attrs);
    mx_place_done(lib);
    return mx_give(lib, t, args[5]);
}

const NativeDef mx_make_functions[] = {
    {"zeros", fn_zeros, "shape, ctx=None, dtype=None, out=None, stype=None, name=None", "All 0.", NATIVE_KW},
    {"ones", fn_ones, "shape, ctx=None, dtype=None, out=None, stype=None, name=None", "All 1.", NATIVE_KW},
    {"empty", fn_empty, "shape, ctx=None, dtype=None, stype=None", "Of this shape; perch fills it with 0.", NATIVE_KW},
    {"full", fn_full, "shape, val, ctx=None, dtype=None, out=None", "All val.", NATIVE_KW},
    {"array", fn_array, "source_array, ctx=None, dtype=None", "A new array from values.", NATIVE_KW},
    {"arange", fn_arange, "start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype=None, out=None", "start, start + step, … below stop.", NATIVE_KW},
    {"linspace", fn_linspace, "start, stop, num, endpoint=True, ctx=None, dtype=None, out=None", "num values from start to stop.", NATIVE_KW},
    {"eye", fn_eye, "N, M=0, k=0, ctx=None, dtype=None, out=None", "1 on the k-th diagonal, else 0.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

/* The prelude's: known as _mxnet._zeros and _ones. */
const NativeDef mx_bare_functions[] = {
    {"zeros", fn_zeros_bare, "*shape, ctx=None, dtype=None", "All 0.", NATIVE_KW},
    {"ones", fn_ones_bare, "*shape, ctx=None, dtype=None", "All 1.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- random numbers ---- */
/* Draws into a new array on ctx, or into out, whose shape, dtype and place count then. */
static Value draw(TensorLib *lib, OpId op, Attr *attrs, Ref shape, Ref dtype, Ref context, Ref out, bool many)
{
    VM *vm = lib->vm;
    Dims dims = {1, {1}};
    DType d;
    if (mx_given(out)) {
        TensorLib *same;
        Tensor *t = mx_tensor(vm, out, "out", &same);
        if (!t) return NO_VALUE;
        attrs[random_shape].ints = (Ints){t->shape, t->ndim};
        attrs[random_dtype].i = t->dtype;
        Tensor *target = t;
        if (!core_call(lib->core, op, ACCENT_MXNET, lang_site(vm), NULL, 0, attrs, CALL_OUT_GIVEN, &target)) return tensor_raise(lib, ACCENT_MXNET);
        tensor_release(lib->core, target);
        return retain(out);
    }
    if (many ? as_tuple(shape)->len > 0 : mx_given(shape)) {
        if (!shape_arg(vm, shape, many, &dims)) return NO_VALUE;
    }
    if (!tensor_dtype(lib, dtype, &d) || !mx_place(lib, context)) return NO_VALUE;
    attrs[random_shape].ints = (Ints){dims.d, dims.n};
    attrs[random_dtype].i = d == DT_NONE && op != OP_random_integers ? DT_FLOAT32 : d;
    Tensor *t = mx_run(lib, op, NULL, 0, attrs);
    mx_place_done(lib);
    return mx_give(lib, t, NULL);
}

static Value two_floats(VM *vm, OpId op, Ref a, double a_absent, Ref b, double b_absent, Ref shape, Ref dtype, Ref context, Ref out, bool many)
{
    TensorLib *lib = tensor_lib(vm);
    Attr attrs[random_ATTRS];
    if (!lib) return NO_VALUE;
    attrs_default(op_get(op), attrs);
    if (!mx_float(vm, a, a_absent, &attrs[random_a].f) || !mx_float(vm, b, b_absent, &attrs[random_b].f)) return NO_VALUE;
    return draw(lib, op, attrs, shape, dtype, context, out, many);
}

/* a, b, shape, dtype, ctx, out */
static Value fn_uniform(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_uniform, args[0], 0, args[1], 1, args[2], args[3], args[4], args[5], false); }
static Value fn_normal(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_normal, args[0], 0, args[1], 1, args[2], args[3], args[4], args[5], false); }
static Value fn_gamma(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_gamma, args[0], 1, args[1], 1, args[2], args[3], args[4], args[5], false); }
static Value fn_exponential(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_exponential, args[0], 1, NULL, 0, args[1], args[2], args[3], args[4], false); }
static Value fn_poisson(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_poisson, args[0], 1, NULL, 0, args[1], args[2], args[3], args[4], false); }
/* *shape, loc, scale, dtype, ctx, out */
static Value fn_randn(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_normal, args[1], 0, args[2], 1, args[0], args[3], args[4], args[5], true); }
static Value fn_rand(VM *vm, const Ref *args, int n, Ref kwnames) { return two_floats(vm, OP_random_uniform, args[1], 0, args[2], 1, args[0], args[3], args[4], args[5], true); }

static Value fn_randint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Attr attrs[random_ATTRS];
    if (!lib) return NO_VALUE;
    attrs_default(op_get(OP_random_integers), attrs);
    if (!num_index_i64(vm, args[0], &attrs[random_low].i) || !num_index_i64(vm, args[1], &attrs[random_high].i)) return NO_VALUE;
    return draw(lib, OP_random_integers, attrs, args[2], args[3], args[4], args[5], false);
}

static Value fn_permutation(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Attr attrs[random_ATTRS];
    bool rows;
    if (!lib || !mx_true(vm, args[2], false, &rows) || !mx_place(lib, args[1])) return NO_VALUE;
    attrs_default(op_get(OP_random_permutation), attrs);
    if (!num_index_i64(vm, args[0], &attrs[random_high].i)) return NO_VALUE;
    attrs[random_low].i = rows;
    attrs[random_dtype].i = DT_INT64;
    Tensor *t = mx_run(lib, OP_random_permutation, NULL, 0, attrs);
    mx_place_done(lib);
    return mx_give(lib, t, NULL);
}

/* The next 32 bits of the twister that MXNet draws single numbers from (how a picture is changed), or a list of as many of them as are asked for. */
static Value fn_word(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Lanes *lanes = lib ? rng_lanes(lib->core, ACCENT_MXNET) : NULL;
    Twister *t = lanes ? lanes_get(lanes, LANE_SINGLE) : NULL;
    if (!t) return lib ? tensor_raise(lib, ACCENT_MXNET) : NO_VALUE;
    if (!args[0] || is_none(args[0])) return int_from_u64(vm, twister_next(t));
    int64_t count;
    if (!num_index_i64(vm, args[0], &count)) return NO_VALUE;
    Value list = list_new(vm, count < 0 ? 0 : count);
    for (int64_t i = 0; list && i < count; i++) {
        Value word = int_from_u64(vm, twister_next(t));
        if (!word || !list_append_take(vm, list, word)) value_clear(vm, &list);
    }
    return list;
}

#define TAIL "shape=None, dtype=None, ctx=None, out=None, name=None"
const NativeDef mx_random_functions[] = {
    {"random_uniform", fn_uniform, "low=0, high=1, " TAIL, "Between low and high.", NATIVE_KW},
    {"random_normal", fn_normal, "loc=0, scale=1, " TAIL, "Normal.", NATIVE_KW},
    {"random_gamma", fn_gamma, "alpha=1, beta=1, " TAIL, "Gamma.", NATIVE_KW},
    {"random_exponential", fn_exponential, "scale=1, " TAIL, "Exponential.", NATIVE_KW},
    {"random_poisson", fn_poisson, "lam=1, " TAIL, "Poisson.", NATIVE_KW},
    {"random_randint", fn_randint, "low, high, " TAIL, "Integers from low to high - 1.", NATIVE_KW},
    {"randn", fn_randn, "*shape, loc=0, scale=1, dtype=None, ctx=None, out=None", "Normal.", NATIVE_KW},
    {"rand", fn_rand, "*shape, low=0, high=1, dtype=None, ctx=None, out=None", "Between low and high.", NATIVE_KW},
    {"random_word", fn_word, "count=None", "32 bits of the generator of single numbers, or a list of so many of them.", 0},
    {"random_permutation", fn_permutation, "n, ctx=None, rows=None", "0 to n - 1 in a random order: that of a vector, or of rows.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
