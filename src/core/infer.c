/* infer.c: what the shape rules share: places, promotion, broadcasting, axes. */
#include "infer.h"

#include <stdio.h>
#include <string.h>

bool infer_device(Call *call)
{
    Device *found = NULL;
    int first = -1;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) continue;
        Device *d = tensor_device(t);
        if (!found) { found = d; first = i; continue; }
        if (d == found) continue;
        if (call->accent != ACCENT_MXNET) { /* a CPU tensor without dimensions is as good as a number */
            if (t->ndim == 0 && d->kind == DEVICE_CPU) continue;
            const Tensor *f = call->in[first].tensor;
            if (f->ndim == 0 && found->kind == DEVICE_CPU) { found = d; first = i; continue; }
        }
        core_fail(call->core, d->kind == found->kind ? CE_DEVICES_DIFFER : CE_KINDS_DIFFER,
                  "%s: operand %d lives on %s(%d), operand %d on %s(%d)", call->op->name, first + 1, found->kind == DEVICE_CPU ? "cpu" : "gpu",
                  found->index, i + 1, d->kind == DEVICE_CPU ? "cpu" : "gpu", d->index);
        CoreError *e = core_error(call->core);
        e->wrong[0] = first;
        e->wrong[1] = i;
        return false;
    }
    if (found) call->device = found;
    else if (!call->device) call->device = device_cpu(call->core);
    return true;
}

bool infer_dtype(Call *call, int first, int count, DType *result, DType *compute)
{
    Operand operands[MAX_INPUTS_FIXED + 1];
    int n = 0;
    DType together = DT_NONE;
    for (int i = first; i < first + count && i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        Operand o = t ? (Operand){(DType)t->dtype, (t->flags & T_NUMBER) != 0, t->ndim == 0}
                      : (Operand){dtype_of_scalar(call->accent, call->in[i].number), true, false};
        if (!t && o.dtype == DT_FLOAT32 && call->accent == ACCENT_TORCH) o.dtype = core_default_dtype(call->core);
        operands[n++] = o;
        if (n <= MAX_INPUTS_FIXED && i + 1 < first + count && i + 1 < call->in_count) continue;
        bool same;
        together = dtype_promote(call->accent, operands, n, &same);
        if (!same && call->accent == ACCENT_MXNET) {
            core_fail(call->core, CE_DTYPES_DIFFER, "%s: the operands' dtypes differ", call->op->name);
            CoreError *e = core_error(call->core);
            int found = 0;
            for (int k = first; k < first + count && k < call->in_count && found < 2; k++)
                if (call->in[k].tensor && (found == 0 || call->in[k].tensor->dtype != e->numbers[0])) {
                    e->wrong[found] = k;
                    e->numbers[found++] = call->in[k].tensor->dtype;
                }
            return false;
        }
        operands[0] = (Operand){together, false, false}; /* many operands: the result so far goes first */
        n = 1;
    }
    *result = *compute = together;
    switch (call->op->dtype_rule) {
    case RULE_FLOAT:
        if (!dtype_is_float(together) && call->accent != ACCENT_MXNET)
            *result = *compute = call->accent == ACCENT_TORCH ? core_default_dtype(call->core)
                                 : dtype_bytes(together) == 1 ? DT_FLOAT16 : dtype_bytes(together) == 2 ? DT_FLOAT32 : DT_FLOAT64;
        break;
    case RULE_BOOL:
        if (call->accent != ACCENT_MXNET) *result = DT_BOOL;
        break;
    case RULE_INTEGER:
        if (dtype_is_float(together)) {
            core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is for integers, not for %s", call->op->name, dtype_info[together].name);
            core_error(call->core)->numbers[0] = together;
            return false;
        }
        break;
    default: break;
    }
    return true;
}

void infer_copy_shape(Dims *to, const Tensor *from)
{
    to->n = from->ndim;
    memcpy(to->d, from->shape, sizeof *from->shape * from->ndim);
}

const char *infer_shape_text(const int64_t *shape, int ndim, char *text, size_t n)
{
    size_t at = 0;
    text[0] = 0;
    if (ndim == 0) snprintf(text, n, "no dimensions");
    for (int i = 0; i < ndim && at < n; i++) at += (size_t)snprintf(text + at, n - at, "%s%lld", i ? "x" : "", (long long)shape[i]);
    return text;
}

bool infer_broadcast(Call *call, int first, int count, Dims *out)
{
    out->n = 0;
    int widest = -1;
    for (int i = first; i < first + count && i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) continue;
        if (widest < 0) {
            infer_copy_shape(out, t);
            widest = i;
            continue;
        }
        if (shape_same(out->d, out->n, t->shape, t->ndim)) continue;
        Dims next;
        if (!shape_broadcast(out->d, out->n, t->shape, t->ndim, &next)) {
            char a[64], b[64];
            core_fail(call->core, CE_NOT_BROADCASTABLE, "%s: shapes %s and %s do not fit one another", call->op->name,
                      infer_shape_text(out->d, out->n, a, sizeof a), infer_shape_text(t->shape, t->ndim, b, sizeof b));
            CoreError *e = core_error(call->core);
            e->wrong[0] = widest;
            e->wrong[1] = i;
            e->shapes[0] = *out;
            infer_copy_shape(&e->shapes[1], t);
            for (int k = 1; k <= out->n && k <= t->ndim; k++) { /* the last axis that does not fit, as PyTorch names it */
                int64_t x = out->d[out->n - k], y = t->shape[t->ndim - k];
                if (x == y || x == 1 || y == 1) continue;
                e->numbers[0] = x;
                e->numbers[1] = y;
                e->numbers[2] = (out->n > t->ndim ? out->n : t->ndim) - k;
                break;
            }
            return false;
        }
        out->n = next.n;
        memcpy(out->d, next.d, sizeof *next.d * (size_t)next.n);
    }
    return true;
}

bool infer_axis(Call *call, int64_t axis, int ndim, int *out)
{
    if (shape_axis(axis, ndim, out)) return true;
    core_fail(call->core, CE_BAD_AXIS, "%s: axis %lld is out of range for %d dimensions", call->op->name, (long long)axis, ndim);
    CoreError *e = core_error(call->core);
    int count = ndim ? ndim : 1;
    e->numbers[0] = axis;
    e->numbers[1] = -count;
    e->numbers[2] = count - 1;
    return false;
}

bool infer_axes(Call *call, Ints axes, int ndim, bool *marks)
{
    for (int i = 0; i < ndim; i++) marks[i] = axes.count <= 0;
    for (int i = 0; i < axes.count; i++) {
        int axis;
        if (!infer_axis(call, axes.d[i], ndim, &axis)) return false;
        if (ndim == 0) continue;
        if (marks[axis]) {
            core_fail(call->core, CE_DUPLICATE_AXIS, "%s: axis %d is named twice", call->op->name, axis);
            core_error(call->core)->numbers[0] = axis;
            return false;
        }
        marks[axis] = true;
    }
    return true;
}
