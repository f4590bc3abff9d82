/* ask.c: functions of the session's own Python (perch/…), called from C; their modules are imported at first use. */
#include "session_impl.h"

Value ask(VM *vm, const char *module, const char *name, const Ref *args, int n)
{
    Value m = import_module(vm, module), f = m ? obj_getattr_c(vm, m, name) : NULL, r = f ? call(vm, f, args, n, NULL) : NULL;
    release(vm, f);
    release(vm, m);
    return r;
}

Value ask1(VM *vm, const char *module, const char *name, Ref arg) { return ask(vm, module, name, &arg, 1); }
