/* error.c: what core refuses, as PyTorch's exceptions and in its words: a row of torch_errors for each kind, and a function where the words depend on the op that refused. */
#include "core/rules.h"
#include "torch.h"

static const char *const type_words[DTYPE_COUNT] = {"Bool", "Byte", "Char", "Short", "Int", "Long", "Half", "BFloat16", "Float", "Double", "ComplexFloat", "ComplexDouble"};

static const char *const c_names[DTYPE_COUNT] = {"bool", "unsigned char", "signed char", "short int", "int", "long int", "c10::Half", "c10::BFloat16", "float", "double", "c10::complex<float>", "c10::complex<double>"};

const char *torch_type_word(DType d) { return type_words[d]; }
const char *torch_c_name(DType d) { return c_names[d]; }

/* "[2, 3]" */
static const char *list(const Dims *d, char text[DIMS_ROOM]) { return dims_text(d, "[", ", ", "]", text, DIMS_ROOM); }

static Value stacked(Refused *r)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    const CoreError *e = r->e;
    if (e->kind == CE_BAD_VALUE) return str_from_c(r->lib->vm, TORCH_SAYS(STACK_NONE));
    if (e->kind != CE_SHAPE_MISMATCH) return NO_VALUE;
    return str_format(r->lib->vm, TORCH_SAYS(STACK_SIZES), list(&e->shapes[0], a), list(&e->shapes[1], b), (long long)e->numbers[0]);
}

static Value joined(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    const int64_t *n = e->numbers;
    if (refused_is(r, OP_stack)) return stacked(r);
    if (!refused_is(r, OP_concat)) return NO_VALUE;
    switch (e->kind) {
    case CE_BAD_VALUE:
        if (torch_two(TORCH_FLAG_VALUE_ERRORS)) refused_as(r, EXC_ValueError);
        return str_from_c(vm, TORCH_SAYS(CAT_NONE));
    case CE_BAD_NDIM:
        if (n[0] == 1 && e->wrong[1] < 0) return str_format(vm, TORCH_SAYS(CAT_SCALAR), (long long)n[2]);
        return str_format(vm, TORCH_SAYS(CAT_NDIM), (long long)n[0], (long long)n[1]);
    case CE_SHAPE_MISMATCH: return str_format(vm, TORCH_SAYS(CAT_SIZES), (long long)n[0], (long long)n[2], (long long)n[3], (long long)n[4]);
    default: return NO_VALUE;
    }
}

static Value expanded_further(Refused *r) /* to fewer dimensions than there are */
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    const CoreError *e = r->e;
    const Tensor *t = e->operand_count ? e->operands[0] : NULL;
    bool gpu = t && tensor_device(t)->kind == DEVICE_GPU;
    char type[48];
    if (t && t->dtype == DT_BOOL) snprintf(type, sizeof type, "%sBoolType", gpu ? "CUDA" : "CPU");
    else snprintf(type, sizeof type, "torch.%s%sTensor", gpu ? "cuda." : "", type_words[t ? t->dtype : DT_FLOAT32]);
    return str_format(r->lib->vm, TORCH_SAYS(EXPAND_NDIM), type, list(&e->shapes[0], a),
                      list(&e->shapes[1], b), e->shapes[1].n, e->shapes[0].n);
}

static Value expanded(Refused *r)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    const CoreError *e = r->e;
    int64_t n[3] = {e->numbers[0], e->numbers[1], e->numbers[2]};
    const Dims *from = &e->shapes[0], *to = &e->shapes[1];
    for (int i = to->n - 1, k = from->n - 1; k >= 0 && i >= 0; i--, k--) /* PyTorch looks from the last dimension on */
        if (to->d[i] != -1 && from->d[k] != 1 && from->d[k] != to->d[i]) {
            n[0] = from->d[k], n[1] = to->d[i], n[2] = i;
            break;
        }
    if (n[1] < 0 && n[2] < to->n - from->n) return str_format(r->lib->vm, TORCH_SAYS(EXPAND_LEADING), (long long)n[1], (long long)n[2]);
    return str_format(r->lib->vm, TORCH_SAYS(EXPAND_SIZES), (long long)n[1], (long long)n[0], (int)n[2], list(to, a), list(from, b));
}

/* x[i, j] whose index tensors have no common shape, x[i] = v where v does not fit. */
static Value indices_differ(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    char shape[DIMS_ROOM], place[DIMS_ROOM];
    if (e->op->id == OP_index_put && e->wrong[0] == 0 && e->wrong[1] == 1) return str_format(vm, TORCH_SAYS(INDEX_VALUE), list(&e->shapes[0], shape), list(&e->shapes[1], place));
    int first = e->op->id == OP_index_put ? 2 : 1, said = 0;
    StrB b = STRB_INIT(vm);
    for (int i = first; i < e->operand_count; i++) {
        if (!e->operands[i]) continue;
        Dims d = refused_shape(r, i);
        strb_c(&b, said++ ? ", " : "");
        strb_c(&b, list(&d, shape));
    }
    Value shapes = strb_take(&b);
    if (!shapes) return NO_VALUE;
    refused_as(r, EXC_IndexError);
    Value text = str_format(vm, TORCH_SAYS(INDEX_TENSORS), (Ref)shapes);
    release(vm, shapes);
    return text;
}

static Value not_broadcastable(Refused *r)
{
    if (refused_is(r, OP_index_get) || refused_is(r, OP_index_put)) return indices_differ(r);
    if (refused_is(r, OP_masked_select)) /* (PyTorch names the mask first) */
        return str_format(r->lib->vm, TORCH_SAYS(BROADCAST_SIZES), (long long)r->e->numbers[1], (long long)r->e->numbers[0], (long long)r->e->numbers[2]);
    return refused_is(r, OP_expand) ? expanded(r) : NO_VALUE;
}

static Value make_complex_words(VM *vm, const CoreError *e)
{
    DType a = (DType)e->operands[0]->dtype, b = (DType)e->operands[1]->dtype;
    if ((a == DT_FLOAT32 || a == DT_FLOAT64 || a == DT_FLOAT16) && (b == DT_FLOAT32 || b == DT_FLOAT64 || b == DT_FLOAT16) && a != b)
        return str_format(vm, TORCH_SAYS(COMPLEX_SECOND), type_words[a], type_words[b]);
    return str_format(vm, TORCH_SAYS(COMPLEX_FLOATS), type_words[a], type_words[b]);
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
        return a->ndim == 1 && b->ndim == 1 ? "dot" : a->ndim >= 2 && b->ndim == 1 ? "addmv_impl_cpu" : a->ndim > 2 && b->ndim > 2 ? "bmm" : words;
    case OP_lerp: return e->operand_count > 2 && e->operands[2] ? words : "lerp_kernel_scalar";
    case OP_max_pool: return a && a->ndim == 3 ? "max_pool1d_impl" : words;
    default: return words;
    }
}

/* "name" has no kernel for the type */
static Value no_kernel(VM *vm, const char *name, const char *rest, DType d) { return str_format(vm, TORCH_SAYS(NO_KERNEL), name, rest, type_words[d]); }

static Value unsupported(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    if (!e->op) return NO_VALUE;
    DType d = e->numbers[0] >= 0 && e->numbers[0] < DTYPE_COUNT ? (DType)e->numbers[0] : DT_FLOAT32;
    const char *words = dtype_is_complex(d) ? torch_complex_words(e->op->id) : NULL;
    if (words) return str_format(vm, words, type_words[d]);
    if (e->op->id != OP_view_as_real && e->op->id != OP_view_as_complex && e->op->id != OP_make_complex && torch_two(TORCH_FLAG_NO_KERNEL_CLASS)) refused_as(r, EXC_NotImplementedError);
    if (e->op->id == OP_view_as_real) return str_from_c(vm, TORCH_SAYS(VIEW_AS_REAL));
    if (e->op->id == OP_view_as_complex) return str_format(vm, TORCH_SAYS(VIEW_AS_COMPLEX), type_words[d]);
    if (e->op->id == OP_make_complex) return make_complex_words(vm, e);
    if (dtype_is_complex(d)) return no_kernel(vm, e->op->name, "_cpu", d);
    words = refused_by_kernel(r->lib, e, d);
    if (words) return strchr(words, ' ') ? str_format(vm, words, type_words[d]) : no_kernel(vm, words, "", d);
    switch (e->op->id) {
    case OP_subtract: return d == DT_BOOL ? str_from_c(vm, e->numbers[1] == 1 ? TORCH_SAYS(SUBTRACT_BOOL) : TORCH_SAYS(SUBTRACT_TWO_BOOLS)) : NO_VALUE;
    case OP_negative: return str_from_c(vm, TORCH_SAYS(NEGATIVE_BOOL));
    case OP_mean: return str_format(vm, TORCH_SAYS(MEAN_DTYPE), e->operand_count && e->operands[0] && (dtype_is_inexact((DType)e->operands[0]->dtype) || e->operands[0]->dtype != d) ? "Optional" : "Input", type_words[d]);
    case OP_var: case OP_std: return str_from_c(vm, TORCH_SAYS(STD_DTYPE));
    case OP_masked_select: refused_as(r, EXC_RuntimeError); return str_from_c(vm, TORCH_SAYS(MASK_DTYPE));
    case OP_bit_and: case OP_bit_or: case OP_bit_xor: return no_kernel(vm, e->op->id == OP_bit_and ? "bitwise_and" : e->op->id == OP_bit_or ? "bitwise_or" : "bitwise_xor", "_cpu", d);
    default: return no_kernel(vm, e->op->name, "_cpu", d);
    }
}

static Value product_dtypes(VM *vm, const char *name, const Tensor *a, const Tensor *b) { return str_format(vm, TORCH_SAYS(PRODUCT_DTYPES), name, type_words[a->dtype], type_words[b->dtype]); }

static Value dtypes_differ(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    const Tensor *a = e->operand_count > 0 ? e->operands[0] : NULL, *b = e->operand_count > 1 ? e->operands[1] : NULL;
    if (!e->op || !a || !b) return NO_VALUE;
    if (e->op->id == OP_matmul || e->op->id == OP_linear || e->op->id == OP_addmm) {
        if (a->ndim == 1 && b->ndim == 1) return str_format(vm, TORCH_SAYS(DOT_DTYPES), type_words[a->dtype], type_words[b->dtype]);
        if (e->op->id == OP_addmm) return product_dtypes(vm, "self", a, e->operand_count > 2 && e->operands[2] && a->dtype == b->dtype ? e->operands[2] : b);
        const Tensor *bias = e->op->id == OP_linear && e->operand_count > 2 ? e->operands[2] : NULL;
        bool by_bias = bias && bias->dtype != b->dtype;
        if (bias && (a->ndim > 1 || torch_two(TORCH_FLAG_PRODUCTS_TYPED))) return product_dtypes(vm, by_bias ? "self" : "mat1", by_bias ? bias : a, b);
        if (torch_two(TORCH_FLAG_PRODUCTS_TYPED) && !bias && (a->ndim < 3 || b->ndim < 3)) {
            if (e->op->id == OP_matmul && b->ndim == 1) return str_format(vm, TORCH_SAYS(PRODUCT_VECTOR), type_words[b->dtype], type_words[a->dtype], type_words[b->dtype]);
            return str_format(vm, TORCH_SAYS(PRODUCT_TYPES), torch_c_name((DType)a->dtype), torch_c_name((DType)b->dtype));
        }
    }
    return str_format(vm, TORCH_SAYS(EXPECTED_TYPE), type_words[a->dtype], type_words[b->dtype]);
}

static Value changed(Refused *r)
{
    const CoreError *e = r->e;
    char a[DIMS_ROOM], made[128] = "";
    DType d = e->numbers[2] >= 0 && e->numbers[2] < DTYPE_COUNT ? (DType)e->numbers[2] : DT_FLOAT32;
    if (e->op && e->numbers[3] >= 0) {
        char name[64];
        torch_op_word(e->op->id, name, sizeof name);
        if (e->numbers[4]) snprintf(made, sizeof made, ", which is output 0 of torch::autograd::CopySlices,");
        else snprintf(made, sizeof made, ", which is output %lld of %s%s,", (long long)e->numbers[3], name, torch_two(TORCH_FLAG_SAVED_SHORT) ? "" : "Backward0");
    }
    return str_format(r->lib->vm, TORCH_SAYS(SAVED_CHANGED), type_words[d], list(&e->shapes[0], a), made, (long long)e->numbers[0], (long long)e->numbers[1],
                      core_rule_bits(r->lib->core) & RULES_ANOMALY ? TORCH_SAYS(SAVED_CHANGED_WATCHED) : TORCH_SAYS(SAVED_CHANGED_UNWATCHED));
}

/* An index that a kernel of a GPU found out of range: CUDA asserts there, and says no more than that. */
static bool found_on_gpu(const CoreError *e) { return e->late || (e->operand_count && e->operands[0] && tensor_device(e->operands[0])->kind == DEVICE_GPU); }
static Value asserted(Refused *r)
{
    refused_as(r, EXC_RuntimeError);
    r->e->kind = CE_DEVICE_FAULT;
    return str_format(r->lib->vm, TORCH_SAYS(CUDA_ERROR), "device-side assert triggered");
}
/* What says no more than that a kernel failed; what a library or the driver says stands as it is. */
static Value faulted(Refused *r)
{
    const CoreError *e = r->e;
    bool own_words = *e->text && strcmp(e->text, core_error_info[CE_DEVICE_FAULT].title) != 0;
    return e->op && !own_words && found_on_gpu(e) ? asserted(r) : NO_VALUE;
}

static Value index_range(Refused *r)
{
    const CoreError *e = r->e;
    if (!e->op) return NO_VALUE;
    switch (e->op->id) {
    case OP_nll: case OP_cross_entropy: return found_on_gpu(e) ? asserted(r) : NO_VALUE;
    case OP_index_get: case OP_index_put:
        if (found_on_gpu(e)) return asserted(r);
        return e->numbers[1] == 0 ? str_from_c(r->lib->vm, "index is out of bounds for dimension with size 0") : NO_VALUE;
    case OP_take:
        if (!found_on_gpu(e) && e->operand_count && e->operands[0] && e->operands[0]->ndim > 1 && (e->numbers[2] == 1 || !e->operands[0]->size)) {
            refused_as(r, EXC_RuntimeError);
            return e->numbers[1] ? str_format(r->lib->vm, "INDICES element is out of DATA bounds, id=%lld axis_dim=%lld", (long long)e->numbers[0], (long long)e->numbers[1])
                                 : str_from_c(r->lib->vm, "index_select(): self indexing axis dim should be positive");
        } /* fallthrough */
    case OP_embedding: return found_on_gpu(e) ? asserted(r) : str_from_c(r->lib->vm, TORCH_SAYS(INDEX_IN_SELF));
    case OP_gather: case OP_scatter:
        refused_as(r, EXC_RuntimeError);
        return found_on_gpu(e) ? asserted(r) : NO_VALUE;
    default: return NO_VALUE;
    }
}

static Value bad_index(Refused *r)
{
    const Op *op = r->e->op;
    bool positions = refused_is(r, OP_gather) || refused_is(r, OP_scatter);
    if (!positions && !refused_is(r, OP_take)) return NO_VALUE;
    refused_as(r, EXC_RuntimeError);
    return positions ? str_format(r->lib->vm, TORCH_SAYS(INDEX_INT64), op->name) : str_from_c(r->lib->vm, TORCH_SAYS(INDEX_SELECT_DTYPE));
}

static Value beyond_storage(Refused *r)
{
    const CoreError *e = r->e; /* (its numbers: why, offset, bytes of an element, bytes needed, bytes there) */
    char sizes[DIMS_ROOM], strides[DIMS_ROOM];
    return str_format(r->lib->vm, TORCH_SAYS(BEYOND_STORAGE), list(&e->shapes[0], sizes), list(&e->shapes[1], strides), (long long)e->numbers[1], (long long)e->numbers[2],
                      (long long)e->numbers[3], (long long)e->numbers[4]);
}

/* as_strided's: numbers differ (0), a negative or overflowing size or stride (1), beyond the storage (2) */
static Value not_strided(Refused *r)
{
    const CoreError *e = r->e;
    char sizes[DIMS_ROOM], strides[DIMS_ROOM];
    if (e->numbers[0] == 0) return str_from_c(r->lib->vm, TORCH_SAYS(STRIDED_UNEVEN));
    for (int i = 0; e->numbers[0] == 1 && i < e->shapes[1].n; i++)
        if (e->shapes[1].d[i] < 0) return str_format(r->lib->vm, TORCH_SAYS(STRIDED_NEGATIVE), list(&e->shapes[1], strides));
    if (e->numbers[0] == 1 || e->numbers[3] < 0) return str_format(r->lib->vm, TORCH_SAYS(STRIDED_OVERFLOW), list(&e->shapes[0], sizes), list(&e->shapes[1], strides));
    return beyond_storage(r);
}

/* Windows of an axis (numbers: length, size, axis, step) */
static Value bad_window(Refused *r)
{
    const CoreError *e = r->e;
    if (!refused_is(r, OP_unfold_axis) || e->numbers[0] < 0) return NO_VALUE;
    if (e->numbers[3] <= 0) return str_format(r->lib->vm, TORCH_SAYS(UNFOLD_STEP), (long long)e->numbers[3]);
    return str_format(r->lib->vm, TORCH_SAYS(UNFOLD_SIZE), (long long)e->numbers[2], (long long)e->numbers[1], (long long)e->numbers[0]);
}

static Value bad_value(Refused *r)
{
    VM *vm = r->lib->vm;
    const char *why = r->e->text; /* the CPU's kernels look at the numbers */
    if (refused_is(r, OP_subtract) && torch_two(TORCH_FLAG_NO_KERNEL_CLASS)) refused_as(r, EXC_NotImplementedError);
    const char *topk = refused_is(r, OP_topk) ? strstr(why, "selected index") : NULL;
    if (topk) return str_from_c(vm, topk);
    if (refused_is(r, OP_as_strided)) return not_strided(r);
    if (refused_is(r, OP_random_multinomial) && strstr(why, "none is put back")) return str_from_c(vm, TORCH_SAYS(MULTINOMIAL_FEW));
    if (refused_is(r, OP_random_multinomial) && strstr(why, "negative")) return str_from_c(vm, TORCH_SAYS(MULTINOMIAL_WEIGHTS));
    return refused_is(r, OP_random_bernoulli) ? str_from_c(vm, TORCH_SAYS(BERNOULLI_CHANCE)) : joined(r);
}

static Value empty_reduction(Refused *r)
{
    const Op *op = r->e->op;
    if (op && (op->id == OP_max || op->id == OP_min)) {
        const char *of = op->id == OP_max ? "amax" : "amin";
        if (r->e->numbers[0] < 0) return str_format(r->lib->vm, TORCH_SAYS(REDUCE_NOTHING), of);
        refused_as(r, EXC_IndexError);
        return str_format(r->lib->vm, TORCH_SAYS(REDUCE_EMPTY), of, (long long)r->e->numbers[0]);
    }
    if (!op || (op->id != OP_max_axis && op->id != OP_min_axis && op->id != OP_argmax && op->id != OP_argmin)) return NO_VALUE;
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(op->name, "_"), op->name);
    refused_as(r, EXC_IndexError);
    return str_format(r->lib->vm, TORCH_SAYS(REDUCE_EMPTY), name, (long long)r->e->numbers[0]);
}

static Value bad_dimension(Refused *r)
{
    char a[DIMS_ROOM];
    const CoreError *e = r->e;
    for (int i = 0; i < e->shapes[0].n; i++)
        if (e->shapes[0].d[i] < 0) return str_format(r->lib->vm, TORCH_SAYS(NEGATIVE_DIMENSION), (long long)e->shapes[0].d[i], list(&e->shapes[0], a));
    return NO_VALUE;
}

static Value bad_ndim(Refused *r)
{
    if ((refused_is(r, OP_gather) || refused_is(r, OP_scatter)) && r->e->numbers[2] == 1)
        return str_format(r->lib->vm, TORCH_SAYS(INDEX_NDIM), refused_is(r, OP_gather) ? "input" : "self");
    if (refused_is(r, OP_scatter)) return str_format(r->lib->vm, TORCH_SAYS(INDEX_NDIM), "src");
    if (refused_is(r, OP_transpose)) return str_format(r->lib->vm, TORCH_SAYS(PERMUTE_NDIM), (long long)r->e->numbers[0], (long long)r->e->numbers[1]);
    return refused_is(r, OP_expand) ? expanded_further(r) : joined(r);
}
static Value duplicate_axis(Refused *r) { return refused_is(r, OP_transpose) ? str_from_c(r->lib->vm, TORCH_SAYS(PERMUTE_TWICE)) : NO_VALUE; }

static Value shapes_differ(Refused *r)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    const CoreError *e = r->e;
    if (refused_is(r, OP_concat) || refused_is(r, OP_stack)) return joined(r);
    if (refused_is(r, OP_gather))
        return str_format(r->lib->vm, TORCH_SAYS(GATHER_SIZE), (long long)e->numbers[0], list(&e->shapes[1], b), list(&e->shapes[0], a), (long long)e->numbers[2]);
    if (refused_is(r, OP_scatter)) return NO_VALUE;
    return e->numbers[0] == 1 ? str_format(r->lib->vm, TORCH_SAYS(OUT_SHAPE), list(&e->shapes[0], a), list(&e->shapes[1], b)) : NO_VALUE;
}

static Value bad_reshape(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    char a[DIMS_ROOM];
    int unknown = 0;
    for (int i = 0; i < e->shapes[0].n; i++) unknown += e->shapes[0].d[i] == -1;
    if (unknown > 1) return str_from_c(vm, TORCH_SAYS(RESHAPE_TWO_UNKNOWN));
    for (int i = 0; i < e->shapes[0].n; i++)
        if (e->shapes[0].d[i] < -1) return str_format(vm, TORCH_SAYS(RESHAPE_NEGATIVE), (long long)e->shapes[0].d[i]);
    list(&e->shapes[0], a);
    return unknown && !e->numbers[0] ? str_format(vm, TORCH_SAYS(RESHAPE_AMBIGUOUS), a) : str_format(vm, TORCH_SAYS(RESHAPE_SIZE), a, (long long)e->numbers[0]);
}

/* out='s dtype does not fit; outs.def */
static Value bad_cast(Refused *r)
{
    const CoreError *e = r->e;
    DType made = (DType)e->numbers[0], out = (DType)e->numbers[1];
    int op = e->op ? e->op->id : -1;
    const char *words = torch_out_words(e->numbers[2]);
    if (words) {
        char text[256];
        snprintf(text, sizeof text, words, type_words[made], type_words[out], c_names[made], c_names[out], op == OP_take ? "index_select" : e->op ? e->op->name : "");
        return str_from_c(r->lib->vm, text);
    }
    if (op == OP_concat || op == OP_stack) return str_format(r->lib->vm, TORCH_SAYS(CAT_CAST), type_words[out]);
    if (op == OP_logsumexp) return str_format(r->lib->vm, "logsumexp(): Expected floating point type for result tensor, but got: %s", type_words[out]);
    return str_format(r->lib->vm, TORCH_SAYS(CANNOT_CAST), type_words[made], type_words[out]);
}

static Value no_device(Refused *r)
{
    if (device_gpu_count(r->lib->core)) return str_format(r->lib->vm, TORCH_SAYS(CUDA_ERROR), "invalid device ordinal");
    refused_as(r, torch_two(TORCH_FLAG_DRIVER_MISSED) ? EXC_RuntimeError : EXC_AssertionError);
    return str_from_c(r->lib->vm, TORCH_SAYS(NO_CUDA));
}

static const char *amount(int64_t bytes, char room[32])
{
    if (bytes <= 1 << 10) snprintf(room, 32, "%lld bytes", (long long)bytes);
    else if (bytes <= 1 << 20) snprintf(room, 32, "%.2f KiB", (double)bytes / 1024);
    else if (bytes <= 1 << 30) snprintf(room, 32, "%.2f MiB", (double)bytes / (1 << 20));
    else snprintf(room, 32, "%.2f GiB", (double)bytes / (1 << 30));
    return room;
}
static Value out_of_memory(Refused *r)
{
    char a[32], b[32], c[32], d[32], reserved[32];
    const int64_t *n = r->e->numbers;
    if (n[5] < 0) return str_format(r->lib->vm, TORCH_SAYS(CPU_MEMORY), (long long)n[0]); /* the CPU's: no class of its own */
    if (r->lib->torch_memory_error) r->class = r->lib->torch_memory_error;
    return str_format(r->lib->vm, TORCH_SAYS(CUDA_MEMORY), amount(n[0], a), (long long)n[5], amount(n[1], b), amount(n[2], c), amount(n[3], d), amount(n[4], reserved));
}

static Value leaf_in_place(Refused *r) { return r->e->numbers[0] == 1 ? str_from_c(r->lib->vm, TORCH_SAYS(LEAF_VIEW_IN_PLACE)) : NO_VALUE; }
static Value view_in_place(Refused *r)
{
    const CoreError *e = r->e;
    const Tensor *view = e->operand_count ? e->operands[e->operand_count - 1] : NULL;
    if (e->numbers[0] != VIEW_OF_MANY) return str_from_c(r->lib->vm, TORCH_SAYS(VIEW_NO_GRAD));
    char node[96] = "a function";
    if (view && view->grad && view->grad->node) torch_node_text(view->grad->node, node, sizeof node);
    return str_format(r->lib->vm, TORCH_SAYS(VIEW_OF_MANY), (long long)e->numbers[1], node);
}
static Value forked(Refused *r) { return r->e->numbers[0] ? NO_VALUE : str_format(r->lib->vm, TORCH_SAYS(CUDA_ERROR), "initialization error"); }

static Ref usual(const TensorLib *lib) { return REF(lib->vm->exc_types[EXC_RuntimeError]); }

const AccentErrors torch_errors = {
    .sentences = torch_sentences,
    .usual = usual,
    .rows = {
        [CE_DEVICES_DIFFER] = {.text = torch_places},
        [CE_KINDS_DIFFER] = {.text = torch_places},
        [CE_NO_SUCH_DEVICE] = {.text = no_device},
        [CE_FORKED] = {.sentence = TORCH_FORKED, .text = forked},
        [CE_NOT_BROADCASTABLE] = {.sentence = TORCH_BROADCAST_SIZES, .text = not_broadcastable},
        [CE_SHAPE_MISMATCH] = {.text = shapes_differ},
        [CE_BAD_AXIS] = {EXC_IndexError, TORCH_DIM_RANGE, NULL},
        [CE_BAD_RESHAPE] = {.text = bad_reshape},
        [CE_VIEW_NEEDS_COPY] = {.sentence = TORCH_VIEW_STRIDES},
        [CE_BAD_DIMENSION] = {.text = bad_dimension},
        [CE_BAD_NDIM] = {.text = bad_ndim},
        [CE_DUPLICATE_AXIS] = {.sentence = TORCH_DIM_TWICE, .text = duplicate_axis},
        [CE_TOO_MANY_INDICES] = {EXC_IndexError, TORCH_INDEX_MANY, NULL},
        [CE_EMPTY_REDUCTION] = {.text = empty_reduction},
        [CE_DTYPES_DIFFER] = {.text = dtypes_differ},
        [CE_DTYPE_UNSUPPORTED] = {.text = unsupported},
        [CE_CANNOT_CAST] = {.text = bad_cast},
        [CE_NO_GRAPH] = {.sentence = TORCH_NO_GRAPH},
        [CE_GRAPH_FREED] = {.sentence = TORCH_GRAPH_FREED},
        [CE_NOT_SCALAR] = {.sentence = TORCH_GRAD_SCALAR},
        [CE_LEAF_IN_PLACE] = {.sentence = TORCH_LEAF_IN_PLACE, .text = leaf_in_place},
        [CE_VIEW_IN_PLACE] = {.text = view_in_place},
        [CE_SAVED_CHANGED] = {.text = changed},
        [CE_GRAD_DTYPE] = {.sentence = TORCH_GRAD_DTYPE},
        [CE_UNUSED_IN_GRAPH] = {.sentence = TORCH_UNUSED_IN_GRAPH},
        [CE_OUT_OF_MEMORY] = {.text = out_of_memory},
        [CE_HOST_MEMORY] = {EXC_MemoryError, SAID_NONE, NULL},
        [CE_DEVICE_FAULT] = {.text = faulted},
        [CE_INDEX_RANGE] = {EXC_IndexError, TORCH_INDEX_RANGE, index_range},
        [CE_BAD_INDEX] = {EXC_IndexError, SAID_NONE, bad_index},
        [CE_BAD_VALUE] = {.text = bad_value},
        [CE_BAD_WINDOW] = {.text = bad_window},
        [CE_NOT_ONE_ELEMENT] = {EXC_ValueError, TORCH_ONE_ELEMENT, NULL},
        [CE_INTEGER_DIVISION] = {.sentence = TORCH_DIVISION_BY_ZERO},
        [CE_NEGATIVE_POWER] = {.sentence = TORCH_NEGATIVE_POWER},
        [CE_NOT_IMPLEMENTED] = {EXC_NotImplementedError, SAID_NONE, NULL},
        [CE_NO_DATA] = {EXC_NotImplementedError, SAID_NONE, NULL},
        [CE_ANOMALY] = {.text = torch_anomaly_words},
        [CE_INFERENCE_TENSOR] = {.text = torch_inference_words},
        [CE_NOT_DETERMINISTIC] = {.text = torch_alert_words},
    },
};

const MetRow torch_met[MET_COUNT] = {
    [MET_LEN] = {EXC_TypeError, TORCH_LEN},
    [MET_ITERATION] = {EXC_TypeError, TORCH_ITERATION},
    [MET_TRUTH_OF_MANY] = {EXC_RuntimeError, TORCH_TRUTH_OF_MANY},
    [MET_TRUTH_OF_NONE] = {EXC_RuntimeError, TORCH_TRUTH_OF_NONE},
    [MET_INDEX] = {EXC_TypeError, TORCH_SCALAR_INDEX},
};
