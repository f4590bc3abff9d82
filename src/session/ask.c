/* ask.c: functions of the session's own Python (perch/…), called from C; their modules are imported at first use. */
#include "session_impl.h"

Value ask(VM *vm, const char *module, const char *name, const Ref *args, int n) { return import_call(vm, module, name, args, n); }

Value ask1(VM *vm, const char *module, const char *name, Ref arg) { return ask(vm, module, name, &arg, 1); }
