/* shuffle.c: for checked builds: the stores of containers move whenever Python is called from C.
 *
 * Such a call may empty or grow any container (value.h, "Borrowed across a program's code"), so a pointer into one must not
 * outlive it. Most programs leave their containers alone, and a pointer that was kept goes unnoticed; with PERCH_SHUFFLE=N in
 * the environment the items of the N youngest objects are copied to another place and the old one is freed at each such call,
 * so that ASan sees the first use of the old place in any program at all. What a program sees does not change. */
#include "shuffle.h"

#ifdef PERCH_CHECKED
#include <stdlib.h>

#include "lang/object/bytes.h"
#include "lang/object/containers.h"
#include "lang/object/vm.h"
#include "dict_impl.h"

static void move(VM *vm, void **place, size_t n)
{
    void *fresh = *place && n ? mem_alloc(vm->mem, n) : NULL;
    if (!fresh) return; /* nothing to move, or no room: then it stays */
    memcpy(fresh, *place, n);
    mem_free(vm->mem, *place, n);
    *place = fresh;
}
#define MOVE(pointer, n)                                   \
    do {                                                   \
        void *place = (pointer);                           \
        move(vm, &place, n);                               \
        (pointer) = place;                                 \
    } while (0)

static void move_store(VM *vm, Obj *o)
{
    switch (o->kind) {
    case KIND_LIST: {
        List *l = (List *)o;
        if (l->cap > 0) MOVE(l->items, (size_t)l->cap * sizeof *l->items); /* (one that is being sorted has -1) */
        break;
    }
    case KIND_DICT: {
        Dict *d = (Dict *)o;
        if (d->entries) MOVE(d->entries, dict_store_size(d->cap, d->log2_size));
        if (d->entries) d->index = d->entries + d->cap;
        break;
    }
    case KIND_SET: {
        Set *t = (Set *)o;
        MOVE(t->table, ((size_t)t->mask + 1) * sizeof *t->table);
        break;
    }
    default: break;
    }
    if (o->type->flags & TYPE_ATTRS) {
        Attrs *a = obj_attrs(o);
        if (a->shape) MOVE(a->values, a->shape->cap * sizeof *a->values);
    }
}

void stores_shuffle(VM *vm)
{
    static int64_t youngest = -1; /* of the process: a switch for tests */
    if (youngest < 0) {
        const char *n = getenv("PERCH_SHUFFLE");
        youngest = n ? atoll(n) : 0;
    }
    if (!youngest || vm->gc_running) return; /* (a collection walks the list) */
    GcHead *g = gc_last(vm);
    for (int64_t i = 0; i < youngest && g; i++, g = gc_before(vm, g)) move_store(vm, gc_obj(g));
}
#endif
