/* mod_squeeze.h: what the modules that compress have alike: output that grows, and input that was not used up yet. */
#ifndef PERCH_STD_MOD_SQUEEZE_H
#define PERCH_STD_MOD_SQUEEZE_H

#include "lang/object/vm.h"

/* Bytes that come out: room is made at their end. */
typedef struct Buf { VM *vm; unsigned char *p; size_t n, cap; } Buf;

static inline bool buf_room(Buf *b, size_t more)
{
    if (b->n + more <= b->cap) return true;
    size_t cap = b->cap * 2 > b->n + more ? b->cap * 2 : b->n + more;
    unsigned char *p = mem_realloc(b->vm->mem, b->p, b->cap, cap);
    if (!p) return err_no_memory(b->vm), false;
    b->p = p;
    b->cap = cap;
    return true;
}
/* Room for the next step, at most up to `limit` bytes in all (< 0: none); 0: no memory, or the limit is reached. */
static inline size_t buf_step(Buf *b, int64_t limit)
{
    enum { FIRST = 16384 };
    size_t more = b->cap - b->n ? b->cap - b->n : b->cap ? b->cap : FIRST;
    if (limit >= 0 && more > (size_t)limit - b->n) more = (size_t)limit - b->n;
    return more && buf_room(b, more) ? more : 0;
}
static inline Value buf_take(Buf *b, bool ok)
{
    Value r = ok ? bytes_from(b->vm, b->p ? (void *)b->p : "", (int64_t)b->n) : NULL;
    mem_free(b->vm->mem, b->p, b->cap);
    return r;
}

/* Input of a decompressor that a limit of the output left over. */
typedef struct Rest { unsigned char *p; size_t at, n, cap; } Rest;

/* What is to be read now: the rest and the new bytes behind it, or these alone. They stay where they are until rest_keep. */
static inline bool rest_add(VM *vm, Rest *r, const unsigned char **p, size_t *n)
{
    size_t left = r->n - r->at;
    if (!left) return true;
    if (r->at) memmove(r->p, r->p + r->at, left);
    r->at = 0;
    r->n = left;
    if (left + *n > r->cap) {
        unsigned char *more = mem_realloc(vm->mem, r->p, r->cap, left + *n);
        if (!more) return err_no_memory(vm), false;
        r->p = more;
        r->cap = left + *n;
    }
    if (*n) memcpy(r->p + left, *p, *n);
    r->n += *n;
    *p = r->p;
    *n = r->n;
    return true;
}
/* Of what was read, the last n bytes at p wait. */
static inline bool rest_keep(VM *vm, Rest *r, const unsigned char *p, size_t n)
{
    if (r->p && p >= r->p && p <= r->p + r->n) {
        r->at = r->n - n;
        return true;
    }
    if (n > r->cap) {
        unsigned char *more = mem_realloc(vm->mem, r->p, r->cap, n);
        if (!more) return err_no_memory(vm), false;
        r->p = more;
        r->cap = n;
    }
    if (n) memcpy(r->p, p, n);
    r->at = 0;
    r->n = n;
    return true;
}
static inline void rest_free(VM *vm, Rest *r)
{
    mem_free(vm->mem, r->p, r->cap);
    *r = (Rest){0};
}

#endif
