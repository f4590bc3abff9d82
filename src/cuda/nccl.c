/* nccl.c: what several cards do together, by NCCL, which is opened when two of them first do.
 *
 * A ring is a communicator of distinct cards in an order, made once and kept until one of the cards goes. Logical GPUs of one card, dtypes that the library has no sum for, and machines
 * without it have no ring: the caller copies and adds itself. A ring with which something went wrong is given up; the next call makes another.
 */
#include <pthread.h>
#include <string.h>

#include "core/op_more.h"
#include "core/together.h"
#include "library.h"
#include "nccl_library.h"

#if !defined PERCH_EMULATED && __has_include(<nccl.h>)
#include <nccl.h>
#define NCCL_VALUE(ours, theirs, number) _Static_assert((int)theirs == (int)ours, #theirs);
NCCL_VALUES
#undef NCCL_VALUE
_Static_assert(sizeof(ncclUniqueId) == sizeof(NcclId), "what a ring of ranks is known by");
#endif

enum { MOST_CARDS = 16 };

NcclLibrary nccl;

#ifdef PERCH_EMULATED
static const char *const names[] = {"libperch_fake_nccl.so", NULL}; /* tests/cuda */
#else
static const char *const names[] = {"libnccl.so.2", "libnccl.so", NULL};
#endif
static const GpuFunction functions[] = {
#define NCCL(type, name, arguments) {#name, (void **)&nccl.name},
#include "nccl.def"
#undef NCCL
    {NULL, NULL},
};
static void open_library(void) { nccl.open = gpu_library(names, functions); }
bool nccl_is_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return nccl.open;
}

bool nccl_failed(Core *c, int bad)
{
    cudaGetLastError();
    return cuda_host->fail(c, CE_DEVICE_FAULT, "NCCL Error %d: %s", bad, nccl.ncclGetErrorString(bad));
}

int gpu_nccl_version(void)
{
    int version = 0;
    return nccl_is_open() && nccl.ncclGetVersion(&version) == NCCL_OK ? version : 0;
}

/* ---- rings ---- */
struct Ring {
    Core *core;
    int n, cards[MOST_CARDS];
    void *comms[MOST_CARDS];
    bool refused; /* the library made none: it is not asked again */
    struct Ring *next;
};
static struct Ring *rings; /* of all cores: few, and each core looks at its own */
static pthread_mutex_t rings_lock = PTHREAD_MUTEX_INITIALIZER;

static void unlink_ring(struct Ring *r)
{
    pthread_mutex_lock(&rings_lock);
    struct Ring **at = &rings;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    pthread_mutex_unlock(&rings_lock);
}

/* abandon: work that was given to it may never end. */
static void close_ring(struct Ring *r, bool abandon)
{
    unlink_ring(r);
    for (int i = 0; i < r->n && !r->refused; i++) (abandon ? nccl.ncclCommAbort : nccl.ncclCommDestroy)(r->comms[i]);
    cuda_host->free(r->core, r, sizeof *r);
}

static struct Ring *find_ring(Core *c, const int *cards, int n)
{
    pthread_mutex_lock(&rings_lock);
    struct Ring *r = rings;
    while (r && !(r->core == c && r->n == n && memcmp(r->cards, cards, sizeof *cards * (size_t)n) == 0)) r = r->next;
    pthread_mutex_unlock(&rings_lock);
    return r;
}

static struct Ring *ring_with(Core *c, int card)
{
    pthread_mutex_lock(&rings_lock);
    struct Ring *r = rings;
    for (bool has = false; r; r = r->next) {
        for (int i = 0; i < r->n; i++) has |= r->core == c && r->cards[i] == card;
        if (has) break;
    }
    pthread_mutex_unlock(&rings_lock);
    return r;
}

void gpu_nccl_close(Device *d)
{
    for (struct Ring *r; (r = ring_with(d->core, ((Card *)d->state)->number));) close_ring(r, d->lost);
}

static struct Ring *make_ring(Core *c, const int *cards, int n)
{
    struct Ring *r = cuda_host->alloc(c, sizeof *r);
    if (!r) return NULL;
    *r = (struct Ring){.core = c, .n = n};
    memcpy(r->cards, cards, sizeof *cards * (size_t)n);
    r->refused = nccl.ncclCommInitAll(r->comms, n, cards) != NCCL_OK;
    if (r->refused) cudaGetLastError();
    pthread_mutex_lock(&rings_lock);
    r->next = rings;
    rings = r;
    pthread_mutex_unlock(&rings_lock);
    return r;
}

/* NULL: not between these */
static struct Ring *ring_of(Device *const *devices, int n)
{
    int cards[MOST_CARDS];
    if (n < 2 || n > MOST_CARDS || !nccl_is_open()) return NULL;
    for (int i = 0; i < n; i++) {
        cards[i] = ((Card *)devices[i]->state)->number;
        for (int k = 0; k < i; k++)
            if (cards[k] == cards[i]) return NULL;
    }
    struct Ring *r = find_ring(devices[0]->core, cards, n);
    if (!r) r = make_ring(devices[0]->core, cards, n);
    return r && !r->refused ? r : NULL;
}

/* ---- a call ---- */
/* What is only moved goes as bytes; a sum of complex numbers is one of twice as many. false: the library has no such sum */
bool nccl_sent_as(const Together *t, NcclSent *s)
{
    static const struct {
        DType dtype;
        int theirs;
    } sums[] = {
#define SUM(name) {DT_##name, NCCL_##name},
        TOGETHER_SUMMED(SUM)
#undef SUM
    };
    *s = (NcclSent){NCCL_INT8, (size_t)t->count * dtype_bytes(t->dtype)};
    if (t->kind == TOGETHER_BROADCAST || t->kind == TOGETHER_GATHER_ALL) return true;
    bool complex = dtype_is_complex(t->dtype);
    DType part = !complex ? t->dtype : t->dtype == DT_COMPLEX64 ? DT_FLOAT32
                                                                : DT_FLOAT64;
    s->count = (size_t)t->count * (complex ? 2 : 1);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (sums[i].dtype == part) return s->dtype = sums[i].theirs, !complex || t->sum == TOGETHER_ADD;
    return false;
}

int nccl_call(const Together *t, const NcclSent *s, int i, void *comm, cudaStream_t stream)
{
    _Static_assert((int)TOGETHER_ADD == NCCL_SUM && (int)TOGETHER_TIMES == NCCL_PROD && (int)TOGETHER_MAX == NCCL_MAX && (int)TOGETHER_MIN == NCCL_MIN, "how things are put together");
    int sum = (int)t->sum;
    switch (t->kind) {
    case TOGETHER_SUM_ALL: return nccl.ncclAllReduce(t->from[i], t->to[i], s->count, s->dtype, sum, comm, stream);
    case TOGETHER_SUM: return nccl.ncclReduce(t->from[i], t->to[i], s->count, s->dtype, sum, t->root, comm, stream);
    case TOGETHER_BROADCAST: return nccl.ncclBroadcast(t->from[i], t->to[i], s->count, s->dtype, t->root, comm, stream);
    case TOGETHER_GATHER_ALL: return nccl.ncclAllGather(t->from[i], t->to[i], s->count, s->dtype, comm, stream);
    case TOGETHER_SUM_SCATTER: return nccl.ncclReduceScatter(t->from[i], t->to[i], s->count, s->dtype, sum, comm, stream);
    }
    return NCCL_ARGUMENT;
}

/* What a call given earlier found out since. */
static int late_status(const struct Ring *r)
{
    int bad = NCCL_OK;
    for (int i = 0; i < r->n && !bad; i++)
        if (nccl.ncclCommGetAsyncError(r->comms[i], &bad) != NCCL_OK) bad = NCCL_CUDA;
    return bad;
}

bool gpu_together(Device *const *devices, int n, const Together *what, bool *done)
{
    NcclSent s;
    *done = false;
    struct Ring *r = nccl_sent_as(what, &s) ? ring_of(devices, n) : NULL;
    if (!r) return true;
    *done = true;
    int bad = late_status(r);
    if (!bad) bad = nccl.ncclGroupStart();
    if (!bad) {
        for (int i = 0; i < n && !bad; i++) bad = nccl_call(what, &s, i, r->comms[i], ((Card *)devices[i]->state)->stream);
        int ended = nccl.ncclGroupEnd();
        if (!bad) bad = ended;
    }
    if (!bad) return true;
    close_ring(r, true);
    return nccl_failed(devices[0]->core, bad);
}
