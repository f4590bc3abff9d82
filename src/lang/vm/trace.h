/* trace.h: --trace: what the machine does, a line an event on stderr. Off, it costs nothing: instructions are watched through the
 * second dispatch table of the eval loop, requests for memory through the slow path that limits and tests take too. */
#ifndef PERCH_LANG_TRACE_H
#define PERCH_LANG_TRACE_H

#include "lang/object/func.h"

enum {
    TRACE_VM = 1,    /* vm     FILE:LINE FUNCTION NUMBER OPCODE operands: each instruction */
    TRACE_OPS = 2,   /* ops    FILE:LINE OPCODE types: each operation on objects, with what its operands are */
    TRACE_GC = 4,    /* gc     FILE:LINE N tracked, N collected, T ms: each collection of cycles */
    TRACE_ALLOC = 8, /* alloc  FILE:LINE N bytes: each request for memory (growing in place: by how much) */
};

/* The instruction `at` of frame f is about to run. */
void trace_instruction(VM *vm, const Frame *f, const Ins *at);
/* A collection that began with `tracked` objects at `started` (trace_clock) is over. */
void trace_collection(VM *vm, int64_t tracked, int64_t collected, double started);
double trace_clock(void); /* milliseconds */

#endif
