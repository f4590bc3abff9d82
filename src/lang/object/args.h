/* args.h: what constructors of C types (slots `new_` and `init`, which get the raw call) do with their arguments: the
 * checks and messages that a signature does for plain functions. */
#ifndef PERCH_LANG_ARGS_H
#define PERCH_LANG_ARGS_H

#include "obj.h"

/* "name() takes no keyword arguments" */
bool args_no_kw(VM *vm, const char *name, Ref kwnames);
/* "name expected at most 1 argument, got 2"; max < 0: no upper bound */
bool args_count(VM *vm, const char *name, int n, int min, int max);
/* Binds positional and keyword arguments to out[0..count): NULL where absent. names[i] "" is positional-only. */
bool args_bind(VM *vm, const char *fn, const Ref *args, int n, Ref kwnames, const char *const *names, int count, Ref *out);
/* type[args] as every generic built-in class answers it: __class_getitem__ row for a NativeDef table. */
Value args_class_getitem(VM *vm, const Ref *args, int n, Ref kwnames);
#define CLASS_GETITEM_ROW {"__class_getitem__", args_class_getitem, "cls, item, /", "See PEP 585", NATIVE_CLASS}

#endif
