/* mod_asyncio_future.c: the type Future, and the iterator by which it is awaited. */
#include "mod_asyncio.h"

/* ---- life ---- */

bool future_alive(VM *vm, const Future *f) { return f->loop ? true : err_false(vm, EXC_RuntimeError, "Future object is not initialized."); }

static bool remember_source(VM *vm, AsyncState *st, Future *f)
{
    Value loop = retain(f->loop), debug = call_method(vm, loop, WORD(st, get_debug), NULL, 0);
    int on = debug ? op_truth(vm, debug) : -1;
    Ref extract = on > 0 ? async_from(vm, st, FROM_extract_stack) : NULL;
    Value source = extract ? call0(vm, extract) : NULL;
    if (source) value_put(vm, &f->source, source);
    release(vm, debug);
    release(vm, loop);
    return on == 0 || source;
}
bool future_open(VM *vm, AsyncState *st, Future *f, Ref loop)
{
    Value own = loop && !is_none(loop) ? retain(loop) : async_event_loop(vm, st);
    if (!own) return false;
    future_clear(vm, &f->head);
    f->state = PENDING;
    f->untold = f->blocking = false;
    value_put(vm, &f->loop, own);
    return remember_source(vm, st, f);
}
static Value future_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(type), as_type(type)->inst_size)); }
static bool future_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"loop"};
    AsyncState *st = async_state(vm);
    Ref loop;
    if (n) return err_false(vm, EXC_TypeError, "Future() takes no positional arguments");
    return st && args_bind(vm, "Future", args, n, kwnames, names, 1, &loop) && future_open(vm, st, as_future(self), loop);
}
void future_clear(VM *vm, Obj *o)
{
    Future *f = (Future *)o;
    Value *const fields[] = {&f->loop, &f->first, &f->first_context, &f->callbacks, &f->result, &f->exception, &f->traceback, &f->source, &f->message, &f->cause};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) value_clear(vm, fields[i]);
}
void future_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Future *f = (Future *)o;
    const Value fields[] = {f->loop, f->first, f->first_context, f->callbacks, f->result, f->exception, f->traceback, f->source, f->message, f->cause};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i]) visit(fields[i], arg);
}
static void future_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    future_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}

static bool put(VM *vm, Ref d, const char *key, Value v /*taken*/)
{
    bool ok = v && dict_set_c(vm, d, key, v);
    release(vm, v);
    return ok;
}
/* Its exception goes unseen: the loop is told. */
void future_del(VM *vm, Ref o)
{
    Future *f = as_future(o);
    AsyncState *st = f->untold && f->loop ? async_state(vm) : NULL;
    if (!st) return;
    f->untold = false;
    Value d = dict_new(vm), r = NULL, loop = retain(f->loop);
    if (d && put(vm, d, "message", str_format(vm, "%U exception was never retrieved", REF(as_obj(o)->type->name))) && put(vm, d, "exception", f->exception ? retain(f->exception) : V_NONE) && put(vm, d, "future", retain(o)) &&
        (!f->source || put(vm, d, "source_traceback", retain(f->source)))) {
        const Ref arg[] = {d};
        r = call_method(vm, loop, WORD(st, call_exception_handler), arg, 1);
    }
    if (!r) err_unraisable(vm, loop);
    release(vm, loop);
    release(vm, d);
    release(vm, r);
}

/* ---- callbacks ---- */

static bool schedule(VM *vm, AsyncState *st, Ref self)
{
    Future *f = as_future(self);
    Value first = f->first, context = f->first_context, rest = f->callbacks, loop = retain(f->loop);
    f->first = f->first_context = f->callbacks = NULL;
    bool ok = !first || async_call_soon(vm, st, loop, first, self, context);
    for (int64_t i = 0; ok && rest && i < as_list(rest)->len; i++) {
        Value pair = retain(as_list(rest)->items[i]);
        ok = is_tuple(pair) && as_tuple(pair)->len == 2 ? async_call_soon(vm, st, loop, as_tuple(pair)->items[0], self, as_tuple(pair)->items[1]) : err_false(vm, EXC_RuntimeError, "corrupted callback tuple");
        release(vm, pair);
    }
    release(vm, first);
    release(vm, context);
    release(vm, rest);
    release(vm, loop);
    return ok;
}

bool future_add_callback(VM *vm, AsyncState *st, Ref self, Ref callback, Ref context)
{
    Future *f = as_future(self);
    Value own = NULL;
    bool ok = true;
    if (context) own = retain(context);
    else {
        Ref copy = async_from(vm, st, FROM_copy_context);
        if (!copy || !(own = call0(vm, copy))) return false;
    }
    if (f->state != PENDING) {
        Value loop = retain(f->loop);
        ok = async_call_soon(vm, st, loop, callback, self, own);
        release(vm, loop);
    } else if (!f->first && !f->callbacks) {
        f->first = retain(callback);
        f->first_context = retain(own);
    } else {
        Value pair = (f->callbacks || (f->callbacks = list_new(vm, 2))) ? tuple_of(vm, 2, callback, (Ref)own) : NULL;
        ok = pair && list_append_take(vm, f->callbacks, pair);
    }
    release(vm, own);
    return ok;
}
FN(future_add_done_callback)
{
    AsyncState *st = async_state(vm);
    if (!as_future(args[0])->loop) return err_raise(vm, EXC_RuntimeError, "uninitialized Future object");
    return st && future_add_callback(vm, st, args[0], args[1], args[2] && !is_none(args[2]) ? args[2] : NULL) ? V_NONE : NO_VALUE;
}

/* All as a list of pairs, or NULL: none (or raised). */
static Value pairs(VM *vm, const Future *f)
{
    if (!f->first && !(f->callbacks && as_list(f->callbacks)->len)) return NULL;
    Value list = list_new(vm, 1), pair = list && f->first ? tuple_of(vm, 2, (Ref)f->first, (Ref)f->first_context) : NULL;
    if (f->first && !(pair && list_append_take(vm, list, pair))) value_clear(vm, &list);
    if (list && f->callbacks && !list_extend(vm, list, f->callbacks)) value_clear(vm, &list);
    return list;
}
FN(future_remove_done_callback)
{
    Future *f = as_future(args[0]);
    if (!future_alive(vm, f)) return NULL;
    Value all = pairs(vm, f), kept = all ? list_new(vm, 0) : NULL;
    int64_t removed = 0;
    bool ok = all ? kept != NULL : !err_occurred(vm);
    for (int64_t i = 0; ok && all && i < as_list(all)->len; i++) {
        Ref pair = as_list(all)->items[i];
        int same = op_compare_bool(vm, as_tuple(pair)->items[0], args[1], CMP_EQ);
        if (same > 0) removed++;
        ok = same > 0 || (same == 0 && list_append(vm, kept, pair));
    }
    if (ok && removed) { /* (what was added while they were compared is kept, too) */
        value_clear(vm, &f->first);
        value_clear(vm, &f->first_context);
        value_put(vm, &f->callbacks, retain(kept));
    }
    release(vm, all);
    release(vm, kept);
    return ok ? make_small(removed) : NO_VALUE;
}

/* ---- how it ends ---- */

static Value invalid(VM *vm, AsyncState *st, Value text /*taken*/)
{
    Ref cls = text ? async_from(vm, st, FROM_invalid_state) : NULL;
    Value e = cls ? call1(vm, cls, text) : NULL;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}
static const char *const state_names[] = {"PENDING", "CANCELLED", "FINISHED"};
static Value done_already(VM *vm, AsyncState *st, Ref self) { return invalid(vm, st, str_from_c(vm, "invalid state")); }

bool future_set_result(VM *vm, AsyncState *st, Ref self, Ref result)
{
    Future *f = as_future(self);
    if (!future_alive(vm, f)) return false;
    if (f->state != PENDING) return done_already(vm, st, self), false;
    f->result = retain(result);
    f->state = FINISHED;
    return schedule(vm, st, self);
}
bool future_set_exception(VM *vm, AsyncState *st, Ref self, Ref exception)
{
    Future *f = as_future(self);
    if (!future_alive(vm, f)) return false;
    if (f->state != PENDING) return done_already(vm, st, self), false;
    Value e = is_type(exception) ? call0(vm, exception) : retain(exception);
    if (!e) return false;
    if (!is_exception(e)) return release(vm, e), err_false(vm, EXC_TypeError, "invalid exception object");
    if (is_exact(e, vm->exc_types[EXC_StopIteration])) return release(vm, e), err_false(vm, EXC_TypeError, "StopIteration interacts badly with generators and cannot be raised into a Future");
    if (f->state != PENDING) return release(vm, e), done_already(vm, st, self), false;
    f->exception = e;
    f->traceback = as_exception(e)->traceback ? retain(as_exception(e)->traceback) : NULL;
    f->state = FINISHED;
    f->untold = true;
    return schedule(vm, st, self);
}
int future_cancel(VM *vm, AsyncState *st, Ref self, Ref message)
{
    Future *f = as_future(self);
    f->untold = false;
    if (f->state != PENDING) return 0;
    f->state = CANCELLED;
    value_put(vm, &f->message, message ? retain(message) : NO_VALUE);
    return schedule(vm, st, self) ? 1 : -1;
}
Value future_cancelled_error(VM *vm, AsyncState *st, Future *f)
{
    if (f->cause) {
        Value e = f->cause;
        f->cause = NULL;
        return e;
    }
    Ref cls = async_from(vm, st, FROM_cancelled_error);
    if (!cls) return NULL;
    return f->message && !is_none(f->message) ? call1(vm, cls, f->message) : call0(vm, cls);
}

Value future_result(VM *vm, AsyncState *st, Future *f)
{
    if (f->state == CANCELLED) {
        Value e = future_cancelled_error(vm, st, f);
        return e ? err_raise_obj(vm, e) : NO_VALUE;
    }
    if (f->state != FINISHED) return invalid(vm, st, str_from_c(vm, "Result is not set."));
    f->untold = false;
    if (!f->exception) return f->result ? retain(f->result) : V_NONE;
    Value e = retain(f->exception), tb = f->traceback;
    f->traceback = NULL;
    value_put(vm, &as_exception(e)->traceback, tb);
    return err_raise_obj(vm, e);
}

FN(future_result_method)
{
    AsyncState *st = async_state(vm);
    return !st ? NO_VALUE : as_future(args[0])->loop ? future_result(vm, st, as_future(args[0])) : invalid(vm, st, str_from_c(vm, "Future object is not initialized."));
}
FN(future_exception_method)
{
    AsyncState *st = async_state(vm);
    Future *f = as_future(args[0]);
    if (!st) return NULL;
    if (!f->loop) return invalid(vm, st, str_from_c(vm, "Future object is not initialized."));
    if (f->state == CANCELLED) return future_result(vm, st, f);
    if (f->state != FINISHED) return invalid(vm, st, str_from_c(vm, "Exception is not set."));
    f->untold = false;
    return f->exception ? retain(f->exception) : V_NONE;
}
FN(future_set_result_method)
{
    AsyncState *st = async_state(vm);
    return st && future_set_result(vm, st, args[0], args[1]) ? V_NONE : NO_VALUE;
}
FN(future_set_exception_method)
{
    AsyncState *st = async_state(vm);
    return st && future_set_exception(vm, st, args[0], args[1]) ? V_NONE : NO_VALUE;
}
FN(future_cancel_method)
{
    AsyncState *st = async_state(vm);
    int r = st && future_alive(vm, as_future(args[0])) ? future_cancel(vm, st, args[0], args[1]) : -1;
    return r < 0 ? NO_VALUE : make_bool(r);
}
FN(future_cancelled) { return make_bool(as_future(args[0])->loop && as_future(args[0])->state == CANCELLED); }
FN(future_done) { return make_bool(as_future(args[0])->loop && as_future(args[0])->state != PENDING); }
FN(future_get_loop) { return future_alive(vm, as_future(args[0])) ? retain(as_future(args[0])->loop) : NO_VALUE; }
FN(future_make_cancelled_error)
{
    AsyncState *st = async_state(vm);
    return st ? future_cancelled_error(vm, st, as_future(args[0])) : NULL;
}
static Value future_repr(VM *vm, Ref self)
{
    AsyncState *st = async_state(vm);
    Ref f = st ? async_from(vm, st, FROM_future_repr) : NULL;
    return f ? call1(vm, f, self) : NULL;
}

/* ---- attributes ---- */
static Value get_state(VM *vm, Ref self) { return str_intern_c(vm, state_names[as_future(self)->state]); }
static Value get_blocking(VM *vm, Ref self) { return make_bool(as_future(self)->loop && as_future(self)->blocking); }
static bool set_blocking(VM *vm, Ref self, Ref v)
{
    int on = v ? op_truth(vm, v) : err_minus(vm, EXC_AttributeError, "cannot delete attribute");
    if (on < 0 || !future_alive(vm, as_future(self))) return false;
    as_future(self)->blocking = on;
    return true;
}
static Value get_untold(VM *vm, Ref self) { return make_bool(as_future(self)->loop && as_future(self)->untold); }
static bool set_untold(VM *vm, Ref self, Ref v)
{
    int on = v ? op_truth(vm, v) : err_minus(vm, EXC_AttributeError, "cannot delete attribute");
    if (on > 0) return err_false(vm, EXC_ValueError, "_log_traceback can only be set to False");
    if (on == 0) as_future(self)->untold = false;
    return on == 0;
}
static Value get_callbacks(VM *vm, Ref self)
{
    Value list = pairs(vm, as_future(self));
    return list || err_occurred(vm) ? list : V_NONE;
}
static Value or_none(Ref v) { return v ? retain(v) : V_NONE; }
static Value get_loop(VM *vm, Ref self) { return or_none(as_future(self)->loop); }
static Value get_result(VM *vm, Ref self) { return or_none(as_future(self)->result); }
static Value get_exception(VM *vm, Ref self) { return or_none(as_future(self)->exception); }
static Value get_source(VM *vm, Ref self) { return or_none(as_future(self)->source); }
static Value get_message(VM *vm, Ref self) { return or_none(as_future(self)->message); }
static bool set_message(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_AttributeError, "cannot delete attribute");
    value_put(vm, &as_future(self)->message, retain(v));
    return true;
}

const NativeDef future_methods[] = {
    {"result", future_result_method, "self, /", "What it came to; its exception is raised.", 0},
    {"exception", future_exception_method, "self, /", "The exception that it ended with, or None.", 0},
    {"set_result", future_set_result_method, "self, result, /", "End it with a result.", 0},
    {"set_exception", future_set_exception_method, "self, exception, /", "End it with an exception.", 0},
    {"add_done_callback", future_add_done_callback, "self, fn, /, *, context=<unrepresentable>", "Have fn(future) called soon after its end.", 0},
    {"remove_done_callback", future_remove_done_callback, "self, fn, /", "Call fn no more; how many times it was to be called.", 0},
    {"cancel", future_cancel_method, "self, /, msg=None", "Cancel it; False: it was done.", NATIVE_KW},
    {"cancelled", future_cancelled, "self, /", "Was it cancelled?", 0},
    {"done", future_done, "self, /", "Has it ended?", 0},
    {"get_loop", future_get_loop, "self, /", "Its event loop.", 0},
    {"_make_cancelled_error", future_make_cancelled_error, "self, /", "The CancelledError that tells of its cancelling.", 0},
    CLASS_GETITEM_ROW,
    {0},
};
static Value future_await(VM *vm, const Ref *args, int n, Ref kwnames) { return future_iter(vm, args[0]); }
FN(future_del_method)
{
    future_del(vm, args[0]);
    return V_NONE;
}
static const NativeDef all_methods[] = {{"__del__", future_del_method, "self, /", NULL, 0}, {"__await__", future_await, "self, /", NULL, 0}, {0}};
static const GetSetDef getsets[] = {
    {"_state", get_state, NULL, NULL}, {"_asyncio_future_blocking", get_blocking, set_blocking, NULL}, {"_loop", get_loop, NULL, NULL}, {"_callbacks", get_callbacks, NULL, NULL},
    {"_result", get_result, NULL, NULL}, {"_exception", get_exception, NULL, NULL}, {"_log_traceback", get_untold, set_untold, NULL}, {"_source_traceback", get_source, NULL, NULL},
    {"_cancel_message", get_message, set_message, NULL}, {0}};
const TypeDef async_future_def = {.name = "_asyncio.Future", .doc = "A result that is not there yet.", .kind = KIND_OPAQUE, .size = sizeof(Future),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL | TYPE_IMMUTABLE,
    .s = {.new_ = future_new, .init = future_init, .repr = future_repr, .iter = future_iter, .del = future_del}, .dealloc = future_dealloc, .traverse = future_traverse, .clear = future_clear,
    .methods = all_methods, .getsets = getsets};

/* ---- awaiting it ---- */
typedef struct FutureIter { Obj head; Value future; } FutureIter; /* NULL: it is over */
static FutureIter *as_iter(Ref v) { return (FutureIter *)BITS(v); }

Value future_iter(VM *vm, Ref self)
{
    AsyncState *st = async_state(vm);
    if (!st || !future_alive(vm, as_future(self))) return NULL;
    FutureIter *it = (FutureIter *)obj_alloc(vm, st->iter, sizeof *it);
    if (it) it->future = retain(self);
    return VAL(it);
}
static void iter_clear(VM *vm, Obj *o) { value_clear(vm, &((FutureIter *)o)->future); }
static void iter_dealloc(VM *vm, Obj *o)
{
    iter_clear(vm, o);
    obj_free(vm, o, sizeof(FutureIter));
}
static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((FutureIter *)o)->future) visit(((FutureIter *)o)->future, arg);
}
static Value iter_self(VM *vm, Ref self) { return retain(self); }
static Value iter_next(VM *vm, Ref self)
{
    Future *f = as_iter(self)->future ? as_future(as_iter(self)->future) : NULL;
    AsyncState *st = f ? async_state(vm) : NULL;
    if (!st) return NULL;
    if (f->state == PENDING) {
        if (f->blocking) return err_raise(vm, EXC_RuntimeError, "await wasn't used with future");
        f->blocking = true;
        return retain(REF(f));
    }
    as_iter(self)->future = NULL;
    Value r = future_result(vm, st, f);
    if (r) err_raise_value(vm, EXC_StopIteration, r);
    release(vm, r);
    release(vm, VAL(f));
    return NULL;
}
FN(iter_send)
{
    Value r = iter_next(vm, args[0]);
    return r || err_occurred(vm) ? r : err_raise(vm, EXC_StopIteration, "");
}
FN(iter_throw)
{
    Ref type = args[0 + 1], value = args[2];
    if (args[3] && !is_none(args[3]) && !is_kind(args[3], KIND_TRACEBACK)) return err_raise(vm, EXC_TypeError, "throw() third argument must be a traceback");
    Value e = NULL;
    if (is_type(type) && type_is_subtype(as_type(type), vm->exc_types[EXC_BaseException])) e = value && is_exception(value) ? retain(value) : value && !is_none(value) ? call1(vm, type, value) : call0(vm, type);
    else if (is_exception(type)) {
        if (value && !is_none(value)) return err_raise(vm, EXC_TypeError, "instance exception may not have a separate value");
        e = retain(type);
    } else return err_raise(vm, EXC_TypeError, "exceptions must be classes deriving BaseException or instances of such a class");
    value_clear(vm, &as_iter(args[0])->future);
    if (e && !is_exception(e)) {
        release(vm, e);
        return err_raise(vm, EXC_TypeError, "calling the class gave no exception");
    }
    if (e && args[3] && !is_none(args[3])) value_put(vm, &as_exception(e)->traceback, retain(args[3]));
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}
FN(iter_close)
{
    value_clear(vm, &as_iter(args[0])->future);
    return V_NONE;
}
static const NativeDef iter_methods[] = {
    {"send", iter_send, "self, value, /", NULL, 0},
    {"throw", iter_throw, "self, type, value=None, tb=None, /", NULL, 0},
    {"close", iter_close, "self, /", NULL, 0},
    {0},
};
const TypeDef async_iter_def = {.name = "_asyncio.FutureIter", .kind = KIND_OPAQUE, .size = sizeof(FutureIter), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = iter_self, .next = iter_next}, .dealloc = iter_dealloc, .traverse = iter_traverse, .clear = iter_clear, .methods = iter_methods};
