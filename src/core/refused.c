/* refused.c: the table of what a library's CPU kernels refuse by dtype, asked at each of its calls there. */
#include "core/op_more.h"
#include "refused.h"

#include <math.h>

#include "core_impl.h"

const Refusal *refused_row(const Core *c, uint16_t op, DType d)
{
    for (int i = 0; i < c->refusal_count; i++)
        if (c->refusals[i].op == op && c->refusals[i].dtypes >> d & 1) return &c->refusals[i];
    return NULL;
}

/* A dtype that the call says (cumsum's, softmax's); DT_NONE: none */
static int64_t said_dtype(const Call *call)
{
    for (int i = 0; i < call->op->attr_count; i++)
        if (op_attr_info(call->op, i)->type == ATTR_DTYPE) return call->attrs[i].i;
    return DT_NONE;
}

/* What the kernel would see: functions of floats look at integers before they become floats, what is not elementwise at its first operand. */
static DType met(const Call *call)
{
    const Tensor *first = call->in_count ? call->in[0].tensor : NULL;
    uint16_t id = call->op->id;
    if (!first) return call->compute;
    if (id == OP_prelu || id == OP_lerp) return (DType)first->dtype;
    if (!call->op->elementwise) {
        bool said = said_dtype(call) != DT_NONE, exact = !dtype_is_inexact((DType)first->dtype);
        if (exact && id == OP_nansum) return DT_FLOAT32; /* a plain sum, which is for all */
        if (exact && !said && (id == OP_cumsum || id == OP_cumprod)) return DT_INT64;
        return said ? (DType)said_dtype(call) : (DType)first->dtype;
    }
    if (call->op->dtype_rule != RULE_FLOAT) return call->compute;
    DType found = (DType)first->dtype;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (t && dtype_is_inexact((DType)t->dtype)) return call->compute;
        if (t && t->dtype > found) found = (DType)t->dtype;
    }
    return found;
}

/* Nothing for a kernel to do, or another op's steps: PyTorch's add with alpha is not its addcmul. */
static bool needs_none(const Call *call)
{
    const Tensor *first = call->in_count ? call->in[0].tensor : NULL;
    uint16_t id = call->op->id;
    if (id == OP_addcmul) return !(call->in[1].tensor && call->in[2].tensor);
    if (id == OP_linspace) return call->attrs[range_count].i == 0;
    if (!first || call->op->elementwise) return false;
    return (first->size == 0 && id != OP_topk) || (first->ndim == 0 && (id == OP_cumsum || id == OP_cumprod || id == OP_topk));
}

void core_set_out_kinds(Core *c, const uint8_t *kinds) { c->out_kinds = kinds; }
void core_set_refusals(Core *c, const Refusal *rows, int count) { c->refusals = rows, c->refusal_count = count; }

bool refused_admit(Call *call)
{
    DType d = met(call);
    if (!call->core->refusal_count || needs_none(call) || d >= DTYPE_COUNT || d == DT_FLOAT32 || d == DT_FLOAT64 || dtype_is_complex(d) || !refused_row(call->core, call->op->id, d)) return true;
    core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is not for %s", call->op->name, dtype_info[d].name);
    CoreError *e = core_error(call->core);
    e->numbers[0] = d;
    if (call->op->id == OP_clip)
        for (int i = 0; i < 2; i++) {
            Scalar s = call->attrs[value_value + i].number;
            if (!(s.kind == SCALAR_FLOAT && isnan(s.f))) e->numbers[1] |= 1 << i;
        }
    if (call->op->id == OP_softmax || call->op->id == OP_log_softmax) {
        int64_t axis = call->attrs[softmax_axis].i;
        e->numbers[1] = axis == -1 || axis >= call->in[0].tensor->ndim - 1;
    }
    return false;
}
