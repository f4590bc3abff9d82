/* infer_random.c: shape rules of the random ops. BAD_VALUE's numbers[0] says why (see below). */
#include "infer.h"
#include "infer_move.h"

#include <string.h>

static bool refuse(Call *call, int why, const char *text)
{
    core_fail(call->core, CE_BAD_VALUE, "%s: %s", call->op->name, text);
    core_error(call->core)->numbers[0] = why;
    core_error(call->core)->numbers[1] = call->attrs[random_low].i;
    core_error(call->core)->numbers[2] = call->attrs[random_high].i;
    return false;
}

static DType wanted(const Call *call, bool whole)
{
    DType d = (DType)call->attrs[random_dtype].i;
    if (d != DT_NONE) return d;
    if (whole) return (DType)accent_rules(call->accent)->random_integer_dtype;
    return infer_default_float(call);
}

/* BAD_VALUE: 0 no number lies between low and high, 1 a deviation, rate or size is negative */
bool infer_random(Call *call)
{
    const Attr *a = call->attrs;
    OpId op = (OpId)call->op->id;
    Ints shape = a[random_shape].ints;
    bool permutation = op == OP_random_permutation;
    Dims *out = &call->specs[0].shape;
    if (!infer_device(call)) return false;
    call->specs[0].dtype = wanted(call, permutation || op == OP_random_integers);
    if (permutation) {
        if (a[random_high].i < 0) return refuse(call, RANDOM_NEGATIVE, "the size is negative");
        *out = (Dims){1, {a[random_high].i}};
        return true;
    }
    out->n = shape.count < 0 ? 0 : shape.count;
    if (out->n > infer_most_dims(call)) return infer_too_many_dims(call, out->n);
    if (out->n) memcpy(out->d, shape.d, sizeof *shape.d * (size_t)out->n);
    int64_t size;
    if (!shape_size(out->d, out->n, &size)) {
        core_fail(call->core, CE_BAD_DIMENSION, "%s: a dimension is negative, or the whole is too large to count", call->op->name);
        core_error(call->core)->shapes[0] = *out;
        return false;
    }
    bool later = accent_rules(call->accent)->checks_when_drawn; /* cpu/random.c */
    if (op == OP_random_integers && (a[random_low].i == a[random_high].i || (a[random_low].i > a[random_high].i && !later))) return refuse(call, RANDOM_EMPTY_RANGE, "no number lies between low and high");
    bool negative = (op == OP_random_normal && a[random_b].f < 0) || ((op == OP_random_poisson || op == OP_random_exponential || op == OP_random_gamma) && a[random_a].f < 0)
                    || (op == OP_random_gamma && a[random_b].f < 0);
    if (negative && !later) return refuse(call, RANDOM_NEGATIVE, "a deviation, rate or scale is negative");
    return true;
}

/* Weights of one or two axes; random_high draws from each row. BAD_VALUE: 1 a negative number of draws, 2 more draws than classes, 3 no classes */
bool infer_multinomial(Call *call)
{
    if (!infer_operand(call, 0) || !infer_device(call)) return false;
    const Tensor *t = call->in[0].tensor;
    int64_t draws = call->attrs[random_high].i;
    if (t->ndim < 1 || t->ndim > 2) {
        core_fail(call->core, CE_BAD_NDIM, "%s: weights have one or two dimensions", call->op->name);
        core_error(call->core)->numbers[0] = 1;
        core_error(call->core)->numbers[1] = t->ndim;
        return false;
    }
    int64_t classes = t->shape[t->ndim - 1];
    if (draws < 0) return refuse(call, RANDOM_NEGATIVE, "the number of draws is negative");
    if (classes == 0) return refuse(call, RANDOM_NO_CLASSES, "there is nothing to draw from");
    if (!call->attrs[random_replace].i && draws > classes) return refuse(call, RANDOM_TOO_MANY, "more draws than classes, and none is put back");
    infer_copy_shape(&call->specs[0].shape, t);
    call->specs[0].shape.d[t->ndim - 1] = draws;
    call->specs[0].dtype = wanted(call, true);
    return true;
}
