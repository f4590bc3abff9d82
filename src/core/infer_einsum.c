/* infer_einsum.c: shape, dtype and place of einsum. */
#include "einsum.h"
#include "infer_net.h"

static const int64_t *shape_of(const void *data, int i, int *ndim)
{
    const Tensor *t = infer_in(data, i);
    *ndim = t->ndim;
    return t->shape;
}

bool infer_einsum(Call *call)
{
    Einsum e;
    EinsumError why = {.words = core_words(call->core, accent_rules(call->accent)->words == WORDS_NUMPY ? ACCENT_NUMPY : ACCENT_TORCH)};
    DType compute;
    const char *equation = call->attrs[einsum_equation].text;
    if (call->in_count < 1) return core_said(call->core, CE_BAD_VALUE, EINSUM_NO_OPERAND);
    for (int i = 0; i < call->in_count; i++)
        if (!infer_tensor(call, i)) return false;
    if (!infer_device(call) || !infer_dtype(call, 0, call->in_count, &call->specs[0].dtype, &compute)) return false;
    if (!einsum_read(&e, equation ? equation : "", call->in_count, shape_of, call, &why)) {
        core_fail(call->core, CE_BAD_VALUE, "%s", *why.text ? why.text : core_error_info[CE_BAD_VALUE].title);
        core_error(call->core)->wrong[0] = why.operand;
        return false;
    }
    call->specs[0].shape.n = e.out.n;
    for (int i = 0; i < e.out.n; i++) call->specs[0].shape.d[i] = e.size[e.out.label[i]];
    return true;
}
