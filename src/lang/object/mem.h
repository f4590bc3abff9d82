/* mem.h: the one way to memory.
 *
 * Every byte that the language uses comes through a Mem: it counts, can be limited (--mem-limit) and can be told to
 * fail at the n-th request (tests step through it). Small blocks come from free lists by size class, so the size is
 * given back at the free: a block is freed with exactly the size it was asked for (checked builds verify it).
 * Nothing here raises: a failed request is NULL, and the caller raises MemoryError (mem.h knows no VM).
 */
#ifndef PERCH_LANG_MEM_H
#define PERCH_LANG_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Mem Mem;

/* make and destroy; mem_close returns the bytes still live (0 when all was given back). */
Mem *mem_open(void);
size_t mem_close(Mem *m);

void *mem_alloc(Mem *m, size_t n);                               /* uninitialised; NULL on failure; n may be 0 */
void *mem_zalloc(Mem *m, size_t n);                              /* zeroed */
void *mem_realloc(Mem *m, void *p, size_t old_n, size_t new_n);  /* p may be NULL (old_n 0); on failure p stays */
void mem_free(Mem *m, void *p, size_t n);                        /* p may be NULL */

/* accounting and tests */
size_t mem_live(const Mem *m);
void mem_set_limit(Mem *m, size_t bytes);  /* 0: none */
size_t mem_limit(const Mem *m);
/* Memory that does not come from here but counts towards the limit: tensors', kernels' scratch. From any thread. false: it would be beyond. */
bool mem_reserve(Mem *m, size_t n);
void mem_unreserve(Mem *m, size_t n);
/* A MemoryError is being raised: until memory was given back, requests may go a little beyond the limit, so that the program's
 * handlers can run. */
void mem_use_reserve(Mem *m);
/* The request number `after` from now (0 = the next) fails, and if `for_good` all later ones too; -1 = off. */
void mem_fail_after(Mem *m, int64_t after, bool for_good);
uint64_t mem_requests(const Mem *m);
/* Each request is told to `watch` before it is granted (NULL: none any more); a block that grows in place: by how much. */
void mem_watch(Mem *m, void (*watch)(void *context, size_t n), void *context);

/* Each block that is made and given back is told (NULL: nobody any more); what the tracer itself asks for must come from elsewhere. */
typedef struct MemTracer {
    void (*made)(void *context, void *p, size_t n);
    void (*gone)(void *context, uintptr_t at);
} MemTracer;
void mem_trace(Mem *m, const MemTracer *tracer, void *context);

#endif
