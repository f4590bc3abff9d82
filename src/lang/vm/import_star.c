/* import_star.c: from module import *: the names of its __all__, else those of its namespace that begin with no underscore; of a module of perch's own those that the library says. */
#include <string.h>

#include "lang/object/vm.h"

/* What the library says of a module of its own (one that a file of the user's has the name of is not); NULL: nothing. */
static const char *star_names(VM *vm, Ref module)
{
    if (!vm->star_names || !is_module(module)) return NULL;
    Ref dict = REF(as_module(module)->dict), name = dict_get_str(vm, dict, NAME(__name__));
    if (!name || !is_str(name) || dict_get_str(vm, dict, NAME(__file__)) || !frozen_named(vm, name)) return NULL;
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    return text ? vm->star_names(text) : NULL;
}

static bool import_named(VM *vm, Ref module, const char *names, Ref ns)
{
    while (*(names += strspn(names, " "))) {
        size_t n = strcspn(names, " ");
        Value name = str_from_utf8(vm, names, n), v = NULL;
        int has = name ? obj_lookup_attr(vm, module, name, &v) : -1;
        bool ok = has == 0 || (has > 0 && op_setitem(vm, ns, name, v));
        release(vm, name);
        release(vm, v);
        if (!ok) return false;
        names += n;
    }
    return true;
}

bool import_star(VM *vm, Ref module, Ref ns)
{
    const char *listed = star_names(vm, module);
    if (listed) return import_named(vm, module, listed, ns);
    Value all = NULL;
    int has = obj_lookup_attr(vm, module, NAME(__all__), &all);
    if (has < 0) return false;
    bool skip_private = !has;
    if (!has) {
        Value dict = obj_getattr(vm, module, NAME(__dict__));
        all = dict ? list_from_iter(vm, dict) : NULL;
        release(vm, dict);
    } else {
        Value list = list_from_iter(vm, all);
        release(vm, all);
        all = list;
    }
    bool ok = all != NULL;
    for (int64_t i = 0; ok && i < as_list(all)->len; i++) {
        Ref name = as_list(all)->items[i];
        if (!is_str(name)) {
            Value mname = obj_getattr(vm, module, NAME(__name__));
            if (mname)
                ok = err_false(vm, EXC_TypeError, "%s in %S.__%s__ must be str, not %T", skip_private ? "Key" : "Item", mname,
                               skip_private ? "dict" : "all", name);
            ok = false;
            release(vm, mname);
            break;
        }
        if (skip_private && as_str(name)->len && str_at(as_str(name), 0) == '_') continue;
        Value v = obj_getattr(vm, module, name);
        ok = v && op_setitem(vm, ns, name, v);
        release(vm, v);
    }
    release(vm, all);
    return ok;
}
