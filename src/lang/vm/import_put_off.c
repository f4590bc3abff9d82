/* import_put_off.c: modules of the libraries in the binary whose bodies run when somebody looks into them (asleep.h): which they are, how they are put off, and how they are
 * stirred. The state of one that is put off, which modules in Python do not have, is its row of the frozen ones. */
#include "lang/object/asleep.h"
#include "lang/object/mem_impl.h"
#include "lang/object/vm.h"
#include "import_body.h"
#include "watch.h"

static const FrozenModule *row_of(const VM *vm, Ref module)
{
    const FrozenModule *row = as_module(module)->state;
    return !as_module(module)->def && row && vm->frozen && row >= vm->frozen->modules && row < vm->frozen->modules + vm->frozen->count ? row : NULL;
}

bool import_is_put_off(const VM *vm, Ref o) { return is_module(o) && row_of(vm, o); }

/* The list is a module, too: names, a frozenset. (A binary without one has no such modules.) */
bool import_may_be_put_off(VM *vm, Ref name, const FrozenModule *fm)
{
    static const char list[] = "_asleep";
    if (!fm->taken || import_is_awake(vm) || !frozen_find(vm, list, sizeof list - 1)) return false;
    Value names = import_attr(vm, list, "names");
    bool is = names && is_set(names) && set_contains(vm, names, name) > 0;
    err_clear(vm);
    release(vm, names);
    return is;
}

/* It has no __doc__ either: that is its body's first line. */
Value import_put_off(VM *vm, Ref name, Value module /*taken*/, const FrozenModule *fm)
{
    if (dict_del(vm, REF(as_module(module)->dict), NAME(__doc__)) < 0 || !dict_set(vm, REF(vm->modules), name, module)) return release(vm, module), NO_VALUE;
    as_module(module)->state = (void *)(uintptr_t)fm;
    return module;
}

/* Its body has failed (at the end of the stack, of the memory, interrupted): it is as before anybody looked, so that the next one finds all of it. This takes no memory: names go, others get their
 * values back. */
static void to_sleep(VM *vm, Ref module, Ref before, const FrozenModule *fm)
{
    Value why = err_take(vm);
    Ref ns = REF(as_module(module)->dict), name, now;
    int64_t pos = 0;
    while (dict_next(ns, &pos, &name, &now)) {
        Ref was = dict_get(vm, before, name);
        Value held = retain(name);
        if (!was) dict_del(vm, ns, name);
        else if (was != now) dict_set(vm, ns, name, was);
        release(vm, held);
    }
    as_module(module)->state = (void *)(uintptr_t)fm;
    err_clear(vm);
    err_put(vm, why);
}

/* Its package comes first: that may bring this one with it. (A trace function is not shown what the program did not call.) */
static bool stir_one(VM *vm, Ref module, const FrozenModule *fm)
{
    Value name = str_intern_c(vm, fm->name), pname = name ? import_parent_name(vm, name) : NO_VALUE;
    Ref parent = pname ? dict_get_str(vm, REF(vm->modules), pname) : NULL;
    bool ok = pname && (!parent || !import_is_put_off(vm, parent) || import_stir(vm, parent));
    release(vm, pname);
    release(vm, name);
    if (!ok || !import_is_put_off(vm, module)) return ok;
    Value before = dict_copy(vm, REF(as_module(module)->dict));
    if (!before) return false;
    as_module(module)->state = NULL;
    ok = dict_set(vm, REF(as_module(module)->dict), NAME(__doc__), V_NONE) && import_run_body(vm, module, fm, NULL);
    if (!ok) to_sleep(vm, module, before, fm);
    release(vm, before);
    return ok;
}

bool import_stir(VM *vm, Ref module)
{
    if (!import_sleeps(vm, module)) return true;
    if (!import_is_put_off(vm, module)) return import_wake(vm);
    Value held = retain(module);
    struct Watch *watch = vm->watch;
    const MemTracer *tracer = vm->mem->tracer; /* (nor does tracemalloc tell of it) */
    void *context = vm->mem->tracer_context;
    if (watch) watch->busy++;
    if (tracer) mem_trace(vm->mem, NULL, NULL);
    bool ok = stir_one(vm, module, row_of(vm, module));
    if (tracer) mem_trace(vm->mem, tracer, context);
    if (watch && watch == vm->watch) watch->busy--;
    release(vm, held);
    return ok;
}
