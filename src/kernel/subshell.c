/* subshell.c: shells beside the main one (create, delete, list), and which shell a message is for. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_impl.h"

enum { MOST = 256 };

void shell_open(Kernel *k, Shell *sh)
{
    sh->k = k;
    sh->queue_end = &sh->queue;
    sh->answers_end = &sh->answers;
}

void shell_drop(Shell *sh)
{
    messages_free(sh->queue);
    messages_free(sh->answers);
}

/* With the lock held. */
static Shell **find(Kernel *k, const char *id)
{
    for (Shell **at = &k->subshells; *at; at = &(*at)->next)
        if (!(*at)->deleted && !strcmp((*at)->id, id)) return at;
    return NULL;
}

static json_t *unknown(const char *id)
{
    char words[120];
    snprintf(words, sizeof words, "there is no subshell '%.60s'", id);
    return json_pack("{sssssos[]}", "status", "error", "ename", "UnknownSubshellError", "evalue", wire_word(words), "traceback");
}

/* A request to a shell that is not there is answered all the same (taken). */
static void refuse(Kernel *k, Message *m)
{
    static const char request[] = "_request";
    size_t n = strlen(m->type), stem = n - (sizeof request - 1);
    char type[80];
    kernel_status(k, m, "busy");
    if (n > sizeof request - 1 && n < sizeof type && !strcmp(m->type + stem, request)) {
        json_t *content = unknown(m->subshell);
        if (!strcmp(m->type, "execute_request")) json_object_set_new(content, "execution_count", json_integer(atomic_load(&k->count)));
        snprintf(type, sizeof type, "%.*s_reply", (int)stem, m->type);
        kernel_reply(k, m, type, content);
    }
    kernel_status(k, m, "idle");
    message_free(m);
}

static void append(Message *m, Message ***end)
{
    **end = m;
    *end = &m->next;
}

/* With the lock held: the shell whose question it answers; a client that does not say which: the one that asked last. NULL: a question that is over. */
static Shell *asker(Kernel *k, const Message *m)
{
    const json_t *id = json_object_get(m->parent, "msg_id"), *kind = json_object_get(m->parent, "msg_type");
    Shell *any = k->main.question[0] ? &k->main : NULL;
    if (any && json_is_string(id) && !strcmp(json_string_value(id), any->question)) return any;
    for (Shell *sh = k->subshells; sh; sh = sh->next) {
        if (!sh->question[0]) continue;
        if (json_is_string(id) && !strcmp(json_string_value(id), sh->question)) return sh;
        any = sh;
    }
    return json_is_string(kind) && !strcmp(json_string_value(kind), "input_request") ? NULL : any;
}

void subshells_take(Kernel *k, Message *m)
{
    pthread_mutex_lock(&k->lock);
    Shell **found = m->channel == CHANNEL_SHELL && m->subshell ? find(k, m->subshell) : NULL, *sh = found ? *found : NULL;
    if (m->channel == CHANNEL_STDIN) sh = asker(k, m);
    else if (!m->subshell) sh = &k->main;
    if (sh) append(m, m->channel == CHANNEL_STDIN ? &sh->answers_end : &sh->queue_end);
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    if (sh) return;
    if (m->channel == CHANNEL_SHELL) refuse(k, m);
    else message_free(m); /* an answer that nobody waits for any more */
}

Shell *shell_of_origin(Kernel *k)
{
    const char *origin = session_origin(k->session);
    if (!origin) return NULL;
    if (k->main.now && !strcmp(k->main.now->header_text, origin)) return &k->main;
    pthread_mutex_lock(&k->lock);
    Shell *sh = k->subshells;
    while (sh && !(sh->now && !strcmp(sh->now->header_text, origin))) sh = sh->next; /* (now changes with the session's turn alone) */
    pthread_mutex_unlock(&k->lock);
    return sh;
}

/* ---- on its own thread ---- */
static void run(void *data, bool came)
{
    Shell *sh = data;
    Kernel *k = sh->k;
    pthread_mutex_lock(&k->lock);
    k->starting--;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    if (came) shell_run(sh);
    pthread_mutex_lock(&k->lock);
    Shell **at = &k->subshells;
    while (*at != sh) at = &(*at)->next;
    *at = sh->next;
    Message *left = sh->queue;
    sh->queue = NULL;
    bool leaving = k->leaving;
    pthread_mutex_unlock(&k->lock);
    for (Message *next; left && !leaving; left = next) {
        next = left->next;
        left->next = NULL;
        refuse(k, left);
    }
    messages_free(left);
    shell_drop(sh);
    free(sh);
}

static bool wait_over(Kernel *k) { return !k->starting; }

static void wait_for_all(void *data)
{
    Kernel *k = data;
    pthread_mutex_lock(&k->lock);
    while (!wait_over(k)) pthread_cond_wait(&k->changed, &k->lock);
    pthread_mutex_unlock(&k->lock);
}

void subshells_settle(Kernel *k) { session_wait(k->session, wait_for_all, k); }

/* ---- requests on control ---- */
static void name_it(Shell *sh)
{
    unsigned char raw[16];
    char hex[33];
    randombytes_buf(raw, sizeof raw);
    raw[6] = (unsigned char)((raw[6] & 0x0F) | 0x40); /* a UUID of version 4 */
    raw[8] = (unsigned char)((raw[8] & 0x3F) | 0x80);
    sodium_bin2hex(hex, sizeof hex, raw, sizeof raw);
    snprintf(sh->id, sizeof sh->id, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
}

static bool create(Kernel *k, char id[37])
{
    Shell *sh = calloc(1, sizeof *sh);
    if (!sh) return false;
    shell_open(k, sh);
    name_it(sh);
    memcpy(id, sh->id, sizeof sh->id);
    int count = 0;
    pthread_mutex_lock(&k->lock);
    for (const Shell *each = k->subshells; each; each = each->next) count++;
    bool ok = count < MOST && !k->leaving;
    if (ok) {
        k->starting++;
        sh->next = k->subshells;
        k->subshells = sh;
    }
    pthread_mutex_unlock(&k->lock);
    if (ok && session_branch(k->session, run, sh)) return true;
    pthread_mutex_lock(&k->lock);
    if (ok) {
        k->starting--;
        *find(k, id) = sh->next; /* (nobody but this thread looks for it) */
    }
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    free(sh);
    return false;
}

void subshell_create(Shell *control, const Message *m)
{
    char id[37];
    kernel_reply(control->k, m, "create_subshell_reply", create(control->k, id) ? json_pack("{ssss}", "status", "ok", "subshell_id", id) :
                 json_pack("{sssssss[]}", "status", "error", "ename", "RuntimeError", "evalue", "no subshell can be made: too many, no memory, or the kernel is leaving", "traceback"));
}

/* It ends when it has done what it is at; what waits in its queue is refused. */
void subshell_delete(Shell *control, const Message *m)
{
    Kernel *k = control->k;
    const json_t *v = json_object_get(m->content, "subshell_id");
    const char *id = json_is_string(v) ? json_string_value(v) : "";
    pthread_mutex_lock(&k->lock);
    Shell **found = find(k, id);
    if (found) (*found)->deleted = true;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    kernel_reply(k, m, "delete_subshell_reply", found ? json_pack("{ss}", "status", "ok") : unknown(id));
}

void subshell_list(Shell *control, const Message *m)
{
    Kernel *k = control->k;
    json_t *ids = json_array();
    pthread_mutex_lock(&k->lock);
    for (const Shell *sh = k->subshells; sh; sh = sh->next)
        if (!sh->deleted) json_array_insert_new(ids, 0, json_string(sh->id)); /* the oldest first */
    pthread_mutex_unlock(&k->lock);
    kernel_reply(k, m, "list_subshell_reply", json_pack("{ssso}", "status", "ok", "subshell_id", ids));
}
