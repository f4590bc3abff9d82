/* mod_imp.c: the module _imp: what CPython's import system stands on. Modules in C are perch's own tables; CPython's compiled ones (.so) cannot be loaded. */
#include "../lang/code.h"
#include "../lang/vm.h"
#include "lib.h"

typedef struct ImpState { int64_t depth; } ImpState;
extern const ModuleDef imp_module;

/* Imports of one interpreter are kept apart by the locks of their modules; this one only counts, as its users see it. */
static Value fn_acquire_lock(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ImpState *s = module_state(vm, &imp_module);
    if (!s) return NULL;
    s->depth++;
    return V_NONE;
}
static Value fn_release_lock(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ImpState *s = module_state(vm, &imp_module);
    if (!s) return NULL;
    if (!s->depth) return err_raise(vm, EXC_RuntimeError, "not holding the import lock");
    s->depth--;
    return V_NONE;
}
static Value fn_lock_held(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ImpState *s = module_state(vm, &imp_module);
    return s ? make_bool(s->depth > 0) : NO_VALUE;
}

static const ModuleDef *find_def(VM *vm, Ref name) { return is_str(name) ? module_def_named(vm, name) : NULL; }

static Value fn_is_builtin(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool made = is_str(args[0]) && (str_equal_c(args[0], "sys") || str_equal_c(args[0], "builtins"));
    return make_small(made ? -1 : find_def(vm, args[0]) != NULL);
}

static Value fn_create_builtin(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value name = obj_getattr_c(vm, args[0], "name");
    if (!name) return NULL;
    Ref known = is_str(name) ? dict_get_str(vm, REF(vm->modules), name) : NULL;
    const ModuleDef *def = find_def(vm, name);
    Value r = known ? retain(known) : def ? module_from_def(vm, def) : V_NONE;
    release(vm, name);
    return r;
}

static Value fn_nothing(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(0); }
static Value fn_false(VM *vm, const Ref *args, int n, Ref kwnames) { return V_FALSE; }
static Value fn_none(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NONE; }
static Value fn_no_suffixes(VM *vm, const Ref *args, int n, Ref kwnames) { return list_new(vm, 0); }

static Value fn_create_dynamic(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value name = obj_getattr_c(vm, args[0], "name"), file = name ? obj_getattr_c(vm, args[0], "origin") : NO_VALUE;
    if (file) err_raise(vm, EXC_ImportError, "%S is compiled for CPython, and perch runs packages of Python alone", file);
    if (file && err_matches(vm, EXC_ImportError)) {
        value_put(vm, &as_exception(vm->error)->x[1], retain(name));
        value_put(vm, &as_exception(vm->error)->x[2], retain(file));
    }
    release(vm, file);
    release(vm, name);
    return NULL;
}

static Value fn_not_frozen(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "name must be a string, not %T", args[0]);
    err_raise(vm, EXC_ImportError, "No such frozen object named %U", args[0]);
    if (err_matches(vm, EXC_ImportError)) value_put(vm, &as_exception(vm->error)->x[1], retain(args[0]));
    return NULL;
}

/* A code that was compiled under another name of its file, and the codes in it. */
static Value fn_fix_filename(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "_fix_co_filename() argument 1 must be code, not %T", args[0]);
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "_fix_co_filename() argument 2 must be str, not %T", args[1]);
    return V_NONE; /* no code is ever read from a file: every one knows its own */
}

/* What counts is that equal sources have equal hashes: they stand in .pyc files, which perch does not write. */
static Value fn_source_hash(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BufferView view;
    int64_t key;
    if (!num_index_i64(vm, args[0], &key) || !buffer_get(vm, args[1], &view)) return NULL;
    uint64_t h = (uint64_t)key ^ 0xcbf29ce484222325u;
    for (int64_t i = 0; i < view.len; i++) h = (h ^ ((const unsigned char *)view.data)[i]) * 0x100000001b3u;
    buffer_release(vm, &view);
    return bytes_from(vm, (const char *)&h, sizeof h);
}

static bool imp_init(VM *vm, Ref module, Dict *ns) { return module_add(vm, ns, "check_hash_based_pycs", str_from_c(vm, "default")); }

static const NativeDef functions[] = {
    {"acquire_lock", fn_acquire_lock, "", "Count one more import.", 0},
    {"release_lock", fn_release_lock, "", "Count one import less; RuntimeError if there is none.", 0},
    {"lock_held", fn_lock_held, "", "Is an import counted?", 0},
    {"is_builtin", fn_is_builtin, "name, /", "1: a module in C; -1: one that is made with the interpreter; 0: neither.", 0},
    {"create_builtin", fn_create_builtin, "spec, /", "The module in C of a spec, or None.", 0},
    {"exec_builtin", fn_nothing, "mod, /", "Modules in C are made whole.", 0},
    {"create_dynamic", fn_create_dynamic, "spec, file=None, /", "ImportError: what is compiled for CPython cannot be loaded.", 0},
    {"exec_dynamic", fn_nothing, "mod, /", "There is none.", 0},
    {"extension_suffixes", fn_no_suffixes, "", "How files of compiled modules end: none can be loaded.", 0},
    {"is_frozen", fn_false, "name, /", "The library in the binary has a finder of its own.", 0},
    {"is_frozen_package", fn_not_frozen, "name, /", "ImportError: see is_frozen.", 0},
    {"find_frozen", fn_none, "name, /, *, withdata=False", "None: see is_frozen.", 0},
    {"get_frozen_object", fn_not_frozen, "name, data=None, /", "ImportError: see is_frozen.", 0},
    {"init_frozen", fn_none, "name, /", "None: see is_frozen.", 0},
    {"_fix_co_filename", fn_fix_filename, "code, path, /", "Nothing: a code knows its file.", 0},
    {"source_hash", fn_source_hash, "key, source", "Eight bytes that tell sources apart.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const ModuleDef imp_module = {.name = "_imp", .doc = "What importlib stands on.", .functions = functions, .init = imp_init, .state_size = sizeof(ImpState)};
