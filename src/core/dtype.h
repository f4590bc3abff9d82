/* dtype.h: the element types, one row each in dtypes.def, and the numbers that stand beside tensors.
 *
 * A Scalar is a number of the program's (`x * 2`): it has a kind, but no width of its own; promotion treats it as weak
 * where the accent says so. Nothing here allocates or fails, but for promotion, which may have no answer (NumPy has one always).
 */
#ifndef PERCH_CORE_DTYPE_H
#define PERCH_CORE_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accent.h"

typedef enum DType {
#define DTYPE(NAME, numpy, torch, bytes, kind) DT_##NAME,
#include "dtypes.def"
#undef DTYPE
    DTYPE_COUNT,
    DT_NONE = 255 /* not said */
} DType;

typedef struct DTypeInfo {
    const char *name, *torch_name;
    uint8_t bytes;
    char kind; /* 'B', 'U', 'I', 'F', 'C' */
} DTypeInfo;
extern const DTypeInfo dtype_info[DTYPE_COUNT];

static inline size_t dtype_bytes(DType d) { return dtype_info[d].bytes; }
static inline bool dtype_is_float(DType d) { return dtype_info[d].kind == 'F'; }
static inline bool dtype_is_complex(DType d) { return d == DT_COMPLEX64 || d == DT_COMPLEX128; }
static inline bool dtype_is_inexact(DType d) { return dtype_is_float(d) || dtype_is_complex(d); }
static inline DType dtype_real_of(DType d) { return d == DT_COMPLEX64 ? DT_FLOAT32 : d == DT_COMPLEX128 ? DT_FLOAT64 : d; }
static inline DType dtype_complex_of(DType d) { return d == DT_FLOAT64 || d == DT_COMPLEX128 ? DT_COMPLEX128 : DT_COMPLEX64; }
static inline DType dtype_computed(DType d) { return d == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32; } /* what a network's kernels compute in */
enum { DTYPE_MAX_BYTES = 16 }; /* of an element */
static inline bool dtype_is_integer(DType d) { return dtype_info[d].kind == 'I' || dtype_info[d].kind == 'U'; }
/* By NumPy's or PyTorch's name ("float", "double", "half", "long", "int" … too); DT_NONE: unknown. */
DType dtype_parse(const char *name);

typedef enum ScalarKind { SCALAR_BOOL, SCALAR_INT, SCALAR_FLOAT, SCALAR_COMPLEX } ScalarKind;
typedef struct Scalar {
    ScalarKind kind;
    union {
        int64_t i; /* SCALAR_BOOL (0, 1), SCALAR_INT */
        double f;    /* SCALAR_FLOAT; the real part of SCALAR_COMPLEX */
    };
    double im;       /* of SCALAR_COMPLEX, else 0 */
} Scalar;
static inline Scalar scalar_bool(bool b) { return (Scalar){SCALAR_BOOL, {.i = b}, 0}; }
static inline Scalar scalar_int(int64_t i) { return (Scalar){SCALAR_INT, {.i = i}, 0}; }
static inline Scalar scalar_float(double f) { return (Scalar){.kind = SCALAR_FLOAT, .f = f}; }
static inline Scalar scalar_complex(double re, double im) { return (Scalar){.kind = SCALAR_COMPLEX, .f = re, .im = im}; }
static inline double scalar_as_double(Scalar s) { return s.kind >= SCALAR_FLOAT ? s.f : (double)s.i; } /* a complex number's real part */
int64_t scalar_as_int(Scalar s); /* a float is cut towards zero and saturated; NaN is 0 */

/* The dtype that two operands meet in. A weak operand (a Scalar; in PyTorch a 0-d tensor beside one with dimensions) only decides
 * when its kind is higher. MXNet has no promotion between tensors: `same` is false and the caller raises. */
typedef struct Operand {
    DType dtype;
    bool weak;   /* a number of the program's */
    bool zero_d; /* a tensor without dimensions */
} Operand;
DType dtype_promote(Accent accent, const Operand *operands, int n, bool *same);
DType dtype_of_scalar(Accent accent, Scalar s);  /* as an array of its own: float64/int64 in NumPy, float32 in PyTorch and MXNet */
DType dtype_default_float(Accent accent);        /* float64 in NumPy, else float32; PyTorch's can be set, see Core */

typedef struct Complex64 { float re, im; } Complex64;
typedef struct Complex128 { double re, im; } Complex128;

/* One element at `at`, as a number and back; conversion follows C's rules and NumPy's for what C leaves open (a NaN to an integer is the
 * smallest one). */
Scalar dtype_load(DType d, const void *at);
void dtype_store(DType d, void *at, Scalar s);

/* Does the number stand in a dtype, cut to a whole one where it must be? Infinities and NaN stand in floats alone; a negative number wraps in an
 * unsigned dtype while its magnitude fits; bool takes all. */
bool dtype_holds(DType d, Scalar s);

/* float16 and bfloat16: round to nearest, ties to even; NaN stays NaN. */
float half_to_float(uint16_t h);
uint16_t half_from_float(float f);

/* As C converts on x86, to 32 or 64 bits (smaller integers are cut from 32): what they do not hold, and NaN, is the lowest of them. */
static inline Scalar scalar_cut_as_c(Scalar s, DType d)
{
    double v = s.kind == SCALAR_FLOAT ? s.f : (double)s.i, most = d == DT_INT64 ? 0x1p63 : 0x1p31;
    if (v >= -most && v < most) return scalar_int(s.kind == SCALAR_FLOAT ? (int64_t)v : s.i);
    return scalar_int(d == DT_INT64 ? INT64_MIN : INT32_MIN);
}
static inline float bfloat_to_float(uint16_t h)
{
    union { uint32_t u; float f; } v = {(uint32_t)h << 16};
    return v.f;
}
uint16_t bfloat_from_float(float f);

#endif
