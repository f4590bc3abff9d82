/* mod_codecs.h: what the files of the module _codecs share. */
#ifndef PERCH_LIB_MOD_CODECS_H
#define PERCH_LIB_MOD_CODECS_H

#include "lang/object/vm.h"

bool codecs_add_handlers(VM *vm); /* strict, ignore, replace … under their names, unless the program has put others there */

#endif
