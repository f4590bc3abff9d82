/* sink.c: a session's events as messages on iopub, and its questions as messages on stdin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_impl.h"

json_t *bundle_json(const Bundle *b)
{
    json_t *data = json_object();
    for (int i = 0; b && i < b->count; i++) {
        const Mime *m = &b->items[i];
        json_t *v = m->json ? json_loadb(m->data, m->size, JSON_DECODE_ANY, NULL) : NULL;
        json_object_set_new(data, m->type, v ? v : wire_text(m->data, m->size));
    }
    return data;
}

static json_t *metadata_json(const Bundle *b)
{
    json_t *v = b && b->metadata ? json_loads(b->metadata, 0, NULL) : NULL;
    return v ? v : json_object();
}

/* ename, evalue and the traceback's lines in colour. */
json_t *error_json(const CellError *e)
{
    json_t *lines = json_array();
    const char *text = e && e->coloured ? e->coloured : e && e->plain ? e->plain : "";
    while (*text) {
        const char *end = strchrnul(text, '\n');
        json_array_append_new(lines, wire_text(text, (size_t)(end - text)));
        text = *end ? end + 1 : end;
    }
    return json_pack("{sososo}", "ename", wire_word(e ? e->name : ""), "evalue", wire_word(e ? e->value : ""), "traceback", lines);
}

static const char *parent(const Kernel *k) { return session_origin(k->session); }

static void on_stream(void *data, int fd, const char *text, size_t size)
{
    Kernel *k = data;
    kernel_stream(k, fd, parent(k), text, size);
}
static void on_flush(void *data) { kernel_flush(data); }

static void on_display(void *data, const Bundle *b, const char *id, bool update)
{
    Kernel *k = data;
    kernel_flush(k);
    json_t *transient = json_object();
    if (id) json_object_set_new(transient, "display_id", wire_word(id));
    kernel_publish(k, update ? "update_display_data" : "display_data", parent(k), json_pack("{sososo}", "data", bundle_json(b), "metadata", metadata_json(b), "transient", transient), NULL, NULL);
    if (!update) live_shown(k, id);
}

static void on_progress(void *data, const Progress *p) { live_progress(data, p); }

static void on_result(void *data, int number, const Bundle *b)
{
    Kernel *k = data;
    kernel_flush(k);
    kernel_publish(k, "execute_result", parent(k), json_pack("{sisososo}", "execution_count", number, "data", bundle_json(b), "metadata", metadata_json(b), "transient", json_object()), NULL, NULL);
}

static void on_error(void *data, const CellError *e)
{
    Kernel *k = data;
    kernel_flush(k);
    kernel_publish(k, "error", parent(k), error_json(e), NULL, NULL);
}

static void on_clear(void *data, bool wait)
{
    Kernel *k = data;
    kernel_flush(k);
    kernel_publish(k, "clear_output", parent(k), json_pack("{sb}", "wait", wait), NULL, NULL);
}

static void on_page(void *data, const Bundle *b)
{
    Shell *sh = shell_of_origin(data);
    if (sh && sh->payload) json_array_append_new(sh->payload, json_pack("{sssosi}", "source", "page", "data", bundle_json(b), "start", 0));
}

static void on_next_input(void *data, const char *cell, bool replace)
{
    Shell *sh = shell_of_origin(data);
    if (sh && sh->payload) json_array_append_new(sh->payload, json_pack("{sssosb}", "source", "set_next_input", "text", wire_word(cell), "replace", replace));
}

static void on_comm(void *data, const CommMessage *m)
{
    Kernel *k = data;
    json_t *content = json_loads(m->content, JSON_ALLOW_NUL, NULL), *metadata = m->metadata ? json_loads(m->metadata, JSON_ALLOW_NUL, NULL) : NULL;
    Frames buffers = {0};
    bool ok = json_is_string(json_object_get(content, "comm_id"));
    for (size_t i = 0; ok && i < m->buffer_count; i++) ok = frames_add(&buffers, m->buffers[i].data, m->buffers[i].size);
    if (ok) {
        comm_known(k, m->kind, content);
        kernel_flush(k);
        kernel_publish(k, m->kind, parent(k), content, metadata, &buffers);
    } else {
        json_decref(content);
        json_decref(metadata);
    }
    frames_drop(&buffers);
}

/* ---- questions ---- */
static Message *take_answers(Shell *sh)
{
    Message *all = sh->answers;
    sh->answers = NULL;
    sh->answers_end = &sh->answers;
    return all;
}

typedef struct Asking { Shell *sh; const void *self; Message *answers; bool broken; } Asking;

static void wait_for_answer(void *data)
{
    Asking *a = data;
    Shell *sh = a->sh;
    Kernel *k = sh->k;
    pthread_mutex_lock(&k->lock);
    while (!(a->broken = session_called(k->session, a->self) || k->leaving) && !sh->answers) pthread_cond_wait(&k->changed, &k->lock);
    a->answers = take_answers(sh);
    sh->question[0] = 0;
    pthread_mutex_unlock(&k->lock);
}

static InputStatus on_input(void *data, const char *prompt, bool password, char **line)
{
    Kernel *k = data;
    Shell *sh = shell_of_origin(k);
    if (!sh || !sh->asks || sh->question[0]) return INPUT_REFUSED; /* (a thread of the cell asks while another one does) */
    kernel_flush(k);
    Outgoing *o = wire_write(&k->wire, CHANNEL_STDIN, &sh->now->identities, NULL, "input_request", sh->now->header_text,
                             json_pack("{sosb}", "prompt", wire_word(prompt), "password", password), NULL, NULL);
    pthread_mutex_lock(&k->lock);
    Message *stale = take_answers(sh); /* to a question that nobody waits for any more */
    snprintf(sh->question, sizeof sh->question, "%s", o ? o->id : "?");
    pthread_mutex_unlock(&k->lock);
    messages_free(stale);
    kernel_send(k, o);
    Asking a = {sh, session_self(k->session), NULL, false};
    session_wait(k->session, wait_for_answer, &a);
    const json_t *value = a.answers && !a.broken ? json_object_get(a.answers->content, "value") : NULL;
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    bool end = !strcmp(text, "\x04"); /* Ctrl-D in a console */
    *line = a.broken || end ? NULL : strdup(text);
    messages_free(a.answers);
    return a.broken ? INPUT_INTERRUPTED : end ? INPUT_EOF : INPUT_GIVEN;
}

static char *on_missed(void *data, bool all) { return missed_take(data, all); }

Sink kernel_sink(Kernel *k)
{
    return (Sink){.data = k, .stream = on_stream, .display = on_display, .result = on_result, .error = on_error, .progress = on_progress, .clear = on_clear, .page = on_page, .next_input = on_next_input,
                  .input = on_input, .flush = on_flush, .comm = on_comm, .missed = on_missed};
}
