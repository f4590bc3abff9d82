/* gen.c: generators: a frame that can be left and entered again. Its registers live in the Generator itself. Coroutines and
 * asynchronous generators are the same thing under other types; what only they have is in coro.c and asyncgen.c.
 */
#include <stddef.h>

#include "eval.h"
#include "lang/object/thread.h"

static size_t gen_size(const Generator *g) { return sizeof *g + g->size_regs * sizeof(Value); }

Value gen_new(VM *vm, Frame *f)
{
    Code *code = f->code;
    if (!code_whole(vm, code)) {
        frame_pop(vm, f);
        return NULL;
    }
    Type *type = code->flags & CODE_COROUTINE ? CLASS(coroutine) : code->flags & CODE_ASYNC_GENERATOR ? CLASS(async_generator) : CLASS(generator);
    Generator *g = (Generator *)obj_alloc(vm, type, sizeof *g + code->nregs * sizeof(Value));
    if (!g) {
        frame_pop(vm, f);
        return NULL;
    }
    g->size_regs = code->nregs;
    for (unsigned i = 0; i < code->nregs; i++) {
        g->regs[i] = is_heap(f->regs[i]) || i < code->nlocals ? f->regs[i] : NULL;
        f->regs[i] = NULL;
    }
    g->frame = *f;
    g->frame.regs = g->regs;
    g->frame.gen = g;
    g->frame.frame_obj = NULL;
    g->frame.prev = g->frame.next = NULL;
    g->name = (Str *)BITS(retain(REF(f->fn->name)));
    g->qualname = (Str *)BITS(retain(REF(f->fn->qualname)));
    g->state = GEN_CREATED;
    f->fn = NULL; /* the function reference moved too */
    f->locals = NULL;
    if (f->frame_obj) {
        ((FrameObj *)BITS(f->frame_obj))->frame = NULL;
        value_clear(vm, &f->frame_obj);
    }
    vm->frame = f->prev;
    vm->depth--;
    if (code->flags & CODE_COROUTINE && vm->threads && *thread_origin_depth(vm) && !(g->finalizer = coro_origin(vm, vm->frame))) {
        g->state = GEN_CLOSED;
        release(vm, VAL(g));
        return NULL;
    }
    return VAL(g);
}

static inline uint32_t index_of(const Frame *f) { return f->pc > f->code->ins ? (uint32_t)(f->pc - f->code->ins) - 1 : 0; }
static bool at_yield_from(const Generator *g) { return g->state == GEN_SUSPENDED && g->frame.pc->op == BC_YIELD_FROM; }

/* Inside except clauses vm->handled is the generator's own; their saved outer value is exchanged at the borders. */
static void swap_handled(VM *vm, Generator *g, bool entering)
{
    Code *c = g->frame.code;
    uint32_t at = at_yield_from(g) ? (uint32_t)(g->frame.pc - c->ins) : index_of(&g->frame);
    ExceptRegion *outer = NULL, *inner = NULL;
    for (uint32_t i = 0; i < c->nexcepts; i++) {
        ExceptRegion *r = &c->excepts[i];
        if (at < r->start || at >= r->end) continue;
        if (!outer) outer = r;
        inner = r;
    }
    if (!outer) return;
    if (entering) {
        value_put(vm, &g->regs[outer->reg + 1], vm->handled);
        vm->handled = retain(g->regs[inner->reg]);
    } else {
        value_put(vm, &vm->handled, g->regs[outer->reg + 1]);
        g->regs[outer->reg + 1] = NULL;
    }
}

bool gen_awaits(const Generator *g) { return at_yield_from(g); }

const char *gen_noun(VM *vm, const Generator *g)
{
    return g && g->head.type == CLASS(coroutine) ? "coroutine" : g && g->head.type == CLASS(async_generator) ? "async generator" : "generator";
}

static bool is_coroutine(VM *vm, const Generator *g) { return g->head.type == CLASS(coroutine); }

static inline bool enter(VM *vm, Generator *g, Value sent, int flags)
{
    if (g->state == GEN_RUNNING || g->state == GEN_CLOSED) {
        if (g->state == GEN_RUNNING) err_raise(vm, EXC_ValueError, "%s already executing", gen_noun(vm, g));
        else if (is_coroutine(vm, g)) err_raise(vm, EXC_RuntimeError, "cannot reuse already awaited coroutine");
        release(vm, sent);
        return false;
    }
    char here;
    if (vm->depth >= vm->depth_limit || &here < vm->c_stack_limit) {
        release(vm, sent);
        return err_false(vm, EXC_RecursionError, "maximum recursion depth exceeded");
    }
    Frame *f = &g->frame, *below = vm->frame;
    if (g->state == GEN_SUSPENDED) {
        const Ins *at = at_yield_from(g) ? f->pc : f->pc - 1;
        value_put(vm, &g->regs[at->a], sent);
        if (f->code->nexcepts) swap_handled(vm, g, true);
    } else release(vm, sent);
    f->prev = below;
    f->next = below->next;
    f->top = below->top;
    f->flags = (uint8_t)flags;
    vm->frame = f;
    vm->depth++;
    g->head.refs++; /* it stays while it runs */
    g->state = GEN_RUNNING;
    return true;
}

bool gen_enter(VM *vm, Generator *g, Value sent, int flags) { return enter(vm, g, sent, flags); }

void gen_leave(VM *vm, Generator *g, GenState state)
{
    Frame *f = &g->frame, *below = f->prev;
    below->next = f->next;
    vm->frame = below;
    vm->depth--;
    g->state = (uint8_t)state;
    if (state == GEN_SUSPENDED) {
        if (f->code->nexcepts) swap_handled(vm, g, false);
    } else {
        if (f->frame_obj) frame_detach(vm, f);
        for (unsigned i = 0; i < g->size_regs; i++) value_clear(vm, &g->regs[i]);
        value_clear(vm, &f->locals);
    }
    release(vm, VAL(g));
}

void gen_failed(VM *vm, const Generator *g)
{
    const char *what = "StopIteration";
    if (!err_matches(vm, EXC_StopIteration)) {
        if (!g || g->head.type != CLASS(async_generator) || !err_matches(vm, EXC_StopAsyncIteration)) return;
        what = "StopAsyncIteration";
    }
    Value stop = err_take(vm);
    err_raise(vm, EXC_RuntimeError, "%s raised %s", gen_noun(vm, g), what);
    if (!vm->error || !is_exception(vm->error)) {
        release(vm, stop);
        return;
    }
    Exception *e = as_exception(vm->error);
    value_put(vm, &e->cause, retain(stop));
    value_put(vm, &e->context, stop);
    e->suppress_context = true;
}

Value stop_value(VM *vm)
{
    if (!err_occurred(vm)) return V_NONE;
    if (!err_matches(vm, EXC_StopIteration)) return NULL;
    Value e = err_take(vm), v = as_exception(e)->x[0];
    v = v ? retain(v) : V_NONE;
    release(vm, e);
    return v;
}

/* Run the entered generator; its result, with the state saying what it means. */
static Value gen_run(VM *vm, Generator *g)
{
    retain(REF(g));
    Value r = vm_run(vm, &g->frame);
    if (!r && g->state == GEN_CLOSED) gen_failed(vm, g);
    bool ended = g->state == GEN_CLOSED;
    release(vm, VAL(g));
    if (!r || !ended) return r;
    if (is_none(r)) return NULL;
    /* raise StopIteration(r): also when r is a tuple or an exception */
    err_raise_value(vm, EXC_StopIteration, r);
    release(vm, r);
    return NULL;
}

Value gen_send(VM *vm, Ref gen, Ref v)
{
    Generator *g = as_generator(gen);
    if (g->state == GEN_CREATED && !is_none(v))
        return err_raise(vm, EXC_TypeError, "can't send non-None value to a just-started %s", gen_noun(vm, g));
    if (!enter(vm, g, retain(v), FRAME_ENTRY)) return NULL;
    return gen_run(vm, g);
}

Value gen_next(VM *vm, Ref gen)
{
    Generator *g = as_generator(gen);
    return enter(vm, g, V_NONE, FRAME_ENTRY) ? gen_run(vm, g) : NULL;
}

/* The pending error is raised inside the generator where it stands. */
static Value gen_raise(VM *vm, Generator *g)
{
    if (g->state == GEN_CLOSED && !is_coroutine(vm, g)) return NULL;
    if (g->state == GEN_CLOSED || g->state == GEN_RUNNING) {
        err_clear(vm);
        if (g->state == GEN_CLOSED) return err_raise(vm, EXC_RuntimeError, "cannot reuse already awaited coroutine");
        return err_raise(vm, EXC_ValueError, "%s already executing", gen_noun(vm, g));
    }
    Value pending = err_take(vm);
    bool delegating = at_yield_from(g);
    Ref outside = vm->handled;
    if (!gen_enter(vm, g, V_NONE, FRAME_ENTRY)) {
        release(vm, pending);
        return NULL;
    }
    if (delegating) g->frame.pc++; /* so that the error belongs to the yield from */
    if (vm->handled != outside) err_raise_obj(vm, pending); /* what the generator itself handles is the context */
    else err_pend(vm, pending);
    return gen_run(vm, g);
}

static bool close_iter(VM *vm, Ref it)
{
    if (is_kind(it, KIND_GENERATOR)) return gen_close(vm, it);
    Value f = NULL;
    if (obj_lookup_attr(vm, it, NAME(close), &f) < 0) return false;
    if (!f) return true;
    Value r = call0(vm, f);
    release(vm, f);
    release(vm, r);
    return r != NULL;
}

/* throw() while the body stands in `yield from it`: the iterator gets it first. */
static Value throw_delegated(VM *vm, Generator *g, Ref exception, bool close_inner)
{
    const Ins *at = g->frame.pc;
    Value it = retain(g->regs[at->b]), r = NULL;
    if (close_inner && err_is(vm, exception, EXC_GeneratorExit)) {
        g->state = GEN_RUNNING;
        bool ok = close_iter(vm, it);
        g->state = GEN_SUSPENDED;
        release(vm, it);
        if (ok) err_pend(vm, retain(exception));
        return gen_raise(vm, g);
    }
    Value f = NULL;
    g->state = GEN_RUNNING;
    if (is_kind(it, KIND_GENERATOR)) r = gen_throw(vm, it, exception);
    else if (obj_lookup_attr(vm, it, NAME(throw), &f) < 0) r = NULL;
    else if (!f) {
        g->state = GEN_SUSPENDED;
        release(vm, it);
        err_pend(vm, retain(exception));
        return gen_raise(vm, g);
    } else r = call1(vm, f, exception);
    release(vm, f);
    release(vm, it);
    g->state = GEN_SUSPENDED;
    if (r) return r;
    Value v = stop_value(vm);
    if (!v) return gen_raise(vm, g);
    /* The iterator ended: go on behind the `yield from` with its value. */
    if (!gen_enter(vm, g, v, FRAME_ENTRY)) return NULL;
    value_clear(vm, &g->regs[at->b]);
    g->frame.pc++;
    return gen_run(vm, g);
}

Value gen_throw(VM *vm, Ref gen, Ref exception) { return gen_throw_into(vm, gen, exception, true); }

Value gen_throw_into(VM *vm, Ref gen, Ref exception, bool close_inner)
{
    Generator *g = as_generator(gen);
    if (at_yield_from(g)) return throw_delegated(vm, g, exception, close_inner);
    err_pend(vm, retain(exception));
    if (g->state == GEN_CREATED) { /* nothing of the body runs */
        tb_add(vm, g->frame.code, g->frame.globals, 0);
        g->state = GEN_CLOSED;
        for (unsigned i = 0; i < g->size_regs; i++) value_clear(vm, &g->regs[i]);
        return NULL;
    }
    return gen_raise(vm, g);
}

bool gen_close(VM *vm, Ref gen)
{
    Generator *g = as_generator(gen);
    if (g->state == GEN_CLOSED) return true;
    if (g->state == GEN_RUNNING) return err_false(vm, EXC_ValueError, "%s already executing", gen_noun(vm, g));
    if (g->state == GEN_CREATED || (g->frame.code->nhandlers == 0 && !at_yield_from(g))) {
        g->state = GEN_CLOSED;
        for (unsigned i = 0; i < g->size_regs; i++) value_clear(vm, &g->regs[i]);
        return true;
    }
    Value args = retain(vm->empty_tuple), exc = call_tuple(vm, REF(vm->exc_types[EXC_GeneratorExit]), args, NULL);
    release(vm, args);
    if (!exc) return false;
    Value r = gen_throw(vm, gen, exc);
    release(vm, exc);
    if (r) {
        release(vm, r);
        return err_false(vm, EXC_RuntimeError, "%s ignored GeneratorExit", gen_noun(vm, as_generator(gen)));
    }
    if (!err_occurred(vm)) return true;
    if (!err_matches(vm, EXC_StopIteration) && !err_matches(vm, EXC_GeneratorExit)) return false;
    err_clear(vm);
    return true;
}

/* ---- the class ---- */

bool gen_unfinished(const Obj *o)
{
    const Generator *g = (const Generator *)o;
    if (o->flags & OBJ_FINALIZED) return false;
    return g->state == GEN_SUSPENDED || (g->state == GEN_CREATED && (g->frame.code->flags & CODE_COROUTINE));
}

/* Its finally clauses run, an async generator's finalizer is told, and a coroutine that nobody awaited is complained about. */
void gen_finalize(VM *vm, Obj *o)
{
    Generator *g = (Generator *)o;
    o->flags |= OBJ_FINALIZED;
    if (vm->end == VM_CLOSED) return;
    vm->finalized++;
    Value saved = err_take(vm);
    if (g->state == GEN_CREATED) coro_warn_unawaited(vm, REF(o));
    else if (g->finalizer && !g->closed && !is_coroutine(vm, g)) {
        Value f = g->finalizer, r;
        g->finalizer = NULL;
        r = call1(vm, f, REF(o));
        if (!r) err_unraisable(vm, REF(o));
        release(vm, f);
        release(vm, r);
    } else if (!gen_close(vm, REF(o))) err_unraisable(vm, REF(o));
    err_put(vm, saved);
}

static void gen_dealloc(VM *vm, Obj *o)
{
    Generator *g = (Generator *)o;
    if (gen_unfinished(o)) {
        o->refs = 1;
        gen_finalize(vm, o);
        if (--o->refs > 0) {
            gc_track(vm, o);
            return;
        }
    }
    for (unsigned i = 0; i < g->size_regs; i++) value_clear(vm, &g->regs[i]);
    if (g->frame.frame_obj) {
        ((FrameObj *)BITS(g->frame.frame_obj))->frame = NULL;
        value_clear(vm, &g->frame.frame_obj);
    }
    value_clear(vm, &g->frame.locals);
    release(vm, VAL(g->frame.fn));
    release(vm, g->finalizer);
    release(vm, VAL(g->name));
    release(vm, VAL(g->qualname));
    obj_free(vm, o, gen_size(g));
}

static void gen_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Generator *g = (Generator *)o;
    for (unsigned i = 0; i < g->size_regs; i++)
        if (is_heap(g->regs[i])) visit(g->regs[i], arg);
    if (g->frame.fn) visit(REF(g->frame.fn), arg);
    if (g->frame.locals) visit(g->frame.locals, arg);
    if (g->finalizer) visit(g->finalizer, arg);
    if (g->frame.frame_obj) visit(g->frame.frame_obj, arg);
}

static void gen_clear_children(VM *vm, Obj *o)
{
    Generator *g = (Generator *)o;
    if (g->state == GEN_RUNNING) return;
    g->state = GEN_CLOSED;
    for (unsigned i = 0; i < g->size_regs; i++) value_clear(vm, &g->regs[i]);
}

static Value gen_repr(VM *vm, Ref self)
{
    return str_format(vm, "<%N object %U at 0x%zx>", as_obj(self)->type, REF(as_generator(self)->qualname), (size_t)BITS(self));
}

static Value gen_self(VM *vm, Ref self) { return retain(self); }

/* The results of send and throw as methods give them: a return is a StopIteration. */
Value gen_finish(VM *vm, Value r)
{
    if (!r && !err_occurred(vm)) {
        Value exc = call0(vm, REF(vm->exc_types[EXC_StopIteration]));
        if (exc) err_raise_obj(vm, exc);
    }
    return r;
}

static Value gen_send_method(VM *vm, const Ref *args, int n, Ref kwnames) { return gen_finish(vm, gen_send(vm, args[0], args[1])); }

static Value gen_close_method(VM *vm, const Ref *args, int n, Ref kwnames) { return gen_close(vm, args[0]) ? V_NONE : NULL; }

Value gen_throw_arg(VM *vm, Ref type, Ref value, Ref tb)
{
    Value exc;
    if (tb && !is_none(tb) && !is_kind(tb, KIND_TRACEBACK))
        return err_raise(vm, EXC_TypeError, "throw() third argument must be a traceback object");
    if (is_type(type) && type_is_subtype(as_type(type), vm->exc_types[EXC_BaseException])) {
        if (value && is_exception(value) && type_is_subtype(as_obj(value)->type, as_type(type))) exc = retain(value);
        else if (!value || is_none(value)) exc = call0(vm, type);
        else if (is_tuple(value)) exc = call_tuple(vm, type, value, NULL);
        else exc = call1(vm, type, value);
        if (exc && !is_exception(exc)) {
            err_raise(vm, EXC_TypeError, "calling %R should have returned an instance of BaseException, not %T", type, exc);
            value_clear(vm, &exc);
        }
        if (!exc) exc = err_take(vm); /* what went wrong while it was made is thrown in its place */
    } else if (is_exception(type)) {
        if (value && !is_none(value)) return err_raise(vm, EXC_TypeError, "instance exception may not have a separate value");
        exc = retain(type);
    } else
        return err_raise(vm, EXC_TypeError, "exceptions must be classes or instances deriving from BaseException, not %T", type);
    if (tb && !is_none(tb)) value_put(vm, &as_exception(exc)->traceback, retain(tb));
    return exc;
}

/* throw(exception) and the older throw(type, value, traceback) */
static Value gen_throw_method(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value exc = gen_throw_arg(vm, args[1], args[2], args[3]);
    if (!exc) return NULL;
    Value r = gen_throw(vm, args[0], exc);
    release(vm, exc);
    return gen_finish(vm, r);
}

static Value get_name(VM *vm, Ref self) { return retain(REF(as_generator(self)->name)); }
static Value get_qualname(VM *vm, Ref self) { return retain(REF(as_generator(self)->qualname)); }
static bool put_name(VM *vm, Str **slot, Ref v, const char *what)
{
    if (!v || !is_str(v)) return err_false(vm, EXC_TypeError, "%s must be set to a string object", what);
    Str *old = *slot;
    *slot = (Str *)BITS(retain(v));
    release(vm, VAL(old));
    return true;
}
static bool set_name(VM *vm, Ref self, Ref v) { return put_name(vm, &as_generator(self)->name, v, "__name__"); }
static bool set_qualname(VM *vm, Ref self, Ref v) { return put_name(vm, &as_generator(self)->qualname, v, "__qualname__"); }
static Value get_running(VM *vm, Ref self) { return make_bool(as_generator(self)->state == GEN_RUNNING); }
static Value get_suspended(VM *vm, Ref self) { return make_bool(as_generator(self)->state == GEN_SUSPENDED); }
static Value get_code(VM *vm, Ref self) { return retain(REF(as_generator(self)->frame.code)); }
static Value get_frame(VM *vm, Ref self)
{
    return as_generator(self)->state == GEN_CLOSED ? V_NONE : frame_object(vm, &as_generator(self)->frame);
}
static Value get_yieldfrom(VM *vm, Ref self)
{
    Generator *g = as_generator(self);
    return at_yield_from(g) ? retain(g->regs[g->frame.pc->b]) : V_NONE;
}

static Value get_origin(VM *vm, Ref self) { return as_generator(self)->finalizer ? retain(as_generator(self)->finalizer) : V_NONE; }
static Value get_stepping(VM *vm, Ref self) { return make_bool(as_generator(self)->stepping); }

#define GEN_NAMES {"__name__", get_name, set_name, NULL}, {"__qualname__", get_qualname, set_qualname, NULL}
static const GetSetDef gen_getsets[] = {
    GEN_NAMES, {"gi_running", get_running, NULL, NULL}, {"gi_suspended", get_suspended, NULL, NULL}, {"gi_code", get_code, NULL, NULL},
    {"gi_frame", get_frame, NULL, NULL}, {"gi_yieldfrom", get_yieldfrom, NULL, NULL}, {0},
};
static const GetSetDef coro_getsets[] = {
    GEN_NAMES, {"cr_running", get_running, NULL, NULL}, {"cr_suspended", get_suspended, NULL, NULL}, {"cr_code", get_code, NULL, NULL},
    {"cr_frame", get_frame, NULL, NULL}, {"cr_await", get_yieldfrom, NULL, "object being awaited on, or None"},
    {"cr_origin", get_origin, NULL, NULL}, {0},
};
static const GetSetDef async_gen_getsets[] = {
    GEN_NAMES, {"ag_running", get_stepping, NULL, NULL}, {"ag_code", get_code, NULL, NULL},
    {"ag_frame", get_frame, NULL, NULL}, {"ag_await", get_yieldfrom, NULL, "object being awaited on, or None"}, {0},
};
#define GEN_METHODS(noun)                                                                                                            \
    {"send", gen_send_method, "self, arg, /", "send(arg) -> send 'arg' into " noun ",\nreturn next yielded value or raise StopIteration.", 0}, \
    {"throw", gen_throw_method, "self, typ, val=None, tb=None, /", "Raise an exception inside the " noun "; return the next yielded value or raise StopIteration.", 0}, \
    {"close", gen_close_method, "self", "close() -> raise GeneratorExit inside " noun ".", 0}
static const NativeDef gen_methods[] = {GEN_METHODS("generator"), {0}};
static const NativeDef coro_methods[] = {
    GEN_METHODS("coroutine"), {"__await__", coro_await_method, "self, /", "Return an iterator to be used in await expression.", 0}, {0},
};

#define GEN_TYPE(id, iter_fn, next_fn, method_rows, attribute_rows) \
    const TypeDef id##_def = {                            \
        .name = #id,                                      \
        .kind = KIND_GENERATOR,                           \
        .size = sizeof(Generator),                        \
        .flags = TYPE_GC | TYPE_WEAKREF | TYPE_NO_NEW,    \
        .s = {.repr = gen_repr, .iter = iter_fn, .next = next_fn}, \
        .dealloc = gen_dealloc,                           \
        .traverse = gen_traverse,                         \
        .clear = gen_clear_children,                      \
        .methods = method_rows,                           \
        .getsets = attribute_rows,                        \
    };
GEN_TYPE(generator, gen_self, gen_next, gen_methods, gen_getsets)
GEN_TYPE(coroutine, NULL, NULL, coro_methods, coro_getsets)
GEN_TYPE(async_generator, NULL, NULL, async_gen_methods, async_gen_getsets)
