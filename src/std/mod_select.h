/* mod_select.h: what the files of the module select share. */
#ifndef PERCH_LIB_MOD_SELECT_H
#define PERCH_LIB_MOD_SELECT_H

#include "lang/object/thread.h"
#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct SelectState { Type *poll, *epoll; } SelectState;
extern const ModuleDef select_module;
static inline SelectState *select_state(VM *vm) { return module_state(vm, &select_module); }

/* When a wait of so many units of `unit` ns ends (lib_clock); None or NULL: never (-1), as is a negative one where that is allowed. */
bool until_of(VM *vm, Ref v, int64_t unit, bool negative, const char *wrong_type, int64_t *until);

Value poll_make(VM *vm, Type *type);
extern const TypeDef poll_def, epoll_def; /* mod_select_poll.c, mod_select_epoll.c */
#endif
