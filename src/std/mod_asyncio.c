/* mod_asyncio.c: the module _asyncio: which loop a thread runs, which task a loop runs, and the types of the other files, in C for their speed alone: CPython's
 * asyncio has all of it in Python, too. */
#include "mod_asyncio.h"

#include <unistd.h>

/* ---- asyncio's own modules, which import this one: what is wanted of them is looked for late ---- */

Ref async_from(VM *vm, AsyncState *st, int which)
{
    static const struct { const char *module, *name; } rows[FROM_COUNT] = {
        [FROM_cancelled_error] = {"asyncio.exceptions", "CancelledError"}, [FROM_invalid_state] = {"asyncio.exceptions", "InvalidStateError"},
        [FROM_policy] = {"asyncio.events", "get_event_loop_policy"}, [FROM_future_repr] = {"asyncio.base_futures", "_future_repr"},
        [FROM_task_repr] = {"asyncio.base_tasks", "_task_repr"}, [FROM_task_stack] = {"asyncio.base_tasks", "_task_get_stack"},
        [FROM_task_print] = {"asyncio.base_tasks", "_task_print_stack"}, [FROM_extract_stack] = {"traceback", "extract_stack"},
        [FROM_iscoroutine] = {"asyncio.coroutines", "iscoroutine"}, [FROM_copy_context] = {"_contextvars", "copy_context"}};
    if (st->from[which]) return st->from[which];
    Value v = import_attr(vm, rows[which].module, rows[which].name);
    if (v) value_put(vm, &st->from[which], v);
    return v;
}

bool async_call_soon(VM *vm, AsyncState *st, Ref loop, Ref callback, Ref arg, Ref context)
{
    Value f = obj_getattr(vm, loop, WORD(st, call_soon));
    Ref args[3] = {callback, arg ? arg : context, context};
    Value r = f ? call(vm, f, args, arg ? 2 : 1, context ? (Ref)st->context_name : NULL) : NULL;
    release(vm, f);
    release(vm, r);
    return r != NULL;
}

/* ---- the running loop of a thread: (loop, process), as a child of fork runs none ---- */

Value async_running_loop(VM *vm, AsyncState *st)
{
    Value *own = thread_locals(vm);
    Ref pair = *own ? dict_get(vm, *own, st->running_key) : NULL;
    if (!pair) return err_occurred(vm) ? NO_VALUE : V_NONE;
    return small_of(as_tuple(pair)->items[1]) == getpid() ? retain(as_tuple(pair)->items[0]) : V_NONE;
}
FN(fn_set_running_loop)
{
    AsyncState *st = async_state(vm);
    Value *own = st ? thread_locals(vm) : NULL, pair;
    if (!own || (!*own && !(*own = dict_new(vm)))) return NULL;
    Value held = retain(*own);
    bool ok = (pair = tuple_of(vm, 2, args[0], make_small(getpid()))) && dict_set_take(vm, held, st->running_key, pair);
    release(vm, held);
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_running_or_none)
{
    AsyncState *st = async_state(vm);
    return st ? async_running_loop(vm, st) : NULL;
}
FN(fn_get_running_loop)
{
    AsyncState *st = async_state(vm);
    Value loop = st ? async_running_loop(vm, st) : NULL;
    return loop && is_none(loop) ? err_raise(vm, EXC_RuntimeError, "no running event loop") : loop;
}
Value async_event_loop(VM *vm, AsyncState *st)
{
    Value loop = async_running_loop(vm, st);
    if (!loop || !is_none(loop)) return loop;
    Ref ask = async_from(vm, st, FROM_policy);
    Value policy = ask ? call0(vm, ask) : NULL, word = policy ? str_intern_c(vm, "get_event_loop") : NULL;
    loop = word ? call_method(vm, policy, word, NULL, 0) : NULL;
    release(vm, policy);
    release(vm, word);
    return loop;
}
FN(fn_get_event_loop)
{
    AsyncState *st = async_state(vm);
    return st ? async_event_loop(vm, st) : NULL;
}

/* ---- the current task of a loop ---- */

bool loop_enter_task(VM *vm, AsyncState *st, Ref loop, Ref task)
{
    int64_t hash;
    if (!op_hash(vm, loop, &hash)) return false;
    Ref current = dict_get_hash(vm, st->current_tasks, loop, hash);
    if (!current) return !err_occurred(vm) && dict_set_hash(vm, st->current_tasks, loop, hash, retain(task));
    Value held = retain(current);
    err_raise(vm, EXC_RuntimeError, "Cannot enter into task %R while another task %R is being executed.", task, held);
    release(vm, held);
    return false;
}
bool loop_leave_task(VM *vm, AsyncState *st, Ref loop, Ref task)
{
    int64_t hash;
    if (!op_hash(vm, loop, &hash)) return false;
    Ref current = dict_get_hash(vm, st->current_tasks, loop, hash);
    if (current == task) {
        Value gone = dict_pop_hash(vm, st->current_tasks, loop, hash);
        release(vm, gone);
        return gone != NULL;
    }
    if (err_occurred(vm)) return false;
    Value held = current ? retain(current) : V_NONE;
    err_raise(vm, EXC_RuntimeError, "Leaving task %R does not match the current task %R.", task, held);
    release(vm, held);
    return false;
}
FN(fn_enter_task)
{
    AsyncState *st = async_state(vm);
    return st && loop_enter_task(vm, st, args[0], args[1]) ? V_NONE : NO_VALUE;
}
FN(fn_leave_task)
{
    AsyncState *st = async_state(vm);
    return st && loop_leave_task(vm, st, args[0], args[1]) ? V_NONE : NO_VALUE;
}
static Value among_all(VM *vm, Ref task, int word)
{
    AsyncState *st = async_state(vm);
    const Ref arg[] = {task};
    Value all = st ? retain(st->all_tasks) : NULL, r = all ? call_method(vm, all, st->words[word], arg, 1) : NULL;
    release(vm, all);
    release(vm, r);
    return r ? V_NONE : NO_VALUE;
}
FN(fn_register_task) { return among_all(vm, args[0], WORD_add); }
FN(fn_unregister_task) { return among_all(vm, args[0], WORD_discard); }

/* ---- the module ---- */

static bool words(VM *vm, AsyncState *st)
{
    static const char *const texts[WORD_COUNT] = {"call_soon", "context", "get_debug", "call_exception_handler", "get_loop", "cancel", "add_done_callback", "_loop", "_asyncio_future_blocking", "msg", "add", "discard",
        "result", "send", "throw"};
    for (int i = 0; i < WORD_COUNT; i++)
        if (!(st->words[i] = str_intern_c(vm, texts[i]))) return false;
    return (st->context_name = tuple_of(vm, 1, WORD(st, context))) && (st->running_key = str_intern_c(vm, "asyncio's running loop"));
}
static Value weak_set(VM *vm) { return import_call(vm, "weakref", "WeakSet", NULL, 0); }
static bool init(VM *vm, Ref module, Dict *ns)
{
    AsyncState *st = as_module(module)->state;
    return vm_threads_open(vm) && words(vm, st) && (st->future = type_from_def(vm, &async_future_def, NULL)) && type_add_methods(vm, st->future, future_methods) &&
           (st->task = type_from_def(vm, &async_task_def, st->future)) && (st->iter = type_from_def(vm, &async_iter_def, NULL)) && (st->step = type_from_def(vm, &async_step_def, NULL)) && module_add_type(vm, ns, st->future) &&
           module_add_type(vm, ns, st->task) && (st->all_tasks = weak_set(vm)) && (st->current_tasks = dict_new(vm)) && dict_set_c(vm, REF(ns), "_all_tasks", st->all_tasks) &&
           dict_set_c(vm, REF(ns), "_current_tasks", st->current_tasks);
}
static void done(VM *vm, void *state)
{
    AsyncState *st = state;
    for (int i = 0; i < WORD_COUNT; i++) value_clear(vm, &st->words[i]);
    for (int i = 0; i < FROM_COUNT; i++) value_clear(vm, &st->from[i]);
    value_clear(vm, &st->context_name);
    value_clear(vm, &st->running_key);
    value_clear(vm, &st->all_tasks);
    value_clear(vm, &st->current_tasks);
    release(vm, VAL(st->step));
    release(vm, VAL(st->iter));
    release(vm, VAL(st->task));
    release(vm, VAL(st->future));
}

static const NativeDef functions[] = {
    {"get_event_loop", fn_get_event_loop, "", "The running loop, or else the policy's.", 0},
    {"_get_event_loop", fn_get_event_loop, "stacklevel=3", "The same.", NATIVE_KW},
    {"get_running_loop", fn_get_running_loop, "", "The loop that this thread runs; RuntimeError: none.", 0},
    {"_get_running_loop", fn_running_or_none, "", "The loop that this thread runs, or None.", 0},
    {"_set_running_loop", fn_set_running_loop, "loop, /", "Say which loop this thread runs.", 0},
    {"_register_task", fn_register_task, "task", "There is one more task.", NATIVE_KW},
    {"_unregister_task", fn_unregister_task, "task", "There is one less.", NATIVE_KW},
    {"_enter_task", fn_enter_task, "loop, task", "The loop runs the task now.", NATIVE_KW},
    {"_leave_task", fn_leave_task, "loop, task", "It does no more.", NATIVE_KW},
    {0},
};
const ModuleDef asyncio_module = {.name = "_asyncio", .doc = "Futures and tasks.", .functions = functions, .init = init, .state_size = sizeof(AsyncState), .done = done};
