/* place.c: places as values: mxnet's Context (cpu(0), gpu(1)) and torch's device ("cuda:1").
 *
 * A place names a device; it is made without asking whether the device is there (so do the originals): the first tensor on it asks.
 */
#include <ctype.h>
#include <stdlib.h>

#include "lang/object/args.h"
#include "accents.h"

static inline PlaceObj *as_place(Ref v) { return (PlaceObj *)BITS(v); }
static bool is_place(TensorLib *lib, Ref v)
{
    return is_kind(v, KIND_OPAQUE) && (is_instance_of(lib->vm, v, lib->context_type) || is_instance_of(lib->vm, v, lib->device_type));
}

Value place_new(TensorLib *lib, Accent accent, DeviceKind kind, int index)
{
    Type *t = accent == ACCENT_TORCH ? lib->device_type : lib->context_type;
    PlaceObj *p = (PlaceObj *)obj_alloc(lib->vm, t, sizeof *p);
    if (!p) return NO_VALUE;
    p->head.aux = (uint16_t)accent_library(accent);
    p->kind = kind;
    p->foreign = NULL;
    p->index = index;
    return VAL(p);
}

Value place_of(TensorLib *lib, Accent accent, const Device *d)
{
    int index = d->kind != DEVICE_GPU && accent == ACCENT_TORCH ? -1 : d->index;
    return place_new(lib, accent, d->kind, index);
}

static const char *kind_name(const PlaceObj *p)
{
    return p->foreign ? p->foreign : p->kind == DEVICE_META ? "meta" : p->kind == DEVICE_CPU ? device_cpu_word(p->index) : p->head.aux == ACCENT_TORCH ? "cuda" : "gpu";
}

static int shown_number(const PlaceObj *p) { return p->kind == DEVICE_CPU ? device_cpu_number(p->index) : p->index; }

/* ---- Context ---- */
static Value context_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"device_type", "device_id"};
    Ref got[2];
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !args_bind(vm, "Context", args, n, kwnames, names, 2, got)) return NO_VALUE;
    if (!got[0]) return err_raise(vm, EXC_TypeError, "__init__() missing 1 required positional argument: 'device_type'");
    if (is_place(lib, got[0])) return place_new(lib, ACCENT_MXNET, as_place(got[0])->kind, as_place(got[0])->index);
    int64_t index = 0;
    if (got[1] && !num_index_i64(vm, got[1], &index)) return NO_VALUE;
    if (!is_str(got[0])) return err_raise_value(vm, EXC_KeyError, got[0]);
    for (int band = 0; band <= CPU_SHARED; band += CPU_PINNED)
        if (str_equal_c(got[0], device_cpu_word(band))) return place_new(lib, ACCENT_MXNET, DEVICE_CPU, band + ((int)index & (band ? CPU_NUMBERS : -1)));
    if (str_equal_c(got[0], "gpu")) return place_new(lib, ACCENT_MXNET, DEVICE_GPU, (int)index);
    return err_raise_value(vm, EXC_KeyError, got[0]);
}

static Value context_repr(VM *vm, Ref self) { return str_format(vm, "%s(%d)", kind_name(as_place(self)), shown_number(as_place(self))); }

static Value place_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_heap(b) || as_obj(b)->type != as_obj(a)->type) return V_NOTIMPL;
    bool same = as_place(a)->kind == as_place(b)->kind && as_place(a)->index == as_place(b)->index && as_place(a)->foreign == as_place(b)->foreign;
    return make_bool(same == (op == CMP_EQ));
}

static bool place_hash(VM *vm, Ref self, int64_t *hash)
{
    *hash = (int64_t)as_place(self)->kind * 1000003 + as_place(self)->index + 17 + (int64_t)((uintptr_t)as_place(self)->foreign >> 3);
    return true;
}

static void place_dealloc(VM *vm, Obj *o)
{
    release(vm, ((PlaceObj *)o)->outer);
    obj_free(vm, o, sizeof(PlaceObj));
}

static Value get_type(VM *vm, Ref self) { return str_from_c(vm, kind_name(as_place(self))); }
static Value get_id(VM *vm, Ref self) { return make_small(shown_number(as_place(self))); }
static Value get_index(VM *vm, Ref self) { return as_place(self)->index < 0 ? V_NONE : make_small(as_place(self)->index); }
static Value get_typeid(VM *vm, Ref self) { return make_small(as_place(self)->kind == DEVICE_GPU ? 2 : as_place(self)->index >= CPU_SHARED ? 5 : as_place(self)->index >= CPU_PINNED ? 3 : 1); }

/* `with gpu(1):` — the place before it is kept in the object, a chain for nested uses of the same one. */
static Value context_enter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    PlaceObj *p = as_place(args[0]);
    Value before = retain(lib->context ? (Ref)lib->context : V_NONE), outer = p->outer ? retain(p->outer) : V_NONE;
    Value pair = tuple_of(vm, 2, (Ref)before, (Ref)outer);
    release(vm, before);
    release(vm, outer);
    if (!pair) return NO_VALUE;
    value_put(vm, &p->outer, pair);
    value_put(vm, &lib->context, retain(args[0]));
    return retain(args[0]);
}

static Value context_exit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    PlaceObj *p = as_place(args[0]);
    if (!p->outer) return V_NONE;
    Tuple *pair = as_tuple(p->outer);
    value_put(vm, &lib->context, is_none(pair->items[0]) ? NO_VALUE : retain(pair->items[0]));
    value_put(vm, &p->outer, is_none(pair->items[1]) ? NO_VALUE : retain(pair->items[1]));
    return V_NONE;
}

static Value context_empty_cache(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    PlaceObj *p = as_place(args[0]);
    Device *d = device_find(lib->core, p->kind, p->index);
    if (!d) return tensor_raise(lib, ACCENT_MXNET);
    device_cache_empty(d);
    return V_NONE;
}

static const NativeDef context_methods[] = {
    {"__enter__", context_enter, "self, /", "Makes it the place where arrays are made.", 0},
    {"__exit__", context_exit, "self, type=None, value=None, traceback=None, /", "The place before it is current again.", 0},
    {"empty_cache", context_empty_cache, "self, /", "Gives the memory that the device's allocator keeps back to the device.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef context_getsets[] = {
    {"device_type", get_type, NULL, "'cpu' or 'gpu'"},
    {"device_id", get_id, NULL, "the number of the device"},
    {"device_typeid", get_typeid, NULL, "1: CPU, 2: GPU"},
    {NULL, NULL, NULL, NULL},
};
const TypeDef context_def = {
    .name = "mxnet.context.Context",
    .doc = "Context(device_type, device_id=0)\n\nA device: where an array lives, or is to be made.",
    .kind = KIND_OPAQUE,
    .size = sizeof(PlaceObj),
    .flags = TYPE_BASE | TYPE_WEAKREF | TYPE_BRIEF_NAME,
    .s = {.new_ = context_new, .repr = context_repr, .compare = place_compare, .hash = place_hash},
    .dealloc = place_dealloc,
    .methods = context_methods,
    .getsets = context_getsets,
};

/* ---- torch.device ---- */
enum { NO_INDEX = -1 };

/* "cuda:1"; foreign: a constant where it is a device that is never here (its kind says nothing), else NULL; false: raised, in torch's words */
static bool parse_device(VM *vm, Ref text, DeviceKind *kind, const char **foreign, int *index)
{
    size_t n;
    const char *s = str_utf8(vm, text, &n);
    if (!s) return false;
    if (n == 0) return err_false(vm, EXC_RuntimeError, "Device string must not be empty");
    const char *colon = memchr(s, ':', n);
    size_t name = colon ? (size_t)(colon - s) : n;
    *index = NO_INDEX;
    *foreign = NULL;
    for (size_t i = 0; i < name; i++) /* a kind is a word of letters */
        if (!isalpha((unsigned char)s[i]) && s[i] != '_') return err_raise(vm, EXC_RuntimeError, "Invalid device string: '%s'", s), tensor_explained(vm, "P0118") != NO_VALUE;
    if (colon) {
        const char *digits = colon + 1;
        if (*digits == 0 || strspn(digits, "0123456789") != n - name - 1 || (digits[0] == '0' && digits[1]) || strlen(digits) > 9)
            return err_raise(vm, EXC_RuntimeError, "Invalid device string: '%s'", s), tensor_explained(vm, "P0118") != NO_VALUE;
        *index = (int)strtol(digits, NULL, 10);
    }
    if (name == 3 && memcmp(s, "cpu", 3) == 0) *kind = DEVICE_CPU;
    else if (name == 4 && memcmp(s, "cuda", 4) == 0) *kind = DEVICE_GPU;
    else if (name == 4 && memcmp(s, "meta", 4) == 0) *kind = DEVICE_META;
    else {
        char word[32];
        snprintf(word, sizeof word, "%.*s", (int)name, s);
        *kind = DEVICE_CPU;
        if ((*foreign = torch_foreign_word(word))) return true;
        torch_refuse_device(vm, word);
        return tensor_explained(vm, "P0118") != NO_VALUE;
    }
    return true;
}

static Value device_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"type", "index"};
    Ref got[2];
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !args_bind(vm, "device", args, n, kwnames, names, 2, got)) return NO_VALUE;
    if (!got[0]) return err_raise(vm, EXC_TypeError, "Device(): missing required argument \"type\"");
    if (is_place(lib, got[0])) return retain(got[0]);
    DeviceKind kind = DEVICE_GPU;
    const char *foreign = NULL;
    int index = NO_INDEX;
    int64_t number;
    if (is_int(got[0])) {
        if (!num_index_i64(vm, got[0], &number)) return NO_VALUE;
        if (number < 0) return err_raise(vm, EXC_RuntimeError, "Device index must not be negative");
        index = (int)number;
    } else if (is_str(got[0])) {
        if (!parse_device(vm, got[0], &kind, &foreign, &index)) return NO_VALUE;
        if (got[1] && !is_none(got[1])) {
            if (index != NO_INDEX) return err_raise(vm, EXC_RuntimeError, "type (string) must not include an index because index was passed explicitly: %S", got[0]);
            if (!num_index_i64(vm, got[1], &number)) return NO_VALUE;
            if (number < 0) return err_raise(vm, EXC_RuntimeError, "Device index must not be negative");
            index = (int)number;
        }
    } else
        return err_raise(vm, EXC_TypeError, torch_device_forms(), got[0], got[0]);
    Value made = place_new(lib, ACCENT_TORCH, kind, index);
    if (made) as_place(REF(made))->foreign = foreign;
    return made;
}

const char *place_foreign(TensorLib *lib, Ref v, int *index)
{
    DeviceKind kind;
    const char *foreign = NULL;
    if (is_place(lib, v)) {
        *index = as_place(v)->index;
        return as_place(v)->foreign;
    }
    if (is_str(v) && !parse_device(lib->vm, v, &kind, &foreign, index)) err_clear(lib->vm); /* who asks for the device hears it */
    return foreign;
}

static Value device_repr(VM *vm, Ref self)
{
    PlaceObj *p = as_place(self);
    return p->index < 0 ? str_format(vm, "device(type='%s')", kind_name(p)) : str_format(vm, "device(type='%s', index=%d)", kind_name(p), p->index);
}

static Value device_str(VM *vm, Ref self)
{
    PlaceObj *p = as_place(self);
    return p->index < 0 ? str_from_c(vm, kind_name(p)) : str_format(vm, "%s:%d", kind_name(p), p->index);
}

/* For pickle and copy: as the original's. */
static Value device_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    PlaceObj *p = as_place(args[0]);
    Value type = str_from_c(vm, kind_name(p)), given = NO_VALUE, made = NO_VALUE;
    if (type) given = p->index < 0 ? tuple_of(vm, 1, REF(type)) : tuple_of(vm, 2, REF(type), REF(make_small(p->index)));
    if (given) made = tuple_of(vm, 2, REF(type_of(vm, args[0])), REF(given));
    release(vm, type);
    release(vm, given);
    return made;
}

/* `with device:` what says no device is made there: the functions of torch._homes. */
static Value homes(VM *vm, const char *name, Ref device)
{
    Value f = import_attr(vm, "torch._homes", name), r = NO_VALUE;
    if (f) r = device ? call1(vm, REF(f), device) : call0(vm, REF(f));
    release(vm, f);
    return r;
}

static Value device_enter(VM *vm, const Ref *args, int n, Ref kwnames) { return homes(vm, "enter", args[0]); }
static Value device_exit(VM *vm, const Ref *args, int n, Ref kwnames) { return homes(vm, "leave", NULL); }

static const NativeDef device_methods[] = {
    {"__enter__", device_enter, "self, /", "What says no device is made there from now on.", 0},
    {"__exit__", device_exit, "self, *error", "It is made where it was before.", 0},
    {"__reduce__", device_reduce, "self, /", "How pickle makes it again.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef device_getsets[] = {
    {"type", get_type, NULL, "'cpu' or 'cuda'"},
    {"index", get_index, NULL, "the number of the device, or None"},
    {NULL, NULL, NULL, NULL},
};
const TypeDef torch_device_def = {
    .name = "torch.device",
    .doc = "device(type, index=None)\n\nA device: where a tensor lives, or is to go.",
    .kind = KIND_OPAQUE,
    .size = sizeof(PlaceObj),
    .flags = TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.new_ = device_new, .repr = device_repr, .str = device_str, .compare = place_compare, .hash = place_hash},
    .dealloc = place_dealloc,
    .methods = device_methods,
    .getsets = device_getsets,
};

/* ---- as an argument ---- */
bool tensor_device_arg(TensorLib *lib, Accent accent, Ref v, Device **out)
{
    VM *vm = lib->vm;
    DeviceKind kind = DEVICE_CPU;
    const char *foreign = NULL;
    int index = 0;
    if (!v || is_none(v)) {
        if (accent_library(accent) == ACCENT_MXNET && lib->context) v = lib->context;
        else {
            *out = device_cpu(lib->core);
            return true;
        }
    }
    if (is_place(lib, v)) {
        kind = as_place(v)->kind;
        foreign = as_place(v)->foreign;
        index = as_place(v)->index;
    } else if (is_str(v)) {
        if (!parse_device(vm, v, &kind, &foreign, &index)) return false;
    } else if (is_int(v) && accent == ACCENT_TORCH) {
        int64_t number;
        if (!num_index_i64(vm, v, &number)) return false;
        kind = DEVICE_GPU;
        index = (int)number;
    } else
        return err_false(vm, EXC_TypeError, accent_library(accent) == ACCENT_MXNET ? "Source device must be specified as a Context, not %T" : "expected a device, not %T", v);
    if (foreign) return torch_refuse_foreign(vm, foreign, index, FOREIGN_COPY), false;
    if (kind == DEVICE_GPU && index < 0) index = lib->torch_current;
    *out = device_find(lib->core, kind, kind == DEVICE_CPU && accent_library(accent) != ACCENT_MXNET ? 0 : index);
    return *out || (tensor_raise(lib, accent), false);
}
