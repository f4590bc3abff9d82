/* gc.c: objects' memory: making them, letting them go, and the collector of cycles (invariants: gc.h). */
#include "lang/object/alloc.h"

#include "trace.h"
#include "lang/object/vm.h"
#include "lang/types/weak.h"

/* ---- allocation ---- */

static inline size_t prefix_of(const Type *t)
{
    if (t->flags & TYPE_ATTRS) return sizeof(GcHead) + sizeof(Attrs);
    return t->flags & TYPE_GC ? sizeof(GcHead) : 0;
}

void gc_track(VM *vm, Obj *o)
{
    if (!(o->flags & OBJ_TRACKED)) track_now(vm, o);
}

void gc_untrack(Obj *o) { untrack_now(o); }

const void *obj_block(const Obj *o) { return (const char *)o - prefix_of(o->type); }

/* The caller knows the part its class has in C; a class statement's __slots__ lie behind that, and inst_size counts them. */
ALLOC_INLINE size_t room_of(const Type *type, size_t size) { return size < type->inst_size ? type->inst_size : size; }

Obj *obj_alloc(VM *vm, Type *type, size_t size)
{
    size = room_of(type, size);
    return alloc_with(vm, type, type->flags, size, size);
}

Obj *obj_alloc_open(VM *vm, Type *type, size_t zeroed, size_t size)
{
    return size < type->inst_size ? obj_alloc(vm, type, size) : alloc_with(vm, type, type->flags, zeroed, size);
}

void obj_free(VM *vm, Obj *o, size_t size)
{
    Type *type = o->type;
    size_t prefix = prefix_of(type);
    if (prefix) {
        untrack_now(o);
        if (type->flags & TYPE_ATTRS) attrs_free(vm, o);
        vm->gc_live--;
        if (vm->gc_since > 0) vm->gc_since--;
    }
    mem_give(vm->mem, (char *)o - prefix, prefix + room_of(type, size));
    if (type->flags & TYPE_HEAP) release(vm, VAL(type));
}

/* ---- the count reached zero ----
 * A dealloc releases children, which may dealloc in turn: beyond a depth the object is put on vm->trash (linked through its
 * GcHead; objects without one have no children to speak of) and freed when the outermost dealloc is done. */
enum { DEALLOC_DEPTH = 100 };

ALLOC_INLINE void dealloc_now(VM *vm, Obj *o)
{
    /* __del__ comes first: it may still reach its object through weak references */
    if ((o->type->flags & TYPE_HAS_DEL) && !inst_finalize(vm, o)) return;
    if (o->flags & OBJ_WEAKREFS) {
        o->refs = 1; /* callbacks may look, but the object is already dead to weak references */
        weak_clear(vm, o);
        if (--o->refs > 0) {
            if (o->type->flags & TYPE_GC) gc_track(vm, o);
            return;
        }
    }
    DeallocFn f = o->type->dealloc;
    f(vm, o);
}

void obj_dealloc(VM *vm, Obj *o)
{
    if (!(o->type->flags & TYPE_GC)) {
        dealloc_now(vm, o);
        return;
    }
    untrack_now(o); /* a collection that a destructor starts must not take it for garbage */
    if (vm->dealloc_depth >= DEALLOC_DEPTH) {
        obj_gc(o)->next = (GcHead *)vm->trash;
        vm->trash = o;
        return;
    }
    vm->dealloc_depth++;
    dealloc_now(vm, o);
    if (--vm->dealloc_depth == 0) {
        while (vm->trash) {
            Obj *t = vm->trash;
            vm->trash = (Obj *)obj_gc(t)->next;
            vm->dealloc_depth++;
            dealloc_now(vm, t);
            vm->dealloc_depth--;
        }
    }
}

/* ---- cycles ----
 * The working counts of a collection live in a side array; an object's number in it is parked in GcHead.prev (the list is
 * walked by `next` alone meanwhile, the back links are mended after).
 * Two generations: vm->gc_list is looked through, those on vm->gc_old are not. Each of the old bears OBJ_MARK for good, so that no
 * walk goes into it, and what it refers to keeps a count from outside. A whole collection makes all young first. */

typedef struct Walk {
    VM *vm;
    int64_t *count; /* by number */
    GcHead **work;
    size_t nwork;
} Walk;

#define NUMBER(o) ((int64_t)(intptr_t)obj_gc(o)->prev)

static inline bool is_candidate(Ref v) { return is_heap(v) && (as_obj(v)->flags & (OBJ_TRACKED | OBJ_MARK)) == OBJ_TRACKED; }

static void visit_children(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Type *t = o->type;
    if (t->traverse) t->traverse(vm, o, visit, arg);
    if (t->flags & TYPE_ATTRS) attrs_traverse(vm, o, visit, arg);
    if (t->flags & TYPE_HEAP) visit(REF(t), arg);
}

static int visit_subtract(Ref v, void *arg)
{
    Walk *w = arg;
    if (is_candidate(v)) w->count[NUMBER(as_obj(v))]--;
    return 0;
}

static int visit_reach(Ref v, void *arg)
{
    Walk *w = arg;
    if (is_candidate(v)) {
        as_obj(v)->flags |= OBJ_MARK;
        w->work[w->nwork++] = obj_gc(as_obj(v));
    }
    return 0;
}

static void reach_from(Walk *w, Obj *root)
{
    root->flags |= OBJ_MARK;
    w->work[w->nwork++] = obj_gc(root);
    while (w->nwork) visit_children(w->vm, gc_obj(w->work[--w->nwork]), visit_reach, w);
}

/* Walks wait for memory, above all: what comes so many objects later is asked for early. */
enum { AHEAD = 6 };
static inline void fetch(GcHead *g)
{
    __builtin_prefetch(g);
    __builtin_prefetch((char *)g + 64);
}

static size_t length_of(const GcHead *list)
{
    size_t n = 0;
    for (const GcHead *g = list->next; g != list; g = g->next) n++;
    return n;
}

/* All of `from` goes to the end of `to`. */
static void append(GcHead *to, GcHead *from)
{
    if (from->next == from) return;
    to->prev->next = from->next;
    from->next->prev = to->prev;
    to->prev = from->prev;
    from->prev->next = to;
    from->next = from->prev = from;
}

/* Those that a collection has left, and what was made while it ran. */
static void grow_old(VM *vm)
{
    for (GcHead *g = vm->gc_list.next; g != &vm->gc_list; g = g->next) gc_obj(g)->flags |= OBJ_MARK;
    append(&vm->gc_old, &vm->gc_list);
}

static void rejuvenate(VM *vm)
{
    append(&vm->gc_old, &vm->gc_list); /* (the order of age stays) */
    append(&vm->gc_list, &vm->gc_old);
}

/* Marks all of the young that is reachable from outside; returns the number of those that are not, or -1 without memory. */
static int64_t mark_reachable(VM *vm, Walk *w)
{
    size_t n = 0, bytes = length_of(&vm->gc_list) * sizeof(int64_t) + 8;
    w->count = mem_alloc(vm->mem, bytes);
    w->work = mem_alloc(vm->mem, bytes);
    GcHead **all = mem_alloc(vm->mem, bytes); /* by number */
    if (!w->count || !w->work || !all) {
        mem_free(vm->mem, w->count, bytes);
        mem_free(vm->mem, w->work, bytes);
        mem_free(vm->mem, all, bytes);
        return -1;
    }
    for (GcHead *g = vm->gc_list.next; g != &vm->gc_list; g = g->next, n++) {
        all[n] = g;
        w->count[n] = gc_obj(g)->refs;
        g->prev = (GcHead *)(intptr_t)n;
        gc_obj(g)->flags &= (uint8_t)~OBJ_MARK;
    }
    for (size_t i = 0; i < n; i++) {
        fetch(all[i + AHEAD < n ? i + AHEAD : i]);
        visit_children(vm, gc_obj(all[i]), visit_subtract, w);
    }
    if (vm->gc_nobodys) vm->gc_nobodys->head.flags |= OBJ_MARK; /* it stays, and nothing is reached through it */
    for (size_t i = 0; i < n; i++)
        if (w->count[i] > 0 && !(gc_obj(all[i])->flags & OBJ_MARK)) reach_from(w, gc_obj(all[i]));
    GcHead *prev = &vm->gc_list;
    int64_t garbage = 0;
    for (size_t i = 0; i < n; i++) {
        fetch(all[i + AHEAD < n ? i + AHEAD : i]);
        garbage += !(gc_obj(all[i])->flags & OBJ_MARK);
        all[i]->prev = prev;
        prev = all[i];
    }
    vm->gc_list.prev = prev;
    mem_free(vm->mem, all, bytes);
    mem_free(vm->mem, w->work, bytes);
    mem_free(vm->mem, w->count, bytes);
    return garbage;
}

/* The unmarked objects, n of them, each retained; -1 without memory. */
static int64_t take_garbage(VM *vm, int64_t n, Value **out, size_t *bytes)
{
    *bytes = (size_t)n * sizeof(Value) + 8;
    *out = mem_alloc(vm->mem, *bytes);
    if (!*out) return -1;
    int64_t i = 0;
    for (GcHead *g = vm->gc_list.next; g != &vm->gc_list; g = g->next)
        if (!(gc_obj(g)->flags & OBJ_MARK)) (*out)[i++] = retain(REF(gc_obj(g)));
    return n;
}

static bool has_finalizer(const Obj *o)
{
    if (o->kind == KIND_GENERATOR) return gen_unfinished(o);
    return (o->type->flags & TYPE_HAS_DEL) && !(o->flags & OBJ_FINALIZED) && o->type->s.del;
}

static void run_finalizer(VM *vm, Obj *o)
{
    if (!has_finalizer(o) || vm->end == VM_CLOSED) return;
    vm->finalized++;
    if (o->kind == KIND_GENERATOR) {
        gen_finalize(vm, o);
        return;
    }
    o->flags |= OBJ_FINALIZED;
    Value saved = err_take(vm);
    o->type->s.del(vm, REF(o));
    if (err_occurred(vm)) err_unraisable(vm, REF(o));
    err_put(vm, saved);
}

/* A stream, a socket, or of a class made from one: what closes by itself. */
static bool closes(const Obj *o)
{
    const Type *t = o->type;
    while (t && !t->def) t = t->base;
    return t && (t->def->flags & TYPE_HAS_DEL);
}

/* By age; but streams are open until all others have said their last, and a stream is closed before the one under it, which is older. */
static void run_finalizers(VM *vm, Value *items, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (!closes(as_obj(items[i]))) run_finalizer(vm, as_obj(items[i]));
    for (int64_t i = n; i-- > 0;)
        if (closes(as_obj(items[i]))) run_finalizer(vm, as_obj(items[i]));
}

/* Work in proportion: the young are looked through when the heap may have grown by half, all when what has become old since the last time is much
 * beside what was there. Under stress all at the next allocation; beyond STRESS_LIVE objects when these have grown by a 64th, or a million would take days. */
enum { STRESS_LIVE = 8000, MUCH = 20000 };

static bool whole_due(const VM *vm)
{
    return vm->gc_stress || (vm->gc_grown > MUCH && vm->gc_grown > (vm->gc_live - vm->gc_grown) / 4 * 3);
}

static void set_threshold(VM *vm)
{
    vm->gc_since = 0;
    if (vm->gc_stress) vm->gc_threshold = vm->gc_live > STRESS_LIVE ? vm->gc_live / 64 : 0;
    else if (vm->gc_threshold != INT64_MAX) vm->gc_threshold = vm->gc_live / 2 > GC_YOUNG ? vm->gc_live / 2 : GC_YOUNG;
}

/* Of the library's own modules so many objects at most: what is imported again and again is looked through in the end. */
enum { LIBRARY_LIVE = 100000 };

void gc_imported(VM *vm, int64_t since)
{
    if (vm->gc_stress || vm->gc_running || vm->gc_threshold == INT64_MAX || vm->gc_live > LIBRARY_LIVE || vm->gc_since <= since) return;
    vm->gc_since = since;
    if (vm->gc_threshold < vm->gc_live / 2) vm->gc_threshold = vm->gc_live / 2;
    grow_old(vm);
}

/* Looks through those on vm->gc_list, which are old then. */
static int64_t collect(VM *vm, bool whole)
{
    vm->gc_running = true;
    int64_t tracked = vm->trace & TRACE_GC ? (int64_t)length_of(&vm->gc_list) : 0, grown = vm->gc_since;
    double started = vm->trace & TRACE_GC ? trace_clock() : 0;
    Walk w = {.vm = vm};
    Value *items = NULL;
    size_t bytes = 0;
    int64_t n = mark_reachable(vm, &w);
    if (n > 0) n = take_garbage(vm, n, &items, &bytes);
    if (items && n > 0) {
        bool had_del = false;
        for (int64_t i = 0; i < n; i++) had_del |= has_finalizer(as_obj(items[i]));
        for (int64_t i = 0; i < n; i++)
            if (as_obj(items[i])->flags & OBJ_WEAKREFS) weak_clear(vm, as_obj(items[i]));
        if (had_del) {
            run_finalizers(vm, items, n);
            /* A finaliser may have brought objects back: look again, and spare what is reachable now. The references that
             * we hold count as outside ones, so they are taken off for the look. */
            for (int64_t i = 0; i < n; i++) as_obj(items[i])->refs--;
            bool looked = mark_reachable(vm, &w) >= 0;
            for (int64_t i = 0; i < n; i++) as_obj(items[i])->refs++;
            int64_t kept = 0; /* without memory for the look all are spared: a later pass takes them */
            for (int64_t i = 0; i < n; i++) {
                if (!looked || as_obj(items[i])->flags & OBJ_MARK) release(vm, items[i]);
                else items[kept++] = items[i];
            }
            n = kept;
        }
        vm->gc_collected[whole] += n;
        for (int64_t i = 0; i < n; i++) {
            Obj *o = as_obj(items[i]);
            if (o->refs > 1 && o->type->clear) o->type->clear(vm, o);
            if (o->refs > 1 && (o->type->flags & TYPE_ATTRS)) attrs_free(vm, o);
        }
        /* Classes last: instances of C types look at theirs to the end, but do not hold it. So do classes that a metaclass in C has made. */
        for (int64_t i = 0; i < n; i++)
            if (as_obj(items[i])->kind != KIND_TYPE) value_clear(vm, &items[i]);
        for (int64_t i = 0; i < n; i++)
            if (items[i] && as_obj(items[i])->type != CLASS(type)) value_clear(vm, &items[i]);
        for (int64_t i = 0; i < n; i++) release(vm, items[i]);
    }
    mem_free(vm->mem, items, bytes);
    grow_old(vm);
    vm->gc_passes[whole]++;
    vm->gc_grown = whole ? 0 : vm->gc_grown + (grown > n ? grown - n : 0);
    set_threshold(vm);
    vm->gc_running = false;
    if (vm->trace & TRACE_GC) trace_collection(vm, tracked, n, started);
    return n;
}

int64_t gc_collect(VM *vm)
{
    if (vm->gc_running) return 0;
    rejuvenate(vm);
    return collect(vm, true);
}

void gc_step(VM *vm)
{
    if (vm->gc_running) return;
    bool whole = whole_due(vm);
    if (whole) rejuvenate(vm);
    collect(vm, whole);
}

GcHead *gc_first(VM *vm) { return gc_next(vm, &vm->gc_old); }

GcHead *gc_next(VM *vm, GcHead *g)
{
    g = g->next;
    if (g == &vm->gc_old) g = vm->gc_list.next;
    return g != &vm->gc_list ? g : NULL;
}

static bool is_one_of(const Obj *o, const Ref *all, int n)
{
    for (int i = 0; i < n; i++)
        if (as_obj(all[i]) == o) return true;
    return false;
}

bool gc_may_finalize(VM *vm, const Ref *staying, int n)
{
    for (GcHead *g = gc_first(vm); g; g = gc_next(vm, g)) {
        fetch(g->next);
        if (has_finalizer(gc_obj(g)) && !is_one_of(gc_obj(g), staying, n)) return true;
    }
    return false;
}

#ifdef PERCH_CHECKED /* (types/shuffle.c) */
GcHead *gc_last(VM *vm) { return gc_before(vm, &vm->gc_list); }

GcHead *gc_before(VM *vm, GcHead *g)
{
    g = g->prev;
    if (g == &vm->gc_list) g = vm->gc_old.prev;
    return g != &vm->gc_old ? g : NULL;
}
#endif

void gc_take_apart(VM *vm)
{
    rejuvenate(vm);
    int64_t n = (int64_t)length_of(&vm->gc_list), i = 0;
    size_t bytes = (size_t)n * sizeof(Value) + 8;
    Value *items = mem_alloc(vm->mem, bytes);
    if (!items) return;
    for (GcHead *g = vm->gc_list.next; g != &vm->gc_list; g = g->next) {
        Obj *o = gc_obj(g);
        if (o->kind != KIND_TYPE && REF(o) != vm->c_types) items[i++] = retain(REF(o));
    }
    for (n = i, i = 0; i < n; i++) {
        Obj *o = as_obj(items[i]);
        if (o->type->clear) o->type->clear(vm, o);
        if (o->type->flags & TYPE_ATTRS) attrs_free(vm, o);
    }
    for (i = 0; i < n; i++) value_clear(vm, &items[i]);
    mem_free(vm->mem, items, bytes);
}

void gc_set_stress(VM *vm, bool on)
{
    vm->gc_stress = on;
    set_threshold(vm);
}
