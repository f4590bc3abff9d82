/* mod_subprocess.c: _subprocess.run: starts a program, feeds it, collects what it writes, waits for its end; all three pipes are
 * served in one poll loop, which looks at the interrupt flag at least every 40 ms. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/object/thread.h"
#include "mod_posix.h"

enum { INHERIT = -4, PIPE = -1, TO_STDOUT = -2, DEVNULL = -3 };

typedef struct Pipe { int fd; char *p; size_t n, cap; } Pipe; /* our end, and what came through */
typedef struct Run {
    VM *vm;
    int want[3];     /* a descriptor, or one of the names above */
    int child[3];    /* the ends that the program gets; -1: as it is */
    int ours[3];     /* our ends; -1: none */
    bool own[3];     /* child[i] is to be closed after the start */
    Pipe out, err;
    const unsigned char *input;
    int64_t ninput, fed;
    pid_t pid;
    double deadline; /* monotonic; < 0: none */
    Ref tell;        /* tell(1 or 2, bytes) gets what comes, piece by piece, in the place of keeping it; or NULL */
} Run;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void close_fd(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void close_all(Run *r)
{
    for (int i = 0; i < 3; i++) {
        if (r->own[i]) close_fd(&r->child[i]);
        r->own[i] = false;
        close_fd(&r->ours[i]);
    }
}

static bool open_ends(Run *r)
{
    for (int i = 0; i < 3; i++) {
        int fds[2];
        if (r->want[i] == PIPE) {
            if (pipe2(fds, O_CLOEXEC) < 0) return err_errno(r->vm, errno, NULL) != NULL;
            r->child[i] = fds[i == 0 ? 0 : 1];
            r->ours[i] = fds[i == 0 ? 1 : 0];
            r->own[i] = true;
            fcntl(r->ours[i], F_SETFL, O_NONBLOCK);
        } else if (r->want[i] == DEVNULL) {
            if ((r->child[i] = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0) return err_errno(r->vm, errno, NULL) != NULL;
            r->own[i] = true;
        } else if (r->want[i] >= 0) r->child[i] = r->want[i];
    }
    return true;
}

/* In the child: nothing here may allocate or raise. On failure the error number and its place go through `report`. */
static void become(const Run *r, const char *cwd, char **paths, char **argv, char **envp, int report)
{
    int fds[3], note[2];
    for (int i = 0; i < 3; i++) {
        fds[i] = r->child[i];
        if (fds[i] >= 0 && fds[i] < 3) fds[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, 3); /* out of the way of the dup2s below */
    }
    for (int i = 0; i < 3; i++)
        if (fds[i] >= 0 && dup2(fds[i], i) < 0) goto failed;
    if (r->want[2] == TO_STDOUT && dup2(1, 2) < 0) goto failed;
    for (int i = 0; i < 3; i++) {
        int flags = r->want[i] >= 0 ? fcntl(i, F_GETFD) : -1;
        if (flags >= 0) fcntl(i, F_SETFD, flags & ~FD_CLOEXEC);
    }
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (cwd && chdir(cwd) < 0) {
        note[0] = errno;
        note[1] = 1;
        goto tell;
    }
    extern char **environ;
    int number = ENOENT;
    for (; *paths; paths++) {
        execve(*paths, argv, envp ? envp : environ);
        if (errno != ENOENT && errno != ENOTDIR) number = errno;
    }
    errno = number;
failed:
    note[0] = errno;
    note[1] = 0;
tell:
    if (write(report, note, sizeof note) < 0) _exit(254);
    _exit(255);
}

/* The files to try: argv[0] itself when it has a slash, else in every folder of PATH. An array of C strings in *keep. */
static char **candidates(VM *vm, const char *name, char **envp, Value *keep_items, Value *keep_array)
{
    Value list = list_new(vm, 8);
    const char *path = NULL;
    for (char **e = envp; e && *e; e++)
        if (!strncmp(*e, "PATH=", 5)) path = *e + 5;
    if (!envp) path = getenv("PATH");
    if (!path) path = "/bin:/usr/bin";
    if (strchr(name, '/')) {
        if (list && !list_append_take(vm, list, bytes_from(vm, name, (int64_t)strlen(name)))) value_clear(vm, &list);
    } else {
        while (list) {
            const char *end = strchrnul(path, ':');
            size_t n = (size_t)(end - path), len = strlen(name);
            Value b = bytes_from(vm, NULL, (int64_t)(n + 1 + len));
            if (b) {
                unsigned char *p = as_bytes(b)->data;
                memcpy(p, path, n);
                if (n) p[n++] = '/';
                memcpy(p + n, name, len);
                p[n + len] = 0;
            }
            if (!b || !list_append_take(vm, list, b)) value_clear(vm, &list);
            if (!*end) break;
            path = end + 1;
        }
    }
    if (!list) return NULL;
    char **r = lib_argv(vm, list, "paths", keep_items, keep_array);
    release(vm, list);
    return r;
}

static bool start(Run *r, Ref argv, Ref cwd, Ref env)
{
    VM *vm = r->vm;
    Value keep[6] = {NULL, NULL, NULL, NULL, NULL, NULL};
    PathArg dir = {NULL, NULL, NULL, -1};
    bool ok = false;
    int report[2] = {-1, -1}, note[2];
    char **a = lib_argv(vm, argv, "args", &keep[0], &keep[1]), **e = NULL, **paths = NULL;
    if (!a) goto done;
    if (!a[0]) {
        err_raise(vm, EXC_IndexError, "list index out of range");
        goto done;
    }
    if (!is_none(env) && !(e = lib_envp(vm, env, &keep[2], &keep[3]))) goto done;
    if (!is_none(cwd) && !path_arg(vm, "run", "cwd", cwd, 0, &dir)) goto done;
    if (!(paths = candidates(vm, a[0], e, &keep[4], &keep[5])) || !open_ends(r)) goto done;
    if (pipe2(report, O_CLOEXEC) < 0 || (r->pid = fork()) < 0) {
        err_errno(vm, errno, NULL);
        goto done;
    }
    if (r->pid == 0) become(r, dir.bytes ? path_c(&dir) : NULL, paths, a, e, report[1]);
    close_fd(&report[1]);
    ssize_t k;
    while ((k = read(report[0], note, sizeof note)) < 0 && errno == EINTR) {}
    if (k == (ssize_t)sizeof note) {
        waitpid(r->pid, NULL, 0);
        r->pid = 0;
        err_errno(vm, note[0], note[1] ? cwd : REF(as_tuple(argv)->items[0]));
    } else ok = true;
done:
    close_fd(&report[0]);
    close_fd(&report[1]);
    for (int i = 0; i < 3; i++) {
        if (r->own[i]) close_fd(&r->child[i]);
        r->own[i] = false;
    }
    for (int i = 0; i < 6; i++) release(vm, keep[i]);
    path_done(vm, &dir);
    return ok;
}

static bool collect(Run *r, Pipe *p, int *fd)
{
    char buf[16384];
    ssize_t k = read(*fd, buf, sizeof buf);
    if (k < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (k <= 0) {
        close_fd(fd);
        return true;
    }
    if (r->tell) {
        Value piece = bytes_from(r->vm, buf, k), done = piece ? call2(r->vm, r->tell, make_small(p == &r->err ? 2 : 1), piece) : NO_VALUE;
        release(r->vm, piece);
        release(r->vm, done);
        return done != NO_VALUE;
    }
    if (p->n + (size_t)k > p->cap) {
        size_t cap = (p->n + (size_t)k) * 2;
        char *q = mem_realloc(r->vm->mem, p->p, p->cap, cap);
        if (!q) return err_no_memory(r->vm), false;
        p->p = q;
        p->cap = cap;
    }
    memcpy(p->p + p->n, buf, (size_t)k);
    p->n += (size_t)k;
    return true;
}

static void feed(Run *r)
{
    int64_t left = r->ninput - r->fed;
    ssize_t k = left ? write(r->ours[0], r->input + r->fed, (size_t)(left < 65536 ? left : 65536)) : 0;
    if (k > 0) r->fed += k;
    if (r->fed == r->ninput || (k < 0 && errno != EAGAIN && errno != EINTR)) close_fd(&r->ours[0]);
}

/* Serves the pipes until all are closed. 1 done, 0 the time is up, -1 raised. */
static int serve(Run *r)
{
    if (r->ours[0] >= 0 && !r->ninput) close_fd(&r->ours[0]);
    while (r->ours[0] >= 0 || r->ours[1] >= 0 || r->ours[2] >= 0) {
        struct pollfd p[3] = {{r->ours[0], POLLOUT, 0}, {r->ours[1], POLLIN, 0}, {r->ours[2], POLLIN, 0}};
        int wait = 40;
        if (r->deadline >= 0) {
            double left = r->deadline - now();
            if (left <= 0) return 0;
            if (left * 1000 < wait) wait = (int)(left * 1000) + 1;
        }
        int k = THREAD_AWAY(r->vm, poll(p, 3, wait));
        vm_idle(r->vm);
        if (!vm_poll(r->vm)) return -1;
        if (k <= 0) continue;
        if (p[0].revents) feed(r);
        if (p[1].revents && !collect(r, &r->out, &r->ours[1])) return -1;
        if (p[2].revents && !collect(r, &r->err, &r->ours[2])) return -1;
    }
    return 1;
}

/* Waits for the end: 1 with the status, 0 the time is up, -1 raised. */
static int wait_end(Run *r, int *status)
{
    double nap = 0.0002;
    for (;;) {
        pid_t k = waitpid(r->pid, status, WNOHANG);
        r->vm->outside++;
        if (k == r->pid) return 1;
        if (k < 0 && errno == ECHILD) { /* somebody else waited for it: its status is unknown */
            *status = 0;
            return 1;
        }
        if (r->deadline >= 0 && now() >= r->deadline) return 0;
        if (!lib_nap(r->vm, nap)) return -1;
        if (nap < 0.005) nap *= 1.5;
    }
}

static void put_down(Run *r)
{
    kill(r->pid, SIGKILL);
    while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR) {}
    r->vm->outside++;
    r->pid = 0;
}

static Value result(Run *r, Value code)
{
    VM *vm = r->vm;
    Value out = r->want[1] == PIPE ? bytes_from(vm, r->out.p ? r->out.p : "", (int64_t)r->out.n) : V_NONE;
    Value err = r->want[2] == PIPE ? bytes_from(vm, r->err.p ? r->err.p : "", (int64_t)r->err.n) : V_NONE;
    Value t = out && err ? tuple_of(vm, 3, (Ref)code, (Ref)out, (Ref)err) : NULL;
    release(vm, out);
    release(vm, err);
    return t;
}

/* argv, input, cwd, env, stdin, stdout, stderr, timeout, tell */
static Value fn_run(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Run r = {.vm = vm, .child = {-1, -1, -1}, .ours = {-1, -1, -1}, .deadline = -1};
    BufferView input = {0};
    double timeout;
    for (int i = 0; i < 3; i++) {
        r.want[i] = INHERIT;
        if (args[4 + i] && !is_none(args[4 + i]) && !int_arg(vm, args[4 + i], &r.want[i])) return NULL;
    }
    if (args[7] && !is_none(args[7])) {
        if (!num_to_double(vm, args[7], &timeout)) return NULL;
        r.deadline = now() + (timeout > 0 ? timeout : 0);
    }
    if (args[1] && !is_none(args[1])) {
        if (!buffer_get(vm, args[1], &input)) return NULL;
        r.input = input.data;
        r.ninput = input.len;
        r.want[0] = PIPE;
    }
    r.tell = args[8] && !is_none(args[8]) ? args[8] : NULL;
    Value argv = tuple_from_iter(vm, args[0]), value = NULL;
    if (argv && start(&r, argv, args[2] ? args[2] : V_NONE, args[3] ? args[3] : V_NONE)) {
        int status = 0, state = serve(&r);
        if (state > 0) state = wait_end(&r, &status);
        if (state > 0) value = result(&r, make_small(WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status)));
        else {
            put_down(&r);
            if (state == 0) value = result(&r, V_NONE);
        }
    }
    close_all(&r);
    mem_free(vm->mem, r.out.p, r.out.cap);
    mem_free(vm->mem, r.err.p, r.err.cap);
    if (input.owner) buffer_release(vm, &input);
    release(vm, argv);
    return value;
}

static const NativeDef functions[] = {
    {"run", fn_run, "argv, input=None, cwd=None, env=None, stdin=None, stdout=None, stderr=None, timeout=None, tell=None",
     "Run a program; returns (status, output, errors). tell(1 or 2, bytes): gets what it writes at once.", NATIVE_KW},
    {0},
};
const ModuleDef subprocess_module = {.name = "_subprocess", .doc = "Other programs.", .functions = functions};
