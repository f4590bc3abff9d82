/* mod_ctypes_struct.c: Structure and Union: from _fields_ to a layout, a format, what libffi is to know, and descriptors; the fields of _anonymous_ ones seen from outside; making instances. */
#include "mod_ctypes.h"

enum { PASSED_MOST = 64 }; /* bytes: four long doubles are the largest that go in registers, on any machine; of larger ones libffi looks at the size alone */

/* ---- what libffi is told: the single values that it is made of ---- */

static bool add_elements(VM *vm, Info *info, FfiType *const *from, int64_t count)
{
    size_t old = info->elements ? info->elements : 1, room = old + (size_t)count;
    FfiType **all = mem_realloc(vm->mem, info->ffi.elements, info->elements * sizeof *all, room * sizeof *all);
    if (!all) return err_no_memory(vm), false;
    memcpy(all + old - 1, from, (size_t)count * sizeof *all);
    all[room - 1] = NULL;
    info->ffi.elements = all;
    info->elements = room;
    return true;
}
static bool add_leaves(VM *vm, Info *info, const Info *of)
{
    FfiType *one = of->kind == CT_SIMPLE ? &ffi_types[of->scalar->ffi] : &ffi_pointer;
    if (of->kind == CT_STRUCT || of->kind == CT_UNION) return !of->elements || add_elements(vm, info, of->ffi.elements, (int64_t)of->elements - 1);
    if (of->kind != CT_ARRAY) return add_elements(vm, info, &one, 1);
    for (int64_t i = 0; i < of->length && info->elements <= PASSED_MOST; i++)
        if (!add_leaves(vm, info, info_of(of->proto))) return false;
    return true;
}
/* A union goes as its members do if they are floats of one kind; else as whole numbers that fill it. */
static bool finish_union(VM *vm, Info *info)
{
    size_t n = info->elements ? info->elements - 1 : 0;
    FfiType *first = n ? info->ffi.elements[0] : NULL;
    bool floats = n && (first->type == FFI_FLOAT || first->type == FFI_DOUBLE);
    for (size_t i = 0; i < n; i++) floats = floats && info->ffi.elements[i] == first;
    if (info->elements) mem_free(vm->mem, info->ffi.elements, info->elements * sizeof(FfiType *));
    info->ffi.elements = NULL;
    info->elements = 0;
    static const unsigned short whole[] = {FFI_UINT64, FFI_UINT32, FFI_UINT16, FFI_UINT8};
    for (int64_t left = info->size; left > 0 && info->size <= PASSED_MOST;) {
        FfiType *t = floats ? first : NULL;
        for (int i = 0; !t; i++)
            if ((int64_t)ffi_types[whole[i]].size <= left && ffi_types[whole[i]].alignment <= info->align) t = &ffi_types[whole[i]];
        if (!add_elements(vm, info, &t, 1)) return false;
        left -= (int64_t)t->size;
    }
    return true;
}

/* ---- _fields_ ---- */

typedef struct Making {
    VM *vm;
    CtypesState *st;
    Ref type;
    Info *info;
    Layout at;
    StrB format;
    bool plain;      /* the format can be said */
    int64_t last;    /* the offset of the last bit field, -1: none */
    int64_t largest, align; /* of a union's fields, of all alignments */
} Making;

static bool read_pack(Making *m)
{
    VM *vm = m->vm;
    Ref v = ctypes_attribute(vm, m->type, "_pack_");
    int64_t pack;
    if (!v) return true;
    if (!is_int(v) || !int_fits_i64(v, &pack) || pack < 0 || pack > INT32_MAX) return err_false(vm, EXC_ValueError, "_pack_ must be a non-negative integer");
    m->at.pack = pack;
    m->plain = false;
    return true;
}
static bool take_base(Making *m)
{
    const Info *base = info_of(REF(as_type(m->type)->base));
    m->align = 1;
    if (!base || base == m->info) return true;
    m->at.size = m->at.offset = base->size;
    m->align = base->align ? base->align : 1;
    m->info->length = base->length;
    m->info->has_pointer |= base->has_pointer;
    return add_leaves(m->vm, m->info, base);
}

static bool wrong_pair(VM *vm) { return err_false(vm, EXC_TypeError, "'_fields_' must be a sequence of (name, C type) pairs"); }
static bool bits_right(VM *vm, Ref type, const Info *info, Ref given, int *bits)
{
    int64_t n;
    if (!is_int(given) || !int_fits_i64(given, &n) || n > INT32_MAX || n < INT32_MIN) return wrong_pair(vm);
    bool whole = info->scalar && info->scalar->ffi >= FFI_UINT8 && info->scalar->ffi <= FFI_SINT64 && info->scalar->code != 'c' && info->scalar->code != 'u';
    if (!whole) return err_false(vm, EXC_TypeError, "bit fields not allowed for type %N", as_type(type));
    if (n <= 0 || n > info->size * 8) return err_false(vm, EXC_ValueError, "number of bits invalid for bit field");
    *bits = (int)n;
    return true;
}

static void put_format(Making *m, Ref name, const Info *info)
{
    StrB *b = &m->format;
    if (info->ndim) {
        strb_char(b, '(');
        for (int i = 0; i < info->ndim; i++) strb_format(b, i ? ",%lld" : "%lld", (long long)info->dims[i]);
        strb_char(b, ')');
    }
    strb_c(b, info_format_text(info));
    strb_char(b, ':');
    strb_str(b, name);
    strb_char(b, ':');
}
/* One field: its place, its descriptor. */
static bool add_field(Making *m, Ref name, Ref type, int64_t number, int bits)
{
    VM *vm = m->vm;
    Info *info = info_of(type);
    if (info->size > INT64_MAX / 4 - m->at.size) return err_false(vm, EXC_OverflowError, "structure too big");
    if (m->info->kind == CT_UNION) m->at = (Layout){.pack = m->at.pack, .big = m->at.big};
    Value field = field_new(vm, m->st, type, m->info->length + number, bits, &m->at);
    if (!field) return false;
    info->final = true;
    m->info->has_pointer |= info->has_pointer;
    if (m->at.size > m->largest) m->largest = m->at.size;
    if (m->at.align > m->align) m->align = m->at.align;
    bool same_unit = bits && as_field(field)->offset == m->last;
    m->last = bits ? as_field(field)->offset : -1;
    if (m->plain) put_format(m, name, info);
    bool ok = (same_unit || m->info->elements > PASSED_MOST || add_leaves(vm, m->info, info)) && obj_setattr(vm, m->type, name, field);
    release(vm, field);
    return ok;
}
static bool read_field(Making *m, Ref pair, int64_t number)
{
    VM *vm = m->vm;
    int bits = 0;
    if (!is_tuple(pair) || as_tuple(pair)->len < 2 || as_tuple(pair)->len > 3 || !is_str(as_tuple(pair)->items[0])) return wrong_pair(vm);
    Ref name = as_tuple(pair)->items[0], type = as_tuple(pair)->items[1];
    const Info *info = info_of(type);
    if (!info) return err_false(vm, EXC_TypeError, "second item in _fields_ tuple (index %lld) must be a C type", (long long)number);
    if (as_tuple(pair)->len == 3 && !bits_right(vm, type, info, as_tuple(pair)->items[2], &bits)) return false;
    Value interned = is_exact(name, CLASS(str)) ? str_intern(vm, retain(name)) : retain(name);
    bool ok = interned && add_field(m, interned, type, number, bits);
    release(vm, interned);
    return ok;
}
static bool finish(Making *m, int64_t count)
{
    VM *vm = m->vm;
    Info *info = m->info;
    int64_t size = info->kind == CT_UNION ? m->largest : m->at.size;
    if (info->kind == CT_UNION && m->at.size > size) size = m->at.size;
    size = (size + m->align - 1) / m->align * m->align;
    info->size = size;
    info->align = m->align;
    info->length += count;
    if (info->kind == CT_UNION && !finish_union(vm, info)) return false;
    FfiType *any = &ffi_pointer;
    if (!info->elements && size && !add_elements(vm, info, &any, 1)) return false;
    static FfiType *nothing[] = {NULL};
    info->ffi = (FfiType){(size_t)size, (unsigned short)m->align, FFI_STRUCT, info->elements ? info->ffi.elements : nothing};
    return true;
}
static bool finish_format(Making *m)
{
    VM *vm = m->vm;
    strb_char(&m->format, '}');
    Value text = strb_take(&m->format);
    if (!text) return false;
    bool ok = m->plain ? info_format(vm, m->info, "%U", (Ref)text) : info_format(vm, m->info, "B");
    release(vm, text);
    return ok;
}

static bool make_anonymous(VM *vm, CtypesState *st, Ref type);

/* The fields as they are given now; the class becomes final. */
static bool set_fields(VM *vm, CtypesState *st, Ref type, Ref fields)
{
    Info *info = info_of(type);
    if (!info) return dict_get_c(vm, REF(as_type(type)->dict), "_abstract_") || err_false(vm, EXC_TypeError, "ctypes state is not initialized");
    if (info->final) return err_false(vm, EXC_AttributeError, "_fields_ is final");
    if (!type_of(vm, fields)->s.getitem || is_dict(fields)) return err_false(vm, EXC_TypeError, "'_fields_' must be a sequence of pairs");
    Value all = tuple_from_iter(vm, fields);
    if (!all) return false;
    Making m = {.vm = vm, .st = st, .type = type, .info = info, .format = STRB_INIT(vm), .last = -1, .plain = info->kind == CT_STRUCT};
    if (info->elements) mem_free(vm->mem, info->ffi.elements, info->elements * sizeof(FfiType *));
    info->ffi.elements = NULL;
    info->elements = 0;
    info->length = 0;
    m.at.big = ctypes_attribute(vm, type, "_swappedbytes_") != NULL;
    strb_c(&m.format, "T{");
    bool ok = read_pack(&m) && take_base(&m);
    for (int64_t i = 0; ok && i < as_tuple(all)->len; i++) ok = read_field(&m, as_tuple(all)->items[i], i);
    if (ok && info->final) ok = err_false(vm, EXC_AttributeError, info->size ? "_fields_ is final" : "Structure or union cannot contain itself");
    ok = ok && finish(&m, as_tuple(all)->len) && finish_format(&m);
    if (!ok) strb_drop(&m.format);
    info->final |= ok;
    release(vm, all);
    return ok && make_anonymous(vm, st, type);
}

/* ---- _anonymous_ ---- */

static Value field_named(VM *vm, CtypesState *st, Ref type, Ref name, bool *is_field)
{
    Value f = obj_getattr(vm, type, name);
    *is_field = f && is_exact(f, st->field);
    return f;
}
static bool lift(VM *vm, CtypesState *st, Ref type, const Field *from, int64_t index, int64_t offset);
static bool lift_one(VM *vm, CtypesState *st, Ref type, const Field *from, Ref pair, int64_t index, int64_t offset)
{
    bool is_field, ok = false;
    if (!is_tuple(pair) || !as_tuple(pair)->len || !is_str(as_tuple(pair)->items[0])) return wrong_pair(vm);
    Value name = retain(as_tuple(pair)->items[0]), f = field_named(vm, st, from->proto, name, &is_field);
    if (f && !is_field) err_raise(vm, EXC_TypeError, "unexpected type");
    else if (f && as_field(f)->anonymous) {
        if (rec_enter(vm, " in _anonymous_")) {
            ok = lift(vm, st, type, as_field(f), index + as_field(f)->index, offset + as_field(f)->offset);
            rec_leave(vm);
        }
    } else if (f) {
        Value seen = field_again(vm, st, as_field(f), index, offset);
        ok = seen && obj_setattr(vm, type, name, seen);
        release(vm, seen);
    }
    release(vm, name);
    release(vm, f);
    return ok;
}
static bool lift(VM *vm, CtypesState *st, Ref type, const Field *from, int64_t index, int64_t offset)
{
    Value fields = obj_getattr_c(vm, from->proto, "_fields_"), all = fields ? tuple_from_iter(vm, fields) : NULL;
    bool ok = all != NULL;
    for (int64_t i = 0; ok && i < as_tuple(all)->len; i++) ok = lift_one(vm, st, type, from, as_tuple(all)->items[i], index, offset);
    release(vm, fields);
    release(vm, all);
    return ok;
}
static bool make_anonymous(VM *vm, CtypesState *st, Ref type)
{
    Ref given = ctypes_attribute(vm, type, "_anonymous_");
    if (!given) return true;
    if (!type_of(vm, given)->s.getitem || is_dict(given)) return err_false(vm, EXC_TypeError, "_anonymous_ must be a sequence");
    Value names = tuple_from_iter(vm, given);
    bool ok = names != NULL;
    for (int64_t i = 0; ok && i < as_tuple(names)->len; i++) {
        Ref name = as_tuple(names)->items[i];
        bool is_field;
        if (!is_str(name)) ok = err_false(vm, EXC_TypeError, "attribute name must be string, not '%T'", name);
        Value f = ok ? field_named(vm, st, type, name, &is_field) : NULL;
        if (f && !is_field) ok = err_false(vm, EXC_AttributeError, "'%U' is specified in _anonymous_ but not in _fields_", name);
        else if (f) {
            as_field(f)->anonymous = true;
            ok = lift(vm, st, type, as_field(f), as_field(f)->index, as_field(f)->offset);
        } else ok = false;
        release(vm, f);
    }
    release(vm, names);
    return ok;
}

/* ---- the class ---- */

bool struct_setattr(VM *vm, Ref type, Ref name, Ref v)
{
    CtypesState *st = ctypes_state(vm);
    Value held = v ? retain(v) : NULL;
    bool ok = st && type_setattr(vm, type, name, v);
    if (ok && v && str_equal_c(name, "_fields_")) ok = set_fields(vm, st, type, held);
    release(vm, held);
    return ok;
}

/* Without fields of its own it is laid out as its base. */
static bool inherit(VM *vm, Ref type, Info *info)
{
    Info *base = info_of(REF(as_type(type)->base));
    info->align = 1;
    static FfiType *nothing[] = {NULL};
    info->ffi = (FfiType){0, 1, FFI_STRUCT, nothing};
    if (!base) return info_format(vm, info, "B");
    base->final = true;
    info->size = base->size;
    info->align = base->align;
    info->length = base->length;
    info->has_pointer = base->has_pointer;
    info->ffi.elements = NULL;
    if (base->elements && !add_elements(vm, info, base->ffi.elements, (int64_t)base->elements - 1)) return false;
    info->ffi = (FfiType){base->ffi.size, base->ffi.alignment, FFI_STRUCT, info->elements ? info->ffi.elements : nothing};
    return info_format(vm, info, "%s", info_format_text(base));
}
bool struct_setup(VM *vm, CtypesState *st, Ref type, Info *info)
{
    if (!inherit(vm, type, info)) return false;
    Ref fields = dict_get_c(vm, REF(as_type(type)->dict), "_fields_");
    if (!fields) return true;
    Value name = str_intern_c(vm, "_fields_"), held = retain(fields);
    bool ok = name && obj_setattr(vm, type, name, held);
    release(vm, name);
    release(vm, held);
    return ok;
}

/* ---- instances ---- */

static Ref own_fields(VM *vm, const Type *t) { return t->flags & TYPE_HEAP && t->dict ? dict_get_c(vm, REF(t->dict), "_fields_") : NULL; }
static bool init_one(VM *vm, Ref self, Ref pair, Ref v, Ref kwnames)
{
    if (!is_tuple(pair) || !as_tuple(pair)->len || !is_str(as_tuple(pair)->items[0])) return wrong_pair(vm);
    Value name = retain(as_tuple(pair)->items[0]);
    bool ok = true;
    for (int64_t k = 0; ok && kwnames && k < as_tuple(kwnames)->len; k++)
        if (str_equal(as_tuple(kwnames)->items[k], name)) ok = err_false(vm, EXC_TypeError, "duplicate values for field %R", (Ref)name);
    ok = ok && obj_setattr(vm, self, name, v);
    release(vm, name);
    return ok;
}
/* The values from args[at] on to the fields of t, its bases' first; what is behind the last that was used, -1: raised. */
static int init_positional(VM *vm, Ref self, Type *t, const Ref *args, int n, int at, Ref kwnames)
{
    if (t->base && info_of(REF(t->base))) at = init_positional(vm, self, t->base, args, n, at, kwnames);
    Ref given = at < 0 ? NULL : own_fields(vm, t);
    if (!given) return at;
    Value fields = tuple_from_iter(vm, given);
    if (!fields) return -1;
    for (int64_t i = 0; at >= 0 && at < n && i < as_tuple(fields)->len; i++) at = init_one(vm, self, as_tuple(fields)->items[i], args[at], kwnames) ? at + 1 : -1;
    release(vm, fields);
    return at;
}
static bool struct_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    int used = n ? init_positional(vm, self, as_obj(self)->type, args, n, 0, kwnames) : 0;
    if (used < 0) return false;
    if (used < n) return err_false(vm, EXC_TypeError, "too many initializers");
    for (int64_t k = 0; kwnames && k < as_tuple(kwnames)->len; k++)
        if (!obj_setattr(vm, self, as_tuple(kwnames)->items[k], args[n + k])) return false;
    return true;
}

#define AGGREGATE(class_name, words) {.name = "_ctypes." class_name, .doc = words, .kind = KIND_OPAQUE, .size = sizeof(Data), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE, \
    .s = {.new_ = data_new, .init = struct_init}, .dealloc = data_dealloc, .traverse = data_traverse, .clear = data_clear}
const TypeDef ctypes_struct_def = AGGREGATE("Structure", "Base of types whose fields follow one another: _fields_ names them."), ctypes_union_def = AGGREGATE("Union", "Base of types whose fields lie over one another: _fields_ names them.");
