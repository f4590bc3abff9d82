/* mod_imp_frozen.c: what FrozenImporter finds: importlib itself and CPython's examples. The rest of the library in the binary has a finder of its own (py/_imports.py), behind
 * the program's files. */
#include "lang/compile/code.h"
#include "mod_imp.h"

typedef struct Known {
    const char *name, *made_of; /* a module of the library; `<NAME`: the package of that name as a module */
    bool package, always;       /* always: not to be switched off */
    const char *text;           /* of what no file of the library has */
} Known;
static const Known table[] = {
    {"_frozen_importlib", "importlib._bootstrap", .always = true},
    {"_frozen_importlib_external", "importlib._bootstrap_external", .always = true},
    {"__hello__", .made_of = "__hello__"},
    {"__hello_alias__", .made_of = "__hello__"},
    {"__phello_alias__", "__hello__", .package = true},
    {"__phello_alias__.spam", .made_of = "__hello__"},
    {"__phello__", "__phello__", .package = true},
    {"__phello__.__init__", .made_of = "<__phello__"},
    {"__phello__.ham", "__phello__.ham", .package = true, .text = ""},
    {"__phello__.ham.__init__", "<__phello__.ham", .text = ""},
    {"__phello__.ham.eggs", "__phello__.ham.eggs", .text = ""},
    {"__phello__.spam", .made_of = "__phello__.spam"},
    {"__hello_only__", NULL, .text = "initialized = True\nprint('Hello world!')\n"},
};
enum { COUNT = sizeof table / sizeof *table };

static bool is_on(VM *vm, const Known *k)
{
    const ImpState *s = k->always ? NULL : module_state(vm, &imp_module);
    return k->always || (s && s->frozen >= 0);
}

/* false: raised. *k NULL: there is none of the name. */
static bool look(VM *vm, const char *fn, Ref name, const Known **k)
{
    if (!is_str(name)) return err_false(vm, EXC_TypeError, "%s must be str, not %T", fn, name);
    *k = NULL;
    for (int i = 0; i < COUNT && !*k; i++)
        if (str_equal_c(name, table[i].name) && is_on(vm, &table[i])) *k = &table[i];
    return !err_occurred(vm);
}

static const Known *no_such(VM *vm, const char *words, Ref name)
{
    err_raise(vm, EXC_ImportError, words, name);
    if (err_matches(vm, EXC_ImportError)) value_put(vm, &as_exception(vm->error)->x[1], retain(name));
    return NULL;
}
static const Known *need(VM *vm, const char *fn, Ref name)
{
    const Known *k;
    if (!look(vm, fn, name, &k)) return NULL;
    return k ? k : no_such(vm, "No such frozen object named %R", name);
}

static Value made_code(VM *vm, const Known *k)
{
    const char *of = k->made_of ? k->made_of + (*k->made_of == '<') : "frozen_only";
    if (k->text) {
        Value file = str_format(vm, "<frozen %s>", of), code = file ? compile_source(vm, k->text, strlen(k->text), file, LANG_EXEC, true) : NO_VALUE;
        release(vm, file);
        return code;
    }
    Value name = str_from_c(vm, of);
    const FrozenModule *m = name ? frozen_named(vm, name) : NULL;
    Value code = m ? frozen_code(vm, m) : NO_VALUE;
    if (name && !m) no_such(vm, "No such frozen object named %R", name);
    release(vm, name);
    return code;
}

static Value made_data(VM *vm, const Known *k)
{
    Value code = made_code(vm, k), bytes = code ? import_call(vm, "marshal", "dumps", (Ref[]){code}, 1) : NO_VALUE, view = bytes ? call1(vm, REF(CLASS(memoryview)), bytes) : NO_VALUE;
    release(vm, bytes);
    release(vm, code);
    return view;
}

Value imp_is_frozen(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Known *k;
    return look(vm, "is_frozen() argument", args[0], &k) ? make_bool(k != NULL) : NO_VALUE;
}

Value imp_is_frozen_package(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Known *k = need(vm, "is_frozen_package() argument", args[0]);
    return k ? make_bool(k->package) : NO_VALUE;
}

Value imp_find_frozen(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Known *k;
    int with_data = args[1] ? op_truth(vm, args[1]) : 0;
    if (with_data < 0 || !look(vm, "find_frozen() argument 1", args[0], &k)) return NULL;
    if (!k) return V_NONE;
    Value data = with_data ? made_data(vm, k) : V_NONE, of = !data ? NO_VALUE : k->made_of ? str_from_c(vm, k->made_of) : V_NONE;
    Value all = of ? tuple_from(vm, (Ref[]){data, make_bool(k->package), of}, 3) : NO_VALUE;
    release(vm, of);
    release(vm, data);
    return all;
}

static Value code_in(VM *vm, Ref name, Ref data)
{
    BufferView view;
    if (!buffer_get(vm, data, &view)) {
        if (err_matches(vm, EXC_TypeError)) err_raise(vm, EXC_TypeError, "get_frozen_object() argument 2 must be bytes, not %T", data);
        return NULL;
    }
    buffer_release(vm, &view);
    Value code = import_call(vm, "marshal", "loads", (Ref[]){data}, 1);
    if (!code && (err_matches(vm, EXC_ValueError) || err_matches(vm, EXC_EOFError) || err_matches(vm, EXC_TypeError))) {
        err_clear(vm);
        no_such(vm, "Frozen object named %R is invalid", name);
    }
    if (!code || is_kind(code, KIND_CODE)) return code;
    err_raise(vm, EXC_TypeError, "frozen object %R is not a code object", name);
    release(vm, code);
    return NULL;
}

Value imp_frozen_code(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (is_str(args[0]) && args[1] && !is_none(args[1])) return code_in(vm, args[0], args[1]);
    const Known *k = need(vm, "get_frozen_object() argument 1", args[0]);
    return k ? made_code(vm, k) : NO_VALUE;
}

Value imp_import_frozen(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Known *k;
    if (!look(vm, "init_frozen() argument", args[0], &k)) return NULL;
    return k ? import_module(vm, k->name) : V_NONE;
}

Value imp_frozen_names(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value list = list_new(vm, COUNT);
    for (int i = 0; list && i < COUNT; i++) {
        if (!is_on(vm, &table[i])) continue;
        Value name = str_from_c(vm, table[i].name);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    return list;
}

Value imp_override_frozen(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t how;
    ImpState *s = module_state(vm, &imp_module);
    if (!s || !num_index_i64(vm, args[0], &how)) return NULL;
    s->frozen = how;
    return V_NONE;
}
