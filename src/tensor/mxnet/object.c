/* object.c: an NDArray's properties and its own methods: where it lives, copies, gradients, values for the host. */
#include "operator.h"

static inline TensorLib *own(Ref self)
{
    TensorLib *lib = lib_of(tensor_of(self));
    lib->np = as_obj(self)->aux == ACCENT_MXNP;
    return lib;
}

/* ---- properties ---- */
static Value get_shape(VM *vm, Ref self)
{
    const Tensor *t = tensor_of(self);
    Value v = tuple_new(vm, t->ndim);
    for (int i = 0; v && i < t->ndim; i++) as_tuple(v)->items[i] = make_small(t->shape[i]);
    return v;
}
static Value get_size(VM *vm, Ref self) { return int_from_i64(vm, tensor_of(self)->size); }
static Value get_ndim(VM *vm, Ref self) { return make_small(tensor_of(self)->ndim); }
static Value get_dtype(VM *vm, Ref self) { return dtype_new(own(self), (Accent)as_obj(self)->aux, (DType)tensor_of(self)->dtype); }
static Value get_context(VM *vm, Ref self) { return place_of(own(self), ACCENT_MXNET, tensor_device(tensor_of(self))); }
static Value get_stype(VM *vm, Ref self) { return str_from_c(vm, "default"); }

static Value get_transposed(VM *vm, Ref self)
{
    TensorLib *lib = own(self);
    const Arg in = arg_tensor(tensor_of(self));
    if (as_obj(self)->aux == ACCENT_MXNP && lib->np_infers && !lib->np_infers(lib, "transpose", &in, 1, NULL, NULL)) return NO_VALUE;
    if (tensor_of(self)->ndim < 2) return retain(self);
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = INTS_ABSENT};
    Tensor *t = mx_run1(lib, OP_transpose, tensor_of(self), attrs);
    return mx_give(lib, t ? mx_own(lib, t) : NULL, NULL);
}

static Value get_grad(VM *vm, Ref self)
{
    const Tensor *t = tensor_of(self);
    if (!t->grad || !t->grad->grad) return V_NONE;
    return mx_show(own(self), tensor_retain(t->grad->grad));
}

const GetSetDef mx_object_getsets[] = {
    {"shape", get_shape, NULL, "a tuple"},
    {"size", get_size, NULL, "the number of elements"},
    {"ndim", get_ndim, NULL, "the number of axes"},
    {"dtype", get_dtype, NULL, "the class of NumPy's scalars of this type"},
    {"context", get_context, NULL, "where it lives"},
    {"ctx", get_context, NULL, "where it lives"},
    {"device", get_context, NULL, "where it lives"},
    {"stype", get_stype, NULL, "'default'; sparse arrays (mx.nd.sparse) say theirs"},
    {"T", get_transposed, NULL, "its axes in reverse order"},
    {"grad", get_grad, NULL, "the gradient that backward left, or None"},
    {NULL, NULL, NULL, NULL},
};

/* ---- values for the host ---- */
/* A copy in the host's memory, as a NumPy array; a number of NumPy's where `scalar`. */
static Value to_numpy(TensorLib *lib, Tensor *t, bool scalar)
{
    if (!numpy_there(lib)) return NO_VALUE;
    Core *c = lib->core;
    CoreMode mode = *core_mode(c);
    for (int i = 0; i < ACCENT_COUNT; i++) core_mode(c)->grad[i] = false;
    core_set_accent(c, ACCENT_MXNET);
    Tensor *copy = scalar ? tensor_to(c, t, device_cpu(c), DT_NONE, true, lang_site(lib->vm)) : NULL;
    Value array = scalar ? NO_VALUE : numpy_copy(lib, t);
    *core_mode(c) = mode;
    if (!scalar) return array;
    if (copy && !tensor_wait(copy)) {
        tensor_release(c, copy);
        copy = NULL;
    }
    if (!copy) return tensor_raise(lib, ACCENT_MXNET);
    tensor_set_shape(c, copy, NULL, NULL, 0);
    return numpy_show(lib, copy);
}

static Value m_asnumpy(VM *vm, const Ref *args, int n, Ref kwnames) { return to_numpy(own(args[0]), tensor_of(args[0]), false); }

static Value m_asscalar(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (tensor_of(args[0])->size != 1) return err_raise(vm, EXC_ValueError, MXNET_SAYS(ONE_ELEMENT)), tensor_explained(vm, "P0604");
    return to_numpy(own(args[0]), tensor_of(args[0]), true);
}

static Value m_wait(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    return tensor_wait(tensor_of(args[0])) ? V_NONE : tensor_raise(lib, ACCENT_MXNET);
}

/* ---- copies ---- */
static Value copy_to(TensorLib *lib, Tensor *t, Device *device)
{
    core_set_accent(lib->core, ACCENT_MXNET);
    Tensor *copy = tensor_to(lib->core, t, device, DT_NONE, true, lang_site(lib->vm));
    return mx_show(lib, copy);
}

static Value copy_into(TensorLib *lib, Ref from, Ref into)
{
    VM *vm = lib->vm;
    Core *c = lib->core;
    Tensor *t = tensor_of(from), *target = tensor_of(into);
    if (t->ndim != target->ndim || !tensor_same_shape(t, target)) {
        char a[DIMS_ROOM], b[DIMS_ROOM];
        Dims have = {.n = t->ndim}, want = {.n = target->ndim};
        memcpy(have.d, t->shape, sizeof *have.d * (size_t)t->ndim);
        memcpy(want.d, target->shape, sizeof *want.d * (size_t)target->ndim);
        return mx_refuse(lib, str_format(vm, MXNET_SAYS(SHAPES), 0, "output", dims_text(&have, "[", ",", "]", a, sizeof a), dims_text(&want, "[", ",", "]", b, sizeof b)));
    }
    core_set_accent(c, ACCENT_MXNET);
    Tensor *here = tensor_to(c, t, tensor_device(target), DT_NONE, false, lang_site(vm));
    if (!here) return tensor_raise(lib, ACCENT_MXNET);
    Arg in = arg_tensor(here);
    Tensor *out = target;
    bool ok = core_call(c, OP_copy, ACCENT_MXNET, lang_site(vm), &in, 1, NULL, CALL_OUT_GIVEN, &out);
    tensor_release(c, here);
    if (!ok) return tensor_raise(lib, ACCENT_MXNET);
    tensor_release(c, out);
    if (tensor_device(t) != tensor_device(target)) target->moved = lang_site(vm);
    return retain(into);
}

static Value m_copyto(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    Ref other = args[1];
    if (other == args[0]) {
        Value warnings = import_module(vm, "warnings"), text = warnings ? str_from_c(vm, "You are attempting to copy an array to itself") : NO_VALUE;
        Value warn = text ? obj_getattr_c(vm, warnings, "warn") : NO_VALUE, done = warn ? call2(vm, warn, text, REF(vm->exc_types[EXC_RuntimeWarning])) : NO_VALUE;
        bool ok = done != NO_VALUE;
        release(vm, warnings);
        release(vm, text);
        release(vm, warn);
        release(vm, done);
        return ok ? V_FALSE : NO_VALUE;
    }
    if (is_tensor(other)) return copy_into(lib, args[0], other);
    if (!is_instance_of(vm, other, lib->context_type)) return err_raise(vm, EXC_TypeError, MXNET_SAYS(COPY_TO), REF(type_of(vm, other)));
    Device *d;
    if (!tensor_device_arg(lib, ACCENT_MXNET, other, &d)) return NO_VALUE;
    return copy_to(lib, tensor_of(args[0]), d);
}

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return copy_to(own(args[0]), tensor_of(args[0]), tensor_device(tensor_of(args[0]))); }

static Value m_as_in_context(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    Device *d;
    if (!is_instance_of(vm, args[1], lib->context_type)) return err_raise(vm, EXC_TypeError, MXNET_SAYS(COPY_TO), REF(type_of(vm, args[1])));
    if (!tensor_device_arg(lib, ACCENT_MXNET, args[1], &d)) return NO_VALUE;
    if (d == tensor_device(tensor_of(args[0]))) return retain(args[0]);
    return copy_to(lib, tensor_of(args[0]), d);
}

static Value m_astype(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    Tensor *t = tensor_of(args[0]);
    DType d;
    bool copy;
    if (!tensor_dtype(lib, args[1], &d) || !mx_true(vm, args[2], true, &copy)) return NO_VALUE;
    if (d == DT_NONE) d = DT_FLOAT32;
    if (!copy && d == (DType)t->dtype) return retain(args[0]);
    Attr attrs[cast_ATTRS] = {[cast_dtype].i = d};
    return mx_give(lib, mx_run1(lib, OP_cast, t, attrs), NULL);
}

static Value m_tostype(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (mx_is(args[1], "default")) return retain(args[0]);
    Value sparse = import_module(vm, "mxnet.ndarray.sparse"), cast = sparse ? obj_getattr_c(vm, sparse, "cast_storage") : NO_VALUE;
    Value made = cast ? call2(vm, cast, args[0], args[1]) : NO_VALUE;
    release(vm, cast);
    release(vm, sparse);
    return made;
}

/* ---- gradients ---- */
static Value m_attach_grad(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    Ref req = args[1];
    GradReq how = GRAD_WRITE;
    if (mx_is(req, "add")) how = GRAD_ADD;
    else if (mx_is(req, "null")) how = GRAD_NULL;
    else if (req && !mx_is(req, "write")) return err_raise_value(vm, EXC_KeyError, req);
    const Arg in = arg_tensor(tensor_of(args[0]));
    if (as_obj(args[0])->aux == ACCENT_MXNP && lib->np_infers && !lib->np_infers(lib, "zeros_like", &in, 1, NULL, NULL)) return NO_VALUE; /* (a gradient is made) */
    core_set_accent(lib->core, ACCENT_MXNET);
    core_set_site(lib->core, lang_site(vm));
    if (!grad_attach(lib->core, tensor_of(args[0]), how)) return tensor_raise(lib, ACCENT_MXNET);
    if (how == GRAD_NULL) { /* nothing is collected, but .grad is there */
        Attr attrs[value_ATTRS] = {[value_value].number = scalar_int(0)};
        Tensor *zeros = mx_run1(lib, OP_fill, tensor_of(args[0]), attrs);
        bool ok = zeros && (grad_set(lib->core, tensor_of(args[0]), zeros) || (tensor_raise(lib, ACCENT_MXNET), false));
        tensor_release(lib->core, zeros);
        if (!ok) return NO_VALUE;
    }
    return V_NONE;
}

/* The first elements, in another's shape. NULL: it stays as it is. */
static Tensor *first_of(TensorLib *lib, Tensor *t, const Tensor *like)
{
    const int64_t all = t->size;
    Attr cut[slice_ATTRS] = {[slice_axis].i = 0, [slice_start].i = 0, [slice_length].i = like->size, [slice_step].i = 1};
    Tensor *row = mx_in_shape(lib, t, &all, 1), *part = row ? mx_run1(lib, OP_slice, row, cut) : NULL, *fitted = part ? mx_in_shape(lib, part, like->shape, like->ndim) : NULL;
    if (row) tensor_release(lib->core, row);
    if (part) tensor_release(lib->core, part);
    if (!fitted) err_clear(lib->vm);
    return fitted;
}

static Value m_backward(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    bool retain_graph;
    Tensor *head = tensor_of(args[0]), *grad = NULL;
    if (!mx_true(vm, args[2], false, &retain_graph)) return NO_VALUE;
    if (mx_given(args[1])) {
        TensorLib *same;
        grad = mx_tensor(vm, args[1], "backward", &same);
        if (!grad) return NO_VALUE;
    }
    core_set_accent(lib->core, ACCENT_MXNET);
    core_set_site(lib->core, lang_site(vm));
    Tensor *fitted = grad && grad->dtype == head->dtype && grad->size >= head->size && !tensor_same_shape(grad, head) ? first_of(lib, grad, head) : NULL; /* MXNet looks at its elements alone */
    if (fitted) grad = fitted;
    bool ok = grad_backward(lib->core, &head, &grad, 1, retain_graph ? BACKWARD_RETAIN : 0);
    if (fitted) tensor_release(lib->core, fitted);
    return ok ? V_NONE : tensor_raise(lib, ACCENT_MXNET);
}

static Value m_detach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = own(args[0]);
    return mx_show(lib, core_detached(lib->core, tensor_of(args[0])));
}

const NativeDef mx_object_methods[] = {
    {"asnumpy", m_asnumpy, "self, /", "A copy as a NumPy array; waits for the device.", 0},
    {"asscalar", m_asscalar, "self, /", "The one element as a number; waits for the device.", 0},
    {"wait_to_read", m_wait, "self, /", "Until its value is there.", 0},
    {"copyto", m_copyto, "self, other", "A copy on a context, always a new array; or into another array.", NATIVE_KW},
    {"copy", m_copy, "self, /", "A copy on the same context.", 0},
    {"as_in_context", m_as_in_context, "self, context", "Itself when it lives there, else a copy there.", NATIVE_KW},
    {"astype", m_astype, "self, dtype, copy=True", "In another dtype.", NATIVE_KW},
    {"tostype", m_tostype, "self, stype", "Itself for 'default'.", NATIVE_KW},
    {"attach_grad", m_attach_grad, "self, grad_req='write', stype=None", "Makes it an array whose gradient backward leaves in .grad.", NATIVE_KW},
    {"backward", m_backward, "self, out_grad=None, retain_graph=False, train_mode=True", "The gradients of all it was computed from.", NATIVE_KW},
    {"detach", m_detach, "self, /", "The same memory, outside of gradients.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
