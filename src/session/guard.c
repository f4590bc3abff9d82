/* guard.c: what keeps a dry run from acting. It runs in a forked child; there the kernel stops every call that would change something outside:
 * writing files, starting processes, the network, signals, waiting for input. The first one ends the child, which tells its parent what it was.
 *
 * A filter of system calls (seccomp) sees also what C code does; a list of Python functions would not. Where the system has none, there are
 * no dry runs. The child serves nothing else, so its handler may have state of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "session_impl.h"

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <ucontext.h>
#define HAVE_FILTER 1
#ifdef __x86_64__
#define THIS_ARCH AUDIT_ARCH_X86_64
#else
#define THIS_ARCH AUDIT_ARCH_AARCH64
#endif
#endif

#ifdef HAVE_FILTER
/* Calls that are refused whatever their arguments; path: which argument names what would change (-1: none). */
typedef struct Refused { int number; const char *why; int path; } Refused;
static const Refused refused[] = {
#ifdef __x86_64__
    {SYS_creat, "file", 0}, {SYS_unlink, "change", 0}, {SYS_rename, "change", 0}, {SYS_mkdir, "change", 0}, {SYS_rmdir, "change", 0}, {SYS_link, "change", 1},
    {SYS_symlink, "change", 1}, {SYS_chmod, "change", 0}, {SYS_chown, "change", 0}, {SYS_lchown, "change", 0}, {SYS_mknod, "change", 0}, {SYS_utime, "change", 0},
    {SYS_utimes, "change", 0}, {SYS_futimesat, "change", 1}, {SYS_fork, "process", -1}, {SYS_vfork, "process", -1},
#endif
    {SYS_unlinkat, "change", 1}, {SYS_renameat, "change", 1}, {SYS_renameat2, "change", 1}, {SYS_mkdirat, "change", 1}, {SYS_linkat, "change", 3}, {SYS_symlinkat, "change", 2},
    {SYS_fchmod, "change", -1}, {SYS_fchmodat, "change", 1}, {SYS_fchown, "change", -1}, {SYS_fchownat, "change", 1}, {SYS_mknodat, "change", 1}, {SYS_utimensat, "change", 1},
    {SYS_truncate, "change", 0}, {SYS_ftruncate, "write", -1}, {SYS_fallocate, "write", -1}, {SYS_setxattr, "change", 0}, {SYS_lsetxattr, "change", 0}, {SYS_fsetxattr, "change", -1},
    {SYS_removexattr, "change", 0}, {SYS_mount, "change", 1}, {SYS_umount2, "change", 0},
    {SYS_execve, "process", -1}, {SYS_execveat, "process", -1}, {SYS_ptrace, "other", -1}, {SYS_kill, "signal", -1}, {SYS_tkill, "signal", -1},
    {SYS_socket, "network", -1}, {SYS_connect, "network", -1}, {SYS_bind, "network", -1}, {SYS_sendto, "network", -1}, {SYS_sendmsg, "network", -1}, {SYS_sendmmsg, "network", -1},
    {SYS_recvfrom, "network", -1}, {SYS_recvmsg, "network", -1}, {SYS_sendfile, "write", -1}, {SYS_copy_file_range, "write", -1}, {SYS_splice, "write", -1},
    {SYS_semop, "other", -1}, {SYS_msgsnd, "other", -1}, {SYS_shmget, "other", -1}, {SYS_reboot, "other", -1}, {SYS_sethostname, "other", -1},
};
static const int writers[] = {SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_pwritev2}, readers[] = {SYS_read, SYS_readv};
enum { FEW_REFUSED = sizeof refused / sizeof *refused, ROOM = 2 * FEW_REFUSED + 96 };

static int report_fd = -1; /* of this child alone */

static void end_with(const char *why, const char *what)
{
    char text[600];
    int n = snprintf(text, sizeof text, "!%s\t%s\n", why, what ? what : "");
    if (n > 0 && write(report_fd, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1) < 0) _exit(4);
    _exit(3);
}

/* Stopped: which call, and on what? */
static void stopped(int signo, siginfo_t *info, void *context)
{
#ifdef __x86_64__
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    unsigned long args[4] = {(unsigned long)r[REG_RDI], (unsigned long)r[REG_RSI], (unsigned long)r[REG_RDX], (unsigned long)r[REG_R10]};
    if (info->si_syscall == SYS_open) end_with("file", (const char *)args[0]);
#else
    __u64 *r = ((ucontext_t *)context)->uc_mcontext.regs;
    unsigned long args[4] = {r[0], r[1], r[2], r[3]};
#endif
    int number = info->si_syscall;
    if (number == SYS_openat && strcmp((const char *)args[1], "/dev/null") == 0) { /* it leads nowhere, as descriptor 0 does by now */
        int fd = dup(0);
#ifdef __x86_64__
        r[REG_RAX] = fd < 0 ? -EMFILE : fd;
#else
        r[0] = (__u64)(fd < 0 ? -EMFILE : fd);
#endif
        return;
    }
    if (number == SYS_openat) end_with("file", (const char *)args[1]);
    if (number == SYS_clone) end_with("process", NULL);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (number == readers[i]) end_with("input", NULL);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (number == writers[i]) end_with("write", NULL);
    for (int i = 0; i < FEW_REFUSED; i++)
        if (number == refused[i].number) end_with(refused[i].why, refused[i].path >= 0 ? (const char *)args[refused[i].path] : NULL);
    end_with("other", NULL);
    (void)signo;
}

typedef struct Filter { struct sock_filter code[ROOM]; int n; } Filter;
static void put(Filter *f, uint16_t code, uint8_t yes, uint8_t no, uint32_t k)
{
    if (f->n < ROOM) f->code[f->n++] = (struct sock_filter){code, yes, no, k};
}
static void load(Filter *f, size_t at) { put(f, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)at); }
static void answer(Filter *f, uint32_t what) { put(f, BPF_RET | BPF_K, 0, 0, what); }
static size_t argument(int i) { return offsetof(struct seccomp_data, args) + 8 * (size_t)i; } /* the low half: both machines are little-endian */

/* if (call is `number` and argument has one of `bits`) trap; any other use of the call goes on */
static void trap_bits(Filter *f, int number, int arg, uint32_t bits, bool when_set)
{
    put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t)number);
    load(f, argument(arg));
    put(f, BPF_JMP | BPF_JSET | BPF_K, when_set ? 0 : 1, when_set ? 1 : 0, bits);
    answer(f, SECCOMP_RET_TRAP);
    answer(f, SECCOMP_RET_ALLOW);
}

static void write_filter(Filter *f, int report)
{
    f->n = 0;
    load(f, offsetof(struct seccomp_data, arch));
    put(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, THIS_ARCH);
    answer(f, SECCOMP_RET_KILL_PROCESS);
    load(f, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < FEW_REFUSED; i++) {
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)refused[i].number);
        answer(f, SECCOMP_RET_TRAP);
    }
    enum { CHANGES = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND };
#ifdef __x86_64__
    trap_bits(f, SYS_open, 1, CHANGES, true);
#endif
    trap_bits(f, SYS_openat, 2, CHANGES, true);
    trap_bits(f, SYS_clone, 0, CLONE_THREAD, false);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) { /* the report, and what leads nowhere */
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, (uint32_t)writers[i]);
        load(f, argument(0));
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, (uint32_t)report);
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 1);
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 2);
        answer(f, SECCOMP_RET_ALLOW);
        answer(f, SECCOMP_RET_TRAP);
    }
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t)readers[i]);
        load(f, argument(0));
        put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
        answer(f, SECCOMP_RET_TRAP);
        answer(f, SECCOMP_RET_ALLOW);
    }
#ifdef SYS_clone3
    put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_clone3); /* its flags cannot be seen from here: the C library then takes clone */
    answer(f, SECCOMP_RET_ERRNO | ENOSYS);
#endif
#ifdef SYS_openat2
    put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_openat2);
    answer(f, SECCOMP_RET_ERRNO | ENOSYS);
#endif
#ifdef SYS_io_uring_setup
    put(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_io_uring_setup);
    answer(f, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    answer(f, SECCOMP_RET_ALLOW);
}

static bool install(int report)
{
    Filter f;
    write_filter(&f, report);
    if (f.n >= ROOM) return false;
    struct sock_fprog program = {(unsigned short)f.n, f.code};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER};
    action.sa_sigaction = stopped;
    report_fd = report;
    return sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool install(int report) { (void)report; return false; }
static void end_with(const char *why, const char *what) { (void)why, (void)what; _exit(3); }
#endif

/* ---- the sink of a dry run: prints are kept, nothing else leaves ---- */
enum { KEPT_OUTPUT = 4000 };

static void keep_stream(void *data, int fd, const char *text, size_t n)
{
    Session *s = data;
    (void)fd;
    if (s->trial_output.n + n > KEPT_OUTPUT) n = s->trial_output.n < KEPT_OUTPUT ? KEPT_OUTPUT - s->trial_output.n : 0;
    text_add(&s->trial_output, text, n);
}

static InputStatus refuse_input(void *data, const char *prompt, bool password, char **line)
{
    (void)data, (void)prompt, (void)password, (void)line;
    end_with("input", NULL);
    return INPUT_REFUSED;
}

bool guard_enter(Session *s, int report, int seconds)
{
    s->config.sink = (Sink){.data = s, .stream = keep_stream, .input = refuse_input};
    s->trial = true;
    s->forks = process_forks(); /* the sink is this child's own */
    s->capturing = false;
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) return false;
    for (int fd = 0; fd < 3; fd++)
        if (fd != report && dup2(nowhere, fd) < 0) return false;
    struct rlimit limit = {(rlim_t)seconds + 1, (rlim_t)seconds + 2}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &limit);
    setrlimit(RLIMIT_CORE, &none);
    static const int plain[] = {SIGINT, SIGTERM, SIGQUIT, SIGXCPU, SIGALRM};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) signal(plain[i], SIG_DFL);
    return install(report);
}
