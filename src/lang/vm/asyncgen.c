/* asyncgen.c: asynchronous generators: the awaitables that asend(), athrow(), aclose() and __anext__() give, and the builtins
 * aiter() and anext().
 *
 * The generator (gen.c) suspends in two ways. In an await, what comes out is for the driver of the whole chain and is passed on;
 * in a yield, it is the item: the awaitable ends with it, by StopIteration. gen_awaits tells them apart.
 */
#include "lang/object/args.h"
#include "eval.h"

typedef enum { STEP_SEND, STEP_THROW, STEP_CLOSE } StepKind;
typedef enum { STEP_INIT, STEP_ITER, STEP_OVER } StepState;

typedef struct Step {
    Obj head;
    Value gen;
    Value value; /* to send, or the exception to throw; NULL: close */
    uint8_t kind, state;
} Step;
static Step *as_step(Ref v) { return (Step *)BITS(v); }

static Value step_new(VM *vm, Ref gen, StepKind kind, Ref value)
{
    Generator *g = as_generator(gen);
    if (!g->hooked) {
        g->hooked = true;
        if (vm->asyncgen_hooks[1]) g->finalizer = retain(vm->asyncgen_hooks[1]);
        if (vm->asyncgen_hooks[0]) {
            Value first = retain(vm->asyncgen_hooks[0]), r = call1(vm, first, gen);
            release(vm, first);
            if (!r) return NULL;
            release(vm, r);
        }
    }
    Step *s = (Step *)obj_alloc(vm, kind == STEP_SEND ? CLASS(async_generator_asend) : CLASS(async_generator_athrow), sizeof *s);
    if (!s) return NULL;
    s->gen = retain(gen);
    s->value = value ? retain(value) : NULL;
    s->kind = (uint8_t)kind;
    return VAL(s);
}

Value async_gen_next(VM *vm, Ref gen) { return step_new(vm, gen, STEP_SEND, V_NONE); }

static Value raise_plain(VM *vm, ExcId id)
{
    Value e = call0(vm, REF(vm->exc_types[id]));
    if (e) err_raise_obj(vm, e);
    return NULL;
}

static bool has_ended(VM *vm) { return err_matches(vm, EXC_StopAsyncIteration) || err_matches(vm, EXC_GeneratorExit); }

/* What came out of the generator: an item ends the step with StopIteration(item), the end with StopAsyncIteration. */
static Value outcome(VM *vm, Step *s, Value r)
{
    Generator *g = as_generator(s->gen);
    if (r && gen_awaits(g)) return r;
    g->stepping = false;
    s->state = STEP_OVER;
    if (r) {
        err_raise_value(vm, EXC_StopIteration, r);
        release(vm, r);
        return NULL;
    }
    if (!err_occurred(vm)) raise_plain(vm, EXC_StopAsyncIteration);
    if (has_ended(vm)) g->closed = true;
    return NULL;
}

/* The same for aclose(), which ends well when the generator does and badly when it yields. */
static Value closing_outcome(VM *vm, Step *s, Value r)
{
    Generator *g = as_generator(s->gen);
    if (r && gen_awaits(g)) return r;
    g->stepping = false;
    s->state = STEP_OVER;
    if (r) {
        release(vm, r);
        return err_raise(vm, EXC_RuntimeError, "async generator ignored GeneratorExit");
    }
    if (!err_occurred(vm)) return NULL;
    if (!has_ended(vm)) return NULL;
    err_clear(vm);
    return NULL;
}

static Value over(VM *vm, Step *s)
{
    return err_raise(vm, EXC_RuntimeError, "cannot reuse already awaited %s", s->kind == STEP_SEND ? "__anext__()/asend()" : "aclose()/athrow()");
}

static Value running(VM *vm, Step *s)
{
    static const char *const names[] = {"anext", "athrow", "aclose"};
    if (s->kind != STEP_SEND) s->state = STEP_OVER;
    return err_raise(vm, EXC_RuntimeError, "%s(): asynchronous generator is already running", names[s->kind]);
}

/* The first move of athrow() and aclose(). */
static Value begin_throw(VM *vm, Step *s, Ref v)
{
    Generator *g = as_generator(s->gen);
    if (g->stepping) return running(vm, s);
    if (g->closed) {
        s->state = STEP_OVER;
        return raise_plain(vm, EXC_StopAsyncIteration);
    }
    if (!is_none(v)) return err_raise(vm, EXC_RuntimeError, "can't send non-None value to a just-started coroutine");
    s->state = STEP_ITER;
    g->stepping = true;
    Value exc;
    if (s->kind == STEP_CLOSE) {
        g->closed = true;
        exc = call0(vm, REF(vm->exc_types[EXC_GeneratorExit]));
    } else {
        const Ref *a = as_refs(as_tuple(s->value)->items);
        int n = (int)as_tuple(s->value)->len;
        exc = gen_throw_arg(vm, a[0], n > 1 ? a[1] : NULL, n > 2 ? a[2] : NULL);
    }
    Value r = exc ? gen_throw_into(vm, s->gen, exc, false) : NO_VALUE;
    release(vm, exc);
    return s->kind == STEP_CLOSE ? closing_outcome(vm, s, r) : outcome(vm, s, r);
}

static Value step_send(VM *vm, Step *s, Ref v)
{
    Generator *g = as_generator(s->gen);
    if (s->state == STEP_OVER) return over(vm, s);
    if (s->kind == STEP_SEND) {
        if (s->state == STEP_INIT) {
            if (g->stepping) return running(vm, s);
            if (is_none(v)) v = s->value;
            s->state = STEP_ITER;
        }
        g->stepping = true;
        return outcome(vm, s, gen_send(vm, s->gen, v));
    }
    if (g->state == GEN_CLOSED) {
        s->state = STEP_OVER;
        return NULL;
    }
    if (s->state == STEP_INIT) return begin_throw(vm, s, v);
    Value r = gen_send(vm, s->gen, v);
    return s->kind == STEP_CLOSE ? closing_outcome(vm, s, r) : outcome(vm, s, r);
}

static Value step_throw(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Step *s = as_step(args[0]);
    if (s->state == STEP_OVER) return over(vm, s);
    Value exc = gen_throw_arg(vm, args[1], args[2], args[3]);
    if (!exc) return NULL;
    Value r = gen_throw(vm, s->gen, exc);
    release(vm, exc);
    return gen_finish(vm, s->kind == STEP_CLOSE ? closing_outcome(vm, s, r) : outcome(vm, s, r));
}

static Value step_self(VM *vm, Ref self) { return retain(self); }
static Value step_next(VM *vm, Ref self) { return step_send(vm, as_step(self), V_NONE); }
static Value step_send_method(VM *vm, const Ref *args, int n, Ref kwnames) { return gen_finish(vm, step_send(vm, as_step(args[0]), args[1])); }
static Value step_await(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }
static Value step_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    as_step(args[0])->state = STEP_OVER;
    return V_NONE;
}

static void step_dealloc(VM *vm, Obj *o)
{
    release(vm, ((Step *)o)->gen);
    release(vm, ((Step *)o)->value);
    obj_free(vm, o, sizeof(Step));
}
static void step_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    visit(((Step *)o)->gen, arg);
    if (((Step *)o)->value) visit(((Step *)o)->value, arg);
}

static const NativeDef step_methods[] = {
    {"__await__", step_await, "self, /", "Return an iterator to be used in await expression.", 0},
    {"send", step_send_method, "self, arg, /", NULL, 0},
    {"throw", step_throw, "self, typ, val=None, tb=None, /", NULL, 0},
    {"close", step_close, "self", NULL, 0},
    {0},
};
#define STEP_TYPE(id)                                    \
    const TypeDef id##_def = {                           \
        .name = #id,                                     \
        .kind = KIND_OPAQUE,                             \
        .size = sizeof(Step),                            \
        .flags = TYPE_GC | TYPE_NO_NEW,                  \
        .s = {.iter = step_self, .next = step_next},     \
        .dealloc = step_dealloc,                         \
        .traverse = step_traverse,                       \
        .methods = step_methods,                         \
    };
STEP_TYPE(async_generator_asend)
STEP_TYPE(async_generator_athrow)

/* ---- the generator's own methods ---- */

static Value ag_aiter(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }
static Value ag_anext(VM *vm, const Ref *args, int n, Ref kwnames) { return async_gen_next(vm, args[0]); }
static Value ag_asend(VM *vm, const Ref *args, int n, Ref kwnames) { return step_new(vm, args[0], STEP_SEND, args[1]); }
static Value ag_aclose(VM *vm, const Ref *args, int n, Ref kwnames) { return step_new(vm, args[0], STEP_CLOSE, NULL); }
static Value ag_athrow(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int given = args[3] ? 3 : args[2] ? 2 : 1;
    Value what = tuple_from(vm, args + 1, given), r = what ? step_new(vm, args[0], STEP_THROW, what) : NO_VALUE;
    release(vm, what);
    return r;
}

const NativeDef async_gen_methods[] = {
    {"__aiter__", ag_aiter, "self, /", "Return an awaitable, that resolves in asynchronous iterator.", 0},
    {"__anext__", ag_anext, "self, /", "Return a value or raise StopAsyncIteration.", 0},
    {"asend", ag_asend, "self, value, /", "asend(v) -> send 'v' in generator.", 0},
    {"athrow", ag_athrow, "self, typ, val=None, tb=None, /", "athrow(typ[,val[,tb]]) -> raise exception in generator.", 0},
    {"aclose", ag_aclose, "self", "aclose() -> raise GeneratorExit inside generator.", 0},
    CLASS_GETITEM_ROW,
    {0},
};

/* ---- anext(it, default): the default instead of StopAsyncIteration ---- */

typedef struct Anext { Obj head; Value wrapped, otherwise; } Anext;
static Anext *as_anext(Ref v) { return (Anext *)BITS(v); }

static Value anext_outcome(VM *vm, Anext *a, Value r)
{
    if (r || !err_matches(vm, EXC_StopAsyncIteration)) return r;
    err_clear(vm);
    return err_raise_value(vm, EXC_StopIteration, a->otherwise);
}

/* The iterator of the awaitable, with send, throw and close. */
static Value anext_inner(VM *vm, Anext *a)
{
    if (is_exact(a->wrapped, CLASS(coroutine))) {
        Ref self[1] = {a->wrapped};
        return coro_await_method(vm, self, 1, NULL);
    }
    return await_iter(vm, a->wrapped, 0);
}

static Value anext_call(VM *vm, Ref self, Ref name, const Ref *args, int n)
{
    Value it = anext_inner(vm, as_anext(self));
    if (!it) return NULL;
    Value r = call_method(vm, it, name, args, n);
    release(vm, it);
    return anext_outcome(vm, as_anext(self), r);
}

static int given(const Ref *args) { return args[3] ? 3 : args[2] ? 2 : 1; }
static Value anext_self(VM *vm, Ref self) { return retain(self); }
static Value anext_await(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }
static Value anext_next(VM *vm, Ref self)
{
    Value it = anext_inner(vm, as_anext(self));
    if (!it) return NULL;
    Value r = type_of(vm, it)->s.next(vm, it); /* op_next would lose the value of a StopIteration */
    release(vm, it);
    return anext_outcome(vm, as_anext(self), r);
}
static Value anext_send(VM *vm, const Ref *args, int n, Ref kwnames) { return anext_call(vm, args[0], NAME(send), args + 1, 1); }
static Value anext_throw(VM *vm, const Ref *args, int n, Ref kwnames) { return anext_call(vm, args[0], NAME(throw), args + 1, given(args)); }
static Value anext_close(VM *vm, const Ref *args, int n, Ref kwnames) { return anext_call(vm, args[0], NAME(close), NULL, 0); }

static void anext_dealloc(VM *vm, Obj *o)
{
    release(vm, ((Anext *)o)->wrapped);
    release(vm, ((Anext *)o)->otherwise);
    obj_free(vm, o, sizeof(Anext));
}
static void anext_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    visit(((Anext *)o)->wrapped, arg);
    visit(((Anext *)o)->otherwise, arg);
}
static const NativeDef anext_methods[] = {
    {"__await__", anext_await, "self, /", "Return an iterator to be used in await expression.", 0},
    {"send", anext_send, "self, arg, /", NULL, 0},
    {"throw", anext_throw, "self, typ, val=None, tb=None, /", NULL, 0},
    {"close", anext_close, "self", NULL, 0},
    {0},
};
const TypeDef anext_awaitable_def = {
    .name = "anext_awaitable",
    .kind = KIND_OPAQUE,
    .size = sizeof(Anext),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {.iter = anext_self, .next = anext_next},
    .dealloc = anext_dealloc,
    .traverse = anext_traverse,
    .methods = anext_methods,
};

Value builtin_aiter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool found;
    Value it = call_special(vm, args[0], NAME(__aiter__), NULL, 0, &found);
    if (!found) return err_raise(vm, EXC_TypeError, "'%T' object is not an async iterable", args[0]);
    if (!it || type_lookup(vm, type_of(vm, it), NAME(__anext__))) return it;
    err_raise(vm, EXC_TypeError, "aiter() returned not an async iterator of type '%T'", it);
    release(vm, it);
    return NULL;
}

Value builtin_anext(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool found;
    Value v = call_special(vm, args[0], NAME(__anext__), NULL, 0, &found);
    if (!found) return err_raise(vm, EXC_TypeError, "'%T' object is not an async iterator", args[0]);
    if (!v || !args[1]) return v;
    Anext *a = (Anext *)obj_alloc(vm, CLASS(anext_awaitable), sizeof *a);
    if (!a) {
        release(vm, v);
        return NULL;
    }
    a->wrapped = v;
    a->otherwise = retain(args[1]);
    return VAL(a);
}
