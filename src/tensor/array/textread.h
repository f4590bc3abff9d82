/* textread.h: arrays from texts: numpy.loadtxt's engine, fromstring and fromfile with a separator, tofile's text. */
#ifndef PERCH_TENSOR_ARRAY_TEXTREAD_H
#define PERCH_TENSOR_ARRAY_TEXTREAD_H

#include "array.h"

/* ---- textfield.c: one field ---- */
/* The text as an element of d, stored at `at`. 1: done; 0: it is none, nothing is raised; -1: raised. d is native and no structure. */
int field_put(VM *vm, Descr *d, char *at, const uint32_t *text, int64_t n, uint32_t imaginary, bool as_bytes);

/* ---- textitems.c ---- */
/* Items between separators: a blank in sep stands for any white space, also none. count -1: all. What cannot be read ends it, with NumPy's warning. */
NdArray *array_from_text(VM *vm, Np *np, Ref text /*bytes-like or str*/, Descr *d, int64_t count, const char *sep);
Value array_to_text(VM *vm, NdArray *a, Ref sep, Ref format /*a str; empty: str()*/); /* a str: what tofile(sep, format) writes */

extern const NativeDef multiarray_textread_functions[]; /* textread.c: _load_from_filelike */

#endif
