/* shuffle.h: what shuffle.c does at a call of Python from C; nothing but in checked builds. */
#ifndef PERCH_LANG_SHUFFLE_H
#define PERCH_LANG_SHUFFLE_H

#include "lang/object/obj.h"

#ifdef PERCH_CHECKED
void stores_shuffle(VM *vm);
#else
static inline void stores_shuffle(VM *vm) { (void)vm; }
#endif

#endif
