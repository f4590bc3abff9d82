/* infer_step.c: what an optimizer's step takes: a parameter, its gradient and its states, all of one shape, dtype and place. */
#include "core_impl.h"
#include "infer_net.h"
#include "optimizer.h"

bool infer_optimizer_step(Call *call)
{
    int64_t rule = call->attrs[step_rule].i;
    const Tensor *p = infer_in(call, 0);
    if (rule < 0 || rule >= STEP_RULES) return core_fail(call->core, CE_BAD_VALUE, "%s: there is no rule %lld", call->op->name, (long long)rule);
    if (!infer_want_float(call, 0) || !infer_device(call)) return false;
    for (int i = 1; i < call->in_count; i++) {
        const Tensor *t = infer_optional(call, i);
        if (!t && i > (rule == STEP_ADAM ? 3 : 1)) continue;
        if (!infer_tensor(call, i)) return false;
        if (!tensor_same_shape(t, p)) return infer_wrong(call, 0, i);
        if (t->dtype != p->dtype) return infer_no_dtype(call, i);
    }
    infer_spec(call, 0, (DType)p->dtype, p->shape, p->ndim);
    for (int i = 2; i < 4 && !call->core->mode.dry; i++) /* written in place */
        if (infer_optional(call, i)) tensor_count_write(call->in[i].tensor);
    return true;
}
