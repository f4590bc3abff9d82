/* ufunc_errors.c: what the processor's flags say after a loop, and what seterr() wants done about it.
 *
 * What seterrobj() was given is kept by thread, among the thread's own values; while no thread has asked for anything the default holds.
 */
#include <fenv.h>

#include "lang/object/thread.h"
#include "ufunc_impl.h"

enum { MASK_DEFAULT = 521 /* divide, over, invalid: warn; under: ignore */, BUFFER_LEAST = 16, BUFFER_MOST = 16000000 };
enum { FLAG_DIVIDE = 1, FLAG_OVER = 2, FLAG_UNDER = 4, FLAG_INVALID = 8 };
enum { DO_IGNORE, DO_WARN, DO_RAISE, DO_CALL, DO_PRINT, DO_LOG };
static const char KEY[] = "UFUNC_PYVALS";

static Ref kept_object(VM *vm, Np *np) /* borrowed; NULL: the default */
{
    if (!np->errobj) return NULL;
    Value *locals = thread_locals(vm);
    return locals && *locals ? dict_get_str(vm, *locals, np->errobj) : NULL;
}

static bool raise_shape(VM *vm) { return err_false(vm, EXC_TypeError, "UFUNC_PYVALS must be a length 3 list."); }

static bool take_object(VM *vm, Ref list, ErrorState *out)
{
    int64_t mask;
    if (!is_list(list) || as_list(list)->len != 3) return raise_shape(vm);
    Value items[3];
    for (int i = 0; i < 3; i++) items[i] = retain(as_list(list)->items[i]);
    bool ok = num_index_i64(vm, items[0], &out->buffer);
    if (ok && (out->buffer < BUFFER_LEAST || out->buffer > BUFFER_MOST || out->buffer % 16 != 0))
        ok = err_false(vm, EXC_ValueError, "buffer size (%lld) is not in range (%d - %d) or not a multiple of 16", out->buffer, BUFFER_LEAST, BUFFER_MOST);
    ok = ok && num_index_i64(vm, items[1], &mask);
    if (ok && mask < 0) ok = err_false(vm, EXC_ValueError, "invalid error mask (%lld)", mask);
    if (ok) out->mask = (int)mask;
    if (ok && !is_none(items[2]) && !type_of(vm, items[2])->s.call) {
        Value write = NO_VALUE, name = str_intern_c(vm, "write");
        int found = name ? obj_lookup_attr(vm, items[2], name, &write) : -1;
        release(vm, name);
        bool callable = found > 0 && type_of(vm, write)->s.call;
        release(vm, write);
        ok = found >= 0 && (callable || err_false(vm, EXC_TypeError, "python object must be callable or have a callable write method"));
    }
    out->handler = ok ? retain(items[2]) : NO_VALUE;
    for (int i = 0; i < 3; i++) release(vm, items[i]);
    return ok;
}

bool errors_read(VM *vm, Np *np, Ref extobj, ErrorState *out)
{
    *out = (ErrorState){UFUNC_BUFFER, MASK_DEFAULT, NO_VALUE};
    Ref kept = extobj && !is_none(extobj) ? extobj : kept_object(vm, np);
    if (!kept) return true;
    Value held = retain(kept);
    bool ok = take_object(vm, held, out);
    release(vm, held);
    return ok;
}

void errors_begin(void)
{
    if (fetestexcept(FE_ALL_EXCEPT)) feclearexcept(FE_ALL_EXCEPT);
}

static bool call_handler(VM *vm, Ref handler, const char *words, int flags)
{
    Value text = str_from_c(vm, words), done = text ? call2(vm, handler, text, make_small(flags)) : NO_VALUE;
    release(vm, text);
    release(vm, done);
    return done != NO_VALUE;
}
static bool log_text(VM *vm, Ref handler, Value text /*taken*/)
{
    Value write = text ? obj_getattr_c(vm, handler, "write") : NO_VALUE, done = write ? call1(vm, write, text) : NO_VALUE;
    release(vm, text);
    release(vm, write);
    release(vm, done);
    return done != NO_VALUE;
}

static bool act(VM *vm, int way, Ref handler, const char *words, const char *what, int flags)
{
    bool nobody = !handler || is_none(handler);
    switch (way) {
    case DO_WARN: return err_warn(vm, EXC_RuntimeWarning, str_format(vm, "%s encountered in %s", words, what));
    case DO_RAISE: return err_false(vm, EXC_FloatingPointError, "%s encountered in %s", words, what);
    case DO_CALL:
        if (nobody) return err_false(vm, EXC_NameError, "python callback specified for %s (in %s) but no function found.", words, what);
        return call_handler(vm, handler, words, flags);
    case DO_PRINT: {
        Value text = str_format(vm, "Warning: %s encountered in %s\n", words, what);
        size_t n;
        const char *bytes = text ? str_utf8(vm, text, &n) : NULL;
        if (bytes) vm_write(vm, 2, bytes, n);
        release(vm, text);
        return bytes != NULL;
    }
    case DO_LOG:
        if (nobody) return err_false(vm, EXC_NameError, "log specified for %s (in %s) but no object with write method found.", words, what);
        return log_text(vm, handler, str_format(vm, "Warning: %s encountered in %s\n", words, what));
    default: return true;
    }
}

enum { FE_TOLD = FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID };
bool errors_came(void) { return fetestexcept(FE_TOLD); }

bool errors_tell(VM *vm, const ErrorState *e, const char *what)
{
    static const struct { int fe, flag, shift; const char *words; } rows[] = {
        {FE_DIVBYZERO, FLAG_DIVIDE, 0, "divide by zero"}, {FE_OVERFLOW, FLAG_OVER, 3, "overflow"}, {FE_UNDERFLOW, FLAG_UNDER, 6, "underflow"}, {FE_INVALID, FLAG_INVALID, 9, "invalid value"}};
    int came = fetestexcept(FE_TOLD), flags = 0;
    if (!came) return true;
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < 4; i++)
        if (came & rows[i].fe) flags |= rows[i].flag;
    for (int i = 0; i < 4; i++)
        if ((came & rows[i].fe) && !act(vm, e->mask >> rows[i].shift & 7, e->handler, rows[i].words, what, flags)) return false;
    return true;
}

/* ---- geterrobj, seterrobj ---- */
static Value fn_geterrobj(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    Ref kept = kept_object(vm, np);
    if (kept) return list_from(vm, as_refs(as_list(kept)->items), as_list(kept)->len);
    return list_from(vm, (Ref[]){make_small(UFUNC_BUFFER), make_small(MASK_DEFAULT), V_NONE}, 3);
}
static Value fn_seterrobj(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np || !is_list(args[0])) return np ? err_raise(vm, EXC_TypeError, "seterrobj() argument must be list, not %T", args[0]) : NO_VALUE;
    if (as_list(args[0])->len != 3) return err_raise(vm, EXC_ValueError, "Error object must be a list of length 3");
    ErrorState check;
    if (!take_object(vm, args[0], &check)) return NO_VALUE;
    errors_drop(vm, &check);
    Value *locals = thread_locals(vm);
    if (!locals) return err_raise(vm, EXC_RuntimeError, "the thread keeps nothing");
    if (!*locals && !(*locals = dict_new(vm))) return NO_VALUE;
    Value copy = list_from(vm, as_refs(as_list(args[0])->items), as_list(args[0])->len);
    if (copy && !np->errobj) np->errobj = str_intern_c(vm, KEY);
    bool ok = copy && np->errobj && dict_set(vm, *locals, np->errobj, copy);
    release(vm, copy);
    return ok ? V_NONE : NO_VALUE;
}
static const NativeDef rows[] = {
    {"geterrobj", fn_geterrobj, "", NULL, 0},
    {"seterrobj", fn_seterrobj, "errobj, /", NULL, 0},
};

bool ufunc_errors_open(VM *vm, Np *np, Dict *ns)
{
    static const struct { const char *name; int value; } numbers[] = {
        {"ERR_IGNORE", DO_IGNORE}, {"ERR_WARN", DO_WARN}, {"ERR_RAISE", DO_RAISE}, {"ERR_CALL", DO_CALL}, {"ERR_PRINT", DO_PRINT}, {"ERR_LOG", DO_LOG}, {"ERR_DEFAULT", MASK_DEFAULT},
        {"SHIFT_DIVIDEBYZERO", 0}, {"SHIFT_OVERFLOW", 3}, {"SHIFT_UNDERFLOW", 6}, {"SHIFT_INVALID", 9}, {"FPE_DIVIDEBYZERO", FLAG_DIVIDE}, {"FPE_OVERFLOW", FLAG_OVER},
        {"FPE_UNDERFLOW", FLAG_UNDER}, {"FPE_INVALID", FLAG_INVALID}, {"FLOATING_POINT_SUPPORT", 1}, {"UFUNC_BUFSIZE_DEFAULT", UFUNC_BUFFER}};
    static const struct { const char *name; double value; } reals[] = {{"pi", 3.14159265358979323846}, {"e", 2.71828182845904523536}, {"euler_gamma", 0.57721566490153286061},
        {"PINF", __builtin_inf()}, {"NINF", -__builtin_inf()}, {"PZERO", 0.0}, {"NZERO", -0.0}, {"NAN", __builtin_nan("")}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!dict_set_c(vm, REF(ns), numbers[i].name, make_small(numbers[i].value))) return false;
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (!dict_set_c(vm, REF(ns), reals[i].name, make_float(reals[i].value))) return false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!module_add(vm, ns, rows[i].name, native_new(vm, &rows[i], NULL, NULL))) return false;
    return module_add(vm, ns, "UFUNC_PYVALS_NAME", str_from_c(vm, KEY)) && (void *)np != NULL;
}
