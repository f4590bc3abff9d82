/* np.h: what all files of this room share: the numbers of element types, NumPy's classes, the room's state.
 *
 * This room is the compiled half of NumPy, `numpy.core._multiarray_umath` and its neighbours, written from what NumPy's Python half (unmodified, taken when perch is built) asks of it.
 * One noun a file: dtypes (descr), arrays (array), single elements in and out (element), moving elements of one dtype into another (transfer), which dtype two meet in (promote),
 * nested loops over strided operands (walk), scalars (scalar), functions over elements (ufunc). It knows nothing of devices and tensors: rooms above lend arrays the memory of theirs.
 */
#ifndef PERCH_TENSOR_ARRAY_NP_H
#define PERCH_TENSOR_ARRAY_NP_H

#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef struct Np_cfloat { float re, im; } Np_cfloat;
typedef struct Np_cdouble { double re, im; } Np_cdouble;
typedef struct Np_clongdouble { long double re, im; } Np_clongdouble;

typedef enum Num { /* dtype.num */
#define ELEMENT(NUMBER, letter, kind, class, ctype, bytes, base) NP_##NUMBER,
#include "elements.def"
#undef ELEMENT
    NP_NUMS,
    NP_NONE = 255
} Num;

typedef struct ElementInfo {
    char letter, kind;
    uint8_t bytes, align; /* bytes 0: by the dtype */
    const char *name;     /* of the scalar class */
} ElementInfo;
extern const ElementInfo np_elements[NP_NUMS];

static inline bool num_is_bool(Num n) { return n == NP_BOOL; }
static inline bool num_is_integer(Num n) { return n >= NP_BYTE && n <= NP_ULONGLONG; }
static inline bool num_is_unsigned(Num n) { return np_elements[n].kind == 'u'; }
static inline bool num_is_float(Num n) { return (n >= NP_FLOAT && n <= NP_LONGDOUBLE) || n == NP_HALF; }
static inline bool num_is_complex(Num n) { return n >= NP_CFLOAT && n <= NP_CLONGDOUBLE; }
static inline bool num_is_number(Num n) { return n <= NP_CLONGDOUBLE || n == NP_HALF; } /* bool too */
static inline bool num_is_flexible(Num n) { return n >= NP_STRING && n <= NP_VOID; }
static inline bool num_is_time(Num n) { return n == NP_DATETIME || n == NP_TIMEDELTA; }

/* The abstract classes of scalars. */
typedef enum ScalarClass { NPC_GENERIC, NPC_NUMBER, NPC_INTEGER, NPC_SIGNED, NPC_UNSIGNED, NPC_INEXACT, NPC_FLOATING, NPC_COMPLEXFLOATING, NPC_FLEXIBLE, NPC_CHARACTER, NPC_COUNT } ScalarClass;

typedef struct Descr Descr;
typedef struct NdArray NdArray;

typedef enum PythonId { /* what C asks of NumPy's Python half */
#define PYTHON(ID, module, name) PY_##ID,
#include "python.def"
#undef PYTHON
    PY_COUNT
} PythonId;

typedef struct Np { /* one a VM: the state of the module numpy.core._multiarray_umath */
    VM *vm;
    Type *dtype_meta, *dtype, *ndarray;
    Type *dtype_classes[NP_NUMS];           /* numpy.dtype[float64] … */
    Type *abstract[NPC_COUNT], *scalars[NP_NUMS];
    Descr *descrs[NP_NUMS];                 /* the one of each, in this machine's order; of S, U and V: of size 0; of M and m: without a unit */
    Type *flagsobj, *flatiter, *broadcast, *nditer, *ufunc; /* each made by the file of its noun */
    Value type_dict;                        /* set_typeDict: names that dtype() takes besides its own; or NULL */
    Value string_functions[2];              /* set_string_function: str, repr; or NULL */
    Value numeric_ops;                      /* by name: the ufuncs behind the operators (a dict), or NULL */
    bool scalar_operator; /* the ufunc that is called next is an operator of scalars: so its warnings say */
    int legacy_print;                       /* 113, 121 or INT_MAX */
    bool small_pages;                       /* large arrays do not ask for large pages */
    Value errobj;                           /* the name of seterrobj's list among a thread's own values, once a thread has one: ufunc_errors.c */
    Value truths[2];                        /* np.False_, np.True_: there are no others; or NULL */
    Value python[PY_COUNT];                 /* python.def, each when first asked for; or NULL */
} Np;
extern const ModuleDef multiarray_umath_module;
static inline Np *np_state(VM *vm) { return module_state(vm, &multiarray_umath_module); }

Ref np_python(VM *vm, Np *np, PythonId id);                                /* a row of python.def, imported when first asked for. Borrowed; NULL: raised */
Value np_ask(VM *vm, Np *np, PythonId id, const Ref *args, int n);         /* … and called */
Value np_raise_python(VM *vm, Np *np, PythonId class, const Ref *args, int n); /* an exception of a class of its own; NULL */
bool np_warn(VM *vm, Np *np, PythonId category, Value text /*taken, may be NULL*/); /* a warning of one; false: it became an error */
bool np_dims_fit(VM *vm, int64_t ndim); /* false: raised: more than an array may have */
bool np_raise_axis(VM *vm, int64_t axis, int ndim, Ref prefix /*or NULL*/); /* numpy.AxisError; false */

#endif
