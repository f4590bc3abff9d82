/* grad_rnn.c: the gradient of a recurrent layer: back through its steps by an op of its own, then one product for the weight's. */
#include "core/rnn.h"
#include "grad_work.h"
#include "said.h"

/* In the accent of the layer, whose words a second gradient wants. */
static V back(GradWork *w, V in[8], V out[MAX_OUTPUTS])
{
    Tensor *results[MAX_OUTPUTS] = {NULL};
    w->failed |= !core_call(w->c, OP_rnn_grad, (Accent)w->node->accent, w->c->site, in, 8, attrs_of(w), 0, results);
    w->c->accent = GRADIENT_ACCENT;
    for (int i = 0; i < MAX_OUTPUTS; i++) out[i] = w->failed ? ARG_ABSENT : keep_temp(w, results[i]);
    return out[0];
}

/* What each step began with: the state before, then all states but the last. */
static V states_before(GradWork *w, V y, V first)
{
    int64_t steps = y.tensor->shape[0];
    bool reverse = attrs_of(w)[rnn_reverse].i != 0;
    V begun = view_unsqueeze(w, first, 0);
    if (steps == 1 || w->failed) return begun;
    V rest = view_slice(w, y, 0, reverse, steps - 1), both[2] = {reverse ? rest : begun, reverse ? begun : rest};
    return grad_call(w, OP_concat, both, 2, (Attr[join_ATTRS]){[join_axis] = {.i = 0}});
}

GRADIENT(rnn)
{
    const RnnKind *kind = &rnn_kinds[attrs_of(w)[rnn_mode].i];
    V y = saved_out(w, 0), h = saved_in(w, 1), weight = saved_in(w, 3), out[MAX_OUTPUTS];
    V in[8] = {grad_out(w, 0), kind->cell && has_grad(w, 1) ? grad_out(w, 1) : ARG_ABSENT, y, saved_out(w, 1), saved_out(w, 2), h, kind->cell ? saved_in(w, 2) : ARG_ABSENT, weight};
    V dx = w->failed ? ARG_ABSENT : back(w, in, out);
    if (w->failed) return;
    if (wanted(w, 0)) give(w, 0, dx);
    if (wanted(w, 1)) give(w, 1, out[2]);
    if (kind->cell && wanted(w, 2)) give(w, 2, out[3]);
    V share = kind->apart ? out[1] : dx;
    int64_t rows = share.tensor->shape[0] * share.tensor->shape[1], wide = weight.tensor->shape[0], hidden = weight.tensor->shape[1];
    share = view_reshape(w, share, (int64_t[]){rows, wide}, 2);
    if (wanted(w, 3)) {
        V before = view_reshape(w, states_before(w, y, h), (int64_t[]){rows, hidden}, 2);
        give(w, 3, op2_with(w, OP_matmul, share, before, (Attr[matrix_ATTRS]){[matrix_transpose_a] = {.i = 1}, [matrix_alpha] = {.number = scalar_int(1)}}));
    }
    if (w->node->in_count > 4 && wanted(w, 4)) give(w, 4, sum_axes(w, share, (int64_t[]){0}, 1, false));
}

/* As cuDNN's: there is no second one. */
GRADIENT(rnn_grad)
{
    const char *const *words = core_words(w->c, (Accent)w->node->accent);
    const char *said = words ? words[SAID_RNN_SECOND_GRADIENT] : NULL;
    core_fail(w->c, CE_NOT_IMPLEMENTED, "%s", said ? said : "a recurrent layer has no second gradient");
    core_error(w->c)->said = said != NULL;
    w->failed = true;
}
