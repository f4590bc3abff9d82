/* builtins_io.c: print and input. They go through sys.stdout and sys.stdin as the program has set them. */
#include "builtins.h"
#include "vm.h"

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
    /* The line is put together and written at once when all of it is plain; else piece by piece, as CPython does, so that what
     * was printed before a failing __str__ appears. */
    StrB b = STRB_INIT(vm);
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        if (i) strb_str(&b, sep);
        if (is_str(args[i])) strb_str(&b, args[i]);
        else ok = strb_to_str(&b, args[i]);
    }
    if (ok) strb_str(&b, end);
    Value saved = ok ? NULL : err_take(vm);
    Value line = strb_take(&b);
    ok = line && emit(vm, out, line) && ok;
    release(vm, line);
    if (saved) err_put(vm, saved);
    if (ok && flush) {
        int t = op_truth(vm, flush);
        Value r = t > 0 ? call_method(vm, out, NAME(flush), NULL, 0) : t == 0 ? V_NONE : NULL;
        ok = r != NULL;
        release(vm, r);
    }
    release(vm, out);
    return ok ? V_NONE : NULL;
}

static Value bi_input(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value prompt = args[0] ? op_str(vm, args[0]) : retain(vm->empty_str);
    if (!prompt) return NULL;
    Value out = stream(vm, NAME(stdout)), in = stream(vm, NAME(stdin)), r = NULL;
    if (is_none(in)) {
        err_raise(vm, EXC_RuntimeError, "input(): lost sys.stdin");
        goto done;
    }
    if (is_none(out)) {
        err_raise(vm, EXC_RuntimeError, "input(): lost sys.stdout");
        goto done;
    }
    if (vm->hooks.input) {
        size_t len;
        const char *text = str_utf8(vm, prompt, &len);
        r = text ? vm->hooks.input(vm, vm->hook_data, text) : NULL;
        goto done;
    }
    if (!emit(vm, out, prompt)) goto done;
    Value f = call_method(vm, out, NAME(flush), NULL, 0);
    if (!f) goto done;
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
     "Prints the values to a stream, or to sys.stdout by default.", NATIVE_RAW},
    {"input", bi_input, "prompt='', /", "Read a string from standard input.  The trailing newline is stripped.", 0},
    {0},
};
