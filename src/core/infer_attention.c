/* infer_attention.c: shapes and dtypes of attention and of its gradient: operands of one floating dtype with the same axes in front, a mask that is broadcast over them. */
#include <string.h>

#include "attention.h"
#include "core_impl.h"
#include "infer_net.h"

/* Operand i has operand 0's dtype and is of this shape. */
static bool has_shape(Call *call, int i, const int64_t *shape, int n)
{
    const Tensor *t = infer_in(call, i);
    if (t->dtype != infer_in(call, 0)->dtype) return infer_no_dtype(call, i);
    if (shape_same(t->shape, t->ndim, shape, n)) return true;
    core_fail(call->core, CE_SHAPE_MISMATCH, "%s: operand %d does not fit operand 0", call->op->name, i);
    return infer_wrong(call, 0, i);
}

static bool masked(Call *call, int at, const int64_t *scores, int n)
{
    const Tensor *mask = infer_optional(call, at);
    Dims both;
    if (!mask) return true;
    if (mask->dtype != DT_BOOL && mask->dtype != infer_in(call, 0)->dtype) return infer_no_dtype(call, at);
    if (shape_broadcast(scores, n, mask->shape, mask->ndim, &both) && shape_same(both.d, both.n, scores, n)) return true;
    core_fail(call->core, CE_SHAPE_MISMATCH, "%s: the mask is not broadcast to the scores", call->op->name);
    return infer_wrong(call, 0, at);
}

/* Queries, keys, values and mask from operand `at` on. */
static bool opened(Call *call, int at, AttentionSizes *s)
{
    for (int i = 0; i < at + 3; i++)
        if (!infer_tensor(call, i)) return false;
    if (!infer_want_float(call, 0) || !infer_device(call)) return false;
    const Tensor *q = infer_in(call, at), *v = infer_in(call, at + 2);
    int n = q->ndim;
    if (n < 2 || v->ndim != n) {
        core_fail(call->core, CE_BAD_NDIM, "%s: queries, keys and values need as many axes, two and more", call->op->name);
        core_error(call->core)->numbers[0] = 2;
        core_error(call->core)->numbers[1] = n;
        return infer_wrong(call, at, at + 2);
    }
    *s = attention_sizes(q->shape, v->shape, n);
    int64_t shape[MAX_DIMS];
    memcpy(shape, q->shape, sizeof *shape * (size_t)n);
    if (!has_shape(call, at, shape, n)) return false;
    shape[n - 2] = s->sources;
    if (!has_shape(call, at + 1, shape, n)) return false;
    shape[n - 1] = s->wide;
    if (!has_shape(call, at + 2, shape, n)) return false;
    shape[n - 2] = s->queries;
    shape[n - 1] = s->sources;
    return masked(call, at + 3, shape, n);
}

static DType wide_dtype(DType d) { return d == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32; }

bool infer_attention(Call *call)
{
    AttentionSizes s;
    int64_t shape[MAX_DIMS];
    if (!infer_tensor(call, 0) || !opened(call, 0, &s)) return false;
    const Tensor *q = infer_in(call, 0);
    double p = call->attrs[attention_p].f;
    if (!(p >= 0 && p < 1)) return core_fail(call->core, CE_BAD_VALUE, "%s: dropout's chance has to lie between 0 and 1, and is %g", call->op->name, p);
    memcpy(shape, q->shape, sizeof *shape * (size_t)q->ndim);
    shape[q->ndim - 1] = s.wide;
    infer_spec(call, 0, (DType)q->dtype, shape, q->ndim);
    infer_spec(call, 1, wide_dtype((DType)q->dtype), shape, q->ndim - 1);
    infer_spec(call, 2, DT_INT64, (int64_t[]){2}, 1);
    return true;
}

bool infer_attention_grad(Call *call)
{
    AttentionSizes s;
    int64_t shape[MAX_DIMS];
    if (!infer_tensor(call, 0) || !infer_tensor(call, 1) || !opened(call, 1, &s) || !infer_tensor(call, 5) || !infer_tensor(call, 6) || !infer_tensor(call, 7)) return false;
    const Tensor *q = infer_in(call, 1), *sums = infer_in(call, 6), *seeds = infer_in(call, 7);
    memcpy(shape, q->shape, sizeof *shape * (size_t)q->ndim);
    shape[q->ndim - 1] = s.wide;
    if (!has_shape(call, 0, shape, q->ndim) || !has_shape(call, 5, shape, q->ndim)) return false;
    if (sums->dtype != wide_dtype((DType)q->dtype)) return infer_no_dtype(call, 6);
    if (seeds->dtype != DT_INT64) return infer_no_dtype(call, 7);
    if (!shape_same(sums->shape, sums->ndim, shape, q->ndim - 1)) return infer_wrong(call, 0, 6);
    if (seeds->ndim != 1 || seeds->shape[0] != 2) return infer_wrong(call, 0, 7);
    for (int i = 0; i < 3; i++) infer_spec(call, i, (DType)q->dtype, infer_in(call, 1 + i)->shape, q->ndim);
    return true;
}
