/* tensor_torch_error.c: PyTorch's words where they depend on the op that refused; what has no words here has those of tensor_error.c. */
#include "tensor_torch.h"

static const char *const type_words[DTYPE_COUNT] = {"Bool", "Byte", "Char", "Short", "Int", "Long", "Half", "BFloat16", "Float", "Double"};

/* "[2, 3]" */
static const char *list(const Dims *d, char text[256])
{
    size_t at = (size_t)snprintf(text, 256, "[");
    for (int i = 0; i < d->n && at < 240; i++) at += (size_t)snprintf(text + at, 256 - at, "%s%lld", i ? ", " : "", (long long)d->d[i]);
    snprintf(text + at, 256 - at, "]");
    return text;
}

static Value joined(VM *vm, const CoreError *e, ExcId *class)
{
    char a[256], b[256];
    const int64_t *n = e->numbers;
    if (e->op->id == OP_stack && e->kind == CE_SHAPE_MISMATCH)
        return str_format(vm, "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %lld", list(&e->shapes[0], a), list(&e->shapes[1], b), (long long)n[0]);
    if (e->kind == CE_BAD_VALUE) return str_from_c(vm, e->op->id == OP_stack ? "stack expects a non-empty TensorList" : "torch.cat(): expected a non-empty list of Tensors");
    if (e->kind == CE_BAD_NDIM && n[0] == 1 && e->wrong[1] < 0) return str_format(vm, "zero-dimensional tensor (at position %lld) cannot be concatenated", (long long)n[2]);
    if (e->kind == CE_BAD_NDIM) return str_format(vm, "Tensors must have same number of dimensions: got %lld and %lld", (long long)n[0], (long long)n[1]);
    if (e->kind == CE_SHAPE_MISMATCH)
        return str_format(vm, "Sizes of tensors must match except in dimension %lld. Expected size %lld but got size %lld for tensor number %lld in the list.", (long long)n[0], (long long)n[2],
                          (long long)n[3], (long long)n[4]);
    (void)class;
    return NO_VALUE;
}

static Value expanded(VM *vm, const CoreError *e)
{
    char a[256], b[256];
    int64_t n[3] = {e->numbers[0], e->numbers[1], e->numbers[2]};
    const Dims *from = &e->shapes[0], *to = &e->shapes[1];
    for (int i = to->n - 1, k = from->n - 1; k >= 0 && i >= 0; i--, k--) /* PyTorch looks from the last dimension on */
        if (to->d[i] != -1 && from->d[k] != 1 && from->d[k] != to->d[i]) {
            n[0] = from->d[k], n[1] = to->d[i], n[2] = i;
            break;
        }
    const Tensor *t = e->operand_count ? e->operands[0] : NULL;
    if (e->kind == CE_BAD_NDIM)
        return str_format(vm, "expand(torch.%s%sTensor{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)",
                          t && tensor_device(t)->kind == DEVICE_GPU ? "cuda." : "", type_words[t ? t->dtype : DT_FLOAT32], list(&e->shapes[0], a), list(&e->shapes[1], b), e->shapes[1].n, e->shapes[0].n);
    if (e->kind != CE_NOT_BROADCASTABLE) return NO_VALUE;
    if (n[1] < 0) return str_format(vm, "The expanded size of the tensor (%lld) isn't allowed in a leading, non-existing dimension %lld", (long long)n[1], (long long)n[2]);
    return str_format(vm, "The expanded size of the tensor (%lld) must match the existing size (%lld) at non-singleton dimension %lld.  Target sizes: %s.  Tensor sizes: %s", (long long)n[1],
                      (long long)n[0], (long long)n[2], list(&e->shapes[1], a), list(&e->shapes[0], b));
}

/* x[i, j] whose index tensors have no common shape, x[i] = v where v does not fit. */
static Value indices_differ(VM *vm, const CoreError *e, ExcId *class)
{
    char shape[256], place[256];
    if (e->op->id == OP_index_put && e->wrong[0] == 0 && e->wrong[1] == 1)
        return str_format(vm, "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s", list(&e->shapes[0], shape), list(&e->shapes[1], place));
    int first = e->op->id == OP_index_put ? 2 : 1;
    StrB b = STRB_INIT(vm);
    int said = 0;
    for (int i = first; i < e->operand_count; i++) {
        if (!e->operands[i]) continue;
        Dims d = {.n = e->operands[i]->ndim};
        memcpy(d.d, e->operands[i]->shape, sizeof *d.d * (size_t)d.n);
        strb_c(&b, said++ ? ", " : "");
        strb_c(&b, list(&d, shape));
    }
    Value shapes = strb_take(&b);
    if (!shapes) return NO_VALUE;
    *class = EXC_IndexError;
    Value text = str_format(vm, "shape mismatch: indexing tensors could not be broadcast together with shapes %U", (Ref)shapes);
    release(vm, shapes);
    return text;
}

static Value unsupported(VM *vm, const CoreError *e, ExcId *class)
{
    DType d = e->numbers[0] >= 0 && e->numbers[0] < DTYPE_COUNT ? (DType)e->numbers[0] : DT_FLOAT32;
    switch (e->op->id) {
    case OP_subtract:
        if (d == DT_BOOL) return str_from_c(vm, "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.");
        return NO_VALUE;
    case OP_negative:
        return str_from_c(vm, "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.");
    case OP_mean:
        return str_format(vm, "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: %s", type_words[d]);
    case OP_var: case OP_std: return str_from_c(vm, "std and var only support floating point and complex dtypes");
    case OP_cross_entropy: return str_format(vm, "\"log_softmax_lastdim_kernel_impl\" not implemented for '%s'", type_words[d]);
    case OP_softmax: case OP_log_softmax: return str_format(vm, "\"%s_lastdim_kernel_impl\" not implemented for '%s'", e->op->id == OP_softmax ? "softmax" : "log_softmax", type_words[d]);
    case OP_matmul: case OP_linear: return str_format(vm, "\"addmm_impl_cpu_\" not implemented for '%s'", type_words[d]);
    case OP_bit_not: return *class = EXC_TypeError, str_from_c(vm, "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
    case OP_masked_select: return str_from_c(vm, "masked_select: expected BoolTensor or ByteTensor for mask");
    case OP_bincount: return str_format(vm, "\"bincount_cpu\" not implemented for '%s'", type_words[d]);
    case OP_bit_and: case OP_bit_or: case OP_bit_xor:
        return str_format(vm, "\"%s_cpu\" not implemented for '%s'", e->op->id == OP_bit_and ? "bitwise_and" : e->op->id == OP_bit_or ? "bitwise_or" : "bitwise_xor", type_words[d]);
    default: return str_format(vm, "\"%s_cpu\" not implemented for '%s'", e->op->name, type_words[d]);
    }
}

static Value dtypes_differ(VM *vm, const CoreError *e)
{
    const Tensor *a = e->operand_count > 0 ? e->operands[0] : NULL, *b = e->operand_count > 1 ? e->operands[1] : NULL;
    if (!a || !b) return NO_VALUE;
    if (e->op->id == OP_matmul || e->op->id == OP_linear || e->op->id == OP_addmm) {
        if (a->ndim == 1 && b->ndim == 1) return str_format(vm, "dot : expected both vectors to have same dtype, but found %s and %s", type_words[a->dtype], type_words[b->dtype]);
        if (e->op->id == OP_addmm) return str_from_c(vm, "self and mat2 must have the same dtype");
        const Tensor *bias = e->op->id == OP_linear && e->operand_count > 2 ? e->operands[2] : NULL;
        if (bias && a->ndim > 1) return str_from_c(vm, bias->dtype == b->dtype ? "mat1 and mat2 must have the same dtype" : "self and mat2 must have the same dtype");
    }
    return str_format(vm, "expected scalar type %s but found %s", type_words[a->dtype], type_words[b->dtype]);
}

static Value changed(VM *vm, const CoreError *e)
{
    char a[256], made[128] = "";
    DType d = e->numbers[2] >= 0 && e->numbers[2] < DTYPE_COUNT ? (DType)e->numbers[2] : DT_FLOAT32;
    if (e->op && e->numbers[3] >= 0) {
        char name[64];
        torch_op_word(e->op->id, name, sizeof name);
        if (e->numbers[4]) snprintf(made, sizeof made, ", which is output 0 of torch::autograd::CopySlices,");
        else snprintf(made, sizeof made, ", which is output %lld of %sBackward0,", (long long)e->numbers[3], name);
    }
    return str_format(vm, "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.%sTensor %s]%s is at version %lld; expected version %lld instead. "
                          "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).",
                      type_words[d], list(&e->shapes[0], a), made, (long long)e->numbers[0], (long long)e->numbers[1]);
}

/* ---- places: methods that check their arguments one by one name the first that lives elsewhere ---- */
typedef struct Check {
    uint16_t op;
    const char *method;
    int order[3];            /* operands as the method checks them; -1: no more */
    const char *names[3];
} Check;
static const Check checks[] = {
    {OP_matmul, "wrapper_mm", {0, 1, -1}, {"self", "mat2", NULL}},
    {OP_bmm, "wrapper_bmm", {0, 1, -1}, {"self", "mat2", NULL}},
    {OP_linear, "wrapper_addmm", {2, 0, 1}, {"self", "mat1", "mat2"}},
    {OP_addmm, "wrapper_addmm", {0, 1, 2}, {"self", "mat1", "mat2"}},
    {OP_embedding, "wrapper__index_select", {1, 0, -1}, {"self", "index", NULL}},
    {OP_take, "wrapper__index_select", {0, 1, -1}, {"self", "index", NULL}},
    {OP_gather, "wrapper_gather", {0, 1, -1}, {"self", "index", NULL}},
    {OP_scatter, "wrapper_scatter_src", {0, 1, 2}, {"self", "index", "src"}},
    {OP_cross_entropy, "wrapper_nll_loss_forward", {0, 1, 2}, {"self", "target", "weight"}},
    {OP_nll, "wrapper_nll_loss_forward", {0, 1, 2}, {"self", "target", "weight"}},
    {OP_layer_norm, "wrapper__native_layer_norm", {0, 1, 2}, {"input", "weight", "bias"}},
};

const char *torch_place_word(const Tensor *t, char text[32])
{
    if (tensor_device(t)->kind == DEVICE_GPU) snprintf(text, 32, "cuda:%d", tensor_device(t)->index);
    else snprintf(text, 32, "cpu");
    return text;
}

static Value places(VM *vm, const CoreError *e)
{
    char one[32], two[32];
    if (e->op->id == OP_masked_fill && e->operand_count > 1 && e->operands[0] && e->operands[1])
        return str_format(vm, "expected self and mask to be on the same device, but got mask on %s and self on %s", torch_place_word(e->operands[1], one), torch_place_word(e->operands[0], two));
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const Check *check = &checks[i];
        if (check->op != e->op->id) continue;
        bool vectors = check->op == OP_matmul && e->operand_count > 1 && e->operands[0] && e->operands[1] && e->operands[1]->ndim == 1;
        bool plain = check->op == OP_linear && (e->operand_count < 3 || !e->operands[2]); /* without a bias it is mm */
        const char *method = plain ? "wrapper_mm" : vectors ? e->operands[0]->ndim == 1 ? "wrapper__dot" : "wrapper_addmv_" : check->method;
        const Tensor *first = NULL;
        for (int k = 0; k < 3 && check->order[k] >= 0; k++) {
            const Tensor *t = check->order[k] < e->operand_count ? e->operands[check->order[k]] : NULL;
            if (!t) continue;
            if (!first) first = t;
            else if (tensor_device(t) != tensor_device(first)) {
                const char *name = plain ? "mat2" : vectors ? e->operands[0]->ndim == 1 ? "tensor" : "vec" : check->names[k];
                return str_format(vm, "Expected all tensors to be on the same device, but found at least two devices, %s and %s! (when checking argument for argument %s in method %s)", torch_place_word(first, one), torch_place_word(t, two), name, method);
            }
        }
    }
    return NO_VALUE;
}

/* An index that a kernel of a GPU found out of range: CUDA asserts there, and says no more than that. */
bool torch_is_assert(const CoreError *e)
{
    if (e->kind != CE_INDEX_RANGE || !e->op) return false;
    switch (e->op->id) {
    case OP_take: case OP_embedding: case OP_gather: case OP_scatter: case OP_nll: case OP_cross_entropy: case OP_index_get: case OP_index_put:
        return e->late || (e->operand_count && e->operands[0] && tensor_device(e->operands[0])->kind == DEVICE_GPU);
    default: return false;
    }
}

Value torch_words(TensorLib *lib, const CoreError *e, ExcId *class)
{
    VM *vm = lib->vm;
    *class = EXC_RuntimeError;
    if (e->kind == CE_NO_SUCH_DEVICE && device_gpu_count(lib->core) == 0) {
        *class = EXC_AssertionError;
        return str_from_c(vm, "Torch not compiled with CUDA enabled");
    }
    if (e->kind == CE_LEAF_IN_PLACE && e->numbers[0] == 1) return str_from_c(vm, "a view of a leaf Variable that requires grad is being used in an in-place operation.");
    if (e->kind == CE_OUT_OF_MEMORY && e->numbers[5] < 0) /* the CPU's: no class of its own */
        return str_format(vm, "[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: can't allocate memory: you tried to allocate %lld bytes. Error code 12 (Cannot allocate memory)",
                          (long long)e->numbers[0]);
    if (e->kind == CE_SAVED_CHANGED) return changed(vm, e);
    if (e->kind == CE_NEGATIVE_POWER) return str_from_c(vm, "Integers to negative integer powers are not allowed.");
    if (!e->op) return NO_VALUE;
    switch (e->kind) {
    case CE_DEVICE_FAULT:
        if (!e->late && !(e->operand_count && e->operands[0] && tensor_device(e->operands[0])->kind == DEVICE_GPU)) return NO_VALUE;
        return str_from_c(vm, "CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace below might be incorrect.\n"
                              "For debugging consider passing CUDA_LAUNCH_BLOCKING=1.");
    case CE_DEVICES_DIFFER: case CE_KINDS_DIFFER: return places(vm, e);
    case CE_DTYPE_UNSUPPORTED: return unsupported(vm, e, class);
    case CE_DTYPES_DIFFER: return dtypes_differ(vm, e);
    case CE_BAD_DIMENSION:
        if (e->numbers[0] < 0) {
            char a[256];
            if (e->shapes[0].n) return str_format(vm, "Trying to create tensor with negative dimension %lld: %s", (long long)e->numbers[0], list(&e->shapes[0], a));
            return str_format(vm, "Trying to create tensor with negative dimension %lld: [%lld]", (long long)e->numbers[0], (long long)e->numbers[0]);
        }
        return NO_VALUE;
    case CE_INDEX_RANGE:
        *class = EXC_IndexError;
        return e->op->id == OP_take || e->op->id == OP_embedding ? str_from_c(vm, "index out of range in self")
               : e->op->id == OP_gather || e->op->id == OP_scatter
                   ? (*class = EXC_RuntimeError, str_format(vm, "index %lld is out of bounds for dimension %lld with size %lld", (long long)e->numbers[0], (long long)e->numbers[2], (long long)e->numbers[1]))
                   : NO_VALUE;
    case CE_BAD_INDEX:
        if (e->op->id == OP_gather || e->op->id == OP_scatter) return str_format(vm, "%s(): Expected dtype int64 for index", e->op->name);
        if (e->op->id == OP_take) return str_from_c(vm, "index_select(): Expected dtype int32 or int64 for index");
        return NO_VALUE;
    case CE_BAD_VALUE: /* the CPU's kernels look at the numbers */
        if (e->op->id == OP_random_multinomial)
            return str_from_c(vm, strstr(e->text, "none is put back") ? "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
                                  : strstr(e->text, "negative") ? "probability tensor contains either `inf`, `nan` or element < 0" : e->text);
        if (e->op->id == OP_random_bernoulli)
            return str_from_c(vm, "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)");
        break;
    case CE_EMPTY_REDUCTION:
        if (e->op->id == OP_max_axis || e->op->id == OP_min_axis || e->op->id == OP_argmax || e->op->id == OP_argmin) {
            *class = EXC_IndexError;
            int64_t axis = e->numbers[0];
            size_t len = strcspn(e->op->name, "_");
            return str_format(vm, "%.*s(): Expected reduction dim %lld to have non-zero size.", (int)len, e->op->name, (long long)axis);
        }
        return NO_VALUE;
    case CE_NOT_BROADCASTABLE:
        if (e->op->id == OP_index_get || e->op->id == OP_index_put) return indices_differ(vm, e, class);
        return e->op->id == OP_expand ? expanded(vm, e) : NO_VALUE;
    case CE_DUPLICATE_AXIS: return e->op->id == OP_transpose ? str_from_c(vm, "permute(): duplicate dims are not allowed.") : NO_VALUE;
    case CE_BAD_NDIM:
        if (e->op->id == OP_transpose)
            return str_format(vm, "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = %lld is not equal "
                                  "to len(dims) = %lld", (long long)e->numbers[0], (long long)e->numbers[1]);
        break;
    default: break;
    }
    if (e->op->id == OP_concat || e->op->id == OP_stack) return joined(vm, e, class);
    return e->op->id == OP_expand ? expanded(vm, e) : NO_VALUE;
}
