/* mod_ctypes_data.c: instances of C types: their memory, what they keep alive, what stands at a place, what they all have as attributes. */
#include "mod_ctypes.h"

bool is_data(VM *vm, Ref v) { return is_instance_of(vm, v, ctypes_state(vm)->data); }
bool is_data_of(VM *vm, Ref v, CtKind kind) { return is_instance_of(vm, v, ctypes_state(vm)->bases[kind]); }
bool is_direct(VM *vm, Ref type) { return as_type(type)->base == ctypes_state(vm)->bases[CT_SIMPLE]; }

/* ---- made ---- */

static Data *data_bare(VM *vm, Ref type, Info **info)
{
    if (!(*info = info_of(type)) || !type_is_subtype(as_type(type), ctypes_state(vm)->data)) return (Data *)err_raise(vm, EXC_TypeError, "abstract class");
    (*info)->final = true;
    Data *d = (Data *)obj_alloc(vm, as_type(type), as_type(type)->inst_size);
    if (d) {
        d->ptr = d->small;
        d->length = (*info)->length;
    }
    return d;
}
Value data_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    Info *info;
    Data *d = data_bare(vm, type, &info);
    if (!d) return NULL;
    if ((size_t)info->size > sizeof d->small) {
        unsigned char *p = mem_zalloc(vm->mem, (size_t)info->size);
        if (!p) return release(vm, VAL(d)), err_no_memory(vm);
        d->ptr = p;
        d->owns = true;
    }
    d->size = info->size;
    return VAL(d);
}
Value data_at(VM *vm, Ref type, Ref base, int64_t index, unsigned char *p)
{
    Info *info;
    Data *d = data_bare(vm, type, &info);
    if (!d) return NULL;
    d->ptr = p;
    d->size = info->size;
    d->base = base ? retain(base) : NULL;
    d->index = index;
    return VAL(d);
}
Value data_copy(VM *vm, Ref type, const void *from)
{
    Value d = data_new(vm, type, NULL, 0, NULL);
    if (d) memcpy(as_data(d)->ptr, from, (size_t)as_data(d)->size);
    return d;
}

/* ---- kept alive ---- */

static Data *container(Data *d)
{
    while (d->base) d = as_data(d->base);
    return d;
}
static Data *container_ready(VM *vm, Data *d)
{
    d = container(d);
    if (!d->objects && !(d->objects = d->length ? dict_new(vm) : V_NONE)) return NULL;
    return d;
}
Value data_kept(VM *vm, Ref self)
{
    Data *d = container_ready(vm, as_data(self));
    return d ? retain(d->objects) : NO_VALUE;
}
static Value way_to(VM *vm, const Data *d, int64_t index)
{
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%x", (unsigned)index);
    for (; d->base; d = as_data(d->base)) strb_format(&b, ":%x", (unsigned)d->index);
    return strb_take(&b);
}
bool data_keep(VM *vm, Ref self, int64_t index, Value keep)
{
    if (!keep || is_none(keep)) return true;
    Data *d = container_ready(vm, as_data(self));
    if (!d) return release(vm, keep), false;
    if (!is_exact(d->objects, CLASS(dict))) return value_put(vm, &d->objects, keep), true;
    Value key = way_to(vm, as_data(self), index), objects = retain(d->objects);
    bool ok = key ? dict_set_take(vm, objects, key, keep) : (release(vm, keep), false);
    release(vm, key);
    release(vm, objects);
    return ok;
}

/* ---- read and written ---- */

Value data_get(VM *vm, Ref type, Ref base, int64_t index, unsigned char *p)
{
    const Info *info = info_of(type);
    if (info && info->scalar && is_direct(vm, type)) return simple_get(vm, info, p, (Bits){0, 0});
    return data_at(vm, type, base, index, p);
}

static Value mismatch(VM *vm, const char *what, Ref v, Ref type) { return err_raise(vm, EXC_TypeError, what, v, as_type(type)); }

/* An array to a pointer to its items: the address, and both are kept. */
static Value set_decayed(VM *vm, Ref type, unsigned char *p, Ref v)
{
    const Info *array = info_of(REF(type_of(vm, v))), *pointer = info_of(type);
    if (!array || !pointer || array->proto != pointer->proto) return mismatch(vm, "incompatible types, %T instance instead of %N instance", v, type);
    Value kept = data_kept(vm, v), pair = kept ? tuple_of(vm, 2, (Ref)kept, v) : NULL;
    if (pair) memcpy(p, &as_data(v)->ptr, sizeof(void *));
    release(vm, kept);
    return pair;
}
static Value set_instance(VM *vm, Ref type, unsigned char *p, Ref v)
{
    const Info *info = info_of(type);
    if (ctypes_isinstance(vm, v, type)) {
        int64_t size = as_data(v)->size < info->size ? as_data(v)->size : info->size;
        Value kept = data_kept(vm, v);
        if (kept) memmove(p, as_data(v)->ptr, (size_t)size);
        return kept;
    }
    if (info->kind == CT_POINTER && is_data_of(vm, v, CT_ARRAY)) return set_decayed(vm, type, p, v);
    return mismatch(vm, "incompatible types, %T instance instead of %N instance", v, type);
}
static Value set_foreign(VM *vm, Ref type, unsigned char *p, Ref v)
{
    const Info *info = info_of(type);
    if (info->scalar) return simple_set(vm, info, p, v, (Bits){0, 0});
    if (info->kind == CT_POINTER && is_none(v)) return memset(p, 0, sizeof(void *)), V_NONE;
    return err_raise(vm, EXC_TypeError, "expected %N instance, got %T", as_type(type), v);
}
Value data_ready(VM *vm, Ref type, Ref v)
{
    const Info *info = info_of(type);
    if (!info) return err_raise(vm, EXC_TypeError, "abstract class");
    if (is_data(vm, v)) return retain(v);
    if (info->scalar) return simple_plain(vm, info, v);
    if (!is_tuple(v)) return retain(v);
    Value made = call_tuple(vm, type, v, NULL); /* what the type is called with */
    if (!made) return ctypes_error_within(vm, REF(vm->exc_types[EXC_RuntimeError]), "(%N) ", as_type(type));
    if (is_data(vm, made)) return made;
    mismatch(vm, "incompatible types, %T instance instead of %N instance", made, type);
    release(vm, made);
    return NULL;
}
bool data_set(VM *vm, Ref type, Ref self, int64_t index, unsigned char *p, Ref v)
{
    Value keep = is_data(vm, v) ? set_instance(vm, type, p, v) : set_foreign(vm, type, p, v);
    return keep && data_keep(vm, self, index, keep);
}

/* ---- the end ---- */

void data_visit(Data *d, VisitFn visit, void *arg)
{
    if (d->base) visit(d->base, arg);
    if (d->objects) visit(d->objects, arg);
    if (d->lent && d->lent->owner) visit(d->lent->owner, arg);
}
void data_drop(VM *vm, Data *d)
{
    value_clear(vm, &d->objects);
    unsigned char *p = d->ptr;
    d->ptr = d->small;
    if (d->owns) mem_free(vm->mem, p, (size_t)d->size);
    d->owns = false;
    d->size = 0;
    for (Outgrown *o = d->outgrown; o; o = d->outgrown) {
        d->outgrown = o->next;
        mem_free(vm->mem, o->p, o->size);
        mem_free(vm->mem, o, sizeof *o);
    }
    BufferView *lent = d->lent;
    d->lent = NULL;
    if (lent) {
        buffer_release(vm, lent);
        mem_free(vm->mem, lent, sizeof *lent);
    }
    value_clear(vm, &d->base);
}
void data_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { data_visit((Data *)o, visit, arg); }
void data_clear(VM *vm, Obj *o) { value_clear(vm, &((Data *)o)->objects); } /* (it stays whole: whose memory it is, it goes on holding) */
void data_dealloc(VM *vm, Obj *o)
{
    data_drop(vm, (Data *)o);
    obj_free(vm, o, o->type->inst_size);
}

/* ---- its memory as bytes ---- */

static bool data_buffer(VM *vm, Ref self, BufferView *out)
{
    Data *d = as_data(self);
    const Info *info = info_of(REF(as_obj(self)->type));
    if (!info) return err_false(vm, EXC_TypeError, "abstract class");
    Ref item = REF(as_obj(self)->type);
    while (info_of(item)->kind == CT_ARRAY) item = info_of(item)->proto;
    *out = (BufferView){.owner = retain(self), .data = d->ptr, .len = d->size, .itemsize = info_of(item)->size, .format = info_format_text(info), .ndim = info->ndim};
    if (!info->ndim) out->itemsize = d->size; /* (resized: all of it is the item) */
    int64_t step = out->itemsize;
    for (int i = info->ndim - 1; i >= 0; i--) {
        out->shape[i] = info->dims[i];
        out->strides[i] = step;
        step *= info->dims[i];
    }
    return true;
}

/* ---- attributes ---- */

FN(data_from_outparam) { return retain(args[0]); }
static bool data_hash(VM *vm, Ref self, int64_t *hash) { return err_false(vm, EXC_TypeError, "unhashable type"); }

FN(data_reduce)
{
    Ref type = REF(type_of(vm, args[0]));
    const Info *info = info_of(type);
    if (!info) return err_raise(vm, EXC_TypeError, "abstract class");
    if (info->has_pointer) return err_raise(vm, EXC_ValueError, "ctypes objects containing pointers cannot be pickled");
    Value dict = obj_getattr(vm, args[0], NAME(__dict__)), f = NULL, bytes = NULL, state = NULL, call = NULL, r = NULL;
    if (dict && (bytes = bytes_from(vm, as_data(args[0])->ptr, as_data(args[0])->size)) && (f = import_attr(vm, "_ctypes", "_unpickle")) &&
        (state = tuple_of(vm, 2, (Ref)dict, (Ref)bytes)) && (call = tuple_of(vm, 2, type, (Ref)state)))
        r = tuple_of(vm, 2, (Ref)f, (Ref)call);
    release(vm, dict);
    release(vm, f);
    release(vm, bytes);
    release(vm, state);
    release(vm, call);
    return r;
}
FN(data_setstate)
{
    BufferView view;
    Value dict = obj_getattr(vm, args[0], NAME(__dict__));
    if (!dict) return NULL;
    bool ok = is_dict(args[1]) ? buffer_get(vm, args[2], &view) : err_false(vm, EXC_TypeError, "__setstate__() argument 1 must be dict, not %T", args[1]);
    if (ok) {
        Data *d = as_data(args[0]);
        memmove(d->ptr, view.data, (size_t)(view.len < d->size ? view.len : d->size));
        buffer_release(vm, &view);
        ok = dict_update(vm, dict, args[1]);
    }
    release(vm, dict);
    return ok ? V_NONE : NO_VALUE;
}

static Value get_base(VM *vm, Ref self) { return retain(as_data(self)->base ? as_data(self)->base : V_NONE); }
static Value get_needs_free(VM *vm, Ref self) { return make_small(as_data(self)->owns || as_data(self)->ptr == as_data(self)->small); }
static Value get_objects(VM *vm, Ref self) { return retain(as_data(self)->objects ? as_data(self)->objects : V_NONE); }
static const GetSetDef getsets[] = {
    {"_b_base_", get_base, getset_readonly, "The instance in whose memory this one lies, or None."},
    {"_b_needsfree_", get_needs_free, getset_readonly, "Has it memory of its own?"},
    {"_objects", get_objects, getset_readonly, "What it keeps alive because its memory points there; not to be changed."},
    {0},
};
static const NativeDef methods[] = {
    {"__ctypes_from_outparam__", data_from_outparam, "self, /", NULL, 0},
    {"__reduce__", data_reduce, "self, /", NULL, 0},
    {"__setstate__", data_setstate, "self, dict, data, /", NULL, 0},
    {0},
};
const TypeDef ctypes_data_def = {.name = "_ctypes._CData", .kind = KIND_OPAQUE, .size = sizeof(Data), .flags = TYPE_GC | TYPE_BASE | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.hash = data_hash, .buffer = data_buffer}, .dealloc = data_dealloc, .traverse = data_traverse, .clear = data_clear, .methods = methods, .getsets = getsets};
