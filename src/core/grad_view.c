/* grad_view.c: views and writing in place: a write through a view changes its base, so the base gets a node that cuts the slice out of the gradient
 * and lays the written part's in; other views of that base find out by the storage's version and get a new node when next asked.
 */
#include <string.h>

#include "grad_impl.h"

bool grad_record_view(Call *call)
{
    Core *c = call->core;
    Tensor *t = call->out[0], *from = call->in[0].tensor;
    GradRecord *r = grad_record_get(c, t);
    if (!r) return false;
    Tensor *base = from->grad && from->grad->base ? from->grad->base : from;
    if (!r->base) r->base = tensor_retain(base);
    r->version = t->storage->version;
    r->made = core_records(c) && !(call->flags & CALL_NO_GRAD) ? VIEW_PLAIN : VIEW_NO_GRAD;
    if (r->made == VIEW_PLAIN && from->grad && from->grad->made == VIEW_NO_GRAD) r->made = VIEW_NO_GRAD;
    return true;
}

/* Where one tensor's elements lie, for the gradient of as_strided and of writes through views. */
typedef struct Layout { int ndim; int64_t shape[MAX_DIMS], strides[MAX_DIMS], offset; } Layout;

static void layout_of(Layout *l, const Tensor *t)
{
    l->ndim = t->ndim;
    l->offset = t->offset;
    memcpy(l->shape, t->shape, sizeof *l->shape * t->ndim);
    memcpy(l->strides, t->strides, sizeof *l->strides * t->ndim);
}

bool grad_view_refresh(Core *c, Tensor *t)
{
    GradRecord *r = t->grad;
    Tensor *base = r->base;
    r->version = t->storage->version;
    if (!(base->flags & T_REQUIRES_GRAD)) return true;
    if (!r->node && t->flags & T_REQUIRES_GRAD) return true; /* a view that was made a leaf */
    Attr attrs[window_ATTRS] = {[window_sizes] = {.ints = {t->shape, t->ndim}}, [window_strides] = {.ints = {t->strides, t->ndim}}, [window_offset] = {.i = t->offset}};
    Arg in = arg_tensor(base);
    Call call = {.core = c, .op = op_get(OP_as_strided), .accent = GRADIENT_ACCENT, .site = c->site, .in_count = 1, .out_count = 1, .in = &in, .attrs = attrs,
                 .device = tensor_device(t), .out = {t}};
    GradNode *n = grad_node_of_call(&call);
    if (!n) return false;
    grad_record_come_from(c, r, n, 0);
    t->flags |= T_REQUIRES_GRAD;
    return true;
}

/* ---- writing in place ---- */
bool grad_check_in_place(Core *c, Tensor *out)
{
    GradRecord *r = out->grad;
    if (!core_records(c) || !r || !grad_flows(out) || grad_is_over(out)) return true;
    if (accent_rules(c->accent)->recorded_stay) {
        core_fail(c, CE_LEAF_IN_PLACE, "an array that takes part in a recorded computation is changed in place");
        c->error.numbers[0] = 2;
        return false;
    }
    if (r->base && r->made != VIEW_PLAIN) {
        core_fail(c, CE_VIEW_IN_PLACE, r->made == VIEW_OF_MANY ? "one of several views made together is changed in place" : "a view made without recording is changed in place");
        c->error.numbers[0] = r->made;
        c->error.numbers[1] = r->place;
        c->error.op = r->node ? r->node->op : NULL;
        if (c->error.operand_count < ERROR_OPERANDS) c->error.operands[c->error.operand_count++] = tensor_retain(out);
        return false;
    }
    bool of_leaf = r->base && grad_is_leaf(r->base); /* of one that a gradient reaches by the view alone, too */
    bool leaf = out->flags & T_REQUIRES_GRAD && !r->node;
    if (!of_leaf && !leaf) return true;
    core_fail(c, CE_LEAF_IN_PLACE, of_leaf ? "a view of a leaf that requires a gradient is changed in place" : "a leaf that requires a gradient is changed in place");
    c->error.numbers[0] = of_leaf;
    return false;
}

/* A write through a view, as a node on the base: the base's gradient with the slice cut out, and the writer's own gradients. */
typedef struct SliceWrite {
    GradNode *writer; /* owned */
    int self;         /* the writer's operand that was the view itself; -1: none */
    Layout base, view;
} SliceWrite;

static void slice_write_free(Core *c, void *data)
{
    SliceWrite *s = data;
    grad_node_release(c, s->writer);
    core_free(c, s, sizeof *s);
}

static Tensor *strided_op(Core *c, OpId op, Tensor *a, Tensor *b, const Layout *sizes, const int64_t *strides, int n, int64_t offset)
{
    Tensor *in[2] = {a, b};
    Attr attrs[window_ATTRS] = {[window_sizes] = {.ints = {sizes->shape, sizes->ndim}}, [window_strides] = {.ints = {strides, n}}, [window_offset] = {.i = offset}};
    return a ? core_with(c, op, in, b ? 2 : 1, attrs) : NULL;
}

/* A row of all the elements that lie between the base's first and last, so that any layout of base and view can be found again in it. */
static void row_of(const SliceWrite *s, Layout *row, int64_t *low)
{
    int64_t high, view_low, view_high;
    shape_extent(s->base.shape, s->base.strides, s->base.ndim, low, &high);
    shape_extent(s->view.shape, s->view.strides, s->view.ndim, &view_low, &view_high);
    *low += s->base.offset;
    high += s->base.offset;
    if (s->view.offset + view_low < *low) *low = s->view.offset + view_low;
    if (s->view.offset + view_high > high) high = s->view.offset + view_high;
    row->ndim = 1;
    row->shape[0] = high - *low;
    row->strides[0] = 1;
    row->offset = 0;
}

static bool slice_write_backward(Core *c, GradNode *n, Tensor *const *g, Tensor **in, void *data)
{
    SliceWrite *s = data;
    GradNode *writer = s->writer;
    Layout row;
    int64_t low;
    Tensor *inner[MAX_INPUTS_FIXED] = {NULL}, **grads = inner;
    bool ok = false;
    if (writer->in_count > MAX_INPUTS_FIXED) {
        grads = core_alloc(c, sizeof *grads * writer->in_count);
        if (!grads) return false;
        memset(grads, 0, sizeof *grads * writer->in_count);
    }
    row_of(s, &row, &low);
    Tensor *flat = strided_op(c, OP_strided_grad, g[0], NULL, &row, s->base.strides, s->base.ndim, s->base.offset - low);
    Tensor *part = flat ? strided_op(c, OP_as_strided, flat, NULL, &s->view, s->view.strides, s->view.ndim, flat->offset + s->view.offset - low) : NULL;
    if (!part || !grad_run(c, writer, &part, grads)) goto done;
    if (grad_wanted(n, 0)) {
        Tensor *self = s->self >= 0 && grads[s->self] ? tensor_retain(grads[s->self]) : NULL;
        if (!self) {
            Attr zero[value_ATTRS] = {[value_value] = {.number = scalar_int(0)}};
            self = core_with(c, OP_fill, &part, 1, zero);
        }
        Tensor *laid = self ? strided_op(c, OP_strided_set, flat, self, &row, s->view.strides, s->view.ndim, s->view.offset - low) : NULL;
        if (self) tensor_release(c, self);
        in[0] = laid ? strided_op(c, OP_as_strided, laid, NULL, &s->base, s->base.strides, s->base.ndim, laid->offset + s->base.offset - low) : NULL;
        if (laid) tensor_release(c, laid);
        if (!in[0]) goto done;
    }
    for (int i = 0; i < writer->in_count; i++) {
        if (i == s->self) continue;
        in[1 + i] = grads[i];
        grads[i] = NULL;
    }
    ok = true;
done:
    for (int i = 0; i < writer->in_count; i++)
        if (grads[i]) tensor_release(c, grads[i]);
    if (grads != inner) core_free(c, grads, sizeof *grads * writer->in_count);
    if (part) tensor_release(c, part);
    if (flat) tensor_release(c, flat);
    return ok;
}

/* The base comes from this write now. Takes writer. */
static bool rebase(Call *call, GradNode *writer, int self)
{
    Core *c = call->core;
    Tensor *view = call->out[0], *base = view->grad->base;
    SliceWrite *s = core_alloc(c, sizeof *s);
    if (!s) {
        grad_node_release(c, writer);
        return false;
    }
    s->writer = writer;
    s->self = self;
    layout_of(&s->base, base);
    layout_of(&s->view, view);
    GradNode *n = grad_node_custom(c, 1 + writer->in_count, 1, &base);
    if (!n) {
        slice_write_free(c, s);
        return false;
    }
    n->backward = slice_write_backward;
    n->free_data = slice_write_free;
    n->custom_name = "copy_slices";
    n->data = s;
    n->site = call->site;
    GradRecord *r = grad_record_get(c, base);
    if (!r || !grad_edge_of(c, base, &n->edges[0])) {
        grad_node_release(c, n);
        return false;
    }
    n->inputs[0] = (InputInfo){.present = true, .dtype = base->dtype, .device = tensor_device(base)};
    for (int i = 0; i < writer->in_count; i++) {
        n->inputs[1 + i] = writer->inputs[i];
        if (i == self) {
            grad_edge_release(c, &writer->edges[i]);
            writer->edges[i] = n->edges[0]; /* wanted when the base's is */
        } else
            n->edges[1 + i] = writer->edges[i];
        if (writer->edges[i].node) writer->edges[i].node->refs++;
        if (writer->edges[i].leaf) tensor_retain(writer->edges[i].leaf);
    }
    n->order = ++c->grad_order;
    if (r->node) r->node->rewriter = REWRITTEN_SLICE;
    grad_record_come_from(c, r, n, 0);
    base->flags |= T_REQUIRES_GRAD;
    return grad_view_refresh(c, view);
}

bool grad_record_in_place(Call *call)
{
    Core *c = call->core;
    Tensor *out = call->out[0];
    bool flows = grad_flows(out);
    int self = -1;
    for (int i = 0; i < call->in_count; i++) {
        if (!call->in[i].tensor) continue;
        flows = flows || grad_flows(call->in[i].tensor);
        if (call->in[i].tensor == out) self = i;
    }
    if (!flows || !dtype_is_inexact((DType)out->dtype)) return true;
    if (out->grad && out->grad->base && out->grad->base->dtype != out->dtype) return core_fail(c, CE_NOT_IMPLEMENTED, "a recorded write through a part of complex numbers is not in perch; the nearest is torch.complex of the new parts");
    GradNode *n = grad_node_of_call(call);
    if (!n) return false;
    GradRecord *r = grad_record_get(c, out);
    if (!r) {
        grad_node_release(c, n);
        return false;
    }
    if (r->base) {
        bool takes_part = out->flags & T_REQUIRES_GRAD && !r->node;
        if (!takes_part) return rebase(call, n, self);
    }
    if (r->node) r->node->rewriter = n->op->id;
    grad_record_come_from(c, r, n, 0);
    r->version = out->storage->version;
    out->flags |= T_REQUIRES_GRAD;
    return true;
}
