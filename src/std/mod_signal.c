/* mod_signal.c: the module _signal: handlers of signals. The C handler only notes that the signal came and sets BREAK_SIGNAL; the
 * program's handler runs at the next safe point. Signals belong to the process, not to a VM: the table of receivers is the one state
 * that lies outside of all VMs, since a C signal handler is told nothing but the number. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "lang/object/thread.h"
#include "mod_posix.h"

enum { SIGNALS = 65 };
typedef struct SignalState {
    VM *vm;
    Value handler[SIGNALS]; /* a callable, or the ints SIG_DFL (0), SIG_IGN (1); NULL: not set by the program */
    volatile sig_atomic_t came[SIGNALS];
    struct sigaction first; /* what stood for SIGINT before the program's first handler: the embedder's, which default_int_handler brings back */
    bool has_first;
    Value timer_error, siginfo;
} SignalState;
extern const ModuleDef signal_module;

static SignalState *volatile receivers[SIGNALS];

/* signal.set_wakeup_fd: where the number of each signal is written as it comes, so that who waits for descriptors wakes up. */
static volatile int wakeup_fd = -1;
static volatile bool wakeup_warns = true;
static volatile int wakeup_errno;

static void on_signal(int sig)
{
    SignalState *s = sig > 0 && sig < SIGNALS ? receivers[sig] : NULL;
    if (!s) return;
    int before = errno;
    s->came[sig] = 1;
    unsigned char number = (unsigned char)sig;
    if (wakeup_fd >= 0 && write(wakeup_fd, &number, 1) < 0 && (wakeup_warns || (errno != EAGAIN && errno != EWOULDBLOCK))) wakeup_errno = errno;
    __atomic_fetch_or(&s->vm->breaker, BREAK_SIGNAL, __ATOMIC_SEQ_CST);
    errno = before;
}

/* At a safe point: the handlers of what came. false: one of them raised. */
static bool run_handlers(VM *vm)
{
    SignalState *s = module_state(vm, &signal_module);
    if (!s) return false;
    if (wakeup_errno) {
        Value pending = err_take(vm);
        err_errno(vm, wakeup_errno, NULL);
        wakeup_errno = 0;
        err_unraisable_in(vm, "Exception ignored when trying to write to the signal wakeup fd", NULL);
        err_put(vm, pending);
    }
    for (int sig = 1; sig < SIGNALS; sig++) {
        if (!s->came[sig]) continue;
        s->came[sig] = 0;
        if (!s->handler[sig] || is_int(s->handler[sig])) continue;
        Value f = retain(s->handler[sig]), frame = vm->frame->code ? frame_object(vm, vm->frame) : V_NONE;
        Value r = frame ? call2(vm, f, make_small(sig), frame) : NULL;
        release(vm, frame);
        release(vm, f);
        if (!r) { /* the rest stays for the next safe point */
            __atomic_fetch_or(&vm->breaker, BREAK_SIGNAL, __ATOMIC_SEQ_CST);
            return false;
        }
        release(vm, r);
    }
    return true;
}

static bool number_arg(VM *vm, Ref v, int *sig)
{
    if (!int_arg(vm, v, sig)) return false;
    return (*sig >= 1 && *sig < SIGNALS) || err_false(vm, EXC_ValueError, "signal number out of range");
}

/* The signal module's enums, when it is there: Signals.SIGINT, Handlers.SIG_DFL. Plain ints do. */
static Value handler_value(VM *vm, SignalState *s, int sig)
{
    if (s->handler[sig]) return retain(s->handler[sig]);
    struct sigaction act;
    if (sigaction(sig, NULL, &act) < 0) return V_NONE;
    if (act.sa_handler == SIG_DFL) return make_small(0);
    if (act.sa_handler == SIG_IGN) return make_small(1);
    if (sig != SIGINT) return V_NONE;
    Ref m = dict_get_c(vm, REF(vm->modules), "_signal"), f = m && is_module(m) ? dict_get_c(vm, REF(as_module(m)->dict), "default_int_handler") : NULL;
    return f ? retain(f) : V_NONE;
}

static Value fn_getsignal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SignalState *s = module_state(vm, &signal_module);
    int sig;
    return s && number_arg(vm, args[0], &sig) ? handler_value(vm, s, sig) : NO_VALUE;
}

static bool is_default_int(VM *vm, Ref handler)
{
    Ref m = dict_get_c(vm, REF(vm->modules), "_signal"), f = m && is_module(m) ? dict_get_c(vm, REF(as_module(m)->dict), "default_int_handler") : NULL;
    return f && handler == f;
}

/* As if the signal had come: nothing where it is ignored or has its default action. */
void signal_pretend(VM *vm, int sig)
{
    SignalState *s = module_state(vm, &signal_module);
    struct sigaction act;
    if (!s) return err_clear(vm);
    if (s->handler[sig]) {
        if (!is_int(s->handler[sig])) on_signal(sig);
    } else if (sig == SIGINT && sigaction(sig, NULL, &act) == 0 && act.sa_handler != SIG_DFL && act.sa_handler != SIG_IGN) lang_interrupt(vm);
}

static Value fn_signal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SignalState *s = module_state(vm, &signal_module);
    int sig;
    int64_t plain = -1;
    if (!s || !number_arg(vm, args[0], &sig)) return NULL;
    if (!thread_is_main(vm)) return err_raise(vm, EXC_ValueError, "signal only works in main thread of the main interpreter");
    bool callable = is_kind(args[1], KIND_FUNCTION) || (is_heap(args[1]) && as_obj(args[1])->type->s.call && !is_int(args[1]));
    if (!callable && (!is_int(args[1]) || !int_fits_i64(args[1], &plain) || plain < 0 || plain > 1))
        return err_raise(vm, EXC_TypeError, "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object");
    Value old = handler_value(vm, s, sig);
    if (!old) return NULL;
    struct sigaction act = {.sa_handler = callable ? on_signal : plain ? SIG_IGN : SIG_DFL, .sa_flags = SA_ONSTACK};
    SignalState *before = receivers[sig];
    if (sig == SIGINT && !s->handler[sig] && sigaction(sig, NULL, &s->first) == 0)
        s->has_first = s->first.sa_handler != SIG_DFL && s->first.sa_handler != SIG_IGN;
    bool again = sig == SIGINT && s->has_first && is_default_int(vm, args[1]); /* as it was: the embedder hears Ctrl-C in its own way */
    receivers[sig] = callable && !again ? s : NULL;
    if (sigaction(sig, again ? &s->first : &act, NULL) < 0) {
        int number = errno;
        receivers[sig] = before;
        release(vm, old);
        return err_errno(vm, number, NULL);
    }
    value_put(vm, &s->handler[sig], again ? NO_VALUE : retain(args[1]));
    return old;
}

static Value fn_default_int(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return err_interrupt(vm);
}

static Value fn_alarm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int seconds;
    return int_arg(vm, args[0], &seconds) ? make_small(alarm((unsigned)seconds)) : NO_VALUE;
}

static Value timer_pair(VM *vm, const struct itimerval *t)
{
    return tuple_of(vm, 2, make_float((double)t->it_value.tv_sec + 1e-6 * (double)t->it_value.tv_usec),
                    make_float((double)t->it_interval.tv_sec + 1e-6 * (double)t->it_interval.tv_usec));
}
static Value timer_failed(VM *vm)
{
    int number = errno;
    SignalState *s = module_state(vm, &signal_module);
    Value text = s ? str_from_c(vm, strerror(number)) : NO_VALUE, e = text ? call2(vm, s->timer_error, make_small(number), text) : NO_VALUE;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}
static Value fn_setitimer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int which;
    double seconds, interval = 0;
    struct itimerval new, old;
    if (!int_arg(vm, args[0], &which) || !num_to_double(vm, args[1], &seconds) || (args[2] && !num_to_double(vm, args[2], &interval))) return NULL;
    new.it_value.tv_sec = (time_t)seconds;
    new.it_value.tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6 + 0.5);
    new.it_interval.tv_sec = (time_t)interval;
    new.it_interval.tv_usec = (suseconds_t)((interval - (double)(time_t)interval) * 1e6 + 0.5);
    if (setitimer(which, &new, &old) < 0) return timer_failed(vm);
    return timer_pair(vm, &old);
}
static Value fn_getitimer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int which;
    struct itimerval t;
    if (!int_arg(vm, args[0], &which)) return NULL;
    return getitimer(which, &t) < 0 ? timer_failed(vm) : timer_pair(vm, &t);
}

static Value fn_pause(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const struct timespec step = {0, 30000000}; /* a signal ends it at once; an interrupt may come from another thread */
    while (!(__atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & (BREAK_SIGNAL | BREAK_CALLED))) nanosleep(&step, NULL);
    return vm_poll(vm) ? V_NONE : NO_VALUE;
}

static Value fn_raise(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int sig;
    if (!int_arg(vm, args[0], &sig)) return NULL;
    if (raise(sig) != 0) return err_errno(vm, errno, NULL);
    return vm_poll(vm) ? V_NONE : NO_VALUE;
}

static Value fn_strsignal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int sig;
    if (!number_arg(vm, args[0], &sig)) return NULL;
    const char *text = strsignal(sig);
    return !text || !strncmp(text, "Unknown", 7) ? V_NONE : str_from_c(vm, text);
}

static Value fn_valid(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value r = set_new(vm);
    sigset_t all;
    sigfillset(&all);
    for (int i = 1; r && i < SIGNALS; i++)
        if (sigismember(&all, i) == 1 && set_add(vm, r, make_small(i)) < 0) value_clear(vm, &r);
    return r;
}

static Value fn_wakeup(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int fd, warns = args[1] ? op_truth(vm, args[1]) : 1;
    struct stat st;
    if (warns < 0 || !int_arg(vm, args[0], &fd)) return NO_VALUE;
    if (!thread_is_main(vm)) return err_raise(vm, EXC_ValueError, "set_wakeup_fd only works in main thread of the main interpreter");
    if (fd != -1) {
        if (fstat(fd, &st) < 0) return err_errno(vm, errno, NULL);
        int flags = fcntl(fd, F_GETFL);
        if (flags < 0) return err_errno(vm, errno, NULL);
        if (!(flags & O_NONBLOCK)) return err_raise(vm, EXC_ValueError, "the fd %d must be in non-blocking mode", fd);
    }
    int before = wakeup_fd;
    wakeup_fd = fd;
    wakeup_warns = warns;
    return make_small(before);
}

/* ---- masks, and signals that are waited for ---- */

static bool set_arg(VM *vm, Ref iterable, sigset_t *out)
{
    sigemptyset(out);
    Value it = op_iter(vm, iterable), v;
    if (!it) return false;
    while ((v = op_next(vm, it))) {
        int64_t sig;
        Value whole = num_index(vm, v);
        bool ok = whole != NO_VALUE;
        if (ok && !int_fits_i64(whole, &sig)) sig = int_sign(whole) < 0 ? INT64_MIN : INT64_MAX;
        release(vm, whole);
        release(vm, v);
        if (ok && (sig < 1 || sig >= SIGNALS)) ok = err_false(vm, EXC_ValueError, "signal number %lld out of range [1; %d]", (long long)sig, SIGNALS - 1);
        if (!ok) {
            release(vm, it);
            return false;
        }
        sigaddset(out, (int)sig);
    }
    release(vm, it);
    return !err_occurred(vm);
}
static Value set_value(VM *vm, const sigset_t *set)
{
    Value r = set_new(vm);
    for (int i = 1; r && i < SIGNALS; i++)
        if (sigismember(set, i) == 1 && set_add(vm, r, make_small(i)) < 0) value_clear(vm, &r);
    return r;
}

static Value fn_sigmask(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int how;
    sigset_t set, old;
    if (!int_arg(vm, args[0], &how) || !set_arg(vm, args[1], &set)) return NO_VALUE;
    int number = pthread_sigmask(how, &set, &old);
    if (number) return err_errno(vm, number, NULL);
    return vm_poll(vm) ? set_value(vm, &old) : NO_VALUE;
}
static Value fn_sigpending(VM *vm, const Ref *args, int n, Ref kwnames)
{
    sigset_t set;
    return sigpending(&set) < 0 ? err_errno(vm, errno, NULL) : set_value(vm, &set);
}
static Value fn_pthread_kill(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t id;
    int sig;
    Value whole = num_index(vm, args[0]);
    if (!whole || !int_to_i64(vm, whole, &id) || !int_arg(vm, args[1], &sig)) return release(vm, whole), NO_VALUE;
    release(vm, whole);
    if (!thread_is_living(vm, (uint64_t)id)) return err_errno(vm, ESRCH, NULL); /* the C library may not be asked about a thread that is gone */
    int number = pthread_kill((pthread_t)id, sig);
    if (number) return err_errno(vm, number, NULL);
    return vm_poll(vm) ? V_NONE : NO_VALUE;
}
static Value fn_pidfd_send(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int fd, sig, flags = 0;
    if (!int_arg(vm, args[0], &fd) || !int_arg(vm, args[1], &sig) || (args[3] && !int_arg(vm, args[3], &flags))) return NO_VALUE;
    if (args[2] && !is_none(args[2])) return err_raise(vm, EXC_TypeError, "siginfo must be None");
    return syscall(SYS_pidfd_send_signal, fd, sig, NULL, flags) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}
static Value fn_siginterrupt(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int sig, flag;
    struct sigaction act;
    if (!number_arg(vm, args[0], &sig) || !int_arg(vm, args[1], &flag)) return NO_VALUE;
    if (sigaction(sig, NULL, &act) < 0) return err_errno(vm, errno, NULL);
    act.sa_flags = flag ? act.sa_flags & ~SA_RESTART : act.sa_flags | SA_RESTART;
    return sigaction(sig, &act, NULL) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}

/* A signal of the set, until lib_clock() is `until` (-1: for ever), in steps: 1 with *info, 0: the time is up, -1: raised. */
static int wait_for(VM *vm, const sigset_t *set, int64_t until, siginfo_t *info)
{
    for (;;) {
        int step = lib_step(until);
        struct timespec t = {step / 1000, step % 1000 * 1000000};
        int r = THREAD_AWAY(vm, sigtimedwait(set, info, &t)), number = errno;
        if (r > 0) return 1;
        if (number != EAGAIN && number != EINTR) return err_errno(vm, number, NULL), -1;
        if (!vm_poll(vm)) return -1;
        if (until >= 0 && lib_clock() >= until) return 0;
    }
}
static Value fn_sigwait(VM *vm, const Ref *args, int n, Ref kwnames)
{
    sigset_t set;
    siginfo_t info;
    return set_arg(vm, args[0], &set) && wait_for(vm, &set, -1, &info) > 0 ? make_small(info.si_signo) : NO_VALUE;
}
static Value info_value(VM *vm, const siginfo_t *i)
{
    SignalState *s = module_state(vm, &signal_module);
    Ref v[7] = {make_small(i->si_signo), make_small(i->si_code), make_small(i->si_errno), make_small(i->si_pid), make_small((int64_t)i->si_uid),
                make_small(i->si_status), make_small(i->si_band)};
    return s ? structseq_new(vm, s->siginfo, v, 7) : NO_VALUE;
}
static Value fn_sigwaitinfo(VM *vm, const Ref *args, int n, Ref kwnames)
{
    sigset_t set;
    siginfo_t info = {0};
    return set_arg(vm, args[0], &set) && wait_for(vm, &set, -1, &info) > 0 ? info_value(vm, &info) : NO_VALUE;
}
static Value fn_sigtimedwait(VM *vm, const Ref *args, int n, Ref kwnames)
{
    sigset_t set;
    siginfo_t info = {0};
    double seconds;
    if (!num_to_double(vm, args[1], &seconds)) return NO_VALUE;
    if (seconds < 0) return err_raise(vm, EXC_ValueError, "timeout must be non-negative");
    if (!set_arg(vm, args[0], &set)) return NO_VALUE;
    int r = wait_for(vm, &set, seconds > 4e9 ? -1 : lib_clock() + (int64_t)(seconds * 1e9), &info);
    return r < 0 ? NO_VALUE : r ? info_value(vm, &info) : V_NONE;
}

static Value make_timer_error(VM *vm)
{
    Value name = str_intern_c(vm, "itimer_error"), mod = str_from_c(vm, "signal"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_OSError])), r = NO_VALUE;
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) r = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return r;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    SignalState *s = as_module(module)->state;
    s->vm = vm;
    vm->on_signal = run_handlers;
    static const char *const fields[] = {"si_signo", "si_code", "si_errno", "si_pid", "si_uid", "si_status", "si_band"};
    if (!vm_threads_open(vm)) return false;
    return (s->timer_error = make_timer_error(vm)) && dict_set_c(vm, REF(ns), "ItimerError", s->timer_error) &&
           (s->siginfo = structseq_type(vm, "signal.struct_siginfo", fields, 7, 7)) && dict_set_c(vm, REF(ns), "struct_siginfo", s->siginfo);
}

static void done(VM *vm, void *state)
{
    SignalState *s = state;
    vm->on_signal = NULL;
    for (int i = 1; i < SIGNALS; i++) {
        if (receivers[i] == s) {
            if (i == SIGINT && s->has_first) sigaction(i, &s->first, NULL);
            else signal(i, SIG_DFL);
            receivers[i] = NULL;
        }
        value_clear(vm, &s->handler[i]);
    }
    value_clear(vm, &s->timer_error);
    value_clear(vm, &s->siginfo);
}

static const NativeDef functions[] = {
    {"signal", fn_signal, "signalnum, handler, /", "Set the action for the given signal.", 0},
    {"getsignal", fn_getsignal, "signalnum, /", "What happens on this signal.", 0},
    {"default_int_handler", fn_default_int, "signalnum, frame, /", "Raises KeyboardInterrupt.", 0},
    {"alarm", fn_alarm, "seconds, /", "Asks for SIGALRM in so many seconds.", 0},
    {"setitimer", fn_setitimer, "which, seconds, interval=0.0, /", "Starts or stops an interval timer.", 0},
    {"getitimer", fn_getitimer, "which, /", "Returns current value of given itimer.", 0},
    {"pause", fn_pause, "", "Wait until a signal arrives.", 0},
    {"raise_signal", fn_raise, "signalnum, /", "Send a signal to the executing process.", 0},
    {"strsignal", fn_strsignal, "signalnum, /", "What the system calls a signal.", 0},
    {"valid_signals", fn_valid, "", "All signal numbers there are here.", 0},
    {"set_wakeup_fd", fn_wakeup, "fd, /, *, warn_on_full_buffer=True", "Write each signal's number to this descriptor when it comes; the one before, or -1.", 0},
    {"pthread_sigmask", fn_sigmask, "how, mask, /", "Change which signals the running thread does not get now; those that were held back.", 0},
    {"pthread_kill", fn_pthread_kill, "thread_id, signalnum, /", "Send a signal to a thread.", 0},
    {"pidfd_send_signal", fn_pidfd_send, "pidfd, signalnum, siginfo=None, flags=0, /", "Send a signal to a process by its descriptor.", 0},
    {"sigpending", fn_sigpending, "", "The signals that have come and are held back.", 0},
    {"siginterrupt", fn_siginterrupt, "signalnum, flag, /", "Do system calls end (flag true) when the signal comes, or go on?", 0},
    {"sigwait", fn_sigwait, "sigset, /", "Wait for a signal of the set; its number.", 0},
    {"sigwaitinfo", fn_sigwaitinfo, "sigset, /", "Wait for a signal of the set; what came with it.", 0},
    {"sigtimedwait", fn_sigtimedwait, "sigset, timeout, /", "The same, or None when it does not come in time.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, name, 0, NULL}
static const ModuleConst constants[] = {
    {"SIG_DFL", CONST_INT, 0, 0, NULL}, {"SIG_IGN", CONST_INT, 1, 0, NULL}, {"NSIG", CONST_INT, 65, 0, NULL}, C(SIGHUP), C(SIGINT), C(SIGQUIT), C(SIGILL), C(SIGTRAP),
    C(SIGABRT), C(SIGBUS), C(SIGFPE), C(SIGKILL), C(SIGUSR1), C(SIGSEGV), C(SIGUSR2), C(SIGPIPE), C(SIGALRM), C(SIGTERM), C(SIGSTKFLT), C(SIGCHLD),
    {"SIGCLD", CONST_INT, SIGCHLD, 0, NULL}, C(SIGCONT), C(SIGSTOP), C(SIGTSTP), C(SIGTTIN), C(SIGTTOU), C(SIGURG), C(SIGXCPU), C(SIGXFSZ), C(SIGVTALRM),
    C(SIGPROF), C(SIGWINCH), C(SIGIO), {"SIGPOLL", CONST_INT, SIGIO, 0, NULL}, C(SIGPWR), C(SIGSYS), {"SIGRTMIN", CONST_INT, 34, 0, NULL},
    {"SIGRTMAX", CONST_INT, 64, 0, NULL}, C(ITIMER_REAL), C(ITIMER_VIRTUAL), C(ITIMER_PROF), C(SIG_BLOCK), C(SIG_UNBLOCK), C(SIG_SETMASK), {0}};

const ModuleDef signal_module = {.name = "_signal", .doc = "Handlers of signals.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(SignalState), .done = done};
