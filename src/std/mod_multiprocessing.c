/* mod_multiprocessing.c: the module _multiprocessing: SemLock, a POSIX semaphore with a name, which processes share, as a lock that may be taken again by its
 * thread or as a semaphore. `count` is how often this process holds it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <semaphore.h>
#include <time.h>

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "mod_posix.h"

enum { RECURSIVE, SEMAPHORE };
typedef struct SemLock {
    Obj head;
    sem_t *sem;
    int kind, maxvalue;
    int64_t count;
    uint64_t owner;
    Value name; /* a str or None */
} SemLock;
typedef struct State { Type *semlock; } State;
extern const ModuleDef multiprocessing_module;

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
static SemLock *as_semlock(Ref v) { return (SemLock *)BITS(v); }
static bool is_mine(VM *vm, const SemLock *s) { return s->count > 0 && s->owner == thread_ident(vm); }

/* The object of an open semaphore, which it takes. */
static Value semlock_of(VM *vm, Type *type, sem_t *sem, int kind, int maxvalue, Ref name)
{
    SemLock *s = (SemLock *)obj_alloc(vm, type, sizeof *s);
    if (!s) {
        sem_close(sem);
        return NO_VALUE;
    }
    s->sem = sem;
    s->kind = kind;
    s->maxvalue = maxvalue;
    s->name = retain(name);
    return VAL(s);
}

static Value semlock_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"kind", "value", "maxvalue", "name", "unlink"};
    Ref a[5];
    int kind, value, maxvalue;
    if (!vm_threads_open(vm) || !args_bind(vm, "SemLock", args, n, kwnames, names, 5, a)) return NO_VALUE;
    for (int i = 0; i < 5; i++)
        if (!a[i]) return err_raise(vm, EXC_TypeError, "SemLock() missing required argument '%s' (pos %d)", names[i], i + 1);
    if (!int_arg(vm, a[0], &kind) || !int_arg(vm, a[1], &value) || !int_arg(vm, a[2], &maxvalue)) return NO_VALUE;
    if (!is_str(a[3])) return err_raise(vm, EXC_TypeError, "SemLock() argument 'name' must be str, not %T", a[3]);
    int unlink = op_truth(vm, a[4]);
    if (unlink < 0) return NO_VALUE;
    if ((kind != RECURSIVE && kind != SEMAPHORE) || value < 0) return err_raise(vm, EXC_ValueError, kind != RECURSIVE && kind != SEMAPHORE ? "unrecognized kind" : "value must be >= 0");
    const char *name = str_utf8(vm, a[3], NULL);
    if (!name) return NO_VALUE;
    sem_t *sem = sem_open(name, O_CREAT | O_EXCL, 0600, (unsigned)value);
    if (sem == SEM_FAILED) return err_errno(vm, errno, NULL);
    if (unlink && sem_unlink(name) < 0) {
        int number = errno;
        sem_close(sem);
        return err_errno(vm, number, NULL);
    }
    return semlock_of(vm, as_type(type), sem, kind, maxvalue, unlink ? V_NONE : a[3]);
}
/* What another process of the same program made: by its name. (A semaphore without one is a fork's, which has it already.) */
FN(semlock_rebuild)
{
    int kind, maxvalue;
    if (!int_arg(vm, args[2], &kind) || !int_arg(vm, args[3], &maxvalue)) return NO_VALUE;
    if (!is_str(args[4])) return err_raise(vm, EXC_ValueError, "a SemLock without a name is not found again");
    const char *name = str_utf8(vm, args[4], NULL);
    if (!name) return NO_VALUE;
    sem_t *sem = sem_open(name, 0);
    return sem == SEM_FAILED ? err_errno(vm, errno, NULL) : semlock_of(vm, as_type(args[0]), sem, kind, maxvalue, args[4]);
}
static void semlock_dealloc(VM *vm, Obj *o)
{
    SemLock *s = (SemLock *)o;
    if (s->sem) sem_close(s->sem);
    value_clear(vm, &s->name);
    obj_free(vm, o, sizeof *s);
}

/* 1: taken, 0: not in time (until: lib_clock's ns, -1 without end), -1: raised */
static int wait_for(VM *vm, sem_t *sem, int64_t until)
{
    for (;;) {
        int step = lib_step(until);
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_nsec += (long)(step % 1000) * 1000000;
        t.tv_sec += step / 1000 + t.tv_nsec / 1000000000;
        t.tv_nsec %= 1000000000;
        int r = THREAD_AWAY(vm, sem_timedwait(sem, &t)), number = errno;
        if (r == 0) return 1;
        if (number != ETIMEDOUT && number != EINTR) return err_errno(vm, number, NULL), -1;
        if (!vm_poll(vm)) return -1;
        if (until >= 0 && lib_clock() >= until) return 0;
    }
}

static Value acquire(VM *vm, Ref self, bool block, int64_t until)
{
    SemLock *s = as_semlock(self);
    if (s->kind == RECURSIVE && is_mine(vm, s)) {
        s->count++;
        return V_TRUE;
    }
    int r = sem_trywait(s->sem) == 0;
    if (!r && errno != EAGAIN && errno != EINTR) return err_errno(vm, errno, NULL);
    if (!r && block) {
        Value held = retain(self);
        r = wait_for(vm, s->sem, until);
        if (r > 0) {
            s->count++;
            s->owner = thread_ident(vm);
        }
        release(vm, held);
        return r < 0 ? NO_VALUE : make_bool(r);
    }
    if (r) {
        s->count++;
        s->owner = thread_ident(vm);
    }
    return make_bool(r);
}
FN(semlock_acquire)
{
    int block = args[1] ? op_truth(vm, args[1]) : 1;
    int64_t until = -1;
    if (block < 0) return NO_VALUE;
    if (args[2] && !is_none(args[2])) {
        double seconds;
        if (!num_to_double(vm, args[2], &seconds)) return NO_VALUE;
        if (!(seconds > 0)) seconds = 0;
        if (seconds < 4e9) until = lib_clock() + (int64_t)(seconds * 1e9);
    }
    return acquire(vm, args[0], block, until);
}
FN(semlock_enter) { return acquire(vm, args[0], true, -1); }
FN(semlock_release)
{
    SemLock *s = as_semlock(args[0]);
    if (s->kind == RECURSIVE) {
        if (!is_mine(vm, s)) return err_raise(vm, EXC_AssertionError, "attempt to release recursive lock not owned by thread");
        if (s->count > 1) {
            s->count--;
            return V_NONE;
        }
    } else {
        int value;
        if (sem_getvalue(s->sem, &value) < 0) return err_errno(vm, errno, NULL);
        if (value >= s->maxvalue) return err_raise(vm, EXC_ValueError, "semaphore or lock released too many times");
    }
    if (sem_post(s->sem) < 0) return err_errno(vm, errno, NULL);
    s->count--;
    return V_NONE;
}
FN(semlock_count) { return make_small(as_semlock(args[0])->count); }
FN(semlock_mine) { return make_bool(is_mine(vm, as_semlock(args[0]))); }
FN(semlock_value)
{
    int value;
    if (sem_getvalue(as_semlock(args[0])->sem, &value) < 0) return err_errno(vm, errno, NULL);
    return make_small(value < 0 ? 0 : value);
}
FN(semlock_zero)
{
    int value;
    return sem_getvalue(as_semlock(args[0])->sem, &value) < 0 ? err_errno(vm, errno, NULL) : make_bool(value <= 0);
}
FN(semlock_after_fork)
{
    as_semlock(args[0])->count = 0;
    return V_NONE;
}
static Value get_handle(VM *vm, Ref self) { return int_from_u64(vm, (uint64_t)(uintptr_t)as_semlock(self)->sem); }
static Value get_kind(VM *vm, Ref self) { return make_small(as_semlock(self)->kind); }
static Value get_maxvalue(VM *vm, Ref self) { return make_small(as_semlock(self)->maxvalue); }
static Value get_name(VM *vm, Ref self) { return retain(as_semlock(self)->name); }

static const NativeDef methods[] = {
    {"acquire", semlock_acquire, "self, block=True, timeout=None", "Take it; False when it was not free (in time).", NATIVE_KW},
    {"release", semlock_release, "self, /", "Give it back.", 0},
    {"_count", semlock_count, "self, /", "How often this process holds it.", 0},
    {"_is_mine", semlock_mine, "self, /", "Does the running thread hold it?", 0},
    {"_get_value", semlock_value, "self, /", "How often it can be taken now.", 0},
    {"_is_zero", semlock_zero, "self, /", "Can it not be taken now?", 0},
    {"_rebuild", semlock_rebuild, "cls, handle, kind, maxvalue, name, /", "The semaphore of that name.", NATIVE_CLASS},
    {"_after_fork", semlock_after_fork, "self, /", "In the child: it does not hold it.", 0},
    {"__enter__", semlock_enter, "self, /", "Take it.", 0},
    {"__exit__", semlock_release, "self, *args", "Give it back.", NATIVE_RAW},
    {0},
};
static const GetSetDef getsets[] = {{"handle", get_handle, NULL, NULL}, {"kind", get_kind, NULL, NULL}, {"maxvalue", get_maxvalue, NULL, NULL}, {"name", get_name, NULL, NULL}, {0}};
static const TypeDef semlock_def = {
    .name = "_multiprocessing.SemLock", .kind = KIND_OPAQUE, .size = sizeof(SemLock), .flags = TYPE_BASE, .doc = "A semaphore that processes share.",
    .s = {.new_ = semlock_new}, .dealloc = semlock_dealloc, .methods = methods, .getsets = getsets,
};

FN(fn_unlink)
{
    const char *name = is_str(args[0]) ? str_utf8(vm, args[0], NULL) : NULL;
    if (!name) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "sem_unlink() argument must be str, not %T", args[0]);
    return sem_unlink(name) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    State *s = as_module(module)->state;
    if (!(s->semlock = type_from_def(vm, &semlock_def, NULL)) || !module_add_type(vm, ns, s->semlock)) return false;
    Value name = str_intern_c(vm, "SEM_VALUE_MAX"), flags = dict_new(vm);
    bool ok = name && flags && type_set_attr(vm, s->semlock, name, make_small(INT_MAX)) && dict_set_c(vm, flags, "HAVE_SEM_OPEN", make_small(1)) &&
              dict_set_c(vm, flags, "HAVE_SEM_TIMEDWAIT", make_small(1)) && dict_set_c(vm, REF(ns), "flags", flags);
    release(vm, name);
    release(vm, flags);
    return ok;
}
static void done(VM *vm, void *state) { release(vm, VAL(((State *)state)->semlock)); }
static const NativeDef functions[] = {{"sem_unlink", fn_unlink, "name, /", "Take away a semaphore's name.", 0}, {0}};
const ModuleDef multiprocessing_module = {.name = "_multiprocessing", .doc = "Semaphores of processes.", .functions = functions, .init = init, .state_size = sizeof(State), .done = done};
