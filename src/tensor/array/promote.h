/* promote.h: which dtype may become which, and the one that several meet in. */
#ifndef PERCH_TENSOR_ARRAY_PROMOTE_H
#define PERCH_TENSOR_ARRAY_PROMOTE_H

#include "array.h"

typedef enum Casting { CASTING_NO, CASTING_EQUIV, CASTING_SAFE, CASTING_SAME_KIND, CASTING_UNSAFE } Casting;
bool np_casting(VM *vm, Ref v /*a str; None and NULL leave it*/, Casting *out);
const char *casting_name(Casting c);                     /* "safe" … */

bool num_casts_safely(Num from, Num to);                 /* by the numbers alone */
bool descr_can_cast(VM *vm, Descr *from, Descr *to, Casting casting);
/* An array that is a single number counts by its value (NumPy 1's rule). */
bool array_can_cast(VM *vm, NdArray *from, Descr *to, Casting casting);

Num num_promote(Num a, Num b);                           /* NP_NONE: by their dtypes (strings, structures), or not at all */
Descr *descr_promote(VM *vm, Descr *a, Descr *b);        /* promote_types; TypeError where there is none */
Descr *descr_minimal(VM *vm, NdArray *zero_d);           /* min_scalar_type */
/* result_type(arrays…, descrs…), with NumPy 1's rule for single numbers. */
Descr *descr_result(VM *vm, Np *np, NdArray *const *arrays, int n, Descr *const *descrs, int m);
bool raise_cannot_cast(VM *vm, Descr *from, Descr *to, Casting casting, bool scalar); /* "Cannot cast array data from …"; false */
Descr *descr_adapted(VM *vm, Descr *to, NdArray *from);  /* `to` without a size or unit (S, U, V, M8) gets the one that from's values need; else to itself. Owned */

/* ---- what the two files share, and others may use ---- */
Num array_minimal_for(const NdArray *a, Num to);         /* the smallest number that holds the value of a 0-d a: with a sign if `to` has one */
Descr *descr_canonical(VM *vm, Descr *d);                /* in this machine's order throughout; owned */
int64_t num_text_width(Num n);                           /* characters that a number of this kind needs at most */
int64_t text_length(const Descr *d);                     /* of S and U: characters */
bool subarray_shapes_equal(const Descr *a, const Descr *b);

#endif
