/* mod_math.h: the functions of mod_math_int.c that mod_math.c lists. */
#ifndef PERCH_LIB_MOD_MATH_H
#define PERCH_LIB_MOD_MATH_H

#include "lang/types/int_impl.h"
#include "lang/object/vm.h"

Value math_comb(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_factorial(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_fsum(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_gcd(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_isqrt(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_lcm(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_perm(VM *vm, const Ref *args, int n, Ref kwnames);
Value math_prod(VM *vm, const Ref *args, int n, Ref kwnames);
extern const ModuleDef math_module;

#endif
