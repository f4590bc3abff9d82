/* control.c: what is answered at once, also while a cell runs (on the sockets' thread): who we are, interrupt, shutdown, subshells. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel_impl.h"

void kernel_interrupt(Kernel *k)
{
    pthread_mutex_lock(&k->lock);
    if (!k->closing) session_interrupt(k->session);
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
}

void control_info(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    json_t *language = json_pack("{sssssssssssss{sssi}}", "name", "python", "version", "3.11.2", "mimetype", "text/x-python", "file_extension", ".py", "pygments_lexer", "ipython3",
                                 "nbconvert_exporter", "python", "codemirror_mode", "name", "ipython", "version", 3);
    kernel_reply(k, m, "kernel_info_reply", json_pack("{sssssssssosss[{ssss}{ssss}]s[s]sb}", "status", "ok", "protocol_version", WIRE_PROTOCOL, "implementation", "perch", "implementation_version", k->version,
                     "language_info", language, "banner", k->banner, "help_links",
                     "text", "Python", "url", "https://docs.python.org/3.11", "text", "PyTorch", "url", "https://pytorch.org/docs/1.13/", "supported_features", "kernel subshells", "debugger", 0));
}

void kernel_leave(Kernel *k, bool at_once)
{
    pthread_mutex_lock(&k->lock);
    k->leaving = true;
    if (at_once && !k->closing) session_interrupt(k->session); /* under the lock that the main thread sees `leaving` with: it is there to be taken before the program's last code runs */
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
}

void control_shutdown(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    bool restart = json_is_true(json_object_get(m->content, "restart"));
    kernel_reply(k, m, "shutdown_reply", json_pack("{sssb}", "status", "ok", "restart", restart));
    kernel_publish(k, "shutdown_reply", m->header_text, json_pack("{sssb}", "status", "ok", "restart", restart), NULL, NULL);
    kernel_leave(k, true);
}

/* ---- requests ---- */
static void do_interrupt(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    kernel_interrupt(k);
    kernel_reply(k, m, "interrupt_reply", json_pack("{ss}", "status", "ok"));
}

/* There is no debugger: each of its requests fails, as the Debug Adapter Protocol says it. */
static void do_debug(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    const json_t *command = json_object_get(m->content, "command"), *seq = json_object_get(m->content, "seq");
    kernel_reply(k, m, "debug_reply", json_pack("{sssisIsbssss}", "type", "response", "seq", 0, "request_seq", (json_int_t)json_integer_value(seq), "success", 0,
                                                "command", json_is_string(command) ? json_string_value(command) : "", "message", "perch's kernel has no debugger"));
}

/* Where it listens, for clients older than connection files. */
void control_connect(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    json_t *reply = json_pack("{ss}", "status", "ok");
    for (Port port = 0; port < PORT_COUNT; port++) json_object_set_new(reply, port_name(port), json_integer(k->connection.port[port]));
    kernel_reply(k, m, "connect_reply", reply);
}

/* ---- what the process uses, for JupyterLab's status bar ---- */
/* A number of a file in /proc behind a word at the beginning of a line, -1: there is none. */
static int64_t proc_number(const char *path, const char *word)
{
    char line[256];
    long long n = -1;
    FILE *f = fopen(path, "r");
    while (f && n < 0 && fgets(line, sizeof line, f))
        if (!strncmp(line, word, strlen(word)) && sscanf(line + strlen(word), "%lld", &n) != 1) n = -1;
    if (f) fclose(f);
    return n;
}

static json_t *host_memory(void)
{
    static const struct { const char *key, *word; } rows[] = {{"total", "MemTotal:"}, {"available", "MemAvailable:"}, {"free", "MemFree:"}, {"active", "Active:"}, {"inactive", "Inactive:"},
                                                              {"buffers", "Buffers:"}, {"cached", "Cached:"}, {"shared", "Shmem:"}, {"slab", "Slab:"}};
    json_t *all = json_object();
    int64_t kib[sizeof rows / sizeof *rows];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kib[i] = proc_number("/proc/meminfo", rows[i].word);
        if (kib[i] >= 0) json_object_set_new(all, rows[i].key, json_integer(kib[i] * 1024));
    }
    if (kib[0] > 0 && kib[1] >= 0) {
        json_object_set_new(all, "used", json_integer((kib[0] - kib[1]) * 1024));
        json_object_set_new(all, "percent", json_real((double)(int64_t)(1000.0 * (double)(kib[0] - kib[1]) / (double)kib[0]) / 10));
    }
    return all;
}

/* Percent of one processor since the last request (the sockets' thread answers them all), as psutil counts it. */
static double cpu_percent(void)
{
    static double wall, busy;
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    double now = kernel_clock(), used = (double)t.tv_sec + (double)t.tv_nsec * 1e-9, share = wall > 0 && now > wall ? 100 * (used - busy) / (now - wall) : 0;
    wall = now;
    busy = used;
    return (double)(int64_t)(share * 10) / 10;
}

static void do_usage(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    int64_t resident = proc_number("/proc/self/status", "VmRSS:");
    kernel_reply(k, m, "usage_reply", json_pack("{sosisfsIsosi}", "hostname", wire_word(host), "pid", (int)getpid(), "kernel_cpu", cpu_percent(), "kernel_memory", (json_int_t)(resident < 0 ? 0 : resident * 1024),
                                                "host_virtual_memory", host_memory(), "cpu_count", (int)sysconf(_SC_NPROCESSORS_ONLN)));
}

static const Handler rows[] = {
    {"kernel_info_request", control_info}, {"connect_request", control_connect}, {"interrupt_request", do_interrupt}, {"shutdown_request", control_shutdown}, {"debug_request", do_debug}, {"usage_request", do_usage},
    {"create_subshell_request", subshell_create}, {"delete_subshell_request", subshell_delete}, {"list_subshell_request", subshell_list},
};

void kernel_dispatch(Shell *sh, const Message *m, const Handler *handlers, size_t n)
{
    size_t i = 0;
    while (i < n && strcmp(handlers[i].type, m->type)) i++;
    if (i < n) handlers[i].handle(sh, m);
    else kernel_log(sh->k, "%s: '%s' is unknown here", m->channel == CHANNEL_CONTROL ? "control" : "shell", m->type);
}

void control_handle(Kernel *k, Message *m)
{
    kernel_status(k, m, "busy");
    kernel_dispatch(&k->control, m, rows, sizeof rows / sizeof *rows);
    kernel_status(k, m, "idle");
    message_free(m);
}
