/* mod_weakref.c: the module _weakref: the language's weak references by their names (lang/weak.c has the work). */
#include "lang/object/vm.h"
#include "lang/types/weak.h"

static Value fn_proxy(VM *vm, const Ref *args, int n, Ref kwnames) { return weak_new(vm, type_of(vm, args[0])->s.call ? CLASS(weakcallableproxy) : CLASS(weakproxy), args[0], args[1]); }
static Value fn_count(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(weak_count(vm, args[0])); }
static Value fn_refs(VM *vm, const Ref *args, int n, Ref kwnames) { return weak_list(vm, args[0]); }

/* Takes a key out of a dict if it is a dead reference: what WeakValueDictionary's callbacks need. */
static Value fn_remove_dead(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_dict(args[0])) return err_raise(vm, EXC_TypeError, "_remove_dead_weakref() argument 1 must be dict, not %T", args[0]);
    Ref v = dict_get(vm, args[0], args[1]);
    if (!v) return err_occurred(vm) ? NO_VALUE : V_NONE;
    if (!is_weakref(v)) return err_raise(vm, EXC_TypeError, "not a weakref");
    if (((WeakRef *)BITS(v))->target) return V_NONE;
    return dict_del(vm, args[0], args[1]) < 0 ? NO_VALUE : V_NONE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    return dict_set_c(vm, REF(ns), "ref", REF(CLASS(weakref))) && dict_set_c(vm, REF(ns), "ReferenceType", REF(CLASS(weakref))) &&
           dict_set_c(vm, REF(ns), "ProxyType", REF(CLASS(weakproxy))) && dict_set_c(vm, REF(ns), "CallableProxyType", REF(CLASS(weakcallableproxy)));
}

static const NativeDef functions[] = {
    {"proxy", fn_proxy, "object, callback=None, /", "What behaves like object, but does not keep it alive.", 0},
    {"getweakrefcount", fn_count, "object, /", "How many weak references object has.", 0},
    {"getweakrefs", fn_refs, "object, /", "The weak references to object.", 0},
    {"_remove_dead_weakref", fn_remove_dead, "dct, key, /", "Delete dct[key] if it is a weak reference whose object is gone.", 0},
    {0},
};
const ModuleDef weakref_module = {.name = "_weakref", .doc = "What weakref is built on.", .functions = functions, .init = init};
