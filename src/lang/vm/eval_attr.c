/* eval_attr.c: attributes and methods where the eval loop's inline caches do not have them: they are looked up, and the caches filled.
 *
 * A cache fits one shape of one class. A place that sees many gives up filling it after some misses; what it finds then is remembered by shape and name, for all such places. */
#include "eval.h"
#include "eval_fast.h"

enum { MISSES = 64 };
static const char no_shape; /* what a cache holds of an instance with a dict: no shape is it, and its index is the dict's entry */

static void cache_module(VM *vm, Ref o, Ref name, Cache *c)
{
    Dict *d = as_module(o)->dict;
    int64_t i = dict_entry_of_str(vm, REF(d), name);
    if (i < 0) return;
    c->kind = 5;
    c->version = (uint32_t)d->version;
    c->index = (uint32_t)i;
}

static void cache_class(VM *vm, Type *t, Ref name, Cache *c)
{
    Type *meta = t->head.type;
    Ref d = type_lookup(vm, meta, name);
    if (d && is_kind(d, KIND_GETSET) && meta->s.getattr == type_getattr && meta->version) { /* __name__: no class has a say in it */
        c->kind = 7;
        c->version = meta->version;
        c->ptr2 = (void *)(uintptr_t)((GetSetDescr *)BITS(d))->def;
        return;
    }
    if (meta != CLASS(type) || d) return;
    d = type_lookup(vm, t, name);
    if (!d || !t->version) return;
    if (is_heap(d) && as_obj(d)->type->s.descr_get && !is_function(d) && !is_kind(d, KIND_METHOD_DESCR)) return;
    if (is_kind(d, KIND_METHOD_DESCR) && as_obj(d)->type == CLASS(classmethod_descriptor)) return;
    c->kind = 6;
    c->version = t->version;
    c->ptr2 = (void *)BITS(d);
}

static void cache_instance(VM *vm, Obj *o, Ref name, Cache *c)
{
    Type *t = o->type;
    if (t->s.getattr != obj_generic_getattr || !t->version) return;
    Ref d = type_lookup(vm, t, name);
    if (d && is_kind(d, KIND_MEMBER) && !((MemberDescr *)BITS(d))->item) {
        c->kind = 3;
        c->version = t->version;
        c->index = ((MemberDescr *)BITS(d))->offset;
        return;
    }
    if (d && is_kind(d, KIND_GETSET) && !(t->flags & TYPE_ANSWERS) && type_is_subtype(t, ((GetSetDescr *)BITS(d))->owner)) {
        c->kind = 7;
        c->version = t->version;
        c->ptr2 = (void *)(uintptr_t)((GetSetDescr *)BITS(d))->def;
        return;
    }
    if (d && is_exact(d, CLASS(property)) && !(t->flags & TYPE_ANSWERS)) {
        c->kind = 8;
        c->version = t->version;
        c->ptr2 = (void *)BITS(d);
        return;
    }
    if (d && is_heap(d) && as_obj(d)->type->s.descr_set) return;
    bool binds = d && (is_function(d) || is_kind(d, KIND_METHOD_DESCR)) && !(t->flags & TYPE_ANSWERS);
    if (!(t->flags & TYPE_ATTRS) && !binds) return;
    if (binds && (!(t->flags & TYPE_ATTRS) || (t->root_shape && !shape_tree_has(t->root_shape, name)))) {
        c->kind = 9;
        c->version = t->version;
        c->ptr2 = (void *)BITS(d);
        return;
    }
    Shape *shape = obj_attrs(o)->shape;
    int64_t i = shape ? shape_find(shape, name) : obj_attrs(o)->dict ? dict_entry_of_str(vm, REF(obj_attrs(o)->dict), name) : -1;
    if (i >= 0 && i <= UINT32_MAX) {
        c->kind = 1;
        c->index = (uint32_t)i;
    } else if (d && !(is_heap(d) && as_obj(d)->type->s.descr_get) && !shape_tree_has(t->root_shape, name)) {
        c->kind = 4;
        c->ptr2 = (void *)BITS(d);
    } else return;
    c->ptr = shape ? (void *)shape : (void *)(uintptr_t)&no_shape;
    c->version = t->version;
}

/* What a function of C's gives for an attribute of an instance (cache kind 7). */
Value slow_getset(VM *vm, Ref o, Ref name, const Cache *c)
{
    Value held = retain(o), v = ((const GetSetDef *)c->ptr2)->get(vm, o);
    if (!v) obj_no_attr(vm, o, name);
    release(vm, held);
    return v;
}

/* The frame of a property's getter (cache kind 8) that is a plain function. f itself: it is something else. NULL: raised. */
Frame *slow_push_getter(VM *vm, Frame *f, Ref o, const Cache *c)
{
    Ref get = ((const Property *)c->ptr2)->get;
    if (!get || !is_function(get)) return f;
    Function *fn = as_function(get);
    Code *code = fn->code;
    if (!(code->flags & CODE_SIMPLE) || code->argcount != 1) return f;
    Frame *nf = push_simple(vm, f, fn, code, f->top, 1);
    if (!nf) return NULL;
    retain(get);
    nf->pc = code->ins;
    nf->regs[0] = retain(o);
    nf->self = retain(o);
    nf->flags = FRAME_GETTER;
    return nf;
}

/* The error that a getter ends with, as obj_getattr leaves one: f is its frame. */
void slow_getter_failed(VM *vm, const Frame *f)
{
    const Code *code = f->prev->code;
    obj_no_attr(vm, f->self, REF(code->names[code->caches[f->prev->pc[-1].c].name]));
}

/* A place that sees many classes (a method that all subclasses have from one) has a cache that fits one of them: what it finds for the others is remembered by shape and name. */
static AttrMemo *memo_row(AttrMemo *rows, const Shape *s, Ref name) { return &rows[(((uintptr_t)s >> 4) ^ ((uintptr_t)s >> 11) ^ (BITS(name) >> 4) ^ (BITS(name) >> 12)) & (ATTR_MEMO_SIZE - 1)]; }

static inline const AttrMemo *memo_find(AttrMemo *rows, const Obj *o, const Shape *s, Ref name)
{
    const AttrMemo *m = memo_row(rows, s, name);
    return m->shape == s && m->name == name && m->version == o->type->version && m->version ? m : NULL;
}

static void memo_read(VM *vm, Obj *o, Ref name)
{
    Type *t = o->type;
    Shape *s = t->flags & TYPE_ATTRS ? obj_attrs(o)->shape : NULL;
    if (!s || t->s.getattr != obj_generic_getattr || !t->version) return;
    Ref d = type_lookup(vm, t, name);
    int i = d && is_heap(d) && as_obj(d)->type->s.descr_set ? -1 : shape_find(s, name);
    if (i >= 0) *memo_row(vm->read_memo, s, name) = (AttrMemo){s, NULL, name, t->version, (uint32_t)i};
}

/* A method that is not called yet (cache kind 9), where the instance has no such name itself; NULL without an error: it has. */
static Value bound_method(VM *vm, Ref o, Ref name, const Cache *c)
{
    Type *t = as_obj(o)->type;
    if (t->flags & TYPE_ATTRS && !is_not_own(vm, as_obj(o), name)) return NULL;
    Value d = retain((Ref)c->ptr2), held = retain(o), v = as_obj(d)->type->s.descr_get(vm, d, o, REF(t));
    if (!v) obj_no_attr(vm, o, name);
    release(vm, d);
    release(vm, held);
    return v;
}

Value slow_getattr(VM *vm, Ref o, Ref name, Cache *c)
{
    if (c->kind == 9 && is_heap(o) && c->version == as_obj(o)->type->version) {
        Value v = bound_method(vm, o, name, c);
        if (v || vm->error) return v;
    }
    const Shape *s = is_heap(o) && as_obj(o)->type->flags & TYPE_ATTRS ? obj_attrs(as_obj(o))->shape : NULL;
    const AttrMemo *m = s ? memo_find(vm->read_memo, as_obj(o), s, name) : NULL;
    if (m) return retain(obj_attrs(as_obj(o))->values[m->index]);
    Value v = obj_getattr(vm, o, name);
    if (v && is_heap(o) && c->miss >= MISSES) memo_read(vm, as_obj(o), name);
    if (!v || !is_heap(o) || c->miss >= MISSES) return v;
    c->miss++;
    c->kind = 0;
    Obj *p = as_obj(o);
    if (p->kind == KIND_MODULE) cache_module(vm, o, name, c);
    else if (p->kind == KIND_TYPE) cache_class(vm, (Type *)p, name, c);
    else cache_instance(vm, p, name, c);
    return v;
}

/* One more name, for which there may have to be more room. */
static bool grow_to(VM *vm, Attrs *a, Shape *to, Ref v)
{
    if (to->cap > a->shape->cap) {
        Value *values = mem_realloc(vm->mem, a->values, a->shape->cap * sizeof(Value), to->cap * sizeof(Value));
        if (!values) return err_no_memory(vm), false;
        a->values = values;
    }
    a->values[to->count - 1] = retain(v);
    a->shape = to;
    return true;
}

static void memo_write(VM *vm, Obj *o, Shape *before, Ref name)
{
    Type *t = o->type;
    Shape *after = obj_attrs(o)->shape;
    if (t->s.setattr != obj_generic_setattr || !t->version || !after) return;
    Ref d = type_lookup(vm, t, name);
    if (d && is_heap(d) && as_obj(d)->type->s.descr_set) return;
    int i = shape_find(before, name);
    if (i >= 0 && after == before) *memo_row(vm->write_memo, before, name) = (AttrMemo){before, NULL, name, t->version, (uint32_t)i};
    else if (after->parent == before && REF(after->name) == name) *memo_row(vm->write_memo, before, name) = (AttrMemo){before, after, name, t->version, 0};
}

bool slow_setattr(VM *vm, Ref o, Ref name, Ref v, Cache *c)
{
    if (!is_heap(o)) return obj_setattr(vm, o, name, v);
    Obj *p = as_obj(o);
    Type *t = p->type;
    Attrs *a = t->flags & TYPE_ATTRS ? obj_attrs(p) : NULL;
    if (c->kind == 4 && c->version == t->version && a->shape == c->ptr) return grow_to(vm, a, c->ptr2, v);
    Shape *before = a ? a->shape : NULL;
    const AttrMemo *m = before ? memo_find(vm->write_memo, p, before, name) : NULL;
    if (m && !m->to) return value_put(vm, &a->values[m->index], retain(v)), true;
    if (m) return grow_to(vm, a, m->to, v);
    retain(o);
    bool ok = obj_setattr(vm, o, name, v);
    if (ok && t == p->type && before && c->miss >= MISSES) memo_write(vm, p, before, name);
    if (ok && t == p->type && t->s.setattr == obj_generic_setattr && t->version && c->miss < MISSES) {
        c->miss++;
        c->kind = 0;
        Ref d = type_lookup(vm, t, name);
        if (d && is_kind(d, KIND_MEMBER) && !((MemberDescr *)BITS(d))->item) {
            c->kind = 3;
            c->version = t->version;
            c->index = ((MemberDescr *)BITS(d))->offset;
        } else if (before && !(d && is_heap(d) && as_obj(d)->type->s.descr_set)) {
            Shape *after = a->shape;
            int i = shape_find(before, name);
            c->version = t->version;
            c->ptr = before;
            if (i >= 0) {
                c->kind = 1;
                c->index = (uint32_t)i;
            } else if (after && after->parent == before) {
                c->kind = after->cap == before->cap ? 2 : 4;
                c->ptr2 = after;
                c->index = before->count;
            }
        } else if (a && !a->shape && a->dict && !(d && is_heap(d) && as_obj(d)->type->s.descr_set)) {
            int64_t i = dict_entry_of_str(vm, REF(a->dict), name);
            if (i >= 0 && i <= UINT32_MAX) {
                c->kind = 1;
                c->version = t->version;
                c->ptr = (void *)(uintptr_t)&no_shape;
                c->index = (uint32_t)i;
            }
        }
    }
    release(vm, (Value)BITS(o));
    return ok;
}

/* What is found in a class and called at once needs no object that binds it: o is the class, or an instance that has no such name itself. fn NULL: somebody has to be asked. */
static Bound bound_by_class(VM *vm, Ref d, Type *cls)
{
    if (is_exact(d, CLASS(classmethod_descriptor)))
        return type_is_subtype(cls, ((MethodDescr *)as_obj(d))->owner) ? (Bound){retain(d), retain(REF(cls))} : (Bound){NULL, NULL};
    bool of_class = is_exact(d, CLASS(classmethod));
    if (!of_class && !is_exact(d, CLASS(staticmethod))) return (Bound){NULL, NULL};
    Ref fn = ((Wrapped *)as_obj(d))->fn;
    return fn && is_function(fn) ? (Bound){retain(fn), of_class ? retain(REF(cls)) : NULL} : (Bound){NULL, NULL};
}

static Bound method_of_class(VM *vm, Type *cls, Ref name)
{
    if (type_lookup(vm, cls->head.type, name)) return (Bound){NULL, NULL};
    Ref d = type_lookup(vm, cls, name);
    if (d && (is_function(d) || is_exact(d, CLASS(method_descriptor)))) return (Bound){retain(d), NULL};
    return d ? bound_by_class(vm, d, cls) : (Bound){NULL, NULL};
}

/* Places that see more classes than a cache may hold ask the row of type_lookup, which knows whether what it has is a method that is called with the instance. */
enum { CALLED_ALWAYS = 1, CALLED_UNLESS_OWN, NEVER_CALLED };

static unsigned called_as(VM *vm, const Type *t, Ref d, Ref name)
{
    if (t->s.getattr != obj_generic_getattr || !d || !is_heap(d)) return NEVER_CALLED;
    if (!is_function(d) && (as_obj(d)->kind != KIND_METHOD_DESCR || as_obj(d)->type == CLASS(classmethod_descriptor))) return NEVER_CALLED;
    if (!(t->flags & TYPE_ATTRS)) return CALLED_ALWAYS;
    return t->root_shape && !shape_tree_has(t->root_shape, name) ? CALLED_UNLESS_OWN : NEVER_CALLED;
}

static Bound method_of_many(VM *vm, Ref o, Ref name)
{
    Type *t = as_obj(o)->type;
    Ref d = type_lookup(vm, t, name);
    TypeCacheRow *row = type_cache_row(vm, t, name);
    if (row->version != t->version || row->name != name) return (Bound){NULL, NULL};
    if (!row->called) row->called = called_as(vm, t, d, name);
    if (row->called == NEVER_CALLED || (row->called == CALLED_UNLESS_OWN && !is_not_own(vm, as_obj(o), name))) return (Bound){NULL, NULL};
    return (Bound){retain(d), retain(o)};
}

Bound slow_load_method(VM *vm, Ref o, Ref name, Cache *c)
{
    if (c->miss >= MISSES && is_heap(o)) {
        Bound found = method_of_many(vm, o, name);
        if (found.fn) return found;
    }
    Type *t = type_of(vm, o);
    if (t->s.getattr == type_getattr) {
        Bound found = method_of_class(vm, as_type(o), name);
        if (found.fn) return found;
    }
    if (!is_heap(o) && c->kind == 1 && c->version == t->version) return (Bound){retain((Ref)c->ptr2), retain(o)}; /* (the loop looks into the cache for objects alone) */
    if (t->s.getattr == obj_generic_getattr) {
        Ref d = type_lookup(vm, t, name);
        if (d && (is_function(d) || (is_kind(d, KIND_METHOD_DESCR) && as_obj(d)->type != CLASS(classmethod_descriptor)))) {
            Ref own = t->flags & TYPE_ATTRS ? inst_get(vm, as_obj(o), name) : NULL;
            if (own) return (Bound){retain(own), NULL};
            if (t->version && c->miss < MISSES) {
                c->miss++;
                c->kind = 0;
                if (!(t->flags & TYPE_ATTRS)) c->kind = 1;
                else if (t->root_shape && !shape_tree_has(t->root_shape, name)) c->kind = 2; /* no shape of the class has it; a dict is asked */
                c->version = t->version;
                c->ptr2 = (void *)BITS(d);
            }
            return (Bound){retain(d), retain(o)};
        }
        if (d && is_heap(o) && !(t->flags & TYPE_ATTRS && inst_get(vm, as_obj(o), name))) {
            Bound found = bound_by_class(vm, d, t);
            if (found.fn) return found;
        }
    }
    Value v = obj_getattr(vm, o, name);
    if (v && is_module(o) && c->miss < MISSES) {
        c->miss++;
        c->kind = 0;
        cache_module(vm, o, name, c);
    }
    /* A bound Python method is called as function and self, so that the loop needs no C recursion for it. */
    if (v && is_kind(v, KIND_METHOD) && is_function(((Method *)BITS(v))->fn)) {
        Method *m = (Method *)BITS(v);
        Bound bound = {retain(m->fn), retain(m->self)};
        release(vm, v);
        return bound;
    }
    return (Bound){v, NULL};
}
