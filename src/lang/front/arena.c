/* arena.c: blocks that double up to a quarter megabyte; large requests get a block of their own. */
#include "arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct ArenaBlock {
    ArenaBlock *next;
    size_t size; /* with this header */
    _Alignas(16) char bytes[];
};

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 256 * 1024 };

void arena_init(Arena *a, Mem *mem)
{
    *a = (Arena){.mem = mem};
}

void arena_free(Arena *a)
{
    for (ArenaBlock *b = a->blocks; b;) {
        ArenaBlock *next = b->next;
        mem_free(a->mem, b, b->size);
        b = next;
    }
    arena_init(a, a->mem);
}

void *arena_alloc_slow(Arena *a, size_t n)
{
    if (a->failed)
        return NULL;
    size_t need = (n + 15) & ~(size_t)15;
    size_t size = a->blocks && a->blocks->size < LARGEST_BLOCK ? a->blocks->size * 2 : FIRST_BLOCK;
    if (a->blocks && a->blocks->size >= LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    bool own = need > size / 2;
    if (own)
        size = need + sizeof(ArenaBlock);
    ArenaBlock *b = need < n || size < need ? NULL : mem_alloc(a->mem, size);
    if (!b) {
        a->failed = true;
        return NULL;
    }
    b->size = size;
    if (own && a->blocks) { /* behind the newest, whose free rest stays in use */
        b->next = a->blocks->next;
        a->blocks->next = b;
        return b->bytes;
    }
    b->next = a->blocks;
    a->blocks = b;
    a->cur = b->bytes + need;
    a->end = (char *)b + size;
    return b->bytes;
}

char *arena_dup(Arena *a, const char *s, size_t n)
{
    char *copy = n == SIZE_MAX ? NULL : arena_alloc(a, n + 1);
    if (copy) {
        if (n)
            memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

void *arena_grow(Arena *a, void *p, size_t old, size_t n)
{
    size_t had = (old + 15) & ~(size_t)15, need = (n + 15) & ~(size_t)15;
    if (p && (char *)p + had == a->cur && need >= n && need - had <= (size_t)(a->end - a->cur)) {
        a->cur += need - had;
        return p;
    }
    void *bigger = arena_alloc(a, n);
    if (bigger && old)
        memcpy(bigger, p, old);
    return bigger;
}

char *arena_printf(Arena *a, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    int n = vsnprintf(NULL, 0, fmt, va);
    va_end(va);
    char *s = n < 0 ? NULL : arena_alloc(a, (size_t)n + 1);
    if (s) {
        va_start(va, fmt);
        vsnprintf(s, (size_t)n + 1, fmt, va);
        va_end(va);
    }
    return s;
}
