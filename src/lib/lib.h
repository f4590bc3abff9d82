/* lib.h: the library as a whole: the modules that a program can import, for LangConfig. */
#ifndef PERCH_LIB_LIB_H
#define PERCH_LIB_LIB_H

#include "lang/lang.h"
#include "std/std.h"

extern const ModuleDef *const lib_modules[]; /* C modules; ended by NULL */
extern const FrozenTable lib_frozen;         /* Python modules in the binary */
const char *lib_absent_hint(const char *module); /* a sentence for the error of an import that perch cannot do; NULL */
const AbsentName *lib_absent_name(const char *module, const char *owner, const char *name); /* LangConfig.absent_name */
const char *lib_star_names(const char *module); /* LangConfig.star_names */
Value lib_prelude(VM *vm, Ref name);              /* the names that need no import (prelude.c) */
const char *const *lib_prelude_names(size_t *count); /* all of them, in the order of their bytes */
bool lib_prelude_has(VM *vm, Ref name);           /* is it one, and has this interpreter a prelude? Loads nothing */

#endif
