/* grad.c: the nodes and records of the tape: making them from calls, freeing them, what gradient functions read from them.
 *
 * A node is one block of memory with all its lists behind it. Freeing a long chain uses a list of doomed nodes, not the stack.
 */
#include "grad.h"

#include <string.h>

#include "bundle.h"
#include "grad_impl.h"

bool grad_none(Core *c, GradNode *n, Tensor *const *out, Tensor **in);

bool grad_base_flows(const Tensor *t) { return t->grad->base && (t->grad->base->flags & T_REQUIRES_GRAD); }

/* ---- records ---- */
GradRecord *grad_record_get(Core *c, Tensor *t)
{
    if (t->grad) return t->grad;
    GradRecord *r = core_take(c, sizeof *r);
    if (!r) return NULL;
    *r = (GradRecord){.node = NULL};
    return t->grad = r;
}

static void unwatch(GradRecord *r)
{
    if (!r->watched) return;
    for (GradRecord **at = &r->node->watched; *at; at = &(*at)->next)
        if (*at == r) {
            *at = r->next;
            break;
        }
    r->watched = false;
}

static void watch(GradRecord *r)
{
    if (r->watched || !r->node) return;
    r->next = r->node->watched;
    r->node->watched = r;
    r->watched = true;
}

static void record_free(Core *c, GradRecord *r)
{
    if (r->hooks) c->hooked--;
    if (r->hooks && c->grad_hooks.free) c->grad_hooks.free(c, r->hooks);
    if (r->after && c->grad_hooks.free) c->grad_hooks.free(c, r->after);
    if (r->grad) tensor_release(c, r->grad);
    if (r->base) tensor_release(c, r->base);
    core_give(c, r, sizeof *r);
}

void grad_record_come_from(Core *c, GradRecord *r, GradNode *node, int output)
{
    GradNode *old = r->node;
    bool again = r->hooks || r->retain;
    unwatch(r);
    r->node = node;
    r->output = (uint16_t)output;
    if (again) watch(r);
    if (old) grad_node_release(c, old);
}

void grad_forget(Core *c, Tensor *t)
{
    GradRecord *r = t->grad;
    if (r->passed) bundle_forget(c, t);
    t->grad = NULL;
    GradNode *node = r->node;
    if (node && (r->hooks || r->after) && node->refs > 1) { /* hooks run as long as the graph lives */
        r->orphan = true;
        r->retain = false;
        r->node = NULL;
        if (r->grad) tensor_release(c, r->grad);
        if (r->base) tensor_release(c, r->base);
        r->grad = r->base = NULL;
        grad_node_release(c, node);
        return;
    }
    unwatch(r);
    record_free(c, r);
    if (node) grad_node_release(c, node);
}

void grad_detach(Core *c, Tensor *t)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    GradRecord *r = t->grad;
    t->flags &= (uint8_t)~T_REQUIRES_GRAD;
    if (!r) return;
    grad_record_come_from(c, r, NULL, 0);
    Tensor *base = r->base;
    r->base = NULL;
    if (base) tensor_release(c, base);
}

Tensor *grad_zeros(Core *c, Device *device, DType dtype, const int64_t *shape, int ndim)
{
    Tensor *zeros = tensor_new(c, device, dtype, shape, ndim);
    if (!zeros || block_was_zeros(zeros->storage->block)) return zeros; /* its pages stay the system's until somebody writes a gradient */
    Tensor *out = zeros;
    Arg in = arg_tensor(zeros);
    Attr value[value_ATTRS] = {[value_value] = {.number = scalar_int(0)}};
    if (!core_call(c, OP_fill, PLAIN_ACCENT, c->site, &in, 1, value, CALL_NO_GRAD | CALL_OUT_GIVEN, &out)) {
        tensor_release(c, zeros);
        return NULL;
    }
    tensor_release(c, out);
    return zeros;
}

/* GRAD_DTYPE: dtype */
bool grad_attach(Core *c, Tensor *t, GradReq req)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    bool attaches = accent_rules(c->accent)->any_dtype_has_grad;
    if (!dtype_is_inexact((DType)t->dtype) && !attaches) {
        core_fail(c, CE_GRAD_DTYPE, "only floating point tensors have gradients, not %s", dtype_info[t->dtype].name);
        c->error.numbers[0] = t->dtype;
        return false;
    }
    if (t->flags & T_INFERENCE && !attaches && !(c->rules & RULES_INFERENCE)) {
        core_fail(c, CE_INFERENCE_TENSOR, "an inference tensor collects no gradients");
        c->error.numbers[0] = INFERENCE_REQUIRES_GRAD;
        return false;
    }
    if (attaches) grad_detach(c, t);
    GradRecord *r = grad_record_get(c, t);
    if (!r) return false;
    r->req = (uint8_t)req;
    t->flags |= T_REQUIRES_GRAD;
    if (!attaches || req == GRAD_NULL) return true;
    Tensor *zeros = grad_zeros(c, tensor_device(t), (DType)t->dtype, t->shape, t->ndim);
    if (!zeros) return false;
    if (r->grad) tensor_release(c, r->grad);
    r->grad = zeros;
    return true;
}

bool grad_become(Core *c, Tensor *t, Tensor *from)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    if (core_records(c) && grad_flows(t) && grad_is_leaf(t)) return core_fail(c, CE_LEAF_IN_PLACE, "a leaf that takes part in gradients is not changed in place");
    GradNode *n = grad_flows(from) ? grad_node_of(c, from) : NULL;
    GradRecord *r = n ? grad_record_get(c, t) : NULL;
    if ((n && !r) || !tensor_take_data(c, t, from)) return false;
    if (!n) return true;
    n->refs++;
    grad_record_come_from(c, r, n, from->grad->output);
    r->version = t->storage->version;
    t->flags |= T_REQUIRES_GRAD;
    return true;
}

bool grad_retain(Core *c, Tensor *t)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    GradRecord *r = grad_record_get(c, t);
    if (!r) return false;
    if (t->flags & T_REQUIRES_GRAD && r->node) {
        if (!r->retain) r->retain_late = r->hooks != NULL;
        r->retain = true;
        watch(r);
    }
    return true;
}

bool grad_set_hooks(Core *c, Tensor *t, void *hooks)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    GradRecord *r = grad_record_get(c, t);
    if (!r) {
        if (c->grad_hooks.free) c->grad_hooks.free(c, hooks);
        return false;
    }
    if (!r->hooks) c->hooked++;
    r->hooks = hooks;
    watch(r);
    return true;
}

void grad_taken(Tensor *t)
{
    if (t->grad) t->grad->taken = true;
}

/* They hang on the record of a stand-in of its own, which stays with the step whatever its results become. */
void **grad_step_hooks(Core *c, GradNode *n)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    for (GradRecord *r = n->watched; r; r = r->next)
        if (r->after) return &r->after;
    Tensor *stand_in = grad_stand_in(c, n, 0);
    GradRecord *r = stand_in ? grad_record_get(c, stand_in) : NULL;
    if (r) {
        r->after = &r->after; /* (not free, so that it stays) */
        watch(r);
    }
    if (stand_in) tensor_release(c, stand_in);
    if (!r) return NULL;
    r->after = NULL;
    return &r->after;
}

void grad_clear(Core *c, Tensor *t)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    if (!t->grad || !t->grad->grad) return;
    Tensor *old = t->grad->grad;
    t->grad->grad = NULL;
    tensor_release(c, old);
}

bool grad_set(Core *c, Tensor *t, Tensor *grad)
{
    core_spoils(c, "a tensor whose part in gradients changes");
    GradRecord *r = grad_record_get(c, t);
    if (!r) return false;
    tensor_retain(grad);
    if (r->grad) tensor_release(c, r->grad);
    r->grad = grad;
    return true;
}

void core_set_grad_hooks(Core *c, CoreGradHooks hooks) { c->grad_hooks = hooks; }
void core_set_grad_chores(Core *c, bool (*chore)(Core *, GradChore, Tensor *, Tensor *, Tensor *, Tensor **)) { c->grad_hooks.chore = chore; }
void core_set_raw_gradients(Core *c, bool raw) { c->raw_gradients = raw; }
void core_pack_saved(Core *c, bool on) { c->packs_saved = on; }

/* ---- nodes ---- */
void grad_edge_release(Core *c, GradEdge *e)
{
    GradNode *node = e->node;
    Tensor *leaf = e->leaf;
    e->node = NULL;
    e->leaf = NULL;
    if (node) grad_node_release(c, node);
    if (leaf) tensor_release(c, leaf);
}

void grad_saved_release(Core *c, GradNode *n)
{
    for (int i = 0; i < n->saved_count; i++) {
        Saved *saved = &n->saved[i];
        if (saved->is_packed && saved->packed) {
            void *packed = saved->packed;
            saved->packed = NULL;
            c->grad_hooks.drop(c, packed);
            continue;
        }
        Storage *s = saved->storage;
        saved->storage = NULL;
        if (s) storage_release(c, s);
    }
    n->freed = true;
}

static void node_free(Core *c, GradNode *n)
{
    for (int i = 0; i < n->in_count; i++) grad_edge_release(c, &n->edges[i]);
    grad_saved_release(c, n);
    for (GradRecord *r = n->watched, *next; r; r = next) {
        next = r->next;
        r->watched = false;
        if (r->orphan) record_free(c, r);
    }
    if (n->trace) core_free(c, n->trace, sizeof *n->trace * (n->trace[0] + 1));
    if (n->free_data) n->free_data(c, n->data);
    core_free(c, n, n->bytes);
}

void grad_node_release(Core *c, GradNode *n)
{
    if (--n->refs) return;
    n->next = c->grad_doomed;
    c->grad_doomed = n;
    if (c->grad_draining) return; /* the loop below is at work further up */
    c->grad_draining = true;
    while (c->grad_doomed) {
        n = c->grad_doomed;
        c->grad_doomed = n->next;
        node_free(c, n);
    }
    c->grad_draining = false;
}

bool grad_edge_of(Core *c, Tensor *t, GradEdge *e)
{
    GradRecord *r = t->grad;
    *e = (GradEdge){NULL, NULL, 0};
    if (r && r->base && r->version != t->storage->version && !grad_view_refresh(c, t)) return false;
    if (!(t->flags & T_REQUIRES_GRAD)) return true;
    if (r->node) {
        e->node = r->node;
        e->node->refs++;
        e->output = r->output;
    } else
        e->leaf = tensor_retain(t);
    return true;
}

GradNode *grad_node_of(Core *c, Tensor *t)
{
    GradRecord *r = t->grad;
    if (!r) return NULL;
    if (r->base && r->version != t->storage->version && !grad_view_refresh(c, t)) return NULL;
    return r->node;
}

/* In anomaly mode it keeps the lines of the forward pass. */
static inline void number(Core *c, GradNode *n)
{
    n->order = ++c->grad_order;
    if (c->rules & RULES_ANOMALY) rules_trace(c, n);
}

/* Memory for a node with its lists; `numbers` int64_t for shapes and strides. Edges are empty and nothing is saved; the rest of the lists is the caller's to
 * fill in. */
typedef struct NodeRoom { int64_t *numbers; char *bytes; } NodeRoom;

static inline GradNode *node_new(Core *c, int in_count, int out_count, int attr_count, int saved_count, size_t numbers, size_t text, NodeRoom *room)
{
    size_t bytes = sizeof(GradNode) + sizeof(GradEdge) * (size_t)in_count + sizeof(InputInfo) * (size_t)in_count + sizeof(OutputInfo) * (size_t)out_count
                   + sizeof(Attr) * (size_t)attr_count + sizeof(Saved) * (size_t)saved_count + numbers * sizeof(int64_t) + text;
    GradNode *n = core_alloc(c, bytes);
    if (!n) return NULL;
    GradEdge *edges = (GradEdge *)(n + 1);
    Saved *saved = (Saved *)(edges + in_count);
    InputInfo *inputs = (InputInfo *)(saved + saved_count);
    OutputInfo *outputs = (OutputInfo *)(inputs + in_count);
    Attr *attrs = (Attr *)(outputs + out_count);
    *n = (GradNode){.refs = 1, .site = c->site, .accent = (uint8_t)c->accent, .bytes = (uint32_t)bytes, .edges = edges, .saved = saved, .inputs = inputs,
                    .outputs = outputs, .attrs = attrs, .in_count = (uint16_t)in_count, .out_count = (uint16_t)out_count, .attr_count = (uint8_t)attr_count,
                    .saved_count = (uint8_t)saved_count};
    for (int i = 0; i < in_count; i++) edges[i] = (GradEdge){NULL, NULL, 0};
    for (int i = 0; i < saved_count; i++) saved[i].storage = NULL, saved[i].is_packed = false;
    room->numbers = (int64_t *)(attrs + attr_count);
    room->bytes = (char *)(room->numbers + numbers);
    return n;
}

static const int64_t *keep(NodeRoom *room, const int64_t *from, int n)
{
    int64_t *to = room->numbers;
    for (int i = 0; i < n; i++) to[i] = from[i];
    room->numbers += n;
    return to;
}

static void note_input(InputInfo *info, const Tensor *t, NodeRoom *room)
{
    *info = (InputInfo){.dtype = t->dtype, .ndim = t->ndim, .present = true, .apart = !tensor_is_contiguous(t), .device = tensor_device(t)};
    info->shape = keep(room, t->shape, t->ndim);
}

static void note_output(OutputInfo *info, const Tensor *t, NodeRoom *room)
{
    info->dtype = t->dtype;
    info->ndim = t->ndim;
    info->shape = keep(room, t->shape, t->ndim);
}

static inline void save(Saved *s, const Tensor *t, uint32_t version, NodeRoom *room)
{
    s->storage = t->storage;
    storage_retain(s->storage);
    s->offset = t->offset;
    s->version = version;
    s->strides = tensor_is_contiguous(t) ? NULL : keep(room, t->strides, t->ndim);
}

/* The same by the binding's hooks. */
static bool pack(Core *c, Saved *s, Tensor *t)
{
    Tensor *view = tensor_view(c, t, t->shape, t->strides, t->ndim, t->offset);
    s->packed = view ? c->grad_hooks.pack(c, view) : NULL;
    s->is_packed = s->packed != NULL;
    if (view) tensor_release(c, view);
    return s->is_packed;
}

/* Products keep an operand for the other's gradient alone. */
static bool is_asked_for(const Op *op, const Arg *in, int in_count, int i)
{
    switch (op->id) {
    case OP_multiply: case OP_matmul: case OP_dot: case OP_bmm: case OP_outer: case OP_linear: break;
    default: return true;
    }
    return i > 1 || in_count < 2 || (in[1 - i].tensor && grad_flows(in[1 - i].tensor));
}

static int count_bits(unsigned x) { return __builtin_popcount(x); }

/* The attributes, and what their lists and texts need. */
static size_t attrs_room(const Op *op, const Attr *attrs, size_t *text)
{
    size_t numbers = 0;
    for (int i = 0; i < op->attr_count; i++) {
        AttrType type = op_attr_info(op, i)->type;
        if (type == ATTR_INTS && attrs[i].ints.count > 0) numbers += (size_t)attrs[i].ints.count;
        else if (type == ATTR_TEXT && attrs[i].text) *text += strlen(attrs[i].text) + 1;
    }
    return numbers;
}

static void keep_attrs(GradNode *n, const Attr *attrs, NodeRoom *room)
{
    for (int i = 0; i < n->attr_count; i++) {
        n->attrs[i] = attrs[i];
        AttrType type = op_attr_info(n->op, i)->type;
        if (type == ATTR_INTS && attrs[i].ints.count > 0) n->attrs[i].ints.d = keep(room, attrs[i].ints.d, attrs[i].ints.count);
        else if (type == ATTR_TEXT && attrs[i].text) {
            size_t length = strlen(attrs[i].text) + 1;
            n->attrs[i].text = memcpy(room->bytes, attrs[i].text, length);
            room->bytes += length;
        }
    }
}

static bool any_flows(const Call *call)
{
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (t && grad_flows(t) && !grad_is_over(t)) return true;
    }
    return false;
}

/* The first operand that the call writes over; -1: none. */
static int written_operand(const Call *call, const Tensor *given)
{
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor == given) return i;
    return -1;
}

bool grad_keep_before(Call *call, Tensor *given)
{
    Core *c = call->core;
    if (!core_records(c) || !dtype_is_inexact((DType)given->dtype)) return true;
    int at = written_operand(call, given);
    if (at < 0 || at >= MAX_INPUTS_FIXED || !(call->op->save >> at & 1) || !any_flows(call) || !is_asked_for(call->op, call->in, call->in_count, at)) return true;
    core_spoils(c, "an operand that is written over and whose gradient reads it");
    Arg in = arg_tensor(given);
    return core_call_plainly(c, OP_copy, call->accent, call->site, &in, 1, NULL, CALL_NO_GRAD, &call->before);
}

GradNode *grad_node_of_call(Call *call)
{
    Core *c = call->core;
    const Op *op = call->op;
    unsigned saves = op->save;
    int ins = call->in_count < MAX_INPUTS_FIXED ? call->in_count : MAX_INPUTS_FIXED;
    saves &= 0xFF00 | ((1u << ins) - 1);
    if (op->id == OP_recurrent && !grad_recurrent_twice(call->accent, call->device)) saves &= ~(unsigned)SAVE_I0; /* only a second gradient wants it */
    size_t numbers = 0, text = 0;
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) numbers += 2u * call->in[i].tensor->ndim;
    for (int i = 0; i < call->out_count; i++) numbers += 2u * call->out[i]->ndim;
    if (op->attr_count) numbers += attrs_room(op, call->attrs, &text);
    NodeRoom room;
    GradNode *n = node_new(c, call->in_count, call->out_count, op->attr_count, count_bits(saves), numbers, text, &room);
    if (!n) return NULL;
    n->op = op;
    n->save = (uint16_t)saves;
    n->device = call->device;
    n->site = call->site;
    n->accent = (uint8_t)call->accent;
    Saved *s = n->saved;
    bool in_place = call->flags & CALL_OUT_GIVEN;
    int was_there = call->before ? written_operand(call, call->out[0]) : -1;
    for (int i = 0; i < call->in_count; i++) {
        Tensor *t = call->in[i].tensor;
        InputInfo *info = &n->inputs[i];
        if (!t) {
            *info = (InputInfo){.number = true};
            info->value = call->in[i].number;
            if (saves >> i & 1 && i < MAX_INPUTS_FIXED) s++;
            continue;
        }
        note_input(info, t, &room);
        if (op->id == OP_as_strided) {
            info->strides = keep(&room, t->strides, t->ndim);
            info->offset = t->offset;
        }
        if (i < MAX_INPUTS_FIXED && saves >> i & 1) {
            Tensor *read = was_there == i ? call->before : t;
            /* what else was written in place is no longer what it was: any older version says so */
            bool lies_under = in_place && read->storage == call->out[0]->storage, packs = c->packs_saved && !lies_under && is_asked_for(op, call->in, call->in_count, i);
            if (!packs) save(s, read, read->storage->version - lies_under, &room);
            else if (!pack(c, s, read)) return grad_node_release(c, n), NULL;
            s++;
        }
        if (grad_is_over(t) || grad_edge_of(c, t, &n->edges[i])) continue;
        grad_node_release(c, n);
        return NULL;
    }
    for (int i = 0; i < call->out_count; i++) {
        note_output(&n->outputs[i], call->out[i], &room);
        if (saves >> (8 + i) & 1 && !c->packs_saved) save(s++, call->out[i], call->out[i]->storage->version, &room);
        else if (saves >> (8 + i) & 1 && !pack(c, s++, call->out[i])) return grad_node_release(c, n), NULL;
    }
    keep_attrs(n, call->attrs, &room);
    number(c, n);
    return n;
}

/* The node of an elementwise call of at most two operands, each a number or of the one shape, dtype and device of its only result. */
static GradNode *node_of_quick(Core *c, const Op *op, const Arg *in, Tensor *out)
{
    unsigned saves = op->save & (SAVE_O0 | ((1u << op->in_count) - 1));
    int saved_count = (int)((saves & 1) + (saves >> 1 & 1) + (saves >> 8 & 1)), ndim = out->ndim;
    NodeRoom room;
    GradNode *n = node_new(c, op->in_count, 1, 0, saved_count, 3u * (size_t)ndim, 0, &room);
    if (!n) return NULL;
    n->op = op;
    n->save = (uint16_t)saves;
    n->device = tensor_device(out);
    note_output(&n->outputs[0], out, &room);
    Saved *s = n->saved;
    for (int i = 0; i < op->in_count; i++) {
        Tensor *t = in[i].tensor;
        InputInfo *info = &n->inputs[i];
        if (t) *info = (InputInfo){.dtype = out->dtype, .ndim = out->ndim, .present = true, .device = n->device, .shape = n->outputs[0].shape};
        else *info = (InputInfo){.number = true, .value = in[i].number};
        if (saves >> i & 1) {
            if (t && !(c->packs_saved && is_asked_for(op, in, op->in_count, i))) save(s, t, t->storage->version, &room);
            else if (t && !pack(c, s, t)) return grad_node_release(c, n), NULL;
            s++;
        }
        if (!t || !t->grad || grad_is_over(t) || grad_edge_of(c, t, &n->edges[i])) continue;
        grad_node_release(c, n);
        return NULL;
    }
    if (saves & SAVE_O0 && !c->packs_saved) save(s, out, out->storage->version, &room);
    else if (saves & SAVE_O0 && !pack(c, s, out)) return grad_node_release(c, n), NULL;
    number(c, n);
    return n;
}

GradNode *grad_node_custom(Core *c, int in_count, int out_count, Tensor *const *out)
{
    size_t numbers = 0;
    NodeRoom room;
    for (int i = 0; i < out_count; i++) numbers += out[i]->ndim;
    GradNode *n = node_new(c, in_count, out_count, 0, 0, numbers, 0, &room);
    if (!n) return NULL;
    memset(n->inputs, 0, sizeof *n->inputs * (size_t)in_count);
    for (int i = 0; i < out_count; i++) note_output(&n->outputs[i], out[i], &room);
    if (out_count) n->device = tensor_device(out[0]);
    return n;
}

/* ---- recording ---- */
/* t is the node's result of that number. */
static bool come_from(Core *c, Tensor *t, GradNode *node, int output)
{
    GradRecord *r = grad_record_get(c, t);
    if (!r) return false;
    node->refs++;
    grad_record_come_from(c, r, node, output);
    t->flags |= T_REQUIRES_GRAD;
    return true;
}

/* MXNet's arrays of any dtype have gradients, and what hands none on is recorded too: it gives zeros. */
static bool may_have_grad(const Core *c, const Tensor *t) { return dtype_is_inexact((DType)t->dtype) || accent_rules(c->accent)->any_dtype_has_grad; }

bool grad_record_quick(Core *c, const Op *op, const Arg *in, Tensor *out)
{
    bool flows = false;
    for (int i = 0; i < op->in_count; i++) {
        const Tensor *t = in[i].tensor;
        flows = flows || (t && grad_flows(t) && !grad_is_over(t));
    }
    if (!flows || (op->grad == grad_none && !accent_rules(c->accent)->any_dtype_has_grad)) return true;
    GradNode *n = node_of_quick(c, op, in, out);
    bool ok = n && come_from(c, out, n, 0);
    if (n) grad_node_release(c, n);
    return ok;
}

bool grad_record(Call *call)
{
    Core *c = call->core;
    const Op *op = call->op;
    bool view = op->view && accent_rules(call->accent)->tracks_views && call->out[0]->flags & T_VIEW;
    if (view && !grad_record_view(call)) return false;
    if (!core_records(c)) return true;
    if (call->flags & CALL_OUT_GIVEN) return grad_record_in_place(call);
    if (!any_flows(call) || (op->grad == grad_none && (!accent_rules(c->accent)->any_dtype_has_grad || call->out_count > 1 || op->random))) return true;
    bool any = false;
    for (int i = 0; i < call->out_count; i++) any = any || may_have_grad(c, call->out[i]);
    if (!any) return true;
    GradNode *n = grad_node_of_call(call);
    if (!n) return false;
    for (int i = 0; i < call->out_count; i++) {
        if (!may_have_grad(c, call->out[i]) || come_from(c, call->out[i], n, i)) continue;
        grad_node_release(c, n);
        return false;
    }
    grad_node_release(c, n);
    return true;
}

GradNode *grad_custom(Core *c, const char *name, Tensor *const *in, int in_count, Tensor **out, int out_count, GradCustomFn backward,
                      void (*free_data)(Core *, void *), void *data)
{
    core_spoils(c, "a gradient of its own");
    bool flows = false;
    for (int i = 0; i < in_count; i++) flows = flows || (in[i] && grad_flows(in[i]) && !grad_is_over(in[i]));
    GradNode *n = flows && core_records(c) ? grad_node_custom(c, in_count, out_count, out) : NULL;
    if (!n) {
        if (free_data) free_data(c, data);
        return NULL;
    }
    n->backward = backward;
    n->free_data = free_data;
    n->custom_name = name;
    n->data = data;
    bool ok = true;
    for (int i = 0; i < in_count && ok; i++) {
        if (!in[i]) continue;
        n->inputs[i] = (InputInfo){.present = true, .dtype = in[i]->dtype, .device = tensor_device(in[i])};
        ok = grad_is_over(in[i]) || grad_edge_of(c, in[i], &n->edges[i]);
    }
    number(c, n);
    for (int i = 0; i < out_count && ok; i++)
        if (dtype_is_inexact((DType)out[i]->dtype)) ok = come_from(c, out[i], n, i);
    bool kept = n->refs > 1;
    grad_node_release(c, n);
    return ok && kept ? n : NULL;
}

/* ---- looking at the graph ---- */
Tensor *grad_stand_in(Core *c, GradNode *n, int i)
{
    static const int64_t none[1] = {0};
    Tensor *t = tensor_new(c, n->device ? n->device : device_cpu(c), DT_FLOAT32, none, 1);
    if (t && come_from(c, t, n, i)) return t;
    if (t) tensor_release(c, t);
    return NULL;
}

typedef struct Operands { int count; GradEdge edges[]; } Operands;

static size_t operands_room(int count) { return sizeof(Operands) + sizeof(GradEdge) * (size_t)count; }

static void operands_free(Core *c, void *data)
{
    Operands *o = data;
    for (int i = 0; i < o->count; i++) grad_edge_release(c, &o->edges[i]);
    core_free(c, o, operands_room(o->count));
}

bool grad_note_operands(Core *c, GradNode *n, Tensor *const *given, int count)
{
    if (!n->op || n->data) return true;
    Operands *o = core_alloc(c, operands_room(count));
    if (!o) return false;
    o->count = count;
    bool ok = true;
    for (int i = 0; i < count; i++) {
        o->edges[i] = (GradEdge){NULL, NULL, 0};
        ok = ok && (!given[i] || !given[i]->grad || grad_edge_of(c, given[i], &o->edges[i]));
    }
    n->data = o;
    n->free_data = operands_free;
    return ok;
}

const GradEdge *grad_operands(const GradNode *n, int *count)
{
    if (!n->op || n->free_data != operands_free) return NULL;
    *count = ((Operands *)n->data)->count;
    return ((Operands *)n->data)->edges;
}

/* ---- what gradient functions read ---- */
/* The op that a value's error names: the one that wrote it anew; of a view whose memory was written, a look at memory. */
static const Op *rewritten_by(const GradNode *maker)
{
    if (maker->rewriter && maker->rewriter != REWRITTEN_SLICE) return op_get((OpId)maker->rewriter);
    return maker->op && maker->op->view && !maker->rewriter ? op_get(OP_as_strided) : maker->op;
}

/* A weight that products read turned round is told as they read it: a view of the weight. */
static bool reads_turned(const GradNode *n, int i) { return n->op && ((n->op->id == OP_linear && i == 1) || (n->op->id == OP_recurrent && i == 3)); }
static void tell_turned(Core *c, const GradEdge *e)
{
    CoreError *error = &c->error;
    Dims *shape = &error->shapes[0];
    if (error->kind != CE_SAVED_CHANGED || shape->n != 2) return;
    int64_t rows = shape->d[0];
    shape->d[0] = shape->d[1];
    shape->d[1] = rows;
    if (!e->leaf && !e->node) return;
    error->op = op_get(OP_as_strided);
    error->numbers[3] = error->numbers[4] = 0;
}

/* SAVED_CHANGED: version now, version saved, dtype, which output of error->op, 1: a part of it was written; shapes: the value's. */
static Tensor *unpack(Core *c, GradNode *n, const Saved *s, const int64_t *shape, int ndim, DType dtype, const GradNode *maker, int output)
{
    if (n->freed || !s->storage) {
        core_fail(c, CE_GRAPH_FREED, "the values that this gradient needs were freed by an earlier backward");
        return NULL;
    }
    if (s->is_packed) return c->grad_hooks.unpack(c, s->packed);
    if (s->storage->version != s->version && !accent_rules((Accent)n->accent)->saved_by_place) {
        core_fail(c, CE_SAVED_CHANGED, "a value that %s's gradient needs was changed in place", n->op->name);
        CoreError *e = &c->error;
        e->numbers[0] = s->storage->version;
        e->numbers[1] = s->version;
        e->numbers[2] = dtype;
        e->numbers[3] = output;
        e->op = !maker ? NULL : maker == n ? maker->op : rewritten_by(maker);
        e->numbers[4] = maker && maker != n && maker->rewriter == REWRITTEN_SLICE;
        e->site = n->site;
        e->shapes[0].n = ndim;
        memcpy(e->shapes[0].d, shape, sizeof *shape * (size_t)ndim);
        return NULL;
    }
    int64_t strides[MAX_DIMS];
    const int64_t *steps = s->strides;
    if (!steps) {
        shape_contiguous(shape, ndim, strides);
        steps = strides;
    }
    Tensor whole = {.refs = 1, .dtype = (uint8_t)dtype, .storage = s->storage};
    return tensor_view(c, &whole, shape, steps, ndim, s->offset);
}

static const Saved *saved_at(const GradNode *n, int bit) { return &n->saved[count_bits(n->save & ((1u << bit) - 1))]; }

Tensor *grad_saved_in(Core *c, GradNode *n, int i)
{
    const InputInfo *info = &n->inputs[i];
    const GradEdge *e = &n->edges[i];
    Tensor *t = unpack(c, n, saved_at(n, i), info->shape, info->ndim, (DType)info->dtype, e->node, e->output);
    if (!t && reads_turned(n, i)) tell_turned(c, e);
    if (!t || !core_records(c)) return t;
    if (e->leaf) { /* the leaf itself, so that a second gradient finds it */
        tensor_release(c, t);
        return tensor_retain(e->leaf);
    }
    if (e->node && !come_from(c, t, e->node, e->output)) {
        tensor_release(c, t);
        return NULL;
    }
    return t;
}

Tensor *grad_saved_out(Core *c, GradNode *n, int i)
{
    Tensor *t = unpack(c, n, saved_at(n, 8 + i), n->outputs[i].shape, n->outputs[i].ndim, (DType)n->outputs[i].dtype, n, i);
    if (t && grad_again(c, n, i, t)) return t;
    if (t) tensor_release(c, t);
    return NULL;
}

bool grad_again(Core *c, GradNode *n, int i, Tensor *t) { return !core_records(c) || !dtype_is_inexact((DType)t->dtype) || come_from(c, t, n, i); }

Tensor *grad_unbroadcast(Core *c, Tensor *g, const InputInfo *input)
{
    if (!shape_same(g->shape, g->ndim, input->shape, input->ndim)) {
        int64_t axes[MAX_DIMS];
        int count = 0, added = g->ndim - input->ndim;
        for (int i = 0; i < g->ndim; i++)
            if (i < added || (input->shape[i - added] == 1 && g->shape[i] != 1)) axes[count++] = i;
        Attr sum[reduce_ATTRS] = {[reduce_axes] = {.ints = {axes, count}}, [reduce_keepdims] = {.i = true}, [reduce_dtype] = {.i = DT_NONE}};
        Tensor *next = count ? core_with(c, OP_sum, &g, 1, sum) : tensor_retain(g);
        tensor_release(c, g);
        if (!(g = next)) return NULL;
        if (added) {
            Attr shape[shape_ATTRS] = {[shape_shape] = {.ints = {input->shape, input->ndim}}};
            c->accent = GRADIENT_ACCENT; /* no codes: the numbers are sizes */
            next = core_with(c, OP_reshape, &g, 1, shape);
            tensor_release(c, g);
            if (!(g = next)) return NULL;
        }
    }
    if (g->dtype == input->dtype && tensor_device(g) == input->device) return g;
    Tensor *next = tensor_to(c, g, input->device, (DType)input->dtype, false, c->site);
    tensor_release(c, g);
    return next;
}
