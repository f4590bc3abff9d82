/* list.h: a list in a structure, which grows (core_grow): its elements in `d`, found by numbers, since they move. */
#ifndef PERCH_CORE_LIST_H
#define PERCH_CORE_LIST_H

#include "core_impl.h"

#define LIST(type) struct { type *d; int count, room; }
/* Both false: recorded. */
#define ROOM(c, list, n) core_grow(c, (void **)&(list).d, &(list).room, (list).count + (n), sizeof *(list).d)
#define PUSH(c, list, ...) (ROOM(c, list, 1) && ((list).d[(list).count++] = (__VA_ARGS__), true))
#define LET_GO(c, list) do { if ((list).room) core_free(c, (list).d, sizeof *(list).d * (size_t)(list).room); } while (0)

#endif
