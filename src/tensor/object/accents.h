/* accents.h: what the object that all accents share asks of one of them. Declared here, below; defined in the accent's folder. */
#ifndef PERCH_TENSOR_OBJECT_ACCENTS_H
#define PERCH_TENSOR_OBJECT_ACCENTS_H

#include "binding.h"

/* Each library's sentences: those that core names, by core/said.def, and its own behind them */
extern const char *const mxnet_sentences[], *const numpy_sentences[], *torch_sentences[] /* of the version that is spoken: torch/versions.c */;

/* The same by name, ended by NULL: what the library's Python says (says.c). */
typedef struct SentenceRow { const char *name, *const *words; } SentenceRow;
extern const NativeDef mxnet_says_functions[], numpy_says_functions[], torch_says_functions[]; /* _says */
Value accent_says(VM *vm, const SentenceRow *rows, Ref name, Ref values /*a tuple*/); /* owned; NULL: raised */

/* PyTorch's words that the version which is spoken chooses (torch/versions.c) */
const char *torch_index_words(void), *torch_device_forms(void);
void torch_refuse_device(VM *vm, const char *kind); /* one that it does not know */
typedef enum ForeignUse { FOREIGN_COPY, FOREIGN_EMPTY, FOREIGN_LIKE } ForeignUse; /* a tensor goes there, is made there, is made as another is */
const char *torch_foreign_word(const char *kind); /* a device that PyTorch knows and that is never here (torch/foreign.def): a constant; NULL */
void torch_refuse_foreign(VM *vm, const char *word, int index, ForeignUse use); /* raises */
bool torch_indexes_int32(void);
/* What PyTorch's compiled half warns of: a row of torch/py/_warned.py, with what fills it in (each taken, may be NULL). false: it became an error */
bool torch_warn(VM *vm, const char *row, Value first, Value second);
static inline Dims dims_of(const Tensor *t)
{
    Dims d = {.n = t->ndim};
    for (int i = 0; i < t->ndim; i++) d.d[i] = t->shape[i];
    return d;
}
bool torch_warn_imaginary(VM *vm, const Tensor *from, DType to);                            /* complex numbers become real */
bool torch_warn_resized(TensorLib *lib, const Dims *before, const Tensor *out); /* out= had elements and another shape */

/* What core refused, on its way to be told. */
typedef struct Refused {
    TensorLib *lib;
    Accent accent;
    CoreError *e;
    Ref class; /* what is raised; the row's text may choose another */
} Refused;
typedef Value (*RefusedText)(Refused *r); /* owned; NULL without an error: nothing of its own */
typedef struct ErrorRow {
    ExcId class;      /* BaseException: what the library usually raises */
    int sentence;     /* filled in with the record's numbers, by their places ("%2$lld"); SAID_NONE: core's own */
    RefusedText text; /* asked first, where the words depend on the call */
} ErrorRow;
typedef struct AccentErrors {
    const char *const *sentences;
    Ref (*usual)(const TensorLib *lib);
    ErrorRow rows[CORE_ERROR_COUNT];
} AccentErrors;
extern const AccentErrors mxnet_errors, numpy_errors, torch_errors;

/* What an array is refused for by the language's own operations, that the libraries say differently. */
typedef enum Met { MET_LEN, MET_ITERATION, MET_TRUTH_OF_MANY, MET_TRUTH_OF_NONE, MET_INDEX, MET_NUMBER_OF_MANY, MET_HASH, MET_COUNT } Met;
typedef struct MetRow { ExcId class; int sentence; /* SAID_NONE: it is not refused */ } MetRow;
extern const MetRow mxnet_met[MET_COUNT], mxnp_met[MET_COUNT], numpy_met[MET_COUNT], torch_met[MET_COUNT];
const char *torch_type_word(DType d); /* "Float" of torch.FloatTensor */
void torch_judge_close(TensorLib *lib);
/* torch/answer.c: do the operands' classes answer themselves? Asked where vm->answers says that there is such a class. true: *result (NULL: raised). again: the operator as it is among tensors. */
typedef Value (*OperatorAgain)(VM *vm, int op, Ref a, Ref b);
bool torch_operator_answers(VM *vm, OperatorAgain again, int op, bool in_place, Ref left, Ref right, Value *result);
bool torch_dispatching(const TensorLib *lib, const Tensor *t); /* do a program's classes or modes see what is done with t? */
bool torch_comparison_answers(VM *vm, OperatorAgain again, int op, Ref left, Ref right, Value *result);
bool torch_method_answers(VM *vm, const char *name, bool in_python, const Ref *args, int n, Value *result); /* in_python: PyTorch has it in Python (its errors say so) */
bool torch_value_answers(VM *vm, const char *name, bool in_python, const Ref *args, int n, Value *result);  /* the same of what gives no tensor: who left the answer to Tensor is not asked */
void torch_answers_close(TensorLib *lib);
bool accent_refuses(VM *vm, Accent accent, Met what); /* true: raised */

/* For those texts (error.c) */
static inline void refused_as(Refused *r, ExcId class) { r->class = REF(r->lib->vm->exc_types[class]); }
static inline bool refused_is(const Refused *r, OpId op) { return r->e->op && r->e->op->id == op; }
Dims refused_shape(const Refused *r, int operand); /* without dimensions, where there is none */
const char *dims_text(const Dims *d, const char *open, const char *between, const char *close, char *text, size_t n);
enum { DIMS_ROOM = 256 };

/* NumPy (numpy/) */
Value numpy_dtype_new(TensorLib *lib, Accent accent, DType d); /* NumPy's dtype; for MXNet its scalars' class */
typedef struct ArrayFacts {
    const int64_t *shape;
    int ndim;
    DType number;            /* DT_NONE: tensors have no such dtype */
    Ref dtype;               /* an object whose str() names it */
    uint64_t bytes, kept;    /* of its elements; of all the memory that it keeps alive */
    uint64_t address;        /* 0: no bytes */
    int64_t serial;          /* which memory: a tensor's storage, or a number below 0 */
    uint32_t made;
    bool view, borrowed, own /* NumPy's own memory, that no tensor has */;
} ArrayFacts;
bool numpy_facts(VM *vm, Ref v, ArrayFacts *out);                         /* false: it is no array, nothing is raised */
bool numpy_number(VM *vm, Ref v, DType *dtype, Scalar *value);            /* one of NumPy's scalars that is a number */
bool is_numpy_array(VM *vm, Ref v);
Type *numpy_array_type(TensorLib *lib);                                   /* ndarray; NULL: nobody has imported it */
bool numpy_lend(TensorLib *lib, Ref *v, Value *held);                     /* an array: *v becomes a tensor object over its memory, that the caller releases; anything else stays. false: raised */
Value numpy_array(TensorLib *lib, Tensor *t /*taken*/);                   /* an array over its memory */
Value numpy_over(TensorLib *lib, Tensor *t /*taken*/, Ref keeper);        /* the same; keeper is its base */
Value numpy_copy(TensorLib *lib, Tensor *t);                              /* an array of its own; waits for the device */
bool numpy_print_now(TensorLib *lib);                                     /* lib->numpy_print becomes what np.set_printoptions said; false: raised */
bool numpy_there(TensorLib *lib); /* imports it; false: raised */
/* An array that is no tensor's object: it is lent before it is worked with. */
static inline bool is_foreign_array(VM *vm, Ref v) { return !is_tensor(v) && is_numpy_array(vm, v); }
Value numpy_show(TensorLib *lib, Tensor *t /*taken; NULL: core's error is raised*/); /* a scalar where there are no dimensions */
Tensor *numpy_tensor(TensorLib *lib, Ref v); /* an array, or anything that np.asarray takes; owned; NULL: raised */
Value numpy_text_operand(TensorLib *lib, OpId op, const char *name, Ref a, Ref b); /* raises as a ufunc does that meets a str or bytes; b NULL: one operand */
Value numpy_none_in_place(TensorLib *lib, OpId op, Ref out);
const char *numpy_ufunc_name(OpId op); /* numpy/error.c */
bool numpy_warn(TensorLib *lib, OpId op, const Arg *in, int n, Tensor *out, bool in_place);
bool numpy_warn_complex(VM *vm);
bool numpy_needs_real(VM *vm, DType d); /* false: a complex number was to go into d */
Value numpy_scalar_at(struct Numpy *np, DType dtype, const void *at); /* the element there, as NumPy's scalar */
bool numpy_dtype_of(TensorLib *lib, Ref v, DType *out, bool *asked); /* NumPy's own names ("f4"), and its words for what is none; *asked false: NumPy is not there */

/* PyTorch (torch/) */
extern const NativeDef torch_modes_functions[];
void torch_modes_open(TensorLib *lib);

#endif
