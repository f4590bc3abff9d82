/* test_grad.c: gradients. Every differentiable row by finite differences in float64, first and second, over several shapes; the tape's rules: accumulation, freed
 * graphs, leaves and views in place, hooks, custom functions, long chains, errors in the middle.
 */
#include "check.h"

/* ---- finite differences ---- */
enum { MOST = 8, ONCE = 1 /* no second gradient */, FLOATS = 2 };
typedef struct Trial {
    Core *c;
    OpId op;
    const Attr *attrs;
    int n;
    Tensor *in[MOST]; /* NULL: absent or a number */
    Arg args[MOST];
    bool real[MOST];
    uint64_t state;
    double low, high;
} Trial;

static double chance(Trial *t)
{
    t->state = t->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(t->state >> 11) / 9007199254740992.0;
}

/* "f2,3 i4:3 b2 n0.5 -": float64, indices below 3, bools, a number, absent */
static void make_inputs(Trial *t, const char *spec)
{
    t->n = 0;
    while (*spec) {
        char kind = *spec++;
        int64_t shape[8], limit = 2, total = 1;
        int n = 0;
        double number = 0;
        if (kind == 'n') number = strtod(spec, (char **)&spec);
        else
            while (*spec >= '0' && *spec <= '9') {
                total *= shape[n++] = strtol(spec, (char **)&spec, 10);
                if (*spec == ',') spec++;
            }
        if (*spec == ':') limit = strtol(spec + 1, (char **)&spec, 10);
        while (*spec == ' ') spec++;
        int i = t->n++;
        t->in[i] = NULL;
        t->real[i] = kind == 'f';
        t->args[i] = kind == 'n' ? arg_number(scalar_float(number)) : ARG_ABSENT;
        if (kind == '-' || kind == 'n') continue;
        DType d = kind == 'f' ? DT_FLOAT64 : kind == 'i' ? DT_INT64 : DT_BOOL;
        char *data = calloc((size_t)total + 1, 8);
        for (int64_t k = 0; k < total; k++)
            dtype_store(d, data + k * (int64_t)dtype_bytes(d), kind == 'f' ? scalar_float(t->low + (t->high - t->low) * chance(t)) : scalar_int((int64_t)(chance(t) * (double)limit)));
        t->in[i] = tensor_from_host(t->c, device_cpu(t->c), d, shape, n, data);
        t->args[i] = arg_tensor(t->in[i]);
        free(data);
    }
}

static int run_op(Trial *t, Tensor **out)
{
    Arg args[MOST];
    memcpy(args, t->args, sizeof args);
    if (!core_call(t->c, t->op, ACCENT_TORCH, 1, args, t->n, t->attrs, 0, out)) return 0;
    return op_get(t->op)->out_count;
}

static Tensor *weights_for(Core *c, const Tensor *t, int salt)
{
    double *data = calloc((size_t)t->size + 1, 8);
    for (int64_t i = 0; i < t->size; i++) data[i] = 0.3 + 0.1 * (double)((i * 7 + salt * 3) % 11);
    Tensor *w = tensor_from_host(c, device_cpu(c), DT_FLOAT64, t->shape, t->ndim, data);
    free(data);
    return w;
}

static double dot_host(Core *c, Tensor *a, Tensor *b)
{
    double total = 0, *x = calloc((size_t)a->size + 1, 8), *y = calloc((size_t)a->size + 1, 8);
    tensor_read(c, a, x);
    tensor_read(c, b, y);
    for (int64_t i = 0; i < a->size; i++) total += x[i] * y[i];
    free(x);
    free(y);
    return total;
}

/* What is differentiated: the results weighted; or (order 2) the first gradients weighted. */
static bool measure(Trial *t, int order, double *value, Tensor **grads)
{
    Core *c = t->c;
    Tensor *out[MAX_OUTPUTS] = {NULL}, *heads[MAX_OUTPUTS], *weights[MAX_OUTPUTS], *wrt[MOST], *first[MOST] = {NULL};
    int n = 0, wrt_n = 0, outs = run_op(t, out);
    bool ok = outs > 0;
    for (int i = 0; i < t->n; i++)
        if (t->real[i]) wrt[wrt_n++] = t->in[i];
    for (int i = 0; i < outs; i++)
        if (out[i]->dtype == DT_FLOAT64 && (i == 0 || grad_flows(out[i])) && (i == 0 || t->op == OP_cross_entropy)) {
            heads[n] = out[i];
            weights[n++] = weights_for(c, out[i], i);
        }
    if (ok && order == 1) {
        *value = 0;
        for (int i = 0; i < n; i++) *value += dot_host(c, heads[i], weights[i]);
        if (grads) ok = grad_of(c, heads, weights, n, wrt, wrt_n, 0, true, grads);
    } else if (ok) {
        ok = grad_of(c, heads, weights, n, wrt, wrt_n, BACKWARD_CREATE, true, first);
        Tensor *second[MOST], *second_weights[MOST];
        int m = 0;
        *value = 0;
        for (int i = 0; i < wrt_n && ok; i++) {
            if (!first[i] || !grad_flows(first[i])) continue;
            second[m] = first[i];
            second_weights[m] = weights_for(c, first[i], 5 + i);
            *value += dot_host(c, second[m], second_weights[m]);
            m++;
        }
        if (grads && ok && m) ok = grad_of(c, second, second_weights, m, wrt, wrt_n, 0, true, grads);
        for (int i = 0; i < m; i++) tensor_release(c, second_weights[i]);
        for (int i = 0; i < wrt_n; i++) tensor_release(c, first[i]);
    }
    for (int i = 0; i < n; i++) tensor_release(c, weights[i]);
    for (int i = 0; i < outs; i++) tensor_release(c, out[i]);
    return ok;
}

static void differences(Trial *t, int order, const char *what)
{
    Core *c = t->c;
    Tensor *grads[MOST] = {NULL};
    double value;
    char text[512];
    checks_done++;
    if (!measure(t, order, &value, grads)) {
        if (core_error(c)->kind == CE_NOT_IMPLEMENTED) { /* a kernel that is still to come */
            printf("     %s, gradient %d: %s\n", what, order, core_error(c)->text);
            core_error_clear(c);
            return;
        }
        snprintf(text, sizeof text, "%s, gradient %d: %s", what, order, core_error(c)->text);
        check_failed(__FILE__, __LINE__, text);
        core_error_clear(c);
        return;
    }
    for (int i = 0, k = 0; i < t->n; i++) {
        if (!t->real[i]) continue;
        Tensor *x = t->in[i], *g = grads[k++];
        double *bytes = tensor_map(c, x), h = 1e-5, worst = 0, got_at = 0, want_at = 0;
        CHECK(!g || (tensor_same_shape(g, x) && g->dtype == x->dtype));
        for (int64_t e = 0; e < x->size; e++) {
            double old = bytes[e], up, down;
            bytes[e] = old + h;
            measure(t, order, &up, NULL);
            bytes[e] = old - h;
            measure(t, order, &down, NULL);
            bytes[e] = old;
            double want = (up - down) / (2 * h), got = g ? at(c, g, e) : 0, off = fabs(got - want) / (1 + fabs(want));
            if (!(off <= worst)) worst = off, got_at = got, want_at = want;
        }
        checks_done++;
        if (!(worst <= 2e-5)) {
            snprintf(text, sizeof text, "%s: gradient %d of operand %d is %.9g, by differences %.9g", what, order, i, got_at, want_at);
            check_failed(__FILE__, __LINE__, text);
        }
        tensor_release(c, g);
    }
}

static void try_op(OpId op, const Attr *attrs, const char *spec, double low, double high, int flags)
{
    Core *c = open_core();
    Trial t = {.c = c, .op = op, .attrs = attrs, .state = 12345 + (uint64_t)op, .low = low, .high = high};
    char what[96];
    snprintf(what, sizeof what, "%s(%s)", op_get(op)->name, spec);
    for (int a = 0; a < ACCENT_COUNT; a++) core_mode(c)->grad[a] = true;
    make_inputs(&t, spec);
    Tensor *out[MAX_OUTPUTS];
    int outs = run_op(&t, out);
    if (!outs && core_error(c)->kind == CE_NOT_IMPLEMENTED) printf("     %s is not there yet\n", what), core_error_clear(c); /* a kernel that is still to come */
    else if (!outs) check_failed(__FILE__, __LINE__, what);
    else {
        for (int i = 0; i < outs; i++) tensor_release(c, out[i]);
        for (int i = 0; i < t.n; i++)
            if (t.real[i]) grad_attach(c, t.in[i], GRAD_ADD);
        differences(&t, 1, what);
        if (!(flags & ONCE)) differences(&t, 2, what);
    }
    for (int i = 0; i < t.n; i++) tensor_release(c, t.in[i]);
    close_core(c);
}

#define VALUE(a, b) ((Attr[value_ATTRS]){[value_value] = {.number = scalar_float(a)}, [value_other] = {.number = scalar_float(b)}})
#define REDUCE(keep, dd, ord, ...) ((Attr[reduce_ATTRS]){[reduce_axes] = {.ints = {(const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / 8}}, [reduce_keepdims] = {.i = keep}, [reduce_dtype] = {.i = DT_NONE}, [reduce_ddof] = {.f = dd}, [reduce_order] = {.f = ord}})
#define REDUCE_ALL(dd, ord) ((Attr[reduce_ATTRS]){[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}, [reduce_ddof] = {.f = dd}, [reduce_order] = {.f = ord}})
#define AXIS(a) ((Attr[axis_ATTRS]){[axis_axis] = {.i = a}, [axis_dtype] = {.i = DT_NONE}, [axis_count] = {.i = 2}, [axis_descending] = {.i = 1}})
#define LIST(family, name, ...) [family##_##name] = {.ints = {(const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / 8}}
#define SLICE(a, s, l, st) ((Attr[slice_ATTRS]){[slice_axis] = {.i = a}, [slice_start] = {.i = s}, [slice_length] = {.i = l}, [slice_step] = {.i = st}})
#define INDEX(a, d, acc) ((Attr[index_ATTRS]){[index_axis] = {.i = a}, [index_depth] = {.i = d}, [index_padding] = {.i = -1}, [index_accumulate] = {.i = acc}})
#define DIAGONAL(k, a, b) ((Attr[diagonal_ATTRS]){[diagonal_offset] = {.i = k}, [diagonal_axis1] = {.i = a}, [diagonal_axis2] = {.i = b}})

CASE(gradients_of_one_operand)
{
    static const struct { OpId op; double low, high; } plain[] = {
        {OP_copy, -2, 2}, {OP_negative, -2, 2}, {OP_abs, -2, 2}, {OP_square, -2, 2}, {OP_sqrt, 0.5, 3}, {OP_rsqrt, 0.5, 3}, {OP_cbrt, 0.5, 3}, {OP_rcbrt, 0.5, 3},
        {OP_reciprocal, 0.5, 2}, {OP_exp, -2, 2}, {OP_exp2, -2, 2}, {OP_expm1, -2, 2}, {OP_log, 0.5, 3}, {OP_log2, 0.5, 3}, {OP_log10, 0.5, 3}, {OP_log1p, -0.5, 2},
        {OP_sin, -2, 2}, {OP_cos, -2, 2}, {OP_tan, -1, 1}, {OP_arcsin, -0.8, 0.8}, {OP_arccos, -0.8, 0.8}, {OP_arctan, -2, 2}, {OP_sinh, -2, 2}, {OP_cosh, -2, 2},
        {OP_tanh, -2, 2}, {OP_arcsinh, -2, 2}, {OP_arccosh, 1.3, 3}, {OP_arctanh, -0.8, 0.8}, {OP_erf, -2, 2}, {OP_erfc, -2, 2}, {OP_erfinv, -0.8, 0.8},
        {OP_floor, 0.1, 0.9}, {OP_frac, 0.1, 0.9}, {OP_degrees, -2, 2}, {OP_radians, -2, 2}, {OP_relu, -2, 2}, {OP_relu6, -2, 8}, {OP_sigmoid, -3, 3},
        {OP_log_sigmoid, -3, 3}, {OP_hard_swish, -4, 4}, {OP_softsign, -2, 2}, {OP_silu, -3, 3}, {OP_mish, -3, 3}, {OP_gelu, -3, 3}, {OP_gelu_tanh, -3, 3}, {OP_selu, -2, 2}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        try_op(plain[i].op, NULL, "f2,3", plain[i].low, plain[i].high, 0);
        try_op(plain[i].op, NULL, "f", plain[i].low, plain[i].high, 0);
    }
    try_op(OP_lgamma, NULL, "f4", 0.5, 3, ONCE);
    try_op(OP_gamma, NULL, "f4", 0.5, 3, ONCE);
    try_op(OP_hard_sigmoid, VALUE(0.2, 0.5), "f6", -4, 4, 0);
    try_op(OP_softplus, VALUE(2, 20), "f6", -2, 2, 0);
    try_op(OP_elu, VALUE(1.3, 0), "f6", -2, 2, 0);
    try_op(OP_leaky_relu, VALUE(0.1, 0), "f6", -2, 2, 0);
    try_op(OP_hard_tanh, VALUE(-1, 1), "f6", -2, 2, 0);
    try_op(OP_threshold, VALUE(0.3, 7), "f6", -2, 2, 0);
    try_op(OP_clip, VALUE(-1, NAN), "f6", -2, 2, 0);
    try_op(OP_smooth_l1, VALUE(1, 0), "f6", -2, 2, 0);
    try_op(OP_nan_to_num, VALUE(0, 0), "f6", -2, 2, 0);
    try_op(OP_cast, (Attr[]){{.i = DT_FLOAT64}}, "f6", -2, 2, 0);
}

CASE(gradients_of_two_and_three_operands)
{
    static const struct { OpId op; double low, high; } plain[] = {
        {OP_add, -2, 2}, {OP_subtract, -2, 2}, {OP_multiply, -2, 2}, {OP_divide, 0.5, 2}, {OP_mod, 1.1, 1.9}, {OP_fmod, 1.1, 1.9}, {OP_power, 0.5, 2}, {OP_maximum, -2, 2},
        {OP_minimum, -2, 2}, {OP_fmax, -2, 2}, {OP_fmin, -2, 2}, {OP_hypot, 0.5, 2}, {OP_arctan2, 0.5, 2}, {OP_logaddexp, -2, 2}, {OP_copysign, 0.5, 2}, {OP_relu_grad, -2, 2}};
    static const char *const shapes[] = {"f2,3 f2,3", "f2,3 f3", "f2,1 f1,3", "f3 f", "f2,3 f1", "f2 n1.5"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            if (plain[i].op == OP_relu_grad && k == 5) continue;
            try_op(plain[i].op, NULL, shapes[k], plain[i].low, plain[i].high, 0);
        }
    try_op(OP_subtract, NULL, "n1.5 f4", -2, 2, 0);
    try_op(OP_divide, NULL, "n1.5 f4", 0.5, 2, 0);
    try_op(OP_power, NULL, "n1.5 f4", -2, 2, 0);
    try_op(OP_power, NULL, "f4 n3", -2, 2, 0);
    try_op(OP_power, NULL, "f4 n2", -2, 2, 0);
    try_op(OP_prelu, NULL, "f2,3 f1", -2, 2, 0);
    try_op(OP_prelu, NULL, "f2,3,2 f3", -2, 2, 0);
    try_op(OP_where, NULL, "b2,3 f2,3 f3", -2, 2, 0);
    try_op(OP_where, NULL, "b3 f2,1 n1.5", -2, 2, 0);
    try_op(OP_addcmul, VALUE(0.7, 0), "f2,3 f3 f2,1", -2, 2, 0);
    try_op(OP_addcdiv, VALUE(0.7, 0), "f2,3 f3 f2,1", 0.5, 2, 0);
    try_op(OP_lerp, NULL, "f2,3 f3 f2,1", -2, 2, 0);
    try_op(OP_masked_fill, VALUE(0.7, 0), "f2,3 b3", -2, 2, 0);
    try_op(OP_fill, VALUE(0.7, 0), "f2,3", -2, 2, ONCE);
}

CASE(gradients_of_views_and_moves)
{
#define A(family, ...) ((Attr[family##_ATTRS]){__VA_ARGS__})
    try_op(OP_alias, NULL, "f2,3", -2, 2, 0);
    try_op(OP_reshape, A(shape, LIST(shape, shape, 3, -1)), "f2,3", -2, 2, 0);
    try_op(OP_view, A(shape, LIST(shape, shape, 6)), "f2,3", -2, 2, 0);
    try_op(OP_transpose, A(axes, LIST(axes, axes, 1, 2, 0)), "f2,3,2", -2, 2, 0);
    try_op(OP_transpose, A(axes, [axes_axes] = {.ints = INTS_ABSENT}), "f2,3,2", -2, 2, 0);
    try_op(OP_expand, A(shape, LIST(shape, shape, 2, 2, 3)), "f2,1", -2, 2, 0);
    try_op(OP_expand, A(shape, LIST(shape, shape, 4, -1)), "f3", -2, 2, 0);
    try_op(OP_squeeze, A(axes, LIST(axes, axes, 1)), "f2,1,3", -2, 2, 0);
    try_op(OP_unsqueeze, A(axes, LIST(axes, axes, 0, -1)), "f2,3", -2, 2, 0);
    try_op(OP_slice, SLICE(1, 1, 2, 2), "f2,5", -2, 2, 0);
    try_op(OP_slice, SLICE(0, 4, 3, -2), "f5", -2, 2, 0);
    try_op(OP_select, SLICE(-1, -1, 0, 1), "f2,3", -2, 2, 0);
    try_op(OP_as_strided, A(window, LIST(window, sizes, 3, 2), LIST(window, strides, 1, 2), [window_offset] = {.i = 1}), "f6", -2, 2, 0);
    try_op(OP_diagonal, DIAGONAL(1, 0, 1), "f3,4", -2, 2, 0);
    try_op(OP_diagonal, DIAGONAL(-1, -1, 0), "f3,2,4", -2, 2, 0);
    try_op(OP_unfold_axis, SLICE(1, 0, 3, 1), "f2,5", -2, 2, 0);
    try_op(OP_flip, A(axes, LIST(axes, axes, 1)), "f2,3", -2, 2, 0);
    try_op(OP_roll, A(roll, LIST(roll, shifts, 1, -2), LIST(roll, axes, 0, 1)), "f2,3", -2, 2, 0);
    try_op(OP_roll, A(roll, LIST(roll, shifts, 2), [roll_axes] = {.ints = INTS_ABSENT}), "f2,3", -2, 2, 0);
    try_op(OP_tile, A(shape, LIST(shape, shape, 2, 1, 3)), "f2,3", -2, 2, 0);
    try_op(OP_repeat, SLICE(1, 0, 3, 1), "f2,3", -2, 2, 0);
    try_op(OP_concat, A(join, [join_axis] = {.i = 1}), "f2,3 f2,1 f2,2", -2, 2, 0);
    try_op(OP_stack, A(join, [join_axis] = {.i = 1}), "f2,3 f2,3", -2, 2, 0);
    static const char *const modes[] = {"constant", "edge", "reflect", "wrap"};
    for (int i = 0; i < 4; i++) try_op(OP_pad, A(pad, LIST(pad, widths, 1, 0, 2, 2), [pad_mode] = {.text = modes[i]}, [pad_value] = {.number = scalar_float(3)}), "f2,3", -2, 2, 0);
    try_op(OP_pad, A(pad, LIST(pad, widths, 1, -1), [pad_value] = {.number = scalar_float(3)}), "f4", -2, 2, 0);
    try_op(OP_tril, DIAGONAL(0, 0, 1), "f3,3", -2, 2, 0);
    try_op(OP_triu, DIAGONAL(1, 0, 1), "f2,3,3", -2, 2, 0);
    try_op(OP_diag_embed, DIAGONAL(1, -2, -1), "f2,3", -2, 2, 0);
    try_op(OP_slice_grad, SLICE(1, 1, 6, 2), "f2,2", -2, 2, 0);
    try_op(OP_strided_grad, A(window, LIST(window, sizes, 2, 3), LIST(window, strides, 1, 2), [window_offset] = {.i = 0}), "f2,3", -2, 2, 0);
    try_op(OP_strided_set, A(window, LIST(window, sizes, 2, 3), LIST(window, strides, 2), [window_offset] = {.i = 1}), "f2,3 f2", -2, 2, 0);
}

CASE(gradients_of_reductions)
{
    static const OpId plain[] = {OP_sum, OP_nansum, OP_mean, OP_prod, OP_max, OP_min, OP_norm, OP_var, OP_std, OP_logsumexp};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        try_op(plain[i], REDUCE_ALL(1, 2), "f2,3", 0.5, 2, 0);
        try_op(plain[i], REDUCE(false, 1, 2, 1), "f2,3,2", -2, 2, 0);
        try_op(plain[i], REDUCE(true, 0, 2, 0, -1), "f2,3,2", -2, 2, 0);
    }
    try_op(OP_sum, REDUCE_ALL(0, 0), "f", -2, 2, 0);
    try_op(OP_norm, REDUCE(false, 0, 1, 1), "f2,3", -2, 2, 0);
    try_op(OP_norm, REDUCE(false, 0, 3, 1), "f2,3", 0.5, 2, 0);
    try_op(OP_norm, REDUCE(false, 0, INFINITY, 1), "f2,3", -2, 2, 0);
    for (int a = 0; a < 2; a++) {
        try_op(OP_max_axis, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_min_axis, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_median_axis, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_cumsum, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_cumprod, AXIS(a), "f2,3", 0.5, 2, 0);
        try_op(OP_sort, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_topk, AXIS(a), "f2,3", -2, 2, 0);
    }
}

CASE(gradients_of_indexing)
{
    try_op(OP_gather, INDEX(1, 0, 0), "f3,4 i2,3:4", -2, 2, 0);
    try_op(OP_scatter, INDEX(1, 0, 1), "f3,4 i2,3:4 f2,3", -2, 2, 0);
    try_op(OP_scatter, INDEX(0, 0, 1), "f3,4 i2,3:3 f3,4", -2, 2, 0);
    try_op(OP_take, INDEX(0, 0, 0), "f3,2 i2,2:3", -2, 2, 0);
    try_op(OP_take, INDEX(1, 0, 0), "f2,3 i4:3", -2, 2, 0);
    try_op(OP_take_grad, INDEX(0, 3, 0), "f4,2 i4:3", -2, 2, 0);
    try_op(OP_embedding, INDEX(0, 0, 0), "i2,2:3 f3,2", -2, 2, 0);
    try_op(OP_pick, INDEX(1, 0, 0), "f3,4 i3:4", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4 i2:3", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4,2 i2:3 i2,1:4", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4,2 - i2:4", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4,2 i3:3 - i3:2", -2, 2, 0);
    try_op(OP_index_put, INDEX(0, 0, 1), "f3,4 f2,4 i2:3", -2, 2, 0);
    try_op(OP_index_put, INDEX(0, 0, 1), "f3,4 f i2:3 i2:4", -2, 2, 0);
    try_op(OP_index_put, INDEX(0, 0, 0), "f3,4 f3,1 - i1:4", -2, 2, 0);
    try_op(OP_masked_select, NULL, "f2,3 b2,3", -2, 2, 0);
    try_op(OP_masked_select, NULL, "f2,3 b3", -2, 2, 0);
    try_op(OP_sequence_mask, (Attr[sequence_ATTRS]){[sequence_axis] = {.i = 1}, [sequence_value] = {.number = scalar_float(-3)}}, "f2,4,2 i2:4", -2, 2, 0);
}

#define MATRIX(ta, tb) ((Attr[matrix_ATTRS]){[matrix_transpose_a] = {.i = ta}, [matrix_transpose_b] = {.i = tb}, [matrix_alpha] = {.number = scalar_float(0.7)}, [matrix_beta] = {.number = scalar_float(1.3)}})
CASE(gradients_of_products)
{
    static const char *const pairs[] = {"f2,3 f3,4", "f3 f3", "f2,3 f3", "f3 f3,2", "f2,2,3 f3,2", "f2,2,3 f2,3,2", "f2,1,2,3 f2,3,2", "f3 f2,3,2", "f2,2,3 f3"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) try_op(OP_matmul, MATRIX(0, 0), pairs[i], -2, 2, 0);
    try_op(OP_matmul, MATRIX(1, 0), "f3,2 f3,4", -2, 2, 0);
    try_op(OP_matmul, MATRIX(0, 1), "f2,3 f4,3", -2, 2, 0);
    try_op(OP_matmul, MATRIX(1, 1), "f2,3,2 f2,4,3", -2, 2, 0);
    try_op(OP_bmm, MATRIX(0, 0), "f2,2,3 f2,3,2", -2, 2, 0);
    try_op(OP_bmm, MATRIX(1, 1), "f2,3,2 f2,2,3", -2, 2, 0);
    try_op(OP_dot, MATRIX(0, 0), "f3 f3", -2, 2, 0);
    try_op(OP_linear, NULL, "f2,3 f4,3 f4", -2, 2, 0);
    try_op(OP_linear, NULL, "f2,2,3 f4,3 -", -2, 2, 0);
    try_op(OP_linear, NULL, "f3 f4,3 f4", -2, 2, 0);
    try_op(OP_addmm, MATRIX(0, 0), "f4 f2,3 f3,4", -2, 2, 0);
    try_op(OP_addmm, MATRIX(0, 0), "f2,4 f2,3 f3,4", -2, 2, 0);
    try_op(OP_outer, NULL, "f2 f3", -2, 2, 0);
#define EINSUM(text_) ((Attr[einsum_ATTRS]){[einsum_equation] = {.text = text_}})
    try_op(OP_einsum, EINSUM("ij,jk->ik"), "f2,3 f3,2", -2, 2, 0);
    try_op(OP_einsum, EINSUM("bij,bjk"), "f2,2,3 f2,3,2", -2, 2, 0);
    try_op(OP_einsum, EINSUM("ij->i"), "f2,3", -2, 2, 0);
    try_op(OP_einsum, EINSUM("ii->i"), "f3,3", -2, 2, 0);
    try_op(OP_einsum, EINSUM("...ij,...jk->...ik"), "f2,2,3 f3,2", -2, 2, 0);
    try_op(OP_einsum, EINSUM("i,j,k->ijk"), "f2 f2 f3", -2, 2, 0);
}

#define INTS2(family, name, a, b) [family##_##name] = {.ints = {(const int64_t[]){a, b}, 2}}
CASE(gradients_of_networks)
{
#define CONV(k, s, p, g, t) ((Attr[conv_ATTRS]){INTS2(conv, kernel, k, k), INTS2(conv, stride, s, s), INTS2(conv, pad, p, p), INTS2(conv, dilate, 1, 1), [conv_groups] = {.i = g}, INTS2(conv, output_pad, 0, 0), [conv_transposed] = {.i = t}})
    try_op(OP_conv, CONV(2, 1, 0, 1, 0), "f1,2,3,3 f2,2,2,2 f2", -2, 2, 0);
    try_op(OP_conv, CONV(3, 2, 1, 2, 0), "f2,2,3,3 f2,1,3,3 -", -2, 2, 0);
    try_op(OP_conv, CONV(2, 2, 0, 1, 1), "f1,2,2,2 f2,1,2,2 f1", -2, 2, 0);
#define POOL(k, s, p) ((Attr[pool_ATTRS]){INTS2(pool, kernel, k, k), INTS2(pool, stride, s, s), INTS2(pool, pad, p, p), INTS2(pool, dilate, 1, 1), [pool_count_pad] = {.i = 1}, [pool_output] = {.ints = INTS_ABSENT}})
    try_op(OP_max_pool, POOL(2, 1, 0), "f1,2,3,3", -2, 2, 0);
    try_op(OP_avg_pool, POOL(2, 2, 1), "f1,2,4,4", -2, 2, 0);
#define ADAPTIVE(a, b) ((Attr[pool_ATTRS]){[pool_kernel] = {.ints = INTS_ABSENT}, [pool_stride] = {.ints = INTS_ABSENT}, [pool_pad] = {.ints = INTS_ABSENT}, [pool_dilate] = {.ints = INTS_ABSENT}, INTS2(pool, output, a, b)})
    try_op(OP_adaptive_avg_pool, ADAPTIVE(2, 1), "f1,2,3,3", -2, 2, 0);
    try_op(OP_adaptive_max_pool, ADAPTIVE(2, 1), "f1,2,3,3", -2, 2, 0);
#define NORM(tr, gr, ax) ((Attr[norm_ATTRS]){[norm_axis] = {.i = 1}, [norm_eps] = {.f = 1e-3}, [norm_momentum] = {.f = 0.1}, [norm_training] = {.i = tr}, [norm_groups] = {.i = gr}, LIST(norm, axes, ax)})
    try_op(OP_batch_norm, NORM(1, 1, -1), "f3,2,2 f2 f2 - -", 0.5, 2, ONCE);
    try_op(OP_batch_norm, NORM(0, 1, -1), "f3,2,2 f2 f2 i2:3 i2:3", 0.5, 2, ONCE);
    try_op(OP_layer_norm, NORM(1, 1, -1), "f3,4 f4 f4", 0.5, 2, ONCE);
    try_op(OP_group_norm, NORM(1, 2, -1), "f2,4,2 f4 f4", 0.5, 2, ONCE);
#define SOFTMAX(a) ((Attr[softmax_ATTRS]){[softmax_axis] = {.i = a}, [softmax_temperature] = {.f = 1}, [softmax_dtype] = {.i = DT_NONE}})
    try_op(OP_softmax, SOFTMAX(-1), "f2,3", -2, 2, 0);
    try_op(OP_softmax, SOFTMAX(0), "f3,2", -2, 2, 0);
    try_op(OP_log_softmax, SOFTMAX(1), "f2,3,2", -2, 2, 0);
#define LOSS(r) ((Attr[loss_ATTRS]){[loss_axis] = {.i = 1}, [loss_reduction] = {.text = r}, [loss_ignore] = {.i = -100}, [loss_beta] = {.f = 1}})
    try_op(OP_cross_entropy, LOSS("mean"), "f3,4 i3:4 -", -2, 2, 0);
    try_op(OP_cross_entropy, LOSS("none"), "f3,4 i3:4 -", -2, 2, 0);
    try_op(OP_nll, LOSS("sum"), "f3,4 i3:4 -", -2, 2, 0);
}
