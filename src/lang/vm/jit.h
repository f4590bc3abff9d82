/* jit.h: machine code for hot code, made of copies of what the compiler made of each instruction (stencils.c). It does what vm_run does, from the same text, and may be left for
 * vm_run at any instruction: both keep everything in the frame and its registers. --no-jit or PERCH_JIT=0 do without.
 */
#ifndef PERCH_LANG_JIT_H
#define PERCH_LANG_JIT_H

#include "lang/object/func.h"

typedef Value (*Stencil)(void);


/* What machine code returns besides values. The frame is vm->frame, its pc is saved. */
#define JIT_GO_ON ((Value)(uintptr_t)1)  /* the instruction at pc is vm_run's */
#define JIT_FAILED ((Value)(uintptr_t)2) /* an exception is pending */
#define JIT_BREAK ((Value)(uintptr_t)3)  /* the breaker is set */
#define JIT_BREAK_AT_JUMP ((Value)(uintptr_t)4) /* the same, at the jump back that pc stands behind and that is still to be made */
#define JIT_LEFT(v) (BITS(v) - 1 < 4)    /* one of these */

/* Code becomes hot when it was called, and jumped back in, so often. */
enum { JIT_HOT = 1000, JIT_PATIENCE = 50 };
int32_t jit_warmth(const char *asked); /* Code.heat of new code as PERCH_JIT (or NULL) wants it */
bool jit_compile(VM *vm, const Frame *f); /* its code's; false: there is none, and it is not asked again soon */
void jits_sweep(VM *vm);             /* what ended is unmapped, while none runs */
Value jit_run(VM *vm, Frame *f);      /* f->code->jit, from f->pc on */

#endif
