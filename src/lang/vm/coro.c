/* coro.c: the protocols of async and await: what an await, an `async for` and an `async with` ask of an object, the iterator
 * that coroutine.__await__() gives, and the complaint about a coroutine that was never awaited. Coroutines themselves are
 * generators (gen.c).
 */
#include "eval.h"

static bool is_iterable_coroutine(VM *vm, Ref v)
{
    return is_exact(v, CLASS(generator)) && (as_generator(v)->frame.code->flags & CODE_ITERABLE_COROUTINE);
}

static Value not_awaitable(VM *vm, Ref v, int how)
{
    if (!how) return err_raise(vm, EXC_TypeError, "object %T can't be used in 'await' expression", v);
    return err_raise(vm, EXC_TypeError, "'async with' received an object from %s that does not implement __await__: %T",
                     how == 1 ? "__aenter__" : "__aexit__", v);
}

Value await_iter(VM *vm, Ref v, int how)
{
    if (is_exact(v, CLASS(coroutine))) {
        if (gen_awaits(as_generator(v))) return err_raise(vm, EXC_RuntimeError, "coroutine is being awaited already");
        return retain(v);
    }
    if (is_iterable_coroutine(vm, v)) return retain(v);
    bool found;
    Value it = call_special(vm, v, NAME(__await__), NULL, 0, &found);
    if (!found) return not_awaitable(vm, v, how);
    if (!it) return NULL;
    if (is_exact(it, CLASS(coroutine)) || is_iterable_coroutine(vm, it)) err_raise(vm, EXC_TypeError, "__await__() returned a coroutine");
    else if (!type_of(vm, it)->s.next) err_raise(vm, EXC_TypeError, "__await__() returned non-iterator of type '%T'", it);
    else return it;
    release(vm, it);
    return NULL;
}

Value async_iter(VM *vm, Ref v)
{
    if (is_exact(v, CLASS(async_generator))) return retain(v);
    bool found;
    Value it = call_special(vm, v, NAME(__aiter__), NULL, 0, &found);
    if (!found) return err_raise(vm, EXC_TypeError, "'async for' requires an object with __aiter__ method, got %T", v);
    if (!it || type_lookup(vm, type_of(vm, it), NAME(__anext__))) return it;
    err_raise(vm, EXC_TypeError, "'async for' received an object from __aiter__ that does not implement __anext__: %T", it);
    release(vm, it);
    return NULL;
}

/* The pending error becomes the cause of this TypeError. */
static Value invalid_next(VM *vm, Ref v)
{
    Value why = err_take(vm);
    err_raise(vm, EXC_TypeError, "'async for' received an invalid object from __anext__: %T", v);
    if (why && vm->error && is_exception(vm->error)) {
        Exception *e = as_exception(vm->error);
        value_put(vm, &e->cause, retain(why));
        value_put(vm, &e->context, retain(why));
        e->suppress_context = true;
    }
    release(vm, why);
    return NULL;
}

Value async_next(VM *vm, Ref it)
{
    if (is_exact(it, CLASS(async_generator))) return async_gen_next(vm, it);
    bool found;
    Value v = call_special(vm, it, NAME(__anext__), NULL, 0, &found);
    if (!found) return err_raise(vm, EXC_TypeError, "'async for' requires an iterator with __anext__ method, got %T", it);
    if (!v) return NULL;
    Value r = await_iter(vm, v, 0);
    if (!r) invalid_next(vm, v);
    release(vm, v);
    return r;
}

bool async_enter(VM *vm, Value *slot, Value *result)
{
    Value mgr = *slot;
    Type *t = type_of(vm, mgr);
    Ref exit = type_lookup(vm, t, NAME(__aexit__));
    if (!type_lookup(vm, t, NAME(__aenter__))) return err_false(vm, EXC_TypeError, "'%N' object does not support the asynchronous context manager protocol", t);
    if (!exit) return err_false(vm, EXC_TypeError, "'%N' object does not support the asynchronous context manager protocol (missed __aexit__ method)", t);
    TernaryFn get = type_of(vm, exit)->s.descr_get;
    Value bound = get ? get(vm, exit, mgr, REF(t)) : retain(exit);
    if (!bound) return false;
    bool found;
    *result = call_special(vm, mgr, NAME(__aenter__), NULL, 0, &found);
    if (!*result) {
        release(vm, bound);
        return false;
    }
    *slot = bound;
    release(vm, mgr);
    return true;
}

/* warnings._warn_unawaited_coroutine(coroutine); nothing at all once the modules are gone. */
void coro_warn_unawaited(VM *vm, Ref coroutine)
{
    if (!vm->sys_dict) return;
    Value warnings = import_module(vm, "warnings"), name = warnings ? str_intern_c(vm, "_warn_unawaited_coroutine") : NO_VALUE;
    Ref args[1] = {coroutine};
    Value r = name ? call_method(vm, warnings, name, args, 1) : NO_VALUE;
    release(vm, warnings);
    release(vm, name);
    release(vm, r);
    if (!r) err_unraisable(vm, coroutine);
}

/* ---- coroutine_wrapper: what coroutine.__await__() gives ---- */

typedef struct Wrapper { Obj head; Value coroutine; } Wrapper;
static Ref inner(Ref self) { return ((Wrapper *)BITS(self))->coroutine; }

Value coro_await_method(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Wrapper *w = (Wrapper *)obj_alloc(vm, CLASS(coroutine_wrapper), sizeof *w);
    if (!w) return NULL;
    w->coroutine = retain(args[0]);
    return VAL(w);
}

static void wrapper_dealloc(VM *vm, Obj *o)
{
    release(vm, ((Wrapper *)o)->coroutine);
    obj_free(vm, o, sizeof(Wrapper));
}
static void wrapper_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { visit(((Wrapper *)o)->coroutine, arg); }

static Value wrapper_self(VM *vm, Ref self) { return retain(self); }
static Value wrapper_next(VM *vm, Ref self) { return gen_send(vm, inner(self), V_NONE); }
static Value wrapper_send(VM *vm, const Ref *args, int n, Ref kwnames) { return gen_finish(vm, gen_send(vm, inner(args[0]), args[1])); }
static Value wrapper_throw(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value exc = gen_throw_arg(vm, args[1], args[2], args[3]), r = exc ? gen_throw(vm, inner(args[0]), exc) : NO_VALUE;
    release(vm, exc);
    return gen_finish(vm, r);
}
static Value wrapper_close(VM *vm, const Ref *args, int n, Ref kwnames) { return gen_close(vm, inner(args[0])) ? V_NONE : NO_VALUE; }

static const NativeDef wrapper_methods[] = {
    {"send", wrapper_send, "self, arg, /", "send(arg) -> send 'arg' into coroutine\nreturn next yielded value or raise StopIteration.", 0},
    {"throw", wrapper_throw, "self, typ, val=None, tb=None, /", "Raise an exception inside the coroutine; return the next yielded value or raise StopIteration.", 0},
    {"close", wrapper_close, "self", "close() -> raise GeneratorExit inside coroutine.", 0},
    {0},
};
const TypeDef coroutine_wrapper_def = {
    .name = "coroutine_wrapper",
    .kind = KIND_OPAQUE,
    .size = sizeof(Wrapper),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {.iter = wrapper_self, .next = wrapper_next},
    .dealloc = wrapper_dealloc,
    .traverse = wrapper_traverse,
    .methods = wrapper_methods,
};
