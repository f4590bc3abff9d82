/* lang.c: the embedder's calls: compile, run, report (lang.h). */
#include "lang.h"

#include "lang/compile/code.h"
#include "lang/vm/pyc.h"
#include "lang/vm/sys.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"

Value lang_compile(VM *vm, const char *source, size_t n, const char *filename, LangMode mode)
{
    Value name = str_from_c(vm, filename);
    if (!name) return NULL;
    Value code = compile_source(vm, source, n, name, (int)mode, false);
    release(vm, name);
    return code;
}

bool lang_is_coroutine(Ref code) { return as_code(code)->flags & CODE_COROUTINE; }

Value lang_run(VM *vm, Ref code, Ref globals)
{
    if (!lang_is_coroutine(code)) return code_run(vm, code, globals, NULL);
    Value f = function_new(vm, code, globals), r = f ? call0(vm, f) : NULL;
    release(vm, f);
    return r;
}

Value lang_main_globals(VM *vm)
{
    Ref m = dict_get_c(vm, REF(vm->modules), "__main__");
    if (m && is_module(m)) return retain(REF(as_module(m)->dict));
    Value module = module_new(vm, "__main__");
    if (!module) return NULL;
    Value ns = retain(REF(as_module(module)->dict));
    bool ok = dict_set_c(vm, REF(vm->modules), "__main__", module) && dict_set_c(vm, ns, "__annotations__", V_NONE);
    Value annotations = ok ? dict_new(vm) : NULL;
    ok = annotations && dict_set_c(vm, ns, "__annotations__", annotations);
    Ref builtins = dict_get_c(vm, REF(vm->modules), "builtins");
    ok = ok && builtins && dict_set(vm, ns, NAME(__builtins__), builtins);
    release(vm, annotations);
    release(vm, module);
    if (!ok) value_clear(vm, &ns);
    return ns;
}

/* The exit code of a SystemExit; its message, if it has one, is printed. */
static int exit_code(VM *vm, Ref exc)
{
    Value code = NULL;
    Ref x = as_exception(exc)->x[0];
    code = x ? retain(x) : V_NONE;
    int r = 1;
    int64_t i;
    if (is_none(code)) r = 0;
    else if (is_int(code)) r = int_fits_i64(code, &i) ? (int)(i & 0xFF) : 255;
    else {
        Value said = op_str(vm, code), s = said ? str_format(vm, "%U\n", (Ref)said) : NO_VALUE;
        if (s) sys_write_error(vm, s);
        release(vm, said);
        err_clear(vm);
        release(vm, s);
    }
    release(vm, code);
    return r;
}

static void flush_stream(VM *vm, Ref name)
{
    Ref stream = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, name) : NULL;
    if (!stream || is_none(stream)) return;
    Value s = retain(stream), r = call_method(vm, s, NAME(flush), NULL, 0);
    if (!r) err_clear(vm);
    release(vm, r);
    release(vm, s);
}

void lang_flush(VM *vm)
{
    Value saved = err_take(vm);
    flush_stream(vm, NAME(stdout));
    flush_stream(vm, NAME(stderr));
    err_put(vm, saved);
}

int lang_print_error(VM *vm)
{
    Value exc = err_take(vm);
    if (!exc) return 0;
    flush_stream(vm, NAME(stdout));
    int code = 1;
    if (err_is(vm, exc, EXC_SystemExit)) code = exit_code(vm, exc);
    else {
        if (as_obj(exc)->type == vm->exc_types[EXC_KeyboardInterrupt]) code = LANG_INTERRUPTED;
        if (!sys_report(vm, exc)) {
            release(vm, exc);
            return lang_print_error(vm);
        }
    }
    release(vm, exc);
    return code;
}

/* The last flush of stdout: here a failure is told. */
static bool flush_last(VM *vm)
{
    Ref stream = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(stdout)) : NULL;
    if (!stream || is_none(stream)) return true;
    Value s = retain(stream), closed = obj_getattr_c(vm, s, "closed"), r = NULL;
    int shut = closed ? op_truth(vm, closed) : 0;
    err_clear(vm);
    bool ok = shut > 0 || (r = call_method(vm, s, NAME(flush), NULL, 0)) != NULL;
    if (!ok) err_unraisable(vm, s);
    release(vm, r);
    release(vm, closed);
    release(vm, s);
    return ok;
}

int lang_main_text(VM *vm, const char *source, size_t n, const char *filename)
{
    Value globals = lang_main_globals(vm);
    Value code = !globals ? NULL : pyc_is_program(source, n, filename) ? pyc_program(vm, source, n) : lang_compile(vm, source, n, filename, LANG_EXEC);
    Value r = code && import_looked_at(vm, code) ? lang_run(vm, code, globals) : NULL;
    int status = r ? 0 : lang_print_error(vm);
    release(vm, r);
    release(vm, code);
    release(vm, globals);
    threads_finish(vm);
    return flush_last(vm) ? status : 120; /* CPython's status when what was printed could not be written */
}
