/* infer.c: what the shape rules share: places, promotion, broadcasting, axes. */
#include "infer.h"
#include "core_impl.h"
#include "said.h"

#include <stdio.h>
#include <string.h>

static const char *const kind_words[] = {"cpu", "gpu", "meta"};

/* Operand `at` lives elsewhere than the one that stands `first`. */
static bool places_differ(Core *c, const char *name, Device *found, int first, Device *d, int at)
{
    if (found->wrecked || d->wrecked) return core_gpu_here(found->wrecked ? found : d, false);
    core_fail(c, d->kind == found->kind ? CE_DEVICES_DIFFER : CE_KINDS_DIFFER, "%s: operand %d lives on %s(%d), operand %d on %s(%d)", name, first + 1,
              kind_words[found->kind], found->index, at + 1, kind_words[d->kind], d->index);
    CoreError *e = core_error(c);
    e->wrong[0] = first;
    e->wrong[1] = at;
    return false;
}

bool core_together(Core *c, const char *by, Tensor *const *in, int n)
{
    int first = 0, at;
    while (first < n && !in[first]) first++;
    for (at = first + 1; at < n; at++)
        if (in[at] && !device_same_memory(tensor_device(in[at]), tensor_device(in[first]))) break;
    if (at >= n) return true;
    places_differ(c, by, tensor_device(in[first]), first, tensor_device(in[at]), at);
    CoreError *e = core_error(c);
    e->by = by;
    e->operand_count = n < ERROR_OPERANDS ? n : ERROR_OPERANDS;
    for (int i = 0; i < e->operand_count; i++) e->operands[i] = in[i] ? tensor_retain(in[i]) : NULL;
    return false;
}

bool infer_device(Call *call)
{
    Device *found = NULL;
    int first = -1;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) continue;
        Device *d = tensor_device(t);
        if (d->wrecked) return core_gpu_here(d, false);
        if (!found) { found = d; first = i; continue; }
        if (device_same_memory(d, found)) continue;
        if (accent_rules(call->accent)->zero_d_as_number && call->op->id != OP_stack) { /* a CPU tensor without dimensions is as good as a number */
            if (t->ndim == 0 && d->kind == DEVICE_CPU) continue;
            const Tensor *f = call->in[first].tensor;
            if (f->ndim == 0 && found->kind == DEVICE_CPU) { found = d; first = i; continue; }
        }
        return places_differ(call->core, call->op->name, found, first, d, i);
    }
    if (found) call->device = found;
    else if (!call->device) call->device = device_cpu(call->core);
    return true;
}

/* ---- NumPy's promotion by value ---- */
static int rank_of(DType d) { return d == DT_BOOL ? 0 : dtype_is_inexact(d) ? 2 : 1; }

/* The value of a number or of an array without dimensions; false: it cannot be had here. */
static bool value_of(const Call *call, const Arg *in, Scalar *out)
{
    if (!in->tensor) *out = in->number;
    else {
        const char *at = in->tensor->storage->valueless || tensor_device(in->tensor)->kind != DEVICE_CPU ? NULL : tensor_map(call->core, in->tensor);
        if (!at) return false;
        *out = dtype_load((DType)in->tensor->dtype, at);
    }
    return true;
}

/* The smallest dtype of its kind that holds the value. Integers: beside unsigned ones an unsigned. */
static DType least_dtype(Scalar s, bool beside_unsigned)
{
    if (s.kind == SCALAR_BOOL) return DT_BOOL;
    if (s.kind == SCALAR_COMPLEX) return s.f > -3.4e38 && s.f < 3.4e38 && s.im > -3.4e38 && s.im < 3.4e38 ? DT_COMPLEX64 : DT_COMPLEX128;
    if (s.kind == SCALAR_FLOAT) {
        double x = s.f < 0 ? -s.f : s.f;
        return !(x >= 65000) || x > 1.7e308 ? DT_FLOAT16 : x < 3.4e38 ? DT_FLOAT32 : DT_FLOAT64;
    }
    int64_t i = s.i;
    if (i >= 0 && i <= 255 && (beside_unsigned || i > 127)) return beside_unsigned ? DT_UINT8 : DT_INT16;
    return i >= -128 && i <= 127 ? DT_INT8 : i >= -32768 && i <= 32767 ? DT_INT16 : i >= INT32_MIN && i <= INT32_MAX ? DT_INT32 : DT_INT64;
}

/* The integers that a float of twice their width holds, of either sign. */
static DType signed_room(int64_t i) { return i >= -128 && i <= 255 ? DT_INT8 : i >= -32768 && i <= 65535 ? DT_INT16 : DT_INT64; }
static DType numpy_float(DType d) { return dtype_bytes(d) == 1 ? DT_FLOAT16 : dtype_bytes(d) == 2 ? DT_FLOAT32 : DT_FLOAT64; }

/* NumPy 1: numbers and arrays without dimensions count by their values beside arrays of at least their kind. true: *result is set. */
static bool promote_by_value(const Call *call, int first, int count, DType *result)
{
    int arrays = -1, scalars = -1;
    DType met = DT_NONE;
    bool same;
    for (int i = first; i < first + count && i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        DType d = t ? (DType)t->dtype : dtype_of_scalar(call->accent, call->in[i].number);
        int *kind = t && t->ndim ? &arrays : &scalars;
        if (rank_of(d) > *kind) *kind = rank_of(d);
    }
    bool by_value = arrays >= 0 && scalars >= 0 && scalars <= arrays;
    bool is_unsigned = false;
    for (int pass = 0; pass < 2; pass++) /* arrays first: they say whether a small number is unsigned */
        for (int i = first; i < first + count && i < call->in_count; i++) {
            const Tensor *t = call->in[i].tensor;
            bool array = t && t->ndim;
            if (array != (pass == 0)) continue;
            DType d = t ? (DType)t->dtype : dtype_of_scalar(call->accent, call->in[i].number);
            Scalar s;
            if (!array && by_value && value_of(call, &call->in[i], &s)) {
                d = least_dtype(s, is_unsigned || arrays == 2);
                if (arrays == 2 && s.kind == SCALAR_INT) d = signed_room(s.i);
            }
            Operand both[2] = {{met == DT_NONE ? d : met, false, false}, {d, false, false}};
            met = dtype_promote(call->accent, both, 2, &same);
            if (array && met == DT_UINT8) is_unsigned = true;
        }
    *result = met;
    return met != DT_NONE;
}

/* What NumPy's functions of floats make of integers: each operand's own float, and the wider of those. */
static DType float_of_integers(const Call *call, int first, int count)
{
    DType wide = DT_FLOAT16;
    bool arrays = false;
    for (int i = first; i < first + count && i < call->in_count; i++) arrays |= call->in[i].tensor && call->in[i].tensor->ndim && call->in[i].tensor->dtype != DT_BOOL;
    for (int i = first; i < first + count && i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        DType d = t ? (DType)t->dtype : dtype_of_scalar(call->accent, call->in[i].number);
        Scalar s;
        if (arrays && !(t && t->ndim) && value_of(call, &call->in[i], &s) && s.kind == SCALAR_INT) d = signed_room(s.i);
        if (numpy_float(d) > wide) wide = numpy_float(d);
    }
    return wide;
}

/* PROMOTE_IN_ARITHMETIC: mx.np's takes operands of two dtypes; its comparisons, joins and products do not. */
static bool is_arithmetic(OpId op) { return op == OP_add || op == OP_subtract || op == OP_multiply || op == OP_divide || op == OP_power || op == OP_mod; }

bool infer_dtype(Call *call, int first, int count, DType *result, DType *compute)
{
    Operand operands[MAX_INPUTS_FIXED + 1];
    int n = 0;
    DType together = DT_NONE;
    const AccentRules *rules = accent_rules(call->accent);
    bool done = rules->promotes_by_value && promote_by_value(call, first, count, &together);
    for (int i = first; !done && i < first + count && i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        Operand o = t ? (Operand){(DType)t->dtype, (t->flags & T_NUMBER) != 0, t->ndim == 0}
                      : (Operand){dtype_of_scalar(call->accent, call->in[i].number), true, false};
        if (!t && o.dtype == DT_FLOAT32 && rules->default_float_is_set) o.dtype = core_default_dtype(call->core);
        if (!t && o.dtype == DT_COMPLEX64 && rules->default_float_is_set) o.dtype = dtype_complex_of(core_default_dtype(call->core));
        operands[n++] = o;
        if (n <= MAX_INPUTS_FIXED && i + 1 < first + count && i + 1 < call->in_count) continue;
        bool same;
        together = dtype_promote(call->accent, operands, n, &same);
        if (!same && rules->tensors_promote != PROMOTE_ALWAYS && (rules->tensors_promote == PROMOTE_NEVER || !is_arithmetic(call->op->id))) {
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
        if (!dtype_is_inexact(together) && rules->floats_of_integers != FLOATS_NONE && !(rules->floats_of_integers == FLOATS_OF_PAIRS && count == 1 && together != DT_BOOL)) /* (mx.np's sqrt of integers is of integers) */
            *result = *compute = rules->floats_of_integers == FLOATS_BY_WIDTH ? float_of_integers(call, first, count) : infer_default_float(call);
        break;
    case RULE_BOOL:
        if (rules->comparisons_are_bool) *result = DT_BOOL;
        break;
    case RULE_INTEGER:
        if (dtype_is_inexact(together)) {
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

DType infer_position_dtype(const Call *call, int64_t said)
{
    if (said >= 0 && said < DTYPE_COUNT) return (DType)said;
    return (DType)accent_rules(call->accent)->position_dtype;
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

bool core_number_fits(Core *c, Accent accent, DType d, Scalar s)
{
    static const char *const words[DTYPE_COUNT] = {
        [DT_UINT8] = "uint8_t", [DT_INT8] = "int8_t", [DT_INT16] = "int16_t", [DT_INT32] = "int", [DT_INT64] = "int64_t",
        [DT_FLOAT16] = "at::Half", [DT_BFLOAT16] = "at::BFloat16", [DT_FLOAT32] = "float", [DT_FLOAT64] = "double",
    };
    if (!accent_rules(accent)->numbers_must_fit || dtype_holds(d, s)) return true;
    return core_said(c, CE_BAD_VALUE, NUMBER_OVERFLOWS, words[d]);
}

bool infer_number(Call *call, DType d, Scalar s) { return core_number_fits(call->core, call->accent, d, s); }
