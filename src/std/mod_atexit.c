/* mod_atexit.c: the module atexit: functions to call when the interpreter closes, last in first out. */
#include "lang/object/vm.h"

typedef struct ExitState { Value calls; /* a list of (function, args, kwargs) */ } ExitState;
extern const ModuleDef atexit_module;

static List *calls_of(VM *vm)
{
    ExitState *s = module_state(vm, &atexit_module);
    return s ? as_list(s->calls) : NULL;
}

static Value fn_register(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (n < 1) return err_raise(vm, EXC_TypeError, "register() takes at least 1 argument (0 given)");
    if (!type_of(vm, args[0])->s.call && !is_kind(args[0], KIND_FUNCTION)) return err_raise(vm, EXC_TypeError, "the first argument must be callable");
    List *calls = calls_of(vm);
    Value rest = calls ? tuple_from(vm, args + 1, n - 1) : NULL, kw = rest ? dict_new(vm) : NULL;
    bool ok = kw != NULL;
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) ok = dict_set(vm, kw, as_tuple(kwnames)->items[i], args[n + i]);
    Value row = ok ? tuple_of(vm, 3, args[0], (Ref)rest, (Ref)kw) : NULL;
    ok = row && list_append(vm, REF(calls), row);
    release(vm, row);
    release(vm, rest);
    release(vm, kw);
    return ok ? retain(args[0]) : NO_VALUE;
}

static Value fn_unregister(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *calls = calls_of(vm);
    for (int64_t i = calls ? calls->len : 0; i-- > 0;) {
        if (i >= calls->len) continue; /* an __eq__ took some away */
        int eq = op_compare_bool(vm, as_tuple(calls->items[i])->items[0], args[0], CMP_EQ);
        if (eq < 0) return NULL;
        if (eq && i < calls->len && !list_set_slice(vm, REF(calls), i, i + 1, NULL, 0)) return NULL;
    }
    return calls ? V_NONE : NO_VALUE;
}

static void run_all(VM *vm)
{
    List *calls = calls_of(vm);
    if (!calls) err_clear(vm);
    while (calls && calls->len) {
        Value row = calls->items[--calls->len];
        Tuple *t = as_tuple(row);
        Value r = call_tuple(vm, t->items[0], t->items[1], t->items[2]);
        if (!r) err_unraisable(vm, t->items[0]);
        release(vm, r);
        release(vm, row);
    }
}

static Value fn_run(VM *vm, const Ref *args, int n, Ref kwnames)
{
    run_all(vm);
    return V_NONE;
}

static Value fn_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *calls = calls_of(vm);
    return calls && list_set_slice(vm, REF(calls), 0, calls->len, NULL, 0) ? V_NONE : NO_VALUE;
}

static Value fn_ncallbacks(VM *vm, const Ref *args, int n, Ref kwnames)
{
    List *calls = calls_of(vm);
    return calls ? make_small(calls->len) : NO_VALUE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    ExitState *s = as_module(module)->state;
    vm->at_exit = run_all;
    return (s->calls = list_new(vm, 0)) != NULL;
}
static void done(VM *vm, void *state) { release(vm, ((ExitState *)state)->calls); }

static const NativeDef functions[] = {
    {"register", fn_register, "func, /, *args, **kwargs", "Have func called with these arguments when the program ends.", NATIVE_RAW},
    {"unregister", fn_unregister, "func, /", "Take back all calls of func.", 0},
    {"_run_exitfuncs", fn_run, "", "Make the calls now, the last registered first.", 0},
    {"_clear", fn_clear, "", "Take back all calls.", 0},
    {"_ncallbacks", fn_ncallbacks, "", "How many calls are registered.", 0},
    {0},
};
const ModuleDef atexit_module = {.name = "atexit", .doc = "Functions to call at the end.", .functions = functions, .init = init,
    .state_size = sizeof(ExitState), .done = done};
