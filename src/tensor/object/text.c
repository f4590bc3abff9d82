/* text.c: str() and repr() of tensors: fetches the elements to the host and prints them as the accent does; print options. */
#include "accents.h"

/* What a program's subclass is called, in *held; NULL: it is none ("tensor"). */
static const char *subclass_word(TensorLib *lib, Ref o, Value *held)
{
    VM *vm = lib->vm;
    Type *t = as_obj(o)->type;
    if (t == lib->types[ACCENT_TORCH]) return NULL;
    Value module = type_module_name(vm, t);
    const char *from = module && is_str(module) ? str_utf8(vm, module, NULL) : NULL;
    bool own = !from || strncmp(from, "torch.", 6) != 0;
    release(vm, module);
    if (!own) return NULL;
    *held = retain(REF(t->name));
    return str_utf8(vm, *held, NULL);
}

/* A subclass's tensor that is a parameter says so around itself. */
static bool is_parameter(VM *vm, Ref o)
{
    Value said;
    Value name = str_intern_c(vm, "_is_param");
    int has = name ? obj_lookup_attr(vm, o, name, &said) : -1;
    release(vm, name);
    bool is = has > 0 && said == V_TRUE;
    if (has > 0) release(vm, said);
    else if (has < 0) err_clear(vm);
    return is;
}

static bool torch_text(TensorLib *lib, StrB *b, Tensor *t, const HostArray *a, Ref o)
{
    VM *vm = lib->vm;
    char device[32], made[96];
    const char *more[2];
    TorchSuffix s = {.default_dtype = core_default_dtype(lib->core), .more = more};
    Device *d = tensor_device(t);
    if (d->kind == DEVICE_GPU) {
        snprintf(device, sizeof device, "cuda:%d", d->index);
        s.device = device;
    } else if (d->kind == DEVICE_META)
        s.device = "meta", s.meta = true;
    if (grad_flows(t)) {
        GradNode *node = grad_is_leaf(t) ? NULL : grad_node_of(lib->core, t);
        if (node) {
            char name[64];
            torch_node_text(node, name, sizeof name);
            snprintf(made, sizeof made, "grad_fn=<%s>", name);
            more[s.count++] = made;
        } else
            more[s.count++] = "requires_grad=True";
    }
    s.parameter = t->user & TENSOR_USER_PARAMETER;
    Value mark = NO_VALUE, held = NO_VALUE;
    if (t->user & TENSOR_USER_WORDS) {
        if (!(mark = import_call(vm, t->user & TENSOR_USER_DUAL ? "torch.autograd.forward_ad" : "torch._named", "_shown", &o, 1))) return false;
        if (is_str(mark)) more[s.count++] = str_utf8(vm, mark, NULL);
    }
    s.word = subclass_word(lib, o, &held);
    bool around = s.word && is_parameter(vm, o);
    if (around) strb_c(b, "Parameter(");
    bool ok = array_text_torch(b, a, &lib->torch_print, &s);
    if (around) strb_char(b, ')');
    release(vm, held);
    release(vm, mark);
    return ok;
}

/* Where it lives is said unless that is the CPU. */
static bool mxnp_text(TensorLib *lib, StrB *b, Tensor *t, const HostArray *a, bool repr)
{
    char context[32] = "";
    Device *d = tensor_device(t);
    if (d->kind == DEVICE_GPU) snprintf(context, sizeof context, repr ? "gpu(%d)" : " @gpu(%d)", d->index);
    if (repr) return array_text_mxnet_np(b, a, &lib->numpy_print, *context ? context : NULL);
    if (!array_text_numpy_str(b, a, &lib->numpy_print)) return false;
    if (t->ndim) strb_c(b, context);
    return !b->failed;
}

Value tensor_text(TensorLib *lib, Ref o, bool repr)
{
    VM *vm = lib->vm;
    Tensor *t = tensor_of(o);
    Accent accent = (Accent)as_obj(o)->aux;
    Core *c = lib->core;
    core_set_accent(c, accent);
    size_t bytes = tensor_bytes(t);
    bool torch = accent == ACCENT_TORCH, read;
    if (!torch && !numpy_print_now(lib)) return NO_VALUE;
    bool nothing = tensor_device(t)->kind == DEVICE_META; /* (only its shape is shown) */
    if (nothing) bytes = 0;
    read = true;
    char *corners = nothing ? NULL : corners_read(c, t, torch ? lib->torch_print.threshold : lib->numpy_print.threshold, torch ? lib->torch_print.edgeitems : lib->numpy_print.edgeitems, &read);
    if (!read) return tensor_raise(lib, accent);
    char *data = corners ? corners : core_alloc(c, bytes ? bytes : 1);
    if (!data) return tensor_raise(lib, accent);
    if (!corners && !nothing && !tensor_read(c, t, data)) {
        core_free(c, data, bytes ? bytes : 1);
        return tensor_raise(lib, accent);
    }
    HostArray a = {(DType)t->dtype, t->ndim, t->shape, data};
    StrB b = STRB_INIT(vm);
    bool ok;
    if (accent == ACCENT_TORCH) ok = torch_text(lib, &b, t, &a, o);
    else if (accent == ACCENT_MXNP) ok = mxnp_text(lib, &b, t, &a, repr);
    else if (accent == ACCENT_NUMPY) ok = repr ? array_text_numpy_repr(&b, &a, &lib->numpy_print, "array") : array_text_numpy_str(&b, &a, &lib->numpy_print);
    else {
        char context[32];
        Device *d = tensor_device(t);
        snprintf(context, sizeof context, "%s(%d)", d->kind == DEVICE_CPU ? device_cpu_word(d->index) : "gpu", d->kind == DEVICE_CPU ? device_cpu_number(d->index) : d->index);
        ok = array_text_mxnet(&b, &a, &lib->numpy_print, "NDArray", context);
    }
    if (corners) corners_free(corners, t);
    else core_free(c, data, bytes ? bytes : 1);
    if (!ok) {
        strb_drop(&b);
        return NO_VALUE;
    }
    return strb_take(&b);
}

/* torch's name of what made it ("AddBackward0"), or None */
static Value fn_node_name(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    Tensor *t = tensor_of(args[0]);
    if (!grad_flows(t) || grad_is_leaf(t)) return V_NONE;
    GradNode *node = grad_node_of(lib->core, t);
    if (!node) return V_NONE;
    char name[64];
    torch_node_text(node, name, sizeof name);
    return str_from_c(vm, name);
}

/* name_node(t, name, *given): what made t is called so from now on, where the name is one of nodes.def, and is shown as made from what was given. */
static Value fn_name_node(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *name = is_tensor(args[0]) && is_str(args[1]) ? str_utf8(vm, args[1], NULL) : NULL, *known = name ? torch_node_said(name) : NULL;
    if (!known || !as_tuple(args[2])->len) return known ? torch_named(retain(args[0]), known) : retain(args[0]);
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = tensor_of(args[0]), *given[8] = {NULL};
    int count = as_tuple(args[2])->len < 8 ? (int)as_tuple(args[2])->len : 8;
    for (int i = 0; i < count; i++) given[i] = is_tensor(as_tuple(args[2])->items[i]) ? tensor_of(as_tuple(args[2])->items[i]) : NULL;
    if (lib && t->grad && t->grad->node && !grad_note_operands(lib->core, t->grad->node, given, count)) return tensor_raise(lib, core_accent(lib->core));
    return torch_named(retain(args[0]), known);
}

/* name_anew(t, name): what made t is called so, whatever the name is. The node borrows the name of one that the library keeps. */
static Value fn_name_anew(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0]) || !is_str(args[1]) || !str_is_ascii(as_str(args[1]))) return err_raise(vm, EXC_TypeError, "expected a tensor and a name, not %T and %T", args[0], args[1]);
    if (!lib->node_words && !(lib->node_words = dict_new(vm))) return NO_VALUE;
    Ref kept = dict_get(vm, lib->node_words, args[1]);
    if (!kept && (err_occurred(vm) || !dict_set(vm, lib->node_words, args[1], args[1]))) return NO_VALUE;
    return torch_named(retain(args[0]), str_utf8(vm, kept ? kept : args[1], NULL));
}

static Value fn_mark_parameter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    tensor_of(args[0])->user |= TENSOR_USER_PARAMETER;
    return V_NONE;
}

/* torch_print(precision, threshold, edgeitems, linewidth, sci_mode): None leaves a value as it is; sci_mode -1: by the values. The width of a line as it was. */
static Value fn_torch_print(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    TorchPrint p = lib->torch_print;
    double threshold;
    int64_t sci;
    if (!is_none(args[0]) && !num_index_i64(vm, args[0], &p.precision)) return NO_VALUE;
    if (!is_none(args[1])) {
        if (!num_to_double(vm, args[1], &threshold)) return NO_VALUE;
        p.threshold = threshold;
    }
    if (!is_none(args[2]) && !num_index_i64(vm, args[2], &p.edgeitems)) return NO_VALUE;
    if (!is_none(args[3]) && !num_index_i64(vm, args[3], &p.linewidth)) return NO_VALUE;
    if (!is_none(args[4])) {
        if (!num_index_i64(vm, args[4], &sci)) return NO_VALUE;
        p.sci_mode = (int)sci;
    }
    int64_t before = lib->torch_print.linewidth;
    lib->torch_print = p;
    return int_from_i64(vm, before);
}

const NativeDef tensor_text_functions[] = {
    {"node_name", fn_node_name, "t", "torch's name of what made it, or None.", 0},
    {"name_anew", fn_name_anew, "t, name", "What torch calls what made t, in any words; t.", 0},
    {"name_node", fn_name_node, "t, name, *given", "Says what torch calls what made t; t.", 0},
    {"mark_parameter", fn_mark_parameter, "t", "It is printed as a Parameter.", 0},
    {"torch_print", fn_torch_print, "precision, threshold, edgeitems, linewidth, sci_mode", "torch.set_printoptions.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
