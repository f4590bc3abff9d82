/* complex.c: which calls may have complex operands or results (complex.def), and the rules of the ops that make them and take them apart. */
#include "core/op_more.h"
#include "complex_calls.h"
#include "said.h"

#include <string.h>

#include "core_impl.h"
#include "infer.h"
#include "infer_move.h"

typedef enum Answer { NO, YES, LATER } Answer;
typedef struct Row { bool listed; uint8_t numpy, torch; } Row;
static const Row rows[OPS_TOTAL] = {
#define COMPLEX(op, numpy, torch) [OP_##op] = {true, numpy, torch},
#include "complex.def"
#undef COMPLEX
};

bool complex_operands(const Call *call)
{
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (t ? dtype_is_complex((DType)t->dtype) : call->in[i].number.kind == SCALAR_COMPLEX) return true;
    }
    return false;
}

bool complex_results(const Call *call)
{
    for (int i = 0; i < call->out_count; i++)
        if (dtype_is_complex(call->specs[i].dtype)) return true;
    return false;
}

/* The dtype that an error names */
static DType found(const Call *call)
{
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor && dtype_is_complex((DType)call->in[i].tensor->dtype)) return (DType)call->in[i].tensor->dtype;
    return dtype_complex_of(dtype_default_float(call->accent));
}

static bool later(Call *call, const char *what)
{
    return core_fail(call->core, CE_NOT_IMPLEMENTED, "%s of complex numbers%s%s", call->op->name, *what ? ": " : " is not in perch yet", what);
}

bool complex_admit(Call *call)
{
    const Row *row = &rows[call->op->id];
    const AccentRules *rules = accent_rules(call->accent);
    bool torch = rules->complex_ops == COMPLEX_TORCH;
    if (rules->complex_ops == COMPLEX_NONE) return later(call, "MXNet has no complex dtypes");
    Answer answer = !row->listed ? NO : torch ? row->torch : row->numpy;
    bool yes = answer == YES;
    if (answer == LATER) return later(call, "");
    if (!yes) {
        DType d = found(call);
        Dims shape;
        if (torch && call->op->infer == infer_ew && !infer_broadcast(call, 0, call->in_count, &shape)) return false;
        core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is not for %s", call->op->name, dtype_info[d].name);
        core_error(call->core)->numbers[0] = d;
        return false;
    }
    bool subtracts = call->op->id == OP_subtract && rules->subtract_refuses_bools; /* bools are refused beside complex numbers, too */
    for (int i = 0; subtracts && i < call->in_count; i++)
        if (call->in[i].tensor ? call->in[i].tensor->dtype == DT_BOOL : call->in[i].number.kind == SCALAR_BOOL) {
            core_fail(call->core, CE_DTYPE_UNSUPPORTED, "subtract is not for bool");
            core_error(call->core)->numbers[0] = DT_BOOL;
            core_error(call->core)->numbers[1] = 1;
            return false;
        }
    bool half = false, records = !(call->flags & CALL_NO_GRAD) && call->core->mode.grad[call->accent], strong = false;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) continue;
        if (records && t->flags & T_REQUIRES_GRAD && (call->op->id == OP_norm || call->op->id == OP_var || call->op->id == OP_std)) return later(call, "their gradient is not in perch yet");
        half |= t->dtype == DT_FLOAT16 || t->dtype == DT_BFLOAT16;
        strong |= dtype_is_complex((DType)t->dtype) && t->ndim > 0;
    }
    if (half && !strong && rules->complex_halves && call->op->dtype_rule != RULE_SAME && call->op->id != OP_cast) return later(call, "with halves they would be complex32, which is not in perch");
    return true;
}

/* ---- making them and taking them apart ---- */
static bool refuse(Call *call, const Tensor *t)
{
    core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is not for %s", call->op->name, dtype_info[t->dtype].name);
    core_error(call->core)->numbers[0] = t->dtype;
    return false;
}

bool infer_conj(Call *call)
{
    if (!infer_device(call) || !infer_broadcast(call, 0, 1, &call->specs[0].shape)) return false;
    const Tensor *t = call->in[0].tensor;
    DType d = t ? (DType)t->dtype : dtype_of_scalar(call->accent, call->in[0].number);
    call->compute = call->specs[0].dtype = d == DT_BOOL ? (DType)accent_rules(call->accent)->conj_of_bool : d; /* (its function has no loop for bool) */
    return true;
}

bool infer_make_complex(Call *call)
{
    if (!infer_operand(call, 0) || !infer_operand(call, 1) || !infer_device(call) || !infer_broadcast(call, 0, 2, &call->specs[0].shape)) return false;
    for (int i = 0; i < 2; i++) {
        const Tensor *t = call->in[i].tensor;
        if ((t->dtype != DT_FLOAT32 && t->dtype != DT_FLOAT64) || t->dtype != call->in[0].tensor->dtype) return refuse(call, t);
    }
    call->compute = call->specs[0].dtype = dtype_complex_of((DType)call->in[0].tensor->dtype);
    return true;
}

static bool settle(Call *call, DType dtype, const int64_t *shape, const int64_t *strides, int n, int64_t offset)
{
    Tensor *view = tensor_view(call->core, call->in[0].tensor, shape, strides, n, offset);
    if (!view) return false;
    view->dtype = (uint8_t)dtype;
    call->out[0] = view;
    call->specs[0].dtype = dtype;
    call->specs[0].shape.n = n;
    memcpy(call->specs[0].shape.d, shape, sizeof *shape * (size_t)n);
    return true;
}

bool infer_view_as_real(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    if (!dtype_is_complex((DType)t->dtype)) return refuse(call, t);
    if (t->ndim == MAX_DIMS) return infer_too_many_dims(call, MAX_DIMS + 1);
    for (int i = 0; i < t->ndim; i++) {
        shape[i] = t->shape[i];
        strides[i] = t->strides[i] * 2;
    }
    shape[t->ndim] = 2;
    strides[t->ndim] = 1;
    return settle(call, dtype_real_of((DType)t->dtype), shape, strides, t->ndim + 1, t->offset * 2);
}

/* BAD_VALUE: the text is PyTorch's */
bool infer_view_as_complex(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    Core *c = call->core;
    if (t->dtype != DT_FLOAT32 && t->dtype != DT_FLOAT64) return refuse(call, t);
    if (!t->ndim) return core_said(c, CE_BAD_VALUE, VIEW_COMPLEX_SCALAR);
    if (t->shape[t->ndim - 1] != 2) return core_said(c, CE_BAD_VALUE, VIEW_COMPLEX_PAIRS);
    if (t->strides[t->ndim - 1] != 1) return core_said(c, CE_BAD_VALUE, VIEW_COMPLEX_LAST_STRIDE);
    for (int i = 0; i < t->ndim - 1; i++) {
        shape[i] = t->shape[i];
        if (t->strides[i] % 2) return core_said(c, CE_BAD_VALUE, VIEW_COMPLEX_STRIDES);
        strides[i] = t->strides[i] / 2;
    }
    if (t->offset % 2) return core_said(c, CE_BAD_VALUE, VIEW_COMPLEX_OFFSET);
    return settle(call, dtype_complex_of((DType)t->dtype), shape, strides, t->ndim - 1, t->offset / 2);
}

/* The transform of `length` elements of an axis (cut or filled up with zeros). BAD_VALUE: a length below 1 */
bool infer_fft(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    int axis;
    if (t->dtype == DT_FLOAT16 || t->dtype == DT_BFLOAT16) {
        if (!accent_rules(call->accent)->fft_in_double) return refuse(call, t);
    }
    if (!infer_axis(call, call->attrs[fft_axis].i, t->ndim, &axis)) return false;
    infer_copy_shape(&call->specs[0].shape, t);
    int64_t n = call->attrs[fft_length].i >= 0 ? call->attrs[fft_length].i : t->ndim ? t->shape[axis] : 1;
    if (n < 1) {
        core_said(call->core, CE_BAD_VALUE, FFT_POINTS, (long long)n);
        core_error(call->core)->numbers[0] = n;
        return false;
    }
    if (!t->ndim) return infer_axis(call, 0, 0, &axis) && core_fail(call->core, CE_BAD_AXIS, "fft: there is no axis");
    call->specs[0].shape.d[axis] = n;
    call->compute = call->specs[0].dtype = accent_rules(call->accent)->fft_in_double ? DT_COMPLEX128 : dtype_complex_of((DType)t->dtype);
    return true;
}
