/* thread.c: the threads of a VM, the lock they share, and how one takes over from another (thread.h). */
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>

#include "vm.h"

enum { C_STACK = 16 << 20, C_SPARE = 512 << 10, VALUE_STACK = 16 << 20 };
static const int64_t POLL_NS = 20000000;    /* how late a waiting thread sees an interrupt */
static const double CLOSING_SECONDS = 2;    /* how long a closing VM waits for a thread that does not come to a safe point */

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
    Frame base;
    Value locals;        /* a dict, or NULL */
    VM *vm;
    Value fn, args, kwargs;
    pthread_t id;
};

struct Threads {
    pthread_mutex_t mutex; /* guards what stands below; never held while language code runs */
    pthread_cond_t freed;  /* the lock of the VM is free */
    pthread_cond_t woken;  /* thread_wake, and the end of a thread */
    Thread *running;       /* who has the VM's lock; NULL: it is free */
    Thread *all, *ended;   /* main is among all; those that ended wait to be freed */
    Thread main;
    int waiting;           /* for the VM's lock */
    int live;              /* threads but main */
    uint64_t turns;        /* handings over */
    uint32_t for_main;     /* BREAK_INTERRUPT, BREAK_SIGNAL that another thread saw */
    bool closing, abandoned;
};

/* ---- clocks ---- */

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
static struct timespec at_ns(int64_t ns) { return (struct timespec){ns / 1000000000, ns % 1000000000}; }

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
}

static void hand_out(VM *vm)
{
    Threads *ts = vm->threads;
    store(vm, ts->running);
    ts->running = NULL;
    vm->unwinding = false;
    if (ts->waiting) pthread_cond_signal(&ts->freed);
}

static void take_over(VM *vm, Thread *me)
{
    Threads *ts = vm->threads;
    ts->waiting++;
    while (ts->running || ts->abandoned) {
        if (ts->abandoned) { /* the VM is gone: this thread may never run again */
            pthread_cond_wait(&ts->freed, &ts->mutex);
            continue;
        }
        struct timespec until = at_ns(now_ns() + (int64_t)(vm->switch_interval * 1e9));
        uint64_t turn = ts->turns;
        if (pthread_cond_timedwait(&ts->freed, &ts->mutex, &until) == ETIMEDOUT && ts->running && turn == ts->turns && !ts->abandoned)
            __atomic_fetch_or(&vm->breaker, BREAK_SWITCH, __ATOMIC_SEQ_CST);
    }
    ts->waiting--;
    ts->turns++;
    ts->running = me;
    load(vm, me);
    if (me == &ts->main) {
        if (ts->for_main) __atomic_fetch_or(&vm->breaker, ts->for_main, __ATOMIC_SEQ_CST);
        ts->for_main = 0;
    } else if (ts->closing) {
        vm->unwinding = true;
        __atomic_fetch_or(&vm->breaker, BREAK_DIE, __ATOMIC_SEQ_CST);
    }
}

Thread *thread_leave(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts || !ts->live) return NULL;
    Thread *me = ts->running;
    pthread_mutex_lock(&ts->mutex);
    hand_out(vm);
    pthread_mutex_unlock(&ts->mutex);
    return me;
}

void thread_enter(VM *vm, Thread *me)
{
    if (!me) return;
    Threads *ts = vm->threads;
    pthread_mutex_lock(&ts->mutex);
    take_over(vm, me);
    pthread_mutex_unlock(&ts->mutex);
}

/* Let one that waits have a turn. Not inside an import (another thread would find half a module), not inside the collector. */
static void yield(VM *vm)
{
    Threads *ts = vm->threads;
    if (vm->gc_running || vm->importing || vm->dealloc_depth || !ts->live) return;
    Thread *me = ts->running;
    pthread_mutex_lock(&ts->mutex);
    if (ts->waiting) {
        uint64_t turn = ts->turns;
        hand_out(vm);
        while (ts->waiting && ts->turns == turn) { /* who waits is to have it, not this thread again */
            struct timespec until = at_ns(now_ns() + 1000000);
            pthread_cond_timedwait(&ts->woken, &ts->mutex, &until);
        }
        take_over(vm, me);
    }
    pthread_mutex_unlock(&ts->mutex);
}

uint32_t thread_break(VM *vm, uint32_t bits)
{
    Threads *ts = vm->threads;
    uint32_t mains = bits & (BREAK_INTERRUPT | BREAK_SIGNAL);
    if (mains && ts->running != &ts->main) {
        pthread_mutex_lock(&ts->mutex);
        ts->for_main |= mains;
        pthread_mutex_unlock(&ts->mutex);
        bits &= ~mains;
    }
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
    if (me != &ts->main) return ts->closing;
    return ts->for_main || (!ts->live && __atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & (BREAK_INTERRUPT | BREAK_SIGNAL)) ||
           (!ts->running && __atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & (BREAK_INTERRUPT | BREAK_SIGNAL));
}

int thread_wait(VM *vm, const bool *flag, double seconds)
{
    Threads *ts = vm->threads;
    Thread *me = ts->running;
    int64_t end = seconds < 0 || seconds > 4e9 ? INT64_MAX : now_ns() + (int64_t)(seconds * 1e9);
    for (;;) {
        pthread_mutex_lock(&ts->mutex);
        hand_out(vm);
        int64_t now = now_ns();
        while (*flag && now < end && !called_away(vm, me)) {
            struct timespec until = at_ns(end - now < POLL_NS ? end : now + POLL_NS);
            pthread_cond_timedwait(&ts->woken, &ts->mutex, &until);
            now = now_ns();
            if (vm->hooks.idle && me == &ts->main) break;
        }
        take_over(vm, me);
        pthread_mutex_unlock(&ts->mutex);
        if (me == &ts->main) vm_idle(vm);
        if (!*flag) return 1;
        if (!vm_poll(vm)) return -1;
        if (now >= end) return 0;
    }
}

void thread_wake(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts || !ts->live) return;
    pthread_mutex_lock(&ts->mutex);
    pthread_cond_broadcast(&ts->woken);
    pthread_mutex_unlock(&ts->mutex);
}

bool thread_nap(VM *vm, double seconds)
{
    static const bool always = true;
    return thread_wait(vm, &always, seconds) == 0;
}

/* ---- threads ---- */

bool vm_threads_open(VM *vm)
{
    if (vm->threads) return true;
    Threads *ts = mem_zalloc(vm->mem, sizeof *ts);
    if (!ts) return err_no_memory(vm), false;
    pthread_mutex_init(&ts->mutex, NULL);
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&ts->freed, &attr);
    pthread_cond_init(&ts->woken, &attr);
    pthread_condattr_destroy(&attr);
    ts->main.ident = (uint64_t)pthread_self();
    ts->running = ts->all = &ts->main;
    vm->threads = ts;
    return true;
}

uint64_t thread_ident(VM *vm) { return vm->threads->running->ident; }
int64_t thread_count(VM *vm) { return vm->threads->live; }
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

static void thread_free(VM *vm, Thread *t)
{
    for (Frame *f = t->base.next, *next; f; f = next) {
        next = f->next;
        mem_free(vm->mem, f, sizeof *f);
    }
    if (t->stack) munmap(t->stack, VALUE_STACK);
    value_clear(vm, &t->fn);
    value_clear(vm, &t->args);
    value_clear(vm, &t->kwargs);
    value_clear(vm, &t->locals);
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

static void *thread_main(void *data)
{
    Thread *me = data;
    VM *vm = me->vm;
    Threads *ts = vm->threads;
    char here;
    pthread_mutex_lock(&ts->mutex);
    me->ident = (uint64_t)pthread_self();
    me->c_stack_limit = (char *)((uintptr_t)&here - (C_STACK - C_SPARE));
    take_over(vm, me);
    pthread_mutex_unlock(&ts->mutex);
    if (!vm->unwinding) {
        Value r = call_tuple(vm, me->fn, me->args, me->kwargs);
        if (!r) report(vm, me);
        release(vm, r);
    }
    value_clear(vm, &me->locals);
    value_clear(vm, &me->fn);
    value_clear(vm, &me->args);
    value_clear(vm, &me->kwargs);
    value_clear(vm, &vm->handled);
    err_clear(vm);
    pthread_mutex_lock(&ts->mutex);
    hand_out(vm);
    unlink_thread(ts, me);
    me->next = ts->ended;
    ts->ended = me; /* freed by who runs language code next */
    ts->live--;
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

uint64_t thread_start(VM *vm, Ref fn, Ref args, Ref kwargs)
{
    if (!vm_threads_open(vm)) return 0;
    Threads *ts = vm->threads;
    free_ended(vm);
    Thread *t = mem_zalloc(vm->mem, sizeof *t);
    if (!t) return err_no_memory(vm), 0;
    void *stack = mmap(NULL, VALUE_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) {
        mem_free(vm->mem, t, sizeof *t);
        return err_raise(vm, EXC_RuntimeError, "can't start new thread"), 0;
    }
    t->vm = vm;
    t->stack = stack;
    t->stack_end = t->stack + VALUE_STACK / sizeof(Value);
    t->frame = &t->base;
    t->base.regs = t->base.top = t->stack;
    t->fn = retain(fn);
    t->args = retain(args);
    t->kwargs = kwargs ? retain(kwargs) : NULL;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, C_STACK);
    pthread_mutex_lock(&ts->mutex);
    t->next = ts->all;
    ts->all = t;
    ts->live++;
    sigset_t all, old; /* signals are the main thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    int failed = ts->closing ? EAGAIN : pthread_create(&t->id, &attr, thread_main, t);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    t->ident = (uint64_t)t->id;
    uint64_t ident = t->ident;
    if (failed) {
        unlink_thread(ts, t);
        ts->live--;
    }
    pthread_mutex_unlock(&ts->mutex);
    pthread_attr_destroy(&attr);
    if (!failed) return ident;
    thread_free(vm, t);
    return err_raise(vm, EXC_RuntimeError, "can't start new thread"), 0;
}

/* ---- the end ---- */

void threads_finish(VM *vm)
{
    if (vm->on_threads_end) vm->on_threads_end(vm);
}

void vm_threads_close(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts) return;
    pthread_mutex_lock(&ts->mutex);
    ts->closing = true;
    int64_t end = now_ns() + (int64_t)(CLOSING_SECONDS * 1e9);
    if (ts->live) {
        hand_out(vm);
        pthread_cond_broadcast(&ts->woken);
        while (ts->live && now_ns() < end) {
            struct timespec until = at_ns(now_ns() + POLL_NS);
            if (ts->running) __atomic_fetch_or(&vm->breaker, BREAK_SWITCH, __ATOMIC_SEQ_CST);
            pthread_cond_timedwait(&ts->woken, &ts->mutex, &until);
        }
        take_over(vm, &ts->main);
    }
    bool all_gone = !ts->live;
    ts->abandoned = !all_gone;
    pthread_mutex_unlock(&ts->mutex);
    free_ended(vm);
    __atomic_fetch_and(&vm->breaker, ~(uint32_t)(BREAK_SWITCH | BREAK_DIE), __ATOMIC_SEQ_CST);
    value_clear(vm, &ts->main.locals);
    if (!all_gone) return; /* they look at ts for ever: it stays */
    vm->threads = NULL;
    pthread_mutex_destroy(&ts->mutex);
    pthread_cond_destroy(&ts->freed);
    pthread_cond_destroy(&ts->woken);
    mem_free(vm->mem, ts, sizeof *ts);
}

void thread_after_fork(VM *vm)
{
    Threads *ts = vm->threads;
    if (!ts) return;
    Thread *me = ts->running;
    pthread_mutex_init(&ts->mutex, NULL);
    ts->waiting = 0;
    ts->live = 0;
    ts->all = me;
    me->next = NULL;
    if (me == &ts->main) return;
    ts->main.ident = me->ident; /* the thread that forked is the child's main one */
    ts->all = ts->running = &ts->main;
    ts->main.locals = me->locals;
    me->locals = NULL;
}
