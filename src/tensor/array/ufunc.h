/* ufunc.h: numpy.ufunc: functions over elements, with their loops by dtype. */
#ifndef PERCH_TENSOR_ARRAY_UFUNC_H
#define PERCH_TENSOR_ARRAY_UFUNC_H

#include "promote.h"
#include "transfer.h"
#include "walk.h"

/* args: where each operand stands, inputs first; count[0] elements, behind it a gufunc's core dimensions; steps: bytes from one element to the next, one an operand, behind them the core
 * dimensions' strides. Operands are aligned and in this machine's order. false: raised (loops over objects; those over numbers never fail: the processor's flags tell of them). */
typedef bool (*UfuncLoop)(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, const void *data);

Ref ufunc_named(VM *vm, Np *np, const char *name); /* "add" …; borrowed; never NULL once the module is open */
/* ufunc(operands…) as C asks for it: outputs fresh. Owned; NULL: raised. */
Value ufunc_call(VM *vm, Ref ufunc, const Ref *operands, int n);
Value ufunc_reduce(VM *vm, Ref ufunc, Ref array, Ref axis /*or NULL: 0; None: all*/, Ref dtype, Ref out, bool keepdims);
Value array_binary(VM *vm, BinOp op, Ref a, Ref b);         /* the slots of ndarray: V_NOTIMPL where the other one is to be asked */
bool scalar_defers(VM *vm, Np *np, Ref self, Ref other);     /* does a scalar's operator leave the answer to the other operand? */
Value scalars_binary(VM *vm, BinOp op, Ref a, Ref b);       /* of two arrays without dimensions, or numbers, that stand for scalars */
Value array_inplace(VM *vm, BinOp op, Ref a, Ref b);
Value array_unary(VM *vm, const char *ufunc, Ref a);
Value array_compare(VM *vm, Ref a, Ref b, CmpOp op);
bool ufunc_open(VM *vm, Np *np, Dict *ns);                  /* the class, and every ufunc under its name */

#endif
