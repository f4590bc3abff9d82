/* numpy.h: NumPy's accent: scalars (np.float32(0.1)), ufuncs, and what its files share.
 *
 * What an op of NumPy's gives without dimensions is a scalar, an object of a class of its own for each dtype; np.array(3.), reshape(()) and x[...] stay
 * arrays. numpy_show makes the difference.
 */
#ifndef PERCH_LIB_TENSOR_NUMPY_H
#define PERCH_LIB_TENSOR_NUMPY_H

#include "core/said.h"
#include "tensor/object/accents.h"

/* A sentence of sentences.def: NUMPY_SAYS(NAME). */
enum {
    NUMPY_SAID = SAID_COUNT - 1,
#define SENTENCE(NAME, words)
#define OWN(NAME, words) NUMPY_##NAME,
#include "sentences.def"
#undef SENTENCE
#undef OWN
#define SENTENCE(NAME, words) NUMPY_##NAME = SAID_##NAME,
#define OWN(NAME, words)
#include "sentences.def"
#undef SENTENCE
#undef OWN
};
#define NUMPY_SAYS(NAME) numpy_sentences[NUMPY_##NAME]

/* A scalar: head.aux is its dtype. float64's is a float, of KIND_FLOAT and the same layout. */
typedef struct NumpyScalar {
    Obj head;
    union { double f; int64_t i; };
    double im; /* of complex numbers; complex128's is a complex, of KIND_COMPLEX and the same layout */
} NumpyScalar;

enum { NP_GENERIC, NP_NUMBER, NP_INTEGER, NP_SIGNED, NP_UNSIGNED, NP_INEXACT, NP_FLOATING, NP_COMPLEX, NP_ABSTRACT_COUNT };

typedef struct Numpy { /* state of the module _numpy */
    TensorLib *lib;
    Type *abstract[NP_ABSTRACT_COUNT];
    Type *scalars[DTYPE_COUNT];
    Type *ufunc_type, *stream_type;
    Value ufunc_slow;  /* numpy's Python side: called for out=, where=, dtype= … as (ufunc, args, kwargs) */
    Value reduce_slow; /* the same for reductions with initial= and where= */
    Value cast_error, axis_error, type_error; /* exception classes */
    uint8_t errors[3]; /* what np.errstate says of division by zero, overflow, invalid values */
    Value find_dtype;  /* a dtype by what core does not know: NumPy's short names, and the words of refusal */
} Numpy;
Numpy *numpy_of(TensorLib *lib); /* imports _numpy; NULL: raised */

enum { NUMPY_WARN, NUMPY_IGNORE, NUMPY_RAISE };
Value numpy_index_error(VM *vm, int64_t index, int axis, int64_t size); /* IndexError; NULL */
bool numpy_may_cast(VM *vm, DType from, DType to, Ref rule); /* casting= of astype, or NULL; false: raised */
/* Warnings (warn.c); false: raised. out: the result, new or (in_place) over the first operand. */
bool numpy_warn_scalars(Numpy *np, OpId op, Scalar x, Scalar y, bool two, bool whole, Scalar z);
bool numpy_warn_text(Numpy *np, int kind, const char *scalar, const char *name);

/* scalars (scalar.c) */
bool numpy_scalars_open(VM *vm, Numpy *np, Dict *ns);
Value numpy_scalar(Numpy *np, DType dtype, Scalar value); /* owned; NULL: raised */

/* ufuncs (ufunc.c) */
bool numpy_ufuncs_open(VM *vm, Numpy *np, Dict *ns);

bool numpy_random_open(VM *vm, Numpy *np, Dict *ns);  /* random.c */
bool numpy_linalg_open(VM *vm, Dict *ns);              /* linalg.c */

#endif
