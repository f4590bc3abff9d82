/* kernel_impl.h: what the kernel's files share.
 *
 * Three threads. The session's (the process's first) takes requests of the shell from a queue, runs them and writes what comes of it. The sockets' thread owns all
 * sockets but the heartbeat's: it reads requests into the queue, answers control at once, and sends what others have put into the outbox, in
 * their order. The heartbeat's thread owns its socket. No socket is ever touched by two threads; the lock guards queues and flags alone and is never held
 * while anything waits or runs.
 */
#ifndef PERCH_KERNEL_IMPL_H
#define PERCH_KERNEL_IMPL_H

#include <stdatomic.h>

#include "connection.h"
#include "session.h"
#include "wire.h"

typedef struct StreamBuffer { char *text; size_t n, cap; int fd; double since; } StreamBuffer;

typedef struct Kernel {
    Wire wire;
    Connection connection;
    const char *version;
    char *banner;                 /* the session's, asked once: kernel_info is answered by two threads */
    void *zmq;
    int log;                      /* the process's stderr: descriptor 2 is the cells' */
    int wake;                     /* an eventfd: the sockets' thread has something to do */
    pthread_t sockets, heartbeat;
    bool sockets_run, heartbeat_runs;
    Session *session;

    pthread_mutex_t lock;
    pthread_cond_t changed;       /* a queue, a flag */
    Message *queue, **queue_end;  /* requests of the shell that wait */
    Message *answers, **answers_end; /* input_replies */
    Outgoing *outbox, **outbox_end;
    size_t outbox_bytes;
    uint64_t drain_wanted, drained; /* kernel_settle */
    bool leaving;                 /* shutdown was asked for */
    StreamBuffer stream;          /* what the cell printed and was not sent yet */
    char *stream_parent;          /* of that text */

    atomic_uint interrupts;       /* so many were asked for */

    Message *now;                 /* the request that the session's thread works on */
    bool may_ask;                 /* of an execute_request: the client answers input() */
    json_t *payload;              /* of its reply */
    json_t *comms;                /* comm_id: target_name */
} Kernel;

/* ---- outbox.c: to the clients, from any thread ---- */
void kernel_send(Kernel *k, Outgoing *o /*taken, may be NULL*/);
void kernel_publish(Kernel *k, const char *type, const char *parent, json_t *content, json_t *metadata, const Frames *buffers); /* on iopub */
void kernel_reply(Kernel *k, const Message *m, const char *type, json_t *content);
void kernel_status(Kernel *k, const Message *m, const char *state);
void kernel_stream(Kernel *k, int fd, const char *text, size_t size);  /* what a cell prints: sent a little later, in pieces */
void kernel_flush(Kernel *k);                                          /* now */
double kernel_clock(void);
void kernel_log(Kernel *k, const char *format, ...) __attribute__((format(printf, 2, 3))); /* a line on the process's stderr */

/* ---- sockets.c ---- */
bool sockets_open(Kernel *k, char *why, size_t n);  /* binds and starts the threads */
void sockets_close(Kernel *k);                      /* sends what is left */
void sockets_wake(Kernel *k);                       /* also from a signal handler */
void sockets_settle(Kernel *k);                     /* returns when what had arrived is in the queue */

/* A request's type and what answers it. */
typedef struct Handler { const char *type; void (*handle)(Kernel *k, const Message *m); } Handler;
void kernel_dispatch(Kernel *k, const Message *m, const Handler *rows, size_t n); /* control.c; an unknown type is logged */

/* ---- control.c: on the sockets' thread ---- */
void control_handle(Kernel *k, Message *m /*taken*/);
void control_info(Kernel *k, const Message *m);
void control_shutdown(Kernel *k, const Message *m);
void kernel_interrupt(Kernel *k);                   /* any thread, a signal handler */

/* ---- shell.c: on the session's thread ---- */
void shell_handle(Kernel *k, Message *m /*taken*/);
Message *queue_next(Kernel *k);                     /* waits; NULL: leave */

/* ---- sink.c ---- */
Sink kernel_sink(Kernel *k);
json_t *bundle_json(const Bundle *b);                /* mime type: data */
json_t *error_json(const CellError *e);             /* ename, evalue, traceback (its lines, in colour) */

/* ---- install.c ---- */
int kernel_install(int argc, char **argv, bool (*check_gpus)(const char *spec, char *why, size_t n));
int kernel_uninstall(int argc, char **argv);

#endif
