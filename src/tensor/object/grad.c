/* grad.c: _tensor's functions about gradients: leaves, backward, hooks, functions written in Python. Long because they are one table. */
#include "accents.h"
#include "tensor_lib.h"

/* The tensor of an argument with its accent made the one that speaks; NULL: raised. */
static Tensor *subject(TensorLib *lib, Ref v)
{
    if (!lib) return NULL;
    if (!is_tensor(v)) return err_raise(lib->vm, EXC_TypeError, "expected a tensor, not %T", v), NULL;
    core_set_accent(lib->core, (Accent)as_obj(v)->aux);
    core_set_site(lib->core, lang_site(lib->vm));
    return tensor_of(v);
}

static Value raise(TensorLib *lib) { return tensor_raise(lib, core_accent(lib->core)); }

/* A tensor that has no object yet takes the accent of the one it belongs to. */
static Value show_like(TensorLib *lib, Ref like, Tensor *t) { return tensor_show(lib, (Accent)as_obj(like)->aux, tensor_retain(t)); }

static Value fn_attach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    GradReq req = str_equal_c(args[1], "add") ? GRAD_ADD : str_equal_c(args[1], "null") ? GRAD_NULL : GRAD_WRITE;
    return grad_attach(lib->core, t, req) ? V_NONE : raise(lib);
}

static Value fn_requires(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = subject(tensor_lib(vm), args[0]);
    return t ? make_bool(grad_flows(t)) : NO_VALUE;
}

static Value fn_set_requires(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    int on = op_truth(vm, args[1]);
    if (on < 0) return NO_VALUE;
    if (on) {
        if (grad_flows(t)) return V_NONE;
        return grad_attach(lib->core, t, GRAD_ADD) ? V_NONE : raise(lib);
    }
    if (!grad_is_leaf(t))
        return err_raise(vm, EXC_RuntimeError, "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require "
                                               "differentiation use var_no_grad = var.detach().");
    t->flags &= (uint8_t)~T_REQUIRES_GRAD;
    return V_NONE;
}

static Value fn_is_leaf(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = subject(tensor_lib(vm), args[0]);
    return t ? make_bool(grad_is_leaf(t)) : NO_VALUE;
}

static Value fn_grad(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    return t->grad && t->grad->grad ? show_like(lib, args[0], t->grad->grad) : V_NONE;
}

static Value fn_set_grad(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    if (is_none(args[1])) {
        grad_clear(lib->core, t);
        return V_NONE;
    }
    if (!is_tensor(args[1])) return err_raise(vm, EXC_TypeError, "expected a tensor or None, not %T", args[1]);
    return grad_set(lib->core, t, tensor_of(args[1])) ? V_NONE : raise(lib);
}

/* The op that made it, a custom function's name, or None for a leaf. */
static Value fn_grad_fn(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    if (!grad_flows(t) || grad_is_leaf(t)) return V_NONE;
    GradNode *node = grad_node_of(lib->core, t);
    if (!node) return core_error(lib->core)->kind ? raise(lib) : V_NONE;
    return str_from_c(vm, node->op ? node->op->name : node->custom_name ? node->custom_name : "custom");
}

/* Where an edge leads: (what stands for the node, which output), the leaf that collects with -1, None. */
static Value edge_shown(TensorLib *lib, Accent accent, const GradEdge *e)
{
    if (!e->node && !e->leaf) return V_NONE;
    Value to = tensor_show(lib, accent, e->leaf ? tensor_retain(e->leaf) : grad_stand_in(lib->core, e->node, e->output));
    if (!to) return NO_VALUE;
    Value pair = tuple_of(lib->vm, 2, REF(to), (Ref)make_small(e->leaf ? -1 : e->output));
    release(lib->vm, to);
    return pair;
}

/* The operands of what made it: see edge_shown; a number is False, a tensor that takes no part True, or 0 where its numbers could not (they are whole). */
static Value fn_edges(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    GradNode *node = grad_flows(t) ? grad_node_of(lib->core, t) : NULL;
    int count = 0;
    const GradEdge *edges = node ? grad_operands(node, &count) : NULL;
    bool noted = edges != NULL;
    if (node && !noted) {
        edges = node->edges;
        count = node->in_count;
    }
    Value list = list_new(vm, count);
    for (int i = 0; list && i < count; i++) {
        const InputInfo *in = noted ? NULL : &node->inputs[i];
        Value v = edge_shown(lib, (Accent)as_obj(args[0])->aux, &edges[i]);
        if (v == V_NONE && noted) v = V_TRUE;
        else if (v == V_NONE && in->number) v = V_FALSE;
        else if (v == V_NONE && in->present) v = dtype_is_float((DType)in->dtype) ? V_TRUE : make_small(0);
        if (!v || !list_append_take(vm, REF(list), v)) {
            release(vm, list);
            return NO_VALUE;
        }
    }
    return list;
}

/* Counts what made tensors: the same of all that one step made; None of a leaf. */
static Value fn_node_order(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    GradNode *node = grad_flows(t) ? grad_node_of(lib->core, t) : NULL;
    return node ? int_from_i64(vm, (int64_t)node->order) : V_NONE;
}

/* saved(t, place): what was kept for the gradient, operand `place` or, from 8 on, a result; None: that was not kept. */
static Value fn_saved(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    int64_t place;
    if (!t || !num_index_i64(vm, args[1], &place)) return NO_VALUE;
    GradNode *node = grad_flows(t) ? grad_node_of(lib->core, t) : NULL;
    if (!node || place < 0 || place >= 16) return V_NONE;
    if (place >= 8) return grad_saves_out(node, (int)place - 8) ? tensor_show(lib, (Accent)as_obj(args[0])->aux, grad_saved_out(lib->core, node, (int)place - 8)) : V_NONE;
    return grad_saves_in(node, (int)place) ? tensor_show(lib, (Accent)as_obj(args[0])->aux, grad_saved_in(lib->core, node, (int)place)) : V_NONE;
}

static Value fn_detach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    return t ? tensor_show(lib, (Accent)as_obj(args[0])->aux, core_detached(lib->core, t)) : NO_VALUE;
}

static Value fn_detach_in_place(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    grad_detach(lib->core, t);
    return retain(args[0]);
}

static Value fn_retain_grad(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    return grad_retain(lib->core, t) ? V_NONE : raise(lib);
}

/* become(t, new): what t.unsqueeze_(…) does once t.unsqueeze(…) has made new */
static Value fn_become(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    if (!t) return NO_VALUE;
    if (!is_tensor(args[1])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[1]);
    return grad_become(lib->core, t, tensor_of(args[1])) ? retain(args[0]) : raise(lib);
}

static Value fn_version(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = subject(tensor_lib(vm), args[0]);
    return t ? make_small(t->storage->version) : NO_VALUE;
}

/* ---- backward ---- */
typedef struct Many { Tensor *few[32], **t; int n; size_t room; Value items; } Many;

static bool many_open(TensorLib *lib, Many *m, Ref v)
{
    VM *vm = lib->vm;
    m->t = m->few;
    m->n = 0;
    m->room = 0;
    m->items = tuple_from_iter(vm, v);
    if (!m->items) return false;
    int64_t n = as_tuple(m->items)->len;
    if (n > 32) {
        m->room = (size_t)n * sizeof *m->t;
        if (!(m->t = core_alloc(lib->core, m->room))) {
            m->t = m->few;
            m->room = 0;
            return raise(lib), false;
        }
    }
    for (int64_t i = 0; i < n; i++) {
        Ref item = as_tuple(m->items)->items[i];
        if (!is_none(item) && !is_tensor(item)) return err_false(vm, EXC_TypeError, "expected a tensor or None, not %T", item);
        m->t[m->n++] = is_none(item) ? NULL : tensor_of(item);
    }
    return true;
}

static void many_close(TensorLib *lib, Many *m)
{
    if (m->room) core_free(lib->core, m->t, m->room);
    release(lib->vm, m->items);
}

/* The heads, and as many gradients: None where one is implied. */
static bool heads_open(TensorLib *lib, Many *heads, Ref given_heads, Many *grads, Ref given)
{
    if (!many_open(lib, heads, given_heads) || !many_open(lib, grads, given)) return false;
    return grads->n == heads->n || err_false(lib->vm, EXC_RuntimeError, "got %d tensors and %d gradients", heads->n, grads->n);
}

static int flags_of(VM *vm, Ref retain_graph, Ref create)
{
    return (op_truth(vm, retain_graph) > 0 ? BACKWARD_RETAIN : 0) | (op_truth(vm, create) > 0 ? BACKWARD_CREATE : 0);
}

static bool speak_as_first(TensorLib *lib, const Many *heads)
{
    for (int64_t i = 0; i < as_tuple(heads->items)->len; i++) {
        Ref v = as_tuple(heads->items)->items[i];
        if (is_tensor(v)) return subject(lib, v) != NULL;
    }
    return err_false(lib->vm, EXC_ValueError, "there is nothing to go backward from");
}

/* The functions that were left for the end of this backward; one may leave others. */
static bool call_ended(TensorLib *lib)
{
    VM *vm = lib->vm;
    Value functions = lib->after_backward;
    lib->after_backward = NO_VALUE;
    bool ok = true;
    for (int64_t i = 0; functions && ok && i < as_list(functions)->len; i++) {
        Value f = retain(as_list(functions)->items[i]), r = call0(vm, f);
        ok = r != NO_VALUE;
        release(vm, f);
        release(vm, r);
    }
    release(vm, functions);
    return ok;
}

bool tensor_backward(TensorLib *lib, Tensor *const *heads, Tensor *const *grads, int n, int flags, Accent accent)
{
    lib->backward_depth++;
    bool ok = grad_backward(lib->core, heads, grads, n, flags);
    lib->backward_depth--;
    if (!ok) {
        if (!lib->backward_depth) value_clear(lib->vm, &lib->after_backward);
        return tensor_raise(lib, accent), false;
    }
    return lib->backward_depth || call_ended(lib);
}

/* after_backward(function): function() at the end of the backward under way, outside of functions that run one of their own. */
static Value fn_after_backward(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!lib->backward_depth) return err_raise(vm, EXC_RuntimeError, "Final callbacks can only be installed during backward pass.");
    if (!lib->after_backward && !(lib->after_backward = list_new(vm, 1))) return NO_VALUE;
    return list_append(vm, REF(lib->after_backward), args[0]) ? V_NONE : NO_VALUE;
}

static Value fn_backward(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Many heads, grads = {.items = NO_VALUE};
    bool ok = heads_open(lib, &heads, args[0], &grads, args[1]) && speak_as_first(lib, &heads);
    ok = ok && tensor_backward(lib, heads.t, grads.t, heads.n, flags_of(vm, args[2], args[3]), core_accent(lib->core));
    if (grads.items) many_close(lib, &grads);
    many_close(lib, &heads);
    return ok ? V_NONE : NO_VALUE;
}

static Value fn_grads(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Many heads, grads = {.items = NO_VALUE}, wrt = {.items = NO_VALUE};
    bool ok = heads_open(lib, &heads, args[0], &grads, args[1]) && many_open(lib, &wrt, args[2]) && speak_as_first(lib, &heads);
    Value list = NO_VALUE;
    Tensor **out = ok ? core_alloc(lib->core, sizeof *out * (size_t)(wrt.n + 1)) : NULL;
    if (ok && !out) raise(lib);
    Accent accent = core_accent(lib->core);
    if (out) {
        lib->backward_depth++;
        ok = grad_of(lib->core, heads.t, grads.t, heads.n, wrt.t, wrt.n, flags_of(vm, args[3], args[4]), op_truth(vm, args[5]) > 0, out);
        lib->backward_depth--;
        if (!ok) {
            if (!lib->backward_depth) value_clear(vm, &lib->after_backward);
            tensor_raise(lib, accent);
        } else {
            list = list_new(vm, wrt.n);
            for (int i = 0; i < wrt.n; i++) {
                if (!list) {
                    if (out[i]) tensor_release(lib->core, out[i]);
                    continue;
                }
                Value v = out[i] ? tensor_show(lib, accent, out[i]) : V_NONE;
                if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
            }
        }
        core_free(lib->core, out, sizeof *out * (size_t)(wrt.n + 1));
        if (list && !lib->backward_depth && !call_ended(lib)) value_clear(vm, &list);
    }
    if (wrt.items) many_close(lib, &wrt);
    if (grads.items) many_close(lib, &grads);
    many_close(lib, &heads);
    return list;
}

/* ---- hooks: a dict, number to function, hangs on a record ---- */
static const char *on_gpu(const Tensor *t) { return tensor_device(t)->kind == DEVICE_GPU ? "cuda." : ""; }

/* Where the core stood when it called the program's functions: it goes on from there, whatever they have done. */
typedef struct Standing {
    Accent accent;
    uint32_t site;
    CoreMode mode;
} Standing;

static Standing standing(Core *c) { return (Standing){core_accent(c), core_site(c), *core_mode(c)}; }

static void stand_again(Core *c, const Standing *before)
{
    *core_mode(c) = before->mode;
    core_set_accent(c, before->accent);
    core_set_site(c, before->site);
}

/* A hook may give another gradient, of the same dtype and shape. */
static bool hook_kept(TensorLib *lib, Ref hook, const Tensor *grad, const Tensor *given)
{
    VM *vm = lib->vm;
    bool shape = shape_same(grad->shape, grad->ndim, given->shape, given->ndim);
    if (shape && grad->dtype == given->dtype) return true;
    Value name = obj_getattr_c(vm, hook, "__name__");
    if (!name) return false;
    if (!shape) err_raise(vm, EXC_RuntimeError, "hook '%S' has changed the size of value", (Ref)name);
    else
        err_raise(vm, EXC_RuntimeError, "hook '%S' has changed the type of value (was torch.%s%sTensor got torch.%s%sTensor)", (Ref)name, on_gpu(grad), torch_type_word((DType)grad->dtype), on_gpu(given),
                  torch_type_word((DType)given->dtype));
    release(vm, name);
    return false;
}

/* Those of a program, or those that only look at what the program's have left (collect): their numbers are below zero. Takes grad. */
static Tensor *run_some_hooks(TensorLib *lib, Ref functions, bool collectors, Tensor *grad)
{
    VM *vm = lib->vm;
    Core *c = lib->core;
    int64_t pos = 0;
    Ref key, f;
    while (grad && dict_next(functions, &pos, &key, &f)) {
        if ((small_of(key) < 0) != collectors) continue;
        Value arg = tensor_show(lib, ACCENT_TORCH, tensor_retain(grad)), r = arg ? call1(vm, f, arg) : NO_VALUE;
        release(vm, arg);
        if (r && is_tensor(r)) {
            if (!hook_kept(lib, f, grad, tensor_of(r))) {
                tensor_release(c, grad);
                grad = NULL;
                release(vm, r);
                break;
            }
            Tensor *next = tensor_retain(tensor_of(r));
            tensor_release(c, grad);
            grad = next;
        } else if (!r || !is_none(r)) {
            if (r) err_raise(vm, EXC_TypeError, "hook '%R' has returned a '%T', expected Tensor or None", f, r);
            tensor_release(c, grad);
            grad = NULL;
        }
        release(vm, r);
    }
    return grad;
}

static Tensor *run_hooks(Core *c, void *hooks, Tensor *grad, bool collects)
{
    TensorLib *lib = core_owner(c);
    VM *vm = lib->vm;
    const Standing before = standing(c);
    Value functions = dict_copy(vm, REF(hooks)); /* one may take itself off */
    if (functions) {
        grad = run_some_hooks(lib, REF(functions), false, grad);
        if (collects) grad = run_some_hooks(lib, REF(functions), true, grad);
    } else {
        tensor_release(c, grad);
        grad = NULL;
    }
    release(vm, functions);
    stand_again(c, &before);
    if (!grad) core_fail(c, CE_BAD_VALUE, "a hook failed");
    return grad;
}

/* (gradients, …), None where there is none. */
static Value gradients_shown(TensorLib *lib, Accent accent, Tensor *const *grads, int n)
{
    Value shown = tuple_new(lib->vm, n);
    for (int i = 0; shown && i < n; i++) {
        Value g = grads[i] ? tensor_show(lib, accent, tensor_retain(grads[i])) : V_NONE;
        as_tuple(shown)->items[i] = g ? g : V_NONE;
        if (!g) return release(lib->vm, shown), NO_VALUE;
    }
    return shown;
}

/* What a hook gave instead of the gradients of what went in. */
static bool take_gradients(TensorLib *lib, Ref hook, Ref given, Tensor **in, int n)
{
    VM *vm = lib->vm;
    if (is_none(given)) return true;
    if (!is_tuple(given)) return err_false(vm, EXC_TypeError, "expected tuple, but hook returned '%T'", given);
    if (as_tuple(given)->len != n) {
        Value name = obj_getattr_c(vm, hook, "__name__");
        if (name) err_raise(vm, EXC_RuntimeError, "hook '%S' has returned an incorrect number of values (got %lld, but expected %d)", (Ref)name, (long long)as_tuple(given)->len, n);
        return release(vm, name), false;
    }
    for (int i = 0; i < n; i++) {
        Ref g = as_tuple(given)->items[i];
        if (!is_none(g) && !is_tensor(g)) return err_false(vm, EXC_TypeError, "expected Variable, but hook returned '%T'", g);
        if (is_tensor(g) && in[i] && !hook_kept(lib, hook, in[i], tensor_of(g))) return false;
        Tensor *next = is_none(g) ? NULL : tensor_retain(tensor_of(g));
        if (in[i]) tensor_release(lib->core, in[i]);
        in[i] = next;
    }
    return true;
}

static bool run_after(Core *c, void *hooks, Tensor **in, int in_count, Tensor *const *out, int out_count)
{
    TensorLib *lib = core_owner(c);
    VM *vm = lib->vm;
    const Standing before = standing(c);
    Value functions = dict_copy(vm, REF(hooks)); /* one may take itself off */
    Value results = gradients_shown(lib, ACCENT_TORCH, out, out_count);
    bool ok = functions && results;
    int64_t pos = 0;
    Ref key, f;
    while (ok && dict_next(functions, &pos, &key, &f)) {
        Value inputs = gradients_shown(lib, ACCENT_TORCH, in, in_count), given = inputs ? call2(vm, f, inputs, results) : NO_VALUE;
        ok = given && take_gradients(lib, f, given, in, in_count);
        release(vm, inputs);
        release(vm, given);
    }
    release(vm, functions);
    release(vm, results);
    stand_again(c, &before);
    if (!ok) core_fail(c, CE_BAD_VALUE, "a hook failed");
    return ok;
}

static void free_hooks(Core *c, void *hooks)
{
    TensorLib *lib = core_owner(c);
    release(lib->vm, VAL(hooks));
}

/* What a mode or a class made of such work goes on as a gradient, also to loops that look at no shape any more. */
static bool fits_gradient(VM *vm, Ref made, GradChore chore, const Tensor *like)
{
    static const char *const words[] = {[GRAD_CHORE_ONES] = "ones_like", [GRAD_CHORE_SUM] = "add", [GRAD_CHORE_FIRST] = "detach", [GRAD_CHORE_MORE] = "add_"};
    if (!is_tensor(made)) return err_false(vm, EXC_TypeError, "aten.%s of a gradient must give a tensor, not %T", words[chore], made);
    if (tensor_same_shape(tensor_of(made), like) && tensor_of(made)->dtype == like->dtype) return true;
    return err_false(vm, EXC_RuntimeError, "aten.%s of a gradient gave a tensor of another shape or dtype than it", words[chore]);
}

/* What a pass does besides its steps, where a program's classes or modes see it (torch/_dispatch). */
static bool grad_chore(Core *c, GradChore chore, Tensor *a, Tensor *b, Tensor *leaf, Tensor **out)
{
    static const char *const words[] = {[GRAD_CHORE_ONES] = "_ones", [GRAD_CHORE_SUM] = "_sum", [GRAD_CHORE_FIRST] = "_first", [GRAD_CHORE_MORE] = "_more"};
    TensorLib *lib = core_owner(c);
    if (chore == GRAD_CHORE_STEP) {
        if (!(b->user & TENSOR_USER_DISPATCH) || !b->shown) return false;
        err_raise(lib->vm, EXC_NotImplementedError, "a gradient that is a %T cannot go back through what was computed before a tensor of its class took part: compute that below the class too", REF(b->shown));
        return core_fail(c, CE_BAD_VALUE, "a hook failed"), true;
    }
    if (!torch_dispatching(lib, b) && !(a && torch_dispatching(lib, a)) && !(leaf && torch_dispatching(lib, leaf))) return false;
    VM *vm = lib->vm;
    const Standing before = standing(c);
    Tensor *all[] = {a, b, leaf};
    Value args = gradients_shown(lib, ACCENT_TORCH, all, 3);
    Value made = args ? import_call(vm, "torch._dispatch", words[chore], as_refs(as_tuple(args)->items), 3) : NO_VALUE;
    *out = made && fits_gradient(vm, made, chore, b) ? tensor_retain(tensor_of(made)) : NULL;
    release(vm, made);
    release(vm, args);
    stand_again(c, &before);
    if (!*out) core_fail(c, CE_BAD_VALUE, "a hook failed");
    return true;
}

/* grad_chores(): from now on. */
static Value fn_grad_chores(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? (core_set_grad_chores(lib->core, grad_chore), V_NONE) : NO_VALUE;
}

/* ---- what is saved, by a program's functions (torch.autograd.graph) ---- */
/* Calls one of them with everything of the core's as it was before. */
static Value ask(TensorLib *lib, Ref function, Ref arg)
{
    Core *c = lib->core;
    const Standing before = standing(c);
    for (int a = 0; a < ACCENT_COUNT; a++) core_mode(c)->grad[a] = false;
    Value r = call1(lib->vm, function, arg);
    stand_again(c, &before);
    return r;
}

typedef struct Packed { Value kept; } Packed; /* what _saving's pack gave: its unpack takes it */

static void *pack_saved(Core *c, Tensor *saved)
{
    TensorLib *lib = core_owner(c);
    Packed *p = core_alloc(c, sizeof *p);
    Value arg = p ? tensor_show(lib, ACCENT_TORCH, tensor_retain(saved)) : NO_VALUE;
    Value kept = arg ? ask(lib, lib->pack_saved, arg) : NO_VALUE;
    release(lib->vm, arg);
    if (kept) return p->kept = kept, p;
    if (p) core_free(c, p, sizeof *p);
    core_fail(c, CE_BAD_VALUE, "a hook failed");
    return NULL;
}

static Tensor *unpack_saved(Core *c, void *packed)
{
    TensorLib *lib = core_owner(c);
    Value given = ask(lib, lib->unpack_saved, REF(((Packed *)packed)->kept));
    Tensor *t = given && is_tensor(given) ? tensor_of(given) : NULL, *view = t ? tensor_view(c, t, t->shape, t->strides, t->ndim, t->offset) : NULL;
    release(lib->vm, given);
    if (!view) core_fail(c, CE_BAD_VALUE, "a hook failed");
    return view;
}

static void drop_saved(Core *c, void *packed)
{
    release(((TensorLib *)core_owner(c))->vm, ((Packed *)packed)->kept);
    core_free(c, packed, sizeof(Packed));
}

/* saving(pack, unpack): while a program's hooks are on, what a call saves is pack(tensor), and unpack(that) is the tensor again. saving(None, None): as ever. */
static Value fn_saving(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    bool on = !is_none(args[0]);
    if (on) {
        release(vm, lib->pack_saved);
        release(vm, lib->unpack_saved);
        lib->pack_saved = retain(args[0]);
        lib->unpack_saved = retain(args[1]);
    }
    core_pack_saved(lib->core, on);
    return V_NONE;
}

bool tensor_hooks_open(TensorLib *lib)
{
    core_set_grad_hooks(lib->core, (CoreGradHooks){run_hooks, free_hooks, run_after, torch_gradient_word, pack_saved, unpack_saved, drop_saved, NULL});
    return true;
}

static Value add_hook(TensorLib *lib, Ref tensor, Ref function, Value number)
{
    VM *vm = lib->vm;
    Tensor *t = subject(lib, tensor);
    if (!t) return NO_VALUE;
    if (t->grad && t->grad->hooks) return dict_set(vm, REF(t->grad->hooks), number, function) ? number : NO_VALUE;
    Value hooks = dict_new(vm);
    if (!hooks || !dict_set(vm, hooks, number, function)) {
        release(vm, hooks);
        return NO_VALUE;
    }
    return grad_set_hooks(lib->core, t, hooks) ? number : raise(lib);
}

static Value fn_hook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? add_hook(lib, args[0], args[1], make_small(++lib->hooks)) : NO_VALUE;
}

static Value fn_collect(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? add_hook(lib, args[0], args[1], make_small(-++lib->hooks)) : NO_VALUE;
}

static Value fn_taken(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = subject(tensor_lib(vm), args[0]);
    if (!t) return NO_VALUE;
    grad_taken(t);
    return V_NONE;
}

/* The step that made t; NULL: an error is pending. */
static GradNode *step_of(TensorLib *lib, Tensor *t)
{
    GradNode *n = t ? grad_node_of(lib->core, t) : NULL;
    if (t && !n) err_raise(lib->vm, EXC_RuntimeError, "no step made this tensor");
    return n;
}

static Value fn_hook_after(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    GradNode *node = lib ? step_of(lib, subject(lib, args[0])) : NULL;
    if (!node) return NO_VALUE;
    void **hooks = grad_step_hooks(lib->core, node);
    if (!hooks) return raise(lib);
    Value number = make_small(++lib->hooks);
    if (!*hooks) *hooks = dict_new(vm);
    return *hooks && dict_set(vm, REF(*hooks), number, args[1]) ? number : NO_VALUE;
}

static Value fn_unhook_after(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    GradNode *node = lib ? step_of(lib, subject(lib, args[0])) : NULL;
    if (!node) return NO_VALUE;
    void **hooks = grad_step_hooks(lib->core, node);
    return !hooks ? raise(lib) : *hooks && dict_del(vm, REF(*hooks), args[1]) < 0 ? NO_VALUE : V_NONE;
}

static Value fn_unhook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = subject(tensor_lib(vm), args[0]);
    if (!t) return NO_VALUE;
    if (t->grad && t->grad->hooks && dict_del(vm, REF(t->grad->hooks), args[1]) < 0) return NO_VALUE;
    return V_NONE;
}

/* ---- functions written in Python ---- */
typedef struct Custom { Value function, name; Accent accent; } Custom;

static bool custom_backward(Core *c, GradNode *node, Tensor *const *out_grads, Tensor **in_grads, void *data)
{
    TensorLib *lib = core_owner(c);
    VM *vm = lib->vm;
    Custom *custom = data;
    const Standing before = standing(c);
    Value args = gradients_shown(lib, custom->accent, out_grads, node->out_count), result = NO_VALUE, items = NO_VALUE;
    GradNode *outer = lib->running;
    lib->running = node;
    if (args) result = call_tuple(vm, custom->function, args, NULL);
    lib->running = outer;
    release(vm, args);
    if (result) items = tuple_from_iter(vm, result);
    release(vm, result);
    bool ok = items != NO_VALUE;
    if (ok && as_tuple(items)->len < node->in_count)
        ok = err_false(vm, EXC_RuntimeError, "function %s returned an incorrect number of gradients (expected %d, got %lld)", custom->name ? node->custom_name : "?", node->in_count, (long long)as_tuple(items)->len);
    for (int i = 0; ok && i < node->in_count; i++) {
        Ref v = as_tuple(items)->items[i];
        in_grads[i] = is_tensor(v) ? tensor_retain(tensor_of(v)) : NULL;
        if (!is_tensor(v) && !is_none(v)) ok = err_false(vm, EXC_TypeError, "a gradient must be a tensor or None, not %T", v);
    }
    release(vm, items);
    stand_again(c, &before);
    return ok || core_fail(c, CE_BAD_VALUE, "a custom function failed");
}

static void custom_free(Core *c, void *data)
{
    TensorLib *lib = core_owner(c);
    Custom *custom = data;
    release(lib->vm, custom->function);
    release(lib->vm, custom->name);
    core_free(c, custom, sizeof *custom);
}

static Value fn_custom(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Many in, out = {.items = NO_VALUE};
    bool ok = many_open(lib, &in, args[1]) && many_open(lib, &out, args[2]) && speak_as_first(lib, &out);
    size_t bytes;
    Custom *custom = ok ? core_alloc(lib->core, sizeof *custom) : NULL;
    if (ok && !custom) ok = raise(lib) != NO_VALUE;
    if (ok) {
        *custom = (Custom){retain(args[3]), retain(args[0]), core_accent(lib->core)};
        const char *name = str_utf8(vm, custom->name, &bytes); /* ASCII: the string's own bytes */
        if (!is_str(args[0]) || !str_is_ascii(as_str(args[0]))) name = "custom";
        grad_custom(lib->core, name, in.t, in.n, out.t, out.n, custom_backward, custom_free, custom);
        if (core_error(lib->core)->kind != CORE_OK) ok = raise(lib) != NO_VALUE;
    }
    if (out.items) many_close(lib, &out);
    many_close(lib, &in);
    return ok ? V_NONE : NO_VALUE;
}

/* A function saved its own result: the values without the node, which would hold itself, and in its backward a result of it again. */
static Value fn_again(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = subject(lib, args[0]);
    int64_t i;
    if (!t || !num_index_i64(vm, args[1], &i)) return NO_VALUE;
    if (!lib->running || i < 0 || i >= lib->running->out_count) return retain(args[0]);
    Tensor *view = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (view && !grad_again(lib->core, lib->running, (int)i, view)) {
        tensor_release(lib->core, view);
        view = NULL;
    }
    return view ? tensor_show(lib, (Accent)as_obj(args[0])->aux, view) : raise(lib);
}

static Value fn_spent(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? make_bool(lib->running && lib->running->freed) : NO_VALUE;
}

/* What a tensor's object alone holds through core: its hooks, and the function in Python that made it. */
void tensor_grad_visit(const Tensor *t, VisitFn visit, void *arg)
{
    const GradRecord *r = t->refs == 1 ? t->grad : NULL;
    if (!r || (r->node && r->node->refs > 1)) return;
    if (r->hooks) visit(REF(r->hooks), arg);
    if (r->node && r->node->backward == custom_backward) visit(((Custom *)r->node->data)->function, arg);
}

/* ---- modes ---- */
static Value fn_mode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t accent;
    if (!lib || !num_index_i64(vm, args[0], &accent)) return NO_VALUE;
    if (accent < 0 || accent >= ACCENT_COUNT) return err_raise(vm, EXC_ValueError, "no such accent: %lld", (long long)accent);
    CoreMode *m = core_mode(lib->core);
    Value before = tuple_of(vm, 2, (Ref)make_bool(m->grad[accent]), (Ref)make_bool(m->training));
    int grad = args[1] && !is_none(args[1]) ? op_truth(vm, args[1]) : m->grad[accent];
    int training = args[2] && !is_none(args[2]) ? op_truth(vm, args[2]) : m->training;
    if (grad < 0 || training < 0) {
        release(vm, before);
        return NO_VALUE;
    }
    m->grad[accent] = grad > 0;
    if (accent == ACCENT_MXNET) m->grad[ACCENT_MXNP] = grad > 0;
    m->training = training > 0;
    return before;
}

/* one_of_many(t, place): t is a view that a function made with others, in that place of its results; t. */
static Value fn_one_of_many(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t place;
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    if (!num_index_i64(vm, args[1], &place)) return NO_VALUE;
    grad_of_many(tensor_device(tensor_of(args[0]))->core, tensor_of(args[0]), (int)place);
    return retain(args[0]);
}

const NativeDef tensor_grad_functions[] = {
    {"one_of_many", fn_one_of_many, "t, place", "A view that a function made with others, in that place; t.", 0},
    {"attach", fn_attach, "t, req", "Makes it a leaf whose gradient is kept: 'add', 'write' or 'null'.", 0},
    {"requires", fn_requires, "t", "Does a gradient flow to it?", 0},
    {"set_requires", fn_set_requires, "t, on", "torch's requires_grad.", 0},
    {"is_leaf", fn_is_leaf, "t", "Was it made by no recorded op?", 0},
    {"grad", fn_grad, "t", "Its gradient, or None.", 0},
    {"become", fn_become, "t, new", "t takes new's memory, shape and history.", 0},
    {"set_grad", fn_set_grad, "t, grad", "Puts a gradient in place, or None.", 0},
    {"grad_fn", fn_grad_fn, "t", "The name of what made it, or None.", 0},
    {"edges", fn_edges, "t", "Where the gradients of what made it go.", 0},
    {"node_order", fn_node_order, "t", "Counts the steps; the same of all that one step made.", 0},
    {"saved", fn_saved, "t, place", "What was kept for the gradient.", 0},
    {"saving", fn_saving, "pack, unpack", "What recorded calls save goes through these functions.", 0},
    {"detach", fn_detach, "t", "The same memory, taking no part.", 0},
    {"detach_", fn_detach_in_place, "t", "Forgets how it was made.", 0},
    {"retain_grad", fn_retain_grad, "t", "Keeps the gradient of what is no leaf.", 0},
    {"version", fn_version, "t", "How often its memory was written in place.", 0},
    {"backward", fn_backward, "heads, head_grads, retain, create", "Collects gradients in leaves.", 0},
    {"grad_chores", fn_grad_chores, "", "What a backward pass does besides its steps is seen by a program's classes and modes from now on.", 0},
    {"after_backward", fn_after_backward, "function", "Calls it once at the end of the backward under way.", 0},
    {"grads", fn_grads, "heads, head_grads, wrt, retain, create, allow_unused", "Gradients with respect to wrt.", 0},
    {"hook", fn_hook, "t, function", "Calls function(gradient); a number to take it off again.", 0},
    {"collect", fn_collect, "t, function", "Calls function(gradient) behind all hooks, as soon as it is whole.", 0},
    {"taken", fn_taken, "t", "In a hook of a leaf: this backward leaves its .grad as it is.", 0},
    {"hook_after", fn_hook_after, "t, function", "Calls function(gradients of what went in, of results) behind the step that made t; a number to take it off again.", 0},
    {"unhook_after", fn_unhook_after, "t, number", "Takes such a hook off.", 0},
    {"unhook", fn_unhook, "t, number", "Takes a hook off.", 0},
    {"again", fn_again, "t, output", "In a function's backward: t as that output of it.", 0},
    {"spent", fn_spent, "", "In a function's backward: did an earlier one free what was saved?", 0},
    {"custom", fn_custom, "name, inputs, outputs, function", "outputs come from a function whose backward is function(*gradients).", 0},
    {"mode", fn_mode, "accent, grad=None, training=None", "Sets whether calls are recorded and networks train; what was before.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
