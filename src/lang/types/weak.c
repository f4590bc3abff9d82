/* weak.c: weak references (weak.h): the table, weakref.ref. The proxies' forwarding slots stand in weak_proxy.c. */
#include "weak.h"

#include "lang/object/args.h"
#include "lang/object/func.h"
#include "lang/object/vm.h"

typedef struct WeakRow {
    Obj *key; /* NULL: free */
    WeakRef *first;
} WeakRow;
typedef struct WeakTable {
    WeakRow *rows; /* open addressing, power of two */
    size_t size, used;
} WeakTable;

static size_t slot_of(const WeakTable *t, const Obj *o)
{
    size_t i = ((uintptr_t)o >> 4) * 0x9E3779B97F4A7C15u >> 20 & (t->size - 1);
    while (t->rows[i].key && t->rows[i].key != o) i = (i + 1) & (t->size - 1);
    return i;
}

static bool table_grow(VM *vm)
{
    WeakTable *t = vm->weak;
    if (!t) {
        t = vm->weak = mem_zalloc(vm->mem, sizeof *t);
        if (!t) return false;
    }
    if (t->used * 2 < t->size) return true;
    WeakTable bigger = {.size = t->size ? t->size * 2 : 64, .used = t->used};
    bigger.rows = mem_zalloc(vm->mem, bigger.size * sizeof *bigger.rows);
    if (!bigger.rows) return false;
    for (size_t i = 0; i < t->size; i++)
        if (t->rows[i].key) bigger.rows[slot_of(&bigger, t->rows[i].key)] = t->rows[i];
    mem_free(vm->mem, t->rows, t->size * sizeof *t->rows);
    *t = bigger;
    return true;
}

static WeakRow *row_of(VM *vm, const Obj *o)
{
    if (!(o->flags & OBJ_WEAKREFS)) return NULL; /* where there is one, there is the table: it goes when nothing is left that could be looked at */
    return &vm->weak->rows[slot_of(vm->weak, o)];
}

static void row_remove(WeakTable *t, WeakRow *row)
{
    t->used--;
    row->key = NULL;
    size_t hole = (size_t)(row - t->rows), i = hole;
    for (;;) { /* close the gap so that probing needs no tombstones */
        i = (i + 1) & (t->size - 1);
        if (!t->rows[i].key) return;
        WeakRow moved = t->rows[i];
        t->rows[i].key = NULL;
        t->rows[slot_of(t, moved.key)] = moved;
    }
}

/* Functions of the library that let go of what has gone, and do nothing else. */
static const struct { const char *file, *name; } forgetting[] = {
    {"<frozen _weakrefset>", "WeakSet.__init__.<locals>._remove"},
    {"<frozen weakref>", "WeakKeyDictionary.__init__.<locals>.remove"},
    {"<frozen weakref>", "WeakValueDictionary.__init__.<locals>.remove"},
    {"<frozen logging>", "_removeHandlerRef"},
};

static bool only_forgets(const Code *c)
{
    if (!(c->flags & CODE_IMAGE)) return false;
    for (size_t i = 0; i < sizeof forgetting / sizeof *forgetting; i++)
        if (str_equal_c(REF(c->qualname), forgetting[i].name) && str_equal_c(REF(c->filename), forgetting[i].file)) return true;
    return false;
}

/* Does the callback run nothing of the program's? A set finds its reference by a hash that is known, so that no __hash__ is asked. */
static bool is_quiet(const WeakRef *w)
{
    if (is_function(w->callback)) return only_forgets(as_function(w->callback)->code);
    if (!is_kind(w->callback, KIND_NATIVE)) return false;
    const Native *f = (const Native *)BITS(w->callback);
    return (f->def->flags & NATIVE_QUIET) && w->hash != -1;
}

bool weak_may_call(VM *vm)
{
    const WeakTable *t = vm->weak;
    for (size_t i = 0; t && i < t->size; i++)
        for (const WeakRef *w = t->rows[i].key ? t->rows[i].first : NULL; w; w = w->next)
            if (w->callback && !is_quiet(w)) return true;
    return false;
}

void weak_table_free(VM *vm)
{
    if (!vm->weak) return;
    mem_free(vm->mem, vm->weak->rows, vm->weak->size * sizeof(WeakRow));
    mem_free(vm->mem, vm->weak, sizeof(WeakTable));
    vm->weak = NULL;
}

Value weak_new(VM *vm, Type *type, Ref target, Ref callback)
{
    Type *t = type_of(vm, target);
    if (!is_heap(target) || !(t->flags & TYPE_WEAKREF))
        return err_raise(vm, EXC_TypeError, "cannot create weak reference to '%N' object", t);
    if (callback && is_none(callback)) callback = NULL;
    Obj *o = as_obj(target);
    WeakRow *row = row_of(vm, o);
    if (!callback && row && (type == CLASS(weakref) || type == CLASS(weakproxy) || type == CLASS(weakcallableproxy)))
        for (WeakRef *w = row->first; w; w = w->next)
            if (w->head.type == type && !w->callback && w->head.refs) return retain(REF(w));
    WeakRef *w = (WeakRef *)obj_alloc(vm, type, type->inst_size);
    if (!w) return NULL;
    w->hash = -1;
    row = row_of(vm, o); /* the allocation may have collected, which moves rows */
    if (!row) {
        if (!table_grow(vm)) {
            release(vm, VAL(w));
            return err_no_memory(vm);
        }
        row = &vm->weak->rows[slot_of(vm->weak, o)];
        *row = (WeakRow){o, NULL};
        vm->weak->used++;
        o->flags |= OBJ_WEAKREFS;
    }
    w->target = o;
    w->callback = callback ? retain(callback) : NULL;
    w->next = row->first;
    row->first = w;
    return VAL(w);
}

Value weak_get(VM *vm, Ref v)
{
    (void)vm;
    Obj *o = ((WeakRef *)BITS(v))->target;
    return o && o->refs ? retain(REF(o)) : NULL; /* count 0: it waits to be freed (vm->trash) */
}

void weak_clear(VM *vm, Obj *o)
{
    WeakRow *row = row_of(vm, o);
    if (!row) return;
    WeakRef *first = row->first;
    row_remove(vm->weak, row);
    o->flags &= (uint8_t)~OBJ_WEAKREFS;
    WeakRef *calls = NULL, **last = &calls; /* the newest first */
    for (WeakRef *w = first, *next; w; w = next) {
        next = w->next;
        w->target = NULL;
        w->next = NULL;
        /* A reference that is itself dying (count 0) gets no callback. */
        if (w->callback && w->head.refs > 0 && vm->end != VM_CLOSED) {
            vm->finalized++;
            w->head.refs++;
            *last = w;
            last = &w->next;
        }
    }
    for (WeakRef *next; calls; calls = next) {
        next = calls->next;
        calls->next = NULL;
        Value saved = err_take(vm), f = calls->callback;
        calls->callback = NULL;
        Value r = call1(vm, f, REF(calls));
        if (!r) err_unraisable(vm, f);
        release(vm, r);
        release(vm, f);
        err_put(vm, saved);
        release(vm, VAL(calls));
    }
}

static void unlink_ref(VM *vm, WeakRef *w)
{
    if (!w->target) return;
    WeakRow *row = row_of(vm, w->target);
    WeakRef **p = &row->first;
    while (*p != w) p = &(*p)->next;
    *p = w->next;
    if (!row->first) {
        w->target->flags &= (uint8_t)~OBJ_WEAKREFS;
        row_remove(vm->weak, row);
    }
    w->target = NULL;
}

int64_t weak_count(VM *vm, Ref target)
{
    int64_t n = 0;
    WeakRow *row = is_heap(target) ? row_of(vm, as_obj(target)) : NULL;
    for (WeakRef *w = row ? row->first : NULL; w; w = w->next) n++;
    return n;
}

Value weak_list(VM *vm, Ref target)
{
    Value list = list_new(vm, 0);
    WeakRow *row = is_heap(target) ? row_of(vm, as_obj(target)) : NULL;
    for (WeakRef *w = row ? row->first : NULL; list && w; w = w->next)
        if (w->head.refs && !list_append(vm, list, REF(w))) value_clear(vm, &list);
    return list;
}

/* ---- weakref.ref ---- */

void weakref_dealloc(VM *vm, Obj *o)
{
    WeakRef *w = (WeakRef *)o;
    unlink_ref(vm, w);
    Value f = w->callback;
    w->callback = NULL;
    release(vm, f);
    obj_free(vm, o, o->type->inst_size);
}

void weakref_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    (void)vm;
    WeakRef *w = (WeakRef *)o;
    if (w->callback) visit(w->callback, arg);
}

void weakref_clear(VM *vm, Obj *o) { value_clear(vm, &((WeakRef *)o)->callback); }

static Value ref_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (kwnames && as_tuple(kwnames)->len && as_type(cls) == CLASS(weakref))
        return err_raise(vm, EXC_TypeError, "ref() takes no keyword arguments");
    if (n < 1) return err_raise(vm, EXC_TypeError, "ref expected at least 1 argument, got 0");
    if (n > 2 && as_type(cls) == CLASS(weakref))
        return err_raise(vm, EXC_TypeError, "ref expected at most 2 arguments, got %d", n);
    return weak_new(vm, as_type(cls), args[0], n > 1 ? args[1] : NULL);
}

static bool ref_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames) { return args_count(vm, "__init__", n, 1, 2); }

static Value ref_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (n || kwnames) return err_raise(vm, EXC_TypeError, "weakref_call() takes no arguments (%d given)", n);
    Value v = weak_get(vm, self);
    return v ? v : V_NONE;
}

static Value ref_repr(VM *vm, Ref self)
{
    Value v = weak_get(vm, self), s;
    if (!v) return str_format(vm, "<weakref at 0x%zx; dead>", (size_t)BITS(self));
    Value name = NULL;
    if (obj_lookup_attr(vm, v, NAME(__name__), &name) < 0) err_clear(vm);
    if (name && is_str(name))
        s = str_format(vm, "<weakref at 0x%zx; to '%T' at 0x%zx (%U)>", (size_t)BITS(self), v, (size_t)BITS(v), name);
    else
        s = str_format(vm, "<weakref at 0x%zx; to '%T' at 0x%zx>", (size_t)BITS(self), v, (size_t)BITS(v));
    release(vm, name);
    release(vm, v);
    return s;
}

static bool ref_hash(VM *vm, Ref self, int64_t *out)
{
    WeakRef *w = (WeakRef *)BITS(self);
    if (w->hash == -1) {
        Value v = weak_get(vm, self);
        if (!v) return err_false(vm, EXC_TypeError, "weak object has gone away");
        bool ok = op_hash(vm, v, &w->hash);
        release(vm, v);
        if (!ok) {
            w->hash = -1;
            return false;
        }
    }
    *out = w->hash;
    return true;
}

static Value ref_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_weakref(b) || (op != CMP_EQ && op != CMP_NE)) return V_NOTIMPL;
    Value x = weak_get(vm, a), y = weak_get(vm, b), r;
    if (x && y) r = op_compare(vm, x, y, op);
    else r = make_bool((a == b) == (op == CMP_EQ));
    release(vm, x);
    release(vm, y);
    return r;
}

static Value ref_callback(VM *vm, Ref self)
{
    WeakRef *w = (WeakRef *)BITS(self);
    return w->callback ? retain(w->callback) : V_NONE;
}

static const GetSetDef ref_getsets[] = {{"__callback__", ref_callback, NULL, NULL}, {0}};

static Value ref_class_getitem(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Type *alias = CLASS(GenericAlias);
    return call2(vm, REF(alias), args[0], args[1]);
}
static const NativeDef ref_methods[] = {
    {"__class_getitem__", ref_class_getitem, "cls, item", "See PEP 585", NATIVE_CLASS}, {0}};

const TypeDef weakref_def = {
    .name = "weakref.ReferenceType",
    .kind = KIND_WEAKREF,
    .size = sizeof(WeakRef),
    .flags = TYPE_GC | TYPE_BASE,
    .s = {.new_ = ref_new, .init = ref_init, .call = ref_call, .repr = ref_repr, .hash = ref_hash, .compare = ref_compare},
    .dealloc = weakref_dealloc,
    .traverse = weakref_traverse,
    .clear = weakref_clear,
    .methods = ref_methods,
    .getsets = ref_getsets,
};
