/* mod_faulthandler.c: the module faulthandler: tracebacks where nothing else can tell them: as a fatal signal ends the process, as a signal that the program names comes, or as a
 * time has passed. Signals belong to the process, so what their handlers need lies outside of all VMs; the last VM that asked is the one that is told of. The handlers and the watching
 * thread never take the VM's lock: dump.h.
 */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "lang/object/dump.h"
#include "lang/object/thread.h"
#include "mod_posix.h"

enum { SIGNALS = 65, FATAL = 5 };

typedef struct FaultState { Value fatal_file, later_file, files[SIGNALS]; } FaultState; /* what the program gave, so that it stays open */
extern const ModuleDef faulthandler_module;

typedef struct Watched { VM *volatile vm; int fd; bool all; } Watched; /* vm NULL: not */
static Watched fatal, told[SIGNALS];
static bool chained[SIGNALS];
static struct sigaction told_before[SIGNALS];
static struct { int number; const char *name; bool set; struct sigaction before; } fatal_signals[FATAL] = {
    {.number = SIGBUS, .name = "Bus error"}, {.number = SIGILL, .name = "Illegal instruction"}, {.number = SIGFPE, .name = "Floating point exception"}, {.number = SIGABRT, .name = "Aborted"},
    {.number = SIGSEGV, .name = "Segmentation fault"},
};

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- arguments ---- */

static Value ask(VM *vm, Ref stream, const char *method)
{
    Value f = obj_getattr_c(vm, stream, method), r = f ? call0(vm, f) : NO_VALUE;
    release(vm, f);
    return r;
}

/* The descriptor of what was given, or of sys.stderr; *file: what has to be kept for it, owned, or NULL. -1: raised. */
static int descriptor(VM *vm, Ref given, Value *file)
{
    int fd = -1;
    *file = NO_VALUE;
    if (given && is_int(given)) {
        if (!int_arg(vm, given, &fd)) return -1;
        return fd >= 0 ? fd : (err_raise(vm, EXC_ValueError, "file is not a valid file descripter"), -1); /* (CPython's spelling) */
    }
    if (!given || is_none(given)) {
        given = dict_get_c(vm, vm->sys_dict, "stderr");
        if (!given) return err_raise(vm, EXC_RuntimeError, "unable to get sys.stderr"), -1;
        if (is_none(given)) return err_raise(vm, EXC_RuntimeError, "sys.stderr is None"), -1;
    }
    Value stream = retain(given), number = ask(vm, stream, "fileno");
    int64_t i = -1;
    bool ok = number && is_int(number) && int_fits_i64(number, &i) && i >= 0 && i <= INT32_MAX;
    if (number && !ok) err_raise(vm, EXC_RuntimeError, "file.fileno() is not a valid file descriptor");
    release(vm, number);
    if (!ok) return release(vm, stream), -1;
    release(vm, ask(vm, stream, "flush"));
    err_clear(vm);
    *file = stream;
    return (int)i;
}

static bool flag_arg(VM *vm, Ref given, bool usual, bool *out)
{
    int flag = usual;
    if (given && !int_arg(vm, given, &flag)) return false;
    *out = flag != 0;
    return true;
}

/* ---- fatal signals ---- */

static void let_go(int row)
{
    if (!fatal_signals[row].set) return;
    fatal_signals[row].set = false;
    sigaction(fatal_signals[row].number, &fatal_signals[row].before, NULL);
}

static void write_tracebacks(const Watched *w)
{
    uint64_t here = (uint64_t)pthread_self();
    if (w->all) dump_threads(w->vm, w->fd, here);
    else dump_thread(w->vm, w->fd, here);
}

static void on_fatal(int number)
{
    int row = 0, before = errno;
    while (row < FATAL - 1 && fatal_signals[row].number != number) row++;
    let_go(row); /* a fault in here ends the process */
    if (fatal.vm) {
        dump_text(fatal.fd, "Fatal Python error: ");
        dump_text(fatal.fd, fatal_signals[row].name);
        dump_text(fatal.fd, "\n\n");
        write_tracebacks(&fatal);
        dump_extensions(fatal.vm, fatal.fd);
    }
    errno = before;
    raise(number);
}

static bool watch_fatal(VM *vm)
{
    struct sigaction act = {.sa_handler = on_fatal, .sa_flags = SA_NODEFER | SA_ONSTACK}; /* (a raise() in the handler acts at once) */
    for (int row = 0; row < FATAL; row++) {
        if (fatal_signals[row].set) continue;
        if (sigaction(fatal_signals[row].number, &act, &fatal_signals[row].before)) return err_errno(vm, errno, NULL), false;
        fatal_signals[row].set = true;
    }
    return true;
}

FN(fn_enable)
{
    FaultState *s = module_state(vm, &faulthandler_module);
    Value file;
    bool all;
    int fd = s && flag_arg(vm, args[1], true, &all) ? descriptor(vm, args[0], &file) : -1;
    if (fd < 0) return NULL;
    dump_prepare(vm);
    fatal = (Watched){NULL, fd, all};
    fatal.vm = vm;
    value_put(vm, &s->fatal_file, file);
    return watch_fatal(vm) ? V_NONE : NO_VALUE;
}

static bool stop_fatal(void)
{
    bool was = fatal.vm != NULL;
    fatal.vm = NULL;
    for (int row = 0; row < FATAL; row++) let_go(row);
    return was;
}

FN(fn_disable)
{
    FaultState *s = module_state(vm, &faulthandler_module);
    bool was = stop_fatal();
    if (s) value_clear(vm, &s->fatal_file);
    return s ? make_bool(was) : NO_VALUE;
}

FN(fn_is_enabled) { return make_bool(fatal.vm != NULL); }

/* ---- at once ---- */

FN(fn_dump)
{
    Value file;
    bool all;
    int fd = flag_arg(vm, args[1], true, &all) ? descriptor(vm, args[0], &file) : -1;
    if (fd < 0) return NULL;
    dump_prepare(vm);
    if (all) dump_threads(vm, fd, thread_ident(vm));
    else dump_thread(vm, fd, thread_ident(vm));
    release(vm, file);
    return V_NONE;
}

/* ---- after a time ---- */

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t id;
    pid_t process; /* where it runs: a forked child has no such thread. 0: none */
    bool cancelled, repeat, exit;
    int64_t every; /* microseconds */
    Watched what;
} later = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static struct timespec in_microseconds(int64_t us)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ns = now.tv_nsec + us % 1000000 * 1000;
    return (struct timespec){now.tv_sec + us / 1000000 + ns / 1000000000, ns % 1000000000};
}

static void write_timeout(int fd, int64_t us)
{
    int64_t seconds = us / 1000000;
    dump_text(fd, "Timeout (");
    dump_number(fd, (uint64_t)(seconds / 3600), 1);
    dump_text(fd, ":");
    dump_number(fd, (uint64_t)(seconds / 60 % 60), 2);
    dump_text(fd, ":");
    dump_number(fd, (uint64_t)(seconds % 60), 2);
    if (us % 1000000) dump_text(fd, "."), dump_number(fd, (uint64_t)(us % 1000000), 6);
    dump_text(fd, ")!\n");
}

static void *watch_time(void *unused)
{
    pthread_mutex_lock(&later.mutex);
    do {
        struct timespec until = in_microseconds(later.every);
        while (!later.cancelled && pthread_cond_timedwait(&later.changed, &later.mutex, &until) != ETIMEDOUT) {}
        if (later.cancelled) break;
        write_timeout(later.what.fd, later.every);
        dump_threads(later.what.vm, later.what.fd, 0);
        if (later.exit) _exit(1);
    } while (later.repeat);
    pthread_mutex_unlock(&later.mutex);
    return unused;
}

static void cancel_later(void)
{
    pid_t process = later.process;
    later.process = 0;
    if (process != getpid()) { /* none, or the parent's: then its lock is, too */
        pthread_mutex_init(&later.mutex, NULL);
        return;
    }
    pthread_mutex_lock(&later.mutex);
    later.cancelled = true;
    pthread_cond_signal(&later.changed);
    pthread_mutex_unlock(&later.mutex);
    pthread_join(later.id, NULL); /* it never wants the VM's lock */
    pthread_cond_destroy(&later.changed);
    later.what.vm = NULL;
}

static bool start_later(VM *vm)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&later.changed, &attr);
    pthread_condattr_destroy(&attr);
    later.cancelled = false;
    sigset_t all, old; /* signals are the main thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    int failed = pthread_create(&later.id, NULL, watch_time, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failed) return err_false(vm, EXC_RuntimeError, "unable to start watchdog thread");
    later.process = getpid();
    return true;
}

FN(fn_later)
{
    FaultState *s = module_state(vm, &faulthandler_module);
    double seconds;
    bool repeat, leave;
    if (!s || !num_to_double(vm, args[0], &seconds) || !flag_arg(vm, args[1], false, &repeat) || !flag_arg(vm, args[3], false, &leave)) return NULL;
    if (isnan(seconds)) return err_raise(vm, EXC_ValueError, "Invalid value NaN (not a number)");
    if (!(seconds > 0)) return err_raise(vm, EXC_ValueError, "timeout must be greater than 0");
    if (seconds > 9223372036.0) return err_raise(vm, EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
    Value file;
    int fd = descriptor(vm, args[2], &file);
    if (fd < 0) return NULL;
    dump_prepare(vm);
    cancel_later();
    later.repeat = repeat;
    later.exit = leave;
    later.every = (int64_t)ceil(seconds * 1e6);
    later.what = (Watched){vm, fd, true};
    value_put(vm, &s->later_file, file);
    return start_later(vm) ? V_NONE : NO_VALUE;
}

FN(fn_cancel)
{
    FaultState *s = module_state(vm, &faulthandler_module);
    cancel_later();
    if (s) value_clear(vm, &s->later_file);
    return s ? V_NONE : NO_VALUE;
}

/* ---- signals that the program names ---- */

static void on_told(int number);
static bool take_signal(int number, struct sigaction *before)
{
    struct sigaction act = {.sa_handler = on_told, .sa_flags = SA_ONSTACK | (chained[number] ? SA_NODEFER : SA_RESTART)};
    return sigaction(number, &act, before) == 0;
}

static void on_told(int number)
{
    int before = errno;
    if (!told[number].vm) return;
    write_tracebacks(&told[number]);
    if (chained[number]) {
        sigaction(number, &told_before[number], NULL);
        errno = before;
        raise(number);
        before = errno;
        take_signal(number, NULL);
    }
    errno = before;
}

static bool signal_arg(VM *vm, Ref given, int *number)
{
    if (!int_arg(vm, given, number)) return false;
    for (int row = 0; row < FATAL; row++)
        if (fatal_signals[row].number == *number) return err_false(vm, EXC_RuntimeError, "signal %d cannot be registered, use enable() instead", *number);
    return (*number >= 1 && *number < SIGNALS) || err_false(vm, EXC_ValueError, "signal number out of range");
}

FN(fn_register)
{
    FaultState *s = module_state(vm, &faulthandler_module);
    int number;
    bool all, chain;
    Value file;
    if (!s || !signal_arg(vm, args[0], &number) || !flag_arg(vm, args[2], true, &all) || !flag_arg(vm, args[3], false, &chain)) return NULL;
    int fd = descriptor(vm, args[1], &file);
    if (fd < 0) return NULL;
    dump_prepare(vm);
    chained[number] = chain;
    struct sigaction before;
    if (!take_signal(number, &before)) {
        int why = errno;
        release(vm, file);
        return err_errno(vm, why, NULL);
    }
    if (!told[number].vm) told_before[number] = before;
    told[number] = (Watched){vm, fd, all};
    value_put(vm, &s->files[number], file);
    return V_NONE;
}

static bool let_signal(int number)
{
    if (!told[number].vm) return false;
    sigaction(number, &told_before[number], NULL);
    told[number].vm = NULL;
    return true;
}

FN(fn_unregister)
{
    FaultState *s = module_state(vm, &faulthandler_module);
    int number;
    if (!s || !signal_arg(vm, args[0], &number)) return NULL;
    bool was = let_signal(number);
    value_clear(vm, &s->files[number]);
    return make_bool(was);
}

/* ---- faults to try it with ---- */

/* What a sanitizer would stop is wanted here. */
__attribute__((no_sanitize("undefined"))) FN(fn_read_null)
{
    const volatile int *volatile nowhere = NULL;
    return make_small(*nowhere);
}

FN(fn_sigsegv)
{
    bool away;
    if (!flag_arg(vm, args[0], false, &away)) return NULL;
    Thread *me = away ? thread_leave(vm) : NULL;
    raise(SIGSEGV);
    thread_enter(vm, me);
    return V_NONE;
}

FN(fn_sigfpe)
{
    raise(SIGFPE);
    return V_NONE;
}

FN(fn_sigabrt)
{
    abort();
}

static void *end_in_thread(void *vm)
{
    stop_fatal();
    dump_fatal_error(vm, "faulthandler_fatal_error_thread", "in new thread");
}

FN(fn_fatal_thread)
{
    pthread_t id;
    if (pthread_create(&id, NULL, end_in_thread, vm)) return err_raise(vm, EXC_RuntimeError, "unable to start the thread");
    pthread_join(id, NULL);
    return V_NONE;
}

/* Goes deeper until the stack ends, at most `most` bytes; how many levels. */
static uintptr_t go_deeper(uintptr_t from, uintptr_t most, volatile size_t *levels)
{
    volatile unsigned char room[4096];
    uintptr_t here = (uintptr_t)room;
    room[0] = room[4095] = 1;
    ++*levels;
    return from - here > most ? here : go_deeper(from, most, levels) + room[0] - room[4095];
}

FN(fn_stack_overflow)
{
    enum { MOST = 100 << 20 };
    char here;
    volatile size_t levels = 0;
    uintptr_t start = (uintptr_t)&here, end = go_deeper(start, MOST, &levels);
    return err_raise(vm, EXC_RuntimeError, "unable to raise a stack overflow (allocated %lld bytes on the stack, %lld recursive calls)", (long long)(start - end), (long long)levels);
}

/* ---- the module ---- */

static bool init(VM *vm, Ref module, Dict *ns) { return vm_threads_open(vm); }

static void done(VM *vm, void *state)
{
    FaultState *s = state;
    if (fatal.vm == vm) stop_fatal();
    if (later.what.vm == vm) cancel_later();
    for (int i = 1; i < SIGNALS; i++) {
        if (told[i].vm == vm) let_signal(i);
        value_clear(vm, &s->files[i]);
    }
    value_clear(vm, &s->fatal_file);
    value_clear(vm, &s->later_file);
}

static const NativeDef functions[] = {
    {"enable", fn_enable, "file=sys.stderr, all_threads=True", "Write where the program stood when a fatal signal (SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL) ends it.", NATIVE_KW},
    {"disable", fn_disable, "", "Undo enable().", 0},
    {"is_enabled", fn_is_enabled, "", "Are fatal signals watched?", 0},
    {"dump_traceback", fn_dump, "file=sys.stderr, all_threads=True", "Write where all threads stand now, or the running one alone.", NATIVE_KW},
    {"dump_traceback_later", fn_later, "timeout, repeat=False, file=sys.stderr, exit=False", "Write where all threads stand when so many seconds have passed; exit: and end the process there.", NATIVE_KW},
    {"cancel_dump_traceback_later", fn_cancel, "", "Undo dump_traceback_later().", 0},
    {"register", fn_register, "signum, file=sys.stderr, all_threads=True, chain=False", "A signal that the program survives and that asks where it stands.", NATIVE_KW},
    {"unregister", fn_unregister, "signum, /", "Undo register(); was there one?", 0},
    {"_read_null", fn_read_null, "", "Read from address 0.", 0},
    {"_sigsegv", fn_sigsegv, "release_gil=False, /", "Raise SIGSEGV.", 0},
    {"_sigfpe", fn_sigfpe, "", "Raise SIGFPE.", 0},
    {"_sigabrt", fn_sigabrt, "", "Raise SIGABRT.", 0},
    {"_fatal_error_c_thread", fn_fatal_thread, "", "A fatal error in a thread that the interpreter does not know.", 0},
    {"_stack_overflow", fn_stack_overflow, "", "Call until the stack ends.", 0},
    {0},
};
const ModuleDef faulthandler_module = {.name = "faulthandler", .doc = "Tracebacks for fatal signals, signals that the program names, and times that pass.", .functions = functions, .init = init,
    .state_size = sizeof(FaultState), .done = done};
