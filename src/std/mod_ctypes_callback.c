/* mod_ctypes_callback.c: Python functions that C calls: machine code by libffi, the arguments as values, the result back into a register. It may be called within a call of ours (which
 * has let go of the interpreter's lock, or not), by a thread that the interpreter has never seen, or when the interpreter is at its end: then nothing runs and 0 comes back. */
#include "mod_ctypes.h"

#include <pthread.h>

enum { USUAL_STACK = 2 << 20 }; /* bytes of C stack that a thread has whose stack nobody can tell */

/* What is left of this thread's C stack. */
static size_t stack_left(void)
{
    char here;
    pthread_attr_t attr;
    void *end = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attr)) return USUAL_STACK;
    bool told = !pthread_attr_getstack(&attr, &end, &size) && (uintptr_t)&here > (uintptr_t)end;
    pthread_attr_destroy(&attr);
    return told ? (uintptr_t)&here - (uintptr_t)end : USUAL_STACK;
}

/* ---- what one call does, with the lock held ---- */

/* What was raised goes nowhere but to the program's hook; what unwinds a thread, as the interpreter is at its end, stays pending. */
static void tell(VM *vm, const Thunk *t, const char *what)
{
    if (!vm->unwinding) err_unraisable_in(vm, what, t->callable);
}

static Value argument(VM *vm, Ref type, const void *bytes)
{
    const Info *info = info_of(type);
    if (info->scalar && is_direct(vm, type)) return simple_get(vm, info, bytes, (Bits){0, 0});
    return data_copy(vm, type, bytes);
}
static void put_result(VM *vm, Thunk *t, Ref v, void *result, size_t room)
{
    const Info *info = info_of(t->restype);
    CValue c = {.raw = {0}};
    Value keep = simple_set(vm, info, c.raw, v, (Bits){0, 0});
    if (!keep) {
        tell(vm, t, "Exception ignored on converting result of ctypes callback function");
        return;
    }
    if (info->scalar->is_signed && info->scalar->ffi >= FFI_UINT8 && info->scalar->ffi <= FFI_SINT64 && info->size < 8) { /* a register's whole width */
        unsigned shift = 64 - (unsigned)info->size * 8;
        c.u = (uint64_t)((int64_t)(c.u << shift) >> shift);
    }
    memcpy(result, c.raw, room < sizeof c ? room : sizeof c);
    bool object = info->scalar->code == 'O';
    if (!object && !is_none(keep) && !err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "memory leak in callback function."))) err_unraisable(vm, t->callable);
    if (is_none(keep)) release(vm, keep); /* (anything else is C's from now on, for ever) */
}
static void run(VM *vm, Thunk *t, void *result, void **args)
{
    Value held = retain(REF(t)), values[32], *all = values;
    int n = (int)as_tuple(t->argtypes)->len, made = 0;
    size_t room = sizeof *all * (size_t)n;
    FfiType *out = is_none(t->restype) ? NULL : ffi_of(t->restype);
    if (out) memset(result, 0, out->size < 8 ? 8 : out->size);
    if (n > 32 && !(all = mem_alloc(vm->mem, room))) err_no_memory(vm);
    while (all && made < n && (all[made] = argument(vm, as_tuple(t->argtypes)->items[made], args[made]))) made++;
    if (made < n) tell(vm, t, "Exception ignored on parsing arguments of ctypes callback function");
    else {
        if (t->flags & (FLAG_ERRNO | FLAG_LASTERROR)) {
            int mine = ctypes_errno;
            ctypes_errno = errno;
            errno = mine;
        }
        Value r = call(vm, t->callable, as_refs(all), n, NULL);
        if (t->flags & (FLAG_ERRNO | FLAG_LASTERROR)) {
            int mine = ctypes_errno;
            ctypes_errno = errno;
            errno = mine;
        }
        if (!r) tell(vm, t, "Exception ignored on calling ctypes callback function");
        else if (out) put_result(vm, t, r, result, out->size < 8 ? 8 : out->size);
        release(vm, r);
    }
    for (int i = 0; i < made; i++) release(vm, all[i]);
    if (all && all != values) mem_free(vm->mem, all, room);
    release(vm, held);
}

/* ---- coming in ---- */

static void nothing(const Thunk *t, void *result)
{
    if (t->result) memset(result, 0, t->result < 8 ? 8 : t->result);
}
/* A pending exception is another's: it waits. */
static void run_aside(VM *vm, Thunk *t, void *result, void **args)
{
    Value pending = err_take(vm);
    if (rec_enter(vm, " in a callback")) {
        run(vm, t, result, args);
        rec_leave(vm);
    } else {
        nothing(t, result);
        tell(vm, t, NULL);
    }
    if (err_occurred(vm)) release(vm, pending); /* (the thread is being ended) */
    else err_put(vm, pending);
}
static void on_call(FfiCif *cif, void *result, void **args, void *data)
{
    Thunk *t = data;
    VM *vm = t->vm;
    Away *away = ctypes_away;
    int e = errno;
    if (away && away->vm == vm) { /* within a call of ours */
        bool out = away->away;
        if (out) thread_enter(vm, away->left);
        away->away = false;
        errno = e;
        run_aside(vm, t, result, args);
        e = errno;
        away->away = out;
        if (out) away->left = thread_leave(vm);
    } else if (thread_is_here(vm)) { /* out of C that runs with the lock held: a destructor, another library's callback */
        Away here = {.vm = vm, .up = away};
        ctypes_away = &here;
        run_aside(vm, t, result, args);
        e = errno;
        ctypes_away = away;
    } else {
        Thread *me = thread_attach(vm, stack_left());
        if (!me) return nothing(t, result);
        Away here = {.vm = vm, .up = away};
        ctypes_away = &here;
        errno = e;
        run_aside(vm, t, result, args);
        e = errno;
        ctypes_away = away;
        thread_detach(vm, me);
    }
    errno = e;
}

/* ---- the machine code's life ---- */

static void thunk_clear(VM *vm, Obj *o)
{
    Thunk *t = (Thunk *)o;
    value_put(vm, &t->callable, V_NONE);
}
static void thunk_dealloc(VM *vm, Obj *o)
{
    Thunk *t = (Thunk *)o;
    if (t->closure) ffi.closure_free(t->closure);
    mem_free(vm->mem, t->types, t->room);
    value_clear(vm, &t->callable);
    value_clear(vm, &t->argtypes);
    value_clear(vm, &t->restype);
    obj_free(vm, o, sizeof *t);
}
static void thunk_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Thunk *t = (Thunk *)o;
    if (t->callable) visit(t->callable, arg);
    if (t->argtypes) visit(t->argtypes, arg);
    if (t->restype) visit(t->restype, arg);
}
const TypeDef ctypes_thunk_def = {.name = "_ctypes.CThunkObject", .kind = KIND_OPAQUE, .size = sizeof(Thunk), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .dealloc = thunk_dealloc, .traverse = thunk_traverse, .clear = thunk_clear};

static bool may_come_back(Ref restype)
{
    if (is_none(restype)) return true;
    const Info *info = info_of(restype);
    return info && info->scalar;
}
static bool build(VM *vm, Thunk *t)
{
    int64_t n = as_tuple(t->argtypes)->len;
    t->room = sizeof *t->types * (size_t)(n + 1);
    if (!(t->types = mem_zalloc(vm->mem, t->room))) return err_no_memory(vm), false;
    for (int64_t i = 0; i < n; i++) {
        Ref type = as_tuple(t->argtypes)->items[i];
        if (!info_of(type)) return err_false(vm, EXC_TypeError, "cannot build parameter");
        t->types[i] = ffi_of(type);
    }
    FfiType *result = is_none(t->restype) ? &ffi_types[FFI_VOID] : ffi_of(t->restype);
    t->result = is_none(t->restype) ? 0 : result->size;
    if (!(t->closure = ffi.closure_alloc(FFI_CLOSURE_ROOM, &t->code))) return err_no_memory(vm), false;
    if (ffi.prep_cif(&t->cif, FFI_ABI, (unsigned)n, result, t->types)) return err_false(vm, EXC_RuntimeError, "ffi_prep_cif failed");
    return !ffi.prep_closure_loc(t->closure, &t->cif, on_call, t, t->code) || err_false(vm, EXC_RuntimeError, "ffi_prep_closure failed");
}
Value thunk_new(VM *vm, CtypesState *st, Ref callable, Ref argtypes, Ref restype, int flags)
{
    if (!may_come_back(restype)) return err_raise(vm, EXC_TypeError, "invalid result type for callback function");
    if (!thread_expect(vm)) return NULL;
    st->callbacks = true;
    Thunk *t = (Thunk *)obj_alloc(vm, st->thunk, sizeof *t);
    if (!t) return NULL;
    t->vm = vm;
    t->callable = retain(callable);
    t->argtypes = retain(argtypes);
    t->restype = retain(restype);
    t->flags = flags;
    if (build(vm, t)) return VAL(t);
    release(vm, VAL(t));
    return NULL;
}
