/* infer_product.c: shapes, dtypes and places of products: matmul, dot, bmm, linear, addmm, outer. einsum has a file of its own.
 *
 * The texts are the originals' in each accent, where they are known.
 */
#include <stdio.h>

#include "infer_net.h"
#include "refused.h"
#include "said.h"

/* "[2, 3]" or "[2,3]" */
static const char *bracketed(const Tensor *t, const char *comma, char *text, size_t n)
{
    size_t at = (size_t)snprintf(text, n, "[");
    for (int i = 0; i < t->ndim && at < n; i++) at += (size_t)snprintf(text + at, n - at, "%s%lld", i ? comma : "", (long long)t->shape[i]);
    if (at < n) snprintf(text + at, n - at, "]");
    return text;
}

static bool wrong(Call *call, int a, int b)
{
    CoreError *e = core_error(call->core);
    e->wrong[0] = a;
    e->wrong[1] = b;
    infer_shapes_error(call, infer_in(call, a), b >= 0 ? infer_in(call, b) : NULL);
    return false;
}

/* Nothing to multiply: PyTorch's results are of the first operand's dtype, those of a vector behind a matrix and of batches of the second's. */
static bool product_of_nothing(Call *call, int first, int count, DType *dtype)
{
    const Tensor *a = infer_in(call, first), *b = infer_in(call, first + 1);
    if (!accent_rules(call->accent)->nothing_is_refused_nothing || count != 2 || call->op->id == OP_dot || (a->size && b->size) || a->ndim == 0 || b->ndim == 0 || (a->ndim == 1 && b->ndim == 1)) return false;
    *dtype = (DType)(call->op->id == OP_linear || b->ndim == 2 || (a->ndim <= 2 && b->ndim > 1 && b->ndim <= 2) ? a : b)->dtype;
    return true;
}

/* Has PyTorch no kernel for the first operand's dtype on the CPU? It is asked before the dtypes are compared, but for the function of matrices with a bias. */
static bool kernel_first(const Call *call, const Tensor *a)
{
    uint16_t id = call->op->id;
    return accent_rules(call->accent)->cpu_refuses_dtypes && tensor_device(a)->kind == DEVICE_CPU && refused_row(call->core, id, (DType)a->dtype)
           && ((id == OP_matmul && (a->ndim > 1 || call->in[1].tensor->ndim > 1)) || id == OP_bmm || (id == OP_linear && a->ndim == 1));
}

/* All operands are tensors; the result's dtype. PyTorch's products take equal dtypes only. */
static bool product_dtype(Call *call, int first, int count)
{
    DType compute;
    for (int i = first; i < first + count; i++)
        if (!infer_in(call, i)) return core_fail(call->core, CE_BAD_VALUE, "%s: operand %d has to be a tensor", call->op->name, i + 1);
    if (product_of_nothing(call, first, count, &call->specs[0].dtype)) return infer_device(call);
    if (kernel_first(call, infer_in(call, first))) return infer_no_dtype(call, first);
    const Tensor *a = infer_in(call, first);
    for (int i = first + 1; i < first + count && accent_rules(call->accent)->same_dtypes_only; i++) {
        const Tensor *b = infer_in(call, i);
        if (b->dtype == a->dtype) continue;
        core_fail(call->core, CE_DTYPES_DIFFER, "%s: the operands' dtypes differ", call->op->name);
        CoreError *e = core_error(call->core);
        e->numbers[0] = a->dtype;
        e->numbers[1] = b->dtype;
        return wrong(call, first, i);
    }
    if (!infer_device(call) || !infer_dtype(call, first, count, &call->specs[0].dtype, &compute)) return false;
    if (call->specs[0].dtype == DT_BOOL && !accent_rules(call->accent)->bool_products) {
        core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is not for bool", call->op->name);
        core_error(call->core)->numbers[0] = DT_BOOL;
        return false;
    }
    return true;
}

static bool flag(const Call *call, int i) { return call->attrs && call->attrs[i].i; }

/* Axes before the last two, as NumPy says that they do not fit: "(2,3,4)->(2,newaxis,newaxis)" */
static const char *remapped(const Tensor *t, char *text, size_t n)
{
    size_t at = (size_t)snprintf(text, n, "(");
    for (int i = 0; i < t->ndim && at < n; i++) at += (size_t)snprintf(text + at, n - at, "%s%lld", i ? "," : "", (long long)t->shape[i]);
    if (at < n) at += (size_t)snprintf(text + at, n - at, ")->(");
    for (int i = 0; i < t->ndim - 2 && at < n; i++) at += (size_t)snprintf(text + at, n - at, "%lld,", (long long)t->shape[i]);
    if (at < n) snprintf(text + at, n - at, "newaxis,newaxis)");
    return text;
}

static bool batches_differ(Call *call, const Tensor *a, const Tensor *b)
{
    char x[160], y[160];
    int an = a->ndim > 2 ? a->ndim - 2 : 0, bn = b->ndim > 2 ? b->ndim - 2 : 0, axis = 0;
    bool ta = flag(call, matrix_transpose_a) && a->ndim > 1, tb = flag(call, matrix_transpose_b) && b->ndim > 1;
    for (int i = 1; i <= an && i <= bn; i++) {
        int64_t p = a->shape[an - i], q = b->shape[bn - i];
        if (p == q || p == 1 || q == 1) continue;
        axis = i;
        break;
    }
    int64_t p = a->shape[an - axis], q = b->shape[bn - axis];
    int shown = (an > bn ? an : bn) - axis;
    if (accent_rules(call->accent)->words == WORDS_TORCH) core_said(call->core, CE_NOT_BROADCASTABLE, BROADCAST_SIZES, (long long)p, (long long)q, (long long)shown);
    else if (accent_rules(call->accent)->words == WORDS_NUMPY)
        core_said(call->core, CE_NOT_BROADCASTABLE, BROADCAST_REMAPPED, remapped(a, x, sizeof x), remapped(b, y, sizeof y), (long long)(ta ? a->shape[a->ndim - 1] : a->shape[a->ndim - 2]),
                  (long long)(tb ? b->shape[b->ndim - 2] : b->shape[b->ndim - 1]));
    else core_said(call->core, CE_NOT_BROADCASTABLE, MATMUL_BATCH, (long long)p, (long long)q);
    CoreError *e = core_error(call->core);
    e->numbers[0] = p;
    e->numbers[1] = q;
    e->numbers[2] = shown;
    return wrong(call, 0, 1);
}

/* What does it: a product, or a product that is added to something. */
static const char *product_name(const Call *call)
{
    bool adds = call->op->id == OP_addmm || (call->op->id == OP_linear && call->in_count > 2 && call->in[2].tensor);
    return adds ? "addmm" : "mm";
}

static bool mismatch_torch(Call *call, const Tensor *a, const Tensor *b, bool ta, bool tb)
{
    Core *c = call->core;
    char x[96], y[96];
    if (a->ndim == 1 && b->ndim == 1)
        core_said(c, CE_MATMUL_SHAPES, DOT_SIZES,
                  (long long)a->size, (long long)b->size, (long long)a->size, (long long)b->size);
    else if (a->ndim >= 2 && b->ndim == 1) {
        long long rows = 1, width = (long long)a->shape[a->ndim - 1];
        for (int i = 0; i < a->ndim - 1; i++) rows *= (long long)a->shape[i];
        core_said(c, CE_MATMUL_SHAPES, MV_SIZES, rows, rows, width, (long long)b->shape[0]);
    }
    else if (a->ndim > 2 && b->ndim > 2) { /* as many of both, broadcast */
        Dims batch;
        long long count = 1;
        if (!shape_broadcast(a->shape, a->ndim - 2, b->shape, b->ndim - 2, &batch)) return batches_differ(call, a, b);
        for (int i = 0; i < batch.n; i++) count *= (long long)batch.d[i];
        core_said(c, CE_MATMUL_SHAPES, BMM_SIZES, count, (long long)a->shape[a->ndim - 1 - ta], count, (long long)b->shape[b->ndim - 2 + tb]);
    } else if (b->ndim > 2) { /* PyTorch multiplies the other way round: b's columns, of all batches, are the rows */
        long long rows = (long long)b->shape[b->ndim - 1], width = (long long)b->shape[b->ndim - 2];
        for (int i = 0; i < b->ndim - 2; i++) rows *= (long long)b->shape[i];
        snprintf(x, sizeof x, "%lldx%lld", rows, width);
        if (a->ndim == 2) snprintf(y, sizeof y, "%lldx%lld", (long long)a->shape[1], (long long)a->shape[0]);
        if (a->ndim == 2) core_said(c, CE_MATMUL_SHAPES, MATMUL_SHAPES, x, y, product_name(call));
        else core_said(c, CE_MATMUL_SHAPES, MV_SIZES, rows, rows, width, (long long)a->shape[0]);
    } else {
        int64_t rows = 1, columns = b->ndim > 1 ? b->shape[b->ndim - 1 - tb] : 1;
        if (a->ndim == 2) rows = a->shape[ta];
        else
            for (int i = 0; i < a->ndim - 1; i++) rows *= a->shape[i];
        snprintf(x, sizeof x, "%lldx%lld", (long long)rows, (long long)a->shape[a->ndim - 1 - (ta && a->ndim > 1)]);
        snprintf(y, sizeof y, "%lldx%lld", (long long)(b->ndim > 1 ? b->shape[b->ndim - 2 + tb] : b->shape[0]), (long long)columns);
        core_said(c, CE_MATMUL_SHAPES, MATMUL_SHAPES, x, y, product_name(call));
    }
    return wrong(call, 0, 1);
}

/* What mx.np knows of a's shape from b's: "[-1,4]" */
static const char *inferred(const Tensor *a, int64_t inner, char *text, size_t n)
{
    size_t at = (size_t)snprintf(text, n, "[");
    for (int i = 1; i < a->ndim && at < n; i++) at += (size_t)snprintf(text + at, n - at, "-1,");
    if (at < n) snprintf(text + at, n - at, "%lld]", (long long)inner);
    return text;
}

static bool mismatch(Call *call, bool ta, bool tb, int64_t left, int64_t right)
{
    const Tensor *a = infer_in(call, 0), *b = infer_in(call, 1);
    char x[96], y[96];
    if (accent_rules(call->accent)->words == WORDS_TORCH) return mismatch_torch(call, a, b, ta, tb);
    bracketed(a, ",", x, sizeof x);
    bracketed(b, ",", y, sizeof y);
    if (accent_rules(call->accent)->words == WORDS_NUMPY) core_said(call->core, CE_MATMUL_SHAPES, MATMUL_CORE, (long long)right, (long long)left);
    else if (accent_rules(call->accent)->words == WORDS_MXNP) core_said(call->core, CE_MATMUL_SHAPES, PRODUCT_INFERRED, x, inferred(a, right, y, sizeof y));
    else if (a->ndim == 1 && b->ndim == 1) core_said(call->core, CE_MATMUL_SHAPES, DOT_VECTORS, (long long)left, (long long)right, x, y);
    else core_said(call->core, CE_MATMUL_SHAPES, DOT_SHAPES, (long long)left, (long long)right, x, y);
    CoreError *e = core_error(call->core);
    e->numbers[0] = left;
    e->numbers[1] = right;
    return wrong(call, 0, 1);
}

static bool too_flat(Call *call, const Tensor *a, const Tensor *b)
{
    int which = a->ndim == 0 ? 0 : 1;
    if (accent_rules(call->accent)->words == WORDS_NUMPY)
        core_said(call->core, CE_BAD_NDIM, MATMUL_SCALAR, which);
    else
        core_said(call->core, CE_BAD_NDIM, MATMUL_NDIM, a->ndim, b->ndim);
    CoreError *e = core_error(call->core);
    e->numbers[0] = 1;
    e->numbers[1] = 0;
    return wrong(call, which, -1);
}

/* A number instead of an array: NumPy counts its dimensions. */
static bool number_in_product(Call *call)
{
    int which = infer_in(call, 0) ? 1 : 0;
    if (accent_rules(call->accent)->words != WORDS_NUMPY || infer_in(call, which)) return false;
    core_said(call->core, CE_BAD_NDIM, MATMUL_SCALAR, which);
    return true;
}

/* PyTorch looks at the shapes of two matrices before it looks at their dtypes. */
static bool dtypes_later(const Call *call)
{
    const Tensor *a = call->in[0].tensor, *b = call->in[1].tensor;
    return accent_rules(call->accent)->words == WORDS_TORCH && a && b && (a->dtype != b->dtype || kernel_first(call, a)) && !(a->ndim == 1 && b->ndim == 1) && tensor_device(a) == tensor_device(b);
}

/* a (…, n, k) @ b (…, k, m); a vector has no n (no m), and the result neither */
bool infer_matmul(Call *call)
{
    if (number_in_product(call)) return false;
    bool later = dtypes_later(call);
    if (!later && !product_dtype(call, 0, 2)) return false;
    const Tensor *a = infer_in(call, 0), *b = infer_in(call, 1);
    if (a->ndim == 0 || b->ndim == 0) return too_flat(call, a, b);
    bool ta = flag(call, matrix_transpose_a) && a->ndim > 1, tb = flag(call, matrix_transpose_b) && b->ndim > 1;
    int64_t left = a->shape[a->ndim - 1 - ta], right = b->ndim > 1 ? b->shape[b->ndim - 2 + tb] : b->shape[0];
    if (left != right) return mismatch(call, ta, tb, left, right);
    if (later && !product_dtype(call, 0, 2)) return false;
    Dims *out = &call->specs[0].shape;
    int an = a->ndim > 2 ? a->ndim - 2 : 0, bn = b->ndim > 2 ? b->ndim - 2 : 0;
    if (!shape_broadcast(a->shape, an, b->shape, bn, out)) return batches_differ(call, a, b);
    if (out->n + 2 > MAX_DIMS) return core_fail(call->core, CE_BAD_NDIM, "matmul: too many dimensions");
    if (a->ndim > 1) out->d[out->n++] = a->shape[a->ndim - 2 + ta];
    if (b->ndim > 1) out->d[out->n++] = b->shape[b->ndim - 1 - tb];
    return true;
}

static bool dot_torch(Call *call, const Tensor *a, const Tensor *b)
{
    if (a->ndim == 1 && b->ndim == 1) return true;
    core_said(call->core, CE_BAD_NDIM, DOT_1D, a->ndim, b->ndim);
    CoreError *e = core_error(call->core);
    e->numbers[0] = 1;
    e->numbers[1] = a->ndim != 1 ? a->ndim : b->ndim;
    return wrong(call, 0, 1);
}

/* MXNet: a's last axis (its first when transposed) with b's first (its last). NumPy: a's last with b's last but one; a number multiplies. */
/* MXNet multiplies matrices of float32 and float64, and of float16 on a GPU. */
static bool mxnet_multiplies(Call *call)
{
    DType d = call->specs[0].dtype;
    if (!accent_rules(call->accent)->float_products_only || d == DT_FLOAT32 || d == DT_FLOAT64 || (d == DT_FLOAT16 && call->device->kind == DEVICE_GPU)) return true;
    return core_said(call->core, CE_BAD_VALUE, DOT_FLOATS);
}

bool infer_dot(Call *call)
{
    if (!product_dtype(call, 0, 2) || !mxnet_multiplies(call)) return false;
    const Tensor *a = infer_in(call, 0), *b = infer_in(call, 1);
    if (accent_rules(call->accent)->vectors_only && !dot_torch(call, a, b)) return false;
    Dims *out = &call->specs[0].shape;
    out->n = 0;
    if (a->ndim == 0 || b->ndim == 0) {
        if (accent_rules(call->accent)->axes_always) return core_fail(call->core, CE_BAD_NDIM, "dot: operands need at least one dimension");
        infer_copy_shape(out, a->ndim ? a : b);
        return true;
    }
    bool ta = flag(call, matrix_transpose_a), tb = flag(call, matrix_transpose_b), numpy = accent_rules(call->accent)->dots_last && b->ndim > 1;
    int ak = ta ? 0 : a->ndim - 1, bk = tb ? b->ndim - 1 : numpy ? b->ndim - 2 : 0;
    if (a->shape[ak] != b->shape[bk]) {
        if (!numpy || accent_rules(call->accent)->words != WORDS_NUMPY) return mismatch(call, ta, tb, a->shape[ak], b->shape[bk]);
        char x[96], y[96];
        core_said(call->core, CE_MATMUL_SHAPES, DOT_ALIGNED, bracketed(a, ",", x, sizeof x), bracketed(b, ",", y, sizeof y),
                  (long long)a->shape[ak], ak, (long long)b->shape[bk], bk);
        CoreError *e = core_error(call->core);
        e->numbers[0] = a->shape[ak];
        e->numbers[1] = b->shape[bk];
        e->numbers[2] = ak;
        e->numbers[3] = bk;
        return wrong(call, 0, 1);
    }
    if (a->ndim + b->ndim - 2 > MAX_DIMS) return core_fail(call->core, CE_BAD_NDIM, "dot: too many dimensions");
    for (int i = 0; i < a->ndim; i++)
        if (i != ak) out->d[out->n++] = a->shape[i];
    for (int i = 0; i < b->ndim; i++)
        if (i != bk) out->d[out->n++] = b->shape[i];
    if (out->n == 0 && accent_rules(call->accent)->axes_always) out->d[out->n++] = 1;
    return true;
}

bool infer_bmm(Call *call)
{
    if (!product_dtype(call, 0, 2) || !mxnet_multiplies(call)) return false;
    const Tensor *a = infer_in(call, 0), *b = infer_in(call, 1);
    char x[96], y[96];
    for (int i = 0; i < 2; i++) {
        const Tensor *t = i ? b : a;
        if (t->ndim == 3) continue;
        if (accent_rules(call->accent)->words == WORDS_TORCH) core_said(call->core, CE_BAD_NDIM, BMM_3D, i + 1);
        else core_said(call->core, CE_BAD_NDIM, BATCH_DOT_NDIM, bracketed(a, ",", x, sizeof x), bracketed(b, ",", y, sizeof y));
        CoreError *e = core_error(call->core);
        e->numbers[0] = 3;
        e->numbers[1] = t->ndim;
        return wrong(call, i, -1);
    }
    bool ta = flag(call, matrix_transpose_a), tb = flag(call, matrix_transpose_b);
    int64_t left = a->shape[2 - ta], right = b->shape[1 + tb];
    if (a->shape[0] != b->shape[0] || left != right) {
        bracketed(a, ",", x, sizeof x);
        bracketed(b, ",", y, sizeof y);
        if (accent_rules(call->accent)->words == WORDS_TORCH)
            core_said(call->core, CE_MATMUL_SHAPES, BMM_SIZES, (long long)a->shape[0], (long long)left, (long long)b->shape[0], (long long)right);
        else if (a->shape[0] != b->shape[0]) core_said(call->core, CE_MATMUL_SHAPES, BATCH_DOT_BATCH, (long long)a->shape[0], (long long)b->shape[0], x, y, ta, tb);
        else core_said(call->core, CE_MATMUL_SHAPES, BATCH_DOT_INNER, (long long)left, (long long)right, x, y, ta, tb);
        return wrong(call, 0, 1);
    }
    call->specs[0].shape = (Dims){3, {a->shape[0], a->shape[1 + ta], b->shape[2 - tb]}};
    return true;
}

/* x (…, k), weight (n, k) or (k), bias (n) or absent */
bool infer_linear(Call *call)
{
    bool biased = infer_in(call, 2) != NULL;
    if (accent_rules(call->accent)->words == WORDS_TORCH && call->in[1].tensor && call->in[1].tensor->ndim > 2) {
        core_said(call->core, CE_BAD_NDIM, LINEAR_WEIGHT_NDIM, call->in[1].tensor->ndim);
        return wrong(call, 1, -1);
    }
    bool later = dtypes_later(call) && !(biased && call->in[0].tensor->ndim == 2); /* (with a bias the product of two matrices is another function's) */
    if (!later && !product_dtype(call, 0, 2 + biased)) return false;
    const Tensor *x = infer_in(call, 0), *weight = infer_in(call, 1), *bias = infer_in(call, 2);
    if (x->ndim == 0 || weight->ndim < 1 || weight->ndim > 2) return too_flat(call, x, weight);
    int64_t k = x->shape[x->ndim - 1], wanted = weight->shape[weight->ndim - 1], n = weight->ndim == 2 ? weight->shape[0] : 1;
    if (k != wanted) {
        char a[96], b[96];
        int64_t rows = 1;
        for (int i = 0; i < x->ndim - 1; i++) rows *= x->shape[i];
        if (accent_rules(call->accent)->words != WORDS_TORCH)
            core_said(call->core, CE_MATMUL_SHAPES, LINEAR_WEIGHT, bracketed(weight, ",", a, sizeof a), (long long)n, (long long)k);
        else {
            snprintf(a, sizeof a, "%lldx%lld", (long long)rows, (long long)k);
            snprintf(b, sizeof b, "%lldx%lld", (long long)wanted, (long long)n);
            core_said(call->core, CE_MATMUL_SHAPES, MATMUL_SHAPES, a, b, product_name(call));
        }
        CoreError *e = core_error(call->core);
        e->numbers[0] = k;
        e->numbers[1] = wanted;
        return wrong(call, 0, 1);
    }
    if (later && !product_dtype(call, 0, 2 + biased)) return false;
    if (bias && bias->size != 1 && !(bias->ndim == 1 && bias->shape[0] == n)) {
        char a[96], to[64];
        if (accent_rules(call->accent)->words != WORDS_TORCH) core_said(call->core, CE_SHAPE_MISMATCH, LINEAR_BIAS, bracketed(bias, ",", a, sizeof a));
        else {
            int64_t rows = 1;
            for (int i = 0; i < x->ndim - 1; i++) rows *= x->shape[i];
            snprintf(to, sizeof to, "[%lld, %lld]", (long long)rows, (long long)n);
            core_said(call->core, CE_NOT_BROADCASTABLE, EXPAND_SIZES, (long long)n, (long long)bias->size, 1, to, bracketed(bias, ", ", a, sizeof a));
        }
        return wrong(call, 1, 2);
    }
    Dims *out = &call->specs[0].shape;
    infer_copy_shape(out, x);
    if (weight->ndim == 2) out->d[out->n - 1] = n;
    else out->n--;
    return true;
}

/* beta * a + alpha * (b @ c); a broadcasts to b @ c */
bool infer_addmm(Call *call)
{
    if (!product_dtype(call, 0, 3)) return false;
    const Tensor *a = infer_in(call, 0), *b = infer_in(call, 1), *c = infer_in(call, 2);
    for (int i = 1; i < 3; i++) {
        const Tensor *t = infer_in(call, i);
        if (t->ndim == 2) continue;
        core_said(call->core, CE_BAD_NDIM, ADDMM_MATRIX, i, t->ndim);
        return wrong(call, i, -1);
    }
    bool tb = flag(call, matrix_transpose_a), tc = flag(call, matrix_transpose_b);
    int64_t m = b->shape[tb], k = b->shape[1 - tb], n = c->shape[1 - tc];
    if (k != c->shape[tc]) {
        char x[64], y[64];
        snprintf(x, sizeof x, "%lldx%lld", (long long)m, (long long)k);
        snprintf(y, sizeof y, "%lldx%lld", (long long)c->shape[tc], (long long)n);
        core_said(call->core, CE_MATMUL_SHAPES, MATMUL_SHAPES, x, y, product_name(call));
        return wrong(call, 1, 2);
    }
    bool fits = a->ndim <= 2;
    int64_t wanted[2] = {m, n};
    for (int i = 1; i <= a->ndim && fits; i++) fits = a->shape[a->ndim - i] == 1 || a->shape[a->ndim - i] == wanted[2 - i];
    if (!fits) {
        char x[96], to[64];
        snprintf(to, sizeof to, "[%lld, %lld]", (long long)m, (long long)n);
        core_said(call->core, CE_NOT_BROADCASTABLE, EXPAND_SIZES, (long long)n, (long long)(a->ndim ? a->shape[a->ndim - 1] : 1), 1, to, bracketed(a, ", ", x, sizeof x));
        return wrong(call, 0, 1);
    }
    call->specs[0].shape = (Dims){2, {m, n}};
    return true;
}

bool infer_outer(Call *call)
{
    DType compute;
    const Tensor *a = infer_in(call, 0), *b = infer_in(call, 1);
    if (!a || !b) return core_fail(call->core, CE_BAD_VALUE, "outer: operands have to be tensors");
    if (!infer_device(call) || !infer_dtype(call, 0, 2, &call->specs[0].dtype, &compute)) return false;
    for (int i = 0; i < 2 && accent_rules(call->accent)->vectors_only; i++) {
        const Tensor *t = i ? b : a;
        if (t->ndim == 1) continue;
        core_said(call->core, CE_BAD_NDIM, OUTER_1D, i ? "vec2" : "self", t->ndim);
        return wrong(call, i, -1);
    }
    call->specs[0].shape = (Dims){2, {a->size, b->size}};
    return true;
}
