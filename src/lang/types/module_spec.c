/* module_spec.c: ModuleSpec, a module's __spec__: how it was found. The loaders are import.c's own; the attribute loader tells
 * that there is no Python object for them (None). */
#include "lang/object/vm.h"

static Value spec_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size));
}

static bool put(VM *vm, Ref spec, const char *name, Ref v)
{
    Value key = str_intern_c(vm, name);
    bool ok = key && inst_set(vm, as_obj(spec), key, v ? v : V_NONE);
    release(vm, key);
    return ok;
}

static bool spec_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Ref name = n > 0 ? args[0] : NULL, loader = n > 1 ? args[1] : NULL, origin = NULL, package = NULL;
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref k = as_tuple(kwnames)->items[i], v = args[n + i];
        if (str_equal_c(k, "name") && !name) name = v;
        else if (str_equal_c(k, "loader") && !loader) loader = v;
        else if (str_equal_c(k, "origin")) origin = v;
        else if (str_equal_c(k, "is_package")) package = v;
        else if (!str_equal_c(k, "loader_state"))
            return err_false(vm, EXC_TypeError, "ModuleSpec.__init__() got an unexpected keyword argument '%U'", k);
    }
    if (!name || n > 2) return err_false(vm, EXC_TypeError, "ModuleSpec.__init__() missing 1 required positional argument: 'name'");
    int is = package ? op_truth(vm, package) : 0;
    Value paths = is > 0 ? list_new(vm, 0) : V_NONE;
    bool ok = is >= 0 && paths && put(vm, self, "name", name) && put(vm, self, "loader", loader) && put(vm, self, "origin", origin) &&
              put(vm, self, "submodule_search_locations", paths) && put(vm, self, "loader_state", NULL) &&
              put(vm, self, "cached", NULL) && put(vm, self, "has_location", V_FALSE) && put(vm, self, "_initializing", V_FALSE);
    release(vm, paths);
    return ok;
}

static Value spec_repr(VM *vm, Ref self)
{
    static const char *const names[] = {"name", "loader", "origin", "submodule_search_locations"};
    StrB b = STRB_INIT(vm);
    strb_c(&b, "ModuleSpec(");
    for (int i = 0; i < 4; i++) {
        Value v = obj_getattr_c(vm, self, names[i]);
        bool ok = v != NULL;
        if (ok && (i < 2 || !is_none(v))) {
            strb_format(&b, i ? ", %s=" : "%s=", names[i]);
            ok = strb_repr(&b, v);
        }
        release(vm, v);
        if (!ok) return strb_drop(&b), NO_VALUE;
    }
    strb_char(&b, ')');
    return strb_take(&b);
}

static Value get_dict(VM *vm, Ref o) { return obj_dict(vm, o); }
static Value get_parent(VM *vm, Ref o)
{
    Value name = obj_getattr_c(vm, o, "name"), paths = name ? obj_getattr_c(vm, o, "submodule_search_locations") : NULL, r = NULL;
    if (paths && (!is_none(paths) || !is_str(name))) r = retain(name);
    else if (paths) {
        int64_t dot = as_str(name)->len;
        while (dot > 0 && str_at(as_str(name), dot - 1) != '.') dot--;
        r = str_substr(vm, name, 0, dot ? dot - 1 : 0);
    }
    release(vm, name);
    release(vm, paths);
    return r;
}
static const GetSetDef getsets[] = {
    {"__dict__", get_dict, NULL, NULL},
    {"parent", get_parent, NULL, "The name of the module's parent."},
    {NULL, NULL, NULL, NULL},
};

const TypeDef module_spec_def = {
    .name = "_frozen_importlib.ModuleSpec",
    .doc = "How a module is found and loaded: its name, its loader, its place.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Obj) + sizeof(Value), /* a layout of its own */
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE,
    .s = {.repr = spec_repr, .new_ = spec_new, .init = spec_init},
    .getsets = getsets,
};

bool module_set_spec(VM *vm, Ref ns, Ref name, Ref origin, Ref paths, bool located)
{
    Value spec = call1(vm, REF(CLASS(ModuleSpec)), name);
    bool ok = spec && put(vm, spec, "origin", origin) && put(vm, spec, "submodule_search_locations", paths) &&
              put(vm, spec, "has_location", make_bool(located)) &&
              dict_set(vm, ns, NAME(__spec__), spec);
    release(vm, spec);
    return ok;
}
