/* infer_rnn.c: shapes and dtypes of a recurrent layer and of its gradient: all operands of one floating dtype and on one device. */
#include "core_impl.h"
#include "infer_net.h"
#include "rnn.h"

/* Operand i, where it is there, has the first operand's dtype and this shape. */
static bool has_shape(Call *call, int i, const int64_t *shape, int ndim)
{
    char wanted[160], found[160];
    const Tensor *t = infer_optional(call, i), *first = infer_in(call, 0);
    if (!t) return true;
    if (t->dtype != first->dtype) {
        core_fail(call->core, CE_DTYPES_DIFFER, "%s: operand %d has not the first one's dtype", call->op->name, i);
        return infer_wrong(call, 0, i);
    }
    if (shape_same(t->shape, t->ndim, shape, ndim)) return true;
    core_fail(call->core, CE_SHAPE_MISMATCH, "%s: operand %d has to be of shape (%s), and is of (%s)", call->op->name, i, infer_listed(shape, ndim, ", ", wanted, sizeof wanted),
              infer_listed(t->shape, t->ndim, ", ", found, sizeof found));
    return infer_wrong(call, i, -1);
}

static bool opened(Call *call, int needed)
{
    for (int i = 0; i <= needed; i++)
        if (i == 0 || i == needed)
            if (!infer_tensor(call, i)) return false;
    int64_t mode = call->attrs[rnn_mode].i;
    if (mode < RNN_TANH || mode > RNN_GRU) return core_fail(call->core, CE_BAD_VALUE, "%s: there is no mode %lld", call->op->name, (long long)mode);
    return infer_want_float(call, 0) && infer_device(call);
}

static bool three_axes(Call *call, int i)
{
    const Tensor *t = infer_in(call, i);
    if (t->ndim == 3 && t->shape[0] == 0) return core_fail(call->core, CE_BAD_VALUE, "%s: there is no step", call->op->name);
    if (t->ndim == 3) return true;
    core_fail(call->core, CE_BAD_NDIM, "%s: operand %d needs three dimensions (steps, batch, features), and has %d", call->op->name, i, t->ndim);
    core_error(call->core)->numbers[0] = 3;
    core_error(call->core)->numbers[1] = t->ndim;
    return infer_wrong(call, i, -1);
}

bool infer_rnn(Call *call)
{
    if (!infer_tensor(call, 1) || !opened(call, 3) || !three_axes(call, 0)) return false;
    const RnnKind *kind = &rnn_kinds[call->attrs[rnn_mode].i];
    const Tensor *x = infer_in(call, 0), *h = infer_in(call, 1);
    int64_t batch = x->shape[1], hidden = h->ndim == 2 ? h->shape[1] : 0, wide = kind->shares * hidden;
    if (!has_shape(call, 1, (int64_t[]){batch, hidden}, 2) || !has_shape(call, 0, (int64_t[]){x->shape[0], batch, wide}, 3) || !has_shape(call, 2, (int64_t[]){batch, hidden}, 2)
        || !has_shape(call, 3, (int64_t[]){wide, hidden}, 2) || !has_shape(call, 4, &wide, 1))
        return false;
    if (kind->cell && !infer_tensor(call, 2)) return false;
    int64_t states[3] = {x->shape[0], batch, hidden}, gates[3] = {x->shape[0], batch, kind->gates * hidden}, none = 0;
    infer_spec(call, 0, (DType)x->dtype, states, 3);
    infer_spec(call, 1, (DType)x->dtype, kind->cell ? states : &none, kind->cell ? 3 : 1);
    infer_spec(call, 2, (DType)x->dtype, kind->gates ? gates : &none, kind->gates ? 3 : 1);
    return true;
}

/* gradients of states and cells, states, cells, gates, state before, cell before, weight */
bool infer_rnn_grad(Call *call)
{
    if (!opened(call, 7) || !three_axes(call, 0)) return false;
    for (int i = 2; i < 6; i++)
        if (!infer_tensor(call, i)) return false;
    const RnnKind *kind = &rnn_kinds[call->attrs[rnn_mode].i];
    const Tensor *g = infer_in(call, 0);
    const int64_t *states = g->shape;
    int64_t batch = states[1], hidden = states[2], wide = kind->shares * hidden, gates[3] = {states[0], batch, kind->gates * hidden}, none = 0, shares[3] = {states[0], batch, wide};
    if (!has_shape(call, 2, states, 3) || (kind->cell && (!infer_tensor(call, 6) || !has_shape(call, 1, states, 3) || !has_shape(call, 3, states, 3)))
        || (kind->gates && !has_shape(call, 4, gates, 3)) || !has_shape(call, 5, (int64_t[]){batch, hidden}, 2) || !has_shape(call, 6, (int64_t[]){batch, hidden}, 2)
        || !has_shape(call, 7, (int64_t[]){wide, hidden}, 2))
        return false;
    DType d = (DType)g->dtype;
    infer_spec(call, 0, d, shares, 3);
    infer_spec(call, 1, d, kind->apart ? shares : &none, kind->apart ? 3 : 1);
    infer_spec(call, 2, d, (int64_t[]){batch, hidden}, 2);
    infer_spec(call, 3, d, kind->cell ? (int64_t[]){batch, hidden} : &none, kind->cell ? 2 : 1);
    return true;
}
