/* shape.c: the attributes of instances.
 *
 * A class hands out a tree of shapes; an instance points at one and keeps just the values, in the shape's order. An
 * instance whose names cannot be described so (its __dict__ was asked for, a name of many was deleted, too many
 * names) changes to dict mode for good. Names in shapes are interned, so that they compare by address.
 */
#include "lang/object/vm.h"

enum {
    SHAPE_MAX = 128,   /* names; beyond that a dict is as good */
    SHAPE_TABLE = 8,   /* from here on a shape is searched by a table, not by walking */
    SHAPE_KIDS = 64,   /* different next names; more means that names are data */
    SHAPES_FEWER = 64, /* shapes of a class that came from names going; more means the same */
};

static uint32_t room_for(uint32_t count)
{
    uint32_t cap = 4;
    if (count == 0) return 0;
    while (cap < count) cap *= 2;
    return cap;
}

static uint32_t name_slot(Ref name, uint32_t mask) { return (uint32_t)((BITS(name) >> 4) ^ (BITS(name) >> 12)) & mask; }

static Shape *shape_make(VM *vm, Type *t, Shape *parent, Ref name)
{
    Shape *s = mem_zalloc(vm->mem, sizeof *s);
    if (!s) return NULL;
    s->type = t;
    s->parent = parent;
    s->name = (Str *)retain(name);
    s->count = parent ? parent->count + 1 : 0;
    s->cap = room_for(s->count);
    return s;
}

Shape *shape_root(VM *vm, Type *t) { return shape_make(vm, t, NULL, NULL); }

static void table_free(VM *vm, Shape *s)
{
    if (s->table) mem_free(vm->mem, s->table, (s->table_mask + 1) * sizeof *s->table);
    s->table = NULL;
}

void shape_free(VM *vm, Shape *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < s->nkids; i++) shape_free(vm, s->kids[i]); /* no deeper than SHAPE_MAX */
    mem_free(vm->mem, s->kids, s->kids_cap * sizeof *s->kids);
    table_free(vm, s);
    release(vm, VAL(s->name));
    mem_free(vm->mem, s, sizeof *s);
}

/* The index of every name by a hash of its address. Without memory the walk must do. */
static void table_build(VM *vm, Shape *s)
{
    uint32_t size = 32;
    while (size < 2 * s->count) size *= 2;
    int16_t *table = mem_alloc(vm->mem, size * sizeof *table);
    if (!table) return;
    for (uint32_t i = 0; i < size; i++) table[i] = -1;
    for (const Shape *p = s; p->parent; p = p->parent) {
        uint32_t h = name_slot(REF(p->name), size - 1);
        while (table[h] >= 0) h = (h + 1) & (size - 1);
        table[h] = (int16_t)(p->count - 1);
    }
    s->table = table;
    s->table_mask = size - 1;
}

static Ref name_at(const Shape *s, uint32_t index)
{
    while (s->count > index + 1) s = s->parent;
    return REF(s->name);
}

int shape_find(const Shape *s, Ref name)
{
    if (s->table) {
        for (uint32_t h = name_slot(name, s->table_mask); s->table[h] >= 0; h = (h + 1) & s->table_mask)
            if (name_at(s, (uint32_t)s->table[h]) == name) return s->table[h];
        return -1;
    }
    for (; s->parent; s = s->parent)
        if (REF(s->name) == name) return (int)s->count - 1;
    return -1;
}

static Shape *shape_kid(const Shape *s, Ref name)
{
    for (uint32_t i = 0; i < s->nkids; i++)
        if (REF(s->kids[i]->name) == name) return s->kids[i];
    return NULL;
}

Shape *shape_add(VM *vm, Shape *s, Ref name)
{
    Shape *known = shape_kid(s, name);
    if (known) return known;
    if (s->count >= SHAPE_MAX || s->nkids >= SHAPE_KIDS) return NULL;
    if (s->nkids == s->kids_cap) {
        uint32_t cap = s->kids_cap ? s->kids_cap * 2 : 1;
        Shape **kids = mem_realloc(vm->mem, s->kids, s->kids_cap * sizeof *kids, cap * sizeof *kids);
        if (!kids) return NULL;
        s->kids = kids;
        s->kids_cap = cap;
    }
    Shape *kid = shape_make(vm, s->type, s, name);
    if (!kid) return NULL;
    s->kids[s->nkids++] = kid;
    /* Inline caches take it that an attribute of the class is not shadowed by any shape: now one is. */
    if (type_lookup(vm, s->type, name)) type_modified(vm, s->type);
    return kid;
}

bool shape_tree_has(const Shape *s, Ref name)
{
    if (s->parent && REF(s->name) == name) return true;
    for (uint32_t i = 0; i < s->nkids; i++)
        if (shape_tree_has(s->kids[i], name)) return true;
    return false;
}

/* ---- instances ---- */

static Value interned(VM *vm, Ref name)
{
    if (as_str(name)->head.aux & STR_INTERNED) return retain(name);
    return str_intern(vm, retain(name));
}

Ref inst_get(VM *vm, Obj *o, Ref name)
{
    const Attrs *a = obj_attrs(o);
    if (!a->shape) return a->dict ? dict_get_str(vm, REF(a->dict), name) : NULL;
    if (a->shape->count == 0) return NULL;
    if (as_str(name)->head.aux & STR_INTERNED) {
        int i = shape_find(a->shape, name);
        return i < 0 ? NULL : a->values[i];
    }
    for (const Shape *s = a->shape; s->parent; s = s->parent)
        if (str_equal(REF(s->name), name)) return a->values[s->count - 1];
    return NULL;
}

static bool dict_put(VM *vm, Obj *o, Ref name, Ref v)
{
    if (!inst_to_dict(vm, o)) return false;
    Value d = retain(REF(obj_attrs(o)->dict)); /* a key's __eq__ may replace it */
    bool ok = dict_set(vm, d, name, v);
    release(vm, d);
    return ok;
}

/* Move to the shape with one more name. 1 done, 0 use a dict, -1 raised */
static int grow(VM *vm, Attrs *a, Ref name, Ref v)
{
    Shape *from = a->shape, *to = shape_add(vm, from, name);
    if (!to) return 0;
    if (to->cap > from->cap) {
        Value *values = mem_realloc(vm->mem, a->values, from->cap * sizeof(Value), to->cap * sizeof(Value));
        if (!values) return err_no_memory(vm), -1;
        a->values = values;
    }
    a->values[from->count] = retain(v);
    a->shape = to;
    if (to->count > SHAPE_TABLE && to->nkids == 0 && !to->table && from->table) {
        /* the table follows the front of growth: one a chain, not one a shape */
        table_free(vm, from);
        table_build(vm, to);
    } else if (to->count == SHAPE_TABLE + 1 && !to->table) {
        table_build(vm, to);
    }
    return 1;
}

bool inst_set(VM *vm, Obj *o, Ref plain_name, Ref v)
{
    Attrs *a = obj_attrs(o);
    if (!a->shape) return dict_put(vm, o, plain_name, v);
    Value name = interned(vm, plain_name);
    if (!name) return false;
    int i = shape_find(a->shape, name);
    bool ok = true;
    if (i >= 0) {
        value_put(vm, &a->values[i], retain(v));
    } else {
        int grown = grow(vm, a, name, v);
        ok = grown > 0 || (grown == 0 && dict_put(vm, o, name, v));
    }
    release(vm, name);
    return ok;
}

/* The shape without its name at `index`, the others in their order. NULL: a dict is as good. */
static Shape *shape_without(VM *vm, Shape *from, uint32_t index)
{
    Shape *to = from;
    while (to->count > index) to = to->parent;
    for (uint32_t i = index + 1; to && i < from->count; i++) {
        Ref name = name_at(from, i);
        Shape *kid = shape_kid(to, name);
        to = kid ? kid : from->type->root_shape->fewer++ < SHAPES_FEWER ? shape_add(vm, to, name) : NULL;
    }
    return to;
}

/* A name that is not the last goes, and those behind it move up. False: not possible so. */
static bool del_between(VM *vm, Attrs *a, Ref name)
{
    Shape *from = a->shape;
    if (from->count > SHAPE_TABLE) return false;
    const Shape *at = from;
    while (!str_equal(REF(at->name), name)) at = at->parent;
    uint32_t index = at->count - 1;
    Shape *to = shape_without(vm, from, index);
    if (!to) return false;
    Value *values = a->values, old = values[index];
    if (to->cap != from->cap) { /* (never none: another name is behind it) */
        if (!(values = mem_alloc(vm->mem, to->cap * sizeof *values))) return false;
        memcpy(values, a->values, index * sizeof *values);
    }
    memmove(values + index, a->values + index + 1, (from->count - index - 1) * sizeof *values);
    if (values != a->values) mem_free(vm->mem, a->values, from->cap * sizeof *values);
    a->values = values;
    a->shape = to;
    release(vm, old);
    return true;
}

int inst_del(VM *vm, Obj *o, Ref name)
{
    Attrs *a = obj_attrs(o);
    if (!inst_get(vm, o, name)) return 0;
    if (a->shape && str_equal(REF(a->shape->name), name)) { /* the last one: a step back */
        Shape *from = a->shape;
        Value old = a->values[from->count - 1];
        size_t had = from->cap * sizeof(Value), left = from->parent->cap * sizeof(Value);
        if (left == 0) {
            mem_free(vm->mem, a->values, had);
            a->values = NULL;
        } else if (left != had) {
            Value *values = mem_realloc(vm->mem, a->values, had, left);
            if (!values) return err_no_memory(vm), -1;
            a->values = values;
        }
        a->shape = from->parent;
        release(vm, old);
        return 1;
    }
    if (a->shape && del_between(vm, a, name)) return 1;
    if (!inst_to_dict(vm, o)) return -1;
    Value d = retain(REF(obj_attrs(o)->dict)); /* a key's __eq__ may replace it */
    int done = dict_del(vm, d, name);
    release(vm, d);
    return done;
}

bool inst_to_dict(VM *vm, Obj *o)
{
    Attrs *a = obj_attrs(o);
    if (!a->shape) {
        if (!a->dict) a->dict = (Dict *)dict_new(vm);
        return a->dict != NULL;
    }
    Value d = dict_new(vm);
    if (!d) return false;
    for (uint32_t i = 0; i < a->shape->count; i++)
        if (!dict_set(vm, d, name_at(a->shape, i), a->values[i])) return release(vm, d), false;
    attrs_free(vm, o);
    if (a->shape || a->dict) return release(vm, d), true; /* a destructor came in between */
    a->dict = as_dict(d);
    return true;
}

void attrs_free(VM *vm, Obj *o)
{
    Attrs *a = obj_attrs(o);
    Shape *s = a->shape;
    a->shape = NULL;
    if (!s) {
        Dict *d = a->dict;
        a->dict = NULL;
        release(vm, VAL(d));
        return;
    }
    Value *values = a->values;
    uint32_t count = s->count, cap = s->cap;
    a->dict = NULL;
    for (uint32_t i = 0; i < count; i++) release(vm, values[i]);
    mem_free(vm->mem, values, cap * sizeof(Value));
}

void attrs_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Attrs *a = obj_attrs(o);
    if (!a->shape) {
        if (a->dict) visit(REF(a->dict), arg);
        return;
    }
    for (uint32_t i = 0; i < a->shape->count; i++) visit(a->values[i], arg);
}
