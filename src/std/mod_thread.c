/* mod_thread.c: the module _thread: starting threads, locks, and attributes that each thread has for itself. The threads themselves,
 * the lock of the VM and its handing over are the language's (lang/thread.c). */
#include <math.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lang/object/args.h"
#include "lang/types/seq.h"
#include "lang/object/thread.h"
#include "lang/types/structseq.h"
#include "lang/object/exc.h"
#include "mod_posix.h"

typedef struct ThreadState {
    Type *lock, *rlock, *local;
    Value hook_args; /* the class of what the hook of uncaught exceptions gets */
    int64_t next_local;
} ThreadState;
extern const ModuleDef thread_module;

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- lock ---- */

typedef struct Lock { Obj head; bool locked; } Lock;
static Lock *as_lock(Ref v) { return (Lock *)BITS(v); }

/* Seconds to wait, -1 without end, 0 not at all; false: raised. */
static bool wait_time(VM *vm, Ref blocking, Ref timeout, double *out)
{
    bool block = true;
    if (blocking) {
        int b;
        if (!int_arg(vm, blocking, &b)) return false;
        block = b != 0;
    }
    *out = -1;
    if (timeout && !num_to_double(vm, timeout, out)) return false;
    if (isnan(*out)) return err_false(vm, EXC_ValueError, "Invalid value NaN (not a number)");
    if (!block && *out != -1) return err_false(vm, EXC_ValueError, "can't specify a timeout for a non-blocking call");
    if (*out < 0 && *out != -1) return err_false(vm, EXC_ValueError, "timeout value must be positive");
    if (*out > 9223372036.0) return err_false(vm, EXC_OverflowError, *out > 9.2e9 && *out < 9.3e9 ? "timeout value is too large" : "timestamp too large to convert to C _PyTime_t");
    if (!block) *out = 0;
    return true;
}

/* 1: *flag was false and is true now; 0: in vain; -1: raised. */
static int take(VM *vm, bool *flag, double seconds)
{
    while (*flag) {
        if (seconds == 0) return 0;
        int r = thread_wait(vm, flag, seconds);
        if (r < 0) return -1;
        if (r == 0 && *flag) return 0;
    }
    *flag = true;
    return 1;
}

FN(lock_acquire)
{
    double seconds;
    if (!wait_time(vm, args[1], args[2], &seconds)) return NULL;
    Value self = retain(args[0]);
    int r = take(vm, &as_lock(self)->locked, seconds);
    release(vm, self);
    return r < 0 ? NO_VALUE : make_bool(r);
}
FN(lock_release)
{
    Lock *l = as_lock(args[0]);
    if (!l->locked) return err_raise(vm, EXC_RuntimeError, "release unlocked lock");
    l->locked = false;
    thread_wake(vm, &l->locked);
    return V_NONE;
}
FN(lock_locked) { return make_bool(as_lock(args[0])->locked); }
FN(lock_enter)
{
    Ref all[3] = {args[0], NULL, NULL};
    return lock_acquire(vm, all, 3, NULL);
}
FN(lock_exit)
{
    return lock_release(vm, args, 1, NULL);
}
FN(lock_reinit)
{
    as_lock(args[0])->locked = false;
    return V_NONE;
}
static Value lock_repr(VM *vm, Ref self)
{
    return str_format(vm, "<%s _thread.lock object at 0x%llx>", as_lock(self)->locked ? "locked" : "unlocked", (long long)(intptr_t)as_obj(self));
}

#define ACQUIRE_SIG "self, blocking=True, timeout=-1"
static const char acquire_doc[] = "Lock the lock: wait until it is free, unless blocking is false or the timeout passes; True if it was locked.";
static const NativeDef lock_methods[] = {
    {"acquire", lock_acquire, ACQUIRE_SIG, acquire_doc, NATIVE_KW},
    {"acquire_lock", lock_acquire, ACQUIRE_SIG, acquire_doc, NATIVE_KW},
    {"release", lock_release, "self, /", "Free the lock, which must be locked.", 0},
    {"release_lock", lock_release, "self, /", "Free the lock, which must be locked.", 0},
    {"locked", lock_locked, "self, /", "Is it locked?", 0},
    {"locked_lock", lock_locked, "self, /", "Is it locked?", 0},
    {"__enter__", lock_enter, "self, /", "Lock the lock.", 0},
    {"__exit__", lock_exit, "self, *args", "Free the lock.", NATIVE_RAW},
    {"_at_fork_reinit", lock_reinit, "self, /", NULL, 0},
    {0},
};
static const TypeDef lock_def = {
    .name = "_thread.lock", .doc = "A lock: acquire() waits until nobody holds it, release() gives it back. Any thread may release it.",
    .kind = KIND_OPAQUE, .size = sizeof(Lock), .flags = TYPE_NO_NEW | TYPE_WEAKREF | TYPE_IMMUTABLE, .s = {.repr = lock_repr}, .methods = lock_methods,
};

static Value lock_new(VM *vm)
{
    ThreadState *s = module_state(vm, &thread_module);
    return s ? VAL(obj_alloc(vm, s->lock, sizeof(Lock))) : NULL;
}
FN(fn_allocate) { return lock_new(vm); }

/* ---- RLock ---- */

typedef struct RLock { Obj head; bool locked; uint64_t owner; int64_t count; } RLock;
static RLock *as_rlock(Ref v) { return (RLock *)BITS(v); }
static bool mine(VM *vm, const RLock *r) { return r->count && r->owner == thread_ident(vm); }

static Value rlock_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    return VAL(obj_alloc(vm, as_type(type), sizeof(RLock)));
}
FN(rlock_acquire)
{
    double seconds;
    RLock *r = as_rlock(args[0]);
    if (!wait_time(vm, args[1], args[2], &seconds)) return NULL;
    if (mine(vm, r)) {
        r->count++;
        return V_TRUE;
    }
    Value self = retain(args[0]);
    int got = take(vm, &r->locked, seconds);
    if (got == 1) {
        r->owner = thread_ident(vm);
        r->count = 1;
    }
    release(vm, self);
    return got < 0 ? NO_VALUE : make_bool(got);
}
static bool give(VM *vm, RLock *r)
{
    if (!mine(vm, r)) return err_false(vm, EXC_RuntimeError, "cannot release un-acquired lock");
    if (--r->count) return true;
    r->owner = 0;
    r->locked = false;
    thread_wake(vm, &r->locked);
    return true;
}
FN(rlock_release) { return give(vm, as_rlock(args[0])) ? V_NONE : NO_VALUE; }
FN(rlock_enter)
{
    Ref all[3] = {args[0], NULL, NULL};
    return rlock_acquire(vm, all, 3, NULL);
}
FN(rlock_is_owned) { return make_bool(mine(vm, as_rlock(args[0]))); }
FN(rlock_save)
{
    RLock *r = as_rlock(args[0]);
    if (!r->count) return err_raise(vm, EXC_RuntimeError, "cannot release un-acquired lock");
    Value owner = int_from_u64(vm, r->owner), both = owner ? tuple_of(vm, 2, make_small(r->count), (Ref)owner) : NULL;
    release(vm, owner);
    if (!both) return NULL;
    r->count = 1;
    r->owner = thread_ident(vm);
    give(vm, r);
    return both;
}
FN(rlock_restore)
{
    RLock *r = as_rlock(args[0]);
    if (!is_tuple(args[1]) || as_tuple(args[1])->len != 2) return err_raise(vm, EXC_TypeError, "_acquire_restore() takes what _release_save() gave");
    int count;
    if (!int_arg(vm, as_tuple(args[1])->items[0], &count)) return NULL;
    if (take(vm, &r->locked, -1) < 0) return NULL;
    r->count = count;
    r->owner = thread_ident(vm);
    return V_NONE;
}
FN(rlock_reinit)
{
    RLock *r = as_rlock(args[0]);
    r->locked = false;
    r->count = 0;
    r->owner = 0;
    return V_NONE;
}
static Value rlock_repr(VM *vm, Ref self)
{
    RLock *r = as_rlock(self);
    return str_format(vm, "<%s %s object owner=%lld count=%lld at 0x%llx>", r->count ? "locked" : "unlocked", type_name(vm, as_obj(self)->type),
                      (long long)r->owner, (long long)r->count, (long long)(intptr_t)r);
}
static const NativeDef rlock_methods[] = {
    {"acquire", rlock_acquire, ACQUIRE_SIG, acquire_doc, NATIVE_KW},
    {"release", rlock_release, "self, /", "Undo one acquire(); the last one frees the lock.", 0},
    {"__enter__", rlock_enter, "self, /", "Lock the lock.", 0},
    {"__exit__", rlock_release, "self, *args", "Free the lock.", NATIVE_RAW},
    {"_is_owned", rlock_is_owned, "self, /", NULL, 0},
    {"_release_save", rlock_save, "self, /", NULL, 0},
    {"_acquire_restore", rlock_restore, "self, state, /", NULL, 0},
    {"_at_fork_reinit", rlock_reinit, "self, /", NULL, 0},
    {0},
};
static const TypeDef rlock_def = {
    .name = "_thread.RLock", .kind = KIND_OPAQUE, .size = sizeof(RLock), .flags = TYPE_BASE | TYPE_WEAKREF,
    .s = {.repr = rlock_repr, .new_ = rlock_new}, .methods = rlock_methods,
};

/* ---- local: a namespace for each thread ----
 * The namespaces stand with the threads, in a dict by the number of the local, so that one goes with its thread; a local that dies
 * takes its own out of every thread. In a thread that comes to it first, the class's __init__ runs again. */

typedef struct Local { Obj head; Value number, args, kwargs; } Local;
static Local *as_local(Ref v) { return (Local *)BITS(v); }

/* A thread's namespaces by their locals' numbers. To the collector they are their locals' own, so a local that leads to itself goes. */
static Value new_spaces(VM *vm)
{
    Value all = dict_new(vm);
    if (all) gc_untrack(as_obj(all));
    return all;
}

static Value local_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    ThreadState *s = module_state(vm, &thread_module);
    if (!s) return NULL;
    if ((n || kwnames) && as_type(type)->s.init == object_init) return err_raise(vm, EXC_TypeError, "Initialization arguments are not supported");
    Local *l = (Local *)obj_alloc(vm, as_type(type), sizeof(Local));
    if (!l) return NULL;
    l->number = make_small(++s->next_local);
    l->args = tuple_from(vm, args, n);
    l->kwargs = dict_new(vm);
    bool ok = l->args && l->kwargs;
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) ok = dict_set(vm, l->kwargs, as_tuple(kwnames)->items[i], args[n + i]);
    Value *all = thread_locals(vm);
    if (ok && !*all) ok = (*all = new_spaces(vm)) != NULL;
    Value d = ok ? dict_new(vm) : NULL;
    ok = d && dict_set(vm, *all, l->number, d); /* type.__call__ runs __init__ in this thread */
    release(vm, d);
    if (!ok) {
        release(vm, VAL(l));
        return NULL;
    }
    return VAL(l);
}

/* The running thread's namespace of self, borrowed from the thread. */
static Ref namespace(VM *vm, Ref self)
{
    Local *l = as_local(self);
    Value *all = thread_locals(vm);
    if (!*all && !(*all = new_spaces(vm))) return NULL;
    Ref found = dict_get(vm, *all, l->number);
    if (found || err_occurred(vm)) return found;
    Value d = dict_new(vm);
    bool ok = d && dict_set(vm, *all, l->number, d);
    if (ok && as_obj(self)->type->s.init != object_init) {
        Value init = obj_getattr_c(vm, self, "__init__"), r = init ? call_tuple(vm, init, l->args, l->kwargs) : NULL;
        ok = r != NULL;
        release(vm, init);
        release(vm, r);
        if (!ok) {
            Value saved = err_take(vm);
            dict_del(vm, *all, l->number);
            err_put(vm, saved);
        }
    }
    release(vm, d);
    return ok ? (Ref)d : NULL;
}

static bool is_data(VM *vm, Ref d) { return d && is_heap(d) && as_obj(d)->type->s.descr_set; }

static Value local_getattr(VM *vm, Ref self, Ref name)
{
    Ref d = namespace(vm, self);
    if (!d) return NULL;
    if (str_equal_c(name, "__dict__")) return retain(d);
    if (!is_data(vm, type_lookup(vm, as_obj(self)->type, name))) {
        Ref v = dict_get(vm, d, name);
        if (v) return retain(v);
        if (err_occurred(vm)) return NULL;
    }
    return obj_generic_getattr(vm, self, name);
}

static bool local_setattr(VM *vm, Ref self, Ref name, Ref v)
{
    Ref d = namespace(vm, self);
    if (!d) return false;
    if (str_equal_c(name, "__dict__")) return err_false(vm, EXC_AttributeError, "'%T' object attribute '__dict__' is read-only", self);
    if (is_data(vm, type_lookup(vm, as_obj(self)->type, name))) return obj_generic_setattr(vm, self, name, v);
    if (v) return dict_set(vm, d, name, v);
    int r = dict_del(vm, d, name);
    return r > 0 || (r == 0 && (err_type_name(vm, name, self), false));
}

static void local_clear(VM *vm, Obj *o)
{
    Local *l = (Local *)o;
    value_clear(vm, &l->args);
    value_clear(vm, &l->kwargs);
    if (l->number) thread_forget_local(vm, l->number);
}
static void local_dealloc(VM *vm, Obj *o)
{
    local_clear(vm, o);
    obj_free(vm, o, sizeof(Local));
}
static void local_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((Local *)o)->args, visit, arg);
    seq_visit(((Local *)o)->kwargs, visit, arg);
    if (((Local *)o)->number) thread_visit_local(vm, ((Local *)o)->number, visit, arg);
}
static const TypeDef local_def = {
    .name = "_thread._local", .doc = "Thread-local data", .kind = KIND_OPAQUE, .size = sizeof(Local), .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF,
    .s = {.new_ = local_new, .getattr = local_getattr, .setattr = local_setattr}, .dealloc = local_dealloc, .traverse = local_traverse, .clear = local_clear,
};

/* ---- threads ---- */

FN(fn_start)
{
    if (!type_of(vm, args[0])->s.call && !is_kind(args[0], KIND_FUNCTION)) return err_raise(vm, EXC_TypeError, "first arg must be callable");
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "2nd arg must be a tuple");
    if (args[2] && !is_dict(args[2])) return err_raise(vm, EXC_TypeError, "optional 3rd arg must be a dictionary");
    uint64_t id = thread_start(vm, args[0], args[1], args[2]);
    return id ? int_from_u64(vm, id) : NO_VALUE;
}
FN(fn_ident) { return int_from_u64(vm, thread_ident(vm)); }
FN(fn_native) { return make_small((int64_t)syscall(SYS_gettid)); }
FN(fn_count) { return make_small(thread_count(vm)); }
FN(fn_exit) { return err_raise_obj(vm, call0(vm, REF(vm->exc_types[EXC_SystemExit]))); }
FN(fn_interrupt)
{
    int sig = 2;
    if (args[0] && !int_arg(vm, args[0], &sig)) return NULL;
    if (sig < 1 || sig > 64) return err_raise(vm, EXC_ValueError, "signal number out of range");
    signal_pretend(vm, sig);
    return V_NONE;
}
FN(fn_stack_size)
{
    int64_t size = 0;
    if (args[0] && !num_index_i64(vm, args[0], &size)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "size must be 0 or a positive value");
    int64_t before = thread_stack_size(vm, size);
    return before >= 0 ? make_small(before) : err_raise(vm, EXC_ValueError, "size not valid: %lld bytes", (long long)size);
}
FN(fn_sentinel)
{
    Value l = lock_new(vm);
    if (l) thread_mark(vm, l, &as_lock(l)->locked);
    return l;
}

/* ---- what a thread did not catch ---- */

/* Where it is written: sys.stderr, or the one that the thread began with; owned, NULL: nowhere. */
static Value error_stream(VM *vm, Ref thread)
{
    Ref now = dict_get_c(vm, vm->sys_dict, "stderr");
    if (now && !is_none(now)) return retain(now);
    Value first = is_none(thread) ? NO_VALUE : obj_getattr_c(vm, thread, "_stderr");
    if (!first) err_clear(vm);
    if (first && !is_none(first)) return first;
    release(vm, first);
    return NO_VALUE;
}
static bool write_text(VM *vm, Ref stream, Value text /*taken, may be NULL*/)
{
    Value r = text ? call_method(vm, stream, NAME(write), (Ref[]){text}, 1) : NO_VALUE;
    release(vm, text);
    release(vm, r);
    return r != NO_VALUE;
}
FN(fn_excepthook)
{
    ThreadState *s = module_state(vm, &thread_module);
    if (!s) return NULL;
    if (type_of(vm, args[0]) != as_type(s->hook_args)) return err_raise(vm, EXC_TypeError, "_thread.excepthook argument type must be ExceptHookArgs");
    const Value *given = as_tuple(args[0])->items; /* args[0] holds them */
    if (given[0] == VAL(vm->exc_types[EXC_SystemExit])) return V_NONE;
    Ref thread = given[3];
    Value stream = error_stream(vm, thread), name = NO_VALUE, text = NO_VALUE;
    if (!stream) return V_NONE;
    if (!is_none(thread) && obj_lookup_attr(vm, thread, NAME(name), &name) < 0) err_clear(vm);
    text = name ? str_format(vm, "Exception in thread %S:\n", (Ref)name) : str_format(vm, "Exception in thread %lld:\n", (long long)thread_ident(vm));
    bool ok = write_text(vm, stream, text);
    if (ok && is_exception(given[1])) ok = write_text(vm, stream, exc_format_as(vm, given[1], &(ExcStyle){.end = ""}));
    Value flushed = ok ? call_method(vm, stream, NAME(flush), NULL, 0) : NO_VALUE;
    release(vm, flushed);
    release(vm, name);
    release(vm, stream);
    return ok && flushed ? V_NONE : NO_VALUE;
}

/* At the program's end: threading, where it was imported, joins its threads. */
static void at_end(VM *vm)
{
    vm->on_threads_end = NULL;
    Ref found = vm->modules ? dict_get_c(vm, REF(vm->modules), "threading") : NULL;
    if (!found) return err_clear(vm);
    Value threading = retain(found), end = obj_getattr_c(vm, threading, "_shutdown"), r = end ? call0(vm, end) : NO_VALUE;
    if (!r) err_unraisable(vm, threading);
    release(vm, r);
    release(vm, end);
    release(vm, threading);
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    ThreadState *s = as_module(module)->state;
    if (!vm_threads_open(vm)) return false;
    static const char *const fields[] = {"exc_type", "exc_value", "exc_traceback", "thread"};
    vm->on_threads_end = at_end;
    return (s->hook_args = structseq_type(vm, "_thread._ExceptHookArgs", fields, 4, 4)) && dict_set_c(vm, REF(ns), "_ExceptHookArgs", s->hook_args) && (s->lock = type_from_def(vm, &lock_def, NULL)) && (s->rlock = type_from_def(vm, &rlock_def, NULL)) &&
           (s->local = type_from_def(vm, &local_def, NULL)) && dict_set_c(vm, REF(ns), "LockType", REF(s->lock)) && module_add_type(vm, ns, s->rlock) &&
           module_add_type(vm, ns, s->local) && dict_set_c(vm, REF(ns), "error", REF(vm->exc_types[EXC_RuntimeError]));
}
static void done(VM *vm, void *state)
{
    ThreadState *s = state;
    release(vm, VAL(s->lock));
    release(vm, VAL(s->rlock));
    release(vm, VAL(s->local));
    value_clear(vm, &s->hook_args);
}

static const char start_doc[] = "Start a new thread that calls function(*args, **kwargs); its identifier.";
static const NativeDef functions[] = {
    {"start_new_thread", fn_start, "function, args, kwargs=None, /", start_doc, 0},
    {"start_new", fn_start, "function, args, kwargs=None, /", start_doc, 0},
    {"allocate_lock", fn_allocate, "", "Create a new lock object.", 0},
    {"allocate", fn_allocate, "", "Create a new lock object.", 0},
    {"get_ident", fn_ident, "", "A number that no other living thread has.", 0},
    {"get_native_id", fn_native, "", "The thread's number in the system.", 0},
    {"_count", fn_count, "", "The number of threads, the main one not counted.", 0},
    {"exit", fn_exit, "", "Raise SystemExit: the thread ends.", 0},
    {"exit_thread", fn_exit, "", "Raise SystemExit: the thread ends.", 0},
    {"interrupt_main", fn_interrupt, "signum=signal.SIGINT, /", "As if the signal came for the main thread.", 0},
    {"stack_size", fn_stack_size, "size=0, /", "The stack size of new threads, 0 the default.", 0},
    {"_set_sentinel", fn_sentinel, "", "A lock that is freed when the running thread has ended.", 0},
    {"_excepthook", fn_excepthook, "args, /", "Print an exception that a thread did not catch.", 0},
    {0},
};
static const ModuleConst constants[] = {{"TIMEOUT_MAX", CONST_FLOAT, 0, 9223372036.0, NULL}, {0}};
const ModuleDef thread_module = {.name = "_thread", .doc = "Threads and locks: what the module threading is made of.", .functions = functions,
    .constants = constants, .init = init, .state_size = sizeof(ThreadState), .done = done};
