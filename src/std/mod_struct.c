/* mod_struct.c: the module _struct: numbers as bytes, by a format such as '<iH'. The bytes of a single item are read
 * and written in mod_struct_item.c. */
#include "mod_struct.h"

#include "lang/object/args.h"
#include "lang/types/seq.h"

typedef struct Struct {
    Obj head;
    Value format;
    StructItem *items;
    int64_t nitems, cap;
    int64_t size, values; /* bytes in all; Python values in all */
} Struct;
enum { CACHED = 64 }; /* formats that the functions remember, by hash */
typedef struct StructState { Type *type, *iterator, *error; Value cache[CACHED]; } StructState;
extern const ModuleDef struct_module;
static Struct *as_struct(Ref v) { return (Struct *)BITS(v); }
static StructState *state_of(VM *vm) { return module_state(vm, &struct_module); }

Value struct_error(VM *vm, const char *fmt, ...)
{
    StructState *s = state_of(vm);
    if (!s) return NULL;
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    Value text = str_format_v(vm, fmt, ap), e = text ? call1(vm, REF(s->error), text) : NULL;
    __builtin_va_end(ap);
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}

/* ---- formats ---- */
static bool add_item(VM *vm, Struct *s, StructItem item)
{
    if (s->nitems == s->cap) {
        int64_t cap = s->cap ? s->cap * 2 : 4;
        StructItem *more = mem_realloc(vm->mem, s->items, (size_t)s->cap * sizeof *more, (size_t)cap * sizeof *more);
        if (!more) return err_no_memory(vm), false;
        s->items = more;
        s->cap = cap;
    }
    s->items[s->nitems++] = item;
    return true;
}

static bool too_long(VM *vm) { return struct_error(vm, "total struct size too long") != NULL; }

static bool parse(VM *vm, Struct *s, const char *p, size_t n)
{
    const char *end = p + n;
    char order = '@';
    if (n && strchr("<>!=@", *p) && *p) order = *p++;
    bool native = order == '@', big = order == '>' || order == '!' || (order != '<' && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    while (p < end) {
        if (*p == ' ' || (*p >= '\t' && *p <= '\r')) {
            p++;
            continue;
        }
        int64_t repeat = 1;
        if (*p >= '0' && *p <= '9') {
            for (repeat = 0; p < end && *p >= '0' && *p <= '9'; p++)
                if (__builtin_mul_overflow(repeat, 10, &repeat) || __builtin_add_overflow(repeat, *p - '0', &repeat)) return too_long(vm);
            if (p == end) return struct_error(vm, "repeat count given without format specifier") != NULL;
        }
        StructItem item = {.code = *p++, .repeat = repeat, .native = native, .big = big};
        if (!item.code) return struct_error(vm, "embedded null character") != NULL;
        item.size = struct_item_size(item.code, native);
        if (!item.size) return struct_error(vm, "bad char in struct format") != NULL;
        int64_t align = native ? item.size : 1, bytes;
        if (s->size > INT64_MAX - align) return too_long(vm);
        s->size = (s->size + align - 1) / align * align;
        item.offset = s->size;
        if (__builtin_mul_overflow(repeat, item.size, &bytes) || __builtin_add_overflow(s->size, bytes, &s->size)) return too_long(vm);
        if (item.code == 'x') continue;
        s->values += item.code == 's' || item.code == 'p' ? 1 : repeat;
        if ((repeat || item.code == 's' || item.code == 'p') && !add_item(vm, s, item)) return false;
    }
    return true;
}

static bool struct_setup(VM *vm, Struct *s, Ref format)
{
    Value text = NULL;
    if (is_str(format)) {
        Value ascii = codec_encode(vm, format, "ascii", NULL);
        if (!ascii) return false;
        text = is_exact(format, CLASS(str)) ? retain(format) : str_from_latin1(vm, as_bytes(ascii)->data, (size_t)as_bytes(ascii)->len);
        release(vm, ascii);
    } else if (is_bytes(format)) text = str_from_latin1(vm, as_bytes(format)->data, (size_t)as_bytes(format)->len);
    else return err_false(vm, EXC_TypeError, "Struct() argument 1 must be a str or bytes object, not %T", format);
    if (!text) return false;
    mem_free(vm->mem, s->items, (size_t)s->cap * sizeof *s->items);
    s->items = NULL;
    s->nitems = s->cap = s->size = s->values = 0;
    value_put(vm, &s->format, text);
    size_t n;
    const char *p = str_utf8(vm, text, &n);
    return p && parse(vm, s, p, n);
}

static Value struct_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Struct *s = (Struct *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    return VAL(s);
}

static bool struct_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"format"};
    Ref in[1];
    if (!args_bind(vm, "Struct", args, n, kwnames, names, 1, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "Struct() missing required argument 'format' (pos 1)");
    return struct_setup(vm, as_struct(self), in[0]);
}

static void struct_dealloc(VM *vm, Obj *o)
{
    Struct *s = (Struct *)o;
    mem_free(vm->mem, s->items, (size_t)s->cap * sizeof *s->items);
    release(vm, s->format);
    obj_free(vm, o, o->type->inst_size);
}

/* The Struct of a format given to a function; owned. */
static Value struct_of(VM *vm, Ref format)
{
    StructState *st = state_of(vm);
    int64_t hash = 0;
    if (!st) return NULL;
    bool exact = is_exact(format, CLASS(str));
    if (exact) hash = str_hash(vm, format);
    Value *row = &st->cache[(uint64_t)hash % CACHED];
    if (exact && *row && str_equal(as_struct(*row)->format, format)) return retain(*row);
    Value s = struct_new(vm, REF(st->type), NULL, 0, NULL);
    if (s && !struct_setup(vm, as_struct(s), format)) value_clear(vm, &s);
    if (s && exact) value_put(vm, row, retain(s));
    return s;
}

/* ---- packing ---- */
static bool pack_values(VM *vm, Struct *s, const Ref *args, unsigned char *out)
{
    memset(out, 0, (size_t)s->size);
    for (int64_t i = 0; i < s->nitems; i++) {
        const StructItem *it = &s->items[i];
        unsigned char *at = out + it->offset;
        if (it->code == 's' || it->code == 'p') {
            if (!struct_pack_text(vm, it, at, *args++)) return false;
            continue;
        }
        for (int64_t k = 0; k < it->repeat; k++, at += it->size)
            if (!struct_pack_item(vm, it, at, *args++)) return false;
    }
    return true;
}

static bool check_count(VM *vm, Struct *s, const char *fn, int64_t n)
{
    return n == s->values || struct_error(vm, "%s expected %lld items for packing (got %lld)", fn, (long long)s->values, (long long)n) != NULL;
}

static Value do_pack(VM *vm, Struct *s, const Ref *args, int n)
{
    if (!check_count(vm, s, "pack", n)) return NULL;
    Value r = bytes_from(vm, NULL, s->size);
    if (r && !pack_values(vm, s, args, as_bytes(r)->data)) value_clear(vm, &r);
    return r;
}

/* Where `offset` lies in a buffer of `len` bytes; the words of the two failures differ by caller. */
static bool find_offset(VM *vm, Struct *s, Ref offset, int64_t len, bool packing, int64_t *out)
{
    int64_t at = 0;
    if (offset && !num_index_i64(vm, offset, &at)) return false;
    if (at < 0) {
        if (at + s->size > 0) return struct_error(vm, packing ? "no space to pack %lld bytes at offset %lld" : "not enough data to unpack %lld bytes at offset %lld", (long long)s->size, (long long)at) != NULL;
        if (at + len < 0) return struct_error(vm, "offset %lld out of range for %lld-byte buffer", (long long)at, (long long)len) != NULL;
        at += len;
    }
    *out = at;
    if (len - at >= s->size) return true;
    return struct_error(vm, packing ? "pack_into requires a buffer of at least %llu bytes for packing %lld bytes at offset %lld (actual buffer size is %lld)"
                                    : "unpack_from requires a buffer of at least %llu bytes for unpacking %lld bytes at offset %lld (actual buffer size is %lld)",
                        (unsigned long long)s->size + (unsigned long long)at, (long long)s->size, (long long)at, (long long)len) != NULL;
}

static Value do_pack_into(VM *vm, Struct *s, const Ref *args, int n)
{
    if (n < 1) return struct_error(vm, "pack_into expected buffer argument");
    if (n < 2) return struct_error(vm, "pack_into expected offset argument");
    if (!check_count(vm, s, "pack_into", n - 2)) return NULL;
    BufferView view;
    if (!buffer_check(vm, args[0])) return err_raise(vm, EXC_TypeError, "argument must be read-write bytes-like object, not %T", args[0]);
    if (!buffer_get(vm, args[0], &view)) return NULL;
    int64_t at = 0;
    Value r = NULL;
    if (view.readonly) err_raise(vm, EXC_TypeError, "argument must be read-write bytes-like object, not %T", args[0]);
    else if (find_offset(vm, s, args[1], view.len, true, &at) && pack_values(vm, s, args + 2, view.data + at)) r = V_NONE;
    buffer_release(vm, &view);
    return r;
}

/* ---- unpacking ---- */
static Value unpack_values(VM *vm, Struct *s, const unsigned char *from)
{
    Value t = tuple_new(vm, s->values);
    int64_t n = 0;
    for (int64_t i = 0; t && i < s->nitems; i++) {
        const StructItem *it = &s->items[i];
        const unsigned char *at = from + it->offset;
        bool text = it->code == 's' || it->code == 'p';
        for (int64_t k = 0; t && k < (text ? 1 : it->repeat); k++, at += it->size)
            if (!(as_tuple(t)->items[n++] = text ? struct_unpack_text(vm, it, at) : struct_unpack_item(vm, it, at))) value_clear(vm, &t);
    }
    return t;
}

static Value do_unpack(VM *vm, Struct *s, Ref buffer)
{
    BufferView view;
    if (!buffer_get(vm, buffer, &view)) return NULL;
    Value r = view.len == s->size ? unpack_values(vm, s, view.data) : struct_error(vm, "unpack requires a buffer of %lld bytes", (long long)s->size);
    buffer_release(vm, &view);
    return r;
}

static Value do_unpack_from(VM *vm, Struct *s, Ref buffer, Ref offset)
{
    BufferView view;
    int64_t at = 0;
    if (!buffer_get(vm, buffer, &view)) return NULL;
    Value r = find_offset(vm, s, offset, view.len, false, &at) ? unpack_values(vm, s, view.data + at) : NULL;
    buffer_release(vm, &view);
    return r;
}

/* ---- iter_unpack ---- */
typedef struct Unpacker { Obj head; Value structure; BufferView view; int64_t at; bool open; } Unpacker;
static Unpacker *as_unpacker(Ref v) { return (Unpacker *)BITS(v); }

static Value do_iter_unpack(VM *vm, Ref structure, Ref buffer)
{
    Struct *s = as_struct(structure);
    StructState *st = state_of(vm);
    if (!st) return NULL;
    if (s->size == 0) return struct_error(vm, "cannot iteratively unpack with a struct of length 0");
    Unpacker *u = (Unpacker *)obj_alloc(vm, st->iterator, sizeof(Unpacker));
    if (!u) return NULL;
    u->structure = retain(structure);
    u->open = buffer_get(vm, buffer, &u->view);
    if (u->open && u->view.len % s->size == 0) return VAL(u);
    if (u->open) struct_error(vm, "iterative unpacking requires a buffer of a multiple of %lld bytes", (long long)s->size);
    release(vm, VAL(u));
    return NULL;
}

static Value unpacker_next(VM *vm, Ref self)
{
    Unpacker *u = as_unpacker(self);
    Struct *s = as_struct(u->structure);
    if (u->open && u->at + s->size <= u->view.len) {
        u->at += s->size;
        return unpack_values(vm, s, u->view.data + u->at - s->size);
    }
    if (u->open) {
        u->open = false;
        buffer_release(vm, &u->view);
    }
    return NULL;
}

static Value unpacker_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Unpacker *u = as_unpacker(args[0]);
    return make_small(u->open ? (u->view.len - u->at) / as_struct(u->structure)->size : 0);
}

static void unpacker_dealloc(VM *vm, Obj *o)
{
    Unpacker *u = (Unpacker *)o;
    if (u->open) buffer_release(vm, &u->view);
    release(vm, u->structure);
    obj_free(vm, o, sizeof(Unpacker));
}
static void unpacker_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Unpacker *)o)->open) seq_visit(((Unpacker *)o)->view.owner, visit, arg);
    seq_visit(((Unpacker *)o)->structure, visit, arg);
}
static Value self_iter(VM *vm, Ref self) { return retain(self); }

static const NativeDef unpacker_methods[] = {{"__length_hint__", unpacker_hint, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const TypeDef unpacker_def = {.name = "_struct.unpack_iterator", .kind = KIND_OPAQUE, .size = sizeof(Unpacker), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
                                     .s = {.iter = self_iter, .next = unpacker_next}, .dealloc = unpacker_dealloc, .traverse = unpacker_traverse, .methods = unpacker_methods};

/* ---- Struct's methods ---- */
static Value m_pack(VM *vm, const Ref *a, int n, Ref kw) { return args_no_kw(vm, "Struct.pack", kw) ? do_pack(vm, as_struct(a[0]), a + 1, n - 1) : NULL; }
static Value m_pack_into(VM *vm, const Ref *a, int n, Ref kw) { return args_no_kw(vm, "Struct.pack_into", kw) ? do_pack_into(vm, as_struct(a[0]), a + 1, n - 1) : NULL; }
static Value m_unpack(VM *vm, const Ref *a, int n, Ref kw) { return do_unpack(vm, as_struct(a[0]), a[1]); }
static Value m_unpack_from(VM *vm, const Ref *a, int n, Ref kw) { return do_unpack_from(vm, as_struct(a[0]), a[1], a[2]); }
static Value m_iter_unpack(VM *vm, const Ref *a, int n, Ref kw) { return do_iter_unpack(vm, a[0], a[1]); }
static Value get_format(VM *vm, Ref self) { return as_struct(self)->format ? retain(as_struct(self)->format) : V_NONE; }
static Value get_size(VM *vm, Ref self) { return int_from_i64(vm, as_struct(self)->size); }

static const NativeDef struct_methods[] = {
    {"pack", m_pack, "self, /, *values", "The values as bytes.", NATIVE_RAW},
    {"pack_into", m_pack_into, "self, buffer, offset, /, *values", "Write the values into a buffer, at offset.", NATIVE_RAW},
    {"unpack", m_unpack, "self, buffer, /", "The values in a buffer that is just one record.", 0},
    {"unpack_from", m_unpack_from, "self, buffer, offset=0", "The values in a buffer, at offset.", NATIVE_KW},
    {"iter_unpack", m_iter_unpack, "self, buffer, /", "The values of each record in a buffer of many.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef struct_getsets[] = {
    {"format", get_format, NULL, "struct format string"},
    {"size", get_size, NULL, "struct size in bytes"},
    {NULL, NULL, NULL, NULL},
};
static const TypeDef struct_def = {
    .name = "_struct.Struct", .doc = "Struct(fmt) --> compiled struct object", .kind = KIND_OPAQUE, .size = sizeof(Struct), .flags = TYPE_BASE | TYPE_WEAKREF,
    .s = {.new_ = struct_new, .init = struct_init}, .dealloc = struct_dealloc, .methods = struct_methods, .getsets = struct_getsets,
};
static const TypeDef error_def = {.name = "struct.error", .kind = KIND_EXCEPTION, .size = sizeof(Exception), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF};

/* ---- functions ---- */
#define WITH_STRUCT(name, expr)                                       \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw)       \
    {                                                                 \
        Value s = struct_of(vm, a[0]), r = s ? (expr) : NULL;         \
        release(vm, s);                                               \
        return r;                                                     \
    }
#define WITH_FORMAT(name, expr)                                                                                     \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw)                                                     \
    {                                                                                                               \
        if (!args_no_kw(vm, #name, kw)) return NULL;                                                                \
        if (n < 1) return err_raise(vm, EXC_TypeError, "missing format argument");                                  \
        Value s = struct_of(vm, a[0]), r = s ? (expr) : NULL;                                                       \
        release(vm, s);                                                                                             \
        return r;                                                                                                   \
    }
WITH_FORMAT(pack, do_pack(vm, as_struct(s), a + 1, n - 1))
WITH_FORMAT(pack_into, do_pack_into(vm, as_struct(s), a + 1, n - 1))
WITH_STRUCT(unpack, do_unpack(vm, as_struct(s), a[1]))
WITH_STRUCT(unpack_from, do_unpack_from(vm, as_struct(s), a[1], a[2]))
WITH_STRUCT(iter_unpack, do_iter_unpack(vm, s, a[1]))
WITH_STRUCT(calcsize, int_from_i64(vm, as_struct(s)->size))

static void forget(VM *vm, StructState *s)
{
    for (int i = 0; i < CACHED; i++) value_clear(vm, &s->cache[i]);
}

static Value fn_clearcache(VM *vm, const Ref *a, int n, Ref kw)
{
    StructState *s = state_of(vm);
    if (!s) return NULL;
    forget(vm, s);
    return V_NONE;
}

static const NativeDef functions[] = {
    {"calcsize", fn_calcsize, "format, /", "How many bytes a format takes.", 0},
    {"pack", fn_pack, "format, /, *values", "The values as bytes.", NATIVE_RAW},
    {"pack_into", fn_pack_into, "format, buffer, offset, /, *values", "Write the values into a buffer, at offset.", NATIVE_RAW},
    {"unpack", fn_unpack, "format, buffer, /", "The values in a buffer that is just one record.", 0},
    {"unpack_from", fn_unpack_from, "format, /, buffer, offset=0", "The values in a buffer, at offset.", NATIVE_KW},
    {"iter_unpack", fn_iter_unpack, "format, buffer, /", "The values of each record in a buffer of many.", 0},
    {"_clearcache", fn_clearcache, "", "Forget the formats seen so far.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    StructState *s = as_module(module)->state;
    return (s->type = type_from_def(vm, &struct_def, NULL)) && (s->iterator = type_from_def(vm, &unpacker_def, NULL)) &&
           (s->error = type_from_def(vm, &error_def, vm->exc_types[EXC_Exception])) && module_add_type(vm, ns, s->type) && module_add_type(vm, ns, s->error);
}

static void done(VM *vm, void *state)
{
    StructState *s = state;
    forget(vm, s);
    release(vm, VAL(s->type));
    release(vm, VAL(s->iterator));
    release(vm, VAL(s->error));
}

const ModuleDef struct_module = {
    .name = "_struct",
    .doc = "Functions to convert between Python values and C structs represented\nas Python bytes objects.",
    .functions = functions,
    .init = init,
    .state_size = sizeof(StructState),
    .done = done,
};
