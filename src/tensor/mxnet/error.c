/* error.c: what core refuses, as MXNet's exceptions and in its words: a row of mxnet_errors for each kind, and a function where the words depend on the call. */
#include "core/op_more.h"
#include "mxnet.h"

/* "[2,3]" */
static const char *sizes(const Dims *d, char text[DIMS_ROOM]) { return dims_text(d, "[", ",", "]", text, DIMS_ROOM); }

/* What MXNet calls core's ops. */
static const struct { OpId op; const char *name; } mxnet_names[] = {
    {OP_add, "broadcast_add"}, {OP_subtract, "broadcast_sub"}, {OP_multiply, "broadcast_mul"}, {OP_divide, "broadcast_div"}, {OP_mod, "broadcast_mod"},
    {OP_power, "broadcast_power"}, {OP_maximum, "broadcast_maximum"}, {OP_minimum, "broadcast_minimum"}, {OP_equal, "broadcast_equal"},
    {OP_not_equal, "broadcast_not_equal"}, {OP_less, "broadcast_lesser"}, {OP_less_equal, "broadcast_lesser_equal"}, {OP_greater, "broadcast_greater"},
    {OP_greater_equal, "broadcast_greater_equal"}, {OP_logical_and, "broadcast_logical_and"}, {OP_logical_or, "broadcast_logical_or"},
    {OP_bmm, "batch_dot"}, {OP_linear, "FullyConnected"}, {OP_conv, "Convolution"}, {OP_batch_norm, "BatchNorm"}, {OP_concat, "Concat"},
    {OP_embedding, "Embedding"}, {OP_layer_norm, "LayerNorm"}, {OP_copy, "_copy"},
};

/* mx.np's own are called after it */
static const struct { OpId op; const char *name; } mxnp_names[] = {
    {OP_add, "_npi_add"}, {OP_subtract, "_npi_subtract"}, {OP_multiply, "_npi_multiply"}, {OP_divide, "_npi_true_divide"}, {OP_mod, "_npi_mod"}, {OP_power, "_npi_power"},
    {OP_maximum, "_npi_maximum"}, {OP_minimum, "_npi_minimum"}, {OP_equal, "_npi_equal"}, {OP_not_equal, "_npi_not_equal"}, {OP_less, "_npi_less"},
    {OP_less_equal, "_npi_less_equal"}, {OP_greater, "_npi_greater"}, {OP_greater_equal, "_npi_greater_equal"}, {OP_dot, "_np_dot"}, {OP_matmul, "_npi_matmul"},
    {OP_concat, "_npi_concatenate"}, {OP_stack, "_npi_stack"}, {OP_where, "_npi_where"}, {OP_einsum, "_npi_einsum"},
};

static const char *mxnet_name(const Refused *r)
{
    const Op *op = r->e->op;
    if (r->e->by) return r->e->by;
    if (!op) return "?";
    for (size_t i = 0; core_accent(r->lib->core) == ACCENT_MXNP && i < sizeof mxnp_names / sizeof *mxnp_names; i++)
        if (mxnp_names[i].op == op->id) return mxnp_names[i].name;
    for (size_t i = 0; i < sizeof mxnet_names / sizeof *mxnet_names; i++)
        if (mxnet_names[i].op == op->id) return mxnet_names[i].name;
    return op->name;
}

static const char *place_text(const CoreError *e, int i, char room[32])
{
    const Tensor *t = i >= 0 && i < e->operand_count ? e->operands[i] : NULL;
    const Device *d = t ? tensor_device(t) : NULL;
    if (!d || d->kind == DEVICE_CPU) snprintf(room, 32, "%s(%d)", device_cpu_word(d ? d->index : 0), device_cpu_number(d ? d->index : 0));
    else snprintf(room, 32, "gpu(%d)", d->index);
    return room;
}
static Value places(Refused *r)
{
    char first[32], other[32];
    const CoreError *e = r->e;
    place_text(e, e->wrong[0], first);
    place_text(e, e->wrong[1], other);
    int mask[2] = {first[0] == 'c' ? 1 : 2, other[0] == 'c' ? 1 : 2};
    return str_format(r->lib->vm, MXNET_SAYS(PLACES), mask[1], mask[0], mxnet_name(r), first, e->wrong[1] + 1, other);
}

/* What is assigned does not fit where it is to go. */
static Value not_laid(Refused *r)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    const Dims *have = &r->e->shapes[0], one = {.n = 1, .d = {1}}, *want = r->e->shapes[1].n ? &r->e->shapes[1] : &one;
    if (!(refused_is(r, OP_expand) || refused_is(r, OP_index_put)) || r->accent != ACCENT_MXNET) return NO_VALUE;
    refused_as(r, EXC_ValueError);
    return str_format(r->lib->vm, MXNET_SAYS(REMAPPED), dims_text(have, "(", ", ", have->n == 1 ? ",)" : ")", a, sizeof a), dims_text(want, "(", ", ", want->n == 1 ? ",)" : ")", b, sizeof b));
}

static Value not_broadcastable(Refused *r)
{
    char a[DIMS_ROOM], b[DIMS_ROOM];
    if ((refused_is(r, OP_expand) || refused_is(r, OP_index_put)) && r->accent == ACCENT_MXNET) return not_laid(r);
    if (refused_is(r, OP_index_put)) return str_format(r->lib->vm, MXNET_SAYS(NP_BROADCAST_TO), sizes(&r->e->shapes[0], a), sizes(&r->e->shapes[1], b));
    return str_format(r->lib->vm, MXNET_SAYS(BROADCAST), sizes(&r->e->shapes[0], a), sizes(&r->e->shapes[1], b));
}

static Value bad_axis(Refused *r)
{
    char a[DIMS_ROOM];
    Dims x = refused_shape(r, 0);
    long long axis = (long long)r->e->numbers[0];
    static const uint16_t reductions[] = {OP_sum, OP_mean, OP_prod, OP_max, OP_min, OP_any, OP_all, OP_var, OP_std, OP_nansum, OP_norm};
    bool np_places = r->accent == ACCENT_MXNP && (refused_is(r, OP_argmax) || refused_is(r, OP_argmin)); /* (reductions there) */
    bool exceeds = !np_places && (refused_is(r, OP_argmax) || refused_is(r, OP_argmin) || refused_is(r, OP_softmax) || refused_is(r, OP_log_softmax) || refused_is(r, OP_concat) || refused_is(r, OP_stack));
    if (exceeds) return str_format(r->lib->vm, MXNET_SAYS(AXIS_EXCEEDS), axis, x.n + refused_is(r, OP_stack));
    if (refused_is(r, OP_sort) || refused_is(r, OP_topk)) return str_format(r->lib->vm, MXNET_SAYS(ORDER_AXIS), x.n, axis < 0 ? axis + x.n : axis);
    if (refused_is(r, OP_cumsum)) return str_format(r->lib->vm, MXNET_SAYS(AXIS_VALUE), axis);
    if (refused_is(r, OP_squeeze)) return axis < 0 ? str_format(r->lib->vm, MXNET_SAYS(SQUEEZE_LOW), axis + x.n, axis, x.n) : str_format(r->lib->vm, MXNET_SAYS(SQUEEZE_HIGH), axis, x.n, axis, x.n);
    if (np_places && axis < 0) {
        Dims said = {.n = 1, .d = {axis}};
        char given[DIMS_ROOM];
        return str_format(r->lib->vm, MXNET_SAYS(REDUCTION_LOW), axis + x.n, dims_text(&said, "[", ",", "]", given, sizeof given), sizes(&x, a));
    }
    for (size_t i = 0; axis < 0 && i < sizeof reductions / sizeof *reductions; i++) {
        if (!refused_is(r, (OpId)reductions[i])) continue;
        Dims said = {.n = 1, .d = {axis}};
        char given[DIMS_ROOM];
        return str_format(r->lib->vm, MXNET_SAYS(REDUCTION_LOW), axis + x.n, dims_text(&said, "[", ",", "]", given, sizeof given), sizes(&x, a));
    }
    if (refused_is(r, OP_unsqueeze)) return str_format(r->lib->vm, MXNET_SAYS(EXPAND_AXIS), x.n, x.n, axis);
    return axis >= 0 ? str_format(r->lib->vm, MXNET_SAYS(REDUCTION_AXIS), axis, x.n, axis, sizes(&x, a)) : NO_VALUE;
}

static Value bad_reshape(Refused *r)
{
    char a[DIMS_ROOM];
    const CoreError *e = r->e;
    const Dims *to = &e->shapes[0];
    int64_t wanted = 1;
    int open = 0;
    if (!to->n) return NO_VALUE;
    for (int i = 0; i < to->n; i++) {
        wanted *= to->d[i];
        open += to->d[i] == -1 ? 1 : to->d[i] < -1 ? 2 : 0;
    }
    if (open > 1 || wanted > e->numbers[0]) return str_format(r->lib->vm, MXNET_SAYS(RESHAPE_LARGER), (long long)e->numbers[0], (long long)wanted);
    if (r->accent == ACCENT_MXNET) refused_as(r, EXC_ValueError); /* found in Python: fewer elements asked for than there are, or a -1 that cannot be filled in */
    return str_format(r->lib->vm, MXNET_SAYS(RESHAPE_SMALLER), (long long)e->numbers[0], dims_text(to, "(", ", ", to->n == 1 ? ",)" : ")", a, sizeof a));
}

static Value dtypes_differ(Refused *r)
{
    const CoreError *e = r->e;
    int64_t a = e->numbers[0], b = e->numbers[1];
    if (a < 0 || b < 0 || a >= DTYPE_COUNT || b >= DTYPE_COUNT) return NO_VALUE;
    return str_format(r->lib->vm, MXNET_SAYS(DTYPES), e->wrong[1] > 0 ? e->wrong[1] : 1, a == DT_BOOL ? "unknown" : dtype_info[a].name, b == DT_BOOL ? "unknown" : dtype_info[b].name);
}

/* A distribution's parameter that its kernel found wrong. */
static Value random_parameter(Refused *r)
{
    static const int rows[RANDOM_PARAMETERS] = {
        [PARAMETER_HIGH] = MXNET_RANDOM_HIGH, [PARAMETER_SCALE] = MXNET_RANDOM_SCALE, [PARAMETER_ALPHA] = MXNET_RANDOM_ALPHA, [PARAMETER_BETA] = MXNET_RANDOM_BETA,
        [PARAMETER_RATE] = MXNET_RANDOM_RATE, [PARAMETER_LAMBDA] = MXNET_RANDOM_LAMBDA, [PARAMETER_NP_SCALE] = MXNET_RANDOM_NP_SCALE,
    };
    double value, than;
    char text[DIMS_ROOM];
    memcpy(&value, &r->e->numbers[2], sizeof value);
    memcpy(&than, &r->e->numbers[3], sizeof than);
    snprintf(text, sizeof text, mxnet_sentences[rows[r->e->numbers[1]]], value, than);
    if (r->e->numbers[1] == PARAMETER_NP_SCALE) refused_as(r, EXC_ValueError);
    return str_from_c(r->lib->vm, text);
}

static Value bad_value(Refused *r)
{
    const CoreError *e = r->e;
    if (e->op && e->op->random && e->numbers[0] == RANDOM_PARAMETER && e->numbers[1] >= 0 && e->numbers[1] < RANDOM_PARAMETERS) return random_parameter(r);
    return refused_is(r, OP_topk) ? str_format(r->lib->vm, MXNET_SAYS(TOPK), (long long)e->numbers[1], (long long)e->numbers[0]) : NO_VALUE;
}

static Value out_of_memory(Refused *r) { return str_from_c(r->lib->vm, r->e->numbers[5] < 0 ? MXNET_SAYS(CPU_MEMORY) : MXNET_SAYS(GPU_MEMORY)); }
static Value no_device(Refused *r) { return str_format(r->lib->vm, MXNET_SAYS(CUDA), "invalid device ordinal"); }
static Value forked(Refused *r) { return str_format(r->lib->vm, MXNET_SAYS(CUDA), "initialization error"); }

static Ref usual(const TensorLib *lib) { return lib->mxnet_error ? (Ref)lib->mxnet_error : REF(lib->vm->exc_types[EXC_RuntimeError]); }

const AccentErrors mxnet_errors = {
    .sentences = mxnet_sentences,
    .usual = usual,
    .rows = {
        [CE_DEVICES_DIFFER] = {.text = places},
        [CE_KINDS_DIFFER] = {.text = places},
        [CE_NO_SUCH_DEVICE] = {.text = no_device},
        [CE_FORKED] = {.text = forked},
        [CE_NOT_BROADCASTABLE] = {.text = not_broadcastable},
        [CE_BAD_NDIM] = {.text = not_laid},
        [CE_BAD_AXIS] = {.text = bad_axis},
        [CE_BAD_RESHAPE] = {.text = bad_reshape},
        [CE_TOO_MANY_INDICES] = {EXC_IndexError, MXNET_INDEX_MANY, NULL},
        [CE_DTYPES_DIFFER] = {.text = dtypes_differ},
        [CE_NO_GRAPH] = {.sentence = MXNET_NO_GRAPH},
        [CE_GRAPH_FREED] = {.sentence = MXNET_NO_GRAPH},
        [CE_LEAF_IN_PLACE] = {.sentence = MXNET_IN_PLACE},
        [CE_OUT_OF_MEMORY] = {.text = out_of_memory},
        [CE_HOST_MEMORY] = {EXC_MemoryError, SAID_NONE, NULL},
        [CE_INDEX_RANGE] = {EXC_IndexError, MXNET_INDEX_RANGE, NULL},
        [CE_BAD_VALUE] = {.text = bad_value},
        [CE_NOT_ONE_ELEMENT] = {EXC_ValueError, MXNET_ONE_ELEMENT, NULL},
    },
};

const MetRow mxnet_met[MET_COUNT] = {
    [MET_LEN] = {EXC_TypeError, MXNET_LEN},
    [MET_ITERATION] = {EXC_TypeError, MXNET_ITERATION},
    [MET_TRUTH_OF_MANY] = {EXC_ValueError, MXNET_TRUTH_OF_MANY},
};

const MetRow mxnp_met[MET_COUNT] = {
    [MET_LEN] = {EXC_TypeError, MXNET_LEN},
    [MET_ITERATION] = {EXC_TypeError, MXNET_ITERATION},
    [MET_TRUTH_OF_MANY] = {EXC_ValueError, MXNET_NP_TRUTH_OF_MANY},
    [MET_INDEX] = {EXC_TypeError, MXNET_NP_SCALAR_INDEX},
    [MET_NUMBER_OF_MANY] = {EXC_TypeError, MXNET_NP_NUMBER_OF_MANY},
};
