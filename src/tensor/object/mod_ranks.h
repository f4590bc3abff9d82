/* mod_ranks.h: the run's groups by the numbers that programs know them by (_ranks): for _rings. */
#ifndef PERCH_MOD_RANKS_H
#define PERCH_MOD_RANKS_H

#include "core/ranks.h"
#include "lang/object/thread.h"

RankGroup *rank_group_of(VM *vm, Ref number); /* NULL: raised */

#endif
