/* thread.h: several OS threads in one VM. One lock a VM: language code runs under it, one thread at a time.
 *
 * What belongs to a thread (its frames and value stack, what is pending and being handled, its C stack's limit) stands in the VM
 * while the thread runs and in its Thread while it does not. A running thread hands over at a safe point when another has waited
 * for sys.getswitchinterval(), and around everything that waits: Thread *me = thread_leave(vm); wait; thread_enter(vm, me);
 * between the two it may not touch the VM. A VM without a second thread pays nothing for all this.
 *
 * Interrupts and signals are the main thread's. When the VM closes, what still runs is unwound without running handlers.
 */
#ifndef PERCH_LANG_THREAD_H
#define PERCH_LANG_THREAD_H

#include <errno.h>

#include "obj.h"

typedef struct Thread Thread;
typedef struct Threads Threads;

bool vm_threads_open(VM *vm);            /* from now on there may be threads; idempotent; false: no memory */
void threads_finish(VM *vm);          /* runs vm->on_threads_end (threading joins what is no daemon) */
void vm_threads_close(VM *vm);           /* unwinds what is left, frees all */

/* fn(*args, **kwargs) in a new thread (kwargs a dict or NULL); its identifier, or 0: raised. */
uint64_t thread_start(VM *vm, Ref fn, Ref args, Ref kwargs);
uint64_t thread_ident(VM *vm);        /* of the running one */
int64_t thread_count(VM *vm);         /* of those that were started and have not ended */
Value *thread_locals(VM *vm);         /* a dict for what the running thread keeps for itself, or NULL there: the caller makes it */
void thread_forget_local(VM *vm, Ref key); /* in the dicts of all threads */
void thread_visit_local(VM *vm, Ref key, VisitFn visit, void *arg); /* for the collector: what the dicts hold under the key */

Thread *thread_leave(VM *vm);         /* NULL: there is but one thread, nothing was done */
void thread_enter(VM *vm, Thread *me);
/* A system call that may wait, while other threads run: its value, and errno as it left it. */
#define THREAD_AWAY(vm, call)                        \
    ({                                               \
        Thread *away_me = thread_leave(vm);          \
        __typeof__(call) away_result = (call);       \
        int away_errno = errno;                      \
        thread_enter(vm, away_me);                   \
        errno = away_errno;                          \
        away_result;                                 \
    })
/* Wait until *flag is false (another thread clears it and calls thread_wake), at most `seconds` (< 0: without end).
 * 1: it is; 0: timed out; -1: interrupted, raised. */
int thread_wait(VM *vm, const bool *flag, double seconds);
void thread_wake(VM *vm);
bool thread_nap(VM *vm, double seconds); /* false: interrupted, raised */
uint32_t thread_break(VM *vm, uint32_t bits); /* at a safe point: hands over if asked to; the bits that are left to this thread */
bool thread_die(VM *vm);              /* raises what unwinds a thread of a closing VM; false */
void thread_after_fork(VM *vm);       /* in the child only the running thread is left */

#endif
