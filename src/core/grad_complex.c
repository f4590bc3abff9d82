/* grad_complex.c: gradients through complex numbers, as PyTorch has them: of a real loss, by the conjugate of the variable.
 *
 * For an analytic function the gradient is g times the conjugate of its derivative, so every rule that was written for real numbers serves: it is given the conjugate of g, and what
 * it gives is conjugated. What is not analytic (abs, conj and what makes and takes apart complex numbers) has rules of its own, which are called as they are.
 */
#include "grad_work.h"
#include "grad_impl.h"
#include "core/op_more.h"

static bool is_complex(const Tensor *t) { return t && dtype_is_complex((DType)t->dtype); }

/* Ops whose rules know of complex numbers, or that only move elements */
static bool by_itself(const Op *op)
{
    switch (op->id) {
    case OP_abs: case OP_conj: case OP_make_complex: case OP_view_as_real: case OP_view_as_complex: case OP_fft: case OP_copy: case OP_cast: case OP_overwrite: return true;
    default: return op->view;
    }
}

static bool meets_complex(const GradNode *n, Tensor *const *g)
{
    for (int k = 0; k < n->out_count; k++)
        if (is_complex(g[k])) return true;
    for (int i = 0; i < n->in_count; i++)
        if (n->inputs[i].present ? dtype_is_complex((DType)n->inputs[i].dtype) : n->inputs[i].value.kind == SCALAR_COMPLEX) return true;
    return false;
}

bool grad_run(Core *c, GradNode *n, Tensor *const *g, Tensor **in)
{
    if (!meets_complex(n, g) || by_itself(n->op)) return n->op->grad(c, n, g, in);
    Tensor *turned[MAX_OUTPUTS] = {NULL};
    bool ok = n->out_count <= MAX_OUTPUTS;
    for (int k = 0; ok && k < n->out_count; k++)
        if (g[k]) ok = (turned[k] = is_complex(g[k]) ? core_unary(c, OP_conj, g[k]) : tensor_retain(g[k])) != NULL;
    ok = ok && n->op->grad(c, n, turned, in);
    for (int k = 0; k < n->out_count && k < MAX_OUTPUTS; k++)
        if (turned[k]) tensor_release(c, turned[k]);
    for (int i = 0; ok && i < n->in_count; i++) {
        if (!is_complex(in[i])) continue;
        Tensor *back = core_unary(c, OP_conj, in[i]);
        tensor_release(c, in[i]);
        in[i] = back;
        ok = back != NULL;
    }
    return ok;
}

/* ---- what is not analytic ---- */
GRADIENT(conj) { give(w, 0, op1(w, OP_conj, grad_out(w, 0))); }

static V part_of(GradWork *w, V pairs, int64_t which)
{
    return w->failed ? ARG_ABSENT : view_select(w, pairs, pairs.tensor->ndim - 1, which);
}
GRADIENT(view_as_real)
{
    V g = grad_out(w, 0);
    give(w, 0, op2(w, OP_make_complex, part_of(w, g, 0), part_of(w, g, 1)));
}
GRADIENT(view_as_complex) { give(w, 0, op1(w, OP_view_as_real, grad_out(w, 0))); }
GRADIENT(make_complex)
{
    V pairs = op1(w, OP_view_as_real, grad_out(w, 0));
    for (int i = 0; i < 2; i++)
        if (wanted(w, i)) give(w, i, part_of(w, pairs, i));
}

/* The transform's adjoint turns the other way; what was cut off got nothing, what was filled up with zeros gives nothing back. */
GRADIENT(fft)
{
    V g = grad_out(w, 0);
    if (w->failed) return;
    const InputInfo *x = input(w, 0);
    Attr attrs[fft_ATTRS];
    for (int i = 0; i < fft_ATTRS; i++) attrs[i] = attrs_of(w)[i];
    int64_t axis = attrs[fft_axis].i < 0 ? attrs[fft_axis].i + x->ndim : attrs[fft_axis].i, given = x->shape[axis], points = g.tensor->shape[axis];
    attrs[fft_inverse].i = !attrs[fft_inverse].i;
    attrs[fft_length].i = points;
    V back = op1_with(w, OP_fft, g, attrs);
    if (given < points) back = view_slice(w, back, axis, 0, given);
    else if (given > points) {
        Attr slice[slice_ATTRS] = {[slice_axis] = {.i = axis}, [slice_start] = {.i = 0}, [slice_step] = {.i = 1}, [slice_length] = {.i = given}};
        back = op1_with(w, OP_slice_grad, back, slice);
    }
    give(w, 0, back);
}
