/* mod_posix_process.c: posix's functions on processes, users, the environment and the machine. */
#include "lang/object/audit.h"
#include "lang/object/thread.h"
#include "mod_posix.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
#define NUMBER(fn, expr) FN(fn) { return make_small((int64_t)(expr)); }

NUMBER(fn_getpid, getpid())
NUMBER(fn_getppid, getppid())
NUMBER(fn_getuid, getuid())
NUMBER(fn_geteuid, geteuid())
NUMBER(fn_getgid, getgid())
NUMBER(fn_getegid, getegid())
NUMBER(fn_getpgrp, getpgrp())

static Value answer(VM *vm, int r) { return r < 0 ? err_errno(vm, errno, NULL) : V_NONE; }

FN(fn_cpu_count)
{
    long k = sysconf(_SC_NPROCESSORS_ONLN);
    return k > 0 ? make_small(k) : V_NONE;
}

FN(fn_umask)
{
    int mask;
    return int_arg(vm, args[0], &mask) ? make_small(umask((mode_t)mask)) : NO_VALUE;
}

FN(fn_uname)
{
    struct utsname u;
    PosixState *s = module_state(vm, &posix_module);
    if (!s || uname(&u) < 0) return s ? err_errno(vm, errno, NULL) : NO_VALUE;
    Value v[5] = {path_text(vm, u.sysname), path_text(vm, u.nodename), path_text(vm, u.release), path_text(vm, u.version), path_text(vm, u.machine)};
    Value r = v[0] && v[1] && v[2] && v[3] && v[4] ? structseq_new(vm, s->uname_result, as_refs(v), 5) : NULL;
    for (int i = 0; i < 5; i++) release(vm, v[i]);
    return r;
}

FN(fn_times)
{
    struct tms t;
    PosixState *s = module_state(vm, &posix_module);
    clock_t now = times(&t);
    if (!s) return NULL;
    double tick = (double)sysconf(_SC_CLK_TCK);
    Ref v[5] = {make_float((double)t.tms_utime / tick), make_float((double)t.tms_stime / tick), make_float((double)t.tms_cutime / tick),
                make_float((double)t.tms_cstime / tick), make_float((double)now / tick)};
    return structseq_new(vm, s->times_result, v, 5);
}

FN(fn_getloadavg)
{
    double l[3];
    if (getloadavg(l, 3) != 3) return err_raise(vm, EXC_OSError, "Load averages are unobtainable");
    return tuple_of(vm, 3, make_float(l[0]), make_float(l[1]), make_float(l[2]));
}

FN(fn_strerror)
{
    int number;
    return int_arg(vm, args[0], &number) ? str_from_c(vm, strerror(number)) : NO_VALUE;
}

FN(fn_kill)
{
    if (!AUDIT(vm, "os.kill", "OO", args[0], args[1])) return NULL;
    int pid, sig;
    if (!int_arg(vm, args[0], &pid) || !int_arg(vm, args[1], &sig)) return NULL;
    if (kill(pid, sig) < 0) return err_errno(vm, errno, NULL);
    return vm_poll(vm) ? V_NONE : NO_VALUE;
}
FN(fn_killpg)
{
    if (!AUDIT(vm, "os.killpg", "OO", args[0], args[1])) return NULL;
    int pid, sig;
    return int_arg(vm, args[0], &pid) && int_arg(vm, args[1], &sig) ? answer(vm, killpg(pid, sig)) : NO_VALUE;
}
FN(fn_getpgid)
{
    int pid;
    if (!int_arg(vm, args[0], &pid)) return NULL;
    pid_t r = getpgid(pid);
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_setpgid)
{
    int pid, group;
    return int_arg(vm, args[0], &pid) && int_arg(vm, args[1], &group) ? answer(vm, setpgid(pid, group)) : NO_VALUE;
}
FN(fn_setsid)
{
    pid_t r = setsid();
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_nice)
{
    int by;
    if (!int_arg(vm, args[0], &by)) return NULL;
    errno = 0;
    int r = nice(by);
    return r == -1 && errno ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_getgroups)
{
    gid_t groups[256];
    int k = getgroups(256, groups);
    if (k < 0) return err_errno(vm, errno, NULL);
    Value list = list_new(vm, k);
    for (int i = 0; list && i < k; i++)
        if (!list_append(vm, list, make_small(groups[i]))) value_clear(vm, &list);
    return list;
}
FN(fn_getlogin)
{
    char name[256];
    int r = getlogin_r(name, sizeof name);
    return r ? err_errno(vm, r, NULL) : path_text(vm, name);
}

/* ---- environment ---- */

/* A variable that devices are asked for by is another now: a name that means nothing, or too late a change, is told (perch/_notes.py). */
static bool tell_device_variable(VM *vm, const char *name, bool is_set)
{
    if (strncmp(name, "CUDA_VISIBLE_DEVICE", 19) && strncmp(name, "PERCH_", 6)) return true;
    Value f = import_attr(vm, "perch._notes", "visible_devices");
    Value key = f ? bytes_from(vm, name, (int64_t)strlen(name)) : NO_VALUE, r = key ? call2(vm, f, key, make_bool(is_set)) : NO_VALUE;
    bool ok = r != NO_VALUE;
    release(vm, r);
    release(vm, key);
    release(vm, f);
    return ok;
}

/* NULL removes. */
static bool change_variable(VM *vm, const char *name, const char *value)
{
    const char *before = getenv(name);
    bool other = before && value ? strcmp(before, value) != 0 : before != value;
    if ((value ? setenv(name, value, 1) : unsetenv(name)) < 0) return err_errno(vm, errno, NULL) != NO_VALUE;
    return !other || tell_device_variable(vm, name, value != NULL);
}

FN(fn_putenv)
{
    PathArg k, v;
    if (!path_arg(vm, "putenv", "name", args[0], 0, &k)) return NULL;
    if (!path_arg(vm, "putenv", "value", args[1], 0, &v)) return path_done(vm, &k), NO_VALUE;
    bool bad = strchr(path_c(&k), '=') != NULL;
    if (bad) err_raise(vm, EXC_ValueError, "illegal environment variable name");
    bool ok = !bad && change_variable(vm, path_c(&k), path_c(&v));
    path_done(vm, &k);
    path_done(vm, &v);
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_unsetenv)
{
    PathArg k;
    if (!path_arg(vm, "unsetenv", "name", args[0], 0, &k)) return NULL;
    bool ok = change_variable(vm, path_c(&k), NULL);
    path_done(vm, &k);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- other programs ---- */

FN(fn_register_at_fork)
{
    static const char *const names[] = {"before", "after_in_child", "after_in_parent"};
    if (!args[0] && !args[1] && !args[2]) return err_raise(vm, EXC_TypeError, "At least one argument is required.");
    for (int i = 0; i < 3; i++)
        if (args[i] && !type_of(vm, args[i])->s.call && !is_kind(args[i], KIND_FUNCTION)) return err_raise(vm, EXC_TypeError, "'%s' must be callable, not %T", names[i], args[i]);
    if (!vm_threads_open(vm)) return NULL;
    for (int i = 0; i < 3; i++) {
        Value *all = threads_at_fork(vm, i);
        if (!args[i]) continue;
        if (!*all && !(*all = list_new(vm, 4))) return NULL;
        if (!list_append(vm, *all, args[i])) return NULL;
    }
    return V_NONE;
}

/* Those before a fork run last in first out. */
static void run_at_fork(VM *vm, int which)
{
    Value given = vm->threads ? *threads_at_fork(vm, which) : NO_VALUE, all = given ? tuple_from_iter(vm, given) : NO_VALUE; /* they may register more */
    if (!all) return err_clear(vm);
    int64_t n = as_tuple(all)->len;
    for (int64_t i = 0; i < n; i++) {
        Ref f = as_tuple(all)->items[which == 0 ? n - 1 - i : i];
        Value r = call0(vm, f);
        if (!r) err_unraisable(vm, f);
        release(vm, r);
    }
    release(vm, all);
}

bool posix_fork_before(VM *vm)
{
    run_at_fork(vm, 0);
    if (!import_lock_take(vm)) return false;
    if (!vm->before_fork || vm->before_fork(vm)) return true;
    import_lock_give(vm);
    return false;
}
void posix_fork_after(VM *vm, bool child)
{
    if (child) {
        thread_after_fork(vm);
        import_lock_forked(vm);
        if (vm->after_fork) vm->after_fork(vm);
    }
    if (!import_lock_give(vm)) err_unraisable(vm, V_NONE);
    run_at_fork(vm, child ? 1 : 2);
}

FN(fn_fork)
{
    if (!AUDIT(vm, "os.fork", "")) return NULL;
    if (!posix_fork_before(vm)) return NULL;
    pid_t pid = fork();
    int number = errno;
    posix_fork_after(vm, pid == 0);
    return pid < 0 ? err_errno(vm, number, NULL) : make_small(pid);
}

FN(fn_exit_now)
{
    int code;
    if (!int_arg(vm, args[0], &code)) return NULL;
    _exit(code); /* what the function is for: a child after fork() must not run its parent's clean-up */
}

FN(fn_system)
{
    PathArg p;
    if (!path_arg(vm, "system", "command", args[0], 0, &p)) return NULL;
    if (!AUDIT(vm, "os.system", "b", path_c(&p))) return path_done(vm, &p), NO_VALUE;
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", path_c(&p), (char *)NULL);
        _exit(127);
    }
    int number = errno, status = 0;
    path_done(vm, &p);
    if (pid < 0) return err_errno(vm, number, NULL);
    return lib_wait(vm, pid, &status, 0) < 0 ? NO_VALUE : make_small(status);
}

static Value exec(VM *vm, const char *fn, Ref path, Ref argv, Ref env)
{
    PathArg p;
    Value keep[4] = {NULL, NULL, NULL, NULL};
    if (!path_arg(vm, fn, "path", path, env ? PATH_FD : 0, &p)) return NULL;
    char **a = NULL, **e = NULL;
    if (!is_list(argv) && !is_tuple(argv)) err_raise(vm, EXC_TypeError, env ? "execve: argv must be a tuple or list" : "execv() arg 2 must be a tuple or list");
    else if (op_len(vm, argv) == 0) err_raise(vm, EXC_ValueError, env ? "execve: argv must not be empty" : "execv() arg 2 must not be empty");
    else a = lib_argv(vm, argv, "args", &keep[0], &keep[1]);
    if (a && !*a[0]) {
        err_raise(vm, EXC_ValueError, env ? "execve: argv first element cannot be empty" : "execv() arg 2 first element cannot be empty");
        a = NULL;
    }
    if (a && env) e = lib_envp(vm, env, &keep[2], &keep[3]);
    if (a && (e || !env)) {
        if (e && !p.bytes) fexecve(p.fd, a, e);
        else if (e) execve(path_c(&p), a, e);
        else execv(path_c(&p), a);
        err_errno(vm, errno, env ? p.given : NULL);
    }
    for (int i = 0; i < 4; i++) release(vm, keep[i]);
    path_done(vm, &p);
    return NULL;
}
FN(fn_execv) { return exec(vm, "execv", args[0], args[1], NULL); }
FN(fn_execve) { return exec(vm, "execve", args[0], args[1], args[2]); }

FN(fn_waitpid)
{
    int pid, options, status = 0;
    if (!int_arg(vm, args[0], &pid) || !int_arg(vm, args[1], &options)) return NULL;
    pid_t r = lib_wait(vm, pid, &status, options);
    return r < 0 ? NO_VALUE : tuple_of(vm, 2, make_small(r), make_small(status));
}
FN(fn_wait)
{
    int status = 0;
    pid_t r = lib_wait(vm, -1, &status, 0);
    return r < 0 ? NO_VALUE : tuple_of(vm, 2, make_small(r), make_small(status));
}

#define STATUS(fn, macro, make) \
    FN(fn) \
    { \
        int status; \
        return int_arg(vm, args[0], &status) ? make(macro(status)) : NO_VALUE; \
    }
STATUS(fn_WIFEXITED, WIFEXITED, make_bool)
STATUS(fn_WIFSIGNALED, WIFSIGNALED, make_bool)
STATUS(fn_WIFSTOPPED, WIFSTOPPED, make_bool)
STATUS(fn_WIFCONTINUED, WIFCONTINUED, make_bool)
STATUS(fn_WCOREDUMP, WCOREDUMP, make_bool)
STATUS(fn_WEXITSTATUS, WEXITSTATUS, make_small)
STATUS(fn_WTERMSIG, WTERMSIG, make_small)
STATUS(fn_WSTOPSIG, WSTOPSIG, make_small)

FN(fn_exitcode)
{
    int status;
    if (!int_arg(vm, args[0], &status)) return NULL;
    if (WIFEXITED(status)) return make_small(WEXITSTATUS(status));
    if (WIFSIGNALED(status)) return make_small(-WTERMSIG(status));
    return err_raise(vm, EXC_ValueError, WIFSTOPPED(status) ? "process stopped by delivery of signal %d" : "invalid wait status: %d",
                     WIFSTOPPED(status) ? WSTOPSIG(status) : status);
}

const NativeDef posix_process_functions[] = {
    {"getpid", fn_getpid, "", "Return the current process id.", 0},
    {"getppid", fn_getppid, "", "Return the parent's process id.", 0},
    {"getuid", fn_getuid, "", "Return the current process's user id.", 0},
    {"geteuid", fn_geteuid, "", "The user whose rights count.", 0},
    {"getgid", fn_getgid, "", "Return the current process's group id.", 0},
    {"getegid", fn_getegid, "", "The group whose rights count.", 0},
    {"getpgrp", fn_getpgrp, "", "Return the current process group id.", 0},
    {"getgroups", fn_getgroups, "", "The further groups of the process.", 0},
    {"getlogin", fn_getlogin, "", "Return the actual login name.", 0},
    {"cpu_count", fn_cpu_count, "", "Return the number of logical CPUs in the system.", 0},
    {"umask", fn_umask, "mask, /", "Sets the mask of new files' modes; gives the old one.", 0},
    {"uname", fn_uname, "", "The system's name, release, version and machine.", 0},
    {"times", fn_times, "", "Return a collection containing process timing information.", 0},
    {"getloadavg", fn_getloadavg, "", "Return average recent system load information.", 0},
    {"strerror", fn_strerror, "code, /", "What an errno means, in words.", 0},
    {"kill", fn_kill, "pid, signal, /", "Kill a process with a signal.", 0},
    {"killpg", fn_killpg, "pgid, signal, /", "Kill a process group with a signal.", 0},
    {"getpgid", fn_getpgid, "pid", "The process group of pid.", NATIVE_KW},
    {"setpgid", fn_setpgid, "pid, pgrp, /", "Call the system call setpgid(pid, pgrp).", 0},
    {"setsid", fn_setsid, "", "Call the system call setsid().", 0},
    {"nice", fn_nice, "increment, /", "Makes the process nicer by so much.", 0},
    {"putenv", fn_putenv, "name, value, /", "Change or add an environment variable.", 0},
    {"unsetenv", fn_unsetenv, "name, /", "Delete an environment variable.", 0},
    {"register_at_fork", fn_register_at_fork, "*, before=None, after_in_child=None, after_in_parent=None", "Functions to call around fork().", 0},
    {"fork", fn_fork, "", "Fork a child process.", 0},
    {"_exit", fn_exit_now, "status", "Ends the process at once, with nothing cleaned up.", NATIVE_KW},
    {"system", fn_system, "command", "Execute the command in a subshell.", NATIVE_KW},
    {"execv", fn_execv, "path, argv, /", "Becomes another program.", 0},
    {"execve", fn_execve, "path, argv, env", "Becomes another program, with its own environment.", NATIVE_KW},
    {"waitpid", fn_waitpid, "pid, options, /", "Waits for a child; gives its number and status.", 0},
    {"wait", fn_wait, "", "Wait for completion of a child process.", 0},
    {"WIFEXITED", fn_WIFEXITED, "status", NULL, NATIVE_KW}, {"WIFSIGNALED", fn_WIFSIGNALED, "status", NULL, NATIVE_KW},
    {"WIFSTOPPED", fn_WIFSTOPPED, "status", NULL, NATIVE_KW}, {"WIFCONTINUED", fn_WIFCONTINUED, "status", NULL, NATIVE_KW},
    {"WCOREDUMP", fn_WCOREDUMP, "status, /", NULL, 0}, {"WEXITSTATUS", fn_WEXITSTATUS, "status", NULL, NATIVE_KW},
    {"WTERMSIG", fn_WTERMSIG, "status", NULL, NATIVE_KW}, {"WSTOPSIG", fn_WSTOPSIG, "status", NULL, NATIVE_KW},
    {"waitstatus_to_exitcode", fn_exitcode, "status", "The exit code in a wait status.", NATIVE_KW},
    {0},
};
