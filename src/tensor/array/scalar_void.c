/* scalar_void.c: structured scalars: their fields by name and number. */
#include "scalar_math.h"
#include "transfer.h"

int64_t void_len(VM *vm, Ref v)
{
    (void)vm;
    return as_void(v)->descr->n_fields;
}

static const Field *field_at(VM *vm, Ref v, Ref key)
{
    Descr *d = as_void(v)->descr;
    if (!d->fields) return err_raise(vm, EXC_IndexError, "can't index void scalar without fields"), NULL;
    if (is_str(key)) {
        const Field *f = descr_field(vm, d, key);
        if (!f) err_raise(vm, EXC_ValueError, "no field of name %S", key);
        return f;
    }
    int64_t i;
    if (!num_index_i64(vm, key, &i)) {
        if (err_matches(vm, EXC_TypeError)) err_clear(vm), err_raise(vm, EXC_IndexError, "invalid index");
        return NULL;
    }
    int64_t at = i < 0 ? i + d->n_fields : i;
    if (at < 0 || at >= d->n_fields) return err_raise(vm, EXC_IndexError, "invalid index (%lld)", (long long)i), NULL;
    return &d->fields[at];
}

Value void_getitem(VM *vm, Ref v, Ref key)
{
    VoidObj *s = as_void(v);
    if (is_list(key) || is_tuple(key) || is_none(key) || key == V_ELLIPSIS) { /* several names, or as an array without dimensions */
        NdArray *a = scalar_array(vm, s->descr->np, v);
        Value r = a ? op_getitem(vm, REF(a), key) : NO_VALUE;
        if (r && is_array_exact(r, s->descr->np) && !as_array(r)->ndim && is_list(key)) r = array_return(vm, as_array(r));
        array_release(vm, a);
        return r;
    }
    const Field *f = field_at(vm, v, key);
    return f ? scalar_new(vm, f->descr, s->data + f->offset, v) : NO_VALUE;
}

bool void_setitem(VM *vm, Ref v, Ref key, Ref value)
{
    VoidObj *s = as_void(v);
    const Field *f = field_at(vm, v, key);
    if (!f) return false;
    if (!value) return err_false(vm, EXC_ValueError, "cannot delete scalar field");
    if (s->readonly) return err_false(vm, EXC_ValueError, "assignment destination is read-only");
    return element_put(vm, f->descr, s->data + f->offset, value);
}

bool void_hash(VM *vm, Ref v, int64_t *hash)
{
    VoidObj *s = as_void(v);
    if (!s->readonly) return err_false(vm, EXC_TypeError, "unhashable type: 'writeable void-scalar'");
    Value item = element_item(vm, s->descr, s->data, NULL);
    bool ok = item && op_hash(vm, item, hash);
    release(vm, item);
    return ok;
}

/* ---- methods ---- */

static bool place(VM *vm, const Ref *args, Descr **d, int64_t *offset)
{
    VoidObj *s = as_void(args[0]);
    *offset = 0;
    if (!(*d = descr_parse(vm, s->descr->np, args[1], false))) return false;
    bool ok = !args[2] || num_index_i64(vm, args[2], offset);
    if (ok && (*offset < 0 || *offset + (*d)->size > s->descr->size)) ok = err_false(vm, EXC_ValueError, "Need 0 <= offset <= %lld for requested type but received offset = %lld",
                                                                                      (long long)(s->descr->size - (*d)->size), (long long)*offset);
    if (!ok) descr_release(vm, *d);
    return ok;
}
static Value getfield(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Descr *d;
    int64_t offset;
    if (!place(vm, args, &d, &offset)) return NULL;
    Value r = scalar_new(vm, d, as_void(args[0])->data + offset, args[0]);
    descr_release(vm, d);
    return r;
}
static Value setfield(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref given[] = {args[0], args[2], n > 3 ? args[3] : (Ref)NULL};
    Descr *d;
    int64_t offset;
    if (!place(vm, given, &d, &offset)) return NULL;
    bool ok = as_void(args[0])->readonly ? err_false(vm, EXC_RuntimeError, "Can't write to memory") : element_put(vm, d, as_void(args[0])->data + offset, args[1]);
    descr_release(vm, d);
    return ok ? V_NONE : NO_VALUE;
}
const NativeDef void_methods[] = {
    {"getfield", getfield, "self, dtype, offset=0", NULL, NATIVE_KW},
    {"setfield", setfield, "self, val, dtype, offset=0", NULL, NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0}};

static Value get_base(VM *vm, Ref v) { return (void)vm, as_void(v)->base ? retain(as_void(v)->base) : V_NONE; }
const GetSetDef void_getsets[] = {{"base", get_base, NULL, NULL}, {NULL, NULL, NULL, NULL}};
