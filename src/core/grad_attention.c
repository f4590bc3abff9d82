/* grad_attention.c: attention's gradient: an op of its own; where this backward is recorded itself, or the mask's gradient is wanted, plain ops. */
#include <math.h>

#include "attention.h"
#include "grad_work.h"
#include "said.h"

static V optional(GradWork *w, int i)
{
    V v = i < w->node->in_count && input(w, i)->present ? saved_in(w, i) : ARG_ABSENT;
    return v.tensor ? v : ARG_ABSENT;
}

/* In the accent of the call, whose rule of dropout it follows. */
static void at_once(GradWork *w)
{
    Tensor *results[MAX_OUTPUTS] = {NULL};
    V in[8] = {grad_out(w, 0), saved_in(w, 0), saved_in(w, 1), saved_in(w, 2), optional(w, 3), saved_out(w, 0), saved_out(w, 1), saved_out(w, 2)};
    if (w->failed) return;
    w->failed = !core_call(w->c, OP_attention_grad, (Accent)w->node->accent, w->c->site, in, 8, attrs_of(w), 0, results);
    w->c->accent = GRADIENT_ACCENT;
    for (int i = 0; i < 3 && !w->failed; i++) give(w, i, keep_temp(w, results[i]));
}

static V product(GradWork *w, V a, bool turn_a, V b, bool turn_b)
{
    return op2_with(w, OP_matmul, a, b, (Attr[matrix_ATTRS]){[matrix_transpose_a] = {.i = turn_a}, [matrix_transpose_b] = {.i = turn_b}, [matrix_alpha] = {.number = scalar_int(1)}, [matrix_beta] = {.number = scalar_int(0)}});
}

/* Where a query sees a source; absent: everywhere. */
static V seen(GradWork *w, V scores, V mask)
{
    V all = ARG_ABSENT;
    if (attrs_of(w)[attention_causal].i) {
        Attr attrs[diagonal_ATTRS] = {[diagonal_axis1] = {.i = -2}, [diagonal_axis2] = {.i = -1}};
        all = op2(w, OP_greater, op1_with(w, OP_tril, fill_like(w, scores, 1), attrs), num(0));
    }
    if (!mask.tensor || mask.tensor->dtype != DT_BOOL) return all;
    return all.tensor ? op2(w, OP_logical_and, all, mask) : mask;
}

static void in_plain_ops(GradWork *w)
{
    V g = grad_out(w, 0), q = saved_in(w, 0), k = saved_in(w, 1), v = saved_in(w, 2), mask = optional(w, 3);
    double scale = attrs_of(w)[attention_scale].f;
    V scores = mul(w, product(w, q, false, k, true), num(scale)), shown = seen(w, scores, mask);
    bool added = mask.tensor && mask.tensor->dtype != DT_BOOL;
    if (added) scores = add(w, scores, mask);
    if (shown.tensor) scores = select_where(w, shown, scores, num(-INFINITY));
    Attr last[softmax_ATTRS] = {[softmax_axis] = {.i = -1}, [softmax_temperature] = {.f = 1}, [softmax_dtype] = {.i = DT_NONE}};
    V weights = op1_with(w, OP_softmax, scores, last), d = op2_with(w, OP_softmax_grad, product(w, g, false, v, true), weights, last);
    if (shown.tensor) d = where_or_zero(w, shown, d);
    if (added && wanted(w, 3)) give(w, 3, d);
    d = mul(w, d, num(scale));
    if (wanted(w, 0)) give(w, 0, product(w, d, false, k, false));
    if (wanted(w, 1)) give(w, 1, product(w, d, true, q, false));
    if (wanted(w, 2)) give(w, 2, product(w, weights, true, g, false));
}

GRADIENT(attention)
{
    bool mask_too = w->node->in_count > 3 && input(w, 3)->present && wanted(w, 3), plain = core_records(w->c) || mask_too;
    if (plain && attrs_of(w)[attention_p].f > 0) { /* what was dropped is known to the kernels alone */
        const char *const *words = core_words(w->c, (Accent)w->node->accent);
        const char *said = words ? words[SAID_ATTENTION_SECOND_GRADIENT] : NULL;
        core_fail(w->c, CE_NOT_IMPLEMENTED, "%s", said ? said : "attention with dropout has no second gradient, and none for its mask");
        core_error(w->c)->said = said != NULL;
        w->failed = true;
    } else if (plain) in_plain_ops(w);
    else at_once(w);
}
