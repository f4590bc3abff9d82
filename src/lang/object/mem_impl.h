/* mem_impl.h: the allocator's inside, for mem.c and for who makes objects by the million (alloc.h): there a small block comes from
 * its free list and goes back to it without a call. In a checked build there are no free lists, and both ways are mem.h's. */
#ifndef PERCH_LANG_MEM_IMPL_H
#define PERCH_LANG_MEM_IMPL_H

#include "mem.h"

enum { MEM_STEP = 16, MEM_CLASSES = 32, MEM_SMALL = MEM_STEP * MEM_CLASSES };

typedef struct FreeBlock {
    struct FreeBlock *next;
} FreeBlock;

struct Mem {
    size_t live;
    bool plain; /* no limit, no failing, no watch and no tracer: the fast paths ask only this */
    FreeBlock *free[MEM_CLASSES + 1];
    char *bump, *bump_end;
    size_t limit;
    size_t outside;           /* mem_reserve; any thread's, atomic */
    uint64_t requests;
    int64_t fail_after;
    bool fail_for_good;
    bool spare; /* the reserve beyond the limit may be used: a MemoryError is being raised and handled */
    void (*watch)(void *context, size_t n);
    void *watch_context;
    const MemTracer *tracer;
    void *tracer_context;
    struct Chunk *chunks;
};

static inline size_t mem_class(size_t n) { return (n + MEM_STEP - 1) / MEM_STEP; } /* of 1 to MEM_SMALL bytes: whose free list */

static inline void *mem_take(Mem *m, size_t n) /* mem_alloc of at least a byte */
{
#ifndef PERCH_CHECKED
    if (__builtin_expect(n <= MEM_SMALL && m->plain, 1)) {
        FreeBlock *b = m->free[mem_class(n)];
        if (__builtin_expect(b != NULL, 1)) {
            m->free[mem_class(n)] = b->next;
            m->live += n;
            return b;
        }
    }
#endif
    return mem_alloc(m, n);
}

static inline void mem_give(Mem *m, void *p, size_t n) /* mem_free of what there is */
{
#ifndef PERCH_CHECKED
    if (__builtin_expect(n <= MEM_SMALL && m->plain, 1)) {
        FreeBlock *b = p;
        b->next = m->free[mem_class(n)];
        m->free[mem_class(n)] = b;
        m->live -= n;
        return;
    }
#endif
    mem_free(m, p, n);
}

#endif
