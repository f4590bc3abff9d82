/* mod_collections.h: what mod_collections.c and mod_deque.c share. */
#ifndef PERCH_LIB_MOD_COLLECTIONS_H
#define PERCH_LIB_MOD_COLLECTIONS_H

#include "lang/object/args.h"
#include "lang/types/seq.h"
#include "lang/object/vm.h"

typedef struct CollectionsState {
    Type *deque, *deque_iterator, *deque_reverse_iterator, *defaultdict, *tuplegetter, *odict, *odict_keys, *odict_values, *odict_items;
} CollectionsState;
extern const ModuleDef collections_module;
extern const TypeDef deque_def, deque_iterator_def, deque_reverse_iterator_def;
extern const TypeDef odict_def, odict_keys_def, odict_values_def, odict_items_def; /* mod_odict.c */

#endif
