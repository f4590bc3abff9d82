/* asleep.h: importlib's modules that were imported by name alone, while the import system sleeps (vm/import_system.c): they have a name, and no more until somebody
 * looks at them or changes them, which wakes the system and makes them. */
#ifndef PERCH_LANG_ASLEEP_H
#define PERCH_LANG_ASLEEP_H

#include "module.h"

bool import_sleeps(const VM *vm, Ref module); /* is it one that nobody has looked into yet? */
/* Such a module, made and known by its name and to its parent (or NULL); owned. NULL: raised, or the name is none of theirs, or all are awake. */
Value import_asleep(VM *vm, Ref name, Ref last, Ref parent);

#endif
