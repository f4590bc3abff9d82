/* grad_pass.c: backward: gradients travel from heads to leaves, newest node first.
 *
 * A pass keeps what waits in its own memory: entries (a node and the gradients of its outputs so far) in a heap by age, and the leaves with their sums.
 * Leaves are given their sums at the very end, so an error in the middle changes nothing; but their hooks run as soon as all of a sum has come, as PyTorch's do: what is done with gradients there
 * goes on while the pass does. Passes may nest (a hook may call backward). Long because all of it works on one pass.
 */
#include <stdlib.h>
#include <string.h>

#include "bundle.h"
#include "grad_impl.h"
#include "layout.h"

typedef struct Entry {
    GradNode *node; /* owned; NULL: free */
    Tensor **many;  /* when it has more outputs than `few` holds */
    Tensor *few[MAX_OUTPUTS];
} Entry;

typedef struct LeafSum { Tensor *leaf, *sum; bool hooked, summed, given; } LeafSum; /* owned both; hooked: its hooks have run; summed: adding it to zeros would change nothing; given: sum is what the leaf had before */

enum { FEW = 16, MARK_SEEN = 1, MARK_NEEDED = 2, MARK_RUN = 4, MARK_COUNTED = 8 };
typedef struct Pass {
    Core *c;
    uint32_t id;
    bool create, retain;
    Entry *entries, few_entries[FEW];
    int32_t *heap, few_heap[FEW], heap_count;
    int count, capacity, heap_capacity, free_head;
    LeafSum *leaves, few_leaves[FEW];
    int leaf_count, leaf_capacity;
    const Op *giver; /* of the gradient that is delivered now; NULL: not an op */
    /* grad_of */
    Tensor *const *wrt;
    Tensor **captured;
    int wrt_count;
} Pass;

static void pass_open(Pass *p, Core *c, int flags)
{
    p->c = c;
    p->id = ++c->grad_passes;
    p->create = flags & BACKWARD_CREATE;
    p->retain = flags & (BACKWARD_RETAIN | BACKWARD_CREATE);
    p->entries = p->few_entries;
    p->heap = p->few_heap;
    p->leaves = p->few_leaves;
    p->capacity = p->heap_capacity = p->leaf_capacity = FEW;
    p->count = p->heap_count = p->leaf_count = p->wrt_count = 0;
    p->free_head = -1;
    p->wrt = NULL;
    p->captured = NULL;
    p->giver = NULL;
}

static Tensor **entry_grads(Entry *e) { return e->many ? e->many : e->few; }

static void entry_free(Pass *p, Entry *e)
{
    Tensor **grads = entry_grads(e);
    for (int i = 0; i < e->node->out_count; i++)
        if (grads[i]) tensor_release(p->c, grads[i]);
    if (e->many) core_free(p->c, e->many, sizeof *e->many * e->node->out_count);
    grad_node_release(p->c, e->node);
    e->node = NULL;
}

static void pass_close(Pass *p)
{
    Core *c = p->c;
    for (int i = 0; i < p->heap_count; i++) entry_free(p, &p->entries[p->heap[i]]);
    for (int i = 0; i < p->leaf_count; i++) {
        if (p->leaves[i].sum) tensor_release(c, p->leaves[i].sum);
        tensor_release(c, p->leaves[i].leaf);
    }
    if (p->entries != p->few_entries) core_free(c, p->entries, sizeof *p->entries * (size_t)p->capacity);
    if (p->heap != p->few_heap) core_free(c, p->heap, sizeof *p->heap * (size_t)p->heap_capacity);
    if (p->leaves != p->few_leaves) core_free(c, p->leaves, sizeof *p->leaves * (size_t)p->leaf_capacity);
}

/* Twice the room: `list` moves from `few` or from its own memory. */
static void *grown(Core *c, void *list, const void *few, size_t each, int capacity)
{
    void *more = core_alloc(c, each * (size_t)capacity * 2);
    if (!more) return NULL;
    memcpy(more, list, each * (size_t)capacity);
    if (list != few) core_free(c, list, each * (size_t)capacity);
    return more;
}

static bool older(const Pass *p, int32_t a, int32_t b) { return p->entries[a].node->order < p->entries[b].node->order; }

static void heap_push(Pass *p, int32_t entry)
{
    int i = p->heap_count++;
    while (i > 0 && older(p, p->heap[(i - 1) / 2], entry)) {
        p->heap[i] = p->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    p->heap[i] = entry;
}

static int32_t heap_pop(Pass *p)
{
    int32_t top = p->heap[0], last = p->heap[--p->heap_count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= p->heap_count) break;
        if (child + 1 < p->heap_count && older(p, p->heap[child], p->heap[child + 1])) child++;
        if (!older(p, last, p->heap[child])) break;
        p->heap[i] = p->heap[child];
        i = child;
    }
    if (p->heap_count) p->heap[i] = last;
    return top;
}

static Entry *entry_of(Pass *p, GradNode *n)
{
    if (n->pass == p->id && n->slot >= 0) return &p->entries[n->slot];
    if (n->pass > p->id) /* an inner pass went over it */
        for (int i = 0; i < p->heap_count; i++)
            if (p->entries[p->heap[i]].node == n) return &p->entries[p->heap[i]];
    int at = p->free_head;
    if (at >= 0) p->free_head = (int)(intptr_t)p->entries[at].many;
    else {
        if (p->count == p->capacity) {
            int32_t *heap = grown(p->c, p->heap, p->few_heap, sizeof *heap, p->capacity);
            if (heap) p->heap = heap;
            Entry *entries = heap ? grown(p->c, p->entries, p->few_entries, sizeof *entries, p->capacity) : NULL;
            if (!entries) {
                p->heap_capacity = heap ? p->capacity * 2 : p->heap_capacity;
                return NULL;
            }
            p->entries = entries;
            p->capacity *= 2;
            p->heap_capacity = p->capacity;
        }
        at = p->count++;
    }
    Entry *e = &p->entries[at];
    memset(e, 0, sizeof *e);
    if (n->out_count > MAX_OUTPUTS) {
        e->many = core_alloc(p->c, sizeof *e->many * n->out_count);
        if (!e->many) {
            p->entries[at].many = (Tensor **)(intptr_t)p->free_head;
            p->free_head = at;
            return NULL;
        }
        memset(e->many, 0, sizeof *e->many * n->out_count);
    }
    e->node = n;
    n->refs++;
    n->pass = p->id;
    n->slot = at;
    heap_push(p, at);
    return e;
}

/* Has the binding done it? */
static bool works(Core *c, GradChore chore, Tensor *a, Tensor *b, Tensor *leaf, Tensor **out)
{
    if (!c->grad_hooks.chore) return false;
    *out = NULL;
    return c->grad_hooks.chore(c, chore, a, b, leaf, out);
}

/* a + b; takes both. A sum that nobody else sees is added to in place. */
static Tensor *add(Pass *p, Tensor *a, Tensor *b)
{
    Core *c = p->c;
    Tensor *sum;
    if (works(c, GRAD_CHORE_SUM, a, b, NULL, &sum)) {
        tensor_release(c, a);
        tensor_release(c, b);
        return sum;
    }
    Arg in[2] = {arg_tensor(a), arg_tensor(b)};
    bool own = !p->create && a->refs == 1 && storage_sole(a->storage) && !a->storage->free_borrowed && tensor_is_contiguous(a) && a->dtype == b->dtype;
    Tensor *out = a;
    bool ok = core_call(c, OP_add, GRADIENT_ACCENT, c->site, in, 2, NULL, own ? CALL_OUT_GIVEN | CALL_NO_GRAD : 0, &out);
    tensor_release(c, a);
    tensor_release(c, b);
    return ok ? out : NULL;
}

/* A leaf's hooks, once a pass. */
static bool run_hooks(Pass *p, int at)
{
    LeafSum *l = &p->leaves[at];
    GradRecord *r = l->leaf->grad;
    if (l->hooked || !r->hooks || !p->c->grad_hooks.run) return true;
    l->hooked = true;
    l->sum = p->c->grad_hooks.run(p->c, r->hooks, l->sum, true);
    l->summed = false;
    return l->sum != NULL;
}

/* A leaf's gradient, where the binding does such work. */
static bool give_leaf(Pass *p, int at)
{
    LeafSum *l = &p->leaves[at];
    GradRecord *r = l->leaf->grad;
    Tensor *given;
    if (p->wrt || l->given || r->taken || !l->sum || p->create || r->req != GRAD_ADD) return true;
    if (!works(p->c, r->grad ? GRAD_CHORE_MORE : GRAD_CHORE_FIRST, r->grad, l->sum, l->leaf, &given)) return true;
    if (!given) return false;
    tensor_release(p->c, l->sum);
    l->sum = r->grad;
    r->grad = given;
    return l->given = true;
}

/* One more part of this leaf's gradient has come: was it the last? */
static bool leaf_heard(Pass *p, Tensor *leaf)
{
    GradRecord *r = leaf->grad;
    if (r->awaited_by != p->id || --r->awaited) return true;
    for (int i = 0; i < p->leaf_count; i++) { /* (an inner pass may have taken its slot) */
        int at = r->pass == p->id ? r->slot : i;
        if (p->leaves[at].leaf == leaf) return run_hooks(p, at) && give_leaf(p, at);
    }
    return true;
}

/* Products and sums begin at zero, so that none is -0, the one number that zero and it do not add up to (but for a sum so small that it vanishes). */
static bool gives_sums(const Op *op) { return op && (op->id == OP_linear || op->id == OP_matmul || op->id == OP_conv); }

static bool leaf_add(Pass *p, Tensor *leaf, Tensor *g)
{
    GradRecord *r = leaf->grad;
    int at = -1;
    if (r->pass == p->id) at = r->slot;
    else if (r->pass > p->id)
        for (int i = 0; i < p->leaf_count && at < 0; i++)
            if (p->leaves[i].leaf == leaf) at = i;
    if (at >= 0) {
        g = p->leaves[at].sum ? add(p, p->leaves[at].sum, g) : g;
        p->leaves[at].sum = g;
        p->leaves[at].summed = false;
        return g != NULL;
    }
    if (p->leaf_count == p->leaf_capacity) {
        LeafSum *more = grown(p->c, p->leaves, p->few_leaves, sizeof *more, p->leaf_capacity);
        if (!more) {
            tensor_release(p->c, g);
            return false;
        }
        p->leaves = more;
        p->leaf_capacity *= 2;
    }
    r->pass = p->id;
    r->slot = p->leaf_count;
    p->leaves[p->leaf_count++] = (LeafSum){tensor_retain(leaf), g, false, gives_sums(p->giver), false};
    r->taken = false;
    return true;
}

static bool is_wrt_leaf(const Pass *p, const Tensor *leaf)
{
    for (int i = 0; i < p->wrt_count; i++)
        if (p->wrt[i] == leaf) return true;
    return false;
}

/* One more contribution along an edge; takes g. */
static bool deliver(Pass *p, const GradEdge *e, Tensor *g)
{
    if (e->node) {
        if (p->wrt && !(e->node->mark & MARK_NEEDED)) {
            tensor_release(p->c, g);
            return true;
        }
        Entry *entry = entry_of(p, e->node);
        if (!entry) {
            tensor_release(p->c, g);
            return false;
        }
        Tensor **at = &entry_grads(entry)[e->output];
        if (*at) {
            Tensor *old = *at;
            *at = NULL;
            g = add(p, old, g);
        }
        *at = g;
        return g != NULL;
    }
    bool collects = e->leaf && (p->wrt ? is_wrt_leaf(p, e->leaf) : e->leaf->grad && e->leaf->grad->req != GRAD_NULL);
    if (collects) return leaf_add(p, e->leaf, g) && leaf_heard(p, e->leaf);
    tensor_release(p->c, g);
    return true;
}

/* A gradient that keeps nothing else alive and is laid out plainly: g itself when nobody else holds it, else a copy. Takes g. */
static Tensor *own_gradient(Core *c, Tensor *g, bool create)
{
    if (create || (g->refs == 1 && storage_sole(g->storage) && tensor_is_contiguous(g))) return g;
    Arg in = arg_tensor(g);
    Tensor *out = NULL;
    bool ok = core_call(c, OP_copy, GRADIENT_ACCENT, c->site, &in, 1, NULL, 0, &out);
    tensor_release(c, g);
    return ok ? out : NULL;
}

/* A leaf's gradient lies as the leaf does, if that has no gaps. Takes g. */
static Tensor *leaf_gradient(Core *c, Tensor *g, const Tensor *leaf, bool create)
{
    if (tensor_is_contiguous(leaf) || create || !tensor_same_shape(g, leaf) || !layout_is_dense(leaf)) return own_gradient(c, g, create);
    if (g->refs == 1 && storage_sole(g->storage) && !memcmp(g->strides, leaf->strides, sizeof *g->strides * (size_t)g->ndim)) return g;
    Tensor *laid = layout_new(c, tensor_device(g), (DType)g->dtype, g->shape, leaf->strides, g->ndim), *out = laid;
    Arg in = arg_tensor(g);
    bool ok = laid && core_call(c, OP_copy, GRADIENT_ACCENT, c->site, &in, 1, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &out);
    if (ok) tensor_release(c, laid); /* (it came back retained) */
    else if (laid) tensor_release(c, laid), laid = NULL;
    tensor_release(c, g);
    return laid;
}

/* The gradient of a result that keeps it. */
static bool keep(Pass *p, GradRecord *r, Tensor *g)
{
    if (p->wrt) return true;
    Tensor *kept = r->grad ? add(p, tensor_retain(r->grad), tensor_retain(g)) : own_gradient(p->c, tensor_retain(g), p->create);
    if (!kept) return false;
    if (r->grad) tensor_release(p->c, r->grad);
    r->grad = kept;
    return true;
}

/* Hooks of the node's results, and gradients that are to be kept, in the order in which they were asked for. */
static bool watch_outputs(Pass *p, GradNode *n, Tensor **grads)
{
    Core *c = p->c;
    for (GradRecord *r = n->watched, *next; r; r = next) {
        next = r->next;
        Tensor **g = &grads[r->output];
        if (!*g) continue;
        if (r->retain && !r->retain_late && !keep(p, r, *g)) return false;
        if (r->hooks && c->grad_hooks.run) {
            *g = c->grad_hooks.run(c, r->hooks, *g, false);
            if (!*g) return false;
        }
        if (r->retain && r->retain_late && !keep(p, r, *g)) return false;
    }
    return true;
}

static bool capture(Pass *p, GradNode *n, Tensor **grads)
{
    for (int i = 0; i < p->wrt_count; i++) {
        GradRecord *r = p->wrt[i]->grad;
        if (!r || r->node != n || !grads[r->output] || p->captured[i]) continue;
        p->captured[i] = tensor_retain(grads[r->output]);
    }
    return true;
}

/* A custom function's gradient must fit its input, or broadcast from it. SHAPE_MISMATCH: which; shapes: got, expected. */
static Tensor *fit_custom(Core *c, GradNode *n, int i, Tensor *g)
{
    const InputInfo *info = &n->inputs[i];
    if (g->dtype != info->dtype && dtype_is_inexact((DType)info->dtype)) { /* it has its operand's dtype */
        Tensor *cast = tensor_to(c, g, tensor_device(g), (DType)info->dtype, false, c->site);
        tensor_release(c, g);
        if (!(g = cast)) return NULL;
    }
    if (!info->shape) return g;
    Dims both;
    if (shape_same(g->shape, g->ndim, info->shape, info->ndim)) return g;
    if (shape_broadcast(g->shape, g->ndim, info->shape, info->ndim, &both) && shape_same(both.d, both.n, g->shape, g->ndim)) return grad_unbroadcast(c, g, info);
    core_fail(c, CE_SHAPE_MISMATCH, "a function returned a gradient of another shape than its operand %d", i + 1);
    CoreError *e = &c->error;
    e->numbers[0] = i;
    e->shapes[0].n = g->ndim;
    memcpy(e->shapes[0].d, g->shape, sizeof *g->shape * g->ndim);
    e->shapes[1].n = info->ndim;
    memcpy(e->shapes[1].d, info->shape, sizeof *info->shape * info->ndim);
    tensor_release(c, g);
    return NULL;
}

/* Where what comes along an edge is summed, if something has come already. */
static Tensor *sum_so_far(Pass *p, const GradEdge *e)
{
    if (e->node) return e->node->pass == p->id && e->node->slot >= 0 ? entry_grads(&p->entries[e->node->slot])[e->output] : NULL;
    GradRecord *r = e->leaf ? e->leaf->grad : NULL;
    return r && r->pass == p->id && r->slot >= 0 && r->slot < p->leaf_count && p->leaves[r->slot].leaf == e->leaf ? p->leaves[r->slot].sum : NULL;
}
/* A slice's gradient is added to its part of a sum that nobody else sees: parts of one tensor (gates, steps, rows of a loop) cost what they hold, and not each the whole. *done: it was. */
static bool add_to_part(Pass *p, GradNode *n, Tensor *g, bool *done)
{
    Core *c = p->c;
    const InputInfo *x = n->inputs;
    bool part = !n->backward && (n->op->id == OP_slice || n->op->id == OP_select) && !p->create && !n->freed && g && grad_wanted(n, 0) && !(c->rules & (RULES_NAN | RULES_ANOMALY));
    Tensor *sum = part && x->shape ? sum_so_far(p, &n->edges[0]) : NULL, *view = NULL;
    *done = false;
    if (sum && tensor_device(sum)->kind == DEVICE_CPU && !(sum->storage->waits & WAITS_QUEUED) && !storage_ready(sum->storage, true)) return false; /* the part before, which waits, holds it */
    if (!sum || sum->refs != 1 || !storage_sole(sum->storage) || sum->storage->free_borrowed || !tensor_is_contiguous(sum) || sum->dtype != g->dtype || tensor_device(sum) != tensor_device(g) ||
        !shape_same(sum->shape, sum->ndim, x->shape, x->ndim))
        return true;
    Arg in[2] = {arg_tensor(sum)};
    if (!core_call(c, n->op->id, GRADIENT_ACCENT, n->site, in, 1, n->attrs, CALL_NO_GRAD, &view)) return false;
    in[0] = arg_tensor(view);
    in[1] = arg_tensor(g);
    *done = tensor_same_shape(view, g);
    Tensor *out = view;
    bool ok = !*done || core_call(c, OP_add, GRADIENT_ACCENT, n->site, in, 2, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &out);
    if (ok && *done) tensor_release(c, out);
    tensor_release(c, view);
    return ok && (!*done || !n->edges[0].leaf || leaf_heard(p, n->edges[0].leaf));
}

/* Gradients that can be differentiated again are called as the binding has it: those whose step was made just now. */
static void name_gradients(Core *c, GradNode *n, uint64_t before, Tensor *const *in)
{
    for (int i = 0; i < n->in_count; i++) {
        GradNode *step = in[i] && in[i]->grad ? in[i]->grad->node : NULL;
        const char *word = step && step->order > before ? c->grad_hooks.word(n, i) : NULL;
        if (word) step->shown_name = word;
    }
}

/* MXNet: an operand that an op hands no gradient to (what is compared, an index) gets zeros, so that no pass leaves an earlier one's gradient where it leads. Where a sum is, it stays. */
static bool hand_zeros(Pass *p, GradNode *n, Tensor **in)
{
    if (n->backward || !accent_rules((Accent)n->accent)->any_dtype_has_grad) return true;
    for (int i = 0; i < n->in_count; i++) {
        const InputInfo *x = &n->inputs[i];
        if (in[i] || !x->present || x->number || !grad_wanted(n, i) || sum_so_far(p, &n->edges[i])) continue;
        if (!(in[i] = grad_zeros(p->c, x->device, (DType)x->dtype, x->shape, x->ndim))) return false;
    }
    return true;
}

static bool run_node(Pass *p, GradNode *n, Tensor **grads)
{
    Core *c = p->c;
    bool done = false;
    if (n->in_count == 1 && (!add_to_part(p, n, grads[0], &done) || done)) return done;
    Tensor *few[MAX_INPUTS_FIXED] = {NULL}, **in = few;
    if (n->in_count > MAX_INPUTS_FIXED) {
        in = core_alloc(c, sizeof *in * n->in_count);
        if (!in) return false;
        memset(in, 0, sizeof *in * n->in_count);
    }
    c->site = n->site;
    c->accent = GRADIENT_ACCENT;
    bool ok;
    if (n->backward) {
        c->accent = (Accent)n->accent;
        ok = n->backward(c, n, grads, in, n->data);
        c->accent = GRADIENT_ACCENT;
    } else {
        uint64_t before = c->grad_order;
        Tensor *none;
        ok = true;
        for (int i = 0; ok && c->grad_hooks.chore && i < n->out_count; i++) ok = !grads[i] || !works(c, GRAD_CHORE_STEP, NULL, grads[i], NULL, &none);
        ok = ok && !(n->freed && accent_rules((Accent)n->accent)->freed_is_constant) && grad_run(c, n, grads, in);
        if (ok && c->grad_order != before && c->grad_hooks.word) name_gradients(c, n, before, in);
        if (!ok) core_fail(c, CE_GRAPH_FREED, "this part of the graph was freed by an earlier backward");
    }
    for (GradRecord *r = n->watched, *next; ok && r; r = next) {
        next = r->next;
        if (r->after && c->grad_hooks.after) ok = c->grad_hooks.after(c, r->after, in, n->in_count, grads, n->out_count);
    }
    if (!ok && c->rules & RULES_ANOMALY) rules_tell_failure(c, n);
    if (ok) ok = hand_zeros(p, n, in);
    if (ok && c->rules & RULES_NAN) ok = rules_check_gradient(c, n, in);
    for (int i = 0; i < n->in_count; i++) {
        if (!in[i]) { /* nothing comes this way */
            if (ok && n->edges[i].leaf && n->edges[i].leaf->grad) ok = leaf_heard(p, n->edges[i].leaf);
            continue;
        }
        if (ok && n->backward && !(in[i] = fit_custom(c, n, i, in[i]))) ok = false;
        p->giver = n->backward ? NULL : n->op;
        if (ok && grad_wanted(n, i)) ok = deliver(p, &n->edges[i], in[i]);
        else if (in[i]) tensor_release(c, in[i]);
    }
    if (in != few) core_free(c, in, sizeof *in * n->in_count);
    return ok;
}

static bool run_all(Pass *p)
{
    Core *c = p->c;
    int done = 0;
    while (p->heap_count) {
        if ((++done & 63) == 0 && core_interrupted(c)) return false;
        int32_t at = heap_pop(p);
        Entry e = p->entries[at];
        GradNode *n = e.node;
        n->slot = -1;
        p->entries[at].node = NULL;
        p->entries[at].many = (Tensor **)(intptr_t)p->free_head;
        p->free_head = at;
        bool run = !p->wrt || n->mark & MARK_RUN, raw = p->wrt && c->raw_gradients;
        if (raw) capture(p, n, entry_grads(&e));
        bool ok = !n->watched || (raw && !run) || watch_outputs(p, n, entry_grads(&e));
        if (ok && p->wrt && !raw) capture(p, n, entry_grads(&e));
        if (ok && run) ok = run_node(p, n, entry_grads(&e));
        if (ok && run && !p->retain) grad_saved_release(c, n);
        entry_free(p, &e);
        if (!ok) return false;
    }
    return true;
}

/* ---- the ends ---- */
static Tensor *ones_like(Core *c, Tensor *t)
{
    Device *d = tensor_device(t);
    Tensor *made;
    if (works(c, GRAD_CHORE_ONES, NULL, t, NULL, &made)) return made;
    if (t->size == 1 && d->kind == DEVICE_CPU && !core_records(c) && !c->watch.call && !c->mode.dry) { /* the common head, a scalar */
        Tensor *one = tensor_like(c, t);
        char bytes[DTYPE_MAX_BYTES];
        if (!one) return NULL;
        dtype_store((DType)t->dtype, bytes, scalar_int(1));
        d->driver->copy_in(d, tensor_address(one), bytes, dtype_bytes((DType)t->dtype), c->site);
        return one;
    }
    Attr one[value_ATTRS] = {[value_value] = {.number = scalar_int(1)}};
    bool records = c->mode.grad[c->accent]; /* a constant, which depends on nothing */
    c->mode.grad[c->accent] = false;
    Tensor *ones = core_with(c, OP_fill, &t, 1, one);
    c->mode.grad[c->accent] = records;
    return ones;
}

static bool start(Pass *p, Tensor *const *heads, Tensor *const *head_grads, int n)
{
    Core *c = p->c;
    for (int i = 0; i < n; i++) {
        Tensor *head = heads[i], *g = head_grads ? head_grads[i] : NULL;
        GradEdge e;
        if (!grad_flows(head)) {
            core_fail(c, CE_NO_GRAPH, "head %d does not come from a recorded computation", i);
            c->error.numbers[0] = i;
            return false;
        }
        p->giver = NULL;
        if (!g && head->size != 1 && !accent_rules(c->accent)->heads_start_at_ones) {
            core_fail(c, CE_NOT_SCALAR, "head %d is no scalar: its gradient must be given", i);
            c->error.numbers[0] = i;
            return false;
        }
        if (g && !tensor_same_shape(g, head)) {
            core_fail(c, CE_SHAPE_MISMATCH, "the gradient for head %d has another shape than it", i);
            c->error.numbers[0] = i;
            memcpy(c->error.shapes[0].d, g->shape, sizeof *g->shape * g->ndim);
            c->error.shapes[0].n = g->ndim;
            memcpy(c->error.shapes[1].d, head->shape, sizeof *head->shape * head->ndim);
            c->error.shapes[1].n = head->ndim;
            return false;
        }
        if (!grad_edge_of(c, head, &e)) return false;
        g = g ? tensor_retain(g) : ones_like(c, head);
        bool ok = g && deliver(p, &e, g);
        grad_edge_release(c, &e);
        if (!ok) return false;
    }
    return true;
}

/* Leaves get what was collected: all sums are made ready first, then given, so that a failure changes none. */
static bool give_leaves(Pass *p)
{
    Core *c = p->c;
    for (int i = 0; i < p->leaf_count; i++) {
        LeafSum *l = &p->leaves[i];
        GradRecord *r = l->leaf->grad;
        if (!run_hooks(p, i) || !give_leaf(p, i)) return false;
        if (r->taken || p->leaves[i].given) continue;
        if (r->req == GRAD_ADD && r->grad && p->create) {
            l->sum = add(p, tensor_retain(r->grad), l->sum);
            if (!l->sum) return false;
        } else if (!(r->grad && !p->create)) {
            l->sum = leaf_gradient(c, l->sum, l->leaf, p->create);
            if (!l->sum) return false;
        }
    }
    for (int i = 0; i < p->leaf_count; i++) {
        LeafSum *l = &p->leaves[i];
        GradRecord *r = l->leaf->grad;
        if (r->taken || l->given) continue;
        if (r->grad && !p->create) { /* the array that x.grad names stays the same one */
            Arg in[2] = {arg_tensor(r->grad), arg_tensor(l->sum)};
            Tensor *out = r->grad;
            bool sum = r->req == GRAD_ADD;
            if ((!sum || (l->summed && tensor_is_cleared(out))) && tensor_trade(c, out, l->sum)) continue;
            if (tensor_is_cleared(out) && !storage_ready(out->storage, true)) return false;
            if (!core_call(c, sum ? OP_add : OP_copy, GRADIENT_ACCENT, c->site, sum ? in : in + 1, sum ? 2 : 1, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &out)) return false;
            tensor_release(c, out);
            continue;
        }
        Tensor *before = r->grad;
        r->grad = l->sum;
        l->sum = before;
        l->given = true;
    }
    return true;
}

/* What the pass was to compute failed after all. */
static void take_back(Pass *p)
{
    for (int i = 0; i < p->leaf_count; i++) {
        LeafSum *l = &p->leaves[i];
        if (!l->given || !l->leaf->grad) continue;
        Tensor *sum = l->leaf->grad->grad;
        l->leaf->grad->grad = l->sum;
        l->sum = sum;
        l->given = false;
    }
}

typedef struct Kept { CoreMode mode; uint32_t site; Accent accent; uint16_t casts; bool queues; } Kept;

static Kept enter(Core *c, bool create)
{
    Kept k = {c->mode, c->site, c->accent, c->rules & RULES_CAST, c->pass_queues};
    c->pass_queues = accent_rules(c->accent)->queues;
    c->rules &= (uint16_t)~RULES_CAST; /* gradients have their operands' dtypes */
    for (int a = 0; a < ACCENT_COUNT; a++) c->mode.grad[a] = create;
    return k;
}

static void leave(Core *c, const Kept *k)
{
    c->mode = k->mode;
    c->rules |= k->casts;
    c->site = k->site;
    c->accent = k->accent;
    c->pass_queues = k->queues;
}

/* ---- what a pass will go over ---- */
typedef struct Found { GradNode **nodes; int count, capacity; } Found;

static bool found_push(Core *c, Found *f, GradNode *n, uint8_t mark)
{
    if (n->mark & mark) return true;
    if (f->count == f->capacity) {
        int capacity = f->capacity ? f->capacity * 2 : 64;
        GradNode **more = core_alloc(c, sizeof *more * (size_t)capacity);
        if (!more) return false;
        if (f->count) memcpy(more, f->nodes, sizeof *more * (size_t)f->count);
        if (f->nodes) core_free(c, f->nodes, sizeof *f->nodes * (size_t)f->capacity);
        f->nodes = more;
        f->capacity = capacity;
    }
    n->mark |= mark;
    f->nodes[f->count++] = n;
    return true;
}

/* All nodes that the heads come from, with this mark. */
static bool found_all(Core *c, Found *f, Tensor *const *heads, int n, uint8_t mark)
{
    for (int i = 0; i < n; i++) {
        GradNode *node = grad_node_of(c, heads[i]);
        if (node && !found_push(c, f, node, mark)) return false;
    }
    for (int at = 0; at < f->count; at++)
        for (int i = 0; i < f->nodes[at]->in_count; i++)
            if (f->nodes[at]->edges[i].node && !found_push(c, f, f->nodes[at]->edges[i].node, mark)) return false;
    return true;
}

static void found_close(Core *c, Found *f, uint8_t marks)
{
    for (int i = 0; i < f->count; i++) f->nodes[i]->mark &= (uint8_t)~marks;
    if (f->nodes) core_free(c, f->nodes, sizeof *f->nodes * (size_t)f->capacity);
}

static void await_leaf(Pass *p, const Tensor *leaf)
{
    GradRecord *r = leaf ? leaf->grad : NULL;
    if (!r || (!r->hooks && !p->c->grad_hooks.chore)) return;
    if (r->awaited_by != p->id) r->awaited = 0;
    r->awaited_by = p->id;
    r->awaited++;
}

/* How many parts of their gradients leaves with hooks will be handed: where a step on the way does not run, its leaves' hooks run at the end. */
static bool count_parts(Pass *p, Tensor *const *heads, int n)
{
    Found found = {NULL, 0, 0};
    bool ok = found_all(p->c, &found, heads, n, MARK_COUNTED);
    for (int i = 0; i < n; i++)
        if (grad_is_leaf(heads[i])) await_leaf(p, heads[i]);
    for (int at = 0; at < found.count; at++)
        for (int i = 0; i < found.nodes[at]->in_count; i++) await_leaf(p, found.nodes[at]->edges[i].leaf);
    found_close(p->c, &found, MARK_COUNTED);
    return ok;
}

bool grad_backward(Core *c, Tensor *const *heads, Tensor *const *head_grads, int n, int flags)
{
    core_reads(c, "a gradient that is asked for");
    Pass p;
    pass_open(&p, c, flags);
    bool bundled = bundle_begin(c, heads, n, flags, head_grads != NULL);
    Kept k = enter(c, p.create);
    bool ok = ((!c->hooked && !c->grad_hooks.chore) || count_parts(&p, heads, n)) && start(&p, heads, head_grads, n);
    c->accent = GRADIENT_ACCENT;
    ok = ok && run_all(&p) && give_leaves(&p);
    if (bundled && !bundle_end(c, ok, p.leaf_count ? p.leaves[0].leaf : NULL)) {
        if (ok) take_back(&p);
        ok = false;
    }
    pass_close(&p);
    leave(c, &k);
    return ok;
}

/* ---- only towards some tensors ---- */
static int by_age(const void *a, const void *b)
{
    const GradNode *x = *(GradNode *const *)a, *y = *(GradNode *const *)b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Which nodes lead to one of wrt (NEEDED) and which have an operand that does (RUN). */
static bool mark_needed(Pass *p, Found *f, Tensor *const *heads, int n)
{
    Core *c = p->c;
    if (!found_all(c, f, heads, n, MARK_SEEN)) return false;
    if (f->count) qsort(f->nodes, (size_t)f->count, sizeof *f->nodes, by_age);
    for (int i = 0; i < p->wrt_count; i++) {
        GradNode *node = grad_node_of(c, p->wrt[i]);
        if (node && node->mark & MARK_SEEN) node->mark |= MARK_NEEDED;
    }
    for (int at = 0; at < f->count; at++) {
        GradNode *node = f->nodes[at];
        for (int i = 0; i < node->in_count; i++) {
            const GradEdge *e = &node->edges[i];
            if ((e->node && e->node->mark & MARK_NEEDED) || (e->leaf && is_wrt_leaf(p, e->leaf))) node->mark |= MARK_NEEDED | MARK_RUN;
        }
    }
    return true;
}

bool grad_of(Core *c, Tensor *const *heads, Tensor *const *head_grads, int n, Tensor *const *wrt, int wrt_n, int flags, bool allow_unused, Tensor **out)
{
    core_reads(c, "a gradient that is asked for");
    for (int i = 0; i < wrt_n; i++) out[i] = NULL;
    for (int i = 0; i < wrt_n; i++) {
        if (grad_flows(wrt[i])) continue;
        core_fail(c, CE_NO_GRAPH, "tensor %d takes no part in a recorded computation", i);
        c->error.numbers[0] = i;
        c->error.numbers[1] = 1;
        return false;
    }
    Pass p;
    Found found = {NULL, 0, 0};
    pass_open(&p, c, flags);
    p.wrt = wrt;
    p.wrt_count = wrt_n;
    p.captured = out;
    bool bundled = bundle_begin(c, heads, n, flags, (uint64_t)wrt_n << 1 | (head_grads != NULL));
    Kept k = enter(c, p.create);
    bool ok = mark_needed(&p, &found, heads, n) && start(&p, heads, head_grads, n);
    c->accent = GRADIENT_ACCENT;
    ok = ok && run_all(&p);
    for (int i = 0; i < p.leaf_count && ok; i++) {
        GradRecord *r = p.leaves[i].leaf->grad;
        if (r->hooks && c->grad_hooks.run && !c->raw_gradients && !(p.leaves[i].sum = c->grad_hooks.run(c, r->hooks, p.leaves[i].sum, false))) ok = false;
    }
    for (int i = 0; i < wrt_n && ok; i++) {
        for (int l = 0; l < p.leaf_count && !out[i]; l++)
            if (p.leaves[l].leaf == wrt[i] && p.leaves[l].sum) out[i] = tensor_retain(p.leaves[l].sum);
        if (out[i] || allow_unused) continue;
        core_fail(c, CE_UNUSED_IN_GRAPH, "tensor %d was not used in the graph", i);
        c->error.numbers[0] = i;
        ok = false;
    }
    if (bundled && !bundle_end(c, ok, p.leaf_count ? p.leaves[0].leaf : NULL)) ok = false;
    for (int i = 0; i < wrt_n && !ok; i++)
        if (out[i]) {
            tensor_release(c, out[i]);
            out[i] = NULL;
        }
    found_close(c, &found, MARK_SEEN | MARK_NEEDED | MARK_RUN);
    pass_close(&p);
    leave(c, &k);
    return ok;
}

/* ---- between devices ---- */
static bool move_backward(Core *c, GradNode *n, Tensor *const *g, Tensor **in, void *data)
{
    (void)data;
    in[0] = tensor_to(c, g[0], n->inputs[0].device, (DType)n->inputs[0].dtype, false, c->site);
    return in[0] != NULL;
}

/* A function of its operand that lets nothing through: MXNet's BlockGrad writes zeros where nobody else adds. */
static bool stop_backward(Core *c, GradNode *n, Tensor *const *g, Tensor **in, void *data)
{
    (void)data;
    in[0] = grad_zeros(c, n->inputs[0].device, (DType)n->inputs[0].dtype, g[0]->shape, g[0]->ndim);
    return in[0] != NULL;
}

bool grad_record_stop(Core *c, Tensor *from, Tensor *to)
{
    core_reads(c, "a gradient that ends");
    if (!core_records(c) || !grad_flows(from) || !dtype_is_inexact((DType)to->dtype)) return true;
    grad_custom(c, "stop", &from, 1, &to, 1, stop_backward, NULL, NULL);
    return core_error(c)->kind == CORE_OK;
}

bool grad_record_move(Core *c, Tensor *from, Tensor *to)
{
    if (!core_records(c) || !grad_flows(from) || !dtype_is_inexact((DType)to->dtype)) return true;
    grad_custom(c, "to_copy", &from, 1, &to, 1, move_backward, NULL, NULL);
    return core_error(c)->kind == CORE_OK;
}
