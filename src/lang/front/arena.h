/* arena.h: memory that is given back all at once, over the interpreter's Mem.
 *
 * A parse and a compilation allocate here and free nothing singly.  When Mem refuses, arena_alloc returns NULL and
 * `failed` stays set: whoever ends the task turns that into a MemoryError.
 */
#ifndef PERCH_LANG_ARENA_H
#define PERCH_LANG_ARENA_H

#include "lang/object/mem.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    Mem *mem;
    ArenaBlock *blocks; /* the newest first */
    char *cur, *end;    /* what is free in the newest block */
    bool failed;
} Arena;

/* An arena without a block: cannot fail. */
void arena_init(Arena *a, Mem *mem);
/* Gives every block back; the arena is as after arena_init. */
void arena_free(Arena *a);

void *arena_alloc_slow(Arena *a, size_t n);

/* n bytes, aligned for anything, not cleared.  NULL: out of memory, a->failed is set. */
static inline void *arena_alloc(Arena *a, size_t n)
{
    size_t need = (n + 15) & ~(size_t)15;
    if (need >= n && need <= (size_t)(a->end - a->cur)) {
        void *p = a->cur;
        a->cur += need;
        return p;
    }
    return arena_alloc_slow(a, n);
}

/* A copy with a zero byte behind it.  NULL: out of memory. */
char *arena_dup(Arena *a, const char *s, size_t n);
/* Grows what arena_alloc gave; in place where it was the last allocation.  NULL: out of memory, the old stays. */
void *arena_grow(Arena *a, void *p, size_t old, size_t n);
/* printf into the arena.  NULL: out of memory. */
char *arena_printf(Arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
