/* move.c: torch's methods that move, convert, read and differentiate: to, cpu, cuda, float, item, numpy, backward, detach, clone, copy_. */
#include "core/layout.h"
#include "core/rules.h"
#include "torch.h"

Tensor *torch_input(VM *vm, const char *function, Ref v)
{
    if (is_tensor(v) && as_obj(v)->aux == ACCENT_TORCH) return tensor_of(v);
    err_raise(vm, EXC_TypeError, TORCH_SAYS(ARGUMENT_TENSOR), function, "input", 1, type_name(vm, type_of(vm, v)));
    if (is_tensor(v)) tensor_explained_of(vm, "P0304", &v, 1, ACCENT_TORCH);
    return NULL;
}

Value torch_call(VM *vm, OpId op, Arg *in, int n, const Attr *attrs)
{
    TensorLib *lib = lib_of((n > 1 && !in[0].tensor ? in[1] : in[0]).tensor); /* a number may lead */
    Tensor *out[MAX_OUTPUTS];
    if (!core_call(lib->core, op, ACCENT_TORCH, lang_site(vm), in, n, attrs, 0, out)) return tensor_raise(lib, ACCENT_TORCH);
    for (int i = 1; i < op_get(op)->out_count; i++) tensor_release(lib->core, out[i]);
    return tensor_show(lib, ACCENT_TORCH, out[0]);
}

Value torch_call_in(VM *vm, OpId op, Ref self, Arg *in, int n, const Attr *attrs)
{
    Tensor *out[MAX_OUTPUTS] = {tensor_of(self)};
    TensorLib *lib = lib_of(out[0]);
    if (!core_call(lib->core, op, ACCENT_TORCH, lang_site(vm), in, n, attrs, CALL_OUT_GIVEN, out)) return tensor_raise(lib, ACCENT_TORCH);
    for (int i = 0; i < op_get(op)->out_count; i++) tensor_release(lib->core, out[i]);
    return retain(self);
}

Value torch_call_out(VM *vm, const char *function, OpId op, Ref given, Arg *in, int n, const Attr *attrs)
{
    if (!is_tensor(given)) return err_raise(vm, EXC_TypeError, TORCH_SAYS(OUT_TENSOR), function, given);
    Tensor *out[MAX_OUTPUTS] = {tensor_of(given)};
    TensorLib *lib = lib_of(out[0]);
    if (!out_without_grad(lib, function, op, in, n, out[0])) return NO_VALUE;
    Dims before = dims_of(out[0]);
    if (!core_call(lib->core, op, ACCENT_TORCH, lang_site(vm), in, n, attrs, CALL_OUT_GIVEN | CALL_RESIZE | CALL_NO_GRAD, out)) return tensor_raise(lib, ACCENT_TORCH);
    for (int i = 0; i < op_get(op)->out_count; i++) tensor_release(lib->core, out[i]);
    return torch_warn_resized(lib, &before, tensor_of(given)) ? retain(given) : NO_VALUE;
}

bool torch_dim(VM *vm, Ref v, int ndim, int *out)
{
    int64_t d;
    int room = ndim ? ndim : 1;
    if (!num_index_i64(vm, v, &d)) return false;
    if (d < -room || d >= room) {
        char text[128];
        snprintf(text, sizeof text, TORCH_SAYS(DIM_RANGE), (long long)d, (long long)-room, (long long)room - 1);
        return err_false(vm, EXC_IndexError, "%s", text);
    }
    *out = (int)(d < 0 ? d + room : d);
    return true;
}

/* ---- to ---- */
static Value moved_how(VM *vm, Ref self, Device *device, DType dtype, bool copy, bool non_blocking, TorchFormat format)
{
    Tensor *t = self_of(self);
    TensorLib *lib = lib_of(t);
    Layout laid;
    int64_t strides[MAX_DIMS];
    copy = copy || !torch_seems(t, format);
    if (!copy && (!device || device == tensor_device(t)) && (dtype == DT_NONE || dtype == t->dtype)) return retain(self);
    if (dtype != DT_NONE && !torch_warn_imaginary(vm, t, dtype)) return NO_VALUE;
    core_set_accent(lib->core, ACCENT_TORCH);
    core_host_waits(lib->core, !(non_blocking && t->storage->pinned));
    if (format == FORMAT_CONTIGUOUS || format >= FORMAT_LAST) {
        if (!torch_format_strides(vm, format, t->shape, t->ndim, strides)) return NO_VALUE;
        layout_of_steps(strides, t->ndim, &laid);
        core_set_layout(lib->core, &laid);
    }
    Tensor *made = tensor_to(lib->core, t, device ? device : tensor_device(t), dtype, copy, lang_site(vm));
    core_host_waits(lib->core, false);
    if (made && made != t && non_blocking && tensor_device(t)->kind == DEVICE_GPU && tensor_device(made)->kind == DEVICE_CPU) made->storage->pinned = true; /* as PyTorch takes it */
    return tensor_show(lib, ACCENT_TORCH, made);
}
static Value moved(VM *vm, Ref self, Device *device, DType dtype, bool copy) { return moved_how(vm, self, device, dtype, copy, false, FORMAT_UNSAID); }
static Value moved_as(VM *vm, const char *function, Ref self, Device *device, DType dtype, Ref format)
{
    TorchFormat f;
    return torch_format(vm, function, format, &f) ? moved_how(vm, self, device, dtype, false, false, f) : NO_VALUE;
}

/* to(device), to(dtype), to(device, dtype), to(other); a position may hold any of them */
static Value m_to(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = lib_of(self_of(args[0]));
    Ref first = args[1], dtype_given = args[2], device_given = args[5], other = args[6];
    Device *device = NULL;
    DType dtype = DT_NONE;
    if (other && !is_none(other)) first = other;
    if (first && !is_none(first)) {
        if (is_tensor(first)) {
            device = tensor_device(tensor_of(first));
            dtype = (DType)tensor_of(first)->dtype;
        } else if (is_kind(first, KIND_OPAQUE) && as_obj(first)->type == lib->dtype_type) {
            if (!tensor_dtype(lib, first, &dtype)) return NO_VALUE;
            if (dtype_given && is_bool(dtype_given)) dtype_given = NULL; /* to(dtype, non_blocking) */
        } else if (is_str(first) || is_int(first) || is_kind(first, KIND_OPAQUE)) {
            if (!tensor_device_arg(lib, ACCENT_TORCH, first, &device)) return NO_VALUE;
        } else if (first == REF(vm->types[TYPE_float]) || first == REF(vm->types[TYPE_int]) || first == REF(vm->types[TYPE_bool])) {
            if (!tensor_dtype(lib, first, &dtype)) return NO_VALUE;
        } else
            return torch_bad_overload(vm, "to", true, args, 2, NULL);
    }
    if (device_given && !is_none(device_given) && !tensor_device_arg(lib, ACCENT_TORCH, device_given, &device)) return NO_VALUE;
    if (dtype_given && (is_str(dtype_given) || is_int(dtype_given)) && !is_bool(dtype_given)) return torch_bad_overload(vm, "to", true, (const Ref[]){args[0], first, dtype_given}, 3, NULL);
    if (dtype_given && !is_none(dtype_given) && !is_bool(dtype_given) && !tensor_dtype(lib, dtype_given, &dtype)) return NO_VALUE;
    int copy = args[4] ? op_truth(vm, args[4]) : 0, free = args[2] && is_bool(args[2]) ? op_truth(vm, args[2]) : args[3] ? op_truth(vm, args[3]) : 0;
    TorchFormat format;
    return copy < 0 || free < 0 || !torch_format(vm, "to", args[7], &format) ? NO_VALUE : moved_how(vm, args[0], device, dtype, copy > 0, free > 0, format);
}

static Value m_cpu(VM *vm, const Ref *args, int n, Ref kwnames) { return moved_as(vm, "cpu", args[0], device_cpu(lib_of(self_of(args[0]))->core), DT_NONE, args[1]); }
static Value m_cuda(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    TensorLib *lib = lib_of(t);
    Device *device;
    Value cuda = NO_VALUE;
    Ref where = args[1];
    if (!where || is_none(where)) {
        if (tensor_device(t)->kind == DEVICE_GPU && tensor_device(t)->index == lib->torch_current) return retain(args[0]);
        where = cuda = place_new(lib, ACCENT_TORCH, DEVICE_GPU, -1);
        if (!cuda) return NO_VALUE;
    }
    int index;
    bool foreign = place_foreign(lib, where, &index) != NULL, ok = foreign || tensor_device_arg(lib, ACCENT_TORCH, where, &device);
    release(vm, cuda);
    if (!ok) return NO_VALUE;
    if (foreign || device->kind != DEVICE_GPU) return err_raise(vm, EXC_RuntimeError, "Invalid device, must be cuda device");
    int free = args[2] ? op_truth(vm, args[2]) : 0;
    TorchFormat format;
    return free < 0 || !torch_format(vm, "cuda", args[3], &format) ? NO_VALUE : moved_how(vm, args[0], device, DT_NONE, false, free > 0, format);
}

#define CONVERT(name, d) static Value m_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return moved_as(vm, #name, args[0], NULL, d, args[1]); }
CONVERT(float, DT_FLOAT32)
CONVERT(double, DT_FLOAT64)
CONVERT(half, DT_FLOAT16)
CONVERT(bfloat16, DT_BFLOAT16)
CONVERT(int, DT_INT32)
CONVERT(long, DT_INT64)
CONVERT(short, DT_INT16)
CONVERT(char, DT_INT8)
CONVERT(byte, DT_UINT8)
CONVERT(bool, DT_BOOL)

static Value m_type_as(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *other = torch_input(vm, "type_as", args[1]);
    return other ? moved(vm, args[0], tensor_device(other), (DType)other->dtype, false) : NO_VALUE;
}

/* ---- copies ---- */
static Value cloned(VM *vm, Ref self, TorchFormat format)
{
    Tensor *t = self_of(self);
    Arg in = arg_tensor(t);
    Layout laid;
    int64_t strides[MAX_DIMS];
    if (!torch_format_like(vm, format, t, strides)) return NO_VALUE;
    layout_of_steps(strides, t->ndim, &laid);
    if (!shape_is_contiguous(t->shape, strides, t->ndim)) core_set_layout(lib_of(t)->core, &laid);
    return torch_call(vm, OP_copy, &in, 1, NULL);
}
static Value m_clone(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TorchFormat format;
    return torch_format(vm, "clone", args[1], &format) ? cloned(vm, args[0], format) : NO_VALUE;
}
static Value m_contiguous(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    TorchFormat format;
    if (!torch_format(vm, "contiguous", args[1], &format)) return NO_VALUE;
    if (torch_lies(t, format)) return retain(args[0]);
    if (format == FORMAT_PRESERVE) return err_raise(vm, EXC_RuntimeError, "preserve memory format is unsupported by the contiguous operator");
    return cloned(vm, args[0], format == FORMAT_UNSAID ? FORMAT_CONTIGUOUS : format);
}
static Value m_detach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    TensorLib *lib = lib_of(t);
    return tensor_show(lib, ACCENT_TORCH, core_detached(lib->core, t));
}
static Value m_detach_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (self_of(args[0])->grad && self_of(args[0])->grad->base) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(VIEW_DETACHED));
    grad_detach(lib_of(self_of(args[0]))->core, self_of(args[0]));
    return retain(args[0]);
}

/* Does copy_ take it? PyTorch's iterator asks as of any operation in place. */
static bool fits_into(Core *c, Tensor *t, Tensor *from, uint32_t site)
{
    int lead = from->ndim - t->ndim;
    bool wider = lead > 0;
    for (int i = 0; i < t->ndim && !wider; i++)
        if (i + lead >= 0) wider = from->shape[i + lead] != 1 && from->shape[i + lead] != t->shape[i];
    if (!wider) return true;
    Arg both[2] = {arg_tensor(t), arg_tensor(from)};
    Tensor *out = t;
    return core_call(c, OP_equal, ACCENT_TORCH, site, both, 2, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &out);
}

static Value m_copy_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]), *from;
    TensorLib *lib = lib_of(t);
    Core *c = lib->core;
    if (is_tensor(args[1])) from = tensor_retain(tensor_of(args[1]));
    else if (!(from = tensor_from_value(lib, ACCENT_TORCH, args[1], DT_NONE, device_cpu(c)))) return NO_VALUE;
    if (!torch_warn_imaginary(vm, from, (DType)t->dtype)) {
        tensor_release(c, from);
        return NO_VALUE;
    }
    core_set_accent(c, ACCENT_TORCH);
    bool across = tensor_device(from) != tensor_device(t);
    int free = args[2] ? op_truth(vm, args[2]) : 0;
    core_host_waits(c, !(free > 0 && from->storage->pinned));
    Tensor *here = tensor_to(c, from, tensor_device(t), DT_NONE, false, lang_site(vm));
    core_host_waits(c, false);
    tensor_release(c, from);
    if (!here) return tensor_raise(lib, ACCENT_TORCH);
    if (here->ndim > t->ndim || !tensor_same_shape(here, t)) {
        Arg in = arg_tensor(here);
        Attr attrs[shape_ATTRS] = {[shape_shape].ints = {t->shape, t->ndim}};
        Tensor *wide;
        bool ok = fits_into(c, t, here, lang_site(vm)) && core_call(c, OP_expand, ACCENT_TORCH, lang_site(vm), &in, 1, attrs, 0, &wide);
        tensor_release(c, here);
        if (!ok) return tensor_raise(lib, ACCENT_TORCH);
        here = wide;
    }
    Arg in = arg_tensor(here);
    Value v = torch_call_in(vm, OP_copy, args[0], &in, 1, NULL);
    tensor_release(c, here);
    if (v && across) t->moved = lang_site(vm);
    return v;
}

/* ---- reading ---- */
static Value no_pointer(VM *vm) { return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(BATCHED_POINTER)); }

static Value m_item(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    TensorLib *lib = lib_of(t);
    Scalar s;
    core_set_accent(lib->core, ACCENT_TORCH);
    if (core_is_batched(lib->core, t)) return err_raise(vm, EXC_RuntimeError, "%s", TORCH_SAYS(BATCHED_ITEM));
    if (t->size != 1 && torch_two(TORCH_FLAG_ITEM_RUNTIME)) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(ITEM_ELEMENTS), (long long)t->size);
    return tensor_read_item(lib->core, t, &s) ? scalar_value(vm, s) : tensor_raise(lib, ACCENT_TORCH);
}
static Value m_tolist(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = lib_of(self_of(args[0]));
    core_set_accent(lib->core, ACCENT_TORCH);
    if (core_is_batched(lib->core, self_of(args[0]))) return no_pointer(vm);
    return tensor_to_list(lib, self_of(args[0]));
}
static Value m_numpy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    TensorLib *lib = lib_of(t);
    int force = args[1] ? op_truth(vm, args[1]) : 0;
    if (core_is_batched(lib->core, t)) return no_pointer(vm);
    if (force < 0) return NO_VALUE;
    if (force) {
        Value here = moved(vm, args[0], device_cpu(lib->core), DT_NONE, false), plain = NO_VALUE, result = NO_VALUE;
        Ref pass[1] = {here};
        if (here) plain = m_detach(vm, pass, 1, NULL);
        Ref again[2] = {plain, NULL};
        if (plain) result = m_numpy(vm, again, 2, NULL);
        release(vm, here);
        release(vm, plain);
        return result;
    }
    const Device *d = tensor_device(t);
    if (d->kind == DEVICE_META) return err_raise(vm, EXC_TypeError, "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.");
    if (d->kind != DEVICE_CPU) return err_raise(vm, EXC_TypeError, TORCH_SAYS(NUMPY_OF_CUDA), d->index), tensor_explained_of(vm, "P0105", args, 1, ACCENT_TORCH);
    if (grad_flows(t) && core_mode(lib->core)->grad[ACCENT_TORCH]) return err_raise(vm, EXC_RuntimeError, "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
    if (t->dtype == DT_BFLOAT16) return err_raise(vm, EXC_TypeError, "Got unsupported ScalarType BFloat16");
    if (!tensor_wait(t)) return tensor_raise(lib, ACCENT_TORCH);
    Value numpy = import_module(vm, "numpy"); /* its dtypes and printing */
    if (!numpy) return NO_VALUE;
    release(vm, numpy);
    Tensor *view = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (view) view->made = t->made, view->moved = t->moved;
    return view ? numpy_over(lib, view, args[0]) : tensor_raise(lib, ACCENT_TORCH);
}

/* ---- gradients ---- */
static Value m_backward(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]), *head = t, *grad = NULL;
    TensorLib *lib = lib_of(t);
    if (core_rule_bits(lib->core) & RULES_BATCHED)
        return err_raise(vm, EXC_RuntimeError, "backward() called inside a functorch transform. This is not supported, please use functorch.grad or functorch.vjp instead or call backward() outside of functorch transforms.");
    core_set_accent(lib->core, ACCENT_TORCH);
    core_set_site(lib->core, lang_site(vm));
    Ref given = args[1];
    if (given && (is_tuple(given) || is_list(given))) { /* one for each output */
        int64_t length = is_tuple(given) ? as_tuple(given)->len : as_list(given)->len;
        if (!length) return err_raise(vm, EXC_RuntimeError, "got 1 tensors and 0 gradients");
        given = is_tuple(given) ? as_tuple(given)->items[0] : as_list(given)->items[0];
    } else if (given && !is_none(given) && !is_tensor(given) && !is_str(given)) return err_raise(vm, EXC_TypeError, "'%T' object is not iterable", given);
    if (given && !is_none(given)) {
        if (!is_tensor(given)) return err_raise(vm, EXC_TypeError, TORCH_SAYS(GRADIENT_TYPE), type_name(vm, type_of(vm, given)));
        grad = tensor_of(given);
        if (tensor_device(grad) != tensor_device(t) && grad->ndim) {
            char wanted[32], got[32];
            err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRADIENT_DEVICE), 0, torch_place_word(t, wanted), torch_place_word(grad, got));
            return tensor_explained_of(vm, tensor_device(grad)->kind == tensor_device(t)->kind ? "P0102" : "P0103", args, 2, ACCENT_TORCH);
        }
        if (!tensor_same_shape(grad, t)) {
            Value a = torch_size(lib, grad->shape, grad->ndim), b = torch_size(lib, t->shape, t->ndim);
            if (a && b) err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRADIENT_SHAPE), 0, (Ref)a, 0, (Ref)b), tensor_explained(vm, "P0202");
            release(vm, a);
            release(vm, b);
            return NO_VALUE;
        }
        if (dtype_is_complex((DType)grad->dtype) != dtype_is_complex((DType)t->dtype)) {
            Value a = dtype_new(lib, ACCENT_TORCH, (DType)grad->dtype), b = dtype_new(lib, ACCENT_TORCH, (DType)t->dtype);
            if (a && b) err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRADIENT_DTYPE), 0, (Ref)a, 0, (Ref)b);
            release(vm, a);
            release(vm, b);
            return NO_VALUE;
        }
    } else if (torch_two(TORCH_FLAG_REAL_IMPLIED) && dtype_is_complex((DType)t->dtype) && t->size == 1) {
        Value word = dtype_new(lib, ACCENT_TORCH, (DType)t->dtype);
        if (word) err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GRAD_REAL), (Ref)word);
        return release(vm, word), NO_VALUE;
    }
    int create = args[3] ? op_truth(vm, args[3]) : 0, keep = args[2] && !is_none(args[2]) ? op_truth(vm, args[2]) : create;
    if (create < 0 || keep < 0) return NO_VALUE;
    if (args[4] && !is_none(args[4])) { /* inputs=: only these collect */
        Value package = import_module(vm, "torch.autograd"), name = str_intern_c(vm, "_backward_inputs"), r = NO_VALUE;
        Ref pass[5] = {args[0], args[1] ? args[1] : V_NONE, make_bool(keep), make_bool(create), args[4]};
        if (package && name) r = call_method(vm, package, name, pass, 5);
        release(vm, package);
        release(vm, name);
        return r;
    }
    if (create && grad_flows(t) && !torch_warn(vm, "CYCLE", NO_VALUE, NO_VALUE)) return NO_VALUE;
    return tensor_backward(lib, &head, grad ? &grad : NULL, 1, (keep ? BACKWARD_RETAIN : 0) | (create ? BACKWARD_CREATE : 0), ACCENT_TORCH) ? V_NONE : NO_VALUE;
}
static Value m_retain_grad(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    TensorLib *lib = lib_of(t);
    core_set_accent(lib->core, ACCENT_TORCH);
    if (!grad_flows(t)) return err_raise(vm, EXC_RuntimeError, "can't retain_grad on Tensor that has requires_grad=False");
    if (grad_is_leaf(t)) return V_NONE;
    return grad_retain(lib->core, t) ? V_NONE : tensor_raise(lib, ACCENT_TORCH);
}

const NativeDef torch_move_methods[] = {
    {"to", m_to, "self, first=None, dtype=None, non_blocking=False, copy=False, device=None, other=None, memory_format=None", "On another device, in another dtype; itself when nothing changes.", NATIVE_KW},
    {"cpu", m_cpu, "self, memory_format=None", "On the CPU.", NATIVE_KW},
    {"cuda", m_cuda, "self, device=None, non_blocking=False, memory_format=None", "On a GPU.", NATIVE_KW},
#define CONVERTS(name) {#name, m_##name, "self, memory_format=None", "In this dtype.", NATIVE_KW},
    CONVERTS(float) CONVERTS(double) CONVERTS(half) CONVERTS(bfloat16) CONVERTS(int) CONVERTS(long) CONVERTS(short) CONVERTS(char) CONVERTS(byte) CONVERTS(bool)
    {"type_as", m_type_as, "self, other", "In another tensor's dtype and place.", NATIVE_KW},
    {"clone", m_clone, "self, *, memory_format=None", "A copy.", NATIVE_KW},
    {"contiguous", m_contiguous, "self, memory_format=None", "Row-major without gaps; itself when it is so.", NATIVE_KW},
    {"detach", m_detach, "self", "The same memory, taking no part in gradients.", 0},
    {"detach_", m_detach_, "self", "Forgets how it was made.", 0},
    {"copy_", m_copy_, "self, src, non_blocking=False", "Takes src's values, from whatever device.", NATIVE_KW},
    {"item", m_item, "self", "The one element as a number.", 0},
    {"tolist", m_tolist, "self", "Nested lists of numbers.", 0},
    {"numpy", m_numpy, "self, *, force=False", "A NumPy array over the same memory.", NATIVE_KW},
    {"backward", m_backward, "self, gradient=None, retain_graph=None, create_graph=False, inputs=None", "Computes the gradients of the leaves it was computed from.", NATIVE_KW},
    {"retain_grad", m_retain_grad, "self", "Keeps its gradient though it is no leaf.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
