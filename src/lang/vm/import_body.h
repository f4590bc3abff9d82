/* import_body.h: what running a module's body (import.c) and putting it off (import_put_off.c) ask of one another. */
#ifndef PERCH_LANG_IMPORT_BODY_H
#define PERCH_LANG_IMPORT_BODY_H

#include "pyc.h"

/* The body of a module (from `fm`, else from the file), and what perch adds to it. */
bool import_run_body(VM *vm, Ref module, const FrozenModule *fm, Pyc *pyc);
Value import_parent_name(VM *vm, Ref name);

/* Does the libraries' list have it? */
bool import_may_be_put_off(VM *vm, Ref name, const FrozenModule *fm);
Value import_put_off(VM *vm, Ref name, Value module /*taken*/, const FrozenModule *fm);

#endif
