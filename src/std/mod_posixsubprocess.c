/* mod_posixsubprocess.c: the module _posixsubprocess: fork_exec(), what subprocess.Popen and multiprocessing start programs with. Between fork and exec nothing
 * allocates (another thread may have held the C library's lock), unless the program asks for a function of its own there (preexec_fn). What fails goes to the
 * parent through errpipe_write as "OSError:HEX:WHERE", which subprocess.py reads. */
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lang/object/gc.h"
#include "lang/object/thread.h"
#include "mod_posix.h"

enum { ARGS, PROGRAMS, CLOSE_FDS, KEEP, CWD, ENV, IN_READ, IN_WRITE, OUT_READ, OUT_WRITE, ERR_READ, ERR_WRITE, TELL_READ, TELL_WRITE, RESTORE, SETSID, GROUP, GID, GIDS,
       UID, UMASK, PREEXEC, VFORK, COUNT };

typedef struct Child {
    VM *vm;
    char **argv, **envp, **programs;
    const char *cwd;
    int fd[COUNT];     /* the descriptors, by the names above */
    int *keep;         /* sorted, `kept` of them */
    int64_t kept;
    bool close_fds, restore, setsid, unmask, has_gid, has_uid, has_groups;
    int group, mask;
    gid_t gid, *groups;
    uid_t uid;
    size_t ngroups;
    Ref preexec;       /* or NULL */
} Child;

static bool is_kept(const Child *c, int fd)
{
    if (fd == c->fd[TELL_WRITE]) return true;
    for (int64_t i = 0; i < c->kept; i++)
        if (c->keep[i] == fd) return true;
    return false;
}

/* By the system's list of them, read without allocating; where there is none, all that there may be. */
static void close_others(const Child *c)
{
    struct entry { uint64_t ino; int64_t off; unsigned short size; unsigned char type; char name[]; }; /* linux_dirent64 */
    int dir = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0) {
        long most = sysconf(_SC_OPEN_MAX);
        for (int fd = 3; fd < (most > 0 ? (int)most : 1024); fd++)
            if (!is_kept(c, fd)) close(fd);
        return;
    }
    char buf[4096] __attribute__((aligned(8)));
    long n;
    while ((n = syscall(SYS_getdents64, dir, buf, sizeof buf)) > 0)
        for (long at = 0; at < n;) {
            const struct entry *e = (const struct entry *)(const void *)(buf + at);
            int fd = 0;
            const char *p = e->name;
            for (; *p >= '0' && *p <= '9'; p++) fd = fd * 10 + (*p - '0');
            if (p != e->name && !*p && fd > 2 && fd != dir && !is_kept(c, fd)) close(fd);
            at += e->size;
        }
    close(dir);
}

static bool inherit(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    return flags >= 0 && fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC) >= 0;
}
static void close_end(int fd)
{
    if (fd >= 0) close(fd);
}
/* The program's `at` is what `fd` is here; -1: it stays. */
static bool put_at(int fd, int at) { return fd < 0 || (fd == at ? inherit(fd) : dup2(fd, at) >= 0); }

static bool arrange_descriptors(Child *c)
{
    for (int64_t i = 0; i < c->kept; i++)
        if (c->keep[i] != c->fd[TELL_WRITE]) inherit(c->keep[i]);
    close_end(c->fd[IN_WRITE]);
    close_end(c->fd[OUT_READ]);
    close_end(c->fd[ERR_READ]);
    close_end(c->fd[TELL_READ]);
    int out = c->fd[OUT_WRITE], err = c->fd[ERR_WRITE]; /* out of the way of what comes into their places first */
    if (out == 0 && (out = fcntl(out, F_DUPFD_CLOEXEC, 3)) < 0) return false;
    if ((err == 0 || err == 1) && (err = fcntl(err, F_DUPFD_CLOEXEC, 3)) < 0) return false;
    return put_at(c->fd[IN_READ], 0) && put_at(out, 1) && put_at(err, 2);
}

static bool become_who(const Child *c)
{
    if (c->mask >= 0) umask((mode_t)c->mask);
    if (c->restore) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
    }
    if (c->unmask) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
    }
    if (c->setsid && setsid() < 0) return false;
    if (c->group >= 0 && setpgid(0, c->group) < 0) return false;
    if (c->has_groups && syscall(SYS_setgroups, c->ngroups, c->groups) < 0) return false;
    if (c->has_gid && syscall(SYS_setregid, c->gid, c->gid) < 0) return false;
    return !c->has_uid || syscall(SYS_setreuid, c->uid, c->uid) >= 0;
}

static void tell(const Child *c, const char *text)
{
    if (write(c->fd[TELL_WRITE], text, strlen(text)) < 0) _exit(254);
}
static void tell_errno(const Child *c, int number, const char *where)
{
    char text[64] = "OSError:", digits[16];
    int n = 0;
    size_t at = strlen(text);
    do digits[n++] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    while (n) text[at++] = digits[--n];
    text[at++] = ':';
    memcpy(text + at, where, strlen(where) + 1);
    tell(c, text);
}

static _Noreturn void become(Child *c)
{
    extern char **environ;
    const char *where = "noexec"; /* it was not the program that could not be run */
    int number = 0;
    if (!arrange_descriptors(c)) goto failed;
    if (c->cwd && chdir(c->cwd) < 0) goto failed;
    if (!become_who(c)) goto failed;
    if (c->preexec) {
        Value r = call0(c->vm, c->preexec);
        if (!r) {
            tell(c, "SubprocessError:0:Exception occurred in preexec_fn.");
            _exit(255);
        }
    }
    if (c->close_fds) close_others(c);
    where = "";
    for (char **p = c->programs; *p; p++) {
        execve(*p, c->argv, c->envp ? c->envp : environ);
        if (errno != ENOENT && errno != ENOTDIR && !number) number = errno;
    }
    if (number) errno = number;
failed:
    tell_errno(c, errno, where);
    _exit(255);
}

/* ---- the arguments ---- */

static bool keep_arg(VM *vm, Ref v, Child *c)
{
    if (!is_tuple(v)) return err_false(vm, EXC_TypeError, "fork_exec() argument 4 must be tuple, not %T", v);
    c->kept = as_tuple(v)->len;
    c->keep = c->kept ? mem_alloc(vm->mem, (size_t)c->kept * sizeof *c->keep) : NULL;
    if (c->kept && !c->keep) return err_no_memory(vm), false;
    int64_t before = -1, fd;
    for (int64_t i = 0; i < c->kept; i++) {
        Ref item = as_tuple(v)->items[i];
        if (!is_int(item) || !int_fits_i64(item, &fd) || fd < 0 || fd <= before || fd > INT_MAX) return err_false(vm, EXC_ValueError, "bad value(s) in fds_to_keep");
        c->keep[i] = (int)(before = fd);
    }
    return true;
}

static bool id_arg(VM *vm, Ref v, const char *what, unsigned *out, bool *has)
{
    int64_t id;
    if (is_none(v)) return true;
    if (!is_int(v)) return err_false(vm, EXC_TypeError, "%s should be integer, not %T", what, v);
    if (!int_fits_i64(v, &id) || id > UINT_MAX) return err_false(vm, EXC_OverflowError, "%s is greater than maximum", what);
    if (id < -1) return err_false(vm, EXC_OverflowError, "%s is less than minimum", what);
    *out = (unsigned)id;
    *has = true;
    return true;
}

static bool groups_arg(VM *vm, Ref v, Child *c)
{
    if (is_none(v)) return true;
    if (!is_list(v)) return err_false(vm, EXC_TypeError, "setgroups argument must be a list");
    int64_t n = as_list(v)->len;
    if (n > NGROUPS_MAX) return err_false(vm, EXC_ValueError, "too many extra_groups");
    c->has_groups = true;
    c->ngroups = (size_t)n;
    c->groups = n ? mem_alloc(vm->mem, (size_t)n * sizeof *c->groups) : NULL;
    if (n && !c->groups) return err_no_memory(vm), false;
    for (int64_t i = 0; i < n; i++) {
        bool has = false;
        unsigned id = 0;
        if (!id_arg(vm, as_list(v)->items[i], "gid", &id, &has)) return false;
        if (!has) return err_false(vm, EXC_TypeError, "groups must be integers");
        c->groups[i] = id;
    }
    return true;
}

static bool flag_arg(VM *vm, Ref v, bool *out)
{
    int r = op_truth(vm, v);
    *out = r > 0;
    return r >= 0;
}

static bool plain_args(VM *vm, const Ref *args, Child *c)
{
    for (int i = IN_READ; i <= TELL_WRITE; i++)
        if (!int_arg(vm, args[i], &c->fd[i])) return false;
    if (!flag_arg(vm, args[CLOSE_FDS], &c->close_fds) || !flag_arg(vm, args[RESTORE], &c->restore) || !flag_arg(vm, args[SETSID], &c->setsid)) return false;
    if (c->close_fds && c->fd[TELL_WRITE] < 3) return err_false(vm, EXC_ValueError, "errpipe_write must be >= 3");
    return int_arg(vm, args[GROUP], &c->group) && int_arg(vm, args[UMASK], &c->mask) && keep_arg(vm, args[KEEP], c) && groups_arg(vm, args[GIDS], c) &&
           id_arg(vm, args[GID], "gid", &c->gid, &c->has_gid) && id_arg(vm, args[UID], "uid", &c->uid, &c->has_uid);
}

static Value start(Child *c)
{
    VM *vm = c->vm;
    if (c->preexec && !posix_fork_before(vm)) return NO_VALUE;
    c->unmask = !thread_is_main(vm);
    vm->outside++;
    pid_t pid = fork();
    int number = errno;
    if (pid == 0) {
        if (c->preexec) posix_fork_after(vm, true);
        become(c);
    }
    if (c->preexec) posix_fork_after(vm, false);
    return pid < 0 ? err_errno(vm, number, NULL) : make_small(pid);
}

static Value fn_fork_exec(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Child c = {.vm = vm, .preexec = is_none(args[PREEXEC]) ? NULL : args[PREEXEC]};
    Value keep[6] = {NO_VALUE}, r = NO_VALUE, argv = NO_VALUE;
    PathArg dir = {NULL, NULL, NULL, -1};
    if (c.preexec && vm->end != VM_OPEN) return err_raise(vm, EXC_RuntimeError, "preexec_fn not supported at interpreter shutdown");
    bool ok = plain_args(vm, args, &c) && (argv = tuple_from_iter(vm, args[ARGS])) && (c.argv = lib_argv(vm, argv, "args", &keep[0], &keep[1])) &&
              (c.programs = lib_argv(vm, args[PROGRAMS], "executable_list", &keep[2], &keep[3])) &&
              (is_none(args[ENV]) || (c.envp = lib_argv(vm, args[ENV], "env_list", &keep[4], &keep[5]))) &&
              (is_none(args[CWD]) || path_arg(vm, "fork_exec", "cwd", args[CWD], 0, &dir));
    if (ok) {
        c.cwd = dir.bytes ? path_c(&dir) : NULL;
        r = start(&c);
    }
    path_done(vm, &dir);
    for (int i = 0; i < 6; i++) release(vm, keep[i]);
    release(vm, argv);
    mem_free(vm->mem, c.keep, (size_t)c.kept * sizeof *c.keep);
    mem_free(vm->mem, c.groups, c.ngroups * sizeof *c.groups);
    return r;
}

static const NativeDef functions[] = {
    {"fork_exec", fn_fork_exec, "argv, programs, close_others, kept, folder, variables, stdin_end, stdin_ours, stdout_ours, stdout_end, stderr_ours, stderr_end, report_ours, report_end, "
     "usual_signals, new_session, group_of_processes, group, groups, user, umask, first, vfork, /",
     "Start a program in a child process; the child's number.", 0},
    {0},
};
const ModuleDef posixsubprocess_module = {.name = "_posixsubprocess", .doc = "What starts programs.", .functions = functions};
