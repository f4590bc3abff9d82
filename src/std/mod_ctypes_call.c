/* mod_ctypes_call.c: the call of a C function: arguments converted, libffi, errno, what comes back. Code that a callback runs meanwhile finds here whether this thread has let go of
 * the interpreter's lock. */
#include "mod_ctypes.h"

#include <stdlib.h>

__thread Away *ctypes_away;
__thread int ctypes_errno;

Value ctypes_error_within(VM *vm, Ref cls, const char *fmt, ...)
{
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    Value words = str_format_v(vm, fmt, ap), e;
    __builtin_va_end(ap);
    if (!words) return NULL;
    e = err_take(vm);
    Value text = e ? str_format(vm, "%U%U: %S", (Ref)words, REF(type_of(vm, e)->name), (Ref)e) : NULL;
    if (e && !text) { /* its own text could not be made */
        err_clear(vm);
        text = str_format(vm, "%U%U: ???", (Ref)words, REF(type_of(vm, e)->name));
    }
    release(vm, words);
    Value made = text ? call1(vm, cls, text) : NULL;
    release(vm, text);
    release(vm, e);
    return made ? err_raise_obj(vm, made) : NO_VALUE;
}

static bool too_many(VM *vm, CtypesState *st, const char *fmt, int64_t n)
{
    Value text = str_format(vm, fmt, (long long)n, ARGUMENTS_MOST), e = text ? call1(vm, st->argument_error, text) : NULL;
    release(vm, text);
    if (e) err_raise_obj(vm, e);
    return false;
}

/* ---- one call ---- */

typedef struct Calling {
    VM *vm;
    CtypesState *st;
    int n, flags;
    Param *params;
    FfiType **types;
    void **places;
    size_t room;
    void *block;
} Calling;

static bool open_call(Calling *c, int n)
{
    VM *vm = c->vm;
    if (n > ARGUMENTS_MOST) return too_many(vm, c->st, "too many arguments (%lld), maximum is %d", n);
    size_t one = sizeof(Param) + sizeof(FfiType *) + sizeof(void *);
    c->room = one * (size_t)(n ? n : 1);
    if (!(c->block = mem_zalloc(vm->mem, c->room))) return err_no_memory(vm), false;
    c->params = c->block;
    c->types = (FfiType **)(void *)(c->params + n);
    c->places = (void **)(c->types + n);
    return true;
}
static void close_call(Calling *c)
{
    for (int i = 0; i < c->n; i++) value_clear(c->vm, &c->params[i].keep);
    mem_free(c->vm->mem, c->block, c->room);
}
static bool convert(Calling *c, Ref v, Ref converter)
{
    VM *vm = c->vm;
    Param *p = &c->params[c->n];
    Value made = converter ? call1(vm, converter, v) : NULL;
    bool ok = (made || !converter) && param_from(vm, c->st, converter ? (Ref)made : v, c->n + 1, p);
    release(vm, made);
    c->n++; /* (what it keeps is let go of in any case) */
    if (!ok) return ctypes_error_within(vm, c->st->argument_error, "argument %d: ", c->n), false;
    c->types[c->n - 1] = p->ffi;
    if (!p->place) p->place = p->value.raw;
    c->places[c->n - 1] = p->place;
    return true;
}

static bool prepare(Calling *c, FfiCif *cif, FfiType *result, int fixed)
{
    int bad = fixed && fixed < c->n ? ffi.prep_cif_var(cif, FFI_ABI, (unsigned)fixed, (unsigned)c->n, result, c->types) : ffi.prep_cif(cif, FFI_ABI, (unsigned)c->n, result, c->types);
    return !bad || err_false(c->vm, EXC_RuntimeError, "ffi_prep_cif failed");
}
static bool run(Calling *c, void (*f)(void), FfiType *result, int fixed, void *out)
{
    VM *vm = c->vm;
    FfiCif cif;
    if (!prepare(c, &cif, result, fixed) || (c->st->callbacks && !thread_expect(vm))) return false; /* (a fork has forgotten that threads may come) */
    Away away = {.vm = vm, .up = ctypes_away, .away = !(c->flags & FLAG_PYTHON)};
    if (away.away) away.left = thread_leave(vm);
    ctypes_away = &away;
    int held = errno;
    if (c->flags & FLAG_ERRNO) errno = ctypes_errno;
    ffi.call(&cif, f, out, c->places);
    if (c->flags & FLAG_ERRNO) {
        ctypes_errno = errno;
        errno = held;
    }
    ctypes_away = away.up;
    if (away.away) thread_enter(vm, away.left);
    return !(c->flags & FLAG_PYTHON || vm->unwinding) || !err_occurred(vm);
}

static Value result_of(VM *vm, Ref restype, const void *bytes, Ref checker)
{
    int i;
    if (restype && is_none(restype)) return V_NONE;
    const Info *info = restype ? info_of(restype) : NULL;
    memcpy(&i, bytes, sizeof i);
    if (!restype) return make_small(i);
    if (!info) return call1(vm, restype, make_small(i));
    Value r;
    if (info->scalar && is_direct(vm, restype)) {
        r = simple_get(vm, info, bytes, (Bits){0, 0});
        if (r && info->scalar->code == 'O') release(vm, (Value)BITS(r)); /* (the function has given one reference, and this is another) */
    } else r = data_copy(vm, restype, bytes);
    if (!r || !checker) return r;
    Value checked = call1(vm, checker, r);
    release(vm, r);
    return checked;
}

Value ctypes_call(VM *vm, void (*f)(void), const Ref *args, int n, int flags, Ref converters, Ref restype, Ref checker)
{
    Calling c = {.vm = vm, .st = ctypes_state(vm), .flags = flags};
    if (!open_call(&c, n)) return NULL;
    int fixed = converters ? (int)as_tuple(converters)->len : 0;
    bool ok = true;
    for (int i = 0; ok && i < n; i++) ok = convert(&c, args[i], i < fixed ? as_tuple(converters)->items[i] : NULL);
    FfiType *result = restype && is_none(restype) ? &ffi_types[FFI_VOID] : restype ? ffi_of(restype) : &ffi_types[FFI_SINT32];
    CValue small[4] = {{.raw = {0}}};
    void *out = result->size <= sizeof small ? small : mem_zalloc(vm->mem, result->size);
    if (!out) ok = (err_no_memory(vm), false);
    ok = ok && run(&c, f, result, fixed, out);
    Value r = ok ? result_of(vm, restype, out, checker) : NULL;
    if (out && out != small) mem_free(vm->mem, out, result->size);
    close_call(&c);
    return r;
}

/* ---- types of arguments ---- */

Value converters_of(VM *vm, Ref argtypes)
{
    if (!is_tuple(argtypes)) return err_raise(vm, EXC_TypeError, "_argtypes_ must be a sequence of types");
    int64_t n = as_tuple(argtypes)->len;
    if (n > ARGUMENTS_MOST) return too_many(vm, ctypes_state(vm), "_argtypes_ has too many arguments (%lld), maximum is %d", n), NO_VALUE;
    Value r = tuple_new(vm, n), name = str_intern_c(vm, "from_param");
    for (int64_t i = 0; r && name && i < n; i++) {
        Value c = NULL;
        int has = obj_lookup_attr(vm, as_tuple(argtypes)->items[i], name, &c);
        if (has == 0) err_raise(vm, EXC_TypeError, "item %lld in _argtypes_ has no from_param method", (long long)i + 1);
        if (has <= 0) value_clear(vm, &r);
        else as_tuple(r)->items[i] = c;
    }
    release(vm, name);
    return r;
}
