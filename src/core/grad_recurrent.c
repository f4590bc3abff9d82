/* grad_recurrent.c: the gradient of a recurrent layer's steps: an op of its own, then products for the weight's and a sum for the bias's; where this backward is recorded itself and the
 * library has a second gradient, a step at a time in plain ops. */
#include "core/op_more.h"
#include "grad_impl.h"
#include "grad_work.h"
#include "recurrent.h"
#include "said.h"

static V kept_in(GradWork *w, int i)
{
    V v = saved_in(w, i);
    return v.tensor ? v : ARG_ABSENT;
}

/* Back through the steps, in the accent of the layer, whose words a second gradient wants. */
static bool go_back(GradWork *w, V in[8], V out[3])
{
    Tensor *results[MAX_OUTPUTS] = {NULL};
    w->failed = w->failed || !core_call(w->c, OP_recurrent_grad, (Accent)w->node->accent, w->c->site, in, 8, attrs_of(w), 0, results);
    w->c->accent = GRADIENT_ACCENT;
    for (int i = 0; i < 3 && !w->failed; i++) out[i] = keep_temp(w, results[i]);
    return !w->failed;
}

static V product(GradWork *w, V a, bool turned, V b)
{
    Attr attrs[matrix_ATTRS] = {[matrix_transpose_a] = {.i = turned}, [matrix_alpha] = {.number = scalar_int(1)}, [matrix_beta] = {.number = scalar_int(0)}};
    return op2_with(w, OP_matmul, a, b, attrs);
}

static V as_rows(GradWork *w, V all)
{
    if (w->failed) return all;
    const int64_t *shape = all.tensor->shape;
    return view_reshape(w, all, (int64_t[]){shape[0] * shape[1], shape[2]}, 2);
}

/* What the shares of the gates at each step owe to the state before it: the first one's, and those of all steps but the last. */
static V weight_gradient(GradWork *w, V share, V first, V y)
{
    int64_t rest = y.tensor->shape[0] - 1, reverse = attrs_of(w)[recurrent_reverse].i != 0;
    V sum = product(w, view_select(w, share, 0, reverse ? rest : 0), true, first);
    if (!rest) return sum;
    V terms[3] = {sum, as_rows(w, view_slice(w, share, 0, !reverse, rest)), as_rows(w, view_slice(w, y, 0, reverse, rest))};
    return grad_call(w, OP_addmm, terms, 3, (Attr[matrix_ATTRS]){[matrix_transpose_a] = {.i = 1}, [matrix_alpha] = {.number = scalar_int(1)}, [matrix_beta] = {.number = scalar_int(1)}});
}

static void at_once(GradWork *w)
{
    bool lstm = attrs_of(w)[recurrent_mode].i == RECURRENT_LSTM;
    V y = saved_out(w, 0), first = kept_in(w, 1), out[3];
    V in[8] = {has_grad(w, 0) ? grad_out(w, 0) : ARG_ABSENT, lstm && has_grad(w, 1) ? grad_out(w, 1) : ARG_ABSENT, y, saved_out(w, 1), saved_out(w, 2), first, kept_in(w, 2), kept_in(w, 3)};
    if (!go_back(w, in, out)) return;
    V share = recurrent_apart(attrs_of(w)[recurrent_mode].i) ? out[1] : out[0];
    if (wanted(w, 0)) give(w, 0, out[0]);
    if (wanted(w, 1)) give(w, 1, view_select(w, out[2], 0, 0));
    if (lstm && wanted(w, 2)) give(w, 2, view_select(w, out[2], 0, 1));
    if (wanted(w, 3)) give(w, 3, weight_gradient(w, share, first, y));
    if (input(w, 4)->present && wanted(w, 4)) give(w, 4, sum_axes(w, share, (int64_t[]){0, 1}, 2, false));
}

/* ---- recorded ---- */

/* What goes from step to step. */
typedef struct Walk {
    GradWork *w;
    V x, first, first_cell, weight, bias, y, cells, dy, dcells;
    int64_t mode, steps, n;
    bool reverse;
    Tensor *dstate, *dcell, *dweight, *dbias;
} Walk;

static V one_minus(GradWork *s, V a) { return sub(s, num(1), a); }
static V slope(GradWork *s, V gate) { return mul(s, gate, one_minus(s, gate)); }            /* sigmoid's, of its result */
static V slope_tanh(GradWork *s, V value) { return one_minus(s, mul(s, value, value)); }
static V part(GradWork *s, const Walk *k, V all, int gate) { return view_slice(s, all, 1, gate * k->n, k->n); }
static V side_by_side(GradWork *s, const V *parts, int n)
{
    Attr attrs[join_ATTRS] = {[join_axis] = {.i = 1}};
    return grad_call(s, OP_concat, parts, n, attrs);
}

/* *slot becomes (add: grows by) v, held beyond this step's own values. */
static void carry(GradWork *s, Tensor **slot, V v, bool adds)
{
    if (adds && *slot) v = add(s, arg_tensor(*slot), v);
    if (s->failed || !v.tensor) return;
    Tensor *old = *slot;
    *slot = tensor_retain(v.tensor);
    if (old) tensor_release(s->c, old);
}

typedef struct Step { V share, hidden, state, cell, dy; } Step; /* shares of the gates, what the step before left, the new state's gradient */

static void back_lstm(GradWork *s, Walk *k, const Step *p, int64_t t, V *dx)
{
    V sum = add(s, p->share, p->hidden), i = op1(s, OP_sigmoid, part(s, k, sum, 0)), f = op1(s, OP_sigmoid, part(s, k, sum, 1)), g = op1(s, OP_tanh, part(s, k, sum, 2)), o = op1(s, OP_sigmoid, part(s, k, sum, 3));
    V shown = op1(s, OP_tanh, add(s, mul(s, f, p->cell), mul(s, i, g))), dc = mul(s, mul(s, p->dy, o), slope_tanh(s, shown));
    if (k->dcells.tensor) dc = add(s, dc, view_select(s, k->dcells, 0, t));
    if (k->dcell) dc = add(s, dc, arg_tensor(k->dcell));
    *dx = side_by_side(s, (V[]){mul(s, mul(s, dc, g), slope(s, i)), mul(s, mul(s, dc, p->cell), slope(s, f)), mul(s, mul(s, dc, i), slope_tanh(s, g)), mul(s, mul(s, p->dy, shown), slope(s, o))}, 4);
    carry(s, &k->dcell, mul(s, dc, f), false);
}

/* The hidden share's gradient; *dx: the other's; *straight: what goes to the state before by itself */
static V back_gru(GradWork *s, Walk *k, const Step *p, V *dx, V *straight)
{
    V r = op1(s, OP_sigmoid, add(s, part(s, k, p->share, 0), part(s, k, p->hidden, 0))), z = op1(s, OP_sigmoid, add(s, part(s, k, p->share, 1), part(s, k, p->hidden, 1)));
    V own = part(s, k, p->hidden, 2), g = op1(s, OP_tanh, add(s, part(s, k, p->share, 2), mul(s, r, own)));
    V dg = mul(s, mul(s, p->dy, one_minus(s, z)), slope_tanh(s, g)), dr = mul(s, mul(s, dg, own), slope(s, r)), dz = mul(s, mul(s, p->dy, sub(s, p->state, g)), slope(s, z));
    *straight = mul(s, p->dy, z);
    *dx = side_by_side(s, (V[]){dr, dz, dg}, 3);
    return side_by_side(s, (V[]){dr, dz, mul(s, dg, r)}, 3);
}

static V back_plain(GradWork *s, const Walk *k, const Step *p)
{
    V sum = add(s, p->share, p->hidden);
    if (k->mode == RECURRENT_RELU) return op2(s, OP_relu_grad, p->dy, op1(s, OP_relu, sum));
    return mul(s, p->dy, slope_tanh(s, op1(s, OP_tanh, sum)));
}

static bool back_step(Walk *k, int64_t step, Tensor **dx_kept)
{
    GradWork own = {.c = k->w->c, .node = k->w->node, .g = k->w->g, .in = k->w->in}, *s = &own;
    int64_t t = k->reverse ? k->steps - 1 - step : step, earlier = k->reverse ? t + 1 : t - 1;
    Step p = {.share = view_select(s, k->x, 0, t), .state = step ? view_select(s, k->y, 0, earlier) : k->first, .dy = view_select(s, k->dy, 0, t)};
    V dx = ARG_ABSENT, dhidden, straight = ARG_ABSENT;
    if (k->mode == RECURRENT_LSTM) p.cell = step ? view_select(s, k->cells, 0, earlier) : k->first_cell;
    p.hidden = grad_call(s, OP_linear, (V[]){p.state, k->weight, k->bias}, 3, NULL);
    if (k->dstate) p.dy = add(s, p.dy, arg_tensor(k->dstate));
    if (k->mode == RECURRENT_LSTM) {
        back_lstm(s, k, &p, t, &dx);
        dhidden = dx;
    } else if (k->mode == RECURRENT_GRU) dhidden = back_gru(s, k, &p, &dx, &straight);
    else dhidden = dx = back_plain(s, k, &p);
    V back = product(s, dhidden, false, k->weight);
    carry(s, &k->dstate, straight.tensor ? add(s, back, straight) : back, false);
    carry(s, &k->dweight, product(s, dhidden, true, p.state), true);
    carry(s, &k->dbias, sum_axes(s, dhidden, (int64_t[]){0}, 1, false), true);
    carry(s, dx_kept, dx, false);
    bool ok = !s->failed;
    s->failed = false; /* (what was given belongs to the whole) */
    grad_work_close(s);
    return ok;
}

static void give_walked(GradWork *w, Walk *k, V *steps)
{
    Attr attrs[join_ATTRS] = {[join_axis] = {.i = 0}};
    give(w, 0, grad_call(w, OP_stack, steps, (int)k->steps, attrs));
    give(w, 1, arg_tensor(k->dstate));
    if (k->dcell) give(w, 2, arg_tensor(k->dcell));
    give(w, 3, arg_tensor(k->dweight));
    if (input(w, 4)->present) give(w, 4, arg_tensor(k->dbias));
}

static void step_by_step(GradWork *w)
{
    Walk k = {.w = w, .x = saved_in(w, 0), .first = saved_in(w, 1), .first_cell = kept_in(w, 2), .weight = saved_in(w, 3), .bias = kept_in(w, 4), .y = saved_out(w, 0), .cells = saved_out(w, 1),
              .dy = grad_out(w, 0), .dcells = has_grad(w, 1) ? grad_out(w, 1) : ARG_ABSENT, .mode = attrs_of(w)[recurrent_mode].i, .reverse = attrs_of(w)[recurrent_reverse].i};
    if (w->failed) return;
    k.steps = k.x.tensor->shape[0];
    k.n = k.weight.tensor->shape[1];
    size_t bytes = sizeof(V) * (size_t)k.steps;
    V *steps = core_alloc(w->c, bytes);
    if (!steps) {
        w->failed = true;
        return;
    }
    int64_t done = k.steps;
    for (bool ok = true; ok && done > 0;) {
        Tensor *dx = NULL;
        ok = back_step(&k, done - 1, &dx);
        int64_t t = k.reverse ? k.steps - done : done - 1;
        steps[t] = arg_tensor(dx);
        if (ok) done--;
        else if (dx) tensor_release(w->c, dx);
    }
    if (done) w->failed = true;
    else give_walked(w, &k, steps);
    for (int64_t step = done; step < k.steps; step++) tensor_release(w->c, steps[k.reverse ? k.steps - 1 - step : step].tensor);
    core_free(w->c, steps, bytes);
    Tensor *held[] = {k.dstate, k.dcell, k.dweight, k.dbias};
    for (int i = 0; i < 4; i++)
        if (held[i]) tensor_release(w->c, held[i]);
}

GRADIENT(recurrent)
{
    if (core_records(w->c) && grad_recurrent_twice((Accent)w->node->accent, w->node->device)) step_by_step(w);
    else at_once(w);
}

GRADIENT(recurrent_grad)
{
    const char *const *words = core_words(w->c, (Accent)w->node->accent);
    const char *said = words ? words[SAID_RNN_SECOND_GRADIENT] : NULL;
    core_fail(w->c, CE_NOT_IMPLEMENTED, "%s", said ? said : "a recurrent layer has no second gradient");
    core_error(w->c)->said = said != NULL;
    w->failed = true;
}
