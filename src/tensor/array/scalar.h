/* scalar.h: the layouts of NumPy's scalars, for the files that are about them. float64 is a float, complex128 a complex, str_ a str and bytes_ a bytes of Python's own layouts. */
#ifndef PERCH_TENSOR_ARRAY_SCALAR_H
#define PERCH_TENSOR_ARRAY_SCALAR_H

#include "element.h"

typedef struct ScalarObj { /* numbers, bool_, datetime64, timedelta64 */
    Obj head;
    union {
        _Alignas(16) char bytes[32];
        int64_t time;
    };
    TimeMeta meta;        /* of times */
} ScalarObj;
typedef struct VoidObj {
    Obj head;
    Descr *descr;
    char *data;
    Value base;           /* whose memory it is; NULL: its own */
    bool readonly;
} VoidObj;

static inline ScalarObj *as_scalar(Ref v) { return (ScalarObj *)BITS(v); }
static inline VoidObj *as_void(Ref v) { return (VoidObj *)BITS(v); }
Num scalar_num(VM *vm, const Np *np, Ref v);   /* which of the 24 it is an instance of; NP_NONE: none of them */
const void *scalar_bytes(Ref v, Num num);      /* of a number or a time: its bytes, native and aligned */
NdArray *scalar_array(VM *vm, Np *np, Ref v);  /* as an array without dimensions */

extern const TypeDef scalar_defs[NP_NUMS], scalar_abstract_defs[NPC_COUNT]; /* scalar_class.c */
extern const NativeDef scalar_methods[];       /* scalar_methods.c: what every one of them has */
extern const GetSetDef scalar_integer_getsets[]; /* scalar_methods.c */
extern const NativeDef scalar_integer_methods[], scalar_floating_methods[];
extern const GetSetDef scalar_getsets[];
extern const NativeDef void_methods[];         /* scalar_void.c */
extern const GetSetDef void_getsets[];
Value scalar_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames);    /* scalar_make.c: the classes' __new__ */
Value scalar_repr(VM *vm, Ref v);
Value scalar_str(VM *vm, Ref v);

#endif
