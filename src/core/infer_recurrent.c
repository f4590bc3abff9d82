/* infer_recurrent.c: shapes, dtypes and places of a recurrent layer's steps and of the way back through them (recurrent.h). */
#include "infer_net.h"
#include "recurrent.h"

/* All of the first one's dtype, floats, on one device, and not absent but for those whose bits are in `may_lack`. */
static bool alike(Call *call, int model, int may_lack)
{
    int64_t mode = call->attrs[recurrent_mode].i;
    if (mode < 0 || mode >= RECURRENT_MODES) return core_fail(call->core, CE_BAD_VALUE, "%s: there is no mode %lld", call->op->name, (long long)mode);
    if (!infer_want_float(call, model)) return false;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = infer_optional(call, i);
        if (!t && may_lack >> i & 1) continue;
        if (!infer_tensor(call, i)) return false;
        if (t->dtype != infer_in(call, model)->dtype) return infer_no_dtype(call, i);
    }
    return infer_device(call);
}

static bool has_shape(Call *call, int i, int n, int64_t a, int64_t b, int64_t c)
{
    const Tensor *t = infer_optional(call, i);
    const int64_t wanted[] = {a, b, c};
    return !t || shape_same(t->shape, t->ndim, wanted, n) || infer_wrong(call, 0, i);
}

/* Operand `at` has steps, of rows as wide as so many times the layer; the state's weight says how wide that is: (gates n, n). */
static bool fits(Call *call, int at, int weight, int64_t times, int64_t *n)
{
    const Tensor *x = infer_in(call, at), *t = infer_in(call, weight);
    *n = t->ndim == 2 ? t->shape[1] : 0;
    if (t->ndim != 2 || t->shape[0] != recurrent_gates(call->attrs[recurrent_mode].i) * *n) return infer_wrong(call, weight, -1);
    if (x->ndim != 3 || x->shape[2] != times * *n) return infer_wrong(call, at, weight);
    return x->shape[0] || core_fail(call->core, CE_BAD_VALUE, "%s: there is no step", call->op->name);
}

bool infer_recurrent(Call *call)
{
    int64_t mode = call->attrs[recurrent_mode].i, n;
    if (!alike(call, 0, mode == RECURRENT_LSTM ? 1 << 4 : 1 << 4 | 1 << 2) || !fits(call, 0, 3, recurrent_gates(mode), &n)) return false;
    const Tensor *x = infer_in(call, 0);
    int64_t steps = x->shape[0], batch = x->shape[1], cells = mode == RECURRENT_LSTM ? n : 0;
    if (!has_shape(call, 1, 2, batch, n, 0) || !has_shape(call, 2, 2, batch, n, 0) || !has_shape(call, 4, 1, x->shape[2], 0, 0)) return false;
    infer_spec(call, 0, (DType)x->dtype, (int64_t[]){steps, batch, n}, 3);
    infer_spec(call, 1, (DType)x->dtype, (int64_t[]){steps, batch, cells}, 3);
    infer_spec(call, 2, (DType)x->dtype, (int64_t[]){steps, batch, recurrent_keeps(mode) * n}, 3);
    return true;
}

bool infer_recurrent_grad(Call *call)
{
    int64_t mode = call->attrs[recurrent_mode].i, n;
    if (!alike(call, 2, mode == RECURRENT_LSTM ? 3 : 3 | 1 << 6) || !fits(call, 2, 7, 1, &n)) return false;
    const Tensor *y = infer_in(call, 2);
    int64_t steps = y->shape[0], batch = y->shape[1], cells = mode == RECURRENT_LSTM ? n : 0, wide = recurrent_gates(mode) * n;
    if (!has_shape(call, 0, 3, steps, batch, n) || !has_shape(call, 1, 3, steps, batch, cells) || !has_shape(call, 3, 3, steps, batch, cells)) return false;
    if (!has_shape(call, 4, 3, steps, batch, recurrent_keeps(mode) * n) || !has_shape(call, 5, 2, batch, n, 0) || !has_shape(call, 6, 2, batch, n, 0)) return false;
    infer_spec(call, 0, (DType)y->dtype, (int64_t[]){steps, batch, wide}, 3);
    infer_spec(call, 1, (DType)y->dtype, (int64_t[]){steps, batch, recurrent_apart(mode) ? wide : 0}, 3);
    infer_spec(call, 2, (DType)y->dtype, (int64_t[]){mode == RECURRENT_LSTM ? 2 : 1, batch, n}, 3);
    return true;
}
