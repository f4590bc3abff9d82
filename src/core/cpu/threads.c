/* threads.c: a small pool for loops: the caller and n workers take pieces of an index range until none is left.
 *
 * Pieces are `grain` long whatever the number of threads, so a body that sums a piece gives the same sums. A loop runs at a time. The caller waits for those workers alone that took part:
 * one that the system woke too late finds the loop shut and sleeps on.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "work.h"

typedef struct Loop {
    Work *w;
    void (*body)(void *data, int64_t from, int64_t to);
    void *data;
    int64_t n, grain;
    unsigned float_mode; /* the caller's: workers flush what is no normal float as it does */
    _Atomic int64_t next;
} Loop;

struct Threads {
    int count;
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    Loop loop;
    uint64_t round;     /* counts loops: a worker runs each once */
    bool open;          /* there may be pieces left: workers may join */
    bool closing;
    int begun;          /* (ASan alone: say_begun) */
    _Atomic int busy;   /* workers that have joined; counted up under the lock */
    _Atomic uint64_t seen; /* the round, for workers that spin a little before they sleep */
};

bool threads_share_a_core(void)
{
    static _Atomic int known; /* 1: no, 2: yes */
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        answer = 1;
#if defined __linux__
        cpu_set_t set;
        if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1) answer = 2;
#endif
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 2;
}

static int spins_before_sleep(void) { return threads_share_a_core() ? 0 : 2000; }

enum { FLOAT_FLUSH = 0x8040 }; /* x86: results to zero, operands as zero */

static inline void relax(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

unsigned threads_float_mode(void)
{
#if defined __x86_64__
    return __builtin_ia32_stmxcsr() & FLOAT_FLUSH;
#else
    return 0;
#endif
}

void threads_set_float_mode(unsigned mode)
{
#if defined __x86_64__
    unsigned now = __builtin_ia32_stmxcsr();
    if ((now & FLOAT_FLUSH) != mode) __builtin_ia32_ldmxcsr((now & ~(unsigned)FLOAT_FLUSH) | mode);
#else
    (void)mode;
#endif
}

bool threads_flush_denormal(bool on)
{
    threads_set_float_mode(on ? FLOAT_FLUSH : 0);
#if defined __x86_64__
    return threads_float_mode() == (on ? FLOAT_FLUSH : 0);
#else
    return false;
#endif
}

static void take_pieces(Loop *loop)
{
    for (;;) {
        int64_t from = atomic_fetch_add(&loop->next, loop->grain);
        if (from >= loop->n || work_stopped(loop->w)) return;
        int64_t to = from + loop->grain;
        loop->body(loop->data, from, to < loop->n ? to : loop->n);
    }
}

/* A child that is forked while a thread begins finds ASan's allocator locked for ever (a thread's first memory is taken in it): threads have begun before anything else is done. */
#ifdef __SANITIZE_ADDRESS__
static void say_begun(Threads *t)
{
    pthread_mutex_lock(&t->lock);
    t->begun++;
    pthread_cond_signal(&t->done);
    pthread_mutex_unlock(&t->lock);
}

static void wait_begun(Threads *t)
{
    pthread_mutex_lock(&t->lock);
    while (t->begun < t->count) pthread_cond_wait(&t->done, &t->lock);
    pthread_mutex_unlock(&t->lock);
}
#else
static void say_begun(Threads *t) { (void)t; }
static void wait_begun(Threads *t) { (void)t; }
#endif

static void *work(void *arg)
{
    Threads *t = arg;
    say_begun(t);
    uint64_t mine = 0;
    int spins = spins_before_sleep();
    for (;;) {
        for (int spin = 0; spin < spins && atomic_load_explicit(&t->seen, memory_order_acquire) == mine; spin++) relax();
        pthread_mutex_lock(&t->lock);
        while (t->round == mine && !t->closing) pthread_cond_wait(&t->wake, &t->lock);
        if (t->closing) {
            pthread_mutex_unlock(&t->lock);
            return NULL;
        }
        mine = t->round;
        bool join = t->open;
        if (join) t->busy++;
        pthread_mutex_unlock(&t->lock);
        if (!join) continue;
        threads_set_float_mode(t->loop.float_mode);
        take_pieces(&t->loop);
        pthread_mutex_lock(&t->lock);
        if (--t->busy == 0) pthread_cond_signal(&t->done);
        pthread_mutex_unlock(&t->lock);
    }
}

Threads *threads_open(int n)
{
    if (n < 1) return NULL;
    Threads *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->ids = calloc((size_t)n, sizeof *t->ids);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    pthread_cond_init(&t->done, NULL);
    sigset_t all, old; /* signals are the main thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    while (t->ids && t->count < n && pthread_create(&t->ids[t->count], NULL, work, t) == 0) t->count++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    wait_begun(t);
    if (t->count == 0) {
        threads_close(t);
        return NULL;
    }
    return t;
}

void threads_close(Threads *t)
{
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    t->closing = true;
    atomic_fetch_add(&t->seen, 1);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->count; i++) pthread_join(t->ids[i], NULL);
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->wake);
    pthread_cond_destroy(&t->done);
    free(t->ids);
    free(t);
}

int threads_count(const Threads *t) { return t ? t->count + 1 : 1; }

void threads_run(Threads *t, Work *w, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data)
{
    if (grain < 1) grain = 1;
    pthread_mutex_lock(&t->lock);
    t->loop.w = w;
    t->loop.body = body;
    t->loop.data = data;
    t->loop.n = n;
    t->loop.grain = grain;
    t->loop.float_mode = threads_float_mode();
    atomic_store(&t->loop.next, 0);
    t->open = true;
    t->round++;
    atomic_store_explicit(&t->seen, t->round, memory_order_release);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    take_pieces(&t->loop);
    pthread_mutex_lock(&t->lock);
    t->open = false;
    pthread_mutex_unlock(&t->lock);
    for (int spin = spins_before_sleep(); spin && t->busy; spin--) relax();
    pthread_mutex_lock(&t->lock);
    while (t->busy) pthread_cond_wait(&t->done, &t->lock);
    pthread_mutex_unlock(&t->lock);
}
