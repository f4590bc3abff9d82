/* kernel_impl.h: what the kernel's files share.
 *
 * Three threads, and one for each subshell. The session's (the process's first) takes requests of the main shell from its queue, runs them and writes what
 * comes of it; a subshell's does the same with its own queue. The sockets' thread owns all sockets but the heartbeat's: it reads requests into the queues, answers
 * control at once, and sends what others have put into the outbox, in their order. The heartbeat's thread owns its socket. No socket is ever touched by two threads;
 * the lock guards queues and flags alone and is never held while anything waits or runs. What the session tells carries its origin (the header of the request):
 * that is the parent of what goes out, whichever thread it comes from.
 */
#ifndef PERCH_KERNEL_IMPL_H
#define PERCH_KERNEL_IMPL_H

#include <stdatomic.h>

#include "connection.h"
#include "session/session.h"
#include "wire.h"

typedef struct StreamBuffer { char *text; size_t n, cap; int fd; double since; char *parent; } StreamBuffer;

/* Where requests of the shell channel wait and run, one after the other: the main shell, and each subshell, which is a branch of the session on a thread of
 * its own. What stands behind `asks` belongs to that thread. */
typedef struct Shell {
    struct Kernel *k;
    struct Shell *next;           /* of the subshells */
    char id[37];                  /* "": the main shell's */
    bool deleted;                 /* no requests come any more */
    Message *queue, **queue_end;
    Message *answers, **answers_end; /* input_replies */
    char question[96];            /* the input_request that it waits for an answer to; "": none */
    bool asks;                    /* of an execute_request: the client answers input() */
    const Message *now;           /* the request that it works on */
    json_t *payload;              /* of its reply */
} Shell;

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
    atomic_uint signals;          /* so many SIGINT came */
    atomic_int count;             /* the number of the cell that began last */

    pthread_mutex_t lock;
    pthread_cond_t changed;       /* a queue, a flag */
    Shell main, *subshells;
    int starting;                 /* subshells whose threads have not come yet */
    Outgoing *outbox, **outbox_end;
    size_t outbox_bytes;
    uint64_t drain_wanted, drained; /* sockets_settle */
    bool leaving;                 /* shutdown was asked for */
    bool closing;                 /* the session closes: only its own thread may touch it */
    StreamBuffer stream;          /* what a cell printed and was not sent yet */
    pthread_mutex_t flushing;     /* held from its taking to its being in the outbox; taken before the lock */
    struct Missed *missed;        /* missed.c */

    Shell control;                /* what control requests are answered by, on the sockets' thread */
    json_t *comms;                /* comm_id: target_name; with the session's turn alone */
    struct Live *live;            /* live.c */
} Kernel;

/* ---- outbox.c: to the clients, from any thread ---- */
void kernel_send(Kernel *k, Outgoing *o /*taken, may be NULL*/);
void kernel_publish(Kernel *k, const char *type, const char *parent, json_t *content, json_t *metadata, const Frames *buffers); /* on iopub */
void kernel_reply(Kernel *k, const Message *m, const char *type, json_t *content);
void kernel_status(Kernel *k, const Message *m, const char *state);
void kernel_stream(Kernel *k, int fd, const char *parent, const char *text, size_t size); /* what a cell prints: sent a little later, in pieces */
void kernel_flush(Kernel *k);                                          /* now */
double kernel_clock(void);
void kernel_log(Kernel *k, const char *format, ...) __attribute__((format(printf, 2, 3))); /* a line on the process's stderr */

/* ---- missed.c: what was said while nobody listened ---- */
bool missed_open(Kernel *k);
void missed_close(Kernel *k);
void missed_listener(Kernel *k, bool more);         /* somebody listens on iopub from now on, or no more; the sockets' thread */
void missed_keep(Kernel *k, const Outgoing *o);     /* goes out on iopub now; the sockets' thread */
char *missed_take(Kernel *k, bool all);             /* JSON; malloc-ed */

/* ---- sockets.c ---- */
bool sockets_open(Kernel *k, char *why, size_t n);  /* binds and starts the threads */
void sockets_close(Kernel *k);                      /* sends what is left */
void sockets_wake(Kernel *k);                       /* also from a signal handler */
void sockets_settle(Kernel *k);                     /* returns when what had arrived is in the queues, and what was to be sent is sent */

/* A request's type and what answers it. */
typedef struct Handler { const char *type; void (*handle)(Shell *sh, const Message *m); } Handler;
void kernel_dispatch(Shell *sh, const Message *m, const Handler *rows, size_t n); /* control.c; an unknown type is logged */

/* ---- control.c: on the sockets' thread ---- */
void control_handle(Kernel *k, Message *m /*taken*/);
void control_info(Shell *sh, const Message *m);
void control_connect(Shell *sh, const Message *m);
void control_shutdown(Shell *sh, const Message *m);
void kernel_interrupt(Kernel *k);                   /* any thread */
void kernel_leave(Kernel *k, bool at_once);         /* any thread: when what runs has ended; at_once: it is interrupted */

/* ---- shell.c: on a shell's own thread ---- */
void shell_run(Shell *sh);                          /* until it is to end */
void shell_handle(Shell *sh, Message *m /*taken*/);
void comm_known(Kernel *k, const char *kind, const json_t *content); /* which comms there are, after this message (it has a comm_id) */

/* ---- subshell.c ---- */
void shell_open(Kernel *k, Shell *sh);
void shell_drop(Shell *sh);
void subshells_take(Kernel *k, Message *m /*taken*/); /* a message on shell or stdin: to whom it is meant for */
void subshell_create(Shell *sh, const Message *m);
void subshell_delete(Shell *sh, const Message *m);
void subshell_list(Shell *sh, const Message *m);
void subshells_settle(Kernel *k);                   /* returns when those that were started have come */
Shell *shell_of_origin(Kernel *k);                  /* whose request what the session tells belongs to; NULL: to none that still runs */

/* ---- sink.c ---- */
Sink kernel_sink(Kernel *k);
json_t *bundle_json(const Bundle *b);                /* mime type: data */
json_t *error_json(const CellError *e);             /* ename, evalue, traceback (its lines, in colour) */

/* ---- live.c: what changes in its place ---- */
bool live_open(Kernel *k);
void live_close(Kernel *k);                         /* before the session closes: it is not asked any more */
void live_drop(Kernel *k);
void live_progress(Kernel *k, const Progress *p);
void live_shown(Kernel *k, const char *id);         /* a display was shown under this id (or NULL) */
int live_wait(Kernel *k);                           /* on the sockets' thread: updates what is due; milliseconds until more will be, -1: nothing will */

/* ---- install.c ---- */
/* handed: the variables that perch's own options have set, by name, blanks between: the kernelspec keeps them. */
int kernel_install(int argc, char **argv, const char *handed, bool (*check_gpus)(const char *spec, char *said, size_t n));
int kernel_uninstall(int argc, char **argv);
extern const char kernel_usage[];

#endif
