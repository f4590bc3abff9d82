/* iters.h: iterators that other files make, and the tuple trick that they share. */
#ifndef PERCH_LANG_ITERS_H
#define PERCH_LANG_ITERS_H

#include "lang/object/obj.h"

Value callable_iter_new(VM *vm, Ref fn, Ref sentinel);  /* iter(fn, sentinel) */
/* A tuple of n to give out: the one given last (in *last) if nobody kept it, else a new one. Its items are replaced by value_put. */
Value iter_result(VM *vm, Value *last, int64_t n);
Value iter_pair(VM *vm, Value *last, Value a, Value b); /* the same of two, both taken (also on failure) */
Value iter_tuple_of(VM *vm, const Ref *items, int64_t n); /* a tuple of iter(item) */
enum { ITER_FEW = 4 };
Value iter_few(VM *vm, Value *last, Value *v, int64_t n); /* of n, taken too */
/* The next two of zip or enumerate (of that very class) without a tuple: 1, 0: the end or an error, -1: a zip of another number. */
int iter_two(VM *vm, Ref it, Value *two);
int iter_passes(VM *vm, Ref fn, Ref item);              /* truth of fn(item), or of item when fn is None; -1 raised */

#endif
