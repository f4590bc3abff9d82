/* streams.c: what a cell prints, on its way to the front: in order, whole characters, valid UTF-8 whatever the program wrote.
 *
 * With `capture`, descriptors 1 and 2 are files in memory: children (and os.write) write there without ever having to wait for anybody,
 * and what is new in them is handed on before anything else is, and while the program waits. What has been read gives its memory back.
 * A child made by fork() has no front: what it prints goes to its own descriptors.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "session_impl.h"
#include "lang/object/thread.h"

/* ---- whose the front is ---- */
/* Asked at every line that is printed: not by the process's number, which is a system call. */
static unsigned forks;
static void forked(void) { forks++; }
static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

unsigned process_forks(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    return forks;
}

static bool is_ours(const Session *s) { return s->forks == forks; }

const Sink *sink_of(const Session *s)
{
    static const Sink nobody;
    return is_ours(s) ? &s->config.sink : &nobody;
}

static void send(Session *s, int fd, const char *text, size_t n)
{
    const Sink *sink = sink_of(s);
    if (n && sink->stream) sink->stream(sink->data, fd, text, n);
}

static const char bad_char[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Everything but the start of a character at its end, which is kept. */
static void send_checked(Session *s, StreamTail *tail, int fd, const char *text, size_t n)
{
    while (tail->n && n) {
        char joined[8];
        memcpy(joined, tail->held, (size_t)tail->n);
        size_t more = n < 4 ? n : 4;
        memcpy(joined + tail->n, text, more);
        int len = utf8_length((const unsigned char *)joined, (size_t)tail->n + more);
        if (len > tail->n) {
            send(s, fd, joined, (size_t)len);
            text += len - tail->n;
            n -= (size_t)(len - tail->n);
            tail->n = 0;
        } else if (len == 0) {
            memcpy(tail->held + tail->n, text, more);
            tail->n += (int)more;
            return;
        } else {
            send(s, fd, bad_char, 3);
            tail->n = 0;
        }
    }
    size_t from = 0, i = 0;
    while (i < n) {
        int len = utf8_length((const unsigned char *)text + i, n - i);
        if (len > 0) {
            i += (size_t)len;
            continue;
        }
        send(s, fd, text + from, i - from);
        if (len == 0) {
            tail->n = (int)(n - i);
            memcpy(tail->held, text + i, n - i);
            return;
        }
        send(s, fd, bad_char, 3);
        from = ++i;
    }
    send(s, fd, text + from, n - from);
}

/* ---- descriptors ---- */

static void drain_one(Session *s, int fd)
{
    CaptureFile *c = &s->capture[fd - 1];
    struct stat st;
    if (c->fd < 0 || fstat(c->fd, &st) || st.st_size == c->read) return;
    if (st.st_size < c->read) c->read = 0; /* a program has emptied it */
    char room[1 << 14];
    for (ssize_t k; (k = pread(c->fd, room, sizeof room, c->read)) > 0;) {
        c->read += k;
        s->telling = s->descriptors;
        send_checked(s, &c->tail, fd, room, (size_t)k);
        s->telling = NULL;
    }
    fallocate(c->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, c->read);
}

static void drain(Session *s)
{
    if (!s->capturing || s->draining || !is_ours(s)) return;
    s->draining = true;
    drain_one(s, 1);
    drain_one(s, 2);
    s->draining = false;
}

/* Before something is printed. Somebody may have written to a descriptor only by a system call of the program's own, or while time passed (a child): most lines of a
 * loop that prints ask the system for nothing. */
static void drain_what_came(Session *s)
{
    if (!s->capturing) return;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    int64_t now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
    if (s->outside == s->vm->outside && s->looked == now) return;
    s->outside = s->vm->outside;
    s->looked = now;
    drain(s);
}

static bool capture_one(CaptureFile *c, int fd)
{
    c->fd = memfd_create(fd == 1 ? "stdout" : "stderr", MFD_CLOEXEC);
    c->saved = c->fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 10);
    if (c->saved < 0) return false;
    fcntl(c->fd, F_SETFL, O_APPEND);
    return dup2(c->fd, fd) >= 0;
}

void streams_open(Session *s, bool capture)
{
    s->forks = process_forks();
    for (int i = 0; i < 2; i++) s->capture[i] = (CaptureFile){.fd = -1, .saved = -1};
    if (!capture) return;
    s->capturing = true;
    if (!capture_one(&s->capture[0], 1) || !capture_one(&s->capture[1], 2)) streams_close(s);
}

void streams_close(Session *s)
{
    drain(s);
    for (int i = 0; i < 2; i++) {
        CaptureFile *c = &s->capture[i];
        if (c->saved >= 0) {
            dup2(c->saved, i + 1);
            close(c->saved);
        }
        if (c->fd >= 0) close(c->fd);
        *c = (CaptureFile){.fd = -1, .saved = -1};
    }
    s->capturing = false;
}

void streams_idle(VM *vm, void *data) { drain(data); }

void session_poll(Session *s)
{
    VM *vm = s->vm;
    if (vm->threads && thread_count(vm) && !thread_nap(vm, 0.001)) err_clear(vm); /* an interrupt between cells is nobody's */
    drain(s);
}

void session_wait(Session *s, void (*wait)(void *data), void *data)
{
    Thread *me = thread_leave(s->vm);
    wait(data);
    thread_enter(s->vm, me);
    drain(s);
}

/* ---- the program's own ---- */

void streams_say(Session *s, int fd, const char *text, size_t n)
{
    fd = fd == 2 ? 2 : 1;
    if (!is_ours(s)) {
        for (ssize_t k; n && ((k = write(fd, text, n)) > 0 || (k < 0 && errno == EINTR));)
            if (k > 0) text += k, n -= (size_t)k;
        return;
    }
    drain_what_came(s);
    send_checked(s, &s->tails[fd - 1], fd, text, n);
}

bool streams_write(VM *vm, void *data, int fd, const char *text, size_t n)
{
    streams_say(data, fd, text, n);
    return true;
}

static void end_tail(Session *s, StreamTail *tail, int fd)
{
    if (!tail->n) return;
    tail->n = 0;
    send(s, fd, bad_char, 3);
}

void streams_settle(Session *s)
{
    drain(s);
    for (int fd = 1; fd <= 2; fd++) {
        end_tail(s, &s->tails[fd - 1], fd);
        end_tail(s, &s->capture[fd - 1].tail, fd);
    }
}
