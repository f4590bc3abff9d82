/* element.h: one element as a value, and a value as one element. */
#ifndef PERCH_TENSOR_ARRAY_ELEMENT_H
#define PERCH_TENSOR_ARRAY_ELEMENT_H

#include "array.h"

/* What stands at `at` (of any alignment and byte order) as Python's own value: what .item() gives. owner: who keeps the memory, for a void without fields that becomes an array; or NULL. */
Value element_item(VM *vm, Descr *d, const char *at, Ref owner);
/* v stored at `at`: as arr[i] = v does. Objects release what stood there. false: raised (no number, too large, a wrong length …). */
bool element_put(VM *vm, Descr *d, char *at, Ref v);
int element_truth(VM *vm, Descr *d, const char *at);    /* 1, 0, -1 */
/* NumPy's order of sorting: NaN and NaT last, fields one after the other, objects by <. Answers -1, 0, 1; *failed is set where a comparison raised. */
int element_compare(VM *vm, Descr *d, const char *a, const char *b, bool *failed);
void element_swap(const Descr *d, char *at);             /* its bytes turned round, in place: numbers, complex parts, characters, fields */
/* References: elements of a dtype with objects (also as fields) that are copied or dropped. */
void element_incref(const Descr *d, const char *at);
void element_decref(VM *vm, const Descr *d, char *at);   /* and zeroed */

/* ---- scalar.c: NumPy's scalars: instances of the classes np.float64 … ---- */
Value scalar_new(VM *vm, Descr *d, const char *at, Ref base /*or NULL*/); /* arr[i]; an object's own value; a void with objects or fields views base's memory */
bool is_scalar(VM *vm, const Np *np, Ref v);            /* an instance of np.generic */
Descr *scalar_descr(VM *vm, Np *np, Ref v);             /* its dtype; owned. NULL: raised */
bool scalar_get(VM *vm, Np *np, Ref v, Descr *d, char *at); /* its bytes in the dtype of its own, native: d is scalar_descr(v) */
bool scalar_open(VM *vm, Np *np, Dict *ns);

/* float16 */
float np_half_to_float(uint16_t h);
double np_half_to_double(uint16_t h);
uint16_t np_half_from_float(float f);
uint16_t np_half_from_double(double d);

#endif
