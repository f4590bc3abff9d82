/* mod_imp.h: what the files of the module _imp share. */
#ifndef PERCH_LIB_MOD_IMP_H
#define PERCH_LIB_MOD_IMP_H

#include "lang/object/vm.h"

typedef struct ImpState {
    bool locked; /* the import lock */
    uint64_t owner;
    int64_t depth;
    int64_t frozen; /* as _override_frozen_modules_for_tests() was told */
} ImpState;
extern const ModuleDef imp_module;

/* mod_imp_frozen.c */
Value imp_is_frozen(VM *vm, const Ref *args, int n, Ref kwnames);
Value imp_is_frozen_package(VM *vm, const Ref *args, int n, Ref kwnames);
Value imp_find_frozen(VM *vm, const Ref *args, int n, Ref kwnames);
Value imp_frozen_code(VM *vm, const Ref *args, int n, Ref kwnames);
Value imp_import_frozen(VM *vm, const Ref *args, int n, Ref kwnames);
Value imp_frozen_names(VM *vm, const Ref *args, int n, Ref kwnames);
Value imp_override_frozen(VM *vm, const Ref *args, int n, Ref kwnames);

#endif
