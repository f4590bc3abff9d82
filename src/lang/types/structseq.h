/* structseq.h: tuples whose items have names (structseq.c). */
#ifndef PERCH_LANG_STRUCTSEQ_H
#define PERCH_LANG_STRUCTSEQ_H

#include "lang/object/obj.h"

/* The class `name` ("module.name"): items named by the first `shown` fields, the rest attributes alone. */
Value structseq_type(VM *vm, const char *name, const char *const *fields, int n, int shown);
/* The same with items whose names serve the repr only (those from `named` on). */
Value structseq_type_hidden(VM *vm, const char *name, const char *const *fields, int n, int named, const char *const *hidden, int nhidden);
Value structseq_new(VM *vm, Ref cls, const Ref *values, int n);
Value structseq_new_hidden(VM *vm, Ref cls, const Ref *values, int n, const char *const *hidden, int nhidden);
/* Class and instance at once. */
Value structseq_make(VM *vm, const char *name, const char *const *fields, const Ref *values, int n);

#endif
