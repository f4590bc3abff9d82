/* mod_ctypes_memory.c: addresses, this thread's copy of errno, memory resized; the functions that string_at(), cast() and their like call through libffi. */
#include "mod_ctypes.h"

#include <wchar.h>

/* ---- called as C functions: whose interpreter it is stands with the call ---- */

static VM *caller(void) { return ctypes_away->vm; }

static Value string_at(const char *p, int size) { return p ? bytes_from(caller(), p, size < 0 ? (int64_t)strlen(p) : size) : err_raise(caller(), EXC_ValueError, "NULL pointer access"); }
static Value wstring_at(const wchar_t *p, int size)
{
    VM *vm = caller();
    if (!p) return err_raise(vm, EXC_ValueError, "NULL pointer access");
    int64_t n = size < 0 ? (int64_t)wcslen(p) : size;
    const Scalar *s = scalar_of('Z');
    if (size < 0) return s->get(vm, s, (const unsigned char *)&p, (Bits){0, 0});
    return wide_text(vm, (const unsigned char *)p, n);
}

static bool is_pointer_type(VM *vm, Ref type)
{
    const Info *info = info_of(type);
    if (info && (info->kind == CT_POINTER || info->kind == CT_CALL || (info->scalar && info->scalar->points))) return true;
    return err_false(vm, EXC_TypeError, "cast() argument 2 must be a pointer type, not %s", is_type(type) ? type_name(vm, as_type(type)) : type_name(vm, type_of(vm, type)));
}
/* What an instance keeps alive as a dict; it becomes one where it is not, as nothing else can hold more. */
static Value shared_dict(VM *vm, Data *d)
{
    while (d->base) d = as_data(d->base);
    if (d->objects && is_dict(d->objects)) return retain(d->objects);
    Value dict = dict_new(vm);
    if (dict && d->objects && !is_none(d->objects)) { /* a single one: it stays that */
        if (!dict_set_c(vm, dict, "0", d->objects)) value_clear(vm, &dict);
    } else if (dict) value_put(vm, &d->objects, retain(dict));
    return dict;
}
/* The result keeps what the source does, and the source itself: in a dict that the two share. */
static bool share(VM *vm, Ref from, Ref to)
{
    Value kept = shared_dict(vm, as_data(from));
    if (!kept) return false;
    Value id = int_from_u64(vm, BITS(from));
    bool ok = id && dict_set(vm, kept, id, from);
    release(vm, id);
    if (!ok) return release(vm, kept), false;
    value_put(vm, &as_data(to)->objects, kept);
    return true;
}
static Value cast(void *p, Ref from, Ref type)
{
    VM *vm = caller();
    if (!is_pointer_type(vm, type)) return NULL;
    Value r = call0(vm, type);
    if (!r) return NULL;
    bool ok = is_data(vm, r) && as_data(r)->size >= (int64_t)sizeof p ? !is_data(vm, from) || share(vm, from, r) : err_false(vm, EXC_TypeError, "cast() argument 2 must be a pointer type, not %N", as_type(type));
    if (!ok) return release(vm, r), NO_VALUE;
    memcpy(as_data(r)->ptr, &p, sizeof p);
    return r;
}
bool ctypes_memory_constants(VM *vm, Dict *ns)
{
    const struct { const char *name; void *p; } rows[] = {{"_memmove_addr", (void *)(uintptr_t)memmove}, {"_memset_addr", (void *)(uintptr_t)memset}, {"_string_at_addr", (void *)(uintptr_t)string_at},
        {"_wstring_at_addr", (void *)(uintptr_t)wstring_at}, {"_cast_addr", (void *)(uintptr_t)cast}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!module_add(vm, ns, rows[i].name, int_from_u64(vm, (uint64_t)(uintptr_t)rows[i].p))) return false;
    return true;
}

/* ---- functions of the module ---- */

FN(fn_addressof) { return is_data(vm, args[0]) ? int_from_u64(vm, (uint64_t)(uintptr_t)as_data(args[0])->ptr) : err_raise(vm, EXC_TypeError, "invalid type"); }

/* The memory that it had stays where it is as long as the instance lives: views and parts of it look there. */
static bool outgrow(VM *vm, Data *d, int64_t size)
{
    unsigned char *p = mem_zalloc(vm->mem, (size_t)size);
    if (!p) return err_no_memory(vm), false;
    memcpy(p, d->ptr, (size_t)(d->size < size ? d->size : size));
    if (d->owns) {
        Outgrown *o = mem_alloc(vm->mem, sizeof *o);
        if (!o) return mem_free(vm->mem, p, (size_t)size), err_no_memory(vm), false;
        *o = (Outgrown){d->outgrown, d->ptr, (size_t)d->size};
        d->outgrown = o;
    }
    d->ptr = p;
    d->owns = true;
    d->size = size;
    return true;
}
FN(fn_resize)
{
    int64_t size;
    if (!is_data(vm, args[0])) return err_raise(vm, EXC_TypeError, "excepted ctypes instance");
    if (!num_index_ssize(vm, args[1], &size)) return NULL;
    Data *d = as_data(args[0]);
    const Info *info = info_of(REF(as_obj(args[0])->type));
    if (size < info->size) return err_raise(vm, EXC_ValueError, "minimum size is %lld", (long long)info->size);
    if (d->base || d->lent || (!d->owns && d->ptr != d->small)) return err_raise(vm, EXC_ValueError, "Memory cannot be resized because this object doesn't own it");
    if (!d->owns && size <= (int64_t)sizeof d->small) return d->size = size, V_NONE;
    return outgrow(vm, d, size) ? V_NONE : NO_VALUE;
}

FN(fn_get_errno) { return make_small(ctypes_errno); }
FN(fn_set_errno)
{
    int64_t e;
    if (!is_int(args[0])) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", args[0]);
    if (!int_fits_i64(args[0], &e) || e > INT32_MAX || e < INT32_MIN) return err_raise(vm, EXC_OverflowError, "signed integer is %s", int_sign(args[0]) < 0 ? "less than minimum" : "greater than maximum");
    int before = ctypes_errno;
    ctypes_errno = (int)e;
    return make_small(before);
}

FN(fn_incref)
{
    retain(args[0]);
    return retain(args[0]);
}
FN(fn_decref)
{
    release(vm, (Value)BITS(args[0]));
    return retain(args[0]);
}
FN(fn_obj_from_ptr)
{
    CValue c;
    const Scalar *s = scalar_of('P');
    if (!is_int(args[0])) return err_raise(vm, EXC_TypeError, "an integer is required, not %T", args[0]);
    return s->set(vm, s, c.raw, args[0], (Bits){0, 0}) ? scalar_of('O')->get(vm, scalar_of('O'), c.raw, (Bits){0, 0}) : NO_VALUE;
}

const NativeDef ctypes_memory_functions[] = {
    {"addressof", fn_addressof, "object, /", "Where an instance's memory begins.", 0},
    {"resize", fn_resize, "object, size, /", "Give an instance more memory of its own.", 0},
    {"get_errno", fn_get_errno, "", NULL, 0},
    {"set_errno", fn_set_errno, "value, /", NULL, 0},
    {"Py_INCREF", fn_incref, "object, /", NULL, 0},
    {"Py_DECREF", fn_decref, "object, /", NULL, 0},
    {"PyObj_FromPtr", fn_obj_from_ptr, "address, /", NULL, 0},
    {0},
};
