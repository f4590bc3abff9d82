/* mod_ctypes_type.c: classes of C types: their six metaclasses, what is known of each class (Info), and what every one of them can do as an attribute: from_address, in_dll ... */
#include "mod_ctypes.h"

/* ---- Info ---- */

static void info_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Info *info = (const Info *)o;
    Value const all[] = {info->proto, info->format, info->argtypes, info->converters, info->restype, info->checker};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) visit(all[i], arg);
}
static void info_clear(VM *vm, Obj *o)
{
    Info *info = (Info *)o;
    Value *const all[] = {&info->argtypes, &info->converters, &info->restype, &info->checker};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) value_clear(vm, all[i]);
    if (info->kind == CT_POINTER) value_clear(vm, &info->proto); /* (as before set_type) */
}
static void info_dealloc(VM *vm, Obj *o)
{
    Info *info = (Info *)o;
    info_clear(vm, o);
    value_clear(vm, &info->proto);
    value_clear(vm, &info->format);
    if (info->elements) mem_free(vm->mem, info->ffi.elements, info->elements * sizeof(FfiType *));
    obj_free(vm, o, sizeof *info);
}
const TypeDef ctypes_info_def = {.name = "_ctypes.StgInfo", .kind = KIND_OPAQUE, .size = sizeof(Info), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, .dealloc = info_dealloc,
    .traverse = info_traverse, .clear = info_clear};

Info *info_new(VM *vm, Ref type, CtKind kind)
{
    Info *info = (Info *)obj_alloc(vm, ctypes_state(vm)->info, sizeof(Info));
    if (!info) return NULL;
    info->kind = kind;
    info->ffi = ffi_pointer;
    value_put(vm, &as_type(type)->own, VAL(info));
    return info;
}
bool info_format(VM *vm, Info *info, const char *fmt, ...)
{
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    Value text = str_format_v(vm, fmt, ap), bytes = text ? codec_encode(vm, text, NULL, "surrogatepass") : NULL;
    __builtin_va_end(ap);
    release(vm, text);
    if (bytes) value_put(vm, &info->format, bytes);
    return bytes != NULL;
}
const char *info_format_text(const Info *info) { return info->format ? (const char *)as_bytes(info->format)->data : "B"; }

Ref ctypes_attribute(VM *vm, Ref type, const char *name)
{
    Value key = str_intern_c(vm, name);
    Ref v = key ? type_lookup(vm, as_type(type), key) : NULL;
    release(vm, key);
    return v;
}
Value ctypes_as_parameter(VM *vm, Ref v)
{
    Value key = str_intern_c(vm, "_as_parameter_"), r = NULL;
    if (key) obj_lookup_attr(vm, v, key, &r);
    release(vm, key);
    return r;
}

/* Without __class__, which a program may bend: memory is read by what it is. */
bool ctypes_isinstance(VM *vm, Ref v, Ref type) { return is_heap(v) && type_is_subtype(as_obj(v)->type, as_type(type)); }

/* ---- a new class ---- */

static CtKind kind_of(CtypesState *st, const Type *meta)
{
    CtKind kind = CT_SIMPLE;
    while (kind < CT_KINDS && !type_is_subtype(meta, st->metas[kind])) kind++;
    return kind;
}
static bool setup(VM *vm, CtypesState *st, CtKind kind, Ref type, Info *info, const Ref *args)
{
    switch (kind) {
    case CT_SIMPLE: return simple_setup(vm, st, type, info, args);
    case CT_STRUCT: case CT_UNION: return struct_setup(vm, st, type, info);
    case CT_ARRAY: return array_setup(vm, st, type, info);
    case CT_POINTER: return pointer_setup(vm, st, type, info);
    default: return call_setup(vm, st, type, info);
    }
}
Value ctypes_meta_new(VM *vm, Ref meta, const Ref *args, int n, Ref kwnames)
{
    CtypesState *st = ctypes_state(vm);
    Value type = st ? type_new(vm, meta, args, n, kwnames) : NULL;
    if (!type || !is_type(type) || info_of(type)) return type; /* (a metaclass that won has made it) */
    CtKind kind = kind_of(st, as_obj(type)->type);
    if (kind == CT_KINDS || ((kind == CT_STRUCT || kind == CT_UNION) && dict_get_c(vm, REF(as_type(type)->dict), "_abstract_"))) return type;
    bool right = type_is_subtype(as_type(type), st->bases[kind]), other = !right && type_is_subtype(as_type(type), st->data);
    Info *info = other ? NULL : info_new(vm, type, kind);
    if (info && setup(vm, st, kind, type, info, args) && right) return type;
    if (!err_occurred(vm)) err_raise(vm, EXC_TypeError, "a class of %N must be derived from %N", st->metas[kind], st->bases[kind]);
    release(vm, type);
    return NULL;
}

/* ---- from_param of any class ---- */

Value ctypes_from_param(VM *vm, Ref type, Ref v)
{
    if (ctypes_isinstance(vm, v, type)) return retain(v);
    if (is_arg(vm, v)) {
        const Info *info = info_of(type);
        Ref obj = as_arg(v)->obj;
        if (info && info->proto && obj && ctypes_isinstance(vm, obj, info->proto)) return retain(v);
        if (obj) return err_raise(vm, EXC_TypeError, "expected %N instance instead of pointer to %T", as_type(type), obj);
        return err_raise(vm, EXC_TypeError, "expected %N instance instead of pointer to ???", as_type(type));
    }
    Value given = ctypes_as_parameter(vm, v), r = NULL;
    if (given) {
        if (rec_enter(vm, " while processing _as_parameter_")) {
            r = ctypes_from_param(vm, type, given);
            rec_leave(vm);
        }
        release(vm, given);
        return r;
    }
    return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "expected %N instance instead of %T", as_type(type), v);
}
FN(meta_from_param)
{
    const Info *info = info_of(args[0]);
    if (info && info->kind == CT_SIMPLE) return simple_from_param(vm, args[0], args[1]);
    if (info && info->kind == CT_POINTER) return pointer_from_param(vm, args[0], args[1]);
    return ctypes_from_param(vm, args[0], args[1]);
}

/* ---- instances where memory is already ---- */

static const Info *concrete(VM *vm, Ref type)
{
    const Info *info = info_of(type);
    if (!info) err_raise(vm, EXC_TypeError, "abstract class");
    return info;
}

static bool address_of(VM *vm, Ref v, void **out)
{
    uint64_t u;
    Value i = num_index(vm, v);
    if (!i) return false;
    const Scalar *s = scalar_of('P');
    Value ok = s->set(vm, s, (unsigned char *)&u, i, (Bits){0, 0});
    *out = ok ? (void *)(uintptr_t)u : NULL;
    release(vm, i);
    return ok != NULL;
}
FN(meta_from_address)
{
    void *p;
    if (!is_int(args[1])) return err_raise(vm, EXC_TypeError, "integer expected");
    return concrete(vm, args[0]) && address_of(vm, args[1], &p) ? data_at(vm, args[0], NULL, 0, p) : NO_VALUE;
}

/* Does what is asked for lie in the buffer? */
static bool fits(VM *vm, const Info *info, int64_t len, int64_t offset)
{
    if (offset < 0) return err_false(vm, EXC_ValueError, "offset cannot be negative");
    if (info->size <= len - offset) return true;
    return err_false(vm, EXC_ValueError, "Buffer size too small (%lld instead of at least %lld bytes)", (long long)len, (long long)(info->size > INT64_MAX - offset ? INT64_MAX : info->size + offset));
}
static Value view_of(VM *vm, Ref v, BufferView *out)
{
    Ref arg = v;
    Value view = call(vm, REF(CLASS(memoryview)), &arg, 1, NULL), whole = view ? obj_getattr_c(vm, view, "c_contiguous") : NULL;
    bool ok = whole != NULL;
    if (ok && whole == V_FALSE) ok = err_false(vm, EXC_TypeError, "underlying buffer is not C contiguous");
    release(vm, whole);
    if (ok && buffer_get(vm, view, out)) return view;
    release(vm, view);
    return NULL;
}
static Value lend(VM *vm, Ref type, BufferView *view, int64_t offset)
{
    BufferView *lent = mem_alloc(vm->mem, sizeof *lent);
    Value d = lent ? data_at(vm, type, NULL, 0, view->data + offset) : err_no_memory(vm);
    if (!d) return mem_free(vm->mem, lent, sizeof *lent), NO_VALUE;
    *lent = *view;
    as_data(d)->lent = lent;
    view->owner = NULL;
    return d;
}
FN(meta_from_buffer)
{
    int64_t offset = 0;
    BufferView view;
    const Info *info = concrete(vm, args[0]);
    if (!info || (args[2] && !num_index_ssize(vm, args[2], &offset))) return NULL;
    Value held = view_of(vm, args[1], &view), r = NULL;
    if (!held) return NULL;
    if (view.readonly) err_raise(vm, EXC_TypeError, "underlying buffer is not writable");
    else if (fits(vm, info, view.len, offset)) r = lend(vm, args[0], &view, offset);
    if (r && !data_keep(vm, r, -1, retain(held))) value_clear(vm, &r);
    buffer_release(vm, &view); /* (where it was not lent) */
    release(vm, held);
    return r;
}
FN(meta_from_buffer_copy)
{
    int64_t offset = 0;
    BufferView view;
    const Info *info = concrete(vm, args[0]);
    if (!info || (args[2] && !num_index_ssize(vm, args[2], &offset)) || !buffer_get(vm, args[1], &view)) return NULL;
    Value r = fits(vm, info, view.len, offset) ? data_copy(vm, args[0], view.data + offset) : NO_VALUE;
    buffer_release(vm, &view);
    return r;
}
FN(meta_in_dll)
{
    if (!is_str(args[2])) return err_raise(vm, EXC_TypeError, "in_dll() argument 2 must be str, not %T", args[2]);
    if (!concrete(vm, args[0])) return NULL;
    Value handle = obj_getattr_c(vm, args[1], "_handle");
    if (!handle) return NULL;
    size_t size;
    const char *name = str_utf8(vm, args[2], &size);
    void *p = NULL;
    if (!is_int(handle)) err_raise(vm, EXC_TypeError, "the _handle attribute of the second argument must be an integer");
    else if (name && strlen(name) != size) err_raise(vm, EXC_ValueError, "embedded null character");
    else if (name) p = library_symbol(vm, handle, name, EXC_ValueError);
    release(vm, handle);
    return p ? data_at(vm, args[0], NULL, 0, p) : NO_VALUE;
}

/* ---- an array of them ---- */

Value ctypes_repeat(VM *vm, Ref type, Ref count)
{
    int64_t length;
    if (!num_index_i64(vm, count, &length)) return NULL;
    if (length < 0) return err_raise(vm, EXC_ValueError, "Array length must be >= 0, not %lld", (long long)length);
    return array_type(vm, type, length);
}

static const NativeDef methods[] = {
    {"from_param", meta_from_param, "self, value, /", "What stands for the value as an argument of a C function.", 0},
    {"from_address", meta_from_address, "self, integer, /", "An instance whose memory begins at the address.", 0},
    {"from_buffer", meta_from_buffer, "self, object, offset=0, /", "An instance in the memory of an object that lends it for writing, from offset on.", NATIVE_PARSED},
    {"from_buffer_copy", meta_from_buffer_copy, "self, object, offset=0, /", "An instance with a copy of an object's bytes, from offset on.", NATIVE_PARSED},
    {"in_dll", meta_in_dll, "self, dll, name, /", "An instance on a variable that a library has under the name.", 0},
    {0},
};

/* A class may be taken apart while instances of it live: what they are stays known (type.c keeps Type.own until the class itself goes). */
#define META(class_name, more) {.name = "_ctypes." class_name, .kind = KIND_TYPE, .size = sizeof(Type), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE, \
    .s = {.new_ = ctypes_meta_new, .repeat = ctypes_repeat more}, .methods = methods}
#define FIELDS , .setattr = struct_setattr
const TypeDef ctypes_meta_defs[CT_KINDS] = {
    [CT_SIMPLE] = META("PyCSimpleType", ), [CT_STRUCT] = META("PyCStructType", FIELDS), [CT_UNION] = META("UnionType", FIELDS), [CT_ARRAY] = META("PyCArrayType", ),
    [CT_POINTER] = META("PyCPointerType", ), [CT_CALL] = META("PyCFuncPtrType", ),
};

/* ---- functions about types ---- */

FN(fn_sizeof)
{
    const Info *info = info_of(args[0]);
    if (info) return int_from_i64(vm, info->size);
    return is_data(vm, args[0]) ? int_from_i64(vm, as_data(args[0])->size) : err_raise(vm, EXC_TypeError, "this type has no size");
}
FN(fn_alignment)
{
    const Info *info = is_data(vm, args[0]) ? info_of(REF(type_of(vm, args[0]))) : info_of(args[0]);
    return info ? int_from_i64(vm, info->align) : err_raise(vm, EXC_TypeError, "no alignment info");
}
FN(fn_buffer_info)
{
    const Info *info = is_data(vm, args[0]) ? info_of(REF(type_of(vm, args[0]))) : info_of(args[0]);
    if (!info) return err_raise(vm, EXC_TypeError, "not a ctypes type or object");
    Value dims = tuple_new(vm, info->ndim), format = dims ? str_from_c(vm, info_format_text(info)) : NULL;
    for (int i = 0; dims && i < info->ndim; i++) as_tuple(dims)->items[i] = int_from_i64(vm, info->dims[i]);
    Value r = format ? tuple_of(vm, 3, (Ref)format, (Ref)make_small(info->ndim), (Ref)dims) : NO_VALUE;
    release(vm, dims);
    release(vm, format);
    return r;
}
FN(fn_unpickle)
{
    Ref type = args[0];
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "_unpickle() argument 2 must be tuple, not %T", args[1]);
    Value key = str_intern_c(vm, "__new__"), o = key ? call_method(vm, type, key, &type, 1) : NULL, set = o ? obj_getattr_c(vm, o, "__setstate__") : NULL, done = NULL;
    if (set) done = call_tuple(vm, set, args[1], NULL);
    if (o && !done) value_clear(vm, &o);
    release(vm, done);
    release(vm, key);
    release(vm, set);
    return o;
}
const NativeDef ctypes_type_functions[] = {
    {"sizeof", fn_sizeof, "object, /", "How many bytes an instance has, or those of a type.", 0},
    {"alignment", fn_alignment, "object, /", "What the addresses of a type's instances are multiples of.", 0},
    {"buffer_info", fn_buffer_info, "object, /", "Format, number of dimensions and shape of a type's buffers.", 0},
    {"_unpickle", fn_unpickle, "type, state, /", NULL, 0},
    {0},
};
