/* import_system.c: the import system as programs see it: sys.meta_path, path hooks, loaders, specs. It is CPython's own (importlib/_bootstrap.py and
 * _bootstrap_external.py), and it sleeps until a program looks at it: asks for sys.meta_path, imports importlib, has an archive on sys.path. Until then import.c finds
 * modules as it would, sooner. Once it is awake every import goes through it; the module `_imports` says what it is made of.
 * importlib itself, and three of its modules, sleep too where they are imported by name alone (as inspect does): modules with nothing in them until somebody looks.
 */
#include <sys/stat.h>

#include "lang/compile/code.h"
#include "lang/object/asleep.h"
#include "lang/object/vm.h"

enum { ASLEEP, WAKING, AWAKE };

bool import_is_awake(const VM *vm) { return vm->imports.state == AWAKE; }

/* The names that sys has once it is awake. */
bool import_is_system_name(Ref name)
{
    return str_equal_c(name, "meta_path") || str_equal_c(name, "path_hooks") || str_equal_c(name, "path_importer_cache");
}

static bool is_system_module(Ref name)
{
    return str_has_prefix_c(name, "importlib.") || str_equal_c(name, "zipimport") || str_equal_c(name, "_frozen_importlib") || str_equal_c(name, "_frozen_importlib_external") ||
           str_has_prefix_c(name, "__hello_") || str_has_prefix_c(name, "__phello_"); /* (FrozenImporter's examples) */
}

static const ModuleDef sleeping = {.name = "importlib"}; /* marks them */

static bool may_sleep(Ref name)
{
    static const char *const names[] = {"importlib", "importlib.machinery", "importlib.util", "importlib.abc"};
    if (!str_has_prefix_c(name, names[0])) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal_c(name, names[i])) return true;
    return false;
}

static bool is_of_system(const VM *vm, Ref module) { return as_module(module)->def == &sleeping && vm->imports.state == ASLEEP; }
bool import_sleeps(const VM *vm, Ref module) { return import_is_put_off(vm, module) || is_of_system(vm, module); }

Value import_asleep(VM *vm, Ref name, Ref last, Ref parent)
{
    if (vm->imports.state != ASLEEP || !may_sleep(name) || (parent && (!is_module(parent) || !is_of_system(vm, parent)))) return NULL;
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    Value module = text ? module_new(vm, text) : NO_VALUE;
    bool ok = module != NO_VALUE;
    if (ok) {
        Dict *ns = as_module(module)->dict;
        dict_clear(vm, REF(ns));
        as_module(module)->def = &sleeping;
        ok = dict_set(vm, REF(ns), NAME(__name__), name) && dict_set(vm, REF(vm->modules), name, module) && (!parent || dict_set(vm, REF(as_module(parent)->dict), last, module));
    }
    if (!ok) value_clear(vm, &module);
    return module;
}

/* What slept is made, in the same modules. */
static bool wake_sleepers(VM *vm)
{
    Value list = list_new(vm, 0);
    int64_t pos = 0;
    Ref name, module;
    bool ok = list != NO_VALUE;
    while (ok && dict_next(REF(vm->modules), &pos, &name, &module)) {
        if (!is_module(module) || as_module(module)->def != &sleeping) continue;
        as_module(module)->def = NULL;
        ok = list_append(vm, list, module);
    }
    if (ok && as_list(list)->len) {
        Ref arg = list;
        Value r = import_call(vm, "_imports", "fill", &arg, 1);
        ok = r != NO_VALUE;
        release(vm, r);
    }
    release(vm, list);
    return ok;
}

bool import_wake(VM *vm)
{
    if (vm->imports.state != ASLEEP) return true;
    vm->imports.state = WAKING;
    Importing here = {vm->importing, NULL}; /* no other thread comes between */
    vm->importing = &here;
    Value wake = import_attr(vm, "_imports", "wake"), made = wake ? call0(vm, wake) : NO_VALUE;
    bool ok = made && is_exact(made, CLASS(tuple)) && as_tuple(made)->len == 3;
    if (ok) {
        vm->imports.find_and_load = retain(as_tuple(made)->items[0]);
        vm->imports.import = retain(as_tuple(made)->items[1]);
        vm->imports.wait_for = retain(as_tuple(made)->items[2]);
    }
    vm->imports.state = ok ? AWAKE : ASLEEP;
    ok = ok && wake_sleepers(vm);
    vm->importing = here.up;
    release(vm, made);
    release(vm, wake);
    return ok;
}

bool import_wants_system(VM *vm, Ref name) { return vm->imports.state == ASLEEP && !may_sleep(name) && is_system_module(name); }

/* (Of other modules __spec__ and __loader__ are looked at by way of the module.) */
static bool names_loader(VM *vm, const Code *c)
{
    if (!code_whole(vm, c)) return err_clear(vm), true;
    for (uint32_t i = 0; i < c->nnames; i++)
        if (str_equal_c(REF(c->names[i]), "__loader__")) return true;
    for (uint32_t i = 0; i < c->nconsts; i++)
        if (is_kind(c->consts[i], KIND_CODE) && names_loader(vm, as_code(c->consts[i]))) return true;
    return false;
}

bool import_looked_at(VM *vm, Ref code) { return vm->imports.state != ASLEEP || !names_loader(vm, as_code(code)) || import_wake(vm); }

/* Is there something on sys.path that is no folder (an archive)? Then whoever knows how to look into it is asked. */
bool import_path_has_files(VM *vm)
{
    Ref path = vm->imports.state == ASLEEP && vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(path)) : NULL;
    for (int64_t i = 0; path && is_list(path) && i < as_list(path)->len; i++) {
        struct stat st;
        size_t n;
        Ref folder = as_list(path)->items[i];
        const char *text = is_str(folder) ? str_utf8(vm, folder, &n) : NULL;
        if (text && n && stat(text, &st) == 0 && S_ISREG(st.st_mode)) return true;
        err_clear(vm);
    }
    return false;
}

static bool is_importing(VM *vm, Ref module)
{
    Ref known = is_module(module) ? dict_get_str(vm, REF(as_module(module)->dict), NAME(__spec__)) : NULL; /* (a module without one asks here what to say of that) */
    Value spec = known ? retain(known) : NULL, flag = NULL;
    bool is = spec && !is_none(spec) && (flag = obj_getattr_c(vm, spec, "_initializing")) && op_truth(vm, flag) > 0;
    err_clear(vm);
    release(vm, flag);
    release(vm, spec);
    return is;
}

bool import_system_is_importing(VM *vm, Ref module) { return vm->imports.state == AWAKE && is_importing(vm, module); }

/* One that is known may still be on its way in another thread. */
bool import_is_ready(VM *vm, Ref name, Ref module)
{
    if (vm->imports.state != AWAKE || !vm->imports.wait_for || !is_importing(vm, module)) return true;
    Value wait = retain(vm->imports.wait_for), r = call1(vm, wait, name);
    release(vm, wait);
    release(vm, r);
    return r != NULL;
}

/* The levels of the import system itself say nothing to whoever wrote the import: out of a failed import's own error all of them go, out of another
 * error those that stand around the code of the module. */
static void without_own_levels(VM *vm)
{
    Exception *e = as_exception(vm->error);
    bool all = err_matches(vm, EXC_ImportError);
    Value *link = &e->traceback, *chunk = NULL;
    while (*link) {
        Traceback *tb = (Traceback *)BITS(*link);
        Ref file = REF(tb->code->filename);
        bool own = str_equal_c(file, "<frozen importlib._bootstrap>") || str_equal_c(file, "<frozen importlib._bootstrap_external>") || str_equal_c(file, "<frozen _imports>");
        if (own && !chunk) chunk = link;
        bool cut = own && (all || str_equal_c(REF(tb->code->name), "_call_with_frames_removed"));
        if (cut) {
            Value rest = tb->next ? retain(tb->next) : NO_VALUE;
            value_put(vm, chunk, rest);
            link = chunk;
        } else
            link = &tb->next;
        if (!own) chunk = NULL;
    }
}

Value import_by_system(VM *vm, Ref name)
{
    if (!vm->imports.find_and_load) return err_raise(vm, EXC_ImportError, "sys.meta_path is None, Python is likely shutting down");
    const int64_t since = vm->gc_since;
    Value find = retain(vm->imports.find_and_load), import = retain(vm->imports.import), r = call2(vm, find, name, import);
    release(vm, import);
    release(vm, find);
    if (r && frozen_named(vm, name)) gc_imported(vm, since);
    if (!r) without_own_levels(vm);
    return r;
}

void import_system_forget(VM *vm)
{
    value_clear(vm, &vm->imports.find_and_load);
    value_clear(vm, &vm->imports.import);
    value_clear(vm, &vm->imports.wait_for);
}
