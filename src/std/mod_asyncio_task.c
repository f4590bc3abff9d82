/* mod_asyncio_task.c: the type Task: a coroutine that an event loop runs, a step each time what it waits for has ended.
 *
 * While a task is pending, either a step of it is scheduled and it waits for nothing, or it waits for a future, and the step comes by that future's callback. */
#include "mod_asyncio.h"

static Value step(VM *vm, AsyncState *st, Ref self, Ref exception /*or NULL*/);

/* ---- what the loop calls ---- */

/* Stands for a task's next step, or (wakeup) for the step that the end of a future brings. */
typedef struct Step { Obj head; Value task, exception /*or NULL*/; bool wakeup; } Step;
static Step *as_step(Ref v) { return (Step *)BITS(v); }

static Value step_new(VM *vm, AsyncState *st, Ref task, Ref exception, bool wakeup)
{
    Step *s = (Step *)obj_alloc(vm, st->step, sizeof *s);
    if (!s) return NULL;
    s->task = retain(task);
    s->exception = exception ? retain(exception) : NULL;
    s->wakeup = wakeup;
    return VAL(s);
}
static void step_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((Step *)o)->task);
    value_clear(vm, &((Step *)o)->exception);
}
static void step_dealloc(VM *vm, Obj *o)
{
    step_clear(vm, o);
    obj_free(vm, o, sizeof(Step));
}
static void step_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Step *)o)->task) visit(((Step *)o)->task, arg);
    if (((Step *)o)->exception) visit(((Step *)o)->exception, arg);
}

static Value wake_up(VM *vm, AsyncState *st, Ref task, Ref future)
{
    Value r = is_instance_of(vm, future, st->future) && as_future(future)->loop ? future_result(vm, st, as_future(future)) : call_method(vm, future, WORD(st, result), NULL, 0);
    Value e = r ? NULL : err_take(vm);
    release(vm, r);
    r = step(vm, st, task, e);
    Value pending = err_take(vm);
    release(vm, e);
    err_put(vm, pending);
    return r;
}
static Value step_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    AsyncState *st = async_state(vm);
    const Step *s = as_step(self);
    const char *name = s->wakeup ? "task_wakeup" : "TaskStepMethWrapper";
    if (!st || !args_no_kw(vm, name, kwnames) || !args_count(vm, name, n, s->wakeup, s->wakeup)) return NULL;
    if (!s->task) return err_raise(vm, EXC_RuntimeError, "uninitialized Task object");
    Value task = retain(s->task), exception = s->exception ? retain(s->exception) : NULL;
    Value r = s->wakeup ? wake_up(vm, st, task, args[0]) : step(vm, st, task, exception), pending = err_take(vm);
    release(vm, exception);
    release(vm, task);
    err_put(vm, pending);
    return r;
}
static Value step_self(VM *vm, Ref self) { return as_step(self)->task ? retain(as_step(self)->task) : V_NONE; }
static Value step_qualname(VM *vm, Ref self) { return as_step(self)->wakeup ? str_format(vm, "%U.task_wakeup", REF(as_step(self)->task ? as_obj(as_step(self)->task)->type->name : as_obj(self)->type->name)) : err_type_name(vm, NAME(__qualname__), self); }
static const GetSetDef step_getsets[] = {{"__self__", step_self, NULL, NULL}, {"__qualname__", step_qualname, NULL, NULL}, {0}};
const TypeDef async_step_def = {.name = "_asyncio.TaskStepMethWrapper", .kind = KIND_OPAQUE, .size = sizeof(Step), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.call = step_call},
    .dealloc = step_dealloc, .traverse = step_traverse, .clear = step_clear, .getsets = step_getsets};

static bool step_soon(VM *vm, AsyncState *st, Task *t, Ref exception)
{
    Value callback = step_new(vm, st, REF(t), exception, false), loop = retain(t->f.loop), context = retain(t->context);
    bool ok = callback && async_call_soon(vm, st, loop, callback, NULL, context);
    release(vm, callback);
    release(vm, loop);
    release(vm, context);
    return ok;
}
static bool error_soon(VM *vm, AsyncState *st, Task *t, Value text /*taken*/)
{
    Value e = text ? call1(vm, REF(vm->exc_types[EXC_RuntimeError]), text) : NULL;
    bool ok = e && step_soon(vm, st, t, e);
    release(vm, text);
    release(vm, e);
    return ok;
}

/* ---- life ---- */

static Value task_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(type), as_type(type)->inst_size)); }
static bool is_coroutine(VM *vm, AsyncState *st, Ref v)
{
    if (is_exact(v, CLASS(coroutine))) return true;
    Ref ask = async_from(vm, st, FROM_iscoroutine);
    Value r = ask ? call1(vm, ask, v) : NULL;
    int yes = r ? op_truth(vm, r) : -1;
    release(vm, r);
    if (yes == 0) err_raise(vm, EXC_TypeError, "a coroutine was expected, got %R", v);
    return yes > 0;
}
static bool task_open(VM *vm, AsyncState *st, Task *t, Ref coro, Ref name, Ref context)
{
    Value text = !name || is_none(name) ? str_format(vm, "Task-%lld", (long long)++st->tasks) : op_str(vm, name), own;
    if (!text) return false;
    value_put(vm, &t->name, text);
    if (context && !is_none(context)) own = retain(context);
    else {
        Ref copy = async_from(vm, st, FROM_copy_context);
        if (!copy || !(own = call0(vm, copy))) return false;
    }
    value_put(vm, &t->context, own);
    value_put(vm, &t->coro, retain(coro));
    value_clear(vm, &t->waiter);
    t->must_cancel = t->quiet = false;
    t->cancels = 0;
    if (!step_soon(vm, st, t, NULL)) return false;
    const Ref arg[] = {REF(t)};
    Value all = retain(st->all_tasks), r = call_method(vm, all, WORD(st, add), arg, 1);
    release(vm, all);
    release(vm, r);
    return r != NULL;
}
static bool task_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"coro", "loop", "name", "context"};
    AsyncState *st = async_state(vm);
    Task *t = as_task(self);
    Ref a[4];
    if (n > 1) return err_false(vm, EXC_TypeError, "Task() takes exactly 1 positional argument (%d given)", n);
    if (!st || !args_bind(vm, "Task", args, n, kwnames, names, 4, a)) return false;
    if (!a[0]) return err_false(vm, EXC_TypeError, "Task() missing required argument 'coro' (pos 1)");
    t->quiet = true; /* (until it is a task) */
    return future_open(vm, st, &t->f, a[1]) && is_coroutine(vm, st, a[0]) && task_open(vm, st, t, a[0], a[2], a[3]);
}
static void task_clear(VM *vm, Obj *o)
{
    Task *t = (Task *)o;
    future_clear(vm, o);
    Value *const fields[] = {&t->coro, &t->name, &t->context, &t->waiter};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) value_clear(vm, fields[i]);
}
static void task_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Task *t = (Task *)o;
    const Value fields[] = {t->coro, t->name, t->context, t->waiter};
    future_traverse(vm, o, visit, arg);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i]) visit(fields[i], arg);
}
static void task_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    task_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}

static void tell_lost(VM *vm, AsyncState *st, Ref self)
{
    Task *t = as_task(self);
    Value d = dict_new(vm), text = str_from_c(vm, "Task was destroyed but it is pending!"), loop = retain(t->f.loop), r = NULL;
    if (d && text && dict_set_c(vm, d, "task", self) && dict_set_c(vm, d, "message", text) && (!t->f.source || dict_set_c(vm, d, "source_traceback", t->f.source))) {
        const Ref arg[] = {d};
        r = call_method(vm, loop, WORD(st, call_exception_handler), arg, 1);
    }
    if (!r) err_unraisable(vm, loop);
    release(vm, r);
    release(vm, d);
    release(vm, text);
    release(vm, loop);
}
static void task_del(VM *vm, Ref self)
{
    Task *t = as_task(self);
    AsyncState *st = t->f.loop && t->f.state == PENDING && !t->quiet ? async_state(vm) : NULL;
    if (st) tell_lost(vm, st, self);
    future_del(vm, self);
}

/* ---- a step ---- */

/* The coroutine's answer to a value or an exception: what it waits for, or NULL: raised, its return as StopIteration. */
static Value resume(VM *vm, AsyncState *st, Ref coro, Ref exception)
{
    bool own = is_exact(coro, CLASS(coroutine)) || is_exact(coro, CLASS(generator));
    if (own && !exception) {
        Value r = gen_send(vm, coro, V_NONE);
        if (!r && !err_occurred(vm)) err_raise_value(vm, EXC_StopIteration, V_NONE);
        return r;
    }
    const Ref arg[] = {exception ? exception : V_NONE};
    return call_method(vm, coro, exception ? WORD(st, throw) : WORD(st, send), arg, 1);
}

/* Waits for a future of whatever class. */
static bool wait_for(VM *vm, AsyncState *st, Task *t, Ref what)
{
    Value wakeup = step_new(vm, st, REF(t), NULL, true);
    bool ok = wakeup != NULL;
    if (ok && (is_exact(what, st->future) || is_exact(what, st->task))) ok = future_add_callback(vm, st, what, wakeup, t->context);
    else if (ok) {
        Value f = obj_getattr(vm, what, WORD(st, add_done_callback));
        const Ref args[] = {wakeup, t->context};
        Value r = f ? call(vm, f, args, 1, st->context_name) : NULL;
        release(vm, f);
        release(vm, r);
        ok = r != NULL;
    }
    release(vm, wakeup);
    if (!ok) return false;
    value_put(vm, &t->waiter, retain(what));
    return true;
}
/* what.cancel(msg=...): 1, 0, -1 raised */
static int cancel_other(VM *vm, AsyncState *st, Ref what, Ref message)
{
    const Ref args[] = {message ? message : V_NONE};
    Value held = retain(what), said = retain(args[0]), f = obj_getattr(vm, held, WORD(st, cancel)), names = f ? tuple_of(vm, 1, WORD(st, msg)) : NULL;
    Value r = names ? call(vm, f, args, 0, names) : NULL;
    int yes = r ? op_truth(vm, r) : -1;
    release(vm, r);
    release(vm, names);
    release(vm, f);
    release(vm, said);
    release(vm, held);
    return yes;
}
static Value loop_of(VM *vm, AsyncState *st, Ref future)
{
    if (is_exact(future, st->future) || is_exact(future, st->task)) return as_future(future)->loop ? retain(as_future(future)->loop) : V_NONE;
    Value f = NULL;
    int found = obj_lookup_attr(vm, future, WORD(st, get_loop), &f);
    if (found < 0) return NULL;
    if (!found) return obj_getattr(vm, future, WORD(st, _loop));
    Value loop = call0(vm, f);
    release(vm, f);
    return loop;
}

static bool awaits_future(VM *vm, AsyncState *st, Task *t, Ref what, bool blocking)
{
    if (what == REF(t)) return error_soon(vm, st, t, str_format(vm, "Task cannot await on itself: %R", REF(t)));
    Value loop = loop_of(vm, st, what);
    if (!loop) return false;
    bool foreign = loop != t->f.loop;
    release(vm, loop);
    if (foreign) return error_soon(vm, st, t, str_format(vm, "Task %R got Future %R attached to a different loop", REF(t), what));
    if (!blocking) return error_soon(vm, st, t, str_format(vm, "yield was used instead of yield from in task %R with %R", REF(t), what));
    if (is_instance_of(vm, what, st->future)) as_future(what)->blocking = false;
    else if (!obj_setattr(vm, what, WORD(st, _asyncio_future_blocking), V_FALSE)) return false;
    if (!wait_for(vm, st, t, what)) return false;
    if (!t->must_cancel) return true;
    int yes = cancel_other(vm, st, what, t->f.message);
    if (yes > 0) t->must_cancel = false;
    return yes >= 0;
}
static bool awaits(VM *vm, AsyncState *st, Task *t, Ref what)
{
    if (is_exact(what, st->future) || is_exact(what, st->task)) return awaits_future(vm, st, t, what, as_future(what)->blocking);
    if (is_none(what)) return step_soon(vm, st, t, NULL);
    Value blocking = NULL;
    int found = obj_lookup_attr(vm, what, WORD(st, _asyncio_future_blocking), &blocking);
    if (found < 0) return false;
    if (found && !is_none(blocking)) {
        int on = op_truth(vm, blocking);
        release(vm, blocking);
        return on >= 0 && awaits_future(vm, st, t, what, on);
    }
    release(vm, blocking);
    if (is_exact(what, CLASS(generator))) return error_soon(vm, st, t, str_format(vm, "yield was used instead of yield from for generator in task %R with %R", REF(t), what));
    return error_soon(vm, st, t, str_format(vm, "Task got bad yield: %R", what));
}

/* The coroutine has ended, by the exception that is pending. */
static bool ended(VM *vm, AsyncState *st, Task *t)
{
    Value e = err_take(vm);
    bool ok;
    Ref cancelled = async_from(vm, st, FROM_cancelled_error);
    if (!cancelled) return release(vm, e), false;
    if (err_is(vm, e, EXC_StopIteration)) {
        if (t->must_cancel) { /* cancelled just before the coroutine stopped */
            t->must_cancel = false;
            Value message = t->f.message ? retain(t->f.message) : NULL;
            ok = future_cancel(vm, st, REF(t), message) >= 0;
            release(vm, message);
        } else ok = future_set_result(vm, st, REF(t), as_exception(e)->x[0] ? (Ref)as_exception(e)->x[0] : V_NONE);
    } else if (type_is_subtype(as_obj(e)->type, as_type(cancelled))) {
        value_put(vm, &t->f.cause, retain(e));
        ok = future_cancel(vm, st, REF(t), NULL) >= 0;
    } else {
        ok = future_set_exception(vm, st, REF(t), e);
        if (ok && (err_is(vm, e, EXC_KeyboardInterrupt) || err_is(vm, e, EXC_SystemExit))) {
            err_put(vm, retain(e));
            ok = false;
        }
    }
    Value pending = err_take(vm);
    release(vm, e);
    err_put(vm, pending);
    return ok;
}

static bool step_inside(VM *vm, AsyncState *st, Task *t, Ref exception)
{
    Value cancel = NULL;
    if (t->must_cancel) {
        Ref cls = async_from(vm, st, FROM_cancelled_error);
        if (!cls) return false;
        if (!exception || !type_is_subtype(as_obj(exception)->type, as_type(cls))) {
            if (!(cancel = future_cancelled_error(vm, st, &t->f))) return false;
            exception = cancel;
        }
        t->must_cancel = false;
    }
    value_clear(vm, &t->waiter);
    Value coro = retain(t->coro), what = resume(vm, st, coro, exception);
    bool ok = what ? awaits(vm, st, t, what) : ended(vm, st, t);
    Value e = err_take(vm);
    release(vm, what);
    release(vm, coro);
    release(vm, cancel);
    err_put(vm, e);
    return ok;
}
static Value step(VM *vm, AsyncState *st, Ref self, Ref exception)
{
    Task *t = as_task(self);
    if (exception && is_none(exception)) exception = NULL;
    if (exception && !is_exception(exception)) return err_raise(vm, EXC_TypeError, "a step takes an exception or None, not %T", exception);
    if (!t->f.loop || !t->coro) return err_raise(vm, EXC_RuntimeError, "uninitialized Task object");
    if (t->f.state != PENDING) {
        Ref cls = async_from(vm, st, FROM_invalid_state);
        Value text = cls ? str_format(vm, "__step(): already done: %R %R", self, exception ? exception : (Ref)vm->empty_str) : NULL, e = text ? call1(vm, cls, text) : NULL;
        release(vm, text);
        return e ? err_raise_obj(vm, e) : NO_VALUE;
    }
    Value held = retain(self), loop = retain(t->f.loop);
    bool ok = loop_enter_task(vm, st, loop, self);
    if (ok) {
        ok = step_inside(vm, st, t, exception);
        Value e = err_take(vm);
        if (!loop_leave_task(vm, st, loop, self)) {
            ok = false;
            if (e) err_chain(vm, e);
        } else err_put(vm, e);
    }
    Value e = err_take(vm);
    release(vm, loop);
    release(vm, held);
    err_put(vm, e);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- methods ---- */

FN(task_cancel)
{
    AsyncState *st = async_state(vm);
    Task *t = as_task(args[0]);
    Ref message = args[1] ? args[1] : V_NONE;
    if (!st || !future_alive(vm, &t->f)) return NULL;
    t->f.untold = false;
    if (t->f.state != PENDING) return V_FALSE;
    t->cancels++;
    if (t->waiter) {
        int yes = cancel_other(vm, st, t->waiter, message);
        if (yes) return yes < 0 ? NO_VALUE : V_TRUE;
    }
    t->must_cancel = true;
    value_put(vm, &t->f.message, retain(message));
    return V_TRUE;
}
FN(task_cancelling) { return int_from_i64(vm, as_task(args[0])->cancels); }
FN(task_uncancel)
{
    Task *t = as_task(args[0]);
    if (t->cancels > 0) t->cancels--;
    return int_from_i64(vm, t->cancels);
}
FN(task_get_coro) { return as_task(args[0])->coro ? retain(as_task(args[0])->coro) : V_NONE; }
FN(task_get_name) { return as_task(args[0])->name ? retain(as_task(args[0])->name) : V_NONE; }
FN(task_set_name)
{
    Value text = op_str(vm, args[1]);
    if (text) value_put(vm, &as_task(args[0])->name, text);
    return text ? V_NONE : NO_VALUE;
}
FN(task_set_result) { return err_raise(vm, EXC_RuntimeError, "Task does not support set_result operation"); }
FN(task_set_exception) { return err_raise(vm, EXC_RuntimeError, "Task does not support set_exception operation"); }
static Value by_base(VM *vm, int which, const Ref *args, int n)
{
    AsyncState *st = async_state(vm);
    Ref f = st ? async_from(vm, st, which) : NULL;
    return f ? call(vm, f, args, n, NULL) : NULL;
}
FN(task_get_stack)
{
    const Ref all[] = {args[0], args[1] ? args[1] : V_NONE};
    return by_base(vm, FROM_task_stack, all, 2);
}
FN(task_print_stack)
{
    const Ref all[] = {args[0], args[1] ? args[1] : V_NONE, args[2] ? args[2] : V_NONE};
    return by_base(vm, FROM_task_print, all, 3);
}
static Value task_repr(VM *vm, Ref self)
{
    const Ref all[] = {self};
    return by_base(vm, FROM_task_repr, all, 1);
}

static Value get_coro(VM *vm, Ref self) { return as_task(self)->coro ? retain(as_task(self)->coro) : V_NONE; }
static Value get_waiter(VM *vm, Ref self) { return as_task(self)->waiter ? retain(as_task(self)->waiter) : V_NONE; }
static Value get_must_cancel(VM *vm, Ref self) { return make_bool(as_task(self)->must_cancel); }
static Value get_log(VM *vm, Ref self) { return make_bool(!as_task(self)->quiet); }
static bool set_log(VM *vm, Ref self, Ref v)
{
    int on = v ? op_truth(vm, v) : err_minus(vm, EXC_AttributeError, "cannot delete attribute");
    if (on >= 0) as_task(self)->quiet = !on;
    return on >= 0;
}

FN(task_del_method)
{
    task_del(vm, args[0]);
    return V_NONE;
}
static const NativeDef methods[] = {
    {"__del__", task_del_method, "self, /", NULL, 0},
    {"cancel", task_cancel, "self, /, msg=None", "Have CancelledError raised in its coroutine at its next step; False: it was done.", NATIVE_KW},
    {"cancelling", task_cancelling, "self, /", "How often cancelling was asked for.", 0},
    {"uncancel", task_uncancel, "self, /", "Take back one cancelling; how many are left.", 0},
    {"get_coro", task_get_coro, "self, /", "Its coroutine.", 0},
    {"get_name", task_get_name, "self, /", "Its name.", 0},
    {"set_name", task_set_name, "self, value, /", "Name it.", 0},
    {"set_result", task_set_result, "self, result, /", NULL, 0},
    {"set_exception", task_set_exception, "self, exception, /", NULL, 0},
    {"get_stack", task_get_stack, "self, /, *, limit=None", "The frames of its coroutine.", NATIVE_KW},
    {"print_stack", task_print_stack, "self, /, *, limit=None, file=None", "Print them as a traceback.", NATIVE_KW},
    CLASS_GETITEM_ROW,
    {0},
};
static const GetSetDef getsets[] = {{"_coro", get_coro, NULL, NULL}, {"_fut_waiter", get_waiter, NULL, NULL}, {"_must_cancel", get_must_cancel, NULL, NULL}, {"_log_destroy_pending", get_log, set_log, NULL}, {0}};
const TypeDef async_task_def = {.name = "_asyncio.Task", .doc = "A coroutine that an event loop runs.", .kind = KIND_OPAQUE, .size = sizeof(Task),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL | TYPE_IMMUTABLE, .s = {.new_ = task_new, .init = task_init, .repr = task_repr, .iter = future_iter, .del = task_del},
    .dealloc = task_dealloc, .traverse = task_traverse, .clear = task_clear, .methods = methods, .getsets = getsets};
