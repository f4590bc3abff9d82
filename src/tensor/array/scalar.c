/* scalar.c: NumPy's scalars as values: from an element and back, their dtype. The classes: scalar_class.c; making one: scalar_make.c; methods: scalar_methods.c; arithmetic: scalar_math.c. */
#include "scalar.h"

Num scalar_num(VM *vm, const Np *np, Ref v)
{
    (void)vm;
    if (!is_heap(v)) return NP_NONE;
    switch (as_obj(v)->kind) {
    case KIND_OPAQUE: case KIND_FLOAT: case KIND_COMPLEX: case KIND_STR: case KIND_BYTES: break;
    default: return NP_NONE;
    }
    const Type *t = as_obj(v)->type;
    if (t == CLASS(str) || t == CLASS(bytes) || t == CLASS(complex) || !np->abstract[NPC_GENERIC] || !type_is_subtype(t, np->abstract[NPC_GENERIC])) return NP_NONE;
    for (int i = 0; i < NP_NUMS; i++)
        if (t == np->scalars[i]) return (Num)i;
    for (int i = 0; i < NP_NUMS; i++)
        if (type_is_subtype(t, np->scalars[i])) return (Num)i;
    return NP_NONE;
}

bool is_scalar(VM *vm, const Np *np, Ref v)
{
    (void)vm;
    return is_heap(v) && np->abstract[NPC_GENERIC] && type_is_subtype(as_obj(v)->type, np->abstract[NPC_GENERIC]);
}

const void *scalar_bytes(Ref v, Num num)
{
    if (num == NP_DOUBLE) return &((const FloatObj *)BITS(v))->value;
    if (num == NP_CDOUBLE) return &((const Complex *)BITS(v))->re;
    return as_scalar(v)->bytes;
}

/* ---- out of an element ---- */

/* A str or bytes of the scalar's class, as the class's base makes one. */
static Value text_scalar(VM *vm, Type *class, Type *base, Value text /*taken, may be NULL*/)
{
    if (!text) return NULL;
    Ref given = text;
    Value v = base->s.new_(vm, REF(class), &given, 1, NULL);
    release(vm, text);
    return v;
}

static Value void_scalar(VM *vm, Descr *d, const char *at, Ref base)
{
    VoidObj *v = (VoidObj *)obj_alloc(vm, d->scalar, d->scalar->inst_size);
    if (!v) return NULL;
    v->descr = descr_retain(d);
    if (base && d->fields) { /* fields are seen in the array's memory */
        v->base = retain(base);
        v->data = (char *)BITS(at);
        v->readonly = is_array(base, d->np) && !(as_array(base)->flags & ARRAY_WRITEABLE);
        return VAL(v);
    }
    v->data = mem_zalloc(vm->mem, d->size ? (size_t)d->size : 1);
    if (!v->data) {
        release(vm, VAL(v));
        return err_no_memory(vm);
    }
    memcpy(v->data, at, (size_t)d->size);
    element_incref(d, at);
    return VAL(v);
}

Value scalar_new(VM *vm, Descr *d, const char *at, Ref base)
{
    Np *np = d->np;
    Num num = (Num)d->num;
    if (num == NP_OBJECT) return element_item(vm, d, at, base);
    if (num == NP_STRING) return text_scalar(vm, np->scalars[num], CLASS(bytes), element_item(vm, d, at, base));
    if (num == NP_UNICODE) return text_scalar(vm, np->scalars[num], CLASS(str), element_item(vm, d, at, base));
    if (num == NP_VOID && d->base) return element_item(vm, d, at, base);
    if (num == NP_VOID) return void_scalar(vm, d, at, base);
    _Alignas(16) char room[32];
    memcpy(room, at, (size_t)d->size);
    if (!descr_is_native(d)) element_swap(d, room);
    Type *class = np->scalars[num];
    if (num == NP_BOOL && np->truths[*room != 0]) return retain(np->truths[*room != 0]);
    if (num == NP_DOUBLE) {
        FloatObj *f = (FloatObj *)obj_alloc(vm, class, class->inst_size);
        if (f) memcpy(&f->value, room, sizeof f->value);
        return VAL(f);
    }
    if (num == NP_CDOUBLE) {
        Complex *c = (Complex *)obj_alloc(vm, class, class->inst_size);
        if (c) memcpy(&c->re, room, 8), memcpy(&c->im, room + 8, 8);
        return VAL(c);
    }
    ScalarObj *s = (ScalarObj *)obj_alloc(vm, class, class->inst_size);
    if (!s) return NULL;
    memcpy(s->bytes, room, (size_t)d->size);
    s->meta = d->time;
    if (num == NP_BOOL) {
        s->bytes[0] = *room != 0;
        np->truths[*room != 0] = retain(REF(s));
    }
    return VAL(s);
}

/* ---- and back ---- */

Descr *scalar_descr(VM *vm, Np *np, Ref v)
{
    Num num = scalar_num(vm, np, v);
    if (num == NP_VOID) return descr_retain(as_void(v)->descr);
    if (num == NP_STRING) return descr_sized(vm, np, num, as_bytes(v)->len);
    if (num == NP_UNICODE) return descr_sized(vm, np, num, as_str(v)->len * 4);
    if (num == NP_DATETIME || num == NP_TIMEDELTA) return descr_time(vm, np, num, as_scalar(v)->meta);
    if (num != NP_NONE) return descr_of(np, num);
    /* an instance of a class of the program's, derived from an abstract one: whatever its .dtype says */
    Value key = str_intern_c(vm, "dtype"), found = NO_VALUE;
    int has = key ? obj_lookup_attr(vm, v, key, &found) : -1;
    release(vm, key);
    if (has > 0 && is_descr(vm, np, found)) return as_descr(found);
    release(vm, found);
    return has < 0 ? NULL : descr_of(np, NP_OBJECT);
}

bool scalar_get(VM *vm, Np *np, Ref v, Descr *d, char *at)
{
    Num num = scalar_num(vm, np, v);
    switch (num) {
    case NP_NONE: case NP_OBJECT: return element_put(vm, d, at, v);
    case NP_STRING: case NP_UNICODE: return element_put(vm, d, at, v);
    case NP_VOID:
        memcpy(at, as_void(v)->data, (size_t)d->size);
        element_incref(d, at);
        return true;
    default: memcpy(at, scalar_bytes(v, num), (size_t)np_elements[num].bytes); return true;
    }
}

NdArray *scalar_array(VM *vm, Np *np, Ref v)
{
    Descr *d = scalar_descr(vm, np, v);
    if (!d) return NULL;
    NdArray *a = NULL;
    if (d->num == NP_VOID) { /* a view of its memory, as NumPy has it for one with fields */
        VoidObj *s = as_void(v);
        a = d->fields ? array_make(vm, np, NULL, d, NULL, NULL, 0, s->data, s->readonly ? 0 : ARRAY_WRITEABLE, retain(v), NULL) : array_zeros(vm, np, d, NULL, 0, ORDER_C);
        if (a && !d->fields) memcpy(a->data, s->data, (size_t)d->size);
    } else if ((a = array_zeros(vm, np, d, NULL, 0, ORDER_C)) && !scalar_get(vm, np, v, a->descr, a->data)) {
        array_release(vm, a);
        a = NULL;
    }
    descr_release(vm, d);
    return a;
}
