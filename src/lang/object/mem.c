/* mem.c: the allocator behind mem.h.
 *
 * Release builds keep free lists for sizes up to 512 bytes in steps of 16, cut from chunks that go back only when the Mem
 * closes; larger blocks go to malloc. Checked builds (PERCH_CHECKED: sanitizers, valgrind) use malloc for every block, with
 * the size in front, so that overruns, double frees and wrong sizes show at once.
 */
#include "mem_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024, RESERVE = 256 * 1024 };

typedef struct Chunk {
    struct Chunk *next;
    size_t pad;
} Chunk;

static void set_plain(Mem *m) { m->plain = !m->limit && m->fail_after < 0 && !m->watch && !m->tracer; }

Mem *mem_open(void)
{
    Mem *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->fail_after = -1;
    m->plain = true;
    /* glibc learns from a large block that goes: those up to its size then come from the heap, and twice as much stays there. Without, tables of
     * some 100 kB go to the system and come back page by page. No page of this one is touched. */
    enum { LESSON = 1 << 20 };
    void *volatile block = malloc(LESSON);
    free(block);
    return m;
}

size_t mem_close(Mem *m)
{
    size_t live = m->live;
    for (Chunk *c = m->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(m);
    return live;
}

/* The slow half of every request: may it be granted? */
static bool refused(Mem *m, size_t n)
{
    m->requests++;
    if (m->watch) m->watch(m->watch_context, n);
    if (m->fail_after == 0) {
        if (!m->fail_for_good) m->fail_after = -1;
        return true;
    }
    if (m->fail_after > 0) m->fail_after--;
    if (!m->limit) return false;
    size_t all = m->live + n + __atomic_load_n(&m->outside, __ATOMIC_RELAXED);
    if (m->spare) {
        if (all + RESERVE < m->limit) m->spare = false; /* all is well again: the reserve is whole for the next time */
        return all > m->limit + RESERVE;
    }
    return all > m->limit;
}

/* What is counted outside leaves this much of the limit to the language, so that a program that fills the memory with arrays can still be told so. */
enum { LEFT_MOST = 1 << 20, LEFT_PART = 16 };

bool mem_reserve(Mem *m, size_t n)
{
    size_t before = __atomic_fetch_add(&m->outside, n, __ATOMIC_RELAXED);
    if (!m->limit) return true;
    size_t left = m->limit / LEFT_PART < LEFT_MOST ? m->limit / LEFT_PART : LEFT_MOST, live = __atomic_load_n(&m->live, __ATOMIC_RELAXED);
    if (n <= m->limit && before + live + n <= m->limit - left) return true;
    __atomic_fetch_sub(&m->outside, n, __ATOMIC_RELAXED);
    return false;
}

void mem_unreserve(Mem *m, size_t n) { __atomic_fetch_sub(&m->outside, n, __ATOMIC_RELAXED); }
size_t mem_limit(const Mem *m) { return m->limit; }


static inline void count(Mem *m, size_t n)
{
    m->live += n;
}

#ifdef PERCH_CHECKED
typedef struct Guard {
    size_t n, magic;
} Guard;
#define GUARD_MAGIC ((size_t)0x70657263682d6f6b)

static void *block_alloc(Mem *m, size_t n)
{
    (void)m;
    if (n >> 39) return NULL; /* ASan would refuse that too, but with a warning on stderr */
    Guard *g = malloc(sizeof *g + (n ? n : 1));
    if (!g) return NULL;
    *g = (Guard){n, GUARD_MAGIC};
    return g + 1;
}

static void block_free(Mem *m, void *p, size_t n)
{
    (void)m;
    Guard *g = (Guard *)p - 1;
    if (g->magic != GUARD_MAGIC || g->n != n) {
        fprintf(stderr, "mem_free: a block of %zu bytes given back as %zu\n", g->n, n);
        __builtin_trap();
    }
    g->magic = 0;
    free(g);
}
#else
static void *from_chunk(Mem *m, size_t rounded)
{
    if ((size_t)(m->bump_end - m->bump) < rounded) {
        /* What is left of the old chunk becomes free blocks, so that nothing is lost. */
        while (m->bump_end - m->bump >= MEM_STEP) {
            size_t rest = (size_t)(m->bump_end - m->bump);
            if (rest > MEM_SMALL) rest = MEM_SMALL;
            FreeBlock *b = (FreeBlock *)m->bump;
            m->bump += rest / MEM_STEP * MEM_STEP;
            b->next = m->free[rest / MEM_STEP];
            m->free[rest / MEM_STEP] = b;
        }
        Chunk *c = malloc(CHUNK);
        if (!c) return NULL;
        c->next = m->chunks;
        m->chunks = c;
        m->bump = (char *)(c + 1);
        m->bump_end = (char *)c + CHUNK;
    }
    void *p = m->bump;
    m->bump += rounded;
    return p;
}

/* A block of megabytes asks for large pages: making and freeing a list of 10^7 items is mostly the kernel's work on small ones. */
static void *large(void *p, size_t n)
{
    enum { LARGE = 4 << 20 };
    if (n < LARGE || !p) return p;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = ((uintptr_t)p + page - 1) & -page, end = ((uintptr_t)p + n) & -page;
    madvise((void *)from, end - from, MADV_HUGEPAGE); /* advice: nothing is lost where there are none */
    return p;
}

static inline void *block_alloc(Mem *m, size_t n)
{
    if (n > MEM_SMALL) return large(malloc(n), n);
    size_t cls = n ? mem_class(n) : 1;
    FreeBlock *b = m->free[cls];
    if (b) {
        m->free[cls] = b->next;
        return b;
    }
    return from_chunk(m, cls * MEM_STEP);
}

static inline void block_free(Mem *m, void *p, size_t n)
{
    if (n > MEM_SMALL) {
        free(p);
        return;
    }
    size_t cls = n ? mem_class(n) : 1;
    FreeBlock *b = p;
    b->next = m->free[cls];
    m->free[cls] = b;
}
#endif

static __attribute__((noinline)) void *alloc_watched(Mem *m, size_t n)
{
    if (refused(m, n)) return NULL;
    void *p = block_alloc(m, n);
    if (p) count(m, n);
    if (p && m->tracer) m->tracer->made(m->tracer_context, p, n);
    return p;
}

void *mem_alloc(Mem *m, size_t n)
{
    if (n > PTRDIFF_MAX - 64) return NULL;
    if (!m->plain) return alloc_watched(m, n);
    void *p = block_alloc(m, n);
    if (p) count(m, n);
    return p;
}

void *mem_zalloc(Mem *m, size_t n)
{
    void *p = mem_alloc(m, n);
    if (p) memset(p, 0, n);
    return p;
}

static __attribute__((noinline)) void free_watched(Mem *m, void *p)
{
    if (m->tracer) m->tracer->gone(m->tracer_context, (uintptr_t)p);
}

void *mem_realloc(Mem *m, void *p, size_t old_n, size_t new_n)
{
    if (!p) return mem_alloc(m, new_n);
    if (new_n > PTRDIFF_MAX - 64) return NULL;
#ifndef PERCH_CHECKED
    if (old_n > MEM_SMALL && new_n > MEM_SMALL) {
        if (!m->plain && refused(m, new_n > old_n ? new_n - old_n : 0)) return NULL;
        if (!m->plain) free_watched(m, p);
        void *q = large(realloc(p, new_n), new_n);
        if (!m->plain && m->tracer) m->tracer->made(m->tracer_context, q ? q : p, q ? new_n : old_n);
        if (!q) return NULL;
        m->live -= old_n;
        count(m, new_n);
        return q;
    }
#endif
    void *q = mem_alloc(m, new_n);
    if (!q) return NULL;
    memcpy(q, p, old_n < new_n ? old_n : new_n);
    mem_free(m, p, old_n);
    return q;
}

void mem_free(Mem *m, void *p, size_t n)
{
    if (!p) return;
    if (!m->plain) free_watched(m, p);
    m->live -= n;
    block_free(m, p, n);
}

size_t mem_live(const Mem *m) { return m->live; }
uint64_t mem_requests(const Mem *m) { return m->requests; }

void mem_set_limit(Mem *m, size_t bytes)
{
    m->limit = bytes;
    set_plain(m);
}

void mem_watch(Mem *m, void (*watch)(void *context, size_t n), void *context)
{
    m->watch = watch;
    m->watch_context = context;
    set_plain(m);
}

void mem_trace(Mem *m, const MemTracer *tracer, void *context)
{
    m->tracer = tracer;
    m->tracer_context = context;
    set_plain(m);
}

void mem_use_reserve(Mem *m) { m->spare = true; }

void mem_fail_after(Mem *m, int64_t after, bool for_good)
{
    m->fail_after = after;
    m->fail_for_good = for_good;
    set_plain(m);
    if (after >= 0) m->requests = 0;
}
