/* queue.c: a ring of entries, a worker thread, numbered events. */
#include "queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "core/core_impl.h"

enum { RING = 1024, SPIN = 4000 };

struct Queue {
    Entry ring[RING];
    uint64_t issued, reaped;    /* the Core's thread only; entry n stands at n % RING, the first is 1 */
    _Atomic uint64_t visible;   /* issued, as the worker sees it */
    _Atomic uint64_t done;
    _Atomic int sleepers;       /* threads that wait on `changed` */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t worker;
    bool started;
    _Atomic bool closing, cancelled;
    LateError late;             /* under the lock */
};

static void relax(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

static void wake(Queue *q)
{
    if (atomic_load(&q->sleepers) == 0) return;
    pthread_mutex_lock(&q->lock);
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

/* Sleep until *counter is at least n; seconds 0: for ever. false: not yet. */
static bool await(Queue *q, _Atomic uint64_t *counter, uint64_t n, double seconds)
{
    for (int i = threads_share_a_core() ? SPIN : 0; i < SPIN; i++) {
        if (atomic_load(counter) >= n || atomic_load(&q->closing)) return true;
        relax();
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&q->lock);
    atomic_fetch_add(&q->sleepers, 1);
    while (atomic_load(counter) < n && !atomic_load(&q->closing)) {
        if (seconds == 0) pthread_cond_wait(&q->changed, &q->lock);
        else if (pthread_cond_timedwait(&q->changed, &q->lock, &until) != 0) break;
    }
    atomic_fetch_sub(&q->sleepers, 1);
    pthread_mutex_unlock(&q->lock);
    return atomic_load(counter) >= n;
}

void queue_fail(Queue *q, const Work *failed, uint32_t site)
{
    pthread_mutex_lock(&q->lock);
    if (q->late.kind == CORE_OK) {
        q->late = (LateError){.kind = failed->error ? failed->error : CE_DEVICE_FAULT, .site = site, .op = failed->op};
        memcpy(q->late.numbers, failed->numbers_wrong, sizeof q->late.numbers);
        memcpy(q->late.text, failed->text, sizeof q->late.text);
    }
    pthread_mutex_unlock(&q->lock);
}

bool queue_take_error(Queue *q, LateError *out)
{
    pthread_mutex_lock(&q->lock);
    *out = q->late;
    q->late.kind = CORE_OK;
    pthread_mutex_unlock(&q->lock);
    return out->kind != CORE_OK;
}

static void do_entry(Queue *q, Entry *e)
{
    switch (e->kind) {
    case ENTRY_WORK:
        if (!cpu_work(e->work)) queue_fail(q, e->work, e->site);
        break;
    case ENTRY_BYTES: memcpy(e->to, e->from, e->size); break;
    case ENTRY_JOB: e->job(e->to); break;
    case ENTRY_WAIT:
        while (!await(e->other, &e->other->done, e->event, 0.1)) {}
        break;
    }
}

static void *work(void *arg)
{
    Queue *q = arg;
    for (uint64_t n = 1;; n++) {
        while (!await(q, &q->visible, n, 0)) {
            if (atomic_load(&q->closing)) return NULL;
        }
        if (atomic_load(&q->visible) < n) return NULL; /* closing */
        if (!atomic_load(&q->cancelled)) do_entry(q, &q->ring[n % RING]);
        atomic_store(&q->done, n);
        wake(q);
    }
}

Queue *queue_open(Core *c)
{
    Queue *q = core_alloc(c, sizeof *q);
    if (!q) return NULL;
    memset(q, 0, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    return q;
}

static void reap(Core *c, Queue *q)
{
    uint64_t done = atomic_load(&q->done);
    while (q->reaped < done) {
        Entry *e = &q->ring[++q->reaped % RING];
        if (e->owned) core_free(c, e->owned, e->owned_bytes);
        e->owned = NULL;
    }
}

void queue_close(Core *c, Queue *q)
{
    if (!q) return;
    while (q->started && !await(q, &q->done, q->issued, 1)) {}
    atomic_store(&q->closing, true);
    pthread_mutex_lock(&q->lock);
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    if (q->started) pthread_join(q->worker, NULL);
    reap(c, q);
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->changed);
    core_free(c, q, sizeof *q);
}

static bool start(Core *c, Queue *q)
{
    sigset_t all, old; /* signals are the main thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    q->started = pthread_create(&q->worker, NULL, work, q) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return q->started || core_fail(c, CE_HOST_MEMORY, "no thread could be started for a device's work");
}

bool queue_put(Core *c, Queue *q, const Entry *e)
{
    if (!q->started && !start(c, q)) return false;
    reap(c, q);
    if (q->issued - q->reaped >= RING - 1) {
        if (!queue_wait(c, q, q->reaped + RING / 2)) return false;
        reap(c, q);
    }
    q->issued++;
    q->ring[q->issued % RING] = *e;
    atomic_store(&q->visible, q->issued);
    wake(q);
    return true;
}

void queue_cancel(Queue *q)
{
    atomic_store(&q->cancelled, true);
    for (uint64_t n = atomic_load(&q->done) + 1; n <= q->issued; n++) { /* (what is done may be gone) */
        Entry *e = &q->ring[n % RING];
        if (e->kind == ENTRY_WORK || e->kind == ENTRY_JOB) atomic_store(&e->work->stopped, true);
    }
}

bool queue_idle(Queue *q) { return atomic_load(&q->done) == q->issued; }
uint64_t queue_last(const Queue *q) { return q->issued; }
bool queue_reached(Queue *q, uint64_t event) { return atomic_load(&q->done) >= event; }

bool queue_wait(Core *c, Queue *q, uint64_t event)
{
    while (!await(q, &q->done, event, 0.02))
        if (core_interrupted(c)) return false;
    return true;
}
