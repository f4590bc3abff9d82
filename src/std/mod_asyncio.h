/* mod_asyncio.h: what the files of the module _asyncio share: futures, tasks, the words of asyncio's own modules. */
#ifndef PERCH_STD_MOD_ASYNCIO_H
#define PERCH_STD_MOD_ASYNCIO_H

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "std.h"

enum { PENDING, CANCELLED, FINISHED };

typedef struct Future {
    Obj head;
    Value loop;                /* NULL: __init__ has not run */
    Value first, first_context; /* the first callback, which most futures have and no other; or NULL */
    Value callbacks;           /* those behind it: a list of (callback, context), or NULL */
    Value result, exception, traceback; /* or NULL */
    Value source, message, cause; /* _source_traceback, _cancel_message, the CancelledError that a task ended with; or NULL */
    uint8_t state;
    bool untold;               /* its exception has not been asked for */
    bool blocking;             /* it was awaited, and its task has not looked yet */
} Future;

typedef struct Task {
    Future f;
    Value coro, name, context;
    Value waiter;              /* the future that it waits for, or NULL: a step of it is to come */
    int64_t cancels;
    bool must_cancel, quiet;   /* quiet: nothing is said when it goes while pending */
} Task;

enum {
    WORD_call_soon, WORD_context, WORD_get_debug, WORD_call_exception_handler, WORD_get_loop, WORD_cancel, WORD_add_done_callback, WORD__loop, WORD__asyncio_future_blocking, WORD_msg,
    WORD_add, WORD_discard, WORD_result, WORD_send, WORD_throw, WORD_COUNT,
};
enum { /* what is imported when it is first wanted */
    FROM_cancelled_error, FROM_invalid_state, FROM_policy, FROM_future_repr, FROM_task_repr, FROM_task_stack, FROM_task_print, FROM_extract_stack, FROM_iscoroutine, FROM_copy_context, FROM_COUNT,
};
typedef struct AsyncState {
    Type *future, *task, *iter, *step;
    Value words[WORD_COUNT], from[FROM_COUNT];
    Value context_name;        /* ("context",) */
    Value all_tasks, current_tasks;
    Value running_key;         /* of the running loop among what a thread keeps */
    int64_t tasks;             /* made so far: their names */
} AsyncState;
extern const ModuleDef asyncio_module;
extern const TypeDef async_future_def, async_iter_def, async_task_def, async_step_def;
static inline AsyncState *async_state(VM *vm) { return module_state(vm, &asyncio_module); }
static inline Future *as_future(Ref v) { return (Future *)BITS(v); }
static inline Task *as_task(Ref v) { return (Task *)BITS(v); }
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
#define WORD(st, name) ((Ref)(st)->words[WORD_##name])

/* ---- mod_asyncio.c ---- */
Ref async_from(VM *vm, AsyncState *st, int which); /* borrowed; NULL: raised */
Value async_running_loop(VM *vm, AsyncState *st);  /* or None */
Value async_event_loop(VM *vm, AsyncState *st);    /* that, or the policy's */
bool async_call_soon(VM *vm, AsyncState *st, Ref loop, Ref callback, Ref arg /*or NULL*/, Ref context /*or NULL*/);
bool loop_enter_task(VM *vm, AsyncState *st, Ref loop, Ref task);
bool loop_leave_task(VM *vm, AsyncState *st, Ref loop, Ref task);

/* ---- mod_asyncio_future.c ---- */
bool future_open(VM *vm, AsyncState *st, Future *f, Ref loop /*or NULL*/);
void future_clear(VM *vm, Obj *o);
void future_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
void future_del(VM *vm, Ref o);
Value future_result(VM *vm, AsyncState *st, Future *f); /* NULL: raised */
bool future_set_result(VM *vm, AsyncState *st, Ref self, Ref result);
bool future_set_exception(VM *vm, AsyncState *st, Ref self, Ref exception);
int future_cancel(VM *vm, AsyncState *st, Ref self, Ref message /*or NULL*/); /* 1; 0: it was done; -1: raised */
bool future_add_callback(VM *vm, AsyncState *st, Ref self, Ref callback, Ref context /*or NULL: a copy of the current one*/);
Value future_cancelled_error(VM *vm, AsyncState *st, Future *f); /* the exception, owned */
Value future_iter(VM *vm, Ref self);
bool future_alive(VM *vm, const Future *f);
extern const NativeDef future_methods[];
#endif
