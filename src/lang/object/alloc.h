/* alloc.h: making objects and letting them go, inline: for gc.c, and for the classes whose objects come and go by the million.
 * What obj.h says of obj_alloc and obj_free holds here; the more the caller knows of the type when it is compiled, the less is asked. */
#ifndef PERCH_LANG_ALLOC_H
#define PERCH_LANG_ALLOC_H

#include "gc.h"
#include "mem_impl.h"
#include "vm.h"

#define ALLOC_INLINE static inline __attribute__((always_inline))

/* Small objects are most objects: no call for these, and no `rep stos`, whose start costs more than all the stores. */
ALLOC_INLINE void zero_tail(char *p, size_t n)
{
    uint64_t *w = (uint64_t *)p;
    switch (n) {
    case 64: w[7] = 0; /* fall through */
    case 56: w[6] = 0; /* fall through */
    case 48: w[5] = 0; /* fall through */
    case 40: w[4] = 0; /* fall through */
    case 32: w[3] = 0; /* fall through */
    case 24: w[2] = 0; /* fall through */
    case 16: w[1] = 0; /* fall through */
    case 8: w[0] = 0;  /* fall through */
    case 0: break;
    default: memset(p, 0, n);
    }
}

ALLOC_INLINE void track_now(VM *vm, Obj *o) /* one that is in no list */
{
    GcHead *g = obj_gc(o), *list = &vm->gc_list;
    g->next = list;
    g->prev = list->prev;
    list->prev->next = g;
    list->prev = g;
    o->flags = (uint8_t)((o->flags | OBJ_TRACKED) & ~OBJ_MARK); /* young */
}

ALLOC_INLINE void untrack_now(Obj *o)
{
    if (!(o->flags & OBJ_TRACKED)) return;
    GcHead *g = obj_gc(o);
    g->prev->next = g->next;
    g->next->prev = g->prev;
    o->flags &= (uint8_t)~OBJ_TRACKED;
}

/* flags: the type's; of those that are known to be the compiler makes less code. */
ALLOC_INLINE Obj *alloc_with(VM *vm, Type *type, uint32_t flags, size_t zeroed, size_t size)
{
    size_t prefix = flags & TYPE_ATTRS ? sizeof(GcHead) + sizeof(Attrs) : flags & TYPE_GC ? sizeof(GcHead) : 0;
    if (prefix && ++vm->gc_since > vm->gc_threshold && vm->gc_enabled && !vm->gc_running)
        __atomic_fetch_or(&vm->breaker, BREAK_GC, __ATOMIC_RELAXED); /* done at the next safe point: never inside a C function that holds half-made objects */
    char *block = mem_take(vm->mem, prefix + size);
    if (__builtin_expect(!block, 0)) {
        err_no_memory(vm);
        return NULL;
    }
    Obj *o = (Obj *)(block + prefix);
    zero_tail((char *)(o + 1), zeroed - sizeof *o);
    o->refs = 1;
    o->kind = type->inst_kind;
    o->flags = 0;
    o->aux = 0;
    o->type = type;
    if (flags & TYPE_ATTRS) {
        Attrs *a = obj_attrs(o);
        a->shape = type->root_shape;
        a->values = NULL;
    }
    if (prefix) {
        vm->gc_live++;
        track_now(vm, o);
    }
    if (flags & TYPE_HEAP) type->head.refs++;
    return o;
}

/* The end of an object of a class that is no class statement's and gives no attributes (TYPE_GC alone). */
ALLOC_INLINE void free_plain(VM *vm, Obj *o, size_t size)
{
    untrack_now(o);
    vm->gc_live--;
    if (vm->gc_since > 0) vm->gc_since--;
    mem_give(vm->mem, (char *)o - sizeof(GcHead), sizeof(GcHead) + size);
}

/* A plain tuple of n > 0 whose items the caller sets before it does anything else. */
static inline Tuple *tuple_open(VM *vm, int64_t n)
{
    if (n > ((int64_t)1 << 40)) {
        err_no_memory(vm);
        return NULL;
    }
    Tuple *t = (Tuple *)alloc_with(vm, CLASS(tuple), TYPE_GC, sizeof(Obj), sizeof(Tuple) + (size_t)n * sizeof(Value));
    if (t != NULL) t->len = n;
    return t;
}

#endif
