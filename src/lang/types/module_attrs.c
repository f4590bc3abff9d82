/* module_attrs.c: the class of modules: attributes are the entries of the module's namespace; a function __getattr__ in it
 * answers for names that are not there. Making and importing modules is import.c's.
 */
#include "lang/object/args.h"
#include "lang/object/asleep.h"
#include "lang/object/vm.h"

static Value bound(VM *vm, Ref d, Ref o)
{
    TernaryFn get = type_of(vm, d)->s.descr_get;
    return get ? get(vm, d, o, REF(type_of(vm, o))) : retain(d);
}

static Value missing(VM *vm, Ref o, Ref name)
{
    Ref dict = REF(as_module(o)->dict);
    if (VAL(as_module(o)->dict) == vm->sys_dict && !import_is_awake(vm) && import_is_system_name(name)) {
        if (!import_wake(vm)) return NULL;
        Ref v = dict_get_str(vm, dict, name);
        if (v) return retain(v);
    }
    Ref hook = dict_get_str(vm, dict, NAME(__getattr__));
    if (hook) {
        Value held = retain(hook), r = call1(vm, held, name);
        release(vm, held);
        if (!r) err_tell_absent(vm, o, name);
        return r;
    }
    return err_type_name(vm, name, o);
}

static bool stir(VM *vm, Ref o) { return !import_sleeps(vm, o) || import_stir(vm, o); }

static bool is_spec(VM *vm, Ref name) { return name == NAME(__spec__) || name == NAME(__loader__); }

static Value module_getattr(VM *vm, Ref o, Ref name)
{
    Ref d = type_lookup(vm, type_of(vm, o), name);
    if (d && type_of(vm, d)->s.descr_set) return bound(vm, d, o);
    if (is_spec(vm, name) && !import_is_awake(vm) && !import_wake(vm)) return NULL;
    Ref v = dict_get_str(vm, REF(as_module(o)->dict), name);
    if (v) return retain(v);
    if (import_sleeps(vm, o)) return import_stir(vm, o) ? module_getattr(vm, o, name) : NO_VALUE;
    return d ? bound(vm, d, o) : missing(vm, o, name);
}

static bool module_setattr(VM *vm, Ref o, Ref name, Ref v)
{
    Ref d = type_lookup(vm, type_of(vm, o), name);
    if (d && type_of(vm, d)->s.descr_set) return type_of(vm, d)->s.descr_set(vm, d, o, v);
    if (!is_spec(vm, name) && !stir(vm, o)) return false; /* (the import system gives a module that sleeps its own) */
    if (v) return dict_set(vm, REF(as_module(o)->dict), name, v);
    int gone = dict_del(vm, REF(as_module(o)->dict), name);
    if (gone == 0) return err_false(vm, EXC_AttributeError, "'%T' object has no attribute '%U'", o, name);
    return gone > 0;
}

/* "(built-in)", "(frozen)", " from 'file'": what a spec says of where a module is from. */
static Value repr_by_spec(VM *vm, Ref name, Ref spec)
{
    Value origin = obj_getattr_c(vm, spec, "origin"), loader = origin ? obj_getattr_c(vm, spec, "loader") : NULL, placed = loader ? obj_getattr_c(vm, spec, "has_location") : NULL, r = NULL;
    int has = placed ? op_truth(vm, placed) : -1;
    if (has < 0) r = NULL;
    else if (is_none(origin)) r = is_none(loader) ? str_format(vm, "<module %R>", name) : str_format(vm, "<module %R (%R)>", name, loader);
    else r = has ? str_format(vm, "<module %R from %R>", name, origin) : str_format(vm, "<module %R (%S)>", name, origin);
    release(vm, placed);
    release(vm, loader);
    release(vm, origin);
    return r;
}

/* CPython has a few modules in its binary, too, and says so; all others are files there. */
static bool is_frozen_there(VM *vm, Ref name, Ref spec)
{
    static const char *const names[] = {"abc", "codecs", "io", "_collections_abc", "_sitebuiltins", "genericpath", "ntpath", "posixpath", "os", "site", "stat", "importlib.util",
                                        "importlib.machinery", "runpy", "zipimport"};
    bool one = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) one |= str_equal_c(name, names[i]);
    Value origin = one ? obj_getattr_c(vm, spec, "origin") : NO_VALUE;
    bool frozen = origin && is_str(origin) && str_equal_c(origin, "frozen");
    release(vm, origin);
    err_clear(vm);
    return frozen;
}

/* name, file and spec are held by the caller: asking the spec may run a program. */
static Value repr_of(VM *vm, const Module *m, Ref name, Ref file, Ref spec)
{
    bool told = spec && !is_none(spec);
    if (told && is_frozen_there(vm, name, spec)) return str_format(vm, "<module %R (frozen)>", name);
    if (file && is_str(file)) return str_format(vm, "<module %R from %R>", name, file);
    if (m->def || m->dict == vm->builtins || VAL(m->dict) == vm->sys_dict) return str_format(vm, "<module %R (built-in)>", name);
    return told && !str_equal_c(name, "__main__") ? repr_by_spec(vm, name, spec) : str_format(vm, "<module %R>", name);
}

/* A module without a spec: its loader may say what it is; else where it is from, or who loaded it. */
static Value repr_by_loader(VM *vm, Ref o, Ref name, Ref file, Ref loader)
{
    Value way = NO_VALUE, r = NO_VALUE;
    Value key = str_intern_c(vm, "module_repr");
    int has = key && !is_none(loader) ? obj_lookup_attr(vm, loader, key, &way) : 0;
    release(vm, key);
    if (has > 0) r = call1(vm, way, o);
    release(vm, way);
    if (r) return r;
    err_clear(vm);
    if (file) return str_format(vm, "<module %R from %R>", name, file);
    return is_none(loader) ? str_format(vm, "<module %R>", name) : str_format(vm, "<module %R (%R)>", name, loader);
}

static Value module_repr(VM *vm, Ref o)
{
    if (!stir(vm, o)) return NULL;
    const Module *m = as_module(o);
    Value name = retain(dict_get_str(vm, REF(m->dict), NAME(__name__))), file = retain(dict_get_str(vm, REF(m->dict), NAME(__file__)));
    Value spec = retain(dict_get_str(vm, REF(m->dict), NAME(__spec__)));
    Value loader = retain(dict_get_str(vm, REF(m->dict), NAME(__loader__))), r = NO_VALUE;
    bool own = m->def || m->dict == vm->builtins || VAL(m->dict) == vm->sys_dict, odd = !name || !is_str(name); /* no name, or one that is no text */
    if (!name) name = str_from_c(vm, "?");
    if (name) r = odd || (!own && (!spec || is_none(spec)) && loader && !is_none(loader)) ? repr_by_loader(vm, o, name, file, loader ? (Ref)loader : (Ref)V_NONE) : repr_of(vm, m, name, file, spec);
    release(vm, loader);
    release(vm, name);
    release(vm, file);
    release(vm, spec);
    return r;
}

static Value module_new_(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Module *m = (Module *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!m) return NULL;
    m->dict = (Dict *)dict_new(vm);
    if (!m->dict) return release(vm, VAL(m)), NO_VALUE;
    return VAL(m);
}

static bool module_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"name", "doc"};
    Ref a[2] = {NULL, NULL};
    if (!args_bind(vm, "module", args, n, kwnames, names, 2, a)) return false;
    if (!a[0]) return err_false(vm, EXC_TypeError, "module() missing required argument 'name' (pos 1)");
    if (!is_str(a[0])) return err_false(vm, EXC_TypeError, "module() argument 'name' must be str, not %T", a[0]);
    Ref d = REF(as_module(self)->dict);
    return dict_set(vm, d, NAME(__name__), a[0]) && dict_set(vm, d, NAME(__doc__), a[1] ? a[1] : V_NONE) && dict_set(vm, d, NAME(__package__), V_NONE) &&
           dict_set(vm, d, NAME(__loader__), V_NONE) && dict_set(vm, d, NAME(__spec__), V_NONE);
}

/* A module of perch's that loads its parts when they are named has them all before it shows its names: __perch_later__ loads them, once. */
static Value get_dict(VM *vm, Ref o)
{
    if (!stir(vm, o)) return NULL;
    Value dict = retain(REF(as_module(o)->dict)), later = retain(dict_get_str(vm, dict, NAME(__perch_later__)));
    if (!later) return dict;
    Value r = dict_del(vm, dict, NAME(__perch_later__)) >= 0 ? call0(vm, later) : NO_VALUE;
    release(vm, later);
    if (!r) return release(vm, dict), NO_VALUE;
    release(vm, r);
    return dict;
}

static Value get_annotations(VM *vm, Ref o)
{
    if (!stir(vm, o)) return NULL;
    Ref dict = REF(as_module(o)->dict), a = dict_get_str(vm, dict, NAME(__annotations__));
    if (a) return retain(a);
    Value d = dict_new(vm);
    if (d && !dict_set(vm, dict, NAME(__annotations__), d)) return release(vm, d), NO_VALUE;
    return d;
}
static bool set_annotations(VM *vm, Ref o, Ref v)
{
    Ref dict = REF(as_module(o)->dict);
    if (v) return dict_set(vm, dict, NAME(__annotations__), v);
    int gone = dict_del(vm, dict, NAME(__annotations__));
    return gone > 0 || (gone == 0 && err_false(vm, EXC_AttributeError, "__annotations__"));
}

static Value module_dir(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool lazy = is_module(args[0]) && dict_get_str(vm, REF(as_module(args[0])->dict), NAME(__perch_later__)); /* its __dir__ knows them all */
    Value dict = lazy ? retain(REF(as_module(args[0])->dict)) : obj_getattr(vm, args[0], NAME(__dict__));
    if (!dict) return NULL;
    Ref hook = is_dict(dict) ? dict_get_str(vm, dict, NAME(__dir__)) : NULL;
    Value r = hook ? call0(vm, hook) : is_dict(dict) ? dict_keys_list(vm, dict) : err_raise(vm, EXC_TypeError, "<module>.__dict__ is not a dictionary");
    release(vm, dict);
    return r;
}

/* (No clear: the collector clears the namespace itself where that is garbage, and where a function of it lives on it is not.) */
static void module_dealloc(VM *vm, Obj *o)
{
    Dict *d = ((Module *)o)->dict;
    ((Module *)o)->dict = NULL;
    release(vm, VAL(d));
    obj_free(vm, o, o->type->inst_size);
}
static void module_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Module *)o)->dict) visit(REF(((Module *)o)->dict), arg);
}

static const NativeDef methods[] = {
    {"__dir__", module_dir, "self, /", "__dir__() -> list\nspecialized dir() implementation", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"__dict__", get_dict, NULL, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef module_def = {
    .name = "module",
    .doc = "Create a module object.\n\nThe name must be a string; the optional docstring can have any type.",
    .kind = KIND_MODULE,
    .size = sizeof(Module),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF,
    .s = {.repr = module_repr, .getattr = module_getattr, .setattr = module_setattr, .new_ = module_new_, .init = module_init},
    .dealloc = module_dealloc,
    .traverse = module_traverse,
    .methods = methods,
    .getsets = getsets,
};
