/* test_grad.c: gradients. Every differentiable row by finite differences in float64, first and second, over several shapes; the tape's rules: accumulation, freed
 * graphs, leaves and views in place, hooks, custom functions, long chains, errors in the middle.
 */
#include "rows.h"

/* ---- finite differences ---- */
enum { MOST = 8 };
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

/* Gradients that are recorded for a second order are those that are not. */
static void recorded_as_plain(Trial *t, const char *what)
{
    Core *c = t->c;
    Tensor *plain[MOST] = {NULL}, *recorded[MOST] = {NULL}, *out[MAX_OUTPUTS] = {NULL}, *wrt[MOST];
    char text[512];
    int wrt_n = 0;
    for (int i = 0; i < t->n; i++)
        if (t->real[i]) wrt[wrt_n++] = t->in[i];
    for (int turn = 0; turn < 2; turn++) {
        int outs = run_op(t, out);
        Tensor *weights = outs > 0 ? weights_for(c, out[0], 0) : NULL;
        checks_done++;
        if (!weights || !grad_of(c, out, &weights, 1, wrt, wrt_n, turn ? BACKWARD_CREATE : 0, true, turn ? recorded : plain)) core_error_clear(c); /* (said by differences) */
        tensor_release(c, weights);
        for (int i = 0; i < outs; i++) tensor_release(c, out[i]);
    }
    for (int i = 0; i < wrt_n; i++) {
        double worst = 0;
        CHECK(!plain[i] == !recorded[i]);
        if (plain[i] && recorded[i]) {
            CHECK(tensor_same_shape(plain[i], recorded[i]) && plain[i]->dtype == recorded[i]->dtype);
            for (int64_t e = 0; e < plain[i]->size; e++) {
                double a = at(c, plain[i], e), b = at(c, recorded[i], e), off = fabs(a - b) / (1 + fabs(a));
                if (!(off <= worst)) worst = off;
            }
        }
        checks_done++;
        if (!(worst <= 1e-12)) {
            snprintf(text, sizeof text, "%s: operand %d: the recorded gradient is off the plain one by %.9g", what, i, worst);
            check_failed(__FILE__, __LINE__, text);
        }
        tensor_release(c, plain[i]);
        tensor_release(c, recorded[i]);
    }
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
        if (!(flags & ROW_ONCE)) {
            recorded_as_plain(&t, what);
            differences(&t, 2, what);
        }
    }
    for (int i = 0; i < t.n; i++) tensor_release(c, t.in[i]);
    close_core(c);
}
CASE(gradients_of_one_operand) { rows_of_one_operand(try_op); }
CASE(gradients_of_two_and_three_operands) { rows_of_two_and_three_operands(try_op); }
CASE(gradients_of_views_and_moves) { rows_of_views_and_moves(try_op); }
CASE(gradients_of_reductions) { rows_of_reductions(try_op); }
CASE(gradients_of_indexing) { rows_of_indexing(try_op); }
CASE(gradients_of_products) { rows_of_products(try_op); }
CASE(gradients_of_networks) { rows_of_networks(try_op); }
