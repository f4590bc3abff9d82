/* mod_ctypes_arg.c: how a Python value becomes an argument of a C function; <cparam ...>, what from_param() and byref() make of one. */
#include "mod_ctypes.h"

#define F(number, size, align) [number] = {size, align, number, NULL}
FfiType ffi_types[] = { /* (libffi's own have these very numbers) */
    F(FFI_VOID, 1, 1), F(FFI_INT, 4, 4), F(FFI_FLOAT, 4, 4), F(FFI_DOUBLE, 8, 8), F(FFI_LONGDOUBLE, sizeof(long double), _Alignof(long double)), F(FFI_UINT8, 1, 1), F(FFI_SINT8, 1, 1), F(FFI_UINT16, 2, 2),
    F(FFI_SINT16, 2, 2), F(FFI_UINT32, 4, 4), F(FFI_SINT32, 4, 4), F(FFI_UINT64, 8, 8), F(FFI_SINT64, 8, 8), F(FFI_STRUCT, 0, 0), F(FFI_POINTER, 8, 8),
};
#undef F

/* ---- <cparam> ---- */

Arg *arg_new(VM *vm, CtypesState *st, char tag, FfiType *type, Ref obj)
{
    Arg *a = (Arg *)obj_alloc(vm, st->arg, sizeof *a);
    if (!a) return NULL;
    a->tag = tag;
    a->ffi = type;
    a->obj = obj ? retain(obj) : NULL;
    return a;
}
static void arg_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Arg *)o)->obj);
    obj_free(vm, o, sizeof(Arg));
}
static void arg_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Arg *)o)->obj) visit(((Arg *)o)->obj, arg);
}
static Value char_repr(VM *vm, char tag, unsigned char c)
{
    if (c >= ' ' && c < 127 && c != '\'' && c != '\\') return str_format(vm, "<cparam '%c' ('%c')>", tag, c);
    const char *hex = "0123456789abcdef";
    return str_format(vm, "<cparam '%c' ('\\x%c%c')>", tag, hex[c >> 4], hex[c & 15]);
}
static Value arg_repr(VM *vm, Ref self)
{
    const Arg *a = as_arg(self);
    const Scalar *s = scalar_of(a->tag);
    char tag = a->tag;
    if (tag == 'c') return char_repr(vm, tag, a->value.raw[0]);
    if (strchr("zZP", tag)) return a->value.p ? str_format(vm, "<cparam '%c' (0x%llx)>", tag, (long long)a->value.u) : str_format(vm, "<cparam '%c' (0x(nil))>", tag);
    if (s && strchr("bBhHiIlLqQfd", tag)) {
        const Scalar *shown = tag == 'B' ? scalar_of('b') : tag == 'H' ? scalar_of('h') : tag == 'I' ? scalar_of('i') : tag == 'L' ? scalar_of('l') : tag == 'Q' ? scalar_of('q') : s;
        Value v = shown->get(vm, shown, a->value.raw, (Bits){0, 0}), r = v ? str_format(vm, "<cparam '%c' (%R)>", tag, (Ref)v) : NULL;
        release(vm, v);
        return r;
    }
    return str_format(vm, "<cparam '%c' at 0x%llx>", tag, (long long)BITS(self));
}
static Value get_obj(VM *vm, Ref self) { return retain(as_arg(self)->obj ? as_arg(self)->obj : V_NONE); }
static const GetSetDef getsets[] = {{"_obj", get_obj, getset_readonly, "What it was made of."}, {0}};
const TypeDef ctypes_arg_def = {.name = "CArgObject", .kind = KIND_OPAQUE, .size = sizeof(Arg), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.repr = arg_repr}, .dealloc = arg_dealloc,
    .traverse = arg_traverse, .getsets = getsets};

FN(fn_byref)
{
    int64_t offset = 0;
    if (args[1] && !num_index_i64(vm, args[1], &offset)) return NULL;
    if (!is_data(vm, args[0])) return err_raise(vm, EXC_TypeError, "byref() argument must be a ctypes instance, not '%T'", args[0]);
    Arg *a = arg_new(vm, ctypes_state(vm), 'P', &ffi_pointer, args[0]);
    if (a) a->value.u = (uint64_t)(uintptr_t)as_data(args[0])->ptr + (uint64_t)offset;
    return VAL(a);
}
const NativeDef ctypes_arg_functions[] = {
    {"byref", fn_byref, "obj, offset=0, /", "An instance's address, as an argument and for nothing else.", 0},
    {0},
};

/* ---- one argument of a call ---- */

FfiType *ffi_of(Ref type)
{
    Info *info = info_of(type);
    return info ? &info->ffi : &ffi_types[FFI_SINT32];
}

static void data_param(Ref v, Param *out)
{
    Info *info = info_of(REF(as_obj(v)->type));
    Data *d = as_data(v);
    out->keep = retain(v);
    out->ffi = &ffi_pointer;
    switch (info->kind) {
    case CT_SIMPLE:
        out->ffi = &info->ffi;
        memcpy(out->value.raw, d->ptr, (size_t)info->size);
        break;
    case CT_STRUCT: case CT_UNION:
        out->ffi = &info->ffi;
        out->place = d->ptr;
        break;
    case CT_ARRAY: out->value.p = d->ptr; break;
    default: memcpy(&out->value.p, d->ptr, sizeof(void *));
    }
}
static bool int_param(VM *vm, Ref v, Param *out)
{
    int64_t i;
    out->ffi = &ffi_types[FFI_SINT32];
    if (!int_fits_i64(v, &i)) {
        const Int *big = (const Int *)BITS(v);
        if (big->size != 1) return err_false(vm, EXC_OverflowError, "int too long to convert");
        i = (int64_t)big->limb[0];
    }
    out->value.i = (int)i;
    return true;
}
static bool plain_param(VM *vm, CtypesState *st, Ref v, int number, Param *out)
{
    if (is_none(v)) out->ffi = &ffi_pointer;
    else if (is_int(v)) return int_param(vm, v, out);
    else if (is_bytes(v)) {
        out->ffi = &ffi_pointer;
        out->value.p = as_bytes(v)->data;
        out->keep = retain(v);
    } else if (is_str(v)) {
        out->ffi = &ffi_pointer;
        if (!(out->keep = wide_bytes(vm, v))) return false;
        out->value.p = as_bytes(out->keep)->data;
    } else {
        Value given = ctypes_as_parameter(vm, v);
        bool ok = false;
        if (!given) return !err_occurred(vm) && err_false(vm, EXC_TypeError, "Don't know how to convert parameter %d", number);
        if (rec_enter(vm, " while processing _as_parameter_")) {
            ok = param_from(vm, st, given, number, out);
            rec_leave(vm);
        }
        release(vm, given);
        return ok;
    }
    return true;
}
bool param_from(VM *vm, CtypesState *st, Ref v, int number, Param *out)
{
    *out = (Param){.place = NULL};
    if (is_instance_of(vm, v, st->data)) data_param(v, out);
    else if (is_exact(v, st->arg)) {
        out->ffi = as_arg(v)->ffi;
        out->value = as_arg(v)->value;
        out->keep = retain(v);
    } else return plain_param(vm, st, v, number, out);
    return true;
}
