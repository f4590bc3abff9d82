/* mod_contextvars.c: the module _contextvars: variables whose value belongs to a context: a thread's own (thread_context), or one that Context.run() puts in its
 * place. A context's values are a dict that copies share until one of them sets something: copying a context, as every callback of asyncio does, costs no more
 * than a small object. */
#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "lang/types/seq.h"

typedef struct Context {
    Obj head;
    Dict *values;  /* never changed while somebody else holds it */
    Value outer;   /* while it is entered: what was current before; or NULL */
    bool entered;
} Context;
typedef struct ContextVar { Obj head; Value name, fallback /* or NULL */; } ContextVar;
typedef struct Token { Obj head; Value context, var, old /* NULL: there was none */; bool used; } Token;
typedef struct ContextState { Type *context, *var, *token, *missing_type; Value missing; } ContextState;
extern const ModuleDef contextvars_module;

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static Context *as_context(Ref v) { return (Context *)BITS(v); }
static ContextVar *as_var(Ref v) { return (ContextVar *)BITS(v); }
static Token *as_token(Ref v) { return (Token *)BITS(v); }
static ContextState *state_of(VM *vm) { return module_state(vm, &contextvars_module); }

/* ---- contexts ---- */

static Value context_with(VM *vm, Type *type, Ref values /* a dict, or NULL: empty */)
{
    Context *c = (Context *)obj_alloc(vm, type, sizeof *c);
    if (!c) return NO_VALUE;
    Value d = values ? retain(values) : dict_new(vm);
    if (!d) {
        release(vm, VAL(c));
        return NO_VALUE;
    }
    c->values = as_dict(d);
    return VAL(c);
}

/* The running thread's context, borrowed from it. */
static Ref current(VM *vm)
{
    Value *here = thread_context(vm);
    if (*here) return *here;
    ContextState *s = state_of(vm);
    return s ? (*here = context_with(vm, s->context, NULL)) : NO_VALUE;
}

/* Before a change: nobody else may see it. */
static bool own_values(VM *vm, Context *c)
{
    if (c->values->head.refs == 1) return true;
    Value copy = dict_copy(vm, REF(c->values));
    if (!copy) return false;
    Value old = VAL(c->values);
    c->values = as_dict(copy);
    release(vm, old);
    return true;
}

static Value context_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (n || kwnames) return err_raise(vm, EXC_TypeError, "Context() does not accept any arguments");
    return context_with(vm, as_type(type), NULL);
}
static void context_clear(VM *vm, Obj *o)
{
    Context *c = (Context *)o;
    value_clear(vm, &c->outer);
    if (c->values && c->values->head.refs == 1) dict_clear(vm, REF(c->values));
}
static void context_dealloc(VM *vm, Obj *o)
{
    Context *c = (Context *)o;
    value_clear(vm, &c->outer);
    Value d = VAL(c->values);
    c->values = NULL;
    release(vm, d);
    obj_free(vm, o, sizeof(Context));
}
static void context_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((Context *)o)->outer, visit, arg);
    if (((Context *)o)->values) visit(REF(((Context *)o)->values), arg);
}

FN(context_run)
{
    if (n < 2) return err_raise(vm, EXC_TypeError, "run() missing 1 required positional argument");
    Value self = retain(args[0]);
    Context *c = as_context(self);
    if (c->entered) {
        err_raise(vm, EXC_RuntimeError, "cannot enter context: %R is already entered", self);
        release(vm, self);
        return NO_VALUE;
    }
    Value r = NO_VALUE;
    if (current(vm)) {
        c->entered = true;
        Value *here = thread_context(vm);
        c->outer = *here;
        *here = retain(self);
        r = call(vm, args[1], args + 2, n - 2, kwnames);
        Value outer = c->outer;
        c->outer = NO_VALUE;
        c->entered = false;
        value_put(vm, thread_context(vm), outer); /* not always `here`: a fork moves it */
    }
    release(vm, self);
    return r;
}
FN(context_copy)
{
    ContextState *s = state_of(vm);
    return s ? context_with(vm, s->context, REF(as_context(args[0])->values)) : NO_VALUE;
}

static bool check_key(VM *vm, Ref key)
{
    ContextState *s = state_of(vm);
    return s && (is_instance_of(vm, key, s->var) || err_false(vm, EXC_TypeError, "a ContextVar key was expected, got %R", key));
}
FN(context_get)
{
    if (!check_key(vm, args[1])) return NO_VALUE;
    Ref v = dict_get(vm, REF(as_context(args[0])->values), args[1]);
    if (v) return retain(v);
    return err_occurred(vm) ? NO_VALUE : args[2] ? retain(args[2]) : V_NONE;
}
static Value context_getitem(VM *vm, Ref self, Ref key)
{
    if (!check_key(vm, key)) return NO_VALUE;
    Ref v = dict_get(vm, REF(as_context(self)->values), key);
    if (v) return retain(v);
    return err_occurred(vm) ? NO_VALUE : err_raise_value(vm, EXC_KeyError, key);
}
static int context_contains(VM *vm, Ref self, Ref key) { return check_key(vm, key) ? dict_contains(vm, REF(as_context(self)->values), key) : -1; }
static int64_t context_len(VM *vm, Ref self) { return dict_len(REF(as_context(self)->values)); }
static Value view(VM *vm, Ref self, unsigned what) { return dict_iter_new(vm, REF(as_context(self)->values), what); } /* it holds the dict: a change makes another */
static Value context_iter(VM *vm, Ref self) { return view(vm, self, DICT_KEYS); }
FN(context_keys) { return view(vm, args[0], DICT_KEYS); }
FN(context_values) { return view(vm, args[0], DICT_VALUES); }
FN(context_items) { return view(vm, args[0], DICT_ITEMS); }
static Value context_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    ContextState *s = state_of(vm);
    if (!s) return NO_VALUE;
    if ((op != CMP_EQ && op != CMP_NE) || !is_instance_of(vm, b, s->context)) return V_NOTIMPL;
    Value x = retain(REF(as_context(a)->values)), y = retain(REF(as_context(b)->values)), r = op_compare(vm, x, y, op);
    release(vm, x);
    release(vm, y);
    return r;
}

static const NativeDef context_methods[] = {
    {"run", context_run, "self, callable, /, *args, **kwargs", "Call it in this context; what it sets stays here.", NATIVE_RAW},
    {"copy", context_copy, "self, /", "Another context with the same values.", 0},
    {"get", context_get, "self, key, default=None, /", "The variable's value here, or default.", 0},
    {"keys", context_keys, "self, /", "The variables that have a value here.", 0},
    {"values", context_values, "self, /", "Their values.", 0},
    {"items", context_items, "self, /", "Pairs of both.", 0},
    {0},
};
static const TypeDef context_def = {
    .name = "_contextvars.Context", .kind = KIND_OPAQUE, .size = sizeof(Context), .flags = TYPE_GC | TYPE_WEAKREF | TYPE_IMMUTABLE, .doc = "What the variables are in one context.",
    .s = {.new_ = context_new, .getitem = context_getitem, .contains = context_contains, .len = context_len, .iter = context_iter, .compare = context_compare,
          .hash = slots_hash_none},
    .dealloc = context_dealloc, .traverse = context_traverse, .clear = context_clear, .methods = context_methods,
};

/* ---- variables ---- */

static Value var_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"name", "default"};
    Ref out[2];
    if (n != 1 && (n || !kwnames)) return err_raise(vm, EXC_TypeError, "ContextVar() takes exactly 1 positional argument (%d given)", n);
    if (!args_bind(vm, "ContextVar", args, n, kwnames, names, 2, out)) return NO_VALUE;
    if (!out[0]) return err_raise(vm, EXC_TypeError, "ContextVar() missing required argument 'name' (pos 1)");
    if (!is_str(out[0])) return err_raise(vm, EXC_TypeError, "context variable name must be a str");
    ContextVar *v = (ContextVar *)obj_alloc(vm, as_type(type), sizeof *v);
    if (!v) return NO_VALUE;
    v->name = retain(out[0]);
    v->fallback = out[1] ? retain(out[1]) : NO_VALUE;
    return VAL(v);
}
static void var_clear(VM *vm, Obj *o) { value_clear(vm, &((ContextVar *)o)->fallback); }
static void var_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((ContextVar *)o)->name);
    value_clear(vm, &((ContextVar *)o)->fallback);
    obj_free(vm, o, sizeof(ContextVar));
}
static void var_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((ContextVar *)o)->fallback, visit, arg); }

static Value var_repr(VM *vm, Ref self)
{
    StrB b = STRB_INIT(vm);
    strb_c(&b, "<ContextVar name=");
    bool ok = strb_repr(&b, as_var(self)->name);
    if (ok && as_var(self)->fallback) {
        Value v = retain(as_var(self)->fallback);
        strb_c(&b, " default=");
        ok = strb_repr(&b, v);
        release(vm, v);
    }
    strb_format(&b, " at 0x%llx>", (long long)(intptr_t)as_obj(self));
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NO_VALUE;
}

FN(var_get)
{
    Ref v = NO_VALUE;
    Ref here = *thread_context(vm);
    if (here) { /* a thread that never set anything has none */
        v = dict_get(vm, REF(as_context(here)->values), args[0]);
        if (!v && err_occurred(vm)) return NO_VALUE;
    }
    if (!v) v = args[1];
    if (!v) v = as_var(args[0])->fallback;
    return v ? retain(v) : err_raise_value(vm, EXC_LookupError, args[0]);
}
FN(var_set)
{
    ContextState *s = state_of(vm);
    Ref c = s ? current(vm) : NO_VALUE;
    Token *t = c ? (Token *)obj_alloc(vm, s->token, sizeof *t) : NULL;
    if (!t) return NO_VALUE;
    t->context = retain(c);
    t->var = retain(args[0]);
    Ref old = dict_get(vm, REF(as_context(c)->values), args[0]);
    t->old = old ? retain(old) : NO_VALUE;
    if (!err_occurred(vm) && own_values(vm, as_context(c)) && dict_set(vm, REF(as_context(t->context)->values), args[0], args[1])) return VAL(t);
    release(vm, VAL(t));
    return NO_VALUE;
}
FN(var_reset)
{
    ContextState *s = state_of(vm);
    if (!s) return NO_VALUE;
    if (!is_instance_of(vm, args[1], s->token)) return err_raise(vm, EXC_TypeError, "expected an instance of Token, got %R", args[1]);
    Token *t = as_token(args[1]);
    if (t->used) return err_raise(vm, EXC_RuntimeError, "%R has already been used once", args[1]);
    if (t->var != args[0]) return err_raise(vm, EXC_ValueError, "%R was created by a different ContextVar", args[1]);
    Ref c = current(vm);
    if (!c) return NO_VALUE;
    if (t->context != c) return err_raise(vm, EXC_ValueError, "%R was created in a different Context", args[1]);
    if (!own_values(vm, as_context(c))) return NO_VALUE;
    t->used = true;
    Ref values = REF(as_context(c)->values);
    bool ok = t->old ? dict_set(vm, values, args[0], t->old) : dict_del(vm, values, args[0]) >= 0;
    return ok ? V_NONE : NO_VALUE;
}
static Value var_get_name(VM *vm, Ref self) { return retain(as_var(self)->name); }

static const NativeDef var_methods[] = {
    {"get", var_get, "self, default=<unrepresentable>, /", "The value here; or default; or the variable's own default; else LookupError.", 0},
    {"set", var_set, "self, value, /", "Set it here; a Token for reset().", 0},
    {"reset", var_reset, "self, token, /", "As it was before the set() that gave the token.", 0},
    CLASS_GETITEM_ROW,
    {0},
};
static const GetSetDef var_getsets[] = {{"name", var_get_name, getset_readonly, NULL}, {0}};
static const TypeDef var_def = {
    .name = "_contextvars.ContextVar", .kind = KIND_OPAQUE, .size = sizeof(ContextVar), .flags = TYPE_GC | TYPE_IMMUTABLE, .doc = "A variable of contexts.",
    .s = {.new_ = var_new, .repr = var_repr}, .dealloc = var_dealloc, .traverse = var_traverse, .clear = var_clear, .methods = var_methods, .getsets = var_getsets,
};

/* ---- tokens ---- */

static Value token_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames) { return err_raise(vm, EXC_RuntimeError, "Tokens can only be created by ContextVars"); }
static void token_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((Token *)o)->context);
    value_clear(vm, &((Token *)o)->old);
}
static void token_dealloc(VM *vm, Obj *o)
{
    token_clear(vm, o);
    value_clear(vm, &((Token *)o)->var);
    obj_free(vm, o, sizeof(Token));
}
static void token_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((Token *)o)->context, visit, arg);
    seq_visit(((Token *)o)->var, visit, arg);
    seq_visit(((Token *)o)->old, visit, arg);
}
static Value token_repr(VM *vm, Ref self)
{
    return str_format(vm, "<Token%s var=%R at 0x%llx>", as_token(self)->used ? " used" : "", as_token(self)->var, (long long)(intptr_t)as_obj(self));
}
static Value token_get_var(VM *vm, Ref self) { return retain(as_token(self)->var); }
static Value token_get_old(VM *vm, Ref self)
{
    ContextState *s = state_of(vm);
    return !s ? NO_VALUE : retain(as_token(self)->old ? as_token(self)->old : s->missing);
}
static const NativeDef token_methods[] = {CLASS_GETITEM_ROW, {0}};
static const GetSetDef token_getsets[] = {{"var", token_get_var, NULL, NULL}, {"old_value", token_get_old, NULL, NULL}, {0}};
static const TypeDef token_def = {
    .name = "_contextvars.Token", .kind = KIND_OPAQUE, .size = sizeof(Token), .flags = TYPE_GC, .doc = "What ContextVar.set() gives.",
    .s = {.new_ = token_new, .repr = token_repr, .hash = slots_hash_none}, .dealloc = token_dealloc, .traverse = token_traverse, .clear = token_clear,
    .methods = token_methods, .getsets = token_getsets,
};

static Value missing_repr(VM *vm, Ref self) { return str_from_c(vm, "<Token.MISSING>"); }
static const TypeDef missing_def = {.name = "Token.MISSING", .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = TYPE_NO_NEW, .s = {.repr = missing_repr}};

/* ---- the module ---- */

FN(fn_copy_context)
{
    Ref c = current(vm);
    return c ? context_copy(vm, &c, 1, NULL) : NO_VALUE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    ContextState *s = as_module(module)->state;
    if (!vm_threads_open(vm) || !(s->context = type_from_def(vm, &context_def, NULL)) || !(s->var = type_from_def(vm, &var_def, NULL)) || !(s->token = type_from_def(vm, &token_def, NULL)) ||
        !(s->missing_type = type_from_def(vm, &missing_def, NULL)) || !(s->missing = VAL(obj_alloc(vm, s->missing_type, sizeof(Obj)))))
        return false;
    Value name = str_intern_c(vm, "MISSING");
    bool ok = name && type_set_attr(vm, s->token, name, s->missing) && module_add_type(vm, ns, s->context) && module_add_type(vm, ns, s->var) && module_add_type(vm, ns, s->token);
    s->token->flags |= TYPE_IMMUTABLE;
    release(vm, name);
    return ok;
}
static void done(VM *vm, void *state)
{
    ContextState *s = state;
    value_clear(vm, &s->missing);
    release(vm, VAL(s->context));
    release(vm, VAL(s->var));
    release(vm, VAL(s->token));
    release(vm, VAL(s->missing_type));
}
static const NativeDef functions[] = {{"copy_context", fn_copy_context, "", "A copy of the context that is current here.", 0}, {0}};
const ModuleDef contextvars_module = {.name = "_contextvars", .doc = "Variables of contexts.", .functions = functions, .init = init,
    .state_size = sizeof(ContextState), .done = done};
