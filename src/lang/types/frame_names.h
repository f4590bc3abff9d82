/* frame_names.h: who looks at a running program's names for its own ends (an explanation of an error) leaves no dict of them behind: it would keep alive what the program lets go of next. */
#ifndef PERCH_LANG_FRAME_NAMES_H
#define PERCH_LANG_FRAME_NAMES_H

#include "lang/object/func.h"

enum { NAMES_FRAMES = 512 }; /* of the innermost frames; deeper ones are left alone */
typedef struct NamesBefore {
    uint64_t had[NAMES_FRAMES / 64];
} NamesBefore; /* frames of which the program itself has such a dict */
void frame_names_begin(VM *vm, NamesBefore *before);
void frame_names_end(VM *vm, const NamesBefore *before); /* at the same depth of calls */

#endif
