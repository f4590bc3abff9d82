/* error.c: PyTorch's words where they depend on the op that refused; what has no words here has those of object/error.c. */
#include "core/rules.h"
#include "torch.h"

static const char *const type_words[DTYPE_COUNT] = {"Bool", "Byte", "Char", "Short", "Int", "Long", "Half", "BFloat16", "Float", "Double", "ComplexFloat", "ComplexDouble"};

const char *torch_type_word(DType d) { return type_words[d]; }

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

static Value make_complex_words(VM *vm, const CoreError *e)
{
    DType a = (DType)e->operands[0]->dtype, b = (DType)e->operands[1]->dtype;
    if ((a == DT_FLOAT32 || a == DT_FLOAT64 || a == DT_FLOAT16) && (b == DT_FLOAT32 || b == DT_FLOAT64 || b == DT_FLOAT16) && a != b)
        return str_format(vm, "Expected object of scalar type %s but got scalar type %s for second argument", type_words[a], type_words[b]);
    return str_format(vm, "Expected both inputs to be Half, Float or Double tensors but got %s and %s", type_words[a], type_words[b]);
}

/* The words of refused.def; some ops have several kernels. */
static const char *refused_by_kernel(const TensorLib *lib, const CoreError *e, DType d)
{
    const Tensor *a = e->operand_count > 0 ? e->operands[0] : NULL, *b = e->operand_count > 1 ? e->operands[1] : NULL;
    const Refusal *row = refused_row(lib->core, e->op->id, d);
    if (!row) return NULL;
    const char *words = row->words;
    switch (e->op->id) {
    case OP_clip: return e->numbers[1] == 1 ? "clamp_min_cpu" : e->numbers[1] == 2 ? "clamp_max_scalar_cpu" : words;
    case OP_softmax: return e->numbers[1] ? "softmax_lastdim_kernel_impl" : words;
    case OP_log_softmax: return e->numbers[1] ? "log_softmax_lastdim_kernel_impl" : words;
    case OP_matmul:
        if (!a || !b) return words;
        return a->ndim == 1 && b->ndim == 1 ? "dot" : a->ndim == 2 && b->ndim == 1 ? "addmv_impl_cpu" : a->ndim > 2 && b->ndim > 2 ? "bmm" : words;
    case OP_lerp: return e->operand_count > 2 && e->operands[2] ? words : "lerp_kernel_scalar";
    case OP_max_pool: return a && a->ndim == 3 ? "max_pool1d_impl" : words;
    default: return words;
    }
}

static Value unsupported(const TensorLib *lib, const CoreError *e, ExcId *class)
{
    VM *vm = lib->vm;
    DType d = e->numbers[0] >= 0 && e->numbers[0] < DTYPE_COUNT ? (DType)e->numbers[0] : DT_FLOAT32;
    const char *words = dtype_is_complex(d) ? torch_complex_words(e->op->id) : NULL;
    if (words) return str_format(vm, words, type_words[d]);
    if (e->op->id == OP_view_as_real) return str_from_c(vm, "view_as_real is only supported for complex tensors");
    if (e->op->id == OP_view_as_complex) return str_format(vm, "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: %s", type_words[d]);
    if (e->op->id == OP_make_complex) return make_complex_words(vm, e);
    if (dtype_is_complex(d)) return str_format(vm, "\"%s_cpu\" not implemented for '%s'", e->op->name, type_words[d]);
    words = refused_by_kernel(lib, e, d);
    if (words) return strchr(words, ' ') ? str_format(vm, words, type_words[d]) : str_format(vm, "\"%s\" not implemented for '%s'", words, type_words[d]);
    switch (e->op->id) {
    case OP_subtract:
        if (d == DT_BOOL && e->numbers[1] == 1) return str_from_c(vm, "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.");
        if (d == DT_BOOL) return str_from_c(vm, "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.");
        return NO_VALUE;
    case OP_negative:
        return str_from_c(vm, "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.");
    case OP_mean:
        return str_format(vm, "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: %s", type_words[d]);
    case OP_var: case OP_std: return str_from_c(vm, "std and var only support floating point and complex dtypes");
    case OP_masked_select: return str_from_c(vm, "masked_select: expected BoolTensor or ByteTensor for mask");
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

static Value changed(TensorLib *lib, const CoreError *e)
{
    VM *vm = lib->vm;
    bool watched = core_rule_bits(lib->core) & RULES_ANOMALY;
    char a[256], made[128] = "";
    DType d = e->numbers[2] >= 0 && e->numbers[2] < DTYPE_COUNT ? (DType)e->numbers[2] : DT_FLOAT32;
    if (e->op && e->numbers[3] >= 0) {
        char name[64];
        torch_op_word(e->op->id, name, sizeof name);
        if (e->numbers[4]) snprintf(made, sizeof made, ", which is output 0 of torch::autograd::CopySlices,");
        else snprintf(made, sizeof made, ", which is output %lld of %sBackward0,", (long long)e->numbers[3], name);
    }
    return str_format(vm, "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.%sTensor %s]%s is at version %lld; expected version %lld instead. "
                          "Hint: %s",
                      type_words[d], list(&e->shapes[0], a), made, (long long)e->numbers[0], (long long)e->numbers[1],
                      watched ? "the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed in there or anywhere later. Good luck!"
                              : "enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).");
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
    if (e->kind == CE_SAVED_CHANGED) return changed(lib, e);
    if (e->kind == CE_NEGATIVE_POWER) return str_from_c(vm, "Integers to negative integer powers are not allowed.");
    if (e->kind == CE_ANOMALY) return torch_anomaly_words(lib);
    if (e->kind == CE_INFERENCE_TENSOR) return torch_inference_words(vm, e);
    if (e->kind == CE_NOT_DETERMINISTIC) return torch_alert_words(vm, e);
    if (!e->op) return NO_VALUE;
    switch (e->kind) {
    case CE_DEVICE_FAULT:
        if (!e->late && !(e->operand_count && e->operands[0] && tensor_device(e->operands[0])->kind == DEVICE_GPU)) return NO_VALUE;
        return str_from_c(vm, "CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace below might be incorrect.\n"
                              "For debugging consider passing CUDA_LAUNCH_BLOCKING=1.");
    case CE_DEVICES_DIFFER: case CE_KINDS_DIFFER: return NO_VALUE; /* places.c */
    case CE_DTYPE_UNSUPPORTED: return unsupported(lib, e, class);
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
