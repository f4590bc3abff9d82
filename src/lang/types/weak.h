/* weak.h: weak references. The VM keeps a table from objects to their references; an object in it has OBJ_WEAKREFS. */
#ifndef PERCH_LANG_WEAK_H
#define PERCH_LANG_WEAK_H

#include "lang/object/obj.h"

typedef struct WeakRef {
    Obj head;
    Obj *target;          /* NULL: dead */
    Value callback;       /* or NULL */
    struct WeakRef *next; /* other references to the same object */
    int64_t hash;         /* of the target, once asked; -1 */
} WeakRef;
static inline bool is_weakref(Ref v) { return is_kind(v, KIND_WEAKREF); }

/* A reference of class `type` (weakref.ref, a subclass, or the proxy class). Without a callback an exact ref or proxy is shared. */
Value weak_new(VM *vm, Type *type, Ref target, Ref callback /* NULL or None: none */);
Value weak_get(VM *vm, Ref weakref); /* the target, owned; NULL without an error: dead */
void weak_clear(VM *vm, Obj *o);     /* o dies: its references go dead, callbacks run */
int64_t weak_count(VM *vm, Ref target);
Value weak_list(VM *vm, Ref target);
bool weak_may_call(VM *vm);          /* is there one whose callback could do what somebody notices? */
void weak_table_free(VM *vm);

#endif
