/* within.c: do all numbers of a tensor lie within bounds? What libraries ask of indices and classes before a call, so that no program's value leaves the core: a replay asks again (replay.h). */
#include "core_impl.h"

/* Without gaps and here: one look at each. */
static bool here(const Core *c, const Tensor *t)
{
    return tensor_device(t)->kind == DEVICE_CPU && tensor_is_contiguous(t) && !c->mode.dry && (t->dtype == DT_INT64 || t->dtype == DT_INT32);
}

static bool look(const Tensor *t, int64_t low, int64_t high)
{
    const void *at = tensor_address(t);
    bool out = false;
    if (t->dtype == DT_INT64)
        for (int64_t i = 0; i < t->size; i++) out |= ((const int64_t *)at)[i] < low || ((const int64_t *)at)[i] > high;
    else
        for (int64_t i = 0; i < t->size; i++) out |= ((const int32_t *)at)[i] < low || ((const int32_t *)at)[i] > high;
    return !out;
}

static bool extreme(Core *c, OpId op, Tensor *t, Scalar *out)
{
    Attr all[reduce_ATTRS] = {[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}};
    Tensor *m = core_with(c, op, &t, 1, all);
    bool ok = m && tensor_read_item(c, m, out);
    if (m) tensor_release(c, m);
    return ok;
}

static double value_of(Scalar s) { return s.kind == SCALAR_FLOAT ? s.f : (double)s.i; }

/* By two reductions; in vmap, where no value may be asked for, of the same numbers under another name. */
static bool reduced(Core *c, Tensor *t, double low, double high, bool *within)
{
    Tensor *seen = tensor_view(c, t, t->shape, t->strides, t->ndim, t->offset);
    if (!seen) return false;
    seen->flags &= (uint8_t)~T_BATCHED;
    Scalar least = scalar_int(0), most = scalar_int(0);
    bool ok = extreme(c, OP_min, seen, &least) && extreme(c, OP_max, seen, &most);
    tensor_release(c, seen);
    *within = ok && value_of(least) >= low && value_of(most) <= high;
    return ok;
}

static int64_t whole(double x) { return x <= -0x1p62 ? INT64_MIN : x >= 0x1p62 ? INT64_MAX : (int64_t)x; }

bool core_within(Core *c, Tensor *t, double low, double high, bool *within)
{
    struct Replay *r = c->replay;
    *within = true;
    if (!t->size) return true;
    c->replay = NULL; /* (its own reading is no step) */
    bool ok;
    if (here(c, t)) {
        ok = storage_ready(t->storage, false);
        *within = ok && look(t, whole(low), whole(high));
    } else
        ok = reduced(c, t, low, high, within);
    c->replay = r;
    if (ok && r) replay_check(c, t, low, high, *within);
    return ok;
}
