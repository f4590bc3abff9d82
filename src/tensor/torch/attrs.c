/* attrs.c: what a torch tensor says of itself: shape, dtype, device, grad and so on; torch.Size. */
#include "core/rules.h"
#include "torch.h"

/* ---- Size: a tuple of sizes that stays one when it is sliced or joined ---- */
static Value size_from(VM *vm, Type *type, Value plain /*taken*/)
{
    if (!plain || plain == V_NOTIMPL || !is_tuple(plain)) return plain;
    Tuple *from = as_tuple(plain);
    Tuple *t = (Tuple *)obj_alloc(vm, type, type->inst_size + (size_t)from->len * sizeof(Value));
    if (t) {
        t->len = from->len;
        for (int64_t i = 0; i < from->len; i++) t->items[i] = retain(from->items[i]);
    }
    release(vm, plain);
    return VAL(t);
}

static Value size_repr(VM *vm, Ref self)
{
    StrB b = STRB_INIT(vm);
    const Tuple *t = as_tuple(self);
    strb_c(&b, "torch.Size([");
    for (int64_t i = 0; i < t->len; i++) {
        if (i) strb_c(&b, ", ");
        if (!strb_repr(&b, t->items[i])) {
            strb_drop(&b);
            return NO_VALUE;
        }
    }
    strb_c(&b, "])");
    return strb_take(&b);
}
/* Size(values): whole numbers, or tensors of one */
static Value size_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Type *tuple = vm->types[TYPE_tuple];
    Value made = size_from(vm, as_type(callee), tuple->s.new_(vm, REF(tuple), args, n, kwnames));
    for (int64_t i = 0; made && i < as_tuple(made)->len; i++) {
        Ref item = as_tuple(made)->items[i];
        if (is_int(item)) continue;
        bool whole = is_tensor(item) ? tensor_of(item)->size == 1 && !dtype_is_inexact((DType)tensor_of(item)->dtype) && tensor_of(item)->dtype != DT_BOOL : type_of(vm, item)->s.to_index != NULL;
        Value number = whole ? num_index(vm, item) : NO_VALUE;
        if (!whole) err_raise(vm, EXC_TypeError, "torch.Size() takes an iterable of 'int' (item %lld is '%T')", (long long)i, item);
        if (!number) return value_clear(vm, &made), NO_VALUE;
        Value before = as_tuple(made)->items[i];
        as_tuple(made)->items[i] = number;
        release(vm, before);
    }
    return made;
}
static Value size_getitem(VM *vm, Ref self, Ref key)
{
    return size_from(vm, as_obj(self)->type, vm->types[TYPE_tuple]->s.getitem(vm, self, key));
}
static Value size_concat(VM *vm, Ref a, Ref b)
{
    Value v = vm->types[TYPE_tuple]->s.concat(vm, a, b);
    return is_tuple(a) && as_obj(a)->type->def == &torch_size_def ? size_from(vm, as_obj(a)->type, v) : v;
}
static Value size_repeat(VM *vm, Ref a, Ref n) { return size_from(vm, as_obj(a)->type, vm->types[TYPE_tuple]->s.repeat(vm, a, n)); }
static Value size_numel(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size = 1, each;
    const Tuple *t = as_tuple(args[0]);
    for (int64_t i = 0; i < t->len; i++) {
        if (!num_index_i64(vm, t->items[i], &each)) return NO_VALUE;
        if (__builtin_mul_overflow(size, each, &size)) return err_raise(vm, EXC_OverflowError, "the number of elements is too large to count");
    }
    return int_from_i64(vm, size);
}
static Value size_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value plain = tuple_from(vm, as_refs(as_tuple(args[0])->items), as_tuple(args[0])->len), inner = plain ? tuple_of(vm, 1, (Ref)plain) : NO_VALUE;
    Value pair = inner ? tuple_of(vm, 2, REF(as_obj(args[0])->type), (Ref)inner) : NO_VALUE;
    release(vm, plain);
    release(vm, inner);
    return pair;
}
static const NativeDef size_methods[] = {
    {"numel", size_numel, "self, /", "How many elements a tensor of these sizes has.", 0},
    {"__reduce__", size_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
const TypeDef torch_size_def = {
    .name = "torch.Size",
    .doc = "The sizes of a tensor's dimensions: a tuple.",
    .kind = KIND_TUPLE,
    .size = sizeof(Tuple),
    .flags = TYPE_GC | TYPE_MATCH_SEQ | TYPE_IMMUTABLE,
    .s = {.new_ = size_new, .repr = size_repr, .getitem = size_getitem, .concat = size_concat, .repeat = size_repeat},
    .methods = size_methods,
};

Value torch_size(TensorLib *lib, const int64_t *sizes, int n)
{
    Tuple *t = (Tuple *)obj_alloc(lib->vm, lib->torch_size_type, lib->torch_size_type->inst_size + (size_t)n * sizeof(Value));
    if (!t) return NO_VALUE;
    t->len = n;
    for (int i = 0; i < n; i++) t->items[i] = make_small(sizes[i]);
    return VAL(t);
}

/* ---- properties ---- */
static Value get_shape(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    return torch_size(lib_of(t), t->shape, t->ndim);
}
static Value get_ndim(VM *vm, Ref self) { return make_small(self_of(self)->ndim); }
static Value get_dtype(VM *vm, Ref self) { return dtype_new(lib_of(self_of(self)), ACCENT_TORCH, (DType)self_of(self)->dtype); }
/* Where a wrapper (Tensor._make_wrapper_subclass) says that it lives; NULL: it is none, or (raised) failed. */
static Value wrapped_on(VM *vm, Ref self)
{
    if (!(self_of(self)->user & TENSOR_USER_DISPATCH) || tensor_device(self_of(self))->kind != DEVICE_META) return NO_VALUE;
    Value place = obj_getattr_c(vm, self, "_wrapped_on");
    if (!place && err_matches(vm, EXC_AttributeError)) err_clear(vm);
    if (place && !(is_kind(REF(place), KIND_OPAQUE) && is_instance_of(vm, REF(place), lib_of(self_of(self))->device_type))) value_clear(vm, &place); /* (a program's own attribute) */
    return place;
}
static DeviceKind kind_of(VM *vm, Ref self)
{
    Value place = wrapped_on(vm, self);
    DeviceKind kind = place ? ((PlaceObj *)BITS(place))->kind : tensor_device(self_of(self))->kind;
    release(vm, place);
    return kind;
}
static Value is_of_kind(VM *vm, Ref self, DeviceKind kind)
{
    bool is = kind_of(vm, self) == kind;
    return err_occurred(vm) ? NO_VALUE : make_bool(is);
}
static Value get_device(VM *vm, Ref self)
{
    Value place = wrapped_on(vm, self);
    return place || err_occurred(vm) ? place : place_of(lib_of(self_of(self)), ACCENT_TORCH, tensor_device(self_of(self)));
}
static Value get_is_cuda(VM *vm, Ref self) { return is_of_kind(vm, self, DEVICE_GPU); }
static Value get_is_cpu(VM *vm, Ref self) { return is_of_kind(vm, self, DEVICE_CPU); }
static Value get_is_meta(VM *vm, Ref self) { return is_of_kind(vm, self, DEVICE_META); }
static Value get_false(VM *vm, Ref self) { return V_FALSE; }
static Value get_itemsize(VM *vm, Ref self) { return make_small((int64_t)dtype_bytes((DType)self_of(self)->dtype)); }
static Value get_nbytes(VM *vm, Ref self) { return int_from_u64(vm, tensor_bytes(self_of(self))); }
static Value get_version(VM *vm, Ref self)
{
    if (self_of(self)->flags & T_INFERENCE) return err_raise(vm, EXC_RuntimeError, "Inference tensors do not track version counter.");
    return make_small(self_of(self)->storage->version);
}

static Value get_requires(VM *vm, Ref self) { return make_bool(grad_flows(self_of(self))); }
static bool set_requires(VM *vm, Ref self, Ref v)
{
    Tensor *t = self_of(self);
    TensorLib *lib = lib_of(t);
    if (!v) return err_false(vm, EXC_RuntimeError, "cannot delete requires_grad");
    if (!is_bool(v)) return err_false(vm, EXC_RuntimeError, "requires_grad must be a bool");
    core_set_accent(lib->core, ACCENT_TORCH);
    if (v == V_TRUE) return grad_flows(t) || grad_attach(lib->core, t, GRAD_ADD) || (tensor_raise(lib, ACCENT_TORCH), false);
    if (!grad_is_leaf(t))
        return err_false(vm, EXC_RuntimeError, TORCH_SAYS(LEAF_FLAG));
    t->flags &= (uint8_t)~T_REQUIRES_GRAD;
    return true;
}
static Value get_is_leaf(VM *vm, Ref self) { return make_bool(grad_is_leaf(self_of(self))); }
static Value get_retains(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    return make_bool(t->grad && t->grad->retain && !grad_is_leaf(t));
}

static Value get_grad(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    TensorLib *lib = lib_of(t);
    if (t->grad && t->grad->grad) return tensor_show(lib, ACCENT_TORCH, tensor_retain(t->grad->grad));
    bool none = grad_flows(t) && !grad_is_leaf(t) && !(t->grad && t->grad->retain);
    if (none) tensor_notes_copy(lib, self);
    if (none && !torch_warn(vm, "NO_LEAF", NO_VALUE, NO_VALUE)) return NO_VALUE;
    return V_NONE;
}
static bool set_grad(VM *vm, Ref self, Ref v)
{
    Tensor *t = self_of(self);
    TensorLib *lib = lib_of(t);
    core_set_accent(lib->core, ACCENT_TORCH);
    if (!v || is_none(v)) {
        grad_clear(lib->core, t);
        return true;
    }
    if (!is_tensor(v)) return err_false(vm, EXC_TypeError, TORCH_SAYS(GRAD_NO_TENSOR), v);
    Tensor *g = tensor_of(v);
    if (g == t) return err_false(vm, EXC_RuntimeError, TORCH_SAYS(GRAD_OWN));
    bool elsewhere = tensor_device(g)->kind != tensor_device(t)->kind;
    if (g->dtype != t->dtype || elsewhere) { /* a type is a dtype of a kind of device */
        err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRAD_TYPE), torch_c_name((DType)g->dtype), torch_type_word((DType)t->dtype));
        return tensor_explained_of(vm, elsewhere ? "P0103" : "P0301", (Ref[]){self, v}, 2, ACCENT_TORCH) != NO_VALUE;
    }
    if (tensor_device(g) != tensor_device(t)) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRAD_ELSEWHERE)), tensor_explained_of(vm, "P0102", (Ref[]){self, v}, 2, ACCENT_TORCH) != NO_VALUE;
    if (!tensor_same_shape(g, t)) {
        char a[DIMS_ROOM], b[DIMS_ROOM];
        Dims given = {.n = g->ndim}, own = {.n = t->ndim};
        memcpy(given.d, g->shape, sizeof *given.d * (size_t)g->ndim);
        memcpy(own.d, t->shape, sizeof *own.d * (size_t)t->ndim);
        return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRAD_SIZE), dims_text(&given, "[", ", ", "]", a, sizeof a), dims_text(&own, "[", ", ", "]", b, sizeof b)), tensor_explained(vm, "P0202") != NO_VALUE;
    }
    if (g->user & TENSOR_USER_DISPATCH) { /* (the core holds what is in it, and not its class) */
        Value key = str_intern_c(vm, "_dispatched_grad");
        bool kept = key && obj_setattr(vm, self, REF(key), v);
        release(vm, key);
        if (!kept) return false;
    }
    return grad_set(lib->core, t, g) || (tensor_raise(lib, ACCENT_TORCH), false);
}

static bool method_answers(VM *vm, Ref self, const char *name, Value *result) /* for one that has a tangent or names */
{
    return __builtin_expect(vm->answers, 0) && ((self_of(self)->user & TENSOR_USER_MARKS) || torch_dispatching(lib_of(self_of(self)), self_of(self))) && torch_method_answers(vm, name, false, &self, 1, result);
}

static Value get_data(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    TensorLib *lib = lib_of(t);
    if (vm->answers && torch_dispatching(lib, t)) return import_call(vm, "torch._dispatch", "_data", &self, 1);
    Tensor *view = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (view) view->made = t->made, view->moved = t->moved, view->flags |= T_UNCOUNTED;
    Value made = tensor_show(lib, ACCENT_TORCH, view);
    if (!made || !(t->user & TENSOR_USER_NAMED)) return made;
    Value named = import_call(vm, "torch._named", "carried", (Ref[]){made, self}, 2);
    release(vm, made);
    return named;
}
static bool set_data(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!");
    if (!is_tensor(v)) return err_false(vm, EXC_TypeError, "Variable data has to be a tensor, but got %T", v);
    TensorLib *lib = lib_of(self_of(self));
    if ((tensor_device(self_of(self))->kind == DEVICE_META) != (tensor_device(tensor_of(v))->kind == DEVICE_META))
        return err_false(vm, EXC_RuntimeError, "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type. ");
    return tensor_take_data(lib->core, self_of(self), tensor_of(v)) || (tensor_raise(lib, ACCENT_TORCH), false);
}

/* x.T: axes backwards (and a warning where it is not two of them) */
static Value get_T(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    Value answer;
    if (vm->answers && torch_dispatching(lib_of(t), t)) return import_call(vm, "torch._dispatch", "_transposed", &self, 1);
    if (t->ndim == 2 && method_answers(vm, self, t->user & TENSOR_USER_NAMED ? "permute" : "t", &answer)) return answer;
    if (t->ndim != 2 && !torch_warn(vm, t->ndim ? "TRANSPOSED" : "TRANSPOSED_NUMBER", NO_VALUE, NO_VALUE)) return NO_VALUE;
    Arg in = arg_tensor(t);
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = INTS_ABSENT};
    return torch_call(vm, OP_transpose, &in, 1, attrs);
}
static Value get_H(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    if (t->ndim == 2 || !t->ndim) return get_T(vm, self);
    return err_raise(vm, EXC_RuntimeError, "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s", t->ndim,
                     t->ndim > 2 ? " For batches of matrices, consider using tensor.mH" : "");
}
static Value get_mT(VM *vm, Ref self)
{
    Tensor *t = self_of(self);
    Value answer;
    if (t->ndim >= 2 && !dtype_is_complex((DType)t->dtype) && method_answers(vm, self, "adjoint", &answer)) return answer;
    if (t->ndim < 2) return err_raise(vm, EXC_RuntimeError, "tensor.mT is only supported on matrices or batches of matrices. Got %d-D tensor.", t->ndim);
    return torch_exchanged(vm, t, t->ndim - 2, t->ndim - 1, "TransposeBackward0");
}

const GetSetDef torch_attrs_getsets[] = {
    {"shape", get_shape, NULL, "the sizes"},
    {"ndim", get_ndim, NULL, "how many dimensions"},
    {"dtype", get_dtype, NULL, "the type of the elements"},
    {"device", get_device, NULL, "where it lives"},
    {"is_cuda", get_is_cuda, NULL, "does it live on a GPU?"},
    {"is_cpu", get_is_cpu, NULL, "does it live on the CPU?"},
    {"is_sparse", get_false, NULL, "never"},
    {"is_quantized", get_false, NULL, "never"},
    {"is_meta", get_is_meta, NULL, "has it a shape alone?"},
    {"is_mps", get_false, NULL, "never"},
    {"is_mkldnn", get_false, NULL, "never"},
    {"is_nested", get_false, NULL, "never"},
    {"itemsize", get_itemsize, NULL, "bytes of an element"},
    {"nbytes", get_nbytes, NULL, "bytes of all"},
    {"_version", get_version, NULL, "how often its memory was written in place"},
    {"requires_grad", get_requires, set_requires, "does a gradient flow to it?"},
    {"is_leaf", get_is_leaf, NULL, "was it made by no recorded operation?"},
    {"retains_grad", get_retains, NULL, "does it keep its gradient though it is no leaf?"},
    {"grad", get_grad, set_grad, "the gradient, or None"},
    {"data", get_data, set_data, "the same memory, taking no part in gradients"},
    {"T", get_T, NULL, "with its dimensions reversed"},
    {"H", get_H, NULL, "a matrix transposed"},
    {"mT", get_mT, NULL, "with the last two dimensions exchanged"},
    {"mH", get_mT, NULL, "with the last two dimensions exchanged"},
    {NULL, NULL, NULL, NULL},
};

/* ---- the same as methods ---- */
Value torch_no_such_name(VM *vm, const Tensor *t, Ref name)
{
    char none[6 * MAX_DIMS + 1] = "";
    size_t len;
    const char *text = str_utf8(vm, name, &len);
    for (int i = 0; i < t->ndim; i++) strcat(none, i ? ", None" : "None");
    if (text) err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DIM_NAME), text, none);
    return NO_VALUE;
}
static Value m_size(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    int dim;
    if (!args[1] || is_none(args[1])) return torch_size(lib_of(t), t->shape, t->ndim);
    if (is_str(args[1])) return torch_no_such_name(vm, t, args[1]);
    if (!torch_dim(vm, args[1], t->ndim, &dim)) return NO_VALUE;
    if (!t->ndim) return err_raise(vm, EXC_IndexError, TORCH_SAYS(NO_DIMENSIONS), dim);
    return make_small(t->shape[dim]);
}
static Value m_stride(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    int dim;
    if (args[1] && !is_none(args[1])) {
        if (!torch_dim(vm, args[1], t->ndim, &dim)) return NO_VALUE;
        return t->ndim ? make_small(t->strides[dim]) : err_raise(vm, EXC_IndexError, TORCH_SAYS(NO_DIMENSIONS), dim);
    }
    Value v = tuple_new(vm, t->ndim);
    for (int i = 0; v && i < t->ndim; i++) as_tuple(v)->items[i] = make_small(t->strides[i]);
    return v;
}
static Value m_dim(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(self_of(args[0])->ndim); }
static Value m_numel(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(self_of(args[0])->size); }
static Value m_offset(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(self_of(args[0])->offset); }
static Value m_element_size(VM *vm, const Ref *args, int n, Ref kwnames) { return get_itemsize(vm, args[0]); }
static Value m_data_ptr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (core_is_batched(lib_of(self_of(args[0]))->core, self_of(args[0]))) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(BATCHED_POINTER));
    Tensor *t = self_of(args[0]);
    if (tensor_device(t)->kind == DEVICE_CPU) { /* who has the address may look there */
        if (!storage_ready(t->storage, true)) return tensor_raise(lib_of(t), ACCENT_TORCH);
        t->storage->lent = true;
    }
    return int_from_u64(vm, (uintptr_t)tensor_address(t));
}
static Value m_is_contiguous(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TorchFormat f;
    return torch_format(vm, "is_contiguous", args[1], &f) ? make_bool(torch_lies(self_of(args[0]), f)) : NO_VALUE;
}
static Value m_is_floating(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(dtype_is_float((DType)self_of(args[0])->dtype)); }
static Value m_is_complex(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(dtype_is_complex((DType)self_of(args[0])->dtype)); }
static Value m_is_signed(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(strchr("IFC", dtype_info[self_of(args[0])->dtype].kind) != NULL); }
static Value m_get_device(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Device *d = tensor_device(self_of(args[0]));
    return make_small(d->kind == DEVICE_GPU ? d->index : -1);
}
static Value m_requires_grad_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref on = args[1] ? args[1] : V_TRUE;
    if (on == V_TRUE && !dtype_is_inexact((DType)self_of(args[0])->dtype)) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRAD_DTYPE_METHOD)), tensor_explained(vm, "P0406");
    return set_requires(vm, args[0], on) ? retain(args[0]) : NO_VALUE;
}
static Value m_data_same(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return make_bool(is_tensor(args[1]) && tensor_of(args[1])->storage == self_of(args[0])->storage && tensor_of(args[1])->offset == self_of(args[0])->offset);
}

const NativeDef torch_attrs_methods[] = {
    {"size", m_size, "self, dim=None", "The sizes, or the size of one dimension.", NATIVE_KW},
    {"stride", m_stride, "self, dim=None", "How far apart neighbours lie, in elements.", NATIVE_KW},
    {"dim", m_dim, "self", "How many dimensions.", 0},
    {"ndimension", m_dim, "self", "How many dimensions.", 0},
    {"numel", m_numel, "self", "How many elements.", 0},
    {"nelement", m_numel, "self", "How many elements.", 0},
    {"storage_offset", m_offset, "self", "Where in its memory it begins, in elements.", 0},
    {"element_size", m_element_size, "self", "Bytes of an element.", 0},
    {"data_ptr", m_data_ptr, "self", "The address on its device.", 0},
    {"is_contiguous", m_is_contiguous, "self, *, memory_format=None", "Row-major (or in another order) without gaps?", NATIVE_KW},
    {"is_floating_point", m_is_floating, "self", "Are the elements floating point numbers?", 0},
    {"is_complex", m_is_complex, "self", "Are the elements complex numbers?", 0},
    {"is_signed", m_is_signed, "self", "Can the elements be negative?", 0},
    {"get_device", m_get_device, "self", "The GPU's number, or -1.", 0},
    {"requires_grad_", m_requires_grad_, "self, requires_grad=True", "Says whether gradients flow to it, in place.", NATIVE_KW},
    {"is_set_to", m_data_same, "self, tensor", "The same view of the same memory?", 0},
    {NULL, NULL, NULL, NULL, 0},
};
