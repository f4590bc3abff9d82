/* infer_net.c: see infer_net.h. */
#include "infer_net.h"

#include <stdio.h>

const char *infer_listed(const int64_t *d, int n, const char *comma, char *text, size_t room)
{
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < n && at < room; i++) at += (size_t)snprintf(text + at, room - at, "%s%lld", i ? comma : "", (long long)d[i]);
    return text;
}

bool infer_wrong(Call *call, int a, int b)
{
    CoreError *e = core_error(call->core);
    e->wrong[0] = a;
    e->wrong[1] = b;
    infer_shapes_error(call, infer_in(call, a), b >= 0 ? infer_in(call, b) : NULL);
    return false;
}

bool infer_no_dtype(Call *call, int i)
{
    core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s has no %s", call->op->name, dtype_info[infer_in(call, i)->dtype].name);
    core_error(call->core)->numbers[0] = infer_in(call, i)->dtype;
    core_error(call->core)->wrong[0] = i;
    return false;
}

bool infer_tensor(Call *call, int i)
{
    if (infer_optional(call, i)) return true;
    return core_fail(call->core, CE_BAD_VALUE, "%s: operand %d has to be a tensor", call->op->name, i + 1);
}

bool infer_want_float(Call *call, int i) { return infer_tensor(call, i) && (dtype_is_float((DType)infer_in(call, i)->dtype) || infer_no_dtype(call, i)); }
