/* mod_ctypes_field.c: where a field of a structure lies, as the C compilers of Unix lay it out, bit fields too; and the descriptor that reads and writes it. */
#include "mod_ctypes.h"

/* ---- layout ---- */

static void align_to(Layout *at, int64_t align)
{
    int64_t over = align ? at->offset % align : 0;
    if (!over) return;
    at->size += align - over;
    at->offset += align - over;
}
/* A field of its own, or the first of a run of bit fields. */
static int64_t place(Layout *at, const Info *info)
{
    int64_t align = at->pack && at->pack < info->align ? at->pack : info->align;
    align_to(at, align);
    int64_t offset = at->offset;
    at->size += info->size;
    at->offset += info->size;
    at->align = align;
    return offset;
}
static Bits bits_at(Layout *at, int count)
{
    Bits b = {(uint8_t)(at->big ? at->bits - at->bit - count : at->bit), (uint8_t)count};
    at->bit += count;
    return b;
}
/* Bit fields follow one another in a unit as wide as the widest type they were declared with, as long as there is room. */
static int64_t place_bits(Layout *at, const Info *info, int count, Bits *out)
{
    int width = (int)info->size * 8;
    bool goes_on = at->bits && width <= at->bits && at->bit + count <= at->bits;
    bool widens = !goes_on && at->bits && width >= at->bits && at->bit + count <= width;
    int64_t offset;
    if (widens) {
        at->offset += info->size - at->bits / 8;
        at->size += info->size - at->bits / 8;
    }
    if (goes_on || widens) {
        if (widens) at->bits = width;
        offset = at->offset - info->size;
    } else {
        at->bit = 0;
        at->bits = width;
        offset = place(at, info);
    }
    *out = bits_at(at, count);
    return offset;
}

/* ---- the descriptor ---- */

static char text_code(Ref type)
{
    const Info *info = info_of(type), *item = info->kind == CT_ARRAY ? info_of(info->proto) : NULL;
    return item && item->scalar && (item->scalar->code == 'c' || item->scalar->code == 'u') ? item->scalar->code : 0;
}
Value field_new(VM *vm, CtypesState *st, Ref type, int64_t index, int bits, Layout *at)
{
    const Info *info = info_of(type);
    Field *f = (Field *)obj_alloc(vm, st->field, sizeof *f);
    if (!f) return NULL;
    f->proto = retain(type);
    f->index = index;
    f->text = text_code(type);
    f->size = info->size;
    if (bits) f->offset = place_bits(at, info, bits, &f->bits);
    else {
        at->bits = at->bit = 0;
        f->offset = place(at, info);
    }
    return VAL(f);
}
Value field_again(VM *vm, CtypesState *st, const Field *from, int64_t index, int64_t offset)
{
    Field *f = (Field *)obj_alloc(vm, st->field, sizeof *f);
    if (!f) return NULL;
    f->proto = retain(from->proto);
    f->index = from->index + index;
    f->offset = from->offset + offset;
    f->size = from->size;
    f->bits = from->bits;
    f->text = from->text;
    return VAL(f);
}
static void field_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Field *)o)->proto);
    obj_free(vm, o, sizeof(Field));
}
static void field_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Field *)o)->proto) visit(((Field *)o)->proto, arg);
}

/* Its place in an instance: a descriptor may be carried to another class, or called by hand. NULL: raised. */
static unsigned char *place_in(VM *vm, const Field *f, Ref self)
{
    if (!is_data(vm, self)) return (unsigned char *)err_raise(vm, EXC_TypeError, "not a ctype instance");
    Data *d = as_data(self);
    if (f->offset < 0 || f->size > d->size - f->offset) return (unsigned char *)err_raise(vm, EXC_ValueError, "the field lies outside of the instance's memory");
    return d->ptr + f->offset;
}
static Value field_get(VM *vm, Ref self, Ref o, Ref type)
{
    const Field *f = as_field(self);
    if (!o) return retain(self);
    unsigned char *p = place_in(vm, f, o);
    if (!p) return NULL;
    if (f->text) return letters_get(vm, f->text, p, f->size);
    if (f->bits.count) return simple_get(vm, info_of(f->proto), p, f->bits);
    return data_get(vm, f->proto, o, f->index, p);
}
/* Of bytes, what stands before a zero. */
static bool field_letters(VM *vm, const Field *f, unsigned char *p, Ref v)
{
    size_t n = f->text == 'c' && is_bytes(v) ? strlen((const char *)as_bytes(v)->data) : 0;
    if (f->text != 'c' || !is_bytes(v) || (int64_t)n == as_bytes(v)->len) return letters_set(vm, f->text, p, f->size, v);
    Value head = bytes_from(vm, as_bytes(v)->data, (int64_t)n);
    bool ok = head && letters_set(vm, f->text, p, f->size, head);
    release(vm, head);
    return ok;
}
/* What is put into a field: v, or what it holds where that is a number of a bit field's type. */
static Value field_ready(VM *vm, const Field *f, Ref v)
{
    const Info *info = info_of(f->proto);
    if (f->text) return retain(v);
    if (!f->bits.count) return data_ready(vm, f->proto, v);
    return ctypes_isinstance(vm, v, f->proto) ? simple_get(vm, info, as_data(v)->ptr, (Bits){0, 0}) : simple_plain(vm, info, v);
}
static bool field_set(VM *vm, Ref self, Ref o, Ref v)
{
    const Field *f = as_field(self);
    if (!place_in(vm, f, o)) return false;
    if (!v) return err_false(vm, EXC_TypeError, "can't delete attribute");
    Value ready = field_ready(vm, f, v);
    unsigned char *p = ready ? place_in(vm, f, o) : NULL; /* (it may have been moved by now) */
    bool ok = p && (f->text ? field_letters(vm, f, p, ready) : f->bits.count ? simple_set(vm, info_of(f->proto), p, ready, f->bits) != NULL : data_set(vm, f->proto, o, f->index, p, ready));
    release(vm, ready);
    return ok;
}
static Value field_repr(VM *vm, Ref self)
{
    const Field *f = as_field(self);
    if (f->bits.count) return str_format(vm, "<Field type=%N, ofs=%lld:%d, bits=%d>", as_type(f->proto), (long long)f->offset, f->bits.low, f->bits.count);
    return str_format(vm, "<Field type=%N, ofs=%lld, size=%lld>", as_type(f->proto), (long long)f->offset, (long long)f->size);
}
static Value get_offset(VM *vm, Ref self) { return int_from_i64(vm, as_field(self)->offset); }
static Value get_size(VM *vm, Ref self)
{
    const Field *f = as_field(self);
    return int_from_i64(vm, f->bits.count ? f->bits.count << 16 | f->bits.low : f->size);
}
static const GetSetDef getsets[] = {{"offset", get_offset, NULL, "Where it begins, in bytes."}, {"size", get_size, NULL, "How many bytes it has; of a bit field its bits and where they begin."}, {0}};
const TypeDef ctypes_field_def = {.name = "_ctypes.CField", .doc = "A field of a structure or union.", .kind = KIND_OPAQUE, .size = sizeof(Field), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.repr = field_repr, .descr_get = field_get, .descr_set = field_set}, .dealloc = field_dealloc, .traverse = field_traverse, .getsets = getsets};
