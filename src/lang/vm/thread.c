/* thread.c: the threads of a VM, the lock they share, and how one takes over from another (thread.h). Long because all of it stands on one struct and one mutex, which nothing else sees. */
#include "lang/object/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lang/object/vm.h"
#include "watch.h"

enum { C_STACK = 16 << 20, C_SPARE = 512 << 10, VALUE_STACK = 16 << 20 };
enum { LEAST_STACK = 32 << 10 }; /* what CPython takes for one */
static const int64_t POLL_NS = 20000000;    /* how late a waiting thread sees an interrupt */
static const int64_t CREDIT_NS = 10000000;  /* so much of its unused time a thread keeps that has slept */
/* How long a closing VM waits for a thread that does not come to a safe point, and for one in a system call, which may never return. */
static const double CLOSING_SECONDS = 2, AWAY_SECONDS = 0.1;

struct Thread {
    Thread *next;
    uint64_t ident;
    /* what stands in the VM while it runs */
    Frame *frame;
    Value error, handled;
    Value *stack, *stack_end;
    int depth, dealloc_depth;
    char *c_stack_limit;
    struct Importing *importing;
    Obj *trash;
    Value origin;
    struct Watch *watch;
    void *own;
    Frame base;
    uint32_t mail;       /* BREAK_INTERRUPT, BREAK_SIGNAL that another thread saw */
    bool attached;       /* the embedder's */
    bool away;           /* in a system call that may never return (thread_leave) */
    /* its turns */
    pthread_cond_t call; /* it is its turn, or what it waits for has come */
    Thread *behind;      /* it waits for the VM's lock: who came next */
    uint64_t after;      /* it let others go first: not before the turn with this number is over */
    int64_t since;       /* when it began to wait */
    int64_t began, used; /* when its turn began; how long its turns were in all, in ns */
    const bool *on;      /* thread_wait: what it waits for */
    Value locals;        /* a dict, or NULL */
    int origin_depth;
    Value context;       /* of contextvars, or NULL */
    Value mark;          /* whose *marked becomes false when the thread has ended; or NULL */
    bool *marked;
    size_t c_stack;      /* bytes */
    VM *vm;
    Value fn, args, kwargs;
    pthread_t id;
};

struct Threads {
    pthread_mutex_t mutex; /* guards what stands below; never held while language code runs */
    pthread_cond_t woken;  /* the end of a thread */
    Thread *running;       /* who has the VM's lock; NULL: it is free */
    Thread *all, *ended;   /* main is among all; those that ended wait to be freed */
    Thread main;
    Thread *first, *last;  /* those that wait for the VM's lock, as they came */
    int live;              /* threads but main */
    uint64_t turns;        /* handings over, and one */
    bool expecting;        /* threads of the embedder may come at any time */
    bool dismissed;        /* those are to end */
    bool closing, abandoned;
    Value at_fork[3];      /* thread.h */
    size_t c_stack;        /* of threads to come, as the program asked; 0: the usual one */
};

/* ---- clocks ---- */

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
static struct timespec at_ns(int64_t ns) { return (struct timespec){ns / 1000000000, ns % 1000000000}; }

static bool is_shared(const Threads *ts) { return ts->expecting || __atomic_load_n(&ts->live, __ATOMIC_RELAXED); }

/* ---- the VM's lock; all with the mutex held ---- */

static void store(VM *vm, Thread *t)
{
    t->frame = vm->frame;
    t->error = vm->error;
    t->handled = vm->handled;
    t->stack = vm->stack;
    t->stack_end = vm->stack_end;
    t->depth = vm->depth;
    t->dealloc_depth = vm->dealloc_depth;
    t->c_stack_limit = vm->c_stack_limit;
    t->importing = vm->importing;
    t->trash = vm->trash;
    t->origin = vm->origin;
    t->own = vm->own;
    t->watch = vm->watch;
}

static void load(VM *vm, const Thread *t)
{
    vm->frame = t->frame;
    vm->error = t->error;
    vm->handled = t->handled;
    vm->stack = t->stack;
    vm->stack_end = t->stack_end;
    vm->depth = t->depth;
    vm->dealloc_depth = t->dealloc_depth;
    vm->c_stack_limit = t->c_stack_limit;
    vm->importing = t->importing;
    vm->trash = t->trash;
    vm->origin = t->origin;
    vm->own = t->own;
    vm->watch = t->watch;
}

/* ---- interrupts: every thread that takes them has its copy ---- */

static uint32_t takes(const Threads *ts, const Thread *t) { return t == &ts->main ? BREAK_INTERRUPT | BREAK_SIGNAL : t->attached ? BREAK_INTERRUPT : 0; }

/* Bits that stood in the VM go to whom they concern; what is left is the running thread's. */
static uint32_t share(Threads *ts, uint32_t bits)
{
    for (Thread *t = ts->all; t; t = t->next)
        if (t != ts->running) t->mail |= bits & takes(ts, t);
    return (bits & takes(ts, ts->running)) | (bits & BREAK_COPY ? BREAK_INTERRUPT : 0);
}

/* ---- turns ----
 * Who has had least of the VM goes first: a thread that has slept (main, mostly) comes before those that compute or that only seem to sleep (sleep(0)), and has its
 * turn one switch interval after it asked, whatever their number. Until the one that waits longest has waited for an interval, whoever comes by may take a lock that
 * is free: a call in between need not cost a change of threads. */

static int64_t interval_ns(const VM *vm) { return (int64_t)(vm->switch_interval * 1e9); }

/* The one whose turn is next; NULL: nobody waits. */
static Thread *next_in_turn(const Threads *ts)
{
    Thread *best = NULL;
    for (Thread *t = ts->first; t; t = t->behind)
        if (t->after != ts->turns && (!best || t->used < best->used)) best = t;
    return best ? best : ts->first;
}

static void line_up(Threads *ts, Thread *me, int64_t now)
{
    int64_t least = INT64_MAX;
    for (const Thread *t = ts->first; t; t = t->behind)
        if (t->used < least) least = t->used;
    const Thread *r = ts->running;
    if (r && r->used + (now - r->began) < least) least = r->used + (now - r->began);
    if (least != INT64_MAX && me->used < least - CREDIT_NS) me->used = least - CREDIT_NS; /* long sleep gives no right to a long turn */
    me->since = now;
    me->behind = NULL;
    if (ts->last) ts->last->behind = me;
    else ts->first = me;
    ts->last = me;
}

static void step_out(Threads *ts, Thread *me)
{
    Thread **at = &ts->first, *before = NULL;
    for (; *at != me; at = &(*at)->behind) before = *at;
    bool was_first = at == &ts->first;
    *at = me->behind;
    if (ts->last == me) ts->last = before;
    if (was_first && ts->first) pthread_cond_signal(&ts->first->call); /* it looks at the clock from now on */
}

static void hand_out(VM *vm)
{
    Threads *ts = vm->threads;
    Thread *me = ts->running;
    if (__atomic_fetch_and(&vm->breaker, ~(uint32_t)BREAK_COPY, __ATOMIC_SEQ_CST) & BREAK_COPY) me->mail |= BREAK_INTERRUPT; /* not taken: it waits for the thread's next turn */
    store(vm, me);
    me->used += now_ns() - me->began;
    ts->running = NULL;
    vm->unwinding = false;
    Thread *next = next_in_turn(ts);
    if (next) pthread_cond_signal(&next->call);
}

static bool is_to_end(const Threads *ts, const Thread *t) { return t != &ts->main && (ts->closing || (ts->dismissed && t->attached)); }

static bool may_take(const VM *vm, const Thread *me, int64_t now)
{
    const Threads *ts = vm->threads;
    if (ts->running || (ts->abandoned && me != &ts->main)) return false;
    if (ts->first == me && !me->behind) return true; /* nobody else wants it */
    if (me->after == ts->turns) return false;
    return now - ts->first->since < interval_ns(vm) || next_in_turn(ts) == me;
}

/* after: 0, or the number of the turn that was its own and that others are to follow. */
static void take_turn(VM *vm, Thread *me, uint64_t after)
{
    Threads *ts = vm->threads;
    int64_t now = now_ns();
    me->after = after;
    line_up(ts, me, now);
    while (!may_take(vm, me, now)) {
        if (ts->abandoned && me != &ts->main) { /* the VM is at its end: this thread may never run again */
            pthread_cond_wait(&me->call, &ts->mutex);
            continue;
        }
        uint64_t turn = ts->turns;
        bool first = ts->first == me; /* it looks at the clock for all */
        int64_t wait = first ? interval_ns(vm) : 1000000000;
        struct timespec until = at_ns(now + (wait < 100000 ? 100000 : wait));
        bool late = pthread_cond_timedwait(&me->call, &ts->mutex, &until) == ETIMEDOUT;
        now = now_ns();
        if (late && first && ts->running && (turn == ts->turns || now - me->since >= interval_ns(vm))) __atomic_fetch_or(&vm->breaker, BREAK_SWITCH, __ATOMIC_SEQ_CST);
        else if (!ts->running && !may_take(vm, me, now)) pthread_cond_signal(&next_in_turn(ts)->call);
    }
    step_out(ts, me);
    ts->turns++;
    ts->running = me;
    me->began = now;
    load(vm, me);
    if (me->mail) {
        __atomic_fetch_or(&vm->breaker, (me->mail & BREAK_SIGNAL) | (me->mail & BREAK_INTERRUPT ? BREAK_COPY : 0), __ATOMIC_SEQ_CST);
        me->mail = 0;
    }
    if (is_to_end(ts, me)) {
        vm->unwinding = true;
        __atomic_fetch_or(&vm->breaker, BREAK_DIE, __ATOMIC_SEQ_CST);
    }
}

static void take_over(VM *vm, Thread *me) { take_turn(vm, me, 0); }

Thread *thread_leave(VM *vm)
{
    vm->outside++;
    Threads *ts = vm->threads;
    if (!ts || !is_shared(ts)) return NULL;
    Thread *me = ts->running;
    pthread_mutex_lock(&ts->mutex);
    me->away = true;
    hand_out(vm);
    pthread_mutex_unlock(&ts->mutex);
    return me;
}

void thread_enter(VM *vm, Thread *me)
{
    if (!me) return;
    Threads *ts = vm->threads;
    pthread_mutex_lock(&ts->mutex);
    me->away = false;
    take_over(vm, me);
    pthread_mutex_unlock(&ts->mutex);
}

/* Let one that waits have a turn. Not inside an import (another thread would find half a module), not inside the collector. */
static void yield(VM *vm)
{
    Threads *ts = vm->threads;
    if (vm->gc_running || vm->importing || vm->dealloc_depth || !is_shared(ts)) return;
    Thread *me = ts->running;
    pthread_mutex_lock(&ts->mutex);
    if (ts->first) {
        uint64_t turn = ts->turns;
        hand_out(vm);
        take_turn(vm, me, turn);
    }
    pthread_mutex_unlock(&ts->mutex);
}

uint32_t thread_take(VM *vm, uint32_t which)
{
    Threads *ts = vm->threads;
    if (!ts) return __atomic_fetch_and(&vm->breaker, ~which, __ATOMIC_SEQ_CST) & which;
    uint32_t calls = BREAK_CALLED | BREAK_SIGNAL;
    pthread_mutex_lock(&ts->mutex); /* (whoever asks meanwhile whether a thread is called finds the bit here or in its mail) */
    uint32_t bits = __atomic_fetch_and(&vm->breaker, ~which, __ATOMIC_SEQ_CST) & which;
    bits = (bits & ~calls) | share(ts, bits & calls);
    pthread_mutex_unlock(&ts->mutex);
    if (bits & BREAK_SWITCH) yield(vm);
    return bits & ~(uint32_t)BREAK_SWITCH;
}

bool thread_die(VM *vm)
{
    if (vm->unwinding && !vm->error) err_raise(vm, EXC_SystemExit, "thread");
    return false;
}

/* ---- waiting ---- */

static bool called_away(VM *vm, Thread *me)
{
    Threads *ts = vm->threads;
    if (is_to_end(ts, me)) return true;
    return me->mail || (!ts->running && __atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & takes(ts, me));
}

void thread_ready(VM *vm) { thread_take(vm, BREAK_CALLED); }

bool thread_is_called(VM *vm, const Thread *t)
{
    if (!t) return __atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & BREAK_INTERRUPT; /* there may be no vm->threads yet, or they open at this moment: only who has a Thread may look */
    Threads *ts = vm->threads;
    pthread_mutex_lock(&ts->mutex);
    bool called = t->mail & BREAK_INTERRUPT || is_to_end(ts, t) || __atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & BREAK_INTERRUPT;
    pthread_mutex_unlock(&ts->mutex);
    return called;
}

int thread_wait(VM *vm, const bool *flag, double seconds)
{
    Threads *ts = vm->threads;
    Thread *me = ts->running;
    int64_t end = seconds < 0 || seconds > 4e9 ? INT64_MAX : now_ns() + (int64_t)(seconds * 1e9);
    if (ts->closing && *flag && end == INT64_MAX) return err_raise(vm, EXC_RuntimeError, "waiting for ever: no other thread is left at the interpreter's end"), -1;
    for (;;) {
        pthread_mutex_lock(&ts->mutex);
        hand_out(vm);
        int64_t now = now_ns(), poll = takes(ts, me) ? POLL_NS : end - now; /* the others are called when they are to end */
        me->on = flag;
        while (*flag && now < end && !called_away(vm, me)) {
            struct timespec until = at_ns(end - now < poll ? end : now + poll);
            pthread_cond_timedwait(&me->call, &ts->mutex, &until);
            now = now_ns();
            if (vm->hooks.idle && me == &ts->main) break;
        }
        me->on = NULL;
        take_over(vm, me);
        pthread_mutex_unlock(&ts->mutex);
        if (me == &ts->main) vm_idle(vm);
        if (!*flag) return 1;
        if (!vm_poll(vm)) return -1;
        if (now >= end) return 0;
    }
}

void thread_wake(VM *vm, const bool *flag)
{
    Threads *ts = vm->threads;
    if (!ts || !is_shared(ts)) return;
    pthread_mutex_lock(&ts->mutex);
    for (Thread *t = ts->all; t; t = t->next)
        if (t->on == flag) pthread_cond_signal(&t->call);
    pthread_mutex_unlock(&ts->mutex);
}

bool thread_nap(VM *vm, double seconds)
{
    static const bool always = true;
    return thread_wait(vm, &always, seconds) == 0;
}

/* ---- threads ---- */

static void open_cond(pthread_cond_t *cond)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
}

bool vm_threads_open(VM *vm)
{
    if (vm->threads) return true;
    Threads *ts = mem_zalloc(vm->mem, sizeof *ts);
    if (!ts) return err_no_memory(vm), false;
    pthread_mutex_init(&ts->mutex, NULL);
    open_cond(&ts->woken);
    open_cond(&ts->main.call);
    ts->main.began = now_ns();
    ts->turns = 1;
    ts->main.ident = (uint64_t)pthread_self();
    ts->running = ts->all = &ts->main;
    vm->threads = ts;
    return true;
}

Thread *thread_self(const VM *vm) { return vm->threads->running; }
uint64_t thread_ident(VM *vm) { return vm->threads->running->ident; }
bool thread_is_main(const VM *vm) { return !vm->threads || vm->threads->running == &vm->threads->main; }
bool thread_is_here(VM *vm)
{
    pthread_mutex_lock(&vm->threads->mutex);
    bool here = vm->threads->running && vm->threads->running->ident == (uint64_t)pthread_self();
    pthread_mutex_unlock(&vm->threads->mutex);
    return here;
}
bool thread_is_living(VM *vm, uint64_t ident)
{
    Threads *ts = vm->threads;
    bool found = false;
    pthread_mutex_lock(&ts->mutex);
    for (const Thread *t = ts->all; t; t = t->next) found |= t->ident == ident;
    pthread_mutex_unlock(&ts->mutex);
    return found;
}
void threads_visit(VM *vm, void (*each)(void *arg, uint64_t ident, Frame *frame, Ref handled), void *arg)
{
    Threads *ts = vm->threads;
    pthread_mutex_lock(&ts->mutex); /* none comes or goes; what is not running stands still while this one runs */
    for (const Thread *t = ts->all; t; t = t->next) {
        bool here = t == ts->running;
        each(arg, t->ident, here ? vm->frame : t->frame, here ? vm->handled : t->handled);
    }
    pthread_mutex_unlock(&ts->mutex);
}
void threads_peek(const VM *vm, bool (*each)(void *arg, uint64_t ident, const Frame *frame), void *arg)
{
    const Threads *ts = vm->threads;
    bool go_on = ts != NULL;
    for (const Thread *t = go_on ? ts->all : NULL; t && go_on; t = t->next) go_on = each(arg, t->ident, t == ts->running ? vm->frame : t->frame);
}
bool threads_shared(const VM *vm) { return vm->threads && is_shared(vm->threads); }

int64_t thread_count(VM *vm)
{
    Threads *ts = vm->threads;
    int64_t n = 0;
    pthread_mutex_lock(&ts->mutex);
    for (const Thread *t = ts->all; t; t = t->next) n += t != &ts->main && !t->attached;
    pthread_mutex_unlock(&ts->mutex);
    return n;
}
int64_t thread_stack_size(VM *vm, int64_t size)
{
    Threads *ts = vm->threads;
    int64_t before = (int64_t)ts->c_stack;
    if (size && (size < LEAST_STACK || size > (int64_t)1 << 40)) return -1;
    ts->c_stack = ((size_t)size + 4095) & ~(size_t)4095;
    return before;
}

Value *threads_at_fork(VM *vm, int which) { return &vm->threads->at_fork[which]; }
int *thread_origin_depth(VM *vm) { return &vm->threads->running->origin_depth; }
Value *thread_context(VM *vm) { return &vm->threads->running->context; }
Value *thread_locals(VM *vm) { return &vm->threads->running->locals; }

void thread_forget_local(VM *vm, Ref key)
{
    for (Thread *t = vm->threads ? vm->threads->all : NULL; t; t = t->next) {
        if (!t->locals) continue;
        Value saved = err_take(vm);
        dict_del(vm, t->locals, key);
        err_put(vm, saved);
    }
}

void thread_visit_local(VM *vm, Ref key, VisitFn visit, void *arg)
{
    for (Thread *t = vm->threads ? vm->threads->all : NULL; t; t = t->next) {
        Ref found = t->locals ? dict_get(vm, t->locals, key) : NULL;
        if (found) visit(found, arg);
    }
}

static void free_frames(VM *vm, Thread *t)
{
    for (Frame *f = t->base.next, *next; f; f = next) {
        next = f->next;
        mem_free(vm->mem, f, sizeof *f);
    }
}

static void thread_free(VM *vm, Thread *t)
{
    free_frames(vm, t);
    if (t->stack) munmap(t->stack, VALUE_STACK);
    value_clear(vm, &t->fn);
    value_clear(vm, &t->args);
    value_clear(vm, &t->kwargs);
    value_clear(vm, &t->locals);
    if (t->stack) pthread_cond_destroy(&t->call);
    mem_free(vm->mem, t, sizeof *t);
}

static void unlink_thread(Threads *ts, Thread *t)
{
    Thread **at = &ts->all;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
}

/* What nobody caught: SystemExit ends the thread without a word. */
static void report(VM *vm, Thread *t)
{
    if (!err_matches(vm, EXC_SystemExit) && !vm->unwinding) {
        Value fn = t->fn ? retain(t->fn) : NULL;
        err_unraisable_in(vm, "Exception ignored in thread started by", fn);
        release(vm, fn);
    }
    err_clear(vm);
}

static void unmark(VM *vm, Thread *me)
{
    Value mark = me->mark;
    bool *marked = me->marked;
    me->mark = NO_VALUE;
    me->marked = NULL;
    if (mark && *marked) {
        *marked = false;
        thread_wake(vm, marked);
    }
    release(vm, mark);
}

void thread_mark(VM *vm, Ref mark, bool *marked)
{
    Thread *me = vm->threads->running;
    me->marked = marked;
    value_put(vm, &me->mark, retain(mark));
}

/* What a thread holds when it ends. */
static void forget_all(VM *vm, Thread *me)
{
    value_clear(vm, &me->locals);
    value_clear(vm, &me->fn);
    value_clear(vm, &me->args);
    value_clear(vm, &me->kwargs);
    value_clear(vm, &vm->handled);
    value_clear(vm, &vm->origin);
    value_clear(vm, &me->context);
    watch_forget(vm);
    err_clear(vm);
    unmark(vm, me); /* last: who waits for the thread finds nothing of it left */
}

static void count(Threads *ts, int more) { __atomic_store_n(&ts->live, ts->live + more, __ATOMIC_RELAXED); }

static void *thread_main(void *data)
{
    Thread *me = data;
    VM *vm = me->vm;
    Threads *ts = vm->threads;
    char here;
    pthread_mutex_lock(&ts->mutex);
    me->ident = (uint64_t)pthread_self();
    me->c_stack_limit = (char *)((uintptr_t)&here - (me->c_stack - C_SPARE));
    take_over(vm, me);
    pthread_mutex_unlock(&ts->mutex);
    if (!vm->unwinding) {
        Value r = call_tuple(vm, me->fn, me->args, me->kwargs);
        if (!r) report(vm, me);
        release(vm, r);
    }
    bool forked = ts->running != me; /* it is what its process began with: the process ends with its last thread */
    forget_all(vm, forked ? &ts->main : me);
    pthread_mutex_lock(&ts->mutex);
    hand_out(vm);
    if (forked) {
        bool last = ts->live == 0;
        pthread_mutex_unlock(&ts->mutex);
        if (!last) return NULL;
        fflush(NULL); /* as the system ends it then, but nobody looks for what the threads that are not here held */
        _exit(0);
    }
    unlink_thread(ts, me);
    me->next = ts->ended;
    ts->ended = me; /* freed by who runs language code next */
    count(ts, -1);
    pthread_cond_broadcast(&ts->woken);
    pthread_mutex_unlock(&ts->mutex);
    return NULL;
}

static void free_ended(VM *vm)
{
    Threads *ts = vm->threads;
    pthread_mutex_lock(&ts->mutex);
    Thread *t = ts->ended;
    ts->ended = NULL;
    pthread_mutex_unlock(&ts->mutex);
    while (t) {
        Thread *next = t->next;
        pthread_join(t->id, NULL); /* it is past its last use of the VM */
        thread_free(vm, t);
        t = next;
    }
}

static bool give_stack(Thread *t)
{
    void *stack = mmap(NULL, VALUE_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) return false;
    open_cond(&t->call);
    t->stack = stack;
    t->stack_end = t->stack + VALUE_STACK / sizeof(Value);
    t->frame = &t->base;
    t->base.regs = t->base.top = t->stack;
    return true;
}

uint64_t thread_start(VM *vm, Ref fn, Ref args, Ref kwargs)
{
    if (!vm_threads_open(vm)) return 0;
    Threads *ts = vm->threads;
    free_ended(vm);
    Thread *t = mem_zalloc(vm->mem, sizeof *t);
    if (!t) return err_no_memory(vm), 0;
    if (!give_stack(t)) {
        mem_free(vm->mem, t, sizeof *t);
        return err_raise(vm, EXC_RuntimeError, "can't start new thread"), 0;
    }
    t->vm = vm;
    t->origin = vm->origin ? retain(vm->origin) : NULL;
    t->fn = retain(fn);
    t->args = retain(args);
    t->kwargs = kwargs ? retain(kwargs) : NULL;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    t->c_stack = ts->c_stack ? ts->c_stack + C_SPARE : C_STACK;
    pthread_attr_setstacksize(&attr, t->c_stack);
    pthread_mutex_lock(&ts->mutex);
    t->next = ts->all;
    ts->all = t;
    count(ts, 1);
    sigset_t all, old; /* signals are the main thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    int failed = ts->closing ? EAGAIN : pthread_create(&t->id, &attr, thread_main, t);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    t->ident = (uint64_t)t->id;
    uint64_t ident = t->ident;
    if (failed) {
        unlink_thread(ts, t);
        count(ts, -1);
    }
    pthread_mutex_unlock(&ts->mutex);
    pthread_attr_destroy(&attr);
    if (!failed) return ident;
    value_clear(vm, &t->origin);
    thread_free(vm, t);
    return err_raise(vm, EXC_RuntimeError, "can't start new thread"), 0;
}

/* ---- threads of the embedder ---- */

bool thread_expect(VM *vm)
{
    if (!vm_threads_open(vm)) return false;
    vm->threads->expecting = true;
    return true;
}

Thread *thread_attach(VM *vm, size_t c_stack)
{
    Threads *ts = vm->threads;
    char here;
    Thread *t = calloc(1, sizeof *t); /* the VM's memory may not be touched yet */
    if (!t || !give_stack(t)) {
        free(t);
        return NULL;
    }
    t->vm = vm;
    t->attached = true;
    t->ident = (uint64_t)pthread_self();
    t->c_stack_limit = (char *)((uintptr_t)&here - (c_stack - C_SPARE));
    pthread_mutex_lock(&ts->mutex);
    bool late = ts->closing || ts->dismissed;
    if (!late) {
        t->next = ts->all;
        ts->all = t;
        count(ts, 1);
        take_over(vm, t);
    }
    pthread_mutex_unlock(&ts->mutex);
    if (!late) return t;
    munmap(t->stack, VALUE_STACK);
    pthread_cond_destroy(&t->call);
    free(t);
    return NULL;
}

void thread_detach(VM *vm, Thread *me)
{
    Threads *ts = vm->threads;
    forget_all(vm, me);
    free_frames(vm, me);
    pthread_mutex_lock(&ts->mutex);
    hand_out(vm);
    unlink_thread(ts, me);
    count(ts, -1);
    pthread_cond_broadcast(&ts->woken);
    pthread_mutex_unlock(&ts->mutex);
    munmap(me->stack, VALUE_STACK);
    pthread_cond_destroy(&me->call);
    free(me);
}

/* ---- the end ---- */

static bool any_left(const Threads *ts, bool attached_alone)
{
    for (const Thread *t = ts->all; t; t = t->next)
        if (t != &ts->main && (t->attached || !attached_alone)) return true;
    return false;
}

static bool all_away(const Threads *ts, bool attached_alone)
{
    for (const Thread *t = ts->all; t; t = t->next)
        if (t != &ts->main && (t->attached || !attached_alone) && !t->away) return false;
    return true;
}

/* Until all threads (or those of the embedder) have unwound, but not for ever; with the mutex held, by the main thread. */
static bool await_end(VM *vm, bool attached_alone)
{
    Threads *ts = vm->threads;
    int64_t now = now_ns(), end = now + (int64_t)(CLOSING_SECONDS * 1e9), end_away = now + (int64_t)(AWAY_SECONDS * 1e9);
    if (!any_left(ts, attached_alone)) return true;
    hand_out(vm);
    for (Thread *t = ts->all; t; t = t->next) pthread_cond_signal(&t->call);
    while (any_left(ts, attached_alone) && now < end && !(now >= end_away && all_away(ts, attached_alone))) {
        struct timespec until = at_ns(now + POLL_NS);
        if (ts->running) __atomic_fetch_or(&vm->breaker, BREAK_SWITCH, __ATOMIC_SEQ_CST);
        pthread_cond_timedwait(&ts->woken, &ts->mutex, &until);
        now = now_ns();
    }
    take_over(vm, &ts->main);
    return !any_left(ts, attached_alone);
}

bool threads_dismiss(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts) return true;
    pthread_mutex_lock(&ts->mutex);
    ts->dismissed = true;
    bool gone = await_end(vm, true);
    pthread_mutex_unlock(&ts->mutex);
    return gone;
}

void threads_finish(VM *vm)
{
    if (vm->on_threads_end) vm->on_threads_end(vm);
}

void threads_stop(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts || ts->closing) return;
    pthread_mutex_lock(&ts->mutex);
    ts->closing = true;
    ts->abandoned = !await_end(vm, false);
    pthread_mutex_unlock(&ts->mutex);
    free_ended(vm);
    __atomic_fetch_and(&vm->breaker, ~(uint32_t)(BREAK_SWITCH | BREAK_DIE), __ATOMIC_SEQ_CST);
    for (int i = 0; i < 3; i++) value_clear(vm, &ts->at_fork[i]);
}

void threads_forget_main(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts) return;
    value_clear(vm, &ts->main.locals);
    value_clear(vm, &ts->main.context);
    value_clear(vm, &ts->main.mark);
}

bool threads_abandoned(const VM *vm) { return vm->threads && vm->threads->abandoned; }

void vm_threads_close(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts) return;
    vm->threads = NULL;
    pthread_mutex_destroy(&ts->mutex);
    pthread_cond_destroy(&ts->main.call);
    pthread_cond_destroy(&ts->woken);
    mem_free(vm->mem, ts, sizeof *ts);
}

void thread_after_fork(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts) return;
    Thread *me = ts->running;
    pthread_mutex_init(&ts->mutex, NULL);
    ts->first = ts->last = NULL;
    open_cond(&ts->woken); /* whoever waited on them is not here */
    open_cond(&ts->main.call);
    for (Thread *t = ts->ended, *next; t; t = next) { /* nor is what could be joined */
        next = t->next;
        thread_free(vm, t);
    }
    ts->ended = NULL;
    ts->live = 0;
    ts->expecting = false;
    ts->all = me;
    me->next = NULL;
    if (me == &ts->main) return;
    sigset_t none; /* signals were the other one's */
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    ts->main.ident = me->ident; /* the thread that forked is the child's main one */
    ts->all = ts->running = &ts->main;
    ts->main.locals = me->locals;
    me->locals = NULL;
    ts->main.context = me->context;
    me->context = NO_VALUE;
    ts->main.mark = me->mark;
    ts->main.marked = me->marked;
    me->mark = NO_VALUE;
}
