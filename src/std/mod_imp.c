/* mod_imp.c: the module _imp: what CPython's import system stands on. Modules in C are perch's own tables; CPython's compiled ones (.so) cannot be loaded. */
#include "lang/compile/code.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "mod_imp.h"
#include "mod_posix.h"

/* ---- the import lock: the finders of all threads run under it, one at a time. Who holds it may take it again. ---- */

static uint64_t me(VM *vm) { return thread_is_main(vm) ? 0 : thread_ident(vm); } /* (the main thread may be the only one, and have no number yet) */

/* A thread that a closing VM unwound gave nothing back: what it held is free. */
static bool is_anothers(VM *vm, const ImpState *s) { return s->locked && s->owner != me(vm) && (!s->owner || thread_is_living(vm, s->owner)); }

bool import_lock_take(VM *vm)
{
    ImpState *s = module_state(vm, &imp_module);
    if (!s) return false;
    while (is_anothers(vm, s))
        if (thread_wait(vm, &s->locked, -1) < 0) return false;
    if (s->owner != me(vm)) s->depth = 0;
    s->locked = true;
    s->owner = me(vm);
    s->depth++;
    return true;
}

bool import_lock_give(VM *vm)
{
    ImpState *s = module_state(vm, &imp_module);
    if (!s) return false;
    if (!s->locked || s->owner != me(vm)) return err_false(vm, EXC_RuntimeError, "not holding the import lock");
    if (--s->depth) return true;
    s->locked = false;
    if (vm->threads) thread_wake(vm, &s->locked);
    return true;
}

void import_lock_forked(VM *vm)
{
    ImpState *s = module_state(vm, &imp_module);
    if (s) s->owner = me(vm);
    else err_clear(vm);
}

static Value fn_acquire_lock(VM *vm, const Ref *args, int n, Ref kwnames) { return import_lock_take(vm) ? V_NONE : NO_VALUE; }
static Value fn_release_lock(VM *vm, const Ref *args, int n, Ref kwnames) { return import_lock_give(vm) ? V_NONE : NO_VALUE; }
static Value fn_lock_held(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ImpState *s = module_state(vm, &imp_module);
    return s ? make_bool(s->locked) : NO_VALUE;
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

/* What a .pyc file was compiled from stands in the file of that name, if there is one: tracebacks and whoever asks where a value is from show it. */
static void give_source(VM *vm, Ref code, Ref path)
{
    char *text;
    size_t n;
    if (!import_read_file(vm, path, &text, &n)) {
        err_clear(vm);
        return;
    }
    code_give_source(vm, code, text, n);
    mem_free(vm->mem, text, n + 1);
}
static Value fn_fix_filename(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "_fix_co_filename() argument 1 must be code, not %T", args[0]);
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "_fix_co_filename() argument 2 must be str, not %T", args[1]);
    give_source(vm, args[0], args[1]);
    return code_give_filename(vm, args[0], args[1]) ? V_NONE : NO_VALUE;
}

/* SipHash with one round a word and three at the end, under the key (key, 0): what stands in .pyc files that are known by their source's hash. */
static inline uint64_t turn(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }
static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = turn(v[1], 13) ^ v[0];
    v[3] = turn(v[3], 16) ^ v[2];
    v[0] = turn(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = turn(v[1], 17) ^ v[2];
    v[3] = turn(v[3], 21) ^ v[0];
    v[2] = turn(v[2], 32);
}
static uint64_t sip_hash(uint64_t key, const unsigned char *p, size_t n)
{
    uint64_t v[4] = {key ^ 0x736f6d6570736575u, 0x646f72616e646f6du, key ^ 0x6c7967656e657261u, 0x7465646279746573u};
    for (size_t at = 0; at <= n; at += 8) {
        uint64_t word = at + 8 > n ? (uint64_t)n << 56 : 0;
        for (size_t i = 0; i < 8 && at + i < n; i++) word |= (uint64_t)p[at + i] << (8 * i);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    v[2] ^= 0xff;
    for (int i = 0; i < 3; i++) sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static Value fn_source_hash(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BufferView view;
    int64_t key;
    if (!num_index_i64(vm, args[0], &key) || !buffer_get(vm, args[1], &view)) return NULL;
    uint64_t h = sip_hash((uint64_t)key, view.data, (size_t)view.len);
    buffer_release(vm, &view);
    return bytes_from(vm, (const char *)&h, sizeof h);
}

/* Two bytes that tell this perch's .pyc files from all others. */
static Value fn_magic(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(image_magic()); }

static bool imp_init(VM *vm, Ref module, Dict *ns) { return module_add(vm, ns, "check_hash_based_pycs", str_from_c(vm, vm->flags.check_pycs ? vm->flags.check_pycs : "default")); }

static const NativeDef functions[] = {
    {"acquire_lock", fn_acquire_lock, "", "Take the import lock: wait until no other thread holds it.", 0},
    {"release_lock", fn_release_lock, "", "Give the import lock back; RuntimeError if this thread does not hold it.", 0},
    {"lock_held", fn_lock_held, "", "Does any thread hold the import lock?", 0},
    {"is_builtin", fn_is_builtin, "name, /", "1: a module in C; -1: one that is made with the interpreter; 0: neither.", 0},
    {"create_builtin", fn_create_builtin, "spec, /", "The module in C of a spec, or None.", 0},
    {"exec_builtin", fn_nothing, "mod, /", "Modules in C are made whole.", 0},
    {"create_dynamic", fn_create_dynamic, "spec, file=None, /", "ImportError: what is compiled for CPython cannot be loaded.", 0},
    {"exec_dynamic", fn_nothing, "mod, /", "There is none.", 0},
    {"extension_suffixes", fn_no_suffixes, "", "How files of compiled modules end: none can be loaded.", 0},
    {"is_frozen", imp_is_frozen, "name, /", "Does find_frozen find it?", 0},
    {"is_frozen_package", imp_is_frozen_package, "name, /", "Is it a package that find_frozen finds? ImportError: it finds none.", 0},
    {"find_frozen", imp_find_frozen, "name, /, *, withdata=False", "(its code as marshal has it or None, is it a package, the library's module it was made of), or None.", NATIVE_KW},
    {"get_frozen_object", imp_frozen_code, "name, data=None, /", "The code of what find_frozen finds.", 0},
    {"init_frozen", imp_import_frozen, "name, /", "The module, imported, that find_frozen finds, or None.", 0},
    {"_fix_co_filename", fn_fix_filename, "code, path, /", "Another name of the file for a code and those in it.", 0},
    {"_frozen_module_names", imp_frozen_names, "", "The names that find_frozen finds.", 0},
    {"_override_frozen_modules_for_tests", imp_override_frozen, "override, /", "Does find_frozen find more than importlib itself (-1: no)?", 0},
    {"_magic", fn_magic, "", "The number by which .pyc files of this perch are known.", 0},
    {"source_hash", fn_source_hash, "key, source", "Eight bytes that tell sources apart.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const ModuleDef imp_module = {.name = "_imp", .doc = "What importlib stands on.", .functions = functions, .init = imp_init, .state_size = sizeof(ImpState)};
