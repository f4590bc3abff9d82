/* import_find.h: what a folder of sys.path has by a module's name. */
#ifndef LANG_IMPORT_FIND_H
#define LANG_IMPORT_FIND_H

#include "lang/object/vm.h"

typedef enum { FOUND_NOTHING, FOUND_FILE, FOUND_PACKAGE, FOUND_BYTECODE /* without its source */, FOUND_FOLDER, FOUND_ERROR } Found;

/* *path: where. passed_over: other interpreters' folders are (what is looked for is in the binary: their torch is made for CPython). */
Found import_look_along(VM *vm, Ref path_list, Ref last, bool passed_over, Value *path);

/* Compiled code of that name, "…/_c.cpython-311-x86_64-linux-gnu.so": made for CPython. NULL without exception: there is none. */
Value import_find_compiled(VM *vm, Ref path_list, Ref last);

#endif
