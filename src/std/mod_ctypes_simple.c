/* mod_ctypes_simple.c: _SimpleCData: classes of single values, the twin of the other byte order, what they take as parameters; instances with a value. */
#include "mod_ctypes.h"

/* ---- the class ---- */

/* _type_ as its scalar; NULL: raised. */
static const Scalar *scalar_asked(VM *vm, Ref type, Value *proto)
{
    *proto = obj_getattr_c(vm, type, "_type_");
    if (!*proto) {
        if (err_matches(vm, EXC_AttributeError)) {
            err_clear(vm);
            err_raise(vm, EXC_AttributeError, "class must define a '_type_' attribute");
        }
        return NULL;
    }
    if (!is_str(*proto)) return (const Scalar *)err_raise(vm, EXC_TypeError, "class must define a '_type_' string attribute");
    if (as_str(*proto)->len != 1) return (const Scalar *)err_raise(vm, EXC_ValueError, "class must define a '_type_' attribute which must be a string of length 1");
    uint32_t c = str_at(as_str(*proto), 0);
    if (!c || c > 127 || !strchr(scalar_codes, (int)c)) return (const Scalar *)err_raise(vm, EXC_AttributeError, "class must define a '_type_' attribute which must be\na single character string containing one of '%s'.", scalar_codes);
    const Scalar *s = scalar_of((char)c);
    return s ? s : (const Scalar *)err_raise(vm, EXC_ValueError, "_type_ '%c' not supported", (int)c);
}

static bool fill(VM *vm, Info *info, const Scalar *s, Value proto /*taken*/, bool swapped)
{
    static FfiType *none[] = {NULL};
    info->scalar = s;
    info->size = info->align = s->size;
    info->ffi = (FfiType){s->size, s->size, s->ffi, s->ffi == FFI_STRUCT ? none : NULL};
    info->has_pointer = s->points;
    info->swapped = swapped;
    value_put(vm, &info->proto, proto);
    return info_format(vm, info, "%c%c", swapped ? '>' : '<', s->format);
}

/* The same class with its bytes the other way round: NAME_be. */
static bool make_twin(VM *vm, CtypesState *st, Ref type, const Scalar *s, const Ref *args)
{
    Value name = str_format(vm, "%U_be", args[0]);
    const Ref twin_args[3] = {name, args[1], args[2]};
    Value twin = name ? type_new(vm, REF(as_obj(type)->type), twin_args, 3, NULL) : NULL;
    Info *info = twin ? info_new(vm, twin, CT_SIMPLE) : NULL;
    bool ok = info && fill(vm, info, s, retain(info_of(type)->proto), true) && type_set_attr(vm, as_type(type), st->swapped_be, twin) && type_set_attr(vm, as_type(type), st->swapped_le, type) &&
              type_set_attr(vm, as_type(twin), st->swapped_le, type) && type_set_attr(vm, as_type(twin), st->swapped_be, twin);
    release(vm, name);
    release(vm, twin);
    return ok;
}
bool simple_setup(VM *vm, CtypesState *st, Ref type, Info *info, const Ref *args)
{
    Value proto;
    const Scalar *s = scalar_asked(vm, type, &proto);
    if (!s) return release(vm, proto), false;
    if (!fill(vm, info, s, proto, false)) return false;
    return !s->swaps || as_obj(type)->type != st->metas[CT_SIMPLE] || make_twin(vm, st, type, s, args);
}

/* ---- as a parameter ---- */

static Value address_arg(VM *vm, CtypesState *st, char tag, void *p, Ref obj)
{
    Arg *a = arg_new(vm, st, tag, &ffi_pointer, obj);
    if (a) a->value.p = p;
    return VAL(a);
}
static Value scalar_arg(VM *vm, CtypesState *st, Info *info, Ref v)
{
    Arg *a = arg_new(vm, st, info->scalar->code, &info->ffi, NULL);
    if (!a) return NULL;
    a->obj = simple_set(vm, info, a->value.raw, v, (Bits){0, 0});
    if (!a->obj) return release(vm, VAL(a)), NO_VALUE;
    return VAL(a);
}
/* Is it an array of, or a pointer or byref() to characters of this code? */
static bool points_to(VM *vm, Ref v, char code)
{
    const Info *info = NULL;
    if (is_arg(vm, v)) info = as_arg(v)->tag == 'P' && as_arg(v)->obj ? info_of(REF(type_of(vm, as_arg(v)->obj))) : NULL;
    else if (is_data_of(vm, v, CT_ARRAY) || is_data_of(vm, v, CT_POINTER)) {
        const Info *outer = info_of(REF(type_of(vm, v)));
        info = outer && outer->proto ? info_of(outer->proto) : NULL;
    }
    return info && info->scalar && info->scalar->code == code;
}
/* What a parameter of this class takes beside its own instances; NULL without an error: nothing of the kind. */
static Value accepted(VM *vm, CtypesState *st, Info *info, Ref v)
{
    char code = info->scalar->code;
    bool text = code == 'z' || code == 'Z';
    if ((text || code == 'P') && is_none(v)) return V_NONE;
    if (text) {
        if (code == 'z' ? is_bytes(v) : is_str(v)) return scalar_arg(vm, st, info, v);
        return points_to(vm, v, code == 'z' ? 'c' : 'u') ? retain(v) : NO_VALUE;
    }
    if (code != 'P') {
        Value a = scalar_arg(vm, st, info, v);
        if (!a && (err_matches(vm, EXC_Exception))) err_clear(vm);
        return a;
    }
    if (is_int(v)) return scalar_arg(vm, st, info, v);
    if (is_bytes(v)) return address_arg(vm, st, 'z', as_bytes(v)->data, v);
    if (is_str(v)) {
        Value wide = wide_bytes(vm, v), a = wide ? address_arg(vm, st, 'Z', as_bytes(wide)->data, wide) : NO_VALUE;
        release(vm, wide);
        return a;
    }
    if (is_data_of(vm, v, CT_ARRAY) || is_data_of(vm, v, CT_POINTER) || (is_arg(vm, v) && as_arg(v)->tag == 'P')) return retain(v);
    if (is_data_of(vm, v, CT_CALL)) return address_arg(vm, st, 'P', *(void **)(void *)as_data(v)->ptr, v);
    const Info *of = is_data_of(vm, v, CT_SIMPLE) ? info_of(REF(type_of(vm, v))) : NULL;
    if (of && (of->scalar->code == 'z' || of->scalar->code == 'Z')) return address_arg(vm, st, 'Z', *(void **)(void *)as_data(v)->ptr, v);
    return NO_VALUE;
}
Value simple_from_param(VM *vm, Ref type, Ref v)
{
    CtypesState *st = ctypes_state(vm);
    if (ctypes_isinstance(vm, v, type)) return retain(v);
    Value r = accepted(vm, st, info_of(type), v);
    if (r || err_occurred(vm)) return r;
    Value given = ctypes_as_parameter(vm, v);
    if (given) {
        if (rec_enter(vm, " while processing _as_parameter_")) {
            r = simple_from_param(vm, type, given);
            rec_leave(vm);
        }
        release(vm, given);
        return r;
    }
    return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "wrong type");
}

/* ---- instances ---- */

static Value get_value(VM *vm, Ref self) { return simple_get(vm, info_of(REF(as_obj(self)->type)), as_data(self)->ptr, (Bits){0, 0}); }
static bool set_value(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete attribute");
    const Info *info = info_of(REF(as_obj(self)->type));
    Value ready = simple_plain(vm, info, v), keep = ready ? simple_set(vm, info, as_data(self)->ptr, ready, (Bits){0, 0}) : NULL;
    release(vm, ready);
    return keep && data_keep(vm, self, 0, keep);
}
static bool simple_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    return args_count(vm, "__init__", n, 0, 1) && (!n || set_value(vm, self, args[0]));
}
static int simple_truth(VM *vm, Ref self)
{
    const Data *d = as_data(self);
    for (int64_t i = 0; i < d->size; i++)
        if (d->ptr[i]) return 1;
    return 0;
}
static Value simple_repr(VM *vm, Ref self)
{
    if (!is_direct(vm, REF(as_obj(self)->type))) return str_format(vm, "<%T object at 0x%llx>", self, (long long)BITS(self));
    Value v = get_value(vm, self), r = v ? str_format(vm, "%T(%R)", self, (Ref)v) : NULL;
    release(vm, v);
    return r;
}
FN(simple_from_outparam) { return is_direct(vm, REF(as_obj(args[0])->type)) ? get_value(vm, args[0]) : retain(args[0]); }

static const GetSetDef getsets[] = {{"value", get_value, set_value, "What it holds, as a value of Python's."}, {0}};
static const NativeDef methods[] = {{"__ctypes_from_outparam__", simple_from_outparam, "self, /", NULL, 0}, {0}};
const TypeDef ctypes_simple_def = {.name = "_ctypes._SimpleCData", .doc = "Base of the types of single values: _type_ is the letter.", .kind = KIND_OPAQUE, .size = sizeof(Data), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = data_new, .init = simple_init, .truth = simple_truth, .repr = simple_repr}, .dealloc = data_dealloc, .traverse = data_traverse, .clear = data_clear, .methods = methods,
    .getsets = getsets};
