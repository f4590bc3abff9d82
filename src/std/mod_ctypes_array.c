/* mod_ctypes_array.c: Array: so many of one type side by side; those of characters are texts, too. */
#include "mod_ctypes.h"

/* ---- the class ---- */

static bool length_of(VM *vm, Ref type, int64_t *length)
{
    Ref v = ctypes_attribute(vm, type, "_length_");
    if (!v || is_none(v)) return err_false(vm, EXC_AttributeError, "class must define a '_length_' attribute");
    if (!is_int(v)) return err_false(vm, EXC_TypeError, "The '_length_' attribute must be an integer");
    if (int_sign(v) < 0) return err_false(vm, EXC_ValueError, "The '_length_' attribute must not be negative");
    return int_fits_i64(v, length) || err_false(vm, EXC_OverflowError, "The '_length_' attribute is too large");
}
static void add_dim(Info *info, const Info *item)
{
    if (item->ndim >= DIMS) return; /* (more dimensions than a view has: it shows none of them) */
    info->ndim = item->ndim + 1;
    info->dims[0] = info->length;
    memcpy(info->dims + 1, item->dims, (size_t)item->ndim * sizeof *item->dims);
}
static const GetSetDef char_getsets[], wide_getsets[];
bool array_setup(VM *vm, CtypesState *st, Ref type, Info *info)
{
    int64_t length;
    if (!length_of(vm, type, &length)) return false;
    Ref proto = ctypes_attribute(vm, type, "_type_");
    if (!proto) return err_false(vm, EXC_AttributeError, "class must define a '_type_' attribute");
    const Info *item = info_of(proto);
    if (!item) return err_false(vm, EXC_TypeError, "_type_ must have storage info");
    if (__builtin_mul_overflow(length, item->size, &info->size)) return err_false(vm, EXC_OverflowError, "array too large");
    info->length = length;
    info->align = item->align;
    info->has_pointer = item->has_pointer;
    value_put(vm, &info->proto, retain(proto));
    add_dim(info, item);
    if (!info_format(vm, info, "%s", info_format_text(item))) return false;
    char code = item->scalar ? item->scalar->code : 0;
    return (code != 'c' && code != 'u') || type_add_getsets(vm, as_type(type), code == 'c' ? char_getsets : wide_getsets);
}

Value array_type(VM *vm, Ref item, int64_t length)
{
    CtypesState *st = ctypes_state(vm);
    Value count = int_from_i64(vm, length), key = count ? tuple_of(vm, 2, item, (Ref)count) : NULL, ns = NULL, name = NULL, bases = NULL;
    Ref known = key ? dict_get(vm, st->arrays, key) : NULL;
    Value r = known ? retain(known) : NULL;
    if (key && !r && !err_occurred(vm) && (ns = dict_new(vm)) && dict_set_c(vm, ns, "_length_", count) && dict_set_c(vm, ns, "_type_", item) &&
        (name = str_format(vm, "%U_Array_%lld", REF(as_type(item)->name), (long long)length)) && (bases = tuple_of(vm, 1, REF(st->bases[CT_ARRAY]))))
        r = type_make(vm, REF(st->metas[CT_ARRAY]), name, bases, ns, NULL);
    if (r && !known && !dict_set(vm, st->arrays, key, r)) value_clear(vm, &r);
    release(vm, count);
    release(vm, key);
    release(vm, ns);
    release(vm, name);
    release(vm, bases);
    return r;
}

/* ---- items ---- */

static int64_t array_len(VM *vm, Ref self) { return as_data(self)->length; }

/* An item's place; NULL: raised. A structure that was given fields after its array was made is not what the array holds. */
static unsigned char *item_at(VM *vm, Ref self, const Info *info, int64_t i)
{
    const Data *d = as_data(self);
    int64_t step = info->length ? info->size / info->length : 0;
    if (i < 0 || i >= d->length) return (unsigned char *)err_raise(vm, EXC_IndexError, "invalid index");
    if (info_of(info->proto)->size != step || (i + 1) * step > d->size) return (unsigned char *)err_raise(vm, EXC_ValueError, "the item's type has changed since the array's was made");
    return d->ptr + i * step;
}
static const Info *array_info(Ref self) { return info_of(REF(as_obj(self)->type)); }
static Value item_get(VM *vm, Ref self, int64_t i)
{
    const Info *info = array_info(self);
    unsigned char *p = item_at(vm, self, info, i);
    return p ? data_get(vm, info->proto, self, i, p) : NO_VALUE;
}
static bool item_set(VM *vm, Ref self, int64_t i, Ref v)
{
    const Info *info = array_info(self);
    if (!item_at(vm, self, info, i)) return false;
    Value ready = data_ready(vm, info->proto, v);
    unsigned char *p = ready ? item_at(vm, self, info, i) : NULL;
    bool ok = p && data_set(vm, info->proto, self, i, p, ready);
    release(vm, ready);
    return ok;
}
static bool index_of(VM *vm, Ref key, int64_t length, int64_t *i)
{
    Value exact = num_index(vm, key);
    if (!exact) return false;
    bool ok = int_fits_i64(exact, i);
    release(vm, exact);
    if (!ok) return err_false(vm, EXC_IndexError, "cannot fit '%T' into an index-sized integer", key);
    if (*i < 0) *i += length;
    return true;
}

static char text_code(const Info *info)
{
    const Scalar *s = info_of(info->proto)->scalar;
    return s && (s->code == 'c' || s->code == 'u') ? s->code : 0;
}
static Value chars_of(VM *vm, const unsigned char *p, int64_t start, int64_t step, int64_t count)
{
    Value b = bytes_from(vm, NULL, count);
    for (int64_t i = 0; b && i < count; i++) as_bytes(b)->data[i] = p[start + i * step];
    return b;
}
static Value joined(VM *vm, Value list /*taken*/)
{
    Value r = list ? str_join(vm, vm->empty_str, as_refs(as_list(list)->items), as_list(list)->len) : NULL;
    release(vm, list);
    return r;
}
static Value slice_get(VM *vm, Ref self, Ref key)
{
    int64_t start, stop, step, count;
    if (!slice_indices(vm, key, &as_data(self)->length, &start, &stop, &step, &count)) return NULL;
    char code = text_code(array_info(self));
    if (code == 'c') return chars_of(vm, as_data(self)->ptr, start, step, count);
    Value list = list_new(vm, count);
    for (int64_t i = 0; list && i < count; i++) {
        Value v = item_get(vm, self, start + i * step);
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    return code == 'u' ? joined(vm, list) : list;
}
static Value array_getitem(VM *vm, Ref self, Ref key)
{
    int64_t i;
    if (is_kind(key, KIND_SLICE)) return slice_get(vm, self, key);
    if (!is_int(key) && !type_of(vm, key)->s.to_index) return err_raise(vm, EXC_TypeError, "indices must be integers");
    return index_of(vm, key, as_data(self)->length, &i) ? item_get(vm, self, i) : NO_VALUE;
}
static bool slice_set(VM *vm, Ref self, Ref key, Ref v)
{
    int64_t start, stop, step, count, other;
    if (!slice_indices(vm, key, &as_data(self)->length, &start, &stop, &step, &count) || (other = op_len(vm, v)) < 0) return false;
    if (other != count) return err_false(vm, EXC_ValueError, "Can only assign sequence of same size");
    bool ok = true;
    for (int64_t i = 0; ok && i < count; i++) {
        Value item = op_getitem(vm, v, make_small(i));
        ok = item && item_set(vm, self, start + i * step, item);
        release(vm, item);
    }
    return ok;
}
static bool array_setitem(VM *vm, Ref self, Ref key, Ref v)
{
    int64_t i;
    if (!v) return err_false(vm, EXC_TypeError, "Array does not support item deletion");
    if (is_kind(key, KIND_SLICE)) return slice_set(vm, self, key, v);
    if (!is_int(key) && !type_of(vm, key)->s.to_index) return err_false(vm, EXC_TypeError, "indices must be integer");
    return index_of(vm, key, as_data(self)->length, &i) && item_set(vm, self, i, v);
}
static bool array_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    for (int i = 0; i < n; i++)
        if (!item_set(vm, self, i, args[i])) return false;
    return true;
}

/* ---- arrays of characters ---- */

static Value get_raw(VM *vm, Ref self) { return bytes_from(vm, as_data(self)->ptr, as_data(self)->size); }
static bool set_raw(VM *vm, Ref self, Ref v)
{
    BufferView view;
    if (!v) return err_false(vm, EXC_AttributeError, "cannot delete attribute");
    if (!buffer_get(vm, v, &view)) return false;
    bool ok = view.len <= as_data(self)->size || err_false(vm, EXC_ValueError, "byte string too long");
    if (ok) memmove(as_data(self)->ptr, view.data, (size_t)view.len);
    buffer_release(vm, &view);
    return ok;
}
static Value get_chars(VM *vm, Ref self) { return letters_get(vm, 'c', as_data(self)->ptr, as_data(self)->size); }
static bool set_chars(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete attribute");
    if (!is_bytes(v)) return err_false(vm, EXC_TypeError, "bytes expected instead of %T instance", v);
    if (as_bytes(v)->len > as_data(self)->size) return err_false(vm, EXC_ValueError, "byte string too long");
    return letters_set(vm, 'c', as_data(self)->ptr, as_data(self)->size, v);
}
static Value get_wides(VM *vm, Ref self) { return letters_get(vm, 'u', as_data(self)->ptr, as_data(self)->size); }
static bool set_wides(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete attribute");
    if (is_str(v) && as_str(v)->len > as_data(self)->size / 4) return err_false(vm, EXC_ValueError, "string too long");
    return letters_set(vm, 'u', as_data(self)->ptr, as_data(self)->size, v);
}
static const GetSetDef char_getsets[] = {{"raw", get_raw, set_raw, "All of its bytes."}, {"value", get_chars, set_chars, "Its bytes as far as the first zero."}, {0}};
static const GetSetDef wide_getsets[] = {{"value", get_wides, set_wides, "Its characters as far as the first zero."}, {0}};

static const NativeDef methods[] = {CLASS_GETITEM_ROW, {0}};
const TypeDef ctypes_array_def = {.name = "_ctypes.Array", .doc = "Base of types of so many items of one type: TYPE * 3 makes one.",
    .kind = KIND_OPAQUE, .size = sizeof(Data), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE, .s = {.new_ = data_new, .init = array_init, .len = array_len, .getitem = array_getitem, .setitem = array_setitem},
    .dealloc = data_dealloc, .traverse = data_traverse, .clear = data_clear, .methods = methods};
