/* call.c: calling anything from C, and the objects for functions written in C (their classes: func_attrs.c). */
#include "lang/object/call.h"

#include <stdarg.h>

#include "eval_fast.h"

enum { ARGS_INLINE = 16 };

/* ---- natives ---- */

Value native_new(VM *vm, const NativeDef *def, Ref self, Ref module)
{
    Native *f = (Native *)obj_alloc(vm, CLASS(builtin), sizeof(Native));
    if (!f) return NULL;
    f->def = def;
    f->self = self ? retain(self) : NULL;
    f->module = module ? retain(module) : V_NONE;
    return VAL(f);
}

Value method_descr_new(VM *vm, Type *owner, const NativeDef *def)
{
    MethodDescr *d = (MethodDescr *)obj_alloc(vm, def->flags & NATIVE_CLASS ? CLASS(classmethod_descriptor) : CLASS(method_descriptor),
                                              sizeof(MethodDescr));
    if (!d) return NULL;
    d->def = def;
    d->owner = owner;
    d->name = (Str *)str_intern_c(vm, def->name);
    if (!d->name) {
        release(vm, VAL(d));
        return NULL;
    }
    return VAL(d);
}

/* Run `go` with `first` put in front of the arguments. */
typedef Value (*Continue)(VM *vm, void *ctx, const Ref *args, int n, Ref kwnames);
static Value with_first(VM *vm, Ref first, const Ref *args, int n, Ref kwnames, Continue go, void *ctx)
{
    int total = n + (kwnames ? (int)as_tuple(kwnames)->len : 0);
    Ref small[ARGS_INLINE + 1], *all = small;
    size_t bytes = ((size_t)total + 1) * sizeof(Ref);
    if (total > ARGS_INLINE && !(all = mem_alloc(vm->mem, bytes))) return err_no_memory(vm);
    all[0] = first;
    for (int i = 0; i < total; i++) all[i + 1] = args[i];
    Value r = go(vm, ctx, all, n + 1, kwnames);
    if (all != small) mem_free(vm->mem, all, bytes);
    return r;
}

static Value go_native(VM *vm, void *ctx, const Ref *args, int n, Ref kwnames)
{
    Native *f = ctx;
    return native_call(vm, f->def, &f->sig, f->owner, args, n, kwnames);
}

static Value go_callee(VM *vm, void *ctx, const Ref *args, int n, Ref kwnames) { return call(vm, REF(ctx), args, n, kwnames); }

Value native_object_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Native *f = (Native *)BITS(callee);
    if (!f->self || !f->owner) return native_call(vm, f->def, &f->sig, f->owner, args, n, kwnames);
    return with_first(vm, f->self, args, n, kwnames, go_native, f);
}

Value method_object_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Method *m = (Method *)BITS(callee);
    return with_first(vm, m->self, args, n, kwnames, go_callee, (void *)BITS(m->fn));
}

/* ---- calling ---- */

Value call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames)
{
    if (is_heap(f)) {
        switch (as_obj(f)->kind) {
        case KIND_FUNCTION: return function_call(vm, f, args, n, kwnames);
        case KIND_NATIVE: {
            Native *nat = (Native *)as_obj(f);
            if (kwnames || !nat->sig || (nat->self && nat->owner)) break;
            if (!rec_room(vm)) return NULL;
            Value held = retain(f), r = call_native(vm, nat->def, &nat->sig, nat->owner, args, n);
            release(vm, held);
            return r;
        }
        default: break;
        }
        CallFn slot = as_obj(f)->type->s.call;
        if (slot) {
            if (!rec_enter(vm, " while calling a Python object")) return NULL;
            Value held = retain(f), r = slot(vm, f, args, n, kwnames);
            rec_leave(vm);
            release(vm, held);
            return r;
        }
    }
    return err_raise(vm, EXC_TypeError, "'%T' object is not callable", f);
}

Value call0(VM *vm, Ref f) { return call(vm, f, NULL, 0, NULL); }
Value call1(VM *vm, Ref f, Ref a) { return call(vm, f, &a, 1, NULL); }
Value call2(VM *vm, Ref f, Ref a, Ref b)
{
    Ref args[2] = {a, b};
    return call(vm, f, args, 2, NULL);
}
Value call3(VM *vm, Ref f, Ref a, Ref b, Ref c)
{
    Ref args[3] = {a, b, c};
    return call(vm, f, args, 3, NULL);
}

/* Positional arguments and those of a dict in one row, as calls have them. */
typedef struct FlatArgs {
    Ref small[ARGS_INLINE], *all;
    size_t bytes;
    Value names;
    int64_t n, nkw; /* positional ones; of the others, the values that are held */
} FlatArgs;

static void flat_close(VM *vm, FlatArgs *a)
{
    for (int64_t i = 0; i < a->nkw; i++) release(vm, (Value)BITS(a->all[a->n + i]));
    if (a->all != a->small) mem_free(vm->mem, a->all, a->bytes);
    release(vm, a->names);
}

static bool flat_open(VM *vm, FlatArgs *a, const Tuple *t, Ref kwargs)
{
    int64_t nkw = dict_len(kwargs), total = t->len + nkw;
    a->all = a->small;
    a->bytes = (size_t)total * sizeof(Ref);
    a->n = t->len;
    a->nkw = 0;
    if (!(a->names = tuple_new(vm, nkw))) return false;
    if (total > ARGS_INLINE && !(a->all = mem_alloc(vm->mem, a->bytes))) {
        release(vm, a->names);
        err_no_memory(vm);
        return false;
    }
    for (int64_t i = 0; i < t->len; i++) a->all[i] = t->items[i];
    int64_t pos = 0;
    Ref key, value;
    while (dict_next(kwargs, &pos, &key, &value)) {
        if (!is_str(key)) {
            err_raise(vm, EXC_TypeError, "keywords must be strings");
            flat_close(vm, a);
            return false;
        }
        as_tuple(a->names)->items[a->nkw] = retain(key);
        a->all[t->len + a->nkw++] = retain(value); /* the callee may change the dict */
    }
    return true;
}

Value call_tuple(VM *vm, Ref f, Ref args, Ref kwargs)
{
    const Tuple *t = as_tuple(args);
    if (!kwargs || !dict_len(kwargs)) return call(vm, f, as_refs(t->items), (int)t->len, NULL);
    FlatArgs a;
    if (!flat_open(vm, &a, t, kwargs)) return NULL;
    Value r = call(vm, f, a.all, (int)t->len, a.names);
    flat_close(vm, &a);
    return r;
}

bool func_bind_tuple(VM *vm, Function *fn, Value *regs, Ref args, Ref kwargs)
{
    const Tuple *t = as_tuple(args);
    if (!kwargs || !dict_len(kwargs)) return func_bind(vm, fn, regs, as_refs(t->items), (int)t->len, NULL);
    FlatArgs a;
    if (!flat_open(vm, &a, t, kwargs)) return false;
    bool ok = func_bind(vm, fn, regs, a.all, (int)t->len, a.names);
    flat_close(vm, &a);
    return ok;
}

/* The function to call and whether o goes in front: NULL: an attribute has to be read. */
static Value find_method(VM *vm, Ref o, Ref name, bool *bind_self)
{
    Type *t = type_of(vm, o);
    *bind_self = false;
    if (t->s.getattr == obj_generic_getattr) {
        Ref d = type_lookup(vm, t, name);
        if (d && (is_function(d) || (is_kind(d, KIND_METHOD_DESCR) && as_obj(d)->type != CLASS(classmethod_descriptor)))) {
            Ref own = (t->flags & TYPE_ATTRS) ? inst_get(vm, as_obj(o), name) : NULL;
            if (own) return retain(own);
            *bind_self = true;
            return retain(d);
        }
    }
    return NULL;
}

/* Reading the attribute may run a program's code, which drops what the arguments came from: they are held before it. */
static Value read_and_call(VM *vm, Ref o, Ref name, const Ref *args, int n)
{
    Value kept = n ? tuple_from(vm, args, n) : NULL, f = n && !kept ? NULL : obj_getattr(vm, o, name);
    Value r = f ? call(vm, f, args, n, NULL) : NULL;
    release(vm, f);
    release(vm, kept);
    return r;
}

Value call_method(VM *vm, Ref o, Ref name, const Ref *args, int n)
{
    bool bind_self;
    Value f = find_method(vm, o, name, &bind_self), r;
    if (!f) return read_and_call(vm, o, name, args, n);
    if (bind_self) {
        Value held = retain(o);
        r = with_first(vm, o, args, n, NULL, go_callee, (void *)BITS(f));
        release(vm, held);
    } else {
        r = call(vm, f, args, n, NULL);
    }
    release(vm, f);
    return r;
}

Value call_special(VM *vm, Ref o, Ref name, const Ref *args, int n, bool *found)
{
    Type *t = type_of(vm, o);
    Ref d = type_lookup(vm, t, name);
    *found = d != NULL;
    if (!d) return NULL;
    Value f = retain(d), held = retain(o), r;
    if (is_function(f) || (is_kind(f, KIND_METHOD_DESCR) && as_obj(f)->type != CLASS(classmethod_descriptor)))
        r = with_first(vm, o, args, n, NULL, go_callee, (void *)BITS(f));
    else {
        TernaryFn get = type_of(vm, f)->s.descr_get;
        Value bound = get ? get(vm, f, o, REF(t)) : retain(f);
        r = bound ? call(vm, bound, args, n, NULL) : NULL;
        release(vm, bound);
    }
    release(vm, f);
    release(vm, held);
    return r;
}
