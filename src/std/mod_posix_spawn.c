/* mod_posix_spawn.c: posix's other ways to start processes and to wait for them: posix_spawn, pseudo-terminals, waitid, wait3, wait4. */
#include "mod_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

extern char **environ;

/* ---- posix_spawn ---- */

enum { SPAWN_OPEN, SPAWN_CLOSE, SPAWN_DUP2 };

/* One of file_actions: (POSIX_SPAWN_OPEN, fd, path, flags, mode), (POSIX_SPAWN_CLOSE, fd), (POSIX_SPAWN_DUP2, fd, new_fd). `paths` keeps the bytes of paths. */
static bool add_action(VM *vm, Ref row, posix_spawn_file_actions_t *actions, Ref paths)
{
    if (!is_tuple(row) || !as_tuple(row)->len) return err_false(vm, EXC_TypeError, "Each file_actions element must be a non-empty tuple");
    const Value *part = as_tuple(row)->items;
    int64_t n = as_tuple(row)->len;
    int what, fd, second, mode, failed = 0;
    if (!int_arg(vm, part[0], &what)) return false;
    if (what != SPAWN_OPEN && what != SPAWN_CLOSE && what != SPAWN_DUP2) return err_false(vm, EXC_TypeError, "Unknown file_actions identifier");
    static const char *const forms[] = {"A open file_action tuple must have 5 elements", "A close file_action tuple must have 2 elements", "A dup2 file_action tuple must have 3 elements"};
    static const int lengths[] = {5, 2, 3};
    if (n != lengths[what]) return err_false(vm, EXC_TypeError, "%s", forms[what]);
    if (!int_arg(vm, part[1], &fd)) return false;
    if (what == SPAWN_CLOSE) failed = posix_spawn_file_actions_addclose(actions, fd);
    else if (what == SPAWN_DUP2) {
        if (!int_arg(vm, part[2], &second)) return false;
        failed = posix_spawn_file_actions_adddup2(actions, fd, second);
    } else {
        PathArg p;
        if (!int_arg(vm, part[3], &second) || !int_arg(vm, part[4], &mode) || !path_arg(vm, "posix_spawn", "path", part[2], 0, &p)) return false;
        bool kept = list_append(vm, paths, p.bytes);
        if (kept) failed = posix_spawn_file_actions_addopen(actions, fd, path_c(&p), second, (mode_t)mode);
        path_done(vm, &p);
        if (!kept) return false;
    }
    return !failed || err_errno(vm, failed, NULL) != NO_VALUE;
}

static bool add_actions(VM *vm, Ref rows, posix_spawn_file_actions_t *actions, Ref paths)
{
    if (!rows || is_none(rows)) return true;
    if (!is_list(rows) && !is_tuple(rows)) return err_false(vm, EXC_TypeError, "file_actions must be a sequence or None");
    Value all = tuple_from_iter(vm, rows);
    bool ok = all != NO_VALUE;
    for (int64_t i = 0; ok && i < as_tuple(all)->len; i++) ok = add_action(vm, as_tuple(all)->items[i], actions, paths);
    release(vm, all);
    return ok;
}

/* Signals' numbers as a set; *any: were there some? */
static bool signals_arg(VM *vm, Ref v, sigset_t *set)
{
    sigemptyset(set);
    Value all = list_from_iter(vm, v);
    bool ok = all != NO_VALUE;
    for (int64_t i = 0; ok && i < as_list(all)->len; i++) {
        int64_t sig;
        ok = num_index_i64(vm, as_list(all)->items[i], &sig);
        if (ok && (sig < 1 || sig >= NSIG)) ok = err_false(vm, EXC_ValueError, "signal number %lld out of range [1; %d]", (long long)sig, NSIG - 1);
        if (ok && sigaddset(set, (int)sig) < 0) ok = err_errno(vm, errno, NULL) != NO_VALUE; /* (those of the C library's own) */
    }
    release(vm, all);
    return ok;
}

/* (policy or None, sched_param) */
static bool scheduler_arg(VM *vm, Ref v, posix_spawnattr_t *attr, short *flags)
{
    struct sched_param param;
    int policy = 0;
    if (!is_tuple(v) || as_tuple(v)->len != 2) return err_false(vm, EXC_TypeError, "A scheduler tuple must have two elements");
    Ref first = as_tuple(v)->items[0];
    if (!is_none(first) && !int_arg(vm, first, &policy)) return false;
    if (!sched_param_arg(vm, as_tuple(v)->items[1], &param)) return false;
    int failed = is_none(first) ? 0 : posix_spawnattr_setschedpolicy(attr, policy);
    if (!failed) failed = posix_spawnattr_setschedparam(attr, &param);
    *flags = (short)(*flags | (is_none(first) ? POSIX_SPAWN_SETSCHEDPARAM : POSIX_SPAWN_SETSCHEDULER));
    return !failed || err_errno(vm, failed, NULL) != NO_VALUE;
}

enum { ARG_PATH, ARG_ARGV, ARG_ENV, ARG_ACTIONS, ARG_GROUP, ARG_RESET, ARG_SESSION, ARG_MASK, ARG_DEFAULT, ARG_SCHEDULER };

static bool set_attributes(VM *vm, const Ref *args, posix_spawnattr_t *attr)
{
    short flags = 0;
    int group, failed = 0, reset = 0, session = 0;
    sigset_t set;
    if ((args[ARG_RESET] && !int_arg(vm, args[ARG_RESET], &reset)) || (args[ARG_SESSION] && !int_arg(vm, args[ARG_SESSION], &session))) return false;
    if (args[ARG_GROUP]) {
        if (!int_arg(vm, args[ARG_GROUP], &group)) return false;
        failed = posix_spawnattr_setpgroup(attr, group);
        flags |= POSIX_SPAWN_SETPGROUP;
    }
    if (reset) flags |= POSIX_SPAWN_RESETIDS;
    if (session) flags |= POSIX_SPAWN_SETSID;
    if (!failed && args[ARG_MASK]) {
        if (!signals_arg(vm, args[ARG_MASK], &set)) return false;
        failed = posix_spawnattr_setsigmask(attr, &set);
        flags |= POSIX_SPAWN_SETSIGMASK;
    }
    if (!failed && args[ARG_DEFAULT]) {
        if (!signals_arg(vm, args[ARG_DEFAULT], &set)) return false;
        failed = posix_spawnattr_setsigdefault(attr, &set);
        flags |= POSIX_SPAWN_SETSIGDEF;
    }
    if (!failed && args[ARG_SCHEDULER] && !is_none(args[ARG_SCHEDULER]) && !scheduler_arg(vm, args[ARG_SCHEDULER], attr, &flags)) return false;
    if (!failed) failed = posix_spawnattr_setflags(attr, flags);
    return !failed || err_errno(vm, failed, NULL) != NO_VALUE;
}

static bool argv_is_good(VM *vm, const char *fn, Ref argv)
{
    if (!is_list(argv) && !is_tuple(argv)) return err_false(vm, EXC_TypeError, "%s: argv must be a tuple or list", fn);
    if (op_len(vm, argv) == 0) return err_false(vm, EXC_ValueError, "%s: argv must not be empty", fn);
    return true;
}

typedef int (*SpawnFn)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, char *const *);

static Value spawn(VM *vm, const char *fn, SpawnFn start, const Ref *args)
{
    PathArg p;
    Value keep[4] = {NULL, NULL, NULL, NULL}, paths = NO_VALUE;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    if (!argv_is_good(vm, fn, args[ARG_ARGV]) || !path_arg(vm, fn, "path", args[ARG_PATH], 0, &p)) return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attr);
    bool own = !is_none(args[ARG_ENV]);
    char **argv = lib_argv(vm, args[ARG_ARGV], "args", &keep[0], &keep[1]), **env = NULL;
    bool ok = argv && (*argv[0] || err_false(vm, EXC_ValueError, "%s: argv first element cannot be empty", fn));
    if (ok && own && !is_dict(args[ARG_ENV]) && !type_of(vm, args[ARG_ENV])->s.getitem) ok = err_false(vm, EXC_TypeError, "%s: environment must be a mapping object or None", fn);
    if (ok) ok = !own || (env = lib_envp(vm, args[ARG_ENV], &keep[2], &keep[3]));
    if (ok) ok = (paths = list_new(vm, 0)) && add_actions(vm, args[ARG_ACTIONS], &actions, paths) && set_attributes(vm, args, &attr);
    pid_t pid = 0;
    int failed = ok ? start(&pid, path_c(&p), &actions, &attr, argv, own ? env : environ) : 0;
    if (failed) err_errno(vm, failed, p.given);
    vm->outside++;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    for (int i = 0; i < 4; i++) release(vm, keep[i]);
    release(vm, paths);
    path_done(vm, &p);
    return ok && !failed ? make_small(pid) : NO_VALUE;
}
FN(fn_posix_spawn) { return spawn(vm, "posix_spawn", posix_spawn, args); }
FN(fn_posix_spawnp) { return spawn(vm, "posix_spawnp", posix_spawnp, args); }

/* ---- pseudo-terminals ---- */

FN(fn_openpty)
{
    int master, slave;
    if (openpty(&master, &slave, NULL, NULL, NULL) < 0) return err_errno(vm, errno, NULL);
    if (fcntl(master, F_SETFD, FD_CLOEXEC) < 0 || fcntl(slave, F_SETFD, FD_CLOEXEC) < 0) {
        err_errno(vm, errno, NULL);
        close(master);
        close(slave);
        return NULL;
    }
    return tuple_of(vm, 2, (Ref)make_small(master), (Ref)make_small(slave));
}

FN(fn_forkpty)
{
    int master = -1;
    if (!posix_fork_before(vm)) return NULL;
    pid_t pid = forkpty(&master, NULL, NULL, NULL);
    int failed = errno;
    posix_fork_after(vm, pid == 0);
    return pid < 0 ? err_errno(vm, failed, NULL) : tuple_of(vm, 2, (Ref)make_small(pid), (Ref)make_small(master));
}

FN(fn_login_tty)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    return login_tty(fd) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}

/* The process ends by SIGABRT: what the function is for. */
FN(fn_abort) { abort(); }

/* ---- waiting ---- */

/* Waits in naps, as lib_wait does; the answer of `look`, or -1: raised. */
typedef int (*LookFn)(void *data);
static int wait_by(VM *vm, LookFn look, void *data, bool once)
{
    for (double nap = 0.0002;; nap = nap < 0.005 ? nap * 1.5 : nap) {
        int r = look(data);
        vm->outside++;
        if (r > 0 || (r == 0 && once)) return r;
        if (r < 0 && errno != EINTR) return err_errno(vm, errno, NULL), -1;
        if (!lib_nap(vm, nap)) return -1;
    }
}

typedef struct Used { int pid, status, options; struct rusage usage; } Used;
static int look_used(void *data)
{
    Used *u = data;
    return wait4(u->pid, &u->status, u->options | WNOHANG, &u->usage);
}

static Value wait_used(VM *vm, int pid, int options)
{
    Used u = {.pid = pid, .options = options};
    int r = wait_by(vm, look_used, &u, options & WNOHANG);
    if (r < 0) return NULL;
    Value usage = resource_usage(vm, &u.usage), t = usage ? tuple_of(vm, 3, (Ref)make_small(r), (Ref)make_small(u.status), (Ref)usage) : NO_VALUE;
    release(vm, usage);
    return t;
}
FN(fn_wait3)
{
    int options;
    return int_arg(vm, args[0], &options) ? wait_used(vm, -1, options) : NO_VALUE;
}
FN(fn_wait4)
{
    int pid, options;
    return int_arg(vm, args[0], &pid) && int_arg(vm, args[1], &options) ? wait_used(vm, pid, options) : NO_VALUE;
}

typedef struct Told { int kind, id, options; siginfo_t info; } Told;
static int look_told(void *data)
{
    Told *t = data;
    t->info.si_pid = 0;
    int r = waitid((idtype_t)t->kind, (id_t)t->id, &t->info, t->options | WNOHANG);
    return r < 0 ? r : t->info.si_pid;
}
FN(fn_waitid)
{
    Told t = {0};
    PosixState *s = module_state(vm, &posix_module);
    if (!s || !int_arg(vm, args[0], &t.kind) || !int_arg(vm, args[1], &t.id) || !int_arg(vm, args[2], &t.options)) return NULL;
    int r = wait_by(vm, look_told, &t, t.options & WNOHANG);
    if (r <= 0) return r ? NO_VALUE : V_NONE;
    Ref fields[] = {make_small(t.info.si_pid), make_small(t.info.si_uid), make_small(t.info.si_signo), make_small(t.info.si_status), make_small(t.info.si_code)};
    return structseq_new(vm, s->waitid_result, fields, 5);
}

#define SPAWNS "path, argv, env, /, *, file_actions=(), setpgroup=<unrepresentable>, resetids=False, setsid=False, setsigmask=(), setsigdef=(), scheduler=<unrepresentable>"
const NativeDef posix_spawn_functions[] = {
    {"posix_spawn", fn_posix_spawn, SPAWNS, "Start a program; gives the new process's number.", 0},
    {"posix_spawnp", fn_posix_spawnp, SPAWNS, "Start a program, looked for in PATH; gives the new process's number.", 0},
    {"openpty", fn_openpty, "", "A new pseudo-terminal: (master, slave).", 0},
    {"forkpty", fn_forkpty, "", "Fork a child in a new pseudo-terminal: (its number, master).", 0},
    {"login_tty", fn_login_tty, "fd, /", "Make a terminal the process's own.", 0},
    {"abort", fn_abort, "", "End the process by SIGABRT.", 0},
    {"wait3", fn_wait3, "options", "Wait for a child: (number, status, what it has used).", NATIVE_KW},
    {"wait4", fn_wait4, "pid, options", "Wait for a child: (number, status, what it has used).", NATIVE_KW},
    {"waitid", fn_waitid, "idtype, id, options, /", "Wait for what happens to a child; None: nothing has.", 0},
    {0},
};
