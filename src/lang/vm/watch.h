/* watch.h: sys.settrace and sys.setprofile: functions of the program that are told of what the running thread does.
 *
 * While a thread has one, its eval loops dispatch through their second table, which comes here before each instruction; off, this costs nothing.
 * A frame's call is told when its first instruction is met (FRAME_SEEN: it has been); what its trace function answered stands in its frame
 * object, without which none of its lines are looked at. What runs inside a trace function is not watched.
 */
#ifndef PERCH_LANG_WATCH_H
#define PERCH_LANG_WATCH_H

#include "lang/object/func.h"
#include "lang/object/vm.h"

typedef struct Watch {
    Value trace, profile; /* or NULL */
    Value counter;        /* what counts calls in C (_lsprof) where sys.setprofile() has nobody: sys.getprofile() says it */
    int busy;             /* inside of one of them */
    bool changing;        /* what was set before is going, whose __del__ may not set another */
} Watch;

static inline bool is_watched(const VM *vm) { return vm->watch && (vm->watch->trace || vm->watch->profile); }

/* The instruction `at` of f is about to run (f->pc stands behind it, or elsewhere afterwards: the program jumps). false: raised. */
bool watch_step(VM *vm, Frame *f, const Ins *at);
bool watch_leaves(VM *vm, Frame *f, Ref value); /* f hands out a value from inside an instruction */
/* A loop or an await of f has come to the end of an iterator, with a value (NULL: none). As in CPython a StopIteration that nobody sees is told. */
bool watch_exhausted(VM *vm, Frame *f, Ref it, Ref value);
void watch_raised(VM *vm, Frame *f);            /* the pending exception has come to f; another may be pending afterwards */
void watch_ends(VM *vm, Frame *f);              /* f ends by the pending exception */
bool watch_counts(VM *vm, Ref counter /*NULL: none any more*/);
void watch_forget(VM *vm);                      /* the running thread ends */

extern const NativeDef sys_watching[]; /* settrace gettrace setprofile getprofile call_tracing */

#endif
