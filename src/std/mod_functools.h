/* mod_functools.h: what mod_functools.c and mod_lru.c share. */
#ifndef PERCH_LIB_MOD_FUNCTOOLS_H
#define PERCH_LIB_MOD_FUNCTOOLS_H

#include "lang/object/args.h"
#include "lang/types/seq.h"
#include "lang/object/vm.h"

typedef struct FunctoolsState { Type *partial, *key, *lru; } FunctoolsState;
extern const ModuleDef functools_module;
extern const TypeDef lru_def;

#endif
