/* sys.c: the module sys. It is made with the VM, since the rest leans on it (streams, path, modules, hooks). */
#include <stdlib.h>
#include <unistd.h>

#include "lang/object/audit.h"
#include "lang/compile/code.h"
#include "sys.h"
#include "watch.h"
#include "lang/object/vm.h"

static Value sys_exit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref code = args[0];
    Value e = !code || is_none(code) ? call0(vm, REF(vm->exc_types[EXC_SystemExit]))
            : is_tuple(code) ? call_tuple(vm, REF(vm->exc_types[EXC_SystemExit]), code, NULL)
                             : call1(vm, REF(vm->exc_types[EXC_SystemExit]), code);
    return e ? err_raise_obj(vm, e) : NULL;
}

static Value sys_getrefcount(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return make_small(is_heap(args[0]) ? (int64_t)as_obj(args[0])->refs : 1000000000);
}

static Value sys_getrecursionlimit(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(vm->depth_limit); }

static Value sys_setrecursionlimit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t limit;
    if (!num_index_i64(vm, args[0], &limit)) return NULL;
    if (limit < 1) return err_raise(vm, EXC_ValueError, "recursion limit must be greater or equal than 1");
    if (limit <= vm->depth)
        return err_raise(vm, EXC_RecursionError, "cannot set the recursion limit to %lld at the recursion depth %d: the limit is too low",
                         (long long)limit, vm->depth);
    vm->depth_limit = limit > 1000000000 ? 1000000000 : (int)limit;
    return V_NONE;
}

static Value sys_getsizeof(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool found;
    Value r = call_special(vm, args[0], NAME(__sizeof__), NULL, 0, &found);
    if (!found && args[1]) return retain(args[1]);
    if (r && is_small(r) && is_heap(args[0]) && (as_obj(args[0])->type->flags & TYPE_GC)) return make_small(small_of(r) + 16);
    return r;
}

static Value sys_intern(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_exact(args[0], CLASS(str))) return err_raise(vm, EXC_TypeError, "intern() argument must be str, not %T", args[0]);
    return str_intern(vm, retain(args[0]));
}

static Value sys_exc_info(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref e = vm->handled;
    if (!e || !is_exception(e)) return tuple_of(vm, 3, V_NONE, V_NONE, V_NONE);
    Ref tb = as_exception(e)->traceback;
    return tuple_of(vm, 3, REF(as_obj(e)->type), e, tb ? tb : V_NONE);
}

static Value sys_exception(VM *vm, const Ref *args, int n, Ref kwnames) { return vm->handled ? retain(vm->handled) : V_NONE; }

static Value sys_getframe(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t depth = 0;
    if (args[0] && !num_index_i64(vm, args[0], &depth)) return NULL;
    Frame *f = vm->frame;
    while (f->code && depth-- > 0) f = f->prev;
    if (!f->code) return err_raise(vm, EXC_ValueError, "call stack is not deep enough");
    Value frame = frame_object(vm, f);
    if (frame && !AUDIT(vm, "sys._getframe", "O", (Ref)frame)) value_clear(vm, &frame);
    return frame;
}

static Value sys_get_digits(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(vm->int_max_digits); }

static Value sys_set_digits(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t i;
    if (!num_index_i64(vm, args[0], &i)) return NULL;
    if (i != 0 && i < 640) return err_raise(vm, EXC_ValueError, "maxdigits must be 0 or larger than 640");
    vm->int_max_digits = (int)i;
    return V_NONE;
}

static Value sys_get_interval(VM *vm, const Ref *args, int n, Ref kwnames) { return make_float(vm->switch_interval); }
static Value sys_set_interval(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double d;
    if (!num_to_double(vm, args[0], &d)) return NULL;
    if (!(d > 0)) return err_raise(vm, EXC_ValueError, "switch interval must be strictly positive");
    vm->switch_interval = d;
    return V_NONE;
}
static Value sys_blocks(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small((int64_t)(mem_live(vm->mem) / 48)); }
static Value sys_encoding(VM *vm, const Ref *args, int n, Ref kwnames) { return str_from_c(vm, "utf-8"); }
static Value sys_fs_errors(VM *vm, const Ref *args, int n, Ref kwnames) { return str_from_c(vm, "surrogateescape"); }
static Value sys_is_finalizing(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(vm->end != VM_OPEN); }

static Value sys_get_asyncgen_hooks(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref hooks[2];
    for (int i = 0; i < 2; i++) hooks[i] = vm->asyncgen_hooks[i] ? (Ref)vm->asyncgen_hooks[i] : (Ref)V_NONE;
    return tuple_from(vm, hooks, 2);
}

static Value sys_set_asyncgen_hooks(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"firstiter", "finalizer"};
    for (int i = 0; i < 2; i++)
        if (args[i] && !is_none(args[i]) && !type_of(vm, args[i])->s.call)
            return err_raise(vm, EXC_TypeError, "callable %s expected, got %T", names[i], args[i]);
    for (int i = 0; i < 2; i++)
        if (args[i]) value_put(vm, &vm->asyncgen_hooks[i], is_none(args[i]) ? NO_VALUE : retain(args[i]));
    return V_NONE;
}

static const NativeDef functions[] = {
    {"get_asyncgen_hooks", sys_get_asyncgen_hooks, "", "The hooks of asynchronous generators: (firstiter, finalizer).", 0},
    {"set_asyncgen_hooks", sys_set_asyncgen_hooks, "firstiter=None, finalizer=None", "Set the hooks of asynchronous generators.", NATIVE_KW},
    {"exit", sys_exit, "status=None, /", "Raise SystemExit(status).", 0},
    {"getrefcount", sys_getrefcount, "object, /", "How many references an object has, the argument among them.", 0},
    {"getrecursionlimit", sys_getrecursionlimit, "", "How deep calls may be nested.", 0},
    {"setrecursionlimit", sys_setrecursionlimit, "limit, /", "Set how deep calls may be nested.", 0},
    {"getsizeof", sys_getsizeof, "object, default=None", "How many bytes an object takes; where it cannot tell, the default if one is given.", NATIVE_KW},
    {"intern", sys_intern, "string, /", "The one str that all interned strings of this value share.", 0},
    {"exc_info", sys_exc_info, "", "The exception being handled: (type, value, traceback).", 0},
    {"exception", sys_exception, "", "The exception being handled.", 0},
    {"_getframe", sys_getframe, "depth=0, /", "The frame that runs, or the one depth calls further out.", 0},
    {"get_int_max_str_digits", sys_get_digits, "", "How many digits int and str turn into each other.", 0},
    {"set_int_max_str_digits", sys_set_digits, "maxdigits", "Set how many digits int and str turn into each other; 0: any number.", NATIVE_KW},
    {"getswitchinterval", sys_get_interval, "", "How many seconds a thread runs while others wait.", 0},
    {"setswitchinterval", sys_set_interval, "interval, /", "Set how many seconds a thread runs while others wait.", 0},
    {"getallocatedblocks", sys_blocks, "", "How many blocks of memory are in use.", 0},
    {"getdefaultencoding", sys_encoding, "", "The encoding that str.encode() takes unless told.", 0},
    {"getfilesystemencoding", sys_encoding, "", "The encoding of file names.", 0},
    {"getfilesystemencodeerrors", sys_fs_errors, "", "What becomes of file names that do not fit their encoding.", 0},
    {"is_finalizing", sys_is_finalizing, "", "Return True if Python is exiting.", 0},
    {0},
};

static Value refuse_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return err_raise(vm, EXC_TypeError, "cannot create 'sys.%N' instances", as_type(cls)); }
/* There is but this one of its class. */
static void seal(Ref only) { as_obj(only)->type->s.new_ = refuse_new; }

static bool put(VM *vm, const char *name, Value v) { return module_add(vm, (Dict *)BITS(vm->sys_dict), name, v); }

/* As platform reads it out of sys.version. */
#ifdef __clang__
#define COMPILER "Clang " __clang_version__
#else
#define COMPILER "GCC " __VERSION__
#endif

/* (Whose source, branch, revision): a release knows no branch. */
static bool put_source(VM *vm)
{
    Value name = str_from_c(vm, "perch"), none = str_from_c(vm, ""), all = name && none ? tuple_from(vm, (Ref[]){name, none, none}, 3) : NO_VALUE;
    release(vm, name);
    release(vm, none);
    return put(vm, "_git", all);
}

static bool put_version(VM *vm)
{
    static const char *const fields[] = {"major", "minor", "micro", "releaselevel", "serial"};
    Value final = str_from_c(vm, "final");
    if (!final) return false;
    Ref values[5] = {make_small(3), make_small(11), make_small(2), final, make_small(0)};
    Value info = structseq_make(vm, "sys.version_info", fields, values, 5);
    if (info) seal(info);
    release(vm, final);
    if (!info) return false;
    Value ns = call0(vm, REF(CLASS(SimpleNamespace))), name = str_from_c(vm, "perch"), tag = str_from_c(vm, "perch-311");
    bool ok = ns && name && tag && obj_setattr(vm, ns, NAME(name), name);
    Value cache_tag = str_intern_c(vm, "cache_tag"), version = str_intern_c(vm, "version"), hex = str_intern_c(vm, "hexversion");
    ok = ok && cache_tag && version && hex && obj_setattr(vm, ns, cache_tag, tag) && obj_setattr(vm, ns, version, info) &&
         obj_setattr(vm, ns, hex, make_small(0x030b02f0));
    release(vm, cache_tag);
    release(vm, version);
    release(vm, hex);
    release(vm, name);
    release(vm, tag);
    if (!ok) {
        release(vm, ns);
        release(vm, info);
        return false;
    }
    return put(vm, "version_info", info) && put(vm, "implementation", ns) && put(vm, "hexversion", make_small(0x030b02f0)) &&
           put(vm, "version", str_from_c(vm, "3.11.2 (perch " PERCH_VERSION ") [" COMPILER "]")) && put_source(vm);
}

static bool put_flags(VM *vm)
{
    static const char *const fields[] = {
#define FLAG(field, letter, variable, is_bool) #field,
#include "lang/object/python_flags.def"
    };
    Ref values[] = {
#define FLAG(field, letter, variable, is_bool) is_bool ? REF(make_bool(vm->flags.field)) : REF(make_small(vm->flags.field)),
#include "lang/object/python_flags.def"
    };
    enum { COUNT = sizeof fields / sizeof *fields };
    static const char *const floats[] = {"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"};
    Ref fvalues[11] = {make_float(1.7976931348623157e+308), make_small(1024), make_small(308), make_float(2.2250738585072014e-308),
                       make_small(-1021), make_small(-307), make_small(15), make_small(53), make_float(2.220446049250313e-16), make_small(2), make_small(1)};
    static const char *const ints[] = {"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"};
    Ref ivalues[4] = {make_small(30), make_small(4), make_small(4300), make_small(640)};
    static const char *const hashes[] = {"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"};
    Value modulus = int_from_i64(vm, ((int64_t)1 << 61) - 1), algorithm = str_from_c(vm, "siphash13");
    Ref hvalues[9] = {make_small(64), modulus, make_small(314159), make_small(0), make_small(1000003), algorithm, make_small(64), make_small(128), make_small(0)};
    static const char *const threads[] = {"name", "lock", "version"};
    Value system = str_from_c(vm, "pthread"); /* of locks: neither a mutex with a condition, which no signal would interrupt, nor a semaphore */
    bool told = system && put(vm, "thread_info", structseq_make(vm, "sys.thread_info", threads, (Ref[]){system, V_NONE, V_NONE}, 3));
    release(vm, system);
    bool ok = told && modulus && algorithm && put(vm, "hash_info", structseq_make(vm, "sys.hash_info", hashes, hvalues, 9));
    release(vm, modulus);
    release(vm, algorithm);
    Value flags = ok ? structseq_make(vm, "sys.flags", fields, values, COUNT) : NO_VALUE;
    if (flags) seal(flags);
    return ok && put(vm, "flags", flags) &&
           put(vm, "float_info", structseq_make(vm, "sys.float_info", floats, fvalues, 11)) &&
           put(vm, "int_info", structseq_make(vm, "sys.int_info", ints, ivalues, 4));
}

static Value argv_list(VM *vm, const LangConfig *c)
{
    Value list = list_new(vm, c->argc);
    for (int i = 0; list && i < c->argc; i++) {
        Value s = codec_decode(vm, c->argv[i], (int64_t)strlen(c->argv[i]), "utf-8", "surrogateescape");
        if (!s || !list_append_take(vm, list, s)) value_clear(vm, &list);
    }
    if (list && !c->argc && !list_append(vm, list, vm->empty_str)) value_clear(vm, &list);
    return list;
}

/* A folder, made absolute, once. */
static bool add_folder(VM *vm, Value path, const char *text, size_t n)
{
    char here[4096];
    if (n && text[0] == '/') here[0] = 0;
    else if (!getcwd(here, sizeof here)) return true;
    Value dir = codec_decode(vm, text, (int64_t)n, "utf-8", "surrogateescape"), whole = !dir ? NULL : !here[0] ? retain(dir) : str_format(vm, n ? "%s/%U" : "%s", here, (Ref)dir);
    bool known = false;
    for (int64_t i = 0; whole && i < as_list(path)->len; i++) known |= str_equal(as_list(path)->items[i], whole);
    bool ok = whole && (known || list_append(vm, path, whole));
    release(vm, dir);
    release(vm, whole);
    return ok;
}

/* PYTHONPATH's folders, and the one of perch's own where `perch pip` puts packages. */
static bool add_more_folders(VM *vm, Value path)
{
    const char *more = lang_flags_variable(&vm->flags, "PYTHONPATH");
    bool ok = true;
    while (ok && more && *more) {
        size_t n = strcspn(more, ":");
        ok = add_folder(vm, path, more, n);
        more += n;
        if (*more == ':' && !*++more) ok = ok && add_folder(vm, path, "", 0);
    }
    char own[4096];
    int n = site_user_folder(vm, own, sizeof own);
    return !ok || !n || access(own, R_OK) != 0 ? ok : add_folder(vm, path, own, (size_t)n);
}

static bool put_paths(VM *vm, const LangConfig *c)
{
    Value path = list_new(vm, 1), dir = str_from_c(vm, c->script_dir ? c->script_dir : "");
    bool ok = path && dir && (vm->flags.safe_path || list_append(vm, path, dir)) && add_more_folders(vm, path);
    release(vm, dir);
    if (!ok) {
        release(vm, path);
        return false;
    }
    char own[4096];
    ssize_t n = c->executable ? 0 : readlink("/proc/self/exe", own, sizeof own - 1);
    own[n < 0 ? 0 : n] = 0;
    return put(vm, "path", path) && put(vm, "argv", argv_list(vm, c)) && put(vm, "executable", str_from_c(vm, c->executable ? c->executable : own));
}

static Value orig_argv(VM *vm, const LangConfig *config)
{
    Value list = list_new(vm, 0);
    char *const *from = config->orig_argv ? config->orig_argv + 1 : config->argv;
    Value name = config->orig_argv ? codec_decode(vm, config->orig_argv[0], (int64_t)strlen(config->orig_argv[0]), "utf-8", "surrogateescape") : str_from_c(vm, "perch");
    bool ok = list && name && list_append(vm, list, name);
    release(vm, name);
    for (int i = 0; ok && from && from[i]; i++) {
        Value s = codec_decode(vm, from[i], (int64_t)strlen(from[i]), "utf-8", "surrogateescape");
        ok = s && list_append_take(vm, list, s);
    }
    if (!ok) value_clear(vm, &list);
    return list;
}

static Value pycache_prefix(VM *vm)
{
    const char *text = vm->flags.pycache_prefix;
    return text ? codec_decode(vm, text, (int64_t)strlen(text), "utf-8", "surrogateescape") : V_NONE;
}

/* {"dev": True, "name": "value"} */
static Value x_options(VM *vm, const LangConfig *config)
{
    Value found = dict_new(vm);
    for (const char *const *x = config->flags ? config->flags->x_options : NULL; found && x && *x; x++) {
        size_t n = strcspn(*x, "=");
        Value key = codec_decode(vm, *x, (int64_t)n, "utf-8", "surrogateescape");
        Value value = (*x)[n] ? codec_decode(vm, *x + n + 1, (int64_t)strlen(*x + n + 1), "utf-8", "surrogateescape") : V_TRUE;
        if (!key || !value || !dict_set(vm, found, key, value)) value_clear(vm, &found);
        release(vm, key);
        release(vm, value);
    }
    return found;
}

/* The top names of what is in perch itself. (The tests of Python's library are not said to be of it.) */
static Value stdlib_names(VM *vm)
{
    static const char *const own[] = {"builtins", "sys"};
    Value set = set_new(vm);
    bool ok = set != NULL;
    for (int i = 0; ok && i < 2; i++) {
        Value s = str_from_c(vm, own[i]);
        ok = s && set_add(vm, set, s) >= 0;
        release(vm, s);
    }
    for (const ModuleDef *const *m = vm->module_defs; ok && m && *m; m++) {
        if (strchr((*m)->name, '.')) continue;
        Value s = str_from_c(vm, (*m)->name);
        ok = s && set_add(vm, set, s) >= 0;
        release(vm, s);
    }
    for (size_t i = 0; ok && vm->frozen && i < vm->frozen->count; i++) {
        const char *name = vm->frozen->modules[i].name;
        bool published = vm->frozen->modules[i].taken > 1; /* another library's than Python's */
        if (published || strpbrk(name, ".-") || frozen_is_layer(&vm->frozen->modules[i]) || !strcmp(name, "test")) continue;
        Value s = str_from_c(vm, name);
        ok = s && set_add(vm, set, s) >= 0;
        release(vm, s);
    }
    Value frozen = ok ? call1(vm, REF(CLASS(frozenset)), set) : NO_VALUE;
    release(vm, set);
    return frozen;
}

static Value names_tuple(VM *vm)
{
    Value list = list_new(vm, 0);
    bool ok = list && list_append_take(vm, list, str_from_c(vm, "builtins")) && list_append_take(vm, list, str_from_c(vm, "sys"));
    for (const ModuleDef *const *m = vm->module_defs; ok && m && *m; m++) ok = list_append_take(vm, list, str_from_c(vm, (*m)->name));
    ok = ok && list_sort(vm, list, NULL, false);
    Value t = ok ? tuple_from_iter(vm, list) : NULL;
    release(vm, list);
    return t;
}

static Value warn_options(VM *vm, const LangConfig *config)
{
    Value list = list_new(vm, 0);
    for (const char *const *w = config->warn_options; list && w && *w; w++) {
        Value s = str_from_c(vm, *w);
        if (!s || !list_append_take(vm, list, s)) value_clear(vm, &list);
    }
    return list;
}

bool sys_open(VM *vm, const LangConfig *config)
{
    Value m = module_new(vm, "sys");
    if (!m) return false;
    vm->sys_dict = retain(REF(as_module(m)->dict));
    bool ok = dict_set_c(vm, REF(vm->modules), "sys", m);
    release(vm, m);
    Value name = str_intern_c(vm, "sys");
    ok = ok && name;
    for (const NativeDef *f = functions; ok && f->name; f++) ok = put(vm, f->name, native_new(vm, f, NULL, name));
    const NativeDef *const more[] = {sys_running, sys_watching, sys_auditing};
    for (int i = 0; i < 3; i++)
        for (const NativeDef *f = more[i]; ok && f->name; f++) ok = put(vm, f->name, native_new(vm, f, NULL, name));
    for (const NativeDef *f = sys_hooks; ok && f->name; f++) ok = put(vm, f->name, native_new(vm, f, NULL, name));
    release(vm, name);
    static const char *const hooks[] = {"displayhook", "excepthook", "unraisablehook", "breakpointhook"};
    static const char *const kept[] = {"__displayhook__", "__excepthook__", "__unraisablehook__", "__breakpointhook__"};
    for (int i = 0; ok && i < 4; i++) ok = dict_set_c(vm, vm->sys_dict, kept[i], dict_get_c(vm, vm->sys_dict, hooks[i]));
    ok = ok && dict_set_c(vm, vm->sys_dict, "modules", REF(vm->modules));
    ok = ok && put(vm, "maxsize", int_from_i64(vm, INT64_MAX)) && put(vm, "maxunicode", make_small(0x10FFFF)) &&
         put(vm, "byteorder", str_from_c(vm, "little")) && put(vm, "platform", str_from_c(vm, "linux")) &&
         put(vm, "prefix", str_from_c(vm, "/usr")) && put(vm, "base_prefix", str_from_c(vm, "/usr")) &&
         put(vm, "exec_prefix", str_from_c(vm, "/usr")) && put(vm, "warnoptions", warn_options(vm, config)) &&
         put(vm, "copyright", str_from_c(vm, "perch: Apache-2.0")) && put(vm, "api_version", make_small(1013)) &&
         put(vm, "float_repr_style", str_from_c(vm, "short")) && put(vm, "dont_write_bytecode", make_bool(vm->flags.dont_write_bytecode)) &&
         put(vm, "_xoptions", x_options(vm, config)) &&
         put(vm, "builtin_module_names", names_tuple(vm)) && put(vm, "base_exec_prefix", str_from_c(vm, "/usr")) &&
         put(vm, "platlibdir", str_from_c(vm, "lib")) && put(vm, "_stdlib_dir", vm->frozen && vm->frozen->library_count ? str_from_c(vm, vm->frozen->libraries[0].folder) : V_NONE) && put(vm, "abiflags", retain(vm->empty_str)) && put(vm, "pycache_prefix", pycache_prefix(vm)) &&
         put(vm, "stdlib_module_names", stdlib_names(vm)) && put(vm, "orig_argv", orig_argv(vm, config));
    ok = ok && put_version(vm) && put_flags(vm) && put_paths(vm, config);
    if (ok && config->open_streams) {
        ok = config->open_streams(vm, vm->sys_dict);
        static const char *const names[] = {"stdin", "stdout", "stderr"}, *const originals[] = {"__stdin__", "__stdout__", "__stderr__"};
        for (int i = 0; ok && i < 3; i++) {
            Ref s = dict_get_c(vm, vm->sys_dict, names[i]);
            ok = !s || dict_set_c(vm, vm->sys_dict, originals[i], s);
        }
    }
    return ok;
}
