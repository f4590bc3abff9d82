/* ops.h: what Python's operators and protocols do, for any object. (The eval loop has its own fast paths in front.) */
#ifndef PERCH_LANG_OPS_H
#define PERCH_LANG_OPS_H

#include "obj.h"

/* attributes; `name` is a str, interned for speed (NAME(x) is) */
Value obj_getattr(VM *vm, Ref o, Ref name);
Value obj_no_attr(VM *vm, Ref o, Ref name); /* NULL; an AttributeError that is raised learns what was looked for */
Value obj_getattr_c(VM *vm, Ref o, const char *name);
/* 1: *out owned; 0: AttributeError swallowed, absent; -1: another error. */
int obj_lookup_attr(VM *vm, Ref o, Ref name, Value *out);
bool obj_setattr(VM *vm, Ref o, Ref name, Ref v); /* v NULL: delete */
Value obj_generic_getattr(VM *vm, Ref o, Ref name); /* object.__getattribute__ */
bool obj_generic_setattr(VM *vm, Ref o, Ref name, Ref v);
Value obj_dict(VM *vm, Ref o); /* __dict__: turns the object to dict mode; owned; NULL without error if it has none */
Ref type_lookup(VM *vm, Type *t, Ref name); /* along the mro, cached; borrowed; NULL = absent, never raises */

/* operators */
Value op_binary(VM *vm, BinOp op, Ref a, Ref b);
Value op_inplace(VM *vm, BinOp op, Ref a, Ref b);
Value op_pow(VM *vm, Ref a, Ref b, Ref mod);
Value op_neg(VM *vm, Ref a);
Value op_pos(VM *vm, Ref a);
Value op_invert(VM *vm, Ref a);
Value op_compare(VM *vm, Ref a, Ref b, CmpOp op);
int op_same_tuples(VM *vm, Ref a, Ref b); /* are two exact tuples of small ints and exact strs equal? -1: there is something else in them, nothing has been called */
int op_compare_bool(VM *vm, Ref a, Ref b, CmpOp op); /* 1 0 -1; identity implies equality for EQ and NE, as in containers */
int op_truth(VM *vm, Ref a);                         /* 1 0 -1 */
int op_contains(VM *vm, Ref container, Ref item);    /* item in container */
Value op_getitem(VM *vm, Ref o, Ref key);
bool op_setitem(VM *vm, Ref o, Ref key, Ref v);      /* v NULL: del o[key] */
bool op_hash(VM *vm, Ref o, int64_t *hash);          /* TypeError "unhashable type: 'list'" */
int64_t op_len(VM *vm, Ref o);                       /* -1 raised */
int64_t op_len_hint(VM *vm, Ref o, int64_t guess);   /* __length_hint__; -1 raised */

/* iteration: op_next gives NULL without an error pending when exhausted (a StopIteration raised inside is taken off) */
Value op_iter(VM *vm, Ref o);
static inline Value op_next(VM *vm, Ref it); /* vm.h */
Value op_next_any(VM *vm, Ref it);
Value seq_iter_new(VM *vm, Ref o); /* iters.c: over o[0], o[1] ... until IndexError */
Value seq_iter_counted(VM *vm, Ref o); /* iters.c: over o[0] … o[len(o) - 1]: an IndexError at the end, which costs, is never made */

/* text */
Value op_repr(VM *vm, Ref o);  /* a str, always */
Value op_str(VM *vm, Ref o);
Value op_ascii(VM *vm, Ref o);

/* classes */
int op_isinstance(VM *vm, Ref o, Ref cls);   /* 1 0 -1; tuples, unions, __instancecheck__ */
int op_issubclass(VM *vm, Ref c, Ref cls);
int type_plain_isinstance(VM *vm, Ref o, Ref cls); /* type.__instancecheck__: no hooks */
int type_plain_issubclass(VM *vm, Ref c, Ref cls);

/* recursion guard for repr of containers: 0 = enter (call repr_leave later), 1 = already being printed, -1 raised */
int repr_enter(VM *vm, Ref o);
void repr_leave(VM *vm, Ref o);

#endif
