/* mod_ctypes_pointer.c: _Pointer, POINTER() and pointer(): addresses that know what they point to. */
#include "mod_ctypes.h"

/* ---- the class ---- */

static bool set_proto(VM *vm, Info *info, Ref proto)
{
    if (!is_type(proto)) return err_false(vm, EXC_TypeError, "_type_ must be a type");
    if (!info_of(proto)) return err_false(vm, EXC_TypeError, "_type_ must have storage info");
    value_put(vm, &info->proto, retain(proto));
    return true;
}
/* "&<i", "&(2,3)<i" */
static bool set_format(VM *vm, Info *info)
{
    const Info *to = info_of(info->proto);
    StrB b = STRB_INIT(vm);
    strb_char(&b, '&');
    for (int i = 0; i < to->ndim; i++) strb_format(&b, i ? ",%lld" : "(%lld", (long long)to->dims[i]);
    if (to->ndim) strb_char(&b, ')');
    strb_c(&b, info_format_text(to));
    Value text = strb_take(&b);
    bool ok = text && info_format(vm, info, "%U", (Ref)text);
    release(vm, text);
    return ok;
}
bool pointer_setup(VM *vm, CtypesState *st, Ref type, Info *info)
{
    info->size = info->align = sizeof(void *);
    info->length = 1;
    info->has_pointer = true;
    Ref proto = dict_get_c(vm, REF(as_type(type)->dict), "_type_");
    return !proto || (set_proto(vm, info, proto) && set_format(vm, info));
}
FN(meta_set_type)
{
    Info *info = info_of(args[0]);
    if (!info) return err_raise(vm, EXC_TypeError, "abstract class");
    Value name = str_intern_c(vm, "_type_");
    bool ok = name && set_proto(vm, info, args[1]) && obj_setattr(vm, args[0], name, args[1]);
    release(vm, name);
    return ok ? V_NONE : NO_VALUE;
}
const NativeDef ctypes_pointer_meta_methods[] = {{"set_type", meta_set_type, "self, type, /", NULL, 0}, {0}};

Value pointer_from_param(VM *vm, Ref type, Ref v)
{
    CtypesState *st = ctypes_state(vm);
    Ref proto = info_of(type)->proto;
    if (is_none(v)) return V_NONE;
    if (!proto) return err_raise(vm, EXC_TypeError, "abstract class");
    if (is_data(vm, v) && ctypes_isinstance(vm, v, proto)) {
        Arg *a = arg_new(vm, st, 'P', &ffi_pointer, v);
        if (a) a->value.p = as_data(v)->ptr;
        return VAL(a);
    }
    if (is_data_of(vm, v, CT_POINTER) || is_data_of(vm, v, CT_ARRAY)) {
        const Info *given = info_of(REF(type_of(vm, v)));
        if (given && given->proto && type_is_subtype(as_type(given->proto), as_type(proto))) return retain(v);
    }
    return ctypes_from_param(vm, type, v);
}

/* ---- POINTER and pointer ---- */

static Value make(VM *vm, CtypesState *st, Ref of)
{
    Value name = is_str(of) ? str_format(vm, "LP_%U", of) : str_format(vm, "LP_%U", REF(as_type(of)->name)), ns = dict_new(vm), bases = tuple_of(vm, 1, REF(st->bases[CT_POINTER])), r = NULL;
    if (name && ns && bases && (is_str(of) || dict_set_c(vm, ns, "_type_", of))) r = type_make(vm, REF(st->metas[CT_POINTER]), name, bases, ns, NULL);
    release(vm, name);
    release(vm, ns);
    release(vm, bases);
    return r;
}
Value pointer_type(VM *vm, Ref of)
{
    CtypesState *st = ctypes_state(vm);
    Ref known = dict_get(vm, st->pointers, of);
    if (known) return retain(known);
    if (err_occurred(vm)) return NULL;
    if (!is_str(of) && !is_type(of)) return err_raise(vm, EXC_TypeError, "must be a ctypes type");
    Value r = make(vm, st, of), key = !r ? NULL : is_str(of) ? int_from_u64(vm, BITS(r)) : retain(of); /* (an incomplete one stands under its id()) */
    if (r && (!key || !dict_set(vm, st->pointers, key, r))) value_clear(vm, &r);
    release(vm, key);
    return r;
}
FN(fn_POINTER) { return pointer_type(vm, args[0]); }
FN(fn_pointer)
{
    Value type = pointer_type(vm, REF(type_of(vm, args[0]))), r = type ? call1(vm, type, args[0]) : NULL;
    release(vm, type);
    return r;
}
const NativeDef ctypes_pointer_functions[] = {
    {"POINTER", fn_POINTER, "cls, /", "The type of pointers to a type; one that is not complete for a name.", 0},
    {"pointer", fn_pointer, "obj, /", "A pointer to the instance.", 0},
    {0},
};

/* ---- what it points to ---- */

static void *address(Ref self)
{
    void *p;
    memcpy(&p, as_data(self)->ptr, sizeof p);
    return p;
}
static Ref pointee(VM *vm, Ref self)
{
    Ref proto = info_of(REF(as_obj(self)->type))->proto;
    return proto ? proto : (Ref)err_raise(vm, EXC_TypeError, "Cannot create instance: has no _type_");
}
/* Item i's place. */
static unsigned char *item_at(VM *vm, Ref self, Ref proto, int64_t i)
{
    unsigned char *p = address(self);
    if (!p) return (unsigned char *)err_raise(vm, EXC_ValueError, "NULL pointer access");
    return (unsigned char *)((uintptr_t)p + (uintptr_t)i * (uintptr_t)info_of(proto)->size);
}
static Value get_contents(VM *vm, Ref self)
{
    Ref proto = pointee(vm, self);
    unsigned char *p = proto ? item_at(vm, self, proto, 0) : NULL;
    return p ? data_at(vm, proto, self, 0, p) : NO_VALUE;
}
static bool set_contents(VM *vm, Ref self, Ref v)
{
    Ref proto = pointee(vm, self);
    if (!v) return err_false(vm, EXC_TypeError, "Pointer does not support item deletion");
    if (!proto) return false;
    if (!is_data(vm, v) || !ctypes_isinstance(vm, v, proto)) return err_false(vm, EXC_TypeError, "expected %N instead of %T", as_type(proto), v);
    memcpy(as_data(self)->ptr, &as_data(v)->ptr, sizeof(void *));
    if (!data_keep(vm, self, 1, retain(v))) return false;
    Value kept = data_kept(vm, v);
    return kept && data_keep(vm, self, 0, kept);
}
static Value item_get(VM *vm, Ref self, Ref proto, int64_t i)
{
    unsigned char *p = item_at(vm, self, proto, i);
    return p ? data_get(vm, proto, self, i, p) : NO_VALUE;
}

/* A slice needs its ends said: a pointer has none. */
static bool slice_of(VM *vm, Ref key, int64_t *start, int64_t *stop, int64_t *step)
{
    const Slice *s = (const Slice *)BITS(key);
    *step = 1;
    *start = 0;
    if (!is_none(s->step) && !num_index_clip(vm, s->step, step)) return false;
    if (!*step) return err_false(vm, EXC_ValueError, "slice step cannot be zero");
    if (!is_none(s->start)) {
        if (!num_index_clip(vm, s->start, start)) return false;
    } else if (*step < 0) return err_false(vm, EXC_ValueError, "slice start is required for step < 0");
    if (is_none(s->stop)) return err_false(vm, EXC_ValueError, "slice stop is required");
    return num_index_clip(vm, s->stop, stop);
}
static Value slice_get(VM *vm, Ref self, Ref proto, Ref key)
{
    int64_t start, stop, step, count = 0;
    if (!slice_of(vm, key, &start, &stop, &step)) return NULL;
    if (step > 0 && start < stop) count = (int64_t)(((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step + 1);
    if (step < 0 && start > stop) count = (int64_t)(((uint64_t)start - (uint64_t)stop - 1) / -(uint64_t)step + 1);
    const Scalar *s = info_of(proto)->scalar;
    bool bytes = s && s->code == 'c';
    Value list = bytes ? bytes_from(vm, NULL, count) : list_new(vm, count);
    for (int64_t i = 0; list && i < count; i++) {
        unsigned char *p = item_at(vm, self, proto, start + i * step);
        if (bytes && p) as_bytes(list)->data[i] = *p;
        Value v = bytes || !p ? NULL : data_get(vm, proto, self, start + i * step, p);
        if (!p || (!bytes && (!v || !list_append_take(vm, list, v)))) value_clear(vm, &list);
    }
    if (!list || !s || s->code != 'u') return list;
    Value text = str_join(vm, vm->empty_str, as_refs(as_list(list)->items), as_list(list)->len);
    release(vm, list);
    return text;
}
static Value pointer_getitem(VM *vm, Ref self, Ref key)
{
    int64_t i;
    Ref proto = pointee(vm, self);
    if (!proto) return NULL;
    if (is_kind(key, KIND_SLICE)) return slice_get(vm, self, proto, key);
    if (!is_int(key) && !type_of(vm, key)->s.to_index) return err_raise(vm, EXC_TypeError, "Pointer indices must be integer");
    return num_index_i64(vm, key, &i) ? item_get(vm, self, proto, i) : NO_VALUE;
}
static bool pointer_setitem(VM *vm, Ref self, Ref key, Ref v)
{
    int64_t i;
    Ref proto = pointee(vm, self);
    if (!v) return err_false(vm, EXC_TypeError, "Pointer does not support item deletion");
    if (!proto || !num_index_i64(vm, key, &i)) return false;
    if (!item_at(vm, self, proto, i)) return false;
    Value ready = data_ready(vm, proto, v);
    unsigned char *p = ready ? item_at(vm, self, proto, i) : NULL; /* (it may point elsewhere by now) */
    bool ok = p && data_set(vm, proto, self, i, p, ready);
    release(vm, ready);
    return ok;
}
static int pointer_truth(VM *vm, Ref self) { return address(self) != NULL; }

static Value pointer_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    const Info *info = info_of(type);
    if (!info || !info->proto) return err_raise(vm, EXC_TypeError, "Cannot create instance: has no _type_");
    return data_new(vm, type, args, n, kwnames);
}
static bool pointer_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames) { return args_count(vm, "POINTER", n, 0, 1) && (!n || set_contents(vm, self, args[0])); }

static const GetSetDef getsets[] = {{"contents", get_contents, set_contents, "What it points to."}, {0}};
const TypeDef ctypes_pointer_def = {.name = "_ctypes._Pointer", .doc = "Base of the types of pointers: _type_ is what they point to.", .kind = KIND_OPAQUE, .size = sizeof(Data), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = pointer_new, .init = pointer_init, .getitem = pointer_getitem, .setitem = pointer_setitem, .truth = pointer_truth}, .dealloc = data_dealloc, .traverse = data_traverse,
    .clear = data_clear, .getsets = getsets};
