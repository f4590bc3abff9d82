/* kernel.c: the kernel's life: `perch kernel -f CONNECTION` (kernel.h). */
#include "kernel.h"

#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel_impl.h"

static Kernel *the_kernel; /* for the signal handler alone */
static void on_signal(int sig)
{
    (void)sig;
    if (!the_kernel) return;
    session_interrupt(the_kernel->session); /* (this is the session's thread) */
    atomic_fetch_add(&the_kernel->signals, 1);
    sockets_wake(the_kernel);               /* its thread tells whoever waits */
}

static void catch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigaction(SIGINT, &act, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file at the limit of its size: the write fails */
}

static void kernel_drop(Kernel *k)
{
    shell_drop(&k->main);
    for (Outgoing *o = k->outbox, *next; o; o = next) {
        next = o->next;
        outgoing_free(o);
    }
    free(k->banner);
    free(k->stream.text);
    free(k->stream.parent);
    missed_close(k);
    json_decref(k->comms);
    live_drop(k);
    wire_close(&k->wire);
    connection_drop(&k->connection);
    if (k->log >= 0) close(k->log);
    pthread_cond_destroy(&k->changed);
    pthread_mutex_destroy(&k->lock);
    pthread_mutex_destroy(&k->flushing);
}

/* Half of what is resident after the start are pages of code and constants that the start alone needs: the linker's, initializers of libraries (libzmq brings
 * Kerberos and two multicast protocols). They are let go; those that are needed again come from the page cache, not from the disk. */
static int let_go(struct dl_phdr_info *object, size_t size, void *data)
{
    (void)size;
    (void)data;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (strstr(object->dlpi_name, "linux-vdso")) return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue; /* what can be written holds values of our own */
        uintptr_t from = (object->dlpi_addr + part->p_vaddr) & ~(page - 1), to = (object->dlpi_addr + part->p_vaddr + part->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)from, to - from, MADV_DONTNEED);
    }
    return 0;
}

/* The perch beside this perch-kernel, which runs what a program starts by sys.executable (multiprocessing, subprocess); malloc-ed. NULL: it is not there. */
static char *interpreter(void)
{
    enum { TAIL = sizeof "-kernel" - 1 };
    char *path = realpath("/proc/self/exe", NULL);
    size_t n = path ? strlen(path) : 0;
    if (n > TAIL && !strcmp(path + n - TAIL, "-kernel")) {
        path[n - TAIL] = 0;
        if (access(path, X_OK) == 0) return path;
    }
    free(path);
    return NULL;
}

static int run(const char *file, const char *version)
{
    char why[600];
    static char *argv[] = {(char *)"", NULL};
    Kernel k = {.version = version, .wake = -1, .log = fcntl(2, F_DUPFD_CLOEXEC, 3)};
    shell_open(&k, &k.main);
    shell_open(&k, &k.control);
    k.outbox_end = &k.outbox;
    if (!connection_read(&k.connection, file, why, sizeof why)) return fprintf(stderr, "perch kernel: %s\n", why), 1;
    pthread_mutex_init(&k.lock, NULL);
    pthread_mutex_init(&k.flushing, NULL);
    pthread_cond_init(&k.changed, NULL);
    k.comms = json_object();
    char *executable = interpreter();
    SessionConfig config = {.executable = executable, .sink = kernel_sink(&k), .argc = 1, .argv = argv, .capture = true, .branches = true, .history = "", .front = "jupyter", .connection = file};
    int status = 1;
    if (!wire_open(&k.wire, k.connection.key) || !missed_open(&k) || !live_open(&k) || !(k.session = session_open(&config)) || !(k.banner = strdup(session_banner(k.session)))) kernel_log(&k, "cannot start: out of memory");
    else if (!sockets_open(&k, why, sizeof why)) kernel_log(&k, "%s", why);
    else {
        the_kernel = &k;
        catch_signals();
        kernel_status(&k, NULL, "starting");
        dl_iterate_phdr(let_go, NULL);
        shell_run(&k.main);
        subshells_settle(&k);
        session_ready(k.session); /* the interrupt that came with the shutdown was for the cell, not for what the program does at its end */
        session_end(k.session);
        status = 0;
    }
    the_kernel = NULL;
    live_close(&k);
    pthread_mutex_lock(&k.lock);
    k.closing = true;
    pthread_mutex_unlock(&k.lock);
    if (k.session) {
        int code = session_close(k.session);
        if (!status) status = code;
    }
    sockets_close(&k);
    kernel_drop(&k);
    free(executable);
    return status;
}

int kernel_main(int argc, char **argv, const char *version, bool (*check_gpus)(const char *spec, char *said, size_t n))
{
    const char *what = argc > 1 ? argv[1] : "--help", *file = NULL, *handed = getenv("PERCH_HANDED");
    if (!strcmp(what, "install")) return kernel_install(argc - 1, argv + 1, handed, check_gpus);
    unsetenv("PERCH_HANDED"); /* (not for what cells start) */
    if (!strcmp(what, "uninstall")) return kernel_uninstall(argc - 1, argv + 1);
    if (!strcmp(what, "--help") || !strcmp(what, "-h")) return fputs(kernel_usage, stdout), 0;
    if (!strcmp(what, "-f") && argc > 2) file = argv[2];
    else if (!strncmp(what, "-f", 2) && what[2]) file = what + 2 + (what[2] == '=');
    else if (!strncmp(what, "--connection-file=", 18)) file = what + 18;
    if (!file) return fprintf(stderr, "perch kernel: install, uninstall or -f CONNECTION, not %s\n%s", what, kernel_usage), 2;
    mallopt(M_ARENA_MAX, 2);             /* each thread's own would keep what it once used */
    mallopt(M_MMAP_THRESHOLD, 32 << 20); /* a loop's arrays take again what the last round's had; said, for else the other changes with it */
    mallopt(M_TRIM_THRESHOLD, 64 << 20); /* (what lies free beside goes back to the system when no cell runs: queue_next) */
    return run(file, version);
}
