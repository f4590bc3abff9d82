/* sockets.c: the thread that owns the sockets, and the heartbeat's (kernel_impl.h). */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

#include "kernel_impl.h"

enum { FRAME_LIMIT = 1 << 30, LINGER_MS = 1000, PATIENCE_MS = 1000, RETRY_MS = 10, RETRY_SECONDS = 10, STREAM_WAIT_MS = 50, EARS_MS = 1000 };
/* So many messages wait for a client that does not read; what comes then it never sees. (Of questions there is one at a time: none may be lost.) */
enum { KEPT_MESSAGES = 10000, KEPT_BEATS = 100 };

typedef struct Sockets {
    Kernel *k;
    void *socket[4];     /* by Channel */
    Outgoing *late;      /* a question to a client whose stdin socket is not connected yet: tried again for a while */
    double late_since;
    bool heard;          /* somebody has listened on iopub */
    double asked;        /* since then requests on shell wait for that; 0: none do */
} Sockets;
static const Port port_of[4] = {PORT_SHELL, PORT_CONTROL, PORT_STDIN, PORT_IOPUB};

void sockets_wake(Kernel *k)
{
    uint64_t one = 1;
    ssize_t n = write(k->wake, &one, sizeof one);
    (void)n;
}

static void quiet_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL); /* they are the first thread's */
}

/* ---- receiving ---- */
/* All frames of the next message; false: there is none. */
static bool receive(Kernel *k, void *socket, Frames *f)
{
    bool more = true, lost = false;
    while (more) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        if (zmq_msg_recv(&part, socket, ZMQ_DONTWAIT) < 0) {
            zmq_msg_close(&part);
            return false;
        }
        lost = lost || f->n > 2 * WIRE_DEPTH || !frames_add(f, zmq_msg_data(&part), zmq_msg_size(&part));
        more = zmq_msg_more(&part);
        zmq_msg_close(&part);
    }
    if (lost) {
        frames_drop(f);
        kernel_log(k, "a message was dropped: too many frames, or no memory for it");
    }
    return true;
}

static void take(Sockets *s, Channel channel)
{
    static const char *const names[] = {"shell", "control", "stdin"};
    Kernel *k = s->k;
    Frames f = {0};
    while (receive(k, s->socket[channel], &f)) {
        if (!f.n) continue;
        const char *why;
        Message *m = wire_read(&k->wire, channel, &f, &why);
        f = (Frames){0};
        if (!m) {
            kernel_log(k, "a message on %s was dropped: %s", names[channel], why);
            continue;
        }
        if (channel == CHANNEL_CONTROL) control_handle(k, m);
        else subshells_take(k, m);
    }
    frames_drop(&f);
}

/* ---- sending ---- */
/* false: nobody of that name is connected (told of stdin's alone). */
static bool transmit(Sockets *s, const Outgoing *o)
{
    for (size_t i = 0; i < o->frames.n; i++)
        while (zmq_send(s->socket[o->channel], o->frames.items[i].data, o->frames.items[i].size, i + 1 < o->frames.n ? ZMQ_SNDMORE : 0) < 0) {
            if (errno == EHOSTUNREACH) return false;
            if (errno != EINTR) break;
        }
    return true;
}

/* Subscriptions. Each takes effect here and not before: a new listener hears a welcome before anything else. */
static void welcome(Sockets *s)
{
    Frames f = {0};
    void *socket = s->socket[CHANNEL_IOPUB];
    while (receive(s->k, socket, &f)) {
        if (f.n && f.items[0].size) {
            bool more = f.items[0].data[0] == 1;
            const char *topic = f.items[0].data + 1;
            size_t n = f.items[0].size - 1;
            zmq_setsockopt(socket, more ? ZMQ_SUBSCRIBE : ZMQ_UNSUBSCRIBE, topic, n);
            missed_listener(s->k, more);
            s->heard = s->heard || more;
            Outgoing *o = more ? wire_write(&s->k->wire, CHANNEL_IOPUB, NULL, topic, "iopub_welcome", NULL, json_pack("{so}", "subscription", wire_text(topic, n)), NULL, NULL) : NULL;
            if (o) transmit(s, o);
            outgoing_free(o);
        }
        frames_drop(&f);
    }
    frames_drop(&f);
}

/* A client's sockets connect one by one, each when it tries again: what is asked before it listens waits for its ears, a little while, or it would never hear that the kernel is idle again
 * (jupyter console then waits for good). Milliseconds that requests on shell are to wait still; 0: they are taken. */
static int ears_wait(Sockets *s)
{
    if (s->heard || s->asked == 0) return 0;
    int left = EARS_MS - (int)((kernel_clock() - s->asked) * 1000);
    if (left <= 0) s->heard = true;
    return left > 0 ? left : 0;
}

static void try_late(Sockets *s)
{
    if (!s->late || (!transmit(s, s->late) && kernel_clock() - s->late_since < RETRY_SECONDS)) return;
    outgoing_free(s->late);
    s->late = NULL;
}

static void empty_outbox(Sockets *s)
{
    Kernel *k = s->k;
    for (;;) {
        pthread_mutex_lock(&k->lock);
        Outgoing *all = k->outbox;
        k->outbox = NULL;
        k->outbox_end = &k->outbox;
        k->outbox_bytes = 0;
        pthread_cond_broadcast(&k->changed);
        pthread_mutex_unlock(&k->lock);
        if (!all) return;
        for (Outgoing *next; all; all = next) {
            next = all->next;
            if (all->channel == CHANNEL_IOPUB) missed_keep(k, all);
            if (transmit(s, all)) outgoing_free(all);
            else {
                outgoing_free(s->late);
                s->late = all;
                s->late_since = kernel_clock();
            }
        }
    }
}

/* Milliseconds until printed text has waited long enough; it is sent when it has. */
static int stream_wait(Kernel *k)
{
    pthread_mutex_lock(&k->lock);
    bool waits = k->stream.n > 0;
    double age = waits ? kernel_clock() - k->stream.since : 0;
    pthread_mutex_unlock(&k->lock);
    if (!waits) return PATIENCE_MS;
    int left = STREAM_WAIT_MS - (int)(age * 1000);
    if (left > 0) return left;
    kernel_flush(k);
    return 0;
}

/* The front that started the kernel has gone (it says its number when it wants this). */
static bool is_orphan(void)
{
    const char *parent = getenv("JPY_PARENT_PID");
    long pid = parent ? atol(parent) : 0;
    return pid > 1 && getppid() != pid && kill((pid_t)pid, 0) < 0 && errno == ESRCH;
}

static void *sockets_run(void *data)
{
    Sockets *s = data;
    Kernel *k = s->k;
    quiet_signals();
    unsigned signals = 0;
    bool stop = false;
    while (!stop) {
        int wait = stream_wait(k), live = live_wait(k);
        if (live >= 0 && wait > live) wait = live;
        empty_outbox(s);
        try_late(s);
        if (s->late && wait > RETRY_MS) wait = RETRY_MS;
        int ears = ears_wait(s);
        if (ears && wait > ears) wait = ears;
        zmq_pollitem_t items[] = {{s->socket[CHANNEL_SHELL], 0, ears ? 0 : ZMQ_POLLIN, 0}, {s->socket[1], 0, ZMQ_POLLIN, 0}, {s->socket[2], 0, ZMQ_POLLIN, 0}, {s->socket[3], 0, ZMQ_POLLIN, 0}, {NULL, k->wake, ZMQ_POLLIN, 0}};
        int n = zmq_poll(items, 5, wait);
        if (n < 0 && errno != EINTR) break;
        if (n == 0 && is_orphan()) kernel_leave(k, true);
        uint64_t count;
        ssize_t got = n > 0 && items[4].revents ? read(k->wake, &count, sizeof count) : 0;
        (void)got;
        pthread_mutex_lock(&k->lock);
        uint64_t wanted = k->drain_wanted;
        stop = !k->sockets_run;
        pthread_mutex_unlock(&k->lock);
        welcome(s);
        take(s, CHANNEL_CONTROL);
        take(s, CHANNEL_STDIN);
        if (n > 0 && items[0].revents && s->asked == 0) s->asked = kernel_clock();
        if (s->heard || (s->asked > 0 && !ears_wait(s))) take(s, CHANNEL_SHELL);
        if (wanted != k->drained) empty_outbox(s);
        bool broken = signals != atomic_load(&k->signals);
        signals = atomic_load(&k->signals);
        pthread_mutex_lock(&k->lock);
        bool settled = k->drained != wanted;
        k->drained = wanted;
        if (broken || settled) pthread_cond_broadcast(&k->changed);
        pthread_mutex_unlock(&k->lock);
    }
    kernel_flush(k);
    empty_outbox(s);
    for (int i = 0; i < 4; i++) zmq_close(s->socket[i]);
    outgoing_free(s->late);
    free(s);
    return NULL;
}

static void *heartbeat_run(void *socket)
{
    quiet_signals();
    zmq_proxy(socket, socket, NULL); /* until the context closes */
    zmq_close(socket);
    return NULL;
}

/* ---- opening ---- */
static bool refuse(char *why, size_t n, const char *what, const char *endpoint)
{
    snprintf(why, n, "%s %s: %s", what, endpoint, zmq_strerror(errno));
    return false;
}

static void *bound(Kernel *k, int type, int kept, const char *endpoint, char *why, size_t n)
{
    void *socket = zmq_socket(k->zmq, type);
    int linger = LINGER_MS, one = 1, none = 0;
    if (!socket) return refuse(why, n, "cannot make a socket for", endpoint), NULL;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_SNDHWM, &kept, sizeof kept);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &none, sizeof none);
    int64_t largest = FRAME_LIMIT;
    zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &largest, sizeof largest);
    if (type == ZMQ_ROUTER) zmq_setsockopt(socket, ZMQ_ROUTER_HANDOVER, &one, sizeof one); /* a client that comes again under its name */
    if (!kept) zmq_setsockopt(socket, ZMQ_ROUTER_MANDATORY, &one, sizeof one);         /* a question that reaches nobody is told of */
    if (type == ZMQ_XPUB) zmq_setsockopt(socket, ZMQ_XPUB_MANUAL, &one, sizeof one);        /* each subscription is told, and takes effect when it was seen */
    if (zmq_bind(socket, endpoint) == 0) return socket;
    refuse(why, n, "cannot listen on", endpoint);
    zmq_close(socket);
    return NULL;
}

bool sockets_open(Kernel *k, char *why, size_t n)
{
    Sockets *s = calloc(1, sizeof *s);
    k->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    k->zmq = zmq_ctx_new();
    mode_t mask = umask(0177); /* an ipc socket is for its owner alone */
    bool ok = s && k->wake >= 0 && k->zmq;
    if (!ok) snprintf(why, n, "cannot start: %s", strerror(errno));
    if (s) s->k = k;
    for (int i = 0; ok && i < 4; i++) ok = (s->socket[i] = bound(k, i == CHANNEL_IOPUB ? ZMQ_XPUB : ZMQ_ROUTER, i == CHANNEL_STDIN ? 0 : KEPT_MESSAGES, k->connection.endpoint[port_of[i]], why, n)) != NULL;
    void *beat = ok ? bound(k, ZMQ_ROUTER, KEPT_BEATS, k->connection.endpoint[PORT_HEARTBEAT], why, n) : NULL;
    umask(mask);
    k->sockets_run = true;
    if (beat && pthread_create(&k->heartbeat, NULL, heartbeat_run, beat) == 0) {
        k->heartbeat_runs = true;
        if (pthread_create(&k->sockets, NULL, sockets_run, s) == 0) return true;
        snprintf(why, n, "cannot start a thread");
    } else if (beat) {
        snprintf(why, n, "cannot start a thread");
        zmq_close(beat);
    }
    k->sockets_run = false;
    for (int i = 0; s && i < 4; i++)
        if (s->socket[i]) zmq_close(s->socket[i]);
    free(s);
    return false;
}

void sockets_close(Kernel *k)
{
    pthread_mutex_lock(&k->lock);
    bool ran = k->sockets_run;
    k->sockets_run = false;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    if (ran) {
        sockets_wake(k);
        pthread_join(k->sockets, NULL);
    }
    if (k->zmq) zmq_ctx_shutdown(k->zmq);
    if (k->heartbeat_runs) pthread_join(k->heartbeat, NULL);
    if (k->zmq) zmq_ctx_term(k->zmq);
    if (k->wake >= 0) close(k->wake);
}

void sockets_settle(Kernel *k)
{
    pthread_mutex_lock(&k->lock);
    uint64_t wanted = ++k->drain_wanted;
    pthread_mutex_unlock(&k->lock);
    sockets_wake(k);
    pthread_mutex_lock(&k->lock);
    while (k->drained < wanted && k->sockets_run) pthread_cond_wait(&k->changed, &k->lock);
    pthread_mutex_unlock(&k->lock);
}
