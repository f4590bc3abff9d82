/* asleep.h: modules that were imported and whose bodies run only when somebody looks into them or changes them.
 *
 * importlib's, imported by name alone while the import system sleeps (vm/import_system.c): they have a name, and no more; a look wakes the system, which makes them.
 * Some of the libraries' in the binary (the frozen module `_asleep` lists them), imported from wherever (vm/import_put_off.c): they have their names, paths and specs; a look runs their bodies. They do nothing else
 * when they are imported, so that nobody can tell. */
#ifndef PERCH_LANG_ASLEEP_H
#define PERCH_LANG_ASLEEP_H

#include "module.h"

bool import_sleeps(const VM *vm, Ref module); /* is it one that nobody has looked into yet? */
bool import_stir(VM *vm, Ref module);         /* it is awake afterwards; false: raised, and it sleeps on */
bool import_is_put_off(const VM *vm, Ref module); /* of the libraries' */
/* Such a module, made and known by its name and to its parent (or NULL); owned. NULL: raised, or the name is none of theirs, or all are awake. */
Value import_asleep(VM *vm, Ref name, Ref last, Ref parent);

#endif
