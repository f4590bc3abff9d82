/* mod_typing.c: the module _typing: the one function of typing that has to be cheap. */
#include "lang/object/vm.h"

static Value fn_same(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }

static const NativeDef functions[] = {{"_idfunc", fn_same, "x, /", "x itself: what a NewType's call gives.", 0}, {NULL, NULL, NULL, NULL, 0}};

const ModuleDef typing_module = {.name = "_typing", .doc = "What typing.NewType calls.", .functions = functions};
