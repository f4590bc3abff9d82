/* mod_signal.c: the module _signal: handlers of signals. The C handler only notes that the signal came and sets BREAK_SIGNAL; the
 * program's handler runs at the next safe point. Signals belong to the process, not to a VM: the table of receivers is the one state
 * that lies outside of all VMs, since a C signal handler is told nothing but the number. */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "mod_posix.h"

enum { SIGNALS = 65 };
typedef struct SignalState {
    VM *vm;
    Value handler[SIGNALS]; /* a callable, or the ints SIG_DFL (0), SIG_IGN (1); NULL: not set by the program */
    volatile sig_atomic_t came[SIGNALS];
} SignalState;
extern const ModuleDef signal_module;

static SignalState *volatile receivers[SIGNALS];

static void on_signal(int sig)
{
    SignalState *s = sig > 0 && sig < SIGNALS ? receivers[sig] : NULL;
    if (!s) return;
    s->came[sig] = 1;
    __atomic_fetch_or(&s->vm->breaker, BREAK_SIGNAL, __ATOMIC_SEQ_CST);
}

/* At a safe point: the handlers of what came. false: one of them raised. */
static bool run_handlers(VM *vm)
{
    SignalState *s = module_state(vm, &signal_module);
    if (!s) return false;
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

static Value fn_signal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SignalState *s = module_state(vm, &signal_module);
    int sig;
    int64_t plain = -1;
    if (!s || !number_arg(vm, args[0], &sig)) return NULL;
    bool callable = is_kind(args[1], KIND_FUNCTION) || (is_heap(args[1]) && as_obj(args[1])->type->s.call && !is_int(args[1]));
    if (!callable && (!is_int(args[1]) || !int_fits_i64(args[1], &plain) || plain < 0 || plain > 1))
        return err_raise(vm, EXC_TypeError, "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object");
    Value old = handler_value(vm, s, sig);
    if (!old) return NULL;
    struct sigaction act = {.sa_handler = callable ? on_signal : plain ? SIG_IGN : SIG_DFL, .sa_flags = SA_ONSTACK};
    receivers[sig] = callable ? s : NULL;
    if (sigaction(sig, &act, NULL) < 0) {
        receivers[sig] = NULL;
        release(vm, old);
        return err_errno(vm, errno, NULL);
    }
    value_put(vm, &s->handler[sig], retain(args[1]));
    return old;
}

static Value fn_default_int(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value e = call0(vm, REF(vm->exc_types[EXC_KeyboardInterrupt]));
    return e ? err_raise_obj(vm, e) : NULL;
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
    if (setitimer(which, &new, &old) < 0) return err_errno(vm, errno, NULL); /* signal.ItimerError is OSError */
    return timer_pair(vm, &old);
}
static Value fn_getitimer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int which;
    struct itimerval t;
    if (!int_arg(vm, args[0], &which)) return NULL;
    return getitimer(which, &t) < 0 ? err_errno(vm, errno, NULL) : timer_pair(vm, &t);
}

static Value fn_pause(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const struct timespec step = {0, 30000000}; /* a signal ends it at once; an interrupt may come from another thread */
    while (!(__atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & (BREAK_SIGNAL | BREAK_INTERRUPT))) nanosleep(&step, NULL);
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

static Value fn_wakeup(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(-1); }

static bool init(VM *vm, Ref module, Dict *ns)
{
    SignalState *s = as_module(module)->state;
    s->vm = vm;
    vm->on_signal = run_handlers;
    return dict_set_c(vm, REF(ns), "ItimerError", REF(vm->exc_types[EXC_OSError]));
}

static void done(VM *vm, void *state)
{
    SignalState *s = state;
    vm->on_signal = NULL;
    for (int i = 1; i < SIGNALS; i++) {
        if (receivers[i] == s) {
            signal(i, SIG_DFL);
            receivers[i] = NULL;
        }
        value_clear(vm, &s->handler[i]);
    }
}

static const NativeDef functions[] = {
    {"signal", fn_signal, "signalnum, handler, /", "Set the action for the given signal.", 0},
    {"getsignal", fn_getsignal, "signalnum, /", "Return the current action for the given signal.", 0},
    {"default_int_handler", fn_default_int, "signalnum, frame, /", "The default handler for SIGINT installed by Python.", 0},
    {"alarm", fn_alarm, "seconds, /", "Arrange for SIGALRM to arrive after the given number of seconds.", 0},
    {"setitimer", fn_setitimer, "which, seconds, interval=0.0, /", "Sets given itimer (one of ITIMER_REAL, ITIMER_VIRTUAL or ITIMER_PROF).", 0},
    {"getitimer", fn_getitimer, "which, /", "Returns current value of given itimer.", 0},
    {"pause", fn_pause, "", "Wait until a signal arrives.", 0},
    {"raise_signal", fn_raise, "signalnum, /", "Send a signal to the executing process.", 0},
    {"strsignal", fn_strsignal, "signalnum, /", "Return the system description of the given signal.", 0},
    {"valid_signals", fn_valid, "", "Return a set of valid signal numbers on this platform.", 0},
    {"set_wakeup_fd", fn_wakeup, "fd, /, *, warn_on_full_buffer=True", "Sets the fd to be written to when a signal comes in.", 0},
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
