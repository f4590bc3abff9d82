/* text.c: str() and repr() of tensors: fetches the elements to the host and prints them as the accent does; print options. */
#include "accents.h"

/* ---- PyTorch's names for what made a tensor, where they are not the op's own ---- */
typedef struct NodeName { uint16_t op; const char *name; } NodeName;
static const NodeName node_names[] = {
    {OP_subtract, "Sub"}, {OP_multiply, "Mul"}, {OP_divide, "Div"}, {OP_power, "Pow"}, {OP_negative, "Neg"}, {OP_square, "Pow"}, {OP_matmul, "Mm"}, {OP_linear, "Addmm"},
    {OP_conv, "Convolution"}, {OP_copy, "Clone"}, {OP_cast, "ToCopy"}, {OP_reshape, "ReshapeAlias"}, {OP_view, "View"}, {OP_transpose, "Permute"}, {OP_slice, "Slice"},
    {OP_select, "Select"}, {OP_index_get, "Index"}, {OP_concat, "Cat"}, {OP_stack, "Stack"}, {OP_max_pool, "MaxPool2DWithIndices"}, {OP_avg_pool, "AvgPool2D"},
    {OP_adaptive_avg_pool, "MeanBackward1"}, {OP_batch_norm, "NativeBatchNorm"}, {OP_layer_norm, "NativeLayerNorm"}, {OP_group_norm, "NativeGroupNorm"},
    {OP_log_softmax, "LogSoftmax"}, {OP_softmax, "Softmax"}, {OP_cross_entropy, "NllLoss"}, {OP_nll, "NllLoss"}, {OP_expand, "Expand"}, {OP_squeeze, "Squeeze"},
    {OP_unsqueeze, "Unsqueeze"}, {OP_log_sigmoid, "LogSigmoid"}, {OP_leaky_relu, "LeakyRelu"}, {OP_arcsin, "Asin"}, {OP_arccos, "Acos"}, {OP_arctan, "Atan"},
    {OP_clip, "Clamp"}, {OP_tile, "Repeat"}, {OP_max_axis, "Max"}, {OP_min_axis, "Min"}, {OP_masked_fill, "MaskedFill"}, {OP_masked_select, "MaskedSelect"}, {OP_embedding, "Embedding"},
    {OP_gather, "Gather"}, {OP_scatter, "Scatter"}, {OP_where, "Where"}, {OP_logsumexp, "Logsumexp"}, {OP_hard_tanh, "Hardtanh"},
};

void torch_op_word(uint16_t op, char *out, size_t room)
{
    for (size_t i = 0; i < sizeof node_names / sizeof *node_names; i++)
        if (node_names[i].op == op) {
            snprintf(out, room, "%s", node_names[i].name);
            return;
        }
    size_t n = 0; /* an_op -> AnOp */
    bool upper = true;
    for (const char *p = op_get((OpId)op)->name; *p && n + 1 < room; p++) {
        if (*p == '_') upper = true;
        else {
            out[n++] = upper && *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p;
            upper = false;
        }
    }
    out[n] = 0;
}

/* "AddBackward0": the number says which overload made it; what reduces over axes is 1. */
static void node_text(const GradNode *node, char *out, size_t room)
{
    if (node->shown_name) {
        snprintf(out, room, "%s", node->shown_name);
        return;
    }
    if (!node->op) {
        snprintf(out, room, "%s", !node->custom_name ? "Custom" : strcmp(node->custom_name, "to_copy") == 0 ? "ToCopyBackward0" : strcmp(node->custom_name, "copy_slices") == 0 ? "CopySlices" : node->custom_name);
        return;
    }
    char name[48];
    torch_op_word(node->op->id, name, sizeof name);
    bool axes = strcmp(family_name[node->op->family], "reduce") == 0 && node->attr_count > reduce_axes && node->attrs && node->attrs[reduce_axes].ints.count > 0;
    bool reduces = node->op->id == OP_max || node->op->id == OP_min;
    if (reduces && axes) snprintf(name, sizeof name, node->op->id == OP_max ? "Amax" : "Amin");
    if (reduces) axes = !axes; /* MaxBackward1, AmaxBackward0 */
    if (node->op->id == OP_clip || node->op->id == OP_norm) axes = true;
    if (node->op->id == OP_linear) { /* with a bias or without, a matrix or a batch of them */
        bool bias = node->inputs[2].present, matrix = node->inputs[0].ndim == 2;
        snprintf(name, sizeof name, "%s", matrix ? bias ? "Addmm" : "Mm" : bias ? "View" : "UnsafeView");
    }
    if (node->op->id == OP_matmul && node->inputs[0].ndim == 1 && node->inputs[1].ndim == 1) snprintf(name, sizeof name, "Dot");
    else if (node->op->id == OP_matmul && node->inputs[0].ndim == 2 && node->inputs[1].ndim == 1) snprintf(name, sizeof name, "Mv");
    else if (node->op->id == OP_matmul && (node->inputs[0].ndim > 2 || node->inputs[1].ndim > 2)) snprintf(name, sizeof name, "UnsafeView");
    if (node->op->id == OP_power) axes = !node->inputs[1].number;
    snprintf(out, room, "%sBackward%d", name, axes ? 1 : 0);
}

void tensor_node_word(const GradNode *node, char *out, size_t room)
{
    if (node->op && node->op->id == OP_linear) snprintf(out, room, "%sBackward0", node->inputs[2].present && node->inputs[0].ndim == 2 ? "Addmm" : "Mm"); /* its view gives no NaN */
    else if (node->op && node->op->id == OP_matmul && node->inputs[0].ndim > 2) snprintf(out, room, "%sBackward0", node->inputs[1].ndim > 2 ? "Bmm" : "Mm");
    else node_text(node, out, room);
}

static bool torch_text(TensorLib *lib, StrB *b, Tensor *t, const HostArray *a)
{
    char device[32], made[96];
    const char *more[1];
    TorchSuffix s = {.default_dtype = core_default_dtype(lib->core), .more = more};
    Device *d = tensor_device(t);
    if (d->kind == DEVICE_GPU) {
        snprintf(device, sizeof device, "cuda:%d", d->index);
        s.device = device;
    }
    if (grad_flows(t)) {
        GradNode *node = grad_is_leaf(t) ? NULL : grad_node_of(lib->core, t);
        if (node) {
            char name[64];
            node_text(node, name, sizeof name);
            snprintf(made, sizeof made, "grad_fn=<%s>", name);
            more[s.count++] = made;
        } else
            more[s.count++] = "requires_grad=True";
    }
    s.parameter = t->user & TENSOR_USER_PARAMETER;
    return array_text_torch(b, a, &lib->torch_print, &s);
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
    char *corners = corners_read(c, t, torch ? lib->torch_print.threshold : lib->numpy_print.threshold, torch ? lib->torch_print.edgeitems : lib->numpy_print.edgeitems, &read);
    if (!read) return tensor_raise(lib, accent);
    char *data = corners ? corners : core_alloc(c, bytes ? bytes : 1);
    if (!data) return tensor_raise(lib, accent);
    if (!corners && !tensor_read(c, t, data)) {
        core_free(c, data, bytes ? bytes : 1);
        return tensor_raise(lib, accent);
    }
    HostArray a = {(DType)t->dtype, t->ndim, t->shape, data};
    StrB b = STRB_INIT(vm);
    bool ok;
    if (accent == ACCENT_TORCH) ok = torch_text(lib, &b, t, &a);
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
    node_text(node, name, sizeof name);
    return str_from_c(vm, name);
}

/* name_node(t, name): what made t is called so from now on, where the name is one of these. */
static Value fn_name_node(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"MseLossBackward0", "SmoothL1LossBackward0", "HuberLossBackward0", "BinaryCrossEntropyBackward0", "BinaryCrossEntropyWithLogitsBackward0",
                                        "SoftMarginLossBackward0", "AddBackward0", "DivBackward1", "NllLoss2DBackward0", "EluBackward0", "SumBackward1", "MultiMarginLossBackward0", "MultilabelMarginLossBackward0"};
    if (is_tensor(args[0]) && tensor_of(args[0])->grad && tensor_of(args[0])->grad->node)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (is_str(args[1]) && str_equal_c(args[1], names[i])) tensor_of(args[0])->grad->node->shown_name = names[i];
    return retain(args[0]);
}

static Value fn_mark_parameter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    tensor_of(args[0])->user |= TENSOR_USER_PARAMETER;
    return V_NONE;
}

/* torch_print(precision, threshold, edgeitems, linewidth, sci_mode): None leaves a value as it is; sci_mode -1: by the values. */
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
    lib->torch_print = p;
    return V_NONE;
}

const NativeDef tensor_text_functions[] = {
    {"node_name", fn_node_name, "t", "torch's name of what made it, or None.", 0},
    {"name_node", fn_name_node, "t, name", "Says what torch calls what made t; t.", 0},
    {"mark_parameter", fn_mark_parameter, "t", "It is printed as a Parameter.", 0},
    {"torch_print", fn_torch_print, "precision, threshold, edgeitems, linewidth, sci_mode", "torch.set_printoptions.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
