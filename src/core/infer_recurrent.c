/* infer_recurrent.c: shapes, dtypes and places of a recurrent layer's steps and of their gradient (recurrent.h). */
#include "infer_net.h"
#include "recurrent.h"

/* All of the first one's dtype, float32 or float64, on one device, and not absent but for those whose bits are in `may_lack`. */
static bool alike(Call *call, int model, int may_lack)
{
    const Tensor *like = infer_in(call, model);
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = infer_optional(call, i);
        if (!t && may_lack >> i & 1) continue;
        if (!infer_tensor(call, i)) return false;
        if ((t->dtype != DT_FLOAT32 && t->dtype != DT_FLOAT64) || t->dtype != like->dtype) return infer_no_dtype(call, i);
    }
    return infer_device(call);
}

static bool has_shape(Call *call, int i, int n, int64_t a, int64_t b, int64_t c)
{
    const Tensor *t = infer_optional(call, i);
    const int64_t wanted[] = {a, b, c};
    return !t || shape_same(t->shape, t->ndim, wanted, n) || infer_wrong(call, 0, i);
}

static bool known_mode(Call *call)
{
    int64_t mode = call->attrs[recurrent_mode].i;
    return (mode >= 0 && mode < RECURRENT_MODES) || core_fail(call->core, CE_BAD_VALUE, "%s: there is no mode %lld", call->op->name, (long long)mode);
}

/* The state's weight says how wide the layer is: (gates n, n). */
static bool fits_weight(Call *call, const Tensor *weight, int at, int64_t *n)
{
    int64_t gates = recurrent_gates(call->attrs[recurrent_mode].i);
    *n = weight->ndim == 2 ? weight->shape[1] : 0;
    return (weight->ndim == 2 && weight->shape[0] == gates * *n) || infer_wrong(call, at, -1);
}

bool infer_recurrent(Call *call)
{
    int64_t mode = call->attrs[recurrent_mode].i, n;
    if (!known_mode(call) || !infer_tensor(call, 0) || !alike(call, 0, mode == RECURRENT_LSTM ? 1 << 4 : 1 << 4 | 1 << 2)) return false;
    const Tensor *x = infer_in(call, 0);
    if (!fits_weight(call, infer_in(call, 3), 3, &n)) return false;
    if (x->ndim != 3 || x->shape[2] != recurrent_gates(mode) * n) return infer_wrong(call, 0, 3);
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
    if (!known_mode(call) || !infer_tensor(call, 2) || !alike(call, 2, mode == RECURRENT_LSTM ? 3 : 3 | 1 << 6)) return false;
    const Tensor *y = infer_in(call, 2);
    if (!fits_weight(call, infer_in(call, 7), 7, &n)) return false;
    if (y->ndim != 3 || y->shape[2] != n) return infer_wrong(call, 2, 7);
    int64_t steps = y->shape[0], batch = y->shape[1], cells = mode == RECURRENT_LSTM ? n : 0, wide = recurrent_gates(mode) * n;
    if (!has_shape(call, 0, 3, steps, batch, n) || !has_shape(call, 1, 3, steps, batch, cells) || !has_shape(call, 3, 3, steps, batch, cells)) return false;
    if (!has_shape(call, 4, 3, steps, batch, recurrent_keeps(mode) * n) || !has_shape(call, 5, 2, batch, n, 0) || !has_shape(call, 6, 2, batch, n, 0)) return false;
    infer_spec(call, 0, (DType)y->dtype, (int64_t[]){steps, batch, wide}, 3);
    infer_spec(call, 1, (DType)y->dtype, (int64_t[]){mode == RECURRENT_LSTM ? 2 : 1, batch, n}, 3);
    infer_spec(call, 2, (DType)y->dtype, (int64_t[]){wide, n}, 2);
    infer_spec(call, 3, (DType)y->dtype, (int64_t[]){wide}, 1);
    return true;
}
