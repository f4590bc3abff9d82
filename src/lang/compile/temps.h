/* temps.h: what each temporary of a code holds before each of its instructions, as far as it can be known without running it (verify.c). */
#ifndef PERCH_LANG_TEMPS_H
#define PERCH_LANG_TEMPS_H

#include "code.h"

enum { /* from TEMP_LIVE on it holds a value */
    TEMP_EMPTY, TEMP_MAYBE /* on some ways here it does */, TEMP_UNKNOWN /* no way leads here */,
    TEMP_LIVE, TEMP_ITERATOR /* of a loop */, TEMP_EXIT /* of a with block */, TEMP_EXCEPTION /* being handled */, TEMP_OUTER /* and what was handled before */,
};

/* nins rows of nregs - nlocals states, to be freed with mem_free; NULL raised. */
uint8_t *code_temps(VM *vm, const Code *c);

/* jump.c: a running frame goes on at a line; what the blocks hold that it leaves is released. false: raised, with the reason. */
bool frame_jump(VM *vm, FrameObj *o, int64_t line);

#endif
