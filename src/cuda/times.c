/* times.c: when a card's pieces of work ran, measured by CUDA's events while somebody writes it down.
 *
 * Behind each piece stands an event; what lies between it and the one before is measured by CUDA. After a rest another event stands in front, and the
 * host's clock says when that was: so the card's times lie on the host's axis, and small errors do not add up. Events are few: the oldest is read when a new
 * piece needs its place. What was measured is kept for the latest KEPT pieces.
 */
#include <string.h>
#include <time.h>

#include "card.h"

enum { TIMERS = 256, KEPT = 1 << 13, TRIES = 16 };
static const double LONG_REST = 1, /* seconds: CUDA says what lies between two events as a float of milliseconds */
                    CLOSE = 50e-6;
typedef struct Timer {
    cudaEvent_t front, behind;
    uint64_t piece;
    double given;    /* seconds: when the host gave it */
    bool after_rest; /* `front` was reached at `given`: the host waited for it, as it may once in a while */
    bool ok;
} Timer;

struct Times {
    Timer timers[TIMERS];
    uint64_t oldest, next; /* timers in use, modulo TIMERS; the one before the oldest keeps its event */
    double until;          /* when the piece before the oldest ended */
    bool chained;          /* ... is known */
    double latest;         /* `given` of the newest */
    struct { uint64_t piece; double start, end; } kept[KEPT];
};

double gpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A time that cannot be had is no error of the program's: a call of its own says what is wrong with the card. */
static bool quietly(cudaError_t status)
{
    if (status != cudaSuccess) cudaGetLastError();
    return status == cudaSuccess;
}

static struct Times *times_of(Device *d)
{
    Card *c = d->state;
    if (c->times || c->times_refused) return c->times;
    struct Times *t = cuda_host->alloc(d->core, sizeof *t);
    if (t) memset(t, 0, sizeof *t);
    bool ok = t != NULL;
    for (int i = 0; ok && i < TIMERS; i++) ok = quietly(cudaEventCreateWithFlags(&t->timers[i].front, cudaEventDefault)) && quietly(cudaEventCreateWithFlags(&t->timers[i].behind, cudaEventDefault));
    c->times = t;
    c->times_refused = !ok;
    if (!ok) gpu_times_close(d);
    return c->times;
}

void gpu_times_close(Device *d)
{
    Card *c = d->state;
    struct Times *t = c->times;
    if (!t) return;
    for (int i = 0; i < TIMERS; i++) {
        if (t->timers[i].front) cudaEventDestroy(t->timers[i].front);
        if (t->timers[i].behind) cudaEventDestroy(t->timers[i].behind);
    }
    cuda_host->free(d->core, t, sizeof *t);
    c->times = NULL;
}

/* Reads the oldest timer: waits until its piece is done. */
static void read_oldest(struct Times *t)
{
    Timer *m = &t->timers[t->oldest % TIMERS], *before = &t->timers[(t->oldest + TIMERS - 1) % TIMERS];
    float after = 0;
    t->oldest++;
    double from = m->after_rest ? m->given : t->until;
    t->chained = m->ok && quietly(cudaEventSynchronize(m->behind)) && (m->after_rest || t->chained) && quietly(cudaEventElapsedTime(&after, m->after_rest ? m->front : before->behind, m->behind));
    if (!t->chained) return;
    double end = from + (double)after * 1e-3, start = from > m->given ? from : m->given;
    t->until = end;
    t->kept[m->piece % KEPT].piece = m->piece;
    t->kept[m->piece % KEPT].start = start < end ? start : end;
    t->kept[m->piece % KEPT].end = end;
}

/* Both clocks at one moment: the event in front, and the host's when it knows of it. Work may lie before it, or another process come between, which would shift all pieces behind it: so the
 * closest of a few tries is taken (each by the event whose turn comes at the piece's end). */
static bool both_clocks(Timer *m, cudaStream_t stream)
{
    double closest = 0;
    for (int i = 0; i < TRIES && (i == 0 || closest > CLOSE); i++) {
        double before = gpu_now();
        if (!quietly(cudaEventRecord(m->behind, stream)) || !quietly(cudaEventSynchronize(m->behind))) return false;
        double after = gpu_now();
        if (i && after - before >= closest) continue;
        cudaEvent_t found = m->behind;
        m->behind = m->front;
        m->front = found;
        m->given = after;
        closest = after - before;
    }
    return true;
}

void gpu_time_begin(Device *d, bool idle)
{
    Card *c = d->state;
    struct Times *t = times_of(d);
    if (!t) return;
    while (t->next - t->oldest >= TIMERS - 1) read_oldest(t);
    Timer *m = &t->timers[t->next % TIMERS];
    m->piece = c->given;
    m->given = gpu_now();
    bool first = t->next == t->oldest && !t->chained;
    m->after_rest = first || (idle && m->given - t->latest > LONG_REST);
    m->ok = !m->after_rest || both_clocks(m, c->stream);
    t->latest = m->given;
    c->timing = true;
}

void gpu_time_end(Device *d)
{
    Card *c = d->state;
    struct Times *t = c->times;
    if (!c->timing || !t) return;
    c->timing = false;
    Timer *m = &t->timers[t->next++ % TIMERS];
    m->ok = m->ok && quietly(cudaEventRecord(m->behind, c->stream));
}

bool gpu_spent(Device *d, uint64_t piece, double *start, double *end)
{
    Card *c = d->state;
    struct Times *t = c->times;
    if (!t || d->lost || cudaSetDevice(c->number) != cudaSuccess) return false;
    while (t->oldest < t->next && t->timers[t->oldest % TIMERS].piece <= piece) read_oldest(t);
    if (!piece || t->kept[piece % KEPT].piece != piece) return false;
    *start = t->kept[piece % KEPT].start;
    *end = t->kept[piece % KEPT].end;
    return true;
}
