/* shared.c: all_reduce of large values between ranks of one machine (shared.h).
 *
 * Each rank has a slot of SLOT bytes in each of two turns. A piece of the values: every rank copies its own into its slot (given), adds up one part of the piece over all slots, in the order of the
 * ranks, into rank 0's (added), and takes the whole piece from there (taken). What a rank has done stands as a number that only grows, on a cache line of its own; who needs another's looks at it.
 * A turn's slots are written again when everybody has taken what was in them. The same bits come out on every rank, since each part is added up once.
 *
 * The memory has no name: it is rank 0's memfd, which the others open through /proc, and is gone with the last of them.
 */
#include "shared.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SLOT = 1 << 20, TURNS = 2, CACHE_LINE = 128 };

typedef enum Phase { GIVE, ADD, TAKE, PHASES } Phase;
typedef union Line { _Atomic uint64_t done[PHASES]; char apart[CACHE_LINE]; } Line; /* of a rank: how many pieces it has given, added, taken */
typedef struct Head { uint64_t cookie; char apart[CACHE_LINE - 8]; } Head;

struct Adding {
    Shared *of;
    Adding *next;
    const char *in;
    char *out;
    size_t bytes, at, width;
    MPI_Datatype type;
    MPI_Op op;
    SharedState state;
};
struct Shared {
    int rank, size;
    size_t bytes;
    Head *head;
    Line *lines;
    char *slots;
    uint64_t piece; /* the one that this rank is at */
    Phase phase;
    Adding *first, *last;
};

static char *slot(const Shared *s, int rank) { return s->slots + ((s->piece % TURNS) * (size_t)s->size + (size_t)rank) * SLOT; }

/* ---- the memory ---- */
static bool map(Shared *s, int file)
{
    s->head = mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (s->head == MAP_FAILED) return s->head = NULL, false;
    s->lines = (Line *)(s->head + 1);
    s->slots = (char *)(s->lines + s->size);
    return true;
}

typedef struct Where { uint64_t cookie; int64_t process; int file; } Where;

static Where make(Shared *s)
{
    Where w = {.process = getpid(), .file = memfd_create("perch-ranks", MFD_CLOEXEC)};
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    w.cookie = ((uint64_t)t.tv_sec << 32 ^ (uint64_t)t.tv_nsec) * 0x9e3779b97f4a7c15u ^ (uint64_t)w.process;
    if (w.file >= 0 && (ftruncate(w.file, (off_t)s->bytes) != 0 || !map(s, w.file))) {
        close(w.file);
        w.file = -1;
    }
    if (w.file >= 0) s->head->cookie = w.cookie;
    return w;
}

static bool join(Shared *s, const Where *w)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%lld/fd/%d", (long long)w->process, w->file);
    int file = w->file >= 0 ? open(path, O_RDWR | O_CLOEXEC) : -1;
    bool ok = file >= 0 && lseek(file, 0, SEEK_END) == (off_t)s->bytes && map(s, file) && s->head->cookie == w->cookie; /* (another machine may have a process of that number) */
    if (file >= 0) close(file);
    return ok;
}

Shared *shared_open(MPI_Comm comm)
{
    Shared *s = calloc(1, sizeof *s);
    int rank = 0, size = 1, ok = s != NULL, all = 0;
    if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS || MPI_Comm_size(comm, &size) != MPI_SUCCESS || size < 2) return free(s), NULL;
    Where w = {.file = -1};
    if (s) {
        s->rank = rank;
        s->size = size;
        s->bytes = sizeof(Head) + (size_t)size * (sizeof(Line) + TURNS * (size_t)SLOT);
        if (rank == 0) w = make(s);
    }
    if (MPI_Bcast(&w, sizeof w, MPI_BYTE, 0, comm) != MPI_SUCCESS) ok = 0;
    if (ok) ok = rank == 0 ? w.file >= 0 : join(s, &w);
    if (MPI_Allreduce(&ok, &all, 1, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS) all = 0;
    if (rank == 0 && w.file >= 0) close(w.file);
    if (all) return s;
    shared_close(s);
    return NULL;
}

void shared_close(Shared *s)
{
    if (!s) return;
    for (Adding *a = s->first, *next; a; a = next) {
        next = a->next;
        free(a);
    }
    if (s->head) munmap(s->head, s->bytes);
    free(s);
}

/* ---- adding up ---- */
static bool all_have(const Shared *s, Phase p, uint64_t pieces)
{
    for (int i = 0; i < s->size; i++)
        if (atomic_load_explicit(&s->lines[i].done[p], memory_order_acquire) < pieces) return false;
    return true;
}

/* This rank's part of the piece, from all slots into rank 0's. */
static bool add_part(const Shared *s, const Adding *a, size_t bytes)
{
    size_t n = bytes / a->width, from = n * (size_t)s->rank / (size_t)s->size, to = n * ((size_t)s->rank + 1) / (size_t)s->size;
    for (int i = 1; i < s->size && to > from; i++)
        if (MPI_Reduce_local(slot(s, i) + from * a->width, slot(s, 0) + from * a->width, (int)(to - from), a->type, a->op) != MPI_SUCCESS) return false;
    return true;
}

/* One phase of the piece that this rank is at; false: others have to come first. */
static bool one_phase(Shared *s, Adding *a)
{
    size_t bytes = a->bytes - a->at < SLOT ? a->bytes - a->at : SLOT;
    const Phase needs[PHASES] = {TAKE, GIVE, ADD};
    uint64_t pieces = s->phase == GIVE ? (s->piece < TURNS ? 0 : s->piece - TURNS + 1) : s->piece + 1;
    if (!all_have(s, needs[s->phase], pieces)) return false;
    if (s->phase == GIVE) memcpy(slot(s, s->rank), a->in + a->at, bytes);
    else if (s->phase == TAKE) memcpy(a->out + a->at, slot(s, 0), bytes);
    else if (!add_part(s, a, bytes)) a->state = SHARED_FAILED;
    atomic_store_explicit(&s->lines[s->rank].done[s->phase], s->piece + 1, memory_order_release);
    if (s->phase == TAKE) {
        s->piece++;
        a->at += bytes;
        if (a->at == a->bytes && a->state == SHARED_RUNS) a->state = SHARED_DONE;
    }
    s->phase = (s->phase + 1) % PHASES;
    return true;
}

/* The first of those that go on; then the next. One that failed goes to its end all the same: the others count its pieces. */
static void go_on(Shared *s)
{
    while (s->first && one_phase(s, s->first)) {
        Adding *a = s->first;
        if (a->at < a->bytes) continue;
        s->first = a->next;
        if (!s->first) s->last = NULL;
        a->of = NULL;
    }
}

Adding *shared_add(Shared *s, const void *in, void *out, int count, size_t width, MPI_Datatype type, MPI_Op op)
{
    Adding *a = malloc(sizeof *a);
    if (!a) return NULL;
    *a = (Adding){.of = s, .in = in, .out = out, .bytes = (size_t)count * width, .width = width, .type = type, .op = op};
    if (s->last) s->last->next = a;
    else s->first = a;
    s->last = a;
    go_on(s);
    return a;
}

SharedState shared_go_on(Adding *a)
{
    if (a->of) go_on(a->of);
    if (a->of) return SHARED_RUNS;
    SharedState state = a->state;
    free(a);
    return state;
}
