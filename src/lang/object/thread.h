/* thread.h: several OS threads in one VM. One lock a VM: language code runs under it, one thread at a time.
 *
 * What belongs to a thread (its frames and value stack, what is pending and being handled, its C stack's limit) stands in the VM
 * while the thread runs and in its Thread while it does not. A running thread hands over at a safe point when another has waited
 * for sys.getswitchinterval(), and around everything that waits: Thread *me = thread_leave(vm); wait; thread_enter(vm, me);
 * between the two it may not touch the VM. A VM without a second thread pays nothing for all this.
 *
 * Signals are the main thread's; an interrupt comes to it and to each thread that the embedder has attached. When the VM closes, what still runs is unwound without running handlers.
 */
#ifndef PERCH_LANG_THREAD_H
#define PERCH_LANG_THREAD_H

#include <errno.h>

#include "obj.h"

struct Frame;
typedef struct Thread Thread;
typedef struct Threads Threads;

bool vm_threads_open(VM *vm);         /* from now on there may be threads; idempotent; false: no memory */
void threads_finish(VM *vm);          /* runs vm->on_threads_end (threading joins what is no daemon) */
void threads_stop(VM *vm);            /* unwinds what is left; from then on only the main thread runs, and none can be started */
void threads_forget_main(VM *vm);     /* what the main thread keeps for itself, which the program's last code may still want */
bool threads_abandoned(const VM *vm); /* did one not end? It is in C that does not return, and may look at the VM if it ever does */
void vm_threads_close(VM *vm);        /* after that: frees all */

/* fn(*args, **kwargs) in a new thread (kwargs a dict or NULL); its identifier, or 0: raised. */
uint64_t thread_start(VM *vm, Ref fn, Ref args, Ref kwargs);
uint64_t thread_ident(VM *vm);        /* of the running one */
bool thread_is_main(const VM *vm);    /* is the running one the VM's first? */
bool thread_is_here(VM *vm);          /* is this OS thread the one that runs in the VM? Any thread may ask, once threads were opened */
bool thread_is_living(VM *vm, uint64_t ident);
bool threads_shared(const VM *vm);    /* may another thread want to run? */
void threads_visit(VM *vm, void (*each)(void *arg, uint64_t ident, struct Frame *frame, Ref handled), void *arg); /* all of them, with their innermost frames */
/* The same from a handler of signals, or from a thread that has no turn: without a lock, as they stand at the moment; until one answers false. */
void threads_peek(const VM *vm, bool (*each)(void *arg, uint64_t ident, const struct Frame *frame), void *arg);
int64_t thread_count(VM *vm);         /* of those that were started and have not ended */
void thread_mark(VM *vm, Ref mark, bool *marked); /* *marked, which lies in mark, becomes false and is woken (thread_wake) when the running thread has ended */
int64_t thread_stack_size(VM *vm, int64_t size); /* of C stacks of threads to come, 0 the usual one; what it was, -1: too small */
Value *thread_context(VM *vm);        /* the running thread's context of contextvars, or NULL there */
int *thread_origin_depth(VM *vm);     /* so many frames the running thread's new coroutines remember */
Value *thread_locals(VM *vm);         /* a dict for what the running thread keeps for itself, or NULL there: the caller makes it */
void thread_forget_local(VM *vm, Ref key); /* in the dicts of all threads */
void thread_visit_local(VM *vm, Ref key, VisitFn visit, void *arg); /* for the collector: what the dicts hold under the key */

/* A thread that the embedder made comes in and runs language code as the others do, when it has its turn; c_stack: bytes of its C stack. The VM was told
 * to expect it (from then on all that waits hands over). NULL: no memory, or the VM closes. */
bool thread_expect(VM *vm);
Thread *thread_attach(VM *vm, size_t c_stack);
void thread_detach(VM *vm, Thread *me);
bool threads_dismiss(VM *vm);         /* those are unwound; false: not all within a while */
void thread_ready(VM *vm);            /* interrupts that came so far are not for the running thread */
bool thread_is_called(VM *vm, const Thread *t); /* any thread: has an interrupt come for t that it has not taken? NULL: for the only thread */

Thread *thread_self(const VM *vm);    /* the running one */

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
void thread_wake(VM *vm, const bool *flag); /* those that wait for it */
bool thread_nap(VM *vm, double seconds); /* false: interrupted, raised */
uint32_t thread_take(VM *vm, uint32_t which); /* at a safe point: takes these bits out of the breaker, hands over if asked to; what is left to this thread */
bool thread_die(VM *vm);              /* raises what unwinds a thread of a closing VM; false */
Value *threads_at_fork(VM *vm, int which /*0: before, after it 1: in the child, 2: in the parent*/); /* what the program has called around a fork: a list, or NULL */
void thread_after_fork(VM *vm);       /* in the child only the running thread is left */

#endif
