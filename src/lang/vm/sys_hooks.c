/* sys_hooks.c: sys's hooks (what happens with a value at the prompt, with an exception that nothing caught or could catch) and
 * the calls of them. A program may put functions of its own into sys; the ones here are the defaults. */
#include <stdlib.h>

#include "lang/object/audit.h"
#include "sys.h"
#include "lang/object/vm.h"

static Value sys_displayhook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_none(args[0])) return V_NONE;
    Ref print = dict_get_c(vm, REF(vm->builtins), "print"), stream = dict_get_str(vm, vm->sys_dict, NAME(stdout));
    if (!stream || is_none(stream)) return err_raise(vm, EXC_RuntimeError, "lost sys.stdout");
    if (!dict_set(vm, REF(vm->builtins), NAME(_), V_NONE)) return NULL;
    Value text = op_repr(vm, args[0]), r = text && print ? call1(vm, print, text) : NULL;
    release(vm, text);
    if (!r) return NULL;
    release(vm, r);
    return dict_set(vm, REF(vm->builtins), NAME(_), args[0]) ? V_NONE : NULL;
}

/* Text to sys.stderr as the program sees it; to the process's if that is impossible. */
static void write_stderr(VM *vm, Ref text)
{
    Ref stream = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(stderr)) : NULL;
    if (stream && !is_none(stream)) {
        Value s = retain(stream);
        Ref args[1] = {text};
        Value r = call_method(vm, s, NAME(write), args, 1), f = r ? call_method(vm, s, NAME(flush), NULL, 0) : NULL;
        bool ok = r != NULL;
        if (!f) err_clear(vm);
        release(vm, s);
        release(vm, r);
        release(vm, f);
        if (ok) return;
    }
    size_t n;
    const char *p = str_utf8(vm, text, &n);
    if (p) vm_write(vm, 2, p, n);
    else err_clear(vm);
}

void sys_write_error(VM *vm, Ref text) { write_stderr(vm, text); }

static bool goes_to_terminal(VM *vm)
{
    Ref stream = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(stderr)) : NULL;
    Value held = stream ? retain(stream) : NO_VALUE, method = held ? obj_getattr_c(vm, held, "isatty") : NO_VALUE, answer = method ? call(vm, method, NULL, 0, NULL) : NO_VALUE;
    bool yes = answer && op_truth(vm, answer) > 0;
    err_clear(vm);
    release(vm, answer);
    release(vm, method);
    release(vm, held);
    return yes;
}

static void write_exception(VM *vm, Ref exception)
{
    Value text = exc_format_as(vm, exception, &(ExcStyle){.end = "", .visible = goes_to_terminal(vm)}); /* elsewhere byte for byte what CPython writes */
    if (text) write_stderr(vm, text);
    else {
        err_clear(vm);
        const char *name = type_name(vm, as_obj(exception)->type); /* out of memory: at least this */
        vm_write(vm, 2, name, strlen(name));
        vm_write(vm, 2, "\n", 1);
    }
    release(vm, text);
}

static void write_words(VM *vm, const char *words)
{
    Value text = str_from_c(vm, words);
    if (text) write_stderr(vm, text);
    else {
        err_clear(vm);
        vm_write(vm, 2, words, strlen(words));
    }
    release(vm, text);
}

static Value sys_excepthook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value wrong = is_exception(args[1]) ? NO_VALUE : str_format(vm, "TypeError: print_exception(): Exception expected for value, %T found\n", args[1]);
    if (is_exception(args[1])) write_exception(vm, args[1]);
    else if (wrong) write_stderr(vm, wrong);
    release(vm, wrong);
    return V_NONE;
}

/* A hook of the program's own, borrowed; NULL: the default stands there, or *gone: nothing does. */
static Ref own_hook(VM *vm, const char *name, const char *dflt, bool *gone)
{
    Ref hook = vm->sys_dict ? dict_get_c(vm, vm->sys_dict, name) : NULL;
    *gone = vm->sys_dict && !hook;
    return hook && hook != dict_get_c(vm, vm->sys_dict, dflt) ? hook : NULL;
}

bool sys_report(VM *vm, Ref exception)
{
    bool gone;
    Ref hook = own_hook(vm, "excepthook", "__excepthook__", &gone);
    if (gone) write_words(vm, "sys.excepthook is missing\n");
    Ref shown = hook ? hook : vm->sys_dict ? dict_get_c(vm, vm->sys_dict, "excepthook") : NULL, trace = as_exception(exception)->traceback;
    if (!AUDIT(vm, "sys.excepthook", "OOOO", shown, REF(as_obj(exception)->type), exception, trace)) {
        if (err_matches(vm, EXC_RuntimeError)) return err_clear(vm), true; /* a hook wants it not to be told */
        err_unraisable(vm, NULL);
    }
    if (!hook) {
        write_exception(vm, exception);
        return true;
    }
    Value held = retain(hook);
    Ref tb = as_exception(exception)->traceback, args[3] = {REF(as_obj(exception)->type), exception, tb ? tb : V_NONE};
    Value r = call(vm, held, args, 3, NULL);
    release(vm, held);
    if (!r && err_matches(vm, EXC_SystemExit)) return false;
    if (!r) {
        Value second = err_take(vm);
        write_words(vm, "Error in sys.excepthook:\n");
        write_exception(vm, second);
        write_words(vm, "\nOriginal exception was:\n");
        write_exception(vm, exception);
        release(vm, second);
    }
    release(vm, r);
    return true;
}

/* ---- exceptions with nobody to go to: of __del__, of callbacks ---- */

static void write_unraisable(VM *vm, Ref exception, Ref words, Ref where)
{
    Value repr = where && !is_none(where) ? op_repr(vm, where) : NULL, text = NULL;
    if (where && !repr) err_clear(vm);
    bool said = words && !is_none(words);
    if (repr) text = said ? str_format(vm, "%S: %U\n", words, (Ref)repr) : str_format(vm, "Exception ignored in: %U\n", (Ref)repr);
    else if (where && !is_none(where)) text = str_from_c(vm, "Exception ignored in: <object repr() failed>\n");
    else if (said) text = str_format(vm, "%S:\n", words);
    if (text) write_stderr(vm, text);
    err_clear(vm);
    release(vm, text);
    release(vm, repr);
    if (exception && is_exception(exception)) write_exception(vm, exception);
}

void err_unraisable(VM *vm, Ref where) { err_unraisable_in(vm, NULL, where); }

void err_unraisable_in(VM *vm, const char *what, Ref where)
{
    Value exc = err_take(vm);
    if (exc && vm->unwinding) value_clear(vm, &exc); /* the thread is being ended: that is no exception of the program's */
    if (exc && vm->end == VM_CLOSED) value_clear(vm, &exc); /* nobody is left to tell, nor what tells it */
    if (!exc) return;
    if (vm->frame->code && err_call_again(vm, exc)) { /* it was not meant for what happened to run: it comes again to what this is in the middle of */
        release(vm, exc);
        return;
    }
    Value msg = what ? str_from_c(vm, what) : NULL;
    if (what && !msg) err_clear(vm);
    bool gone;
    Ref hook = own_hook(vm, "unraisablehook", "__unraisablehook__", &gone);
    if (!hook) write_unraisable(vm, exc, msg, where);
    else {
        static const char *const fields[] = {"exc_type", "exc_value", "exc_traceback", "err_msg", "object"};
        Ref tb = as_exception(exc)->traceback, values[5] = {REF(as_obj(exc)->type), exc, tb ? tb : V_NONE, msg ? (Ref)msg : V_NONE, where ? where : V_NONE};
        Value held = retain(hook), args = structseq_make(vm, "sys.UnraisableHookArgs", fields, values, 5);
        Value r = args && AUDIT(vm, "sys.unraisablehook", "OO", (Ref)held, (Ref)args) ? call1(vm, held, args) : NULL;
        release(vm, args);
        if (!r) {
            Value second = err_take(vm);
            write_unraisable(vm, second, NULL, held);
            release(vm, second);
        }
        release(vm, r);
        release(vm, held);
    }
    release(vm, msg);
    release(vm, exc);
    err_clear(vm);
}

static Value sys_unraisablehook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"exc_value", "err_msg", "object"};
    Value v[3] = {NULL, NULL, NULL};
    bool ok = true;
    for (int i = 0; ok && i < 3; i++) ok = (v[i] = obj_getattr_c(vm, args[0], names[i])) != NULL;
    if (ok) write_unraisable(vm, v[0], v[1], v[2]);
    for (int i = 0; i < 3; i++) release(vm, v[i]);
    return ok ? V_NONE : NULL;
}

/* What $PYTHONBREAKPOINT names ("pdb.set_trace" without it). NULL: there is none; an ImportError is pending. */
static Value breakpoint_function(VM *vm, const char *path)
{
    const char *dot = strrchr(path, '.');
    Value module = NO_VALUE, f = NO_VALUE, name = dot ? str_from_utf8(vm, path, (size_t)(dot - path)) : str_from_c(vm, "builtins");
    size_t n;
    const char *text = name ? str_utf8(vm, name, &n) : NULL;
    if (text) module = import_module(vm, text);
    if (module) f = obj_getattr_c(vm, module, dot ? dot + 1 : path);
    release(vm, name);
    release(vm, module);
    return f;
}

static Value sys_breakpointhook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *path = getenv("PYTHONBREAKPOINT");
    if (path && !strcmp(path, "0")) return V_NONE;
    Value f = breakpoint_function(vm, path && *path ? path : "pdb.set_trace");
    if (!f && (err_matches(vm, EXC_ImportError) || err_matches(vm, EXC_AttributeError)) && path && *path) {
        err_clear(vm);
        return err_warn(vm, EXC_RuntimeWarning, str_format(vm, "Ignoring unimportable $PYTHONBREAKPOINT: \"%s\"", path)) ? V_NONE : NO_VALUE;
    }
    Value r = f ? call_tuple(vm, f, args[0], args[1]) : NO_VALUE;
    release(vm, f);
    return r;
}

const NativeDef sys_hooks[] = {
    {"displayhook", sys_displayhook, "object, /", "Show the value of a statement and keep it in builtins._; None is passed over.", 0},
    {"excepthook", sys_excepthook, "exctype, value, traceback, /", "Write an exception and its traceback to sys.stderr.", 0},
    {"unraisablehook", sys_unraisablehook, "unraisable, /", "Report an exception that nobody is there to catch.", 0},
    {"breakpointhook", sys_breakpointhook, "*args, **kwargs", "What breakpoint() calls.", 0},
    {0},
};
