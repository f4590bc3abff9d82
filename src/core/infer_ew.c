/* infer_ew.c: shape and dtype rules of elementwise ops and of creation: ew, ew1, cast, where, prelu, create, fill, range.
 *
 * What an accent refuses for a dtype is said here (DTYPE_UNSUPPORTED, its number the dtype), and what one computes in (call->compute).
 */
#include "infer.h"
#include "infer_move.h"
#include "said.h"

#include <math.h>
#include <string.h>

static bool unsupported(Call *call, DType d)
{
    core_fail(call->core, CE_DTYPE_UNSUPPORTED, "%s is not for %s", call->op->name, dtype_info[d].name);
    core_error(call->core)->numbers[0] = d;
    return false;
}

static bool finish(Call *call, DType dtype, DType compute)
{
    call->specs[0].dtype = dtype;
    call->compute = compute;
    return true;
}

/* ---- what the accents do with bool and integers ---- */
/* PyTorch has no such kernel for bool. */
static bool torch_refuses_bool(uint16_t id)
{
    switch (id) {
    case OP_negative: case OP_subtract: case OP_abs: case OP_floor: case OP_ceil: case OP_round: case OP_trunc: case OP_frac: case OP_relu: case OP_relu6:
    case OP_hard_tanh: case OP_threshold: case OP_floor_divide: case OP_trunc_divide: case OP_mod: case OP_fmod: case OP_power: case OP_shift_left: case OP_shift_right: return true;
    default: return false;
    }
}

/* PyTorch's activations are for floating tensors. */
static bool torch_refuses_integers(uint16_t id)
{
    switch (id) {
    case OP_log_sigmoid: case OP_hard_sigmoid: case OP_hard_swish: case OP_softplus: case OP_silu: case OP_mish: case OP_gelu: case OP_gelu_tanh: case OP_elu: case OP_selu:
    case OP_leaky_relu: case OP_smooth_l1: case OP_addcdiv: case OP_lerp: case OP_frac: return true;
    default: return false;
    }
}

static bool has_integer_formula(uint16_t id)
{
    switch (id) {
    case OP_lerp: case OP_addcdiv: case OP_prelu: case OP_sqrt: return false;
    default: return true;
    }
}

static DType numpy_float(DType d) { return dtype_bytes(d) == 1 ? DT_FLOAT16 : dtype_bytes(d) == 2 ? DT_FLOAT32 : DT_FLOAT64; }

static bool adjust_numpy(Call *call, DType *result, DType *compute)
{
    uint16_t id = call->op->id;
    if (id == OP_divide && *result != DT_FLOAT64) { /* true division of integers knows no smaller float */
        bool floats = false;
        for (int i = 0; i < call->in_count; i++)
            floats |= call->in[i].tensor ? dtype_is_inexact((DType)call->in[i].tensor->dtype) : call->in[i].number.kind >= SCALAR_FLOAT;
        if (!floats) *result = *compute = DT_FLOAT64;
    }
    if (dtype_is_inexact(*result)) return true;
    if (id == OP_floor || id == OP_ceil || id == OP_trunc) *result = *compute = numpy_float(*result);
    if (*result != DT_BOOL || *compute != DT_BOOL) return true;
    switch (id) {
    case OP_negative: case OP_subtract: case OP_sign: return unsupported(call, DT_BOOL);
    case OP_square: case OP_power: case OP_floor_divide: case OP_trunc_divide: case OP_mod: case OP_fmod: case OP_shift_left: case OP_shift_right: *result = *compute = DT_INT8; break;
    case OP_round: *result = *compute = DT_FLOAT16; break;
    default: break;
    }
    return true;
}

/* The bounds of clip, which stand in the tensor's dtype. */
static bool bounds_fit(Call *call, DType d)
{
    for (int i = 0; i < 2; i++) {
        Scalar s = call->attrs[value_value + i].number;
        if (!(s.kind == SCALAR_FLOAT && isnan(s.f)) && !infer_number(call, d, s)) return false;
    }
    return true;
}

/* PyTorch subtracts no bool, tensor or number. */
static bool is_bool(Arg a) { return a.tensor ? a.tensor->dtype == DT_BOOL : a.number.kind == SCALAR_BOOL; }
static bool subtracts_bool(Call *call)
{
    if (call->op->id != OP_subtract || is_bool(call->in[0]) == is_bool(call->in[1])) return false;
    core_said(call->core, CE_BAD_VALUE, SUBTRACT_BOOL);
    return true;
}

/* Numbers that PyTorch's kernels turn into elements: where's values, power's exponent, the weight of addcmul (add's alpha) and addcdiv. */
static bool numbers_fit(Call *call, DType d)
{
    uint16_t id = call->op->id;
    if (id == OP_threshold) return infer_number(call, d, call->attrs[value_value].number) && infer_number(call, d, call->attrs[value_other].number);
    if (id == OP_addcmul || id == OP_addcdiv) return infer_number(call, d, call->attrs[value_value].number);
    for (int i = 1; (id == OP_where || (id == OP_power && d != DT_FLOAT32)) && i < call->in_count; i++)
        if (!call->in[i].tensor && !infer_number(call, d, call->in[i].number)) return false;
    return true;
}

static bool adjust_torch(Call *call, DType met, DType *result, DType *compute)
{
    uint16_t id = call->op->id;
    if (dtype_is_complex(met)) return true;
    if (!numbers_fit(call, *compute)) return false;
    if (dtype_is_float(met)) return id != OP_clip || bounds_fit(call, *compute);
    if ((id == OP_shift_left || id == OP_shift_right) && call->in[1].tensor == NULL && call->in[1].number.kind == SCALAR_INT)
        call->in[1].number.i &= dtype_bytes(*compute) == 8 ? 63 : 31; /* as the processor counts: by the rest */
    if (met == DT_BOOL && torch_refuses_bool(id)) return unsupported(call, met);
    if (torch_refuses_integers(id)) return unsupported(call, met);
    if (id == OP_square && met == DT_BOOL) *result = *compute = DT_INT64;
    if (id == OP_power && !call->in[1].tensor && call->in[1].number.kind < SCALAR_FLOAT && call->in[1].number.i < 0)
        return core_fail(call->core, CE_NEGATIVE_POWER, "%s: integers to negative integer powers are not allowed", call->op->name);
    if (id == OP_clip) /* a bound that is a float lifts integers to floats */
        for (int i = 0; i < 2; i++) {
            Scalar s = call->attrs[value_value + i].number;
            if (s.kind == SCALAR_FLOAT && !isnan(s.f)) *result = *compute = core_default_dtype(call->core);
            else if (s.kind == SCALAR_INT && *result == DT_BOOL) *result = *compute = DT_INT64;
        }
    return id != OP_clip || bounds_fit(call, *compute);
}

/* A number beside bools, where it is cut to what they are. */
static void cut_beside_bools(Call *call, DType *result, DType *compute)
{
    bool compares = call->op->dtype_rule == RULE_BOOL;
    int numbers = 0;
    for (int i = 0; i < call->in_count; i++) {
        if (call->in[i].tensor && call->in[i].tensor->dtype != DT_BOOL) return;
        numbers += !call->in[i].tensor;
    }
    bool floats = call->op->dtype_rule == RULE_FLOAT;
    if (!numbers || numbers == call->in_count || (call->op->dtype_rule != RULE_PROMOTE && !compares && !floats)) return;
    for (int i = 0; i < call->in_count; i++) {
        if (call->in[i].tensor) continue;
        Scalar cut = scalar_cut_as_c(call->in[i].number, DT_INT64);
        call->in[i].number = compares ? scalar_bool(scalar_as_double(call->in[i].number) != 0) : cut;
    }
    *compute = compares ? DT_BOOL : floats ? DT_FLOAT64 : DT_INT64;
    if (!compares) *result = DT_INT64;
}

/* The first operand's dtype, for ops that keep it (masked_fill, copy, nan_to_num …). */
static bool keep_dtype(Call *call)
{
    const Tensor *t = call->in[0].tensor;
    DType d = t ? (DType)t->dtype : dtype_of_scalar(call->accent, call->in[0].number);
    if (call->op->id == OP_masked_fill && call->in[1].tensor && accent_rules(call->accent)->masks_are_bools) {
        DType mask = (DType)call->in[1].tensor->dtype;
        if (mask != DT_BOOL && mask != DT_UINT8) {
            core_error(call->core)->wrong[0] = 1;
            return unsupported(call, mask);
        }
    }
    if (call->op->id == OP_masked_fill && !infer_number(call, d, call->attrs[value_value].number)) return false;
    return finish(call, d, d);
}

bool infer_ew(Call *call)
{
    if (!infer_device(call) || !infer_broadcast(call, 0, call->in_count, &call->specs[0].shape)) return false;
    if (call->op->dtype_rule == RULE_SAME) return keep_dtype(call);
    DType result, compute;
    if (!infer_dtype(call, 0, call->in_count, &result, &compute)) return false;
    if (dtype_is_complex(compute)) return finish(call, call->op->id == OP_abs ? dtype_real_of(result) : result, compute);
    const AccentRules *rules = accent_rules(call->accent);
    if (rules->elementwise_dtypes == ELEMENTWISE_REFUSING) {
        DType met = compute;
        if (call->op->dtype_rule == RULE_FLOAT) { /* what the operands are, not what they become */
            met = DT_FLOAT32;
            for (int i = 0; i < call->in_count; i++)
                if (call->in[i].tensor && !dtype_is_inexact((DType)call->in[i].tensor->dtype)) met = (DType)call->in[i].tensor->dtype;
        }
        if (subtracts_bool(call) || !adjust_torch(call, met, &result, &compute)) return false;
    } else if (rules->elementwise_dtypes == ELEMENTWISE_BY_LOOPS) {
        if (!adjust_numpy(call, &result, &compute)) return false;
        if (call->op->id == OP_clip && !dtype_is_float(result))
            for (int i = 0; i < 2; i++) {
                Scalar s = call->attrs[value_value + i].number;
                if (s.kind == SCALAR_FLOAT && !isnan(s.f)) result = compute = DT_FLOAT64;
            }
    } else if (result == DT_BOOL && call->op->id == OP_subtract && rules->subtract_refuses_bools)
        return core_said(call->core, CE_DTYPE_UNSUPPORTED, SUBTRACT_BOOLS);
    else if (!dtype_is_float(compute) && call->op->dtype_rule == RULE_FLOAT && call->op->id != OP_divide)
        compute = dtype_bytes(compute) < 4 ? DT_FLOAT32 : DT_FLOAT64; /* MXNet keeps integers: computed as floats and cut */
    if (rules->bools_cut_numbers && call->op->id != OP_divide) cut_beside_bools(call, &result, &compute);
    if (rules->numbers_cut_as_c && dtype_is_integer(compute)) {
        for (int i = 0; i < call->in_count; i++)
            if (!call->in[i].tensor) call->in[i].number = scalar_cut_as_c(call->in[i].number, compute);
        if (call->op->id == OP_power) compute = DT_FLOAT64; /* (and then cut) */
    }
    if (!dtype_is_inexact(compute) && !has_integer_formula(call->op->id)) {
        if (!rules->integers_as_doubles && call->op->id != OP_prelu) return unsupported(call, compute);
        compute = DT_FLOAT64;
    }
    return finish(call, result, compute);
}

/* One operand that keeps its shape and dtype; others that only steer. */
bool infer_ew1(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    infer_copy_shape(&call->specs[0].shape, t);
    return finish(call, (DType)t->dtype, (DType)t->dtype);
}

bool infer_cast(Call *call)
{
    if (!infer_device(call) || !infer_broadcast(call, 0, 1, &call->specs[0].shape)) return false;
    int64_t d = call->attrs[cast_dtype].i;
    if (d < 0 || d >= DTYPE_COUNT) return core_fail(call->core, CE_BAD_VALUE, "cast: there is no such dtype");
    return finish(call, (DType)d, (DType)d);
}

bool infer_where(Call *call)
{
    DType result, compute;
    if (!infer_device(call) || !infer_broadcast(call, 0, 3, &call->specs[0].shape)) return false;
    const Tensor *condition = call->in[0].tensor;
    if (accent_rules(call->accent)->masks_are_bools && condition && condition->dtype != DT_BOOL && condition->dtype != DT_UINT8) {
        core_error(call->core)->wrong[0] = 0;
        return unsupported(call, (DType)condition->dtype);
    }
    return infer_dtype(call, 1, 2, &result, &compute) && finish(call, result, compute);
}

/* The weight: one number, or one for each of axis 1, or anything that broadcasts to the first operand. BAD_VALUE: elements of the weight, channels. */
bool infer_prelu(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *x = call->in[0].tensor, *w = call->in[1].tensor;
    Dims *shape = &call->specs[0].shape;
    infer_copy_shape(shape, x);
    if (w && w->size != 1 && !(w->ndim == 1 && x->ndim >= 2 && w->size == x->shape[1])) {
        Dims both;
        if (!shape_broadcast(x->shape, x->ndim, w->shape, w->ndim, &both) || !shape_same(both.d, both.n, x->shape, x->ndim)) {
            core_fail(call->core, CE_BAD_VALUE, "prelu: %lld weights do not fit %lld channels", (long long)w->size, (long long)(x->ndim > 1 ? x->shape[1] : 1));
            CoreError *e = core_error(call->core);
            e->numbers[0] = w->size;
            e->numbers[1] = x->ndim > 1 ? x->shape[1] : 1;
            infer_shapes_error(call, x, w);
            return false;
        }
    }
    DType result, compute;
    if (!infer_dtype(call, 0, 2, &result, &compute)) return false;
    return finish(call, result, dtype_is_float(compute) ? compute : DT_FLOAT64);
}

/* ---- creation ---- */
static bool set_shape(Call *call, const int64_t *shape, int n)
{
    int64_t size;
    if (n > infer_most_dims(call)) return infer_too_many_dims(call, n);
    for (int i = 0; i < n; i++)
        if (shape[i] < 0) {
            core_fail(call->core, CE_BAD_DIMENSION, "%s: dimension %lld is negative", call->op->name, (long long)shape[i]);
            CoreError *e = core_error(call->core);
            e->numbers[0] = shape[i];
            e->numbers[1] = i;
            e->shapes[0].n = n;
            memcpy(e->shapes[0].d, shape, sizeof *shape * (size_t)n);
            return false;
        }
    if (!shape_size(shape, n, &size)) return core_fail(call->core, CE_BAD_DIMENSION, "%s: too many elements to count", call->op->name);
    call->specs[0].shape.n = n;
    if (n) memcpy(call->specs[0].shape.d, shape, sizeof *shape * (size_t)n);
    return true;
}

static DType dtype_or(Call *call, int64_t said, DType other)
{
    DType d = said >= 0 && said < DTYPE_COUNT ? (DType)said : other;
    call->compute = d;
    return call->specs[0].dtype = d;
}


bool infer_create(Call *call)
{
    Ints shape = call->attrs[create_shape].ints;
    if (!infer_device(call) || !set_shape(call, shape.d, shape.count < 0 ? 0 : shape.count)) return false;
    return infer_number(call, dtype_or(call, call->attrs[create_dtype].i, infer_default_float(call)), call->attrs[create_value].number);
}

bool infer_fill(Call *call) { return infer_ew1(call) && infer_number(call, call->specs[0].dtype, call->attrs[value_value].number); }

/* arange: `count` above 0 is believed, else it is worked out from stop; BAD_VALUE 0: a step of zero, 1: the step leads away from stop, 2: a negative count */
static bool bad_range(Call *call, int why, const char *text)
{
    core_fail(call->core, CE_BAD_VALUE, "%s: %s", call->op->name, text);
    core_error(call->core)->numbers[0] = why;
    return false;
}

bool infer_range(Call *call)
{
    const Attr *a = call->attrs;
    Scalar start = a[range_start].number, step = a[range_step].number, stop = a[range_stop].number;
    int64_t count = a[range_count].i, repeat = a[range_repeat].i > 1 ? a[range_repeat].i : 1;
    if (!infer_device(call)) return false;
    if (call->op->id == OP_linspace) {
        if (count < 0) return bad_range(call, 2, "the number of samples is negative");
        dtype_or(call, a[range_dtype].i, infer_default_float(call));
        return set_shape(call, &count, 1);
    }
    bool whole = start.kind < SCALAR_FLOAT && step.kind < SCALAR_FLOAT && stop.kind < SCALAR_FLOAT;
    if (count <= 0) {
        double by = scalar_as_double(step), way = scalar_as_double(stop) - scalar_as_double(start), n;
        if (by == 0) return bad_range(call, 0, "the step is zero");
        if (way / by < 0 && accent_rules(call->accent)->empty_ranges_refused) return bad_range(call, 1, "upper bound and lower bound do not fit the sign of the step");
        n = ceil(way / by);
        if (isnan(n) || n > 0x1p60) return core_fail(call->core, CE_BAD_DIMENSION, "arange: too many elements to count");
        count = n > 0 ? (int64_t)n : 0;
        if (whole && count) { /* exactly */
            __int128 d = (__int128)stop.i - start.i, s = step.i, q = d / s;
            count = (int64_t)(q + (q * s != d));
        }
    }
    if (__builtin_mul_overflow(count, repeat, &count)) return core_fail(call->core, CE_BAD_DIMENSION, "arange: too many elements to count");
    dtype_or(call, a[range_dtype].i, whole ? infer_position_dtype(call, DT_NONE) : infer_default_float(call));
    return set_shape(call, &count, 1);
}
