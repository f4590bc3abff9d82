/* operator.h: the operators that MXNet registers, as tables: which inputs and parameters each takes, and how it reads them (parameter.c), what of them it refuses (operator.c). */
#ifndef PERCH_LIB_TENSOR_MXNET_OPERATOR_H
#define PERCH_LIB_TENSOR_MXNET_OPERATOR_H


#include "mxnet.h"

/* What a parameter is: PARAMETER_TYPE(name, words). */
#define PARAMETER_TYPES(PARAMETER_TYPE)                                                                                                                  \
    PARAMETER_TYPE(INT, "int") PARAMETER_TYPE(LONG, "long") PARAMETER_TYPE(UINT, "int (non-negative)") PARAMETER_TYPE(ULONG, "long (non-negative)")       \
    PARAMETER_TYPE(FLOAT, "float") PARAMETER_TYPE(DOUBLE, "double") PARAMETER_TYPE(BOOL, "boolean") PARAMETER_TYPE(STRING, "string")                      \
    PARAMETER_TYPE(WORD, "") PARAMETER_TYPE(SHAPE, "Shape(tuple)") PARAMETER_TYPE(SHAPE_OF_MAY_BE, "Shape(tuple)")                                        \
    PARAMETER_TYPE(SHAPE_OR_NONE, "Shape or None") PARAMETER_TYPE(INT_OR_NONE, "int or None")                            \
    PARAMETER_TYPE(FLOAT_OR_NONE, "float or None") PARAMETER_TYPE(DOUBLE_OR_NONE, "double or None") PARAMETER_TYPE(BOOL_OR_NONE, "boolean or None")       \
    PARAMETER_TYPE(FLOATS, "tuple of <float>") PARAMETER_TYPE(LONGS, "tuple of <long>")
typedef enum ParameterType {
#define PARAMETER_TYPE(name, words) PARAMETER_##name,
    PARAMETER_TYPES(PARAMETER_TYPE)
#undef PARAMETER_TYPE
} ParameterType;

#define CONTRIB "_contrib_" /* how names of mx.nd.contrib's begin */
enum { OPERATOR_READS = 1, OPERATOR_TELLS = 2, OPERATOR_STARRED = 4 }; /* has it a parser; is its name said with what it refuses; any number of inputs? */
enum { OPERATOR_MAX = 48 };                                            /* inputs and parameters of one */

/* A row of operators.def: an operator, and then its parameters. */
typedef struct OperatorRow {
    const char *name;                /* of either */
    const char *own, *inputs;        /* of an operator: the name that it was first registered with; its inputs' names */
    const char *counted;             /* the parameter that says how many inputs there are, or "" */
    const char *words, *low, *high;  /* of a parameter */
    uint8_t type, flags;
    bool operator_, required;
} OperatorRow;
extern const OperatorRow operator_rows[]; /* ended by a row without a name */
const OperatorRow *operator_find(const char *name);
int operator_parameters(const OperatorRow *op); /* how many rows follow */
const char *parameter_words(const OperatorRow *row);

/* A parameter as it was given. */
typedef struct Given {
    const char *key; /* of the table, or what stood in the call */
    Ref value;
    const OperatorRow *row; /* NULL: the operator knows no such word */
    bool dtype;             /* told as the dtype's name */
} Given;

typedef enum Reading { READ_SAME, READ_OTHER, READ_BAD, READ_TRAILING, READ_RAISED } Reading;
/* What the parser makes of a value: the same, another (*out, owned). */
Reading parameter_read(VM *vm, const OperatorRow *row, Ref value, Value *out);
/* All at once: other[i] is what stands for given[i] then (owned, or NO_VALUE). false: raised, in MXNet's order and words. */
bool operator_reads(TensorLib *lib, const OperatorRow *op, const Given *given, int n, Value *other);
/* Raises MXNet's error of this text (taken). */
Value mx_refuse(TensorLib *lib, Value text);
bool mx_refuse_said(TensorLib *lib, const char *words, ...) __attribute__((format(printf, 2, 3))); /* the same of words as printf takes them; false */
bool mx_drawn(TensorLib *lib, const char *code, const Tensor *a, const Tensor *b); /* adds perch's drawing of these operands (NULL: of nothing) to what was refused just now; false */

bool mx_squeezable(TensorLib *lib, const Tensor *t, const int64_t *axes, int n); /* infer.c, for mx.np too. false: refused */

extern const TypeDef mxnet_door_def;
extern const NativeDef mx_door_functions[];

#endif
