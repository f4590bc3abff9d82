/* rows.h: turns the rows of ROWS_FILE (binding.h) of accent ROWS_ACCENT into functions and two NativeDef tables,
 * row_functions and row_methods. Included once by each tensor_<accent>.c. */
#include "core/op_more.h"
#include "binding.h"

#define ROW(name, op, all, sig, ...)                                                                                     \
    static const Param params_##name[] = {__VA_ARGS__ {P_END, 0, 0, NULL}};                                                      \
    static const Binding row_##name = {#name, OP_##op, all, ROWS_ACCENT, params_##name};                                         \
    static Value call_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return binding_run(vm, &row_##name, args, false); }
#define ROW_IN(name, op, all, sig, ...)                                                                                     \
    ROW(name, op, all, sig, __VA_ARGS__)                                                                                          \
    static Value call_##name##_in(VM *vm, const Ref *args, int n, Ref kwnames) { return binding_run(vm, &row_##name, args, true); }
#define FUNC(name, op, sig, map) ROW(name, op, false, sig, map)
#define METHOD(name, op, sig, map) ROW(name, op, false, sig, map)
#define BOTH(name, op, sig, map) ROW(name, op, false, sig, map)
#define BOTH_IN(name, op, sig, map) ROW_IN(name, op, false, sig, map)
#define PFUNC(name, op, sig, map) ROW(name, op, true, sig, map)
#define PMETHOD(name, op, sig, map) ROW(name, op, true, sig, map)
#define PBOTH(name, op, sig, map) ROW(name, op, true, sig, map)
#include ROWS_FILE
#undef FUNC
#undef METHOD
#undef BOTH
#undef BOTH_IN
#undef PFUNC
#undef PMETHOD
#undef PBOTH

#define FUNC(name, op, sig, map) {#name, call_##name, sig, NULL, NATIVE_KW},
#define METHOD(name, op, sig, map)
#define BOTH(name, op, sig, map) {#name, call_##name, sig, NULL, NATIVE_KW},
#define BOTH_IN(name, op, sig, map) {#name, call_##name, sig, NULL, NATIVE_KW}, {#name "_", call_##name##_in, sig, NULL, NATIVE_KW},
#define PFUNC FUNC
#define PMETHOD METHOD
#define PBOTH BOTH
static const NativeDef row_functions[] = {
#include ROWS_FILE
    {NULL, NULL, NULL, NULL, 0},
};
#undef FUNC
#undef METHOD
#define FUNC(name, op, sig, map)
#define METHOD(name, op, sig, map) {#name, call_##name, sig, NULL, NATIVE_KW},
static const NativeDef row_methods[] = {
#include ROWS_FILE
    {NULL, NULL, NULL, NULL, 0},
};
#undef FUNC
#undef METHOD
#undef BOTH
#undef BOTH_IN
#undef PFUNC
#undef PMETHOD
#undef PBOTH
#undef ROW
#undef ROW_IN
