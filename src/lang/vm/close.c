/* close.c: the end of an interpreter, in two parts that must not mix.
 *
 * lang_end runs all that is left of the program's code (threads that it waits for, atexit, then what the deaths of its objects run: __del__, weak references'
 * callbacks, the finally of generators) on an interpreter that is whole: streams, sys, builtins and C modules are there, locks work, exceptions are told as always.
 * Only new threads and imports are refused, and a wait that nobody is left to end. From then on (VM_CLOSED) none of its code runs, whatever dies: lang_close takes
 * things apart in an order that C alone needs to know: types last, and ends with nothing left alive.
 */
#include "jit.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "lang/text/codecs.h"
#include "lang/types/weak.h"
#include "watch.h"

/* ---- the program's last code ---- */

void lang_atexit(VM *vm)
{
    if (vm->end) return;
    threads_finish(vm);
    if (vm->at_exit) vm->at_exit(vm);
    vm->at_exit = NULL;
}

/* Could letting go of it run code? What C made (functions, types, constants) stays: code that runs now may want it. */
static bool may_run_code(Ref v, bool containers)
{
    if (!is_heap(v)) return false;
    const Type *t = as_obj(v)->type;
    switch (as_obj(v)->kind) {
    case KIND_TYPE: return containers && as_type(v)->flags & TYPE_HEAP;
    case KIND_GENERATOR: return true;
    case KIND_FUNCTION: case KIND_LIST: case KIND_TUPLE: case KIND_DICT: case KIND_SET: return containers;
    default: return t->flags & TYPE_HEAP;
    }
}

static bool is_one_of(Ref key, const char *const *names)
{
    for (; names && *names; names++)
        if (str_equal_c(key, *names)) return true;
    return false;
}

/* Names in C's namespaces whose values the program made are deleted, one by one, so that each value's code still finds the others' names. */
static void forget_names(VM *vm, Ref ns, bool containers, const char *const *kept)
{
    Value keys = dict_keys_list(vm, ns);
    for (int64_t i = 0; keys && i < as_list(keys)->len; i++) {
        Ref key = as_list(keys)->items[i], value = is_str(key) ? dict_get_str(vm, ns, key) : NULL;
        if (is_str(key) && (!value || !may_run_code(value, containers) || is_one_of(key, kept))) continue;
        dict_del(vm, ns, key);
        err_clear(vm);
    }
    if (!keys) err_clear(vm);
    release(vm, keys);
}

static void forget_in_module(VM *vm, Ref ns) { forget_names(vm, ns, false, NULL); }

/* The streams that the interpreter began with come back: what the program put there in their stead may die any moment. */
static void restore_streams(VM *vm)
{
    static const char *const names[][2] = {{"stdin", "__stdin__"}, {"stdout", "__stdout__"}, {"stderr", "__stderr__"}};
    lang_flush(vm);
    for (int i = 0; i < 3; i++) {
        Ref first = dict_get_c(vm, vm->sys_dict, names[i][1]);
        if (first) {
            Value held = retain(first);
            dict_set_c(vm, vm->sys_dict, names[i][0], held);
            release(vm, held);
        }
        err_clear(vm);
    }
}

/* What a hook of the program's own made of errors ends here too: its module may be gone. */
static void restore_hooks(VM *vm)
{
    static const char *const names[][2] = {{"excepthook", "__excepthook__"}, {"unraisablehook", "__unraisablehook__"}, {"displayhook", "__displayhook__"}};
    for (int i = 0; i < 3; i++) {
        Ref first = dict_get_c(vm, vm->sys_dict, names[i][1]);
        Value held = first ? retain(first) : NO_VALUE;
        if (held) dict_set_c(vm, vm->sys_dict, names[i][0], held);
        release(vm, held);
        err_clear(vm);
    }
}

/* The last error's traceback holds frames, and with them everything. */
static void forget_error(VM *vm)
{
    static const char *const names[] = {"last_type", "last_value", "last_traceback", "last_exc"};
    for (int i = 0; i < 4; i++) {
        Value name = str_from_c(vm, names[i]);
        if (name) dict_del(vm, vm->sys_dict, name);
        release(vm, name);
        err_clear(vm);
    }
}

/* ---- would anybody notice that they never die? ---- */

enum { STREAMS = 16 };
typedef struct Streams { Ref all[STREAMS]; int n; } Streams;

/* A stream and the layers under it, of classes in C: they stay to the end, written out. */
static int add_stream(Ref v, void *arg)
{
    Streams *s = arg;
    if (!is_heap(v) || (as_obj(v)->type->flags & (TYPE_HAS_DEL | TYPE_HEAP)) != TYPE_HAS_DEL || s->n == STREAMS) return 0;
    for (int i = 0; i < s->n; i++)
        if (s->all[i] == v) return 0;
    s->all[s->n++] = v;
    return 0;
}

static Streams first_streams(VM *vm)
{
    static const char *const names[] = {"__stdin__", "__stdout__", "__stderr__"};
    Streams s = {.n = 0};
    for (int i = 0; i < 3; i++) {
        Ref stream = dict_get_c(vm, vm->sys_dict, names[i]);
        if (stream) add_stream(stream, &s);
    }
    for (int i = 0; i < s.n; i++) {
        Obj *o = as_obj(s.all[i]);
        if (o->type->traverse) o->type->traverse(vm, o, add_stream, &s);
    }
    err_clear(vm);
    return s;
}

/* No code of the program's is left that a death could run, and no C that the world outside could see: then all stays where it is. */
static bool nobody_notices(VM *vm)
{
    Streams s = first_streams(vm);
    return !weak_may_call(vm) && !modules_noticed(vm) && !gc_may_finalize(vm, s.all, s.n);
}

static void collect_all(VM *vm)
{
    enum { ROUNDS = 8 }; /* one pass finds all; a __del__ may make more, not for ever */
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t ran = vm->finalized;
        if (gc_collect(vm) <= 0 || vm->finalized == ran) break;
    }
}

/* Before the end: only while there is code that a death could run. */
static void collect_noticed(VM *vm)
{
    if (!nobody_notices(vm)) collect_all(vm);
}

/* A module that C looks into stays whole to the end; owned, or NULL. */
static Value keep_module(VM *vm, const char *name)
{
    Ref m = dict_get_c(vm, REF(vm->modules), name);
    if (!m) err_clear(vm);
    return m ? retain(m) : NO_VALUE;
}

/* What C has of modules in Python. */
static void forget_in_c(VM *vm)
{
    watch_forget(vm);
    import_system_forget(vm);
    codecs_forget(vm);
    value_clear(vm, &vm->docs);
    if (!vm->no_memory) return;
    value_clear(vm, &as_exception(vm->no_memory)->traceback); /* where it was raised last */
    value_clear(vm, &as_exception(vm->no_memory)->context);
}

static void forget_program(VM *vm)
{
    static const char *const sys_keeps[] = {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__", "path", "argv", "modules", "flags", "version_info",
                                            "meta_path", "path_hooks", "warnoptions", "orig_argv", "_xoptions", "path_importer_cache", "builtin_module_names",
                                            "stdlib_module_names", "hash_info", "int_info", "float_info", "thread_info", "implementation", NULL};
    Value kept[] = {keep_module(vm, "sys"), keep_module(vm, "builtins")};
    forget_error(vm);
    restore_hooks(vm);
    watch_forget(vm);
    /* Modules in Python, __main__ too, are garbage now but for what C holds. Their objects' code runs before any of their namespaces is emptied, and finds
     * sys.modules as it was. */
    vm->gc_nobodys = vm->modules;
    collect_noticed(vm);
    vm->gc_nobodys = NULL;
    forget_in_c(vm);
    dict_clear(vm, REF(vm->modules));
    static const char *const names[] = {"sys", "builtins"};
    for (int i = 0; i < 2; i++)
        if (kept[i] && !dict_set_c(vm, REF(vm->modules), names[i], kept[i])) err_clear(vm);
    collect_noticed(vm);
    forget_names(vm, vm->sys_dict, true, sys_keeps);
    forget_names(vm, REF(vm->builtins), true, NULL);
    modules_forget(vm, forget_in_module);
    value_clear(vm, &vm->asyncgen_hooks[0]);
    value_clear(vm, &vm->asyncgen_hooks[1]);
    if (vm->prelude) dict_clear(vm, REF(vm->prelude));
    forget_in_c(vm); /* (it may have been raised again) */
    collect_noticed(vm);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) release(vm, kept[i]);
}

void lang_end(VM *vm)
{
    enum { ROUNDS = 4 }; /* what a __del__ puts back into modules or names goes, too, but not for ever */
    if (vm->end) return;
    err_clear(vm);
    value_clear(vm, &vm->handled);
    lang_atexit(vm);
    bool whole = vm->modules && vm->sys_dict && vm->builtins; /* it was opened */
    if (whole) lang_flush(vm);
    vm->end = VM_ENDING;
    threads_stop(vm);
    if (whole) restore_streams(vm);
    for (int i = 0; whole && i < ROUNDS && !nobody_notices(vm); i++) {
        uint64_t ran = vm->finalized;
        forget_program(vm);
        threads_forget_main(vm);
        if (vm->finalized == ran) break;
    }
    threads_forget_main(vm);
    value_clear(vm, &vm->audit_hooks);
    err_clear(vm);
    if (whole) lang_flush(vm);
    vm->end = VM_CLOSED;
    vm->depth_limit = 0; /* a call of the program's code that C would make now does not begin */
    err_clear(vm);
}

/* ---- taking apart ---- */

static void close_builtins(VM *vm)
{
    Dict *builtins = vm->builtins;
    vm->builtins = NULL;
    if (!builtins) return;
    dict_clear(vm, REF(builtins));
    release(vm, VAL(builtins));
}

static void close_exceptions(VM *vm)
{
    err_clear(vm); /* what a finalizer met in an interpreter half closed has nobody left to be told, and does not outlive its class */
    value_clear(vm, &vm->no_memory);
    Type *group = vm->exception_group;
    vm->exception_group = NULL;
    release(vm, VAL(group));
    for (int i = EXC_COUNT; i-- > 0;) {
        Type *t = vm->exc_types[i];
        vm->exc_types[i] = NULL;
        release(vm, VAL(t));
    }
}

static void close_c_types(VM *vm)
{
    for (int64_t i = 0; vm->c_types && i < as_list(vm->c_types)->len; i++) { /* a class may hold instances of itself: enum members */
        Type *t = as_type(as_list(vm->c_types)->items[i]);
        if (t->dict) dict_clear(vm, REF(t->dict));
    }
    gc_collect(vm);
    value_clear(vm, &vm->c_types);
    gc_collect(vm);
}

/* What sys, builtins and the modules in C still hold, files that are not flushed among it. */
static void let_go(VM *vm)
{
    vm->breaker = 0;
    forget_in_c(vm); /* (not forgotten yet where nobody noticed the end) */
    Dict *modules = vm->modules;
    vm->modules = NULL;
    if (modules) dict_clear(vm, REF(modules));
    release(vm, VAL(modules));
    value_clear(vm, &vm->asyncgen_hooks[0]);
    value_clear(vm, &vm->asyncgen_hooks[1]);
    /* Streams and what else sys and builtins hold may be of C modules' types: those go last. */
    value_clear(vm, &vm->sys_dict);
    release(vm, VAL(vm->prelude));
    vm->prelude = NULL;
    release(vm, VAL(vm->unbound));
    vm->unbound = NULL;
    close_builtins(vm);
    collect_all(vm);
    modules_close(vm);
    collect_all(vm);
}

/* Ended, and no thread of the program's is left inside it? */
static bool at_rest(VM *vm)
{
    mem_fail_after(vm->mem, -1, false);
    mem_set_limit(vm->mem, 0);
    lang_end(vm);
    return !threads_abandoned(vm);
}

void lang_leave(VM *vm)
{
    if (at_rest(vm) && modules_noticed(vm)) let_go(vm); /* (none of the program's code would run any more) */
}

size_t lang_close(VM *vm)
{
    Mem *mem = vm->mem;
    if (!at_rest(vm)) return 0;
    let_go(vm);
    gc_take_apart(vm); /* what something outside still holds in a ring: a graph's node its Function, a leaf its hook */
    collect_all(vm);
    close_c_types(vm);
    close_exceptions(vm);
    gc_collect(vm);
    vm_threads_close(vm);
    types_clear(vm);
    gc_collect(vm);
    value_clear(vm, &vm->empty_tuple);
    value_clear(vm, &vm->empty_bytes);
    for (int i = 0; i < STR_COUNT; i++) value_clear(vm, &vm->names[i]);
    sites_close(vm);
    str_close(vm);
    weak_table_free(vm);
    types_close(vm);
    jits_sweep(vm);
    vm_free(vm);
    return mem_close(mem);
}
