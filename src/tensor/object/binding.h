/* binding.h: ops as functions and methods of an accent, by tables: a row says the op, the signature, and where each parameter goes.
 *
 * A file tensor_<accent>.def holds rows; tensor_<accent>.c includes rows.h, which turns them into functions and into
 * NativeDef tables:
 *
 *   FUNC(name, op, "signature", map)         a function of the module
 *   METHOD(name, op, "signature", map)       a method of the type
 *   BOTH(name, op, "signature", map)         the same row as both
 *   BOTH_IN(name, op, "signature", map)      and `name_`, which writes into the first operand (torch)
 *
 * The map has one entry for each parameter of the signature, in order, then constants:
 *   T(i)            input i: a tensor or a number                TO(i)   the same, None or absent: left out
 *   T1(i)           a tensor of indices: a vector, one without dimensions as one of one element
 *   TS(i)           a sequence of tensors: inputs i, i + 1, …
 *   A(attr)         an attribute (reduce_axes …); None or absent: its type's zero, of INTS and DTYPE "not said"
 *   D(attr, x)      the same with another default                DT(attr, "text")  the same for a text
 *   V(attr)         `*sizes`: integers, or one sequence of them
 *   X               a parameter that means nothing here          O       out=: the result is written there
 *   C(attr, x)      a constant: no parameter                     CT(attr, "text")
 *   N(i, x)         a constant number as input i: no parameter
 * The first output is the result; rows PFUNC, PMETHOD and PBOTH give all outputs, as a tuple.
 */
#ifndef PERCH_LIB_TENSOR_BINDING_H
#define PERCH_LIB_TENSOR_BINDING_H

#include "tensor_lib.h"

typedef enum ParamKind {
    P_END, P_TENSOR, P_TENSOR_1D, P_OPTIONAL, P_TENSORS, P_ATTR, P_ATTR_NUMBER, P_ATTR_TEXT, P_VARINTS, P_SKIP, P_OUT,
    P_CONST, P_CONST_TEXT, P_CONST_INPUT /* these take no argument */
} ParamKind;
typedef struct Param {
    uint8_t kind, index;
    double value;
    const char *text;
} Param;
#define T(i) {P_TENSOR, i, 0, NULL},
#define T1(i) {P_TENSOR_1D, i, 0, NULL},
#define TO(i) {P_OPTIONAL, i, 0, NULL},
#define TS(i) {P_TENSORS, i, 0, NULL},
#define A(attr) {P_ATTR, attr, 0, NULL},
#define D(attr, x) {P_ATTR_NUMBER, attr, x, NULL},
#define DT(attr, t) {P_ATTR_TEXT, attr, 0, t},
#define V(attr) {P_VARINTS, attr, 0, NULL},
#define X {P_SKIP, 0, 0, NULL},
#define O {P_OUT, 0, 0, NULL},
#define C(attr, x) {P_CONST, attr, x, NULL},
#define CT(attr, t) {P_CONST_TEXT, attr, 0, t},
#define N(i, x) {P_CONST_INPUT, i, x, NULL},

typedef struct Binding {
    const char *name;
    uint16_t op;
    bool all;            /* all outputs, as a tuple */
    uint8_t accent;
    const Param *params; /* ended by P_END */
} Binding;

/* args: one a parameter, NULL where absent, as a NativeDef's signature gives them. in_place: the first operand takes the result. */
Value binding_run(VM *vm, const Binding *b, const Ref *args, bool in_place);

/* The binary operators of the language and their ops: ROW(slot, op). */
#define TENSOR_OPERATORS(ROW)                                                                                    \
    ROW(add, OP_add) ROW(sub, OP_subtract) ROW(mul, OP_multiply) ROW(div, OP_divide) ROW(floordiv, OP_floor_divide) \
    ROW(mod, OP_mod) ROW(pow, OP_power) ROW(and, OP_bit_and) ROW(or, OP_bit_or) ROW(xor, OP_bit_xor)             \
    ROW(lshift, OP_shift_left) ROW(rshift, OP_shift_right)

/* ---- for bindings with code of their own ---- */
/* An attribute from a value; `room` holds the integers of INTS and must live as long as the call. NULL and None: not said. */
bool attr_from_value(TensorLib *lib, const AttrInfo *info, Ref v, Attr *out, Dims *room);
void attrs_default(const Op *op, Attr *attrs);
/* A value as an operand in an accent: a tensor of it (a new one is owned by *made), a number. */
bool operand_arg(TensorLib *lib, Accent accent, const char *function, int position, Ref v, Arg *out, Tensor **made);
/* PyTorch's out= takes no part in autograd: false, raised, where a gradient would flow. */
bool out_without_grad(TensorLib *lib, const char *function, OpId op, const Arg *in, int n, const Tensor *out);
/* What an op gave, as a value: like tensor_show, but a 0-d result of NumPy's is a scalar. */
Value tensor_result(TensorLib *lib, Accent accent, Tensor *t /*taken*/);

#endif
