/* builtins_io.c: print and input. They go through sys.stdout and sys.stdin as the program has set them. */
#include "lang/object/audit.h"
#include "builtins.h"
#include "lang/object/vm.h"

/* sys.<name>, owned; None if it is lost; Ellipsis if the embedder gave the VM no streams. */
static Value stream(VM *vm, Ref name)
{
    Ref s = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, name) : NULL;
    return s ? retain(s) : dict_get_c(vm, vm->sys_dict, "__stdout__") ? V_NONE : V_ELLIPSIS;
}

static bool emit(VM *vm, Ref file, Ref text)
{
    if (as_str(text)->len == 0) return true;
    if (file == V_ELLIPSIS) { /* a VM without streams */
        size_t n;
        const char *p = str_utf8(vm, text, &n);
        if (p) vm_write(vm, 1, p, n);
        return p != NULL;
    }
    Ref args[1] = {text};
    Value r = call_method(vm, file, NAME(write), args, 1);
    release(vm, r);
    return r != NULL;
}

/* A separator argument: NULL or None is the default. */
static bool separator(VM *vm, Ref v, const char *what, Ref dflt, Ref *out)
{
    if (!v || is_none(v)) *out = dflt;
    else if (is_str(v)) *out = v;
    else return err_false(vm, EXC_TypeError, "%s must be None or a string, not %T", what, v);
    return true;
}

static bool flush_after(VM *vm, Ref out, Ref flush)
{
    int t = flush ? op_truth(vm, flush) : 0;
    if (t <= 0) return t == 0;
    Value r = call_method(vm, out, NAME(flush), NULL, 0);
    release(vm, r);
    return r != NULL;
}

/* To a file object of the program's own: it sees each piece, as CPython writes them. */
static bool print_pieces(VM *vm, Ref out, const Ref *args, int n, Ref sep, Ref end)
{
    for (int i = 0; i <= n; i++) {
        Value r = V_NONE;
        if (i && i < n) r = call_method(vm, out, NAME(write), &sep, 1);
        release(vm, r);
        if (!r) return false;
        Value text = i == n ? retain(end) : op_str(vm, args[i]);
        Ref piece = text;
        r = text ? call_method(vm, out, NAME(write), &piece, 1) : NULL;
        release(vm, text);
        release(vm, r);
        if (!r) return false;
    }
    return true;
}

static Value bi_breakpoint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref hook = dict_get_c(vm, vm->sys_dict, "breakpointhook");
    if (!hook) return err_raise(vm, EXC_RuntimeError, "lost sys.breakpointhook");
    Value held = retain(hook), r = call(vm, held, args, n, kwnames);
    release(vm, held);
    return r;
}

static Value bi_print(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref sep = NULL, end = NULL, flush = NULL, file = NULL;
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref k = as_tuple(kwnames)->items[i], v = args[n + i];
        if (k == NAME(sep)) sep = v;
        else if (k == NAME(end)) end = v;
        else if (k == NAME(file)) file = v;
        else if (k == NAME(flush)) flush = v;
        else return err_raise(vm, EXC_TypeError, "'%U' is an invalid keyword argument for print()", k);
    }
    if (!separator(vm, sep, "sep", vm->chars[' '], &sep) || !separator(vm, end, "end", vm->chars['\n'], &end)) return NULL;
    Value out = file && !is_none(file) ? retain(file) : stream(vm, NAME(stdout));
    if (is_none(out)) return V_NONE;
    if (is_heap(out) && as_obj(out)->type->flags & TYPE_HEAP) {
        bool done = print_pieces(vm, out, args, n, sep, end) && flush_after(vm, out, flush);
        release(vm, out);
        return done ? V_NONE : NULL;
    }
    /* The line is put together and written at once as far as it is plain. What stands before an object whose text a program may
     * make is written first: its __str__ may print something itself, or fail. */
    StrB b = STRB_INIT(vm);
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        if (i) strb_str(&b, sep);
        if (is_exact(args[i], CLASS(str))) {
            strb_str(&b, args[i]);
            continue;
        }
        if (i && is_heap(args[i]) && !is_kind(args[i], KIND_INT)) {
            Value before = strb_take(&b);
            ok = before && emit(vm, out, before);
            release(vm, before);
            b = (StrB)STRB_INIT(vm);
        }
        ok = ok && strb_to_str(&b, args[i]);
    }
    if (ok) strb_str(&b, end);
    Value saved = ok ? NULL : err_take(vm);
    Value line = strb_take(&b);
    ok = line && emit(vm, out, line) && ok;
    release(vm, line);
    if (saved) err_put(vm, saved);
    ok = ok && flush_after(vm, out, flush);
    release(vm, out);
    return ok ? V_NONE : NULL;
}

static Value bi_input(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value prompt = args[0] ? op_str(vm, args[0]) : retain(vm->empty_str);
    if (!prompt) return NULL;
    if (!AUDIT(vm, "builtins.input", "O", (Ref)prompt)) return release(vm, prompt), NO_VALUE;
    Value out = stream(vm, NAME(stdout)), in = stream(vm, NAME(stdin)), r = NULL;
    if (is_none(in)) {
        err_raise(vm, EXC_RuntimeError, "input(): lost sys.stdin");
        goto done;
    }
    if (is_none(out)) {
        err_raise(vm, EXC_RuntimeError, "input(): lost sys.stdout");
        goto done;
    }
    if (vm->hooks.input && (in == V_ELLIPSIS || in == dict_get_c(vm, vm->sys_dict, "__stdin__"))) { /* a stream of the program's own is read as any other */
        size_t len;
        const char *text = str_utf8(vm, prompt, &len);
        r = text ? vm->hooks.input(vm, vm->hook_data, text) : NULL;
        goto done;
    }
    if (!emit(vm, out, prompt)) goto done;
    Value f = call_method(vm, out, NAME(flush), NULL, 0);
    if (!f) err_clear(vm);
    release(vm, f);
    Value line = call_method(vm, in, NAME(readline), NULL, 0);
    if (!line) goto done;
    if (!is_str(line)) err_raise(vm, EXC_TypeError, "object.readline() returned non-string");
    else if (!as_str(line)->len) err_raise(vm, EXC_EOFError, "EOF when reading a line");
    else {
        int64_t len = as_str(line)->len;
        r = str_substr(vm, line, 0, str_at(as_str(line), len - 1) == '\n' ? len - 1 : len);
    }
    release(vm, line);
done:
    release(vm, prompt);
    release(vm, out);
    release(vm, in);
    return r;
}

const NativeDef builtins_io_functions[] = {
    {"print", bi_print, "*args, sep=' ', end='\\n', file=None, flush=False",
     "Write the values, sep between them and end behind, to file (sys.stdout).", NATIVE_RAW},
    {"breakpoint", bi_breakpoint, "*args, **kws", "Start the debugger here, through sys.breakpointhook().", NATIVE_RAW},
    {"input", bi_input, "prompt='', /", "Write the prompt, then read a line of standard input and return it without its end.", 0},
    {0},
};
