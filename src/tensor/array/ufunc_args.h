/* ufunc_args.h: the arguments of a call, bound. */
#ifndef PERCH_TENSOR_ARRAY_UFUNC_ARGS_H
#define PERCH_TENSOR_ARRAY_UFUNC_ARGS_H

#include "ufunc_impl.h"

bool ufunc_args(VM *vm, Np *np, const Ufunc *u, const Ref *args, int n, Ref kwnames, CallArgs *c);

/* What a call holds while it runs. */
typedef struct Running {
    NdArray *ops[UFUNC_OPERANDS]; /* owned */
    Resolved resolved;
    ErrorState errors;
    Casting casting;
    Order order;
    NdArray *mask;
    Value wrap;                   /* inputs' __array_wrap__, or NULL */
} Running;
/* Operands, dtypes and keywords that all kinds of calls have; false: raised. running_close in any case. */
bool running_open(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r);
bool running_resolve(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r);
Value running_results(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r);
void running_close(VM *vm, const Ufunc *u, Running *r);

#endif
