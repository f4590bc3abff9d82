/* outbox.c: what goes out to the clients, from whichever thread (kernel_impl.h). */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel_impl.h"

enum { STREAM_PIECE = 1 << 15, OUTBOX_LIMIT = 64 << 20 };

double kernel_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void kernel_log(Kernel *k, const char *format, ...)
{
    char line[1000];
    va_list ap;
    va_start(ap, format);
    vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    dprintf(k->log, "perch kernel: %s\n", line);
}

static size_t bytes_of(const Outgoing *o)
{
    size_t n = 0;
    for (size_t i = 0; i < o->frames.n; i++) n += o->frames.items[i].size;
    return n;
}

void kernel_send(Kernel *k, Outgoing *o)
{
    if (!o) {
        kernel_log(k, "a message was lost: out of memory");
        return;
    }
    pthread_mutex_lock(&k->lock);
    /* A cell that prints faster than the sockets send waits here (never the sockets' own thread). */
    while (k->outbox_bytes > OUTBOX_LIMIT && k->sockets_run && !pthread_equal(pthread_self(), k->sockets)) pthread_cond_wait(&k->changed, &k->lock);
    bool first = !k->outbox;
    k->outbox_bytes += bytes_of(o);
    *k->outbox_end = o;
    k->outbox_end = &o->next;
    pthread_mutex_unlock(&k->lock);
    if (first) sockets_wake(k);
}

void kernel_publish(Kernel *k, const char *type, const char *parent, json_t *content, json_t *metadata, const Frames *buffers)
{
    char topic[96];
    if (strcmp(type, "stream")) snprintf(topic, sizeof topic, "kernel.%s.%s", k->wire.session, type);
    else snprintf(topic, sizeof topic, "stream.%s", json_string_value(json_object_get(content, "name")));
    kernel_send(k, wire_write(&k->wire, CHANNEL_IOPUB, NULL, topic, type, parent, content, metadata, buffers));
}

void kernel_reply(Kernel *k, const Message *m, const char *type, json_t *content)
{
    kernel_send(k, wire_write(&k->wire, m->channel, &m->identities, NULL, type, m->header_text, content, NULL, NULL));
}

void kernel_status(Kernel *k, const Message *m, const char *state)
{
    kernel_publish(k, "status", m ? m->header_text : NULL, json_pack("{ss}", "execution_state", state), NULL, NULL);
}

/* ---- what a cell prints ---- */
/* Takes the buffer's text, under the lock; a message or NULL. */
static json_t *take_text(Kernel *k, char **parent)
{
    StreamBuffer *b = &k->stream;
    if (!b->n) return NULL;
    json_t *content = json_pack("{ssso}", "name", b->fd == 2 ? "stderr" : "stdout", "text", wire_text(b->text, b->n));
    b->n = 0;
    *parent = b->parent;
    b->parent = NULL;
    return content;
}

/* Text that was taken is in the outbox before anything else that its cell tells: who would send more waits for that. (The sockets' thread waits for nobody; then
 * another one is sending it.) */
void kernel_flush(Kernel *k)
{
    char *parent = NULL;
    if (k->sockets_run && pthread_equal(pthread_self(), k->sockets)) {
        if (pthread_mutex_trylock(&k->flushing)) return;
    } else pthread_mutex_lock(&k->flushing);
    pthread_mutex_lock(&k->lock);
    json_t *content = take_text(k, &parent);
    pthread_mutex_unlock(&k->lock);
    if (content) kernel_publish(k, "stream", parent, content, NULL, NULL);
    pthread_mutex_unlock(&k->flushing);
    free(parent);
}

/* Room for n more. (What there is no room for is lost: the cell goes on.) */
static bool text_room(StreamBuffer *b, size_t n)
{
    if (b->n + n <= b->cap) return true;
    size_t cap = (b->n + n) * 2 + 1024;
    char *more = realloc(b->text, cap);
    if (!more) return false;
    b->text = more;
    b->cap = cap;
    return true;
}

/* A line at a time, often: one lock and no system call for most. What waits too long is flushed by the sockets' thread, which is told of the first piece. */
void kernel_stream(Kernel *k, int fd, const char *parent, const char *text, size_t size)
{
    StreamBuffer *b = &k->stream;
    pthread_mutex_lock(&k->lock);
    while (b->n && (b->fd != fd || strcmp(b->parent ? b->parent : "", parent ? parent : ""))) { /* another's: goes first */
        pthread_mutex_unlock(&k->lock);
        kernel_flush(k);
        pthread_mutex_lock(&k->lock);
    }
    bool first = !b->n;
    if (first) {
        b->since = kernel_clock();
        b->fd = fd;
        free(b->parent);
        b->parent = parent ? strdup(parent) : NULL;
    }
    if (text_room(b, size)) {
        memcpy(b->text + b->n, text, size);
        b->n += size;
    }
    bool full = b->n >= STREAM_PIECE;
    pthread_mutex_unlock(&k->lock);
    if (full) kernel_flush(k);
    else if (first) sockets_wake(k);
}
