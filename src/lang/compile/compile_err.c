/* compile_err.c: the compiler's SyntaxErrors and SyntaxWarnings. */
#include "compile_impl.h"

#include <stdarg.h>

/* Line `line` (from 1) of a str, with its newline. */
Value source_line(VM *vm, Ref source, int line)
{
    if (!source || line < 1) return NO_VALUE;
    const Str *s = as_str(source);
    int64_t at = 0;
    for (int k = 1; k < line; k++) {
        while (at < s->len && str_at(s, at) != '\n') at++;
        if (at++ >= s->len) return NO_VALUE;
    }
    int64_t end = at;
    while (end < s->len && str_at(s, end) != '\n') end++;
    if (at >= s->len) return NO_VALUE;
    return str_substr(vm, source, at, end < s->len ? end + 1 : end);
}

/* id(msg, (filename, *place)); place is taken: lineno, offset, text, end_lineno, end_offset. */
Value syntax_error_new(VM *vm, ExcId id, const char *msg, Ref filename, Value place[5])
{
    Value text = str_from_c(vm, msg), items[6] = {retain(filename)}, result = NO_VALUE;
    bool ok = text;
    for (int i = 0; i < 5; i++) {
        items[i + 1] = place[i];
        ok = ok && place[i];
    }
    Value where = NO_VALUE;
    if (ok) where = tuple_take(vm, items, 6);
    else
        for (int i = 0; i < 6; i++) release(vm, items[i]);
    if (where) result = call2(vm, REF(vm->exc_types[id]), text, where);
    release(vm, where);
    release(vm, text);
    return result;
}

/* CPython shows the line only where it can read it from a file. */
static Value error_text(Comp *c, int line)
{
    size_t n;
    const char *name = str_utf8(c->vm, c->filename, &n);
    if (!name || (n && name[0] == '<')) return V_NONE;
    Value text = source_line(c->vm, c->source, line);
    return text ? text : V_NONE;
}

void raise_syntax_at(Comp *c, const AstSpan *span, const char *msg)
{
    VM *vm = c->vm;
    if (c->failed || err_occurred(vm)) {
        c->failed = true;
        return;
    }
    c->failed = true;
    Value place[5] = {int_from_i64(vm, span->lineno), int_from_i64(vm, span->col_offset + 1), error_text(c, span->lineno),
        int_from_i64(vm, span->end_lineno), span->end_col_offset < -1 ? V_NONE : int_from_i64(vm, span->end_col_offset + 1)};
    Value e = syntax_error_new(vm, EXC_SyntaxError, msg, c->filename, place);
    if (e) err_raise_obj(vm, e);
}

void comp_fail(Comp *c, const AstSpan *span, const char *fmt, ...)
{
    static const AstSpan nowhere = {1, 0, 1, 0};
    char buf[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    raise_syntax_at(c, span ? span : &nowhere, buf);
}

/* Through the module warnings where the program has it; else as its default filters would: false: it became an error. */
bool warn_syntax(VM *vm, ExcId category, Ref filename, int line, const char *msg, Ref source)
{
    Ref module = vm->modules ? dict_get_c(vm, REF(vm->modules), "warnings") : (Ref)NULL;
    Ref options = vm->sys_dict && !module ? dict_get_c(vm, vm->sys_dict, "warnoptions") : (Ref)NULL;
    if (options && is_list(options) && as_list(options)->len) { /* -W or PYTHONWARNINGS: the module knows what they mean */
        Value m = import_module(vm, "warnings");
        if (!m) err_clear(vm);
        release(vm, m);
        module = dict_get_c(vm, REF(vm->modules), "warnings");
    }
    if (module) {
        Value f = obj_getattr_c(vm, module, "warn_explicit"), text = str_from_c(vm, msg), at = int_from_i64(vm, line), r = NO_VALUE;
        if (f && text && at) {
            const Ref args[4] = {text, REF(vm->exc_types[category]), filename, at};
            r = call(vm, f, args, 4, (Ref)NULL);
        }
        release(vm, f);
        release(vm, text);
        release(vm, at);
        if (r) {
            release(vm, r);
            return true;
        }
        if (err_matches(vm, category)) err_clear(vm);
        return false;
    }
    if (category == EXC_DeprecationWarning) return true;
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%U:%d: SyntaxWarning: %s\n", filename, line, msg);
    size_t fn;
    const char *name = str_utf8(vm, filename, &fn);
    Value text = name && fn && name[0] == '<' ? NO_VALUE : source_line(vm, source, line);
    if (text) {
        int64_t start = 0, end = as_str(text)->len;
        while (start < end && (str_at(as_str(text), start) == ' ' || str_at(as_str(text), start) == '\t' || str_at(as_str(text), start) == '\f')) start++;
        while (end > start && (str_at(as_str(text), end - 1) == '\n' || str_at(as_str(text), end - 1) == ' ' || str_at(as_str(text), end - 1) == '\r')) end--;
        strb_c(&b, "  ");
        strb_slice(&b, text, start, end);
        strb_char(&b, '\n');
    }
    release(vm, text);
    Value all = strb_take(&b), r = NO_VALUE;
    Ref err = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(stderr)) : (Ref)NULL;
    if (all && err && !is_none(err)) {
        Ref arg = all;
        r = call_method(vm, err, NAME(write), &arg, 1);
    }
    size_t n;
    const char *bytes = all && !r ? str_utf8(vm, all, &n) : NULL;
    if (bytes) vm_write(vm, 2, bytes, n);
    release(vm, r);
    release(vm, all);
    err_clear(vm);
    return true;
}

void comp_warn(Comp *c, const AstSpan *span, const char *fmt, ...)
{
    char buf[512];
    if (c->failed) return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    for (struct WarnSeen *w = c->warned; w; w = w->next)
        if (w->line == span->lineno && strcmp(w->msg, buf) == 0) return;
    struct WarnSeen *w = comp_alloc(c, sizeof *w);
    if (!w) return;
    *w = (struct WarnSeen){span->lineno, arena_dup(c->arena, buf, strlen(buf)), c->warned};
    if (w->msg) c->warned = w;
    if (warn_syntax(c->vm, EXC_SyntaxWarning, c->filename, span->lineno, buf, c->source)) return;
    if (err_occurred(c->vm)) c->failed = true;
    else raise_syntax_at(c, span, buf);
}
