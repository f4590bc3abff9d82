/* loose.h: keys in order, equals among them wherever C++'s std::sort, std::partial_sort and std::nth_element leave them; PyTorch's sort and topk on a CPU are these. */
#ifndef PERCH_CORE_CPU_LOOSE_H
#define PERCH_CORE_CPU_LOOSE_H

#include "work.h"

typedef struct Key { uint64_t key; int64_t at; } Key;

/* false: the Work was stopped */
bool loose_sort(Work *w, Key *keys, int64_t n);
bool loose_first(Work *w, Key *keys, int64_t n, int64_t count); /* the first `count` in order, as topk takes them: from a heap where they are few */

#endif
