/* fuzz_frames.c: any frames as a message of a Jupyter client: read, signed, checked, answered, on each channel, without sockets. What cells would run is
 * left to fuzz_program. An input is frames, divided by the byte 30; its first byte says on which channel they come.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_impl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Kernel *kernel; /* unsigned */
static Wire keyed;

static void open_all(void)
{
    static char *argv[] = {(char *)"", NULL};
    kernel = calloc(1, sizeof *kernel);
    kernel->version = "fuzz";
    kernel->wake = kernel->log = -1;
    shell_open(kernel, &kernel->main);
    shell_open(kernel, &kernel->control);
    kernel->outbox_end = &kernel->outbox;
    pthread_mutex_init(&kernel->lock, NULL);
    pthread_mutex_init(&kernel->flushing, NULL);
    pthread_cond_init(&kernel->changed, NULL);
    kernel->comms = json_object();
    SessionConfig config = {.sink = kernel_sink(kernel), .argc = 1, .argv = argv, .front = "jupyter", .mem_limit = 256 << 20};
    if (!wire_open(&kernel->wire, "") || !wire_open(&keyed, "a key") || !missed_open(kernel) || !live_open(kernel) || !(kernel->session = session_open(&config))) abort();
    kernel->banner = strdup(session_banner(kernel->session));
}

static Frames split(const uint8_t *data, size_t size)
{
    Frames f = {0};
    for (size_t at = 0, n; at <= size; at += n + 1) {
        const uint8_t *end = at < size ? memchr(data + at, 30, size - at) : NULL;
        n = end ? (size_t)(end - data) - at : size - at;
        if (!frames_add(&f, data + at, n)) abort();
    }
    return f;
}

static Frames copy_of(const Frames *f)
{
    Frames c = {0};
    for (size_t i = 0; i < f->n; i++)
        if (!frames_add(&c, f->items[i].data, f->items[i].size)) abort();
    return c;
}

/* What was read goes out again with a signature: it is taken once, not twice, and not with a byte changed. */
static void round_trip(const Message *m)
{
    const char *why;
    Outgoing *o = wire_write(&keyed, CHANNEL_SHELL, &m->identities, NULL, m->type, m->header_text, json_incref(m->content), json_incref(m->metadata), &m->buffers);
    if (!o) return; /* (a text that JSON cannot hold) */
    Frames good = copy_of(&o->frames), again = copy_of(&o->frames), bad = copy_of(&o->frames);
    bad.items[o->first + 4].data[0] ^= 1;
    Message *first = wire_read(&keyed, CHANNEL_SHELL, &good, &why), *second = wire_read(&keyed, CHANNEL_SHELL, &again, &why), *third = wire_read(&keyed, CHANNEL_SHELL, &bad, &why);
    if (!first || second || third || !json_equal(first->content, m->content)) abort();
    message_free(first);
    outgoing_free(o);
}

static bool is_left_out(const char *type)
{
    static const char *const rows[] = {"execute_request", "create_subshell_request"}; /* programs; threads */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i], type)) return true;
    return false;
}

static void answer(Kernel *k, Message *m)
{
    switch (m->channel) {
    case CHANNEL_CONTROL: control_handle(k, m); break;
    case CHANNEL_STDIN: subshells_take(k, m); break;
    default:
        if (m->subshell) subshells_take(k, m); /* there is none: it is refused */
        else shell_handle(&k->main, m);
    }
    kernel_flush(k);
    for (Outgoing *o = k->outbox, *next; o; o = next) {
        next = o->next;
        if (o->channel == CHANNEL_IOPUB) missed_keep(k, o);
        outgoing_free(o);
    }
    k->outbox = NULL;
    k->outbox_end = &k->outbox;
    k->outbox_bytes = 0;
    k->leaving = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!kernel) open_all();
    if (!size) return 0;
    Channel channel = (Channel[]){CHANNEL_SHELL, CHANNEL_CONTROL, CHANNEL_STDIN}[data[0] % 3];
    Frames f = split(data + 1, size - 1), copy = copy_of(&f);
    const char *why;
    Message *m = wire_read(&keyed, channel, &copy, &why); /* nobody guesses a signature */
    if (m) abort();
    m = wire_read(&kernel->wire, channel, &f, &why);
    if (!m) return 0;
    round_trip(m);
    if (is_left_out(m->type)) message_free(m);
    else answer(kernel, m);
    return 0;
}
