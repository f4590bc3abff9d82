/* control.c: what is answered at once, also while a cell runs (on the sockets' thread): who we are, interrupt, shutdown, subshells. */
#include <stdio.h>
#include <string.h>
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

void kernel_leave(Kernel *k)
{
    pthread_mutex_lock(&k->lock);
    k->leaving = true;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
}

void control_shutdown(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    bool restart = json_is_true(json_object_get(m->content, "restart"));
    kernel_reply(k, m, "shutdown_reply", json_pack("{sssb}", "status", "ok", "restart", restart));
    kernel_publish(k, "shutdown_reply", m->header_text, json_pack("{sssb}", "status", "ok", "restart", restart), NULL, NULL);
    kernel_leave(k);
    kernel_interrupt(k);
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

/* What JupyterLab's status bar asks for. */
static void do_usage(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        if (fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
        fclose(f);
    }
    kernel_reply(k, m, "usage_reply", json_pack("{ssso}", "status", "ok", "content", json_pack("{sosisIsi}", "hostname", wire_word(host), "pid", (int)getpid(), "kernel_memory",
                                                (json_int_t)pages * sysconf(_SC_PAGESIZE), "cpu_count", (int)sysconf(_SC_NPROCESSORS_ONLN))));
}

static const Handler rows[] = {
    {"kernel_info_request", control_info}, {"interrupt_request", do_interrupt}, {"shutdown_request", control_shutdown}, {"debug_request", do_debug}, {"usage_request", do_usage},
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
