/* ring.c: what a card does together with cards of other processes, by NCCL: a ring is one communicator, of which this process has a card.
 *
 * The ranks have agreed on each call before it is given to the card (core/ranks.h), so that a ring never waits for a rank that does something else. One that dies in between is found by whoever waits for
 * the card: the ring is given up then, and the card goes on. A ring is known by a number, which stays wrong once it is gone.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "nccl_library.h"

struct Ring {
    Device *device;
    uint32_t number;
    void *comm;
    uint64_t latest;     /* the card's piece of work that is the ring's latest */
    RingWatch watch;
    double looked;       /* when the others were last looked for */
    struct Ring *next;
};
static struct Ring *rings;
static uint32_t made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const double look_every = 0.1; /* seconds */

static struct Ring *find_ring(const Device *d, uint32_t number)
{
    pthread_mutex_lock(&lock);
    struct Ring *r = rings;
    while (r && !(r->device == d && (!number || r->number == number))) r = r->next;
    pthread_mutex_unlock(&lock);
    return r;
}

static void close_ring(struct Ring *r, bool abandon)
{
    pthread_mutex_lock(&lock);
    struct Ring **at = &rings;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    pthread_mutex_unlock(&lock);
    (abandon ? nccl.ncclCommAbort : nccl.ncclCommDestroy)(r->comm);
    free(r);
}

void gpu_rings_close(Device *d)
{
    for (struct Ring *r; (r = find_ring(d, 0));) close_ring(r, d->lost);
}

void gpu_ring_leave(Device *d, uint32_t ring)
{
    struct Ring *r = ring ? find_ring(d, ring) : NULL;
    if (!r) return;
    bool done = !d->lost && d->driver->settle(d); /* its work, which the others need */
    if ((r = find_ring(d, ring))) close_ring(r, !done);
}

/* ---- what one is made of ---- */
bool gpu_ring_card(Device *d, unsigned char name[RING_CARD])
{
    struct cudaDeviceProp prop;
    if (d->lost || !nccl_is_open() || cudaGetDeviceProperties(&prop, ((Card *)d->state)->number) != cudaSuccess) return cudaGetLastError(), false;
    _Static_assert(sizeof prop.uuid == RING_CARD, "a card's name");
    memcpy(name, &prop.uuid, RING_CARD);
    return true;
}

bool gpu_ring_id(unsigned char id[RING_ID])
{
    NcclId made_id;
    _Static_assert(sizeof made_id == RING_ID, "a ring's name");
    if (!nccl_is_open() || nccl.ncclGetUniqueId(&made_id) != NCCL_OK) return false;
    memcpy(id, &made_id, RING_ID);
    return true;
}

/* The library waits for all ranks within one call, which nothing can interrupt: a thread of its own does. Who gives up leaves it behind with what it needs. */
typedef struct Joining {
    NcclId id;
    int card, n, rank, status;
    void *comm;
    atomic_int owners;   /* two at first: the thread, and who waits */
    atomic_bool done;
} Joining;

static void joining_release(Joining *j, bool unwanted)
{
    if (atomic_fetch_sub(&j->owners, 1) != 1) return;
    if (unwanted && atomic_load(&j->done) && !j->status) nccl.ncclCommAbort(j->comm);
    free(j);
}

static void *join_thread(void *data)
{
    Joining *j = data;
    j->status = cudaSetDevice(j->card) == cudaSuccess ? nccl.ncclCommInitRank(&j->comm, j->n, j->id, j->rank) : NCCL_CUDA;
    atomic_store(&j->done, true);
    joining_release(j, true);
    return NULL;
}

static bool wait_for_join(Device *d, Joining *j, RingWatch watch)
{
    char why[1600];
    for (int looks = 0; !atomic_load(&j->done); looks++) {
        if (cuda_host->interrupted(d->core)) return false;
        if (looks % 2000 == 1999 && watch.lost(watch.data, why, sizeof why)) return cuda_host->fail(d->core, CE_DEVICE_FAULT, "%s", why);
        nanosleep(&(struct timespec){0, 50000}, NULL);
    }
    return !j->status || nccl_failed(d->core, j->status);
}

uint32_t gpu_ring_join(Device *d, const unsigned char id[RING_ID], int n, int rank, RingWatch watch)
{
    pthread_t thread;
    struct Ring *r = calloc(1, sizeof *r);
    Joining *j = calloc(1, sizeof *j);
    if (!r || !j) return free(r), free(j), cuda_host->fail(d->core, CE_HOST_MEMORY, "no memory"), 0;
    *j = (Joining){.card = ((Card *)d->state)->number, .n = n, .rank = rank};
    memcpy(&j->id, id, RING_ID);
    atomic_store(&j->owners, 2);
    if (pthread_create(&thread, NULL, join_thread, j) != 0) return free(r), free(j), cuda_host->fail(d->core, CE_HOST_MEMORY, "no thread"), 0;
    pthread_detach(thread);
    bool ok = wait_for_join(d, j, watch);
    *r = (struct Ring){.device = d, .comm = j->comm, .watch = watch};
    joining_release(j, !ok);
    if (!ok) return free(r), 0;
    pthread_mutex_lock(&lock);
    r->number = ++made;
    r->next = rings;
    rings = r;
    pthread_mutex_unlock(&lock);
    return r->number;
}

/* ---- its work ---- */
bool gpu_ring_run(Device *d, uint32_t ring, const Together *what)
{
    Card *c = d->state;
    NcclSent s;
    struct Ring *r = ring ? find_ring(d, ring) : NULL;
    if (!r) return cuda_host->fail(d->core, CE_DEVICE_FAULT, "the ring of ranks on this card is gone: it was given up, or the card was reset");
    if (!nccl_sent_as(what, &s)) return cuda_host->fail(d->core, CE_DTYPE_UNSUPPORTED, "NCCL has no such sum");
    int bad = NCCL_OK, asked = nccl.ncclCommGetAsyncError(r->comm, &bad);
    if (asked) bad = asked;
    if (!bad) bad = nccl_call(what, &s, 0, r->comm, c->stream);
    r->latest = c->given;
    if (!bad) return true;
    close_ring(r, true);
    return nccl_failed(d->core, bad);
}

static bool goes_on(Device *d, struct Ring *r)
{
    char why[1600];
    int bad = NCCL_OK;
    double now = gpu_now();
    if (now - r->looked < look_every) return true;
    r->looked = now;
    bool failed = nccl.ncclCommGetAsyncError(r->comm, &bad) || bad, lost = !failed && r->watch.lost(r->watch.data, why, sizeof why);
    if (!failed && !lost) return true;
    close_ring(r, true);
    return lost ? cuda_host->fail(d->core, CE_DEVICE_FAULT, "%s", why) : nccl_failed(d->core, bad ? bad : NCCL_CUDA);
}

/* The device's ring with work that is not known to be done and the least number above that one. */
static struct Ring *busy_ring(const Device *d, uint32_t above)
{
    struct Ring *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct Ring *r = rings; r; r = r->next)
        if (r->device == d && r->number > above && (!found || r->number < found->number) && r->latest > ((Card *)d->state)->done) found = r;
    pthread_mutex_unlock(&lock);
    return found;
}

bool gpu_rings_busy(Device *d) { return busy_ring(d, 0) != NULL; }

bool gpu_rings_go_on(Device *d)
{
    for (struct Ring *r = busy_ring(d, 0); r;) {
        uint32_t number = r->number;
        if (!goes_on(d, r)) return false;
        r = busy_ring(d, number);
    }
    return true;
}
