/* dtype.c: torch.float32 and its like as values, and whatever may stand for a dtype as an argument. */
#include "accents.h"

static Value dtype_repr(VM *vm, Ref self) { return str_format(vm, "torch.%s", dtype_info[((DTypeObj *)BITS(self))->dtype].torch_name); }
static Value get_floating(VM *vm, Ref self) { return make_bool(dtype_is_float(((DTypeObj *)BITS(self))->dtype)); }
static Value get_complex(VM *vm, Ref self) { return make_bool(dtype_is_complex(((DTypeObj *)BITS(self))->dtype)); }
static Value get_signed(VM *vm, Ref self) { return make_bool(strchr("IFC", dtype_info[((DTypeObj *)BITS(self))->dtype].kind) != NULL); }
static Value get_module(VM *vm, Ref self) { return str_from_c(vm, "torch"); } /* where pickle finds it by its name */
static Value get_itemsize(VM *vm, Ref self) { return make_small((int64_t)dtype_bytes(((DTypeObj *)BITS(self))->dtype)); }
static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return str_from_c(vm, dtype_info[((DTypeObj *)BITS(args[0]))->dtype].torch_name);
}

static const NativeDef dtype_methods[] = {
    {"__reduce__", reduce, "self, /", "Its name in torch.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef dtype_getsets[] = {
    {"is_floating_point", get_floating, NULL, "is it a floating point type?"},
    {"is_complex", get_complex, NULL, "is it a complex type?"},
    {"is_signed", get_signed, NULL, "can it be negative?"},
    {"__module__", get_module, NULL, NULL},
    {"itemsize", get_itemsize, NULL, "bytes of an element"},
    {NULL, NULL, NULL, NULL},
};
const TypeDef torch_dtype_def = {
    .name = "torch.dtype",
    .kind = KIND_OPAQUE,
    .size = sizeof(DTypeObj),
    .flags = TYPE_NO_NEW | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.repr = dtype_repr},
    .methods = dtype_methods,
    .getsets = dtype_getsets,
};

Value dtype_new(TensorLib *lib, Accent accent, DType d)
{
    if (accent == ACCENT_TORCH) {
        if (!lib->torch_dtypes[d]) {
            DTypeObj *o = (DTypeObj *)obj_alloc(lib->vm, lib->dtype_type, sizeof *o);
            if (!o) return NO_VALUE;
            o->dtype = d;
            lib->torch_dtypes[d] = VAL(o);
        }
        return retain(lib->torch_dtypes[d]);
    }
    return numpy_dtype_new(lib, accent, d);
}

bool tensor_dtype(TensorLib *lib, Ref v, DType *out)
{
    VM *vm = lib->vm;
    *out = DT_NONE;
    if (!v || is_none(v)) return true;
    if (is_kind(v, KIND_OPAQUE) && as_obj(v)->type == lib->dtype_type) {
        *out = ((DTypeObj *)BITS(v))->dtype;
        return true;
    }
    if (is_str(v)) {
        size_t n;
        const char *name = str_utf8(vm, v, &n);
        if (!name) return false;
        *out = strcmp(name, "float") == 0 ? DT_FLOAT64 : strcmp(name, "int") == 0 ? DT_INT64 : dtype_parse(name); /* NumPy's meaning of the bare words */
        if (*out != DT_NONE) return true;
        bool asked, ok = numpy_dtype_of(lib, v, out, &asked);
        return asked ? ok : err_false(vm, EXC_TypeError, "data type '%s' not understood", name);
    }
    if (v == REF(vm->types[TYPE_float])) *out = DT_FLOAT64;
    else if (v == REF(vm->types[TYPE_int])) *out = DT_INT64;
    else if (v == REF(vm->types[TYPE_bool])) *out = DT_BOOL;
    else if (v == REF(vm->types[TYPE_complex])) *out = DT_COMPLEX128;
    if (*out != DT_NONE) return true;
    /* numpy's scalar classes and dtype objects carry the number */
    Value number;
    int found = obj_lookup_attr(vm, v, lib->name_dtype_number, &number);
    if (found < 0) return false;
    int64_t d;
    bool ok = found && is_int(number) && int_fits_i64(number, &d) && d >= 0 && d < DTYPE_COUNT;
    if (found) release(vm, number);
    if (!ok) {
        bool asked;
        ok = numpy_dtype_of(lib, v, out, &asked);
        return asked ? ok : err_false(vm, EXC_TypeError, "data type '%R' not understood", v);
    }
    *out = (DType)d;
    return true;
}
