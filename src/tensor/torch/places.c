/* places.c: PyTorch's words for operands on different devices.
 *
 * Most kernels of a GPU check their arguments one by one, in the order of their declaration, and name the first that lives elsewhere than the one before; the
 * elementwise ones look at all operands at once and name only places. `checks` has a row for each op of ops.def with several operands that checks them one by one
 * (its method as 1.13 calls it: wrapper_NAME where the kernel is a structured one, else wrapper_OVERLOAD_NAME); an op without a row is elementwise there.
 * tests/tensors/make_places.py makes the expectations from the declarations of PyTorch 1.13 itself. What is put together in Python has its check there (_torch_args.py).
 */
#include "torch.h"

enum { CHECKED = 5 };
typedef struct Check {
    uint16_t op;
    const char *method;
    int order[CHECKED];          /* operands as the method checks them; -1: no more */
    const char *names[CHECKED];  /* of its arguments */
} Check;

static const Check checks[] = {
    {OP_bmm, "wrapper_bmm", {0, 1, -1}, {"self", "mat2"}},
    {OP_concat, "wrapper___cat", {-2}, {"tensors"}},
    {OP_stack, "wrapper___cat", {-2}, {"tensors"}},
    {OP_embedding, "wrapper__index_select", {1, 0, -1}, {"self", "index"}},
    {OP_take, "wrapper__index_select", {0, 1, -1}, {"self", "index"}},
    {OP_gather, "wrapper_gather", {0, 1, -1}, {"self", "index"}},
    {OP_masked_select, "wrapper__masked_select", {0, 1, -1}, {"self", "mask"}},
    {OP_cross_entropy, "wrapper_nll_loss_forward", {0, 1, 2, -1}, {"self", "target", "weight"}},
    {OP_nll, "wrapper_nll_loss_forward", {0, 1, 2, -1}, {"self", "target", "weight"}},
    {OP_batch_norm, "wrapper__native_batch_norm", {0, 1, 2, 3, 4}, {"input", "weight", "bias", "running_mean", "running_var"}},
    {OP_layer_norm, "wrapper__native_layer_norm", {0, 1, 2, -1}, {"input", "weight", "bias"}},
    {OP_group_norm, "wrapper__native_group_norm", {0, 1, 2, -1}, {"input", "weight", "bias"}},
    {OP_prelu, "wrapper__prelu", {0, 1, -1}, {"self", "weight"}},
    {OP_conv, "wrapper__cudnn_convolution", {0, 1, -1}, {"self", "weight"}},
    {OP_bincount, "wrapper__bincount", {0, 1, -1}, {"self", "weights"}},
    {OP_searchsorted, "wrapper_Tensor_searchsorted_Tensor", {0, 1, -1}, {"sorted_sequence", "self"}},
};
/* Where it depends on the call: products are made of others by the numbers of dimensions; in place methods have names of their own. */
static const Check mm = {OP_matmul, "wrapper_mm", {0, 1, -1}, {"self", "mat2"}}, mm_turned = {OP_matmul, "wrapper_mm", {1, 0, -1}, {"self", "mat2"}},
                   batched = {OP_matmul, "wrapper_bmm", {0, 1, -1}, {"self", "mat2"}}, vectors = {OP_matmul, "wrapper__dot", {0, 1, -1}, {"self", "tensor"}},
                   by_vector = {OP_matmul, "wrapper_addmv_", {1, 0, -1}, {"vec", "mat"}} /* its result, where the vector lives, is checked first */,
                   vector_by = {OP_matmul, "wrapper_addmv_", {0, 1, -1}, {"vec", "mat"}}, affine = {OP_linear, "wrapper_addmm", {2, 0, 1, -1}, {"self", "mat1", "mat2"}},
                   affine_sum = {OP_addmm, "wrapper_addmm", {0, 1, 2, -1}, {"self", "mat1", "mat2"}}, affine_in = {OP_addmm, "wrapper_addmm_", {0, 1, 2, -1}, {"self", "mat1", "mat2"}},
                   scatter = {OP_scatter, "wrapper_scatter_src", {0, 1, 2, -1}, {"self", "index", "src"}}, scatter_in = {OP_scatter, "wrapper_scatter__src", {0, 1, 2, -1}, {"self", "index", "src"}},
                   scatter_add = {OP_scatter, "wrapper_scatter_add", {0, 1, 2, -1}, {"self", "index", "src"}}, scatter_add_in = {OP_scatter, "wrapper_scatter_add_", {0, 1, 2, -1}, {"self", "index", "src"}},
                   cudnn_norm = {OP_batch_norm, "wrapper__cudnn_batch_norm", {0, 1, 2, 3, 4}, {"input", "weight", "bias", "running_mean", "running_var"}},
                   nll2d = {OP_cross_entropy, "wrapper__nll_loss2d_forward", {0, 1, 2, -1}, {"self", "target", "weight"}};

const char *torch_place_word(const Tensor *t, char text[32])
{
    if (tensor_device(t)->kind == DEVICE_GPU) snprintf(text, 32, "cuda:%d", tensor_device(t)->index);
    else snprintf(text, 32, "%s", tensor_device(t)->kind == DEVICE_META ? "meta" : "cpu");
    return text;
}

static const Tensor *operand_of(const CoreError *e, int i) { return i >= 0 && i < e->operand_count ? e->operands[i] : NULL; }

static const Check *product(int a, int b)
{
    if (a == 1 && b == 1) return &vectors;
    if (b == 1) return &by_vector;
    if (a == 1) return b > 2 ? &vector_by : &mm;
    if (a > 2 && b > 2) return &batched;
    return a == 2 && b > 2 ? &mm_turned : &mm; /* the larger is seen as a matrix */
}

static const Check *check_of(const CoreError *e)
{
    const Tensor *a = operand_of(e, 0), *b = operand_of(e, 1);
    if (!e->op) return NULL;
    switch (e->op->id) {
    case OP_matmul: return a && b ? product(a->ndim, b->ndim) : NULL;
    case OP_linear: return operand_of(e, 2) && a && (a->ndim == 2 || (a->ndim == 3 && tensor_is_contiguous(a))) ? &affine : &mm; /* else a product, then the sum */
    case OP_scatter: return e->adds ? e->in_place ? &scatter_add_in : &scatter_add : e->in_place ? &scatter_in : &scatter;
    case OP_addmm: return e->in_place ? &affine_in : &affine_sum;
    case OP_batch_norm:
        if (a && tensor_device(a)->kind == DEVICE_GPU && a->ndim > 2 && b) return &cudnn_norm;
        break;
    case OP_cross_entropy: case OP_nll:
        if (a && b && dtype_is_float((DType)b->dtype)) return NULL; /* probabilities: a product and a sum */
        if (a && a->ndim > 2) return &nll2d;
        break;
    default: break;
    }
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].op == e->op->id) return &checks[i];
    return NULL;
}

/* 1.13's name of a method, as the version that is spoken has it. */
static const char *method_of(const char *method, char *text, size_t n)
{
    if (!torch_two(TORCH_FLAG_CHECKS_NAMED) || strncmp(method, "wrapper_", 8)) return method;
    const char *now = torch_renamed(method);
    if (now != method) return now;
    snprintf(text, n, "wrapper_CUDA_%s", method + strlen("wrapper_"));
    return text;
}

static Value sentence(VM *vm, const char *a, const char *b, const char *name, const char *method)
{
    char text[400], called[80];
    if (!method) return str_format(vm, TORCH_SAYS(PLACES), a, b);
    snprintf(text, sizeof text, TORCH_SAYS(PLACES_CHECKED), a, b, name, method_of(method, called, sizeof called));
    return str_from_c(vm, text);
}

static bool on_meta(const Tensor *t) { return t && tensor_device(t)->kind == DEVICE_META; }

/* PyTorch 2's kernels for the meta device expect all tensors where the first is (losses and prelu: where the second is). */
static Value of_meta(VM *vm, const CoreError *e)
{
    static const uint16_t by_second[] = {OP_cross_entropy, OP_nll, OP_prelu};
    char one[32], two[32];
    bool meta = false;
    int first = 0;
    if (!torch_two(TORCH_FLAG_META_EXPECTED) || e->numbers[0] == 1) return NO_VALUE;
    for (int i = 0; i < e->operand_count; i++) meta |= on_meta(operand_of(e, i));
    for (size_t i = 0; i < sizeof by_second / sizeof *by_second; i++)
        if (e->op && e->op->id == by_second[i]) first = 1;
    const Tensor *expected = operand_of(e, first);
    if (!meta || !expected) return NO_VALUE;
    for (int i = 0; i < e->operand_count; i++)
        if (operand_of(e, i) && tensor_device(operand_of(e, i)) != tensor_device(expected))
            return str_format(vm, TORCH_SAYS(PLACES_META), torch_place_word(operand_of(e, i), two), torch_place_word(expected, one));
    return NO_VALUE;
}

/* The same for what is put together in Python (_torch_args.py). */
static Value fn_places(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *words[4] = {0};
    size_t size;
    for (int i = 0; i < 4; i++)
        if (args[i] != V_NONE && !(words[i] = str_utf8(vm, args[i], &size))) return NO_VALUE;
    bool meta = words[0] && words[1] && (!strcmp(words[0], "meta") || !strcmp(words[1], "meta"));
    if (meta && torch_two(TORCH_FLAG_META_EXPECTED)) return str_format(vm, TORCH_SAYS(PLACES_META), words[1], words[0]);
    return sentence(vm, words[0], words[1], words[2], words[3]);
}
const NativeDef torch_places_functions[] = {
    {"_places", fn_places, "a, b, name, method", "Operands on two devices, in PyTorch's words.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static Value one_by_one(VM *vm, const CoreError *e, const Check *check)
{
    char one[32], two[32];
    const Tensor *first = NULL;
    bool all = check->order[0] == -2;
    for (int k = 0; all ? k < e->operand_count : k < CHECKED && check->order[k] >= 0; k++) {
        const Tensor *t = operand_of(e, all ? k : check->order[k]);
        if (!t) continue;
        if (!first) first = t;
        else if (tensor_device(t) != tensor_device(first)) return sentence(vm, torch_place_word(first, one), torch_place_word(t, two), check->names[all ? 0 : k], check->method);
    }
    return NO_VALUE;
}

/* All at once: the first GPU that an operand lives on, and the first operand that lives elsewhere (CPU tensors without dimensions may). */
static Value at_once(VM *vm, const CoreError *e)
{
    char one[32], two[32];
    const Tensor *common = NULL, *other = NULL;
    if (e->numbers[0] == 1) { /* what it should be written into is the first of them */
        int64_t out = e->numbers[1], in = e->numbers[2], gpu = out >= 0 ? out : in, rest = out >= 0 ? in : out;
        snprintf(one, sizeof one, gpu < 0 ? "cpu" : "cuda:%lld", (long long)gpu);
        snprintf(two, sizeof two, rest < 0 ? "cpu" : "cuda:%lld", (long long)rest);
        return sentence(vm, one, two, NULL, NULL);
    }
    for (int i = 0; i < e->operand_count && !common; i++)
        if (operand_of(e, i) && tensor_device(operand_of(e, i))->kind != DEVICE_CPU) common = operand_of(e, i);
    for (int i = 0; common && i < e->operand_count && !other; i++) {
        const Tensor *t = operand_of(e, i);
        if (t && tensor_device(t) != tensor_device(common) && (t->ndim || tensor_device(t)->kind != DEVICE_CPU)) other = t;
    }
    if (!common || !other) return NO_VALUE;
    return sentence(vm, torch_place_word(common, one), torch_place_word(other, two), NULL, NULL);
}

/* A convolution compares types, not places. */
static Value conv_types(VM *vm, const CoreError *e)
{
    static const char *const words[] = {"input", "weight", "bias"};
    const Tensor *x = operand_of(e, 0);
    for (int i = 1; x && i < 3; i++) {
        const Tensor *t = operand_of(e, i);
        if (!t || tensor_device(t)->kind == tensor_device(x)->kind) continue;
        bool host = tensor_device(x)->kind == DEVICE_CPU;
        return str_format(vm, "Input type (torch.%s%sTensor) and %s type (torch.%s%sTensor) should be the same%s", host ? "" : "cuda.", torch_type_word((DType)x->dtype), words[i],
                          host ? "cuda." : "", torch_type_word((DType)t->dtype), host && i == 1 ? " or input should be a MKLDNN tensor and weight is a dense tensor" : "");
    }
    return NO_VALUE;
}

Value torch_places(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    char one[32], two[32];
    const Tensor *a = operand_of(e, 0), *b = operand_of(e, 1);
    Value text = NO_VALUE;
    if (e->op && e->op->id == OP_masked_fill && a && b)
        return str_format(vm, "expected self and mask to be on the same device, but got mask on %s and self on %s", torch_place_word(b, one), torch_place_word(a, two));
    if ((text = of_meta(vm, e)) || err_occurred(vm)) return text;
    if (e->op && e->op->id == OP_conv && (text = conv_types(vm, e))) return text;
    const Check *check = e->numbers[0] == 1 ? NULL : check_of(e);
    if (check) text = one_by_one(vm, e, check);
    if (!text && !err_occurred(vm)) text = at_once(vm, e);
    return text;
}

/* A GPU's tensor and a NumPy array in one expression: NumPy asks for the tensor's bytes, or neither side knows the other. */
static const struct { uint16_t op; const char *symbol; } symbols[] = {
    {OP_add, "+"}, {OP_subtract, "-"}, {OP_multiply, "*"}, {OP_divide, "/"}, {OP_floor_divide, "//"}, {OP_mod, "%"}, {OP_power, "** or pow()"}, {OP_bit_and, "&"}, {OP_bit_or, "|"},
    {OP_bit_xor, "^"}, {OP_shift_left, "<<"}, {OP_shift_right, ">>"}, {OP_matmul, "@"}, {OP_less, "<"}, {OP_less_equal, "<="}, {OP_greater, ">"}, {OP_greater_equal, ">="},
};

bool torch_meets_array(VM *vm, Ref a, Ref b, OpId op, bool in_place, Value *result)
{
    bool tensor_first = is_tensor(a) && as_obj(a)->aux == ACCENT_TORCH;
    Ref tensor = tensor_first ? a : b, array = tensor_first ? b : a;
    if (!is_tensor(tensor) || as_obj(tensor)->aux != ACCENT_TORCH || !is_tensor(array) || as_obj(array)->aux != ACCENT_NUMPY || tensor_device(tensor_of(tensor))->kind != DEVICE_GPU) return false;
    *result = NO_VALUE;
    if (op == OP_equal || op == OP_not_equal) {
        *result = make_bool(op == OP_not_equal);
        return true;
    }
    bool compares = op == OP_less || op == OP_less_equal || op == OP_greater || op == OP_greater_equal;
    const char *symbol = "?", *one = tensor_first ? "Tensor" : "numpy.ndarray", *two = tensor_first ? "numpy.ndarray" : "Tensor";
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (symbols[i].op == op) symbol = symbols[i].symbol;
    if (compares) err_raise(vm, EXC_TypeError, "'%s' not supported between instances of '%s' and '%s'", symbol, one, two);
    else if (tensor_first)
        err_raise(vm, EXC_TypeError, TORCH_SAYS(NUMPY_OF_CUDA), tensor_device(tensor_of(tensor))->index);
    else if (op == OP_add)
        err_raise(vm, EXC_TypeError, "Concatenation operation is not implemented for NumPy arrays, use np.concatenate() instead. Please do not rely on this error; it may not be given on all Python "
                                     "implementations.");
    else err_raise(vm, EXC_TypeError, "unsupported operand type(s) for %s%s: '%s' and '%s'", in_place && op == OP_power ? "**" : symbol, in_place ? "=" : "", one, two);
    tensor_explained_of(vm, "P0103", (Ref[]){a, b}, 2, ACCENT_TORCH);
    return true;
}
