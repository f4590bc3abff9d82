/* shell.c: the requests that the session answers, one after the other, on the thread of its shell. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel_impl.h"

/* ---- the queue ---- */
enum { CHILDREN_NS = 100 * 1000 * 1000 };

/* With the lock held: is there nothing to do? */
static bool is_idle(const Shell *sh) { return !sh->queue && !sh->deleted && !sh->k->leaving; }

/* Until a request is there, but no longer than children's output may lie (which is the main shell's to look after). */
static void wait_for_request(void *data)
{
    Shell *sh = data;
    Kernel *k = sh->k;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += CHILDREN_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&k->lock);
    if (sh == &k->main)
        while (is_idle(sh) && pthread_cond_timedwait(&k->changed, &k->lock, &until) != ETIMEDOUT) {}
    else
        while (is_idle(sh)) pthread_cond_wait(&k->changed, &k->lock);
    pthread_mutex_unlock(&k->lock);
}

/* Waits; NULL: the shell is to end. When nothing has come for CHILDREN_NS, memory that lies free goes back to the system. */
static Message *queue_next(Shell *sh)
{
    Kernel *k = sh->k;
    for (int waits = 0;; waits++) {
        pthread_mutex_lock(&k->lock);
        bool idle = is_idle(sh);
        Message *m = k->leaving || sh->deleted ? NULL : sh->queue;
        if (m) {
            sh->queue = m->next;
            if (!sh->queue) sh->queue_end = &sh->queue;
            m->next = NULL;
        }
        pthread_mutex_unlock(&k->lock);
        if (!idle) return m;
        if (waits == 1) malloc_trim(0);
        session_wait(k->session, wait_for_request, sh);
    }
}

/* After an error the execute_requests that wait are not run; everything else stays in its place. They are taken before the failed one is answered: what a
 * client sends when it has read that answer is another matter. */
static Message *take_waiting(Shell *sh)
{
    Kernel *k = sh->k;
    sockets_settle(k);
    pthread_mutex_lock(&k->lock);
    Message *aborted = NULL, **end = &aborted, **at = &sh->queue;
    while (*at) {
        Message *m = *at;
        if (strcmp(m->type, "execute_request")) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        m->next = NULL;
        *end = m;
        end = &m->next;
    }
    sh->queue_end = at;
    pthread_mutex_unlock(&k->lock);
    return aborted;
}

static void abort_all(Kernel *k, Message *aborted)
{
    for (Message *next; aborted; aborted = next) {
        next = aborted->next;
        kernel_status(k, aborted, "busy");
        kernel_reply(k, aborted, "execute_reply", json_pack("{sssi}", "status", "aborted", "execution_count", session_number(k->session)));
        kernel_status(k, aborted, "idle");
        message_free(aborted);
    }
}

/* ---- what requests hold ---- */
static const char *text_of(const Message *m, const char *key, size_t *n)
{
    const json_t *v = json_object_get(m->content, key);
    *n = json_is_string(v) ? json_string_length(v) : 0;
    return json_is_string(v) ? json_string_value(v) : "";
}

static bool flag(const Message *m, const char *key, bool otherwise)
{
    const json_t *v = json_object_get(m->content, key);
    return json_is_boolean(v) ? json_is_true(v) : otherwise;
}

static int64_t number(const Message *m, const char *key, int64_t otherwise)
{
    const json_t *v = json_object_get(m->content, key);
    return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

/* cursor_pos counts code points; 0 is a place, absence is the end. */
static size_t cursor_of(const Message *m, const char *code, size_t n)
{
    int64_t at = number(m, "cursor_pos", -1);
    return at < 0 ? n : session_bytes(code, n, (size_t)at);
}

/* ---- execute ---- */
static json_t *expressions(Kernel *k, const Message *m)
{
    json_t *all = json_object_get(m->content, "user_expressions"), *answers = json_object(), *v;
    const char *name;
    json_object_foreach(all, name, v)
    {
        const Bundle *b;
        const CellError *e;
        const char *text = json_is_string(v) ? json_string_value(v) : "";
        json_t *answer;
        if (session_evaluate(k->session, text, &b, &e)) answer = json_pack("{sssoso}", "status", "ok", "data", bundle_json(b), "metadata", json_object());
        else {
            answer = error_json(e);
            json_object_set_new(answer, "status", json_string("error"));
        }
        json_object_set_new(answers, name, answer);
    }
    return answers;
}

static void do_execute(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    size_t n;
    const char *code = text_of(m, "code", &n);
    CellOptions options = {.silent = flag(m, "silent", false)};
    options.no_history = !flag(m, "store_history", true) || options.silent;
    int count = session_number(k->session);
    sh->asks = flag(m, "allow_stdin", true);
    sh->payload = json_array();
    atomic_store(&k->count, count);
    if (!options.silent) kernel_publish(k, "execute_input", m->header_text, json_pack("{sosi}", "code", wire_text(code, n), "execution_count", count), NULL, NULL);
    CellStatus status = session_execute(k->session, code, n, &options);
    kernel_flush(k);
    if (!session_counts(code, n, &options)) count--; /* the reply has the last number that was given, as ipykernel's */
    json_t *reply;
    if (status == CELL_OK || status == CELL_EXIT) {
        reply = json_pack("{sssisOso}", "status", "ok", "execution_count", count, "payload", sh->payload, "user_expressions", expressions(k, m));
        if (status == CELL_EXIT) {
            kernel_leave(k, false);
            json_array_append_new(json_object_get(reply, "payload"), json_pack("{sssb}", "source", "ask_exit", "keepkernel", 0));
        }
    } else {
        reply = error_json(session_last_error(k->session));
        json_object_update_new(reply, json_pack("{sssisOs{}}", "status", "error", "execution_count", count, "payload", sh->payload, "user_expressions"));
    }
    json_decref(sh->payload);
    sh->payload = NULL;
    kernel_flush(k);
    bool stop = (status == CELL_ERROR || status == CELL_INTERRUPTED) && flag(m, "stop_on_error", true) && !options.silent;
    Message *aborted = stop ? take_waiting(sh) : NULL;
    kernel_reply(k, m, "execute_reply", reply);
    abort_all(k, aborted);
}

/* ---- typing ---- */
static void do_complete(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    size_t n;
    const char *code = text_of(m, "code", &n);
    size_t cursor = cursor_of(m, code, n);
    const Completions *c = session_complete(k->session, code, n, cursor);
    json_t *matches = json_array(), *types = json_array();
    size_t start = c ? session_points(code, c->start) : session_points(code, cursor), end = c ? session_points(code, c->end) : start;
    for (int i = 0; c && i < c->count; i++) {
        const Completion *it = &c->items[i];
        json_array_append_new(matches, wire_word(it->text));
        json_t *type = json_pack("{sisisososo}", "start", (int)start, "end", (int)end, "text", wire_word(it->text), "type", wire_word(it->kind), "signature", wire_word(it->signature));
        if (it->place && *it->place) json_object_set_new(type, "place", wire_word(it->place));
        if (it->device && *it->device) json_object_set_new(type, "device", wire_word(it->device));
        json_array_append_new(types, type);
    }
    kernel_reply(k, m, "complete_reply", json_pack("{sssosisis{so}}", "status", "ok", "matches", matches, "cursor_start", (int)start, "cursor_end", (int)end,
                                                   "metadata", "_jupyter_types_experimental", types));
}

static void do_inspect(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    size_t n;
    const char *code = text_of(m, "code", &n);
    const Bundle *b = session_inspect(k->session, code, n, cursor_of(m, code, n), (int)number(m, "detail_level", 0));
    kernel_reply(k, m, "inspect_reply", json_pack("{sssbsoso}", "status", "ok", "found", b != NULL, "data", b ? bundle_json(b) : json_object(), "metadata", json_object()));
}

static void do_is_complete(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    static const char *const words[] = {"complete", "incomplete", "invalid"};
    size_t n;
    int indent = 0;
    const char *code = text_of(m, "code", &n);
    Completeness c = session_is_complete(k->session, code, n, &indent);
    json_t *reply = json_pack("{ss}", "status", words[c]);
    if (c == TEXT_INCOMPLETE) {
        char blanks[256];
        size_t width = indent < 0 ? 0 : indent > 255 ? 255 : (size_t)indent;
        memset(blanks, ' ', width);
        json_object_set_new(reply, "indent", json_stringn(blanks, width));
    }
    kernel_reply(k, m, "is_complete_reply", reply);
}

static void do_history(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    size_t n;
    const char *kind = text_of(m, "hist_access_type", &n);
    bool output = flag(m, "output", false);
    HistoryQuery q = {.kind = !strcmp(kind, "range") ? HISTORY_RANGE : !strcmp(kind, "search") ? HISTORY_SEARCH : HISTORY_TAIL, .count = (int)number(m, "n", 0),
                      .session = number(m, "session", 0), .start = (int)number(m, "start", 1), .stop = (int)number(m, "stop", 0), .unique = flag(m, "unique", false), .output = output};
    const char *pattern = text_of(m, "pattern", &n);
    q.pattern = n ? pattern : "*";
    const Entries *e = session_history(k->session, &q);
    json_t *list = json_array();
    for (int i = 0; e && i < e->count; i++) {
        const Entry *it = &e->items[i];
        json_t *row = json_pack("[Ii]", (json_int_t)it->session, it->line);
        json_array_append_new(row, output ? json_pack("[oo]", wire_word(it->input), it->output ? wire_word(it->output) : json_null()) : wire_word(it->input));
        json_array_append_new(list, row);
    }
    kernel_reply(k, m, "history_reply", json_pack("{ssso}", "status", "ok", "history", list));
}

/* ---- comms ---- */
static void do_comm_info(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    const json_t *wanted = json_object_get(m->content, "target_name");
    json_t *comms = json_object(), *v;
    const char *id;
    json_object_foreach(k->comms, id, v)
        if (!json_is_string(wanted) || json_equal(v, wanted)) json_object_set_new(comms, id, json_pack("{sO}", "target_name", v));
    kernel_reply(k, m, "comm_info_reply", json_pack("{ssso}", "status", "ok", "comms", comms));
}

void comm_known(Kernel *k, const char *kind, const json_t *content)
{
    const char *id = json_string_value(json_object_get(content, "comm_id"));
    json_t *target = json_object_get(content, "target_name");
    if (!strcmp(kind, "comm_open") && json_is_string(target)) json_object_set(k->comms, id, target);
    if (!strcmp(kind, "comm_close")) json_object_del(k->comms, id);
}

static void do_comm(Shell *sh, const Message *m)
{
    Kernel *k = sh->k;
    if (!json_is_string(json_object_get(m->content, "comm_id"))) return;
    comm_known(k, m->type, m->content);
    char *content = json_dumps(m->content, JSON_COMPACT), *metadata = json_dumps(m->metadata, JSON_COMPACT);
    size_t n = m->buffers.n;
    CommBuffer *buffers = n ? calloc(n, sizeof *buffers) : NULL;
    for (size_t i = 0; buffers && i < n; i++) buffers[i] = (CommBuffer){m->buffers.items[i].data, m->buffers.items[i].size};
    if (content && (buffers || !n))
        session_comm(k->session, &(CommMessage){.kind = m->type, .content = content, .metadata = metadata, .header = m->header_text, .buffers = buffers, .buffer_count = n});
    free(content);
    free(metadata);
    free(buffers);
}

static const Handler rows[] = {
    {"execute_request", do_execute},         {"complete_request", do_complete},   {"inspect_request", do_inspect}, {"is_complete_request", do_is_complete},
    {"history_request", do_history},         {"comm_info_request", do_comm_info}, {"comm_open", do_comm},          {"comm_msg", do_comm},
    {"comm_close", do_comm},                 {"kernel_info_request", control_info},    {"shutdown_request", control_shutdown},
    {"connect_request", control_connect},
};

void shell_handle(Shell *sh, Message *m)
{
    Kernel *k = sh->k;
    session_set_origin(k->session, m->header_text);
    sh->now = m;
    sh->asks = false;
    session_ready(k->session);
    kernel_status(k, m, "busy");
    kernel_dispatch(sh, m, rows, sizeof rows / sizeof *rows);
    kernel_flush(k);
    kernel_status(k, m, "idle");
    sh->now = NULL;
    session_set_origin(k->session, NULL);
    message_free(m);
}

void shell_run(Shell *sh)
{
    for (Message *m; (m = queue_next(sh));) shell_handle(sh, m);
}
