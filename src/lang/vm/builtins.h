/* builtins.h: between the files of the built-in functions. */
#ifndef PERCH_LANG_BUILTINS_H
#define PERCH_LANG_BUILTINS_H

#include "lang/object/call.h"

extern const NativeDef builtins_run_functions[]; /* compile eval exec __import__ __build_class__ breakpoint */
extern const NativeDef builtins_io_functions[];  /* print input */
bool builtins_site_open(VM *vm);
bool builtins_add(VM *vm, const NativeDef *rows);
Value callable_iter_new(VM *vm, Ref f, Ref sentinel); /* iters.c */

#endif
