/* nccl.c: the functions of NCCL that the plugin calls, for tests over the emulated card: computed as one piece of work of all cards' streams, once all have come to it. It holds the
 * caller to the library's own rules: distinct cards, streams and memory of each communicator's own card, one call for every card of a ring in a group, alike in all they must agree on.
 * PERCH_FAKE_NCCL=FUNCTION:STATUS lets a function fail; PERCH_FAKE_NCCL_TELL=1 counts at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_nccl.h"

typedef struct Group { One one[MOST]; int n; } Group;
static Group group;
static int depth;
static long calls[REDUCE_SCATTER + 1], communicators;

int fake_nccl_failing(const char *name)
{
    const char *asked = getenv("PERCH_FAKE_NCCL");
    int status;
    char which[64];
    return fails_with(name, asked && sscanf(asked, "%63[^:]:%d", which, &status) == 2 && strcmp(which, name) == 0 ? status : 0);
}
static void tell(void)
{
    fprintf(stderr, "fake NCCL: %ld all-reduces, %ld reduces, %ld broadcasts, %ld gathers, %ld scatters, %ld communicators left\n", calls[ALL_REDUCE], calls[REDUCE], calls[BROADCAST], calls[ALL_GATHER],
            calls[REDUCE_SCATTER], communicators);
}

static void tell_at_end(void)
{
    static bool told;
    if (!told && getenv("PERCH_FAKE_NCCL_TELL")) told = true, atexit(tell);
}

int ncclGetVersion(int *version)
{
    BEGIN;
    return *version = 22809, NCCL_OK;
}
const char *ncclGetErrorString(int status) { return status == NCCL_USAGE ? "invalid usage" : status == NCCL_ARGUMENT ? "invalid argument" : status == NCCL_CUDA ? "unhandled cuda error" : "internal error"; }

int ncclCommInitAll(void **comms, int n, const int *cards)
{
    BEGIN;
    tell_at_end();
    if (n < 1 || n > MOST) return NCCL_ARGUMENT;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (cards[i] == cards[k]) return NCCL_USAGE;
    Ring *r = malloc(sizeof *r);
    *r = (Ring){n, n};
    for (int i = 0; i < n; i++) {
        Comm *c = comms[i] = malloc(sizeof *c);
        *c = (Comm){.ring = r, .rank = i, .card = cards[i]};
    }
    communicators += n;
    return NCCL_OK;
}

int ncclCommInitRank(void **comm, int n, NcclId id, int rank)
{
    BEGIN;
    int (*card)(void) = (int (*)(void))of_card("emulated_card");
    if (!card || n < 1 || n > MOST || rank < 0 || rank >= n) return NCCL_ARGUMENT;
    tell_at_end();
    Ring *r = malloc(sizeof *r);
    Comm *c = *comm = malloc(sizeof *c);
    *r = (Ring){n, 1};
    *c = (Comm){.ring = r, .rank = rank, .card = card()};
    communicators++;
    return fake_ranks_join(c, &id);
}

static int drop(Comm *c)
{
    if (c->ranks) fake_ranks_leave(c);
    if (!--c->ring->left) free(c->ring);
    free(c);
    communicators--;
    return NCCL_OK;
}
int ncclCommDestroy(void *comm)
{
    BEGIN;
    return drop(comm);
}
int ncclCommAbort(void *comm) { return drop(comm); }
int ncclCommGetAsyncError(void *comm, int *status)
{
    *status = fake_nccl_failing(__func__);
    if (comm && !*status) *status = fake_ranks_status(comm);
    return comm ? NCCL_OK : NCCL_ARGUMENT;
}

/* ---- what is computed ---- */
static const struct { int theirs; DType dtype; } types[] = {{NCCL_INT8, DT_INT8},       {NCCL_UINT8, DT_UINT8},     {NCCL_INT32, DT_INT32},       {NCCL_INT64, DT_INT64},
                                                            {NCCL_FLOAT16, DT_FLOAT16}, {NCCL_FLOAT32, DT_FLOAT32}, {NCCL_BFLOAT16, DT_BFLOAT16}, {NCCL_FLOAT64, DT_FLOAT64}};
static bool type_of(int theirs, DType *dtype)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].theirs == theirs) return *dtype = types[i].dtype, true;
    return false;
}

static Scalar joined(int sum, Scalar a, Scalar b)
{
    if (a.kind == SCALAR_FLOAT) a.f = sum == NCCL_SUM ? a.f + b.f : sum == NCCL_PROD ? a.f * b.f : (sum == NCCL_MAX) == (a.f > b.f) ? a.f : b.f;
    else a.i = sum == NCCL_SUM ? (int64_t)((uint64_t)a.i + (uint64_t)b.i) : sum == NCCL_PROD ? (int64_t)((uint64_t)a.i * (uint64_t)b.i) : (sum == NCCL_MAX) == (a.i > b.i) ? a.i : b.i;
    return a;
}

char *fake_nccl_made(const One *o, int n, const char *const *from, size_t *bytes)
{
    DType dtype = DT_INT8;
    type_of(o->dtype, &dtype);
    size_t element = dtype_bytes(dtype), parts = o->kind == ALL_GATHER || o->kind == REDUCE_SCATTER ? (size_t)n : 1, total = o->count * parts;
    char *made = calloc(total, element);
    for (size_t i = 0; i < total; i++) {
        if (o->kind == ALL_GATHER) memcpy(made + i * element, from[i / o->count] + i % o->count * element, element);
        else if (o->kind == BROADCAST) memcpy(made + i * element, from[o->root] + i * element, element);
        else {
            Scalar sum = dtype_load(dtype, from[0] + i * element);
            for (int k = 1; k < n; k++) sum = joined(o->sum, sum, dtype_load(dtype, from[k] + i * element));
            dtype_store(dtype, made + i * element, sum);
        }
    }
    return *bytes = total * element, made;
}

void fake_nccl_take(const One *o, int n, int rank, const char *made, size_t bytes)
{
    if (o->kind == REDUCE && rank != o->root) return;
    size_t part = o->kind == REDUCE_SCATTER ? bytes / (size_t)n : bytes;
    memcpy(o->to, made + (o->kind == REDUCE_SCATTER ? (size_t)rank * part : 0), part);
}

static void compute(void *data)
{
    Group *g = data;
    const char *from[MOST];
    size_t bytes;
    for (int k = 0; k < g->n; k++) from[k] = g->one[k].from;
    char *made = fake_nccl_made(&g->one[0], g->n, from, &bytes);
    for (int k = 0; k < g->n; k++) fake_nccl_take(&g->one[k], g->n, k, made, bytes);
    free(made);
    free(g);
}

size_t fake_nccl_bytes(const One *o)
{
    DType dtype = DT_INT8;
    type_of(o->dtype, &dtype);
    return o->count * dtype_bytes(dtype) * (o->kind == REDUCE_SCATTER ? (size_t)o->comm->ring->n : 1);
}

/* ---- groups ---- */
static int check(const One *o)
{
    DType dtype;
    int (*place)(cudaStream_t, int, const void *, size_t) = (int (*)(cudaStream_t, int, const void *, size_t))of_card("emulated_place");
    if (!o->comm || !place || !type_of(o->dtype, &dtype) || o->sum < NCCL_SUM || o->sum > NCCL_MIN || o->root < 0 || o->root >= o->comm->ring->n) return NCCL_ARGUMENT;
    size_t bytes = o->count * dtype_bytes(dtype), parts = (size_t)o->comm->ring->n;
    bool root = o->comm->rank == o->root, reads = o->kind != BROADCAST || root || !o->comm->ranks, writes = o->kind != REDUCE || root || !o->comm->ranks;
    if (reads && !place(o->stream, o->comm->card, o->from, bytes * (o->kind == REDUCE_SCATTER ? parts : 1))) return NCCL_ARGUMENT;
    return !writes || place(o->stream, o->comm->card, o->to, bytes * (o->kind == ALL_GATHER ? parts : 1)) ? NCCL_OK : NCCL_ARGUMENT;
}

static int add(One o)
{
    int bad = check(&o);
    if (bad) return bad;
    if (o.comm->ranks) return calls[o.kind]++, fake_ranks_call(&o);
    if (!depth || group.n == MOST || o.comm->rank != group.n) return NCCL_USAGE; /* one thread for all cards: without a group it would wait for itself */
    group.one[group.n++] = o;
    return NCCL_OK;
}

int ncclGroupStart(void)
{
    BEGIN;
    if (depth++) return NCCL_OK;
    group.n = 0;
    return NCCL_OK;
}

int ncclGroupEnd(void)
{
    if (!depth) return NCCL_USAGE;
    depth--;
    BEGIN;
    const One *first = &group.one[0];
    void (*meet)(const cudaStream_t *, int, void (*)(void *), void *) = (void (*)(const cudaStream_t *, int, void (*)(void *), void *))of_card("emulated_meet");
    if (!group.n) return NCCL_OK;
    if (!meet || group.n != first->comm->ring->n) return NCCL_USAGE;
    cudaStream_t streams[MOST];
    for (int i = 0; i < group.n; i++) {
        const One *o = &group.one[i];
        if (o->kind != first->kind || o->count != first->count || o->dtype != first->dtype || o->sum != first->sum || o->root != first->root || o->comm->ring != first->comm->ring) return NCCL_USAGE;
        streams[i] = o->stream;
    }
    Group *g = malloc(sizeof *g);
    *g = group;
    calls[first->kind]++;
    meet(streams, g->n, compute, g);
    return NCCL_OK;
}

int ncclAllReduce(const void *from, void *to, size_t count, int dtype, int sum, void *comm, cudaStream_t stream)
{
    BEGIN;
    return add((One){from, to, comm, stream, ALL_REDUCE, count, dtype, sum, 0});
}
int ncclReduce(const void *from, void *to, size_t count, int dtype, int sum, int root, void *comm, cudaStream_t stream)
{
    BEGIN;
    return add((One){from, to, comm, stream, REDUCE, count, dtype, sum, root});
}
int ncclBroadcast(const void *from, void *to, size_t count, int dtype, int root, void *comm, cudaStream_t stream)
{
    BEGIN;
    return add((One){from, to, comm, stream, BROADCAST, count, dtype, NCCL_SUM, root});
}
int ncclAllGather(const void *from, void *to, size_t count, int dtype, void *comm, cudaStream_t stream)
{
    BEGIN;
    return add((One){from, to, comm, stream, ALL_GATHER, count, dtype, NCCL_SUM, 0});
}
int ncclReduceScatter(const void *from, void *to, size_t count, int dtype, int sum, void *comm, cudaStream_t stream)
{
    BEGIN;
    return add((One){from, to, comm, stream, REDUCE_SCATTER, count, dtype, sum, 0});
}
