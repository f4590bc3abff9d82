/* err.c: raising (err.h): every way to make an exception pending and to take it off again. */
#include "err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "module.h"
#include "vm.h"

Value exc_make(VM *vm, Type *type, Value args /*taken*/);

/* `exc` becomes pending; what is being handled becomes its __context__. */
Value err_raise_obj(VM *vm, Value exc)
{
    Exception *e = as_exception(exc);
    Ref handled = vm->handled;
    if (handled && handled != exc && is_exception(handled)) {
        /* The chain must stay a line: if exc already hangs somewhere below what is handled, cut it out there. */
        Exception *slow = as_exception(handled); /* half as fast: a ring that a program made is met again */
        bool half = false;
        for (Exception *x = slow; x->context; x = as_exception(x->context)) {
            if (x->context == exc) {
                value_clear(vm, &x->context);
                break;
            }
            if (as_exception(x->context) == slow) break;
            if (half) slow = as_exception(slow->context);
            half = !half;
        }
        value_put(vm, &e->context, retain(handled));
    }
    Value old = vm->error;
    vm->error = exc;
    release(vm, old);
    return NULL;
}

void err_pend(VM *vm, Value exc) { value_put(vm, &vm->error, exc); }

static Value raise_with(VM *vm, Type *type, Value arg /*taken; NULL: an error is pending already*/)
{
    if (!arg) return NULL;
    Value args = tuple_take(vm, &arg, 1);
    if (!args) return NULL;
    Value exc = exc_make(vm, type, args);
    return exc ? err_raise_obj(vm, exc) : NULL;
}

Value err_raise_v(VM *vm, ExcId id, const char *fmt, va_list ap)
{
    return raise_with(vm, vm->exc_types[id], str_format_v(vm, fmt, ap));
}

Value err_raise(VM *vm, ExcId id, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    err_raise_v(vm, id, fmt, ap);
    va_end(ap);
    return NULL;
}

bool err_false(VM *vm, ExcId id, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    err_raise_v(vm, id, fmt, ap);
    va_end(ap);
    return false;
}

int err_minus(VM *vm, ExcId id, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    err_raise_v(vm, id, fmt, ap);
    va_end(ap);
    return -1;
}

Value err_raise_value(VM *vm, ExcId id, Ref arg) { return raise_with(vm, vm->exc_types[id], retain(arg)); }

/* An exception of its own if there is memory for that (the reserve helps), so that its traceback goes with it; else the
 * one made when the VM opened. */
Value err_no_memory(VM *vm)
{
    if (!vm->no_memory) return NULL; /* before the VM is up */
    if (vm->raising_no_memory) return NULL; /* in the attempt below */
    mem_use_reserve(vm->mem);
    vm->raising_no_memory = true;
    Value exc = exc_make(vm, vm->exc_types[EXC_MemoryError], retain(vm->empty_tuple));
    vm->raising_no_memory = false;
    if (exc) return err_raise_obj(vm, exc);
    Exception *e = as_exception(vm->no_memory);
    if (vm->error != vm->no_memory) {
        value_clear(vm, &e->traceback);
        value_clear(vm, &e->context);
    }
    value_put(vm, &vm->error, retain(vm->no_memory));
    return NULL;
}

static const struct {
    int number;
    ExcId id;
} errno_classes[] = {
    {EAGAIN, EXC_BlockingIOError}, {EALREADY, EXC_BlockingIOError}, {EINPROGRESS, EXC_BlockingIOError},
    {ECHILD, EXC_ChildProcessError}, {EPIPE, EXC_BrokenPipeError}, {ESHUTDOWN, EXC_BrokenPipeError},
    {ECONNABORTED, EXC_ConnectionAbortedError}, {ECONNREFUSED, EXC_ConnectionRefusedError},
    {ECONNRESET, EXC_ConnectionResetError}, {EEXIST, EXC_FileExistsError}, {ENOENT, EXC_FileNotFoundError},
    {EINTR, EXC_InterruptedError}, {EISDIR, EXC_IsADirectoryError}, {ENOTDIR, EXC_NotADirectoryError},
    {EACCES, EXC_PermissionError}, {EPERM, EXC_PermissionError}, {ESRCH, EXC_ProcessLookupError},
    {ETIMEDOUT, EXC_TimeoutError},
};

Type *err_errno_type(VM *vm, int64_t number)
{
    for (size_t i = 0; i < sizeof errno_classes / sizeof *errno_classes; i++)
        if (errno_classes[i].number == number) return vm->exc_types[errno_classes[i].id];
    return vm->exc_types[EXC_OSError];
}

Value err_errno(VM *vm, int errnum, Ref filename)
{
    if (errnum == ENOMEM) return err_no_memory(vm);
    Value text = str_from_c(vm, strerror(errnum));
    if (!text) return NULL;
    Value number = make_small(errnum);
    Ref args[3] = {number, text, filename};
    Value exc = call(vm, REF(vm->exc_types[EXC_OSError]), args, filename ? 3 : 2, NULL);
    release(vm, text);
    return exc ? err_raise_obj(vm, exc) : NULL;
}

Value err_type_name(VM *vm, Ref name, Ref obj)
{
    if (is_type(obj)) err_raise(vm, EXC_AttributeError, "type object '%N' has no attribute '%U'", as_type(obj), name);
    else if (is_module(obj)) {
        Ref module_name = dict_get_str(vm, REF(as_module(obj)->dict), NAME(__name__));
        if (module_name && is_str(module_name) && import_is_running(vm, obj))
            err_raise(vm, EXC_AttributeError, "partially initialized module '%U' has no attribute '%U' (most likely due to a circular import)",
                      module_name, name);
        else if (module_name && is_str(module_name))
            err_raise(vm, EXC_AttributeError, "module '%U' has no attribute '%U'", module_name, name);
        else err_raise(vm, EXC_AttributeError, "module has no attribute '%U'", name);
    } else err_raise(vm, EXC_AttributeError, "'%T' object has no attribute '%U'", obj, name);
    if (err_matches(vm, EXC_AttributeError)) {
        Exception *e = as_exception(vm->error);
        value_put(vm, &e->x[0], retain(name));
        value_put(vm, &e->x[1], retain(obj));
        err_tell_absent(vm, obj, name);
    }
    return NULL;
}

Value err_name(VM *vm, Ref name)
{
    err_raise(vm, EXC_NameError, "name '%U' is not defined", name);
    if (err_matches(vm, EXC_NameError)) value_put(vm, &as_exception(vm->error)->x[0], retain(name));
    return NULL;
}

bool err_is(VM *vm, Ref exception, ExcId id)
{
    return exception && is_exception(exception) && type_is_subtype(as_obj(exception)->type, vm->exc_types[id]);
}

bool err_matches(VM *vm, ExcId id) { return err_is(vm, vm->error, id); }

Value err_interrupt(VM *vm)
{
    Value e = call0(vm, REF(vm->exc_types[EXC_KeyboardInterrupt]));
    if (e && is_exception(e)) as_exception(e)->is_call = true;
    return e ? err_raise_obj(vm, e) : NULL;
}

bool err_call_again(VM *vm, Ref exception)
{
    if (!exception || !is_exception(exception) || !as_exception(exception)->is_call) return false;
    __atomic_fetch_or(&vm->breaker, BREAK_COPY, __ATOMIC_SEQ_CST);
    return true;
}

void err_clear(VM *vm)
{
    if (!vm->error) return;
    err_call_again(vm, vm->error);
    value_clear(vm, &vm->error);
}

Value err_take(VM *vm)
{
    Value e = vm->error;
    vm->error = NULL;
    return e;
}

void err_put(VM *vm, Value exception)
{
    Value old = vm->error;
    vm->error = exception;
    release(vm, old);
}

void err_from(VM *vm, Value cause)
{
    if (cause && vm->error && is_exception(vm->error) && vm->error != cause) {
        Exception *e = as_exception(vm->error);
        value_put(vm, &e->cause, retain(cause));
        value_put(vm, &e->context, retain(cause));
        e->suppress_context = true;
    }
    release(vm, cause);
}

void err_chain(VM *vm, Value earlier)
{
    if (!earlier) return;
    if (!vm->error) {
        vm->error = earlier;
        return;
    }
    Exception *e = as_exception(vm->error);
    if (earlier == vm->error || e->context) release(vm, earlier);
    else e->context = earlier;
}

static bool warn(VM *vm, ExcId category, Value text, int64_t level, Ref source)
{
    Value warnings = text ? import_module(vm, "warnings") : NO_VALUE;
    Ref args[4] = {text, REF(vm->exc_types[category]), make_small(level), source};
    Value r = warnings ? call_method(vm, warnings, NAME(warn), args, source ? 4 : 3) : NO_VALUE;
    release(vm, text);
    release(vm, warnings);
    release(vm, r);
    return r != NO_VALUE;
}

bool err_warn_at(VM *vm, ExcId category, Value text, int64_t level) { return warn(vm, category, text, level, NULL); }
bool err_warn(VM *vm, ExcId category, Value text) { return warn(vm, category, text, 1, NULL); }

/* Can somebody see a ResourceWarning? While nobody imported warnings the filters are the first ones, and those leave it out unless -W or -X dev asked. */
static bool resources_are_watched(VM *vm)
{
    Ref asked = dict_get_c(vm, vm->sys_dict, "warnoptions");
    bool watched = (asked && op_truth(vm, asked)) || dict_get_c(vm, REF(vm->modules), "warnings");
    err_clear(vm);
    return watched;
}

void err_warn_unclosed(VM *vm, Value text, Ref source)
{
    if (!text || !vm->sys_dict || !vm->modules || !resources_are_watched(vm)) release(vm, text);
    else if (!warn(vm, EXC_ResourceWarning, text, 1, source) && err_matches(vm, EXC_Warning)) err_unraisable(vm, source);
    err_clear(vm);
}

bool rec_enter(VM *vm, const char *what)
{
    if (vm->depth >= vm->depth_limit || (char *)__builtin_frame_address(0) < vm->c_stack_limit) {
        /* a little room is left so that handlers can run */
        return err_false(vm, EXC_RecursionError, "maximum recursion depth exceeded%s", what);
    }
    vm->depth++;
    return true;
}

bool rec_no_room(VM *vm) { return err_false(vm, EXC_RecursionError, "maximum recursion depth exceeded"); }

void rec_leave(VM *vm) { vm->depth--; }
