/* nccl_ranks.c: the stand-in's rings of several processes: each puts its part into a file of a folder that the ring's name says, and takes the others' when all are there. As with the library, a rank that
 * never comes is waited for until the communicator is given up, and calls that are not alike are found by nobody before they are done: the status says so then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fake_nccl.h"

typedef struct Ranks {
    char folder[128];
    int n, rank, status;
    unsigned long calls;
    bool given_up;
    int uses;            /* the communicator's, and those of calls that are not done */
} Ranks;
typedef struct RanksCall { One one; Ranks *ranks; unsigned long number; } RanksCall;
typedef struct Head { int kind, dtype, sum, root; size_t count; } Head;

static void path_of(const Ranks *r, unsigned long number, int rank, char *out, size_t n) { snprintf(out, n, "%s/%lu.%d", r->folder, number, rank); }

static bool all_there(const Ranks *r, unsigned long number)
{
    char path[160];
    for (int i = 0; i < r->n; i++) {
        path_of(r, number, i, path, sizeof path);
        if (access(path, R_OK) != 0) return false;
    }
    return true;
}

/* Whole, or not there. */
static void put(const Ranks *r, unsigned long number, const Head *head, const char *bytes, size_t n)
{
    char whole[160], path[180];
    path_of(r, number, r->rank, whole, sizeof whole);
    snprintf(path, sizeof path, "%s.new", whole);
    FILE *f = fopen(path, "wb");
    if (!f) return;
    fwrite(head, sizeof *head, 1, f);
    if (n) fwrite(bytes, 1, n, f);
    fclose(f);
    rename(path, whole);
}

static char *get(const Ranks *r, unsigned long number, int rank, Head *head)
{
    char path[160];
    struct stat s;
    path_of(r, number, rank, path, sizeof path);
    FILE *f = fopen(path, "rb");
    if (!f || fstat(fileno(f), &s) != 0 || (size_t)s.st_size < sizeof *head || fread(head, sizeof *head, 1, f) != 1) return f ? (void)fclose(f) : (void)0, NULL;
    size_t n = (size_t)s.st_size - sizeof *head;
    char *bytes = malloc(n + 1);
    n = fread(bytes, 1, n, f);
    fclose(f);
    return bytes;
}

static void release(Ranks *r)
{
    if (!--r->uses) free(r);
}

int ncclGetUniqueId(NcclId *id)
{
    BEGIN;
    memset(id, 0, sizeof *id);
    snprintf(id->bytes, sizeof id->bytes, "%s/ring-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    return mkdtemp(id->bytes) ? NCCL_OK : NCCL_CUDA;
}

int fake_ranks_join(Comm *c, const NcclId *id)
{
    Ranks *r = c->ranks = calloc(1, sizeof *r);
    r->n = c->ring->n;
    r->rank = c->rank;
    r->uses = 1;
    snprintf(r->folder, sizeof r->folder, "%s", id->bytes);
    put(r, 0, &(Head){0}, NULL, 0);
    while (!all_there(r, 0)) usleep(500);
    return NCCL_OK;
}

static void begin(void *data)
{
    RanksCall *c = data;
    const One *o = &c->one;
    const Head head = {(int)o->kind, o->dtype, o->sum, o->root, o->count};
    bool gives = o->kind != BROADCAST || o->root == c->ranks->rank;
    if (!c->ranks->given_up) put(c->ranks, c->number, &head, o->from, gives ? fake_nccl_bytes(o) : 0);
}

static int is_ready(void *data)
{
    const RanksCall *c = data;
    return c->ranks->given_up || all_there(c->ranks, c->number);
}

static void finish(void *data)
{
    RanksCall *c = data;
    Ranks *r = c->ranks;
    const One *o = &c->one;
    char *parts[MOST] = {0}, path[160];
    Head head;
    bool alike = !r->given_up;
    for (int i = 0; i < r->n && alike; i++)
        alike = (parts[i] = get(r, c->number, i, &head)) && head.kind == (int)o->kind && head.dtype == o->dtype && head.sum == o->sum && head.root == o->root && head.count == o->count;
    if (alike) {
        size_t bytes;
        char *made = fake_nccl_made(o, r->n, (const char *const *)parts, &bytes);
        fake_nccl_take(o, r->n, r->rank, made, bytes);
        free(made);
    } else if (!r->given_up)
        r->status = NCCL_USAGE;
    for (int i = 0; i < r->n; i++) free(parts[i]);
    path_of(r, c->number - 1, r->rank, path, sizeof path); /* all have begun this call, so they are done with the one before */
    unlink(path);
    release(r);
    free(c);
}

int fake_ranks_call(const One *o)
{
    void (*await)(cudaStream_t, int (*)(void *), void (*)(void *), void *) = (void (*)(cudaStream_t, int (*)(void *), void (*)(void *), void *))of_card("emulated_await");
    if (!await) return NCCL_CUDA;
    RanksCall *c = malloc(sizeof *c);
    *c = (RanksCall){*o, o->comm->ranks, ++o->comm->ranks->calls};
    c->ranks->uses++;
    await(o->stream, NULL, begin, c);
    await(o->stream, is_ready, finish, c);
    return NCCL_OK;
}

int fake_ranks_status(const Comm *c) { return c->ranks ? c->ranks->status : NCCL_OK; }

void fake_ranks_leave(Comm *c)
{
    c->ranks->given_up = true;
    release(c->ranks);
}
