/* builtins_run.c: built-in functions that run code: compile, eval, exec, __import__, __build_class__. */
#include "lang/object/audit.h"
#include "lang/compile/ast_objects.h"
#include "builtins.h"
#include "lang/compile/code.h"
#include "lang/object/vm.h"

/* The source argument as UTF-8: str or bytes-like. *held owns it. */
static bool source_text(VM *vm, Ref src, const char *fn, const char **text, size_t *n, bool *is_text, Value *held)
{
    *held = NULL;
    *is_text = is_str(src);
    if (is_str(src)) {
        *held = retain(src);
        *text = str_utf8(vm, src, n);
        if (!*text) return value_clear(vm, held), false;
        return true;
    }
    if (!buffer_check(vm, src))
        return err_false(vm, EXC_TypeError, "%s() arg 1 must be a string, bytes or %s object", fn, fn[0] == 'c' ? "AST" : "code");
    BufferView view;
    if (!buffer_get(vm, src, &view)) return false;
    *held = bytes_from(vm, view.data, view.len);
    buffer_release(vm, &view);
    if (!*held) return false;
    *text = (const char *)as_bytes(*held)->data;
    *n = (size_t)as_bytes(*held)->len;
    return true;
}

static Value compile_text(VM *vm, Ref src, const char *fn, Ref filename, int mode, int how, TreeFn then)
{
    const char *text = NULL;
    size_t n;
    bool is_text;
    Value held;
    if (!source_text(vm, src, fn, &text, &n, &is_text, &held)) return NULL;
    /* str_utf8's buffer is short-lived: the compiler gets a copy */
    char *copy = mem_alloc(vm->mem, n + 1);
    Value code = NULL;
    if (copy) {
        memcpy(copy, text, n);
        copy[n] = 0;
        const char *p = copy;
        size_t len = n;
        if (!strcmp(fn, "eval")) /* (compile takes no indent) */
            while (len && (*p == ' ' || *p == '\t')) p++, len--;
        code = compile_parsed(vm, p, len, filename, mode, how, is_text, then, NULL);
        mem_free(vm->mem, copy, n + 1);
    } else err_no_memory(vm);
    release(vm, held);
    return code;
}

/* The file name argument as a str: str, bytes-like, or something with __fspath__. */
static Value file_name(VM *vm, Ref file)
{
    if (is_str(file)) return retain(file);
    bool found = false;
    Value path = buffer_check(vm, file) ? retain(file) : call_special(vm, file, NAME(__fspath__), NULL, 0, &found), r = NULL;
    BufferView view;
    if (path && is_str(path)) return path;
    if (!path && !found) err_raise(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not %T", file);
    else if (path && !buffer_check(vm, path)) err_raise(vm, EXC_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", file, path);
    else if (path && (is_bytes(path) || err_warn(vm, EXC_DeprecationWarning, str_format(vm, "path should be string, bytes, or os.PathLike, not %T", file))) &&
             buffer_get(vm, path, &view)) {
        r = codec_decode(vm, view.data, view.len, NULL, NULL);
        buffer_release(vm, &view);
    }
    release(vm, path);
    return r;
}

/* What flags compile() takes: those of __future__, and PyCF_*: source is UTF-8, don't imply dedent, AST only, type comments,
 * top-level await, allow incomplete input. Of the first only annotations still change anything. */
enum { KEEPS_OPEN = 0x200, ONLY_AST = 0x400, TYPE_COMMENTS = 0x1000, AWAITS = 0x2000, PARTIAL = 0x4000, FUTURE_ANNOTATIONS = 0x1000000 };
enum { COMPILE_FLAGS = 0x1FE0000 | 0x10 | 0x100 | 0x200 | 0x400 | 0x1000 | 0x2000 | 0x4000 };

static Value bi_compile(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_kind(args[0], KIND_CODE)) return retain(args[0]);
    int64_t flags = 0;
    if (args[3] && !num_index_i64(vm, args[3], &flags)) return NULL;
    if (flags & ~(int64_t)COMPILE_FLAGS) return err_raise(vm, EXC_ValueError, "compile(): unrecognised flags");
    if (!is_str(args[2])) return err_raise(vm, EXC_TypeError, "compile() argument 'mode' must be str, not %T", args[2]);
    int mode = str_equal_c(args[2], "exec") ? LANG_EXEC : str_equal_c(args[2], "single") ? LANG_SINGLE : str_equal_c(args[2], "eval") ? LANG_EVAL : str_equal_c(args[2], "func_type") ? LANG_FUNC_TYPE : -1;
    if (mode == LANG_FUNC_TYPE && !(flags & ONLY_AST)) return err_raise(vm, EXC_ValueError, "compile() mode 'func_type' requires flag PyCF_ONLY_AST");
    if (mode < 0 && flags & ONLY_AST) return err_raise(vm, EXC_ValueError, "compile() mode must be 'exec', 'eval', 'single' or 'func_type'");
    if (mode < 0) return err_raise(vm, EXC_ValueError, "compile() mode must be 'exec', 'eval' or 'single'");
    Ref file = args[1];
    Value held = NULL;
    bool ast = ast_is_object(vm, args[0]);
    if (!AUDIT(vm, "compile", "OO", ast ? (Ref)V_NONE : args[0], args[1])) return NULL;
    if (ast && flags & ONLY_AST) return retain(args[0]);
    Value code = NULL;
    int how = (flags & PARTIAL ? COMPILE_PARTIAL : 0) | (flags & KEEPS_OPEN ? COMPILE_KEEPS_OPEN : 0) | (flags & TYPE_COMMENTS ? COMPILE_TYPE_COMMENTS : 0) |
              (flags & AWAITS ? COMPILE_AWAITS : 0) | (flags & FUTURE_ANNOTATIONS ? COMPILE_FUTURE_ANNOTATIONS : 0);
    int64_t level = -1, minor = -1;
    if (args[6] && !num_index_i64(vm, args[6], &minor)) return NULL;
    if (minor > 0 && minor < INT16_MAX && flags & ONLY_AST) how |= (int)minor << COMPILE_MINOR_AT;
    if (args[5] && !num_index_i64(vm, args[5], &level)) return NULL;
    if (level < -1 || level > 2) return err_raise(vm, EXC_ValueError, "compile(): invalid optimize value");
    if (!(held = file_name(vm, file))) return NULL;
    int usual = vm->flags.optimize;
    if (level >= 0) vm->flags.optimize = (int)level; /* (what compiles an object of `ast` may run the program's code: it sees this level for that long) */
    if (ast) code = ast_compile_object(vm, args[0], held, mode, how);
    else code = compile_text(vm, args[0], "compile", held, mode, how, flags & ONLY_AST ? ast_tree_objects : NULL);
    vm->flags.optimize = usual;
    release(vm, held);
    return code;
}

/* globals and locals as eval and exec take them; *g and *l borrowed, *own owned if made here. */
static bool namespaces(VM *vm, const char *fn, Ref globals, Ref locals, Ref *g, Ref *l, Value *own)
{
    *own = NULL;
    if (globals && is_none(globals)) globals = NULL;
    if (locals && is_none(locals)) locals = NULL;
    if (globals && !is_dict(globals)) {
        return err_false(vm, EXC_TypeError, fn[1] == 'v' ? "globals must be a dict" : "exec() globals must be a dict, not %T", globals);
    }
    if (locals && !is_dict(locals) && !type_of(vm, locals)->s.getitem)
        return err_false(vm, EXC_TypeError, fn[1] == 'v' ? "locals must be a mapping" : "locals must be a mapping or None, not %T", locals);
    Frame *f = vm->frame;
    if (!globals) {
        if (!f->code) return err_false(vm, EXC_SystemError, "globals and locals cannot be NULL");
        *g = REF(f->globals);
        if (!locals) {
            *own = frame_locals(vm, f);
            if (!*own) return false;
            *l = *own;
        } else *l = locals;
    } else {
        *g = globals;
        *l = locals ? locals : globals;
    }
    return true;
}

static Value run_text(VM *vm, const char *fn, Ref source, Ref globals, Ref locals, Ref closure, int mode)
{
    Ref g = NULL, l = NULL;
    Value own;
    if (!namespaces(vm, fn, globals, locals, &g, &l, &own)) return NULL;
    Value code, r = NULL;
    if (is_kind(source, KIND_CODE)) {
        code = retain(source);
        bool free_names = as_code(code)->nfree != 0;
        if (free_names && mode == LANG_EVAL) err_raise(vm, EXC_TypeError, "code object passed to eval() may not contain free variables");
        else if (free_names) {
            r = AUDIT(vm, "exec", "O", (Ref)code) ? code_run_closure(vm, code, g, closure) : NO_VALUE;
            release(vm, code);
            release(vm, own);
            return r;
        } else if (closure) err_raise(vm, EXC_TypeError, "cannot use a closure with this code object");
    } else if (closure) {
        code = err_raise(vm, EXC_TypeError, "closure can only be used when source is a code object");
    } else {
        Value file = str_intern_c(vm, "<string>");
        code = file && AUDIT(vm, "compile", "OO", source, (Ref)file) ? compile_text(vm, source, fn, file, mode, 0, NULL) : NULL;
        release(vm, file);
    }
    if (code && !err_occurred(vm) && AUDIT(vm, "exec", "O", (Ref)code)) r = code_run(vm, code, g, l);
    release(vm, code);
    release(vm, own);
    return r;
}

static Value bi_eval(VM *vm, const Ref *args, int n, Ref kwnames) { return run_text(vm, "eval", args[0], args[1], args[2], NULL, LANG_EVAL); }

static Value bi_exec(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value r = run_text(vm, "exec", args[0], args[1], args[2], args[3] && !is_none(args[3]) ? args[3] : NULL, LANG_EXEC);
    if (!r) return NULL;
    release(vm, r);
    return V_NONE;
}

static Value bi_import(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t level = 0;
    if (args[4] && !num_index_i64(vm, args[4], &level)) return NULL;
    return import_name(vm, args[0], args[1], args[3], (int)level);
}

/* ---- class statements ---- */

/* bases with each __mro_entries__ followed; *changed if any was. */
static Value resolve_bases(VM *vm, const Ref *bases, int n, Ref all, bool *changed)
{
    Value list = list_new(vm, n);
    for (int i = 0; list && i < n; i++) {
        Value f = NULL, entries = NULL;
        bool ok = true;
        if (is_type(bases[i])) ok = list_append(vm, list, bases[i]);
        else {
            int has = obj_lookup_attr(vm, bases[i], NAME(__mro_entries__), &f);
            if (has < 0) ok = false;
            else if (!has) ok = list_append(vm, list, bases[i]);
            else {
                *changed = true;
                entries = call1(vm, f, all);
                if (entries && !is_tuple(entries)) ok = err_false(vm, EXC_TypeError, "__mro_entries__ must return a tuple");
                else ok = entries && list_extend(vm, list, entries);
            }
        }
        release(vm, f);
        release(vm, entries);
        if (!ok) value_clear(vm, &list);
    }
    if (!list) return NULL;
    Value t = tuple_from(vm, as_refs(as_list(list)->items), as_list(list)->len);
    release(vm, list);
    return t;
}

/* The most derived of the metaclass given and those of the bases. */
static Ref metaclass_of(VM *vm, Ref meta, Ref bases)
{
    Type *winner = as_type(meta);
    for (int64_t i = 0; i < as_tuple(bases)->len; i++) {
        Type *t = type_of(vm, as_tuple(bases)->items[i]);
        if (type_is_subtype(winner, t)) continue;
        if (type_is_subtype(t, winner)) winner = t;
        else {
            err_raise(vm, EXC_TypeError, "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases");
            return NULL;
        }
    }
    return REF(winner);
}

static Value prepare(VM *vm, Ref meta, Ref name, Ref bases, Ref kw)
{
    if (meta == REF(CLASS(type))) return dict_new(vm);
    Value f = NULL;
    int has = obj_lookup_attr(vm, meta, NAME(__prepare__), &f);
    if (has < 0) return NULL;
    if (!has) return dict_new(vm);
    Value args = tuple_of(vm, 2, name, bases), ns = args ? call_tuple(vm, f, args, kw) : NULL;
    release(vm, args);
    release(vm, f);
    if (ns && !is_dict(ns) && !type_of(vm, ns)->s.getitem) {
        if (is_type(meta)) err_raise(vm, EXC_TypeError, "%N.__prepare__() must return a mapping, not %T", as_type(meta), ns);
        else err_raise(vm, EXC_TypeError, "<metaclass>.__prepare__() must return a mapping, not %T", ns);
        value_clear(vm, &ns);
    }
    return ns;
}

static Value bi_build_class(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (n < 2) return err_raise(vm, EXC_TypeError, "__build_class__: not enough arguments");
    if (!is_function(args[0])) return err_raise(vm, EXC_TypeError, "__build_class__: func must be a function");
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__build_class__: name is not a string");
    Value given = tuple_from(vm, args + 2, n - 2), bases = NULL, kw = NULL, meta = NULL, ns = NULL, cell = NULL, cls = NULL;
    bool changed = false;
    if (!given || !(bases = resolve_bases(vm, args + 2, n - 2, given, &changed)) || !(kw = dict_new(vm))) goto done;
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref k = as_tuple(kwnames)->items[i];
        if (str_equal(k, NAME(metaclass))) meta = retain(args[n + i]);
        else if (!dict_set(vm, kw, k, args[n + i])) goto done;
    }
    if (!meta) meta = retain(as_tuple(bases)->len ? REF(type_of(vm, as_tuple(bases)->items[0])) : REF(CLASS(type)));
    if (is_type(meta)) {
        Ref winner = metaclass_of(vm, meta, bases);
        if (!winner) goto done;
        value_put(vm, &meta, retain(winner));
    }
    ns = prepare(vm, meta, args[1], bases, kw);
    if (!ns) goto done;
    cell = code_run_class(vm, args[0], ns);
    if (!cell) goto done;
    if (changed && !op_setitem(vm, ns, NAME(__orig_bases__), given)) goto done;
    Value call_args = tuple_of(vm, 3, args[1], (Ref)bases, (Ref)ns);
    cls = call_args ? call_tuple(vm, meta, call_args, kw) : NULL;
    release(vm, call_args);
    if (cls && is_type(cls) && is_kind(cell, KIND_CELL)) {
        Ref inside = ((Cell *)BITS(cell))->value;
        if (!inside) {
            err_raise(vm, EXC_RuntimeError, "__class__ not set defining %R as %R. Was __classcell__ propagated to type.__new__?", args[1], (Ref)cls);
            value_clear(vm, &cls);
        } else if (inside != cls) {
            err_raise(vm, EXC_TypeError, "__class__ set to %R defining %R as %R", inside, args[1], (Ref)cls);
            value_clear(vm, &cls);
        }
    }
done:
    release(vm, given);
    release(vm, bases);
    release(vm, kw);
    release(vm, meta);
    release(vm, ns);
    release(vm, cell);
    return cls;
}

const NativeDef builtins_run_functions[] = {
    {"compile", bi_compile, "source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1",
     "Make a code object for exec() or eval() out of source or a tree.", NATIVE_KW},
    {"eval", bi_eval, "source, globals=None, locals=None, /", "The value of an expression, with these variables.", 0},
    {"exec", bi_exec, "source, globals=None, locals=None, /, *, closure=None", "Run statements, with these variables.", 0},
    {"__import__", bi_import, "name, globals=None, locals=None, fromlist=(), level=0", "Import a module.", NATIVE_KW},
    {"__build_class__", bi_build_class, "func, name, *bases, **kwds", "What a class statement calls.", NATIVE_RAW},
    {0},
};
