/* error.c: what core refuses, as the exception and in the words of the library whose accent is spoken.
 *
 * The type and first lines are the originals' (shared/placement.md tells where each text is known from); what an accent has no words for is core's own
 * sentence as the accent's usual exception. To give a kind its words: a function here and a row in `words`.
 */
#include <stdio.h>

#include "lang/object/exc.h"
#include "tensor_lib.h"

typedef Value (*WordsFn)(TensorLib *lib, const CoreError *e);

/* "[2,3]", "(2, 3)", "2x3": the ways shapes are written */
static const char *dims_text(const Dims *d, const char *open, const char *between, const char *close, bool tuple, char *text, size_t n)
{
    size_t at = (size_t)snprintf(text, n, "%s", open);
    for (int i = 0; i < d->n && at < n; i++) at += (size_t)snprintf(text + at, n - at, "%s%lld", i ? between : "", (long long)d->d[i]);
    if (tuple && d->n == 1 && at < n) at += (size_t)snprintf(text + at, n - at, ",");
    if (at < n) snprintf(text + at, n - at, "%s", close);
    return text;
}
#define TEXT_ROOM 256
#define MX(d, room) dims_text(d, "[", ",", "]", false, room, TEXT_ROOM)
#define NP(d, room) dims_text(d, "(", ",", ")", true, room, TEXT_ROOM)
#define LIST(d, room) dims_text(d, "[", ", ", "]", false, room, TEXT_ROOM)
#define CROSS(d, room) dims_text(d, "", "x", "", false, room, TEXT_ROOM)

static Dims shape_of_operand(const CoreError *e, int i)
{
    Dims d = {.n = 0};
    if (i >= 0 && i < e->operand_count && e->operands[i]) {
        d.n = e->operands[i]->ndim;
        memcpy(d.d, e->operands[i]->shape, sizeof *d.d * (size_t)d.n);
    }
    return d;
}

static const char *place_text(const CoreError *e, int i, bool torch, char room[32])
{
    const Tensor *t = i >= 0 && i < e->operand_count ? e->operands[i] : NULL;
    const Device *d = t ? tensor_device(t) : NULL;
    if (torch && (!d || d->kind == DEVICE_CPU)) snprintf(room, 32, "cpu");
    else if (!d || d->kind == DEVICE_CPU) snprintf(room, 32, "%s(%d)", device_cpu_word(d ? d->index : 0), device_cpu_number(d ? d->index : 0));
    else snprintf(room, 32, torch ? "cuda:%d" : "gpu(%d)", d->index);
    return room;
}

/* ---- MXNet ---- */
static const struct { OpId op; const char *name; } mxnet_names[] = {
    {OP_add, "broadcast_add"}, {OP_subtract, "broadcast_sub"}, {OP_multiply, "broadcast_mul"}, {OP_divide, "broadcast_div"}, {OP_mod, "broadcast_mod"},
    {OP_power, "broadcast_power"}, {OP_maximum, "broadcast_maximum"}, {OP_minimum, "broadcast_minimum"}, {OP_equal, "broadcast_equal"},
    {OP_not_equal, "broadcast_not_equal"}, {OP_less, "broadcast_lesser"}, {OP_less_equal, "broadcast_lesser_equal"}, {OP_greater, "broadcast_greater"},
    {OP_greater_equal, "broadcast_greater_equal"}, {OP_logical_and, "broadcast_logical_and"}, {OP_logical_or, "broadcast_logical_or"},
    {OP_bmm, "batch_dot"}, {OP_linear, "FullyConnected"}, {OP_conv, "Convolution"}, {OP_batch_norm, "BatchNorm"}, {OP_concat, "Concat"},
    {OP_embedding, "Embedding"}, {OP_layer_norm, "LayerNorm"}, {OP_copy, "_copy"},
};

/* mx.np's own are called after it */
static const struct { OpId op; const char *name; } mxnp_names[] = {
    {OP_add, "_npi_add"}, {OP_subtract, "_npi_subtract"}, {OP_multiply, "_npi_multiply"}, {OP_divide, "_npi_true_divide"}, {OP_mod, "_npi_mod"}, {OP_power, "_npi_power"},
    {OP_maximum, "_npi_maximum"}, {OP_minimum, "_npi_minimum"}, {OP_equal, "_npi_equal"}, {OP_not_equal, "_npi_not_equal"}, {OP_less, "_npi_less"},
    {OP_less_equal, "_npi_less_equal"}, {OP_greater, "_npi_greater"}, {OP_greater_equal, "_npi_greater_equal"}, {OP_dot, "_np_dot"}, {OP_matmul, "_npi_matmul"},
    {OP_concat, "_npi_concatenate"}, {OP_stack, "_npi_stack"}, {OP_where, "_npi_where"}, {OP_einsum, "_npi_einsum"},
};

static const char *mxnet_name(TensorLib *lib, const CoreError *e)
{
    if (!e->op) return "?";
    for (size_t i = 0; core_accent(lib->core) == ACCENT_MXNP && i < sizeof mxnp_names / sizeof *mxnp_names; i++)
        if (mxnp_names[i].op == e->op->id) return mxnp_names[i].name;
    for (size_t i = 0; i < sizeof mxnet_names / sizeof *mxnet_names; i++)
        if (mxnet_names[i].op == e->op->id) return mxnet_names[i].name;
    return e->op->name;
}

static Value mx_places(TensorLib *lib, const CoreError *e)
{
    char first[32], other[32];
    place_text(e, e->wrong[0], false, first);
    place_text(e, e->wrong[1], false, other);
    int mask[2] = {first[0] == 'c' ? 1 : 2, other[0] == 'c' ? 1 : 2};
    return str_format(lib->vm,
                      "Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (%d vs. %d) : Operator %s require all inputs live on the same context. "
                      "But the first argument is on %s while the %d-th argument is on %s",
                      mask[1], mask[0], mxnet_name(lib, e), first, e->wrong[1] + 1, other);
}

static Value mx_broadcast(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM], b[TEXT_ROOM];
    return str_format(lib->vm, "Check failed: l == 1 || r == 1: operands could not be broadcast together with shapes %s %s", MX(&e->shapes[0], a), MX(&e->shapes[1], b));
}

static Value mx_dot(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM], b[TEXT_ROOM];
    Dims x = shape_of_operand(e, 0), y = shape_of_operand(e, 1);
    if (e->op && e->op->id == OP_linear && x.n && y.n)
        return str_format(lib->vm, "Shape inconsistent, Provided = %s, inferred shape=(%lld,%lld)", MX(&y, a), (long long)y.d[0], (long long)x.d[x.n - 1]);
    if (e->op && e->op->id == OP_bmm && x.n == 3 && y.n == 3 && x.d[2] != y.d[1])
        return str_format(lib->vm, "Check failed: lshape_k == rshape_k (%lld vs. %lld) : batch_dot shape error (shape mismatch): %s X %s trans_a=0 trans_b=0", (long long)x.d[2],
                          (long long)y.d[1], MX(&x, a), MX(&y, b));
    return str_format(lib->vm, "Check failed: L[!Ta].Size() == R[Tb].Size() (%lld vs. %lld) : dot shape error: %s X %s", (long long)e->numbers[0], (long long)e->numbers[1],
                      MX(&x, a), MX(&y, b));
}

static Value mx_axis(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM];
    Dims x = shape_of_operand(e, 0);
    long long axis = (long long)e->numbers[0];
    if (e->op && e->op->id == OP_unsqueeze) return str_format(lib->vm, "Check failed: axis >= 0 && axis <= indim: axis must be in the range [-%d, %d] (%lld provided)", x.n, x.n, axis);
    if (axis >= 0) return str_format(lib->vm, "Check failed: axes[axes.ndim()-1] < ishape.ndim() (%lld vs. %d) : Reduction axis %lld Exceeds input dimensions %s", axis, x.n, axis, MX(&x, a));
    return str_from_c(lib->vm, e->text);
}
static int64_t wanted_size(const CoreError *e)
{
    int64_t wanted = 1;
    for (int i = 0; i < e->shapes[0].n; i++) wanted *= e->shapes[0].d[i];
    return wanted;
}
/* What MXNet finds in Python: fewer elements asked for than there are, or a -1 that cannot be filled in. */
static bool mx_reshape_too_small(const CoreError *e)
{
    int open = 0;
    for (int i = 0; i < e->shapes[0].n; i++) open += e->shapes[0].d[i] == -1 ? 1 : e->shapes[0].d[i] < -1 ? 2 : 0;
    return e->kind == CE_BAD_RESHAPE && e->shapes[0].n && open < 2 && wanted_size(e) <= e->numbers[0];
}
static Value mx_reshape(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM];
    if (mx_reshape_too_small(e)) return str_format(lib->vm, "Cannot reshape array of size %lld into shape %s", (long long)e->numbers[0], dims_text(&e->shapes[0], "(", ", ", ")", true, a, sizeof a));
    if (!e->shapes[0].n) return str_from_c(lib->vm, e->text);
    return str_format(lib->vm, "Check failed: shape_.Size() >= shape.Size() (%lld vs. %lld) : target shape size is larger than the current shape", (long long)e->numbers[0], (long long)wanted_size(e));
}
static Value mx_dtypes(TensorLib *lib, const CoreError *e)
{
    int64_t a = e->numbers[0], b = e->numbers[1];
    if (a < 0 || b < 0 || a >= DTYPE_COUNT || b >= DTYPE_COUNT) return str_from_c(lib->vm, e->text);
    return str_format(lib->vm, "Check failed: assign(&dattr, vec.at(i)): Incompatible attr in node  at %d-th input: expected %s, got %s", e->wrong[1] > 0 ? e->wrong[1] : 1,
                      dtype_info[a].name, dtype_info[b].name);
}
static Value mx_indices(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "too many indices (%lld) for array with %lld dimensions", (long long)e->numbers[1], (long long)e->numbers[0]);
}
static Value mx_random(TensorLib *lib, const CoreError *e)
{
    static const struct { const char *what, *than, *words; } rows[RANDOM_PARAMETERS] = {
        [PARAMETER_HIGH] = {"param.high", ">= param.low", "low must be less or equal to high in uniform distribution"},
        [PARAMETER_SCALE] = {"param.scale", "> 0", "scale parameter in gaussian has to be positive"},
        [PARAMETER_ALPHA] = {"param.alpha", "> 0", "alpha parameter in gamma distribution has to be positive"},
        [PARAMETER_BETA] = {"param.beta", "> 0", "beta parameter in gamma distribution has to be positive"},
        [PARAMETER_RATE] = {"param.lam", "> 0", "lambda parameter in exponential distribution has to be positive"},
        [PARAMETER_LAMBDA] = {"param.lam", ">= 0", "lambda parameter in poisson distribution has to be non-negative"},
        [PARAMETER_NP_SCALE] = {"param.scale.value()", ">= 0.0", "scale < 0"},
    };
    double value, than;
    char text[200];
    memcpy(&value, &e->numbers[2], sizeof value);
    memcpy(&than, &e->numbers[3], sizeof than);
    snprintf(text, sizeof text, "Check failed: %s %s (%g vs. %g) : %s", rows[e->numbers[1]].what, rows[e->numbers[1]].than, value, than, rows[e->numbers[1]].words);
    return str_from_c(lib->vm, text);
}
static bool is_random_parameter(const CoreError *e) { return e->op && e->op->random && e->numbers[0] == RANDOM_PARAMETER && e->numbers[1] >= 0 && e->numbers[1] < RANDOM_PARAMETERS; }

/* What MXNet calls by Python's name. */
static bool mx_is_value_error(Accent accent, const CoreError *e)
{
    if (e->kind == CE_BAD_VALUE) return is_random_parameter(e) && e->numbers[1] == PARAMETER_NP_SCALE;
    return accent == ACCENT_MXNET && mx_reshape_too_small(e);
}

static Value mx_value(TensorLib *lib, const CoreError *e)
{
    if (is_random_parameter(e)) return mx_random(lib, e);
    if (e->op && e->op->id == OP_topk)
        return str_format(lib->vm, "Check failed: *k >= 0 && *k <= *element_num: k must be smaller than %lld, get k = %lld", (long long)e->numbers[1], (long long)e->numbers[0]);
    return str_from_c(lib->vm, e->text);
}

static Value mx_device(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "Check failed: e == cudaSuccess || e == cudaErrorCudartUnloading: CUDA: invalid device ordinal");
}
static Value mx_memory(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, e->numbers[5] < 0 ? "Failed to allocate CPU Memory" : "cudaMalloc retry failed: out of memory"); }
static Value mx_graph(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "Check failed: !AGInfo: :IsNone(*i): Cannot differentiate node because it is not in a computational graph. You need to set is_recording to true or "
                               "use autograd.record() to save computational graphs for backward. If you want to differentiate the same graph twice, you need to pass "
                               "retain_graph=True to backward.");
}
static Value mx_in_place(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "Check failed: AGInfo: :IsNone(*output): Assigning to NDArrays that are already in a computational graph will cause undefined behavior when "
                               "evaluating gradients. Please call backward first to clear the graph or do this out side of a record section. Also note that you cannot use "
                               "inplace operations like +=, *=, relu(x, out=x), y[idx]=x, etc inside a record section.");
}
static Value mx_scalar(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "The current array is not a scalar"); }

/* ---- PyTorch ---- */
static Value pt_broadcast(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "The size of tensor a (%lld) must match the size of tensor b (%lld) at non-singleton dimension %lld", (long long)e->numbers[0],
                      (long long)e->numbers[1], (long long)e->numbers[2]);
}

static Value pt_out_shape(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM], b[TEXT_ROOM];
    if (e->numbers[0] != 1) return str_from_c(lib->vm, e->text);
    return str_format(lib->vm, "output with shape %s doesn't match the broadcast shape %s", LIST(&e->shapes[0], a), LIST(&e->shapes[1], b));
}

static Value pt_matmul(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM], b[TEXT_ROOM];
    Dims x = shape_of_operand(e, 0), y = shape_of_operand(e, 1);
    if (x.n == 2 && y.n == 1) return str_format(lib->vm, "size mismatch, got %lld, %lldx%lld,%lld", (long long)x.d[0], (long long)x.d[0], (long long)x.d[1], (long long)y.d[0]);
    if (x.n == 1 && y.n == 1)
        return str_format(lib->vm, "inconsistent tensor size, expected tensor [%lld] and src [%lld] to have the same number of elements, but got %lld and %lld elements respectively",
                          (long long)x.d[0], (long long)y.d[0], (long long)x.d[0], (long long)y.d[0]);
    if (x.n <= 2 && y.n <= 2) {
        if (x.n == 1) x = (Dims){2, {1, x.d[0]}};
        if (e->op && e->op->id == OP_linear) y = (Dims){2, {y.d[1], y.d[0]}};
        return str_format(lib->vm, "mat1 and mat2 shapes cannot be multiplied (%s and %s)", CROSS(&x, a), CROSS(&y, b));
    }
    if (e->op && e->op->id == OP_linear && y.n == 2) { /* leading axes count as rows */
        int64_t rows = 1;
        for (int i = 0; i < x.n - 1; i++) rows *= x.d[i];
        return str_format(lib->vm, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)", (long long)rows, (long long)x.d[x.n - 1], (long long)y.d[1], (long long)y.d[0]);
    }
    return str_from_c(lib->vm, e->text);
}

static Value pt_axis(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "Dimension out of range (expected to be in range of [%lld, %lld], but got %lld)", (long long)e->numbers[1], (long long)e->numbers[2],
                      (long long)e->numbers[0]);
}
static Value pt_duplicate(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "dim %lld appears multiple times in the list of dims", (long long)e->numbers[0]);
}

static Value pt_reshape(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM];
    int unknown = 0;
    for (int i = 0; i < e->shapes[0].n; i++) unknown += e->shapes[0].d[i] == -1;
    if (unknown > 1) return str_from_c(lib->vm, "only one dimension can be inferred");
    for (int i = 0; i < e->shapes[0].n; i++)
        if (e->shapes[0].d[i] < -1) return str_format(lib->vm, "invalid shape dimension %lld", (long long)e->shapes[0].d[i]);
    if (unknown && !e->numbers[0]) return str_format(lib->vm, "cannot reshape tensor of 0 elements into shape %s because the unspecified dimension size -1 can be any value and is ambiguous", LIST(&e->shapes[0], a));
    return str_format(lib->vm, "shape '%s' is invalid for input of size %lld", LIST(&e->shapes[0], a), (long long)e->numbers[0]);
}
static Value pt_view(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
}
static Value pt_one(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "only one element tensors can be converted to Python scalars"); }
static Value pt_index(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "index %lld is out of bounds for dimension %lld with size %lld", (long long)e->numbers[0], (long long)e->numbers[2], (long long)e->numbers[1]);
}
static Value pt_indices(TensorLib *lib, const CoreError *e) { return str_format(lib->vm, "too many indices for tensor of dimension %lld", (long long)e->numbers[0]); }
static Value pt_cast(TensorLib *lib, const CoreError *e)
{
    static const char *const names[DTYPE_COUNT] = {"Bool", "Byte", "Char", "Short", "Int", "Long", "Half", "BFloat16", "Float", "Double", "ComplexFloat", "ComplexDouble"};
    return str_format(lib->vm, "result type %s can't be cast to the desired output type %s", names[e->numbers[0]], names[e->numbers[1]]);
}
static Value pt_device(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "CUDA error: invalid device ordinal\nCUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace below might be incorrect.\n"
                               "For debugging consider passing CUDA_LAUNCH_BLOCKING=1.");
}

static const char *amount(int64_t bytes, char room[32])
{
    if (bytes < 1 << 20) snprintf(room, 32, "%.2f KiB", (double)bytes / 1024);
    else if (bytes < 1 << 30) snprintf(room, 32, "%.2f MiB", (double)bytes / (1 << 20));
    else snprintf(room, 32, "%.2f GiB", (double)bytes / (1 << 30));
    return room;
}
static Value pt_memory(TensorLib *lib, const CoreError *e)
{
    char a[32], b[32], c[32], d[32], r[32];
    if (e->numbers[5] < 0) {
        return str_format(lib->vm, "[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: can't allocate memory: you tried to allocate %lld bytes. Error code 12 (Cannot allocate memory)",
                          (long long)e->numbers[0]);
    }
    return str_format(lib->vm,
                      "CUDA out of memory. Tried to allocate %s (GPU %lld; %s total capacity; %s already allocated; %s free; %s reserved in total by PyTorch) "
                      "If reserved memory is >> allocated memory try setting max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF",
                      amount(e->numbers[0], a), (long long)e->numbers[5], amount(e->numbers[1], b), amount(e->numbers[2], c), amount(e->numbers[3], d), amount(e->numbers[4], r));
}
static Value pt_freed(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph "
                               "are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to "
                               "access saved tensors after calling backward.");
}
static Value pt_not_scalar(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "grad can be implicitly created only for scalar outputs"); }
static Value pt_leaf(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "a leaf Variable that requires grad is being used in an in-place operation."); }
static Value pt_leaf_view(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "a view of a leaf Variable that requires grad is being used in an in-place operation."); }
static Value pt_no_graph(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "element 0 of tensors does not require grad and does not have a grad_fn"); }
static Value pt_grad_dtype(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "only Tensors of floating point and complex dtype can require gradients"); }
static Value pt_unused(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.");
}
static Value pt_zero(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "ZeroDivisionError"); }

/* ---- NumPy ---- */
static Value np_broadcast(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM], b[TEXT_ROOM];
    return str_format(lib->vm, "operands could not be broadcast together with shapes %s %s ", NP(&e->shapes[0], a), NP(&e->shapes[1], b));
}
static Value np_matmul(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %lld is different from %lld)",
                      (long long)e->numbers[1], (long long)e->numbers[0]);
}
static Value np_axis(TensorLib *lib, const CoreError *e)
{
    int64_t ndim = e->numbers[2] + 1;
    Dims first = shape_of_operand(e, 0);
    return str_format(lib->vm, "axis %lld is out of bounds for array of dimension %lld", (long long)e->numbers[0], (long long)(first.n ? ndim : 0));
}
static Value np_reshape(TensorLib *lib, const CoreError *e)
{
    char a[TEXT_ROOM];
    return str_format(lib->vm, "cannot reshape array of size %lld into shape %s", (long long)e->numbers[0], NP(&e->shapes[0], a));
}
static Value np_one(TensorLib *lib, const CoreError *e) { return str_from_c(lib->vm, "can only convert an array of size 1 to a Python scalar"); }
static Value np_index(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "index %lld is out of bounds for axis %lld with size %lld", (long long)e->numbers[0], (long long)e->numbers[2], (long long)e->numbers[1]);
}
static Value np_indices(TensorLib *lib, const CoreError *e)
{
    return str_format(lib->vm, "too many indices for array: array is %lld-dimensional, but %lld were indexed", (long long)e->numbers[0], (long long)e->numbers[1]);
}

/* ---- a GPU of the parent's in a forked child ---- */
static Value mx_forked(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, "Check failed: e == cudaSuccess || e == cudaErrorCudartUnloading: CUDA: initialization error");
}
static Value pt_forked(TensorLib *lib, const CoreError *e)
{
    return str_from_c(lib->vm, e->numbers[0] ? "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method"
                                             : "CUDA error: initialization error\nCUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace "
                                               "below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1.");
}

/* ---- the rows ---- */
typedef enum { BY_RUNTIME, BY_MXNET, BY_TORCH_MEMORY, BY_VALUE, BY_INDEX, BY_TYPE, BY_MEMORY, BY_ZERO } Class;
typedef struct Words { Class class; WordsFn text; } Words;
static const Words words[ACCENT_COUNT][CORE_ERROR_COUNT] = {
    [ACCENT_MXNET] = {
        [CE_DEVICES_DIFFER] = {BY_MXNET, mx_places}, [CE_KINDS_DIFFER] = {BY_MXNET, mx_places}, [CE_NOT_BROADCASTABLE] = {BY_MXNET, mx_broadcast},
        [CE_MATMUL_SHAPES] = {BY_MXNET, mx_dot}, [CE_NO_SUCH_DEVICE] = {BY_MXNET, mx_device}, [CE_OUT_OF_MEMORY] = {BY_MXNET, mx_memory},
        [CE_NO_GRAPH] = {BY_MXNET, mx_graph}, [CE_GRAPH_FREED] = {BY_MXNET, mx_graph}, [CE_LEAF_IN_PLACE] = {BY_MXNET, mx_in_place},
        [CE_NOT_ONE_ELEMENT] = {BY_VALUE, mx_scalar}, [CE_INDEX_RANGE] = {BY_INDEX, np_index}, [CE_TOO_MANY_INDICES] = {BY_INDEX, mx_indices},
        [CE_HOST_MEMORY] = {BY_MEMORY, NULL}, [CE_BAD_AXIS] = {BY_MXNET, mx_axis}, [CE_BAD_RESHAPE] = {BY_MXNET, mx_reshape},
        [CE_DTYPES_DIFFER] = {BY_MXNET, mx_dtypes}, [CE_BAD_VALUE] = {BY_MXNET, mx_value}, [CE_FORKED] = {BY_MXNET, mx_forked},
    },
    [ACCENT_TORCH] = {
        [CE_DEVICES_DIFFER] = {BY_RUNTIME, torch_places}, [CE_KINDS_DIFFER] = {BY_RUNTIME, torch_places}, [CE_NOT_BROADCASTABLE] = {BY_RUNTIME, pt_broadcast},
        [CE_SHAPE_MISMATCH] = {BY_RUNTIME, pt_out_shape}, [CE_MATMUL_SHAPES] = {BY_RUNTIME, pt_matmul}, [CE_BAD_AXIS] = {BY_INDEX, pt_axis},
        [CE_DUPLICATE_AXIS] = {BY_RUNTIME, pt_duplicate}, [CE_BAD_RESHAPE] = {BY_RUNTIME, pt_reshape}, [CE_VIEW_NEEDS_COPY] = {BY_RUNTIME, pt_view},
        [CE_NOT_ONE_ELEMENT] = {BY_VALUE, pt_one}, [CE_INDEX_RANGE] = {BY_INDEX, pt_index}, [CE_TOO_MANY_INDICES] = {BY_INDEX, pt_indices},
        [CE_BAD_INDEX] = {BY_INDEX, NULL}, [CE_CANNOT_CAST] = {BY_RUNTIME, pt_cast}, [CE_NO_SUCH_DEVICE] = {BY_RUNTIME, pt_device},
        [CE_OUT_OF_MEMORY] = {BY_TORCH_MEMORY, pt_memory}, [CE_GRAPH_FREED] = {BY_RUNTIME, pt_freed}, [CE_NOT_SCALAR] = {BY_RUNTIME, pt_not_scalar},
        [CE_LEAF_IN_PLACE] = {BY_RUNTIME, pt_leaf}, [CE_VIEW_IN_PLACE] = {BY_RUNTIME, pt_leaf_view}, [CE_NO_GRAPH] = {BY_RUNTIME, pt_no_graph},
        [CE_GRAD_DTYPE] = {BY_RUNTIME, pt_grad_dtype}, [CE_UNUSED_IN_GRAPH] = {BY_RUNTIME, pt_unused}, [CE_INTEGER_DIVISION] = {BY_RUNTIME, pt_zero},
        [CE_HOST_MEMORY] = {BY_MEMORY, NULL}, [CE_FORKED] = {BY_RUNTIME, pt_forked},
    },
    [ACCENT_NUMPY] = {
        [CE_NOT_BROADCASTABLE] = {BY_VALUE, np_broadcast}, [CE_MATMUL_SHAPES] = {BY_VALUE, np_matmul}, [CE_BAD_AXIS] = {BY_VALUE, np_axis},
        [CE_BAD_RESHAPE] = {BY_VALUE, np_reshape}, [CE_NOT_ONE_ELEMENT] = {BY_VALUE, np_one}, [CE_INDEX_RANGE] = {BY_INDEX, np_index},
        [CE_TOO_MANY_INDICES] = {BY_INDEX, np_indices}, [CE_BAD_INDEX] = {BY_INDEX, NULL}, [CE_OUT_OF_MEMORY] = {BY_MEMORY, NULL}, [CE_HOST_MEMORY] = {BY_MEMORY, NULL},
        [CE_DTYPE_UNSUPPORTED] = {BY_TYPE, NULL}, [CE_DTYPES_DIFFER] = {BY_TYPE, NULL}, [CE_SHAPE_MISMATCH] = {BY_VALUE, NULL}, [CE_BAD_VALUE] = {BY_VALUE, NULL},
    },
};

static Ref class_of(TensorLib *lib, Accent accent, Class class)
{
    VM *vm = lib->vm;
    switch (class) {
    case BY_VALUE: return REF(vm->exc_types[EXC_ValueError]);
    case BY_INDEX: return REF(vm->exc_types[EXC_IndexError]);
    case BY_TYPE: return REF(vm->exc_types[EXC_TypeError]);
    case BY_MEMORY: return REF(vm->exc_types[EXC_MemoryError]);
    case BY_ZERO: return REF(vm->exc_types[EXC_ZeroDivisionError]);
    case BY_TORCH_MEMORY: return lib->torch_memory_error ? (Ref)lib->torch_memory_error : REF(vm->exc_types[EXC_RuntimeError]);
    case BY_MXNET: return lib->mxnet_error ? (Ref)lib->mxnet_error : REF(vm->exc_types[EXC_RuntimeError]);
    default: break;
    }
    if (accent_library(accent) == ACCENT_MXNET && lib->mxnet_error) return lib->mxnet_error;
    return REF(vm->exc_types[accent == ACCENT_NUMPY ? EXC_ValueError : EXC_RuntimeError]);
}

Value tensor_raise(TensorLib *lib, Accent accent)
{
    VM *vm = lib->vm;
    CoreError *e = core_error(lib->core);
    if (err_occurred(vm)) { /* something of the language's came first */
        core_error_clear(lib->core);
        return NO_VALUE;
    }
    if (e->kind == CE_INTERRUPTED) {
        core_error_clear(lib->core);
        if (vm_poll(vm)) err_raise(vm, EXC_KeyboardInterrupt, "%s", "");
        return NO_VALUE;
    }
    if (accent == ACCENT_TORCH && torch_is_assert(e)) e->kind = CE_DEVICE_FAULT;
    const Words *w = &words[accent_library(accent)][e->kind];
    Value class = NO_VALUE, text = accent == ACCENT_NUMPY ? numpy_error_text(lib, e, &class) : NO_VALUE;
    ExcId torch_class;
    if (accent == ACCENT_TORCH && (text = torch_words(lib, e, &torch_class))) class = (Value)BITS(vm->exc_types[torch_class]); /* where they depend on the op */
    bool own = text != NO_VALUE;
    if (!own && !err_occurred(vm)) text = w->text ? w->text(lib, e) : str_from_c(vm, e->text);
    Value exception = text ? call1(vm, own ? (Ref)class : class_of(lib, accent, accent_library(accent) == ACCENT_MXNET && mx_is_value_error(accent, e) ? BY_VALUE : w->class), text) : NO_VALUE;
    release(vm, text);
    if (exception && lib->explain) { /* what the framework hides: the operands, their places, the lines, the fix */
        Value note = lib->explain(lib, accent, e), done = note ? call_method(vm, exception, lib->name_add_note, (Ref[]){note}, 1) : NO_VALUE;
        release(vm, done);
        release(vm, note);
        if (err_occurred(vm)) err_clear(vm); /* no room for the explanation: the error itself counts */
    }
    core_error_clear(lib->core);
    return exception ? err_raise_obj(vm, exception) : NO_VALUE;
}
