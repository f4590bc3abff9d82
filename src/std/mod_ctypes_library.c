/* mod_ctypes_library.c: libraries opened, searched and closed; functions called by their address alone. */
#include "mod_ctypes.h"

#include <dlfcn.h>

#include "mod_posix.h"

static void *pointer_of(Ref v)
{
    void *p = NULL;
    const Scalar *s = scalar_of('P');
    s->set(NULL, s, (unsigned char *)&p, v, (Bits){0, 0}); /* (an int: nothing is raised) */
    return p;
}

/* The C API of CPython: names that no other library has, looked for in the program itself. */
static bool wants_python(const char *name) { return (name[0] == 'P' && name[1] == 'y' && name[2] >= 'A' && name[2] <= 'Z') || !strncmp(name, "_Py_", 4) || !strncmp(name, "_PyO", 4); }

void *library_symbol(VM *vm, Ref handle, const char *name, ExcId otherwise)
{
    void *library = pointer_of(handle);
    dlerror();
    void *p = dlsym(library, name);
    if (p) return p;
    const char *why = dlerror();
    if (wants_python(name)) err_raise(vm, otherwise, "%s: perch is not CPython and has none of its C API; %s is not to be had", why ? why : name, name);
    else err_raise(vm, otherwise, "%s", why ? why : "the symbol's address is 0");
    return NULL;
}

FN(fn_dlopen)
{
    int mode = RTLD_NOW;
    if (args[1] && !int_arg(vm, args[1], &mode)) return NULL;
    PathArg path;
    if (!is_none(args[0]) && !is_str(args[0]) && !is_bytes(args[0]) && !type_lookup(vm, type_of(vm, args[0]), NAME(__fspath__))) return err_raise(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not %T", args[0]);
    bool named = !is_none(args[0]);
    if (named && !path_arg(vm, "dlopen", "name", args[0], 0, &path)) return NULL;
    dlerror();
    void *library = dlopen(named ? path_c(&path) : NULL, mode | RTLD_NOW);
    const char *why = library ? NULL : dlerror();
    if (named) path_done(vm, &path);
    return library ? int_from_u64(vm, (uint64_t)(uintptr_t)library) : err_raise(vm, EXC_OSError, "%s", why ? why : "dlopen() error");
}
static bool handle_right(VM *vm, Ref v) { return is_int(v) || err_false(vm, EXC_TypeError, "an integer is required, not %T", v); }
FN(fn_dlclose)
{
    if (!handle_right(vm, args[0])) return NULL;
    dlerror();
    if (!dlclose(pointer_of(args[0]))) return V_NONE;
    const char *why = dlerror();
    return err_raise(vm, EXC_OSError, "%s", why ? why : "dlclose() error");
}
FN(fn_dlsym)
{
    size_t size;
    if (!handle_right(vm, args[0])) return NULL;
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "dlsym() argument 2 must be str, not %T", args[1]);
    const char *name = str_utf8(vm, args[1], &size);
    if (!name) return NULL;
    if (strlen(name) != size) return err_raise(vm, EXC_ValueError, "embedded null character");
    void *p = library_symbol(vm, args[0], name, EXC_OSError);
    return p ? int_from_u64(vm, (uint64_t)(uintptr_t)p) : NO_VALUE;
}

static Value call_address(VM *vm, const Ref *args, int flags)
{
    void (*f)(void);
    if (!handle_right(vm, args[0])) return NULL;
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "argument 2 must be tuple, not %T", args[1]);
    void *p = pointer_of(args[0]);
    if (!p) return err_raise(vm, EXC_ValueError, "NULL function pointer");
    memcpy(&f, &p, sizeof f);
    if (as_tuple(args[1])->len > INT32_MAX) return err_no_memory(vm);
    return ctypes_call(vm, f, as_refs(as_tuple(args[1])->items), (int)as_tuple(args[1])->len, flags, NULL, NULL, NULL);
}
FN(fn_call_function) { return call_address(vm, args, 0); }
FN(fn_call_cdeclfunction) { return call_address(vm, args, FLAG_CDECL); }

const NativeDef ctypes_library_functions[] = {
    {"dlopen", fn_dlopen, "name, flag=RTLD_NOW, /", "Open a library (None: the program itself); its handle.", 0},
    {"dlclose", fn_dlclose, "handle, /", "Be done with a library.", 0},
    {"dlsym", fn_dlsym, "handle, name, /", "A symbol's address.", 0},
    {"call_function", fn_call_function, "address, arguments, /", NULL, 0},
    {"call_cdeclfunction", fn_call_cdeclfunction, "address, arguments, /", NULL, 0},
    {0},
};
